"""Modules of papers: a bad claim costs itself and is told once."""

import odd_papers
import pytest
from typer.testing import CliRunner

from tests.verify.claims.test_mistakes import BEGINNING, FINE, MISTAKES, written
from verify.claims import catalogue
from verify.cli.main import app
from verify.errors import NotBuilt


def test_what_several_claims_are_made_of_costs_them_all_and_is_told_once(tmp_path):
    path = tmp_path / "papers" / "shared" / "claims.py"
    path.parent.mkdir(parents=True)
    claims = written("a", FINE) + written("b", FINE)
    text = BEGINNING + "\nSMALL = (0 < x < 1,)\n" + claims.replace("slips/", "shared/")
    path.write_text(text, encoding="utf-8")
    with odd_papers.installed(tmp_path):
        result = CliRunner().invoke(app, ["check", "shared/*"])
    assert result.exit_code == 3
    assert result.stderr.count("And(0 < x, x < 1)") == 1
    assert "shared/a, shared/b: not built: " in result.stderr


def test_an_attack_that_cannot_be_imported_is_told_once(tmp_path):
    path = tmp_path / "papers" / "attackless" / "claims.py"
    path.parent.mkdir(parents=True)
    head = 'from theory.language import Head\nPACE = Head("Pace", "-")\n'
    claim = written("pace", "ForAll(says=PACE(x) > 0)").replace("slips/", "attackless/")
    path.write_text(BEGINNING + head + claim, encoding="utf-8")
    path.with_name("attack.py").write_text("from .claims import PAGE\n", encoding="utf-8")
    with odd_papers.installed(tmp_path):
        result = CliRunner().invoke(app, ["check", "attackless/pace"])
    assert result.stderr.count("cannot import name 'PAGE'") == 1
    assert "attack.py:1: `from .claims import PAGE`" in result.stderr


def test_nothing_but_a_claim_is_left_out(tmp_path):
    """A name with two values would keep the first one, and its claim would say something else."""
    path = tmp_path / "papers" / "twice" / "claims.py"
    path.parent.mkdir(parents=True)
    first, second = written("a", FINE), written("a", "ForAll(says=small(x))")
    again = second.replace("slips/a", "twice/b")
    lemma = written("c", "A.statement").replace("slips/", "twice/")
    text = BEGINNING + first.replace("slips/", "twice/") + again + lemma
    path.write_text(text, encoding="utf-8")
    with odd_papers.installed(tmp_path), pytest.raises(NotBuilt, match="And"):
        catalogue.load("twice/c")


def test_a_bad_claim_in_another_file_of_the_paper_costs_itself_too(tmp_path):
    folder = tmp_path / "papers" / "deep"
    folder.mkdir(parents=True)
    bad = written("bad", MISTAKES["chained"][0]).replace("slips/", "deep/")
    fine = written("fine", "ForAll(given=(x > 1,), says=x**2 > x)")
    (folder / "first.py").write_text(BEGINNING + bad, encoding="utf-8")
    text = "from .first import *\n" + fine.replace("slips/", "deep/") + bad.replace("bad", "worse")
    (folder / "second.py").write_text(text, encoding="utf-8")
    with odd_papers.installed(tmp_path):
        assert catalogue.load("deep/fine").id == "deep/fine"
        for name in ("bad", "worse"):
            with pytest.raises(NotBuilt, match="And"):
                catalogue.load(f"deep/{name}")
