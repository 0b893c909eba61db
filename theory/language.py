"""The words that statements are written in, beyond sympy's own.

Scalars are plain sympy symbols that are only `real` or `integer`: signs and ranges are
hypotheses, because sympy silently deletes a hypothesis that its assumptions already imply.

    reals("x y"), integers("k")      scalar symbols
    sequence("p")                    p[0], p[1], ...: one real for each index
    function("alpha")                a function R -> R; alpha(x) applies it
    Head("R", "what it means")       an opaque quantity; its meaning lives in verify/papers
    DEFINES                          the conclusion of a definition
    Each(says, (j, 1, k))            `says` for every integer j from 1 to k
    rounds_to(expr, "0.35", ...)     some admissible input makes expr round to the printed number
    StrictlyIncreasing(alpha), Positive(alpha), Lipschitz(alpha, L), RisesSmoothly(alpha),
    UnimodalDensity(f, m)            hypotheses on a function
"""

from __future__ import annotations

import copyreg
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partialmethod
from typing import Any

import sympy as sp
from sympy.core.function import UndefinedFunction
from sympy.logic.boolalg import ITE, And, Boolean, BooleanFunction, Equivalent, Implies, Not, Or

from theory.binders import Binder, substitute
from theory.definedness import NOTHING, Requirements, connected
from theory.head_patterns import with_arguments, without_arguments

# what sympy raises where it can build, compute or print no such expression: it has no exception
# of its own for that
SYMPY_ERRORS = (
    TypeError,  # a comparison of what is not real; a truth value in a product
    ValueError,  # a maximum of what is not comparable; a number as the variable of a derivative
    AttributeError,  # a truth value where a term is meant, such as log(True)
    ArithmeticError,  # a remainder by zero
    NotImplementedError,  # what it does not do, such as the set of a condition on two symbols
    RecursionError,  # an expression that is nested too deeply
)


def reals(names: str) -> Any:
    """Return real symbols, one or a tuple, as `sympy.symbols` does."""
    return sp.symbols(names, real=True)


def integers(names: str) -> Any:
    """Return integer symbols, one or a tuple, as `sympy.symbols` does."""
    return sp.symbols(names, integer=True)


def sequence(name: str) -> sp.IndexedBase:
    """Return a real sequence; `p[3]` is a real number, one unknown for each index."""
    return sp.IndexedBase(sp.Symbol(name, real=True))


class FunctionSymbol(sp.Symbol):
    """A function from R to R that a statement quantifies over; call it to apply it."""

    def __call__(self, argument: sp.Expr) -> Apply:
        return Apply(self, argument)

    def _sympyrepr(self, printer: Any) -> str:
        return f"FunctionSymbol({self.name!r})"


def eq(one: Any, other: Any) -> Any:
    """Return an equation that sympy does not decide."""
    return sp.Eq(one, other, evaluate=False)


def le(one: Any, other: Any) -> Any:
    """Return an inequality that sympy does not decide."""
    return sp.Le(one, other, evaluate=False)


def function(name: str) -> FunctionSymbol:
    """Return a symbol for a function R -> R."""
    return FunctionSymbol(name)


class Apply(sp.Expr):
    """The value of a function symbol at a real argument."""

    is_real = True

    def __new__(cls, symbol: FunctionSymbol, argument: Any) -> Apply:
        return sp.Expr.__new__(cls, symbol, sp.sympify(argument))

    def _sympystr(self, printer: Any) -> str:
        return f"{self.args[0]}({printer._print(self.args[1])})"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"{printer._print(self.args[0])}\left({printer._print(self.args[1])}\right)"
        return text if exp is None else rf"{text}^{{{exp}}}"


class OpaqueFunction(UndefinedFunction):
    """A class of functions as `sp.Function(name, ...)` is one, whose hash is computed once.

    sympy computes it anew whenever a function stands in a key, which takes longer than most of what
    is looked up. As there, two are equal if their names and all their properties are.
    """

    _own_hash: int | None = None

    def __hash__(cls) -> int:
        if cls._own_hash is None:
            cls._own_hash = super().__hash__()
        return cls._own_hash

    def __eq__(cls, other: object) -> bool:
        if cls is other or not isinstance(other, OpaqueFunction):
            return cls is other
        return cls.__name__ == other.__name__ and bool(cls._kwargs == other._kwargs)


def _opaque(name: str, properties: dict[str, Any]) -> OpaqueFunction:
    return OpaqueFunction(name, **properties)


copyreg.pickle(OpaqueFunction, lambda function: (_opaque, (function.name, function._kwargs)))


def Head(name: str, words: str, latex: str | None = None) -> Any:
    """Return an opaque real quantity: a sympy function with a name and a meaning in words.

    Statements use it like a function; `verify/papers/<paper>.py` gives it one or more meanings
    that contain no formula of the conclusion. A head belongs to the module that calls `Head`: one
    with the same name in another module, or with other words, is another one.

    Args:
        name: of the head in text.
        words: what it means.
        latex: its name in formulas, before all its arguments; or all of it, with #1 for the first
            argument and #3* for the third and all that follow. What it leaves out must be symbols,
            as where a paper writes F_t(x) for the law that a function and a density give;
            otherwise the head is written by its name.
    """
    home = sys._getframe(1).f_globals.get("__name__", "")
    symbol = latex and without_arguments(latex)
    head = OpaqueFunction(name, real=True, words=words, symbol=symbol, home=home)
    if latex is not None:
        head._latex = partialmethod(with_arguments, latex)  # type: ignore[method-assign]
    return head


def is_head(function: Any) -> bool:
    """Return whether a function of sympy was made by `Head`."""
    return isinstance(function, UndefinedFunction) and hasattr(function, "home")


def on_sides(expression: Any, change: Callable[[Any], Any]) -> Any:
    """Apply `change` to both sides of every relation and leave the relation unevaluated.

    sympy would otherwise decide a relation on its own as soon as both sides look alike to it.
    Equivalences and case distinctions are spelled out as implications.
    """
    if isinstance(expression, Equivalent):
        one, *others = expression.args
        pairs = (pair for o in others for pair in ((one, o), (o, one)))
        return on_sides(connected(And, (connected(Implies, pair) for pair in pairs)), change)
    if isinstance(expression, ITE):
        condition, then, otherwise = expression.args
        cases = (connected(Implies, (condition, then)), connected(Or, (condition, otherwise)))
        return on_sides(connected(And, cases), change)
    if isinstance(expression, sp.core.relational.Relational):
        return expression.func(*map(change, expression.args), evaluate=False)
    if isinstance(expression, (And, Or, Not, Implies)):
        return connected(expression.func, (on_sides(part, change) for part in expression.args))
    return change(expression)


def settled(condition: Any) -> Any:
    """Decide a relation between rational numbers, such as the range of an index."""
    known = isinstance(condition, sp.core.relational.Relational) and all(
        side.is_Rational for side in condition.args
    )
    return condition.func(*condition.args) if known else condition


def assumed_in(says: Any, under: tuple[Any, ...] = ()) -> list[Any]:
    """Return what the implications of a conclusion assume: something must satisfy each of them.

    Args:
        says: the conclusion.
        under: what the implications around it assume.

    >>> x = reals("x")
    >>> assumed_in(And(Implies(x > 1, Implies(x < 9, x > 0)), x < 5))
    [x > 1, (x > 1) & (x < 9)]
    """
    if isinstance(says, (And, Or)):
        return [assumed for part in says.args for assumed in assumed_in(part, under)]
    if not isinstance(says, Implies):
        return []
    premise, then = says.args
    every = (*under, premise)
    own = premise if not under else connected(And, every)
    return [own, *assumed_in(then, every)]


class Each(Binder):
    """A condition for every integer of a range; ranges become finite with the instance.

    >>> p, j, k = sequence("p"), *integers("j k")
    >>> Each(p[j] >= 0, (j, 0, k)).expand_at({k: 1})
    (p[0] >= 0) & (p[1] >= 0)
    """

    def __new__(cls, condition: Boolean, limits: tuple[sp.Symbol, Any, Any]) -> Any:
        return Boolean.__new__(cls, sp.sympify(condition), sp.Tuple(*limits))

    @property
    def limits(self) -> tuple[Any, ...]:
        return (self.args[1],)

    def rebound(self, body: Any, limits: Sequence[Any]) -> Each:
        return Each(body, *limits)

    def expand_at(
        self, instance: Mapping[sp.Symbol, Any], facts: Requirements = NOTHING
    ) -> Boolean:
        """Return the finite conjunction after the index symbols have got their values.

        Raises:
            ValueError: an end of the range is no number then.
        """
        here = substitute(self, {k: sp.sympify(v) for k, v in instance.items()}, facts)
        index, low, high = here.args[1]
        if not (low.is_Rational and high.is_Rational):
            raise ValueError(f"the range of {here} does not become finite at its instances")

        def member(value: int) -> Any:
            at = {index: sp.Integer(value)}
            return settled(on_sides(here.args[0], lambda side: substitute(side, at, facts)))

        return connected(And, map(member, range(int(sp.ceiling(low)), int(sp.floor(high)) + 1)))

    def _sympystr(self, printer: Any) -> str:
        index, low, high = map(printer._print, self.args[1].args)
        return f"{printer._print(self.args[0])} for {index} = {low}..{high}"

    def _latex(self, printer: Any) -> str:
        index, low, high = map(printer._print, self.args[1].args)
        return rf"{printer._print(self.args[0])} \quad ({index}={low},\dots,{high})"


class Defines(BooleanFunction):
    """Nothing to be true or false: the conclusion of a definition; write it as `DEFINES`."""

    def __new__(cls) -> Any:
        return Boolean.__new__(cls)

    @classmethod
    def eval(cls, *args: Any) -> None:
        return None

    def _sympystr(self, printer: Any) -> str:
        return "definition"

    def _latex(self, printer: Any) -> str:
        return r"\text{definition}"


DEFINES = Defines()


class RoundsTo(Binder):
    """Some point of `boxes` brings `value` within `half` of `printed`; see `rounds_to`."""

    def __new__(cls, value: Any, printed: Any, half: Any, boxes: sp.Tuple) -> Any:
        return Boolean.__new__(cls, value, printed, half, boxes)

    @property
    def limits(self) -> tuple[Any, ...]:
        return tuple(self.args[3])

    def rebound(self, body: Any, limits: Sequence[Any]) -> RoundsTo:
        _, printed, half, _ = self.args
        return RoundsTo(body, printed, half, sp.Tuple(*limits))

    def _sympystr(self, printer: Any) -> str:
        value, printed, half, _ = self.args
        return f"{printer._print(value)} rounds to {float(printed):.3g} +- {float(half):.2g}"

    def _latex(self, printer: Any) -> str:
        value, printed, half, _ = self.args
        return rf"{printer._print(value)} \doteq {float(printed):g} \pm {float(half):g}"


def rounds_to(value: Any, printed: str, inputs: dict[sp.Symbol, tuple[Any, Any]]) -> RoundsTo:
    """Say that some choice of the inputs that the print allows makes `value` round to `printed`.

    Args:
        value: an expression in the inputs and in quantified symbols.
        printed: the number as printed ("5.3e-4", "20"); its last digit fixes how far the exact
            value may lie from it.
        inputs: symbol -> the closed interval that its own print allows.

    The statement is false only if no choice reaches the printed number.

    >>> x = reals("x")
    >>> rounds_to(2 * x, "0.7", {x: ("0.3", "0.4")})
    2*x rounds to 0.7 +- 0.05
    """
    mantissa, _, exponent = printed.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    half = sp.Rational(1, 2) * sp.Integer(10) ** (int(exponent or 0) - decimals)
    boxes = [sp.Tuple(s, sp.Rational(lo), sp.Rational(hi)) for s, (lo, hi) in inputs.items()]
    return RoundsTo(sp.sympify(value), sp.Rational(printed), half, sp.Tuple(*boxes))


class FunctionHypothesis(BooleanFunction):
    """A property of a function symbol, with parameters after it."""

    words = ""

    def __new__(cls, symbol: FunctionSymbol, *parameters: Any) -> Any:
        return Boolean.__new__(cls, symbol, *map(sp.sympify, parameters))

    @classmethod
    def eval(cls, *args: Any) -> None:
        return None

    def _sympystr(self, printer: Any) -> str:
        symbol, *parameters = map(printer._print, self.args)
        return " ".join((f"{symbol} is {self.words}", *parameters))

    def _latex(self, printer: Any) -> str:
        symbol, *parameters = map(printer._print, self.args)
        return rf"{symbol}\text{{ is {self.words} }}{' '.join(parameters)}"


class StrictlyIncreasing(FunctionHypothesis):
    """`f(x) < f(y)` for `x < y`."""

    words = "strictly increasing"


class Positive(FunctionHypothesis):
    """`f(x) > 0` for every x."""

    words = "positive"


class Lipschitz(FunctionHypothesis):
    """`Lipschitz(f, L)`: |f(x) - f(y)| <= L |x - y| for all x and y."""

    words = "Lipschitz with constant"


class RisesSmoothly(FunctionHypothesis):
    """`f` has a derivative everywhere, which is continuous and positive."""

    words = "continuously differentiable with a positive derivative"


class UnimodalDensity(FunctionHypothesis):
    """`UnimodalDensity(f, m)`: f >= 0 has integral 1, does not fall before m nor rise after it."""

    words = "a unimodal density with mode"
