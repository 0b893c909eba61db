"""The exact moments of SGD."""

from fractions import Fraction

import pytest

from numerics import sgd_moments, sign_chain
from numerics.power_law import PowerLaw


def test_moments_of_sgd() -> None:
    moments = sgd_moments.coordinate(Fraction(3), Fraction(1, 2), Fraction(1), Fraction(4))
    assert [next(moments) for _ in range(3)] == [9, Fraction(37, 16), Fraction(41, 64)]
    loss = sgd_moments.expected_loss(PowerLaw(2.0, 1.5, 1), 0.5, 4.0, (0, 2))
    assert loss.tolist() == pytest.approx([0.5, 0.5 * (1 / 16 + 5 / 4 / 16)])


def test_a_step_repeated_is_the_recursion() -> None:
    step = sgd_moments.Step(Fraction(1, 4), Fraction(2, 3))
    moments = sgd_moments.second_moments(Fraction(3), Fraction(1, 2), Fraction(2, 3))
    assert [sgd_moments.repeated(step, k).of(9) for k in range(12)] == [
        next(moments) for _ in range(12)
    ]


def test_large_steps_sit_near_0_at_every_second_step() -> None:
    loss = sign_chain.expected_loss(
        PowerLaw(3.0, 3.0, 300), 1 / 8, 1e4, (40, 41), tolerance=1e-6
    ).values
    assert 20 * float(loss[0]) < float(loss[1]) < 1 / 64
