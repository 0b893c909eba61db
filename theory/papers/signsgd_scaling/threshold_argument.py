"""The threshold j* in the proof of theorem F.10: what is printed, and what follows from it.

rho_j = eta sqrt(lambda_j B). The printed j* is the last coordinate at which rho_j is at most of
order 1. As the eigenvalues fall like j^-beta, all of them may be such ones: with eta = B = 1 and
lambda_j = (1 + j^2)^-2 it is d, however small rho_d is.

The last coordinate at which rho_j is at least of order 1 is what the proof goes on with. It is of
the printed size: rho_j* >= K bounds it from above; from below so does rho_j < K for j = j* + 1,
and where j* = d, that eta sqrt(B) k is at most of the order d^(beta/2), since there is a step.
"""

from dataclasses import replace

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import (
    Assume,
    Between,
    Cut,
    Generalise,
    Hide,
    Lemma,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading, ForAll
from theory.existence import at_values, denial, for_every, given_at, given_by
from theory.language import eq, integers, reals
from theory.orders import Large, Magnitude, Order, Small
from theory.papers.signsgd_scaling.loss_argument import hidden
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    OVER,
    POWER_LAWS,
    SETTING,
    SOME_CONSTANT,
    B,
    K,
    alpha,
    beta,
    constants_in_sight,
    d,
    eigenvalues,
    enough,
    eta,
    high,
    j,
    k,
    low,
    sizes,
    target,
    threshold,
    up_to_constants,
)
from theory.places import HERE
from theory.quantifiers import Every, Some, denied, inhabited

ONE = sp.S.One
C, LIMIT, u, v, w, y = reals("C_0 K_0 u v w y")
m, g, i, _entry = integers("m g i l")
STEADY = eta * sp.sqrt(B)
PHASE = (Large(eta * k), Large(STEADY), Small(STEADY * k / d ** (beta / 2)))
EACH = (*OVER, threshold, j)


def rho(index):
    """Return eta sqrt(lambda_j B) of a coordinate."""
    return eta * sp.sqrt(eigenvalues[index] * B)


def last(at, beyond):
    """Return that j* is the last coordinate that satisfies a condition.

    Args:
        at: the condition at j*.
        beyond: what holds of every later coordinate i.
    """
    later = Implies(And(i > threshold, i <= d), beyond, evaluate=False)
    return (K > 0, threshold >= 1, threshold <= d, at, Every(i, later))


SMALL_UP_TO_IT = last(sp.Le(rho(threshold), K, evaluate=False), sp.Gt(rho(i), K, evaluate=False))
LARGE_UP_TO_IT = last(sp.Ge(rho(threshold), K, evaluate=False), sp.Lt(rho(i), K, evaluate=False))


def states(says, phase, *here):
    """Return a statement on j* in the unstable phase."""
    return States(
        says,
        {
            "section 2": SETTING,
            "assumptions 2.1 and B.3": POWER_LAWS,
            "theorem F.10": phase,
            HERE: here,
        },
    )


def in_both_meanings(says, definition, *here):
    """Return a statement on j*, for every constant in its definition and for one that serves."""
    positive, *last_one = definition
    serves = constants_in_sight(states(says, tuple(map(enough, PHASE)), *last_one, *here))
    return (
        states(says, PHASE, *definition, *here),
        replace(serves, says=Some(K, And(positive, serves.says))),
    )


SIZE = Order(threshold, STEADY ** (2 / beta), "same", (*OVER, threshold))
UP_TO = Order(rho(j), 1, "at least", EACH)
BEYOND = Order(rho(j), 1, "at most", EACH)
BEFORE_IT, AFTER_IT = (j >= 1, j <= threshold), (j > threshold, j <= d)
PRINTED = {
    "size": in_both_meanings(SIZE, SMALL_UP_TO_IT),
    "up to it": in_both_meanings(UP_TO, SMALL_UP_TO_IT, *BEFORE_IT),
    "beyond it": states(BEYOND, PHASE, *SMALL_UP_TO_IT, *AFTER_IT),
}
MEANT = {
    "size": states(SIZE, PHASE, *LARGE_UP_TO_IT),
    "up to it": states(UP_TO, PHASE, *LARGE_UP_TO_IT, *BEFORE_IT),
}

# -- what holds ------------------------------------------------------------------------------------

FALLS, HALF, POSITIVE = "a power that falls", "half of an exponent", "a power is positive"
AT_MOST, AT_LEAST = "at most a power", "at least a power"
_FACTOR = v ** (1 / beta) * w ** (-2 / beta)
_bound = _FACTOR * y ** (2 / beta)
_bounding = (u >= 1, v > 0, w > 0, y > 0, beta > 1)
_at_root = sp.sqrt(v) * y * u ** (-beta / 2)
LEMMAS = {
    FALLS: ForAll(v**-beta <= u**-beta, given=(u >= 1, u <= v, beta > 1)),
    HALF: ForAll(eq(u ** (-beta / 2), sp.sqrt(u**-beta)), given=(u > 0, beta > 1)),
    POSITIVE: ForAll(u**v > 0, given=(u > 0,)),
    AT_MOST: ForAll(u <= _bound, given=(*_bounding, _at_root >= w)),
    AT_LEAST: ForAll(u >= _bound, given=(*_bounding, _at_root <= w)),
}
K1, K2, K3 = reals("K_1 K_2 K_3")
_SIZES = dict(zip(PHASE, (K1, K2, K3), strict=True))
_POSITIVE = (eta > 0, B >= 1, low > 0, high >= low, K > 0, w > 0, y > 0, u > 0)
_law = Assume(POWER_LAWS[-1])


def _compared(says, premises, at_threshold, here, first, second):
    """Argue for a bound of rho_j, j from 1 to d, by rho_j* and the law of the eigenvalues.

    Args:
        says: the bound, with u for lambda_j.
        premises: what the law says of u, of v, which is lambda_j*, and of j^-beta and j*^-beta,
            which are w and y.
        at_threshold: what is assumed of rho_j*, with v.
        here: where j lies beside j*.
        first, second: the smaller and the larger one of these coordinates.
    """
    roots = Solve(says, (*_POSITIVE, v > 0, *premises, at_threshold))
    values = {
        u: eigenvalues[j],
        v: eigenvalues[threshold],
        w: j**-beta,
        y: threshold**-beta,
    }
    given = (*here, j <= d, threshold >= 1, threshold <= d, *POWER_LAWS)
    falls = Put(Lemma(FALLS), {u: first, v: second})
    laws = (Specialise(_law, j), Specialise(_law, threshold), falls)
    shown = (
        Solve(substitute(premise, values), given, laws)
        for premise in (*premises, u > 0, v > 0, w > 0, y > 0)
    )
    return Cut(Put(roots, values), tuple(shown))


_BEYOND = _compared(
    eta * sp.sqrt(u * B) <= high / low * K,
    (u <= high * w, low * y <= v, w <= y),
    sp.Le(eta * sp.sqrt(v * B), K, evaluate=False),
    AFTER_IT,
    *(threshold, j),
)
_UP_TO = _compared(
    eta * sp.sqrt(u * B) >= low / high * K,
    (low * w <= u, v <= high * y, y <= w),
    sp.Ge(eta * sp.sqrt(v * B), K, evaluate=False),
    BEFORE_IT,
    *(j, threshold),
)

_TWO = {  # lambda_1 = 1/8 and lambda_2 = 1/4, of which the first is below the threshold
    **dict.fromkeys((alpha, beta), sp.Integer(2)),
    low: sp.Rational(1, 8),
    high: ONE,
    K: sp.Rational(4, 5),
    eta: ONE,
    B: sp.Integer(4),
    k: ONE,
    d: sp.Integer(2),
    threshold: ONE,
    j: sp.Integer(2),
    eigenvalues: SequenceOf(_entry / 8, _entry),
    target: SequenceOf(ONE, _entry),
    K1: ONE,
    K2: ONE,
    K3: ONE,
}
_ONE = {  # d = 1 and lambda_1 = 1: the only coordinate is the threshold
    **_TWO,
    **dict.fromkeys((low, high, K, d, j), ONE),
    eigenvalues: SequenceOf(ONE, _entry),
    K3: sp.Integer(2),
}


def _bounded(statement):
    """Return the hypotheses of a statement, with the constants of those on sizes."""
    given = (h.bound(_SIZES[h]) if isinstance(h, Magnitude) else h for h in statement.given)
    return (*(constant > 0 for constant in (K1, K2, K3)), *given)


def _hidden(order, definition, point):
    """Return an order without the constants of its hypotheses, all of which hold at a point."""
    everywhere = (
        Generalise(Solve(at_values(POWER_LAWS[-1], point).body), j),
        Generalise(Solve(at_values(definition[-1], point).body), i),
    )
    return Hide(order, _SIZES, (), point, everywhere)


def _by_rho(statement, low_constant, high_constant, shown):
    """Argue for the order of rho_j."""
    return Between(*(rho(j), ONE, low_constant, high_constant, EACH, _bounded(statement)), (shown,))


BEYOND_IT = _hidden(
    _by_rho(PRINTED["beyond it"], None, high / low * K, _BEYOND), SMALL_UP_TO_IT, _TWO
)
UP_TO_IT = _hidden(_by_rho(MEANT["up to it"], low / high * K, None, _UP_TO), LARGE_UP_TO_IT, _ONE)

# -- the size of j* --------------------------------------------------------------------------------

_NEXT = threshold + 1
_FACTORS = {threshold: (high, K), _NEXT: (low, K), d: (ONE, K3)}  # v and w of `AT_MOST`
_not_last = threshold < d
_sized = _bounded(MEANT["size"])


def _positive(base, *exponents):
    """Return that powers of a positive number are positive."""
    return tuple(Put(Lemma(POSITIVE), {u: base, v: exponent}) for exponent in exponents)


def _by_root(says, law, at_rho, at, place):
    """Argue for a bound of j^(-beta/2), which is w, by that of rho_j.

    Args:
        says: the bound.
        law, at_rho: what is known of u, which is lambda_j, of y, which is w^2, and of rho_j.
        at: the coordinate j.
        place: where it lies.
    """
    rooted = eq(w, sp.sqrt(y))
    values = {u: eigenvalues[at], w: at ** (-beta / 2), y: at**-beta}
    powers = _positive(at, -beta, -beta / 2)
    of_powers = ((*place, beta > 1), (Put(Lemma(HALF), {u: at}), *powers))
    of_law = ((*place, *POWER_LAWS), (Specialise(_law, at), *powers))
    shown = {law: of_law, u > 0: of_law, rooted: of_powers, w > 0: of_powers, y > 0: of_powers}
    return Cut(
        Put(Solve(says, (*_POSITIVE, rooted, law, at_rho)), values),
        tuple(Solve(substitute(premise, values), *by) for premise, by in shown.items()),
    )


def _constant(at):
    """Return the constant with which a coordinate is bounded."""
    return substitute(_FACTOR, dict(zip((v, w), _FACTORS[at], strict=True)))


def _by_power(name, at, bounded):
    """Argue for the bound of a coordinate by a power of eta sqrt(B)."""
    values = dict(zip((v, w), _FACTORS[at], strict=True))
    return Cut(Put(Lemma(name), {u: at, **values, y: STEADY}), (bounded,))


_above = _by_root(
    sp.sqrt(high) * STEADY * w >= K,
    u <= high * y,
    sp.Ge(eta * sp.sqrt(u * B), K, evaluate=False),
    *(threshold, (threshold >= 1, threshold <= d)),
)
_after = Cut(
    _by_root(
        sp.sqrt(low) * STEADY * w <= K,
        low * y <= u,
        sp.Lt(eta * sp.sqrt(u * B), K, evaluate=False),
        *(_NEXT, (threshold >= 1, _not_last)),
    ),
    (
        Solve(
            rho(_NEXT) < K,
            (_not_last, LARGE_UP_TO_IT[-1]),
            (Specialise(Assume(LARGE_UP_TO_IT[-1]), _NEXT),),
        ),
    ),
)
_at_the_end = Solve(
    STEADY * d ** (-beta / 2) <= K3,
    (
        *(eta > 0, B >= 1, k >= 0, eta * k >= K1, K1 > 0, d >= 1),
        STEADY * k / d ** (beta / 2) <= K3,
    ),
    _positive(d, -beta / 2),
)
_size = STEADY ** (2 / beta)
SIZE_OF_IT = _hidden(
    Between(
        *(threshold, _size, sp.Min(_constant(d), _constant(_NEXT) / 2), _constant(threshold)),
        *((*OVER, threshold), _sized),
        (
            _by_power(AT_MOST, threshold, _above),
            _by_power(AT_LEAST, _NEXT, _after),
            _by_power(AT_LEAST, d, _at_the_end),
            *_positive(STEADY, 2 / beta),
            *_positive(high, 1 / beta),
            *_positive(low, 1 / beta),
            *_positive(K, -2 / beta),
            *_positive(K3, -2 / beta),
        ),
    ),
    LARGE_UP_TO_IT,
    {symbol: value for symbol, value in _ONE.items() if symbol != j},
)

# -- the unstable coordinates, where some are stable -----------------------------------------------

_TWO_OR_MORE = (*(substitute(e, {K: 2 * ONE}) for e in LARGE_UP_TO_IT[1:]), _not_last)
_REGIME = (eta * k, STEADY)
UNSTABLE = [
    States(
        SIZE,
        {
            "section 2": SETTING,
            "assumptions 2.1 and B.3": POWER_LAWS,
            HERE: (*_TWO_OR_MORE, *large),
        },
    )
    for large in sizes(large=_REGIME)
]
_next_to_last = Between(
    *(threshold, _size, _constant(_NEXT) / 2, _constant(threshold), (*OVER, threshold)),
    (
        *(*SETTING, *POWER_LAWS, *LARGE_UP_TO_IT, _not_last),
        *(K1 > 0, K2 > 0, eta * k >= K1, STEADY >= K2),
    ),
    (
        _by_power(AT_MOST, threshold, _above),
        _by_power(AT_LEAST, _NEXT, _after),
        *_positive(STEADY, 2 / beta),
        *_positive(high, 1 / beta),
        *_positive(low, 1 / beta),
        *_positive(K, -2 / beta),
    ),
)
_HALF_STABLE = {  # lambda_1 = 1 and lambda_2 = 1/4, of which the first is unstable
    **dict.fromkeys((alpha, beta, eta, d), 2 * ONE),
    **dict.fromkeys((low, high, B, k, threshold), ONE),
    eigenvalues: SequenceOf((7 - 3 * _entry) / 4, _entry),
    target: SequenceOf(ONE, _entry),
}
UNSTABLE_SHOWN = hidden(
    UNSTABLE,
    (K1, K2),
    Put(_next_to_last, {K: 2 * ONE}),
    _HALF_STABLE,
    (
        Generalise(Solve(at_values(POWER_LAWS[-1], _HALF_STABLE).body), j),
        Generalise(Solve(at_values(_TWO_OR_MORE[-2], _HALF_STABLE).body), i),
    ),
)

# -- what fails ------------------------------------------------------------------------------------

VALUES = {
    **dict.fromkeys((alpha, beta), sp.Integer(4)),
    low: sp.Rational(1, 4),
    high: ONE,
}
POINT = {
    eta: ONE,
    B: g**4,
    k: g**2,
    **dict.fromkeys((d, threshold, j), m),
    eigenvalues: SequenceOf((1 + _entry**2) ** -2, _entry),
    target: SequenceOf(ONE, _entry),
}


def _breaks(says, far, point=POINT):
    """Argue that a point breaks an order: all m coordinates are up to j*.

    Args:
        says: that there is such a point.
        far: what is known of m and g, and of the constants.
        point: its values.
    """
    everywhere = (
        Generalise(Solve(at_values(substitute(POWER_LAWS[-1], VALUES), point).body), j),
        Generalise(Solve(at_values(substitute(SMALL_UP_TO_IT[-1], VALUES), point).body), i),
    )
    return given_by(says, point, far, everywhere)


def _fails_for_any(statement):
    """Argue against an order with any constants in its hypotheses, here 1."""

    def show(says):
        found = _breaks(says, (m >= 2, m > C, C > 0), {**POINT, **dict.fromkeys((B, k, K), ONE)})
        large = sp.floor(C) + 2
        ends = Solve(And(large >= 2, large > C), (C > 0,))
        return Cut(Put(found, {m: large}), (ends,))

    constants = {h: ONE for h in statement.given if isinstance(h, Magnitude)}
    return denial([statement], constants, {**VALUES, K: ONE}, C, show)


def _none_serves(statement):
    """Argue that no constants serve: the point breaks the order for a large g and a larger m."""
    wanted = inhabited(VALUES, (*statement.given, denied(statement.says)))

    def show(says):
        own = (K > 0, LIMIT > 0, C > 0, g >= 1, g >= LIMIT)
        far = (m >= 2, m * K >= g**2, m > C * g**2, m >= (LIMIT + 1) * g**2)
        large = sp.floor((1 / K + C + LIMIT + 1) * g**2) + 2
        parts = [substitute(condition, {m: large}) for condition in far]
        ends = tuple(Solve(condition, own) for condition in parts)
        for_m = Cut(Put(_breaks(says, (*far, *own)), {m: large}), ends)
        many = sp.floor(LIMIT) + 1
        is_large = Solve(And(many >= 1, many >= LIMIT), (LIMIT > 0,))
        return Cut(Put(for_m, {g: many}), (is_large,))

    return given_at(wanted, VALUES, lambda says: for_every(says, show))


def _against(name):
    any_constant, serves = PRINTED[name]
    return ByReading(
        {ANY_CONSTANT: _fails_for_any(any_constant), SOME_CONSTANT: _none_serves(serves)}
    )


AGAINST = {name: _against(name) for name in ("size", "up to it")}

# -- where none is stable: all m coordinates are up to j*, and eta is large ------------------------

_NO_MATTER = tuple(h for h in _TWO_OR_MORE if h != _not_last)
_OF_ANY_D = [
    States(
        SIZE,
        {
            "section 2": SETTING,
            "assumptions 2.1 and B.3": POWER_LAWS,
            HERE: _NO_MATTER,
            "theorem B.4": large,
        },
    )
    for large in sizes(large=(*_REGIME, d))
]
ANY_D = up_to_constants(_OF_ANY_D[0], constants_in_sight(_OF_ANY_D[1]))
_ALL_UNSTABLE = {
    **dict.fromkeys((B, k), ONE),
    **dict.fromkeys((d, threshold), m),
    eta: (2 + C**2 + LIMIT) * (1 + m**2),
    **{entries: POINT[entries] for entries in (eigenvalues, target)},
}


def _all_unstable(says, point, *own):
    """Argue that a point breaks the order: j* is d, and eta sqrt(B) above C_0 d."""
    everywhere = (
        Generalise(Solve(at_values(substitute(POWER_LAWS[-1], VALUES), point).body), j),
        Generalise(Solve(at_values(_NO_MATTER[-1], point).body), i),
    )
    return given_by(says, point, own, everywhere)


def _fails_for_any_d(statement):
    point = {symbol: substitute(at, {LIMIT: ONE, m: ONE}) for symbol, at in _ALL_UNSTABLE.items()}
    constants = {h: ONE for h in statement.given if isinstance(h, Magnitude)}
    return denial(
        [statement], constants, VALUES, C, lambda says: _all_unstable(says, point, C > 0), side=1
    )


def _none_serves_any_d(statement):
    wanted = inhabited(VALUES, (*statement.given, denied(statement.says)))

    def show(says):
        found = _all_unstable(says, _ALL_UNSTABLE, m >= 1, m >= LIMIT, LIMIT > 0, C > 0)
        many = sp.floor(LIMIT) + 1
        return Cut(Put(found, {m: many}), (Solve(And(many >= 1, many >= LIMIT), (LIMIT > 0,)),))

    return given_at(wanted, VALUES, lambda says: for_every(says, show))


ANY_D_FAILS = {
    ANY_CONSTANT: _fails_for_any_d(_OF_ANY_D[0]),
    SOME_CONSTANT: _none_serves_any_d(ANY_D.options[SOME_CONSTANT]),
}
