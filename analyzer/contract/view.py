"""The view: every name a rule of play may use, once; the kernel's view and the rulebook's are generated from this table.

Nothing here tells the order of unseen cards (FRM-2). A row is (name, kind, result type, meaning); kind is "field" (an
attribute), "by kind" (a method of a card), "of look" (a method of a place in the present look), "method" (no argument),
"set" (a card-set knob and a card) or "expression" (an expression knob). A card is the number of its kind, 0 to CARDS - 1:
kinds of the deck first, token kinds from FIRST_TOKEN on; a number outside is an IndexError in both engines, a number
that no kind has counts 0 everywhere.
"""

Row = tuple[str, str, str, str]

CARDS = 144  # kinds a view can be asked about
FIRST_TOKEN = 128
MOST_LOOKED = 64  # cards of one look

# What IndexError says, in both engines alike.
NO_SUCH_CARD = "cards are numbered 0 to 143; this number is outside"
NO_SUCH_LOOK = "cards of a look are numbered from 0; this look has fewer cards"

GAME: tuple[Row, ...] = (
    ("turn", "field", "int", "your turn, from 1; 0 before the first"),
    ("step", "field", "int", "moment of the turn (contract.moments)"),
    ("seat", "field", "int", "0 on the play, 1 on the draw"),
    ("players", "field", "int", "number of players"),
    ("reason", "field", "int", "why a scry or pick rule is asked (contract.reasons)"),
    ("game_number", "field", "int", "number of the game, from 0"),
    ("hand_size", "field", "int", "cards in hand"),
    ("lands_in_hand", "field", "int", "land cards in hand"),
    ("lands_in_play", "field", "int", "lands you control"),
    ("lands_had", "field", "int", "land cards that have been in your hand since the keep"),
    ("looked", "field", "int", "cards in this look"),
    ("kept", "field", "int", "cards kept so far in this look"),
    ("kept_lands", "field", "int", "lands kept so far in this look"),
    ("lands_on_top", "field", "int", "known lands on top that are not in this look"),
    ("land_played", "field", "int", "1 if no land play is left this turn"),
    ("mana", "field", "int", "mana units available this turn"),
    ("mana_left", "field", "int", "mana units not spent yet"),
    ("best_mana", "field", "int", "most mana that the castable lines in hand could spend now (the best set)"),
    ("spells_this_turn", "field", "int", "spells cast this turn"),
    ("unseen", "field", "int", "cards in the library whose place you do not know"),
    ("unseen_lands", "field", "int", "lands among them"),
    ("known_top", "field", "int", "cards known on top"),
    ("known_bottom", "field", "int", "cards known at the bottom"),
    ("mulligans", "field", "int", "mulligans taken"),
    ("free_mulligans_left", "field", "int", "mulligans that would still cost no card"),
    ("first_seven_lands", "field", "int", "lands in the first seven cards dealt"),
    ("keep_size", "field", "int", "cards this hand has when it is kept (after bottoming)"),
    ("shards", "field", "int", "Shard tokens you control"),
    ("roles", "field", "int", "Role tokens you control"),
    ("ring", "field", "int", "times the Ring has tempted you"),
    ("bearer_power", "field", "int", "power of your Ring-bearer, -1 without one"),
    ("combat_looks", "field", "int", "attack triggers that may still look, loot or draw this turn"),
    ("life", "field", "int", "your life"),
    ("opponent_life", "field", "int", "the opponent's life"),
    ("target", "field", "int", "lands this deck wants (SEMANTICS 5: 75th percentile of mana values, 3 to 6)"),
    ("deck_size", "field", "int", "cards of the deck"),
    ("deck_lands", "field", "int", "lands of the deck"),
    ("hand_load", "field", "int", "sum of the mana values of nonland cards in hand"),
    ("kinds", "field", "int", "number of kinds of the deck; kinds are 0 to kinds - 1"),
    ("in_hand", "by kind", "int", "copies in hand"),
    ("in_play", "by kind", "int", "copies on the battlefield"),
    ("in_graveyard", "by kind", "int", "copies in the graveyard"),
    ("had", "by kind", "int", "copies that have been in your hand since the keep"),
    ("unseen_of", "by kind", "int", "copies among the unseen cards"),
    ("top_of", "by kind", "int", "copies known on top"),
    ("kept_of", "by kind", "int", "copies kept so far in this look"),
    ("look_card", "of look", "int", "kind of the i-th card of this look, from 0"),
    ("is_land", "by kind", "bool", "the card is a land"),
    ("is_creature", "by kind", "bool", "the card is a creature"),
    ("is_basic", "by kind", "bool", "the card is a basic land"),
    ("is_legendary", "by kind", "bool", "the card is legendary"),
    ("is_permanent", "by kind", "bool", "the card stays on the battlefield"),
    ("is_instant", "by kind", "bool", "the card may be cast in the opponent's turn"),
    ("is_held", "by kind", "bool", "the card has no target in this game and is never cast (TGT-9)"),
    ("is_goal", "by kind", "bool", "a goal of the plan names the card"),
    ("looks_or_draws", "by kind", "bool", "casting or playing it looks at cards or draws"),
    ("enters_tapped", "by kind", "bool", "it would enter tapped now"),
    ("mana_value", "by kind", "int", "mana value"),
    ("power", "by kind", "int", "printed power"),
    ("produces", "by kind", "int", "bit set of the types it can make: W 1, U 2, B 4, R 8, G 16, C 32"),
    ("castable_now", "by kind", "bool", "a line of it is payable with the mana left"),
    ("castable_next", "by kind", "bool", "it is payable next turn with the lands in play and one more from hand"),
    ("payable_lands", "by kind", "bool", "the lands in hand and in play together could pay a line of it"),
    ("payable_from", "by kind", "int",
     "nonland cards in hand that the lands in hand and in play without one copy of this could still pay"),
    ("colours_needed", "by kind", "int", "bit set of the coloured types of its cost"),
    ("land_colours", "method", "int", "bit set of the types that lands in play or hand make"),
    ("missing_colours", "method", "int", "bit set of colours that cards in hand need and no land in play or hand makes"),
    ("only_source", "by kind", "bool",
     "it makes a colour that a card in hand of mana value <= 3 needs and that no other land in play or hand makes"),
    ("in_set", "set", "bool", "the card belongs to this card set (a knob)"),
    ("holds", "expression", "bool", "the expression (a knob) is true of the hand"),
    ("coin", "method", "int", "0 or 1 (top bit of word 1 of the decision's stream); the same answer within one decision"),
)  # fmt: skip

ACTION: tuple[Row, ...] = (
    ("kind", "field", "int", "contract.actions: LAND, LINE, ACTIVATE, TOKEN, ATTACK, MAY, PASS"),
    ("card", "field", "int", "kind of the card or permanent"),
    ("line", "field", "int", "line of the kind, from 0"),
    ("x", "field", "int", "value of X, or times kicked"),
    ("mana", "field", "int", "mana it costs"),
    ("in_best_set", "field", "int", "1 if it belongs to the set of lines that spends most mana now"),
    ("scry", "field", "int", "largest look of its program"),
    ("draw", "field", "int", "cards its program draws"),
    ("lands", "field", "int", "lands it fetches or puts"),
    ("sacrifices", "field", "int", "ACTIVATE: 1 if a creature or legend of yours is sacrificed for it"),
    ("sorcery", "field", "int", "ACTIVATE: 1 if it can be activated only in a main phase of yours"),
    ("loyalty", "field", "int", "ACTIVATE: loyalty left afterwards, if it is a loyalty ability; else -1"),
    ("tapped", "field", "int", "LAND: 1 if it would enter tapped now"),
    ("next_payable", "field", "int", "LAND: cards in hand payable next turn after it"),
    ("turn_mana", "field", "int", "most mana that can be spent this turn with it done first, its own cost counted"),
)
