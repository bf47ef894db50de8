"""How estimates read in print: decimals, shares of 0, differences that were not found."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal

from analyzer.stats.estimate import Estimate

NOT_RESOLVED_TEXT = "not resolved"


def rounded(value: float, half_width: float) -> tuple[str, str]:
    """Value and half-width as text: two significant digits if the half-width starts with 1, else one (SEMANTICS 3, 13).

    The value gets as many decimals. A half-width of 0 leaves the value at up to six significant digits; one that is
    not finite reads "not resolved".

    >>> rounded(75.1234, 0.0961), rounded(75.1234, 0.134), rounded(1234.5, 23.4)
    (('75.12', '0.10'), ('75.12', '0.13'), ('1230', '20'))
    """
    if math.isnan(value) or not math.isfinite(half_width):
        return ("?" if math.isnan(value) else f"{value:.4g}"), NOT_RESOLVED_TEXT
    if half_width < 0:
        raise ValueError(f"half-width {half_width} must not be negative")
    if half_width == 0 or not math.isfinite(value):
        return f"{value:.6g}", "0"
    exact = Decimal(repr(float(half_width)))
    digits = 2 if _leading_digit(_significant(exact, 2)) == 1 else 1
    shown = _significant(exact, digits)
    if digits == 1 and _leading_digit(shown) == 1:
        # 0.0096 becomes 0.01, which now starts with 1 and so is owed a second digit.
        shown = shown.quantize(Decimal(1).scaleb(shown.adjusted() - 1))
    step = Decimal(1).scaleb(shown.adjusted() + 1 - (2 if _leading_digit(shown) == 1 else 1))
    return _plain(Decimal(repr(float(value))), step), _plain(exact, step)


def _significant(number: Decimal, digits: int, rounding: str = ROUND_HALF_UP) -> Decimal:
    return number.quantize(Decimal(1).scaleb(number.adjusted() + 1 - digits), rounding)


def _leading_digit(number: Decimal) -> int:
    return number.as_tuple().digits[0]


def _plain(number: Decimal, step: Decimal) -> str:
    text = format(number.quantize(step, ROUND_HALF_UP), "f")
    return text.lstrip("-") if not any(digit in text for digit in "123456789") else text


def plus_minus(estimate: Estimate) -> str:
    """Estimate as text with its half-width.

    >>> plus_minus(Estimate(63.18, 63.09, 63.27, 1_000_000, "wilson"))
    '63.18 +- 0.09'
    """
    value, spread = rounded(estimate.value, estimate.half_width)
    if spread == NOT_RESOLVED_TEXT:
        return spread
    return value if spread == "0" else f"{value} +- {spread}"


def share_text(estimate: Estimate) -> str:
    """A share in per cent; 0 or all of n read as a bound instead of a false "+- 0" (SEMANTICS 3, 1).

    >>> from analyzer.stats.shares import share
    >>> share_text(share(0, 1000)), share_text(share(1000, 1000)), share_text(share(632, 1000))
    ('0, at most 0.39 %', '100, at least 99.61 %', '63 +- 3 %')
    """
    if math.isnan(estimate.value):
        return "no game met the condition"
    if estimate.kind in ("wilson", "strata") and estimate.value == 0:
        return f"0, at most {_bound(100 * estimate.high)} %"
    if estimate.kind in ("wilson", "strata") and estimate.value == 1:
        gap = Decimal(_bound(100 * (1 - estimate.low)))
        return f"100, at least {100 - gap} %"
    return f"{plus_minus(estimate.scaled(100))} %"


def _bound(number: float) -> str:
    """Two significant digits, rounded up: what is printed as excluded must be excluded."""
    text = format(_significant(Decimal(repr(float(number))), 2, ROUND_CEILING), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def difference_text(estimate: Estimate, unit: str = "points") -> str:
    """A difference in words (SEMANTICS 3, 9); `estimate` is already in `unit`.

    >>> difference_text(Estimate(0.1, -0.2, 0.4, 1000, "paired"))
    'no difference found; more than 0.4 points either way is excluded'
    >>> difference_text(Estimate(6.59, 6.41, 6.77, 100_000, "paired"))
    '+6.59 +- 0.18 points'
    """
    if not estimate.resolved:
        return NOT_RESOLVED_TEXT
    if estimate.low <= 0 <= estimate.high:
        largest = max(-estimate.low, estimate.high)
        if largest == 0:
            return "no game differed"
        return f"no difference found; more than {_bound(largest)} {unit} either way is excluded"
    text = plus_minus(estimate)
    return f"{text if text.startswith('-') else '+' + text} {unit}"
