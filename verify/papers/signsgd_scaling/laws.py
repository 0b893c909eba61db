"""How optimal exponents are attacked: the linear program itself, in rationals."""

from fractions import Fraction
from typing import Any

import sympy as sp
from flint import fmpq

from numerics.linear_program import least_maximum
from theory.papers.signsgd_scaling import laws
from theory.values import as_fraction
from verify.claims.meanings import Exact, Formula


def _formula(program: Any, parameters: tuple[Any, ...]) -> Formula:
    found = laws.least(program)
    return Formula(lambda *values: found.xreplace(dict(zip(parameters, values, strict=True))))


def _solved(program: Any, parameters: tuple[Any, ...]) -> Exact:
    """Return the least loss at rational parameters, 0 where nothing is feasible."""

    def evaluate(*values: fmpq) -> Fraction:
        at = {p: sp.Rational(str(v)) for p, v in zip(parameters, values, strict=True)}
        rows = [
            [_affine(f.subs(at), program.free) for f in functions]
            for functions in (program.objectives, program.feasible)
        ]
        best = least_maximum(*rows)
        return Fraction(0) if best is None else best

    return Exact(evaluate)


def _affine(function: Any, unknowns: tuple[Any, ...]) -> list[Fraction]:
    """Return the coefficients of an affine function and its constant."""
    polynomial = sp.Poly(function, *unknowns)
    coefficients = [polynomial.coeff_monomial(u) for u in (*unknowns, 1)]
    return [as_fraction(c) for c in coefficients]


MEANINGS = {
    head: (_formula(program, parameters), _solved(program, parameters))
    for head, program, parameters in laws.OPTIMA
}
