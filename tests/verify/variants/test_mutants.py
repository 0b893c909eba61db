"""Mutants: each kind is made, and ends killed, true or undecided."""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Between, Expect, Lemma, Solve
from theory.claim import Claim, ForAll, Instead, Source
from theory.hints import Keeps
from theory.language import Head, eq, integers, reals, sequence
from theory.orders import Order
from theory.quantifiers import Every, Some
from theory.sequences import In, Indicator, Mean, Signs, Sphere
from verify.claims import catalogue
from verify.claims.meanings import Formula
from verify.evidence import Key
from verify.judging.definitions import objection
from verify.variants.concrete import broken_at
from verify.variants.mutants import (
    by_equation,
    counts,
    mutants,
    mutants_of,
    mutate,
    weaker_forms,
)

x, y = reals("x y")
k = integers("k")


def claim(statement):
    return Claim("toy/x", "toy", Source("here"), "toy", statement)


def test_every_kind_of_mutant_is_made_and_dies():
    tight = claim(ForAll(given=(x >= 0, y >= 0), says=2 * sp.sqrt(x * y) <= x + y))
    changes = {m.change for m in mutants(tight.parts[0].statement)}
    assert {"strict", "turned round", "right side tightened by an eighth"} <= changes
    assert sum(c.startswith("without") for c in changes) == 2
    report = mutate(tight)
    assert report.undecided == 0
    assert report.true == 0
    assert report.killed == len(changes)


def test_a_loose_statement_has_a_true_mutant():
    report = mutate(claim(ForAll(given=(x >= 1,), says=x**2 + 3 >= x)))
    true = [mutant.change for mutant in report.mutants if mutant.end == "true"]
    assert "strict" in true


def test_mutants_are_tried_with_the_hint_of_what_is_printed():
    kept = 2**k >= k
    loose = Claim(
        *("toy/x", "toy", Source("here"), "toy"),
        printed=ForAll(kept, given=(k >= 1,), instances={k: (1, 2)}),
        because={"": Keeps(k, 2**k >= k + 1)},
    )
    ends = {mutant.change: (mutant.end, mutant.by) for mutant in mutate(loose).mutants}
    end, by = ends["strict"]
    assert end == "true"
    assert by.startswith("induction")


def test_equalities_lose_their_coefficients_and_exponents():
    report = mutate(claim(ForAll(says=sp.Eq((x + y) ** 2, x**2 + 2 * x * y + y**2))))
    assert report.undecided == report.true == 0
    assert report.killed >= 4


def test_clauses_that_an_argument_proves_have_mutants():
    found = mutate(catalogue.load("instability-flatness/thm-5.4"))
    assert found.killed > 10
    assert {m.statement.part for m in found.mutants} == {0, 1, 2}


F = Head("F", "a quantity with a meaning")


def changes(says, *given):
    return {m.change: m.statement for m in mutants(States(says, given))}


def test_statements_that_only_arguments_handle_have_mutants():
    some = changes(Some(y, sp.And(y > x, sp.Eq(F(y), 2))), x > 0)
    assert some["for every y"].says == Every(y, sp.And(y > x, sp.Eq(F(y), 2)))
    assert some["without the hypothesis x > 0"].given == ()
    assert some["turned round"].says == Some(y, sp.And(y < x, sp.Eq(F(y), 2)))
    assert "right side times 9/8" in some
    for says in (sp.Implies(x > 0, y >= x), Every(y, sp.Or(y >= x, y < 0))):
        assert "strict" in changes(says)


def test_a_number_of_which_there_is_to_be_some_keeps_its_sign():
    some = changes(Some(y, sp.And(y > 0, F(y) <= x)))
    turned = [s.says for change, s in some.items() if change == "turned round"]
    assert turned == [Some(y, sp.And(y > 0, F(y) >= x))]


def test_a_statement_that_stands_twice_is_changed_once():
    one, other = (ForAll(x < y + n, given=(x < y,)) for n in (2, 3))
    twice = claim({"first": one, "second": other, "again": one})
    assert {key for key, mutant in mutants_of(twice)} == {"0", "1"}


def test_orders_have_mutants_that_are_stronger():
    found = changes(Order(x * F(y), x * y, "at most", (x,)), x > 0)
    orders = {change: statement.says for change, statement in found.items()}
    assert orders["the same order"] == Order(x * F(y), x * y, "same", (x,))
    assert orders["uniformly in y, too"] == Order(x * F(y), x * y, "at most", (x, y))
    assert orders["right side times x**(1/8)"].sides == (x * F(y), x ** sp.Rational(9, 8) * y)
    assert "right side times y**(1/8)" not in orders  # on y the constants may depend


def test_mutants_of_what_only_arguments_handle_are_judged_by_them():
    square = ForAll(x**2 + y**2 >= 2 * x * y)
    report = mutate(
        Claim(
            *("toy/x", "toy", Source("here"), "toy"),
            printed=States(square.says, given=(x > 0,)),
            lemmas={"square": square},
            because={"": Solve(square.says, (), (Lemma("square"),))},
        )
    )
    ends = {m.change: m.end for m in report.mutants if m.statement.part == 0}
    assert ends["without the hypothesis x > 0"] == "true"
    assert ends["strict"] == ends["turned round"] == "killed"


def test_mutants_of_what_holds_instead_are_judged_by_its_argument():
    square = ForAll(x**2 + y**2 >= 2 * x * y)
    better = States(square.says, given=(x > 0,))
    report = mutate(
        Claim(
            *("toy/x", "toy", Source("here"), "toy"),
            printed=ForAll(x**2 + y**2 > 2 * x * y),
            lemmas={"square": square},
            instead=Instead(better, because=Solve(square.says, (), (Lemma("square"),))),
        )
    )
    ends = {m.change: m.end for m in report.mutants if m.statement == Key(0, instead=True)}
    assert ends["without the hypothesis x > 0"] == "true"
    assert ends["strict"] == ends["turned round"] == "killed"


def test_orders_die_where_they_grow_otherwise_and_what_follows_is_true():
    order = Order(x + 1, x, "same", (x,))
    proof = ForAll(sp.And(x + 1 >= x, x + 1 <= 2 * x), given=(x >= 1,))
    report = mutate(
        Claim(
            *("toy/x", "toy", Source("here"), "toy"),
            printed=States(order, given=(x >= 1, x > -1)),
            lemmas={"bounds": proof},
            because={"": Between(x + 1, x, 1, 2, (x,), (x >= 1,), (Lemma("bounds"),))},
        )
    )
    ends = {m.change: m.end for m in report.mutants if m.statement.part == 0}
    assert ends["without the hypothesis x > -1"] == "true"
    assert ends["without the hypothesis x >= 1"] == "killed"
    assert ends["right side times x**(1/8)"] == "killed"
    assert ends["right side times x**(-1/8)"] == "killed"


def test_a_mutant_is_killed_by_what_heads_mean_and_where_all_values_are_looked_at():
    known = {F: (Formula(lambda at: 2 * at),)}
    small = sp.And(k >= 1, k <= 3)
    assert objection(States(Every(k, sp.Implies(small, F(k) <= 6))), known) is None
    assert objection(States(Every(k, sp.Implies(small, F(k) < 6))), known) is not None
    assert objection(States(Every(k, F(k) < 2)), known) is not None  # one value breaks it
    assert objection(States(Some(k, F(k) > 100)), known) is None  # not all values are looked at
    assert objection(States(F(x) > 2 * x, (Some(k, F(k) > 2),)), known) is not None
    assert objection(States(F(x) > 2 * x, (Every(k, F(k) < 100),)), known) is None
    assert objection(States(F(x) >= x), known) is not None
    assert objection(States(F(x) >= x), {}) is None


def test_a_mutant_of_an_equation_is_compared_with_its_right_side():
    r, n = sequence("r"), integers("n")
    is_one = Indicator(sp.Or(r[1] > 0, r[1] <= 1))
    whole = eq(x * Mean(is_one, r, Sphere(n)), x)
    given = (n >= 1, x**2 <= 0)
    sure = Expect(Solve(eq(is_one, 1), (n >= 1,)), r, Sphere(n))
    shown = States(whole, given=given)
    report = mutate(
        Claim(
            *("toy/x", "toy", Source("here"), "toy"),
            printed=shown,
            because={"": Solve(whole, given, (sure, Solve(eq(x, 0), given[1:])))},
        )
    )
    ends = {m.change: m.end for m in report.mutants}
    assert ends["right side times 9/8"] != "killed"  # as x is 0
    whole = eq((x + 2) * Mean(is_one, r, Sphere(n)), x + 2)
    report = mutate(
        Claim(
            *("toy/x", "toy", Source("here"), "toy"),
            printed=States(whole, given=given[:1]),
            because={"": Solve(whole, given[:1], (sure,))},
        )
    )
    ends = {m.change: m.end for m in report.mutants}
    assert ends["right side times 9/8"] == "killed"
    other = eq(whole.lhs, 2 * x)
    assert by_equation(States(other, given=given), States(whole, given=given[:1])) is not None
    assert by_equation(States(other), States(whole, given=given[:1])) is None
    assert by_equation(States(eq(x, 2 * x), given=given), States(whole, given=given)) is None


def test_a_count_is_not_negative_without_any_hypothesis():
    n, i, k, a = *integers("n i k"), sequence("a")
    total = sp.Sum(i, (i, 1, n))
    given = (n >= 1, k >= 1, x >= 1)
    changes = [m.change for m in mutants(States(total >= k * x, given)) if ">= 1" in m.change]
    assert changes == [
        "n >= 0 instead of n >= 1",
        "without the hypothesis k >= 1",
        "without the hypothesis x >= 1",
    ]
    assert not any("n >= 0" in m.change for m in mutants(States(total >= x, (n >= 0,))))
    inside = Every(i, sp.Implies(sp.And(i >= 1, i <= k), i <= n, evaluate=False))
    assert counts(States(inside, (In(a, Signs(n)),))) == {k, n}


def test_an_order_asks_that_both_sides_have_values():
    root = Order(x, x ** sp.Rational(9, 8), "at most", (x,))
    for given, dies in ((x**2 >= 1, True), (x >= 1, False)):
        (needed,) = (
            one for one in weaker_forms([States(root, (given,))], frozenset()) if one.says != root
        )
        assert (broken_at(needed, {}) is not None) == dies


def test_a_bound_is_tightened_by_a_part_of_what_stands_there():
    """Sympy writes (x - y)^2 for (y - x)^2 in the absolute value of a mean: another term."""
    signs = sequence("s")
    mean = Mean((y - x * signs[0]) ** 2, signs, Signs(sp.Integer(1)))
    (tightened,) = (
        mutant.statement
        for mutant in mutants(States(F(x) <= mean))
        if mutant.change == "right side tightened by an eighth"
    )
    assert tightened.says.atoms(Mean) == {mean}
    plain = {m.statement.says for m in mutants(States(F(x) <= y - x)) if "eighth" in m.change}
    assert plain == {sp.Le(F(x), y - x - sp.Abs(y - x) / 8, evaluate=False)}
