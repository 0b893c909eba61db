"""What sections B.3 and G optimise over: the scaling laws in exponents, and least losses.

That the least expected loss over learning rates, or over learning rates and batch sizes, is of some
order says two things: no choice does better than a constant times it, and for every problem some
choice does no worse than another constant times it. The constants depend on alpha, beta and those
of assumption B.3 alone.

In exponents every quantity is a power of one scale, the data budget D or the number of steps K.
Learning rate eta = scale**-a, batch size B = scale**b, K B = D. Laws of the loss, with T = eta
sqrt(B) K:

    SignSGD, eta K >= 1 and eta sqrt(B) <= 1     T**(-2 s) + eta / sqrt(B) * noise
    SignSGD, eta K <= 1                          1
    SGD, eta K >= 1 and eta <= 1                 (eta K)**(-s) + eta / B

noise is 1 for beta > 2, log T for beta = 2 and T**(2/beta - 1) for 1 < beta < 2.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.language import reals
from theory.orders import Order, Small
from theory.papers.signsgd_scaling.notation import (
    B_SGD,
    B_SGN,
    DIFFICULTY,
    E_SGD,
    E_SGN,
    E_SGN_FEW,
    E_SGN_LOG,
    K_SGD,
    K_SGN,
    K_SGN_FEW,
    POWER_LAWS,
    SETTING,
    constants_in_sight,
    d,
    eigenvalues,
    enough,
    target,
    up_to_constants,
)
from theory.places import HERE
from theory.power_laws import Program, exponent, is_feasible, least_exponent, slack
from theory.quantifiers import Every, Some

D, K, eta, B, ell = reals("D K eta B ell")
a, b, s, beta, eps = reals("a b s beta epsilon")

FIXED_DATA = {D: 1, K: 1 - b, B: b, eta: -a, ell: eps}  # ell = log D, eps an infinitesimal
FIXED_STEPS = {K: 1, B: b, eta: -a, D: 1 + b}
T = eta * sp.sqrt(B) * K
AT_STEPS = {b: "exponent of the batch size, B = K^b; formulas with b compare exponents of K"}
MANY = 1, "beta > 2"
LOGARITHM = ell, "beta = 2"
FEW = T ** (2 / beta - 1), "1 < beta < 2"
BURNED_IN = eta * K >= 1
STABLE = eta * sp.sqrt(B) <= 1


def order(quantity):
    """Return the exponent of a printed power law at a fixed data budget."""
    return exponent(quantity, FIXED_DATA)


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


# every head with its program and its parameters
SIGN_DATA = E_SGN, sign_program(MANY[0], FIXED_DATA), (s, b)
SIGN_DATA_LOG = E_SGN_LOG, sign_program(LOGARITHM[0], FIXED_DATA), (s, eps, b)
SIGN_DATA_FEW = E_SGN_FEW, sign_program(FEW[0], FIXED_DATA), (s, beta, b)
SGD_DATA = E_SGD, sgd_program(FIXED_DATA), (s, b)
SIGN_STEPS = K_SGN, sign_program(MANY[0], FIXED_STEPS), (s, b)
SIGN_STEPS_FEW = K_SGN_FEW, sign_program(FEW[0], FIXED_STEPS), (s, beta, b)
SGD_STEPS = K_SGD, sgd_program(FIXED_STEPS), (s, b)
CRITICAL = ((B_SGN, SIGN_DATA[1]), (B_SGD, SGD_DATA[1]))  # in s; the exponent of B that moves is b
OPTIMA = (SIGN_DATA, SIGN_DATA_LOG, SIGN_DATA_FEW, SGD_DATA, SIGN_STEPS, SIGN_STEPS_FEW, SGD_STEPS)

# -- what is printed of them, by case of beta ------------------------------------------------------

SMALL = sp.Rational(1, 100)  # an exponent below it stands for a logarithm
# per case of beta: parameters, what is known of them, the noise, printed optimum and step size
CASES = (
    (MANY, (s,), (s > 0,), D ** (-2 * s / (2 * s + 1)), D ** (-2 * s / (2 * s + 1))),
    (
        LOGARITHM,
        (s, eps),
        (s > 0, eps > 0, eps <= SMALL),
        (D / ell) ** (-2 * s / (2 * s + 1)),
        D ** (-2 * s / (2 * s + 1)) * ell ** (-1 / (2 * s + 1)),
    ),
    (
        FEW,
        (s, beta),
        (s > 0, beta > 1, beta < 2),
        D ** (-s * beta / (s * beta + 1)),
        D ** (-(2 * s * beta + 2 - beta) / (2 * s * beta + 2)),
    ),
)

STEP_LIMITS = (
    D ** (2 * s / (2 * s + 1)),
    D ** (2 * s / (2 * s + 1)) * ell ** (1 / (2 * s + 1)),
    D ** ((2 * s * beta + 2 - beta) / (2 * s * beta + 2)),
)

RIGHT_LIMITS = (
    D ** (2 / (2 * s + 1)),
    (D / ell) ** (2 / (2 * s + 1)),
    D ** (2 * beta / (2 * s * beta + 2)),
)

# -- least losses ----------------------------------------------------------------------------------

LIMIT, CONSTANT = reals("K_0 C_0")
NO_BETTER, ATTAINED = "{}no choice does better", "{}attained"
PLACES = {"section 2": SETTING, "assumptions 2.1 and B.3": (*POWER_LAWS, DIFFICULTY)}
ANY_D, LARGE_D = "any dimension", "d^beta is at least of the order of the intrinsic time"


def of_dimension(with_any, with_large):
    """Return a statement for any dimension, or for one up to which the law reaches."""
    return Ambiguous(
        "whether the dimension may be anything, as nothing is said of it, or is so large that the "
        "law of the loss from which the proof starts holds",
        {ANY_D: with_any, LARGE_D: with_large},
    )


def every(symbols, says):
    """Return that something holds for all values of some symbols."""
    for symbol in reversed(symbols):
        says = Every(symbol, says)
    return says


def some(symbols, conditions):
    """Return that some values satisfy conditions."""
    says = And(*conditions)
    for symbol in reversed(symbols):
        says = Some(symbol, says)
    return says


def no_better(loss, law, given, own, over, time, limit):
    """Return that the loss is at least of the order of a law, in any or in a large dimension.

    Either is said in both meanings of what is at most or at least of order 1.

    Args:
        loss, law: the expected loss, and the law of its least value.
        given: what is fixed, by place.
        own: the hypotheses of the claim's own sentence.
        over: on what no constant may depend.
        time, limit: the intrinsic time, and up to which the dimension lets the law hold.
    """

    def with_sizes(hypotheses):
        places = {**PLACES, **given, HERE: hypotheses}
        return States(Order(loss, law, "at least", over), places)

    def both(hypotheses, serves):
        return up_to_constants(with_sizes(hypotheses), serves(tuple(map(enough, hypotheses))))

    return of_dimension(
        both(own, lambda hypotheses: constants_in_sight(with_sizes(hypotheses))),
        both((*own, Small(time / limit)), with_sizes),
    )


def attained(loss, law, chosen, fixed, conditions, step, serves=False):
    """Return that some choice does as well as a law, up to a constant.

    Args:
        loss, law: the expected loss, and the law of its least value.
        chosen: what is chosen.
        fixed: what the choice is made for, beside the problem.
        conditions: what is known of that.
        step: the condition on the choice; LIMIT stands for the constant of its bound.
        serves: whether some LIMIT does; otherwise every one.
    """
    problem = (d, eigenvalues, target)
    laws = POWER_LAWS[-1]
    choice = some(chosen, (*step, loss <= CONSTANT * law))
    holds = every((*fixed, *problem), Implies(And(d >= 1, laws, *conditions), choice))
    bounded = Some(CONSTANT, And(CONSTANT > 0, holds))
    says = Every(LIMIT, Implies(LIMIT > 0, bounded, evaluate=False))
    if serves:
        says = Some(LIMIT, And(LIMIT > 0, bounded))
    return States(says, {"assumptions 2.1 and B.3": (*POWER_LAWS[:-1], DIFFICULTY)})
