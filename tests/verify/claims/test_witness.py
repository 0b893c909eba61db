"""Values of witnesses: a closed set of kinds."""

import json

import pytest
import sympy as sp

from tests.verify.judging.test_certificate import (
    ONE,
    RAY,
    ROOT,
    TWO,
    algebraic,
    certificate,
    claim,
    order,
    refused,
    replayed,
)
from theory.claim import Claim, ForAll, Source
from theory.language import Lipschitz, StrictlyIncreasing, function, integers, reals
from verify.judging.certificate import CertificateError, make

x, y = reals("x y")
n = integers("n")


HOSTILE = [
    "__import__('os').system('true')",
    {"kind": "rational", "value": "__import__('os')"},
    {"kind": "rational", "value": "2 + 2"},
    {"kind": "rational", "value": "2.5"},
    {"kind": "rational", "value": 2},
    {"kind": "rational", "value": "1/0"},
    {"kind": "rational", "value": "9" * 100_000},
    {"kind": "rational", "value": "nan"},
    {"kind": "rational", "value": "inf"},
    {"kind": "rational", "value": "2\n"},
    {"kind": "rational", "value": "2", "more": "x"},
    {"kind": "sympy", "value": "x"},
    {"kind": ["rational"], "value": "2"},
    {"kind": "algebraic", "coefficients": ["1"] * 20_000, "low": "0", "high": "1"},
    {"kind": "algebraic", "coefficients": ["1/2"], "low": "0", "high": "1"},
    {"kind": "algebraic", "coefficients": "12", "low": "0", "high": "1"},
    {
        "kind": "piecewise-linear",
        "knots": ["1", "0"],
        "values": ["1", "2"],
        "left": "1",
        "right": "1",
    },
    {"kind": "piecewise-linear", "knots": [], "values": [], "left": "1", "right": "1"},
]


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_witnesses_are_refused(value):
    refused(certificate(witness={"x": value}), ".")


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "piecewise-linear", "knots": ["0"], "values": ["1"], "left": "1", "right": "1"},
        {"kind": "algebraic", "coefficients": ["-2", "0", "1"], "low": "-5", "high": "5"},
        {"kind": "algebraic", "coefficients": ["0"], "low": "0", "high": "1"},
        {"kind": "algebraic", "coefficients": [], "low": "0", "high": "1"},
    ],
)
def test_values_of_the_wrong_kind_never_refute(value):
    content = json.loads(json.dumps(certificate(witness={"x": value})))
    with pytest.raises(CertificateError):
        replayed(content, claim())


def test_a_number_is_no_function():
    alpha = function("alpha")
    about = Claim("p/c", "", Source(), "", ForAll(says=sp.Lt(alpha(x), 0)))
    content = make("p/c", about.parts[0], {}, {"alpha": TWO, "x": TWO})
    refused(content, "witness of alpha is of the wrong kind", about)


def test_an_algebraic_witness_is_the_one_root_in_its_interval():
    of = claim(says=x**2 < 2)
    about = certificate(of, {"x": ROOT})
    refused(about, "does not break", of)  # equal as far as balls can see is not false
    of = claim(says=x <= 1)
    assert replayed(certificate(of, {"x": ROOT}), of)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (algebraic("-2 0 1", "-2", "2"), "holds 2 roots"),
        (algebraic("-2 0 1", "3", "4"), "holds 0 roots"),
        (algebraic("2 0 1", "0", "2"), "holds 0 roots"),
        (algebraic("-2 0 1", "2", "1"), "an interval"),
        (algebraic("-2 0 0", "1", "2"), "degree"),
        (algebraic("0", "1", "2"), "degree"),
        (algebraic("5", "1", "2"), "degree"),
        (algebraic("-1 " + "0 " * 80 + "1", "0", "2"), "degree"),
        ({"kind": "ray", "exponent": "1"}, "is a ray"),
    ],
)
def test_forged_numbers_are_refused(value, words):
    refused(certificate(witness={"x": value}), words)


def test_a_value_for_what_the_statement_has_not_is_refused():
    refused(certificate(witness={"x": TWO, "y": TWO}), "gives a value to y")
    refused(certificate(order(), {**RAY, "c": ONE["x"]}), "gives a value to c", order())
    refused(certificate(witness={"x": TWO, "x ": TWO}), "gives a value to x ")


@pytest.mark.parametrize("value", [ROOT, {"kind": "rational", "value": "3/2"}])
def test_the_value_of_an_integer_is_whole(value):
    of = Claim("paper/lem-1", "", Source(), "", ForAll(given=(n >= 0,), says=n <= 1))
    assert replayed(make(of.id, of.parts[0], {}, {"n": TWO}), of)
    refused(make(of.id, of.parts[0], {}, {"n": value}), "n is an integer", of)


def test_a_function_of_the_witness_must_meet_the_hypotheses():
    alpha = function("alpha")
    tent = {"kind": "piecewise-linear", "knots": ["0"], "values": ["1"], "left": "1", "right": "1"}
    flat = {**tent, "right": "0"}
    given = (StrictlyIncreasing(alpha), Lipschitz(alpha, 1))
    about = Claim("p/c", "", Source(), "", ForAll(given=given, says=alpha(x) < 2))
    assert replayed(make("p/c", about.parts[0], {}, {"alpha": tent, "x": TWO}), about)
    for forged in (flat, {**tent, "right": "5"}, {**tent, "left": "0"}):
        content = make("p/c", about.parts[0], {}, {"alpha": forged, "x": TWO})
        refused(content, "does not satisfy", about)
    refused(
        make("p/c", about.parts[0], {}, {"alpha": {**tent, "left": "-1"}, "x": TWO}), "slope", about
    )
