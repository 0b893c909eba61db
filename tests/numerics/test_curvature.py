import math

import pytest
import torch
from torch.autograd.functional import hessian

from numerics.curvature import fourth_derivative, leading, similarity
from numerics.image_sets import digits
from numerics.lanczos import lanczos
from numerics.multilayer import Multilayer, Samples
from numerics.multilayer_training import random_vectors

NETWORK = Multilayer((64, 4, 10))
RUNS = 3


def on_digits():
    """Return samples, states, and the dense Hessian `[runs, p, p]`."""
    samples, _ = digits(RUNS, 30, seed=1)
    theta = NETWORK.start(RUNS, 2)
    parts = [Samples(samples.x[run : run + 1], samples.y[run : run + 1]) for run in range(RUNS)]
    dense = [
        hessian(lambda at, own=own: NETWORK.loss(at[None], own)[0], theta[run])
        for run, own in enumerate(parts)
    ]
    return samples, theta, torch.stack(dense)


def test_the_leading_part_is_that_of_the_dense_hessian():
    samples, theta, dense = on_digits()
    product = NETWORK.curvature(theta, samples).product
    found = leading(product, random_vectors(theta, 3), 40, 3)
    values, vectors = torch.linalg.eigh(dense)
    torch.testing.assert_close(found.values, values[:, -3:].flip(1))
    torch.testing.assert_close(
        similarity(found.vectors, vectors[:, :, -3:]), torch.ones(RUNS, dtype=torch.float64)
    )
    assert found.errors.max() < 1e-6


def test_few_steps_have_errors_that_enclose_an_eigenvalue():
    samples, theta, dense = on_digits()
    product = NETWORK.curvature(theta, samples).product
    found = leading(product, random_vectors(theta, 3), 4, 1)
    distance = (torch.linalg.eigvalsh(dense) - found.values).abs().min(1).values
    assert (distance <= found.errors[:, 0]).all()
    assert found.errors.min() > 1e-6


def test_the_spectrum_of_the_printed_iteration_is_that_of_the_dense_hessian():
    samples, theta, dense = on_digits()
    own = Samples(samples.x[:1], samples.y[:1])
    product = NETWORK.curvature(theta[:1], own).product
    tridiagonal, _, _ = lanczos(lambda u: product(u[None])[0], NETWORK.size, 40, seed=4)
    found, expected = torch.linalg.eigvalsh(tridiagonal), torch.linalg.eigvalsh(dense[0])
    torch.testing.assert_close(found[-6:], expected[-6:])
    assert found[0] >= expected[0] - 1e-10


@pytest.mark.parametrize("angle", [0.0, 0.3, 1.2, math.pi / 2])
def test_lines_are_as_similar_as_the_cosine_of_their_angle(angle):
    one = torch.tensor([[[1.0], [0.0], [0.0]]], dtype=torch.float64)
    other = torch.tensor([[[math.cos(angle)], [math.sin(angle)], [0.0]]], dtype=torch.float64)
    assert similarity(one, other).item() == pytest.approx(math.cos(angle), abs=1e-12)


def test_similarity_does_not_depend_on_bases():
    generator = torch.Generator().manual_seed(0)
    one, other, turn = (
        torch.linalg.qr(torch.randn(2, size, k, dtype=torch.float64, generator=generator)).Q
        for size, k in ((7, 3), (7, 3), (3, 3))
    )
    expected = similarity(one, other)
    torch.testing.assert_close(similarity(one @ turn, other), expected)
    torch.testing.assert_close(similarity(other, one), expected)


def test_a_fourth_derivative_is_that_of_differences():
    samples, theta, _ = on_digits()
    along = random_vectors(theta, 5)
    along = along / along.norm(dim=1, keepdim=True)
    found = fourth_derivative(lambda at: NETWORK.loss(at, samples), theta, along)
    step = 2e-3  # small enough for no unit to switch

    def at(k):
        return NETWORK.loss(theta + k * step * along, samples)

    differences = (at(-2) - 4 * at(-1) + 6 * at(0) - 4 * at(1) + at(2)) / step**4
    torch.testing.assert_close(found, differences, rtol=0.02, atol=1e-3)
