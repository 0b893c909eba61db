"""Proofs by cases: true statements are accepted, their false neighbours have no proof."""

import pytest
import sympy as sp

from theory.claim import ForAll
from theory.language import integers, reals
from verify.kernel.cases import proved
from verify.kernel.sums import Sums, Work
from verify.kernel.total import Outside, total
from verify.methods.derivation import find

x, y, z, q, a = reals("x y z q a")
n, m = integers("n m")
half = sp.Rational(1, 2)


def statement(says, *given):
    return ForAll(says=says, given=given)


def eq(left, right):
    return sp.Eq(left, right, evaluate=False)


TRUE = [
    statement(x**2 + y**2 >= 2 * x * y),
    statement(sp.exp(x) >= 1 + x),
    statement(sp.log(1 + x) <= x, x > 0),
    statement(sp.sqrt(1 + x) <= 1 + x / 2, x > 0),
    statement(x * (1 - x) <= sp.Rational(1, 4), x >= 0, x <= 1),
    statement(sp.Abs(x - y) > 0, x > y),
    statement(sp.Abs(x + y) <= sp.Abs(x) + sp.Abs(y)),
    statement(sp.Max(x, y) >= (x + y) / 2),
    statement(eq(x ** (q / 2) * sp.sqrt(x) ** q, x**q), x > 0),
    statement(x**q > 1, x > 1, q > 0),
    statement(sp.tanh(x) < x, x > 0),
    statement(sp.erf(x) < 2 * x / sp.sqrt(sp.pi), x > 0),
    statement(z > 0, eq(x + y, z), x > 0, y > 0),
    statement(n**2 >= 9, n >= 3),
    statement(n > 0, 2 * n > 1),
    statement(eq((x**2 - 1) / (x - 1), x + 1), sp.Ne(x, 1)),
    statement(eq(sp.asinh(x), sp.log(x + sp.sqrt(x**2 + 1))), x > 0),
    statement(sp.atan(1 / (5000 - x)) > 0, x > 0, x < 5000),
    statement(eq(sp.Integral(y**2, (y, 0, x)), x**3 / 3), x > 0),
    statement(eq(sp.Integral(1 / (1 + y) ** 2, (y, 0, x)), x / (1 + x)), x > 0),
    statement(eq(sp.Integral(y**-a, (y, 1, x)), (1 - x ** (1 - a)) / (a - 1)), x > 1, a > 1),
    statement(eq(sp.Integral(sp.Abs(y + x), (y, -x, 0)), sp.Integral(y + x, (y, -x, 0))), x > 0),
    statement(eq(sp.Integral(sp.Abs(y), (y, -x, 0)), sp.Integral(-y, (y, -x, 0))), x > 0),
    # equations in which the sign of the slope is known in each case only
    statement(eq(z, y), eq(x * z, x * y), sp.Ne(x, 0)),
    statement(z > 1, eq(x * z, x**3 + x), sp.Ne(x, 0)),
    statement(z <= 1, eq(x * z, sp.Abs(x)), sp.Ne(x, 0)),
    statement(sp.log(x**20) <= 7 * x**16 / 8, x >= 2),
]
LOG = sp.log(x**2 / 289 + 1)
FALSE = [
    statement(eq(z, y), eq(x * z, x * y)),
    statement(z > 1, eq(x * z, x**3 + x)),
    statement(z >= 1, eq(x * z, sp.Abs(x)), sp.Ne(x, 0)),
    statement(x**2 + y**2 > 2 * x * y),
    statement(sp.exp(x) > 1 + x),
    statement(sp.log(1 + x) <= x / 2, x > 0),
    statement(x * (1 - x) < sp.Rational(1, 4), x >= 0, x <= 1),
    statement(sp.Abs(x + y) >= sp.Abs(x) + sp.Abs(y)),
    statement(x**q > 1, x > 0, q > 0),
    statement(n**2 > 9, n >= 3),
    statement(n > half, 2 * n >= 0),
    statement(n >= 1, n > a, a >= 0, a <= half),  # a real bound: n > a does not say n >= a + 1
    statement(n >= a + 1, n > a),
    statement(eq((x**2 - 1) / (x - 1), x + 1)),
    statement(eq(sp.tan(x) * sp.cos(x), sp.sin(x))),
    statement(eq(sp.Pow(sp.sqrt(x), 2, evaluate=False), x)),
    statement(sp.atan(1 / (5000 - x)) > 0, x > 0, sp.Ne(x, 5000)),
    statement(eq(sp.Integral((y - 1) ** -2, (y, 0, x)), x / (1 - x)), x > 0, sp.Ne(x, 1)),
    statement(eq(sp.Piecewise((1, x > 0), (2, x < 0)), 1), x >= 0),
    statement(sp.acot(x) <= 0, x >= -1),
    statement(sp.floor(x) >= x - half, x > 0),
    statement(eq(x ** (q / 2) * sp.sqrt(x**q), x**q), sp.Ne(x, 0)),
    statement(eq(sp.log(x**2), 2 * sp.log(x))),
    statement(sp.sin(x) >= 0, x > 0),
    statement(sp.tan(x) > 0, x > 0),
    statement(sp.Integral(1 / y, (y, x, 2 * x)) <= 0, x > 0),  # log(2), also close to x = 0
    statement(eq(sp.Integral(sp.Abs(y), (y, -x, 0)), sp.Integral(y, (y, -x, 0))), x > 0),
    # its factors have coefficients that are no machine integers
    statement((x + LOG) ** 2 > x**2 + 2 * x * LOG, -x / 2 < sp.Rational(4, 3), x < 2),
    statement(eq(sp.Integral(sp.atanh(y * (y - 1)) - sp.atanh(y**2 - y), (y, 0, x)), 0), x > 0),
]


@pytest.mark.parametrize("claim", TRUE, ids=lambda c: str((c.given, c.says)))
def test_true_statements_have_a_proof_that_is_accepted_again(claim):
    formulas = total(claim)
    certificate = find(formulas)
    hints = iter(certificate["hints"])
    proved(formulas, certificate["plan"], certificate["facts"], lambda *_: next(hints, None))
    assert next(hints, "none left") == "none left"


@pytest.mark.parametrize("claim", FALSE, ids=lambda c: str((c.given, c.says)))
def test_false_statements_have_none(claim):
    with pytest.raises(Outside):
        find(total(claim))


@pytest.mark.parametrize("claim", TRUE, ids=lambda c: str((c.given, c.says)))
def test_a_plan_that_leaves_something_out_is_refused(claim):
    formulas = total(claim)
    certificate = find(formulas)
    for number in range(len(certificate["plan"])):
        shorter = [s for i, s in enumerate(certificate["plan"]) if i != number]
        with pytest.raises(Outside):
            proved(formulas, shorter, certificate["facts"], lambda *_: None)


@pytest.mark.parametrize(
    ("claim", "plan"),
    [
        (statement(x > 0, x >= 1), [["beyond", "x", 5]]),
        (statement(x > 0, sp.Ne(x, 1)), [["beyond", "x", 0]]),
        (statement(x > 0, x**2 >= 1), [["beyond", "x", 0]]),
        (statement(x > 0, y * x >= 1), [["signs", "y"], ["beyond", "x", 0]]),
        (statement(x > 0, y >= 1), [["beyond", "x", 0], ["beyond", "y", 0]]),
        (statement(x > 0, x <= 1), [["between", "x", 0, 0]]),
        (statement(x > 0, sp.Or(x > 1, x < 0)), [["list", "x", 0]]),
        (statement(x >= y, x >= 1), [["beyond", "x", 0], ["equal", "y", 0]]),
        (statement(x > 0, x >= 1), [["beyond", "x", 0], ["beyond", "x", 0]]),
    ],
    ids=str,
)
def test_forged_plans_are_refused(claim, plan):
    with pytest.raises(Outside):
        proved(total(claim), plan, False, lambda *_: None)


def test_forged_hints_show_nothing():
    false = total(statement(sp.exp(x) > 1 + 2 * x, x > 0))
    hints = [
        ("log",),
        ("slope", "x", None, None),
        ("slope", "x", ("slope", "x", None, None), None),
        ("slope", "y", None, None),
        ("log", ("slope", "x", None, None)),
    ]
    for hint in hints:
        with pytest.raises(Outside):
            proved(false, [["beyond", "x", 0]], False, lambda *_, hint=hint: hint)


def test_what_hypotheses_say_at_a_point_is_no_slope():
    """Between 0 and 5000 the function rises; across the pole it does not."""
    across = total(statement(1 / (5000 - x) > 0, x > 0, sp.Ne(x, 5000)))
    for facts in (False, True):
        with pytest.raises(Outside):
            proved(across, [["beyond", "x", 0]], facts, lambda *_: ("slope", "x", None, None))


def test_polynomials_of_a_high_degree_are_not_factored():
    sums = Sums(Work(10_000))
    g = sums.generator("unknown", "g", "g", sign=None, ball=None, whole=False)
    high = {((g, 5000),): 1, (): -1}
    assert sums._irreducible(high) == [(high, 1)]
    low = {((g, 4),): 1, (): -1}
    assert len(sums._irreducible(low)) == 3
