"""How appendix J is attacked: decay minimised over factors, expansions by differentiation."""

from typing import Any

from numerics import factorisations, two_factors
from theory.papers.steepest_mirror import sparsity
from verify.claims.meanings import Approximate, Formula
from verify.papers.steepest_mirror import plain


def _expansion(symbol: Any, curve: two_factors.Curve) -> tuple[Formula, Approximate]:
    return (
        Formula(sparsity.taylor(symbol)),
        Approximate(lambda x: two_factors.second_order(curve, x)),
    )


MEANINGS = {
    sparsity.LEAST: (
        Formula(sparsity.least_decay),
        Approximate(factorisations.least_squares),
    ),
    sparsity.T_V: _expansion(sparsity.v, two_factors.root),
    sparsity.T_INVERSE: _expansion(1 / sparsity.v, lambda x: 1 / two_factors.root(x)),
    sparsity.T_M: _expansion(sparsity.m0, two_factors.larger),
    sparsity.T_W: _expansion(sparsity.w0, two_factors.smaller),
}
PLAIN = {
    sparsity.LEAST: plain.least_squares_of_factors,
}
