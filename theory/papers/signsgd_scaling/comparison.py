"""Appendix B.2: what the sign changes in the scaling regime, next to SGD."""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import Assume, Between, Clause, Put, Solve, Specialise
from theory.binders import SequenceOf
from theory.claim import Claim, ForAll, Source
from theory.existence import met
from theory.language import eq, reals
from theory.orders import Order
from theory.papers.signsgd_scaling import decoupled
from theory.papers.signsgd_scaling.notation import (
    OVER,
    PLACES,
    POWER_LAWS,
    SETTING,
    TASK,
    B,
    alpha,
    beta,
    covariance,
    d,
    eigenvalues,
    eta,
    hessian,
    high,
    i,
    j,
    k,
    low,
    s,
    sgd,
    x,
    z,
)
from theory.papers.signsgd_scaling.sgd import COORDINATE, STEP
from theory.places import HERE

HALF = sp.Rational(1, 2)
IN_RANGE = (j >= 1, j <= d)
PRECONDITIONED = eq(covariance[j, j] ** -HALF * eigenvalues[j], sp.sqrt(eigenvalues[j]))
_ALIGNED = {
    "section 2": (decoupled.ALIGNED, *IN_RANGE),
    "assumption B.2": (*decoupled.DIAGONAL, eigenvalues[j] > 0),
}
_given = tuple(g for some in _ALIGNED.values() for g in some)


def _at_own(of_entries):
    """Return what is said of the entries of a matrix, at entry j of row j."""
    return Specialise(Specialise(Assume(of_entries), j), j)


_root, _power = sp.sqrt(eigenvalues[j]), j ** (-beta / 2)
_l, _n = reals("l_0 n_0")
_is_root = Solve(
    And(sp.sqrt(_l) >= sp.sqrt(low) * _n, sp.sqrt(_l) <= sp.sqrt(high) * _n),
    (low > 0, high >= low, _n > 0, low * _n**2 <= _l, _l <= high * _n**2),
)

TXT_DOUBLING = Claim(
    id="signsgd-scaling/txt-doubling-rate",
    title="The sign doubles the exponent of the printed signal",
    source=Source(appendix="appendix B.2, improved scaling efficiency"),
    words="With Sigma = H the eigenvalues lambda_j of H become sqrt(lambda_j), those of "
    "Sigma^(-1/2) H. They decay like j^(-beta/2), and (alpha - 1) / (beta/2) is 2 s.",
    printed={
        "spectrum": States(
            PRECONDITIONED,
            _ALIGNED,
        ),
        "decay": States(
            Order(_root, _power, "same", (*OVER, j)), {**PLACES, "section 2, j": IN_RANGE}
        ),
        "exponent": ForAll(
            eq((alpha - 1) / (beta / 2), 2 * s), {"section 2 and assumption B.3": TASK}
        ),
    },
    because={
        "spectrum": met(
            Solve(
                PRECONDITIONED,
                _given,
                (
                    _at_own(decoupled.ALIGNED),
                    _at_own(decoupled.DIAGONAL[0]),
                ),
            ),
            _given,
            {
                **dict.fromkeys((j, d), sp.S.One),
                eigenvalues: SequenceOf(sp.S.One, i),
                **dict.fromkeys((covariance, hessian), SequenceOf(sp.S.One, i, j)),
            },
        ),
        "decay": Between(
            *(_root, _power, sp.sqrt(low), sp.sqrt(high), (*OVER, j)),
            (*SETTING, *POWER_LAWS, *IN_RANGE),
            (
                Specialise(Assume(POWER_LAWS[-1]), j),
                Put(_is_root, {_l: eigenvalues[j], _n: _power}),
                Solve(And(eq(_power**2, j**-beta), _power > 0), (*POWER_LAWS[:-1], *IN_RANGE)),
            ),
        ),
    },
    uses=("signsgd-scaling/thm-F.6", "signsgd-scaling/thm-E.2"),
    note="Of the exponents in the laws as printed. Whether the loss follows them is for theorems "
    "3.1 and E.2 to say.",
)


def signal(batch):
    """Return the signal term of SignSGD for a batch size."""
    return (eta * sp.sqrt(batch) * k) ** (-2 * s)


def of_start(batch):
    """Return what the first error adds to the second moment of SGD for a batch size."""
    size = {B: batch}
    return sgd(k).subs(size) - sgd(k, start=sp.S.Zero).subs(size)


_STEPS = {
    "section 2": (eta > 0, B >= 1, k >= 0),
    "section 2 and assumption B.3": TASK,
    "where the signal has a value": (sp.Ne(k, 0),),
}
_UNROLLED = Clause("signsgd-scaling/eq-14", "with the sum")

TXT_ACCELERATION = Claim(
    id="signsgd-scaling/txt-batch-acceleration",
    title="Large batches accelerate the signal",
    source=Source("section 4.1", "appendix B.2, accelerating signal learning"),
    words="At a fixed learning rate and number of steps a larger batch leaves less of the signal "
    "of SignSGD: as much as with batch size 1 after sqrt(B) times as many steps. What the first "
    "error adds to the second moment of SGD does not depend on the batch size.",
    printed={
        "SignSGD, larger batches": ForAll(signal(z) < signal(B), {**_STEPS, HERE: (z > B,)}),
        "SignSGD, by the factor sqrt(B)": ForAll(
            eq(signal(B), (eta * z) ** (-2 * s)), {**_STEPS, HERE: (eq(z, sp.sqrt(B) * k),)}
        ),
        "SGD": States(eq(of_start(B), of_start(z)), {**COORDINATE, HERE: (z >= 1,)}),
    },
    because={
        "SGD": Solve(
            eq(of_start(B), of_start(z)),
            (*STEP, z >= 1),
            (
                *(Put(_UNROLLED, {x: at}) for at in (x, sp.S.Zero)),
                *(Put(_UNROLLED, {x: at, B: z}) for at in (x, sp.S.Zero)),
            ),
        )
    },
    uses=("signsgd-scaling/thm-F.6", "signsgd-scaling/thm-E.4#eta k up to d^beta"),
    note="Of the term that theorem 3.1 prints for the signal in the scaling regime; the burn-in "
    "takes 1 / eta steps for any batch size.",
)
