"""Second derivatives of z(a b p), z to second order, by central differences that are exact."""

from tests.recomputed.case import Case


def loss(dz, ddz, offset):
    return dz * offset + ddz * offset**2 / 2


def of_two_parameters(dz, ddz, **parameters):
    """(E.4), i != j: the derivative in a and b is z'' (a b p)^2 / (a b)."""
    a, b, p = (parameters[name] for name in ("vartheta_i", "vartheta_j", "Theta_{/ij}"))

    def at(s, t):
        return loss(dz, ddz, (a + s) * (b + t) * p - a * b * p)

    mixed = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / 4
    return Case(a != 0 and b != 0, mixed, "==", ddz * a * b * p**2)


def of_one_parameter(dz, ddz, sign, **parameters):
    """The cases, i = j: the second derivative in a is z'' (b p)^2 +- z' b p / a."""
    a, b, p = (parameters[name] for name in ("vartheta_i", "vartheta_j", "Theta_{/ij}"))
    second = loss(dz, ddz, b * p) + loss(dz, ddz, -b * p)
    return Case(a != 0, second, "==", ddz * (b * p) ** 2 + sign * dz * b * p / a)


AT_A_POINT = {
    "txt-two-term-hessian@0": of_two_parameters,
    "txt-two-term-hessian@1": lambda **at: of_one_parameter(sign=1, **at),
    "txt-two-term-hessian@2": lambda **at: of_one_parameter(sign=-1, **at),
}
