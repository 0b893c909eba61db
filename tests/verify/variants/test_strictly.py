"""Strict steps beside the last one: where the steps before it have room, and nowhere else."""

from dataclasses import replace

import pytest
import sympy as sp

from theory.argument_language import States
from theory.arguments import Cut, Expect, Generalise, Lemma, Put, Solve
from theory.language import Head, function, reals
from theory.quantifiers import Every
from theory.sequences import Indicator, Law
from verify.evidence import Tier
from verify.kernel.arguments.conclusion import conclusion
from verify.kernel.arguments.facts import Stated
from verify.kernel.questions import RejectedArgument, Solver
from verify.variants.strictly import with_strict_steps

x, y, z = reals("x y z")
F = Head("F", "a quantity")
ABOVE = Lemma("above")
ASKED = Solver(400_000)


def read(argument, says):
    """Return what an argument shows if the lemma says something."""
    return conclusion(argument, {ABOVE: Stated(States(says), Tier.SOLVER)}, ASKED)


def strict(says, *steps):
    """Return the argument for a cube that may use strict steps, if the lemma says so."""

    def shown(argument):
        try:
            read(argument, says)
        except RejectedArgument:
            return False
        return True

    last = Solve(F(x) ** 3 >= x**3, (x >= 0,), steps)
    return replace(with_strict_steps(last, shown), says=F(x) ** 3 > x**3)


STEP = Solve(F(x) >= x, (), (ABOVE,))
LAW, EVENT = Law(function("P")), Indicator(y >= z)
STEPS = {
    "one": STEP,
    "two": Solve(F(x) + 1 >= x + 1, (), (STEP,)),
    "put": Put(Solve(F(y) >= y, (), (Put(ABOVE, {x: y}),)), {y: x}),
    "cut": Cut(Solve(F(x) >= x, (z > 0,), (ABOVE,)), (Solve(z > 0, (z > 1,)),)),
    "of a conjunction": Solve(sp.And(F(x) >= x, x**2 >= 0), (), (ABOVE,)),
    "mean": Expect(Solve(F(x) + EVENT >= x + EVENT, (), (STEP,)), y, LAW),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_a_step_with_room_makes_the_last_one_strict(step):
    room, none = F(x) >= x + 1, F(x) >= x
    more = (z > 1,) if isinstance(step, Cut) else ()
    found = strict(room, step)
    found = replace(found, given=(*found.given, *more))
    assert read(found, room).says == (F(x) ** 3 > x**3)
    with pytest.raises(RejectedArgument):
        read(replace(found, using=(step,)), room)
    with pytest.raises(RejectedArgument):
        read(strict(none, step), none)


def test_without_room_nothing_is_added():
    assert strict(F(x) >= x, STEP).using == (STEP,)


@pytest.mark.parametrize("premise", [None, y >= z])
def test_what_is_strict_of_any_number_is_so_of_every_one(premise):
    def of_every(relation):
        return relation if premise is None else sp.Implies(premise, relation, evaluate=False)

    weak, says = of_every(F(x) + y >= x + y), Every(y, of_every(F(x) + y > x + y))
    argument = Solve(Every(y, weak), (), (Generalise(Solve(weak, (), (STEP,)), y),))

    def beside(room):
        def shown(step):
            try:
                read(step, room)
            except RejectedArgument:
                return False
            return True

        return replace(with_strict_steps(argument, shown), says=says)

    assert read(beside(F(x) >= x + 1), F(x) >= x + 1).says == says
    with pytest.raises(RejectedArgument):
        read(beside(F(x) >= x), F(x) >= x)
