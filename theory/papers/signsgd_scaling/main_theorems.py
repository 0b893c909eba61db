"""Theorems 3.1, F.6, F.9 and F.10: the expected loss of SignSGD, where algebra decides.

Coordinate j has lambda_j = j^-beta and |theta_j| = j^((beta - alpha)/2). Every step moves delta by
exactly eta, so that after k steps delta is on a lattice, and |delta| has changed by eta k at most.
"""

from functools import cache

import sympy as sp

from theory.argument_language import States
from theory.claim import ByHand, Claim, ForAll, Instead, Missing, SameOrder, Source, Statement
from theory.hints import Hint, Keeps, Within
from theory.language import Each, integers, reals, sequence
from theory.papers.signsgd_scaling import burn_in_argument, notation, scaling_law
from theory.papers.signsgd_scaling.contraction import (
    CEILING,
    UPPER_BOUND,
    UPPER_BOUND_LEGEND,
    UPPER_BOUND_NOTE,
)
from theory.papers.signsgd_scaling.laws import B, beta, eta, s
from theory.papers.signsgd_scaling.sgd import BRACKET, BRACKET_CONSTANTS, BRACKET_NEAR_ZERO
from theory.places import HERE

HALF = sp.Rational(1, 2)
alpha, N, d, T, t, x, c = reals("alpha N d T t x c")
j, k = integers("j k")
delta = sequence("delta")


def curvature(mode):
    return mode**-beta


def target(mode):
    return mode ** ((beta - alpha) / 2)


# -- burn-in ---------------------------------------------------------------------------------------

SURE = sp.And(
    sp.Abs(delta[k]) >= sp.Abs(delta[0]) - k * eta, sp.Abs(delta[k]) <= sp.Abs(delta[0]) + k * eta
)

STEP_LATTICE = Claim(
    id="signsgd-scaling/thm-F.9-step-lattice",
    title="What k steps can do",
    source=Source(appendix="appendix F.3.1, proof of theorem F.9, lower bound"),
    words="After k steps of size eta the error of a coordinate is at least its first value less "
    "eta k, whatever the noise.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(
                k >= 1,
                eta > 0,
                Each(sp.Eq(sp.Abs(delta[j + 1] - delta[j]), eta), (j, 0, k - 1)),
            ),
            says=SURE,
            instances={k: (1, 2, 3, 4)},
        ),
    },
    because={"": ByHand(), "as encoded": Keeps(k, SURE)},
    note="Surely, not only with high probability; the bound from above holds as well.",
)


def one_step(modes, rate):
    """Return the expected loss after one step over the first modes: P(right sign) is Phi."""
    total = 0
    for mode in range(1, modes + 1):
        size = target(sp.Integer(mode))
        drift = sp.erf(size * sp.sqrt(curvature(sp.Integer(mode)) * B / 2))
        total += curvature(sp.Integer(mode)) * (size**2 + rate**2 - 2 * rate * size * drift) / 2
    return total


TASKS = {alpha: (2, 4), beta: (sp.Rational(3, 2), 3)}
EASY = {alpha: (4, 5), beta: (3, 4)}
S_ALPHA, S_BETA = reals("S_alpha S_beta")  # the sums of lambda_j theta_j^2 and of lambda_j
SUMS = {S_ALPHA: (2, 5), S_BETA: (2, 5)}


def burn_in_at(constants):
    """Return the law at k = 1 and two modes, for eta up to 1."""
    return SameOrder(
        one_step(2, 1 / N),
        (1 - 1 / N) ** 2,
        regime=(N >= 1, B >= 1),
        variables=(N, B),
        constants=constants,
        relation="at most",
        given=(alpha > 1, beta > 1),
    )


BURN_IN_HALF = SameOrder(
    S_ALPHA + S_BETA / N**2,
    (1 - 1 / N) ** 2,
    regime=(N >= 2,),
    variables=(N,),
    constants=SUMS,
    relation="at most",
    given=(S_ALPHA >= 1, S_BETA >= 1),
)
AT_MOST_THE_SUMS = Within(1, 4 * S_ALPHA + S_BETA)
FIRST = ForAll(given=(t >= 0, t <= 1, sp.Abs(T) >= 1 - t), says=(1 - t) ** 2 <= T**2)

IN_BURN_IN = {
    T: "residual of the first coordinate after k steps",
    t: "eta k",
    N: "1 / (eta k)",
    S_ALPHA: "sum of lambda_j theta_j*^2",
    S_BETA: "sum of lambda_j",
}

BURNING_IN = tuple(
    States(burn_in_argument.SAYS, {**notation.PLACES, HERE: short})
    for short in notation.sizes(small=(notation.eta * notation.k,))
)

THM_F_9 = Claim(
    id="signsgd-scaling/thm-F.9",
    title="The burn-in phase",
    source=Source("section 3, theorem 3.1, first case", "appendix F.3.1, theorem F.9"),
    words="While eta k is below a constant the expected loss is of the order (1 - eta k)^2.",
    printed=notation.up_to_constants(*BURNING_IN),
    lemmas=burn_in_argument.LEMMAS,
    because={"": burn_in_argument.SAME_ORDER},
    against={"": burn_in_argument.fails_at_1(BURNING_IN[0])},
    uses=("signsgd-scaling/lem-H.3", "signsgd-scaling/thm-F.9-step-lattice"),
    note="Where eta k is at most c / (2 C) it is true without any probability, and says that the "
    "loss is of order 1. At eta k = 1 the law is 0 and the loss is not; beyond, the law grows. "
    "Theorem 3.1 states its cases for every step k; the last sentences of the proof take a "
    "constant below 1.",
)

ALMOST_DONE = ((1 - 1 / N) ** 2, sp.Integer(1))

STEP_THETA_1 = Claim(
    id="signsgd-scaling/thm-F.9-step-theta1",
    title="The burn-in law is of order 1",
    source=Source(appendix="appendix F.3.1, proof of theorem F.9, last sentences"),
    words="While eta k is below a constant, (1 - eta k)^2 is of order 1.",
    printed=Missing("not yet from the page"),
    lemmas={
        "eta k <= 1/2": SameOrder(*ALMOST_DONE, regime=(N >= 2,), variables=(N,)),
        "eta k <= 1": SameOrder(*ALMOST_DONE, regime=(N >= 1,), variables=(N,)),
    },
    because={"": ByHand(("eta k <= 1/2",)), "eta k <= 1/2": Within(HALF / 2, 1)},
    note="True for a constant below 1; at eta k = 1 the bracket is 0.",
    legend={N: IN_BURN_IN[N]},
)

# -- the scaling phase -----------------------------------------------------------------------------

G, M, Y = reals("G M Y")  # sqrt(B) / eta, T^(2s), T^(1 - 2/beta)


def first_law(time):
    """Return (24) below T = d^(beta/2)."""
    return time ** (-2 * s) + (1 - time ** -(1 - 2 / beta)) / G


def late_signal(time, dimension):
    """Return the signal of (24) beyond T = d^(beta/2), with 1 for the constant in the exponent."""
    decay = time / dimension ** (beta / 2)
    return time**-1 * dimension ** (-beta / 2 * (2 * s - 1)) * sp.exp(-decay)


def second_law(time, dimension):
    """Return (24) beyond T = d^(beta/2)."""
    return late_signal(time, dimension) + 1 / G


LAW = {s: (sp.Rational(2, 3), 1), beta: (4, 5)}

r, q = reals("r q")
moment = sequence("m")
FLOOR = moment[k] >= q**k * moment[0] + (1 - q**k) / (1 - q) * eta**2
J = reals("J")  # T^(2/beta), where r = T j^(-beta/2) is 1
LOWER_BOUND = {
    "lower bound: the drift is below its slope at 0": ForAll(
        given=(r >= 0,), says=sp.sqrt(2 / sp.pi) * r >= sp.erf(r / sp.sqrt(2))
    ),
    "lower bound: after k steps": ForAll(
        says=FLOOR,
        instances={k: (1, 2, 3)},
        given=(
            k >= 1,
            q > 0,
            q < 1,
            Each(moment[j + 1] >= q * moment[j] + eta**2, (j, 0, k - 1)),
        ),
    ),
    "lower bound: signal of the coordinates from J/2 to J, r <= 2^(beta/2)": ForAll(
        given=(beta > 1, r >= 0, r <= 2 ** (beta / 2)),
        says=sp.exp(-4 * r) >= sp.exp(-4 * 2 ** (beta / 2)),
    ),
    "lower bound: noise, q^k is at most exp(-rho k)": ForAll(
        given=(r >= 0,), says=1 - 2 * sp.sqrt(2 / sp.pi) * r <= sp.exp(-r)
    ),
    "lower bound: noise where q <= 1/2, a step away or from far": ForAll(
        given=(eta > 0, x >= 0),
        says=sp.And(
            (x + eta) ** 2 >= eta**2, sp.Or(x <= 3 * eta / 2, (x - eta) ** 2 >= eta**2 / 4)
        ),
    ),
    "lower bound: late signal of the coordinates from d/2 to d, T = X d^(beta/2)": ForAll(
        given=(x >= 1, d >= x, 2 * x >= d, beta > 1),
        says=(d / x) ** (beta / 2) <= 2 ** (beta / 2),
    ),
    "lower bound: J such coordinates": ForAll(
        given=(alpha > 1, beta > 1, T >= 1),
        where={J: T ** (2 / beta)},
        says=sp.Eq(J * J**-alpha, T ** (-2 * (alpha - 1) / beta)),
    ),
}

LAW_TERMS = {
    M: "inverse of the signal, T^(2s)",
    G: "inverse of the noise, sqrt(B) / eta",
    Y: "the power T^(1 - 2/beta)",
}
BOUND_TERMS = {
    r: "sqrt(lambda_j B) |delta|; in the signal T j^(-beta/2), in q^k rho, next to eta |delta|",
    x: "exp(r) in one step; |delta| next to eta; next to d a coordinate; last T j^(-beta/2)",
    moment.label: "second moment of a coordinate, E delta_k^2",
    q: "share of m that a step leaves at least, and of W at most",
    c: "what a step adds to W at most; with M and Y a bound of M or, at d^(beta/2), exp(-1)",
    J: "the coordinate T^(2/beta)",
    t: "eta k; in the upper bound eta k / 8",
}

BY_HAND: dict[str, Statement] = {
    **LOWER_BOUND,
    **UPPER_BOUND,
    "beta > 2: without the correction, Y >= 2": BRACKET,
    "beta > 2: without the correction, Y and M near 1": BRACKET_NEAR_ZERO,
    "beta > 2: both cases agree where they meet, signal": ForAll(
        given=(d >= 1, beta > 2, s > 0),
        where={T: d ** (beta / 2)},
        says=sp.Eq(late_signal(T, d), T ** (-2 * s) * sp.exp(-1)),
    ),
    "beta > 2: both cases agree where they meet": SameOrder(
        1 / M + (1 - 1 / Y) / G,
        c / M + 1 / G,
        (M >= 1, G >= 1, Y >= 2),
        (M, G, Y),
        constants={c: (sp.Rational(1, 3),)},
        given=(c > 0, c <= 1),
    ),
    "where the burn-in of the first B^(1/alpha) coordinates ends": ForAll(
        given=(alpha > 1, beta > 1, B >= 1, t > 0),
        says=sp.Eq(
            t * B ** ((alpha - beta) / (2 * alpha)),
            t * sp.sqrt(B) / B ** (beta / (2 * alpha)),
        ),
    ),
}
BY_HAND_HINTS: dict[str, Hint] = {
    "lower bound: after k steps": Keeps(k, FLOOR),
    "upper bound: after k steps": Keeps(k, CEILING),
    "beta > 2: without the correction, Y >= 2": BRACKET_CONSTANTS,
    "beta > 2: both cases agree where they meet": Within(HALF, 1 / c),
}
READ = (notation.SOME_CONSTANT, scaling_law.WITH_BRACKETS)

THM_F_6 = Claim(
    id="signsgd-scaling/thm-F.6",
    title="Scaling law of SignSGD",
    source=Source("section 3, theorem 3.1, second case", "appendix F.2, theorem F.6"),
    words="After the burn-in, for eta sqrt(B) below a constant, the expected loss is T^(-2s) plus "
    "eta / sqrt(B) times a factor that depends on beta, T = eta sqrt(B) k, and decays "
    "exponentially beyond T = d^(beta/2).",
    printed=scaling_law.PRINTED,
    lemmas={**BY_HAND, **scaling_law.LEMMAS},
    because={
        **{
            clause: scaling_law.BECAUSE
            if clause == scaling_law.PROVED
            else ByHand(tuple(BY_HAND), READ if clause in scaling_law.DAMAGED else READ[:1])
            for clause in scaling_law.PRINTED
        },
        **BY_HAND_HINTS,
    },
    against={scaling_law.PROVED: scaling_law.AGAINST},
    uses=(
        "signsgd-scaling/asm-F.3",
        "signsgd-scaling/lem-F.1",
        "signsgd-scaling/lem-F.5",
        "signsgd-scaling/lem-F.7",
        "signsgd-scaling/lem-F.8",
        "signsgd-scaling/lem-E.5",
        "signsgd-scaling/asm-F.6-loss-bounded",
    ),
    note="G = sqrt(B) / eta, t = eta k. " + UPPER_BOUND_NOTE + "Lower bound, without assumption "
    "F.3: the drift is erf(r / sqrt(2)), so that the second moment m of a coordinate falls by q = "
    "1 - 2 sqrt(2/pi) rho at most, less the noise eta^2. While q > 1/2 this leaves lambda_j "
    "theta_j^2 e^(-4 r) + (eta / sqrt(B)) j^(-beta/2) (1 - e^-r) up to a constant, now with r = T "
    "j^(-beta/2). For larger rho, up to a constant, a step away from |delta| <= 3/2 eta has a "
    "chance above a constant and elsewhere the next square is at least eta^2 / 4, which leaves "
    "eta^2 up to a constant. So the noise is all of term C. J/2 coordinates with r near 1 give the "
    "signal, those from d/2 to d the late one; rho = r/k is small there, or else the late signal "
    "is below exp(-c k), hence below eta^2. M = T^(2s), Y = T^(1 - 2/beta), and M is below a "
    "constant while Y is below 2; c is exp(-1). G is at least 1 up to a constant; d is 2 at least, "
    "because log d is 0 for d = 1. The signal in (24) and (25) is read as T^-2s, as in (26) and in "
    "theorem 3.1; the brackets are missing there.",
    legend={**LAW_TERMS, **UPPER_BOUND_LEGEND, **BOUND_TERMS},
)

v, p, C = reals("v p C")

ASM_LOSS_BOUNDED = Claim(
    id="signsgd-scaling/asm-F.6-loss-bounded",
    title="Bounded loss",
    source=Source(appendix="appendix F.2, theorem F.6 and (40)"),
    words="The loss stays below a constant, which bounds its part on the event that some burn-in "
    "takes too long by the probability of that event.",
    printed=Missing("not yet from the page"),
    lemmas={
        "on every path that has a positive probability": SameOrder(
            (1 + t) ** 2 / 2,
            sp.Integer(1),
            regime=(t >= 1,),
            variables=(t,),
            relation="at most",
        ),
        "on every path that has a positive probability, instead": SameOrder(
            (1 + 1 / N) ** 2 / 2,
            sp.Integer(1),
            regime=(N >= 1,),
            variables=(N,),
            relation="at most",
        ),
        "the mean on an event, against its probability": ForAll(
            given=(v >= 0, p >= 0, p <= 1, v <= C), says=v * p <= C * p
        ),
        "the mean on an event of probability p, against the mean times p": ForAll(
            given=(v >= 0, p > 0, p <= 1), says=v * p <= (v * p) * p
        ),
        "the mean on an event of probability p, against the mean times p, instead": ForAll(
            given=(v >= 0, p > 0, p <= 1),
            says=sp.Le((v * p) ** 2, v**2 * p * p, evaluate=False),
        ),
    },
    because={
        "": ByHand(("the mean on an event, against its probability",)),
        "on every path that has a positive probability, instead": Within(1, 2),
    },
    note="What is bounded the text does not say. A mean loss on the event of at most C does what "
    "(40) needs. With Gaussian noise all k steps may go the wrong way, and then "
    "the first coordinate alone has the loss (1 + eta k)^2 / 2; the loss is surely bounded only "
    "while eta k is. A bound of the mean does not bound the mean on a rare event (a loss v with "
    "probability p on that event, 0 elsewhere); a bound of the second moment gives one times "
    "sqrt(p), which is as small as (40) needs.",
    legend={
        t: "eta k",
        N: "1 / (eta k)",
        v: "mean loss on the event of a failed burn-in",
        p: "probability of that event",
        C: "bound of the mean loss on that event",
    },
)

# -- the unstable phase ----------------------------------------------------------------------------


@cache
def second_moment(start, steps, width):
    """Return E (delta / eta)^2 from start eta, where width is eta sqrt(lambda B)."""
    law = {start: sp.Integer(1)}
    for _ in range(steps):
        after: dict[int, sp.Expr] = {}
        for place, weight in law.items():
            up = sp.erfc(place * width / sp.sqrt(2)) / 2
            for move, chance in ((1, up), (-1, 1 - up)):
                after[place + move] = after.get(place + move, 0) + weight * chance
        law = after
    return sum(place**2 * weight for place, weight in law.items())


AT_TARGET = ForAll(
    given=(x >= 1, x <= 100),
    says=sp.And(*(x**2 * second_moment(n, 3 * n, x) <= 32 * n**3 for n in (1, 2))),
)
ODD = (N >= 1, B >= N**2, d**beta >= 9 * B)


def unstable_floor(constants, noise=N**-2):
    """Return the lower bound at alpha = beta and k = 3 N, for a bound of the expected loss."""
    law = (3 * sp.sqrt(B)) ** (-2 * (1 - 1 / beta)) + noise
    return SameOrder(
        16 * d * N**3 / B,
        law,
        regime=ODD,
        variables=(N, B, d),
        constants=constants,
        relation="at least",
        given=(beta > 2,),
    )


TWO_STEPS = ForAll(
    given=(eta > 0,),
    says=sp.And(x**2 + (x - eta) ** 2 >= eta**2 / 2, x**2 + (x + eta) ** 2 >= eta**2 / 2),
)

AT_TWO_STEPS = {
    N: "1 / eta",
    x: "residual delta of a coordinate at the first of two consecutive steps",
}

QUIET = ForAll(
    given=(eta > 0, x >= 1, beta > 2),
    says=eta**2 / x * x ** (2 / beta - 1) <= eta**2,
)


THM_F_10 = Claim(
    id="signsgd-scaling/thm-F.10",
    title="The unstable phase",
    source=Source("section 3, theorem 3.1, third case", "appendix F.3.2, theorem F.10"),
    words="For eta k and eta sqrt(B) above constants and T = eta sqrt(B) k up to d^(beta/2) the "
    "expected loss is of the order T^(-2s) + eta^2.",
    # alpha >= beta > 2, as in theorem 3.1, whose third case section F.3 proves
    printed={
        "lower bound, of 16 d/(eta^3 B) in place of the loss": unstable_floor({beta: (3, 4)}),
        "alpha = beta, k = 3/eta: nearly all coordinates are at their target": AT_TARGET,
        "upper bound: noise of the coordinates with rho <= 1/2": QUIET,
    },
    # all alpha and beta above 1, as theorem F.10 is stated
    lemmas={
        "upper bound, alpha < beta": SameOrder(
            curvature(2 * t) * (target(2 * t) - t) ** 2 / 2,
            (t * sp.sqrt(B)) ** (-2 * (alpha - 1) / beta) + N**-2,
            regime=(N >= 1, B >= N**2, d**beta >= t**2 * B),
            variables=(N, B, d),
            constants={alpha: (2,), beta: (4,), t: (1, 3)},
            relation="at most",
            given=(alpha > 1, sp.Eq(beta - alpha, 2), t >= 1),
        ),
        "upper bound, beta < 2: noise at eta sqrt(B) = 1 and T = x": SameOrder(
            x ** (2 / beta - 1) / B,
            x ** (-2 * (alpha - 1) / beta) + 1 / B,
            regime=(B >= 1, x >= sp.sqrt(B)),
            variables=(x, B),
            constants={alpha: (2, 3), beta: (sp.Rational(3, 2),)},
            relation="at most",
            given=(alpha >= beta, beta > 1, beta < 2),
        ),
        "upper bound, beta < 2: noise at eta sqrt(B) = 1 and T = x, instead": QUIET,
    },
    instead={
        "lower bound, of 16 d/(eta^3 B) in place of the loss": Instead(TWO_STEPS),
    },
    uses=("signsgd-scaling/prop-F.4", "signsgd-scaling/thm-F.6", "signsgd-scaling/lem-F.2"),
    note="Lower bound: let alpha = beta, so that all |theta_j| are 1, 1/eta an integer "
    "and k = 3/eta. A coordinate at n eta moves the wrong way with probability 1/(2 n^2 eta^2 "
    "lambda_j B) at most; if none does, delta_k is 0, by parity. Hence E delta_k^2 is at most "
    "32/(eta^3 lambda_j B) and the loss at most 16 d/(eta^3 B), which stands for it here and is "
    "far below eta^2 for large B: the chances of a wrong step on the way add up to 1.4/ (eta^3 "
    "lambda_j B) at most, and after one E (delta/eta)^2 is below 7/eta^2. 1/eta may grow, like "
    "B^(1/20), too. Only one parity of k fails. Two consecutive steps have eta^2 together. Upper "
    "bound for alpha >= beta: by the contraction of theorem F.6 coordinates with rho = eta "
    "sqrt(lambda_j B) above 1/2 keep a constant times eta^2, and the signal is as there. The noise "
    "of the others, from about (eta sqrt(B))^(2/beta) on, is below eta^2 for beta > 2 (x = eta "
    "sqrt(B)). For beta < 2 it is (eta / sqrt(B)) T^(2/beta - 1) as in (26), which outgrows eta^2; "
    "for beta = 2 it has a logarithm. For alpha < beta, t = eta k: coordinates with |theta_j| > "
    "eta k surely have not arrived; with |theta_j| = j the coordinate 2 eta k keeps 1/(32 t^2). "
    "The theorem itself puts no bound on alpha and beta, and its proof needs beta > 1 only; the "
    "section announces the cases of theorem 3.1, which has alpha >= beta > 2.",
    legend={
        N: AT_TWO_STEPS[N],
        x: "eta sqrt(lambda_j B) at the target, eta sqrt(B) or T in the noise, delta in two steps",
        t: "eta k, a constant here",
    },
)

THM_3_1 = Claim(
    id="signsgd-scaling/thm-3.1",
    title="Scaling laws of SignSGD",
    source=Source("section 3, theorem 3.1", "appendix B.2, theorem B.4"),
    words="For alpha >= beta > 2, large d and every step k the expected loss is (1 - eta k)^2 in "
    "the burn-in, T^(-2s) + eta / sqrt(B) in the scaling and T^(-2s) + eta^2 in the unstable "
    "regime, T = eta sqrt(B) k.",
    printed={
        "burn-in, lower bound": FIRST,
        "burn-in, upper bound": BURN_IN_HALF,
        "scaling regime: (24) without its bracket, see theorem F.6": BRACKET,
        "unstable regime: lower bound, see theorem F.10": unstable_floor({beta: (3, 4)}),
    },
    lemmas={
        "burn-in, upper bound, every step k has its regime": burn_in_at(EASY),
        "burn-in, upper bound, every step k has its regime, instead": BURN_IN_HALF,
        "scaling regime against (24) for T beyond d^(beta/2)": SameOrder(
            second_law(T, d),
            T ** (-2 * s) + 1 / G,
            regime=(d >= 2, d ** (beta / 2) <= T, T ** (4 * s) <= G),
            variables=(T, G, d),
            constants=LAW,
            given=(s > 0, beta > 2),
        ),
        "scaling regime against (24) for T beyond d^(beta/2), instead": SameOrder(
            first_law(T),
            T ** (-2 * s) + 1 / G,
            regime=(T >= 1, G >= 1),
            variables=(T, G),
            constants=LAW,
            given=(s > 0, beta > 2),
        ),
        "unstable regime: lower bound, every step k has its regime": unstable_floor({beta: (3, 4)}),
        "unstable regime: lower bound, every step k has its regime, instead": TWO_STEPS,
    },
    because={
        "burn-in, upper bound": AT_MOST_THE_SUMS,
        "burn-in, upper bound, every step k has its regime, instead": AT_MOST_THE_SUMS,
        "scaling regime: (24) without its bracket, see theorem F.6": BRACKET_CONSTANTS,
    },
    instead={
        "unstable regime: lower bound, see theorem F.10": Instead(TWO_STEPS),
    },
    uses=("signsgd-scaling/thm-F.6", "signsgd-scaling/thm-F.9", "signsgd-scaling/thm-F.10"),
    note="The theorem is called informal, so both readings of its regimes are shown. Between eta k "
    "= 1/2 and 2 the loss falls from order 1 to order B^-s, which no constant bridges. At eta k = "
    "1 the first law is 0. For fixed d the signal ends exponentially, by theorem F.6 itself, which "
    "shows where G = sqrt(B) / eta is large. The lower bound of the unstable regime fails in both "
    "readings, for alpha = beta, 1/eta an integer and one parity of k; see theorem F.10.",
    legend={
        **IN_BURN_IN,
        **LAW_TERMS,
        **AT_TWO_STEPS,
        T: "eta sqrt(B) k; next to t the residual of the first coordinate after k steps",
        N: "1 / (eta k) in the burn-in, 1 / eta in the unstable regime",
    },
)
