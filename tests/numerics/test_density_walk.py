"""Two algorithms for the law of the walk agree, with closed forms and the walk from a point too."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from numerics import density_walk, linear_pieces, walk
from theory.values import PiecewiseLinear

HALF = Fraction(1, 2)
CDFS = (density_walk.cdf_backward, density_walk.cdf_forward)
PROFILES = (density_walk.profile_backward, density_walk.profile_forward)


def piecewise(knots, values, left=0, right=0):
    exact = [tuple(map(Fraction, row)) for row in (knots, values)]
    return PiecewiseLinear(*exact, Fraction(left), Fraction(right))


def tent(low, mode, high):
    return piecewise((low, mode, high), (0, Fraction(2) / (Fraction(high) - low), 0))


def density_at(alpha, density, steps, x, side=1):
    """Return the limit of the density of X_steps at x, from one side, by the pieces."""
    total = Fraction(0)
    for piece in density_walk.pieces(alpha, density, steps):
        low, high = sorted((piece.start, piece.end))
        if low < high and (low <= x < high if side > 0 else low < x <= high):
            total += density(piece.origin(x)) * (piece.high - piece.low) / (high - low)
    return total / 2**steps


def line(slope, at_zero, low=-64):
    """Return at_zero + slope * x from `low` on."""
    return piecewise((low,), (at_zero + slope * low,), slope, slope)


def some(random, low, high):
    return Fraction(random.randint(low, high), random.choice((1, 2, 3, 5)))


def wild(random):
    """Return a positive function, not always increasing, with slopes far above 1."""
    knots = sorted({some(random, -6, 6) for _ in range(4)})
    return piecewise(
        (-200, *knots), [Fraction(1, 3)] + [some(random, 1, 9) for _ in knots], right=HALF
    )


def skewed(random):
    knots = sorted({some(random, -4, 4) for _ in range(5)} | {Fraction(-9), Fraction(9)})
    heights = [Fraction(0), *(some(random, 0, 5) for _ in knots[2:]), Fraction(0)]
    heights[1] += 1
    rows = zip(knots, knots[1:], heights, heights[1:], strict=False)
    area = sum((b - a) * (f + g) / 2 for a, b, f, g in rows)
    return piecewise(knots, [h / area for h in heights])


@pytest.mark.parametrize("seed", range(12))
def test_both_algorithms_agree(seed):
    random = Random(seed)
    alpha, density = wild(random), skewed(random)
    for steps in (0, 1, 2, 3):
        low, high = density_walk.visited(alpha, density, steps)
        assert density_walk.cdf_backward(alpha, density, steps, high) == 1
        assert density_walk.cdf_forward(alpha, density, steps, high) == 1
        assert density_walk.cdf_forward(alpha, density, steps, low - 1) == 0
        assert density_walk.cdf_backward(alpha, density, steps, low - 1) == 0
        masses = []
        for x in sorted(some(random, -12, 12) for _ in range(4)):
            masses.append(density_walk.cdf_forward(alpha, density, steps, x))
            assert masses[-1] == density_walk.cdf_backward(alpha, density, steps, x)
        assert masses == sorted(masses)


def test_a_map_that_folds_the_line():
    alpha = piecewise((-10, 0, 1, 2), (1, 1, 4, 5), right=1)  # T_- falls from -1 to -3 on [0, 1]
    start = piecewise((0, HALF, 1), (0, 2, 0))
    after = {x: density_walk.cdf_backward(alpha, start, 1, Fraction(x)) for x in (-3, -2, -1)}
    assert after == {-3: 0, -2: Fraction(1, 4), -1: HALF}


def test_a_step_of_slope_one_makes_an_atom():
    alpha = piecewise((-10, 0, 2), (1, 2, 4), right=HALF)  # T_- is constant on [0, 2]
    start = tent(0, 1, 2)
    for cdf in CDFS:
        assert cdf(alpha, start, 1, Fraction(-2)) == HALF
        assert cdf(alpha, start, 1, Fraction(-2) - Fraction(1, 10**9)) == 0
        _, high, (a, b, c) = density_walk.median_equation(cdf, alpha, start, 1)
        assert (high, a, b, c) == (-2, 0, 0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_a_narrow_density_is_nearly_a_point(seed):
    random = Random(100 + seed)
    alpha, at = wild(random), some(random, -3, 3)
    narrow = tent(at - Fraction(1, 10**8), at, at + Fraction(1, 10**8))
    for steps in (1, 2, 3):
        from_point = walk.law(alpha, at, steps)
        near = Fraction(1, 1000)
        for x in (some(random, -9, 9) for _ in range(5)):
            if all(abs(x - end) > near for end in from_point):
                expected = walk.mass_at_most(from_point, x)
                assert density_walk.cdf_forward(alpha, narrow, steps, x) == expected


@pytest.mark.parametrize("slope", [Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)])
def test_linear_steps_scale_the_law(slope):
    at_zero, start = 64 * slope + 1, tent(-1, 0, 1)
    alpha = line(slope, at_zero)

    def scaled(x):  # the law of the branches, each the start moved and stretched
        ends = [
            density_walk.cdf_forward(alpha, start, 0, (x - sign * at_zero) / (1 + sign * slope))
            for sign in (-1, 1)
        ]
        return sum(ends) / 2

    for x in map(Fraction, (-70, -20, 17, 18, 30, 50, 80)):
        assert density_walk.cdf_backward(alpha, start, 1, x) == scaled(x)


def test_constant_steps_keep_a_symmetric_law_symmetric():
    alpha, start = piecewise((-9,), (1,)), tent(-2, 0, 2)
    assert density_walk.cdf_backward(alpha, start, 2, Fraction(0)) == HALF
    assert density_at(alpha, start, 1, Fraction(0)) == Fraction(1, 4)
    for cdf in CDFS:
        ends = (cdf(alpha, start, 1, Fraction(x)) for x in (-3, 3))
        assert tuple(ends) == (0, 1)
        low, high, (a, b, c) = density_walk.median_equation(cdf, alpha, start, 2)
        assert low < 0 <= high
        assert a - b * low + c * low**2 == HALF
    assert density_walk.least_mode(density_walk.profile_forward(alpha, start, 2)) == 0


@pytest.mark.parametrize("seed", range(4))
def test_the_density_is_the_slope_of_the_distribution_function(seed):
    random = Random(200 + seed)
    alpha, start, x, width = wild(random), skewed(random), some(random, -5, 5), Fraction(1, 10**6)
    for side in (-1, 1):
        edge = x - width * (side < 0)
        below, above = (density_walk.cdf_backward(alpha, start, 2, x) for x in (edge, edge + width))
        ends = [density_at(alpha, start, 2, x + side * width * share, side) for share in (0, 1)]
        assert above - below == width * sum(ends) / 2  # no break of the density is so near to x


@pytest.mark.parametrize("seed", range(3))
def test_profiles_agree_and_hold_the_largest_density(seed):
    random = Random(300 + seed)
    alpha, start = wild(random), skewed(random)
    for steps in (0, 1):
        profile = density_walk.profile_forward(alpha, start, steps)
        assert profile == density_walk.profile_backward(alpha, start, steps)
        assert profile == [
            (x, density_at(alpha, start, steps, x, side))
            for x in density_walk.breaks(alpha, start, steps)
            for side in (-1, 1)
        ]
        height = max(h for _, h in profile)
        modes = [x for x, h in profile if h == height]
        assert density_walk.least_mode(profile) == min(modes)
        assert density_walk.last_mode(profile) == max(modes)
        for x in (some(random, -9, 9) for _ in range(9)):
            assert density_at(alpha, start, steps, x) <= height


def test_valleys():
    heights = piecewise((0, 1, 2, 3, 4), (0, 3, 1, 2, 0))
    profile = [(x, heights(x)) for x in map(Fraction, (0, 1, 2, 3, 4)) for _ in range(2)]
    assert density_walk.deepest_valley(profile) == 1
    assert density_walk.deepest_valley(profile[:4]) == 0


@pytest.mark.parametrize("seed", range(3))
def test_the_law_is_the_mean_over_its_prefixes(seed):
    random = Random(400 + seed)
    alpha, start, x = wild(random), skewed(random), some(random, -9, 9)
    for cdf in CDFS:
        for length in (1, 2):
            prefixes = list(product((-1, 1), repeat=length))
            parts = [cdf(alpha, start, 2, x, prefix) for prefix in prefixes]
            assert sum(parts) / len(parts) == cdf(alpha, start, 2, x)
    for prefix in prefixes:
        of = [profile(alpha, start, 2, prefix) for profile in PROFILES]
        assert of[0] == of[1]


def test_a_prefix_of_all_signs_moves_the_law():
    alpha, start = piecewise((-9,), (1,)), tent(-2, 0, 2)
    for cdf in CDFS:
        assert cdf(alpha, start, 2, Fraction(3), (1, 1)) == cdf(alpha, start, 0, Fraction(1))
        assert (
            cdf(alpha, start, 3, Fraction(0), (1, 1))
            == (cdf(alpha, start, 0, Fraction(-1)) + cdf(alpha, start, 0, Fraction(-3))) / 2
        )
    for profile in PROFILES:
        assert density_walk.least_mode(profile(alpha, start, 2, (1, 1))) == 2


def test_a_plateau_at_the_median():
    constant = piecewise((-99,), (1,))
    flat = piecewise((0, 1, 3, 4), (0, Fraction(1, 3), Fraction(1, 3), 0))
    start = piecewise((0, 1, 2, 4), (0, Fraction(1, 2), Fraction(1, 4), 0))
    for cdf in CDFS:
        assert density_walk.plateau_at_median(cdf, constant, flat, 0)
        assert not density_walk.plateau_at_median(cdf, constant, tent(-2, 0, 2), 0)
        assert not density_walk.plateau_at_median(cdf, constant, start, 0)
        begins = piecewise((0, 1, Fraction(5, 4), Fraction(7, 4)), (0, 1, 1, 0))
        ends = piecewise((0, HALF, Fraction(3, 4), Fraction(7, 4)), (0, 1, 1, 0))
        for at_an_end in (begins, ends):
            assert density_walk.plateau_at_median(cdf, constant, at_an_end, 0)


@pytest.mark.parametrize("sign", [-1, 1])
def test_preimages_of_increasing_maps(sign):
    alpha = piecewise((-10, 0, 2), (1, 2, 3), right=HALF)
    for x in map(Fraction, (-10, -9, -1, 0, 1, 2, 5)):
        assert density_walk.preimage(alpha, sign, x + sign * alpha(x)) == (x, x)


@pytest.mark.parametrize("sign", [-1, 1])
def test_preimages_on_the_hyperbola_are_enclosed(sign):
    alpha = piecewise((0,), (2,), left=HALF, right=HALF)
    for x in map(Fraction, (-30, -3, -1)):
        low, high = density_walk.preimage(alpha, sign, x + sign * alpha(x))
        assert low <= x <= high


def enclosures(alpha, density, steps, x):
    """Return both intervals around Pr(X_steps <= x)."""
    return (
        density_walk.cdf_between(density_walk.preimage, alpha, density, steps, x),
        linear_pieces.cdf_between(alpha, density, steps, x),
    )


@pytest.mark.parametrize("steps", [1, 2])
def test_the_law_is_enclosed_where_alpha_is_a_hyperbola(steps):
    alpha, density = piecewise((0,), (2,), left=HALF, right=HALF), tent(-4, -1, 3)
    count = 600
    starts = [-4 + 7 * Fraction(2 * number + 1, 2 * count) for number in range(count)]
    ends = [
        (walk.end(alpha, start, signs, steps), density(start) * 7 / count / 2**steps)
        for start in starts
        for signs in product((1, -1), repeat=steps)
    ]
    for x in map(Fraction, (-5, -2, 0, 1, 4)):
        (low, high), (first, last) = enclosures(alpha, density, steps, x)
        assert max(low, first) <= min(high, last)
        assert max(high, last) - min(low, first) < Fraction(1, 2**60)
        share = sum(weight for end, weight in ends if end <= x)
        assert abs(share - low) < Fraction(1, 100)


def test_the_law_on_the_lines_is_enclosed_by_itself():
    alpha, density = line(HALF, 40), tent(-4, -1, 3)
    for x in map(Fraction, (-30, 0, 30)):
        exact = density_walk.cdf_backward(alpha, density, 2, x)
        assert enclosures(alpha, density, 2, x) == ((exact, exact),) * 2


def test_a_law_is_not_enclosed_where_steps_do_not_keep_the_order():
    steep = piecewise((0,), (1,), left=HALF, right=2)
    assert enclosures(steep, tent(0, 1, 2), 1, Fraction(1)) == (None, None)


def test_maps_that_do_not_increase_have_no_preimages():
    assert density_walk.preimage(piecewise((0,), (1,), right=2), -1, Fraction(5)) is None
    assert density_walk.preimage(piecewise((0, 1), (1, 2)), -1, Fraction(5)) is None


def test_the_rate_takes_the_least_step_and_the_least_slope():
    alpha = piecewise((-10, 0, 2), (1, 2, 3), right=HALF)
    assert density_walk.drift_rate(alpha, tent(-2, 0, 2), 1) == Fraction(9, 5) / 10
    assert density_walk.drift_rate(alpha, tent(1, 2, 3), 1) == Fraction(5, 2) / 2


def test_the_least_slope_between_two_points():
    alpha = piecewise((-10, 0, 2), (1, 2, 3), right=1)
    assert density_walk.least_slope(alpha, Fraction(-1), Fraction(1)) == Fraction(1, 10)
    assert density_walk.least_slope(alpha, Fraction(1), Fraction(5)) == HALF
    with pytest.raises(density_walk.LeftTail):
        density_walk.least_slope(alpha, Fraction(-11), Fraction(1))


def test_densities_are_told_from_other_functions():
    assert density_walk.is_density(tent(0, 1, 2))
    assert not density_walk.is_density(piecewise((0, 1, 2), (0, 2, 0)))
    assert not density_walk.is_density(line(HALF, 40))


def test_the_hyperbola_is_refused():
    alpha = piecewise((0,), (1,), left=HALF, right=HALF)
    for cdf in CDFS:
        assert cdf(alpha, tent(0, 1, 2), 1, Fraction(9)) == 1
        with pytest.raises(density_walk.LeftTail, match="linear from 0 on"):
            cdf(alpha, tent(0, 1, 2), 2, Fraction(9))


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", range(4))
def test_the_mean_stays_and_the_support_moves_out_with_its_ends(profile, seed):
    alpha, density = line(Fraction(1, 3), 30), skewed(Random(seed))
    start = profile(alpha, density, 0)
    low, high = density_walk.support(start)
    for steps in (1, 2):
        found = profile(alpha, density, steps)
        low, high = low - alpha(low), high + alpha(high)
        assert density_walk.has_density(found)
        assert density_walk.mean(found) == density_walk.mean(start)
        assert density_walk.support(found) == (low, high)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_step_adds_the_mean_of_alpha_squared_to_the_variance(profile):
    slope, at_zero, density = Fraction(1, 3), Fraction(30), skewed(Random(1))
    laws = [profile(line(slope, at_zero), density, steps) for steps in (0, 1)]
    mean = density_walk.mean(laws[0])
    before, after = (density_walk.moment(law, 2, mean) for law in laws)
    assert after == before + slope**2 * before + (at_zero + slope * mean) ** 2
    thirds = [density_walk.moment(law, 3, mean) for law in laws]
    mixed = 2 * slope * (at_zero + slope * mean) * before + slope**2 * thirds[0]
    assert thirds[1] == thirds[0] + 3 * mixed


def test_a_gap_at_an_end_is_no_part_of_the_support():
    density = piecewise((-2, 0, 1, 2, 5), (0, 0, 1, 0, 0))
    for profile in PROFILES:
        assert density_walk.support(profile(line(0, 1), density, 0)) == (0, 2)


def test_a_profile_leaves_out_an_atom():
    alpha = piecewise((-64, 0, 4), (1, 2, 6), right=HALF)  # T_- takes [0, 4] to -2
    assert not density_walk.has_density(density_walk.profile_forward(alpha, tent(1, 2, 3), 1))
