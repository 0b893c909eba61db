"""Appendix E.4: the Hessian of z(theta_1 ... theta_n), entry by entry.

An entry is a second derivative in one parameter or in two; the others come in by their product,
so that each statement is one for every number of parameters.
"""

from functools import cache

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Source
from theory.language import eq
from theory.papers.instability_flatness.polarity_notation import (
    APPENDIX_E_4,
    MIXED,
    PURE,
    ddz,
    dz,
    others,
    ti,
    tj,
)
from theory.places import HERE


@cache
def second_derivative(output, one, other):
    """Derive a second derivative of z(output) from the second-order expansion of z."""
    centre = sp.Symbol("centre", real=True)
    offset = output - centre
    found = sp.diff(dz * offset + ddz * offset**2 / 2, one, other)
    return found.subs(centre, output)


_a, _b, _p, _q = sp.symbols("_a _b _p _q", real=True)


def mixed(a, b, p, slope, curvature):
    """Derive the second derivative of z(a b p) in a and b."""
    at = {_a: a, _b: b, _p: p, dz: slope, ddz: curvature}
    return second_derivative(_a * _b * _p, _a, _b).subs(at, simultaneous=True)


def pure(a, p, slope, curvature):
    """Derive the second derivative of z(a p) in a."""
    at = {_a: a, _p: p, dz: slope, ddz: curvature}
    return second_derivative(_a * _p, _a, _a).subs(at, simultaneous=True)


def across(a, p, b, r, slope, curvature):
    """Derive the second derivative of z(a p + b r) in a and b."""
    at = {_a: a, _p: p, _b: b, _q: r, dz: slope, ddz: curvature}
    return second_derivative(_a * _p + _b * _q, _a, _b).subs(at, simultaneous=True)


def mixed_entry(a, b, rest):
    """Return the entry of the Hessian for two parameters, the product of the others being rest."""
    return MIXED(a, b, rest, dz, ddz)


def pure_entry(a, rest):
    """Return the entry on the diagonal for a parameter."""
    return PURE(a, rest, dz, ddz)


OUTPUT = ti * tj * others
D = ddz * OUTPUT**2 + dz * OUTPUT
NOT_ZERO = {HERE: (sp.Ne(ti, 0), sp.Ne(tj, 0))}
OFF_DIAGONAL = mixed_entry(ti, tj, others)
ON_DIAGONAL = pure_entry(ti, tj * others)


def entries(off, on, given=NOT_ZERO):
    """Return what the Hessian's entries are off its diagonal and on it, there under `given`."""
    return {
        "off the diagonal": ForAll(eq(OFF_DIAGONAL, off), given=NOT_ZERO),
        "on the diagonal": ForAll(eq(ON_DIAGONAL, on), given=given),
    }


FIRST_NOT_ZERO = {HERE: (sp.Ne(ti, 0),)}
FORMULA = entries(D / (ti * tj), D / ti**2 - dz * OUTPUT / ti**2, FIRST_NOT_ZERO)
HESSIAN = Claim(
    id="instability-flatness/txt-dln-hessian-n",
    title="Hessian of a product of n parameters",
    source=APPENDIX_E_4,
    words="With D = z'' Theta^2 + z' Theta the Hessian is D over both parameters, less z' Theta "
    "theta_i^-2 on the diagonal.",
    printed=FORMULA,
)

CORRECT = Source("", "appendix E.4, the structure of the Hessian")
FIRST_DISPLAY = Claim(
    id="instability-flatness/txt-dln-hessian-intermediate",
    title="The Hessian as it is first printed",
    source=APPENDIX_E_4,
    words="The Hessian is z'' Theta^2 over both parameters, and z' times Theta over both "
    "parameters off the diagonal, -Theta theta_i^-2 on it.",
    printed=entries(
        ddz * OUTPUT**2 / (ti * tj) + dz * OUTPUT / (ti * tj),
        ddz * OUTPUT**2 / ti**2 - dz * OUTPUT / ti**2,
    ),
    instead={
        "on the diagonal": Instead(
            ForAll(eq(ON_DIAGONAL, ddz * OUTPUT**2 / ti**2), given=NOT_ZERO),
            meant=CORRECT,
            words="no second term on the diagonal: Theta is linear in each parameter",
        )
    },
    breaks_at="It is itself a line of a derivation: on the diagonal it has a second derivative of "
    "the product, which is linear in each parameter. The form with D, a few lines on, has another "
    "factor in front, with which it is right.",
    note="The form with D, a few lines on, has the same term on the diagonal but a larger factor "
    "in front, so that both cancel.",
)

RANK_ONE = Claim(
    id="instability-flatness/txt-rank-one-scale",
    title="The Hessian is of rank one but for its diagonal",
    source=APPENDIX_E_4,
    words="Without the diagonal correction -z' Theta theta_i^-2 the Hessian is the matrix of 1 / "
    "(theta_i theta_j), scaled by z'' Theta^2.",
    printed=entries(ddz * OUTPUT**2 / (ti * tj), ddz * OUTPUT**2 / ti**2 - dz * OUTPUT / ti**2),
    instead={
        "off the diagonal": Instead(
            ForAll(
                eq(OFF_DIAGONAL, ddz * OUTPUT**2 / (ti * tj) + dz * OUTPUT / (ti * tj)),
                given=NOT_ZERO,
            ),
            meant=CORRECT,
            words="scaled by D = z'' Theta^2 + z' Theta",
        ),
        "on the diagonal": Instead(
            ForAll(
                eq(ON_DIAGONAL, (ddz * OUTPUT**2 + dz * OUTPUT) / ti**2 - dz * OUTPUT / ti**2),
                given=NOT_ZERO,
            ),
            meant=CORRECT,
            words="scaled by D = z'' Theta^2 + z' Theta",
        ),
    },
    breaks_at="It is itself a line of a derivation: the scale that it names leaves out what z' "
    "adds.",
)
