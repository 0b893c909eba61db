"""Definitions of a paper's notation, attacked against what its quantities mean.

Only an argument can handle most of them. So their integers are given small values, and then larger
ones as long as that is quick, and their sequences a few strings of numbers; what is left is about
reals and functions, and the methods that try points look for one at which the meanings break it.
That there is a function is compared at the function that the paper's attack constructs.
"""

from __future__ import annotations

import functools
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain, islice, product
from types import MappingProxyType
from typing import Any

import flint
import sympy as sp
from flint import arb
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Not

from reports.points import point as shown_point
from theory.argument_language import States
from theory.binders import SequenceOf, exchanged, substitute, unbound, with_limits
from theory.definedness import connected, rebuilt
from theory.language import DEFINES, FunctionSymbol
from theory.orders import Large, Magnitude
from theory.quantifiers import Every, Quantified, Some
from theory.sequences import In, Indicator, Mean, Signs
from theory.statements import ForAll
from theory.well_formed import IllFormed
from verify.claims.meanings import (
    Approximate,
    Construction,
    Constructions,
    Exact,
    Formula,
    Meanings,
    interpretations,
)
from verify.claims.statements import heads
from verify.errors import FROM_A_PAPER
from verify.evidence import Evidence, Outcome, Tier
from verify.kernel.conditions import conjuncts, gt, is_sequence, unbound_in
from verify.kernel.questions import RejectedArgument, Solver
from verify.methods import refuters
from verify.methods.method import Method
from verify.methods.task import PROFILES, Task

INTEGERS = (0, 1, 2, 3, 4, -1, -2)
SMALL = (1, 2, 3, 0)
DRAWN = 4  # strings at random, from which functions are constructed, too
LONGEST = 3  # of the strings that a mean is over
LARGEST = 20  # number of terms or cases
# entries from 0 on; all others vanish
STRINGS = (
    (1, -1, -1, 1),
    (Fraction(1, 2), -2, 3, 0),
    (1, -1),
    (-1, -1),
    (-1, 1),
    (1, 1, 1, 1, 1),
)
MOST = 60  # points at which a definition is instantiated
TRIED = 5000  # points that are looked at for those
FEW = 10  # points at which one of many mutants is
LOOKED_AT = 500  # points that are looked at for a mutant, or for what an argument concludes
# larger integers, one after the other; none is so much larger that it may take for ever at once
FAR = (*range(5, 61), *(int(60 * 1.5**n) for n in range(1, 14)))
LONG = 0.1  # seconds of processor time, after which a larger integer would take too long
LONGEST_IN_ALL = 0.5  # of those
IN_VAIN = 30  # of these after which one is given up of which nothing can be stated
SIZE = 5  # of what a formula makes a sequence, and of the tables that those with two indices are
BUDGET = replace(PROFILES["quick"], examples=20)
COMPARED = replace(BUDGET, examples=5)  # reals and functions at each of many points
NONE: Mapping[Any, Any] = MappingProxyType({})
OPPOSITE: Mapping[type, type] = {Some: Every, Every: Some}


class String(tuple[Any, ...]):
    """The entries of a sequence with one index, and in `table` those of one with two, from 0 on."""

    table: tuple[tuple[Any, ...], ...] = ()

    @functools.cached_property
    def numbers(self) -> String:
        """The same with numbers that no sympy is needed for."""
        found = String(Fraction(x.p, x.q) for x in self)
        found.table = tuple(tuple(Fraction(x.p, x.q) for x in row) for row in self.table)
        return found

    @functools.cached_property
    def _words(self) -> str:
        return ";".join(",".join(map(str, row)) for row in (self, *self.table))

    def __str__(self) -> str:
        return self._words


@dataclass(frozen=True)
class Made:
    """A function that was constructed, and from what."""

    function: Any
    words: str

    def __str__(self) -> str:
        return self.words


class NotADefinition(Exception):
    """A definition says nothing of a quantity, or not what it means."""


@functools.cache
def small_strings() -> tuple[String, ...]:
    """Return a few strings, among them strings of signs."""
    return (*_tabled(STRINGS), _with_zeros())


@functools.cache
def _drawn() -> tuple[String, ...]:
    """Return strings that nobody has chosen, the same in every run."""
    draw = random.Random(0)
    return tuple(
        _tabled(
            [Fraction(draw.randint(-9, 9), draw.randint(1, 5)) for _ in range(SIZE)]
            for _ in range(DRAWN)
        )
    )


def _tabled(strings: Iterable[Sequence[Any]]) -> Iterator[String]:
    """Yield strings, each with a table of its entries."""
    for numbers in strings:
        string = String(map(sp.Rational, numbers))
        places = [[(2 * i + k + i * k) % len(string) for k in range(SIZE)] for i in range(SIZE)]
        string.table = tuple(tuple(string[place] for place in row) for row in places)
        yield string


def _with_zeros() -> String:
    ones = String(map(sp.Rational, STRINGS[0]))  # and a table of ones with two rows of zeros
    ones.table = tuple((sp.Rational(int(i > 2)),) * SIZE for i in range(SIZE))
    return ones


def agrees(
    name: str, definition: States, meanings: Meanings, constructions: Constructions = NONE
) -> bool:
    """Return whether a definition is one, and was compared with what its heads mean, and is that.

    It is one if it says what a head is: see `is_definition`. It is compared with every meaning of a
    head, and each comparison must come to a decision. One that says that there is a function is
    compared at the function that is constructed.

    Raises:
        NotADefinition: it is about no head, or at some point it is not what they mean.
    """
    made = constructions.items() if isinstance(definition.says, Some) else ()
    agreed = _agrees(name, definition, of_heads(definition, meanings), frozenset(made))
    return agreed and is_definition(definition)


def of_heads(statement: States, meanings: Meanings) -> frozenset[tuple[Any, Any]]:
    """Return the meanings of a statement's heads, as part of the key of what is kept of it.

    They are all meanings, where a formula may speak of other heads.
    """
    found = {head: meanings[head] for head in heads(statement) if head in meanings}
    every = (meaning for several in found.values() for meaning in several)
    is_formula = any(isinstance(meaning, Formula) for meaning in every)
    return frozenset((meanings if is_formula else found).items())


def is_definition(definition: States) -> bool:
    """Return whether a statement says what a head is, and nothing that would have to be shown.

    It equates a head, at different symbols and numbers, with a term of these symbols in which the
    head does not stand, or stands one step before: at n where it is defined at n + 1; or with
    itself at other arguments, which says on what of them it depends.

    Or it says that there is a function, and of some heads, each in one equation, what they are at
    that function: a term without heads.
    """
    says = definition.says
    if isinstance(says, Some):
        return _says_what_is_made(*says.args)
    if not _says_what_it_is(says):
        return False
    return _says_on_what_it_depends(says) or unbound(says.rhs) <= unbound(says.lhs)


def _says_on_what_it_depends(says: Any) -> bool:
    return isinstance(says.rhs, AppliedUndef) and bool(says.rhs.func == says.lhs.func)


def may_contradict(one: States, other: States, solver: Solver) -> bool:
    """Return whether two definitions may give a head two values at the same arguments.

    They do not if they are about different heads, or if no arguments satisfy the hypotheses of
    both: 0 and n + 1 for n >= 0 are never the same. Functions and sequences may always be the same.
    """
    pair = (one.says, other.says)
    if any(isinstance(says, Some) for says in pair) or one.says.lhs.func != other.says.lhs.func:
        return False
    if any(map(_says_on_what_it_depends, pair)):
        return True
    numbers = [s for s in unbound_in((one.says, *one.given)) if isinstance(s, sp.Symbol)]
    apart = {s: sp.Symbol(f"{s} of one", real=True, integer=s.is_integer) for s in numbers}
    given, left = (substitute(p, apart) for p in (connected(And, one.given), one.says.lhs))
    same = [
        rebuilt(sp.Eq, both)
        for both in zip(left.args, other.says.lhs.args, strict=True)
        if not any(map(is_sequence, both))
    ]
    never = connected(Not, (connected(And, (given, *other.given, *same)),))
    try:
        solver.shows((), never)
    except RejectedArgument:
        return True
    return False


def _says_what_it_is(says: Any) -> bool:
    if not isinstance(says, sp.Eq) or not isinstance(says.lhs, AppliedUndef):
        return False
    head, value = says.lhs, says.rhs
    plain = [argument for argument in head.args if not _is_number(argument)]
    steps = [place for place, argument in enumerate(head.args) if _step(argument) is not None]
    if len(set(plain)) < len(plain) or not all(_is_plain(a) or _step(a) is not None for a in plain):
        return False
    if isinstance(value, AppliedUndef) and value.func == head.func:
        return all(map(_is_plain, value.args))
    again = [applied for applied in value.atoms(AppliedUndef) if applied.func == head.func]
    return all(
        any(applied.args[place] == _step(head.args[place]) for place in steps) for applied in again
    )


def _says_what_is_made(function: Any, condition: Any) -> bool:
    found = list(_taken_apart(condition))
    if not all(_says_what_it_is(says) and function in says.lhs.args for _, says in found):
        return False
    plain = [part for premises, says in found for part in (*premises, says.rhs)]
    return len({says.lhs.func for _, says in found}) == len(found) and not any(
        part.has(AppliedUndef) or function in unbound(part) for part in plain
    )


def _taken_apart(condition: Any, premises: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Yield of what a condition on every value consists, after the premises that it has."""
    if isinstance(condition, Every):
        yield from _taken_apart(condition.body, premises)
    elif isinstance(condition, sp.Implies):
        premise, then = condition.args
        yield from _taken_apart(then, (*premises, premise))
    elif isinstance(condition, sp.And):
        for part in condition.args:
            yield from _taken_apart(part, premises)
    else:
        yield premises, condition


def _is_number(argument: Any) -> bool:
    return isinstance(argument, sp.Integer)


def _is_plain(argument: Any) -> bool:
    return isinstance(argument, (FunctionSymbol, sp.IndexedBase, sp.Symbol))


def _step(argument: Any) -> Any:
    """Return n of an argument n + 1; `None` of any other."""
    if isinstance(argument, sp.Add) and isinstance(argument - 1, sp.Symbol):
        return argument - 1
    return None


@functools.lru_cache(maxsize=2**8)  # the same for every clause and reading that rests on it
def _agrees(
    name: str,
    definition: States,
    known_meanings: frozenset[tuple[Any, Any]],
    known_constructions: frozenset[tuple[Any, Construction]],
) -> bool:
    meanings, constructions = dict(known_meanings), dict(known_constructions)
    about = heads(definition)
    if not about:
        raise NotADefinition(f"the definition of {name} is about no quantity of the paper")
    if not about <= set(meanings):
        return False
    made: Constructions = {}
    if isinstance(definition.says, Some):  # there is one, if what is constructed is one
        function, says = definition.says.args
        if function not in constructions:
            return False
        definition, made = replace(definition, says=says), {function: constructions[function]}
    is_compared = False
    for interpretation in interpretations(meanings):
        alone = {head: (meaning,) for head, meaning in interpretation.items()}
        points = instances(definition, alone, made=made)
        decided = [_decided(name, s, known) for s, known in points]
        for s, known in instances(definition, alone, made=made, far=True):
            _decided(name, s, known)
        if any(isinstance(interpretation[head], Approximate) for head in about):
            continue  # it can object; that two sides are equal it cannot decide
        if not decided or not all(decided):
            return False
        is_compared = True
    return is_compared


def _decided(name: str, statement: ForAll, meanings: Meanings) -> bool:
    """Return whether some method finds that a definition holds where it was tried.

    Raises:
        NotADefinition: one finds that it fails.
    """
    for method in refuters():
        try:
            found = method.apply(Task(statement, meanings, COMPARED))
        except FROM_A_PAPER:  # a meaning that breaks there says nothing
            return False
        if found.outcome is Outcome.FAILS:
            what = f"the definition of {name} is not what its quantities mean"
            raise NotADefinition(f"{what}: {found.detail}")
        if found.outcome is Outcome.HOLDS:
            return True
    return False


def is_met(given: tuple[Any, ...], meanings: Meanings, constructions: Constructions = NONE) -> bool:
    """Return whether a point is found that satisfies hypotheses, heads by their meanings.

    It may be one with functions that are constructed. Of a hypothesis on a size it counts that it
    holds with some constant. A head without a meaning satisfies nothing.
    """
    given = tuple(_possible(g) if isinstance(g, Magnitude) else g for g in conjuncts(given))
    statement = States(sp.true, given)
    if not heads(statement) <= set(meanings):
        return False
    free = frozenset().union(*map(unbound, given))
    made = frozenset(pair for pair in constructions.items() if pair[0] in free)
    return _is_met(statement, of_heads(statement, meanings), made)


@functools.lru_cache(maxsize=2**8)  # the same for every reading that differs in what it concludes
def _is_met(
    statement: States,
    known_meanings: frozenset[tuple[Any, Any]],
    known_constructions: frozenset[tuple[Any, Construction]],
) -> bool:
    meanings, made = dict(known_meanings), dict(known_constructions)
    for functions in (NONE, made) if made else (NONE,):
        for found, known in instances(statement, meanings, SMALL, functions, sampled=(Some,)):
            if not found.given:
                return True
            task = Task(replace(found, says=DEFINES), known, BUDGET)
            if any(method.apply(task).witness is not None for method in refuters()):
                return True
    return False


def _possible(size: Magnitude) -> Any:
    """Return that a hypothesis on a size holds with some constant, positive for one from below."""
    (term,) = size.args
    low = sp.S.Zero if isinstance(size, Large) else rebuilt(sp.Add, (term, -sp.S.One))
    return gt(term, low)


def objection(statement: States, meanings: Meanings) -> str | None:
    """Return why a statement fails, heads by their meanings, at a point that was tried, if it does.

    A conclusion that has no value there does not hold. Of quantifiers those count of which all
    values are looked at; a few are enough where one decides, as it does if some value satisfies a
    hypothesis, or if one breaks a conclusion on every value.
    """
    for found, piece, _ in tried(statement, meanings, FEW):
        if piece.outcome is Outcome.FAILS and piece.tier is not Tier.EXPERIMENT:
            where = shown_point(piece.witness, piece.instance) or "the only point"
            return f"{piece.method} at {where}, where it says {found.says}"
    return None


def tried(
    statement: States, meanings: Meanings, few: int = MOST, far: bool = False
) -> Iterator[tuple[ForAll, Evidence, Meanings]]:
    """Yield a statement at values of its integers and sequences, and what methods say of it there.

    With it come the meanings of its heads there. A conclusion of several parts is taken apart.

    Args:
        statement, meanings: the statement, and what its heads mean.
        few: at how many values methods are applied to a part.
        far: whether at large integers.
    """
    if not heads(statement) <= set(meanings):
        return
    budget = COMPARED if far else BUDGET
    parts = (replace(statement, says=says) for says in conjuncts((statement.says,)))
    same = Hypotheses(statement.given)
    at_points = partial(
        instances, meanings=meanings, sampled=(Every,), assumed=(Some,), hypotheses=same, far=far
    )
    points = (
        islice(at_points(p, most=LOOKED_AT, hopeless=IN_VAIN), None if far else few) for p in parts
    )
    for found, known in chain.from_iterable(points):
        for method in _quick():
            try:
                yield found, method.apply(Task(found, known, budget, variant=True)), known
            except FROM_A_PAPER:  # a meaning that breaks there says nothing
                break


def _quick() -> list[Method]:
    """Return the methods that refute, up to the first that tries points.

    One of many mutants is not worth what the others take.
    """
    methods = refuters()
    first = next(number for number, method in enumerate(methods) if method.samples)
    return methods[: first + 1]


def instances(
    definition: States,
    meanings: Meanings,
    tried: tuple[int, ...] = INTEGERS,
    made: Constructions = NONE,
    sampled: tuple[type, ...] = (Some, Every),
    assumed: tuple[type, ...] | None = None,
    most: int = TRIED,
    hopeless: int = TRIED,
    hypotheses: Hypotheses | None = None,
    far: bool = False,
) -> Iterator[tuple[ForAll, Meanings]]:
    """Yield a statement at values of its integers and sequences, with the meanings that it needs.

    What cannot be stated about reals and functions alone is left out.

    Args:
        definition: the statement.
        meanings: of its heads.
        tried: the values of integers.
        made: functions that are constructed, each from integers and sequences.
        sampled: the quantifiers that may be looked at for a few values instead of all.
        assumed: the same for hypotheses, if they are others there.
        most: how many points are looked at.
        hopeless: how many of them it takes to give up, where nothing can be stated at any.
        hypotheses: those of the statement, shared by all that is tried under them in the same way.
        far: whether one integer at each point is large.
    """
    free = frozenset().union(*map(unbound, (definition.says, *definition.given)))
    free = free.union(*(how.of for how in made.values()))
    integers = sorted((s for s in free if isinstance(s, sp.Symbol) and s.is_integer), key=str)
    sequences = sorted((s for s in free if isinstance(s, sp.IndexedBase)), key=str)
    strings_tried = (*small_strings(), *_drawn()) if made else small_strings()
    hypotheses = hypotheses or Hypotheses(definition.given, made)
    yielded = beyond = 0
    axes = [*(tried for _ in integers), *(strings_tried for _ in sequences)]
    points = _far_points(axes, len(integers)) if far else iter(_points(axes))
    for point in islice(points, most):
        numbers = dict(zip(integers, map(sp.Integer, point[: len(integers)]), strict=True))
        strings = dict(zip(sequences, point[len(integers) :], strict=True))
        functions = {f: _made(f, how, numbers | strings) for f, how in made.items()}
        at = Values(meanings, {**strings, **functions}, frozenset(sampled))
        try:
            of_given = at if assumed is None else at.inner(assumed)
            given = hypotheses.at(of_given, numbers)
            if given is None:
                continue
            says = at.value(substitute(definition.says, numbers))
            statement = ForAll(says, tuple(g for g in given if g != sp.true))
        except (IllFormed, Beyond):
            beyond += 1
            if beyond == hopeless and not yielded:
                return
            continue
        yield statement, {**meanings, **at.meanings}
        yielded += 1
        if yielded == MOST and not far:
            return


class Hypotheses:
    """Hypotheses at many points, each looked at once for the same values of its own symbols.

    Args:
        conditions: the hypotheses.
        made: functions, which are others at each point.
    """

    def __init__(self, conditions: Sequence[Any], made: Iterable[Any] = ()) -> None:
        self.conditions = conditions
        self.order = _shortest_first(tuple(conditions))
        self.own = [sorted(unbound(condition), key=str) for condition in conditions]
        self.is_kept = [set(own).isdisjoint(made) for own in self.own]  # strings are for ever
        self.known: dict[tuple[Any, ...], tuple[Any, Mapping[Any, Any]]] = {}

    def at(self, values: Values, numbers: Mapping[Any, Any]) -> list[Any] | None:
        """Return what they are at a point, `None` if one fails; the short ones come first.

        Raises:
            Beyond, IllFormed: one cannot be stated there, and no shorter one fails.
        """
        found: dict[int, Any] = {}
        for place in self.order:
            found[place] = self._value(place, values, numbers)
            if found[place] == sp.false:
                return None
        return [found[place] for place in range(len(self.conditions))]

    def _value(self, place: int, values: Values, numbers: Mapping[Any, Any]) -> Any:
        strings = (id(values.things.get(s)) for s in self.own[place] if s not in numbers)
        key = (place, *(numbers[s] for s in self.own[place] if s in numbers), *strings)
        if key not in self.known or not self.is_kept[place]:
            alone = Values(values.known, values.things, values.sampled)
            value = alone.value(substitute(self.conditions[place], numbers))
            self.known[key] = value, alone.meanings
        value, meanings = self.known[key]
        values.meanings.update(meanings)
        return value


@functools.lru_cache(maxsize=2**6)
def _shortest_first(conditions: tuple[Any, ...]) -> tuple[int, ...]:
    sizes = [sum(1 for _ in sp.preorder_traversal(condition)) for condition in conditions]
    return tuple(sorted(range(len(conditions)), key=lambda place: sizes[place]))


def _points(axes: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Return points of a product, all if there are few; the first ones differ in everything."""
    chance = random.Random(0)
    if math.prod(map(len, axes)) > TRIED:
        return [tuple(map(chance.choice, axes)) for _ in range(TRIED)]
    points = list(product(*axes))
    chance.shuffle(points)
    return points


def _far_points(axes: Sequence[Sequence[Any]], integers: int) -> Iterator[tuple[Any, ...]]:
    """Yield points at which an integer is large, a larger one each time, until they take long.

    Args:
        axes: the small values of everything.
        integers: how many of them are integers, which come first.
    """
    chance = random.Random(0)
    first = time.process_time()
    for large in FAR if integers else ():
        begun = time.process_time()
        for place in range(integers):
            point = [chance.choice(axis) for axis in axes]
            point[place] = large
            yield tuple(point)
        now = time.process_time()
        if now - begun > LONG * integers or now - first > LONGEST_IN_ALL:
            return


def _made(function: Any, how: Construction, values: Mapping[Any, Any]) -> Made:
    """Return a function that is constructed from values."""
    parts = [values[part] for part in how.of]
    numbers = [p.numbers if isinstance(p, String) else Fraction(p.p, p.q) for p in parts]
    return Made(how.build(*numbers), f"{function}({' '.join(map(str, parts))})")


class Beyond(Exception):
    """A part that is not made of finitely many reals."""


class Values:
    """Values of sequences and of functions, and the meanings of heads at such values.

    Args:
        meanings: of the heads.
        things: what stands for sequences and for functions that are constructed.
        sampled: the quantifiers that may be looked at for a few values instead of all.
    """

    def __init__(
        self, meanings: Meanings, things: Mapping[Any, Any], sampled: frozenset[type]
    ) -> None:
        self.known = meanings
        self.things = things
        self.sampled = sampled
        self.meanings: dict[Any, Any] = {}

    def inner(self, sampled: Iterable[type], things: Mapping[Any, Any] = NONE) -> Values:
        """Return the same point inside of an expression, with further sequences."""
        inner = type(self)(self.known, {**self.things, **things}, frozenset(sampled))
        inner.meanings = self.meanings
        return inner

    def _denied(self, e: Any) -> Any:
        """Return the value of a condition where it counts that it fails."""
        return self.inner(OPPOSITE[kind] for kind in self.sampled).value(e)

    def _exactly(self, e: Any) -> Any:
        """Return the value of a part where it counts both whether it holds and whether it fails."""
        return self.inner(kind for kind in self.sampled if OPPOSITE[kind] in self.sampled).value(e)

    def value(self, e: Any) -> Any:
        """Return an expression without sequences.

        Raises:
            Beyond: it has a part that this does not handle.
        """
        if isinstance(e, Relational):
            return rebuilt(type(e), [self._exactly(side) for side in e.args])
        if isinstance(e, In):
            return self._member(self._string(e.args[0]), self.value(e.args[1].args[0]))
        if isinstance(e, Indicator):
            return self.value(e.cases)
        if isinstance(e, Mean):
            return self._mean(e)
        if isinstance(e, (sp.Sum, sp.Product)):
            return self._over_range(e)
        if isinstance(e, Quantified):
            return self._quantified(e)
        if isinstance(e, sp.Indexed):
            return self._entry(self._string(e.base), *map(self.value, e.indices))
        if isinstance(e, AppliedUndef):
            return self._applied(e)
        if e in self.things:  # what is constructed is known to the meanings of heads alone
            raise Beyond
        if isinstance(e, (FunctionSymbol, sp.Symbol)) or not e.args:
            return e
        if isinstance(e, (sp.Not, sp.Implies)):
            denied, *then = e.args
            return connected(e.func, [self._denied(denied), *map(self.value, then)])
        if isinstance(e, (sp.And, sp.Or)):
            return connected(e.func, [self.value(part) for part in e.args])
        return rebuilt(e.func, [self.value(part) for part in e.args])

    def _string(self, sequence: Any) -> String:
        if isinstance(sequence, SequenceOf):
            self._check_ends(sequence)
            places = tuple(map(sp.Integer, range(SIZE)))
            if len(sequence.args) > 2:
                found = String()
                rows = [[self.value(sequence[i, k]) for k in places] for i in places]
                found.table = tuple(tuple(map(_rational, row)) for row in rows)
                return found
            return String(_rational(self.value(sequence[i])) for i in places)
        if sequence not in self.things:
            raise Beyond
        return self.things[sequence]

    def _check_ends(self, sequence: SequenceOf) -> None:
        """Check that a sequence vanishes outside of `SIZE` entries, where not all may be sampled.

        It does if it vanishes where those entries do that its formula has at its own index.
        """
        if self.sampled == set(OPPOSITE):
            return
        formula, *indices = sequence.args
        for index in indices:

            def outside(e: Any, index: Any = index) -> Any:
                is_entry = isinstance(e, sp.Indexed) and index in e.indices
                return sp.S.Zero if is_entry and e.base in self.things else None

            if self.value(exchanged(formula, outside)) != 0:
                raise Beyond

    def _entry(self, string: String, *indices: Any) -> Any:
        if not all(isinstance(index, sp.Integer) for index in indices):
            raise Beyond
        entries: Any = string if len(indices) == 1 else string.table
        for index in indices:
            if not 0 <= index < len(entries):
                return sp.S.Zero
            entries = entries[int(index)]
        return entries

    def _member(self, string: String, length: Any) -> Any:
        if not isinstance(length, sp.Integer):
            raise Beyond
        inside, outside = string[: max(length, 0)], string[max(length, 0) :]
        signs = len(inside) == length and all(abs(entry) == 1 for entry in inside)
        return sp.true if signs and not any(outside) else sp.false

    def _mean(self, e: Any) -> Any:
        body, sequence, members = e.args
        if not isinstance(members, Signs):
            raise Beyond
        length = self.value(members.args[0])
        if not isinstance(length, sp.Integer) or not 0 <= length <= LONGEST:
            raise Beyond
        total = []
        for signs in product((1, -1), repeat=int(length)):
            string = String(map(sp.Integer, signs))
            total.append(self.inner(self.sampled, {sequence: string}).value(body))
        return rebuilt(sp.Mul, (sp.Rational(1, 2 ** int(length)), rebuilt(sp.Add, total)))

    def _over_range(self, e: Any) -> Any:
        *inner, (index, low, high) = e.limits
        body = with_limits(e.func, e.function, inner) if inner else e.function
        low, high = self.value(low), self.value(high)
        if (
            not isinstance(low, sp.Integer)
            or not isinstance(high, sp.Integer)
            or high - low > LARGEST
        ):
            raise Beyond
        terms = [substitute(body, {index: sp.Integer(i)}) for i in range(low, high + 1)]
        join = sp.Add if isinstance(e, sp.Sum) else sp.Mul
        return rebuilt(join, [self.value(term) for term in terms])

    def _quantified(self, e: Any) -> Any:
        """Return what a condition says of all or some values, or of a few of them."""
        symbol, body = e.args
        if isinstance(symbol, sp.IndexedBase):
            self._may_sample(e)
            each = [self.inner(self.sampled, {symbol: s}).value(body) for s in small_strings()]
        elif symbol.is_integer:
            numbers = (sp.Integer(i) for i in self._range(e))
            each = [self.value(substitute(body, {symbol: i})) for i in numbers]
        else:
            raise Beyond
        return connected(sp.And if isinstance(e, Every) else sp.Or, each)

    def _range(self, e: Any) -> range:
        """Return the integers that are looked at for a condition on all or some integers."""
        found = bounded(e)
        if found is not None:
            return found
        self._may_sample(e)
        return range(min(INTEGERS), SIZE)

    def _may_sample(self, e: Any) -> None:
        if type(e) not in self.sampled:
            raise Beyond

    def _applied(self, e: Any) -> Any:
        """Return a head at values of sequences and functions, as one of what else it depends on."""
        fixed: dict[int, Any] = {}
        rest = []
        for place, argument in enumerate(e.args):
            if isinstance(argument, (sp.IndexedBase, SequenceOf)):
                fixed[place] = self._string(argument)
            elif isinstance(argument, FunctionSymbol) and argument in self.things:
                fixed[place] = self.things[argument]
            else:
                rest.append(self._exactly(argument))
        if not fixed:
            return rebuilt(e.func, rest)
        name = f"{e.func}[{'; '.join(f'{place}: {value}' for place, value in fixed.items())}]"
        head = sp.Function(name, real=True, words="", symbol=None, home=__name__)
        self.meanings[head] = tuple(_at(meaning, fixed) for meaning in self.known[e.func])
        return head(*rest)


def bounded(
    e: Quantified, value: Callable[[Any], Any] = lambda end: end, most: int = LARGEST
) -> range | None:
    """Return the integers outside of which a condition on all or some integers says nothing.

    Args:
        e: the condition.
        value: returns the value of an end.
        most: how many there may be.
    """
    symbol, body = e.args
    while isinstance(body, type(e)) and body.args[0] != symbol:
        body = body.body
    premise = body.args[0] if isinstance(body, sp.Implies) else sp.true
    inside = body if isinstance(e, Some) else premise
    first, last = [], []
    for part in inside.args if isinstance(inside, sp.And) else (inside,):
        if not isinstance(part, Relational) or part.lhs != symbol:
            continue
        end = value(part.rhs)
        if isinstance(end, sp.Integer) and isinstance(part, (sp.Ge, sp.Gt)):
            first.append(int(end) + isinstance(part, sp.Gt))
        elif isinstance(end, sp.Integer) and isinstance(part, (sp.Le, sp.Lt)):
            last.append(int(end) - isinstance(part, sp.Lt))
    if not first or not last:
        return None
    found = range(max(first), min(last) + 1)
    return found if len(found) <= most else None


def _rational(entry: Any) -> sp.Rational:
    if not isinstance(entry, sp.Rational):
        raise Beyond
    return entry


def _at(meaning: Any, fixed: Mapping[int, Any]) -> Any:
    """Return a meaning with strings and functions put in at their places."""

    def whole(rest: tuple[Any, ...], strings: Mapping[int, Any]) -> list[Any]:
        others = iter(rest)
        count = len(rest) + len(fixed)
        return [strings[n] if n in strings else next(others) for n in range(count)]

    if isinstance(meaning, Formula):
        if any(isinstance(value, Made) for value in fixed.values()):
            raise Beyond  # a formula is about symbols for functions
        return Formula(lambda *rest: meaning.build(*whole(rest, fixed)))
    values = {n: v.function if isinstance(v, Made) else v.numbers for n, v in fixed.items()}
    return Exact(_kept(lambda *rest: meaning.evaluate(*whole(rest, values))))


def _kept(evaluate: Callable[..., Any]) -> Callable[..., Any]:
    """Return a program that keeps its values: at many points of an instance it is asked the same.

    Balls are no keys, and what is computed in balls depends on the precision.
    """

    @functools.lru_cache(maxsize=2**8)
    def at_precision(precision: int, *arguments: Any) -> Any:
        return evaluate(*arguments)

    def value(*arguments: Any) -> Any:
        if any(isinstance(argument, arb) for argument in arguments):
            return evaluate(*arguments)
        return at_precision(flint.ctx.prec, *arguments)

    return value
