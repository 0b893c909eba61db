"""Mistakes in a script or in a notebook, where no file of a paper is imported."""

import linecache
import os
import subprocess
import sys
from itertools import count

import numpy as np
import pytest
from sympy import Expr, sin, sqrt
from sympy.core.relational import Relational

import thmcheck
from theory.language import reals
from verify.claims import folders
from verify.claims.refusals import NO_NUMBER, UNDECIDED, explaining, in_numpy
from verify.errors import NotBuilt, RunError

BEGINNING = """\
import math

import numpy as np
import sympy as sp
from sympy import And, Eq, Max, Or
from thmcheck import Claim, ForAll, Source, check, find_counterexample, reals

x, y = reals("x y")

def claim(statement):
    return Claim(id="cell/a", title="-", source=Source(), words="-", printed=statement)
"""
# in a cell of its own; what is raised; what it says, or its note
RAISED = {
    "ForAll(x**2 < x,\n       given=(0 < x < 1,))": (
        TypeError,
        "line 2: `0 < x < 1` compares twice at once, which Python joins by `and`; "
        "write And(0 < x, x < 1), or one hypothesis for each",
    ),
    "ForAll(x**3 >= 0, given=(x > 0 and y > 0,))": (TypeError, "write And(x > 0, y > 0)"),
    "ForAll(x**3 >= 0, given=(not x < 0,))": (TypeError, "write Not(x < 0)"),
    "bound = max(x, y)": (TypeError, "`max(x, y)` is Python's max, which must compare; write Max"),
    "size = x if x > 0 else -x": (TypeError, "write Piecewise((x, x > 0), (-x, True))"),
    "ForAll(math.sqrt(x) >= 0)": (
        TypeError,
        "line 1: `math.sqrt(x)` takes numbers, no symbols; write sp.sqrt(x)",
    ),
    "above = x + math.ceil(x + y)": (TypeError, "write sp.ceiling(x + y)"),
    "ForAll(math.log2(x) <= x)": (TypeError, "write sp.log(x, 2)"),
    "ForAll(np.sqrt(x + y) <= np.exp(x))": (TypeError, "`np.sqrt(x + y)` takes numbers"),
    "ForAll(np.exp(x) >= 1 + x)": (TypeError, "write sp.exp(x)"),
    "size = float(x)": (TypeError, "sp.sqrt(x) for `math.sqrt(x)` and `np.sqrt(x)`"),
    "ForAll(x**3 >= 0, given=(x >= 0.1,))": (ValueError, "write sp.Rational(1, 10) instead"),
    "ForAll(x == y)": (ValueError, "`==` compares objects, write Eq(left, right)"),
    "ForAll(x > 0, givn=(y > 0,))": (ValueError, "no argument 'givn'; did you mean 'given'?"),
}
NUMBERS = count(1)


@pytest.fixture(autouse=True)
def explained(monkeypatch):
    """Let sympy explain itself as in a process of a user; this one has run papers."""
    for kind, name, anywhere in (
        (Relational, "__bool__", UNDECIDED),
        (Expr, "__float__", NO_NUMBER),
    ):
        refuse = getattr(kind, name)
        refuse = getattr(refuse, "__wrapped__", refuse)
        monkeypatch.setattr(kind, name, explaining(refuse, anywhere))
    monkeypatch.setattr(Expr, "__array_ufunc__", explaining(in_numpy, NO_NUMBER), raising=False)


@pytest.fixture
def cell():
    """Return what runs a cell as a notebook does, which keeps its source for tracebacks."""
    names = []
    space = {"__name__": "__main__"}

    def run(text):
        names.append(f"<ipython-input-{next(NUMBERS)}-0123456789ab>")
        linecache.cache[names[-1]] = (len(text), None, text.splitlines(True), names[-1])
        exec(compile(text, names[-1], "exec"), space)
        return space

    run(BEGINNING)
    yield run
    for name in names:
        del linecache.cache[name]


def said(error):
    return "\n".join([str(error), *getattr(error, "__notes__", ())])


@pytest.mark.parametrize("text", RAISED)
def test_a_mistake_in_a_cell_is_named_with_the_way_out(cell, text):
    kind, words = RAISED[text]
    with pytest.raises(kind) as raised:
        cell(text)
    assert words in said(raised.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "given=(Or(x == 1, x > 2),)",
            "cell/b: not built: line 3: `x == 1` compares objects and is Python's False; "
            "write Eq(x, 1)",
        ),
        ("given=(And(x != 1, x > 0),)", "line 3: `x != 1` compares objects and is Python's True"),
        ("given=(And(x > 0, y > 0) and x < 1,)", "write And(And(x > 0, y > 0), x < 1)"),
    ],
)
def test_what_python_decides_silently_in_a_cell_is_found_by_the_check(cell, text, words):
    space = cell(
        'lemma = Claim(\n    id="cell/b", title="-", source=Source(), words="-",\n'
        f"    printed=ForAll(x**2 + 1 >= 2 * x, {text}),\n)\n"
    )
    with pytest.raises(RunError) as refused:
        thmcheck.check(space["lemma"])
    assert words in str(refused.value)


def test_what_a_claim_in_a_cell_is_made_of_counts(cell):
    space = cell("near = Or(x == 1, x > 2)\nlemma = claim(ForAll(x >= 1, given=(near,)))\n")
    assert space["lemma"].id == "cell/a"  # written in the cell with the function, which is fine
    space = cell(
        "near = Or(x == 1, x > 2)\n"
        'lemma = Claim(id="cell/c", title="-", source=Source(), words="-",\n'
        "              printed=ForAll(x >= 1, given=(near,)))\n"
    )
    with pytest.raises(RunError, match="line 1: `x == 1` compares objects"):
        thmcheck.check(space["lemma"])


def test_a_claim_that_was_mended_in_a_later_cell_is_checked(cell):
    text = (
        'lemma = Claim(id="cell/d", title="-", source=Source(), words="-",\n'
        "              printed=ForAll(x >= 1, given=(Or({}, x > 2),)))\n"
    )
    cell(text.format("x == 1"))
    space = cell(text.format("Eq(x, 1)"))
    assert thmcheck.check(space["lemma"]).verdict.value == "proved"


def test_a_statement_without_a_claim_is_looked_at_alone(cell):
    space = cell("bad = ForAll(x >= 1, given=(Or(x == 1, x > 2),))\ngood = ForAll(x + 1 > x * y)\n")
    with pytest.raises(NotBuilt, match="line 1: `x == 1` compares objects"):
        thmcheck.find_counterexample(space["bad"])
    assert thmcheck.find_counterexample(space["good"]) is not None


def test_a_source_that_is_no_python_is_taken_as_it_is(cell):
    space = cell("lemma = claim(ForAll(x**2 + 1 >= 2 * x))\n")
    for name in list(linecache.cache):
        if name.startswith("<ipython-input-"):
            linecache.cache[name] = (1, None, ["%time lemma\n"], name)
    assert thmcheck.check(space["lemma"]).verdict.value == "proved"


def test_where_no_source_is_kept_every_way_out_is_named():
    with pytest.raises(TypeError) as raised:
        exec("0 < x < 1", {"x": reals("x"), "__name__": "__main__"})
    assert "write And(0 < x, x < 1) for `0 < x < 1`" in said(raised.value)


def test_what_sympy_asks_itself_gets_no_note():
    with pytest.raises(TypeError) as raised:
        exec("0 < x < 1", {"x": reals("x"), "__name__": "sympy.core"})
    assert not hasattr(raised.value, "__notes__")


OF_FORMULAS = {
    "a number": lambda x: np.float64(2) * x,
    "an array": lambda x: np.array([1, 2]) * x + x,
    "an array from the right": lambda x: x * np.array([1, 2]),
    "a power": lambda x: np.power(x, 2),
    "an absolute value": lambda x: np.abs(sin(x)),
    "a sum": lambda x: np.add.reduce([x, 2 * x]),
    "in place": lambda x: np.add(np.array([x, 1], dtype=object), sqrt(x)),
}


@pytest.mark.parametrize("what", OF_FORMULAS)
def test_what_numpy_can_do_with_formulas_it_does_as_before(what, monkeypatch):
    x = reals("x")
    explained = OF_FORMULAS[what](x)
    monkeypatch.delattr(Expr, "__array_ufunc__")
    plain = OF_FORMULAS[what](x)
    assert type(explained) is type(plain)
    assert np.all(explained == plain)


def test_python_prints_the_way_out_of_a_script(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(f"{BEGINNING}\nForAll(x**2 < x, given=(0 < x < 1,))\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(folders.ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    line = len(BEGINNING.splitlines()) + 2
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"{script}:{line}: `0 < x < 1` compares twice at once, which Python joins by `and`; "
        "write And(0 < x, x < 1), or one hypothesis for each"
    )
