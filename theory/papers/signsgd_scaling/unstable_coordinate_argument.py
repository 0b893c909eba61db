"""What is known of an unstable coordinate at a given step, from above and from below.

From above E delta_k^2 is at most 20 eta^2 + 8 eta^2 (4/5)^k cosh(theta_j* / (2 eta)), so that it is
of the order eta^2 from some multiple of |theta_j*| / eta steps on. From below two consecutive ones
add up to eta^2 / 2, and each is at least e^2 eta^2 where theta_j* is off the multiples of eta.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Generalise, Put, Solve
from theory.binders import substitute
from theory.claim import Instead
from theory.papers.signsgd_scaling import loss_argument, oscillation_argument, two_steps_argument
from theory.papers.signsgd_scaling.lattice_argument import STAYS, e, off_lattice
from theory.papers.signsgd_scaling.loss_argument import RHO
from theory.papers.signsgd_scaling.notation import SETTING, eigenvalues, eta, j, k, lam, moment, x
from theory.papers.signsgd_scaling.notation import target as targets
from theory.papers.signsgd_scaling.oscillation_argument import BOUND, SHRINK, energy
from theory.papers.signsgd_scaling.two_steps_argument import PAIR
from theory.places import HERE
from theory.quantifiers import Every

_POSITIVE = eigenvalues[j] > 0
_AT = {x: -targets[j], lam: eigenvalues[j]}
_given = (*SETTING, _POSITIVE)


def _later(steps):
    return moment(-targets[j], steps, eigenvalues[j])


PAIR_IS_LARGE = sp.Ge(_later(k) + _later(k + 1), eta**2 / 2, evaluate=False)
OFF_THE_LATTICE = Every(
    e,
    Implies(
        And(e > 0, off_lattice(-targets[j])),
        sp.Ge(_later(k), e**2 * eta**2, evaluate=False),
        evaluate=False,
    ),
)
_unstable = substitute(RHO >= 1, _AT)
_most = 20 * eta**2 + 8 * eta**2 * SHRINK**k * substitute(energy(x), {x: targets[j]})
UPPER_HALF = Implies(_unstable, sp.Le(_later(k), _most, evaluate=False), evaluate=False)
KNOWN = States(
    And(UPPER_HALF, PAIR_IS_LARGE, OFF_THE_LATTICE),
    {"section 2": SETTING, HERE: (j >= 1, _POSITIVE)},
)
_share = Solve(SHRINK**k >= 0, (k >= 0,))
_from_above = Solve(UPPER_HALF, _given, (Put(BOUND, _AT), _share))
_off = Generalise(Solve(OFF_THE_LATTICE.body, _given, (Put(STAYS, _AT),)), e)
SHOWN = Solve(KNOWN.says, _given, (_from_above, Put(PAIR, _AT), _off))
LEMMAS = {
    **{name: loss_argument.LEMMAS[name] for name in oscillation_argument.NAMES},
    **oscillation_argument.LEMMAS,
    **two_steps_argument.LEMMAS,
}
INSTEAD = Instead(
    KNOWN,
    because=SHOWN,
    words="upper half: for rho_j >= 1 the second moment is at most 20 eta^2 + 8 eta^2 (4/5)^k "
    "cosh(theta_j* / (2 eta)); lower half: two consecutive ones add up to at least eta^2 / 2, and "
    "each is at least e^2 eta^2 if theta_j* is at least e eta away from all multiples of eta",
)
