"""Two theorems are derived, and no other statement follows from their arguments."""

import pytest
import sympy as sp

from tests.verify.kernel.arguments import loss, walk
from tests.verify.kernel.arguments.joins import changed, places
from theory.argument_language import States
from theory.arguments import Average, Definition, Put, Solve
from theory.normal_form import normal
from theory.orders import Theta
from theory.well_formed import IllFormed
from verify.evidence import Tier
from verify.kernel.arguments.conclusion import conclusion, establishes
from verify.kernel.arguments.facts import Stated
from verify.kernel.questions import RejectedArgument, Solver

SOLVER = Solver(rlimit=4_000_000)
PRINTED = {
    **{f"5.4, {name}": (walk.LEAVES, *clause) for name, clause in walk.CLAUSES.items()},
    "F.6": (loss.LEAVES, loss.ARGUMENT, loss.GIVEN, loss.SAYS),
}


def mutants():
    for name, (_, _, given, says) in PRINTED.items():
        for number in range(len(given)):
            yield name, f"without {given[number]}", (*given[:number], *given[number + 1 :]), says
        for place in places(says):
            yield name, f"conclusion {place}", given, changed(says, place)
        for number, hypothesis in enumerate(given):
            for place in places(hypothesis):
                other = changed(hypothesis, place)
                changed_given = (*given[:number], other, *given[number + 1 :])
                yield name, f"hypothesis {number} {place}", changed_given, says


MUTANTS = list(mutants())


@pytest.fixture(scope="module")
def facts():
    return {name: conclusion(a, leaves, SOLVER) for name, (leaves, a, *_) in PRINTED.items()}


@pytest.mark.parametrize("name", PRINTED)
def test_the_printed_clause_is_established(facts, name):
    *_, given, says = PRINTED[name]
    establishes(facts[name], given, says)
    assert facts[name].tier is Tier.SOLVER
    establishes(facts[name], (*given, walk.u > 7), says)  # under more hypotheses, too


@pytest.mark.parametrize(("name", "what", "given", "says"), MUTANTS, ids=str)
def test_no_mutant_of_the_printed_clause_is_established(facts, name, what, given, says):
    *_, old_given, old_says = PRINTED[name]
    assert (given, normal(says)) != (old_given, normal(old_says))
    with pytest.raises(RejectedArgument):
        establishes(facts[name], given, says)


def test_enough_is_mutated():
    assert len(MUTANTS) > 60


def test_the_leaves_are_named_with_their_tiers(facts):
    weak = {**walk.LEAVES, walk.STEP: Stated(walk.LEAVES[walk.STEP].statement, Tier.SEARCH)}
    fact = conclusion(walk.EVERY_TIME, weak, SOLVER)
    assert fact.tier is Tier.SEARCH
    assert (walk.STEP, Tier.SEARCH) in fact.rests
    assert (walk.PRIMITIVE, Tier.EXACT) in fact.rests


# what changes a leaf so that the theorem would be another one: the argument must break
WRONG_LEAVES = {
    "steps with twice the sign after a sign": (
        walk.STEP,
        States(
            walk.eq(
                walk.end(walk.s, walk.j + 1),
                walk.end(walk.s, walk.j)
                + (walk.s[walk.j] + 1) * walk.alpha(walk.end(walk.s, walk.j)),
            ),
            (walk.j >= 0,),
        ),
    ),
    "the walk starts elsewhere": (walk.START, States(walk.eq(walk.end(walk.s, 0), walk.u + 1))),
    "the steps are those of later times": (
        walk.STEP,
        States(walk.LEAVES[walk.STEP].statement.says, (walk.j >= 1,)),
    ),
    "F counts other strings": (
        walk.LAW,
        States(
            walk.eq(
                walk.F(walk.alpha, walk.u, walk.x, walk.t),
                walk.share(lambda end: end > walk.x, walk.t),
            ),
            (walk.t >= 0,),
        ),
    ),
}


@pytest.mark.parametrize("name", WRONG_LEAVES)
def test_an_argument_breaks_with_a_leaf(name):
    leaf, says = WRONG_LEAVES[name]
    with pytest.raises(RejectedArgument):
        conclusion(walk.EVERY_TIME, {**walk.LEAVES, leaf: Stated(says, Tier.EXACT)}, SOLVER)


def every_time(says, given, using=None):
    return Solve(says, given, walk.EVERY_TIME.using if using is None else using)


WRONG_STEPS = {
    "strictly at every time": every_time(walk.SHARE > walk.HALF, (*walk.WALK, walk.t >= 1)),
    "3/4": every_time(sp.Rational(3, 4) <= walk.SHARE, (*walk.WALK, walk.t >= 1)),
    "from time 0": every_time(walk.SHARE >= walk.HALF, (*walk.WALK, walk.t >= 0)),
    "without an increasing step size": every_time(
        walk.SHARE >= walk.HALF, (walk.WALK[1], walk.t >= 1)
    ),
    "without a positive step size": every_time(
        walk.SHARE >= walk.HALF, (walk.WALK[0], walk.t >= 1)
    ),
    "without reindexing": every_time(
        walk.SHARE >= walk.HALF, (*walk.WALK, walk.t >= 1), walk.EVERY_TIME.using[::2]
    ),
    "medians at every time": Solve(
        walk.m < walk.u,
        (*walk.WALK, walk.t >= 1, *walk.is_median(walk.t)),
        (
            Average(walk.pair(walk.below), walk.s),
            walk.turned(walk.below),
            Average(Put(walk.NOT_BOTH, {walk.n: walk.t / 2}), walk.s),
            Put(walk.LAW_ABOVE, {walk.x: walk.m}),
        ),
    ),
    "a median at half of an odd time": Put(walk.NOT_BOTH, {walk.n: walk.t / 2}),
    "an alternating string that is longer": Put(walk.falls(walk.ALTERNATING), {walk.n: walk.n / 2}),
    "a string that does not alternate": walk.falls(walk.OPPOSITE),
}


@pytest.mark.parametrize("name", WRONG_STEPS)
def test_an_argument_breaks_with_a_step(name):
    with pytest.raises(RejectedArgument):
        conclusion(WRONG_STEPS[name], walk.LEAVES, SOLVER)


def test_a_leaf_that_nobody_has_judged_is_refused():
    with pytest.raises(RejectedArgument, match="nobody has judged"):
        conclusion(Definition("no such"), walk.LEAVES, SOLVER)


def test_theta_may_not_stand_on_the_left():
    says = loss.Order(loss.size(Theta(loss.rate)), loss.LAW, over=loss.OVER)
    with pytest.raises(IllFormed, match="Theta on the left"):
        States(says)


def test_cvc5_is_asked_the_same_questions():
    fact = conclusion(walk.EVERY_TIME, walk.LEAVES, Solver(rlimit=4_000_000, second=200_000))
    assert fact.says == walk.CLAUSES["every time"][2]
