"""`import thmcheck`: a claim that was just written, values that refute, and names that clash."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import odd_papers
import pytest
import sympy as sp

import thmcheck
from theory.language import Each
from theory.well_formed import IllFormed
from thmcheck import Claim, ForAll, Head, Instead, SameOrder, Source, integers, reals, sequence
from verify.claims import catalogue
from verify.errors import RunError
from verify.truth import Truth, evaluate

ROOT = Path(__file__).resolve().parents[2]
x, y = reals("x y")
n, k = integers("n k")
a = sequence("a")


def written(statement, name="mine/lem-1"):
    return Claim(id=name, title="A lemma", source=Source("here"), words="-", printed=statement)


def python(folder, *arguments):
    """Run Python in a folder, with thmcheck on its search path; return what became of it."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
    )


# -- check ------------------------------------------------------------------------------------


def test_a_claim_that_was_just_written_is_checked():
    holds = thmcheck.check(written(ForAll(given=(x > 0,), says=x + 1 / x >= 2)))
    assert holds.verdict.value == "proved"
    fails = thmcheck.check(written(ForAll(given=(x >= 0,), says=x * y <= x**2)))
    assert (fails.id, fails.verdict.value) == ("mine/lem-1", "refuted")
    assert fails.parts[0].certificate is not None
    assert fails.code.theory == "written in this process"
    assert "mine/lem-1" not in catalogue.index()


def test_a_written_claim_stands_for_itself_and_not_for_one_of_its_id(tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        other = written(ForAll(says=x**2 + 1 >= 2 * x), "plain/lem-2")
        assert thmcheck.check(other).verdict.value == "proved"
        assert thmcheck.check("plain/lem-2").verdict.value == "refuted"
        assert thmcheck.check(thmcheck.load("plain/lem-2")).code.theory.startswith("papers/")


def test_a_written_claim_with_a_head_is_attacked_by_its_paper(tmp_path):
    with odd_papers.installed(tmp_path, "wrong"):
        double = thmcheck.load("wrong/factor").printed.says.lhs.func
        with pytest.raises(RunError, match="experiment"):  # the simulator has a wrong factor
            thmcheck.check(written(ForAll(says=sp.Eq(double(x), 2 * x)), "wrong/mine"))
    nobody = Head("Nobody", "a quantity without a meaning")
    found = thmcheck.check(written(ForAll(says=nobody(x) >= x)))
    assert found.verdict.value == "open"


def test_a_script_needs_no_guard(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from thmcheck import Claim, ForAll, Source, check, reals\n"
        "print('begins')\n"
        "x = reals('x')\n"
        "lemma = Claim(id='mine/a', title='-', source=Source(), words='-',\n"
        "              printed=ForAll(given=(x > 0,), says=x**2 >= x))\n"
        "print(check(lemma).verdict.value)\n"
        "print(check('less-data/txt-global').verdict.value)\n",
        encoding="utf-8",
    )
    done = python(tmp_path, "script.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["begins", "refuted", "proved"]


def test_a_place_may_be_a_text():
    lemma = Claim(
        id="mine/lem-1",
        title="Young",
        source="section 2",
        words="Weighted squares bound a product.",
        printed=ForAll(x * y <= k * x**2 / 2 + y**2 / (2 * k), given=(k > 0,)),
        instead=Instead(ForAll(x**2 + 1 > x), meant="lemma 3"),
    )
    assert (lemma.source, lemma.instead.meant) == (Source("section 2"), Source("lemma 3"))
    assert thmcheck.check(lemma).source.main == "section 2"


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("because", "z", "because is no mapping but 'z'; write because={NAME: ...}"),
        ("lemmas", (1,), "lemmas is no mapping but (1,)"),
        ("words", 3, "words is a text, not 3"),
        ("title", None, "title is a text, not None"),
        ("source", 3, "source is a text or a Source, not 3"),
    ],
)
def test_a_field_of_another_kind_is_named(field, value, words):
    whole = {"id": "mine/a", "title": "-", "source": "1", "words": "-", "printed": ForAll(x > 0)}
    with pytest.raises(IllFormed, match=re.escape(words)):
        Claim(**{**whole, field: value})


# -- find_counterexample ----------------------------------------------------------------------

FALSE = {
    "linear": ForAll(given=(x > 0,), says=x * y <= x),
    "product": ForAll(given=(x >= 0, y >= 0), says=x * y <= x + y),
    "finite": ForAll(given=(n >= 0, n <= 5), says=n**2 <= 4 * n),
    "exponential": ForAll(given=(x >= 0,), says=sp.exp(x) <= 1 + 2 * x),
    "instances": ForAll(given=(n >= 1, x >= 0), says=x**n <= x, instances={n: (1, 3)}),
    "members": ForAll(given=(Each(a[k] >= 0, (k, 1, n)),), says=a[1] <= 1, instances={n: (2,)}),
    "root": ForAll(given=(x >= 0,), says=sp.sqrt(x) <= x),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_counterexample_satisfies_every_hypothesis_and_breaks_the_conclusion(name):
    statement = FALSE[name]
    found = thmcheck.find_counterexample(statement)
    assert found is not None
    assert all(isinstance(value, Fraction) for value in found.values())
    instances = {
        tuple(str(found[str(index)]) for index in instance): expanded
        for instance, expanded in statement.expanded
        if all(found[str(index)] == value for index, value in instance.items())
    }
    (expanded,) = instances.values()
    point = {symbol: found[str(symbol)] for symbol in expanded.symbols}
    assert all(evaluate(g, point, {}) is Truth.TRUE for g in expanded.given)
    assert evaluate(expanded.says, point, {}) is Truth.FALSE


@pytest.mark.parametrize(
    "statement",
    [
        ForAll(says=2 * x * y <= x**2 + y**2),
        ForAll(given=(x > 1, x < 0), says=x > 5),
        ForAll(given=(n >= 0, n <= 5), says=n**2 <= 5 * n),
    ],
)
def test_what_holds_has_no_counterexample(statement):
    assert thmcheck.find_counterexample(statement) is None


def test_what_nothing_confirms_is_no_counterexample(monkeypatch):
    monkeypatch.setattr("verify.judging.certificate.truths_at", lambda *_: lambda _: Truth.UNKNOWN)
    assert thmcheck.find_counterexample(FALSE["linear"]) is None


def test_only_statements_that_can_be_evaluated_are_searched():
    with pytest.raises(TypeError, match="a SameOrder, is no ForAll, which alone has"):
        thmcheck.find_counterexample(SameOrder(x**2, x, regime=(x >= 1,), variables=(x,)))
    pace = Head("Pace", "how fast something is")
    with pytest.raises(ValueError, match="a head"):
        thmcheck.find_counterexample(ForAll(says=pace(x) > 0))
    with pytest.raises(TypeError, match=re.escape("write find_counterexample(ForAll(x**2 >= x))")):
        thmcheck.find_counterexample(x**2 >= x)
    with pytest.raises(IllFormed, match=r"^the statement: sympy decided the conclusion"):
        thmcheck.find_counterexample(ForAll(x**2 >= 0))


def test_parts_of_a_written_claim_are_all_checked():
    clauses = {
        "first": ForAll(says=x**2 + 1 >= 2 * x),
        "second": ForAll(says=x**2 >= x),
    }
    found = thmcheck.check(written(clauses))
    assert [part.verdict.value for part in found.parts] == ["proved", "refuted"]


# -- names ------------------------------------------------------------------------------------


def test_the_module_is_the_command_and_imports_nothing_heavy(tmp_path):
    done = python(tmp_path, "-X", "importtime", "-m", "thmcheck", "list", "--paper", "less-data")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("less-data/")
    assert "sympy" not in done.stderr
    assert "torch" not in done.stderr


def test_folders_of_the_same_names_do_no_harm(tmp_path):
    for name in ("theory", "verify", "reports"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.py").write_text("1 / 0\n", encoding="utf-8")
    done = python(tmp_path, "-m", "thmcheck", "--version")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("thmcheck ")


@pytest.mark.parametrize("clash", ["verify/__init__.py", "theory.py", "numerics/__init__.py"])
def test_a_package_or_file_of_the_same_name_is_named_with_the_way_out(tmp_path, clash):
    path = tmp_path / clash
    path.parent.mkdir(exist_ok=True)
    path.write_text("", encoding="utf-8")
    hidden = str(path.parent if path.name == "__init__.py" else path)
    for arguments in (("-m", "thmcheck", "list"), ("-c", "import thmcheck")):
        done = python(tmp_path, *arguments)
        assert done.returncode == 1
        last = done.stderr.splitlines()[-1]
        assert last.startswith(f"ImportError: {hidden} hides the package `")
        assert "rename it" in last
        assert "python -P -m thmcheck" in last
    assert python(tmp_path, "-P", "-m", "thmcheck", "--version").returncode == 0
