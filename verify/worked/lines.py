"""A worked example as a few lines of plain Python, like those of `verify.display.script`.

Sequences are functions of their indices, a law is a list of values with their chances. Conditions
on integers are tried for all in their range, conditions on every real number near the numbers that
occur; what has no form in plain Python is named and not computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Implies

from theory.binders import SequenceOf, unbound
from theory.orders import Magnitude, Order
from theory.quantifiers import Every, Quantified
from theory.sequences import Indicator, Law, Mean
from theory.values import PiecewiseLinear, as_fraction
from verify.display.script import (
    EXACT,
    NONE,
    NoScript,
    Plain,
    Printer,
    as_python,
    is_exact,
    is_rounded,
    number,
    told,
    whole,
)
from verify.display.text import text
from verify.kernel.conditions import conjuncts
from verify.worked.chosen import CONSTANT, Example
from verify.worked.limits import by_value
from verify.worked.point import At

OF_ARGUMENTS = (Quantified, Indicator, Mean, Magnitude, Order, sp.Mod)
REALS = "reals"  # the name of the numbers near those that occur
STEPS = ("-1", "-1/100", "0", "1/100", "1")


class _Printer(Printer):
    """The printer of plain Python, which also knows what only arguments speak of."""

    kinds = (*EXACT, *OF_ARGUMENTS)

    def _print_Indexed(self, expr: Any) -> str:
        places = ", ".join(map(self._print, expr.indices))
        return f"{self._print(expr.base.label)}({places})"

    def _print_Indicator(self, expr: Any) -> str:
        return f"(1 if {self._print(expr.args[0])} else 0)"

    def _print_Mod(self, expr: Any) -> str:
        one, other = map(self._print, expr.args)
        return f"({one} % {other})"

    def _print_Mean(self, expr: Any) -> str:
        body, symbol, members = expr.args
        if not isinstance(members, Law):
            raise NoScript(str(expr))
        law = self._print(members.args[0])
        return f"sum(chance * {self._within(symbol, body)} for chance, {self._of(symbol)} in {law})"

    def _print_Every(self, expr: Any) -> str:
        return self._over(expr, "all")

    def _print_Some(self, expr: Any) -> str:
        return self._over(expr, "any")

    def _over(self, expr: Any, join: str) -> str:
        symbol, body = expr.args
        if type(symbol) is not sp.Symbol:
            raise NoScript(str(expr))
        if symbol.is_integer:
            low, high = _ends(expr)
            numbers = f"span({self._print(low)}, {self._print(high)})"
        elif isinstance(expr, Every) and not _has_some(body):
            numbers = REALS
        else:
            raise NoScript(str(expr))
        inside = self._within(symbol, body)
        return f"{join}({inside} for {self._of(symbol)} in {numbers})"

    def _within(self, symbol: Any, body: Any) -> str:
        """Return what is said of a bound symbol, which has a name of its own there."""
        self.bind(symbol)
        return self._print(body)

    def _of(self, symbol: Any) -> str:
        return self.names[symbol]


def lines(example: Example, points: Mapping[int, At], plain: Plain = NONE) -> str:
    """Return the lines that recompute a worked example.

    Args:
        example: the example.
        points: where it comes out, by the size of what is challenged.
        plain: what heads are in plain Python.

    Raises:
        NoScript: there are none.
    """
    symbols = [s for s in _symbols(example) if s != CONSTANT]
    formulas = [*example.assumed, example.says]
    formulas += [v for v in example.values.values() if not isinstance(v, SequenceOf)]
    formulas += [v.args[0] for v in example.values.values() if isinstance(v, SequenceOf)]
    exact = all(map(_is_exact, formulas)) and not is_rounded(formulas, plain)
    printer = _Printer((_label(s) for s in symbols), exact, plain)
    several = len(points) > 1
    moving = set(_moving(example)) if several else set()
    first = next(iter(points.values()))
    body = ["# the values"]
    body += (_assigned(printer, s, first, example) for s in symbols if s not in moving)
    checks = [*_assumed(printer, example), "", "# what is printed", *_printed(printer, example)]
    if several:
        ordered = [s for s in symbols if s in moving]
        names = ", ".join(printer.names[_label(s)] for s in ordered)
        plainly = (printer.names[s] for s in ordered if isinstance(s, sp.Symbol))
        shown = ", ".join(f"{name} = {{{name}}}" for name in plainly)
        body += ["", f"def check({names}):", f'    print(f"{shown}")']
        body += (f"    {line}" if line else "" for line in checks)
        body.append("")
        for at in points.values():
            values = ", ".join(_python(printer, at.values[s]) for s in ordered)
            body.append(f"check({values})")
    else:
        body += ["", *checks]
    source = "\n".join(body)
    if REALS in source.replace(f"{REALS} =", ""):
        body.insert(0, _reals(example, points.values(), printer))
    return whole(body, printer)


def _symbols(example: Example) -> list[Any]:
    return [*example.challenged, *example.values, *sorted(example.things, key=str)]


def _moving(example: Example) -> Iterator[Any]:
    yield from example.challenged
    yield from (s for s, value in example.values.items() if unbound(value))


def _label(symbol: Any) -> Any:
    return symbol.label if isinstance(symbol, sp.IndexedBase) else symbol


def _assigned(printer: _Printer, symbol: Any, at: At, example: Example) -> str:
    name = printer.names[_label(symbol)]
    if symbol not in example.things:
        return f"{name} = {_python(printer, at.values[symbol])}"
    thing = example.things[symbol]
    if isinstance(thing, PiecewiseLinear):
        return f"{name} = {as_python(thing, printer.exact)}"
    pairs = (
        f"({number(mass, printer.exact)}, {_python(printer, place)})" for place, mass in thing.pairs
    )
    return f"{name} = [{', '.join(pairs)}]"


def _python(printer: _Printer, value: Any) -> str:
    if isinstance(value, SequenceOf):
        formula, *indices = value.args
        for index in indices:
            printer.bind(index)
        names = ", ".join(printer.names[index] for index in indices)
        return f"lambda {names}: {printer.doprint(formula)}"
    if isinstance(value, sp.Rational):
        return number(as_fraction(value), printer.exact)
    return printer.doprint(value)


def _assumed(printer: _Printer, example: Example) -> Iterator[str]:
    yield "# what is assumed"
    for one in example.assumed:
        try:
            if isinstance(one, Magnitude):
                yield f'print({text(one)!r}, ":", float({printer.doprint(one.args[0])}))'
            else:
                yield told(printer, by_value(one, example.things))
        except NoScript:
            yield f"# not computed here: {text(one)}"


def _printed(printer: _Printer, example: Example) -> Iterator[str]:
    """Yield the lines for what fails: both sides of relations, or of an order."""
    says = example.says
    known = {*example.challenged, *example.values, *example.things}
    for part in sorted(says.atoms(AppliedUndef), key=text):
        if unbound(part) <= known:
            yield f'print({text(part)!r}, "=", float({printer.doprint(part)}))'
    relations = [says] if isinstance(says, (Relational, Order)) else conjuncts((says,))
    for one in relations:
        if isinstance(one, (Relational, Order)):
            for name, side in zip(("left", "right"), one.args[:2], strict=True):
                yield f"{name} = {printer.doprint(side)}"
            yield 'print("left side:", float(left), " right side:", float(right))'
        if not isinstance(one, Order):
            yield told(printer, one)


def _is_exact(e: Any) -> bool:
    """Return whether plain Python computes a formula by fractions alone."""
    if isinstance(e, OF_ARGUMENTS):
        return all(map(_is_exact, e.args))
    if not e.args or isinstance(e, sp.IndexedBase) or type(e) is sp.Tuple:  # cases are a subclass
        return isinstance(e, (Law, sp.core.symbol.Str, sp.Tuple, sp.IndexedBase)) or is_exact(e)
    if isinstance(e, sp.Pow):
        return bool(e.exp.is_integer) and all(map(_is_exact, e.args))
    return isinstance(e, (Law, sp.Indexed, AppliedUndef, *EXACT)) and all(map(_is_exact, e.args))


def _has_some(body: Any) -> bool:
    return any(not isinstance(part, Every) for part in body.atoms(Quantified))


def _ends(e: Quantified) -> tuple[Any, Any]:
    """Return between which ends a condition on integers says something.

    Raises:
        NoScript: it has none.
    """
    symbol, body = e.args
    inside = body.args[0] if isinstance(body, Implies) else body
    own = [p for p in conjuncts((inside,)) if isinstance(p, Relational) and p.lhs == symbol]
    own = [p for p in own if symbol not in unbound(p.rhs)]
    low = [p.rhs + int(isinstance(p, sp.Gt)) for p in own if isinstance(p, (sp.Ge, sp.Gt))]
    high = [p.rhs - int(isinstance(p, sp.Lt)) for p in own if isinstance(p, (sp.Le, sp.Lt))]
    if not low or not high:
        raise NoScript(str(e))
    return low[0], high[0]


def _reals(example: Example, points: Iterable[At], printer: _Printer) -> str:
    """Return the line that names the numbers near those that occur."""
    found = {
        as_fraction(value)
        for at in points
        for value in at.values.values()
        if isinstance(value, sp.Rational)
    }
    for thing in example.things.values():
        found |= set(thing.knots) if isinstance(thing, PiecewiseLinear) else set()
    numbers = ", ".join(number(x, printer.exact) for x in sorted(found))
    steps = ", ".join(number(as_fraction(sp.Rational(s)), printer.exact) for s in STEPS)
    return f"{REALS} = [x + step for x in ({numbers},) for step in ({steps})]"
