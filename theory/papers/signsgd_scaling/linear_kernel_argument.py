"""The argument for lemma C.5: what T does to <u_j, x> / sqrt(lambda_j), for the linear kernel."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import AddUp, Assume, Definition, Put, Solve, Specialise
from theory.language import eq
from theory.papers.signsgd_scaling.notation import (
    KERNEL_IMAGE,
    KERNEL_PRODUCT,
    d,
    eigenvalues,
    feature,
    hessian,
    i,
    j,
    one_vector,
    other_vector,
    point,
    third,
    vectors,
)
from theory.quantifiers import Every
from theory.sum_arguments import taken_out


def _total(term, index):
    return sp.Sum(term, (index, 1, d))


def _inside(index):
    return And(index >= 1, index <= d)


def _every(says, *indices):
    """Return that something holds for all coordinates."""
    says = Implies(And(*map(_inside, indices)), says, evaluate=False)
    for index in indices:
        says = Every(index, says)
    return says


_own = eigenvalues[j]
_image = _total(hessian[i, third] * vectors[j, third], third)
EIGENVECTORS = _every(eq(_image, _own * vectors[j, i]), i, j)
UNIT = _every(eq(_total(vectors[j, i] ** 2, i), 1), j)
POSITIVE = _every(_own > 0, j)
IN_ORDER = Every(j, Implies(And(j >= 1, j < d), eigenvalues[j + 1] <= _own, evaluate=False))
SPECTRUM = (d >= 1, EIGENVECTORS, UNIT, IN_ORDER, POSITIVE)
_DEFINED = _every(eq(feature[i], vectors[j, i] / sp.sqrt(_own)), i)
OF_FEATURE = (j >= 1, j <= d, _DEFINED)
_GIVEN = (*SPECTRUM, *OF_FEATURE)
NORM = eq(KERNEL_PRODUCT(feature, feature, hessian, d), 1)
EIGENFUNCTION = eq(
    KERNEL_IMAGE(feature, point, hessian, d), _own * _total(feature[i] * point[i], i)
)

_root = sp.sqrt(_own)
_IN = (i >= 1, i <= d)
_POSITIVE = Specialise(Assume(POSITIVE), j)
_OWN_ENTRY = Specialise(Assume(_DEFINED), i)
_pulled = _total(hessian[i, third] * feature[third], third)
_SCALED = AddUp(
    Solve(
        eq(hessian[i, third] * feature[third], hessian[i, third] * vectors[j, third] / _root),
        (*_GIVEN, third >= 1, third <= d),
        (Specialise(Assume(_DEFINED), third), _POSITIVE),
    ),
    third,
    1,
    d,
)
_PULLED = Solve(
    eq(_pulled, _own * feature[i]),
    (*_GIVEN, *_IN),
    (
        _SCALED,
        taken_out({hessian[i, third] * vectors[j, third]: 1 / _root}, third, d),
        Specialise(Specialise(Assume(EIGENVECTORS), j), i),
        _OWN_ENTRY,
        _POSITIVE,
    ),
)


def _added(left, right):
    """Argue that two sums over coordinates are equal, as their terms are."""
    terms = Solve(eq(left, right), (*_GIVEN, *_IN), (_PULLED, _OWN_ENTRY, _POSITIVE))
    return AddUp(terms, i, 1, d)


NORM_SHOWN = Solve(
    NORM,
    _GIVEN,
    (
        Put(
            Definition("inner product of linear functions"),
            {one_vector: feature, other_vector: feature},
        ),
        _added(feature[i] * _pulled, vectors[j, i] ** 2),
        Specialise(Assume(UNIT), j),
    ),
)
EIGENFUNCTION_SHOWN = Solve(
    EIGENFUNCTION,
    _GIVEN,
    (
        Put(Definition("T of a linear function"), {one_vector: feature}),
        _added(point[i] * _pulled, _own * (feature[i] * point[i])),
        taken_out({feature[i] * point[i]: _own}, i, d),
    ),
)
