"""sympy changes nothing that a claim says while the claim is written."""

import importlib
import importlib.util

import pytest
import sympy as sp
from lost_conditions import lost_conditions, modules
from sympy.core.parameters import global_parameters

from theory.claim import ForAll
from theory.well_formed import IllFormed
from verify.claims import catalogue

SOURCE = """
import sympy as sp
from theory.claim import Claim, ForAll, Instead, Part, SameOrder, Source
from theory.language import integers, reals

x, y, q = reals("x y q")
n = integers("n")
SHARE = y / (x - x / 2)


def ratio(top, bottom):
    return top / bottom


LEMMA = Claim(id="written/lem-1", title="", source=Source(), words="", printed={})
"""
LOST = {
    "an inverse": ("says=sp.Eq(sp.cosh(sp.acosh(x)), x, evaluate=False)", "x - 1 >= 0"),
    "a quotient": ("says=x / x * y >= 1", "x != 0"),
    "a quotient of sums": ("says=(x - 1) / (x - 1) + y > q", "x - 1 != 0"),
    "zero times something": ("says=0 * sp.log(x) + y > 0", "x >= 0"),
    "a difference": ("says=1 / x - 1 / x + y > 0", "x != 0"),
    "an exponential": ("says=sp.exp(sp.log(x)) > y", "x != 0"),
    "a square": ("says=sp.sqrt(x) ** 2 > y", "x >= 0"),
    "powers": ("says=x**q * x ** (-q) > y", "x**(q) has a value"),
    "a reciprocal": ("says=1 / (1 / x) > y", "x != 0"),
    "a hypothesis": ("given=(y * x / x > 0,), says=y > 0", "x != 0"),
    "a hypothesis of another place": ("given={'lemma 2': (y * x / x > 0,)}, says=y > 0", "x != 0"),
    "an abbreviation": ("where={q: x / x + y}, says=q > y", "x != 0"),
    "a function of ours": ("says=ratio(x * y, x) > q", "x != 0"),
    "a function without a rule": ("says=sp.sin(sp.asin(x)) > y", "that asin(x) has a value"),
    "a constant of the module": ("says=SHARE * x > q", "x != 0"),
}
MODULES = modules()
KEPT = {
    "a hypothesis that gives it": "given=(x > 0,), says=x / x * y >= 1",
    "one that is implied": "given=(x >= 2,), says=(x - 1) / (x - 1) + y > q",
    "what is still there": "says=2 / x - 1 / x + y > 0",
    "a simplification that loses nothing": "says=(x**2 + 1) * y / (x**2 + 1) > 0",
    "an absolute value": "says=sp.sqrt(x**2) >= x",
    "a logarithm of an exponential": "says=sp.log(sp.exp(x)) >= y",
    "a number": "says=x * sp.sqrt(4) / 2 > sp.log(1) * y + sp.Rational(4, 2)",
    "a sign": "says=y / (2 - x) + y / (x - 2) * 2 > x",
    "what stands as it is written": "says=sp.Mul(x, 1 / x, evaluate=False) > y",
    "an integer exponent": "given=(n >= 0,), says=x**n * x > y",
}


def module(tmp_path, statement):
    path = tmp_path / "written.py"
    path.write_text(SOURCE.format(statement), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("written", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize("of", LOST)
def test_a_condition_that_sympy_removes_is_found(tmp_path, of):
    statement, condition = LOST[of]
    source = f"ForAll({statement})"
    found = [lost.condition for lost in lost_conditions(module(tmp_path, source))]
    assert any(condition in one for one in found), found


@pytest.mark.parametrize("of", KEPT)
def test_what_loses_nothing_is_no_finding(tmp_path, of):
    assert not list(lost_conditions(module(tmp_path, f"ForAll({KEPT[of]})")))


def test_parts_and_orders_are_looked_at_too(tmp_path):
    clauses = """{
        "one": SameOrder(x * q / q, x, regime=(x >= 1,), variables=(x, q)),
        "two": SameOrder(x * y / y, x, regime=(), variables=(x,), constants={y: (1,)}),
        "three": ForAll(says=x > 0),
    }, instead={"three": Instead(ForAll(says=x / x > x))}"""
    found = list(lost_conditions(module(tmp_path, clauses)))
    assert [(lost.part, lost.condition) for lost in found] == [
        ("two", "y != 0"),
        ("three", "x != 0"),
    ]
    assert "write it with evaluate=False" in str(found[0])


def test_the_second_evaluation_leaves_no_trace(tmp_path):
    list(lost_conditions(module(tmp_path, "ForAll(says=x / x * y >= 1)")))
    assert global_parameters.evaluate
    assert sp.Integer(1) + 1 == 2
    with pytest.raises(IllFormed, match="has no kind"):
        ForAll(says=sp.Symbol("x") > 0)


@pytest.mark.parametrize("name", MODULES)
def test_no_claim_has_lost_a_condition(name):
    catalogue.load(MODULES[name])
    found = importlib.import_module(name)
    assert not [str(lost) for lost in lost_conditions(found)]


def test_every_module_of_claims_is_looked_at():
    assert len(MODULES) > 40
