"""Sign flow of a deep diagonal network on separable data, where margins grow for ever.

    dw_i/dt = sign(-d/dw_i loss(w_1 ... w_L)),   loss(x) = log sum_j exp(-<s_j, x>),  s_j = y_j z_j

The logarithm has the gradient signs of the exponential loss and does not underflow. With one
sample a coordinate is piecewise linear in t and is followed exactly, in rationals; with several
samples the flow is integrated. sign(0) = 0. Factors w_2 ... w_L that start equal stay equal, so
that `first` = w_1 and `rest` = w_2 = ... = w_L carry the state. Data sets are `[draws, k, n]`,
directions x / |x|_inf `[draws, n]`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

Floats = NDArray[np.float64]
TRUE_FEATURES = 2  # the labels are the signs of the sum of the first two coordinates


def growth(pull: Fraction, factors: Sequence[Fraction]) -> int:
    """Return the sign with which one coordinate's product grows like t^L, 0 if it does not.

    One sample pulls the coordinate with s_c = `pull`, whose sign never changes; so the factors
    move with speeds -1, 0 or 1 until the next of them reaches 0.

    Args:
        pull: s_c = y z_c of the only sample.
        factors: w_1 ... w_L at time 0.

    >>> growth(Fraction(3), [Fraction(-1), Fraction(2)])  # the first factor crosses 0
    1
    >>> growth(Fraction(3), [Fraction(-1), Fraction(1)])  # both reach 0 at once and stay
    0
    >>> growth(Fraction(-3), [Fraction(0), Fraction(1), Fraction(1)])
    -1
    """
    w = list(factors)
    while True:
        heading = [_sign(v) for v in w]
        for i, v in enumerate(w):  # a single factor at 0 leaves it at once
            if v == 0:
                heading[i] = _speed(pull, heading, i)
        speeds = [_speed(pull, heading, i) for i in range(len(w))]
        shrinking = [abs(v) for v, s in zip(w, speeds, strict=True) if v * s < 0]
        if not shrinking:
            return prod(speeds)
        w = [v + s * min(shrinking) for v, s in zip(w, speeds, strict=True)]


def _speed(pull: Fraction, heading: Sequence[int], i: int) -> int:
    return _sign(pull) * prod(h for k, h in enumerate(heading) if k != i)


def _sign(value: Fraction) -> int:
    return (value > 0) - (value < 0)


def separable(draws: int, k: int, n: int, seed: int) -> Floats:
    """Return samples times labels s_j = y_j z_j: z standard normal, y the sign of z_1 + z_2."""
    z = np.random.default_rng(seed).standard_normal((draws, k, n))
    return z * np.sign(z[..., :TRUE_FEATURES].sum(-1, keepdims=True))


def descent_direction(signed: Floats, depth: int, scale: float, rate: float, steps: int) -> Floats:
    """Return the direction after sign descent with a fixed learning rate.

    >>> one = np.array([[[2.0, -1.0]]])
    >>> descent_direction(one, 2, 0.1, 0.01, 100).tolist()
    [[1.0, -1.0]]
    """
    return _train(signed, depth, scale, lambda t: rate, rate * (steps - 0.5))


def flow_direction(signed: Floats, depth: int, scale: float, horizon: float) -> Floats:
    """Return the direction of the flow at a time, with steps that move no margin by much.

    Factors grow like t and x like t^L: a step h changes x by about L t^(L-1) h, which is kept
    below a tenth, the scale on which the weights of the samples change being 1.
    """
    return _train(
        signed, depth, scale, lambda t: 0.1 / (1 + depth * (t + scale) ** (depth - 1)), horizon
    )


def _train(
    signed: Floats, depth: int, scale: float, pace: Callable[[float], float], horizon: float
) -> Floats:
    first = np.zeros((len(signed), signed.shape[-1]))
    rest = np.full_like(first, scale)
    time = 0.0
    while time < horizon:
        x = first * rest ** (depth - 1)
        margin = np.einsum("dkn,dn->dk", signed, x)
        weight = np.exp(margin.min(-1, keepdims=True) - margin)
        pull = np.sign(np.einsum("dk,dkn->dn", weight, signed))
        signs = np.sign(rest)
        step = pace(time)
        first, rest = (
            first + step * pull * signs ** (depth - 1),
            rest + step * pull * np.sign(first) * signs ** (depth - 2),
        )
        time += step
    x = first * rest ** (depth - 1)
    return x / np.abs(x).max(-1, keepdims=True)


def margins(signed: Floats, x: Floats) -> Floats:
    """Return min_j <s_j, x> `[draws]`."""
    return np.einsum("dkn,dn->dk", signed, x).min(-1)


def best_margins(signed: Floats) -> Floats:
    """Return the largest margin over |x|_inf <= 1 `[draws]`, by linear programming.

    >>> best_margins(np.array([[[2.0, -1.0]]])).tolist()
    [3.0]
    """
    draws, k, n = signed.shape
    cost = np.append(np.zeros(n), -1.0)
    bounds = [(-1.0, 1.0)] * n + [(None, None)]
    best = np.empty(draws)
    for d in range(draws):
        above = np.hstack([-signed[d], np.ones((k, 1))])
        best[d] = -linprog(cost, A_ub=above, b_ub=np.zeros(k), bounds=bounds).fun
    return best
