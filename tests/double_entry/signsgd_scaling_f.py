"""Second entries of the paper on SignSGD, written from the page: appendices F.1 and F.2."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.signsgd_scaling import (
    ALL_LAWS,
    COORDINATE,
    HERE_J,
    OVER,
    T,
    le,
    of_order,
    of_order_early,
    of_order_late,
    scaled,
    y,
)
from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import DEFINES, Each, eq, integers, reals
from theory.orders import Large, LargeEnough, Order, Small, Theta
from theory.papers.signsgd_scaling.notation import (
    BOUNDED,
    BURN_IN,
    BURN_IN_SQUARE,
    DIFFICULTY,
    POWER_LAWS,
    SETTING,
    SQUARE_GIVEN,
    B,
    K,
    alpha,
    beta,
    burn,
    d,
    delta,
    eigenvalues,
    error,
    eta,
    expected_loss,
    fastest,
    iterate,
    j,
    k,
    lam,
    largest_loss,
    later,
    law_of,
    longest,
    loss_bound,
    moment,
    moved,
    s,
    shortest,
    sizes,
    slowest,
    steps_up,
    target,
    up_to_constants,
    x,
    z,
)
from theory.papers.signsgd_scaling.notation import now as delta_k
from theory.papers.signsgd_scaling.notation import then as next_delta
from theory.quantifiers import Every, Some

HALF = sp.Rational(1, 2)
time = eta * sp.sqrt(B) * k  # intrinsic time of SignSGD
step = eta * sp.sqrt(B)
STEPS = (eta > 0, B >= 1, k >= 0)

# -- theorem 3.1 -----------------------------------------------------------------------------------

EASY = (alpha >= beta, beta > 2)
SIGNAL = time ** (-2 * s)
every_limit, constant = reals("K_0 C_0")
FAR = [le(every_limit, term) for term in (d, T, step)]
law = SIGNAL + eta**2
bounds = And(le(expected_loss(d), constant * law), le(law, constant * expected_loss(d)))
serves = Implies(And(*SETTING, POWER_LAWS[-1], *FAR), bounds, evaluate=False)
for symbol in reversed(OVER):
    serves = Every(symbol, serves)
# one limit is enough for all three terms, as larger ones serve, too
serves = Some(every_limit, And(every_limit > 0, Some(constant, And(constant > 0, serves))))
MAIN = {
    "burn-in": of_order(
        expected_loss(d),
        (1 - T) ** 2,
        (*SETTING, *POWER_LAWS, *EASY),
        small=(T,),
        large=(d,),
    ),
    "scaling": of_order(
        expected_loss(d),
        SIGNAL + eta / sp.sqrt(B),
        (*ALL_LAWS, *EASY),
        small=(step,),
        large=(d, T),
    ),
    "unstable": up_to_constants(
        States(
            Order(expected_loss(d), law, "same", OVER),
            given=(*ALL_LAWS, *EASY, *map(Large, (d, T, step))),
        ),
        States(serves, given=(*POWER_LAWS[:-1], DIFFICULTY, *EASY)),
    ),
}

# -- (21) and (22), and the proofs of lemma F.2 and proposition F.4 --------------------------------

number = integers("k'")
MOVES = Each(
    sp.Or(
        eq(error(number + 1, j), error(number, j) + eta),
        eq(error(number + 1, j), error(number, j) - eta),
    ),
    (number, 0, burn - 1),
)


def first_time(width, *given):
    """Define the first time at which the error of the process (18) is at most a width."""
    away = sp.Abs(error(number, j)) > width
    return ForAll(
        DEFINES,
        given=(
            *given,
            MOVES,
            burn >= 0,
            Each(away, (number, 0, burn - 1)),
            sp.Abs(error(burn, j)) <= width,
        ),
        instances={j: (1,), burn: (0, 1, 2)},
    )


own = eigenvalues[j]
ENTERS = first_time(1 / sp.sqrt(own * B), eta > 0, B >= 1, own > 0)
ARRIVES = first_time(eta, eta > 0)
# to dominate a walk, the error has to step away from 0 as often as the walk does
toward = reals("q")
ENOUGH = And(toward >= 1 - sp.erfc(1 / sp.sqrt(2)) / 2, toward <= 1)
AS_OFTEN = steps_up(sp.Abs(x)) >= 1 - toward
BEFORE = (*COORDINATE, sp.Abs(x) > eta, eta * scaled >= 1)
ALWAYS = Implies(And(*BEFORE), AS_OFTEN, evaluate=False)
for symbol in (x, lam, B, eta):
    ALWAYS = Every(symbol, ALWAYS)
WALK = Ambiguous(
    "which of the walks with at least this probability",
    {
        "one of them": States(Some(toward, And(ENOUGH, ALWAYS))),
        "all of them": States(
            Every(toward, Implies(ENOUGH, AS_OFTEN, evaluate=False)), given=BEFORE
        ),
    },
)
ONE_STEP = (eta > 0, sp.Or(eq(next_delta, delta_k + eta), eq(next_delta, delta_k - eta)))
by_eta = [eq(sp.Abs(next_delta), sp.Abs(delta_k) + way * eta) for way in (1, -1)]
larger = sp.Max(sp.Abs(delta_k), sp.Abs(next_delta))
MOVED = {
    "sizes": ForAll(sp.Or(*by_eta), given=ONE_STEP),
    "the larger one": ForAll(larger >= eta / 2, given=ONE_STEP),
}

OF_ONE = (lam, B, eta)
now, then = error(k, j), error(k + 1, j)

FROM_DELTA = (delta, lam, B, eta, burn)  # delta at k**, k* steps later


def square(left, given, over):
    """Return that a mean square from k** on is at most of the order eta^2."""
    here = (*COORDINATE, later >= 0, sp.Abs(delta) <= eta, *given)
    large = (eta * scaled,)
    return of_order(
        left, eta**2, here, large=large, relation="at most", over=(*OF_ONE, delta, later, *over)
    )


OSCILLATES = {
    "square": Ambiguous(
        "given which time",
        {
            "k**": square(moment(delta, later), (), ()),
            "k*": square(
                SQUARE_GIVEN(*FROM_DELTA, later) / BURN_IN(*FROM_DELTA),
                (burn >= 0, BURN_IN(*FROM_DELTA) > 0),
                (burn,),
            ),
        },
    ),
    "two steps": of_order(
        sp.Max(sp.Abs(now), sp.Abs(then)),
        eta,
        (*COORDINATE, k >= 0, sp.Or(eq(then, now - eta), eq(then, now + eta))),
        large=(eta * scaled,),
        relation="at least",
        over=(*OF_ONE, j, k, iterate, target),
    ),
}

# -- lemma F.5: at the burn-in time the error is in R_j --------------------------------------------

lost = moment(delta, later) + eta**2 - moment(delta, later + 1)
LINEAR_RECURRENCE = of_order(
    lost,
    eta * scaled * moment(delta, later),
    (*COORDINATE, later >= 0, le(sp.Abs(delta), 1 / scaled)),
    small=(eta * scaled,),
    over=(delta, lam, B, eta, later),
)

# -- theorem F.6 -----------------------------------------------------------------------------------

noise_scale = eta / sp.sqrt(B)
exponent_of_B = (beta - alpha) / (2 * alpha)
enough = T / sp.Max(B**exponent_of_B, 1)
to_end = time / d ** (beta / 2)
BEFORE = {"small": (step, to_end), "large": (enough, time / B ** (beta / (2 * alpha)))}
AFTER = {"small": (step,), "large": (enough, to_end)}


def linear_phase(signal, gained, *conditions, **how):
    """Return a law of theorem F.6."""
    law = signal + noise_scale * gained
    return of_order(expected_loss(d), law, (*ALL_LAWS, BOUNDED, *conditions), **how)


def printed_signal(gained, condition):
    """Return a law whose signal is printed with the exponent on k alone."""
    return Damaged(
        "where the parenthesis of the power 2s is, which (26) has around the whole product",
        {
            "around the product": linear_phase(time ** (-2 * s), gained, condition, **BEFORE),
            "none": linear_phase(1 / (step * k ** (2 * s)), gained, condition, **BEFORE),
        },
    )


decay = sp.exp(-Theta(time * d ** (-beta / 2)))
last = time**-1 * d ** (-beta / 2 * (2 * s - 1)) * decay


def late_logarithm(some, *more):
    """Return the second law of (25) for one meaning of orders as hypotheses."""
    given = (*ALL_LAWS, BOUNDED, eq(beta, 2), *some, *more)
    says = Order(expected_loss(d), last + noise_scale * sp.log(d), "same", OVER)
    return States(says, given=given)


def late_logarithm_of_any():
    """Return the same for constants that serve and any d, with all constants in sight."""
    least, most, constant, quantity = reals("K_0 M_0 C_0 q")
    left, right = expected_loss(d), last.xreplace({decay: sp.exp(-quantity)})
    right += noise_scale * sp.log(d)
    size = time * d ** (-beta / 2)
    agrees = And(
        *(le(size, constant * quantity), le(quantity, constant * size)),
        *(le(left, constant * right), le(right, constant * left)),
    )
    fixed = (*(h for h in ALL_LAWS if not h.free_symbols & set(OVER)), eq(beta, 2))
    given = And(
        *(h for h in ALL_LAWS if h.free_symbols & set(OVER)),
        *(le(least * step, 1), le(least, enough), le(least, to_end)),
        le(BOUNDED.args[0], most),
    )
    holds = Implies(given, Some(quantity, agrees), evaluate=False)
    for symbol in sorted(OVER, key=str, reverse=True):
        holds = Every(symbol, holds)
    serves = Some(constant, And(constant > 0, holds))
    whatever = Every(most, Implies(most > 0, serves, evaluate=False))
    return States(Some(least, And(least > 0, whatever)), given=fixed)


any_constant, serving = sizes(**AFTER)
LINEAR_PHASE = {
    "(24), before": printed_signal(1 - time ** -(1 - 2 / beta), beta > 2),
    "(24), after": linear_phase(last, 1, beta > 2, **AFTER),
    "(25), before": printed_signal(sp.log(time), eq(beta, 2)),
    "(25), after": up_to_constants(
        late_logarithm(any_constant),
        Ambiguous(
            "whether d is large, as in theorem 3.1; for d = 1 the logarithm is 0",
            {
                "any d": late_logarithm_of_any(),
                "large d": late_logarithm(serving, LargeEnough(d)),
            },
        ),
    ),
    "(26), before": linear_phase(time ** (-2 * s), time ** (2 / beta - 1), beta < 2, **BEFORE),
    "(26), after": linear_phase(last, d ** (1 - beta / 2), beta < 2, **AFTER),
}
ANY = (eta > 0, B >= 1, alpha > 1, beta > 1, K > 0)
of_B = B ** (beta / (2 * alpha))
long, burned = time >= K * of_B, K * B**exponent_of_B <= T
SAME_BOUND = {
    "both ways": ForAll(And(Implies(long, burned), Implies(burned, long)), given=ANY),
    "ensured": of_order(
        T / B**exponent_of_B,
        sp.S.One,
        (*STEPS, *ANY[2:-1]),
        large=(enough,),
        relation="at least",
        over=(eta, B, k),
    ),
}
# the loss is random, and all steps may lead away from the target
LOSS_BOUNDED = ForAll(
    DEFINES,
    given=(
        *SETTING,
        *POWER_LAWS[:-1],
        Each(law_of(j), (j, 1, d)),
        loss_bound > 0,
        largest_loss(d) <= loss_bound,
    ),
    instances={d: (1, 2)},
)

# -- lemmas F.7 and F.8 ----------------------------------------------------------------------------


def gathered(power):
    """Return the integral of the noise where the square root of the eigenvalue is a power."""
    return sp.Integral(y**-power * (1 - sp.exp(-time * y**-power)), (y, 1, d))


IN_TIME = (eta, B, k, d)
OF_TIME = (*STEPS, d >= 1)
LOGARITHM = {
    "before": of_order(
        gathered(1), sp.log(time), OF_TIME, small=(time / d,), large=(time,), over=IN_TIME
    ),
    "after": of_order(gathered(1), sp.log(d), OF_TIME, large=(time / d,), over=IN_TIME),
}
SLOW = (beta > 1, beta < 2)
POWER = {
    "before": of_order_early(
        gathered(beta / 2),
        time ** (2 / beta - 1),
        (*OF_TIME, *SLOW),
        small=(to_end,),
        large=(time,),
        over=IN_TIME,
    ),
    "after": of_order_late(
        gathered(beta / 2),
        d ** (1 - beta / 2),
        (*OF_TIME, *SLOW),
        (to_end,),
        IN_TIME,
    ),
}
in_z = sp.Integral((1 - sp.exp(-z)) * z ** (-2 / beta), (z, time * d ** (-beta / 2), time))
CHANGED = ForAll(
    eq(gathered(beta / 2), noise_scale * time ** (2 / beta - 1) * in_z),
    given=(*SETTING, *SLOW, k >= 1),
)

# -- (35) -----------------------------------------------------------------------------------------

of_targets = sp.Abs(target[j])
END = K * B ** (1 / alpha)


def extreme(value, bound, every):
    """Return the order of the least or the largest target up to the order of B^(1/alpha)."""
    says = Order(value, bound, "same", (value, B, d, eigenvalues, target))

    there = And(j >= 1, j <= d, le(j, END))

    def among(*given):
        return States(
            says,
            given=(
                *(B >= 1, d >= 1, *POWER_LAWS, K > 0, *given),
                Every(j, Implies(there, every, evaluate=False)),
                Some(j, And(there, eq(of_targets, value))),
            ),
        )

    return Ambiguous(
        "whether all of these coordinates are there",
        {"yes": among(le(END, d)), "as far as d": among()},
    )


EXTREMES = {
    "m_B": extreme(shortest, sp.Min(1, B**exponent_of_B), of_targets >= shortest),
    "M_B": extreme(longest, sp.Max(1, B**exponent_of_B), of_targets <= longest),
}

# -- (36) and (37) ---------------------------------------------------------------------------------

reach = sp.Abs(target[j])
ON_A = (
    *(*SETTING, alpha > 1, K > 0, j >= 1, j <= d, le(j, END)),
    *(burn >= 0, fastest > 0, slowest >= fastest),
    *(fastest * reach <= eta * burn, eta * burn <= slowest * reach),
    *(longest > 0, reach <= longest),
)
LEFT = {"large": (T / longest,), "over": (eta, B, k, d, burn, longest, j, target)}
REST = {
    "the burn-in": of_order(burn, k, ON_A, relation="at most", **LEFT),
    "(36)": of_order(k - burn, k, ON_A, **LEFT),
}
# "given k*": of a burn-in time that there is with some probability
FROM_TARGET = (-target[j], eigenvalues[j], B, eta, k)
IS_TIME = BURN_IN(*FROM_TARGET) > 0
given_time = BURN_IN_SQUARE(*FROM_TARGET) / BURN_IN(*FROM_TARGET)
ENTERED = Order(given_time, 1 / (eigenvalues[j] * B), "same", (*OVER, j))
EARLY = (
    *(*SETTING, *POWER_LAWS, *HERE_J),
    *(Small(j / B ** (1 / alpha)), step <= HALF, IS_TIME),
)
SMALL_OR_NOT = "whether eta sqrt(lambda_j B) <= 1/2 follows from eta sqrt(B) <= 1/2, as is printed"


def for_eigenvalues(says, given):
    """Return something of eigenvalues that are at most 1, and of larger ones."""
    return Ambiguous(
        SMALL_OR_NOT,
        {
            "eigenvalues are at most 1": States(says, given=(*given, eigenvalues[j] <= 1)),
            "they may be larger": States(says, given=given),
        },
    )


edge_of_j = 1 / sp.sqrt(eigenvalues[j] * B)
before = integers("l")
at_entry = sp.Abs(error(burn, j))
enters_first = (
    *(eta > 0, B >= 1, eigenvalues[j] > 0, burn >= 0, le(at_entry, edge_of_j)),
    Every(k, Implies(k >= 0, moved(k), evaluate=False)),
    Every(
        before,
        Implies(
            And(before >= 0, before < burn), sp.Abs(error(before, j)) > edge_of_j, evaluate=False
        ),
    ),
)
between_ends = And(le(edge_of_j - eta, at_entry), le(at_entry, edge_of_j))
ALONE = (eta > 0, B >= 1, eigenvalues[j] > 0, step <= HALF)
PATHS = (eta, B, j, burn, eigenvalues, target, iterate)
ENTRY_SIZE = {
    "deterministically": Ambiguous(
        "whether the first time may be the start",
        {
            "it may": States(between_ends, given=enters_first),
            "it is an entrance": States(
                between_ends, given=(*enters_first, sp.Abs(error(0, j)) > edge_of_j)
            ),
        },
    ),
    "stable": for_eigenvalues(le(eta * sp.sqrt(eigenvalues[j] * B), HALF), ALONE),
    "of its order": for_eigenvalues(
        Order(at_entry, edge_of_j, "same", PATHS), (*ALONE, between_ends)
    ),
    "(37)": for_eigenvalues(ENTERED, EARLY),
}

ENTRIES = {
    "signsgd-scaling/thm-3.1": MAIN,
    "signsgd-scaling/eq-21": ENTERS,
    "signsgd-scaling/eq-22": ARRIVES,
    "signsgd-scaling/lem-F.2-step-dominates": WALK,
    "signsgd-scaling/prop-F.4": OSCILLATES,
    "signsgd-scaling/prop-F.4-step-abs": MOVED,
    "signsgd-scaling/lem-F.5": LINEAR_RECURRENCE,
    "signsgd-scaling/thm-F.6": LINEAR_PHASE,
    "signsgd-scaling/thm-F.6-step-max": SAME_BOUND,
    "signsgd-scaling/asm-F.6-loss-bounded": LOSS_BOUNDED,
    "signsgd-scaling/lem-F.7": LOGARITHM,
    "signsgd-scaling/lem-F.8": POWER,
    "signsgd-scaling/eq-28": CHANGED,
    "signsgd-scaling/eq-35": EXTREMES,
    "signsgd-scaling/eq-36": REST,
    "signsgd-scaling/eq-37": ENTRY_SIZE,
}
