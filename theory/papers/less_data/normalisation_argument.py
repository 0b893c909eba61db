"""The argument for the bound in the proof of lemma 7: w + u with norm 1 is near to w if u is small.

With c = 1 / |w + u| the squared distance is 2 - 2 c (1 + <w, u>), as in a step of phase 1.
"""

import sympy as sp

from theory.arguments import Cut, Generalise, LastTerm, Put, Rewrite, Solve
from theory.binders import SequenceOf, substitute
from theory.existence import met
from theory.language import eq
from theory.papers.less_data import drift_argument as drift
from theory.papers.less_data import sign_stability_argument as model
from theory.papers.less_data.growth_argument import MULTIPLE, first, scale, second
from theory.papers.less_data.notation import d, i, other, w

HALF = sp.Rational(1, 2)
_u_squared = model.dot(other, other)
LENGTH = sp.sqrt(_u_squared)
_sum = model.plus(w, 1, other)
_size = model.dot(_sum, _sum)
_change = model.plus(model.normalised(_sum), -1, w)
_squared = model.dot(_change, _change)
GIVEN = (d >= 1, model.UNIT, LENGTH <= HALF)
SAYS = sp.sqrt(_squared) <= 4 * LENGTH

_multiple = {second: SequenceOf(scale * first[i], i)}
_is_multiple = Generalise(Solve(substitute(MULTIPLE.body, _multiple)), i)
_distance = Put(
    Cut(Put(drift.DISTANCE, _multiple), (_is_multiple,)),
    {first: _sum, scale: 1 / sp.sqrt(_size)},
)
_along_w = model.dot(other, w)
_overlap = Put(drift.ALONG, {drift.FACTOR: sp.S.One, second: other})
_size_is = model.parts(w, sp.S.One, other)[1]
_aside = model.plus(other, -_along_w, w)
_not_negative = Put(model.SQUARES, {first: other})
_cauchy = Solve(
    _along_w**2 <= _u_squared,
    GIVEN[:2],
    (model.parts(other, -_along_w, w)[1], Put(model.SQUARES, {first: _aside})),
)
_length_is = Solve(eq(LENGTH**2, _u_squared), (d >= 1,), (_not_negative,))
_bounds = Solve(
    sp.Abs(_along_w) <= LENGTH,
    GIVEN,
    (_cauchy, _length_is, _not_negative, Solve(LENGTH >= 0, (d >= 1,), (_not_negative,))),
)
_positive = Solve(
    _size > 0,
    GIVEN,
    (_size_is, _cauchy, _bounds, Solve((1 + _along_w) ** 2 > 0, GIVEN, (_bounds,))),
)
_CLOSED = 2 - 2 / sp.sqrt(_size) * (1 + _along_w)
_values = {
    scale: 1 / sp.sqrt(_size),
    drift.along_w: _along_w,
    drift.size_of: _u_squared,
    drift.change: _CLOSED,
    drift.most: LENGTH,
}
_facts = (
    _distance,
    _overlap,
    _size_is,
    Put(model.ROOT, {model.u: _size}),
    _positive,
    _cauchy,
    _length_is,
    _bounds,
    _not_negative,
)
_short = Cut(
    Put(drift.SHORT, _values),
    tuple(Solve(substitute(says, _values), GIVEN, _facts) for says in drift.SHORT.given),
)
_is_closed = Solve(eq(_CLOSED, _squared), GIVEN, _facts)
_roots = {drift.u: _CLOSED, drift.v: 4 * LENGTH}
_root = Cut(
    Put(drift.ROOT_AT_MOST, _roots),
    tuple(
        Solve(substitute(says, _roots), GIVEN, (_short, *_facts))
        for says in drift.ROOT_AT_MOST.given
    ),
)
_root_of = substitute(drift.ROOT_AT_MOST.says, {drift.v: 4 * LENGTH})
_nothing = sp.Sum(0, (i, 1, 1))
NORMALISED = met(
    Cut(Rewrite(_root, _is_closed, _root_of, drift.u), (_positive, _not_negative)),
    GIVEN,
    {d: 1, w: SequenceOf(i, i), other: SequenceOf(sp.S.Zero, i)},
    (LastTerm(sp.Sum(i**2, (i, 1, 1))), LastTerm(_nothing)),
)
