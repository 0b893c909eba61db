"""A walk from one point whose medians rise again (theorem 5.6), in plain Python for a report.

The walk starts at b, so that Z_t, the least upper bound of the lower medians from where it starts,
is the lower median of X_t itself.
"""

from fractions import Fraction
from itertools import pairwise


def laws(x_low, x_high, alpha_min, slope, b):
    """X_2 and X_4, their values as likely as each other, and alpha, straight between corners."""
    corners = (
        "0 81/164, 1 1/2, 15 1, 16 7, 24 8, 25 10, 32 31, 35 32, 57 33, 58 34, 92 35, "
        "100 36, 101 43, 127 44, 144 119, 263 163, 426 164, 427 26897/164"
    )
    alpha = {Fraction(x): Fraction(y) for x, y in map(str.split, corners.split(", "))}
    assert min((d - c) / (y - x) for (x, c), (y, d) in pairwise(alpha.items())) >= slope > 0
    assert alpha[x_low] >= alpha_min > 0
    X = [[b]]
    for _ in range(4):
        X.append(sorted(x + s * alpha[x] for x in X[-1] for s in (-1, 1)))
    assert all(x_low <= x <= x_high for values in X for x in values)
    print("X_2 is one of", *map(float, X[2]), "and X_4 of", *map(float, X[4]))
    return X[2], X[4], alpha


def falls_by_least_rate(x_low, x_high, alpha_min, slope, b):
    """Whether the lower median falls by slope * alpha_min from X_2 to X_4."""
    X_2, X_4, _ = laws(x_low, x_high, alpha_min, slope, b)
    return X_4[7] <= X_2[1] - slope * alpha_min


def falls_by_rate(x_low, x_high, alpha_min, slope, b):
    """Whether the lower median falls by slope * alpha(median) from X_2 to X_4."""
    X_2, X_4, alpha = laws(x_low, x_high, alpha_min, slope, b)
    return X_4[7] <= X_2[1] - slope * alpha[X_2[1]]


def falls(x_low, x_high, alpha_min, slope, b):
    """Whether a median of X_4 is at most the lower one of X_2."""
    X_2, X_4, _ = laws(x_low, x_high, alpha_min, slope, b)
    return X_4[7] <= X_2[1]


def envelope_is_above(x_low, x_high, alpha_min, slope, b):
    """Whether the upper median of X_2 is at most Z_2, its lower one."""
    X_2, _, _ = laws(x_low, x_high, alpha_min, slope, b)
    return X_2[2] <= X_2[1]
