"""Scaling-law analysis of SignSGD: sections B.2.1, F.1 and H.3, one coordinate.

The residual delta = theta - theta* moves by eta against the sign of lambda delta + xi with
xi ~ N(0, lambda / B). With r = 1 / sqrt(lambda B) the mean of that sign is drift(delta / r), so
that in units of eta only x = delta / eta and r / eta = 1 / rho matter, rho = eta sqrt(lambda B).
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.hints import Keeps
from theory.language import DEFINES, Each, Head, integers, reals, sequence

eta, lam, B, theta, star, xi = reals("eta lambda B theta theta^* xi")
lam2, theta2, star2 = reals("lambda_2 theta_2 theta^*_2")
alpha, beta = reals("alpha beta")
delta, r, x, t, y = reals("delta r x t y")
rho, c, p, m, e = reals("rho c p m e")
j, k = integers("j k")
moment = sequence("e")

RHO = {rho: "eta sqrt(lambda_j B)"}
WIDTH = {r: "r_j = 1 / sqrt(lambda_j B) in units of eta"}

HALF = sp.Rational(1, 2)
SLOPE = sp.sqrt(2 / sp.pi)  # of the drift at 0
SECOND = Head("E_2", "E (delta_k / eta)^2 for x = delta_0 / eta, r in units of eta, k steps")
LINEAR = Head("E_lin", "E x_k^2 of x -> (1 - rho) x + noise of variance 1, from x")
LEAVES = Head("P_out", "chance that |delta_i| > r for some i <= k; x = delta_0 / eta, r likewise")


def drift(signal):
    """Return E sgn(signal + N(0, 1))."""
    return sp.erf(signal / sp.sqrt(2))


def up(position, width):
    """Return the chance of a step away from 0 at a position >= 0."""
    return sp.erfc(position / width / sp.sqrt(2)) / 2


# -- the update ------------------------------------------------------------------------------------

LOSS = lam * (theta - star) ** 2 / 2 + lam2 * (theta2 - star2) ** 2 / 2
UPDATED = theta - eta * sp.sign(sp.diff(LOSS, theta) + xi)

EQ_18 = Claim(
    id="signsgd-scaling/eq-18",
    title="SignSGD, one coordinate",
    source=Source(appendix="appendix F.1, (18)"),
    words="With a diagonal Hessian each residual moves on its own, by eta against the sign of "
    "lambda delta + xi, and steps down with probability Phi(delta sqrt(lambda B)).",
    printed=Missing("not yet from the page"),
    lemmas={
        "update": ForAll(
            where={delta: theta - star},
            says=sp.Eq(UPDATED - star, delta - eta * sp.sign(lam * delta + xi)),
        ),
        "chance of a step down": ForAll(
            given=(delta >= 0, lam > 0, B > 0),
            where={r: 1 / sp.sqrt(lam * B)},
            says=sp.Eq(
                sp.Integral(
                    sp.exp(-(xi**2) * B / lam / 2) * sp.sqrt(B / lam / 2 / sp.pi),
                    (xi, 0, lam * delta),
                )
                + sp.Rational(1, 2),
                1 - up(delta, r),
            ),
        ),
    },
    because={"": ByHand()},
    note="Two coordinates of the quadratic loss; the noise is aligned with the Hessian exactly.",
)

# -- the smoothed sign -----------------------------------------------------------------------------

a = reals("a")
GAUSS = sp.exp(-((xi / a) ** 2) / 2) / (a * sp.sqrt(2 * sp.pi))
BELOW = SLOPE * t * sp.exp(-(t**2) / 2)

EQ_19 = Claim(
    id="signsgd-scaling/eq-19",
    title="The smoothed sign function",
    source=Source(appendix="appendix F.1, (19)"),
    words="E sgn(x + N(0, a^2)) is close to the sign of x for |x| far above a and close to "
    "sqrt(2 / pi) x / a for |x| far below a.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as an error function": ForAll(
            given=(x >= 0, a > 0),
            says=sp.Eq(2 * sp.Integral(GAUSS, (xi, 0, x)), drift(x / a)),
        ),
        "near 0, from below": ForAll(given=(t >= 0,), says=drift(t) >= BELOW),
        "near 0, from above": ForAll(given=(t >= 0,), says=drift(t) <= SLOPE * t),
        "far out": ForAll(given=(t >= 4,), says=drift(t) >= sp.Rational(9999, 10000)),
    },
    because={"": ByHand()},
    note="t = x / a > 0; both sides are odd. The mean of the sign is twice the mass of the noise "
    "between 0 and x. The relative error near 0 is at most 1 - exp(-t^2 / 2).",
)

TXT_RJ = Claim(
    id="signsgd-scaling/txt-rj-linear-constants",
    title="The drift is linear up to constants in R_j",
    source=Source(appendix="appendix F.1, after (20)"),
    words="Everywhere in R_j the mean of the sign is delta / r up to constants.",
    printed=Missing("not yet from the page"),
    lemmas={
        "from above": ForAll(given=(t >= 0,), says=drift(t) <= SLOPE * t),
        "from below": ForAll(given=(t >= 0,), says=drift(t) >= BELOW),
        "that bound in R_j": ForAll(
            given=(t >= 0, t <= 1), says=SLOPE * sp.exp(-HALF) * t <= BELOW
        ),
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/eq-19",),
    note="t = delta / r >= 0; the drift is odd. Drift over t lies between 0.48 and 0.80, at "
    "the edge 0.683.",
)


def mean_next(position, width):
    """Return the mean residual after a step, in units of eta."""
    return position - drift(position / width)


INSIDE = (r >= 1, x >= -r, x <= r)

EQ_20 = Claim(
    id="signsgd-scaling/eq-20",
    title="Linear dynamics in R_j",
    source=Source(appendix="appendix F.1, (20)"),
    words="Near 0 the mean residual is multiplied by 1 - rho in each step.",
    printed=Missing("not yet from the page"),
    lemmas={
        "up to a constant in front of rho": ForAll(
            given=(r >= 1, x > 0),
            says=sp.And(
                mean_next(x, r) >= (1 - SLOPE / r) * x,
                mean_next(x, r) <= (1 - BELOW.subs(t, x / r) / x) * x,
            ),
        ),
        "to first order in the residual, as printed": ForAll(
            given=(t > 0, t <= sp.Rational(1, 10)),
            says=drift(t) >= sp.Rational(9, 10) * t,
        ),
        "to first order in the residual, as printed, instead": ForAll(
            given=(t >= 0,), says=drift(t) >= BELOW
        ),
    },
    because={"": ByHand(("up to a constant in front of rho",))},
    uses=("signsgd-scaling/eq-19",),
    note="In units of eta, r = 1 / rho; in R_j the exponential is at least exp(-1/2). "
    "Within a tenth of r the drift is delta / r times 0.796 to "
    "0.798, and not within a tenth of delta / r: the slope sqrt(2 / pi) of (19) is missing.",
    legend={
        t: "size of the residual in units of 1 / sqrt(lambda_j B)",
        x: "size of the residual in units of eta",
        **WIDTH,
    },
)

TXT_STABILITY = Claim(
    id="signsgd-scaling/txt-stability-eta-2",
    title="Stability of the linear system",
    source=Source(appendix="appendix B.2.1, scaling regime"),
    words="The linear system theta -> (1 - rho) theta + noise is stable for rho < 2 and no more.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(rho > 0,),
            says=sp.And(sp.Or(rho >= 2, (1 - rho) ** 2 < 1), sp.Or(rho < 2, (1 - rho) ** 2 >= 1)),
        ),
    },
    because={"": ByHand()},
    note="The slope sqrt(2 / pi) of the drift moves the edge to sqrt(2 pi).",
)

MOMENT = LINEAR(x, rho, k)
PLATEAU = sp.exp(-2 * rho * k) * x**2 + 1 / rho
SMALL_RHO = (rho > 0, rho <= HALF, rho * x <= 1, rho * x >= -1)
SAME = sp.And(MOMENT <= PLATEAU, sp.Rational(2, 5) * PLATEAU <= MOMENT)

TXT_VARIANCE = Claim(
    id="signsgd-scaling/txt-intuition-variance",
    title="Second moment of the linear system",
    source=Source(appendix="appendix B.2.1, scaling regime"),
    words="In the linear region the second moment is of the order exp(-2 rho k) theta_0^2 + "
    "eta / sqrt(lambda B).",
    printed=ForAll(
        given=(*SMALL_RHO, k >= 1, rho * k >= 1),
        says=SAME,
        instances={k: (2, 5, 12, 150)},
    ),
    lemmas={
        "for every k": ForAll(given=(*SMALL_RHO, k >= 0), says=SAME, instances={k: (0, 1, 2, 5)}),
        "for every k, instead": ForAll(
            given=(*SMALL_RHO, k >= 0),
            says=MOMENT <= PLATEAU,
            instances={k: (0, 1, 2, 5)},
        ),
    },
    note="In units of eta, with constants 2/5 and 1, noise of variance 1, rho at most 1/2 and a "
    "start in R_j. The noise needs 1 / rho steps to add up: from 0 the second moment after k steps "
    "is at most k, not of the order 1 / rho.",
    legend={x: "residual at the start, in units of eta", **RHO},
)

# -- second moments --------------------------------------------------------------------------------

NEXT = delta**2 + eta**2 - 2 * eta * delta * y  # mean of the next square, y the mean of the sign
IN_R = (eta > 0, r > 0, delta >= -r, delta <= r)
SIGN_IN_R = (
    y * delta * r >= sp.Rational(3, 5) * c * delta**2,
    y * delta * r <= c * delta**2,
    c > sp.Rational(79, 100),
    c < sp.Rational(4, 5),
)
STEPPED = (theta - eta) ** 2 * (1 + y) / 2 + (theta + eta) ** 2 * (1 - y) / 2

EQ_23 = Claim(
    id="signsgd-scaling/eq-23",
    title="One step of the second moment",
    source=Source(appendix="appendix F.1, (23)"),
    words="In R_j the mean of the next square is (1 - Theta(rho)) delta^2 + eta^2.",
    printed=Missing("not yet from the page"),
    lemmas={
        "one step": ForAll(says=sp.Eq(STEPPED, theta**2 + eta**2 - 2 * eta * theta * y)),
        "in R_j": ForAll(
            given=(*IN_R, *SIGN_IN_R),
            says=sp.And(
                (1 - 2 * c * eta / r) * delta**2 + eta**2 <= NEXT,
                (1 - c * eta / r) * delta**2 + eta**2 >= NEXT,
            ),
        ),
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/txt-rj-linear-constants",),
    note="y is the mean of the sign, c stands for sqrt(2 / pi) = 0.798.",
)

z = reals("z")
MIXED = p * theta**2 + (1 - p) * z**2
LEM_F_5 = Claim(
    id="signsgd-scaling/lem-F.5",
    title="Linear recurrence of the second moment",
    source=Source(appendix="appendix F.1, lemma F.5, and H.3"),
    words="From k* on the second moment is multiplied by 1 - Theta(rho) and grows by eta^2 in "
    "each step, if rho is at most of order 1.",
    printed=Missing("not yet from the page"),
    lemmas={
        "every residual in R_j": ForAll(
            given=(rho > 0, m >= 0, c > 0, e >= sp.Rational(3, 5) * c * m, e <= c * m),
            says=sp.And(
                m + 1 - 2 * rho * e >= (1 - 2 * c * rho) * m + 1,
                m + 1 - 2 * rho * e <= (1 - c * rho) * m + 1,
            ),
        ),
        "the chain itself, without assumption F.3": ForAll(
            given=(*INSIDE, k >= 0),
            instances={k: (0, 1, 2, 3, 5, 8, 13, 24)},
            says=sp.And(
                SECOND(x, r, k + 1) >= (1 - sp.Rational(8, 5) / r) * SECOND(x, r, k) + 1,
                SECOND(x, r, k + 1) <= (1 - sp.Rational(9, 10) / r) * SECOND(x, r, k) + 1,
            ),
        ),
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/eq-23", "signsgd-scaling/asm-F.3"),
    note="In units of eta. m is the second moment, e the mean of delta drift(delta / r) r, both "
    "of the law at step k; they are in the ratio of R_j if no mass lies outside. The chain leaves "
    "R_j, and the recurrence holds for it nevertheless, with other constants: its ratio lies "
    "between 0.95 and 1.6. The proof prints a factor eta too many in the drift.",
)

TXT_NOT_CONVERGE = Claim(
    id="signsgd-scaling/txt-recurrence-not-converge",
    title="The recurrence does not converge for large steps",
    source=Source(appendix="appendix H.2, first paragraph"),
    words="For rho at least of order 1 the recurrence (23) does not converge.",
    printed=Missing("not yet from the page"),
    lemmas={
        "rho above some constant": ForAll(
            given=(
                rho >= sp.Rational(3, 2),
                c >= sp.Rational(4, 3),
                c <= 2 * sp.Rational(4, 5),
            ),
            says=(1 - c * rho) ** 2 >= 1,
        ),
        "rho >= 1, as assumed there": ForAll(
            given=(rho >= 1, c >= sp.Rational(4, 3), c <= 2 * sp.Rational(4, 5)),
            says=(1 - c * rho) ** 2 >= 1,
        ),
        "rho >= 1, as assumed there, instead": ForAll(
            given=(
                rho >= 1,
                c * rho >= 2,
                c >= sp.Rational(4, 3),
                c <= 2 * sp.Rational(4, 5),
            ),
            says=(1 - c * rho) ** 2 >= 1,
        ),
    },
    because={"": ByHand(("rho above some constant",))},
    uses=("signsgd-scaling/eq-23",),
    note="The factor is 1 - c rho with c between 1.33 and 1.6. Up to rho = 1.25 it is a "
    "contraction for every such c.",
    legend={c: "constant in Theta: the recurrence multiplies by 1 - c rho", **RHO},
)

CRUDE = moment[k] <= moment[0] + k * eta**2

THM_F_9_CRUDE = Claim(
    id="signsgd-scaling/thm-F.9-step-crude",
    title="Crude bound of the second moment",
    source=Source(appendix="appendix F.3.1, proof of theorem F.9"),
    words="The second moment is at most delta_0^2 + k eta^2.",
    printed=Missing("not yet from the page"),
    lemmas={
        "one step": ForAll(
            given=(eta > 0, r > 0),
            where={y: drift(delta / r)},
            says=delta**2 + eta**2 >= NEXT,
        ),
        "k steps": ForAll(
            given=(k >= 1, Each(moment[j] <= moment[j - 1] + eta**2, (j, 1, k))),
            instances={k: (1, 2, 3)},
            says=CRUDE,
        ),
    },
    because={"": ByHand(), "k steps": Keeps(k, CRUDE)},
    note="Exactly, without a constant, whatever the region.",
)

# -- attractivity ----------------------------------------------------------------------------------

ASM_F_3 = Claim(
    id="signsgd-scaling/asm-F.3",
    title="Attractivity of the linear region",
    source=Source(appendix="appendix F.1, assumption F.3"),
    words="After k* the residual never leaves R_j.",
    printed=ForAll(
        given=(r >= 1, x >= 0, x <= r, x + 1 > r, m > 0, p > 0, p < 1, sp.Eq(m * p, 0)),
        says=DEFINES,
    ),
    note="The assumption says m p = 0. Gaussian noise rules that out, so that with (18) nothing "
    "satisfies the assumption; the paper says itself that the chance to escape is positive and "
    "calls the assumption an idealisation; the recurrence of lemma F.5 does without it.",
    legend={
        x: "last site of the lattice of residuals in R_j, in units of eta",
        m: "chance to be at the site x at some step, above 0",
        p: "chance to step out of R_j from x, Phi(-x / r) > 0",
        **WIDTH,
    },
)

RARE = sp.Rational(1, 20)
EDGE = (rho > 0, rho <= 1, t > 1 - rho, t <= 1, t >= 0)
MIDDLE = (r >= 8, x >= -1, x <= 1, k >= 1, k <= 120)

ASM_F_3_ESCAPE = Claim(
    id="signsgd-scaling/asm-F.3-step-escape",
    title="Escapes from the linear region are rare",
    source=Source(appendix="appendix F.1, before assumption F.3, and figure 11b"),
    words="That the residual leaves R_j after it has entered is an exceedingly rare event.",
    printed={
        "from the middle, rho at most 1/8, 120 steps": ForAll(
            given=MIDDLE, instances={k: (10, 120)}, says=LEAVES(x, r, k) <= RARE
        ),
    },
    lemmas={
        "the step after k*, from k* on": ForAll(given=EDGE, says=up(t, 1) <= RARE),
        "the step after k*, from k* on, instead": ForAll(
            given=EDGE, says=up(t, 1) >= sp.Rational(3, 20)
        ),
    },
    note="Rare is read as less than one in twenty. A residual that enters R_j stops "
    "within eta of its edge, and leaves again in the very next step with probability at "
    "least 1 - Phi(1) = 0.159, for every rho. From the middle escapes are rare for small rho: 1e-5 "
    "in 100 steps for rho = 1/16, but 0.55 for rho = 1/4.",
    legend={t: "|delta| in units of r_j, at the step at which it enters R_j", **RHO},
)

# -- the power law ---------------------------------------------------------------------------------

i, f, s = reals("j f s")
POWERS = {lam: f * i**-beta, star: sp.sqrt(s * i**-alpha / lam)}
FACTORS = (i >= 1, f > 0, s > 0, B > 0)

TXT_THETA_LAW = Claim(
    id="signsgd-scaling/txt-theta-law",
    title="Power law of the target",
    source=Source(appendix="appendix H.1, first paragraph and proof of lemma F.1"),
    words="The target is of the order j^((beta - alpha)/2), and |theta*_j| / r_j of the order "
    "sqrt(B) j^(-alpha/2).",
    printed=Missing("not yet from the page"),
    lemmas={
        "target": ForAll(
            given=FACTORS[:3],
            where=POWERS,
            says=sp.Eq(star, sp.sqrt(s / f) * i ** ((beta - alpha) / 2)),
        ),
        "target in units of r": ForAll(
            given=FACTORS,
            where=POWERS,
            says=sp.Eq(star * sp.sqrt(lam * B), sp.sqrt(s * B) * i ** (-alpha / 2)),
        ),
    },
    because={"": ByHand()},
    note="f and s are the factors, bounded from both sides, of the capacity and of the source "
    "condition: lambda_j = f j^(-beta), lambda_j |theta*_j|^2 = s j^(-alpha).",
)
