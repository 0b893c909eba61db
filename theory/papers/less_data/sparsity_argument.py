"""Parity of k inputs: its second moment does not depend on k; three inputs leave no matrix.

The label is the product of the first k inputs. Its square is 1. For three inputs, x_1 x_2 x_3 x_i
x_j has one of them an odd number of times, so that turning its sign shows that the mean vanishes.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    Average,
    Generalise,
    Induct,
    Known,
    Put,
    Solve,
)
from theory.binders import SequenceOf, substitute
from theory.existence import given_at
from theory.language import eq, integers, sequence
from theory.papers.less_data import cube_argument as cube
from theory.papers.less_data.notation import d, i, j, parity, x
from theory.quantifiers import Some, denied, inhabited

member, count, m = integers("l_k n_k m")
entries = sequence("a")


def label(last):
    """Return the product of the first inputs."""
    return sp.Product(x[member - 1], (member, 1, last))


SIZES = (parity >= 1, d >= parity)
_FACTORS = {entries: SequenceOf(x[member - 1], member)}
_none = Put(Known("product of no terms"), _FACTORS)
_more = Put(Known("product with one more term"), {**_FACTORS, m: count})


def _is_sign(last):
    return Implies(last <= d, eq(label(last) ** 2, 1), evaluate=False)


_SQUARE = Induct(
    _is_sign(count),
    count,
    0,
    base=Solve(_is_sign(sp.S.Zero), (cube.CUBE,), (_none,)),
    step=Solve(_is_sign(count + 1), (count >= 0, d >= 0, cube.CUBE, _is_sign(count)), (_more,)),
)
_Z = label(parity) * cube.overlap(d) ** 2
SECOND = eq(cube.mean(_Z**2), 3 * cube.squares(d) ** 2 - 2 * cube.fourths(d))
_no_label = Solve(
    eq(_Z**2, cube.overlap(d) ** 4),
    (*SIZES, cube.CUBE),
    (Put(_SQUARE, {count: parity}), cube.has_value(d)),
)
SECOND_SHOWN = Solve(SECOND, SIZES, (Average(_no_label, x), cube.FOURTH_MOMENT))

# -- three inputs ----------------------------------------------------------------------------------

_INSIDE = (i >= 1, i <= d, j >= 1, j <= d)
_entry = cube.mean(label(parity) * x[i - 1] * x[j - 1])
HAS_ENTRY = Some(i, Some(j, And(*_INSIDE, sp.Ne(_entry, 0, evaluate=False))))
_THREE = {parity: sp.Integer(3), d: sp.Integer(3)}
_three = tuple(Put(_more, {count: sp.Integer(number)}) for number in range(3))
_inside = tuple(substitute(part, _THREE) for part in _INSIDE)
_cube = substitute(cube.CUBE, _THREE)
_term = x[0] * x[1] * x[2] * x[i - 1] * x[j - 1]
_mean_is = Average(
    Solve(
        eq(substitute(label(parity), _THREE) * x[i - 1] * x[j - 1], _term),
        (*_inside, _cube),
        (_none, *_three),
    ),
    x,
)


def _odd(number):
    """Argue that the mean vanishes if neither index is a number, as that input stands once."""
    given = (*_inside, sp.Ne(i, number), sp.Ne(j, number))
    at_three = {d: sp.Integer(3)}
    general = (d >= 3, i >= 1, i <= 3, j >= 1, j <= 3, *given[-2:])
    vanishes = Put(cube.vanishes(_term, number - 1, general), at_three)
    return Solve(eq(substitute(_entry, _THREE), 0), given, (_mean_is, vanishes))


_zero = Solve(
    eq(substitute(_entry, _THREE), 0), _inside, tuple(_odd(number) for number in (1, 2, 3))
)
_denied = denied(HAS_ENTRY)
_says = inhabited((parity, d), (*SIZES, _denied))
_every = substitute(_denied, _THREE)
NO_ENTRY = given_at(
    _says,
    _THREE,
    lambda condition: Solve(
        condition,
        (),
        (Generalise(Generalise(Solve(_every.body.body, (), (_zero,)), j), i),),
    ),
)
