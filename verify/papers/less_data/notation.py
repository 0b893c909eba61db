"""What the laws of the start mean: those of a uniform vector on the sphere, in balls.

The law of the norm of a moment matrix is that of all samples that there may be. q of one sample is
y (w.x)^2, whatever the label is, and w.x / sqrt(d) is the overlap of w with a unit vector. For more
samples nothing here computes its law.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from flint import arb, fmpq

from numerics import moment_matrix, sphere
from theory.papers.less_data import notation
from verify.claims.meanings import Approximate, Exact
from verify.truth import Undecided

PROBABILITY = partial(Exact, probability=True)


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


def _norm_below(random_labels: bool) -> tuple[Exact, Approximate]:
    """Return the meanings of the law of a norm."""

    def exactly(dimension: Any, samples: Any, x: Any) -> fmpq | None:
        if dimension.denominator != 1 or dimension < 2 or samples.denominator != 1 or samples < 1:
            return None
        counts = int(dimension.numerator), int(samples.numerator)
        found = moment_matrix.norm_at_most(*counts, random_labels, arb(x))
        if found is None:
            raise Undecided(f"whether a norm is at most {x}")
        return found

    def in_floats(dimension: float, samples: float, x: float) -> tuple[float, float]:
        counts = int(dimension), int(samples)
        if counts != (dimension, samples) or not (dimension >= 2 and samples >= 1):
            return float("nan"), float("inf")
        return moment_matrix.norm_at_most_by_samples(*counts, random_labels, x)

    return PROBABILITY(exactly), Approximate(in_floats)


def _product_below(dimension: Any, x: Any) -> arb | None:
    """Return the probability that twice the product of two coordinates is small."""
    if dimension.denominator != 1 or dimension < 3 or not x >= 0:
        return None
    return sphere.product_below(int(dimension.numerator), arb(x))


PRODUCT, SQUARE = fmpq(3, 4), fmpq(1)  # times 1 / d


def _aligned(dimension: Any, samples: Any, level: Any) -> tuple[arb, arb] | None:
    """Return the probabilities that of one sample (w.x)^2 is large, and w_1 w_2, x_1 x_2 as meant.

    That of a product of the same sign, and of the other one, with x all 1: turning the signs of
    w as those of x changes no law.

    Raises:
        Undecided: there are more samples.
    """
    if dimension.denominator != 1 or dimension < 3 or samples.denominator != 1 or samples < 1:
        return None
    if samples > 1:
        raise Undecided(f"the law of q of {samples} samples")
    if not level > 0:
        return None
    return sphere.pair_and_sum(
        int(dimension.numerator),
        arb(PRODUCT / dimension),
        arb(SQUARE / dimension),
        arb(level).sqrt(),
    )


def _signs_aligned(dimension: Any, samples: Any, level: Any) -> arb | None:
    """Return the probability that x_1 x_2 and a have the sign of w_1 w_2."""
    found = _aligned(dimension, samples, level)
    return None if found is None else found[0] / 2


def _signs_aligned_random(dimension: Any, samples: Any, level: Any) -> arb | None:
    """Return the probability that the label and w_1 w_2 have the sign of a, for any x_1 x_2."""
    found = _aligned(dimension, samples, level)
    return None if found is None else (found[0] + found[1]) / 4


OF_Q = (PROBABILITY(_q_above), _by_quadrature(1, _one_sample, above=True))
MEANINGS = {
    notation.PR_Q: OF_Q,
    notation.PR_Q_RANDOM: OF_Q,
    notation.PR_SHARE: (
        PROBABILITY(lambda dimension, x: _below(2, dimension, x)),
        _by_quadrature(2, lambda dimension, x: x, above=False),
    ),
    notation.PR_OVERLAP: (
        PROBABILITY(_overlap_above),
        _by_quadrature(1, lambda dimension, x: x * x if x >= 0 else float("nan"), above=True),
    ),
    notation.PR_POP: (PROBABILITY(_product_below),),
    notation.PR_NORM: _norm_below(random_labels=False),
    notation.PR_NORM_RANDOM: _norm_below(random_labels=True),
    notation.PR_ALIGNED: (PROBABILITY(_signs_aligned),),
    notation.PR_ALIGNED_RANDOM: (PROBABILITY(_signs_aligned_random),),
}
