"""Second entries of appendices E and F.1 of the paper on instability, from the page.

Where a first entry takes up single cases of what is printed, these cases were entered after it had
been seen, each worked out anew: the two parameters of (F.2) by a perturbation.
"""

import sympy as sp

from tests.double_entry.instability_flatness_polarity import (
    NEITHER,
)
from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.instability_flatness.polarity_notation import (
    ACROSS,
    MIXED,
    PURE,
    bias_1,
    bias_2,
    bias_3,
    ddz,
    dz,
    in_1,
    in_2,
    input_x,
    lam,
    lam_next,
    next_weights,
    other_ratio,
    others,
    others_b,
    out_1,
    out_2,
    output,
    phi2,
    ratio,
    ti,
    tj,
    weight,
    weight_1,
    weight_2,
    weights,
)
from theory.quantifiers import Every, Some

# -- appendix F.1 ----------------------------------------------------------------------------------

rho, rho_0, h = reals("rho rho_0 h")
d_4, d_6, l_1, l_2, p, across = reals("d_4 d_6 lambda_1 lambda_2 p q")
Q, S, Q_2, S_2, v_cone = reals("Q S Q' S' v")
c_40, c_21 = reals("c_40 c_21")


def supremum(fourth, sixth):
    """Return the largest |even part - lambda_1 rho^2| / rho^4, which is at one of the ends."""
    ends = fourth / 12, fourth / 12 + sixth * rho_0**2 / 360
    return sp.Max(*map(sp.Abs, ends))


at_most = reals("M")
ONE_LARGER = (  # of two derivatives, a positive one, while the other stays
    sp.And(old > 0, new >= old, eq(stays, still))
    for old, new, stays, still in ((Q, Q_2, S, S_2), (S, S_2, Q, Q_2))
)
REMAINDER = {
    "of a quadratic loss": ForAll(
        eq((l_1 * p**2 + l_2 * across**2) * rho**2, l_1 * rho**2 / 2),
        given=(rho > 0, l_1 > 0, l_1 > l_2, sp.Abs(v_cone) < 1),
        where={p: (1 - v_cone**2) / (1 + v_cone**2), across: 2 * v_cone / (1 + v_cone**2)},
    ),
    "positive": Ambiguous(
        "of which losses",
        {
            "any": ForAll(supremum(Q, S) > 0, given=(rho_0 > 0,)),
            "with a higher order": ForAll(
                supremum(Q, S) > 0, given=(rho_0 > 0, sp.Ne(Q**2 + S**2, 0))
            ),
        },
    ),
    "grows": Ambiguous(
        "in which sense an even order increases",
        {
            "one of them": ForAll(
                supremum(Q_2, S_2) >= supremum(Q, S), given=(rho_0 > 0, sp.Or(*ONE_LARGER))
            ),
            "as a size": ForAll(
                supremum(Q_2, S_2) >= supremum(Q, S),
                given=(rho_0 > 0, sp.Abs(Q_2) >= sp.Abs(Q), sp.Abs(S_2) >= sp.Abs(S)),
            ),
        },
    ),
    "a number": Ambiguous(
        "how much is taken away",
        {
            name: States(
                Some(
                    at_most,
                    Every(
                        rho,
                        sp.Implies(
                            sp.And(rho > 0, rho <= rho_0),
                            sp.Abs(
                                (l_1 * (1 - across**2) + l_2 * across**2) * rho**2
                                - factor * l_1 * rho**2
                            )
                            <= at_most * rho**4,
                            evaluate=False,
                        ),
                    ),
                ),
                given=(l_1 > 0, l_1 > l_2, rho_0 > 0, sp.Abs(across) < 1, sp.Ne(across, 0)),
            )
            for name, factor in {"(F.1)": sp.Rational(1, 2), "expansion": sp.S.One}.items()
        },
    ),
}
# by perturbation of the second order: the eigenvector turns at the rate c_21 / (l_1 - l_2)
bends = c_40 + 2 * c_21**2 / (l_1 - l_2)
DIFFERENCE = {
    "one parameter": ForAll(
        eq((d_4 * h**2 + d_6 * h**4 / 12) / h**2, d_4 + d_6 * h**2 / 12), given=(h > 0,)
    ),
    "two parameters": ForAll(eq(bends, c_40), given=(l_1 > l_2,)),
}

# -- appendix E.2.2 --------------------------------------------------------------------------------

CURVED = (ddz > 0, eq(phi2, 2 * (dz + ddz * output) / ddz))
PHI_2 = {
    "form": ForAll(eq(phi2, 2 * (dz / ddz + output)), given=CURVED),
    "z' -> 0": ForAll(eq(phi2, 2 * output), given=(*CURVED, eq(dz, 0))),
}

# -- appendix E.1, D = 1 and 2 ---------------------------------------------------------------------

net = out_1 * (in_1 * input_x + bias_1) + out_2 * (in_2 * input_x + bias_3) + bias_2
through_x = in_1 * out_1, in_2 * out_2
by_biases = out_1 * bias_1 + out_2 * bias_3 + bias_2
IDENTITY = {
    "one matrix": ForAll(eq(weight_1 * input_x + bias_1, weight_1 * input_x + bias_1 + bias_1)),
    "matrices": ForAll(
        eq(
            weight_2 * (weight_1 * input_x + bias_1) + bias_2,
            weight_2 * weight_1 * input_x + (weight_2 * bias_1 + bias_2) + bias_2,
        )
    ),
    "(E.1)": Damaged(
        "whether paths are added or multiplied",
        {
            "added": ForAll(eq(net, sum(through_x) * input_x + by_biases)),
            "multiplied": ForAll(eq(net, sp.Mul(*through_x) * input_x + by_biases)),
        },
    ),
}

# -- appendix E.6, the ratio -----------------------------------------------------------------------


def curvature(at):
    """Return f of a parameter."""
    return sp.Abs(at) * (lam + dz / at**2)


# with one parameter each and q = 2 the largest eigenvalue is 4, and z' = 2 (theta_i + theta_j)
moved = [4 * at + 2 * (1 + ratio) * ti for at in (ratio * ti, ti)]
RATIO_ALONE = Ambiguous(
    "what is fixed beside the ratio",
    {
        "lambda and what stands over |theta|": ForAll(
            eq(sp.Derivative(curvature(ratio * ti) / curvature(ti), ti), 0),
            given=(ti > 0, ratio > 0, lam > 0, dz > 0),
        ),
        "nothing": ForAll(eq(sp.Derivative(moved[0] / moved[1], ti), 0), given=(ti > 0, ratio > 0)),
    },
)

# -- appendix E.7 ----------------------------------------------------------------------------------

inside = ti * tj * others
SHARED = {
    "one path": ForAll(
        eq(MIXED(ti, tj, others, dz, ddz), ddz * inside**2 / (ti * tj) + dz * inside / (ti * tj)),
        given=NEITHER,
    ),
    "two paths": ForAll(
        eq(
            ACROSS(ti, others, tj, others_b, dz, ddz),
            ddz * (ti * others) * (tj * others_b) / (ti * tj),
        ),
        given=NEITHER,
    ),
    "k = j": ForAll(
        eq(
            PURE(ti, tj * others, dz, ddz),
            ddz * inside**2 / ti**2 + dz * inside / ti**2,
        ),
        given=NEITHER,
    ),
}

v_a, v_b = reals("v_i v_j")

# B w = lambda w for two parameters, the first one 1 and the other one r; what is said to stay
# fixed are K_kj = theta_k theta_j H_kj, or the entries of H


def squared_ratio(value, at):
    """Return (w_i / w_j)^2 by the second row of B."""
    return ((value - next_weights / at**2) / weight) ** 2


def largest(value, at):
    """Return that a value is the largest eigenvalue of B."""
    trace = weights + next_weights / at**2
    determinant = (weights * next_weights - weight**2) / at**2
    return eq(value**2 - trace * value + determinant, 0), value >= trace / 2


# a reading with the entries of the Hessian fixed is gone: the page calls what is fixed the weights
SHIFTS = ForAll(
    squared_ratio(lam, ratio) < squared_ratio(lam_next, other_ratio),
    given=(
        *(ratio > 1, ratio < other_ratio, sp.Ne(weight, 0)),
        *largest(lam, ratio),
        *largest(lam_next, other_ratio),
    ),
)

ENTRIES = {
    "instability-flatness/eq-F.1": REMAINDER,
    "instability-flatness/eq-F.2": DIFFERENCE,
    "instability-flatness/txt-phi2-limits": PHI_2,
    "instability-flatness/eq-E.1": IDENTITY,
    "instability-flatness/txt-shared-hessian": SHARED,
    "instability-flatness/txt-Rstar-increasing": SHIFTS,
    "instability-flatness/txt-dR-dtheta-zero": RATIO_ALONE,
}
