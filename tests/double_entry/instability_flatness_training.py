"""Second entries of sections 2, 4 and 8 of it and of appendices E, G, I and J, from the page."""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.instability_flatness_polarity import (
    DEVIATES,
    NEITHER,
    SETTING,
    A,
    after,
    best,
    implies,
    of_any_length,
    total,
    zeta,
)
from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import DEFINES, Each, eq
from theory.papers.instability_flatness.polarity_notation import (
    ACROSS,
    MIXED,
    PURE,
    TOP,
    after_one,
    at_rate,
    closeness,
    ddz,
    ddz_next,
    deviation,
    dz,
    dz_next,
    eps,
    eps_m,
    eta,
    j,
    lam,
    larger,
    n,
    now,
    other_ratio,
    others,
    others_b,
    output,
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
)
from theory.papers.instability_flatness.training_symbols import (
    OVERLAP,
    H,
    batch,
    d,
    damping,
    i,
    lam_eff,
    lam_v,
    largest_q,
    least_q,
    root,
    samples,
    sigma_e,
    sigma_g,
)
from theory.papers.instability_flatness.training_symbols import j as column
from theory.papers.instability_flatness.training_symbols import others as other_values
from theory.papers.instability_flatness.training_symbols import q as moments
from theory.papers.instability_flatness.training_symbols import v as lead
from theory.papers.instability_flatness.training_symbols import w as vector
from theory.quantifiers import Every, Some

# -- section 4.1.2, a step and the regimes ---------------------------------------------------------

APART = (*SETTING, t2**2 > t1**2)  # where beta is not 0, and gamma_beta has a value
NOT_0 = (sp.Ne(t1 * t2, 0), sp.Ne(dz, 0))


def numerator(rate):
    """Return the numerator of the expression for gamma_beta."""
    return 1 - rate**2 * dz**2


def denominator(rate):
    """Return gamma_Theta."""
    return 1 - rate * zeta * dz + rate**2 * dz**2


def formula(rate):
    """Return the expression for gamma_beta."""
    return sp.Abs(numerator(rate) / denominator(rate))


def anisotropy(one, other, slope, curvature):
    """Return beta."""
    return sp.Abs(curvature * (other**2 - one**2) / (2 * (slope + curvature * one * other)))


before, later = anisotropy(t1, t2, dz, ddz), anisotropy(after[1], after[2], dz_next, ddz_next)
ONE_STEP = (
    *(*SETTING, eta > 0, sp.Ne(t1 * t2, 0), sp.Ne(denominator(eta), 0)),
    *(sp.Ne(ddz * (t2**2 - t1**2), 0), sp.Ne(dz + ddz * t1 * t2, 0)),
    sp.Ne(dz_next + ddz_next * after[1] * after[2], 0),
)
distance = after[1] * after[2] - t1 * t2
# what the section says of where it works: the expansion of second order is accurate
QUADRATIC = (ddz > 0, eq(ddz_next, ddz), eq(dz_next, dz + ddz * distance))
SQUARE = (
    *(ddz > 0, eq(dz, ddz * t1 * t2)),
    *(eq(ddz_next, ddz), eq(dz_next, ddz * after[1] * after[2])),
)


def predicts(*given):
    """Return that the expression for gamma_beta tells whether beta rises or falls."""
    rises, falls = (
        implies(formula(eta) > 1, later > before),
        implies(formula(eta) < 1, later < before),
    )
    return ForAll(And(rises, falls), given=(*ONE_STEP, *given))


PREDICTS = predicts(*QUADRATIC)
DEFINED = (*APART, *NOT_0, eta > 0, sp.Ne(denominator(eta), 0))
RATES = {"any": (), "up to 1 / z', to which the page compares": (eta * sp.Abs(dz) <= 1,)}


def of_rates(statement):
    """Return a statement about all learning rates, or those that the page may have in mind."""
    options = {name: statement(*some) for name, some in RATES.items()}
    return Ambiguous("how large a learning rate can be", options)


WHOLE_STEP = (*ONE_STEP, *QUADRATIC, sp.Ne(dz, 0))


def of_gamma(says, of_expression=DEFINED):
    """Return what is said of gamma_beta, by the expression for it and by beta itself."""
    expression, itself = says(formula(eta)), says(later / before)
    return Ambiguous(
        "which gamma_beta",
        {
            "the expression": of_rates(
                lambda *some: ForAll(expression, given=(*of_expression, *some))
            ),
            "of beta itself": of_rates(lambda *some: ForAll(itself, given=(*WHOLE_STEP, *some))),
        },
    )


edge = 2 * t1 / (dz * t2)
turning = edge * (1 - t1**2 / (t1**2 + t2**2))
below, above = eta < turning, eta > turning
STABLE = {
    "when": of_gamma(lambda gamma: implies(gamma > 1, later > before), WHOLE_STEP),
    "corresponds": of_gamma(
        lambda gamma: And(implies(gamma > 1, below), implies(below, gamma > 1))
    ),
}
UNSTABLE = {
    "when": of_gamma(lambda gamma: implies(gamma < 1, later < before), WHOLE_STEP),
    "begins": of_gamma(lambda gamma: implies(above, gamma < 1)),
}
CURVED = {ddz: sp.S.One, ddz_next: sp.S.One, dz_next: dz + distance}


def with_output(says, *given):
    """Return a statement of the example, in which z' is the output."""
    says, *given = (part.xreplace(CURVED).xreplace({dz: t1 * t2}) for part in (says, *given))
    return ForAll(says, given=tuple(given))


def on_a_side(says, side, at):
    """Return what is said of the example, and with any minimum on a side of one threshold."""
    short = (*ONE_STEP, sp.Ne(dz, 0), eta * sp.Abs(dz) <= 1, side(at), edge > 0)
    return Ambiguous(
        "which minimum",
        {
            "of the section": ForAll(
                says.xreplace(CURVED), given=tuple(part.xreplace(CURVED) for part in short)
            ),
            "of the example": of_example(says, side),
        },
    )


def of_example(says, side):
    """Return what is said of the example on a side of what may be the threshold."""
    options = {
        name: of_rates(lambda *some, at=at: with_output(says, *ONE_STEP, side(at), *some))
        for name, at in {"where gamma_beta is 1": turning, "eta_eos": edge}.items()
    }
    return Ambiguous("which threshold", options)


OPPOSITE = {
    "stable": on_a_side(later > before, lambda at: eta < at, turning),
    "unstable": on_a_side(later < before, lambda at: eta > at, edge),
}
TWO_RATES = (
    *(*APART, sp.Ne(dz * t1 * t2, 0), smaller > 0, larger > smaller),
    *(sp.Ne(denominator(rate), 0) for rate in (smaller, larger)),
)


def rotation(rate):
    """Return how far gamma_beta is from 1."""
    return sp.Abs(formula(rate) - 1)


MONOTONE = {
    "above": of_rates(
        lambda *some: ForAll(
            rotation(larger) > rotation(smaller),
            given=(*TWO_RATES, smaller > turning, *(c.subs(eta, larger) for c in some)),
        )
    ),
    "below": ForAll(rotation(smaller) > rotation(larger), given=(*TWO_RATES, larger < turning)),
}

ROOM = 1 / dz > edge


def room_means(condition):
    """Return that eta_eos < 1 / z' says the same as a condition on both parameters."""
    return And(implies(ROOM, condition), implies(condition, ROOM))


SIMPLER = Damaged(
    "factor and powers",
    {
        "t2 > 2 t1": room_means(sp.Abs(t2) > 2 * sp.Abs(t1)),
        "t2^2 > 2 t1^2": room_means(t2**2 > 2 * t1**2),
    },
)
EXISTS = {
    "regime": Ambiguous(
        "whether what is required is necessary or enough, and for which regime",
        {
            "necessary for rates in between": ForAll(
                ROOM, given=(*DEFINED, eta > edge, eta < 1 / dz)
            ),
            "necessary": ForAll(ROOM, given=(*DEFINED, formula(eta) < 1)),
            "enough": ForAll(formula(eta) < 1, given=(*DEFINED, ROOM, above, eta < 1 / dz)),
        },
    ),
    "simplified": Ambiguous(
        "whether both sides are positive, as learning rates are",
        {
            "not said": ForAll(SIMPLER, given=(*SETTING, sp.Ne(dz, 0), sp.Ne(t2, 0))),
            "yes": ForAll(SIMPLER, given=(*SETTING, dz > 0, t1 * t2 > 0)),
        },
    ),
}
TO_ZERO = (*APART, sp.Ne(t1 * t2, 0), eq(after[1] * after[2] / (t1 * t2), 0))


def newton():
    """Return that such a step ends at the minimum of a quadratic loss."""
    quadratic = (ddz > 0, eq(dz, ddz * (t1 * t2 - theta_star)))
    return ForAll(eq(after[1] * after[2], theta_star), given=(*TO_ZERO, *quadratic))


NEWTON = {
    "asymptote": ForAll(And(eq(denominator(eta), 0), sp.Ne(numerator(eta), 0)), given=TO_ZERO),
    "minimum": newton(),
}
OF_TOY = (*SETTING, sp.Ne(t1 * t2, 0), eq(dz, t1 * t2), eq(ddz, 1))
EDGE = Ambiguous(
    "what the edge of stability is",
    {
        "what is called eta_eos": ForAll(edge > turning, given=OF_TOY),
        "where eta lambda_max is 2": ForAll(2 / TOP(t1, t2, dz, ddz) > turning, given=OF_TOY),
    },
)
ZETA = ForAll(zeta > 2, given=(t2**2 > t1**2, sp.Ne(t1, 0)))
UNIQUE = ForAll(
    DEFINES,
    given=(
        *(ddz >= 0, ddz_next >= 0, (dz_next - dz) * (now - output) >= 0),
        *(dz * (output - theta_star) >= 0, dz_next * (now - theta_star) >= 0),
        *(sp.Ne(output, theta_star), sp.Ne(dz, 0)),
    ),
)

# -- appendix E.4 ----------------------------------------------------------------------------------

FLATTEST = ForAll(
    eq(eps_m, slope_t / (lam * ti**2)),
    given=(lam > 0, eq(lam + slope_t / ti**2, lam * (1 + eps_m))),
)
overlap = total(best**2 * (1 + deviation[j]))
BOUNDED = (*DEVIATES, A >= -2, A <= 0)
CLOSE = Ambiguous(
    "whether the deviations are small by themselves",
    {
        "not said": of_any_length(overlap > 0, given=BOUNDED),
        "so they are introduced": of_any_length(
            overlap > 0, given=(*BOUNDED, Each(sp.Abs(deviation[j]) < 1, (j, 1, n)))
        ),
    },
)


def ratio_of(value):
    """Return R_n for a ratio of parameters."""
    return value * (lam + slope_t / (value**2 * ti**2)) / (lam + slope_t / ti**2)


# q is at least v^T H v / v^T v, here for v = (1, 1) and (1, -1) in the rows of both parameters
hessian_1k = ddz * output**2 * sp.Matrix([[1, 1 / ratio], [1 / ratio, 1 / ratio**2]]) / ti**2
hessian_1k += slope_t / ratio * sp.Matrix([[0, 1], [1, 0]]) / ti**2
opposite = hessian_1k[0, 0] + hessian_1k[1, 1] - 2 * hessian_1k[0, 1]
IS_TOP = (ddz >= 0, lam >= sum(hessian_1k) / 2, lam >= opposite / 2)
OF_RATIOS = (ti > 0, ratio > 1, other_ratio > ratio, lam > 0, sp.Ne(lam * ti**2, -slope_t))


def grows_with(read):
    """Return that a quotient of ratios grows."""
    return Ambiguous(
        "whether the parameters are above the critical one here, too",
        {
            name: ForAll(
                read(ratio_of(ratio)) < read(ratio_of(other_ratio)), given=(*OF_RATIOS, *some)
            )
            for name, some in {"no": IS_TOP, "yes": (slope_t >= 0, slope_t < lam * ti**2)}.items()
        },
    )


RATIO_GROWS = Ambiguous(
    "bars on the right", {"bars": grows_with(sp.Abs), "no bars": grows_with(lambda of: of)}
)

# -- appendix E.5 ----------------------------------------------------------------------------------


def equilibrium(value, start):
    """Return which learning rate returns to a start after two steps."""
    two_steps = start - eta * (start - theta_star) - eta * (after_one - theta_star)
    return ForAll(
        eq(eta, 2 / value),
        given=(
            *(eta > 0, sp.Ne(start, theta_star), eq(two_steps, start)),
            eq(after_one, start - eta * (start - theta_star)),
        ),
    )


EQUILIBRIUM = equilibrium(TOP(t1, t2, t1 * t2 - theta_star, 1), t1 * t2)
x, y = sp.symbols("x y", real=True)
# at a corner the slope is between those beside it
SLOPES = (
    Every(x, Every(y, implies(x < y, slope_of(x) <= slope_of(y)))),
    Every(x, implies(x > theta_star, slope_of(x) > 0)),
    Every(x, implies(x < theta_star, slope_of(x) < 0)),
)
one_step = now - eta * slope_of(now)
two_steps = one_step - eta * slope_of(one_step)


def some_rate(condition):
    """Return that a condition holds for some learning rate."""
    return States(Some(eta, And(eta > 0, condition)), given=(*SLOPES, now > theta_star))


OSCILLATES = {
    "conservative": some_rate(two_steps < now),
    "overshoots": some_rate(two_steps > now),
    "returns": some_rate(eq(two_steps, now)),
}

after_rate = {rate: two_steps.subs(eta, rate) for rate in (eta, at_rate)}
stays_close = implies(
    closeness * sp.Abs(eta - at_rate) < 1, sp.Abs(after_rate[eta] - after_rate[at_rate]) < eps
)
near_each = implies(And(at_rate > 0, eps > 0), Some(closeness, Every(eta, stays_close)))
CONTINUOUS = States(Every(at_rate, Every(eps, near_each)), given=(*SLOPES, now > theta_star))

# -- appendix E.6 ----------------------------------------------------------------------------------

in_a, alone = ti * tj * others, tj * others
off, diagonal = MIXED(ti, tj, others, dz, ddz), PURE(ti, alone, dz, ddz)
across = ACROSS(ti, others, tj, others_b, dz, ddz)
curved, sloped = ddz * in_a**2, dz * in_a
CASES = "the first line of the case distinction has a sign that is lost"
TWO_TERMS = {
    "i != j": ForAll(eq(off * ti * tj, curved), given=NEITHER),
    "i = j, cases": ForAll(
        Damaged(
            CASES,
            {
                "plus": eq(diagonal, (curved + sloped) / ti**2),
                "minus": eq(diagonal, (curved - sloped) / ti**2),
            },
        ),
        given=(sp.Ne(ti, 0),),
    ),
    "i = j, matrix": ForAll(eq(diagonal * ti**2, curved), given=(sp.Ne(ti, 0),)),
    "across": ForAll(eq(across, ddz * (ti * others) * (tj * others_b) / (ti * tj)), given=NEITHER),
}


def f_of(at, slope):
    """Return f of a parameter."""
    return sp.Abs(at) * (lam + slope / at**2)


def grows(of_a, of_b):
    """Return that R(i, j) grows with the ratio of the parameters."""
    says = sp.Derivative(f_of(ratio * ti, of_b) / f_of(ti, of_a), ratio) > 0
    moving = (sp.Ne(ti, 0), ratio > 0, lam > 0)
    critical = (of_a >= 0, of_b >= 0, (ratio * ti) ** 2 * lam > of_b)
    options = {
        "as in E.4": ForAll(says, given=(*moving, *critical)),
        "no": ForAll(says, given=(*moving, sp.Ne(f_of(ti, of_a), 0))),
    }
    return Ambiguous("whether the parameters are above the critical one here, too", options)


ROTATION = {
    "m = 2": Damaged(
        "what stands over the square of the parameter",
        {"y": grows(dz * theta_a, dz * theta_b), "1": grows(dz, dz)},
    ),
    "any m": grows(dz, dz),
}

# -- appendix G ------------------------------------------------------------------------------------

noise = sigma_e / sp.sqrt(batch)
MODEL = (d >= 1, batch > 0, sigma_e > 0)
lower_edge = Damaged("the number before sigma in (G.1)", {"2": sp.S(2), "none": sp.S(1)}) * noise
of_spectrum = OVERLAP(
    lam,
    Ambiguous(
        "what the variance per entry is",
        {"of each entry": 2 * noise * sp.sqrt(d), "of the law of its eigenvalues": 2 * noise},
    ),
)
OVERLAPS = {
    "above": ForAll(
        eq(of_spectrum, 1 - sigma_e**2 / (batch * lam**2)), given=(*MODEL, lam > lower_edge)
    ),
    "below": ForAll(eq(of_spectrum, 0), given=(*MODEL, lam <= lower_edge)),
}

# -- appendices I and J, sections 2 and 8.1 --------------------------------------------------------


def each(condition):
    """Say something of every coordinate."""
    return Every(i, implies(And(i >= 1, i <= d), condition))


def over_all(term):
    """Return a sum over coordinates."""
    return sp.Sum(term, (i, 1, d))


def form(of, matrix):
    """Return the quadratic form of a matrix."""
    return sp.Sum(of[i] * matrix(i, column) * of[column], (column, 1, d), (i, 1, d))


def top_eigenvalue(value, matrix):
    """Return that a number is the largest quotient of a matrix."""
    square = over_all(vector[i] ** 2)
    reached = And(square > 0, eq(form(vector, matrix), value * square))
    return Every(vector, form(vector, matrix) <= value * square), Some(vector, reached)


def plain(row, at):
    """Return an entry of H."""
    return H[row, at]


def scaled(row, at):
    """Return an entry of Q^{1/2} H Q^{1/2}."""
    return root[row] * H[row, at] * root[at]


def full(row, at):
    """Return an entry of Q H Q."""
    return root[row] ** 2 * H[row, at] * root[at] ** 2


FRAME = (
    *(d >= 1, eps > 0, each(And(moments[i] >= 0, eq(damping[i] ** 4, moments[i] + eps)))),
    each(And(damping[i] > 0, root[i] > 0, eq(damping[i] * root[i], 1))),
)


def extreme(value, less):
    """Return that a number is the least or the largest entry of Q."""
    reached = Some(column, And(column >= 1, column <= d, eq(root[column] ** 2, value)))
    return each(less(root[i] ** 2, value)), reached


BETWEEN = (
    *(*FRAME, eta > 0, *top_eigenvalue(lam, plain), *top_eigenvalue(lam_eff, scaled)),
    *(*extreme(least_q, sp.Ge), *extreme(largest_q, sp.Le)),
)


def of_hessians(says):
    """Return a statement about any Hessian, or one with a positive sharpness."""
    options = {
        name: States(says, given=(*BETWEEN, *some))
        for name, some in {"any": (), "sharp ones": (lam > 0,)}.items()
    }
    return Ambiguous("of which Hessians", options)


SANDWICH = {
    "left": of_hessians(eta * lam * least_q <= eta * lam_eff),
    "right": of_hessians(eta * lam_eff <= eta * lam * largest_q),
}

row_of_H = sp.Sum(H[i, column] * lead[column], (column, 1, d))
EIGENVECTOR = (*FRAME, each(eq(row_of_H, lam * lead[i])))
norm, harmonic = over_all(lead[i] ** 2), over_all(lead[i] ** 2 * damping[i] ** 2)
no_root = over_all(lead[i] ** 2 * damping[i] ** 4)
CURVATURE = Damaged(
    "the exponents of Q in (J.3)",
    {
        name: Damaged(
            "the exponent in (J.4)",
            {
                exponent: States(
                    eq(lam_v, lam * norm / mean),
                    given=(*EIGENVECTOR, norm > 0, eq(lam_v, form(lead, matrix) / norm)),
                )
                for exponent, mean in (("a root", harmonic), ("none", no_root))
            },
        )
        for name, matrix in (("1/2", scaled), ("1", full))
    },
)

DEFINES_CURVATURE = (eq(lam_v, lam / harmonic), harmonic > 0)  # (11)
BOTH_FORMS = (*EIGENVECTOR, norm > 0, *DEFINES_CURVATURE, eq(lam_v * harmonic, lam * norm))
stable, unstable = eta * lam < 2 * harmonic, eta * lam > 2 * harmonic
IN_STEPS = top_eigenvalue(lam_eff, scaled)


def of_stability(of_direction, of_step, when, *of_top):
    """Return what follows from (J.6), along v_1 and for the whole step."""
    return Ambiguous(
        "stability of what",
        {
            "along v_1": States(of_direction, given=(*FRAME, *DEFINES_CURVATURE, eta > 0, when)),
            "of the step": States(of_step, given=(*BOTH_FORMS, *of_top, eta > 0, when)),
        },
    )


def same_condition(mean):
    """Return that (J.6) is the condition in terms of lambda_eff, with this mean in both."""
    below = eta * lam < 2 * mean
    both = And(implies(below, eta * lam_v < 2), implies(eta * lam_v < 2, below))
    return States(both, given=(*FRAME, mean > 0, eq(lam_v, lam / mean)))


THRESHOLD = {
    "(J.6)": Damaged(
        "the exponent in (J.6), as in (11)",
        {"none": same_condition(no_root), "a root": same_condition(harmonic)},
    ),
    "unstable": of_stability(eta * lam_v > 2, eta * lam_eff > 2, unstable, IN_STEPS[0]),
    "stable": of_stability(eta * lam_v <= 2, eta * lam_eff <= 2, stable, *IN_STEPS),
}

eta_2, batch_2, sigma_2, samples_2, _ = other_values
POSITIVE = tuple(value > 0 for value in (eta, batch, samples, eta_2, batch_2, samples_2))
of_mean, of_mean_2 = eta * sigma_g**2 / (2 * batch), eta_2 * sigma_2**2 / (2 * batch_2)
said, said_2 = eta * samples / batch * sigma_g**2, eta_2 * samples_2 / batch_2 * sigma_2**2


def proportional(one, other, *given):
    """Return that temperatures in two settings are to each other as the page says."""
    return ForAll(eq(one * said_2, other * said), given=(*POSITIVE, *given))


SCALES = Ambiguous(
    "whether N may vary, and which loss it is",
    {
        "N is fixed": proportional(of_mean, of_mean_2, eq(samples, samples_2)),
        "a mean": proportional(of_mean, of_mean_2),
        "a sum": proportional(samples * of_mean, samples_2 * of_mean_2),
    },
)

ENTRIES = {
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
    "instability-flatness/txt-Rn-monotone-r": RATIO_GROWS,
    "instability-flatness/eq-G.1": OVERLAPS,
    "instability-flatness/txt-I-sandwich": SANDWICH,
    "instability-flatness/eq-J.6": THRESHOLD,
    "instability-flatness/eq-3": SCALES,
    "instability-flatness/txt-eta-eq": EQUILIBRIUM,
    "instability-flatness/txt-dR-dr-positive": ROTATION,
    "instability-flatness/asm-unique-minimum": UNIQUE,
    "instability-flatness/txt-zeta-gt-2": ZETA,
    "instability-flatness/txt-rpe-monotonicity": MONOTONE,
    "instability-flatness/eq-11": CURVATURE,
    "instability-flatness/txt-existence-period2": OSCILLATES,
    "instability-flatness/txt-existence-period2-step-continuity": CONTINUOUS,
}
