"""What every user of sympy writes once: named with its line and the way out, and costs itself."""

import ast

import odd_papers
import pytest
from typer.testing import CliRunner

from verify.claims import catalogue, folders
from verify.claims.mistakes import mistakes
from verify.cli.main import app
from verify.errors import NotBuilt

BEGINNING = """
import math
import numpy as np
import sympy as sp
from sympy import And, Eq, Or, Symbol
from thmcheck import Claim, ForAll, Source, reals

AT = Source("section 1")
x, y = reals("x y")
p = Symbol("p", positive=True)


def small(t):
    return 0 < t < 1


def claim(name, statement):
    return Claim(id=name, title="-", source=AT, words="-", printed=statement)

"""
CLAIM = """
{constant} = Claim(
    id="slips/{name}", title="-", source=AT, words="-",
    printed={statement},
)
"""
MISTAKES = {
    "chained": (
        "ForAll(given=(0 < x < 1,), says=x**2 < x)",
        "`0 < x < 1` compares twice at once, which Python joins by `and`; "
        "write And(0 < x, x < 1), or one hypothesis for each",
    ),
    "and": (
        "ForAll(given=(x > 0 and x < 1,), says=x**2 < x)",
        "`x > 0 and x < 1` lets Python's `and` choose one of its parts; write And(x > 0, x < 1)",
    ),
    "silent-and": (
        "ForAll(given=(And(x > 0, y > 0) and x < 1,), says=x**2 < x)",
        "write And(And(x > 0, y > 0), x < 1)",
    ),
    "or": ("ForAll(says=x > 0 or x < 1)", "write Or(x > 0, x < 1)"),
    "not": ("ForAll(given=(not x < 0,), says=x**3 >= 0)", "write Not(x < 0)"),
    "equal": (
        "ForAll(says=(x + y) * (x - y) == x**2 - y**2)",
        "compares objects and is Python's False; write Eq((x + y) * (x - y), x ** 2 - y ** 2)",
    ),
    "silent-equal": (
        "ForAll(given=(Or(x == 1, x > 2),), says=x >= 1)",
        "`x == 1` compares objects and is Python's False; write Eq(x, 1)",
    ),
    "silent-unequal": (
        "ForAll(given=(And(x != 1, x > 0),), says=x**2 > 0)",
        "`x != 1` compares objects and is Python's True; write Ne(x, 1)",
    ),
    "float": (
        "ForAll(given=(x >= 0.1,), says=x**3 >= 0)",
        "`0.1` is rounded by Python, not exact; write Rational(1, 10)",
    ),
    "division": (
        "ForAll(given=(x >= 1/3,), says=x**3 >= 0)",
        "`1 / 3` is rounded by Python, not exact; write Rational(1, 3)",
    ),
    "positive": (
        "ForAll(says=p + 1 / p >= 2)",
        "p is assumed to be positive, which no hypothesis shows; write reals('p') and the "
        "hypothesis p > 0",
    ),
    "power": ("ForAll(says=x^2 >= 0)", "`x ^ 2` is Python's exclusive or, no power"),
    "max": (
        "ForAll(says=max(x, y) >= x)",
        "is Python's max, which must compare; write Max",
    ),
    "cases": (
        "ForAll(says=(x if x > 0 else -x) >= x)",
        "write Piecewise((x, x > 0), (-x, True))",
    ),
    "math": (
        "ForAll(says=sp.Max(math.sqrt(x), y) >= 0)",
        "`math.sqrt(x)` takes numbers, no symbols; write sp.sqrt(x)",
    ),
    "numpy": ("ForAll(says=np.sqrt(x + 1) > 0)", "write sp.sqrt(x + 1)"),
    "decided": (
        "ForAll(says=p > 0)",
        "sympy decided the conclusion while it was written down; write the relation with "
        "evaluate=False, or says=DEFINES for a definition; where a symbol is declared with "
        "positive=True or the like, declare it by reals(...) and write a hypothesis",
    ),
    "hypotheses-listed": ("ForAll(x**2 > x, given=[x > 1, y > 0])", "write given=(x > 1, y > 0,)"),
    "where": ("ForAll(x**2 >= 0, where={'a': x})", "'a' is no abbreviation; use a symbol"),
    "string": ("ForAll(says='x > 0')", "the conclusion is no condition but 'x > 0', a str"),
    "listed": ("ForAll((x, y), x < y)", "`(x, y)` lists symbols"),
    "listed-by-name": (
        "ForAll((x,), given=(x > 0,), says=x**3 > 0)",
        "write ForAll(says, given=(...))",
    ),
    "placed": (
        "ForAll(x**2 < x, given={'assumption 1': (0 < x < 1,)})",
        "write And(0 < x, x < 1)",
    ),
    "untupled": ("ForAll(x**2 > 0, given=x > 0)", "write given=(x > 0,)"),
    "misspelt": (
        "ForAll(x**3 > 0, givn=(x > 0,))",
        "`ForAll(x**3 > 0, givn=(x > 0,))`: ForAll has no argument 'givn'; did you mean 'given'?",
    ),
    "unknown": ("ForAll(says=z >= 0)", "`z`: NameError: name 'z' is not defined"),
    "helper": ("ForAll(given=(small(x),), says=x**2 < x)", "write And(0 < t, t < 1)"),
    "leaning": ("CHAINED.statement", "`CHAINED`: NameError: name 'CHAINED' is not defined"),
}
FINE = "ForAll(given=tuple(x >= k for k in range(9) if 0 < k < 3), says=x**2 + 1 >= 2 * x)"


def written(name, statement):
    constant = name.upper().replace("-", "_")
    return CLAIM.format(constant=constant, name=name, statement=statement)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("papers")
    path = root / "papers" / "slips" / "claims.py"
    path.parent.mkdir(parents=True)
    claims = {name: statement for name, (statement, _) in MISTAKES.items()}
    text = BEGINNING + "".join(written(*item) for item in {**claims, "fine": FINE}.items())
    path.write_text(text, encoding="utf-8")
    with odd_papers.installed(root):
        yield path


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_with_its_line_its_expression_and_the_way_out(folder, name):
    with pytest.raises(NotBuilt) as refused:
        catalogue.load(f"slips/{name}")
    words = str(refused.value)
    assert MISTAKES[name][1] in words
    path, line, _ = words.split(":", 2)
    assert path == str(folder)
    first = catalogue.index()[f"slips/{name}"].line
    helper = next(n for n, t in enumerate(BEGINNING.splitlines(), 1) if "0 < t < 1" in t)
    assert int(line) == helper if name == "helper" else first <= int(line) <= first + 2


def test_a_bad_claim_costs_itself_and_is_told_once(folder):
    result = CliRunner().invoke(app, ["check", "slips/chained", "slips/fine", "slips/float"])
    assert result.exit_code == 3
    assert result.output.count("0 < x < 1") == 1
    assert result.output.count("Rational(1, 10)") == 1
    assert "slips/chained: not built: " in result.stderr
    assert "verdict   proved" in result.stdout
    assert "slips/float" not in result.stdout


@pytest.mark.parametrize(
    "source",
    [
        "tuple(k for k in range(9) if k % 2 == 0 and 0 < k < 5)",
        "ForAll(given=(), says=x > 0 if 1 < 2 < 3 else x < 0)",
        "ForAll(says=table[depth == 2])",
        "ForAll(says=build(depth == 2 and wide))",
        "sp.Eq(x, y, evaluate=depth == 2)",
        "lambda a, b: a == b",
        "Observed('loss', {'wide': depth == 2}, loss > 0, needs=model or '')",
        "Claim('a/b', title, words=words or '-', source=Source(page or 'p. 1'), note=not known)",
    ],
)
def test_what_python_decides_is_no_mistake(source):
    assert not list(mistakes(ast.parse(source, mode="eval").body))


def test_no_paper_of_this_project_has_such_a_mistake():
    from verify.claims.source_mistakes import mistake_in

    places = [place for place in catalogue.index().values() if place.root == folders.ROOT]
    assert not [place.id for place in places if mistake_in(place.path, place.line)]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            "return 3",
            "the experiment 'odd' returned 3, a int, instead of evidence; it returns Evidence(",
        ),
        ("return None", "returned None, a NoneType, instead of evidence; it returns Evidence("),
        ("raise KeyError('loss')", "raised KeyError: 'loss' ("),
        ("pass\n\n\ndef odd(statement): pass", "it is called as f(statement, seed=..., scale=..."),
    ],
)
def test_an_experiment_that_fails_says_what_was_expected(tmp_path, body, words):
    from verify.evidence import Key
    from verify.methods.apply import apply_to_claim

    paper = f"expected{abs(hash(body))}"  # a module is imported once in a process
    path = tmp_path / "papers" / paper / "attack.py"
    path.parent.mkdir(parents=True)
    attack = f"def odd(statement, **how):\n    {body}\n\n\nEXPERIMENTS = {{'odd': odd}}\n"
    path.write_text(attack, encoding="utf-8")
    claims = odd_papers.MISTYPED.replace("mistyped/", f"{paper}/").replace("training loss", "odd")
    (path.parent / "claims.py").write_text(claims, encoding="utf-8")
    with odd_papers.installed(tmp_path):
        (evidence,) = apply_to_claim(
            catalogue.load(f"{paper}/fig-1"), "experiment", [Key(0)]
        ).values()
    assert evidence.error
    assert words in evidence.detail
