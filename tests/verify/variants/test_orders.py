"""Orders that fail at a point or along a ray, and right ones, to which nothing objects."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import Head, integers, reals, sequence
from theory.orders import Large, LargeEnough, Order, Small, SmallEnough, Theta
from verify.claims.meanings import Exact, Formula
from verify.judging.definitions import objection
from verify.variants.orders import along_rays, at_points, has_no_value, moved, outside

x, y, t, p = reals("x y t p")
n = integers("n")
F = Head("F", "a quantity of which a paper says what it is at the first step")
G = Head("G", "a quantity with a formula")
STARTS = States(sp.Eq(F(x, 0), x**2, evaluate=False), (x > 0,))
STEP = States(sp.Eq(F(x, n + 1), 2 * F(x, n), evaluate=False), (x > 0, n >= 0))
MEANINGS = {
    F: (Exact(lambda at, steps: at**2 * 2 ** int(steps.numerator) if steps >= 0 else None),),
    G: (Formula(lambda at: at**2 + at),),
}


def ray(says, *given, proved=()):
    return along_rays(States(says, given), proved, (STARTS, STEP), MEANINGS)


def point(says, *given):
    return objection(at_points(States(says, given)), MEANINGS)


INTEGRAL = sp.Integral(sp.exp(-t / y), (y, 1, 2))
MOVING = sp.Integral((1 - sp.exp(-y)) / sp.sqrt(y), (y, t, 4 * t))
PLAIN = sp.Integral(1 / sp.sqrt(y), (y, t, 4 * t))
POWER = sp.Integral(y**-p, (y, 1, t))
SHARE, NEAR = 1 - sp.exp(-t / y), (p > 1, p < 2, LargeEnough(t))

RIGHT = [
    (Order(1 + x, x, "same", (x,)), (x >= 1,)),
    (Order(x, x**2, "at most", (x,)), (x >= 1,)),
    (Order(x**2, x, "at least", (x,)), (x >= 1,)),
    (Order(G(x), x**2, "same", (x,)), (Large(x),)),
    (Order(F(x, 1), x**2, "same", (x,)), (x > 0,)),
    (Order(F(x, n), x**2, "at least", (x, n)), (x > 0, n >= 0)),
    (Order(INTEGRAL, 1, "same", (t,)), (Small(t), t >= 0)),
    (Order(INTEGRAL, 1, "at most", (t,)), (t >= 0,)),
    (Order(x * y, x, "same", (x,)), (x >= 1, y >= 1)),  # on y the constants may depend
    (Order(x, Theta(2 * x), "same", (x,)), (x >= 1,)),
    (Order(x, 1 / x, "same", (x,)), (Small(x), Large(x))),
    (Order(sp.ceiling(x), x, "same", (x,)), (x >= 1,)),
    (Order(sp.ceiling(1 / x), 1, "same", (x,)), (x >= 1,)),
    (Order(sp.Max(0, x - y), x, "at most", (x, y)), (x > 0, y > 0)),
    (Order(p - x, 1, "same", (x,)), (p > 0, x >= 0, 2 * x < p)),
    (Order(MOVING, PLAIN, "same", (t,)), (t >= 1,)),
    (Order(MOVING, t * PLAIN, "same", (t,)), (t > 0, t <= 1)),
    (Order(y**2 + 1 / x, y**2 + 1, "at most", (x, y)), (x >= 1,)),
    (Order(POWER, 1, "same", (t,)), (t >= 2, p > 2)),
    (Order(POWER, 1 / (p - 1), "same", (p, t)), (t >= 2, p > 2)),
    (Order(1 / p, POWER, "same", (p, t)), (t >= 2, p > 2)),
    (Order(1, POWER, "at least", (p, t)), (t >= 2, p > 2)),
    (Order(x**-p, 1, "at most", (p,)), (x >= 1, p >= 1)),
]
WRONG = [
    (Order(1 + x, x ** sp.Rational(9, 8), "same", (x,)), (x >= 1,)),
    (Order(1 + x, x, "same", (x,)), (x > 0,)),
    (Order(G(x), x, "at most", (x,)), (Large(x),)),
    (Order(F(x, 2), x, "at most", (x,)), (LargeEnough(x),)),
    (Order(F(x, n), x**3, "at least", (x, n)), (LargeEnough(x), n >= 0)),
    (Order(INTEGRAL, 1 / (1 + t), "at least", (t,)), (t >= 0,)),
    (Order(INTEGRAL, t, "at least", (t,)), (Small(t), t > 0, Large(1 / t))),
    (Order(x * y, x, "same", (x, y)), (x >= 1, y >= 1)),
    (Order(x, 1 / x, "same", (x,)), (x >= 1,)),
    (Order(x * n, x, "at least", (x, n)), (n >= 0, LargeEnough(x))),
    (Order(y * sp.ceiling(1 / x), y, "at most", (x, y)), (x > 0, y > 0)),
    (Order(y * sp.ceiling(x), x * y, "at most", (x, y)), (x > 0, y > 0)),
    (Order(sp.Max(0, x - y), x, "same", (x, y)), (x > 0, y > 0)),
    (Order(sp.Max(0, x**2 - x), x, "at most", (x,)), (x > 0,)),
    (Order(p - x, 1, "same", (x,)), (p > 0, x >= 0, x < p)),  # close to the edge
    (Order(y**2 + 1 / x, x * y**2 + 1, "same", (x, y)), (x >= 1,)),  # nothing is said of y
    (Order(MOVING, PLAIN, "same", (t,)), (t > 0, t <= 1)),  # of which the range moves
    (Order(MOVING, t * PLAIN, "same", (t,)), (t >= 1,)),
    (Order(POWER, 1, "same", (p, t)), (t >= 2, p > 2)),  # of which the power moves
    (
        Order(sp.Integral(POWER.function * SHARE, (y, 1, t)), 1 - t ** (1 / p - 1), "same", (p, t)),
        NEAR,
    ),
    (Order(1, POWER, "at most", (p, t)), (t >= 2, p > 2)),  # the right side has bounds alone
    (Order(x**-p, 1, "at least", (p,)), (x >= 2, p >= 1)),
]


@pytest.mark.parametrize(("says", "given"), RIGHT, ids=str)
def test_nothing_objects_to_an_order_that_is_right(says, given):
    assert ray(says, *given) is None
    assert point(says, *given) is None


@pytest.mark.parametrize(("says", "given"), [w for w in WRONG if w[0] != WRONG[6][0]], ids=str)
def test_an_order_that_is_wrong_is_refuted_along_a_ray(says, given):
    assert ray(says, *given) is not None


def test_a_proved_order_excludes_another_one():
    H = Head("H", "a quantity of which nothing is known but its order")
    known = States(Order(H(x), x**2, "same", (x,)), (x >= 1,))
    wrong = Order(H(x), x**3, "same", (x,))
    assert ray(wrong, x >= 1, proved=(known,)) is not None
    assert ray(wrong, x >= 1) is None
    assert ray(wrong, x <= 1, x > 0, proved=(known,)) is None  # where nothing is proved
    at_most = States(Order(H(x), x**2, "at most", (x,)), (x >= 1,))
    assert ray(Order(H(x), x, "at most", (x,)), x >= 1, proved=(at_most,)) is None
    assert ray(Order(H(x), x**3, "at least", (x,)), x >= 1, proved=(at_most,)) is not None
    other = States(Order(H(2 * x), x**2, "same", (x,)), (x >= 1,))
    assert ray(wrong, x >= 1, proved=(other,)) is None


def test_constants_that_a_proof_depends_on_must_not_grow():
    H = Head("H", "a quantity of which nothing is known but its order")
    known = States(Order(H(x, y), x, "same", (x,)), (x >= 1, y >= 1))
    assert ray(Order(H(x, y), x, "same", (x, y)), x >= 1, y >= 1, proved=(known,)) is None
    assert ray(Order(H(x, y), x * y, "same", (x, y)), x >= 1, y >= 1, proved=(known,)) is None


def test_balls_must_not_contradict_a_rate():
    wrong = States(sp.Eq(F(x, 0), x**3, evaluate=False), (x > 0,))  # not what F means
    order = States(Order(F(x, 0), x**2, "same", (x,)), (x >= 1,))
    other = States(Order(F(x, 0), x**4, "same", (x,)), (x >= 1,))
    falls = {F: (Exact(lambda at, steps: at**5),)}
    assert along_rays(other, (), (wrong,), falls) is None
    assert along_rays(order, (), (STARTS,), MEANINGS) is None


def test_a_point_refutes_an_order_that_leaves_no_constant_over():
    assert point(Order(x**2, x, "at most", (x,)), x <= 1) is not None  # positive and negative
    assert point(Order(n, n**2, "at least", (n,)), n <= 0) is not None
    assert point(Order(n + 1, n, "at most", (n,)), n >= 0) is not None
    assert point(Order(F(x, n), x**2, "at most", (x, n)), x > 0, n <= 1) is not None  # no value
    assert point(Order(x**2, x, "at most", (x,)), Small(x), x >= 0) is None
    assert point(Order(x, 1, "at least", (x,)), SmallEnough(x), x >= 0) is not None
    assert point(Order(x, 1, "at most", (x,)), LargeEnough(x)) is None


def test_a_mutant_is_looked_at_where_what_was_dropped_fails():
    says = Order(x, y, "same", (x, y))
    printed = States(says, (x > 0, y > 0, LargeEnough(x)))
    (where,) = outside(States(says, (y > 0, LargeEnough(x))), printed)
    assert sp.Le(x, 0, evaluate=False) in where.given
    sizes = outside(States(says, (x > 0, y > 0)), printed)
    assert {type(s.given[-1]) for s in sizes} == {SmallEnough, Small}
    same = States(Order(x, y * x**2, "same", (x, y)), printed.given)
    assert outside(same, printed) == (same,)


def test_what_must_move_is_what_was_changed():
    bound = Order(x * y, x * y**2, "at most", (x,))
    printed = States(bound, (x >= 1, y >= 1))
    more = {
        Order(x * y, x**2 * y**2, "at most", (x,)): (x,),
        Order(x * y, x * y**2, "at most", (x, y)): (y,),
        Order(x * y, x * y**2, "same", (x,)): (None, x),
    }
    for says, moves in more.items():
        assert moved(States(says, printed.given), printed) == moves
    assert moved(States(x > 0, printed.given), printed) == (None,)


def test_sequences_of_which_nothing_is_said_may_be_zeros():
    a, i = sequence("a"), integers("i")
    total = sp.Sum(a[i] ** 2, (i, 1, n))
    for relation, refuted in (("at least", True), ("same", True), ("at most", False)):
        says = Order(total, 1, relation, (n, a))
        assert (ray(says, n >= 1, Large(n)) is not None) == refuted
    assert ray(Order(total, 1, "at least", (n, a)), n >= 1, Large(n), a[1] >= 1) is None


def test_a_quantity_in_an_exponent_is_some_constant_where_it_is_bounded():
    H = Head("H", "a quantity of which nothing is known but its order")
    decay = sp.exp(-Theta(x / y))
    known = States(Order(H(x, y), decay / y, "same", (x, y)), (x >= y, y >= 1))
    more = Order(H(x, y), decay, "same", (x, y))
    assert ray(more, x >= y, y >= 1, proved=(known,)) is not None
    assert ray(known.says, x >= y, y >= 1, proved=(known,)) is None
    faster = (x >= y**2, y >= 1, LargeEnough(y))  # where it is not
    assert ray(more, *faster, proved=(known,)) is None
    law = States(Order(H(x, y), decay + 1 / y, "same", (x, y)), faster)  # and all but vanishes
    other = Order(H(x, y), decay + y**-2, "same", (x, y))
    assert ray(other, *faster, proved=(law,)) is not None
    assert ray(law.says, *faster, proved=(law,)) is None


def test_a_sum_is_at_least_its_first_term_if_none_is_negative():
    i = integers("i")
    terms = (2 - sp.erfc(t / i)) * (1 - t) ** 2 / i**2
    total = sp.Sum(terms, (i, 1, n))
    assert ray(Order(total, t, "at most", (t, n)), n >= 1, LargeEnough(t)) is not None
    assert ray(Order(total, t**2, "at most", (t, n)), n >= 1, LargeEnough(t)) is None
    falls = sp.Sum(terms * (3 - i), (i, 1, n))  # below 0 in the end
    assert ray(Order(falls, t, "at most", (t, n)), n >= 100, LargeEnough(t)) is None


def test_an_integral_over_no_range_is_0():
    inner = sp.Integral(sp.exp(-t / y) / y, (y, 1, n))
    assert ray(Order(t, t + inner * t, "at most", (t, n)), n >= 1, t >= 1) is None
    assert ray(Order(t, inner * t, "at most", (t, n)), n >= 1, n <= 1, t >= 1) is not None


def test_an_integral_of_unknown_rate_may_have_a_sign():
    H = Head("H", "a quantity of which nothing is known but its order")
    inner = sp.Integral((1 - sp.exp(-t / y)) / y**p, (y, 1, t))
    given = (t >= 4, p > 1, LargeEnough(t))
    known = States(Order(H(t), inner, "same", (t, p)), given)
    assert ray(Order(H(t), t * inner, "same", (t, p)), *given, proved=(known,)) is not None
    cosine = sp.Integral(sp.cos(y) / y**p, (y, 1, t))  # it may vanish
    known = States(Order(H(t), cosine, "same", (t, p)), given)
    assert ray(Order(H(t), t * cosine, "same", (t, p)), *given, proved=(known,)) is None


def test_where_a_side_has_no_value_an_order_fails():
    assert ray(Order(x / y, x, "at least", (x, y)), sp.Eq(y, 0), LargeEnough(x)) is not None
    assert ray(Order(sp.Sum(x / n, (n, 1, 0)), 1, "at most", (x,)), LargeEnough(x)) is None


def test_definitions_hold_of_each_term_of_a_sum():
    i = integers("i")
    total = sp.Sum(F(1 / i, 1), (i, 1, n))
    assert ray(Order(total, n, "at least", (n,)), n >= 1) is not None
    assert ray(Order(total, 1, "at least", (n,)), n >= 1) is None
    from_0 = sp.Sum(F(1 / i, 1), (i, 0, n))  # of no value at i = 0
    assert ray(Order(from_0, n, "at least", (n,)), n >= 1) is None


def test_an_order_needs_a_value_along_every_ray_of_its_hypotheses():
    order = Order(1, y ** sp.Rational(-1, 8), "at most", (x, y))
    large = LargeEnough(x)
    for given in ((large,), (large, y >= 0), (large, y <= x), (large, Small(x * y))):
        assert has_no_value(States(order, given), y > 0) is not None
    for given in ((large, y >= x), (large, LargeEnough(x * y)), (large, y >= 1), (x < y, y < x)):
        assert has_no_value(States(order, given), y > 0) is None
    a = sequence("a")
    entry = Order(a[n], x * n ** sp.Rational(-1, 8), "at most", (x, n, a))
    assert has_no_value(States(entry, (large, a[n] <= x)), n > 0) is not None
    assert has_no_value(States(entry, (large, a[n] <= x, n >= 1)), n > 0) is None


def test_what_is_no_more_said_to_be_large_may_be_negative():
    order = Order(sp.exp(2 * x), sp.exp(x), "at most", (x, y))
    printed = States(order, (x <= y, Small(x), Large(x)))
    cases = outside(States(order, printed.given[:2]), printed)
    assert [case.given[-1] for case in cases] == [SmallEnough(x), sp.Le(x, 0)]
    known = (x > y, y > 0)
    cases = outside(States(order, known), States(order, (*known, Large(x))))
    assert [case.given[-1] for case in cases] == [SmallEnough(x)]


def test_few_terms_of_a_right_side_are_written_out():
    few, many = (sp.Sum(sp.exp(x / n), (n, 1, last)) for last in (1, 9))
    assert ray(Order(sp.exp(2 * x), few, "at most", (x,)), x >= 1) is not None
    assert ray(Order(sp.exp(x), few, "same", (x,)), x >= 1) is None
    assert ray(Order(sp.exp(2 * x), many, "at most", (x,)), x >= 1) is None
