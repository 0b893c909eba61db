"""Steps of adaptive optimisers on quadratic losses, in fractions."""

import cmath
from fractions import Fraction

from tests.recomputed.case import Case


def growth_of_adam(**at):
    """A step of Adam with q frozen: theta' = theta - m', m' = b m + (1 - b) a theta."""
    b, a = float(at["beta_1"]), float(at["eta"] * at["lambda_1^eff"])
    trace, determinant = 1 - (1 - b) * a + b, b
    root = cmath.sqrt(trace**2 - 4 * determinant)
    growth = max(abs(trace + root), abs(trace - root)) / 2
    return Case(0 <= b < 1 and a > 2, growth, ">", 1)


def product(matrix, vector):
    return [sum(a * x for a, x in zip(row, vector, strict=True)) for row in matrix]


def inner(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def effective(matrix, scales):
    """S H S for the diagonal matrix S."""
    return [
        [s * a * r for a, r in zip(row, scales, strict=True)]
        for s, row in zip(scales, matrix, strict=True)
    ]


def quotient_of_j_3(scales, powers):
    """(J.3) against (J.4) for H with all entries 1, and q + epsilon = 1 and 1/16, to a power."""
    hessian, v = [[1, 1], [1, 1]], [1, 1]
    leading = product(hessian, v) == [2 * x for x in v]
    at_v = Fraction(inner(v, product(effective(hessian, scales), v)), inner(v, v))
    damped = sum(x**2 * r for x, r in zip(v, powers, strict=True))
    return Case(leading, at_v, "==", 2 * inner(v, v) / damped)


def stable_below():
    """(J.6) for H = 25 v v^T, whose H_eff has one eigenvalue that is not 0."""
    v, roots = [Fraction(3, 5), Fraction(4, 5)], [1, 4]  # roots of q + epsilon
    hessian = [[25 * a * b for b in v] for a in v]
    eta = Fraction(1, 5)
    damped = sum(x**2 * r for x, r in zip(v, roots, strict=True))
    h_eff = effective(hessian, [1, Fraction(1, 2)])
    top = h_eff[0][0] + h_eff[1][1]
    singular = h_eff[0][0] * h_eff[1][1] == h_eff[0][1] * h_eff[1][0]
    return Case(singular and inner(v, v) == 1 and eta * 25 < 2 * damped, eta * top, "<=", 2)


AT_A_POINT = {"txt-I-heff@1": growth_of_adam}
NO_CERTIFICATE = {
    "eq-11, exponents 1/2": quotient_of_j_3([1, 2], [1, Fraction(1, 4)]),
    "eq-11, exponents 1": quotient_of_j_3([1, 4], [1, Fraction(1, 4)]),
    "eq-11, exponents 1/2, no root": quotient_of_j_3([1, 2], [1, Fraction(1, 16)]),
    "eq-11, exponents 1, no root": quotient_of_j_3([1, 4], [1, Fraction(1, 16)]),
    "eq-J.6, stable below": stable_below(),
}
