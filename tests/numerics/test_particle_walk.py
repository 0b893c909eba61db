"""Particles, enumeration and the exact law of the walk agree; what is read off densities is known.

z-scores are bounded by `Z`, which a standard normal exceeds with probability 1e-9; controls have
effects that are seen with probability 0.99 and more.
"""

import math
from fractions import Fraction

import pytest
import sympy as sp

torch = pytest.importorskip("torch")
from scipy import stats  # noqa: E402

from numerics import particle_walk as walk  # noqa: E402
from numerics.walk import law  # noqa: E402
from theory.claim import Observed  # noqa: E402
from theory.papers.instability_flatness import figure  # noqa: E402
from verify.evidence import Outcome  # noqa: E402
from verify.papers.instability_flatness import figure as attack  # noqa: E402

Z = float(stats.norm.isf(5e-10))
N = 1 << 16


def alpha(x):
    return 1 + x / 16


def particles(times, *, seed=1, step=alpha, n=N, device="cpu"):
    start = torch.zeros(n, dtype=torch.float64, device=device)
    return walk.particles(step, start, times, seed=seed)


def score(samples, mean):
    return float((samples.mean() - mean) / samples.std()) * math.sqrt(len(samples))


def test_enumeration_is_the_exact_law():
    exact = law(alpha, Fraction(0), 8)
    ends = walk.enumerated(alpha, [0.0], 8).sort().values
    expected = sorted(float(x) for x, mass in exact.items() for _ in range(int(mass * 2**8)))
    assert ends.tolist() == pytest.approx(expected, abs=2**-48)


@pytest.mark.parametrize("power", [1, 2, 3])
def test_particles_have_the_moments_of_the_exact_law(power):
    exact = law(alpha, Fraction(0), 8)
    moment = float(sum(mass * x**power for x, mass in exact.items()))
    assert abs(score(particles((8,))[0] ** power, moment)) < Z


def test_particles_have_the_masses_of_the_enumerated_law():
    (samples,), ends = particles((8,)), walk.enumerated(alpha, [0.0], 8)
    for level in (-3.1, -1.1, 0.1, 0.9, 2.1):
        below = float((ends <= level).double().mean())
        assert abs(score((samples <= level).double(), below)) < Z


def test_a_step_that_is_five_percent_too_long_is_seen():
    second = float(sum(mass * x**2 for x, mass in law(alpha, Fraction(0), 8).items()))
    (samples,) = particles((8,), step=lambda x: 1.05 * alpha(x))
    assert score(samples**2, second) > Z


@pytest.mark.parametrize("n", [7, 2 * walk.BLOCK + 5])
def test_a_walk_is_that_of_a_plain_loop(n):
    found = particles((3, 20), n=n)
    source, expected = walk.generator(1), []
    for first in range(0, n, walk.BLOCK):
        x = torch.zeros(min(walk.BLOCK, n - first), dtype=torch.float64)
        for step in range(20):
            coins = torch.empty_like(x).random_(0, 2, generator=source)
            x = x + (2 * coins - 1) * alpha(x)
            if step + 1 in (3, 20):
                expected.append(x)
    expected = [torch.cat(expected[row::2]) for row in range(2)]
    assert torch.allclose(found, torch.stack(expected), rtol=2.0**-46, atol=2.0**-46)


def test_several_starts_are_equally_likely():
    ends = walk.enumerated(alpha, [0.0, 5.0], 3)
    alone = [walk.enumerated(alpha, [start], 3) for start in (0.0, 5.0)]
    assert torch.equal(ends.sort().values, torch.cat(alone).sort().values)


def test_a_seed_fixes_the_walk_and_snapshots_lie_on_it():
    three = particles((0, 2, 5), n=100)
    assert torch.equal(three, particles((0, 2, 5), n=100))
    assert torch.equal(three[2], particles((5,), n=100)[0])
    assert not torch.equal(three, particles((0, 2, 5), n=100, seed=2))
    assert torch.equal(three[0], torch.zeros(100, dtype=torch.float64))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
def test_particles_walk_on_the_device_of_their_start():
    found = particles((8,), device="cuda")
    assert found.device.type == "cuda"
    assert torch.equal(found, particles((8,), device="cuda"))
    second = float(sum(mass * x**2 for x, mass in law(alpha, Fraction(0), 8).items()))
    assert abs(score(found[0] ** 2, second)) < Z


@pytest.mark.skipif(torch.cuda.is_available(), reason="needs a machine without CUDA")
def test_a_missing_device_is_named():
    with pytest.raises(ValueError, match="torch finds no CUDA device here"):
        walk.generator(0, "cuda")


@pytest.mark.parametrize("times", [(), (-1, 2), (3, 3), (4, 2)])
def test_times_must_increase(times):
    with pytest.raises(ValueError, match="must be non-negative and increase"):
        particles(times, n=1)


def test_enumeration_is_bounded():
    with pytest.raises(ValueError, match="more than"):
        walk.enumerated(alpha, [0.0], 25)


def test_the_median_is_in_its_interval_and_a_shift_is_not():
    samples = torch.randn(N, dtype=torch.float64, generator=walk.generator(3))
    low, middle, high = walk.median_interval(samples, Z)
    assert low < 0 < high
    assert low < middle < high
    assert walk.median_interval(samples + 0.06, Z)[0] > 0
    assert walk.median_interval(samples[:8], Z)[::2] == (-math.inf, math.inf)


def test_the_median_interval_misses_as_often_as_it_says():
    samples = torch.randn(4000, 101, dtype=torch.float64, generator=walk.generator(4))
    missed = torch.tensor([walk.median_interval(row, 2.0)[0] > 0 for row in samples]).double()
    below = int(stats.binom.ppf(stats.norm.sf(2.0), 101, 0.5)) - 1
    exactly = float(stats.binom.cdf(below, 101, 0.5))
    assert exactly < stats.norm.sf(2.0)
    assert abs(float(missed.mean()) - exactly) < Z * math.sqrt(exactly / len(samples))


@pytest.mark.parametrize("h", [0.5, 2.0])
def test_one_point_is_seen_as_the_kernel(h):
    look = walk.smoothed(torch.full((3, 4), 0.3, dtype=torch.float64), h)
    for found, expected in (
        (look.median, 0.3),
        (look.mode, 0.3),
        (look.spread, 2 * h * stats.norm.isf(0.05)),
    ):
        assert found.tolist() == pytest.approx([expected] * 3, abs=h / walk.RESOLUTION**2)
    assert look.skewness.tolist() == pytest.approx([0.0] * 3, abs=1e-3)


def test_smoothing_is_of_second_order():
    ends = walk.enumerated(walk.logistic(1.0, 5.0), [0.0, 0.3], 7)

    def error(resolution):
        look = walk.smoothed(ends, 0.4, resolution)
        z = (look.grid - ends[:, None]) / 0.4
        exact = torch.exp(-z * z / 2).mean(0) / (0.4 * math.sqrt(2 * math.pi))
        return float((look.density - exact).abs().max())

    assert math.log2(error(8) / error(32)) / 2 == pytest.approx(2, abs=0.5)


def test_a_bandwidth_has_to_fit_the_samples():
    samples = torch.tensor([0.0, 1.0], dtype=torch.float64)
    for h, message in ((0.0, "must be positive"), (1e-6, "more than 65536 cells")):
        with pytest.raises(ValueError, match=message):
            walk.smoothed(samples, h)


def test_peaks_are_counted_and_a_wide_kernel_hides_the_lattice():
    ends = walk.enumerated(walk.logistic(1.0, 0.01), [0.0], 4)
    assert walk.smoothed(ends, 0.1).modality(0.01) == 5
    assert walk.smoothed(ends, 0.1).modality(0.5) == 3
    assert walk.smoothed(ends, 1.0).modality(0.01) == 1


def test_modes_of_batches_scatter_around_the_mode():
    samples = torch.randn(32, 1 << 13, dtype=torch.float64, generator=walk.generator(5))
    assert abs(score(walk.smoothed(samples, 0.3).mode, 0.0)) < float(stats.t.isf(5e-10, 31))
    assert abs(score(walk.smoothed(samples + 0.2, 0.3).mode, 0.0)) > float(stats.t.isf(5e-10, 31))


def test_silverman_uses_the_smaller_scale():
    samples = torch.linspace(-1, 1, 1001, dtype=torch.float64)
    assert walk.silverman(samples, 32) == pytest.approx(0.9 * 0.578 / 2, rel=1e-3)


@pytest.mark.parametrize(
    ("effect", "outcome"),
    [
        (figure.fall < 0, Outcome.HOLDS),
        (figure.fall > 0, Outcome.FAILS),
        (figure.fall < -sp.Rational(1, 1000), Outcome.UNKNOWN),  # so it is for numerator 4 only
        (figure.behind > 0, Outcome.FAILS),
        (figure.wider > 0, Outcome.HOLDS),
    ],
)
def test_an_effect_of_the_figure_is_decided(effect, outcome):
    settings = {**figure.POINT, "bandwidth": figure.SPACING, "a": (1, 4)}
    statement = Observed("figure F.19: short", settings, effect=effect)
    found = attack.EXPERIMENTS["figure F.19: short"](statement, seed=0, scale="quick", device="cpu")
    assert found.outcome is outcome


@pytest.mark.parametrize(("beta", "agree"), [(5.0, True), (2.0, False)])
def test_particles_and_enumeration_show_the_same(beta, agree):
    rule, points = "2 alpha(0)", (0.0, 0.5)
    exact = attack.exactly(points, 1.0, 5.0, rule, 8, 1)
    simulated = attack.Walk(1.0, beta, points, seed=6, device="cpu")
    found = attack.sampled(simulated.particles(1 << 17, range(0, 9, 2)), rule, 1.0)
    pairs = [(exact[name], found[name]) for name in ("fall", "rise", "wider")]
    assert all(one.low <= two.high and two.low <= one.high for one, two in pairs) == agree
    assert simulated.faithful(1 << 17)


def test_late_times_need_more_than_the_quick_profile():
    statement = figure.FIG_F_19_LONG.parts[0].statement
    found = attack.EXPERIMENTS[statement.experiment](statement, seed=0, scale="quick", device="cpu")
    assert found.outcome is Outcome.UNKNOWN
    assert "profile standard" in found.detail
