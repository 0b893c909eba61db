"""Second entries of the paper on SignSGD, section G, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.claim import SameOrder
from theory.language import eq, reals
from theory.orders import Large, Order, Small
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    TASK,
    B,
    D,
    alpha,
    beta,
    effective,
    eta,
    k,
    s,
)
from theory.quantifiers import Every, Some


def le(one, other):
    """Return an inequality that sympy does not decide."""
    return sp.Le(one, other, evaluate=False)


# -- theorem G.1, the last part of the proof -------------------------------------------------------

BALANCED = {
    "beta > 2": (beta > 2, D ** (-2 * s / (2 * s + 1))),
    "beta = 2": (eq(beta, 2), D ** (-2 * s / (2 * s + 1)) * sp.log(D) ** (-1 / (2 * s + 1))),
    "beta < 2": (beta < 2, D ** (-(2 * s * beta + 2 - beta) / (2 * s * beta + 2))),
}
STEP_SIZE = {
    "beta > 2": D ** (2 * s / (2 * s + 1)),
    "beta = 2": D ** (2 * s / (2 * s + 1)) * sp.log(D) ** (1 / (2 * s + 1)),
    "beta < 2": D ** ((2 * s * beta + 2 - beta) / (2 * s * beta + 2)),
}
BURNED_IN = {
    "beta > 2": D,
    "beta = 2": (D / sp.log(D)) ** (2 / (2 * s + 1)),
    "beta < 2": D ** (2 / (2 * s * beta + 2)),
}


def limits(case, ends, term, size, relation):
    """Return that a condition on a term at the balanced rate bounds B, and the other way."""
    task, best = BALANCED[case]
    at_best = (
        *TASK,
        *(D >= 2, B >= 1, k >= 0, eq(D, k * B), effective > 0, task),
        *(Small(effective / best), Large(effective / best)),
    )
    over = (B, D, k, effective)
    return {
        f"{case}: required": States(
            Order(B, ends[case], "at most", over), given=(*at_best, size(term))
        ),
        f"{case}: enough": States(
            Order(term, 1, relation, over), given=(*at_best, Small(B / ends[case]))
        ),
    }


REQUIRES_STEP_SIZE = {
    name: clause
    for case in BALANCED
    for name, clause in limits(case, STEP_SIZE, effective * B, Small, "at most").items()
}
REQUIRES_BURN_IN = limits("beta = 2", BURNED_IN, effective * D / sp.sqrt(B), Large, "at least")
D_0 = reals("D_0")


def compatible(case):
    """Return that for a large budget some batch size meets both conditions and both bounds."""
    task, best = BALANCED[case]
    ends = (le(B, STEP_SIZE[case]), le(B, BURNED_IN[case]))
    sizes = (le(best * B, 1), sp.Ge(best * D / sp.sqrt(B), 1, evaluate=False))
    found = Some(B, And(B >= 1, B <= D, *ends, *sizes))
    large = Every(D, Implies(D >= D_0, found, evaluate=False))
    return States(Some(D_0, And(D_0 > 0, large)), given=(*TASK, task))


COMPATIBLE = {case: compatible(case) for case in BALANCED}

# -- theorem G.5, the proof ------------------------------------------------------------------------

HALF, time = sp.Rational(1, 2), eta * sp.sqrt(B) * k
noise_term, law_time = eta / sp.sqrt(B), time ** (-2 * s)
BEST_RATE = {
    "beta > 2": B ** ((1 - 2 * s) / (4 * s + 2)) * k ** (-2 * s / (2 * s + 1)),
    "beta < 2": B ** (-HALF + beta / (2 * s * beta + 2)) * k ** (-1 + beta / (2 * s * beta + 2)),
}


def fixed_steps(left, right, task, regime=(), relation="same"):
    """Return an order under the hypotheses of theorem G.5, uniform in batch size and steps."""
    return SameOrder(
        left,
        right,
        regime=(B >= 1, k >= 1, *regime),
        variables=(B, k),
        constants=dict.fromkeys((alpha, beta, s), ()),
        relation=relation,
        given=(alpha > beta, DIFFICULTY, *task),
    )


TIMES_B = fixed_steps(
    BEST_RATE["beta > 2"] * B, B ** (1 / (2 * s + 1)) * k ** (-2 * s / (2 * s + 1)), (beta > 2,)
)
EASY = {
    "beta > 2": ((beta > 2, s < HALF), law_time + noise_term, 2 * s),
    "beta < 2": (
        (beta > 1, beta < 2, s < 1 - 1 / beta),
        law_time + noise_term * time ** (2 / beta - 1),
        2 * s + 2 / beta - 1,
    ),
}
CASE_1 = {}
for case, (task, law, edge) in EASY.items():
    CASE_1[f"{case}: burns in"] = fixed_steps(
        BEST_RATE[case] * k, sp.S.One, task, (k**2 >= B,), "at least"
    )
    CASE_1[f"{case}: saturated"] = fixed_steps(
        law.subs(eta, 1 / B), k ** (-2 * s), task, (k**2 >= B, k**edge <= B)
    )

ENTRIES = {
    "signsgd-scaling/thm-G.1-step-stepsize": REQUIRES_STEP_SIZE,
    "signsgd-scaling/thm-G.1-step-burnin-beta-eq2": REQUIRES_BURN_IN,
    "signsgd-scaling/thm-G.1-step-compatible": COMPATIBLE,
    "signsgd-scaling/thm-G.5-step-etaB": TIMES_B,
    "signsgd-scaling/thm-G.5-step-case1": CASE_1,
}
