"""Rays of hypotheses: what holds at every large scale, and what only seems to."""

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.binders import SequenceOf
from theory.language import integers, reals, sequence
from theory.orders import Bounded, Large, LargeEnough, Small, SmallEnough
from theory.quantifiers import Every, Some
from verify.variants.paths import SCALE, THRESHOLD, Path, eventually, growth, rays

x, y, c = reals("x y c")
n, j = integers("n j")
a = sequence("a")
ROOT = sp.sqrt(SCALE)
FROM_HERE = Path(())


@pytest.mark.parametrize(
    ("condition", "value", "holds"),
    [
        (x >= 3, SCALE, True),
        (x <= 3, SCALE, False),
        (x > 0, 1 / SCALE, True),
        (x > 0, sp.S.Zero, False),
        (sp.Le(sp.Abs(x), SCALE, evaluate=False), -SCALE, True),
        (sp.Lt(sp.Abs(x), SCALE, evaluate=False), -SCALE, False),
        (sp.Eq(x**2, SCALE, evaluate=False), ROOT, True),
        (sp.sqrt(x) > 0, -SCALE, None),  # which has no value
        (1 / x > 0, sp.S.Zero, None),
        (Or(x < 0, x > 5), SCALE, True),
        (And(x < 0, sp.sqrt(x) > 0), SCALE, False),
        (Small(x), sp.S.One, True),
        (Small(x), SCALE, False),
        (Small(x), -SCALE, True),
        (Bounded(x), -SCALE, False),
        (SmallEnough(x), sp.S.One, False),  # of which it cannot be known
        (SmallEnough(x), 1 / SCALE, True),
        (Large(x), sp.S.One, True),
        (Large(x), 1 / SCALE, False),
        (LargeEnough(x), sp.S.One, False),
        (LargeEnough(x), ROOT, True),
        (LargeEnough(x), THRESHOLD, True),
        (LargeEnough(x), 1 / THRESHOLD, False),
        (SmallEnough(x), 3 / THRESHOLD, True),
        (SmallEnough(x), THRESHOLD, False),
        (Small(x), THRESHOLD, True),  # by a constant that depends on it
        (x > 5, THRESHOLD, True),
        (x > 5 + sp.log(x), THRESHOLD, None),
        (x > 5, 1 / THRESHOLD, False),
    ],
)
def test_a_condition_holds_along_a_ray_if_its_leading_terms_say_so(condition, value, holds):
    assert eventually(condition, Path(((x, value),))) is holds


def test_what_may_cancel_has_no_rate():
    assert growth(sp.exp(1 / SCALE) - 1 - 1 / SCALE) is None
    assert growth(sp.expand((SCALE + 1) ** 2 - SCALE**2 - 2 * SCALE - 1))[1] == 0


def test_a_condition_on_all_values_of_several_reals_may_hold_at_every_scale():
    def every(least):
        return Every(y, Every(c, least * x * y * c <= x * (y**2 + c**2)))

    at = Path(((x, 1 / SCALE),))
    assert eventually(every(2), at) is True
    assert eventually(every(3), at) is None
    assert eventually(Every(a, every(2)), at) is None  # of sequences nothing is asked


@pytest.mark.parametrize(
    ("term", "power", "sign"),
    [
        (sp.exp(1 / SCALE) - 1, -1, 1),
        (1 - sp.exp(1 / SCALE), -1, -1),
        (2 - 2 * sp.exp(-1 / ROOT), -sp.Rational(1, 2), 1),
        (1 - sp.exp(-SCALE), 0, 1),
        (sp.exp(SCALE) - 1, sp.oo, 1),
        (1 - sp.exp(-(1 + 1 / SCALE)), 0, 1),
    ],
    ids=str,
)
def test_an_exponential_less_one_falls_like_its_exponent(term, power, sign):
    rate, found = growth(term)
    assert (rate.power, found) == (power, sign)


def test_a_sequence_may_fall_with_the_scale_where_single_entries_are_spoken_of():
    given = (sp.Abs(a[1]) <= x, sp.Abs(a[1]) >= x / 2)
    falls = Path(((x, 1 / SCALE),))
    assert rays(given, frozenset(), falls)
    assert not rays(given, frozenset({a}), falls)  # on which constants may depend


def test_a_solver_speaks_for_all_entries_of_a_sequence():
    bounded = Every(j, Implies(And(j >= 1, j <= n), a[j] <= 1))
    entry = sp.Symbol("entry", integer=True)
    falls, grows = (SequenceOf(entry**power, entry) for power in (-2, 2))
    assert eventually(bounded, Path(((a, falls), (n, SCALE)))) is True
    assert eventually(bounded, Path(((a, grows), (n, SCALE)))) is None


def test_rays_satisfy_the_hypotheses_and_keep_constants():
    given = (x > 0, y >= x, n >= 1, sp.Eq(c, x / 2), Large(n / y))
    found = rays(given, frozenset({x, c}), FROM_HERE, n)
    assert found
    for path in found:
        values = dict(path.values)
        assert SCALE in values[n].free_symbols
        assert values[c] == values[x] / 2
        assert path.is_constant(x)
        assert not path.is_constant(n)
        assert all(eventually(g, path) for g in given)


def test_a_constant_that_nothing_bounds_from_below_is_negative_along_some_ray():
    found = [
        dict(path.values)
        for path in rays((sp.Ne(x, 2), y > 0, n >= 1), frozenset({x, y}), FROM_HERE, n)
    ]
    assert any(values[x] < 0 for values in found)
    assert all(values[y] > 0 for values in found)


def test_a_whole_number_is_one_along_a_ray():
    given = (sp.Eq(n, x, evaluate=False), x > 0)
    for path in rays(given, frozenset(), FROM_HERE):
        assert sp.ceiling(dict(path.values)[n].xreplace({SCALE: sp.Integer(2**12)})).is_Integer
        assert dict(path.values)[n].xreplace({SCALE: sp.Integer(2**12)}).is_Integer


def test_no_ray_is_found_where_there_is_none_or_where_the_start_is_outside():
    assert rays((x >= 1, x <= 0), frozenset(), FROM_HERE) == ()
    assert rays((x >= 1, y >= 1), frozenset(), Path(((x, sp.S.Zero),))) == ()


def test_sizes_are_of_order_one_at_edges():
    size = x ** sp.Rational(2, 7) * y
    given = (x >= 1, y > 0, Bounded(size), Large(size))
    found = rays(given, frozenset(), FROM_HERE, x)
    assert found
    for path in found:
        assert growth(path.at(size)) == growth(sp.S.One)
    assert rays((*given, y >= 1), frozenset(), FROM_HERE, x) == ()


@pytest.mark.parametrize(
    ("term", "same"),
    [
        (sp.Max(0, SCALE - 2 * SCALE**2), 0),
        (sp.Min(1, SCALE - 2 / SCALE), 1),
        (3 * sp.Max(1 / SCALE - SCALE**-2, SCALE**-3), 1 / SCALE),
    ],
)
def test_a_maximum_is_one_of_its_members_in_the_end(term, same):
    assert growth(term) == growth(sp.sympify(same))


@pytest.mark.parametrize(
    ("power", "last", "rate"),
    [
        (1, SCALE, SCALE**2),
        (-2, SCALE, 1),
        (sp.Rational(-1, 2), SCALE**2, SCALE),
        (1, sp.Integer(7), 1),
        (-1, SCALE, sp.log(SCALE)),
    ],
)
def test_a_sum_of_powers_grows_like_its_last_terms_or_stays(power, last, rate):
    assert growth(sp.Sum(3 * j**power, (j, 1, last))) == growth(sp.sympify(rate))


def test_terms_of_a_sum_that_may_cancel_have_no_rate():
    assert growth(sp.Sum(1 / j**2 - 1 / j**3, (j, 1, SCALE))) is None
    assert growth(sp.Sum(j, (j, 2, SCALE))) is None
    assert growth(sp.Integral(x, (x, 1, 1 / SCALE))) is None
    assert growth(sp.Integral(x, (x, 1, SCALE))) == growth(SCALE**2)


def test_there_is_some_number_if_a_small_one_is_found():
    below = Some(j, And(j >= 1, j <= n, a[j] < 1))
    entry = sp.Symbol("entry", integer=True)
    for sequence_of, holds in ((sp.S.Zero, True), (entry, None)):
        path = Path(((a, SequenceOf(sequence_of, entry)), (n, SCALE)))
        assert eventually(below, path) is holds


def test_what_moves_may_tend_to_the_edge_of_a_strict_inequality():
    given = (c > 0, x >= 0, x < c)
    gaps = [growth(path.at(c - x)) for path in rays(given, frozenset({c}), FROM_HERE, x)]
    assert growth(1 / SCALE) in gaps
    assert growth(sp.S.Zero) not in gaps
    further = rays((*given[:2], 2 * x <= c), frozenset({c}), FROM_HERE, x)
    assert further
    assert all(growth(path.at(c - x)) == growth(sp.S.One) for path in further)


def test_powers_of_several_symbols_are_found_together():
    given = (
        *(x > 0, y >= 1, n >= 1, c > 1),
        *(
            SmallEnough(x * sp.sqrt(y)),
            LargeEnough(x * n / y**c),
            SmallEnough(x * n / y ** (c + 1)),
        ),
    )
    found = rays(given, frozenset({c}), FROM_HERE)
    assert any(not path.is_constant(y) for path in found)
    assert all(eventually(g, path) for path in found for g in given)


def test_a_table_is_no_power_of_an_index():
    table = Every(j, Implies(And(j >= 1, j <= n), a[j, j] >= 1))
    assert rays((n >= 1, table), frozenset(), FROM_HERE) == ()


def test_what_outgrows_the_rest_of_a_sum_gives_its_rate():
    assert growth(sp.Sum(j - 1 / j, (j, 1, SCALE))) == growth(SCALE**2)
    assert growth(sp.Sum(1 / j**2 - j / SCALE**3, (j, 1, SCALE))) == growth(sp.S.One)
    assert growth(sp.Sum(1 / j - j, (j, 1, SCALE))) == growth(-(SCALE**2))


def test_of_a_sum_the_order_is_known_and_no_factor():
    total = sp.Sum(j, (j, 1, SCALE))
    assert eventually(sp.Ge(total, 2 * SCALE, evaluate=False), FROM_HERE) is True
    assert eventually(sp.Ge(total, SCALE**3, evaluate=False), FROM_HERE) is False
    # it is about half of the square of the scale
    assert eventually(sp.Ge(total, SCALE**2 / 4, evaluate=False), FROM_HERE) is None
    assert eventually(sp.Ge(total, 3 * SCALE**2 / 4, evaluate=False), FROM_HERE) is None
    constant = sp.Sum(sp.Integer(3), (j, 1, SCALE))
    assert eventually(sp.Le(constant, 3 * SCALE, evaluate=False), FROM_HERE) is True
    assert eventually(sp.Le(constant, 2 * SCALE, evaluate=False), FROM_HERE) is False


def test_a_whole_number_may_be_as_large_as_it_has_to_be():
    given = (x > 0, n >= 1, x <= 1, LargeEnough(n * x), Bounded(n * x))
    assert any(path.at(n).has(THRESHOLD) for path in rays(given, frozenset(), FROM_HERE))
    assert not rays((*given, n <= 9), frozenset(), FROM_HERE)


def test_some_rays_move_as_little_as_they_may():
    given = (x > 0, y > 0, n >= 1, LargeEnough(x * n / y), x * n <= c * y)
    still = [
        path
        for path in rays((*given[:-1], j >= n), frozenset(), FROM_HERE, j)
        if all(path.is_constant(s) for s in (x, y, n))
    ]
    assert any(not path.is_constant(j) for path in still)
    assert all(THRESHOLD in path.at(x * n / y).free_symbols for path in still)
    assert not rays(given, frozenset({c}), FROM_HERE)


def test_a_size_may_stay_at_a_number_that_is_as_large_as_it_has_to_be():
    given = (x > 0, n >= 1, LargeEnough(x * n), Bounded(x * n))
    (path, *_) = rays(given, frozenset(), FROM_HERE, x)
    assert path.at(x * n).free_symbols == {THRESHOLD}
    assert not rays((*given, x * n <= 3), frozenset(), FROM_HERE, x)
    assert not rays((*given, sp.Ge(c, x * n)), frozenset({c}), FROM_HERE, x)
    assert not rays((*given, SmallEnough(x * n)), frozenset(), FROM_HERE, x)


def test_a_threshold_exceeds_numbers_and_no_constant_that_may_depend_on_it():
    assert growth(THRESHOLD * SCALE - 9 * SCALE)[1] == 1
    assert growth(THRESHOLD * SCALE - sp.Dummy("constant", positive=True) * SCALE) is None


def test_the_number_that_inequalities_fix_comes_last():
    entry = Every(j, Implies(And(j <= n, j > c), x * a[j] < 2, evaluate=False))
    power = Every(j, Implies(And(j >= 1, j <= n), sp.Eq(a[j], 1 / j, evaluate=False)))
    given = (n >= 1, c >= 1, c < n, x > 0, x >= 2 * c, entry, power)
    found = rays(given, frozenset(), FROM_HERE, c)
    assert found
    assert all(path.at(x - 2 * c) == 0 for path in found)


@pytest.mark.parametrize(
    ("less", "more", "holds"),
    [
        (SCALE / j, SCALE * 2, True),
        (SCALE / j, sp.S(2), None),
        (j / SCALE, sp.S(1), True),
        (j**2 / SCALE, sp.S(1), None),
        (sp.sqrt(1 / j), 2 / sp.sqrt(j), True),
        (-j, 1 / j, True),
        (3 / j, 2 / j, None),
    ],
)
def test_multiples_of_powers_are_compared_up_to_the_end_of_the_range(less, more, holds):
    inside = And(j >= 1, j <= n)
    condition = Every(j, Implies(inside, sp.Le(less, more, evaluate=False), evaluate=False))
    assert eventually(condition, Path(((n, SCALE),))) is holds


def test_what_must_move_may_get_its_value_after_all_others():
    log = sp.log(y)
    given = (y >= 2, x > 0, Large(x * y * log), Small(x * y * log))
    found = rays(given, frozenset(), FROM_HERE, x)
    assert found
    assert all(growth(dict(path.values)[x])[0].logs == -1 for path in found)
    assert not rays((*given, Large(x)), frozenset(), FROM_HERE, x)


def test_sequences_may_have_powers_that_move_with_the_scale():
    inside = And(j >= 1, j <= n)
    law = And(j**-x <= a[j], a[j] <= 2 * j**-x)
    given = (n >= 1, Every(j, Implies(inside, law, evaluate=False)))
    found = rays(given, frozenset({c}), FROM_HERE, x)
    assert any(not path.is_constant(x) and growth(path.at(a[1])) is not None for path in found)
    other = And(j**-x <= a[j], a[j] <= j ** (-2 * x))
    assert not rays((n >= 2, x > 1, Every(j, Implies(inside, other))), frozenset(), FROM_HERE, x)
