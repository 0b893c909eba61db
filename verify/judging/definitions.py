"""Definitions of a paper's notation, attacked against what its quantities mean.

Only an argument can handle most of them. So their integers are given small values and their
sequences a few strings of numbers; what is left is about reals and functions, and the methods that
try points look for one at which the meanings break it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from theory.argument_language import States
from theory.binders import SequenceOf, substitute, unbound
from theory.claim import ForAll
from theory.definedness import connected, rebuilt
from theory.language import FunctionSymbol
from theory.sequences import In, Indicator, Mean
from theory.well_formed import IllFormed
from verify.claims.meanings import Exact, Formula, Meanings
from verify.claims.statements import heads
from verify.evidence import Outcome
from verify.methods import refuters
from verify.methods.task import PROFILES, Task

INTEGERS = (0, 1, 2, 3)
STRINGS = ((1, -1, -1, 1), (Fraction(1, 2), -2, 3, 0))  # entries from 0 on; all others vanish
MOST = 40  # points at which a definition is instantiated
BUDGET = replace(PROFILES["quick"], examples=5)
String = tuple[sp.Rational, ...]


class NotADefinition(Exception):
    """A definition says nothing of a quantity, or not what it means."""


@functools.cache
def _strings() -> tuple[String, ...]:
    return tuple(tuple(map(sp.Rational, string)) for string in STRINGS)


def agrees(name: str, definition: States, meanings: Meanings) -> bool:
    """Return whether a definition was compared with what its heads mean, and is that.

    Raises:
        NotADefinition: it is about no head, or at some point it is not what they mean.
    """
    about = heads(definition)
    if not about:
        raise NotADefinition(f"the definition of {name} is about no quantity of the paper")
    if not about <= set(meanings):
        return False
    is_compared = False
    for statement, known in instances(definition, meanings):
        for method in refuters():
            found = method.apply(Task(statement, known, BUDGET))
            if found.outcome is Outcome.FAILS:
                what = f"the definition of {name} is not what its quantities mean"
                raise NotADefinition(f"{what}: {found.detail}")
            if found.outcome is Outcome.HOLDS:
                is_compared = True
                break
    return is_compared


def instances(definition: States, meanings: Meanings) -> Iterator[tuple[ForAll, Meanings]]:
    """Yield a definition at values of its integers and sequences, with the meanings that it needs.

    What cannot be stated about reals and functions alone is left out.
    """
    free = frozenset().union(*map(unbound, (definition.says, *definition.given)))
    integers = sorted((s for s in free if isinstance(s, sp.Symbol) and s.is_integer), key=str)
    sequences = sorted((s for s in free if isinstance(s, sp.IndexedBase)), key=str)
    values = product(*(INTEGERS for _ in integers), *(_strings() for _ in sequences))
    yielded = 0
    for point in values:
        numbers = dict(zip(integers, map(sp.Integer, point[: len(integers)]), strict=True))
        strings = dict(zip(sequences, point[len(integers) :], strict=True))
        at = _Point(meanings, strings)
        try:
            given = [at.value(substitute(g, numbers)) for g in definition.given]
            if any(g == sp.false for g in given):
                continue
            says = at.value(substitute(definition.says, numbers))
            statement = ForAll(says, tuple(g for g in given if g != sp.true))
        except (IllFormed, _Beyond):
            continue
        yield statement, {**meanings, **at.meanings}
        yielded += 1
        if yielded == MOST:
            return


class _Beyond(Exception):
    """A part that is not made of finitely many reals."""


class _Point:
    """Values of sequences, and the meanings of heads at such values."""

    def __init__(self, meanings: Meanings, strings: Mapping[Any, String]) -> None:
        self.known = meanings
        self.strings = strings
        self.meanings: dict[Any, Any] = {}

    def value(self, e: Any) -> Any:
        """Return an expression without sequences.

        Raises:
            _Beyond: it has a part that this does not handle.
        """
        if isinstance(e, Relational):
            return rebuilt(type(e), [self.value(side) for side in e.args])
        if isinstance(e, In):
            return self._member(self._string(e.args[0]), self.value(e.args[1].args[0]))
        if isinstance(e, Indicator):
            return self.value(e.cases)
        if isinstance(e, Mean):
            return self._mean(e)
        if isinstance(e, sp.Sum):
            return self._sum(e)
        if isinstance(e, sp.Indexed):
            (index,) = e.indices
            return self._entry(self._string(e.base), self.value(index))
        if isinstance(e, AppliedUndef):
            return self._applied(e)
        if isinstance(e, (FunctionSymbol, sp.Symbol)) or not e.args:
            return e
        if isinstance(e, (sp.And, sp.Or, sp.Not, sp.Implies)):
            return connected(e.func, [self.value(part) for part in e.args])
        return rebuilt(e.func, [self.value(part) for part in e.args])

    def _string(self, sequence: Any) -> String:
        if isinstance(sequence, SequenceOf):
            length = max(map(len, self.strings.values()), default=len(STRINGS[0]))
            entries = (self.value(sequence[sp.Integer(i)]) for i in range(length))
            return tuple(map(_rational, entries))
        if sequence not in self.strings:
            raise _Beyond
        return self.strings[sequence]

    def _entry(self, string: String, index: Any) -> Any:
        if not isinstance(index, sp.Integer):
            raise _Beyond
        return string[int(index)] if 0 <= index < len(string) else sp.S.Zero

    def _member(self, string: String, length: Any) -> Any:
        if not isinstance(length, sp.Integer):
            raise _Beyond
        inside, outside = string[: max(length, 0)], string[max(length, 0) :]
        signs = len(inside) == length and all(abs(entry) == 1 for entry in inside)
        return sp.true if signs and not any(outside) else sp.false

    def _mean(self, e: Any) -> Any:
        body, sequence, members = e.args
        length = self.value(members.args[0])
        if not isinstance(length, sp.Integer) or not 0 <= length <= max(INTEGERS):
            raise _Beyond
        total = []
        for signs in product((1, -1), repeat=int(length)):
            string = tuple(map(sp.Integer, signs))
            inner = _Point(self.known, {**self.strings, sequence: string})
            total.append(inner.value(body))
            self.meanings |= inner.meanings
        return rebuilt(sp.Mul, (sp.Rational(1, 2 ** int(length)), rebuilt(sp.Add, total)))

    def _sum(self, e: Any) -> Any:
        ((index, low, high),) = e.limits if len(e.limits) == 1 else (_beyond(),)
        low, high = self.value(low), self.value(high)
        if not isinstance(low, sp.Integer) or not isinstance(high, sp.Integer) or high - low > 20:
            raise _Beyond
        terms = [substitute(e.function, {index: sp.Integer(i)}) for i in range(low, high + 1)]
        return rebuilt(sp.Add, [self.value(term) for term in terms])

    def _applied(self, e: Any) -> Any:
        """Return a head at values of its sequences, as a head of what else it depends on."""
        fixed: dict[int, String] = {}
        rest = []
        for place, argument in enumerate(e.args):
            if isinstance(argument, (sp.IndexedBase, SequenceOf)):
                fixed[place] = self._string(argument)
            else:
                rest.append(self.value(argument))
        if not fixed:
            return rebuilt(e.func, rest)
        name = f"{e.func}[{'; '.join(','.join(map(str, s)) for s in fixed.values())}]"
        head = sp.Function(name, real=True, words="", symbol=None, home=__name__)
        self.meanings[head] = tuple(_at(meaning, fixed) for meaning in self.known[e.func])
        return head(*rest)


def _beyond() -> Any:
    raise _Beyond


def _rational(entry: Any) -> sp.Rational:
    if not isinstance(entry, sp.Rational):
        raise _Beyond
    return entry


def _at(meaning: Any, fixed: Mapping[int, String]) -> Any:
    """Return a meaning with strings put in at their places."""

    def whole(rest: tuple[Any, ...], strings: Mapping[int, Any]) -> list[Any]:
        others = iter(rest)
        count = len(rest) + len(fixed)
        return [strings[n] if n in strings else next(others) for n in range(count)]

    if isinstance(meaning, Formula):
        return Formula(lambda *rest: meaning.build(*whole(rest, fixed)))
    strings = {n: tuple(Fraction(x.p, x.q) for x in string) for n, string in fixed.items()}
    return Exact(lambda *rest: meaning.evaluate(*whole(rest, strings)))
