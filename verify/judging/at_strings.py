"""What an expression is where its sequences are strings, and its functions are constructed.

What is left is about reals; heads get the meanings that they have at these strings.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from math import ceil, floor
from types import MappingProxyType
from typing import Any

import flint
import sympy as sp
from flint import arb
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from theory.binders import SequenceOf, exchanged, put_for, with_limits
from theory.definedness import connected, rebuilt
from theory.language import FunctionSymbol, OpaqueFunction
from theory.quantifiers import Every, Quantified, Some
from theory.sequences import In, Indicator, Mean, Signs
from verify.claims.meanings import Exact, Formula, Meaning, Meanings
from verify.judging.strings import SIZE, Made, String, small_strings

INTEGERS = (0, 1, 2, 3, 4, -1, -2)
LONGEST = 3  # of the strings that a mean is over
LARGEST = 20  # number of terms or cases
NONE: Mapping[Any, Any] = MappingProxyType({})
OPPOSITE: Mapping[type, type] = {Some: Every, Every: Some}


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
        self._inside: dict[frozenset[type], Values] = {sampled: self}
        self._found: dict[Any, Any] = {}

    def inner(self, sampled: Iterable[type], things: Mapping[Any, Any] = NONE) -> Values:
        """Return the same point inside of an expression, with further sequences."""
        kinds = frozenset(sampled)
        if not things and kinds in self._inside:
            return self._inside[kinds]
        inner = type(self)(self.known, {**self.things, **things}, kinds)
        inner.meanings = self.meanings
        if not things:
            self._inside[kinds], inner._inside = inner, self._inside
        return inner

    def _denied(self, e: Any) -> Any:
        """Return the value of a condition where it counts that it fails."""
        return self.inner(OPPOSITE[kind] for kind in self.sampled).value(e)

    def _exactly(self, e: Any) -> Any:
        """Return the value of a part where it counts both whether it holds and whether it fails."""
        return self.inner(kind for kind in self.sampled if OPPOSITE[kind] in self.sampled).value(e)

    def value(self, e: Any) -> Any:
        """Return an expression without sequences; of what stands in it twice that is found once.

        Raises:
            Beyond: it has a part that this does not handle.
        """
        if not e.args:
            return self._value(e)
        if e not in self._found:
            self._found[e] = self._value(e)
        return self._found[e]

    def _value(self, e: Any) -> Any:
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
        terms = [put_for(body, (index,), (sp.Integer(i),)) for i in range(low, high + 1)]
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
            each = [self.value(put_for(body, (symbol,), (i,))) for i in numbers]
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

    def _applied(self, e: Any, meanings: tuple[Meaning, ...] = ()) -> Any:
        """Return a head at values of sequences and functions, as one of what else it depends on.

        Args:
            e: the head at its arguments.
            meanings: those of its meanings that are asked, if not all.
        """
        fixed = Fixed()
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
        head, meanings = _head_at(e.func, fixed.words), meanings or self.known[e.func]
        is_made = any(isinstance(value, Made) for value in fixed.values())
        self.meanings[head] = _each_at(meanings, fixed) if is_made else _kept_at(meanings, fixed)
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
    inside = (body,) if isinstance(e, Some) else _assumed(body)
    first, last = [], []
    for part in _parts(inside):
        if not isinstance(part, Relational) or symbol not in part.args:
            continue
        part = part if part.lhs == symbol else part.reversed
        end = value(part.rhs)
        if isinstance(end, sp.Rational) and isinstance(part, (sp.Ge, sp.Gt)):
            first.append(floor(end) + 1 if isinstance(part, sp.Gt) else ceil(end))
        elif isinstance(end, sp.Rational) and isinstance(part, (sp.Le, sp.Lt)):
            last.append(ceil(end) - 1 if isinstance(part, sp.Lt) else floor(end))
    if not first or not last:
        return None
    found = range(max(first), min(last) + 1)
    return found if len(found) <= most else None


def _assumed(body: Any) -> tuple[Any, ...]:
    """Return conditions of which each has to hold where a condition fails.

    >>> i, n = sp.symbols("i n", integer=True)
    >>> _assumed(sp.Implies(i < n, sp.Not(sp.And(i >= 0, sp.Eq(i**2, 4)))))
    (i < n, (i >= 0) & Eq(i**2, 4))
    """
    if isinstance(body, sp.Implies):
        premise, then = body.args
        return (premise, *_assumed(then))
    return body.args if isinstance(body, sp.Not) else ()


def _parts(conditions: Iterable[Any]) -> Iterator[Any]:
    """Yield the conditions that are joined by "and"."""
    for condition in conditions:
        yield from condition.args if isinstance(condition, sp.And) else (condition,)


def _rational(entry: Any) -> sp.Rational:
    if not isinstance(entry, sp.Rational):
        raise Beyond
    return entry


class Fixed(dict[int, Any]):
    """Strings at their places among arguments: the same if all of their entries are."""

    @functools.cached_property
    def words(self) -> str:
        """All of their entries, in words."""
        return "; ".join(f"{place}: {value}" for place, value in self.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fixed) and self.words == other.words

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.words)


@functools.lru_cache(maxsize=2**12)  # sympy takes long to make a function
def _head_at(function: Any, words: str) -> Any:
    """Return the head that another one is with strings and functions at some places."""
    name = f"{function}[{words}]"
    return OpaqueFunction(name, real=True, words="", symbol=None, home=__name__)


def _each_at(meanings: tuple[Meaning, ...], fixed: Mapping[int, Any]) -> tuple[Meaning, ...]:
    """Return meanings with strings and functions put in at their places."""
    return tuple(_at(meaning, fixed) for meaning in meanings)


_kept_at = functools.lru_cache(maxsize=2**12)(_each_at)  # the same at every point with the strings


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
