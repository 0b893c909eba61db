"""What is meant and what is printed differ by a slip, or one is no misprint of the other."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.claim import Claim, ForAll, Instead, SameOrder, Source
from theory.definedness import connected
from theory.language import Head, integers, reals
from verify.evidence import Evidence, Key, Outcome, RationalValue, Severity, Tier, Verdict
from verify.judging.assemble import judge_claim
from verify.judging.misprints import differing, is_misprint

x, y, z, a = reals("x y z a")
n = integers("n")
F = Head("F", "some quantity")
ABOVE = (x > 0, y >= 1)


def order(left, right, regime=(x >= 1,), relation="same"):
    return SameOrder(left, right, regime, (x,), {a: (1, 2)}, relation, (a > 0,))


SLIPS = [
    (ForAll(x * y <= x**2 + y**2, ABOVE), ForAll(x * y <= x**2 / 2 + y**2, ABOVE)),
    (ForAll(x * y <= x**2 + y**2, ABOVE), ForAll(x * y <= x**2 + y**2, (x > 0,))),
    (ForAll(x + y <= y**2, ABOVE), ForAll(x + y >= y**2, ABOVE)),
    (ForAll(x + y <= y**2, ABOVE), ForAll(y**2 <= x + y, ABOVE)),
    (ForAll(x + y < y**2, ABOVE), ForAll(x + y <= y**3, ABOVE)),
    (ForAll(sp.Eq(x * y, x * (x + y))), ForAll(sp.Eq(x * y, y * (x + y)))),
    (ForAll(sp.Eq(F(x + 1), y * F(x))), ForAll(sp.Eq(F(x + 1), F(x)))),
    (ForAll(x * y <= x + y, (x >= 2, y > 0)), ForAll(x * y <= x + y, (x <= 2, y > 0))),
    (ForAll(sp.Eq(F(x), sp.exp(y * z))), ForAll(sp.Eq(F(x), y * z))),
    (ForAll(a <= x + 1, where={a: x * y + y}), ForAll(a <= x + 1, where={a: x * y - y})),
    (ForAll(a <= a * x + 1, where={a: -y}), ForAll(a <= a * x + 2)),
    (States(F(x) <= x * y + 1, (x > 0,)), States(F(x) <= x * y + 2, (x > 0,))),
    (order(x**a, x**2 + x), order(x**a, x**3 + x)),
    (order(x**a, x + 1, (x >= a,)), order(x**a, x + 1, (x >= a**2,))),
    (order(x**a, x + 1), order(x**a, x + 1, relation="at most")),
]
SLIPS.append(  # connectives that sympy has not built itself
    tuple(
        ForAll(connected(sp.Or, (x > 1, connected(sp.And, (x <= y**2, y >= number)))), ABOVE)
        for number in (1, 2)
    )
)
OTHERS = [
    (ForAll(x**2 > 4 * x - 4, (x >= 0,)), ForAll(y**4 - y + 1 > 0)),  # about something else
    (ForAll(x**2 > 4 * x - 4, (x >= 0,)), ForAll(x**4 - x + 1 > 0)),  # another formula
    (ForAll(x**2 > 4 * x - 4, (x >= 0,)), ForAll(x**2 >= -1, (x >= 0,))),  # another side
    (ForAll(x**2 > 4 * x - 4), ForAll(x**2 > 4 * x - 4, (x > 2,))),  # a hypothesis more
    (ForAll(x * y <= x + y, ABOVE), ForAll(x * y <= x + y, (sp.Eq(x, 2), y >= 1))),
    (ForAll(x <= y, ABOVE), ForAll(sp.Eq(x, x), ABOVE)),
    (  # the same on both sides
        ForAll(sp.Eq(x**2 + y, 3 * z + 1)),
        ForAll(sp.Eq(x**2 + y, x**2 + y, evaluate=False)),
    ),
    (ForAll(sp.Eq(F(x), 1)), ForAll(sp.Eq(F(x), F(x), evaluate=False))),
    (ForAll(F(x) * y <= 1), ForAll(F(x) * y <= F(x) * y + 1)),
    (
        ForAll(sp.And(x > 0, sp.Eq(x**2 + y, 3 * z + 1))),
        ForAll(sp.And(x > 0, sp.Eq(x**2 + y, x**2 + y, evaluate=False))),
    ),
    (ForAll(sp.Eq(F(x), x)), ForAll(F(x) ** 2 + x**2 >= 0)),
    (ForAll(x * y + z <= x**2 + y + z), ForAll(x + z**2 <= x**2 + 2 * y + z)),  # three places
    (ForAll(x + y <= y**2), ForAll(x + y <= F(x) ** 2)),  # a head that is not printed
    (ForAll(x + n <= n**2, instances={n: (1, 2)}), ForAll(x + n <= n**3, instances={n: (1,)})),
    (order(x**a, x**2), ForAll(x**a >= 1, (x >= 1, a > 0))),
    (States(F(x) <= x, (x > 0,)), ForAll(F(x) <= x + 1, (x > 0,))),
    (order(x**a, x**2), SameOrder(x**a, x**3, (x >= 1, a >= 1), (x, a))),
    (order(x**a, x**2), order(1 + x, 2 * x)),
]


@pytest.mark.parametrize(("printed", "meant"), SLIPS)
def test_a_slip_is_a_misprint(printed, meant):
    assert is_misprint(printed, meant)


@pytest.mark.parametrize(("printed", "meant"), OTHERS)
def test_another_form_is_none(printed, meant):
    assert not is_misprint(printed, meant)


def test_places_are_as_small_as_they_can_be():
    assert differing(x + y * z, x + y * z) == ()
    assert differing(x, x * y) == ((1, y),)
    assert differing(x, x**2) == ((1, 2),)
    assert differing(sp.Max(x, y * z), sp.Max(x, z)) == ((y, 1),)
    assert differing(sp.exp(x * y), sp.exp(-x * y)) == ((1, -1),)


@pytest.mark.parametrize(
    ("better", "verdict", "severity"),
    [
        (ForAll(x**2 >= 4 * x - 4), Verdict.MISPRINTED, Severity.TYPOGRAPHIC),
        (ForAll(y**4 - y + 1 > 0), Verdict.REFUTED, Severity.CONCLUSION),
    ],
)
def test_an_unrelated_truth_excuses_nothing(better, verdict, severity):
    instead = Instead(better, meant=Source("section 2"))
    printed = ForAll(x**2 > 4 * x - 4)
    claim = Claim("p/lem-1", "-", Source("section 1"), "-", printed, instead=instead)
    fails = Evidence("search", Outcome.FAILS, Tier.EXACT, witness={"x": RationalValue("2")})
    proof = {"kind": "smt", "texts": []}
    holds = Evidence("solver", Outcome.HOLDS, Tier.SOLVER, certificate=proof)
    found = judge_claim(claim, {Key(0): [fails], Key(0, instead=True): [holds]}, {})
    alone = found.verdicts[Key(0)]
    assert (found.verdict, alone.severity) == (verdict, severity)
    assert (verdict is Verdict.REFUTED) == ("too many places for a misprint" in str(alone.reason))
