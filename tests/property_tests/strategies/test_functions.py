"""Functions and densities keep promises and contain known counterexamples."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerics import density_walk
from property_tests.strategies.functions import (
    REACH,
    STEPS,
    functions,
    increasing_functions,
    lipschitz_functions,
    unimodal_densities,
)
from property_tests.strategies.search import first

HALF = Fraction(1, 2)
FEW = settings(max_examples=40, deadline=None)
WALKS = st.tuples(lipschitz_functions(), unimodal_densities())


def slopes(f):
    rises = zip(pairwise(f.knots), pairwise(f.values), strict=True)
    return [f.left, *((d - c) / (b - a) for (a, b), (c, d) in rises), f.right]


@FEW
@given(increasing_functions(), unimodal_densities())
def test_increasing_functions_keep_their_promise(f, start):
    assert f.strictly_increasing
    assert f.positive
    density_walk.visited(f, start[0], STEPS)


@FEW
@given(increasing_functions(), st.fractions(0, 1))
def test_a_function_is_straight_between_its_knots(f, share):
    for (a, b), (c, d) in zip(pairwise(f.knots), pairwise(f.values), strict=True):
        assert f(a + share * (b - a)) == c + share * (d - c)


@FEW
@given(WALKS)
def test_lipschitz_functions_keep_their_promise(walk):
    (f, constant), (density, _) = walk
    assert f.strictly_increasing
    assert f.positive
    assert f.steepest <= constant
    assert constant < 1
    density_walk.visited(f, density, STEPS)


@FEW
@given(
    st.sampled_from((None, HALF)).flatmap(lambda s: increasing_functions(s, Fraction(3))),
    unimodal_densities(),
)
def test_a_lower_bound_holds_where_the_walk_gets(f, start):
    assert f.values[0] > 3
    assert f.strictly_increasing
    density_walk.visited(f, start[0], STEPS)


@FEW
@given(functions(increasing=False, lipschitz=True), functions(positive=False))
def test_functions_keep_the_properties_asked_for(gentle, rising):
    assert gentle.positive
    assert gentle.steepest < 1
    assert rising.strictly_increasing
    assert rising(Fraction(0)) == 0


@FEW
@given(functions(smooth=True))
def test_smooth_functions_have_no_corner(f):
    assert f.rises_smoothly
    assert f.positive
    assert f.steepest < 1


@FEW
@given(unimodal_densities())
def test_densities_keep_their_promise(drawn):
    density, mode = drawn
    assert density.unimodal_density(mode)
    assert -REACH <= density.knots[0] < density.knots[-1] <= REACH


@pytest.mark.parametrize("skew", [-1, 1])
@pytest.mark.parametrize("plateau", [False, True])
def test_densities_are_skewed_either_way_with_and_without_plateaus(skew, plateau):
    def wanted(drawn):
        density, mode = drawn
        left = density_walk.cdf_forward(density, density, 0, mode)
        return 4 * skew * (HALF - left) > 1 and (0 in slopes(density)[1:-1]) == plateau

    assert first(unimodal_densities(), wanted, examples=200, seed=0) is not None


def upper_median(alpha, density, steps):
    """Return a rational at or closely above the least median of X_steps."""
    low, high, (a, b, c) = density_walk.median_equation(
        density_walk.cdf_forward, alpha, density, steps
    )
    size = high - low
    share = next(
        k for k in range(1, 257) if a + b * size * k / 256 + c * (size * k / 256) ** 2 >= HALF
    )
    return low + size * share / 256


@pytest.mark.parametrize("lipschitz", [False, True])
def test_functions_need_not_increase(lipschitz):
    strategy = functions(increasing=False, lipschitz=lipschitz)
    assert first(strategy, lambda f: min(slopes(f)) < 0, examples=40, seed=0) is not None


# -- known counterexamples -------------------------------------------------------------------------


@pytest.mark.parametrize("slope", [1, 100])
def test_steps_to_the_left_need_not_keep_the_order(slope):
    found = first(increasing_functions(), lambda f: max(slopes(f)) > slope, examples=100, seed=0)
    assert any(a - found(a) > b - found(b) for a, b in pairwise(found.knots))


@pytest.mark.parametrize("seed", range(3))
def test_the_median_can_rise_in_two_steps(seed):
    def rises(walk):
        (alpha, _), (density, _) = walk
        x = upper_median(alpha, density, 0)
        return density_walk.cdf_forward(alpha, density, 2, x) < HALF

    assert first(WALKS, rises, examples=300, seed=seed, shrink=False) is not None


@pytest.mark.parametrize("seed", range(3))
def test_window_masses_can_rise_outside_the_band(seed):
    width = Fraction(1, 4)

    def rises(walk):
        (alpha, _), (density, mode) = walk
        cdf, edge = density_walk.cdf_forward, mode + alpha(mode)
        shares = [cdf(alpha, density, 1, edge + k * width) for k in range(9)]
        masses = [right - left for left, right in pairwise(shares)]
        return any(a < b for a, b in pairwise(masses))

    assert first(WALKS, rises, examples=200, seed=seed, shrink=False) is not None


@pytest.mark.parametrize("seed", range(3))
def test_the_mode_can_lie_right_of_the_median(seed):
    def wanted(walk):
        (alpha, _), (density, _) = walk
        mode = density_walk.least_mode(density_walk.profile_forward(alpha, density, 2))
        return density_walk.cdf_backward(alpha, density, 2, mode) > HALF

    assert first(WALKS, wanted, examples=40, seed=seed, shrink=False) is not None


@pytest.mark.parametrize("seed", range(3))
def test_a_positive_sum_of_signs_can_lead_to_the_left(seed):
    def wanted(drawn):
        signs, (alpha, _) = drawn
        x = Fraction(0)
        for sign in signs:
            x += sign * alpha(x)
        return x < 0

    strings = st.tuples(st.permutations((1, 1, 1, -1)), lipschitz_functions())
    assert first(strings, wanted, examples=200, seed=seed) is not None
