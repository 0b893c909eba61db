"""Second entries of section 4.1.2 and appendices B, E, G and J of it, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import Each, eq, le, reals, sequence
from theory.papers.instability_flatness.polarity_notation import (
    HESSIAN_2,
    MIXED,
    PURE,
    STEP,
    R,
    beta,
    beta_next,
    coupling,
    ddz,
    deviation,
    dz,
    eps,
    eta,
    gap_top,
    hessian_entries,
    i,
    in_basis,
    j,
    k,
    lam,
    lam_next,
    n,
    others,
    phi1,
    phi2,
    slope_t,
    t1,
    t2,
    ti,
    tj,
    tk,
    v,
    vartheta,
    vi,
    vj,
    vk,
    w,
)
from theory.papers.instability_flatness.training_symbols import (
    H_emp,
    alpha_n,
    angles,
    batch,
    d,
    damping,
    gradient,
    lam_v,
    m_i,
    noise_matrix,
    p_i,
    q,
    q_i,
    r,
    r_next,
    rank,
    root,
    samples,
    sigma_g,
    theta,
    thresh,
    wider,
    xi,
)
from theory.papers.instability_flatness.training_symbols import others as other_values
from theory.papers.instability_flatness.training_symbols import v as lead
from theory.quantifiers import Every, Some
from theory.sequences import Indicator


def implies(one, other):
    """Return an implication as it is written."""
    return Implies(one, other, evaluate=False)


# -- section 4.1.2, appendix E.2 -------------------------------------------------------------------

entry_12 = dz + ddz * t1 * t2
signed = ddz * (t2**2 - t1**2) / (2 * entry_12)
SETTING = (t2**2 >= t1**2,)  # without loss of generality, says the page
CONVEX = (*SETTING, ddz >= 0, sp.Ne(entry_12, 0))


def of_beta(value):
    """Return R for some beta."""
    return value + sp.sqrt(value**2 + 1)


def closed_form(value, ordered=True):
    """Return that R is that for some beta."""
    given = CONVEX if ordered else tuple(c for c in CONVEX if not c.has(t2**2))
    return ForAll(eq(R(t1, t2, dz, ddz), of_beta(value)), given=given)


after = {i: STEP(i, t1, t2, dz, eta) for i in (1, 2)}
zeta = t1 / t2 + t2 / t1
threshold = 2 * t1 * t2 / (dz * (t1**2 + t2**2))
GAMMA_PHI_1 = {
    "first": ForAll(eq(after[1], t1 - eta * dz * t2)),
    "second": ForAll(eq(after[2], t2 - eta * dz * t1)),
    "gamma": ForAll(
        eq((after[2] ** 2 - after[1] ** 2) / (t2**2 - t1**2), 1 - eta**2 * dz**2),
        given=(*SETTING, sp.Ne(t2**2 - t1**2, 0)),
    ),
}
GAMMA_THETA = ForAll(
    eq(after[1] * after[2] / (t1 * t2), 1 - eta * zeta * dz + eta**2 * dz**2),
    given=(*SETTING, sp.Ne(t1, 0)),
)


def threshold_is(share):
    """Return what the threshold is with some xi."""
    return eq(threshold, 2 * t1 / (dz * t2) * (1 - share))


SHARES = {
    "of both": t1**2 / (t1**2 + t2**2),
    "of the other": t2**2 / (t1**2 + t2**2),
    "ratio": t1**2 / t2**2,
}


def hessian(row, column):
    """Return an entry of the Hessian of z(t1 t2)."""
    return HESSIAN_2(row, column, t1, t2, dz, ddz)


HESSIAN = {
    "1, 1": ForAll(eq(hessian(1, 1), ddz * t2**2)),
    "1, 2": ForAll(eq(hessian(1, 2), ddz * t1 * t2 + dz)),
    "2, 1": ForAll(eq(hessian(2, 1), ddz * t1 * t2 + dz)),
    "2, 2": ForAll(eq(hessian(2, 2), ddz * t1**2)),
}

# -- appendix E.4 ----------------------------------------------------------------------------------

NEITHER = (sp.Ne(ti, 0), sp.Ne(tj, 0))
product = ti * tj * others
off, diagonal = MIXED(ti, tj, others, dz, ddz), PURE(ti, tj * others, dz, ddz)
rank_one = ddz * product**2 + dz * product
HESSIAN_N = {
    "i != j": ForAll(eq(off, rank_one / (ti * tj)), given=NEITHER),
    "i = j": ForAll(eq(diagonal, rank_one / ti**2 - dz * product / ti**2), given=(sp.Ne(ti, 0),)),
}


def f(at):
    """Return f."""
    return sp.Abs(at) * (lam + slope_t / at**2)


def constancy(at, coordinate):
    """Return (E.2)."""
    return eq((lam + slope_t / at**2) * coordinate, coupling / at)


PAIR = (constancy(ti, vi), constancy(tk, vk), sp.Ne(vk, 0))
quotient = f(tk) / f(ti)
RATIO = Ambiguous("bars on the right", {"bars": sp.Abs(quotient), "no bars": quotient})
critical = sp.sqrt(slope_t / lam)
ABOVE = (lam > 0, ti > critical)
SLOPE = {
    "derivative": ForAll(eq(sp.Derivative(f(ti), ti), lam - slope_t / ti**2), given=(ti > 0,)),
    "positive": ForAll(sp.Derivative(f(ti), ti) > 0, given=ABOVE),
    "increasing": ForAll(f(ti) < f(tk), given=(*ABOVE, ti < tk)),
}
BOTH_ABOVE = (*ABOVE, slope_t >= 0, tk > critical, ti <= tk)
AT_LEAST_1 = {
    "R_n": ForAll(sp.Abs(vi / vk) >= 1, given=(*BOTH_ABOVE, *PAIR)),
    "f": ForAll(RATIO >= 1, given=BOTH_ABOVE),
    "equality": ForAll(eq(tk, ti), given=(*BOTH_ABOVE, eq(RATIO, 1))),
}


def total(term):
    """Return a sum over the parameters."""
    return sp.Sum(term, (j, 1, n))


def of_any_length(says, given):
    """Return a statement about any number of parameters."""
    return ForAll(says, given=given, instances={n: (2,)})


NONE_IS_0 = (n >= 1, Each(sp.Ne(vartheta[j], 0), (j, 1, n)))
output = sp.Product(vartheta[i], (i, 1, n))
without = output / vartheta[k]
in_row = sp.Piecewise(
    (PURE(vartheta[k], without, dz, ddz), sp.Eq(j, k)),
    (MIXED(vartheta[k], vartheta[j], without / vartheta[j], dz, ddz), True),
)
in_common = (ddz * output**2 + dz * output) * total(v[j] / vartheta[j])
CONDITION = of_any_length(
    Each(eq((lam + dz * output / vartheta[k] ** 2) * v[k], in_common / vartheta[k]), (k, 1, n)),
    given=(n >= 2, NONE_IS_0[1], Each(eq(total(in_row * v[j]), lam * v[k]), (k, 1, n))),
)
squares = sp.Sum(vartheta[i] ** -2, (i, 1, n))
best = 1 / sp.sqrt(squares) / vartheta[j]
ON_SPHERE = (*NONE_IS_0, eq(total(v[j] ** 2), 1))
aim = total(v[j] / vartheta[j])
HAS_PSI = (squares > 0,)  # the root that psi is one over
OPTIMUM = {
    "unit": of_any_length(eq(total(best**2), 1), given=NONE_IS_0),
    "largest": of_any_length(le(aim**2, squares), given=ON_SPHERE),
    "its value": of_any_length(
        eq(total(best / vartheta[j]), sp.sqrt(squares)), given=(*NONE_IS_0, *HAS_PSI)
    ),
    "only": of_any_length(
        Each(eq(v[j], best), (j, 1, n)), given=(*ON_SPHERE, *HAS_PSI, eq(aim, sp.sqrt(squares)))
    ),
}
A, B = (total(best**2 * deviation[j] ** power) for power in (1, 2))
DEVIATES = (*NONE_IS_0, eq(total((best * (1 + deviation[j])) ** 2), 1))
BOUNDS = {
    "B": of_any_length(eq(B, -2 * A), given=DEVIATES),
    "Cauchy-Schwarz": of_any_length(A**2 <= B, given=DEVIATES),
    "A": Damaged(
        "strict or not",
        {
            "not": of_any_length(And(A >= -2, A <= 0), given=DEVIATES),
            "strict": of_any_length(And(A > -2, A < 0), given=DEVIATES),
        },
    ),
    "negative": Ambiguous(
        "of vectors that differ, or of any",
        {
            "that differ": ForAll(
                A < 0,
                given=(*DEVIATES, And(k >= 1, k <= n), sp.Ne(deviation[k], 0)),
                instances={n: (2,), k: (1, 2)},
            ),
            "any": of_any_length(A < 0, given=DEVIATES),
        },
    ),
}

# -- appendices E.6 and E.7 ------------------------------------------------------------------------

eigenvalues = sequence("lambda_i")
WITH_GAP = of_any_length(
    le(
        (gap_top - eigenvalues[2]) ** 2 * sp.Sum(in_basis[i] ** 2, (i, 2, n)),
        sp.Sum((eigenvalues[i] - gap_top) ** 2 * in_basis[i] ** 2, (i, 1, n)),
    ),
    given=(
        *(n >= 2, gap_top > eigenvalues[2], eq(sp.Sum(in_basis[i] ** 2, (i, 1, n)), 1)),
        Each(eigenvalues[i] >= eigenvalues[i + 1], (i, 1, n - 1)),
    ),
)
factor = reals("how_much")
# f = a + b1 b2 b3 and the loss f^2, at b1 = b2 = b3; v and w are eigenvectors of its Hessian
four = sp.symbols("a b1 b2 b3", real=True)
at_equal = dict(zip(four, (ti, tj, tj, tj), strict=True))
matrix = sp.hessian((four[0] + four[1] * four[2] * four[3]) ** 2, four).subs(at_equal).expand()
second, any_x = (sp.Matrix(reals(names)) for names in ("p0 p1 p2 p3", "q0 q1 q2 q3"))
leading = sp.Matrix([vi, vj, vk, 0])


def eigen(vector, value):
    """Return that a vector is an eigenvector."""
    rows = map(eq, matrix * vector, value * vector)
    return (*rows, vector.dot(vector) > 0)


largest_but_one = le(
    leading.dot(leading) * any_x.dot(matrix * any_x),
    lam_next * leading.dot(leading) * any_x.dot(any_x) + (lam - lam_next) * leading.dot(any_x) ** 2,
)
is_attained = And(eq(second.dot(leading), 0), *eigen(second, lam_next))
for one, other in zip(reversed(list(any_x)), reversed(list(second)), strict=True):
    largest_but_one, is_attained = Every(one, largest_but_one), Some(other, is_attained)
premises = And(
    *(sp.Ne(tj**3, 0), ti**2 >= factor * tj**6, lam >= lam_next),
    *(*eigen(leading, lam), largest_but_one, is_attained),
)
beside_block = matrix * sp.Matrix([1, 0, 0, 0]) - 2 * sp.Matrix([1, 0, 0, 0])
bound = le(
    (2 - lam_next) ** 2 * (vj**2 + vk**2),
    beside_block.dot(beside_block) * leading.dot(leading),
)
without_gap = implies(premises, bound)
for symbol in reversed((ti, tj, lam, lam_next, vi, vj, vk)):
    without_gap = Every(symbol, without_gap)
DAVIS_KAHAN = Ambiguous(
    "a gap, or one product much larger",
    {
        "gap": WITH_GAP,
        "much larger": States(Some(factor, And(factor > 0, without_gap))),
    },
)
SCALED = of_any_length(
    Each(
        eq(total(vartheta[k] / vartheta[j] * hessian_entries[k, j] * w[j]), lam * w[k]), (k, 1, n)
    ),
    given=(
        *NONE_IS_0,
        Each(eq(w[k], v[k] * vartheta[k]), (k, 1, n)),
        Each(eq(total(hessian_entries[k, j] * v[j]), lam * v[k]), (k, 1, n)),
    ),
)

# -- appendix B.2 ----------------------------------------------------------------------------------

INSIDE = And(i >= 1, i <= rank)
distance = {of: sp.sqrt(sp.Sum(of[i] ** 2, (i, 1, rank))) for of in (angles, wider)}
DIVISORS = {"1": sp.S.One, "m": rank, "root of m": sp.sqrt(rank)}


def divided(statement):
    """Return a statement for each divisor of the distance that may be lost."""
    options = {name: statement(divisor) for name, divisor in DIVISORS.items()}
    return Damaged("what divides the distance", options)


def principal(of):
    """Return that all principal angles are between 0 and a right one."""
    return Every(i, implies(INSIDE, And(of[i] >= 0, of[i] <= sp.pi / 2)))


def in_unit(divisor):
    """Return that similarity and score are between 0 and 1."""
    ell = sp.cos(distance[angles] / divisor)
    score = 1 - ell
    return States(
        And(ell >= 0, ell <= 1, score >= 0, score <= 1), given=(rank >= 1, principal(angles))
    )


def grows(divisor):
    """Return that the score of subspaces further apart is larger."""
    one, other = (1 - sp.cos(distance[of] / divisor) for of in (angles, wider))
    further = distance[angles] < distance[wider]
    return States(one < other, given=(rank >= 1, principal(angles), principal(wider), further))


SCORE = {
    "range": divided(in_unit),
    "one angle": States(
        eq(sp.cos(sp.sqrt(sp.Sum(angles[i] ** 2, (i, 1, 1)))), sp.cos(angles[1])),
        given=(angles[1] >= 0, angles[1] <= sp.pi / 2),
    ),
    "grows": divided(grows),
}

# -- appendix G ------------------------------------------------------------------------------------


def times(matrix):
    """Return a coordinate of a matrix times r_t."""
    return sp.Sum(matrix(k, j) * r[j], (j, 1, d))


STEP_OF_SGD = States(
    eq(
        r_next,
        r[k]
        - eta * times(lambda row, column: H_emp[row, column])
        - eta / sp.sqrt(batch) * times(lambda row, column: noise_matrix[row, column])
        - eta * xi[k],
    ),
    given=(
        *(d >= 1, And(k >= 1, k <= d), batch > 0, eq(r_next, r[k] - eta * gradient[k])),
        eq(
            gradient[k],
            times(lambda a, b: H_emp[a, b] + noise_matrix[a, b] / sp.sqrt(batch)) + xi[k],
        ),
    ),
)

# -- sections 7.1 and 8.1 --------------------------------------------------------------------------


def moved(of):
    """Return a step with a second moment; what is under the root is illegible."""
    return {"outside": m_i / (sp.sqrt(of) + eps), "under": m_i / sp.sqrt(of + eps)}


def of_rule(statement):
    """Return a statement with epsilon outside of the root and under it."""
    now, before = moved(q_i), moved(p_i)
    return Damaged(
        "whether epsilon is under the root",
        {where: statement(now[where], before[where]) for where in now},
    )


MOMENTS = (p_i >= 0, thresh >= 0, eps > 0, eq(q_i, sp.Min(p_i, thresh)))
CLIPPED = {
    "larger": of_rule(
        lambda now, before: ForAll(
            sp.Abs(now) > sp.Abs(before), given=(*MOMENTS, p_i > thresh, sp.Ne(m_i, 0))
        )
    ),
    "as before": of_rule(
        lambda now, before: ForAll(
            eq(theta - eta * now, theta - eta * before), given=(*MOMENTS, p_i <= thresh)
        )
    ),
}
coordinate = And(i >= 1, i <= d)
inverse = And(damping[i] > 0, root[i] > 0, eq(damping[i] * root[i], 1))
preconditioner = And(q[i] >= 0, eq(damping[i] ** 4, q[i] + eps))


def along_a_coordinate(exponent, says):
    """Return (J.5) from (J.4), by the exponent of Q^{-1/2} that stands for the lost power."""
    damped = sp.Sum(lead[i] ** 2 * damping[i] ** exponent, (i, 1, d))
    return States(
        eq(lam_v, says),
        given=(
            *(d >= 1, eps > 0, And(k >= 1, k <= d), Every(i, eq(lead[i], Indicator(eq(i, k))))),
            Every(i, implies(coordinate, inverse)),
            Every(i, implies(coordinate, preconditioner)),
            eq(lam_v * damped, lam * sp.Sum(lead[i] ** 2, (i, 1, d))),
        ),
    )


ALONG_A_COORDINATE = Damaged(
    "whether there is a root in (J.4) and (J.5)",
    {
        "a root": along_a_coordinate(2, lam / sp.sqrt(q[k] + eps)),
        "none": along_a_coordinate(4, lam / (q[k] + eps)),
    },
)
of_sample = eq(alpha_n**2 * sigma_g**2, sigma_g**2 / batch)
of_batch = eq(alpha_n**2 * (sigma_g**2 / batch), sigma_g**2 / batch)
NOISE = {
    "full batch": ForAll(eq(alpha_n**2 * sigma_g**2, 0), given=(eq(alpha_n, 0),)),
    "standard SGD": Ambiguous(
        "whether Sigma is of a sample or of a mini-batch",
        {
            "sample": ForAll(of_sample, given=(batch >= 1, eq(alpha_n, 1))),
            "mini-batch": ForAll(of_batch, given=(batch >= 1, eq(alpha_n, 1))),
        },
    ),
}
eta_2, batch_2, sigma_2, samples_2, alpha_2 = other_values
ALL_POSITIVE = tuple(x > 0 for x in (eta, batch, samples, eta_2, batch_2, samples_2))
per_time = eta * alpha_n**2 * sigma_g**2  # the variance of a step over eta
per_time_2 = eta_2 * alpha_2**2 * sigma_2**2
said, said_2 = samples / batch * per_time, samples_2 / batch_2 * per_time_2
a_batch, a_batch_2 = per_time / batch, per_time_2 / batch_2
TEMPERATURE = Ambiguous(
    "whether N / B may vary, and whether the noise is that of a mini-batch",
    {
        "of a mini-batch": ForAll(eq(a_batch * said_2, a_batch_2 * said), given=ALL_POSITIVE),
        "of a mini-batch, N fixed": ForAll(
            eq(a_batch * said_2, a_batch_2 * said), given=(*ALL_POSITIVE, eq(samples, samples_2))
        ),
        "fixed": ForAll(
            eq(per_time * said_2, per_time_2 * said),
            given=(*ALL_POSITIVE, eq(samples, samples_2), eq(batch, batch_2)),
        ),
        "any": ForAll(eq(per_time * said_2, per_time_2 * said), given=ALL_POSITIVE),
    },
)

ENTRIES = {
    "instability-flatness/txt-r2-closed-form": Damaged(
        "bars", {"bars": closed_form(sp.Abs(signed)), "no bars": closed_form(signed)}
    ),
    "instability-flatness/txt-r2-sign-invariance": {
        "product": ForAll(
            eq(of_beta(phi1 / phi2) * of_beta(-phi1 / phi2), 1), given=(sp.Ne(phi2, 0),)
        ),
        "absolute value": Ambiguous(
            "which parameter is the larger one",
            {
                "the second": closed_form(sp.Abs(signed)),
                "either": closed_form(sp.Abs(signed), ordered=False),
            },
        ),
    },
    "instability-flatness/txt-r2-monotone-beta": ForAll(
        of_beta(beta) < of_beta(beta_next), given=(beta < beta_next,)
    ),
    "instability-flatness/txt-gamma-phi1": GAMMA_PHI_1,
    "instability-flatness/txt-gamma-theta": GAMMA_THETA,
    "instability-flatness/txt-f-function": ForAll(
        eq(sp.Abs(vi / vk), RATIO), given=(*PAIR, sp.Ne(f(ti), 0))
    ),
    "instability-flatness/txt-f-derivative": SLOPE,
    "instability-flatness/txt-Rn-ge-1": AT_LEAST_1,
    "instability-flatness/def-dln2-hessian": HESSIAN,
    "instability-flatness/txt-dln-hessian-n": HESSIAN_N,
    "instability-flatness/eq-B.1": SCORE,
    "instability-flatness/eq-G.2": STEP_OF_SGD,
    "instability-flatness/eq-10": CLIPPED,
    "instability-flatness/txt-xi": ForAll(
        Damaged("xi", {name: threshold_is(share) for name, share in SHARES.items()}),
        given=(*SETTING, sp.Ne(dz, 0), sp.Ne(t2, 0)),
    ),
    "instability-flatness/txt-A-B": BOUNDS,
    "instability-flatness/txt-opt-v-inverse": OPTIMUM,
    "instability-flatness/txt-scaled-eigenproblem": SCALED,
    "instability-flatness/txt-davis-kahan-form": DAVIS_KAHAN,
    "instability-flatness/eq-9": TEMPERATURE,
    "instability-flatness/eq-E.2": CONDITION,
    "instability-flatness/eq-J.5": ALONG_A_COORDINATE,
    "instability-flatness/eq-8": NOISE,
}
