"""What a step leaves of U = cosh(2 r) - 1 - 2 r^2, which is of the order r^4 near the target.

The drift d = erf(r / sqrt(2)) has d (sinh(2 r) - 2 r) >= (9/10) U for r >= 0: d is at least (9/20)
r up to 2, and r (sinh(2 r) - 2 r) at least 2 U, as r cosh(r) + 2 r is at least 3 sinh(r); beyond,
sinh(2 r) - 2 r is at least U itself. So up to rho = 1/64 a step leaves 1 - 1.8 rho + 2.1 rho^2 of U
at most, and adds 4.2 rho^2 (r^2 + rho^2).
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Cut, Put, Solve
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.signsgd_scaling import unrolled_argument
from theory.papers.signsgd_scaling.loss_argument import ABOVE_SQUARE, ROOT_2, lemma, r, rho, v, y
from theory.papers.signsgd_scaling.power_bounds_argument import COSH, DRIFT_LEMMAS, FROM, NEAR_0

SMALL_RHO, TENTHS = sp.Rational(1, 64), sp.Rational(9, 10)
BETWEEN, FAR = "the drift up to 2", "the drift from 2 on"
SLOPE, SLOW = "sinh above its slope", "3 sinh"
DOUBLE_SINH, DOUBLE_COSH = "sinh of a double", "cosh of a double"
UP_TO_1, UP_TO_SMALL = "cosh up to 1", "cosh up to 1/32"
BEND = sp.Rational(21, 10)
LEMMAS = {
    **unrolled_argument.LEMMAS,
    **DRIFT_LEMMAS,
    BETWEEN: ForAll(1 - sp.erfc(r / ROOT_2) >= 9 * r / 20, given=(r >= FROM, r <= 2)),
    FAR: ForAll(1 - sp.erfc(r / ROOT_2) >= TENTHS, given=(r >= 2,)),
    SLOW: ForAll(y * sp.cosh(y) + 2 * y >= 3 * sp.sinh(y), given=(y >= 0,)),
    DOUBLE_SINH: ForAll(sp.Eq(sp.sinh(2 * v), 2 * sp.sinh(v) * sp.cosh(v))),
    DOUBLE_COSH: ForAll(sp.Eq(sp.cosh(2 * v), 1 + 2 * sp.sinh(v) ** 2)),
    SLOPE: ForAll(sp.sinh(y) >= y, given=(y >= 0,)),
    UP_TO_1: ForAll(sp.cosh(y) <= sp.Rational(31, 20), given=(y >= 0, y <= 1)),
    UP_TO_SMALL: ForAll(sp.cosh(y) <= sp.Rational(21, 20), given=(y >= 0, y <= sp.Rational(1, 32))),
}

# -- what a step leaves of U -----------------------------------------------------------------------

DRIFT = 1 - sp.erfc(r / ROOT_2)


def energy(at):
    """Return U at a point, in units of 1 / sqrt(lambda_j B)."""
    return sp.cosh(2 * at) - 1 - 2 * at**2


_pulls = DRIFT * (sp.sinh(2 * r) - 2 * r) >= TENTHS * energy(r)
_angles = (lemma(DOUBLE_SINH, {v: r}), lemma(DOUBLE_COSH, {v: r}))
_s, _c = sp.sinh(r), sp.cosh(r)
_fast = Solve(
    r * (_s * _c - r) >= 2 * (_s**2 - r**2),
    (r >= 0,),
    (lemma(SLOW, {y: r}), lemma("sinh is not negative")),
)
_positive = Solve(
    And(_s >= r, energy(r) >= 0, sp.sinh(2 * r) - 2 * r >= 0),
    (r >= 0,),
    (
        *_angles,
        lemma(ABOVE_SQUARE, {r: 2 * r}),
        lemma(SLOPE, {y: r}),
        lemma(SLOPE, {y: 2 * r}),
    ),
)
_d, _u, _h = reals("d_0 u_0 h_0")
_times = Solve(
    _d * _h >= TENTHS * _u,
    (r >= 0, _d >= 9 * r / 20, r * _h >= 2 * _u, _h >= 0, _u >= 0),
    (Solve(_d * _h >= 9 * r / 20 * _h, (_d >= 9 * r / 20, _h >= 0)),),
)
_pull = Solve(
    _pulls,
    (r >= 0,),
    (
        Solve(
            _pulls,
            (r >= 0, r <= 2),
            (
                Cut(
                    Put(_times, {_d: DRIFT, _u: energy(r), _h: sp.sinh(2 * r) - 2 * r}),
                    (
                        _positive,
                        Solve(
                            r * (sp.sinh(2 * r) - 2 * r) >= 2 * energy(r),
                            (r >= 0,),
                            (*_angles, _fast),
                        ),
                        Solve(
                            9 * r / 20 <= DRIFT, (r >= 0, r <= 2), (lemma(NEAR_0), lemma(BETWEEN))
                        ),
                    ),
                ),
            ),
        ),
        Solve(
            _pulls,
            (r >= 2,),
            (
                lemma(FAR),
                _positive,
                Solve(
                    sp.sinh(2 * r) - 2 * r >= energy(r),
                    (r >= 2,),
                    (
                        lemma(COSH, {r: 2 * r}),
                        lemma("exp falls", {y: 2 * r, v: 0}),
                    ),
                ),
            ),
        ),
    ),
)
PULL = Solve(_pulls, using=(_pull, Put(_pull, {r: -r})))

_short = (rho >= 0, rho <= SMALL_RHO)


def left(step):
    """Return the share of U that a step of size rho leaves."""
    return 1 - 2 * TENTHS * step + BEND * step**2


def added(at, step):
    """Return what it adds to U."""
    return 2 * BEND * step**2 * (at**2 + step**2)


_e = sp.cosh(2 * rho) - 1
_bends = Solve(
    And(_e <= BEND * rho**2, _e - 2 * rho**2 <= 2 * BEND * rho**4, _e >= 0),
    _short,
    (
        lemma("cosh near 0, from both sides", {unrolled_argument.u: 2 * rho}),
        lemma(UP_TO_SMALL, {y: 2 * rho}),
        lemma(ABOVE_SQUARE, {r: 2 * rho}),
    ),
)
_same = And(DRIFT * r >= 0, DRIFT * sp.sinh(2 * r) >= 0, energy(r) >= 0)
_same_up = Solve(_same, (r >= 0,), (lemma(NEAR_0), lemma(BETWEEN), lemma(FAR), _positive))
SAME = Solve(_same, using=(_same_up, Put(_same_up, {r: -r})))
_q = sp.erfc(r / ROOT_2) / 2
_sinh = sp.sinh(2 * rho)
_pull_of_r = DRIFT * (_sinh * sp.sinh(2 * r) - 4 * rho * r)
_bend_of_r = _e * sp.cosh(2 * r) - 2 * rho**2
_more = added(r, rho)
_pulled = Solve(
    _pull_of_r >= 2 * rho * TENTHS * energy(r),
    _short,
    (
        Solve(
            (_sinh - 2 * rho) * (DRIFT * sp.sinh(2 * r)) >= 0,
            _short,
            (SAME, lemma(SLOPE, {y: 2 * rho})),
        ),
        Solve(
            2 * rho * (DRIFT * (sp.sinh(2 * r) - 2 * r)) >= 2 * rho * (TENTHS * energy(r)),
            _short,
            (PULL,),
        ),
    ),
)
_bent = Solve(
    _bend_of_r <= BEND * rho**2 * energy(r) + _more,
    _short,
    (
        _bends,
        SAME,
        Solve(
            _e * (energy(r) + 2 * r**2) <= BEND * rho**2 * (energy(r) + 2 * r**2),
            _short,
            (_bends, SAME),
        ),
    ),
)
_mean = (1 - _q) * energy(r - rho) + _q * energy(r + rho)
_a, _b1, _b2, _u2, _k = reals("a b_1 b_2 u_2 k_0")
_whole = Solve(
    _a <= left(rho) * _u2 + _k,
    (
        eq(_a, _b1 + _u2 - _b2),
        _b2 >= 2 * rho * TENTHS * _u2,
        _b1 <= BEND * rho**2 * _u2 + _k,
    ),
)
LOSES = Solve(
    _mean <= left(rho) * energy(r) + _more,
    _short,
    (
        Cut(
            Put(_whole, {_a: _mean, _b1: _bend_of_r, _b2: _pull_of_r, _u2: energy(r), _k: _more}),
            (
                _pulled,
                _bent,
                Solve(
                    eq(_mean, _bend_of_r + energy(r) - _pull_of_r),
                    (),
                    (
                        lemma("cosh of a difference", {r: 2 * r, rho: 2 * rho}),
                        lemma("cosh of a difference", {r: 2 * r, rho: -2 * rho}),
                    ),
                ),
            ),
        ),
    ),
)
