"""Random plans composed of what both engines play, for the differential test; each number is one plan."""

from __future__ import annotations

import random
from typing import Any

from analyzer.pack import unsupported
from analyzer.plan.model import Plan
from analyzer.plan.read import plan_from_options
from analyzer.plan.resolve import resolve

LANDS = (
    "Island", "Forest", "Plains", "Mountain", "Swamp", "Temple of Mystery", "Temple of Epiphany", "Breeding Pool",
    "Hinterland Harbor", "Botanical Sanctum", "Simic Guildgate", "Simic Growth Chamber", "Command Tower",
    "Evolving Wilds", "Ancient Tomb", "Reflecting Pool", "City of Brass", "Wastes", "Prairie Stream", "Dreamroot Cascade",
    "Hall of Oracles",
)  # fmt: skip
SPELLS = (
    "Opt", "Preordain", "Serum Visions", "Brainstorm", "Divination", "Impulse", "Anticipate", "Llanowar Elves",
    "Birds of Paradise", "Sol Ring", "Arcane Signet", "Mind Stone", "Grizzly Bears", "Elvish Visionary", "Counterspell",
    "Into the Roil", "Gitaxian Probe", "Dismember", "Manamorphose", "Faithless Looting", "Consider", "Thought Scour",
    "Rampant Growth", "Explore", "Growth Spiral", "Wall of Omens", "Dark Ritual", "Mulldrifter", "Augury Owl",
    "Boreal Druid", "Think Twice", "Ponder", "Frost Augur", "Cathartic Reunion",
)  # fmt: skip
OWN = (
    ("Seer", "Creature", "{U}", "upkeep:scry1", {"power": 1, "toughness": 1}),
    ("Watcher", "Enchantment", "{1}{U}", "oncast[instant/sorcery]:scry1", {}),
    ("Greeter", "Creature", "{1}{G}", "onenter[creature]:scry1", {"power": 2, "toughness": 1}),
    ("Shore", "Enchantment", "{G}", "landfall:scry1", {}),
    ("Sage", "Creature", "{U}{G}", "onscry:draw1", {"power": 1, "toughness": 3}),
    ("Ender", "Artifact", "{2}", "endstep:may(scry1;draw1)", {}),
    ("Dawn", "Artifact", "{3}", "drawstep:surveil1", {}),
    ("Xray", "Sorcery", "{X}{U}", "cast:scryX;draw1", {}),
    ("Xtreme", "Instant", "{X}{G/U}", "cast:drawX", {}),
    ("Kick", "Sorcery", "{1}{U}", "kicker:{2}{G}|cast:scry2;ifkicked(draw2)", {}),
    ("Hybrid", "Creature", "{G/U}{G/U}", "etb:scry2", {"power": 2, "toughness": 2}),
    ("Phyrexia", "Instant", "{1}{U/P}", "cast:scry1;draw1", {}),
    ("Looter", "Sorcery", "{U}", "cast:draw2;discard2", {}),
    ("Digger", "Sorcery", "{2}{U}", "cast:dig(4,2,bottom)", {}),
    ("Landdig", "Sorcery", "{1}{G}", "cast:dig(5,1 land,bottom-random)", {}),
    ("Gravelook", "Instant", "{1}{U}", "cast:dig(3,1,gy)", {}),
    ("Modal", "Sorcery", "{1}{G}", "cast:choose1{draw1//scry3//life+3}", {}),
    ("Ritual", "Instant", "{G}", "cast:mana(GGU)", {}),
    ("Moxen", "Artifact", "{0}", "activate:T:mana(U/G)", {}),
    ("Gem", "Artifact", "{1}", "activate:T:mana(GU)", {}),
    ("Cost", "Sorcery", "{U}", "addcost:discard1|cast:draw3", {}),
    ("Legend", "Legendary Creature", "{1}{U}", "etb:draw1", {"power": 2, "toughness": 2}),
    ("Charm", "Instant", "{U}", "cast:mill2;surveil2", {}),
    ("Back", "Sorcery", "{U}", "cast:draw2;putback1;tuck1", {}),
    ("Reord", "Sorcery", "{U}", "cast:reorder3;draw1", {}),
    ("Fetcher", "Sorcery", "{1}{G}", "cast:search(basic,1,bf-tapped)", {}),
    ("Tutor", "Sorcery", "{2}", "cast:search(any,1,top)", {}),
    ("Twofetch", "Sorcery", "{2}{G}", "cast:search(basic,2,hand)", {}),
    ("Treasure", "Sorcery", "{1}", "cast:treasure2", {}),
    ("Again", "Creature", "{2}{G}", "castself:scry1|etb:scry1", {"power": 3, "toughness": 3}),
    ("Hasty", "Creature", "{1}{G}", "attack:scry1", {"power": 2, "toughness": 1}),
    ("Burner", "Instant", "{G}", "cast:damage2(target);life+1|target:any", {}),
    ("Extra", "Sorcery", "{G}", "cast:extraland1;draw1", {}),
    ("Free", "Sorcery", "{0}", "cast:scry1", {}),
    ("Shuffler", "Instant", "{U}", "cast:shuffle;draw1", {}),
    ("Putter", "Sorcery", "{G}", "cast:putland-tapped;draw1", {}),
    ("Sharder", "Creature", "{1}{W/U}", "etb:shard1", {"power": 1, "toughness": 1}),
    ("Cluer", "Sorcery", "{1}", "cast:clue2", {}),
    ("Roler", "Creature", "{1}{U}", "etb:role(sorcerer,self)", {"power": 2, "toughness": 2}),
    ("Enrol", "Instant", "{U}", "cast:role(sorcerer)", {}),
    ("Tempter", "Creature", "{1}{G}", "etb:ring1", {"power": 2, "toughness": 2}),
    ("Onering", "Enchantment", "{G}", "onring:scry1", {}),
    ("Tapper", "Creature", "{1}{U}", "activate:T:scry1", {"power": 1, "toughness": 1}),
    ("Ball", "Artifact", "{2}", "activate:{1},T:scry2", {}),
    ("Sacrificer", "Artifact", "{1}", "activate:{1},sac:draw1", {}),
    ("Xability", "Artifact", "{1}", "activate:{X},T:scryX", {}),
    ("Payer", "Enchantment", "{1}{G}", "landfall:maypay[{1}](draw1)", {}),
    ("Chooser", "Creature", "{2}{U}", "etb:choose1{draw1//scry3//-}", {"power": 1, "toughness": 4}),
    ("Attacker", "Creature", "{1}{U}", "attack:draw1;discard1", {"power": 1, "toughness": 2}),
    ("Striker", "Creature", "{2}{G}", "combatdamage:draw1", {"power": 2, "toughness": 2}),
    ("Drainer", "Sorcery", "{1}{G}", "cast:opp:life-2;life+2", {}),
    ("Burnall", "Creature", "{2}{U}", "etb:damage1(each opponent)|upkeep:all:life-1", {"power": 1, "toughness": 1}),
    ("Kicks", "Creature", "{G}", "multikicker:{1}|etb:counterX(+1/+1,self);scry1", {"power": 0, "toughness": 1}),
)  # fmt: skip
# More parts, for plans from WIDE on: what came later must not change the plans that tests name by number.
WIDE = 300_000
MORE = (
    ("Muster", "Creature", "{1}{U}", "combat:scry1", {"power": 1, "toughness": 2}),
    ("Mainer", "Enchantment", "{1}{G}", "main:scry1", {}),
    ("Sight", "Enchantment — Aura", "{U}", "attached-attack:scry1|target:creature", {}),
    ("Insighter", "Enchantment — Aura", "{1}{U}", "attached-combatdamage:draw1|target:creature", {}),
    ("Dier", "Creature", "{U}", "dies:draw1", {"power": 1, "toughness": 1}),
    ("Leaver", "Artifact", "{1}", "ltb:scry1|activate:{1},sac:life+1", {}),
    ("Mourner", "Creature", "{1}{G}", "ondies[creature]:scry1", {"power": 1, "toughness": 3}),
    ("Tale", "Enchantment — Saga", "{1}{U}", "chapter[I]:scry1|chapter[II,III]:draw1", {}),
    ("Walker", "Legendary Planeswalker — Jace", "{1}{U}", "loyalty[+1]:scry1|loyalty[-2]:draw2", {"loyalty": 3}),
    ("Warden", "Planeswalker — Nissa", "{2}{G}", "loyalty[0]:surveil1|loyalty[-1]:mana(GG)", {"loyalty": 2}),
    ("Rallier", "Enchantment", "{1}{G}", "onattack:scry1", {}),
    ("Raid", "Enchantment", "{2}{U}", "on-combatdamage:draw1", {}),
    ("Bearer", "Enchantment", "{G}", "onbearer:maypay[life2](draw1)|etb:ring1", {}),
    ("Friend", "Creature", "{1}{U}", "onring:if[bearerother](scry1)|etb:ring1", {"power": 2, "toughness": 2}),
    ("Blesser", "Creature", "{2}{G}", "onscry:counter1(+1/+1,each creature)", {"power": 1, "toughness": 1}),
    ("Grower", "Creature", "{G}", "onscry[once]:counter1(+1/+1,self)", {"power": 1, "toughness": 1}),
    ("Monster", "Creature", "{1}{G}", "etb:role(monster,self)", {"power": 1, "toughness": 1}),
    ("Tangler", "Land", "", "activate:T:mana(G)|activate:{2},T:surveil1", {"produces": "G"}),
)  # fmt: skip
COMMANDERS = ("Matoya, Archon Elder", "Arwen Und\u00f3miel", "Kinnan, Bonder Prodigy", "Isamaru, Hound of Konda")
LOOKS = ("lands-until:lands=4", "lands-until:lands=3", "curve", "bottom-all", "keep-all", "auto")
KEEPS = ("karsten-2022", "karsten-2018", "castable", "always", "lands-between:k7=2-4,k6=2-3", "when:kept lands >= 2")
BOTTOMS = ("balance", "lands-above:lands=3", "costliest", "karsten-2022")
PLAYS = ("spend-mana", "spend-mana", "spend-mana:greedy=true", "spend-mana:dig_tax=3")
PROGRAMS = ("scry1", "scry2;draw1", "surveil1", "draw1;discard1", "shuffle", "may(scry1)", "mill1", "treasure1")
MOMENTS = ("untap", "upkeep", "draw", "main1", "combat", "main2", "end", "cleanup", "opp")
GOALS = (
    "land drops by turn 4", "lands >= 3 by turn 4", "lands had >= 4 by draw 4", "stuck >= 1 on turn 4",
    "sources(U) >= 2 on turn 3", "payable {U}{U} on draw 3", "payable {G}{U} with lands by draw 4",
    "castable [nonland] >= 1 on turn 3", "mana spent >= 6 by turn 5", "scry events >= 2 by turn 5",
    "looked at + cards drawn >= 12 by turn 6", "bottomed >= 1 by turn 5 given scry events >= 1",
    "total(mana spent, 1..5) >= 8 by turn 5", "hand >= 5 on turn 5", "missed drops <= 1 on turn 5",
    "entered tapped @land >= 1 by turn 4", "drew land on draw 3", "mana wasted <= 2 on turn 4",
    "graveyard >= 3 by turn 6", "lands >= 4 on land 4", "used @nonland >= 1 by turn 5", "kept cards >= 7",
)  # fmt: skip


def options(number: int, without: frozenset[str] = frozenset()) -> dict[str, Any]:
    """The keys of random plan `number`, cards `without` left out."""
    pick = random.Random(number)
    chosen = {name: pick.randint(2, 7) for name in pick.sample(LANDS, pick.randint(3, 8))}
    for name in pick.sample(("Island", "Forest"), pick.randint(1, 2)):
        chosen[name] = chosen.get(name, 0) + pick.randint(2, 6)
    own = pick.sample(OWN if number < WIDE else (*OWN, *MORE, *MORE), pick.randint(3, 9))
    own = list({each[0]: each for each in own}.values())
    for name in pick.sample(SPELLS, pick.randint(2, 8)):
        chosen[name] = pick.randint(1, 4)
    chosen |= {name: pick.randint(1, 4) for name, *_ in own}
    chosen = {name: copies for name, copies in chosen.items() if name not in without}
    cards = [
        {"name": name, "types": types, "cost": cost, "abilities": text, **more} for name, types, cost, text, more in own
    ]
    turns = pick.randint(4, 8)
    keys: dict[str, Any] = {
        "deck.text": "\n".join(f"{copies} {name}" for name, copies in chosen.items()),
        "card": cards,
        "table.mulligan": pick.choice(("london", "london", "vancouver", "paris", "none")),
        "table.seat": pick.choice(("play", "draw", "both")),
        "table.players": pick.choice((2, 2, 2, 4)),
        "table.life": pick.choice((20, 20, 40, 5)),
        "table.draws": pick.random() < 0.95,
        "table.opp_window": pick.random() < 0.9,
        "table.trigger_order": pick.choice(("looks-first", "draws-first")),
        "strategy.keep": pick.choice(KEEPS),
        "strategy.bottom": pick.choice(BOTTOMS),
        "strategy.scry": pick.choice(LOOKS),
        "strategy.play": pick.choice(PLAYS),
        "run.turns": turns,
        "run.seed": pick.randint(1, 10**6),
        "run.goals": ["damage >= 5 by turn 4", *(goal for goal in pick.sample(GOALS, 6) if _last(goal) <= turns)],
        "run.measures": pick.sample(("mana spent", "lands", "hand", "looked at", "mana available", "library"), 2),
        "run.by": pick.sample(("kept cards", "mulligans", "kept lands"), pick.randint(0, 1)),
        "free": [_free(pick, turns) for _ in range(pick.choice((0, 0, 1, 2)))],
    }
    if pick.random() < 0.25:
        keys["table.free_mulligans"] = 1
    commander = _commander(pick, keys, without)
    names = [name for name in chosen if name != commander]
    _start(pick, keys, names)
    _opponent(pick, keys, names)
    return keys


def _last(goal: str) -> int:
    return max((int(word) for word in goal.split() if word.isdigit()), default=0)


def _free(pick: random.Random, turns: int) -> dict[str, Any]:
    when = sorted(pick.sample(range(1, turns + 1), pick.randint(1, 2)))
    return {
        "turns": when, "at": pick.choice(MOMENTS), "do": pick.choice(PROGRAMS), "chance": pick.choice((1.0, 1.0, 0.5))
    }  # fmt: skip


def _start(pick: random.Random, keys: dict[str, Any], names: list[str]) -> None:
    """Now and then a start position."""
    sort = pick.choice(("", "", "", "", "hand", "filter", "size", "library", "board"))
    if sort == "hand":
        keys["start.hand"] = [pick.choice(names) for _ in range(2)]
        keys["start.hand"] = list(dict.fromkeys(keys["start.hand"]))
    elif sort == "filter":
        keys["start.hand"] = "6 cards with 2 lands"
    elif sort == "size":
        keys["start.hand_size"] = pick.randint(3, 8)
    elif sort == "library":
        keys["start.library_top"] = [names[0]]
        keys["start.library_bottom"] = [names[-1]]
    elif sort == "board":
        auras = {name for name, types, *_ in MORE if "Aura" in types}
        placed = [name for name in (names[0], names[-1]) if name not in auras]  # an Aura needs a creature there
        keys["start.battlefield"] = placed or [names[0] if names[0] not in auras else "Island"]
        keys["start.turn"] = pick.randint(1, 3)


def _opponent(pick: random.Random, keys: dict[str, Any], names: list[str]) -> None:
    """Now and then an opponent who removes and blocks, or permanents that need to survive."""
    if pick.random() < 0.25:
        keys["table.survive"] = pick.choice((0.0, 0.3, 0.7))
    if pick.random() < 0.25:
        acts = ("remove best creature", "remove best creature", f"remove {pick.choice(names)}", "block 1", "block 2")
        keys["script"] = [
            {"turn": pick.randint(1, 6), "at": pick.choice(MOMENTS), "do": pick.choice(acts)}
            for _ in range(pick.randint(1, 4))
        ]


def _commander(pick: random.Random, keys: dict[str, Any], without: frozenset[str]) -> str:
    """Now and then a commander in the command zone: one of the list's own cards, or a known legend."""
    name = ""
    if pick.random() < 0.2:
        own = "Legend" if any(card["name"] == "Legend" for card in keys["card"]) else ""
        name = own or pick.choice([name for name in COMMANDERS if name not in without])
        rest = [line for line in keys["deck.text"].splitlines() if not line.endswith(f" {name}")]
        keys["deck.text"] = "\n".join(rest)
        keys["deck.text"] = f"Commander\n1 {name}\n\nDeck\n{keys['deck.text']}"
    return name


def random_plan(number: int) -> Plan:
    """Random plan `number`: cards that the compiled engine would leave something out of are left out."""
    without: frozenset[str] = frozenset()
    while True:
        plan = resolve(plan_from_options(options(number, without))).plan
        missing = frozenset(card for card, _ in unsupported(plan))
        if not missing:
            return plan
        without |= missing
