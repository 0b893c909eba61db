"""The one place that accepts proofs.

A certificate is plain data. Whatever found it is not trusted: `accept` works out from the statement
what has to be shown, and checks that the certificate shows it. A hint says which invariant or which
constants to show it with; nothing is assumed of it.

    instances   a certificate for every instance of the statement
    smt         questions to which solvers answer that they have no solution
    cases       a proof by cases (see `cases`)
    points      every point of a finite domain
    boxes       boxes that cover the domain, on each of which the conclusion is certain
    pieces      one of the kinds above, but for the first, on each side of numbers and between them
    induction   certificates of start, step and end
    order       certificates of the two bounds that constants give
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Implies, Not, Or

from theory.definedness import rebuilt
from theory.hints import Hint, Within
from theory.language import DEFINES
from theory.statements import ForAll, SameOrder
from verify.claims.meanings import Approximate, Formula, Interpretation, heads_in, unfold
from verify.kernel import second_solver, smt
from verify.kernel.cases import proved
from verify.kernel.induction import obligations
from verify.kernel.points import (
    covered_by_boxes,
    every_point,
    initial_box,
    size,
    values_of,
)
from verify.kernel.total import Outside, Total, hypotheses, kind, total
from verify.truth import Truth, truths_at

MAX_HINTS = 10_000
ARITHMETIC = (sp.Add, sp.Mul, sp.Pow, Relational, And, Or, Not, Implies)  # they bind no symbol
# what reading a certificate raises that has another shape than its kind has
MALFORMED = (
    KeyError,  # a field is missing
    IndexError,  # a list is too short
    TypeError,  # a number where a list is meant, or the other way round
    AttributeError,  # a text where an object is meant
    ValueError,  # a text that is no number
    ArithmeticError,  # a fraction with the denominator 0, an exponent without bounds
)


class RejectedProof(Exception):
    """A certificate does not prove its statement; says why not."""


@dataclass(frozen=True)
class Effort:
    """How much work checking may take.

    Args:
        rlimit: units of z3 for each question.
        second: units of cvc5, which is not asked for 0.
        anchors: points at which a translation is compared with `truth`, for and against.
    """

    rlimit: int
    second: int = 0
    anchors: int = 0


def accept(
    statement: Any,
    certificate: Any,
    interpretation: Interpretation,
    effort: Effort,
    hint: Hint | None = None,
) -> tuple[str, ...]:
    """Check that a certificate proves a statement, and return what of its range is left out.

    Args:
        statement: a `ForAll` or a `SameOrder`.
        certificate: plain data.
        interpretation: the first meaning of every head.
        effort: how much work it may take.
        hint: what an induction keeps, or the constants of an order; nothing is assumed of it.

    Raises:
        RejectedProof: it does not.
        Disagreement: two solvers contradict each other.
    """
    try:
        if isinstance(statement, SameOrder):
            _order(statement, hint, certificate, interpretation, effort)
            return ()
        if not isinstance(statement, ForAll) or statement.says == DEFINES:
            raise Outside("this kind of statement is not proved")
        if _field(certificate, "kind") == "induction":
            _induction(statement, hint, certificate, interpretation, effort)
            return ()
        _instances(statement, certificate, interpretation, effort)
        return left_out(statement)
    except Outside as reason:
        raise RejectedProof(str(reason)) from None
    except MALFORMED as error:
        raise RejectedProof(
            f"the certificate is malformed: {type(error).__name__}: {error}"
        ) from None


def contradictory(statement: ForAll, certificate: Any, effort: Effort) -> None:
    """Check that no instance of a statement has a point that satisfies its hypotheses.

    Raises:
        RejectedProof: the certificate does not show it.
    """
    if sp.false in statement.given:
        return
    try:
        parts = _list(certificate, "parts")
        expanded = statement.expanded
        if _field(certificate, "kind") != "empty" or len(parts) != len(expanded) or not parts:
            raise Outside("one question for each instance")
        if left_out(statement):
            raise Outside("the instances are not the whole range of an index")
        for (_, instance), text in zip(expanded, parts, strict=True):
            if text != nothing_satisfies(instance):
                raise Outside("the question is not that of the statement")
            _unsatisfiable(text, effort)
    except Outside as reason:
        raise RejectedProof(str(reason)) from None


def nothing_satisfies(statement: ForAll) -> str:
    """Return the question whether anything satisfies the hypotheses of an expanded statement.

    erfc is no arithmetic; each of its values is some positive number.
    """
    for symbol in statement.symbols:
        kind(symbol)
    values: dict[Any, sp.Symbol] = {}
    given = [_with_positive(h, values) for h in hypotheses(statement.given)]
    positive = (sp.Gt(value, 0, evaluate=False) for value in values.values())
    symbols = (*statement.symbols, *values.values())
    return smt.question(Total(symbols, (*given, *positive), sp.true), False)


def _with_positive(e: Any, values: dict[Any, sp.Symbol]) -> Any:
    """Return a condition or a term in which unknowns stand for the values of erfc."""
    if isinstance(e, sp.erfc):
        return values.setdefault(e, sp.Symbol(f"erfc {len(values) + 1}", real=True))
    if not isinstance(e, ARITHMETIC):
        return e
    return rebuilt(e.func, [_with_positive(part, values) for part in e.args])


def _field(certificate: Any, name: str) -> Any:
    if not isinstance(certificate, Mapping) or name not in certificate:
        raise Outside(f"a certificate without {name!r}")
    return certificate[name]


def _list(certificate: Any, name: str) -> list[Any]:
    found = _field(certificate, name)
    if not isinstance(found, list) or len(found) > MAX_HINTS:
        raise Outside(f"{name!r} is no list")
    return found


def _instances(
    statement: ForAll, certificate: Any, interpretation: Interpretation, effort: Effort
) -> None:
    parts, expanded = _list(certificate, "parts"), statement.expanded
    if _field(certificate, "kind") != "instances" or len(parts) != len(expanded) or not parts:
        raise Outside("not one certificate for each instance")
    for (_, instance), part in zip(expanded, parts, strict=True):
        _single(instance, part, interpretation, effort)


def _single(
    statement: ForAll, certificate: Any, interpretation: Interpretation, effort: Effort
) -> None:
    """Check the certificate of one expanded statement."""
    name = _field(certificate, "kind")
    for symbol in statement.symbols:
        kind(symbol)
    if name == "pieces":
        parts = _list(certificate, "parts")
        if any(_field(part, "kind") == "pieces" for part in parts):
            raise Outside("pieces of pieces")
        cuts = [Fraction(cut) for cut in _list(certificate, "cuts")]
        split = pieces(statement, _field(certificate, "symbol"), cuts)
        for piece, part in zip(split, parts, strict=True):
            _single(piece, part, interpretation, effort)
        return
    if name in ("points", "boxes"):
        used = heads_in(statement.says, interpretation)
        if any(isinstance(interpretation[head], Approximate) for head in used):
            raise Outside("a head is known approximately only")
        _by_value(statement, certificate, interpretation)
        return
    plain = ForAll(
        says=_without_heads(statement.says, interpretation),
        given=tuple(unfold(g, interpretation) for g in statement.given),
    )
    formulas = total(plain)
    if name == "smt":
        texts = _list(certificate, "texts")
        if texts not in (smt.questions(formulas, split) for split in (False, True)):
            raise Outside("the questions are not those of the statement")
        for text in texts:
            _unsatisfiable(text, effort)
        _anchored(plain, formulas, effort)
    elif name == "cases":
        hints = iter(_list(certificate, "hints"))
        facts = _field(certificate, "facts")
        if not isinstance(facts, bool):
            raise Outside("facts are used or not")
        plan = [tuple(step) for step in _list(certificate, "plan")]
        proved(formulas, plan, facts, lambda *_: next(hints, None))
        if next(hints, None) is not None:
            raise Outside("hints that nothing asks for")
    else:
        raise Outside(f"no kind of certificate is called {name!r}")


def pieces(statement: ForAll, name: str, cuts: Sequence[Fraction]) -> list[ForAll]:
    """Return a statement below, between and above numbers at which a symbol is cut, all included.

    Raises:
        Outside: the numbers do not ascend, or no symbol has that name.
    """
    named = [s for s in statement.symbols if str(s) == name and kind(s) != "function"]
    if len(named) != 1 or not cuts or any(a >= b for a, b in pairwise(cuts)):
        raise Outside("ascending numbers cut one symbol")
    (symbol,) = named
    above = [(sp.Ge(symbol, _sympy(cut), evaluate=False),) for cut in cuts]
    below = [(sp.Le(symbol, _sympy(cut), evaluate=False),) for cut in cuts]
    ends = zip(((), *above), (*below, ()), strict=True)
    return [replace(statement, given=(*statement.given, *a, *b)) for a, b in ends]


def _without_heads(says: Any, interpretation: Interpretation) -> Any:
    if any(
        not isinstance(interpretation[head], Formula) for head in heads_in(says, interpretation)
    ):
        raise Outside("a head has no formula")
    return unfold(says, interpretation)


def _by_value(statement: ForAll, certificate: Any, interpretation: Interpretation) -> None:
    if certificate["kind"] == "boxes":
        count = _field(certificate, "count")
        covered_by_boxes(statement, initial_box(statement), int(count), interpretation)
        return
    if _field(certificate, "count") != size(statement):
        raise Outside(f"the domain has {size(statement)} points")
    for point, truth in every_point(statement, interpretation):
        if truth is not Truth.TRUE:
            raise Outside(f"{truth.value} at {point}")


def _unsatisfiable(text: str, effort: Effort) -> None:
    """Check that z3, and cvc5 if it is asked, find no solution."""
    answer, _ = smt.ask(text, effort.rlimit)
    if answer != "unsat":
        raise Outside(f"z3 answers {answer}")
    if effort.second and second_solver.second_opinion(text, effort.second) == "sat":
        raise smt.Disagreement(f"z3 finds no solution where cvc5 finds one:\n{text}")


def _anchored(statement: ForAll, formulas: Total, effort: Effort) -> None:
    """Compare the translation with `truth` at a few points.

    Where the conclusion fails its denial must have a solution, and where the hypotheses hold they
    must have one.
    """
    numbers = [s for s in statement.symbols if kind(s) != "function"]
    if not effort.anchors or len(numbers) < len(statement.symbols) or len(numbers) > 4:
        return
    free = Total(formulas.symbols, (), formulas.says)
    assumed = Total(formulas.symbols, formulas.given, sp.true)
    found = {True: 0, False: 0}
    for values in _spread(numbers):
        truth_of = truths_at(values, {})
        for which, holds in (
            (True, truth_of(statement.says) is Truth.FALSE),
            (False, all(truth_of(g) is Truth.TRUE for g in statement.given)),
        ):
            if not holds or found[which] >= effort.anchors:
                continue
            found[which] += 1
            script = smt.Script(free if which else assumed, which)
            fixed = "".join(
                f"(assert (= {script.number(s)} {script.number(_sympy(v))}))\n"
                for s, v in values.items()
            )
            if smt.ask(script.text + fixed, effort.rlimit)[0] == "unsat":
                raise Outside(f"the translation contradicts an evaluation at {values}")


def _spread(symbols: list[Any]) -> Any:
    """Yield a few points, integers for integers."""
    reals = [Fraction(n, d) for n, d in ((0, 1), (1, 1), (-1, 1), (1, 2), (3, 1), (-5, 2), (7, 3))]
    whole = [Fraction(n) for n in (0, 1, -1, 2, 3, -3, 5)]
    choices = [whole if kind(s) == "integer" else reals for s in symbols]
    every = list(product(*choices))
    for n in range(0, len(every), max(len(every) // 40, 1)):
        yield dict(zip(symbols, every[n], strict=True))


def _sympy(value: Fraction) -> Any:
    return sp.Rational(value.numerator, value.denominator)


def _induction(
    statement: ForAll,
    hint: Hint | None,
    certificate: Any,
    interpretation: Interpretation,
    effort: Effort,
) -> None:
    wanted = dict(obligations(statement, hint))
    for name, obligation in wanted.items():
        _instances(obligation, _field(certificate, name), interpretation, effort)


def _order(
    statement: SameOrder,
    hint: Hint | None,
    certificate: Any,
    interpretation: Interpretation,
    effort: Effort,
) -> None:
    parts = _list(certificate, "parts")
    wanted = order_bounds(statement, hint)
    if _field(certificate, "kind") != "order" or len(parts) != len(wanted):
        raise Outside("not one certificate for each bound")
    for bound, part in zip(wanted, parts, strict=True):
        _instances(bound, part, interpretation, effort)


def order_bounds(statement: SameOrder, hint: Hint | None) -> list[ForAll]:
    """Return what has to be proved of constants between which a ratio is to lie.

    Raises:
        Outside: no constants are named, or they depend on what varies.
    """
    if not isinstance(hint, Within):
        raise Outside("no constants are named")
    low, high = hint.low, hint.high
    if (low.free_symbols | high.free_symbols) - set(statement.constants):
        raise Outside("a constant depends on what varies")
    given = order_domain(statement)
    left, right = statement.left, statement.right
    found = []
    for constant, relation, wanted in ((high, sp.Le, "at least"), (low, sp.Ge, "at most")):
        if statement.relation != wanted:
            bounded = relation(left, constant * right, evaluate=False)
            found.append(ForAll(given=given, says=bounded))
            above = sp.Gt(constant, 0, evaluate=False)
            found.append(ForAll(given=statement.given, says=above))
    return found


def order_domain(statement: SameOrder) -> tuple[Any, ...]:
    """Return what the variables and constants of a statement of order satisfy."""
    positive = (sp.Gt(v, 0, evaluate=False) for v in statement.variables)
    return (*statement.given, *statement.regime, *positive)


def left_out(statement: ForAll) -> tuple[str, ...]:
    """Return what trying an index only at its instances leaves out, empty if nothing.

    The claimed values of an index are the integers (or the listed reals) that the hypotheses
    allow; the instances cover them if those are the same finite set.
    """
    found = []
    for index, tried in statement.instances.items():
        values = {sp.sympify(v) for v in tried}
        own = [g for g in statement.given if g.free_symbols == {index}]
        try:
            missing = {_sympy(v) for v in values_of(index, own)} - values
        except Outside:
            missing = {index}
        if missing:
            shown = sorted({instance[index] for instance, _ in statement.expanded})
            found.append(f"{index} in {{{', '.join(map(str, shown))}}}")
    return tuple(found)
