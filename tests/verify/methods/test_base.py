"""The loop over instances, which a method that judges one statement does not see."""

from pathlib import Path

import pytest

from theory.claim import ForAll, SameOrder
from theory.language import integers, reals
from verify.evidence import Outcome, RationalValue, Tier
from verify.methods import METHODS
from verify.methods.base import EachInstance, Finding, Pass, in_all
from verify.methods.method import Method
from verify.methods.task import Task

ROOT = Path(__file__).resolve().parents[3]

x = reals("x")
k = integers("k")


def test_only_one_file_goes_through_the_instances():
    folder = ROOT / "verify" / "methods"
    looping = {p.name for p in folder.glob("*.py") if ".expanded" in p.read_text(encoding="utf-8")}
    assert looping == {"base.py"}


THREE = ForAll(given=(k >= 1, x > 0), says=k * x > 0, instances={k: (1, 2, 3)})
POINT = {"x": RationalValue("1")}
HOLDS = Finding(Outcome.HOLDS, witness=POINT, certificate={"kind": "points"}, size=2)


def told(*answers, statement=THREE, unmet="no point", more=()):
    """Run a method that gives these answers, one for each instance."""

    def decide(instance):
        return answers[len(instance.earlier)]

    def conclude(found):
        return in_all(found, f"in {len(found)}", unmet)

    passes = (Pass(decide, conclude), *more)
    method = Method("told", Tier.EXACT, "-", EachInstance(passes, lambda task: None), cost=1)
    return method.apply(Task(statement, seed=7))


def test_what_holds_at_every_instance_holds():
    second = Finding(
        Outcome.HOLDS, restrictions=("b", "a"), certificate={}, size=5, tier=Tier.BALL, seeded=True
    )
    evidence = told(HOLDS, HOLDS, HOLDS)
    assert (evidence.method, evidence.outcome, evidence.tier) == ("told", Outcome.HOLDS, Tier.EXACT)
    assert (evidence.detail, evidence.size, evidence.seed) == ("in 3", 6, None)
    assert (evidence.witness, evidence.instance) == (POINT, {"k": "1"})
    assert evidence.certificate == {"kind": "instances", "parts": [{"kind": "points"}] * 3}
    evidence = told(second, HOLDS, HOLDS)
    assert (evidence.tier, evidence.seed, evidence.size) == (Tier.BALL, 7, 9)
    assert evidence.instance == {"k": "2"}
    assert evidence.restrictions == ("a", "b")


def test_nothing_is_proved_of_an_instance_without_a_certificate_or_without_a_point():
    bare = Finding(Outcome.HOLDS, certificate={})
    assert told(HOLDS, Finding(Outcome.HOLDS, witness=POINT), HOLDS).certificate is None
    assert told(bare, bare, bare).outcome is Outcome.UNKNOWN
    assert told(bare, bare, bare, unmet="nowhere").detail == "nowhere"
    nowhere = ForAll(given=(k >= 4,), says=k * x > 0, instances={k: (1,)})
    assert told(statement=nowhere).outcome is Outcome.UNKNOWN


def test_a_failure_ends_the_loop_and_names_its_instance():
    fails = Finding(Outcome.FAILS, "there", witness=POINT, sides=("1", "2"), size=4)
    evidence = told(HOLDS, fails)
    assert (evidence.outcome, evidence.instance) == (Outcome.FAILS, {"k": "2"})
    assert (evidence.sides, evidence.size, evidence.certificate) == (("1", "2"), 4, None)


def test_an_undecided_instance_ends_the_loop_unless_another_may_fail():
    ends = Finding(Outcome.UNKNOWN, "stuck")
    goes_on = Finding(Outcome.UNKNOWN, "unsure", goes_on=True)
    fails = Finding(Outcome.FAILS, witness=POINT)
    assert told(ends).detail == "stuck"
    assert told(goes_on, fails).outcome is Outcome.FAILS
    evidence = told(HOLDS, goes_on, HOLDS)
    assert (evidence.outcome, evidence.instance) == (Outcome.UNKNOWN, {"k": "2"})


def test_another_pass_is_tried_only_where_the_one_before_could_not_decide():
    again = Pass(lambda instance: HOLDS, lambda found: in_all(found, "again", ""))
    assert told(Finding(Outcome.UNKNOWN), more=(again,)).detail == "again"
    assert told(HOLDS, HOLDS, HOLDS, more=(again,)).detail == "in 3"
    assert told(Finding(Outcome.FAILS), more=(again,)).outcome is Outcome.FAILS
    inapplicable = Finding(Outcome.NOT_APPLICABLE, "not a box")
    evidence = told(inapplicable, more=(again,))
    assert (evidence.detail, evidence.instance) == ("not a box", {})


@pytest.mark.parametrize(
    "name", [n for n, m in METHODS.items() if isinstance(m.decide, EachInstance)]
)
def test_a_method_that_judges_instances_says_nothing_of_an_order(name):
    order = SameOrder(x + 1, x, (x >= 1,), (x,))
    assert METHODS[name].apply(Task(order)).outcome is Outcome.NOT_APPLICABLE
