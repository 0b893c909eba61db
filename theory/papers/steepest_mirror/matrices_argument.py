"""Gradient flow on a product of two matrices of any sizes: W_1 is a x b, W_2 is b x c.

With G the gradient of f at the product, dW_1 = -G W_2^T and dW_2 = -W_1^T G.
"""

import sympy as sp

from theory.language import eq, integers
from theory.papers.steepest_mirror.coordinates import W1, W2, G, alpha, columns, inner, rows
from theory.quantifiers import Every

r, s = integers("r s")  # bound: a row of W_1, a column of W_2
i, j = integers("i j")
SIZES = {"appendix H, sizes of the matrices": (rows >= 1, inner >= 1, columns >= 1)}


def d_first(row, column):
    """Return the velocity of an entry of W_1."""
    return -sp.Sum(G[row, s] * W2[column, s], (s, 1, columns))


def d_second(row, column):
    """Return the velocity of an entry of W_2."""
    return -sp.Sum(W1[r, row] * G[r, column], (r, 1, rows))


def drift_of_gram():
    """Return the velocity of entry (i, j) of W_1^T W_1 - W_2 W_2^T."""
    first = sp.Sum(d_first(r, i) * W1[r, j] + W1[r, i] * d_first(r, j), (r, 1, rows))
    second = sp.Sum(d_second(i, s) * W2[j, s] + W2[i, s] * d_second(j, s), (s, 1, columns))
    return first - second


# -- norms, with decay of strength alpha on both factors -------------------------------------------


def gap(entry):
    """Return the sum of something over the entries of W_1 less that over the entries of W_2."""
    first = sp.Sum(entry(W1[r, i]), (r, 1, rows), (i, 1, inner))
    second = sp.Sum(entry(W2[i, s]), (i, 1, inner), (s, 1, columns))
    return first - second


def norm_gap():
    """Return the difference of the squared norms."""
    return gap(lambda entry: entry**2)


def size_gap():
    """Return the difference of the L1 norms."""
    return gap(sp.Abs)


def _drift(weight, of_first, of_second):
    """Return the velocity of a gap, each entry of which weighs its own velocity."""
    first = weight(W1[r, i]) * (of_first(r, i) - alpha * W1[r, i])
    second = weight(W2[i, s]) * (of_second(i, s) - alpha * W2[i, s])
    return sp.Sum(first, (r, 1, rows), (i, 1, inner)) - sp.Sum(
        second, (i, 1, inner), (s, 1, columns)
    )


def norm_drift():
    """Return the velocity of the difference of the squared norms under gradient flow."""
    return _drift(lambda entry: 2 * entry, d_first, d_second)


def sign_drift():
    """Return the velocity of the difference of the L1 norms under sign flow."""
    return _drift(
        sp.sign,
        lambda row, column: -sp.sign(-d_first(row, column)),
        lambda row, column: -sp.sign(-d_second(row, column)),
    )


def _everywhere(sign, product):
    """Return that the sign of a product of matrices is the product of the signs, everywhere."""
    return Every(r, Every(i, eq(sign, product)))


IF_SIGNS_DISTRIBUTE = (
    _everywhere(
        sp.sign(-d_first(r, i)), sp.Sum(sp.sign(G[r, s]) * sp.sign(W2[i, s]), (s, 1, columns))
    ),
    Every(
        i,
        Every(
            s,
            eq(
                sp.sign(-d_second(i, s)),
                sp.Sum(sp.sign(W1[r, i]) * sp.sign(G[r, s]), (r, 1, rows)),
            ),
        ),
    ),
)
