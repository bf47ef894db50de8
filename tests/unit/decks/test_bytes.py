"""The same list through every editor: marks, line ends, encodings, invisible characters."""

from __future__ import annotations

import pytest

from analyzer.decks import load_deck
from analyzer.errors import InputError

LIST = "4 Opt\n1 Lim-Dûl's Vault\n\nSideboard\n2 Urza's Saga\n"
PLAIN = ({"Opt": 4, "Lim-Dûl's Vault": 1}, ((2, "Urza's Saga"),))


def read(tmp_path, data: bytes):
    path = tmp_path / "deck.txt"
    path.write_bytes(data)
    return load_deck(path)


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (LIST.encode(), []),
        (LIST.rstrip().encode(), []),
        (LIST.encode("utf-8-sig"), []),
        (LIST.replace("\n", "\r\n").encode("utf-8-sig"), []),
        (LIST.replace("\n", "\r").encode(), []),
        (LIST.replace("\n", "\u2028").encode(), []),
        (LIST.encode("utf-16"), []),
        (b"\xfe\xff" + LIST.encode("utf-16-be"), []),
        (LIST.encode("utf-32"), []),
        (LIST.encode("latin-1"), ["encoding"]),
        (LIST.replace("û", "u\u0302").encode(), []),
        (LIST.replace("'", "’").encode("cp1252"), ["encoding"]),
        (LIST.replace(" ", "\u00a0").encode(), []),
        (LIST.replace("4", "\uff14").replace(" ", "\u3000").encode(), []),
        (LIST.replace("Opt", "\u200eO\u200bp\u00adt\u200f\ufeff").encode(), []),
        (LIST.replace(" ", "\t").encode(), []),
        (LIST.replace("Opt", "Opt\x00").encode(), ["control-characters"]),
    ],
)
def test_the_same_deck(tmp_path, data, codes):
    deck = read(tmp_path, data)
    assert (deck.counts, deck.sideboard) == PLAIN
    assert [notice.code for notice in deck.notices] == codes
    assert deck.name == "deck"


def test_the_notice_on_the_encoding_names_the_first_line_that_is_not_utf8(tmp_path):
    assert read(tmp_path, LIST.encode("latin-1")).notices[0].line == 2


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 4,
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00\x00\x00\x01\x00\x08\x06",
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\x4c\x4a\x06\x00\xc2\x41\x24\x35\x03\x00\x00\x00",
        LIST.encode("utf-16")[2:],  # without its mark nobody can tell
        b"\x00" * 1000,
    ],
)
def test_binary_files_are_refused_in_one_line(tmp_path, data):
    with pytest.raises(InputError, match=r"deck\.txt: a binary file, not a decklist") as caught:
        read(tmp_path, data)
    assert "\n" not in str(caught.value)


def test_broken_wide_text_and_huge_files_are_refused(tmp_path):
    with pytest.raises(InputError, match="broken UTF-16 text"):
        read(tmp_path, LIST.encode("utf-16") + b"\x00")
    with pytest.raises(InputError, match="larger than 1,000,000 bytes"):
        read(tmp_path, b"4 Opt\n" * 200_000)
