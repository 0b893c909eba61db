"""The argument for theorem F.6, beta > 2 before d^(beta/2), from the first step of a coordinate.

With J = T^(2/beta), T = eta sqrt(B) k, the signal of coordinate n is at most a constant times
(J + n)^-alpha, whose sum telescopes, and between J and 3 J at least one times J^-alpha. The noise
is at most a constant times (eta / sqrt(B)) n^(-beta/2), and that of the first coordinate at least
one times eta / sqrt(B). The burn-in is over: sqrt(lambda_n B) |theta_n| is at most 1 + C + rho k/8,
because |theta_n| is at most eta k/8 for n <= B^(1/alpha), and the left side at most C beyond.

Constants of the argument are symbols with what is needed of them as hypotheses, until `CHOSEN`
gives them values.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Between, Cut, Generalise, Hide, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.existence import given_by, whatever
from theory.language import integers, reals
from theory.orders import LargeEnough, SmallEnough
from theory.papers.signsgd_scaling import loss_argument
from theory.papers.signsgd_scaling.loss_argument import (
    DECAYS,
    EXP_DECAYS,
    FALLS,
    FROM_ABOVE,
    FROM_BELOW,
    ONE,
    POSITIVE,
    POWER_SUM,
    QUARTER,
    RHO,
    ROOT,
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
    BOUNDED,
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    SETTING,
    B,
    alpha,
    beta,
    contribution,
    d,
    eigenvalues,
    eq,
    eta,
    expected_loss,
    high,
    j,
    k,
    lam,
    low,
    moment,
    s,
    target,
    x,
)
from theory.quantifiers import Every, inhabited

t, u, h, i, J, f = reals("theta_j u h i J f")  # i is an index, as a real number
_entry = integers("l")
LATE = 1 + high  # of sqrt(lambda_j B) |theta_j| after the burn-in
T = eta * sp.sqrt(B) * k
UNIT = eta / sp.sqrt(B)

LEMMAS = {
    **loss_argument.LEMMAS,
    "cosh near 0, from both sides": ForAll(sp.cosh(u) - 1 <= u**2 * sp.cosh(u) / 2),
    "cosh against exp": ForAll(
        sp.exp(-2 * y) * sp.cosh(u) <= sp.exp(h) * sp.exp(-y),
        given=(y >= 0, h >= 0, u <= h + y, -u <= h + y),
    ),
    "exp is below 1": ForAll(sp.exp(-y) < 1, given=(y > 0,)),
    "the size of an early target, alpha >= beta": ForAll(
        i ** ((beta - alpha) / 2) <= 1, given=(i >= 1, beta <= alpha)
    ),
    "the size of an early target, alpha <= beta": ForAll(
        i ** ((beta - alpha) / 2) <= B ** ((beta - alpha) / (2 * alpha)),
        given=(B >= 1, alpha > 1, beta >= alpha, i >= 1, i <= B ** (1 / alpha)),
    ),
    "the signal of a late coordinate": ForAll(
        B * i**-alpha <= 1, given=(i >= 1, B >= 1, alpha > 1, i >= B ** (1 / alpha))
    ),
    "signal and eigenvalue": ForAll(
        sp.Eq(i**-alpha, i**-beta * (i ** ((beta - alpha) / 2)) ** 2),
        given=(i >= 1, alpha > 1, beta > 1),
    ),
    "the rate of a coordinate": ForAll(
        sp.Eq(J ** (beta / 2) * i ** (-beta / 2), (J / i) ** (beta / 2)),
        given=(J > 0, i > 0, beta > 2),
    ),
    "J and i": ForAll(
        sp.Eq(i**-alpha * (1 + J / i) ** -alpha, (i + J) ** -alpha), given=(J > 0, i > 0)
    ),
    "the rate beyond J": ForAll(
        J ** (beta / 2) * i ** (-beta / 2) <= 1, given=(J >= 1, i >= J, beta > 2)
    ),
    "J coordinates": ForAll(
        sp.Eq(J * (3 * J) ** -alpha, 3**-alpha * J ** (1 - alpha)), given=(J > 0, alpha > 1)
    ),
}

# -- a coordinate after its burn-in, from above and from below ------------------------------------

N, S = reals("N S")  # i^(-beta/2) and i^-alpha
LIES = (
    *(low > 0, high >= low, N > 0, N <= 1, S > 0),
    *(low * N**2 <= lam, lam <= high * N**2, low * S <= lam * t**2, lam * t**2 <= high * S),
    *(eta > 0, B >= 1, k >= 0, RHO <= QUARTER),
)
OVER_IT = (ROOT * t <= LATE + RHO * k / 8, -ROOT * t <= LATE + RHO * k / 8)
SLOW, FAST = (g > 0, 64 * g**2 <= low), (f > 0, f**2 >= high)
PART = lam * moment(-t, k) / 2
NOISE = f * UNIT * N

_eighth = RHO * k / 8
_near = Solve(
    lam * B * moment(-t, k) / 2 <= lam * B * t**2 * sp.exp(LATE) * sp.exp(-_eighth) / 2 + 4 * RHO,
    (*LIES, *OVER_IT),
    (
        Put(FROM_ABOVE, {x: -t}),
        lemma("cosh near 0, from both sides", {u: ROOT * t}),
        lemma("cosh against exp", {u: ROOT * t, y: _eighth, h: LATE}),
        lemma(POSITIVE, {v: -RHO * k / 4}),
    ),
)
_b, _m, _q, _e, _r, _n, _s, _c = reals("b m q e r n_0 s_0 c_0")
_divided = Solve(
    _m <= high * _s * _c * _e / 2 + 4 * _n,
    (
        *(_b >= 1, _b * _m <= _b * _q * _c * _e / 2 + 4 * _r, _q <= high * _s, _r / _b <= _n),
        *(_e >= 0, _c >= 0, _s >= 0, _q >= 0, high > 0),
    ),
)
_by_rate = Solve(
    high * S * sp.exp(LATE) * sp.exp(-_eighth) / 2 + 4 * NOISE >= PART,
    (*LIES, *OVER_IT, *FAST),
    (
        _near,
        Solve(RHO / B <= NOISE, (*LIES, *FAST)),
        lemma(POSITIVE, {v: -_eighth}),
        lemma(POSITIVE, {v: LATE}),
        Put(
            _divided,
            {
                _b: B,
                _m: PART,
                _q: lam * t**2,
                _e: sp.exp(-_eighth),
                _r: RHO,
                _s: S,
                _c: sp.exp(LATE),
                _n: NOISE,
            },
        ),
    ),
)
PART_AT_MOST = Solve(
    high * S * sp.exp(LATE) * sp.exp(-g * T * N) / 2 + 4 * NOISE >= PART,
    (*LIES, *OVER_IT, *FAST, *SLOW),
    (
        _by_rate,
        Solve(
            sp.exp(-_eighth) <= sp.exp(-g * T * N),
            (*LIES, *SLOW),
            (
                Solve(_eighth >= g * T * N, (*LIES, *SLOW)),
                lemma(FALLS, {y: _eighth, v: g * T * N}),
            ),
        ),
        lemma(POSITIVE, {v: LATE}),
    ),
)

_left, _noise_left = sp.exp(-4 * RHO * k), sp.exp(-2 * RHO * k)
_both = Solve(
    lam * t**2 * _left / 2 + lam * (1 - _noise_left) * eta / (4 * ROOT) <= PART,
    LIES,
    (Put(FROM_BELOW, {x: -t}),),
)
_shares = Solve(
    sp.And(_noise_left <= 1, _left > 0),
    LIES,
    (lemma(FALLS, {y: 2 * RHO * k, v: 0}), lemma(POSITIVE, {v: -4 * RHO * k})),
)
_signal = Solve(lam * t**2 * _left / 2 <= PART, LIES, (_both, _shares))
_noise = Solve(lam * (1 - _noise_left) * eta / (4 * ROOT) <= PART, LIES, (_both, _shares))
NOT_NEGATIVE = Solve(PART >= 0, LIES, (_signal, _shares))
SIGNAL_AT_LEAST = Solve(
    low * S * sp.exp(-4 * f) / 2 <= PART,
    (*LIES, *FAST, T * N <= 1),
    (
        _signal,
        Solve(RHO * k <= f * T * N, (*LIES, *FAST)),
        lemma(FALLS, {y: 4 * f, v: 4 * RHO * k}),
        lemma(POSITIVE, {v: -4 * f}),
    ),
)
_FIRST = (*LIES, *SLOW, sp.Eq(N, 1))
NOISE_AT_LEAST = Solve(
    2 * g * (1 - sp.exp(-16 * g)) * UNIT <= PART,
    (*_FIRST, T >= 1),
    (
        _noise,
        Solve(sp.And(8 * g * sp.sqrt(B) <= ROOT, RHO * k >= 8 * g * T), _FIRST),
        lemma(FALLS, {y: 2 * RHO * k, v: 16 * g}),
        lemma("exp is below 1", {y: 16 * g}),
    ),
)

# -- every coordinate has had its burn-in ----------------------------------------------------------

CONSTANTS = (low > 0, high >= low, alpha > 1, beta > 2)
LAWS = POWER_LAWS[-1]
GIVEN = (*SETTING, *CONSTANTS, LAWS)
STEADY = sp.Le(eta * sp.sqrt(B), 1 / (4 * (1 + high)), evaluate=False)
_burn_in = sp.Max(B ** ((beta - alpha) / (2 * alpha)), 1)
ARRIVED = 8 * high / low
LONG = sp.Ge(eta * k / _burn_in, ARRIVED, evaluate=False)
IN_RANGE = (n >= 1, n <= d)
_coordinate = (
    *(i >= 1, low * i**-beta <= lam, lam <= high * i**-beta),
    *(low * i**-alpha <= lam * t**2, lam * t**2 <= high * i**-alpha),
    *(eta > 0, B >= 1, k >= 0),
)
_early = i <= B ** (1 / alpha)
_size = i ** ((beta - alpha) / 2)
_enough = reals("kappa")
_long = (_enough > 0, _enough * low >= 8 * high, sp.Ge(eta * k / _burn_in, _enough, evaluate=False))
_w, _v, _time = reals("w v_0 time")
_squares = Solve(
    low * t**2 <= high * _w**2,
    (low > 0, _v > 0, low * _v <= lam, lam * t**2 <= high * _v * _w**2, high > 0),
)
_target = Solve(
    sp.Abs(t) <= _time / 8,
    (low > 0, high >= low, low * t**2 <= high * _w**2, _w >= 0, 8 * high * _w <= low * _time),
)
_early_target = Solve(
    sp.Abs(t) <= eta * k / 8,
    (*CONSTANTS, *_coordinate, _early, *_long),
    (
        Solve(
            sp.And(low * t**2 <= high * _size**2, _size >= 0),
            (*CONSTANTS, *_coordinate),
            (lemma("signal and eigenvalue"), Put(_squares, {_v: i**-beta, _w: _size})),
        ),
        Solve(
            8 * high * _size <= low * eta * k,
            (*CONSTANTS, i >= 1, B >= 1, eta > 0, k >= 0, _early, *_long),
            (
                Solve(
                    _size <= _burn_in,
                    (*CONSTANTS, i >= 1, B >= 1, _early),
                    (
                        lemma("the size of an early target, alpha >= beta"),
                        lemma("the size of an early target, alpha <= beta"),
                    ),
                ),
            ),
        ),
        Put(_target, {_time: eta * k, _w: _size}),
    ),
)
_late_start = Solve(
    lam * B * t**2 <= high,
    (*CONSTANTS, *_coordinate, i >= B ** (1 / alpha)),
    (lemma("the signal of a late coordinate"),),
)
_over = Solve(And(*OVER_IT), (*CONSTANTS, *_coordinate, *_long), (_early_target, _late_start))


def of_coordinate(argument, index, values=None):
    """Return an argument about one coordinate, of the coordinate with an index."""
    own = {lam: eigenvalues[index], t: target[index], **(values or {})}
    return Put(argument, own)


def sizes_at(index):
    """Return what N and S are of a coordinate."""
    return {N: index ** (-beta / 2), S: index**-alpha}


def at_index(condition, index):
    """Return a condition on lambda_j and theta_j, of the coordinate with an index."""
    return substitute(condition, {lam: eigenvalues[index], t: target[index]})


def _settled(index):
    """Return that a coordinate is stable and has had its burn-in."""
    return And(at_index(RHO <= QUARTER, index), *(at_index(c, index) for c in OVER_IT))


SETTLED = Every(j, Implies(And(j >= 1, j <= d), _settled(j)))
_laws = Specialise(Assume(LAWS), n)
_all_settled = Generalise(
    Put(
        Solve(
            Implies(And(*IN_RANGE), _settled(n), evaluate=False),
            (*GIVEN, STEADY, *_long),
            (
                of_coordinate(_over, n, {i: n}),
                _laws,
                Solve(at_index(RHO <= QUARTER, n), (*GIVEN, *IN_RANGE, STEADY), (_laws,)),
            ),
        ),
        {n: j},
    ),
    j,
)
ALL_SETTLED = Solve(SETTLED, (*GIVEN, STEADY, LONG), (Put(_all_settled, {_enough: ARRIVED}),))

# -- the sum over coordinates, from above ----------------------------------------------------------

A, MOST, LEAST = reals("A most least")
IS_J = (J >= 1, eq(T, J ** (beta / 2)))
DECAY = Every(z, DECAYS)
_each = (*GIVEN, *IN_RANGE, SETTLED)
_settled_here = (_laws, Specialise(Assume(SETTLED), n))
_by_size = Solve(
    contribution(n)
    <= high * n**-alpha * sp.exp(LATE) * sp.exp(-g * T * n ** (-beta / 2)) / 2
    + 4 * f * UNIT * n ** (-beta / 2),
    (*_each, *FAST, *SLOW),
    (of_coordinate(PART_AT_MOST, n, sizes_at(n)), *_settled_here),
)
_rate = g * J ** (beta / 2) * i ** (-beta / 2)
_decayed = Solve(
    i**-alpha * sp.exp(-_rate) <= K * (i + J) ** -alpha,
    (J >= 1, i >= 1, alpha > 1, beta > 2, DECAY),
    (
        Solve(
            sp.exp(-_rate) <= K * (1 + J / i) ** -alpha,
            (J >= 1, i >= 1, alpha > 1, beta > 2, DECAY),
            (Specialise(Assume(DECAY), J / i), lemma("the rate of a coordinate")),
        ),
        lemma("J and i"),
    ),
)
_signal_of_n = n**-alpha * sp.exp(-g * T * n ** (-beta / 2))
_weight = (2 * A * (alpha - 1) >= high * sp.exp(LATE) * K, A >= 0)
_a, _d, _g = reals("a_0 d_0 g_0")
_weighed = Solve(
    _a <= _g * _d,
    (_a <= high * _q * _c / 2, _q <= K * _d, 2 * _g >= high * _c * K, _c >= 0, _d >= 0, high > 0),
)
_each_at_most = Solve(
    contribution(n) <= A * (alpha - 1) * (n + J) ** -alpha + 4 * f * UNIT * n ** (-beta / 2),
    (*_each, *FAST, *SLOW, *IS_J, DECAY, *_weight),
    (
        _by_size,
        Solve(
            _signal_of_n <= K * (n + J) ** -alpha,
            (*GIVEN, *IN_RANGE, *SLOW, DECAY, *IS_J),
            (Put(_decayed, {i: n}),),
        ),
        Put(
            _weighed,
            {
                _a: high * _signal_of_n * sp.exp(LATE) / 2,
                _q: _signal_of_n,
                _d: (n + J) ** -alpha,
                _g: A * (alpha - 1),
                _c: sp.exp(LATE),
            },
        ),
        lemma(POSITIVE, {v: LATE}),
    ),
)
_telescopes = Solve(
    A * (alpha - 1) * (n + J) ** -alpha
    <= A * ((J + n - 1) ** (1 - alpha) - (J + n) ** (1 - alpha)),
    (alpha > 1, J >= 1, n >= 1, A >= 0),
    (Put(TELESCOPES, {p: alpha - 1, y: J + n - 1}),),
)


def _noises(top):
    """Return the sum of the noises up to a coordinate, in units of 4 f eta / sqrt(B)."""
    return power_sum(beta / 2, top)


def _next_noise(top):
    return next_term(_noises, top, (beta > 2,))


_0, _1, _2, _l, _k, _o, _x = reals("x_0 x_1 x_2 l_0 l_1 o_0 n_1")
_added = Solve(
    _k <= A * (_0 - _2) + 4 * f * UNIT * _noises(n + 1),
    (
        *(eq(_k, _m + _l), eq(_noises(n + 1), _x + _noises(n))),
        *(_l <= A * (_0 - _1) + 4 * f * UNIT * _noises(n), _m <= _o + 4 * f * UNIT * _x),
        *(_o <= A * (_1 - _2), eta > 0, B >= 1, f > 0),
    ),
)
SUM_AT_MOST = by_index(
    Implies(
        n <= d,
        expected_loss(n)
        <= A * (J ** (1 - alpha) - (J + n) ** (1 - alpha)) + 4 * f * UNIT * _noises(n),
        evaluate=False,
    ),
    (*GIVEN, SETTLED, *FAST, *SLOW, *IS_J, DECAY, *_weight),
    (
        next_term(expected_loss, ONE),
        next_term(_noises, ONE, (beta > 2,)),
        Put(_each_at_most, {n: ONE}),
        Put(_telescopes, {n: ONE}),
    ),
    (
        next_term(expected_loss, n + 1),
        _next_noise(n + 1),
        Put(_each_at_most, {n: n + 1}),
        Put(_telescopes, {n: n + 1}),
        Put(
            _added,
            {
                _k: expected_loss(n + 1),
                _l: expected_loss(n),
                _m: contribution(n + 1),
                _0: J ** (1 - alpha),
                _1: (J + n) ** (1 - alpha),
                _2: (J + n + 1) ** (1 - alpha),
                _x: (n + 1) ** (-beta / 2),
                _o: A * (alpha - 1) * (n + 1 + J) ** -alpha,
            },
        ),
    ),
)

# -- the sum over coordinates, from below ----------------------------------------------------------

TAU = reals("tau")
_tau = eq(TAU, low * (3 * J) ** -alpha * sp.exp(-4 * f) / 2)
_not_negative = Solve(
    contribution(n) >= 0, _each, (of_coordinate(NOT_NEGATIVE, n, sizes_at(n)), *_settled_here)
)
_near_J = Solve(
    contribution(n) >= TAU,
    (*_each, *FAST, *IS_J, n >= J, n <= 3 * J, _tau),
    (
        Solve(
            contribution(n) >= low * n**-alpha * sp.exp(-4 * f) / 2,
            (*_each, *FAST, *IS_J, n >= J),
            (
                of_coordinate(SIGNAL_AT_LEAST, n, sizes_at(n)),
                *_settled_here,
                lemma("the rate beyond J", {i: n}),
            ),
        ),
        lemma(POSITIVE, {v: -4 * f}),
    ),
)
_positive = Solve(TAU >= 0, (low > 0, J >= 1, alpha > 1, _tau), (lemma(POSITIVE, {v: -4 * f}),))
SIGNAL_OF_SUM = by_index(
    Implies(n <= d, expected_loss(n) >= TAU * (sp.Min(n, 2 * J) - sp.Min(n, J)), evaluate=False),
    (*GIVEN, SETTLED, *FAST, *IS_J, _tau),
    (next_term(expected_loss, ONE), Put(_not_negative, {n: ONE}), _positive),
    (
        next_term(expected_loss, n + 1),
        Put(_not_negative, {n: n + 1}),
        Put(_near_J, {n: n + 1}),
        _positive,
    ),
)
_least_noise = 2 * g * (1 - sp.exp(-16 * g))
NOISE_OF_SUM = by_index(
    Implies(n <= d, expected_loss(n) >= _least_noise * UNIT, evaluate=False),
    (*GIVEN, SETTLED, *SLOW, T >= 1),
    (
        next_term(expected_loss, ONE),
        Solve(
            contribution(ONE) >= _least_noise * UNIT,
            (*GIVEN, SETTLED, *SLOW, T >= 1),
            (
                of_coordinate(NOISE_AT_LEAST, 1, {N: ONE, S: ONE}),
                Specialise(Assume(LAWS), ONE),
                Specialise(Assume(SETTLED), ONE),
            ),
        ),
    ),
    (next_term(expected_loss, n + 1), Put(_not_negative, {n: n + 1})),
)

# -- the loss, whatever the constants and J are ----------------------------------------------------

UPPER = (*FAST, *SLOW, DECAY, *_weight, MOST >= A, 4 * f * (1 + 2 / (beta - 2)) <= MOST)
LOWER = (
    *(*FAST, *SLOW, LEAST > 0, _least_noise >= 2 * LEAST),
    3**-alpha * low * sp.exp(-4 * f) >= 4 * LEAST,
)
SIGNAL = T ** (-2 * s)


def _meant(time):
    """Return what J is for T, with what is known of it where T is at most (d/2)^(beta/2)."""
    is_j = (J >= 1, eq(time, J ** (beta / 2)))
    return (*is_j, d >= 2 * J, eq(J ** (1 - alpha), time ** (-2 * s)))


J_CONDITIONS = _meant(T)
UPPER_CONSTANTS = inhabited((g, f, K, A), UPPER)
LOWER_CONSTANTS = inhabited((g, f), LOWER)
SOME_J = inhabited((J,), J_CONDITIONS)

_loss = expected_loss(d)
_signal_and_noise = Solve(
    _loss <= A * J ** (1 - alpha) + 4 * f * UNIT * _noises(d),
    (*GIVEN, SETTLED, *FAST, *SLOW, DECAY, *_weight, *IS_J),
    (Put(SUM_AT_MOST, {n: d}),),
)
_from_above = Solve(
    _loss <= MOST * (J ** (1 - alpha) + UNIT),
    (*GIVEN, SETTLED, *UPPER, *IS_J),
    (
        _signal_and_noise,
        Solve(
            _noises(d) <= 1 + 2 / (beta - 2),
            (beta > 2, d >= 1),
            (Put(POWER_SUM, {p: beta / 2 - 1, n: d}),),
        ),
    ),
)
AT_MOST = whatever(
    SOME_J,
    Solve(
        _loss <= MOST * (SIGNAL + UNIT),
        (*GIVEN, SETTLED, UPPER_CONSTANTS, *J_CONDITIONS),
        (whatever(UPPER_CONSTANTS, _from_above),),
    ),
)
_tau_is = low * (3 * J) ** -alpha * sp.exp(-4 * f) / 2
_signal_of_loss = Solve(
    _loss >= 2 * LEAST * J ** (1 - alpha),
    (*GIVEN, SETTLED, *LOWER, *IS_J, d >= 2 * J),
    (
        Put(SIGNAL_OF_SUM, {n: d, TAU: _tau_is}),
        lemma("J coordinates"),
        lemma(POSITIVE, {v: -4 * f}),
    ),
)
_noise_of_loss = Solve(
    _loss >= 2 * LEAST * UNIT,
    (*GIVEN, SETTLED, *LOWER, *IS_J),
    (Put(NOISE_OF_SUM, {n: d}),),
)
AT_LEAST = whatever(
    SOME_J,
    Solve(
        _loss >= LEAST * (SIGNAL + UNIT),
        (*GIVEN, SETTLED, LOWER_CONSTANTS, *J_CONDITIONS),
        (
            whatever(LOWER_CONSTANTS, _signal_of_loss),
            whatever(LOWER_CONSTANTS, _noise_of_loss),
        ),
    ),
)

# -- the law, with values for the constants --------------------------------------------------------

BRACKET = 1 - T ** -(1 - 2 / beta)
LAW = SIGNAL + UNIT * BRACKET
DOUBLED = 2 ** (beta / (beta - 2))  # from here on the bracket is at least 1/2
AFTER = sp.Ge(T / B ** (beta / (2 * alpha)), DOUBLED, evaluate=False)
BEFORE = sp.Le(T / d ** (beta / 2), 2 ** (-beta / 2), evaluate=False)
PHASE = (eta > 0, B >= 1, d >= 1, k >= 0, alpha > 1, beta > 2)

LEMMAS |= {
    "J to the beta/2": ForAll(sp.Eq((v ** (2 / beta)) ** (beta / 2), v), given=(v > 0, beta > 2)),
    "J is at least 1": ForAll(v ** (2 / beta) >= 1, given=(v >= 1, beta > 2)),
    "J is at most d/2": ForAll(
        h / 2 >= J,
        given=(J > 0, beta > 2, h >= 1, J ** (beta / 2) <= (h / 2) ** (beta / 2)),
    ),
    "a power of d/2": ForAll(
        eq((h / 2) ** (beta / 2), 2 ** (-beta / 2) * h ** (beta / 2)), given=(h >= 1, beta > 2)
    ),
    "J to the 1 - alpha": ForAll(
        sp.Eq((v ** (2 / beta)) ** (1 - alpha), v ** (-2 * s)),
        given=(v > 0, beta > 2, sp.Eq(s, (alpha - 1) / beta)),
    ),
    "the bracket is at least 1/2": ForAll(
        v ** -(1 - 2 / beta) <= sp.Rational(1, 2), given=(beta > 2, v >= DOUBLED)
    ),
}
_late = Solve(sp.And(T >= DOUBLED, T >= 1), (*PHASE, AFTER))
_J = T ** (2 / beta)
_J = _time ** (2 / beta)
_HALF_D = 2 ** (-beta / 2) * d ** (beta / 2)  # (d/2)^(beta/2)
_in_time = (_time >= 1, _time <= _HALF_D, alpha > 1, beta > 2, d >= 1, DIFFICULTY)
_some_J = given_by(
    inhabited((J,), _meant(_time)),
    {J: _J},
    _in_time,
    (
        lemma("J to the beta/2", {v: _time}),
        lemma("J is at least 1", {v: _time}),
        lemma("J is at most d/2", {J: _J, h: d}),
        lemma("a power of d/2", {h: d}),
        lemma("J to the 1 - alpha", {v: _time}),
    ),
)
J_EXISTS = Cut(
    Put(Solve(inhabited((J,), _meant(_time)), _in_time, (_some_J,)), {_time: T}),
    (Solve(T >= 1, (*PHASE, AFTER)), Solve(T <= _HALF_D, (*PHASE, BEFORE))),
)
_bracket = Solve(
    sp.And(sp.Rational(1, 2) <= BRACKET, BRACKET <= 1, SIGNAL > 0),
    (*PHASE, AFTER),
    (_late, lemma("the bracket is at least 1/2", {v: T})),
)

_LAW_LIES = (sp.Rational(1, 2) <= BRACKET, BRACKET <= 1, SIGNAL > 0)
_BETWEEN = Between(
    *(_loss, LAW, LEAST, 2 * MOST, OVER),
    (*GIVEN, SETTLED, SOME_J, UPPER_CONSTANTS, LOWER_CONSTANTS, *_LAW_LIES),
    (
        *(AT_MOST, AT_LEAST),
        whatever(UPPER_CONSTANTS, Solve(MOST > 0, (beta > 2, *UPPER))),
        whatever(LOWER_CONSTANTS, Solve(LEAST > 0, LOWER)),
    ),
)
_SHOWN = Cut(_BETWEEN, (ALL_SETTLED, J_EXISTS, _bracket))

_g, _f, _p = sp.sqrt(low) / 8, sp.sqrt(high), 2 * alpha / beta
_K = 2**alpha * (1 + (_p / _g) ** _p)
_A = high * sp.exp(LATE) * _K / (2 * (alpha - 1))
_MOST = _A + 4 * _f * (1 + 2 / (beta - 2))
_LEAST = sp.Min(3**-alpha * low * sp.exp(-4 * _f) / 4, _g * (1 - sp.exp(-16 * _g)))
CHOSEN = {MOST: _MOST, LEAST: _LEAST}
_UPPER_EXISTS = given_by(
    substitute(UPPER_CONSTANTS, CHOSEN),
    {g: _g, f: _f, K: _K, A: _A},
    CONSTANTS,
    (Put(EXP_DECAYS, {g: _g, p: _p, K: _K}), lemma(POSITIVE, {v: LATE})),
)
_LOWER_EXISTS = given_by(
    substitute(LOWER_CONSTANTS, CHOSEN),
    {g: _g, f: _f},
    CONSTANTS,
    (lemma("exp is below 1", {y: 16 * _g}), lemma(POSITIVE, {v: -4 * _f})),
)

_given_of_values = And(
    *(B >= 0, low >= 0, high >= 0, sp.Ne(beta, 0), sp.Ne(beta - 2, 0), sp.Ne(2 * alpha - 2, 0)),
    sp.Or(_p / _g > 0, And(_p >= 0, sp.Eq(_p / _g, 0))),
)
_WITH_VALUES = Cut(
    Put(_SHOWN, CHOSEN),
    (
        Solve(substitute(UPPER_CONSTANTS, CHOSEN), CONSTANTS, (_UPPER_EXISTS,)),
        Solve(substitute(LOWER_CONSTANTS, CHOSEN), CONSTANTS, (_LOWER_EXISTS,)),
        Solve(_given_of_values, (*CONSTANTS, B >= 1)),
    ),
)

_POINT = {
    alpha: sp.Integer(4),
    beta: sp.Integer(4),
    low: QUARTER,
    high: ONE,
    s: sp.Rational(3, 4),
    B: ONE,
    eta: ONE / 8,
    k: sp.Integer(256),
    d: sp.Integer(12),
    eigenvalues: SequenceOf((1 + _entry**2) ** -2, _entry),
    target: SequenceOf(ONE, _entry),
}
_laws_at_point = Generalise(Solve(substitute(LAWS, _POINT).body), j)
SAME_ORDER = Hide(
    _WITH_VALUES,
    {
        SmallEnough(eta * sp.sqrt(B)): 1 / (4 * (1 + high)),
        LargeEnough(eta * k / _burn_in): ARRIVED,
        LargeEnough(T / B ** (beta / (2 * alpha))): DOUBLED,
        SmallEnough(T / d ** (beta / 2)): 2 ** (-beta / 2),
    },
    tuple(
        Solve(sp.Gt(constant, 0, evaluate=False), CONSTANTS)
        for constant in (1 / (4 * (1 + high)), ARRIVED, DOUBLED, 2 ** (-beta / 2))
    ),
    _POINT,
    (_laws_at_point,),
    (beta > 1, BOUNDED),
)
