"""Second entries of the paper on SignSGD, written from the page: appendix E.2."""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.signsgd_scaling import (
    ALL_LAWS,
    COORDINATE,
    T,
    of_order,
    of_order_late,
    sgd_loss,
    y,
)
from theory.argument_language import States
from theory.claim import ForAll, SameOrder
from theory.language import eq, integers, reals
from theory.orders import Order, Theta
from theory.papers.signsgd_scaling.notation import B, beta, d, eta, k, lam, s, sgd, sgd_mix, x, z

r = integers("r")
HALF = sp.Rational(1, 2)

# -- theorem E.4 and lemma E.5 ---------------------------------------------------------------------

noise_of_sgd = eta / B * (1 - T ** -(1 - 1 / beta))
last = T**-1 * d ** (-beta * (s - 1))
SGD_THEOREM = {
    "before": of_order(
        sgd_loss, T**-s + noise_of_sgd, ALL_LAWS, small=(eta, T / d**beta), large=(T,)
    ),
    "after": of_order(
        sgd_loss,
        last * sp.exp(-Theta(T * d**-beta)) + eta / B,
        ALL_LAWS,
        small=(eta,),
        large=(T / d**beta,),
    ),
}

OF_LEMMA = (eta > 0, B >= 1, k >= 0, beta > 1, d >= 1)
IN_TIME = (eta, B, k, d)
learned = sp.Integral(y**-beta * (1 - sp.exp(-T * y**-beta)), (y, 1, d))
left_over = 1 - T ** (1 / beta - 1)
UP_TO_END = {"small": (T / d**beta,), "large": (T,), "over": IN_TIME}
FROM_END = {"large": (T / d**beta,), "over": IN_TIME}
NOISE_INTEGRAL = {
    "before": of_order(learned, left_over, OF_LEMMA, **UP_TO_END),
    "after": of_order_late(learned, sp.S.One, OF_LEMMA, **FROM_END),
}
WITHOUT_CORRECTION = of_order(
    T ** (1 / beta - 1) * (1 + T ** (1 - 1 / beta)), left_over, OF_LEMMA, **UP_TO_END
)

# d and T = eta k stand in it by X = d^beta / T alone, and from 1 on both X and T may be anything
X, time = reals("X T")
exponent = 2 - 1 / beta
CORRECTION = {"constants": {beta: (HALF * 3, 3)}, "given": (beta > 1,)}
NEAR_ZERO = {
    "the integral": SameOrder(
        (1 - X**-exponent) / exponent,
        1 - X**exponent,
        regime=(X >= 1,),
        variables=(X,),
        **CORRECTION,
    ),
    "subdominant": SameOrder(
        X**exponent,
        time ** (1 - 1 / beta),
        regime=(time >= 1, X >= 1),
        variables=(time, X),
        relation="at most",
        **CORRECTION,
    ),
}

between = (z, T * d**-beta, T)
power = z ** (-1 / beta)
powers_between = (T ** (1 - 1 / beta) - (T * d**-beta) ** (1 - 1 / beta)) / (1 - 1 / beta)
without_end = 1 - d ** -(1 - 1 / beta)
BEYOND = {
    "as a power": of_order(
        sp.Integral(power * (1 - sp.exp(-z)), between),
        sp.Integral(power, between),
        OF_LEMMA,
        **FROM_END,
    ),
    "its value": ForAll(
        eq(sp.Integral(power, between), powers_between),
        given=(eta > 0, B >= 1, k >= 1, beta > 1, d >= 1),
    ),
    "is a power": of_order_late(powers_between, T ** (1 - 1 / beta), OF_LEMMA, **FROM_END),
    "the integral": of_order(learned, without_end, OF_LEMMA, **FROM_END),
    "is of order 1": of_order_late(without_end, sp.S.One, OF_LEMMA, **FROM_END),
}

# -- (13) to (17) ----------------------------------------------------------------------------------

RUN = (*COORDINATE, k >= 0)
STABLE = (*RUN, eta * lam <= HALF)
kept = (1 - eta * lam) ** 2
squared = (1 - eta * lam) ** (2 * k)
RECURSION = {
    "in the noise": States(eq(sgd(k + 1), kept * sgd(k) + eta**2 * sgd_mix(0, 1)), given=RUN),
    "in numbers": States(eq(sgd(k + 1), kept * sgd(k) + eta**2 * lam / B), given=RUN),
}
start = squared * x**2
gain = eta**2 * lam / B
CLOSED = {  # 1/2 is assumed after (14) only; the quotients need values
    "sum": States(
        eq(sgd(k), start + gain * sp.Sum((1 - eta * lam) ** (2 * r), (r, 0, k - 1))), given=RUN
    ),
    "quotient": States(
        eq(sgd(k), start + gain * (1 - squared) / (1 - kept)), given=(*RUN, sp.Ne(1 - kept, 0))
    ),
    "closed": States(
        eq(sgd(k), start + eta / B * (1 - squared) / (2 - eta * lam)),
        given=(*RUN, sp.Ne(2 - eta * lam, 0)),
    ),
}
RATE = eta * lam * k
twice = 2 * k * sp.log(1 - eta * lam)
EXPONENTIALS = {
    "denominator": ForAll(
        And(2 - eta * lam >= sp.Rational(3, 2), 2 - eta * lam <= 2), given=STABLE
    ),
    "its inverse": States(
        Order(1 / (2 - eta * lam), sp.S.One, "same", (eta, lam, B, k)), given=STABLE
    ),
    "logarithm": ForAll(And(-2 * z <= sp.log(1 - z), sp.log(1 - z) <= -z), given=(z > 0, z < HALF)),
    "multiplied": ForAll(And(twice >= -4 * RATE, twice <= -2 * RATE), given=STABLE),
    "(15), below": ForAll(squared >= sp.exp(-4 * RATE), given=STABLE),
    "(15), above": ForAll(squared <= sp.exp(-2 * RATE), given=STABLE),
}


def two_terms(signal_rate, noise_rate):
    """Return a bound of the second moment by exponentials."""
    return x**2 * sp.exp(-signal_rate * RATE) + eta / B * (1 - sp.exp(-noise_rate * RATE))


MOMENT_OVER = (x, lam, B, eta, k)
BOUNDS = {
    "(16)": States(Order(sgd(k), two_terms(2, 4), "at most", MOMENT_OVER), given=STABLE),
    "(17)": States(Order(sgd(k), two_terms(4, 2), "at least", MOMENT_OVER), given=STABLE),
}

ENTRIES = {
    "signsgd-scaling/thm-E.4": SGD_THEOREM,
    "signsgd-scaling/lem-E.5": NOISE_INTEGRAL,
    "signsgd-scaling/lem-E.5-step-small-correction": NEAR_ZERO,
    "signsgd-scaling/lem-E.5-step-sign": WITHOUT_CORRECTION,
    "signsgd-scaling/lem-E.5-step-case2": BEYOND,
    "signsgd-scaling/eq-13": RECURSION,
    "signsgd-scaling/eq-14": CLOSED,
    "signsgd-scaling/eq-15": EXPONENTIALS,
    "signsgd-scaling/eq-16": BOUNDS,
}
