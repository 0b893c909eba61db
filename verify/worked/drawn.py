"""What is drawn of a worked example: its functions, or both sides of what fails along a symbol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import sympy as sp
from msgspec import structs
from sympy.core.relational import Relational

from reports.curves import Cut, Functions, Plot, Sides
from theory.statements import ForAll
from theory.values import PiecewiseLinear, as_fraction
from theory.well_formed import IllFormed
from verify.claims.meanings import Interpretation, Meanings, interpretations
from verify.claims.witness import encode_value, witness
from verify.display.plots import plot
from verify.display.text import text
from verify.errors import FROM_A_PAPER
from verify.evidence import PiecewiseLinearValue
from verify.worked.chosen import Example
from verify.worked.point import At

SMALL, FEW = 6, 4  # numbers that are tried, of so many symbols at most


def drawn(example: Example, at: At, meanings: Meanings) -> Plot | None:
    """Return what can be drawn of an example at a point, or `None` if there is nothing.

    Args:
        example: what an argument chooses.
        at: the point.
        meanings: of the heads.
    """
    functions = _functions(example)
    if functions:
        return Functions(functions)
    numbers = {s: value for s, value in at.values.items() if isinstance(value, sp.Rational)}
    if example.moves or example.things:
        return None
    point: dict[object, Fraction] = {s: as_fraction(value) for s, value in numbers.items()}
    known = interpretations(meanings)
    if len(numbers) < len(at.values):
        return _with_sequences(example, at, meanings)
    try:
        statement = ForAll(example.says, example.assumed)
    except IllFormed:  # of what arguments alone speak of, such as an order
        return None
    shown = plot(statement, witness(point), {}, known)
    return shown or _along_an_equation(example, point, known)


def _with_sequences(example: Example, at: At, meanings: Meanings) -> Plot | None:
    """Return both sides along a number, where sequences and their lengths are as in an example."""
    moved = {
        s: as_fraction(value)
        for s, value in at.values.items()
        if isinstance(value, sp.Rational) and not s.is_integer
    }
    fixed = At(meanings, {s: v for s, v in at.values.items() if s not in moved}, at.things)
    try:
        says, *assumed = (fixed.closed(one) for one in (example.says, *example.assumed))
        statement = ForAll(says, tuple(assumed))
    except FROM_A_PAPER:  # a verdict needs no picture
        return None
    point: dict[object, Fraction] = {s: v for s, v in moved.items() if s in statement.symbols}
    shown = plot(statement, witness(point), {}, interpretations(meanings))
    if not isinstance(shown, Sides):
        return shown
    cuts = tuple(cut for cut in shown.cuts if is_telling(cut))
    return structs.replace(shown, cuts=cuts) if cuts else None


def is_telling(cut: Cut) -> bool:
    """Return whether hypotheses hold at some more points of a cut, or the sides change places."""
    inside = sum(state != "outside" for state in cut.state)
    both = zip(cut.left, cut.right, strict=True)
    above = {left > right for left, right in both if left is not None and right is not None}
    return inside > 1 or len(above) > 1


def of_contradiction(conditions: Sequence[Any]) -> Plot | None:
    """Return both sides of a condition at a point where it fails and all others hold.

    Args:
        conditions: relations between numbers that cannot hold together.
    """
    for equation in [one for one in conditions if isinstance(one, sp.Eq) and one.lhs.is_Symbol]:
        rest = (one for one in conditions if one is not equation)
        conditions = [one.subs(equation.lhs, equation.rhs) for one in rest]
    if not all(isinstance(one, Relational) for one in conditions):
        return None
    symbols = sorted({s for one in conditions for s in one.free_symbols}, key=str)
    for says in sorted(conditions, key=lambda one: -one.count_ops()):
        others = tuple(one for one in conditions if one is not says)
        for numbers in product(range(1, SMALL + 1), repeat=min(len(symbols), FEW)):
            point = dict(zip(symbols, map(Fraction, numbers), strict=False))
            if all(one.subs(point) is sp.true for one in others):
                shown = plot(ForAll(says, others), witness(point), {}, interpretations({}))
                if isinstance(shown, Sides):
                    return structs.replace(shown, about=text(says))
    return None


def _along_an_equation(
    example: Example, point: Mapping[object, Fraction], known: Sequence[Interpretation]
) -> Sides | None:
    """Return both sides where the size of a symbol follows the others by an equation assumed."""
    for one in filter(None, map(size_in, example.assumed)):
        solved = without(one, example)
        others = {symbol: value for symbol, value in point.items() if symbol != one.symbol}
        shown = plot(solved, witness(others), {}, known) if solved else None
        if isinstance(shown, Sides):
            return structs.replace(shown, largest=None, follows=text(one.size))
    return None


class Size(NamedTuple):
    """The size of a symbol, |x|, what an equation says it is, and for which values it does."""

    equation: Any
    symbol: Any
    size: Any
    value: Any
    given: tuple[Any, ...]


def size_in(assumed: Any) -> Size | None:
    """Return the size of a symbol of which an equation gives a power, or `None`.

    >>> x, a, p = sp.symbols("x a p", real=True)
    >>> found = size_in(sp.Eq(sp.Abs(x) ** p, a))
    >>> found.size, found.value, found.given
    (Abs(x), a**(1/p), (a > 0, p > 0))
    >>> size_in(sp.Eq(x**p, a)) is None
    True
    """
    if not isinstance(assumed, sp.Eq):
        return None
    for left, right in (assumed.args, assumed.args[::-1]):
        size, power = left.as_base_exp()
        if not (isinstance(size, sp.Abs) and size.args[0].is_Symbol):
            continue
        symbol = size.args[0]
        if symbol not in right.free_symbols | power.free_symbols:
            given = tuple(one for one in (right > 0, power > 0) if one is not sp.true)
            return Size(assumed, symbol, size, right ** (1 / power), given)
    return None


def without(one: Size, example: Example) -> ForAll | None:
    """Return what an example breaks without a symbol, or `None` where more than its size counts."""
    others = (given for given in example.assumed if given is not one.equation)
    says, *assumed = (term.xreplace({one.size: one.value}) for term in (example.says, *others))
    if any(one.symbol in term.free_symbols for term in (says, *assumed)):
        return None
    return ForAll(says, (*assumed, *one.given))


def _functions(example: Example) -> dict[str, PiecewiseLinearValue]:
    """Return the functions of an example as records, those with the most corners first."""
    found = {
        str(symbol): thing
        for symbol, thing in example.things.items()
        if isinstance(thing, PiecewiseLinear)
    }
    bent = {name: one for name, one in found.items() if len(one.knots) > 1} or found
    records = {
        name: encode_value(bent[name]) for name in sorted(bent, key=lambda n: -len(bent[n].knots))
    }
    return {name: one for name, one in records.items() if isinstance(one, PiecewiseLinearValue)}
