"""Theorem F.6 as it is printed: three ranges of beta, T = eta sqrt(B) k up to d^(beta/2) and from
there on.

Of each case there is one statement for every way to read it: which constants its hypotheses admit,
and whether brackets are lost in (24) and (25).
"""

import sympy as sp

from theory.argument_language import States
from theory.choices import Damaged
from theory.claim import ByHand, Claim, Source
from theory.orders import Order, Theta
from theory.papers.signsgd_scaling import scaling_argument, scaling_denial
from theory.papers.signsgd_scaling.notation import (
    BOUNDED,
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    SETTING,
    SOME_CONSTANT,
    B,
    alpha,
    beta,
    d,
    eq,
    eta,
    expected_loss,
    k,
    s,
    sizes,
    up_to_constants,
)
from theory.papers.signsgd_scaling.scaling_bounds import (
    BOUND_TERMS,
    BY_HAND,
    BY_HAND_HINTS,
    LAW_TERMS,
    UPPER_BOUND_LEGEND,
    UPPER_BOUND_NOTE,
)
from theory.places import HERE

T = eta * sp.sqrt(B) * k
NOISE = eta / sp.sqrt(B)
STEADY = eta * sp.sqrt(B)
BURNED_IN = eta * k / sp.Max(B ** ((beta - alpha) / (2 * alpha)), 1)
ARRIVED, END = T / B ** (beta / (2 * alpha)), T / d ** (beta / 2)
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

READ = (SOME_CONSTANT, WITH_BRACKETS)

THM_F_6 = Claim(
    id="signsgd-scaling/thm-F.6",
    title="Scaling law of SignSGD",
    source=Source("section 3, theorem 3.1, second case", "appendix F.2, theorem F.6"),
    words="After the burn-in, for eta sqrt(B) below a constant, the expected loss is T^(-2s) plus "
    "eta / sqrt(B) times a factor that depends on beta, T = eta sqrt(B) k, and decays "
    "exponentially beyond T = d^(beta/2).",
    printed=PRINTED,
    lemmas={**BY_HAND, **LEMMAS},
    because={
        **{
            clause: BECAUSE
            if clause == PROVED
            else ByHand(tuple(BY_HAND), READ if clause in DAMAGED else READ[:1])
            for clause in PRINTED
        },
        **BY_HAND_HINTS,
    },
    against={PROVED: AGAINST},
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
