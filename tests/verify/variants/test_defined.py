"""Heads under quantifiers over reals are what their definitions say, as far as these reach."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import (
    Head,
    Positive,
    StrictlyIncreasing,
    eq,
    function,
    integers,
    reals,
    sequence,
)
from theory.quantifiers import Every, Some
from theory.sequences import In, Signs
from verify.claims.meanings import Exact
from verify.variants.concrete import broken_at

x, u, y = reals("x u y")
j, t = integers("j t")
alpha, s = function("alpha"), sequence("s")
END = Head("End", "where a walk of t steps ends")


def _end(f, u, signs, t):
    if t < 0:
        return None
    for sign in signs[: int(t)]:
        u += sign * f(u)
    return u


MEANINGS = {END: (Exact(_end),)}
AT_0 = States(eq(END(alpha, u, s, 0), u))
STEP = States(
    eq(END(alpha, u, s, j + 1), END(alpha, u, s, j) + s[j] * alpha(END(alpha, u, s, j))), (j >= 0,)
)
GIVEN = (StrictlyIncreasing(alpha), Positive(alpha), In(s, Signs(t)), t >= 1, t <= 2)
up = END(alpha, x, s, t)


ONCE = sp.And(eq(s[0], 1), eq(t, 1))


@pytest.mark.parametrize(
    ("says", "is_broken"),
    [
        (Every(x, up > x), True),
        (Every(x, up > x - 100), True),
        (Every(x, sp.Implies(sp.And(x >= 0, ONCE), up > x)), False),
        (Some(x, up >= 5), True),  # it may go down twice, by more than it comes from above
        (Some(x, sp.Implies(ONCE, up >= 5)), False),
        (Some(x, sp.And(x >= 0, up < x)), True),
        (Some(x, sp.Implies(eq(s[0], -1), sp.And(x >= 0, up < x))), False),
    ],
    ids=str,
)
def test_a_condition_on_all_reals_is_evaluated_by_definitions(says, is_broken):
    found = broken_at(States(says, GIVEN), MEANINGS, defined=(AT_0, STEP))
    assert (found is not None) == is_broken


def test_without_a_definition_that_fits_nothing_is_said():
    false = States(Some(x, sp.And(x >= 0, up < x)), (*GIVEN, s[0] > 0))
    assert broken_at(false, MEANINGS, defined=(AT_0, STEP)) is not None
    assert broken_at(false, MEANINGS) is None
    assert broken_at(false, MEANINGS, defined=(STEP,)) is None
    later = States(STEP.says, (j >= 5,))
    assert broken_at(false, MEANINGS, defined=(AT_0, later)) is None
    before = States(Some(x, up < x), (In(s, Signs(0)), eq(t, -1)))
    assert broken_at(before, MEANINGS, defined=(AT_0, STEP)) is None
