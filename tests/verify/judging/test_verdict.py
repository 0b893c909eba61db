"""Verdicts are computed from evidence, and evidence that contradicts itself is no verdict."""

import pytest
import sympy as sp

from theory.claim import ForAll, Instead, Missing, Observed, SameOrder
from theory.language import DEFINES, reals
from verify.evidence import Evidence, Outcome, RationalValue, Tier, Verdict
from verify.judging.verdict import (
    Contradiction,
    counterexample,
    lost_support,
    severity,
    verdict_on,
)
from verify.running.run import KnownClaim

x, y = reals("x y")


STATEMENT = ForAll(given=(x > 0,), says=x**2 + 1 > x)


POINT = {"x": RationalValue("1")}


def piece(method, outcome, tier, **more):
    return Evidence(method, outcome, tier, **more)


PROOF = {"kind": "smt", "texts": []}  # what the kernel has accepted


HOLDS = piece("solver", Outcome.HOLDS, Tier.SOLVER, witness=POINT, certificate=PROOF)


FAILS = piece("search", Outcome.FAILS, Tier.SEARCH, witness=POINT)


SEARCHED = piece("search", Outcome.HOLDS, Tier.SEARCH, restrictions=("5 points",), witness=POINT)


@pytest.mark.parametrize(
    ("evidence", "replayed", "verdict"),
    [
        ([HOLDS], None, Verdict.PROVED),
        ([HOLDS, SEARCHED], None, Verdict.PROVED),
        ([SEARCHED], None, Verdict.SUPPORTED),
        (
            [
                piece(
                    "solver",
                    Outcome.HOLDS,
                    Tier.SOLVER,
                    certificate=PROOF,
                    restrictions=("k in {1}",),
                )
            ],
            None,
            Verdict.SUPPORTED,
        ),
        ([piece("solver", Outcome.HOLDS, Tier.SOLVER, witness=POINT)], None, Verdict.SUPPORTED),
        ([FAILS], True, Verdict.REFUTED),
        ([FAILS], False, Verdict.OPEN),
        ([piece("experiment", Outcome.FAILS, Tier.EXPERIMENT, witness=POINT)], None, Verdict.OPEN),
        ([piece("solver", Outcome.UNKNOWN, Tier.SOLVER, detail="?")], None, Verdict.OPEN),
        ([piece("solver", Outcome.HOLDS, Tier.SOLVER, error=True)], None, Verdict.OPEN),
        ([piece("vacuity", Outcome.HOLDS, Tier.SOLVER, certificate=PROOF)], None, Verdict.VACUOUS),
        (
            [
                piece(
                    "vacuity",
                    Outcome.HOLDS,
                    Tier.SOLVER,
                    certificate=PROOF,
                    restrictions=("x < 0",),
                ),
                HOLDS,
            ],
            None,
            Verdict.VACUOUS,
        ),
        ([], None, Verdict.OPEN),
    ],
)
def test_verdicts(evidence, replayed, verdict):
    assert verdict_on(STATEMENT, evidence, replayed).verdict is verdict


@pytest.mark.parametrize("other", [FAILS, piece("experiment", Outcome.FAILS, Tier.EXPERIMENT)])
def test_contradictions_are_errors_and_show_both_pieces(other):
    with pytest.raises(Contradiction) as caught:
        verdict_on(STATEMENT, [HOLDS, other], True)
    assert caught.value.pieces == (HOLDS, other)


def test_other_statements():
    assert verdict_on(Missing("a proof sketch"), []).verdict is Verdict.UNCHECKED
    observed = Observed("training", {}, sp.true, needs="a trained model")
    assert verdict_on(observed, []).reason == "a trained model"
    assert verdict_on(ForAll(says=DEFINES), [SEARCHED]).verdict is Verdict.STIPULATED


def test_the_smallest_counterexample_has_the_least_instance_then_the_fewest_digits():
    small = piece("a", Outcome.FAILS, Tier.SEARCH, witness={"x": "17"}, instance={"k": "2"})
    large = piece("b", Outcome.FAILS, Tier.SEARCH, witness={"x": "1"}, instance={"k": "10"})
    long = piece("c", Outcome.FAILS, Tier.SEARCH, witness={"x": "1744"}, instance={"k": "2"})
    assert counterexample([large, long, small]) is small


@pytest.mark.parametrize(
    ("instead", "expected"),
    [
        (Instead(ForAll(given=(x > 0, x < 1), says=sp.Eq(x, x**2))), "hypothesis"),
        (Instead(ForAll(given=(x > 0,), says=sp.Eq(x, 2 * x**2))), "constant"),
        (Instead(ForAll(given=(x > 0,), says=sp.Eq(x, x**3))), "rate"),
        (Instead(ForAll(given=(x > 0,), says=sp.Eq(x, x**2 + 1))), "conclusion"),
        (Instead(ForAll(given=(x > 0,), says=sp.Eq(x, 0))), "conclusion"),
        (None, "conclusion"),
    ],
)
def test_severity_is_the_size_of_the_change(instead, expected):
    assert severity(ForAll(given=(x > 0,), says=sp.Eq(x, x**2)), instead) == expected


@pytest.mark.parametrize(
    ("right", "regime", "expected"),
    [(x**3, (), "rate"), (x**2, (x >= 2,), "hypothesis"), (x + 1, (), "conclusion")],
)
def test_severity_of_an_order_of_magnitude(right, regime, expected):
    printed = SameOrder(x**3, x**2, regime=(), variables=(x,))
    better = SameOrder(x**3, right, regime=regime, variables=(x,))
    assert severity(printed, Instead(better)) == expected


def lost(**claims):
    """Return what the printed proofs lose; each claim is `(uses, verdict, verdicts by clause)`."""
    return lost_support([KnownClaim(name, *about) for name, about in claims.items()])


def test_a_false_result_takes_down_what_uses_it_near_and_far():
    found = lost(
        false=((), Verdict.REFUTED, {}),
        near=(("false",), Verdict.OPEN, {}),
        far=(("near",), Verdict.SUPPORTED, {}),
    )
    assert found == {"false": (), "near": ("false",), "far": ("false",)}


def test_nothing_falls_beyond_a_claim_that_is_proved_here():
    found = lost(
        false=((), Verdict.REFUTED, {}),
        near=(("false",), Verdict.PROVED, {}),
        far=(("near",), Verdict.SUPPORTED, {}),
    )
    assert found == {"false": (), "near": ("false",), "far": ()}


def test_only_what_uses_the_clause_that_fails_is_taken_down():
    clauses = {"i": Verdict.PROVED, "ii": Verdict.REFUTED}
    found = lost(
        theorem=((), Verdict.REFUTED, clauses),
        first=(("theorem#i",), Verdict.OPEN, {}),
        second=(("theorem#ii",), Verdict.OPEN, {}),
        whole=(("theorem",), Verdict.OPEN, {}),
    )
    assert [found[name] for name in ("first", "second", "whole")] == [
        (),
        ("theorem",),
        ("theorem",),
    ]


@pytest.mark.parametrize("verdict", [Verdict.MISPRINTED, Verdict.DEPENDS, Verdict.OPEN])
def test_what_does_not_fail_takes_nothing_down(verdict):
    assert lost(a=((), verdict, {}), b=(("a",), Verdict.OPEN, {}))["b"] == ()
