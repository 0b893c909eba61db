"""The comparison of two entries: same, equivalent, stronger, weaker, undecided."""

import pytest
import sympy as sp

from tests.double_entry.compare import Comparison, compared
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll, Observed, SameOrder
from theory.language import Head, integers, reals

x, y, z, a = reals("x y z a")
n, k = integers("n k")
F = Head("F", "an unknown quantity", "F")
MEANS = ForAll(sp.sqrt(x * y) <= (x + y) / 2, given=(x >= 0, y >= 0))
GROWS = SameOrder(a * x**2, y, regime=(x >= y, y >= 1), variables=(x, y), constants={a: (1, 2)})


@pytest.mark.parametrize(
    ("first", "second", "answer"),
    [
        (MEANS, ForAll((x + y) / 2 >= sp.sqrt(x * y), given=(y >= 0, x >= 0)), "SAME"),
        (
            States(sp.Eq(sp.Sum(F(k), (k, 1, n)), x), given=(n >= 1,)),
            ForAll(sp.Eq(x, y), given=(n >= 1,), where={y: sp.Sum(F(k), (k, 1, n))}),
            "SAME",
        ),
        (
            ForAll(F(x) <= 2 * y, given=(x > 0,)),
            ForAll(F(x) / 2 <= y, given=(x > 0,)),
            "EQUIVALENT",
        ),
        (ForAll(F(x) < y, given=(x > 0,)), ForAll(F(x) <= y, given=(x > 0,)), "STRONGER"),
        (ForAll(F(x) <= y, given=(x > 1,)), ForAll(F(x) <= y, given=(x > 0,)), "WEAKER"),
        (ForAll(F(x) <= y), ForAll(F(y) <= x), "UNDECIDED"),
        (
            {"low": ForAll(F(x) >= y), "high": ForAll(F(x) <= y)},
            {"": ForAll(sp.Eq(F(x), y))},
            "EQUIVALENT",
        ),
        ({"low": ForAll(F(x) >= y)}, ForAll(sp.Eq(F(x), y)), "WEAKER"),
        (
            ForAll(Ambiguous("where", {"inside": x > 0, "edge": x >= 0})),
            ForAll(Ambiguous("at 0, too?", {"yes": x >= 0, "no": x > 0})),
            "SAME",
        ),
        (ForAll(Ambiguous("where", {"inside": x > 0, "edge": x >= 0})), ForAll(x >= 0), "STRONGER"),
        (Observed("one", {}, x > 0), Observed("two", {}, x > 0), "UNDECIDED"),
    ],
)
def test_two_entries(first, second, answer):
    assert compared(first, second) is Comparison[answer]


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        ({"left": x**2}, "EQUIVALENT"),
        ({"regime": (x >= y, y >= 2)}, "STRONGER"),
        ({"relation": "at most"}, "STRONGER"),
        ({"left": a * x}, "UNDECIDED"),
        ({"variables": (x, y, z)}, "UNDECIDED"),
    ],
)
def test_two_orders(change, answer):
    fields = {
        "left": GROWS.left,
        "right": GROWS.right,
        "regime": GROWS.regime,
        "variables": GROWS.variables,
        "constants": GROWS.constants,
    }
    assert compared(GROWS, SameOrder(**{**fields, **change})) is Comparison[answer]
