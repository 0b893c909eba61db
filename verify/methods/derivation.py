"""Derivation: a proof by cases in which signs can be read off a normal form.

It proves equalities and inequalities between terms with powers, roots, logarithms, absolute values,
derivatives and integrals, also where exponents are symbols. Every symbol is replaced by its bounds
and positive unknowns (`x >= a` becomes `x = a` and `x = a + d` with `d > 0`; an unbounded `x`
becomes `-d`, `0`, `d`), one case for each choice. With all unknowns positive, absolute values and
signs resolve and powers split over products, so that an equality is decided by a normal form and an
inequality by the signs of its terms, if need be by logarithms or by the slope in one unknown. An
inequality in one real variable is also cut where slopes change signs (see `verify.methods.pieces`).

This is sound because this file only looks for such a proof: it chooses the cases and the hints.
`verify.kernel` does the algebra, sees to it that no case is left out, and decides whether it is a
proof. What is not found is left open; the method itself refutes nothing, though a point of the
domain at which the statement is false is never passed over.

Example:

    >>> import sympy as sp
    >>> from theory.statements import ForAll
    >>> from theory.language import reals
    >>> from verify.methods import METHODS
    >>> from verify.methods.task import Task
    >>> x, y = reals("x y")
    >>> square = sp.Eq((x + y) ** 2, x**2 + 2 * x * y + y**2, evaluate=False)
    >>> found = METHODS["derivation"].apply(Task(ForAll(says=square)))
    >>> print(found.outcome, found.detail, sep=": ")
    holds: shown by cases, in which signs can be read off

Reference: L. Yang, "Solving harder problems with lesser mathematics", Asian Technology Conference
in Mathematics 2005, proves polynomial inequalities by such substitutions and the signs of
coefficients.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import sympy as sp
from sympy.logic.boolalg import Or

from verify.evidence import Tier
from verify.kernel.algebra import Algebra
from verify.kernel.cases import Case, Hint, listed, proved, switches
from verify.kernel.sums import Work
from verify.kernel.terms import Term, numbers_in
from verify.kernel.total import Outside, Total, kind, total
from verify.methods.base import EachInstance, not_by_formulas, prover
from verify.methods.method import Method, Needless
from verify.methods.pieces import find_in_pieces

Attempt = tuple[list[tuple[Any, ...]], bool]  # a plan, and whether hypotheses are facts

WORDS = "shown by cases, in which signs can be read off"
IN_PIECES = "shown by cases on pieces, in which signs can be read off"
MAX_DEPTH = 3  # of slopes of slopes
MAX_SWITCHES = 3
EFFORT = 400  # signs of slopes that are asked for in one proof
WORK = 120_000  # products of monomials


def find(statement: Total) -> dict[str, Any]:
    """Return a certificate of a proof by cases.

    Raises:
        Outside: no proof was found.
    """
    if any(kind(symbol) == "function" for symbol in statement.symbols):
        raise Outside("functions are left to other methods")
    return _first_found(statement, _attempts(statement))


def find_from_either_end(statement: Total) -> dict[str, Any]:
    """Return a certificate of a proof by cases, in which unknowns may fall to their ends.

    Raises:
        Outside: no proof was found.
    """
    return _first_found(statement, _both_ways(_attempts(statement)))


def _both_ways(attempts: Iterator[Attempt]) -> Iterator[Attempt]:
    for plan, facts in attempts:
        yield plan, facts
        yield [("falling", *s[1:]) if s[0] in ("beyond", "between") else s for s in plan], facts


def _first_found(statement: Total, attempts: Iterator[Attempt]) -> dict[str, Any]:
    reason = Outside("no way to choose cases")
    for plan, facts in attempts:
        try:
            return _found_by(statement, plan, facts)
        except Outside as found:
            reason = found
    raise reason


def _found_by(statement: Total, plan: list[tuple[Any, ...]], facts: bool) -> dict[str, Any]:
    """Return a certificate of a proof by cases that a plan gives.

    Raises:
        Outside: no proof was found.
    """
    finder = Finder()
    plain = not facts and all(step[0] != "free" for step in plan)
    proved(statement, plan, facts, finder, Work(WORK if plain else WORK // 4))
    return {
        "kind": "cases",
        "plan": [list(step) for step in plan],
        "facts": facts,
        "hints": finder.hints,
    }


def _attempts(statement: Total) -> Iterator[Attempt]:
    """Yield plans, the plainest first, and whether hypotheses may be used as facts."""
    work = Work(WORK)
    for unbounded in ("free", "signs"):
        plan = _plan(statement, work, unbounded, ())
        if unbounded == "free" or any(step[0] == "signs" for step in plan):
            yield plan, False
            if statement.given:
                yield plan, True
    known = list(_equations(statement, _numbers(statement)))
    if known != (more := list(_equations(statement, _numbers(statement), known_signs=False))):
        yield _plan(statement, work, "signs", (), more), True
    ors = [("either", i) for i, h in enumerate(statement.given) if isinstance(h, Or)][:2]
    if ors:
        yield _plan(statement, work, "signs", tuple(ors)), True
    count = len(switches(statement))
    if 0 < count <= MAX_SWITCHES:
        yield _plan(statement, work, "free", tuple(("switch", n) for n in range(count))), True


def _plan(
    statement: Total,
    work: Work,
    unbounded: str,
    first: tuple[Any, ...],
    chosen: list[tuple[str, str, int]] | None = None,
) -> list[tuple[Any, ...]]:
    """Choose for each symbol where its cases come from, those with number bounds first."""
    numbers = _numbers(statement)
    equations = list(_equations(statement, numbers)) if chosen is None else chosen
    solved = {name for _, name, _ in equations}
    waiting = [s for s in numbers if str(s) not in solved]
    case = Case(statement, False, work=work)
    for _, name, index in equations:
        case = case.with_equation(name, index)
    bounding = {s: _bounding(statement, numbers, s) for s in waiting}
    plan: list[tuple[Any, ...]] = [*first, *equations]
    while waiting:
        left = set(waiting)
        ranked = [
            (step[0] != "list", _later(bounding[s], s, left), _rank(step), n, s, step)
            for n, s in enumerate(waiting)
            if (step := _step(case, s, unbounded))
        ]
        *_, symbol, step = min(ranked, key=lambda entry: entry[:4])
        waiting.remove(symbol)
        plan.append(step)
        options = (option for option in case.options(step) if not option.contradictory())
        case = next(options, case)
    return plan


def _rank(step: tuple[Any, ...]) -> int:
    return ("list", "between", "beyond", "signs", "free").index(step[0])


def _bounding(statement: Total, numbers: list[Any], symbol: Any) -> list[Any]:
    """Return the hypotheses that bound a symbol once all others have values."""
    case = _all_but(statement, numbers, symbol, "unknown")
    found = []
    for hypothesis in statement.given:
        if symbol in hypothesis.free_symbols:
            try:
                case.is_low(hypothesis, symbol)
            except Outside:
                continue
            found.append(hypothesis)
    return found


def _later(bounding: list[Any], symbol: Any, left: set[Any]) -> bool:
    """Return whether a symbol gets a bound from one without bounds that has no value yet."""
    return any((h.free_symbols & left) - {symbol} and h.has(sp.Abs) for h in bounding)


def _all_but(statement: Total, numbers: list[Any], symbol: Any, made: str = "free") -> Case:
    """Return a case in which all symbols but one are numbers: positive ones, or any."""
    case = Case(statement, False)
    for other in numbers:
        if other is not symbol:
            case = case.also(other, partial(_made, made, str(other)))
    return case


def _made(made: str, name: str, case: Case) -> Term:
    return case.algebra.unknown(name) if made == "unknown" else case.algebra.free(name)


def _numbers(statement: Total) -> list[Any]:
    """Return the symbols of a statement that stand for numbers."""
    return [s for s in statement.symbols if kind(s) != "function"]


def _equations(
    statement: Total, numbers: list[Any], known_signs: bool = True
) -> Iterator[tuple[str, str, int]]:
    """Choose equalities that determine a symbol each.

    Args:
        statement, numbers: what is to be shown, and its symbols.
        known_signs: whether they do so whatever the other symbols are; otherwise an equality that
            is linear in a symbol may serve, if its slope has a sign in each case.
    """
    taken: set[Any] = set()
    for index, hypothesis in enumerate(statement.given):
        if not isinstance(hypothesis, sp.Eq):
            continue
        for symbol in reversed(numbers):
            if symbol in taken or symbol not in hypothesis.free_symbols:
                continue
            others = hypothesis.rhs if symbol == hypothesis.lhs else hypothesis.lhs
            if symbol in hypothesis.args and not others.free_symbols & {symbol, *taken}:
                taken.add(symbol)
                yield ("equal", str(symbol), index)
                break
            case = _all_but(statement, numbers, symbol)
            try:
                case.root(hypothesis, symbol)
            except Outside:
                if known_signs or not _is_linear(hypothesis, symbol, taken):
                    continue
            taken.add(symbol)
            yield ("equal", str(symbol), index)
            break


def _is_linear(equation: Any, symbol: Any, taken: set[Any]) -> bool:
    """Return whether an equation without symbols that are taken is linear in one."""
    difference = equation.lhs - equation.rhs
    slope = difference.diff(symbol)
    return not slope.has(symbol) and not difference.free_symbols & taken


def _step(case: Case, symbol: Any, unbounded: str) -> tuple[Any, ...]:
    """Return where the cases of a symbol come from, by what the hypotheses say of it alone."""
    ends: dict[bool, list[tuple[int, Any, bool]]] = {True: [], False: []}
    for index, hypothesis in enumerate(case.statement.given):
        if symbol not in hypothesis.free_symbols and not case.equations:
            continue
        try:
            return ("list", str(symbol), index) if listed(hypothesis, symbol) else ()
        except Outside:
            pass
        for low in (True, False):
            try:
                end, strict = case.bound(hypothesis, symbol, low)
            except Outside:
                continue
            ends[low].append((index, end, strict))
    lower, upper = _strongest(case, ends[True], 1), _strongest(case, ends[False], -1)
    if lower is not None and upper is not None:
        return ("between", str(symbol), lower, upper)
    if lower is not None or upper is not None:
        return ("beyond", str(symbol), upper if lower is None else lower)
    return (unbounded, str(symbol))


def _strongest(case: Case, ends: list[tuple[int, Any, bool]], direction: int) -> int | None:
    """Return the hypothesis with the strongest bound; what cannot be compared is not it."""
    best: tuple[int, Any, bool] | None = None
    for index, end, strict in ends:
        if best is not None:
            sign = case.algebra.sign(case.algebra.minus(end, best[1]))
            tighter = sign == ("+" if direction > 0 else "-") or (sign == "0" and strict)
            if not tighter:
                continue
        best = (index, end, strict)
    return best[0] if best is not None else None


class Finder:
    """Answers what the normal form leaves open, and remembers the answers."""

    def __init__(self) -> None:
        self.hints: list[Any] = []
        self.effort = EFFORT

    def __call__(self, case: Case, relation: Any, wanted: str) -> Hint:
        """Return a hint that shows the relation, `None` if none is found."""
        hint = self._search(case, relation, wanted == "+")
        self.hints.append(hint)
        return hint

    def _search(self, case: Case, relation: Any, strict: bool) -> Hint:
        try:
            up, low = case.term(relation.lhs), case.term(relation.rhs)
            difference = case.algebra.minus(up, low)
            if isinstance(relation, sp.Eq):
                return self._constant(case, difference)
        except Outside:
            return None
        ways = [(self._logarithm, 0), (self._difference, 0)]
        in_order = ways if _is_product(up) and _is_product(low) else ways[::-1]
        soon = ((self._logarithm, MAX_DEPTH), (self._difference, MAX_DEPTH - 1))
        for way, depth in (*soon, *in_order):
            try:
                hint = way(case, up, low, strict, depth)
            except Outside:
                continue
            if hint is not None:
                return hint
        return None

    def _difference(self, case: Case, up: Term, low: Term, strict: bool, depth: int) -> Hint:
        return self._slope(case, case.algebra.minus(up, low), strict, depth)

    def _logarithm(self, case: Case, up: Term, low: Term, strict: bool, depth: int) -> Hint:
        algebra = case.algebra
        if algebra.sign(up) != "+" or algebra.sign(low) != "+":
            return None
        ratio = algebra.minus(algebra.log(up), algebra.log(low))
        shown, hint = self._sign(case, ratio, strict, depth)
        return ("log", hint) if shown else None

    def _constant(self, case: Case, term: Term) -> Hint:
        """Return in which unknown a term with integrals has no slope, and vanishes at 0."""
        algebra = case.algebra
        numbers = set().union(*(algebra.made_from(n) for n in numbers_in(term)))
        if case.facts or not any(algebra.generators[n].kind == "integral" for n in numbers):
            return None
        for number in _reals(algebra, term):
            try:
                start, slope = algebra.at_zero(term, number), algebra.slope(term, number)
            except Outside:
                continue
            if algebra.sign(start) == algebra.sign(slope) == "0":
                return ("slope", algebra.generators[number].data)
        return None

    def _slope(self, case: Case, term: Term, strict: bool, depth: int) -> Hint:
        """Return how the slopes of a term show its sign, unknowns where it starts at 0 first."""
        algebra = case.algebra
        if case.facts or depth >= MAX_DEPTH or not algebra.smooth(term):
            return None
        starts = []
        for number in _reals(algebra, term):
            try:
                start = algebra.at_zero(term, number)
                starts.append((algebra.sign(start) != "0", number, start))
            except Outside:
                continue
        for _, number, start in sorted(starts, key=lambda entry: entry[:2]):
            self.effort -= 1
            if self.effort < 0:
                return None
            try:
                begins, first = self._sign(case, start, False, depth)
                if begins:
                    slope = algebra.slope(term, number)
                    rises, hint = self._sign(case, slope, strict, depth)
                    if rises:
                        return ("slope", algebra.generators[number].data, first, hint)
            except Outside:
                continue
        return None

    def _sign(self, case: Case, term: Term, strict: bool, depth: int) -> tuple[bool, Hint]:
        if case.algebra.sign(term) in (("+",) if strict else ("+", ">=", "0")):
            return True, None
        hint = self._slope(case, term, strict, depth + 1)
        return hint is not None, hint


def _is_product(term: Term) -> bool:
    return len(term.above) == 1 and len(term.below) == 1


def _reals(algebra: Algebra, term: Term) -> list[int]:
    """Return the unknowns of a term that run over all positive reals."""
    numbers = set().union(*(algebra.made_from(n) for n in numbers_in(term)))
    made = ((n, algebra.generators[n]) for n in sorted(numbers))
    return [n for n, generator in made if generator.kind == "unknown" and not generator.whole]


METHOD = Method(
    name="derivation",
    tier=Tier.EXACT,
    handles="Equalities and inequalities between terms with powers, roots, logarithms, absolute "
    "values, derivatives and integrals.",
    decide=EachInstance(
        (
            prover(lambda statement, _: find(total(statement)), WORDS),
            prover(lambda statement, _: find_in_pieces(statement, find_from_either_end), IN_PIECES),
        ),
        unless=not_by_formulas,
    ),
    cost=40,
    refutes=50,
    needless=Needless.PROVED,
    proves_for_others=True,
)
