"""Sweeps: the same comes of them in one piece and in parts."""

import json
import math

import pytest
import sympy as sp
import torch

from numerics.local_data import MissingData
from theory.claim import Observed
from verify.evidence import Outcome
from verify.methods.effects import ConfidenceInterval, Measured
from verify.methods.sweep import Sweep, read, written
from verify.papers.signsgd_scaling import figures

total = sp.Symbol("total", real=True)
HOW = {"seed": 2, "scale": "quick", "device": "cpu"}


def join(statement, found, *, seed, scale, device):
    value = sum(found)
    return Measured(({"total": ConfidenceInterval(value, value, value)},), True, len(found), scale)


SUM = Sweep(
    parts=lambda statement, scale: range(statement.settings["parts"]),
    do=lambda part, *, seed, device: part + seed,
    join=join,
)


def test_a_sweep_is_an_experiment():
    statement = Observed("sum", {"parts": 4}, sp.Eq(total, 14))
    whole, joined = SUM(statement, **HOW), SUM(statement, found=[2, 3, 4, 5], **HOW)
    assert whole == joined
    assert whole.outcome is Outcome.HOLDS
    assert whole.size == 4


def test_a_sweep_without_its_data_does_not_apply():
    def missing(statement, scale):
        raise MissingData("no data")

    found = Sweep(missing, SUM.do, SUM.join)(Observed("sum", {}, total > 0), **HOW)
    assert (found.outcome, found.detail) == (Outcome.NOT_APPLICABLE, "no data")


def test_numbers_are_the_same_on_the_way_back():
    values = torch.tensor([[0.1, -0.0, math.inf], [math.nan, 5e-324, 1 / 3]], dtype=torch.float64)
    back = read(json.loads(json.dumps(written(values))))
    assert back.view(torch.int64).tolist() == values.view(torch.int64).tolist()


@pytest.mark.parametrize("method", [figures.SIGN, figures.SGD])
def test_phase_diagrams_in_parts_are_those_in_one_piece(method, monkeypatch):
    monkeypatch.setitem(figures.LOG_D, "quick", 4)
    slope = sp.Symbol("slope", real=True)
    settings = {"optimiser": method, "alpha": 4, "beta": 4, "d": 32, "c": 1}
    statement = Observed("phase diagram", settings, slope > 0)
    sweep = figures.EXPERIMENTS["phase diagram"]
    parts = json.loads(json.dumps(list(sweep.parts(statement, "quick"))))
    assert len(parts) > 2
    done = [sweep.do(part, seed=2, device="cpu") for part in parts]
    assert sweep(statement, found=json.loads(json.dumps(done)), **HOW) == sweep(statement, **HOW)
