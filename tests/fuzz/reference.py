"""A second evaluation of a statement at a point, which shares no code with the engine's own.

A statement is judged as it was written: abbreviations are looked up where they stand, ranges and
sums are run through (an empty one is 0), and nothing is simplified. Definedness is part of the
answer: a term without a value makes its relation undefined, true beats undefined in a disjunction
and false beats it in a conjunction.

A point gives every quantified symbol a value: a `Fraction`, a `WithPi`, an `Algebraic` number, or
a `PiecewiseLinear` function. Members of sequences are keyed as in an expanded statement, by a
symbol named like them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import (
    ITE,
    And,
    BooleanFalse,
    BooleanTrue,
    Equivalent,
    Implies,
    Not,
    Or,
)

from tests.fuzz.numbers import (
    CONTEXT,
    FUNCTIONS,
    Answer,
    Careful,
    Near,
    Quick,
    Undecided,
    Undefined,
    WithPi,
    near,
    sign_of,
)
from theory.claim import ForAll
from theory.language import (
    Apply,
    Defines,
    Each,
    Lipschitz,
    Positive,
    StrictlyIncreasing,
)
from theory.values import Algebraic, PiecewiseLinear

MOST_TERMS = 400  # of a sum or a range
HALVINGS = 220  # of the interval of an algebraic number
INTEGRAL_DIGITS = 25
INTEGRAL_ACCURACY = CONTEXT.mpf(10) ** -12
NEIGHBOURS = (Fraction(1, 10**8), Fraction(1, 10**12))  # of a singularity, where growth is measured
PLACES = 6  # between the ends of an integral where its integrand should have values
GRID = 48  # places between the ends of an integral where a singularity is looked for
DIVERGES = Fraction(1, 1000)  # of |f(t)| |t - pole| close to a pole

TRUE, FALSE, UNDEFINED, UNDECIDED = Answer
_NOT = {TRUE: FALSE, FALSE: TRUE, UNDEFINED: UNDEFINED, UNDECIDED: UNDECIDED}


class Place:
    """The values that terms are evaluated with: those of the point, and of bound symbols."""

    __slots__ = ("bound", "free", "names")

    def __init__(self, free: dict[Any, Any], names: Mapping[Any, Any], bound: Any = None) -> None:
        self.free = free
        self.names = names
        self.bound = bound or {}

    def inside(self, symbol: Any, value: Any) -> Place:
        """Return the place inside a binder."""
        return Place(self.free, self.names, {**self.bound, symbol: value})


Term = Callable[[Place], Any]
Condition = Callable[[Place], Answer]


class Compiler:
    """Turns expressions into functions of a place, by one kind of arithmetic."""

    def __init__(self, kit: Any, where: Mapping[Any, Any]) -> None:
        self.kit = kit
        self.terms: dict[Any, Term] = {}
        self.meanings = where
        self.careful = kit is Careful

    # -- conditions -------------------------------------------------------------------------

    def condition(self, condition: Any) -> Condition:
        """Return what judges a condition at a place."""
        if isinstance(condition, (BooleanTrue, Defines)) or condition is True:
            return lambda place: TRUE
        if isinstance(condition, BooleanFalse) or condition is False:
            return lambda place: FALSE
        if isinstance(condition, And):
            return _all(list(map(self.condition, condition.args)))
        if isinstance(condition, Or):
            return _any(list(map(self.condition, condition.args)))
        if isinstance(condition, Not):
            inner = self.condition(condition.args[0])
            return lambda place: _NOT[inner(place)]
        if isinstance(condition, Implies):
            left, right = map(self.condition, condition.args)
            return _any([lambda place: _NOT[left(place)], right])
        if isinstance(condition, Equivalent):
            one, *others = condition.args
            pairs = [Implies(*p, evaluate=False) for o in others for p in ((one, o), (o, one))]
            return _all(list(map(self.condition, pairs)))
        if isinstance(condition, ITE):
            case, then, otherwise = map(self.condition, condition.args)
            return _all([_any([lambda place: _NOT[case(place)], then]), _any([case, otherwise])])
        if isinstance(condition, Relational):
            return self._relation(condition)
        if isinstance(condition, Each):
            return self._each(condition)
        if isinstance(condition, (StrictlyIncreasing, Positive, Lipschitz)):
            return self._predicate(condition)
        return lambda place: UNDECIDED

    def _relation(self, relation: Any) -> Condition:
        left, right = map(self.term, relation.args)
        accepted = _ACCEPTED[type(relation)]
        compare = self.kit.compare

        def judge(place: Place) -> Answer:
            sides = []
            undecided = False
            for side in (left, right):
                try:
                    sides.append(side(place))
                except Undefined:
                    return UNDEFINED
                except Undecided:
                    undecided = True
            if undecided:
                return UNDECIDED
            try:
                return TRUE if compare(*sides) in accepted else FALSE
            except Undecided:
                return UNDECIDED

        return judge

    def _each(self, each: Each) -> Condition:
        index, low, high = each.args[1].args
        inner = self.condition(each.args[0])
        ends = self.term(low), self.term(high)

        def judge(place: Place) -> Answer:
            try:
                members = _range(*(end(place) for end in ends))
            except Undefined:
                return UNDEFINED
            except Undecided:
                return UNDECIDED
            return _together((inner(place.inside(index, self._number(n))) for n in members), FALSE)

        return judge

    def _predicate(self, condition: Any) -> Condition:
        symbol = condition.args[0]
        parameter = self.term(condition.args[1]) if len(condition.args) > 1 else None

        def judge(place: Place) -> Answer:
            function = place.free.get(symbol)
            if not isinstance(function, PiecewiseLinear):
                return UNDECIDED
            if isinstance(condition, StrictlyIncreasing):
                return TRUE if all(slope > 0 for slope in slopes(function)) else FALSE
            if isinstance(condition, Positive):
                return TRUE if min(function.values) > 0 and function.right >= 0 else FALSE
            try:
                steepest = self._number(max(abs(slope) for slope in slopes(function)))
                assert parameter is not None
                if self.careful:
                    return TRUE if self.kit.compare(steepest, parameter(place)) <= 0 else FALSE
            except Undefined:
                return UNDEFINED
            except Undecided:
                pass
            return UNDECIDED

        return judge

    # -- terms ------------------------------------------------------------------------------

    def _number(self, value: Any) -> Any:
        return self.kit.rational(Fraction(value))

    def term(self, expression: Any) -> Term:
        """Return what evaluates an expression at a place; it raises `Undefined` or `Undecided`."""
        if expression not in self.terms:
            self.terms[expression] = self._term(expression)
        return self.terms[expression]

    def _term(self, expression: Any) -> Term:
        kit = self.kit
        if expression.is_Rational:
            constant = self._number(Fraction(int(expression.p), int(expression.q)))
            return lambda place: constant
        if expression.is_Float:
            constant = self._number(Fraction(str(expression)))
            return lambda place: constant
        if expression is sp.pi:
            return lambda place: kit.pi
        if expression is sp.E:
            return lambda place: kit.e
        if isinstance(expression, sp.Indexed):
            return self._member(expression)
        if expression.is_Symbol:
            return self._symbol(expression)
        if isinstance(expression, Apply):
            return self._applied(expression)
        if expression.is_Add or expression.is_Mul:
            return _folded(
                kit.add if expression.is_Add else kit.multiply,
                [self.term(a) for a in expression.args],
            )
        if expression.is_Pow:
            base, exponent = map(self.term, expression.args)
            return lambda place: kit.power(base(place), exponent(place))
        if isinstance(expression, sp.Piecewise):
            return self._cases(expression)
        if isinstance(expression, (sp.Sum, sp.Product)):
            return self._sum(expression)
        if isinstance(expression, sp.Integral):
            return self._integral(expression)
        arguments = [self.term(a) for a in expression.args]
        if isinstance(expression, (sp.Max, sp.Min)):
            largest = isinstance(expression, sp.Max)
            return lambda place: kit.extreme([a(place) for a in arguments], largest)
        if len(arguments) == 1:
            (inner,) = arguments
            name = expression.func.__name__
            if isinstance(expression, sp.Abs):
                return lambda place: kit.absolute(inner(place))
            if isinstance(expression, sp.sign):
                return lambda place: kit.sign(inner(place))
            if isinstance(expression, (sp.floor, sp.ceiling)):
                up = isinstance(expression, sp.ceiling)
                return lambda place: kit.floor(inner(place), up)
            if name in FUNCTIONS:
                return lambda place: kit.apply(name, inner(place))
        return _unknown

    def _symbol(self, symbol: Any) -> Term:
        meaning = self.meanings.get(symbol)
        term = None if meaning is None else self.term(meaning)

        def value(place: Place) -> Any:
            if symbol in place.bound:
                return place.bound[symbol]
            if symbol in place.free:
                return place.free[symbol]
            if term is None:
                raise Undecided
            # an abbreviation means the same wherever it stands: what is bound around it only
            # matters for symbols that are nowhere else explained
            around = {s: v for s, v in place.bound.items() if s not in place.free}
            return term(Place(place.free, place.names, around))

        return value

    def _member(self, expression: Any) -> Term:
        if len(expression.indices) != 1:
            return _unknown
        index = self.term(expression.indices[0])
        label = str(expression.base.label)

        def value(place: Place) -> Any:
            at = index(place)
            name = f"{label}[{int(at)}]"
            if at != int(at) or name not in place.names:
                raise Undecided
            return place.names[name]

        return value

    def _applied(self, expression: Any) -> Term:
        symbol, argument = expression.args
        inner = self.term(argument)

        def value(place: Place) -> Any:
            function = place.free.get(symbol)
            x = inner(place)
            if not isinstance(function, PiecewiseLinear):
                raise Undecided
            if not isinstance(x, (Fraction, float)):
                raise Undecided
            return linear(function, x)

        return value

    def _cases(self, expression: Any) -> Term:
        cases = [(self.term(value), self.condition(guard)) for value, guard in expression.args]

        def value(place: Place) -> Any:
            for term, guard in cases:
                answer = guard(place)
                if answer is TRUE:
                    return term(place)
                if answer is UNDEFINED:
                    raise Undefined
                if answer is UNDECIDED:
                    raise Undecided
            raise Undefined

        return value

    def _sum(self, expression: Any) -> Term:
        body, *limits = expression.args
        if any(len(limit) != 3 for limit in limits):
            return _unknown
        combine = self.kit.add if isinstance(expression, sp.Sum) else self.kit.multiply
        neutral = self._number(0 if isinstance(expression, sp.Sum) else 1)
        term = self.term(body)
        for index, low, high in limits:
            term = self._one_sum(term, index, self.term(low), self.term(high), combine, neutral)
        return term

    def _one_sum(
        self, term: Term, index: Any, low: Term, high: Term, combine: Any, neutral: Any
    ) -> Term:
        def value(place: Place) -> Any:
            total = neutral
            for n in _range(low(place), high(place)):
                total = combine(total, term(place.inside(index, self._number(n))))
            return total

        return value

    def _integral(self, expression: Any) -> Term:
        body, *limits = expression.args
        if not self.careful or len(limits) != 1 or len(limits[0]) != 3:
            return _unknown
        variable, low, high = limits[0]
        integrand = self.term(body)
        ends = self.term(low), self.term(high)
        risky = [self.term(e) for e in _may_vanish(body)]

        def along(term: Term, place: Place) -> Term:
            return lambda t: term(place.inside(variable, t))

        def value(place: Place) -> Any:
            return integral(
                along(integrand, place),
                ends[0](place),
                ends[1](place),
                [along(term, place) for term in risky],
            )

        return value


def _unknown(place: Place) -> Any:
    raise Undecided


def _folded(combine: Callable[[Any, Any], Any], terms: list[Term]) -> Term:
    first, *rest = terms

    def value(place: Place) -> Any:
        total = first(place)
        for term in rest:
            total = combine(total, term(place))
        return total

    return value


def _together(answers: Iterable[Answer], wins: Answer) -> Answer:
    """Return the answer of a conjunction, for which FALSE wins, or of a disjunction."""
    best = _NOT[wins]
    for answer in answers:
        if answer is wins:
            return wins
        if answer is UNDECIDED or (best is not UNDECIDED and answer is UNDEFINED):
            best = answer
    return best


def _all(parts: list[Condition]) -> Condition:
    return lambda place: _together((part(place) for part in parts), FALSE)


def _any(parts: list[Condition]) -> Condition:
    return lambda place: _together((part(place) for part in parts), TRUE)


_ACCEPTED = {
    sp.Eq: {0},
    sp.Ne: {1, -1},
    sp.Le: {0, -1},
    sp.Lt: {-1},
    sp.Ge: {0, 1},
    sp.Gt: {1},
}


def _range(low: Any, high: Any) -> range:
    """Return the integers of a range.

    Raises:
        Undecided: the ends are no integers, or the range is long.
    """
    ends = []
    for end in (low, high):
        if not isinstance(end, (Fraction, float)) or end != int(end):
            raise Undecided
        ends.append(int(end))
    if ends[1] - ends[0] > MOST_TERMS:
        raise Undecided
    return range(ends[0], ends[1] + 1)


# -- functions ------------------------------------------------------------------------------------


def linear(function: PiecewiseLinear, x: Any) -> Any:
    """Return the value of a piecewise linear function, as `theory.values` describes it.

    Args:
        function: the function.
        x: a fraction, or a float; so is the value.
    """
    kind = type(x)
    knots, values = function.knots, function.values
    if x < knots[0]:
        start, drop = kind(values[0]), kind(function.left) * (kind(knots[0]) - x)
        return start * start / (start + drop) if start > 0 else start - drop
    if x >= knots[-1]:
        return kind(values[-1]) + kind(function.right) * (x - kind(knots[-1]))
    place = bisect_right(knots, x) - 1
    a, b, f, g = (kind(v) for v in (*knots[place : place + 2], *values[place : place + 2]))
    return f + (g - f) * (x - a) / (b - a)


def slopes(function: PiecewiseLinear) -> list[Fraction]:
    """Return all slopes of a piecewise linear function, that next to the first knot first."""
    points = list(zip(function.knots, function.values, strict=True))
    inner = [(g - f) / (b - a) for (a, f), (b, g) in pairwise(points)]
    return [function.left, *inner, function.right]


# -- integrals ------------------------------------------------------------------------------------


def _may_vanish(body: Any) -> list[Any]:
    """Return the parts of an integrand at whose zeros it may be singular."""
    found = []
    for node in sp.preorder_traversal(body):
        if isinstance(node, sp.Pow) and not (node.exp.is_Integer and node.exp > 0):
            found.append(node.base)
        elif isinstance(node, (sp.log, sp.cot, sp.csc)):
            found.append(node.args[0])
        elif isinstance(node, (sp.tan, sp.sec)):
            found.append(sp.cos(node.args[0]))
        elif isinstance(node, (sp.Abs, sp.sign)):
            found.append(node.args[0])
        elif isinstance(node, (sp.asin, sp.acos, sp.acosh, sp.atanh)):
            found += [node.args[0] - 1, node.args[0] + 1]
    return found


def integral(
    integrand: Callable[[Any], Any], low: Any, high: Any, risky: list[Callable[[Any], Any]]
) -> Any:
    """Return an integral with a bound of its error.

    Args:
        integrand: a function of a number.
        low, high: the ends.
        risky: functions at whose zeros the integrand may be singular.

    Raises:
        Undefined: it diverges at a zero of one of them.
        Undecided: no value with a small error was found.
    """
    if low == high:
        return Fraction(0)
    if Careful.compare(low, high) > 0:
        return Careful.multiply(Fraction(-1), integral(integrand, high, low, risky))
    if risky and _has_no_value(integrand, low, high):
        raise Undefined
    cuts = _zeros(risky, low, high)
    for cut in cuts:
        if any(_diverges(integrand, cut, side, low, high) for side in (-1, 1)):
            raise Undefined
    places = sorted({*cuts, *(end for end in (low, high) if isinstance(end, Fraction))})
    ends = [end for end in (low, high) if not isinstance(end, Fraction)]
    nodes = [near(place).value for place in places] + [near(end).value for end in ends]

    def f(t: Any) -> Any:
        return near(integrand(Near(t, abs(t) * CONTEXT.mpf(10) ** -45))).value

    with CONTEXT.workdps(INTEGRAL_DIGITS):
        try:
            value, error = CONTEXT.quad(f, sorted(nodes), error=True, maxdegree=6)
        except (Undefined, ZeroDivisionError, ValueError, TypeError, OverflowError):
            raise Undecided from None
        if not error < INTEGRAL_ACCURACY * (1 + abs(value)):
            raise Undecided
        return Near(+value, INTEGRAL_ACCURACY * (1 + abs(value)))


def _has_no_value(integrand: Callable[[Any], Any], low: Any, high: Any) -> bool:
    """Return whether an integrand has no value at two places next to each other, nor between."""
    a, b = near(low).value, near(high).value
    width = (b - a) / PLACES
    gaps = 0
    for n in range(1, 2 * PLACES):
        try:
            integrand(Near(a + width * n / 2, abs(a + b) * CONTEXT.mpf(10) ** -45))
            gaps = 0
        except Undefined:
            gaps += 1
        except Undecided:
            gaps = 0
        if gaps == 3:
            return True
    return False


def _zeros(risky: list[Callable[[Any], Any]], low: Any, high: Any) -> list[Fraction]:
    """Return the rational places, ends included, where one of the functions is 0."""
    a, b = (Fraction(str(CONTEXT.nstr(near(end).value, 20))) for end in (low, high))
    grid = {a + (b - a) * n / GRID for n in range(GRID + 1)}
    grid |= {Fraction(n, 2) for n in range(2 * int(a) - 2, 2 * int(b) + 3)[:200]}
    grid = {t for t in grid if a <= t <= b}
    found = set()
    for function in risky:
        signs: list[tuple[Fraction, int]] = []
        for t in sorted(grid):
            try:
                signs.append((t, sign_of(function(t))))
            except (Undefined, Undecided):
                continue
        found |= {t for t, sign in signs if sign == 0}
        changes = pairwise(signs)
        for left, right in ((s, t) for (s, one), (t, two) in changes if one * two < 0):
            root = _rational_root(function, left, right)
            if root is not None:
                found.add(root)
    return sorted(found)


def _rational_root(
    function: Callable[[Any], Any], low: Fraction, high: Fraction
) -> Fraction | None:
    """Return a zero with a small denominator between two places of opposite sign."""
    try:
        rising = sign_of(function(low)) < 0
        for _ in range(40):
            middle = (low + high) / 2
            side = sign_of(function(middle))
            if side == 0:
                return middle
            low, high = (middle, high) if (side < 0) == rising else (low, middle)
        guess = ((low + high) / 2).limit_denominator(1000)
        return guess if sign_of(function(guess)) == 0 else None
    except (Undefined, Undecided):
        return None


def _diverges(
    integrand: Callable[[Any], Any], pole: Fraction, side: int, low: Any, high: Any
) -> bool:
    """Return whether |f(t)| |t - pole| does not go to 0 at a place inside the ends."""
    sizes = []
    for step in NEIGHBOURS:
        t = pole + side * step
        if Careful.compare(t, low) <= 0 or Careful.compare(t, high) >= 0:
            return False
        try:
            sizes.append(abs(near(integrand(t)).value) * near(step).value)
        except (Undefined, Undecided):
            return False
    return sizes[0] > near(DIVERGES).value and sizes[1] > sizes[0] / 2


# -- statements -----------------------------------------------------------------------------------


class Judge:
    """Judges one statement at points.

    Args:
        statement: it may hold abbreviations, ranges and indices with instances.
        quick: with floats, which decide only what is far from any edge.
    """

    def __init__(self, statement: ForAll, quick: bool = False) -> None:
        self.kit: Any = Quick if quick else Careful
        self.compiler = Compiler(self.kit, dict(statement.where))
        self.given = [self.compiler.condition(sp.sympify(g)) for g in statement.given]
        self.says = self.compiler.condition(sp.sympify(statement.says))
        self.premises = [self.compiler.condition(p) for p in premises(statement.says)]

    def place(self, point: Mapping[Any, Any]) -> Place:
        """Return the place of a point."""
        values = {s: self._value(v) for s, v in point.items()}
        return Place(values, {getattr(s, "name", s): v for s, v in values.items()})

    def _value(self, value: Any) -> Any:
        if isinstance(value, PiecewiseLinear):
            return value
        if self.kit is Quick:
            return float(value) if isinstance(value, Fraction) else float(near(value).value)
        return algebraic(value) if isinstance(value, Algebraic) else value

    def hypotheses(self, place: Place) -> Answer:
        """Return whether all hypotheses hold."""
        return _together((given(place) for given in self.given), FALSE)

    def at(self, point: Mapping[Any, Any]) -> tuple[Answer, Answer]:
        """Return the answers for the hypotheses together and, where they hold, the conclusion."""
        place = self.place(point)
        inside = self.hypotheses(place)
        return inside, self.says(place) if inside is TRUE else UNDECIDED

    def presupposed(self, point: Mapping[Any, Any]) -> bool:
        """Return whether a point satisfies what implications of the conclusion presuppose."""
        place = self.place(point)
        return all(premise(place) is TRUE for premise in self.premises)


def premises(says: Any) -> list[Any]:
    """Return what the implications of a conclusion presuppose, those of conjunctions too."""
    if isinstance(says, And):
        return [p for part in says.args for p in premises(part)]
    if isinstance(says, Implies):
        return [says.args[0], *premises(says.args[1])]
    return []


def algebraic(value: Algebraic) -> Near | WithPi:
    """Return an algebraic number by halving its interval.

    Raises:
        Undecided: the polynomial does not change its sign over the interval.
    """

    def sign(x: Fraction) -> int:
        total = Fraction(0)
        for coefficient in reversed(value.coefficients):
            total = total * x + coefficient
        return (total > 0) - (total < 0)

    low, high = Fraction(value.low), Fraction(value.high)
    at_low, at_high = sign(low), sign(high)
    if at_low * at_high >= 0:
        raise Undecided
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sign(middle) in (0, at_low):
            low = middle
        else:
            high = middle
    return Near(near(low).value, near(high - low).value + 2 * near(abs(low)).error)
