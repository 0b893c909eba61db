"""What the keys of results follow."""

from pathlib import Path

import odd_papers
import pytest

from verify.claims import catalogue, folders, sources
from verify.methods import METHODS
from verify.running import keys
from verify.running.items import Item
from verify.running.keys import key_of
from verify.running.work.apply import Apply
from verify.running.work.describe import Describe
from verify.running.work.draw import Draw
from verify.running.work.judge import Judge, Replay
from verify.running.work.locate import Locate
from verify.running.work.sweep import Divide, DoPart
from verify.running.work.vary import Mutate, Repair

ROOT = Path(__file__).resolve().parents[3]
PROVERS = METHODS["induction"].provers


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


def test_a_part_of_a_sweep_depends_on_its_experiment_and_on_no_method(monkeypatch):
    every = {ROOT / "verify" / "methods" / f"{name}.py" for name in METHODS}
    for work in (Divide({}), DoPart("phase diagram", {"batch": 4})):
        used = files_of(Item("signsgd-scaling/fig-1", work), monkeypatch)
        assert ROOT / "verify/papers/signsgd_scaling/figures.py" in used
        assert ROOT / "numerics/sign_chain.py" in used
        assert not used & every


def test_a_claim_is_described_without_the_methods(monkeypatch):
    monkeypatch.setattr(keys, "_methods", lambda: pytest.fail("the methods are not needed"))
    keys.key_of(Item("steepest-mirror/cor-4.9", Describe()))


DONE_BY = [  # a kind of work, and a file that does it
    (Describe(), "verify/display/text.py"),
    (Locate(), "verify/claims/statements.py"),
    (Apply("solver", {}), "verify/methods/solver.py"),
    (Apply("solver", {}), "verify/methods/apply.py"),
    (Apply("solver", {}), "verify/kernel/proofs.py"),
    (Replay({}), "verify/judging/certificate.py"),
    (Judge({}), "verify/judging/verdict.py"),
    (Mutate(), "verify/variants/mutants.py"),
    (Repair({}), "verify/variants/repairs.py"),
    (Divide({}), "verify/methods/sweep.py"),
    (DoPart("", {}), "verify/running/work/sweep.py"),
    (Draw({}), "verify/display/plots.py"),
    (Draw({}), "verify/display/script.py"),
]


@pytest.mark.parametrize(("work", "wanted"), DONE_BY, ids=lambda one: str(one)[:20])
def test_the_key_follows_what_does_the_work_and_all_that_it_imports(work, wanted, monkeypatch):
    read, claim = set(), next(iter(catalogue.index()))
    monkeypatch.setattr(sources, "digest", lambda path: read.add(path) or "")
    sources.closure_hash.cache_clear()
    key_of(Item(claim, work, opaque=False))
    sources.closure_hash.cache_clear()
    names = {path.relative_to(folders.ROOT).as_posix() for path in read}
    assert wanted in names
    assert {"verify/running/workers.py", "verify/running/isolation.py", "theory/claim.py"} <= names
    for path in read:  # nothing is covered without what it imports, except packages
        if path.name != "__init__.py":
            module = ".".join(path.relative_to(folders.ROOT).with_suffix("").parts)
            assert sources.closure(module) <= read, path


def test_the_key_follows_where_files_stand(tmp_path):
    with odd_papers.installed(tmp_path, "odd"):
        item = Item("odd/nan", Locate())
        before = key_of(item)
        attack = tmp_path / "papers" / "odd" / "attack.py"
        (attack.parent / "attack").mkdir()
        attack.rename(attack.parent / "attack" / "__init__.py")
        catalogue.forget()
        assert key_of(item) != before
