"""What a user's paper is asked about its page: see `verify/claims/page.py`."""

import pytest

from tests import odd_papers
from verify.claims import catalogue
from verify.claims.page import objections
from verify.evidence import Verdict
from verify.running.options import Options
from verify.running.run import run

CLAIMS = """
from sympy import Abs, And, Eq, Sum, exp, sqrt

from theory.argument_language import States
from theory.arguments import Between
from theory.claim import Claim, ForAll, Source
from theory.language import integers, reals, rounds_to
from theory.orders import Order

x, y, z = reals("x y z")
m = integers("m")
SQUARE = x**2 >= x


def of(printed, place="section 3", **more):
    return dict(title="-", source=Source(place), words="-", printed=printed) | more


LARGE = Claim(id="paged/asm-2", **of(ForAll(x > y, (x > 1, y < 1)), "assumption 2"))
STATED = Claim(id="paged/stated", **of(ForAll(SQUARE, {"assumption 2": (x > 1,)})))
UNSTATED = Claim(id="paged/unstated", **of(ForAll(SQUARE, {"assumption 2": (x > 2,)})))
STANDS = Claim(id="paged/stands", **of(ForAll(SQUARE, {"section 1": (x > 3,)})))
NOWHERE = Claim(id="paged/nowhere", **of(ForAll(SQUARE, {"as usual": (x > 1,)})))
SAID = Claim(id="paged/said", **of(ForAll(x * y <= z, (x * y <= z, x > 0))))
STRICTER = Claim(id="paged/stricter", **of(ForAll(z >= x * y, (x * y < z, x > 0))))
MORE = Claim(id="paged/more", **of(ForAll(And(x * y <= z, z > -1), (x * y <= z, x * y > 0))))
SAME = Claim(id="paged/same", **of(ForAll(Eq(2 * Abs(x), 2 * Abs(x), evaluate=False))))
SHORT = Claim(id="paged/short", **of(ForAll(Eq(y, 2 * x), where={y: x + x})))
ORDER = Claim(id="paged/order", **of(
    States(Order(x**3, x), given=(x > 0,)),
    because={"": Between(x**3, x, x**2, x**2, (), (x > 0,))}))
UNIFORM = Claim(id="paged/uniform", **of(
    States(Order(y * x, x, over=(x,)), given=(x > 0, y > 0)),
    because={"": Between(y * x, x, y, y, (x,), (x > 0, y > 0))}))
FRACTIONS = Claim(id="paged/fractions", **of(ForAll(Eq(z, 20), where={x: 10, y: 2, z: x * y})))
ROUNDED = Claim(id="paged/rounded", **of(ForAll(rounds_to(y / x, "0.3", {x: (6, 6), y: (2, 2)}))))
VALUE = Claim(id="paged/value", **of(ForAll(exp(-x) < 1, where={x: 2})))
ROUND = Claim(id="paged/round", **of(ForAll(rounds_to(exp(2), "7.4", {}))))
LATER = Claim(id="paged/later", **of(ForAll(y < 1, where={x: 2, y: exp(-x)})))
SUM = Claim(id="paged/sum", **of(ForAll(Eq(Sum(m, (m, 1, x)), 6), where={x: 3})))
ROOT = Claim(id="paged/root", **of(ForAll(Eq(x**2, y), where={x: sqrt(2), y: 2})))
PLAIN = Claim(id="paged/plain", **of(ForAll(x**2 + 1 > x, (x > 0,))))
"""
STANDING = """
from .claims import x

STANDING = {"section 1, notation": (x > 3,)}
"""
NOTHING = "nothing at {} says {}"
NO_MORE = "as it is written it says no more than what is assumed"
FOUND = {
    "stated": "",
    "unstated": NOTHING.format("assumption 2", "x > 2"),
    "stands": "",
    "nowhere": NOTHING.format("as usual", "x > 1"),
    "said": NO_MORE,
    "stricter": NO_MORE,
    "more": "",
    "same": NO_MORE,
    "short": "",
    "order": "the constants of its order may depend on all that it speaks of",
    "uniform": "",
    "fractions": "it only compares printed numbers with each other",
    "rounded": "it only compares printed numbers with each other",
    "value": "",
    "round": "",
    "later": "",
    "sum": "",
    "root": "",
    "plain": "",
}
NUMBERS = {
    "stated": "the page must have, assumption 2, what narrows a range by a number: x > 1",
    "plain": None,
}


@pytest.fixture(scope="module", autouse=True)
def paper(tmp_path_factory):
    root = tmp_path_factory.mktemp("papers")
    with odd_papers.installed(root):
        folder = root / "papers" / "paged"
        folder.mkdir(parents=True)
        (folder / "claims.py").write_text(CLAIMS, encoding="utf-8")
        (folder / "standing.py").write_text(STANDING, encoding="utf-8")
        catalogue.forget()
        yield


def checked(name):
    (result,) = run([f"paged/{name}"], Options(engine="here", fresh=True)).claims
    return result


@pytest.mark.parametrize("name", FOUND)
def test_what_the_page_cannot_say_so_caps_a_proof(name):
    result = checked(name)
    if FOUND[name]:
        assert (result.verdict, result.head.reason) == (Verdict.SUPPORTED, FOUND[name])
    else:
        assert result.verdict is Verdict.PROVED


@pytest.mark.parametrize("name", FOUND)
def test_of_every_paper_what_says_no_more_than_it_assumes_is_objected_to(name, monkeypatch):
    monkeypatch.setattr(catalogue, "is_users", lambda claim_id: False)
    claim = catalogue.load(f"paged/{name}")
    asked = () if FOUND[name].startswith("nothing at") else (FOUND[name],)
    assert objections(claim, claim.parts[0]) == tuple(filter(None, asked))


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_that_the_page_must_have_are_said(name):
    assert checked(name).head.reason == NUMBERS[name]
