"""Theorem 4.2 and its proof (theorem E.1): convergence of the steepest mirror flow.

R is separable, so its inverse Hessian is diagonal with entries h_i >= mu, and along the flow

    df/dt = - sum_i h_i |g_i|^q,   g_i the partial derivatives of f, |g_i| <= B.

For q <= 2, |g|^q >= B^(q-2) g^2 for |g| <= B turns this into a bound on |grad f|^2, and
|grad f|^2 >= 2 Lambda (f - f*) into a rate. On f = a x^2/2, R = x^2/(2h) everything can be solved
exactly.
"""

import sympy as sp

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.language import DEFINES, reals
from theory.papers.steepest_mirror import rates_argument as rates
from theory.papers.steepest_mirror.coordinates import FAMILY, L_P, B, Lam, mu, q, steepest, x0
from theory.papers.steepest_mirror.coordinates import curvature as a
from theory.places import HERE

t = reals("t")
g, h, g1, g2, h1, h2 = reals("g h g_1 g_2 h_1 h_2")
RANGE = (q >= 1, q <= 2)  # the family of the introduction; section 4 only relates q to p


# -- definition 4.1 ------------------------------------------------------------------------------

x1, x2 = reals("x_1 x_2")
COERCIVE = h1 * x1**2 + h2 * x2**2 >= mu * (x1**2 + x2**2)

DEF_4_1 = Claim(
    id="steepest-mirror/def-4.1",
    title="Inverse coercivity",
    source=Source("section 4, definition 4.1"),
    words="R is inversely mu-coercive if the form of its inverse Hessian at x, applied to x, is at "
    "least mu |x|^2.",
    printed=ForAll(given=(mu > 0, h1 > 0, h2 > 0, COERCIVE), says=DEFINES),
    note="Two coordinates of a separable R; h_i is the inverse of R_i'' at x_i. Appendix E.1 asks "
    "it of the inverse Hessian instead of R, which must mean the same.",
)

SEPARABLE = "for a separable R"

COERCIVE_ENTRIES = Claim(
    id="steepest-mirror/txt-coercive-bounded-below",
    title="Inverse coercivity as a lower bound on entries",
    source=Source("section 4, sentence before definition 4.1"),
    words="Inverse coercivity is a lower bound mu > 0 on the inverse Hessian, for a separable R on "
    "each of its entries.",
    printed={
        "coercivity is a lower bound": Ambiguous(
            "definition 4.1 is about any R in C^2, theorem 4.2 about a separable one",
            {
                SEPARABLE: States(
                    rates.BOUNDED_BELOW, given={**rates.SIZES, HERE: (rates.COERCIVE,)}
                ),
                "for any R": Missing(
                    "the inverse Hessian of an R that is not separable, a matrix whose entries "
                    "depend on all coordinates of x, in directions other than that of x"
                ),
            },
        ),
        "and a lower bound is coercivity": States(
            rates.COERCIVE, given={**rates.SIZES, HERE: (rates.BOUNDED_BELOW,)}
        ),
    },
    lemmas={
        "two coordinates, from the points of an axis": ForAll(
            says=h1 >= mu,
            given=(mu > 0, sp.Ne(x1, 0), sp.Eq(x2, 0), COERCIVE),
        ),
        "two coordinates, and back": ForAll(given=(h1 >= mu, h2 >= mu), says=COERCIVE),
    },
    because={
        "coercivity is a lower bound": ByHand(
            ("two coordinates, from the points of an axis",), reading=(SEPARABLE,)
        ),
        "and a lower bound is coercivity": ByHand(("two coordinates, and back",)),
    },
    note="For a separable R: entry l of the inverse Hessian depends on x_l alone. "
    "The definition uses one x both as the point and as the direction; without separability that "
    "leaves the other directions free. At x_l = 0 the bound follows by continuity only.",
)

# -- the flow of f = a x^2/2 with R = x^2/(2 mu), solved exactly ---------------------------------

QUADRATIC = {
    **L_P,
    **FAMILY,
    "theorem 4.2": (mu > 0, B > 0),
    "theorem 4.2: f = f'' x^2 / 2 and R = x^2 / (2 mu), in one coordinate": (a > 0, x0 > 0),
    "theorem 4.2: slopes of at most B": (a * x0 <= B,),
}
OTHERWISE = "any other f and R, any number of coordinates"
OF_TIME = Missing("the slopes of f along the flow as functions of time, one for each coordinate")


def loss(x):
    return a * x**2 / 2


def integrated(power):
    """Return the integral over all times of |f'(x_t)|^power, as one over x with dt = dx / |dx/dt|.

    The flow falls from x_0 > 0 to the minimiser 0.
    """
    x, slope, inverse, start = sp.symbols("x a mu x_0", positive=True)
    exponent = sp.Dummy(nonnegative=True)  # 2 - q
    gradient = sp.diff(loss(x).subs(a, slope), x)
    speed = (steepest(gradient) * inverse).subs(q, 2 - exponent)
    integrand = sp.powsimp(sp.expand_power_base(gradient**power / speed))
    value = sp.integrate(integrand, (x, 0, start))
    return value.subs({slope: a, inverse: mu, start: x0, exponent: 2 - q})


def on_quadratic(larger, smaller):
    """State an inequality of integrals along the flow of a quadratic loss."""
    return ForAll(given=QUADRATIC, says=sp.Le(smaller, larger, evaluate=False))


# -- theorem 4.2 ---------------------------------------------------------------------------------

E, dist = reals("E D")  # f - f*, |x - x*|^2
E0 = reals("E_0")  # f - f* at the start
FALL = Source(appendix="appendix E, proof of theorem E.1: df <= -mu |grad f|_q^q dt")
POWER = Source(appendix="appendix E, proof of theorem E.1, third line of the last chain for df")
rate = mu * B ** (q - 2) * Lam
INTEGRAL = "integral of the squared gradient along a quadratic"
LOSS_FALLS, RATE = "the loss decays", "twice the linear rate, of the loss"
DISTANCE = "the distance is at most of the size of the loss"

THM_4_2 = Claim(
    id="steepest-mirror/thm-4.2",
    title="Convergence of the steepest mirror flow",
    source=Source("section 4, theorem 4.2", "appendix E, theorem E.1"),
    words="With an inverse Hessian of R at least mu and gradients at most B the loss decays, the "
    "squared gradient is integrable with an explicit bound, and for a Lambda-strongly convex loss "
    "the iterates converge to the minimiser at the linear rate mu B^(q-2) Lambda.",
    printed={
        LOSS_FALLS: States(rates.DECAYS, given=rates.AT_A_TIME),
        INTEGRAL: on_quadratic((0 - loss(x0)) / (mu * B ** (q - 2)), integrated(2)),
        f"integral of the squared gradient: {OTHERWISE}": OF_TIME,
        RATE: States(rates.TWICE, given=rates.AT_RATE),
        DISTANCE: States(rates.CLOSE, given=rates.AT_MINIMISER),
    },
    lemmas={**rates.FALL_LEMMAS, **rates.POWER_LEMMA},
    because={
        LOSS_FALLS: rates.DECAY_ARGUMENT,
        RATE: rates.TWICE_ARGUMENT,
        DISTANCE: rates.CLOSE_ARGUMENT,
    },
    instead={
        INTEGRAL: Instead(
            on_quadratic((loss(x0) - 0) / (mu * B ** (q - 2)), integrated(2)),
            meant=FALL,
        ),
    },
    uses=("steepest-mirror/def-4.1", "steepest-mirror/eq-4"),
    note="The integral is printed with f(x_inf) - f(x_0), which is negative unless the flow rests; "
    "f(x_inf) = 0 for the quadratic. df/dt stands on the left of the first and the third part. By "
    "Groenwall's lemma the gap f - f* falls like exp(-2 rate t), and the distance to x* like "
    "exp(-rate t).",
)

# -- the printed proof ---------------------------------------------------------------------------

STEP_DESCENT = Claim(
    id="steepest-mirror/thm-4.2-step-descent",
    title="The loss falls at least like the q-norm of the gradient",
    source=Source(appendix="appendix E, proof of theorem E.1, first display"),
    words="The loss changes at a rate of at most -mu times the q-th power of the gradient's "
    "q-norm, which is not positive.",
    printed={
        "at most -mu |grad f|_q^q": States(rates.FALLS, given=rates.AT_A_TIME),
        "at most 0": States(rates.NOT_POSITIVE, given=rates.AT_A_TIME),
    },
    lemmas=rates.FALL_LEMMAS,
    because={
        "at most -mu |grad f|_q^q": rates.FALL_ARGUMENT,
        "at most 0": rates.SIGN_ARGUMENT,
    },
    note="On the left df/dt by the chain rule; the inverse Hessian of a separable R is diagonal.",
)

ALONG = "along the flow of a quadratic"

STEP_INTEGRAL = Claim(
    id="steepest-mirror/thm-4.2-step-integral",
    title="Integral of the q-norm of the gradient",
    source=Source(appendix="appendix E, proof of theorem E.1, second display"),
    words="The q-th power of the gradient's q-norm integrates to at most the change of the loss "
    "over mu.",
    printed={
        ALONG: on_quadratic((0 - loss(x0)) / mu, integrated(q)),
        OTHERWISE: OF_TIME,
    },
    instead={ALONG: Instead(on_quadratic((loss(x0) - 0) / mu, integrated(q)), meant=FALL)},
    note="f(x_inf) - f(x_0) is printed where f(x_0) - f(x_inf) is meant; f(x_inf) = 0 here.",
)

BOUNDED = (*RANGE, sp.Abs(g) <= B, sp.Ne(B, 0))

STEP_POWER_OF_B = Claim(
    id="steepest-mirror/thm-4.2-step-power-of-B",
    title="From the q-norm to the 2-norm under the integral",
    source=Source(appendix="appendix E, proof of theorem E.1, third display"),
    words="The integral of the squared gradient is at most B^(q-2) times the integral of the q-th "
    "power of its q-norm.",
    printed={
        ALONG: on_quadratic(B ** (q - 2) * integrated(q), integrated(2)),
        OTHERWISE: OF_TIME,
    },
    instead={
        ALONG: Instead(
            on_quadratic(B ** (2 - q) * integrated(q), integrated(2)),
            meant=POWER,
        )
    },
    note="The power of B is turned over; with B <= 1 or q = 2 the printed form holds too. The "
    "conclusion drawn from it divides by B^(q-2) again and so has the right power.",
)

STEP_GRADIENT_POWER = Claim(
    id="steepest-mirror/thm-4.2-step-gradient-power",
    title="The inequality between powers of a bounded gradient",
    source=Source(appendix="appendix E, proof of theorem E.1, sentence after the last chain"),
    words="For a slope y of size at most B, y^q is at least B^(q-2) y^q.",
    printed=ForAll(given=BOUNDED, says=sp.Abs(g) ** q >= B ** (q - 2) * sp.Abs(g) ** q),
    instead=Instead(
        ForAll(given=BOUNDED, says=sp.Abs(g) ** q >= B ** (q - 2) * g**2),
        meant=POWER,
    ),
    note="For B >= 1 it holds but does not give what the chain needs. Printed for every real y; "
    "read as powers of |y| for |y| <= B and 1 <= q <= 2, where the chain uses it and where what "
    "was meant holds.",
    symbols={g: "the slope y"},
)

STEP_PL = Claim(
    id="steepest-mirror/thm-4.2-step-PL",
    title="From strong convexity to the rate of the loss",
    source=Source(appendix="appendix E, proof of theorem E.1, last chain"),
    words="A strongly convex loss satisfies the PL inequality, which turns the squared gradient "
    "into Lambda (f - f*).",
    printed={
        "strong convexity gives PL": States(rates.PL, given=rates.STRONGLY_CONVEX),
        "last line of the chain": States(
            rates.LAST_LINE,
            given={**rates.STRONGLY_CONVEX, **L_P, "theorem E.1": (mu > 0, B > 0)},
        ),
    },
    because={
        "strong convexity gives PL": rates.PL_HOLDS,
        "last line of the chain": rates.USE_OF_PL,
    },
    note="Strong convexity at x against the minimiser x*. With definition B.2 a factor 2 is to "
    "spare in the last line: the rate doubles.",
)

STRONGLY_CONVEX = (Lam > 0, dist >= 0, Lam / 2 * dist <= E)  # at the minimiser, of slope zero
BY_GROENWALL = (*RANGE, mu > 0, B > 0, t >= 0, E0 * sp.exp(-t * rate) >= E)


def distance(factor):
    """Return that |x - x*|^2 is at most a factor times f(x) - f(x*)."""
    return ForAll(given=STRONGLY_CONVEX, says=dist <= factor * E)


def distance_in_time(factor):
    """Return that |x_t - x*|^2 is at most a factor times the exponential."""
    return ForAll(
        given={
            HERE: (
                *STRONGLY_CONVEX,
                *BY_GROENWALL,
            ),
        },
        says=dist <= factor * sp.exp(-t * rate),
    )


STEP_DISTANCE = Claim(
    id="steepest-mirror/thm-4.2-step-distance",
    title="From the loss to the distance",
    source=Source(appendix="appendix E, proof of theorem E.1, last two displays"),
    words="Strong convexity bounds the squared distance to the minimiser by Lambda/2 times the gap "
    "of the loss, and so by Lambda/2 times the exponential.",
    printed={
        "distance from the gap": distance(Lam / 2),
        "distance in time": distance_in_time(Lam / 2),
    },
    instead={
        "distance from the gap": Instead(
            distance(2 / Lam), words="turn the constant over: 2/Lambda for Lambda/2"
        ),
        "distance in time": Instead(
            distance_in_time(2 / Lam * E0),
            words="2/Lambda for Lambda/2, times the gap of the loss at the start",
        ),
    },
    note="Strong convexity bounds the gap E = f(x) - f(x*) from below by Lambda/2 times D = |x - "
    "x*|^2, so D is at most 2/Lambda times E: the constant is turned over. An example is f = "
    "x^2 with Lambda = 1 at x = 1, where D = E = 1; every such D and E belong to some f. The "
    "second display also lacks the gap E_0 at the start, with which it holds. Both are so for"
    " any number of coordinates.",
    symbols={
        E: "f(x) - f(x*)",
        E0: "the same at the start",
        dist: "squared distance of x from the minimiser",
    },
)
