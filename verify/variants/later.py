"""Conditions on every integer from one on, in which sequences go on for ever as their tails say.

A sequence of unknown entries is, from an index on,

    constant     equal to its last entry of its own
    zero         0
    a line       its last entry and a number more at each index
    a power      a power of the index, from 1 on

A relation of two terms of which the difference is A n^p + B n^q from some n on, p > q, holds for
all n from there on if and only if it holds at the first of them and A has the sign that it must
have: for <= and < it is not positive, for >= and > not negative, and for = it is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import Implies

from theory.definedness import rebuilt
from verify.judging.at_strings import Beyond
from verify.kernel.conditions import conjuncts

LAST = 4  # index from which on a sequence goes on as its tail says
SIGN = {sp.Le: sp.Le, sp.Lt: sp.Le, sp.Ge: sp.Ge, sp.Gt: sp.Ge, sp.Eq: sp.Eq}


class Tail(Enum):
    """How a sequence goes on."""

    CONSTANT = "constant before 0 and from 4 on"
    ZERO = "constant before 0 and 0 from 4 on"
    LINE = "constant before 0 and a line from 4 on"
    INVERSE = "1/n from 1 on"
    SQUARE = "1/n^2 from 1 on"


class Endless:
    """A sequence with an entry at every index, which is a term about reals."""

    stays = False  # whether it is constant from some index on
    goes_on = False  # whether that it goes on otherwise than by being constant must be said

    def entry(self, indices: Sequence[int]) -> Any:
        """Return an entry."""
        raise NotImplementedError

    def later(self, index: Any) -> Any:
        """Return the entry at an index from `LAST` on, as a term in it.

        Raises:
            Beyond: nobody knows it.
        """
        raise Beyond


POWERS = {Tail.INVERSE: -1, Tail.SQUARE: -2}
ONE_INDEX = (Tail.LINE, *POWERS)  # the tails that a table of entries cannot have


@dataclass(frozen=True)
class Entries(Endless):
    """A sequence whose entries are symbols.

    Args:
        name: of the sequence.
        tail: how it goes on; every entry is a symbol of its own without one.
    """

    name: str
    tail: Tail | None = Tail.CONSTANT

    @property
    def stays(self) -> bool:  # type: ignore[override]
        """Whether it is constant from some index on."""
        return self.tail in (Tail.CONSTANT, Tail.ZERO)

    @property
    def goes_on(self) -> bool:  # type: ignore[override]
        """Whether it goes on otherwise than by being constant."""
        return self.tail not in (None, Tail.CONSTANT)

    def entry(self, indices: Sequence[int]) -> Any:
        """Return an entry.

        Raises:
            Beyond: the tail is for one index only.
        """
        if self.tail in ONE_INDEX and len(indices) > 1:
            raise Beyond
        if self.tail is Tail.ZERO and max(indices) >= LAST:
            return sp.S.Zero
        if self.tail is Tail.LINE and indices[0] > LAST:
            return self.later(sp.Integer(indices[0]))
        if self.tail in POWERS and indices[0] >= 1:
            return self.later(sp.Integer(indices[0]))
        places = [i if self.tail is None else min(max(i, -1), LAST) for i in indices]
        return self._symbol(", ".join(map(str, places)))

    def later(self, index: Any) -> Any:
        """Return the entry at an index from `LAST` on, as a term in it."""
        if self.tail in POWERS:
            return index ** POWERS[self.tail]
        last = self._symbol(LAST)
        if self.tail is Tail.LINE:
            return last + self._symbol("step") * (index - LAST)
        return sp.S.Zero if self.tail is Tail.ZERO else last

    def _symbol(self, place: Any) -> Any:
        return sp.Symbol(f"{self.name}[{place}]", real=True)

    def __str__(self) -> str:
        assert self.tail is not None
        return self.tail.value


def from_one_on(body: Any, symbol: Any) -> tuple[int, list[Any]]:
    """Return from which integer on relations are to hold, and these.

    Raises:
        Beyond: a condition is of another form.
    """
    if not isinstance(body, Implies):
        raise Beyond
    premise, then = body.args
    first = []
    for bound in conjuncts((premise,)):
        if not isinstance(bound, (sp.Ge, sp.Gt)) or bound.lhs != symbol:
            raise Beyond
        if not isinstance(bound.rhs, sp.Integer):
            raise Beyond
        first.append(int(bound.rhs) + isinstance(bound, sp.Gt))
    relations = list(conjuncts((then,)))
    if not all(isinstance(part, Relational) and type(part) in SIGN for part in relations):
        raise Beyond
    return max(first), relations


def shift(index: Any, symbol: Any) -> int:
    """Return b of an index a n + b with a whole number a >= 1.

    Raises:
        Beyond: it is of another form.
    """
    slope = index.coeff(symbol)
    rest = sp.expand(index - slope * symbol)
    if not isinstance(slope, sp.Integer) or slope < 1 or not isinstance(rest, sp.Integer):
        raise Beyond
    return int(rest)


def in_the_end(kind: type[Relational], difference: Any, n: Any) -> Any:
    """Return what a relation requires beside that it holds at the first integer.

    Args:
        kind: of the relation.
        difference: its left side less its right side, as a term in n.
        n: the integer, a positive dummy.

    Raises:
        Beyond: the difference is no sum of two powers of n.

    >>> n, a, b = sp.Dummy("n", positive=True), *sp.symbols("a b", real=True)
    >>> in_the_end(sp.Lt, a / n - b / n**2, n), in_the_end(sp.Eq, 3 * a * n, n)
    (a <= 0, True)
    """
    terms: dict[Any, Any] = {}
    for term in sp.Add.make_args(sp.expand(difference)):
        factor, power = term.as_independent(n, as_Add=False)
        base, exponent = power.as_base_exp()
        if power != 1 and (base != n or not exponent.is_Rational):
            raise Beyond
        exponent = sp.S.Zero if power == 1 else exponent
        terms[exponent] = terms.get(exponent, sp.S.Zero) + factor
    terms = {exponent: factor for exponent, factor in terms.items() if factor != 0}
    if len(terms) > 2:
        raise Beyond
    if len(terms) < 2:
        return sp.true
    return rebuilt(SIGN[kind], (terms[max(terms)], sp.S.Zero))
