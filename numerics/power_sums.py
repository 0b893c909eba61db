"""Rigorous enclosures of long sums of smooth terms, by bisection of the range of summation."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

MAX_BLOCKS = 20_000


def enclosed_sum(
    term: Callable[[arb], arb], first: int, last: int, accuracy: float = 3e-2
) -> arb | None:
    """Return a ball that contains term(first) + ... + term(last).

    Args:
        term: encloses the term on a ball of indices; terms are not negative.
        first, last: the range, both ends included.
        accuracy: the relative radius to reach.

    Returns:
        The ball, or `None` if `MAX_BLOCKS` blocks are not enough.

    >>> enclosed_sum(lambda j: 1 / j**2, 1, 10**6).overlaps(arb("1.644933"))
    True
    """

    def block(low: int, high: int) -> tuple[int, int, arb]:
        return low, high, term(arb(low).union(arb(high))) * (high - low + 1)

    if last < first:
        return arb(0)
    if last - first < 2:
        return sum((term(arb(j)) for j in range(first, last + 1)), arb(0))
    blocks = [block(first, first), block(first + 1, last - 1), block(last, last)]
    while len(blocks) < MAX_BLOCKS:
        least = sum((b.lower() for *_, b in blocks if b > 0), arb(0))
        share = least * accuracy / len(blocks)
        wide = [b for b in blocks if b[0] < b[1] and not b[2].rad() <= share]
        if not wide:
            return sum((ball for *_, ball in blocks), arb(0))
        blocks = [b for b in blocks if b[0] == b[1] or b[2].rad() <= share]
        for low, high, _ in wide:
            half = (low + high) // 2
            blocks += [block(low, half), block(half + 1, high)]
    return None
