"""What the samples are, by their moments and by what each set has to keep."""

import pytest
import torch

from numerics import labelled_samples as samples
from numerics.labelled_samples import Data


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


def test_signs_are_independent() -> None:
    free = samples.uniform(1, 40_000, 3, generator())[0]
    assert (free.T @ free / 40_000).flatten().tolist() == pytest.approx(
        torch.eye(3).flatten().tolist(), abs=6 / 200
    )


def test_signs_have_the_means_of_their_run() -> None:
    means = torch.tensor([[0.5, -0.25, 0.0], [1.0, 0.0, -0.75]])
    drawn = samples.biased(means, 40_000, generator())
    assert bool((drawn.abs() == 1).all())
    assert drawn.mean(1).flatten().tolist() == pytest.approx(means.flatten().tolist(), abs=6 / 200)
    pairs = (drawn[0].T @ drawn[0] / 40_000)[0, 1]
    assert pairs.item() == pytest.approx(-0.125, abs=6 / 200)


def test_batches_are_of_the_set_of_each_run_and_labels_may_be_random() -> None:
    data = samples.labelled(samples.balanced(4, 10, 12, generator()), 3)
    drawn = samples.batches(data, 50, generator(1))()
    assert drawn.inputs.shape == (4, 50, 13)
    for run in range(4):
        same = (drawn.inputs[run, :, None] == data.inputs[run]).all(-1)
        assert bool(same.any(1).all())
        assert torch.equal((same.float() @ data.labels[run]).sign(), drawn.labels[run])
    assert len(set(same.int().argmax(1).tolist())) > 5
    random = samples.relabelled(
        Data(data.inputs[:, :1].expand(4, 900, 13), torch.ones(4, 900)), generator(2)
    )
    assert random.labels.mean().item() == pytest.approx(0, abs=6 / 60)


def test_labels_of_a_single_index_depend_on_one_direction() -> None:
    w = samples.directions(2, 5, generator())
    assert w.norm(dim=1).tolist() == pytest.approx([1, 1], rel=1e-6)
    data = samples.single_index(w, 200_000, generator(1))
    z = (data.inputs[..., :-1] @ w[..., None])[..., 0]
    for power, expected in ((0, 0.0), (1, 0.0), (3, samples.VARIANCE)):
        found = (data.labels * z**power).double().mean(1)
        assert found.tolist() == pytest.approx([expected] * 2, abs=0.25)
    assert data.labels.double().var(1).tolist() == pytest.approx([samples.VARIANCE] * 2, abs=0.25)
