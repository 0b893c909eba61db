"""One sample: A = y x x^T and X = A - M, for M the population matrix, entry by entry.

A^2 is d x x^T, of the mean d I; X^2 has the mean d I - M^2; no form of X exceeds d + 1.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import AddUp, Average, Induct, LastTerm, Put, Solve
from theory.binders import SequenceOf
from theory.existence import met
from theory.language import eq, integers
from theory.papers.less_data import cube_argument as cube
from theory.papers.less_data import vector_argument as vector
from theory.papers.less_data.notation import d, i, j, other, x
from theory.papers.less_data.vector_argument import k, linear, population
from theory.sequences import Indicator
from theory.sum_arguments import combined

middle = integers("l_m")
ROWS = (d >= 2, i >= 1, i <= d)
INSIDE = (*ROWS, j >= 1, j <= d)
SAMPLE = (d >= 2, cube.CUBE)
_BETWEEN = (middle >= 1, middle <= d)


def entry(row, column):
    """Return an entry of A, as the label is x_1 x_2."""
    return x[0] * x[1] * x[row - 1] * x[column - 1]


def centred(row, column):
    """Return an entry of X."""
    return entry(row, column) - population(row, column)


def squared(of, row=i, column=j):
    """Return an entry of the square of a matrix."""
    return vector.over(of(row, middle) * of(middle, column), middle)


def one_of(symbol, number):
    """Return the indicator that an index is a number."""
    return Indicator(eq(symbol, number))


# -- the square of A -------------------------------------------------------------------------------

_ones = sp.Sum(1, (i, 1, k))
COUNT = Induct(
    eq(_ones, k),
    k,
    1,
    base=Solve(eq(sp.Sum(1, (i, 1, 1)), 1), (), (LastTerm(sp.Sum(1, (i, 1, 1))),)),
    step=Solve(
        eq(sp.Sum(1, (i, 1, k + 1)), k + 1),
        (k >= 1, eq(_ones, k)),
        (LastTerm(sp.Sum(1, (i, 1, k + 1)), (k >= 1,)),),
    ),
)
_pair = x[i - 1] * x[j - 1]
SQUARE = eq(squared(entry), d * _pair)
_each = Solve(eq(entry(i, middle) * entry(middle, j), _pair), (*INSIDE, *_BETWEEN, cube.CUBE))
SQUARE_SHOWN = Solve(
    SQUARE,
    (*INSIDE, cube.CUBE),
    (AddUp(_each, middle, 1, d), linear({sp.S.One: _pair}, middle), Put(COUNT, {k: d})),
)

_PAIR_MEAN = eq(cube.mean(_pair), Indicator(eq(i, j)))
_PAIR_SHOWN = Solve(
    _PAIR_MEAN,
    INSIDE,
    (
        Solve(
            _PAIR_MEAN,
            (*INSIDE, eq(i, j)),
            (Average(Solve(eq(_pair, 1), (*INSIDE, eq(i, j), cube.CUBE)), x),),
        ),
        Solve(
            _PAIR_MEAN,
            (*INSIDE, sp.Ne(i, j)),
            (cube.vanishes(_pair, i - 1, (*INSIDE, sp.Ne(i, j))),),
        ),
    ),
)
SECOND = eq(cube.mean(squared(entry)), d * Indicator(eq(i, j)))
SECOND_SHOWN = Solve(SECOND, INSIDE, (Average(SQUARE_SHOWN, x), _PAIR_SHOWN))

# -- the square of X -------------------------------------------------------------------------------

VARIANCE = eq(cube.mean(squared(centred)), cube.mean(squared(entry)) - squared(population))
_of_rows = {
    one_of(middle, n): -entry(i, n) * one_of(j, 3 - n) - one_of(i, 3 - n) * entry(n, j)
    for n in (1, 2)
}
_factors = {
    entry(i, middle) * entry(middle, j): sp.S.One,
    population(i, middle) * population(middle, j): sp.S.One,
    **_of_rows,
}
_expanded = Solve(
    eq(centred(i, middle) * centred(middle, j), combined(_factors)), (*INSIDE, *_BETWEEN)
)
_counts = vector.counts(middle)
_in_all = Solve(
    eq(
        squared(centred),
        squared(entry) + squared(population) + sp.expand(sp.Add(*_of_rows.values())),
    ),
    (*INSIDE, cube.CUBE),
    (AddUp(_expanded, middle, 1, d), linear(_factors, middle), *_counts),
)
_means = tuple(Put(cube.ENTRY_SHOWN, values) for n in (1, 2) for values in ({j: n}, {i: n}))
_corners = {one_of(middle, n): one_of(i, 3 - n) * one_of(j, 3 - n) for n in (1, 2)}
_each_corner = Solve(
    eq(population(i, middle) * population(middle, j), combined(_corners)), (*INSIDE, *_BETWEEN)
)
_DIAGONAL = combined({one_of(i, n) * one_of(j, n): sp.S.One for n in (1, 2)})
_population_squared = Solve(
    eq(squared(population), _DIAGONAL),
    INSIDE,
    (AddUp(_each_corner, middle, 1, d), linear(_corners, middle), *_counts),
)
VARIANCE_SHOWN = Solve(
    VARIANCE,
    INSIDE,
    (Average(_in_all, x), *_means, _population_squared),
)

# -- X^2 in the mean is at most d I ----------------------------------------------------------------


def _found(last):
    """Return that an index is found once among 1, ..., k, if it is not larger."""
    return eq(sp.Sum(Indicator(eq(i, j)), (j, 1, last)), Indicator(i <= last))


FOUND = Induct(
    _found(k),
    k,
    1,
    base=Solve(_found(sp.S.One), (i >= 1,), (LastTerm(sp.Sum(Indicator(eq(i, j)), (j, 1, 1))),)),
    step=Solve(
        _found(k + 1),
        (i >= 1, k >= 1, _found(k)),
        (LastTerm(sp.Sum(Indicator(eq(i, j)), (j, 1, k + 1)), (k >= 1,)),),
    ),
)


def form(matrix, of=other):
    """Return u^T B u for a matrix B by its entries."""
    return vector.over(of[i] * vector.over(matrix * of[j], j))


_SPREAD = cube.mean(squared(centred))
AT_MOST = form(_SPREAD) <= d * vector.square(other)
_in_row = {
    Indicator(eq(i, j)): d * other[i],
    **{one_of(j, n): -one_of(i, n) * other[n] for n in (1, 2)},
}
_entry = Solve(
    eq(_SPREAD * other[j], combined(_in_row)),
    INSIDE,
    (VARIANCE_SHOWN, SECOND_SHOWN, _population_squared),
)
_row = Solve(
    other[i] * vector.over(_SPREAD * other[j], j) <= d * other[i] ** 2,
    ROWS,
    (AddUp(_entry, j, 1, d), linear(_in_row, j), Put(FOUND, {k: d}), *vector.counts(j)),
)
AT_MOST_SHOWN = Solve(AT_MOST, (d >= 2,), (AddUp(_row, i, 1, d), linear({other[i] ** 2: d})))

# -- the norm of X ---------------------------------------------------------------------------------

_OVERLAP = vector.over(other[i] * x[i - 1])
_LABEL = x[0] * x[1]
OF_X = form(centred(i, j))
_parts = {other[j] * x[j - 1]: _LABEL * x[i - 1], population(i, j) * other[j]: -sp.S.One}
_x_entry = Solve(eq(centred(i, j) * other[j], combined(_parts)), (*INSIDE, cube.CUBE))
_same_overlap = AddUp(
    Solve(eq(other[i] * x[i - 1], other[i] * x[i - 1]), (d >= 2, i >= 1, i <= d)), i, 1, d
)
_both = other[1] * other[2]
_terms = {
    other[i] * x[i - 1]: _LABEL * _OVERLAP,
    **{one_of(i, n): -_both for n in (1, 2)},
}
_x_row = Solve(
    eq(other[i] * vector.over(centred(i, j) * other[j], j), combined(_terms)),
    (*ROWS, cube.CUBE),
    (
        AddUp(_x_entry, j, 1, d),
        linear(_parts, j),
        _same_overlap,
        vector.image_of(other),
    ),
)
_of_x = Solve(
    eq(OF_X, _LABEL * _OVERLAP**2 - 2 * _both),
    SAMPLE,
    (AddUp(_x_row, i, 1, d), linear(_terms), *vector.counts(i)),
)
_spread = {
    sp.S.One: _OVERLAP**2,
    other[i] * x[i - 1]: -2 * d * _OVERLAP,
    other[i] ** 2: d**2,
}
_each_spread = Solve(
    combined(_spread) >= 0,
    (*ROWS, cube.CUBE),
    (_same_overlap, Solve((_OVERLAP - d * other[i] * x[i - 1]) ** 2 >= 0, ROWS, (_same_overlap,))),
)
_overlap_is_bounded = Solve(
    d * _OVERLAP**2 <= d**2 * vector.square(other),
    SAMPLE,
    (
        AddUp(_each_spread, i, 1, d),
        linear(_spread),
        Put(COUNT, {k: d}),
        Put(vector.NO_SUM, {k: d}),
        _same_overlap,
    ),
)
_square = vector.square(other)
_overlap_at_most = Solve(d * _square >= _OVERLAP**2, SAMPLE, (_overlap_is_bounded, _same_overlap))
BOUNDED = sp.Abs(OF_X) <= (d + 1) * _square
BOUNDED_SHOWN = Solve(BOUNDED, SAMPLE, (_of_x, _overlap_at_most, vector.at_least_two(other)))


def with_sample(argument, given, values):
    """Return an argument with one that a sample of two inputs satisfies its hypotheses."""
    ones = sp.Piecewise((sp.S.One, And(k >= 0, k < 2)), (sp.S.Zero, True), evaluate=False)
    return met(argument, given, {d: 2, x: SequenceOf(ones, k), **values})
