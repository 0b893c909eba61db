"""The argument for the one-sided bound in the proof of lemma 10, of any X with a fourth moment.

|x| is at least 3 x^2 / (2 u) - x^4 / (2 u^3) for u > 0, so that E |X| is at least sigma / sqrt(K)
for u = sigma sqrt(K), and E X_+ is half of it. Above a level E X_+ is at most a half of t E X_+^2 +
P / t for t > 0, where P is the probability to be there; the best t makes a product of roots of it.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Expect, Known, Put, Solve
from theory.existence import met
from theory.language import eq, reals
from theory.papers.less_data.notation import K, law_of_x, sigma
from theory.sequences import Indicator, Law, Mean

value = reals("x_X")
THETA = 1 / (4 * sp.sqrt(2) * sp.sqrt(K))
LAW = Law(law_of_x)


def expected(term):
    """Return the mean of a function of X."""
    return Mean(term, value, LAW)


EXCESS, IS_LARGE = sp.Max(value, 0), Indicator(value >= THETA * sigma)
POSITIVE_PART, CHANCE, SQUARE = map(expected, (EXCESS, IS_LARGE, EXCESS**2))
POSITIVE = (sigma > 0, K > 0)
GIVEN = (
    *(*POSITIVE, eq(expected(value), 0), eq(expected(value**2), sigma**2)),
    expected(value**4) <= K * sigma**4,
)


def _expected(says, given=(), using=()):
    """Argue for a relation of means from that for each value; a fourth moment bounds its terms."""
    return Expect(Solve(says, (*GIVEN, *given), using), value, LAW, bound=1 + value**4)


# -- the positive part -----------------------------------------------------------------------------

scale, any_size, share = reals("u v t")
_NOT_NEGATIVE = (scale > 0, any_size >= 0)
_FACTORS = any_size * (any_size - scale) ** 2 * (any_size + 2 * scale)
_of_size = Solve(
    any_size >= 3 * any_size**2 / (2 * scale) - any_size**4 / (2 * scale**3),
    _NOT_NEGATIVE,
    (
        Solve(
            2 * scale**3 * any_size - 3 * scale**2 * any_size**2 + any_size**4 >= 0,
            _NOT_NEGATIVE,
            (
                Solve(
                    any_size * (any_size - scale) ** 2 * (any_size + 2 * scale) >= 0, _NOT_NEGATIVE
                ),
            ),
        ),
        Solve(scale**3 > 0, (scale > 0,)),
    ),
)
_sizes = _expected(
    sp.Abs(value) >= 3 * value**2 / (2 * scale) - value**4 / (2 * scale**3),
    (scale > 0,),
    (Put(_of_size, {any_size: sp.Abs(value)}),),
)
_parts = _expected(eq(2 * EXCESS, sp.Abs(value) + value))
number, second, fourth, root = reals("m_1 m_2 m_4 r_K")
_from_moments = Solve(
    number >= sigma / root,
    (
        *(sigma > 0, root > 0, eq(scale, sigma * root)),
        *(eq(second, sigma**2), fourth <= root**2 * sigma**4),
        number >= 3 * second / (2 * scale) - fourth / (2 * scale**3),
    ),
)
ABSOLUTE, _SCALE = expected(sp.Abs(value)), sigma * sp.sqrt(K)
_MOMENTS = {number: ABSOLUTE, second: expected(value**2), fourth: expected(value**4)}
_absolute = Solve(
    sigma / sp.sqrt(K) <= ABSOLUTE,
    GIVEN,
    (
        Put(_from_moments, {**_MOMENTS, root: sp.sqrt(K), scale: _SCALE}),
        Put(_sizes, {scale: _SCALE}),
        Solve(And(eq(sp.sqrt(K) ** 2, K), sp.sqrt(K) > 0), (K > 0,)),
        Solve(_SCALE > 0, POSITIVE),
    ),
)
_LEAST = sigma / (2 * sp.sqrt(2) * sp.sqrt(K))
LARGE_PART = _LEAST <= POSITIVE_PART
LARGE_PART_SHOWN = Solve(
    LARGE_PART,
    GIVEN,
    (
        Solve(sigma / (2 * sp.sqrt(K)) <= POSITIVE_PART, GIVEN, (_parts, _absolute)),
        Solve(sigma / (2 * sp.sqrt(K)) >= _LEAST, POSITIVE),
    ),
)

# -- two parts -------------------------------------------------------------------------------------

_LEVEL = THETA * sigma
_level = Solve(And(_LEVEL > 0, 2 * _LEVEL <= _LEAST), POSITIVE)
_above = _expected(
    _LEVEL + (share * EXCESS**2 + IS_LARGE / share) / 2 >= EXCESS,
    (share > 0,),
    (_level, Solve(any_size <= (share * any_size**2 + 1 / share) / 2, (share > 0,))),
)
_tangent = _expected(2 * any_size * EXCESS - any_size**2 <= EXCESS**2)
_exceeds = Solve(
    And(POSITIVE_PART >= 2 * _LEVEL, POSITIVE_PART > _LEVEL), GIVEN, (LARGE_PART_SHOWN, _level)
)
_square = Solve(
    SQUARE > 0,
    GIVEN,
    (
        Solve(
            SQUARE >= POSITIVE_PART**2, GIVEN, (Put(_tangent, {any_size: POSITIVE_PART}), _parts)
        ),
        _exceeds,
        _level,
    ),
)
square, chance, level = reals("s_X P_X l_X")
_at_best = Solve(
    chance * square >= (number - level) ** 2,
    (
        *(number > level, square > 0, eq(share, (number - level) / square)),
        number <= level + (share * square + chance / share) / 2,
    ),
)
_BEST = (POSITIVE_PART - _LEVEL) / SQUARE
_NUMBERS = {number: POSITIVE_PART, level: _LEVEL, square: SQUARE, chance: CHANCE}
_product = Solve(
    CHANCE * SQUARE >= (POSITIVE_PART - _LEVEL) ** 2,
    GIVEN,
    (Put(_at_best, {**_NUMBERS, share: _BEST}), Put(_above, {share: _BEST}), _exceeds, _square),
)
_ROOTS = sp.sqrt(square) * sp.sqrt(chance)
_sizes_of_both = (square >= 0, chance >= 0)
_roots = Solve(
    number - level <= _ROOTS,
    (*_sizes_of_both, number >= level, chance * square >= (number - level) ** 2),
    (Solve(And(eq(_ROOTS**2, chance * square), _ROOTS >= 0), _sizes_of_both),),
)
_possible = _expected(IS_LARGE >= 0)
_smaller = _expected(value**2 >= EXCESS**2)
_BOTH = sp.sqrt(SQUARE) * sp.sqrt(CHANCE)
TWO_PARTS = And(_LEVEL + _BOTH >= POSITIVE_PART, _LEVEL + sigma * sp.sqrt(CHANCE) >= _LEVEL + _BOTH)
TWO_PARTS_SHOWN = Solve(
    TWO_PARTS,
    GIVEN,
    (
        Solve(
            _LEVEL + _BOTH >= POSITIVE_PART,
            GIVEN,
            (Put(_roots, _NUMBERS), _product, _exceeds, _possible, _square),
        ),
        Solve(
            sigma * sp.sqrt(CHANCE) >= _BOTH,
            GIVEN,
            (
                Solve(sp.sqrt(SQUARE) <= sigma, GIVEN, (_smaller, _square)),
                Solve(sp.sqrt(CHANCE) >= 0, GIVEN, (_possible,)),
            ),
        ),
    ),
)
_root_of_chance = Solve(
    sp.sqrt(CHANCE) >= THETA,
    GIVEN,
    (
        Solve(sigma * sp.sqrt(CHANCE) >= THETA * sigma, GIVEN, (TWO_PARTS_SHOWN, _exceeds)),
        _possible,
    ),
)
PROBABLE = CHANCE >= THETA**2
PROBABLE_SHOWN = Solve(PROBABLE, GIVEN, (_root_of_chance, _possible, Solve(THETA > 0, POSITIVE)))

_SIGN = Put(
    Known("moments of a law with two values"), {reals("u"): -sp.S.One, reals("w"): sp.S.One}
)


def with_sign(argument):
    """Return an argument with one that a sign, 1 or -1 alike, is such an X."""
    return met(argument, GIVEN, {sigma: 1, K: 1}, (), {law_of_x: _SIGN})
