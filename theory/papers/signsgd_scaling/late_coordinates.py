"""Lemma H.1: coordinates beyond a multiple of B^(1/alpha) start in the linear region.

lambda_j B theta_j^2 is at most C B j^-alpha, which is at most 1 for j >= C B^(1/alpha), if C >= 1.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Generalise, Give, Lemma, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import Claim, ForAll, Source
from theory.existence import given_by
from theory.language import reals, sequence
from theory.papers.signsgd_scaling.notation import (
    POWER_LAWS,
    B,
    alpha,
    beta,
    high,
    i,
    j,
    k,
    lam,
    low,
    up_to_constants,
)
from theory.quantifiers import Every, Some, denied, inhabited, least

K, y = reals("K_0 y")
delta = sequence("delta_j")  # the errors of coordinate j, by step; the first is -theta_j*
CONSTANTS = POWER_LAWS[:-1]
IN_REGION = sp.Abs(delta[k]) <= 1 / sp.sqrt(lam * B)
BURN_IN_TIME = least(k, And(k >= 0, IN_REGION))  # that k is k*, (21)
AT_0 = substitute(BURN_IN_TIME, {k: sp.S.Zero})
LAW = And(
    *(low * j**-beta <= lam, lam <= high * j**-beta),
    *(low * j**-alpha <= lam * delta[0] ** 2, lam * delta[0] ** 2 <= high * j**-alpha),
)
BOUND = (B, lam, delta, j)
LATE = And(B >= 1, j >= 1, *LAW.args, sp.Ge(j, K * B ** (1 / alpha), evaluate=False))


def every(symbols, says):
    """Return that something holds for all values of some symbols."""
    for symbol in reversed(symbols):
        says = Every(symbol, says)
    return says


STARTS_INSIDE = every(BOUND, Implies(LATE, AT_0, evaluate=False))
ANY = Every(K, Implies(K > 0, STARTS_INSIDE, evaluate=False))
SERVES = Some(K, And(K > 0, STARTS_INSIDE))

LEMMAS = {
    "late enough": ForAll(
        B * K**alpha <= y**alpha, given=(K >= 1, B >= 1, alpha > 1, y >= K * B ** (1 / alpha))
    ),
    "a power of a number above 1": ForAll(K**alpha >= K, given=(K >= 1, alpha > 1)),
}
_enough = 1 + high
_late = substitute(LATE, {K: _enough})
_names = {K: _enough, y: j}
_small = Solve(
    _enough * B * j**-alpha <= 1,
    (*CONSTANTS[:-1], *_late.args),
    (Put(Lemma("late enough"), _names), Put(Lemma("a power of a number above 1"), {K: _enough})),
)
_signal = Solve(
    lam * B * delta[0] ** 2 <= 1,
    (*CONSTANTS, *_late.args),
    (_small,),
)
_earlier = next(part for part in AT_0.args if isinstance(part, Every))
_inside = Solve(
    AT_0,
    (*CONSTANTS, *_late.args),
    (
        Generalise(Solve(_earlier.body), _earlier.args[0]),
        _signal,
    ),
)


def _for_all(symbols, argument):
    for symbol in reversed(symbols):
        argument = Generalise(argument, symbol)
    return argument


_starts = _for_all(BOUND, Solve(Implies(_late, AT_0, evaluate=False), CONSTANTS, (_inside,)))
SHOWN = Give(Solve(substitute(SERVES.body, {K: _enough}), CONSTANTS, (_starts,)), SERVES, _enough)
_ONE, _FOUR = sp.Integer(1), sp.Integer(4)
_AT = {
    alpha: _FOUR / 2,
    beta: _FOUR / 2,
    low: _ONE,
    high: _FOUR,
    K: _ONE,
    B: _ONE,
    j: _ONE,
    lam: _ONE,
    delta: SequenceOf(_FOUR / 2, i),
}
_WANTED = inhabited((alpha, beta, low, high), (*CONSTANTS, denied(ANY)))
DENIED = given_by(_WANTED, _AT, (), ())

LEM_H_1 = Claim(
    id="signsgd-scaling/lem-H.1",
    title="Late coordinates start in the linear region",
    source=Source(appendix="appendix H.1, lemma H.1"),
    words="For j beyond a constant times B^(1/alpha) the residual starts in R_j, so that k* is 0.",
    printed=up_to_constants(
        *(States(says, {"assumption B.3": CONSTANTS}) for says in (ANY, SERVES))
    ),
    lemmas=LEMMAS,
    because={"": SHOWN},
    against={"": DENIED},
    note="With C for the constant of assumption B.3, j >= (1 + C) B^(1/alpha) is enough. With "
    "lambda_1 = 1 and theta_1* = -2 coordinate 1 starts outside of R_1 = [-1, 1] for B = 1.",
)
