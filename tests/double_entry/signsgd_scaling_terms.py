"""Second entries of the paper on SignSGD, from the page: term C of theorem F.6, B.3.3."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.signsgd_scaling import (
    DIMENSION,
    HERE_J,
    ONE_COORDINATE,
    OVER,
    for_any_constant,
    le,
    of_order,
    of_order_early,
    of_order_late,
    y,
)
from tests.double_entry.signsgd_scaling_f import (
    IN_TIME,
    enough,
    noise_scale,
    time,
    to_end,
)
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import eq, integers
from theory.orders import LargeEnough, Order
from theory.papers.signsgd_scaling.notation import (
    B_SGD,
    B_SGN,
    NOISE_PRODUCT,
    POWER_LAWS,
    TASK,
    B,
    K,
    alpha,
    beta,
    d,
    decays,
    eigenvalues,
    error,
    eta,
    fastest,
    hessian,
    i,
    iterate,
    j,
    k,
    s,
    sigma,
    sizes,
    slowest,
    target,
    up_to_constants,
    w,
)
from theory.quantifiers import Every

# -- theorem F.6, what Theta stands for in (39) ----------------------------------------------------

scale = eta * sp.sqrt(eigenvalues[j] * B) * k
of_that_size = And(le(fastest * scale, decays[j]), le(decays[j], slowest * scale))
IS_THETA = (
    fastest > 0,
    slowest >= fastest,
    Every(j, Implies(And(*HERE_J), of_that_size, evaluate=False)),
)
WITH_THETA = (*OVER, decays)

# -- term C ----------------------------------------------------------------------------------------

term_c = noise_scale / 2 * sp.Sum(sp.sqrt(eigenvalues[j]) * (1 - sp.exp(-decays[j])), (j, 1, d))


def twice(power):
    """Return the integral of the noise with 2 in its exponent."""
    return sp.Integral(y**-power * (1 - sp.exp(-2 * time * y**-power)), (y, 1, d))


def case(power, law, condition, order=of_order, **how):
    """Return the order of the integral in one case."""
    given = (eta > 0, B >= 1, k >= 0, *DIMENSION, condition)
    return order(noise_scale * twice(power), noise_scale * law, given, over=IN_TIME, **how)


def sum_and_integral():
    """Return that term C is of the order of an integral, which is 0 for d = 1."""
    given = (eta > 0, B >= 1, k >= 0, *DIMENSION, *POWER_LAWS, *IS_THETA)
    says = Order(term_c, noise_scale / 2 * twice(beta / 2), "same", WITH_THETA)
    any_constant, serves = sizes(large=(enough,))  # theorem F.6
    return up_to_constants(
        for_any_constant(says, (*given, *any_constant)),
        Ambiguous(
            ONE_COORDINATE,
            {
                "it is": States(says, given=(*given, *serves)),
                "it is not": States(says, given=(*given, *serves, LargeEnough(d))),
            },
        ),
    )


BEFORE = {"small": (to_end,), "large": (time,)}
AFTER = {"large": (to_end,)}
LINE = {"small": (time / d,), "large": (time,)}, {"large": (time / d,)}
MANY_FAST, FEW = beta > 2, And(beta > 1, beta < 2)
TERM_C = {
    "the integral": sum_and_integral(),
    "case 1, before": case(beta / 2, 1 - time ** -(1 - 2 / beta), MANY_FAST, **BEFORE),
    "case 1, after": case(beta / 2, sp.S.One, MANY_FAST, of_order_late, **AFTER),
    "case 2, before": case(sp.S.One, sp.log(time), eq(beta, 2), **LINE[0]),
    "case 2, after": case(sp.S.One, sp.log(d), eq(beta, 2), **LINE[1]),
    "case 3, before": case(beta / 2, time ** (2 / beta - 1), FEW, of_order_early, **BEFORE),
    "case 3, after": case(beta / 2, d ** (1 - beta / 2), FEW, of_order_late, **AFTER),
}

# -- appendix B.3.3 --------------------------------------------------------------------------------

nu = s / ((2 * s + 1) * (s + 1))
of_sgd = s / (s + 1)
NU = {
    "difference": ForAll(eq(2 * s / (2 * s + 1) - of_sgd, nu), given=TASK),
    "positive": ForAll(nu > 0, given=TASK),
    "ratio": ForAll(eq(B_SGN(s), B_SGD(s) + nu), given=(*TASK, alpha >= beta, beta > 2)),
}

# -- appendix C.2 ----------------------------------------------------------------------------------


def entries(term):
    """Return the sum of a term over rows j and columns i."""
    return sp.Sum(term, (i, 1, d), (j, 1, d))


def in_matrices(condition):
    """Return that something holds for all entries."""
    inside = And(i >= 1, i <= d, j >= 1, j <= d)
    return Every(i, Every(j, Implies(inside, condition, evaluate=False)))


def pulled(row):
    """Return an entry of H delta, delta being the error of the first row of the iterates."""
    return sp.Sum(hessian[row, inner] * error(0, inner), (inner, 1, d))


inner = integers("l")
risk = entries(hessian[j, i] * error(0, j) * error(0, i))  # delta^T H delta
curvature = entries(hessian[j, i] * w[j] * w[i])  # w^T H w in a direction w
of_batch = NOISE_PRODUCT(j, i, iterate, target, hessian, sigma, B, d)
along = entries(of_batch * w[j] * w[i])
IS_HESSIAN = (
    *(d >= 1, B >= 1),
    Every(w, sp.Ge(curvature, 0, evaluate=False)),
    in_matrices(eq(hessian[i, j], hessian[j, i])),
)
IS_BOUNDED = le((risk + sigma**2) / 2, K)
mixed = sp.Sum(w[j] * pulled(j), (j, 1, d))
NOISE_BOUNDS = {
    "rank one": States(le(mixed**2, risk * curvature), given=IS_HESSIAN),
    "below": States(le((sigma**2 + risk) / B * curvature, along), given=IS_HESSIAN),
    "above": States(le(along, (sigma**2 + 2 * risk) / B * curvature), given=IS_HESSIAN),
    "bounded": States(le(risk, 2 * K), given=(IS_BOUNDED,)),
    "order": of_order(
        along,
        sigma**2 / B * curvature,
        (*IS_HESSIAN, IS_BOUNDED),
        large=(sigma**2,),
        over=(B, d, hessian, iterate, target, w, sigma),
    ),
}

ENTRIES = {
    "signsgd-scaling/thm-F.6-step-termC": TERM_C,
    "signsgd-scaling/txt-nu-exponent": NU,
    "signsgd-scaling/txt-c2-psd": NOISE_BOUNDS,
}
