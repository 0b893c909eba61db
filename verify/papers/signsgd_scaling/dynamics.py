"""How the dynamics of one coordinate are attacked: its exact chain, in balls and on a window."""

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

from flint import arb, fmpq
from torch import Tensor

from numerics import sgd_moments, sign_chain
from theory.papers.signsgd_scaling import dynamics
from verify.meanings import Approximate, Exact

MAX_STEPS = 400  # sites of the lattice that a chain in balls may reach
ROUNDING = 1e-14  # relative, per step, of a sum of positive terms in float64


def in_balls(quantity: Callable[..., arb]) -> Exact:
    """Return a meaning by the chain in balls: quantity(walk, ..., steps), x and r first."""

    def evaluate(x: fmpq | arb, r: fmpq | arb, *rest: fmpq | arb) -> arb | None:
        steps = rest[-1]
        if not _is_count(steps) or not r > 0:
            return None
        try:
            return quantity(sign_chain.Walk(x, r), *rest[:-1], int(steps.numerator))
        except sign_chain.Undecided:
            return None

    return Exact(evaluate)


def _is_count(steps: Any) -> bool:
    return isinstance(steps, fmpq) and steps.denominator == 1 and 0 <= steps <= MAX_STEPS


def on_a_window(quantity: Callable[..., sign_chain.Values]) -> Approximate:
    """Return a meaning by the chain in floating point: quantity(x, 1, 1 / r, ..., steps)."""

    @cache
    def evaluate(x: float, r: float, *rest: float) -> tuple[float, float]:
        steps = int(rest[-1])
        if r <= 0 or not 0 <= steps <= MAX_STEPS:
            return float("nan"), float("inf")
        found = quantity(x, 1.0, 1 / r, *rest[:-1], (steps,))
        value, dropped = _number(found.values), _number(found.dropped)
        return value + dropped / 2, dropped / 2 + ROUNDING * (steps + 1) * (value + 1)

    return Approximate(evaluate)


def _number(row: Tensor) -> float:
    return float(row[0, 0])


def _leaves(walk: sign_chain.Walk, steps: int) -> arb:
    return walk.leaves(walk.r, steps)


def _escapes(x: float, step: float, rate: float, steps: Any) -> sign_chain.Values:
    return sign_chain.escape_probabilities(x, step, rate, 1 / rate, steps)


def linear_moment(x: fmpq, rho: fmpq, steps: fmpq) -> fmpq | None:
    """Run the recursion of the second moment of the linear system."""
    if not _is_count(steps):
        return None
    moments = sgd_moments.second_moments(x, 1 - rho, fmpq(1))
    return next(islice(moments, int(steps.numerator), None))


def linear_by_parts(x: fmpq, rho: fmpq, steps: fmpq) -> fmpq | None:
    """Add up what is left of the start and of the noise of each step."""
    if not _is_count(steps):
        return None
    left = [(1 - rho) ** (2 * i) for i in range(int(steps.numerator) + 1)]
    return x**2 * left[-1] + sum(left[:-1], fmpq(0))


MEANINGS = {
    dynamics.LINEAR: (Exact(linear_moment), Exact(linear_by_parts)),
    dynamics.SECOND: (
        in_balls(sign_chain.Walk.second_moment),
        on_a_window(sign_chain.second_moments),
    ),
    dynamics.LEAVES: (in_balls(_leaves), on_a_window(_escapes)),
}
