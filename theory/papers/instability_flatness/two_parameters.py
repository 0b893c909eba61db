"""Sections 4.1.2 and E.2: the Hessian of z(t1 t2) and its top eigenvector."""

from functools import cache

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.language import Head, reals

t1, t2, dz, ddz, beta = reals("t1 t2 dz ddz beta")  # dz, ddz: z' and z'' at t1 t2
R = Head("R", "|v_1 / v_2| of the top eigenvector of the Hessian of z(t1 t2)", latex="R_{n=2}")


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


DOMAIN = (t2**2 >= t1**2, ddz >= 0, sp.Ne(dz + ddz * t1 * t2, 0))
ANISOTROPY = ddz * (t2**2 - t1**2) / (2 * (dz + ddz * t1 * t2))
CLOSED_FORM = sp.Eq(R(t1, t2, dz, ddz), beta + sp.sqrt(beta**2 + 1))

R2_CLOSED_FORM = Claim(
    id="instability-flatness/txt-r2-closed-form",
    title="Alignment ratio of the top eigenvector, two parameters",
    source=Source("section 4.1.2", "appendix E.2.1"),
    words="The ratio of the top eigenvector's coordinates is a function of one anisotropy number.",
    printed=Missing("not yet from the page"),
    lemmas={
        "beta is an absolute value, as appendix E.2.1 ends": ForAll(
            given=DOMAIN, where={beta: sp.Abs(ANISOTROPY)}, says=CLOSED_FORM
        ),
        "beta is signed": ForAll(given=DOMAIN, where={beta: ANISOTROPY}, says=CLOSED_FORM),
    },
    because={"": ByHand(("beta is an absolute value, as appendix E.2.1 ends",))},
    note="The scan of section 4.1.2 hides whether beta carries bars.",
    legend={dz: "z' at t1 t2", ddz: "z'' at t1 t2"},
)
