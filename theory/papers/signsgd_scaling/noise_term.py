"""Term C of theorem F.6: the noise that all coordinates have gathered.

f(x) = x^(-b) (1 - exp(-2 T x^(-b))) falls, so that its sum from 1 to d is at least its integral,
and at most f(1) more; f(1) is at most a multiple of the integral from 1 to 2. Here b = beta/2 and
T = eta sqrt(B) k; in the integrals of the lemmas the time is 2 T.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import (
    Assume,
    Between,
    Cut,
    Generalise,
    Hide,
    Integrate,
    LastTerm,
    Lemma,
    Put,
    Solve,
    Specialise,
    Split,
    lemmas_of,
)
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading, Claim, ForAll, Source
from theory.existence import at_values
from theory.language import eq, integers, reals
from theory.orders import Magnitude, Order
from theory.papers.signsgd_scaling import integral_argument as bounds
from theory.papers.signsgd_scaling import unrolled_argument
from theory.papers.signsgd_scaling.integral_argument import K1, K2, ONE, T, b, h, noise, v, y
from theory.papers.signsgd_scaling.integrals import (
    AT_ONE,
    FLAT,
    GIVEN,
    POINT,
    SIGN_END,
    SIGN_T,
    WHICH_D,
    fails_at_one_coordinate,
    fails_where_t_is_1,
    in_many,
    no_noise_at_one,
    regime,
    served_from_2,
    whatever_in_many,
)
from theory.papers.signsgd_scaling.loss_argument import by_index, hidden, lemma, n, next_term
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    MANY_COORDINATES,
    OVER,
    POWER_LAWS,
    SOME_CONSTANT,
    B,
    alpha,
    beta,
    d,
    decays,
    eigenvalues,
    eta,
    every_of_many,
    fastest,
    high,
    j,
    k,
    low,
    or_many_coordinates,
    sizes,
    slowest,
    target,
    up_to_constants,
    z,
)
from theory.quantifiers import Every

NOISE, TWICE = eta / sp.sqrt(B), 2 * SIGN_T
LEMMAS = {
    **unrolled_argument.LEMMAS,
    **bounds.LEMMAS,
    "log of twice": ForAll(
        And(sp.log(v) <= sp.log(2 * v), sp.log(2 * v) <= 2 * sp.log(v)), given=(v >= 2,)
    ),
    "a power of twice": ForAll(
        And(v**h <= (2 * v) ** h, (2 * v) ** h <= 2 * v**h), given=(v > 0, h > 0, h < 1)
    ),
}

# -- the sum and the integral ----------------------------------------------------------------------

EACH = sp.sqrt(eigenvalues[j]) * (1 - sp.exp(-decays[j]))
RATE = eta * sp.sqrt(eigenvalues[j] * B) * k
SUM = NOISE / 2 * sp.Sum(EACH, (j, 1, d))
_in_range = And(j >= 1, j <= d)
_is_theta = And(fastest * RATE <= decays[j], decays[j] <= slowest * RATE)
THETAS = (
    *(fastest > 0, slowest >= fastest),
    Every(j, Implies(_in_range, _is_theta, evaluate=False)),
)


def falling(at):
    """Return f at a place."""
    return at**-b * (1 - sp.exp(-T * at**-b))


def partial(top):
    """Return the sum of f up to an index."""
    return sp.Sum(falling(j), (j, 1, top))


def area(top, start=ONE):
    """Return the integral of f."""
    return sp.Integral(falling(z), (z, start, top))


INTEGRAL = NOISE / 2 * substitute(area(d), {b: beta / 2, T: TWICE})
_given = (b > 0, T > 0)
_between = (*_given, n >= 1, z >= n, z <= n + 1)
_falls = Solve(
    And(falling(z) <= falling(n), falling(z) >= falling(n + 1)),
    _between,
    (
        Solve(And(z**-b <= n**-b, z**-b >= (n + 1) ** -b, z**-b > 0, (n + 1) ** -b > 0), _between),
        lemma(bounds.GROWS, {v: T * n**-b, y: T * z**-b}),
        lemma(bounds.GROWS, {v: T * z**-b, y: T * (n + 1) ** -b}),
        *(lemma(bounds.GROWS, {v: T * at**-b, y: sp.S.Zero}) for at in (n, z, n + 1)),
    ),
)
_from_1 = (*_given, n >= 1)
_next_area = (
    Split(area(n + 1), n, _from_1),
    Integrate(
        _falls_at := Solve(falling(z) <= falling(n), _between, (_falls,)), z, n, n + 1, _from_1
    ),
    Integrate(Solve(falling(z) >= falling(n + 1), _between, (_falls,)), z, n, n + 1, _from_1),
)
_at_1 = tuple(Put(argument, {n: ONE}) for argument in _next_area[1:])
AT_LEAST = by_index(
    partial(n) >= area(n + 1),
    _given,
    (next_term(partial, ONE), _at_1[0]),
    (next_term(partial, n + 1), *(Put(a, {n: n + 1}) for a in _next_area)),
)
AT_MOST = by_index(
    partial(n + 1) <= falling(ONE) + area(n + 1),
    _given,
    (next_term(partial, ONE), LastTerm(partial(2 * ONE)), _at_1[1]),
    (next_term(partial, n + 2), *(Put(a, {n: n + 1}) for a in _next_area)),
)
_at_d = (*_given, d >= 2)
_positive = Solve(
    falling(z) >= 0, (*_given, z >= 1), (lemma(bounds.GROWS, {v: T * z**-b, y: sp.S.Zero}),)
)
FIRST = 2 ** (b + 1) * (1 + 2 ** (b + 1))
_first = Solve(
    falling(ONE) <= FIRST * falling(2 * ONE),
    _given,
    (
        Put(
            unrolled_argument.FULL_AT_MOST,
            {
                unrolled_argument.w: T,
                unrolled_argument.half_time: T * 2**-b / 2,
                unrolled_argument.most: 2 ** (b + 1),
            },
        ),
        Solve(And(T * 2**-b >= 0, eq(2**-b * 2 ** (b + 1), 2), 2**-b > 0), _given),
    ),
)
SUM_OF_F = Solve(
    And(partial(d) >= area(d), partial(d) <= (1 + FIRST) * area(d)),
    _at_d,
    (
        Put(AT_LEAST, {n: d}),
        Split(area(d + 1), d, _at_d),
        Integrate(_positive, z, d, d + 1, _at_d),
        Put(AT_MOST, {n: d - 1}),
        Split(area(d), 2, _at_d),
        Integrate(_positive, z, 2, d, _at_d),
        _at_1[1],
        _first,
        Solve(FIRST > 0, _given),
    ),
)

_terms = (*GIVEN, *POWER_LAWS, *THETAS, j >= 1, j <= d)
_own = (
    Specialise(Assume(POWER_LAWS[-1]), j),
    Specialise(Assume(THETAS[-1]), j),
)
LEAST, MOST, r1, r2 = reals("least_0 most_0 r_1 r_2")  # r_1 and r_2 are the roots of c and C
CONSTANTS = (
    *(r1 > 0, eq(r1**2, low), r2 > 0, eq(r2**2, high), LEAST > 0),
    *(LEAST * (2 * fastest * r1 + 8) <= fastest * r1**2, 2 * r2 * (1 + slowest * r2) <= MOST),
)
_l, _n, _q = reals("l_0 n_0 q_0")
_of_one = (
    *(*GIVEN[:-1], low > 0, high >= low, fastest > 0, slowest >= fastest, *CONSTANTS),
    *(_n > 0, low * _n**2 <= _l, _l <= high * _n**2),
    *(_q >= fastest * (eta * sp.sqrt(_l * B) * k), _q <= slowest * (eta * sp.sqrt(_l * B) * k)),
)
_root = Solve(
    And(
        *(sp.sqrt(_l) >= r1 * _n, sp.sqrt(_l) <= r2 * _n),
        eq(sp.sqrt(_l * B), sp.sqrt(_l) * sp.sqrt(B)),
    ),
    (*_of_one[:-2],),
)
_time_at_least_0 = Solve(And(SIGN_T >= 0, eta * k >= 0), GIVEN[:-1])
_rate = Solve(
    And(
        *(_q >= fastest * r1 * (SIGN_T * _n), _q <= slowest * r2 * (SIGN_T * _n)),
        *(_q >= 0, SIGN_T * _n >= 0),
    ),
    _of_one,
    (_root, _time_at_least_0),
)
_share_most = Cut(
    Put(
        unrolled_argument.FULL_AT_MOST,
        {
            unrolled_argument.w: _q,
            unrolled_argument.half_time: SIGN_T * _n,
            unrolled_argument.most: slowest * r2,
        },
    ),
    (_rate, Solve(slowest * r2 > 0, _of_one)),
)
_share_least = Cut(
    Put(
        unrolled_argument.FULL_AT_MOST,
        {
            unrolled_argument.w: 2 * SIGN_T * _n,
            unrolled_argument.half_time: _q / 2,
            unrolled_argument.most: 4 / (fastest * r1),
        },
    ),
    (
        Solve(
            And(
                2 * SIGN_T * _n <= 4 / (fastest * r1) * (_q / 2),
                *(_q / 2 >= 0, 2 * SIGN_T * _n >= 0, 4 / (fastest * r1) > 0, sp.Ne(fastest, 0)),
            ),
            _of_one,
            (_rate,),
        ),
    ),
)
_gone, _own_noise = 1 - sp.exp(-_q), _n * (1 - sp.exp(-2 * SIGN_T * _n))
_not_negative = Solve(_gone >= 0, _of_one, (_rate, lemma(bounds.GROWS, {v: _q, y: sp.S.Zero})))
_w, _g, _m = reals("w_0 g_0 m_0")
_term_most = Solve(
    _w * _g <= MOST * (_n * _m),
    (
        *(_w >= 0, _w <= r2 * _n, _n > 0, _g >= 0, r2 > 0, slowest > 0),
        *(_g <= 2 * (1 + slowest * r2) * _m, 2 * r2 * (1 + slowest * r2) <= MOST),
    ),
)
_term_least = Solve(
    _w * _g >= LEAST * (_n * _m),
    (
        *(_w >= r1 * _n, _n > 0, _g >= 0, r1 > 0, fastest > 0, LEAST > 0),
        *(_m <= 2 * (1 + 4 / (fastest * r1)) * _g, CONSTANTS[-2]),
    ),
)
_own_values = {_w: sp.sqrt(_l), _g: _gone, _m: 1 - sp.exp(-2 * SIGN_T * _n)}
OF_ONE = [
    Solve(relation, _of_one, (_root, share, _not_negative, Put(term, _own_values)))
    for relation, share, term in (
        (sp.sqrt(_l) * _gone <= MOST * _own_noise, _share_most, _term_most),
        (sp.sqrt(_l) * _gone >= LEAST * _own_noise, _share_least, _term_least),
    )
]
_size = j ** (-beta / 2)
_at_j = {_l: eigenvalues[j], _n: _size, _q: decays[j]}
_placed = Solve(
    And(
        *(_size > 0, sp.Or(j > 0, And(eq(j, 0), -beta / 2 >= 0))),
        *(substitute(c, _at_j) for c in _of_one[-4:-2]),
    ),
    _terms,
    (*_own, Solve(And(eq(_size**2, j**-beta), _size > 0), _terms)),
)
_theta = Solve(And(*_is_theta.args), _terms, (_own[1],))
_bounds = [Cut(Put(argument, _at_j), (_placed, _theta)) for argument in OF_ONE]

# -- the sum ---------------------------------------------------------------------------------------

_f = _size * (1 - sp.exp(-2 * SIGN_T * _size))


def _sum_of(term, top):
    return sp.Sum(term, (j, 1, top))


_is_near = And(sp.Le(EACH, MOST * _f, evaluate=False), sp.Ge(EACH, LEAST * _f, evaluate=False))
NEAR = Every(j, Implies(_in_range, _is_near, evaluate=False))
_says = Implies(
    n <= d,
    And(
        _sum_of(EACH, n) <= MOST * _sum_of(_f, n),
        _sum_of(EACH, n) >= LEAST * _sum_of(_f, n),
    ),
    evaluate=False,
)


def _next(top):
    """Return the last terms of both sums; they have values, as the relation between them holds."""
    given = (NEAR, sp.Le(top, d), *(() if top == 1 else (n >= 1,)))
    has_values = (Specialise(Assume(NEAR), j),)
    return [LastTerm(_sum_of(term, top), given, has_values) for term in (EACH, _f)]


SUMMED = by_index(
    _says,
    (NEAR,),
    (*_next(ONE), Specialise(Assume(NEAR), ONE)),
    (*_next(n + 1), Specialise(Assume(NEAR), n + 1)),
)
_near_each = Generalise(
    Solve(Implies(_in_range, _is_near, evaluate=False), (*_terms[:-2], *CONSTANTS), tuple(_bounds)),
    j,
)
_sums = Put(SUM_OF_F, {b: beta / 2, T: TWICE})
_printed = (eta > 0, B >= 1, d >= 2, k >= 1, *POWER_LAWS, *THETAS)
_first_share = substitute(FIRST, {b: beta / 2})
_abstract = Between(
    *(SUM, INTEGRAL, LEAST, MOST * (1 + _first_share), (*OVER, decays), (*_printed, *CONSTANTS)),
    (
        Cut(Put(SUMMED, {n: d}), (_near_each,)),
        Cut(_sums, (Solve(And(beta / 2 > 0, TWICE > 0), _printed),)),
        Solve(NOISE > 0, _printed),
        Solve(_first_share > 0, _printed),
        Solve(MOST > 0, (*CONSTANTS, slowest > 0)),
    ),
)
_values = {
    r1: sp.sqrt(low),
    r2: sp.sqrt(high),
    LEAST: fastest * low / (2 * fastest * sp.sqrt(low) + 8),
    MOST: 2 * sp.sqrt(high) * (1 + slowest * sp.sqrt(high)),
}
_of_constants = (low > 0, high >= low, fastest > 0, slowest >= fastest)
_hold = Solve(substitute(And(*CONSTANTS), _values), _of_constants)
_defined = Solve(And(low >= 0, high >= 0, sp.Ne(2 * fastest * sp.sqrt(low) + 8, 0)), _of_constants)
OF_SUM = Cut(Put(_abstract, _values), (_hold, _defined))

BURNED_IN = eta * k / sp.Max(B ** ((beta - alpha) / (2 * alpha)), 1)
SUM_AS_INTEGRAL = [
    States(
        Order(SUM, INTEGRAL, "same", (*OVER, decays)),
        {
            "section 2": (eta > 0, B >= 1, k >= 0, d >= 1),
            "theorem F.6": long,
            "assumptions 2.1 and B.3": POWER_LAWS,
            "appendix F.2, (39)": THETAS,
        },
    )
    for long in sizes(large=(BURNED_IN,))
]
_a_step = Solve(
    k >= 1, (eta > 0, B >= 1, k >= 0, K1 > 0, sp.Ge(BURNED_IN, K1, evaluate=False), alpha > 1)
)
_half = sp.Rational(1, 2)
_index = integers("l")
_two_coordinates = {
    **dict.fromkeys((eta, B, k, low, high, slowest), ONE),
    **dict.fromkeys((alpha, beta, d), 2 * ONE),
    fastest: _half,
    eigenvalues: SequenceOf((7 - 3 * _index) / 4, _index),
    target: SequenceOf(ONE, _index),
    decays: SequenceOf(_half, _index),
}
SUM_OF_D = or_many_coordinates(SUM_AS_INTEGRAL, WHICH_D)
SUM_SHOWN = in_many(
    *(SUM_OF_D, (K1,), Cut(OF_SUM, (_a_step,)), _two_coordinates),
    tuple(
        Generalise(Solve(at_values(every, _two_coordinates).body), j)
        for every in (POWER_LAWS[-1], THETAS[-1])
    ),
)

# -- the integral, case by case --------------------------------------------------------------------

STEEP, EDGE = (beta > 2,), (eq(beta, 2),)
unit = reals("u_0")
AT_T = {b: beta / 2, T: SIGN_T, unit: NOISE}


def case(power, law, own, small=(), large=()):
    """Return a case, for every constant in its hypotheses and for one that serves."""
    left, right = (substitute(unit * e, AT_T) for e in (noise(power, 2 * T), law))
    return regime(left, right, own, small, large, many=False)


def argued(statement, constants, power, law, low, high, given, using, assumed=(), more=()):
    """Argue for a case by constants, given those in its hypotheses, one after the other.

    Args:
        statement: the case.
        constants: of its hypotheses.
        power, law: the case in T.
        low, high: its constants.
        given: hypotheses in T, which follow from those of the case.
        using: what shows the bounds.
        assumed: hypotheses that are still to be shown.
        more: a further hypothesis of the printed ones, or facts that show those in T.
    """
    order = Between(
        *(unit * noise(power, 2 * T), unit * law, low, high, (T, d, unit)),
        (*given, *assumed, unit > 0),
        using,
    )
    sized = [g for g in statement.given if isinstance(g, Magnitude)]
    bound = [size.bound(c) for size, c in zip(sized, constants, strict=True)]
    printed = (
        *(g for g in statement.given if g not in sized),
        *(c > 0 for c in constants if isinstance(c, sp.Symbol)),
        *bound,
        *(g for g in more if isinstance(g, sp.Basic)),
    )
    facts = (_time_at_least_0, *(fact for fact in more if not isinstance(fact, sp.Basic)))
    needed = substitute(And(*given, unit > 0, B > 0, B >= 0), AT_T)
    named = {s: e for s, e in AT_T.items() if s != b or power == b}
    return Cut(Put(order, named), (Solve(needed, printed, facts),))


def for_any(pair, constants, point, *case):
    """Return the arguments for a case that holds whatever the constants in its hypotheses are."""
    return hidden(pair, constants, argued(pair[0], constants, *case), {**POINT, **point})


def for_many(law, point, *case):
    """Return the argument for a case from the end on that holds from two coordinates on."""
    statement = law.options[SOME_CONSTANT].options[MANY_COORDINATES]
    order = argued(statement, (K1, 2 * ONE), *case)
    return ByReading(in_many(law, (K1,), order, {**POINT, **point}))


def for_some(statement, constants, point, *case):
    """Return the argument for a case by constants that serve in its hypotheses."""
    sized = [g for g in statement.given if isinstance(g, Magnitude)]
    plain = tuple(g for g in statement.given if g not in sized)
    positive = tuple(Solve(sp.Gt(c, 0, evaluate=False), plain) for c in constants)
    sizes = dict(zip(sized, constants, strict=True))
    order = argued(statement, constants, *case)
    return ByReading({SOME_CONSTANT: Hide(order, sizes, positive, {**POINT, **point})})


_doubled, _START = {T: 2 * T}, bounds.STEEP_START
_below_1 = Put(Lemma(bounds.BELOW_1), {v: ONE})
_late = (sp.Ge(T * d**-b, K1, evaluate=False), K1 > 0)
STEEP_EARLY = case(beta / 2, 1 - T ** (1 / b - 1), STEEP, (SIGN_END,), (SIGN_T,))
_two = Solve(
    d >= 2,
    (
        *(*STEEP, eta > 0, B >= 1, k >= 0, d >= 1, sp.Le(SIGN_END, 1, evaluate=False)),
        sp.Ge(SIGN_T, substitute(_START, AT_T), evaluate=False),
    ),
)
STEEP_BEFORE = for_some(
    STEEP_EARLY[1],
    (ONE, substitute(_START, AT_T)),
    {beta: 4 * ONE, k: sp.Integer(10)},
    *(b, 1 - T ** (1 / b - 1), bounds.STEEP_LEAST / 2, 4 / (b - 1)),
    (b > 1, d >= 2, T > 0, sp.Ge(T, _START, evaluate=False)),
    (
        Put(bounds.STEEP_EARLY, _doubled),
        *(Put(Lemma(bounds.HALVED), {v: at}) for at in (T, 2 * T)),
        Solve(And(T ** (1 / b - 1) >= 0, (2 * T) ** (1 / b - 1) >= 0, 2**-b > 0), (b > 1, T > 0)),
        _below_1,
    ),
    (),
    (_two,),
)
STEEP_LATE = case(beta / 2, ONE, STEEP, (), (SIGN_END,))
STEEP_LATE_OF_D = or_many_coordinates(STEEP_LATE, WHICH_D, denied=True)
STEEP_AFTER = for_many(
    STEEP_LATE_OF_D,
    {beta: 4 * ONE, k: sp.Integer(256)},
    *(b, ONE, 2**-b * bounds.LEAST_OF_WEIGHT, 1 / (b - 1)),
    (b > 1, d >= 2, T > 0, *_late),
    (Put(bounds.STEEP_LATE, _doubled), Put(Lemma(bounds.BELOW_1), {v: K1})),
)

EDGE_EARLY = case(ONE, sp.log(T), EDGE, (SIGN_T / d,), (SIGN_T,))
EDGE_BEFORE = for_some(
    EDGE_EARLY[1],
    (ONE / 2, 3 * ONE),
    {beta: 2 * ONE, k: sp.Integer(4)},
    *(ONE, sp.log(T), 1 - sp.exp(-1), 4 * ONE),
    (T >= 3, d >= 2 * T),
    (
        Put(bounds.LOG_AT_MOST, _doubled),
        Put(bounds.LOG_AT_LEAST, _doubled),
        Put(Lemma("log of twice"), {v: T}),
        _below_1,
    ),
)
EDGE_LATE = case(ONE, sp.log(d), EDGE, (), (SIGN_T / d,))
EDGE_AFTER = for_any(
    EDGE_LATE,
    (K1,),
    {beta: 2 * ONE, k: sp.Integer(16)},
    *(ONE, sp.log(d), bounds.LEAST_OF_WEIGHT, ONE),
    (d >= 1, T > 0, K1 > 0, sp.Ge(T / d, K1, evaluate=False)),
    (Put(bounds.LOG_LATE, _doubled), Put(Lemma(bounds.BELOW_1), {v: K1})),
)
FLAT_EARLY = case(beta / 2, T ** (1 / b - 1), FLAT, (SIGN_END,), (SIGN_T,))
_flat = (*bounds.FLAT, d >= 2, *bounds.TIMES)
_law = T ** (1 / b - 1)
_twice = Put(Lemma("a power of twice"), {v: T, h: 1 / b - 1})
_flat_bounds = (
    *(LEAST > 0, MOST > 0),
    sp.Le(noise(b, 2 * T), MOST / 2 * (2 * T) ** (1 / b - 1), evaluate=False),
    sp.Ge(noise(b, 2 * T), LEAST * (2 * T) ** (1 / b - 1), evaluate=False),
)
_at_twice = {b: beta / 2, T: TWICE}
_sized_flat = (K1 > 0, K2 > 0, SIGN_T >= K1, sp.Le(SIGN_END, K2, evaluate=False))
_flat_most = Solve(
    noise(b, 2 * T) <= MOST * _law,
    (*bounds.FLAT, T > 0, *_flat_bounds),
    (_twice,),
)
_flat_least = Solve(
    noise(b, 2 * T) >= LEAST * _law,
    (*bounds.FLAT, T > 0, *_flat_bounds),
    (_twice,),
)
_of_flat = {
    LEAST: substitute(bounds.LEAST_EARLY, {K2: 2 * K2, b: beta / 2}),
    MOST: substitute(2 * bounds.MOST_OF_FLAT, {b: beta / 2}),
}
_flat_printed = (*GIVEN, *FLAT, *_sized_flat)
_at_most = substitute(sp.Le(noise(b, T), bounds.MOST_OF_FLAT * _law, evaluate=False), _at_twice)
_flat_order = argued(
    *(FLAT_EARLY[0], (K2, K1), b, _law, LEAST, MOST),
    *((*_flat, T > 0), (_flat_most, _flat_least), _flat_bounds, (d >= 2,)),
)
_flat_shown = Cut(
    Put(_flat_order, _of_flat),
    (
        Solve(
            substitute(_flat_bounds[2], {**AT_T, MOST: _of_flat[MOST]}),
            (_at_most, *FLAT, TWICE > 0),
        ),
        Put(bounds.FLAT_EARLY[0], _at_twice),
        Put(bounds.FLAT_EARLY[1], {**_at_twice, K2: 2 * K2}),
        Put(bounds.LEAST_IS_POSITIVE, {K2: 2 * K2, b: beta / 2}),
        Solve(_of_flat[MOST] > 0, FLAT),
    ),
)
_times = substitute(And(*bounds.FLAT, *bounds.TIMES, T > 0, b > 0), {**_at_twice, K2: 2 * K2})
_values_of_flat = substitute(bounds.HAVE_VALUES, {b: beta / 2, K2: 2 * K2})
_enough = Solve(
    And(_times, TWICE > 0, d >= 1, B >= 0, B > 0, sp.Ne(beta, 0)),
    _flat_printed,
    (_time_at_least_0,),
)
_flat_of_d = up_to_constants(every_of_many(FLAT_EARLY[0], WHICH_D), FLAT_EARLY[1])
_flat_many = Cut(
    _flat_shown,
    (
        Cut(
            Put(bounds.FLAT_EARLY[0], _at_twice),
            (_enough,),
        ),
        _enough,
        Solve(_values_of_flat, (*FLAT, K1 > 0, K2 > 0)),
    ),
)
_flat_point = {**POINT, beta: sp.Rational(3, 2), k: sp.Integer(2)}
FLAT_BEFORE = ByReading(
    {
        SOME_CONSTANT: served_from_2(
            *(FLAT_EARLY[1], _flat_many, SIGN_END, SIGN_T, (*GIVEN[:-1], *FLAT), _flat_point)
        ),
        **whatever_in_many(_flat_of_d.options[ANY_CONSTANT], (K2, K1), _flat_many, _flat_point),
    }
)
FLAT_LATE = case(beta / 2, d ** (1 - b), FLAT, (), (SIGN_END,))
FLAT_LATE_OF_D = or_many_coordinates(FLAT_LATE, WHICH_D, denied=True)
FLAT_AFTER = for_many(
    FLAT_LATE_OF_D,
    {beta: sp.Rational(3, 2), k: sp.Integer(8)},
    *(b, d ** (1 - b), bounds.LEAST_LATE, 1 / (1 - b)),
    (*bounds.FLAT, d >= 2, T > 0, *_late),
    (
        Put(bounds.FLAT_LATE, _doubled),
        Put(Lemma(bounds.BELOW_1), {v: K1}),
        Put(Lemma(bounds.HALVES), {v: 1 - b}),
    ),
)

CASES = {
    "beta > 2, T up to d^(beta/2)": (up_to_constants(*STEEP_EARLY), STEEP_BEFORE),
    "beta > 2, T from d^(beta/2) on": (STEEP_LATE_OF_D, STEEP_AFTER),
    "beta = 2, T up to d": (up_to_constants(*EDGE_EARLY), EDGE_BEFORE),
    "beta = 2, T from d on": (up_to_constants(*EDGE_LATE), EDGE_AFTER),
    "beta < 2, T up to d^(beta/2)": (_flat_of_d, FLAT_BEFORE),
    "beta < 2, T from d^(beta/2) on": (FLAT_LATE_OF_D, FLAT_AFTER),
}


def _vanishes(pair, power, value):
    """Argue against a law for any constant: it is 0 where T is 1, and the integral is not."""
    least = 2 ** (1 - power)
    using = (
        Put(bounds.FIRST_TWO, {b: power, T: 2 * ONE, d: 2 * ONE, y: least}),
        Put(Lemma(bounds.BELOW_1), {v: least}),
    )
    return fails_where_t_is_1(pair[0], using, {beta: value})


_SUM = "the sum is of the order of an integral"
_arguments = (OF_SUM, *(option for _, found in CASES.values() for option in found.options.values()))
_steep_at, _flat_at = ({beta: 4 * ONE}, 2 * ONE), ({beta: sp.Rational(3, 2)}, sp.Rational(3, 4))


def _no_noise(pair, law, at):
    """Argue against a law from the end on, at one coordinate, for any constants."""
    values, power = at
    return ByReading(
        {
            AT_ONE: fails_at_one_coordinate(pair[0], values, power, 2 * ONE),
            **no_noise_at_one(law, values, power, 2 * ONE),
        }
    )


_against = {
    "beta > 2, T up to d^(beta/2)": _vanishes(STEEP_EARLY, 2 * ONE, 4 * ONE),
    "beta > 2, T from d^(beta/2) on": _no_noise(STEEP_LATE, STEEP_LATE_OF_D, _steep_at),
    "beta = 2, T up to d": _vanishes(EDGE_EARLY, ONE, 2 * ONE),
    "beta < 2, T up to d^(beta/2)": ByReading(
        {AT_ONE: fails_at_one_coordinate(FLAT_EARLY[0], *_flat_at, 2 * ONE)}
    ),
    "beta < 2, T from d^(beta/2) on": _no_noise(FLAT_LATE, FLAT_LATE_OF_D, _flat_at),
}
_denials = (
    argument
    for found in _against.values()
    for argument in (found.options.values() if isinstance(found, ByReading) else (found,))
)

STEP_C = Claim(
    id="signsgd-scaling/thm-F.6-step-termC",
    title="Accumulated noise",
    source=Source(appendix="appendix F.2, proof of theorem F.6, term C"),
    words="The noise term is of the order of eta / sqrt(B) times an integral, which is 1 - "
    "T^(-(1-2/beta)) for beta > 2, log T for beta = 2 and T^(2/beta-1) for beta < 2 up to T = "
    "d^(beta/2), and 1, log d and d^(1-beta/2) from there on, T = eta sqrt(B) k.",
    printed={
        _SUM: SUM_OF_D,
        **{name: law for name, (law, _) in CASES.items()},
    },
    lemmas={
        name: LEMMAS[name] for argument in (*_arguments, *_denials) for name in lemmas_of(argument)
    },
    because={
        _SUM: ByReading(SUM_SHOWN),
        **{name: found for name, (_, found) in CASES.items()},
    },
    against=_against,
    uses=(
        "signsgd-scaling/lem-E.1",
        "signsgd-scaling/lem-E.5",
        "signsgd-scaling/lem-F.7",
        "signsgd-scaling/lem-F.8",
    ),
    note="At T = 1 bracket and logarithm are 0 and the noise is not; in the loss the signal "
    "T^(-2s) covers that. At d = 1 the integral is 0 and the sum is not.",
)
