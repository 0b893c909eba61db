"""Sections 4.1.2 and E.2: the Hessian of z(t1 t2) and its top eigenvector."""

from functools import cache

import sympy as sp

from theory.choices import Ambiguous, Damaged
from theory.claim import Claim, ForAll, Source
from theory.language import eq
from theory.papers.instability_flatness.gradient_step import ETA_EOS, ORDER, XI
from theory.papers.instability_flatness.polarity_notation import (
    HESSIAN_2,
    TOP,
    R,
    beta,
    beta_next,
    ddz,
    dz,
    phi1,
    phi2,
    t1,
    t2,
)
from theory.places import HERE


@cache
def hessian() -> sp.Matrix:
    """Derive the Hessian of z(t1 t2) from the second-order expansion of z at Theta = t1 t2."""
    theta = sp.Symbol("Theta", real=True)
    offset = t1 * t2 - theta
    return (
        sp.hessian(dz * offset + ddz * offset**2 / 2, (t1, t2)).subs(theta, t1 * t2).as_immutable()
    )


def top_ratio(a, b, c, d):
    """Derive R: for H = [[p, r], [r, s]] the top eigenvector is (lambda - s, r) up to scale."""
    matrix = hessian().subs({t1: a, t2: b, dz: c, ddz: d}, simultaneous=True)
    p, r, s = matrix[0, 0], matrix[0, 1], matrix[1, 1]
    top = (p + s) / 2 + sp.sqrt(((p - s) / 2) ** 2 + r**2)
    return sp.Abs((top - s) / r)


def entry(i, j, a, b, c, d):
    """Derive entry i, j of the Hessian."""
    values = {t1: a, t2: b, dz: c, ddz: d}
    return hessian()[int(i) - 1, int(j) - 1].subs(values, simultaneous=True)


def largest(a, b, c, d):
    """Derive the largest eigenvalue of the Hessian."""
    p, r, s = (entry(i, j, a, b, c, d) for i, j in ((1, 1), (1, 2), (2, 2)))
    return (p + s) / 2 + sp.sqrt(((p - s) / 2) ** 2 + r**2)


ANY_ORDER = {"section 4.1.2": (ddz >= 0,), HERE: (sp.Ne(dz + ddz * t1 * t2, 0),)}
DOMAIN = {**ANY_ORDER, "section 4.1.2": (t2**2 >= t1**2, ddz >= 0)}


def sharpness(a, b, slope, curvature):
    """Return the largest eigenvalue of the Hessian at parameters a and b."""
    return TOP(a, b, slope, curvature)


SHARPNESS = sharpness(t1, t2, dz, ddz)
ANISOTROPY = ddz * (t2**2 - t1**2) / (2 * (dz + ddz * t1 * t2))


def closed_form(beta, domain=DOMAIN):
    """Return that the ratio is this function of the anisotropy."""
    return ForAll(eq(R(t1, t2, dz, ddz), beta + sp.sqrt(beta**2 + 1)), given=domain)


R2_CLOSED_FORM = Claim(
    id="instability-flatness/txt-r2-closed-form",
    title="Alignment ratio of the top eigenvector, two parameters",
    source=Source("section 4.1.2", "appendix E.2.1"),
    words="The ratio of the top eigenvector's coordinates is a function of one anisotropy number.",
    printed=Damaged(
        "whether the anisotropy is an absolute value, as appendix E.2.1 ends",
        {"absolute value": closed_form(sp.Abs(ANISOTROPY)), "signed": closed_form(ANISOTROPY)},
    ),
    note="z is convex, and t2 is the larger parameter without loss of generality.",
)


def hessian_entry(i, j):
    """Return entry i, j of the Hessian."""
    return HESSIAN_2(i, j, t1, t2, dz, ddz)


OFF_DIAGONAL = ddz * t1 * t2 + dz
HESSIAN_OF_TWO = Claim(
    id="instability-flatness/def-dln2-hessian",
    title="Hessian of a product of two parameters",
    source=Source("section 4.1.2", "appendix E.2.1"),
    words="The Hessian of z(theta_1 theta_2) by the chain rule.",
    printed={
        "first row": ForAll(
            sp.And(eq(hessian_entry(1, 1), ddz * t2**2), eq(hessian_entry(1, 2), OFF_DIAGONAL))
        ),
        "second row": ForAll(
            sp.And(eq(hessian_entry(2, 1), OFF_DIAGONAL), eq(hessian_entry(2, 2), ddz * t1**2))
        ),
    },
)


def of_phi(one):
    """Return beta + sqrt(beta^2 + 1) for beta = phi_1 / phi_2, as a function of phi_1."""
    return one / phi2 + sp.sqrt((one / phi2) ** 2 + 1)


SIGN = Claim(
    id="instability-flatness/txt-r2-sign-invariance",
    title="The sign of the anisotropy only turns the ratio over",
    source=Source("", "appendix E.2.1, sign invariance"),
    words="With the other sign of phi_1 the ratio is the reciprocal, so that only the absolute "
    "value of phi_1 / phi_2 matters.",
    printed={
        "reciprocal": ForAll(eq(of_phi(phi1) * of_phi(-phi1), 1), given={HERE: (sp.Ne(phi2, 0),)}),
        "absolute value": Ambiguous(
            "whether the ratio is that of the coordinate of the smaller parameter to that of the "
            "larger, as in section 4.1.2, or of the first to the second, whichever is larger",
            {
                "of the smaller to the larger": closed_form(sp.Abs(ANISOTROPY)),
                "of the first to the second": closed_form(sp.Abs(ANISOTROPY), ANY_ORDER),
            },
        ),
    },
    uses=("instability-flatness/txt-r2-closed-form",),
    note="Where t1 is the larger parameter the ratio is below 1, which beta + sqrt(beta^2 + 1) "
    "never is with an absolute value for beta.",
)

MONOTONE = Claim(
    id="instability-flatness/txt-r2-monotone-beta",
    title="The alignment ratio grows with the anisotropy",
    source=Source("section 4.1.2"),
    words="beta + sqrt(beta^2 + 1) is an increasing function of beta.",
    printed=ForAll(
        beta + sp.sqrt(beta**2 + 1) < beta_next + sp.sqrt(beta_next**2 + 1),
        given={HERE: (beta < beta_next,)},
    ),
)

TOY = (sp.Ne(t1 * t2, 0), eq(dz, t1 * t2), eq(ddz, 1))  # z = Theta^2 / 2


def slightly_before(edge):
    """Return that the threshold lies before the edge of stability."""
    return ForAll(edge > ETA_EOS * (1 - XI), given={**ORDER, HERE: TOY})


EDGE = Claim(
    id="instability-flatness/txt-eta-eos",
    title="The threshold lies before the edge of stability",
    source=Source("section 4.1.2, the example z = Theta^2 / 2"),
    words="The rotation turns round slightly before the edge of stability, eta_eos = 2 theta_1 / "
    "(z' theta_2), namely at eta_eos (1 - xi).",
    printed=Ambiguous(
        "what the edge of stability is",
        {
            "eta_eos": slightly_before(ETA_EOS),
            "2 over the largest eigenvalue": slightly_before(2 / SHARPNESS),
        },
    ),
    note="The largest eigenvalue is more than theta_1^2 + theta_2^2, so that 2 over it is below "
    "the threshold 2 / (theta_1^2 + theta_2^2); eta_eos is 2 / theta_2^2 here.",
)
