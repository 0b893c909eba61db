"""The printed proof of Theorem 4.8 (Theorem E.3), step by step; objects as in `mirror_maps`."""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.language import reals
from theory.papers.steepest_mirror.mirror_maps import (
    AT_ORIGIN,
    BALANCED,
    CONTRIBUTION,
    DEPTH,
    INVERSE_POWER,
    LEGEND,
    LEGENDRE,
    ONTO,
    STEP,
    L,
    M,
    c,
    indicator,
    lam,
    power_of_x,
    q,
    share,
    slope,
    speed_at,
    z,
)

x, x0 = reals("x x_0")

CHAIN_RULE = Claim(
    id="steepest-mirror/thm-4.8-step-chain-rule",
    title="Velocity of the product by the chain rule",
    source=Source(appendix="proof of Theorem E.3, first display"),
    words="Each factor moves the product by the q-th power of the product of the others, against "
    "the sign of the slope.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(q >= 1,),
            says=sp.Eq(CONTRIBUTION(q, slope, c), sp.Abs(c) ** q * STEP),
        ),
    },
    because={"": ByHand()},
    note="One term of the printed sum, c the product of the other factors; the sum over the "
    "factors has such terms only.",
)

UNIQUE_ROOT = Claim(
    id="steepest-mirror/thm-4.8-step-unique-root",
    title="|w_1|^q is a function of x",
    source=Source(appendix="proof of Theorem E.3, derivative of z (z + lambda)^(L-1)"),
    words="z (z + lambda)^(L-1) increases with z, so that one z belongs to each |x|; for lambda = "
    "0 it is |x|^(q/L).",
    printed=Missing("not yet from the page"),
    lemmas={
        "derivative": ForAll(
            given=(*BALANCED, L >= 2),
            says=sp.Eq(sp.Derivative(power_of_x(z, lam, L), z), speed_at(z, lam, L)),
        ),
        "positive": ForAll(given=(*BALANCED, L >= 2), says=speed_at(z, lam, L) > 0),
        "zero at z = 0": ForAll(
            given=(lam > 0, L >= 2),
            where=AT_ORIGIN,
            says=sp.Eq(power_of_x(z, lam, L), 0),
        ),
        "unbounded growth": ForAll(
            given=(*BALANCED, L >= 2),
            says=power_of_x(z, lam, L) >= z * lam ** (L - 1),
        ),
        "lambda = 0": ForAll(
            given=DEPTH,
            where={z: sp.Abs(x) ** (q / L), lam: sp.Integer(0)},
            says=sp.Eq(power_of_x(z, lam, L), sp.Abs(x) ** q),
        ),
    },
    because={"": ByHand()},
    note="Continuous, zero at z = 0 and at least lambda^(L-1) z, it takes every value |x|^q, and "
    "each once.",
)

APPENDIX_METRIC = Claim(
    id="steepest-mirror/thm-4.8-step-appendix-metric",
    title="Inverse metric at depth 2, as the proof writes it",
    source=Source(appendix="proof of Theorem E.3, last display of its first part"),
    words="At depth 2 the inverse metric is 2 |w_1|^q + lambda, and a square root of lambda^2 and "
    "|x|^q.",
    printed={
        "root of the quadratic": ForAll(
            given=(q >= 1, lam > 0),
            where={z: (-lam + sp.sqrt(lam**2 + 4 * sp.Abs(x) ** q)) / 2},
            says=sp.Eq(power_of_x(z, lam, 2), sp.Abs(x) ** q),
        ),
        "2 |w_1|^q + lambda": ForAll(
            given=BALANCED,
            says=sp.Eq(speed_at(z, lam, 2), 2 * z + lam, evaluate=False),
        ),
        "square root": ForAll(
            given=BALANCED,
            says=sp.Eq(speed_at(z, lam, 2), sp.sqrt(lam**2 + power_of_x(z, lam, 2))),
        ),
    },
    instead={
        "square root": Instead(
            ForAll(
                given=BALANCED,
                says=sp.Eq(speed_at(z, lam, 2), sp.sqrt(lam**2 + 4 * power_of_x(z, lam, 2))),
            ),
            meant=Source("Theorem 4.8", "Theorem E.3"),
        ),
    },
    note="|x|^q stands as its value z (z + lambda) with z = |w_1|^q.",
)

RANGE = Claim(
    id="steepest-mirror/thm-4.8-step-range",
    title="Range of the inverse metric",
    source=Source(appendix="proof of Theorem E.3, second part"),
    words="The inverse metric ranges over [lambda^(q(L-1)), infinity), the metric over the "
    "reciprocals, its upper end excluded.",
    printed={
        "lower end is attained": ForAll(
            given=(*DEPTH, lam > 0),
            where=AT_ORIGIN,
            says=sp.Eq(speed_at(z, lam, L), lam ** (q * (L - 1))),
        ),
        "lower end is a bound": ForAll(
            given=(*DEPTH, *BALANCED),
            says=speed_at(z, lam, L) >= lam ** (q * (L - 1)),
        ),
        "metric below its upper end": ForAll(
            given=(*DEPTH, *BALANCED),
            says=1 / speed_at(z, lam, L) < lam ** (-q * (L - 1)),
        ),
    },
    instead={
        "lower end is attained": Instead(
            ForAll(
                given=(L >= 2, lam > 0),
                where=AT_ORIGIN,
                says=sp.Eq(speed_at(z, lam, L), lam ** (L - 1)),
            ),
            meant=Source("Corollary 4.9"),
        ),
        "lower end is a bound": Instead(
            ForAll(
                given=(*BALANCED, L >= 2),
                says=speed_at(z, lam, L) >= lam ** (L - 1),
            ),
            meant=Source("Corollary 4.9"),
        ),
        "metric below its upper end": Instead(
            ForAll(
                given=(*BALANCED, L >= 2),
                says=1 / speed_at(z, lam, L) <= lam ** (1 - L),
            ),
            meant=Source("Corollary 4.9"),
        ),
    },
    note="lambda is the balance of q-th powers here; lambda^(q(L-1)) belongs to Corollary 4.10, "
    "where lambda is the size of a factor. The upper end of the metric is attained, at x = 0.",
    legend=LEGEND,
)

LOWER_BOUND = Claim(
    id="steepest-mirror/thm-4.8-step-lower-bound",
    title="Lower bound on the metric",
    source=Source(appendix="proof of Theorem E.3, display for essential smoothness"),
    words="R''(y) is at least |y|^(-m), m = q (L-1)/L, so that R' grows at least like the "
    "integral of that power, |x|^(1-m) / (1-m).",
    printed={
        "bound": ForAll(
            given=(z > 0, lam > 0, L >= 2),
            says=1 / speed_at(z, lam, L) >= INVERSE_POWER,
        ),
        "integral, m other than 1": ForAll(
            given=(*DEPTH, x > 0, sp.Ne(M, 1)),
            says=sp.Eq(sp.Derivative(x ** (1 - M) / (1 - M), x), x**-M),
        ),
        "integral up to m = 1, which the next line covers": ForAll(
            given=(*DEPTH, M <= 1), says=sp.Ne(1 - M, 0)
        ),
    },
    instead={
        "bound": Instead(
            ForAll(
                given=(z > 0, share > 0, L >= 2),
                where={lam: share * z},
                says=1 / speed_at(z, lam, L) >= INVERSE_POWER / (L + share),
            )
        ),
        "integral up to m = 1, which the next line covers": Instead(
            ForAll(
                given=(L >= 2, x > 0),
                where={q: L / (L - 1)},
                says=sp.Eq(sp.Derivative(sp.log(x), x), x**-M),
            )
        ),
    },
    note="|y|^q = z (z + lambda)^(L-1), so that |y|^(q(L-1)/L) is its power (L-1)/L. By the "
    "inequality of the means R''(y) <= |y|^(-q(L-1)/L) / L: the printed bound fails at every y. "
    "With rho = lambda / |w_1|^q, which tends to 0 as |y| grows, a lower bound of the same order "
    "holds, and the integral diverges for the same exponents. (The step before it is no triangle "
    "inequality, but an equality, since R'' > 0.) The integral is taken for x > 0; its printed "
    "value divides by zero at m = 1, where it is log x.",
    legend=LEGEND,
)

ESSENTIAL = Claim(
    id="steepest-mirror/thm-4.8-step-essential-smoothness",
    title="Essential smoothness only if q (L-1)/L <= 1",
    source=Source(appendix="proof of Theorem E.3, 'diverges if and only if'"),
    words="The gradient of R grows without bound if and only if q (L-1)/L <= 1.",
    printed=Missing("not yet from the page"),
    lemmas={
        "main text": ForAll(
            given=(*DEPTH, lam > 0), says=sp.Eq(ONTO(q, L, lam), indicator(M <= 1))
        ),
        "the boundary of Definition 3.1, which excludes infinity": ForAll(
            given=(*DEPTH, lam > 0),
            says=sp.Eq(LEGENDRE(q, L, lam), indicator(M <= 1)),
        ),
        "the boundary of Definition 3.1, which excludes infinity, instead": ForAll(
            given=(*DEPTH, lam > 0), says=sp.Eq(LEGENDRE(q, L, lam), 1)
        ),
    },
    because={"": ByHand(("main text",))},
    note="What the proof shows, and uses for the domain of the dual, is that R' is unbounded "
    "exactly for q (L-1)/L <= 1. It calls this essential smoothness; for lambda > 0 the domain is "
    "all of R^n, whose boundary is empty, and Definition 3.1 asks nothing of the gradient at "
    "infinity.",
)


def gradient(x):
    """Return R' for q = 2, L = 2, normalised as in the paper to vanish at x_0."""
    return (sp.asinh(2 * x / lam) - sp.asinh(2 * x0 / lam)) / 2


FROM_ZERO = "the integral from 0"

ODD = Claim(
    id="steepest-mirror/thm-4.8-step-odd",
    title="The gradient of R is odd",
    source=Source(appendix="proof of Theorem E.3, last paragraph"),
    words="The metric is even, so that its integral R' is odd.",
    printed=Missing("not yet from the page"),
    lemmas={
        "antiderivative, main text": ForAll(
            given=(lam > 0,),
            says=sp.Eq(sp.Derivative(gradient(x), x), 1 / sp.sqrt(4 * x**2 + lam**2)),
        ),
        "odd, main text": ForAll(given=(lam > 0,), says=sp.Eq(gradient(-x), -gradient(x))),
        "odd, main text, instead": ForAll(
            given=(lam > 0, sp.Eq(x0, 0)),
            says=sp.Eq(gradient(-x), -gradient(x)),
        ),
        "antiderivative, the integral from 0": ForAll(
            given=(lam > 0,),
            where={x0: sp.Integer(0)},
            says=sp.Eq(sp.Derivative(gradient(x), x), 1 / sp.sqrt(4 * x**2 + lam**2)),
        ),
        "odd, the integral from 0": ForAll(
            given=(lam > 0,),
            where={x0: sp.Integer(0)},
            says=sp.Eq(gradient(-x), -gradient(x)),
        ),
    },
    because={
        "": ByHand(
            (
                "antiderivative, main text",
                "antiderivative, the integral from 0",
                "odd, the integral from 0",
            )
        )
    },
    note="For q = 2, L = 2. The proof leaves the lower end of the integral open; R'(x_0) = 0 is "
    "the normalisation of Lemma E.4, R'(0) = 0 the one that the proof needs. An integral of an "
    "even function is odd only if it starts at 0. The range of R' is not affected: R'(x) + R'(-x) "
    "is a constant.",
)

t = reals("t")
ONE_FACTOR = sp.Max(0, 1 - t / 2) ** 2  # either factor of the coordinate, from (1, 1)
DUAL_OF_IT = 2 * sp.Abs(ONE_FACTOR**2) ** sp.Rational(1, 4)  # R' for R'' = |x|^(-3/4) / 2

FROM_ZERO_BALANCE = Claim(
    id="steepest-mirror/thm-4.8-lambda-zero",
    title="Mirror flow from a start with lambda = 0",
    source=Source(appendix="Theorem E.3, which asks for lambda >= 0"),
    words="From factors of one size the flow is the mirror flow of the R with lambda = 0.",
    printed={
        "flow of the factors for q = 3/2, L = 2 and f = x": ForAll(
            given=(t >= 0, t < 2),
            says=sp.Eq(sp.Derivative(ONE_FACTOR, t), -sp.sqrt(ONE_FACTOR)),
        ),
        "R' falls at unit speed for q = 3/2, L = 2 and f = x": ForAll(
            given=(t >= 0,), says=sp.Eq(DUAL_OF_IT, 2 - t)
        ),
    },
    instead={
        "R' falls at unit speed for q = 3/2, L = 2 and f = x": Instead(
            ForAll(given=(t >= 0, t <= 2), says=sp.Eq(DUAL_OF_IT, 2 - t))
        ),
    },
    uses=("steepest-mirror/thm-4.8", "steepest-mirror/lem-4.13"),
    note="Theorem 4.8 asks for lambda > 0. With lambda = 0 and m = q (L-1)/L < 1 both factors "
    "reach 0 in finite time, here at t = 2, and may rest there for ever, a solution of the flow of "
    "the factors, whose velocity is continuous; dR' = -dt goes on to negative x. Another solution "
    "leaves along (a, -a). For m >= 1 the point x = 0 is not reached.",
    legend={t: "time from the factors (1, 1); 2 Max(0, 1 - t/2) is R' at their product"},
)
