"""The edge cases of a domain, which are tried in a fixed order before any random point.

Every unknown has a list of numbers, the likeliest to find a failure first: the ends of its range,
zero, one, what another unknown is (a tie), where a term of the statement vanishes or switches, and
next to all of these; then large numbers. An integer goes through the small integers from each end
of its range. `edge_points` takes one number of each list, in the order of the product of their
places in the lists: one unknown may be far down its list, or a few of them a little way each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from property_tests.strategies.bounds import Bound, Evaluate
from property_tests.strategies.critical import Critical, critical
from property_tests.strategies.growing import Growing
from property_tests.strategies.intervals import Interval, from_ends, simplest
from property_tests.strategies.plan import Plan, Unknown
from property_tests.strategies.points import standard
from theory.parts import parts_of
from theory.statements import ForAll

LARGE = (Fraction(1000), Fraction(10**6))
MODEST = 64  # the largest integer for a symbol on which the work of an evaluation depends
STEPS = 6  # numbers that are chosen for each point, on average and at most
MOST_LEFT_OUT = 100  # numbers of an unknown that lie between the intervals left to it
PLACES = 6  # critical numbers of an unknown that come early
_TAIL = (Fraction(1), Fraction(1))


def edge_points(
    statement: ForAll | Plan, evaluator: Callable[[Mapping[Any, Any]], Evaluate], limit: int
) -> Iterator[dict[Any, Any]]:
    """Return at most `limit` points, each of which satisfies what bounds its numbers one by one.

    Args:
        statement: a `ForAll` without instances and abbreviations, or the plan of one.
        evaluator: see `property_tests.strategies.points.points`.
        limit: also bounds the work, where many numbers have to be chosen for one point.
    """
    plan = statement if isinstance(statement, Plan) else Plan(statement)
    cases = _EdgeCases(plan, STEPS * limit)
    tree = _Node(cases, Growing(plan, evaluator, {}), 0)
    tails = [_TAIL for _ in plan.tabulated]
    found = (
        point
        for product in range(1, (limit if cases.length else 1) + 1)
        for leaf in tree.leaves(product)
        if (point := leaf.complete(tails)) is not None
    )
    return islice(found, limit)


class _EdgeCases:
    """The numbers that the unknowns of a statement are given."""

    def __init__(self, plan: Plan, steps: int) -> None:
        self.plan = plan
        self.steps = steps  # numbers that may still be chosen
        self.length = len(plan.whole) + len(plan.unknowns)
        order = [u.symbol for u in plan.unknowns]
        determined = {
            u.symbol: -b.offset / b.slope
            for u in plan.unknowns
            for b in u.bounds
            if isinstance(b, Bound) and b.relation is sp.Eq
        }
        self.critical: Mapping[Any, list[Critical]] = critical(plan.zeros, order, determined)
        work = set().union(*(_work(e) for e in (*plan.given, plan.statement.says)))
        self.modest = {s for s in order if s in work}

    def values(self, growing: Growing, at: int) -> Iterator[Any]:
        """Yield values for the unknown at this place, the likeliest to find a failure first."""
        if at < len(self.plan.whole):
            yield from standard(self.plan.whole[at], self.plan)
            return
        unknown = self.plan.unknowns[at - len(self.plan.whole)]
        interval = growing.interval(unknown)
        if interval is None:
            yield None
            return
        proposed = self._proposed(unknown, interval, growing)
        seen = set()
        left_out = 0
        for value in proposed:
            if value in seen or value not in interval:
                continue
            seen.add(value)
            if self._allowed(growing, at, value):
                yield value
                continue
            left_out += 1
            if left_out == MOST_LEFT_OUT:
                return

    def _allowed(self, growing: Growing, at: int, value: Fraction) -> bool:
        """Return whether a value may satisfy the hypotheses that leave several intervals."""
        gaps = self.plan.unknowns[at - len(self.plan.whole)].gaps
        if not gaps:
            return True
        evaluate = self.grown(growing, at, value).evaluate
        return all(gap.allows(evaluate) for gap in gaps)

    def grown(self, growing: Growing, at: int, value: Any) -> Growing:
        """Return a point with one more value."""
        more = growing.copy()
        if at < len(self.plan.whole):
            more.point[self.plan.whole[at]] = value
        elif value is not None:
            more.put(self.plan.unknowns[at - len(self.plan.whole)], value)
        return more

    def _proposed(
        self, unknown: Unknown, interval: Interval, growing: Growing
    ) -> Iterator[Fraction]:
        if unknown.choices:
            return iter(unknown.choices)
        low, high = interval.low, interval.high
        if low is not None and high is not None and low >= high:
            allowed = not unknown.symbol.is_integer or low.denominator == 1
            return iter((low,) if allowed else ())
        earlier = [v for v in reversed(growing.point.values()) if isinstance(v, Fraction)]
        zeros = self.critical.get(unknown.symbol, ())
        places = [place for zero in zeros for place in zero.places(growing.evaluate)]
        modest = unknown.symbol in self.modest
        if unknown.symbol.is_integer:
            return integers(interval, earlier, places, modest)
        return reals(interval, earlier, places, modest)


class _Node:
    """A point in which the first few unknowns have values, with what may follow."""

    def __init__(self, cases: _EdgeCases, growing: Growing, at: int) -> None:
        self.cases = cases
        self.growing = growing
        self.at = at
        self.ahead: Iterator[Any] | None = None
        self.values: list[Any] = []  # what `ahead` has given so far
        self.children: dict[int, _Node] = {}

    def leaves(self, product: int) -> Iterator[Growing]:
        """Yield the complete points whose places in the lists, from 1, have this product."""
        left = self.cases.length - self.at
        if left == 0:
            if product == 1:
                yield self.growing
            return
        for place in _divisors(product) if left > 1 else (product,):
            child = self._child(place)
            if child is None:
                return
            yield from child.leaves(product // place)

    def _child(self, place: int) -> _Node | None:
        """Return the point with the value at a place of the list, `None` if there is none."""
        if place not in self.children:
            self.ahead = self.ahead or self.cases.values(self.growing, self.at)
            self.values += islice(self.ahead, max(0, place - len(self.values)))
            if place > len(self.values) or self.cases.steps <= 0:
                return None
            self.cases.steps -= 1
            growing = self.cases.grown(self.growing, self.at, self.values[place - 1])
            self.children[place] = _Node(self.cases, growing, self.at + 1)
        return self.children[place]


@cache
def _divisors(number: int) -> tuple[int, ...]:
    return tuple(d for d in range(1, number + 1) if number % d == 0)


def _work(expression: Any) -> set[Any]:
    """Return the symbols on which the work of evaluating an expression may depend."""
    found: set[Any] = set()
    for node in parts_of(expression):
        if isinstance(node, (AppliedUndef, sp.Sum, sp.Product, sp.Integral)):
            found |= node.free_symbols
        elif isinstance(node, sp.Pow) and node.exp.free_symbols and node.exp.has(sp.Pow):
            found |= node.exp.free_symbols
    return found


def reals(
    interval: Interval, earlier: list[Fraction], places: list[Fraction], modest: bool = False
) -> Iterator[Fraction]:
    """Yield numbers, in and outside an interval, in the order in which they are tried.

    Args:
        interval: what the hypotheses leave.
        earlier: what unknowns before this one are, the nearest of them first.
        places: critical numbers.
        modest: whether very large numbers are left out.
    """
    ends = [end for end in (interval.low, interval.high) if end is not None]
    step = interval.step
    one, half, tenth = step, step / 2, step / 10
    tie = earlier[:1]
    inner = [simplest(interval)] if len(ends) == 2 else []
    yield from (*ends, Fraction(0), *tie, *inner, Fraction(1), *places[:PLACES], Fraction(-1))
    yield from (-t for t in tie)
    yield from _inside(interval, one)
    yield from (Fraction(2), Fraction(1, 2))
    yield from _inside(interval, half)
    yield from (p + s for p in places[:PLACES] for s in (tenth, -tenth))
    yield from _inside(interval, tenth)
    yield from (Fraction(-2), Fraction(3), Fraction(10), Fraction(1, 10), Fraction(-1, 2))
    yield from earlier[1:4]
    yield from places[PLACES:]
    yield from _inside(interval, tenth / 10)
    yield from (p + s for p in places[:PLACES] for s in (tenth / 10, -tenth / 10))
    yield from (LARGE[0], -LARGE[0], *_inside(interval, LARGE[0]), Fraction(1, 100))
    if not modest:
        yield from (LARGE[1], -LARGE[1], *_inside(interval, LARGE[1]))
    yield from _inside(interval, tenth / 1000)
    yield from _inside(interval, 3 * step)
    yield from (e + s for e in earlier[:2] for s in (step, -step, tenth, -tenth))


def integers(
    interval: Interval, earlier: list[Fraction], places: list[Fraction], modest: bool = False
) -> Iterator[Fraction]:
    """Yield integers as `reals` yields numbers: the small ones from each end, without a gap."""
    low, high = interval.integers()
    earlier = [value for value in earlier if value.denominator == 1]
    near = [Fraction(p.__floor__() + s) for p in places[:PLACES] for s in (0, 1, -1)]
    small = from_ends(low, high)
    yield from islice(small, 3)
    yield from earlier[:1]
    yield from near[:6]
    yield from islice(small, 6)
    yield from (Fraction(0), Fraction(1), Fraction(-1), *near[6:], *earlier[1:3])
    yield from islice(small, 12)
    if not modest:
        whole = Interval(low, high)
        for size in LARGE:
            yield from (size, -size, *_inside(whole, size))
    for value in small:
        if modest and abs(value) > MODEST:
            return
        yield value


def _inside(interval: Interval, distance: Fraction) -> Iterator[Fraction]:
    """Yield the numbers at a distance from the ends of an interval, inside."""
    if interval.low is not None:
        yield interval.low + distance
    if interval.high is not None:
        yield interval.high - distance
