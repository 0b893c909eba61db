"""Which hypotheses of a clause can be wider; see `tests/theory/printed_clauses.py`."""

import pytest
import sympy as sp

from tests.theory.printed_clauses import is_proved, widened, with_each_wider
from theory.arguments import Solve
from theory.claim import Claim, ForAll
from theory.language import integers, reals

x, y = reals("x y")
n = integers("n")


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        (x > y, ["y <= x"]),
        (x < y, ["x <= y"]),
        (x > 1, ["1 <= x", "0 < x"]),
        (x >= 1, ["0 <= x"]),
        (x >= y, []),
        (n >= 2, ["1 <= n", "0 <= n"]),
        (n <= 5, ["n - 1 <= 5"]),
        (sp.Ne(x, 0), []),
    ],
)
def test_what_is_wider(narrow, wide):
    assert list(map(str, widened(narrow))) == wide


@pytest.mark.parametrize("because", [{}, {"": Solve(x**2 >= x, (x >= 1,))}])
def test_a_clause_that_holds_under_wider_hypotheses_is_seen(because):
    def wider(given):
        claim = Claim("p/c", "-", "-", "-", ForAll(x**2 >= x, (given,)), because=because)
        return [str(w) for _, w, more in with_each_wider(claim.parts[0]) if is_proved(claim, more)]

    assert wider(x >= 1) == []
    if not because:
        assert wider(x > 1) == ["1 <= x"]
