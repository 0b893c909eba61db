"""The two phases of one neuron against plain loops, and what is measured of its steps."""

import math

import pytest
import sympy as sp
import torch

from numerics import two_phase_neuron as neuron
from theory.claim import Observed
from theory.papers.less_data.rates import FEWER_STEPS
from verify.evidence import Outcome
from verify.papers.less_data import rates

ROOT = 1 / math.sqrt(2)


def signs(bits, d):
    return [1 - 2 * (bits >> i & 1) for i in range(d)]


def slopes(w, a, samples):
    """Return the slopes in a and w of the mean of -y a (w.x)^2 / 2."""
    in_a, in_w = 0.0, [0.0] * len(w)
    for x, y in samples:
        z = sum(u * v for u, v in zip(w, x, strict=True))
        in_a -= y * z * z / 2 / len(samples)
        in_w = [s - y * a * z * v / len(samples) for s, v in zip(in_w, x, strict=True)]
    return in_a, in_w


def plain_times(w, a, samples, rate, target, closeness):
    """Return the steps of phase 1 and of both phases, by gradients over all samples."""
    d, step, first = len(w), 0, None
    everything = [(x, x[0] * x[1]) for x in (signs(bits, d) for bits in range(2**d))]
    while True:
        if first is None and abs(a) >= target:
            first = step
        sides = [(s * ROOT, t * ROOT) for s in (1, -1) for t in (1, -1)]
        rest = sum(u * u for u in w[2:])
        near = min((w[0] - s) ** 2 + (w[1] - t) ** 2 + rest for s, t in sides)
        if first is not None and near <= closeness:
            return first, step
        in_a, in_w = slopes(w, a, samples if first is None else everything)
        a = max(-1.0, min(1.0, a - rate * in_a))
        w = [u - rate * s for u, s in zip(w, in_w, strict=True)]
        norm = math.sqrt(sum(u * u for u in w))
        w, step = [u / norm for u in w], step + 1


@pytest.mark.parametrize("random_labels", [False, True])
def test_times_are_those_of_gradients_over_all_samples(random_labels) -> None:
    generator = torch.Generator().manual_seed(3)
    d, n, count = 4, 6, 8
    x = 2.0 * torch.randint(2, (count, n, d), generator=generator).double() - 1
    y = x[..., 0] * x[..., 1]
    if random_labels:
        y = 2.0 * torch.randint(2, (count, n), generator=generator).double() - 1
    w = torch.randn(count, d, generator=generator, dtype=torch.float64)
    w /= w.norm(dim=1, keepdim=True)
    a = torch.randn(count, generator=generator, dtype=torch.float64) / 10
    starts = neuron.Starts(w, a, torch.einsum("sn,sni,snj->sij", y, x, x) / n)
    for target in (0.0, 0.2):
        found = neuron.train(starts, 0.25, target, 0.03)
        for i in range(count):
            samples = list(zip(x[i].tolist(), y[i].tolist(), strict=True))
            expected = plain_times(w[i].tolist(), float(a[i]), samples, 0.25, target, 0.03)
            assert (found.first[i].item(), found.total[i].item()) == expected


def test_moments_are_means_with_the_law_of_the_samples(monkeypatch) -> None:
    monkeypatch.setattr(neuron, "_CHUNK", 1000)  # several chunks, the last one smaller
    generator = torch.Generator().manual_seed(1)
    count, n = 2000, 7
    for random_labels, mean in ((False, 1.0), (True, 0.0)):
        moment = neuron.moments(count, 3, n, generator, random_labels)
        assert torch.equal(moment, moment.mT)
        error = math.sqrt((1 - mean) / n / count)
        assert moment[:, 0, 1].mean().item() == pytest.approx(mean, abs=6 * error)
        spread = moment[:, 0, 2].var().item()
        assert spread == pytest.approx(1 / n, rel=6 * math.sqrt(2 / count))


def test_a_start_is_uniform_on_the_sphere_and_its_output_weight_as_wide_as_said() -> None:
    starts = neuron.drawn(4000, 5, 3, 16.0, torch.Generator().manual_seed(0))
    assert starts.w.norm(dim=1).tolist() == pytest.approx([1.0] * 4000)
    error = 6 * math.sqrt(2 / 4000)
    assert (starts.w**2).mean(0).tolist() == pytest.approx([0.2] * 5, rel=error)
    assert starts.a.var().item() == pytest.approx(1 / 16, rel=error)


def test_a_training_that_is_given_up_takes_infinitely_long() -> None:
    starts = neuron.drawn(5, 8, 8, 64.0, torch.Generator().manual_seed(0))
    found = neuron.train(starts, 0.5, 1.0, 1e-3, most=1)
    assert bool(found.first.isinf().all())
    assert bool(found.total.isinf().all())


def outcome(experiment, effect) -> Outcome:
    statement = Observed("", {}, effect=effect)
    return experiment(statement, seed=0, scale="quick", device="cpu").outcome


@pytest.mark.parametrize("power", rates.POWERS)
def test_starts_are_those_of_lemma_10(power) -> None:
    d = 8
    starts = rates.aligned(d, power, 60, d**4, 0, "cpu")
    assert 20 < len(starts.a) < 60
    assert bool((starts.population.abs() >= 3 / (4 * d)).all())
    assert bool((starts.w[:, :2].square().sum(1) <= 1 / d).all())
    signs = starts.a.sign()
    assert torch.equal(signs, starts.empirical.sign())
    assert torch.equal(signs, starts.population.sign())


def test_numbers_of_steps_rise_with_samples_and_not_with_the_width(monkeypatch) -> None:
    monkeypatch.setitem(rates.SIZES, "quick", (16, 1000))
    assert outcome(rates.by_samples, FEWER_STEPS.effect) is Outcome.HOLDS
    wider = sp.Symbol("T_wide/T_narrow", real=True)
    assert outcome(rates.by_width, wider > sp.Rational(6, 5)) is Outcome.FAILS
    longer = sp.Symbol("T_pop/T", real=True)
    assert outcome(rates.without, longer > sp.Rational(3, 2)) is Outcome.FAILS
