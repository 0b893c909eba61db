"""Sections 4.1.2 and E.2: the Hessian of z(t1 t2) and its top eigenvector."""

from functools import cache

import sympy as sp

from theory.choices import Damaged
from theory.claim import Claim, ForAll, Source
from theory.papers.instability_flatness.notation import R, ddz, dz, eq, t1, t2
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


DOMAIN = {
    "section 4.1.2": (t2**2 >= t1**2, ddz >= 0),
    HERE: (sp.Ne(dz + ddz * t1 * t2, 0),),
}
ANISOTROPY = ddz * (t2**2 - t1**2) / (2 * (dz + ddz * t1 * t2))


def closed_form(beta):
    """Return that the ratio is this function of the anisotropy."""
    return ForAll(eq(R(t1, t2, dz, ddz), beta + sp.sqrt(beta**2 + 1)), given=DOMAIN)


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
