"""Orders of magnitude, attacked: what must not be refuted, what must not be supported or proved."""

from fractions import Fraction

import pytest
import sympy as sp

from theory.claim import Claim, SameOrder, Source
from theory.hints import Within
from theory.language import integers, reals
from theory.values import Algebraic, PiecewiseLinear, Ray
from verify.claims.witness import witness
from verify.evidence import Outcome, Tier
from verify.judging.certificate import CertificateError, make, replay
from verify.judging.verdict import verdict_on
from verify.methods import METHODS
from verify.methods.apply import accepted
from verify.methods.task import Task
from verify.truth.rays import NoRate, Rate, monomial, objection, rate, stays_inside

x, y, z, a = reals("x y z a")
n, m = integers("n m")
LARGE = (x >= 2,)


def order(left, right, relation="same", regime=LARGE, variables=None, **more):
    free = sp.sympify(left).free_symbols | sp.sympify(right).free_symbols
    free = free.union(*(r.free_symbols for r in regime)) - set(more.get("constants", ()))
    return SameOrder(
        left, right, regime, variables or tuple(sorted(free, key=str)), relation=relation, **more
    )


TRUE = {
    "two exponentials": order(sp.exp(x) * sp.log(x), sp.exp(2 * x), "at most"),
    "an exponential less another": order(sp.exp(2 * x) - sp.exp(x) * sp.log(x), sp.exp(2 * x)),
    "logarithms of powers": order(sp.log(x**3), sp.log(x)),
    "leading terms that cancel": order(sp.sqrt(x**2 + x) - x, 1),
    "a difference of logarithms": order(sp.log(2 * x) - sp.log(x), 1),
    "a bounded exponent": order(sp.exp(1 / x), 1),
    "irrational exponents": order(x ** (1 / (sp.sqrt(2) - 1)), x ** (sp.sqrt(2) + 1)),
    "a power below a logarithm": order(sp.log(x), x ** sp.Rational(1, 2), "at most"),
    "parity": order(n * (3 + (-1) ** n), n, regime=(n >= 1,)),
    "a fractional power of an integer": order(sp.sqrt(n) * n, n ** sp.Rational(3, 2), regime=()),
    "an exponent of the regime": order(y, x**2, "at most", regime=(y <= x**2, x >= 1)),
    "a bounded variable": order(x + y, y, regime=(x <= 3, y >= 1)),
    "an equation in the regime": order(x * y, y**3, regime=(sp.Eq(x, y**2), y >= 1)),
    "both sides fall": order(1 / (x + 1), 1 / x, regime=(x >= 1,)),
    "a minimum": order(sp.Min(x, x**2), x, regime=(x >= 1,)),
    "a small constant": order(x / 10**9 + 1, x, "at most", regime=(x >= 1,)),
    "a constant with a range": order(x**a + x, x**a, constants={a: (2, 3)}, given=(a >= 1,)),
    "a quotient that is bounded": order(sp.exp(-x / y), 1, regime=(x <= y, x >= 1)),
    "an equality of exponents": order(x * y, z, "at most", regime=(x * y <= z,)),
}
FALSE = {
    "one logarithm more": order(x * sp.log(x), x),
    "a logarithm below": order(x / sp.log(x), x, "at least"),
    "a higher power": order(x**2, 100 * x, "at most"),
    "a sum with a higher power": order(x + x ** sp.Rational(101, 100), x),
    "an exponential": order(sp.exp(x), x**100, "at most"),
    "a falling exponential": order(sp.exp(-x), x**-100, "at least"),
    "a fractional power of an integer": order(n ** sp.Rational(3, 2), n, regime=(n >= 1,)),
    "outside the exponents of the regime": order(y, x**2, "at most", regime=(y <= x**3,)),
    "a zero at the corner": order(x, x - 2),
    "a negative side": order(x, x - 3),
    "a second variable": order(x + y, x, regime=(x >= 1, y >= 1)),
    "an equation in the regime": order(x * y, y**2, regime=(sp.Eq(x, y**2), y >= 1)),
    "a maximum": order(sp.Max(x, x**2), x, regime=(x >= 1,)),
    "a constant at its own value": order(x**a, x**2, constants={a: (1, 3)}, given=(a > 2,)),
    "a large threshold": order(x, x**2, regime=(x >= 10**6,)),
    "a corner of a regime that is no cone": order(x, x - 2, regime=(x + y >= 1,)),
    "a start that is not small": order(x * y, y, regime=(x >= 5, y >= 77 * x)),
}
EMPTY = {
    "contradicting numbers": order(x**2, x, regime=(x >= 2, x <= 1)),
    "contradicting powers": order(x, y**2, regime=(x >= 2 * y, y >= x)),
    "nothing positive": order(x**2, x, regime=(x <= 0,)),
    "a bound that is false": order(x**2, x, regime=(sp.false,)),
    "three monomials": order(x, z, regime=(x * y <= z, x >= 2 * z, y >= 1)),
    "no whole number": order(n**2, n, regime=(3 * n >= 1, 2 * n <= 1)),
    "hypotheses of the constants": order(x**a, x, constants={a: (1, 2)}, given=(a > 3, a < 2)),
}
OPEN = {
    "no rule for a double logarithm": order(x * sp.log(sp.log(x)), x, regime=(x >= 3,)),
    "swings": order(1 + n * (1 - (-1) ** n), 1, regime=(n >= 1,)),
    "no constant that is tried is allowed": order(x**a, x, constants={a: (1, 2)}, given=(a > 3,)),
    "a regime that is no cone": order(x**2, x, regime=(x + y >= 1,)),
    "a side without a value": order(sp.sqrt(1 - x), x, "at least"),
}


def run(statement):
    return METHODS["orders"].apply(Task(statement))


def table(statements):
    return pytest.mark.parametrize("of", statements)


@table(TRUE)
def test_a_true_order_is_supported_or_left_open_and_never_refuted(of):
    evidence = run(TRUE[of])
    assert evidence.method == "orders"
    assert evidence.outcome in (Outcome.HOLDS, Outcome.UNKNOWN), evidence.detail


@table([of for of in TRUE if of not in ("two exponentials",)])
def test_most_true_orders_are_supported(of):
    assert run(TRUE[of]).outcome is Outcome.HOLDS, run(TRUE[of]).detail


@table(FALSE)
def test_a_false_order_is_refuted_by_a_witness_that_replays(of):
    statement = FALSE[of]
    evidence = run(statement)
    assert evidence.outcome is Outcome.FAILS, evidence.detail
    about = Claim("paper/order", "", Source(), "", statement)
    assert "side" in replay(
        make(about.id, about.parts[0], {}, evidence.witness), about.id, about.parts[0], {}
    )


@table(EMPTY)
def test_an_empty_regime_is_vacuous(of):
    task = Task(EMPTY[of])
    evidence = accepted(task, METHODS["vacuity"].apply(task))
    assert verdict_on(EMPTY[of], [evidence, run(EMPTY[of])]).verdict.value == "vacuous"


@table(OPEN)
def test_what_no_rule_decides_stays_open(of):
    evidence = run(OPEN[of])
    assert (evidence.method, evidence.outcome) == ("orders", Outcome.UNKNOWN)


@pytest.mark.parametrize(
    ("statement", "between", "proved"),
    [
        (order(x + 1, x, regime=(x >= 1,)), (1, 2), True),
        (order(x + 1, x, regime=(x >= 1,)), (0, 2), False),
        (order(1 / x, 1, "at least", regime=(x >= 1,)), (0, 1), False),
        (order(1 / x, 1, "at least", regime=(x >= 1,)), (-1, 1), False),
        (order(x**2, x, "at most", regime=(x >= 1,)), (0, 5), False),
        (order(1 / x, 1, "at most", regime=(x >= 1,)), (0, 1), True),
        (order(a * x, x, constants={a: (1,)}, given=(a > 0,)), (a, a), True),
        (order(a * x, x, constants={a: (1,)}, given=(a >= 0,)), (a, a + 1), False),
    ],
)
def test_a_proof_needs_constants_that_are_positive(statement, between, proved):
    evidence = METHODS["orders"].apply(Task(statement, hint=Within(*between)))
    assert (evidence.outcome is Outcome.HOLDS and evidence.tier is not Tier.SEARCH) is proved


# -- rates ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (x**2 + x, Rate(2, 0)),
        (x**2 - x, Rate(2, 0)),
        (1 / (x**2 - x), Rate(-2, 0)),
        (x * sp.log(x) + x, Rate(1, 1)),
        (sp.log(x) ** 3 / x, Rate(-1, 3)),
        (sp.exp(x) / x, Rate(sp.oo, 0)),
        (sp.exp(x) * sp.log(x), Rate(sp.oo, 0)),
        (sp.exp(-x) * x**5, Rate(-sp.oo, 0)),
        (sp.exp(-1 / x), Rate(0, 0)),
        (sp.sqrt(sp.pi) * x, Rate(1, 0)),
        (1 - sp.exp(-x), Rate(0, 0)),
        (sp.Max(x, sp.log(x)), Rate(1, 0)),
        (2**x, Rate(sp.oo, 0)),
        (sp.floor(x), Rate(1, 0)),
    ],
)
def test_rates(term, expected):
    assert rate(term, {x: sp.Integer(1)}) == expected


@pytest.mark.parametrize(
    "term",
    [
        x - sp.sqrt(x**2 + 1),
        sp.log(x) - sp.log(2 * x),
        sp.log(sp.log(x)),
        sp.log(1 + 1 / x),
        sp.exp(x) - sp.exp(x**2),
        sp.exp(x) * sp.exp(-(x**2)),
        sp.exp(sp.log(x) ** 2),
        1 - x,
        -x,
        sp.sqrt(1 - x),
        (-1) ** n * x,
        (1 + 1 / x) ** x,
        sp.sign(x),
        x ** sp.sqrt(2),
        sp.Mul(0, sp.log(x), evaluate=False),
        sp.Piecewise((x, x > 5)),
        sp.sin(x) + 2,
        x * (sp.sqrt(2) - sp.sqrt(3)),
    ],
)
def test_no_rate_where_leading_terms_may_cancel_or_no_rule_is_known(term):
    with pytest.raises(NoRate):
        rate(term, {x: sp.Integer(1), n: sp.Integer(1)})


def test_monomials():
    assert monomial(3 * x**2 / sp.sqrt(y), (x, y)) == (2, sp.Rational(-1, 2))
    for term in (x + y, -x, x ** sp.sqrt(2), sp.log(x), x**a, sp.Integer(0)):
        with pytest.raises(NoRate):
            monomial(term, (x, y))


# -- rays and points that somebody hands in --------------------------------------------------


def ray(*exponents):
    return [Ray(Fraction(e)) for e in exponents]


@pytest.mark.parametrize(
    ("regime", "exponents"),
    [
        ((x <= 1,), (1, 0)),
        ((x >= 1,), (-1, 1)),
        ((x >= 1,), (0, 0)),
        ((x * y <= 1,), (1, 0)),
        ((y <= x,), (1, 2)),
        ((x + 1 <= y,), (1, 1)),
        ((x <= y + 1,), (1, 0)),
        ((sp.Eq(x, y),), (1, 2)),
        ((sp.Eq(x, y),), (2, 1)),
    ],
)
def test_a_ray_that_leaves_the_regime_refutes_nothing(regime, exponents):
    statement = order(x**3 * y**2, x, regime=regime, variables=(x, y))
    values = dict(zip((x, y), ray(*exponents), strict=True))
    assert objection(statement, values, {}) is None
    assert not stays_inside(statement, tuple(map(sp.Rational, exponents)), {})


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        (order(x**2, x, "at least", regime=()), {x: Fraction(-1)}),
        (order(x, x - 1, regime=(x >= 1,)), {x: Fraction(0)}),
        (order(x, x - 1, regime=(x >= 1,)), {x: Fraction(1, 2)}),
        (order(x, x - 1, regime=(x >= 1,)), {x: Algebraic((-1, 1), Fraction(0), Fraction(2))}),
        (order(n, 2 * n - 3, regime=()), {n: Fraction(3, 2)}),
        (order(x * y, x, regime=(x >= 1,)), {x: Ray(Fraction(1)), y: Fraction(1)}),
        (
            order(x**a, x, constants={a: (1,)}, given=(a > 1,)),
            {x: Ray(Fraction(1)), a: Fraction(1)},
        ),
        (order(x**a, x, constants={a: (1,)}), {x: Ray(Fraction(1)), a: Ray(Fraction(1))}),
        (order(x**n, x, constants={n: (1,)}), {x: Ray(Fraction(1)), n: Fraction(3, 2)}),
        (order(x**2, x, regime=(x >= 2, x <= 1)), {x: Ray(Fraction(1))}),
        (
            order(x**2, x),
            {x: PiecewiseLinear((Fraction(0),), (Fraction(1),), Fraction(1), Fraction(1))},
        ),
    ],
)
def test_forged_witnesses_refute_nothing(statement, values):
    assert objection(statement, values, {}) is None
    about = Claim("paper/order", "", Source(), "", statement)
    with pytest.raises(CertificateError, match="does not refute"):
        replay(make(about.id, about.parts[0], {}, witness(values)), about.id, about.parts[0], {})


def test_a_ray_starts_anywhere_in_the_regime():
    statement = order(x * y, y, regime=(x >= 5, y >= 77 * x))
    assert objection(statement, {x: Ray(Fraction(1)), y: Ray(Fraction(1))}, {})
