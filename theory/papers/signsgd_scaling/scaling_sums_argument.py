"""Theorem F.6: the loss as a sum over coordinates, whatever T = eta sqrt(B) k is.

From above, the signal of coordinate n is at most A (alpha - 1) (n + J)^-alpha for some J, whose sum
telescopes. From below, it is at least one and the same between some J and 3 J; and the noise is
that of the first m coordinates, while T m^(-beta/2) is at least 1.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Induct, Put, Solve, Specialise
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, integers, reals
from theory.papers.signsgd_scaling import scaling_coordinate_argument
from theory.papers.signsgd_scaling.loss_argument import (
    DECAYS,
    ONE,
    POSITIVE,
    TELESCOPES,
    K,
    by_index,
    g,
    lemma,
    n,
    next_term,
    p,
    power_sum,
    v,
    y,
    z,
)
from theory.papers.signsgd_scaling.notation import (
    B,
    alpha,
    beta,
    contribution,
    d,
    eta,
    expected_loss,
    high,
    j,
    low,
)
from theory.papers.signsgd_scaling.scaling_coordinate_argument import (
    FAST,
    GIVEN,
    IN_RANGE,
    LATE,
    LAWS_OF_N,
    LEAST_NOISE,
    NOISE_AT_LEAST,
    NOT_NEGATIVE,
    PART_AT_MOST,
    SETTLED,
    SIGNAL_AT_LEAST,
    SLOW,
    UNIT,
    T,
    W,
    f,
    i,
    noise_of,
    of_coordinate,
    sizes_at,
)
from theory.quantifiers import Every

J, A, TAU, rate = reals("J A tau h")
m = integers("m")

LEMMAS = {
    **scaling_coordinate_argument.LEMMAS,
    "the rate of a coordinate": ForAll(
        sp.Eq(J ** (beta / 2) * i ** (-beta / 2), (J / i) ** (beta / 2)),
        given=(J > 0, i > 0, beta > 1),
    ),
    "J and i": ForAll(
        sp.Eq(i**-alpha * (1 + J / i) ** -alpha, (i + J) ** -alpha), given=(J > 0, i > 0)
    ),
    "powers of an index fall": ForAll(
        i ** (-beta / 2) <= J ** (-beta / 2), given=(J > 0, i >= J, beta > 1)
    ),
}
_settled_here = (LAWS_OF_N, Specialise(Assume(SETTLED), n))
_each = (*GIVEN, *IN_RANGE, SETTLED)

# -- from above ------------------------------------------------------------------------------------

DECAY = Every(z, substitute(DECAYS, {g: rate}))
_rate = rate * J ** (beta / 2) * i ** (-beta / 2)
DECAYED = Solve(
    i**-alpha * sp.exp(-_rate) <= K * (i + J) ** -alpha,
    (J > 0, i >= 1, alpha > 1, beta > 1, DECAY),
    (
        Solve(
            sp.exp(-_rate) <= K * (1 + J / i) ** -alpha,
            (J > 0, i >= 1, alpha > 1, beta > 1, DECAY),
            (Specialise(Assume(DECAY), J / i), lemma("the rate of a coordinate")),
        ),
        lemma("J and i"),
    ),
)


def signal_of(index):
    """Return what the signal of a coordinate is at most."""
    return high * index**-alpha * sp.exp(LATE) * sp.exp(-g * T * index ** (-beta / 2)) / 2


def summable(index):
    """Return what it is at most, and what its sum telescopes by, in the range of coordinates."""
    return signal_of(index) <= A * (alpha - 1) * (index + J) ** -alpha


SUMMABLE = Every(j, Implies(And(j >= 1, j <= d), summable(j)))
_each_at_most = Solve(
    contribution(n)
    <= A * (alpha - 1) * (n + J) ** -alpha + f**2 * UNIT * noise_of(n ** (-beta / 2)),
    (*_each, *FAST, *SLOW, SUMMABLE, J >= 1),
    (
        Solve(
            contribution(n) <= signal_of(n) + f**2 * UNIT * noise_of(n ** (-beta / 2)),
            (*_each, *FAST, *SLOW),
            (of_coordinate(PART_AT_MOST, n, sizes_at(n)), *_settled_here),
        ),
        Specialise(Assume(SUMMABLE), n),
    ),
)
TELESCOPED = Solve(
    A * (alpha - 1) * (n + J) ** -alpha
    <= A * ((J + n - 1) ** (1 - alpha) - (J + n) ** (1 - alpha)),
    (alpha > 1, J >= 1, n >= 1, A >= 0),
    (Put(TELESCOPES, {p: alpha - 1, y: J + n - 1}),),
)


def noises(top):
    """Return the sum of the noises up to a coordinate, in units of f^2 eta / sqrt(B)."""
    return sp.Sum(noise_of(j ** (-beta / 2)), (j, 1, top))


def next_noise(top):
    """Return that the noises up to a coordinate are those before it and its own."""
    return next_term(noises, top, (beta > 1, B >= 1))


_0, _1, _2, _l, _k, _m, _o, _x = reals("x_0 x_1 x_2 l_0 l_1 m_0 o_0 n_1")
_added = Solve(
    _k <= A * (_0 - _2) + f**2 * UNIT * noises(n + 1),
    (
        *(eq(_k, _m + _l), eq(noises(n + 1), _x + noises(n))),
        *(_l <= A * (_0 - _1) + f**2 * UNIT * noises(n), _m <= _o + f**2 * UNIT * _x),
        *(_o <= A * (_1 - _2), eta > 0, B >= 1),
    ),
)
SUM_AT_MOST = by_index(
    Implies(
        n <= d,
        expected_loss(n)
        <= A * (J ** (1 - alpha) - (J + n) ** (1 - alpha)) + f**2 * UNIT * noises(n),
        evaluate=False,
    ),
    (*GIVEN, SETTLED, *FAST, *SLOW, SUMMABLE, J >= 1, A >= 0),
    (
        next_term(expected_loss, ONE),
        next_noise(ONE),
        Put(_each_at_most, {n: ONE}),
        Put(TELESCOPED, {n: ONE}),
    ),
    (
        next_term(expected_loss, n + 1),
        next_noise(n + 1),
        Put(_each_at_most, {n: n + 1}),
        Put(TELESCOPED, {n: n + 1}),
        Put(
            _added,
            {
                _k: expected_loss(n + 1),
                _l: expected_loss(n),
                _m: contribution(n + 1),
                _0: J ** (1 - alpha),
                _1: (J + n) ** (1 - alpha),
                _2: (J + n + 1) ** (1 - alpha),
                _x: noise_of((n + 1) ** (-beta / 2)),
                _o: A * (alpha - 1) * (n + 1 + J) ** -alpha,
            },
        ),
    ),
)
LOSS_AT_MOST = Solve(
    expected_loss(d) <= A * J ** (1 - alpha) + f**2 * UNIT * noises(d),
    (*GIVEN, SETTLED, *FAST, *SLOW, SUMMABLE, J >= 1, A >= 0),
    (Put(SUM_AT_MOST, {n: d}),),
)

# -- from below: the signal of coordinates between J and 3 J --------------------------------------

LEAST_SIGNAL = low * (3 * J) ** -alpha * sp.exp(-4 * f * W) / 2
_tau = eq(TAU, LEAST_SIGNAL)
_wide = (J > 0, sp.Min(d, 2) <= 2 * J)  # so that what is below 2 J is, with the next, below 3 J
_slow_enough = T * J ** (-beta / 2) <= W
_not_negative = Solve(
    contribution(n) >= 0, _each, (of_coordinate(NOT_NEGATIVE, n, sizes_at(n)), *_settled_here)
)
_near_J = Solve(
    contribution(n) >= TAU,
    (*_each, *FAST, J > 0, _slow_enough, n >= J, n <= 3 * J, _tau),
    (
        Solve(
            contribution(n) >= low * n**-alpha * sp.exp(-4 * f * W) / 2,
            (*_each, *FAST, J > 0, _slow_enough, n >= J),
            (
                of_coordinate(SIGNAL_AT_LEAST, n, sizes_at(n)),
                *_settled_here,
                Solve(
                    T * n ** (-beta / 2) <= W,
                    (*GIVEN, *IN_RANGE, J > 0, n >= J, _slow_enough),
                    (lemma("powers of an index fall", {i: n}),),
                ),
            ),
        ),
        lemma(POSITIVE, {v: -4 * f * W}),
    ),
)
_positive = Solve(TAU >= 0, (low > 0, J > 0, alpha > 1, _tau), (lemma(POSITIVE, {v: -4 * f * W}),))
_between = sp.Min(n, 2 * J) - sp.Min(n, J)
SIGNAL_OF_SUM = by_index(
    Implies(n <= d, expected_loss(n) >= TAU * _between, evaluate=False),
    (*GIVEN, SETTLED, *FAST, *_wide, _slow_enough, _tau),
    (
        next_term(expected_loss, ONE),
        Put(_not_negative, {n: ONE}),
        Put(_near_J, {n: ONE}),
        _positive,
    ),
    (
        next_term(expected_loss, n + 1),
        Put(_not_negative, {n: n + 1}),
        Put(_near_J, {n: n + 1}),
        _positive,
    ),
)
SIGNAL_OF_LOSS = Solve(
    expected_loss(d) >= LEAST_SIGNAL * J,
    (*GIVEN, SETTLED, *FAST, *_wide, _slow_enough, d >= 2 * J),
    (Put(SIGNAL_OF_SUM, {n: d, TAU: LEAST_SIGNAL}),),
)

# -- from below: the noise of the first m coordinates ---------------------------------------------


def powers(top):
    """Return the sum of n^(-beta/2) up to a coordinate."""
    return power_sum(beta / 2, top)


def next_power(top):
    """Return that the sum up to a coordinate is that before it and one term."""
    return next_term(powers, top, (beta > 1,))


def noisy(top):
    """Return that the noise of a coordinate, and of those before it, has come to its level."""
    return T * top ** (-beta / 2) >= 1


_noise_of_n = Solve(
    contribution(n) >= LEAST_NOISE * UNIT * n ** (-beta / 2),
    (*_each, *SLOW, noisy(n)),
    (of_coordinate(NOISE_AT_LEAST, n, sizes_at(n)), *_settled_here),
)
_noise_so_far = by_index(
    Implies(
        And(n <= d, noisy(n)),
        expected_loss(n) >= LEAST_NOISE * UNIT * powers(n),
        evaluate=False,
    ),
    (*GIVEN, SETTLED, *SLOW),
    (next_term(expected_loss, ONE), next_power(ONE), Put(_noise_of_n, {n: ONE})),
    (
        next_term(expected_loss, n + 1),
        next_power(n + 1),
        Put(_noise_of_n, {n: n + 1}),
        Solve(
            Implies(noisy(n + 1), noisy(n), evaluate=False),
            (*GIVEN, n >= 1),
            (lemma("powers of an index fall", {i: n + 1, J: n}),),
        ),
    ),
)
_first_m = (*GIVEN, SETTLED, *SLOW, m >= 1, noisy(m))
_grows = Implies(n <= d, expected_loss(n) >= expected_loss(m), evaluate=False)
_more = Induct(
    _grows,
    n,
    m,
    base=Solve(substitute(_grows, {n: m}), _first_m, (Put(_noise_so_far, {n: m}),)),
    step=Solve(
        substitute(_grows, {n: n + 1}),
        (*_first_m, n >= m, _grows),
        (
            next_term(expected_loss, n + 1),
            Put(_not_negative, {n: n + 1}),
        ),
    ),
)
NOISE_OF_LOSS = Solve(
    expected_loss(d) >= LEAST_NOISE * UNIT * powers(m),
    (*_first_m, m <= d),
    (Put(_noise_so_far, {n: m}), Put(_more, {n: d})),
)
