"""Appendix E.7: parameters that several products share, in the coordinates w_j = v_j theta_j."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import AddUp, Argument, Assume, Cut, Generalise, Put, Solve, Specialise
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Missing, Source
from theory.existence import met
from theory.language import eq, reals
from theory.papers.instability_flatness.eigenvector_argument import NONE_IS_0
from theory.papers.instability_flatness.polarity_notation import (
    ACROSS,
    APPENDIX_E_7,
    ddz,
    dz,
    entry_jk,
    entry_kj,
    hessian_entries,
    in_all,
    inside,
    j,
    k,
    lam,
    lam_next,
    n,
    next_weights,
    other_ratio,
    others,
    others_b,
    ratio,
    ti,
    tj,
    tk,
    total,
    v,
    vartheta,
    w,
    weight,
    weight_kj,
    weights,
)
from theory.papers.instability_flatness.products import (
    NOT_ZERO,
    OFF_DIAGONAL,
    ON_DIAGONAL,
    OUTPUT,
)
from theory.places import HERE
from theory.sum_arguments import taken_out

B_KJ = vartheta[k] / vartheta[j] * hessian_entries[k, j]
SCALED_VECTOR = (
    NONE_IS_0,
    in_all(eq(w[j], v[j] * vartheta[j])),
    in_all(eq(total(hessian_entries[k, j] * v[j]), lam * v[k]), k),
)


def scaled():
    """Argue that each term is that of H v, times theta_k."""
    row = hessian_entries[k, j] * v[j]
    at_j, at_k = ([Specialise(Assume(e), index) for e in SCALED_VECTOR[:2]] for index in (j, k))
    here = (n >= 1, *SCALED_VECTOR[:2], *inside(k).args)
    each = Solve(eq(B_KJ * w[j], vartheta[k] * row), (*here, *inside(j).args), tuple(at_j))
    facts: tuple[Argument, ...] = (
        AddUp(each, j, 1, n),
        taken_out({row: vartheta[k]}, j, n),
        Specialise(Assume(SCALED_VECTOR[2]), k),
        *at_k,
    )
    says = Implies(inside(k), eq(total(B_KJ * w[j]), lam * w[k]), evaluate=False)
    return Generalise(Solve(says, (n >= 1, *SCALED_VECTOR), facts), k)


SCALED = Claim(
    id="instability-flatness/txt-scaled-eigenproblem",
    title="Eigenvalue problem in scaled coordinates",
    source=APPENDIX_E_7,
    words="With w_j = v_j theta_j and B_kj = theta_k H_kj / theta_j, H v = lambda v says B w = "
    "lambda w.",
    printed=States(
        in_all(eq(total(B_KJ * w[j]), lam * w[k]), k), given={HERE: (n >= 1, *SCALED_VECTOR)}
    ),
    because={"": scaled()},
)

b_kj, b_jk = reals("B_kj B_jk")
SCALED_ENTRIES = {b_kj: tk / tj * entry_kj, b_jk: tj / tk * entry_jk}
TWO_PARAMETERS = {HERE: (sp.Ne(tk, 0), sp.Ne(tj, 0), eq(entry_kj, entry_jk))}
SYMMETRIC = Claim(
    id="instability-flatness/txt-B-symmetric",
    title="The scaled matrix is symmetric",
    source=APPENDIX_E_7,
    words="As H is symmetric, so is B, of the entries B_kj = vartheta_k H_kj / vartheta_j.",
    printed=ForAll(eq(b_kj, b_jk), given=TWO_PARAMETERS, where=SCALED_ENTRIES),
    instead=Instead(
        ForAll(eq(b_kj, (tk / tj) ** 2 * b_jk), given=TWO_PARAMETERS, where=SCALED_ENTRIES),
        words="B is similar to H: B = D H D^-1, where the diagonal matrix D has the parameters, so "
        "that B_kj is B_jk times (vartheta_k / vartheta_j)^2",
    ),
    breaks_at="In the reason given, that H is symmetric and that the scaling preserves symmetry: H "
    "is, but scaling row k by vartheta_k and column j by 1 / vartheta_j keeps eigenvalues and "
    "loses symmetry.",
    note="B is similar to H by a diagonal matrix, which keeps eigenvalues but not symmetry: B is "
    "symmetric only where H_kj = 0 or |vartheta_k| = |vartheta_j| for all k and j. The problem B w "
    "= lambda w that the text goes on with is right.",
    symbols={
        b_kj: "entry k, j of the scaled matrix B",
        b_jk: "entry j, k of the scaled matrix B",
    },
)


def falls_in_size(smaller, larger, nonzero):
    """Return that an entry at theta_j is smaller in size than at a smaller theta_i."""
    return ForAll(
        sp.Lt(*(sp.Abs(entry, evaluate=False) for entry in (smaller, larger)), evaluate=False),
        given={HERE: (sp.Ne(nonzero, 0), sp.Ne(ti, 0), ti**2 < tj**2)},
    )


ENTRIES = Claim(
    id="instability-flatness/txt-B-entries",
    title="Entries of the scaled matrix",
    source=APPENDIX_E_7,
    words="B_kj is the curvature weight theta_k theta_j H_kj over theta_j^2, so that its size is "
    "inversely related to theta_j^2.",
    printed={
        "formula": ForAll(
            eq(b_kj, weight_kj / tj**2),
            given={HERE: (sp.Ne(tj, 0), eq(weight_kj, tk * tj * entry_kj))},
            where={b_kj: tk / tj * entry_kj},
        ),
        "inversely related": Ambiguous(
            "whether the curvature weight, by which it is modulated, is held fixed",
            {
                "held fixed": falls_in_size(weight_kj / tj**2, weight_kj / ti**2, weight_kj),
                "as it is, for z = Theta^2 / 2": falls_in_size(
                    sp.Mul(tk / tj, 2 * tk * tj, evaluate=False),
                    sp.Mul(tk / ti, 2 * tk * ti, evaluate=False),
                    tk,
                ),
            },
        ),
    },
    note="For z = Theta^2 / 2 and two parameters H_kj is 2 theta_k theta_j, and B_kj is 2 "
    "theta_k^2 whatever theta_j is.",
)


IN_A, IN_B = ti * others, tj * others_b  # two products that share no parameter


def both_sums(other):
    """Return both sums for parameter i and this one, of a single product."""
    return ddz * OUTPUT**2 / (ti * other) + dz * OUTPUT / (ti * other)


HESSIAN = Claim(
    id="instability-flatness/txt-shared-hessian",
    title="Hessian with shared parameters",
    source=APPENDIX_E_7,
    words="Entry k, j is the sum of z_ab Theta_a Theta_b over both parameters for all products "
    "that contain them, and of z_a Theta_a over both for products that contain both.",
    printed={
        "one product, two parameters": ForAll(eq(OFF_DIAGONAL, both_sums(tj)), given=NOT_ZERO),
        "one product, one parameter": ForAll(eq(ON_DIAGONAL, both_sums(ti)), given=NOT_ZERO),
        "two products, a parameter of each": ForAll(
            eq(ACROSS(ti, others, tj, others_b, dz, ddz), ddz * IN_A * IN_B / (ti * tj)),
            given=NOT_ZERO,
        ),
        "several products": Missing("sums over products that share parameters in any way"),
    },
    instead={
        "one product, one parameter": Instead(
            ForAll(eq(ON_DIAGONAL, ddz * OUTPUT**2 / ti**2), given=NOT_ZERO),
            meant=Source("", "appendix E.6, equation (E.4)"),
            words="the second sum is for two different parameters only",
        )
    },
    breaks_at="It is itself a line of a derivation. As far as the text can be read, its second sum "
    "takes in k = j, where a product, linear in each of its parameters, has no second derivative.",
    note="The display is stated for all k and j from 1 to n, so also for k = j. On the diagonal "
    "the second sum has to be left out, as it is in (E.4), since a product is linear in each of "
    "its parameters; for two different parameters the display is right.",
)

# -- the share of the smaller parameter ------------------------------------------------------------


def top(value, weight_jj, r):
    """Return that a value is the larger root of the scaled problem of two parameters, 1 and r."""
    characteristic = eq((value - weights) * (value - weight_jj / r**2), weight**2 / r**2)
    return And(characteristic, value >= weights, value >= weight_jj / r**2)


def measure(value, weight_jj, r):
    """Return (w_i / w_j)^2, from the second row of B w = lambda w."""
    return ((value - weight_jj / r**2) / weight) ** 2


RATIOS = (ratio > 1, other_ratio > ratio)


def with_weights(*given, statement=ForAll):
    """Return that the measure grows while the curvature weights are fixed."""
    return statement(
        measure(lam, next_weights, ratio) < measure(lam_next, next_weights, other_ratio),
        given={
            HERE: (
                *RATIOS,
                sp.Ne(weight, 0),
                top(lam, next_weights, ratio),
                top(lam_next, next_weights, other_ratio),
                *given,
            )
        },
    )


POSITIVE_DEFINITE = (weights > 0, weights * next_weights > weight**2)


def grows_argued():
    """Argue that it grows for a positive definite Hessian.

    Beyond the diagonal d = lambda - K_jj u, where u = r^-2, is the positive root of
    d (d + K_jj u - K_ii) = K_ij^2 u.
    """
    u, u_next, d, d_next, square = reals("u u' d d' k")
    roots = (
        *(u > u_next, u_next > 0, square > 0),
        *(d >= 0, d + next_weights * u >= weights),
        eq((d + next_weights * u - weights) * d, square * u),
        *(d_next >= 0, d_next + next_weights * u_next >= weights),
        eq((d_next + next_weights * u_next - weights) * d_next, square * u_next),
    )
    more = Solve(d < d_next, (weights > 0, weights * next_weights > square, *roots))
    values = {u: ratio**-2, u_next: other_ratio**-2, square: weight**2}
    values |= {d: lam - next_weights / ratio**2, d_next: lam_next - next_weights / other_ratio**2}
    grows = with_weights(*POSITIVE_DEFINITE, statement=States)
    put = tuple(Solve(substitute(root, values), grows.given) for root in roots)
    shown = Solve(grows.says, grows.given, (Cut(Put(more, values), put), put[3], put[6]))
    point = {ratio: 2, other_ratio: 5, weights: 1, next_weights: 10, weight: 2}
    return met(shown, grows.given, {**point, lam: 3, lam_next: sp.Rational(6, 5)})


INCREASING = Claim(
    id="instability-flatness/txt-Rstar-increasing",
    title="The rotation measure grows with the ratio of the parameters",
    source=APPENDIX_E_7,
    words="With w_k = v_k theta_k for the top eigenvector v, (w_i / w_j)^2 has a positive "
    "derivative in theta_j / theta_i while theta_i and the curvature in H_kj are held fixed, the "
    "weights K_kj = theta_k theta_j H_kj.",
    printed={
        "one product of two parameters": with_weights(),
        "other products": Missing("products that share parameters in any way"),
    },
    instead={
        "one product of two parameters": Instead(
            with_weights(*POSITIVE_DEFINITE, statement=States),
            because=grows_argued(),
            words="it does where the Hessian is positive definite",
        )
    },
    breaks_at="That w_j has to be reduced since column j of B becomes negligible: the column "
    "weighs what w_j adds to the other rows, while w_j itself is given by row j.",
    note="theta_i is 1. Row j of the equation for v gives (w_i / w_j)^2 = (lambda - K_jj / "
    "r^2)^2 / K_ij^2: a larger theta_j makes column j of B small, but w_j is not small for that. "
    "It falls also for the convex loss z = 5/2 (Theta - 1/5)^2 at Theta = 1, where K_ii and K_jj "
    "are 5 and K_ij is 9: it is 9/16 at r = 2, where lambda is 8, and 9/25 at r = 5, where "
    "lambda is 5.6.",
)
