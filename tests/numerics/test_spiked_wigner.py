import pytest
from flint import arb

from numerics.spiked_wigner import overlap_in_balls, sampled_overlap, transform

SIZE = 600


@pytest.mark.parametrize(("spike", "radius"), [(1.0, 1.0), (2.0, 1.0), (3.0, 4.0), (0.7, 1.0)])
def test_large_matrices_have_the_overlap_up_to_their_fluctuations(spike, radius):
    exact = float(overlap_in_balls(arb(spike), arb(radius)).mid())
    samples = [sampled_overlap(spike, radius, SIZE, seed) for seed in range(4)]
    assert sum(samples) / len(samples) == pytest.approx(exact, abs=6 / SIZE**0.5 / 2)


@pytest.mark.parametrize(("spike", "radius"), [(1, 1), (5, 8), (3, 2)])
def test_the_overlap_is_enclosed(spike, radius):
    one_minus = arb(radius) ** 2 / (4 * arb(spike) ** 2)
    assert overlap_in_balls(arb(spike), arb(radius)).overlaps(1 - one_minus)


def test_below_the_limit_there_is_none():
    assert overlap_in_balls(arb(0.4), arb(1)) == 0
    assert max(sampled_overlap(0.25, 1.0, SIZE, seed) for seed in range(3)) < 0.05


def test_at_the_limit_nothing_is_said():
    with pytest.raises(ArithmeticError):
        overlap_in_balls(arb(0.5, 0.01), arb(1))


def test_the_semicircle_law_has_mass_one():
    assert float((1000 * transform(arb(1000), arb(1), 1)).mid()) == pytest.approx(1, abs=1e-6)
