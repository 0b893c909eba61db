"""Second entries of the paper on SignSGD, from theorem F.9 on, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies, Not, Or

from theory.argument_language import States
from theory.claim import ForAll
from theory.language import Each, eq, reals, sequence
from theory.orders import Large, LargeEnough, Order, Small, SmallEnough
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    OVER,
    PLACES,
    POWER_LAWS,
    SETTING,
    B,
    Q,
    R,
    alpha,
    beta,
    d,
    delta,
    drift,
    eigenvalues,
    error,
    eta,
    expected_loss,
    gamma,
    high,
    i,
    image,
    iterate,
    j,
    k,
    lam,
    later,
    low,
    modes,
    moment,
    r,
    radius,
    rate,
    s,
    spectrum,
    target,
    up_to_constants,
    x,
    z,
)
from theory.places import HERE
from theory.quantifiers import Every, Some

ONE_COORDINATE = (eta > 0, B >= 1, lam > 0)
CONSTANTS = (low > 0, high >= low)
mu_0 = sp.erf(1 / sp.sqrt(2))  # 2 Phi(1) - 1


def le(one, other):
    """Return an inequality that sympy does not decide."""
    return sp.Le(one, other, evaluate=False)


def between(value, power):
    """Return that a member of a sequence is of the order of a power of its index."""
    return And(le(low * j**power, value), le(value, high * j**power))


def in_regime(statement, small=(), large=()):
    """Return what holds under hypotheses up to constants; `statement` gets them as a tuple."""
    return up_to_constants(
        statement((*map(Small, small), *map(Large, large))),
        statement((*map(SmallEnough, small), *map(LargeEnough, large))),
    )


def loss_law(right, small=(), large=(), places=PLACES, relation="same"):
    """Return the order of the expected loss in a regime."""

    def statement(here):
        order = Order(expected_loss(d), right, relation, OVER)
        return States(order, given={**places, HERE: here})

    return in_regime(statement, small, large)


# -- theorem F.9 -----------------------------------------------------------------------------------

BURN_IN = loss_law((1 - eta * k) ** 2, small=(eta * k,))
IS_CONSTANT = in_regime(
    lambda here: States(
        Order((1 - eta * k) ** 2, 1, "same", (eta, k)),
        given={"section 2": (eta > 0, k >= 0), HERE: here},
    ),
    small=(eta * k,),
)
CRUDE = States(
    Order(moment(x, k), x**2 + k * eta**2, "at most", (x, lam, eta, B, k)),
    given=(*ONE_COORDINATE, k >= 0),
)

# -- theorem F.10 ----------------------------------------------------------------------------------

serves, constant = reals("K_0 C_0")
time = eta * sp.sqrt(B) * k
WITH_S = {**PLACES, "relative difficulty": (DIFFICULTY,)}


def unstable(one, other, given=(), large=(), over=OVER):
    """Return an order in the unstable phase, once for any constants and once for some that serve.

    Of the latter one, K_0, is enough, as larger ones serve, too.
    """
    small, large = time / d ** (beta / 2), (eta * k, eta * sp.sqrt(B), *large)
    any_constant = States(
        Order(one, other, "same", over),
        given={**WITH_S, HERE: (*given, Small(small), *map(Large, large))},
    )
    in_phase = (le(serves * time, d ** (beta / 2)), *(le(serves, term) for term in large))
    found = Implies(
        And(*SETTING, POWER_LAWS[4], *given, *in_phase),
        And(le(one, constant * other), le(other, constant * one)),
        evaluate=False,
    )
    for symbol in reversed(over):
        found = Every(symbol, found)
    found = Some(serves, And(serves > 0, Some(constant, And(constant > 0, found))))
    return up_to_constants(any_constant, States(found, given=(*POWER_LAWS[:4], DIFFICULTY)))


OSCILLATING = unstable(expected_loss(d), time ** (-2 * s) + eta**2)
UNSTABLE_COORDINATE = unstable(
    moment(-target[j], k, eigenvalues[j]),
    eta**2,
    given=(j >= 1, j <= d),
    large=(eta * sp.sqrt(eigenvalues[j] * B),),
    over=(*OVER, j),
)

# -- lemma F.5, (23) -------------------------------------------------------------------------------

rate_of_j = eta * sp.sqrt(lam * B)
RECURRENCE = in_regime(
    lambda here: States(
        Order(
            moment(delta, later) + eta**2 - moment(delta, later + 1),
            rate_of_j * moment(delta, later),
            "same",
            (delta, lam, eta, B, later),
        ),
        given=(*ONE_COORDINATE, later >= 0, le(sp.Abs(delta), 1 / sp.sqrt(lam * B)), *here),
    ),
    small=(rate_of_j,),
)

# -- appendix H.1 ----------------------------------------------------------------------------------

errors = sequence("delta")  # of one coordinate, by step


def starts_inside(constant):
    """Return that a coordinate beyond constant * B^(1/alpha) has the burn-in time 0."""
    signal, inside = lam * errors[0] ** 2, le(sp.Abs(errors[0]), 1 / sp.sqrt(lam * B))
    late = And(
        *(B >= 1, j >= 1, sp.Ge(j, constant * B ** (1 / alpha), evaluate=False)),
        *(between(lam, -beta), between(signal, -alpha)),
    )
    never = And(i >= 0, le(sp.Abs(errors[i]), 1 / sp.sqrt(lam * B)))
    first = And(inside, Every(i, Implies(i < 0, Not(never, evaluate=False), evaluate=False)))
    found = Implies(late, first, evaluate=False)
    for symbol in (j, errors, lam, B):
        found = Every(symbol, found)
    return found


_from = (*CONSTANTS, alpha > 1, beta > 1)
STARTS_INSIDE = up_to_constants(
    States(Every(serves, Implies(serves > 0, starts_inside(serves), evaluate=False)), given=_from),
    States(Some(serves, And(serves > 0, starts_inside(serves))), given=_from),
)
width = 1 / sp.sqrt(eigenvalues[j] * B)
at_edge = 1 - 2 * sp.erfc(1 / sp.sqrt(2)) / 2  # mu_0 = 1 - 2 Phi(-1)
total = sp.Sum(drift(sp.Abs(error(i, j)), eigenvalues[j]), (i, 0, k - 1))
moved = [eq(error(i + 1, j), error(i, j) + step) for step in (eta, -eta)]
MEAN_STEPS = ForAll(
    And(total >= at_edge * k, at_edge * k >= sp.Rational(2, 3) * k),
    given=(
        *(eta > 0, B >= 1, k >= 1, eigenvalues[j] > 0, j >= 1, j <= d),
        *(eq(radius, width), sp.Abs(target[j]) > radius, eta <= radius),
        *(eq(iterate[0, j], 0), Each(Or(*moved), (i, 0, k - 1))),
    ),
    instances={k: (1, 2, 3), j: (1,)},
)
MU_0 = ForAll(sp.Gt(mu_0, sp.Rational(2, 3), evaluate=False))

# -- theorem H.4 -----------------------------------------------------------------------------------

STAYS = States(
    Order(moment(delta, later), eta**2, "at most", (delta, later, eta, B, lam)),
    given=(*ONE_COORDINATE, later >= 0, rate_of_j >= 1, le(sp.Abs(delta), eta)),
)
square, largest = z**2, 4 / (rate**2 * sp.E**2)
under = reals("u")
above = Some(z, And(z >= 0, sp.Gt(square * sp.exp(-rate * z), under, evaluate=False)))
CONSTANT = {
    "supremum": States(
        And(
            Every(z, Implies(z >= 0, le(square * sp.exp(-rate * z), largest), evaluate=False)),
            Every(under, Implies(under < largest, above, evaluate=False)),
        ),
        given=(rate > 0,),
    ),
    "then": ForAll(le(square, 4 * sp.E**2 / rate**2 * sp.exp(rate * z)), given=(rate > 0, z >= 0)),
    "of the error": ForAll(
        le(delta**2, 4 * sp.E**2 / rate**2 * eta**2 * sp.exp(rate * sp.Abs(delta) / eta)),
        given=(rate > 0, eta > 0),
    ),
}

# -- appendix C.1 ----------------------------------------------------------------------------------


def all_from_1(index, condition):
    """Return a condition for 1, 2, ..."""
    return Every(index, Implies(index >= 1, condition, evaluate=False))


def sums_below(term, bound):
    """Return that an infinite series of terms that are not negative is at most a bound."""
    return all_from_1(d, le(sp.Sum(term, (j, 1, d)), bound))


SPECTRUM = all_from_1(j, And(spectrum[j] >= 0, sp.Ge(spectrum[j], spectrum[j + 1], evaluate=False)))


def positive(condition):
    """Return a condition for all numbers of positive eigenvalues."""
    return Every(d, Implies(And(d >= 1, spectrum[d] > 0), condition, evaluate=False))


norm, series = image[j] ** 2, modes[j] ** 2 / spectrum[j] ** (2 * r)
HAS_SERIES = positive(le(sp.Sum(series, (j, 1, d)), R**2))
IMAGE = And(le(sp.Sum(norm, (j, 1, d)), R**2), eq(modes[d], spectrum[d] ** r * image[d]))
HAS_IMAGE = Some(image, positive(IMAGE))
SOURCE_CONDITION = States(
    And(
        Implies(HAS_SERIES, HAS_IMAGE, evaluate=False),
        Implies(HAS_IMAGE, HAS_SERIES, evaluate=False),
    ),
    given={"appendix C.1.1": (SPECTRUM,), HERE: (r > 0, R > 0)},
)
limit = reals("M")
of_trace, in_space = (
    Some(Q, And(Q > 0, sums_below(spectrum[j] ** gamma, Q))),
    Some(limit, sums_below(spectrum[j] ** gamma, limit)),
)
CAPACITY_CONDITION = {
    "from the trace": States(
        in_space, given={"appendix C.1.1": (SPECTRUM,), HERE: (gamma > 0, gamma <= 1, of_trace)}
    ),
    "to the trace": States(
        of_trace, given={"appendix C.1.1": (SPECTRUM,), HERE: (gamma > 0, gamma <= 1, in_space)}
    ),
    "bound": States(
        le(spectrum[j], Q ** (1 / gamma) * j ** (-1 / gamma)),
        given={
            "appendix C.1.1": (SPECTRUM,),
            HERE: (gamma > 0, gamma <= 1, Q > 0, sums_below(spectrum[j] ** gamma, Q), j >= 1),
        },
    ),
}

CAPACITY = (*CONSTANTS, beta > 1, all_from_1(j, between(eigenvalues[j], -beta)))
TRACE = sums_below(eigenvalues[j] ** gamma, Q)
CRITICAL_TRACE = {
    "bounded": States(Some(Q, And(Q > 0, TRACE)), given=(*CAPACITY, gamma > 1 / beta)),
    "necessarily": States(
        sp.Gt(gamma, 1 / beta, evaluate=False),
        given=(*CAPACITY, gamma > 0, gamma <= 1, Q > 0, TRACE),
    ),
}
signal = eigenvalues[j] * target[j] ** 2  # the square of a coordinate of f
SOURCE = (*CAPACITY, alpha > 1, all_from_1(j, between(signal, -alpha)), r >= 0)
IN_RANGE = Some(R, And(R > 0, sums_below(signal / eigenvalues[j] ** (2 * r), R**2)))
SUMMABLE = alpha - 2 * r * beta > 1
CRITICAL_SOURCE = {
    "if and only if": States(
        And(
            Implies(IN_RANGE, SUMMABLE, evaluate=False),
            Implies(SUMMABLE, IN_RANGE, evaluate=False),
        ),
        given=SOURCE,
    ),
    "below r*": States(IN_RANGE, given=(*SOURCE, r < (alpha - 1) / (2 * beta))),
}

ENTRIES = {
    "signsgd-scaling/thm-F.9": BURN_IN,
    "signsgd-scaling/thm-F.9-step-theta1": IS_CONSTANT,
    "signsgd-scaling/thm-F.9-step-crude": CRUDE,
    "signsgd-scaling/thm-F.10": OSCILLATING,
    "signsgd-scaling/thm-F.10-step-fixed-k": UNSTABLE_COORDINATE,
    "signsgd-scaling/eq-23": RECURRENCE,
    "signsgd-scaling/lem-H.1": STARTS_INSIDE,
    "signsgd-scaling/lem-H.3-step-stopped": MEAN_STEPS,
    "signsgd-scaling/lem-H.3-step-mu0": MU_0,
    "signsgd-scaling/thm-H.4": STAYS,
    "signsgd-scaling/thm-H.4-step-constant": CONSTANT,
    "signsgd-scaling/asm-C.3": SOURCE_CONDITION,
    "signsgd-scaling/asm-C.4": CAPACITY_CONDITION,
    "signsgd-scaling/eq-7": CRITICAL_TRACE,
    "signsgd-scaling/eq-8": CRITICAL_SOURCE,
}
