"""Second entry of theorem E.2 of the paper on SignSGD: the loss of gradient flow."""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.signsgd_scaling import of_order
from tests.double_entry.signsgd_scaling_appendix import implies
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

ENTRIES = {"signsgd-scaling/thm-E.2": FLOW}
