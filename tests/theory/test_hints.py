"""Hints: where they stand in a claim, and which of them are refused."""

from fractions import Fraction

import pytest
import sympy as sp

from theory.choices import Ambiguous
from theory.claim import (
    ByHand,
    Claim,
    ForAll,
    Instead,
    Missing,
    Observed,
    SameOrder,
    Source,
    Special,
)
from theory.hints import Keeps, Try, Within
from theory.language import DEFINES, Each, function, integers, reals, sequence
from theory.values import PiecewiseLinear
from theory.well_formed import IllFormed
from verify.claims.statements import hint_for, statements

x, y, a = reals("x y a")
k, j, n = integers("k j n")
p = sequence("p")
AT = Source("section 1")
GROWS = ForAll(
    p[k] >= 0,
    given=(k >= 1, p[0] >= 0, Each(p[j + 1] >= p[j], (j, 0, k - 1))),
    instances={k: (1, 2)},
)
RATE = SameOrder(a * x + 1, x, (x >= 1,), (x,), {a: (1, 2)}, given=(a >= 1,))
KEPT, CONSTANTS = Keeps(k, p[k] >= 0), Within(a, a + 1)


def claim(printed, **more):
    return Claim(id="p/c", title="-", source=AT, words="-", printed=printed, **more)


def test_every_statement_of_a_claim_can_have_a_hint():
    found = claim(
        {"growth": GROWS, "rate": RATE},
        lemmas={"growth again": GROWS, "nothing helps": RATE},
        because={
            "rate": CONSTANTS,
            "growth": ByHand(("growth again",)),
            "growth again": KEPT,
            "from 1 on": KEPT,
            "a = 2": Within(2, 3),
        },
        special={
            "from 1 on": Special(given=(p[0] >= 1,), clause="growth"),
            "a = 2": Special(values={a: 2}, clause="rate"),
        },
        instead={"growth": Instead(GROWS, because=KEPT), "rate": Instead(RATE)},
    )
    assert {part.name: part.hint for part in found.parts} == {
        "growth": None,
        "rate": CONSTANTS,
        "from 1 on": KEPT,
        "a = 2": Within(2, 3),
        "growth again": KEPT,
        "nothing helps": None,
    }
    hints = [hint_for(found, key) for key, _ in statements(found)]
    assert hints == [None, KEPT, CONSTANTS, None, KEPT, Within(2, 3), KEPT, None]
    assert found.parts[0].better.hint == KEPT
    assert found.parts[2].better is None


def test_a_hint_is_for_every_reading_of_a_clause():
    start = Ambiguous("from where p grows", {"one": p[0] >= 1, "zero": p[0] >= 0})
    given = (k >= 1, start, Each(p[j + 1] >= p[j], (j, 0, k - 1)))
    found = claim(ForAll(p[k] >= 0, given, instances={k: (1, 2)}), because={"": KEPT})
    assert [part.hint for part in found.parts] == [KEPT, KEPT]


@pytest.mark.parametrize(
    ("statement", "hint", "words"),
    [
        (RATE, KEPT, "Keeps is a hint for a ForAll, not for a SameOrder"),
        (GROWS, CONSTANTS, "Within is a hint for a SameOrder, not for a ForAll"),
        (Missing("a proof"), KEPT, "not for a Missing"),
        (Observed("e", {}, x > 0), KEPT, "not for a Observed"),
        (ForAll(DEFINES, (k >= 1,), instances={k: (1,)}), Keeps(k, k >= 1), "a definition has"),
        (GROWS, Keeps(j, p[j] >= 0), "j is not the one index"),
        (ForAll(x**2 >= 0), Keeps(k, k >= 1), "k is not the one index"),
        (
            ForAll(k + n >= 2, (k >= 1, n >= 1), instances={k: (1,), n: (1,)}),
            Keeps(k, k >= 1),
            "k is not the one index",
        ),
        (GROWS, Keeps(k, p[k] >= x), "x: the statement is not about this"),
        (GROWS, Keeps(k, p[j] >= 0), "cannot stand beside the hypotheses"),
        (GROWS, Keeps(k, DEFINES), "stands in no formula"),
        (GROWS, Keeps(k, Ambiguous("w", {"a": p[k] >= 0, "b": p[k] > 0})), "choice points"),
        (ForAll(x + y >= 0, (x >= 0,)), Try({x: 1}), "a value for each symbol: x, y"),
        (ForAll(x**2 >= 1), Try({x: 1, y: 1}), "a value for each symbol: x"),
        (RATE, Try({x: 1, a: 1}), "Try is a hint for a ForAll"),
        (RATE, Within(1, x), "x: sides and regime"),
        (RATE, Within(1, y), "y: sides and regime"),
        (RATE, Within(1, Ambiguous("w", {"a": a, "b": 2 * a})), "choice points"),
    ],
)
def test_a_hint_that_cannot_help_is_refused_when_the_claim_is_built(statement, hint, words):
    with pytest.raises(IllFormed, match=words):
        claim(statement, because={"": hint})
    with pytest.raises(IllFormed, match=words):
        claim(Missing("-"), lemmas={"a": statement}, because={"a": hint})
    with pytest.raises(IllFormed, match=words):
        Instead(statement, because=hint)


def test_what_is_no_condition_and_no_term_is_no_hint():
    for build in (
        lambda: Keeps(k, p[k]),
        lambda: Keeps(k, True),
        lambda: Keeps("k", p[k] >= 0),
        lambda: Try({"x": 1}),
        lambda: Try({x: PiecewiseLinear((Fraction(0),), (Fraction(1),), *2 * (Fraction(1),))}),
        lambda: Try({function("f"): 1}),
        lambda: Within(0.5, 1),
        lambda: Within(1, sp.oo),
        lambda: Instead(GROWS, because=ByHand()),
    ):
        with pytest.raises(IllFormed):
            build()
