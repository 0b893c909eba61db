"""The argument for lemma 1: |q| is not small at the start, whatever unit vector w is.

Of a unit vector the variance of one sample is at least 1, and so E q^2 at least 1 / N. With (A.7)
|q| is at least c / sqrt(N) with the probability (1 - c^2)^2 / 3^8, as Paley and Zygmund have it,
and p_PZ(c) is smaller. This is so for each w, and no law of w_1^2 + w_2^2 is needed.
"""

import sympy as sp
from sympy.logic.boolalg import And, Or

from theory.arguments import AddUp, Average, Cut, Expect, Induct, LastTerm, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.existence import by_values
from theory.language import eq, reals, sequence
from theory.papers.less_data import block_argument as block
from theory.papers.less_data import moment_argument as moment
from theory.papers.less_data import sign_argument as sign
from theory.papers.less_data import sphere_argument as sphere
from theory.papers.less_data.moment_argument import SECOND_MOMENT, SUM, mean, sample
from theory.papers.less_data.notation import LEVEL, N, c, c0, d, i, limit, p_pz, universal, w, x
from theory.papers.less_data.vector_argument import k
from theory.sequences import In, Indicator, Mean, Signs, Sphere

HALF = sp.Rational(1, 2)
SIZES = (N >= 1, d >= 3)
SPHERE = Sphere(d)
K = sp.Integer(3) ** 8
BELOW_1 = (c > 0, c < 1)
IS_LARGE = Indicator(sp.Abs(moment.Q) >= c / sp.sqrt(N))
GIVEN_W = mean(IS_LARGE)

total, is_large, second = reals("t_n i_n s_n")
_of_small = Solve(
    total**2 <= c**2 * N,
    (N >= 1, c > 0, sp.Abs(total / N) < c / sp.sqrt(N)),
)
_NUMBERS = (c > 0, c < 1, N >= 1, second > 0)
_two_values = Or(eq(is_large, 0), eq(is_large, 1))
_small_or_large = sp.Implies(eq(is_large, 0), total**2 <= c**2 * N, evaluate=False)
_UNSQUARED = 2 * K * second * (1 - c**2) * (total**2 - c**2 * N)
_SQUARED = (1 - c**2) ** 2 * total**4 + K**2 * second**2 * is_large
_each = Solve(
    _UNSQUARED <= _SQUARED,
    (*_NUMBERS, _small_or_large, _two_values),
    tuple(
        Solve(
            _UNSQUARED <= _SQUARED,
            (*_NUMBERS, _small_or_large, eq(is_large, value)),
            (
                Solve(((1 - c**2) * total**2 - K * second * value) ** 2 >= 0),
                Solve(2 * K * second * (1 - c**2) >= 0, _NUMBERS, (Solve(c**2 <= 1, _NUMBERS),)),
            ),
        )
        for value in (0, 1)
    ),
)

# -- for one w -------------------------------------------------------------------------------------

_UNIT = SPHERE.unit(w)
_IS_SECOND = eq(second, SECOND_MOMENT)
_GIVEN = (*SIZES, *BELOW_1, _UNIT, _IS_SECOND)
_positive = Solve(second >= N, (*SIZES, _UNIT, _IS_SECOND), (moment.BOUNDS,))
_STRING = In(x, Signs(N * d))
_AT = {total: SUM, is_large: IS_LARGE}
_value = moment.SUM_HAS_VALUE
_is_small = Put(_of_small, {total: SUM})
_where_small = sp.Implies(eq(IS_LARGE, 0), c**2 * N >= SUM**2, evaluate=False)
_conditions = (
    Solve(_where_small, (*SIZES, *BELOW_1), (_is_small, _value)),
    Solve(Or(eq(IS_LARGE, 0), eq(IS_LARGE, 1)), SIZES, (_value,)),
)
_for_each = Cut(Put(_each, _AT), _conditions)
_share = (1 - c**2) ** 2
_times = 2 * K * second * (1 - c**2)
_averaged = Average(
    Solve(
        _times * SUM**2 - _times * c**2 * N <= _share * SUM**4 + K**2 * second**2 * IS_LARGE,
        (*_GIVEN, _STRING),
        (_for_each, _positive, _value),
    ),
    x,
    using=(moment.ONE_FITS,),
)
_second = Solve(eq(mean(SUM**2), second), _GIVEN, (moment.SECOND_OF_SUM,))
_fourth = Solve(mean(SUM**4) <= K * second**2, _GIVEN, (moment.FOURTH_OF_SUM, _second))
_in_the_mean = Solve(
    _times * second - _times * c**2 * N <= _share * K * second**2 + K**2 * second**2 * GIVEN_W,
    _GIVEN,
    (
        _averaged,
        _second,
        Solve(_share * mean(SUM**4) <= _share * K * second**2, _GIVEN, (_fourth,)),
    ),
)
_AT_LEAST = (*_NUMBERS, second >= N)
_gap = Solve(
    _times * second - _times * c**2 * N >= 2 * K * second**2 * _share,
    _AT_LEAST,
    (Solve(second * (1 - c**2) * (second - N) * c**2 >= 0, _AT_LEAST),),
)
_times_square = Solve(
    second**2 * GIVEN_W >= second**2 * _share / K, _GIVEN, (_in_the_mean, _gap, _positive)
)
_with_second = Solve(
    _share / K <= GIVEN_W, _GIVEN, (_times_square, Solve(second**2 > 0, _GIVEN, (_positive,)))
)
_has_value = Solve(eq(SECOND_MOMENT, SECOND_MOMENT), SIZES, (moment.BOUNDS,))
FOR_EACH_W = Cut(Put(_with_second, {second: SECOND_MOMENT}), (_has_value,))

# -- for w on the sphere ---------------------------------------------------------------------------


def probability(level):
    """Return the probability that |q| is at least a level over sqrt(N)."""
    return Mean(mean(Indicator(sp.Abs(moment.Q) >= level / sp.sqrt(N))), w, SPHERE)


_smaller = Solve(_share / K >= p_pz(c), LEVEL, (Solve(_share >= (1 - 4 * c**2 / 3) ** 2, LEVEL),))
_enough = Solve(p_pz(c) <= GIVEN_W, (*SIZES, *LEVEL, _UNIT), (FOR_EACH_W, _smaller))
LEMMA_1 = Expect(_enough, w, SPHERE, (Solve(d >= 1, SIZES),))


def at_level(level):
    """Argue for lemma 1 at a level."""
    return Solve(probability(level) >= p_pz(level), SIZES, (Put(LEMMA_1, {c: level}),))


SOME_LEVEL = universal({c: And(*LEVEL)}, probability(c) >= p_pz(c), SIZES)
SOME_LEVEL_SHOWN = by_values(SOME_LEVEL.says, {c: HALF}, (), (at_level(HALF),))


# -- with the sign of a ----------------------------------------------------------------------------

_SIGN_AT = {sign.other: moment.Q, sign.margin: c / sp.sqrt(N)}
SAME_SIGN = substitute(sign.chance(sign.SAME_SIGN), _SIGN_AT)
GOOD = Mean(mean(SAME_SIGN), w, SPHERE)
OF_A = (sign.SYMMETRIC, sign.NEVER_0)
_half = Solve(
    eq(SAME_SIGN, IS_LARGE / 2),
    (*SIZES, *LEVEL, *OF_A),
    (Put(sign.GIVEN_Q, _SIGN_AT), _value, Solve(c / sp.sqrt(N) > 0, (*SIZES, *LEVEL))),
)
_half_for_w = Average(
    Solve(_half.says, (*_half.given, _STRING), (_half,)), x, using=(moment.ONE_FITS,)
)
_good_for_w = Solve(mean(SAME_SIGN) >= p_pz(c) / 2, (*_half.given, _UNIT), (_half_for_w, _enough))
_good_event = Expect(_good_for_w, w, SPHERE, (Solve(d >= 1, SIZES),))
_START = (*SIZES, *sign.NORMAL)
_at_half = Solve(
    substitute(p_pz(c) / 2 <= GOOD, {c: HALF}),
    _START,
    (Put(sign.if_normal(_good_event), {c: HALF}),),
)
_is_level, _is_probable = substitute(sp.Tuple(And(*LEVEL), p_pz(c) / 2 <= GOOD), {c: c0}).args
GOOD_AT_SOME = universal({c0: _is_level}, _is_probable, _START)
_at_some = by_values(GOOD_AT_SOME.says, {c0: HALF}, (), (_at_half,))
GOOD_EVENT = sign.with_normal(_at_some, _START, {N: 1, d: 3})

# -- random labels ---------------------------------------------------------------------------------

# each sample begins with two signs of its own, whose product is its label: as if they were the
# first two of d + 2 inputs, with the weight 0
WIDER = d + 2
p = sequence("p")
_first = sample * WIDER


def _padded(term):
    """Return what a term is from the third index on, 0 before."""
    later = substitute(term, {i: i - 2})
    return sp.Piecewise((sp.S.Zero, i <= 2), (later, True), evaluate=False)


def _shifted(last):
    return eq(sp.Sum(_padded(p[i]), (i, 1, last + 2)), sp.Sum(p[i], (i, 1, last)))


def _last_terms(last, *given):
    return (
        LastTerm(sp.Sum(_padded(p[i]), (i, 1, last + 2)), given),
        LastTerm(sp.Sum(p[i], (i, 1, last)), given),
    )


_two_more = tuple(LastTerm(sp.Sum(_padded(p[i]), (i, 1, last))) for last in (1, 2))
_padding = Induct(
    _shifted(k),
    k,
    1,
    base=Solve(_shifted(sp.S.One), (), (*_last_terms(sp.S.One), *_two_more)),
    step=Solve(_shifted(k + 1), (k >= 1, _shifted(k)), _last_terms(k + 1, k >= 1)),
)
_PADDED = SequenceOf(_padded(w[i]), i)


SMALLER = {d: WIDER, w: _PADDED}


def _without_padding(total, term):
    """Argue that a sum over d entries is, with padded weights, one over d entries again."""
    padded = substitute(total, SMALLER)
    inside = (*SIZES, i >= 1, i <= WIDER)
    each = Solve(eq(substitute(total.function, SMALLER), _padded(term)), inside)
    here = Put(_padding, {p: SequenceOf(term, i), k: d})
    using = (AddUp(each, i, 1, WIDER), here)
    return Solve(eq(padded, sp.Sum(term, (i, 1, d))), SIZES, using)


_ALONG = w[i] * x[_first + i + 1]
_label = x[_first] * x[_first + 1]
_OF_RANDOM = _label * sp.Sum(_ALONG, (i, 1, d)) ** 2
Q_RANDOM = sp.Sum(_OF_RANDOM, (sample, 0, N - 1)) / N
SAME_NORM = _without_padding(sp.Sum(w[i] ** 2, (i, 1, d)), w[i] ** 2)
_same_overlap = _without_padding(sp.Sum(w[i] * x[sample * d + i - 1], (i, 1, d)), _ALONG)
_OF_PARITY = substitute(block.Z_OF_SAMPLE, SMALLER)
SAME_SUM = AddUp(
    Solve(
        eq(_OF_PARITY, _OF_RANDOM),
        (*SIZES, sample >= 0, sample <= N - 1),
        (_same_overlap,),
    ),
    sample,
    0,
    N - 1,
)
_IS_LARGE_RANDOM = Indicator(sp.Abs(Q_RANDOM) >= c / sp.sqrt(N))
RANDOM_STRINGS = Signs(N * WIDER)
_same_event = Average(
    Solve(
        eq(substitute(IS_LARGE, SMALLER), _IS_LARGE_RANDOM),
        (*SIZES, In(x, RANDOM_STRINGS)),
        (SAME_SUM,),
    ),
    x,
    using=(Put(moment.ONE_FITS, {d: WIDER}),),
)
_random_given_w = Solve(
    Mean(_IS_LARGE_RANDOM, x, RANDOM_STRINGS) >= _share / K,
    (*SIZES, *BELOW_1, _UNIT),
    (Put(FOR_EACH_W, SMALLER), SAME_NORM, _same_event),
)
_random_enough = Solve(
    p_pz(c) <= Mean(_IS_LARGE_RANDOM, x, RANDOM_STRINGS),
    (*SIZES, *LEVEL, _UNIT),
    (_random_given_w, _smaller),
)
_with_random_labels = Expect(_random_enough, w, SPHERE, (Solve(d >= 1, SIZES),))


def random_probability(level):
    """Return the probability that |q| is at least a level over sqrt(N), with random labels."""
    is_large = Indicator(sp.Abs(Q_RANDOM) >= level / sp.sqrt(N))
    return Mean(Mean(is_large, x, RANDOM_STRINGS), w, SPHERE)


_ROOT = 1 / sp.sqrt(2)
AT_ROOT = Solve(
    random_probability(_ROOT) >= p_pz(_ROOT), SIZES, (Put(_with_random_labels, {c: _ROOT}),)
)
SOME_RANDOM_LEVEL = universal({c: And(*LEVEL)}, random_probability(c) >= p_pz(c), SIZES)
COROLLARY_5 = by_values(SOME_RANDOM_LEVEL.says, {c: _ROOT}, (), (AT_ROOT,))
SAME_LEVEL = universal(
    {c: And(*LEVEL)},
    And(probability(c) >= p_pz(c), random_probability(c) >= p_pz(c)),
    SIZES,
)
SAME_LEVEL_SHOWN = by_values(SAME_LEVEL.says, {c: _ROOT}, (), (at_level(_ROOT), AT_ROOT))
OFTEN_AS_LARGE = universal({c: c > 0, limit: limit > 0}, random_probability(c) >= limit, SIZES)
OFTEN_AS_LARGE_SHOWN = by_values(
    OFTEN_AS_LARGE.says, {c: _ROOT, limit: p_pz(_ROOT)}, (), (AT_ROOT,)
)

# -- how large q is with random labels, by its second moment ---------------------------------------

_POSITIVE = (*SIZES, c > 0)
_of_large = Solve(
    total**2 >= c**2 * N,
    (N >= 1, c > 0, sp.Abs(total / N) >= c / sp.sqrt(N)),
    (Solve(sp.Abs(total) >= c * sp.sqrt(N), (N >= 1, sp.Abs(total / N) >= c / sp.sqrt(N))),),
)
_by_square = Average(
    Solve(
        c**2 * N * IS_LARGE <= SUM**2, (*_POSITIVE, _STRING), (Put(_of_large, {total: SUM}), _value)
    ),
    x,
    using=(moment.ONE_FITS,),
)
_at_most_for_w = Solve(
    c**2 * N * GIVEN_W <= SECOND_MOMENT, _POSITIVE, (_by_square, moment.SECOND_OF_SUM)
)
_rarely_large = Solve(
    Mean(_IS_LARGE_RANDOM, x, RANDOM_STRINGS) <= 3 / c**2,
    (*_POSITIVE, _UNIT),
    (Put(_at_most_for_w, SMALLER), Put(moment.BOUNDS, SMALLER), SAME_NORM, _same_event),
)
_rarely = Expect(_rarely_large, w, SPHERE, (Solve(d >= 1, SIZES),))
RARELY_LARGE = universal({limit: limit > 0}, random_probability(c) <= limit / c**2, _POSITIVE)
RARELY_LARGE_SHOWN = by_values(RARELY_LARGE.says, {limit: sp.Integer(3)}, (), (_rarely,))


# -- that q is of the order 1 / sqrt(N), for d to d^2 samples --------------------------------------

_RADIUS = w[1] ** 2 + w[2] ** 2
_SAMPLES = (d >= 3, d <= N, d**2 >= N)
_HEAD_IS_SMALL = 1 / d >= _RADIUS
probable_share = reals("p_q")


def _in_order(low, high):
    """Return the indicator that |q| is between two constants over sqrt(N)."""
    size = sp.Abs(moment.Q)
    return Indicator(And(size >= low / sp.sqrt(N), size <= high / sp.sqrt(N)))


_LOW, _HIGH, _SHARE_OF_W = HALF, sp.Integer(1000), sp.Rational(1, 15000)
_of_order = Average(
    Solve(
        _in_order(_LOW, _HIGH)
        >= substitute(IS_LARGE, {c: _LOW}) - substitute(IS_LARGE, {c: _HIGH}),
        (*SIZES, _STRING),
        (_value,),
    ),
    x,
    using=(moment.ONE_FITS,),
)
_head_squared = Solve(
    N * block.MU**2 <= 1,
    (*_SAMPLES, _HEAD_IS_SMALL),
    (
        Solve(
            d**2 * block.MU**2 <= 1,
            (*_SAMPLES, _HEAD_IS_SMALL),
            (
                Solve(And(block.MU <= _RADIUS, -_RADIUS <= block.MU)),
                Solve(d * _RADIUS <= 1, (*_SAMPLES, _HEAD_IS_SMALL)),
            ),
        ),
    ),
)
_second_is_small = Solve(
    SECOND_MOMENT <= 4 * N,
    (*_SAMPLES, _UNIT, _HEAD_IS_SMALL),
    (moment.BOUNDS, _head_squared),
)
_rarely_above = Solve(
    substitute(GIVEN_W, {c: _HIGH}) <= 4 / _HIGH**2,
    (*_SAMPLES, _UNIT, _HEAD_IS_SMALL),
    (Put(_at_most_for_w, {c: _HIGH}), _second_is_small),
)
_ORDER_GIVEN_W = mean(_in_order(_LOW, _HIGH))
_order_on_event = Solve(
    _ORDER_GIVEN_W >= _SHARE_OF_W,
    (*_SAMPLES, _UNIT, _HEAD_IS_SMALL),
    (_of_order, Put(FOR_EACH_W, {c: _LOW}), _rarely_above),
)
_possible = Average(
    Solve(_in_order(_LOW, _HIGH) >= 0, (*SIZES, _STRING), (_value,)),
    x,
    using=(moment.ONE_FITS,),
)
_order_for_w = Solve(
    _SHARE_OF_W * Indicator(_HEAD_IS_SMALL) <= _ORDER_GIVEN_W,
    (*_SAMPLES, _UNIT),
    (_order_on_event, _possible),
)
_often_of_order = Solve(
    Mean(_ORDER_GIVEN_W, w, SPHERE) >= _SHARE_OF_W / 60,
    _SAMPLES,
    (Expect(_order_for_w, w, SPHERE, (Solve(d >= 1, SIZES),)), sphere.HEAD_IS_SMALL),
)
OF_ORDER = universal(
    {c: c > 0, limit: limit > 0, probable_share: probable_share > 0},
    Mean(mean(_in_order(c, limit)), w, SPHERE) >= probable_share,
    _SAMPLES,
)
OF_ORDER_SHOWN = by_values(
    OF_ORDER.says,
    {c: _LOW, limit: _HIGH, probable_share: _SHARE_OF_W / 60},
    (),
    (_often_of_order,),
)
