"""Sections 5.1, 5.2 and F.1: the instability surplus, its feedback on U, and the exit.

delta_t = eta lambda_t - C_t is the surplus, U_t > 0 stands for curvature of higher order and
lambda_t = f_lambda(U_t) + noise for the sharpness; X = log U.
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.language import DEFINES, Lipschitz, StrictlyIncreasing, reals
from theory.papers.instability_flatness.coupled import (
    HALF,
    INCREASING,
    SIGN,
    C,
    delta,
    eta,
    f,
    lam,
    x,
    xi,
)
from theory.papers.instability_flatness.notation import STEP_SIZE, L, after, alpha, below_start

a, b, k, s, z, b1, b2 = reals("a b k s z b_1 b_2")

# -- definition 5.1 --------------------------------------------------------------------------------

theta1, theta2, lam2, rest, g = reals("theta_1 theta_2 lambda_2 r g")
QUADRATIC = (lam * theta1**2 + lam2 * theta2**2) / 2
ONE, TWO = (coordinate - eta * sp.diff(QUADRATIC, coordinate) for coordinate in (theta1, theta2))

DEF_5_1 = Claim(
    id="instability-flatness/def-5.1",
    title="Instability surplus",
    source=Source("section 5.1, definition 5.1", "appendix F.1, definition F.1"),
    words="The surplus is eta lambda - C with C > 0 the local stability limit: 2 for a quadratic "
    "loss, less with positive terms of higher order.",
    printed=Missing("not yet from the page"),
    lemmas={
        "surplus": ForAll(
            given=(eta > 0, C > 0, sp.Eq(delta, eta * lam - C)),
            says=DEFINES,
        ),
        "a quadratic loss is left exactly for eta lambda > 2": ForAll(
            given=(eta > 0, lam2 > 0, lam >= lam2, sp.Ne(theta1, 0)),
            says=sp.Or(
                sp.And(eta * lam > 2, sp.Abs(ONE) > sp.Abs(theta1)),
                sp.And(eta * lam <= 2, ONE**2 + TWO**2 - theta1**2 <= theta2**2),
            ),
        ),
        "positive terms of higher order": ForAll(
            given=(
                eta > 0,
                sp.Ne(g, 0),
                rest > 0,
                sp.Eq(-eta * g**2 + eta**2 * lam * g**2 / 2 + rest, 0),
            ),
            says=eta * lam < 2,
        ),
    },
    because={
        "": ByHand(
            (
                "a quadratic loss is left exactly for eta lambda > 2",
                "positive terms of higher order",
            )
        )
    },
    note="A quadratic loss of two parameters, lambda the larger eigenvalue: above the limit the "
    "component along its eigenvector grows at every step, below it the distance from the minimum "
    "never does. In the last part r is what the terms beyond the second add to the loss after one "
    "step, which leaves the loss as it was: the stability limit of the descent lemma.",
)

# -- assumption 5.2 and condition C6 ---------------------------------------------------------------

following = reals("x'")

ASM_5_2 = Claim(
    id="instability-flatness/asm-5.2",
    title="Exit into stability",
    source=Source("section 5.2, assumption 5.2; section 5.3, C6", "appendix F.1"),
    words="Once the surplus is not positive, U stays where it is; and X follows (5) with alpha "
    "positive and strictly increasing.",
    printed={
        "exit": ForAll(says=DEFINES, given=(sp.Or(delta > 0, sp.Eq(following, x)),)),
        "exit and (5), where the surplus is not positive": ForAll(
            says=DEFINES,
            given=(
                *STEP_SIZE,
                SIGN,
                sp.Eq(following, x + xi * alpha(x)),
                sp.Or(delta > 0, sp.Eq(following, x)),
                delta <= 0,
            ),
        ),
    },
    instead={
        "exit and (5), where the surplus is not positive": Instead(
            ForAll(
                given=(*INCREASING, SIGN, delta <= 0),
                says=sp.Eq(x + xi * sp.Piecewise((f(delta), delta > 0), (0, True)), x),
            )
        ),
    },
    note="The assumption can be made, but not together with (5) at every t: with alpha positive "
    "the walk never stands still, so the two hold together only as long as the surplus is "
    "positive, which nothing ensures. (5) describes the walk up to the exit. What holds instead is "
    "the model (4) with its step set to 0 after the exit; its alpha vanishes in such states. "
    "Theorem 5.4 survives that (thm-5.4-with-exit).",
    legend={following: "the state after x", f: "f_logU"},
)

# -- the example and the sharpness -----------------------------------------------------------------

U, V, y, factor = reals("U V y factor")

EX_F_1_COUPLED = Claim(
    id="instability-flatness/ex-F.1-coupled",
    title="Example of the coupled system",
    source=Source(appendix="appendix F.1, example for intuition"),
    words="For f_logU = k delta and f_lambda = a U^b, twice the surplus doubles the "
    "multiplicative changes of U, and a smaller U has smaller sharpness and surplus.",
    printed=Missing("not yet from the page"),
    lemmas={
        "twice the surplus, changes of log U": ForAll(
            given=(k > 0, delta > 0),
            says=sp.Eq(
                sp.Abs(x + k * (2 * delta) - x), 2 * sp.Abs(x + k * delta - x), evaluate=False
            ),
        ),
        "twice the surplus, relative changes of U": ForAll(
            given=(factor > 1,), says=sp.Eq(factor**2 - 1, 2 * (factor - 1))
        ),
        "twice the surplus, relative changes of U, instead": ForAll(
            given=(factor > 1,), says=factor**2 - 1 > 2 * (factor - 1)
        ),
        "smaller U, changes of log U": ForAll(
            given=(a > 0, b > 0, U > 0, U < V, eta > 0),
            says=sp.And(a * U**b < a * V**b, eta * a * U**b - C < eta * a * V**b - C),
        ),
    },
    because={
        "": ByHand(
            (
                "twice the surplus, changes of log U",
                "smaller U, changes of log U",
            )
        )
    },
    note="The changes are multiplicative, so their size is best measured in log U.",
    legend={
        V: "a larger value of U",
        factor: "exp(k delta), U after a step up divided by U before it",
    },
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
        "expected sharpness": ForAll(given=(StrictlyIncreasing(f), y < x), says=f(y) < f(x)),
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
    note="A single step lowers U with probability 1/2. With noise in delta_t theorem 5.4 is not "
    "available: the mean of the steps increases with U, their medians need not. In the reading "
    "over the walk V = a U^b, and one step multiplies or divides it by exp(b alpha(x)): in the "
    "paper's own example the expected sharpness rises at every step while its median falls. Only a "
    "sharpness concave in log U would make it fall. If the response vanishes where the surplus is "
    "0, as k delta does, and alpha has slopes below 1 (condition 5.8), then no step reaches it, "
    "and stability is a limit only.",
    legend={
        f: "the expected sharpness as a function of the state, log U",
        y: "a state left of x",
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
