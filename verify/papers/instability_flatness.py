"""How instability-flatness is attacked: what its opaque quantities mean."""

from fractions import Fraction
from typing import Any

from flint import fmpq

from numerics import eigenvectors, walk
from theory.papers.instability_flatness import contraction, tails, two_parameters
from verify.meanings import Approximate, Exact, Formula
from verify.truth import fraction


def _mass(of: Any) -> Exact:
    def evaluate(alpha: Any, u: fmpq, t: fmpq) -> Fraction:
        start = fraction(u)
        return of(walk.law(alpha, start, int(t.numerator)), start)

    return Exact(evaluate)


MEANINGS = {
    contraction.AT_MOST: (Formula(contraction.at_most), _mass(walk.mass_at_most)),
    contraction.BELOW: (Formula(contraction.below), _mass(walk.mass_below)),
    tails.REACH: (
        Formula(tails.reach),
        Exact(lambda t, n: walk.reach_probability(int(t.numerator), int(n.numerator))),
    ),
    two_parameters.R: (
        Formula(two_parameters.top_ratio),
        Exact(eigenvectors.top_ratio_in_balls),
        Approximate(eigenvectors.top_ratio),
    ),
}
