"""Equation (37): the mean square of an error at its burn-in time k*, given k*.

Let r = 1 / sqrt(lambda_j B). An error that starts outside of R_j enters it with a step of eta, so
that for eta <= r / 2 its size is then between r / 2 and r; by induction over the steps the mean
over all paths with the same k* is. One that starts in R_j has k* = 0, and its signal is that of an
early coordinate.

So it is on every path: the error at k* is the one before it, beyond r, and a step. One that starts
inside of R_j may be anywhere there.

Where the eigenvalue is 5, B = 1 and eta = 1/2, r is below 1/2: an error of -1/2 enters R_1 with one
step, and is then 0.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import (
    Assume,
    Between,
    Cut,
    Definition,
    Generalise,
    Hide,
    Induct,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.existence import at_values, by_values, denial, given_by, met
from theory.language import eq, integers, le, reals
from theory.orders import Order, Small
from theory.papers.signsgd_scaling import burn_in_argument as one
from theory.papers.signsgd_scaling.loss_argument import CHANCE, ROOT, TAIL, lemma
from theory.papers.signsgd_scaling.notation import (
    OVER,
    POWER_LAWS,
    SETTING,
    B,
    K,
    alpha,
    arrives_at,
    beta,
    burn,
    d,
    edge,
    eigenvalues,
    entry,
    error,
    eta,
    high,
    iterate,
    j,
    k,
    lam,
    low,
    moved,
    square_at,
    steps_up,
    target,
    x,
)
from theory.places import HERE
from theory.quantifiers import Every, denied, inhabited

C = reals("C_0")
HALF, QUARTER = sp.Rational(1, 2), sp.Rational(1, 4)
AT_START = (
    Definition("burn-in that ends at the start"),
    Definition("the square where burn-in ends at the start"),
)
BEFORE = (
    Definition("burn-in that ends at the start, and no later time"),
    Definition("the square after the end of burn-in"),
)
NOT_AT_START = (
    Definition("burn-in that does not end at the start"),
    Definition("the square before burn-in"),
)
LATER = (
    Definition("burn-in that ends later, and the first step"),
    Definition("the square where burn-in ends later, and the first step"),
)
R = edge()
LEMMAS = {
    TAIL: one.LEMMAS[TAIL],
    **{name: one.OF_POWERS[name] for name in (one.POWER_FALLS, one.AT_END)},
}
WALK = (lam > 0, B >= 1, eta > 0, eta * ROOT <= HALF)

# -- from outside of R_j, by induction over the steps ----------------------------------------------

_least = 1 / (4 * lam * B)  # (r / 2)^2
_most = 1 / (lam * B)


def _weighed(square, chance):
    """Return that a square is as large as it has to be, on paths with a probability."""
    return And(chance >= 0, le(_least * chance, square), le(square, _most * chance))


_outside = sp.Gt(sp.Abs(x), R, evaluate=False)
_body = Implies(_outside, _weighed(square_at(), arrives_at()), evaluate=False)
_every = Every(x, _body)


def _inside(at):
    """Return when the burn-in of an error within R_j is over: at the start."""
    return (
        *(Put(of, {x: at}) for of in AT_START),
        *(Put(of, {x: at, k: k - 1}) for of in BEFORE),
    )


def _beside(at):
    """Argue for the error after a step from outside."""
    return Solve(
        _weighed(square_at(k, at), arrives_at(k, at)),
        (*WALK, k >= 0, _outside, _every),
        (Specialise(Assume(_every), at), *_inside(at)),
    )


_p, _w, _other_p, _other_w, _q = reals("p_1 w_1 p_2 w_2 q_1")
_mixed = Solve(
    _weighed((1 - _q) * _p + _q * _other_p, (1 - _q) * _w + _q * _other_w),
    (
        *(lam > 0, B >= 1, _q >= 0, _q <= 1),
        *(_weighed(_p, _w), _weighed(_other_p, _other_w)),
    ),
)
_down, _up = x - eta, x + eta
_step = Solve(
    substitute(_body, {k: k + 1}),
    (*WALK, k >= 0, _every),
    (
        *(CHANCE, *LATER, _beside(_down), _beside(_up)),
        Put(
            _mixed,
            {
                _q: steps_up(x),
                _p: square_at(k, _down),
                _w: arrives_at(k, _down),
                _other_p: square_at(k, _up),
                _other_w: arrives_at(k, _up),
            },
        ),
    ),
)
_base = Solve(substitute(_body, {k: sp.S.Zero}), WALK, NOT_AT_START)
FROM_OUTSIDE = Specialise(
    Induct(_every, k, 0, base=Generalise(_base, x), step=Generalise(_step, x)), x
)

# -- of a coordinate -------------------------------------------------------------------------------

_share = reals("a_0")  # at most 1/4, and lambda B delta_0^2
_IS_SHARE = (_share > 0, le(4 * _share, 1))
BOUNDS = Solve(
    And(le(_share / (lam * B), entry()), le(entry(), _most)),
    (*WALK, k >= 0, arrives_at() > 0, *_IS_SHARE, le(_share, lam * B * x**2)),
    (FROM_OUTSIDE, *_inside(x)),
)

# -- the order -------------------------------------------------------------------------------------

_coordinate = {lam: eigenvalues[j], x: -target[j]}
_OWN = eigenvalues[j]
_OVER = (*OVER, j)
SIZE = Order(entry(k, -target[j], _OWN), 1 / (_OWN * B), "same", _OVER)
INDEX = j / B ** (1 / alpha)
POSSIBLE = arrives_at(k, -target[j], _OWN) > 0
HALF_STABLE = le(eta * sp.sqrt(B), HALF)
IN_RANGE = (j >= 1, j <= d)
AT_MOST_1 = le(_OWN, 1)

_limit = K * B ** (1 / alpha)
_printed = (*SETTING, *POWER_LAWS, *IN_RANGE, HALF_STABLE, POSSIBLE, AT_MOST_1)
_sized = (K > 0, le(INDEX, K))
_law = Specialise(Assume(POWER_LAWS[-1]), j)
_signal = low * K**-alpha
_OF_INDEX = (B >= 1, alpha > 1, K > 0, j >= 1, le(INDEX, K))
_powers = Solve(
    And(K**-alpha > 0, B * j**-alpha >= K**-alpha),
    _OF_INDEX,
    (
        Solve(K**-alpha > 0, _OF_INDEX),
        Put(lemma(one.POWER_FALLS), {one.u: j, one.v: _limit}),
        Put(lemma(one.AT_END), {one.v: K}),
        Solve(j <= _limit, _OF_INDEX, (Solve(B ** (1 / alpha) > 0, _OF_INDEX),)),
    ),
)
_positive = Solve(_OWN > 0, (*POWER_LAWS, *IN_RANGE), (_law, Solve(j**-beta > 0, IN_RANGE)))
_strong = Solve(
    le(_share, _OWN * B * target[j] ** 2),
    (*POWER_LAWS, *IN_RANGE, *_OF_INDEX, le(_share, _signal)),
    (_law, _powers, _positive),
)
_is_short = Solve(
    le(eta * sp.sqrt(_OWN * B), HALF),
    (eta > 0, B >= 1, HALF_STABLE, AT_MOST_1, _OWN > 0),
)
_abstract = Between(
    entry(k, -target[j], _OWN),
    1 / (_OWN * B),
    _share,
    sp.S.One,
    _OVER,
    (*_printed, *_sized, *_IS_SHARE, le(_share, _signal)),
    (_positive, Cut(Put(BOUNDS, _coordinate), (_positive, _strong, _is_short))),
)
_value = _signal / (4 * (1 + _signal))
_serves = Solve(
    substitute(And(*_IS_SHARE, le(_share, _signal)), {_share: _value}),
    (low > 0, alpha > 1, K > 0),
    (Solve(K**-alpha > 0, (alpha > 1, K > 0)),),
)
_defined = Solve(
    And(sp.Or(K > 0, And(eq(K, 0), -alpha >= 0)), sp.Ne(4 * (1 + _signal), 0)),
    (low > 0, alpha > 1, K > 0),
    (_serves,),
)
_ones = SequenceOf(sp.S.One, integers("l"))
_POINT = {
    **dict.fromkeys((low, high, K, B, d, j), sp.S.One),
    **dict.fromkeys((alpha, beta), sp.Integer(2)),
    **dict.fromkeys((eigenvalues, target), _ones),
    eta: HALF,
    k: sp.S.Zero,
}
_at_once = {x: -sp.S.One, lam: sp.S.One, B: sp.S.One, eta: HALF}
_laws_of_ones = Generalise(Solve(at_values(POWER_LAWS[-1], _POINT).body), j)
SHOWN = Hide(
    Cut(Put(_abstract, {_share: _value}), (_serves, _defined)),
    {Small(INDEX): K},
    (),
    _POINT,
    (
        _laws_of_ones,
        Put(AT_START[0], _at_once),
    ),
)

# -- eigenvalues above 1 ---------------------------------------------------------------------------

_task = {
    **dict.fromkeys((alpha, beta), sp.Integer(2)),
    low: sp.S.One,
    high: sp.Integer(5),
}
_beyond = {
    **dict.fromkeys((B, d, k, j), sp.S.One),
    eta: HALF,
    eigenvalues: SequenceOf(sp.Integer(5), integers("l")),
    target: SequenceOf(HALF, integers("l")),
}
_chain = {lam: sp.Integer(5), B: sp.S.One, eta: HALF}
_start, _near, _far = ({**_chain, x: at} for at in (-HALF, sp.S.Zero, -sp.S.One))
_enters = Solve(
    at_values(And(eq(entry(sp.S.One), 0), arrives_at(sp.S.One) > 0), _start),
    (),
    (
        Put(lemma(TAIL), {one.z: at_values(x * ROOT / sp.sqrt(2), _start)}),
        *(Put(of, _near) for of in AT_START),
        *(Put(of, _far) for of in NOT_AT_START),
        *(Put(of, {**_start, k: sp.S.Zero}) for of in LATER),
    ),
)


def denied_of(statement):
    """Argue against the order where the eigenvalues may be above 1."""
    sizes = {h: sp.S.One for h in statement.given if isinstance(h, Small)}
    laws = at_values(POWER_LAWS[-1], {**_task, **_beyond})

    def show(says):
        return given_by(
            says, _beyond, (C > 0,), (_enters, Generalise(Solve(laws.body, (C > 0,)), j))
        )

    return denial([statement], sizes, _task, C, show, side=1)


# -- on a path -------------------------------------------------------------------------------------

_earlier = integers("k'")
_R = edge(_OWN)
AT_ENTRY, _FIRST_ERROR = sp.Abs(error(burn, j)), sp.Abs(error(0, j))
WALKS = Every(k, Implies(k >= 0, moved(k), evaluate=False))
_is_away = Every(
    _earlier,
    Implies(
        And(_earlier >= 0, _earlier < burn),
        sp.Gt(sp.Abs(error(_earlier, j)), _R, evaluate=False),
        evaluate=False,
    ),
)
IS_FIRST = (burn >= 0, _is_away, le(AT_ENTRY, _R))
STARTS_OUTSIDE = sp.Gt(_FIRST_ERROR, _R, evaluate=False)
NEAR_EDGE = And(le(_R - eta, AT_ENTRY), le(AT_ENTRY, _R))
_ON_A_PATH = {
    "section 2": (eta > 0, B >= 1),
    "assumption B.2": (_OWN > 0,),
    "(18)": (WALKS,),
    "(21)": IS_FIRST,
}


def near_edge(*more):
    """Return that an error is within a step of the edge of R_j when it enters it."""
    return States(NEAR_EDGE, {**_ON_A_PATH, HERE: more})


_path = tuple(g for some in _ON_A_PATH.values() for g in some)
NEAR_EDGE_ARGUED = Solve(
    NEAR_EDGE,
    (*_path, STARTS_OUTSIDE),
    (
        Solve(burn >= 1, (*_path, STARTS_OUTSIDE), (Solve(sp.Or(eq(burn, 0), burn >= 1), _path),)),
        Specialise(Assume(_is_away), burn - 1),
        Specialise(Assume(WALKS), burn - 1),
    ),
)

_steps, _one_index = integers("i l")
_IN_THE_MIDDLE = {
    **dict.fromkeys((B, j), sp.S.One),
    burn: sp.S.Zero,
    eta: QUARTER,
    eigenvalues: SequenceOf(sp.S.One, _one_index),
    target: SequenceOf(sp.S.Zero, _one_index),
    iterate: SequenceOf(_steps / 4, _steps, _one_index),
}
_OVER_PATHS = (eta, B, j, burn, eigenvalues, target, iterate)
SIZE_ON_A_PATH = Order(AT_ENTRY, _R, "same", _OVER_PATHS)


def size_on_a_path(*more):
    """Return that the size of an error within a step of the edge is of the order of that."""
    places = {"section 2": (eta > 0, B >= 1), "assumption B.2": (_OWN > 0,)}
    return States(SIZE_ON_A_PATH, {**places, HERE: (NEAR_EDGE, HALF_STABLE, *more)})


def stable_step(*more):
    """Return that eta sqrt(lambda_j B) is at most 1/2 where eta sqrt(B) is."""
    places = {"section 2": (eta > 0, B >= 1), "assumption B.2": (_OWN > 0,)}
    return States(le(eta * sp.sqrt(_OWN * B), HALF), {**places, HERE: (HALF_STABLE, *more)})


def _broken_at(statement, point):
    """Argue against a statement by a point."""
    return by_values(inhabited(point, (*statement.given, denied(statement.says))), point)


def _constant(value):
    return SequenceOf(sp.sympify(value), _one_index)


_STILL = {iterate: SequenceOf(sp.S.Zero, _steps, _one_index)}
_REACHES_0 = {**_IN_THE_MIDDLE, eta: HALF, eigenvalues: _constant(4), **_STILL}
_FOUR = {**dict.fromkeys((B, j), sp.S.One), eta: HALF, eigenvalues: _constant(4)}
_ENTERS = {
    **_IN_THE_MIDDLE,
    burn: sp.Integer(2),
    eta: HALF,
    target: _constant(2),
    iterate: SequenceOf(_steps / 2, _steps, _one_index),
}
_of_path = (eta > 0, B >= 1, _OWN > 0)
NEAR_EDGE_SHOWN = met(NEAR_EDGE_ARGUED, (*_path, STARTS_OUTSIDE), _ENTERS)
STABLE_SHOWN = Solve(stable_step().says, (*_of_path, HALF_STABLE, AT_MOST_1))
SIZE_SHOWN = met(
    Between(
        *(AT_ENTRY, _R, HALF, sp.S.One, _OVER_PATHS),
        (*_of_path, NEAR_EDGE, HALF_STABLE, AT_MOST_1),
    ),
    (*_of_path, NEAR_EDGE, HALF_STABLE, AT_MOST_1),
    {**_IN_THE_MIDDLE, **_STILL, target: _constant(1)},
)


def _shows_size(says):
    """Argue that at 0 no constant makes up for the edge of R_j."""
    return given_by(says, _REACHES_0, (C > 0,), ())


AGAINST_NEAR_EDGE = _broken_at(near_edge(), _IN_THE_MIDDLE)
AGAINST_STABLE = _broken_at(stable_step(), _FOUR)
AGAINST_SIZE = denial([size_on_a_path()], {}, {}, C, _shows_size, side=1)
