"""What of a printed clause departs from its paper's notation, and what that makes of a verdict."""

import pytest

from tests import odd_papers
from verify.claims import catalogue
from verify.claims.notation import departures, misnamed, whole_without_need
from verify.evidence import Verdict, strongest_proof
from verify.judging.assemble import confirm_certificate
from verify.judging.certificate import make_proof
from verify.running.options import Options
from verify.running.run import run

WORDS = """
import sympy
from sympy import Function

from theory.argument_language import States
from theory.arguments import Between, Generalise, Give, Solve
from theory.claim import Claim, ForAll, SameOrder, Source
from theory.language import Head, function, integers, reals, sequence
from theory.notation import Letter, Named
from theory.orders import Order
from theory.quantifiers import Every, Some
from theory.sequences import Indicator, Law, Mean

x, y, b, r, alpha = reals("x y b r alpha")
F = Head("F", "a quantity of the paper")
f = Function("F")


def of(printed, **more):
    return dict(title="-", source=Source("section 1"), words="-", printed=printed) | more
"""
NOTATION = """
AT = Source("section 1")
NOTATION = (
    Named(x, "variable", "a real", AT),
    Named(y, "variable", "another", AT, fixed_at=Source("(7)")),
    Named(alpha, "constant", "an exponent", AT),
    Named(F, "quantity", "a quantity", AT),
)
LETTERS = (Letter(integers("y"), sympy.Sum, "a step", Source("section 1, lemma 2 and (3)")),)
"""
CLAIMS = """
PLAIN = Claim(id="named/plain", **of(ForAll(x**2 - x + 1 > 0)))
OTHER = Claim(id="named/other", **of(ForAll(x**2 - x + 1 > 0), symbols={x: "a mass"}))
SHORT = Claim(id="named/short", **of(ForAll(r**2 - r + 1 > 0, where={r: x + y})))
TAKEN = Claim(id="named/taken", **of(ForAll(y**2 - y + 1 > 0, where={y: x + 1})))
HEAD = Claim(id="named/head", **of(ForAll(f(x) >= 1, where={f(x): x**2 + 1})))
SAME = Claim(id="named/same", **of(
    SameOrder(alpha * y, y, (y >= 1,), (y,), {alpha: (1, 2)}, given=(alpha > 0,))))
HIDES = Claim(id="named/hides", **of(
    SameOrder(x * y, y, (y >= 1,), (y,), {x: (1, 2)}, given=(x > 0,))))
ORDER = Claim(id="named/order", **of(
    States(Order(alpha * y, y, "same", (y,)), given=(alpha > 0, y > 0)),
    because={"": Between(alpha * y, y, alpha, alpha, (y,), (alpha > 0, y > 0))}))
CUBE = Claim(id="named/cube", **of(
    States(Order(x**3 * y, x * y, "same", (y,)), given=(x > 0, y > 0)),
    because={"": Between(x**3 * y, x * y, x**2, x**2, (y,), (x > 0, y > 0))}))

whole, z = integers("x"), function("z")
NUMBER = Claim(id="named/bound-number", **of(States(Every(x, Some(b, b > x)))))
WHOLE = Claim(id="named/bound-integer", **of(States(Every(whole, y > whole))))
ENTRIES = Claim(id="named/bound-sequence", **of(States(Every(sequence("y"), b > 0))))
SUM = Claim(id="named/bound-in-sum", **of(ForAll(sympy.Sum(whole, (whole, 1, 3)) > b)))
steps = integers("y")
STEPS = sympy.Sum(steps, (steps, 1, 3)) > b
LETTER = Claim(id="named/bound-letter", **of(ForAll(STEPS), source=Source("section 1, (3)")))
ELSEWHERE = Claim(id="named/bound-letter-elsewhere", **of(ForAll(STEPS), source=Source("(4)")))
OTHERWISE = Claim(id="named/bound-letter-otherwise", **of(
    States(Every(steps, b > steps)), source=Source("lemma 2")))
SQUARES = sympy.Implies(whole > 0, whole**2 >= whole)
NARROWED = Claim(id="named/narrowed", **of(
    States(Every(whole, SQUARES)), because={"": Generalise(Solve(SQUARES), whole)}))
ABOVE = States(Some(alpha, alpha > y))
CONSTANT = Claim(id="named/constant", **of(ABOVE, because={"": Give(
    Solve(y**2 + 1 > y), ABOVE.says, y**2 + 1)}))
AT_ONE = Claim(id="named/at-one", **of(
    ABOVE, source=Source("section 1, (7)"), because=CONSTANT.because))
IN_CASES = Claim(id="named/in-cases", **of(
    States(sympy.Implies(y > 0, ABOVE.says)), because={"": Solve(
        sympy.Implies(y > 0, ABOVE.says), (), (CONSTANT.because[""],))}))
AFTER = Claim(id="named/after", **of(
    States(Every(y, ABOVE.says)), because={"": Generalise(CONSTANT.because[""], y)}))
other, p = integers("m"), sequence("p")
above = sympy.Implies(other > 0, other**2 >= other)
WITHOUT_NEED = Claim(id="named/whole-without-need", **of(
    States(Every(other, above)), because={"": Generalise(Solve(above), other)}))
ONLY_SOME = Claim(id="named/whole-for-some", **of(States(Some(other, 2 * other > x))))
PLACE = Claim(id="named/whole-in-a-place", **of(States(Every(other, p[other] > other))))
END = Claim(id="named/whole-at-an-end", **of(
    States(Every(other, sympy.Sum(p[steps], (steps, 1, other)) > other))))
INSIDE = sympy.Implies(b > 1, b**2 >= b)
REAL = Claim(id="named/real-under-another-name", **of(
    States(Every(b, INSIDE)), because={"": Generalise(Solve(INSIDE), b)}))
LAW = Claim(id="named/bound-in-mean", **of(
    States(Mean(Indicator(x > 0), x, Law(z)) <= 1)))
"""
NESTED = """
OTHER = Claim(id="named/nested", **of(ForAll(b**2 - b + 1 > 0)))
"""
ANOTHER = "a name of the notation is bound in another kind or role:"
WHOLE = "as whole numbers are bound without need what is not in the notation:"
DEPENDS = "a constant that there is may depend on variables:"
TAKEN = "an abbreviation has a name of the notation:"
HIDDEN = "what an order hides may depend on variables:"


@pytest.fixture(scope="module", autouse=True)
def paper(tmp_path_factory):
    root = tmp_path_factory.mktemp("papers")
    with odd_papers.installed(root):
        folder = root / "papers" / "named"
        (folder / "sub").mkdir(parents=True)
        (folder / "notation.py").write_text(WORDS + NOTATION, encoding="utf-8")
        (folder / "claims.py").write_text(WORDS + CLAIMS, encoding="utf-8")
        (folder / "sub" / "more.py").write_text(WORDS + NESTED, encoding="utf-8")
        catalogue.forget()
        yield


FOUND = {
    "plain": (),
    "other": ("the claim gives another meaning to x",),
    "short": (),
    "taken": (f"{TAKEN} y",),
    "head": (f"{TAKEN} F",),
    "same": (),
    "hides": (f"{HIDDEN} x",),
    "order": (),
    "cube": (f"{HIDDEN} x",),
    "constant": (f"{DEPENDS} y",),
    "at-one": (),
    "in-cases": (f"{DEPENDS} y",),
    "after": (),
    "narrowed": (f"{ANOTHER} x",),
    "whole-without-need": (f"{WHOLE} m",),
    "real-under-another-name": (),
    "nested": ("it is a form of what is printed in symbols of our own: b",),
}


BOUND = {
    "number": set(),
    "integer": {"x"},
    "sequence": {"y"},
    "in-sum": {"x"},
    "in-mean": set(),
    "letter": set(),
    "letter-elsewhere": {"y"},
    "letter-otherwise": {"y"},
}


@pytest.mark.parametrize("name", BOUND)
def test_a_bound_name_is_that_of_the_very_thing_of_the_notation(name):
    claim = catalogue.load(f"named/bound-{name}")
    assert set(map(str, misnamed(claim, claim.parts[0].statement))) == BOUND[name]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("whole-without-need", {"m"}),
        ("whole-for-some", {"m"}),
        ("whole-in-a-place", set()),
        ("whole-at-an-end", set()),
        ("bound-in-sum", set()),
        ("real-under-another-name", set()),
    ],
)
def test_whole_numbers_are_bound_where_no_other_number_could_stand(name, found):
    (part,) = catalogue.load(f"named/{name}").parts
    assert set(map(str, whole_without_need(part.statement))) == found


SAME_ORDERS = ("same", "hides")  # which nothing proves


@pytest.mark.parametrize("name", FOUND)
def test_a_statement_departs_from_the_notation(name):
    claim = catalogue.load(f"named/{name}")
    assert departures(claim, claim.parts[0].statement) == FOUND[name]


@pytest.mark.parametrize("name", [name for name in FOUND if name not in SAME_ORDERS])
def test_what_departs_from_the_notation_is_supported_at_most(name):
    (result,) = run([f"named/{name}"], Options(engine="here", fresh=True)).claims
    if FOUND[name]:
        assert (result.verdict, result.head.reason) == (Verdict.SUPPORTED, *FOUND[name])
    else:
        assert result.verdict is Verdict.PROVED


@pytest.mark.parametrize("name", ["plain", "other", "short", "taken", "cube"])
def test_the_replay_of_a_proof_says_that_the_clause_departs(name):
    (result,) = run([f"named/{name}"], Options(engine="here", fresh=True)).claims
    claim = catalogue.load(result.id)
    proof = strongest_proof(result.head.evidence).certificate
    found = confirm_certificate(claim, make_proof(claim.id, "", "", result.head.hash, proof))
    assert found.startswith("holds")
    said = f"; that is supported: {FOUND[name][0]}" if FOUND[name] else "kernel accepts the proof"
    assert found.endswith(said)
