"""Lemmas F.1, F.2 and H.3: how long a coordinate takes to a region around 0, and how it may not.

The region has the half width w, at least eta and r_j = 1 / sqrt(lambda_j B). Outside of it an error
takes the wrong direction with probability q <= Phi(-1) < 1/6. So

    from |delta_0| <= w + n eta, n >= 0    it is outside at each of k steps with a probability of at
                                           most 2^n (3/4)^k, as (1 - q) / 2 + 2 q <= 3/4
    from |delta_0| > w + (k - 1) eta       it surely is, as it moves by eta in a step

and 2^m (3/4)^(6 m) is at most exp(-m). Early coordinates, up to min(1, c/4) B^(1/alpha), have
lambda_j theta_j*^2 >= 4 / B, so that |theta_j*| is at least 2 r_j.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Definition, Generalise, Induct, Put, Solve, Specialise
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, integers, reals
from theory.papers.signsgd_scaling.loss_argument import CHANCE, ROOT, TAIL, lemma
from theory.papers.signsgd_scaling.loss_argument import LEMMAS as OF_LOSS
from theory.papers.signsgd_scaling.notation import (
    B,
    alpha,
    arrives_between,
    away,
    eta,
    hits,
    j,
    k,
    lam,
    low,
    radius,
    steps_up,
    x,
)
from theory.quantifiers import Every

n = integers("n")
u, v, y, z = reals("u v y z")
NOT_YET = Definition("no time is before the first one")
AT_ONCE = Definition("a start within the radius")
LATER = Definition("a start outside, and the first step")
SIXTH = sp.Rational(1, 6)
EDGE = "the chance of a wrong step at the edge"
FALLS = "erfc falls"
HALVES, DECAYS, SHRINKS, FALLING_EXP = (
    "a power of 2 grows",
    "a power of 3/4 falls",
    "what is left after six times as many steps",
    "exp falls",
)
WHOLE = "what is left after 6 m steps"
QUARTERS = sp.Rational(3, 4)
LEMMAS = {
    TAIL: OF_LOSS[TAIL],
    FALLING_EXP: OF_LOSS[FALLING_EXP],
    HALVES: ForAll(2**u <= 2**v, given=(u <= v,)),
    DECAYS: ForAll(QUARTERS**u <= QUARTERS**v, given=(u >= v,)),
    SHRINKS: ForAll(2**u * QUARTERS ** (6 * u) <= sp.exp(-u), given=(u >= 0,)),
    WHOLE: ForAll(
        2**hits * QUARTERS ** (6 * hits + 1) <= sp.exp(-sp.Rational(3, 16) * hits),
        given=(hits >= 1,),
    ),
    FALLS: ForAll(sp.erfc(y) <= sp.erfc(v), given=(y >= v,)),
    EDGE: ForAll(sp.Le(sp.erfc(1 / sp.sqrt(2)) / 2, SIXTH, evaluate=False)),
}
STRICTLY = "exp(-v) is below 1"
BELOW_1 = {STRICTLY: ForAll(sp.exp(-v) < 1, given=(v > 0,))}
POWER_FALLS, AT_END, _STEEPER = (
    "a power falls",
    "the power at the last early coordinate",
    "a power of a number below 1",
)
OF_POWERS = {
    POWER_FALLS: ForAll(u**-alpha >= v**-alpha, given=(u >= 1, alpha > 1, u <= v)),
    AT_END: ForAll(
        eq((v * B ** (1 / alpha)) ** -alpha * B, v**-alpha), given=(v > 0, alpha > 1, B >= 1)
    ),
    _STEEPER: ForAll(v**-alpha >= 1 / v, given=(v > 0, v <= 1, alpha > 1)),
}
EARLY = sp.Min(1, low / 4)  # that, and less, times B^(1/alpha) are early coordinates
LAST_EARLY = EARLY * B ** (1 / alpha)


def strong_signal(given, *using):
    """Return that lambda_j theta_j*^2 is at least 4 / B in early coordinates.

    Args:
        given: what may be assumed.
        using: steps that show that the coordinate is early.
    """
    of_powers = (
        Put(lemma(POWER_FALLS), {u: j, v: LAST_EARLY}),
        Put(lemma(AT_END), {v: EARLY}),
        Put(lemma(_STEEPER), {v: EARLY}),
    )
    return Solve(low * j**-alpha * B >= 4, given, (*using, *of_powers))


REGION = (eta > 0, lam > 0, B >= 1, radius >= eta, radius * ROOT >= 1)
STEPS = (eta > 0, lam > 0, B >= 1)


def by_steps(body, given, start, step):
    """Argue by induction over the steps that something holds for every start."""
    every = Every(x, body)
    before = [Specialise(Assume(every), at) for at in (x - eta, x + eta)]
    return Specialise(
        Induct(
            every,
            k,
            0,
            base=Generalise(Solve(substitute(body, {k: sp.S.Zero}), given, (NOT_YET, *start)), x),
            step=Generalise(
                Solve(
                    substitute(body, {k: k + 1}),
                    (*given, k >= 0, every),
                    (LATER, CHANCE, *before, *step),
                ),
                x,
            ),
        ),
        x,
    )


SURELY = by_steps(
    Implies(sp.Gt(sp.Abs(x), radius + (k - 1) * eta, evaluate=False), eq(away(radius, k), 1)),
    STEPS,
    (),
    (),
)

# -- the chance to be late -------------------------------------------------------------------------

_late = Implies(
    And(n >= 0, sp.Le(sp.Abs(x), radius + n * eta, evaluate=False)),
    sp.Le(away(radius, k), 2**n * QUARTERS**k, evaluate=False),
    evaluate=False,
)
_every = Every(x, Every(n, _late))
_q, _size, _near, _far = reals("q P a b")
_mix = Solve(
    (1 - _q) * _near + _q * _far <= QUARTERS * _size,
    (_q >= 0, _q <= SIXTH, _size >= 0, _near <= _size / 2, _far <= 2 * _size),
)
_bound = 2**n * QUARTERS**k
_powers = Solve(
    And(
        _bound > 0,
        eq(2 ** (n + 1) * QUARTERS**k, 2 * _bound),
        eq(2 ** (n - 1) * QUARTERS**k, _bound / 2),
        eq(2**n * QUARTERS ** (k + 1), QUARTERS * _bound),
    ),
    (n >= 1, k >= 0),
)


def _from(side, at):
    """Return what is assumed of a start beside x, so many steps of eta outside."""
    return Specialise(Specialise(Assume(_every), x + side * eta), at)


def _moved(side):
    """Argue for a step from the outside, where the wrong direction is this side."""
    beyond = side * x > radius
    chance = steps_up(x) if side > 0 else 1 - steps_up(x)
    at_edge = {y: side * x * ROOT / sp.sqrt(2), v: 1 / sp.sqrt(2)}
    wrong = Solve(chance <= SIXTH, (*REGION, beyond), (lemma(EDGE), Put(lemma(FALLS), at_edge)))
    near, far = (away(radius, k, x + way * eta) for way in (-side, side))
    return Solve(
        substitute(_late, {k: k + 1}),
        (*REGION, k >= 0, n >= 1, beyond, _every),
        (
            LATER,
            CHANCE,
            wrong,
            _powers,
            _from(-side, n - 1),
            _from(side, n + 1),
            Put(_mix, {_q: chance, _size: _bound, _near: near, _far: far}),
        ),
    )


_inside = Solve(
    substitute(_late, {k: k + 1}),
    (*REGION, k >= 0, sp.Le(sp.Abs(x), radius, evaluate=False)),
    (AT_ONCE, Solve(2**n * QUARTERS ** (k + 1) > 0, (k >= 0, n >= 0))),
)
LATE = Specialise(
    Specialise(
        Induct(
            _every,
            k,
            0,
            base=Generalise(
                Generalise(
                    Solve(
                        substitute(_late, {k: sp.S.Zero}),
                        REGION,
                        (NOT_YET, Solve(2**n >= 1, (n >= 0,))),
                    ),
                    n,
                ),
                x,
            ),
            step=Generalise(
                Generalise(
                    Solve(
                        substitute(_late, {k: k + 1}),
                        (*REGION, k >= 0, _every),
                        (_moved(1), _moved(-1), _inside),
                    ),
                    n,
                ),
                x,
            ),
        ),
        x,
    ),
    n,
)

# -- how long it takes -----------------------------------------------------------------------------

SIZE = sp.Abs(x) / eta
_longest = sp.floor(6 * SIZE) + 1
_outside = sp.Max(sp.ceiling((sp.Abs(x) - radius) / eta), 0)
AT_MOST = Solve(
    away(radius, _longest) <= sp.exp(-SIZE),
    REGION,
    (
        Put(LATE, {k: _longest, n: _outside}),
        Put(lemma(HALVES), {u: _outside, v: SIZE}),
        Put(lemma(DECAYS), {u: _longest, v: 6 * SIZE}),
        Put(lemma(SHRINKS), {u: SIZE}),
    ),
)


SOON = Solve(
    1 - away(radius, _longest) >= 1 - sp.exp(-SIZE / 6),
    REGION,
    (AT_MOST, Put(lemma(FALLING_EXP), {y: SIZE, v: SIZE / 6})),
)


def in_time(far, share=SIXTH):
    """Argue that the first time in the region is between |delta_0| / (6 eta) and 6 |delta_0| / eta.

    Args:
        far: that the error starts well outside.
        share: what the exponent of the probability is in units of |delta_0| / eta.
    """
    return Solve(
        arrives_between(SIZE / 6, 6 * SIZE, radius) >= 1 - sp.exp(-share * SIZE),
        (*REGION, *far),
        (
            AT_MOST,
            Put(SURELY, {k: sp.ceiling(SIZE / 6)}),
            Put(lemma(FALLING_EXP), {y: SIZE, v: share * SIZE}),
        ),
    )
