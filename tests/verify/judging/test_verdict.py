"""Verdicts are computed from evidence, and evidence that contradicts itself is no verdict."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.claim import ForAll, Instead, Missing, Observed, SameOrder
from theory.language import DEFINES, reals
from theory.orders import Order
from theory.quantifiers import Every
from verify.evidence import Evidence, Outcome, Proof, RationalValue, Tier, Verdict
from verify.judging.verdict import (
    Contradiction,
    carried_on,
    counterexample,
    lost_support,
    no_misprint,
    proof_status,
    severity,
    steps_of,
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


def test_a_counterexample_with_sides_that_differ_comes_before_one_with_equal_sides():
    tie = piece("a", Outcome.FAILS, Tier.SEARCH, witness={"x": "1"}, sides=("1", "1"))
    apart = piece("b", Outcome.FAILS, Tier.SEARCH, witness={"x": "17"}, sides=("2", "1"))
    unknown = piece("c", Outcome.FAILS, Tier.SEARCH, witness={"x": "18"})
    assert counterexample([unknown, tie, apart]) is apart
    assert counterexample([unknown, tie]) is tie


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


ORDER = Order(x**3, x**2, "same", (x,))


@pytest.mark.parametrize(
    ("printed", "better", "given", "expected"),
    [
        (ORDER, ORDER, (x >= 2,), "hypothesis"),
        (ORDER, Order(x**3, x**3, "same", (x,)), (), "rate"),
        (ORDER, Order(x**3, x**3, "same", (x, y)), (), "conclusion"),
        (ORDER, Order(x**3, x + 1, "same", (x,)), (), "conclusion"),
        (Every(y, x > y), Every(y, x > y), (x >= 2,), "hypothesis"),
        (Every(y, x > y), Every(y, x > 2 * y), (), "conclusion"),
        (sp.Ge(x, 2 * y), sp.Ge(x, y), (), "constant"),
    ],
)
def test_severity_of_what_only_arguments_handle(printed, better, given, expected):
    assert severity(States(printed), Instead(States(better, given))) == expected


def test_severity_does_not_ask_which_kind_of_statement_says_it():
    printed = ForAll(x >= 2 * y, given=(y > 0,))
    assert severity(printed, Instead(States(printed.says, (Every(y, x > y),)))) == "hypothesis"
    assert severity(States(printed.says), Instead(ForAll(x >= y))) == "constant"
    assert severity(States(ORDER), Instead(ForAll(x >= y))) == "conclusion"


def known(claims):
    """Return what is known of claims, each `(uses, verdict, verdicts by clause, rests on)`."""
    return [KnownClaim(name, *about) for name, about in claims.items()]


def lost(**claims):
    """Return what the printed proofs lose."""
    return lost_support(known(claims))


def carried(**claims):
    """Return which misprints are carried on, and by what."""
    return carried_on(known(claims))


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


def test_nothing_falls_beyond_a_clause_that_is_proved_here():
    clauses = {"i": Verdict.PROVED, "ii": Verdict.OPEN}
    found = lost(
        false=((), Verdict.REFUTED, {}),
        near=(("false",), Verdict.OPEN, clauses),
        first=(("near#i",), Verdict.SUPPORTED, {}),
        second=(("near#ii",), Verdict.SUPPORTED, {}),
    )
    assert found == {"false": (), "near": ("false",), "first": (), "second": ("false",)}


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


def test_what_the_proof_of_one_clause_uses_takes_no_other_clause_down():
    clauses = {"early": Verdict.OPEN, "late": Verdict.OPEN}
    found = lost(
        false=((), Verdict.REFUTED, {"upper": Verdict.REFUTED}),
        theorem=(("false# -> late", "false#upper -> late"), Verdict.OPEN, clauses),
        first=(("theorem#early",), Verdict.OPEN, {}),
        second=(("theorem#late",), Verdict.OPEN, {}),
        whole=(("theorem",), Verdict.OPEN, {}),
    )
    assert [bool(found[name]) for name in ("theorem", "first", "second", "whole")] == [
        *(True, False, True, True)
    ]


@pytest.mark.parametrize(
    "verdict", [Verdict.MISPRINTED, Verdict.VACUOUS, Verdict.DEPENDS, Verdict.OPEN]
)
def test_what_is_not_false_takes_nothing_down(verdict):
    assert lost(a=((), verdict, {}), b=(("a",), Verdict.OPEN, {}))["b"] == ()


SLIP = ((), Verdict.MISPRINTED, {})
FALSE = ((), Verdict.REFUTED, {})


def test_a_misprint_is_carried_on_by_a_false_result_that_uses_it_alone():
    using = (("slip",), Verdict.REFUTED, {})
    assert carried(slip=SLIP, using=using) == {"slip": {"": "using"}}
    resting = ((), Verdict.REFUTED, {}, ("slip",))
    assert carried(slip=SLIP, resting=resting) == {"slip": {"": "resting"}}


@pytest.mark.parametrize(
    "verdict",
    [Verdict.PROVED, Verdict.SUPPORTED, Verdict.OPEN, Verdict.DEPENDS, Verdict.MISPRINTED],
)
def test_a_misprint_is_not_carried_on_by_what_is_not_false(verdict):
    assert carried(slip=SLIP, using=(("slip",), verdict, {})) == {}


def test_a_false_result_has_another_reason_if_it_leans_on_another_failure():
    both = (("slip", "false"), Verdict.REFUTED, {})
    assert carried(slip=SLIP, false=FALSE, using=both) == {}
    far = (("slip", "near"), Verdict.REFUTED, {})
    near = (("false",), Verdict.OPEN, {})
    assert carried(slip=SLIP, false=FALSE, near=near, using=far) == {}
    slips = (("slip", "other"), Verdict.REFUTED, {})
    assert carried(slip=SLIP, other=SLIP, using=slips) == {}  # nobody can tell which of them
    step = {"using-step-one": FALSE, "using": (("slip",), Verdict.REFUTED, {})}
    assert carried(slip=SLIP, **step) == {}


def test_only_what_uses_the_misprinted_clause_carries_it_on():
    clauses = {"i": Verdict.PROVED, "ii": Verdict.MISPRINTED}
    slip = ((), Verdict.MISPRINTED, clauses)
    assert carried(slip=slip, using=(("slip#i",), Verdict.REFUTED, {})) == {}
    assert carried(slip=slip, using=(("slip#ii",), Verdict.REFUTED, {})) == {
        "slip": {"ii": "using"}
    }


def test_of_a_step_counts_the_clause_that_the_proof_uses():
    clauses = {"i": Verdict.PROVED, "ii": Verdict.REFUTED}
    step = {"thm-step-one": ((), Verdict.REFUTED, clauses)}
    assert lost(**step, thm=((), Verdict.OPEN, {}))["thm"] == ("thm-step-one",)
    assert lost(**step, thm=(("thm-step-one#i",), Verdict.OPEN, {}))["thm"] == ()
    assert lost(**step, thm=(("thm-step-one#ii",), Verdict.OPEN, {}))["thm"] == ("thm-step-one",)


@pytest.mark.parametrize(
    ("step", "lost", "repaired", "found"),
    [
        (Verdict.REFUTED, (), (), Proof.GAP),  # a clause of it that nothing uses by name
        (Verdict.REFUTED, ("thm-step-one",), (), Proof.GAP),
        (Verdict.REFUTED, (), ("thm-step-one",), Proof.REPAIRABLE),
        (Verdict.REFUTED, ("lem",), ("lem",), Proof.GAP),
        (Verdict.MISPRINTED, (), (), Proof.SOUND),
        (Verdict.PROVED, (), (), Proof.SOUND),
        (Verdict.OPEN, (), (), Proof.UNCHECKED),
    ],
)
def test_a_step_that_fails_is_a_gap_whichever_of_its_clauses_is_used(step, lost, repaired, found):
    assert proof_status(lost, repaired, {"thm-step-one": step}, complete=True) is found
    if found is Proof.SOUND:
        assert proof_status(lost, repaired, {"thm-step-one": step}, False) is Proof.UNCHECKED


def test_a_proof_goes_on_after_a_misprinted_step():
    step = {"using-step-one": SLIP, "using": FALSE}
    assert carried(**step) == {}


def test_a_misprint_that_is_carried_on_takes_others_along():
    found = carried(
        first=SLIP,
        second=(("first",), Verdict.MISPRINTED, {}),
        using=(("second",), Verdict.REFUTED, {}),
    )
    assert found == {"second": {"": "using"}, "first": {"": "second"}}


def test_what_is_carried_on_is_no_misprint():
    clauses = {"i": Verdict.PROVED, "ii": Verdict.MISPRINTED, "iii": Verdict.MISPRINTED}
    (slip,) = known({"slip": ((), Verdict.MISPRINTED, clauses)})
    refuted = no_misprint(slip, ["ii"])
    assert refuted.verdict is Verdict.REFUTED
    assert list(refuted.clauses.values()) == [
        Verdict.PROVED,
        Verdict.REFUTED,
        Verdict.MISPRINTED,
    ]
    assert list(no_misprint(slip, [""]).clauses.values())[1:] == [Verdict.REFUTED] * 2
    assert no_misprint(slip, ()) is slip


def test_steps_belong_to_what_they_are_steps_of_and_to_nothing_else():
    ids = ("p/thm-1", "p/thm-1-step-a", "p/thm-1-step-a-step-b", "p/thm-11-step-c", "p/a-stepping")
    steps = steps_of(ids)
    for one in ids:
        assert steps[one] == {other for other in ids if other.startswith(f"{one}-step-")}
