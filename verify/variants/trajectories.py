"""Points at which what is said of a recursion fails: its steps are followed from drawn numbers.

A hypothesis "for every s >= 0, X_{s+1} = F(X_s)" gives every step from the first one. So sizes, the
first values, and what F depends on beside them are drawn, among small numbers, small matrices and
unit vectors; the steps follow, as far as anything speaks of them, and every other real gets a small
number, or one at the edge of a comparison. That is done in plain numbers (`plain`).

What is found there is evaluated again, exactly, as everywhere else (`verify.truth`); that the
hypotheses on the steps hold for ever, as no step is without a value, is shown (`lasting`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import Implies

from theory.argument_language import States
from theory.binders import unbound
from theory.quantifiers import Every, Some
from theory.well_formed import IllFormed
from verify.claims.meanings import Meanings, interpretations
from verify.claims.statements import heads
from verify.errors import FROM_A_PAPER
from verify.judging.at_strings import Beyond
from verify.kernel.conditions import conjuncts
from verify.kernel.total import Outside
from verify.truth import NoValue, Truth
from verify.variants.concrete import Ground
from verify.variants.lasting import lasts
from verify.variants.later import Endless
from verify.variants.plain import CLOSE, NO_VALUE, Plain, Table, Translator
from verify.variants.put_in import with_values_put_in
from verify.variants.tried import BROKEN, holds_at

DRAWN = 20_000  # first values
MORE_EACH = 8  # times more values are tried from the same ones where nothing is a step
CHECKED = 12  # of the points found that are evaluated again
VALUES = 60  # of other reals and integers, for each first values
EACH, MORE = 3, 8  # of these for one of them; and for one that no comparison is about
FAR = 5  # steps that are followed; the digits of exact numbers more than double with each
SIZES = (1, 2, 2, 2, 2, 3)
WHOLE = (0, 1, 2, 3, 4, 5)  # what other integers may be
HALF = 0.5  # how often it is the turn of a real that is nearly alone in a condition
MOSTLY = 0.75  # of the first vectors are unit vectors
NEAR = 100  # largest denominator of a real at the edge of a comparison
FIRST = tuple(map(Fraction, ("1/2", "1/4", "1/8", "1", "-1/2", "-1/4", "2", "3")))
SMALL = tuple(map(Fraction, ("1", "1/2", "2", "1/4", "3", "1/8", "4", "-1", "0", "3/5", "-3/5")))
LARGER = tuple(map(Fraction, ("10", "16")))  # what else is offered where no comparison is near
ENTRIES = tuple(map(Fraction, ("0", "1", "-1", "1/2", "2", "-2", "3", "-3", "4", "-4", "8", "-8")))
UNIT = {
    1: (("1",), ("-1",)),
    2: (("1", "0"), ("0", "1"), ("3/5", "4/5"), ("4/5", "3/5"), ("4/5", "-3/5"), ("12/13", "5/13")),
    3: (("1", "0", "0"), ("2/3", "1/3", "2/3"), ("6/7", "3/7", "2/7"), ("3/5", "0", "4/5")),
}


@dataclass(frozen=True)
class Recursion:
    """What a hypothesis gives of every step after the first one.

    Args:
        base: the sequence.
        step: the symbol for the number of steps.
        place: that for the coordinate, if there are several.
        low, high: the first and the last of them.
        term: what the sequence is one step later.
    """

    base: Any
    step: Any
    place: Any
    low: Any
    high: Any
    term: Any


def recursions(given: Iterable[Any]) -> tuple[tuple[Recursion, ...], tuple[Any, ...]]:
    """Return the recursions among hypotheses, each of another sequence, and the other hypotheses.

    >>> s, a = sp.Symbol("s", integer=True), sp.IndexedBase("a")
    >>> step = Every(s, Implies(s >= 0, sp.Eq(a[s + 1], a[s] / 2), evaluate=False))
    >>> [one.term for one in recursions([step])[0]]
    [a[s]/2]
    """
    found: dict[Any, Recursion] = {}
    rest = []
    for condition in conjuncts(given):
        one = _recursion(condition)
        if one is None or one.base in found:
            rest.append(condition)
        else:
            found[one.base] = one
    own = tuple(found.values())
    if not all(_goes_one_step(one, frozenset(found)) for one in own):
        return (), tuple(conjuncts(given))
    return own, tuple(rest)


def _recursion(condition: Any) -> Recursion | None:
    bound = []
    while isinstance(condition, Every):
        bound.append(condition.args[0])
        condition = condition.body
    if not isinstance(condition, Implies) or not isinstance(condition.args[1], sp.Eq):
        return None
    premise, (left, right) = conjuncts(condition.args[:1]), condition.args[1].args
    if not isinstance(left, sp.Indexed) or not 1 <= len(left.indices) == len(bound) <= 2:
        return None
    step = next((s for s in bound if left.indices[0] == s + 1), None)
    if step is None or sp.Ge(step, 0) not in premise:
        return None
    place = left.indices[1] if len(bound) == 2 else None
    lows = [p.rhs for p in premise if isinstance(p, sp.Ge) and p.lhs == place]
    highs = [p.rhs for p in premise if isinstance(p, sp.Le) and p.lhs == place]
    if place is None:
        return Recursion(left.base, step, None, None, None, right) if len(premise) == 1 else None
    if place not in bound or len(premise) != 3 or len(lows) != 1 or len(highs) != 1:
        return None
    ends = (lows[0], highs[0])
    if any(end.has(sp.Indexed) or not unbound(end).isdisjoint(bound) for end in ends):
        return None
    return Recursion(left.base, step, place, lows[0], highs[0], right)


def _goes_one_step(one: Recursion, bases: frozenset[Any]) -> bool:
    """Return whether the next value depends on the last ones alone, of what there are steps."""
    of_steps = [e for e in one.term.atoms(sp.Indexed) if e.base in bases]
    return all(e.indices[0] == one.step for e in of_steps)


@dataclass(frozen=True)
class Known(Endless):
    """A sequence, or a table, with these entries; all others are 0."""

    numbers: Mapping[tuple[int, ...], Fraction] = field(hash=False)
    stays = True
    goes_on = True

    def entry(self, indices: Sequence[int]) -> Any:
        """Return an entry."""
        return sp.Rational(self.numbers.get(tuple(indices), 0))

    def __str__(self) -> str:
        shown = (f"{place}: {value}" for place, value in self.numbers.items() if value)
        return f"0 but at {', '.join(shown)}"


@dataclass(frozen=True)
class Condition:
    """A hypothesis, what is free in it, and whether it holds, as a function."""

    says: Any
    free: frozenset[Any]
    holds: Plain


class Sides(NamedTuple):
    """The sides of a comparison as functions, and what is free in them."""

    free: frozenset[Any]
    left: Plain
    right: Plain


@dataclass(frozen=True)
class Start:
    """What steps begin with.

    Args:
        sizes: values of the integers that the steps depend on.
        reals: of the reals.
        tables: of the sequences that have no steps.
        first: the first values of the others, by coordinate, which is () if there is one only.
    """

    sizes: Mapping[Any, int]
    reals: Mapping[Any, Fraction]
    tables: Mapping[Any, Mapping[tuple[int, ...], Fraction]]
    first: Mapping[Any, Mapping[tuple[int, ...], Fraction]]


class System:
    """The recursions of a statement, what they depend on, and all else as functions.

    Raises:
        Beyond: it has a part that this does not handle.
    """

    def __init__(self, own: tuple[Recursion, ...], rest: tuple[Any, ...], says: Any) -> None:
        self.own, self.rest, self.says = own, rest, says
        self.bases = tuple(one.base for one in own)
        parts = [e for one in own for e in (one.term, one.low, one.high) if e is not None]
        bound = {s for one in own for s in (one.step, one.place)}
        steps_need = frozenset().union(*map(unbound, parts)) - bound
        everywhere = steps_need.union(unbound(says), *map(unbound, rest))
        symbols = sorted((s for s in everywhere if type(s) is sp.Symbol), key=str)
        self.sizes = [s for s in symbols if s.is_integer and s in steps_need]
        self.reals = [s for s in symbols if not s.is_integer and s in steps_need]
        self.others = [s for s in symbols if s not in steps_need]
        entries = {e for part in (*parts, *rest, says) for e in part.atoms(sp.Indexed)}
        found = {e.base: len(e.indices) for e in entries if e.base in everywhere}
        tables = sorted((b for b in found if b not in self.bases), key=str)
        self.tables = {base: found[base] for base in tables}
        if not everywhere <= {*symbols, *self.tables, *self.bases}:
            raise Beyond  # a function or a law
        translator = Translator()
        of = translator.function
        self.terms = [of(one.term) for one in own]
        self.ends = [(of(one.low), of(one.high)) if one.place else None for one in own]
        self.conditions = [Condition(part, unbound(part), of(part)) for part in rest]
        others = set(self.others)
        self.first = [c for c in self.conditions if others.isdisjoint(c.free)]
        self.goal = of(says)
        sides = (c for c in self.conditions if isinstance(c.says, Relational))
        self.sides = [Sides(c.free, *map(of, c.says.args)) for c in sides]
        for s in (*symbols, *bound):
            translator.numbers.setdefault(s, len(translator.numbers))
        for base in (*self.tables, *self.bases):
            translator.sequences.setdefault(base, len(translator.sequences))
        self.number, self.sequence = translator.numbers, translator.sequences

    def drawn(self, chance: random.Random) -> Start:
        """Return first values, and what else the steps depend on."""
        sizes = {s: chance.choice(SIZES) for s in self.sizes}
        largest = max(sizes.values(), default=1)
        tables = {base: _table(count, largest, chance) for base, count in self.tables.items()}
        reals = {s: chance.choice(SMALL) for s in self.reals}
        first = {one.base: _first(self.places(one, sizes), chance) for one in self.own}
        return Start(sizes, reals, tables, first)

    def places(self, one: Recursion, sizes: Mapping[Any, int]) -> list[tuple[int, ...]]:
        """Return the coordinates of a sequence."""
        ends = self.ends[self.own.index(one)]
        if ends is None:
            return [()]
        numbers = [sizes.get(s, 0) for s in self.number]
        low, high = (end(numbers, []) for end in ends)
        return [(place,) for place in range(low, high + 1)]


def _table(count: int, size: int, chance: random.Random) -> dict[tuple[int, ...], Fraction]:
    """Return entries of a vector, or of a matrix: a diagonal, a symmetric, or another one."""
    numbers = range(1, size + 1)
    if count == 1:
        return {(i,): chance.choice(ENTRIES) for i in numbers}
    kind = chance.randrange(3)
    found: dict[tuple[int, ...], Fraction] = {}
    for i, j in product(numbers, numbers):
        entry = chance.choice(ENTRIES) if i == j or kind else Fraction(0)
        found[i, j] = found[j, i] if kind == 1 and j < i else entry
    return found


def _first(places: list[tuple[int, ...]], chance: random.Random) -> dict[Any, Fraction]:
    """Return first values; those of a vector are mostly a unit vector."""
    unit = UNIT.get(len(places), ())
    if places != [()] and unit and chance.random() < MOSTLY:
        return dict(zip(places, map(Fraction, chance.choice(unit)), strict=True))
    return {place: chance.choice(FIRST) for place in places}


class _Steps:
    """The steps of a sequence in floats, as far as they are asked for, read like a table."""

    def __init__(self, course: Course, place: int) -> None:
        self.course, self.place = course, place

    def __getitem__(self, key: tuple[int, ...]) -> float:
        try:
            return self.course.steps[key[0]][self.place][key[1:]]
        except IndexError:
            self.course.go_on(key[0])
            return self[key]
        except KeyError:
            raise ArithmeticError from None


class Course:
    """The steps from a start, in floats."""

    def __init__(self, system: System, start: Start) -> None:
        self.system = system
        values = {**start.sizes, **{s: float(v) for s, v in start.reals.items()}}
        self.numbers = [values.get(s, 0) for s in system.number]
        tables = {b: Table({k: float(v) for k, v in t.items()}) for b, t in start.tables.items()}
        steps = {base: _Steps(self, n) for n, base in enumerate(system.bases)}
        self.sequences = [{**tables, **steps}[base] for base in system.sequence]
        self.steps = [
            [{place: float(v) for place, v in start.first[base].items()} for base in system.bases]
        ]

    def go_on(self, step: int) -> None:
        """Take one step more.

        Raises:
            ArithmeticError: that one is too far away, or before the first.
        """
        if not 0 <= step <= FAR:
            raise ArithmeticError
        last, numbers = len(self.steps) - 1, self.numbers
        found: list[dict[Any, float]] = []
        for one, term in zip(self.system.own, self.system.terms, strict=True):
            numbers[self.system.number[one.step]] = last
            values = {}
            for place in self.steps[0][len(found)]:
                if place:
                    numbers[self.system.number[one.place]] = place[0]
                values[place] = term(numbers, self.sequences)
            found.append(values)
        self.steps.append(found)

    def truth(self, condition: Plain) -> bool | None:
        """Return whether a condition holds, `None` if something in it has no value."""
        try:
            return bool(condition(self.numbers, self.sequences))
        except NO_VALUE:
            return None


def fails_on_the_way(statement: States, meanings: Meanings, soon: bool = False) -> str | None:
    """Return in words a point at which a statement on a recursion fails, if one is found.

    Args:
        statement: the statement.
        meanings: of its heads.
        soon: which of two draws of first values is looked at.
    """
    if not heads(statement) <= set(meanings):
        return None
    own, rest = recursions(statement.given)
    says = statement.says
    values_put_in: dict[Any, Any] = {}
    if not own:
        rest, says, values_put_in = with_values_put_in(rest, says)
    try:
        system = System(own, rest, says)
    except Beyond:
        return None
    chance = random.Random(0 if soon else 1)
    checked = 0
    for _ in range(DRAWN if own else DRAWN // MORE_EACH):
        start = system.drawn(chance)
        values = _broken(system, start, chance)
        if values is None:
            continue
        checked += 1
        point = _exactly(system, start, values, meanings)
        if point is not None:
            shown = ", ".join(f"{s} = {v}" for s, v in {**point, **values_put_in}.items())
            return f"every hypothesis holds and the conclusion does not, where {shown}"
        if checked == CHECKED:
            break
    return None


def _broken(system: System, start: Start, chance: random.Random) -> dict[Any, Fraction] | None:
    """Return values of what the steps do not depend on, with which a statement seems to fail."""
    course = Course(system, start)
    if not all(course.truth(one.holds) for one in system.first):
        return None
    search = _Others(system, course, chance)
    return search.values if search.go_on() else None


class _Others:
    """Looks for values of the other symbols, one after the other."""

    def __init__(self, system: System, course: Course, chance: random.Random) -> None:
        self.system, self.course, self.chance = system, course, chance
        self.left = VALUES
        self.open = set(system.others)
        self.values: dict[Any, Fraction] = {}

    def go_on(self) -> bool:
        """Return whether values are found."""
        if not self.open:
            return self.course.truth(self.system.goal) is False
        symbol = self._next()
        self.open.remove(symbol)
        about = [
            c for c in self.system.conditions if symbol in c.free and self.open.isdisjoint(c.free)
        ]
        for value in self._offered(symbol):
            self.left -= 1
            if self.left < 0:
                break
            self.values[symbol] = value
            number = int(value) if symbol.is_integer else float(value)
            self.course.numbers[self.system.number[symbol]] = number
            met = all(self.course.truth(c.holds) for c in about)
            if met and self._may_break(symbol) and self.go_on():
                return True
        self.open.add(symbol)
        return False

    def _may_break(self, symbol: Any) -> bool:
        """Return whether the conclusion is not known to hold, now that a symbol has a value."""
        about = unbound(self.system.says)
        if symbol not in about or not self.open.isdisjoint(about):
            return True
        return self.course.truth(self.system.goal) is False

    def _next(self) -> Any:
        """Return a symbol for an integer, or one of a condition in which few are open."""
        whole = [s for s in self.system.others if s in self.open and s.is_integer]
        if whole:
            return self.chance.choice(whole)
        open_in = [self.open & c.free for c in self.system.conditions]
        least = min((len(one) for one in open_in if one), default=0)
        near = [one for one in open_in if len(one) == least] if least else [self.open]
        among = self.chance.choice(near) if self.chance.random() < HALF else self.open
        return self.chance.choice([s for s in self.system.others if s in among])

    def _offered(self, symbol: Any) -> list[Fraction]:
        if symbol.is_integer:
            return list(map(Fraction, self.chance.sample(WHOLE, EACH)))
        edges = list(self._edges(symbol))
        self.chance.shuffle(edges)
        if not edges:
            return self.chance.sample((*SMALL, *LARGER), MORE)
        return list(dict.fromkeys((*edges[:EACH], *self.chance.sample(SMALL, EACH))))

    def _edges(self, symbol: Any) -> Iterator[Fraction]:
        """Yield where the sides of a comparison of this real with what is known are equal."""
        numbers, sequences = self.course.numbers, self.course.sequences
        for of in self.system.sides:
            if symbol not in of.free or not self.open.isdisjoint(of.free):
                continue
            gaps = []
            try:
                for number in (0.0, 1.0, -1.0, 2.0):
                    numbers[self.system.number[symbol]] = number
                    gaps.append(of.left(numbers, sequences) - of.right(numbers, sequences))
            except NO_VALUE:
                continue
            yield from (Fraction(root).limit_denominator(NEAR) for root in _roots(*gaps))


def _roots(at_0: float, at_1: float, below: float, at_2: float) -> list[float]:
    """Return the roots of a polynomial of degree 2 at most by its values at 0, 1, -1 and 2.

    None are returned of what is no such polynomial.

    >>> _roots(-1.0, 0.0, 0.0, 3.0), _roots(-1.0, 0.0, -2.0, 1.0), _roots(0.0, 1.0, -1.0, 8.0)
    ([1.0, -1.0], [1.0], [])
    """
    square, slope = (at_1 + below) / 2 - at_0, (at_1 - below) / 2
    if abs(4 * square + 2 * slope + at_0 - at_2) > CLOSE:
        return []
    if abs(square) < CLOSE:
        return [-at_0 / slope] if abs(slope) > CLOSE else []
    inside = slope**2 - 4 * square * at_0
    if inside < 0:
        return []
    return [(-slope + sign * inside**0.5) / (2 * square) for sign in (1, -1)]


class Orbit(Endless):
    """A sequence of which the steps are computed exactly.

    Args:
        exact: the steps.
        base: the sequence.
    """

    goes_on = False

    def __init__(self, exact: ExactCourse, base: Any) -> None:
        self.exact, self.base = exact, base

    def entry(self, indices: Sequence[int]) -> Any:
        """Return an entry.

        Raises:
            Beyond: it is too far away, or no coordinate.
        """
        step, *place = indices
        return self.exact.at(step)[self.base, tuple(place)]


class ExactCourse:
    """The steps from a start in numbers of sympy."""

    def __init__(self, system: System, start: Start) -> None:
        self.system, self.start = system, start
        first = {
            (base, place): sp.Rational(value)
            for base, values in start.first.items()
            for place, value in values.items()
        }
        self.steps = [_State(first)]
        self.things: dict[Any, Any] = {
            **{s: sp.Integer(n) for s, n in start.sizes.items()},
            **{s: sp.Rational(v) for s, v in start.reals.items()},
            **{base: Known(numbers) for base, numbers in start.tables.items()},
        }

    def at(self, step: int) -> Mapping[Any, Any]:
        """Return the values after some steps.

        Raises:
            Beyond: they are too many.
        """
        if not 0 <= step <= FAR:
            raise Beyond
        while len(self.steps) <= step:
            self.steps.append(_State(self.after(self.steps[-1])))
        return self.steps[step]

    def after(self, state: Mapping[Any, Any]) -> dict[Any, Any]:
        """Return what comes after values, which may be symbols."""
        here = {base: _Now(state, base) for base in self.system.bases}
        found = {}
        for one in self.system.own:
            for place in self.system.places(one, self.start.sizes):
                there = {one.step: sp.S.Zero, **dict.fromkeys((one.place,) if place else (), None)}
                if place:
                    there[one.place] = sp.Integer(place[0])
                ground = Ground({}, {**self.things, **here, **there}, frozenset())
                found[one.base, place] = ground.value(one.term)
        return found


class _State(dict[Any, Any]):
    """Values by sequence and coordinate; of others nothing is known."""

    def __missing__(self, key: Any) -> Any:
        raise Beyond


class _Now(Endless):
    """A sequence of which only the last step is known, as step 0."""

    def __init__(self, state: Mapping[Any, Any], base: Any) -> None:
        self.state, self.base = state, base

    def entry(self, indices: Sequence[int]) -> Any:
        """Return an entry."""
        step, *place = indices
        if step != 0 or (self.base, tuple(place)) not in self.state:
            raise Beyond
        return self.state[self.base, tuple(place)]


class _Followed(Ground):
    """Values where every entry of every sequence is a number, those at the end of a range, too."""

    def _end(self, end: Any) -> Any:
        return self.value(end)


def _exactly(
    system: System, start: Start, values: Mapping[Any, Fraction], meanings: Meanings
) -> dict[Any, Any] | None:
    """Return a point, if a statement is broken there, and every step has a value."""
    exact = ExactCourse(system, start)
    numbers = {s: sp.Rational(v) for s, v in values.items()}
    things = {**exact.things, **numbers, **{base: Orbit(exact, base) for base in system.bases}}
    try:
        given = [_Followed(meanings, things, frozenset({Some})).value(part) for part in system.rest]
        says = _Followed(meanings, things, frozenset({Every})).value(system.says)
        for known in interpretations(meanings):
            if any(holds_at(part, {}, known) is not Truth.TRUE for part in given):
                return None
            if holds_at(says, {}, known) not in BROKEN:
                return None
        if system.own and not lasts(exact):
            return None
    except (Beyond, Outside, NoValue, IllFormed, FROM_A_PAPER):
        return None
    first = {
        f"{base}[{', '.join(map(str, (0, *place)))}]": value
        for base, own in start.first.items()
        for place, value in own.items()
    }
    return {**exact.things, **first, **numbers}
