"""Theorem F.6 as it is printed: three ranges of beta, T = eta sqrt(B) k up to d^(beta/2) and from
there on.

Of each case there is one statement for every way to read it: which constants its hypotheses admit,
and whether brackets are lost in (24) and (25).
"""

import sympy as sp

from theory.argument_language import States
from theory.choices import Damaged
from theory.orders import Order, Small, Theta
from theory.papers.signsgd_scaling import scaling_argument, scaling_denial
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    SETTING,
    B,
    alpha,
    beta,
    d,
    eq,
    eta,
    expected_loss,
    k,
    largest_loss,
    s,
    sizes,
    up_to_constants,
)
from theory.places import HERE

T = eta * sp.sqrt(B) * k
NOISE = eta / sp.sqrt(B)
STEADY = eta * sp.sqrt(B)
BURNED_IN = eta * k / sp.Max(B ** ((beta - alpha) / (2 * alpha)), 1)
ARRIVED, END = T / B ** (beta / (2 * alpha)), T / d ** (beta / 2)
BOUNDED = Small(largest_loss(d))  # of the loss on every path
WITH_BRACKETS, WITHOUT = "(eta sqrt(B) k)^(-2 s)", "1 / (eta sqrt(B) k^(2 s))"
SIGNAL = {WITH_BRACKETS: T ** (-2 * s), WITHOUT: 1 / (eta * sp.sqrt(B) * k ** (2 * s))}
LATE_SIGNAL = T**-1 * d ** (-beta / 2 * (2 * s - 1)) * sp.exp(-Theta(T * d ** (-beta / 2)))


def _case(law, condition, small, large):
    """Return a case with hypotheses for every constant, and for one that serves."""
    return [
        States(
            Order(expected_loss(d), law, "same", OVER),
            {
                "section 2": (*SETTING, DIFFICULTY),
                "assumptions 2.1 and B.3": POWER_LAWS,
                HERE: (condition, *some, BOUNDED),
            },
        )
        for some in sizes(small, large)
    ]


def early(noise, condition, signal):
    """Return a case up to d^(beta/2)."""
    law = signal + NOISE * noise
    return _case(law, condition, (STEADY, END), (BURNED_IN, ARRIVED))


def late(noise, condition):
    """Return a case from d^(beta/2) on."""
    return _case(LATE_SIGNAL + NOISE * noise, condition, (STEADY,), (BURNED_IN, END))


def _brackets(read):
    """Return a statement in which brackets may be lost."""
    return Damaged("whether brackets are lost around eta sqrt(B) k, which (26) has", read)


def _damaged(noise, condition):
    """Return a case up to d^(beta/2) in which brackets may be lost, in both meanings."""
    cases = {name: early(noise, condition, signal) for name, signal in SIGNAL.items()}
    return up_to_constants(
        *(_brackets({name: case[which] for name, case in cases.items()}) for which in (0, 1))
    )


STEEP, EDGE, FLAT = beta > 2, eq(beta, 2), beta < 2
BRACKET = 1 - T ** -(1 - 2 / beta)
PROVED = "beta > 2, T up to d^(beta/2)"
PRINTED = {
    PROVED: _damaged(BRACKET, STEEP),
    "beta > 2, T from d^(beta/2) on": up_to_constants(*late(sp.S.One, STEEP)),
    "beta = 2, T up to d": _damaged(sp.log(T), EDGE),
    "beta = 2, T from d on": up_to_constants(*late(sp.log(d), EDGE)),
    "beta < 2, T up to d^(beta/2)": up_to_constants(
        *early(T ** (2 / beta - 1), FLAT, SIGNAL[WITH_BRACKETS])
    ),
    "beta < 2, T from d^(beta/2) on": up_to_constants(*late(d ** (1 - beta / 2), FLAT)),
}
DAMAGED = (PROVED, "beta = 2, T up to d")
LEMMAS = {**scaling_argument.LEMMAS, **scaling_denial.LEMMAS}
BECAUSE = scaling_argument.SAME_ORDER

_half, _one = sp.Rational(1, 2), sp.S.One
_sizes = {
    **dict(zip(sizes((STEADY, END))[0], (_one, _one), strict=True)),
    **dict(zip(sizes((), (BURNED_IN, ARRIVED))[0], (_half, _half), strict=True)),
    BOUNDED: scaling_denial.BOUND,
}
AGAINST = scaling_denial.against(
    [early(BRACKET, STEEP, signal)[0] for signal in SIGNAL.values()], _sizes
)
