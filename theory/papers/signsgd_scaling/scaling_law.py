"""Theorem F.6 as it is printed: three ranges of beta, T = eta sqrt(B) k up to d^(beta/2) and from
there on.

Of each case there is one statement for every way to read it: which constants its hypotheses admit,
and whether brackets are lost in (24) and (25).
"""

import sympy as sp

from theory.argument_language import States
from theory.choices import Damaged
from theory.claim import ByReading, Claim, Source
from theory.language import eq
from theory.orders import Order, Theta
from theory.papers.signsgd_scaling import scaling_cases_argument, scaling_denial
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    ANY_DIMENSION,
    BOUNDED,
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    SETTING,
    B,
    alpha,
    beta,
    d,
    eta,
    expected_loss,
    k,
    or_many_coordinates,
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
BEFORE_STEEP, BEFORE_EDGE, BEFORE_FLAT = (
    "beta > 2, T up to d^(beta/2)",
    "beta = 2, T up to d",
    "beta < 2, T up to d^(beta/2)",
)
AFTER_STEEP, AFTER_EDGE, AFTER_FLAT = (
    "beta > 2, T from d^(beta/2) on",
    "beta = 2, T from d on",
    "beta < 2, T from d^(beta/2) on",
)
_WHICH_D = "whether d = 1 is meant, where log d is 0: theorem 3.1, whose proof F.6 is, has large d"

_LATE = ((sp.S.One, STEEP), (sp.log(d), EDGE), (d ** (1 - beta / 2), FLAT))

PRINTED = {
    BEFORE_STEEP: _damaged(BRACKET, STEEP),
    AFTER_STEEP: up_to_constants(*late(*_LATE[0])),
    BEFORE_EDGE: _damaged(sp.log(T), EDGE),
    AFTER_EDGE: or_many_coordinates(late(*_LATE[1]), _WHICH_D, denied=True, whatever=False),
    BEFORE_FLAT: up_to_constants(*early(T ** (2 / beta - 1), FLAT, SIGNAL[WITH_BRACKETS])),
    AFTER_FLAT: up_to_constants(*late(*_LATE[2])),
}
BECAUSE = {
    BEFORE_STEEP: scaling_cases_argument.STEEP_BEFORE,
    AFTER_STEEP: scaling_cases_argument.STEEP_AFTER,
    BEFORE_EDGE: scaling_cases_argument.EDGE_BEFORE,
    AFTER_EDGE: scaling_cases_argument.EDGE_AFTER,
    BEFORE_FLAT: scaling_cases_argument.FLAT_BEFORE,
    AFTER_FLAT: scaling_cases_argument.FLAT_AFTER,
}
LEMMAS = {
    **scaling_cases_argument.LEMMAS,
    **scaling_denial.LEMMAS,
    **scaling_denial.OF_ONE_COORDINATE,
}

_half, _one = sp.Rational(1, 2), sp.S.One
_sizes = {
    **dict(zip(sizes((STEADY, END))[0], (_one, _one), strict=True)),
    **dict(zip(sizes((), (BURNED_IN, ARRIVED, END))[0], (_half, _half, _one), strict=True)),
    BOUNDED: scaling_denial.BOUND,
}
AGAINST = {
    BEFORE_STEEP: scaling_denial.against(
        [early(BRACKET, STEEP, signal)[0] for signal in SIGNAL.values()], _sizes
    ),
    BEFORE_EDGE: scaling_denial.against(
        [early(sp.log(T), EDGE, signal)[0] for signal in SIGNAL.values()],
        _sizes,
        scaling_denial.EDGE,
    ),
    BEFORE_FLAT: scaling_denial.against(
        [early(T ** (2 / beta - 1), FLAT, SIGNAL[WITH_BRACKETS])[0]], _sizes, scaling_denial.FLAT
    ),
    **{
        case: scaling_denial.against([late(noise, condition)[0]], _sizes, alone)
        for case, (noise, condition), alone in zip(
            (AFTER_STEEP, AFTER_EDGE, AFTER_FLAT), _LATE, scaling_denial.ALONE, strict=True
        )
    },
}
AGAINST[AFTER_EDGE] = ByReading(
    {
        ANY_CONSTANT: AGAINST[AFTER_EDGE],
        ANY_DIMENSION: scaling_denial.against_any_dimension(PRINTED[AFTER_EDGE]),
    }
)

THM_F_6 = Claim(
    id="signsgd-scaling/thm-F.6",
    title="Scaling law of SignSGD",
    source=Source("section 3, theorem 3.1, second case", "appendix F.2, theorem F.6"),
    words="After the burn-in, for eta sqrt(B) below a constant, the expected loss is T^(-2s) plus "
    "eta / sqrt(B) times a factor that depends on beta, T = eta sqrt(B) k, and decays "
    "exponentially beyond T = d^(beta/2).",
    printed=PRINTED,
    lemmas=LEMMAS,
    because=BECAUSE,
    against=AGAINST,
    uses=(
        "signsgd-scaling/asm-F.3",
        "signsgd-scaling/lem-F.1",
        "signsgd-scaling/lem-F.5",
        "signsgd-scaling/lem-F.7",
        "signsgd-scaling/lem-F.8",
        "signsgd-scaling/lem-E.5",
        "signsgd-scaling/asm-F.6-loss-bounded",
    ),
    note="Proved without assumption F.3 and without a bounded loss. How long eta k has to be "
    "depends on C / c: while the first coordinate is on its way, the law fails. From d^(beta/2) on "
    "only the order of the exponent is known. For beta = 2 the law has log d there, which is 0 for "
    "d = 1, so that no constants serve: the noise stays and the law goes on falling.",
)
