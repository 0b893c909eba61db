"""What is shown of means of indicators, and what the kernel does not accept of it."""

import pytest
import sympy as sp

from theory.arguments import Expect, Solve
from theory.language import eq, function, integers, reals, sequence
from theory.sequences import Indicator, Law, Mean, Signs
from verify.kernel.arguments.conclusion import conclusion
from verify.kernel.conditions import ge, le
from verify.kernel.questions import RejectedArgument, Solver
from verify.variants.probabilities import KINDS, not_negative, within

x, y, z = reals("x y z")
n, i = integers("n i")
s = sequence("s")
P, Q = function("P"), function("Q")
BETWEEN, NONE, ALL = KINDS


def shown(says, given, ends):
    """Return what the kernel concludes of the means in a condition."""
    solver = Solver(400_000)
    return [conclusion(step, {}, solver).says for step in within(says, given, ends)]


def chance(condition):
    return Mean(Indicator(condition), x, Law(P))


def test_a_probability_lies_between_0_and_1_and_is_one_of_them_only_where_that_is_shown():
    mean = chance(x <= y)
    assert shown(mean <= z, (), BETWEEN) == [ge(mean, 0), le(mean, 1)]
    for ends in (NONE, ALL):
        with pytest.raises(RejectedArgument):
            shown(mean <= z, (), ends)
    always, never = chance(x**2 >= y), chance(x**2 < y)
    assert shown(always >= z, (y <= 0,), ALL) == [ge(always, 1)]
    assert shown(never >= z, (y <= 0,), NONE) == [le(never, 0)]
    with pytest.raises(RejectedArgument):
        shown(always >= z, (y <= 1,), ALL)


def test_the_premise_of_an_implication_is_assumed_and_a_mean_of_means_follows():
    over_both = Mean(chance(s[0] * y <= x), s, Signs(n))
    says = sp.Implies(n >= 1, over_both <= z, evaluate=False)
    assert shown(says, (), BETWEEN) == [ge(over_both, 0), le(over_both, 1)]
    with pytest.raises(RejectedArgument):  # there may be no string
        shown(over_both <= z, (), BETWEEN)


def test_where_a_sum_has_no_value_nothing_is_shown_of_an_indicator():
    sums = chance(sp.Sum(s[i] * x, (i, 1, n)) <= y)
    assert shown(sums <= z, (n >= 1,), BETWEEN) == [ge(sums, 0), le(sums, 1)]
    with pytest.raises(RejectedArgument):
        shown(sums <= z, (), BETWEEN)


def test_means_of_other_terms_are_left_alone():
    assert within(Mean(x, x, Law(P)) <= z, (), BETWEEN) == ()
    assert within(Mean(Indicator(x <= y) * x, x, Law(Q)) <= z, (), BETWEEN) == ()


def test_means_are_not_negative_where_a_step_bounds_their_terms():
    law = Law(P)
    step = Expect(Solve(eq(2 * x, x + x)), x, law, bound=1 + x**2)
    mean, other = Mean(sp.Max(x, 0), x, law), Mean(sp.Max(x, 0), x, Law(Q))
    given = (Mean(x**2, x, law) <= y,)
    (found,) = not_negative(mean + other >= z, given, Solve(x >= 0, (), (step,)))
    assert conclusion(found, {}, Solver(400_000)).says == ge(mean, 0)
    for term, known in ((x, given), (sp.Max(x, 0), ()), (x**4, given)):
        (found,) = not_negative(Mean(term, x, law) >= z, known, step)
        with pytest.raises(RejectedArgument):  # negative, without a mean, above the bound
            conclusion(found, {}, Solver(400_000))


def test_the_spread_about_a_mean_that_is_known_is_not_negative():
    law = Law(P)
    square, fourth = (Mean(x**power, x, law) for power in (2, 4))
    step = Expect(Solve(x**2 <= 1 + x**4), x, law, bound=1 + x**4)
    given = (eq(square, y), fourth <= z, y >= 1)
    (found,) = not_negative(z >= 0, given, step)
    least = Solve(z >= y**2, given, (found,))
    assert conclusion(least, {}, Solver(400_000)).says == (z >= y**2)
    more = Solve(z >= 2 * y**2, given, (found,))
    with pytest.raises(RejectedArgument):
        conclusion(more, {}, Solver(400_000))


@pytest.mark.parametrize(
    "condition", [eq(chance(x > 0), y), eq(Mean(x, x, Law(P)), Mean(x**2, x, Law(P))), x <= y]
)
def test_of_other_conditions_no_spread_is_taken(condition):
    step = Expect(Solve(x <= 1 + x**2), x, Law(P), bound=1 + x**2)
    assert not_negative(z >= 0, (condition,), step) == ()
