"""Instances, solving, rewriting, cases, quantifiers, induction: what follows and what does not."""

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies, Not, Or

from tests.verify.kernel.arguments.joins import rejected, shown, stated
from theory.argument_language import States
from theory.arguments import (
    Assume,
    Choose,
    Cut,
    Generalise,
    Give,
    Induct,
    Lemma,
    Put,
    Rewrite,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.definedness import connected
from theory.language import (
    Head,
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    function,
    integers,
    reals,
    sequence,
)
from theory.normal_form import normal
from theory.orders import Order, Small
from theory.quantifiers import Every, Some
from theory.sequences import In, Mean, Signs
from theory.well_formed import IllFormed
from verify.kernel import second_solver, smt
from verify.kernel.arguments.conclusion import establishes
from verify.kernel.questions import RejectedArgument, Solver

x, y, z, c = reals("x y z c")
i, j, k, n, t = integers("i j k n t")
f, g = function("f"), function("g")
s, r = sequence("s"), sequence("r")
h = Head("h", "anything")


def eq(one, other):
    return sp.Eq(one, other, evaluate=False)


def unevaluated(kind, *args):
    return kind(*args, evaluate=False)


OVER_ITSELF = unevaluated(sp.Mul, x, unevaluated(sp.Pow, x, -1))  # x/x


@pytest.mark.parametrize(
    "says",
    [
        And(h(x) > 0, Order(x, y)),
        Some(x, Order(x, y)),
        h(sp.Symbol("w")) > 0,
        s[x] > 0,
        In(s, Signs(x)) & (x > 0),
        Mean(s[0], s, Signs(x)) > 0,
        sp.Function("unknown")(x) > 0,
        h(sp.Symbol("x", integer=True)) > h(x),
        h(x) > 0.5,
        Every(sp.Symbol("w", positive=True), h(x) > 0),
        sp.Equivalent(h(x) > 0, x > 0),
    ],
    ids=str,
)
def test_what_is_not_in_the_language_is_refused(says):
    with pytest.raises(IllFormed):
        States(says)
    rejected(Solve(says), "")


def test_an_instance():
    fact = shown(Put(stated(h(x) > y, x >= 0), {x: y + 1, y: x}))
    establishes(fact, (y + 1 >= 0,), h(y + 1) > x)
    fact = shown(Put(stated(f(h(s[j])) > 0, StrictlyIncreasing(f), j >= 0), {f: g, s: r, j: 2 * k}))
    establishes(fact, (StrictlyIncreasing(g), 2 * k >= 0), g(h(r[2 * k])) > 0)
    opposite = SequenceOf(-s[i], i)
    fact = shown(Put(stated(h(s, s[j]) > 0), {s: opposite}))
    establishes(fact, (), h(opposite, -s[j]) > 0)
    turned = SequenceOf(r[k, i], i, k)
    fact = shown(Put(stated(h(s, s[j, n]) > 0), {s: turned}))
    establishes(fact, (), h(turned, r[n, j]) > 0)
    fact = shown(Put(stated(sp.Product(s[i], (i, 1, n)) > 0), {s: SequenceOf(r[i, j], i)}))
    establishes(fact, (), sp.Product(r[k, j], (k, 1, n)) > 0)


def test_an_instance_captures_nothing():
    a = Head("a", "anything")
    fact = shown(Put(stated(eq(sp.Sum(a(k, x), (k, 1, n)), 0), n >= 1), {x: k}))
    establishes(fact, (n >= 1,), eq(sp.Sum(a(j, k), (j, 1, n)), 0))
    fact = shown(Put(stated(eq(Mean(a(s[0], x), s, Signs(t)), 0), t >= 0), {x: s[0]}))
    establishes(fact, (t >= 0,), eq(Mean(a(r[0], s[0]), r, Signs(t)), 0))
    fact = shown(Put(stated(Some(y, a(x, y) > 0)), {x: y}))
    establishes(fact, (), Some(z, a(y, z) > 0))
    fact = shown(Put(stated(Every(g, g(f(x)) > a(g, f))), {f: g}))
    with pytest.raises(RejectedArgument):
        establishes(fact, (), Every(f, f(f(x)) > a(f, f)))
    fact = shown(Put(stated(h(SequenceOf(s[i] + x, i)) > 0), {x: i}))
    establishes(fact, (), h(SequenceOf(s[j] + i, j)) > 0)


def test_an_instance_is_claimed_only_where_its_terms_have_values():
    fact = shown(Put(stated(h(x) > 0), {x: 1 / y}))
    establishes(fact, (sp.Ne(y, 0),), h(1 / y) > 0)
    with pytest.raises(RejectedArgument, match="also assumes"):
        establishes(fact, (), h(1 / y) > 0)
    fact = shown(Put(Solve(eq(OVER_ITSELF, 1), (sp.Ne(x, 0),)), {x: 0}))
    with pytest.raises(RejectedArgument, match="also assumes"):
        establishes(fact, (), fact.says)
    fact = shown(Put(stated(h(x) > 0), {x: h(1 / y) / z}))
    assert {normal(g) for g in fact.given} == {normal(sp.Ne(y, 0)), normal(sp.Ne(z, 0))}
    mean = Mean(s[0], s, Signs(t))
    at_mean = Put(stated(h(x) > 0), {x: 1 / mean})
    establishes(shown(at_mean), (eq(mean, mean), sp.Ne(mean, 0)), h(1 / mean) > 0)
    fact = shown(Put(at_mean, {t: n}))
    with pytest.raises(RejectedArgument, match="also assumes"):
        establishes(fact, (sp.Ne(substitute(mean, {t: n}), 0),), fact.says)
    rejected(Solve(h(mean) > 0, (), (Put(stated(h(x) > 0), {x: mean}),)), "can fail")
    for term, first in ((Mean(s[j], s, Signs(t)), 0), (1 / j, 0), (sp.Sum(1 / i, (i, 0, j)), 1)):
        total = sp.Sum(term, (j, first, n))
        at_sum = Put(stated(h(x) > 0), {x: total})
        establishes(shown(at_sum), (eq(total, total),), h(total) > 0)
        with pytest.raises(RejectedArgument, match="also assumes"):
            establishes(shown(at_sum), (), h(total) > 0)
        rejected(Solve(h(total) > 0, (), (at_sum,)), "can fail")
        shown_at_x = stated(sp.Ge(x**2, 0, evaluate=False))
        not_negative = Put(shown_at_x, {x: total})
        rejected(Solve(sp.Ge(total**2, 0, evaluate=False), (), (not_negative,)), "can fail")


@pytest.mark.parametrize(
    ("of", "values", "why"),
    [
        (stated(h(n) > 0), {n: x}, "is an integer"),
        (stated(h(n) > 0), {n: n / 2}, "is an integer"),
        (stated(h(n) > 0), {n: s[0]}, "is an integer"),
        (stated(h(x) > 0), {y: x}, "are free in"),
        (stated(Some(x, h(x) > 0)), {x: sp.S.One}, "are free in"),
        (stated(f(x) > 0, Positive(f)), {f: x}, "is a function"),
        (stated(h(x) > 0), {x: f}, "is a number"),
        (stated(h(x) > 0), {x: "1 + 1"}, "SympifyError"),
        (stated(h(x) > 0), {x: s}, "is a number"),
        (stated(h(x) > 0), {x: y > 0}, "where has"),
        (stated(h(n) > 0), {n: sp.true}, "is an integer"),
        (stated(h(x) > 0), {x: sp.oo}, ""),
        (stated(h(x) > 0), {x: sp.I}, ""),
        (stated(h(s) > 0), {s: x}, "is no sequence"),
        (stated(h(s) > 0), {s: SequenceOf(1 / i, i)}, ""),
        (stated(h(s) > 0), {s: SequenceOf(x, sp.floor(x))}, "cannot quantify over"),
        (stated(h(s) > 0), {s: SequenceOf(x, x)}, "an index is an integer"),
        (stated(s[0] > 0), {s: SequenceOf(i + j, i, j)}, "has no entry"),
        (stated(s[0, 1] > 0), {s: SequenceOf(i, i)}, "has no entry"),
        (stated(h(s) > 0), {s: SequenceOf(1 / i, i, j)}, ""),
        (stated(h(x) > 0), {x: sp.Sum(h(j), (j, 0, sp.oo))}, "where has"),
    ],
)
def test_what_may_not_be_put(of, values, why):
    rejected(Put(of, values), why)


TRUE = [
    Solve(h(y) > 1, (x < y,), (stated(StrictlyIncreasing(f)), stated(h(y) > 2, x < y))),
    Solve(eq(h(x), h(y)), (eq(x, y),)),
    Solve(eq(s[j + 1], s[k]), (eq(k, j + 1),)),
    Solve(eq(s[j + 1, n], s[k, t]), (eq(k, j + 1), eq(n, t))),
    Solve(f(x) < f(h(x)), (StrictlyIncreasing(f), h(x) > x)),
    Solve(f(x) - f(y) <= 2 * sp.Abs(x - y), (Lipschitz(f, 2),)),
    Solve(eq(OVER_ITSELF, 1), (sp.Ne(x, 0),)),
    Solve(eq(sp.exp(x) * sp.log(y), sp.exp(z) * sp.log(y)), (eq(x, z), y > 0)),
    Solve(In(SequenceOf(-s[i], i), Signs(t)), (In(s, Signs(t)),)),
    Solve(s[j] ** 2 <= 1, (In(s, Signs(t)),)),
    Solve(t >= 0, (In(s, Signs(t)), eq(s[j], s[j]))),
    Solve(Some(z, z > x), (Some(y, y > x),)),
    Solve(sp.Mod(n, 3) <= 2),
    Solve(h(sp.Sum(h(j), (j, 1, n))) > 0, (), (stated(h(sp.Sum(h(k), (k, 1, n))) > 1),)),
]
FALSE = [
    (Solve(h(x) > 0), "can fail"),
    (Solve(eq(h(x), h(y))), "can fail"),
    (Solve(eq(s[j], r[j])), "can fail"),
    (Solve(eq(s[j, n], s[n, j])), "can fail"),
    (Solve(eq(s[j, n], s[k, n]), (eq(s[j, t], s[k, t]),)), "can fail"),
    (Solve(eq(s[j, n], 0), (), (stated(eq(s[j], 0)),)), "indices"),
    (Solve(eq(sp.Product(s[j], (j, 1, n)), sp.Product(r[j], (j, 1, n)))), "can fail"),
    (Solve(eq(h(s), h(r)), (eq(s[0], r[0]),)), "can fail"),
    (Solve(x > 0, (x > 1, x < 0)), "hold together"),
    (Solve(h(x) > 5, (), (stated(h(x) > 1), stated(h(x) < 0))), "hold together"),
    (Solve(eq(OVER_ITSELF, 1)), "can fail"),
    (Solve(1 / x**2 >= 0), "can fail"),
    (Solve(eq(h(1 / x), h(1 / x))), "can fail"),
    (Solve(eq(sp.log(x), sp.log(x))), "can fail"),
    (Solve(connected(Or, (x > 1 / y, x <= 1 / y))), "can fail"),
    (Solve(eq(sp.Sum(1 / j, (j, 0, n)), sp.Sum(1 / j, (j, 0, n)))), "can fail"),
    (Solve(eq(Mean(s[0], s, Signs(t)), Mean(s[0], s, Signs(t)))), "can fail"),
    (Solve(Or(Some(y, 1 / y > x), Not(Some(y, 1 / y > x)))), "can fail"),
    (Solve(In(SequenceOf(2 * s[i], i), Signs(t)), (In(s, Signs(t)),)), "can fail"),
    (Solve(In(SequenceOf(s[i + 1], i), Signs(t)), (In(s, Signs(t)),)), "can fail"),
    (Solve(In(SequenceOf(sp.S.One, i), Signs(t)), (t >= 0,)), "can fail"),
    (Solve(sp.Ne(s[j], 0), (In(s, Signs(t)),)), "can fail"),
    (Solve(Small(2 * x), (Small(x),)), "only as a hypothesis"),
    (Solve(x > 0, (Or(Small(x), x > 1),)), "only as a hypothesis"),
    (Solve(x > 0, (Small(x), Every(y, Small(y)))), "only as a hypothesis"),
    (Assume(Small(x)), "only as a hypothesis"),
    (Solve(Some(z, z > x), (Some(n, n > x),)), "can fail"),
    (Solve(f(x) < f(y), (Positive(f), x < y)), "can fail"),
    (Solve(x > 0, (), (stated(Order(x, y, over=(x,))),)), "Order"),
    (Solve(Order(x, x, over=(x,))), "Order"),
    (Solve(h(x) > 0, (), (stated(h(sp.Symbol("x", integer=True)) > 0),)), "two different things"),
    (Solve(h(x) > 0, (), (stated(Head("h", "another thing")(x) > 0),)), "two different things"),
]


@pytest.mark.parametrize("argument", TRUE, ids=lambda a: str(a.says))
def test_what_a_solver_shows(argument):
    establishes(shown(argument), argument.given, argument.says)


@pytest.mark.parametrize(("argument", "why"), FALSE, ids=lambda a: str(getattr(a, "says", "")))
def test_what_a_solver_does_not_show(argument, why):
    rejected(argument, why)


def test_unknown_is_not_consistent():
    cubes = eq(i**3 + j**3 + k**3, 114)
    with pytest.raises(RejectedArgument, match=r"hold together: z3 says unknown"):
        shown(Solve(h(x) ** 2 >= 0, (cubes,)), Solver(rlimit=20_000))


def test_a_hypothesis_that_cannot_be_translated_is_not_left_out():
    rejected(Solve(x > 0, (x > 1, x**30 > x)), "no solver can be asked")


def test_two_solvers_that_disagree_are_an_error(monkeypatch):
    monkeypatch.setattr(second_solver, "second_opinion", lambda text, units: "sat")
    with pytest.raises(smt.Disagreement):
        shown(TRUE[1], Solver(rlimit=2_000_000, second=1))


def test_no_unknown_has_the_name_of_a_symbol():
    taken = reals("unknown\\ 1")
    rejected(Solve(eq(h(x), taken)), "can fail")
    rejected(Solve(eq(h(x), h(y)), (eq(taken, 0), eq(x, taken))), "can fail")


def test_a_term_is_rewritten_where_its_symbols_are_free():
    equation = stated(eq(h(x), y**2), x > 0)
    total = sp.Sum(h(j) * z, (j, 1, n))
    of = stated(h(h(x)) > substitute(total, {z: h(x)}), n >= 1)
    fact = shown(Rewrite(of, equation, h(z) > total, z))
    establishes(fact, (n >= 1, x > 0), h(y**2) > sp.Sum(h(j) * y**2, (j, 1, n)))
    fact = shown(Rewrite(of, stated(eq(h(x), h(j))), h(z) > total, z))  # j is another one inside
    establishes(fact, (n >= 1,), h(h(j)) > sp.Sum(h(i) * h(j), (i, 1, n)))
    for of, by, says, why in (
        (
            stated(sp.Sum(h(j), (j, 1, n)) > 0),
            stated(eq(h(j), 0)),
            sp.Sum(z, (j, 1, n)) > 0,
            "is not",
        ),
        (stated(h(x) > 0), stated(h(x) > y), z > 0, "no equation"),
        (stated(h(y) > 0), stated(eq(h(x), 1)), z > 0, "is not"),
        (stated(h(x) > 0), stated(eq(h(x), 1)), z >= 0, "is not"),
        (stated(h(x) > 0), stated(eq(1, h(x))), z > 0, "is not"),
        (stated(h(x) > z), stated(eq(h(x), 1)), z > z + 1, "is not"),
    ):
        rejected(Rewrite(of, by, says, z), why)
    rejected(Rewrite(stated(h(x) > 0), stated(eq(h(x), 1)), z > 0, z + 1), "cannot quantify over")
    says = h(OneAtOne(z)) > 0
    rejected(Rewrite(stated(h(x) > 0), stated(eq(x, 1)), says, z), "which no statement can have")


class OneAtOne(sp.Expr):
    """x at x, but 2 at 1: what is said of it at x is not said of what is equal to x."""

    def __new__(cls, e):
        return {x: x, sp.S.One: sp.S(2)}.get(e) or sp.Expr.__new__(cls, e)


def test_cases_must_cover():
    low, high, middle = (
        stated(h(x) > 0, c > 0, condition) for condition in (x < 0, x > 0, eq(x, 0))
    )

    def solve(*cases, given=(c > 0,)):
        return Solve(h(x) > 0, given, cases)

    establishes(shown(solve(low, high, middle)), (c > 0,), h(x) > 0)
    establishes(shown(solve(high, given=(c > 0, x > 1))), (c > 0, x > 1), h(x) > 0)
    rejected(solve(low, high), "can fail")
    rejected(solve(low, high, middle, given=()), "can fail")
    rejected(solve(low, high, stated(h(x) > -1)), "can fail")
    rejected(solve(), "can fail")
    halves = (stated(h(x) > 0, 1 / x > 0), stated(h(x) > 0, 1 / x <= 0))
    rejected(solve(*halves, given=()), "can fail")
    orders = (stated(Order(h(x), 1, over=(x,)), x >= 0), stated(Order(h(x), 1, over=(x,)), x <= 1))
    rejected(solve(*orders, given=()), "Order")


EXISTS = stated(Some(y, h(y) > x), x > 0)


def test_choosing():
    then = stated(c > x, h(z) > x, c < 7)
    establishes(shown(Choose(EXISTS, then, z)), (x > 0, c < 7), c > x)
    for argument, why in (
        (Choose(EXISTS, stated(z > x, h(z) > x), z), "is left in"),
        (Choose(EXISTS, stated(c > x, h(z) > x, z > 0), z), "left in a hypothesis"),
        (Choose(EXISTS, stated(c > x, h(z) > 2 * x), z), "left in a hypothesis"),
        (Choose(EXISTS, stated(c > x, h(x) > x), x), "not a new name"),
        (Choose(EXISTS, stated(c > x, h(n) > x), n), "another kind"),
        (Choose(EXISTS, stated(c > x, h(c + 1) > x), c + 1), "cannot quantify over"),
        (Choose(stated(Some(n, h(n) > x)), stated(c > x, h(z) > x), z), "another kind"),
        (Choose(stated(Every(y, h(y) > x)), then, z), "there is something"),
        (Choose(EXISTS, stated(Order(c, x, over=(c, x, z)), h(z) > x), z), "may depend on what"),
    ):
        rejected(argument, why)


def test_giving():
    fact = shown(Give(stated(h(x, 1 / c) > x), Some(y, h(x, y) > x), 1 / c))
    establishes(fact, (sp.Ne(c, 0),), Some(y, h(x, y) > x))
    given = stated(h(x) > x)
    rejected(Give(given, Some(y, h(y) > x), c), "is not")
    rejected(Give(given, Some(n, h(n) > x), x), "is an integer")
    rejected(Give(given, Every(y, h(y) > y), x), "there is something")


def test_generalising_and_specialising():
    every = Generalise(stated(h(x, y) > 0, y > 0), x)
    establishes(shown(every), (y > 0,), Every(z, h(z, y) > 0))
    establishes(shown(Specialise(every, y)), (y > 0,), h(y, y) > 0)
    establishes(shown(Specialise(every, 1 / c)), (y > 0, sp.Ne(c, 0)), h(1 / c, y) > 0)
    rejected(Generalise(stated(h(x, y) > 0, y > 0), y), "left in a hypothesis")
    rejected(Generalise(stated(h(c + 1) > 0), c + 1), "cannot quantify over")
    rejected(Generalise(stated(Order(x, y, over=(x,))), x), "")
    rejected(Specialise(stated(Every(n, h(n) > 0)), x), "is an integer")
    rejected(Specialise(stated(Some(n, h(n) > 0)), n), "every value")
    assumed = Assume(Every(x, h(x) > 0))
    establishes(shown(Specialise(assumed, y)), (Every(x, h(x) > 0),), h(y) > 0)


CLAIM = h(n) >= c
STEP = stated(h(n + 1) >= c, CLAIM, n >= 2, y > 0)


def test_induction():
    fact = shown(Induct(CLAIM, n, 2, stated(h(2) >= c, x > 0), STEP))
    establishes(fact, (x > 0, y > 0, n >= 2), CLAIM)
    from_k = Induct(CLAIM, n, k, stated(h(k) >= c), stated(h(n + 1) >= c, CLAIM, n >= k))
    establishes(shown(from_k), (n >= k,), CLAIM)
    with pytest.raises(RejectedArgument):
        establishes(shown(from_k), (n >= 0,), CLAIM)
    somewhere = sp.floor(1 / x)
    base, step = stated(h(somewhere) >= c), stated(h(n + 1) >= c, CLAIM)
    fact = shown(Induct(CLAIM, n, somewhere, base, step))
    establishes(fact, (sp.Ne(x, 0), n >= somewhere), CLAIM)
    with pytest.raises(RejectedArgument, match="it also assumes"):
        establishes(fact, (n >= somewhere,), CLAIM)


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        (Induct(CLAIM, n, 2, stated(h(3) >= c), STEP), "the base shows"),
        (Induct(CLAIM, n, 1, stated(h(1) >= c), STEP), "left in a hypothesis"),
        (Induct(CLAIM, n, 2, stated(h(2) >= c, n > 0), STEP), "left in a hypothesis"),
        (Induct(CLAIM, n, 2, stated(h(2) >= c), stated(h(n + 2) >= c, CLAIM)), "the step shows"),
        (Induct(CLAIM, n, 2, stated(h(2) >= c), stated(h(n + 1) >= 0, CLAIM)), "the step shows"),
        (
            Induct(CLAIM, n, 2, stated(h(2) >= c), stated(h(n + 1) >= c, CLAIM, h(n) > n)),
            "left in a hypothesis",
        ),
        (
            Induct(CLAIM, n, 2, stated(h(2) >= c), stated(h(n + 1) >= c, CLAIM, n >= 3)),
            "left in a hypothesis",
        ),
        (
            Induct(h(x) >= c, x, 2, stated(h(2) >= c), stated(h(x + 1) >= c, h(x) >= c, x >= 2)),
            "over the integers",
        ),
        (Induct(CLAIM, n, y, stated(h(y) >= c), stated(h(n + 1) >= c, CLAIM)), "is an integer"),
        (
            Induct(h(sp.floor(x)) >= c, sp.floor(x), 0, stated(h(0) >= c), stated(h(1) >= c)),
            "cannot quantify over",
        ),
        (Induct(CLAIM, n, n, stated(CLAIM), stated(h(n + 1) >= c, CLAIM)), "over the integers"),
        (
            Induct(
                Order(h(n, x), 1, over=(x,)),
                n,
                0,
                stated(Order(h(0, x), 1, over=(x,))),
                stated(Order(h(n + 1, x), 1, over=(x,))),
            ),
            "constants may grow",
        ),
    ],
)
def test_what_is_no_induction(argument, why):
    rejected(argument, why)


def test_a_lemma_is_one_leaf_wherever_it_stands():
    lemma = stated(h(x) > 0)
    fact = shown(Solve(h(x) + h(y) > 0, (), (lemma, Put(lemma, {x: y}))))
    assert {leaf for leaf, _ in fact.rests} == {lemma}
    assert isinstance(lemma, Lemma)


def test_an_implication_is_no_hypothesis():
    fact = shown(stated(Implies(x > 0, h(x) > 0)))
    with pytest.raises(RejectedArgument):
        establishes(fact, (x > 0,), h(x) > 0)


def test_what_is_shown_is_no_longer_assumed():
    second = stated(x > 2, x > 1, y > 0)
    first = stated(And(x > 1, x > 0), z > 5)
    establishes(shown(Cut(second, (first,))), (y > 0, z > 5), x > 2)
    order = stated(Order(x**2, x, "same", (x,)), x > 1)
    establishes(shown(Cut(order, (first,))), (z > 5,), Order(x**2, x, "same", (x,)))
    both = shown(Cut(second, (first, stated(y > 0, x > 3))))
    establishes(both, (z > 5, x > 3), x > 2)
    with pytest.raises(RejectedArgument, match="it also assumes"):
        establishes(shown(Cut(second, (first,))), (y > 0,), x > 2)
    rejected(Cut(second, (stated(x > 3),)), "is shown")  # x > 1 follows, but is another condition
    rejected(Cut(second, (stated(x >= 1),)), "is shown")
    rejected(Cut(second, ()), "is shown")


def test_what_is_said_of_every_number_fails_where_it_does_not_hold_if_it_always_has_a_value():
    says = unevaluated(Implies, Every(x, h(x) > y), z > 0)
    from_every = stated(z > 0, Every(x, h(x) > y))
    establishes(shown(Solve(says, (), (from_every,))), (), says)
    rejected(Solve(says), "can fail")
    for partial in (Every(x, 1 / x > y), Some(x, h(1 / x) > y), Every(x, sp.log(h(x)) > y)):
        says = unevaluated(Implies, partial, z > 0)
        rejected(Solve(says, (), (stated(z > 0, partial),)), "can fail")


@pytest.mark.parametrize(
    "inside",
    [
        unevaluated(Implies, n >= 1, n**-y <= h(n)),
        unevaluated(Implies, x > 0, And(sp.log(x) > y, h(x) > 1 / x)),
        unevaluated(Implies, And(x > y, x > 2), 1 / x > y),
    ],
)
def test_what_is_said_where_a_premise_holds_need_have_a_value_there_only(inside):
    every = Every(n if inside.has(n) else x, inside)
    says = unevaluated(Implies, every, z > 0)
    establishes(shown(Solve(says, (), (stated(z > 0, every),))), (), says)


@pytest.mark.parametrize(
    "inside",
    [
        unevaluated(Implies, x >= 0, 1 / x > y),
        unevaluated(Implies, x > -1, 1 / x > y),
        unevaluated(Implies, x <= 1, 1 / x > y),
        unevaluated(Implies, y > 0, 1 / x > y),
        unevaluated(Implies, x > 0, 1 / (x - 1) > y),
        unevaluated(Implies, Or(x > 0, y > 0), 1 / x > y),
        unevaluated(Implies, 1 / x > y, x > 0),  # the premise itself may have no value
        unevaluated(Implies, unevaluated(Implies, y > 0, x > 0), 1 / x > y),
        And(x > 0, 1 / x > y),
    ],
)
def test_what_may_have_no_value_where_a_premise_holds_may_neither_hold_nor_fail(inside):
    every = Every(x, inside)
    says = unevaluated(Implies, every, z > 0)
    rejected(Solve(says, (), (stated(z > 0, every),)), "can fail")
