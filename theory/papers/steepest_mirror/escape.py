"""Escape from a saddle and finite-time blow-up: what the metric exponent says about time.

Figure 2 follows x' = x^m from x_0 = 0.1. The time from x_0 to a level X is the integral of s^(-m):
log(X / x_0) for m = 1, else (X^(1-m) - x_0^(1-m)) / (1 - m).
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.choices import Ambiguous
from theory.claim import ByHand, Claim, ForAll, Missing, SameOrder, Source
from theory.language import Head, reals
from theory.papers.steepest_mirror.coordinates import (
    DEEP,
    DEPTH,
    L_P,
    K,
    L,
    X,
    far,
    higher,
    lam,
    larger_q,
    m,
    q,
    slope,
    x,
    x0,
)
from theory.places import HERE

TIME = Head("Time", "time that x' = x^m takes from x_0 to X", latex="T")
start, inverse = reals("x_0 r")


def time(m, start, level):
    """Derive the time: the integral of dx / x^m, in closed form."""
    power = (level ** (1 - m) - start ** (1 - m)) / (1 - m)
    return sp.Piecewise((sp.log(level / start), sp.Eq(m, 1)), (power, True))


BLOW_UP_TIME = x0 ** (1 - m) / (m - 1)

BETWEEN = {"figure 2, the way from 0.1 to 1": (x > 0, x < 1)}
CAPTION = {"figure 2: x_0 = 0.1": (sp.Eq(x0, sp.Rational(1, 10)),)}


def order(depth):
    """Return the metric exponent at a depth."""
    return q * (depth - 1) / depth


FIG_2 = Claim(
    id="steepest-mirror/fig-2",
    title="Metric exponents, escape and blow-up",
    source=Source("Figure 2"),
    words="The metric exponent depends on depth and q; for x' = x^m started at 0.1 a larger m "
    "makes it harder to escape 0, and the flow the more unstable: beyond m = 1 it blows up.",
    printed={
        "left: the exponent grows with depth": ForAll(given=DEEP, says=order(L + 1) > order(L)),
        "harder to escape zero": ForAll(
            given={**BETWEEN, HERE: (higher > m,)}, says=x**higher < x**m
        ),
        "instability: no exponent up to 1 blows up": ForAll(
            given={HERE: (m <= 1, x >= 1)}, says=x**m <= x
        ),
        "instability: every exponent above 1 blows up": ForAll(
            given={**CAPTION, HERE: (m > 1, x0 <= X)}, says=TIME(m, x0, X) < BLOW_UP_TIME
        ),
        "instability: more of it, the larger the exponent": Ambiguous(
            "what a more unstable flow is",
            {
                "above 1 it is faster": ForAll(
                    given={HERE: (higher > m, x > 1)}, says=x**higher > x**m
                ),
                "it blows up sooner": ForAll(
                    given={**CAPTION, HERE: (m > 1, higher > m)},
                    says=BLOW_UP_TIME.subs(m, higher) < BLOW_UP_TIME,
                ),
            },
        ),
    },
    note="The equation is printed with exponent q and means m. Above x = 1 speeds are in the "
    "opposite order. Blow-up is the instability of section 1, which growth up to a linear one "
    "rules out; beyond m = 1 every level is passed before 0.1^(1-m) / (m-1), the limit of their "
    "times. It is 10 for m = 2 and 50 for m = 3.",
)

ESCAPE_ORDER = Claim(
    id="steepest-mirror/fig-2-escape-order",
    title="Deeper products leave the saddle later",
    source=Source("Figure 2"),
    words="From 0.1 to 1 it takes the longer the deeper the product, since depth raises the "
    "metric exponent.",
    printed=Ambiguous(
        "the figure drops the factor L of the inverse metric L |x|^m",
        {
            "the printed equation x' = x^m": ForAll(
                given={**DEEP, **CAPTION, HERE: (K > L,)},
                says=TIME(order(K), x0, 1) > TIME(order(L), x0, 1),
            ),
            "the balanced flow itself, x' = L x^m": ForAll(
                given={**DEEP, **CAPTION, HERE: (K > L,)},
                says=TIME(order(K), x0, 1) / K > TIME(order(L), x0, 1) / L,
            ),
        },
    ),
    lemmas={
        "speeds of the printed equation on the way": ForAll(
            given=(m >= 0, higher > m, x > 0, x < 1), says=x**higher < x**m
        ),
    },
    because={
        "": ByHand(
            ("speeds of the printed equation on the way",),
            reading=("the printed equation x' = x^m",),
        )
    },
    note="With the factor L sign flow takes X^(1/L) - x_0^(1/L), which for X = 1 falls with depth, "
    "and gradient flow from 0.1 to 1 is faster at L = 4 than at L = 3.",
)

SLOWDOWN = Claim(
    id="steepest-mirror/txt-exponential-slowdown",
    title="Large exponents slow the start exponentially",
    source=Source("section 1 and section 4, after Lemma 4.13"),
    words="For m > 1 the flow is slowed down near the saddle: to get away from it takes "
    "exponentially longer than at m = 1.",
    printed=Ambiguous(
        "in what it is exponential, in the time ell that the start takes at m = 1 or in the "
        "inverse distance 1 / x_0 from the saddle",
        {
            "in the time at m = 1": ForAll(
                given={HERE: (m > 1, far >= 0)},
                where={start: sp.exp(-far)},
                says=TIME(m, start, 1) * sp.exp(-(m - 1) * far / 2) >= far,
            ),
            "in the inverse distance": SameOrder(
                (inverse ** (m - 1) - 1) / (m - 1),
                sp.exp(inverse),
                regime=(inverse >= 2,),
                variables=(inverse,),
                constants={m: (2, 3)},
                relation="at least",
                given=(m > 1,),
            ),
        },
    ),
    note="From x_0 = exp(-ell) to 1 it takes ell at m = 1, and for m > 1 longer by a factor that "
    "is exponential in ell and in m. In 1 / x_0 the time is a power, (x_0^(1-m) - 1) / (m-1).",
    symbols={inverse: "1 / x_0"},
)

NOT_STUCK = Claim(
    id="steepest-mirror/txt-signgf-not-stuck",
    title="Sign flow does not get stuck near saddles",
    source=Source("Figure 2, last sentence"),
    words="Sign flow does not get stuck near saddles and still allows feature learning, since its "
    "metric exponents enter the green strip.",
    printed={
        "not stuck near saddles": ForAll(
            given={
                **DEPTH,
                HERE: (
                    sp.Eq(q, 1),
                    x0 > 0,
                    x0 <= X,
                ),
            },
            says=TIME(order(L), x0, X) <= L * X ** (1 / L),
        ),
        "feature learning in the green strip": Missing(
            "which metric exponents the green strip of figure 2 holds; no text says so"
        ),
    },
    note="From every start near 0 a level X is reached within a time L X^(1/L), which does not "
    "depend on the start. At the saddle itself, two factors zero, the flow rests: nothing is "
    "claimed there.",
)

BLOW_UP = Claim(
    id="steepest-mirror/txt-finite-time-blow-up",
    title="Finite-time blow-up in the high-exponent regime",
    source=Source("section 1, before the contributions"),
    words="The regime m > 1 has finite-time blow-up.",
    printed=ForAll(
        given={"figure 2": (x0 > 0,), HERE: (m > 1, x0 <= X)}, says=TIME(m, x0, X) < BLOW_UP_TIME
    ),
    note="Every level X is passed before one and the same time by x' = x^m, which figure 2 shows. "
    "A loss with a minimum ends it: for f = (x - 1)^2 / 2 the flow stops at 1.",
)

# -- two factors, from w_1 = 0 and w_2 = lambda: the balance is lambda^q ------------------------


def speed_of_two(power, at, slope):
    """Return |dx/dt| by the metric of theorem 4.8 for L = 2, of |x| and the size of the slope."""
    return sp.sqrt(4 * at**power + lam ** (2 * power)) * slope ** (power - 1)


def faster(*small):
    """Return that smaller q is faster, wherever f has a slope."""
    sizes = sp.Abs(x), sp.Abs(slope)
    return ForAll(
        given={
            **L_P,
            "corollary 4.10": (lam > 0,),
            "where the speed has a value": (sp.Ne(slope, 0),),
            HERE: (larger_q > q, *small),
        },
        says=speed_of_two(q, *sizes) > speed_of_two(larger_q, *sizes),
    )


FASTER_ON_THE_WAY = Claim(
    id="steepest-mirror/txt-smaller-q-faster-on-the-way",
    title="Smaller q is faster on the way from the saddle points",
    source=Source("section 4, after corollary 4.10"),
    words="From w_1 = 0 and w_2 = lambda, smaller q is the faster also on the way.",
    printed=Ambiguous(
        "whether lambda, x and the slope are small where the sentence speaks of escape",
        {
            "none of them above 1, lambda below it": faster(
                sp.Abs(x) <= 1, lam < 1, sp.Abs(slope) <= 1
            ),
            "all the way": faster(),
        },
    ),
    uses=(
        "steepest-mirror/thm-4.8#steepest mirror flow",
        "steepest-mirror/thm-4.8#depth 2",
    ),
    note="Two factors. As at the start, the order turns over with the unit of x and the scale of "
    "the loss.",
)

SIGN_TIME = (sp.sqrt(4 * X + lam**2) - lam) / 2

COERCIVITY_DOMINATES = Claim(
    id="steepest-mirror/txt-coercivity-dominates",
    title="The coercivity constant dominates the rate of escape",
    source=Source("section 4, after corollary 4.10"),
    words="For small lambda the rate of escape is that of the coercivity constant lambda^q.",
    printed=Ambiguous(
        "whether the rate of escape is the speed near the saddle or the time to get away",
        {
            "speed near the saddle, up to x = lambda^2": ForAll(
                given={**L_P, HERE: (lam > 0, x >= 0, x <= lam**2, lam <= 1)},
                says=And(
                    speed_of_two(q, x, 1) >= lam**q, speed_of_two(q, x, 1) <= sp.sqrt(5) * lam**q
                ),
            ),
            "time to a fixed level, X = 1 at q = 1: half the constant, one and a half times the "
            "time": ForAll(
                given={
                    HERE: (
                        lam > 0,
                        lam <= 1,
                        sp.Eq(X, 1),
                    )
                },
                says=SIGN_TIME.subs(lam, lam / 2) >= sp.Rational(3, 2) * SIGN_TIME,
            ),
        },
    ),
    uses=(
        "steepest-mirror/thm-4.8#steepest mirror flow",
        "steepest-mirror/thm-4.8#depth 2",
        "steepest-mirror/cor-4.10#coercive",
    ),
    note="Two factors, unit slope. Beyond x = lambda^2 the metric forgets lambda. Sign flow then "
    "reaches 1 in the time (sqrt(4 + lambda^2) - lambda) / 2, which tends to 1 as lambda falls, "
    "whatever the constant.",
)
