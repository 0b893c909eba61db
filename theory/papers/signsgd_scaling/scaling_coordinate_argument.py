"""Theorem F.6: what each coordinate adds to the loss once its burn-in is over.

With T = eta sqrt(B) k, N = n^(-beta/2) and S = n^-alpha the signal of coordinate n lies between
multiples of S exp(-4 f T N) and S exp(-g T N), and the noise between multiples of eta / sqrt(B)
times N, while T N is at least 1, and min(N, T N^2). The burn-in is over: sqrt(lambda_n B) |theta_n|
is at most 1 + C + rho k/8, because |theta_n| is at most eta k/8 for n <= B^(1/alpha), and the left
side at most C beyond.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Generalise, Put, Solve, Specialise
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import reals
from theory.papers.signsgd_scaling import loss_argument
from theory.papers.signsgd_scaling.loss_argument import (
    FALLS,
    FROM_ABOVE,
    FROM_BELOW,
    POSITIVE,
    QUARTER,
    RHO,
    ROOT,
    g,
    lemma,
    n,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import (
    POWER_LAWS,
    SETTING,
    B,
    alpha,
    beta,
    d,
    eigenvalues,
    eta,
    high,
    j,
    k,
    lam,
    low,
    moment,
    target,
    x,
)
from theory.quantifiers import Every

t, u, h, i, f = reals("theta_j u h i f")  # i is an index, as a real number
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
}

# -- a coordinate after its burn-in, from above and from below ------------------------------------

N, S, W = reals("N S W")  # i^(-beta/2), i^-alpha, and what T N is at most
LIES = (
    *(low > 0, high >= low, N > 0, N <= 1, S > 0),
    *(low * N**2 <= lam, lam <= high * N**2, low * S <= lam * t**2, lam * t**2 <= high * S),
    *(eta > 0, B >= 1, k >= 0, RHO <= QUARTER),
)
OVER_IT = (ROOT * t <= LATE + RHO * k / 8, -ROOT * t <= LATE + RHO * k / 8)
SLOW, FAST = (g > 0, 64 * g**2 <= low), (f >= 4, f**2 >= high)
PART = lam * moment(-t, k) / 2


def noise_of(size):
    """Return what the noise of a coordinate is at most, in units of f^2 eta / sqrt(B)."""
    return sp.Min(size, T * size**2, evaluate=False)


_eighth = RHO * k / 8
_noise = sp.Min(4 * RHO, RHO**2 * k, evaluate=False)
_near = Solve(
    lam * B * moment(-t, k) / 2 <= lam * B * t**2 * sp.exp(LATE) * sp.exp(-_eighth) / 2 + _noise,
    (*LIES, *OVER_IT),
    (
        Put(FROM_ABOVE, {x: -t}),
        lemma("cosh near 0, from both sides", {u: ROOT * t}),
        lemma("cosh against exp", {u: ROOT * t, y: _eighth, h: LATE}),
        lemma(POSITIVE, {v: -RHO * k / 4}),
    ),
)
_b, _m, _q, _e, _r, _n, _s, _c, _u = reals("b m q e r n_0 s_0 c_0 u_0")
_divided = Solve(
    _m <= high * _s * _c * _e / 2 + _n,
    (
        *(_b >= 1, _b * _m <= _b * _q * _c * _e / 2 + _r, _q <= high * _s, _r / _b <= _n),
        *(_e >= 0, _c >= 0, _s >= 0, _q >= 0, high > 0),
    ),
)
_noise_divided = Solve(
    sp.Min(4 * _r, _r**2 * k) / _b <= f**2 * _u * sp.Min(N, _u * _b * k * N**2),
    (_b >= 1, _r > 0, _r / _b <= f * _u * N, N > 0, _u > 0, k >= 0, f >= 4),
    (
        Solve(4 * _r / _b <= f**2 * _u * N, (_b >= 1, _r / _b <= f * _u * N, _u * N > 0, f >= 4)),
        Solve((_r / _b) ** 2 <= (f * _u * N) ** 2, (_b >= 1, _r > 0, _r / _b <= f * _u * N)),
    ),
)
_by_rate = Solve(
    high * S * sp.exp(LATE) * sp.exp(-_eighth) / 2 + f**2 * UNIT * noise_of(N) >= PART,
    (*LIES, *OVER_IT, *FAST),
    (
        _near,
        Solve(
            _noise / B <= f**2 * UNIT * noise_of(N),
            (*LIES, *FAST),
            (
                Solve(sp.And(RHO > 0, f * UNIT * N >= RHO / B), (*LIES, *FAST)),
                Put(_noise_divided, {_b: B, _r: RHO, _u: UNIT}),
            ),
        ),
        lemma(POSITIVE, {v: -_eighth}),
        lemma(POSITIVE, {v: LATE}),
        Put(
            _divided,
            {
                _b: B,
                _m: PART,
                _q: lam * t**2,
                _e: sp.exp(-_eighth),
                _r: _noise,
                _s: S,
                _c: sp.exp(LATE),
                _n: f**2 * UNIT * noise_of(N),
            },
        ),
    ),
)
PART_AT_MOST = Solve(
    high * S * sp.exp(LATE) * sp.exp(-g * T * N) / 2 + f**2 * UNIT * noise_of(N) >= PART,
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
_noise_part = Solve(lam * (1 - _noise_left) * eta / (4 * ROOT) <= PART, LIES, (_both, _shares))
NOT_NEGATIVE = Solve(PART >= 0, LIES, (_signal, _shares))
SIGNAL_AT_LEAST = Solve(
    low * S * sp.exp(-4 * f * W) / 2 <= PART,
    (*LIES, *FAST, T * N <= W),
    (
        _signal,
        Solve(
            4 * RHO * k <= 4 * f * W,
            (*LIES, *FAST, T * N <= W),
            (Solve(RHO * k <= f * T * N, (*LIES, *FAST)),),
        ),
        lemma(FALLS, {y: 4 * f * W, v: 4 * RHO * k}),
        lemma(POSITIVE, {v: -4 * f * W}),
    ),
)
LEAST_NOISE = 2 * g * (1 - sp.exp(-16 * g))
NOISE_AT_LEAST = Solve(
    LEAST_NOISE * UNIT * N <= PART,
    (*LIES, *SLOW, T * N >= 1),
    (
        _noise_part,
        Solve(
            sp.And(8 * g * N * sp.sqrt(B) <= ROOT, 2 * RHO * k >= 16 * g),
            (*LIES, *SLOW, T * N >= 1),
            (Solve(8 * g * N * sp.sqrt(B) <= ROOT, (*LIES, *SLOW)),),
        ),
        lemma(FALLS, {y: 2 * RHO * k, v: 16 * g}),
        lemma("exp is below 1", {y: 16 * g}),
    ),
)

# -- every coordinate has had its burn-in ----------------------------------------------------------

CONSTANTS, LAWS = POWER_LAWS[:-1], POWER_LAWS[-1]
GIVEN = (*SETTING, *POWER_LAWS)
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
LAWS_OF_N = Specialise(Assume(LAWS), n)
_all_settled = Generalise(
    Put(
        Solve(
            Implies(And(*IN_RANGE), _settled(n), evaluate=False),
            (*GIVEN, STEADY, *_long),
            (
                of_coordinate(_over, n, {i: n}),
                LAWS_OF_N,
                Solve(at_index(RHO <= QUARTER, n), (*GIVEN, *IN_RANGE, STEADY), (LAWS_OF_N,)),
            ),
        ),
        {n: j},
    ),
    j,
)
ALL_SETTLED = Solve(SETTLED, (*GIVEN, STEADY, LONG), (Put(_all_settled, {_enough: ARRIVED}),))
