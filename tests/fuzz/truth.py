"""What is true of a generated statement, as far as points can tell, by the second evaluation.

A finite domain is run through. Of any other one a sceptic's points come first: ends of ranges,
small integers, halves, large values, multiples of pi, zeros of whatever stands in a relation, a
denominator, a logarithm, a root, a kink or a jump, with their neighbours; then random ones.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise, product
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Or

from tests.fuzz.numbers import Answer, Undecided, Undefined, WithPi
from tests.fuzz.reference import Judge
from theory.claim import ForAll
from theory.language import FunctionSymbol
from theory.values import PiecewiseLinear

Point = dict[Any, Any]
FINITE = 3000  # points of a domain that are run through
SPECIAL = 500  # points of special values that are tried
CAREFUL = 60  # points that are evaluated with care because floats are not sure
FIRST = 24  # plain ones among them that come before all others
SLOW = 12  # points of a statement with integrals
BASES = 6  # random points around which zeros are looked for
FUNCTIONS = 80  # that are drawn for one statement
SEQUENCE = range(-2, 15)  # indices at which sequences have members
SMALL = [Fraction(n) for n in range(-6, 13)]
HALVES = [Fraction(n, 2) for n in range(-7, 8, 2)]
FAR = [Fraction(n) for n in (100, -100, 1000, -1000, 10**6, -(10**6))]
FINE = [
    Fraction(s * n, d) for n, d in ((1, 1000), (1, 10), (1, 3), (1, 4), (2, 3)) for s in (1, -1)
]
STEP = Fraction(1, 1000)
PERIODIC = (sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc)
TRUE, FALSE, UNDEFINED, UNDECIDED = Answer


@dataclass(frozen=True)
class Ground:
    """What points tell of a statement.

    Args:
        bad: a point of the domain at which the conclusion is false or undefined.
        answer: which of both.
        plain: whether the bad point is one that a sceptic tries first: all its values are ends of
            ranges or integers between -3 and 4.
        inhabitant: a point that satisfies the hypotheses and what the conclusion presupposes.
        settled: the domain is finite and the statement true at each of its points.
        tried: points that were looked at.
    """

    bad: Point | None = None
    answer: Answer | None = None
    plain: bool = False
    inhabitant: Point | None = None
    settled: bool = False
    tried: int = 0

    @property
    def truth(self) -> bool | None:
        """Whether the statement is true, if points can tell."""
        if self.bad is not None:
            return False
        return True if self.settled else None


def ground(statement: ForAll, rng: random.Random, random_points: int = 1000) -> Ground:
    """Look for a point of the domain at which a statement is not true.

    Args:
        statement: as it was written.
        rng: what draws the random points.
        random_points: how many of them.
    """
    if any(isinstance(s, sp.Symbol) and not _is_plain_kind(s) for s in statement.symbols):
        return Ground()
    search = Search(statement, rng)
    finite = finite_domain(statement)
    if finite is not None:
        return search.through(finite)
    if any(None not in ends and ends[0] > ends[1] for ends in search.bounds.values()):  # type: ignore[operator]
        return Ground()
    quick = search.quick
    unclear: list[Point] = []
    inside: list[Point] = []
    looked = 0
    tried = 0
    slow = search.slow
    stream = special_points(search, rng, 4 * SLOW if slow else SPECIAL)
    draws = (drawn(statement, rng, search) for _ in range(SLOW if slow else random_points))
    for batch in (stream, draws):
        suspicious = []
        for point in batch:
            tried += 1
            rating = rated(quick, point)
            if rating is FALSE:
                suspicious.append(point)
            elif rating is TRUE:
                inside += [point] if len(inside) < 5 else []
            elif rating is None and looked < FIRST and search.is_plain(point):
                looked += 1
                suspicious.append(point)
            elif rating is None:
                unclear.append(point)
        for point in suspicious[:CAREFUL]:
            found = search.look(point)
            if found is not None:
                return Ground(point, found, search.is_plain(point), search.inhabitant, tried=tried)
    unclear = (
        unclear
        if len(unclear) <= CAREFUL
        else unclear[: CAREFUL // 2] + rng.sample(unclear[CAREFUL // 2 :], CAREFUL // 2)
    )
    for point in unclear[: SLOW if slow else CAREFUL]:
        found = search.look(point)
        if found is not None:
            return Ground(point, found, search.is_plain(point), search.inhabitant, tried=tried)
    for point in inside:
        if search.inhabitant is None:
            search.look(point)
    return Ground(inhabitant=search.inhabitant, tried=tried)


def rated(quick: Judge, point: Point) -> Answer | None:
    """Return what floats say at a point.

    Returns:
        UNDEFINED: it lies outside the domain, or says nothing of what is presupposed.
        TRUE: all holds.
        FALSE: it should be looked at: something fails, or cannot be computed.
        None: floats are not sure.
    """
    if any(isinstance(value, WithPi) for value in point.values()):
        return FALSE
    try:
        place = quick.place(point)
        inside = quick.hypotheses(place)
        if inside is FALSE:
            return UNDEFINED
        if inside is not TRUE:
            return None
        says = quick.says(place)
        if says is TRUE and any(premise(place) is FALSE for premise in quick.premises):
            return UNDEFINED
        return says if says in (TRUE, FALSE) else None
    except (ArithmeticError, ValueError):
        return FALSE


class Search:
    """Looks at points of one statement with care, and remembers whether one was in the domain."""

    def __init__(self, statement: ForAll, rng: random.Random) -> None:
        self.statement = statement
        self.careful = Judge(statement)
        self.quick = Judge(statement, quick=True)
        self.bounds = unary_bounds(statement)
        self.ends = {end for pair in self.bounds.values() for end in pair if end is not None}
        self.inhabitant: Point | None = None
        self.rest = _functions(statement, rng)
        texts = (statement.says, *statement.given, *statement.where.values())
        self.slow = any(sp.sympify(t).has(sp.Integral) for t in texts)

    def look(self, point: Point) -> Answer | None:
        """Return FALSE or UNDEFINED if the point is in the domain and the conclusion so there."""
        try:
            inside, says = self.careful.at(point)
        except Undecided:
            return None
        if inside is not TRUE:
            return None
        if self.inhabitant is None and self.careful.presupposed(point):
            self.inhabitant = point
        return says if says in (FALSE, UNDEFINED) else None

    def through(self, domain: list[list[Fraction]]) -> Ground:
        """Look at all points of a finite domain."""
        settled, tried, scalars = True, 0, scalars_of(self.statement)
        for values in product(*domain):
            point = dict(zip(scalars, values, strict=True))
            tried += 1
            found = self.look(point)
            if found is not None:
                return Ground(point, found, self.is_plain(point), self.inhabitant, tried=tried)
            inside, says = self.careful.at(point)
            settled &= inside in (FALSE, UNDEFINED) or says is TRUE
        return Ground(inhabitant=self.inhabitant, settled=settled, tried=tried)

    def is_plain(self, point: Point) -> bool:
        """Return whether all values are ends of ranges or small integers."""
        return all(
            isinstance(v, Fraction) and (v in self.ends or (v.denominator == 1 and -3 <= v <= 4))
            for v in point.values()
        )


def _is_plain_kind(symbol: Any) -> bool:
    """Return whether a symbol is a function, or assumed to be nothing else than real or integer."""
    given = {name for name, value in symbol._assumptions_orig.items() if value}
    return _is_function(symbol) or given in ({"real"}, {"integer"})


# -- what the hypotheses say of one symbol --------------------------------------------------------


def scalars_of(statement: ForAll) -> list[Any]:
    """Return the quantified numbers."""
    return [s for s in statement.symbols if isinstance(s, sp.Symbol) and not _is_function(s)]


def _is_function(symbol: Any) -> bool:
    return isinstance(symbol, FunctionSymbol)


def flat(conditions: Iterable[Any]) -> Iterator[Any]:
    """Yield conditions with conjunctions taken apart."""
    for condition in conditions:
        if isinstance(condition, And):
            yield from flat(condition.args)
        else:
            yield condition


def unary_bounds(statement: ForAll) -> dict[Any, tuple[Fraction | None, Fraction | None]]:
    """Return the rational ends that hypotheses on one symbol alone give it."""
    found: dict[Any, tuple[Fraction | None, Fraction | None]] = {}
    upper = (sp.Lt, sp.Le)
    for condition in flat(statement.given):
        if not isinstance(condition, (sp.Lt, sp.Le, sp.Gt, sp.Ge)):
            continue
        left, right = condition.args
        below = isinstance(condition, upper)
        if right.is_Symbol and left.is_Rational:
            left, right, below = right, left, not below
        if not (left.is_Symbol and right.is_Rational):
            continue
        low, high = found.get(left, (None, None))
        end = Fraction(int(right.p), int(right.q))
        if below:
            high = end if high is None else min(high, end)
        else:
            low = end if low is None else max(low, end)
        found[left] = low, high
    return found


def finite_domain(statement: ForAll) -> list[list[Fraction]] | None:
    """Return the values of each symbol where the hypotheses leave few points."""
    values = []
    size = 1
    bounds = unary_bounds(statement)
    if len(scalars_of(statement)) < len(statement.symbols):
        return None
    for symbol in scalars_of(statement):
        mine = _listed(statement, symbol)
        low, high = bounds.get(symbol, (None, None))
        if mine is None and symbol.is_integer and low is not None and high is not None:
            if high - low > FINITE:
                return None
            mine = [Fraction(n) for n in range(math.ceil(low), math.floor(high) + 1)]
        if mine is None:
            return None
        values.append(mine)
        size *= len(mine)
    return values if size <= FINITE else None


def _listed(statement: ForAll, symbol: Any) -> list[Fraction] | None:
    """Return the values to which one hypothesis restricts a symbol, of an integer the integers."""
    for condition in flat(statement.given):
        options = condition.args if isinstance(condition, Or) else (condition,)
        if all(isinstance(o, sp.Eq) and o.lhs == symbol and o.rhs.is_Rational for o in options):
            values = [Fraction(int(o.rhs.p), int(o.rhs.q)) for o in options]
            return [v for v in values if v.denominator == 1 or not symbol.is_integer]
    return None


# -- points ---------------------------------------------------------------------------------------


def critical(statement: ForAll) -> list[Any]:
    """Return the expressions at whose zeros something may change."""
    found: dict[Any, None] = {}
    for part in (statement.says, *statement.given):
        for node in sp.preorder_traversal(statement.unfold(sp.sympify(part))):
            if isinstance(node, Relational):
                found[node.lhs - node.rhs] = None
            elif isinstance(node, sp.Pow) and node.base.free_symbols:
                found[node.base] = None
            elif isinstance(node, (sp.log, sp.Abs, sp.sign, sp.gamma, sp.floor, sp.ceiling)):
                found[node.args[0]] = None
            elif isinstance(node, (sp.asin, sp.acos, sp.acosh, sp.atanh, sp.acot)):
                found |= dict.fromkeys((node.args[0] - 1, node.args[0] + 1, node.args[0]))
            elif isinstance(node, (sp.Max, sp.Min)) and len(node.args) == 2:
                found[node.args[0] - node.args[1]] = None
    return [e for e in found if e.free_symbols]


def candidates(statement: ForAll, symbol: Any) -> list[Any]:
    """Return special values of one symbol within its own bounds, plain ones first."""
    low, high = unary_bounds(statement).get(symbol, (None, None))
    constants = {
        Fraction(int(c.p), int(c.q))
        for part in (statement.says, *statement.given, *statement.where.values())
        for c in sp.sympify(part).atoms(sp.Rational)
        if abs(c) < 10**10
    }
    ends = [e for e in (low, high) if e is not None]
    values: list[Any] = [*ends, Fraction(0)]
    values += [s * c for c in sorted(constants, key=abs)[:12] for s in (1, -1)]
    values += [*sorted(SMALL, key=abs), *HALVES]
    values += [e + s * STEP for e in (*ends, *sorted(constants)) for s in (1, -1)]
    values += [*FAR, *FINE, *([(low + high) / 2] if len(ends) == 2 else [])]  # type: ignore[operator]
    if any(sp.sympify(p).has(*PERIODIC) for p in (statement.says, *statement.given)):
        values += [WithPi(Fraction(0), Fraction(n, 4)) for n in (*range(1, 9), *range(-8, 0))]
        values += [WithPi(Fraction(0), Fraction(n, 6)) for n in (1, 2, -1, -2)]
    kept = dict.fromkeys(v for v in values if _allowed(symbol, v, low, high))
    return list(kept)


def _allowed(symbol: Any, value: Any, low: Fraction | None, high: Fraction | None) -> bool:
    if isinstance(value, WithPi):
        near_pi = float(value.rational) + float(value.turns) * math.pi
        inside = (low is None or near_pi > low) and (high is None or near_pi < high)
        return inside and not symbol.is_integer
    if symbol.is_integer and value.denominator != 1:
        return False
    return (low is None or value >= low) and (high is None or value <= high)


def special_points(search: Search, rng: random.Random, most: int) -> Iterator[Point]:
    """Yield points of special values, then those at and around zeros."""
    statement, rest = search.statement, search.rest
    scalars = scalars_of(statement)
    lists = [candidates(statement, s) for s in scalars]
    if not scalars:
        for _ in range(30):
            yield rest()
        return
    if not all(lists):
        return
    size = math.prod(map(len, lists))
    if len(scalars) == 1 or size <= most:
        combinations: Iterable[Any] = islice(product(*lists), most)
    else:
        combinations = _mixed(lists, rng, most)
    for values in combinations:
        yield {**dict(zip(scalars, values, strict=True)), **rest()}
    yield from _around_zeros(search, rng, scalars, lists)


def _mixed(lists: list[list[Any]], rng: random.Random, most: int) -> Iterator[tuple[Any, ...]]:
    """Yield all combinations of the first values, then random ones of all."""
    share = max(2, int((most / 2) ** (1 / len(lists))))
    yield from product(*(values[:share] for values in lists))
    for _ in range(most // 2):
        yield tuple(rng.choice(values) for values in lists)


def _around_zeros(
    search: Search, rng: random.Random, scalars: list[Any], lists: list[list[Any]]
) -> Iterator[Point]:
    statement, quick = search.statement, search.quick
    expressions = [quick.compiler.term(e) for e in critical(statement)]
    bounds = unary_bounds(statement)
    for _ in range(1 if len(scalars) == 1 else BASES):
        base = {s: rng.choice(values[:24]) for s, values in zip(scalars, lists, strict=True)}
        base |= search.rest()
        for symbol in scalars:
            grid = sorted({*SMALL, *HALVES, *FAR, *(e for e in bounds.get(symbol, ()) if e)})
            zeros = {z for e in expressions for z in _zeros(quick, e, base, symbol, grid)}
            for zero in sorted(zeros):
                for value in (zero, zero + STEP, zero - STEP, zero + 1, zero - 1):
                    if not symbol.is_integer or value.denominator == 1:
                        yield {**base, symbol: value}


def _zeros(
    quick: Judge, term: Any, base: Point, symbol: Any, grid: list[Fraction]
) -> Iterator[Fraction]:
    place = quick.place(base)

    def value(x: float) -> float:
        place.free[symbol] = x
        try:
            return float(term(place))
        except (ArithmeticError, ValueError, TypeError, Undecided, Undefined):
            return math.nan

    seen = [(float(x), value(float(x))) for x in grid]
    for (a, f), (b, g) in pairwise(seen):
        if not f * g < 0:
            continue
        low, high = a, b
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if value(middle) * f > 0 else (low, middle)
        yield Fraction((low + high) / 2).limit_denominator(1000)


def drawn(statement: ForAll, rng: random.Random, search: Search) -> Point:
    """Return a random point within the ends that the hypotheses give to each symbol."""
    point: Point = {}
    for symbol in scalars_of(statement):
        low, high = search.bounds.get(symbol, (None, None))
        point[symbol] = random_value(rng, bool(symbol.is_integer), low, high)
    return {**point, **search.rest()}


def random_value(
    rng: random.Random, integer: bool, low: Fraction | None, high: Fraction | None
) -> Fraction:
    """Return a random rational, or integer, within ends; of several sizes where there are none."""
    denominator = 1 if integer else rng.choice((1, 2, 3, 4, 7, 10, 64, 1000))
    if low is not None and high is not None and not integer:
        return low + (high - low) * Fraction(rng.randint(0, 1000), 1000)
    if low is not None and high is not None:
        return Fraction(rng.randint(math.ceil(low), max(math.ceil(low), math.floor(high))))
    reach = rng.choice((2, 5, 12, 12, 100, 10**4))
    size = Fraction(rng.randint(0, reach * denominator), denominator)
    if low is not None:
        return (math.ceil(low) if integer else low) + size
    if high is not None:
        return (math.floor(high) if integer else high) - size
    return size * rng.choice((1, -1))


def _functions(statement: ForAll, rng: random.Random) -> Callable[[], Point]:
    """Return what draws values of functions and sequences."""
    functions = [s for s in statement.symbols if _is_function(s)]
    sequences = [getattr(s, "label", s) for s in statement.symbols if isinstance(s, sp.IndexedBase)]
    if not functions and not sequences:
        return dict

    members = {
        label: [sp.Symbol(f"{label}[{n}]", real=True) for n in SEQUENCE] for label in sequences
    }
    pool = [random_function(rng) for _ in range(FUNCTIONS)] if functions else []

    def draw() -> Point:
        point: Point = {f: rng.choice(pool) for f in functions}
        for label in sequences:
            rising = sorted(rng.randint(-6, 12) for _ in SEQUENCE)
            values = rising if rng.random() < 0.5 else rng.sample(rising, len(rising))
            sign = rng.choice((1, -1))
            for member, value in zip(members[label], values, strict=True):
                point[member] = Fraction(sign * value, 2)
        return point

    return draw


def random_function(rng: random.Random) -> PiecewiseLinear:
    """Return a piecewise linear function: constant, rising, falling on one side, or bent."""
    count = rng.randint(1, 3)
    knots = sorted(rng.sample(range(-4, 7), count))
    kind = rng.choice(("rising", "rising", "positive", "constant", "any", "gentle"))
    if kind == "constant":
        level = Fraction(rng.randint(-2, 3))
        return PiecewiseLinear((Fraction(0),), (level,), Fraction(0), Fraction(0))
    scale = Fraction(1, 20) if kind == "gentle" else Fraction(1)
    values = [scale * rng.randint(-5, 6) for _ in knots]
    if kind in ("rising", "positive", "gentle"):
        values = sorted({*values, values[0]})
        values += [values[-1] + scale * (n + 1) for n in range(count - len(values))]
    if kind == "positive" or rng.random() < 0.3:
        lift = scale - min(values)
        values = [v + lift for v in values]
    left, right = (scale * rng.choice((1, 2, Fraction(1, 2))) for _ in range(2))
    if kind == "any":
        left, right = left * rng.choice((0, 1)), right * rng.choice((-1, 0, 1))
    return PiecewiseLinear(tuple(map(Fraction, knots)), tuple(values), left, right)
