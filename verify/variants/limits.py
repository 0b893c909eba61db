"""Conditions that say what a limit or a derivative is, where all functions are continuous.

"For every e > 0 there is an r > 0 so that |g(x)| < e for every x between m and m + r" says that g
tends to 0 from the right, which of a continuous g is g(m) = 0; from the left, and from both sides,
it says the same. "|g(h)| <= e |h| for every h with |h| < r" says that g(0) is 0 and so are both of
its slopes there. No solver decides such conditions where m is a number and g has cases; these
equations are soon evaluated.

What is handled is made of reals and of piecewise linear functions by sums, products, maxima, minima
and absolute values: it has a value everywhere, and is continuous. All else is declined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from theory.binders import substitute, unbound
from theory.definedness import connected, rebuilt
from theory.language import Apply
from theory.quantifiers import Every, Some
from theory.values import PiecewiseLinear
from verify.kernel.conditions import conjuncts

CONTINUOUS = (sp.Add, sp.Mul, sp.Max, sp.Min, sp.Abs)
Slopes = Callable[[Any, Any, bool], Any]


@dataclass(frozen=True)
class Near:
    """That a term tends to 0, or that it does after a division by the distance.

    Args:
        gap: the term.
        x: the symbol that tends to a place.
        place: what that is.
        sides: whether from the right, or from the left, or both.
        divided: whether the term is compared with the distance.
    """

    gap: Any
    x: Any
    place: Any
    sides: tuple[bool, ...]
    divided: bool

    def equations(self, slopes: Slopes) -> Any:
        """Return what it says if the term is continuous, as equations.

        Args:
            slopes: returns the slope of a function at a place, on the right or not.
        """
        equations = [_vanishes(substitute(self.gap, {self.x: self.place}))]
        if self.divided:
            for right in self.sides:
                equations.append(_vanishes(self._slope(self.gap, right, slopes)))
        return connected(sp.And, tuple(dict.fromkeys(equations)))

    def _slope(self, e: Any, right: bool, slopes: Slopes) -> Any:
        """Return how fast a term grows on one side of the place."""
        if self.x not in e.free_symbols:
            return sp.S.Zero
        if e == self.x:
            return sp.S.One
        if isinstance(e, Apply):
            inner = sp.expand(e.args[1]).coeff(self.x)
            there = substitute(e.args[1], {self.x: self.place})
            return inner * slopes(e.args[0], there, right if inner > 0 else not right)
        parts = [self._slope(part, right, slopes) for part in e.args]
        if isinstance(e, sp.Add):
            return sp.Add(*parts)
        factors = [substitute(part, {self.x: self.place}) for part in e.args]
        each = ((*factors[:n], part, *factors[n + 1 :]) for n, part in enumerate(parts))
        return sp.Add(*(sp.Mul(*one) for one in each))


def tends_to_zero(condition: Any, functions: Iterable[Any]) -> Near | None:
    """Return what a condition says of a limit or of a derivative, if it is a condition on one.

    Args:
        condition: the condition.
        functions: the functions that are known to be continuous.

    >>> from theory.language import function
    >>> x, m, c, e, r = sp.symbols("x m c e r", real=True)
    >>> f = function("f")
    >>> near = sp.And(x - m > 0, x - m < r)
    >>> close = Every(x, sp.Implies(near, sp.Abs(c - Apply(f, x)) < e))
    >>> limit = Every(e, sp.Implies(e > 0, Some(r, sp.And(r > 0, close))))
    >>> tends_to_zero(limit, (f,)).equations(None)
    Eq(c, f(m))
    >>> tends_to_zero(limit, ()) is None
    True
    """
    parsed = _parsed(condition)
    if parsed is None:
        return None
    near, says, x, r, e = parsed
    place, sides = _place(near, x, r)
    gap = says.lts.args[0] if isinstance(says.lts, sp.Abs) else None
    if not sides or gap is None or not (unbound(gap) | unbound(place)).isdisjoint({r, e}):
        return None
    known = frozenset(functions)
    if not _is_continuous(gap, known) or not _is_continuous(place, known):
        return None
    if says.gts == e:  # strictly or not, as it is for every e
        return Near(gap, x, place, sides, divided=False)
    if says.gts != e * sp.Abs(x - place) or isinstance(says, (sp.Lt, sp.Gt)):
        return None
    return Near(gap, x, place, sides, divided=True) if _has_slopes(gap, x) else None


def _parsed(condition: Any) -> tuple[tuple[Any, ...], Any, Any, Any, Any] | None:
    """Return where x is near, what is said of it there, x, the radius and the bound."""
    if not isinstance(condition, Every) or not isinstance(condition.body, sp.Implies):
        return None
    e, (premise, some) = condition.args[0], condition.body.args
    if not _is_positive(premise, e) or not isinstance(some, Some):
        return None
    r, parts = some.args[0], conjuncts((some.body,))
    every = next((part for part in parts if isinstance(part, Every)), None)
    others = [part for part in parts if part is not every]
    if every is None or len(others) != 1 or not _is_positive(others[0], r):
        return None
    x, body = every.args
    are_reals = all(type(s) is sp.Symbol and not s.is_integer for s in (x, r, e))
    if not isinstance(body, sp.Implies) or not are_reals or len({x, r, e}) < len((x, r, e)):
        return None
    near, says = conjuncts(body.args[:1]), body.args[1]
    compares = isinstance(says, (sp.Lt, sp.Gt, sp.Le, sp.Ge))
    return (tuple(near), says, x, r, e) if compares else None


def _is_positive(condition: Any, symbol: Any) -> bool:
    is_strict = isinstance(condition, (sp.Gt, sp.Lt))
    return is_strict and condition.gts == symbol and condition.lts == 0


def _place(near: tuple[Any, ...], x: Any, r: Any) -> tuple[Any, tuple[bool, ...]]:
    """Return what x is near to, at a distance less than r, and on which sides: none is declined."""
    declined = (x, ())
    if not all(isinstance(part, (sp.Lt, sp.Gt)) for part in near):
        return declined
    within = [part.lts for part in near if part.gts == r]
    beyond = [part.gts for part in near if part.lts == 0]
    if len(within) != 1 or len(within) + len(beyond) != len(near):
        return declined
    both = isinstance(within[0], sp.Abs)
    distance = within[0].args[0] if both else within[0]
    signs = [sign for sign in (1, -1) if x not in unbound(sp.expand(distance - sign * x))]
    if len(signs) != 1 or beyond != ([] if both else [distance]):
        return declined
    place = sp.expand(x - signs[0] * distance)
    return place, (True, False) if both else (signs[0] > 0,)


def _is_continuous(e: Any, functions: frozenset[Any]) -> bool:
    """Return whether a term has a value everywhere and is continuous."""
    if isinstance(e, sp.Rational) or type(e) is sp.Symbol:
        return True
    if isinstance(e, Apply):
        return e.args[0] in functions and _is_continuous(e.args[1], functions)
    return isinstance(e, CONTINUOUS) and all(_is_continuous(part, functions) for part in e.args)


def _has_slopes(e: Any, x: Any) -> bool:
    """Return whether slopes of a term are seen: functions of x with a number before it, and sums.

    >>> from theory.language import function
    >>> x, y, f = *sp.symbols("x y", real=True), function("f")
    >>> _has_slopes(y * x - Apply(f, y - 2 * x), x), _has_slopes(Apply(f, y * x), x)
    (True, False)
    """
    if x not in unbound(e) or e == x:
        return True
    if isinstance(e, Apply):
        slope = sp.expand(e.args[1]).coeff(x)
        return isinstance(slope, sp.Rational) and x not in unbound(sp.expand(e.args[1] - slope * x))
    return isinstance(e, (sp.Add, sp.Mul)) and all(_has_slopes(part, x) for part in e.args)


def _vanishes(e: Any) -> Any:
    """Return that a term is 0, as an equation for a real that is one of its terms if there is one.

    >>> x, y, z = sp.symbols("x y z", real=True)
    >>> _vanishes(x * y - z), _vanishes(x * y), _vanishes(x - x)
    (Eq(z, x*y), Eq(x*y, 0), True)
    """
    if e == 0:
        return sp.true
    for term in sp.Add.make_args(e):
        for symbol, sign in ((term, 1), (-term, -1)):
            rest = e - term
            if type(symbol) is sp.Symbol and symbol not in unbound(rest):
                return sp.Eq(symbol, -sign * rest, evaluate=False)
    return sp.Eq(e, 0, evaluate=False)


def slope_at(f: PiecewiseLinear, x: Any, right: bool) -> Any | None:
    """Return the slope of a piecewise linear function on one side of a place, with its cases.

    It is `None` of a function whose corners are rounded.

    >>> x = sp.Symbol("x", real=True)
    >>> tent = PiecewiseLinear.through({0: 0, 1: 1, 2: 0}, 0, 0)
    >>> [slope_at(tent, x, right).subs(x, 1) for right in (True, False)]
    [-1, 1]
    """
    if f.rounding:
        return None
    knots, values = (tuple(map(sp.Rational, part)) for part in (f.knots, f.values))
    if not f.steepest:
        return sp.S.Zero
    first = sp.Rational(f.left)
    if first and values[0] > 0:
        first = values[0] ** 2 * first / (values[0] + first * (knots[0] - x)) ** 2
    pairs = list(zip(knots, values, strict=True))
    slopes = [first, *((v - u) / (b - a) for (a, u), (b, v) in pairwise(pairs))]
    comparison: type[Relational] = sp.Lt if right else sp.Le
    cases = [
        sp.Tuple(slope, rebuilt(comparison, (x, knot)))
        for slope, knot in zip(slopes, knots, strict=True)
    ]
    return rebuilt(sp.Piecewise, [*cases, sp.Tuple(sp.Rational(f.right), sp.true)])
