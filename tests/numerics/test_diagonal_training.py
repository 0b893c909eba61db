"""Deep diagonal networks, all runs in place, against automatic differentiation run by run."""

import math

import pytest
import torch

from numerics import diagonal_training as training
from numerics.diagonal_training import Rule

RATE, START = 1e-2, 0.3
Z = 6  # a standard normal exceeds it with probability 1e-9
RULES = {
    "sign": Rule(1.0, (0.0, 0.3, 0.0), (0.0, 0.0, 0.5)),
    "between": Rule(1.5, (0.0, 0.3, 0.1), (0.0, 0.0, 0.5)),
    "gradient": Rule(2.0, (0.0, 0.3, 0.1), (0.0, 0.0, 0.5)),
    "adam": Rule(coupled=(0.0, 0.3), decoupled=(0.0, 0.5), adam=True),
}


def plain_network(loss, depth, n, rule, run, steps):
    """Return all factors `[depth, n]` after each step of one run."""
    factors = [torch.zeros(n, dtype=torch.float64, requires_grad=True)]
    factors += [torch.full_like(factors[0], START).requires_grad_(True) for _ in range(depth - 1)]
    adam = torch.optim.Adam(factors, lr=RATE)
    path = []
    for _ in range(steps):
        adam.zero_grad()
        loss(torch.stack(factors).prod(0)).backward()
        with torch.no_grad():
            before = [w.clone() for w in factors]
            for w in factors:
                w.grad += rule.coupled[run] * w
                if not rule.adam:
                    w -= RATE * torch.sign(w.grad) * w.grad.abs() ** (rule.q - 1)
        if rule.adam:
            adam.step()
        with torch.no_grad():
            for w, old in zip(factors, before, strict=True):
                w -= RATE * rule.decoupled[run] * old
            path.append(torch.stack(factors))
    return path


def plain_loss(data, draw, kind):
    z, y = data.z[draw], data.z[draw] @ data.truth
    if kind == "squared":
        return lambda x: 0.5 * ((z @ x - y) ** 2).sum()
    return lambda x: 0.5 * torch.exp(-torch.sign(y) * (z @ x)).sum()


MAKE = {"squared": training.squared_error, "exponential": training.exponential}


@pytest.mark.parametrize("kind", MAKE)
@pytest.mark.parametrize("depth", [1, 2, 3, 6, 10])
@pytest.mark.parametrize("name", RULES)
def test_every_step_is_that_of_automatic_differentiation(name, depth, kind) -> None:
    rule, steps = RULES[name], 12
    data = training.gaussian(2, 4, (1.0, -0.5, 0.0), seed=depth)
    for draw in range(2):
        for run in range(len(rule.coupled)):
            path = plain_network(plain_loss(data, draw, kind), depth, 3, rule, run, steps)
            for k in (1, 2, steps):
                gradient = MAKE[kind](data, 0.5)
                end = training.train(gradient, data, depth, rule, rate=RATE, steps=k, scale=START)
                first, rest = end.first[draw, run], end.rest[draw, run]
                assert torch.allclose(first, path[k - 1][0], rtol=1e-11, atol=1e-14)
                if depth > 1:
                    others = path[k - 1][1:]
                    assert torch.allclose(rest.expand_as(others), others, rtol=1e-11, atol=1e-14)


def test_batches_are_drawn_anew_for_every_step() -> None:
    data = training.gaussian(3, 5, (1.0, 0.0, 0.0), seed=2)
    gradient, x = training.sampled_error(data, 2, seed=4), torch.ones(3, 2, 3).double()
    before = x.clone()
    found = torch.stack([gradient(x) for _ in range(300)])
    assert torch.equal(x, before)
    every = [
        (z[i] @ (x[0, 0] - data.truth)) * z[i] + (z[j] @ (x[0, 0] - data.truth)) * z[j]
        for z in data.z[:1]
        for i in range(5)
        for j in range(5)
    ]
    off = (found[:, 0, 0, None] - torch.stack(every)).abs().amax(-1)
    assert bool((off.min(1).values < 1e-12).all())
    assert len(off.argmin(1).unique()) > 10
    assert torch.equal(found[:, :, 0], found[:, :, 1])


def test_distances_over_data_sets_have_the_mean_and_variance_of_plain_runs() -> None:
    n, k, depth, steps, draws, plain = 40, 30, 4, 120, 400, 30
    truth = (1.0,) * 4 + (0.0,) * (n - 4)
    rule = Rule(1.0, (0.1,), (0.2,))
    data = training.gaussian(draws, k, truth, seed=1)
    gradient = training.squared_error(data, 0.5)
    end = training.train(gradient, data, depth, rule, rate=RATE, steps=steps, scale=START)
    found = end.distance[-1, :, 0].log()
    others = training.gaussian(plain, k, truth, seed=2)
    ends = [
        plain_network(plain_loss(others, i, "squared"), depth, n, rule, 0, steps)[-1].prod(0)
        for i in range(plain)
    ]
    expected = ((torch.stack(ends) - others.truth) ** 2).sum(1).log()
    error = math.sqrt(float(found.var() / draws + expected.var() / plain))
    assert abs(float(found.mean() - expected.mean())) < Z * error
    wide = math.sqrt(sum(_error_of_log_variance(x) ** 2 for x in (found, expected)))
    assert abs(float((found.var() / expected.var()).log())) < Z * wide
    shorter = training.train(gradient, data, depth, rule, rate=RATE, steps=80, scale=START)
    off = shorter.distance[-1, :, 0].log().mean() - expected.mean()
    assert abs(float(off)) > Z * error


def _error_of_log_variance(x):
    """Return the standard deviation of the log of the variance of a sample."""
    squares = (x - x.mean()) ** 2
    return float(squares.std() / squares.mean()) / math.sqrt(len(x))
