"""What sums over coordinates mean: rigorous enclosures, term by term."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb

from numerics.power_sums import enclosed_sum
from theory.papers.signsgd_scaling import sums
from verify.claims.meanings import Exact
from verify.truth import Undecided


def _index(end: Any) -> int:
    """Return the last integer up to an end of a sum.

    Raises:
        Undecided: the ball leaves it open.
    """
    integer = arb(end).floor().unique_fmpz()
    if integer is None:
        raise Undecided("which integer is the last one up to", end)
    return int(integer)


def sum_to(term: Callable[[arb], arb], first: Any, last: Any) -> arb:
    """Return a sum of terms that are not negative over the integers between two ends.

    Raises:
        Undecided: one of them is not known, or a ball around the sum is too wide.
    """
    found = enclosed_sum(term, _index(first), _index(last))
    if found is None:
        raise Undecided("a sum up to", last, "in so few blocks")
    return found


def _decay(a: Any, b: Any, x: Any, m: Any, d: Any) -> arb | None:
    a, b, x = arb(a), arb(b), arb(x)
    return sum_to(lambda j: j**-a * (-x * j**-b).exp(), m, d)


def _noise(a: Any, x: Any, d: Any) -> arb | None:
    a, x = arb(a), arb(x)
    return sum_to(lambda j: -(j**-a) * (-x * j**-a).expm1(), 1, d)


MEANINGS = {
    sums.DECAY_SUM: (Exact(_decay),),
    sums.NOISE_SUM: (Exact(_noise),),
}
