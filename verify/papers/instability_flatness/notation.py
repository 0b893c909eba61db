"""How the walk from a point is attacked: its law by enumeration of sign strings."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq

from numerics import walk
from theory.papers.instability_flatness import notation
from verify.claims.meanings import Exact, Formula
from verify.truth import fraction


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


def _at_least(law: dict[Fraction, Fraction], level: Fraction) -> Fraction:
    """Return Pr(X >= level)."""
    return 1 - walk.mass_below(law, level)


MEANINGS = {
    notation.F: (Formula(notation.at_most), _mass(walk.mass_at_most)),
    notation.ABOVE: (Formula(notation.at_least), _mass(_at_least)),
    notation.PHI: (Exact(_end),),
    notation.H: (Exact(_sum),),
}
