"""What a solver shows of unknowns is true whatever they stand for: compared with evaluation."""

import random
from fractions import Fraction

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies, Not, Or
from two_processes import outputs

from tests.verify.kernel.arguments.joins import shown
from theory.arguments import Solve
from theory.binders import exchanged
from theory.definedness import connected, rebuilt
from theory.language import Head, eq, integers, reals
from theory.sequences import Indicator
from verify.claims.meanings import Formula
from verify.kernel import smt
from verify.kernel.questions import SHARES, RejectedArgument, Solver, _question
from verify.truth import Truth, evaluate

x, y = reals("x y")
n = integers("n")
h = Head("h", "anything")
POINTS = [
    {x: Fraction(a), y: Fraction(b), n: c}
    for a in (-2, 0, Fraction(1, 2), 1)
    for b in (-1, 0, 1)
    for c in (-1, 0, 2)
]
MEANINGS = [
    {type(h(x)): Formula(lambda a, build=build: build(a))}
    for build in (lambda a: a, lambda a: -a * a, lambda a: sp.floor(a) + 1, lambda a: sp.S.Zero)
]
RELATIONS = (sp.Lt, sp.Le, sp.Gt, sp.Ge, sp.Eq, sp.Ne)


def term(draw, depth):
    """Return a random term, which may have no value somewhere."""
    if depth == 0:
        return draw.choice((x, y, n, sp.S.Zero, sp.S.One, sp.S(-2), h(x), h(n)))
    one, other = term(draw, depth - 1), term(draw, draw.randrange(depth))
    kind = draw.randrange(9)
    if kind < 2:
        return rebuilt(sp.Add, (one, other))
    if kind < 4:
        return rebuilt(sp.Mul, (one, other))
    if kind == 4:
        return rebuilt(sp.Pow, (one, draw.choice((sp.S(2), sp.S(-1), sp.S.Half))))
    if kind == 5:
        return h(one)
    if kind == 6:
        return Indicator(condition(draw, depth - 1))
    if kind == 7:
        return rebuilt(sp.log, (one,))
    cases = ((one, condition(draw, depth - 1)), (other, draw.choice((sp.true, x > 0))))
    return rebuilt(sp.Piecewise, [sp.Tuple(*case) for case in cases])


def condition(draw, depth):
    """Return a random condition."""
    kind = draw.randrange(6) if depth else 0
    if kind < 3:
        sides = term(draw, depth), term(draw, max(depth - 1, 0))
        return draw.choice(RELATIONS)(*sides, evaluate=False)
    if kind == 3:
        return connected(Not, (condition(draw, depth - 1),))
    pair = condition(draw, depth - 1), condition(draw, depth - 1)
    return connected(draw.choice((And, Or, Implies)), pair)


def truth(c, point, interpretation):
    cases = exchanged(c, lambda e: plain(e) if isinstance(e, Indicator) else None)
    return evaluate(cases, point, interpretation)


def plain(e):
    return exchanged(e.cases, lambda part: plain(part) if isinstance(part, Indicator) else None)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_shown_is_true_at_every_point(seed):
    draw = random.Random(seed)
    found = 0
    for _ in range(150):
        given, says = condition(draw, 1), condition(draw, 2)
        if draw.random() < 0.5:
            says = connected(Or, (says, connected(Not, (given,)), condition(draw, 1)))
        try:
            shown(Solve(says, (given,)), Solver(rlimit=100_000))
        except RejectedArgument:
            continue
        found += 1
        for interpretation in MEANINGS:
            for point in POINTS:
                if truth(given, point, interpretation) is Truth.TRUE:
                    assert truth(says, point, interpretation) in (
                        Truth.TRUE,
                        Truth.AGREES,
                        Truth.UNKNOWN,
                    )
    assert found


def test_z3_is_asked_in_short_each_way_before_either_gets_all_units(monkeypatch):
    asked = []

    def ask(text, rlimit, core, hurried):
        asked.append((rlimit, core, hurried))
        return "unknown", ()

    monkeypatch.setattr(smt, "ask", ask)
    with pytest.raises(RejectedArgument, match="z3 says unknown"):
        Solver(rlimit=4321).shows((), x > y)
    units = [4321 // share for share in SHARES]
    assert units == sorted(units)
    assert units[-1] == 4321
    assert asked == [(some, core, some < 4321) for some in units for core in (True, False)]


def test_what_either_way_has_decided_is_not_asked_again(monkeypatch):
    with pytest.raises(RejectedArgument, match="z3 says sat"):
        Solver(rlimit=4321).shows((), x > y + 17)
    monkeypatch.setattr(smt, "ask", None)
    with pytest.raises(RejectedArgument, match="z3 says sat"):
        Solver(rlimit=4321).shows((), x > y + 17)


PLAIN = {  # what is assumed and concluded: what z3 says of both questions
    ((x > 1,), x > 0): ("sat", "unsat"),
    ((x > 0,), x > 1): ("sat", "sat"),
    ((x > 1, x < 0), x > 2): ("unsat", "unknown"),
    ((), eq(sp.sqrt(x), sp.sqrt(x))): ("sat", "sat"),  # it has no value below 0
    ((x >= 0,), eq(sp.sqrt(x), sp.sqrt(x))): ("sat", "unsat"),
}


@pytest.mark.parametrize(("asked", "answers"), PLAIN.items(), ids=str)
def test_both_questions_are_asked_at_once(asked, answers):
    given, says = asked
    text = smt.both_questions(_question(given, says, ()))
    assert smt.ask_both(text, 62_500) == answers


def test_a_context_serves_for_some_questions():
    contexts = smt._Contexts(questions=2)
    first, second, third = (contexts.context() for _ in range(3))
    assert first is second
    assert third is not first


def test_names_of_other_kinds_may_be_asked_of_in_turn():
    whole = sp.Symbol("x", integer=True)
    questions = {x: ("sat", "sat"), whole: ("sat", "unsat")}
    for symbol, answers in (*questions.items(), *reversed(questions.items())):
        text = smt.both_questions(_question((symbol > 0,), symbol >= 1, ()))
        assert smt.ask_both(f"{text}\n; {symbol.is_integer}", 62_500) == answers


def test_what_z3_knows_at_once_is_asked_once_and_with_cvc5_one_by_one(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(smt, "ask", None)
        Solver(rlimit=400_000).shows((x > 5,), x > 3)
    monkeypatch.setattr(smt, "ask_both", None)
    Solver(rlimit=400_000, second=20_000).shows((x > 5,), x > 3)


@pytest.mark.parametrize("says", [x > 7, x < 7])
def test_of_hypotheses_that_contradict_each_other_nothing_is_shown(says):
    with pytest.raises(RejectedArgument, match="can hold together: z3 says unsat"):
        Solver(rlimit=400_000).shows((x > 7, x < 7), says)


QUESTIONS = """
from verify.claims import catalogue
from verify.judging.arguments import argued
from verify.kernel import smt
from verify.methods.task import PROFILES

ask, ask_both = smt.ask, smt.ask_both


def asked(text, rlimit, core=False, hurried=False):
    answer = ask(text, rlimit, core, hurried)
    print(text, "z3 says", answer[0])
    return answer


def asked_both(text, rlimit):
    answers = ask_both(text, rlimit)
    print(text, "z3 says", *answers)
    return answers


smt.ask, smt.ask_both = asked, asked_both
claim = catalogue.load("instability-flatness/lem-F.6")
for part in claim.parts:
    argued(claim, part, {}, (), PROFILES["quick"])
"""


def test_two_processes_ask_the_same_questions_in_the_same_order():
    (printed,) = outputs(QUESTIONS)
    assert printed.count("z3 says sat unsat") > 9
    assert "z3 says unknown" not in printed
