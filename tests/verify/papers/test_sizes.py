"""A more thorough profile never draws less than a cheaper one."""

import pytest
import sympy as sp

from theory.claim import Observed
from verify.papers.steepest_mirror import table_4


class Asked(Exception):
    """Sign descent was asked for; the argument is how many draws of it."""


@pytest.mark.parametrize("experiment", [table_4.balance, table_4.gain, table_4.nearest])
def test_full_draws_at_least_what_standard_draws(experiment, monkeypatch):
    def asked(depth, coupled, decoupled, draws, *more):
        raise Asked(draws)

    monkeypatch.setattr(table_4, "sign_descent", asked)
    statement, draws = Observed("", {}, sp.Symbol("x", real=True) > 0), []
    for scale in ("standard", "full"):
        with pytest.raises(Asked) as raised:
            experiment(statement, seed=0, scale=scale, device="cpu")
        draws.append(raised.value.args[0])
    assert draws[0] <= draws[1]
