"""How `scryworth odds` prints its answers: aligned columns, per cents and fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.exact.landcount import LandRow
    from analyzer.exact.odds import Odds, Question


def question_text(question: Question, answers: Sequence[Odds], mulligan: str | None, seat: str) -> str:
    """Answers to one question, a line for each number of cards, with the exact fraction."""
    from analyzer.exact.odds import parts_alone

    title = f"{question}; deck of {question.deck}"
    if mulligan:
        lines = [f"{title}; opening hand, {mulligan} mulligan until it is there", ""]
        cells = [[f"keep {a.cards} or more", _percent(a.chance), str(a.chance)] for a in answers]
        return "\n".join(lines + _columns([["hand", "chance", "exactly"], *cells])) + "\n"
    if answers[0].turn is not None:
        title += f", hand of {question.hand}; {_table_words(question.players, seat)}"
    # A turn on the draw sees what the next turn on the play sees: one line for both.
    when: dict[int, list[str]] = {}
    for answer in answers:
        when.setdefault(answer.cards, []).extend(_when(answer))
    chances = {answer.cards: answer.chance for answer in answers}
    cells = [[str(n), _percent(chances[n]), str(chances[n]), "; ".join(words)] for n, words in when.items()]
    head = ["cards", "chance", "exactly", "seen by" if answers[0].turn is not None else ""]
    lines = [title, "", *_columns([head, *cells])]
    if len(question.clauses) > 1 and len(answers) == 1:
        alone, product = parts_alone(question, answers[0].cards)
        parts = ", ".join(f"{clause} {_percent(part)}" for clause, part in zip(question.clauses, alone, strict=True))
        lines += ["", f"each alone: {parts}", f"their product, {_percent(product)}, is not the chance of all together"]
    return "\n".join(lines) + "\n"


def _table_words(players: int, seat: str) -> str:
    if players > 2:
        return f"{players} players, everybody draws on turn 1"
    return "two players, on the play turn 1 has no draw" if seat != "draw" else "two players"


def _when(answer: Odds) -> list[str]:
    if answer.turn is None:
        return []
    if answer.turn == 0:
        return ["opening hand"]
    return [f"turn {answer.turn}" + (f" on the {answer.seat}" if answer.seat else "")]


def _percent(chance: Fraction) -> str:
    """Per cent with four decimals; a chance that is neither nothing nor certain never reads as 0 or 100."""
    number = 100 * float(chance)
    text = f"{number:.4f}"
    if text == "100.0000" and chance != 1:
        return "> 99.9999 %"
    return f"{number:.3g} %" if text == "0.0000" and chance else f"{text} %"


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of text with aligned columns: numbers and per cents to the right, words to the left."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    right = [all(row[i].endswith("%") or row[i].isdigit() for row in rows[1:]) for i in range(len(widths))]
    return [
        "  ".join(
            cell.rjust(width) if set_right else cell.ljust(width)
            for cell, width, set_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in rows
    ]


def lands_text(lands: int, deck: int, players: int, rows: Sequence[LandRow], hands: Sequence[Fraction]) -> str:
    """Land drops, screw and flood, one line a goal, with the lands of the first seven and the rules used."""
    rules = "London: keep 7 with 2-5 lands, 6 and 5 with 2-4, any 4" + ("; the free seven 3-5" if players > 2 else "")
    first = "  ".join(f"{k}: {100 * float(p):.1f} %" for k, p in enumerate(hands))
    lines = [f"{lands} lands in {deck} cards; {_table_words(players, 'both')}", "", *_columns(_land_columns(rows))]
    return "\n".join([*lines, "", f"lands in the first seven  {first}", rules]) + "\n"


def _land_columns(rows: Sequence[LandRow]) -> list[list[str]]:
    """One line a goal; for each seat the chance from draws alone and with London mulligans."""
    seats = list(dict.fromkeys(row.seat for row in rows))
    head = ["goal"]
    for seat in seats:
        head += [f"{seat}, draws alone".lstrip(", "), "London"]
    lines: dict[str, list[str]] = {}
    for row in rows:
        lines.setdefault(row.goal, [row.goal]).extend([_percent(row.alone), _percent(row.london)])
    return [head, *lines.values()]
