"""Sections 5.1, 5.2 and F.1: the instability surplus, its feedback on U, and the exit.

delta_t = eta lambda_t - C_t is the surplus, U_t > 0 stands for curvature of higher order and
lambda_t = f_lambda(U_t) + noise for the sharpness; X = log U.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import AddUp, Assume, Solve, Specialise
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Instead, Missing, Source
from theory.language import (
    DEFINES,
    Lipschitz,
    StrictlyIncreasing,
    eq,
    integers,
    reals,
    sequence,
)
from theory.papers.instability_flatness.coupled import (
    HALF,
    INCREASING,
    SIGN,
    C,
    delta,
    eta,
    lam,
    x,
    xi,
)
from theory.papers.instability_flatness.notation import (
    STEP_SIZE,
    L,
    after,
    alpha,
    below_start,
    f_lambda,
    f_log,
    following,
)
from theory.places import HERE
from theory.quantifiers import Every

a, b, k, s, z, b1, b2 = reals("a b k s z b_1 b_2")

# -- definition 5.1 --------------------------------------------------------------------------------

theta1, rest, g = reals("theta_1 rho g")
theta, eigenvalues = sequence("theta"), sequence("lambda_i")
d = integers("d")
coordinate = integers("i")
moved = theta[coordinate] - eta * eigenvalues[coordinate] * theta[coordinate]
CURVATURES = Every(
    coordinate,
    sp.Implies(
        sp.And(coordinate >= 1, coordinate <= d),
        sp.And(eigenvalues[coordinate] >= 0, eigenvalues[coordinate] <= eigenvalues[1]),
        evaluate=False,
    ),
)
QUADRATIC_LOSS = (eta > 0, d >= 1, CURVATURES)


def squared(of):
    """Return the squared distance from the minimum."""
    return sp.Sum(of**2, (coordinate, 1, d))


SHRINKS = Solve(
    moved**2 <= theta[coordinate] ** 2,
    (
        *QUADRATIC_LOSS,
        eta * eigenvalues[1] <= 2,
        coordinate >= 1,
        coordinate <= d,
    ),
    (Specialise(Assume(CURVATURES), coordinate),),
)

ALONG_TOP = "in sum, of a step along the top eigenvector"
ALONG_ANY = "in sum, of a step along any gradient"
EACH = "each derivative along the gradient, which is along the top eigenvector"
LESS = "less with positive terms of higher order"
along_g, third, fourth = reals("lambda_g L_3 L_4")
OF_DERIVATIVES = -((eta * g) ** 3) * third / 6 + (eta * g) ** 4 * fourth / 24


def limit_below_2(curvature, more, *given, limit=lam):
    """Return that eta lambda < 2 if a step leaves the loss as it was, by its expansion.

    Args:
        curvature: the second derivative of the loss along the gradient.
        more: what the terms beyond the second add.
        given: further hypotheses.
        limit: the curvature lambda of which it is said.
    """
    unchanged = eq(-eta * g**2 + eta**2 * curvature * g**2 / 2 + more, 0)
    return ForAll(eta * limit < 2, given={HERE: (eta > 0, *given, unchanged)})


DERIVATIVES_POSITIVE = (g > 0, third > 0, fourth > 0)
DEF_5_1 = Claim(
    id="instability-flatness/def-5.1",
    title="Instability surplus",
    source=Source("section 5.1, definition 5.1", "appendix F.1, definition F.1"),
    words="The surplus is eta lambda - C with C > 0 the local stability limit: 2 for a quadratic "
    "loss, less with positive terms of higher order.",
    printed={
        "surplus": ForAll(given=(eta > 0, C > 0, eq(delta, eta * lam - C)), says=DEFINES),
        "2 for a quadratic loss, above": ForAll(
            sp.Abs(theta1 - eta * lam * theta1) > sp.Abs(theta1),
            given={HERE: (eta > 0, eta * lam > 2, sp.Ne(theta1, 0))},
        ),
        "2 for a quadratic loss, below": States(
            squared(moved) <= squared(theta[coordinate]),
            given={HERE: (*QUADRATIC_LOSS, eta * eigenvalues[1] <= 2)},
        ),
        LESS: Ambiguous(
            "which terms of the Taylor expansion are positive, their sum in a step or each "
            "derivative, and whether the gradient is along the top eigenvector",
            {
                ALONG_TOP: limit_below_2(lam, rest, rest > 0),
                ALONG_ANY: limit_below_2(along_g, rest, along_g <= lam, rest > 0),
                EACH: limit_below_2(lam, OF_DERIVATIVES, *DERIVATIVES_POSITIVE),
            },
        ),
    },
    because={
        "2 for a quadratic loss, below": AddUp(SHRINKS, coordinate, 1, d),
    },
    instead={
        LESS: ByReading(
            {
                ALONG_ANY: Instead(
                    limit_below_2(along_g, rest, along_g <= lam, rest > 0, limit=along_g),
                    words="eta times the curvature along the gradient is less than 2",
                ),
                EACH: Instead(
                    limit_below_2(
                        lam, OF_DERIVATIVES, *DERIVATIVES_POSITIVE, eta * g * fourth > 4 * third
                    ),
                    words="less than 2 if the sum of these terms is positive, too",
                ),
            }
        )
    },
    note="Above the limit the coordinate along the top eigenvector grows at every step, below it "
    "the distance from the minimum never does. The limit for other losses is where a step leaves "
    "the loss as it was, as in the descent lemma. For x^2 / 2 + x^4 / 4 at x = 1 all derivatives "
    "are positive; eta = 1 leads to -1, and eta lambda is 4.",
    symbols={
        along_g: "the curvature along the gradient",
        third: "the third derivative of the loss along the gradient",
        fourth: "the fourth one, beyond which there are none",
    },
)

# -- assumption 5.2 and condition C6 ---------------------------------------------------------------

ASM_5_2 = Claim(
    id="instability-flatness/asm-5.2",
    title="Exit into stability",
    source=Source("section 5.2, assumption 5.2; section 5.3, C6", "appendix F.1"),
    words="Once the surplus is not positive, U stays where it is.",
    printed=ForAll(says=DEFINES, given=(sp.Or(delta > 0, eq(following, x)),)),
    note="x is log U_t and x' log U at any later time. With f_logU(delta) = delta, f_lambda(U) = 3 "
    "+ U / (1 + U), eta = 1 and C = 2 the surplus is always positive, and the assumption goes "
    "together with (5). Where the surplus can reach 0 it does not: see "
    "ours-asm-5.2-with-equation-5.",
)

WITH_EQUATION_5 = Claim(
    id="instability-flatness/ours-asm-5.2-with-equation-5",
    title="The exit and a positive step exclude each other",
    source=Source("section 5.2, assumption 5.2; section 5.3, C6 and (5)"),
    words="If the exit and (5) hold at a time, the surplus is positive there; the model (4) with "
    "its step set to 0 after the exit stays where it is.",
    printed={
        "the surplus is positive": ForAll(
            delta > 0,
            given=(
                *STEP_SIZE,
                SIGN,
                eq(following, x + xi * alpha(x)),
                sp.Or(delta > 0, eq(following, x)),
            ),
        ),
        "after the exit": ForAll(
            given=(*INCREASING, SIGN, delta <= 0),
            says=eq(x + xi * sp.Piecewise((f_log(delta), delta > 0), (0, True)), x),
        ),
    },
    note="With alpha positive the walk never stands still, so that (5) describes it up to the exit "
    "only. The first clause of theorem 5.4 survives that (ours-thm-5.4-with-exit).",
)

# -- the example and the sharpness -----------------------------------------------------------------

U, V, y, factor = reals("U V y factor")

factor_k = reals("k_f")
after_one, after_two = reals("X'_1 X'_2")


def after_step(surplus):
    """Return log U after a step of (4), for f_logU = k delta."""
    return x + xi * factor_k * surplus


def twice_the_change(of):
    """Return that twice the surplus doubles the size of a change, which is measured in log U."""
    return ForAll(
        eq(sp.Abs(of(after_two - x)), 2 * sp.Abs(of(after_one - x))),
        given={HERE: (factor_k > 0, delta > 0), "equation (4)": (SIGN,)},
        where={after_one: after_step(delta), after_two: after_step(2 * delta)},
    )


CHANGE = "whether a multiplicative change is measured in log U or in U itself"

EX_F_1_COUPLED = Claim(
    id="instability-flatness/ex-F.1-coupled",
    title="Example of the coupled system",
    source=Source(appendix="appendix F.1, example for intuition"),
    words="For f_logU = k delta and f_lambda = a U^b, twice the surplus doubles the "
    "multiplicative changes of U; f_lambda is strictly increasing, and a smaller U has smaller "
    "sharpness and surplus.",
    printed={
        "twice the surplus": Ambiguous(
            CHANGE,
            {
                "changes of log U": twice_the_change(lambda change: change),
                "relative changes of U": twice_the_change(lambda change: sp.exp(change) - 1),
            },
        ),
        "smaller U": ForAll(
            sp.And(a * U**b < a * V**b, eta * a * U**b - C < eta * a * V**b - C),
            given={HERE: (a > 0, b > 0, U > 0, U < V), "definition 5.1": (eta > 0,)},
        ),
    },
    note="The changes are multiplicative, so their size is best measured in log U.",
)

w1, w2, weight = reals("w_1 w_2 p")


def two_noisy_steps(*given):
    """Return that two steps of (4) end at or below the start with probability at least 1/2.

    The step has the size s at the start, b_1 or b_2 above it and w_1 or w_2 below it, with
    probabilities p and 1 - p; its mean is strictly increasing.
    """
    means = [weight * one + (1 - weight) * two for one, two in ((b1, b2), (w1, w2))]
    share = sum(
        probability * sp.Piecewise((1, left), (0, True))
        for left, probability in (
            (b1 >= s, weight),
            (b2 >= s, 1 - weight),
            (w1 <= s, weight),
            (w2 <= s, 1 - weight),
        )
    )
    sizes = tuple(size > 0 for size in (s, b1, b2, w1, w2))
    return ForAll(
        given=(*sizes, weight > 0, weight < 1, means[0] > s, means[1] < s, *given),
        says=(1 + share) / 4 >= HALF,
    )


TOWARDS_EXIT = (StrictlyIncreasing(alpha), Lipschitz(alpha, L), L < 1, sp.Eq(alpha(z), 0), x > z)

TXT_EXPECTED_SHARPNESS = Claim(
    id="instability-flatness/txt-expected-sharpness",
    title="Instability lowers the expected sharpness",
    source=Source("section 5.2, after (4)"),
    words="Instability makes U vary; U then decreases with high probability, which reduces the "
    "expected sharpness and restores stability.",
    printed={
        "U decreases, two steps": ForAll(
            given=STEP_SIZE, says=below_start(x, 2) >= sp.Rational(3, 4)
        ),
        "expected sharpness": ForAll(
            given=(StrictlyIncreasing(f_lambda), y < x), says=f_lambda(y) < f_lambda(x)
        ),
        "stability is restored": Missing("by when, and with what probability"),
    },
    lemmas={
        "stability restored by steps down, alpha with slopes below 1": ForAll(
            given=TOWARDS_EXIT, says=after(x, -1, -1, -1) <= z
        ),
        "stability restored by steps down, alpha with slopes below 1, instead": ForAll(
            given=TOWARDS_EXIT, says=after(x, -1) > z
        ),
        "U decreases, two steps, model (4) with noise of mean zero": two_noisy_steps(),
        "U decreases, two steps, model (4) with noise of mean zero, instead": two_noisy_steps(
            sp.Eq(b1, b2), sp.Eq(w1, w2)
        ),
        "expected sharpness, expected sharpness over the walk, f_lambda = a U^b": ForAll(
            given=(V > 0, factor > 1), says=HALF * (V * factor + V / factor) <= V
        ),
        "expected sharpness, expected sharpness over the walk, f_lambda = a U^b, instead": ForAll(
            given=(V > 0, factor > 1),
            says=HALF * (V * factor + V / factor) > V,
        ),
    },
    uses=("instability-flatness/thm-5.4",),
    note="A step lowers U with probability 1/2. With noise in delta_t theorem 5.4 is not "
    "available: the mean of the steps increases with U, their medians need not. Over the walk"
    " V = a U^b a step multiplies or divides it by exp(b alpha(x)): in the paper's own "
    "example the expected sharpness rises at every step while its median falls. Only a "
    "sharpness concave in log U would make it fall.",
    symbols={
        V: "the sharpness a U^b before a step",
        factor: "exp(b alpha(x))",
        z: "the state where the surplus is 0",
        s: "the size of the first step",
        b1: "a step's size after a step up, with probability p",
        b2: "its size otherwise",
        w1: "a step's size after a step down, with probability p",
        w2: "its size otherwise",
    },
)
