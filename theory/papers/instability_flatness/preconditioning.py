"""Appendix I: adaptive optimisers as preconditioned gradient descent.

Q_t is the diagonal matrix of (q_t + epsilon)^{-1/2}, and H_eff = Q_t^{1/2} H_t Q_t^{1/2}. Q_t^{1/2}
and Q_t^{-1/2} are given by their diagonals, which are positive and inverse to each other. A largest
eigenvalue is the largest quotient x^T M x / x^T x.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import Solve
from theory.choices import Ambiguous, Damaged
from theory.claim import ByReading, Claim, ForAll, Instead, Source
from theory.language import eq, reals
from theory.papers.instability_flatness import preconditioning_argument as argument
from theory.papers.instability_flatness.preconditioning_argument import (
    DIAGONAL,
    ENTRIES,
    MEANS,
    SPECTRA,
    effective,
)
from theory.papers.instability_flatness.training_symbols import (
    RADIUS,
    H,
    beta1,
    d,
    damping,
    eps,
    eta,
    g_i,
    i,
    in_all,
    inside,
    j,
    k,
    lam,
    lam_eff,
    largest_q,
    least_q,
    m,
    m_before,
    m_i,
    q,
    q_i,
    root,
    step,
    theta,
    total,
    w,
)
from theory.places import HERE

Q_T = {"appendix I, Q_t and its parts": (*DIAGONAL, eps > 0, MEANS)}


def values_of(one, other):
    """Return two coordinates at which Q_t^{-1/2} has these entries."""
    one, other = map(sp.sympify, (one, other))
    small = min(one, other) ** 4 / 2
    return {
        d: 2,
        eps: small,
        q: argument.vector(one**4 - small, other**4 - small),
        damping: argument.vector(one, other),
        root: argument.vector(1 / one, 1 / other),
    }


# -- the step --------------------------------------------------------------------------------------

RADICAL = "whether the root in the denominator covers epsilon, or the second moment alone"
POSITIVE = {"appendix I, moments and epsilon": (q_i >= 0, eps > 0)}


def over_root(moment):
    """Return m_t over the denominator of Adam, in a coordinate."""
    return Damaged(
        RADICAL,
        {
            "root of the sum": m_i / sp.sqrt(moment + eps),
            "root of the moment": m_i / (sp.sqrt(moment) + eps),
        },
    )


entry = reals("Q_i")  # of the diagonal matrix Q_t

TXT_I_PRECONDITIONED = Claim(
    id="instability-flatness/txt-I-preconditioned",
    title="Adam as preconditioned gradient descent",
    source=Source(appendix="appendix I, after the definition of Q_t"),
    words="The update of Adam is theta - eta Q_t m_t.",
    printed=ForAll(
        eq(theta - eta * over_root(q_i), theta - eta * entry * m_i),
        given=POSITIVE,
        where={entry: (q_i + eps) ** sp.Rational(-1, 2)},
    ),
    note="Kingma and Ba add epsilon outside of the root; then Q_t would be the inverse of "
    "sqrt(q_t) + epsilon, and the update another one: that the root is of the sum is read.",
)

TXT_RMSPROP = Claim(
    id="instability-flatness/txt-rmsprop-special-case",
    title="RMSprop is Adam with beta_1 = 0",
    source=Source("section 8.1", "appendix I"),
    words="With beta_1 = 0 the mean m_t is the gradient, and the update is that of RMSprop.",
    printed=ForAll(
        And(
            eq(m_i, g_i),
            eq(theta - eta * over_root(q_i), theta - eta * over_root(q_i).subs(m_i, g_i)),
        ),
        given={
            **POSITIVE,
            HERE: (
                eq(m_i, beta1 * m_before + (1 - beta1) * g_i),
                eq(beta1, 0),
            ),
        },
    ),
    note="Without a correction of the bias, of which the paper writes none; Adam of Kingma and Ba "
    "divides the second moment by 1 - beta_2^t.",
)

# -- the metric ------------------------------------------------------------------------------------

ALONG = -eta * root[i] ** 2 * m[i]


def cost(size, weight):
    """Return m_t^T Delta + |Delta|^2 / (2 eta) in a metric, for the term of one coordinate."""
    return m[i] * size + weight * size**2 / (2 * eta)


def steepest(weight):
    """Return that the step of Adam has the least cost, in the metric of a diagonal matrix."""
    return States(
        total(cost(ALONG, weight)) <= total(cost(step[i], weight)),
        given={**Q_T, HERE: (eta > 0,)},
    )


METRICS = {"inverse of Q_t": damping[i] ** 2, "Q_t": root[i] ** 2}
INVERSE = argument.inverse(root, damping)
TERMS = argument.compared(
    cost(ALONG, METRICS["inverse of Q_t"]),
    cost(step[i], METRICS["inverse of Q_t"]),
    (eta > 0, INVERSE),
    argument.at_both(INVERSE)[:1],
)
METRIC = steepest(METRICS["inverse of Q_t"])

TXT_I_METRIC = Claim(
    id="instability-flatness/txt-I-metric",
    title="Adam as steepest descent in a metric",
    source=Source(appendix="appendix I"),
    words="Adam is steepest descent in the metric whose matrix is the inverse of Q_t, with m_t in "
    "the place of the gradient.",
    printed=Damaged(
        "whether the matrix in the definition of the metric, whose index is Q^{-1}, is an inverse",
        {name: steepest(weight) for name, weight in METRICS.items()},
    ),
    because={
        "": ByReading(
            {"inverse of Q_t": argument.met_at(TERMS, METRIC.given, {**values_of(1, 1), eta: 1})}
        )
    },
    note="Steepest descent in a metric minimises the linear change of the loss plus the squared "
    "length over 2 eta.",
)

# -- stability -------------------------------------------------------------------------------------


def largest_root(factor, stiffness):
    """Derive the growth of a step of Adam on a quadratic loss, from its matrix for (theta, m)."""
    position, mean = sp.symbols("position mean", real=True)
    moved = factor * mean + (1 - factor) * stiffness * position
    matrix = sp.Matrix([position - moved, moved]).jacobian([position, mean])
    half, product = matrix.trace() / 2, matrix.det()
    apart = half**2 - product
    return sp.Piecewise((sp.sqrt(product), apart < 0), (sp.Abs(half) + sp.sqrt(apart), True))


MOVED = root[k] * w[k]  # the coordinate of Q^{1/2} w
IMAGE = sp.Sum(H[k, j] * root[j] * w[j], (j, 1, d))
IS_EIGENVECTOR = in_all(eq(sp.Sum(effective(i, j) * w[j], (j, 1, d)), lam_eff * w[i]))

GROWS = States(
    sp.Abs(MOVED - eta * root[k] ** 2 * IMAGE) > sp.Abs(MOVED),
    given={
        **Q_T,
        HERE: (
            IS_EIGENVECTOR,
            inside(k),
            sp.Ne(w[k], 0),
            eta * lam_eff > 2,
        ),
    },
)
AT_THREE = {H: argument.diagonal(3, 3), w: argument.vector(1, 1), lam_eff: 3, eta: 1, k: 1}


TXT_I_HEFF = Claim(
    id="instability-flatness/txt-I-heff",
    title="Instability of adaptive optimisers",
    source=Source(appendix="appendix I, effective Hessian; section 8.1"),
    words="Adaptive optimisers such as RMSprop and Adam become unstable where eta times the top "
    "eigenvalue of H_eff is above 2.",
    printed={
        "RMSprop": GROWS,
        "Adam": ForAll(
            RADIUS(beta1, eta * lam_eff) > 1,
            given={
                HERE: (
                    beta1 >= 0,
                    beta1 < 1,
                    eta * lam_eff > 2,
                )
            },
        ),
    },
    because={
        "RMSprop": argument.met_at(
            argument.grows_along(MOVED, IMAGE, IS_EIGENVECTOR),
            GROWS.given,
            {**values_of(1, 1), **AT_THREE},
        )
    },
    instead={
        "Adam": Instead(
            ForAll(
                RADIUS(beta1, eta * lam_eff) > 1,
                given={
                    HERE: (
                        beta1 >= 0,
                        beta1 < 1,
                        eta * lam_eff > 2 * (1 + beta1) / (1 - beta1),
                    ),
                },
            ),
            words="above 2 (1 + beta_1) / (1 - beta_1)",
        )
    },
    breaks_at="No proof is given. The limit 2 is that of gradient descent, and is taken over for "
    "steps that average.",
    note="Q_t is frozen. Along an eigenvector of H_eff a step of RMSprop multiplies by 1 - eta "
    "lambda. The mean m_t of Adam damps the overshoot: its factors are the roots of r^2 - (1 + "
    "beta_1 - (1 - beta_1) eta lambda) r + beta_1, here of r^2 + 1/2, so that each step shrinks "
    "by 0.707. With beta_1 = 0.9 the limit is 38.",
)

# -- eigenvalues of H_eff and of H -----------------------------------------------------------------

CONTEXT = (
    "whether a Hessian without positive eigenvalue is meant, too: the display has no condition, "
    "but the sentence before it is about unstable steps, for which the sharpness is positive"
)
ALL_OF_Q = {
    **Q_T,
    "appendix I, largest eigenvalues": SPECTRA,
    "appendix I, least and largest entries": ENTRIES,
}
FROM_BELOW = eta * lam * least_q <= eta * lam_eff
FROM_ABOVE = eta * lam_eff <= eta * lam * largest_q
SHARP, ANY = "positive sharpness", "any Hessian"
SIGNS = {SHARP: (lam > 0,), ANY: ()}
AT_DIAGONAL = {
    **values_of(sp.Rational(1, 2), 1),
    H: argument.diagonal(sp.Rational(1, 2), 1),
    lam: 1,
    lam_eff: 2,
    least_q: 1,
    largest_q: 4,
    eta: 1,
    argument.x: argument.vector(0, 1),
    argument.y: argument.vector(1, 0),
    j: 2,
    k: 1,
}
AT_CONCAVE = {
    **values_of(sp.Rational(1, 2), 1),
    H: argument.diagonal(-2, -3),
    lam: -2,
    lam_eff: -3,
    least_q: 1,
    largest_q: 4,
    eta: 1,
    argument.x: argument.vector(1, 0),
    argument.y: argument.vector(0, 1),
    j: 2,
    k: 1,
}


def side(says, reading):
    """Return one side of the display in a reading of its context."""
    return States(says, given={**ALL_OF_Q, HERE: (eta > 0, *SIGNS[reading])})


def shown(says, by):
    """Return the argument for one side of the display, from that without eta."""
    given = side(says, SHARP).given
    return ByReading({SHARP: argument.met_at(Solve(says, given, (by,)), given, AT_DIAGONAL)})


def denied(says):
    """Return the argument against one side of the display for any Hessian."""
    return ByReading({ANY: argument.breaks(side(says, ANY).given, says, AT_CONCAVE)})


TXT_I_SANDWICH = Claim(
    id="instability-flatness/txt-I-sandwich",
    title="The top eigenvalue of the effective Hessian",
    source=Source(appendix="appendix I, display on the contraction"),
    words="The top eigenvalue of H_eff lies between that of H times the least and that of H times "
    "the largest entry of Q_t.",
    printed={
        "from below": Ambiguous(CONTEXT, {r: side(FROM_BELOW, r) for r in SIGNS}),
        "from above": Ambiguous(CONTEXT, {r: side(FROM_ABOVE, r) for r in SIGNS}),
    },
    because={
        "from below": shown(FROM_BELOW, argument.LEAST),
        "from above": shown(FROM_ABOVE, argument.LARGEST),
    },
    against={"from below": denied(FROM_BELOW), "from above": denied(FROM_ABOVE)},
    note="A negative top eigenvalue turns both inequalities around: H = diag(-2, -3) and Q_t = "
    "diag(4, 1) have H_eff = diag(-8, -3).",
)
