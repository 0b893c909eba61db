"""How the law of the walk from a density is attacked: traced backwards, and moved forwards."""

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any

from flint import arb, fmpq

from numerics import density_walk
from theory.papers.instability_flatness import laws
from theory.values import Algebraic
from verify.meanings import Exact
from verify.truth import Undecided, fraction


def _exact(evaluate: Callable[..., Any]) -> Exact:
    """Return a meaning that is not decided where alpha is visited left of its first knot."""

    def decided(*arguments: Any) -> Any:
        try:
            return evaluate(*arguments)
        except density_walk.LeftTail as reason:
            raise Undecided(str(reason)) from reason

    return Exact(decided)


def _increasing(evaluate: Callable[[Fraction], Fraction], x: fmpq | arb) -> Fraction | arb:
    """Return the value of an increasing function at a rational, or an enclosure on a ball."""
    if isinstance(x, fmpq):
        return evaluate(fraction(x))
    ends = (evaluate(fraction(end.fmpq())) for end in (x.lower(), x.upper()))
    low, high = (arb(fmpq(end.numerator, end.denominator)) for end in ends)
    return low.union(high)


def _cdf(cdf: density_walk.Cdf) -> Exact:
    return _exact(
        lambda alpha, f, t, x: _increasing(lambda y: cdf(alpha, f, int(t.numerator), y), x)
    )


def _median(cdf: density_walk.Cdf) -> Exact:
    def evaluate(alpha: Any, f: Any, t: fmpq) -> Algebraic | Fraction:
        low, high, (a, b, c) = density_walk.median_equation(cdf, alpha, f, int(t.numerator))
        width = high - low
        if a + b * width + c * width**2 <= Fraction(1, 2):
            return high
        equation = (a - Fraction(1, 2) - b * low + c * low**2, b - 2 * c * low, c)
        size = lcm(*(number.denominator for number in equation))
        return Algebraic(tuple(int(number * size) for number in equation), low, high)

    return _exact(evaluate)


def _mode(mode: Callable[..., Fraction]) -> Exact:
    return _exact(lambda alpha, f, t: mode(alpha, f, int(t.numerator)))


def _image(alpha: Any, x: fmpq | arb, *signs: fmpq) -> Fraction | arb:
    """Return where the signs lead; on a ball the one-step maps must be increasing."""

    def lead(y: Fraction) -> Fraction:
        for sign in signs:
            y += int(sign.numerator) * alpha(y)
        return y

    return _increasing(lead, x)


def _preimage(alpha: Any, x: fmpq, *signs: fmpq) -> Fraction:
    y = fraction(x)
    for sign in reversed(signs):
        y = density_walk.preimage(alpha, int(sign.numerator), y)
    return y


MEANINGS = {
    laws.CDF: (_cdf(density_walk.cdf_backward), _cdf(density_walk.cdf_forward)),
    laws.MEDIAN: (_median(density_walk.cdf_backward), _median(density_walk.cdf_forward)),
    laws.MODE: (_mode(density_walk.mode_forward), _mode(density_walk.mode_backward)),
    laws.IMAGE: (Exact(_image),),
    laws.PREIMAGE: (_exact(_preimage),),
}
