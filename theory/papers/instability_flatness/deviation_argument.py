"""Appendix E.4, two parameters: how far the approximate eigenvector and its value are off.

With D = z'' Theta^2 + z' Theta the estimate is D (theta_1^-2 + theta_2^-2), and the quotient of
both deviations is D / (theta_1^2 (lambda - z'' theta_1^2)). Over the eigenvalue and over 1 they are
off by a multiple of |z' / (z'' Theta)| at most, and need not come nearer by ill-conditioning alone.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Cut, Put, Solve
from theory.binders import substitute
from theory.existence import by_values
from theory.language import eq, reals
from theory.much_larger import comes_close, distance, much
from theory.papers.instability_flatness.polarity_notation import ddz, dz, lam, t1, t2, vi, vj

PRODUCT = t1 * t2
OFF = ddz * PRODUCT + dz
CURVED, SLOPE = ddz * PRODUCT**2, dz * PRODUCT
ESTIMATE = (CURVED + SLOPE) * (t1**-2 + t2**-2)
RELATIVE = sp.Abs(vj * t2 / (vi * t1))  # (1 + epsilon_2) / (1 + epsilon_1)

IS_LARGEST = (
    eq((lam - ddz * t2**2) * (lam - ddz * t1**2), OFF**2),
    *(lam >= ddz * t2**2, lam >= ddz * t1**2),
)
OF_TWO = (*(sp.Ne(t1, 0), sp.Ne(t2, 0), ddz >= 0, t2**2 >= much * t1**2, *IS_LARGEST),)
IS_EIGENVECTOR = (
    eq(ddz * t2**2 * vi + OFF * vj, lam * vi),
    eq(OFF * vi + ddz * t1**2 * vj, lam * vj),
    *(sp.Ne(vi, 0), sp.Ne(OFF, 0)),
)
SMALL_SLOPE = much * sp.Abs(dz) <= sp.Abs(ddz * PRODUCT)


def estimate_is_close(*given):
    """Return that the estimate comes close to the eigenvalue."""
    return comes_close((t1, t2, dz, ddz, lam), (*OF_TWO, *given), ESTIMATE / lam)


def deviations_are_small(*given):
    """Return that both deviations are about the same, and so small: their quotient is near 1."""
    symbols = (t1, t2, dz, ddz, lam, vi, vj)
    return comes_close(symbols, (*OF_TWO, *IS_EIGENVECTOR, *given), RELATIVE)


# -- parameters 1 and r^2, z'' = 1 and z' = r^3 - r^2 + r ------------------------------------------

_R = much + 2
POINT = {
    distance: sp.Rational(1, 2),
    t1: 1,
    t2: _R**2,
    ddz: 1,
    dz: _R**3 - _R**2 + _R,
    lam: _R**4 + _R**2 + 1,
    vi: _R,
    vj: 1,
}

# -- where z' is small -----------------------------------------------------------------------------

_BASE = (sp.Ne(t1, 0), sp.Ne(t2, 0), ddz >= 0, *IS_LARGEST)
_SMALL = 4 * sp.Abs(dz) <= sp.Abs(ddz * PRODUCT)
_RISES, _FALLS = (SLOPE >= 0,), (SLOPE <= 0, -4 * SLOPE <= CURVED)
_NUMBER = 2 / distance + 4
_CASES = Solve(4 * sp.Abs(SLOPE) <= CURVED, (ddz >= 0, _SMALL))
_SQUARES, _AREA = t1**2 + t2**2, PRODUCT**2
_STRAIGHT, _AT_ESTIMATE = ddz * _SQUARES, (CURVED + SLOPE) * _SQUARES


def _shown(case, *parts):
    return tuple(Solve(part, (*_BASE, *case)) for part in parts)


# the eigenvalue lies between the estimate and z'' (theta_1^2 + theta_2^2)
_IF_RISES = _shown(_RISES, lam >= _STRAIGHT, lam * _AREA <= _AT_ESTIMATE)
_IF_FALLS = _shown(_FALLS, lam <= _STRAIGHT, lam * _AREA >= _AT_ESTIMATE)


def _estimate():
    """Argue that the estimate is off by no more than |z'| / |z'' Theta| of the eigenvalue."""
    scaled = Solve(eq(ESTIMATE * _AREA, _AT_ESTIMATE), _BASE[:2])
    less = _shown(_FALLS, (lam * _AREA - _AT_ESTIMATE) * CURVED <= -SLOPE * lam * _AREA)
    divided = Solve(
        And(lam >= ESTIMATE, (lam - ESTIMATE) * CURVED <= -SLOPE * lam),
        (*_BASE[:2], _IF_FALLS[1].says, less[0].says),
        (scaled, Solve(_AREA > 0, _BASE[:2])),
    )
    says = sp.Abs(ESTIMATE - lam) * CURVED <= sp.Abs(SLOPE) * lam
    rises = Solve(says, (*_BASE, *_RISES), (scaled, *_IF_RISES))
    falls = Solve(says, (*_BASE, *_FALLS), (divided, _IF_FALLS[1], *less))
    return Solve(says, (*_BASE, _SMALL), (rises, falls, _CASES))


# with L = lambda Theta^2, a = theta_1^2, b = theta_2^2 and A = a (lambda - z'' a)
_q, _A, _D, _S, _L, _a, _b = reals("q_v A_v D_v S_v L_v a_v b_v")
_BY_NAMES = {_A: t1**2 * (lam - ddz * t1**2), _D: CURVED, _S: SLOPE}
_BY_NAMES |= {_L: lam * PRODUCT**2, _a: t1**2, _b: t2**2, _q: vj * t2 / (vi * t1)}
_NAMED = (_D > 0, _a > 0, _b >= _a, eq(_A * _b, _L - _D * _a))
_OFF_BY = (_q >= 0, sp.Abs(_q - 1) * _D <= 2 * sp.Abs(_S))
_PRODUCT = eq(_q * _A, _D + _S)


def _put(condition):
    return substitute(condition, _BY_NAMES)


def _by_bounds(case, bounds, ends, shown):
    """Argue in a case that A lies between two ends, and so how far the quotient is off."""
    within = tuple(Solve(end, (*_NAMED, *case, *bounds)) for end in ends)
    off = Cut(Solve(And(*_OFF_BY), (_D > 0, _PRODUCT, *case, *ends)), within)
    return Cut(Put(off, _BY_NAMES), (*_KNOWN, *shown))


_SOLVED = Solve(eq(vj * (lam - ddz * t1**2), OFF * vi), IS_EIGENVECTOR[1:2])
_KNOWN = (
    Solve(CURVED > 0, (*_BASE[:3], IS_EIGENVECTOR[3], _SMALL)),
    Solve(t1**2 > 0, _BASE[:1]),
    Solve(_put(_NAMED[3])),
    Solve(_put(_PRODUCT), (_BASE[0], *IS_EIGENVECTOR[1:3]), (_SOLVED,)),
)


def _deviations():
    """Argue that the quotient of both deviations is off by no more than 2 |z'| / |z'' Theta|.

    Without bars it is D / A, and A lies between z'' Theta^2 and z'' Theta^2 + 2 z' Theta.
    """
    estimate, straight, area = (_D + _S) * (_a + _b), _D * (_a + _b), Solve(_AREA >= 0)
    above, below = (
        Solve(_put(bound), (first.says,), (area,))
        for bound, (first, _) in ((straight <= _L, _IF_RISES), (straight >= _L, _IF_FALLS))
    )
    rises = _by_bounds(
        (_S >= 0,),
        (straight <= _L, estimate >= _L),
        (_A >= _D, _A <= _D + 2 * _S),
        (Cut(above, _IF_RISES[:1]), _IF_RISES[1]),
    )
    falls = _by_bounds(
        (_S <= 0, -4 * _S <= _D),
        (straight >= _L, estimate <= _L),
        (_A <= _D, _A >= _D + 2 * _S),
        (Cut(below, _IF_FALLS[:1]), _IF_FALLS[1]),
    )
    given = (*_BASE, t2**2 >= t1**2, *IS_EIGENVECTOR, _SMALL)
    return Solve(_put(And(*_OFF_BY)), given, (rises, falls, _CASES))


# -- for every distance ----------------------------------------------------------------------------

_SMALLER, _FURTHER = (c.subs(much, _NUMBER) for c in (SMALL_SLOPE, t2**2 >= much * t1**2))
_SIZES = (
    Solve(_SMALL, (distance > 0, _SMALLER)),
    Solve(2 * sp.Abs(SLOPE) <= distance * CURVED, (distance > 0, ddz >= 0, _SMALLER)),
    Solve(t2**2 >= t1**2, (distance > 0, _FURTHER)),
)
_ENOUGH = 2 * sp.Abs(_S) <= distance * _D


def estimate_is_close_argued(sign):
    """Argue that the estimate is close if z' is small."""
    near = Solve(
        sp.Le(sp.Abs(_q / _L - 1), distance, evaluate=False),
        (sp.Abs(_q - _L) * _D <= sp.Abs(_S) * _L, _ENOUGH, _D > 0, _L > 0),
    )
    values = {_q: ESTIMATE, _L: lam, _S: SLOPE, _D: CURVED}
    curved = Solve(CURVED > 0, (ddz >= 0, sign, _SMALL))
    positive = Solve(lam > 0, (*_BASE, sign, _SMALL), (curved,))
    shown = Cut(Put(near, values), (_estimate(), curved, positive, _SIZES[1]))
    statement = estimate_is_close(sign, SMALL_SLOPE)
    return by_values(statement.says, {much: _NUMBER}, (), (Cut(shown, _SIZES[:1]),))


def deviations_are_small_argued():
    """Argue that the deviations are small if z' is small."""
    near = Solve(
        sp.Le(sp.Abs(sp.Abs(_q) - 1), distance, evaluate=False),
        (*_OFF_BY, _ENOUGH, _D > 0),
    )
    both = _deviations()
    parts = tuple(Solve(_put(part), both.given, (both,)) for part in _OFF_BY)
    values = {name: _BY_NAMES[name] for name in (_q, _S, _D)}
    shown = Cut(Put(near, values), (*parts, _KNOWN[0], _SIZES[1]))
    statement = deviations_are_small(SMALL_SLOPE)
    return by_values(statement.says, {much: _NUMBER}, (), (Cut(shown, (_SIZES[0], _SIZES[2])),))
