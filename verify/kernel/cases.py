"""Proofs by cases: every symbol becomes an expression in positive unknowns, then signs decide.

A plan says for each symbol where its cases come from; that they leave nothing out is checked here:

    ("signs", x)            -d, 0, d
    ("beyond", x, i)        hypothesis i says x >= a or x > a:  a + d, and a; x <= b: b - d, and b
    ("between", x, i, j)    both:  a + (b - a) d / (1 + d), and the ends
    ("falling", x, i)       as "beyond", for a real x, from the other side:  a + 1 / d, or b - 1 / d
    ("falling", x, i, j)    as "between", from the other side:  b + (a - b) d / (1 + d)
    ("list", x, i)          hypothesis i lists the values of x
    ("equal", x, i)         hypothesis i is linear in x and an equality: x is what it says
    ("free", x)             nothing is known of x
    ("either", i)           hypothesis i is a disjunction: each of its alternatives
    ("switch", n)           the n-th term on whose sign the statement depends: below, at, above zero

with d > 0. In each case either a hypothesis fails or the conclusion holds. What the normal form
does not show is shown by a hint: ("log",) compares logarithms, ("slope", d, start, slope) says that
the difference is at least 0 where d is 0, and grows with d.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Or

from verify.kernel.algebra import Algebra
from verify.kernel.signs import OPPOSITE
from verify.kernel.sums import Work
from verify.kernel.terms import Term
from verify.kernel.total import Outside, Total, defined, kind
from verify.kernel.valuation import HOLDS, Valuation

MAX_CASES = 400
MAX_WORK = 3_000_000
SAYS = {sp.Gt: "+", sp.Lt: "-", sp.Ge: ">=", sp.Le: "<=", sp.Eq: "0"}

Hint = tuple[Any, ...] | None
Oracle = Callable[["Case", Any, str], Hint]  # (case, relation, wanted sign) -> how to show it
Plan = Sequence[Sequence[Any]]


def proved(
    statement: Total, plan: Plan, facts: bool, oracle: Oracle, work: Work | None = None
) -> int:
    """Return the number of cases in all of which a statement holds.

    Args:
        statement: what is to be shown.
        plan: where the cases of each symbol come from.
        facts: whether what hypotheses say of signs may be used; then no slope may be.
        oracle: asked for a hint where the normal form does not decide.
        work: how much of it there may be.

    Raises:
        Outside: the plan leaves something out, or some case is not shown.
    """
    planned = [step[1] for step in plan if step[0] not in ("either", "switch")]
    names = {str(symbol) for symbol in statement.symbols if kind(symbol) != "function"}
    if sorted(planned) != sorted(names):
        raise Outside("a plan names every symbol once")
    count = 0
    first = Case(statement, facts, work=work or Work(MAX_WORK))
    for case in _cases(first, [tuple(step) for step in plan]):
        count += 1
        if count > MAX_CASES:
            raise Outside(f"more than {MAX_CASES} cases")
        if not case.contradictory() and not case.shows(statement.says, oracle):
            raise Outside(f"not shown where {case}")
    return count


def _cases(case: Case, plan: list[tuple[Any, ...]]) -> Iterator[Case]:
    """Yield all cases; one that contradicts a hypothesis is cut as soon as it is seen."""
    if not plan:
        yield case
        return
    step, *rest = plan
    if step[0] == "equal":
        yield from _cases(case.with_equation(step[1], step[2]), rest)
        return
    try:
        options = list(case.options(step))
    except Outside:
        if case.impossible():
            return
        raise
    for option in options:
        if not option.contradictory():
            yield from _cases(option, rest)


class Case(Valuation):
    """A statement with values for some of its symbols, and further hypotheses.

    Args:
        statement: the statement.
        facts: whether signs that hypotheses give are used.
        values: symbol -> how its value is made, in the order of the plan.
        more: what is assumed besides.
        equations: symbol -> the hypothesis that determines it.
    """

    def __init__(
        self,
        statement: Total,
        facts: bool,
        values: Mapping[Any, Any] | None = None,
        more: tuple[Any, ...] = (),
        equations: Mapping[Any, Any] | None = None,
        work: Work | None = None,
    ) -> None:
        super().__init__(facts, equations or {}, work or Work(MAX_WORK))
        self.statement = statement
        self.made = dict(values or {})
        self.more = more
        for symbol, make in self.made.items():
            self.values[symbol] = make(self)
        if facts:
            for hypothesis in self.given:
                self._note(hypothesis)

    def __str__(self) -> str:
        return ", ".join(f"{s}" for s in self.values) or "nothing is chosen"

    @property
    def given(self) -> tuple[Any, ...]:
        """The hypotheses."""
        return (*self.statement.given, *self.more)

    def also(self, symbol: Any, make: Callable[[Case], Term]) -> Case:
        """Return the case in which a symbol has a value as well."""
        return self._with(made={**self.made, symbol: make})

    def assuming(self, condition: Any) -> Case:
        """Return the case with one more hypothesis."""
        parts = condition.args if isinstance(condition, And) else (condition,)
        return self._with(more=(*self.more, *parts))

    def with_equation(self, name: str, index: int) -> Case:
        """Return the case in which an equality determines a symbol."""
        symbol, hypothesis = self.symbol(name), self.hypothesis(index)
        if not isinstance(hypothesis, sp.Eq) or symbol in self.values:
            raise Outside("no equality that determines a symbol")
        return self._with(equations={**self.equations, symbol: hypothesis})

    def _with(self, made: Any = None, more: Any = None, equations: Any = None) -> Case:
        """Return the case with something changed."""
        return Case(
            self.statement,
            self.facts,
            made or self.made,
            more or self.more,
            equations or self.equations,
            self.work,
        )

    def symbol(self, name: str) -> Any:
        """Return the symbol of a name."""
        found = [s for s in self.statement.symbols if str(s) == name and kind(s) != "function"]
        if len(found) != 1:
            raise Outside(f"no number is called {name}")
        return found[0]

    def hypothesis(self, index: Any) -> Any:
        """Return a hypothesis by its number."""
        if not isinstance(index, int) or not 0 <= index < len(self.given):
            raise Outside(f"no hypothesis {index}")
        return self.given[index]

    # -- cases ------------------------------------------------------------------------------

    def options(self, step: tuple[Any, ...]) -> Iterator[Case]:
        """Yield cases of which one applies wherever the hypotheses hold."""
        name, *places = step
        if name == "either":
            condition = self.hypothesis(places[0])
            if not isinstance(condition, Or):
                raise Outside("a hypothesis that is no disjunction")
            yield from (self.assuming(part) for part in condition.args)
            return
        if name == "switch":
            term = switches(self.statement)[places[0]]
            if defined(term, sure=True) != sp.true:
                raise Outside("a term without a value is neither below, at, nor above zero")
            for relation in (sp.Lt, sp.Eq, sp.Gt):
                yield self.assuming(relation(term, 0, evaluate=False))
            return
        symbol = self.symbol(places[0])
        if symbol in self.made or symbol in self.equations:
            raise Outside(f"{symbol} has two values")
        for make in self._makers(name, symbol, places[1:]):
            yield self.also(symbol, make)

    def _makers(
        self, name: str, symbol: Any, places: list[Any]
    ) -> Iterator[Callable[[Case], Term]]:
        whole = kind(symbol) == "integer"

        def unknown(case: Case) -> Term:
            return case.algebra.unknown(str(symbol), whole)

        if name == "free":
            yield lambda case: case.algebra.free(str(symbol), whole)
        elif name == "signs":
            yield lambda case: case.algebra.scaled(unknown(case), -1)
            yield lambda case: case.algebra.constant(0)
            yield unknown
        elif name == "list":
            for value in listed(self.hypothesis(places[0]), symbol):  # an integer is one of these
                yield partial(_constant, value)
        elif name == "beyond":
            bound = self.hypothesis(places[0])
            yield from self._beyond(symbol, bound, self.is_low(bound, symbol), unknown)
        elif name == "between":
            lower, upper = map(self.hypothesis, places)
            yield from self._between(symbol, lower, upper, unknown)
        elif name == "falling":
            if whole:
                raise Outside("an integer does not fall to an end")
            if len(places) == 2:
                lower, upper = map(self.hypothesis, places)
                yield from self._between(symbol, lower, upper, unknown, falling=True)
                return
            bound = self.hypothesis(places[0])
            low = self.is_low(bound, symbol)
            yield from self._beyond(symbol, bound, low, unknown, falling=True)
        else:
            raise Outside(f"no way to choose a value is called {name}")

    def _beyond(
        self, symbol: Any, bound: Any, low: bool, unknown: Any, falling: bool = False
    ) -> Iterator[Any]:
        """Yield a + d and a, or b - d and b; of an integer a whole step beyond its end.

        Falling it is 1 / d for d.
        """
        end, strict = self.bound(bound, symbol, low)
        sign = 1 if low else -1
        edge = _whole_edge(self.algebra, end, strict, low) if kind(symbol) == "integer" else None
        if edge is not None:
            yield lambda case: case.algebra.add(
                _again(case, bound, symbol, low, True), case.algebra.scaled(unknown(case), sign)
            )
            return

        def real(case: Case) -> Term:  # an integer bound by a real number is taken as a real one
            d = case.algebra.unknown(str(symbol))
            return case.algebra.inverse(d) if falling else d

        yield lambda case: case.algebra.add(
            _again(case, bound, symbol, low, False), case.algebra.scaled(real(case), sign)
        )
        if not strict:
            yield lambda case: _again(case, bound, symbol, low, False)

    def _between(
        self, symbol: Any, lower: Any, upper: Any, unknown: Any, falling: bool = False
    ) -> Iterator[Any]:
        if not self.is_low(lower, symbol):
            lower, upper = upper, lower
        low, open_low = self.bound(lower, symbol, True)
        high, open_high = self.bound(upper, symbol, False)
        if kind(symbol) == "integer":
            first, last = self.algebra.rational(low), self.algebra.rational(high)
            if first is None or last is None:
                yield from self._beyond(symbol, lower, True, unknown)
                return
            for value in integers_between(first, last, open_low, open_high):
                yield partial(_constant, value)
            return

        def inside(case: Case) -> Term:
            algebra, d = case.algebra, unknown(case)
            a = _again(case, lower, symbol, True, False)
            b = _again(case, upper, symbol, False, False)
            if falling:
                a, b = b, a
            share = algebra.multiply(d, algebra.inverse(algebra.add(algebra.constant(1), d)))
            return algebra.add(a, algebra.multiply(algebra.minus(b, a), share))

        yield inside
        if not open_low:
            yield lambda case: _again(case, lower, symbol, True, False)
        if not open_high:
            yield lambda case: _again(case, upper, symbol, False, False)

    # -- reading ----------------------------------------------------------------------------

    # -- truth ------------------------------------------------------------------------------

    def contradictory(self) -> bool:
        """Return whether some hypothesis fails in the whole case."""
        return any(h.free_symbols <= self._ready() and self.decides(h) is False for h in self.given)

    def impossible(self) -> bool:
        """Return whether a hypothesis fails in the whole case, whatever the other symbols are."""
        others = [
            s for s in self.statement.symbols if kind(s) != "function" and s not in self._ready()
        ]
        for symbol in others:
            self.values[symbol] = self.algebra.free(("before it has a value", symbol))
        before, self.read = self.read, {}
        try:
            return any(self.decides(h) is False for h in self.given)
        finally:
            self.read = before
            for symbol in others:
                del self.values[symbol]

    def _ready(self) -> set[Any]:
        return {*self.values, *self.equations}

    def _note(self, hypothesis: Any) -> None:
        """Remember the sign that a hypothesis gives to a sum."""
        if type(hypothesis) not in SAYS or not hypothesis.free_symbols <= self._ready():
            return
        try:
            difference = self.algebra.lowest(self.difference(hypothesis))
        except Outside:
            return
        below = self.algebra.sign(Term(difference.below, self.algebra.constant(1).below))
        if not difference.above or below not in ("+", "-"):
            return
        sign = SAYS[type(hypothesis)]
        self.algebra.note(difference.above, sign if below == "+" else str(OPPOSITE[sign]))

    def shows(self, formula: Any, oracle: Oracle) -> bool:
        """Return whether a total formula is seen to be true in the whole case."""
        if isinstance(formula, And):
            return all(self.shows(part, oracle) for part in formula.args)
        if isinstance(formula, Or):
            if any(self.decides(part) for part in formula.args):
                return True
            return any(self.shows(part, oracle) for part in formula.args)
        if self.decides(formula) or formula in self.given or self._set_apart(formula):
            return True
        if isinstance(formula, sp.Eq):
            return self._equal_logarithms(formula) or self._constant_zero(formula, oracle)
        if not isinstance(formula, Relational):
            return False
        return any(
            self._shows(formula, wanted, oracle)
            for wanted in HOLDS[type(formula)][: 1 + isinstance(formula, sp.Ne)]
        )

    def _constant_zero(self, equation: Any, oracle: Oracle) -> bool:
        """Return whether both sides agree where an unknown is 0, and their slopes in it always."""
        hint = oracle(self, equation, "0")
        if hint is None or hint[0] != "slope" or self.facts or self.algebra.known:
            return False
        try:
            difference = self.difference(equation)
            number = self.real_unknown(hint[1])
            return (
                self.algebra.smooth(difference)
                and self.algebra.sign(self.algebra.at_zero(difference, number)) == "0"
                and self.algebra.sign(self.algebra.slope(difference, number)) == "0"
            )
        except Outside:
            return False

    def _equal_logarithms(self, equation: Any) -> bool:
        """Return whether both sides, or those inside them, have equal logarithms."""
        before, self.read, self.algebra.logs = self.read, {}, True
        try:
            if equation.has(sp.asinh, sp.acosh, sp.atanh) and self.decides(equation):
                return True
            sides = [self.algebra.log(self.term(side)) for side in equation.args]
            return self.algebra.sign(self.algebra.minus(*sides)) == "0"
        except Outside:
            return False
        finally:
            self.read, self.algebra.logs = before, False

    def real_unknown(self, name: str) -> int:
        """Return the number of an unknown that runs over all positive reals.

        Raises:
            Outside: there is none of that name.
        """
        number = self.algebra.numbers.get(("unknown", name))
        if number is None or self.algebra.generators[number].whole:
            raise Outside(f"no real unknown is called {name}")
        return number

    def _set_apart(self, formula: Any) -> bool:
        """Return whether a hypothesis keeps a multiple of a difference away from zero."""
        if not isinstance(formula, sp.Ne):
            return False
        apart = [h for h in self.given if isinstance(h, (sp.Ne, sp.Gt, sp.Lt))]
        for hypothesis in apart:
            if not hypothesis.free_symbols <= self._ready():
                continue
            try:
                mine, other = self.difference(formula), self.difference(hypothesis)
                if self.algebra.rational(self.algebra.multiply(mine, self.algebra.inverse(other))):
                    return True
            except Outside:
                continue
        return False

    def _shows(self, relation: Any, wanted: str, oracle: Oracle) -> bool:
        """Return whether both sides of a relation differ by the wanted sign ("+" or "-")."""
        strict = not isinstance(relation, (sp.Ge, sp.Le))
        larger, smaller = relation.args if wanted == "+" else reversed(relation.args)
        hint = oracle(self, sp.Gt(larger, smaller, evaluate=False), "+" if strict else ">=")
        if hint is None:
            return False
        try:
            up, low = self.term(larger), self.term(smaller)
            if hint[0] == "log":
                difference = self.algebra.minus(self.algebra.log(up), self.algebra.log(low))
                return self.positive(difference, strict, hint[1] if len(hint) > 1 else None)
            return self.positive(self.algebra.minus(up, low), strict, hint)
        except Outside:
            return False

    def positive(self, term: Term, strict: bool, hint: Hint) -> bool:
        """Return whether a term is positive (not negative), if need be by its slope in an unknown.

        The unknown runs over all positive numbers, so that no hypothesis may have been used.

        Raises:
            Outside: the hint does not fit.
        """
        sign = self.algebra.sign(term)
        if sign in HOLDS[sp.Gt if strict else sp.Ge]:
            return True
        if hint is None or hint[0] != "slope" or self.facts or self.algebra.known:
            return False
        _, name, start, slope = hint
        number = self.real_unknown(name)
        if not self.algebra.smooth(term):
            raise Outside("a term that may have no value somewhere")
        at_zero = self.algebra.at_zero(term, number)
        return self.positive(at_zero, False, start) and self.positive(
            self.algebra.slope(term, number), strict, slope
        )


def switches(statement: Total) -> list[Any]:
    """Return the terms on whose signs |u|, sign, Max, Min and case distinctions depend."""
    found: dict[Any, None] = {}
    for formula in (statement.says, *statement.given):
        for node in sp.preorder_traversal(formula):
            if isinstance(node, (sp.Abs, sp.sign)):
                found[node.args[0]] = None
            elif isinstance(node, (sp.Max, sp.Min)):
                for other in node.args[1:]:
                    found[node.args[0] - other] = None
            elif isinstance(node, sp.Piecewise):
                for _, condition in node.args:
                    for atom in condition.atoms(Relational):
                        found[atom.lhs - atom.rhs] = None
    return list(found)


def listed(condition: Any, symbol: Any) -> list[Fraction]:
    """Return the rationals that `Or(Eq(symbol, a), Eq(symbol, b), ...)` lists.

    Raises:
        Outside: the condition is of another form.
    """
    values = []
    for option in condition.args if isinstance(condition, Or) else (condition,):
        if (
            not isinstance(option, sp.Eq)
            or option.lhs != symbol
            or not isinstance(option.rhs, sp.Rational)
        ):
            raise Outside("{} lists no values of {}", condition, symbol)
        values.append(Fraction(int(option.rhs.p), int(option.rhs.q)))
    return sorted(values)


def integers_between(
    low: Fraction, high: Fraction, open_low: bool, open_high: bool, most: int = MAX_CASES
) -> range:
    """Return the integers between two rationals."""
    first = (
        low.numerator // low.denominator + 1 if open_low else -(-low.numerator // low.denominator)
    )
    last = (
        -(-high.numerator // high.denominator) - 1
        if open_high
        else high.numerator // high.denominator
    )
    if last - first > most:
        raise Outside("too many integers")
    return range(first, last + 1)


def _whole_edge(algebra: Algebra, end: Term, strict: bool, low: bool) -> Term | None:
    """Return the integer one step beyond the end of an integer's range, if that is known."""
    number = algebra.rational(end)
    if number is not None:
        if low:
            first = (
                number.numerator // number.denominator + 1
                if strict
                else -(-number.numerator // number.denominator)
            )
            return algebra.constant(first - 1)
        last = (
            -(-number.numerator // number.denominator) - 1
            if strict
            else number.numerator // number.denominator
        )
        return algebra.constant(last + 1)
    if not algebra.is_whole(end):
        return None
    return end if strict else algebra.add(end, algebra.constant(-1 if low else 1))


def _constant(value: Fraction | int, case: Case) -> Term:
    return case.algebra.constant(value)


def _again(case: Case, hypothesis: Any, symbol: Any, low: bool, whole: bool) -> Term:
    """Return an end in the algebra of another case."""
    end, strict = case.bound(hypothesis, symbol, low)
    if not whole:
        return end
    edge = _whole_edge(case.algebra, end, strict, low)
    if edge is None:
        raise Outside("the end of a range of integers")
    return edge
