"""What the cards of a goal mean in a deck, and what is said when the deck does not have them."""

from __future__ import annotations

import pytest

from analyzer.cards.model import CardFacts
from analyzer.errors import InputError
from analyzer.goals import Names, parse_goal
from analyzer.goals.tree import Goal


def card(name: str, types: str, value: int = 0, **more: object) -> CardFacts:
    words = types.lower().split(" - ")
    subtypes = frozenset(words[1].split()) if len(words) > 1 else frozenset()
    return CardFacts(name, mana_value=value, types=frozenset(words[0].split()), subtypes=subtypes, **more)  # type: ignore[arg-type]


DECK = (
    card("Island", "Basic Land - Island"),
    card("Temple of Epiphany", "Land", tapped="yes", effects="etb:scry1"),
    card("Opt", "Instant", 1, colors="U", effects="cast:scry1;draw1"),
    card("Augury Owl", "Creature - Bird", 2, colors="U", power=1, toughness=1, effects="etb:scry3"),
    card("Llanowar Elves", "Creature - Elf Druid", 1, colors="G", power=1, toughness=1),
    card("Fire", "Instant", 2, face_of="Fire // Ice", layout="split", other_face=card("Ice", "Instant", 2)),
    card("Lim-Dûl's Vault", "Instant", 2, effects="cast:reorder5"),
)
NAMES = Names(DECK, {"key": (2, 3)})


def kinds(text: str, names: Names = NAMES) -> tuple[int, ...]:
    goal: Goal = parse_goal(f"had {text} by turn 2", names)
    cards = goal.atoms[0].terms[0].cards
    assert cards is not None and cards.kinds is not None
    return cards.kinds


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('"opt"', (2,)),
        ('any("Opt", "ISLAND")', (0, 2)),
        ('"Lim-Dul\'s Vault"', (6,)),
        ('"Fire/Ice"', (5,)),
        ('"Fire"', (5,)),
        ('"Ice"', (5,)),
        ("@land", (0, 1)),
        ("@nonland", (2, 3, 4, 5, 6)),
        ("@group:key", (2, 3)),
        ("[creature mv<=1]", (4,)),
        ("[creature or land basic]", (0, 3, 4)),
        ("[land not basic]", (1,)),
        ("[draws or looks]", (1, 2, 3, 6)),
        ("[draws]", (2,)),
        ("[scries nonland]", (2, 3)),
        ("[mv=4]", (5,)),
        ("[blue (bird or instant)]", (2, 3)),
        ("[elf]", (4,)),
        ("[tapped]", (1,)),
        ("[power>=1]", (3, 4)),
    ],
)
def test_cards_are_kinds_of_the_deck(text: str, meant: tuple[int, ...]) -> None:
    assert kinds(text) == meant


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"Optt"', "'Optt' is not in the deck; nearest in the deck: Opt"),
        ("@group:kay", "there is no group 'kay'; groups are key"),
        ("[creture]", "'creture' in .* nearest: creature"),
        ("[planeswalker]", "no card of the deck is"),
    ],
)
def test_what_the_deck_does_not_have_is_an_error_with_near_names(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        kinds(text)


def test_a_card_of_another_list_of_the_comparison_counts_as_none_here() -> None:
    assert kinds('"Preordain"', Names(DECK, absent=frozenset({"Preordain"}))) == ()


def test_a_goal_names_its_cards_but_not_all_lands() -> None:
    assert parse_goal('had "Opt" and in hand @land and cast @group:key by turn 2', NAMES).kinds == (2, 3)
