"""Claims as pytest items: which are collected when, and what becomes of them."""

import json
import os
import subprocess
import sys

import odd_papers
import pytest

from verify.claims.folders import ROOT
from verify.record import committed

FILE = "property_tests/test_claims.py"


def python(*arguments, **environment):
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )


def pytest_run(*arguments, **environment):
    return python("-m", "pytest", "-p", "no:cacheprovider", *arguments, **environment)


def recorded(verdict):
    """What is recorded of a claim with one statement."""
    return {
        "title": "",
        "source": "",
        "form": "",
        "proof": "unchecked",
        "uses": [],
        "verdicts": {"quick": [verdict, None]},
        "statements": {"0": {"hash": "", "verdicts": {"quick": [verdict, None]}}},
    }


@pytest.fixture
def papers(tmp_path):
    """A folder with papers and a record of them, of which one verdict is wrong."""
    odd_papers.write(tmp_path, "plain", "mistyped")
    claims = {"plain/lem-5": recorded("refuted"), "plain/fig-8": recorded("unchecked")}
    path = tmp_path / "record" / "recorded" / "plain.json"
    path.parent.mkdir(parents=True)
    file = {"record": committed.VERSION, "claims": claims}
    path.write_text(json.dumps(file), encoding="utf-8")
    return {"THMCHECK_PAPERS": str(tmp_path)}


@pytest.mark.parametrize("more", [(), ("-k", "not thm-4.8]")])
def test_claims_are_not_collected_where_nobody_names_them(more):
    seen = pytest_run("--collect-only", "property_tests", *more)
    assert seen.returncode == 0, seen.stderr
    assert "intervals.py" in seen.stdout
    assert "test_claims.py" not in seen.stdout


@pytest.mark.parametrize("where", [FILE, "property_tests"])
def test_a_claim_is_found_by_its_id(where):
    seen = pytest_run("--collect-only", where, "-k", "thm-4.8]")
    assert [line for line in seen.stdout.splitlines() if FILE in line] == [
        f"{FILE}::test_claim[steepest-mirror/thm-4.8]"
    ]


def test_collecting_claims_builds_none():
    code = (
        "import sys, property_tests.test_claims\n"
        "assert not {'sympy', 'torch', 'numpy', 'z3', 'flint', 'hypothesis'} & set(sys.modules)"
    )
    assert python("-c", code).returncode == 0


def test_the_claim_that_is_named_is_the_only_one_asked(papers):
    done = pytest_run(FILE, "-k", "plain/fig-8", **papers)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout
    assert "failed" not in done.stdout


def test_an_item_fails_with_both_verdicts_or_with_the_error(papers):
    done = pytest_run(FILE, "-k", "plain/lem-5 or plain/fig-8 or mistyped/fig-2", **papers)
    assert done.returncode == 1, done.stderr
    assert "2 failed, 1 passed" in done.stdout
    assert "recorded -> found: plain/lem-5: refuted (quick) -> proved" in done.stdout
    assert "error: mistyped/fig-2: no experiment is called 'trainig loss'" in done.stdout
