"""Statements about all laws: wrong ones fail at a law with atoms, right ones do not."""

import json
from fractions import Fraction

import pytest
import sympy as sp

from theory.argument_language import States
from theory.claim import Claim
from theory.language import Head, eq, function, integers, le, reals
from theory.quantifiers import Every, Some, median
from theory.sequences import Indicator, Law, Mean
from theory.values import Atoms
from verify.claims.witness import decode_value
from verify.evidence import AtomsValue, Key, Outcome, RationalValue, Tier, plain
from verify.judging.certificate import CertificateError, make, part_of, replay
from verify.methods import METHODS
from verify.methods.task import PROFILES, Task
from verify.running.work.draw import Draw

x, y, b, m = reals("x y b m")
n = integers("n")
P, Q = function("P"), function("Q")
HALF = sp.Rational(1, 2)


def mean(term, of=x, law=P):
    return Mean(term, of, Law(law))


def chance(condition, of=x, law=P):
    return mean(Indicator(condition), of, law)


def is_median(number, law=P):
    return median(number, lambda z: chance(x <= z, law=law), lambda z: chance(x >= z, law=law))


VARIANCE = mean(x**2) - mean(x) ** 2
BELOW = chance(sp.And(x >= 0, x <= 1)) >= 1
WRONG = {
    "the median is at most the mean": States(le(m, mean(x)), (is_median(m),)),
    "the mean is at most the median": States(le(mean(x), m), (is_median(m),)),
    "half of all is at least the mean": States(chance(x >= b) >= HALF, (eq(b, mean(x)),)),
    "kurtosis at most 3": States(le(mean(x**4), 3 * mean(x**2) ** 2)),
    "no negative skew": States(mean(x**3) >= 0, (eq(mean(x), 0), eq(mean(x**2), 1))),
    "Jensen the wrong way": States(le(mean(x**2), mean(x) ** 2)),
    "Jensen, strictly": States(mean(x) ** 2 < mean(x**2)),
    "Markov without a sign": States(le(b * chance(x >= b), mean(x)), (b > 0,)),
    "Chebyshev with half the variance": States(
        le(b**2 * chance(sp.Abs(x - m) >= b), VARIANCE / 2), (b > 0, eq(m, mean(x)))
    ),
    "one median": States(eq(m, b), (is_median(m), is_median(b))),
    "a rare value": States(chance(sp.Ne(x, b)) <= sp.Rational(95, 100), (chance(eq(x, b)) > 0,)),
    "two laws": States(le(mean(chance(x > y, y, Q)), HALF)),
    "every law": States(Every(P, Every(b, chance(x >= b) >= HALF))),
    "the variance of what lies between 0 and 1": States(sp.Rational(6, 25) >= VARIANCE, (BELOW,)),
}
RIGHT = {
    "Jensen": States(le(mean(x) ** 2, mean(x**2))),
    "Markov": States(le(b * chance(x >= b), mean(x)), (b > 0, chance(x >= 0) >= 1)),
    "Chebyshev": States(le(b**2 * chance(sp.Abs(x - m) >= b), VARIANCE), (b > 0, eq(m, mean(x)))),
    "median and mean": States(le((m - mean(x)) ** 2, VARIANCE), (is_median(m),)),
    "moments of order 2 and 4": States(le(mean(x**2) ** 2, mean(x**4))),
    "an inverse": States(mean(1 / x) * mean(x) >= 1, (chance(x > 0) >= 1,)),
    "a law and itself": States(le(chance(x >= b) + chance(x < b), 1)),
    "two laws": States(le(mean(chance(x > y, y, Q)) + mean(chance(x <= y, y, Q)), 1)),
    "the variance of what lies between 0 and 1": States(VARIANCE <= HALF / 2, (BELOW,)),
}
# what is left to arguments: conditions on values of something else, and of no law
DECLINED = {
    "no law": States(Every(y, x + y > x)),
    "a condition on all values of a number": States(
        mean(x) > b, (Every(y, chance(x > y) <= HALF),)
    ),
    "that there is a law": States(Some(P, mean(x) > 1)),
    "the quantile function": States(mean(x) <= P(1)),
    "a head without a meaning": States(mean(Head("Q", "a quantity")(x)) > 0),
}


def applied(statement, profile="quick"):
    return METHODS["atoms"].apply(Task(statement, budget=PROFILES[profile]))


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_statement_fails_at_a_law_and_the_replay_agrees(name):
    claim = Claim("some/lem", "-", "-", "-", WRONG[name])
    found = applied(WRONG[name])
    assert (found.outcome, found.tier) == (Outcome.FAILS, Tier.SEARCH)
    assert isinstance(decode_value(found.witness["P"]), Atoms)
    stored = json.loads(json.dumps(make(claim.id, claim.parts[0], {}, found.witness)))
    assert "the conclusion fails" in replay(stored, claim.id, part_of(stored, claim), {})


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_statement_does_not_fail(name):
    found = applied(RIGHT[name], "standard")
    assert found.outcome is Outcome.HOLDS
    assert found.restrictions
    assert not found.proves
    assert isinstance(decode_value(found.witness["P"]), Atoms)


@pytest.mark.parametrize("name", DECLINED)
def test_what_it_does_not_handle_is_declined(name):
    assert applied(DECLINED[name]).outcome is Outcome.NOT_APPLICABLE


def test_a_conclusion_without_a_value_at_an_atom_is_not_decided():
    found = applied(States(le(mean(1 / x), sp.Abs(mean(1 / x)))))
    assert (found.outcome, found.witness) == (Outcome.UNKNOWN, None)


# -- what a certificate must have ------------------------------------------------------------------

KURTOSIS = Claim("some/kurtosis", "-", "-", "-", WRONG["kurtosis at most 3"])
GOOD = AtomsValue(("0", "1"), ("3/4", "1/4"))
FORGED = {
    "no law": ({}, "no law"),
    "a number": ({"P": RationalValue("1")}, "no law"),
    "one of more": ({"P": GOOD, "x": RationalValue("1")}, "which the statement has not"),
    "less than 1": ({"P": AtomsValue(("0", "1"), ("1/2", "1/4"))}, "add up to 1"),
    "negative": ({"P": AtomsValue(("0", "1"), ("3/2", "-1/2"))}, "positive"),
    "none": ({"P": AtomsValue((), ())}, "positive"),
    "fewer masses": ({"P": AtomsValue(("0", "1"), ("1",))}, "as many"),
    "code": ({"P": AtomsValue(("0", "__import__('os')"), ("3/4", "1/4"))}, "witness value|exact"),
    "another law": ({"P": AtomsValue(("0", "1"), ("1/2", "1/2"))}, "does not break"),
    "its places alone": (
        {"P[0]": RationalValue("0"), "P[1]": RationalValue("1")},
        "no law",
    ),
}


def refused(claim, witness, words, instance=None):
    stored = make(claim.id, claim.parts[0], instance or {}, witness)
    with pytest.raises(CertificateError, match=words):
        replay(stored, claim.id, part_of(stored, claim), {})


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_law_is_refused(name):
    refused(KURTOSIS, *FORGED[name])


def test_a_law_stands_for_no_number_and_for_no_function_that_names_none():
    statement = States(chance(x >= b) >= HALF, (b > 0,))
    claim = Claim("some/half", "-", "-", "-", statement)
    refused(claim, {"P": GOOD, "b": GOOD}, "wrong kind|is a law")
    refused(KURTOSIS, {"P": GOOD}, "no instances", {"n": "1"})
    whole = Claim("some/whole", "-", "-", "-", States(mean(x) > n))
    refused(whole, {"P": GOOD, "n": RationalValue("1/2")}, "is an integer")


def test_a_statement_without_a_law_is_refuted_by_no_point():
    claim = Claim("some/every", "-", "-", "-", States(Every(y, y > x)))
    refused(claim, {"x": RationalValue("1")}, "without a law")


# -- what a reader sees ----------------------------------------------------------------------------


def test_lines_of_plain_python_recompute_it(monkeypatch, capsys):
    found = applied(KURTOSIS.printed)
    certificate = make(KURTOSIS.id, KURTOSIS.parts[0], {}, plain(found.witness))
    monkeypatch.setattr("verify.claims.catalogue.load", lambda _: KURTOSIS)
    monkeypatch.setattr("verify.claims.catalogue.attack_table", lambda *_: {})
    monkeypatch.setattr("verify.worked.illustrated.attack_table", lambda *_: {})
    monkeypatch.setattr("verify.display.script.attack_table", lambda *_: {})
    monkeypatch.setattr("verify.display.recomputed.attack_table", lambda *_: {})
    monkeypatch.setattr("verify.display.plots.attack_table", lambda *_: {})
    monkeypatch.setattr("verify.worked.illustrated.evaluated_by", lambda *_: ())
    monkeypatch.setattr("verify.display.describe.evaluated_by", lambda *_: ())
    shown = Draw({Key(0): certificate}).do(type("Item", (), {"claim": KURTOSIS.id}))[Key(0)]
    assert shown.recomputed.printed.holds is False
    law = Fraction(1, 4)
    assert f"1 with probability {law}" in shown.recomputed.symbols[0].exact
    exec(compile(shown.script, "lines", "exec"), {})
    assert capsys.readouterr().out.splitlines()[-1] == "fails"
