"""Appendix E.4: the ratio of the coordinates of an eigenvector, by the function f.

f(t) = |t| (lambda + z' Theta / t^2), with the largest eigenvalue lambda and a number z' Theta.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Solve
from theory.choices import Ambiguous, Damaged
from theory.claim import ByReading, Claim, ForAll, Missing
from theory.existence import by_values
from theory.language import eq
from theory.much_larger import fails, much, where_much_larger
from theory.papers.instability_flatness import estimate_argument as estimate
from theory.papers.instability_flatness.deviation_argument import (
    ESTIMATE,
    OF_TWO,
    OFF,
    POINT,
    PRODUCT,
    SLOPE,
    SMALL_SLOPE,
    deviations_are_small,
    deviations_are_small_argued,
    estimate_is_close,
    estimate_is_close_argued,
)
from theory.papers.instability_flatness.polarity_notation import (
    APPENDIX_E_4,
    UNIT,
    coupling,
    coupling_next,
    ddz,
    dz,
    eps_m,
    lam,
    lam_next,
    n,
    other_ratio,
    others,
    output,
    ratio,
    slope_t,
    t1,
    t2,
    ti,
    tj,
    tk,
    vi,
    vk,
)
from theory.papers.instability_flatness.two_parameters import SHARPNESS
from theory.places import HERE
from theory.quantifiers import denied, inhabited

POSITIVE = {"appendix E.4, the true eigenvalue is positive": (lam > 0,)}


def f(t):
    """Return f(t)."""
    return sp.Abs(t) * (lam + slope_t / t**2)


def constancy(t, v):
    """Return equation (E.2) for a parameter and its coordinate of an eigenvector."""
    return eq((lam + slope_t / t**2) * v, coupling / t)


E_2 = {"equation (E.2)": (constancy(ti, vi), constancy(tk, vk))}
DEFINED = (sp.Ne(vk, 0), sp.Ne(f(ti), 0))
BARS, NO_BARS = "bars", "none"


def quotient(of):
    """Return R_n as a quotient of two values of f, in either reading."""
    return Ambiguous(
        "whether bars are meant around quotients of f, too: the extraction has them on the left "
        "side of the first one alone",
        {BARS: sp.Abs(of), NO_BARS: of},
    )


# of parameters 1 and 3, z = (Theta - 9)^2 / 2: the Hessian ((9, -3), (-3, 1)) and its eigenvalue 10
NEGATIVE = {
    ti: sp.S.One,
    tk: sp.S(3),
    slope_t: sp.S(-18),
    lam: sp.S(10),
    coupling: sp.S(-24),
    vi: sp.S(3),
    vk: sp.S(-1),
}
RATIO_GIVEN = {**E_2, HERE: DEFINED}
RATIO_FAILS = by_values(
    inhabited(
        sorted(NEGATIVE, key=str),
        (*E_2["equation (E.2)"], *DEFINED, sp.Ne(sp.Abs(vi / vk), f(tk) / f(ti))),
    ),
    NEGATIVE,
)
RATIO = Claim(
    id="instability-flatness/txt-f-function",
    title="The ratio of two coordinates as a ratio of values of f",
    source=APPENDIX_E_4,
    words="By equation (E.2) the coordinates of an eigenvector are to each other as the values of "
    "f at the other parameter.",
    printed=ForAll(eq(sp.Abs(vi / vk), quotient(f(tk) / f(ti))), given=RATIO_GIVEN),
    against={"": ByReading({NO_BARS: RATIO_FAILS})},
    uses=("instability-flatness/eq-E.2",),
    note="Without bars it holds where both values of f have one sign, as with z' Theta >= 0. It "
    "fails for the leading eigenvector of parameters 1 and 3 with z = (Theta - 9)^2 / 2: lambda = "
    "10, z' Theta = -18, v = (3, -1), and f(3) / f(1) = -3.",
)

CRITICAL = sp.sqrt(slope_t / lam)
DERIVATIVE = Claim(
    id="instability-flatness/txt-f-derivative",
    title="Where f increases",
    source=APPENDIX_E_4,
    words="For positive arguments the derivative of f is lambda - z' Theta / t^2; above "
    "(z' Theta / lambda)^(1/2) it is positive and f increases.",
    printed={
        "derivative": ForAll(
            eq(sp.Derivative(f(ti), ti), lam - slope_t / ti**2), given={HERE: (ti > 0,)}
        ),
        "positive": ForAll(
            sp.Derivative(f(ti), ti) > 0,
            given={**POSITIVE, HERE: (ti > CRITICAL,)},
        ),
        "increasing": ForAll(f(ti) < f(tk), given={**POSITIVE, HERE: (ti > CRITICAL, tk > ti)}),
    },
)

AT_LEAST_1 = Claim(
    id="instability-flatness/txt-Rn-ge-1",
    title="The eigenvector leans to the smallest parameter",
    source=APPENDIX_E_4,
    words="Where all parameters are above the critical value, f of a larger parameter is at least "
    "f of the smallest, and equal only for equal parameters.",
    printed=ForAll(
        And(
            quotient(f(tk) / f(ti)) >= 1,
            Implies(eq(quotient(f(tk) / f(ti)), 1), eq(tk, ti), evaluate=False),
        ),
        given={
            **POSITIVE,
            HERE: (ti > CRITICAL, tk > CRITICAL, tk >= ti),
        },
    ),
    uses=("instability-flatness/txt-f-derivative", "instability-flatness/txt-f-function"),
    note="The critical value is a root, so that z' Theta >= 0; then bars change nothing.",
)


def aligned(r):
    """Return R_n for a parameter that is r times the smallest one."""
    return r * (lam + slope_t / (r**2 * ti**2)) / (lam + slope_t / ti**2)


def grows(*given):
    """Return that R_n grows with the ratio."""
    return ForAll(
        quotient(aligned(ratio)) < quotient(aligned(other_ratio)),
        given={**POSITIVE, HERE: (ti > 0, ratio > 1, other_ratio > ratio, *given)},
    )


# the quotients at (1, 1) and (1, -1) for the coordinates of theta_1 and theta_k = r_k theta_1
IS_LARGEST = (
    ddz >= 0,
    2 * lam * ti**2 >= ddz * output**2 * (1 + 1 / ratio) ** 2 + 2 * slope_t / ratio,
    2 * lam * ti**2 >= ddz * output**2 * (1 - 1 / ratio) ** 2 - 2 * slope_t / ratio,
)
ABOVE, NOT_ABOVE = "they are", "they need not be"
MONOTONE = Claim(
    id="instability-flatness/txt-Rn-monotone-r",
    title="The alignment ratio grows with the ratio of the parameters",
    source=APPENDIX_E_4,
    words="R_n increases in r_k, the ratio of a parameter to the smallest one, which is above 1.",
    printed=Ambiguous(
        "whether all parameters are still above the critical value",
        {
            ABOVE: grows(ti > CRITICAL),
            NOT_ABOVE: grows(sp.Ne(lam + slope_t / ti**2, 0), *IS_LARGEST),
        },
    ),
    uses=("instability-flatness/txt-Rn-ge-1",),
    note="With lambda, z' Theta and the smallest parameter fixed. Where that is below the critical "
    "value, or z' Theta < 0, it is used that lambda is the largest eigenvalue, so at least the "
    "quotients of the Hessian at (1, 1) and (1, -1) for theta_1 and theta_k. Parameters 1 and 3, "
    "lambda = 10 and z' Theta = -18: without bars R_n is -3, and less for r_k = 4.",
)

DEVIATION = Claim(
    id="instability-flatness/txt-eps-m",
    title="Deviation in the flattest coordinate",
    source=APPENDIX_E_4,
    words="With no deviation in the sharpest coordinate, and z' Theta over the square of the "
    "largest parameter left out, the constancy condition gives z' Theta / (lambda theta_1^2).",
    printed=ForAll(
        eq(eps_m, slope_t / (lam * ti**2)),
        given={**POSITIVE, HERE: (eq(lam + slope_t / ti**2, lam * (1 + eps_m)),)},
    ),
    uses=("instability-flatness/eq-E.2",),
    note="What is left out is as printed; whether it may be, is txt-eps-controlled.",
)


def with_sign(*given):
    """Return that the eigenvalue grows with the constant C, all else being fixed."""
    return ForAll(
        lam < lam_next,
        given={
            "equation (E.2)": (constancy(ti, vi),),
            HERE: (
                eq((lam_next + slope_t / ti**2) * vi, coupling_next / ti),
                *(sp.Ne(ti, 0), coupling < coupling_next),
                *given,
            ),
        },
    )


# two eigenvectors of one Hessian of two parameters, (v_i, v_k) and (-v_k, v_i)
D_OF_TWO = ddz * output**2 + slope_t
TWO_PAIRS = (
    *(sp.Ne(ti * tk, 0), ddz >= 0, eq(output, ti * tk)),
    *(eq(vi**2 + vk**2, 1), sp.Ne(lam, lam_next)),
    *(eq((lam + slope_t / t**2) * v, coupling / t) for t, v in ((ti, vi), (tk, vk))),
    *(eq((lam_next + slope_t / t**2) * v, coupling_next / t) for t, v in ((ti, -vk), (tk, vi))),
    eq(coupling, D_OF_TWO * (vi / ti + vk / tk)),
    eq(coupling_next, D_OF_TWO * (vi / tk - vk / ti)),
)
ACROSS = "of two eigenvectors of one Hessian"
GROWS_ACROSS = States(lam < lam_next, given={HERE: (*TWO_PAIRS, coupling < coupling_next)})
FALLS_ACROSS = {
    ti: sp.S(3),
    tk: sp.S(4),
    output: sp.S(12),
    ddz: sp.Rational(1, 25),
    slope_t: -sp.Rational(288, 25),
    vi: -sp.Rational(4, 5),
    vk: sp.Rational(3, 5),
    lam: sp.S.One,
    lam_next: sp.S.Zero,
    coupling: sp.Rational(84, 125),
    coupling_next: sp.Rational(288, 125),
}
FALLS = by_values(
    inhabited(
        sorted(FALLS_ACROSS, key=str),
        (*TWO_PAIRS, coupling < coupling_next, denied(GROWS_ACROSS.says)),
    ),
    FALLS_ACROSS,
)


INCREASES = Claim(
    id="instability-flatness/txt-lambda-increases-with-C",
    title="The eigenvalue grows with C",
    source=APPENDIX_E_4,
    words="By equation (E.2) the eigenvalue is an increasing function of the constant C, and the "
    "leading eigenvector is therefore sought where C is largest.",
    printed=Ambiguous(
        "what is fixed: a coordinate, its parameter and z' Theta, with either sign of the "
        "eigenvector, which is free, or the Hessian, of which there are several eigenvectors",
        {
            "the coordinate has the sign of its parameter": with_sign(ti * vi > 0),
            "the coordinate has either sign": with_sign(),
            ACROSS: GROWS_ACROSS,
        },
    ),
    against={"": ByReading({ACROSS: FALLS})},
    uses=("instability-flatness/eq-E.2",),
    note="A coordinate and z' Theta fixed: the other sign of the eigenvector turns the sign of C "
    "round. Of one Hessian, figure E.13 has lambda = -21.5 with C = 54.8 and lambda = -5.9 with C "
    "= 0.4. Our two, of parameters 3 and 4 with z' Theta < 0, have lambda = 1 and 0, C = 0.7 and "
    "2.3: the leading one does not have the largest C, either.",
)

# -- two parameters, one much larger ---------------------------------------------------------------

MORE = Missing("the largest eigenvalue of the Hessian of more parameters")
IT_IS_ENOUGH, SLOPE_IS_SMALL = "it is enough", "z' has to be small"
EITHER, POSITIVE_SLOPE = "either", "positive"
SIGNS, OF_PRODUCT = (
    {EITHER: sp.Ne(slope, 0), POSITIVE_SLOPE: slope > 0} for slope in (SLOPE, estimate.SLOPE)
)


def signed(slope):
    """Return which sign z' Theta has."""
    return Ambiguous(
        "which sign z' Theta has; none is stated, but epsilon_m > 0 is taken for granted",
        {EITHER: sp.Ne(slope, 0), POSITIVE_SLOPE: slope > 0},
    )


def by_size(enough, small):
    """Return the readings of a statement: without a condition on z', or where it is small."""
    return Ambiguous(
        "whether ill-conditioning is enough, or z' has to be small against z'' Theta, too",
        {IT_IS_ENOUGH: enough, SLOPE_IS_SMALL: small},
    )


EIGENVALUE = {
    "appendix E.4": (n >= 2, estimate.NONE_IS_0, ddz >= 0),
    "appendix E.4, the eigenvector has length 1": (UNIT,),
    "equation (E.2)": (estimate.IS_EIGENVECTOR,),
    "appendix E.4, lambda_1 is the largest eigenvalue": (estimate.IS_LARGEST,),
}
DEVIATES = {"appendix E.4, u_j = u_j^* (1 + epsilon_j)": (estimate.DEVIATES,)}


def of_more(name, *given):
    """Return what is given of n parameters, with the deviations if the estimate has them."""
    if name == estimate.PLAIN:
        return {**EIGENVALUE, HERE: given}
    return {**EIGENVALUE, **DEVIATES, HERE: (estimate.NOT_OPPOSITE, *given)}


def by_estimate(make):
    """Return what is said of either estimate."""
    return Damaged(
        "which of the eigenvalues has the hat in lambda_1 (1 + epsilon_m) = D (1 + A) psi^-2",
        {name: make(name) for name in estimate.OF},
    )


def is_more(name):
    """Return that an estimate is more than the eigenvalue."""
    given = of_more(name, signed(estimate.SLOPE))
    return States(lam < estimate.OF[name][0], given=given)


def is_close(name):
    """Return that an estimate is close to the eigenvalue where z' is small."""
    given = of_more(name, signed(estimate.SLOPE), *estimate.SMALL_SLOPE)
    return estimate.is_close(name, given)


# through two of its parameters: at least the quotients at (theta_i, theta_j), (theta_i, -theta_j)
OUTPUT = ti * tj * others
LARGEST = (
    lam * (ti**2 + tj**2) >= 4 * ddz * OUTPUT**2 + 2 * dz * OUTPUT,
    lam * (ti**2 + tj**2) >= -2 * dz * OUTPUT,
)
FLATTEST = dz * OUTPUT / (lam * ti**2)


def deviates_upwards(sign):
    """Return that epsilon_m is positive where one parameter is much larger than another one."""
    return where_much_larger(
        (ti, tj, others, dz, ddz, lam, eps_m),
        (
            *(sp.Ne(ti, 0), tj**2 >= much * ti**2, ddz >= 0, *LARGEST, sign),
            eq(eps_m, FLATTEST),
        ),
        eps_m > 0,
    )


def deviates_upwards_argued():
    """Argue for it where z' Theta is positive."""
    given = (sp.Ne(ti, 0), ddz >= 0, LARGEST[0], dz * OUTPUT > 0)
    positive = Solve(lam > 0, given)
    quotient = Solve(sp.Gt(FLATTEST, 0, evaluate=False), given, (positive,))
    return by_values(deviates_upwards(given[-1]).says, {much: sp.S.One}, (), (positive, quotient))


# z'' = 0 and z' = 1: the Hessian is ((0, 1), (1, 0))
NO_CURVATURE = {ti: 1, tj: -(much + 1), others: 1, dz: 1, ddz: 0, lam: 1, eps_m: -(much + 1)}
OFF_BY_DEVIATION = Missing(
    "epsilon_m as the deviation of the eigenvector itself: from lambda_1 (1 + epsilon_m) = D (1 + "
    "A) psi^-2 it is algebra, but in that relation z' Theta / vartheta_m^2 is dropped"
)


OVERESTIMATES = Claim(
    id="instability-flatness/txt-lhat-overestimates",
    title="The approximate eigenvector overestimates the eigenvalue",
    source=APPENDIX_E_4,
    words="The eigenvalue that belongs to the approximate eigenvector is more than the true one, "
    "which is positive, and close to it, as the deviation in the flattest coordinate is small and "
    "positive: it is off by that deviation, up to its square.",
    printed={
        "more, two parameters": ForAll(
            SHARPNESS < ESTIMATE, given={HERE: (ddz >= 0, signed(SLOPE))}
        ),
        "close, two parameters": by_size(
            estimate_is_close(signed(SLOPE)), estimate_is_close(signed(SLOPE), SMALL_SLOPE)
        ),
        "more, any number": by_estimate(is_more),
        "close, any number": by_size(MORE, by_estimate(is_close)),
        "delta = epsilon_m + O(epsilon_m^2)": OFF_BY_DEVIATION,
        "positive": ForAll(lam > 0, given={HERE: (ddz >= 0, *LARGEST, signed(dz * OUTPUT))}),
        "positive deviation": deviates_upwards(signed(dz * OUTPUT)),
    },
    because={
        "close, two parameters": ByReading(
            {(name, SLOPE_IS_SMALL): estimate_is_close_argued(SIGNS[name]) for name in SIGNS}
        ),
        "more, any number": ByReading(
            {(POSITIVE_SLOPE, name): estimate.is_more_argued(name) for name in estimate.OF}
        ),
        "close, any number": ByReading(
            {
                (sign, SLOPE_IS_SMALL, name): estimate.is_close_argued(name, given)
                for sign, given in OF_PRODUCT.items()
                for name in estimate.OF
            }
        ),
        "positive deviation": ByReading({POSITIVE_SLOPE: deviates_upwards_argued()}),
    },
    against={
        "close, two parameters": ByReading(
            {(name, IT_IS_ENOUGH): fails(estimate_is_close(SIGNS[name]), POINT) for name in SIGNS}
        ),
        "more, any number": ByReading(
            {(EITHER, name): estimate.is_not_more(name) for name in estimate.OF}
        ),
        "positive deviation": ByReading(
            {EITHER: fails(deviates_upwards(sp.Ne(dz * OUTPUT, 0)), NO_CURVATURE)}
        ),
    },
    uses=("instability-flatness/txt-eps-m", "instability-flatness/txt-opt-v-inverse"),
    note="z' Theta is negative while the output has to grow away from 0, and then the estimate is "
    "too low. No rate of closeness is printed: that it is |z' / (z'' Theta)| for any number, where "
    "-4 z' Theta <= z'' Theta^2, is ours. Of both eigenvectors the nearer one has A >= -1. For z'' "
    "= 1, parameters 1 and r^2 and z' = r^3 - r^2 + r it is more than r times as large.",
)

CONTROLLED = Claim(
    id="instability-flatness/txt-eps-controlled",
    title="The deviations are small if the parameters are of different size",
    source=APPENDIX_E_4,
    words="The relative deviations from the approximate eigenvector are small, controlled by the "
    "ill-conditioning and the relative scale of z' and z''.",
    printed={
        "two parameters": by_size(deviations_are_small(), deviations_are_small(SMALL_SLOPE)),
        "more parameters": MORE,
    },
    because={"two parameters": ByReading({SLOPE_IS_SMALL: deviations_are_small_argued()})},
    against={"two parameters": ByReading({IT_IS_ENOUGH: fails(deviations_are_small(), POINT)})},
    uses=("instability-flatness/txt-eps-m",),
    note="Both vectors have length 1, so that both deviations are small where the quotient of 1 + "
    "epsilon_2 and 1 + epsilon_1 is near 1. For z = Theta^2 / 2 it tends to 2; for z'' = 1, "
    "parameters 1 and r^2 and z' = r^3 - r^2 + r it is r.",
)

CONVEX_ONES = "of every convex one"
ABOVE_FOR_CONVEX = where_much_larger(
    (t1, t2, dz, ddz, lam), (*OF_TWO, SLOPE >= 0, sp.Ne(OFF, 0)), t1**2 * lam > SLOPE
)
ABOVE_CRITICAL = Claim(
    id="instability-flatness/txt-theta-crit-ill-conditioned",
    title="Ill-conditioned parameters are above the critical value",
    source=APPENDIX_E_4,
    words="In ill-conditioned regimes all parameters are often above the critical value.",
    printed={
        "two parameters": Ambiguous(
            "of which losses often is said",
            {
                CONVEX_ONES: ABOVE_FOR_CONVEX,
                "of those met in practice": Missing("which losses and parameters these are"),
            },
        ),
        "more parameters": MORE,
    },
    lemmas={
        "the square, with its minimum at 0": ForAll(
            t1**2 * SHARPNESS > SLOPE,
            given=(ddz > 0, eq(dz, ddz * PRODUCT), sp.Ne(PRODUCT, 0)),
        )
    },
    against={"two parameters": ByReading({CONVEX_ONES: fails(ABOVE_FOR_CONVEX, POINT)})},
    note="For the square with its minimum at 0, which is our example, it holds whatever the "
    "parameters are. For z'' = 1, parameters 1 and r^2 "
    "and z' = r^3 - r^2 + r the smaller one is below the critical value from r = 2 on.",
)
