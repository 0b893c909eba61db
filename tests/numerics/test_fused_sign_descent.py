"""Fused steps of sign descent are those of torch, and the compiled ones are what train takes."""

import pytest
import torch

from numerics import compiled
from numerics import diagonal_training as training
from numerics import fused_sign_descent as fused
from numerics.diagonal_training import Rule

TRUTH = (1.0, -0.5) + (0.0,) * 8
RULES = {
    "no decay": Rule(1.0, (0.0,), (0.0,)),
    "coupled": Rule(1.0, (0.0, 0.3, 3.0, 0.1), (0.0,) * 4),
    "decoupled": Rule(1.0, (0.0,) * 3, (0.0, 0.3, 3.0)),
    "both": Rule(1.0, (0.1, 0.0, 1.0, 0.0, 0.2), (0.0, 0.3, 3.0, 1.0, 0.2)),
}
NEEDS_NUMBA = pytest.mark.skipif(not compiled.THERE, reason="no numba")


def both_ways(monkeypatch, depth, rule, steps, rate=1e-2, records=1):
    data = training.gaussian(3, 7, TRUTH, seed=depth)
    ends = []
    for least in (0, 10**18):
        monkeypatch.setattr(training, "COMPILED_FROM", least)
        gradient = training.squared_error(data, 0.5)
        ends.append(
            training.train(
                gradient, data, depth, rule, rate=rate, steps=steps, scale=0.4, records=records
            )
        )
    return ends


@NEEDS_NUMBA
@pytest.mark.parametrize("depth", [1, 2, 3, 6, 7, 10])
@pytest.mark.parametrize("name", RULES)
def test_every_step_is_that_of_torch(monkeypatch, name, depth) -> None:
    for steps in (1, 2, 30):
        compiled, plain = both_ways(monkeypatch, depth, RULES[name], steps)
        assert torch.equal(compiled.first, plain.first)
        assert torch.equal(compiled.rest, plain.rest)
        assert torch.equal(compiled.x, plain.x)


@NEEDS_NUMBA
def test_distances_on_the_way_are_those_of_torch(monkeypatch) -> None:
    compiled, plain = both_ways(monkeypatch, 3, RULES["both"], 300, 1e-3, records=9)
    assert compiled.steps == plain.steps
    assert torch.allclose(compiled.distance, plain.distance, rtol=1e-9)


def test_without_numba_the_same_is_done_in_plain_python() -> None:
    names = ("_advance", "multiply", "_power", "_sign")
    plain = [getattr(getattr(fused, name), "py_func", getattr(fused, name)) for name in names]
    data = training.gaussian(1, 5, TRUTH, seed=0)
    end = training.train(
        training.squared_error(data, 1.0),
        data,
        4,
        RULES["both"],
        rate=1e-2,
        steps=2,
        scale=0.4,
    )
    first = torch.zeros_like(end.first)
    rest = torch.full_like(first, 0.4)
    with pytest.MonkeyPatch.context() as patch:
        for name, function in zip(names, plain, strict=True):
            patch.setattr(fused, name, function)
        steps = fused.FusedSteps(
            first,
            rest,
            gram=2 * data.z.mT @ data.z,
            truth=data.truth,
            coupled=RULES["both"].coupled,
            decoupled=RULES["both"].decoupled,
            rate=1e-2,
            depth=4,
        )
        steps.advance(2)
    assert torch.equal(first, end.first)
    assert torch.equal(rest, end.rest)


@NEEDS_NUMBA
def test_only_long_sign_descent_on_a_squared_error_is_compiled(monkeypatch) -> None:
    data = training.gaussian(2, 5, TRUTH, seed=0)
    made = []
    monkeypatch.setattr(training, "COMPILED_FROM", 2 * len(TRUTH) * 10)
    monkeypatch.setattr(fused.FusedSteps, "advance", lambda self, steps: made.append(steps))
    squared, batches = training.squared_error(data, 1.0), training.sampled_error(data, 2, 0)
    for gradient, rule, steps in (
        (squared, Rule(1.0), 9),
        (squared, Rule(1.5), 10),
        (squared, Rule(adam=True), 10),
        (batches, Rule(1.0), 10),
        (squared, Rule(1.0), 10),
    ):
        training.train(gradient, data, 3, rule, rate=1e-2, steps=steps, scale=0.4)
    assert made == [10]


@pytest.mark.parametrize("shape", [(1,), (3, 8), (2, 5, 16)])
def test_room_begins_where_a_line_of_the_cache_does(shape) -> None:
    room = fused.aligned(*shape)
    assert room.shape == shape
    assert room.ctypes.data % 64 == 0
    assert not room.any()
