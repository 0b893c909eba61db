"""What is shown of the mean of the sign, (19): near 0, far out, and in the linear region.

With t = |x| / a it is erf(t / sqrt(2)), between sqrt(2/pi) t (1 - t^2 / 2) and sqrt(2/pi) t, and at
least 1 - exp(-t^2 / 2).
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    Between,
    Generalise,
    Give,
    Hide,
    Known,
    Lemma,
    Put,
    Solve,
    Specialise,
    lemmas_of,
)
from theory.binders import substitute
from theory.claim import ForAll
from theory.existence import given_by
from theory.language import reals
from theory.orders import Order, Small
from theory.papers.signsgd_scaling import loss_argument
from theory.papers.signsgd_scaling.loss_argument import TAIL, kept, z
from theory.papers.signsgd_scaling.notation import (
    B,
    drift,
    eta,
    k,
    lam,
    mean_sign,
    moment,
    steps_up,
    x,
)
from theory.quantifiers import Every, Some, denied

a, eps, t, N, q, y, r, K = reals("a epsilon t N q y r K_0")
X = reals("x")
ROOT_2 = sp.sqrt(2)
SLOPE = sp.sqrt(2 / sp.pi)
_FROM_ABOVE, _NEAR_0, _FROM_1 = (
    "the drift is at most 4/5 of linear",
    "the drift near 0",
    "the drift from 1 on",
)
LEMMAS = {
    "near 0, from above": ForAll(1 - sp.erfc(t / ROOT_2) <= SLOPE * t, given=(t >= 0,)),
    "near 0, from below": ForAll(
        1 - sp.erfc(t / ROOT_2) >= SLOPE * t * (1 - t**2 / 2), given=(t >= 0,)
    ),
    "exp falls below any power": ForAll(sp.exp(-y) * (1 + y) <= 1, given=(y >= 0,)),
    _FROM_ABOVE: ForAll(1 - sp.erfc(r / ROOT_2) <= sp.Rational(4, 5) * r, given=(r >= 0,)),
    **{name: loss_argument.LEMMAS[name] for name in (TAIL, _NEAR_0, _FROM_1)},
    "the slope": ForAll(sp.Gt(SLOPE, sp.Rational(3, 4), evaluate=False)),
}


def lemmas_for(*arguments):
    """Return the lemmas that arguments rest on."""
    return {name: LEMMAS[name] for argument in arguments for name in lemmas_of(argument)}


def lemma(name, values):
    """Return a lemma at some values."""
    return Put(Lemma(name), values)


def _both_signs(name):
    """Return a lemma for x >= 0 and for x <= 0, where t is |x| / a."""
    return lemma(name, {t: X / a}), lemma(name, {t: -X / a})


# -- (19): for every eps there is an N -------------------------------------------------------------


def _for_every_eps(bound, says):
    """Return that for every eps > 0 some N > 0 serves for all x and a > 0 with a bound."""
    inside = Implies(And(a > 0, bound), says, evaluate=False)
    serves = Some(N, And(N > 0, Every(X, Every(a, inside))))
    return Every(eps, Implies(eps > 0, serves, evaluate=False))


def _shown(statement, value, using):
    """Argue that an N serves."""
    some = statement.body.args[1]
    says = substitute(some.body, {N: value})
    inner = says.args[1]
    every = Generalise(Generalise(Solve(inner.body.body, (eps > 0,), using), a), X)
    there = Give(Solve(says, (eps > 0,), (every,)), some, value)
    return Generalise(Solve(statement.body, (), (there,)), eps)


PHI = mean_sign(X, a)
NEAR = _for_every_eps(
    sp.Abs(X) <= N * a, sp.Abs(PHI - SLOPE * X / a) <= eps * SLOPE * sp.Abs(X) / a
)
FAR = _for_every_eps(sp.Abs(X) >= N * a, sp.Abs(PHI - sp.sign(X)) <= eps)

_w = reals("w")
_close = Solve(
    And(_w - q * t <= eps * q * t, q * t - _w <= eps * q * t),
    (eps > 0, t >= 0, t <= eps, t <= 1, q > 0, _w <= q * t, _w >= q * t * (1 - t**2 / 2)),
)
NEAR_SHOWN = _shown(
    NEAR,
    sp.Min(1, eps),
    (
        *_both_signs("near 0, from above"),
        *_both_signs("near 0, from below"),
        Lemma("the slope"),
        Put(_close, {t: X / a, q: SLOPE, _w: PHI}),
        Put(_close, {t: -X / a, q: SLOPE, _w: -PHI}),
    ),
)
_tail = Solve(
    sp.erfc(t / ROOT_2) <= eps,
    (eps > 0, t >= 1, eps * t >= 2),
    (
        Put(Known("erfc below exp(-z^2)"), {X: t / ROOT_2}),
        lemma("exp falls below any power", {y: t**2 / 2}),
    ),
)
FAR_SHOWN = _shown(
    FAR,
    1 + 2 / eps,
    (
        Put(_tail, {t: X / a}),
        Put(_tail, {t: -X / a}),
        lemma(TAIL, {z: X / (ROOT_2 * a)}),
        lemma(TAIL, {z: -X / (ROOT_2 * a)}),
    ),
)


# -- the linear region -----------------------------------------------------------------------------

ROOT = sp.sqrt(lam * B)
STEP = (lam > 0, B >= 1)
_drifts = tuple(
    lemma(name, {r: sign * x * ROOT})
    for name in (_FROM_ABOVE, _NEAR_0, _FROM_1)
    for sign in (1, -1)
)
_OVER = (x, lam, B)
LINEAR = Order(x * drift(), ROOT * x**2, "same", _OVER)
_least = sp.Min(sp.Rational(1, 3), 2 / (3 * K))
_slope = Solve(
    And(drift() <= sp.Rational(4, 5) * ROOT * x, drift() >= _least * ROOT * x),
    (*STEP, K > 0, x >= 0, ROOT * sp.Abs(x) <= K),
    _drifts,
)


def _product(least, given, *using):
    """Argue that x times the drift is of the order sqrt(lambda B) x^2, by a constant below."""
    left, right = LINEAR.sides
    return Between(left, right, least, sp.Rational(4, 5), _OVER, given, using)


_within = sp.Le(ROOT * sp.Abs(x), K, evaluate=False)
LINEAR_SHOWN = Hide(
    _product(_least, (*STEP, K > 0, _within), _slope, Put(_slope, {x: -x})),
    {Small(ROOT * sp.Abs(x)): K},
    (),
    {x: sp.Integer(1), lam: sp.Integer(1), B: sp.Integer(1), K: sp.Integer(1)},
)
IN_REGION = sp.Abs(x) <= 1 / ROOT
_at_1 = Put(_slope, {K: sp.Integer(1)})
REGION_SHOWN = _product(sp.Rational(1, 3), (*STEP, IN_REGION), _at_1, Put(_at_1, {x: -x}))

# m_k near sqrt(lambda_j B) delta_k, with the factor 1: for every eps there is an N
_near = Implies(
    And(*STEP, sp.Le(ROOT * sp.Abs(x), N, evaluate=False)),
    sp.Abs(drift() - ROOT * x) <= eps * ROOT * sp.Abs(x),
    evaluate=False,
)
_serves = Some(N, And(N > 0, Every(lam, Every(B, Every(x, _near)))))
FACTOR_1 = Every(eps, Implies(eps > 0, _serves, evaluate=False))
_AT = {lam: sp.Integer(1), B: sp.Integer(1), x: N}


def _not_served():
    """Argue that lambda_j = B = 1 and delta = N break it, whatever N is; eps = 1/10."""
    eps_0 = sp.Rational(1, 10)
    says = denied(FACTOR_1)
    at = substitute(says.body, {eps: eps_0})
    every = next(part for part in sp.preorder_traversal(at) if isinstance(part, Every))
    there = next(part for part in every.body.args if isinstance(part, Some))
    shown = given_by(there, _AT, (N > 0,), (lemma(_FROM_ABOVE, {r: N}),))
    return Give(Solve(at, (), (Generalise(Solve(every.body, (), (shown,)), N),)), says, eps_0)


NOT_FACTOR_1 = _not_served()

# -- the second moment after k steps ---------------------------------------------------------------

_pulled = Solve(
    x * (1 - 2 * steps_up(x)) >= 0,
    STEP,
    tuple(lemma(name, {r: at * ROOT}) for name in (_NEAR_0, _FROM_1) for at in (x, -x)),
)
_GIVEN = (eta > 0, *STEP)
CRUDE = Specialise(
    kept(sp.Le(moment(x, k), x**2 + k * eta**2, evaluate=False), (), (_pulled,), _GIVEN), x
)
CRUDE_SHOWN = Between(
    *(moment(x, k), x**2 + k * eta**2, None, 1, (x, lam, eta, B, k), (*_GIVEN, k >= 0), (CRUDE,))
)
