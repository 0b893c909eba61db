"""What heads on least losses mean, in plain Python, for the lines that a report prints.

Of eta = D^-a, B = D^b and K = D / B only exponents of D are looked at.
"""

from fractions import Fraction


def least_largest(low, high, lines):
    """The least value, over a from low to high, of the largest of the lines m a + n."""
    (m, n), (p, q) = lines
    tried = [a for a in (low, high, (q - n) / (m - p)) if low <= a <= high]
    return min(max(m * a + n, p * a + q) for a in tried)


def best_of_sign_descent(s, b):
    """The exponent of the least T^(-2 s) + eta / sqrt(B), T = eta sqrt(B) K, over eta.

    The burn-in ends, eta K >= 1, and steps are small, eta sqrt(B) <= 1; else the loss stays of
    order 1.
    """
    low, high = b / 2, 1 - b
    lines = ((2 * s, -2 * s * (1 - b / 2)), (Fraction(-1), -b / 2))
    return least_largest(low, high, lines) if low <= high else Fraction(0)


def best_of_gradient_descent(s, b):
    """The exponent of the least (eta K)^(-s) + eta / B over eta, eta K >= 1 and eta <= 1."""
    lines = ((s, -s * (1 - b)), (Fraction(-1), -b))
    return least_largest(Fraction(0), 1 - b, lines) if b <= 1 else Fraction(0)
