"""Appendix A.3: the population phase turns w towards u_a, the eigenvector of the sign of a.

c, b and v are the overlaps of w with u_a and u_-a and the norm of the rest, so that c^2 + b^2 + v^2
is 1 and sign(a) q = c^2 - b^2. An update multiplies c by 1 + eta |a|, b by 1 - eta |a| and v by 1,
and divides by the norm, which leaves r = sqrt(b^2 + v^2) / |c| alone. Here a is |a|.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.claim import Claim, ForAll, Instead, Source, Special
from theory.language import eq
from theory.papers.less_data.notation import (
    a,
    a_next,
    across,
    alpha,
    alpha0,
    clip,
    distance,
    eps,
    eta,
    opposite,
    q,
    step_size,
    u_side,
)
from theory.places import HERE

UNIT = (eq(u_side**2 + opposite**2 + across**2, 1), across >= 0)
SAME_SIGN = (eq(q, u_side**2 - opposite**2), q > 0, a > 0)
RATE = (eta > 0, eta <= sp.Rational(1, 2))
START = {HERE: (*RATE, *SAME_SIGN), "appendix A.1": UNIT}
OVERLAPS = {HERE: (*RATE, a > 0, u_side**2 > opposite**2), "appendix A.1": (across >= 0,)}
AFTER_PROJECTION = {"appendix A.1, after a projection": (a <= 1,)}
AT_MOST_ONE = {**OVERLAPS, **AFTER_PROJECTION}
PROJECTED = {**START, **AFTER_PROJECTION}
AFTER = clip(a + eta / 2 * q)
# the sign of q after an update, before which the norm has been left out
Q_AFTER = ((1 + eta * a) * u_side) ** 2 - ((1 - eta * a) * opposite) ** 2


def ratio(of_opposite, of_across, of_u):
    """Return what is orthogonal to u_a over the overlap with it."""
    return sp.sqrt(of_opposite**2 + of_across**2) / sp.Abs(of_u)


NOW = ratio(opposite, across, u_side)
NEXT = ratio((1 - eta * a) * opposite, across, (1 + eta * a) * u_side)


def monotone(given):
    """Return that an update keeps the signs of both and does not make |a| smaller."""
    return ForAll(says=And(AFTER > 0, Q_AFTER > 0, a <= AFTER), given=given)


def contracts(given):
    """Return that an update divides r by 1 + eta |a|, at least."""
    return ForAll(says=NOW / (1 + eta * a) >= NEXT, given=given)


def no_slower(given):
    """Return that the factor after an update is no larger than at the start."""
    return ForAll(
        says=1 / (1 + eta * a_next) <= 1 / (1 + eta * a),
        given={**given, "appendix A.1, (A.3)": (eq(a_next, AFTER),)},
    )


def in_time(given):
    """Return that factors 1 / (1 + eta |a|) make alpha^2 at least 1 - epsilon in T_2 updates."""
    return ForAll(
        says=(1 - alpha0**2) * (1 - eps) <= eps * alpha0**2 * (1 + step_size) ** (2 * ENOUGH),
        given=given,
    )


ENOUGH = sp.ceiling(2 / step_size * sp.log(1 / (alpha0**2 * eps)))
TIME = {
    HERE: (
        eps > 0,
        eps < sp.Rational(1, 2),
        alpha0 > 0,
        alpha0 <= 1,
        step_size > 0,
    ),
}
WITHIN = {**TIME, "eta <= 1/2 and |a| <= 1": (step_size <= sp.Rational(1, 2),)}

LEM_6 = Claim(
    id="less-data/lem-6",
    title="Population contraction",
    source=Source(appendix="appendix A.3, lemma 6"),
    words="If eta is at most 1/2 and the signs of a and q agree at the start, population updates "
    "keep them and |a| does not fall; each divides r by 1 + eta |a_t|, so by 1 + eta |a_0|; after "
    "2 / (eta |a_0|) log(1 / (alpha_0^2 epsilon)) of them alpha^2 is at least 1 - epsilon.",
    printed={
        "sign stability and monotonicity": monotone(START),
        "contraction": contracts(OVERLAPS),
        "factor of the start": no_slower(START),
        "time": in_time(TIME),
    },
    special={
        "one update with a large |a_0|": Special(
            (step_size >= 10, step_size <= 12),
            {alpha0: sp.Rational(1, 5), eps: sp.Rational(1, 8)},
            "time",
        )
    },
    instead={
        "sign stability and monotonicity": Instead(
            monotone(PROJECTED), words="if |a_0| is at most 1"
        ),
        "contraction": Instead(contracts(AT_MOST_ONE), words="if |a_0| is at most 1"),
        "factor of the start": Instead(no_slower(PROJECTED), words="if |a_0| is at most 1"),
        "time": Instead(in_time(WITHIN), words="if |a_0| is at most 1"),
    },
    uses=("less-data/lem-3", "less-data/eq-A.11", "less-data/lem-6-step-log"),
    note="The lemma does not say that |a_0| is at most 1, which its proof uses. A normal a_0 may "
    "be larger; the first update then clips it. In the last part x = eta |a_0| and r falls by the "
    "factor 1 / (1 + x) in each update.",
)

EQ_A_11 = Claim(
    id="less-data/eq-A.11",
    title="One update of the ratio",
    source=Source(appendix="appendix A.3, (A.11)"),
    words="An update takes r to sqrt((1 - eta |a|)^2 b^2 + v^2) / ((1 + eta |a|) |c|), at most "
    "r / (1 + eta |a|).",
    printed=contracts({"lemma 6": (*OVERLAPS[HERE], across >= 0), **AFTER_PROJECTION}),
    note="|a| is at most 1, as the proof says before.",
)

STEP_LOG = Claim(
    id="less-data/lem-6-step-log",
    title="A lower bound of the logarithm",
    source=Source(appendix="appendix A.3, end of the proof of lemma 6"),
    words="log(1 + x) is at least x / (1 + x), and that at least x / 2, for x = eta |a| up to 1.",
    printed={
        "logarithm": ForAll(
            says=sp.log(1 + step_size) >= step_size / (1 + step_size),
            given={"the proof of lemma 6": (step_size > 0, step_size <= 1)},
        ),
        "half": ForAll(
            says=step_size / (1 + step_size) >= step_size / 2,
            given={"the proof of lemma 6": (step_size > 0, step_size <= 1)},
        ),
    },
)

EPS_CONVERSION = Claim(
    id="less-data/txt-eps-conversion",
    title="From the overlap to the distance",
    source=Source("theorem 1", "appendices A.1 and A.3, lemma 6"),
    words="alpha^2 at least 1 - epsilon makes the distance of w from a minimiser at most of the "
    "order sqrt(epsilon).",
    printed=ForAll(
        says=distance <= sp.sqrt(2) * sp.sqrt(eps),
        given={
            "lemma 6, two unit vectors with the overlap alpha": (
                alpha >= 0,
                alpha <= 1,
                distance >= 0,
                eq(distance**2, 2 - 2 * alpha),
            ),
            "lemma 6": (eps > 0, eps < sp.Rational(1, 2)),
            HERE: (alpha**2 >= 1 - eps,),
        },
    ),
    note="sqrt(2) is a constant that serves.",
)
