"""A counterexample as a few lines of plain Python, which anyone can run without anything of ours.

The lines are made from the statement and the witness of its certificate alone. They give every
symbol its value, stop where a hypothesis fails, show both sides of what is printed, and end with
"holds" or "fails"; of an order along a ray they compare both sides at three sizes. Numbers are
fractions as long as that is possible, and numbers of mpmath with fifty digits otherwise, of which
those that differ by less than 10^-40 count as equal.

A head is a function of the paper's attack, from its table `PLAIN`, whose source stands before the
lines with that of what it calls. What has no form in plain Python gives no lines.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import keyword
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import And, BooleanAtom, Equivalent, Implies, Not, Or
from sympy.printing.pycode import MpmathPrinter

from theory.claim import Claim, Part, Role
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
from theory.values import Algebraic, PiecewiseLinear, as_fraction
from verify.claims.catalogue import attack_table
from verify.claims.meanings import AfterSteps
from verify.claims.witness import decode_value, instance_of, point_of, values_in
from verify.display.along_ray import along_ray
from verify.display.broken import tells_cases_apart
from verify.display.listing import (
    GONE,
    INDENT,
    ITERTOOLS,
    MANY,
    TINY,
    WIDE,
    above_asserts,
    apart,
    assumed,
    chained,
    fitting,
    listed_pairs,
    listing,
    sources,
    wrapped,
)
from verify.display.pieces import (
    PIECE,
    Rounded,
    Straight,
    bends,
    call,
    in_digits,
    is_straight,
    is_unimodal,
    makers,
    slopes_of,
    without_flat_knots,
)
from verify.display.repeated import MOST, SAVED, by_cases, repeated
from verify.display.text import text
from verify.judging.certificate import CertificateError, part_of
from verify.kernel.conditions import conjuncts

LINES = 66  # a longer script shows nobody anything
FEW = 4  # numbers with one letter, which stay apart
MANY_LINES = 25  # what is longer, but not by far, is written in more ways
SIDES = ("left", "right")
NUMBER = {True: "Fraction", False: "mp.mpf"}  # by whether everything is computed exactly
RESERVED = {
    *dir(builtins),
    *(
        "Fraction",
        "fails",
        "height",
        "left",
        "Linear",
        "math",
        "mp",
        "n",
        "ratios",
        "soft",
    ),
    *("pairs", "reals", "right", "so_far", TINY, *ITERTOOLS),
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


CASES = sp.Function("cases", real=True)  # a definition by cases that terms share
Plain = Mapping[Any, Callable[..., Any] | AfterSteps]
NONE: Plain = {}


class Form(NamedTuple):
    """In which of the ways that say the same lines are written.

    Args:
        names: how many long terms get names at a time.
        saved: for how many characters less a name is worth its line.
        filled: whether conditions go on in the last line of longer ones.
        joined: whether values that need nothing of each other share a line.
    """

    names: int = MOST
    saved: int = SAVED
    filled: bool = False
    joined: bool = False


FORMS = (Form(), Form(0))
_LONG_FORMS = (
    *(Form(names) for names in range(1, MOST)),
    *(Form(names, SAVED // 4) for names in (MOST, 2 * MOST)),
    *(Form(names, filled=True) for names in (0, 2, MOST)),
    *(Form(names, SAVED // 4, filled=True) for names in (MOST, 2 * MOST)),
)
MORE_FORMS = (  # of what is longer than it should be
    *_LONG_FORMS,
    *(form._replace(joined=True) for form in (*FORMS, *_LONG_FORMS)),
)


class NoScript(ValueError):
    """Something in the statement has no form in plain Python."""


class Printer(MpmathPrinter):  # type: ignore[misc]
    """sympy's printer for mpmath, with fractions for rational numbers and names for symbols."""

    kinds: tuple[Any, ...] = EXACT  # what it prints besides

    def __init__(
        self, symbols: Collection[Any], exact: bool, plain: Plain, form: Form = FORMS[-1]
    ) -> None:
        super().__init__({"fully_qualified_modules": True})
        self.plain = plain
        self.defined = sources(map(function_of, plain.values())).keys()
        self.called: dict[Any, None] = {}
        self.names: dict[Any, str] = {}
        for symbol in symbols:
            self.bind(symbol)
        self.outer = tuple(symbols)  # what has a value in all lines
        self.exact, self.number = exact, NUMBER[exact]
        self.rational: set[Any] = set()  # symbols whose values are exact up to their last digit
        self.straight: dict[Any, Straight] = {}  # functions that are formulas
        self.rounded: dict[Any, Rounded] = {}  # the function without corners that is not straight
        self.densities: set[Any] = set()  # functions that are lists of bends
        self.increasing: set[Any] = set()  # functions that are assumed to be so
        self.form = form
        self.named: dict[Any, str] = {}  # terms that have a name
        self.laws: dict[str, str] = {}  # names of laws after some steps, and what makes them
        self.lists: dict[str, int] = {}  # names of lists of numbers, and how long they are
        self.put: dict[Any, Any] = {}  # terms that are values of one definition by cases, as these

    def bind(self, symbol: Any) -> str:
        """Return the name of a symbol, which no other has."""
        if symbol in self.names:
            return self.names[symbol]
        taken = {*self.names.values(), *self.defined}
        self.names[symbol] = identifier(symbol, taken)
        return self.names[symbol]

    def name(self, formulas: Iterable[Any], known: Collection[Any]) -> Iterator[str]:
        """Yield the lines that give names to terms that occur several times in formulas."""
        formulas = [formula.xreplace(self.put) for formula in formulas]
        for term in repeated(formulas, known, self.written, self.form.names, self.form.saved):
            shown, of = self.doprint(term), self.plain.get(term.func)
            name = f"{function_of(of).__name__ if of else 'part'}_{len(self.named) + 1}"
            taken = {*self.names.values(), *self.defined}
            self.named[term] = identifier(name, taken)
            yield f"{self.named[term]} = {shown}"

    def define(self, formulas: tuple[Any, ...]) -> Iterator[str]:
        """Yield the line with a definition by cases of which terms in formulas are values."""
        found = by_cases(formulas, MANY)
        if found is not None:
            variable, form, values = found
            name, self.names[CASES] = self.bind(variable), identifier(CASES, self.names.values())
            yield f"{self.names[CASES]} = lambda {name}: {self.doprint(form)}"
            self.put = {term: CASES(value) for term, value in values.items()}

    def written(self, expr: Any) -> str:
        """Return an expression of Python, with brackets; none if there is none."""
        try:
            return str(self._print(expr))
        except NoScript:
            return ""

    def doprint(self, expr: Any, assign_to: Any = None) -> str:
        """Return an expression of Python.

        Raises:
            NoScript: there is none.
        """
        put = expr.xreplace(self.put) if self.put else expr
        shown = str(super().doprint(put, assign_to)).replace("mpmath.", "mp.")
        return cleaned(shown)

    def _print(self, expr: Any, **options: Any) -> str:
        if expr in self.named:
            return self.named[expr]
        if expr.func == CASES:
            return f"{self.names[CASES]}({self._print(expr.args[0])})"
        if is_head(expr.func) and expr.func in self.plain:
            function, arguments = self.plain[expr.func], expr.args
            shown = [*map(self._print, arguments)]
            if isinstance(function, AfterSteps):
                law = self.law(function, shown[0], shown[1], arguments[2])
                shown = [law, *shown[3:]]
            function = function_of(function)
            self.called[function] = None
            return f"{function.__name__}({', '.join(shown)})"
        if not isinstance(expr, (*self.kinds, *ROUNDED_ONLY, sp.Pow, sp.Indexed)):
            raise NoScript(str(expr))
        return str(super()._print(expr, **options))

    def law(self, head: AfterSteps, mover: str, first: str, time: Any) -> str:
        """Return the name of a law after some steps.

        Raises:
            NoScript: their number is no number, or the head is no function of that law.
        """
        if not time.is_Integer or head.only not in (None, time) or time < head.less:
            raise NoScript(f"{head.function.__name__} of a law after {time} steps")
        law = first
        for n in range(1, int(time) - head.less + 1):
            self.called[head.step] = None
            name = identifier(f"{first}_{n}", {*self.names.values(), *self.defined})
            law = self.laws[name] = f"{head.step.__name__}({mover}, {law})"
        return name if time > head.less else first

    def _print_Symbol(self, expr: Any) -> str:
        if expr not in self.names:
            raise NoScript(str(expr))
        return self.names[expr]

    _print_FunctionSymbol = _print_Dummy = _print_Symbol

    def _print_Apply(self, expr: Apply) -> str:
        function, argument = map(self._print, expr.args)
        inside = expr.args[0] in self.densities
        return f"height({function}, {argument})" if inside else f"{function}({argument})"

    def _print_Rational(self, expr: Any) -> str:
        return number(Fraction(int(expr.p), int(expr.q)), self.exact)

    _print_Half = _print_Rational

    def _print_Mul(self, expr: Any) -> str:
        factor = expr.as_coeff_Mul()[0]
        if factor.is_Integer or not self.is_rounded_or_fraction(expr):
            return str(super()._print_Mul(expr))
        above = factor.q * expr
        return f"{self.parenthesize(above, 50 if above.is_Mul else 60)}/{factor.q}"

    def _print_Add(self, expr: Any, order: Any = None) -> str:
        factor, rest = expr.primitive()
        if factor.is_Integer or not self.is_rounded_or_fraction(rest):
            return str(super()._print_Add(expr, order))
        return f"({self._print(factor.p * rest)})/{factor.q}"

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        """Return the terms of a sum, those that are taken away last."""
        terms = super()._as_ordered_terms(expr, order)
        return sorted(terms, key=lambda term: bool(term.could_extract_minus_sign()))

    def is_rounded_or_fraction(self, expr: Any) -> bool:
        """Return whether a term is no integer or truth value of Python, and can be divided."""
        if isinstance(expr, (sp.Add, sp.Mul)):
            return any(map(self.is_rounded_or_fraction, expr.args))
        if isinstance(expr, sp.Pow):
            return self.is_rounded_or_fraction(expr.base)
        of_law = isinstance(self.plain.get(expr.func), AfterSteps)
        return expr in self.rational or isinstance(expr, Apply) or of_law

    def _print_Pow(self, expr: Any, rational: bool = False) -> str:
        base, power = expr.as_base_exp() if expr.base.is_Rational else expr.args
        if power == sp.Rational(1, 2):
            return f"mp.sqrt({self._print(base)})"
        shown = f"{self.number}({base})" if base.is_Integer else self.parenthesize(base, 200)
        return f"{shown}**{self.parenthesize(power, 200)}"

    def _print_Abs(self, expr: Any) -> str:
        return f"abs({self._print(expr.args[0])})"

    def _print_sign(self, expr: Any) -> str:
        inside = self._print(expr.args[0])
        return f"(({inside} > 0) - ({inside} < 0))"

    def _print_floor(self, expr: Any) -> str:
        inside = self._print(expr.args[0])
        return f"Fraction(math.floor({inside}))" if self.exact else f"mp.floor({inside})"

    def _print_ceiling(self, expr: Any) -> str:
        inside = self._print(expr.args[0])
        return f"Fraction(math.ceil({inside}))" if self.exact else f"mp.ceil({inside})"

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
        return f"mp.quad(lambda {name}: {self._print(expr.function)}, [{low}, {high}])"

    def _print_Derivative(self, expr: Any) -> str:
        if len(expr.variable_count) != 1:
            raise NoScript(str(expr))
        name, count = map(self._print, expr.variable_count[0])
        return f"mp.diff(lambda {name}: {self._print(expr.expr)}, {name}, {count})"

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
            loops.append(f"for {self.bind(index)} in {self.between(low, high)}")
        return f"{name}({self._print(expr.function)} {' '.join(loops)})"

    def between(self, low: Any, high: Any) -> str:
        """Return the integers between two ends, as numbers that can be divided."""
        first, last = (
            self._print(end) if end.is_Integer else f"int({self._print(end)})"
            for end in (low, high)
        )
        end = int(high) + 1 if high.is_Integer else f"{last} + 1"
        return f"map({self.number}, range({first}, {end}))"

    def _print_Relational(self, expr: Any) -> str:
        left, right = (halves(side) or self._print(side) for side in expr.args)
        return f"({self.compares(left, right, expr)})"

    def compares(self, left: str, right: str, relation: Any) -> str:
        """Return the comparison of two sides, of which what is rounded may be equal."""
        sign = "==" if isinstance(relation, sp.Eq) else relation.rel_op
        known = (
            side.is_Number or side.is_integer or side in self.rational for side in relation.args
        )
        if self.exact or all(known):
            return f"{left} {sign} {right}"
        off = f"{TINY}*abs(right)" if right == "right" else TINY
        if sign in ("==", "!="):
            apart = f"{left} - ({right})" if relation.args[1] != 0 else left
            return cleaned(f"abs({apart}) {'<=' if sign == '==' else '>'} {off}")
        if relation.args[1] == 0:
            return cleaned(f"({left}) {sign} {'' if sign in ('<=', '>') else '-'}{off}")
        if relation.args[0].count_ops() > relation.args[1].count_ops():
            return cleaned(f"({left}) {'-' if sign in ('<=', '>') else '+'} {off} {sign} ({right})")
        return cleaned(f"({left}) {sign} ({right}) {'+' if sign in ('<=', '>') else '-'} {off}")

    def _print_And(self, expr: Any) -> str:
        return f"({' and '.join(chained(apart(cleaned(self._print(one)) for one in expr.args)))})"

    def _print_Or(self, expr: Any) -> str:
        if all(isinstance(one, sp.Eq) and one.rhs.is_Integer for one in expr.args):
            lefts, values = {one.lhs for one in expr.args}, [str(one.rhs) for one in expr.args]
            if len(lefts) == 1 and lefts <= self.rational:
                return f"{self._print(lefts.pop())} in ({', '.join(values)})"
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
        (function,) = expr.args
        if function in self.straight:
            return f"{self.straight[function].slope} > 0"
        if function in self.rounded:
            return f"min({self.rounded[function].slopes}) > 0"
        return f"all(c < d for {PIECE} in pairwise({self._print(function)}))"

    def _print_Positive(self, expr: Any) -> str:
        (symbol,) = expr.args
        if symbol in self.straight:
            _, height, slope = self.straight[symbol]
            return f"({height} > 0 and {slope} >= 0)"
        if symbol in self.rounded:
            return (
                f"({self.rounded[symbol].height} > 0 and min({self.rounded[symbol].slopes}) >= 0)"
            )
        function = self._print(symbol)
        if symbol in self.increasing:
            return f"{function}[1][1] > 0"
        height = f"all(y > 0 for _, y in {function}[1:-1])"
        return f"({height} and {function}[-2][1] <= {function}[-1][1])"

    def _print_UnimodalDensity(self, expr: Any) -> str:
        function, mode = map(self._print, expr.args)
        return is_unimodal(function, mode, self.exact)

    def _print_RisesSmoothly(self, expr: Any) -> str:
        (function,) = expr.args
        if function in self.straight:
            return f"{self.straight[function].slope} > 0"
        if function in self.rounded:
            return f"min({self.rounded[function].slopes}) > 0"
        slopes = self._slopes(function)
        same = f"min({slopes}) == max({slopes})"
        if not self.exact:
            same = f"max({slopes}) - min({slopes}) < {TINY}"
        return f"(min({slopes}) > 0 and {same})"

    def _slopes(self, function: Any) -> str:
        return f"[(d - c)/(b - a) for {PIECE} in pairwise({self._print(function)})]"

    def _print_Lipschitz(self, expr: Any) -> str:
        symbol, constant = expr.args
        if symbol in self.straight:
            slope = self.straight[symbol].slope
        elif symbol in self.rounded:
            slope = f"max({self.rounded[symbol].slopes})"
        else:
            slope = f"max(map(abs, {self._slopes(symbol)}))"
        off = "" if self.exact else f" + {TINY}"
        return f"{slope} <= {self._print(constant)}{off}"


def checked_by(claim: Claim, part: Part) -> tuple[Callable[..., Any], str] | None:
    """Return what is written by hand for a part, `None` if nothing is.

    The table `CHECKS` of the paper's attack has, by claim or claim#clause, a function that says
    whether what is printed holds, and the numbers that it is asked for.
    """
    checks = attack_table(claim.id, "CHECKS")
    found = checks.get(f"{claim.id}#{part.clause}", checks.get(claim.id))
    return found if part.role is Role.PRINTED else None


def by_hand(claim: Claim, part: Part) -> str:
    """Return the lines for a part that are written by hand, none if there are none."""
    found = checked_by(claim, part)
    if found is None:
        return ""
    function, numbers = found
    printer = Printer((), not is_rounding(function), NONE)
    printer.called[function] = None
    names = ", ".join(inspect.signature(function).parameters)
    several = names if "," in names else f"{names},"
    values = f'{several} = map({printer.number}, "{numbers}".split())'
    call = f"{function.__name__}({names})"
    return whole(["# the values", values, "# what is printed", told(call)], printer)


def scripts(claim: Claim, certificates: Mapping[Any, Any]) -> dict[Any, str]:
    """Return the lines for counterexamples to a claim that have some, by the same keys."""
    found = {}
    plain = attack_table(claim.id, "PLAIN")
    for key, certificate in certificates.items():
        try:
            part = part_of(certificate, claim)
            found[key] = by_hand(claim, part) or script(part.statement, certificate, plain)
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
        return shortest(lambda form: _along_a_ray(statement, rays, plain, form))
    if not isinstance(statement, ForAll):
        raise NoScript("no point refutes it")
    named = {*statement.symbols, *statement.where}  # what cancels as they are put in has no value
    as_written = not statement.instances and all(
        name.is_Symbol and meaning.free_symbols <= named
        for name, meaning in statement.where.items()
    )
    if not as_written or set(map(str, statement.symbols)) != set(values):
        statement = instance_of(statement, certificate["instance"])
    point = point_of(statement, values)
    return shortest(lambda form: _at_a_point(statement, point, plain, form))


def shortest(write: Callable[[Form], str]) -> str:
    """Return the first form of some lines that is short enough, else the shortest one.

    Raises:
        NoScript: they are too long to show anybody anything.
    """
    found = min(map(write, FORMS), key=_length)
    if MANY_LINES < _length(found) <= 2 * MANY_LINES:
        for form in MORE_FORMS:
            found = min(found, write(form), key=_length)
            if _length(found) <= MANY_LINES:
                break
    if _length(found) > LINES:
        raise NoScript("it is too long")
    return found


def _length(lines: str) -> int:
    return lines.count("\n")


def _at_a_point(
    statement: ForAll, point: Mapping[Any, Any], plain: Plain, form: Form, order: bool = False
) -> str:
    """Return the lines for a statement without instances at a point; of an order for its sides."""
    formulas = (*statement.where.values(), *statement.given, statement.says)
    irrational = any(isinstance(value, Algebraic) for value in point.values())
    exact = not irrational and all(map(is_exact, formulas)) and not is_rounded(formulas, plain)
    printer = Printer((*point, *statement.where), exact, plain, form)
    printer.densities = densities(statement.given)
    printer.increasing = increasing(statement.given)
    numbers = {s: as_fraction(e) for s, e in statement.where.items() if e.is_Rational}
    body = ["# the values", *assigned(printer, {**point, **numbers})]
    body += printer.define(formulas)
    body += printer.name(formulas, {*point, *numbers})
    body += (
        f"{printer.names[name]} = {printer.doprint(meaning)}"
        for name, meaning in statement.where.items()
        if name not in numbers
    )
    body += printer.name(formulas, printer.outer)
    body += assumed(map(printer.doprint, statement.given))
    body.append("# what is printed")
    if order:
        body += [*sides(printer, statement.says), told("(left > 0) == (right > 0)")]
    else:
        shown, holds = conclusion(printer, statement.says)
        body += [*shown, told(holds)]
    return whole(body, printer)


def _along_a_ray(statement: SameOrder, values: Mapping[str, Any], plain: Plain, form: Form) -> str:
    """Return the lines for an order, both of whose sides are compared at three sizes."""
    ray = along_ray(statement, values)
    if ray is None:
        symbols = (*statement.constants, *statement.variables)
        point = {symbol: values[str(symbol)] for symbol in symbols}
        both = sp.Le(statement.left, statement.right, evaluate=False)
        at = ForAll(both, (*statement.given, *statement.regime))
        return _at_a_point(at, point, plain, form, order=True)
    formulas = (statement.left, statement.right, *statement.regime)
    exact = all(map(is_exact, formulas)) and not is_rounded(formulas, plain)
    printer = Printer((*ray.constants, *ray.start), exact, plain, form)
    body = ["# the constants", *assigned(printer, ray.constants)] if ray.constants else []
    grown = {"at most": "b / a", "at least": "a / b", "same": "max(a / b, b / a)"}
    body += ["ratios = []", f"for n in map({printer.number}, {ray.sizes}):", "    # the variables"]
    names: dict[str, list[str]] = {}  # by the value that they have
    for symbol, power in ray.powers.items():
        value = f"{number(ray.start[symbol], printer.exact)} * n**{power}"
        names.setdefault(value, []).append(printer.names[symbol])
    body += (f"    {' = '.join(some)} = {value}" for value, some in names.items())
    body += (f"    {line}" for line in printer.name(formulas, printer.outer))
    body += (f"    {line}" for line in assumed(map(printer.doprint, statement.regime)))
    body += [
        f"    # what is printed: {statement.relation} order",
        *(f"    {side}" for side in _left_and_right(printer, statement.left, statement.right)),
        "    ratios.append(left / right)",
        '    print(f"n = {int(n)}: left {float(left):.6g}, right {float(right):.6g}, "',
        '          f"left / right {float(left / right):.6g}")',
        f"near, far = ({grown[statement.relation]} for a, b in zip(ratios, ratios[1:]))",
        "# does the ratio of both sides grow on?",
        told("not far**2 > near > 1 + 1e-9"),
    ]
    return whole(body, printer)


ROUNDED = re.compile(r"\bmp\.")


def whole(body: Iterable[str], printer: Printer) -> str:
    """Return lines with what has to stand before them."""
    lines = without_unused([*body], printer.named.values())
    lines = with_laws_named(lines, printer.laws)
    for name, length in printer.lists.items():
        entries = ", ".join(f"{name}[{i}]" for i in range(length))
        lines = [line.replace(f"[{entries}]", name) for line in lines]
    source = "\n".join((*sources(printer.called).values(), *lines))
    more = makers(source)
    names = [printer.names[symbol] for symbol in printer.outer]
    form = printer.form
    exact = printer.exact
    return listing(lines, printer.called, more, names, exact, form.filled, form.joined)


def without_unused(body: list[str], names: Iterable[str]) -> list[str]:
    """Return lines without those that give terms names which no other line needs.

    >>> without_unused(["part_1 = x", "part_2 = y*part_1", "print(part_3)"], ["part_1", "part_2"])
    ['print(part_3)']
    """
    for name in names:
        own = [line for line in body if line.lstrip().startswith(f"{name} = ")]
        used = any(re.search(rf"\b{name}\b", line) for line in body if line not in own)
        if own and not used:
            rest = [line for line in body if line not in own]
            return without_unused(rest, names)
    return body


def _is_no_longer(line: str, other: str) -> bool:
    return len(fitting(line)) <= len(fitting(other))


def with_laws_named(body: list[str], laws: Mapping[str, str]) -> list[str]:
    """Return lines with those that make the laws of which they speak.

    >>> laws = {"f_1": "after(a, f)", "f_2": "after(a, after(a, f))"}
    >>> with_laws_named(["f = [1]", "# what is assumed", "assert mean(f_2) < cdf(f_2, 0)"], laws)[1]
    'f_2 = after(a, after(a, f))'
    """
    for name, made in laws.items():
        word = re.compile(rf"\b{name}\b")
        used = [i for i, line in enumerate(body) for _ in word.findall(line)]
        alone = word.sub(made, body[used[0]]) if len(used) == 1 else ""
        if (
            alone
            and _is_no_longer(alone, body[used[0]])
            and not re.search(r"\b(for|lambda)\b", alone)
        ):
            body[used[0]] = alone
        elif used:
            place = above_asserts(body, used[0])
            margin = " " * (len(body[place]) - len(body[place].lstrip()))
            body = [*body[:place], f"{margin}{name} = {made}", *body[place:]]
    return body


def conclusion(printer: Printer, says: Any) -> tuple[list[str], str]:
    """Return the lines that show both sides of relations, and what says whether all of it holds."""
    parts = conjuncts((says,))
    shown: list[str] = []
    if len(parts) == 1 and not isinstance(says, Relational):
        return [*compared(printer, says)], printer.doprint(says)
    if constant := two_sided(parts):
        less, more = (one.args[0] for one in parts)
        bound = printer.parenthesize(constant, 50)
        at_most, at_least = (
            f"{a} <= {bound}*{b}{'' if printer.exact else f' + {TINY}*abs({b})'}"
            for a, b in (("left", "right"), ("right", "left"))
        )
        both = sides(printer, sp.Le(less, more, evaluate=False), printer.doprint(constant))
        return [*both], f"{at_most} and {at_least}"
    if all(isinstance(part, Relational) for part in parts):
        signs = {printer.compares("left", "right", part): None for part in parts}
        if len(parts) > 1 == len({part.rel_op for part in parts}):
            pairs = [f"({', '.join(map(printer.doprint, part.args))})" for part in parts]
            shown.append(f"pairs = {listed_pairs(pairs)}")
            shown.append("for left, right in pairs:")
            shown.append('    print("left", float(left), "right", float(right))')
            return shown, f"all({max(signs, key=len)} for left, right in pairs)"
    holds = ""
    for part in sorted(parts, key=is_plain_bound):
        if holds:
            shown.append(f"so_far = {holds}")
        if isinstance(part, Relational) and (len(parts) == 1 or not is_plain_bound(part)):
            shown += sides(printer, part)
            one = printer.compares("left", "right", part)
        else:
            one = f"({printer.doprint(part)})"
        holds = f"so_far and {one}" if holds else one
    return shown, holds


def is_plain_bound(part: Any) -> bool:
    """Return whether a condition compares a symbol with a number."""
    return isinstance(part, Relational) and part.lhs.is_Symbol and part.rhs.is_Number


def two_sided(parts: Sequence[Any]) -> Any:
    """Return the constant C of the relations a <= C b and b <= C a, `None` if they are not these.

    >>> a, b, C = sp.symbols("a b C", real=True)
    >>> two_sided([a <= C * b, b <= C * a]), two_sided([a <= C * b, b <= 2 * C * a])
    (C, None)
    """
    if len(parts) != 2 or not all(isinstance(part, sp.Le) for part in parts):
        return None
    (less, bound), (more, other) = (part.args for part in parts)
    constant = next((one for one in bound.free_symbols if bound == one * more), None)
    return constant if constant is not None and other == constant * less else None


def compared(printer: Printer, says: Any) -> Iterator[str]:
    """Yield the lines that show both sides of what is compared in a formula, many in a loop."""
    relations = (
        one
        for one in sorted(says.atoms(Relational), key=text)
        if one.free_symbols <= set(printer.names) and not tells_cases_apart(one)
    )
    pairs = [tuple(map(printer.doprint, one.args)) for one in relations]
    if len(pairs) >= MANY:
        yield f"pairs = [{', '.join(f'({left}, {right})' for left, right in pairs)}]"
        yield "for left, right in pairs:"
        yield '    print("compare", float(left), "with", float(right))'
    else:
        yield from (
            f'print("compare", float({left}), "with", float({right}))' for left, right in pairs
        )


def sides(printer: Printer, relation: Any, constant: str = "") -> Iterator[str]:
    """Yield the lines that show both sides of a relation, and beside them the constant between."""
    yield from _left_and_right(printer, *relation.args[:2])
    more, value = (constant, constant) if constant else ("difference", "left - right")
    yield f'print("left", float(left), "right", float(right), "{more}", float({value}))'


def _left_and_right(printer: Printer, *both: Any) -> Iterator[str]:
    """Yield the lines that compute both sides."""
    yield from (f"{name} = {printer.doprint(side)}" for name, side in zip(SIDES, both, strict=True))


def told(holds: str) -> str:
    """Return the last line, which says whether something holds."""
    return f'print("holds" if {holds} else "fails")'


def assigned(printer: Printer, point: Mapping[Any, Any]) -> Iterator[str]:
    """Yield the lines that give symbols their values, several numbers in one."""
    numbers = {s: value for s, value in point.items() if isinstance(value, Fraction)}
    functions = {
        s: without_flat_knots(value)
        for s, value in point.items()
        if isinstance(value, PiecewiseLinear) and s not in printer.densities
    }
    if all(map(is_straight, functions.values())):
        for symbol, function in functions.items():
            three = [sp.Dummy(name) for name in ("x_0", "y_0", "slope")]
            known = (function.knots[0], function.values[0], function.right)
            numbers |= dict(zip(three, known, strict=True))
            printer.straight[symbol] = Straight(*map(printer.bind, three))
    for symbol, function in functions.items():
        if function.rounding:
            if printer.rounded or function.left != slopes_of(function)[0]:
                raise NoScript(f"{symbol} has rounded corners, and so has another function or end")
            names = ("x_0", "y_0", "slope", "near", "bends", "slopes")
            six = [sp.Dummy(name) for name in names]
            start = (function.knots[0], function.values[0], function.left, function.rounding)
            numbers |= dict(zip(six, start, strict=False))
            printer.rounded[symbol] = Rounded(*map(printer.bind, six))
    printer.rational |= set(numbers)
    rest = [*numbers]
    for base, entries in families(numbers).items():
        if base not in (*printer.names.values(), *printer.defined, *RESERVED):
            rest = [symbol for symbol in rest if symbol not in entries]
            printer.names |= {symbol: f"{base}[{i}]" for i, symbol in enumerate(entries)}
            printer.lists[base] = len(entries)
            texts = wrapped(" ".join(in_digits(numbers[s]) for s in entries), WIDE - 3 * INDENT)
            pieces = ' " "'.join(texts)
            yield f'{base} = [*map({printer.number}, "{pieces}".split())]'
    while rest:
        some = [rest.pop(0)]
        while rest and len(_in_one(printer, numbers, [*some, rest[0]])) <= WIDE:
            some.append(rest.pop(0))
        yield _in_one(printer, numbers, some)
    for symbol, value in point.items():
        if symbol in printer.straight:
            shown = printer.straight[symbol].formula(functions[symbol].values[0] > 0)
        elif symbol in printer.rounded:
            made = printer.rounded[symbol]
            yield from made.lines(printer.names[symbol], functions[symbol], printer.number)
            continue
        elif symbol in functions:
            shown = call(functions[symbol], printer.number)
        elif symbol in printer.densities:
            if any((value.left, value.right, value.values[0], value.values[-1])):
                raise NoScript(f"{symbol} is not 0 from its first and last corner on")
            shown = bends(value, printer.number)
        elif symbol not in numbers:
            shown = as_python(value, printer.exact)
        else:
            continue
        yield f"{printer.names[symbol]} = {shown}"


def families(symbols: Iterable[Any]) -> dict[str, list[Any]]:
    """Return the symbols X_0 to X_n by X, in this order, where there are many.

    >>> list(families(sp.symbols("y x_:7")))
    ['x']
    """
    found: dict[str, dict[int, Any]] = {}
    for symbol in symbols:
        if numbered := re.fullmatch(r"([A-Za-z]+)_(\d+)", identifier(symbol, ())):
            found.setdefault(numbered[1], {})[int(numbered[2])] = symbol
    whole_ones = (base for base, of in found.items() if sorted(of) == [*range(len(of))])
    return {
        base: [found[base][i] for i in range(len(found[base]))]
        for base in whole_ones
        if len(found[base]) > FEW
    }


def _in_one(printer: Printer, numbers: Mapping[Any, Fraction], some: Iterable[Any]) -> str:
    """Return the line that gives symbols their values."""
    names = ", ".join(printer.names[symbol] for symbol in some)
    values = " ".join(in_digits(numbers[symbol]) for symbol in some)
    if "," not in names:
        return f'{names} = {printer.number}("{values}")'
    return f'{names} = map({printer.number}, "{values}".split())'


def cleaned(expression: str) -> str:
    """Return an expression of Python without brackets that change nothing.

    >>> cleaned("((not (a)) and ((b*(c)) < 1))")
    'not a and b*c < 1'
    """
    meant, opened, ends = _parsed(expression), [], {}
    for place, sign in enumerate(expression):
        if sign == "(":
            opened.append(place)
        elif sign == ")":
            ends[opened.pop()] = place
    signs = list(expression)
    for pair in sorted(ends.items()):
        less = [GONE if place in pair else sign for place, sign in enumerate(signs)]
        if _parsed("".join(less)) == meant:
            signs = less
    return re.sub(rf"(?<=\w){GONE}+(?=\w)", " ", "".join(signs)).replace(GONE, "")


def _parsed(expression: str) -> str:
    """Return what an expression says, whatever brackets it has."""
    try:
        return ast.dump(ast.parse(expression.replace(GONE, " ").strip(), mode="eval"))
    except SyntaxError:
        return ""


def as_python(value: Any, exact: bool) -> str:
    """Return a value of a witness as Python.

    Raises:
        NoScript: it has no such form.
    """
    if isinstance(value, Fraction):
        return number(value, exact)
    if isinstance(value, Algebraic):
        powers = " + ".join(f"{c}*z**{n}" for n, c in enumerate(value.coefficients) if c)
        ends = f"{number(value.low, exact)}, {number(value.high, exact)}"
        return f'mp.findroot(lambda z: {powers}, ({ends}), solver="anderson")'
    raise NoScript(f"no form for {value}")


def number(value: Fraction, exact: bool) -> str:
    """Return a rational number as Python."""
    over = value.denominator
    if exact:
        arguments = f"{value.numerator}, {over}" if over > 1 else f"{value.numerator}"
        return f"Fraction({arguments})"
    if over > 1 and over & (over - 1) == 0 and abs(value) < 1 < 10**6 // over:
        return str(float(value))  # which it is
    return f"(mp.mpf({value.numerator})/{over})" if over > 1 else f"mp.mpf({value.numerator})"


def halves(value: Any) -> str:
    """Return a fraction that Python has exactly as it stands in formulas, none of another term.

    >>> halves(sp.Rational(3, 4)), halves(sp.Rational(1, 3)), halves(sp.Integer(2))
    ('0.75', '', '')
    """
    over = value.q if value.is_Rational else 1
    return str(float(value)) if 1 < over < 1000 and over & (over - 1) == 0 else ""


def identifier(symbol: Any, taken: Iterable[str]) -> str:
    """Return a name of Python for a symbol that is not taken.

    >>> identifier("Q_t^{-1/2}", ()), identifier("v_{1}", ()), identifier("a_-", ())
    ('Q_t_minus_1_2', 'v_1', 'a')
    """
    spoken = re.sub(r"-(?=\w)", "_minus_", str(symbol).replace("'", "_prime"))
    name = re.sub(r"[\W_]+", "_", spoken).strip("_") or "x"
    if keyword.iskeyword(name) or name in RESERVED or name[0].isdigit():
        name += "_"
    while name in taken:
        name += "_"
    return name


def densities(given: Iterable[Any]) -> set[Any]:
    """Return the functions that are assumed to be densities."""
    return {one.args[0] for condition in given for one in condition.atoms(UnimodalDensity)}


def increasing(given: Iterable[Any]) -> set[Any]:
    """Return the functions that are assumed to increase."""
    parts = conjuncts(tuple(given))
    return {one.args[0] for one in parts if isinstance(one, StrictlyIncreasing)}


def is_exact(e: Any) -> bool:
    """Return whether plain Python computes a term by fractions alone."""
    if isinstance(e, sp.Pow):
        return bool(e.exp.is_integer) and all(map(is_exact, e.args))
    kinds = (*EXACT, sp.Indexed, AppliedUndef)  # of fractions, heads are fractions
    return isinstance(e, kinds) and (e.is_Atom or all(map(is_exact, e.args)))


def is_rounded(formulas: Iterable[Any], plain: Plain) -> bool:
    """Return whether a head in some formulas is computed with rounded numbers."""
    heads = [head for head, function in plain.items() if is_rounding(function_of(function))]
    return any(formula.has(*heads) for formula in formulas) if heads else False


def function_of(plain: Callable[..., Any] | AfterSteps) -> Callable[..., Any]:
    """Return the function that stands for a head in plain Python."""
    return plain.function if isinstance(plain, AfterSteps) else plain


def is_rounding(function: Any) -> bool:
    """Return whether a function, or what it calls, computes with rounded numbers."""
    return any(map(ROUNDED.search, sources([function]).values()))
