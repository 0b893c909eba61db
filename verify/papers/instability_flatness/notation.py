"""How the walk from a point is attacked: its law by enumeration of sign strings."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import sympy as sp
from flint import fmpq

from numerics import linear_pieces, walk
from theory.papers.instability_flatness import notation
from verify.claims.meanings import Exact, Formula
from verify.papers.instability_flatness import plain
from verify.truth import Undecided, fraction


def _mass(of: Any) -> Exact:
    def evaluate(alpha: Any, u: fmpq, x: fmpq, t: fmpq) -> Fraction:
        return of(walk.law(alpha, fraction(u), int(t.numerator)), fraction(x))

    return Exact(evaluate)


def _end(alpha: Any, u: fmpq, signs: Sequence[Fraction], t: fmpq) -> Fraction | None:
    """Return where the walk from u is after t steps along a string."""
    return walk.end(alpha, fraction(u), signs, int(t.numerator)) if t >= 0 else None


def _sum(signs: Sequence[Fraction], j: fmpq) -> Fraction | None:
    """Return the sum of the first j signs."""
    return sum(signs[: int(j.numerator)], Fraction(0)) if j >= 0 else None


def _generated(signs: Sequence[Fraction], n: fmpq) -> Fraction | None:
    """Return 1 if the first n signs come from none by wrapping and appending, else 0."""
    if n < 0:
        return None
    if n > len(signs):
        raise Undecided(f"{n} signs of a string of {len(signs)}")
    length = int(n.numerator)
    made = {(at, at) for at in range(length + 1)}  # the parts from .. up to .. that are made
    for size in range(2, length + 1):
        for start in range(length - size + 1):
            stop = start + size
            around = signs[start] + signs[stop - 1] == 0 and abs(signs[start]) == 1
            wraps = around and (start + 1, stop - 1) in made
            joins = ({(start, cut), (cut, stop)} <= made for cut in range(start + 1, stop))
            if wraps or any(joins):
                made.add((start, stop))
    return Fraction(int((0, length) in made))


def _share_of_sums(condition: Callable[[Any], bool]) -> tuple[Formula, Exact]:
    """Return the probability that the sum of t signs satisfies a condition, in two ways."""

    def build(t: Any) -> Any:
        steps = int(t)
        counted = (comb(steps, k) for k in range(steps + 1) if condition(2 * k - steps))
        return sp.Integer(sum(counted)) / 2**steps

    def evaluate(t: fmpq) -> Fraction | None:
        if t < 0:
            return None
        law = walk.law(lambda _: Fraction(1), Fraction(0), int(t.numerator))
        return sum((mass for total, mass in law.items() if condition(total)), Fraction(0))

    return Formula(build), Exact(evaluate)


def _at_least(law: dict[Fraction, Fraction], level: Fraction) -> Fraction:
    """Return Pr(X >= level)."""
    return 1 - walk.mass_below(law, level)


MEANINGS = {
    notation.F: (Formula(notation.at_most), _mass(walk.mass_at_most)),
    notation.ABOVE: (Formula(notation.at_least), _mass(_at_least)),
    notation.PHI: (Exact(_end), Exact(linear_pieces.end)),
    notation.H: (Exact(_sum), Exact(linear_pieces.count)),
    notation.GENERATED: (Exact(_generated), Exact(linear_pieces.generated)),
    notation.SUM_BELOW: _share_of_sums(lambda total: total < 0),
    notation.SUM_ZERO: _share_of_sums(lambda total: total == 0),
}
PLAIN = {
    notation.F: plain.at_most,
    notation.ABOVE: plain.at_least,
    notation.SUM_BELOW: plain.sum_below,
    notation.SUM_ZERO: plain.sum_zero,
}
