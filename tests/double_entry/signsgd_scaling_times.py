"""Second entries of the paper on SignSGD, from the page: burn-in times, terms, budgets."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.signsgd_scaling import (
    ALL_LAWS,
    COORDINATE,
    HERE_J,
    T,
    le,
    of_order,
    sgd_loss,
    y,
)
from tests.double_entry.signsgd_scaling_budget import (
    IS_BUDGET,
    none_is_better,
    some_is_as_good,
)
from tests.double_entry.signsgd_scaling_f import (
    HALF,
    own,
    step,
    time,
)
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import DEFINES, eq, function, integers, reals
from theory.orders import Large, LargeEnough, Order, Small, Theta
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    E_SGN,
    ESCAPE,
    OVER,
    POWER_LAWS,
    SETTING,
    TASK,
    B,
    D,
    K,
    alpha,
    arrives_at,
    arrives_between,
    away,
    b,
    beta,
    burn,
    d,
    decays,
    delta,
    eigenvalues,
    eta,
    expected_loss,
    fastest,
    high,
    hits,
    j,
    k,
    lam,
    largest_loss,
    later,
    low,
    moment,
    radius,
    s,
    sizes,
    slowest,
    target,
    up_to_constants,
    z,
)
from theory.quantifiers import Every, Some, inhabited

# -- lemma H.3 -------------------------------------------------------------------------------------

three = sp.Integer(3)
reach, width = sp.Abs(target[j]), 1 / sp.sqrt(own * B)
constant = reals("C_0")
START = (eta > 0, B >= 1, own > 0)
OUTSIDE = (reach > width, eta <= width)
FIRST = (
    *(*START, eq(radius, width), reach > radius, eta <= radius),
    eq(hits, sp.ceiling((reach - radius) / eta)),
)
FAR = (*FIRST, reach >= 2 * radius)
EVERY_COORDINATE = (eta, B, eigenvalues, target, j)


def not_yet(within, step):
    """Return the probability that a coordinate arrives after a number of steps, or with it."""
    return away(within, step, -target[j], own)


def every(premises, says):
    """Return that something holds for all coordinates under some premises."""
    found = Implies(And(*premises), says, evaluate=False)
    for symbol in reversed(EVERY_COORDINATE):
        found = Every(symbol, found)
    return found


def arrives(within):
    """Return the probability to arrive at a time of the order of |theta_j*| / eta."""
    ends = reach / eta / constant, constant * reach / eta
    return arrives_between(*ends, within, -target[j], own)


def with_constant(says):
    """Return that there is a constant; one is enough for both bounds and the exponent."""
    return Some(constant, And(constant > 0, says))


HITTING_TIME = {
    "at least m": States(eq(not_yet(radius, hits), 1), given=FIRST),
    "at most 6 m": States(
        1 - not_yet(radius, 6 * hits + 1) >= 1 - sp.exp(-three / 16 * hits), given=FIRST
    ),
    "m": States(Order(hits, reach / eta, "same", (*EVERY_COORDINATE, radius, hits)), FAR),
    "in particular": States(
        with_constant(
            every(
                (*START, *OUTSIDE, reach >= 2 * width),
                arrives(width) >= 1 - sp.exp(-three / 32 * reach / eta),
            )
        )
    ),
}

# -- lemmas F.1 and F.2 ----------------------------------------------------------------------------

bound = reals("K_0")


def for_bounds(says, given=()):
    """Return a statement with a bound K_0 in its hypotheses, in both meanings of that."""
    return up_to_constants(
        States(Every(bound, Implies(bound > 0, says, evaluate=False)), given=given),
        States(Some(bound, And(bound > 0, says)), given=given),
    )


def likely(within, premises, given=()):
    """Return that a coordinate arrives in time with a probability of 1 - exp(-Omega(x))."""

    def where(*large):
        rare = sp.exp(-reach / eta / constant)
        says = every((*START, *premises, *large), arrives(within) >= 1 - rare)
        return for_bounds(with_constant(says), given)

    return Ambiguous(
        "whether Omega(x) is about large x, as usual, or every x",
        {"every x": where(), "large x": where(le(constant * eta, reach))},
    )


of_order_of_index = (
    *(low * j**-beta <= own, own <= high * j**-beta),
    *(low * j**-alpha <= own * target[j] ** 2, own * target[j] ** 2 <= high * j**-alpha),
)
BURN_IN = likely(
    width,
    (
        *(j >= 1, *of_order_of_index, le(j, bound * B ** (1 / alpha))),
        le(eta * sp.sqrt(own * B), bound),
    ),
    POWER_LAWS[:-1],
)
LARGE_STEP = likely(eta, (sp.Ge(eta * sp.sqrt(own * B), bound, evaluate=False),))

# -- assumption F.3 --------------------------------------------------------------------------------

# (21): k* is the first time in R_j, so there is one; the error then, delta, is outside of R_j after
# some number of steps with probability 0
region = 1 / sp.sqrt(lam * B)
leaves = ESCAPE(region, delta, lam, B, eta, later)
ATTRACTIVE = States(
    DEFINES,
    given=(
        *(*COORDINATE, K > 0, sp.Le(eta * sp.sqrt(lam * B), K, evaluate=False)),
        *(burn >= 0, arrives_at(burn) > 0),
        sp.Abs(delta) <= region,
        Every(later, Implies(later >= 0, eq(leaves, 0), evaluate=False)),
    ),
)

# -- (30) ------------------------------------------------------------------------------------------

rho = eta * sp.sqrt(own * B)
plateau = eta / sp.sqrt(own * B)
p, q, low_rate, high_rate = reals("p q c_0 C_0'")


def of_size(value, term):
    """Return that a value is between two multiples of a term."""
    return And(le(fastest * term, value), le(value, slowest * term))


IS_RATE = (fastest > 0, slowest >= fastest, of_size(decays[j], rho * k))
second_moment = moment(-target[j], k, own)
UNROLLED = of_order(
    second_moment,
    target[j] ** 2 * sp.exp(-Theta(rho * k)) + plateau * (1 - sp.exp(-decays[j])),
    (*SETTING, *POWER_LAWS, *HERE_J, *IS_RATE),
    small=(step,),
    large=(j / B ** (1 / alpha),),
    over=(*OVER, j, decays),
)

r, gain = integers("r"), reals("g")


def of_order_of(value, term):
    """Return that a value is a term up to a constant K."""
    return And(le(term, K * value), le(value, K * term))


kept = (1 - p) ** k * target[j] ** 2
added = gain * sp.Sum((1 - q) ** r, (r, 0, k - 1))
unrolled = inhabited(
    (p, q, gain),
    (
        *(of_order_of(p, rho), of_order_of(q, rho), of_order_of(gain, eta**2)),
        eq(second_moment, kept + added),
    ),
)
without_burn_in = (
    *(*SETTING, POWER_LAWS[-1], *HERE_J),
    *(le(bound * step, 1), le(bound * B ** (1 / alpha), j)),
)
unrolled = Implies(And(*without_burn_in), unrolled, evaluate=False)
for symbol in reversed((*OVER, j)):
    unrolled = Every(symbol, unrolled)
FIRST_LINE = for_bounds(Some(K, And(K > 0, unrolled)), POWER_LAWS[:-1])
SIZES = {"small": (step,), "large": (j / B ** (1 / alpha),)}
BY_COORDINATE, COORDINATES = (*OVER, j), (*SETTING, *POWER_LAWS, *HERE_J)


def plain(rate):
    """Return the printed line, with a rate in the noise alone."""
    return (1 - rho) ** k * target[j] ** 2 + plateau * (1 - (1 - rate) ** k)


def same_power(rate):
    """Return the line with one rate at both places."""
    return plateau + (target[j] ** 2 - plateau) * (1 - rate) ** k


def with_limits():
    """Return the printed line with its limits and its constant, of which there are some."""
    law = plain(p)
    between = (le(rho, constant * p), le(p, constant * rho))
    bounds = (le(second_moment, constant * law), le(law, constant * second_moment))
    limits = (le(bound * step, 1), le(bound, j / B ** (1 / alpha)))
    premises = And(*SETTING, POWER_LAWS[-1], *HERE_J, *limits)
    found = Implies(premises, Some(p, And(*between, *bounds)), evaluate=False)
    for symbol in sorted(BY_COORDINATE, key=str, reverse=True):
        found = Every(symbol, found)
    found = Some(bound, And(bound > 0, Some(constant, And(constant > 0, found))))
    return States(found, given=POWER_LAWS[:-1])


SECOND_LINE = Ambiguous(
    "one power has no Theta, which may be left out",
    {
        "it has none": up_to_constants(
            States(
                Order(second_moment, plain(Theta(rho)), "same", BY_COORDINATE),
                given=(*COORDINATES, *sizes(**SIZES)[0]),
            ),
            with_limits(),
        ),
        "it has the same": of_order(
            second_moment, same_power(Theta(rho)), COORDINATES, over=BY_COORDINATE, **SIZES
        ),
    },
)
left, right = (1 - q) ** k, sp.exp(-p * k)
some_rate = Some(p, And(le(z, K * p), le(p, K * z), le(right, K * left), le(left, K * right)))


def powers(*small):
    """Return that (1 - Theta(x))^k is of the order exp(-Theta(x) k) for every such quantity."""
    inside = And(z > 0, z <= 1, k >= 0, le(low_rate * z, q), le(q, high_rate * z), *small)
    found = Implies(inside, some_rate, evaluate=False)
    for symbol in (k, q, z):
        found = Every(symbol, found)
    found = Some(K, And(K > 0, found))
    found = Implies(And(low_rate > 0, high_rate >= low_rate), found, evaluate=False)
    return Every(low_rate, Every(high_rate, found))


EQ_30 = {
    "sum": FIRST_LINE,
    "powers": SECOND_LINE,
    "exponentials": UNROLLED,
    "the equivalence": up_to_constants(
        States(powers()), States(Some(bound, And(bound > 0, powers(le(q, bound)))))
    ),
}

# -- theorem E.4, the bounds with explicit constants -----------------------------------------------

last = T**-1 * d ** (-beta * (s - 1))
IN_STEP = Every(j, Implies(And(*HERE_J), le(eta * own, HALF), evaluate=False))
OF_SGD = (eta <= HALF, IN_STEP)


def with_rate(rate):
    """Return the late law of SGD with a rate of its exponential."""
    return last * sp.exp(-rate * T * d**-beta) + eta / B


def explicit(rate, relation):
    """Return a bound of the loss by that law, the constants of the second meaning in sight."""
    law = with_rate(rate)
    says = Order(sgd_loss, law, relation, OVER)
    premises = (*SETTING, *OF_SGD, POWER_LAWS[-1], le(bound * d**beta, T))
    below = le(sgd_loss, constant * law) if relation == "at most" else le(law, constant * sgd_loss)
    found = Implies(And(*premises), below, evaluate=False)
    for symbol in reversed(OVER):
        found = Every(symbol, found)
    found = Some(bound, And(bound > 0, with_constant(found)))
    return up_to_constants(
        States(says, given=(*ALL_LAWS, *OF_SGD, Large(T / d**beta))),
        States(found, given=(*POWER_LAWS[:-1], DIFFICULTY)),
    )


EXPLICIT = {"upper": explicit(2, "at most"), "lower": explicit(4, "at least")}

# -- theorem F.6, terms A and B --------------------------------------------------------------------

first_late = B ** (1 / alpha)
each_rate = Implies(And(*HERE_J), of_size(decays[j], eta * sp.sqrt(own * B) * k), evaluate=False)
CONSTANTS = (fastest > 0, slowest >= fastest)
IS_THETA = (*CONSTANTS, Every(j, each_rate))
own_signal = own * target[j] ** 2
term_a = sp.Sum(own_signal * sp.exp(-decays[j]), (j, sp.floor(first_late) + 1, d)) / 2


def late_signal(rate):
    """Return the integral over late coordinates, for what Theta(T) stands for."""
    return sp.Integral(y**-alpha * sp.exp(-rate * y ** (-beta / 2)), (y, first_late, d))


TASK_A = (alpha > 1, beta > 1, DIFFICULTY, *CONSTANTS)
OF_TIME = (eta, B, k, d, z)
decay = sp.exp(-Theta(time) * d ** (-beta / 2))
tail = time**-1 * d ** (-beta / 2 * (2 * s - 1)) * decay
burned_in = sp.Max(B ** ((beta - alpha) / (2 * alpha)), 1)
OF_F_6 = {"small": (step,), "large": (T / burned_in,)}
law_a = time ** (-2 * s)
limits = (
    *(le(bound * step, 1), le(bound * burned_in, T)),
    *(le(bound * time, d**beta), le(bound * B ** (beta / (2 * alpha)), time)),
)
both = And(le(late_signal(z), constant * law_a), le(law_a, constant * late_signal(z)))
in_sight = Implies(And(*SETTING, of_size(z, time), *limits), both, evaluate=False)
for symbol in reversed(OF_TIME):
    in_sight = Every(symbol, in_sight)
in_sight = Some(bound, And(bound > 0, with_constant(in_sight)))
any_constant = (
    *(Small(step), Large(T / burned_in), Small(time / d**beta)),
    Large(time / B ** (beta / (2 * alpha))),
)
AT_TIME = (*SETTING, *TASK_A, of_size(z, time))
later = Order(late_signal(z), tail, "same", OF_TIME)
any_later, enough_later = sizes(small=(step,), large=(T / burned_in, time / d**beta))
TERM_A = {
    "the integral": of_order(
        *(term_a, late_signal(Theta(time)) / 2, (*SETTING, *POWER_LAWS, *IS_THETA)),
        over=(*OVER, decays),
        **OF_F_6,
    ),
    "before": up_to_constants(
        States(Order(late_signal(z), law_a, "same", OF_TIME), given=(*AT_TIME, *any_constant)),
        States(in_sight, given=TASK_A),
    ),
    "after": up_to_constants(
        States(later, given=(*AT_TIME, *any_later)),
        Ambiguous(
            "whether there are coordinates beyond B^(1/alpha)",
            {
                "any d": States(later, given=(*AT_TIME, *enough_later)),
                "a large d": States(
                    later, given=(*AT_TIME, *enough_later, LargeEnough(d / first_late))
                ),
            },
        ),
    ),
}
term_b = sp.Sum(sp.exp(-decays[j]), (j, 1, sp.Min(sp.floor(first_late), d))) / (2 * B)
exponent = eta * B ** ((alpha - beta) / (2 * alpha)) * k
in_bound = Order(
    term_b, B ** (1 / alpha - 1) * sp.exp(-Theta(exponent)), "at most", (*OVER, decays)
)
TERM_B = {
    "bound": States(in_bound, given=(*SETTING, *POWER_LAWS, *IS_THETA)),
    "exponent": States(
        Order(exponent, sp.S.One, "at least", (eta, B, k)),
        given=(
            *(eta > 0, B >= 1, k >= 0, alpha > 1, beta > 1),
            Large(T / B ** ((beta - alpha) / (2 * alpha))),
        ),
    ),
}

# -- appendices B.3.2, B.3.3 and G.1 ---------------------------------------------------------------

two_s = 2 * s + 1
least = D ** (-2 * s / two_s)
EASY = (alpha >= beta, beta > 2)
reach_of_law = time / d ** (beta / 2)
bound = reals("K_0")
risk = function("E_D")  # by eta / sqrt(B), as (D eta / sqrt(B))^(-2s) + eta / sqrt(B) is
other_eta, other_B, below, above, low_end, high_end = reals("eta' B' c_E C_E c_g C_g")


def allowed(rate, size):
    """Return that eta K and eta sqrt(B) are as they have to be, K = D / B."""
    burns_in = sp.Ge(bound * rate * D / size, 1, evaluate=False)
    return (rate > 0, size >= 1, size <= D, burns_in, le(rate * sp.sqrt(size), bound))


def against_all(says):
    """Return that something holds for all that are allowed."""
    other = Implies(And(*allowed(other_eta, other_B)), says, evaluate=False)
    return Every(other_eta, Every(other_B, other))


effective_rate, other_rate = eta / sp.sqrt(B), other_eta / sp.sqrt(other_B)
law_of_rate = (D * other_rate) ** (-2 * s) + other_rate
is_loss = And(le(below * law_of_rate, risk(other_rate)), le(risk(other_rate), above * law_of_rate))
is_best = le(risk(effective_rate), risk(other_rate))


def best_is(value):
    """Return that something is of the order D^(-2s/(2s+1)) for every best choice."""
    chosen = And(D >= 1, *allowed(eta, B), against_all(is_loss), against_all(is_best))
    ends = And(le(low_end * least, value), le(value, high_end * least))
    says = Implies(chosen, ends, evaluate=False)
    for symbol in (B, eta, risk, D):
        says = Every(symbol, says)
    says = inhabited((low_end, high_end), (low_end > 0, high_end >= low_end, says))
    says = Implies(And(below > 0, above >= below, bound > 0), says, evaluate=False)
    for symbol in (bound, above, below):
        says = Every(symbol, says)
    return States(says, given=(*TASK, beta > 2))


OPTIMUM = {"rate": best_is(effective_rate), "loss": best_is(risk(effective_rate))}
CRITICAL_BATCH = ForAll(
    And(
        sp.Or(eq(E_SGN(s, b), E_SGN(s, 0)), b > 2 * s / two_s),
        sp.Or(b <= 2 * s / two_s, E_SGN(s, b) > E_SGN(s, 0)),
    ),
    given=(*TASK, *EASY, b >= 0, b <= 1),
)

BY_BETA = {
    "beta > 2": (beta > 2, least),
    "beta = 2": (eq(beta, 2), (D / sp.log(D)) ** (-2 * s / two_s)),
    "beta < 2": (beta < 2, D ** (-s * beta / (s * beta + 1))),
}
shortest_time = B ** sp.Max((beta - alpha) / (2 * alpha) + 1, 1)
longest_time = d ** (beta / 2) * B
loss = expected_loss(d)


def data_scaling(condition, law, bounded):
    """Return what is said of a case of beta, from both sides, for one meaning of a bounded loss."""
    conditions = (condition, D >= 2)
    in_time = Large(eta * D / shortest_time), Small(eta * D / longest_time)
    sized = (*in_time, Small(step), Small(bounded))
    choice = (
        *(eta > 0, B >= 1, k >= 0, IS_BUDGET, le(step, bound), le(bounded, constant)),
        *(le(shortest_time, bound * eta * D), le(eta * D, bound * longest_time)),
    )
    many = sp.Ge(d ** (beta / 2), D, evaluate=False)
    return (
        none_is_better(loss, law, (*conditions, IS_BUDGET, *sized), reach_of_law),
        Ambiguous(
            "nothing is said of d, and the laws of the loss hold up to some time only",
            {
                name: some_is_as_good(loss, law, (eta, B, k), (D,), (*conditions, *more), choice)
                for name, more in {"any d": (), "a large d": (many,)}.items()
            },
        ),
    )


DATA_SCALING = {}
for case, (condition, optimum) in BY_BETA.items():
    meanings = [
        data_scaling(condition, optimum, meant) for meant in (largest_loss(d), expected_loss(d))
    ]
    for side in (0, 1):
        DATA_SCALING[f"{case}, {side}"] = Ambiguous(
            "which loss is at most of order 1",
            dict(zip(("every path", "in the mean"), (m[side] for m in meanings), strict=True)),
        )

# -- (2) -------------------------------------------------------------------------------------------

F, L_0, C_1, C_2, C_3, exponent_of_fit = reals("F L_0 C_1 C_2 C_3 a_F")
FITTED = ForAll(
    DEFINES,
    given=(
        *(eta > 0, B >= 1, k >= 0),
        eq(F, L_0 + C_1 * (C_2 + time) ** -exponent_of_fit + C_3 * eta / sp.sqrt(B)),
    ),
)

ENTRIES = {
    "signsgd-scaling/lem-H.3": HITTING_TIME,
    "signsgd-scaling/lem-F.1": BURN_IN,
    "signsgd-scaling/lem-F.2": LARGE_STEP,
    "signsgd-scaling/asm-F.3": ATTRACTIVE,
    "signsgd-scaling/eq-30": EQ_30,
    "signsgd-scaling/thm-E.4-step-explicit-constant": EXPLICIT,
    "signsgd-scaling/thm-F.6-step-termA": TERM_A,
    "signsgd-scaling/thm-F.6-step-termB": TERM_B,
    "signsgd-scaling/txt-gamma-sgn": OPTIMUM,
    "signsgd-scaling/txt-critical-batch-sgn": CRITICAL_BATCH,
    "signsgd-scaling/thm-G.1": DATA_SCALING,
    "signsgd-scaling/eq-2": FITTED,
}
