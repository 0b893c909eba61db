"""Second entries of sections 2, 4, 7 and 8 of it and of appendices E, G, I and J, from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Or

from tests.double_entry.instability_flatness_polarity import (
    DEVIATES,
    NONE_IS_0,
    SETTING,
    A,
    after,
    best,
    coordinate,
    implies,
    of_any_length,
    threshold,
    zeta,
)
from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import eq, le
from theory.papers.instability_flatness.polarity_notation import (
    ACROSS,
    MIXED,
    PURE,
    TOP,
    after_one,
    after_two,
    at_rate,
    beta,
    beta_next,
    bias_1,
    bias_2,
    bias_3,
    ddz,
    ddz_next,
    dz,
    dz_next,
    eps,
    eps_m,
    eta,
    in_1,
    in_2,
    input_x,
    j,
    k,
    label,
    lam,
    lam_next,
    larger,
    n,
    now,
    other_ratio,
    others,
    others_b,
    out_1,
    out_2,
    output,
    q,
    ratio,
    slope_of,
    slope_t,
    smaller,
    t1,
    t2,
    theta_a,
    theta_b,
    theta_star,
    ti,
    tj,
    tk,
    v,
    vartheta,
    weight_1,
    weight_2,
)
from theory.papers.instability_flatness.training_symbols import (
    OVERLAP,
    H,
    batch,
    d,
    i,
    lam_eff,
    lam_v,
    largest_q,
    least_q,
    p,
    root,
    samples,
    sigma_e,
    sigma_g,
    thresh,
)
from theory.papers.instability_flatness.training_symbols import j as column
from theory.papers.instability_flatness.training_symbols import others as other_values
from theory.papers.instability_flatness.training_symbols import q as moments
from theory.papers.instability_flatness.training_symbols import v as lead
from theory.papers.instability_flatness.training_symbols import w as vector
from theory.quantifiers import Every, Some

half = sp.Rational(1, 2)


def lt(one, other):
    """Return a strict inequality that sympy does not decide."""
    return sp.Lt(one, other, evaluate=False)


def same(one, other):
    """Return that two conditions are equivalent."""
    return And(implies(one, other), implies(other, one))


# -- section 4.1.2, the regimes --------------------------------------------------------------------

formula = sp.Abs((1 - eta**2 * dz**2) / (1 - eta * zeta * dz + eta**2 * dz**2))
DEFINED = (
    *(sp.Ne(t1, 0), sp.Ne(t2, 0), sp.Ne(dz, 0)),
    sp.Ne(1 - eta * zeta * dz + eta**2 * dz**2, 0),
)
STEP_TAKEN = (*SETTING, eta > 0, *DEFINED)
edge = 2 * t1 / (dz * t2)
moved = {index: t - eta * dz * other for index, t, other in ((1, t1, t2), (2, t2, t1))}
moved_output = moved[1] * moved[2]


def anisotropy(one, other, slope, curvature):
    """Return beta."""
    return sp.Abs(curvature * (other**2 - one**2) / (2 * (slope + curvature * one * other)))


BETAS = (
    ddz > 0,
    *(sp.Ne(dz + ddz * t1 * t2, 0), sp.Ne(dz_next + ddz_next * moved_output, 0)),
    eq(beta, anisotropy(t1, t2, dz, ddz)),
    eq(beta_next, anisotropy(moved[1], moved[2], dz_next, ddz_next)),
)
# in a neighbourhood where the second-order approximation of the loss is accurate
QUADRATIC = (
    eq(dz, ddz * (t1 * t2 - theta_star)),
    eq(ddz_next, ddz),
    eq(dz_next, ddz * (moved_output - theta_star)),
)
TRUE = (*STEP_TAKEN, *BETAS, *QUADRATIC)
PREDICTS = ForAll(
    And(
        implies(formula > 1, beta_next > beta),
        implies(formula < 1, beta_next < beta),
    ),
    given=TRUE,
)
MEANT = "whether gamma_beta is the ratio of beta or the expression for it"


def regime(sign_of_formula, sign_of_beta, where):
    """Return where a regime is, by the expression for gamma_beta and by beta."""
    options = {
        "expression": ForAll(same(sign_of_formula, where), given=STEP_TAKEN),
        "ratio": ForAll(same(sign_of_beta, where), given=TRUE),
    }
    return Ambiguous(MEANT, options)


STABLE = regime(formula > 1, beta_next > beta, lt(eta, threshold))
UNSTABLE = regime(formula < 1, beta_next < beta, lt(threshold, eta))
OPPOSITE = Ambiguous(
    "which learning rate divides stable and unstable training",
    {
        name: ForAll(
            And(implies(lt(eta, at), beta_next > beta), implies(lt(at, eta), beta_next < beta)),
            given=TRUE,
        )
        for name, at in (("the threshold", threshold), ("the edge", edge))
    },
)

gamma_output = 1 - eta * zeta * dz + eta**2 * dz**2
NEWTON = {
    "change": ForAll(
        eq(after[1] * after[2], t1 * t2),
        given=(*SETTING, sp.Ne(t1, 0), sp.Ne(t2, 0), eq(gamma_output, 0)),
    ),
    "minimum": ForAll(
        eq(after[1] * after[2], theta_star),
        given=(
            *(*SETTING, sp.Ne(t1, 0), sp.Ne(t2, 0), ddz > 0),
            *(eq(dz, ddz * (t1 * t2 - theta_star)), eq(gamma_output, 0)),
        ),
    ),
}
AT_EDGE = (*SETTING, sp.Ne(t2, 0), sp.Ne(dz, 0))
TOY = (*AT_EDGE, eq(dz, t1 * t2), eq(ddz, 1))
EDGE = {
    "edge": ForAll(eq(edge, 2 / TOP(t1, t2, dz, ddz)), given=TOY),
    "slightly before": ForAll(lt(threshold, edge), given=TOY),
}
imbalanced = Damaged(
    "the factor and the powers",
    {
        "t2 > 2 t1": t2 > 2 * t1,
        "t2^2 > 2 t1^2": t2**2 > 2 * t1**2,
        "t2^2 > 4 t1^2": t2**2 > 4 * t1**2,
    },
)
EXISTS = {
    "required": States(
        implies(Some(eta, And(eta > 0, formula < 1)), lt(edge, 1 / dz)), given=(*SETTING, *DEFINED)
    ),
    "simplifies": ForAll(same(lt(edge, 1 / dz), imbalanced), given=(*SETTING, *DEFINED[:3])),
}


def level(rate):
    """Return by how much beta changes, as the expression for gamma_beta has it."""
    factor = (1 - rate**2 * dz**2) / (1 - rate * zeta * dz + rate**2 * dz**2)
    return sp.Abs(sp.Abs(factor) - 1)


RATES = (
    *(*SETTING, sp.Ne(t1, 0), sp.Ne(t2, 0), sp.Ne(dz, 0), smaller > 0, smaller < larger),
    sp.Ne(1 - smaller * zeta * dz + smaller**2 * dz**2, 0),
    sp.Ne(1 - larger * zeta * dz + larger**2 * dz**2, 0),
)


def monotone(at):
    """Return that more extreme learning rates rotate more, on both sides of one."""
    return {
        "above": ForAll(lt(level(smaller), level(larger)), given=(*RATES, lt(at, smaller))),
        "below": ForAll(lt(level(larger), level(smaller)), given=(*RATES, lt(larger, at))),
    }


MONOTONE = {
    name: Ambiguous(
        "which learning rate is the threshold",
        {"the threshold": monotone(threshold)[name], "the edge": monotone(edge)[name]},
    )
    for name in ("above", "below")
}
ZETA = ForAll(zeta > 2, given=(*SETTING, sp.Ne(t1, 0), sp.Ne(t2, 0)))

squared = (output - label) ** 2 / 2
logistic = sp.log(1 + sp.exp(-label * output))


def unique_minimum(loss, *given):
    """Return that a loss has one minimum."""
    others_above = Every(
        output, implies(sp.Ne(output, theta_star), loss > loss.subs(output, theta_star))
    )
    return States(Some(theta_star, others_above), given=given)


MINIMUM = {
    "squared error": unique_minimum(squared),
    "cross-entropy": unique_minimum(logistic, Or(eq(label, 1), eq(label, -1))),
}

# -- appendix E.1 ----------------------------------------------------------------------------------

wide = out_1 * (in_1 * input_x + bias_1) + out_2 * (in_2 * input_x + bias_3) + bias_2
over_inputs = {
    "product": out_1 * in_1 * out_2 * in_2 * input_x,
    "sum": (out_1 * in_1 + out_2 * in_2) * input_x,
}
last_bias = {"D": 2 * bias_2, "D - 1": bias_2}
LINEAR_NETWORK = {
    "display": ForAll(
        eq(
            weight_2 * (weight_1 * input_x + bias_1) + bias_2,
            weight_2 * weight_1 * input_x
            + weight_2 * bias_1
            + Damaged("the upper limit of the sum", last_bias),
        )
    ),
    "(E.1)": ForAll(
        eq(
            wide,
            Damaged("the sign before the products over a path", over_inputs)
            + out_1 * bias_1
            + out_2 * bias_3
            + bias_2,
        )
    ),
}

# -- appendix E.4 ----------------------------------------------------------------------------------

balance = eq(lam + slope_t / ti**2, (lam + slope_t / tk**2) * (1 + eps_m))
close = sp.Symbol("delta_", real=True)
FLATTEST = States(
    Every(
        eps,
        implies(
            eps > 0,
            Some(
                close,
                And(
                    close > 0,
                    Every(
                        tk,
                        Every(
                            eps_m,
                            implies(
                                And(
                                    sp.Ne(tk, 0),
                                    sp.Abs(slope_t / tk**2) < close,
                                    balance,
                                ),
                                sp.Abs(eps_m - slope_t / (lam * ti**2)) < eps,
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    given=(sp.Ne(ti, 0), lam > 0),
)
OVERESTIMATES = {
    "more": ForAll(
        And(lam_next > lam, lam > 0),
        given=(
            *(sp.Ne(ti, 0), eq(lam * (1 + eps_m), lam_next)),
            *(sp.Ne(lam, 0), eq(eps_m, slope_t / (lam * ti**2))),
        ),
    ),
    "delta": ForAll(
        And(eq(lam, lam_next * (1 - eps_m / (1 + eps_m))), eps_m / (1 + eps_m) > 0),
        given=(
            *(sp.Ne(ti, 0), eq(lam * (1 + eps_m), lam_next), sp.Ne(1 + eps_m, 0)),
            *(sp.Ne(lam, 0), eq(eps_m, slope_t / (lam * ti**2))),
        ),
    ),
}
CLOSE = of_any_length(1 + A > 0, given=DEVIATES)


def ratio_of(value):
    """Return R_n for a ratio of parameters."""
    return value * (lam + slope_t / (value**2 * ti**2)) / (lam + slope_t / ti**2)


RATIO_GROWS = ForAll(
    ratio_of(ratio) < ratio_of(other_ratio),
    given=(
        *(ratio >= 1, ratio < other_ratio, sp.Ne(ti, 0), lam > 0),
        sp.Ne(lam + slope_t / ti**2, 0),
    ),
)

# -- appendix E.5 ----------------------------------------------------------------------------------

EQUILIBRIUM = ForAll(
    eq(eta, 2 / TOP(t1, t2, t1 * t2 - theta_star, 1)),
    given=(
        *(eta > 0, eq(now, t1 * t2), sp.Ne(now, theta_star)),
        eq(after_one, now - eta * (now - theta_star)),
        eq(after_two, after_one - eta * (after_one - theta_star)),
        eq(after_two, now),
    ),
)
x, y = sp.symbols("x y", real=True)
SLOPES = (
    Every(x, implies(x > theta_star, slope_of(x) > 0)),
    Every(x, implies(x < theta_star, slope_of(x) < 0)),
    Every(x, Every(y, implies(And(theta_star < x, x < y), slope_of(x) <= slope_of(y)))),
    Every(x, Every(y, implies(And(x < y, y < theta_star), slope_of(x) <= slope_of(y)))),
)


def two_steps(rate):
    """Return the output after two steps."""
    one = now - rate * slope_of(now)
    return one - rate * slope_of(one)


RIGHT_OF_IT = (*SLOPES, now > theta_star)


def some_rate(condition):
    """Return that a condition holds for some learning rate."""
    return States(Some(eta, And(eta > 0, condition)), given=RIGHT_OF_IT)


OSCILLATES = {
    "conservative": some_rate(two_steps(eta) < now),
    "overshoots": some_rate(two_steps(eta) > now),
    "returns": some_rate(eq(two_steps(eta), now)),
}
near_rate = And(at_rate > 0, sp.Abs(eta - at_rate) < close)
stays_close = implies(near_rate, sp.Abs(two_steps(eta) - two_steps(at_rate)) < eps)
CONTINUOUS = States(
    Every(eps, implies(eps > 0, Some(close, And(close > 0, Every(eta, stays_close))))),
    given=(*RIGHT_OF_IT, at_rate > 0),
)

# -- appendices E.6 and E.7 ------------------------------------------------------------------------

IN_PRODUCT = (eq(theta_a, ti * tj * others),)
whole = theta_a + theta_b
POWER = (
    *(q >= 2, eq(sp.Mod(q, 2), 0)),
    *(eq(dz, q * whole ** (q - 1)), eq(ddz, q * (q - 1) * whole ** (q - 2))),
)
NEITHER = (sp.Ne(ti, 0), sp.Ne(tj, 0))
off = MIXED(ti, tj, others, dz, ddz)
diagonal = PURE(ti, tj * others, dz, ddz)
second, first = ddz * theta_a**2, dz * theta_a
INTRA = {
    "with z' off the diagonal": ((second + first) / (ti * tj), second / ti**2),
    "z' on the diagonal, +": (second / (ti * tj), (second + first) / ti**2),
    "z' on the diagonal, -": (second / (ti * tj), (second - first) / ti**2),
}
GARBLED = "the case display"
across = ACROSS(ti, tj, tk, others_b, dz, ddz)
TWO_TERMS = {
    "i != j": Damaged(
        GARBLED,
        {
            name: ForAll(eq(off, value), given=(*POWER, *NEITHER, *IN_PRODUCT))
            for name, (value, _) in INTRA.items()
        },
    ),
    "i = j": Damaged(
        GARBLED,
        {
            name: ForAll(eq(diagonal, value), given=(*POWER, *NEITHER, *IN_PRODUCT))
            for name, (_, value) in INTRA.items()
        },
    ),
    "across": ForAll(
        eq(across, ddz * theta_a * theta_b / (ti * tk)),
        given=(
            *(*POWER, sp.Ne(ti, 0), sp.Ne(tk, 0)),
            *(eq(theta_a, ti * tj), eq(theta_b, tk * others_b)),
        ),
    ),
}

in_a, in_b = And(j >= 1, j <= k), j > k
share = sp.Piecewise((ddz * theta_a**2 + dz * theta_a, j <= k), (ddz * theta_a * theta_b, True))
ON_TWO = (
    *(n >= 2, NONE_IS_0[1], k >= 1, k < n),
    eq(theta_a, sp.Product(vartheta[i], (i, 1, k))),
    eq(theta_b, sp.Product(vartheta[i], (i, k + 1, n))),
    *POWER,
)
OPTIMIZER = ForAll(
    le(
        sp.Sum(share * v[j] / vartheta[j], (j, 1, n)),
        sp.Sum(share * best / vartheta[j], (j, 1, n)),
    ),
    given=(*ON_TWO, eq(sp.Sum(v[j] ** 2, (j, 1, n)), 1)),
    instances={n: (2,), k: (1,)},
)


def rotation(at, slope):
    """Return f of a parameter."""
    return sp.Abs(at) * (lam + slope / at**2)


SLOPES_OF_F = {"with the output": (dz * theta_a, dz * theta_b), "without": (dz, dz)}
ROTATION = Damaged(
    "what stands over the square of the parameter",
    {
        name: ForAll(
            sp.Derivative(rotation(ratio * ti, of_b) / rotation(ti, of_a), ratio) > 0,
            given=(sp.Ne(ti, 0), ratio > 0, sp.Ne(rotation(ti, of_a), 0)),
        )
        for name, (of_a, of_b) in SLOPES_OF_F.items()
    },
)
SHARED = {
    "k != j": ForAll(eq(off, (second + first) / (ti * tj)), given=(*NEITHER, *IN_PRODUCT)),
    "k = j": ForAll(eq(diagonal, (second + first) / ti**2), given=(*NEITHER, *IN_PRODUCT)),
    "across": ForAll(
        eq(across, ddz * theta_a * theta_b / (ti * tk)),
        given=(
            *(sp.Ne(ti, 0), sp.Ne(tk, 0)),
            *(eq(theta_a, ti * tj), eq(theta_b, tk * others_b)),
        ),
    ),
}

# -- appendix G ------------------------------------------------------------------------------------

noise = sigma_e / sp.sqrt(batch)
edge_of_noise = 2 * noise * sp.sqrt(d)  # of the eigenvalues, for a variance per entry
OVERLAPS = {
    "above": ForAll(
        eq(OVERLAP(lam, edge_of_noise), 1 - sigma_e**2 / (batch * lam**2)),
        given=(d >= 1, batch > 0, sigma_e > 0, lam > 2 * noise),
    ),
    "below": ForAll(
        eq(OVERLAP(lam, edge_of_noise), 0),
        given=(d >= 1, batch > 0, sigma_e > 0, lam > 0, lam <= 2 * noise),
    ),
}

# -- appendices I and J, sections 2 and 8.1 --------------------------------------------------------


def total(term):
    """Return a sum over coordinates."""
    return sp.Sum(term, (i, 1, d))


def form(of, matrix):
    """Return the quadratic form of a matrix."""
    return total(sp.Sum(of[i] * matrix(i, column) * of[column], (column, 1, d)))


def top_eigenvalue(value, matrix):
    """Return that a number is the largest eigenvalue of a symmetric matrix."""
    unit = eq(total(vector[i] ** 2), 1)
    bounded = Every(vector, implies(unit, form(vector, matrix) <= value))
    return And(bounded, Some(vector, And(unit, eq(form(vector, matrix), value))))


def plain(row, at):
    """Return an entry of H."""
    return H[row, at]


def scaled(row, at):
    """Return an entry of Q^{1/2} H Q^{1/2}."""
    return root[row] * H[row, at] * root[at]


SYMMETRIC = Every(i, Every(column, eq(H[i, column], H[column, i])))
ROOT = And(moments[i] >= 0, root[i] > 0, eq(root[i] ** 4 * (moments[i] + eps), 1))
FRAME = (d >= 1, eps > 0, SYMMETRIC, Every(i, implies(coordinate, ROOT)))


def extreme(value, less):
    """Return that a number is the least or the largest entry of Q."""
    beyond = Every(i, implies(coordinate, less(value, root[i] ** 2)))
    return And(beyond, Some(i, And(coordinate, eq(value, root[i] ** 2))))


SANDWICH = States(
    And(eta * lam * least_q <= eta * lam_eff, eta * lam_eff <= eta * lam * largest_q),
    given=(
        *(*FRAME, eta > 0, top_eigenvalue(lam, plain), top_eigenvalue(lam_eff, scaled)),
        *(extreme(least_q, sp.Le), extreme(largest_q, sp.Ge)),
    ),
)

H_lead = sp.Sum(H[i, column] * lead[column], (column, 1, d))
LEADING = (
    *(*FRAME, eq(total(lead[i] ** 2), 1), top_eigenvalue(lam, plain)),
    Every(
        i,
        implies(coordinate, eq(sp.Sum(H[i, column] * lead[column], (column, 1, d)), lam * lead[i])),
    ),
)
harmonic = total(lead[i] ** 2 * sp.sqrt(moments[i] + eps))


def full(row, at):
    """Return an entry of Q H Q."""
    return root[row] ** 2 * H[row, at] * root[at] ** 2


CURVATURE = Damaged(
    "the exponents of Q in (J.3)",
    {
        name: States(
            eq(lam_v, lam / harmonic),
            given=(*LEADING, eq(lam_v, form(lead, matrix) / total(lead[i] ** 2))),
        )
        for name, matrix in (("1/2", scaled), ("1", full))
    },
)
RESTORED = (*LEADING, eq(lam_v, lam / harmonic), eta > 0)
level_of_clipping = sp.Symbol("q_0", real=True)
clipped = total(lead[i] ** 2 * sp.sqrt(sp.Min(p[i], thresh) + eps))
unstable_below = implies(thresh >= 0, same(eta * lam / clipped > 2, thresh < level_of_clipping))
GENERALISED = {
    "(J.6)": States(same(eta * lam_v < 2, eta * lam < 2 * harmonic), given=RESTORED),
    "small enough": States(
        Some(level_of_clipping, Every(thresh, unstable_below)),
        given=(*LEADING, eta > 0, Every(i, implies(coordinate, p[i] >= 0))),
    ),
}
temperature_of = eta * sigma_g**2 / batch
eta_2, batch_2, sigma_2, samples_2, _ = other_values
temperature_2 = eta_2 * sigma_2**2 / batch_2
said = eta * samples / batch * sigma_g**2
said_2 = eta_2 * samples_2 / batch_2 * sigma_2**2
POSITIVE = tuple(
    value > 0 for value in (eta, batch, sigma_g, samples, eta_2, batch_2, sigma_2, samples_2)
)
SCALES = Ambiguous(
    "whether N may vary",
    {
        "fixed": ForAll(
            eq(temperature_of * said_2, temperature_2 * said),
            given=(*POSITIVE, eq(samples, samples_2)),
        ),
        "any": ForAll(eq(temperature_of * said_2, temperature_2 * said), given=POSITIVE),
    },
)

BLIND = {
    "instability-flatness/txt-eps-m": FLATTEST,
    "instability-flatness/txt-two-term-hessian": TWO_TERMS,
    "instability-flatness/txt-gamma-beta": PREDICTS,
    "instability-flatness/txt-newton-asymptote": NEWTON,
    "instability-flatness/txt-stable-regime": STABLE,
    "instability-flatness/txt-eta-eos": EDGE,
    "instability-flatness/txt-unstable-regime": UNSTABLE,
    "instability-flatness/txt-instability-exists": EXISTS,
    "instability-flatness/txt-rpe-opposite": OPPOSITE,
    "instability-flatness/txt-A-B-step-validates": CLOSE,
    "instability-flatness/txt-lhat-overestimates": OVERESTIMATES,
    "instability-flatness/txt-Rn-monotone-r": RATIO_GROWS,
    "instability-flatness/eq-G.1": OVERLAPS,
    "instability-flatness/txt-I-sandwich": SANDWICH,
    "instability-flatness/eq-J.6": GENERALISED,
    "instability-flatness/eq-3": SCALES,
    "instability-flatness/txt-eta-eq": EQUILIBRIUM,
    "instability-flatness/txt-dR-dr-positive": ROTATION,
    "instability-flatness/asm-unique-minimum": MINIMUM,
    "instability-flatness/eq-E.1": LINEAR_NETWORK,
    "instability-flatness/txt-shared-hessian": SHARED,
    "instability-flatness/txt-zeta-gt-2": ZETA,
    "instability-flatness/txt-rpe-monotonicity": MONOTONE,
    "instability-flatness/txt-two-term-optimizer": OPTIMIZER,
    "instability-flatness/eq-11": CURVATURE,
    "instability-flatness/txt-existence-period2": OSCILLATES,
    "instability-flatness/txt-existence-period2-step-continuity": CONTINUOUS,
}
ENTRIES: dict = {}
