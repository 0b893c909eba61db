"""The argument for lemma 3, for any number of inputs and any symmetric matrix.

With m = M w, n = M m, x = eta a and v = m - q w, which is orthogonal to w,

    |v|^2 = s - q^2        v^T M v = r - 2 q s + q^3        |w + x m|^2 = (1 + x q)^2 + x^2 |v|^2
    (q+ - q) |w + x m|^2 = x (2 |v|^2 + x (v^T M v + q |v|^2))

No form of M exceeds its norm, so that the last bracket is at least (2 - 2 |x| norm) |v|^2.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import AddUp, Assume, Cut, Induct, LastTerm, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.existence import met
from theory.language import eq, reals, sequence
from theory.papers.less_data.notation import (
    a,
    d,
    eta,
    i,
    j,
    moment,
    norm,
    other,
    spectrum,
    w,
    weights,
)
from theory.papers.less_data.vector_argument import NO_SUM, k, linear, over
from theory.quantifiers import Every
from theory.sum_arguments import combined

m, n, first, second = map(sequence, ("m", "n", "p", "p'"))
x, q, u, v = reals("x q' u' v'")
HALF = sp.Rational(1, 2)


def dot(one, two):
    """Return the scalar product of two vectors."""
    return over(one[i] * two[i])


def times(vector):
    """Return M times a vector."""
    return SequenceOf(over(moment[i, j] * vector[j], j), i)


def quadratic(vector):
    """Return u^T M u."""
    return dot(vector, times(vector))


def plus(one, factor, two):
    """Return one + factor * two."""
    return SequenceOf(one[i] + factor * two[i], i)


def at_most_norm(vector):
    """Return that the quadratic form of M is at most its norm times the squared norm."""
    return sp.Abs(quadratic(vector)) <= norm * dot(vector, vector)


SYMMETRIC = Every(i, Every(j, eq(moment[i, j], moment[j, i])))
NORM = Every(other, at_most_norm(other))
UNIT = eq(dot(w, w), 1)


def quadratic_of(power):
    """Return w^T M^p w."""
    vector = w
    for _ in range(power):
        vector = times(vector)
    return dot(w, vector)


MODEL = (d >= 1, SYMMETRIC, NORM)


def moved(of=w, gain=a):
    """Return the input weights before they are normalised."""
    return plus(of, eta * gain, times(of))


def normalised(vector):
    """Return a vector divided by its norm."""
    return SequenceOf(vector[i] / sp.sqrt(dot(vector, vector)), i)


def pushed(change, gain=a):
    """Return that a change has the sign of the output weight, or is zero."""
    return And(
        Implies(gain >= 0, change >= 0, evaluate=False),
        Implies(gain <= 0, change <= 0, evaluate=False),
    )


# -- sums ------------------------------------------------------------------------------------------


def product(one, two, factor):
    """Argue what the scalar product of p + c w and p' + c' w' is, term by term.

    Args:
        one, two: the two vectors of each factor.
        factor: c and c'.
    """
    terms = {
        one[0][i] * two[0][i]: sp.S.One,
        one[0][i] * two[1][i]: factor[1],
        one[1][i] * two[0][i]: factor[0],
        one[1][i] * two[1][i]: factor[0] * factor[1],
    }
    whole = plus(one[0], factor[0], one[1])[i] * plus(two[0], factor[1], two[1])[i]
    each = Solve(eq(whole, combined(terms)), (d >= 1, i >= 1, i <= d))
    says = eq(over(whole), combined({over(term): c for term, c in terms.items()}))
    return Solve(says, (d >= 1,), (AddUp(each, i, 1, d), linear(terms)))


def _square(one, two, factor):
    """Argue what the squared norm of p + c p' is."""
    terms = {one[i] ** 2: sp.S.One, one[i] * two[i]: 2 * factor, two[i] ** 2: factor**2}
    whole = plus(one, factor, two)[i] ** 2
    each = Solve(eq(whole, combined(terms)), (d >= 1, i >= 1, i <= d))
    says = eq(over(whole), combined({over(term): c for term, c in terms.items()}))
    return Solve(says, (d >= 1,), (AddUp(each, i, 1, d), linear(terms)))


_ROW = (d >= 1, i >= 1, i <= d)


def _image_of_sum(one, factor, two):
    """Argue that M (p + c p') is M p + c M p', entry by entry."""
    terms = {moment[i, j] * one[j]: sp.S.One, moment[i, j] * two[j]: factor}
    whole = moment[i, j] * plus(one, factor, two)[j]
    each = Solve(eq(whole, combined(terms)), (*_ROW, j >= 1, j <= d))
    says = eq(over(whole, j), times(one)[i] + factor * times(two)[i])
    return Solve(says, _ROW, (AddUp(each, j, 1, d), linear(terms, j)))


def row_has_value(vector):
    """Argue that an entry of M times a vector has a value."""
    term = moment[i, j] * vector[j]
    return AddUp(Solve(eq(term, term), (d >= 1, j >= 1, j <= d)), j, 1, d)


def _exchanged():
    """Argue that p^T M p' is the sum over columns of p'_j (M^T p)_j, row by row."""

    def rows(last):
        return sp.Sum(first[i] * times(second)[i], (i, 1, last))

    def column(last):
        return sp.Sum(moment[i, j] * first[i], (i, 1, last))

    def says(last):
        return eq(rows(last), over(second[j] * column(last), j))

    def with_row(last, terms, *given):
        here = {**terms, moment[last, j] * second[j]: first[last]}
        inside = (d >= 1, *given, j >= 1, j <= d)
        each = Solve(
            eq(second[j] * column(last), combined(here)), inside, (LastTerm(column(last), inside),)
        )
        rows_grow = LastTerm(rows(last), (d >= 1, *given), (row_has_value(second),))
        return rows_grow, AddUp(each, j, 1, d), linear(here, j)

    base = Solve(says(sp.S.One), (d >= 1,), with_row(sp.S.One, {}))
    before = {second[j] * column(k): sp.S.One}
    step = Solve(says(k + 1), (d >= 1, k >= 1, says(k)), with_row(k + 1, before, k >= 1))
    return Put(Induct(says(k), k, 1, base=base, step=step), {k: d})


# -- what symmetry gives ---------------------------------------------------------------------------


def _symmetric():
    """Argue that w^T M^2 w is the square of M w: w^T M m and m^T M w agree."""
    entry = Specialise(Specialise(Assume(SYMMETRIC), i), j)
    given = (d >= 1, SYMMETRIC)
    row = AddUp(
        Solve(
            eq(moment[i, j] * first[i], moment[j, i] * first[i]),
            (*given, i >= 1, i <= d, j >= 1, j <= d),
            (entry,),
        ),
        i,
        1,
        d,
    )
    turned = over(moment[j, i] * first[i])
    term = moment[i, j] * first[i]
    inside = (d >= 1, i >= 1, i <= d, j >= 1, j <= d)
    column_has_value = AddUp(Solve(eq(term, term), inside), i, 1, d)
    each = Solve(
        eq(second[j] * over(term), second[j] * turned),
        (*given, j >= 1, j <= d),
        (row, column_has_value),
    )
    says = eq(dot(first, times(second)), dot(second, times(first)))
    return Solve(says, given, (_exchanged(), AddUp(each, j, 1, d)))


# -- lemma 3 ---------------------------------------------------------------------------------------

form, gap, size, top = reals("U V D T")
_BOUNDS = (
    gap >= 0,
    sp.Abs(form) <= norm * gap,
    sp.Abs(q) <= norm,
    sp.Abs(x) * norm <= HALF,
)
_half_form = Solve(
    sp.Abs(x * form) <= gap / 2,
    _BOUNDS,
    (Solve(sp.Abs(x) * sp.Abs(form) <= sp.Abs(x) * (norm * gap), _BOUNDS),),
)
_half_mean = Solve(
    sp.Abs(x * q) <= HALF, _BOUNDS, (Solve(sp.Abs(x) * sp.Abs(q) <= sp.Abs(x) * norm, _BOUNDS),)
)
_bracket = Solve(2 * gap + x * (form + q * gap) >= gap, _BOUNDS, (_half_form, _half_mean))
_s, _r = gap + q**2, form + 2 * q * (gap + q**2) - q**3
_SIZE = eq(size, 1 + 2 * x * q + x**2 * _s)
_TOP = eq(top, q + 2 * x * _s + x**2 * _r)
_positive = Solve(size > 0, (*_BOUNDS, _SIZE), (_half_mean,))
_numerator = Solve(
    eq((top / size - q) * size, x * (2 * gap + x * (form + q * gap))),
    (*_BOUNDS, _SIZE, _TOP),
    (_positive,),
)
_sign = Solve(
    And(Implies(x >= 0, u >= 0, evaluate=False), Implies(x <= 0, u <= 0, evaluate=False)),
    (eq(u * size, x * v), size > 0, v >= 0),
)
CHANGE = Solve(
    pushed(top / size - q, x),
    (*_BOUNDS, _SIZE, _TOP),
    (
        Put(_sign, {u: top / size - q, v: 2 * gap + x * (form + q * gap)}),
        _numerator,
        _positive,
        _bracket,
    ),
)

# -- lemma 3, in sums ------------------------------------------------------------------------------

_m = times(w)
_gain = eta * a
BEFORE, MOVED = quadratic(w), moved()
AFTER = quadratic(normalised(MOVED))
_away = plus(_m, -BEFORE, w)


def _form_of_sum():
    """Argue what the quadratic form of p + c p' is, by products of vectors and images."""
    whole = plus(first, x, second)
    image = plus(times(first), x, times(second))
    each = Solve(eq(whole[i] * times(whole)[i], whole[i] * image[i]), _ROW, (_ROWS,))
    says = eq(
        quadratic(whole),
        combined(
            {
                quadratic(first): sp.S.One,
                dot(first, times(second)): x,
                dot(second, times(first)): x,
                quadratic(second): x**2,
            }
        ),
    )
    inner = Put(_PRODUCT, {m: times(first), n: times(second)})
    return Solve(says, (d >= 1,), (AddUp(each, i, 1, d), inner))


_ROWS = _image_of_sum(first, x, second)
_PRODUCT = product((first, second), (m, n), (x, x))
_SQUARE = _square(first, second, x)
_EXPANDED = _form_of_sum()


def parts(one, factor, two):
    """Argue what the quadratic form and the squared norm of p + c p' are."""
    values = {first: one, second: two, x: factor}
    return Put(_EXPANDED, values), Put(_SQUARE, values)


_not_negative = AddUp(Solve(sp.Ge(first[i] ** 2, 0, evaluate=False), _ROW), i, 1, d)
SQUARES = Solve(dot(first, first) >= 0, (d >= 1,), (_not_negative, Put(NO_SUM, {k: d})))

SYMMETRY = Put(_symmetric(), {first: w, second: _m})
_norms = tuple(Specialise(Assume(NORM), vector) for vector in (w, _away))
_given = (*MODEL, UNIT)
_moved, _moved_size = parts(w, _gain, _m)
_away_form, _away_size = parts(_m, -BEFORE, w)


def _scaled():
    """Argue that the form of p divided by its norm is that of p divided by its squared norm."""
    scale = reals("c_n")
    shorter = SequenceOf(scale * first[i], i)
    row = AddUp(
        Solve(
            eq(moment[i, j] * shorter[j], scale * (moment[i, j] * first[j])),
            (*_ROW, j >= 1, j <= d),
        ),
        j,
        1,
        d,
    )
    term = moment[i, j] * first[j]
    each = Solve(
        eq(shorter[i] * times(shorter)[i], scale**2 * (first[i] * times(first)[i])),
        _ROW,
        (row, linear({term: scale}, j), row_has_value(first)),
    )
    whole = first[i] * times(first)[i]
    return Solve(
        eq(quadratic(shorter), scale**2 * quadratic(first)),
        (d >= 1,),
        (AddUp(each, i, 1, d), linear({whole: scale**2})),
    )


SIZE_MOVED, FORM_MOVED = dot(MOVED, MOVED), quadratic(MOVED)
STABLE = (eta > 0, eta * sp.Abs(a) * norm <= HALF)
LEMMA = (*_given, *STABLE)
_at = {
    form: quadratic(_away),
    gap: dot(_away, _away),
    q: BEFORE,
    x: _gain,
    size: SIZE_MOVED,
    top: FORM_MOVED,
}
_facts = (SYMMETRY, *_norms, _moved, _moved_size, _away_form, _away_size)
_square_is_not_negative = Put(SQUARES, {first: _away})
_hypotheses = tuple(
    Solve(substitute(says, _at), LEMMA, (*_facts, _square_is_not_negative))
    for says in (*_BOUNDS, _SIZE, _TOP)
)
CHANGE_OF_FORM = Cut(Put(CHANGE, _at), _hypotheses)
MOVED_IS_POSITIVE = Cut(
    Put(_positive, {symbol: term for symbol, term in _at.items() if symbol != top}),
    _hypotheses[:-1],
)
ROOT = Solve(eq((1 / sp.sqrt(u)) ** 2, 1 / u), (u > 0,))
_after = Solve(
    eq(AFTER, FORM_MOVED / SIZE_MOVED),
    LEMMA,
    (
        Put(_scaled(), {first: MOVED, reals("c_n"): 1 / sp.sqrt(SIZE_MOVED)}),
        Put(ROOT, {u: SIZE_MOVED}),
        MOVED_IS_POSITIVE,
    ),
)
LEMMA_3 = Solve(pushed(AFTER - BEFORE), LEMMA, (CHANGE_OF_FORM, _after))

# -- (A.8) and (A.9) -------------------------------------------------------------------------------

SQUARED, CUBED = quadratic_of(2), quadratic_of(3)
_by_symmetry = (SYMMETRY, Put(_symmetric(), {first: w, second: times(_m)}))
NUMERATOR = BEFORE + 2 * _gain * SQUARED + _gain**2 * CUBED
DENOMINATOR = 1 + 2 * _gain * BEFORE + _gain**2 * SQUARED
_numerator_is = Solve(eq(FORM_MOVED, NUMERATOR), LEMMA, (_moved, *_by_symmetry))
_denominator_is = Solve(eq(SIZE_MOVED, DENOMINATOR), LEMMA, (_moved_size, *_by_symmetry))
_ratio = Solve(eq(top / size, u / v), (eq(top, u), eq(size, v), size > 0))
_ratio_is = Cut(
    Put(_ratio, {top: FORM_MOVED, size: SIZE_MOVED, u: NUMERATOR, v: DENOMINATOR}),
    (_numerator_is, _denominator_is, MOVED_IS_POSITIVE),
)
A_9 = Solve(eq(AFTER, NUMERATOR / DENOMINATOR), LEMMA, (_after, _ratio_is))
POSITIVE = Solve(DENOMINATOR > 0, LEMMA, (_denominator_is, MOVED_IS_POSITIVE))


def update(mean, square, cube, gain):
    """Return the numerator of the change of q: 2 x (s - q^2) + x^2 (r - q s)."""
    return 2 * gain * (square - mean**2) + gain**2 * (cube - mean * square)


_size = 1 + 2 * x * q + x**2 * u
_less_q = Solve(
    eq((q + 2 * x * u + x**2 * v) / _size - q, update(q, u, v, x) / _size), (_size > 0,)
)
UPDATE = eq(AFTER - BEFORE, update(BEFORE, SQUARED, CUBED, _gain) / DENOMINATOR)
UPDATE_SHOWN = Solve(
    UPDATE,
    LEMMA,
    (A_9, Cut(Put(_less_q, {q: BEFORE, u: SQUARED, v: CUBED, x: _gain}), (POSITIVE,))),
)

# -- something that satisfies the hypotheses -------------------------------------------------------

_none = sp.Sum(0, (j, 1, 1))
_nothing = (
    LastTerm(sp.Sum(1, (i, 1, 1))),
    Put(NO_SUM, {k: sp.S.One}),
    LastTerm(sp.Sum(other[i] * _none, (i, 1, 1)), (), (Put(NO_SUM, {k: sp.S.One}),)),
    Put(SQUARES, {first: other, d: sp.S.One}),
)


def with_point(argument, given, values):
    """Return an argument with one that w = 1 and M = 0 in R^1 satisfy its hypotheses."""
    point = {
        d: 1,
        w: SequenceOf(sp.S.One, i),
        moment: SequenceOf(sp.S.Zero, i, j),
        norm: 1,
        **values,
    }
    return met(argument, given, point, _nothing)


# -- the eigenvalues as a random variable ----------------------------------------------------------

MEAN, MEAN_SQUARE, MEAN_CUBE = (over(weights[i] * spectrum[i] ** p) for p in (1, 2, 3))
LAW = (
    d >= 1,
    Every(i, weights[i] >= 0),
    eq(over(weights[i]), 1),
    Every(i, sp.Abs(spectrum[i]) <= norm),
)
_in_row = (i >= 1, i <= d)
_each = tuple(Specialise(Assume(LAW[n]), i) for n in (1, 3))
_centred = spectrum[i] - MEAN
_has_mean = AddUp(
    Solve(eq(weights[i] * spectrum[i], weights[i] * spectrum[i]), (d >= 1, *_in_row)), i, 1, d
)


def _powers(term, factors):
    """Argue what the mean of a polynomial in the eigenvalue is, for its coefficients."""
    terms = {weights[i] * spectrum[i] ** p: factor for p, factor in factors.items()}
    each = Solve(eq(term, combined(terms)), (d >= 1, *_in_row), (_has_mean,))
    return AddUp(each, i, 1, d), linear(terms)


SPREAD, SKEW = weights[i] * _centred**2, weights[i] * _centred**2 * (spectrum[i] + MEAN)
_spread = _powers(SPREAD, {2: sp.S.One, 1: -2 * MEAN, 0: MEAN**2})
_skew = _powers(SKEW, {3: sp.S.One, 2: -MEAN, 1: -(MEAN**2), 0: MEAN**3})
VARIANCE = Solve(eq(MEAN_SQUARE - MEAN**2, over(SPREAD)), LAW, _spread)
COVARIANCE = Solve(eq(MEAN_CUBE - MEAN * MEAN_SQUARE, over(SKEW)), LAW, _skew)
_row_law = (*LAW, *_in_row)
_terms = Solve(SPREAD >= 0, _row_law, (*_each, _has_mean))
NOT_NEGATIVE = Solve(
    MEAN_SQUARE - MEAN**2 >= 0, LAW, (VARIANCE, AddUp(_terms, i, 1, d), Put(NO_SUM, {k: d}))
)
_mean_bounds = tuple(
    AddUp(Solve(sign * weights[i] * spectrum[i] <= norm * weights[i], _row_law, _each), i, 1, d)
    for sign in (1, -1)
)
_mean_sums = (linear({weights[i]: norm}), linear({weights[i] * spectrum[i]: -sp.S.One}))
_mean_is_bounded = Solve(sp.Abs(MEAN) <= norm, LAW, (*_mean_bounds, *_mean_sums))
_skew_bounds = tuple(
    AddUp(
        Solve(
            sign * SKEW <= 2 * norm * SPREAD,
            _row_law,
            (
                _terms,
                Solve(sp.Abs(spectrum[i] + MEAN) <= 2 * norm, _row_law, (_mean_is_bounded, *_each)),
            ),
        ),
        i,
        1,
        d,
    )
    for sign in (1, -1)
)
COVARIANCE_BOUND = Solve(
    sp.Abs(MEAN_CUBE - MEAN * MEAN_SQUARE) <= 2 * norm * (MEAN_SQUARE - MEAN**2),
    LAW,
    (
        VARIANCE,
        COVARIANCE,
        *_skew_bounds,
        linear({SPREAD: 2 * norm}),
        linear({SKEW: -sp.S.One}),
    ),
)
_one = LastTerm(sp.Sum(1, (i, 1, 1)))


def with_law(argument):
    """Return an argument about a law, with one that there is such a law, at one eigenvalue 0."""
    point = {
        d: 1,
        weights: SequenceOf(sp.S.One, i),
        spectrum: SequenceOf(sp.S.Zero, i),
        norm: 1,
    }
    return met(argument, LAW, point, (_one,))
