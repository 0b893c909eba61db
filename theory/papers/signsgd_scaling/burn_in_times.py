"""Lemmas F.1, F.2 and H.3: the burn-in times k_j* and k_j** are of the order |theta_j*| / eta.

One constant C stands for all that an order hides: |theta_j*| / (C eta) <= k_j* <= C |theta_j*| /
eta, with probability at least 1 - exp(-|theta_j*| / (C eta)).
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Between, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading, Claim, ForAll, Instead, Source
from theory.existence import by_values, given_at
from theory.language import eq, le, reals
from theory.orders import Order
from theory.papers.signsgd_scaling import burn_in_argument as argument
from theory.papers.signsgd_scaling.laws import CONSTANT, LIMIT, every, some
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    EVERY_SIZE,
    LARGE_SIZE,
    POWER_LAWS,
    SOME_CONSTANT,
    B,
    alpha,
    arrives_between,
    away,
    beta,
    eigenvalues,
    eta,
    high,
    hits,
    i,
    j,
    k,
    lam,
    law_of,
    low,
    radius,
    target,
    with_omega,
    x,
)
from theory.places import HERE
from theory.quantifiers import denied, inhabited

ONE, TWO = sp.S.One, sp.Integer(2)
u, v = reals("u v")
OWN = eigenvalues[j]
DISTANCE = sp.Abs(target[j])
EDGE = 1 / sp.sqrt(OWN * B)  # r_j
RATIO = eta * sp.sqrt(OWN * B)
OF_COORDINATE = {x: -target[j], lam: OWN}


def of_size(region, share=None):
    """Return that a burn-in time is of the order |theta_j*| / eta with a high probability.

    Args:
        region: half width of the region whose first time it is.
        share: of |theta_j*| / eta the part in the exponent of the probability; 1 / C without it.
    """
    size = DISTANCE / eta
    window = arrives_between(size / CONSTANT, CONSTANT * size, region, -target[j], OWN)
    return window >= 1 - sp.exp(-size / CONSTANT if share is None else -share * size)


def serves(over, premises, says):
    """Return that a constant serves all values of some symbols that satisfy premises."""
    holds = every(over, Implies(And(*premises), says, evaluate=False))
    return some((CONSTANT,), (CONSTANT > 0, holds))


def in_both_meanings(given, over, premises, region):
    """Return an order with high probability, in all meanings of the constants that it hides."""

    def meanings(*far):
        with_limit = serves(over, (*premises, *far), of_size(region))
        return (
            States(every((LIMIT,), Implies(LIMIT > 0, with_limit, evaluate=False)), given),
            States(some((LIMIT,), (LIMIT > 0, with_limit)), given),
        )

    return with_omega(meanings, CONSTANT)


# -- lemma H.3 -------------------------------------------------------------------------------------

_REGION = {
    "section 2": (eta > 0, B >= 1),
    "assumption B.2": (OWN > 0,),
    HERE: (eq(radius, EDGE), radius < DISTANCE, eta <= radius),
}
_COUNT = {
    **_REGION,
    HERE: (*_REGION[HERE], eq(hits, sp.ceiling((DISTANCE - radius) / eta))),
}
_TWICE = {**_COUNT, HERE: (*_COUNT[HERE], 2 * radius <= DISTANCE)}
_TO_STATE = tuple(g for part in _COUNT.values() for g in part)
_SURELY = eq(away(radius, hits, -target[j], OWN), 1)
_BOUND = 1 - sp.exp(-sp.Rational(3, 16) * hits)
_SOON = 1 - away(radius, 6 * hits + 1, -target[j], OWN) >= _BOUND
_OVER = (eta, B, eigenvalues, target, j)
_SHARE = sp.Rational(3, 32)
_PREMISES = (
    *(eta > 0, B >= 1, OWN > 0, DISTANCE > EDGE, eta <= EDGE),
    DISTANCE >= 2 * EDGE,
)
_PROBABLE = serves(_OVER, _PREMISES, of_size(EDGE, _SHARE))


def _window(far, region, share=argument.SIXTH):
    """Return the argument for the constant 6, for coordinate j."""
    return Put(argument.in_time(far, share), {**OF_COORDINATE, radius: region})


_TWICE_OUT = (sp.Abs(x) >= 2 * radius,)

LEM_H_3 = Claim(
    id="signsgd-scaling/lem-H.3",
    title="Burn-in time of one coordinate",
    source=Source(appendix="appendix H.1, lemma H.3"),
    words="With m_j = ceil((|theta_j*| - r_j) / eta) and eta <= r_j: m_j <= k_j* surely and k_j* "
    "<= 6 m_j with probability at least 1 - exp(-3 m_j / 16); for |theta_j*| >= 2 r_j, m_j is of "
    "the order |theta_j*| / eta, and so is k_j* with probability at least 1 - exp(-3 |theta_j*| / "
    "(32 eta)).",
    printed={
        "not before m_j": ForAll(_SURELY, _COUNT, instances={j: (1,)}),
        "not after 6 m_j": ForAll(_SOON, _COUNT, instances={j: (1,)}),
        "order of m_j": States(Order(hits, DISTANCE / eta, "same", (*_OVER, radius, hits)), _TWICE),
        "probability for |theta_j*| >= 2 r_j": States(_PROBABLE),
    },
    lemmas=argument.LEMMAS,
    because={
        "not before m_j": Solve(
            _SURELY, _TO_STATE, (Put(argument.SURELY, {**OF_COORDINATE, k: hits}),)
        ),
        "not after 6 m_j": Solve(
            _SOON,
            _TO_STATE,
            (
                Put(argument.LATE, {**OF_COORDINATE, argument.n: hits, k: 6 * hits + 1}),
                argument.lemma(argument.WHOLE),
            ),
        ),
        "order of m_j": Between(
            *(hits, DISTANCE / eta, sp.Rational(1, 2), 1, (*_OVER, radius, hits)),
            (*_TO_STATE, 2 * radius <= DISTANCE),
        ),
        "probability for |theta_j*| >= 2 r_j": by_values(
            _PROBABLE, {CONSTANT: sp.Integer(6)}, (), (_window(_TWICE_OUT, EDGE, _SHARE),)
        ),
    },
    uses=("signsgd-scaling/lem-H.2",),
    note="The chance to be outside of R_j at each of k steps is at most 2^m (3/4)^k: by one step "
    "after the other, without a martingale. For k = 6 m that is below 0.36^m.",
)

# -- lemma F.1 -------------------------------------------------------------------------------------

_LAW = {"assumptions 2.1 and B.3": POWER_LAWS[:-1]}
_EARLY = (
    *(eta > 0, B >= 1, j >= 1, OWN > 0, law_of(j)),
    le(j, LIMIT * B ** (1 / alpha)),
    le(RATIO, LIMIT),
)
_F_1 = in_both_meanings(_LAW, _OVER, _EARLY, EDGE)
_last_signal = argument.strong_signal(
    (low > 0, alpha > 1, B >= 1, j >= 1, j <= argument.LAST_EARLY)
)
_given_f_1 = (*POWER_LAWS[:-1], *(substitute(e, {LIMIT: argument.EARLY}) for e in _EARLY))
_twice_out = Solve(
    And(DISTANCE >= 2 * EDGE, eta <= EDGE),
    _given_f_1,
    (_last_signal,),
)
_ones = SequenceOf(ONE, i)


def _at_once(values, width):
    """Return what makes an error that starts in a region be there at once, at some values.

    Its burn-in time is 0, and |theta_j*| / eta is not.
    """
    size = 1 / values[eta]
    steps = (sp.ceiling(size / CONSTANT) - 1, sp.floor(CONSTANT * size))
    at = {x: -ONE, lam: ONE, B: values[B], eta: values[eta], radius: width}
    return (
        *(Put(argument.AT_ONCE, {**at, k: step}) for step in steps),
        Put(argument.lemma(argument.STRICTLY), {v: size / CONSTANT}),
    )


_TASK = {alpha: TWO, beta: TWO, low: ONE, high: ONE}
_FIRST = {j: ONE, eigenvalues: _ones, target: _ones}
_SHORT_STEP = {LIMIT: ONE, eta: 1 / (1 + CONSTANT), B: ONE, **_FIRST}


def _constants_serve(says):
    """Argue for lemma F.1 where coordinates are early enough: |theta_j*| is at least 2 r_j."""
    values = {LIMIT: argument.EARLY, CONSTANT: sp.Integer(6)}
    using = (_twice_out, _window(_TWICE_OUT, EDGE))
    return by_values(says, values, POWER_LAWS[:-1], using)


def _no_constant_serves(of):
    """Argue against lemma F.1 for any constants: |theta_1*| = r_1."""
    denies = inhabited(_TASK, (*of.given, denied(of.says)))

    def show(says):
        return by_values(says, _SHORT_STEP, (), _at_once(_SHORT_STEP, ONE))

    return given_at(denies, _TASK, show)


LEM_F_1 = Claim(
    id="signsgd-scaling/lem-F.1",
    title="Burn-in time",
    source=Source(appendix="appendix F.1, lemma F.1, and H.1"),
    words="For early coordinates and rho_j at most of order 1, k_j* is of the order |theta_j*| / "
    "eta with probability at least 1 - exp(-c |theta_j*| / eta).",
    printed=_F_1,
    lemmas={**argument.LEMMAS, **argument.OF_POWERS, **argument.BELOW_1},
    because={
        "": ByReading(
            {
                (SOME_CONSTANT, size): _constants_serve(of.says)
                for size, of in _F_1.options[SOME_CONSTANT].options.items()
            }
        )
    },
    against={
        "": ByReading(
            {
                (ANY_CONSTANT, size): _no_constant_serves(of)
                for size, of in _F_1.options[ANY_CONSTANT].options.items()
            }
        )
    },
    uses=("signsgd-scaling/lem-H.3",),
    note="If j is at most min(1, c/4) B^(1/alpha), |theta_j*| is at least 2 r_j, as the proof has "
    "it, and C = 6 serves. Nearer to B^(1/alpha) it may be r_j, with k_j* = 0; between r_j and "
    "2 r_j an error may enter R_j in its first step however large |theta_j*| / eta is.",
)

# -- lemma F.2 -------------------------------------------------------------------------------------

_STEEP = (eta > 0, B >= 1, OWN > 0, sp.Ge(RATIO, LIMIT, evaluate=False))
_F_2 = in_both_meanings((), _OVER, _STEEP, eta)
_AT_EDGE = (sp.Abs(x) > eta, eq(radius, eta))
_ONE_STEP = {eta: ONE, B: sp.Max(1, LIMIT**2), **_FIRST}


_soon = 1 - away(eta, sp.floor(CONSTANT * DISTANCE / eta) + 1, -target[j], OWN)
_SOON_ENOUGH = Put(argument.SOON, {**OF_COORDINATE, radius: eta})
_FAR_STARTS = States(
    some(
        (LIMIT,),
        (
            LIMIT > 0,
            serves(
                _OVER,
                _STEEP,
                And(
                    _soon >= 1 - sp.exp(-DISTANCE / (CONSTANT * eta)),
                    Implies(eta < DISTANCE, of_size(eta), evaluate=False),
                ),
            ),
        ),
    )
)


def _starts_inside(statement, limits):
    """Return the argument against lemma F.2: an error of eta is there at once.

    Args:
        statement: the lemma for constants of every size, or for one that serves.
        limits: of the constant of its hypothesis, if it is chosen.
    """
    values = {**limits, **_ONE_STEP}
    return by_values(denied(statement.says), values, (), _at_once(_ONE_STEP, ONE))


def _there_in_time(statement):
    """Argue for lemma F.2 with the constants 1 and 6."""
    values = {LIMIT: ONE, CONSTANT: sp.Integer(6)}
    return by_values(statement.says, values, (), (_window(_AT_EDGE, eta), _SOON_ENOUGH))


LEM_F_2 = Claim(
    id="signsgd-scaling/lem-F.2",
    title="Burn-in time for large steps",
    source=Source(appendix="appendix F.1, lemma F.2, and H.2"),
    words="For rho_j at least of order 1, k_j** is of the order |theta_j*| / eta with probability "
    "at least 1 - exp(-c |theta_j*| / eta).",
    printed=_F_2,
    instead=Instead(_FAR_STARTS, because=_there_in_time(_FAR_STARTS)),
    lemmas={**argument.LEMMAS, **argument.BELOW_1},
    because={
        "": ByReading(
            {
                (SOME_CONSTANT, LARGE_SIZE): _there_in_time(
                    _F_2.options[SOME_CONSTANT].options[LARGE_SIZE]
                )
            }
        )
    },
    against={
        "": ByReading(
            {
                (name, EVERY_SIZE): _starts_inside(_F_2.options[name].options[EVERY_SIZE], limits)
                for name, limits in ((ANY_CONSTANT, {LIMIT: ONE}), (SOME_CONSTANT, {}))
            }
        )
    },
    uses=("signsgd-scaling/lem-H.2", "signsgd-scaling/lem-F.2-step-dominates"),
    note="For |theta_j*| > eta, rho_j >= 1, C = 6 serves. For 0 < |theta_j*| <= eta, where the "
    "printed proof begins, k_j** is 0 with certainty, which no constant makes of the order "
    "|theta_j*| / eta, as with theta_j* = eta = lambda_j = B = 1.",
)
