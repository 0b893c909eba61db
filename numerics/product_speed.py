"""How fast the product x = w_1 w_2 ... w_L moves under steepest flow, and how that speed grows.

The velocity of every factor is taken from automatic differentiation of f(w_1 ... w_L); the
product's velocity is the derivative of the product along it. Tails of integrals over x are
judged by the growth of the measured speed. Shapes: factors `w [k, L, 1]` (k points, L factors).
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from numerics.steepest_flow import Flow, gradient, integrate, velocity

_EPS = 2.0**-52
MARGIN = 1e-3  # how far a measured exponent must lie from a threshold to be told apart from it
EQUAL = 1e-6  # how near it must lie to count as equal; the extrapolation is good to 1e-7
_STEPS = 256  # of the descent during a rest
UNKNOWN = (float("nan"), float("inf"))


def product_velocity(q: float, slope: float, w: Tensor) -> Tensor:
    """Return dx/dt `[k]` for f with f'(x) = slope, at factors `w [k, L, 1]`.

    >>> product_velocity(2.0, 3.0, torch.tensor([[[1.0], [2.0]]], dtype=torch.float64)).tolist()
    [-15.0]
    """
    moved = velocity(Flow(q=q), lambda x: slope * x.sum(-1), w)
    return (gradient(lambda x: x.sum(-1), w) * moved).sum(dim=(-2, -1))


def velocity_of_product(
    q: float, slope: float, depth: float, first: float, other: float
) -> tuple[float, float]:
    """Return dx/dt and a round-off bound for one factor `first` and depth - 1 factors `other`."""
    return velocity_of_factors(q, slope, first, *[other] * (round(depth) - 1))


def velocity_of_factors(q: float, slope: float, *factors: float) -> tuple[float, float]:
    """Return dx/dt and a round-off bound for any factors."""
    w = torch.tensor(factors, dtype=torch.float64).reshape(1, -1, 1)
    value = float(product_velocity(q, slope, w))
    if not math.isfinite(value):
        return UNKNOWN
    return value, 16 * _EPS * (1 + abs(q)) * len(factors) ** 2 * abs(value) + 1e-300


def velocity_of_one_factor(q: float, slope: float, c: float) -> tuple[float, float]:
    """Return dx/dt and a round-off bound for x = w c where c, the other factors, stands still."""
    value = float(product_velocity(q, slope * c, torch.ones(1, 1, 1, dtype=torch.float64)))
    if not math.isfinite(value * c):
        return UNKNOWN
    return value * c, 64 * _EPS * (1 + abs(q)) * abs(value * c) + 1e-300


def speed_after_rest(q: float, rest: float, balance: float, depth: float) -> tuple[float, float]:
    """Return dx/dt at unit slope after a time `rest` of descent on x^2 / 2, and an error bound.

    The factors start at 0 and depth - 1 times balance^(1/q). At q = 1 the start is a third of a
    step off, since an exact hit of zero would freeze all factors, which no generic start does;
    every factor is then within a few steps of its flow.

    >>> speed, error = speed_after_rest(2.0, 0.5, 1.0, 3)
    >>> abs(speed - 1.0) <= error < 1e-9
    True
    """
    count = round(depth)
    w = torch.full((count, 1), balance ** (1 / q), dtype=torch.float64)
    w[0] = 0.0
    off = 0.0
    if rest > 0:
        step = rest / _STEPS
        if q == 1:
            off = 4 * step
            w += step / 3
        path = integrate(
            Flow(q=q),
            lambda x: (x**2).sum(-1) / 2,
            w,
            step=step,
            steps=_STEPS,
            method="euler",
            record=_STEPS,
        )
        w = path.w[-1]
    value, error = velocity_of_factors(q, -1.0, *w.flatten().tolist())
    if not math.isfinite(value):
        return UNKNOWN
    size = float(w[1:].abs().max())
    most = (size + off) ** (count - 1) + (count - 1) * off * (size + off) ** (count - 2)
    least = max(size - off, 0.0) ** (count - 1)
    return value, error + (most - least if off else 0.0) + 64 * _EPS * count * abs(value)


def balanced(q: float, depth: int, balance: float, z: Tensor) -> Tensor:
    """Return factors `[k, L, 1]` with |w_1|^q = z and |w_i|^q = z + balance for i >= 2."""
    w = ((z + balance) ** (1 / q))[:, None].repeat(1, depth)
    w[:, 0] = z ** (1 / q)
    return w[:, :, None]


def speed_growth(q: float, depth: float, balance: float, far: bool = True) -> float | None:
    """Return the exponent a in |dx/dt| ~ |x|^a as |x| grows (or, if not `far`, shrinks).

    Two slopes on log-log axes, a factor of 16 in z apart, are extrapolated as if their error
    was proportional to 1/z (or z). `None` where the numbers leave floating point.
    """
    scale = max(abs(balance), 1e-2)
    z = scale * torch.tensor([2.0**k for k in (16, 17, 20, 21)], dtype=torch.float64)
    z = z if far else scale**2 / z
    w = balanced(q, round(depth), balance, z)
    x, speed = w.prod(dim=-2).flatten(), product_velocity(q, -1.0, w)
    logs = torch.log(x), torch.log(speed)
    if not all(bool(torch.isfinite(v).all()) for v in logs):
        return None
    near, away = ((logs[1][k + 1] - logs[1][k]) / (logs[0][k + 1] - logs[0][k]) for k in (0, 2))
    return float(away + (away - near) / 15)


def exponent(q: float, depth: float, balance: float) -> tuple[float, float]:
    """Return the exponent of speed at infinity and how far it may be off."""
    growth = speed_growth(q, depth, balance)
    return UNKNOWN if growth is None else (growth, EQUAL)


def gradient_is_onto(q: float, depth: float, balance: float) -> tuple[float, float]:
    """Return 1 if the integral of 1 / speed over x diverges at infinity, 0 if it converges.

    The integral is the change of the mirror map's gradient, and at unit slope it is the time
    to reach infinity. It diverges if speed grows with an exponent of at most 1.
    """
    return _judged(_side(speed_growth(q, depth, balance), 1.0), at_most=True)


def is_bregman(q: float, depth: float, balance: float) -> tuple[float, float]:
    """Return 1 if R on the line is C^1 at 0 with an unbounded Bregman distance, else 0.

    The distance from 0 to y is the integral of x / speed over [0, y], unbounded if speed grows
    with an exponent of at most 2 at infinity; R' is finite at 0 if that at 0 is below 1.

    >>> is_bregman(2.0, 2, 1.0), is_bregman(2.0, 2, 0.0), is_bregman_on_side(2.0, 2, 0.0)
    ((1.0, 0.0), (0.0, 0.0), (1.0, 0.0))
    """
    outer = _judged(_side(speed_growth(q, depth, balance), 2.0), at_most=True)
    inner = _judged(_side(speed_growth(q, depth, balance, far=False), 1.0), at_most=False)
    return _both(outer, inner)


def is_bregman_on_side(q: float, depth: float, balance: float) -> tuple[float, float]:
    """Return the same on a closed half line: at 0 only the distance itself must be finite."""
    outer = _judged(_side(speed_growth(q, depth, balance), 2.0), at_most=True)
    inner = _judged(_side(speed_growth(q, depth, balance, far=False), 2.0), at_most=False)
    return _both(outer, inner)


def is_legendre(q: float, depth: float, balance: float) -> tuple[float, float]:
    """Return 1 if the metric on the line is positive and integrable at 0, else 0.

    >>> is_legendre(1.0, 2, 0.0), is_legendre(2.0, 2, 0.0), is_legendre_on_side(2.0, 2, 0.0)
    ((1.0, 0.0), (0.0, 0.0), (1.0, 0.0))
    """
    inner = _judged(_side(speed_growth(q, depth, balance, far=False), 1.0), at_most=False)
    return _both(_moves(q, depth, balance), inner)


def is_legendre_on_side(q: float, depth: float, balance: float) -> tuple[float, float]:
    """Return 1 if the metric is positive and its integral diverges at 0, else 0."""
    inner = _judged(_side(speed_growth(q, depth, balance, far=False), 1.0), at_most=False)
    steep = inner if inner == UNKNOWN else (1.0 - inner[0], inner[1])
    return _both(_moves(q, depth, balance), steep)


def _moves(q: float, depth: float, balance: float) -> tuple[float, float]:
    """Return 1 if x moves at unit slope at all points looked at, so that the metric is positive."""
    z = max(abs(balance), 1.0) * torch.logspace(-3, 3, 25, base=2, dtype=torch.float64)
    speed = product_velocity(q, -1.0, balanced(q, round(depth), balance, z))
    if not bool(torch.isfinite(speed).all()):
        return UNKNOWN
    return float(bool((speed > 0).all())), 0.0


def _both(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return UNKNOWN if UNKNOWN in (one, other) else min(one, other)


def _side(exponent: float | None, threshold: float) -> int | None:
    """Return -1, 0 or 1 for below, at and above a threshold, `None` if that cannot be told."""
    if exponent is None or EQUAL < abs(exponent - threshold) < MARGIN:
        return None
    distance = exponent - threshold
    return 0 if abs(distance) <= EQUAL else (1 if distance > 0 else -1)


def _judged(side: int | None, at_most: bool) -> tuple[float, float]:
    return UNKNOWN if side is None else (float(side <= 0 if at_most else side < 0), 0.0)
