"""Sections E and F.2: the integrals over coordinates behind the scaling laws.

    signal    int_1^d j^(-alpha) exp(-T j^(-beta)) dj
    noise     int_1^d j^(-beta) (1 - exp(-T j^(-beta))) dj

T is the time t, eta k for SGD and, with beta / 2 for beta, eta sqrt(B) k for SignSGD. The
substitution z = T j^(-beta) has dj = -(1/beta) T^(1/beta) z^(-1/beta - 1) dz.

An integral from 1 to d vanishes at d = 1, so all regimes have d >= 2.
"""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, SameOrder, Source
from theory.hints import Within
from theory.language import reals

T, d, alpha, beta = reals("T d alpha beta")
j, z = reals("j z")
s = (alpha - 1) / beta
HALF = sp.Rational(1, 2)
SGD_TIME, SIGN_TIME = {T: "eta k"}, {T: "eta sqrt(B) k"}


noise_sum = sp.Integral(j ** (-beta / 2) * (1 - sp.exp(-T * j ** (-beta / 2))), (j, 1, d))
kernel = sp.Integral((1 - sp.exp(-z)) * z ** (-2 / beta), (z, T * d ** (-beta / 2), T))
REGIME = (beta > 1, beta < 2, T > 0, d > 1)


EQ_28 = Claim(
    id="signsgd-scaling/eq-28",
    title="The integral of Lemma F.8 after its change of variables",
    source=Source(appendix="appendix F.2, (28)"),
    words="The noise integral over coordinates equals T^(2/beta - 1) times an integral over z.",
    printed=ForAll(
        given=REGIME,
        says=sp.Eq(noise_sum, T ** (2 / beta - 1) * kernel),
    ),
    instead=Instead(
        ForAll(
            given=REGIME,
            says=sp.Eq(noise_sum, 2 / beta * T ** (2 / beta - 1) * kernel),
        ),
        meant=Source(appendix="appendix F.2, the substitution displayed just above (28)"),
    ),
    note="Both sides of (28) carry a common factor eta / sqrt(B) that the integral of the lemma "
    "does not have; it is left out on both sides. The factor 2 / beta lies between 1 and 2 and "
    "does not change the order of magnitude that the lemma goes on to claim.",
    legend=SIGN_TIME,
)

logarithmic = sp.Integral((1 - sp.exp(-T / j)) / j, (j, 1, d))
plain = sp.Integral(j**-beta * (1 - sp.exp(-T * j**-beta)), (j, 1, d))
in_z = sp.Integral(z ** (-1 / beta) * (1 - sp.exp(-z)), (z, T * d**-beta, T))

EQ_11 = Claim(
    id="signsgd-scaling/eq-11",
    title="The integral of Lemma E.5 after its change of variables",
    source=Source(appendix="appendix E.2, (11)"),
    words="The noise integral equals T^(1/beta - 1) / beta times an integral over z.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(beta > 1, T > 0, d > 1),
            says=sp.Eq(plain, T ** (1 / beta - 1) / beta * in_z),
        ),
    },
    because={"": ByHand()},
)

EQ_27 = Claim(
    id="signsgd-scaling/eq-27",
    title="The integral of Lemma F.7 after its change of variables",
    source=Source(appendix="appendix F.2, (27)"),
    words="The noise integral for beta = 2 equals the integral of (1 - exp(-z)) / z from T / d to "
    "T.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(T > 0, d > 1),
            says=sp.Eq(logarithmic, sp.Integral((1 - sp.exp(-z)) / z, (z, T / d, T))),
        ),
    },
    because={"": ByHand()},
    note="As in (28), a factor eta / sqrt(B) is left out on both sides.",
)

# -- lemma E.3 -----------------------------------------------------------------------------------
# m = T^(1/beta), where the weight exp(-x), x = T j^(-beta), begins to count; r = d / m

x, m, r, v, power, h, rate, X = reals("x m r v p h L X")
M, Q, R, C = reals("M Q R C")
SOURCES = (alpha > 1, beta > 1)
SPLIT = (m >= 1, r >= 1)
end_weight = sp.exp(-T * (j**-beta - d**-beta) / 2)

LEM_E_3 = Claim(
    id="signsgd-scaling/lem-E.3",
    title="The signal integral",
    source=Source(appendix="appendix E.1, lemma E.3"),
    words="The integral of j^(-alpha) exp(-T j^(-beta)) from 1 to d is of the order T^(-s) up to "
    "T = d^beta and T^(-1) d^(-beta (s-1)) exp(-T d^(-beta)) from there on.",
    printed=Missing("not yet from the page"),
    lemmas={
        "weight where x <= 1": ForAll(
            given=(x > 0, x <= 1), says=sp.And(sp.exp(-1) <= sp.exp(-x), sp.exp(-x) <= 1)
        ),
        "weight against powers, x = p v >= p": ForAll(
            given=(v >= 1, power > 0),
            says=sp.exp(-power * v) <= (sp.E * v) ** -power,
        ),
        "weight against powers, x = p / v <= p": ForAll(
            given=(v >= 1, power > 0),
            says=sp.exp(-power / v) <= (sp.E / v) ** -power,
        ),
        "up to d^beta: integrand up to m": ForAll(
            given=(j >= 1, m >= 1, *SOURCES),
            says=sp.Eq(
                j**-alpha * ((m / j) ** beta) ** (-(s + 1)),
                m ** (1 - alpha - beta) * j ** (beta - 1),
            ),
        ),
        "up to d^beta: integral up to m": ForAll(
            given=(m >= 1, beta > 1),
            says=sp.Eq(sp.Integral(j ** (beta - 1), (j, 1, m)), (m**beta - 1) / beta),
        ),
        "up to d^beta: integral beyond m": ForAll(
            given=(m >= 1, r >= 1, alpha > 1),
            says=sp.Eq(
                sp.Integral(j**-alpha, (j, m, r * m)),
                m ** (1 - alpha) * (1 - r ** (1 - alpha)) / (alpha - 1),
            ),
        ),
        "up to d^beta: at most": SameOrder(
            (C * (1 - 1 / Q) / beta + (1 - 1 / R) / (alpha - 1)) / M,
            1 / M,
            (M >= 1, Q >= 1, R >= 1),
            (M, Q, R),
            {alpha: (3,), beta: (2,), C: (1,)},
            "at most",
            (*SOURCES, C > 0),
        ),
        "up to d^beta: at least": SameOrder(
            (1 - 1 / R) / (alpha - 1) / M,
            1 / M,
            (M >= 1, R >= 2),
            (M, R),
            {alpha: (3,)},
            "at least",
            (alpha > 1,),
        ),
        "from d^beta on: derivative of the weight": ForAll(
            given=(j >= 1, d >= j, T > 0, beta > 1),
            says=sp.Eq(sp.diff(end_weight, j), T * beta / 2 * j ** (-beta - 1) * end_weight),
        ),
        "from d^beta on: exponent": ForAll(
            given=(j >= 1, d >= j, beta > 1),
            says=j**-beta - d**-beta <= beta * (d - j) * j ** (-beta - 1),
        ),
        "from d^beta on: integral from d / 2": ForAll(
            given=(h >= 0, rate > 0),
            says=sp.Eq(sp.Integral(sp.exp(-rate * j), (j, 0, h)), (1 - sp.exp(-rate * h)) / rate),
        ),
        "from d^beta on: at least": SameOrder(1 - sp.exp(-X), sp.Integer(1), (X >= 1,), (X,)),
    },
    because={
        "": ByHand(),
        "up to d^beta: at most": Within(0, C / beta + 1 / (alpha - 1)),
        "up to d^beta: at least": Within(HALF / (alpha - 1), 0),
        "from d^beta on: at least": Within(1 - sp.exp(-1), 1),
    },
    note="x = T j^(-beta), M = T^s, Q = T, R = r^(alpha-1). Up to m the weight is at most "
    "((s+1)/(e x))^(s+1), C up to a factor; beyond m, and from m / 2 to m where d is near m, it is "
    "at least a constant. Later both sides are divided by exp(-T d^(-beta)). The integrand is at "
    "most a constant times d^(beta+1-alpha) j^(-beta-1) times the root of the weight, because "
    "powers of d / j are absorbed by the other root, and that is a derivative; from d / 2 on it is "
    "at least d^(-alpha) exp(-L (d - j)), L = beta 2^(beta+1) T d^(-beta-1). Large d stand for all "
    "d >= 2, the others only change the constants; s may be below 1.",
)

# -- lemma E.5 -----------------------------------------------------------------------------------
# The weight 1 - exp(-x), x = T j^(-b), is between min(1, x) and min(1, x) / e. With m = T^(1/b) and
# r = d / m the integral of j^(-b) min(1, x) is that of j^(-b) up to m and of T j^(-2b) beyond.

Y, D, E = reals("Y D E")
DECAYS = {beta: (sp.Rational(3, 2), 3)}
FAST = (beta > 1,)
FROM_ONE = "the regime begins at T = 1"
LATER = "the regime begins at some T > 1"


def noise(power):
    """Return the noise integral for eigenvalues j^(-power)."""
    return sp.Integral(j**-power * (1 - sp.exp(-T * j**-power)), (j, 1, d))


def between_powers(power, first, second, given=()):
    """Return the bounds of the weight and the integrals of what bounds the integrand, by name."""
    return {
        "weight where x <= 1": ForAll(
            given=(x > 0,), says=sp.And(x * sp.exp(-x) <= 1 - sp.exp(-x), 1 - sp.exp(-x) <= x)
        ),
        "weight where x >= 1": ForAll(
            given=(x >= 1,), says=sp.And(sp.exp(-1) <= 1 - sp.exp(-x), 1 - sp.exp(-x) <= 1)
        ),
        "integral up to m": ForAll(
            given=(m >= 1, *given),
            says=sp.Eq(sp.Integral(j**-power, (j, 1, m)), first),
        ),
        "integral beyond m": ForAll(
            given=(*SPLIT, *given),
            says=sp.Eq(m**power * sp.Integral(j ** (-2 * power), (j, m, r * m)), second),
        ),
    }


def later(named):
    """Return statements, or hints for them, under names that say from when on they are."""
    return {f"{name}, {LATER}": one for name, one in named.items()}


def in_parts(right, regime):
    """Return the order of the noise integral for beta > 1 in Y = m^(beta-1), R = r^(2 beta-1)."""
    total = (1 - 1 / Y) / (beta - 1) + (1 - 1 / R) / (Y * (2 * beta - 1))
    return SameOrder(total, right, regime, (Y, R), DECAYS, given=FAST)


share = 1 / (beta - 1)

LEM_E_5_LATER = later(
    {
        **between_powers(
            beta,
            (1 - m ** (1 - beta)) / (beta - 1),
            m ** (1 - beta) * (1 - r ** (1 - 2 * beta)) / (2 * beta - 1),
            FAST,
        ),
        "up to d^beta": in_parts(1 - 1 / Y, (Y >= 2, R >= 1)),
        "from d^beta on": SameOrder(
            share * (1 - 1 / D),
            sp.Integer(1),
            (D >= 2,),
            (D,),
            DECAYS,
            given=FAST,
        ),
    }
)

LEM_E_5 = Claim(
    id="signsgd-scaling/lem-E.5",
    title="The noise integral",
    source=Source(appendix="appendix E.2, lemma E.5"),
    words="The integral of j^(-beta) (1 - exp(-T j^(-beta))) from 1 to d, T = eta k, is of the "
    "order 1 - T^(1/beta - 1) up to T = d^beta and of order 1 from there on.",
    printed=Missing("not yet from the page"),
    lemmas={
        **LEM_E_5_LATER,
        f"up to d^beta, {FROM_ONE}": SameOrder(
            noise(beta),
            1 - T ** (1 / beta - 1),
            (d >= 2, T >= 1, d**beta >= T),
            (T, d),
            DECAYS,
            given=FAST,
        ),
        f"up to d^beta, {FROM_ONE}, instead": in_parts(sp.Integer(1), (Y >= 1, R >= 2)),
    },
    because={
        "": ByHand(tuple(LEM_E_5_LATER)),
        **later(
            {
                "up to d^beta": Within(share, 2 * share + 1),
                "from d^beta on": Within(share / 2, share),
            }
        ),
        f"up to d^beta, {FROM_ONE}, instead": Within(1 / (2 * beta - 1) / 2, share + 1),
    },
    uses=("signsgd-scaling/eq-11",),
    note="The bracket is 1 - 1/Y; 2 stands for a constant above 1. The integral is at most its two "
    "pieces, up to m and beyond, and at least 1/e of them. At T = 1 the bracket is zero and the "
    "integral is not, which is of order 1 there too.",
    legend={
        x: "the exponent T j^(-beta)",
        m: "the coordinate T^(1/beta) at which x = 1",
        r: "d / m",
        Y: "m^(beta - 1), which is T^(1 - 1/beta)",
        R: "r^(2 beta - 1) for r = d T^(-1/beta)",
        D: "d^(beta - 1), not the data budget",
    },
)

correction = 2 - 1 / beta
THE_MIDDLE = Source(appendix="appendix E.2, the member before it in the same display")


def near_zero(right):
    """Return the order of the first part of the integral; X = d^beta / T."""
    left = (1 - X**-correction) / correction
    return SameOrder(left, right, (X >= 1,), (X,), DECAYS, given=FAST)


def minor(term):
    """Return that a correction is at most of the order of the second part of the integral."""
    return SameOrder(term, T ** (1 - 1 / beta), (X >= 1, T >= 1), (T, X), DECAYS, "at most", FAST)


STEP_SMALL = Claim(
    id="signsgd-scaling/lem-E.5-step-small-correction",
    title="The part of the noise integral near zero",
    source=Source(appendix="appendix E.2, proof of lemma E.5, case 1"),
    words="With X = d^beta / T, (1 - X^(1/beta - 2)) / (2 - 1/beta) is of the order 1 - "
    "X^(2 - 1/beta), and the second term of that is subdominant.",
    printed={
        "order": near_zero(1 - X**correction),
        "subdominant": minor(X**correction),
    },
    instead={
        "order": Instead(near_zero(1 - X**-correction), THE_MIDDLE, because=Within(HALF, 1)),
        "subdominant": Instead(minor(X**-correction), THE_MIDDLE, because=Within(0, 1)),
    },
    note="The exponent is turned: the printed correction T^(-(2 - 1/beta)) d^(beta (2 - 1/beta)) "
    "is at least 1 and grows without bound. The one before it in the display is at most 1.",
    legend=SGD_TIME,
)


def in_time(left, right, start):
    """Return that two functions of Y = T^(1 - 1/beta) are of the same order from a start on."""
    return SameOrder(left, right, (start <= Y,), (Y,))


both_parts, rise = (1 + Y) / Y, 1 - 1 / Y

STEP_SIGN = Claim(
    id="signsgd-scaling/lem-E.5-step-sign",
    title="Both parts of the noise integral together",
    source=Source(appendix="appendix E.2, proof of lemma E.5, end of case 1"),
    words="T^(1/beta - 1) (1 + T^(1 - 1/beta)) is of the order 1 - T^(-(1 - 1/beta)).",
    printed=Missing("not yet from the page"),
    lemmas={
        "the regime begins at some T > 1": in_time(both_parts, rise, 2),
        "the regime begins at T = 1": in_time(both_parts, rise, 1),
        "the regime begins at T = 1, instead": in_time(both_parts, sp.Integer(1), 1),
        "with the sign of the correction": ForAll(given=(Y >= 2,), says=both_parts <= 1),
        "with the sign of the correction, instead": ForAll(given=(Y >= 2,), says=both_parts > 1),
    },
    because={
        "": ByHand(("the regime begins at some T > 1",)),
        "the regime begins at some T > 1": Within(1, 3),
        "the regime begins at T = 1, instead": Within(1, 2),
    },
    note="The proof drops a small negative term first. What is left is 1 + 1/Y, so "
    "the minus sign does not come from it; up to constants, and away from T = 1, it does "
    "not matter.",
    legend={Y: "the power T^(1 - 1/beta) of T = eta k"},
)


def power_law(right):
    """Return what the second member of the display becomes."""
    return ForAll(given=(beta > 1, d > 0), says=sp.Eq((d**-beta) ** (1 - 1 / beta), right))


STEP_CASE_2 = Claim(
    id="signsgd-scaling/lem-E.5-step-case2",
    title="The noise integral at late times",
    source=Source(appendix="appendix E.2, proof of lemma E.5, case 2"),
    words="T^(1/beta - 1) (T^(1 - 1/beta) - (T d^(-beta))^(1 - 1/beta)) is of the order 1 - "
    "d^(-(1 - 1/beta)), which is of order 1.",
    printed=Missing("not yet from the page"),
    lemmas={
        "up to constants, the display": SameOrder(
            1 - E**-beta, 1 - 1 / E, (E >= 2,), (E,), DECAYS, given=FAST
        ),
        "up to constants, of order 1": SameOrder(1 - 1 / E, sp.Integer(1), (E >= 2,), (E,)),
        "equal": power_law(d ** (1 / beta - 1)),
        "equal, instead": power_law(d ** (1 - beta)),
    },
    because={
        "": ByHand(("up to constants, the display", "up to constants, of order 1")),
        "up to constants, the display": Within(1, 2),
        "up to constants, of order 1": Within(HALF, 1),
    },
    note="The exponent of d is beta - 1, not 1 - 1/beta, so that the left side is 1 - E^(-beta); "
    "both are of order 1.",
    legend={E: "the power d^(1 - 1/beta)"},
)

# -- lemmas F.7 and F.8 --------------------------------------------------------------------------

logarithm = sp.log(m) + 1 - 1 / r

LEM_F_7_LATER = later(
    {
        **between_powers(sp.Integer(1), sp.log(m), 1 - 1 / r),
        "up to d": SameOrder(logarithm, sp.log(m), (m >= 2, r >= 1), (m, r)),
    }
)

LEM_F_7 = Claim(
    id="signsgd-scaling/lem-F.7",
    title="The noise integral of SignSGD for beta = 2",
    source=Source(appendix="appendix F.2, lemma F.7"),
    words="The integral of (1 - exp(-T / j)) / j from 1 to d, T = eta sqrt(B) k, is of the order "
    "log T up to T = d and log d from there on.",
    printed=Missing("not yet from the page"),
    lemmas={
        **LEM_F_7_LATER,
        f"up to d, {FROM_ONE}": SameOrder(noise(1), sp.log(T), (d >= 2, T >= 1, d >= T), (T, d)),
        f"up to d, {FROM_ONE}, instead": SameOrder(
            logarithm, 1 + sp.log(m), (m >= 1, r >= 2), (m, r)
        ),
    },
    because={
        "": ByHand(tuple(LEM_F_7_LATER)),
        **later({"up to d": Within(1, 3)}),
        f"up to d, {FROM_ONE}, instead": Within(HALF, 1),
    },
    uses=("signsgd-scaling/eq-27",),
    note="From T = d on x is at least 1 all along, and the integral of 1 / j is log d. At "
    "T = 1 the logarithm is zero and the integral is not.",
    legend={x: "the exponent T / j", m: "the coordinate at which x = 1, which is T", r: "d / T"},
)

SLOW = (beta > 1, beta < 2)
grown, room = m ** (1 - beta / 2), 1 - beta / 2
pieces = (Y - 1) / room + Y * (1 - 1 / R) / (beta - 1)
MOST = 1 / room + 1 / (beta - 1)


def grows(left, right, regime, variables):
    """Return an order for 1 < beta < 2."""
    return SameOrder(left, right, regime, variables, {beta: (sp.Rational(3, 2),)}, given=SLOW)


LEM_F_8 = Claim(
    id="signsgd-scaling/lem-F.8",
    title="The noise integral of SignSGD for 1 < beta < 2",
    source=Source(appendix="appendix F.2, lemma F.8"),
    words="The integral of j^(-beta/2) (1 - exp(-T j^(-beta/2))) from 1 to d is of the order "
    "T^(2/beta - 1) up to T = d^(beta/2) and d^(1 - beta/2) from there on.",
    printed=Missing("not yet from the page"),
    lemmas={
        **between_powers(
            beta / 2, (grown - 1) / room, grown * (1 - r ** (1 - beta)) / (beta - 1), SLOW
        ),
        "up to d^(beta/2), T not close to the end": grows(pieces, Y, (Y >= 1, R >= 2), (Y, R)),
        "up to d^(beta/2), T not close to 1": grows(pieces, Y, (Y >= 2, R >= 1), (Y, R)),
        "from d^(beta/2) on": grows((D - 1) / room, D, (D >= 2,), (D,)),
    },
    because={
        "": ByHand(),
        "up to d^(beta/2), T not close to the end": Within(HALF / (beta - 1), MOST),
        "up to d^(beta/2), T not close to 1": Within(HALF / room, MOST),
        "from d^(beta/2) on": Within(HALF / room, 1 / room),
    },
    uses=("signsgd-scaling/eq-28",),
    note="x = T j^(-beta/2), m = T^(2/beta), r = d / m, Y = T^(2/beta - 1), R = r^(beta-1) and D = "
    "d^(1 - beta/2). For large d, Y or R is at least 2. The constants depend on beta and are not "
    "bounded as beta tends to 1 or 2.",
)
