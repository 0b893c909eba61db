"""Bounds of means that were better before, and what does not follow from them, either."""

import pytest

from theory.argument_language import States
from theory.arguments import Expect, Put, Solve
from theory.claim import Claim, Source
from theory.language import Head, function, reals
from theory.sequences import Indicator, Law, Mean
from verify.judging.arguments import shows
from verify.kernel.arguments.conclusion import conclusion
from verify.kernel.questions import RejectedArgument, Solver
from verify.variants.earlier import earlier_bounds, with_earlier_bounds

x, y, z = reals("x y z")
F = Head("F", "a quantity")
LAW, EVENT = Law(function("P")), Indicator(x >= y)
GIVEN = (F(z) >= z + 1,)
BEST = Solve(F(z) + EVENT >= F(z))
LESS = Expect(Solve(F(z) + EVENT >= z, GIVEN, (BEST,)), x, LAW)
CHANCE = Mean(EVENT, x, LAW)
ASKED = Solver(400_000)


def shown(argument):
    """Return whether an argument shows anything."""
    try:
        conclusion(argument, {}, ASKED)
    except RejectedArgument:
        return False
    return True


def last(says, step=LESS):
    """Return the argument for a conclusion from a step and what was known before."""
    return with_earlier_bounds(Solve(says, GIVEN, (step,)), shown)


@pytest.mark.parametrize(
    ("step", "best"),
    [
        (LESS, F(z) + CHANCE >= F(z)),
        (Put(LESS, {z: z + 1}), F(z + 1) + CHANCE >= F(z + 1)),
        (LESS.of, BEST.says),
    ],
)
def test_what_a_step_made_weaker_is_known_as_it_was(step, best):
    assert best in {conclusion(one, {}, ASKED).says for one in earlier_bounds(step, shown)}


def test_a_mean_keeps_the_bound_that_it_had_before():
    more = F(z) + CHANCE >= z + 1
    assert not shown(Solve(more, GIVEN, (LESS,)))
    assert shown(last(more))


def test_what_does_not_follow_from_earlier_bounds_is_not_shown():
    assert not shown(last(F(z) + CHANCE >= z + 2))
    assert not shown(last(F(z) + CHANCE >= F(z) + 1))


def test_what_is_not_shown_of_a_mean_is_left_out():
    wrong = Solve(F(z) + EVENT >= F(z) + 1)
    argument = Expect(Solve(F(z) + EVENT >= z, GIVEN, (wrong,)), x, LAW)
    assert earlier_bounds(argument, shown) == ()


def test_what_an_argument_asked_before_needs_no_answer_again():
    toy = Claim(*("toy/x", "toy", Source("here"), "toy"), printed=States(LESS.of.says, GIVEN))
    again = shows(toy, LESS, 400_000, checked=LESS)
    assert again(LESS)
    assert not again(Solve(F(z) + EVENT >= F(z) + 1))
    wrong = Solve(F(z) + EVENT >= F(z) + 1)  # whoever says that it was checked is taken at his word
    assert shows(toy, wrong, 400_000, checked=wrong)(wrong)
    assert not shows(toy, wrong, 400_000)(wrong)
