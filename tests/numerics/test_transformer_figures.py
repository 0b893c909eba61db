"""What is measured of the figures of Transformers, at small sizes."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
import sympy as sp
import torch

from numerics import sequence_tasks
from numerics.transformers import Record
from theory.claim import Observed
from verify.evidence import Outcome
from verify.methods.effects import Measured, mean, median, truth
from verify.papers.less_data import (
    transformer_figures,
    transformer_trainings,
)
from verify.papers.less_data.transformer_figures import EXPERIMENTS
from verify.papers.less_data.transformer_trainings import SETTINGS, Training, Tried, Tuned, Way

ONLINE = Way("online")
SMALL, LARGE = sp.symbols("C_small C_large", real=True)
FULL_BATCHES = ("all inputs", "all inputs, longer", "all inputs, dense")


def found(experiment, effect, scale="quick"):
    return experiment(Observed("", {}, effect=effect), seed=0, scale=scale, device="cpu")


def forget():
    for cached in (transformer_trainings.tried, transformer_trainings.tuned):
        cached.cache_clear()


@pytest.fixture
def easy(monkeypatch):
    """(3, 2)-parity, addition modulo 2 and few runs of a tiny network."""
    forget()
    tiny = {"width": 8, "heads": 2, "steps": 80, "every": 10}
    tiny |= {"tuning": 2, "runs": 28, "tests": 32}
    parity = replace(
        SETTINGS["parity", "standard"],
        task=sequence_tasks.parity(3, 2),
        support=2,
        rates=(1e-5, 1e-2),
        **tiny,
    )
    addition = replace(
        SETTINGS["addition", "standard"],
        task=sequence_tasks.modular_addition(4, 2, 2),
        rates=(1e-2,),
        **tiny | {"steps": 40},
    )
    additions = {(name, "standard"): addition for name in ("addition", "easier addition")}
    parities = {(name, "standard"): parity for name in ("parity", "queries", "depths")}
    few = {**parities, **additions}
    index = replace(
        SETTINGS["index", "standard"],
        task=sequence_tasks.single_index(torch.eye(2)[:1]),
        rates=(1e-2,),
        target=2.0,
        **tiny,
    )
    few["index", "standard"] = index
    few["regression", "standard"] = replace(
        index, task=sequence_tasks.regression_in_context(2, 1), target=0.5
    )
    copied = replace(parity, task=sequence_tasks.parity(5, 1), support=1, part=24, tests=0)
    few |= {(name, "standard"): copied for name in FULL_BATCHES}
    for module in (transformer_trainings, transformer_figures):
        monkeypatch.setattr(module, "SETTINGS", few)
    yield parity
    forget()


def test_phases_are_as_printed() -> None:
    """Shares and epochs of appendix B.1; what they see together is what an online run sees."""
    full = SETTINGS["parity", "full"]
    assert full.sets == tuple(3200 * share for share in (1, 2, 5, 10, 20, 100))
    assert full.lengths == (10_000, 10_000, 10_000, 10_000, 20_000, 40_000)
    seen = [32 * steps / n for steps, n in zip(full.lengths, full.sets, strict=True)]
    assert seen == [100, 50, 20, 10, 10, 4]
    addition = SETTINGS["addition", "full"]
    seen = [32 * m / n for n, m in zip(addition.sets, addition.lengths, strict=True)]
    assert seen == [20, 5, 4, 6]
    for setting in SETTINGS.values():
        assert sum(setting.lengths) == setting.steps


def test_full_has_the_printed_network_and_rates() -> None:
    full = SETTINGS["parity", "full"]
    network = full.network(ONLINE)
    assert (network.length, network.width, network.heads, network.depth) == (21, 256, 8, 2)
    assert not network.causal
    assert SETTINGS["addition", "full"].network(ONLINE).causal
    assert all(b / a <= 1.2 + 1e-9 for a, b in zip(full.rates, full.rates[1:], strict=False))
    assert full.decays == (0.8, 0.9, 0.95, 0.999)
    assert full.limits == transformer_trainings.NOT_GIVEN
    assert "(10, 4)-parity" in SETTINGS["parity", "standard"].limits[1]
    assert "in place of factors" in SETTINGS["parity", "standard"].limits[2]
    assert len(SETTINGS["addition", "full"].limits) == 2
    for name in FULL_BATCHES:
        assert SETTINGS[name, "full"].limits == transformer_trainings.NOT_GIVEN
        assert SETTINGS[name, "standard"].inputs == SETTINGS[name, "full"].inputs == 10
        assert "00 steps of all inputs" in SETTINGS[name, "standard"].limits[1]


def signs(batch):
    return batch.tokens[..., :-1, 0] - batch.tokens[..., :-1, 1]


def phases_of(way, setting, runs=3):
    one = Training(setting, setting.network(way), runs, torch.Generator().manual_seed(1))
    return transformer_trainings.BATCHES[way.batches](one)


def test_every_way_to_train_draws_what_it_says(easy) -> None:
    parity = replace(easy, task=sequence_tasks.parity(12, 2), steps=100)
    for way in ("online", "phases", "balanced"):
        phases = phases_of(Way(way), parity)
        assert sum(phase.steps for phase in phases) == 100
        distinct = []
        for phase in phases:
            batches = torch.cat([signs(phase.source()) for _ in range(40)], 1)
            batch = phase.source()
            assert torch.equal(batch.labels, signs(batch)[..., :2].prod(-1))
            distinct.append(len(batches[0].unique(dim=0)))
        if way == "online":
            assert distinct[0] > 500
            continue
        sets = parity.sets
        assert all(few <= n for few, n in zip(distinct, sets, strict=True))
        assert distinct[0] == sets[0] or way == "balanced"
        if way == "balanced":
            rows = signs(phases[0].source())[0].unique(dim=0)
            assert len(rows) == sets[0] == 4
            assert bool((rows.sum(0) == 0).all())


def test_biased_samples_are_new_and_have_the_means_of_a_set(easy) -> None:
    parity = replace(easy, task=sequence_tasks.parity(12, 2))
    (phase,) = phases_of(Way("biased 2"), parity)
    drawn = torch.cat([signs(phase.source()) for _ in range(200)], 1)
    means = drawn.mean(1)
    possible = torch.tensor([-1, -0.5, 0, 0.5, 1])
    assert float((means[..., None] - possible).abs().amin(-1).max()) < 6 / math.sqrt(6400)
    assert len(drawn[0].unique(dim=0)) > 4


def test_labels_are_random_for_a_fifth_of_the_steps(easy) -> None:
    task = sequence_tasks.modular_addition(9, 3, 3)
    addition = replace(SETTINGS["addition", "standard"], task=task, steps=2500)
    first, second = phases_of(Way("random"), addition)
    assert (first.steps, second.steps) == (500, 2000)

    def right(phase):
        batch = phase.source()
        x, z = (
            (batch.tokens.argmax(-1).unflatten(-1, (2, 2)) * torch.tensor([3, 1]))
            .sum(-1)
            .unbind(-1)
        )
        return float(((x + z) % 3 == batch.labels).double().mean())

    assert right(second) == 1
    assert right(first) < 0.8
    seen = torch.cat([first.source().tokens[0] for _ in range(60)])
    assert len(seen.unique(dim=0)) <= round(0.005 * 2000 * 32) == 320


def test_phases_that_end_by_themselves_have_sets_between_the_printed_ones(easy) -> None:
    parity = replace(easy, task=sequence_tasks.parity(12, 2), steps=1000)
    (phase,) = phases_of(Way("phases by themselves"), parity)
    sizes = phase.source.sizes
    assert (sizes[0], sizes[-1], len(sizes)) == (100, 640, 6)
    assert all(b / a == pytest.approx(6.4 ** (1 / 5), rel=0.01) for a, b in pairwise(sizes))
    assert phase.look == phase.source.look


def test_full_batches_are_all_inputs_or_the_same_ones_of_them(easy) -> None:
    parity = replace(easy, task=sequence_tasks.parity(4, 2), part=6, tests=0, steps=30)
    (every,) = phases_of(Way("all inputs"), parity)
    (some,) = phases_of(Way("some inputs"), parity)
    assert (every.steps, some.steps) == (30, 80)  # as many samples in all
    assert [parity.in_a_step(Way(f"{n} inputs")) for n in ("all", "some")] == [16, 6]
    for phase, count in ((every, 16), (some, 6)):
        batch = phase.source()
        assert torch.equal(batch.labels, signs(batch)[..., :2].prod(-1))
        assert all(len(rows.unique(dim=0)) == count for rows in signs(batch))
        assert torch.equal(batch.tokens, phase.source().tokens)
    assert not torch.equal(*signs(some.source())[:2])
    test = parity.test(torch.Generator())
    assert torch.equal(signs(test), signs(every.source()))


def test_a_set_that_is_seen_once_is_new_samples(easy) -> None:
    shares = tuple(map(Fraction, ("0.01", "0.9")))
    task = sequence_tasks.parity(12, 2)
    parity = replace(easy, task=task, shares=shares, epochs=(10, 1), steps=100)
    first, second = phases_of(Way("phases"), parity)
    assert (first.steps, second.steps) == (10, 90)
    seen = [torch.cat([signs(one.source())[0] for _ in range(50)]) for one in (first, second)]
    repeated, new = (len(rows.unique(dim=0)) for rows in seen)
    assert repeated <= parity.sets[0] == 32
    assert new > 1000


def test_of_a_median_that_is_not_seen_it_is_known_that_it_is_larger() -> None:
    steps = torch.arange(64.0)
    steps[20:] = math.inf
    tries = Tried([(0.1, 0.9)], [(math.inf, 0.5)])
    errors = torch.rand(3, 64)
    one = Tuned(ONLINE, tries, 0.1, 0.9, 32, Record(steps, (0, 10, 25), errors))
    assert (one.until().low, one.until().high) == (320, math.inf)
    assert torch.equal(one.errors(24), errors[1])
    assert torch.equal(one.errors(30), errors[2])
    late = replace(one, record=replace(one.record, steps=torch.full((64,), math.inf)))
    assert (late.until().low, late.until().value, late.until().high) == (800, 800, math.inf)
    assert truth(LARGE > SMALL, {"C_small": one.until(), "C_large": late.until()}) is None
    assert truth(LARGE > SMALL, dict.fromkeys(("C_small", "C_large"), late.until())) is None


def test_the_best_rate_is_found_on_other_runs(easy) -> None:
    tuned = transformer_trainings.tuned(ONLINE, "parity", "standard", 0, "cpu")
    assert tuned.rate == 1e-2
    assert str(tuned.tries).startswith("inf, ")
    setting = easy
    rates, decays = torch.full((28,), 1e-2), torch.full((28,), 0.95)
    again = transformer_trainings.trained(ONLINE, setting, rates, decays, 0, "cpu")
    assert torch.equal(tuned.record.steps, again.steps)
    assert tuned.in_a_step == 32
    other = transformer_trainings.trained(ONLINE, setting, rates, decays, 1000, "cpu")
    assert not torch.equal(other.steps, again.steps)


def test_of_rates_that_never_get_there_the_one_with_the_least_error_is_best() -> None:
    tries = transformer_trainings.Tried(
        [(0.1, 0.9), (0.2, 0.9)], [(math.inf, 0.4), (math.inf, 0.3)]
    )
    assert tries.best == 1
    assert str(tries) == "inf, inf"


def test_the_best_of_several_ways_is_known_before_it_is_measured(easy) -> None:
    ways = [Way("biased 2"), ONLINE]
    best = transformer_trainings.best_of(ways, "parity", "standard", 0, "cpu")
    tries = [transformer_trainings.tried(way, "parity", "standard", 0, "cpu") for way in ways]
    assert best.way == min(zip(tries, ways, strict=True), key=lambda one: min(one[0].results))[1]
    assert transformer_trainings.tuned.cache_info().currsize == 1


def test_ways_to_train_are_compared_by_samples_and_by_errors(easy) -> None:
    """One test, as each way is trained once for all figures."""
    for name, symbol in (
        ("figure 1: parity", "C_small"),
        ("figure 1: index", "C_small"),
        ("figure 1: regression", "C_small"),
        ("figure 1: addition", "C_small"),
        ("figure 8 (c): online", "C_large'"),
        ("figure 9 (b): online", "C_large'"),
        ("figure 16", "C_bare"),
        ("figure 19", "C_small''"),
        ("figure 17: faster", "e_biased"),
        ("figure 17: gap", "e_small"),
        ("figure 20", "e_random"),
    ):
        one, large = sp.symbols(f"{symbol} {symbol[0]}_large", real=True)
        experiment = EXPERIMENTS[name]
        evidence = found(experiment, one + large > -1000, "standard")
        assert evidence.outcome is Outcome.HOLDS, evidence.detail
        assert "weight decay" in evidence.restrictions[0]
        on_two = {"figure 1: addition": 2, "figure 20": 2}
        assert len(evidence.measured.readings) == on_two.get(name, 1)
        assert found(experiment, one + large < -1000, "standard").outcome is Outcome.FAILS
        quick = found(experiment, one > large)
        assert quick.outcome is Outcome.UNKNOWN
        assert quick.detail == transformer_trainings.STANDARD_ONLY


@pytest.mark.parametrize("name", ["figure 15", "figure 27: parity", "figure 14: Transformers"])
def test_full_batches_are_compared_by_samples_and_by_steps(easy, name) -> None:
    mark = "'" if name == "figure 27: parity" else ""
    experiment = EXPERIMENTS[name]
    names = [f"{kind}_{size}{mark}" for kind in "eEC" for size in ("small", "large")]
    *errors, low, high = sp.symbols(names, real=True)
    everything = sp.And(*(e < 1 for e in errors), low < high + 10**6)
    evidence = found(experiment, everything, "standard")
    assert evidence.outcome is Outcome.HOLDS, evidence.detail
    assert "512 of the 1024" in "; ".join(evidence.restrictions)
    assert len(evidence.measured.readings) == (2 if name == "figure 15" else 1)
    for reading in evidence.measured.readings:
        assert reading[names[1]] == reading[names[3]]  # all inputs: the end, by both counts
        assert float(reading[names[2]].value) <= float(reading[names[0]].value)
    assert found(experiment, low > 0).outcome is Outcome.UNKNOWN


def test_phases_are_compared_with_and_without_normalisation(easy) -> None:
    plain, other = sp.symbols("C_small C_small'", real=True)
    evidence = found(EXPERIMENTS["figure 28: task"], (plain > 0) & (other > 0), "standard")
    assert evidence.outcome is Outcome.HOLDS, evidence.detail
    assert "phases normalised 0.01" in evidence.detail


def started(way, setting, monkeypatch):
    """Return the network, its rows at the start, the phases and the optimiser."""
    seen = []
    with monkeypatch.context() as patched:
        patched.setattr(transformer_trainings, "train", lambda *given, **how: seen.append(given))
        rates = torch.tensor([0.1, 0.2])
        transformer_trainings.trained(way, setting, rates, torch.full((2,), 0.9), 0, "cpu")
    return seen[0][:4]


def test_queries_and_keys_have_rates_and_scales_of_their_own(easy, monkeypatch) -> None:
    network, plain, _, optimiser = started(ONLINE, easy, monkeypatch)
    assert optimiser.rates.tolist() == [[pytest.approx(0.1)], [pytest.approx(0.2)]]
    asking = network.where("query", "key")
    other = replace(ONLINE, rate=3.6, scale=8)
    _, scaled, _, optimiser = started(other, easy, monkeypatch)
    assert torch.equal(scaled[:, asking], 8 * plain[:, asking])
    assert torch.equal(scaled[:, ~asking], plain[:, ~asking])
    assert torch.allclose(optimiser.rates[:, asking], torch.tensor([[0.36], [0.72]]))
    assert torch.allclose(optimiser.rates[:, ~asking], torch.tensor([[0.1], [0.2]]))
    assert str(other) == "online rate times 3.6 weights times 8"


def test_a_rate_apart_is_tried_at_the_best_one_of_all_weights(easy) -> None:
    tries = transformer_trainings.tried(replace(ONLINE, rate=2), "parity", "standard", 0, "cpu")
    assert tries.pairs == [(1e-2, 0.95)]


def test_weights_that_learn_online_get_new_samples_in_every_phase(easy, monkeypatch) -> None:
    parity = replace(easy, task=sequence_tasks.parity(12, 2), steps=100)
    way = Way("phases", online=("query", "key"))
    network, _, phases, _ = started(way, parity, monkeypatch)
    assert str(way) == "phases but query and key online"
    assert [phase.steps for phase in phases] == list(parity.lengths)
    for phase in phases:
        assert torch.equal(phase.apart.where, network.where("query", "key"))
    few, many = (
        len(torch.cat([signs(source())[0] for _ in range(40)]).unique(dim=0))
        for source in (phases[0].source, phases[0].apart.source)
    )
    assert few <= parity.sets[0] < 500 < many


def test_depth_is_that_of_the_network(easy) -> None:
    assert easy.network(Way("online", depth=4)).depth == 4
    assert str(Way("online", depth=4)) == "online depth 4"


def test_the_gap_is_measured_with_interventions_by_run(easy) -> None:
    e_small, e_large, one, other = sp.symbols("e_small e_large e_small' e_large'", real=True)
    settings = {"rates": ("3.6", "2.5", "1.25"), "scales": (8, 2, 1)}
    shares = {f"figure 8 ({part})": 2 for part in "abc"}
    squares = {f"figure 9 ({part})": 100 for part in "abcd"}
    for name, most in (shares | squares).items():
        for effect, expected in (
            (other - one < e_large - e_small + most, Outcome.HOLDS),
            (other - one > e_large - e_small + most, Outcome.FAILS),
        ):
            evidence = EXPERIMENTS[name](
                Observed("", settings, effect=effect), seed=0, scale="standard", device="cpu"
            )
            assert evidence.outcome is expected, evidence.detail
    assert (
        found(EXPERIMENTS["figure 8 (c)"], e_small > 0).detail
        == transformer_trainings.STANDARD_ONLY
    )


def test_depths_and_weights_online_are_compared_by_run(easy) -> None:
    symbols = sp.symbols("e_small e_large e_small'' e_large''", real=True)
    settings = {"depths": (2, 4, 6, 8)}
    evidence = EXPERIMENTS["figure 25"](
        Observed("", settings, effect=symbols[3] - symbols[2] > symbols[1] - symbols[0] - 2),
        seed=0,
        scale="standard",
        device="cpu",
    )
    assert evidence.outcome is Outcome.HOLDS, evidence.detail
    assert evidence.restrictions[-1] == "depths 2 and 4"
    assert "online depth 4" in evidence.detail
    value, both = sp.symbols("e_v C_qk", real=True)
    single = found(EXPERIMENTS["figure 30: single"], value < symbols[0] + 2, "standard")
    assert single.outcome is Outcome.HOLDS, single.detail
    pair = found(EXPERIMENTS["figure 30: pair"], both > 0, "standard")
    assert pair.outcome is Outcome.HOLDS
    assert "phases but query and key online" in pair.detail


def test_several_measurements_are_readings_of_one() -> None:
    one = Measured(({"e": mean(torch.rand(9))},), True, 2, "a", ("x",), draws={"e": torch.ones(9)})
    both = transformer_trainings.together([one, replace(one, control=False, about="b")])
    assert (len(both.measured), both.control, both.size) == (2, False, 4)
    assert (both.about, both.limits, both.draws) == ("a; b", ("x",), None)
    assert transformer_trainings.together([one]).draws is one.draws


def test_modular_addition_is_compared_with_and_without_normalisation(easy) -> None:
    names = ["C_small", "C_small'", "C_large", "C_large'"]
    effect = sp.And(*(one > 0 for one in sp.symbols(names, real=True)))
    evidence = found(EXPERIMENTS["figure 27: addition"], effect, "standard")
    assert evidence.outcome is Outcome.HOLDS, evidence.detail
    assert [sorted(one) for one in evidence.measured.readings] == [sorted(names)] * 2
    assert "online normalised 0.01" in evidence.detail


def test_errors_on_the_first_set_are_those_of_its_phase(easy, monkeypatch) -> None:
    """With an easy task the first set, which is small, is learned well before the task is."""
    plain, other = sp.symbols("e_fit e_fit'", real=True)
    evidence = found(EXPERIMENTS["figure 28: first sets"], (plain < 1) & (other < 1), "standard")
    assert evidence.outcome is Outcome.HOLDS, evidence.detail
    assert evidence.size == 2 * 28 * easy.lengths[0]
    seen = []
    monkeypatch.setattr(
        transformer_trainings, "train", lambda *given, **how: seen.append((given, how))
    )
    rates = torch.tensor([0.1, 0.2])
    transformer_trainings.trained(ONLINE, easy, rates, torch.full((2,), 0.9), 0, "cpu", own=True)
    ((_, _, phases, _, _, test), how) = seen[0]
    assert [phase.steps for phase in phases] == [easy.lengths[0]]
    assert test.labels.shape == (2, easy.sets[0])
    rows = {tuple(row.tolist()) for row in signs(test)[0]}
    assert {tuple(row.tolist()) for row in signs(phases[0].source())[0]} <= rows
    assert how["target"] < 0


def test_what_cannot_be_seen_as_slower_is_no_control(easy, monkeypatch) -> None:
    real = transformer_trainings.trained

    def never_slow(way, setting, rates, *arguments):
        return real(way, setting, rates.clamp_min(1e-2), *arguments[:3])  # and as long as it takes

    monkeypatch.setattr(transformer_trainings, "trained", never_slow)
    one, large = sp.symbols("C_small C_large", real=True)
    evidence = found(EXPERIMENTS["figure 1: parity"], 1000 * one > large, "standard")
    assert evidence.outcome is Outcome.UNKNOWN
    assert "control was not seen" in evidence.detail


def test_a_median_counts_the_runs_that_never_get_there() -> None:
    samples = torch.arange(100.0)
    samples[60:] = math.inf
    measured = median(samples)
    assert measured.value == 49.5
    assert math.isinf(measured.high)
