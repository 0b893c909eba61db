"""Why a clause fails that no numbers refute: the steps of the argument against it, in formulas.

Every step is read off: the conclusions of two arguments that deny each other, conditions of which
none can be left out and which cannot hold together, or what an argument chooses and what holds
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import sympy as sp

from reports.recomputed import Condition, Step, Steps
from theory.arguments import (
    Argument,
    Choose,
    Contradictory,
    Cut,
    Generalise,
    Give,
    Met,
    Put,
    Solve,
)
from theory.binders import SequenceOf, substitute
from theory.claim import Claim
from theory.quantifiers import Some
from theory.statements import ForAll, SameOrder
from verify.claims.statements import Part
from verify.display.text import latex, text
from verify.judging.arguments import reads
from verify.kernel import smt
from verify.kernel.conditions import conjuncts
from verify.kernel.proofs import nothing_satisfies
from verify.kernel.total import Outside

RLIMIT = 2_000_000  # of z3, for each question whether conditions can hold together
TAKE, ANY = "take", "whatever these are"
ASSUMED, DENIED = "then this holds, as assumed", "and this, which denies what is printed"
FIRST, SECOND, SO = "first, from this", "second, from this", "it follows that"
DENIES = "it follows, which denies it, so that nothing satisfies what is assumed, that"
CLASH = "these conditions cannot hold together"


def steps_of(claim: Claim, part: Part) -> Steps | None:
    """Return why a clause fails, step by step, or `None` if no argument is against it."""
    against = part.against
    if isinstance(against, Contradictory):
        return Steps(steps=tuple(_denials(claim, against)))
    if isinstance(against, Argument):
        return Steps(steps=tuple(_choices(claim, part, against)))
    clash = clash_in(part.statement)
    return Steps(steps=(_step(CLASH, clash),)) if clash else None


def _denials(claim: Claim, argument: Contradictory) -> Iterator[Step]:
    """Yield what both arguments start from, and what they conclude."""
    read = reads(claim, argument)
    one, other = read(argument.of), read(argument.other)
    yield _step(FIRST, one.given)
    yield _step(SO, (one.says,))
    yield _step(SECOND, other.given)
    yield _step(DENIES, (other.says,))


def _choices(claim: Claim, part: Part, argument: Argument) -> Iterator[Step]:
    """Yield what an argument chooses, and what holds there."""
    read = reads(claim, argument)
    own: list[Any] = []  # what is known of functions that are chosen
    any_number: list[Any] = []
    values: dict[Any, Any] = {}
    put: dict[Any, Any] = {}
    step = argument
    while True:
        if isinstance(step, Choose):
            found = read(step.exists).says
            assert isinstance(found, Some)
            own += conjuncts((substitute(found.body, {found.args[0]: step.symbol}),))
            step = step.then
        elif isinstance(step, Give):
            values[step.says.args[0]] = step.value
            step = step.of
        elif isinstance(step, Generalise):
            any_number.append(step.symbol)
            step = step.of
        elif isinstance(step, Put):
            put |= step.values
            step = step.of
        elif isinstance(step, (Cut, Met)):
            step = step.of
        elif isinstance(step, Solve) and len(step.using) == 1:
            (step,) = step.using
        else:
            break
    fact = read(step)
    given = conjuncts(getattr(part.statement, "given", ()))
    assumed = {substitute(g, values) for g in given}
    there = [one for one in conjuncts((fact.says,)) if not _is_trivial(one)]
    if any_number:
        yield Step(title=ANY, shown=tuple(_shown(symbol) for symbol in any_number))
    taken = {s: v for s, v in {**put, **values}.items() if v != s}
    yield Step(title=TAKE, shown=(*map(_shown, own), *_values(taken)))
    if met := [one for one in there if one in assumed]:
        yield _step(ASSUMED, met)
    yield _step(DENIED, [one for one in there if one not in assumed])


def clash_in(statement: Any) -> tuple[Any, ...]:
    """Return conditions of a statement that cannot hold together, and could without any of them."""
    if isinstance(statement, SameOrder):
        statement = ForAll(sp.true, (*statement.given, *statement.regime))
    if not isinstance(statement, ForAll) or not _contradict(statement, statement.given):
        return ()
    kept = tuple(statement.given)
    for one in statement.given:
        fewer = tuple(other for other in kept if other is not one)
        if _contradict(statement, fewer):
            kept = fewer
    return kept


def _contradict(statement: ForAll, given: Iterable[Any]) -> bool:
    """Return whether z3 says that some of the conditions of a statement cannot hold together."""
    unfolded = tuple(map(statement.unfold, given))
    try:
        asked = nothing_satisfies(replace(statement, given=unfolded, says=sp.true, where={}))
    except Outside:
        return False
    return smt.ask(asked, RLIMIT)[0] == "unsat"


def _is_trivial(condition: Any) -> bool:
    return isinstance(condition, sp.Eq) and condition.lhs == condition.rhs


def _values(values: Mapping[Any, Any]) -> Iterator[Condition]:
    for symbol, value in values.items():
        if isinstance(value, SequenceOf):
            value, *indices = value.args
            symbol = symbol[tuple(indices)]
        yield Condition(
            text=f"{text(symbol)} = {text(value)}", latex=f"{latex(symbol)} = {latex(value)}"
        )


def _step(title: str, conditions: Iterable[Any]) -> Step:
    return Step(title=title, shown=tuple(map(_shown, conditions)))


def _shown(condition: Any) -> Condition:
    return Condition(text=text(condition), latex=latex(condition))
