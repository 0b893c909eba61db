"""Powers of a scale for several symbols at once, with which hypotheses on products hold far out.

Along a ray a product grows with the sum of the exponents of its factors, and a maximum with the
largest of those of its members. So comparisons of such terms, and hypotheses on their sizes, are
about piecewise linear functions of the exponents. Some are drawn that satisfy all of these;
hypotheses of another kind are passed over, and coefficients are not looked at: whether a hypothesis
holds along the ray is found out by its leading terms (`verify.variants.paths`). A number that may
be as large as it has to be counts as a power of the scale with an exponent that is next to nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Or

from theory.orders import Large, Magnitude

DRAWN = 3000
NEXT_TO_NOTHING = sp.Rational(1, 10**6)  # the exponent of a number as large as it has to be
A_FEW = 1e-3  # more than a few of these add up to
ROUND_OFF = 1e-9  # more than errors of rounding do
NOTHING = -float("inf")  # the exponent of 0

Exponents = Mapping[Any, float]
Slope = Callable[[Exponents], float]
Test = Callable[[Exponents], bool]


class _NoSlope(Exception):
    """A term is not made of powers, products and maxima."""


def drawn_exponents(
    given: Iterable[Any],
    scale: Any,
    choices: Mapping[Any, Sequence[Any]],
    chance: random.Random,
    count: int,
) -> list[dict[Any, Any]]:
    """Return some exponents with which hypotheses hold in the leading order.

    Args:
        given: the hypotheses, in which all that is not drawn has a value along the ray.
        scale: its symbol.
        choices: the exponents that each symbol may have, some multiples of `NEXT_TO_NOTHING` more.
        chance: draws them.
        count: how many at most.

    >>> x, y, n = sp.symbols("x y n", positive=True)
    >>> may_be = dict.fromkeys((x, y), (0, 1, 2))
    >>> drawn_exponents([x > y**2, y >= n], n, may_be, random.Random(0), 5)
    [{x: 2, y: 1}]
    """
    tests = [test for g in given if (test := _test(g, scale)) is not None]
    sizes = {s: [(one, float(one)) for one in may_be] for s, may_be in choices.items()}
    draws = ({s: chance.choice(some) for s, some in sizes.items()} for _ in range(DRAWN))
    fitting = (
        {symbol: exponent for symbol, (exponent, _) in drawn.items()}
        for drawn in draws
        if _all_hold(tests, {symbol: size for symbol, (_, size) in drawn.items()})
    )
    return list(islice(_each_once(fitting), count))


def _all_hold(tests: Iterable[Test], at: Exponents) -> bool:
    return all(test(at) for test in tests)


def _each_once(found: Iterable[dict[Any, Any]]) -> Iterator[dict[Any, Any]]:
    seen = set()
    for one in found:
        values = tuple(one.values())
        if values not in seen:
            seen.add(values)
            yield one


def _test(condition: Any, scale: Any) -> Test | None:
    """Return whether a condition holds for exponents, `None` of one that is passed over."""
    if isinstance(condition, (And, Or)):
        parts = [_test(part, scale) for part in condition.args]
        if isinstance(condition, Or) and None in parts:
            return None
        known = [part for part in parts if part is not None]
        join = all if isinstance(condition, And) else any
        return lambda at: join(part(at) for part in known)
    try:
        if isinstance(condition, Magnitude):
            return _of_size(condition, _slope(condition.args[0], scale))
        if isinstance(condition, (sp.Ge, sp.Gt, sp.Le, sp.Lt)):
            less, more = (_slope(side, scale) for side in (condition.lts, condition.gts))
            return lambda at: less(at) <= more(at)
    except _NoSlope:
        pass
    return None


def _of_size(size: Magnitude, slope: Slope) -> Test:
    sign = 1 if isinstance(size, Large) else -1
    least = ROUND_OFF if size.chosen else -A_FEW
    return lambda at: sign * slope(at) > least


def _slope(term: Any, scale: Any) -> Slope:
    """Return the exponent with which a positive term grows; dummies are as large as needed."""
    if term == scale:
        return lambda at: 1.0
    if isinstance(term, sp.Dummy):
        return lambda at: float(NEXT_TO_NOTHING)
    if isinstance(term, sp.Sum):  # at least like one of its terms
        return _slope(term.function, scale)
    if isinstance(term, (sp.Symbol, sp.Indexed)):
        return lambda at: at.get(term, 0.0)
    if term.is_number:
        power = 0.0 if term != 0 else NOTHING
        return lambda at: power
    if isinstance(term, sp.Pow) and term.exp.is_Rational:
        base, exponent = _slope(term.base, scale), float(term.exp)
        return lambda at: exponent * base(at)
    if isinstance(term, sp.Add) and any(part.could_extract_minus_sign() for part in term.args):
        raise _NoSlope
    if not isinstance(term, (sp.Mul, sp.Add, sp.Max, sp.Min, sp.Abs)):
        raise _NoSlope
    parts = [_slope(part, scale) for part in term.args]
    join: Any = sum if isinstance(term, sp.Mul) else min if isinstance(term, sp.Min) else max
    return lambda at: join(part(at) for part in parts)
