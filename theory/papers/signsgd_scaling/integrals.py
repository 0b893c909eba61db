"""Sections E and F.2: the integrals over coordinates behind the scaling laws.

    signal    int_1^d j^(-alpha) exp(-T j^(-beta)) dj
    noise     int_1^d j^(-beta) (1 - exp(-T j^(-beta))) dj

T is the time t, eta k for SGD and, with beta / 2 for beta, eta sqrt(B) k for SignSGD. The
substitution z = T j^(-beta) has dj = -(1/beta) T^(1/beta) z^(-1/beta - 1) dz.

An integral from 1 to d vanishes at d = 1, so all regimes have d >= 2.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Part, SameOrder, Source
from theory.language import reals

T, d, alpha, beta = reals("T d alpha beta")
j, z = reals("j z")
s = (alpha - 1) / beta
HALF = sp.Rational(1, 2)


noise_sum = sp.Integral(j ** (-beta / 2) * (1 - sp.exp(-T * j ** (-beta / 2))), (j, 1, d))
kernel = sp.Integral((1 - sp.exp(-z)) * z ** (-2 / beta), (z, T * d ** (-beta / 2), T))
REGIME = (beta > 1, beta < 2, T > 0, d > 1)


EQ_28 = Claim(
    id="signsgd-scaling/eq-28",
    title="The integral of Lemma F.8 after its change of variables",
    source=Source(appendix="appendix F.2, (28)"),
    words="The noise integral over coordinates equals T^(2/beta - 1) times an integral over z.",
    statement=ForAll(
        (T, d, beta),
        given=REGIME,
        says=sp.Eq(noise_sum, T ** (2 / beta - 1) * kernel),
    ),
    instead=Instead(
        ForAll(
            (T, d, beta),
            given=REGIME,
            says=sp.Eq(noise_sum, 2 / beta * T ** (2 / beta - 1) * kernel),
        ),
        meant=Source(appendix="appendix F.2, the substitution displayed just above (28)"),
    ),
    note="Both sides of (28) carry a common factor eta / sqrt(B) that the integral of the lemma "
    "does not have; it is left out on both sides. The factor 2 / beta lies between 1 and 2 and "
    "does not change the order of magnitude that the lemma goes on to claim.",
)

# -- lemma E.3 -----------------------------------------------------------------------------------
# orders: t and n are the fourth roots of T and d, so that rays go on to T = d = 1e24, and
# integrals run over u = log j

t, n, u = reals("t n u")
ROOTS = {T: t**4, d: n**4}
EXPONENTS = {alpha: (sp.Rational(3, 2), 3), beta: (sp.Rational(3, 2),)}
DECAYS = {beta: (sp.Rational(3, 2),)}


def integral(integrand):
    """Return the integral over coordinates from 1 to d, written in u = log j."""
    return sp.Integral(sp.powsimp(integrand.subs(j, sp.exp(u))) * sp.exp(u), (u, 0, sp.log(d)))


def noise(power):
    """Return the noise integral for eigenvalues j^(-power), as the difference of its terms."""
    return integral(j ** (-power)) - integral(j ** (-power) * sp.exp(-T * j ** (-power)))


def order(left, right, regime, constants, given=(), **more):
    """Return that two functions of T and d are of the same order."""
    sides = (side.subs(ROOTS) for side in (left, sp.sympify(right)))
    bounds = tuple(b.func(*(sp.powdenest(x.subs(ROOTS), force=True) for x in b.args))
                   for b in regime)  # fmt: skip
    return SameOrder(*sides, bounds, (t, n), constants, given=given, **more)


signal = integral(j ** (-alpha) * sp.exp(-T * j ** (-beta)))
from_the_end = integral(j ** (-alpha) * sp.exp(-T * (j ** (-beta) - d ** (-beta))))
SOURCES = (alpha > 1, beta > 1)
BEFORE, AFTER = (d >= 16, T >= 1, d**beta >= T), (d >= 16, d**beta <= T)

LEM_E_3 = Claim(
    id="signsgd-scaling/lem-E.3",
    title="The signal integral",
    source=Source(appendix="appendix E.1, lemma E.3"),
    words="The integral of j^(-alpha) exp(-T j^(-beta)) from 1 to d is of the order T^(-s) up to "
    "T = d^beta and T^(-1) d^(-beta (s-1)) exp(-T d^(-beta)) from there on.",
    statement=(
        Part("up to d^beta", order(signal, T ** (-s), BEFORE, EXPONENTS, SOURCES)),
        Part("from d^beta on",
             order(from_the_end, d ** (-beta * (s - 1)) / T, AFTER, EXPONENTS, SOURCES)),
    ),
    note="For large T both sides are divided by exp(-T d^(-beta)). In z the integral goes from "
    "x = T d^(-beta) to T = d^beta x, so that for d >= 2 the upper end only costs a factor, for "
    "s below 1 too.",
)  # fmt: skip

# -- lemma E.5 -----------------------------------------------------------------------------------

FAST = (beta > 1,)
LARGER = (d >= 16, T >= 16, d**beta >= T)
rise = 1 - T ** (1 / beta - 1)
FROM_ONE = "the regime begins at T = 1"
LATER = "the regime begins at some T > 1"

LEM_E_5 = Claim(
    id="signsgd-scaling/lem-E.5",
    title="The noise integral",
    source=Source(appendix="appendix E.2, lemma E.5"),
    words="The integral of j^(-beta) (1 - exp(-T j^(-beta))) from 1 to d, T = eta k, is of the "
    "order 1 - T^(1/beta - 1) up to T = d^beta and of order 1 from there on.",
    statement=(
        Part("up to d^beta", order(noise(beta), rise, LARGER, DECAYS, FAST), reading=LATER),
        Part("from d^beta on", order(noise(beta), 1, AFTER, DECAYS, FAST), reading=LATER),
        Part("up to d^beta", order(noise(beta), rise, BEFORE, DECAYS, FAST), reading=FROM_ONE,
             instead=Instead(order(noise(beta), 1, BEFORE, DECAYS, FAST))),
    ),
    text_uncertain=True,
    note="At T = 1 the bracket is zero and the integral is not; from any larger constant on both "
    "are of order 1. The integral is of order 1 for every T >= 1.",
)  # fmt: skip

X = reals("X")
correction = 2 - 1 / beta
THE_MIDDLE = Source(appendix="appendix E.2, the member before it in the same display")


def near_zero(right, **more):
    """Return the order of the first part of the integral; X = d^beta / T."""
    left = (1 - X**-correction) / correction
    return SameOrder(left, right, (X >= 1,), (X,), DECAYS, given=FAST, **more)


def minor(term, **more):
    """Return that a correction is at most of the order of the second part of the integral."""
    return SameOrder(term, T ** (1 - 1 / beta), (X >= 1, T >= 1), (T, X), DECAYS, "at most", FAST,
                     **more)  # fmt: skip


STEP_SMALL = Claim(
    id="signsgd-scaling/lem-E.5-step-small-correction",
    title="The part of the noise integral near zero",
    source=Source(appendix="appendix E.2, proof of lemma E.5, case 1"),
    words="With X = d^beta / T, (1 - X^(1/beta - 2)) / (2 - 1/beta) is of the order 1 - "
    "X^(2 - 1/beta), and the second term of that is subdominant.",
    statement=(
        Part("order", near_zero(1 - X**correction),
             instead=Instead(near_zero(1 - X**-correction, between=(HALF, 1)), THE_MIDDLE)),
        Part("subdominant", minor(X**correction),
             instead=Instead(minor(X**-correction, between=(0, 1)), THE_MIDDLE)),
    ),
    note="The exponent is turned: the printed correction T^(-(2 - 1/beta)) d^(beta (2 - 1/beta)) "
    "is at least 1 and grows without bound. The one before it in the display is at most 1.",
)  # fmt: skip


def in_time(left, right, start, **more):
    """Return that two functions of T are of the same order from a start on."""
    return SameOrder(left, right, (start <= T,), (T,), {beta: (2, 3)}, given=FAST, **more)


SHARE = 2 / (1 - 2 ** (1 / beta - 1))
both_parts = 1 + T ** (1 / beta - 1)

STEP_SIGN = Claim(
    id="signsgd-scaling/lem-E.5-step-sign",
    title="Both parts of the noise integral together",
    source=Source(appendix="appendix E.2, proof of lemma E.5, end of case 1"),
    words="T^(1/beta - 1) (1 + T^(1 - 1/beta)) is of the order 1 - T^(-(1 - 1/beta)).",
    statement=(
        Part("", in_time(both_parts, rise, 2, between=(1, SHARE)), reading=LATER),
        Part("", in_time(both_parts, rise, 1), reading=FROM_ONE,
             instead=Instead(in_time(both_parts, sp.Integer(1), 1, between=(1, 2)))),
        Part("", ForAll((T, beta), given=(beta > 1, T >= 2), says=both_parts <= 1),
             reading="with the sign of the correction",
             instead=Instead(ForAll((T, beta), given=(beta > 1, T >= 2), says=both_parts > 1))),
    ),
    text_uncertain=True,
    note="The proof drops a small negative term first. What is left is 1 + T^(-(1 - 1/beta)), so "
    "the minus sign does not come from it; up to constants, and away from T = 1, it does not "
    "matter.",
)  # fmt: skip

X_TIMES = X * d**beta
rest = X_TIMES ** (1 / beta - 1) * (X_TIMES ** (1 - 1 / beta) - X ** (1 - 1 / beta))
BOTH = (d >= 2, X >= 1)


def at_late_times(left, right, **more):
    """Return the order of functions of d and X = T / d^beta."""
    return SameOrder(left, right, BOTH, (X, d), {beta: (2, 3)}, given=FAST, **more)


STEP_CASE_2 = Claim(
    id="signsgd-scaling/lem-E.5-step-case2",
    title="The noise integral at late times",
    source=Source(appendix="appendix E.2, proof of lemma E.5, case 2"),
    words="T^(1/beta - 1) (T^(1 - 1/beta) - (T d^(-beta))^(1 - 1/beta)) is of the order 1 - "
    "d^(-(1 - 1/beta)), which is of order 1.",
    statement=(
        Part("", at_late_times(rest, 1 - d ** (1 / beta - 1), between=(1, beta)),
             reading="up to constants"),
        Part("", at_late_times(1 - d ** (1 / beta - 1), sp.Integer(1),
                               between=(1 - 2 ** (1 / beta - 1), 1)), reading="up to constants"),
        Part("", ForAll((X, d, beta), given=(*FAST, *BOTH),
                        says=sp.Eq(rest, 1 - d ** (1 / beta - 1))), reading="equal",
             instead=Instead(ForAll((X, d, beta), given=(*FAST, *BOTH),
                                    says=sp.Eq(rest, 1 - d ** (1 - beta))))),
    ),
    text_uncertain=True,
    note="T = X d^beta. The exponent of d is beta - 1, not 1 - 1/beta; both are of order 1.",
)  # fmt: skip

# -- lemmas F.7 and F.8 --------------------------------------------------------------------------

IN_D = (d >= 16, T >= 1, d >= T)

LEM_F_7 = Claim(
    id="signsgd-scaling/lem-F.7",
    title="The noise integral of SignSGD for beta = 2",
    source=Source(appendix="appendix F.2, lemma F.7"),
    words="The integral of (1 - exp(-T / j)) / j from 1 to d, T = eta sqrt(B) k, is of the order "
    "log T up to T = d and log d from there on.",
    statement=(
        Part("up to d", order(noise(1), sp.log(T), (*IN_D, T >= 16), {}), reading=LATER),
        Part("from d on", order(noise(1), sp.log(d), (d >= 16, d <= T), {}), reading=LATER),
        Part("up to d", order(noise(1), sp.log(T), IN_D, {}), reading=FROM_ONE,
             instead=Instead(order(noise(1), 1 + sp.log(T), IN_D, {}))),
    ),
    text_uncertain=True,
    note="At T = 1 the logarithm is zero and the integral is not.",
)  # fmt: skip

SLOW = {beta: (sp.Rational(5, 4), sp.Rational(3, 2))}
BETWEEN = (beta > 1, beta < 2)

LEM_F_8 = Claim(
    id="signsgd-scaling/lem-F.8",
    title="The noise integral of SignSGD for 1 < beta < 2",
    source=Source(appendix="appendix F.2, lemma F.8"),
    words="The integral of j^(-beta/2) (1 - exp(-T j^(-beta/2))) from 1 to d is of the order "
    "T^(2/beta - 1) up to T = d^(beta/2) and d^(1 - beta/2) from there on.",
    statement=(
        Part("up to d^(beta/2)",
             order(noise(beta / 2), T ** (2 / beta - 1), (d >= 16, T >= 1, d ** (beta / 2) >= T),
                   SLOW, BETWEEN)),
        Part("from d^(beta/2) on",
             order(noise(beta / 2), d ** (1 - beta / 2), (d >= 16, d ** (beta / 2) <= T), SLOW,
                   BETWEEN)),
    ),
    uses=("signsgd-scaling/eq-28",),
    note="The constants depend on beta and are not bounded as beta tends to 1 or 2.",
)  # fmt: skip
