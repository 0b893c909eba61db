"""Sequences as things of their own: finite sets of them, and means over such a set.

    SequenceOf(-s[i], i)        the sequence with these entries (see `theory.binders`)
    Signs(t)                    the strings of t signs: entries 0..t-1 are 1 or -1, all others 0
    In(s, Signs(t))             s is such a string
    Mean(e, s, Signs(t))        the mean of e over all such strings s, each counting the same
    Mean(e, x, Law(P))          the mean of a term e over all real x under a law
    Mean(e, w, Sphere(n))       that over all unit vectors w of n entries, each direction alike
    Indicator(condition)        1 where a condition holds and 0 where it fails

A string of t signs is a sequence that vanishes from t on and before 0, so that there are 2^t of
them, finitely many and for t >= 0 at least one.

Law(P) is the law of P(V), where V is uniform on [0, 1]: every law on the real line is such a law,
with P its quantile function. For sets that have no length a law is extended in some way to all
sets, additively; so every bounded term has a mean, and a larger one no smaller mean. Another term
has one if its size has a finite integral; then so has what is no larger in size. The uniform law on
the unit sphere, whose vectors have the entries 1..n and vanish elsewhere, is extended like this.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Boolean, BooleanFunction, Implies, Or

from theory.binders import BindingTerm, SequenceOf
from theory.definedness import connected, rebuilt


class Signs(sp.Basic):
    """The set of all strings of `length` signs, empty for a negative length."""

    def __new__(cls, length: Any) -> Any:
        return sp.Basic.__new__(cls, sp.sympify(length))

    @property
    def inhabited(self) -> Any:
        """The condition under which the set is not empty."""
        return sp.Ge(self.args[0], 0, evaluate=False)

    def entry(self, value: Any, index: Any) -> Any:
        """Return what a member satisfies at every index; a sequence that does is a member."""
        inside = connected(
            And, (sp.Ge(index, 0, evaluate=False), sp.Lt(index, self.args[0], evaluate=False))
        )
        outside = connected(
            Or, (sp.Lt(index, 0, evaluate=False), sp.Ge(index, self.args[0], evaluate=False))
        )
        sign = connected(Or, (sp.Eq(value, 1, evaluate=False), sp.Eq(value, -1, evaluate=False)))
        return connected(
            And,
            (
                self.inhabited,
                connected(Implies, (inside, sign)),
                connected(Implies, (outside, sp.Eq(value, 0, evaluate=False))),
            ),
        )

    def _sympystr(self, printer: Any) -> str:
        return f"strings of {printer._print(self.args[0])} signs"

    def _latex(self, printer: Any) -> str:
        return rf"\{{-1, 1\}}^{{{printer._print(self.args[0])}}}"


class Law(sp.Basic):
    """The law of a real random variable, named by a function: a set of all reals with masses."""

    def __new__(cls, function: Any) -> Any:
        return sp.Basic.__new__(cls, function)

    def _sympystr(self, printer: Any) -> str:
        return f"law {printer._print(self.args[0])}"

    def _latex(self, printer: Any) -> str:
        return printer._print(self.args[0])  # type: ignore[no-any-return]


class Sphere(sp.Basic):
    """The unit vectors with the entries 1..length, uniformly distributed, for length >= 1."""

    def __new__(cls, length: Any) -> Any:
        return sp.Basic.__new__(cls, sp.sympify(length))

    @property
    def inhabited(self) -> Any:
        """The condition under which there are some."""
        return sp.Ge(self.args[0], 1, evaluate=False)

    def unit(self, vector: Any) -> Any:
        """Return that the squares of the entries 1..length of a vector add up to 1."""
        index = sp.Symbol("i", integer=True)
        squares = sp.Sum(vector[index] ** 2, (index, 1, self.args[0]))
        return sp.Eq(squares, 1, evaluate=False)

    def _sympystr(self, printer: Any) -> str:
        return f"unit vectors of {printer._print(self.args[0])} entries"

    def _latex(self, printer: Any) -> str:
        return rf"S^{{{printer._print(self.args[0] - 1)}}}"


class In(BooleanFunction):
    """A sequence is a member of a finite set of sequences."""

    def __new__(cls, sequence: Any, members: Signs) -> Any:
        return Boolean.__new__(cls, sequence, members)

    @classmethod
    def eval(cls, *args: Any) -> None:
        """Leave it as it is written."""

    def _sympystr(self, printer: Any) -> str:
        return " in the ".join(map(printer._print, self.args))

    def _latex(self, printer: Any) -> str:
        return r" \in ".join(map(printer._print, self.args))


class Mean(BindingTerm):
    """The mean of a term over a set of sequences, of none no value, or under a law."""

    is_real = True
    always_has_a_value = False

    def __new__(cls, term: Any, sequence: Any, members: Signs | Law | Sphere) -> Any:
        return sp.Expr.__new__(cls, sp.sympify(term), sequence, members)

    def _sympystr(self, printer: Any) -> str:
        term, sequence, members = map(printer._print, self.args)
        return f"mean of {term} over {sequence} in the {members}"

    def _latex(self, printer: Any) -> str:
        term, sequence, members = map(printer._print, self.args)
        return rf"\operatorname{{mean}}_{{{sequence} \in {members}}} {{{term}}}"


class Indicator(sp.Expr):
    """1 where a condition holds and 0 where it fails.

    It is no `Piecewise`, which sympy moves out of what it stands in, also out of a mean.
    """

    is_integer = True
    binds_or_hides = True
    always_has_a_value = True

    def __new__(cls, condition: Any) -> Any:
        return sp.Expr.__new__(cls, sp.sympify(condition))

    @property
    def cases(self) -> Any:
        """The same as a case distinction."""
        pairs = ((sp.S.One, self.args[0]), (sp.S.Zero, sp.true))
        return rebuilt(sp.Piecewise, [sp.Tuple(*pair) for pair in pairs])

    def _sympystr(self, printer: Any) -> str:
        return f"[{printer._print(self.args[0])}]"

    def _latex(self, printer: Any) -> str:
        return rf"\left[{printer._print(self.args[0])}\right]"


def entries(values: Iterable[Any], index: Any) -> SequenceOf:
    """Return the sequence of some numbers, from entry 1 on, which vanishes elsewhere.

    >>> i = sp.Symbol("i", integer=True)
    >>> print(entries((5, 7), i))
    (i -> 5*[Eq(i, 1)] + 7*[Eq(i, 2)])
    """
    terms = (
        value * Indicator(sp.Eq(index, place, evaluate=False))
        for place, value in enumerate(values, start=1)
    )
    return SequenceOf(sp.Add(*terms), index)
