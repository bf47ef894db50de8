"""A plain twin of formats F8 for tests of the kernel: streams, orders of a deal, shuffles, and a library over them."""

from __future__ import annotations

MASK = (1 << 64) - 1
G = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & MASK
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


class Stream:
    """Words of purpose class * 2**32 + index of a game."""

    def __init__(self, seed: int, game: int, purpose_class: int, index: int) -> None:
        key = mix(seed + G & MASK)
        key = mix(key + G * (game + 1) & MASK)
        self.key = mix(key + G * ((purpose_class << 32) + index + 1) & MASK)
        self.used = 0

    def word(self) -> int:
        self.used += 1
        return mix(self.key + G * self.used & MASK)

    def batch(self, counts: list[int]) -> list[int]:
        product = 1
        for count in counts:
            product *= count
        while True:
            word, found = self.word(), []
            for count in counts:
                found.append(word * count >> 64)
                word = word * count & MASK
            if word >= (1 << 64) % product:
                return found


def mixed(entries: list[int], stream: Stream) -> list[int]:
    """The entries in the order that the stream gives them (batches of at most 8 counts, product at most 2**48)."""
    order, made = list(entries), 0
    while made < len(order):
        left, counts, product = len(order) - made, [], 1
        while len(counts) < min(8, left) and product * (left - len(counts)) <= 1 << 48:
            product *= left - len(counts)
            counts.append(left - len(counts))
        for step, offset in enumerate(stream.batch(counts)):
            here = made + step
            order[here], order[here + offset] = order[here + offset], order[here]
        made += len(counts)
    return order


class Library:
    """Known top (next card first), unseen middle in its hidden order, known bottom."""

    def __init__(self, seed: int, game: int, deal: int, slots: int) -> None:
        self.seed, self.game = seed, game
        self.top: list[int] = []
        self.middle = mixed(list(range(slots)), Stream(seed, game, 1, deal))
        self.bottom: list[int] = []
        self.shuffles = self.groups = 0

    def __len__(self) -> int:
        return len(self.top) + len(self.middle) + len(self.bottom)

    def draw(self) -> int:
        for part in (self.top, self.middle, self.bottom):
            if part:
                return part.pop(0)
        return -1

    def shuffle(self) -> None:
        stream = Stream(self.seed, self.game, 2, self.shuffles)
        self.shuffles += 1
        for slot in sorted(self.top + self.bottom):
            self.middle.insert(stream.batch([len(self.middle) + 1])[0], slot)
        self.top, self.bottom = [], []

    def fetch(self, slot: int) -> None:
        for part in (self.top, self.middle, self.bottom):
            if slot in part:
                part.remove(slot)

    def mix_bottom(self, count: int) -> None:
        if count:
            stream = Stream(self.seed, self.game, 4, self.groups)
            self.bottom[-count:] = mixed(self.bottom[-count:], stream)
            self.groups += 1
