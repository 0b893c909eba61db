"""Section 3.1 and appendix C: the bulk of the Hessian, and what it says of third derivatives.

The semicircle law with variance sigma^2 has the density sqrt(4 sigma^2 - l^2) / (2 pi sigma^2) on
[-2 sigma, 2 sigma]. Along a unit vector u, T is the derivative of u^T H u, and S the signal in H.
"""

import sympy as sp

from theory.choices import Ambiguous, Damaged
from theory.claim import Claim, ForAll, Missing, Observed, Source
from theory.language import eq, function, reals
from theory.papers.instability_flatness.training_symbols import (
    bulk_edge,
    bulk_edge_less,
    cubic,
    sigma_e,
    signal,
    unit,
)
from theory.places import HERE

phi = reals("phi_0")
APPENDIX_C = Source(appendix="appendix C")
EDGE = {"appendix C, the semicircle law": (sigma_e > 0, eq(bulk_edge, -2 * sigma_e))}


def moment(power):
    """Return a moment of the semicircle law, with l = 2 sigma sin(phi)."""
    place = 2 * sigma_e * sp.sin(phi)
    density = 2 * sigma_e * sp.cos(phi) / (2 * sp.pi * sigma_e**2)
    weight = place**power * density * 2 * sigma_e * sp.cos(phi)
    return sp.Integral(weight, (phi, -sp.pi / 2, sp.pi / 2))


TXT_SEMICIRCLE = Claim(
    id="instability-flatness/txt-semicircle",
    title="The semicircle law of the bulk",
    source=APPENDIX_C,
    words="The bulk has the semicircle law with variance sigma^2 on [-2 sigma, 2 sigma], so that "
    "sigma^2 is a quarter of the square of its edge.",
    printed={
        "density": ForAll(eq(moment(0), 1), given={HERE: (sigma_e > 0,)}),
        "variance": ForAll(eq(moment(2), sigma_e**2), given={HERE: (sigma_e > 0,)}),
        "variance by the edge": ForAll(
            eq(
                sigma_e**2,
                Damaged(
                    "the factor of the square of the edge",
                    {"1/4": bulk_edge**2 / 4, "1/2": bulk_edge**2 / 2},
                ),
            ),
            given=EDGE,
        ),
    },
    note="That the spectrum tends to this law is an assumption on the network.",
)


scaled, scaled_signal = reals("s_c S_c")


def keeps(size, order):
    """Return that an index stays the same if parameters are measured in other units.

    It is a size, of derivatives of this order, over u^T S u, which is made of second ones.
    """
    return ForAll(
        eq(scaled / scaled_signal, size / signal),
        given={HERE: (sp.Ne(signal, 0), unit > 0)},
        where={scaled: unit**order * size, scaled_signal: unit**2 * signal},
    )


INDEX = "which of the two sides, proportional to each other, is the index N(u)"

TXT_N_DIMENSIONLESS = Claim(
    id="instability-flatness/txt-N-dimensionless",
    title="The index of non-quadraticness",
    source=APPENDIX_C,
    words="N(u), the size of T[u, u, u] over u^T S u and so of the order of sigma over it, has no "
    "dimension, and grows as the edge of the bulk gets more negative.",
    printed={
        "without dimension": Ambiguous(
            INDEX,
            {
                "RMS(T) over u^T S u": keeps(cubic, order=3),
                "sigma over u^T S u": keeps(sigma_e, order=2),
            },
        ),
        "by the edge": ForAll(
            eq(sigma_e / signal, -bulk_edge / (2 * signal)),
            given={**EDGE, HERE: (sp.Ne(signal, 0),)},
        ),
        "grows": ForAll(
            -bulk_edge_less / (2 * signal) > -bulk_edge / (2 * signal),
            given={HERE: (signal > 0, bulk_edge_less < bulk_edge)},
        ),
    },
    note="A third derivative has one inverse length more than a second one: with parameters in "
    "units of c the first quotient is multiplied by c. That T is of the order sigma takes a "
    "length. That N grows needs a positive u^T S u, the scale by which it is divided.",
)

along_s, along_w, x = function("S_u"), function("W_u"), reals("x")


def quotient(of):
    """Return the difference quotient of a function at 0, whose limit is its derivative."""
    return (of(x) - of(sp.S.Zero)) / x


TXT_T_BULK = Claim(
    id="instability-flatness/txt-T-bulk",
    title="Third derivatives come from the bulk",
    source=APPENDIX_C,
    words="T[u, u, u] is the sum of the derivatives of u^T S u and of u^T W u; the second one sets "
    "its size.",
    printed={
        "sum": ForAll(
            eq(
                quotient(lambda at: along_s(at) + along_w(at)),
                quotient(along_s) + quotient(along_w),
            ),
            given={HERE: (sp.Ne(x, 0),)},
        ),
        "the bulk sets its size": Missing(
            "trained networks, to compare the two derivatives along a direction"
        ),
    },
    symbols={
        along_s: "u^T S u, as a function of the place along u",
        along_w: "u^T W u, as a function of the place along u",
    },
)

TXT_LAMBDA_NEG = Claim(
    id="instability-flatness/txt-lambda-neg-proxy",
    title="The most negative eigenvalue during instabilities",
    source=Source("section 3.1", "appendix C"),
    words="The size of the most negative eigenvalue grows during instabilities, and shrinks as "
    "the curve gets flatter.",
    printed=Observed(
        "figure 1",
        {"network": "MLP of 32 hidden units", "data": "Fashion-MNIST, four classes"},
        effect=bulk_edge_less < bulk_edge,
        measures={
            bulk_edge_less: "least eigenvalue of the Hessian in an unstable phase",
            bulk_edge: "least eigenvalue of the Hessian in the stable phase before it",
        },
        needs="Fashion-MNIST and the training code",
    ),
)
