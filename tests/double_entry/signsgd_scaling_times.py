"""Second entries of the paper on SignSGD, from the page: burn-in times, terms of the loss, budgets."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.signsgd_scaling import (
    ALL_LAWS,
    COORDINATE,
    HERE_J,
    T,
    le,
    of_order,
    scaled,
    sgd_loss,
    y,
)
from tests.double_entry.signsgd_scaling_budget import (
    IS_BUDGET,
    both_cases,
    none_is_better,
    some_is_as_good,
)
from tests.double_entry.signsgd_scaling_f import (
    HALF,
    MOVES,
    number,
    own,
    step,
    time,
)
from theory.argument_language import States
from theory.claim import ForAll
from theory.language import DEFINES, Each, eq, reals
from theory.orders import Large, Order, Small, Theta
from theory.papers.signsgd_scaling.notation import (
    BOUNDED,
    OVER,
    POWER_LAWS,
    SETTING,
    B,
    D,
    K,
    alpha,
    arrives_between,
    away,
    beta,
    burn,
    d,
    decays,
    effective,
    eigenvalues,
    error,
    eta,
    expected_loss,
    fastest,
    hits,
    j,
    k,
    lam,
    largest_loss,
    moment,
    radius,
    s,
    slowest,
    target,
    up_to_constants,
    x,
    z,
)
from theory.quantifiers import Every, Some, inhabited

# -- lemma H.3 -------------------------------------------------------------------------------------

far = sp.Abs(x)
three = sp.Integer(3)
START = (*COORDINATE, eq(radius, 1 / scaled), far > radius, eta <= radius)
FIRST = (*START, eq(hits, sp.ceiling((far - radius) / eta)))
IN_PARTICULAR = (*FIRST, far >= 2 * radius)


def every(symbols, premises, says):
    """Return that something holds for all symbols under some premises."""
    found = Implies(And(*premises), says, evaluate=False)
    for symbol in reversed(symbols):
        found = Every(symbol, found)
    return found


def in_order(constants, says):
    """Return that an arrival time is of an order, with constants c_A and C_A and maybe others."""
    positive = (fastest > 0, slowest >= fastest, *(c > 0 for c in constants))
    return inhabited((fastest, slowest, *constants), (*positive, says))


arrives = arrives_between(fastest * far / eta, slowest * far / eta, radius)
HITTING_TIME = {
    "at least m": States(eq(away(radius, hits), 1), given=FIRST),
    "at most 6 m": States(
        1 - away(radius, 6 * hits + 1) >= 1 - sp.exp(-three / 16 * hits), given=FIRST
    ),
    "m": States(Order(hits, far / eta, "same", (x, lam, B, eta, radius, hits)), IN_PARTICULAR),
    "in particular": States(
        in_order(
            (),
            every(
                (x, lam, B, eta, radius),
                (*START, far >= 2 * radius),
                arrives >= 1 - sp.exp(-three / 32 * far / eta),
            ),
        )
    ),
}

# -- lemmas F.1 and F.2 ----------------------------------------------------------------------------

omega = reals("omega")
reach = sp.Abs(target[j])
width = 1 / sp.sqrt(own * B)
arrives_j = arrives_between(fastest * reach / eta, slowest * reach / eta, width, -target[j], own)
likely = in_order(
    (omega,),
    every(
        (eta, B, d, eigenvalues, target, j),
        (
            *(eta > 0, B >= 1, d >= 1, POWER_LAWS[-1], *HERE_J),
            *(le(j, K * B ** (1 / alpha)), le(eta * sp.sqrt(own * B), K)),
        ),
        arrives_j >= 1 - sp.exp(-omega * reach / eta),
    ),
)


def for_bounds(says, given=()):
    """Return a statement with a bound K in its hypotheses, in both meanings of that."""
    return up_to_constants(
        States(Every(K, Implies(K > 0, says, evaluate=False)), given=given),
        States(Some(K, And(K > 0, says)), given=given),
    )


BURN_IN = for_bounds(likely, POWER_LAWS[:-1])
within_step = arrives_between(fastest * far / eta, slowest * far / eta, eta)
LARGE_STEP = for_bounds(
    in_order(
        (omega,),
        every(
            (x, lam, B, eta),
            (*COORDINATE, le(K, eta * scaled)),
            within_step >= 1 - sp.exp(-omega * far / eta),
        ),
    )
)

# -- assumption F.3 --------------------------------------------------------------------------------

ATTRACTIVE = ForAll(
    DEFINES,
    given=(
        *(eta > 0, B >= 1, own > 0, K > 0, le(eta * sp.sqrt(own * B), K)),
        *(MOVES, burn >= 0, sp.Abs(error(burn, j)) <= width),
        Each(sp.Abs(error(number, j)) > width, (number, 0, burn - 1)),
        Each(sp.Abs(error(number, j)) <= width, (number, burn, k)),
    ),
    instances={j: (1,), burn: (0, 1, 2), k: (2,)},
)

# -- (30) ------------------------------------------------------------------------------------------

rho = eta * scaled
first, second, gain, constant, r = (*reals("p_1 p_2 g C_0"), sp.Symbol("r", integer=True))
INSIDE = (*COORDINATE, k >= 0, le(far, 1 / scaled))
OF_ONE = (x, lam, B, eta, k)
plateau = eta / scaled


def of_size(value, term):
    """Return that a value is between two multiples of a term."""
    return And(le(fastest * term, value), le(value, slowest * term))


def unrolled(values, says, constants=()):
    """Return that there are rates of the order of rho, and maybe others, for which it holds."""
    found = inhabited(values, says)
    return for_bounds(in_order(constants, every(OF_ONE, (*INSIDE, le(rho, K)), found)))


law = x**2 * sp.exp(-first * k) + plateau * (1 - sp.exp(-second * k))
RATES = (of_size(first, rho), of_size(second, rho))
UNROLLED = {
    "sum": unrolled(
        (first, second, gain),
        (
            *RATES,
            of_size(gain, eta**2),
            eq(
                moment(x, k),
                (1 - first) ** k * x**2 + gain * sp.Sum((1 - second) ** r, (r, 0, k - 1)),
            ),
        ),
    ),
    "powers": of_order(
        moment(x, k),
        (1 - rho) ** k * x**2 + plateau * (1 - (1 - Theta(rho)) ** k),
        INSIDE,
        small=(rho,),
        over=OF_ONE,
    ),
    "exponentials": unrolled(
        (first, second),
        (*RATES, le(moment(x, k), constant * law), le(law, constant * moment(x, k))),
        (constant,),
    ),
    "the equivalence": States(
        Order((1 - first) ** k, sp.exp(-Theta(z) * k), "same", (first, z, k)),
        given=(fastest > 0, slowest >= fastest, of_size(first, z), z > 0, z <= 1, k >= 0),
    ),
}

# -- theorem E.4, the bounds with explicit constants -----------------------------------------------

LATE = {"large": (T / d**beta,)}
last = T**-1 * d ** (-beta * (s - 1))
of_sgd = (*ALL_LAWS, eta <= HALF)


def with_rate(rate):
    """Return the late law of SGD with a rate of its exponential."""
    return last * sp.exp(-rate * T * d**-beta) + eta / B


EXPLICIT = {
    "upper": of_order(sgd_loss, with_rate(2), of_sgd, relation="at most", **LATE),
    "lower": of_order(sgd_loss, with_rate(4), of_sgd, relation="at least", **LATE),
}

# -- theorem F.6, terms A and B --------------------------------------------------------------------

first_late = B ** (1 / alpha)
IS_THETA = (
    *(fastest > 0, slowest >= fastest),
    Every(
        j,
        Implies(And(*HERE_J), of_size(decays[j], eta * sp.sqrt(own * B) * k), evaluate=False),
    ),
)
term_a = sp.Sum(own * target[j] ** 2 * sp.exp(-decays[j]), (j, sp.floor(first_late) + 1, d)) / 2
integral = sp.Integral(y**-alpha * sp.exp(-z * y ** (-beta / 2)), (y, first_late, d))
IN_TIME = (*SETTING, alpha > 1, beta > 1, fastest > 0, slowest >= fastest, of_size(z, time))
OF_TIME = (eta, B, k, d, z)
tail = time**-1 * d ** (-beta / 2 * (2 * s - 1)) * sp.exp(-Theta(time) * d ** (-beta / 2))
of_theta = sp.Integral(y**-alpha * sp.exp(-Theta(time) * y ** (-beta / 2)), (y, first_late, d)) / 2
TERM_A = {
    "the integral": of_order(term_a, of_theta, (*ALL_LAWS, *IS_THETA), over=(*OVER, decays)),
    "before": of_order(
        integral,
        time ** (-2 * s),
        (*IN_TIME, eq(s, (alpha - 1) / beta)),
        small=(time / d**beta,),
        large=(time / B ** (beta / (2 * alpha)),),
        over=OF_TIME,
    ),
    "after": of_order(
        integral,
        tail,
        (*IN_TIME, eq(s, (alpha - 1) / beta)),
        large=(time / d**beta,),
        over=OF_TIME,
    ),
}
term_b = sp.Sum(sp.exp(-decays[j]), (j, 1, sp.floor(first_late))) / (2 * B)
exponent = eta * B ** ((alpha - beta) / (2 * alpha)) * k
TERM_B = {
    "bound": of_order(
        term_b,
        B ** (1 / alpha - 1) * sp.exp(-Theta(exponent)),
        (*ALL_LAWS, *IS_THETA),
        relation="at most",
        over=(*OVER, decays),
    ),
    "exponent": of_order(
        exponent,
        sp.S.One,
        (*SETTING, alpha > 1, beta > 1),
        large=(T / B ** ((beta - alpha) / (2 * alpha)),),
        relation="at least",
        over=(eta, B, k),
    ),
}

# -- appendices B.3.2, B.3.3 and G.1 ---------------------------------------------------------------

two_s = 2 * s + 1
least = D ** (-2 * s / two_s)
EASY = (alpha >= beta, beta > 2)
bound = reals("K_0")
rate, other_rate = effective, reals("gamma'")


def law_of_budget(at):
    """Return the law of the scaling regime by the effective learning rate."""
    return (at * D) ** (-2 * s) + at


is_least = Every(
    other_rate,
    Implies(other_rate > 0, le(law_of_budget(rate), law_of_budget(other_rate)), evaluate=False),
)
OF_RATE = (*EASY, eq(s, (alpha - 1) / beta), D >= 1, rate > 0, is_least)
reach_of_law = time / d ** (beta / 2)
OPTIMUM = {
    "rate": States(Order(rate, least, "same", (D, rate)), given=OF_RATE),
    "loss, none better": none_is_better(
        expected_loss(d),
        least,
        (*EASY, IS_BUDGET, D >= 1, Large(T), Small(step)),
        reach_of_law,
    ),
    "loss, as good": up_to_constants(
        *(
            some_is_as_good(
                expected_loss(d),
                least,
                (eta, B, k),
                (D,),
                (D >= 1,),
                (eta > 0, B >= 1, k >= 0, *EASY, IS_BUDGET, le(step, bound), le(1, bound * T)),
                serves,
            )
            for serves in (False, True)
        )
    ),
}
critical = D ** (2 * s / two_s)
CRITICAL_BATCH = both_cases(
    expected_loss(d),
    ((least, Small, critical), ((B / D) ** (2 * s), Large, critical)),
    (Small(step), le(step, bound)),
    reach_of_law,
    (False, True),
    EASY,
)

BY_BETA = {
    "beta > 2": ((beta > 2, D >= 1), least),
    "beta = 2": ((eq(beta, 2), D >= 2), (D / sp.log(D)) ** (-2 * s / two_s)),
    "beta < 2": ((beta < 2, D >= 1), D ** (-s * beta / (s * beta + 1))),
}
from_below = eta * D / B ** sp.Max((beta - alpha) / (2 * alpha) + 1, 1)
from_above = eta * D / (d ** (beta / 2) * B)
DATA_SCALING = {}
for case, (own_condition, optimum) in BY_BETA.items():
    sizes_of_case = (Large(from_below), Small(from_above), Small(step), BOUNDED)
    allowed = (
        *(eta > 0, B >= 1, k >= 0, IS_BUDGET, le(1, bound * from_below)),
        *(le(from_above, bound), le(step, bound), le(largest_loss(d), bound)),
    )
    DATA_SCALING[f"{case}, none better"] = States(
        Order(expected_loss(d), optimum, "at least", (*OVER, D)),
        given=(*ALL_LAWS, IS_BUDGET, *own_condition, *sizes_of_case),
    )
    DATA_SCALING[f"{case}, as good"] = up_to_constants(
        *(
            some_is_as_good(
                expected_loss(d), optimum, (eta, B, k), (D,), own_condition, allowed, serves
            )
            for serves in (False, True)
        )
    )

# -- (2) -------------------------------------------------------------------------------------------

F, L_0, C_1, C_2, C_3, a = reals("F L_0 C_1 C_2 C_3 a")
FITTED = ForAll(
    DEFINES,
    given=(
        *(eta > 0, B >= 1, k >= 0, C_2 + time > 0),
        eq(F, L_0 + C_1 * (C_2 + time) ** -a + C_3 * eta / sp.sqrt(B)),
    ),
)

BLIND = {
    "signsgd-scaling/lem-H.3": HITTING_TIME,
    "signsgd-scaling/lem-F.1": BURN_IN,
    "signsgd-scaling/lem-F.2": LARGE_STEP,
    "signsgd-scaling/asm-F.3": ATTRACTIVE,
    "signsgd-scaling/eq-30": UNROLLED,
    "signsgd-scaling/thm-E.4-step-explicit-constant": EXPLICIT,
    "signsgd-scaling/thm-F.6-step-termA": TERM_A,
    "signsgd-scaling/thm-F.6-step-termB": TERM_B,
    "signsgd-scaling/txt-gamma-sgn": OPTIMUM,
    "signsgd-scaling/txt-critical-batch-sgn": CRITICAL_BATCH,
    "signsgd-scaling/thm-G.1": DATA_SCALING,
    "signsgd-scaling/eq-2": FITTED,
}
ENTRIES: dict[str, object] = {}
