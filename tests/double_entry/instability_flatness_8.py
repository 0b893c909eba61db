"""Second entries of appendices E.4 and E.6 that were entered anew after a comparison.

The first ones were about other quantities than the claims: here what the page says of any number of
parameters is written for two of them, worked out anew, of a quadratic loss where it is about one
loss at a time.
"""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.instability_flatness import implies, le
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import Missing, SameOrder
from theory.language import eq, reals
from theory.papers.instability_flatness.polarity_notation import lam, ratio, ti, tj, vi, vj
from theory.quantifiers import Every, Some

from_here, gap = reals("c_0 epsilon_0")


def from_some_number(symbols, conditions, says):
    """Return that there is a number from which on something holds for all values."""
    holds = implies(And(*conditions), says)
    for symbol in reversed(symbols):
        holds = Every(symbol, holds)
    return Some(from_here, And(from_here > 0, holds))


def within_any_gap(symbols, conditions, says):
    """Return the same for every distance, however small."""
    there = from_some_number(symbols, conditions, says)
    return States(Every(gap, implies(gap > 0, there)))


# -- appendix E.6, the orders ----------------------------------------------------------------------

# of the square of a sum of two parameters every second derivative is 2; Theta_a is the one, Theta_b
# the other one, which is smaller by a factor
SECOND = sp.S(2)
IMBALANCE = (sp.Ne(tj, 0), ti**2 >= from_here * tj**2)


def constant_parameters(statement):
    """Return both meanings of orders, of which one cannot be said of so few parameters."""
    return Ambiguous(
        "whether parameters are constants of O and Omega",
        {
            "they are": Missing(
                "orders in products that grow while their parameters are constants"
            ),
            "they are not": statement,
        },
    )


def of_order(right, relation):
    """Return an order in Theta_a, and in Theta_a / Theta_b where it is at least 1."""
    return SameOrder(SECOND, right, regime=(ratio >= 1,), variables=(ti, ratio), relation=relation)


HESSIAN_HAS_EIGENVECTOR = [eq(SECOND * vi + SECOND * vj, lam * to) for to in (vi, vj)]
ORDERS = {
    "across": constant_parameters(of_order(ti * (ti / ratio), "at most")),
    "lambda_1": constant_parameters(of_order(ti**2, "at least")),
    "dominates": constant_parameters(within_any_gap((ti, tj), IMBALANCE, le(SECOND, gap * SECOND))),
    "approximated": constant_parameters(
        within_any_gap(
            (ti, tj, lam, vi, vj),
            (*IMBALANCE, *HESSIAN_HAS_EIGENVECTOR, lam > 0, sp.Ne(vj, 0)),
            le(vj**2, gap * (vi**2 + vj**2)),
        )
    ),
}

ENTRIES = {"instability-flatness/txt-davis-kahan-orders": ORDERS}
