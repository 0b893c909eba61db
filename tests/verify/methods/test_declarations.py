"""Methods declare themselves; what goes through the instances of a statement is written once."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
import sympy as sp

from theory.claim import ForAll, SameOrder
from theory.language import integers, reals
from verify import methods
from verify.claims import catalogue, sources
from verify.cli.doctor import findings
from verify.evidence import Outcome, RationalValue, Tier
from verify.methods import METHODS, asked_last, declared, hunters
from verify.methods.base import EachInstance, Finding, Pass, in_all
from verify.methods.method import Method, Needless
from verify.methods.page import PAGE, page
from verify.methods.task import Task
from verify.running import keys
from verify.running.workers import Item

ROOT = Path(__file__).resolve().parents[3]
SCRATCH = '''"""Scratch: says that everything holds, of two points.

Example:

    >>> print(METHOD.ask(Task(ForAll(says=sp.true))).outcome)
    holds
"""

import sympy as sp

from theory.claim import ForAll
from verify.evidence import Outcome, Tier
from verify.methods.base import Finding
from verify.methods.method import Method
from verify.methods.task import Task


def decide(task):
    return Finding(Outcome.HOLDS, "scratched", restrictions=("2 points",))


METHOD = Method(
    name="scratch", tier=Tier.SEARCH, handles="Everything.", decide=decide, cost=25, hunts=5
)
'''
x = reals("x")
k = integers("k")


def test_methods_are_asked_from_the_cheapest_to_the_dearest():
    assert [method.cost for method in METHODS.values()] == sorted(m.cost for m in METHODS.values())
    assert list(METHODS).index("vacuity") < list(METHODS).index("solver")
    assert list(METHODS)[-2:] == ["search", "experiment"]
    assert [method.hunts for method in hunters()] == sorted(method.hunts for method in hunters())
    assert {"vacuity", "experiment"}.isdisjoint(method.name for method in hunters())
    assert [(method.name, method.needless) for method in asked_last()] == [
        ("derivation", Needless.PROVED),
        ("balls", Needless.PROVED),
        ("search", Needless.PROVED),
        ("vacuity", Needless.INHABITED),
    ]
    assert [name for name, method in METHODS.items() if method.uses_gpu] == ["experiment"]
    assert [name for name, method in METHODS.items() if method.shows_empty] == ["vacuity"]


# -- one more method is one more file ---------------------------------------------------------


@pytest.fixture
def another(tmp_path, monkeypatch):
    """Return what puts a file beside the methods."""
    monkeypatch.setattr(methods, "__path__", [*methods.__path__, str(tmp_path)])
    yield lambda name, text: (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    sys.modules.pop("verify.methods.scratch", None)
    vars(methods).pop("scratch", None)


def test_a_file_that_declares_a_method_is_found_in_its_place(another, monkeypatch):
    another("scratch", SCRATCH)
    another("other", 'raise RuntimeError("a file without a method is not imported")\n')
    found = declared()
    place = list(found).index("scratch")
    assert found[list(found)[place - 1]].cost < 25 < found[list(found)[place + 1]].cost
    monkeypatch.setitem(METHODS, "scratch", found["scratch"])
    assert hunters()[0].name == "scratch"
    (seen,) = [finding for finding in findings() if finding.name == "scratch"]
    assert seen.well
    assert seen.seen.startswith("holds (")


def test_an_example_that_does_not_come_out_is_seen_by_the_doctor(another, monkeypatch):
    another("scratch", SCRATCH.replace("    holds\n", "    fails\n"))
    monkeypatch.setitem(METHODS, "scratch", declared()["scratch"])
    (seen,) = [finding for finding in findings() if finding.name == "scratch"]
    assert not seen.well
    assert "Got: holds" in seen.seen


def test_a_method_without_an_example_is_seen_by_the_doctor(another, monkeypatch):
    another("scratch", SCRATCH.replace(">>> ", ""))
    monkeypatch.setitem(METHODS, "scratch", declared()["scratch"])
    (seen,) = [finding for finding in findings() if finding.name == "scratch"]
    assert not seen.well


def test_a_method_has_the_name_of_its_module(another):
    another("scratch", SCRATCH.replace('name="scratch"', 'name="solver"'))
    with pytest.raises(ValueError, match="scratch declares a method of another name: 'solver'"):
        declared()


def test_a_check_asks_a_method_of_which_nothing_but_its_file_exists(tmp_path):
    for package in ("theory", "numerics", "property_tests", "reports"):
        (tmp_path / package).symlink_to(ROOT / package)
    shutil.copytree(
        ROOT / "verify",
        tmp_path / "verify",
        ignore=shutil.ignore_patterns("__pycache__", "certificates"),
    )
    (tmp_path / "verify" / "methods" / "scratch.py").write_text(SCRATCH, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "verify.cli.main", "check", "steepest-mirror/cor-4.9", "--json"],
        env={**os.environ, "THMCHECK_CACHE": str(tmp_path / "cache")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    text = done.stdout
    pieces = re.findall(r'"detail": "scratched"', json.dumps(json.loads(text)))
    assert pieces, text


# -- what is stored depends on every method that was asked -------------------------------------


def files_of(item, monkeypatch):
    """Return the files on which a stored result of an item depends."""
    read: set[Path] = set()
    with monkeypatch.context() as patch:
        catalogue.forget()
        patch.setattr(sources, "_digest_if_readable", lambda path: read.add(path) or "")
        keys.key_of(item)
    catalogue.forget()
    return read


def test_stored_results_depend_on_the_methods_that_made_them(monkeypatch):
    folder = ROOT / "verify" / "methods"
    every = {folder / f"{name}.py" for name in METHODS}
    claim = "steepest-mirror/cor-4.9"
    for kind in ("mutate", "repair", "judge"):
        assert every <= files_of(Item(kind, claim), monkeypatch), kind
    shared = {folder / f"{name}.py" for name in ("__init__", "base", "method", "task", "attack")}
    provers = {folder / f"{name}.py" for name in ("enumeration", "solver", "derivation")}
    for method, others in (("induction", provers), ("orders", provers), ("balls", set())):
        used = files_of(Item("method", claim, method=method, opaque=False), monkeypatch)
        assert shared <= used
        assert used & every == {folder / f"{method}.py", *others}


def test_a_claim_is_described_without_the_methods(monkeypatch):
    monkeypatch.setattr(keys, "_methods", lambda: pytest.fail("the methods are not needed"))
    keys.key_of(Item("describe", "steepest-mirror/cor-4.9"))


# -- every instance is judged by the same loop -------------------------------------------------

THREE = ForAll(given=(k >= 1, x > 0), says=k * x > 0, instances={k: (1, 2, 3)})
POINT = {"x": RationalValue("1")}
HOLDS = Finding(Outcome.HOLDS, witness=POINT, certificate={"kind": "points"}, size=2)


def told(*answers, statement=THREE, unmet="no point", more=()):
    """Run a method that gives these answers, one for each instance."""

    def decide(case):
        return answers[len(case.earlier)]

    def conclude(found):
        return in_all(found, f"in {len(found)}", unmet)

    passes = (Pass(decide, conclude), *more)
    method = Method("told", Tier.EXACT, "-", EachInstance(passes, lambda task: None), cost=1)
    return method.ask(Task(statement, seed=7))


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
    again = Pass(lambda case: HOLDS, lambda found: in_all(found, "again", ""))
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
    assert METHODS[name].ask(Task(order)).outcome is Outcome.NOT_APPLICABLE


def test_the_solver_refutes_at_an_instance_after_one_that_it_cannot_decide():
    q = reals("q")
    bernoulli = (1 + x) ** q >= 1 + q * x
    claim = ForAll(
        given=(k >= 1, x > 0, q > 1),
        says=sp.And(sp.Or(k >= 2, bernoulli), sp.Or(k < 2, x < 3)),
        instances={k: (1, 2)},
    )
    evidence = METHODS["solver"].ask(Task(claim))
    assert (evidence.outcome, evidence.instance) == (Outcome.FAILS, {"k": "2"})
    first = METHODS["solver"].ask(Task(replace(claim, instances={k: (1,)})))
    assert first.outcome is Outcome.UNKNOWN


# -- the page ---------------------------------------------------------------------------------


def test_the_page_is_what_the_methods_say_of_themselves():
    assert (ROOT / PAGE).read_text(encoding="utf-8") == page(), "run: make docs"


@pytest.mark.parametrize("name", METHODS)
def test_a_method_says_what_it_decides_and_why_that_is_sound(name):
    said = import_module(f"verify.methods.{name}").__doc__
    assert "Example:\n\n    >>> " in said
    assert re.search(r"This is sound|is worth something|is exact: ", said)
    assert METHODS[name].handles.endswith(".")
