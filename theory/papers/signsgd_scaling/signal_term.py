"""Term A of theorem F.6: the signal of the coordinates that need no burn-in.

T = eta sqrt(B) k, and x is what Theta(T) stands for, c_A T <= x <= C_A T. Against T up to d^beta
speaks beta = 2: with B = 1, T = h m^2 and d = h m the exponent is at least m everywhere, so that
the integral is at most exp(-m), while T^(-2s) falls like a power of m.

For T up to d^(beta/2) the law holds: constants of the hypotheses leave room for q = T^(2/beta) with
B^(1/alpha) <= q and 2 q <= d, and between q and 2 q the exponent is at most C_A.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import Cut, Generalise, Integrate, Lemma, Put, Solve, lemmas_of
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import ByReading, ForAll
from theory.existence import by_values, denial, given_at
from theory.language import eq, integers, le, reals
from theory.orders import LargeEnough, Magnitude, Order, Theta
from theory.papers.signsgd_scaling import integral_argument as bounds
from theory.papers.signsgd_scaling import loss_argument
from theory.papers.signsgd_scaling import signal_argument as signals
from theory.papers.signsgd_scaling.integral_argument import ONE, h, p, v, y
from theory.papers.signsgd_scaling.noise_term import THETAS
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    SETTING,
    SOME_CONSTANT,
    B,
    alpha,
    beta,
    constants_serve,
    d,
    decays,
    eigenvalues,
    eta,
    fastest,
    j,
    k,
    s,
    sizes,
    slowest,
    target,
    up_to_constants,
    z,
)
from theory.places import HERE
from theory.quantifiers import Every, Some, denied, inhabited

C, K = reals("C_0 K_0")
m, many = integers("m n")
i = bounds.i
T, STEADY = eta * sp.sqrt(B) * k, eta * sp.sqrt(B)
FIRST = B ** (1 / alpha)
ARRIVED = B ** (beta / (2 * alpha))
BURNED_IN = sp.Max(B ** ((beta - alpha) / (2 * alpha)), 1)
IS_THETA = (fastest * T <= z, z <= slowest * T)
TASK = (alpha > 1, beta > 1, DIFFICULTY, fastest > 0, slowest >= fastest)
OVER_T = (eta, B, k, d, z)
PROOF_OF_F_6 = "appendix F.2, (39)"
PLACES = {"section 2": SETTING, "assumption B.3": TASK[:3], PROOF_OF_F_6: TASK[3:]}


def signal(rate, at=i):
    """Return the integral of j^-alpha exp(-rate j^(-beta/2)) over the late coordinates."""
    return sp.Integral(at**-alpha * sp.exp(-rate * at ** (-beta / 2)), (at, FIRST, d))


def law(right, small, large):
    """Return the order of the integral, for any constants in its hypotheses and for some.

    Args:
        right: its order.
        small, large: pairs of terms, the first at most or at least of the order of the second one.
    """
    small, large = (*small, (STEADY, ONE)), (*large, (eta * k, BURNED_IN))
    order = Order(signal(z), right, "same", OVER_T)
    any_constant = sizes([a / b for a, b in small], [a / b for a, b in large])[0]
    limits = (*(le(K * a, b) for a, b in small), *(le(K * b, a) for a, b in large))
    bounded = (le(signal(z), C * right), le(right, C * signal(z)))
    serves = constants_serve(K, C, (*SETTING, *IS_THETA, *limits), bounded, OVER_T)
    places = {"assumption B.3": TASK[:3], PROOF_OF_F_6: TASK[3:]}
    return States(order, {**PLACES, HERE: (*IS_THETA, *any_constant)}), States(serves, places)


EARLY_LAW = T ** (-2 * s)
UP_TO_D_BETA, UP_TO_ITS_ROOT = (
    law(EARLY_LAW, ((T, d**end),), ((T, ARRIVED),)) for end in (beta, beta / 2)
)

# -- the other two clauses -------------------------------------------------------------------------

_each_term = eigenvalues[j] * target[j] ** 2 * sp.exp(-decays[j])
_late_terms = sp.Sum(_each_term, (j, sp.floor(FIRST) + 1, d)) / 2
THE_SUM = up_to_constants(
    *(
        States(
            Order(_late_terms, signal(Theta(T), z) / 2, "same", (*OVER, decays)),
            {
                "section 2": SETTING,
                "assumption B.3": POWER_LAWS,
                "theorem F.6": sized,
                PROOF_OF_F_6: THETAS,
            },
        )
        for sized in sizes((STEADY,), (eta * k / BURNED_IN,))
    )
)
_fading = T**-1 * d ** (-beta / 2 * (2 * s - 1)) * sp.exp(-Theta(T) * d ** (-beta / 2))
LARGER_D, ANY_D = "many are left", "none may be left"


def _from_d_beta_on(sized, *more):
    """Return the order of the integral from T = d^beta on."""
    here = (*IS_THETA, *sized, *more)
    return States(Order(signal(z), _fading, "same", OVER_T), {**PLACES, HERE: here})


_any, _some = sizes((STEADY,), (T / d**beta, eta * k / BURNED_IN))
FROM_D_BETA_ON = up_to_constants(
    _from_d_beta_on(_any),
    Ambiguous(
        "whether coordinates are left beyond B^(1/alpha), without which the integral is 0",
        {
            LARGER_D: _from_d_beta_on(_some, LargeEnough(d / FIRST)),
            ANY_D: _from_d_beta_on(_some),
        },
    ),
)

# -- against it ------------------------------------------------------------------------------------

CUBE = "four terms of the series of exp"
LEMMAS = {
    **{name: loss_argument.LEMMAS[name] for name in (loss_argument.FALLS, loss_argument.POSITIVE)},
    bounds.LARGE_POWER: bounds.LEMMAS[bounds.LARGE_POWER],
    CUBE: ForAll((6 + 6 * v + 3 * v**2 + v**3) * sp.exp(-v) <= 6, given=(v > 0,)),
}
_VALUES = {
    **dict.fromkeys((alpha, beta), 2 * ONE),
    s: ONE / 2,
    **dict.fromkeys((fastest, slowest), ONE),
}
_POINT = {eta: 1 / many, B: ONE, k: (many * m) ** 2, d: many * m, z: many * m**2}
_far = (m >= 1, many >= 1)
_exponent = many * m**2 / i
_inside = (*_far, i >= 1, i <= many * m)
_each = Solve(
    i**-2 * sp.exp(-_exponent) <= i**-2 * sp.exp(-m),
    _inside,
    (Solve(_exponent >= m, _inside), Put(Lemma(loss_argument.FALLS), {y: _exponent, v: m})),
)
_small = Solve(
    sp.Integral(i**-2 * sp.exp(-_exponent), (i, 1, many * m)) <= 6 / m**3,
    _far,
    (
        Integrate(_each, i, 1, many * m, _far),
        Put(Lemma(bounds.LARGE_POWER), {p: 2 * ONE, y: ONE, h: many * m}),
        Put(Lemma(CUBE), {v: m}),
        Put(Lemma(loss_argument.POSITIVE), {v: -m}),
    ),
)


def _fails(statements):
    """Return the arguments that the order fails for any constants in its hypotheses."""
    any_constant, serves = statements
    far = (*_far, C > 0)

    def at_point(says, *more):
        given = (*far, m > 6 * C * many, *more)

        def show(conditions):
            parts = tuple(Solve(part, given, (_small,)) for part in conditions.args)
            return Solve(conditions, given, parts)

        return given_at(says, _POINT, show)

    def with_one(says):
        large = sp.floor(6 * C) + 1
        found = Put(at_point(says), {many: ONE})
        return Cut(Put(found, {m: large}), (Solve(And(large >= 1, large > 6 * C), (C > 0,)),))

    def with_any(every_limit):
        of_limit = every_limit.body.args[1]
        there = of_limit.body.args[1]
        own, large = sp.floor(K) + 1, sp.floor(6 * C * many) + 1
        ends = Solve(And(large >= 1, large > 6 * C * many), (C > 0, many >= 1))
        for_n = Cut(Put(at_point(there, K > 0, many >= K), {m: large}), (ends,))
        found = Cut(Put(for_n, {many: own}), (Solve(And(own >= 1, own >= K), (K > 0,)),))
        of_constant = Solve(of_limit.body, (K > 0,), (found,))
        return Generalise(Solve(every_limit.body, (), (Generalise(of_constant, C),)), K)

    wanted = inhabited(_VALUES, (*serves.given, denied(serves.says)))
    limits = {g: ONE for g in any_constant.given if isinstance(g, Magnitude)}
    return ByReading(
        {
            ANY_CONSTANT: denial([any_constant], limits, _VALUES, C, with_one, 1),
            SOME_CONSTANT: given_at(wanted, _VALUES, with_any),
        }
    )


AGAINST = _fails(UP_TO_D_BETA)

# -- for T up to d^(beta/2) ------------------------------------------------------------------------

POWER_OF_POWER, ROOT_OF_POWER = "a power of a power", "(v^p)^(1/p)"
MEANT = UP_TO_ITS_ROOT[1]
_AT = {signals.t: z, beta: beta / 2, signals.first: FIRST}
_K_SIGNAL = substitute(signals.K_SIGNAL, {beta: beta / 2})
_low, _high, _share = reals("low_0 high_0 share_0")
_ROOM = le(2**beta, K)  # between B^(beta/(2 alpha)), T and d^(beta/2)
_OF_LOW = (_low > 0, _low * (2**-alpha * sp.exp(-slowest)) >= 1)
_OF_HIGH = _high * (alpha - 1) >= _K_SIGNAL
_OF_SHARE = (_share > 0, _share * fastest ** (2 * s) >= 1)
_OF_C = le(_high * _share + _low, C)
_CONSTANTS = (_ROOM, *_OF_LOW, _OF_HIGH, *_OF_SHARE, _OF_C)
_law = bounds.T ** (-2 * s)
_q = bounds.T ** (2 / beta)
_in_time = (
    *(B >= 1, d >= 1, *TASK, bounds.T > 0, fastest * bounds.T <= z, z <= slowest * bounds.T),
    *(le(K * ARRIVED, bounds.T), le(K * bounds.T, d ** (beta / 2)), _ROOM),
)
_placed = Solve(
    And(_q >= FIRST, 2 * _q <= d, FIRST >= 1, _q > 0, d >= FIRST),
    _in_time,
    (
        Put(Lemma(bounds.RISES), {v: ARRIVED, h: bounds.T, p: 2 / beta}),
        Put(Lemma(POWER_OF_POWER), {v: B, p: beta / (2 * alpha), y: 2 / beta}),
        Put(Lemma(bounds.RISES), {v: 2**beta * bounds.T, h: d ** (beta / 2), p: 2 / beta}),
        Put(Lemma(bounds.PRODUCT), {v: 2**beta, h: bounds.T, p: 2 / beta}),
        Put(Lemma(ROOT_OF_POWER), {v: d, p: beta / 2}),
        Solve(And(2**beta >= 1, ARRIVED > 0), (B >= 1, *TASK[:2])),
    ),
)
_near = Solve(
    z * _q ** (-beta / 2) <= slowest,
    _in_time,
    (Put(Lemma(bounds.ROOT), {v: bounds.T, bounds.b: beta / 2}),),
)
_at_least = Solve(
    _low * signal(z) >= _law,
    (
        *(B >= 1, d >= 1, *TASK[:2], bounds.T > 0, *_OF_LOW),
        signal(z) >= 2**-alpha * sp.exp(-slowest) * _law,
    ),
)
_at_most = Solve(
    signal(z) <= _high * z ** (-2 * s),
    (
        *(B >= 1, alpha > 1, z > 0, _OF_HIGH),
        sp.Le(signal(z), _K_SIGNAL / (alpha - 1) * z ** (-2 * s), evaluate=False),
    ),
)
_decays = Solve(
    z ** (-2 * s) <= _share * _law,
    (*TASK, bounds.T > 0, fastest * bounds.T <= z, *_OF_SHARE),
    (
        Put(Lemma(bounds.FALLS), {v: fastest * bounds.T, h: z, p: 2 * s}),
        Put(Lemma(bounds.PRODUCT), {v: fastest, h: bounds.T, p: -2 * s}),
    ),
)
_rate = reals("rate_0")
_ordered = Put(
    Solve(
        And(signal(z) <= C * _law, _law <= C * signal(z)),
        (
            *(B >= 1, d >= 1, *TASK[:2], bounds.T > 0, z > 0, _low > 0, _high > 0, _share > 0),
            _OF_C,
            *(_low * signal(z) >= _law, signal(z) <= _high * _rate, _rate <= _share * _law),
        ),
    ),
    {_rate: z ** (-2 * s)},
)
_bounded = Cut(
    Cut(_ordered, (_at_least, _at_most, _decays, Solve(_high > 0, (*TASK[:2], _OF_HIGH)))),
    (
        Put(signals.AT_LEAST_IN_TIME, {**_AT, v: bounds.T, s: 2 * s, y: slowest}),
        Put(signals.AT_MOST_IN_TIME, {**_AT, s: 2 * s}),
    ),
)
_served = Put(Cut(_bounded, (_placed, _near, Solve(z > 0, _in_time))), {bounds.T: T})
_values = {
    K: 2**beta,
    _low: 2**alpha * sp.exp(slowest),
    _high: _K_SIGNAL / (alpha - 1),
    _share: fastest ** (-2 * s),
}
_values[C] = substitute(_high * _share + _low, _values)


def _for_all(says):
    """Argue for what is said of all values, with symbols for the constants that serve."""
    if isinstance(says, Every):
        return Generalise(_for_all(says.body), says.args[0])
    return Solve(says, (*TASK, *_CONSTANTS), (_served,))


_some = next(part for part in MEANT.says.body.args if isinstance(part, Some))
_every = next(part for part in _some.body.args if isinstance(part, Every))
_every_at = substitute(_every, _values)
_positive = (Put(Lemma(loss_argument.POSITIVE), {v: slowest}),)
_serve = [Solve(substitute(c, _values), TASK, _positive) for c in _CONSTANTS]
_are_positive = Solve(And(_values[K] > 0, _values[C] > 0), TASK, _positive)
_power = 2 * alpha / beta
_defined = And(
    *(sp.Ne(beta, 0), sp.Ne(alpha - 1, 0)),
    *(signals.has_power(_power, _power), signals.has_power(fastest, -2 * s)),
)
MEANT_SHOWN = Cut(
    by_values(MEANT.says, {K: _values[K], C: _values[C]}, (*TASK, _every_at), (_are_positive,)),
    (Cut(Put(_for_all(_every), _values), (*_serve, Solve(_defined, TASK))), Solve(_defined, TASK)),
)
_known = {
    **bounds.LEMMAS,
    **signals.LEMMAS,
    POWER_OF_POWER: ForAll(eq((v**p) ** y, v ** (p * y)), given=(v > 0,)),
    ROOT_OF_POWER: ForAll(eq((v**p) ** (1 / p), v), given=(v > 0, p > 0)),
}
LEMMAS |= {name: _known[name] for name in lemmas_of(MEANT_SHOWN)}
