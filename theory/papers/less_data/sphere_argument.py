"""Overlaps of a uniform unit vector: where it lies in a plane, by its length and its angle there.

The plane is that of two orthogonal unit vectors. The squared length r^2 in it exceeds s with the
probability (1 - s)^((d - 2)/2), and the angle is uniform, whatever r is.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import AddUp, Assume, Choose, Expect, Known, Put, Rewrite, Solve
from theory.binders import SequenceOf, substitute
from theory.existence import by_values
from theory.language import eq, integers, reals, sequence
from theory.papers.less_data.notation import d, i, other, share, universal, w
from theory.papers.less_data.vector_argument import INSIDE, counts, linear, over
from theory.sequences import Indicator, Mean, Sphere
from theory.sum_arguments import combined

HALF = sp.Rational(1, 2)
SPHERE = Sphere(d)
PLANE = Known("a uniform unit vector in a plane")
across, along = map(sequence, ("q", "p"))
square, turn = reals("s h")
size = integers("n")
exponent, base, factor, whole = reals("p x y u")
_DIMENSION = {integers("m"): d}


def chance(condition):
    """Return the probability of a condition on w."""
    return Mean(Indicator(condition), w, SPHERE)


def overlap(vector):
    """Return the overlap of w with a vector."""
    return over(vector[i] * w[i])


def _length(one, two):
    return overlap(one) ** 2 + overlap(two) ** 2


def in_sector(one, two, least, width):
    """Return that r^2 exceeds a number and the angle with the first vector is small.

    Args:
        one, two: orthogonal unit vectors.
        least: the number.
        width: the largest angle, as a share of a half turn.
    """
    length = _length(one, two)
    return And(length > least, overlap(one) >= sp.cos(width * sp.pi) * sp.sqrt(length))


def sector(one, two, least, width):
    """Argue for the probability of this."""
    return Put(PLANE, {**_DIMENSION, along: one, across: two, square: least, turn: width})


# -- vectors with two entries ----------------------------------------------------------------------

TWO = (d >= 2,)


def pair(first, second):
    """Return the vector with two entries and zeros after them."""
    return SequenceOf(combined({_entry(1): first, _entry(2): second}), i)


def _entry(number):
    return Indicator(eq(i, number))


def _over_two(term, first, second):
    """Argue that a sum over all coordinates has two terms that do not vanish."""
    factors = {_entry(1): first, _entry(2): second}
    each = Solve(eq(term, combined(factors)), INSIDE)
    facts = (AddUp(each, i, 1, d), linear(factors), *counts(i))
    return Solve(eq(over(term), first + second), TWO, facts)


def overlap_of(first, second):
    """Argue for the overlap with such a vector."""
    return _over_two(pair(first, second)[i] * w[i], first * w[1], second * w[2])


def orthonormal(one, two):
    """Argue that two such vectors are orthogonal unit vectors, each by its two entries."""
    products = (one, one), (two, two), (one, two)
    return tuple(
        _over_two(pair(*u)[i] * pair(*v)[i], u[0] * v[0], u[1] * v[1]) for u, v in products
    )


# -- the law of w_1^2 + w_2^2 ----------------------------------------------------------------------

_AXES = (1, 0), (0, 1)
_FIRST, _SECOND = (pair(*map(sp.Integer, axis)) for axis in _AXES)
_AT_ONE, _AT_TWO = (overlap_of(*map(sp.Integer, axis)) for axis in _AXES)
_RADIUS = w[1] ** 2 + w[2] ** 2
_LAW = (d >= 3, share >= 0, share < 1)
_anywhere = in_sector(_FIRST, _SECOND, share, 1)
_inside_or_beyond = Solve(
    eq(Indicator(share >= _RADIUS), 1 - Indicator(_anywhere)),
    _LAW,
    (_AT_ONE, _AT_TWO, Solve(w[1] >= -sp.sqrt(_RADIUS))),
)
_HALF_OF = (d - 2) / sp.Integer(2)


def _law_at(value):
    return eq(chance(value >= _RADIUS), 1 - (1 - value) ** _HALF_OF)


LAW, AT_HALF = map(_law_at, (share, HALF))
LAW_SHOWN = Solve(
    LAW,
    _LAW,
    (
        Expect(_inside_or_beyond, w, SPHERE),
        sector(_FIRST, _SECOND, share, sp.S.One),
        *orthonormal(*_AXES),
    ),
)
_inverse = Put(
    Known("a power of a product"),
    {exponent: _HALF_OF, base: share, factor: square, whole: sp.S.One},
)
_halved = Solve(
    eq(2**-_HALF_OF, HALF**_HALF_OF), (d >= 3, eq(share, HALF), eq(square, 2)), (_inverse,)
)
_as_powers_of_two = Put(_halved, {share: HALF, square: sp.Integer(2)})
AT_HALF_SHOWN = Solve(AT_HALF, (d >= 3,), (Put(LAW_SHOWN, {share: HALF}), _as_powers_of_two))
BOUND = 1 - HALF**_HALF_OF >= 1 - 2 ** (-HALF)
_from_three = Solve(substitute(BOUND, {d: size + 3}), (size >= 0,))
BOUND_SHOWN = Solve(BOUND, (d >= 3,), (Put(_from_three, {size: d - 3}), _as_powers_of_two))

# -- two powers ------------------------------------------------------------------------------------

LEAST, MOST = sp.Rational(9, 10) / d, 1 / d  # of r^2


def _beyond(least):
    return (1 - least) ** _HALF_OF


def _bernoulli(increase):
    """Argue for a lower bound of a power with the exponent (d - 2)/2."""
    return Put(Known("Bernoulli's inequality"), {exponent: _HALF_OF, base: increase})


def _for_three(says):
    """Argue for a relation between numbers, at d = 3."""
    three = sp.Integer(3)
    shown = Solve(substitute(says, {d: three}), ())
    return Rewrite(shown, Assume(eq(three, d)), substitute(says, {d: size}), size)


_AT_LEAST_HALF = _beyond(MOST) >= HALF
_at_least_half = Solve(_AT_LEAST_HALF, (d >= 2,), (_bernoulli(-MOST), _for_three(_AT_LEAST_HALF)))
_GROWTH = 1 / (10 * (d - 1))
_APART = _beyond(LEAST) - _beyond(MOST) >= sp.Rational(1, 60)
_product = Put(
    Known("a power of a product"),
    {exponent: _HALF_OF, base: 1 - MOST, factor: 1 + _GROWTH, whole: 1 - LEAST},
)
_grows = Solve(
    sp.Rational(31, 30) <= (1 + _GROWTH) ** _HALF_OF,
    (d >= 4,),
    (_bernoulli(_GROWTH), Solve(sp.Rational(1, 30) <= _HALF_OF * _GROWTH, (d >= 4,))),
)
_is_product = Solve(
    eq(_beyond(LEAST), _beyond(MOST) * (1 + _GROWTH) ** _HALF_OF), (d >= 4,), (_product,)
)
_apart = Solve(_APART, (d >= 3,), (_is_product, _grows, _at_least_half, _for_three(_APART)))

# -- lemma 9: an overlap that is not small ---------------------------------------------------------

UNIT = SPHERE.unit(other)
_ALIGNED = sp.Abs(overlap(other)) >= 1 / (2 * sp.sqrt(d))
_THIRD = sp.Rational(1, 3)
_has_overlap = tuple(
    AddUp(Solve(eq(vector[i] * w[i], vector[i] * w[i]), INSIDE), i, 1, d)
    for vector in (other, across)
)
_one, _both = reals("z_1 r_2")
_NARROW = (d >= 2, _both > 1 / d, _one >= sp.sqrt(_both) / 2)
_far = Solve(
    sp.Abs(_one) >= 1 / (2 * sp.sqrt(d)),
    _NARROW,
    (Solve(sp.sqrt(_both) >= 1 / sp.sqrt(d), _NARROW),),
)
_is_aligned = Solve(
    Indicator(in_sector(other, across, MOST, _THIRD)) <= Indicator(_ALIGNED),
    TWO,
    (Put(_far, {_one: overlap(other), _both: _length(other, across)}), *_has_overlap),
)
_IN_PLANE = (*TWO, UNIT, SPHERE.unit(across), eq(over(other[i] * across[i]), 0))
_with_second = Solve(
    chance(_ALIGNED) >= sp.Rational(1, 6),
    _IN_PLANE,
    (Expect(_is_aligned, w, SPHERE), sector(other, across, MOST, _THIRD), _at_least_half),
)
_orthogonal = Put(
    Known("a unit vector that is orthogonal to another one"), {**_DIMENSION, along: other}
)
_aligned = Choose(_orthogonal, _with_second, across)
p_align = reals("p_align")
LEMMA_9 = universal({p_align: p_align > 0}, chance(_ALIGNED) >= p_align, (*TWO, UNIT))
_has_length = AddUp(Solve(eq(other[i] ** 2, other[i] ** 2), INSIDE), i, 1, d)
LEMMA_9_SHOWN = by_values(LEMMA_9.says, {p_align: sp.Rational(1, 6)}, (), (_aligned, _has_length))

# -- lemma 10: the radial event, and the signal of the population ----------------------------------

p_radial = reals("p_radial")
_IN_RING = And(_RADIUS >= LEAST, _RADIUS <= MOST)
_SIZES = (d >= 3,)


def _in_ring(condition, pairs, width, *using):
    """Argue for the probability of a condition that holds where r^2 is in its range.

    Args:
        condition: the condition.
        pairs: the entries of the two vectors of which the angle with the first one is small.
        width: the largest angle, as a share of a half turn.
        using: facts that show the condition for such a w.
    """
    one, two = (pair(*entries) for entries in pairs)
    inner, outer = (in_sector(one, two, least, width) for least in (LEAST, MOST))
    overlaps = tuple(overlap_of(*entries) for entries in pairs)
    length = Solve(eq(_length(one, two), _RADIUS), _SIZES, overlaps)
    says = Indicator(condition) >= Indicator(inner) - Indicator(outer)
    pointwise = Solve(says, _SIZES, (length, *using))
    sectors = (sector(one, two, least, width) for least in (LEAST, MOST))
    return Solve(
        chance(condition) >= width / 60,
        _SIZES,
        (Expect(pointwise, w, SPHERE), *sectors, *orthonormal(*pairs), _apart),
    )


_radial = _in_ring(_IN_RING, _AXES, sp.S.One)
RADIAL = universal({p_radial: p_radial > 0}, chance(_IN_RING) >= p_radial, _SIZES)
RADIAL_SHOWN = by_values(RADIAL.says, {p_radial: sp.Rational(1, 60)}, (), (_radial,))

_ring_is_small = Solve(Indicator(_RADIUS <= MOST) >= Indicator(_IN_RING), _SIZES)
HEAD_IS_SMALL = Solve(
    chance(_RADIUS <= MOST) >= sp.Rational(1, 60),
    _SIZES,
    (Expect(_ring_is_small, w, SPHERE), _radial),
)

_WIDTH = sp.Rational(1, 12)
_ROOT = 1 / sp.sqrt(2)
_DIAGONALS = (_ROOT, _ROOT), (_ROOT, -_ROOT)
_PLUS, _MINUS = (pair(*entries) for entries in _DIAGONALS)
MU = 2 * w[1] * w[2]
POPULATION = And(3 / (4 * d) <= MU, _RADIUS <= MOST)
P_POP = _WIDTH / 60
_STEEP = (_both >= 0, factor > 0, factor**2 >= sp.Rational(11, 12), _one >= factor * sp.sqrt(_both))
_squared = Solve(
    _one**2 >= factor**2 * _both,
    _STEEP,
    (
        Solve(And(eq(sp.sqrt(_both) ** 2, _both), sp.sqrt(_both) >= 0), (_both >= 0,)),
        Solve(_one >= 0, _STEEP, (Solve(factor * sp.sqrt(_both) >= 0, _STEEP),)),
    ),
)
_share_of_square = Solve(
    sp.Rational(5, 6) * _both <= 2 * _one**2 - _both,
    _STEEP,
    (_squared, Solve(factor**2 * _both >= sp.Rational(11, 12) * _both, _STEEP)),
)
_has_signal = Solve(
    3 / (4 * d) <= 2 * _one**2 - _both,
    (*_SIZES, _both > LEAST, *_STEEP),
    (_share_of_square,),
)
_signal = Put(
    _has_signal,
    {_one: overlap(_PLUS), _both: _length(_PLUS, _MINUS), factor: sp.cos(_WIDTH * sp.pi)},
)
_signal_of_w = Solve(
    eq(2 * overlap(_PLUS) ** 2 - _length(_PLUS, _MINUS), MU),
    _SIZES,
    tuple(overlap_of(*entries) for entries in _DIAGONALS),
)
POPULATION_SHOWN = _in_ring(POPULATION, _DIAGONALS, _WIDTH, _signal, _signal_of_w)

# -- lemma 10: the angular event -------------------------------------------------------------------

p_angular = reals("p_angular")
_TURNED = And(_RADIUS > 0, sp.Abs(MU) >= sp.Rational(5, 6) * _RADIUS)
_turned = Put(
    _share_of_square,
    {_one: overlap(_PLUS), _both: _length(_PLUS, _MINUS), factor: sp.cos(_WIDTH * sp.pi)},
)
_length_of_w = Solve(
    eq(_length(_PLUS, _MINUS), _RADIUS),
    _SIZES,
    tuple(overlap_of(*entries) for entries in _DIAGONALS),
)
_is_turned = Solve(
    Indicator(in_sector(_PLUS, _MINUS, sp.S.Zero, _WIDTH)) <= Indicator(_TURNED),
    _SIZES,
    (_turned, _length_of_w, _signal_of_w),
)
ANGULAR = universal({p_angular: p_angular > 0}, chance(_TURNED) >= p_angular, _SIZES)
_angular = Solve(
    chance(_TURNED) >= _WIDTH,
    _SIZES,
    (
        Expect(_is_turned, w, SPHERE),
        sector(_PLUS, _MINUS, sp.S.Zero, _WIDTH),
        *orthonormal(*_DIAGONALS),
    ),
)
ANGULAR_SHOWN = by_values(ANGULAR.says, {p_angular: _WIDTH}, (), (_angular,))
