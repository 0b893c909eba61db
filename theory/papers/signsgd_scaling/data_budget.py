"""Sections B.3.2 and G.1: the best loss for a given budget of data, in exponents."""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.papers.signsgd_scaling.laws import (
    AT_DATA,
    BURNED_IN,
    FEW,
    FIXED_DATA,
    LOGARITHM,
    MANY,
    SIGN_DATA,
    STABLE,
    B,
    D,
    a,
    b,
    beta,
    ell,
    eps,
    eta,
    met_up_to,
    s,
    sgd_program,
    sign_program,
)
from theory.power_laws import exponent

SMALL = sp.Rational(1, 100)  # an exponent below it stands for a logarithm
gamma = eta / sp.sqrt(B)  # the effective learning rate of SignSGD

# per case of beta: parameters, what is known of them, the noise, printed optimum and step size
CASES = (
    (MANY, (s,), (s > 0,), D ** (-2 * s / (2 * s + 1)), D ** (-2 * s / (2 * s + 1))),
    (
        LOGARITHM,
        (s, eps),
        (s > 0, eps > 0, eps <= SMALL),
        (D / ell) ** (-2 * s / (2 * s + 1)),
        D ** (-2 * s / (2 * s + 1)) * ell ** (-1 / (2 * s + 1)),
    ),
    (
        FEW,
        (s, beta),
        (s > 0, beta > 1, beta < 2),
        D ** (-s * beta / (s * beta + 1)),
        D ** (-(2 * s * beta + 2 - beta) / (2 * s * beta + 2)),
    ),
)


def order(quantity):
    """Return the exponent of a printed power law at a fixed data budget."""
    return exponent(quantity, FIXED_DATA)


def no_better(program, optimum, given, extra=()):
    """Return that no feasible choice of eta and B makes the loss of a smaller order."""
    feasible = tuple(f <= 0 for f in program.feasible)
    return ForAll(
        given=(*given, b >= 0, b <= 1, *feasible, *extra),
        says=sp.Max(*program.objectives) >= order(optimum),
    )


def attained(program, optimum, rate, given):
    """Return that this effective learning rate and B = 1 are feasible and attain it."""
    at = {a: -order(rate), b: 0}
    feasible = [f.subs(at) <= 0 for f in program.feasible]
    loss = sp.Max(*(f.subs(at) for f in program.objectives))
    return ForAll(given=given, says=sp.And(*feasible, loss <= order(optimum)))


THM_G_1 = Claim(
    id="signsgd-scaling/thm-G.1",
    title="Data scaling of SignSGD",
    source=Source("section 3", "appendix B.3.2 and G.1, theorem G.1"),
    words="Over learning rate and batch size the least loss is of the order D^(-2s/(2s+1)) for "
    "beta > 2, with D / log D for D at beta = 2, and D^(-s beta/(s beta + 1)) for beta < 2.",
    printed=Missing("not yet from the page"),
    lemmas={
        **{
            f"{case}: no choice does better": no_better(
                sign_program(noise, FIXED_DATA), optimum, given
            )
            for (noise, case), _, given, optimum, _ in CASES
        },
        **{
            f"{case}: attained": attained(sign_program(noise, FIXED_DATA), optimum, rate, given)
            for (noise, case), _, given, optimum, rate in CASES
        },
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/thm-F.6",),
    note="In exponents: the scaling law of theorem F.6 is taken for granted, d is large, and log D "
    "counts as D^epsilon with a small epsilon. Attained with B = 1.",
)

TXT_GAMMA_SGN = Claim(
    id="signsgd-scaling/txt-gamma-sgn",
    title="Best effective learning rate of SignSGD",
    source=Source(appendix="appendix B.3.2"),
    words="The best eta / sqrt(B) and the least loss are both of the order D^(-2s/(2s+1)).",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(
                s > 0,
                b >= 0,
                *(f <= 0 for f in SIGN_DATA[1].feasible),
                sp.Max(*SIGN_DATA[1].objectives) <= order(CASES[0][3]),
            ),
            says=sp.Eq(order(gamma), order(CASES[0][4])),
        ),
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/thm-G.1",),
    note="In exponents, beta > 2: every choice that attains the least loss has this eta / sqrt(B).",
)


def allowed(condition, rate, limit, given):
    """Return that a constraint holds at an effective learning rate exactly up to a batch size."""
    says = met_up_to(condition, order(rate) + b / 2, FIXED_DATA, order(limit))
    return ForAll(given=(*given, b >= 0, b <= 1), says=says)


STEP_LIMITS = (
    D ** (2 * s / (2 * s + 1)),
    D ** (2 * s / (2 * s + 1)) * ell ** (1 / (2 * s + 1)),
    D ** ((2 * s * beta + 2 - beta) / (2 * s * beta + 2)),
)

STEP_STEPSIZE = Claim(
    id="signsgd-scaling/thm-G.1-step-stepsize",
    title="Batch sizes that the step size allows",
    source=Source(appendix="appendix G.1, end of the proof of theorem G.1"),
    words="At the best effective learning rate eta sqrt(B) stays below a constant for B up to "
    "D^(2s/(2s+1)), that times (log D)^(1/(2s+1)), or D^((2 s beta + 2 - beta)/(2 s beta + 2)).",
    printed=Missing("not yet from the page"),
    lemmas={
        case: allowed(STABLE, rate, limit, given)
        for ((_, case), _, given, _, rate), limit in zip(CASES, STEP_LIMITS, strict=True)
    },
    because={"": ByHand()},
    note="In exponents: the constraint holds if, and only if, B is at most of that order.",
)

BURN_IN_LIMITS = (
    D,
    (D / ell) ** (2 / (2 * s + 1)),
    D ** (2 / (2 * s * beta + 2)),
)
RIGHT_LIMITS = (
    D ** (2 / (2 * s + 1)),
    (D / ell) ** (2 / (2 * s + 1)),
    D ** (2 * beta / (2 * s * beta + 2)),
)


def burn_in(limits, *numbers):
    """Return that the burn-in allows these batch sizes, by case of beta."""
    return {
        case: allowed(BURNED_IN, rate, limits[number], given)
        for number in numbers
        for (_, case), _, given, _, rate in (CASES[number],)
    }


STEP_BURN_IN = Claim(
    id="signsgd-scaling/thm-G.1-step-burnin",
    title="Batch sizes that the burn-in allows",
    source=Source(appendix="appendix G.1, end of the proof of theorem G.1"),
    words="At the best effective learning rate eta K stays above a constant for B up to D for "
    "beta > 2 and up to D^(2/(2 s beta + 2)) for beta < 2.",
    printed=burn_in(BURN_IN_LIMITS, 0, 2),
    instead={
        case: Instead(
            better,
            meant=Source(
                appendix="appendix G.2.2, proof of theorem G.5, condition 2, with D = K B"
            ),
        )
        for case, better in burn_in(RIGHT_LIMITS, 0, 2).items()
    },
    note="In exponents. For beta > 2 and s > 1/2 the limit lies below D, and for s > 1 below the "
    "limit that the step size sets.",
    legend=AT_DATA,
)

STEP_BURN_IN_2 = Claim(
    id="signsgd-scaling/thm-G.1-step-burnin-beta-eq2",
    title="Batch sizes that the burn-in allows at beta = 2",
    source=Source(appendix="appendix G.1, end of the proof of theorem G.1"),
    words="At beta = 2 the burn-in allows B up to (D / log D)^(2/(2s+1)).",
    printed=Missing("not yet from the page"),
    lemmas=burn_in(BURN_IN_LIMITS, 1),
    because={"": ByHand()},
    note="In exponents.",
)

STEP_COMPATIBLE = Claim(
    id="signsgd-scaling/thm-G.1-step-compatible",
    title="Step size and burn-in are compatible",
    source=Source(appendix="appendix G.1, end of the proof of theorem G.1"),
    words="Some batch size satisfies both constraints at the best effective learning rate.",
    printed=Missing("not yet from the page"),
    lemmas={
        case: ForAll(given=given, says=sp.And(order(first) >= 0, order(second) >= 0))
        for ((_, case), _, given, _, _), first, second in zip(
            CASES, STEP_LIMITS, RIGHT_LIMITS, strict=True
        )
    },
    because={"": ByHand()},
    uses=(
        "signsgd-scaling/thm-G.1-step-stepsize",
        "signsgd-scaling/thm-G.1-step-burnin",
        "signsgd-scaling/thm-G.1-step-burnin-beta-eq2",
    ),
    note="B = 1 does.",
)

THM_G_2 = Claim(
    id="signsgd-scaling/thm-G.2",
    title="Data scaling of SGD",
    source=Source(appendix="appendix B.3.2 and G.1, theorem G.2"),
    words="Over learning rate and batch size the least loss of SGD is of the order D^(-s/(s+1)).",
    printed=Missing("not yet from the page"),
    lemmas={
        "no choice does better": no_better(sgd_program(FIXED_DATA), D ** (-s / (s + 1)), (s > 0,)),
        "attained": attained(
            sgd_program(FIXED_DATA), D ** (-s / (s + 1)), D ** (-s / (s + 1)), (s > 0,)
        ),
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/thm-E.4",),
    note="In exponents, from the law of theorem E.4 without its corrections.",
)

TXT_SGN_FASTER = Claim(
    id="signsgd-scaling/txt-sgn-faster",
    title="SignSGD has the better data exponent",
    source=Source("section 3", "appendix B.3.2"),
    words="The least loss of SignSGD falls strictly faster with D than that of SGD.",
    printed=Missing("not yet from the page"),
    lemmas={
        case: ForAll(given=given, says=order(optimum) < order(D ** (-s / (s + 1))))
        for (_, case), _, given, optimum, _ in (CASES[0], CASES[2])
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/thm-G.1", "signsgd-scaling/thm-G.2"),
)
