"""What may stand in a statement, and what is refused with a way out."""

import pytest
import sympy as sp

from theory.claim import ForAll, Observed, SameOrder
from theory.language import (
    Each,
    Lipschitz,
    function,
    integers,
    reals,
    rounds_to,
    sequence,
)
from theory.well_formed import IllFormed

x, y, z, t = reals("x y z t")
i, j, k, n = integers("i j k n")
p = sequence("p")
f = function("f")

w = sp.Symbol("w", positive=True)
REFUSED = {
    "a positive symbol": (lambda: w + 1 / w >= 2, "write reals.'w'. and the hypothesis w > 0"),
    "a non-zero symbol": (lambda: sp.Ne(sp.Symbol("c", real=True, nonzero=True) * x, 1), "Ne.c, 0"),
    "an even integer": (lambda: sp.Symbol("m", even=True) >= x, "assumed to be even"),
    "a complex symbol": (lambda: sp.Ne(sp.Symbol("c", complex=True), x), "assumed to be complex"),
    "a symbol without a kind": (lambda: sp.Symbol("b") > 0, "write reals.'b'. or integers"),
    "a dummy": (lambda: sp.Dummy("d", real=True) > 0, "is a Dummy"),
    "a float": (lambda: 0.1 * x > 0.3, r"write sp.Rational\(1, 10\)"),
    "a float in a case": (lambda: sp.Piecewise((x, x > 0.5), (1, True)) > 0, r"Rational\(1, 2\)"),
    "the imaginary unit": (lambda: sp.Ne(x, sp.I, evaluate=False), "imaginary unit"),
    "infinity": (lambda: sp.Lt(x, sp.oo, evaluate=False), "no number"),
    "no number": (lambda: sp.Eq(x, sp.nan, evaluate=False), "no number"),
    "complex infinity": (lambda: sp.Eq(x, sp.zoo, evaluate=False), "no number"),
    "a bool": (lambda: x == y, "Python's False"),
    "a string": (lambda: "x > 0", "no condition but 'x > 0', a str"),
    "a term": (lambda: x, "a term where a condition is needed"),
    "an exclusive or": (lambda: sp.Xor(x > 0, y > 0), "use And, Or, Not"),
    "a symbol as a condition": (lambda: sp.And(x, y > 0), "a condition is needed"),
    "a matrix": (
        lambda: sp.Eq(
            sp.Matrix([x]).det(), sp.Determinant(sp.MatrixSymbol("A", 2, 2)), evaluate=False
        ),
        "no statement can have",
    ),
    "a predicate of sympy": (lambda: sp.Q.positive(x), "use And, Or, Not"),
    "a derivative without a rule": (
        lambda: sp.Eq(sp.Derivative(sp.floor(x), x), y, evaluate=False),
        "no rule gives",
    ),
    "a limit": (lambda: sp.Limit(1 / x, x, sp.oo) >= y, "no statement can have"),
    "a real index of a sum": (lambda: sp.Sum(y * z, (z, 1, 3)) > 0, "one of the integers"),
    "a real index of a range": (lambda: Each(y > z, (z, 1, 3)), "one of the integers"),
    "an integer under an integral": (lambda: sp.Integral(y * n, (n, 0, 3)) > 0, "of the reals"),
    "an integral without ends": (lambda: sp.Integral(y, y) > x, "needs both ends"),
    "a positive bound symbol": (lambda: sp.Integral(w * x, (w, 0, 1)) > 0, "assumed to be posi"),
    "a float as a limit": (lambda: sp.Integral(y * x, (y, 0, 0.5)) > 0, r"Rational\(1, 2\)"),
    "a derivative by an integer": (
        lambda: sp.Eq(sp.Derivative(n**2 * x, n), x, evaluate=False),
        "only a real symbol",
    ),
    "a function without argument": (lambda: sp.Gt(x, f + 1, evaluate=False), "number is needed"),
    "a function without meaning": (lambda: sp.Function("R", real=True)(x) > 0, "made of a Head"),
    "a function with assumptions": (
        lambda: sp.Function("R", positive=True)(x) >= 0 + x,
        "carries assumptions",
    ),
}


@pytest.mark.parametrize("of", REFUSED)
def test_what_no_statement_can_have_is_refused_with_a_way_out(of):
    build, words = REFUSED[of]
    says = build()
    with pytest.raises(IllFormed, match=words):
        ForAll(says)


@pytest.mark.parametrize("of", REFUSED)
def test_it_is_refused_among_the_hypotheses_too(of):
    build, words = REFUSED[of]
    given = build()
    with pytest.raises(IllFormed, match=words):
        ForAll(given=(given,), says=x**2 >= 0)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"where": {z: 0.1 * x}}, r"abbreviation z: 0.1.* write sp.Rational\(1, 10\)"),
        ({"where": {z: x > 0}}, "stands where a term"),
        ({"where": {z: "x"}}, "no term but 'x'"),
        ({"where": {n: x / 2}}, "n is an integer symbol"),
        ({"where": {z: x + z}}, "uses z, which is not defined yet"),
        ({"where": {z: x + t, t: 2 * z}}, "uses t, which is not defined yet"),
        ({"where": {sp.Function("R")(x): sp.Function("R")(x - 1)}}, "not defined yet"),
        ({"where": {x + 1: y}}, "no abbreviation"),
        ({"where": {sp.Function("R")(2): y}}, "no function of different symbols"),
        ({"where": {sp.Function("R")(x, x): y}}, "no function of different symbols"),
        ({"where": {z: x}, "given": (sp.Derivative(x * z, z) > 0,)}, "z is no variable"),
        ({"where": {sp.Symbol("q"): x}}, "q has no kind"),
        ({"instances": {sp.Symbol("q", positive=True): (1,)}}, "assumed to be positive"),
        ({"instances": {"x": (1,)}}, "cannot quantify"),
        ({"given": x > 0}, r"write given=\(x > 0,\)"),
        ({"given": {"lemma 1": x > 0}}, r"write given=\(x > 0,\)"),
        ({"given": {x: (x > 0,)}}, "x is no place"),
        ({"says": (x, y), "given": x < y}, r"not listed: write ForAll\(says, given="),
        ({"instances": {n: (1, 1.5)}}, r"write sp.Rational\(3, 2\)"),
        ({"instances": {n: (1, sp.Rational(1, 2))}}, "needs an integer"),
        ({"instances": {n: (1, sp.oo)}}, "no number"),
        ({"says": x < 1, "given": (integers("x") > 0,)}, "two different things are called x"),
        ({"says": x < 1, "given": (sequence("x")[1] > 0,)}, "two different things are called x"),
        ({"given": (p[1] > reals("p"),)}, "two different things are called p"),
        ({"given": (p[1] > sp.Symbol("p[0]", real=True),)}, "like a member"),
        ({"given": (p[n] > 0,)}, "give n values"),
        ({"given": (sp.Sum(p[i], (i, 1, n)) > 0,)}, "give i values"),
        ({"given": (Each(x > i, (i, 1, n)),)}, "give n values"),
    ],
)
def test_the_other_parts_of_a_statement(more, words):
    with pytest.raises(IllFormed, match=words):
        ForAll(**{"says": x**2 >= 0, **more})


ALLOWED = [
    ForAll(given=(x > 0,), says=x + 1 / x >= 2),
    ForAll(says=sp.Eq(sp.Integral(sp.exp(-(y**2)), (y, -sp.oo, sp.oo)), x, evaluate=False)),
    ForAll(says=sp.Sum(2 ** (-i), (i, 0, sp.oo)) > x),
    ForAll(says=sp.ITE(x > 1, sp.Equivalent(x > 2, n > 2), sp.Not(x > n))),
    ForAll(given=(Lipschitz(f, x),), says=f(x) >= sp.Piecewise((sp.pi, x > 0), (0, True))),
    ForAll(
        given=(n >= 1, Each(p[j] >= 0, (j, 0, n))),
        instances={n: (1, 2)},
        says=sp.Sum(p[j], (j, 0, n)) >= 0,
    ),
    ForAll(where={sp.Function("R")(x): x**2}, says=sp.Derivative(sp.Function("R")(x), x) < 1),
    ForAll(says=rounds_to(2 * x, "0.7", {x: ("0.3", "0.4")})),
]


@pytest.mark.parametrize("at", range(len(ALLOWED)))
def test_what_statements_are_made_of_is_allowed(at):
    assert ALLOWED[at].expanded


def test_orders_and_effects_are_read_as_strictly():
    for build in (
        lambda: SameOrder(w, w + 1, regime=(), variables=(w,)),
        lambda: SameOrder(x + 0.5, x, regime=(), variables=(x,)),
        lambda: SameOrder(x * y, x, regime=(), variables=(x,)),
        lambda: SameOrder(x * y, x, regime=(), variables=(x,), constants={y: (0.5,)}),
        lambda: SameOrder(x, x, regime=(), variables=(x,), relation="smaller"),
        lambda: Observed("e", {}, x > 0.5),
        lambda: Observed("e", {}, True),
        lambda: Observed("e", {}, w > 1),
    ):
        with pytest.raises(IllFormed):
            build()
