"""Hypothesis strategies for step sizes, densities and sign strings, all exact.

A value is drawn as a short code, of a fixed number of draws, that a plain function turns into the
value; a strategy for points can so draw first and build later, when a Lipschitz constant is known.

Densities live on [-REACH, REACH]. A walk X_{t+1} = X_t +- alpha(X_t) that starts there does not
leave the part where alpha is piecewise linear before its STEPS-th step: further to the left, where
the line would become negative, alpha goes on as the hyperbola of `theory.values`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise, product
from math import floor
from operator import itemgetter
from typing import Any

from hypothesis import strategies as st

from theory.values import PiecewiseLinear

REACH = 5
STEPS = 4
_START = -2  # the knots of step sizes lie to the right of it, those of most densities too


def _fractions(text: str) -> list[Fraction]:
    return [Fraction(word) for word in text.split()]


def _one_of(table: list[Any]) -> st.SearchStrategy[Any]:
    """Return a strategy for the entries of a long table, simple ones first."""
    return st.sampled_from(range(len(table))).map(table.__getitem__)


def _pairs(pieces: list[Any]) -> list[tuple[Any, ...]]:
    """Return no, one or two pieces, fewer first."""
    return [(), *((p,) for p in pieces), *product(pieces, repeat=2)]


# -- step sizes ----------------------------------------------------------------------------------

_HEIGHTS = _fractions("1 1/2 1/4 1/10 2")
_LENGTHS = _fractions("2 1 1/2 3/2 1/4")
_SLOPES = _fractions("1 1/2 1/10 1/100")
_STEEP_SLOPES = _fractions("1 1/100 2 1/10 4")
_JUMPS = [(Fraction(1, 100), slope) for slope in _fractions("100 400 1000")]
_GENTLE = _one_of(_pairs(list(product(_LENGTHS, _SLOPES))))
_STEEP = _one_of(_pairs([*product(_LENGTHS, _STEEP_SLOPES), *_JUMPS]))
_ENDS = _one_of(list(product(_HEIGHTS, _SLOPES)))

GENTLE_CODES = st.tuples(_ENDS, _GENTLE, _GENTLE)
STEEP_CODES = st.tuples(_ENDS, _STEEP, _STEEP)


def increasing(
    code: Any, lipschitz: Fraction | None = None, least: Fraction = Fraction(0)
) -> PiecewiseLinear:
    """Return a positive, strictly increasing function on all of R.

    Args:
        code: one of `GENTLE_CODES`, with slopes of at most 1, or of `STEEP_CODES`, with slopes up
            to 1000 over intervals of length 1/100, which stand for jumps: the function itself
            is continuous.
        lipschitz: a bound in (0, 1) on the slopes of a gentle code, which are multiplied by it.
        least: the function stays above this number on the visited range of the module.

    The slopes of the code hold from -2 on. Further left the first of them goes on as far as the
    walk may go, for a `lipschitz` without `least`, and is otherwise lowered so that the function
    loses at most half of its distance from `least` there.

    >>> increasing(((Fraction(2), Fraction(1)), (), ()), Fraction(1, 2))(Fraction(5))
    Fraction(7, 1)
    """
    (height, last), *pieces = code
    lengths, slopes = [], []
    for length, slope in (piece for pair in pieces for piece in pair):
        lengths.append(length)
        slopes.append(slope * (lipschitz or 1))
    slopes.append(last * (lipschitz or 1))
    goes_on = lipschitz is not None and not least
    start = height + slopes[0] * (REACH + _START) if goes_on else least + height
    knots = list(accumulate(lengths, initial=Fraction(_START)))
    rises = (length * slope for length, slope in zip(lengths, slopes, strict=False))
    values = list(accumulate(rises, initial=start))
    if goes_on:
        left = slopes[0]
        low, value = Fraction(-REACH), height
        for _ in range(STEPS - 1):
            low, value = low - value, value - left * value
        if value > left * (low - floor(low)):
            low = Fraction(floor(low))
    else:
        body = PiecewiseLinear(tuple(knots), tuple(values), slopes[0], slopes[-1])
        high = Fraction(REACH)
        for _ in range(STEPS - 1):
            high += body(high)
        depth = Fraction(floor((STEPS - 1) * body(high)) + 1)
        low = -REACH - depth
        left = min(slopes[0], height / (2 * (_START - low)))
    first = values[0] - left * (knots[0] - low)
    if left == slopes[0]:  # the first knot so far is no corner
        knots, values = knots[1:], values[1:]
    return PiecewiseLinear((low, *knots), (first, *values), left, slopes[-1])


def increasing_functions(
    lipschitz: Fraction | None = None, least: Fraction = Fraction(0)
) -> st.SearchStrategy[PiecewiseLinear]:
    """Return positive, strictly increasing functions, with slopes of at most `lipschitz` < 1.

    Without `lipschitz` slopes above 1 and rises within 1/100 are likely. See `increasing`.
    """
    codes = STEEP_CODES if lipschitz is None else GENTLE_CODES
    return codes.map(lambda code: increasing(code, lipschitz, least))


_CONSTANTS = _one_of(_fractions("1/2 1/10 9/10 1/100"))


_increasing = increasing  # `increasing` is also the name of a property below


def lipschitz_functions() -> st.SearchStrategy[tuple[PiecewiseLinear, Fraction]]:
    """Return positive, strictly increasing functions with a Lipschitz constant below 1."""
    return st.tuples(GENTLE_CODES, _CONSTANTS).map(lambda two: (increasing(*two), two[1]))


def functions(
    increasing: bool = True, positive: bool = True, lipschitz: bool = False, smooth: bool = False
) -> st.SearchStrategy[PiecewiseLinear]:
    """Return functions with these properties, `lipschitz` with a constant below 1.

    Those that need not increase turn round at every corner; those that need not be positive are
    0 at 0; those that rise smoothly have one slope as far as the walk may go, below 1.
    """
    if smooth:
        drawn = st.tuples(_ENDS, _CONSTANTS).map(lambda two: _straight(*two))
    else:
        drawn = lipschitz_functions().map(itemgetter(0)) if lipschitz else increasing_functions()
    if not increasing and not smooth:
        drawn = drawn.map(_folded)
    return drawn if positive else drawn.map(_lowered)


def standard_functions(
    increasing: bool = True, positive: bool = True, lipschitz: bool = False, smooth: bool = False
) -> list[PiecewiseLinear]:
    """Return a few fixed functions with these properties, `lipschitz` with a constant below 1.

    >>> [str(f(Fraction(0))) for f in standard_functions()]
    ['3', '3/2', '51/50', '201/100']
    """
    rising = [_increasing(code, Fraction(1, 2) if lipschitz else None) for code in _STANDARD]
    if not positive:
        rising = [_lowered(rising[0]), *rising, *map(_lowered, rising[1:])]
    if smooth:
        return [f for f in rising if f.rises_smoothly]
    if increasing:
        return rising
    flat = [_constant(height) for height in ((1, 2) if positive else (0, 1, -1))]
    return [*flat, *rising[:1], *map(_folded, rising), *rising[1:]]


_STANDARD = (
    ((Fraction(1), Fraction(1)), (), ()),
    ((Fraction(1, 2), Fraction(1, 2)), (), ()),
    ((Fraction(1), Fraction(1, 100)), (), ()),
    ((Fraction(1), Fraction(1, 100)), ((Fraction(1), Fraction(1)),), ()),
)


def _straight(end: tuple[Fraction, Fraction], constant: Fraction) -> PiecewiseLinear:
    """Return an increasing function with this value and slope at its end and no corner."""
    return _increasing((end, (), ()), constant)


def _constant(height: int) -> PiecewiseLinear:
    return PiecewiseLinear((Fraction(0),), (Fraction(height),), Fraction(0), Fraction(0))


def _folded(f: PiecewiseLinear) -> PiecewiseLinear:
    """Return the function with every other rise turned into a fall and the same least value."""
    rises = [b - a for a, b in pairwise(f.values)]
    turned = [-rise if place % 2 else rise for place, rise in enumerate(rises)]
    values = list(accumulate(turned, initial=f.values[0]))
    lift = f.values[0] - min(values)
    return PiecewiseLinear(f.knots, tuple(v + lift for v in values), f.left, f.right)


def _lowered(f: PiecewiseLinear) -> PiecewiseLinear:
    """Return f - f(0)."""
    at_zero = f(Fraction(0))
    return PiecewiseLinear(f.knots, tuple(v - at_zero for v in f.values), f.left, f.right)


# -- densities -----------------------------------------------------------------------------------

_WIDTHS = _fractions("1 1/2 3/2 1/10")
_LAST_WIDTHS = _fractions("1 1/10 1/100")
_SHARES = _fractions("1 1/2 9/10 1/10")
_SHIFTS = _one_of(_fractions("0 1 -1 1/2 -1/2 1/4 -1/4"))
_SIDES = _one_of(list(product(_pairs(list(product(_WIDTHS, _SHARES))), _LAST_WIDTHS)))

DENSITY_CODES = st.tuples(_SIDES, _SIDES, _SHIFTS)


def unimodal(code: Any) -> tuple[PiecewiseLinear, Fraction]:
    """Return a unimodal density on a part of [-REACH, REACH], and a mode of it.

    On each side of the mode there are up to two stretches, over each of which the density falls to
    a share of what it was, or stays constant, and one over which it falls to 0.

    >>> density, mode = unimodal((((), Fraction(1)), ((), Fraction(1)), Fraction(0)))
    >>> [str(x) for x in density.knots], [str(x) for x in density.values], str(mode)
    (['-1', '0', '1'], ['0', '1', '0'], '0')
    """
    left, right, mode = code
    rising = [(mode - way, height) for way, height in _side(*left)]
    points = [*reversed(rising), (mode, Fraction(1))]
    points += [(mode + way, height) for way, height in _side(*right)]
    knots, heights = zip(*points, strict=True)
    rows = zip(knots, knots[1:], heights, heights[1:], strict=False)
    area = sum((b - a) * (f + g) / 2 for a, b, f, g in rows)
    values = tuple(height / area for height in heights)
    return PiecewiseLinear(knots, values, Fraction(0), Fraction(0)), mode


def _side(pieces: Any, last: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return distances from the mode and the heights there, that of the mode being 1."""
    points = [(Fraction(0), Fraction(1))]
    for width, share in pieces:
        points.append((points[-1][0] + width, points[-1][1] * share))
    points.append((points[-1][0] + last, Fraction(0)))
    return points[1:]


def unimodal_densities() -> st.SearchStrategy[tuple[PiecewiseLinear, Fraction]]:
    """Return unimodal densities with compact support, each with a mode; see `unimodal`."""
    return DENSITY_CODES.map(unimodal)


STANDARD_DENSITIES = tuple(
    unimodal(code)[0]
    for code in (
        (((), Fraction(1)), ((), Fraction(1)), Fraction(0)),
        ((((Fraction(1), Fraction(1)),), Fraction(1, 100)), ((), Fraction(1)), Fraction(0)),
        (((), Fraction(1, 10)), (((Fraction(1), Fraction(1, 2)),), Fraction(1)), Fraction(1)),
    )
)
