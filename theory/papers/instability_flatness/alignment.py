"""Appendix E.4: the ratio of the coordinates of an eigenvector, by the function f.

f(t) = |t| (lambda + z' Theta / t^2), with the largest eigenvalue lambda and a number z' Theta.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ByHand, Claim, ForAll, Missing
from theory.language import eq, reals
from theory.papers.instability_flatness.polarity_notation import (
    APPENDIX_E_4,
    NONE_IS_0,
    UNIT,
    R,
    coupling,
    coupling_next,
    ddz,
    dz,
    eps_m,
    j,
    lam,
    lam_next,
    n,
    other_ratio,
    output,
    ratio,
    slope_t,
    t1,
    t2,
    ti,
    tk,
    total,
    v,
    vartheta,
    vi,
    vk,
)
from theory.papers.instability_flatness.two_parameters import SHARPNESS
from theory.places import HERE

POSITIVE = {"appendix E.4, the true eigenvalue is positive": (lam > 0,)}


def f(t):
    """Return f(t)."""
    return sp.Abs(t) * (lam + slope_t / t**2)


def constancy(t, v):
    """Return equation (E.2) for a parameter and its coordinate of an eigenvector."""
    return eq((lam + slope_t / t**2) * v, coupling / t)


E_2 = {"equation (E.2)": (constancy(ti, vi), constancy(tk, vk))}
DEFINED = (sp.Ne(vk, 0), sp.Ne(f(ti), 0))
RATIO = Claim(
    id="instability-flatness/txt-f-function",
    title="The ratio of two coordinates as a ratio of values of f",
    source=APPENDIX_E_4,
    words="By equation (E.2) the coordinates of an eigenvector are to each other as the values of "
    "f at the other parameter.",
    printed=ForAll(
        eq(
            sp.Abs(vi / vk),
            Damaged(
                "whether bars stand around the right side",
                {"bars": sp.Abs(f(tk) / f(ti)), "none": f(tk) / f(ti)},
            ),
        ),
        given={**E_2, HERE: DEFINED},
    ),
    uses=("instability-flatness/eq-E.2",),
    note="Without bars it holds where both values of f have one sign, as with z' Theta >= 0.",
)

CRITICAL = sp.sqrt(slope_t / lam)
SLOPE = Claim(
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
            f(tk) / f(ti) >= 1,
            Implies(eq(f(tk) / f(ti), 1), eq(tk, ti), evaluate=False),
        ),
        given={
            **POSITIVE,
            HERE: (ti > CRITICAL, tk > CRITICAL, tk >= ti),
        },
    ),
    uses=("instability-flatness/txt-f-derivative", "instability-flatness/txt-f-function"),
)


def aligned(r):
    """Return R_n for a parameter that is r times the smallest one."""
    return r * (lam + slope_t / (r**2 * ti**2)) / (lam + slope_t / ti**2)


def grows(*given):
    """Return that R_n grows with the ratio."""
    return ForAll(
        aligned(ratio) < aligned(other_ratio),
        given={
            **POSITIVE,
            HERE: (ti > 0, ratio > 1, other_ratio > ratio, lam + slope_t / ti**2 > 0, *given),
        },
    )


MONOTONE = Claim(
    id="instability-flatness/txt-Rn-monotone-r",
    title="The alignment ratio grows with the ratio of the parameters",
    source=APPENDIX_E_4,
    words="R_n increases in r_k, the ratio of a parameter to the smallest one, which is above 1.",
    printed=Ambiguous(
        "whether all parameters are still above the critical value",
        {
            "they are": grows(slope_t < lam * ti**2),
            "they need not be": grows(),
        },
    ),
    uses=("instability-flatness/txt-Rn-ge-1",),
    note="As the page argues, with lambda, z' Theta and the smallest parameter fixed. Below the "
    "critical value R_n falls.",
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
                *(sp.Ne(ti, 0), sp.Ne(vi, 0), coupling < coupling_next),
                *given,
            ),
        },
    )


INCREASES = Claim(
    id="instability-flatness/txt-lambda-increases-with-C",
    title="The eigenvalue grows with C",
    source=APPENDIX_E_4,
    words="By equation (E.2) the eigenvalue is an increasing function of the constant C, so that "
    "the leading eigenvector has the largest.",
    printed=Ambiguous(
        "which sign the eigenvector has, which is free",
        {
            "the coordinate has the sign of its parameter": with_sign(ti * vi > 0),
            "either": with_sign(),
        },
    ),
    uses=("instability-flatness/eq-E.2",),
    note="With the coordinate, its parameter and z' Theta fixed. The other sign of the eigenvector "
    "turns the sign of C round.",
)

# -- two parameters, one much larger ---------------------------------------------------------------

MUCH = 10**6
ILL = {"appendix E.4, ill-conditioned": (sp.Ne(t1, 0), t2**2 >= MUCH * t1**2, ddz >= 0)}
PRODUCT = t1 * t2
D_OF_TWO = ddz * PRODUCT**2 + dz * PRODUCT
ESTIMATE = D_OF_TWO * (t1**-2 + t2**-2)
MORE = Missing("the largest eigenvalue of the Hessian of more parameters")
SMALL_RELATIVE = MUCH * sp.Abs(dz) <= sp.Abs(ddz * PRODUCT)


def signed(slope):
    """Return which sign z' Theta has."""
    return Ambiguous(
        "which sign z' Theta has; none is stated, but epsilon_m > 0 is taken for granted",
        {"either": sp.Ne(slope, 0), "positive": slope > 0},
    )


def by_size(statement, small):
    """Return the readings of a statement: without a condition on z', or where it is small."""
    return Ambiguous(
        "whether ill-conditioning is enough, or z' has to be small against z'' Theta, too",
        {"it is enough": statement(), "z' has to be small": statement(small)},
    )


def close(estimate, eigenvalue):
    """Return that the quotient is within a half of 1."""
    return And(2 * estimate >= eigenvalue, 2 * estimate <= 3 * eigenvalue)


def close_for_two(*given):
    """Return that the estimate is close to the eigenvalue, for two parameters."""
    return ForAll(close(ESTIMATE, SHARPNESS), given={**ILL, HERE: (signed(dz * PRODUCT), *given)})


# of more parameters, with z'' Theta^2 and z' Theta as numbers
QUADRATIC = ddz * output**2
INVERSES = total(vartheta[j] ** -2)
ESTIMATE_OF_MORE = (QUADRATIC + slope_t) * INVERSES
SCALED = v[j] / vartheta[j]
FORM = (QUADRATIC + slope_t) * total(SCALED) ** 2 - slope_t * total(SCALED**2)
FORM_AT_INVERSES = (QUADRATIC + slope_t) * INVERSES**2 - slope_t * total(vartheta[j] ** -4)
EIGENVALUE = {
    "appendix E.4": (n >= 2, NONE_IS_0, ddz >= 0),
    "appendix E.4, lambda is v^T H v for a unit vector v": (UNIT, eq(lam, FORM)),
}


def close_for_more(*given):
    """Return that the estimate is close to the eigenvalue, for more parameters."""
    return States(
        close(ESTIMATE_OF_MORE, lam),
        given={
            **EIGENVALUE,
            HERE: (
                lam * INVERSES >= FORM_AT_INVERSES,
                signed(slope_t),
                *given,
            ),
        },
    )


SUM_2, SUM_4, QUADRATIC_PART = reals("Sum_2 Sum_4 Q_D")
CLOSE_BY_HAND = {
    "sum of fourth powers": ForAll(
        total(vartheta[j] ** -4) <= INVERSES**2, given=(n >= 1, NONE_IS_0), instances={n: (1, 2, 3)}
    ),
    "close by these sums": ForAll(
        close((QUADRATIC_PART + slope_t) * SUM_2, lam),
        given=(
            slope_t > 0,
            MUCH * slope_t <= QUADRATIC_PART,
            SUM_2 > 0,
            SUM_4 <= SUM_2**2,
            lam <= (QUADRATIC_PART + slope_t) * SUM_2,
            lam * SUM_2 >= (QUADRATIC_PART + slope_t) * SUM_2**2 - slope_t * SUM_4,
        ),
    ),
}
OVERESTIMATES = Claim(
    id="instability-flatness/txt-lhat-overestimates",
    title="The approximate eigenvector overestimates the eigenvalue",
    source=APPENDIX_E_4,
    words="The eigenvalue that belongs to the approximate eigenvector is more than the true one "
    "and close to it, as the deviation in the flattest coordinate is small and positive.",
    printed={
        "more, two parameters": ForAll(
            SHARPNESS <= ESTIMATE, given={**ILL, HERE: (signed(dz * PRODUCT),)}
        ),
        "close, two parameters": by_size(close_for_two, SMALL_RELATIVE),
        "more, any number": ForAll(
            lam <= ESTIMATE_OF_MORE,
            given={**EIGENVALUE, HERE: (signed(slope_t),)},
            instances={n: (2,)},
        ),
        "close, any number": by_size(close_for_more, MUCH * sp.Abs(slope_t) <= QUADRATIC),
        "positive deviation": ForAll(
            eps_m > 0,
            given={
                **POSITIVE,
                "appendix E.4, the deviation": (eq(eps_m, slope_t / (lam * ti**2)),),
                HERE: (sp.Ne(ti, 0), signed(slope_t)),
            },
        ),
    },
    lemmas=CLOSE_BY_HAND,
    because={
        "close, any number": ByHand(
            tuple(CLOSE_BY_HAND), reading=("positive", "z' has to be small")
        )
    },
    symbols={
        SUM_2: "sum of theta_j^-2",
        SUM_4: "sum of theta_j^-4",
        QUADRATIC_PART: "z'' Theta^2",
    },
    uses=("instability-flatness/txt-eps-m", "instability-flatness/txt-opt-v-inverse"),
    note="z' Theta is negative while the output has to grow away from 0, and then the estimate is "
    "too low. For z = Theta^2 / 2 and parameters 1 and 1000 it is twice the eigenvalue. Much "
    "larger is read as a thousand times, close as within a half.",
)

RELATIVE = sp.Abs(t2 / t1) / R(t1, t2, dz, ddz)


def small_deviation(*given):
    """Return that both deviations are about the same: their quotient is within a half of 1."""
    return ForAll(
        And(2 * RELATIVE >= 1, 2 * RELATIVE <= 3),
        given={**ILL, HERE: (sp.Ne(dz + ddz * PRODUCT, 0), *given)},
    )


CONTROLLED = Claim(
    id="instability-flatness/txt-eps-controlled",
    title="The deviations are small if the parameters are of different size",
    source=APPENDIX_E_4,
    words="The relative deviations from the approximate eigenvector are small, controlled by the "
    "ill-conditioning and the relative scale of z' and z''.",
    printed={
        "two parameters": by_size(small_deviation, SMALL_RELATIVE),
        "more parameters": MORE,
    },
    uses=("instability-flatness/txt-eps-m",),
    note="Small is read as generously as can be: the quotient of 1 + epsilon_1 and 1 + epsilon_2 "
    "is between 1/2 and 3/2. For z = Theta^2 / 2 it tends to 2.",
)


def above_critical(*given):
    """Return that the smaller one of two parameters is above the critical value."""
    return ForAll(
        t1**2 * SHARPNESS > dz * PRODUCT,
        given={**ILL, HERE: (dz * PRODUCT >= 0, sp.Ne(dz + ddz * PRODUCT, 0), *given)},
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
                "of every convex one": above_critical(),
                "of the square, with its minimum at 0": above_critical(
                    ddz > 0, eq(dz, ddz * PRODUCT)
                ),
            },
        ),
        "more parameters": MORE,
    },
    note="Where z'' is 0 the largest eigenvalue is |z'| and the critical value lies between both "
    "parameters, however different they are.",
)
