"""Where the rarer systems lie in the block: abilities, tokens, combat, the Ring, Sagas, removal, commanders."""

from analyzer.kernel.layout import KINDS, SYSTEM_STATE_REGION, SYSTEM_STATE_SIZE, SYSTEM_TABLE_REGION, SYSTEM_TABLE_SIZE

# bits of layout.SYSTEMS: the board unit at all (tokens, Roles, the Ring, what leaves); combat; activated abilities;
# Sagas; removal by survival or script; a command zone; creatures whose mana is used up before attackers are declared
SYS_BOARD, SYS_COMBAT, SYS_ABILITIES, SYS_LORE, SYS_REMOVAL, SYS_COMMAND, SYS_MANA_CREATURES = (
    1 << i for i in range(7)
)

# what the board unit is asked besides instructions of programs
BEGIN_GAME, DEPARTED, LORE, REMOVALS, CAST_COMMANDER, ATTACH_AURA = -1, -2, -3, -4, -5, -6
# and the combat unit
DECLARE, DEAL_DAMAGE, COUNT_LOOKS = range(3)

# ---- mutable ---------------------------------------------------------------------------------------------------
(RING_FULL,  # temptations that count for the loot (not those of makers in version `empty`)
 RING_SOURCE,  # kind that tempted last
 ATTACKERS,  # entries of ATTACKER
 BLOCKERS,  # attackers that do not connect, by script
 SCRIPT_NEXT,  # next row of the script
 COMMAND0, COMMAND1) = range(SYSTEM_STATE_REGION, SYSTEM_STATE_REGION + 7)  # kinds in the command zone  # fmt: skip
MAX_COMMANDERS = 8
TAX_STEP = 2  # mana more for each earlier cast from the command zone (903.8)
TAX = SYSTEM_STATE_REGION + 16  # by commander: how often it was cast from the command zone
MAX_ATTACKERS = 512
ATTACKER = TAX + MAX_COMMANDERS  # objects that attack this turn
assert ATTACKER + MAX_ATTACKERS <= SYSTEM_STATE_REGION + SYSTEM_STATE_SIZE

# ---- tables ------------------------------------------------------------------------------------------------------
(
    ABILITY_CHEAPEST,  # least mana an activated ability costs
    COMMANDERS_N,
    SCRIPT_N,
) = range(SYSTEM_TABLE_REGION, SYSTEM_TABLE_REGION + 3)
# kinds with an activated ability, in the own turn and in the opponent's window: two mask words, one of token kinds
ABILITY_MASK, WINDOW_MASK = SYSTEM_TABLE_REGION + 4, SYSTEM_TABLE_REGION + 8
ATTACK_LOOKS0 = SYSTEM_TABLE_REGION + 12  # kinds with an attack trigger that looks or draws, two mask words
COMMANDER = SYSTEM_TABLE_REGION + 16  # kinds
ABILITY_FIRST = COMMANDER + MAX_COMMANDERS  # by kind: first record of its abilities
ABILITY_COUNT = ABILITY_FIRST + KINDS
LAST_CHAPTER = ABILITY_COUNT + KINDS
TOKEN_PROGRAM = LAST_CHAPTER + KINDS  # by token kind and version (full, blind, empty)
MAX_SCRIPT = 64
SCRIPT_STRIDE = 4  # turn, moment, what (contract.script), number or kind
SCRIPT = TOKEN_PROGRAM + 3 * 16
assert SCRIPT + MAX_SCRIPT * SCRIPT_STRIDE <= SYSTEM_TABLE_REGION + SYSTEM_TABLE_SIZE

NO_SOURCE = 255  # O_SOURCE of a token is the kind that made it (this for none) + 256 * version
FULL, BLIND, EMPTY = range(3)
OFFER, PAY_COSTS = range(2)  # what the abilities unit is asked
TURN_USED = 48  # O_FLAGS from this bit on: the last turn in which something allowed once a turn was done
