"""A counterexample as a few lines of plain Python, which anyone can run without anything of ours.

The lines are made from the statement and the witness of its certificate alone. They give every
symbol its value, evaluate every hypothesis and both sides of what is printed, and say whether it
holds; of an order along a ray they show the ratio of both sides at three sizes. Numbers are
fractions as long as that is possible, and numbers of mpmath with fifty digits otherwise, of which
those that differ by less than 10^-40 count as equal.

A head is a function of the paper's attack, from its table `PLAIN`, whose source stands before the
lines with that of what it calls. What has no form in plain Python gives no lines.
"""

from __future__ import annotations

import builtins
import inspect
import keyword
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import And, BooleanAtom, Equivalent, Implies, Not, Or
from sympy.printing.pycode import MpmathPrinter

from theory.claim import Claim
from theory.language import (
    Apply,
    Lipschitz,
    Positive,
    RisesSmoothly,
    RoundsTo,
    StrictlyIncreasing,
    UnimodalDensity,
    is_head,
)
from theory.statements import ForAll, SameOrder
from theory.values import Algebraic, PiecewiseLinear
from verify.claims.catalogue import attack_table
from verify.claims.witness import decode_value, instance_of, point_of, values_in
from verify.display.along_ray import along_ray
from verify.display.recomputed import on_the_way
from verify.display.text import text
from verify.judging.certificate import CertificateError, part_of

SHOWN = 100  # characters of a condition that a line names
LINES = 80  # a longer script shows nobody anything
DIGITS = 50
EXACTLY = "from fractions import Fraction"
ROUNDED = f"""import mpmath
from mpmath import mpf
mpmath.mp.dps = {DIGITS}

def compare(a, b):
    \"\"\"Below, at or above 0 as a is below, at or above b; 10^-{DIGITS - 10} is nothing.\"\"\"
    return 0 if abs(a - b) < mpf(10) ** -{DIGITS - 10} else a - b
"""
LINEAR = """
def linear(points, left, right):
    \"\"\"The function that is straight between these points and beyond them, with these slopes; to
    the left it stays positive if the first value is.\"\"\"
    pairs = zip(points, points[1:])
    slopes = [left, *((d - c) / (b - a) for (a, c), (b, d) in pairs), right]
    def value(x):
        piece = sum(a <= x for a, _ in points)
        a, y = points[max(piece - 1, 0)]
        return y + slopes[piece] * (x - a) if piece or y <= 0 else y**2 / (y + left * (a - x))
    value.points, value.slopes = points, slopes
    return value
"""

UNIMODAL = """
def is_unimodal(f, mode):
    pieces = [(*p, *q) for p, q in zip(f.points, f.points[1:])]
    return (
        not any((f.slopes[0], f.slopes[-1], f.points[0][1], f.points[-1][1]))
        and all(c >= 0 and (d >= c or a >= mode) and (d <= c or b <= mode) for a, c, b, d in pieces)
        and sum((b - a) * (c + d) / 2 for a, c, b, d in pieces) == 1
    )
"""
SPAN = """
def span(low, high):
    return map({}, range(int(low), int(high) + 1))
"""
RESERVED = {
    *dir(builtins),
    *("Fraction", "compare", "is_unimodal", "itertools", "left", "linear", "math", "mpf", "mpmath"),
    *("n", "right", "span"),
}
EXACT = (
    *(sp.Add, sp.Mul, sp.Max, sp.Min, sp.Abs, sp.sign, sp.floor, sp.ceiling, sp.Sum, sp.Product),
    *(sp.Rational, sp.Symbol, sp.Tuple, sp.Piecewise, ExprCondPair, Apply, Relational),
    *(And, Or, Not, Implies, Equivalent, BooleanAtom, StrictlyIncreasing, Positive, Lipschitz),
    *(RisesSmoothly, UnimodalDensity, RoundsTo),
)
ROUNDED_ONLY = (
    *(sp.exp, sp.log, sp.erf, sp.erfc, sp.sin, sp.cos, sp.tan, sp.asin, sp.acos, sp.atan, sp.sinh),
    *(sp.cosh, sp.tanh, sp.asinh, sp.acosh, sp.atanh, sp.gamma, sp.loggamma, sp.NumberSymbol),
    *(sp.Integral, sp.Derivative),
)


Plain = Mapping[Any, Callable[..., Any]]
NONE: Plain = {}


class NoScript(ValueError):
    """Something in the statement has no form in plain Python."""


class Printer(MpmathPrinter):  # type: ignore[misc]
    """sympy's printer for mpmath, with fractions for rational numbers and names for symbols."""

    kinds: tuple[Any, ...] = EXACT  # what it prints besides

    def __init__(self, symbols: Iterable[Any], exact: bool, plain: Plain) -> None:
        super().__init__({"fully_qualified_modules": True})
        self.plain = plain
        self.defined = _sources(plain.values()).keys()
        self.called: dict[Any, None] = {}
        self.names: dict[Any, str] = {}
        for symbol in symbols:
            self.bind(symbol)
        self.exact, self.number = exact, "Fraction" if exact else "mpf"

    def bind(self, symbol: Any) -> str:
        """Return the name of a symbol, which no other has."""
        if symbol in self.names:
            return self.names[symbol]
        taken = {*self.names.values(), *self.defined}
        self.names[symbol] = identifier(symbol, taken)
        return self.names[symbol]

    def doprint(self, expr: Any, assign_to: Any = None) -> str:
        """Return an expression of Python.

        Raises:
            NoScript: there is none.
        """
        return str(super().doprint(expr, assign_to))

    def _print(self, expr: Any, **options: Any) -> str:
        if is_head(expr.func) and expr.func in self.plain:
            function = self.plain[expr.func]
            self.called[function] = None
            return f"{function.__name__}({', '.join(map(self._print, expr.args))})"
        if not isinstance(expr, (*self.kinds, *ROUNDED_ONLY, sp.Pow, sp.Indexed)):
            raise NoScript(str(expr))
        return str(super()._print(expr, **options))

    def _print_Symbol(self, expr: Any) -> str:
        if expr not in self.names:
            raise NoScript(str(expr))
        return self.names[expr]

    _print_FunctionSymbol = _print_Symbol

    def _print_Apply(self, expr: Apply) -> str:
        function, argument = expr.args
        return f"{self._print(function)}({self._print(argument)})"

    def _print_Rational(self, expr: Any) -> str:
        return number(Fraction(int(expr.p), int(expr.q)), self.exact)

    _print_Half = _print_Rational

    def _print_Pow(self, expr: Any, rational: bool = False) -> str:
        base, power = expr.as_base_exp() if expr.base.is_Rational else expr.args
        if power == sp.Rational(1, 2):
            return f"mpmath.sqrt({self._print(base)})"
        if power.is_integer:
            shown = self.parenthesize(base, 200)
            if base.is_Integer:
                shown = f"{self.number}({base})"
            return f"{shown}**{self.parenthesize(power, 200)}"
        return f"mpmath.power({self._print(base)}, {self._print(power)})"

    def _print_Abs(self, expr: Any) -> str:
        return f"abs({self._print(expr.args[0])})"

    def _print_sign(self, expr: Any) -> str:
        inside = self._print(expr.args[0])
        return f"(({inside} > 0) - ({inside} < 0))"

    def _print_floor(self, expr: Any) -> str:
        return f"{self.number}(math.floor({self._print(expr.args[0])}))"

    def _print_ceiling(self, expr: Any) -> str:
        return f"{self.number}(math.ceil({self._print(expr.args[0])}))"

    def _print_Sum(self, expr: Any) -> str:
        return self._over_ranges(expr, "sum")

    def _print_Product(self, expr: Any) -> str:
        return self._over_ranges(expr, "math.prod")

    def _print_Integral(self, expr: Any) -> str:
        if [len(limit) for limit in expr.limits] != [3]:
            raise NoScript(str(expr))
        variable, *ends = expr.limits[0]
        low, high = map(self._print, ends)
        name = self.bind(variable)
        return f"mpmath.quad(lambda {name}: {self._print(expr.function)}, [{low}, {high}])"

    def _print_Derivative(self, expr: Any) -> str:
        if len(expr.variable_count) != 1:
            raise NoScript(str(expr))
        name, count = map(self._print, expr.variable_count[0])
        return f"mpmath.diff(lambda {name}: {self._print(expr.expr)}, {name}, {count})"

    def _print_RoundsTo(self, expr: Any) -> str:
        value, printed, half, boxes = expr.args
        if boxes:
            raise NoScript(str(expr))
        near = sp.Le(sp.Abs(value - printed, evaluate=False), half, evaluate=False)
        return self._print_Relational(near)

    def _over_ranges(self, expr: Any, name: str) -> str:
        loops = []
        for index, low, high in reversed(expr.limits):
            if not all(end.is_integer for end in (low, high)):
                raise NoScript(str(expr))
            ends = f"{self._print(low)}, {self._print(high)}"
            loops.append(f"for {self.bind(index)} in span({ends})")
        return f"{name}({self._print(expr.function)} {' '.join(loops)})"

    def _print_Relational(self, expr: Any) -> str:
        left, right = map(self._print, expr.args)
        sign = "==" if isinstance(expr, sp.Eq) else expr.rel_op
        return f"({left} {sign} {right})" if self.exact else f"(compare({left}, {right}) {sign} 0)"

    def _print_And(self, expr: Any) -> str:
        return f"({' and '.join(map(self._print, expr.args))})"

    def _print_Or(self, expr: Any) -> str:
        return f"({' or '.join(map(self._print, expr.args))})"

    def _print_Not(self, expr: Any) -> str:
        return f"(not {self._print(expr.args[0])})"

    def _print_Implies(self, expr: Any) -> str:
        premise, then = map(self._print, expr.args)
        return f"(not {premise} or {then})"

    def _print_Equivalent(self, expr: Any) -> str:
        one, other = map(self._print, expr.args)
        return f"({one} == {other})"

    def _print_StrictlyIncreasing(self, expr: Any) -> str:
        return f"all(slope > 0 for slope in {self._print(expr.args[0])}.slopes)"

    def _print_Positive(self, expr: Any) -> str:
        function = self._print(expr.args[0])
        return f"({function}.slopes[-1] >= 0 and all(y > 0 for _, y in {function}.points))"

    def _print_UnimodalDensity(self, expr: Any) -> str:
        function, mode = map(self._print, expr.args)
        return f"is_unimodal({function}, {mode})"

    def _print_RisesSmoothly(self, expr: Any) -> str:
        slopes = f"{self._print(expr.args[0])}.slopes"
        same = "slope == a" if self.exact else "compare(slope, a) == 0"
        return f"all(slope > 0 and {same} for a, slope in zip({slopes}, {slopes}[1:]))"

    def _print_Lipschitz(self, expr: Any) -> str:
        function, constant = map(self._print, expr.args)
        below = f"abs(slope) <= {constant}"
        if not self.exact:
            below = f"compare(abs(slope), {constant}) <= 0"
        return f"all({below} for slope in {function}.slopes)"


def scripts(claim: Claim, certificates: Mapping[Any, Any]) -> dict[Any, str]:
    """Return the lines for counterexamples to a claim that have some, by the same keys."""
    found = {}
    plain = attack_table(claim.id, "PLAIN")
    for key, certificate in certificates.items():
        try:
            statement = part_of(certificate, claim).statement
            found[key] = script(statement, certificate, plain)
        except (CertificateError, NoScript):
            continue
    return found


def script(statement: Any, certificate: Any, plain: Plain = NONE) -> str:
    """Return the lines that recompute a counterexample.

    Args:
        statement: what it refutes.
        certificate: the certificate, of which the instance and the witness are used.
        plain: what heads are in plain Python.

    Raises:
        NoScript: there are none.
    """
    values = values_in(certificate["witness"])
    if isinstance(statement, SameOrder):
        rays = {name: decode_value(value) for name, value in values.items()}
        return _along_a_ray(statement, rays, plain)
    if not isinstance(statement, ForAll):
        raise NoScript("no point refutes it")
    named = {*statement.symbols, *statement.where}  # what cancels as they are put in has no value
    as_written = not statement.instances and all(
        name.is_Symbol and meaning.free_symbols <= named
        for name, meaning in statement.where.items()
    )
    if not as_written or set(map(str, statement.symbols)) != set(values):
        statement = instance_of(statement, certificate["instance"])
    return _at_a_point(statement, point_of(statement, values), plain)


def _at_a_point(
    statement: ForAll, point: Mapping[Any, Any], plain: Plain, order: bool = False
) -> str:
    """Return the lines for a statement without instances at a point; of an order for its sides."""
    formulas = (*statement.where.values(), *statement.given, statement.says)
    irrational = any(isinstance(value, Algebraic) for value in point.values())
    exact = not irrational and all(map(is_exact, formulas)) and not is_rounded(formulas, plain)
    printer = Printer((*point, *statement.where), exact, plain)
    values = {symbol: as_python(value, printer.exact) for symbol, value in point.items()}
    values |= {name: printer.doprint(meaning) for name, meaning in statement.where.items()}
    body = [
        "# the values",
        *(f"{printer.names[symbol]} = {value}" for symbol, value in values.items()),
        "",
        "# what is assumed",
        *assumed(printer, statement.given),
        "",
        "# what is printed",
        *_on_the_way(printer, statement),
        *(_sides if order else conclusion)(printer, statement.says),
    ]
    return whole(body, printer)


def _on_the_way(printer: Printer, statement: ForAll) -> Iterator[str]:
    """Yield the lines that show abbreviations, heads and terms of both sides, where they can."""
    for one in on_the_way(statement):
        try:
            yield f'print({text(one)!r}, "=", float({printer.doprint(one)}))'
        except NoScript:
            continue


def _along_a_ray(statement: SameOrder, values: Mapping[str, Any], plain: Plain) -> str:
    """Return the lines for an order, both of whose sides are compared at three sizes."""
    ray = along_ray(statement, values)
    if ray is None:
        symbols = (*statement.constants, *statement.variables)
        point = {symbol: values[str(symbol)] for symbol in symbols}
        sides = sp.Le(statement.left, statement.right, evaluate=False)
        at = ForAll(sides, (*statement.given, *statement.regime))
        return _at_a_point(at, point, plain, order=True)
    formulas = (statement.left, statement.right, *statement.regime)
    exact = all(map(is_exact, formulas)) and not is_rounded(formulas, plain)
    printer = Printer((*ray.constants, *ray.start), exact, plain)
    body = ["# the constants"]
    body += (
        f"{printer.names[s]} = {as_python(v, printer.exact)}" for s, v in ray.constants.items()
    )
    body += ["", f"for n in {ray.sizes}:", "    # the variables"]
    for symbol, power in ray.powers.items():
        first = number(ray.start[symbol], printer.exact)
        body.append(f"    {printer.names[symbol]} = {first} * n**{power}")
    body.append("    # what is assumed")
    body += (f"    {line}" for line in assumed(printer, statement.regime))
    body += [
        f"    # what is printed: {statement.relation} order",
        f"    left = {printer.doprint(statement.left)}",
        f"    right = {printer.doprint(statement.right)}",
        '    print(f"n = {n}: left {float(left):.6g}, right {float(right):.6g}, "',
        '          f"left / right {float(left / right):.6g}")',
    ]
    return whole(body, printer)


def whole(body: list[str], printer: Printer) -> str:
    """Return lines with what has to stand before them.

    Raises:
        NoScript: it is too long to show anybody anything.
    """
    source = "\n".join(body)
    heads = _sources(printer.called).values()
    found = "\n".join((*_head("\n".join((*heads, source)), printer.exact), *heads, source, ""))
    if source.count("\n") > LINES:
        raise NoScript("it is too long")
    return found


def _names_in(code: Any) -> set[str]:
    """Return the names that a piece of code, or one within it, looks up."""
    inside = (part for part in code.co_consts if inspect.iscode(part))
    return {*code.co_names}.union(*map(_names_in, inside))


def _sources(functions: Iterable[Any]) -> dict[str, str]:
    """Return the sources of functions and of what they call in their module, callees first."""
    found: dict[str, str] = {}
    seen = set()

    def add(function: Any) -> None:
        if function.__name__ not in seen:
            seen.add(function.__name__)
            for called in sorted(_names_in(function.__code__)):
                callee = function.__globals__.get(called)
                if inspect.isfunction(callee) and callee.__module__ == function.__module__:
                    add(callee)
            found[function.__name__] = inspect.getsource(function) + "\n"

    for function in functions:
        add(function)
    return found


def _head(source: str, exact: bool) -> Iterator[str]:
    """Yield what has to stand before some lines."""
    for module in ("itertools", "math"):
        if f"{module}." in source.replace("mpmath.", ""):
            yield f"import {module}"
    if exact or "Fraction(" in source:
        yield EXACTLY
    if not exact:
        yield ROUNDED
    if "span(" in source:
        yield SPAN.format("Fraction" if exact else "mpf")
    if "linear(" in source:
        yield LINEAR
    if "is_unimodal(" in source:
        yield UNIMODAL
    yield ""


def conclusion(printer: Printer, says: Any) -> Iterator[str]:
    """Yield the lines for a conclusion; of a relation, and of those in it, both sides are shown."""
    if isinstance(says, Relational):
        yield from _sides(printer, says)
        sign = "==" if isinstance(says, sp.Eq) else says.rel_op
        holds = f"left {sign} right" if printer.exact else f"compare(left, right) {sign} 0"
        yield _line(text(says), holds)
    else:
        for one in sorted(says.atoms(Relational), key=text):
            if one.free_symbols <= set(printer.names):
                left, right = (f"float({printer.doprint(side)})" for side in one.args)
                yield f'print({text(one)!r}, "compares", {left}, "with", {right})'
        yield told(printer, says)


def _sides(printer: Printer, relation: Any) -> Iterator[str]:
    left, right = map(printer.doprint, relation.args)
    yield from (f"left = {left}", f"right = {right}")
    yield 'print("left side:", left, "=", float(left))'
    yield 'print("right side:", right, "=", float(right))'


def assumed(printer: Printer, given: Iterable[Any]) -> Iterator[str]:
    """Yield the lines that say whether hypotheses hold, short bounds next to each other in one."""
    together: list[Any] = []
    for condition in given:
        longer = [*together, condition]
        if _is_bound(condition) and len(", ".join(map(text, longer))) <= SHOWN:
            together = longer
            continue
        if together:
            yield _all_of(printer, together)
        together = []
        if _is_bound(condition):
            together = [condition]
        else:
            yield told(printer, condition)
    if together:
        yield _all_of(printer, together)


def _is_bound(condition: Any) -> bool:
    """Return whether a condition compares numbers and symbols alone."""
    return isinstance(condition, Relational) and all(
        side.is_Symbol or side.is_Number for side in condition.args
    )


def _all_of(printer: Printer, conditions: Iterable[Any]) -> str:
    """Return the line that says whether several bounds hold."""
    shown, holds = zip(*((text(one), printer.doprint(one)) for one in conditions), strict=True)
    return _line(", ".join(shown), " and ".join(holds))


def told(printer: Printer, condition: Any) -> str:
    """Return the line that says whether a condition holds."""
    return _line(text(condition), printer.doprint(condition))


def _line(shown: str, holds: str) -> str:
    """Return the line that says whether something holds."""
    if len(shown) > SHOWN:
        shown = f"{shown[: SHOWN - 4]} ..."
    return f'print({shown!r}, ":", {holds})'


def as_python(value: Any, exact: bool) -> str:
    """Return a value of a witness as Python.

    Raises:
        NoScript: it has no such form.
    """
    if isinstance(value, Fraction):
        return number(value, exact)
    if isinstance(value, PiecewiseLinear):
        pairs = zip(value.knots, value.values, strict=True)
        points = ", ".join(f"({number(x, exact)}, {number(y, exact)})" for x, y in pairs)
        return f"linear([{points}], {number(value.left, exact)}, {number(value.right, exact)})"
    if isinstance(value, Algebraic):
        powers = " + ".join(f"{c}*z**{n}" for n, c in enumerate(value.coefficients) if c)
        ends = f"{number(value.low, exact)}, {number(value.high, exact)}"
        return f'mpmath.findroot(lambda z: {powers}, ({ends}), solver="anderson")'
    raise NoScript(f"no form for {value}")


def number(value: Fraction, exact: bool) -> str:
    """Return a rational number as Python."""
    over = value.denominator
    if exact:
        arguments = f"{value.numerator}, {over}" if over > 1 else f"{value.numerator}"
        return f"Fraction({arguments})"
    return f"(mpf({value.numerator})/{over})" if over > 1 else f"mpf({value.numerator})"


def identifier(symbol: Any, taken: Iterable[str]) -> str:
    """Return a name of Python for a symbol that is not taken."""
    name = re.sub(r"\W+", "_", str(symbol).replace("'", "_prime")).strip("_") or "x"
    if keyword.iskeyword(name) or name in RESERVED or name[0].isdigit():
        name += "_"
    while name in taken:
        name += "_"
    return name


def is_exact(e: Any) -> bool:
    """Return whether plain Python computes a term by fractions alone."""
    if isinstance(e, sp.Pow):
        return bool(e.exp.is_integer) and all(map(is_exact, e.args))
    kinds = (*EXACT, sp.Indexed, AppliedUndef)  # of fractions, heads are fractions
    return isinstance(e, kinds) and (e.is_Atom or all(map(is_exact, e.args)))


def is_rounded(formulas: Iterable[Any], plain: Plain) -> bool:
    """Return whether a head in some formulas is computed with rounded numbers."""
    heads = [head for head, function in plain.items() if "mpmath" in inspect.getsource(function)]
    return any(formula.has(*heads) for formula in formulas) if heads else False
