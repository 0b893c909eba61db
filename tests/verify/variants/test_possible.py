"""What a condition asks of probabilities of which nothing is known, and what it does not."""

import pytest
import sympy as sp
from flint import arb, fmpq

from theory.argument_language import States
from theory.claim import ByHand, Claim, ForAll, Source
from theory.language import Head, eq, function, integers, reals, sequence
from theory.orders import Order
from theory.papers.signsgd_scaling import notation
from theory.quantifiers import Every, Some
from theory.sequences import Indicator, Law, Mean, Sphere
from verify.claims.meanings import Exact
from verify.kernel.conditions import all_of, ge, gt, le, lt
from verify.papers.less_data.notation import MEANINGS
from verify.papers.signsgd_scaling.notation import MEANINGS as OF_SIGN_SGD
from verify.variants.concrete import broken_at
from verify.variants.mutants import mutate
from verify.variants.possible import has_values, possible, without_quantities

x, y, z = reals("x y z")
n = integers("n")
w = sequence("w")
LAW = Law(function("P"))
FIRST = sp.Symbol("probability 0", real=True)


def chance(condition):
    return Mean(Indicator(condition), x, LAW)


def test_a_probability_by_itself_is_compared_with_the_end_that_serves_best():
    mean = chance(x <= z)
    for says, found in (
        (mean >= y, ge(1, y)),
        (mean > y, gt(1, y)),
        (y >= mean, le(0, y)),
        (mean < y, lt(0, y)),
        (eq(y, mean), all_of((le(0, y), le(y, 1)))),
    ):
        assert possible(says) == found


def test_of_a_premise_it_counts_that_it_holds_whatever_the_probability_is():
    says = sp.Implies(chance(x <= z) >= y, z >= y, evaluate=False)
    assert possible(says) == sp.Implies(ge(0, y), z >= y, evaluate=False)
    equal = sp.Implies(eq(chance(x <= z), y), z >= y, evaluate=False)
    assert possible(equal) == sp.true
    denied = sp.Not(chance(x <= z) >= y, evaluate=False)
    assert possible(denied) == sp.Not(ge(0, y), evaluate=False)


def test_in_a_term_some_number_stands_for_it_and_in_a_premise_each():
    mean = chance(x <= z)
    some = possible(2 * mean + y <= mean**2)
    assert isinstance(some, Some)
    assert some.args[0] == FIRST
    assert any(part.has(y) for part in some.body.args)
    each = possible(sp.Implies(2 * mean + y <= mean**2, z > 0, evaluate=False)).args[0]
    assert isinstance(each, Every)
    assert isinstance(each.body, sp.Implies)


def test_in_a_sum_each_is_0_or_1():
    one, other = chance(x <= z), chance(x <= 2 * z)
    assert possible(one - 3 * other >= y) == ge(1, y)
    assert possible(one - 3 * other <= y) == le(-3, y)
    premise = sp.Implies(2 * one + y <= 0, z > 0, evaluate=False)
    assert possible(premise) == sp.Implies(le(y + 2, 0), z > 0, evaluate=False)
    assert isinstance(possible(y * one - other >= 0), Some)


def test_a_quantity_is_a_probability_only_where_its_meaning_says_so():
    share = sp.Function("Share", real=True)
    says = share(x) >= y
    assert possible(says) == says
    assert possible(says, quantities=frozenset({share})) == ge(1, y)


def test_what_is_said_to_be_a_probability_lies_between_0_and_1():
    meant = {
        head: meaning
        for head, options in MEANINGS.items()
        for meaning in options
        if isinstance(meaning, Exact) and meaning.probability
    }
    assert set(meant) == set(MEANINGS)
    for head, meaning in meant.items():
        levels = [fmpq(1, 50), fmpq(1, 4), fmpq(3, 4)]
        sizes = (fmpq(3), fmpq(1)) if meaning.evaluate.__code__.co_argcount == 3 else (fmpq(3),)
        values = [meaning.evaluate(*sizes, level) for level in levels]
        assert all(0 <= float(arb(v).mid()) <= 1 for v in values if v is not None), head


@pytest.mark.parametrize("head", [notation.AWAY, notation.BURN_IN, notation.ESCAPE])
def test_chances_of_the_chain_lie_between_0_and_1(head):
    meaning = OF_SIGN_SGD[head][0]
    radius = () if head is notation.BURN_IN else (fmpq(1),)
    assert meaning.probability
    for start in (fmpq(1, 2), fmpq(3)):
        values = [meaning.evaluate(*radius, start, *map(fmpq, (1, 2, 1, k))) for k in range(4)]
        assert all(0 <= arb(value).mid() <= 1 for value in values)


def test_other_means_are_left_alone():
    assert possible(Mean(x, x, LAW) <= y) == (Mean(x, x, LAW) <= y)


def test_probabilities_that_depend_on_what_is_bound_are_left_alone():
    apart = eq(
        sp.Sum((-1) ** n * chance(x <= n), (n, 1, 2)), 1
    )  # so for 0 and 1, for no one number
    assert possible(apart) == apart
    within = Mean(x * Mean(Indicator(z <= x), z, LAW), x, LAW) >= 2
    assert possible(within) == within


def test_no_probability_is_negative_or_above_1_whatever_its_law_is():
    says = eq(Mean(Indicator(w[1] > y), w, Sphere(n)), 1 - 2 ** (1 - n / sp.Integer(2)))
    claim = Claim(
        *("toy/x", "toy", Source("here"), "toy"),
        printed=States(says, given=(n >= 2,)),
        lemmas={"square": ForAll(x**2 + y**2 >= 2 * x * y)},
        because={"": ByHand(("square",))},
    )
    ends = {m.change: m.end for m in mutate(claim).mutants if m.statement.part == 0}
    assert ends["n >= 0 instead of n >= 2"] == "killed"  # for n = 1 it is negative
    assert ends["right side times 9/8"] == "killed"  # for n = 9 it is more than 1
    assert "true" not in ends.values()


def test_what_stands_beside_a_quantity_under_a_quantifier_has_to_hold_too():
    size = sp.Function("size", real=True)
    small, less = le(size(y), 1), lt(y, z)
    both = Every(y, all_of((small, less)))
    assert without_quantities(both) == Every(y, less)
    assert broken_at(States(without_quantities(both)), {}) is not None
    assert without_quantities(Every(y, sp.Or(small, less, evaluate=False))) == sp.true
    assert without_quantities(Every(y, small)) == sp.true
    assert without_quantities(Some(y, sp.Not(all_of((small, less))))) == sp.true


def test_of_a_premise_nothing_is_known_that_has_a_quantity():
    size = sp.Function("size", real=True)
    small, less = le(size(y), 1), lt(y, z)
    premise = sp.Implies(small, less, evaluate=False)
    assert without_quantities(Every(y, premise)) == sp.true
    one_of_two = sp.Implies(sp.Or(small, le(y, 0), evaluate=False), less, evaluate=False)
    assert without_quantities(one_of_two) == sp.Implies(le(y, 0), less, evaluate=False)
    assert without_quantities(Every(y, sp.Not(less))) == Every(y, sp.Not(less))


def test_a_relation_without_a_value_dies_whatever_its_quantities_are():
    unknown = Head("G", "a quantity without a meaning")
    assert has_values(unknown(x) <= sp.sqrt(x) / y) == sp.And(sp.Ne(y, 0), x >= 0)
    assert has_values(unknown(1 / x) >= y) == sp.Ne(x, 0)
    assert has_values(1 / unknown(x) >= y) == sp.true  # it depends on what the quantity is
    root = Order(x, x ** sp.Rational(9, 8), "at most", (x,))
    assert has_values(root) == sp.Ge(x, 0, evaluate=False)
    assert broken_at(States(has_values(unknown(y) <= 1 / x), (y >= 1,)), {}) is not None
    assert broken_at(States(has_values(unknown(y) <= 1 / x), (x > 0,)), {}) is None


def test_what_stands_beside_a_quantity_needs_a_value():
    size = sp.Function("size", real=True)
    served = Some(z, all_of((gt(z, 0), Every(y, size(y) <= z / x))))
    needed = without_quantities(served)
    assert needed == Some(z, all_of((gt(z, 0), sp.Ne(x, 0))))
    assert broken_at(States(needed, (y >= 1,)), {}) is not None
    assert broken_at(States(needed, (x >= 1,)), {}) is None
    premise = sp.Implies(size(y) <= 1 / x, y <= 1, evaluate=False)
    assert without_quantities(premise) == sp.true
