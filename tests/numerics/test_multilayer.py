import pytest
import torch
from torch.autograd.functional import hessian

from numerics.multilayer import Multilayer, Samples

NETWORK = Multilayer((3, 4, 2))


def made(runs=3, n=5, seed=0):
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(runs, n, 3, dtype=torch.float64, generator=generator)
    y = torch.randint(2, (runs, n), generator=generator)
    return Samples(x, y), NETWORK.start(runs, seed + 1)


def of_torch(theta, x):
    """Return the outputs of the same network made of torch's own layers."""
    layers = torch.nn.Sequential(
        torch.nn.Linear(3, 4, dtype=torch.float64),
        torch.nn.ReLU(),
        torch.nn.Linear(4, 2, dtype=torch.float64),
    )
    at = 0
    with torch.no_grad():
        for layer in (layers[0], layers[2]):
            for parameter, shape in ((layer.weight, layer.weight.T.shape), (layer.bias, None)):
                size = parameter.numel()
                entries = theta[at : at + size]
                parameter.copy_(entries.reshape(shape).T if shape else entries)
                at += size
        return layers(x)


def test_outputs_and_loss_are_those_of_torch():
    samples, theta = made()
    logits, loss = NETWORK.logits(theta, samples.x), NETWORK.loss(theta, samples)
    for run in range(3):
        expected = of_torch(theta[run], samples.x[run])
        torch.testing.assert_close(logits[run], expected)
        own = torch.nn.functional.cross_entropy(expected, samples.y[run])
        torch.testing.assert_close(loss[run], own)


def test_runs_share_nothing():
    samples, theta = made()
    _, gradient = NETWORK.gradient(theta, samples)
    other = theta.clone()
    other[0] += 1
    torch.testing.assert_close(NETWORK.gradient(other, samples)[1][1:], gradient[1:])
    assert not torch.allclose(NETWORK.gradient(other, samples)[1][0], gradient[0])


def test_products_are_those_of_the_dense_hessian():
    samples, theta = made()
    found = NETWORK.curvature(theta, samples)
    v = torch.randn(theta.shape, dtype=torch.float64, generator=torch.Generator().manual_seed(9))
    for run in range(3):
        own = Samples(samples.x[run : run + 1], samples.y[run : run + 1])
        dense = hessian(lambda at, own=own: NETWORK.loss(at[None], own)[0], theta[run])
        torch.testing.assert_close(found.product(v)[run], dense @ v[run])


def test_samples_are_chosen_run_by_run():
    samples, _ = made()
    which = torch.tensor([[0, 1], [2, 2], [4, 3]])
    chosen = samples.chosen(which)
    torch.testing.assert_close(chosen.x[2], samples.x[2][[4, 3]])
    assert chosen.y[1].tolist() == [samples.y[1, 2].item()] * 2


@pytest.mark.parametrize("right", [True, False])
def test_accuracy_counts_what_is_right(right):
    samples, theta = made()
    found = NETWORK.logits(theta, samples.x).argmax(2)
    labelled = Samples(samples.x, found if right else 1 - found)
    assert NETWORK.accuracy(theta, labelled).tolist() == [float(right)] * 3
