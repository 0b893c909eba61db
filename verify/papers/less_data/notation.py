"""What the laws of the start mean: those of a uniform vector on the sphere, in balls.

q of one sample is y (w.x)^2, whatever the label is, and w.x / sqrt(d) is the overlap of w with a
unit vector. For more samples nothing here computes its law.
"""

from collections.abc import Callable
from typing import Any

from flint import arb

from numerics import sphere
from theory.papers.less_data import notation
from verify.claims.meanings import Approximate, Exact
from verify.truth import Undecided


def _below(count: int, dimension: Any, x: Any) -> arb | None:
    """Return the probability that `count` squares add up to at most x.

    Raises:
        Undecided: there are no more coordinates than that, and the law has no density.
    """
    if dimension.denominator != 1 or dimension < count:
        return None
    if dimension == count:
        raise Undecided(f"{count} squares of as many coordinates")
    return sphere.squares_below(count, int(dimension.numerator), arb(x))


def _overlap_above(dimension: Any, x: Any) -> arb | None:
    below = _below(1, dimension, x * x)
    return None if below is None or x < 0 else 1 - below


def _q_above(dimension: Any, samples: Any, level: Any) -> arb | None:
    """Return Pr(|q| >= level) for one sample.

    Raises:
        Undecided: there are more.
    """
    if samples.denominator != 1 or samples < 1 or not level > 0:
        return None
    if samples > 1:
        raise Undecided(f"the law of q of {samples} samples")
    below = _below(1, dimension, level / dimension)
    return None if below is None else 1 - below


def _by_quadrature(count: int, scaled: Callable[..., float], above: bool) -> Approximate:
    """Return a meaning in floating point; `scaled` returns the bound of the squares."""

    def evaluate(dimension: float, *at: float) -> tuple[float, float]:
        bound = scaled(dimension, *at)
        if not (dimension > count and bound >= 0):
            return float("nan"), float("inf")
        value, error = sphere.squares_below_by_quadrature(count, int(dimension), bound)
        return (1 - value if above else value), error

    return Approximate(evaluate)


def _one_sample(dimension: float, samples: float, level: float) -> float:
    return level / dimension if samples == 1 and level > 0 else float("nan")


OF_Q = (Exact(_q_above), _by_quadrature(1, _one_sample, above=True))
MEANINGS = {
    notation.PR_Q: OF_Q,
    notation.PR_Q_RANDOM: OF_Q,
    notation.PR_SHARE: (
        Exact(lambda dimension, x: _below(2, dimension, x)),
        _by_quadrature(2, lambda dimension, x: x, above=False),
    ),
    notation.PR_OVERLAP: (
        Exact(_overlap_above),
        _by_quadrature(1, lambda dimension, x: x * x if x >= 0 else float("nan"), above=True),
    ),
}
