"""Bounds of products with an integral along a ray."""

import pytest
import sympy as sp

from theory.language import reals
from verify.truth.rays import Rate
from verify.variants.over_ranges import bounds
from verify.variants.paths import SCALE, growth

x = reals("x")
SHARE = 1 - sp.exp(-SCALE / x)
MOVING = 1 + 1 / SCALE


def rates(term):
    """Return the closest bounds: the largest below, the smallest above."""
    found = [(relation, growth(bound)[0]) for relation, bound in bounds(term)]
    closest = {"at least": max, "at most": min}
    return {
        relation: closest[relation](
            (rate for own, rate in found if own == relation), key=lambda r: (r.power, r.logs)
        )
        for relation in dict(found)
    }


@pytest.mark.parametrize(
    ("integrand", "ends", "found"),
    [
        (SHARE * x**-MOVING, (1, SCALE**2), {"at least": Rate(0), "at most": Rate(1)}),
        (SHARE * x**-SCALE, (1, SCALE), {"at least": Rate(-sp.oo), "at most": Rate(-1)}),
        (SHARE / x, (1, SCALE**2), {"at least": Rate(0)}),
        (sp.exp(-x / SCALE), (SCALE, SCALE**2), {"at least": Rate(1)}),
        (x**-2 / SCALE, (1, SCALE), {"at least": Rate(-1), "at most": Rate(-1)}),
        (x ** -sp.Rational(1, 2), (1, SCALE**4), {"at least": Rate(2)}),
        (x**2 * sp.exp(-x), (1, SCALE), {"at least": Rate(0)}),
    ],
)
def test_an_integral_is_bounded_by_its_integrand(integrand, ends, found):
    assert rates(sp.Integral(integrand, (x, *ends))) == found
    assert rates(SCALE * sp.Integral(integrand, (x, *ends))) == {
        relation: Rate(rate.power + 1) for relation, rate in found.items()
    }


@pytest.mark.parametrize(
    "term",
    [
        SCALE,
        sp.Integral(SHARE / x, (x, 1, 1 + 1 / SCALE)),  # over less than to the double
        sp.Integral((1 + sp.exp(-x)) * x**-MOVING, (x, 1, 1 + 1 / SCALE)),  # more than a share
        sp.Integral((1 - x) * x**-3, (x, 1, SCALE)),  # negative
        sp.Integral(SCALE - x, (x, 1, SCALE**2)),  # negative further out
        -sp.Integral(SHARE / x, (x, 1, SCALE)),
        sp.Integral(SHARE / x, (x, 1, SCALE)) ** 2,
        sp.Integral(SHARE / x, (x, 1, SCALE)) + SCALE,
    ],
)
def test_nothing_else_is(term):
    assert rates(term) == {}
