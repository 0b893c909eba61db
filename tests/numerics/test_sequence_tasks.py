"""What the tasks of Transformers draw."""

import math

import pytest
import torch

from numerics import labelled_samples
from numerics import sequence_tasks as tasks


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_parity_is_a_product_of_signs_that_are_read_at_a_last_token() -> None:
    task = tasks.parity(5, 3)
    drawn = task.draw(2, 4000, generator())
    assert torch.equal(
        drawn.labels, drawn.inputs[..., 0] * drawn.inputs[..., 1] * drawn.inputs[..., 2]
    )
    flat = drawn.inputs.flatten(0, 1)
    assert (flat.T @ flat / 8000).flatten().tolist() == pytest.approx(
        torch.eye(5).flatten().tolist(), abs=6 / math.sqrt(8000)
    )
    samples = task.samples(drawn)
    assert samples.tokens.shape == (2, 4000, task.length, task.features)
    assert torch.equal(samples.tokens[..., :-1, 0] - samples.tokens[..., :-1, 1], drawn.inputs)
    assert bool((samples.tokens[..., -1, :] == 0).all())
    assert bool((samples.tokens[..., :-1, :].sum(-1) == 1).all())


def test_a_single_index_model_has_one_direction_for_each_run() -> None:
    features = labelled_samples.directions(3, 4, generator(1))
    assert torch.allclose(features.norm(dim=1), torch.ones(3))
    task = tasks.single_index(features)
    drawn = task.draw(3, 20_000, generator())
    for run in range(3):
        x = drawn.inputs[run]
        z = x @ features[run]
        assert torch.allclose(drawn.labels[run], z**3 - 3 * z, atol=1e-4)
        # He_3 has mean 0, square 6, and no part that is linear in the inputs
        assert float(drawn.labels[run].mean()) == pytest.approx(0, abs=0.1)
        assert float((drawn.labels[run] ** 2).mean()) == pytest.approx(6, abs=1.2)
        assert (drawn.labels[run] @ x / 20_000).tolist() == pytest.approx([0] * 4, abs=0.15)
    tokens = task.samples(drawn).tokens
    assert tokens.shape == (3, 20_000, 5, 1)
    assert torch.equal(tokens[..., :-1, 0], drawn.inputs)
    assert bool((tokens[..., -1, :] == 0).all())
    with pytest.raises(ValueError, match="runs=2"):
        task.draw(2, 1, generator())
    same = tasks.single_index(features[:1]).draw(2, 50, generator())
    z = same.inputs @ features[0]
    assert torch.allclose(same.labels, z**3 - 3 * z, atol=1e-4)


def test_regression_in_context_can_be_solved_from_its_examples() -> None:
    task = tasks.regression_in_context(15, 4)
    drawn = task.draw(2, 50, generator())
    tokens = task.samples(drawn).tokens
    assert tokens.shape == (2, 50, 31, 5)
    inputs, outputs = tokens[:, :, ::2], tokens[:, :, 1::2]
    assert bool((inputs[..., -1] == 0).all() and (outputs[..., :-1] == 0).all())
    solved = torch.linalg.lstsq(inputs[:, :, :-1, :-1], outputs[..., -1:]).solution
    answer = (inputs[:, :, -1, :-1] * solved[..., 0]).sum(-1)
    assert torch.allclose(answer, drawn.labels, atol=1e-3)
    assert float(inputs[..., :-1].var()) == pytest.approx(1, abs=0.1)
    assert float(solved.var()) == pytest.approx(1, abs=0.4)


def test_modular_addition_writes_both_numbers_in_digits() -> None:
    task = tasks.modular_addition(27, 5, 3)
    assert (task.length, task.features, task.outputs, task.causal) == (6, 3, 5, True)
    drawn = task.draw(2, 3000, generator())
    assert drawn.inputs.unique().tolist() == list(range(1, 28))
    assert torch.equal(drawn.labels, (drawn.inputs[..., 0] + drawn.inputs[..., 1]) % 5)
    written = task.samples(drawn).tokens.argmax(-1)
    powers = torch.tensor([9, 3, 1])
    for number, place in ((0, slice(0, 3)), (1, slice(3, 6))):
        assert torch.equal((written[..., place] * powers).sum(-1), drawn.inputs[..., number] % 27)


def test_sets_are_repeated_and_smaller_ones_are_parts_of_larger_ones() -> None:
    task = tasks.parity(12, 2)
    drawn = task.draw(3, 20, generator())
    part = drawn.first(5)
    assert torch.equal(part.inputs, drawn.inputs[:, :5])
    batch = task.repeated(part, 40, generator(1))()
    known = task.samples(part)
    for run in range(3):
        same = (batch.tokens[run][:, None] == known.tokens[run]).all(-1).all(-1)
        assert bool(same.any(1).all())
        assert bool(same.any(0).all())
        assert torch.equal((same.float() @ known.labels[run]).sign(), batch.labels[run])
    whole = task.whole(part)
    assert torch.equal(whole().tokens, known.tokens)
    new = task.fresh(3, 7, generator(2))
    assert new().tokens.shape == (3, 7, 13, 2)
    assert not torch.equal(new().tokens, new().tokens)


def test_labels_are_permuted_among_the_samples_of_a_run() -> None:
    drawn = tasks.modular_addition(9, 3, 3).draw(2, 200, generator())
    other = drawn.permuted(generator(1))
    assert torch.equal(other.inputs, drawn.inputs)
    assert torch.equal(other.labels.sort(1).values, drawn.labels.sort(1).values)
    assert 0.2 < float((other.labels == drawn.labels).double().mean()) < 0.5


def test_a_run_goes_on_to_more_samples_once_it_is_right_or_has_seen_them_often() -> None:
    """One run is always right, one always wrong, one just below what is enough."""
    task = tasks.parity(4, 2)
    network = task.network(8, 2)
    drawn = task.draw(3, 40, generator())
    growing = tasks.Growing(task, network, drawn, (8, 16, 40), 4, generator(1), epochs=10)
    rows = torch.arange(3.0)[:, None].expand(3, network.size)
    wrong = torch.tensor([0.2, 1.0, 0.26])

    def error(_, theta, samples, loss):
        assert loss == "logistic"
        sizes = [(8, 16, 40)[int(growing.stages[int(row)])] for row in theta[:, 0]]
        assert set(sizes) == {samples.labels.shape[1]}
        for row, tokens in zip(theta[:, 0], samples.tokens, strict=True):
            mine = task.samples(drawn.first(sizes[0])).tokens[int(row)]
            assert torch.equal(tokens, mine)
        return wrong[theta[:, 0].long()]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks.transformers, "error", error)
        growing.look(rows, torch.arange(3))
        assert growing.stages.tolist() == [1, 0, 0]
        for _ in range(20):
            batch = growing()
        assert growing.steps.tolist() == [20, 20, 20]
        growing.look(rows[1:], torch.tensor([1, 2]))  # 10 epochs of 8 samples are 20 steps of 4
        assert growing.stages.tolist() == [1, 1, 1]
        assert growing.steps.tolist() == [20, 0, 0]
        growing.look(rows[:1], torch.tensor([0]))
        growing.look(rows[:1], torch.tensor([0]))  # there are no more samples than all
        assert growing.stages.tolist() == [2, 1, 1]
    assert batch.labels.shape == (3, 4)
    for run, size in enumerate((40, 16, 16)):
        known = {
            tuple(row.flatten().tolist())
            for row in task.tokens(drawn.inputs[run : run + 1, :size])[0]
        }
        seen = torch.cat([growing().tokens[run] for _ in range(30)])
        assert {tuple(row.flatten().tolist()) for row in seen} == known
