"""Scaling-law analysis of SignSGD: section H.1, the burn-in time, and the proof of lemma H.3.

k* is the first time at which |delta| <= r; the lemmas on it stand in `burn_in_times`.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import AddUp, Assume, Lemma, Put, Solve, Specialise
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Missing, Source
from theory.language import DEFINES, Each, eq, function, integers, le, reals
from theory.orders import Small
from theory.papers.signsgd_scaling import entry_argument, notation
from theory.papers.signsgd_scaling.dynamics import (
    drift,
)
from theory.papers.signsgd_scaling.outcomes import (
    ON_0_1,
    another,
    at,
    every_outcome,
    mean,
    outcome,
)
from theory.places import HERE
from theory.quantifiers import Every
from theory.sequences import Indicator
from theory.sum_arguments import counted

s, a, p, z = reals("s c p z")

earlier = integers("k'")


def moves(steps):
    """Return that a coordinate moves by eta in each of its first steps."""
    return Each(notation.moved(earlier), (earlier, 0, steps - 1))


MOVES = moves(notation.burn)
FIRST_STEPS = {notation.burn: (0, 1, 2), notation.j: (1,)}


def first_time(width):
    """Return that k_j* is the first time at which a coordinate is no further than a width."""
    away = sp.Abs(notation.error(earlier, notation.j)) > width
    there = sp.Abs(notation.error(notation.burn, notation.j)) <= width
    return (notation.burn >= 0, Each(away, (earlier, 0, notation.burn - 1)), there)


EQ_21 = Claim(
    id="signsgd-scaling/eq-21",
    title="Burn-in time",
    source=Source(appendix="appendix F.1, (21)"),
    words="k* is the first time at which the residual is in R_j.",
    printed=ForAll(
        given={
            "section 2": (notation.eta > 0, notation.B >= 1),
            "assumption B.2": (notation.eigenvalues[notation.j] > 0,),
            "(18)": (MOVES,),
            HERE: first_time(1 / sp.sqrt(notation.eigenvalues[notation.j] * notation.B)),
        },
        says=DEFINES,
        instances=FIRST_STEPS,
    ),
    note="Infinite on paths that never enter. If r < eta / 2 a lattice may miss R_j altogether, so "
    "that k* is infinite on every path; section F.1 then turns to k** instead.",
)

# -- lemma H.2 -------------------------------------------------------------------------------------

down, up = reals("a b")
JUMPS = (down > 0, down <= 1, up > 0, up <= 1, s > 0)


def above(level, steps):
    """Return the mass above a level after independent steps to -a or b of mean 0."""
    chances = (down / (down + up), up / (down + up))
    return sum(
        sp.Piecewise(
            (
                sp.binomial(steps, ups) * chances[0] ** ups * chances[1] ** (steps - ups),
                ups * up - (steps - ups) * down > level,
            ),
            (0, True),
        )
        for ups in range(steps + 1)
    )


X, Z = function("X_H"), function("Z_H")  # the martingale, and what is known of its past
step, past = integers("i_H l_H")
last, level = integers("m_H"), reals("lambda_H")
_same_past = Every(
    past, Implies(And(past >= 0, past <= step), eq(at(X, past), at(X, past, another)))
)
_knows_the_past = And(
    every_outcome(sp.Abs(Z(outcome)) <= 1),
    every_outcome(Implies(_same_past, eq(Z(outcome), Z(another))), outcome, another),
)
_gain = at(X, step + 1) - at(X, step)
_no_drift = Every(Z, Implies(_knows_the_past, eq(mean(_gain * Z(outcome)), 0)))


def _in_steps(condition):
    return Every(step, Implies(And(step >= 0, step < last), condition, evaluate=False))


AZUMA = States(
    mean(Indicator(at(X, last) > level * sp.sqrt(last))) < sp.exp(-(level**2) / 2),
    given={
        HERE: (
            *(last >= 0, level > 0, ON_0_1, every_outcome(eq(at(X, 0), 0))),
            *(_in_steps(every_outcome(le(sp.Abs(_gain), 1))), _in_steps(_no_drift)),
        )
    },
)

LEM_H_2 = Claim(
    id="signsgd-scaling/lem-H.2",
    title="Azuma's inequality",
    source=Source(appendix="appendix H.1, lemma H.2"),
    words="A martingale from 0 with increments at most 1 exceeds s sqrt(m) after m steps with "
    "probability below exp(-s^2 / 2).",
    printed=AZUMA,
    lemmas={
        "a chord above the exponential": ForAll(
            given=(a > 0, p >= 0, p <= 1),
            says=p * sp.exp(2 * a * (1 - p)) + (1 - p) * sp.exp(-2 * a * p) >= 1,
        ),
        "moments of fair signs": ForAll(given=(a > 0,), says=sp.cosh(a) < sp.exp(a**2 / 2)),
        "best exponent": ForAll(
            given=(a > 0, s > 0, z > 0),
            says=a**2 * z**2 / 2 - a * s * z >= -(s**2) / 2,
        ),
        **{
            name: ForAll(
                given=(*JUMPS, up * sp.sqrt(count) > s),
                says=above(s * sp.sqrt(count), count) < sp.exp(-(s**2) / 2),
            )
            for name, count in (("one step", 1), ("four steps", 4), ("nine steps", 9))
        },
    },
    because={
        "": ByHand(("a chord above the exponential", "moments of fair signs", "best exponent"))
    },
    note="Three auxiliary statements are its proof: E exp(c X_m) is at most cosh(c)^m, then c = s "
    "/ sqrt(m), z = sqrt(m); p is the weight of the chord's right end. It also holds with >= s "
    "sqrt(m), as section H.1 uses it. The last ones are sums of independent steps to -a or b, with "
    "s within their reach.",
)

# -- steps of the proof of lemma H.3 --------------------------------------------------------------

TWO_THIRDS = sp.Rational(2, 3)
MEAN_AT_EDGE = 1 - sp.erfc(1 / sp.sqrt(2))  # mu_0 = 2 Phi(1) - 1

_of_j = notation.eigenvalues[notation.j]
_width = notation.edge(_of_j)
_size = sp.Abs(notation.error(earlier, notation.j))
_mean = notation.drift(_size, _of_j)
_total = MEAN_AT_EDGE * notation.k
MEANS_ADD_UP = sp.And(
    sp.Sum(_mean, (earlier, 0, notation.k - 1)) >= _total, _total >= TWO_THIRDS * notation.k
)
BEFORE_ENTRY = Every(
    earlier,
    Implies(And(earlier >= 0, earlier < notation.k), _size > notation.radius, evaluate=False),
)
_ALONE = (notation.B >= 1, _of_j > 0, notation.eq(notation.radius, _width))
_before = (earlier >= 0, earlier <= notation.k - 1)
_each = Solve(
    _mean >= MEAN_AT_EDGE,
    (*_ALONE, BEFORE_ENTRY, notation.k >= 1, *_before),
    (
        Specialise(Assume(BEFORE_ENTRY), earlier),
        Put(Lemma("erfc falls"), {z: _size / (_width * sp.sqrt(2)), p: 1 / sp.sqrt(2)}),
    ),
)
BEFORE_ENTRY_SHOWN = Solve(
    MEANS_ADD_UP,
    (*_ALONE, BEFORE_ENTRY, notation.k >= 1),
    (
        AddUp(_each, earlier, 0, notation.k - 1),
        counted(MEAN_AT_EDGE, earlier, notation.k - 1, first=0),
        Lemma("2 Phi(1) - 1"),
    ),
)
_WALK = {
    "section 2": (notation.eta > 0, notation.B >= 1),
    "assumption B.2": (_of_j > 0,),
    "appendix B.1": (notation.j >= 1, notation.j <= notation.d),
    "(4)": (notation.eq(notation.iterate[0, notation.j], 0),),
    "(18)": (moves(notation.k),),
    "lemma H.3": (
        notation.eq(notation.radius, _width),
        notation.radius < sp.Abs(notation.target[notation.j]),
        notation.eta <= notation.radius,
    ),
}

STEP_STOPPED = Claim(
    id="signsgd-scaling/lem-H.3-step-stopped",
    title="Sum of the means of the signs before step t",
    source=Source(appendix="appendix H.1, proof of lemma H.3, sum of conditional means"),
    words="For any t the conditional means of the signs before step t add up to at least "
    "(2 Phi(1) - 1) t, and so to at least 2 t / 3.",
    printed=ForAll(
        given={**_WALK, HERE: (notation.k >= 1,)},
        says=MEANS_ADD_UP,
        instances={notation.k: (1, 2, 3), notation.j: (1,)},
    ),
    lemmas={
        "erfc falls": ForAll(sp.erfc(z) <= sp.erfc(p), given=(z >= p,)),
        "2 Phi(1) - 1": ForAll(sp.Ge(MEAN_AT_EDGE, TWO_THIRDS, evaluate=False)),
    },
    instead=Instead(
        States(
            MEANS_ADD_UP,
            {
                "section 2": (notation.B >= 1,),
                "assumption B.2": (_of_j > 0,),
                "lemma H.3": (notation.eq(notation.radius, _width),),
                "t <= k_j*": (BEFORE_ENTRY,),
                HERE: (notation.k >= 1,),
            },
        ),
        because=BEFORE_ENTRY_SHOWN,
        words="the same for t up to k_j*, and so for the smaller of t and k_j* in place of t",
    ),
    note="Here t is k. A mean exceeds 2 Phi(1) - 1 up to k_j*, which may come long before t = 6 "
    "m_j; near 0 it is close to 0. What is missing is the stopping time: with the smaller of t and "
    "k_j* for t, or signs of mean 2 Phi(1) - 1 from k_j* on, the argument goes through. Lemma H.3 "
    "stands.",
)

steps, azuma = reals("t lambda")
STEP_TAIL = Claim(
    id="signsgd-scaling/lem-H.3-step-tail",
    title="Exponent of the tail",
    source=Source(appendix="appendix H.1, proof of lemma H.3, last displays"),
    words="With t = 6 m and s = 3 m / (2 sqrt(t)), half of the martingale below -3 m / 2 has "
    "probability below exp(-s^2 / 2) = exp(-3 m / 16).",
    printed={
        "exponent": ForAll(
            given={"lemma H.3": (notation.hits >= 1,)},
            where={steps: 6 * notation.hits, azuma: 3 * notation.hits / (2 * sp.sqrt(steps))},
            says=sp.And(
                sp.Eq(2 * steps / 3, 4 * notation.hits, evaluate=False),
                sp.Eq(azuma * sp.sqrt(steps), 3 * notation.hits / 2, evaluate=False),
                sp.Eq(azuma**2 / 2, 9 * notation.hits**2 / (8 * steps), evaluate=False),
                sp.Eq(azuma**2 / 2, sp.Rational(3, 16) * notation.hits, evaluate=False),
            ),
        ),
        "probability": Missing("martingales, for lemma H.2 as it is used here"),
    },
    uses=("signsgd-scaling/lem-H.2",),
    note="Lemma H.2 has > where it is used with >=, with which it holds as well.",
)

STEP_MU0 = Claim(
    id="signsgd-scaling/lem-H.3-step-mu0",
    title="2 Phi(1) - 1 exceeds 2/3",
    source=Source(appendix="appendix H.1, proof of lemma H.3"),
    words="The mean of the sign at the edge of R_j, 2 Phi(1) - 1, is above 2/3.",
    printed=ForAll(says=sp.Gt(drift(sp.Integer(1)), TWO_THIRDS, evaluate=False)),
    note="It is 0.6827.",
)

_HALF_STABLE = {
    **notation.PLACES,
    HERE: (
        *entry_argument.IN_RANGE,
        Small(entry_argument.INDEX),
        entry_argument.HALF_STABLE,
        entry_argument.POSSIBLE,
    ),
}
AT_MOST_1 = "they are at most 1, as in the sentence before it"
MAY_EXCEED_1 = "they may, by assumption B.3"
_ANY_EIGENVALUE = States(entry_argument.SIZE, _HALF_STABLE)

_WHICH_EIGENVALUES = "whether eigenvalues of the order j^-beta may exceed 1"
_BEFORE_37 = "appendix F.2, before (37)"


def _of_eigenvalues(any_one, up_to_1):
    """Return what the page says, of eigenvalues up to 1 and of any."""
    return Ambiguous(_WHICH_EIGENVALUES, {AT_MOST_1: up_to_1, MAY_EXCEED_1: any_one})


_STABLE, _NEAR, _SIZE, _SQUARE = (
    "step size",
    "within a step of the edge",
    "size",
    "mean square",
)
FROM_OUTSIDE, FROM_ANYWHERE = "outside of R_j", "anywhere"

EQ_37 = Claim(
    id="signsgd-scaling/eq-37",
    title="Residual at the end of the burn-in",
    source=Source(appendix="appendix F.2, (37) and what leads to it"),
    words="At k* a residual lies within a step of the edge of R_j, so that for eta sqrt(B) <= 1/2, "
    "and thus eta sqrt(lambda_j B) <= 1/2, its size is of the order 1 / sqrt(lambda_j B). For "
    "early coordinates its mean square, given k*, is of the order 1 / (lambda_j B).",
    printed={
        _NEAR: Ambiguous(
            "where the coordinate starts: one that starts in R_j is there at once, without a step",
            {
                FROM_OUTSIDE: entry_argument.near_edge(entry_argument.STARTS_OUTSIDE),
                FROM_ANYWHERE: entry_argument.near_edge(),
            },
        ),
        _STABLE: _of_eigenvalues(
            entry_argument.stable_step(), entry_argument.stable_step(entry_argument.AT_MOST_1)
        ),
        _SIZE: _of_eigenvalues(
            entry_argument.size_on_a_path(),
            entry_argument.size_on_a_path(entry_argument.AT_MOST_1),
        ),
        _SQUARE: _of_eigenvalues(
            _ANY_EIGENVALUE,
            States(entry_argument.SIZE, {**_HALF_STABLE, _BEFORE_37: (entry_argument.AT_MOST_1,)}),
        ),
    },
    lemmas=entry_argument.LEMMAS,
    because={
        _NEAR: ByReading({FROM_OUTSIDE: entry_argument.NEAR_EDGE_SHOWN}),
        _STABLE: ByReading({AT_MOST_1: entry_argument.STABLE_SHOWN}),
        _SIZE: ByReading({AT_MOST_1: entry_argument.SIZE_SHOWN}),
        _SQUARE: ByReading({AT_MOST_1: entry_argument.SHOWN}),
    },
    against={
        _NEAR: ByReading({FROM_ANYWHERE: entry_argument.AGAINST_NEAR_EDGE}),
        _STABLE: ByReading({MAY_EXCEED_1: entry_argument.AGAINST_STABLE}),
        _SIZE: ByReading({MAY_EXCEED_1: entry_argument.AGAINST_SIZE}),
        _SQUARE: ByReading({MAY_EXCEED_1: entry_argument.denied_of(_ANY_EIGENVALUE)}),
    },
    note="k is a time at which the burn-in ends with a positive probability. One that starts in "
    "R_j has k* = 0 and, as it is early, the order of its half width. With lambda_1 = 5, B = 1 "
    "and eta = theta_1* = 1/2 the start is outside of R_1, and one step leads to 0.",
)
