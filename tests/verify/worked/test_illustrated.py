"""Claims of the papers that only arguments refute: their lines come out as the argument says."""

from dataclasses import replace

import pytest
import sympy as sp
from msgspec import structs

from reports.curves import Functions, Sides
from reports.recomputed import AlongRay, Steps
from tests.verify.worked.test_lines import printed
from theory.claim import Role
from verify.claims import catalogue
from verify.evidence import Key
from verify.worked.chosen import Example
from verify.worked.drawn import is_telling, of_contradiction, size_in, without
from verify.worked.illustrated import illustrated


def shown(claim_id, reading=0):
    claim = catalogue.load(claim_id)
    keys = [n for n, p in enumerate(claim.parts) if p.role is Role.PRINTED and p.against]
    return illustrated(claim, Key(keys[reading]))


@pytest.mark.parametrize(
    "claim_id",
    [
        "instability-flatness/eq-11",
        "instability-flatness/thm-5.6-i",
        "instability-flatness/thm-5.6-ii",
        "steepest-mirror/thm-3.4",
        "steepest-mirror/thm-4.8-step-lower-bound",
    ],
)
def test_every_hypothesis_holds_and_what_is_printed_does_not(claim_id):
    found = shown(claim_id)
    assert all(one.holds for one in found.recomputed.assumed)
    assert found.recomputed.printed.holds is False
    assert printed(found.script).splitlines()[-1] == "fails"


@pytest.mark.parametrize(
    ("claim_id", "part"),
    [
        ("instability-flatness/prop-F.11", 0),
        ("instability-flatness/thm-5.4-outline", 6),
        ("instability-flatness/txt-5.6-prose", 1),
        ("instability-flatness/txt-existence-period2-step-continuity", 0),
        ("signsgd-scaling/asm-F.3", 0),
        ("signsgd-scaling/thm-G.3", 4),
        ("signsgd-scaling/thm-G.5-step-case1", 0),
        ("steepest-mirror/thm-4.3-step-two-zeros", 1),
    ],
)
def test_what_no_numbers_refute_has_steps(claim_id, part):
    found = illustrated(catalogue.load(claim_id), Key(part))
    assert isinstance(found.recomputed, Steps)
    assert all(step.shown for step in found.recomputed.steps)


def test_a_law_with_three_values_refutes_for_any_law():
    found = illustrated(catalogue.load("instability-flatness/cor-5.5-outline"), Key(4))
    assert found.recomputed.printed.holds is False
    assert printed(found.script).splitlines()[-1] == "fails"


@pytest.mark.parametrize("reading", [0, 1])
def test_several_constants_where_an_order_fails(reading):
    """Only the constant of the order grows."""
    sizes = [1, 10, 100]
    found = shown("signsgd-scaling/thm-G.1-step-burnin", reading)
    assert [one.size for one in found.recomputed.sizes] == sizes
    assert printed(found.script).count("left ") == len(sizes)


def test_several_constants_and_every_step_of_sgd():
    found = shown("signsgd-scaling/thm-E.4-step-explicit-constant")
    assert [one.size for one in found.recomputed.sizes] == [1, 2, 4, 10]
    assert all(float(one.ratio) > 1 for one in found.recomputed.sizes)


@pytest.mark.parametrize(
    "claim_id", ["instability-flatness/thm-5.6-i", "instability-flatness/thm-5.6-ii"]
)
def test_the_function_that_an_argument_chooses_is_drawn(claim_id):
    found = shown(claim_id).plot
    assert isinstance(found, Functions)
    assert list(found.values) == ["alpha"]  # medians at one point are no picture
    assert len(found.values["alpha"].knots) > 2


def test_an_argument_without_functions_has_no_picture_of_any():
    assert not isinstance(shown("steepest-mirror/thm-3.4").plot, Functions)


def test_a_size_that_an_equation_gives_follows_the_symbol_along_which_sides_are_drawn():
    plot = shown("steepest-mirror/thm-4.8-step-lower-bound").plot
    assert isinstance(plot, Sides)
    assert (plot.follows, plot.largest, plot.cuts[0].symbol) == ("|x_l|", None, "L")
    lengths = dict(zip(plot.cuts[0].at, plot.cuts[0].state, strict=True))
    assert (lengths[0], lengths[1], lengths[2]) == ("outside", "holds", "fails")


def test_a_symbol_of_which_more_than_its_size_counts_does_not_follow():
    x, a, p = sp.symbols("x a p", real=True)
    equation = sp.Eq(sp.Abs(x) ** p, a)
    size = size_in(equation)
    assert size.given == (a > 0, p > 0)  # else a has no such power
    kept = Example((equation, p > 1), sp.Abs(x) > a, {x: -2, a: 4, p: 2}, {})
    assert without(size, kept).says == (a ** (1 / p) > a)
    assert without(size, replace(kept, says=x > a)) is None
    assert without(size, replace(kept, assumed=(equation, x < 0))) is None
    for other in (sp.Eq(x**p, a), sp.Eq(sp.Abs(x) ** p, a * x), sp.Eq(sp.Abs(x) ** x, a), p > 1):
        assert size_in(other) is None


def test_sides_are_drawn_where_sequences_are_as_in_an_example():
    plot = shown("steepest-mirror/thm-3.4").plot
    assert isinstance(plot, Sides)
    (cut,) = plot.cuts
    assert {"fails", "holds", "outside"} <= set(cut.state)
    (pinned,) = shown("instability-flatness/eq-11").plot.cuts
    assert pinned.state.count("outside") == len(pinned.state) - 1


def test_a_cut_that_shows_nothing_is_not_drawn():
    (cut,) = shown("instability-flatness/eq-11").plot.cuts
    assert is_telling(cut)
    above = tuple(left + 1 for left in cut.left)
    assert not is_telling(structs.replace(cut, right=above))


def test_conditions_that_cannot_hold_together_are_drawn():
    a, b, s = sp.symbols("a b s", real=True)
    plot = of_contradiction((a > b, b > 2, s < sp.Rational(1, 2), sp.Eq(s, (a - 1) / b)))
    assert plot.about == "(a - 1)/b < 1/2"
    assert {"fails"} <= {state for cut in plot.cuts for state in cut.state} <= {"fails", "outside"}
    assert of_contradiction((sp.Or(a > 1, b > 2), a < 1, b < 2)) is None


@pytest.mark.parametrize(
    ("claim_id", "part"),
    [
        ("signsgd-scaling/lem-E.5-step-sign", 1),  # an order
        ("steepest-mirror/lem-4.13-step-strict-convexity", 1),  # "for every y" in a hypothesis
    ],
)
def test_what_arguments_alone_speak_of_has_values_without_a_picture(claim_id, part):
    found = illustrated(catalogue.load(claim_id), Key(part))
    assert found.recomputed is not None
    assert found.plot is None
    assert found.script


def test_a_side_that_is_0_for_all_sizes_says_so():
    claim = catalogue.load("instability-flatness/txt-lhat-overestimates")
    keys = [Key(number) for number, part in enumerate(claim.parts) if part.against]
    found = [illustrated(claim, key).recomputed for key in keys]
    sides = [one.right for one in found if isinstance(one, AlongRay)]
    assert any((side.text, side.exact) == ("0", "0") for side in sides)
