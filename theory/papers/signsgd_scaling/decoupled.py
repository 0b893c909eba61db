"""SignSGD with a diagonal Hessian, (18): how the coordinates come apart.

The gradient of the risk is H (theta - theta*), whose entry j is the sum over i of H_ji times the
error of coordinate i. If H is diagonal all of its terms but one vanish.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Generalise, Induct, Known, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.language import eq, integers, sequence
from theory.papers.signsgd_scaling.loss_argument import n
from theory.papers.signsgd_scaling.notation import (
    B,
    covariance,
    d,
    eigenvalues,
    error,
    eta,
    hessian,
    i,
    iterate,
    j,
    k,
    noise,
    target,
)
from theory.quantifiers import Every


def _within(index, top=d):
    return And(index >= 1, index <= top)


def pull(top, coordinate=j):
    """Return what the errors of the first coordinates add to the gradient in a coordinate."""
    return sp.Sum(hessian[coordinate, i] * error(k, i), (i, 1, top))


_step = eq(iterate[k + 1, j], iterate[k, j] - eta * sp.sign(pull(d) + noise[k, j]))
SIGNSGD = (Every(k, Every(j, Implies(And(k >= 0, *_within(j).args), _step, evaluate=False))),)
FROM_0 = (Every(j, Implies(_within(j), eq(iterate[0, j], 0), evaluate=False)),)
_entries = And(
    Implies(sp.Ne(i, j), eq(hessian[j, i], 0), evaluate=False),
    eq(hessian[j, j], eigenvalues[j]),
)
DIAGONAL = (Every(j, Every(i, Implies(And(_within(i), _within(j)), _entries, evaluate=False))),)
_aligned = eq(covariance[j, i], hessian[j, i])
ALIGNED = Every(j, Every(i, Implies(And(_within(i), _within(j)), _aligned, evaluate=False)))

_moved = eigenvalues[j] * error(k, j)
_next = eq(error(k + 1, j), error(k, j) - eta * sp.sign(_moved + noise[k, j]))
UPDATE = Every(j, Implies(And(k >= 0, *_within(j).args), _next, evaluate=False))

_given = (*DIAGONAL, j >= 1, j <= d)


def _entry(index):
    """Return what assumption B.2 says of an entry of row j."""
    return Specialise(Specialise(Assume(DIAGONAL[0]), j), index)


_term = hessian[j, n] * error(k, n)
_other = Solve(eq(_term, 0), (*_given, n >= 1, n <= d, sp.Ne(n, j)), (_entry(n),))
_own = Solve(eq(substitute(_term, {n: j}), _moved), _given, (_entry(j),))
_terms = SequenceOf(hessian[j, i] * error(k, i), i)
_none, _more = (
    Put(Known(f"sum {name}"), {sequence("a"): _terms, **more})
    for name, more in (("of no terms", {}), ("with one more term", {integers("m"): n}))
)
_is_zero = Implies(And(n < j, n <= d), eq(pull(n), 0), evaluate=False)
_before = Induct(
    _is_zero,
    n,
    0,
    base=Solve(substitute(_is_zero, {n: sp.S.Zero}), _given, (_none,)),
    step=Solve(
        substitute(_is_zero, {n: n + 1}),
        (*_given, n >= 0, _is_zero),
        (_more, Put(_other, {n: n + 1})),
    ),
)
_from_j = Induct(
    Implies(n <= d, eq(pull(n), _moved), evaluate=False),
    n,
    j,
    base=Solve(
        Implies(j <= d, eq(pull(j), _moved), evaluate=False),
        _given,
        (Put(_more, {n: j - 1}), Put(_before, {n: j - 1}), _own),
    ),
    step=Solve(
        Implies(n + 1 <= d, eq(pull(n + 1), _moved), evaluate=False),
        (*_given, n >= j, Implies(n <= d, eq(pull(n), _moved), evaluate=False)),
        (_more, Put(_other, {n: n + 1})),
    ),
)
_pull = Solve(eq(pull(d), _moved), _given, (Put(_from_j, {n: d}),))
UPDATE_SHOWN = Generalise(
    Solve(
        UPDATE.body,
        (*SIGNSGD, *DIAGONAL),
        (
            Specialise(Specialise(Assume(SIGNSGD[0]), k), j),
            _pull,
        ),
    ),
    j,
)
MOVES = (*SIGNSGD, *DIAGONAL)
NO_COORDINATE = {
    d: 0,
    eta: 0,
    **dict.fromkeys((target, eigenvalues), SequenceOf(sp.S.Zero, i)),
    **dict.fromkeys((iterate, noise, hessian), SequenceOf(sp.S.Zero, i, j)),
}
START_SHOWN = Solve(
    eq(error(0, j), -target[j]), (*FROM_0, *_within(j).args), (Specialise(Assume(FROM_0[0]), j),)
)
NOISE_SHOWN = Solve(
    eq(covariance[j, j] / B, eigenvalues[j] / B),
    (ALIGNED, B >= 1, *_given),
    (_entry(j), Specialise(Specialise(Assume(ALIGNED), j), j)),
)
