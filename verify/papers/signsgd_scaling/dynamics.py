"""How the dynamics of one coordinate are attacked: its exact chain, in balls and on a window."""

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

from flint import arb, fmpq

from numerics import sgd_moments, sign_chain
from theory.papers.signsgd_scaling import dynamics, notation
from verify.claims.meanings import Approximate, Exact
from verify.papers.signsgd_scaling import plain


def in_balls(quantity: Callable[..., arb]) -> Exact:
    """Return a meaning by the chain in balls: quantity(place, r or rho, steps)."""

    def evaluate(place: Any, scale: Any, steps: Any) -> arb | None:
        if scale <= 0 or not sign_chain.is_count(steps):
            return None
        return quantity(place, scale, int(steps.numerator))

    return Exact(evaluate)


def on_a_window(quantity: Callable[..., sign_chain.Values]) -> Approximate:
    """Return a meaning by the chain in floating point: quantity(place, r or rho, (steps,))."""

    @cache
    def evaluate(place: float, scale: float, steps: float) -> tuple[float, float]:
        if scale <= 0 or not 0 <= steps <= sign_chain.MAX_STEPS:
            return float("nan"), float("inf")
        found = quantity(place, scale, (int(steps),))
        value, dropped = float(found.values[0, 0]), float(found.dropped[0, 0])
        rounding = sign_chain.STEP_ROUNDING * (steps + 1) * (value + 1)
        return value + dropped / 2, dropped / 2 + rounding

    return Approximate(evaluate)


def _second(x: Any, r: Any, steps: int) -> arb:
    return sign_chain.Walk(x, sign_chain.lean_of_width(r)).second_moment(steps)


def _leaves(x: Any, r: Any, steps: int) -> arb:
    return sign_chain.Walk(x, sign_chain.lean_of_width(r)).reaches(sign_chain.beyond(r), steps)


def _second_in_floats(x: float, r: float, steps: Any) -> sign_chain.Values:
    return sign_chain.second_moments(x, 1.0, 1 / r, steps)


def _leaves_in_floats(x: float, r: float, steps: Any) -> sign_chain.Values:
    edge = r + sign_chain.ON_EDGE
    return sign_chain.hitting_probabilities(x, 1.0, 1 / r, edge, steps, outside=True)


def linear_moment(x: fmpq, rho: fmpq, steps: fmpq) -> fmpq | None:
    """Run the recursion of the second moment of the linear system."""
    if not sign_chain.is_count(steps):
        return None
    moments = sgd_moments.second_moments(x, 1 - rho, fmpq(1))
    return next(islice(moments, int(steps.numerator), None))


def linear_by_parts(x: fmpq, rho: fmpq, steps: fmpq) -> fmpq | None:
    """Add up what is left of the start and of the noise of each step."""
    if not sign_chain.is_count(steps):
        return None
    left = [(1 - rho) ** (2 * i) for i in range(int(steps.numerator) + 1)]
    return x**2 * left[-1] + sum(left[:-1], fmpq(0))


MEANINGS = {
    dynamics.LINEAR: (Exact(linear_moment), Exact(linear_by_parts)),
    notation.SECOND: (in_balls(_second), on_a_window(_second_in_floats)),
    dynamics.LEAVES: (in_balls(_leaves), on_a_window(_leaves_in_floats)),
}
PLAIN = {
    dynamics.LINEAR: plain.linear_moment,
}
