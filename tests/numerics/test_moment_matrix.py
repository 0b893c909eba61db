"""The law of the norm of a moment matrix, in two ways and where it is known."""

import pytest
from flint import arb, fmpq

from numerics import moment_matrix


@pytest.mark.parametrize("random_labels", [False, True])
@pytest.mark.parametrize(("dimension", "samples"), [(2, 1), (2, 6), (3, 5), (4, 2)])
@pytest.mark.parametrize("bound", [0.31, 1.13, 1.71, 2.57])
def test_both_ways_agree(dimension, samples, random_labels, bound):
    counts = dimension, samples, random_labels
    exact = moment_matrix.norm_at_most(*counts, arb(bound))
    value, error = moment_matrix.norm_at_most_by_samples(*counts, bound)
    assert abs(float(exact.p) / float(exact.q) - value) <= error


def test_one_sample_has_the_norm_of_its_inputs():
    for labels in (False, True):
        assert moment_matrix.norm_at_most(3, 1, labels, arb("2.9")) == 0
        assert moment_matrix.norm_at_most(3, 1, labels, arb("3.1")) == 1


def test_two_samples_of_two_inputs():
    """x_1 x_2 is the label, so that the matrix has 1 beside the diagonal and its mean on it."""
    assert moment_matrix.norm_at_most(2, 2, False, arb("1.5")) == fmpq(1, 2)


def test_nothing_is_said_of_a_bound_that_is_not_known_well_enough():
    assert moment_matrix.norm_at_most(2, 1, False, arb(2, 0.1)) is None
    assert moment_matrix.norm_at_most(2, 1, False, arb(2)) is None
