"""Compiled outputs and slopes on all inputs against those with the matrix of the inputs."""

import pytest
import torch

from numerics import compiled, fused_cube, perceptrons
from numerics import labelled_samples as samples
from numerics.labelled_samples import Data


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
