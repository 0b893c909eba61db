"""Second entries of the paper on SignSGD, written from the page: sections 2, B.1 and E.1."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import DEFINES, Each, eq, function, integers, reals, sequence
from theory.orders import LargeEnough, Order, Small
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    SETTING,
    TASK,
    B,
    a,
    alpha,
    beta,
    covariance,
    d,
    drift,
    eigenvalues,
    error,
    eta,
    hessian,
    high,
    i,
    iterate,
    j,
    k,
    lam,
    law_of,
    low,
    mean_sign,
    noise,
    s,
    sgd,
    sizes,
    t,
    target,
    up_to_constants,
    x,
    z,
)
from theory.quantifiers import Every, Some

epsilon, bound, y = reals("epsilon K_0 y")
T = eta * k  # intrinsic time of SGD
ALL_LAWS = (*SETTING, *POWER_LAWS, DIFFICULTY)
DIMENSION = (d >= 1,)
COORDINATE = (eta > 0, B >= 1, lam > 0)
HERE_J = (j >= 1, j <= d)


def le(one, other):
    """Return an inequality that sympy does not decide."""
    return sp.Le(one, other, evaluate=False)


def of_order(left, right, given, small=(), large=(), relation="same", over=OVER):
    """Return an order where terms are at most or at least of order 1, in both meanings."""
    says = Order(left, right, relation, over)
    return up_to_constants(
        *(States(says, given=(*given, *some)) for some in sizes(small=small, large=large))
    )


ONE_COORDINATE = "whether d = 1 is meant, as theorem 3.1 has d >> 1"


def of_order_late(left, right, given, large, over):
    """Return an order that fails for d = 1, where an integral from 1 to d is 0."""
    any_constant, serves = sizes(large=large)
    says = Order(left, right, "same", over)
    limit, constant = reals("K_0 C_0")
    fixed = tuple(g for g in given if not g.free_symbols & set(over))
    premises = (*(g for g in given if g not in fixed), *(le(limit, term) for term in large))
    bounds = And(le(left, constant * right), le(right, constant * left))
    held = Implies(And(*premises), bounds, evaluate=False)
    for symbol in sorted(over, key=str, reverse=True):
        held = Every(symbol, held)
    held = Some(limit, And(limit > 0, Some(constant, And(constant > 0, held))))
    return up_to_constants(
        for_any_constant(says, (*given, *any_constant)),
        Ambiguous(
            ONE_COORDINATE,
            {
                "it is": States(held, given=fixed),
                "it is not": States(says, given=(*given, *serves, LargeEnough(d))),
            },
        ),
    )


def for_any_constant(says, given):
    """Return an order for every constant, whether d = 1 is meant or not."""
    return Ambiguous(
        ONE_COORDINATE,
        {
            "it is": States(says, given=given),
            "it is not": States(says, given=(*given, LargeEnough(d))),
        },
    )


def of_order_early(left, right, given, small, large, over):
    """Return an order that fails for d = 1 and some constants, and for none that serve."""
    says = Order(left, right, "same", over)
    any_constant, serves = sizes(small=small, large=large)
    return up_to_constants(
        for_any_constant(says, (*given, *any_constant)), States(says, given=(*given, *serves))
    )


def everywhere(number, condition):
    """Return that something holds for all coordinates."""
    return Every(number, Implies(And(number >= 1, number <= d), condition, evaluate=False))


def in_the_limit(near, says, *symbols):
    """Return that for every epsilon > 0 something holds for all numbers that are near enough."""
    near_enough = Implies(near, says, evaluate=False)
    for symbol in symbols:
        near_enough = Every(symbol, near_enough)
    found = Some(bound, And(bound > 0, near_enough))
    return States(Every(epsilon, Implies(epsilon > 0, found, evaluate=False)))


# -- assumptions 2.1, B.1 and B.3, and (5) ---------------------------------------------------------

CONSTANTS = (low > 0, high >= low)
DECAY = Each(law_of(j), (j, 1, d))
OFF_DIAGONAL = Implies(sp.Ne(i, j), eq(hessian[j, i], 0), evaluate=False)
DIAGONAL = (
    Each(eq(hessian[j, j], eigenvalues[j]), (j, 1, d)),
    Each(Each(OFF_DIAGONAL, (i, 1, d)), (j, 1, d)),
)
FEW = {d: (1, 2, 3)}
SPECTRUM = {
    "2.1": ForAll(
        DEFINES,
        given=(*DIMENSION, *CONSTANTS, beta > 1, DECAY, *DIAGONAL),
        instances=FEW,
    ),
    "B.3": ForAll(
        DEFINES, given=(*DIMENSION, *CONSTANTS, beta > 1, alpha > 1, DECAY), instances=FEW
    ),
}


def every_entry(left, right):
    """Return that two matrices have the same entries."""
    return Each(Each(eq(left, right), (i, 1, d)), (j, 1, d))


def square(root):
    """Return an entry of a matrix times its transpose."""
    return sp.Sum(root[j, inner] * root[i, inner], (inner, 1, d))


# covariances are symmetric, and a matrix is positive semidefinite if and only if it is a square
inner, above, below = integers("l"), sequence("P"), sequence("Q")
WITHIN_CONSTANTS = (
    every_entry(covariance[j, i] - low * hessian[j, i], square(above)),
    every_entry(high * hessian[j, i] - covariance[j, i], square(below)),
)
ALIGNMENT = {
    "section 2": ForAll(
        DEFINES,
        given=(*DIMENSION, every_entry(covariance[j, i], hessian[j, i])),
        instances=FEW,
    ),
    "B.1": ForAll(
        DEFINES,
        given=(*DIMENSION, *CONSTANTS, *WITHIN_CONSTANTS),
        instances=FEW,
    ),
}


def gradient(index):
    """Return a coordinate of the gradient of the risk."""
    return sp.Sum(hessian[index, i] * error(k, i), (i, 1, d))


SGD_STEP = eq(iterate[k + 1, j], iterate[k, j] - eta * (gradient(j) + noise[k, j]))
FROM_ZERO = eq(iterate[0, j], 0)
SGD_RUN = ForAll(
    DEFINES,
    given=(
        *(eta > 0, d >= 1, k >= 0),
        Each(SGD_STEP, (j, 1, d)),
        Each(FROM_ZERO, (j, 1, d)),
    ),
    instances={d: (1, 2), k: (0, 1)},
)

# -- (18) with the error of a coordinate -----------------------------------------------------------

SIGN_STEP = eq(iterate[k + 1, j], iterate[k, j] - eta * sp.sign(gradient(j) + noise[k, j]))
own_gradient = eigenvalues[j] * error(k, j)
SHOWN = eq(error(k + 1, j), error(k, j) - eta * sp.sign(own_gradient + noise[k, j]))
IN_RUN = And(k >= 0, j >= 1, j <= d)
BOTH = And(i >= 1, i <= d, j >= 1, j <= d)
IS_DIAGONAL = And(OFF_DIAGONAL, eq(hessian[j, j], eigenvalues[j]))
ON_DIAGONAL = Every(j, Every(i, Implies(BOTH, IS_DIAGONAL, evaluate=False)))
ALIGNED = Implies(BOTH, eq(covariance[j, i], hessian[j, i]), evaluate=False)
VARIANCE_IS = eq(covariance[j, j] / B, eigenvalues[j] / B)
ONE_DIMENSION = {
    "update": States(
        Every(j, Implies(IN_RUN, SHOWN, evaluate=False)),
        given=(Every(k, Every(j, Implies(IN_RUN, SIGN_STEP, evaluate=False))), ON_DIAGONAL),
    ),
    "start": States(eq(error(0, j), -target[j]), given=(*HERE_J, everywhere(j, FROM_ZERO))),
    "noise": Ambiguous(
        "whether the covariance is the Hessian or within constants of it",
        {
            "the Hessian": States(
                VARIANCE_IS, given=(B >= 1, *HERE_J, Every(j, Every(i, ALIGNED)), ON_DIAGONAL)
            ),
            "within constants": ForAll(
                Each(VARIANCE_IS, (j, 1, d)),
                given=(
                    *(B >= 1, *DIMENSION, *CONSTANTS, *WITHIN_CONSTANTS),
                    every_entry(
                        hessian[j, i], sp.Piecewise((eigenvalues[j], sp.Eq(j, i)), (0, True))
                    ),
                ),
                instances=FEW,
            ),
        },
    ),
}

# -- (19) and (20) ---------------------------------------------------------------------------------

near = sp.sqrt(2 / sp.pi) * z / a
SMOOTHED = {
    "far": in_the_limit(
        And(a > 0, sp.Abs(z) >= bound * a),
        le(sp.Abs(mean_sign(z, a) - sp.sign(z)), epsilon),
        *(a, z),
    ),
    "near": in_the_limit(
        And(a > 0, sp.Abs(z) <= bound * a),
        le(sp.Abs(mean_sign(z, a) - near), epsilon * sp.sqrt(2 / sp.pi) * sp.Abs(z) / a),
        *(a, z),
    ),
}
scaled = sp.sqrt(lam * B)
size = scaled * sp.Abs(x)
# a step with the drift m is x - eta (m + n), so that (20) says how far the drift is linear
LINEAR = Ambiguous(
    "what it means that an update can be approximated by another one",
    {
        "to first order": in_the_limit(
            And(B >= 1, lam > 0, le(size, bound)),
            le(sp.Abs(drift() - scaled * x), epsilon * size),
            *(x, B, lam),
        ),
        "up to constants": States(
            Order(x * drift(), scaled * x**2, "same", (x, lam, B)),
            given=(B >= 1, lam > 0, Small(size)),
        ),
    },
)

# -- (6) and lemma E.3 -----------------------------------------------------------------------------

sgd_loss = sp.Sum(eigenvalues[j] * sgd(k, eigenvalues[j], -target[j]) / 2, (j, 1, d))
SGD_LAW = of_order(sgd_loss, T**-s + eta / B, ALL_LAWS, small=(eta, T / d**beta), large=(T,))
OF_FLOW = (t > 0, *TASK, *DIMENSION)
spectral = sp.Integral(y**-alpha * sp.exp(-t * y**-beta), (y, 1, d))
tail = t**-1 * d ** (-beta * (s - 1)) * sp.exp(-t * d**-beta)
INTEGRAL = {
    "before": of_order_early(spectral, t**-s, OF_FLOW, (t / d**beta,), (t,), (t, d)),
    "after": of_order_late(spectral, tail, OF_FLOW, (t / d**beta,), (t, d)),
}

# -- lemma E.1, the two cases of a monotone function -----------------------------------------------

f = function("f")
left, right, peak = reals("x y x_0")
UNIMODAL = (
    *(peak >= 1, peak <= d, left >= 1, left < right, right <= d),
    *(f(left) >= 0, f(right) >= 0),
    Implies(right <= peak, f(left) <= f(right), evaluate=False),
    Implies(left >= peak, f(left) >= f(right), evaluate=False),
)
LABELS = {
    "(1)": ForAll(f(left) <= f(right), given=(*UNIMODAL, eq(peak, 1))),
    "(2)": ForAll(f(left) >= f(right), given=(*UNIMODAL, eq(peak, d))),
}

# -- theorem E.2, its proof ------------------------------------------------------------------------


def weighted(at):
    """Return the function whose sum over j = 1, ..., d the loss is of the order of."""
    return at**-alpha * sp.exp(-2 * t * at**-beta)


POSITIVE_TIME = (alpha > 1, beta > 1, t > 0)
rises = z ** (-alpha - 1) * sp.exp(-2 * t * z**-beta) * (-alpha + 2 * t * beta * z**-beta)
SUM_AND_INTEGRAL = {
    "derivative": ForAll(
        eq(sp.diff(weighted(z), z), rises),
        given=(*POSITIVE_TIME, z > 0),
    ),
    "at its peak": States(
        Order(weighted((2 * beta / alpha * t) ** (1 / beta)), t ** (-alpha / beta), "same", (t,)),
        given=POSITIVE_TIME,
    ),
    "sum": of_order(
        sp.Sum(weighted(j), (j, 1, d)),
        sp.Integral(weighted(y), (y, 1, d)) + t ** (-alpha / beta),
        (*POSITIVE_TIME, *DIMENSION),
        small=(t / d**beta,),
        large=(t,),
        over=(t, d),
    ),
}

ENTRIES = {
    "signsgd-scaling/asm-2.1": SPECTRUM,
    "signsgd-scaling/asm-B.1": ALIGNMENT,
    "signsgd-scaling/eq-5": SGD_RUN,
    "signsgd-scaling/eq-6": SGD_LAW,
    "signsgd-scaling/eq-18": ONE_DIMENSION,
    "signsgd-scaling/eq-19": SMOOTHED,
    "signsgd-scaling/eq-20": LINEAR,
    "signsgd-scaling/lem-E.1-step-labels": LABELS,
    "signsgd-scaling/lem-E.3": INTEGRAL,
}
