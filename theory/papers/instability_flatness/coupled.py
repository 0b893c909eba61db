"""Section 5.3: from the model that couples surplus and curvature to the walk of X = log U.

delta_t = eta lambda_t - C_t is the instability surplus, U_t > 0 stands for curvature of higher
order. Model (4), for X = log U: X_{t+1} = X_t + xi_t f_logU(delta_t), with the sharpness
lambda_t = f_lambda(U_t) + noise.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Solve
from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Missing, Source
from theory.language import (
    DEFINES,
    Positive,
    StrictlyIncreasing,
    eq,
    function,
    reals,
)
from theory.papers.instability_flatness.notation import STEP_SIZE, f_lambda, f_log, following
from theory.sequences import Indicator, Law, Mean

eta, lam, C, delta, xi, x, U = reals("eta lambda C delta xi x U")
HALF = sp.Rational(1, 2)
SIGN = sp.Eq(xi**2, 1)
INCREASING = (StrictlyIncreasing(f_log), Positive(f_log))

# -- condition 5.3 ---------------------------------------------------------------------------------

a1, a2, b1, b2, la, lb, C0, C1 = reals(
    "delta_a delta_a' delta_b delta_b' lambda_a lambda_b C_0 C_1"
)
g = function("g")  # the surplus plus C_t, as a function of the state
SURPLUS = {
    a1: "the surplus in a state a with probability 1/2",
    a2: "the surplus in a state a otherwise",
    b1: "the surplus in a state b with probability 1/2",
    b2: "the surplus in a state b otherwise",
}


def half_half(of, one, two):
    """Return the expectation of a function of a surplus with two values of probability 1/2."""
    return HALF * (of(one) + of(two))


def two_landscapes(*given):
    """Return that alpha is larger for the state b, which has a limit of its own."""
    return ForAll(
        given=(*INCREASING, eta > 0, C > 0, C1 > 0, eta * la > C, eta * lb > C1, la < lb, *given),
        says=f_log(eta * la - C) < f_log(eta * lb - C1),
    )


def larger_step(relation):
    """Return that alpha is larger for the state b, without noise, both states unstable."""
    return ForAll(
        given=(*INCREASING, eta > 0, C > 0, eta * la > C, relation),
        says=f_log(eta * la - C) < f_log(eta * lb - C),
    )


NOISY = (*INCREASING, a1 > 0, a2 > 0, b1 > 0, b2 > 0, a1 + a2 < b1 + b2)
SAME_NOISE = (sp.Eq(b1 - a1, b2 - a2),)


def larger_mean_step(*given):
    """Return that alpha is larger for the state b, whose mean surplus is, with noise."""
    return ForAll(
        given=(*NOISY, *given),
        says=half_half(f_log, a1, a2) < half_half(f_log, b1, b2),
    )


# -- the model (4), with any law of the noise -----------------------------------------------------

noise = reals("zeta")
LAW = function("Q_zeta")  # names the law of the noise, given the state
OF_NOISE = {
    noise: "the noise of delta_t",
    LAW: "the law of this noise, given the state, by its quantile function",
}
# C3 and C4 are about positive numbers: what increases there strictly and is positive is the
# restriction of a function that increases strictly and is not negative at 0
RESPONSES = (
    *(StrictlyIncreasing(f_log), f_log(0) >= 0),
    *(StrictlyIncreasing(f_lambda), f_lambda(0) >= 0),
)


def in_mean(term):
    """Return the mean of a term over the noise."""
    return Mean(term, noise, Law(LAW))


def surplus(limit):
    """Return delta_t in the state x, by (4)."""
    return eta * f_lambda(sp.exp(x)) - limit + noise


def moves_by(limit):
    """Return the size of the step from x by (4), which is 0 after the exit of C6."""
    at = surplus(limit)
    return sp.Piecewise((f_log(at), at > 0), (0, True))


MODEL = (*RESPONSES, eta > 0, C > 0, eq(in_mean(noise), 0))


def from_state(says, *given):
    """Return what is said of a state, of any or of one whose surplus is surely positive."""
    sure = tuple(
        eq(in_mean(Indicator(surplus(limit) > 0)), 1) for limit in (C, C1) if says.has(limit)
    )
    options = {"any, the step being 0 where delta_t <= 0": (), "those with delta_t > 0": sure}
    return Ambiguous(
        "of which states the text speaks, as f_logU is for a positive surplus",
        {name: States(says, given=(*MODEL, *given, *more)) for name, more in options.items()},
    )


# -- from condition 5.3 to alpha -------------------------------------------------------------------

ASM_5_3 = Claim(
    id="instability-flatness/asm-5.3",
    title="alpha is positive, finite and strictly increasing",
    source=Source("section 5.3, condition 5.3 and after it", "appendix F, introduction"),
    words="alpha is positive, finite and strictly increasing on R.",
    printed=ForAll(says=DEFINES, given={"section 5.3, after condition 5.3": STEP_SIZE}),
    uses=("instability-flatness/asm-5.2",),
    note="What the results use of C1 to C6. Whether it follows from them, as the text adds, is the "
    "claim on this step.",
)

STEP_FROM_CONDITIONS = Claim(
    id="instability-flatness/asm-5.3-step-from-conditions",
    title="From C1 to C6 to a positive and increasing alpha",
    source=Source("section 5.3, after condition 5.3", "appendix F, introduction"),
    words="By C1 to C6, alpha(x) = E[f_logU(delta_t) | X_t = x] is positive, finite and strictly "
    "increasing on R.",
    printed={
        "strictly increasing": larger_mean_step(),
        "positive": from_state(in_mean(moves_by(C)) > 0),
        "finite": Missing(
            "laws of the noise that are not finitely many values: only for them can the mean be "
            "infinite"
        ),
    },
    lemmas={
        "no noise, C4 and appendix F.1: f_lambda strictly increasing": larger_step(la < lb),
        "no noise, section 5.2 and (F.3): f_lambda nondecreasing": larger_step(la <= lb),
        "no noise, definition F.1: the limit of the local landscape": two_landscapes(),
    },
    instead={
        "strictly increasing": Instead(
            larger_mean_step(*SAME_NOISE),
            words="assume delta_t > 0 and noise whose law does not depend on the state",
        ),
    },
    note="C4 orders the mean of delta_t only: where f_logU is concave and the noise wider for "
    "larger U, its mean falls. Two values of probability 1/2 stand for the noise. Without noise "
    "alpha is 0 where the expected sharpness is at most C / eta; section 5.1 speaks of delta_t > 0 "
    "alone. For f_logU(delta) = delta^2 and noise of infinite variance alpha is infinite.",
    symbols={
        **SURPLUS,
        **OF_NOISE,
        la: "the sharpness that is expected in state a",
        lb: "the sharpness that is expected in state b, of larger U",
        C1: "the limit in state b; C is the one in state a",
    },
)

# -- equation (5) and C3E --------------------------------------------------------------------------

MEAN_STEP = half_half(f_log, a1, a2)


def one_step(*given):
    """Return that the step of (4) is that of (5), for each value of the surplus."""
    return ForAll(
        given=(*INCREASING, SIGN, a1 > 0, a2 > 0, *given),
        says=sp.And(
            *(sp.Eq(x + xi * f_log(value), x + xi * MEAN_STEP) for value in (a1, a2)),
        ),
    )


BOTH_SIGNS = (  # the step of (4) is that of (5), for either xi_t
    eq(x + sign * moves_by(C), x + sign * in_mean(moves_by(C))) for sign in (1, -1)
)
IS_WALK = eq(in_mean(Indicator(sp.And(*BOTH_SIGNS))), 1)
IS_ONE_ALPHA = eq(in_mean(moves_by(C)), in_mean(moves_by(C1)))


def two_limits(*given):
    """Return theorem 5.4 at t = 2 for the response delta, with limits C_0 and then C_1."""
    up, down = x + g(x) - C0, x - g(x) + C0
    returns = (up - (g(up) - C1) <= x, down + g(down) - C1 <= x)
    return ForAll(
        given=(StrictlyIncreasing(g), C0 > 0, C1 > 0, g(x) > C0, g(up) > C1, g(down) > C1, *given),
        says=(1 + sum(sp.Piecewise((1, left), (0, True)) for left in returns)) / 4 > HALF,
    )


RANDOM_STEP = eq(following, x + xi * f_log(delta))
BY_4 = (
    *(*INCREASING, SIGN, delta > 0, U > 0, eq(x, sp.log(U))),
    eq(following, sp.log(U) + xi * f_log(delta)),
)

EQ_5 = Claim(
    id="instability-flatness/eq-5",
    title="The walk of X = log U",
    source=Source("section 5.3, (5)"),
    words="With X = log U the model (4) becomes X_{t+1} = X_t + xi_t alpha(X_t), alpha(x) = "
    "E[f_logU(delta_t) | X_t = x].",
    printed={
        "a step": from_state(IS_WALK),
        "one alpha for all times": from_state(IS_ONE_ALPHA, C1 > 0),
    },
    lemmas={
        "a step, no noise in delta_t": one_step(sp.Eq(a1, a2)),
        "theorem 5.4 at t = 2, C_t that changes with t": two_limits(),
    },
    instead={
        "a step": Instead(
            ForAll(RANDOM_STEP, given=BY_4),
            because=Solve(RANDOM_STEP, BY_4),
            words="write X_{t+1} = X_t + xi_t f_logU(delta_t) in (5), or say that (5) replaces the "
            "size of the step by its mean given X_t, which is alpha(X_t)",
        ),
        "one alpha for all times": Instead(
            two_limits(sp.Eq(C0, C1)),
            words="ask for one limit C for all times in (4), as theorem 5.4 then holds at t = 2, "
            "or write an alpha for each time",
        ),
    },
    breaks_at="(5) puts alpha(X_t), the mean of f_logU(delta_t) given X_t, in the place of the "
    "random step of (4).",
    uses=("instability-flatness/asm-5.3",),
    note="The noise has any law of mean 0. If f_logU(delta) = delta and delta_t is 1 or 3 in a "
    "state, the step is 1 or 3, never alpha = 2. (4) has a limit C_t that depends on the time, so "
    "that alpha does, too: where C_t moves by more than the surplus does in a step, only half the "
    "mass of X_2 stays at or below its start.",
    symbols={
        a1: "delta_t in the state x, with probability 1/2",
        a2: "delta_t in the state x otherwise",
        **OF_NOISE,
        C0: "the limit C_t at the first of two times",
        C1: "the limit C_t at a second time",
        g: "eta times the sharpness in a state; the step is g less the limit",
    },
)

f1, f2 = function("f_1"), function("f_2")
BATCHES = (Positive(f1), Positive(f2))


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
        given=(*BATCHES, *NOISY[2:], *relaxed(a1, a2, b1, b2), *given),
        says=half_half(mean_response, a1, a2) < half_half(mean_response, b1, b2),
    )


TXT_C3E = Claim(
    id="instability-flatness/txt-C3E",
    title="The relaxed condition C3E serves as well as C3",
    source=Source("section 5.3, stochastic minibatching"),
    words="If only the mean of f_logU over mini-batches is positive and strictly increasing, alpha "
    "has the properties that it has under C3.",
    printed={
        "positive": ForAll(
            half_half(mean_response, a1, a2) > 0,
            given=(*BATCHES, a1 > 0, a2 > 0),
        ),
        "finite": Missing("laws of mini-batches and of noise that are not finitely many values"),
        "strictly increasing": Ambiguous(
            "whether the surplus is noisy, given the state; C3E speaks of two values of it",
            {
                "no noise": larger_relaxed(eq(a1, a2), eq(b1, b2)),
                "noise of mean zero, as in (4)": larger_relaxed(),
            },
        ),
    },
    instead={"strictly increasing": Instead(larger_relaxed(*SAME_NOISE))},
    uses=("instability-flatness/asm-5.3", "instability-flatness/eq-5"),
    note="Two mini-batches of probability 1/2, drawn independently of the noise, which has two "
    "values of probability 1/2. Without noise in delta_t, or with the same noise in every state, "
    "C3E serves; else it has the gaps of C3 (asm-5.3-step-from-conditions).",
    symbols={
        f1: "f_logU with the first mini-batch",
        f2: "f_logU with the second mini-batch",
        **SURPLUS,
    },
)
