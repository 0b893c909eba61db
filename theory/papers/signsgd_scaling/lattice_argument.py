"""What every step of SignSGD leaves of the loss where targets are no multiples of the step size.

Errors stay on a lattice, -theta_j* plus multiples of eta. If theta_j* is e eta away from all of
these, every error of the coordinate is at least e eta in size, at every step.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import AddUp, Assume, Generalise, Put, Solve, Specialise
from theory.claim import Instead
from theory.language import integers, reals
from theory.papers.signsgd_scaling import two_steps_argument
from theory.papers.signsgd_scaling.loss_argument import kept
from theory.papers.signsgd_scaling.notation import (
    SETTING,
    B,
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
from theory.papers.signsgd_scaling.two_steps_argument import POSITIVE, TWO_STEPS
from theory.quantifiers import Every
from theory.sum_arguments import taken_out

e, steps = reals("e"), integers("m")
SYMBOLS = {
    e: "how far targets are from the multiples of eta, in units of eta",
    steps: "which multiple of eta",
}


def off_lattice(at):
    """Return that a number is at least e eta away from every multiple of eta."""
    return Every(steps, sp.Ge(sp.Abs(at + steps * eta), e * eta, evaluate=False))


def _next_to(at, by):
    """Argue that a number a step away is off the lattice, too."""
    there = Specialise(Assume(off_lattice(at)), steps + by)
    return Generalise(Solve(off_lattice(at + by * eta).body, (off_lattice(at),), (there,)), steps)


_stays = Implies(off_lattice(x), moment(x, k) >= (e * eta) ** 2, evaluate=False)
_at_start = Solve(
    sp.Ge(x**2, (e * eta) ** 2, evaluate=False),
    (eta > 0, e > 0, off_lattice(x)),
    (Specialise(Assume(off_lattice(x)), sp.S.Zero),),
)
_given = (eta > 0, lam > 0, B >= 1, e > 0)
STAYS = Specialise(
    kept(_stays, (_at_start,), (_next_to(x, -1), _next_to(x, 1)), _given),
    x,
)

_inside = And(j >= 1, j <= d)
OFF = Every(j, Implies(_inside, off_lattice(-target[j]), evaluate=False))
_least = (e * eta) ** 2 / 2
FAR = sp.Ge(expected_loss(d), _least * sp.Sum(eigenvalues[j], (j, 1, d)), evaluate=False)
_of_coordinate = Solve(
    sp.Ge(contribution(j), _least * eigenvalues[j], evaluate=False),
    (*SETTING, POSITIVE, OFF, e > 0, *_inside.args),
    (
        Put(STAYS, {x: -target[j], lam: eigenvalues[j]}),
        Specialise(Assume(POSITIVE), j),
        Specialise(Assume(OFF), j),
    ),
)
_far = Solve(
    FAR,
    (*SETTING, POSITIVE, OFF, e > 0),
    (AddUp(_of_coordinate, j, 1, d), taken_out({eigenvalues[j]: _least}, j, d)),
)
OFF_THE_LATTICE = Every(e, Implies(And(e > 0, OFF), FAR, evaluate=False))
LOWER_HALF = States(And(TWO_STEPS.says, OFF_THE_LATTICE), dict(TWO_STEPS.places))
_both = (
    two_steps_argument.SHOWN,
    Generalise(Solve(OFF_THE_LATTICE.body, (*SETTING, POSITIVE), (_far,)), e),
)
LEMMAS = two_steps_argument.LEMMAS
_SHOWN = Solve(LOWER_HALF.says, (*SETTING, POSITIVE), _both)
_WORDS = (
    "two consecutive losses add up to at least eta^2 / 4 times the trace of the Hessian, and each "
    "is at least e^2 eta^2 / 2 times it if every theta_j* is at least e eta away from all "
    "multiples of eta"
)
INSTEAD = Instead(LOWER_HALF, because=_SHOWN, words=f"lower half: {_WORDS}; upper half: not known")
LOWER_INSTEAD = Instead(LOWER_HALF, because=_SHOWN, words=_WORDS)  # where no more is printed
