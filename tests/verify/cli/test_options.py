"""What the options of all commands may be."""

import odd_papers
import pytest

from verify.cli import checking, options

FEW = """
import sympy as sp

from theory.claim import Claim, ForAll, Missing, Observed, Source
from theory.language import Head, reals

x = reals("x")
NOTHING = Head("Nothing", "a quantity that is not a number")
AT = Source("section 1")
FINE = Claim(id="odd/fine", title="works", source=AT, words="-",
             printed=Observed("fine", {}, sp.Symbol("effect", real=True) > 0))
VACUOUS = Claim(id="odd/vacuous", title="nothing satisfies it", source=AT, words="-",
                printed=ForAll(given=(x > 1, x < 0), says=x > 5))
MISSING = Claim(id="odd/missing", title="needs a model", source=AT, words="-",
                printed=Missing("a pretrained model"))
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "--profile", "huge"),
        ("run", "--jobs", "0"),
        ("run", "--jobs", "x"),
        ("nonsense",),
        ("check",),
        ("run", "--device", "tpu"),
    ],
)
def test_options_are_checked(invoke, arguments):
    assert invoke(*arguments).exit_code == 2


@pytest.mark.parametrize("jobs", ["0", "x"])
def test_a_variable_says_how_many_workers_there_are(invoke, monkeypatch, jobs):
    monkeypatch.setenv("THMCHECK_JOBS", jobs)
    result = invoke("run")
    assert result.exit_code == 2
    assert "THMCHECK_JOBS" in result.stderr


def test_a_missing_gpu_is_named(invoke):
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    result = invoke("run", "--device", "cuda")
    assert result.exit_code == 2
    assert "--device cuda: torch finds no CUDA device" in result.stderr


FALLS_BACK = "--device auto: there is no CUDA device here, so experiments run on the CPU"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("check", "odd/fine"), True),
        (("check", "odd/fine", "--device", "auto", "--json"), True),
        (("run", "--paper", "odd"), True),
        (("check", "odd/fine", "--device", "cpu"), False),
        (("check", "odd/vacuous"), False),  # no experiment
        (("check", "odd/missing"), False),
    ],
)
def test_without_a_gpu_experiments_run_on_the_cpu_and_it_is_said(
    invoke, tmp_path, monkeypatch, asked, says
):
    monkeypatch.setattr(options, "has_driver", lambda: False)
    few = {name: text for name, text in odd_papers.FILES.items() if "/odd/" in name}
    few["papers/odd/claims.py"] = FEW
    monkeypatch.setattr(odd_papers, "FILES", few)
    with odd_papers.installed(tmp_path, "odd"):
        result = invoke(*asked)
    assert result.stderr.count(FALLS_BACK) == says
    assert "--device" not in result.stdout


def test_with_a_gpu_nothing_is_said(invoke, tmp_path, monkeypatch):
    monkeypatch.setattr(checking, "device_here", lambda wanted: "cuda")
    with odd_papers.installed(tmp_path, "odd"):
        assert "--device" not in invoke("check", "odd/fine").stderr
