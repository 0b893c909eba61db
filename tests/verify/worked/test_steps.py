"""The steps of an argument are read off it, and conditions that clash are as few as can be."""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Contradictory, Generalise, Give, Solve
from theory.claim import Claim, ForAll, Source
from theory.language import reals
from theory.quantifiers import Some, denied
from theory.statements import SameOrder
from verify.claims.statements import part_at
from verify.evidence import Key
from verify.worked.steps import ANY, ASSUMED, CLASH, DENIED, TAKE, steps_of

x, y, z = reals("x y z")


def steps(statement, against=None):
    """Return the steps against a statement by their titles, as text."""
    claim = Claim(
        id="my-paper/lem-1",
        title="A lemma",
        source=Source("section 1"),
        words="It holds.",
        printed=statement,
        against={"": against} if against else {},
    )
    found = steps_of(claim, part_at(claim, Key(0)))
    return found and {step.title: [one.text for one in step.shown] for step in found.steps}


def test_of_conditions_that_clash_none_can_be_left_out():
    says = ForAll(x > 1, given=(y > 0, x > z, z > 2, x < 1))
    assert steps(says) == {CLASH: ["x > z", "z > 2", "x < 1"]}
    order = SameOrder(x, y, (x >= 1, y >= 1), (x, y), {z: (1,)}, given=(z > 2, z < 1))
    assert steps(order) == {CLASH: ["z > 2", "z < 1"]}


def test_without_a_clash_or_an_argument_there_are_no_steps():
    assert steps(ForAll(x > 1, given=(y > 0,))) is None


def test_two_arguments_that_deny_each_other_say_so_one_after_the_other():
    given = (x > 2, x < 1)
    against = Contradictory(Solve(x > 1, (x > 2,)), Solve(x <= 1, (x < 1,)))
    found = steps(ForAll(y > 0, given=given), against)
    assert list(found.values()) == [["x > 2"], ["x > 1"], ["x < 1"], ["x <= 1"]]


def test_what_is_chosen_comes_before_what_then_holds():
    conditions = And(x > 0, y > z, denied(y < x))
    of_y = Some(y, conditions.subs(x, 1))
    value = Give(Solve(conditions.subs({x: 1, y: 2}), (z < 1,)), of_y, sp.Integer(2))
    against = Generalise(Give(value, Some(x, Some(y, conditions)), sp.Integer(1)), z)
    assert steps(ForAll(y < x, given=(y > z,)), against) == {
        ANY: ["z"],
        TAKE: ["x = 1", "y = 2"],
        ASSUMED: ["2 > z"],
        DENIED: [],
    }
