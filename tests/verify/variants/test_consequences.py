"""Mutants that follow from the statement, and stronger ones, which do not."""

from dataclasses import replace

import sympy as sp

from theory.argument_language import States
from theory.definedness import rebuilt
from theory.language import (
    Apply,
    Head,
    Positive,
    RisesSmoothly,
    StrictlyIncreasing,
    function,
    integers,
    reals,
    sequence,
)
from theory.orders import Large, LargeEnough, Order, Small, SmallEnough, Theta
from theory.quantifiers import Every, Some
from theory.statements import ForAll, SameOrder
from verify.variants.consequences import (
    drops_what_follows,
    follows,
    is_said,
    needs_fewer,
    no_stronger,
    shown_elsewhere,
)

x, y, z, s = reals("x y z s")
n, i, j = integers("n i j")
a = sequence("a")
F = Head("F", "a quantity")


def test_a_hypothesis_that_the_others_imply_is_not_needed():
    says = F(x) > y
    printed = States(says, (x > 0, x >= 1, y > 0))
    assert follows(States(says, printed.given[1:]), printed) is not None
    assert follows(States(says, printed.given[:2]), printed) is None
    assert follows(States(F(x) >= y, printed.given[1:]), printed) is None


def test_what_is_shown_under_no_more_hypotheses_holds():
    shown = (States(F(x) > y, (x > 0,)), States(F(x) >= 2, (y > 0,)))
    assert shown_elsewhere(States(y < F(x), (y > 0, x > 0)), shown) is not None
    assert shown_elsewhere(States(F(x) > y, (y > 0,)), shown) is None
    assert shown_elsewhere(States(F(x) >= y, (x > 0,)), shown) is None


def test_a_function_that_rises_smoothly_is_strictly_increasing():
    f, g = function("f"), function("g")
    increasing, smooth = StrictlyIncreasing(f), RisesSmoothly(f)
    for kind in (ForAll, States):
        printed = kind(Apply(f, x) > y, (increasing, smooth, Positive(f), y > 0))
        for kept, implied in (
            ((smooth, Positive(f), y > 0), True),
            ((increasing, Positive(f), y > 0), False),  # the other way round
            ((increasing, smooth, y > 0), False),
            ((smooth, Positive(f)), False),
            ((smooth, Positive(f), y > 0, y < 9), False),
            ((RisesSmoothly(g), Positive(f), y > 0), False),
            (printed.given, False),
        ):
            assert drops_what_follows(replace(printed, given=kept), printed) == implied
        other = replace(printed, says=Apply(f, x) > 2 * y, given=printed.given[1:])
        assert not drops_what_follows(other, printed)


def test_no_denominator_of_a_term_of_a_sum_is_0():
    def every(last, of=a):
        inside = sp.And(j >= 1, j <= last)
        return Every(j, sp.Implies(inside, sp.Ne(of[j], 0), evaluate=False))

    for term, holds, implied in (
        (1 / a[i] ** 2, every(n), True),
        (x / a[i], every(n), True),
        (1 / a[i], every(n + 1), False),  # one more
        (1 / a[i], every(n, sequence("b")), False),
        (a[i], every(n), False),
        (sp.Piecewise((1 / a[i], a[i] > 0), (0, True)), every(n), False),
    ):
        bound = sp.Sum(term, (i, 1, n)) <= 2
        printed = States(F(x) > y, (n >= 1, holds, bound))
        found = follows(States(F(x) > y, (n >= 1, bound)), printed)
        assert (found is not None) == implied


def test_a_statement_about_numbers_may_need_fewer_hypotheses():
    printed = ForAll(F(x) > y, given=(x > 0, x >= 1, z > 0, y > 0))
    for kept, implied in (
        ((x >= 1, z > 0, y > 0), True),
        ((x > 0, x >= 1, y > 0), True),  # nothing else is about z
        ((x > 0, z > 0, y > 0), False),
        ((x > 0, x >= 1, z > 0), False),
    ):
        assert needs_fewer(replace(printed, given=kept), printed) == implied
    assert not needs_fewer(ForAll(F(x) >= y, given=printed.given[1:]), printed)
    named = ForAll(F(s) > y, given=(z > 0, y > 0), where={s: z})  # here z is in the conclusion
    assert not needs_fewer(replace(named, given=(y > 0,)), named)


def test_what_another_statement_says_under_no_more_hypotheses_is_said():
    other = ForAll(F(n) > y, given=(n >= 1,), instances={n: (1, 2)})
    mutant = replace(other, given=(y > 0, n >= 1))
    assert is_said(mutant, [other])
    for changed in (
        replace(other, given=(y > 0,)),
        replace(mutant, says=F(n) > 2 * y),
        replace(mutant, instances={n: (1, 2, 3)}),
    ):
        assert not is_said(changed, [other])
    assert not is_said(States(F(x) > y, (x > 0,)), [States(F(x) > y, (x > 0, y > 0))])


def test_where_a_constant_serves_one_may_be_chosen_that_does():
    says = Order(F(x), 1, "same", (x,))
    for size, need, implied in (
        (LargeEnough(x), x > 2, True),
        (Large(x), x > 2, False),  # whatever the constant is
        (Large(x), x > 0, True),
        (SmallEnough(x), x < 1, True),
        (SmallEnough(x), x > 0, False),
    ):
        printed = States(says, (need, size))
        assert (follows(States(says, (size,)), printed) is not None) == implied


def test_an_order_that_is_more_generous_is_no_mutant():
    def order(right, relation, *given):
        return States(Order(F(x), right, relation, (x,)), given)

    eighth = x ** sp.Rational(1, 8)
    for relation, given, factor, implied in (
        ("at most", x >= 1, eighth, True),
        ("at most", x >= 1, 1 / eighth, False),
        ("at most", sp.And(x > 0, x <= 1), 1 / eighth, True),
        ("at most", x > 0, eighth, False),
        ("at least", x >= 1, 1 / eighth, True),
        ("at least", x >= 1, eighth, False),
        ("same", x >= 1, eighth, False),
    ):
        printed = order(x**2, relation, given)
        assert no_stronger(order(x**2 * factor, relation, given), printed) == implied
    assert not no_stronger(order(-x * eighth, "at most", x >= 1), order(-x, "at most", x >= 1))


def test_an_order_is_more_generous_whatever_is_printed_beside_the_factor():
    root = n ** sp.Rational(1, 8)
    for right, given, implied in (
        (x ** (2 * s - 1 + 2 / y), (x >= 1, n >= 1), True),
        (x ** (2 * s / (2 * s + 1)) * sp.log(x) ** (1 / (2 * s + 1)), (x >= 2, n >= 1), True),
        (x ** (2 * s - 1 + 2 / y), (x >= 1, n >= 0), False),
        (sp.log(x) ** (1 / s), (x >= 1, n >= 1), False),  # it may have no value
        (sp.log(x), (x > 0, n >= 1), False),  # it may be negative
    ):
        printed = States(Order(F(x), right, "at most", (x, n)), given)
        wider = States(Order(F(x), rebuilt(sp.Mul, (right, root)), "at most", (x, n)), given)
        assert no_stronger(wider, printed) == implied


def test_an_order_holds_where_both_sides_are_0():
    one, other = sp.Sum(a[i] * F(i), (i, 1, n)), sp.Sum(a[i] ** 2, (i, 1, n))
    for left, right, implied in (
        (one, other / x, True),
        (one, 1 + other, False),
        (1 + one, other, False),
        (one, other / n, False),  # which has no value
        (one, sp.log(n) * other, False),
    ):
        printed = States(Order(left, right, "same", (a, n)), (n >= 1, x >= 1, Large(x)))
        given = (sp.Ge(n, 0, evaluate=False), x >= 1, Large(x))
        assert (follows(States(printed.says, given), printed) is not None) == implied, right


def test_a_comparison_of_orders_that_is_more_generous_is_no_mutant():
    printed = SameOrder(x, y**2, (x >= y, y >= 1), (x, y), relation="at most")
    for factor, implied in ((y, True), (1 / y, False), (x, True)):
        assert no_stronger(replace(printed, right=printed.right * factor), printed) == implied
    same = replace(printed, relation="same")
    assert not no_stronger(replace(same, right=same.right * y), same)


def test_the_conclusion_may_hold_where_what_was_dropped_does_not():
    for says, implied in (
        (Some(y, sp.And(y >= 0, y**2 >= x)), True),  # y = 0 if x <= 0
        (Some(y, sp.And(y > 1, y**2 <= x)), False),
        (Every(y, sp.Implies(y > 1, y >= x, evaluate=False)), True),
        (sp.Ge(sp.sqrt(x), 0, evaluate=False), False),  # it has no value there
    ):
        printed = States(says, (x > 0, x <= 4))
        assert (follows(States(says, (x <= 4,)), printed) is not None) == implied


def test_what_was_dropped_may_have_no_value_where_the_conclusion_fails():
    printed = States(x > 0, (1 / x > 0,))
    assert follows(States(x > 0), printed) is None  # neither holds at 0
    assert follows(States(x >= 0), replace(printed, says=x >= 0)) is None


def test_a_count_that_may_be_none_leaves_few_cases():
    total = sp.Sum(a[i] ** 2, (i, 1, n))
    for says, given, implied in (
        (F(x) > total, (sp.Eq(total, 1),), True),  # no sum of none is 1
        (total >= 0, (), True),
        (sp.Sum(a[i] * a[j], (i, 1, n), (j, 1, n)) >= 0, (), True),
        (total > 0, (), False),
        (n >= 1, (), False),
    ):
        printed = States(says, (n >= 1, *given))
        mutant = States(says, (sp.Ge(n, 0, evaluate=False), *given))
        assert (follows(mutant, printed) is not None) == implied


def test_an_order_with_a_theta_may_hold_where_a_count_leaves_nothing():
    total = sp.Sum(a[i] ** 2, (i, 1, n))
    square = Theta(y) ** 2
    for left, right, relation, implied in (
        (total, square, "at most", True),
        (1 + total, square, "at most", False),
        (total, square, "at least", False),
        (total, Theta(y), "at most", False),  # a quantity that may be negative
        (total, sp.Sum(Theta(a[i]), (i, 1, n)), "at most", False),
    ):
        order = Order(left, right, relation, (y, n, a))
        printed = States(order, (n >= 1, y > 0))
        mutant = States(order, (sp.Ge(n, 0, evaluate=False), y > 0))
        assert (follows(mutant, printed) is not None) == implied, order


def test_nothing_is_the_least_bound_of_what_has_no_values():
    total = sp.Sum(a[i] ** 2, (i, 1, n))

    def least(low, strict=True):
        above = Some(x, sp.And(x >= low, x <= n, F(x) > y, evaluate=False))
        below = y < z if strict else sp.Lt(y, F(y), evaluate=False)
        return Every(y, sp.Implies(below, above, evaluate=False))

    for condition, implied in (
        (least(1), True),
        (least(0), False),  # 0 is in the range
        (least(1, strict=False), False),  # there may be no such y
    ):
        printed = States(z + total >= 1, (n >= 1, condition, F(x) > s))
        mutant = States(printed.says, (sp.Ge(n, 0, evaluate=False), condition, F(x) > s))
        assert (follows(mutant, printed) is not None) == implied


def test_what_is_no_count_may_be_negative():
    for says, given, implied in (
        (a[n] <= 1, (Every(i, sp.Implies(i >= 0, a[i] <= 1, evaluate=False)),), False),
        (F(n) > 0, (F(n) > n, n >= -1), False),  # what holds at 0 may not at -1
        (F(n) > 0, (F(n) >= 1,), True),
    ):
        printed = States(says, (n >= 0, *given))
        assert (follows(States(says, given), printed) is not None) == implied, says


def test_constants_may_depend_on_what_constants_determine():
    for equation, added, implied in (
        (sp.Eq(s, y / 2), s, True),
        (sp.Eq(s, y / 2), y, True),  # 2 s is the only one
        (sp.Eq(s, (y - 1) / s), y, True),
        (sp.Eq(s, y**2), y, True),  # y > 0
        (sp.Eq(s, (y - 2) ** 2), y, False),  # there are two of them
        (sp.Eq(s, y * x), y, False),  # x is no constant
        (sp.Eq(s, y * 0), y, False),
    ):
        given = (equation, x >= 1, y > 0)
        printed = States(Order(F(x), x**s, "same", (x,)), given)
        mutant = States(printed.says.uniform_in((x, added)), given)
        assert (follows(mutant, printed) is not None) == implied, equation
        both = States(printed.says.uniform_in((x, y, s)), given)
        assert follows(both, printed) is None


def test_nothing_may_satisfy_the_hypotheses_for_a_count_that_is_left():
    given = (sp.Eq(sp.Sum(a[i] ** 2, (i, 1, n)), 1), a[1] ** 2 <= sp.Rational(1, 2))
    says = F(n) > 0
    fewer = States(says, (sp.Ge(n, 0, evaluate=False), *given))
    assert follows(fewer, States(says, (n >= 2, *given))) is not None
    assert follows(fewer, States(says, (n >= 3, *given))) is None  # two entries may be small


def test_a_power_has_a_value_only_where_its_base_allows_it():
    for exponent, implied in (
        (sp.Le(y, 0), False),  # a negative number has whole powers
        (sp.And(y < 0, y > -1), True),
        (sp.And(y >= 0, y < 1), False),  # and so has 0
    ):
        printed = States(F(x) > y, (x > 0, exponent, x**y <= 2))
        assert (follows(States(F(x) > y, printed.given[1:]), printed) is not None) == implied


def test_what_every_integer_of_a_range_satisfies_its_ends_do():
    inside = sp.And(j >= 1, j <= n)
    between = Every(j, sp.Implies(inside, sp.And(a[j] >= x, a[j] <= y), evaluate=False))
    for count, implied in ((n >= 1, True), (n >= 0, False)):  # there may be none
        printed = States(F(x) > 0, (y >= x, count, between))
        assert (follows(States(F(x) > 0, (count, between)), printed) is not None) == implied


def test_a_hypothesis_about_what_nothing_else_is_about_says_nothing():
    for dropped, given, implied in (
        (sp.Eq(s, 2), (), True),
        (s > 1, (), True),
        (s**2 < 0, (), False),  # no value satisfies it
        (sp.Eq(s, 1 / y), (y > 0,), True),
        (sp.Eq(s, 1 / y), (), False),  # there may be none
        (sp.Eq(s, 1 / y), (sp.Ne(y, 0), s < 5), False),  # others are about it
        (sp.Eq(j, y), (), False),  # y may be no whole number
    ):
        printed = States(F(y) > 0, (dropped, *given))
        assert (follows(States(F(y) > 0, given), printed) is not None) == implied
    for over, implied in (((x,), True), ((x, y), False)):  # on s the constants may depend
        order = Order(F(y), x, "same", over)
        printed = States(order, (sp.Eq(s, y), x >= 1))
        assert (follows(States(order, (x >= 1,)), printed) is not None) == implied


def test_what_a_conclusion_assumes_may_fail_where_a_hypothesis_does_that_was_dropped():
    def says(low, last):
        inside = sp.Implies(sp.And(j >= 1, j <= last), sp.And(a[j] >= low, a[j] <= x))
        each = sp.And(n >= 1, Every(j, inside))
        then = sp.Implies(each, F(a[1]) >= z, evaluate=False)
        return Some(z, sp.And(z > 0, Every(n, Every(a, then))))

    for low, last, implied in (
        (y, n, True),  # where x < y no entry is from y to x
        (y, n - 1, False),  # there may be none
        (y - 1, n, False),
    ):
        printed = States(says(low, last), (y > 0, x >= y))
        mutant = States(printed.says, (y > 0,))
        assert (follows(mutant, printed) is not None) == implied, (low, last)


def test_that_there_is_an_index_of_a_range_says_that_the_range_is_not_empty():
    is_there = Some(j, sp.And(sp.Ge(j, 1), sp.Le(j, n), sp.Eq(a[j], x, evaluate=False)))
    printed = States(y > x, given=(n >= 1, is_there, y > a[1]))
    fewer = States(y > x, given=(n >= 0, is_there, y > a[1]))
    assert follows(fewer, printed) is not None
    nowhere = Some(j, sp.And(sp.Ge(j, 1), sp.Eq(a[j], x, evaluate=False)))
    one, other = (States(y > x, given=(least, nowhere, y > a[1])) for least in (n >= 1, n >= 0))
    assert follows(other, one) is None


def test_two_numbers_that_there_are_need_not_be_the_same():
    below, above = (Some(z, sp.And(relation, z > s)) for relation in (z <= x, z >= y))
    printed = States(x > y - 1, given=(x >= y, below, above))
    assert follows(States(printed.says, given=(below, above)), printed) is None


def test_an_order_holds_with_plain_constants_where_a_hypothesis_fails():
    def follows_without(left, right, relation, *rest):
        order = Order(left, right, relation, (x, y))
        return follows(States(order, rest), States(order, (x > 0, *rest))) is not None

    sides = sp.Max(x, 0) * y**2, sp.Max(x, 0)
    assert follows_without(*sides, "same")
    assert follows_without(*sides, "at most")
    assert follows_without(x, sp.Max(x, 0) * y**2, "at most")
    assert not follows_without(sp.Abs(x) * y**2, sp.Abs(x), "at most")  # y may be large
    assert not follows_without(x + y, 2 * y, "at least", y >= 0)  # x may be -2 y
    assert not follows_without(x, -1 - x**2, "at most")  # with other constants it may not hold


def test_of_no_entries_nothing_is_a_positive_sum():
    square = sp.Sum(a[i] ** 2, (i, 1, n))
    some = Some(a, sp.And(square > 0, F(x) > y))
    every = Every(a, sp.Implies(square > 0, F(x) > y))
    for needed, holds in ((some, True), (every, False)):
        printed = States(F(x) > 2 * y, (n >= 1, needed))
        assert (follows(States(printed.says, (n >= 0, needed)), printed) is not None) == holds


def test_one_hypothesis_of_many_with_powers_is_enough():
    rates = tuple(sp.Ge(sp.sqrt(y + i) ** s / (z + i), 1, evaluate=False) for i in range(9))
    lasting = LargeEnough(x * y / sp.Max(1, z**s))
    printed = States(F(x) > y, (x > 0, y >= 0, *rates, lasting))
    assert follows(States(printed.says, printed.given[1:]), printed) is not None
    assert follows(States(printed.says, (x > 0, *printed.given[2:])), printed) is not None
    several = States(F(x) > y, (x > 1, *printed.given[1:]))
    assert follows(States(several.says, several.given[1:]), several) is None


def times(order, factor):
    left, right = order.sides
    return Order(left, rebuilt(sp.Mul, (right, factor)), *order.args[2:])


def test_a_factor_between_constants_makes_no_order_stronger():
    given = (x > 0, y >= 2, s > 0, Small(x * y**s))
    below = States(Order(y, x + 1, "at least", (x, y)), given)
    above = replace(below, says=Order(F(x), y, "at most", (x, y)))
    eighth = sp.Rational(1, 8)
    made = {
        (one.says.relation, power): no_stronger(replace(one, says=times(one.says, x**power)), one)
        for one in (below, above)
        for power in (eighth, -eighth)
    }
    assert {key for key, no in made.items() if no} == {("at least", eighth), ("at most", -eighth)}
    free = replace(below, given=(x > 0, y >= 2, Small(x * y**s)))  # s may be negative
    assert not no_stronger(replace(free, says=times(free.says, x**eighth)), free)


def test_an_order_of_a_power_is_one_of_another_power_in_the_same_direction():
    for relation in ("same", "at most", "at least"):
        one = States(Order(x, 1, relation, (x, y)), (x > 0, y > 0))
        changed = {p: replace(one, says=times(one.says, x**p)) for p in (sp.Rational(1, 8), 1, 2)}
        assert no_stronger(changed[sp.Rational(1, 8)], one)
        assert not no_stronger(changed[1], one)
        assert not no_stronger(changed[2], one)
        more = replace(one, says=Order(x, y, relation, (x, y)))
        assert not no_stronger(replace(more, says=times(more.says, x ** sp.Rational(1, 8))), more)
