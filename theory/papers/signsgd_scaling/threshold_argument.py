"""The threshold j* in the proof of theorem F.10: what is printed, and what follows from it.

rho_j = eta sqrt(lambda_j B). The printed j* is the last coordinate at which rho_j is at most of
order 1. As the eigenvalues fall like j^-beta, all of them may be such ones: with eta = B = 1 and
lambda_j = (1 + j^2)^-2 it is d, however small rho_d is.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Assume, Between, Cut, Generalise, Hide, Lemma, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.existence import at_values, denial, given_by
from theory.language import integers, reals
from theory.orders import Large, Magnitude, Order, Small
from theory.papers.signsgd_scaling.notation import (
    OVER,
    POWER_LAWS,
    SETTING,
    B,
    K,
    alpha,
    beta,
    d,
    eigenvalues,
    eta,
    high,
    j,
    k,
    low,
    target,
    threshold,
)
from theory.places import HERE
from theory.quantifiers import Every

PROOF = "appendix F.3.2, definition of j*"
ONE = sp.S.One
C, u, v, w, y = reals("C_0 u v w y")
m, i, _entry = integers("m i l")
STEADY = eta * sp.sqrt(B)
PHASE = (Large(eta * k), Large(STEADY), Small(STEADY * k / d ** (beta / 2)))
EACH = (*OVER, threshold, j)


def rho(index):
    """Return eta sqrt(lambda_j B) of a coordinate."""
    return eta * sp.sqrt(eigenvalues[index] * B)


def last(at, beyond):
    """Return that j* is the last coordinate that satisfies a condition.

    Args:
        at: the condition at j*.
        beyond: what holds of every later coordinate i.
    """
    later = Implies(And(i > threshold, i <= d), beyond, evaluate=False)
    return (K > 0, threshold >= 1, threshold <= d, at, Every(i, later))


SMALL_UP_TO_IT = last(sp.Le(rho(threshold), K, evaluate=False), sp.Gt(rho(i), K, evaluate=False))


def states(says, definition, *here):
    """Return a statement on j* in the unstable phase."""
    return States(
        says,
        {
            "section 2": SETTING,
            "assumptions 2.1 and B.3": POWER_LAWS,
            "theorem F.10": PHASE,
            PROOF: definition,
            HERE: here,
        },
    )


SIZE = Order(threshold, STEADY ** (2 / beta), "same", (*OVER, threshold))
UP_TO = Order(rho(j), 1, "at least", EACH)
BEYOND = Order(rho(j), 1, "at most", EACH)
BEFORE_IT, AFTER_IT = (j >= 1, j <= threshold), (j > threshold, j <= d)
PRINTED = {
    "size": states(SIZE, SMALL_UP_TO_IT),
    "up to it": states(UP_TO, SMALL_UP_TO_IT, *BEFORE_IT),
    "beyond it": states(BEYOND, SMALL_UP_TO_IT, *AFTER_IT),
}

# -- what holds ------------------------------------------------------------------------------------

FALLS = "a power that falls"
LEMMAS = {FALLS: ForAll(v**-beta <= u**-beta, given=(u >= 1, u <= v, beta > 1))}
K1, K2, K3 = reals("K_1 K_2 K_3")
_SIZES = dict(zip(PHASE, (K1, K2, K3), strict=True))
_AS_PLACED = (j >= 1, j > threshold, j <= d, threshold >= 1, *POWER_LAWS)
_premises = (u <= high * w, low * y <= v, w <= y, u > 0, v > 0)
_roots = Solve(
    eta * sp.sqrt(u * B) <= high / low * K,
    (
        *(eta > 0, B >= 1, low > 0, high >= low, K > 0, w > 0, y > 0),
        *(*_premises, sp.Le(eta * sp.sqrt(v * B), K, evaluate=False)),
    ),
)
_values = {
    u: eigenvalues[j],
    v: eigenvalues[threshold],
    w: j**-beta,
    y: threshold**-beta,
}
_laws = tuple(Specialise(Assume(POWER_LAWS[-1]), at) for at in (j, threshold))
_BEYOND = Cut(
    Put(_roots, _values),
    tuple(
        Solve(
            substitute(premise, _values),
            _AS_PLACED,
            (*_laws, Put(Lemma(FALLS), {u: threshold, v: j})),
        )
        for premise in (*_premises, w > 0, y > 0)
    ),
)

_TWO = {  # lambda_1 = 1/8 and lambda_2 = 1/4, of which the first is below the threshold
    **dict.fromkeys((alpha, beta), sp.Integer(2)),
    low: sp.Rational(1, 8),
    high: ONE,
    K: sp.Rational(4, 5),
    eta: ONE,
    B: sp.Integer(4),
    k: ONE,
    d: sp.Integer(2),
    threshold: ONE,
    j: sp.Integer(2),
    eigenvalues: SequenceOf(_entry / 8, _entry),
    target: SequenceOf(ONE, _entry),
    K1: ONE,
    K2: ONE,
    K3: ONE,
}
_given = PRINTED["beyond it"].given
_bounded = (
    *(constant > 0 for constant in (K1, K2, K3)),
    *(g.bound(_SIZES[g]) if isinstance(g, Magnitude) else g for g in _given),
)
BEYOND_IT = Hide(
    Between(
        *(rho(j), ONE, None, high / low * K, EACH, _bounded),
        (_BEYOND,),
    ),
    _SIZES,
    (),
    _TWO,
    (
        Generalise(Solve(at_values(POWER_LAWS[-1], _TWO).body), j),
        Generalise(Solve(at_values(SMALL_UP_TO_IT[-1], _TWO).body), i),
    ),
)

# -- what fails ------------------------------------------------------------------------------------

VALUES = {
    **dict.fromkeys((alpha, beta), sp.Integer(4)),
    low: sp.Rational(1, 4),
    high: ONE,
    K: ONE,
}
POINT = {
    **dict.fromkeys((eta, B, k), ONE),
    **dict.fromkeys((d, threshold, j), m),
    eigenvalues: SequenceOf((1 + _entry**2) ** -2, _entry),
    target: SequenceOf(ONE, _entry),
}


def _fails(statement, side):
    """Argue against an order: all coordinates are up to j*, and there are many of them."""

    def show(says):
        far = (m >= 2, m > C, C > 0)
        everywhere = (
            Generalise(Solve(at_values(substitute(POWER_LAWS[-1], VALUES), POINT).body), j),
            Generalise(Solve(at_values(substitute(SMALL_UP_TO_IT[-1], VALUES), POINT).body), i),
        )
        found = given_by(says, POINT, far, everywhere)
        large = sp.floor(C) + 2
        ends = Solve(And(large >= 2, large > C), (C > 0,))
        return Cut(Put(found, {m: large}), (ends,))

    sizes = {g: ONE for g in statement.given if isinstance(g, Magnitude)}
    return denial([statement], sizes, VALUES, C, show, side)


AGAINST = {name: _fails(PRINTED[name], 0) for name in ("size", "up to it")}
