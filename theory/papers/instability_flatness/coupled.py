"""Sections 5.1 to 5.3 and F.1: the surplus and the model that couples it with U.

delta_t = eta lambda_t - C_t is the instability surplus, U_t > 0 stands for curvature of higher
order. Model (4), for X = log U: X_{t+1} = X_t + xi_t f_logU(delta_t), with the sharpness
lambda_t = f_lambda(U_t) + noise.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Part, Source
from theory.language import (
    DEFINES,
    FunctionSymbol,
    Positive,
    StrictlyIncreasing,
    function,
    reals,
)
from theory.papers.instability_flatness.contraction import BELOW
from theory.papers.instability_flatness.walk import STEP_SIZE, alpha

f: FunctionSymbol = function("f")  # f_logU
eta, lam, C, delta, xi, x, s = reals("eta lambda C delta xi x s")
a, b, k = reals("a b k")
HALF = sp.Rational(1, 2)
SIGN = sp.Eq(xi**2, 1)
INCREASING = (StrictlyIncreasing(f), Positive(f))

# -- definition 5.1 --------------------------------------------------------------------------------

theta, rest, g = reals("theta r g")
QUADRATIC_STEP = theta - eta * sp.diff(lam * theta**2 / 2, theta)

DEF_5_1 = Claim(
    id="instability-flatness/def-5.1",
    title="Instability surplus",
    source=Source("section 5.1, definition 5.1", "appendix F.1, definition F.1"),
    words="The surplus is eta lambda - C with C > 0 the local stability limit: 2 for a quadratic "
    "loss, less with positive terms of higher order.",
    statement=(
        Part(
            "surplus",
            ForAll((eta, lam, C, delta), given=(eta > 0, C > 0, sp.Eq(delta, eta * lam - C)),
                   says=DEFINES),
        ),
        Part(
            "a quadratic loss is left exactly for eta lambda > 2",
            ForAll(
                (eta, lam, theta), given=(eta > 0, lam > 0, sp.Ne(theta, 0)),
                says=sp.Or(
                    sp.And(eta * lam > 2, sp.Abs(QUADRATIC_STEP) > sp.Abs(theta)),
                    sp.And(eta * lam <= 2, sp.Abs(QUADRATIC_STEP) <= sp.Abs(theta)),
                ),
            ),
        ),
        Part(
            "positive terms of higher order",
            ForAll(
                (eta, lam, g, rest),
                given=(eta > 0, sp.Ne(g, 0), rest > 0,
                       sp.Eq(-eta * g**2 + eta**2 * lam * g**2 / 2 + rest, 0)),
                says=eta * lam < 2,
            ),
        ),
    ),
    note="In the last part r is what the terms beyond the second add to the loss after one step, "
    "which leaves the loss as it was: the stability limit of the descent lemma.",
)  # fmt: skip
# -- assumption 5.2 and condition C6 ---------------------------------------------------------------

ONE_STEP = x + xi * alpha(x)
WALK = (*STEP_SIZE, SIGN)

ASM_5_2 = Claim(
    id="instability-flatness/asm-5.2",
    title="Exit into stability",
    source=Source("section 5.2, assumption 5.2; section 5.3, C6", "appendix F.1"),
    words="Once the surplus is not positive, U stays where it is; and X follows (5) with alpha "
    "positive and strictly increasing.",
    statement=ForAll(
        (alpha, x, xi, delta),
        given=(*WALK, delta <= 0),
        says=sp.Eq(ONE_STEP, x),
    ),
    instead=Instead(
        ForAll(
            (f, x, xi, delta),
            given=(*INCREASING, SIGN, delta <= 0),
            says=sp.Eq(x + xi * sp.Piecewise((f(delta), delta > 0), (0, True)), x),
        )
    ),
    note="With alpha positive the walk (5) never stands still, so (5) and the exit exclude each "
    "other in every state with delta <= 0: (5) describes the walk up to the exit only, and the "
    "theorems at every t are about a walk without one. What holds instead is the model (4) with "
    "its step set to 0 there; its alpha vanishes in such states.",
)

# -- condition 5.3 ---------------------------------------------------------------------------------

a1, a2, b1, b2, la, lb = reals("a_1 a_2 b_1 b_2 lambda_a lambda_b")


def half_half(of, one, two):
    """Return the expectation of a function of a surplus with two values of probability 1/2."""
    return HALF * (of(one) + of(two))


def response(at):
    """Return f of a surplus, 0 after the exit."""
    return sp.Piecewise((f(at), at > 0), (0, True))


def positive_step(*given):
    """Return that alpha is positive where sharpness lam is expected, without noise."""
    return ForAll(
        (f, eta, lam, C),
        given=(*INCREASING, eta > 0, lam > 0, C > 0, *given),
        where={delta: eta * lam - C},
        says=response(delta) > 0,
    )


def larger_step(relation):
    """Return that alpha is larger for the state b, without noise, both states unstable."""
    return ForAll(
        (f, eta, la, lb, C),
        given=(*INCREASING, eta > 0, C > 0, eta * la > C, relation),
        says=f(eta * la - C) < f(eta * lb - C),
    )


NOISY = (*INCREASING, a1 > 0, a2 > 0, b1 > 0, b2 > 0, a1 + a2 < b1 + b2)
SAME_NOISE = (sp.Eq(b1 - a1, b2 - a2),)


def larger_mean_step(*given):
    """Return that alpha is larger for the state b, whose mean surplus is, with noise."""
    return ForAll(
        (f, a1, a2, b1, b2),
        given=(*NOISY, *given),
        says=half_half(f, a1, a2) < half_half(f, b1, b2),
    )


ASM_5_3 = Claim(
    id="instability-flatness/asm-5.3",
    title="alpha is positive, finite and strictly increasing",
    source=Source("section 5.3, after condition 5.3", "appendix F, introduction"),
    words="By C1 to C6, alpha(x) = E[f_logU(delta_t) | X_t = x] is positive, finite and strictly "
    "increasing on R.",
    statement=(
        Part(
            "positive, no noise",
            positive_step(),
            instead=Instead(positive_step(eta * lam > C)),
        ),
        Part(
            "strictly increasing, noise of mean zero",
            larger_mean_step(),
            instead=Instead(larger_mean_step(*SAME_NOISE)),
        ),
        Part(
            "strictly increasing, no noise",
            larger_step(la < lb),
            reading="C4 and appendix F.1: f_lambda strictly increasing",
        ),
        Part(
            "strictly increasing, no noise",
            larger_step(la <= lb),
            reading="section 5.2 and (F.3): f_lambda nondecreasing",
            instead=Instead(larger_step(la < lb)),
        ),
    ),
    uses=("instability-flatness/asm-5.2",),
    note="States whose expected sharpness is at most C / eta are stable, and there alpha is 0, as "
    "in the example a U^b for small U (with unbounded noise alpha is positive there, and the "
    "exit comes at random). C4 orders the mean of delta_t only: where f_logU is concave "
    "and the noise wider for larger U, its mean falls. The same noise in every state, with a "
    "positive surplus, is enough. Two values of probability 1/2 stand for the noise. Finite does "
    "not follow either: for f_logU(delta) = delta^2 and noise without variance alpha is infinite.",
)

# -- equation (5) and C3E --------------------------------------------------------------------------

MEAN_STEP = half_half(f, a1, a2)


def one_step(*given):
    """Return that the step of (4) is that of (5), for each value of the surplus."""
    return ForAll(
        (f, x, xi, a1, a2),
        given=(*INCREASING, SIGN, a1 > 0, a2 > 0, *given),
        says=sp.And(
            *(sp.Eq(x + xi * f(value), x + xi * MEAN_STEP) for value in (a1, a2)),
        ),
    )


EQ_5 = Claim(
    id="instability-flatness/eq-5",
    title="The walk of X = log U",
    source=Source("section 5.3, (5)"),
    words="With X = log U the model (4) becomes X_{t+1} = X_t + xi_t alpha(X_t), alpha(x) = "
    "E[f_logU(delta_t) | X_t = x].",
    statement=(
        Part("no noise in delta_t", one_step(sp.Eq(a1, a2))),
        Part(
            "noise in delta_t",
            one_step(),
            instead=Instead(
                ForAll(
                    (f, x, a1, a2),
                    given=(*INCREASING, a1 > 0, a2 > 0),
                    says=sp.Eq(
                        half_half(lambda value: sp.Abs(x + f(value) - x), a1, a2),
                        MEAN_STEP,
                        evaluate=False,
                    ),
                )
            ),
        ),
    ),
    uses=("instability-flatness/asm-5.3",),
    note="With noise the step is f_logU(delta_t), a random number with mean alpha(x) given the "
    "state; (5) replaces it by the mean.",
)

f1, f2 = function("f_1"), function("f_2")
RESPONSES = (Positive(f1), Positive(f2))


def mean_response(at):
    """Return E f_logU at a surplus, over two mini-batches of probability 1/2."""
    return HALF * (f1(at) + f2(at))


def relaxed(*values):
    """Return C3E at these values: the mean response is strictly increasing."""
    return tuple(
        sp.Or(one >= two, mean_response(one) < mean_response(two))
        for one in values
        for two in values
        if one != two
    )


def larger_relaxed(*given):
    """Return that alpha is larger for the state b, with C3E in the place of C3."""
    return ForAll(
        (f1, f2, a1, a2, b1, b2),
        given=(*RESPONSES, *NOISY[2:], *relaxed(a1, a2, b1, b2), *given),
        says=half_half(mean_response, a1, a2) < half_half(mean_response, b1, b2),
    )


TXT_C3E = Claim(
    id="instability-flatness/txt-C3E",
    title="The relaxed condition C3E is enough",
    source=Source("section 5.3, stochastic minibatching"),
    words="If only the mean of f_logU over mini-batches is strictly increasing, alpha still has "
    "the properties that are needed.",
    statement=(
        Part("strictly increasing, no noise in delta_t",
             larger_relaxed(sp.Eq(a1, a2), sp.Eq(b1, b2)),
             reading="the mean is over all that is random in a step"),
        Part(
            "strictly increasing, noise in delta_t",
            larger_relaxed(),
            reading="the mean is over mini-batches, with noise besides",
            instead=Instead(larger_relaxed(*SAME_NOISE)),
        ),
    ),
    uses=("instability-flatness/asm-5.3", "instability-flatness/eq-5"),
    text_uncertain=True,
    note="Two mini-batches of probability 1/2, drawn independently of the noise. Over what the "
    "mean is the text does not say. C3E serves as well as C3 and has the same gap. The step is "
    "then random even without noise in delta_t, while (5) has its mean.",
)  # fmt: skip

# -- the example and the sharpness -----------------------------------------------------------------

U, V, y, factor = reals("U V y factor")

EX_F_1_COUPLED = Claim(
    id="instability-flatness/ex-F.1-coupled",
    title="Example of the coupled system",
    source=Source(appendix="appendix F.1, example for intuition"),
    words="For f_logU = k delta and f_lambda = a U^b, twice the surplus doubles the "
    "multiplicative changes of U, and a smaller U has smaller sharpness and surplus.",
    statement=(
        Part(
            "twice the surplus",
            ForAll((k, delta, x), given=(k > 0, delta > 0),
                   says=sp.Eq(sp.Abs(x + k * (2 * delta) - x), 2 * sp.Abs(x + k * delta - x),
                              evaluate=False)),
            reading="changes of log U",
        ),
        Part(
            "twice the surplus",
            ForAll((factor,), given=(factor > 1,),
                   says=sp.Eq(factor**2 - 1, 2 * (factor - 1))),
            reading="relative changes of U",
            instead=Instead(
                ForAll((factor,), given=(factor > 1,),
                       says=factor**2 - 1 > 2 * (factor - 1)),
            ),
        ),
        Part(
            "smaller U",
            ForAll((a, b, U, V, eta, C), given=(a > 0, b > 0, U > 0, U < V, eta > 0),
                   says=sp.And(a * U**b < a * V**b, eta * a * U**b - C < eta * a * V**b - C)),
            reading="changes of log U",
        ),
    ),
    text_uncertain=True,
    note="The changes are multiplicative, so their size is best measured in log U. In the other "
    "reading factor = exp(k delta) is the quotient of U after and before a step up.",
)  # fmt: skip

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
        (s, b1, b2, w1, w2, weight),
        given=(*sizes, weight > 0, weight < 1, means[0] > s, means[1] < s, *given),
        says=(1 + share) / 4 >= HALF,
    )


TXT_EXPECTED_SHARPNESS = Claim(
    id="instability-flatness/txt-expected-sharpness",
    title="Instability lowers the expected sharpness",
    source=Source("section 5.2, after (4)"),
    words="Instability makes U vary; U then decreases with high probability, which reduces the "
    "expected sharpness.",
    statement=(
        Part(
            "U decreases, two steps",
            ForAll((alpha, x), given=STEP_SIZE,
                   says=BELOW(alpha, x, 2) >= sp.Rational(3, 4)),
            reading="expected sharpness given U, no noise",
        ),
        Part(
            "expected sharpness",
            ForAll((f, x, y), given=(StrictlyIncreasing(f), y < x), says=f(y) < f(x)),
            reading="expected sharpness given U, no noise",
        ),
        Part(
            "U decreases, two steps",
            two_noisy_steps(),
            reading="model (4) with noise of mean zero",
            instead=Instead(two_noisy_steps(sp.Eq(b1, b2), sp.Eq(w1, w2))),
        ),
        Part(
            "expected sharpness",
            ForAll((V, factor), given=(V > 0, factor > 1),
                   says=HALF * (V * factor + V / factor) <= V),
            reading="expected sharpness over the walk, f_lambda = a U^b",
            instead=Instead(
                ForAll((V, factor), given=(V > 0, factor > 1),
                       says=HALF * (V * factor + V / factor) > V),
            ),
        ),
    ),
    text_uncertain=True,
    uses=("instability-flatness/thm-5.4",),
    note="A single step lowers U with probability 1/2. With noise in delta_t theorem 5.4 is not "
    "available: the mean of the steps increases with U, their medians need not. In the reading "
    "over the walk V = a U^b, and one step multiplies or divides it by exp(b alpha(x)): in the "
    "paper's own example the expected sharpness rises at every step while its median falls. Only "
    "a sharpness concave in log U would make it fall.",
)  # fmt: skip
