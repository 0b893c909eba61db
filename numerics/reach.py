"""How far integrals reach, in balls.

On the line z(x) = int_0^x (1 + u^2)^(-e) du, on (0, 1) z(x) = int_(1/2)^x (u (1 - u))^(-a) du.
"""

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
    return _excess(size, half_length(e))


def gap_between(a: fmpq, w: fmpq) -> arb | fmpq:
    """Return the distance from w to the interval of the values of z on (0, 1), enclosed.

    For a >= 1 the integrand is at least 1 / (1 - u), and z takes every value.

    >>> gap_between(fmpq(1), fmpq(10))
    0
    >>> bool(0.4 < gap_between(fmpq(1, 2), fmpq(2)) < 0.46)  # 2 - pi / 2
    True
    """
    a, size = fmpq(a), abs(fmpq(w))
    return fmpq(0) if a >= 1 else _excess(size, half_length_between(a))


def _excess(size: fmpq, half: arb) -> arb | fmpq:
    """Return the positive part of size - half."""
    beyond = arb(size) - half
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


def half_length_between(a: fmpq) -> arb:
    """Return int_(1/2)^1 (u (1 - u))^(-a) du for a < 1, enclosed.

    With d = 1 - a, 1 - u = y^(1/d) / 2 turns (1 - u)^(-a) du into 2^(-d) dy / d.
    """
    d = 1 - a
    values = [
        (1 - arb(fmpq(i, CELLS)) ** arb(1 / d) / 2) ** -arb(a) if i else arb(1)
        for i in range(CELLS + 1)
    ]
    middle = sum(values[1:-1], arb(0))
    low, high = middle + values[0].min(values[-1]), middle + values[0].max(values[-1])
    return low.union(high) / CELLS * arb(2) ** -arb(d) / arb(d)


def _decreasing(integrand) -> arb:
    """Enclose the integral over [0, 1] of a decreasing function that is 1 at 0."""
    values = [arb(1), *(integrand(arb(fmpq(i, CELLS))) for i in range(1, CELLS + 1))]
    lower = sum(values[1:], arb(0)) / CELLS
    return lower.union(lower + (1 - values[-1]) / CELLS)
