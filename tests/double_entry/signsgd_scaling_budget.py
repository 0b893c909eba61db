"""Second entries of the paper on SignSGD, from the page: j* in F.3.2, least losses in section G."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.signsgd_scaling import HERE_J, OVER, le, sgd_loss
from tests.double_entry.signsgd_scaling_g import BURNED_IN, limits
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import eq, reals
from theory.orders import Large, LargeEnough, Order, Small, SmallEnough
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    E_SGD,
    POWER_LAWS,
    SETTING,
    TASK,
    B,
    D,
    K,
    alpha,
    b,
    beta,
    constants_in_sight,
    d,
    effective,
    eigenvalues,
    enough,
    eta,
    expected_loss,
    i,
    j,
    k,
    s,
    target,
    threshold,
    up_to_constants,
)
from theory.quantifiers import Every, Some

step, time = eta * sp.sqrt(B), eta * sp.sqrt(B) * k
LAWS = (*POWER_LAWS, DIFFICULTY)

# -- theorem F.10, the definition of j* ------------------------------------------------------------


def stability(index):
    """Return eta sqrt(lambda_j B)."""
    return eta * sp.sqrt(eigenvalues[index] * B)


beyond_it = Implies(And(i > threshold, i <= d), stability(i) > K, evaluate=False)
IS_LARGEST = (  # j* is the supremum of what is at most of order 1
    *(threshold >= 1, threshold <= d, le(stability(threshold), K)),
    Every(i, beyond_it),
)
UNSTABLE = (*SETTING, Large(eta * k), Large(step), Small(time / d ** (beta / 2)))


def of_threshold(left, right, relation, *where, over=(*OVER, threshold)):
    """Return an order of the proof, where j* is as it is defined, with any constants."""
    given = (*UNSTABLE, *POWER_LAWS, K > 0, *IS_LARGEST, *where)
    return States(Order(left, right, relation, over), given=given)


def of_some_threshold(left, right, relation, *where, over=(*OVER, threshold)):
    """Return such an order with any constants, and with constants that serve."""
    given = (*map(enough, UNSTABLE), *POWER_LAWS, *IS_LARGEST, *where)
    serves = constants_in_sight(States(Order(left, right, relation, over), given=given))
    return up_to_constants(
        of_threshold(left, right, relation, *where, over=over),
        States(Some(K, And(K > 0, serves.says)), given=serves.given),
    )


EACH = (*OVER, threshold, j)
THRESHOLD = {
    "size": of_some_threshold(threshold, step ** (2 / beta), "same"),
    "unstable": of_some_threshold(
        stability(j), 1, "at least", HERE_J[0], j <= threshold, over=EACH
    ),
    "stable": of_threshold(stability(j), 1, "at most", j > threshold, HERE_J[1], over=EACH),
}

# -- theorems G.1 to G.4 ---------------------------------------------------------------------------

bound, constant = reals("K_0 C_0")
PROBLEM = (d, eigenvalues, target)


def none_is_better(loss, law, given, reach, over=(*OVER, D)):
    """Return that the loss is at least of the order of a law, whatever d is, or for a large d.

    What is at most or at least of order 1 has both of its meanings.
    """
    order = Order(loss, law, "at least", over)

    def meant(hypotheses, serving):
        hypotheses = (*SETTING, *LAWS, *hypotheses)
        kinds = {Small: SmallEnough, Large: LargeEnough}
        some = [kinds[type(g)](*g.args) if type(g) in kinds else g for g in hypotheses]
        return up_to_constants(
            States(order, given=hypotheses), serving(States(order, given=tuple(some)))
        )

    return Ambiguous(
        "nothing is said of d, and the laws of the loss hold up to some time only",
        {
            "any d": meant(given, constants_in_sight),
            "a large d": meant((*given, Small(reach)), lambda statement: statement),
        },
    )


def some_is_as_good(loss, law, chosen, fixed, known, allowed, serves=False):
    """Return that some choice has a loss of the order of a law, with any bound or with some."""
    found = And(*allowed, le(loss, constant * law))
    for symbol in reversed(chosen):
        found = Some(symbol, found)
    every = Implies(And(d >= 1, POWER_LAWS[-1], *known), found, evaluate=False)
    for symbol in reversed((*fixed, *PROBLEM)):
        every = Every(symbol, every)
    every = Some(constant, And(constant > 0, every))
    says = Every(bound, Implies(bound > 0, every, evaluate=False))
    if serves:
        says = Some(bound, And(bound > 0, every))
    return States(says, given=(*POWER_LAWS[:-1], DIFFICULTY))


IS_BUDGET = eq(D, k * B)
of_sgd = D ** (-s / (s + 1))
SGD_BUDGET = {
    "none better": none_is_better(
        sgd_loss, of_sgd, (IS_BUDGET, D >= 1, Small(eta)), eta * k / d**beta
    ),
    "as good": some_is_as_good(
        sgd_loss,
        of_sgd,
        (eta, B, k),
        (D,),
        (D >= 1,),
        (eta > 0, B >= 1, k >= 0, IS_BUDGET, le(eta, bound)),
    ),
}


def at_batch_size(loss, law, ratio, own, bounds, reach, readings):
    """Return what is said of a data budget and a batch size.

    Args:
        loss, law: the loss and the order of its least value.
        ratio: of batch size and critical one, with what it is at most or at least of order 1 by.
        own: further hypotheses.
        bounds: the stability condition, as a hypothesis and on a choice of the learning rate.
        reach: the time over that up to which the law of the loss holds.
        readings: whether a bound serves, for each way to read it.
    """
    term, size = ratio
    small, allowed = bounds
    below = le(term if size is Small else 1 / term, bound)
    known = (*own, k >= 1, B >= 1, IS_BUDGET, below)
    good = [
        some_is_as_good(loss, law, (eta,), (D, B, k), known, (eta > 0, allowed), serves)
        for serves in readings
    ]
    return (
        none_is_better(loss, law, (*own, IS_BUDGET, k >= 1, small, size(term)), reach),
        up_to_constants(*good) if len(good) > 1 else good[0],
    )


def both_cases(loss, cases, bounds, reach, readings, own=()):
    """Return the clauses for batch sizes up to the critical one, and from there on."""
    return {
        f"{law}, {part}": clause
        for law, size, critical in cases
        for part, clause in enumerate(
            at_batch_size(loss, law, (B / critical, size), own, bounds, reach, readings)
        )
    }


critical_of_sgd = D ** (s / (s + 1))
SGD_BATCH = both_cases(
    sgd_loss,
    ((of_sgd, Small, critical_of_sgd), ((B / D) ** s, Large, critical_of_sgd)),
    (Small(eta), le(eta, bound)),
    eta * k / d**beta,
    (False,),
)
log, two_s = sp.log(D), 2 * s + 1
BY_BETA = {
    "beta > 2": ((beta > 2,), D ** (-2 * s / two_s), D ** (2 * s / two_s)),
    "beta = 2": (
        (eq(beta, 2), D >= 2),
        (D / log) ** (-2 * s / two_s),
        D ** (2 * s / two_s) * log ** (1 / two_s),
    ),
    "beta < 2": (
        (beta < 2,),
        D ** (-s * beta / (s * beta + 1)),
        D ** ((2 * s * beta + 2 - beta) / (2 * s * beta + 2)),
    ),
}
SIGN_BATCH = {
    f"{name}: {clause}": statement
    for name, (own, least, critical) in BY_BETA.items()
    for clause, statement in both_cases(
        expected_loss(d),
        ((least, Small, critical), ((B / D) ** (2 * s), Large, critical)),
        (Small(step), le(step, bound)),
        time / d ** (beta / 2),
        (False, True),
        own,
    ).items()
}

# -- theorem G.5 -----------------------------------------------------------------------------------

FIXED = (alpha > beta, k >= 1)
STABLE = {
    "SGD": (sgd_loss, Small(eta), le(eta, bound), eta * k / d**beta),
    "SignSGD": (expected_loss(d), Small(step), le(step, bound), time / d ** (beta / 2)),
}


def fixed_steps(method, law, *own):
    """Return what is said of the least loss after k steps."""
    loss, small, allowed, reach = STABLE[method]
    known, stable = (*FIXED, *own, B >= 1), small.bound(sp.S.One)
    exact = States(sp.Ge(loss, law, evaluate=False), given=(*SETTING, *LAWS, *FIXED, *own, stable))
    return (
        Ambiguous(
            "the theorem has =, its proof the sign for orders",
            {
                "=": exact,
                "of the order": none_is_better(loss, law, (*FIXED, *own, small), reach, OVER),
            },
        ),
        some_is_as_good(loss, law, (eta,), (B, k), known, (eta > 0, allowed)),
    )


half, of_few = sp.Rational(1, 2), k ** (2 * s + 2 / beta - 1)
balanced, balanced_few = (B * k) ** (-2 * s / two_s), (B * k) ** (-s * beta / (s * beta + 1))
of_burn_in, of_burn_in_few = k ** (2 / (2 * s - 1)), k ** (beta / (s * beta - beta + 1))
FEW = (beta < 2,)  # and beta > 1, by assumption B.3
hard, easy = s < 3 * half - 1 / beta, s > 3 * half - 1 / beta
CASES_OF_STEPS = (
    ("SGD", (B * k) ** (-s / (s + 1)), k**s > B),
    ("SGD", k**-s, k**s < B),
    ("SignSGD", balanced, beta > 2, s < 1, k ** (2 * s) > B),
    ("SignSGD", k ** (-2 * s), beta > 2, s < 1, k ** (2 * s) < B, k**2 > B),
    ("SignSGD", balanced, beta > 2, s > 1, of_burn_in > B),
    ("SignSGD", 1 / (k * sp.sqrt(B)), beta > 2, s > 1, of_burn_in < B, k**2 > B),
    ("SignSGD", balanced_few, *FEW, hard, of_few > B),
    ("SignSGD", k ** (-2 * s), *FEW, hard, of_few < B, k**2 > B),
    ("SignSGD", balanced_few, *FEW, easy, of_burn_in_few > B),
    ("SignSGD", k**-1 * B ** (1 / beta - 1), *FEW, easy, of_burn_in_few < B, k**2 > B),
)
STEPS = {
    f"{number}, {part}": clause
    for number, case in enumerate(CASES_OF_STEPS)
    for part, clause in enumerate(fixed_steps(*case))
}
burned = effective * D / sp.sqrt(B)
BURNS_IN = {
    name: clause
    for case in ("beta > 2", "beta < 2")
    for name, clause in limits(case, BURNED_IN, burned, Large, "at least").items()
}
# with B = D^b and eta = B D^(-s/(s+1)), and D / B steps
of_sgd = s / (s + 1)
CRITICAL_OF_SGD = {
    "critical": ForAll(
        And(
            Implies(b <= of_sgd, eq(E_SGD(s, b), E_SGD(s, 0)), evaluate=False),
            Implies(b > of_sgd, E_SGD(s, b) > E_SGD(s, 0), evaluate=False),
        ),
        given=(*TASK, b >= 0, b <= 1),
    ),
    "linear": ForAll(
        And(
            eq(sp.Max(s * of_sgd - s, -of_sgd), E_SGD(s, 0)),
            b - of_sgd <= 0,
            of_sgd - 1 <= 0,
        ),
        given=(*TASK, b >= 0, b <= of_sgd),
    ),
}
lowest, highest = reals("K_1 K_2")


def of_best_rate(clause):
    """Return a clause in both meanings; where constants serve, so do those of the best rate."""
    *_, small, large, own = clause.given
    near = le(lowest, large.args[0]), le(small.args[0], highest)
    some = States(clause.says, given=(*clause.given[:-3], *near, enough(own)))
    serves = constants_in_sight(some)
    says = Some(lowest, Some(highest, And(lowest > 0, highest >= lowest, serves.says)))
    return up_to_constants(clause, States(says, given=serves.given))


BURNS_IN |= {
    name: of_best_rate(BURNS_IN[name]) for name in ("beta > 2: enough", "beta < 2: required")
}

ENTRIES = {
    "signsgd-scaling/thm-F.10-step-jstar": THRESHOLD,
    "signsgd-scaling/thm-G.1-step-burnin": BURNS_IN,
    "signsgd-scaling/thm-G.2": SGD_BUDGET,
    "signsgd-scaling/thm-G.3": SIGN_BATCH,
    "signsgd-scaling/thm-G.4": SGD_BATCH,
    "signsgd-scaling/thm-G.5": STEPS,
    "signsgd-scaling/txt-critical-batch-sgd": {**SGD_BATCH, **CRITICAL_OF_SGD},
}
