"""How far an integral from 0 reaches: z(x) = int_0^x (1 + u^2)^(-e) du, in balls."""

from __future__ import annotations

from flint import arb, fmpq

CELLS = 64  # monotone integrands are enclosed by lower and upper sums over so many cells


def gap(e: fmpq, w: fmpq) -> arb | fmpq:
    """Return the distance from w to the interval of the values of z, enclosed.

    For e <= 1/2 the integrand is at least 1 / (sqrt(2) u) beyond 1, and z takes every value.

    >>> gap(fmpq(1, 2), fmpq(10))
    0
    >>> bool(0.4 < gap(fmpq(1), fmpq(2))) and bool(gap(fmpq(1), fmpq(2)) < 0.46)
    True
    """
    e, size = fmpq(e), abs(fmpq(w))
    if e <= fmpq(1, 2):
        return fmpq(0)
    beyond = arb(size) - half_length(e)
    if beyond < 0:
        return fmpq(0)
    return beyond if beyond > 0 else arb(0).union(beyond)


def half_length(e: fmpq) -> arb:
    """Return int_0^oo (1 + u^2)^(-e) du for e > 1/2, enclosed.

    Beyond 1, u = y^(-1/d) with d = 2 e - 1 turns u^(-2 e) du into dy / d.
    """
    d = 2 * e - 1
    return _decreasing(lambda u: (1 + u * u) ** -arb(e)) + _decreasing(
        lambda y: (1 + y ** arb(2 / d)) ** -arb(e)
    ) / arb(d)


def _decreasing(integrand) -> arb:
    """Enclose the integral over [0, 1] of a decreasing function that is 1 at 0."""
    values = [arb(1), *(integrand(arb(fmpq(i, CELLS))) for i in range(1, CELLS + 1))]
    lower = sum(values[1:], arb(0)) / CELLS
    return lower.union(lower + (1 - values[-1]) / CELLS)
