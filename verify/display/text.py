"""Statements as a reader sees them: text with infix relations, and LaTeX.

Everything shown is rendered from the statement that is tested, so that a reader compares what
was tested with what is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Equivalent, Not, Or
from sympy.printing.latex import LatexPrinter, translate
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from reports.results import LegendEntry, StatementText, StatementType
from theory.argument_language import States
from theory.claim import Claim
from theory.language import SYMPY_ERRORS, RoundsTo
from theory.notebook import SIGNS
from theory.places import HERE
from theory.quantifiers import Quantified
from theory.sequences import Mean
from theory.statements import ForAll, Missing, Observed, SameOrder, Statement
from verify.claims.notation import notation
from verify.claims.statements import formulas, heads

KINDS: dict[type[Statement], StatementType] = {
    ForAll: "for all",
    States: "for all",
    SameOrder: "same order",
    Observed: "observed",
    Missing: "missing",
}
PRECEDENCE_OF_ALL = max(PRECEDENCE.values()) + 1  # that no part has without brackets
_SPELLED: ContextVar[tuple[tuple[Any, str], ...]] = ContextVar("_SPELLED", default=())
_ENTRY = re.compile(r"(.+)\[([\w', +-]+)\]")  # of a sequence: a name with its places
STRICT = (sp.Gt, sp.Lt, sp.Ne)
_INFIX = {sp.Eq: "=", sp.Ne: "!=", sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">"}
_ORDER = {
    "same": "is of the same order as",
    "at most": "is at most of the order of",
    "at least": "is at least of the order of",
}


@lru_cache(maxsize=20_000)
def _ordered(expression: Any, order: Any) -> tuple[Any, ...]:
    """Return the terms of a sum as they are printed; to sort them is half of all printing."""
    return tuple(expression.as_ordered_terms(order=order))


PHI = sp.Function("Phi")
ROOT_2 = sp.sqrt(2)


def by_phi(e: Any) -> Any:
    """Return an error function, or a product or a sum of some, by Phi of the normal law.

    erfc(z) = 2 Phi(-sqrt(2) z), and erf(z) = 2 Phi(sqrt(2) z) - 1.

    >>> z = sp.Symbol("z", real=True)
    >>> by_phi(sp.erfc(z / sp.sqrt(2)) / 2), by_phi(1 - sp.erfc(z / sp.sqrt(2)))
    (Phi(-z), 2*Phi(z) - 1)
    """
    if isinstance(e, sp.erfc):
        return 2 * PHI(-ROOT_2 * e.args[0])
    if isinstance(e, sp.erf):
        return 2 * PHI(ROOT_2 * e.args[0]) - 1
    if isinstance(e, sp.Mul) and any(isinstance(part, (sp.erf, sp.erfc)) for part in e.args):
        return sp.Mul(*map(by_phi, e.args))
    if isinstance(e, sp.Add):
        terms = [(term, *term.as_coeff_Mul()) for term in e.args]
        if any(isinstance(rest, (sp.erf, sp.erfc)) for _, _, rest in terms):
            return sp.Add(*(_term_by_phi(*term) for term in terms))
    return e


def _term_by_phi(term: Any, factor: Any, rest: Any) -> Any:
    """Return a term of a sum by Phi, without a minus sign where there is one."""
    if isinstance(rest, sp.erfc) and factor.is_negative:
        return 2 * factor - 2 * factor * PHI(ROOT_2 * rest.args[0])
    return by_phi(term)


def as_equivalence(e: Any) -> Any:
    """Return what says that one of two conditions holds if the other does, and fails if it fails.

    >>> x, y = sp.symbols("x y", real=True)
    >>> as_equivalence(((x > 0) | (y <= 0)) & ((x <= 0) | (y > 0)))
    Equivalent(x <= 0, y <= 0)
    """
    if not isinstance(e, And) or len(e.args) != 2:
        return e
    cases = [part.args for part in e.args if isinstance(part, Or) and len(part.args) == 2]
    if len(cases) != 2 or {Not(part) for part in cases[0]} != set(cases[1]):
        return e
    one, other = sorted(cases[0], key=lambda part: (isinstance(part, STRICT), str(part)))
    return Equivalent(one, Not(other), evaluate=False)


class _Printer:
    """A printer of error functions by Phi, which sorts the terms of a sum only once."""

    def _print(self, expr: Any, **how: Any) -> str:
        shown = as_equivalence(by_phi(expr))
        return str(super()._print(shown, **how))  # type: ignore[misc]

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        return list(_ordered(expr, order or self.order))  # type: ignore[attr-defined]

    def parenthesize(self, item: Any, level: int, *more: Any, **how: Any) -> str:
        """Return a part of an expression, in brackets where one would read it otherwise."""
        item = by_phi(item)
        if isinstance(item, Mean) and level >= PRECEDENCE["Pow"]:
            level = PRECEDENCE_OF_ALL
        return str(super().parenthesize(item, level, *more, **how))  # type: ignore[misc]


class _LatexPrinter(_Printer, LatexPrinter):
    """sympy's LaTeX printer, which knows Greek letters with a prime, or with an index in braces.

    An entry of a sequence has its places as an index.

    >>> print(latex(sp.Symbol("lambda[1]")), latex(sp.Symbol("theta_k[0, 1]")))
    \\lambda_{1} \\theta_{k, 0, 1}
    >>> latex(sp.Symbol("alpha'_min")), latex(sp.Symbol("f'"))
    ("\\\\alpha'_{min}", "f'")
    >>> print(latex(sp.Symbol("Theta_{/ij}")))
    \\Theta_{/ij}
    """

    def _print(self, expr: Any, **how: Any) -> str:
        if "exp" in how and isinstance(expr, (sp.erf, sp.erfc)):  # a power of a function
            return rf"\left({super()._print(expr)}\right)^{{{how['exp']}}}"
        return super()._print(expr, **how)

    def _deal_with_super_sub(self, string: str, style: str = "plain") -> str:
        if entry := _ENTRY.fullmatch(string):
            name, lower, of = self._deal_with_super_sub(entry[1], style).partition("_{")
            before = of.removesuffix("}") + ", " if lower else ""
            return f"{name}_{{{before}{entry[2]}}}"
        shown = str(super()._deal_with_super_sub(string, style))
        for mark in ("'", "_{"):
            word, found, rest = shown.partition(mark)
            if found and word.isalpha():
                return f"{translate(word)}{found}{rest}"
        if shown == string and len(string) > 1 and string.isalpha():
            return rf"\text{{{string}}}"  # a name, and no product of letters
        return shown


class TextPrinter(_Printer, StrPrinter):
    """sympy's text printer with infix relations and connectives.

    >>> x = sp.Symbol("x")
    >>> text(sp.Eq(x**2, 1) | (x < 0))
    'x^2 = 1 or x < 0'
    >>> from theory.quantifiers import Every
    >>> text(sp.Implies(Every(x, x > 0), x < 0, evaluate=False))
    '(for every x: x > 0) implies x < 0'
    >>> text(sp.Piecewise((1, x > 0), (-x, True)) + 1)
    '(1 if x > 0, -x otherwise) + 1'
    """

    def _print_Relational(self, expr: Any) -> str:
        sign = _INFIX.get(type(expr))
        if sign is None:
            return super()._print_Relational(expr)
        return f"{self._print(expr.lhs)} {sign} {self._print(expr.rhs)}"

    def _print_And(self, expr: Any) -> str:
        return self._joined(expr, " and ")

    def _print_Or(self, expr: Any) -> str:
        return self._joined(expr, " or ")

    def _print_Not(self, expr: Any) -> str:
        return f"not ({self._print(expr.args[0])})"

    def _print_Implies(self, expr: Any) -> str:
        left, right = expr.args
        return f"{self._grouped(left, Quantified)} implies {self._grouped(right)}"

    def _print_Equivalent(self, expr: Any) -> str:
        return " if and only if ".join(self._grouped(a, Quantified) for a in self._sorted(expr))

    def _print_BooleanTrue(self, expr: Any) -> str:
        return "true"

    def _print_BooleanFalse(self, expr: Any) -> str:
        return "false"

    def _print_Abs(self, expr: Any) -> str:
        return f"|{self._print(expr.args[0])}|"

    def _print_Pow(self, expr: Any, rational: bool = False) -> str:
        if expr.exp in (sp.Rational(1, 2), sp.Rational(-1, 2)) or expr.exp == -1:
            return super()._print_Pow(expr, rational)
        base, exponent = (self.parenthesize(a, PRECEDENCE["Pow"]) for a in expr.args)
        return f"{base}^{exponent}"

    def _print_Piecewise(self, expr: Any) -> str:
        cases = [
            f"{self._print(value)} {'otherwise' if when == sp.true else f'if {self._print(when)}'}"
            for value, when in expr.args
        ]
        return f"({', '.join(cases)})"

    def _joined(self, expr: Any, word: str) -> str:
        return word.join(self._grouped(a, Quantified) for a in self._sorted(expr))

    def _grouped(self, expr: Any, *more: type) -> str:
        printed = self._print(expr)
        return f"({printed})" if isinstance(expr, (sp.And, sp.Or, sp.Implies, *more)) else printed

    def _sorted(self, expr: Any) -> list[Any]:
        return sorted(expr.args, key=sp.default_sort_key)


def text(expression: Any) -> str:
    """Return an expression as one line of text."""
    return _text(sp.sympify(expression))


@lru_cache(maxsize=4096)
def _text(expression: Any) -> str:
    return str(TextPrinter().doprint(expression))


@contextmanager
def as_spelled_for(claim: Claim) -> Iterator[None]:
    """Let LaTeX have the symbols of a claim as its paper's notation spells them."""
    named = notation(claim).items()
    token = _SPELLED.set(tuple((thing, one.latex) for thing, one in named if one.latex))
    try:
        yield
    finally:
        _SPELLED.reset(token)


def latex(expression: Any) -> str:
    """Return an expression as LaTeX, or its text where sympy cannot."""
    return _latex(sp.sympify(expression), _SPELLED.get())


@lru_cache(maxsize=4096)
def _latex(expression: Any, spelled: tuple[tuple[Any, str], ...]) -> str:
    try:
        return str(_LatexPrinter({"symbol_names": dict(spelled)}).doprint(expression))
    except SYMPY_ERRORS:
        return rf"\text{{{text(expression)}}}"


def rendered(statement: Statement) -> StatementText:
    """Render a statement."""
    kind = KINDS[type(statement)]
    if isinstance(statement, (ForAll, States)):
        where = list(statement.where.items()) if isinstance(statement, ForAll) else []
        boxes = _boxes(statement.says)
        inner = _inner(statement.says)
        return StatementText(
            type=kind,
            says=text(statement.says),
            latex=latex(statement.says),
            inner="" if inner is None else text(inner),
            inner_latex="" if inner is None else latex(inner),
            hypotheses=tuple(map(text, statement.given)),
            hypotheses_latex=tuple(map(latex, statement.given)),
            places={text(g): at for at, some in statement.places if at != HERE for g in some},
            where={
                **{text(k): text(v) for k, v in where},
                **{
                    text(s): text(a) if a == b else f"some number from {text(a)} to {text(b)}"
                    for s, a, b in boxes
                },
            },
            where_latex={
                **{latex(k): latex(v) for k, v in where},
                **{
                    latex(s): latex(a) if a == b else rf"\left[{latex(a)}, {latex(b)}\right]"
                    for s, a, b in boxes
                },
            },
        )
    if isinstance(statement, SameOrder):
        words, sign = _ORDER[statement.relation], SIGNS[statement.relation]
        left, right = statement.left, statement.right
        says = f"{text(left)} {words} {text(right)}"
        if statement.constants:
            says += f", with constants that depend on {', '.join(map(text, statement.constants))}"
        return StatementText(
            type=kind,
            says=says,
            latex=f"{latex(left)} {sign} {latex(right)}",
            hypotheses=tuple(map(text, (*statement.given, *statement.regime))),
            hypotheses_latex=tuple(map(latex, (*statement.given, *statement.regime))),
        )
    if isinstance(statement, Observed):
        settings = tuple(f"{k} = {v}" for k, v in statement.settings.items())
        return StatementText(
            type=kind,
            says=text(statement.effect),
            latex=latex(statement.effect),
            hypotheses=settings,
            hypotheses_latex=tuple(rf"\text{{{s}}}" for s in settings),
        )
    return StatementText(type=kind, says=statement.what, latex="")


def own_symbols(claim: Claim) -> dict[str, LegendEntry]:
    """Return what a claim says of its own symbols, by name."""
    return {text(s): explained(s, words) for s, words in claim.symbols.items()}


def explained(symbol: Any, words: str, place: str = "") -> LegendEntry:
    """Return what a symbol stands for, where it is said, and whether it is an integer.

    >>> explained(sp.Symbol("n", integer=True), "number of steps", " (section 2)").words
    'number of steps, an integer (section 2)'
    """
    kind = "an integer" if is_integer(symbol) else ""
    return LegendEntry(latex(symbol), ", ".join(filter(None, (words, kind))) + place)


def is_integer(symbol: Any) -> bool:
    """Return whether a symbol stands for integers; a function or a sequence does not."""
    return isinstance(symbol, sp.Symbol) and bool(symbol.is_integer)


def terms(statement: Statement) -> dict[str, LegendEntry]:
    """Return what the quantities that no formula defines stand for, by name."""
    if isinstance(statement, Observed):
        used = sorted(statement.effect.free_symbols & set(statement.measures), key=str)
        return {str(s): LegendEntry(latex(s), statement.measures[s]) for s in used}
    explained = [head for head in heads(statement) if hasattr(head, "words")]
    return {
        str(head): LegendEntry(head.symbol or latex(head), head.words)
        for head in sorted(explained, key=str)
    }


def normal_law(statement: Statement) -> dict[str, LegendEntry]:
    """Return what Phi stands for, by its name, if error functions are shown by it."""
    if any(sp.sympify(formula).has(sp.erf, sp.erfc) for formula in formulas(statement)):
        return {text(PHI): LegendEntry(r"\Phi", "distribution function of the normal law")}
    return {}


def _inner(says: Any) -> Any:
    """Return what is said behind quantifiers and conditions, or `None` if there are none.

    >>> from theory.quantifiers import Every
    >>> n, x = sp.Symbol("n", integer=True), sp.Symbol("x", real=True)
    >>> text(_inner(Every(n, sp.Implies(n > 0, x <= n))))
    'x <= n'
    """
    found = says
    while True:
        parts = [part for part in found.args if part.has(Quantified)]
        if isinstance(found, Quantified):
            found = found.args[1]
        elif isinstance(found, sp.And) and len(parts) == 1:
            found = parts[0]  # the others are bounds on what it is about
        elif isinstance(found, sp.Implies) and found is not says:
            found = found.args[1]
        else:
            return None if found is says else found


def _boxes(says: Any) -> list[Any]:
    """Return the inputs of printed numbers with the ranges that their own print allows."""
    found = [box for condition in says.atoms(RoundsTo) for box in condition.args[3]]
    return sorted(set(found), key=str)
