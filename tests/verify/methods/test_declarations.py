"""Methods declare themselves: what is found, what is missed, and what follows from it."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from verify import methods
from verify.cli.doctor import diagnoses
from verify.methods import METHODS, declared, refuters
from verify.methods.pages import explained

ROOT = Path(__file__).resolve().parents[3]

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
        ("verify/evidence.py", "atoms"),  # a kind of values
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
    # heads in floating point, and places of atoms, are searched as exact numbers are
    assert imports == {("experiment.py", "search"), ("atoms.py", "search")}


@pytest.mark.parametrize("part", ["It says", "This is sound", "Example:", ">>> ", "Reference:"])
def test_what_a_method_does_not_say_is_missed(another, part):
    lines = SCRATCH.split("METHOD = ")[0].splitlines(keepends=True)
    rest = SCRATCH[len("".join(lines)) :]
    another("scratch", "".join(line for line in lines if part not in line) + rest)
    with pytest.raises(ValueError, match="scratch: its docstring has a title, what it decides"):
        explained(declared()["scratch"])
