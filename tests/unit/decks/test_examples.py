"""The shipped lists are decks that somebody could register and play."""

from __future__ import annotations

import pytest

from analyzer.cards.model import CardFacts
from analyzer.decks import example_names, load_deck
from analyzer.decks.load import example_title
from analyzer.decks.summary import summarise
from analyzer.errors import InputError

ANY_NUMBER = {"Nazgûl": 9}  # cards that say themselves how many a deck may have
LANDS = {40: range(16, 19), 60: range(19, 27), 99: range(34, 40)}
MOST_MEAN = 3.2


@pytest.mark.parametrize("name", example_names())
def test_an_example_is_a_legal_and_sensible_deck(name):
    deck = load_deck(f"example:{name}")
    summary = summarise(deck)
    assert deck.notices == () and example_title(name)[-1] == "."
    assert summary.lands in LANDS[deck.size]
    assert len(deck.commanders) == (deck.size == 99)
    assert sum(copies for copies, _ in deck.sideboard) in (0, 15)
    assert 1.5 <= summary.mean_mana_value <= MOST_MEAN
    together = dict(deck.counts)
    for copies, card in deck.sideboard:
        together[card] = together.get(card, 0) + copies
    most = 1 if deck.commanders else 40 if deck.size == 40 else 4
    over = {card: n for card, n in together.items() if n > ANY_NUMBER.get(card, most)}
    assert {card for card in over if "basic" not in deck.facts[card].types} == set()


@pytest.mark.parametrize("name", example_names())
def test_every_colour_of_an_example_has_its_lands(name):
    deck = load_deck(f"example:{name}")
    summary = summarise(deck)
    coloured = {colour: pips for colour, pips in summary.pips.items() if colour != "C"}
    for colour, pips in coloured.items():
        share = pips / sum(coloured.values())
        assert summary.land_sources.get(colour, 0) >= 0.8 * share * summary.lands, colour
    made = {colour for colour in summary.land_sources if colour != "C"}
    assert made <= set(coloured)
    identity = {letter for commander in deck.commanders for letter in deck.facts[commander].identity}
    if deck.commanders:
        assert all(set(deck.facts[card].identity) <= identity for card in deck.counts)


@pytest.mark.parametrize(
    ("name", "asks"),
    [
        ("azorius-temples", lambda card: "Temple" in card.name),
        ("opt-preordain-tempo", lambda card: "scry" in card.effects and "draw" in card.effects),
        ("niko-shards", lambda card: "shard" in card.effects),
        ("sorcerer-roles", lambda card: "sorcerer" in card.effects),
        ("the-ring", lambda card: "ring1" in card.effects),
        ("mono-red-burn", lambda card: "scry" in card.effects),
        ("limited-40", lambda card: "scry" in card.effects),
        ("commander-99", lambda card: "scry" in card.effects or "surveil" in card.effects),
    ],
)
def test_an_example_shows_what_it_is_named_for(name, asks):
    def every_face(card: CardFacts) -> bool:
        return asks(card) or (card.other_face is not None and asks(card.other_face))

    deck = load_deck(f"example:{name}")
    assert sum(copies for card, copies in deck.counts.items() if every_face(deck.facts[card])) >= 4


def test_an_unknown_example_names_the_near_ones():
    with pytest.raises(InputError, match="did you mean azorius-temples"):
        load_deck("example:azorius-temple")
    with pytest.raises(InputError, match="there are azorius-temples, commander-99"):
        load_deck("example:qqq")
