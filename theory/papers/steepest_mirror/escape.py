"""Escape from a saddle and finite-time blow-up: what the metric exponent says about time.

Figure 2 follows x' = x^m from x_0 = 0.1. The time from x_0 to a level X is the integral of s^(-m):
log(X / x_0) for m = 1, else (X^(1-m) - x_0^(1-m)) / (1 - m).
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.language import Head, integers, reals
from theory.papers.steepest_mirror.mirror_maps import ONTO, VELOCITY, indicator, speed_at

x, x0, X, m, n, q, s, slope, lam, far = reals("x x_0 X m n q s slope lambda ell")
L, K = integers("L K")

TIME = Head("Time", "time that x' = x^m takes from x_0 to X", latex="T")
START = {x0: sp.Rational(1, 10)}
M = q * (L - 1) / L


def time(m, start, level):
    """Derive the time: the integral of dx / x^m, in closed form."""
    power = (level ** (1 - m) - start ** (1 - m)) / (1 - m)
    return sp.Piecewise((sp.log(level / start), sp.Eq(m, 1)), (power, True))


def balanced_time(q, depth):
    """Return the time from x_0 to 1 of the balanced flow at unit slope, x' = L x^m."""
    return TIME(q * (depth - 1) / depth, x0, 1) / depth


def sign_time(depth):
    """Return the same for q = 1 (see `NOT_STUCK`)."""
    return 1 - x0 ** (1 / depth)


BLOW_UP_TIME = x0 ** (1 - m) / (m - 1)

FIG_2 = Claim(
    id="steepest-mirror/fig-2",
    title="Metric exponents, escape and blow-up",
    source=Source("Figure 2"),
    words="The metric exponent grows with depth and with q; x' = x^m started at 0.1 leaves 0 the "
    "later and is the less stable the larger m is.",
    printed=Missing("not yet from the page"),
    lemmas={
        "exponent grows with depth": ForAll(given=(q >= 1, L >= 2), says=M.subs(L, L + 1) > M),
        "exponent grows with q": ForAll(given=(q >= 1, s > q, L >= 2), says=M.subs(q, s) > M),
        "slower below 1": ForAll(given=(m >= 0, n > m, x > 0, x < 1), says=x**n < x**m),
        "at most linear growth up to m = 1": ForAll(given=(m >= 0, m <= 1, x >= 1), says=x**m <= x),
        "blow-up beyond m = 1": ForAll(
            given=(m > 1, x0 < X), where=START, says=TIME(m, x0, X) < BLOW_UP_TIME
        ),
    },
    because={"": ByHand()},
    note="The equation is printed with exponent q and means m. Speeds are ordered below x = 1 and "
    "in the opposite order above it: which exponent reaches a level first depends on the unit in "
    "which x is measured. Growth that is at most linear keeps x finite at all times; beyond m = 1 "
    "every level is passed before a fixed time.",
)

ESCAPE_ORDER = Claim(
    id="steepest-mirror/fig-2-escape-order",
    title="Deeper products leave the saddle later",
    source=Source("Figure 2"),
    words="From 0.1 to 1 it takes the longer the deeper the product, since depth raises the "
    "metric exponent.",
    printed=Missing("not yet from the page"),
    lemmas={
        "the printed equation x' = x^m, speeds on the way": ForAll(
            given=(m >= 0, n > m, x > 0, x < 1), says=x**n < x**m
        ),
        "the balanced flow itself, x' = L x^m": ForAll(
            given=(q >= 1, L >= 2, K > L),
            where=START,
            says=balanced_time(q, K) > balanced_time(q, L),
        ),
        "the balanced flow itself, x' = L x^m, instead": ForAll(
            given=(L >= 2, K > L),
            where=START,
            says=1 - sign_time(K) > 1 - sign_time(L),
        ),
    },
    because={"": ByHand(("the printed equation x' = x^m, speeds on the way",))},
    note="The figure drops the factor L of the inverse metric L |x|^m. With it sign flow takes "
    "X^(1/L) - x_0^(1/L), which for X = 1 falls with depth (what holds instead, both sides taken "
    "from 1), and gradient flow from 0.1 to 1 is faster at L = 4 than at L = 3. What holds instead "
    "is for q = 1 and every pair of depths; for q > 1 the order depends on q, on both depths and "
    "on x_0: deeper is slower from small enough x_0 only.",
    legend={K: "depth of the deeper product", n: "metric exponent of the deeper product"},
)

SLOWDOWN = Claim(
    id="steepest-mirror/txt-exponential-slowdown",
    title="Large exponents slow the start exponentially",
    source=Source("section 1 and section 4, after Lemma 4.13"),
    words="For m > 1 the flow is slowed down exponentially near the saddle.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(m > 1, far > 0),
            where={x0: sp.exp(-far)},
            says=TIME(m, x0, 1) * sp.exp(-(m - 1) * far / 2) >= far,
        ),
    },
    because={"": ByHand()},
    note="Exponential in what is not said. In the exponent m it is so: against the time to reach "
    "1 at m = 1, ell = log(1/x_0), it takes longer by a factor of at least exp((m-1) ell / 2). In "
    "the distance x_0 to the saddle the slow-down is a power, below x_0^(1-m) / (m-1) (see Figure "
    "2).",
)

NOT_STUCK = Claim(
    id="steepest-mirror/txt-signgf-not-stuck",
    title="Sign flow moves on at saddles where gradient flow is slow",
    source=Source("Figure 2, section 1 and section 4"),
    words="Near the saddles of the product sign flow moves on where gradient flow slows down.",
    printed=Missing("not yet from the page"),
    lemmas={
        "from w_1 = 0 at a speed that no slope changes": ForAll(
            given=(sp.Ne(slope, 0), lam > 0, L >= 2),
            says=sp.Eq(sp.Abs(VELOCITY(1, slope, L, 0, lam)), lam ** (L - 1)),
        ),
        "gradient flow from there": ForAll(
            given=(sp.Ne(slope, 0), lam > 0, L >= 2),
            says=sp.Eq(sp.Abs(VELOCITY(2, slope, L, 0, lam)), sp.Abs(slope) * lam ** (2 * (L - 1))),
        ),
        "balanced sign flow takes X^(1/L) - x_0^(1/L)": ForAll(
            given=(X > 0, L >= 2),
            says=sp.Eq(sp.Derivative(X ** (1 / L), X), 1 / speed_at(X ** (1 / L), 0, L)),
        ),
        "balanced gradient flow takes log(X / x_0) / 2": ForAll(
            given=(X > 0,),
            says=sp.Eq(sp.Derivative(sp.log(X) / 2, X), 1 / speed_at(X, 0, 2)),
        ),
    },
    because={"": ByHand()},
    note="The balanced parts have lambda = 0 and unit slope, and depth 2 for gradient flow; time "
    "is the integral of dx / speed. From x_0 near 0 sign flow reaches X within X^(1/L), gradient "
    "flow takes the longer the smaller x_0. At the saddle itself, two factors zero, both flows "
    "rest: nothing is claimed there.",
)

BLOW_UP = Claim(
    id="steepest-mirror/txt-finite-time-blow-up",
    title="Finite-time blow-up in the high-exponent regime",
    source=Source("section 1, contributions and section 4"),
    words="At unit slope the product reaches infinity in finite time exactly for m > 1.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(q >= 1, L >= 2, lam >= 0),
            says=sp.Eq(ONTO(q, L, lam), indicator(M <= 1)),
        ),
    },
    because={"": ByHand()},
    note="The time to x is the change of R', so that it stays finite if R' is bounded on the way "
    "out.",
)

# -- two factors, from w_1 = 0 and w_2 = lambda: the balance is lambda^q ------------------------


def speed_of_two(power, slope):
    """Return |dx/dt| at x by the metric of theorem 4.8 for L = 2."""
    return sp.sqrt(4 * x**power + lam ** (2 * power)) * slope ** (power - 1)


def faster_at_x(relation, *given):
    """Return that smaller q is the faster at x."""
    return ForAll(
        given=(x > 0, lam > 0, slope > 0, q >= 1, s > q, *given),
        says=relation(speed_of_two(q, slope), speed_of_two(s, slope)),
    )


FASTER_ON_THE_WAY = Claim(
    id="steepest-mirror/txt-smaller-q-faster-on-the-way",
    title="Smaller q is faster on the way from the saddle points",
    source=Source("section 4, after corollary 4.10"),
    words="From w_1 = 0 and w_2 = lambda, smaller q is the faster also on the way.",
    printed=Missing("not yet from the page"),
    lemmas={
        "near 0, small slopes": faster_at_x(sp.Gt, x < 1, lam < 1, slope < 1),
        "all the way": faster_at_x(sp.Ge),
        "all the way, instead": faster_at_x(sp.Ge, x <= 1, lam <= 1, slope <= 1),
    },
    because={"": ByHand(("near 0, small slopes",))},
    uses=("steepest-mirror/thm-4.8",),
    note="Two factors. As at the start, the order turns over with the unit of x and the scale of "
    "the loss.",
    legend={slope: "size of f'(x)", s: "the larger of two values of q"},
)

root = reals("r")
SIGN_TIME = (sp.sqrt(4 * X + lam**2) - lam) / 2

COERCIVITY_DOMINATES = Claim(
    id="steepest-mirror/txt-coercivity-dominates",
    title="The coercivity constant dominates the rate of escape",
    source=Source("section 4, after corollary 4.10"),
    words="For small lambda the rate of escape is that of the coercivity constant lambda^q.",
    printed=Missing("not yet from the page"),
    lemmas={
        "near the saddle points, up to x = lambda^2 and a factor of the root of 5": ForAll(
            given=(q >= 1, lam > 0, sp.Abs(root) <= lam),
            where={x: root**2},
            says=sp.And(speed_of_two(q, 1) >= lam**q, speed_of_two(q, 1) <= sp.sqrt(5) * lam**q),
        ),
        "time of sign flow, to a fixed level, here X = 1 at q = 1": ForAll(
            given=(X > 0, lam > 0),
            says=sp.Eq(sp.Derivative(SIGN_TIME, X), 1 / speed_of_two(1, 1).subs(x, X)),
        ),
        "half the constant, at least one and a half times the time": ForAll(
            given=(lam > 0, lam <= 1),
            where={X: sp.Integer(1)},
            says=SIGN_TIME.subs(lam, lam / 2) >= sp.Rational(3, 2) * SIGN_TIME,
        ),
        "half the constant, at least one and a half times the time, instead": ForAll(
            given=(lam > 0,),
            where={X: sp.Integer(1)},
            says=sp.And(SIGN_TIME <= 1, 1 - lam / 2 <= SIGN_TIME),
        ),
    },
    because={
        "": ByHand(
            (
                "near the saddle points, up to x = lambda^2 and a factor of the root of 5",
                "time of sign flow, to a fixed level, here X = 1 at q = 1",
            )
        )
    },
    uses=("steepest-mirror/thm-4.8", "steepest-mirror/cor-4.10"),
    note="Two factors, unit slope. Beyond x = lambda^2 the metric forgets lambda. Sign flow then "
    "reaches 1 in a time that tends to 1 as lambda falls, whatever the constant. For q = 2 the "
    "time grows like log(1/lambda), not like the inverse of the constant either.",
    legend={
        X: "level that sign flow takes the time (sqrt(4 X + lambda^2) - lambda)/2 to reach from 0",
        root: "square root of x",
    },
)
