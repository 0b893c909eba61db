"""Products with all inputs, in halves, against those with the matrix of the inputs."""

import pytest
import torch

from numerics import compiled, fused_cube, perceptrons
from numerics import labelled_samples as samples
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


@pytest.mark.parametrize("d", [1, 5, 8])
def test_without_numba_the_same_is_done_in_plain_python(d, monkeypatch) -> None:
    for name in ("_outputs", "_sums"):
        function = getattr(fused_cube, name)
        monkeypatch.setattr(fused_cube, name, getattr(function, "py_func", function))
    network = perceptrons.initial(2, (d, 3), torch.Generator().manual_seed(d))
    data = samples.population(d, 1)
    values = torch.randn(2, 2**d, generator=torch.Generator().manual_seed(1))
    outputs = fused_cube.outputs(data.inputs, *network.layers)
    sums = fused_cube.sums(data.inputs, network.layers[0], values)
    matrix = data.inputs.matrix()
    active = (matrix @ network.layers[0] > 0).float()
    assert torch.allclose(outputs, network(matrix), atol=1e-6)
    assert torch.allclose(sums, matrix.mT @ (active * values[..., None]), atol=1e-4)


@pytest.mark.skipif(not compiled.THERE, reason="no numba")
@pytest.mark.parametrize("loss", perceptrons.SLOPES)
@pytest.mark.parametrize("block", [2**9, 2**20])
def test_compiled_slopes_are_those_of_torch(loss, block, monkeypatch) -> None:
    monkeypatch.setattr(perceptrons, "BLOCK", block)
    network = perceptrons.initial(3, (9, 7), torch.Generator().manual_seed(1))
    data = samples.population(9, 2)
    plain = Data(data.inputs.matrix(), data.labels)
    for one, other in zip(network.slopes(data, loss), network.slopes(plain, loss), strict=True):
        assert torch.allclose(one, other, atol=1e-6)


@pytest.mark.skipif(not compiled.THERE, reason="no numba")
def test_a_run_that_is_not_a_number_stays_one() -> None:
    network = perceptrons.initial(2, (9, 3), torch.Generator().manual_seed(1))
    network.layers[1][1] = torch.nan
    first, last = network.slopes(samples.population(9, 2), "logistic")
    assert first[0].isfinite().all()
    assert last[0].isfinite().all()
    assert first[1].isnan().all()
    assert last[1].isnan().all()


@pytest.mark.skipif(not compiled.THERE, reason="no numba")
@pytest.mark.parametrize(("widths", "d"), [((9, 7, 5), 9), ((8, 7), 8)])
def test_only_two_layers_on_many_inputs_are_compiled(widths, d, monkeypatch) -> None:
    monkeypatch.setattr(fused_cube, "outputs", lambda *args: pytest.fail("compiled"))
    network = perceptrons.initial(2, widths, torch.Generator().manual_seed(1))
    network.slopes(samples.population(d, 2), "logistic")
