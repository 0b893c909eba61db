"""A worked example as a few lines of plain Python, like those of `verify.display.script`.

Sequences are functions of their indices, a law is a list of values with their chances. Conditions
on integers are tried for all in their range, conditions on every real number near the numbers that
occur; what has no form in plain Python is named and not computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Implies

from theory.binders import SequenceOf, unbound
from theory.orders import Magnitude, Order
from theory.quantifiers import Every, Quantified
from theory.sequences import Indicator, Law, Mean
from theory.values import Atoms, PiecewiseLinear, as_fraction
from verify.display.listing import WIDE, asserted
from verify.display.script import (
    EXACT,
    MANY_LINES,
    NONE,
    Form,
    NoScript,
    Plain,
    Printer,
    assigned,
    cleaned,
    conclusion,
    densities,
    increasing,
    is_exact,
    is_rounded,
    number,
    shortest,
    sides,
    told,
    whole,
)
from verify.display.text import text
from verify.kernel.conditions import conjuncts
from verify.worked.chosen import Example
from verify.worked.limits import by_value
from verify.worked.point import At

OF_ARGUMENTS = (Quantified, Indicator, Mean, Magnitude, Order, sp.Mod)
REALS = "reals"  # the name of the numbers near those that occur
FINE = 99  # of which part of 1 they lie beside those
STEPS = (-FINE, -1, 0, 1, FINE)


class _Printer(Printer):
    """The printer of plain Python, which also knows what only arguments speak of."""

    kinds = (*EXACT, *OF_ARGUMENTS)

    def _print_Indexed(self, expr: Any) -> str:
        places = ", ".join(map(self._print, expr.indices))
        return f"{self._print(expr.base.label)}({places})"

    def _print_Indicator(self, expr: Any) -> str:
        return f"({self._print(expr.args[0])})"  # true is 1

    def _print_Mod(self, expr: Any) -> str:
        one, other = map(self._print, expr.args)
        return f"({one} % {other})"

    def _print_Mean(self, expr: Any) -> str:
        body, symbol, members = expr.args
        if not isinstance(members, Law):
            raise NoScript(str(expr))
        law = self._print(members.args[0])
        if isinstance(body, Indicator):
            inside = self._within(symbol, body.args[0])
            return f"sum(chance for chance, {self._of(symbol)} in {law} if {inside})"
        return f"sum(chance * {self._within(symbol, body)} for chance, {self._of(symbol)} in {law})"

    def _print_Relational(self, expr: Any) -> str:
        """Print also that something has the probability 1, or more than 0, by the values."""
        mean, bound = expr.args
        sure = isinstance(expr, sp.Eq) and bound == 1
        possible = isinstance(expr, sp.Gt) and bound == 0
        if isinstance(mean, Mean) and isinstance(mean.args[0], Indicator) and (sure or possible):
            indicator, symbol, members = mean.args
            if isinstance(members, Law):
                inside = self._within(symbol, indicator.args[0])
                join, law = "all" if sure else "any", self._print(members.args[0])
                return f"{join}({inside} for _, {self._of(symbol)} in {law})"
        return super()._print_Relational(expr)

    def _print_Every(self, expr: Any) -> str:
        return self._over(expr, "all")

    def _print_Some(self, expr: Any) -> str:
        return self._over(expr, "any")

    def _over(self, expr: Any, join: str) -> str:
        symbol, body = expr.args
        if type(symbol) is not sp.Symbol:
            raise NoScript(str(expr))
        if symbol.is_integer:
            low, high, body = _in_range(expr)
            numbers = self.between(low, high)
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
    """Return the lines that recompute a worked example, at fewer points where they are many.

    Args:
        example: the example.
        points: where it comes out, by the size of what is challenged.
        plain: what heads are in plain Python.

    Raises:
        NoScript: there are none.
    """
    ends = {size: points[size] for size in (min(points), max(points))}
    found = shortest(lambda form: _lines(example, points, plain, form))
    if found.count("\n") > MANY_LINES and len(ends) < len(points):
        return shortest(lambda form: _lines(example, ends, plain, form))
    return found


def _lines(example: Example, points: Mapping[int, At], plain: Plain, form: Form) -> str:
    """Return these lines in one of their forms."""
    formulas = [*example.assumed, example.says]
    formulas += [v for v in example.values.values() if not isinstance(v, SequenceOf)]
    formulas += [v.args[0] for v in example.values.values() if isinstance(v, SequenceOf)]
    exact = all(map(_is_exact, formulas)) and not is_rounded(formulas, plain)
    symbols = _symbols(example)
    printer = _Printer([*map(_label, symbols)], exact, plain, form)
    *_, last = points.values()
    printer.densities = densities(example.assumed)
    printer.increasing = increasing(example.assumed)
    printer.rational = {s for s, value in last.values.items() if isinstance(value, sp.Rational)}
    moving = _moving(example) if len(points) > 1 else []
    body = ["# the values"]
    body += _assigned(printer, [s for s in symbols if s not in moving], last, example)
    place = len(body)  # after the values
    told_of = [one for one in (*example.assumed, example.says) if not isinstance(one, Order)]
    checks = [*printer.name(told_of, symbols)]
    checks += ["# what is assumed", *_assumed(printer, example)]
    shown, holds = _conclusion(printer, example)
    checks += ["# what is printed", *shown]
    if moving:
        names = ", ".join(printer.names[_label(s)] for s in moving)
        body += [f"def holds({names}):", *(f"    {line}" for line in checks)]
        body += [f"    return {holds}", *_cases(printer, moving, points)]
    else:
        body += [*checks, told(holds)]
    if any(REALS in line for line in body):
        body.insert(place, _reals(example, points.values(), printer))
    return whole(body, printer)


def _symbols(example: Example) -> list[Any]:
    return [*example.challenged, *example.values, *sorted(example.things, key=str)]


def _moving(example: Example) -> list[Any]:
    return [*example.challenged, *(s for s, value in example.values.items() if unbound(value))]


def _label(symbol: Any) -> Any:
    return symbol.label if isinstance(symbol, sp.IndexedBase) else symbol


def _assigned(printer: _Printer, symbols: Iterable[Any], at: At, example: Example) -> Iterator[str]:
    """Yield the lines that give symbols their values."""
    numbers = {s: as_fraction(at.values[s]) for s in symbols if s in printer.rational}
    functions = {s: t for s, t in example.things.items() if isinstance(t, PiecewiseLinear)}
    yield from assigned(printer, {**numbers, **functions})
    names: dict[str, list[str]] = {}  # by the value that they have
    for symbol in symbols:
        if symbol in numbers or symbol in functions:
            continue
        thing = example.things.get(symbol)
        if isinstance(thing, Atoms):
            pairs = [(mass, place) for place, mass in thing.pairs]
            value = _tuples(printer, pairs)
        else:
            value = _python(printer, at.values[symbol])
        names.setdefault(value, []).append(printer.names[_label(symbol)])
    yield from (f"{' = '.join(some)} = {value}" for value, some in names.items())


def _cases(printer: _Printer, moving: Sequence[Any], points: Mapping[int, At]) -> list[str]:
    """Return the lines that look at what is printed at three sizes at most."""
    first, *between, last = points.values()
    some = (first, *between[len(between) // 2 :][:1], last)
    rows = [[at.values[symbol] for symbol in moving] for at in some]
    if all(isinstance(value, sp.Rational) for row in rows for value in row):
        texts = (f'"{" ".join(map(str, row))}"' for row in rows)
        cases, numbers = f"({', '.join(texts)})", "case.split()"
    else:
        shown = [[_bare(printer, value) for value in row] for row in rows]
        cases, numbers = _in_tuples(shown), "case"
    holds = f"holds(*map({printer.number}, {numbers}))"
    return [f"cases = {cases}", told(f"any([{holds} for case in cases])")]


def _bare(printer: _Printer, value: Any) -> str:
    """Return a value that is converted to a number later on, an integer as it stands."""
    return str(value) if isinstance(value, sp.Integer) else _python(printer, value)


def _tuples(printer: _Printer, rows: Iterable[Iterable[Any]]) -> str:
    """Return a list of tuples of values."""
    return _in_tuples([_python(printer, value) for value in row] for row in rows)


def _in_tuples(shown: Iterable[list[str]]) -> str:
    """Return a list of tuples of values that are written already."""
    tuples = (f"({', '.join(row)})" if len(row) > 1 else f"({row[0]},)" for row in shown)
    return cleaned(f"[{', '.join(tuples)}]")


def _python(printer: _Printer, value: Any) -> str:
    if isinstance(value, SequenceOf):
        formula, *indices = value.args
        for index in indices:
            printer.bind(index)
        names = ", ".join(printer.names[index] for index in indices)
        shown = _condition(formula) if formula.func is sp.Piecewise else formula
        return f"lambda {names}: {printer.number}({printer.doprint(shown)})"
    if isinstance(value, Fraction):
        return number(value, printer.exact)
    if isinstance(value, sp.Rational):
        return number(as_fraction(value), printer.exact)
    return printer.doprint(value)


def _condition(cases: Any) -> Any:
    """Return the condition of which cases are 1 where it holds, else 0; if it is none, the cases.

    >>> i = sp.Symbol("i", integer=True)
    >>> _condition(sp.Piecewise((1, sp.Eq(i, 0)), (0, True)))
    Eq(i, 0)
    """
    return cases.args[0][1] if [value for value, _ in cases.args] == [1, 0] else cases


def _assumed(printer: _Printer, example: Example) -> Iterator[str]:
    """Yield the lines that stop where a hypothesis fails; sizes up to a constant are shown."""
    computed: list[str] = []
    sizes: dict[str, None] = {}
    for one in example.assumed:
        try:
            if isinstance(one, Magnitude):
                sizes[printer.doprint(one.args[0])] = None
            else:
                computed.append(printer.doprint(by_value(one, example.things)))
        except NoScript:
            yield f"# not computed here: {text(one)}"
    yield from asserted(computed)
    if sizes:
        listed = ", ".join(sizes)
        shown = f"*map(float, [{listed}])" if len(sizes) > 1 else f"float({listed})"
        yield f'print("up to constants 1:", {shown})'


def _conclusion(printer: _Printer, example: Example) -> tuple[list[str], str]:
    """Return the lines that show both sides, and what says whether what is printed holds.

    An order is asked for with the constant of its size.
    """
    says = example.says
    if not isinstance(says, Order):
        return conclusion(printer, says)
    constant = printer.names[example.challenged[0]]
    at_most, at_least = f"left <= {constant}*right", f"right <= {constant}*left"
    both = {"at most": at_most, "at least": at_least, "same": f"{at_most} and {at_least}"}
    return list(sides(printer, says, constant)), both[says.relation]


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


def _in_range(e: Quantified) -> tuple[Any, Any, Any]:
    """Return between which ends a condition on integers says something, and what it says there.

    Raises:
        NoScript: it has none.
    """
    symbol, body = e.args
    premise, then = body.args if isinstance(body, Implies) else (body, sp.true)
    parts = conjuncts((premise,))
    own = [p for p in parts if isinstance(p, Relational) and p.lhs == symbol]
    own = [p for p in own if symbol not in unbound(p.rhs)]
    low = {p: p.rhs + int(isinstance(p, sp.Gt)) for p in own if isinstance(p, (sp.Ge, sp.Gt))}
    high = {p: p.rhs - int(isinstance(p, sp.Lt)) for p in own if isinstance(p, (sp.Le, sp.Lt))}
    if not low or not high:
        raise NoScript(str(e))
    ends = [next(iter(some)) for some in (low, high)]
    rest = [p for p in parts if p not in ends]
    inside = And(*rest, evaluate=False) if rest else sp.true
    if isinstance(body, Implies):
        inside = Implies(inside, then, evaluate=False) if rest else then
    return low[ends[0]], high[ends[1]], inside


def _reals(example: Example, points: Iterable[At], printer: _Printer) -> str:
    """Return the line that names the numbers near those that occur."""
    found = {
        as_fraction(value)
        for at in points
        for value in at.values.values()
        if isinstance(value, sp.Rational)
    }
    bent = {s: t for s, t in example.things.items() if isinstance(t, PiecewiseLinear)}
    lists = [s for s in bent if s not in {*printer.straight, *printer.rounded}]
    corners = [set(thing.knots) for symbol, thing in bent.items()]
    numbers = " ".join(map(str, sorted(found.union(*corners))))
    shown = f'map({printer.number}, "{numbers}".split())'
    if len(shown) > WIDE // 2 and lists:
        known = set().union(*(bent[s].knots for s in lists))
        rest = " ".join(map(str, sorted(found.union(*corners) - known)))
        places = [f"*dict({printer.names[s]})" for s in lists]
        more = [f'*map({printer.number}, "{rest}".split())'] if rest else []
        shown = f"[{', '.join((*places, *more))}]"
    return f"{REALS} = [x + {printer.number}(i)/{FINE} for x in {shown} for i in {STEPS}]"
