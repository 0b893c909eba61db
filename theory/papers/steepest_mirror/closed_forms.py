"""Lemma 4.13: the mirror map in closed form at lambda = 0, one coordinate.

At lambda = 0 all factors have one magnitude, z = |x|^(q/L), and the inverse metric is
L |x|^m with m = q (L-1)/L. Integrated twice with R'(x_0) = 0, x_0 not 0, it gives R on the side of
x_0, and on all of R where R' stays finite at 0.
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.language import integers, reals
from theory.papers.steepest_mirror.mirror_maps import (
    BREGMAN,
    BREGMAN_SIDE,
    LEGENDRE,
    LEGENDRE_SIDE,
    ONTO,
    distance_rate,
    indicator,
    lam,
    share,
    speed_at,
    steepest,
    z,
)

x, x0, q, m, slope, c = reals("x x_0 q m slope c")
L = integers("L")
R = sp.Function("R", real=True)

DEPTH = (q >= 1, L >= 2)
SIDE = (L >= 2, x * x0 > 0)
M = q * (L - 1) / L
DUAL = {q: m * L / (L - 1)}  # the exponent q that goes with m
INVERSE = speed_at(sp.Abs(x) ** (q / L), 0, L)


def logarithmic(x):
    """Return the printed R for m = 1, its two logarithms joined."""
    return (x * sp.log(x / x0) - x) / L


def power(x):
    """Return the printed R for m other than 1, its coefficients written in m by q = m L/(L-1)."""
    in_m = {q: m * L / (L - 1)}
    a, b, c, d = (
        sp.factor(sp.cancel(e.subs(in_m)))
        for e in (2 - q * (L - 1) / L, q / L - q + 2, q * (1 / L - 1), L - (L - 1) * q)
    )
    return (sp.Abs(x) ** a / b - x * x0 * sp.Abs(x0) ** c) / d


def mended(x):
    """Return R for m = 1 on either side of 0."""
    return sp.Abs(x) * (sp.log(sp.Abs(x) / sp.Abs(x0)) - 1) / L


CONCAVE_AT_0 = ForAll(
    given=(m > 1, m < 2, L >= 2, sp.Ne(x, 0), sp.Ne(x0, 0)),
    says=power(sp.S.Zero) > (power(x) + power(-x)) / 2,
)
ON_SIDE = "on the side of x_0, the domain that the lemma names for m = 1"

LEM_4_13 = Claim(
    id="steepest-mirror/lem-4.13",
    title="Mirror maps of balanced products in closed form",
    source=Source("Lemma 4.13", "Lemma E.4"),
    words="At lambda = 0 the mirror map is of x log x type for m = 1 and a power |x|^(2-m) else; "
    "it is Bregman on the side of x_0 for m = 1, on R for m < 1, and not Bregman for m > 1.",
    printed={
        "metric for m = 1": ForAll(
            given=SIDE,
            where={m: sp.S.One, **DUAL, R(x): logarithmic(x)},
            says=sp.Eq(sp.Derivative(R(x), (x, 2)), 1 / INVERSE),
        ),
        "start for m = 1": ForAll(
            given=(L >= 2, sp.Ne(x0, 0)),
            where={x: x0},
            says=sp.Eq(sp.diff(logarithmic(x), x), 0),
        ),
        "formula for every m other than 1": ForAll(
            given=(*DEPTH, sp.Ne(M, 1)),
            says=sp.And(sp.Ne(q / L - q + 2, 0), sp.Ne(L - (L - 1) * q, 0)),
        ),
        "metric for m other than 1": ForAll(
            given=(*SIDE, m * L >= L - 1, sp.Ne(m, 1), sp.Ne(m, 2)),
            where={**DUAL, R(x): power(x)},
            says=sp.Eq(sp.Derivative(R(x), (x, 2)), 1 / INVERSE),
        ),
        "metric for m < 1, on both sides of 0": ForAll(
            where={**DUAL, R(x): power(x)},
            given=(L >= 2, m * L >= L - 1, m < 1, sp.Ne(x, 0), sp.Ne(x0, 0)),
            says=sp.Eq(sp.Derivative(R(x), (x, 2)), 1 / INVERSE),
        ),
        "start for m other than 1": ForAll(
            given=(L >= 2, m * L >= L - 1, sp.Ne(m, 1), sp.Ne(m, 2), sp.Ne(x0, 0)),
            where={x: x0},
            says=sp.Eq(sp.diff(power(x), x), 0),
        ),
        "Bregman for m = 1, on the side of x_0": ForAll(
            given=(*DEPTH, sp.Eq(M, 1)), says=sp.Eq(BREGMAN_SIDE(q, L, 0), 1)
        ),
        "Bregman for m < 1, on R": ForAll(given=(*DEPTH, M < 1), says=sp.Eq(BREGMAN(q, L, 0), 1)),
        "not convex on R for m > 1": CONCAVE_AT_0,
        "not Bregman for m > 1, on R": ForAll(
            given=(*DEPTH, M > 1), says=sp.Eq(BREGMAN(q, L, 0), 0)
        ),
    },
    lemmas={
        "not Bregman for m > 1": ForAll(
            given=(*DEPTH, M > 1), says=sp.Eq(BREGMAN_SIDE(q, L, 0), 0)
        ),
        "not Bregman for m > 1, instead": ForAll(
            given=(*DEPTH, M > 1),
            says=sp.Eq(BREGMAN_SIDE(q, L, 0), indicator(M < 2)),
        ),
        "Legendre for m = 1, on the side of x_0, appendix": ForAll(
            given=(*DEPTH, sp.Eq(M, 1)), says=sp.Eq(LEGENDRE_SIDE(q, L, 0), 1)
        ),
        "Legendre for m < 1, on R, appendix": ForAll(
            given=(*DEPTH, M < 1), says=sp.Eq(LEGENDRE(q, L, 0), 1)
        ),
        "not Legendre for m > 1, on R, appendix": ForAll(
            given=(*DEPTH, M > 1), says=sp.Eq(LEGENDRE(q, L, 0), 0)
        ),
        "not Legendre for m > 1, appendix, on the side of x_0": ForAll(
            given=(*DEPTH, M > 1), says=sp.Eq(LEGENDRE_SIDE(q, L, 0), 0)
        ),
        "not Legendre for m > 1, appendix, on the side of x_0, instead": ForAll(
            given=(*DEPTH, M > 1), says=sp.Eq(LEGENDRE_SIDE(q, L, 0), 1)
        ),
    },
    instead={
        "metric for m = 1": Instead(
            ForAll(
                given=SIDE,
                where={m: sp.S.One, **DUAL, R(x): mended(x)},
                says=sp.Eq(sp.Derivative(R(x), (x, 2)), 1 / INVERSE),
            ),
            meant=Source(appendix="proof of Lemma E.4, which integrates 1/(L |v|)"),
        ),
        "formula for every m other than 1": Instead(
            ForAll(
                given=(*DEPTH, sp.Ne(M, 1), sp.Ne(M, 2)),
                says=sp.And(sp.Ne(q / L - q + 2, 0), sp.Ne(L - (L - 1) * q, 0)),
            )
        ),
    },
    uses=("steepest-mirror/thm-4.8", "steepest-mirror/lem-4.13-step-strict-convexity"),
    note="For m = 1 the lemma admits x_0 < 0, where log x and log x_0 are not defined; read as "
    "log(x / x_0) the second derivative 1/(L x) is negative there. The power form divides by 2 - "
    "m; m = 2 needs q > 2, outside the family q in [1, 2]. For m > 1 the lemma does not say on "
    "which domain: across 0 the map is not convex, on the half line it is strictly convex, steep "
    "at 0, and up to m < 2 Bregman by Definition B.9.",
)

STRICT_CONVEXITY = Claim(
    id="steepest-mirror/lem-4.13-step-strict-convexity",
    title="Strict convexity needs m < 1",
    source=Source(appendix="proof of Lemma E.4, last lines"),
    words="R is strictly convex only if q (L-1)/L < 1.",
    printed=Missing("not yet from the page"),
    lemmas={
        "on the side of x_0, the domain that the lemma names for m = 1": ForAll(
            given=(m * L >= L - 1, m <= 1, L >= 2, sp.Ne(x, 0)),
            where=DUAL,
            says=sp.Or(m < 1, 1 / INVERSE <= 0),
        ),
        "on the side of x_0, the domain that the lemma names for m = 1, instead": ForAll(
            given=(m * L >= L - 1, L >= 2, sp.Ne(x, 0)),
            where=DUAL,
            says=1 / INVERSE > 0,
        ),
        "on all of R": CONCAVE_AT_0,
    },
    because={"": ByHand(("on all of R",))},
    note="Either m < 1 or R'' is not positive: its sign does not depend on x. The metric |x|^(-m) "
    "/ L is positive for every m, so that R is strictly convex on each side of 0. At m = 1, on the "
    "half line that the lemma names and where it calls R Legendre, 'only if' fails. On all of R, "
    "convexity fails at 0 for m > 1.",
)

SMOOTHNESS_GF = Claim(
    id="steepest-mirror/txt-smoothness-fails-gf",
    title="Smoothness fails for deep gradient flow, not for sign flow",
    source=Source("section 4, after Lemma 4.13"),
    words="For balanced gradient flow with L > 2 the smoothness condition of the mirror map "
    "fails, for sign flow it holds; sign flow is globally stable.",
    printed=Missing("not yet from the page"),
    lemmas={
        "gradient flow, infinity counts as boundary": ForAll(
            given=(L >= 3,), says=sp.Eq(ONTO(2, L, 0), 0)
        ),
        "sign flow, infinity counts as boundary": ForAll(
            given=(L >= 2,), says=sp.Eq(ONTO(1, L, 0), 1)
        ),
        "sign flow moves each factor at most at unit speed": ForAll(
            says=sp.Abs(steepest(1, slope * c)) <= 1
        ),
        "gradient flow, Definition 3.1 on R": ForAll(
            given=(L >= 3,), says=sp.Eq(LEGENDRE(2, L, 0), 0)
        ),
        "sign flow, Definition 3.1 on R": ForAll(given=(L >= 2,), says=sp.Eq(LEGENDRE(1, L, 0), 1)),
        "gradient flow, Definition 3.1 on the side of x_0": ForAll(
            given=(L >= 3,), says=sp.Eq(LEGENDRE_SIDE(2, L, 0), 0)
        ),
        "gradient flow, Definition 3.1 on the side of x_0, instead": ForAll(
            given=(L >= 3,), says=sp.Eq(LEGENDRE_SIDE(2, L, 0), 1)
        ),
    },
    because={
        "": ByHand(
            (
                "gradient flow, infinity counts as boundary",
                "sign flow, infinity counts as boundary",
                "sign flow moves each factor at most at unit speed",
                "gradient flow, Definition 3.1 on R",
                "sign flow, Definition 3.1 on R",
            )
        )
    },
    note="The text does not say which condition it means. R' is not onto R for gradient flow with "
    "L > 2, and onto for sign flow. On R, R is not differentiable at 0 for gradient flow, L = 2 "
    "included, and is for sign flow. On the half line of x_0, where 0 is the only boundary point, "
    "R' diverges at 0 for gradient flow of every depth, as Definition 3.1 asks.",
    legend={slope: "slope f'(x)", c: "product of all factors but the one that moves"},
)

READING_ONTO = "the condition that the proof uses, R' onto R"

COR_4_14 = Claim(
    id="steepest-mirror/cor-4.14",
    title="Which geometries and depths give Bregman functions",
    source=Source("Corollary 4.14"),
    words="For p = 2 only L = 2 gives a Bregman function, for p = infinity every depth does, for "
    "p < 2 none.",
    printed={
        "p = 2, L = 2, lambda > 0": ForAll(given=(lam > 0,), says=sp.Eq(BREGMAN(2, 2, lam), 1)),
        "p = 2, no other depth, lambda > 0": ForAll(
            given=(L >= 3, lam > 0), says=sp.Eq(BREGMAN(2, L, lam), 0)
        ),
        "p = infinity, lambda > 0": ForAll(
            given=(L >= 2, lam > 0), says=sp.Eq(BREGMAN(1, L, lam), 1)
        ),
        "p < 2, lambda > 0": ForAll(
            given=(q > 2, L >= 2, lam > 0), says=sp.Eq(BREGMAN(q, L, lam), 0)
        ),
        "p = 2, L = 2, lambda = 0, on the side of x_0": ForAll(
            given=(sp.Eq(q, 2), sp.Eq(L, 2)), says=sp.Eq(BREGMAN_SIDE(q, L, 0), 1)
        ),
        "p = infinity, lambda = 0, on R": ForAll(given=(L >= 2,), says=sp.Eq(BREGMAN(1, L, 0), 1)),
        "p = 2, no other depth, lambda = 0, on R": ForAll(
            given=(L >= 3,), says=sp.Eq(BREGMAN(2, L, 0), 0)
        ),
        "p < 2, lambda = 0, on R": ForAll(given=(q > 2, L >= 2), says=sp.Eq(BREGMAN(q, L, 0), 0)),
    },
    lemmas={
        "p = 2, no other depth, lambda = 0": ForAll(
            given=(L >= 3,), says=sp.Eq(BREGMAN_SIDE(2, L, 0), 0)
        ),
        "p = 2, no other depth, lambda = 0, instead": ForAll(
            given=(L >= 2,), says=sp.Eq(BREGMAN_SIDE(2, L, 0), 1)
        ),
        "p < 2, lambda = 0": ForAll(given=(q > 2, L >= 2), says=sp.Eq(BREGMAN_SIDE(q, L, 0), 0)),
        "p < 2, lambda = 0, instead": ForAll(
            given=(q > 2, L >= 2),
            says=sp.Eq(BREGMAN_SIDE(q, L, 0), indicator(M < 2)),
        ),
        "p = 2, L = 2, the condition that the proof uses, R' onto R": ForAll(
            given=(lam >= 0,), says=sp.Eq(ONTO(2, 2, lam), 1)
        ),
        "p = 2, no other depth": ForAll(given=(L >= 3, lam >= 0), says=sp.Eq(ONTO(2, L, lam), 0)),
        "p = infinity, the condition that the proof uses, R' onto R": ForAll(
            given=(L >= 2, lam >= 0), says=sp.Eq(ONTO(1, L, lam), 1)
        ),
        "p < 2, the condition that the proof uses, R' onto R": ForAll(
            given=(q > 2, L >= 2, lam >= 0), says=sp.Eq(ONTO(q, L, lam), 0)
        ),
    },
    instead={
        "p = 2, no other depth, lambda > 0": Instead(
            ForAll(
                given=(L >= 2, lam > 0, z > 0),
                says=sp.And(
                    sp.Eq(BREGMAN(2, L, lam), 1),
                    sp.Eq(distance_rate(z, lam, L, 2, share), (1 - share) / 2),
                ),
            )
        ),
        "p < 2, lambda > 0": Instead(
            ForAll(
                given=(q > 2, L >= 2, lam > 0),
                says=sp.Eq(BREGMAN(q, L, lam), indicator(M <= 2)),
            )
        ),
    },
    uses=("steepest-mirror/thm-4.8", "steepest-mirror/lem-4.13"),
    note="Definition B.9 asks for bounded level sets of D_R(x, y) in y. At p = 2, D_R(x, y) grows "
    "with z = |w_1|^2 at the rate (1 - rho)/2 where x = rho y (what holds instead): from 0 it is "
    "|w_1|^2 / 2, and from any x it grows at a rate of at least 1/4 once |y| >= 2 |x|, at every "
    "depth and every lambda, so that level sets are bounded. Legendre with R' onto R is "
    "sufficient for Bregman, not necessary; with that condition in place of the definition the "
    "classification is right, and it is the condition that keeps the flow from infinity in finite "
    "time. For lambda > 0 the domain is R, and these parts decide. For lambda = 0 and m > 1 the "
    "corollary names no domain: R is not C^1 at 0, so that it is not Bregman on the line, and is "
    "on the closed half line of x_0 up to m < 2, for p = 2 at every depth.",
)
