"""A printed number is typical, contradicted, or neither, by what new data sets give."""

import pytest
import sympy as sp
import torch

from theory.claim import Observed
from theory.papers.steepest_mirror.table_4 import SIGN_DESCENT, greatest, least
from verify.evidence import Outcome
from verify.papers.steepest_mirror import table_4

DRAWS = 24


@pytest.mark.parametrize(
    ("scores", "spread", "outcome"),
    [
        (0.0, 0.1, Outcome.HOLDS),
        (2.0, 0.1, Outcome.HOLDS),
        (5.0, 0.1, Outcome.UNKNOWN),  # of 2,000 data sets one is as far away
        (20.0, 0.1, Outcome.FAILS),
        (0.0, 2.0, Outcome.UNKNOWN),  # anything would be typical
    ],
)
def test_what_is_seldom_is_neither_typical_nor_contradicted(monkeypatch, scores, spread, outcome):
    logs = torch.linspace(-1, 1, DRAWS, dtype=torch.float64)
    logs *= spread / logs.std()
    found = {("none", None, "mean"): (torch.zeros(DRAWS), 10**logs)}
    monkeypatch.setattr(table_4, "rows", lambda *settings: found)
    said = {"L": 2, "decay": "none", "column": "distance", "loss": "mean", "pairs": "mean"}
    number = sp.Rational(10 ** (scores * spread))
    effect = (least <= number) & (greatest >= number)
    statement = Observed("table 4: cell", {**SIGN_DESCENT, **said}, effect)
    ended = table_4.cell(statement, seed=0, scale="full", device="cpu")
    assert ended.outcome is outcome
