"""Products with all inputs, in halves, against those with the matrix of the inputs."""

import pytest
import torch

from numerics import labelled_samples as samples
from numerics import perceptrons
from numerics.labelled_samples import Data


@pytest.mark.parametrize("d", [1, 4, 5, 8])
def test_products_and_sums_are_those_of_the_matrix(d) -> None:
    cube = samples.population(d, 1).inputs
    matrix = cube.matrix()
    assert torch.equal(matrix[0, :, :-1].unique(dim=0), samples.signs_of_bits(d).unique(dim=0))
    generator = torch.Generator().manual_seed(d)
    weights = torch.randn(3, d + 1, 4, generator=generator)
    values = torch.randn(3, 2**d, 4, generator=generator)
    assert torch.allclose(cube @ weights, matrix @ weights, atol=1e-5)
    assert torch.allclose(cube.sums(values), matrix.mT @ values, atol=1e-4)


@pytest.mark.parametrize("size", [1, 32, 100, 1000])
def test_parts_are_all_inputs_in_their_order(size) -> None:
    cube = samples.population(8, 2).inputs
    parts = cube.split(size)
    assert torch.equal(torch.cat([part.matrix() for part in parts], 1), cube.matrix())
    assert max(part.matrix().shape[1] for part in parts) <= max(size, 32)


@pytest.mark.parametrize("widths", [(8, 7), (8, 7, 5)])
@pytest.mark.parametrize("block", [100, 2**20])
def test_slopes_and_outputs_are_those_of_the_matrix(widths, block, monkeypatch) -> None:
    monkeypatch.setattr(perceptrons, "BLOCK", block)
    network = perceptrons.initial(3, widths, torch.Generator().manual_seed(1))
    data = samples.population(8, 2)
    plain = Data(data.inputs.matrix(), data.labels)
    assert torch.allclose(network(data.inputs), network(plain.inputs), atol=1e-6)
    for one, other in zip(
        network.slopes(data, "logistic"), network.slopes(plain, "logistic"), strict=True
    ):
        assert torch.allclose(one, other, atol=1e-6)
