"""Theorem F.6 of the paper on SignSGD, beta > 2 before d^(beta/2): how its parts are joined.

The expected loss is half a sum over coordinates. Each term has an order, uniformly in the
coordinate, with a rate of decay q_j between two multiples of r; so has the sum of these orders,
whatever these rates are.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import AddUp, Between, Clause, Definition, Open
from theory.language import Head, integers, reals, sequence
from theory.orders import Large, Order, Small
from theory.quantifiers import Every
from verify.evidence import Tier
from verify.kernel.arguments.facts import Stated

a, b, p, eta, B, c, C, low, high = reals("alpha beta s eta B c C c_2 C_2")
least, most = reals("c_1 C_1")
k, d, j = integers("k d j")
q = sequence("q")
MOMENT = Head("m", "the second moment of a residual after k steps")
EIGENVALUE = Head("lambda_", "an eigenvalue")
LOSS = Head("EL", "the expected loss after k steps")
OVER = (eta, B, k, d)

T = eta * sp.sqrt(B) * k
term = EIGENVALUE(j, b) * MOMENT(j, eta, B, k, a, b)
loss = LOSS(eta, B, k, d, a, b)
rate = T * j ** (-b / 2)


def size(exponent):
    """Return signal and noise of a coordinate whose signal decays with this exponent."""
    noise = eta / sp.sqrt(B) * j ** (-b / 2) * (1 - sp.exp(-rate))
    return j**-a * sp.exp(-exponent) + noise


LAW = T ** (-2 * p) + eta / sp.sqrt(B) * (1 - T ** -(1 - 2 / b))
BASIC = (a > 1, b > 2, eta > 0, B >= 1, k >= 1, d >= 1, Small(eta * sp.sqrt(B)))
BURN_IN = Large(eta * k / sp.Max(B ** ((b - a) / (2 * a)), 1))
RANGE = (
    sp.Eq(p, (a - 1) / b, evaluate=False),
    Large(T / B ** (b / (2 * a))),
    Small(T / d ** (b / 2)),
)
IN_RANGE = (j >= 1, j <= d)
WITHIN = Implies(And(*IN_RANGE), And(c * rate <= q[j], q[j] <= C * rate))
RATES = (c > 0, C > 0, Every(j, WITHIN))

COORDINATE = Clause("signsgd-scaling/thm-F.6", "each coordinate")
SUMS = Clause("signsgd-scaling/thm-F.6", "the law of the sums")
IS_SUM = Definition("expected loss")
STATEMENTS = {
    COORDINATE: States(
        Order(term, size(q[j]), over=(*OVER, q, j)), (*BASIC, BURN_IN, *IN_RANGE, *RATES)
    ),
    SUMS: States(
        Order(sp.Sum(size(q[j]), (j, 1, d)), LAW, over=(*OVER, q)),
        (*BASIC, *RANGE, *RATES),
    ),
    IS_SUM: States(sp.Eq(loss, sp.Sum(term, (j, 1, d)) / 2, evaluate=False), (d >= 1,)),
}
LEAVES = {leaf: Stated(says, Tier.EXACT) for leaf, says in STATEMENTS.items()}

TOTAL, SUM = sp.Sum(term, (j, 1, d)), sp.Sum(size(q[j]), (j, 1, d))
CONSTANTS = (least > 0, most > 0, low > 0, high > 0)
BETWEEN = (least * SUM <= TOTAL, most * SUM >= TOTAL, low * LAW <= SUM, high * LAW >= SUM)
WITH_CONSTANTS = Between(
    *(loss, LAW, least * low / 2, most * high / 2, (*OVER, q)),
    (*BASIC[:-1], *CONSTANTS, *BETWEEN),
    (IS_SUM,),
)
ARGUMENT = Open(AddUp(COORDINATE, j, 1, d), Open(SUMS, WITH_CONSTANTS, low, high), least, most)
GIVEN = (*BASIC, BURN_IN, *RANGE, *RATES)
SAYS = Order(loss, LAW, over=(*OVER, q))
