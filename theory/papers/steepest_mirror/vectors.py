"""Vectors, factors and their indices: what formulas of the paper are made of.

w[i, l] is coordinate l of the factor w_i, and x[l] that of a point.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.language import integers, sequence
from theory.quantifiers import Every

n, L = integers("n L")
w, x = map(sequence, ("w", "x"))
i, j, k, ell, m = integers("i j k l m")
factor = integers("i'")  # bound in products alone


def eq(one, other):
    """Return an equation that sympy does not decide."""
    return sp.Eq(one, other, evaluate=False)


def within(index, last):
    """Return that an index is one of 1, ..., last."""
    return And(index >= 1, index <= last)


def in_all(index, last, condition):
    """Return that a condition holds for 1, ..., last."""
    return Every(index, Implies(within(index, last), condition, evaluate=False))


def product(factors, last, at):
    """Return the product of the first factors in one coordinate."""
    return sp.Product(factors[factor, at], (factor, 1, last))


def over_coordinates(term, *indices):
    """Return the sum of a term over all coordinates, for each of the indices, the first inmost."""
    for index in indices:
        term = sp.Sum(term, (index, 1, n))
    return term
