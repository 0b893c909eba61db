"""The scaling laws in exponents: what sections B.3 and G optimise over.

Every quantity is a power of one scale, the data budget D or the number of steps K. Learning rate
eta = scale**-a, batch size B = scale**b, K B = D. Laws of the loss, T = eta sqrt(B) K:

    SignSGD, eta K >= 1 and eta sqrt(B) <= 1     T**(-2 s) + eta / sqrt(B) * noise
    SignSGD, eta K <= 1                          1
    SGD, eta K >= 1 and eta <= 1                 (eta K)**(-s) + eta / B

noise is 1 for beta > 2, log T for beta = 2 and T**(2/beta - 1) for 1 < beta < 2.
"""

import sympy as sp

from theory.language import Head, reals
from theory.power_laws import Program, is_feasible, least_exponent, slack

D, K, eta, B, ell = reals("D K eta B ell")
a, b, s, beta, eps = reals("a b s beta epsilon")

FIXED_DATA = {D: 1, K: 1 - b, B: b, eta: -a, ell: eps}  # ell = log D, eps an infinitesimal
FIXED_STEPS = {K: 1, B: b, eta: -a, D: 1 + b}
T = eta * sp.sqrt(B) * K
AT_DATA = {b: "exponent of the batch size, B = D^b; formulas with b compare exponents of D"}
AT_STEPS = {b: "exponent of the batch size, B = K^b; formulas with b compare exponents of K"}
MANY = 1, "beta > 2"
LOGARITHM = ell, "beta = 2"
FEW = T ** (2 / beta - 1), "1 < beta < 2"
BURNED_IN = eta * K >= 1
STABLE = eta * sp.sqrt(B) <= 1


def sign_loss(noise):
    """Return the law of the loss of SignSGD in its scaling regime."""
    return T ** (-2 * s) + eta / sp.sqrt(B) * noise


def sign_program(noise, scales, constraints=(STABLE, BURNED_IN)):
    """Return the choice of the learning rate for SignSGD."""
    return Program(sign_loss(noise), constraints, scales, free=(a,))


def sgd_program(scales):
    """Return the choice of the learning rate for SGD."""
    loss = (eta * K) ** (-s) + eta / B
    return Program(loss, (eta <= 1, BURNED_IN), scales, free=(a,))


def met_up_to(constraint, eta_exponent, scales, limit):
    """Return that a constraint is met for this exponent of eta exactly for b up to a limit."""
    excess = slack(constraint, scales).subs(a, -eta_exponent)
    return sp.And(sp.Or(excess > 0, b <= limit), sp.Or(excess <= 0, b > limit))


def least(program):
    """Return the exponent of the least loss: 0 where the burn-in cannot end."""
    positive = (s, beta)
    found = least_exponent(program, positive)
    (possible,) = is_feasible(program, positive)
    return sp.Piecewise((found, possible), (sp.Integer(0), True))


def optimum(name, words, program, parameters):
    """Return a head for the exponent of the least loss, with its program and parameters."""
    head = Head(name, f"exponent of the least loss over eta: {words}")
    return head, program, parameters


SIGN_DATA = optimum(
    "e_sgn", "SignSGD, fixed D and B, alpha >= beta > 2", sign_program(MANY[0], FIXED_DATA), (s, b)
)
SIGN_DATA_LOG = optimum(
    "e_sgn2",
    "SignSGD, fixed D and B, beta = 2",
    sign_program(LOGARITHM[0], FIXED_DATA),
    (s, eps, b),
)
SIGN_DATA_FEW = optimum(
    "e_sgn1", "SignSGD, fixed D and B, 1 < beta < 2", sign_program(FEW[0], FIXED_DATA), (s, beta, b)
)
SGD_DATA = optimum("e_sgd", "SGD, fixed D and B", sgd_program(FIXED_DATA), (s, b))
SIGN_STEPS = optimum(
    "k_sgn", "SignSGD, fixed K and B, beta > 2", sign_program(MANY[0], FIXED_STEPS), (s, b)
)
SIGN_STEPS_FEW = optimum(
    "k_sgn1",
    "SignSGD, fixed K and B, 1 < beta < 2",
    sign_program(FEW[0], FIXED_STEPS),
    (s, beta, b),
)
SGD_STEPS = optimum("k_sgd", "SGD, fixed K and B", sgd_program(FIXED_STEPS), (s, b))
OPTIMA = (SIGN_DATA, SIGN_DATA_LOG, SIGN_DATA_FEW, SGD_DATA, SIGN_STEPS, SIGN_STEPS_FEW, SGD_STEPS)
