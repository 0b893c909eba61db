"""Whole statements at concrete points: what is false is broken there, what is true never is."""

from fractions import Fraction
from itertools import combinations, pairwise

import pytest
import sympy as sp

from theory.argument_language import States
from theory.binders import SequenceOf
from theory.claim import Claim, Source
from theory.existence import given_by, met
from theory.language import (
    Head,
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    eq,
    function,
    integers,
    reals,
    sequence,
)
from theory.quantifiers import Every, Some
from theory.sequences import In, Indicator, Law, Mean, Signs, Sphere
from theory.statements import ForAll
from verify.claims.meanings import Exact
from verify.variants.concrete import FUNCTIONS, _area, broken_at, fails_at
from verify.variants.mutants import mutate
from verify.variants.tried import BROKEN

x, y, z, b = reals("x y z b")
n, t, i, j = integers("n t i j")
a, s, M = map(sequence, ("a", "s", "M"))
alpha, P, Q = map(function, ("alpha", "P", "Q"))
SCALED = Head("Scaled", "a multiple of a number")
TOTAL = Head("Total", "the sum of the first n entries")
TRACE = Head("Trace", "the sum of the first n entries of the diagonal, from 1 on")


def _trace(n, table):
    rows = table.table
    return sum(rows[k][k] for k in range(1, int(n) + 1)) if 0 <= n < len(rows) else None


MEANINGS = {
    TOTAL: (Exact(lambda n, s: sum(s[: int(n)])),),
    TRACE: (Exact(_trace),),
}

STEPS = Every(t, sp.Implies(t >= 0, eq(a[t + 1], a[t] / 2 + b), evaluate=False))
SYMMETRIC = Every(i, Every(j, eq(M[i, j], M[j, i])))
FORM = sp.Sum(s[i] * sp.Sum(M[i, j] * s[j], (j, 1, n)), (i, 1, n))
BOUNDED = Every(s, x * sp.Sum(s[i] ** 2, (i, 1, n)) >= FORM)
END = sp.And(
    eq(Mean(Indicator(x <= b), x, Law(P)), 1),
    Every(y, sp.Implies(y < b, Mean(Indicator(x > y), x, Law(P)) > 0, evaluate=False)),
)
AREA, LONGER = (sp.Integral(alpha(x), (x, 0, end)) for end in (y, 2 * y))
SLOW = (Positive(alpha), Lipschitz(alpha, y))

HUMP, TOP = y**2 * sp.exp(-x * y), 4 * sp.exp(-2) / x**2
SAME_SIGN = Mean(Mean(Indicator(x * y > 0), y, Law(Q)), x, Law(P))
ENDS = [Mean(Indicator(far), x, Law(P)) for far in (x >= z, x <= -z)]
SYMMETRIC_LAW = Every(z, eq(*ENDS))
NOT_ZERO = Mean(Indicator(abs(y) > 0), y, Law(Q))

PEAK = sp.Rational(3, 2)


def _ordered(low, high, relation):
    """Return that the values of alpha on a range are related as two places in order are."""
    within = sp.And(x >= low, x <= y, y <= high)
    related = relation(alpha(x), alpha(y))
    return Every(x, Every(y, sp.Implies(within, related, evaluate=False)))


UP_AND_DOWN = (
    *(_ordered(1, PEAK, sp.Le), _ordered(PEAK, 3, sp.Ge)),
    *(alpha(PEAK) > alpha(end) for end in (1, 3)),
)

# each with what it takes to make it true
PAIRS = {
    "reals": (x**2 + y**2 > 2 * x * y, x**2 + y**2 >= 2 * x * y, ()),
    "a quantifier over reals": (Every(y, y**2 > x), Every(y, y**2 + x**2 >= 0), (x >= 0,)),
    "quantifiers in turn": (Some(y, Every(x, x < y)), Every(x, Some(y, x < y)), ()),
    "an equation for every step": (a[2] > 2 * b, eq(a[2] - 2 * b, (a[0] - 2 * b) / 4), (STEPS,)),
    "matrices": (M[1, 2] > M[2, 1], M[1, 2] >= M[2, 1], (SYMMETRIC,)),
    "every sequence": (M[1, 1] < x, M[1, 1] <= x, (BOUNDED, n >= 1, n <= 2)),
    "a function outside of a range": (alpha(0) <= alpha(1), alpha(1) <= alpha(PEAK), UP_AND_DOWN),
    "the end of a law": (Mean(x, x, Law(P)) < b, Mean(x, x, Law(P)) <= b, (END,)),
    "functions": (alpha(1) > y, alpha(1) <= alpha(0) + y, SLOW),
    "hills": (
        alpha(1) + alpha(n) > 0,
        alpha(1) + alpha(n) >= 0,
        (Every(x, alpha(x) >= 0), alpha(2) >= 1, n >= 3, y > n, y < n + 1),
    ),
    "steep rises": (
        8 * (alpha(2 * y) - alpha(y)) >= alpha(y) - alpha(0),
        alpha(2 * y) > alpha(y),
        (StrictlyIncreasing(alpha), Positive(alpha), y > 0),
    ),
    "areas": (LONGER > 2 * AREA, LONGER >= AREA, (Every(x, alpha(x) >= 0), y >= 0)),
    "functions of all reals": (
        Every(y, sp.Implies(y >= 0, HUMP < TOP, evaluate=False)),
        Every(y, sp.Implies(y >= 0, HUMP <= TOP, evaluate=False)),
        (x > 0,),
    ),
    "two laws": (
        NOT_ZERO <= 2 * SAME_SIGN,
        NOT_ZERO >= 2 * SAME_SIGN,
        (SYMMETRIC_LAW,),
    ),
    "exponents": (x**b > x, x**b >= 1, (x >= 1, b >= 0)),
    "strings of signs": (TOTAL(n, s) < n, TOTAL(n, s) <= n, (In(s, Signs(n)), n >= 1)),
    "means over strings": (
        Mean(s[0] * s[1], s, Signs(n)) > 0,
        Mean(s[0] * s[1], s, Signs(n)) >= 0,
        (n >= 2,),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_false_is_broken_at_a_point_and_what_is_true_is_not(name):
    false, true, given = PAIRS[name]
    assert "the conclusion does not" in (broken_at(States(false, given), MEANINGS) or "")
    assert broken_at(States(true, given), MEANINGS) is None


@pytest.mark.parametrize("f", [f for f in FUNCTIONS if not (f.left and f.values[0] > 0)], ids=str)
def test_the_area_under_a_function_is_that_under_its_chords(f):
    ends = ("-3", "-1", "0", "1/2", "7/4", "2")
    for low, high in combinations(map(Fraction, ends), 2):
        places = sorted({low, high, *(k for k in f.knots if low < k < high)})
        chords = sum((b - a) * (f(a) + f(b)) / 2 for a, b in pairwise(places))
        assert _area(f, sp.Rational(high)) - _area(f, sp.Rational(low)) == sp.Rational(chords)


@pytest.mark.parametrize(
    "hypothesis",
    [Every(y, y > x), eq(x, x + 1), Some(s, sp.And(s[0] > 1, s[0] < 1)), Positive(alpha) & (x < x)],
)
def test_where_no_point_satisfies_the_hypotheses_nothing_is_broken(hypothesis):
    assert broken_at(States(x > x + 1, (hypothesis,)), {}) is None


def test_a_head_without_a_meaning_breaks_nothing():
    assert broken_at(States(TOTAL(n, s) < 0), {}) is None


def test_a_sequence_of_which_all_entries_count_is_no_constant_one():
    moving = Every(s, Some(t, eq(s[t], s[t + 1])))  # declined: not every sequence is constant
    assert broken_at(States(moving), {}) is None
    rises = Every(t, a[t] < a[t + 1])  # no sequence that is constant in the end satisfies it
    assert broken_at(States(x > x + 1, (rises,)), {}) is None


def test_a_sequence_inside_a_head_is_declined_where_its_entries_are_unknown():
    moved = SequenceOf(a[i] + x, i)
    assert broken_at(States(TOTAL(n, moved) > 0, (STEPS,)), MEANINGS) is None


def test_a_mean_over_unit_vectors_of_no_entry_has_no_value():
    chance = Mean(Indicator(a[1] >= 0), a, Sphere(n))
    assert broken_at(States(chance >= 0, (n >= 0,)), {}) is not None
    assert broken_at(States(chance >= 0, (n >= 1,)), {}) is None


def test_a_mean_over_unit_vectors_of_one_entry_is_one_over_two():
    square, chance = (Mean(e, a, Sphere(1)) for e in (a[1] ** 2, Indicator(a[1] > 0)))
    assert broken_at(States(square < 1), {}) is not None
    assert broken_at(States(square >= 1), {}) is None
    assert broken_at(States(chance > sp.S.Half), {}) is not None
    assert broken_at(States(eq(chance, sp.S.Half)), {}) is None
    longer = Mean(a[1] ** 2, a, Sphere(2))  # of infinitely many vectors that differ it is declined
    assert broken_at(States(longer <= 0), {}) is None


def test_a_condition_without_a_value_fails_for_all_vectors():
    chance = Mean(Indicator(a[1] ** 2 >= 0 * a[1] + x / n), a, Sphere(3))
    share = Mean(Indicator(sp.S.One / n >= 0), a, Sphere(3))
    assert broken_at(States(share >= 1, (n >= 0,)), {}) is not None
    assert broken_at(States(share <= 0, (eq(n, 0),)), {}) is None
    assert broken_at(States(chance >= 1, (n >= 1,)), {}) is None


def test_a_mutant_of_what_an_argument_shows_dies_at_a_point():
    given = (Every(y, sp.Implies(y > 0, x <= y, evaluate=False)),)
    says = Some(z, z >= x)
    shown = given_by(says, {z: x}, given, ())
    whole = Claim(
        *("toy/x", "toy", Source("here"), "toy"),
        printed=States(says, given),
        because={"": met(shown, given, {x: sp.Integer(-1)})},
    )
    ends = {mutant.change: mutant.end for mutant in mutate(whole).mutants}
    assert ends["for every z"] == "killed"


def test_strings_have_their_lengths_and_what_is_made_of_two_of_them():
    tau = sequence("tau")

    def after(other):
        return SequenceOf(sp.Piecewise((s[i], i < n), (other, True), evaluate=False), i)

    lengths = (In(s, Signs(n)), In(tau, Signs(2)), eq(TOTAL(n, s), 0))
    same = eq(TOTAL(n + 2, after(tau[i - n])), 0)
    assert broken_at(States(same, lengths), MEANINGS) is not None
    assert broken_at(States(same, (*lengths, eq(TOTAL(2, tau), 0))), MEANINGS) is None
    for_ever = eq(TOTAL(n + 2, after(sp.S.One)), 0)  # its entries go on beyond those that are read
    assert broken_at(States(for_ever, lengths), MEANINGS) is None


def test_a_statement_about_numbers_fails_where_edges_of_its_ranges_meet():
    given = (n >= 2, n**t >= i, n ** (t - 1) < i, j >= 0, j <= i - 1)
    assert fails_at(ForAll(j < sp.Rational(7, 8) * n**t, given), {}) is not None
    assert fails_at(ForAll(j < n**t, given), {}) is None
    assert fails_at(ForAll(2 * n <= n**2, (n > 1,)), {}) is None  # but not for all reals


def test_reals_that_terms_determine_are_these_terms():
    given = (eq(b, sp.log(2)), eq(x, sp.exp(b) / 2), i >= 0)
    assert fails_at(ForAll(x <= sp.exp(-b) + i, given), {}) is not None  # 1 and 1/2 at 0
    assert fails_at(ForAll(x >= sp.exp(-b), given), {}) is None
    assert fails_at(ForAll(b > 0, (eq(b, sp.log(x)), x <= 0)), {}) is None  # it has no value


def test_where_a_conclusion_has_no_value_no_statement_about_numbers_fails():
    assert fails_at(ForAll(sp.log(x) < x, ()), {}) is None
    assert fails_at(ForAll(sp.log(x) > x, ()), {}) is not None


def test_where_a_hypothesis_was_dropped_it_fails_where_its_conclusion_has_no_value():
    says = sp.log(x) < x
    assert fails_at(ForAll(says, ()), {}, BROKEN) is not None
    assert fails_at(ForAll(says, (x > 0,)), {}, BROKEN) is None
    zero = (eq(x * z, b), eq(y * z, b), sp.Ne(z, 0))
    found = fails_at(ForAll(eq(x / y, 1), zero), {}, BROKEN)
    assert found is not None
    assert "y = 0" in found
    assert fails_at(ForAll(eq(x / y, 1), (*zero, sp.Ne(y, 0))), {}, BROKEN) is None


def test_where_a_hypothesis_was_dropped_functions_are_tried_too():
    says = alpha(1) <= alpha(0) + y
    assert fails_at(ForAll(says, (Positive(alpha), y > 0)), {}, BROKEN) is not None
    assert fails_at(ForAll(says, SLOW), {}, BROKEN) is None
    assert fails_at(ForAll(says, (Positive(alpha), y > 0)), {}) is None


def test_the_first_place_with_a_property_is_looked_for_in_a_bounded_range():
    def has_it(k):
        return sp.And(k >= 0, k < n, eq(TOTAL(k + 1, s), -1), evaluate=False)

    earlier = Every(t, sp.Implies(t < j, sp.Not(has_it(t)), evaluate=False))
    before = eq(TOTAL(j, s), 0)
    by_signs = (In(s, Signs(n)), n >= 1, n <= 3)
    assert broken_at(States(before, (has_it(j), earlier)), MEANINGS) is not None  # 2, -1
    assert broken_at(States(before, (has_it(j), earlier, *by_signs)), MEANINGS) is None
    assert broken_at(States(before, (has_it(j), *by_signs)), MEANINGS) is not None  # not the first


def test_a_string_with_more_entries_at_its_ends_vanishes_far_out():
    def longer(*cases):
        return SequenceOf(sp.Piecewise(*cases, (0, True)), i)

    inside = (s[i - 1], sp.And(i >= 1, i <= n))
    first = (sp.S.One, eq(i, 0))
    signs = (In(s, Signs(n)), n >= 0, n <= 3)
    total = TOTAL(n + 1, longer(first, inside))
    assert broken_at(States(eq(total, 1 + TOTAL(n, s)), signs), MEANINGS) is None
    assert broken_at(States(total <= 1, signs), MEANINGS) is not None
    for endless in ((sp.S.One, i >= 0), (sp.S.One, i <= -1), (i, i > 3)):
        assert broken_at(States(TOTAL(n, longer(endless)) < -1, signs), MEANINGS) is None


def test_two_strings_of_signs_are_independent_of_each_other():
    def of_two(string):
        return (In(string, Signs(2)), eq(TOTAL(2, string), 0))

    given = (*of_two(s), *of_two(a))
    for says in (s[0] <= a[0], s[0] >= a[0], sp.Ne(s[0], a[0])):
        assert broken_at(States(says, given), MEANINGS) is not None
    assert broken_at(States(eq(s[0], -s[1]), given), MEANINGS) is None


def test_a_statement_about_numbers_fails_by_every_meaning():
    half = Exact(lambda x: x / 2)
    double = Exact(lambda x: 2 * x)
    says = SCALED(x) <= x
    assert fails_at(ForAll(says, (x > 0,)), {SCALED: (double,)}) is not None
    assert fails_at(ForAll(says, (x > 0,)), {SCALED: (double, half)}) is None
    assert fails_at(ForAll(says, (x > 0,)), {}) is None


def test_what_holds_of_small_integers_is_tried_at_one_that_is_larger():
    given = (n >= 1, In(s, Signs(n)))
    total = sp.Sum(s[i], (i, 0, n - 1))
    found = broken_at(States(total <= 8, given), {})
    assert found is not None
    assert "n = 9" in found
    assert broken_at(States(total <= n, given), {}) is None
    assert broken_at(States(sp.Sum(1, (i, 1, n)) <= 8, (n >= 1, n <= 8)), {}) is None


def test_an_exponent_may_be_zero():
    law = sp.And(a[i] >= x / i**2, a[i] <= y / i**2)
    each = Every(i, sp.Implies(i >= 1, law, evaluate=False))
    total = sp.Sum(a[i] ** b, (i, 1, n))

    def bounded(*given):
        says = Some(z, sp.And(z > 0, Every(n, sp.Implies(n >= 1, total <= z, evaluate=False))))
        return broken_at(States(says, (each, x > 0, *given)), {})

    assert "b = 0" in bounded()
    assert bounded(b >= 1) is None


def test_a_head_of_a_table_is_looked_at_for_one_that_is_a_diagonal():
    positive = Every(i, sp.Implies(sp.And(i >= 1, i <= n), M[i, i] >= i, evaluate=False))
    off = sp.And(i >= 1, i <= n, j >= 1, j <= n, sp.Ne(i, j))
    zero = Every(i, Every(j, sp.Implies(off, eq(M[i, j], 0), evaluate=False)))
    given = (n >= 2, positive, zero)
    assert broken_at(States(TRACE(n, M) < 3, given), MEANINGS) is not None
    assert broken_at(States(TRACE(n, M) >= 3, given), MEANINGS) is None


def test_functions_that_are_all_the_same_are_tried_where_there_are_many():
    one, *others = map(function, "fghk")
    same = tuple(Every(x, Every(y, eq(one(x), other(y)))) for other in others)
    assert broken_at(States(one(b) > 0, same), {}) is not None
    assert broken_at(States(eq(others[0](b), others[1](y)), same), {}) is None


def test_a_function_that_falls_has_integrals():
    falls = Every(x, Every(y, sp.Implies(sp.And(z <= x, x < y), alpha(x) > alpha(y))))
    area, later = (sp.Integral(alpha(x), (x, low, low + 1)) for low in (z, z + b))
    given = (falls, b > 0)
    assert broken_at(States(later >= area * 7 / 8, given), {}) is not None
    assert broken_at(States(later <= area, given), {}, most=8) is None


def test_a_law_has_three_atoms_if_two_are_too_few():
    def share(condition):
        return Mean(Indicator(condition), x, Law(P))

    given = (eq(share(x > b), sp.Rational(1, 4)), eq(share(x < b), sp.Rational(1, 4)))
    assert broken_at(States(share(x >= b) < sp.Rational(3, 4), given), {}) is not None
    assert broken_at(States(share(x >= b) <= sp.Rational(3, 4), given), {}) is None


def test_a_solver_decides_about_all_integers_that_are_numbers_alone():
    def product(least):
        parts = sp.And(least, n >= 0, eq(x, y * n), evaluate=False)
        return States(Some(y, Some(n, parts)), (x >= 1,))

    assert broken_at(product(y > 1), {}) is not None  # 1 is none
    assert broken_at(product(y >= 1), {}) is None
    multiple = Every(n, sp.Implies(n >= x, n * y >= 1, evaluate=False))
    assert broken_at(States(Every(y, sp.Implies(y > 0, Some(x, multiple)))), {}) is None
    far = Every(n, sp.Implies(n >= 1, x * n >= y, evaluate=False))
    assert broken_at(States(far, (x >= y, y >= 0)), {}) is None
    assert broken_at(States(far, (x >= y,)), {}) is not None


def test_reals_that_end_sums_are_chosen_before_others():
    last = sp.floor(x)
    total = sp.Sum(alpha(i), (i, 1, last))
    rises = Every(y, Every(z, sp.Implies(sp.And(y >= 1, y <= z), alpha(y) <= alpha(z))))
    area = sp.Integral(alpha(y), (y, 1, last))
    assert broken_at(States(total <= area, (x >= 2, rises)), {}) is not None
    assert broken_at(States(area <= total, (x >= 2, rises, alpha(1) >= 0)), {}) is None


def test_a_sum_with_fewer_than_no_terms_breaks_nothing():
    total = sp.Sum(alpha(i), (i, 1, sp.floor(x) - 3))
    zero = sp.Eq(total, 0, evaluate=False)
    none = broken_at(States(sp.Ne(total, 0, evaluate=False), (x >= 3, x < 4)), {})
    assert none is not None  # of no terms at all it is 0
    assert broken_at(States(sp.Ne(total, 0, evaluate=False), (x >= 1, x < 3)), {}) is None
    assert broken_at(States(zero, (x >= 4, x < 5)), {}) is not None
    assert broken_at(States(zero, (x >= 3, x < 4)), {}) is None


def test_a_function_may_be_nearly_1_between_integers_where_it_is_0():
    below = Every(y, sp.Implies(sp.And(y >= 1, y <= 2), sp.And(alpha(y) >= 0, alpha(y) <= 1)))
    area = sp.Integral(alpha(y), (y, 1, 2))
    ends = sp.Eq(alpha(1), 0), sp.Eq(alpha(2), 0)
    assert broken_at(States(area <= sp.Rational(7, 8), (below, *ends)), {}) is not None
    assert broken_at(States(area <= 1, (below, *ends)), {}) is None
