"""What bounds the loss of SignSGD: the second moment of a coordinate, and sums over coordinates.

After a step from x the second moment is the mean of those from x - eta and x + eta. So a bound that
a step keeps, for every x, holds after k steps. The drift towards 0, erf(r / sqrt(2)) with r =
sqrt(lambda_j B) |x|, lies between (2/3) tanh(r / 2) and r, up to rho = eta sqrt(lambda_j B) = 1/4:

    from above    lambda_j B x^2 / 2 by W = cosh(r) - 1, of which a step leaves 1 - rho/4, and rho^2
                  (so that the noise is at most 4 rho, and at most rho^2 k)
    from below    x^2, of which a step leaves 1 - 2 rho, and eta^2

and without any condition |x| changes by eta at most. What is left of each coordinate is added up by
powers of its index:

    p (n + 1)^(-1 - p) <= n^-p - (n + 1)^-p        so that sums of powers telescope
    (1 + z)^alpha exp(-g z^(beta/2)) <= K          for every z > 0
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import (
    Argument,
    Assume,
    Definition,
    Generalise,
    Hide,
    Induct,
    LastTerm,
    Lemma,
    Put,
    Solve,
    Specialise,
)
from theory.binders import substitute
from theory.claim import ByReading, ForAll
from theory.language import eq, integers, reals
from theory.orders import Magnitude
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    SOME_CONSTANT,
    B,
    alpha,
    beta,
    eta,
    j,
    k,
    lam,
    moment,
    steps_up,
    x,
)
from theory.quantifiers import Every

v, y, z, r, rho = reals("v y z r rho")
p, u, g, K = reals("p u g K")
n = integers("n")
ONE = sp.S.One
THIRD, TWO_THIRDS, QUARTER = sp.Rational(1, 3), sp.Rational(2, 3), sp.Rational(1, 4)
ROOT_2 = sp.sqrt(2)
ROOT = sp.sqrt(lam * B)
RHO = eta * ROOT
NO_STEP = Definition("the second moment before the first step")
FIRST_STEP = Definition("the second moment and the first step")
STEP_SIZE = (eta > 0, lam > 0, B >= 1)
STABLE = (*STEP_SIZE, RHO <= QUARTER)

TAIL, FALLS, POSITIVE, ABOVE_SQUARE = (
    "erfc is positive",
    "exp falls",
    "exp is positive",
    "cosh(r) - 1 is at least r^2 / 2",
)
LEMMAS = {
    TAIL: ForAll(sp.erfc(z) > 0),
    FALLS: ForAll(sp.exp(-y) <= sp.exp(-v), given=(y >= v,)),
    POSITIVE: ForAll(sp.Gt(sp.exp(v), 0, evaluate=False)),
    ABOVE_SQUARE: ForAll(sp.cosh(r) - 1 >= r**2 / 2),
    "the drift is at most its slope": ForAll(
        1 - sp.erfc(z) <= sp.Rational(6, 5) * z, given=(z >= 0,)
    ),
    "the drift near 0": ForAll(1 - sp.erfc(r / ROOT_2) >= THIRD * r, given=(r >= 0, r <= 1)),
    "the drift from 1 on": ForAll(1 - sp.erfc(r / ROOT_2) >= TWO_THIRDS, given=(r >= 1,)),
    "r sinh(r)": ForAll(r * sp.sinh(r) / 2 >= sp.cosh(r) - 1, given=(r >= 0,)),
    "sinh and cosh": ForAll(sp.sinh(r) >= sp.cosh(r) - 1, given=(r >= 0,)),
    "sinh is not negative": ForAll(sp.sinh(r) >= 0, given=(r >= 0,)),
    "cosh of a difference": ForAll(
        sp.Eq(sp.cosh(r - rho), sp.cosh(r) * sp.cosh(rho) - sp.sinh(r) * sp.sinh(rho))
    ),
    "what a step leaves": ForAll(
        sp.cosh(rho) - TWO_THIRDS * sp.sinh(rho) <= 1 - rho / 4,
        given=(rho >= 0, rho <= QUARTER),
    ),
    "cosh near 0": ForAll(sp.cosh(r) - 1 <= r**2 * sp.exp(r) / 2, given=(r >= 0,)),
    "exp near 0": ForAll(sp.exp(rho) <= 2, given=(rho >= 0, rho <= QUARTER)),
    "decay from above": ForAll(
        (1 - rho / 4) ** k <= sp.exp(-rho * k / 4), given=(rho >= 0, rho <= QUARTER, k >= 0)
    ),
    "decay from below": ForAll(
        (1 - 2 * rho) ** k >= sp.exp(-4 * rho * k), given=(rho >= 0, rho <= QUARTER, k >= 0)
    ),
    "noise from below": ForAll(
        (1 - 2 * rho) ** k <= sp.exp(-2 * rho * k), given=(rho >= 0, rho <= QUARTER, k >= 0)
    ),
    "Bernoulli": ForAll((1 - y) ** -p >= 1 + p * y, given=(y >= 0, y < 1, p >= 0)),
    "a power of a quotient": ForAll(
        sp.Eq((1 - 1 / (y + 1)) ** -p * (y + 1) ** -p, y**-p), given=(y >= 1, p > 0)
    ),
    "a power and the next": ForAll(
        sp.Eq((y + 1) ** -p, (y + 1) * (y + 1) ** (-1 - p)), given=(y >= 1, p > 0)
    ),
    "u exp(1 - u)": ForAll((1 - v) * sp.exp(v) <= 1),
    "a power of a number below 1": ForAll(v**p <= 1, given=(v > 0, v <= 1, p > 0)),
    "a power of a product": ForAll(
        sp.Eq((u * sp.exp(1 - u)) ** p, u**p * sp.exp(p - p * u)), given=(u > 0, p > 0)
    ),
    "z by z^(beta/2)": ForAll(
        sp.Eq(z**alpha, (g * z ** (beta / 2) / p) ** p * (p / g) ** p),
        given=(z > 0, alpha > 0, beta > 0, g > 0, sp.Eq(p, 2 * alpha / beta)),
    ),
    "1 + z up to 1": ForAll((1 + z) ** alpha <= 2**alpha, given=(z > 0, z <= 1, alpha > 0)),
    "1 + z from 1 on": ForAll((1 + z) ** alpha <= 2**alpha * z**alpha, given=(z >= 1, alpha > 0)),
}


def lemma(name, values=None):
    """Return a lemma, at some values."""
    return Put(Lemma(name), values) if values else Lemma(name)


# -- what every step keeps -------------------------------------------------------------------------

_z = x * ROOT / ROOT_2
CHANCE = Solve(
    sp.And(steps_up(x) >= 0, steps_up(x) <= 1),
    (lam > 0, B >= 1),
    (lemma(TAIL, {z: _z}), lemma(TAIL, {z: -_z})),
)


def kept(body, start, step, given=STEP_SIZE, mixing=()):
    """Argue by induction that a bound of the second moment holds for every start.

    Args:
        body: the bound after k steps from x.
        start, step: what the bound before the first step and that after another one need.
        given: hypotheses.
        mixing: what a step keeps, `mixed`, and facts that show what it assumes.
    """
    every = Every(x, body)
    now = (*given, k >= 0, every)
    before: tuple[Argument, ...] = (
        CHANCE,
        *(Specialise(Assume(every), at) for at in (x - eta, x + eta)),
    )
    if mixing:
        says = substitute(MIXED.says, mixing[0].values)
        before = (Solve(says, now, (*before, *mixing)),)
    return Induct(
        every,
        k,
        0,
        base=Generalise(Solve(substitute(body, {k: sp.S.Zero}), given, (NO_STEP, *start)), x),
        step=Generalise(Solve(substitute(body, {k: k + 1}), now, (FIRST_STEP, *before, *step)), x),
    )


def by_steps(says, given, start=0):
    """Argue by induction over the number of steps, where each step needs no more than the last."""
    return Induct(
        says,
        k,
        start,
        base=Solve(substitute(says, {k: sp.Integer(start)}), given),
        step=Solve(substitute(says, {k: k + 1}), (*given, k >= start, says)),
    )


BASE = reals("z_0")
_up_to_1 = sp.And(BASE**k > 0, BASE**k <= 1)
POWER_UP_TO_1 = by_steps(_up_to_1, (BASE > 0, BASE <= 1))
REACH = (
    sp.Ge(moment(x, k), sp.Max(sp.Abs(x) - eta * k, 0) ** 2, evaluate=False),
    sp.Le(moment(x, k), (sp.Abs(x) + eta * k) ** 2, evaluate=False),
)
AT_LEAST, AT_MOST = (Specialise(kept(body, (), ()), x) for body in REACH)

# -- a step mixes linear bounds --------------------------------------------------------------------

_p, _w, _n, _a, _b, _m, _l, _s = reals("p w n_k a b m l s_0")
MIXED = Solve(
    (1 - _p) * _m + _p * _l >= _w * _s + _n,
    (
        *(_p >= 0, _p <= 1, _w >= 0, _m >= _w * _a + _n, _l >= _w * _b + _n),
        (1 - _p) * _a + _p * _b >= _s,
    ),
)


def mixed(share, noise, function, after, factor):
    """Return what a step keeps of: factor * moment >= share * function + noise."""
    left, right = x - eta, x + eta
    return Put(
        MIXED,
        {
            _p: steps_up(x),
            _w: share,
            _n: noise,
            _a: function(left),
            _b: function(right),
            _m: factor * moment(left, k),
            _l: factor * moment(right, k),
            _s: after,
        },
    )


def unchanged(one, other):
    """Argue that two forms of a bound after a step are equal."""
    return Solve(eq(one, other), (*STABLE, k >= 0))


# -- from below ------------------------------------------------------------------------------------

_slope = "the drift is at most its slope"
SQUARE = Solve(
    (1 - steps_up(x)) * (x - eta) ** 2 + steps_up(x) * (x + eta) ** 2
    >= (1 - 2 * RHO) * x**2 + eta**2,
    STEP_SIZE,
    (
        Solve(
            x * (1 - 2 * steps_up(x)) <= ROOT * x**2,
            (lam > 0, B >= 1),
            (lemma(_slope, {z: _z}), lemma(_slope, {z: -_z})),
        ),
    ),
)


def _below(steps):
    """Return share and noise of the bound from below."""
    share = (1 - 2 * RHO) ** steps
    return share, (1 - share) * eta / (2 * ROOT)


_share, _noise = _below(k)
_new_share, _new_noise = _below(k + 1)
_after = (1 - 2 * RHO) * x**2 + eta**2
KEPT_BELOW = Specialise(
    kept(
        sp.Ge(moment(x, k), _share * x**2 + _noise, evaluate=False),
        (),
        (unchanged(_share * _after + _noise, _new_share * x**2 + _new_noise),),
        STABLE,
        (
            mixed(_share, _noise, lambda at: at**2, _after, 1),
            Solve(_share >= 0, (*STABLE, k >= 0)),
            SQUARE,
        ),
    ),
    x,
)
FROM_BELOW = Solve(
    moment(x, k) >= sp.exp(-4 * RHO * k) * x**2 + (1 - sp.exp(-2 * RHO * k)) * eta / (2 * ROOT),
    (*STABLE, k >= 0),
    (
        KEPT_BELOW,
        lemma("decay from below", {rho: RHO}),
        lemma("noise from below", {rho: RHO}),
    ),
)

# -- from above ------------------------------------------------------------------------------------

_up = sp.erfc(r / ROOT_2) / 2
_pull = Solve(
    (1 - 2 * _up) * sp.sinh(r) >= TWO_THIRDS * (sp.cosh(r) - 1),
    (r >= 0,),
    (
        lemma("the drift near 0"),
        lemma("the drift from 1 on"),
        lemma("r sinh(r)"),
        lemma("sinh and cosh"),
        lemma("sinh is not negative"),
    ),
)
PULL = Solve(
    (1 - 2 * _up) * sp.sinh(r) >= TWO_THIRDS * (sp.cosh(r) - 1),
    using=(_pull, Put(_pull, {r: -r})),
)
_rise = Solve(
    sp.cosh(rho) - 1 <= rho**2,
    (rho >= 0, rho <= QUARTER),
    (lemma("cosh near 0", {r: rho}), lemma("exp near 0")),
)
_moved = Solve(
    (1 - _up) * sp.cosh(r - rho) + _up * sp.cosh(r + rho)
    <= sp.cosh(r) * sp.cosh(rho) - TWO_THIRDS * (sp.cosh(r) - 1) * sp.sinh(rho),
    (rho >= 0,),
    (
        PULL,
        lemma("cosh of a difference"),
        lemma("cosh of a difference", {rho: -rho}),
        lemma("sinh is not negative", {r: rho}),
    ),
)
ONE_STEP = Solve(
    (1 - _up) * (sp.cosh(r - rho) - 1) + _up * (sp.cosh(r + rho) - 1)
    <= (1 - rho / 4) * (sp.cosh(r) - 1) + rho**2,
    (rho >= 0, rho <= QUARTER),
    (_moved, lemma("what a step leaves"), _rise, lemma(ABOVE_SQUARE)),
)


def energy(at):
    """Return W at a point."""
    return sp.cosh(ROOT * at) - 1


def _above(steps):
    """Return share and noise of the bound from above."""
    share = (1 - RHO / 4) ** steps
    return share, 4 * RHO * (1 - share)


_share, _noise = _above(k)
_new_share, _new_noise = _above(k + 1)
_after = (1 - RHO / 4) * energy(x) + RHO**2
_step = Solve(
    (1 - steps_up(x)) * energy(x - eta) + steps_up(x) * energy(x + eta) <= _after,
    STABLE,
    (Put(ONE_STEP, {r: ROOT * x, rho: RHO}),),
)
_not_negative = Solve(_share >= 0, (*STABLE, k >= 0))
_kept_above = Specialise(
    kept(
        sp.Le(lam * B * moment(x, k) / 2, _share * energy(x) + _noise, evaluate=False),
        (lemma(ABOVE_SQUARE, {r: ROOT * x}),),
        (unchanged(_share * _after + _noise, _new_share * energy(x) + _new_noise),),
        STABLE,
        (
            mixed(_share, -_noise, lambda at: -energy(at), -_after, -lam * B / 2),
            _not_negative,
            _step,
        ),
    ),
    x,
)
BERNOULLI = Induct(
    sp.Ge((1 - v) ** k, 1 - v * k, evaluate=False),
    k,
    0,
    base=Solve(sp.Ge(ONE, ONE, evaluate=False)),
    step=Solve(
        sp.Ge((1 - v) ** (k + 1), 1 - v * (k + 1), evaluate=False),
        (v >= 0, v <= 1, k >= 0, sp.Ge((1 - v) ** k, 1 - v * k, evaluate=False)),
    ),
)
FROM_ABOVE = Solve(
    lam * B * moment(x, k) / 2
    <= sp.exp(-RHO * k / 4) * energy(x) + sp.Min(4 * RHO, RHO**2 * k, evaluate=False),
    (*STABLE, k >= 0),
    (
        _kept_above,
        lemma("decay from above", {rho: RHO}),
        lemma(ABOVE_SQUARE, {r: ROOT * x}),
        _not_negative,
        Put(BERNOULLI, {v: RHO / 4}),
    ),
)

# -- powers of an index ----------------------------------------------------------------------------

TELESCOPES = Solve(
    p * (y + 1) ** (-1 - p) <= y**-p - (y + 1) ** -p,
    (y >= 1, p > 0),
    (
        lemma("Bernoulli", {y: 1 / (y + 1)}),
        lemma("a power of a quotient"),
        lemma("a power and the next"),
    ),
)


def power_sum(exponent, top):
    """Return the sum of j^-exponent up to an index."""
    return sp.Sum(j**-exponent, (j, 1, top))


def next_term(total, top, given=()):
    """Return that a sum up to an index, a function of it, is that of one term less and a term."""
    return LastTerm(total(top), given if top == 1 else (*given, n >= 1))


def by_index(says, given, first, then):
    """Argue by induction for every index from 1 on; what is needed for the first, and then."""
    return Induct(
        says,
        n,
        1,
        base=Solve(substitute(says, {n: ONE}), given, first),
        step=Solve(substitute(says, {n: n + 1}), (*given, n >= 1, says), then),
    )


def _total(top):
    return power_sum(1 + p, top)


_BOUND = _total(n) <= 1 + 1 / p - n**-p / p
POWER_SUM = by_index(
    _BOUND,
    (p > 0,),
    (next_term(_total, ONE),),
    (next_term(_total, n + 1), Put(TELESCOPES, {y: n})),
)

# -- exp against powers ----------------------------------------------------------------------------

_most = u * sp.exp(1 - u)
_at_most_1 = Solve(
    u**p * sp.exp(p - p * u) <= 1,
    (u > 0, p > 0),
    (
        Solve(
            sp.And(_most > 0, _most <= 1),
            (u > 0,),
            (lemma("u exp(1 - u)", {v: 1 - u}), lemma(POSITIVE, {v: 1 - u})),
        ),
        lemma("a power of a number below 1", {v: _most}),
        lemma("a power of a product"),
    ),
)
_rate = g * z ** (beta / 2)
_falls = Solve(
    (_rate / p) ** p * sp.exp(-_rate) <= 1,
    (z > 0, beta > 0, g > 0, p > 0),
    (
        Put(_at_most_1, {u: _rate / p}),
        lemma(FALLS, {y: _rate, v: _rate - p}),
        lemma(POSITIVE, {v: -_rate}),
    ),
)
_GIVEN = (z > 0, alpha > 0, beta > 0, g > 0, sp.Eq(p, 2 * alpha / beta))
_bounded = Solve(
    (1 + z) ** alpha * sp.exp(-_rate) <= 2**alpha * (1 + (p / g) ** p),
    _GIVEN,
    (
        Solve(
            z**alpha * sp.exp(-_rate) <= (p / g) ** p, _GIVEN, (_falls, lemma("z by z^(beta/2)"))
        ),
        lemma("1 + z up to 1"),
        lemma("1 + z from 1 on"),
        lemma(POSITIVE, {v: -_rate}),
        lemma(FALLS, {y: _rate, v: 0}),
    ),
)
DECAYS = Implies(z > 0, (1 + z) ** alpha * sp.exp(-_rate) <= K, evaluate=False)
EXP_DECAYS = Generalise(
    Solve(
        DECAYS,
        (
            alpha > 0,
            beta > 0,
            g > 0,
            sp.Eq(p, 2 * alpha / beta),
            2**alpha * (1 + (p / g) ** p) <= K,
        ),
        (_bounded,),
    ),
    z,
)


def hidden(pair, constants, order, point, using=()):
    """Return the arguments for a law from that with any constants in its hypotheses.

    Args:
        pair: the law in both meanings of its hypotheses.
        constants: of their sizes.
        order: argues for the law with them.
        point: values at which all hypotheses hold, by these facts.
        using: facts.
    """
    every, some = ([g for g in one.given if isinstance(g, Magnitude)] for one in pair)
    ones = dict.fromkeys(constants, ONE)
    positive = (Solve(sp.Gt(ONE, 0, evaluate=False)),)
    sized = dict(zip(every, constants, strict=True))
    whatever = Hide(order, sized, (), {**point, **ones}, using)
    serves = Hide(Put(order, ones), dict.fromkeys(some, ONE), positive, point, using)
    return ByReading({ANY_CONSTANT: whatever, SOME_CONSTANT: serves})
