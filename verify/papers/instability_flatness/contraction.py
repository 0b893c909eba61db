"""How the walk from a point is attacked: its law by enumeration of sign strings."""

from fractions import Fraction
from typing import Any

from flint import fmpq

from numerics import walk
from theory.papers.instability_flatness import contraction
from verify.claims.meanings import Exact, Formula
from verify.truth import fraction


def _mass(of: Any) -> Exact:
    def evaluate(alpha: Any, u: fmpq, t: fmpq) -> Fraction:
        start = fraction(u)
        return of(walk.law(alpha, start, int(t.numerator)), start)

    return Exact(evaluate)


MEANINGS = {
    contraction.AT_MOST: (Formula(contraction.at_most), _mass(walk.mass_at_most)),
    contraction.BELOW: (Formula(contraction.below), _mass(walk.mass_below)),
}
