"""Whole statements at concrete points: which one satisfies all hypotheses and breaks the rest?

Integers get small values, functions are piecewise linear, laws have up to three atoms, sequences
are eventually constant: every entry is a real number of its own up to some index, and equal to the
last one from there on; those of which hypotheses on all integers speak may go on otherwise, too
(`later`). What is left is a formula about finitely many reals, with quantifiers over reals in it,
for which values are tried (`tried`) or a solver proposes some. A statement is broken only where
every hypothesis is true at these values and the conclusion is not, as evaluated again
(`tried.holds_at`), by each meaning of its heads.

    integers     a condition on all or some of them is looked at for all of a bounded range, or
                 where its truth cannot change any more: entries and comparisons with numbers, and
                 with reals as far out as it takes (`far_out`); or for the first ones and the
                 largest power of it; or for a few, where these are enough
    sequences    a condition on all of them is one on the entries that it speaks of
    means        over strings of signs term by term, under a law atom by atom; over unit vectors
                 where these are two or none, or all count the same
    integrals    of a function whose straight pieces have areas
    exponents    are given small values like integers, as are reals that, rounded, end sums
    heads        are given numbers, functions, and strings of numbers that nobody solved for

What is of another kind is declined, and says nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise, product
from math import prod
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from theory.argument_language import States
from theory.binders import BindingTerm, SequenceOf, exchanged, substitute, unbound
from theory.definedness import connected, rebuilt
from theory.language import (
    Apply,
    FunctionHypothesis,
    FunctionSymbol,
    Lipschitz,
    Positive,
    RisesSmoothly,
    StrictlyIncreasing,
    UnimodalDensity,
)
from theory.quantifiers import Every, Quantified, Some
from theory.sequences import In, Indicator, Law, Signs, Sphere
from theory.statements import ForAll
from theory.values import Algebraic, Atoms, PiecewiseLinear, as_fraction
from theory.well_formed import IllFormed
from verify.claims.laws import SHAPES, places_of
from verify.claims.meanings import (
    Approximate,
    Formula,
    Interpretation,
    Meaning,
    Meanings,
    interpretations,
)
from verify.claims.statements import heads
from verify.errors import FROM_A_PAPER
from verify.judging.at_strings import INTEGERS, LARGEST, LONGEST, NONE, Beyond, Values, bounded
from verify.judging.strings import SIZE, Made, String, small_strings
from verify.kernel import smt
from verify.kernel.conditions import conjuncts
from verify.kernel.total import Outside
from verify.truth import NoValue, Truth
from verify.variants.defined import has_free, written_out
from verify.variants.far_out import FarOut, far_out, is_comparison
from verify.variants.later import LAST, Endless, Entries, Tail, from_one_on, in_the_end, shift
from verify.variants.limits import slope_at, tends_to_zero
from verify.variants.put_in import with_values_put_in
from verify.variants.quantified import Script, with_numbers
from verify.variants.square_roots import surd_of
from verify.variants.tried import BROKEN, NODES, QUESTIONS, found_broken, holds_at

STARTS = 400  # choices of things that are looked at
FRAMES = 40  # of these for which values of reals are looked for
SHARED = 10_000  # values of reals that are tried for all of these at least; more for the first ones
SOON = 300  # the same for each of the first choices, if only these are looked at
IN_VAIN = 12  # choices after which a statement is given up of which none is handled
TRIED = 5000  # points of a product that are put in order
DRAWS = 2  # of reals, where a solver does not know
NEAR = 64  # largest denominator of a number near an irrational one
STEPS = 200_000  # units of z3 for each of them
FOR_ROOTS = 2  # choices of things for which irrational reals are looked for, if all else is in vain
STEPS_FOR_ROOTS = 10_000_000  # units of z3 for each of these
QUICKLY, SHORT = 20_000, 5_000  # units of z3, and characters, to find that nothing is possible
UNKNOWN = 5  # questions that no solver answers, after which no more are asked of a choice
LAST_CHOICES, FEW_QUESTIONS = 12, 6  # that are still tried then, and what is asked for each
LONGEST_QUESTION = 30_000  # characters; a solver spends minutes on more of them before it counts
FURTHER = (9, 10)  # integers of which one is tried where smaller ones break nothing
WIDE_STARTS, WIDE_FRAMES = 8000, 100  # the same where a search with few of them was in vain
FAR_FRAMES = 6  # choices of things, with one of these, for which values of reals are looked for
LONGER = 10  # of the strings of signs that are no means over all of them
HIGHEST = 4  # degree of roots; and on more of these
MOST_CASES = 40  # of a condition on integers
TRANSPARENT = (  # what sees nothing of an integer but by its parts
    *(sp.Add, sp.Mul, sp.Pow, sp.Max, sp.Min, sp.Abs, sp.sign, sp.floor, sp.ceiling, Indicator),
    *(
        sp.Sum,
        sp.Product,
        sp.Tuple,
        Apply,
        FunctionSymbol,
        sp.And,
        sp.Or,
        sp.Not,
        sp.Implies,
        Relational,
        Quantified,
    ),
)
REALS = tuple(map(sp.Rational, ("0", "1", "1/2", "2", "-1", "3", "1/4", "-2")))
EXPONENTS = tuple(map(sp.Rational, ("2", "3/2", "3", "1", "4/3", "1/2", "4", "-1", "0")))


FUNCTIONS = (
    PiecewiseLinear.through({0: 1}, "1/2", "1/2"),
    PiecewiseLinear.through({0: 1}, 0, 0),
    PiecewiseLinear.through({0: 2}, "1/4", "1/2"),
    PiecewiseLinear.through({0: "1/2", 1: 1}, "1/2", "1/4"),
    PiecewiseLinear.through({0: 0}, 1, 1),
    PiecewiseLinear.through({0: 1, 1: 2}, "1/4", "1/2"),
    PiecewiseLinear.through({0: 1}, 2, 2),
    PiecewiseLinear.through({0: 1}, 0, -1),
    PiecewiseLinear.through({-1: 1, 1: "1/2"}, "1/2", 3),
    PiecewiseLinear.through({0: -1}, "1/2", "1/2"),
    PiecewiseLinear.through({0: 0, 1: 1}, 0, 0),
    PiecewiseLinear.through({0: 1, 1: 0}, 0, 0),
    PiecewiseLinear.through({0: 0}, 0, 0),
    PiecewiseLinear.through({0: 0, 1: 1, 2: 0}, 0, 0),
    PiecewiseLinear.through({1: 0, 2: 1, 3: 0}, 0, 0),
    PiecewiseLinear.through({"3/2": 1, "7/4": "1/2", 2: 1}, 0, 0),
    PiecewiseLinear.through({0: "1/4", 1: 4, 5: 8}, "1/4", "1/8"),  # steep, and flat later
    PiecewiseLinear.through({0: 0}, 3, "1/2"),  # of either sign, steeper where it is negative
    PiecewiseLinear.through({0: 0}, 2, 2),
    PiecewiseLinear.through({0: 8, 2: 4, 4: 8}, 0, 0),  # positive, with a valley
    PiecewiseLinear.through({0: 0, 1: -1, 2: 0}, 1, 1),  # it rises, falls, and rises again
)
OF_A_RANGE = (  # these rise and fall on it, rise, or fall, and do otherwise outside of it
    PiecewiseLinear.through({0: 1, 1: 0, "3/2": 1, 2: "1/2", 3: 0, 4: 1}, 0, 0),
    PiecewiseLinear.through({0: 1, 1: 0, 2: "1/4", 3: 1, 4: 0}, 0, 0),
    PiecewiseLinear.through({0: 0, 1: 1, 2: "1/4", 3: 0, 4: 1}, 0, 0),
    PiecewiseLinear.through({0: -1}, 0, 0),
    # 0 at integers, and 1 nearly everywhere between them
    PiecewiseLinear.through(
        {1: 0, "17/16": 1, "31/16": 1, 2: 0, "33/16": 1, "47/16": 1, 3: 0}, 0, 0
    ),
)
LAWS = (*SHAPES[:3], SHAPES[4])
UNEVEN = (  # strings whose sums pass over integers, come to -1 from further away, or stay at 0
    String(map(sp.Rational, (2, -3))),
    String(map(sp.Rational, ("1/2", "-3/2", -1))),
    String(map(sp.Rational, (-2, 1, 1))),
    String(map(sp.Rational, (0, 0))),
)


class Ground(Values):
    """Values of everything but reals, and what a statement says of reals there.

    Attributes:
        defined: the definitions of heads, for those of reals that quantifiers bind.
    """

    defined: tuple[States, ...] = ()

    def inner(self, sampled: Iterable[type], things: Mapping[Any, Any] = NONE) -> Values:
        """Return the same point inside of an expression, with further sequences."""
        found = super().inner(sampled, things)
        assert isinstance(found, Ground)
        found.defined = self.defined
        return found

    def value(self, e: Any) -> Any:
        """Return an expression about reals alone, in which quantifiers over reals may stand.

        Raises:
            Beyond: it has a part that this does not handle.
        """
        if type(e) is sp.Symbol:
            return self.things.get(e, e)
        if isinstance(e, Apply):
            return _applied_to(self._function(e.args[0]), self.value(e.args[1]))
        if isinstance(e, FunctionHypothesis):
            return self._property(e)
        if isinstance(e, (sp.Max, sp.Min)):  # sympy would compare the terms by their assumptions
            parts = [self.value(part) for part in e.args]
            return e.func(*parts, evaluate=all(part.is_Rational for part in parts))
        if isinstance(e, sp.Integral):
            return self._integral(e)
        if isinstance(e, Indicator):
            return self._indicator(e)
        if isinstance(e, sp.Mod):
            a, b = map(self.value, e.args)
            if not all(isinstance(part, sp.Integer) for part in (a, b)) or b == 0:
                raise Beyond
            return a % b
        return super().value(e)

    def _function(self, symbol: Any) -> PiecewiseLinear:
        found = self.things.get(symbol)
        if not isinstance(found, Made):
            raise Beyond
        function = found.function
        assert isinstance(function, PiecewiseLinear)
        return function

    @cached_property
    def _continuous(self) -> frozenset[Any]:
        """The functions that are continuous: those that are known."""
        return frozenset(s for s, thing in self.things.items() if isinstance(thing, Made))

    def _slope(self, symbol: Any, x: Any, right: bool) -> Any:
        found = slope_at(self._function(symbol), x, right)
        if found is None:
            raise Beyond
        return found

    def _integral(self, e: Any) -> Any:
        """Return the integral of a function between two ends as a difference of areas."""
        variable, *ends = e.limits[0]
        own = isinstance(e.function, Apply) and e.function.args[1] == variable
        if len(e.limits) > 1 or len(ends) < 2 or not own:
            raise Beyond
        f = self._function(e.function.args[0])
        low, high = (_area(f, self.value(end)) for end in ends)
        return rebuilt(sp.Add, (high, rebuilt(sp.Mul, (sp.S.NegativeOne, low))))

    def _property(self, e: Any) -> Any:
        f = self._function(e.args[0])
        parameters = [self.value(part) for part in e.args[1:]]
        if isinstance(e, StrictlyIncreasing):
            return sp.true if f.strictly_increasing else sp.false
        if isinstance(e, Positive):
            return sp.true if f.positive else sp.false
        if isinstance(e, RisesSmoothly):
            return sp.true if f.rises_smoothly else sp.false
        if isinstance(e, Lipschitz):
            return rebuilt(sp.Ge, (parameters[0], sp.Rational(f.steepest)))
        if not isinstance(e, UnimodalDensity):
            raise Beyond
        first, last = f.modes
        if not f.unimodal_density(first):
            return sp.false
        low, high = (sp.Rational(end) for end in (first, last))
        ends = (
            sp.Ge(parameters[0], low, evaluate=False),
            sp.Le(parameters[0], high, evaluate=False),
        )
        return connected(sp.And, ends)

    def _entry(self, string: Any, *indices: Any) -> Any:
        if not isinstance(string, Endless):
            return super()._entry(string, *indices)
        if not all(isinstance(index, sp.Integer) for index in indices):
            raise Beyond
        return string.entry([int(index) for index in indices])

    def _check_ends(self, sequence: Any) -> None:
        """Check that a sequence made of strings vanishes outside of the entries that it is read at.

        Far out all entries of strings vanish, and comparisons of the index stay what they are;
        near the ends it is looked at.
        """
        formula, *indices = sequence.args
        strings = [e for e in formula.atoms(sp.Indexed) if indices[0] in e.free_symbols]
        known = [self.things.get(e.base) for e in strings]
        if len(indices) > 1 or not all(isinstance(one, String) for one in known):
            super()._check_ends(sequence)
            return
        compared = [e for e in formula.atoms(Relational) if indices[0] in e.free_symbols]
        terms = [e.indices[0] for e in strings] + [e.lhs - e.rhs for e in compared]
        reach = max((self._moved(term, indices[0]) for term in terms), default=0)
        reach += max(map(len, filter(None, known)), default=0)
        near = (*range(-reach, 0), *range(SIZE, SIZE + reach + 1))
        ends = [self._where(indices[0], sp.Integer(place), formula) for place in near]
        far = (
            self.value(_far_out(formula, strings, compared, {indices[0]: sp.Integer(place)}))
            for place in (-reach - 1, SIZE + reach + 1)
        )
        if any(_of_cases(end) != 0 for end in (*far, *ends)):
            raise Beyond

    def _member(self, string: Any, length: Any) -> Any:
        if isinstance(string, Endless):
            raise Beyond
        return super()._member(string, length)

    def _applied(self, e: Any, meanings: tuple[Meaning, ...] = ()) -> Any:
        if any(isinstance(self.things.get(part), (Endless, Atoms)) for part in e.args):
            raise Beyond  # a program knows no unknown numbers
        if self.defined and (found := self._by_definition(e)) is not None:
            return found
        own = [self.value(part) if type(part) is sp.Symbol else part for part in e.args]
        if any(isinstance(self.things.get(part), Made) for part in e.args):
            meanings = tuple(m for m in self.known[e.func] if not isinstance(m, Formula))
            if not meanings:  # a formula is about symbols for functions
                raise Beyond
        return super()._applied(e.func(*own), meanings)

    def _by_definition(self, e: Any) -> Any | None:
        """Return what a head is of reals that quantifiers bind, by a definition if one fits."""
        values = tuple(
            self.things.get(a) or self._string(a)
            if isinstance(a, (FunctionSymbol, sp.IndexedBase, SequenceOf))
            else self._exactly(a)
            for a in e.args
        )
        if not has_free(values, self.things):
            return None

        def at(here: Mapping[Any, Any]) -> Values:
            return self.inner(self.sampled, {s: v for s, v in here.items() if s != v})

        def holds(condition: Any, here: Mapping[Any, Any]) -> bool:
            return bool(at(here).value(condition) == sp.true)

        for right, here in written_out(e, values, self.defined, holds):
            return at(here).value(right)
        return None

    def _over_range(self, e: Any) -> Any:
        if len(e.limits) != 1:
            return super()._over_range(e)
        index, low, high = e.limits[0]
        low, high = self.value(low), self.value(high)
        whole = all(isinstance(end, sp.Integer) for end in (low, high))
        if not whole or high - low > LARGEST:
            raise Beyond
        if high < low - 1 and _in_ends([e]):
            raise Beyond  # what a sum with fewer than no terms is, no page says
        terms = [self._where(index, sp.Integer(i), e.function) for i in range(low, high + 1)]
        return rebuilt(sp.Add if isinstance(e, sp.Sum) else sp.Mul, terms)

    def _where(self, symbol: Any, number: Any, e: Any) -> Any:
        """Return the value of an expression where a symbol has one."""
        return self.inner(self.sampled, {symbol: number}).value(e)

    def _mean(self, e: Any) -> Any:
        body, variable, members = e.args
        if isinstance(members, Sphere):
            return self._over_directions(e)
        if not isinstance(members, Law):
            return super()._mean(e)
        atoms = self.things.get(members.args[0])
        if not isinstance(atoms, Atoms):
            raise Beyond
        terms = (
            rebuilt(sp.Mul, (sp.Rational(mass), self._where(variable, place, body)))
            for place, mass in atoms.pairs
        )
        return rebuilt(sp.Add, list(terms))

    def _over_directions(self, e: Any) -> Any:
        """Return a mean over unit vectors: of none no value, of two their mean, of one value that.

        Raises:
            Beyond: it is over more of them, and depends on the vector.
        """
        body, vector, members = e.args
        length = self.value(members.args[0])
        if not isinstance(length, sp.Integer):
            raise Beyond
        if length < 1:
            return rebuilt(sp.Pow, (sp.S.Zero, sp.S.NegativeOne))
        if length == 1:
            ends = (String((sp.S.Zero, sp.Integer(sign))) for sign in (1, -1))
            each = [self.inner(self.sampled, {vector: end}).value(body) for end in ends]
            return rebuilt(sp.Mul, (sp.S.Half, rebuilt(sp.Add, each)))
        entries = Entries(f"{vector}'", None)
        found = self.inner(self.sampled, {vector: entries}).value(body)
        if any(str(s).startswith(f"{entries.name}[") for s in found.free_symbols):
            raise Beyond
        return found

    def _indicator(self, e: Any) -> Any:
        """Return 1 or 0 where a condition has no reals left; it fails where it has no value."""
        cases = self.value(e.cases)
        conditions = [case for _, case in cases.args] if isinstance(cases, sp.Piecewise) else []
        if not conditions or any(c.free_symbols or c.has(AppliedUndef) for c in conditions):
            return cases
        truth = holds_at(conditions[0], {}, {})
        if truth is Truth.TRUE:
            return sp.S.One
        return sp.S.Zero if truth in BROKEN else cases

    def _quantified(self, e: Any) -> Any:
        symbol, body = e.args
        if isinstance(symbol, sp.IndexedBase):
            return self._of_sequences(e)
        if isinstance(symbol, FunctionSymbol):
            raise Beyond
        if not symbol.is_integer:
            near = tends_to_zero(e, self._continuous)
            if near is not None:
                return self.value(near.equations(self._slope))
            found = self._where(symbol, symbol, body)
            return type(e)(symbol, found) if symbol in found.free_symbols else found
        cases = bounded(e, self._end)
        ends: dict[int, FarOut] = {}
        if cases is None:
            try:
                cases = self._until_it_stays(e)
            except Beyond:
                return self._for_ever(e)
            sides = ((cases[0], False), (cases[-1], True))
            known, best = self._others(symbol), isinstance(e, Some)
            ends = {n: far_out(body, symbol, up, best, known) for n, up in sides}
        join = sp.And if isinstance(e, Every) else sp.Or
        end, other = (sp.false, sp.true) if isinstance(e, Every) else (sp.true, sp.false)
        parts = []
        for number in cases:
            there = ends.get(number, FarOut(body, exact=True))
            parts.append(self._where(symbol, sp.Integer(number), there.body))
            if not there.exact and parts[-1] != other:
                raise Beyond
            if parts[-1] == end:
                return end
        return connected(join, parts)

    def _end(self, end: Any) -> Any:
        return end if end.has(sp.Indexed, AppliedUndef, Apply) else self.value(end)

    def _until_it_stays(self, e: Any) -> range:
        """Return integers beyond which the truth of a body is that at the ends of the range.

        It sees its symbol n as the index n + c of sequences that stay what they are, and compares
        n + c with integers, and n with terms that do not depend on it (`far_out`).
        """
        symbol, body = e.args
        reach = self._reach(body, symbol, unbound(body))
        found = range(-reach - 2, LAST + reach + 3)
        if len(found) > MOST_CASES:
            raise Beyond
        return found

    def _reach(self, e: Any, symbol: Any, free: frozenset[Any]) -> int:
        """Return by how much an index or a comparison is moved at most."""
        if symbol not in e.free_symbols:
            return 0
        if isinstance(e, (sp.Sum, sp.Product)) and any(symbol in e.free_symbols for e in e.limits):
            raise Beyond
        if isinstance(e, sp.Indexed) and e.base in self.things:
            thing = self.things[e.base]
            if isinstance(thing, Endless) and not thing.stays:
                raise Beyond
            places = [self._moved(index, symbol) for index in e.indices]
            return max(places) + (0 if isinstance(thing, Endless) else len(thing))
        if isinstance(e, Relational) and not e.has(sp.Indexed, AppliedUndef):
            left, right = e.args
            try:
                return self._moved(left - right, symbol)
            except Beyond:
                if not is_comparison(e, symbol, free):
                    raise
        if is_comparison(e, symbol, free):
            return 0
        if not isinstance(e, TRANSPARENT):
            raise Beyond
        return max(self._reach(part, symbol, free) for part in e.args)

    def _for_ever(self, e: Any) -> Any:
        """Return what a condition says of all or some integers, or of a few where that serves."""
        symbol, body = e.args
        try:
            return self._from_one_on(e)
        except Beyond:
            if type(e) not in self.sampled and _is_arithmetic(body, symbol):
                return type(e)(symbol, self._where(symbol, symbol, body))
            self._may_sample(e)
        each = [self._where(symbol, sp.Integer(n), body) for n in range(-1, LAST + 2)]
        return connected(sp.And if isinstance(e, Every) else sp.Or, each)

    def _from_one_on(self, e: Any) -> Any:
        """Return a condition on every integer from one on, of powers of it in the end (`later`)."""
        if not isinstance(e, Every):
            raise Beyond
        symbol, body = e.args
        first, relations = from_one_on(body, symbol)
        shifts = [by for part in relations for by in self._shifts(part, symbol)]
        start = max(first, LAST + sum(map(abs, shifts)), 1)
        if start - first > LARGEST:
            raise Beyond
        there = Later(self, symbol, start)
        n = there.n
        numbers = map(sp.Integer, range(first, start + 1))
        parts = [self._where(symbol, number, body.args[1]) for number in numbers]
        for part in relations:
            left, right = map(there.term, part.args)
            parts.append(in_the_end(type(part), left - right, n))
        return connected(sp.And, parts)

    def _shifts(self, part: Any, symbol: Any) -> Iterator[int]:
        """Yield by how much indices and ends of sums are moved, and where these begin."""
        others = self._others(symbol)
        sums = [e for e in part.atoms(sp.Sum) if symbol in e.free_symbols]
        for e in sums:
            index, *ends = e.limits[0]
            low, high = (self.value(end) if symbol not in unbound(end) else end for end in ends)
            if len(e.limits) > 1 or not isinstance(low, sp.Integer):
                raise Beyond
            yield int(low)
            yield shift(high.xreplace(others), symbol)
            yield from self._shifts(e.function, index)
        for e in part.atoms(sp.Indexed):
            at = [index.xreplace(others) for index in e.indices]
            yield from (shift(index, symbol) for index in at if symbol in index.free_symbols)

    def _others(self, symbol: Any) -> dict[Any, Any]:
        """Return the values of other symbols."""
        return {s: v for s, v in self.things.items() if type(s) is sp.Symbol and s != symbol}

    def _moved(self, index: Any, symbol: Any) -> int:
        if symbol not in index.free_symbols:
            return 0
        index = index.xreplace(self._others(symbol))
        for sign in (1, -1):
            rest = index - sign * symbol
            if isinstance(rest, sp.Integer):
                return abs(int(rest))
        raise Beyond

    def _of_sequences(self, e: Any) -> Any:
        """Return a condition on all or some sequences as one on the entries that it speaks of."""
        symbol, body = e.args
        for length in _lengths(e):
            size = self.value(length)
            if not isinstance(size, sp.Integer) or not 0 <= size <= LONGEST:
                raise Beyond
            signs = product((1, -1), repeat=int(size))
            tuples = (String(map(sp.Integer, entries)) for entries in signs)
            each = [self.inner(self.sampled, {symbol: s}).value(body) for s in tuples]
            return connected(sp.And if isinstance(e, Every) else sp.Or, each)
        entries = Entries(f"{symbol}'", None)
        found = self.inner(self.sampled, {symbol: entries}).value(body)
        spoken_of = [s for s in found.free_symbols if str(s).startswith(f"{entries.name}[")]
        for entry in sorted(spoken_of, key=str):
            found = type(e)(entry, found)
        return found


@dataclass(frozen=True)
class Later:
    """Terms in an integer from a number on, of which all else has a value.

    Args:
        ground: the values of all else.
        symbol: the integer.
        start: the number.
    """

    ground: Ground
    symbol: Any
    start: int

    @cached_property
    def n(self) -> Any:
        """What stands for the integer."""
        return sp.Dummy("n", positive=True, integer=True)

    def term(self, e: Any) -> Any:
        """Return a term.

        Raises:
            Beyond: it has a part that this does not handle.
        """
        if self.symbol not in unbound(e):
            return self.ground.value(e)
        if e == self.symbol:
            return self.n
        if isinstance(e, sp.Indexed):
            thing = self.ground.things.get(e.base)
            if not isinstance(thing, Endless) or len(e.indices) > 1:
                raise Beyond
            return thing.later(self.term(e.indices[0]))
        if isinstance(e, sp.Sum):
            return self._sum(e)
        if not isinstance(e, (sp.Add, sp.Mul, sp.Pow)):
            raise Beyond
        if isinstance(e, sp.Pow) and self.symbol in unbound(e.exp):
            raise Beyond
        return e.func(*map(self.term, e.args))

    def _sum(self, e: Any) -> Any:
        """Return a sum up to the integer of terms that are equal in the end."""
        index, low, high = e.limits[0]
        if self.symbol in unbound(low) or self.symbol in unbound(e.function):
            raise Beyond
        each = Later(self.ground, index, self.start).term(e.function)
        if each.atoms(sp.Dummy):
            raise Beyond
        there = {self.symbol: sp.Integer(self.start)}
        more = self.term(high) - self.ground.value(substitute(high, there))
        return self.ground.value(substitute(e, there)) + each * more


def _is_arithmetic(e: Any, symbol: Any) -> bool:
    """Return whether an integer stands in a condition as a number alone, in no index or range.

    >>> n, x, a = sp.Symbol("n", integer=True), sp.Symbol("x", real=True), sp.IndexedBase("a")
    >>> _is_arithmetic(n * x > a[1], n), _is_arithmetic(x > a[n], n)
    (True, False)
    """
    kinds = (BindingTerm, sp.Sum, sp.Integral, sp.Indexed, AppliedUndef, Apply)
    return all(symbol not in unbound(part) for part in e.atoms(*kinds))


def _far_out(formula: Any, strings: Any, compared: Any, there: Mapping[Any, Any]) -> Any:
    """Return a formula with zeros for entries of strings and comparisons as they are at a place."""

    def known(e: Any) -> Any:
        if e in compared:
            return substitute(e, there)
        return sp.S.Zero if e in strings else None

    return exchanged(formula, known)


def _lengths(e: Any) -> Iterator[Any]:
    """Yield the length of the strings of signs of which alone a condition on sequences speaks."""
    symbol, body = e.args
    if isinstance(e, Every):
        body = body.args[0] if isinstance(body, sp.Implies) else sp.true
    for part in conjuncts((body,)):
        if isinstance(part, In) and part.args[0] == symbol:
            yield part.args[1].args[0]


def _applied_to(f: PiecewiseLinear, x: Any) -> Any:
    """Return the value of a piecewise linear function as a case distinction.

    Raises:
        Beyond: its corners are rounded.
    """
    knots, values = (tuple(map(sp.Rational, part)) for part in (f.knots, f.values))
    left, right = sp.Rational(f.left), sp.Rational(f.right)
    if left == right == 0 and len(set(values)) == 1:
        return values[0]
    first = (knots[0], values[0])
    drop = left * (first[0] - x)
    before = first[1] ** 2 / (first[1] + drop) if first[1] > 0 else first[1] - drop
    if not left:
        before = first[1]
    cases = [(before, rebuilt(sp.Lt, (x, first[0])))]
    pairs = list(zip(knots, values, strict=True))
    if f.rounding:
        raise Beyond
    for (a, u), (b, v) in pairwise(pairs):
        cases.append((u + (v - u) / (b - a) * (x - a), rebuilt(sp.Lt, (x, b))))
    cases.append((values[-1] + right * (x - knots[-1]), sp.true))
    return rebuilt(sp.Piecewise, [sp.Tuple(*case) for case in cases])


def _area(f: PiecewiseLinear, x: Any) -> Any:
    """Return the integral of a piecewise linear function from its first knot to a place.

    Raises:
        Beyond: to the left of it the function is no straight line.
    """
    if (f.left and f.values[0] > 0) or f.rounding:
        raise Beyond
    knots, values = (tuple(map(sp.Rational, part)) for part in (f.knots, f.values))
    places = list(zip(knots, values, strict=True))
    slopes = [(v - u) / (b - a) for (a, u), (b, v) in pairwise(places)] + [sp.Rational(f.right)]
    before, area = x - knots[0], sp.S.Zero
    first = values[0] * before + sp.Rational(f.left) * before**2 / 2
    cases = [(first, rebuilt(sp.Lt, (x, knots[0])))]
    for (a, u), slope, end in zip(places, slopes, (*knots[1:], None), strict=True):
        reaches = sp.true if end is None else rebuilt(sp.Lt, (x, end))
        cases.append((area + u * (x - a) + slope * (x - a) ** 2 / 2, reaches))
        area += 0 if end is None else u * (end - a) + slope * (end - a) ** 2 / 2
    return rebuilt(sp.Piecewise, [sp.Tuple(*case) for case in cases])


@dataclass(frozen=True)
class Frame:
    """Values of everything but reals, and what a statement says of reals there."""

    things: Mapping[Any, Any]
    given: tuple[Any, ...]
    says: Any
    meanings: Meanings
    defined: tuple[States, ...] = ()


def broken_at(
    statement: States,
    meanings: Meanings,
    most: int | None = None,
    defined: tuple[States, ...] = (),
) -> str | None:
    """Return in words a point at which a statement fails, heads by their meanings, if one is found.

    A conclusion that has no value there does not hold.

    Args:
        statement: the statement.
        meanings: of its heads.
        most: how many choices of integers, sequences and functions are looked at, and that with few
            values of reals, if not many with many, and larger ones, too.
        defined: definitions of the heads.
    """
    if not heads(statement) <= set(meanings):
        return None
    choices = _Choices.of(statement, meanings, defined)
    for far in (False, True) if choices.has_integers and most is None else (False,):
        frames = choices.frames(far)
        nodes = [max(NODES >> n, SHARED // len(frames)) for n in range(len(frames))]
        nodes = nodes if most is None else [SOON] * most
        found = broken_among(zip(frames, nodes, strict=False), statement)
        if found is None and most is None and not far:
            found = _broken_at_roots(frames[:FOR_ROOTS], statement)
        if found is not None:
            return _in_words(found)
    return None


def broken_somewhere(statement: States, meanings: Meanings) -> str | None:
    """Return the same from a wide search, if a narrow one ran out of choices that it looks at.

    >>> n, p, q, x = sp.Symbol("n", integer=True), *sp.symbols("p q x", real=True)
    >>> broken_somewhere(States(2 ** (p * q * n) < 30, (p > 1, q > 1, n < 1, n > 3)), {})
    """
    if not heads(statement) <= set(meanings):
        return None
    choices = _Choices.of(statement, meanings)
    if len(choices.frames(far=False)) >= FRAMES:
        return None
    frames = choices.frames(far=False, starts=WIDE_STARTS, most=WIDE_FRAMES)
    found = broken_among(((frame, SHARED // len(frames)) for frame in frames), statement)
    return None if found is None else _in_words(found)


def _in_words(found: str) -> str:
    return "every hypothesis holds and the conclusion does not" + (found and f", where {found}")


def broken_among(frames: Iterable[tuple[Frame, int]], statement: States) -> str | None:
    """Return in words a point at which a statement fails, of those with some values.

    Args:
        frames: the values, each with how many values of reals are tried.
        statement: the statement.
    """
    unknown, left = 0, LAST_CHOICES
    for number, (frame, nodes) in enumerate(frames):
        asks = unknown < UNKNOWN
        left -= not asks
        if left < 0:
            break
        try:
            frame = _with_conclusion(frame, statement)
            if frame.says == sp.true:
                continue
            chance = random.Random(number)
            found = _tried(frame, chance, nodes, QUESTIONS if asks else FEW_QUESTIONS)
            if found is None and asks:
                in_vain, found = _point(frame, chance)
                unknown += in_vain
        except (Beyond, Outside, NoValue, IllFormed, FROM_A_PAPER):
            continue
        if found is not None:
            return found
    return None


def _broken_at_roots(frames: Iterable[Frame], statement: States) -> str | None:
    """Return in words a point at which a statement fails, some reals roots of quadratics there."""
    for frame in frames:
        try:
            found = _at_square_roots(_with_conclusion(frame, statement))
        except (Beyond, Outside, NoValue, IllFormed, FROM_A_PAPER):
            continue
        if found is not None:
            return found
    return None


def _with_conclusion(frame: Frame, statement: States) -> Frame:
    """Return a frame with what a statement concludes of reals there."""
    ground = Ground(frame.meanings, frame.things, frozenset({Every}))
    ground.defined = frame.defined
    says = ground.value(statement.says)
    return _with_values_put_in(
        replace(frame, says=says, meanings={**frame.meanings, **ground.meanings})
    )


def _with_values_put_in(frame: Frame) -> Frame:
    """Return a frame in which reals have values that no search could try."""
    given, says, values = with_values_put_in(frame.given, frame.says)
    if not values:
        return frame
    return replace(frame, given=given, says=says, things={**frame.things, **values})


def fails_at(
    statement: ForAll, meanings: Meanings, broken: tuple[Truth, ...] = (Truth.FALSE,)
) -> str | None:
    """Return in words a point at which a statement about numbers fails, if trying finds one.

    Args:
        statement: the statement.
        meanings: of its heads.
        broken: what its conclusion is there. Of one without a value something is said only if that
            is asked for, as where a hypothesis was dropped that may be there to give it one.

    >>> n, k = sp.symbols("n k", integer=True)
    >>> fails_at(ForAll(8 * k <= 7 * n, given=(n >= 2, k >= 0, k < n)), {})
    'every hypothesis holds and the conclusion does not, where k = 8, n = 9'
    """
    if not heads(statement) <= set(meanings):
        return None
    for instance, one in statement.expanded:
        if not all(type(s) is sp.Symbol for s in one.symbols):
            if broken == BROKEN and (found := _with_functions(one, meanings)) is not None:
                return found
            continue
        given, says, values = with_values_put_in(tuple(conjuncts(one.given)), one.says)
        frame = Frame(instance, given, says, meanings)
        first, *others = _known(frame)
        point = found_broken(given, says, first, random.Random(0), SHARED, broken)
        if point is None or not all(_is_broken(frame, point, o, broken) for o in others):
            continue
        shown = ", ".join(f"{s} = {v}" for s, v in {**instance, **point, **values}.items())
        return f"every hypothesis holds and the conclusion does not, where {shown}"
    return None


def _with_functions(one: ForAll, meanings: Meanings) -> str | None:
    """Return in words functions and numbers with which a statement fails, if some are found."""
    try:
        return broken_at(States(one.says, tuple(conjuncts(one.given))), meanings)
    except IllFormed:
        return None


@dataclass(frozen=True, eq=False)
class _Known:
    """Meanings, compared by what they are of."""

    meanings: Meanings

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self.meanings == other.meanings

    def __hash__(self) -> int:
        return hash(frozenset(self.meanings))


@dataclass(frozen=True)
class _Choices:
    """What in a statement needs a value that is chosen before those of reals.

    Args:
        given: the hypotheses.
        free: what needs a value.
        told: of this what is given to heads, or is a string of signs.
        counted: of this the integers, the exponents, and reals in the ends of sums.
        laws: of this what laws are named by.
        known: the meanings of heads.
        defined: the definitions of heads.
    """

    given: tuple[Any, ...]
    free: frozenset[Any]
    told: frozenset[Any]
    counted: frozenset[Any]
    laws: frozenset[Any]
    known: _Known
    defined: tuple[States, ...] = ()

    @classmethod
    def of(
        cls, statement: States, meanings: Meanings, defined: tuple[States, ...] = ()
    ) -> _Choices:
        """Return what is to be chosen for a statement."""
        parts = (statement.says, *statement.given)
        free = frozenset().union(*map(unbound, parts))
        told = frozenset(t for t in free if _is_told(t, parts))
        counted = frozenset(s for s in free if type(s) is sp.Symbol and s.is_integer)
        counted |= (_exponents(parts) | _in_ends(parts)) & free
        laws = frozenset(law.args[0] for part in parts for law in part.atoms(Law))
        return cls(statement.given, free, told, counted, laws, _Known(meanings), defined)

    @property
    def has_integers(self) -> bool:
        """Whether there are integers among them."""
        return any(symbol.is_integer for symbol in self.counted)

    def frames(self, far: bool, starts: int = STARTS, most: int = FRAMES) -> tuple[Frame, ...]:
        """Return values of all of this with which hypotheses may hold.

        Args:
            far: whether some integer is a larger one.
            starts: how many choices are looked at.
            most: how many of them are returned at most.
        """
        return _frames(self, far, starts, FAR_FRAMES if far else most)


@lru_cache(maxsize=2**5)  # the mutants of one conclusion have their hypotheses in common
def _frames(choices: _Choices, far: bool, starts: int, most: int) -> tuple[Frame, ...]:
    """Return values of everything but reals, and of those in exponents, where hypotheses may hold.

    Args:
        choices: what needs them.
        far, starts, most: as in `_Choices.frames`.
    """
    given, free, told = choices.given, choices.free, choices.told
    counted, laws, known = choices.counted, choices.laws, choices.known
    symbols = sorted(counted, key=str)
    plain = [g for g in conjuncts(given) if unbound(g) <= counted]
    endless = _endless(given)
    tables, spoken_of = _tables(given), endless | _ranged(given)
    offers = {
        t: _tabled() if t in told & tables else _candidates(t, t in told, t in laws, t in spoken_of)
        for t in sorted(free, key=str)
    }
    axes = {t: _fitting(t, offered, given) for t, offered in offers.items() if offered is not None}
    chance = random.Random(0)
    numbers = [
        values
        for values in _few([_numbers(symbol, far) for symbol in symbols], chance, starts)
        if far is any(value in FURTHER for value in values)
        and not _fails(plain, dict(zip(symbols, values, strict=True)))
    ]
    things = list(_few([range(len(offered)) for offered in axes.values()], chance, starts))
    things = [*_alike(axes), *things] if prod(map(len, axes.values())) > TRIED else things
    found: list[Frame] = []
    seen: list[Mapping[Any, Any]] = []
    beyond = 0
    for number, (values, places) in enumerate(_pairs(numbers, things, chance)):
        if number > starts:
            break
        at = dict(zip(symbols, values, strict=True))
        having = {t: offered[n] for (t, offered), n in zip(axes.items(), places, strict=True)} | at
        having |= _of_their_lengths(given, having, sum(places))
        if having in seen:
            continue
        seen.append(having)
        ground = Ground(known.meanings, having, frozenset({Some}))
        ground.defined = choices.defined
        try:
            holding = _holding(ground, given)
        except (Beyond, IllFormed, FROM_A_PAPER):
            beyond += 1
            if beyond == IN_VAIN and not found:
                break
            continue
        if holding is not None and not _is_impossible(holding, bool(endless)):
            told_of = {**known.meanings, **ground.meanings}
            frame = Frame(having, tuple(conjuncts(holding)), sp.true, told_of, choices.defined)
            found += [frame] if _may_hold(frame) else []
        if len(found) == most:
            break
    return tuple(found)


def _alike(axes: Mapping[Any, Sequence[Any]]) -> Iterator[tuple[int, ...]]:
    """Yield choices of which all functions are the same, if nothing else is to be chosen."""
    if len(axes) > 1 and all(isinstance(thing, FunctionSymbol) for thing in axes):
        common = min(map(len, axes.values()))
        yield from ((n,) * len(axes) for n in range(common))


def _numbers(symbol: Any, far: bool) -> tuple[Any, ...]:
    """Return what an integer or an exponent may be."""
    integers = (*FURTHER, *INTEGERS) if far else INTEGERS
    return tuple(map(sp.Integer, integers)) if symbol.is_integer else EXPONENTS


def _exponents(parts: Iterable[Any]) -> frozenset[Any]:
    """Return the symbols for reals that stand in exponents."""
    powers = (power.exp for part in parts for power in part.atoms(sp.Pow))
    found = frozenset[Any]().union(*map(unbound, powers))
    return frozenset(s for s in found if type(s) is sp.Symbol and not s.is_integer)


def _in_ends(parts: Iterable[Any]) -> frozenset[Any]:
    """Return the symbols for reals that stand in the ends of sums and products, rounded there.

    >>> x, i = sp.Symbol("x", real=True), sp.Symbol("i", integer=True)
    >>> _in_ends([sp.Sum(i, (i, 1, sp.floor(x))) > 3])
    frozenset({x})
    """
    sums = (one for part in parts for one in part.atoms(sp.Sum, sp.Product))
    ends = (end for one in sums for limit in one.limits for end in limit[1:])
    found = frozenset[Any]().union(*map(unbound, ends))
    return frozenset(s for s in found if type(s) is sp.Symbol and not s.is_integer)


def _holding(ground: Ground, given: Iterable[Any]) -> tuple[Any, ...] | None:
    """Return what hypotheses say of reals, `None` if one of them fails."""
    found: list[Any] = []
    for hypothesis in sorted(given, key=sp.count_ops):
        found.append(ground.value(hypothesis))
        if found[-1] == sp.false:
            return None
    return tuple(found)


def _of_cases(e: Any) -> Any:
    """Return a case distinction as sympy has it, without cases that are not met."""
    return sp.Piecewise(*e.args) if isinstance(e, sp.Piecewise) else e


def _of_their_lengths(
    given: Iterable[Any], things: Mapping[Any, Any], number: int
) -> dict[Any, Any]:
    """Return strings of signs of the lengths that hypotheses say they have: others than before.

    Each of several strings has signs of its own.
    """
    found: dict[Any, Any] = {}
    for g in conjuncts(given):
        if isinstance(g, In) and isinstance(g.args[1], Signs) and g.args[0] in things:
            length = substitute(g.args[1].args[0], _integers(things))
            if isinstance(length, sp.Integer) and 0 <= length <= LONGER:
                others = random.Random(LONGER * number + len(found)).getrandbits(LONGER)
                bits = others if found else number
                places = reversed(range(int(length)))
                found[g.args[0]] = String(sp.Integer((-1) ** (bits >> n & 1)) for n in places)
    return found


def _integers(things: Mapping[Any, Any]) -> dict[Any, Any]:
    return {s: v for s, v in things.items() if isinstance(v, sp.Integer)}


def _may_hold(frame: Frame) -> bool:
    """Return whether no condition without reals fails."""
    closed = [g for g in frame.given if not unbound(g)]
    if not closed:
        return True
    known = _known(frame)[0]
    try:
        return all(holds_at(g, {}, known) is not Truth.FALSE for g in closed)
    except (NoValue, FROM_A_PAPER):
        return True


def _is_impossible(conditions: Iterable[Any], quantified: bool) -> bool:
    """Return whether a solver finds in few steps that conditions on reals contradict each other.

    Args:
        conditions: what they are.
        quantified: whether those with quantifiers count, too.
    """
    asked = [part for part in conjuncts(conditions) if quantified or not part.has(Quantified)]
    script = Script(near=True)
    try:
        text = script.asks([script.formula(part)[0] for part in asked])
    except Outside:
        return False
    return len(text) <= SHORT and not script.roots and smt.ask(text, QUICKLY)[0] == "unsat"


def _few(axes: Sequence[Sequence[Any]], chance: random.Random, limit: int) -> list[tuple[Any, ...]]:
    """Return points of a product, those of first members first, all of them if there are few."""
    if prod(map(len, axes)) > TRIED:
        return list(dict.fromkeys(tuple(map(chance.choice, axes)) for _ in range(limit)))
    places = sorted(product(*(range(len(axis)) for axis in axes)), key=lambda at: (sum(at), at))
    return [tuple(axis[n] for axis, n in zip(axes, at, strict=True)) for at in places]


def _pairs(
    ones: Sequence[Any], others: Sequence[Any], chance: random.Random
) -> Iterator[tuple[Any, Any]]:
    """Yield pairs, those of first members first, and every other time one from anywhere."""
    seen = set()
    for together in range(len(ones) + len(others) - 1 if ones and others else 0):
        for n in range(max(0, together - len(others) + 1), min(together + 1, len(ones))):
            anywhere = chance.randrange(len(ones)), chance.randrange(len(others))
            for at in ((n, together - n), anywhere):
                if at not in seen:
                    seen.add(at)
                    yield ones[at[0]], others[at[1]]


def _fails(conditions: Iterable[Any], numbers: Mapping[Any, Any]) -> bool:
    """Return whether a condition on integers fails."""
    ground = Ground({}, numbers, frozenset())
    try:
        return any(ground.value(c) == sp.false for c in conditions)
    except (Beyond, IllFormed):
        return False


def _endless(given: Iterable[Any]) -> frozenset[Any]:
    """Return the sequences of which hypotheses on all integers speak, at one index."""
    every = (e for part in given for e in part.atoms(Every) if e.args[0].is_integer)
    entries = (i for e in every for i in e.atoms(sp.Indexed) if e.args[0] in i.free_symbols)
    return frozenset(i.base for i in entries if len(i.indices) == 1)


def _ranged(given: Iterable[Any]) -> frozenset[Any]:
    """Return the functions of which hypotheses speak at every real of a range.

    >>> x, f = sp.Symbol("x", real=True), FunctionSymbol("f")
    >>> _ranged([Every(x, sp.Implies(sp.And(x >= 1, x <= 3), Apply(f, x) >= 0))])
    frozenset({f})
    """
    every = (e for part in given for e in part.atoms(Every) if isinstance(e.body, sp.Implies))
    values = ((e.args[0], value) for e in every for value in e.body.args[1].atoms(Apply))
    return frozenset(value.args[0] for x, value in values if x in value.args[1].free_symbols)


def _tables(given: Iterable[Any]) -> frozenset[Any]:
    """Return the sequences with two indices in some hypotheses."""
    entries = (e for part in given for e in part.atoms(sp.Indexed))
    return frozenset(e.base for e in entries if len(e.indices) == 2)


def _tabled() -> tuple[String, ...]:
    """Return what a table may be that heads are given: a diagonal one, and others."""
    places = range(SIZE)
    diagonal = String(sp.S.One for _ in places)
    rows = [tuple(sp.Integer(max(i, 1) if i == k else 0) for k in places) for i in places]
    diagonal.table = tuple(rows)
    return (diagonal, *small_strings())


def _candidates(
    thing: Any, is_told: bool, is_law: bool, is_spoken_of: bool
) -> Sequence[Any] | None:
    """Return what a function, a law or a sequence may be; `None` of what is a number.

    Args:
        thing: what it is asked of.
        is_told: whether heads are given it, or it is a string of signs.
        is_law: whether a law is named by it.
        is_spoken_of: whether hypotheses speak of all its entries, or of its values on a range.
    """
    if isinstance(thing, sp.IndexedBase):
        tails = tuple(Tail) if is_spoken_of else (Tail.CONSTANT,)
        entries: Sequence[Any] = tuple(Entries(str(thing), tail) for tail in tails)
        return small_strings() + _signs() + UNEVEN if is_told else entries
    if not isinstance(thing, FunctionSymbol):
        return None
    if is_law:
        return tuple(_atoms(thing, masses) for masses in LAWS)
    functions = (*OF_A_RANGE, *FUNCTIONS) if is_spoken_of else FUNCTIONS
    return tuple(Made(f, f"piecewise linear {f}") for f in functions)


def _fitting(thing: Any, offered: Sequence[Any], given: Iterable[Any]) -> Sequence[Any]:
    """Return the functions of those offered that are as hypotheses on it alone say, if any are."""
    own = [g for g in conjuncts(given) if g.has(FunctionHypothesis) and unbound(g) == {thing}]
    return [one for one in offered if not _fails(own, {thing: one})] or offered


def _atoms(law: Any, masses: Sequence[Any]) -> Atoms:
    """Return atoms with these masses, at unknown places."""
    return Atoms(tuple(places_of(law, len(masses))), tuple(masses))


def _signs() -> tuple[String, ...]:
    return tuple(
        String(map(sp.Integer, entries))
        for length in range(1, LONGEST + 1)
        for entries in product((1, -1), repeat=length)
    )


def _is_told(thing: Any, parts: Iterable[Any]) -> bool:
    """Return whether a head is given a sequence, or it is a string of signs."""
    inside = (e for part in parts for e in part.atoms(AppliedUndef, In))
    return isinstance(thing, sp.IndexedBase) and any(thing in unbound(e) for e in inside)


def _point(frame: Frame, chance: random.Random) -> tuple[int, str | None]:
    """Return in words the reals at which a statement is broken, if any, after how many questions.

    Those that have an answer do not count. Where a solver does not know, those of which quantified
    conditions speak are drawn.
    """
    parts = (*frame.given, frame.says)
    told = _free_in(parts, AppliedUndef)
    under = _free_in(parts, Quantified) - told
    answer, found = _solved(frame, _drawn(told, chance))
    in_vain = int(answer == "unknown")
    for _ in range(DRAWS if in_vain and under else 0):
        answer, found = _solved(frame, _drawn(told | under, chance))
        in_vain += answer == "unknown"
        if found is not None:
            break
    return in_vain, found


def _solved(frame: Frame, drawn: Mapping[Any, Any]) -> tuple[str, str | None]:
    """Return what a solver says of values of the other reals, and the point if they serve.

    What serves as a solver has it, and as it is evaluated does not, nobody knows.
    """
    known = _known(frame)
    parts = [substitute(part, drawn) for part in (*frame.given, frame.says)]
    if any(part == sp.false for part in parts[:-1]):
        return "unsat", None
    *given, says = (with_numbers(part, known[0], near=True) for part in parts)
    script = Script(near=True)
    asked = [script.formula(part)[0] for part in given]
    text = script.asks([*asked, f"(not {script.formula(says)[0]})"])
    if len(text) > LONGEST_QUESTION or any(degree > HIGHEST for _, degree in script.roots):
        return "unknown", None
    named = {smt.name_of(symbol): symbol for symbol in script.declared}
    answer, model = _rational_model(text, named)
    if answer == "unknown":  # what has no quantifier may be enough to find a point
        plain = [one for one, part in zip(asked, given, strict=True) if not part.has(Quantified)]
        _, model = _rational_model(script.asks(plain), named)
    if model is None:
        return answer, None
    point = {symbol: as_fraction(value) for symbol, value in drawn.items()} | model
    shown = _shown(frame, point)
    return ("unknown", None) if shown is None else (answer, shown)


def _at_square_roots(frame: Frame) -> str | None:
    """Return in words a point at which a statement is broken, some reals roots of quadratics there.

    Where both sides have to be equal, these may be irrational.
    """
    parts = (*frame.given, frame.says)
    if any(part.has(Quantified, AppliedUndef) for part in parts):
        return None
    script = Script()
    asked = [script.formula(part)[0] for part in frame.given]
    text = script.asks([*asked, f"(not {script.formula(frame.says)[0]})"])
    named = {smt.name_of(symbol): symbol for symbol in script.declared}
    answer, model = smt.ask(text, STEPS_FOR_ROOTS)
    values = {named[name]: value for name, value in model if name in named}
    roots = {s: surd_of(v) for s, v in values.items() if isinstance(v, Algebraic)}
    if answer != "sat" or None in (*values.values(), *roots.values()) or not roots:
        return None
    given = tuple(substitute(part, roots) for part in frame.given)
    there = replace(frame, given=given, says=substitute(frame.says, roots))
    shown = _shown(there, {s: v for s, v in values.items() if s not in roots})
    words = ", ".join(f"{symbol} = {root}" for symbol, root in roots.items())
    return None if shown is None else f"{shown}, {words}" if shown else words


def _tried(
    frame: Frame, chance: random.Random, nodes: int, questions: int = QUESTIONS
) -> str | None:
    """Return in words the reals at which a statement is broken, if trying finds some.

    A conclusion is broken if a part of it is, and what it says of all reals by one of them.
    """
    for says in conjuncts((frame.says,)):
        while isinstance(says, Every):
            says = says.body
        part = replace(frame, says=says)
        known = _known(part)[0]
        point = found_broken(part.given, says, known, chance, nodes, questions=questions)
        found = None if point is None else _shown(part, point)
        if found is not None:
            return found
    return None


def _known(frame: Frame) -> tuple[Interpretation, ...]:
    """Return the interpretations by all of which a statement has to be broken."""
    known = interpretations(frame.meanings)
    approximate = any(isinstance(m, Approximate) for one in known for m in one.values())
    return tuple(known[:1] if approximate else known)


def _shown(frame: Frame, point: Mapping[Any, Any]) -> str | None:
    """Return a point in words, if by each interpretation a statement is broken there.

    Reals without a value are 0.
    """
    free = frozenset().union(*map(unbound, (*frame.given, frame.says)))
    point = {**point, **dict.fromkeys(free - set(point), Fraction(0))}
    if not all(_is_broken(frame, point, interpretation) for interpretation in _known(frame)):
        return None
    fixed = {s: v for s, v in frame.things.items() if not isinstance(v, Endless) or v.goes_on}
    return ", ".join(f"{symbol} = {value}" for symbol, value in {**fixed, **point}.items())


def _drawn(symbols: Iterable[Any], chance: random.Random) -> dict[Any, Any]:
    return {symbol: chance.choice(REALS) for symbol in sorted(symbols, key=str)}


def _free_in(parts: Iterable[Any], kind: Any) -> frozenset[Any]:
    """Return what is free in a part of a kind, and in the whole, too."""
    found = frozenset[Any]()
    for part in parts:
        inside = (unbound(e) for e in sp.preorder_traversal(part) if isinstance(e, kind))
        found |= frozenset[Any]().union(*inside) & unbound(part)
    return found


def _rational_model(text: str, named: Mapping[str, Any]) -> tuple[str, dict[Any, Fraction] | None]:
    """Return what a solver says, and rational values at which a text holds, if there are some.

    What is irrational is put at a number near.
    """
    for _ in range(len(named) + 1):
        answer, model = smt.ask(text, STEPS)
        values = {name: value for name, value in model if name in named}
        if answer != "sat" or None in values.values():
            return answer, None
        other = [name for name, value in values.items() if isinstance(value, Algebraic)]
        if not other:
            return answer, {named[name]: value for name, value in values.items()}
        near = values[other[0]].low.limit_denominator(NEAR)
        number = smt.rational(near.numerator, near.denominator)
        text += f"(assert (= |{other[0]}| {number}))\n"
    return "unknown", None


def _is_broken(
    frame: Frame,
    point: Mapping[Any, Any],
    interpretation: Interpretation,
    broken: tuple[Truth, ...] = BROKEN,
) -> bool:
    """Return whether every hypothesis is true at a point and the conclusion is not."""
    if any(holds_at(g, point, interpretation) is not Truth.TRUE for g in frame.given):
        return False
    return holds_at(frame.says, point, interpretation) in broken
