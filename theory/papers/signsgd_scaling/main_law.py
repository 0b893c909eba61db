"""Theorem 3.1 as printed: three cases, which are to cover every step.

The argument for the first case is that of theorem F.9, where eta k is small enough. For every
constant the first two cases fail at the points at which theorems F.9 and F.6 do, and the third one
in both meanings of its hypotheses where theorem F.10 does: none of these points bounds d.
"""

import sympy as sp

from theory.argument_language import States
from theory.orders import Magnitude, Order
from theory.papers.signsgd_scaling import burn_in_law, scaling_denial, unstable_denial
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    SETTING,
    B,
    alpha,
    beta,
    d,
    eta,
    expected_loss,
    k,
    s,
    sizes,
    up_to_constants,
)
from theory.places import HERE

T, STEADY = eta * sp.sqrt(B) * k, eta * sp.sqrt(B)
SIGNAL = T ** (-2 * s)
EASY = (alpha >= beta, beta > 2)


def _case(law, laws, small=(), large=()):
    """Return a case in both meanings of its hypotheses; d is large in all of them."""
    says = Order(expected_loss(d), law, "same", OVER)
    places = {"section 2": SETTING, "assumptions 2.1 and B.3": laws}
    return [States(says, {**places, HERE: (*EASY, *some)}) for some in sizes(small, (*large, d))]


FIRST = _case((1 - eta * k) ** 2, POWER_LAWS, small=(eta * k,))
SECOND = _case(
    SIGNAL + eta / sp.sqrt(B), (*POWER_LAWS, DIFFICULTY), small=(STEADY,), large=(eta * k,)
)
THIRD = unstable_denial.in_phase(expected_loss(d), SIGNAL + eta**2, large=(d,), small=(), task=EASY)
BURN_IN, SCALING, UNSTABLE = "burn-in regime", "scaling regime", "unstable regime"
PRINTED = {
    case: up_to_constants(*statements)
    for case, statements in ((BURN_IN, FIRST), (SCALING, SECOND), (UNSTABLE, THIRD))
}
LEMMAS = {**burn_in_law.LEMMAS, **scaling_denial.LEMMAS, **unstable_denial.LEMMAS}
BECAUSE = {BURN_IN: burn_in_law.same_order(EASY, (d,))}
# there eta k = 1/2 and all other terms are 1 at least, or 1 at most
_HALFWAY = {
    h: scaling_denial.HALFWAY if h.args[0] == eta * k else sp.S.One
    for h in SECOND[0].given
    if isinstance(h, Magnitude)
}
AGAINST = {
    BURN_IN: burn_in_law.loss_fails_at_1(FIRST[0]),
    SCALING: scaling_denial.against([SECOND[0]], _HALFWAY),
    UNSTABLE: unstable_denial.loss_fails(THIRD),
}
