"""Means, sums and bijections: what follows and what does not."""

import pytest
import sympy as sp

from tests.verify.kernel.arguments.joins import rejected, shown, stated
from theory.argument_language import States
from theory.arguments import AddUp, Average, Expect, LastTerm, Reindex, Solve
from theory.binders import SequenceOf, substitute, unbound
from theory.language import Head, function, integers, reals, sequence
from theory.orders import Order
from theory.quantifiers import Every
from theory.sequences import In, Indicator, Law, Mean, Signs, Sphere
from theory.well_formed import IllFormed
from verify.kernel.arguments.conclusion import establishes
from verify.kernel.questions import RejectedArgument

x, c = reals("x c")
i, j, n, t = integers("i j n t")
s, r = sequence("s"), sequence("r")
h = Head("h", "anything")
STRINGS = Signs(t)
STRING = In(s, STRINGS)
FIRST_PLUS = SequenceOf(sp.Piecewise((1, (i >= 0) & (i < t)), (0, True), evaluate=False), i)
TWOS = SequenceOf(sp.S(2), i)


def eq(one, other):
    return sp.Eq(one, other, evaluate=False)


def mean(term):
    return Mean(term, s, STRINGS)


# -- means --------------------------------------------------------------------------------------


def test_a_mean():
    fact = shown(Average(stated(h(s) + 2 * c * h(x, s) >= c, STRING, t >= 0, x > 0), s))
    establishes(fact, (t >= 0, x > 0), mean(h(s)) + 2 * c * mean(h(x, s)) >= c)
    other = Mean(h(r) ** 2, r, STRINGS)
    establishes(shown(Average(stated(h(s) ** 2 < x, STRING, t > 3), s)), (t > 3,), other < x)
    fact = shown(Average(stated(eq(h(s), s[0]), STRING, t > 3), s))
    establishes(fact, (t > 3,), eq(mean(h(s)), mean(s[0])))
    fact = shown(Average(stated(Indicator(h(s) > x) <= h(s), STRING, t > 3), s))
    establishes(fact, (t > 3,), mean(Indicator(h(s) > x)) <= mean(h(s)))


def test_what_is_assumed_of_members_may_hold_for_all_of_them():
    of_signs = stated(h(s) >= x, STRING, t >= 0, s[0] ** 2 <= 1)
    establishes(shown(Average(of_signs, s)), (t >= 0,), mean(h(s)) >= x)
    rejected(Average(stated(h(s) >= x, STRING, t >= 0, s[0] ** 2 >= 1), s), "can fail")  # t = 0
    of_squares = stated(ABOVE <= MORE, x**2 >= 0)
    fact = shown(Expect(of_squares, x, LAW))
    establishes(fact, (), Mean(ABOVE, x, LAW) <= Mean(MORE, x, LAW))
    rejected(Expect(stated(ABOVE <= MORE, x**2 > 0), x, LAW), "can fail")
    rejected(Expect(stated(ABOVE < MORE, x > 0), x, LAW), "can fail")  # strict somewhere


def test_no_mean_of_an_order():
    rejected(Average(stated(Order(h(s), x, "same", (s,)), STRING, t >= 0), s), "no inequality")
    rejected(Expect(stated(Order(ABOVE, MORE, "at most", (x,))), x, LAW), "no inequality")


def test_a_mean_is_strict_if_one_member_is():
    weak = stated(h(s) >= x, STRING, t >= 1)
    strict = stated(h(FIRST_PLUS) > x, t >= 1, c > 0)
    with pytest.raises(RejectedArgument, match="can fail"):
        shown(Average(weak, s, FIRST_PLUS))
    rejected(Average(weak, s, FIRST_PLUS, (strict,)), "can fail")  # c > 0 is not given
    strict = stated(h(FIRST_PLUS) > x, t >= 1)
    establishes(shown(Average(weak, s, FIRST_PLUS, (strict,))), (t >= 1,), mean(h(s)) > x)


def outside(entry):
    """Return a strict mean, shown at a sequence that may be in the set or not."""
    member = SequenceOf(entry, i)
    return Average(stated(h(s) >= x, STRING, t >= 1), s, member, (stated(h(member) > x),))


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (Average(stated(h(s) >= x, STRING), s), "can fail"),  # the set may be empty
        (Average(stated(h(s) >= x, STRING, t >= -1), s), "can fail"),
        (Average(stated(h(s) >= x, t >= 0), s), "in which one set"),
        (Average(stated(h(s) >= x, STRING, t >= 0, s[0] > 0), s), "can fail"),
        (Average(stated(h(s) >= x, STRING, t >= 0, h(s) > 3), s), "can fail"),
        (Average(stated(h(s) >= x, STRING, In(s, Signs(n)), t >= 0), s), "in which one set"),
        (Average(stated(h(s) >= x, STRING, In(r, Signs(n)), t >= 0), r), "can fail"),
        (Average(stated(h(TWOS) >= x, In(TWOS, STRINGS), t >= 0), TWOS), "cannot quantify over"),
        (Average(stated(sp.Ne(h(s), x), STRING, t >= 0), s), "no inequality"),
        (Average(stated((h(s) >= x) & (x > 0), STRING, t >= 0), s), "no inequality"),
        (outside(sp.S(2)), "can fail"),
        (outside(sp.S(0)), "can fail"),
        (outside(sp.S(1)), "can fail"),  # it does not vanish from t on
        (outside(s[i]), "can fail"),
        (Average(stated(eq(h(s), x), STRING, t >= 0), s, FIRST_PLUS), "not strict anywhere"),
    ],
)
def test_what_is_no_mean(argument, why):
    rejected(argument, why)


# -- sums ---------------------------------------------------------------------------------------


def test_a_sum():
    fact = shown(AddUp(stated(h(j) >= c / j, j >= 1, n >= 1), j, 1, n))
    establishes(fact, (n >= 1,), sp.Sum(h(j), (j, 1, n)) >= sp.Sum(c / j, (j, 1, n)))
    fact = shown(AddUp(stated(h(j) > 0), j, 3, 5))
    establishes(fact, (), sp.Sum(h(i), (i, 3, 5)) > sp.Sum(0, (j, 3, 5)))
    weak, strict = stated(h(j) >= c, j >= 0), stated(h(n) > c)
    fact = shown(AddUp(stated(h(j) >= c, j >= 0, n >= 1), j, 0, n, n, (strict,)))
    establishes(fact, (n >= 1,), sp.Sum(h(j), (j, 0, n)) > sp.Sum(c, (j, 0, n)))
    rejected(AddUp(weak, j, 0, 3, 4, (stated(h(4) > c),)), "can fail")


def test_a_case_distinction_stays_inside_of_what_binds_its_symbols():
    string = SequenceOf(sp.Piecewise((j, i > 0), (0, True)), i)
    for term in (h(string), mean(Indicator(h(s, j) > x)), Mean(h(j, string), s, STRINGS)):
        fact = shown(AddUp(stated(term >= 0), j, 1, 3))
        assert unbound(fact.says) == unbound(term) - {j}
        assert fact.says.lhs.function == term
        assert unbound(substitute(fact.says, {x: n, t: n})) <= {n}


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (AddUp(stated(h(j) >= c), j, 1, n), "can fail"),  # the range may be empty
        (AddUp(stated(h(j) >= c, j >= 2, n >= 1), j, 1, n), "can fail"),
        (AddUp(stated(h(j) >= c, 2 * j <= n, n >= 1), j, 1, n), "can fail"),
        (AddUp(stated(h(j) >= c, j <= x, n >= 1), j, 1, n), "can fail"),
        (AddUp(stated(h(x) >= c), x, 1, 2), "no range of integers"),
        (AddUp(stated(h(j) >= c), j, 1, x), "no range of integers"),
        (AddUp(stated(h(sp.floor(x)) >= c), sp.floor(x), 1, 2), "cannot quantify over"),
        (AddUp(stated(h(j) >= c), j, 1, j), "no range of integers"),
        (AddUp(stated(h(j) >= c), j, 1, sp.oo), "no range of integers"),
        (AddUp(stated(h(j) >= c), j, 1, 3, sp.S(2)), "can fail"),
        (AddUp(stated((h(j) >= c) | (c > 1)), j, 1, 3), "no inequality"),
    ],
)
def test_what_is_no_sum(argument, why):
    rejected(argument, why)


# -- bijections ---------------------------------------------------------------------------------

TURNED = SequenceOf(-s[i], i)
REVERSED = SequenceOf(s[t - 1 - i], i)
LENGTH = (t >= 0,)
TERMS = sp.Sum(h(j), (j, 1, n))
FAR_FROM_IT = sp.Piecewise((n + 1 - j, j < n), evaluate=False)
AT_ONE = SequenceOf(sp.Piecewise((-s[i], sp.Eq(i, integers("any\\ index"))), (s[i], True)), i)


def test_a_bijection():
    establishes(
        shown(Reindex(mean(h(s, s[0])), TURNED, TURNED, given=LENGTH)),
        LENGTH,
        eq(mean(h(s, s[0])), mean(h(TURNED, -s[0]))),
    )
    establishes(
        shown(Reindex(mean(h(s)), REVERSED, REVERSED, given=LENGTH)),
        LENGTH,
        eq(mean(h(s)), mean(h(REVERSED))),
    )
    shifted = shown(Reindex(TERMS, j + 1, j - 1, 0, n - 1, (n >= 1,)))
    establishes(shifted, (n >= 1,), eq(TERMS, sp.Sum(h(j + 1), (j, 0, n - 1))))
    turned = shown(Reindex(TERMS, n + 1 - j, n + 1 - j, 1, n, (n >= 1,)))
    establishes(turned, (n >= 1,), eq(TERMS, sp.Sum(h(n + 1 - j), (j, 1, n))))


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (Reindex(mean(h(s)), TURNED, TURNED), "can fail"),  # the set may be empty
        (Reindex(mean(h(s)), SequenceOf(s[i] ** 2, i), TURNED, given=LENGTH), "can fail"),
        (Reindex(mean(h(s)), SequenceOf(2 * s[i], i), SequenceOf(s[i] / 2, i), given=LENGTH), ""),
        (Reindex(mean(h(s)), SequenceOf(s[i + 1], i), SequenceOf(s[i - 1], i), given=LENGTH), ""),
        (Reindex(mean(h(s)), TURNED, SequenceOf(s[i], i), given=LENGTH), "can fail"),
        (Reindex(mean(h(s)), FIRST_PLUS, FIRST_PLUS, given=LENGTH), "can fail"),
        (Reindex(mean(1 / h(s)), TURNED, TURNED, given=LENGTH), "can fail"),
        (Reindex(mean(h(s)), TURNED, TURNED, given=(*LENGTH, s[0] > 0)), "left in what is"),
        (Reindex(mean(h(s)), SequenceOf(s[i] / i, i), TURNED, given=LENGTH), "may have no value"),
        (Reindex(TERMS, j + 1, j - 1, 0, n - 1), "can fail"),  # the range may be empty
        (Reindex(TERMS, j + 1, j - 1, 0, n, (n >= 1,)), "can fail"),
        (Reindex(TERMS, 2 * j, j, 1, n, (n >= 1,)), "can fail"),
        (Reindex(TERMS, FAR_FROM_IT, n + 1 - j, 1, n, (n >= 1,)), "can fail"),
        (Reindex(TERMS, sp.S(1), j, 1, n, (n >= 1,)), "can fail"),
        (Reindex(TERMS, j / 2, 2 * j, 2, 2 * n, (n >= 1,)), "is an integer"),
        (Reindex(TERMS, j + 1, j - 1, None, None, (n >= 1,)), "SympifyError"),
        (Reindex(TERMS, j + 1, j - 1, 0, x, (n >= 1,)), "no range of integers"),
        (Reindex(mean(h(s)), AT_ONE, AT_ONE, given=LENGTH), "another name"),
        (Reindex(sp.Sum(1 / h(j), (j, 1, n)), j + 1, j - 1, 0, n - 1, (n >= 1,)), "can fail"),
        (Reindex(h(s), TURNED, TURNED, given=LENGTH), "is not over"),
    ],
)
def test_what_is_no_bijection(argument, why):
    rejected(argument, why)


# -- the last term of a sum -----------------------------------------------------------------------


def total(top, term=None, low=1):
    return sp.Sum(h(j) if term is None else term, (j, low, top))


SOMEWHERE = sp.floor(1 / x)  # where x is not 0
NOWHERE = sp.Add(SOMEWHERE, -SOMEWHERE, evaluate=False)


def test_the_last_term_of_a_sum():
    last = shown(LastTerm(total(n + 1), (n >= 1,)))
    establishes(last, (n >= 1,), eq(total(n + 1), total(n) + h(n + 1)))
    establishes(shown(LastTerm(total(1))), (), eq(total(1), h(1)))
    establishes(shown(LastTerm(total(n - 1, low=n))), (), eq(total(n - 1, low=n), 0))
    none = total(SOMEWHERE - 1, low=SOMEWHERE)
    establishes(shown(LastTerm(none, (x > 0,))), (x > 0,), eq(none, 0))
    last = shown(LastTerm(total(n, 1 / j), (n >= 3,)))
    establishes(last, (n >= 3,), eq(total(n, 1 / j), total(n - 1, 1 / j) + 1 / n))


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (LastTerm(total(n + 1), (n >= 0,)), "can fail"),  # there may be no term before
        (LastTerm(total(n)), "can fail"),  # or none at all
        (LastTerm(total(n - 2, low=n), (n >= 1,)), "can"),  # it ends two before it begins
        (LastTerm(total(n, 1 / j, low=0), (n >= 1,)), "can fail"),  # 1/0
        (LastTerm(total(SOMEWHERE - 1, low=SOMEWHERE)), "can fail"),  # from no number on
        (LastTerm(total(-1, low=NOWHERE)), "can fail"),
        (LastTerm(total(n + 1), (n >= 1, j > 0)), "is left in"),
        (LastTerm(h(n)), "is not over the members of one"),
        (LastTerm(sp.Sum(h(j), (j, 1, n), (n, 1, 3))), "is not over the members of one"),
        (LastTerm(sp.Sum(h(j), (j, 1, x)), (x >= 2,)), "no range"),
    ],
)
def test_what_has_no_last_term(argument, why):
    rejected(argument, why)


# -- means under a law ----------------------------------------------------------------------------

y = reals("y")
LAW = Law(function("P"))
ABOVE, MORE = Indicator(x > c), Indicator(x > c - 1)
A_SHARE = stated(sp.And(h(x) >= 0, h(x) <= 1))


def test_a_mean_under_a_law():
    fact = shown(Expect(stated(2 * ABOVE + c <= 3 * MORE, c > 0), x, LAW))
    establishes(fact, (c > 0,), 2 * Mean(ABOVE, x, LAW) + c <= 3 * Mean(MORE, x, LAW))
    chance = Mean(Indicator(y > x), y, Law(function("Q")))
    fact = shown(Expect(stated(chance >= ABOVE), x, LAW))
    establishes(fact, (), Mean(chance, x, LAW) >= Mean(ABOVE, x, LAW))
    fact = shown(Expect(stated(ABOVE < MORE), x, LAW))
    establishes(fact, (), Mean(ABOVE, x, LAW) < Mean(MORE, x, LAW))
    fact = shown(Expect(stated(eq(h(x), ABOVE)), x, LAW, (A_SHARE,)))
    establishes(fact, (), eq(Mean(h(y), y, LAW), Mean(ABOVE, x, LAW)))


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (Expect(stated(ABOVE <= MORE, x > 0), x, LAW), "can fail"),
        (Expect(stated(h(x) >= ABOVE), x, LAW), "can fail"),  # of h no bounds are known
        (Expect(stated(x**2 >= ABOVE), x, LAW), "can fail"),  # not bounded
        (Expect(stated(ABOVE + x - x**3 <= MORE), x, LAW), "can fail"),
        (Expect(stated(c * (sp.Max(x, 0) - sp.Max(x - 1, 0)) <= c, c > 0), x, LAW), "can fail"),
        (Expect(stated(Mean(x * Indicator(y > x), y, LAW) >= ABOVE), x, LAW), "can fail"),
        (Expect(stated(Mean(y * Indicator(y > x), y, LAW) >= ABOVE), x, LAW), "can fail"),
        (Expect(stated(ABOVE <= MORE), x, STRINGS), "no mean over x"),
        (Expect(stated(Indicator(n > 0) <= 1), n, LAW), "no mean over n"),
        (Average(stated(ABOVE <= MORE), x), "in which one set"),
        (Reindex(Mean(ABOVE, x, LAW), -x, -x), "is no set of sequences"),
    ],
)
def test_what_is_no_mean_under_a_law(argument, why):
    rejected(argument, why)


FOURTH = Mean(x**4, x, LAW)
HAS_FOURTH = 3 * c >= FOURTH


def within(says, *given, of=HAS_FOURTH, bound=1 + x**4, law=LAW, using=()):
    """Argue for means of what is within a bound."""
    return Expect(stated(says, *given, of), x, law, using, bound)


def test_means_within_a_bound():
    fact = shown(within(x**2 + c * sp.Abs(x) <= (2 + c) * (1 + x**4), c > 0))
    absolute, square = Mean(sp.Abs(x), x, LAW), Mean(x**2, x, LAW)
    establishes(fact, (c > 0, HAS_FOURTH), square + c * absolute <= (2 + c) * (1 + FOURTH))
    fact = shown(within(x * ABOVE <= sp.Max(x, 0)))
    establishes(fact, (HAS_FOURTH,), Mean(x * ABOVE, x, LAW) <= Mean(sp.Max(x, 0), x, LAW))
    fact = shown(within(sp.Abs(x) < 1 + x**4))
    establishes(fact, (HAS_FOURTH,), absolute < 1 + FOURTH)


@pytest.mark.parametrize(
    "argument",
    [
        Expect(stated(x**2 <= 1 + x**4), x, LAW, (), 1 + x**4),  # that this has a mean is not known
        within(x**2 <= 1 + x**4, of=Mean(x**4, x, Law(function("Q"))) <= 1),
        within(x**2 <= 1 + x**4, of=Mean(x**2, x, LAW) <= 1),
        within(x**2 <= 1 + x**4, of=Mean(ABOVE * x**4, x, LAW) <= 1),
        within(x**2 <= 1 + x**4, of=x**4 <= 1),  # of a number, not of the mean
        within(x**6 <= 1 + x**8),
        within(c * (x**6 - x**6 * ABOVE) >= 0, c > 0),
        within(c * (sp.Max(x**6, 0) - sp.Max(x**6 - 1, 0)) <= c, c > 0),
        within(x**2 <= 1 + x**4, bound=x**4),
        within(2 * x**3 * x**2 * ABOVE <= 2 * sp.Abs(x) ** 5),
        within(x**2 <= 1 + x**4, x >= 0),
        within(h(x) <= 1 + x**4),
    ],
)
def test_what_is_not_within_a_bound(argument):
    rejected(argument, "can fail")


def known(term):
    """Argue that a term has a value, from nothing."""
    return Solve(eq(term, term))


def test_a_probability_has_a_value():
    chance = Mean(Indicator(sp.Or(x > c, x**2 <= h(c))), x, LAW)
    shown(known(chance))
    says = Every(c, chance >= Mean(ABOVE, x, LAW))
    shown(Solve(sp.Or(says, sp.Not(says))))


@pytest.mark.parametrize(
    "term",
    [
        Mean(x, x, LAW),
        Mean(ABOVE * x, x, LAW),
        Mean(Indicator(1 / x > c), x, LAW),
        Mean(Indicator(sp.Or(x > c, sp.log(x) > 0)), x, LAW),
        Mean(Indicator(Mean(x, x, LAW) > c), y, LAW),
        Mean(Indicator(sp.Sum(x * j, (j, 1, n)) > c), x, LAW),
        Mean(Indicator(s[0] > c), s, STRINGS),
        Mean(Indicator(r[1] > c), r, Sphere(n)),
    ],
)
def test_what_need_have_no_value(term):
    rejected(known(term), "can fail")
    says = Every(c, term >= c)
    rejected(Solve(sp.Or(says, sp.Not(says))), "can fail")


SPHERE = Sphere(n)
UNIT = eq(sp.Sum(r[j] ** 2, (j, 1, n)), 1)
STEEP, FLAT = Indicator(r[1] > c), Indicator(r[1] > c - 1)
ON_SPHERE = Mean(STEEP, r, SPHERE)


def test_a_mean_over_the_sphere():
    fact = shown(Expect(stated(2 * STEEP + c <= 3 * FLAT, UNIT, n >= 1, c > 0), r, SPHERE))
    establishes(fact, (n >= 1, c > 0), 2 * ON_SPHERE + c <= 3 * Mean(FLAT, r, SPHERE))
    fact = shown(Expect(stated(STEEP < FLAT, UNIT, n >= 1), r, SPHERE))
    establishes(fact, (n >= 1,), Mean(FLAT, r, SPHERE) > ON_SPHERE)
    fact = shown(Expect(stated(STEEP <= FLAT, n >= 3), r, SPHERE))  # for others, too
    establishes(fact, (n >= 3,), Mean(FLAT, r, SPHERE) >= ON_SPHERE)
    chance = Mean(Mean(Indicator(y * x > r[1]), y, LAW), s, STRINGS)
    fact = shown(Expect(stated(chance >= STEEP, UNIT, n >= 1), r, SPHERE))
    establishes(fact, (n >= 1,), Mean(chance, r, SPHERE) >= ON_SPHERE)
    share = stated((h(r) >= 0) & (h(r) <= 1), UNIT)
    fact = shown(Expect(stated(h(r) >= STEEP, UNIT, n >= 1), r, SPHERE, (share,)))
    establishes(fact, (n >= 1,), Mean(h(r), r, SPHERE) >= ON_SPHERE)


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (Expect(stated(STEEP <= FLAT, UNIT), r, SPHERE), "can fail"),  # of no entries there is none
        (Expect(stated(STEEP <= FLAT, UNIT, n >= 0), r, SPHERE), "can fail"),
        (Expect(stated(STEEP <= FLAT, UNIT, n >= 1), r, Sphere(n + 1)), "can fail"),
        (Expect(stated(STEEP <= FLAT, UNIT, r[1] > 0, n >= 1), r, SPHERE), "can fail"),
        (Expect(stated(STEEP <= FLAT, In(r, STRINGS), t >= 1), r, Sphere(t)), "can fail"),
        (Expect(stated(r[1] ** 2 <= FLAT, UNIT, n >= 1), r, SPHERE), "can fail"),
        (Expect(stated(h(r) <= FLAT, UNIT, n >= 1), r, SPHERE), "can fail"),
        (Expect(stated(Mean(y * r[1], y, LAW) <= 1, n >= 1), r, SPHERE), "can fail"),
        (Expect(stated(ABOVE <= MORE, n >= 1), x, SPHERE), "no mean over x"),
        (Expect(stated(STEEP <= FLAT), r, LAW), "is over a real number"),
        (Expect(stated(STEEP <= FLAT, x >= 1), r, Sphere(x)), "no mean over r"),
        (Average(stated(STEEP <= FLAT, UNIT, n >= 1), r), "in which one set"),
        (Reindex(ON_SPHERE, SequenceOf(-r[i], i), SequenceOf(-r[i], i)), "is no set of sequences"),
    ],
)
def test_what_is_no_mean_over_the_sphere(argument, why):
    rejected(argument, why)


def test_no_vector_is_said_to_be_in_the_sphere():
    with pytest.raises(IllFormed, match="no finite set"):
        States(h(r) > 0, (In(r, SPHERE),))
