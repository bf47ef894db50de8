"""The numbered statements of the rules: id, kind, and in a few words what they say.

Kinds: "rule" (no policy may override it), "choice" (the player's, exposed to rules of play), "script" (only with a
scripted opponent or event), "report" (about what is printed), "out" (outside a one-player game: reported, never done).
"""

from __future__ import annotations

_TABLE = """
FRM-1 rule the zones, and a library is an ordered list
FRM-2 rule a policy knows only what the player would know
FRM-3 rule a shuffle erases all knowledge of places
FRM-4 rule instructions in printed order; checks and triggers wait for the end
FRM-5 rule impossible parts are skipped
FRM-6 script the opponent does nothing unless scripted, and does not die early
FRM-7 report text that is not understood is named
SCRY-1 rule any looked-at cards to the bottom, the rest on top, both in any order
SCRY-2 rule scry 0 is no scry
SCRY-3 rule scry with an empty library is one
SCRY-4 rule one trigger an event, after it, with the number really looked at
SCRY-5 rule consecutive scrys are separate
SCRY-6 rule "only once each turn" limits the trigger, "do this only once" the action
SCRY-7 rule several players: all look, announce in turn order, move together
SCRY-8 rule who declines does not scry
SCRY-9 rule replacements: larger, or drawing instead
SCRY-10 rule other looks are no scry; surveil is its own event
SCRY-11 rule the top card is revealed after the scry
SCRY-12 choice which cards go where
SCRY-13 out what opponents learn
SRV-1 rule surveil
LOK-1 rule reorder and put back: known places stay known
LOK-2 rule fewer cards than asked; taking is not drawing
SRC-1 rule searching, then shuffling
SRC-2 rule shuffling 0 or 1 cards is a shuffle
CYC-1 rule cycling is no cast
SHD-1 rule what a Shard is
SHD-2 rule a Shard works at once
SHD-3 rule the sacrifice is a cost; the token ceases to exist
SHD-4 rule instant speed, uses the stack
SHD-5 rule the draw follows the scry
SHD-6 rule how many activations
SHD-7 choice when to activate
LOY-1 rule loyalty abilities
LOY-2 rule the legend rule
SAG-1 rule Sagas
ROL-1 rule the Sorcerer's trigger belongs to the creature
ROL-2 rule it triggers on declaration only
ROL-3 rule it resolves before damage, whatever has left
ROL-4 rule several Sorcerers, several scrys
ROL-5 rule one Role a controller and creature: the newest stays
ROL-6 rule Roles of different controllers coexist
ROL-7 rule no creature, no Role
ROL-8 rule a Role goes with its creature
ROL-9 rule who may attack
ROL-10 choice whether to attack, and the order of triggers
TGT-1 rule targets are chosen on casting or as a trigger goes on the stack
TGT-2 rule all targets illegal: nothing happens
TGT-3 rule some targets illegal: the rest is done
TGT-4 rule up to N may be none
TGT-5 rule kicked and modal parts ask for targets only if chosen
TGT-6 rule a trigger without a target is removed
TGT-7 choice which targets
TGT-8 rule no target, no cast
TGT-9 choice such cards are held
STM-1 rule Sudden Storm in its order
STM-2 rule a tapped creature is a legal target
STM-3 rule the restriction follows the creature through one untap step
RNG-1 rule what a temptation does, in order
RNG-2 rule the four abilities
RNG-3 rule temptations are counted beyond four
RNG-4 rule when a creature stops being the bearer
RNG-5 rule choosing again is choosing; without a creature nothing is chosen
RNG-6 rule illegal targets: no temptation; no targets: a temptation
RNG-7 rule the loot looks at the declaration; draw first, then discard
RNG-8 rule the bearer and the legend rule
RNG-9 choice which bearer
RNG-10 script evasion and blockers
CST-1 rule the card moves to the stack
CST-2 rule what is announced
CST-3 rule targets
CST-4 rule an illegal cast is undone
CST-5 rule the total cost, locked
CST-6 rule mana abilities after the lock
CST-7 rule everything is paid, life only if there is enough
CST-8 rule cast triggers
CST-9 rule one alternative cost, any number of additional ones
CST-10 rule mana value
CST-11 rule colourless and monohybrid symbols
CST-12 rule drawing while paying
CST-13 rule timing
CST-14 rule a payment is found whenever there is one
BUY-1 rule buyback
KCK-1 rule kicker
SPL-1 rule splice
MOD-1 rule modes
MAN-1 rule pools empty
MAN-2 rule what a mana ability is
MAN-3 rule what "tapped for mana" is
MAN-4 rule triggered mana
MAN-5 rule multipliers and replacements
MAN-6 rule no mana, no trigger
MAN-7 rule an undefined type
MAN-8 rule any type that was produced
MAN-9 rule restricted mana
MAN-10 choice which sources and colours
CLD-1 rule could produce
CLD-2 rule lands that refer to each other
CLD-3 rule type or colour
CLD-4 script lands of the opponent
XPM-1 rule X on permanents
XPM-2 rule X without casting is 0
XPM-3 rule double X, and cast triggers
XPM-4 rule X of abilities
SIC-1 rule summoning sickness
SIC-2 rule what it does not touch
SIC-3 rule tapped and untapped
SIC-4 rule a new controller
SEQ-1 rule scry then draw, draw then scry
SEQ-2 rule triggers after the spell
SEQ-3 rule losing is checked afterwards
SEQ-4 rule the player orders own triggers
BOR-1 rule mana spent is recorded
BOR-2 rule which payments are mana
BOR-3 rule free spells
BOR-4 rule the spell was cast
BOR-5 rule what Boromir leaves alone
BOR-6 rule his sacrifice is a cost
BOR-7 script scripted Boromirs and spells
MUL-1 rule starting hand, life, commanders
MUL-2 rule London mulligan
MUL-3 rule down to nothing
MUL-4 rule the free first mulligan
MUL-5 rule Vancouver
MUL-6 rule Paris and none
MUL-7 choice keep and bottom rules
MUL-8 out actions in the opening hand; sideboarding; companions
TRN-1 rule the order of the turn
TRN-2 rule untapping
TRN-3 rule who skips the first draw
TRN-4 rule cards seen by turn t
TRN-5 rule land plays
TRN-6 rule cleanup
TRN-7 choice discards, land and spell order
TRN-8 rule mana once an untap
TRN-9 choice the window in the opponent's turn
TRN-10 out extra turns, day and night, dungeons
LND-1 rule enters tapped unless
LND-2 rule basic land types; lands put by effects
LND-3 rule lands on one face
LND-4 choice which land
DRW-1 rule N single draws
DRW-2 rule failed draws
DRW-3 rule put into hand is not drawn
DRW-4 rule replaced draws
DRW-5 rule when a library runs out
DRW-6 choice decked games are counted
CMB-1 rule attackers and damage
CMB-2 script blocks, first strike, trample
"""

# id -> (kind, words)
STATEMENTS: dict[str, tuple[str, str]] = {
    line.split(" ", 2)[0]: (line.split(" ", 2)[1], line.split(" ", 2)[2]) for line in _TABLE.strip().splitlines()
}
