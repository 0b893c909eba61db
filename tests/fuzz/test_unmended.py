"""Generated statements see each class of errors that is let back into the engine."""

import json

import pytest

from tests.fuzz import soak
from tests.fuzz.unmended import UNMENDED, Changes, unmended
from theory.language import assumed_in
from verify.kernel import proofs, total
from verify.kernel.algebra import Algebra
from verify.methods import base

SEED = 1
FALSE_THEN = {"predicates": 16, "instances": 54, "shrinking-rays": 42}  # class -> number of a case


def kinds(number):
    return {wrong["kind"] for wrong in json.loads(soak.judged(SEED, number)).get("wrong", ())}


@pytest.mark.parametrize(("name", "number"), FALSE_THEN.items())
def test_an_error_that_is_let_back_in_is_seen(name, number):
    assert kinds(number) == set()
    with unmended(name):
        assert kinds(number) - set(soak.NO_VERDICTS)
    assert kinds(number) == set()


@pytest.mark.parametrize("name", UNMENDED)
def test_every_class_changes_something_that_exists_and_is_taken_back(name, monkeypatch):
    changed = []
    change = Changes.attribute

    def noted(self, owner, attribute, new):
        changed.append((owner, attribute, getattr(owner, attribute)))
        change(self, owner, attribute, new)
        assert getattr(owner, attribute) is new

    monkeypatch.setattr(Changes, "attribute", noted)
    with unmended(name):
        assert changed
        assert all(vars(owner)[attribute] is not old for owner, attribute, old in changed)
    assert all(getattr(owner, attribute) is old for owner, attribute, old in changed)


def test_what_has_vanished_is_an_error(monkeypatch):
    monkeypatch.delattr(Algebra, "smooth")
    with pytest.raises(AttributeError), unmended("singularities"):
        pass
    monkeypatch.delattr(total, "total")
    with pytest.raises(AttributeError), unmended("predicates"):
        pass


def test_finder_and_kernel_are_misled_alike():
    with unmended("predicates"):
        assert proofs.total is total.total
    with unmended("antecedents"):
        assert base.assumed_in is not assumed_in


def test_nothing_of_an_unmended_run_is_kept():
    progress = soak.Progress(SEED, fresh=True)
    before = progress.path.read_bytes()
    assert (
        soak.main(["--seed", str(SEED), "--count", "2", "--jobs", "1", "--unmended", "undecided"])
        == 0
    )
    assert progress.path.read_bytes() == before
