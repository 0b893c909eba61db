"""What a solver is asked of an argument: whether facts and hypotheses imply a conclusion.

The question is one of arithmetic (see `verify.kernel.total` and `verify.kernel.smt`). What is not
becomes an unknown: the value of a head, of a member of a sequence or of a function like exp one for
each of its arguments, equal where the arguments are; a mean, a sum or an integral one for all that
differ in names of bound symbols only; a condition that is not made of relations one whose sign says
whether it holds or fails, and at 0 it does neither. So whatever the solver shows holds for all
meanings of these. Of the members of a set of sequences it knows what the set says of each entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any, Protocol

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, BooleanAtom, Implies, Not, Or

from theory.argument_language import check_kinds
from theory.binders import BindingTerm, SequenceOf
from theory.definedness import TOTAL, connected, rebuilt
from theory.language import Apply, Each, FunctionHypothesis
from theory.normal_form import normal
from theory.orders import Magnitude
from theory.quantifiers import Quantified
from theory.sequences import In, Indicator, Law, Mean
from theory.well_formed import IllFormed
from verify.kernel import second_solver, smt
from verify.kernel.conditions import all_of, conjuncts, eq, gt, is_sequence, unbound_in
from verify.kernel.total import Outside, Total, conjunction, disjunction, holds
from verify.kernel.total import defined as has_value

NATIVE = (sp.Add, sp.Mul, sp.Pow, sp.Max, sp.Min, sp.Abs, sp.sign, sp.floor, sp.ceiling)
OPAQUE = (FunctionHypothesis, In, Quantified, Each, Magnitude)
SHOWN = 120  # characters of a condition in a message
SHARES = (64, 16, 4, 1)  # of its units z3 gets a small part at first: one way may know at once what
# the other does not know after all of them


class RejectedArgument(Exception):
    """A step does not follow; says why not."""


class Implication(Protocol):
    """What is known: for all values of what is free in it, hypotheses imply a conclusion."""

    @property
    def given(self) -> tuple[Any, ...]:
        """The hypotheses."""

    @property
    def says(self) -> Any:
        """The conclusion."""


@dataclass(frozen=True)
class Solver:
    """Who answers questions: z3, and as a second opinion cvc5.

    Args:
        rlimit: units of z3 for each question.
        second: units of cvc5, which is not asked for 0.
    """

    rlimit: int
    second: int = 0

    def shows(self, given: Iterable[Any], says: Any, facts: Iterable[Implication] = ()) -> None:
        """Check that facts imply a conclusion where hypotheses hold, and that they can hold.

        Raises:
            RejectedArgument: it is not shown, or not that hypotheses and facts can hold together.
            Disagreement: the solvers contradict each other.
        """
        asked = tuple(conjuncts(given)), says, tuple(facts)
        try:
            if not self.second and _is_plain(*asked, self.rlimit // SHARES[0]):
                return
            texts = _texts(*asked)
        except Outside as reason:
            raise RejectedArgument(f"no solver can be asked for {_cut(says)}: {reason}") from None
        if (answer := _answer(texts[1], self.rlimit, self.second)) != "sat":
            raise RejectedArgument(
                f"whether facts and hypotheses can hold together: z3 says {answer}"
            )
        if (answer := _answer(texts[0], self.rlimit, self.second)) != "unsat":
            raise RejectedArgument(f"whether {_cut(says)} can fail: z3 says {answer}")


@lru_cache(maxsize=2**10)  # clauses and readings of a claim have steps in common
def _texts(given: tuple[Any, ...], says: Any, facts: tuple[Implication, ...]) -> tuple[str, str]:
    """Return in SMT-LIB whether a conclusion can fail, and whether what is known can hold."""
    question = _question(given, says, facts)
    can_fail, can_hold = (smt.question(question, denied, whole=True) for denied in (True, False))
    return can_fail, can_hold


@lru_cache(maxsize=2**10)
def _is_plain(
    given: tuple[Any, ...], says: Any, facts: tuple[Implication, ...], rlimit: int
) -> bool:
    """Return whether z3 knows at once that what is known can hold and the conclusion cannot fail.

    Most questions are such; the others are asked one by one, with more units and in several ways.
    """
    text = smt.both_questions(_question(given, says, facts))
    return smt.ask_both(text, rlimit) == ("sat", "unsat")


def _answer(text: str, rlimit: int, second: int) -> str:
    """Return the answer to a question, asked of z3's core and of all of it, first in short."""
    answer = smt.earlier_answer(text) or "unknown"
    for share, core in product(SHARES, (True, False)):
        if answer == "unknown":
            answer, _ = smt.ask(text, rlimit // share, core, hurried=share > 1)
    if answer != "unknown" and second:
        other = second_solver.second_opinion(text, second)
        if other not in (answer, "unknown"):
            raise smt.Disagreement(f"z3 says {answer}, cvc5 says {other}")
    return answer


def _question(given: tuple[Any, ...], says: Any, facts: tuple[Implication, ...]) -> Total:
    parts = [*given, says]
    for fact in facts:
        parts += (*fact.given, fact.says)
    try:
        check_kinds(parts)
    except IllFormed as reason:
        raise RejectedArgument(str(reason)) from None
    names = Unknowns({str(thing) for thing in unbound_in(parts)})
    known = [holds(names.condition(g), sure=False) for g in given]
    for fact in facts:
        if_given = conjunction(holds(names.condition(g), sure=True) for g in fact.given)
        then = holds(names.condition(fact.says), sure=False)
        known.append(disjunction((_not(if_given), then)))
    goal = holds(names.condition(says), sure=True)
    known += names.sides()
    applied = {e.args[0] for part in (*known, goal) for e in part.atoms(Apply)}
    for g in given:
        if isinstance(g, FunctionHypothesis) and g.args[0] in applied:
            known.append(g.func(g.args[0], *map(names.term, g.args[1:])))
    symbols = set().union(*(part.free_symbols for part in (*known, goal)))
    return Total(tuple(sorted(symbols, key=str)), tuple(known), goal)


class Unknowns:
    """The unknowns of one question, and what is known of them.

    Args:
        taken: names that no unknown may have.
    """

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.opaque: dict[Any, Any] = {}
        self.values: dict[tuple[Any, ...], list[tuple[list[Any], Any]]] = {}
        self.members: dict[Any, tuple[In, Any]] = {}
        self.count = 0

    def _unknown(self, integer: bool = False) -> Any:
        self.count += 1
        while f"unknown {self.count}" in self.taken:
            self.count += 1
        return sp.Symbol(f"unknown {self.count}", **{"integer" if integer else "real": True})

    def condition(self, c: Any) -> Any:
        """Return a condition in which unknowns stand for all that is not arithmetic.

        Raises:
            Outside: it is of a kind that is not handled here.
        """
        if isinstance(c, BooleanAtom):
            return c
        if isinstance(c, Relational):
            return type(c)(*map(self.term, c.args), evaluate=False)
        if isinstance(c, (And, Or, Not, Implies)):
            return connected(c.func, map(self.condition, c.args))
        if isinstance(c, OPAQUE):
            return gt(self._partial(c), 0)
        raise Outside(f"{type(c).__name__} in a question")

    def term(self, e: Any) -> Any:
        """Return a term in which unknowns stand for all that is not arithmetic.

        Raises:
            Outside: it is of a kind that is not handled here.
        """
        if isinstance(e, sp.Rational) or type(e) is sp.Symbol:
            return e
        if isinstance(e, NATIVE):
            return e.func(*map(self.term, e.args), evaluate=False)
        if isinstance(e, Apply):
            return Apply(e.args[0], self.term(e.args[1]))
        if isinstance(e, sp.Piecewise):
            cases = [sp.Tuple(self.term(value), self.condition(case)) for value, case in e.args]
            return rebuilt(sp.Piecewise, cases)
        if isinstance(e, Indicator):
            return self.term(e.cases)
        if isinstance(e, sp.Mod):
            a, b = e.args
            share = sp.floor(rebuilt(sp.Mul, (a, rebuilt(sp.Pow, (b, sp.S.NegativeOne)))))
            return self.term(rebuilt(sp.Add, (a, rebuilt(sp.Mul, (-b, share)))))
        if isinstance(e, (AppliedUndef, sp.Indexed)) or e.func in TOTAL:
            kind = sp.Indexed if isinstance(e, sp.Indexed) else e.func
            return self._value(kind, e.args)
        if isinstance(e, sp.log):
            value = self._value(sp.log, e.args)
            return _where(value, gt(self.term(e.args[0]), 0))
        if isinstance(e, (BindingTerm, sp.Sum, sp.Product, sp.Integral)):
            return self._partial(e)
        if e in (sp.pi, sp.E):
            return self.opaque.setdefault(e, self._unknown())
        raise Outside(f"{type(e).__name__} in a question")

    def _partial(self, e: Any) -> Any:
        """Return the unknown of a term or a condition that may have no value."""
        key = normal(e)
        if key not in self.opaque:
            value = self._unknown()
            has = value if not isinstance(e, sp.Expr) else self._unknown()
            always = _always_has_a_value(e.body) if isinstance(e, Quantified) else _is_chance(e)
            self.opaque[key] = value if always else _where(value, sp.Ne(has, 0, evaluate=False))
            if isinstance(e, In):
                self.members[value] = (e, self._unknown(integer=True))
        return self.opaque[key]

    def _value(self, kind: Any, args: tuple[Any, ...]) -> Any:
        """Return the unknown value of a function; it has one where its arguments have."""
        things = tuple(normal(a) if is_sequence(a) else None for a in args)
        numbers = [self.term(a) for a in args if not is_sequence(a)]
        known = self.values.setdefault((kind, things), [])
        value = next((value for before, value in known if before == numbers), None)
        if value is None:
            value = self._unknown()
            known.append((numbers, value))
        partial = [n for n in numbers if has_value(n, sure=True) != sp.true]
        return _where(value, all_of(eq(n, n) for n in partial))

    def sides(self) -> list[Any]:
        """Return what is known of the unknowns: of members of sets, and of equal arguments."""
        found = []
        for value, (is_in, index) in self.members.items():
            sequence, members = is_in.args
            entry = sequence[index]  # if not a member, the sequence differs at some index
            rule = holds(self.condition(members.entry(entry, index)), sure=True)
            found.append(disjunction((_not(rule), value > 0)))
        for value, (is_in, _) in self.members.items():
            sequence, members = is_in.args
            known = self.values.get((sp.Indexed, (normal(sequence), None)), [])
            for (index,), entry in () if isinstance(sequence, SequenceOf) else tuple(known):
                rule = holds(self.condition(members.entry(entry, index)), sure=False)
                found.append(disjunction((value <= 0, _not(has_value(index, sure=False)), rule)))
        for known in self.values.values():
            for (some, one), (others, other) in combinations(known, 2):
                pairs = [eq(a, b) for a, b in zip(some, others, strict=True)]
                equal = conjunction(holds(pair, sure=True) for pair in pairs)
                found.append(disjunction((_not(equal), eq(one, other))))
        return found


@lru_cache(maxsize=2**12)
def _always_has_a_value(condition: Any) -> bool:
    """Return whether a condition holds or fails whatever its symbols are, by its form."""
    try:
        return _is_total(Unknowns(set()).condition(condition), ())
    except Outside:
        return False


def _is_total(condition: Any, known: tuple[Any, ...]) -> bool:
    """Return whether a condition holds or fails wherever some others hold, by its form.

    What is said where a premise holds need have a value there only.
    """
    if isinstance(condition, Relational):
        return all(_follows(has_value(e, sure=True), known) for e in condition.args)
    if isinstance(condition, Implies):
        premise, then = condition.args
        return _is_total(premise, known) and _is_total(then, (*known, *conjuncts((premise,))))
    return all(_is_total(part, known) for part in condition.args)


def _follows(formula: Any, known: tuple[Any, ...]) -> bool:
    """Return whether a formula is true, or that a number is not 0 or positive, which is known."""
    if isinstance(formula, (And, Or)):
        join = all if isinstance(formula, And) else any
        return join(_follows(part, known) for part in formula.args)
    if isinstance(formula, (sp.Gt, sp.Ne)) and formula.args[1] == 0:
        return any(_says_positive(c, formula.args[0]) for c in known)
    return bool(formula == sp.true)


def _says_positive(condition: Any, number: Any) -> bool:
    """Return whether a condition is that a number is above 0, or at least a positive one."""
    if not isinstance(condition, (sp.Gt, sp.Ge)) or condition.args[0] != number:
        return False
    least = condition.args[1]
    above = isinstance(condition, sp.Gt)
    return isinstance(least, sp.Rational) and bool(least >= 0 if above else least > 0)


def _is_chance(e: Any) -> bool:
    """Return whether a term is the mean under a law of what is 1 or 0 for every number."""
    is_mean = isinstance(e, Mean) and isinstance(e.args[2], Law) and isinstance(e.body, Indicator)
    return is_mean and _always_has_a_value(e.body.args[0])


def _where(value: Any, condition: Any) -> Any:
    """Return a term that has its value only where a condition holds."""
    return rebuilt(sp.Piecewise, [sp.Tuple(value, condition)])


def _not(formula: Any) -> Any:
    """Return what is true where a total formula is not."""
    return connected(Not, (formula,))


def _cut(condition: Any) -> str:
    text = str(condition)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
