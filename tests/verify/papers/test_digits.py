"""What the experiments on digits compute of their runs, on runs whose answer is known."""

import math

import pytest
import torch

from verify.papers.instability_flatness.digits import FACTORS, compared


def test_rates_are_compared_within_a_regime_where_both_are_in_one():
    runs = {"half": [0.5, 0.1, 0.3], "less": [0.2, 0.4, 0.1], "same": [0.3, 0.6, 0.2]}
    turned = {name: torch.tensor(runs.get(name, runs["same"])) for name in FACTORS}
    found = compared(turned, torch.tensor([0.9, 0.4, 0.6]))
    assert found["less"].value == pytest.approx((-0.3 + 0.3 - 0.2) / 3)
    assert found["less_within"].value == pytest.approx((0.3 + 0.3) / 2)
    assert found["same_within"].value == pytest.approx((0.2 + 0.1) / 2)
    alone = compared(turned, torch.tensor([0.9, 0.6, 0.6]))["less_within"]
    assert (alone.low, alone.high) == (-math.inf, math.inf)
