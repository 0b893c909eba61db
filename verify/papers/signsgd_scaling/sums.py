"""What sums over coordinates mean: rigorous enclosures, term by term."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb

from numerics.power_sums import enclosed_sum
from theory.papers.signsgd_scaling import sums
from verify.claims.meanings import Exact


def _index(end: Any) -> int | None:
    """Return the last integer up to an end of a sum, `None` if the ball leaves it open."""
    integer = arb(end).floor().unique_fmpz()
    return None if integer is None else int(integer)


def sum_to(term: Callable[[arb], arb], first: Any, last: Any) -> arb | None:
    """Return a sum of terms that are not negative over the integers between two ends."""
    low, high = _index(first), _index(last)
    return None if low is None or high is None else enclosed_sum(term, low, high)


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
