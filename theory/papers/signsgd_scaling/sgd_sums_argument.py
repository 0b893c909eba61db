"""Equation (6) and theorem E.4: the loss of SGD between sums of decaying parts, up to its noise.

With T = eta k coordinate j adds at most C/2 j^-alpha exp(-2 c T j^-beta) and C/2 j^-beta eta / B to
the loss, and at least c/2 j^-alpha exp(-4 C T j^-beta), by (14) and (15), where eta C is at most
1/2. The first coordinate adds at least c (1 - exp(-2 c T)) / 4 times eta / B.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Assume, Between, Clause, Cut, Generalise, Hide, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.language import integers, reals
from theory.orders import Magnitude
from theory.papers.signsgd_scaling import integral_argument, signal_sum_argument
from theory.papers.signsgd_scaling.integral_argument import BELOW_1, HALVES, HIGH, LOW, h
from theory.papers.signsgd_scaling.integral_argument import FALLS as POWERS_FALL
from theory.papers.signsgd_scaling.loss_argument import FALLS, ONE, POSITIVE, g, lemma, n, p, v, y
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    OVER,
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
    s,
    sgd,
    sgd_loss,
    t,
    target,
    x,
)
from theory.papers.signsgd_scaling.signal_argument import BY, has_power
from theory.papers.signsgd_scaling.signal_sum_argument import (
    IN_RANGE,
    K1,
    K2,
    LEAST,
    MOST,
    POSITIVE_LEAST,
    POSITIVE_MOST,
    N,
    at_least,
    at_least_the_first,
    at_most,
    decays_fast,
    high_part,
    lasts,
    low_part,
    of_parts,
    slow,
)

LEMMAS = {
    **signal_sum_argument.LEMMAS,
    **{name: integral_argument.LEMMAS[name] for name in (BELOW_1, HALVES, POWERS_FALL)},
}
HALF = sp.Rational(1, 2)
LOSS = sgd_loss(d)
T = eta * k
UNIT = eta / B
STEP_SIZE = 1 / (2 * high)
STEADY = sp.Le(eta, STEP_SIZE, evaluate=False)

# -- a coordinate ----------------------------------------------------------------------------------

_rate = eta * lam
_stable = (eta > 0, lam > 0, B >= 1, k >= 0, _rate <= HALF)
_fast, _slow = sp.exp(-4 * _rate * k), sp.exp(-2 * _rate * k)
_closed = (
    Clause("signsgd-scaling/eq-14", "in closed form"),
    *(Clause("signsgd-scaling/eq-15", f"power, at {end}") for end in ("least", "most")),
)
_EXACT = Solve(
    And(
        sgd(k) <= x**2 * _slow + UNIT,
        sgd(k) >= x**2 * _fast,
        sgd(k) >= (1 - _slow) * UNIT / 2,
    ),
    _stable,
    (
        *_closed,
        lemma(POSITIVE, {v: -4 * _rate * k}),
        lemma(FALLS, {y: 2 * _rate * k, v: sp.S.Zero}),
    ),
)


def term_of(index):
    """Return what a coordinate adds to the loss."""
    return eigenvalues[index] * sgd(k, eigenvalues[index], -target[index]) / 2


GIVEN = (*SETTING, *POWER_LAWS, STEADY)
_here = (*GIVEN, *IN_RANGE)
_laws = Specialise(Assume(POWER_LAWS[-1]), n)
_at_n = {lam: eigenvalues[n], x: -target[n]}
_is_stable = Solve(
    And(*(substitute(c, _at_n) for c in _stable)),
    _here,
    (_laws, Solve(And(n**-beta <= 1, n**-beta > 0), (n >= 1, beta > 1))),
)
_of_n = Cut(Put(_EXACT, _at_n), (_is_stable,))
_slows, _fastest = 2 * low * T * n**-beta, 4 * high * T * n**-beta
_own_slow, _own_fast = 2 * eta * eigenvalues[n] * k, 4 * eta * eigenvalues[n] * k
AT_MOST = Solve(
    term_of(n) <= high / 2 * n**-alpha * sp.exp(-_slows) + high / 2 * UNIT * n**-beta,
    _here,
    (
        *(_of_n, _laws, _is_stable),
        Solve(_own_slow >= _slows, _here, (_laws,)),
        lemma(FALLS, {y: _own_slow, v: _slows}),
        lemma(POSITIVE, {v: -_own_slow}),
    ),
)
AT_LEAST = Solve(
    term_of(n) >= low / 2 * n**-alpha * sp.exp(-_fastest),
    _here,
    (
        *(_of_n, _laws, _is_stable),
        Solve(_own_fast <= _fastest, _here, (_laws,)),
        lemma(FALLS, {y: _fastest, v: _own_fast}),
        lemma(POSITIVE, {v: -_own_fast}),
    ),
)

# -- the loss --------------------------------------------------------------------------------------

ABOVE = {g: 2 * low, high_part: high / 2}
BELOW = {slow: 4 * high, low_part: low / 2}
_OF_NOISE = high / 2 * UNIT
_constants = POWER_LAWS[:-1]
_signs = Solve(
    And(
        *(sp.Gt(c, 0, evaluate=False) for c in (*ABOVE.values(), *BELOW.values(), beta)),
        _OF_NOISE >= 0,
    ),
    (*_constants, *SETTING),
)


def of_loss(bound, every, values, one):
    """Return a bound of a sum of parts as one of the loss; see `of_parts`."""
    return of_parts(bound(term_of), every(term_of), {t: T, **values}, GIVEN, (one,), _signs)


MOST_NOISE = high * beta / (2 * (beta - 1))
LEAST_NOISE = low * (1 - sp.exp(-2 * low * K1)) / 4
LOSS_AT_MOST = Solve(
    substitute(MOST, ABOVE) * T**-s + MOST_NOISE * UNIT >= LOSS,
    (*GIVEN, DIFFICULTY, T > 0),
    (of_loss(at_most, decays_fast, {**ABOVE, N: _OF_NOISE}, AT_MOST),),
)
SIGNAL_AT_LEAST = of_loss(at_least, lasts, BELOW, AT_LEAST)
_own_first = 2 * eta * eigenvalues[1] * k
_since = (K1 > 0, T >= K1)
_first = Solve(
    term_of(ONE) >= LEAST_NOISE * UNIT,
    (*GIVEN, *_since),
    (
        *(Put(fact, {n: ONE}) for fact in (_of_n, _laws, _is_stable)),
        Solve(_own_first >= 2 * low * K1, (*GIVEN, *_since), (Put(_laws, {n: ONE}),)),
        lemma(FALLS, {y: _own_first, v: 2 * low * K1}),
        lemma(FALLS, {y: 2 * low * K1, v: sp.S.Zero}),
    ),
)
NOISE_AT_LEAST = Solve(
    LOSS >= LEAST_NOISE * UNIT,
    (*GIVEN, *_since),
    (
        _first,
        of_loss(at_least_the_first, lasts, BELOW, AT_LEAST),
        Solve(T > 0, _since),
    ),
)

# -- up to d^beta ----------------------------------------------------------------------------------

_a, _q, _u, _l, _s, _m, _n = reals("a_0 q_0 u_0 l_0 s_0 m_0 n_0")
_NOISE_LAW = (_u >= 0, _a >= 0, _q >= _s, _q <= 1)
_law_at_most = Solve(
    _l <= HIGH * (_a + _u * _q),
    (*_NOISE_LAW, _s > 0, _l <= _m * _a + _n * _u, _m <= HIGH, HIGH * _s >= _n, HIGH > 0),
)
_law_at_least = Solve(
    _l >= LOW * (_a + _u * _q),
    (*_NOISE_LAW, _l >= _m * _a, _l >= _n * _u, _m >= 2 * LOW, _n >= 2 * LOW, LOW > 0),
)
_c, _e = reals("c_0 e_0")
_entry = integers("l")
_CONSTANTS = {HIGH: _m + _n / _s, LOW: sp.Min(_c, _e) / 2}
_NEEDED = (_m <= HIGH, HIGH * _s >= _n, _c >= 2 * LOW, _e >= 2 * LOW, HIGH > 0, LOW > 0)
_serve = Solve(
    substitute(And(*_NEEDED), _CONSTANTS), (_m > 0, _n > 0, _s > 0, _s <= 1, _c > 0, _e > 0)
)
_MOST, _LEAST = substitute(MOST, ABOVE), substitute(LEAST, BELOW)
_OF_PARTS = {_l: LOSS, _a: T**-s, _u: UNIT}
_positive_noise = Solve(
    sp.Gt(LEAST_NOISE, 0, evaluate=False),
    (*_constants, K1 > 0),
    (lemma(BELOW_1, {v: 2 * low * K1}),),
)


def _early(bracket, share, start, using, powers=()):
    """Argue for the law up to d^beta, with what its noise has beside eta / B.

    Args:
        bracket: that, between a share of 1 and 1.
        share: the share.
        start: from where on in time.
        using: shows that it lies there.
        powers: conditions under which it has a value.
    """
    law, at = T**-s + UNIT * bracket, {K1: start, K2: ONE}
    least, least_noise = (substitute(e, at) for e in (_LEAST, LEAST_NOISE))
    since = (*GIVEN, start <= T)
    sizes = {_m: _MOST, _n: MOST_NOISE, _s: share, _c: least, _e: least_noise}
    known = (*using, Solve(And(UNIT >= 0, T**-s >= 0, T > 0), since))
    own = {**_OF_PARTS, _q: bracket, _s: share}
    above = Cut(Put(_law_at_most, {**own, _m: _MOST, _n: MOST_NOISE}), (LOSS_AT_MOST, *known))
    below = Cut(
        Put(_law_at_least, {**own, _m: least, _n: least_noise}),
        (Put(SIGNAL_AT_LEAST, at), Put(NOISE_AT_LEAST, {K1: start}), *known),
    )
    order = Between(
        *(LOSS, law, LOW, HIGH, OVER),
        (
            *(LOW > 0, HIGH > 0, B >= 1, start <= T),
            sp.Ge(LOSS, LOW * law, evaluate=False),
            sp.Le(LOSS, HIGH * law, evaluate=False),
        ),
    )
    values = {constant: substitute(e, sizes) for constant, e in _CONSTANTS.items()}
    has_values = And(
        *(sp.Ne(e, 0) for e in (B, beta, low, alpha - 1, 2 * beta - 2, share)),
        *powers,
        *(has_power(T, -s), has_power(substitute(BY, at), 1 - alpha)),
        has_power(alpha / (2 * beta * low), alpha / beta),
    )
    serve = Cut(
        Put(_serve, sizes),
        (
            Cut(Put(POSITIVE_MOST, ABOVE), (_signs,)),
            Cut(Put(POSITIVE_LEAST, {**BELOW, **at}), (_signs,)),
            Solve(sp.Gt(MOST_NOISE, 0, evaluate=False), _constants),
            Put(_positive_noise, {K1: start}),
            *using,
        ),
    )
    with_constants = Cut(Put(Cut(order, (above, below)), values), (serve, *known))
    return Cut(with_constants, (Solve(has_values, since, using),))


_at_1 = Solve(And(*(kind(ONE, ONE, evaluate=False) for kind in (sp.Ge, sp.Le))))
WITHOUT_BRACKET = _early(ONE, ONE, ONE, (_at_1,))
_TWO = 2 * ONE
_share, _bracket = (1 - time ** -(1 - 1 / beta) for time in (_TWO, T))
_in_between = Solve(
    And(_bracket >= _share, _bracket <= 1, _share > 0, _share <= 1),
    (eta > 0, k >= 0, beta > 1, T >= 2),
    (
        Solve(1 - 1 / beta > 0, (beta > 1,)),
        lemma(POWERS_FALL, {v: _TWO, h: T, p: 1 - 1 / beta}),
        lemma(HALVES, {v: 1 - 1 / beta}),
    ),
)
WITH_BRACKET = _early(_bracket, _share, _TWO, (_in_between,), (has_power(T, 1 / beta - 1),))

# coordinates with eigenvalue 1/4 and target 1, at time 2

_QUARTER = ONE / 4
_POINT = {
    alpha: _TWO,
    beta: _TWO,
    s: HALF,
    low: _QUARTER,
    high: ONE,
    eta: HALF,
    B: ONE,
    k: 4 * ONE,
    eigenvalues: SequenceOf(_QUARTER, _entry),
    target: SequenceOf(ONE, _entry),
}


def with_constants(statement, order, constants, dimension):
    """Argue for a law with constants that serve in its hypotheses.

    Args:
        statement: the law.
        order: argues for it with them.
        constants: of the sizes in its hypotheses, one after the other.
        dimension: how many coordinates there are at a point that satisfies them.
    """
    point = {**_POINT, d: dimension}
    sized = [given for given in statement.given if isinstance(given, Magnitude)]
    positive = tuple(Solve(sp.Gt(c, 0, evaluate=False), _constants) for c in constants)
    laws_hold = Generalise(Solve(substitute(POWER_LAWS[-1], point).body), j)
    return Hide(order, dict(zip(sized, constants, strict=True)), positive, point, (laws_hold,))
