"""Values of reals at which conditions hold and a conclusion does not, one real after the other.

A real that an equation determines takes that value; another one a small number, or a number at the
edge of what a comparison leaves open. After each of them what can be evaluated is, and the search
goes back where a condition does not hold. So recursions run from their first values on, and
functions of which no solver knows are evaluated as everywhere else (`verify.truth`).

Nothing is concluded from not finding anything.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor
from operator import itemgetter
from typing import Any

import sympy as sp
from flint import fmpq
from sympy.core.relational import Relational

from theory.binders import exchanged, substitute, unbound
from theory.quantifiers import Every, Quantified
from verify.claims.meanings import Interpretation
from verify.errors import FROM_A_PAPER
from verify.kernel.conditions import conjuncts
from verify.truth import NoValue, Truth, enclose, fraction
from verify.variants.quantified import truth_at
from verify.variants.square_roots import compared

SMALL = tuple(
    map(Fraction, ("1", "0", "2", "-1", "1/2", "3", "-2", "1/4", "4", "-1/2", "10", "3/5"))
)
WHOLE = tuple(map(Fraction, range(-2, 11)))
STEPS = tuple(map(Fraction, ("0", "1/2", "-1/2", "1", "-1")))  # from the edge of a comparison
HALF, FEW = 0.5, 4  # how often, and how many of them, numbers at edges come first
NODES = 8000  # values that are tried
EACH = 30  # of these until a search begins anew, beside one for each real
QUESTIONS = 24  # to a solver
SEEN = 8  # values for which a condition on all of them is looked at before
MOST = 80  # reals
BROKEN = (Truth.FALSE, Truth.UNDEFINED)
ANY = tuple(Truth)
Point = Mapping[Any, Fraction]


def found_broken(
    given: Sequence[Any],
    says: Any,
    interpretation: Interpretation,
    chance: random.Random,
    nodes: int = NODES,
    broken: tuple[Truth, ...] = BROKEN,
    questions: int = QUESTIONS,
) -> dict[Any, Fraction] | None:
    """Return values of all reals at which every condition holds and a conclusion does not.

    Symbols for integers get values that are integers.

    Args:
        given: the conditions.
        says: the conclusion.
        interpretation: of heads.
        chance: in which order values are tried.
        nodes: how many.
        broken: what the conclusion is where it does not hold; without a value it does not, either.
        questions: how many are asked of a solver.

    >>> x, y = sp.symbols("x y", real=True)
    >>> found_broken([sp.Eq(y, sp.exp(x) - 1)], sp.Ne(x, 0), {}, random.Random(0))
    {x: Fraction(0, 1), y: Fraction(0, 1)}
    """
    equal = dict(_equal_symbols(given))
    free = frozenset().union(unbound(says), *map(unbound, given))
    given, says = [substitute(part, equal) for part in given], substitute(says, equal)
    search = _Search(given, _Part(says, unbound(says), broken), interpretation, chance)
    search.questions = questions
    if len(search.symbols) > MOST or not search.may_start():
        return None
    each = EACH + len(search.symbols)
    for _ in range(nodes // each):
        search.left = each
        found = search.go_on({})
        if found is not None:
            return {s: found.get(equal.get(s, s), Fraction(0)) for s in sorted(free, key=str)}
        if search.questions <= 0:
            return None
    return None


def _equal_symbols(given: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield symbols that equations say are equal to others, and these, which are no such ones.

    >>> x, y, z = sp.symbols("x y z", real=True)
    >>> dict(_equal_symbols([sp.Eq(x, y), sp.Eq(z, y)]))
    {y: z, x: z}
    """
    known: dict[Any, Any] = {}
    for part in conjuncts(given):
        if not isinstance(part, sp.Eq) or not all(type(s) is sp.Symbol for s in part.args):
            continue
        one, other = (known.get(symbol, symbol) for symbol in part.args)
        if one == other or one.is_integer != other.is_integer:
            continue
        known = {s: one if at == other else at for s, at in known.items()} | {other: one}
    yield from known.items()


def holds_at(condition: Any, point: Point, interpretation: Interpretation) -> Truth:
    """Return the truth of a condition at a point, also where the sides of a relation are the same.

    That is so where both have a value and numbers in place of the symbols make them one expression,
    or terms with square roots that are equal.

    >>> x = sp.Symbol("x", real=True)
    >>> holds_at(sp.exp(x) < sp.exp(1) * x**2, {x: Fraction(1)}, {})
    <Truth.FALSE: 'false'>
    >>> holds_at(sp.sqrt(x) < sp.sqrt(2) * sp.sqrt(x / 2), {x: Fraction(3)}, {})
    <Truth.FALSE: 'false'>
    """
    known = truth_at(condition, point, interpretation)
    if known not in (Truth.UNKNOWN, Truth.AGREES):
        return known
    numbers = {symbol: sp.Rational(value) for symbol, value in point.items()}

    def decided(e: Any) -> Any:
        if isinstance(e, Quantified):
            return e
        if not isinstance(e, Relational):
            return None
        truth = compared(type(e), *(substitute(side, numbers) for side in e.args))
        if truth is None and _coincide(e, numbers, point, interpretation):
            truth = _if_sides_coincide(e)
        return None if truth is None else sp.true if truth is Truth.TRUE else sp.false

    found = exchanged(condition, decided)
    return known if found == condition else truth_at(found, point, interpretation)


def _if_sides_coincide(condition: Any) -> Truth | None:
    """Return the truth of a relation where both sides are the same, `None` of what is none."""
    if not isinstance(condition, Relational):
        return None
    return Truth.TRUE if isinstance(condition, (sp.Eq, sp.Le, sp.Ge)) else Truth.FALSE


def _coincide(
    e: Relational, numbers: Mapping[Any, Any], point: Point, interpretation: Interpretation
) -> bool:
    left, right = (substitute(side, numbers) for side in e.args)
    if left != right:
        return False
    try:
        for side in e.args:
            enclose(side, point, interpretation)
    except NoValue:
        return False
    return True


@dataclass(frozen=True, eq=False)
class _Part:
    """A condition that must hold, or the conclusion, which must not, and the reals in it."""

    says: Any
    free: frozenset[Any]
    ends: tuple[Truth, ...] = (Truth.TRUE,)

    @cached_property
    def symbols(self) -> tuple[Any, ...]:
        """The reals in it, in one order."""
        return tuple(sorted(self.free, key=str))

    @cached_property
    def asks(self) -> bool:
        """Whether a solver is asked for its truth."""
        return bool(self.says.has(Quantified))

    @cached_property
    def cases(self) -> tuple[Any, ...]:
        """The comparisons on which its case distinctions depend, if it is under no quantifier."""
        distinctions = () if self.asks else self.says.atoms(sp.Piecewise)
        found = {r for one in distinctions for r in one.atoms(Relational)}
        return tuple(sorted(found, key=str))

    def missing(self, values: Point) -> int:
        """Return how many reals in it have no value."""
        return sum(symbol not in values for symbol in self.free)

    def at(self, values: Point) -> tuple[Any, ...]:
        """Return what tells apart at which values of its reals it is looked at.

        Python hashes the two numbers of a ratio much faster than a fraction.
        """
        return self, *(values[symbol].as_integer_ratio() for symbol in self.symbols)


class _Search:
    """Looks for values, one real after the other, and goes back where a condition does not hold.

    What the conclusion depends on comes first, and of this what no solver must be asked for. One is
    asked only at values of all reals, where all else is as it must be, and once about the same.
    """

    def __init__(
        self,
        given: Sequence[Any],
        goal: _Part,
        interpretation: Interpretation,
        chance: random.Random,
    ) -> None:
        parts = [_Part(part, unbound(part)) for part in _not_trivial(given)]
        self.symbols = {s: str(s) for s in sorted(_free((goal, *parts)), key=str)}
        near = _connected(goal.free, parts)
        self.parts = sorted((*parts, goal), key=lambda part: (not part.free <= near, part.asks))
        self.about = {s: [part for part in self.parts if s in part.free] for s in self.symbols}
        self.equations = dict(_equations(part.says for part in self.parts if part is not goal))
        self.needs = {symbol: unbound(term) for symbol, term in self.equations.items()}
        self.interpretation = interpretation
        self.chance = chance
        self.left = 0
        self.questions = QUESTIONS
        self.answers: dict[tuple[Any, ...], bool] = {}
        self.met: dict[tuple[Any, ...], bool] = {}
        self.roots: dict[tuple[Any, ...], list[Fraction]] = {}

    def may_start(self) -> bool:
        """Return whether what no real is in is as it must be."""
        return all(self._may_be_met(part, {}) for part in self.parts if not part.free)

    def go_on(self, values: dict[Any, Fraction]) -> dict[Any, Fraction] | None:
        """Return more values, with which something is broken, if some are found in few steps."""
        self.left -= 1
        if len(values) == len(self.symbols):
            asked = (part for part in self.parts if part.asks)
            return values if all(self._answer(part, values) for part in asked) else None
        symbol, offered = self._next(values)
        for value in offered:
            if self.left < 0 or self.questions <= 0:
                return None
            further = {**values, symbol: value}
            about = (part for part in self.about[symbol] if part.free <= further.keys())
            if all(self._may_be_met(part, further) for part in about):
                found = self.go_on(further)
                if found is not None:
                    return found
        return None

    def _may_be_met(self, part: _Part, values: Point) -> bool:
        """Return whether a part is as it must be, as far as no solver needs to be asked."""
        if part.asks:
            return Truth.TRUE not in part.ends or not self._fails_somewhere(part.says, values)
        at = part.at(values)
        if at not in self.met:
            self.met[at] = self._truth(part.says, values, part.ends) in part.ends
        return self.met[at]

    def _answer(self, part: _Part, values: Point) -> bool:
        """Return whether a part about which a solver is asked is as it must be."""
        at = part.at(values)
        if at not in self.answers:
            self.questions -= 1
            if self.questions < 0:
                return False
            self.answers[at] = self._truth(part.says, values) in part.ends
        return self.answers[at]

    def _truth(self, condition: Any, values: Point, ends: tuple[Truth, ...] = ANY) -> Truth:
        """Return the truth of a condition; it may stay unknown if it is in none of some ends."""
        look = truth_at if _if_sides_coincide(condition) not in (*ends, None) else holds_at
        try:
            return look(condition, values, self.interpretation)
        except (NoValue, FROM_A_PAPER):
            return Truth.UNKNOWN

    def _fails_somewhere(self, condition: Any, values: Point) -> bool:
        """Return whether a condition on all values of reals is seen to fail for some of them."""
        bound, body = [], condition
        while isinstance(body, Every):
            bound.append(body.args[0])
            body = body.body
        if not bound or body.has(Quantified):
            return False
        for _ in range(SEEN):
            there = {**values, **{symbol: self.chance.choice(SMALL) for symbol in bound}}
            if self._truth(body, there) is Truth.FALSE:
                return True
        return False

    def _value(self, term: Any, values: Point) -> Fraction | None:
        """Return the value of a term, if it is known to be rational."""
        try:
            value = enclose(term, values, self.interpretation)
        except (NoValue, FROM_A_PAPER):
            return None
        return fraction(value) if isinstance(value, fmpq) else None

    def _next(self, values: Point) -> tuple[Any, list[Fraction]]:
        """Return the real that gets a value next, and which ones it may get."""
        for symbol, needs in self.needs.items():
            if symbol not in values and needs <= values.keys():
                value = self._value(self.equations[symbol], values)
                return symbol, [] if value is None or not _fits(symbol, value) else [value]
        missing = [(few, part) for part in self.parts if (few := part.missing(values))]
        nearest = min(missing, key=itemgetter(0), default=(0, None))[1]
        among = self.symbols if nearest is None else nearest.free
        free = sorted((s for s in among if s not in values), key=self.symbols.__getitem__)
        symbol = self.chance.choice([s for s in free if s not in self.needs] or free)
        return symbol, self._offered(symbol, values)

    def _offered(self, symbol: Any, values: Point) -> list[Fraction]:
        """Return what a real may be, numbers at edges first every other time."""
        small = list(WHOLE if symbol.is_integer else SMALL)
        edges = list(self._edges(symbol, values))
        self.chance.shuffle(small)
        self.chance.shuffle(edges)
        first = edges if self.chance.random() < HALF else small
        turns = _once(self._turns(symbol, values))
        if turns:
            self.chance.shuffle(turns)
        offered = _once((*first[:FEW], *turns[:FEW], *small[:FEW], *edges[:FEW], *small))
        return [value for value in offered if _fits(symbol, value)]

    def _turns(self, symbol: Any, values: Point) -> Iterator[Fraction]:
        """Yield numbers where a case distinction turns from one case to another."""
        for part in self.about[symbol]:
            for one, other in (sides for r in part.cases for sides in (r.args, r.args[::-1])):
                if one == symbol and unbound(other) <= values.keys():
                    value = self._value(other, values)
                    yield from () if value is None else (value,)

    def _edges(self, symbol: Any, values: Point) -> Iterator[Fraction]:
        """Yield numbers at and near the edge of a comparison of a real with what is known."""
        for part in self.about[symbol]:
            if not isinstance(part.says, Relational) or part.missing(values) > 1:
                continue
            beside = [o for o, one in (part.says.args, part.says.args[::-1]) if one == symbol]
            ends = [v for o in beside if (v := self._value(o, values)) is not None]
            is_met_at_roots = isinstance(part.says, sp.Eq) and Truth.TRUE in part.ends
            if not ends and (is_met_at_roots or symbol.is_integer):
                others = symbol, part.at({**values, symbol: Fraction(0)})  # the same at any value
                if others not in self.roots:
                    self.roots[others] = list(_roots(part.says, symbol, values))
                ends = self.roots[others]
            if is_met_at_roots:
                yield from ends
                continue
            for value in ends:
                whole = Fraction(floor(value)) if symbol.is_integer else value
                yield from (whole + step for step in STEPS)


def _once(values: Iterable[Fraction]) -> list[Fraction]:
    """Return values in their order, each where it comes first."""
    return [*{value.as_integer_ratio(): value for value in values}.values()]


def _fits(symbol: Any, value: Fraction) -> bool:
    """Return whether a number may stand for a symbol."""
    return value.denominator == 1 or not symbol.is_integer


def _roots(equation: Any, symbol: Any, values: Point) -> Iterator[Fraction]:
    """Yield the rational numbers that solve an equation between rational functions of one real."""
    numbers = {s: sp.Rational(values[s]) for s in unbound(equation) if s != symbol}
    left, right = (substitute(side, numbers) for side in equation.args)
    if not (left - right).is_rational_function(symbol):
        return
    above, _ = sp.fraction(sp.together(left - right))
    if symbol in above.free_symbols and above.is_polynomial(symbol):
        roots = filter(lambda root: root.is_Rational, sp.Poly(above, symbol).ground_roots())
        yield from (Fraction(int(root.p), int(root.q)) for root in roots)


def _not_trivial(given: Iterable[Any]) -> Iterator[Any]:
    """Yield conditions, each once, without equations of a real with itself."""
    for part in dict.fromkeys(conjuncts(given)):
        same = isinstance(part, sp.Eq) and part.lhs == part.rhs and isinstance(part.lhs, sp.Symbol)
        if not same:
            yield part


def _free(parts: Iterable[_Part]) -> frozenset[Any]:
    return frozenset[Any]().union(*(part.free for part in parts))


def _connected(symbols: frozenset[Any], parts: Iterable[_Part]) -> frozenset[Any]:
    """Return the reals that conditions connect with some, and these."""
    found = symbols.union(*(part.free for part in parts if not part.free.isdisjoint(symbols)))
    return found if found == symbols else _connected(found, parts)


def _equations(given: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield what determines a real: an equation of which it is one side and not in the other."""
    for condition in given:
        if isinstance(condition, sp.Eq):
            for one, other in (condition.args, condition.args[::-1]):
                if isinstance(one, sp.Symbol) and one not in unbound(other):
                    yield one, other
                    break
