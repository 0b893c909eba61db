"""Second entry of theorem E.2 of the paper on SignSGD: the loss of gradient flow."""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.signsgd_scaling import SUM_AND_INTEGRAL, of_order
from tests.double_entry.signsgd_scaling_appendix import implies
from theory.argument_language import States
from theory.language import eq, function, reals
from theory.papers.signsgd_scaling import notation as sign
from theory.quantifiers import Every, Some

tau, before, flow = *reals("tau u"), function("theta_of_time")
force = sign.eigenvalues[sign.j] * (sign.target[sign.j] - flow(before))
solves = Every(tau, implies(tau >= 0, eq(flow(tau), sp.Integral(force, (before, 0, tau)))))
in_flow = Some(flow, And(solves, eq(sign.reached[sign.j], flow(sign.t))))
IN_FLOW = Every(sign.j, implies(And(sign.j >= 1, sign.j <= sign.d), in_flow))
distance = sign.reached[sign.j] - sign.target[sign.j]
FLOW = of_order(
    sp.Sum(sign.eigenvalues[sign.j] * distance**2 / 2, (sign.j, 1, sign.d)),
    sign.t**-sign.s,
    (sign.d >= 1, *sign.POWER_LAWS, sign.DIFFICULTY, IN_FLOW),
    small=(sign.t / sign.d**sign.beta,),
    large=(sign.t,),
    over=(sign.t, sign.d, sign.eigenvalues, sign.target, sign.reached),
)

# -- the proof: as a sum, which is up to constants that of the integral and the supremum -----------

share, time, late, under, at = reals("h t' T' y x")


def summand(place):
    """Return what the sum over j = 1, ..., d is of."""
    return place**-sign.alpha * sp.exp(-2 * sign.t * place**-sign.beta)


AS_SUM = of_order(
    sp.Sum(sign.eigenvalues[sign.j] * distance**2 / 2, (sign.j, 1, sign.d)),
    sp.Sum(summand(sign.j), (sign.j, 1, sign.d)),
    (sign.d >= 1, *sign.POWER_LAWS, sign.DIFFICULTY, IN_FLOW),
    small=(sign.t / sign.d**sign.beta,),
    large=(sign.t,),
    over=(sign.t, sign.d, sign.eigenvalues, sign.target, sign.reached),
)
domain, most = And(at >= 1, at <= sign.d), sign.supremum
SUPREMUM = of_order(
    most,
    sign.t ** (-sign.alpha / sign.beta),
    (
        *(sign.alpha > 1, sign.beta > 1, sign.t > 0, sign.d >= 1),
        Every(at, implies(domain, summand(at) <= most)),
        Every(under, implies(under < most, Some(at, And(domain, summand(at) > under)))),
    ),
    small=(sign.t / sign.d**sign.beta,),
    large=(sign.t,),
    over=(sign.t, sign.d, most),
)
below = time ** (-sign.alpha / sign.beta) <= share * time ** (-(sign.alpha - 1) / sign.beta)
from_late_on = Every(time, implies(time >= late, below))
SMALLER = States(
    Every(share, implies(share > 0, Some(late, And(late > 0, from_late_on)))),
    given=(sign.alpha > 1, sign.beta > 1),
)
PROOF = {
    "loss": AS_SUM,
    "derivative": SUM_AND_INTEGRAL["derivative"],
    "at its peak": SUM_AND_INTEGRAL["at its peak"],
    "supremum": SUPREMUM,
    "sum": SUM_AND_INTEGRAL["sum"],
    "of smaller order": SMALLER,
}

ENTRIES = {
    "signsgd-scaling/thm-E.2": FLOW,
    "signsgd-scaling/thm-E.2-step-sum-integral": PROOF,
}
