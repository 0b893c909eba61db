"""Arguments with a hypothesis less, and what the kernel says of them."""

from contextlib import suppress

import sympy as sp

from theory.argument_language import States
from theory.arguments import Between, Expect, Hide, Lemma, Met, Solve
from theory.claim import Claim, ForAll, Source
from theory.language import eq, function, reals
from theory.orders import Large, LargeEnough, Order, Small
from theory.sequences import Law, Mean
from verify.kernel.arguments.conclusion import conclusion
from verify.kernel.questions import RejectedArgument, Solver
from verify.variants.mutants import mutate
from verify.variants.probabilities import not_negative
from verify.variants.weakened import in_cases, uniform_in, without_using

x, y, z = reals("x y z")


def test_a_condition_is_dropped_in_every_step_and_out_of_conjunctions():
    step = Solve(x * y >= 0, (sp.And(x > 0, y > 0), x < 5))
    whole = Solve(x * y >= -1, (x > 0,), (step, Lemma("l")))
    found = without_using(whole, [x > 0])
    assert found.given == ()
    assert found.using[0].given == (y > 0, x < 5)
    assert found.using[1] == Lemma("l")
    assert without_using(whole, [x > 7]) is whole
    point = Solve(x > 0, (x > 0,))
    assert without_using(Met(whole, point), [x > 0]) == Met(found, point)


def test_an_idle_hypothesis_is_found_though_the_argument_assumes_it():
    square = ForAll(x**2 + y**2 >= 2 * x * y)

    def ends(says, given):
        report = mutate(
            Claim(
                *("toy/x", "toy", Source("here"), "toy"),
                printed=States(says, given=given),
                lemmas={"square": square},
                because={"": Solve(says, given, (Lemma("square"),))},
            )
        )
        return {m.change: m.end for m in report.mutants if m.statement.part == 0}

    assert ends(square.says, (x > 0,))["without the hypothesis x > 0"] == "true"
    needed = ends(x**2 + y**2 + x >= 2 * x * y, (x > 0,))
    assert needed["without the hypothesis x > 0"] == "killed"


def test_a_constant_above_may_be_wider_where_its_sign_was_given():
    def ends(*given):
        says = Order(x, y, "at most", (x, y))
        report = mutate(
            Claim(
                *("toy/x", "toy", Source("here"), "toy"),
                printed=States(says, given=given),
                because={"": Between(x, y, None, z, (x, y), given)},
            )
        )
        return {m.change: m.end for m in report.mutants}

    assert ends(z > 0, x >= 0, y >= 0, x <= z * y)["without the hypothesis z > 0"] == "true"
    assert ends(z > 0, y >= 0, x <= z * y)["without the hypothesis z > 0"] == "true"
    assert ends(z > 0, x >= 0, x <= z * y)["without the hypothesis z > 0"] == "killed"


def test_what_is_large_enough_may_be_larger_where_the_sign_of_a_constant_was_given():
    def ends(*given):
        of = Between(x, y, None, 1, (x, y), (*given, y / x >= 2 * z))
        hidden = Hide(
            of, {LargeEnough(y / x): 2 * z}, (Solve(2 * z > 0, given),), {x: 1, y: 4, z: 1}
        )
        printed = States(Order(x, y, "at most", (x, y)), given=(*given, LargeEnough(y / x)))
        made = Claim("toy/x", "toy", Source("here"), "toy", printed=printed, because={"": hidden})
        return {m.change: m.end for m in mutate(made).mutants}

    assert ends(z >= 1, x >= 0)["without the hypothesis z >= 1"] == "true"
    lower = ends(z >= 1, x <= z * y)["without the hypothesis z >= 1"]
    assert lower != "true"  # x and y may be negative


def test_what_a_step_shows_in_one_case_is_enough_where_the_other_is_plain():
    step = Solve(x * y >= 0, (x >= 0, y >= 0))
    whole = Solve(x * y >= -1, (x >= 0, y >= 0), (step, Lemma("l")))
    last, first = in_cases(whole, [x >= 0])
    assert (last.given, last.using) == ((y >= 0,), (whole, Lemma("l")))
    assert first.using == (Solve(x * y >= 0, (y >= 0,), (step,)), Lemma("l"))
    assert list(in_cases(whole, [x > 7])) == []

    def ends(says):
        given = (x > 0, x * y >= 1)
        steps = Solve(y > 0, given)
        printed = States(says, given)
        claim = Claim(
            *("toy/x", "toy", Source("here"), "toy"),
            printed=printed,
            because={"": Solve(says, given, (Solve(x > 0, given, (steps,)),))},
        )
        return {m.change: m.end for m in mutate(claim).mutants if m.statement.part == 0}

    assert ends(y**2 > 0)["without the hypothesis x > 0"] == "true"
    assert ends(y > 0)["without the hypothesis x > 0"] == "killed"


def test_a_mean_of_what_is_not_negative_is_enough_where_the_other_side_is_not():
    law = Law(function("P"))
    mean, middle, square = (Mean(term, x, law) for term in (sp.Max(x, 0), x, x**2))
    known, level = square <= z, eq(middle, y / 2)
    each = Solve(y * sp.Max(x, 0) >= y * x, (y > 0, known))
    whole = Solve(mean >= y / 2, (y > 0, known, level), (Expect(each, x, law, bound=1 + x**2),))
    signs = not_negative(whole.says, (known, level), whole)

    def shown(arguments):
        for argument in arguments:
            with suppress(RejectedArgument):
                yield conclusion(argument, {}, Solver(400_000))

    assert whole.given[0] in next(shown([whole])).given
    assert not list(shown(in_cases(whole, [y > 0])))
    assert (y > 0) not in next(shown(in_cases(whole, [y > 0], (), signs))).given


def test_constants_that_depend_on_nothing_serve_in_more():
    for high, serves in ((2, True), (1 + y, False)):
        bounds = (x >= 1, y >= 1)
        step = Between(x + 1, x, 1, high, (x,), bounds)
        wider = uniform_in(step, [y])
        assert wider.over == (x, y)
        assert uniform_in(step, [x]).over == (x,)
        with suppress(RejectedArgument):
            shown = conclusion(wider, {}, Solver(400_000))
            assert serves
            assert shown.says.over == {x, y}
            continue
        assert not serves


def test_an_order_may_be_uniform_in_more():
    def ends(right, high):
        says = Order(x + y, right, "same", (x,))
        given = (x >= 1, y >= 1, y <= 2)
        report = mutate(
            Claim(
                *("toy/x", "toy", Source("here"), "toy"),
                printed=States(says, given=given),
                because={"": Between(x + y, right, sp.Rational(1, 4), high, (x,), given)},
            )
        )
        return {m.change: m.end for m in report.mutants}

    assert ends(x, 3)["uniformly in y, too"] == "true"
    wide = ends(x, 1 + y)  # for y <= 2 other constants serve, which nobody has named
    assert wide["uniformly in y, too"] == "undecided"


def test_a_hypothesis_on_a_size_goes_with_its_constant():
    size, other = Small(x), Large(y)
    a, b = reals("a b")
    of = Between(x * z, y, None, b, (x, y, z), given=(a > 0, x <= a, b > 0, y >= b))
    hidden = Hide(of, {size: a, other: b}, point={x: 1, y: 2, z: 1, a: 1, b: 1})
    found = without_using(hidden, [size])
    assert found.sizes == {other: b}
    assert found.of.given == (b > 0, y >= b)
    assert found.point == {x: 1, y: 2, z: 1, b: 1}
    assert without_using(hidden, [Small(z)]) is hidden
