"""Arguments about mutants, made from those for the statements, and what they do not show."""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Expect, LastTerm, Put, Solve
from theory.binders import SequenceOf
from theory.claim import ByHand, Claim, ForAll, Source
from theory.existence import by_values, given_by, met
from theory.language import function, integers, reals, sequence
from theory.quantifiers import Every, Some, denied
from theory.sequences import Indicator, Law, Mean
from verify.judging.arguments import argued
from verify.kernel.arguments.conclusion import conclusion, establishes
from verify.kernel.questions import RejectedArgument, Solver
from verify.methods.task import PROFILES
from verify.variants.mutants import mutate
from verify.variants.probabilities import KINDS, within
from verify.variants.reargued import DEEPEST, NUMBERS, _by_values, _numbers_for, proposals

w, x, y, z = reals("w x y z")
i = integers("i")
a = sequence("a")
f = function("f")
ALL = KINDS[2]


def ends(says, given, because, **lemmas):
    """Return how the mutants of what is printed end, by what was changed."""
    claim = Claim(
        *("toy/x", "toy", Source("here"), "toy"),
        printed=States(says, given),
        lemmas=lemmas,
        because={"": because},
    )
    return {m.change: m.end for m in mutate(claim).mutants if m.statement.part == 0}


def test_what_the_last_step_shows_as_well_is_true():
    above = f(x) + x >= f(x)
    found = ends(above, (x >= 1,), Solve(above, (x >= 1,)))
    assert found["strict"] == "true"
    at_zero = ends(above, (x >= 0,), met(Solve(above, (x >= 0,)), (x >= 0,), {x: 0}))
    assert at_zero["strict"] == "killed"  # where the hypotheses are met both sides are equal


def test_a_larger_value_serves_where_the_one_that_is_given_does_not():
    below = Every(y, sp.Implies(y <= x, y <= z, evaluate=False))
    bound, given = Some(z, sp.And(z > 0, below)), (x <= 1,)
    assert ends(bound, given, by_values(bound, {z: sp.S.One}, given))["strict"] == "true"


def test_what_fails_where_the_hypotheses_are_met_is_killed():
    above = f(y) + x >= f(y)
    shown = Solve(above, (x >= 1,))
    assert ends(above, (x >= 1,), met(shown, (x >= 1,), {x: 1}))["turned round"] == "killed"


def test_what_a_dropped_hypothesis_alone_is_about_may_have_another_value():
    def is_killed(*others):
        says = z <= y + sp.Sum(x, (i, 1, 1))
        given = (z <= y, x >= 0, *others)
        printed = States(says, given)
        shown = Solve(says, given, (LastTerm(sp.Sum(x, (i, 1, 1))),))
        claim = Claim(
            *("toy/x", "toy", Source("here"), "toy"),
            printed=printed,
            because={"": met(shown, given, {x: 1, y: 2, z: 2})},
        )
        mutant = States(says, given[1:])
        against = [p.part for p in proposals(claim.parts[0], mutant, None) if p.end == "killed"]
        pieces = [e for p in against for e in argued(claim, p, {}, (), PROFILES["quick"])]
        return any(piece.refutes for piece in pieces)

    assert is_killed()  # y = -3
    assert not is_killed(y + z >= 2)  # which is about both of them


def test_a_sequence_that_a_dropped_hypothesis_alone_is_about_may_be_another_one():
    def is_killed(*others):
        given = (a[1] <= x, x >= 0, *others)
        values = {x: 2, a: SequenceOf(sp.Integer(2), i)}
        claim = Claim(
            *("toy/x", "toy", Source("here"), "toy"),
            printed=States(a[1] <= x, given),
            because={"": met(Solve(a[1] <= x, given), given, values)},
        )
        mutant = States(a[1] <= x, given[1:])
        against = [p.part for p in proposals(claim.parts[0], mutant, None) if p.end == "killed"]
        pieces = [e for p in against for e in argued(claim, p, {}, (), PROFILES["quick"])]
        return any(piece.refutes for piece in pieces)

    assert is_killed()
    assert not is_killed(a[2] >= 2)  # which is about it, too
    assert not is_killed(a[1] <= x / 2)


def test_what_a_mean_was_known_to_be_before_shows_more_of_it():
    law, event = Law(f), Indicator(x >= y)
    first = Solve(z**2 + event >= z**2)
    less = Solve(z**2 + event >= z, (z >= 2,), (first,))
    found = ends(
        z**2 + Mean(event, x, law) >= z,
        (z >= 2,),
        met(Expect(less, x, law), (z >= 2,), {z: sp.Integer(2)}),
    )
    assert found["strict"] == "true"
    assert found["right side tightened by an eighth"] == "true"
    assert found["turned round"] == "killed"


def test_where_nothing_is_known_to_satisfy_the_hypotheses_no_argument_kills():
    given = (Every(y, f(y) > y**2), x > 0)  # no piecewise linear function does
    assert ends(2 * x >= x, given, Solve(2 * x >= x, given))["turned round"] == "undecided"


def test_for_every_number_something_positive_fails_whatever_heads_mean():
    says = Some(z, sp.And(z > 0, f(z) <= z))
    holds = ForAll(x**2 + y**2 >= 2 * x * y)
    found = ends(says, (), ByHand(("square",)), square=holds)
    assert found["for every z"] == "killed"
    inner = Every(y, Some(x, sp.And(x > y, f(x) <= z)))
    deeper = Some(z, sp.And(z > 0, inner))
    assert ends(deeper, (), ByHand(("square",)), square=holds)["for every z"] == "killed"


def test_a_number_within_a_range_breaks_a_mutant_whatever_the_range_is():
    inside = sp.And(y >= 0, y <= z)
    near = Every(y, sp.Implies(inside, sp.cos(y) >= sp.S.Half, evaluate=False))
    holds = ForAll(x**2 + y**2 >= 2 * x * y)
    found = ends(Some(z, sp.And(z > 0, near)), (), ByHand(("square",)), square=holds)
    assert found["turned round"] == "killed"
    assert found["strict"] == "undecided"


def test_an_argument_for_there_is_something_ends_at_its_mutants():
    given = (x > 0,)
    says = Some(y, y > x)
    shown = given_by(says, {y: x + 1}, given, ())
    found = ends(says, given, met(shown, given, {x: 1}))
    assert found["turned round"] == "true"
    assert found["for every y"] == "killed"


def test_one_of_two_values_may_change_and_a_probability_is_at_most_1():
    given = (w <= 0,)
    chance = Mean(Indicator(x**2 >= w), x, Law(f))

    def found(least):
        body = sp.And(sp.Eq(y, 1), chance >= z, z >= least, evaluate=False)
        says = Some(y, Some(z, body))
        one = {y: sp.S.One, z: sp.S.One}
        return ends(says, given, given_by(says, one, given, within(chance >= z, given, ALL)))

    half = found(sp.Rational(1, 4))  # of the value of z, and y stays what it was
    assert half["strict"] == half["right side tightened by an eighth"] == "true"
    assert half["turned round"] == "true"
    assert half["for every y"] == half["for every z"] == "killed"
    whole = found(sp.S.One)
    assert "true" not in (whole["strict"], whole["right side tightened by an eighth"])


def test_a_number_serves_for_probabilities_without_any_other_argument():
    chance = Mean(Indicator(x <= y), x, Law(f))
    holds = ForAll(x**2 + y**2 >= 2 * x * y)

    def found(least):
        each = Every(y, sp.Implies(y >= w, chance >= least, evaluate=False))
        return ends(Some(z, sp.And(z > 0, each)), (), ByHand(("square",)), square=holds)

    assert found(z - 1)["turned round"] == "true"  # 2 serves
    assert found(-z)["turned round"] != "true"


def test_what_there_is_from_some_number_on_ends_at_its_mutants():
    def from_some_on(*of_y):
        every = Every(w, sp.Implies(w >= z, Some(y, sp.And(*of_y)), evaluate=False))
        return States(Some(z, sp.And(z > 0, every)))

    printed = from_some_on(y >= 1, y <= 2, y <= w)
    shown = by_values(printed.says, {z: sp.Integer(3), y: sp.S.One})
    claim = Claim(*("toy/x", "toy", Source("here"), "toy"), printed=printed, because={"": shown})

    def is_shown(*of_y):
        mutant = from_some_on(*of_y)
        for one in proposals(claim.parts[0], mutant, None):
            if one.end == "true" and is_accepted(one.part.because, mutant.says):
                return True
        return False

    def is_accepted(argument, says):
        try:
            establishes(conclusion(argument, {}, Solver(400_000)), (), says)
        except RejectedArgument:
            return False
        return True

    assert is_shown(y <= 1, y <= 2, y <= w)
    assert is_shown(y > 1, y <= 2, y <= w)  # 2 serves
    assert not is_shown(y >= 1, y <= 2, y >= w)  # w may be 4


def test_what_each_case_shows_of_one_of_several_is_shown_whatever_the_others_say():
    one = Some(z, f(z) > y)
    other = Every(z, f(z + 1) >= x)
    either = sp.Or(one, other)
    given = (f(y) > y,)
    shown = Solve(either, given, (Solve(either, given, (given_by(one, {z: y}, given, ()),)),))
    found = ends(either, given, shown)
    assert found["strict"] == found["turned round"] == "true"


def test_numbers_that_are_put_may_be_plain_ones():
    def above(least, kind=sp.Ge):
        chance = Mean(Indicator(z >= least), z, Law(f))
        return kind(chance + x**2, chance, evaluate=False)

    toy = Claim(
        *("toy/x", "toy", Source("here"), "toy"),
        printed=States(above(sp.S.One)),
        because={"": Solve(above(sp.S.One), (), (Put(Solve(above(y)), {y: 1}),))},
    )
    made = proposals(toy.parts[0], States(above(sp.S.One, sp.Gt), given=(x > 0,)), None)
    assert any(one.end == "true" for one in made)


def test_a_number_may_deny_what_is_said_from_some_number_on():
    def is_denied(start, least):
        some = Some(y, sp.And(y >= least, y <= z))
        says = Some(w, sp.And(start, Every(z, sp.Implies(z >= w, some, evaluate=False))))
        contrary = denied(says)
        for number in NUMBERS:
            argument = _by_values(contrary, (number,), (), (), DEEPEST)
            try:
                establishes(conclusion(argument, {}, Solver(400_000)), (), contrary)
            except RejectedArgument:
                continue
            return True
        return False

    assert is_denied(w < 0, 1)  # no y is from 1 to 0
    assert not is_denied(w > 0, 1)  # w may be 1
    assert not is_denied(w < 0, z)


def test_the_number_of_which_something_is_said_for_every_may_deny_it():
    def is_denied(least, most):
        beyond = Every(y, sp.And(y >= least, y <= most))
        says = Some(w, sp.And(w > 0, Every(z, sp.Implies(z >= w, beyond, evaluate=False))))
        return any(map(shows(denied(says)), _numbers_for(denied(says))))

    def shows(contrary):
        def by(numbers):
            argument = _by_values(contrary, numbers, (), (), DEEPEST)
            try:
                establishes(conclusion(argument, {}, Solver(400_000)), (), contrary)
            except RejectedArgument:
                return False
            return True

        return by

    assert is_denied(1, z)  # 0 is not from 1 on, whatever z >= w is
    assert not is_denied(y, y)
