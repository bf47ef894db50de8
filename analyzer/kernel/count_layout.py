"""Where the count unit keeps its order of cards (mutable) and what it does in a game, row by row (tables)."""

from analyzer.kernel import mana_layout
from analyzer.kernel.layout import MANA_REGION, MANA_REGION_SIZE, MANA_TABLE_REGION, MANA_TABLE_SIZE, MAX_SLOTS

# One byte a slot: kind, plus LAND_BIT for lands; a void slot is VOID.
LAND_BIT, KIND_BITS, VOID = 128, 127, 255
MOST_KINDS = 127
CARDS = mana_layout.MUTABLE_END  # the order of the present deal, eight cards a word
assert CARDS + MAX_SLOTS // 8 <= MANA_REGION + MANA_REGION_SIZE

COUNT_TABLE = mana_layout.PIPS_END
(HAND_WORDS_NEEDED,  # 1: the keep rule asks for more than sizes and numbers of lands
 CARD_WORDS,  # words of CARDS in use
 ROWS_N) = range(COUNT_TABLE, COUNT_TABLE + 3)  # fmt: skip
FIRST_CARDS = COUNT_TABLE + 8  # CARDS when a deal begins
ROWS = FIRST_CARDS + MAX_SLOTS // 8
ROW_STRIDE = 3  # what, turn, number (of cards; of the kind of moment)
DRAW, SCRY, READ = range(3)
MOST_ROWS = (MANA_TABLE_REGION + MANA_TABLE_SIZE - ROWS) // ROW_STRIDE
