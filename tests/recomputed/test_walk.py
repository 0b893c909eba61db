"""The walk and its laws, where they are known."""

from fractions import Fraction

from tests.recomputed.walk import (
    PiecewiseLinear,
    after,
    blocks,
    cdf_after,
    ends,
    is_median,
    line,
    modes,
)

ALPHA = PiecewiseLinear((0, 2), (1, 2), 1, Fraction(1, 4))
HALF = Fraction(1, 2)
UNIFORM = (Fraction(0), Fraction(1), Fraction(1))


def test_a_step_size_is_linear_between_and_beyond_its_knots_and_stays_positive():
    assert [ALPHA(Fraction(x)) for x in (-1, 0, 1, 2, 6)] == [HALF, 1, Fraction(3, 2), 2, 3]
    assert ALPHA.is_step_size
    assert ALPHA.is_controlled(1) is False
    assert line(Fraction(1), HALF, Fraction(0)).is_controlled(HALF)
    assert not PiecewiseLinear((0, 2), (1, 2), HALF, Fraction(1, 4)).is_controlled(HALF)
    assert not PiecewiseLinear((0, 1), (1, 1), 1, 1).is_step_size


def test_a_step_is_undone():
    gentle = PiecewiseLinear((0, 2), (1, 2), HALF, Fraction(1, 4))
    for x in map(Fraction, range(4)):
        assert all(gentle.back(sign, after(gentle, x, sign)) == x for sign in (1, -1))
    for x in (Fraction(-5), Fraction(-1, 3)):
        for sign in (1, -1):
            assert -Fraction(1, 2**50) < gentle.back(sign, after(gentle, x, sign)) - x <= 0


def test_the_law_after_two_steps_is_that_of_the_ends():
    alpha = line(Fraction(1), HALF, Fraction(0))
    ways = [end for start in range(1, 1000, 2) for end in ends(alpha, Fraction(start, 1000), 2)]
    share = Fraction(sum(end <= 0 for end in ways), len(ways))
    assert abs(cdf_after(blocks(UNIFORM), alpha, 2, Fraction(0)) - share) < Fraction(1, 100)


def test_the_density_is_largest_where_a_step_compresses():
    alpha = line(Fraction(1), HALF, Fraction(0))
    assert modes([UNIFORM], alpha, 1) == (
        after(alpha, Fraction(0), -1),
        after(alpha, Fraction(1), -1),
    )


def test_medians():
    assert is_median(1, [0, 1, 2, 3])
    assert is_median(2, [0, 1, 2, 3])
    assert is_median(1, [0, 1, 2, 3], least=True)
    assert not is_median(2, [0, 1, 2, 3], least=True)
    assert not is_median(0, [0, 1, 2])
