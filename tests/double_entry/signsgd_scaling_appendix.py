"""Second entries of appendices C.1.2, C.2 and E, from the page, but after the first ones."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.language import eq, reals
from theory.papers.signsgd_scaling.notation import (
    KERNEL_IMAGE,
    KERNEL_PRODUCT,
    NOISE_MEAN,
    NOISE_PRODUCT,
    OUTER,
    RISK_GRADIENT,
    B,
    d,
    eigenvalues,
    feature,
    hessian,
    i,
    iterate,
    j,
    peak,
    point,
    sigma,
    supremum,
    target,
    third,
    unimodal,
    vectors,
    w,
)
from theory.quantifiers import Every, Some

# -- lemma E.1 -------------------------------------------------------------------------------------

x, y, v = reals("x y v")


def everywhere(condition, *symbols):
    """Return that a condition holds for all values of some symbols."""
    for symbol in reversed(symbols):
        condition = Every(symbol, condition)
    return condition


def implies(one, other):
    """Return an implication as it is written."""
    return Implies(one, other, evaluate=False)


on_domain = And(x >= 1, x <= d)
UNIMODAL = (
    *(d >= 1, peak >= 1, peak <= d),
    everywhere(implies(on_domain, unimodal(x) >= 0), x),
    everywhere(implies(And(x >= 1, x <= y, y <= peak), unimodal(x) <= unimodal(y)), x, y),
    everywhere(implies(And(peak <= x, x <= y, y <= d), unimodal(x) >= unimodal(y)), x, y),
    everywhere(implies(on_domain, unimodal(x) <= supremum), x),
    everywhere(implies(y < supremum, Some(x, And(on_domain, unimodal(x) > y))), y),
)
AGAINST_INTEGRAL = States(
    sp.Le(
        sp.Abs(sp.Sum(unimodal(j), (j, 1, d)) - sp.Integral(unimodal(v), (v, 1, d))),
        supremum,
        evaluate=False,
    ),
    given=UNIMODAL,
)

# -- appendix C.2 ----------------------------------------------------------------------------------

delta = {index: iterate[0, index] - target[index] for index in (i, j, third)}


def total(term, *indices):
    """Return a sum over coordinates."""
    for index in indices:
        term = sp.Sum(term, (index, 1, d))
    return term


def in_range(*indices):
    """Return that indices are those of coordinates."""
    return And(*(end for index in indices for end in (index >= 1, index <= d)))


def of_noise(says, *rows):
    """Return what is said of all entries of some rows, where H is a covariance matrix."""
    symmetric = eq(hessian[i, j], hessian[j, i])
    form = total(w[j] * hessian[j, i] * w[i], i, j)
    return States(
        everywhere(implies(in_range(*rows), says), *rows),
        given=(
            *(d >= 1, B >= 1),
            everywhere(implies(in_range(i, j), symmetric), i, j),
            Every(w, sp.Ge(form, 0, evaluate=False)),
        ),
    )


AT = (iterate, target, hessian)
pulled = {row: total(hessian[row, third] * delta[third], third) for row in (i, j)}
energy = total(delta[j] * hessian[j, i] * delta[i], i, j)


def of_samples(label_noise):
    """Return the covariance of one sample for a variance of its label."""
    return (label_noise + energy) * hessian[j, i] + pulled[j] * pulled[i]


of_batch = NOISE_PRODUCT(j, i, *AT, sigma, B, d)
NOISE = {
    "gradient of the risk": of_noise(eq(RISK_GRADIENT(j, *AT, sigma, d), pulled[j]), j),
    "no drift": of_noise(eq(NOISE_MEAN(j, *AT, sigma, B, d), 0), j),
    "one sample": of_noise(
        eq(of_batch, (OUTER(j, i, *AT, d) + sigma**2 * hessian[j, i]) / B), i, j
    ),
    "Gaussian features": of_noise(eq(OUTER(j, i, *AT, d), of_samples(0)), i, j),
    "covariance": of_noise(eq(of_batch, of_samples(sigma**2) / B), i, j),
}

# -- lemma C.5 -------------------------------------------------------------------------------------

own = eigenvalues[j]
image = total(hessian[i, third] * vectors[j, third], third)
SPECTRUM = (
    d >= 1,
    everywhere(
        implies(
            in_range(i, j),
            eq(total(hessian[i, third] * vectors[j, third], third), own * vectors[j, i]),
        ),
        j,
        i,
    ),
    everywhere(implies(in_range(j), eq(total(vectors[j, i] ** 2, i), 1)), j),
    everywhere(implies(And(j >= 1, j < d), own >= eigenvalues[j + 1]), j),
    everywhere(implies(in_range(j), own > 0), j),
)
IS_FEATURE = (
    *(j >= 1, j <= d),
    everywhere(implies(in_range(i), eq(feature[i], vectors[j, i] / sp.sqrt(own))), i),
)
LINEAR_KERNEL = {
    "norm": States(
        eq(KERNEL_PRODUCT(feature, feature, hessian, d), 1), given=(*SPECTRUM, *IS_FEATURE)
    ),
    "eigenfunction": States(
        eq(KERNEL_IMAGE(feature, point, hessian, d), own * total(point[i] * feature[i], i)),
        given=(*SPECTRUM, *IS_FEATURE),
    ),
}

ENTRIES = {
    "signsgd-scaling/lem-E.1": AGAINST_INTEGRAL,
    "signsgd-scaling/txt-c2-covariance": NOISE,
    "signsgd-scaling/lem-C.5": LINEAR_KERNEL,
}
