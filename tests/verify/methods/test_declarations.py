"""Methods declare themselves; what goes through the instances of a statement is written once."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from doctest import DocTestParser, DocTestRunner
from pathlib import Path

import pytest
import sympy as sp

from theory.claim import ForAll, SameOrder
from theory.language import integers, reals
from verify import methods
from verify.claims import catalogue, sources
from verify.cli.doctor import diagnoses
from verify.evidence import Outcome, RationalValue, Tier
from verify.methods import METHODS, applied_last, declared, refuters, samplers
from verify.methods.base import EachInstance, Finding, Pass, in_all
from verify.methods.method import Method, Needless
from verify.methods.pages import FOLDER, INDEX, explained, pages
from verify.methods.task import Task
from verify.running import keys
from verify.running.items import Item
from verify.running.work.apply import Apply
from verify.running.work.describe import Describe
from verify.running.work.judge import Judge
from verify.running.work.vary import Mutate, Repair

ROOT = Path(__file__).resolve().parents[3]
PROVERS = METHODS["induction"].provers
SCRATCH = '''"""Scratch: an answer to everything.

It says that everything holds, of two points, and that x < 1 does not.

This is sound nowhere.

Example:

    >>> from verify.methods import METHODS
    >>> print(METHODS["scratch"].apply(Task(ForAll(says=sp.true))).outcome)
    holds

Reference: A. Tester, "Scratching", 2001.
"""

import sympy as sp

from theory.claim import ForAll
from verify.evidence import Outcome, RationalValue, Tier
from verify.methods.base import Finding
from verify.methods.method import Method
from verify.methods.task import Task


def decide(task):
    if str(task.universal.says) == "x < 1":
        return Finding(Outcome.FAILS, "scratched", witness={"x": RationalValue("77")})
    return Finding(Outcome.HOLDS, "scratched", restrictions=("2 points",))


METHOD = Method(
    name="scratch",
    tier=Tier.SEARCH,
    handles="Everything.",
    decide=decide,
    cost=25,
    refutes=5,
    proves_for_others=True,
)
'''
# what other parts know of the methods, where nothing but the file of one more was written
SEEN = """
import json
from theory.claim import ForAll
from theory.language import reals
from verify.api import find_counterexample
from verify.claims import sources
from verify.cli.doctor import diagnoses
from verify.methods import METHODS, modules_of, refuters
from verify.methods.pages import pages
from verify.running import keys
from verify.running.items import Item
from verify.running.work.apply import Apply
from verify.running.work.judge import Judge

read = set()
sources._digest_if_readable = lambda path: read.add(path.name) or ""
files = {}
for name, work in {
    "judge": Judge({}), "orders": Apply("orders", {}), "balls": Apply("balls", {})
}.items():
    read.clear()
    sources.closure_hash.cache_clear()
    keys.key_of(Item("steepest-mirror/cor-4.9", work, opaque=False))
    files[name] = sorted(read)
x = reals("x")
print(json.dumps({
    "doctor": [f.name for f in diagnoses() if f.well],
    "refuters": [m.name for m in refuters()],
    "provers": [m.name for m in METHODS["induction"].provers],
    "pages": pages(),
    "files": files,
    "counterexample": str(find_counterexample(ForAll(given=(x >= 0,), says=x < 1))["x"]),
}))
"""
x = reals("x")
k = integers("k")


def test_methods_are_applied_from_the_cheapest_to_the_dearest():
    assert [method.cost for method in METHODS.values()] == sorted(m.cost for m in METHODS.values())
    assert list(METHODS).index("vacuity") < list(METHODS).index("solver")
    assert [method.refutes for method in refuters()] == sorted(
        method.refutes for method in refuters()
    )
    assert [method.cost for method in PROVERS] == sorted(method.cost for method in PROVERS)
    needless = [method.needless for method in applied_last()]
    assert needless == sorted(needless, key=list(Needless).index)


def test_methods_are_found_by_what_they_declare():
    assert METHODS["vacuity"] in applied_last()
    assert METHODS["enumeration"] not in applied_last()
    assert METHODS["search"] in refuters()
    assert not {METHODS["vacuity"], METHODS["experiment"]} & {*refuters()}
    assert {METHODS[name] for name in ("enumeration", "solver", "derivation")} <= {*PROVERS}
    assert not {METHODS[name] for name in ("search", "induction", "orders")} & {*PROVERS}
    assert METHODS["search"] in samplers()
    assert METHODS["solver"] not in samplers()
    assert METHODS["experiment"].uses_gpu
    assert METHODS["vacuity"].shows_empty


def test_only_a_method_that_declares_it_has_statements_proved():
    def decide(task):
        found = task.prove(ForAll(says=(x - 1) ** 2 >= 0))
        return Finding(Outcome.UNKNOWN, found.method)

    method = Method("told", Tier.EXACT, "-", decide, cost=1, needs_proofs=True, provers=PROVERS)
    assert METHODS[method.apply(Task(THREE)).detail] in PROVERS
    with pytest.raises(TypeError, match="declares `needs_proofs`"):
        replace(method, provers=()).apply(Task(THREE))


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
    assert refuters()[0].name == "scratch"
    (seen,) = [finding for finding in diagnoses() if finding.name == "scratch"]
    assert seen.well
    assert seen.seen.startswith("holds (")


def test_an_example_that_does_not_come_out_is_seen_by_the_doctor(another, monkeypatch):
    another("scratch", SCRATCH.replace("    holds\n", "    fails\n"))
    monkeypatch.setitem(METHODS, "scratch", declared()["scratch"])
    (seen,) = [finding for finding in diagnoses() if finding.name == "scratch"]
    assert not seen.well
    assert "Got: holds" in seen.seen


def test_a_method_without_an_example_is_seen_by_the_doctor(another, monkeypatch):
    another("scratch", SCRATCH.replace(">>> ", ""))
    monkeypatch.setitem(METHODS, "scratch", declared()["scratch"])
    (seen,) = [finding for finding in diagnoses() if finding.name == "scratch"]
    assert not seen.well


def test_a_method_has_the_name_of_its_module(another):
    another("scratch", SCRATCH.replace('name="scratch"', 'name="solver"'))
    with pytest.raises(ValueError, match="scratch declares a method of another name: 'solver'"):
        declared()


def test_a_method_that_needs_proofs_proves_nothing_for_others(another):
    another("scratch", SCRATCH.replace("refutes=5", "needs_proofs=True"))
    with pytest.raises(ValueError, match="scratch needs proofs, so it cannot be asked"):
        declared()


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return what runs Python in a copy of the project with one more method, of one file."""
    folder = tmp_path_factory.mktemp("copy")
    for package in ("theory", "numerics", "property_tests", "reports"):
        (folder / package).symlink_to(ROOT / package)
    shutil.copytree(
        ROOT / "verify",
        folder / "verify",
        ignore=shutil.ignore_patterns("__pycache__", "certificates"),
    )
    (folder / "verify" / "methods" / "scratch.py").write_text(SCRATCH, encoding="utf-8")

    def python(*arguments):
        environment = {
            **os.environ,
            "PYTHONPATH": str(folder),
            "THMCHECK_CACHE": str(folder / "cache"),
        }
        done = subprocess.run(
            [sys.executable, *arguments],
            env=environment,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return python


def test_a_check_asks_a_method_of_which_nothing_but_its_file_exists(copy):
    text = copy("-m", "verify.cli.main", "check", "steepest-mirror/cor-4.9", "--json")
    assert re.findall(r'"detail": "scratched"', json.dumps(json.loads(text))), text


def test_everybody_knows_a_method_of_which_nothing_but_its_file_exists(copy):
    seen = json.loads(copy("-c", SEEN))
    assert "scratch" in seen["doctor"]
    assert seen["refuters"][0] == "scratch"
    assert seen["counterexample"] == "77"
    assert "scratch" in seen["provers"]
    assert "It says that everything holds" in seen["pages"]["scratch.md"]
    assert "| [scratch](scratch.md) | search | Everything. | 25 |" in seen["pages"]["README.md"]
    assert re.search(r"- needs: proofs by .*\bscratch\b", seen["pages"]["orders.md"])
    assert "scratch.py" in seen["files"]["judge"]
    assert "scratch.py" in seen["files"]["orders"]
    assert "scratch.py" not in seen["files"]["balls"]


def words_of_programs(folder):
    """Yield the name of each file in a folder, with its strings that are no docstrings."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path.relative_to(ROOT).as_posix(), node.value


def test_no_program_names_a_method_but_its_own():
    named = {
        (place, text)
        for folder in ("verify", "reports")
        for place, text in words_of_programs(folder)
        if text in METHODS and place != f"verify/methods/{text}.py"
    }
    # what the papers' experiments return names its method
    papers = {(place, text) for place, text in named if place.startswith("verify/papers/")}
    assert {text for _, text in papers} <= {"experiment"}
    assert named - papers == {
        ("verify/claims/mistakes.py", "experiment"),  # a field of `Observed`
        ("verify/evidence.py", "experiment"),  # a tier
        ("verify/evidence.py", "search"),  # a tier
        ("verify/evidence.py", "solver"),  # a tier
        ("verify/kernel/proofs.py", "induction"),  # a kind of certificates
        ("verify/methods/effects.py", "experiment"),  # what makes that evidence for them
    }
    imports = {
        (path.name, name)
        for path in (ROOT / "verify").rglob("*.py")
        for name in METHODS
        if f"from verify.methods.{name} " in path.read_text(encoding="utf-8")
    }
    # heads in floating point are searched as exact ones are
    assert imports == {("experiment.py", "search")}


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
    for work in (Mutate(), Repair({}), Judge({})):
        assert every <= files_of(Item(claim, work), monkeypatch), work
    shared = {folder / f"{name}.py" for name in ("__init__", "base", "method", "task", "apply")}
    proving = {folder / f"{method.name}.py" for method in PROVERS}
    for method, others in (("induction", proving), ("orders", proving), ("balls", set())):
        used = files_of(Item(claim, Apply(method, {}), opaque=False), monkeypatch)
        assert shared <= used
        assert used & every == {folder / f"{method}.py", *others}


def test_a_claim_is_described_without_the_methods(monkeypatch):
    monkeypatch.setattr(keys, "_methods", lambda: pytest.fail("the methods are not needed"))
    keys.key_of(Item("steepest-mirror/cor-4.9", Describe()))


# -- every instance is judged by the same loop -------------------------------------------------


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


def test_the_solver_refutes_at_an_instance_after_one_that_it_cannot_decide():
    q = reals("q")
    bernoulli = (1 + x) ** q >= 1 + q * x
    claim = ForAll(
        given=(k >= 1, x > 0, q > 1),
        says=sp.And(sp.Or(k >= 2, bernoulli), sp.Or(k < 2, x < 3)),
        instances={k: (1, 2)},
    )
    evidence = METHODS["solver"].apply(Task(claim))
    assert (evidence.outcome, evidence.instance) == (Outcome.FAILS, {"k": "2"})
    first = METHODS["solver"].apply(Task(replace(claim, instances={k: (1,)})))
    assert first.outcome is Outcome.UNKNOWN


# -- the pages --------------------------------------------------------------------------------


def test_the_pages_are_what_the_methods_say_of_themselves():
    written = {p.name: p.read_text(encoding="utf-8") for p in (ROOT / FOLDER).iterdir()}
    assert written == pages(), "run: make docs"
    assert set(written) == {INDEX, *(f"{name}.md" for name in METHODS)}


def test_links_from_one_page_to_another_lead_somewhere():
    for page in (ROOT / FOLDER).iterdir():
        links = re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
        assert links
        assert all((page.parent / link).exists() for link in links), page


@pytest.mark.parametrize("name", METHODS)
def test_a_method_says_what_it_decides_why_that_is_sound_an_example_and_its_source(name):
    said = explained(METHODS[name])
    assert said.title.lower().startswith(name.removesuffix("s"))
    assert said.decides.startswith("It ")
    assert len(said.sound) > 200
    assert f'METHODS["{name}"].apply(Task(' in said.example
    assert re.search(r"[A-Z]\w+( and others)?, \"[A-Z][^\"]+\",[^\"]*\(?(19|20)\d\d", said.source)
    assert METHODS[name].handles.endswith(".")


@pytest.mark.parametrize("part", ["It says", "This is sound", "Example:", ">>> ", "Reference:"])
def test_what_a_method_does_not_say_is_missed(another, part):
    lines = SCRATCH.split("METHOD = ")[0].splitlines(keepends=True)
    rest = SCRATCH[len("".join(lines)) :]
    another("scratch", "".join(line for line in lines if part not in line) + rest)
    with pytest.raises(ValueError, match="scratch: its docstring has a title, what it decides"):
        explained(declared()["scratch"])


@pytest.mark.parametrize("name", METHODS)
def test_the_example_on_a_page_runs_as_it_stands_there(name):
    (shown,) = re.findall(r"```python\n(.+?)```", pages()[f"{name}.md"], re.DOTALL)
    example = DocTestParser().get_doctest(shown, {}, name, None, None)
    failed, tried = DocTestRunner(verbose=False).run(example)
    assert (failed, tried > 2) == (0, True)
