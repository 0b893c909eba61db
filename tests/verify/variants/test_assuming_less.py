"""Arguments that assume less of a real, and the lemmas that come with them."""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Between, Cut, Hide, Lemma, Put, Solve
from theory.claim import Claim, ForAll, Source
from theory.language import reals
from theory.orders import Large, Order
from verify.kernel.conditions import eq, ge, gt
from verify.variants.assuming_less import Bound, assuming_less, parts_of, with_lemmas
from verify.variants.mutants import mutate

x, y, z, p, c, u, v = reals("x y z p c u v")


def claim(printed, because, **lemmas):
    return Claim(
        *("toy/x", "toy", Source("here"), "toy"),
        printed=printed,
        because={"": because},
        lemmas=lemmas,
    )


def ends(one):
    return {m.change: m.end for m in mutate(one).mutants if m.statement.part == 0}


def test_that_a_term_is_at_least_a_constant_says_that_a_factor_is_positive():
    def found(term):
        """Of an order in x and y where a term is at least of order 1."""
        given = (x >= 1, y > 0)
        bounds = (*given, c > 0, c <= y * term)
        inner = Solve(x * y > 0, given)
        step = Between(1, y * (term + x), None, 1 / c, (x, y), bounds, (inner,))
        hidden = Hide(step, {Large(y * term): c}, (), {x: 1, y: 1, c: 1})
        says = Order(1, y * (term + x), "at most", (x, y))
        return ends(claim(States(says, (*given, Large(y * term))), hidden))

    assert found(sp.sqrt(x))["without the hypothesis x >= 1"] == "true"
    assert found(x**2)["without the hypothesis x >= 1"] != "true"  # not for x = -1


def test_lemmas_assume_less_where_they_hold_so():
    def found(lemma, says):
        given = (x >= 1, y > 0, x * y >= 1)
        of_lemma = {s: {u: x, v: y}[s] for s in (u, v) if lemma.says.has(s)}
        step = Solve(says, given, (Put(Lemma("l"), of_lemma),))
        return ends(claim(States(says, given), step, l=lemma))["without the hypothesis x >= 1"]

    product = sp.Eq((u * v) ** p, u**p * v**p, evaluate=False)
    power = product.subs({u: x, v: y})
    assert found(ForAll(product, given=(u >= 1, v > 0)), power) == "true"
    grows = ForAll(u**2 >= u, given=(u >= 1,))
    assert found(grows, x**2 >= x) == "killed"


def test_what_others_imply_of_a_bound_is_assumed_instead_of_it():
    given = (x >= 1, x * y >= 1, y > 0)
    mutant = States(x > 0, given[1:])
    step = Solve(x > 0, given)
    (less,) = assuming_less(claim(States(x > 0, given), step), step, mutant, given[0])
    assert (less.new, less.argument.given) == (gt(x, 0), (x > 0, *given[1:]))
    free = States(x > 0, (y > 0,))
    assert list(assuming_less(claim(States(x > 0, given), step), step, free, given[0])) == []


def test_inside_of_what_is_put_in_a_bound_reads_otherwise():
    inner = Solve(u > -1, (u > sp.Rational(1, 2), u < 3, u > 7))
    whole = Cut(Put(inner, {u: x / 2}), (Solve(x / 2 > 0, (x > 1,)),))
    mutant = States(x > -1, (x * y >= 1, y > 0))
    less, *_ = assuming_less(claim(States(x > -1, (x > 1,)), whole), whole, mutant, gt(x, 1))
    assert less.argument.of.of.given == (u > 0, u < 3, u > 7)
    assert less.argument.by[0].given == (x > 0,)


def test_a_number_that_is_shown_to_be_at_least_1_may_be_positive_only():
    def found(says):
        given = (x >= 1, y >= 1, eq(z, x * y), v > 0, y * sp.sqrt(x) >= 1)
        at_least_1 = Solve(z >= 1, given)
        lemma = ForAll(says, given=(z >= 1, v > 0))
        step = Solve(says, given, (Cut(Lemma("l"), (at_least_1,)),))
        return ends(claim(States(says, given), step, l=lemma))["without the hypothesis x >= 1"]

    assert found(sp.Eq((z * v) ** p, z**p * v**p, evaluate=False)) == "true"
    assert found(z + v >= 1) == "killed"


def test_a_value_says_of_what_sign_it_is():
    assert list(parts_of(eq(x, y), (eq(x, y), y > 0))) == [
        gt(x, 0),
        sp.Ne(x, 0, evaluate=False),
        ge(x, 0),
    ]
    assert list(parts_of(eq(x, y), (eq(x, y), y < 0))) == []
    assert list(parts_of(ge(x, y))) == []
    assert list(parts_of(ge(x, -1))) == []


def test_lemmas_are_exchanged():
    one = claim(States(x > 0, (x > 0,)), Solve(x > 0, (x > 0,)), l=ForAll(u > 0, given=(u > 1,)))
    other = with_lemmas(one, {"l": ForAll(u > 0, given=(u > 0,))})
    assert other.lemmas["l"].given == (u > 0,)
    assert with_lemmas(one, {}) is one
    assert Bound(x > 1, x > 0).new == (x > 0)
