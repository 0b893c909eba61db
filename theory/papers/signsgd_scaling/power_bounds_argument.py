"""Equation (30): the second moment between two laws by a power of 1 - p, at every step.

With t = (1 - c rho)^k and s = (1 - 2 c rho)^k, W = cosh(a x) - 1 and a scale kappa,

    m <= s x^2 + (t - s) kappa W + (2 / c) eta (1 - t) / sqrt(lambda_j B)

is kept by every step: what x^2 loses less than 2 c rho far from the target, W makes up for. Near
the target kappa W is at most x^2, so that m <= t x^2 + (2 / c) eta (1 - t) / sqrt(lambda_j B). From
below it is the same with 1 - 2 rho for rho <= 1/4, and beyond with a power of some number below 1.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Cut, Put, Solve, Specialise
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.signsgd_scaling.loss_argument import (
    ONE,
    RHO,
    ROOT,
    ROOT_2,
    by_steps,
    kept,
    lemma,
    mixed,
    r,
    rho,
    v,
)
from theory.papers.signsgd_scaling.notation import B, eta, k, lam, moment, steps_up, x
from theory.papers.signsgd_scaling.scaling_argument import MOST
from theory.papers.signsgd_scaling.unrolled_argument import (
    BOUNDED_ENERGY,
    COORDINATE,
    GENTLE,
    LOSES,
    NEAR,
    UNIT,
    R,
    energy,
    reach,
    slope,
)

FROM = sp.Rational(7, 10)
NEAR_0, COSH = "the drift near 0 by tanh", "cosh and sinh"
DRIFT_LEMMAS = {
    NEAR_0: ForAll(1 - sp.erfc(r / ROOT_2) >= 3 * r / 5, given=(r >= 0, r <= FROM)),
    COSH: ForAll(sp.Eq(sp.cosh(r), sp.sinh(r) + sp.exp(-r))),
}
fade, scale = reals("c_1 kappa")
_half = {r: r / 2, rho: r / 2}
FOURTH = Solve(
    sp.cosh(r) - 1 >= r**4 / 32,
    using=(
        lemma("cosh of a sum", _half),
        lemma("cosh of a difference", _half),
        lemma("cosh(r) - 1 is at least r^2 / 2", {r: r / 2}),
    ),
)


MOST_NOISE = 2 / fade * UNIT


def law(power, signal, noise):
    """Return the second moment by a power of 1 - p, which stands there once."""
    return noise + (signal - noise) * power


# -- from above ------------------------------------------------------------------------------------

_SCALED = (
    *GENTLE,
    *(fade > 0, scale > 0, 3 * fade <= 1, 2 * fade * RHO <= 1, 4 * fade * ROOT <= slope),
    *(scale * slope**2 <= 2, scale * slope**4 >= 144 * fade**2 * ROOT**2),
)
_r = ROOT * x
_drift = Solve(
    2 * r * (1 - sp.erfc(r / ROOT_2)) >= 2 * fade * r**2 - fade * v * r**4 / 32,
    (r >= 0, fade > 0, 3 * fade <= 1, v >= 144 * fade**2),
    (lemma("the drift near 0"), lemma("the drift from 1 on")),
)
_made_up = fade * RHO * scale * energy(x)
_pulled = Solve(
    2 * eta * x * (1 - 2 * steps_up(x)) >= 2 * fade * RHO * x**2 - _made_up,
    _SCALED,
    (
        *(Put(_drift, {r: at, v: scale * slope**4 / ROOT**2}) for at in (_r, -_r)),
        Put(FOURTH, {r: slope * x}),
        Solve(And(scale * slope**4 / ROOT**2 >= 144 * fade**2, ROOT > 0, ROOT**2 > 0), _SCALED),
    ),
)
_square = Solve(
    (1 - steps_up(x)) * (x - eta) ** 2 + steps_up(x) * (x + eta) ** 2
    <= (1 - 2 * fade * RHO) * x**2 + eta**2 + _made_up,
    _SCALED,
    (_pulled,),
)
_faster, _slower = ((1 - c * v) ** k for c in (2, ONE))
_ordered = And(_faster >= 0, _slower >= _faster, _slower <= 1)
_small = (v >= 0, 2 * v <= 1)
ORDERED = by_steps(_ordered, _small)
_s, _t = ((1 - c * fade * RHO) ** k for c in (2, ONE))


def _made_of(at, steps=k):
    """Return what the bound has of x^2 and of W at a point."""
    quick, slow = ((1 - c * fade * RHO) ** steps for c in (2, ONE))
    return quick * at**2 + (slow - quick) * scale * energy(at)


def _noise(steps=k):
    """Return its noise."""
    return MOST_NOISE * (1 - (1 - fade * RHO) ** steps)


_moved = (1 - slope * eta / 4) * energy(x) + (slope * eta) ** 2
_after = _s * ((1 - 2 * fade * RHO) * x**2 + eta**2 + _made_up) + (_t - _s) * scale * _moved
_powers = Put(ORDERED, {v: fade * RHO})
_fits = Solve(And(fade * RHO >= 0, 2 * fade * RHO <= 1, RHO > 0, UNIT > 0), _SCALED)
_p, _quick, _slow, _c, _u = reals("p_0 s_0 t_0 k_0 u_0")
_a1, _a2, _a3, _b1, _b2, _b3 = reals("a_1' a_2' a_3' b_1' b_2' b_3'")
_mixes = Solve(
    (1 - _p) * (_quick * _a1 + (_slow - _quick) * _c * _b1)
    + _p * (_quick * _a2 + (_slow - _quick) * _c * _b2)
    <= _quick * _a3 + (_slow - _quick) * _c * _b3,
    (
        *(_quick >= 0, _slow >= _quick, _c > 0),
        *((1 - _p) * _a1 + _p * _a2 <= _a3, (1 - _p) * _b1 + _p * _b2 <= _b3),
    ),
    (
        Solve(
            _quick * ((1 - _p) * _a1 + _p * _a2) <= _quick * _a3,
            (_quick >= 0, (1 - _p) * _a1 + _p * _a2 <= _a3),
        ),
        Solve(
            (_slow - _quick) * _c * ((1 - _p) * _b1 + _p * _b2) <= (_slow - _quick) * _c * _b3,
            (_slow >= _quick, _c > 0, (1 - _p) * _b1 + _p * _b2 <= _b3),
        ),
    ),
)
_loses = Cut(
    Put(
        _mixes,
        {
            _p: steps_up(x),
            _quick: _s,
            _slow: _t,
            _c: scale,
            _a1: (x - eta) ** 2,
            _a2: (x + eta) ** 2,
            _a3: (1 - 2 * fade * RHO) * x**2 + eta**2 + _made_up,
            _b1: energy(x - eta),
            _b2: energy(x + eta),
            _b3: _moved,
        },
    ),
    (_square, LOSES, _powers),
)
_v, _f, _h, _lost, _x2 = reals("v_0 f_0 h_0 l_0 x_2")
_rate = reals("r_1")  # fade * rho
_of_energy = Solve(
    _rate * _quick * _v + (_slow - _quick) * (1 - _lost) * _v
    <= ((1 - _rate) * _slow - (1 - 2 * _rate) * _quick) * _v,
    (_v >= 0, _lost >= _rate, _slow >= _quick),
)
_of_noise = Solve(
    _quick * _h + (_slow - _quick) * _u <= 2 * _slow * _h,
    (_h > 0, _u <= 2 * _h, _quick >= 0, _slow >= _quick),
)
_e = reals("e_1")
_abstract = Solve(
    _quick * ((1 - 2 * _rate) * _x2 + _h + _rate * _c * _v)
    + (_slow - _quick) * _c * ((1 - _lost) * _v + _e)
    + _f * (1 - _slow)
    <= (1 - 2 * _rate) * _quick * _x2
    + ((1 - _rate) * _slow - (1 - 2 * _rate) * _quick) * _c * _v
    + _f * (1 - (1 - _rate) * _slow),
    (
        *(_c > 0, _v >= 0, _h > 0, _quick >= 0, _slow >= _quick),
        *(_lost >= _rate, _c * _e <= 2 * _h, _f * _rate >= 2 * _h),
    ),
    (
        Put(_of_energy, {_v: _c * _v}),
        Put(_of_noise, {_u: _c * _e}),
        Solve(
            _f * _rate * _slow >= 2 * _h * _slow,
            (_f * _rate >= 2 * _h, _slow >= _quick, _quick >= 0),
        ),
    ),
)
_terms = {
    _quick: _s,
    _slow: _t,
    _rate: fade * RHO,
    _x2: x**2,
    _h: eta**2,
    _c: scale,
    _v: energy(x),
    _lost: slope * eta / 4,
    _e: (slope * eta) ** 2,
    _f: MOST_NOISE,
}
_known = Solve(
    And(
        *(energy(x) >= 0, slope * eta / 4 >= fade * RHO, eta**2 > 0),
        scale * (slope * eta) ** 2 <= 2 * eta**2,
        MOST_NOISE * (fade * RHO) >= 2 * eta**2,
    ),
    _SCALED,
    (
        lemma("cosh(r) - 1 is at least r^2 / 2", {r: slope * x}),
        Solve(eta**2 <= UNIT * RHO, GENTLE),
        Solve(eta**2 * (scale * slope**2) <= 2 * eta**2, _SCALED),
    ),
)
_again = ((1 - 2 * fade * RHO) * _s, (1 - fade * RHO) * _t)
_next_made = _again[0] * x**2 + (_again[1] - _again[0]) * scale * energy(x)
_next_noise = MOST_NOISE * (1 - _again[1])
_one, _two, _three, _four, _five = reals("l_1 l_2 l_3 l_4 l_5")
_chain = Solve(_one <= _two + _three, (_one <= _four + _five, eq(_two, _four), eq(_three, _five)))
_remade = Solve(
    eq(_two * _x2 + (_three - _two) * _c * _v, _four * _x2 + (_five - _four) * _c * _v),
    (eq(_two, _four), eq(_three, _five)),
)
_enough = Cut(
    Put(
        _chain,
        {
            _one: _after + _noise(),
            _two: _made_of(x, k + 1),
            _three: _noise(k + 1),
            _four: _next_made,
            _five: _next_noise,
        },
    ),
    (
        Cut(Put(_abstract, _terms), (_known, _powers)),
        Cut(
            Put(
                _remade,
                {
                    _two: (1 - 2 * fade * RHO) ** (k + 1),
                    _three: (1 - fade * RHO) ** (k + 1),
                    _four: _again[0],
                    _five: _again[1],
                    _x2: x**2,
                    _c: scale,
                    _v: energy(x),
                },
            ),
            tuple(
                Solve(eq((1 - c * fade * RHO) ** (k + 1), of), (*_SCALED, k >= 0))
                for c, of in zip((2, ONE), _again, strict=True)
            ),
        ),
        Solve(eq(_noise(k + 1), _next_noise), (*_SCALED, k >= 0)),
    ),
)
_kept = Specialise(
    kept(
        sp.Le(moment(x, k), _made_of(x) + _noise(), evaluate=False),
        (),
        (_enough,),
        _SCALED,
        (mixed(ONE, -_noise(), lambda at: -_made_of(at), -_after, -ONE), _loses),
    ),
    x,
)
_near = (*_SCALED, *NEAR, scale * slope**2 * sp.exp(reach) <= 2, k >= 0)
_scaled_energy = Solve(
    scale * energy(x) <= x**2,
    _near,
    (
        BOUNDED_ENERGY,
        Solve(
            scale * (slope**2 * x**2 * sp.exp(reach) / 2) <= x**2,
            (scale * slope**2 * sp.exp(reach) <= 2, scale > 0),
        ),
    ),
)
_bound = Solve(
    moment(x, k) <= law(_t, x**2, MOST_NOISE),
    _near,
    (
        _kept,
        Solve(
            (_t - _s) * (scale * energy(x)) <= (_t - _s) * x**2, _near, (_powers, _scaled_energy)
        ),
    ),
)
PEAK = (MOST >= 4, sp.exp(reach) <= MOST)
FADE_LIMITS = (fade > 0, 16 * R * fade <= 1, 1152 * R**2 * MOST * fade**2 <= 1)
_root, _exp = reals("g_1 e_2")
_own_slope, _own_scale = _root / (4 * R), 32 * R**2 / (_root**2 * MOST)
_fit = Solve(
    And(
        *(_own_slope > 0, _own_slope * eta <= sp.Rational(1, 4), _own_slope <= _root),
        *(_own_scale > 0, _own_scale * _own_slope**2 * _exp <= 2, _own_scale * _own_slope**2 <= 2),
        *(3 * fade <= 1, 2 * fade * (eta * _root) <= 1, 4 * fade * _root <= _own_slope),
        _own_scale * _own_slope**4 >= 144 * fade**2 * _root**2,
        *(sp.Ne(R, 0), sp.Ne(_root, 0), sp.Ne(MOST, 0)),
    ),
    (
        *(_root > 0, eta > 0, R >= 1, eta * _root <= R, fade > 0, 16 * R * fade <= 1),
        *(MOST >= 4, _exp > 0, _exp <= MOST, 1152 * R**2 * MOST * fade**2 <= 1),
    ),
)
_values = {_root: ROOT, _exp: sp.exp(reach)}
FROM_ABOVE = Solve(
    moment(x, k) <= law(_t, x**2, MOST_NOISE),
    (*COORDINATE, *NEAR, *PEAK, *FADE_LIMITS),
    (
        Cut(
            Put(
                _bound,
                {
                    slope: substitute(_own_slope, _values),
                    scale: substitute(_own_scale, _values),
                },
            ),
            (Put(_fit, _values),),
        ),
        lemma("exp is positive", {v: reach}),
        Solve(And(ROOT > 0, B * lam > 0), COORDINATE),
    ),
)
