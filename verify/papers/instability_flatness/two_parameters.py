"""How the Hessian of z(t1 t2) is attacked: by exact central differences and rigorous balls."""

from collections.abc import Sequence

from flint import fmpq

from numerics import eigenvectors
from numerics.product_hessian import hessian
from theory.papers.instability_flatness import polarity_notation, two_parameters
from verify.claims.meanings import Approximate, Exact, Formula
from verify.papers.instability_flatness import plain


def entry(i: fmpq, j: fmpq, t1: fmpq, t2: fmpq, dz: fmpq, ddz: fmpq) -> fmpq | None:
    """Return an entry of the Hessian of z, expanded to second order around t1 t2."""
    if not {i, j} <= {1, 2}:
        return None

    def loss(t: Sequence[fmpq]) -> fmpq:
        offset = t[0] * t[1] - t1 * t2
        return dz * offset + ddz * offset * offset / 2

    return hessian(loss, [t1, t2])[int(i) - 1][int(j) - 1]


MEANINGS = {
    two_parameters.R: (
        Formula(two_parameters.top_ratio),
        Exact(eigenvectors.top_ratio_in_balls),
        Approximate(eigenvectors.top_ratio),
    ),
    polarity_notation.HESSIAN_2: (Formula(two_parameters.entry), Exact(entry)),
    polarity_notation.TOP: (
        Formula(two_parameters.largest),
        Exact(eigenvectors.top_value_in_balls),
    ),
}
PLAIN = {polarity_notation.TOP: plain.top_of_two}
