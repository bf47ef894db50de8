"""The vocabulary of the ability language: every word a parser accepts, with its meaning in plain words."""

from __future__ import annotations

# Events: when the program of a triggered (or static) ability happens.
EVENTS: dict[str, str] = {
    "cast": "when it resolves",
    "castself": "when it is cast",
    "etb": "when it enters",
    "enters": "as it enters",
    "attack": "when it attacks",
    "dies": "when it dies",
    "ltb": "when it leaves the battlefield",
    "upkeep": "in your upkeep",
    "eachupkeep": "in each upkeep",
    "drawstep": "in your draw step",
    "eachdrawstep": "in each draw step",
    "main": "at the beginning of your first main phase",
    "combat": "at the beginning of your combat",
    "endstep": "in your end step",
    "eachend": "in each end step",
    "combatdamage": "when it deals combat damage to a player",
    "landfall": "when a land of yours enters",
    "tapped": "when it becomes tapped",
    "untapped": "when it becomes untapped",
    "transform": "when it transforms",
    "turnup": "when it is turned face up",
    "unlock": "when this door is unlocked",
    "cycled": "when it is cycled",
    "loyalty": "loyalty ability",
    "chapter": "chapter",
    "static": "always",
    "own-event": "when its own event happens",
    "attached-attack": "when the creature it is on attacks",
    "attached-combatdamage": "when the creature it is on deals combat damage to a player",
    "attached-dies": "when the creature it is on dies",
    "damaged": "when it is dealt damage",
    "targeted": "when it becomes a target",
    "monstrous": "when it becomes monstrous",
    "saddled": "when it is saddled",
    "when?": "on a trigger that is not modelled",
    "oncast": "when you cast a spell",
    "onenter": "when another permanent of yours enters",
    "ondies": "when another creature of yours dies",
    "onsac": "when you sacrifice a permanent",
    "onscry": "when you have scried",
    "onsurveil": "when you have surveilled",
    "onring": "when the Ring tempts you",
    "onbearer": "when you choose a Ring-bearer",
    "ondraw": "when you draw a card",
    "ondraw2": "when you draw your second card in a turn",
    "ondiscard": "when you discard a card",
    "oncycle": "when you cycle a card",
    "onattack": "when you attack",
    "onlifegain": "when you gain life",
    "ondamaged": "when you are dealt damage",
    "oncrime": "when you commit a crime",
    "onexpend": "when you expend mana",
    "oncounters": "when counters are put",
    "ontapmana": "when a permanent is tapped for mana",
    "on-combatdamage": "when a creature of yours deals combat damage to a player",
}

ACTIVATED = ("activate", "channel")

# Words that enclose a program.
WRAPPERS: dict[str, str] = {
    "may": "you may",
    "maypay": "you may pay {condition}: if you do",
    "ifkicked": "if it was kicked",
    "ifbargained": "if it was bargained",
    "if": "if {condition}",
    "if?": "if (condition not modelled)",
    "ifdo?": "if you do (step not modelled)",
    "else?": "otherwise (condition not modelled)",
    "later?": "later (moment not modelled)",
    "did?": "if you did (step not modelled)",
    "foreach": "for each",
    "instead": "instead",
    "reflexive": "when you do",
}

# Steps: {n} is the amount, {of} the argument.
STEPS: dict[str, str] = {
    "scry": "scry {n}",
    "surveil": "surveil {n}",
    "draw": "draw {n}",
    "drawnext": "draw {n} in the next upkeep",
    "discard": "discard {n} {of}",
    "discardhand": "discard your hand",
    "mill": "mill {n}",
    "putback": "put {n} from hand on top of the library",
    "tuck": "put {n} from hand on the bottom of the library",
    "reorder": "look at {n} and put them back in any order",
    "dig": "look at some and take some ({of})",
    "search": "search the library ({of}), then shuffle",
    "topland": "put the top card onto the battlefield if it is a land ({of})",
    "putland": "put a land from hand onto the battlefield {of}",
    "putland-tapped": "put a land from hand onto the battlefield tapped",
    "extraland": "you may play {n} more land(s) each turn",
    "bounceown": "return a {of} of yours to hand",
    "bounceself": "return it to hand",
    "regrow": "return from graveyard to hand ({of})",
    "regrowtop": "put from graveyard on top of the library ({of})",
    "shuffle": "shuffle the library",
    "shuffle-hand": "shuffle your hand into the library",
    "topself": "put it on top of the library",
    "impulse": "exile the top {n}; you may play them ({of})",
    "explore": "explore {n} time(s)",
    "connive": "connive {n}",
    "discover": "discover {n}",
    "manifest": "manifest {n}",
    "manifestdread": "manifest dread",
    "learn": "learn",
    "seek": "seek {n} {of}",
    "wheel": "discard or shuffle away the hand, draw anew ({of})",
    "mana": "add mana ({of})",
    "mana!": "add mana ({of}) for some spells only",
    "shard": "create {n} Shard(s)",
    "treasure": "create {n} Treasure(s)",
    "clue": "create {n} Clue(s)",
    "blood": "create {n} Blood",
    "map": "create {n} Map(s)",
    "gold": "create {n} Gold",
    "powerstone": "create {n} Powerstone(s)",
    "lander": "create {n} Lander(s)",
    "junk": "create {n} Junk",
    "spawn": "create {n} Eldrazi Spawn",
    "scion": "create {n} Eldrazi Scion(s)",
    "role": "create a Role ({of})",
    "token": "create {n} token(s): {of}",
    "ring": "the Ring tempts you",
    "life+": "gain {n} life",
    "life-": "lose {n} life",
    "untapself": "untap it",
    "untap": "untap {n} {of}",
    "venture": "venture into the dungeon",
    "nohandlimit": "no maximum hand size",
    "monarch": "become the monarch",
    "initiative": "take the initiative",
    "choose": "choose as it enters (not modelled)",
    "did?": "(a step that must have happened, not modelled)",
    "other": "(an effect that is not modelled)",
    "damage": "deal {n} damage to {of}",
    "pump": "{size} until end of turn to {of}",
    "gain": "{of} until end of turn",
    "counter": "put {n} counter(s): {of}",
    "tap": "tap {of}",
    "notuntap": "it skips its next untap {of}",
    "gaincontrol": "gain control of {of}",
    "counterspell": "counter the spell {of}",
    "exile": "exile {of}",
    "destroy": "destroy {of}",
    "return": "return {of}",
    "sacrifice": "sacrifice {n} {of}",
    "cost-": "{of} spells cost {n} less",
    "cost+": "{of} spells cost {n} more",
    "manax": "mana of {of} is multiplied by {n}",
    "manais": "lands make other mana ({of})",
    "scry+": "your scrys are {n} larger",
    "scry>draw": "you draw that many instead of scrying",
    "notcreature": "it is not a creature",
    "base": "its size is {n}/{n} ({of})",
    "grant": "ability granted: {of}",
}

# Words after a hyphen at the end of a step.
SUFFIXES: dict[str, str] = {"tapped": "tapped", "lifemv": "and lose life equal to its mana value"}

# What a varying amount counts; those of MEASURES_OF take what they count in brackets.
MEASURES: dict[str, str] = {
    "count": "your permanents of that kind",
    "counters": "counters of that kind on it",
    "devotion": "your devotion to that colour",
    "looked": "cards looked at in the scry or surveil",
    "snow": "snow mana spent on it",
    "kicks": "times it was kicked",
    "spells": "other spells cast this turn",
    "discarded": "cards discarded this way",
    "power": "its power",
    "temptations": "times the Ring tempted you",
}
MEASURES_OF = frozenset({"count", "counters", "devotion"})

# Costs of activated abilities (mana apart).
COSTS: dict[str, str] = {
    "T": "tap it",
    "Q": "untap it",
    "sac": "sacrifice {of}",
    "life": "pay {n} life",
    "halflife": "pay half your life",
    "discard": "discard {n} {of}",
    "discardself": "discard it",
    "discardhand": "discard your hand",
    "exileself": "exile it",
    "exileself-gy": "exile it from the graveyard",
    "exileself-hand": "exile it from hand",
    "exile-gy": "exile {n} from the graveyard",
    "exile-hand": "exile {n} from hand {of}",
    "bounceself": "return it to hand",
    "mill": "mill {n}",
    "tap": "tap {of}",
    "rm": "remove {n} {of} counter(s)",
    "put": "put {n} {of} counter(s) on it",
    "once": "only once each turn",
    "sorcery": "only as a sorcery",
    "cost?": "a cost that is not modelled",
}

# Keywords with a text after the colon that matters here (a cost, a number, a target).
_KEYWORDS_WITH_TEXT = """
    addcost affinity altcost altcostif? awaken bestow blitz buyback casualty cleave craft crew cycling dash disguise
    disturb dredge echo embalm emerge encore entwine equip escape eternalize evoke fading firebending flashback forecast
    foretell fortify freerunning harmonize hideaway impending kicker level2 level3 madness mayaddcost mayhem megamorph
    miracle mobilize morph multikicker mutate ninjutsu offspring outlast overload plot prototype prowl reconfigure
    recover reinforce replicate saddle scavenge selfcost+ selfcost- sneak spectacle splice squad station surge suspend
    target target? transfigure transmute typecycling unearth vanishing warp web-slinging
"""
_PLAIN_KEYWORDS = """
    aftermath ascend assist bargain cascade changeling compleated conspire convoke deathtouch defender delve demonstrate
    devoid double-strike exalted extort fear first-strike flash flying fuse haste hexproof horsemanship improvise
    indestructible infect intimidate jump-start lifelink menace persist phasing prowess protection ravenous reach
    rebound retrace riot shadow shroud skulk split-second storm toxic trample undaunted undying vigilance ward wither
"""
KEYWORDS: frozenset[str] = frozenset(_KEYWORDS_WITH_TEXT.split()) | frozenset(_PLAIN_KEYWORDS.split())
# Keywords whose text is a list of costs, as `parse_costs` reads it.
_COST_KEYWORDS = """
    addcost altcost altcostif? bestow blitz buyback cleave craft cycling dash disguise disturb echo embalm emerge
    encore entwine equip escape eternalize evoke flashback foretell fortify freerunning harmonize kicker level2
    level3 madness mayaddcost mayhem megamorph miracle morph multikicker mutate ninjutsu offspring outlast overload
    plot prowl reconfigure recover replicate scavenge sneak spectacle splice squad surge transfigure transmute
    typecycling unearth warp web-slinging
"""
COST_KEYWORDS: frozenset[str] = frozenset(_COST_KEYWORDS.split())
