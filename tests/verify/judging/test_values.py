"""A conclusion that has no value, or is false, at a point that satisfies the hypotheses."""

import pytest
import sympy as sp
from msgspec.structs import replace

from theory.argument_language import States
from theory.arguments import Definition, Generalise, Solve
from theory.claim import Claim, ForAll, Source
from theory.language import Head, integers, reals
from theory.quantifiers import Every
from theory.statements import statement_hash
from verify.claims import catalogue
from verify.claims.meanings import Exact, Formula
from verify.evidence import Evidence, Key, Outcome, RationalValue, Tier, Verdict
from verify.judging import arguments
from verify.judging.assemble import confirm_certificate, judge_claim
from verify.judging.certificate import make_proof
from verify.judging.values import has_been_tried, met_by, untrue
from verify.methods import METHODS
from verify.methods.task import Task
from verify.truth import Truth

n = integers("n")
x = reals("x")
Q, R = Head("Q", "the sum of the first n odd numbers"), Head("R", "one over x")


def odd(count):
    """Return the sum of the first odd numbers, of which there are 0 or more."""
    return count * count if count >= 0 else None


MEANINGS = {Q: (Exact(odd),), R: (Formula(lambda at: 1 / at),)}
SQUARE, QUOTIENT = (sp.Ge(head**2, 0, evaluate=False) for head in (Q(n), R(x)))
NOT_NEGATIVE = sp.Implies(n >= 0, SQUARE, evaluate=False)
EVERYWHERE = [
    States(SQUARE),
    ForAll(SQUARE),
    ForAll(QUOTIENT),
    States(SQUARE, given=(n >= -1,)),
    States(sp.And(SQUARE, n**2 >= 0, evaluate=False)),
    States(Every(n, SQUARE)),
]
WHERE_DEFINED = [
    States(SQUARE, given=(n >= 0,)),
    ForAll(SQUARE, given=(n >= 0,)),
    ForAll(QUOTIENT, given=(x > 0,)),
    States(NOT_NEGATIVE),
    States(Every(n, NOT_NEGATIVE)),
]


@pytest.fixture(autouse=True)
def _meanings(monkeypatch):
    tables = {"MEANINGS": MEANINGS}
    monkeypatch.setattr(catalogue, "attack_table", lambda _, name: tables.get(name, {}))


def judged(printed):
    """Judge a claim by an argument that z3 is asked for at once, and by what a search met."""
    says = printed.says
    inner = Generalise(Solve(says.body, printed.given), n) if isinstance(says, Every) else None
    argument = inner or Solve(says, printed.given)
    of = Claim("p/c", "-", Source(), "-", printed, because={"": argument})
    evidence = {}
    if isinstance(printed, ForAll):
        evidence[Key(0)] = [METHODS["search"].apply(Task(printed, MEANINGS))]
    return of, judge_claim(of, evidence, {}).verdicts[Key(0)]


@pytest.mark.parametrize("printed", EVERYWHERE, ids=str)
def test_what_has_no_value_somewhere_is_not_proved(printed):
    of, found = judged(printed)
    assert found.verdict is Verdict.SUPPORTED
    assert found.covered[0].startswith(arguments.NO_VALUE.format(""))
    sealed = make_proof("p/c", "", "", statement_hash(printed), found.evidence[-1].certificate)
    assert arguments.NO_VALUE.format("") in confirm_certificate(of, sealed)


@pytest.mark.parametrize("printed", WHERE_DEFINED, ids=str)
def test_what_has_a_value_wherever_the_hypotheses_hold_is_proved(printed):
    assert judged(printed)[1].verdict is Verdict.PROVED


def test_a_quantity_without_a_meaning_may_have_no_value(monkeypatch):
    monkeypatch.setattr(catalogue, "attack_table", lambda *_: {})
    for printed in (States(SQUARE), States(SQUARE, given=(n >= 0,))):
        found = judged(printed)[1]
        assert found.verdict is Verdict.SUPPORTED
        assert found.covered == (arguments.NO_MEANING.format("Q"),)


def test_a_point_without_a_value_that_a_search_met_counts(monkeypatch):
    monkeypatch.setattr(arguments, "untrue", lambda *_, **__: {})
    assert judged(ForAll(SQUARE))[1].verdict is Verdict.SUPPORTED
    assert judged(ForAll(SQUARE, given=(n >= 0,)))[1].verdict is Verdict.PROVED


def test_evidence_at_a_point_with_a_value_says_nothing():
    def at(number):
        witness = {"n": RationalValue(number)}
        return [Evidence("search", Outcome.UNKNOWN, Tier.SEARCH, witness=witness)]

    printed = ForAll(SQUARE)
    assert met_by(at("2"), printed, MEANINGS) == {}
    assert met_by(at("-2"), printed, MEANINGS) == {Truth.UNDEFINED: "Q(n)**2 >= 0 at n = -2"}
    assert met_by(at("-2"), ForAll(SQUARE, given=(n >= 0,)), MEANINGS) == {}
    assert met_by(at("-2"), States(SQUARE), MEANINGS) == {}


def test_every_meaning_is_asked():
    one_more = {Q: (Exact(lambda at: at * at), Exact(odd))}
    assert Truth.UNDEFINED in untrue(States(SQUARE), one_more)
    assert untrue(States(SQUARE), {Q: one_more[Q][:1]}) == {}
    assert untrue(States(SQUARE), {}) == {}


def test_an_argument_for_what_is_false_by_the_meanings_objects(monkeypatch):
    """Then some definition or lemma says what the meanings do not say: nothing is proved."""
    wrong = States(sp.Eq(Q(n), -1 - n**2, evaluate=False))
    monkeypatch.setattr(arguments, "definitions", lambda _: {"of Q": wrong})
    monkeypatch.setattr(arguments, "agrees", lambda *_: True)
    printed = States(Q(n) < 0, given=(n >= 0,))
    argument = Solve(printed.says, printed.given, (Definition("of Q"),))
    of = Claim("p/c", "-", Source(), "-", printed, because={"": argument})
    found = judge_claim(of, {}, {}).verdicts[Key(0)]
    assert found.verdict is Verdict.OPEN
    assert "it concludes what is false" in found.reason


def test_points_are_tried_again_unless_a_search_has_tried_enough_and_none_breaks_it():
    printed, broken = ForAll(x**2 >= x - 1), ForAll(x**2 >= x)
    found, objects = (METHODS["search"].apply(Task(one)) for one in (printed, broken))
    assert has_been_tried([found], printed)
    for evidence in ([], [replace(found, size=1)], [replace(found, method="solver")]):
        assert not has_been_tried(evidence, printed)
    assert not has_been_tried([objects], broken)
    assert not has_been_tried([found], ForAll(SQUARE))  # other meanings of its head may break it
    assert not has_been_tried([found], States(printed.says))
