"""Where the count unit keeps its order of cards (mutable) and what it does in a game, row by row (tables)."""

from analyzer.kernel import mana_layout
from analyzer.kernel.layout import MANA_REGION, MANA_REGION_SIZE, MANA_TABLE_REGION, MANA_TABLE_SIZE

# One byte a slot: kind, plus LAND_BIT for lands; a void slot is VOID.
LAND_BIT, KIND_BITS, VOID = 128, 127, 255
MOST_KINDS, MOST_SLOTS = 127, 400
CARDS = mana_layout.MUTABLE_END  # the order of the present deal, eight cards a word
NEXT_BATCH = CARDS + MOST_SLOTS // 8  # address of the next record of BATCHES
LAND_PLACES = NEXT_BATCH + 1  # by place of the order, the first 64: is the card there a land (as far as it is made)?
assert LAND_PLACES < MANA_REGION + MANA_REGION_SIZE

COUNT_TABLE = mana_layout.PIPS_END
(HAND_WORDS_NEEDED,  # 1: the keep rule asks for more than sizes and numbers of lands
 ONLY_LANDS,  # 1: nothing asks for copies had by kind, and no slot is void
 CARD_WORDS,  # words of CARDS in use
 ROWS_N) = range(COUNT_TABLE, COUNT_TABLE + 4)  # fmt: skip
FIRST_CARDS = COUNT_TABLE + 8  # CARDS when a deal begins
BATCHES = FIRST_CARDS + MOST_SLOTS // 8
BATCH_STRIDE = 10  # by batch of the order: size k, product of its k counts, products of its first 0, 1, ... counts
ROWS = BATCHES + MOST_SLOTS // 5 * BATCH_STRIDE  # a batch of at most 400 counts has at least 5
ROW_STRIDE = 3  # what, turn, number (of cards; of the kind of moment)
DRAW, SCRY, READ = range(3)
MOST_ROWS = (MANA_TABLE_REGION + MANA_TABLE_SIZE - ROWS) // ROW_STRIDE
