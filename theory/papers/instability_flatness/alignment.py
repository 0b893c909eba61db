"""Appendix E.4: the ratio of the coordinates of an eigenvector, by the function f.

f(t) = |t| (lambda + z' Theta / t^2), with the largest eigenvalue lambda and a number z' Theta.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Missing
from theory.language import eq
from theory.papers.instability_flatness.polarity_notation import (
    APPENDIX_E_4,
    R,
    coupling,
    coupling_next,
    ddz,
    dz,
    eps_m,
    lam,
    lam_next,
    other_ratio,
    ratio,
    slope_t,
    t1,
    t2,
    ti,
    tk,
    vi,
    vk,
)
from theory.papers.instability_flatness.two_parameters import SHARPNESS
from theory.places import HERE

POSITIVE = {"appendix E.4, lambda_1 > 0": (lam > 0,)}


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
    printed=ForAll(eq(sp.Abs(vi / vk), sp.Abs(f(tk) / f(ti))), given={**E_2, HERE: DEFINED}),
    uses=("instability-flatness/eq-E.2",),
)

CRITICAL = sp.sqrt(slope_t / lam)
SLOPE = Claim(
    id="instability-flatness/txt-f-derivative",
    title="Where f increases",
    source=APPENDIX_E_4,
    words="For positive arguments the derivative of f is lambda - z' Theta / t^2; it is positive "
    "above (z' Theta / lambda)^(1/2).",
    printed={
        "derivative": ForAll(
            eq(sp.Derivative(f(ti), ti), lam - slope_t / ti**2), given={HERE: (ti > 0,)}
        ),
        "positive": ForAll(
            sp.Derivative(f(ti), ti) > 0,
            given={**POSITIVE, HERE: (ti > CRITICAL,)},
        ),
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
            "appendix E.4, all parameters above the critical value": (ti > CRITICAL, tk > CRITICAL),
            HERE: (tk >= ti,),
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
        given={
            **POSITIVE,
            "appendix E.4, the constancy condition in the regime of ill-conditioning": (
                eq(lam + slope_t / ti**2, lam * (1 + eps_m)),
            ),
        },
    ),
    uses=("instability-flatness/eq-E.2",),
    note="What is left out is as printed; whether it may be, is txt-eps-controlled.",
)


def with_sign(*given):
    """Return that the eigenvalue grows with the constant C, all else being fixed."""
    return ForAll(
        lam < lam_next,
        given={
            "equation (E.2)": (
                constancy(ti, vi),
                eq((lam_next + slope_t / ti**2) * vi, coupling_next / ti),
            ),
            HERE: (sp.Ne(ti, 0), sp.Ne(vi, 0), coupling < coupling_next, *given),
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
OVERESTIMATES = Claim(
    id="instability-flatness/txt-lhat-overestimates",
    title="The approximate eigenvector overestimates the eigenvalue",
    source=APPENDIX_E_4,
    words="The eigenvalue that belongs to the approximate eigenvector is more than the true one, "
    "as the deviation in the flattest coordinate is positive.",
    printed={
        "two parameters": ForAll(
            SHARPNESS <= ESTIMATE, given={**ILL, HERE: (sp.Ne(dz * PRODUCT, 0),)}
        ),
        "more parameters": MORE,
        "positive deviation": ForAll(
            eps_m > 0,
            given={
                **POSITIVE,
                "appendix E.4, the deviation": (eq(eps_m, slope_t / (lam * ti**2)),),
                HERE: (sp.Ne(ti, 0), sp.Ne(slope_t, 0)),
            },
        ),
    },
    instead={
        "positive deviation": Instead(
            ForAll(
                eps_m > 0,
                given={
                    **POSITIVE,
                    "appendix E.4, the deviation": (eq(eps_m, slope_t / (lam * ti**2)),),
                    HERE: (sp.Ne(ti, 0), slope_t > 0),
                },
            ),
            words="if z' Theta is positive",
        )
    },
    uses=("instability-flatness/txt-eps-m", "instability-flatness/txt-opt-v-inverse"),
    note="z' Theta is negative while the output has to grow away from 0, and then the estimate is "
    "too low. Much larger is read as a thousand times.",
)

SMALL_RELATIVE = MUCH * sp.Abs(dz) <= sp.Abs(ddz * PRODUCT)
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
        "two parameters": Ambiguous(
            "whether ill-conditioning is enough, or z' has to be small against z'' Theta, too",
            {
                "it is enough": small_deviation(),
                "z' has to be small": small_deviation(SMALL_RELATIVE),
            },
        ),
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
