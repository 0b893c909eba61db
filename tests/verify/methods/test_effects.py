"""Effects of experiments, decided on their intervals."""

import math

import pytest
import sympy as sp
import torch

from numerics.local_data import MissingData
from tests.verify.methods.applied import applied, x
from theory.claim import Observed
from theory.language import reals
from verify.evidence import Outcome, Verdict
from verify.judging.verdict import verdict_on
from verify.methods.effects import ConfidenceInterval, Measured, by_effect, mean, median, truth


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0.4, 0.6, True), (0.8, 0.9, False), (0.1, 0.6, None), (0.1, 0.9, None)],
)
def test_an_effect_is_decided_on_the_whole_interval(low, high, expected):
    window = sp.And(x > sp.Rational(1, 4), x < sp.Rational(3, 4))
    assert truth(window, {"x": ConfidenceInterval(low, (low + high) / 2, high)}) is expected


@pytest.mark.parametrize(
    ("intervals", "control", "outcome"),
    [
        ([(1.5, 2.5)], True, Outcome.HOLDS),
        ([(0.2, 0.5)], True, Outcome.FAILS),
        ([(0.5, 2.5)], True, Outcome.UNKNOWN),
        ([(1.5, 2.5), (0.2, 0.5)], True, Outcome.UNKNOWN),
        ([(1.5, 2.5)], False, Outcome.UNKNOWN),
        ([(0.2, 0.5)], False, Outcome.UNKNOWN),
    ],
)
def test_an_experiment_says_nothing_without_its_control(intervals, control, outcome):
    readings = tuple(
        {"x": ConfidenceInterval(ends[0], sum(ends) / 2, ends[1])} for ends in intervals
    )
    measure = by_effect(lambda statement, **options: Measured(readings, control, 1, "a test"))
    statement = Observed("measured", {}, x > 1)
    assert applied("experiment", statement, experiments={"measured": measure}).outcome is outcome


@pytest.mark.parametrize(
    ("value", "covered", "verdict"),
    [
        (2, ("rate 1 in place of 2", "times up to 6"), Verdict.SUPPORTED),
        (0, ("rate 1 in place of 2",), Verdict.OPEN),
    ],
)
def test_what_fails_at_other_settings_contradicts_nothing(value, covered, verdict):
    reading = {"x": ConfidenceInterval(value, value, value)}
    about = {"limits": ("rate 1 in place of 2",), "covers": ("times up to 6",)}
    measure = by_effect(lambda statement, **options: Measured((reading,), True, 1, "-", **about))
    statement = Observed("measured", {}, x > 1)
    found = applied("experiment", statement, experiments={"measured": measure})
    assert found.restrictions == covered
    judged = verdict_on(statement, [found])
    assert judged.verdict is verdict
    assert ("not at the paper's own settings" in str(judged.reason)) == (value == 0)


def test_what_fails_in_a_part_of_the_settings_of_a_paper_is_not_reproduced():
    reading = {"x": ConfidenceInterval(0, 0, 0)}
    measured = Measured((reading,), True, 1, "-", covers=("times up to 6",))
    statement = Observed("measured", {}, x > 1)
    experiments = {"measured": by_effect(lambda statement, **options: measured)}
    found = applied("experiment", statement, experiments=experiments)
    assert verdict_on(statement, [found]).verdict is Verdict.NOT_REPRODUCED


def test_what_needs_missing_data_stays_unchecked_and_says_what_is_missing():
    def measure(statement, **options):
        raise MissingData("the images are not here")

    statement = Observed("measured", {}, x > 1, needs="some images")
    found = applied("experiment", statement, experiments={"measured": by_effect(measure)})
    assert found.outcome is Outcome.NOT_APPLICABLE
    judged = verdict_on(statement, [found])
    assert judged.verdict is Verdict.UNCHECKED
    assert judged.reason == "the images are not here"


def test_means_over_the_same_draws_are_compared_draw_by_draw():
    one, other = reals("one other")
    noise = 10 * torch.randn(100, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    draws = {"one": noise, "other": 2 * noise + 0.1 * torch.linspace(0.9, 1.1, 100)}
    measured = {name: mean(values) for name, values in draws.items()}
    effects = (one < other / 2, one > other / 2, sp.And(one < other / 2, one < 100))
    assert [truth(effect, measured) for effect in effects] == [None, None, None]
    assert [truth(effect, measured, draws) for effect in effects] == [True, False, True]
    assert truth(sp.exp(one) < other / 2, measured, draws) is None


ENDS = ((1, 2), (10, 20), (11, 20), (40, 60))


def test_a_ratio_of_what_was_given_up_is_decided_only_as_far_as_it_was_seen():
    small, large, other_small, other_large = reals("small large small' large'")
    narrower, wider = other_large / other_small < large / small, large / small < other_large
    given_up = torch.full((64,), math.inf)
    known = median(given_up, seen=100.0)
    assert (known.low, known.value, known.high) == (100, 100, math.inf)
    between = {ends: ConfidenceInterval(ends[0], ends[0], ends[1]) for ends in ENDS}

    def found(effect, **more):
        given = {"small": (10, 20), "large": known, "small'": (10, 20)} | more
        return truth(effect, {name: between.get(ends, ends) for name, ends in given.items()})

    assert found(narrower, **{"large'": (10, 20)}) is True
    assert found(narrower, **{"large'": (40, 60)}) is None
    assert found(narrower, **{"large'": known}) is None
    assert found(narrower, **{"large'": known, "small'": known}) is None
    assert found(wider, **{"large'": (11, 20)}) is None
    assert found(wider, **{"large'": (1, 2)}) is False
    assert found(small < large) is True
    assert found(large <= large) is True
    endless = ConfidenceInterval(math.inf, math.inf, math.inf)
    assert found(narrower, **{"large'": endless, "small'": endless}) is None


def test_draws_belong_to_one_reading():
    one = {"one": ConfidenceInterval(0.0, 1.0, 2.0)}
    with pytest.raises(ValueError, match="2 readings"):
        Measured((one, one), True, 1, "", draws={"one": torch.ones(3)})
