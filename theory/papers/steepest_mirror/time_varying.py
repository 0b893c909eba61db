"""Appendices C and E: when explicit decay of a product gives a time-varying mirror flow.

Theorem C.6 needs the gradient fields of the product G = w_1 ... w_L and of h = |w|^2 to commute:
[grad G, grad h] = (D grad h) grad G - (D grad G) grad h = 0.
"""

import sympy as sp

from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Missing, Source
from theory.language import integers, reals
from theory.papers.steepest_mirror.coordinates import others
from theory.places import HERE

P, w1, w2, w3 = reals("P w_1 w_2 w_3")
x, u, v, du, dv, s, slope, alpha = reals("x u v du dv s f' alpha")
S = sp.Function("S", real=True)
L = integers("L")


def both_components(P, L):
    """Derive one component of each at any depth, where P is the product of the other factors.

    The field grad h is 2 w; along it P, of degree L - 1 in w, changes as d/ds P(s w) at s = 1.
    """
    s = sp.Symbol("s", positive=True)
    return 2 * P, 2 * sp.diff(s ** (L - 1) * P, s).subs(s, 1)


COMMUTE = sp.Eq(*both_components(others, L), evaluate=False)

TXT_TIME_VARYING_DEPTH = Claim(
    id="steepest-mirror/txt-time-varying-depth",
    title="Decay and product commute for two factors only",
    source=Source("section 4, after table 1", "appendix E, after corollary E.6; theorem C.6"),
    words="Coupled decay of gradient flow fits into a time-varying mirror flow for two factors; "
    "for more factors the hypothesis of theorem C.6 fails.",
    printed={
        "main text: gradient flow is covered": Ambiguous(
            "the main text names no depth at which q = 2 is covered",
            {
                "two factors": ForAll(given={HERE: (sp.Eq(L, 2),)}, says=COMMUTE),
                "every depth": ForAll(given={"lemma 4.13": (L >= 2,)}, says=COMMUTE),
            },
        ),
        "appendix: not for L > 2": ForAll(
            given={
                HERE: (
                    sp.Ne(others, 0),
                    L > 2,
                )
            },
            says=sp.Ne(*both_components(others, L)),
        ),
    },
    note="What is judged is whether the gradient fields of the product and of |w|^2 commute, the "
    "hypothesis of theorem C.6, in the component of one factor; P is the product of the others, of "
    "degree L - 1.",
)


# one coordinate of x = m w with h = m^2 + w^2, in u = m + w and v = m - w; slope is f'(x)
PRODUCT = (u**2 - v**2) / 4
DECAY = (u**2 + v**2) / 2


def regularised_rates(rate):
    """Derive gradient flow on f(m w) + rate h in u and v: dw = (dm, dw), so du is twice d/du."""
    return tuple(
        -2 * (slope * sp.diff(PRODUCT, name) + rate * sp.diff(DECAY, name)) for name in (u, v)
    )


def mirror_slope(x, scale):
    """Return R_a'(x) up to a constant, scale = u v: half of log(u / v) as a function of x."""
    return sp.asinh(2 * x / scale) / 2


RATES = dict(zip((du, dv), regularised_rates(alpha), strict=True))
POSITIVE = (u > 0, v > 0)

THM_C_6 = Claim(
    id="steepest-mirror/thm-C.6",
    title="Decay that commutes gives a time-varying mirror flow",
    source=Source(appendix="appendix C, theorem C.6"),
    words="If a reparameterisation and its regulariser are regular and commute, regularised "
    "gradient flow is a mirror flow whose Legendre function changes with the decay so far and "
    "does not depend on the loss.",
    printed={
        "two factors: the dual variable is a function of x and u v": ForAll(
            given=POSITIVE,
            where={x: PRODUCT},
            says=sp.Eq(mirror_slope(x, u * v), sp.log(u / v) / 2),
        ),
        "two factors: it moves by -f'(x), whatever the decay": ForAll(
            given=POSITIVE,
            where=RATES,
            says=sp.Eq((du / u - dv / v) / 2, -slope),
        ),
        "two factors: u v shrinks with the decay alone": ForAll(
            given=POSITIVE,
            where=RATES,
            says=sp.Eq(du * v + u * dv, -4 * alpha * u * v),
        ),
        "two factors: R_a is strictly convex": ForAll(
            given=(s > 0,),
            where={S(x): mirror_slope(x, s)},
            says=sp.And(
                sp.Derivative(S(x), x) > 0,
                sp.Eq(sp.Derivative(S(x), x), 1 / sp.sqrt(4 * x**2 + s**2)),
            ),
        ),
        "every commuting regular pair on a manifold": Missing(
            "formal content: flows of commuting vector fields on a manifold; the paper "
            "cites this theorem and uses it for two factors, which are checked"
        ),
    },
    uses=("steepest-mirror/thm-C.5",),
    note="One coordinate of x = m w with h = m^2 + w^2 and |w| < m, u = m + w, v = m - w; both "
    "stay positive. With s = u v = s_0 exp(4 a), a = -int alpha, the mirror map R_a'(x) = "
    "asinh(2 x / s) / 2, up to a constant, is fixed by the start and a; on R without a "
    "boundary strict convexity makes it Legendre.",
)
