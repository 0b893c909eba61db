"""Orders of magnitude as conditions: what agrees up to constants, and what is small or large.

    Order(left, right, "same", over=(x, y))     there are c, C > 0 such that for all x and y that
                                                satisfy the hypotheses c*right <= left <= C*right
    Small(x), Large(x)                          hypotheses: x <= K, x >= K for a constant K > 0
    Bounded(x)                                  a hypothesis: |x| <= K for a constant K > 0
    SmallEnough(x), LargeEnough(x)              the same for some constant K > 0 that serves
    Theta(x)                                    on the right: some quantity between c*x and C*x,
                                                in a sum one for each index

The constants c and C depend on nothing that `over` names, only on what else the statement speaks
of; of "at most" and "at least" one of the two bounds is left. In a hypothesis K is any constant,
and the constants of the conclusion may depend on it; of "enough" there is one such constant, which
may depend on what the constants of the conclusion may depend on, but on no K: else it might be so
large that nothing satisfies both. Whoever needs an order for every quantity of the size of x names
the quantity, q with c*x <= q <= C*x, and writes no Theta.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Boolean, BooleanFunction, Implies

from theory.binders import exchanged, is_binder
from theory.definedness import connected, rebuilt
from theory.quantifiers import Every

QUANTITY = sp.Symbol("q", real=True)  # what stands for a Theta where an order is broken
RELATIONS = {"same": r"\asymp", "at most": r"\lesssim", "at least": r"\gtrsim"}


class Order(BooleanFunction):
    """Two quantities agree up to constants, uniformly over some symbols; only as a conclusion."""

    def __new__(
        cls, left: Any, right: Any, relation: Any = "same", over: Iterable[Any] = ()
    ) -> Any:
        name, symbols = str(relation), sp.Tuple(*sp.ordered(set(over)))
        if name not in RELATIONS:
            raise ValueError(f"{name!r} is no relation of orders: {', '.join(RELATIONS)}")
        sides = map(sp.sympify, (left, right))
        return Boolean.__new__(cls, *sides, sp.core.symbol.Str(name), symbols)

    @classmethod
    def eval(cls, *args: Any) -> None:
        """Leave it as it is written."""

    @property
    def relation(self) -> str:
        """Which of the relations it is."""
        return str(self.args[2])

    @property
    def over(self) -> frozenset[Any]:
        """The symbols in which it is uniform."""
        return frozenset(self.args[3])

    @property
    def sides(self) -> tuple[Any, Any]:
        """Left and right."""
        return self.args[0], self.args[1]

    def broken(self, constant: Any) -> list[Any]:
        """Return the conditions of which any one breaks it with this constant.

        Of a Theta they say so for every quantity between its term over the constant and the
        constant times its term, and that this term is not negative.

        Raises:
            ValueError: there is more than one quantity, as for each index of a sum.
        """
        if not self.has(Theta):
            return self._broken_by(self.sides[1], constant)
        quantity, term, law = self.with_quantity()
        above = sp.Ge(rebuilt(sp.Mul, (constant, quantity)), term, evaluate=False)
        below = sp.Le(quantity, rebuilt(sp.Mul, (constant, term)), evaluate=False)
        within = connected(And, (above, below))
        some = sp.Ge(term, 0, evaluate=False)
        return [
            connected(And, (some, Every(quantity, Implies(within, broken, evaluate=False))))
            for broken in self._broken_by(law, constant)
        ]

    def with_quantity(self) -> tuple[Any, Any, Any]:
        """Return a symbol for what the Theta stands for, its term, and the right side with it.

        Raises:
            ValueError: there is more than one quantity, as for each index of a sum.
        """
        left, right = self.sides
        binders = filter(is_binder, sp.preorder_traversal(self))
        quantities = self.atoms(Theta)
        if len(quantities) > 1 or any(part.has(Theta) for part in (left, *binders)):
            raise ValueError(f"Theta in {self} stands for more than one quantity on the right")
        (theta,) = quantities
        quantity = QUANTITY
        while quantity in self.free_symbols:
            quantity = sp.Symbol(f"{quantity}'", real=True)
        return quantity, theta.args[0], exchanged(right, lambda e: quantity if e == theta else None)

    def _broken_by(self, right: Any, constant: Any) -> list[Any]:
        """Return the relations of which any one breaks it with this right side."""
        left = self.sides[0]
        above = sp.Gt(left, rebuilt(sp.Mul, (constant, right)), evaluate=False)
        below = sp.Gt(right, rebuilt(sp.Mul, (constant, left)), evaluate=False)
        return {"at most": [above], "at least": [below], "same": [above, below]}[self.relation]

    def mapped(self, change: Callable[[Any], Any]) -> Order:
        """Return the same of changed sides."""
        left, right = map(change, self.sides)
        return Order(left, right, self.relation, self.over)

    def uniform_in(self, symbols: Iterable[Any]) -> Order:
        """Return the same with constants that depend on all but these symbols."""
        return Order(*self.sides, self.relation, symbols)

    def _sympystr(self, printer: Any) -> str:
        left, right, relation, over = map(printer._print, self.args)
        return f"{left} is of order {right} ({relation}), uniformly in {over}"

    def _latex(self, printer: Any) -> str:
        left, right = map(printer._print, self.sides)
        return f"{left} {RELATIONS[self.relation]} {right}"


class Magnitude(BooleanFunction):
    """A hypothesis on the size of one term.

    `chosen` says whether its constant is one that serves; otherwise it is any constant.
    """

    words, form = "", ""
    chosen = False

    def __new__(cls, term: Any) -> Any:
        return Boolean.__new__(cls, sp.sympify(term))

    @classmethod
    def eval(cls, *args: Any) -> None:
        """Leave it as it is written."""

    def bound(self, constant: Any) -> Any:
        """Return what it says with this constant."""
        return sp.Le(self.args[0], constant, evaluate=False)

    @property
    def possible(self) -> Any:
        """That it holds with some positive constant: the term has a value."""
        return sp.Eq(self.args[0], self.args[0], evaluate=False)

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.args[0])} is {self.words}"

    def _latex(self, printer: Any) -> str:
        return self.form.format(printer._print(self.args[0]))


class Small(Magnitude):
    """A term is at most a constant."""

    words, form = "at most of order 1", r"{} \lesssim 1"


class Large(Magnitude):
    """A term is at least a positive constant."""

    words, form = "at least of order 1", r"{} \gtrsim 1"

    def bound(self, constant: Any) -> Any:
        """Return what it says with this constant."""
        return sp.Ge(self.args[0], constant, evaluate=False)

    @property
    def possible(self) -> Any:
        """That it holds with some positive constant: the term is positive."""
        return sp.Gt(self.args[0], 0, evaluate=False)


class Bounded(Magnitude):
    """The absolute value of a term is at most a constant."""

    words, form = "bounded", r"\left|{}\right| \lesssim 1"

    def bound(self, constant: Any) -> Any:
        """Return what it says with this constant."""
        return sp.Le(sp.Abs(self.args[0]), constant, evaluate=False)


class SmallEnough(Small):
    """A term is at most a constant that serves."""

    words, form = "small enough", r"{} \text{{ small enough}}"
    chosen = True


class LargeEnough(Large):
    """A term is at least a positive constant that serves."""

    words, form = "large enough", r"{} \text{{ large enough}}"
    chosen = True


def with_any_constant(hypothesis: Any) -> Any:
    """Return a hypothesis for any constant, if it is on a size with a constant that serves.

    >>> with_any_constant(SmallEnough(sp.Symbol("x")))
    x is at most of order 1
    """
    kinds = {SmallEnough: Small, LargeEnough: Large}
    kind = kinds.get(type(hypothesis))
    return hypothesis if kind is None else kind(*hypothesis.args)


class Theta(sp.Expr):
    """Some quantity between two positive constant multiples of a term."""

    is_real = True

    def __new__(cls, term: Any) -> Any:
        return sp.Expr.__new__(cls, sp.sympify(term))

    def _sympystr(self, printer: Any) -> str:
        return f"Theta({printer._print(self.args[0])})"

    def _latex(self, printer: Any) -> str:
        return rf"\Theta\left({printer._print(self.args[0])}\right)"
