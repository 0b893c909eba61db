"""Theorem H.4: for rho_j >= 1 the second moment stays of the order eta^2 from |delta| <= eta on.

W = cosh(x / (2 eta)) is at least x^2 / (8 eta^2). Of W a step leaves 4/5 in the mean, and 1/2: from
|x| >= eta on the drift is at least 2/3, and inside W is at most 6/5. So E delta_k^2 is at most
8 eta^2 times (4/5)^k W + (5/2) (1 - (4/5)^k), and 20 eta^2 from |x| <= eta.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Between, Hide, Put, Solve, Specialise, lemmas_of
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, reals
from theory.orders import Large, LargeEnough, Order
from theory.papers.signsgd_scaling import loss_argument, unrolled_argument
from theory.papers.signsgd_scaling.loss_argument import (
    ABOVE_SQUARE,
    FALLS,
    POSITIVE,
    RHO,
    ROOT,
    ROOT_2,
    STEP_SIZE,
    TAIL,
    TWO_THIRDS,
    kept,
    lemma,
    mixed,
    r,
    rho,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import B, delta, eta, k, lam, later, moment, steps_up, x
from theory.papers.signsgd_scaling.unrolled_argument import FROM_ABOVE_ANY, NOISE_MOST, R, reach
from theory.places import HERE

HALF, SHRINK = sp.Rational(1, 2), sp.Rational(4, 5)
NAMES = (
    TAIL,
    ABOVE_SQUARE,
    "the drift near 0",
    "the drift from 1 on",
    "sinh and cosh",
    "sinh is not negative",
    "cosh of a difference",
)
INSIDE, LEFT, RISE = "cosh up to 1/2", "what a step of 1/2 leaves", "sinh of 1/2"
LEMMAS = {
    **{name: loss_argument.LEMMAS[name] for name in NAMES},
    INSIDE: ForAll(sp.cosh(r) <= sp.Rational(6, 5), given=(r >= 0, r <= HALF)),
    LEFT: ForAll(
        sp.Le(sp.cosh(HALF) - TWO_THIRDS * sp.sinh(HALF), SHRINK, evaluate=False),
    ),
    RISE: ForAll(sp.Le(sp.sinh(HALF), sp.Rational(5, 8), evaluate=False)),
}

# -- what a step leaves ----------------------------------------------------------------------------

_up = sp.erfc(r / ROOT_2) / 2
_pulled = TWO_THIRDS * (sp.cosh(y) - 1) - sp.Rational(2, 15)
_from_the_right = Solve(
    (1 - 2 * _up) * sp.sinh(y) >= _pulled,
    (y >= 0, r >= 2 * y),
    (
        lemma("the drift near 0"),
        lemma("the drift from 1 on"),
        lemma("sinh and cosh", {r: y}),
        lemma("sinh is not negative", {r: y}),
        lemma(INSIDE, {r: y}),
    ),
)
PULL = Solve(
    (1 - 2 * _up) * sp.sinh(y) >= _pulled,
    (sp.Or(sp.And(y >= 0, r >= 2 * y), sp.And(y <= 0, r <= 2 * y)),),
    (_from_the_right, Put(_from_the_right, {r: -r, y: -y})),
)
ONE_STEP = Solve(
    (1 - _up) * sp.cosh(y - HALF) + _up * sp.cosh(y + HALF) <= SHRINK * sp.cosh(y) + HALF,
    PULL.given,
    (
        PULL,
        lemma("cosh of a difference", {r: y, rho: HALF}),
        lemma("cosh of a difference", {r: y, rho: -HALF}),
        lemma("sinh is not negative", {r: HALF}),
        lemma(LEFT),
        lemma(RISE),
        lemma(ABOVE_SQUARE, {r: y}),
    ),
)

# -- after any number of steps ---------------------------------------------------------------------

LARGE = (*STEP_SIZE, RHO >= 1)


def energy(at):
    """Return W at a point."""
    return sp.cosh(at / (2 * eta))


def _share_and_noise(steps):
    share = SHRINK**steps
    return share, sp.Rational(5, 2) * (1 - share)


_size = 8 * eta**2
_share, _noise = _share_and_noise(k)
_new_share, _new_noise = _share_and_noise(k + 1)
_after = SHRINK * energy(x) + HALF
_step = Solve(
    (1 - steps_up(x)) * energy(x - eta) + steps_up(x) * energy(x + eta) <= _after,
    LARGE,
    (Put(ONE_STEP, {r: ROOT * x, y: x / (2 * eta)}),),
)
BOUND = Specialise(
    kept(
        sp.Le(moment(x, k), _size * (_share * energy(x) + _noise), evaluate=False),
        (lemma(ABOVE_SQUARE, {r: x / (2 * eta)}),),
        (
            Solve(
                eq(_share * _after + _noise, _new_share * energy(x) + _new_noise),
                (*LARGE, k >= 0),
            ),
        ),
        LARGE,
        (
            mixed(_share, -_size * _noise, lambda at: -_size * energy(at), -_size * _after, -1),
            Solve(_share >= 0, (k >= 0,)),
            _step,
        ),
    ),
    x,
)
_PLACES = {
    "section 2": (eta > 0, B >= 1),
    "assumption B.2": (lam > 0,),
    "appendix H.2": (later >= 0, sp.Le(sp.Abs(delta), eta, evaluate=False)),  # from k** on
    HERE: (RHO >= 1,),
}
_OVER = (delta, later, eta, B, lam)
STAYS_BOUNDED = States(Order(moment(delta, later), eta**2, "at most", _OVER), _PLACES)


def _bounds(start, steps):
    """Argue for what shows that the second moment from |start| <= eta stays below 20 eta^2."""
    given = (*LARGE, steps >= 0, sp.Le(sp.Abs(start), eta, evaluate=False))
    at_entry = start / (2 * eta)
    inside = Solve(
        energy(start) <= sp.Rational(6, 5),
        given,
        (lemma(INSIDE, {r: at_entry}), lemma(INSIDE, {r: -at_entry})),
    )
    bound = Put(BOUND, {x: start, k: steps})
    return given, (bound, inside, Solve(SHRINK**steps >= 0, (steps >= 0,)))


def stays(start, steps):
    """Argue that the second moment from |start| <= eta is at most of the order eta^2."""
    given, using = _bounds(start, steps)
    return Between(
        moment(start, steps), eta**2, None, 20, (start, steps, eta, B, lam), given, using
    )


_STARTS = (*STEP_SIZE, later >= 0, sp.Le(sp.Abs(delta), eta, evaluate=False))
_POINT = {eta: sp.S.One, B: sp.S.One, lam: sp.S.One, delta: sp.S.Zero, later: sp.S.Zero}
STAYS = stays(delta, later)
STAYS_FOR_LARGE = Hide(
    STAYS,
    {LargeEnough(RHO): sp.S.One},
    (Solve(sp.Gt(sp.S.One, 0, evaluate=False)),),
    _POINT,
)

# -- for rho of at least any constant c: up to 1 by the bound for coordinates near their targets ---

c = reals("c")
_near = (*_STARTS, c > 0, c <= RHO)
_gentle = (*_near, RHO <= 1)
_fades = sp.exp(-RHO * later / 16)
_noise_up_to_1 = substitute(NOISE_MOST, {R: sp.S.One, k: later})
_UP_TO_1 = Solve(
    moment(delta, later) <= (sp.exp(1) + 32 / c) * eta**2,
    _gentle,
    (
        Put(FROM_ABOVE_ANY, {x: delta, k: later, R: sp.S.One, reach: sp.S.One}),
        Solve(sp.And(ROOT * delta <= 1, -ROOT * delta <= 1), _gentle),
        Solve(
            delta**2 * sp.exp(1) * _fades <= sp.exp(1) * eta**2,
            _gentle,
            (
                lemma(FALLS, {y: RHO * later / 16, v: sp.S.Zero}),
                lemma(POSITIVE, {v: -RHO * later / 16}),
                lemma(POSITIVE, {v: sp.S.One}),
            ),
        ),
        Solve(_noise_up_to_1 <= 32 * eta**2 / c, _gentle),
    ),
)
_FROM_1_ON = Solve(moment(delta, later) <= 20 * eta**2, *_bounds(delta, later))
_most = 20 + sp.exp(1) + 32 / c
STAYS_FOR_ANY = Hide(
    Between(
        *(moment(delta, later), eta**2, None, _most, _OVER, _near),
        (_UP_TO_1, _FROM_1_ON, lemma(POSITIVE, {v: sp.S.One})),
    ),
    {Large(RHO): c},
    (),
    {**_POINT, c: sp.S.One},
)
LEMMAS_FOR_ANY = {
    name: {**loss_argument.LEMMAS, **unrolled_argument.LEMMAS, **LEMMAS}[name]
    for name in lemmas_of(STAYS_FOR_ANY)
}
