"""What two consecutive steps of SignSGD leave of the loss, for any learning rate and any law.

A step moves each coordinate by eta, so of two consecutive errors one is at least eta / 2 in size:
(1 - p) (x - eta)^2 + p (x + eta)^2 + x^2 >= eta^2 / 2 for 0 <= p <= 1. A step keeps such a bound of
E delta_k^2 + E delta_(k+1)^2, for every x, and it is added up with the weights lambda_j / 2.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import AddUp, Assume, Put, Solve, Specialise, lemmas_of
from theory.binders import substitute
from theory.claim import Instead
from theory.papers.signsgd_scaling import loss_argument
from theory.papers.signsgd_scaling.loss_argument import CHANCE, FIRST_STEP, NO_STEP, kept
from theory.papers.signsgd_scaling.notation import (
    SETTING,
    contribution,
    d,
    eigenvalues,
    eta,
    expected_loss,
    j,
    k,
    lam,
    moment,
    target,
    x,
)
from theory.places import HERE
from theory.quantifiers import Every
from theory.sum_arguments import taken_out

POSITIVE = Every(j, Implies(And(j >= 1, j <= d), eigenvalues[j] > 0))


def _next(e):
    """Return a quantity one step later."""
    return substitute(e, {k: k + 1})


LEAST = eta**2 / 4 * sp.Sum(eigenvalues[j], (j, 1, d))
TWO_STEPS = States(
    sp.Ge(expected_loss(d) + _next(expected_loss(d)), LEAST, evaluate=False),
    {"section 2": SETTING, HERE: (POSITIVE,)},
)

_pair = sp.Ge(moment(x, k) + moment(x, k + 1), eta**2 / 2, evaluate=False)
_at_once = Put(FIRST_STEP, {k: sp.S.Zero})
_neighbours = [Put(NO_STEP, {x: at}) for at in (x - eta, x + eta)]
_later = Put(FIRST_STEP, {k: k + 1})
PAIR = Specialise(kept(_pair, (_at_once, *_neighbours, CHANCE), (_later,)), x)

_at_j = {x: -target[j], lam: eigenvalues[j]}
_terms = contribution(j), _next(contribution(j))
_inside = (j >= 1, j <= d)
_of_coordinate = Solve(
    sp.Ge(sum(_terms), eta**2 / 4 * eigenvalues[j], evaluate=False),
    (*SETTING, POSITIVE, *_inside),
    (Put(PAIR, _at_j), Specialise(Assume(POSITIVE), j)),
)
SHOWN = Solve(
    TWO_STEPS.says,
    (*SETTING, POSITIVE),
    (
        AddUp(_of_coordinate, j, 1, d),
        taken_out(dict.fromkeys(_terms, sp.S.One), j, d),
        taken_out({eigenvalues[j]: eta**2 / 4}, j, d),
    ),
)
LEMMAS = {name: loss_argument.LEMMAS[name] for name in lemmas_of(SHOWN)}
INSTEAD = Instead(
    TWO_STEPS,
    because=SHOWN,
    words="two consecutive losses add up to at least eta^2 / 4 times the trace of the Hessian",
)
