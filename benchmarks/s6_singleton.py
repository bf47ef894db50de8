"""S6: a list of a hundred different cards against one of 60 cards of few kinds, the same turns."""

from benchmarks.measure import Row, against

BAR = 2.0
GAMES = 20_000


def rows() -> list[Row]:
    """Measure; both lists are creatures without abilities and lands of two colours."""
    from benchmarks.plans import core_player, full_game, plan_of

    cards = [
        {"name": f"Bear {number}", "types": "Creature", "cost": cost, "power": 2, "toughness": 2, "abilities": ""}
        for number, cost in enumerate(COSTS)
    ]
    lands = "19 Plains\n18 Forest"
    text = "\n".join([lands, *(f"1 {card['name']}" for card in cards)])
    table = {"players": 2, "mulligan": "london"}
    many = plan_of({"deck": {"text": text}, "card": cards, "table": table, "run": {"turns": 7}})
    ratio, ns = against(core_player(many), GAMES, core_player(full_game()), GAMES)
    return [Row("S6 a hundred cards / sixty cards of nine kinds", ratio, "x", BAR, note=f"{ns:.0f} ns a game")]


# the curve of the sixty cards: 16, 8, 6, 4 and 2 cards of mana values 1, 2, 3, 4 and 6, stretched to 63
COSTS = tuple(
    cost
    for cost, number in (("{G}", 14), ("{W}", 14), ("{1}{G}", 14), ("{2}{G}", 11), ("{2}{G}{G}", 7), ("{4}{G}{G}", 3))
    for _ in range(number)
)
