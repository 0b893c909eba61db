"""Finite sums and products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp
from flint import arb, fmpq

from verify.truth.outcomes import Undecided
from verify.truth.points import whole

if TYPE_CHECKING:
    from verify.truth.arithmetic import Arithmetic

EXACT_BITS = 2**15  # a longer total goes on as a ball: every further term would cost as much


def _finite(arithmetic: Arithmetic, expression: Any) -> Any:
    """Return a sum or product over a range of integers.

    It is empty where the range ends just before it begins. Where it ends earlier, conventions
    differ (nothing, or minus the terms left out), and nothing is decided.
    """
    body, *limits = expression.args
    if len(limits) != 1 or len(limits[0]) != 3:
        raise Undecided(expression, "has not one range")
    index, *ends = limits[0]
    first, last = map(whole, arithmetic.numbers(ends))
    if first is None or last is None:
        raise Undecided("the ends of", expression, "are not integers")
    if last < first - 1:
        raise Undecided("conventions differ on a range that ends before it begins:", expression)
    arithmetic.work.spend(last - first + 1)
    is_sum = expression.func is sp.Sum
    total: Any = fmpq(0 if is_sum else 1)
    known = arithmetic.constants(body, index)
    for i in range(first, last + 1):
        term = arithmetic.at({index: fmpq(i)}, arithmetic.analytic, known=known).number(body)
        total = total + term if is_sum else total * term
        if type(total) is fmpq and total.height_bits() > EXACT_BITS:
            total = arb(total)
    return total


RULES = {sp.Sum: _finite, sp.Product: _finite}
