"""How the Hessian of z(theta_1 ... theta_n) is attacked: by exact central differences.

z is expanded to second order, so that the loss is of degree at most 2 in each parameter.
"""

from collections.abc import Callable, Sequence

from flint import fmpq

from numerics.product_hessian import hessian
from theory.papers.instability_flatness import polarity_notation, products
from verify.claims.meanings import Exact, Formula
from verify.papers.instability_flatness import plain

Output = Callable[[Sequence[fmpq]], fmpq]


def _entry(output: Output, at: list[fmpq], dz: fmpq, ddz: fmpq, i: int, j: int) -> fmpq:
    """Return a second derivative of z(output), where z' = dz and z'' = ddz at the point."""
    centre = output(at)

    def loss(t: Sequence[fmpq]) -> fmpq:
        offset = output(t) - centre
        return dz * offset + ddz * offset * offset / 2

    return hessian(loss, at)[i][j]


def mixed(a: fmpq, b: fmpq, p: fmpq, dz: fmpq, ddz: fmpq) -> fmpq:
    """Return the second derivative of z(a b p) in a and b."""
    return _entry(lambda t: t[0] * t[1] * p, [a, b], dz, ddz, 0, 1)


def pure(a: fmpq, p: fmpq, dz: fmpq, ddz: fmpq) -> fmpq:
    """Return the second derivative of z(a p) in a."""
    return _entry(lambda t: t[0] * p, [a], dz, ddz, 0, 0)


def across(a: fmpq, p: fmpq, b: fmpq, r: fmpq, dz: fmpq, ddz: fmpq) -> fmpq:
    """Return the second derivative of z(a p + b r) in a and b."""
    return _entry(lambda t: t[0] * p + t[1] * r, [a, b], dz, ddz, 0, 1)


MEANINGS = {
    polarity_notation.MIXED: (Formula(products.mixed), Exact(mixed)),
    polarity_notation.PURE: (Formula(products.pure), Exact(pure)),
    polarity_notation.ACROSS: (Formula(products.across), Exact(across)),
}
PLAIN = {
    polarity_notation.MIXED: plain.mixed,
    polarity_notation.PURE: plain.pure,
    polarity_notation.ACROSS: plain.across,
}
