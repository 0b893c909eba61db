"""Arguments for appendix E.4: sums over the coordinates of the approximate leading eigenvector.

Its coordinates are psi / theta_j, and psi^-2 is the sum of theta_j^-2. A sum of squares is not
negative, and 0 only if each of them is; so the sum of the squares of v_j - c / theta_j bounds that
of v_j / theta_j.
"""

from functools import partial
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    AddUp,
    Argument,
    Assume,
    Clause,
    Cut,
    Generalise,
    Put,
    Solve,
    Specialise,
)
from theory.binders import substitute
from theory.language import eq, reals
from theory.papers.instability_flatness.polarity_notation import (
    UNIT,
    ddz,
    deviation,
    dz,
    i,
    in_all,
    inside,
    j,
    k,
    lam,
    n,
    others,
    ti,
    tj,
    total,
    v,
    vartheta,
)
from theory.papers.instability_flatness.products import mixed_entry, pure_entry
from theory.sequences import Indicator
from theory.sum_arguments import combined, counted, has_value, only_term, taken_out

NONE_IS_0 = in_all(sp.Ne(vartheta[j], 0))
INVERSE_SQUARES = sp.Sum(vartheta[i] ** -2, (i, 1, n))
PSI = INVERSE_SQUARES ** sp.Rational(-1, 2)
NORMALISED = (n >= 1, NONE_IS_0)
BEST = PSI / vartheta[j]
A = total(BEST**2 * deviation[j])
B = total(BEST**2 * deviation[j] ** 2)
LENGTH = total((BEST * (1 + deviation[j])) ** 2)
DEVIATES = (*NORMALISED, eq(LENGTH, 1))

AT_J = (Specialise(Assume(NONE_IS_0), j),)
INSIDE = (*NORMALISED, *inside(j).args)
NO_TERMS = counted(sp.S.Zero, j, n)


_TERM = Solve(sp.Lt(0, vartheta[j] ** -2, evaluate=False), INSIDE, AT_J)
POSITIVE = Solve(INVERSE_SQUARES > 0, NORMALISED, (AddUp(_TERM, j, 1, n), NO_TERMS))
_FACTS = (*AT_J, POSITIVE)
valued = partial(has_value, given=NORMALISED, using=_FACTS)


def in_parts(terms):
    """Argue that a sum of terms with factors is that of their sums."""
    return taken_out(terms, j, n, NORMALISED, _FACTS)


HAS_LENGTH = Solve(
    eq(total(BEST**2), 1), NORMALISED, (POSITIVE, in_parts({vartheta[j] ** -2: PSI**2}))
)


def square_sum(whole, square, parts, positive_at=None):
    """Argue that a sum of squares is not negative, or positive where one of them is not 0.

    Args:
        whole: what it is, in sums.
        square: a square.
        parts: the terms of the square, each with its factor.
        positive_at: the number of a square that is not 0.
    """
    written = combined(parts)
    less = sp.Ge
    more: tuple[Any, ...] = ()
    at: tuple[Argument, ...] = ()
    if positive_at is not None:
        more = (*inside(positive_at).args, sp.Ne(substitute(square, {j: positive_at}), 0))
        less, at = sp.Gt, (_is_square(written, sp.Gt, square, positive_at, more),)
    each = _is_square(written, sp.Ge, square, j, more)
    added = AddUp(each, j, 1, n, strict_at=positive_at, using=at)
    return Solve(less(whole, 0), (*NORMALISED, *more), (added, NO_TERMS, in_parts(parts)))


def _is_square(written, relation, square, index, more=()):
    """Argue that a square compares with 0 as it is written out."""
    given = (*NORMALISED, *inside(index).args, *more)
    using = (Specialise(Assume(NONE_IS_0), index), POSITIVE)
    one, other = (substitute(e, {j: index}) for e in (written, square))
    facts = (Solve(eq(one, other), given, using), Solve(relation(other, 0), given, using))
    return Solve(relation(one, 0), given, facts)


c, x = reals("c' x")
THETA = sp.Product(vartheta[i], (i, 1, n))
D = ddz * THETA**2 + dz * THETA
INVERSES = total(v[j] / vartheta[j])
_APART = (
    total(v[j] ** 2) - 2 * c * INVERSES + c**2 * INVERSE_SQUARES,
    (v[j] - c / vartheta[j]) ** 2,
    {v[j] ** 2: sp.S.One, v[j] / vartheta[j]: -2 * c, vartheta[j] ** -2: c**2},
)
APART = square_sum(*_APART)
LARGEST = Solve(
    INVERSES**2 <= INVERSE_SQUARES,
    (*NORMALISED, UNIT),
    (POSITIVE, valued(INVERSES), Put(APART, {c: INVERSES / INVERSE_SQUARES})),
)
REACHED = Solve(
    eq(total(BEST / vartheta[j]), 1 / PSI),
    NORMALISED,
    (POSITIVE, in_parts({vartheta[j] ** -2: PSI})),
)
IS_BEST = (*NORMALISED, INVERSE_SQUARES > 0, UNIT, eq(INVERSES, 1 / PSI))
_other = Put(square_sum(*_APART, k), {c: PSI})
_AT_K = (*inside(k).args, *IS_BEST)
NOWHERE_ELSE = Generalise(
    Solve(
        Implies(inside(k), eq(v[k], PSI / vartheta[k]), evaluate=False),
        IS_BEST,
        (Solve(eq(v[k], PSI / vartheta[k]), _AT_K, (_other, Specialise(Assume(NONE_IS_0), k))),),
    ),
    k,
)

# -- deviations ------------------------------------------------------------------------------------

_SHARE = BEST**2  # theta_j^-2 psi^2; these add up to 1
_PARTS = {_SHARE: sp.S.One, _SHARE * deviation[j]: 2, _SHARE * deviation[j] ** 2: sp.S.One}
_each = Solve(eq(LENGTH.function, combined(_PARTS)), INSIDE, _FACTS)
_SUMS: tuple[Argument, ...] = (HAS_LENGTH, *map(valued, (A, B)))
B_IS = Solve(eq(B, -2 * A), DEVIATES, (*_SUMS, AddUp(_each, j, 1, n), in_parts(_PARTS)))
_SPREAD = square_sum(
    B - 2 * c * A + c**2 * total(BEST**2),
    _SHARE * (deviation[j] - c) ** 2,
    {_SHARE * deviation[j] ** 2: sp.S.One, _SHARE * deviation[j]: -2 * c, _SHARE: c**2},
)
CAUCHY = Solve(A**2 <= B, NORMALISED, (*_SUMS, Put(_SPREAD, {c: A})))
A_IS_BETWEEN = Solve(And(A >= -2, A <= 0), DEVIATES, (*_SUMS, B_IS, CAUCHY))
ONE_DEVIATES = (inside(k), sp.Ne(deviation[k], 0))
_SQUARE = _SHARE * deviation[j] ** 2
_SOME_SPREAD = square_sum(B, _SQUARE, {_SQUARE: sp.S.One}, k)
_NOT_0 = Solve(
    sp.Ne(substitute(_SQUARE, {j: k}), 0),
    (*NORMALISED, *ONE_DEVIATES),
    (Specialise(Assume(NONE_IS_0), k), POSITIVE),
)
A_IS_NEGATIVE = Solve(
    sp.Lt(A, 0), (*DEVIATES, *ONE_DEVIATES), (*_SUMS, B_IS, Cut(_SOME_SPREAD, (_NOT_0,)))
)

# -- their effect on C_1 ---------------------------------------------------------------------------

_ALONG = total(BEST * (1 + deviation[j]) / vartheta[j])
COUPLING = D * _ALONG
_effect = {vartheta[j] ** -2: PSI, vartheta[j] ** -2 * deviation[j]: PSI}
_each = Solve(eq(_ALONG.function, combined(_effect)), INSIDE, _FACTS)
_ALONG_IS = Solve(
    eq(_ALONG, (1 + A) / PSI),
    NORMALISED,
    (
        POSITIVE,
        valued(A),
        AddUp(_each, j, 1, n),
        in_parts(_effect),
        in_parts({vartheta[j] ** -2 * deviation[j]: PSI**2}),
    ),
)
factor = reals("factor")
COUPLING_SHOWN = Put(
    Solve(eq(factor * _ALONG, factor * (1 + A) / PSI), NORMALISED, (POSITIVE, _ALONG_IS)),
    {factor: D},
)
_smaller = Solve(
    sp.Abs(_ALONG) <= 1 / PSI,
    DEVIATES,
    (POSITIVE, valued(A), _ALONG_IS, A_IS_BETWEEN),
)
LESS = Put(
    Solve(sp.Abs(factor * _ALONG) <= sp.Abs(factor / PSI), DEVIATES, (POSITIVE, _smaller)),
    {factor: D},
)

# -- the eigenvalue condition ----------------------------------------------------------------------


def _entry(row, column, theta):
    """Return an entry of the Hessian, theta being the product of all parameters."""
    rest = theta / vartheta[row]
    return sp.Piecewise(
        (pure_entry(vartheta[row], rest), sp.Eq(column, row)),
        (mixed_entry(vartheta[row], vartheta[column], rest / vartheta[column]), True),
    )


def _image(theta):
    """Return coordinate k of the Hessian times v."""
    return total(_entry(k, j, theta) * v[j])


def _eigenvector(theta):
    return in_all(eq(_image(theta), lam * v[k]), k)


def _condition(theta):
    d = ddz * theta**2 + dz * theta
    return eq((lam + dz * theta / vartheta[k] ** 2) * v[k], d * INVERSES / vartheta[k])


EIGENVECTOR = (n >= 2, NONE_IS_0, _eigenvector(THETA))
CONDITION = _condition(THETA)
_HESSIAN = "instability-flatness/txt-dln-hessian-n"


def _entries(diagonal, other, given):
    """Argue that an entry of row k is one on the diagonal, and another one elsewhere."""
    rest = x / vartheta[k]
    on = Put(Clause(_HESSIAN, "on the diagonal"), {ti: vartheta[k], tj: sp.S.One, others: rest})
    rest_off = {ti: vartheta[k], tj: vartheta[j], others: rest / vartheta[j]}
    off = Put(Clause(_HESSIAN, "off the diagonal"), rest_off)
    return (
        Solve(eq(pure_entry(vartheta[k], rest), diagonal), given, (on, _not_0_at_k)),
        Solve(
            eq(mixed_entry(vartheta[k], vartheta[j], rest / vartheta[j]), other),
            given,
            (off, *AT_J, _not_0_at_k),
        ),
    )


def _condition_at_k():
    """Argue for (E.2): an entry is D / (theta_k theta_j), less z' Theta / theta_k^2 if j is k."""
    d, less = ddz * x**2 + dz * x, dz * x / vartheta[k] ** 2
    here = (*NORMALISED, *inside(k).args)
    given = (*here, *inside(j).args)
    own = v[j] * Indicator(eq(j, k))
    parts = {v[j] / vartheta[j]: d / vartheta[k], own: -less}
    entries = _entries(d / vartheta[k] ** 2 - less, d / vartheta[k] / vartheta[j], given)
    written = combined(parts)
    each = Solve(eq(_image(x).function, written), given, (*AT_J, _not_0_at_k, *entries))
    facts = (
        AddUp(each, j, 1, n),
        in_parts(parts),
        only_term(own, j, n, k, (), ()),
        valued(INVERSES),
        Specialise(Assume(_eigenvector(x)), k),
        _not_0_at_k,
    )
    return Solve(_condition(x), (*here, _eigenvector(x)), facts)


_not_0_at_k = Specialise(Assume(NONE_IS_0), k)
CONDITION_SHOWN = Generalise(
    Solve(
        Implies(inside(k), CONDITION, evaluate=False),
        EIGENVECTOR,
        (Put(_condition_at_k(), {x: THETA}),),
    ),
    k,
)
