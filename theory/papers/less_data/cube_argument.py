"""Means over the cube: moments of w.x for uniform signs x, by turning the sign of one of them.

Signs are counted from 0, so that x_i is x[i - 1]. Turning one sign is a bijection of the cube. A
product with that sign once, and nothing else that moves, then changes its sign.
"""

import sympy as sp
from sympy.logic.boolalg import And, Or

from theory.arguments import AddUp, Average, Induct, LastTerm, Put, Reindex, Solve
from theory.binders import SequenceOf, substitute
from theory.existence import met
from theory.language import eq, integers, reals
from theory.papers.less_data.notation import N, d, i, j, w, x
from theory.papers.less_data.vector_argument import counted_once, k, linear
from theory.sequences import In, Indicator, Mean, Signs
from theory.sum_arguments import combined

place, sample = integers("l s'")
CUBE = In(x, Signs(d))


def mean(term, length=d):
    """Return the mean over the cube, or over longer strings of signs."""
    return Mean(term, x, Signs(length))


def turned(which):
    """Return x with the sign of one entry turned."""
    return SequenceOf(
        sp.Piecewise((-x[place], eq(place, which)), (x[place], True), evaluate=False), place
    )


def after_turn(term, which):
    """Return a term at x with one sign turned."""
    return substitute(term, {x: turned(which)})


def same_mean(term, which, given, using=(), length=d):
    """Argue that a mean is the same after a sign is turned; `using` shows that it has a value."""
    return Reindex(mean(term, length), turned(which), turned(which), given=given, using=using)


def vanishes(term, which, given, using=(), length=d):
    """Argue that the mean of a term that changes its sign vanishes."""
    odd = Solve(eq(after_turn(term, which), -term), (*given, In(x, Signs(length))), using)
    same = same_mean(term, which, given, using, length)
    return Solve(eq(mean(term, length), 0), given, (same, Average(odd, x)))


# -- the entries of the population matrix ----------------------------------------------------------

INSIDE = (d >= 2, i >= 1, i <= d, j >= 1, j <= d)
_PRODUCT = x[0] * x[1] * x[i - 1] * x[j - 1]
PAIR = Or(And(eq(i, 1), eq(j, 2)), And(eq(i, 2), eq(j, 1)))
ENTRY = eq(mean(_PRODUCT), Indicator(PAIR))


def _case(condition, says, *facts):
    """Argue for an entry in a case."""
    return Solve(ENTRY, (*INSIDE, condition), facts)


def _without(number):
    return And(sp.Ne(i, number), sp.Ne(j, number))


ENTRY_SHOWN = Solve(
    ENTRY,
    INSIDE,
    (
        Solve(ENTRY, (*INSIDE, PAIR), (Average(Solve(eq(_PRODUCT, 1), (*INSIDE, PAIR, CUBE)), x),)),
        *(
            Solve(
                ENTRY,
                (*INSIDE, _without(number)),
                (vanishes(_PRODUCT, number - 1, (*INSIDE, _without(number))),),
            )
            for number in (1, 2)
        ),
    ),
)

# -- the mean of y (w.x)^2 -------------------------------------------------------------------------


def overlap(last, start=0):
    """Return w_1 x_1 + ... up to a last term, for the signs from a place on."""
    return sp.Sum(w[i] * x[start + i - 1], (i, 1, last))


def _overlap_turned(number):
    """Argue how w.x changes when the sign of x_1 or x_2 is turned."""
    given = (d >= 2,)
    inside = (i >= 1, i <= d)
    left = after_turn(w[i] * x[i - 1], number - 1)
    factors = {
        w[i] * x[i - 1]: sp.S.One,
        Indicator(eq(i, number)): -2 * w[number] * x[number - 1],
    }
    each = Solve(eq(left, combined(factors)), (*given, *inside))
    says = eq(after_turn(overlap(d), number - 1), overlap(d) - 2 * w[number] * x[number - 1])
    once = Put(counted_once(number, i), {k: d})
    return Solve(says, given, (AddUp(each, i, 1, d), linear(factors), once))


def has_value(last, start=0):
    """Argue that the overlap has a value."""
    term = w[i] * x[start + i - 1]
    return AddUp(Solve(eq(term, term), (last >= 1, i >= 1, i <= last)), i, 1, last)


_Z = x[0] * x[1] * overlap(d) ** 2
_FIRST = x[1] * overlap(d)
_SECOND = x[0] * x[1]
_TWO = (d >= 2,)
MEAN = eq(mean(_Z), 2 * w[1] * w[2])
MEAN_SHOWN = Solve(
    MEAN,
    _TWO,
    (
        same_mean(_Z, 0, _TWO, (has_value(d),)),
        Average(
            Solve(
                eq(
                    _Z + after_turn(_Z, 0),
                    4 * w[1] * _FIRST - 4 * w[1] ** 2 * _SECOND,
                ),
                (*_TWO, CUBE),
                (_overlap_turned(1),),
            ),
            x,
        ),
        same_mean(_FIRST, 1, _TWO, (has_value(d),)),
        Average(
            Solve(
                eq(_FIRST + after_turn(_FIRST, 1), 2 * w[2]),
                (*_TWO, CUBE),
                (_overlap_turned(2),),
            ),
            x,
        ),
        vanishes(_SECOND, 1, _TWO),
    ),
)

# -- the mean of (w.x)^2 and of (w.x)^4 ------------------------------------------------------------


def squares(last):
    """Return the squared norm of the first weights."""
    return sp.Sum(w[i] ** 2, (i, 1, last))


def fourths(last):
    """Return the sum of the fourth powers of the first weights."""
    return sp.Sum(w[i] ** 4, (i, 1, last))


_RANGE = (d >= 1, k >= 1, k <= d - 1)


def _kept(power):
    """Argue that turning the next sign leaves the overlap of the first ones."""
    same = eq(after_turn(w[i] * x[i - 1], k), w[i] * x[i - 1])
    total = AddUp(Solve(same, (*_RANGE, i >= 1, i <= k)), i, 1, k)
    return vanishes(overlap(k) ** power * x[k], k, _RANGE, (total, has_value(k)))


def _second(last):
    return eq(mean(overlap(last) ** 2), squares(last))


def _fourth(last):
    return eq(mean(overlap(last) ** 4), 3 * squares(last) ** 2 - 2 * fourths(last))


_NEXT = (LastTerm(overlap(k + 1), _RANGE),)
_SUMS = tuple(LastTerm(total(k + 1), _RANGE) for total in (squares, fourths))
_START = tuple(LastTerm(total(1)) for total in (squares, fourths))


def expanded(power, one, factor, sign):
    """Return (one + factor * sign)^power for a sign, whose even powers are 1."""
    return sp.Add(
        *(
            sp.binomial(power, n) * one ** (power - n) * factor**n * sign ** (n % 2)
            for n in range(power + 1)
        )
    )


def with_sign(power, one, factor, sign):
    """Argue for the power of one + factor * sign, where sign is a sign."""
    part, by, either = reals("p b v")
    identity = eq((part + by * either) ** power, expanded(power, part, by, either))
    cases = tuple(Solve(identity, (eq(either, value),)) for value in (1, -1))
    of_sign = Solve(identity, (Or(eq(either, 1), eq(either, -1)),), cases)
    return Put(of_sign, {part: one, by: factor, either: sign})


def _power(power):
    """Argue how a power of the overlap grows by the next term, in the mean."""
    here = with_sign(power, overlap(k), w[k + 1], x[k])
    says = eq(overlap(k + 1) ** power, expanded(power, overlap(k), w[k + 1], x[k]))
    return Average(Solve(says, (*_RANGE, CUBE), (*_NEXT, here)), x)


def _at_one(power):
    return Average(
        Solve(eq(overlap(1) ** power, w[1] ** power), (d >= 1, CUBE), (LastTerm(overlap(1)),)),
        x,
    )


def _up_to(says, base, step):
    """Argue by induction on the number of terms, up to d."""
    every = sp.Implies(k <= d, says(k), evaluate=False)
    return Induct(
        every,
        k,
        1,
        base=Solve(substitute(every, {k: sp.S.One}), (d >= 1,), base),
        step=Solve(substitute(every, {k: k + 1}), (d >= 1, k >= 1, every), step),
    )


SECOND_SHOWN = _up_to(_second, (_at_one(2), *_START), (_power(2), _kept(1), *_SUMS))
FOURTH_SHOWN = _up_to(
    _fourth,
    (_at_one(4), *_START),
    (_power(4), _kept(1), _kept(3), SECOND_SHOWN, *_SUMS),
)
SECOND_MOMENT = Solve(_second(d), (d >= 1,), (Put(SECOND_SHOWN, {k: d}),))
FOURTH_MOMENT = Solve(_fourth(d), (d >= 1,), (Put(FOURTH_SHOWN, {k: d}),))


# -- one sample ------------------------------------------------------------------------------------

MEAN_SQUARE = mean(_Z**2)
VARIANCE = MEAN_SQUARE - mean(_Z) ** 2
HEAD = w[1] ** 2 + w[2] ** 2
SECOND_OF_Z = eq(MEAN_SQUARE, 3 * squares(d) ** 2 - 2 * fourths(d))
UNIT = (d >= 2, eq(squares(d), 1))
_no_labels = Average(Solve(eq(_Z**2, overlap(d) ** 4), (*_TWO, CUBE), (has_value(d),)), x)
SECOND_OF_Z_SHOWN = Solve(SECOND_OF_Z, _TWO, (_no_labels, FOURTH_MOMENT))


def _fewer(last):
    """Return that the fourth powers add up to the square of the squares, or less."""
    positive = sp.Ge(squares(last), 0, evaluate=False)
    return And(fourths(last) <= squares(last) ** 2, positive)


_fourths_are_less = Induct(
    _fewer(k),
    k,
    1,
    base=Solve(_fewer(sp.S.One), (), _START),
    step=Solve(
        _fewer(k + 1),
        (k >= 1, _fewer(k)),
        tuple(LastTerm(total(k + 1), (k >= 1,)) for total in (squares, fourths)),
    ),
)
_less = Put(_fourths_are_less, {k: d})
AT_LEAST_ONE = Solve(MEAN_SQUARE >= 1, UNIT, (SECOND_OF_Z_SHOWN, _less))
_mean_squared = Solve(eq(mean(_Z) ** 2, 4 * w[1] ** 2 * w[2] ** 2), _TWO, (MEAN_SHOWN,))
_crossed = Solve(4 * w[1] ** 2 * w[2] ** 2 <= HEAD**2)
VARIANCE_SHOWN = Solve(
    And(1 - 4 * w[1] ** 2 * w[2] ** 2 <= VARIANCE, 1 - 4 * w[1] ** 2 * w[2] ** 2 >= 1 - HEAD**2),
    UNIT,
    (AT_LEAST_ONE, _mean_squared, _crossed),
)


def _fewer_crossed(last):
    """Return that the fourth powers leave room for the product of the first two squares."""
    return And(
        fourths(last) + 2 * w[1] ** 2 * w[2] ** 2 <= squares(last) ** 2, squares(last) >= HEAD
    )


_two_terms = tuple(LastTerm(total(last)) for last in (1, 2) for total in (squares, fourths))
LEAVE_ROOM = Induct(
    _fewer_crossed(k),
    k,
    2,
    base=Solve(_fewer_crossed(sp.Integer(2)), (), _two_terms),
    step=Solve(
        _fewer_crossed(k + 1),
        (k >= 2, _fewer_crossed(k)),
        tuple(LastTerm(total(k + 1), (k >= 2,)) for total in (squares, fourths)),
    ),
)
AS_LARGE = Solve(VARIANCE >= 1, UNIT, (SECOND_OF_Z_SHOWN, _mean_squared, Put(LEAVE_ROOM, {k: d})))
ON_EVENT = Solve(sp.Rational(3, 4) <= VARIANCE, (*UNIT, sp.Rational(1, 2) >= HEAD), (AS_LARGE,))


def with_point(argument, given):
    """Return an argument with one that w = (0, 0, 1) satisfies its hypotheses."""
    third = (i - 1) * (i - 2) / 2
    sums = tuple(LastTerm(sp.Sum(third**2, (i, 1, last))) for last in (3, 2, 1))
    return met(argument, given, {d: 3, w: SequenceOf(third, i)}, sums)


# -- q, of N samples -------------------------------------------------------------------------------


def mean_of_q(power, less=sp.S.Zero):
    """Return the mean of a power of q, less something that the samples do not change.

    The N samples follow each other in one string.
    """

    def entry(number):
        return x[sample * d + number - 1]

    label = entry(1) * entry(2)
    pre = sp.Sum(w[i] * entry(i), (i, 1, d))
    q = sp.Sum(label * pre**2, (sample, 0, N - 1)) / N
    return Mean((q - less) ** power, x, Signs(N * d))
