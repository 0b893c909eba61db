"""How eigenvalues of Q^{1/2} H Q^{1/2} compare with those of H, and what both say of v_1.

The entries of Q^{1/2} are positive, those of Q^{-1/2} their inverses. If x = Q^{1/2} w, then
x^T H x is w^T H_eff w.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import AddUp, Assume, Choose, Solve, Specialise
from theory.binders import SequenceOf, substitute, unbound
from theory.existence import by_values, met
from theory.language import eq, sequence
from theory.papers.instability_flatness.training_symbols import (
    H,
    d,
    damping,
    damping_less,
    eps,
    eta,
    i,
    in_all,
    inside,
    j,
    k,
    lam,
    lam_eff,
    lam_less,
    largest_q,
    least_q,
    p,
    q,
    q_less,
    root,
    root_less,
    thresh,
    total,
    v,
    w,
)
from theory.quantifiers import Every, Some, denied, inhabited
from theory.sequences import Indicator, entries
from theory.sum_arguments import only_term, taken_out, written_out

x, y, z = map(sequence, ("x_H", "y_H", "z_H"))


def hessian(row, column):
    """Return an entry of H."""
    return H[row, column]


def effective(row, column):
    """Return an entry of H_eff = Q^{1/2} H Q^{1/2}."""
    return root[row] * H[row, column] * root[column]


def less_clipped(row, column):
    """Return an entry of H_eff for another threshold."""
    return root_less[row] * H[row, column] * root_less[column]


def form(matrix, vector):
    """Return x^T M x."""
    return sp.Sum(vector[i] * matrix(i, j) * vector[j], (j, 1, d), (i, 1, d))


def square(vector):
    """Return the squared norm."""
    return total(vector[i] ** 2)


def bounded(matrix, value):
    """Return that no vector has a larger quotient x^T M x / x^T x."""
    return Every(z, form(matrix, z) <= value * square(z))


def attained(matrix, value, by):
    """Return that some vector has this quotient."""
    return Some(by, And(square(by) > 0, eq(form(matrix, by), value * square(by))))


def top(matrix, value, by):
    """Return that a number is the largest eigenvalue of a symmetric matrix."""
    return (bounded(matrix, value), attained(matrix, value, by))


def inverse(one, other):
    """Return that two diagonal matrices are positive and inverse to each other."""
    return in_all(And(one[i] > 0, other[i] > 0, eq(one[i] * other[i], 1)))


def eigenvector():
    """Return that H v_1 is lambda v_1."""
    return in_all(eq(sp.Sum(H[i, j] * v[j], (j, 1, d)), lam * v[i]))


def attained_at(bound, index):
    """Return that some entry of Q is a number."""
    return Some(index, And(*inside(index).args, eq(root[index] ** 2, bound)))


DIAGONAL = (d >= 1, inverse(root, damping))
SPECTRA = (*top(hessian, lam, x), *top(effective, lam_eff, y))
BETWEEN = (in_all(least_q <= root[i] ** 2), in_all(root[i] ** 2 <= largest_q))
ENTRIES = (*BETWEEN, attained_at(least_q, j), attained_at(largest_q, k))
HERE_I, HERE_J = (inside(index).args for index in (i, j))
DAMPED = total(v[i] ** 2 * damping[i] ** 2)  # sum_i v_i^2 (q_i + epsilon)^{1/2}
DAMPED_WHOLE = total(v[i] ** 2 * damping[i] ** 4)  # the same without the root


def at_both(condition):
    """Return what holds of every coordinate, of i and of j."""
    return tuple(Specialise(Assume(condition), index) for index in (i, j))


def same_sums(one, other, given, using=()):
    """Argue that two double sums are the same, term by term."""
    terms = (e.function for e in (one, other))
    each = Solve(eq(*terms), (d >= 1, *given, *HERE_I, *HERE_J), using)
    return AddUp(AddUp(each, j, 1, d), i, 1, d)


def compared(one, other, given=(), using=()):
    """Argue that a sum is at most another one, term by term."""
    return AddUp(
        Solve(sp.Le(one, other, evaluate=False), (d >= 1, *given, *HERE_I), using), i, 1, d
    )


# -- top eigenvalues -------------------------------------------------------------------------------


def _largest():
    """Argue that the top eigenvalue of H_eff is at most that of H times the largest entry of Q."""
    found = (square(y) > 0, eq(form(effective, y), lam_eff * square(y)))
    stretched = Specialise(Assume(bounded(hessian, lam)), SequenceOf(root[i] * y[i], i))
    each = compared(
        (root[i] * y[i]) ** 2,
        largest_q * y[i] ** 2,
        (BETWEEN[1],),
        (Specialise(Assume(BETWEEN[1]), i),),
    )
    given = (d >= 1, BETWEEN[1], lam >= 0, bounded(hessian, lam))
    facts = (stretched, each, taken_out({y[i] ** 2: largest_q}, i, d))
    then = Solve(lam_eff <= lam * largest_q, (*given, *found), facts)
    return Choose(Assume(attained(effective, lam_eff, y)), then, y)


def grows(first, low, second, high, stretch, given, using, least):
    """Argue that a matrix has a top eigenvalue of at least `least` times that of another one.

    Args:
        first, low: the other matrix, and its top eigenvalue, which is positive.
        second, high: the matrix, and its top eigenvalue.
        stretch: c_i such that second at the vector c x is first at x.
        given, using: what shows this, and that least c_i^2 <= 1.
    """
    moved = SequenceOf(stretch * x[i], i)
    size = substitute(z[i] ** 2, {z: moved})
    moved_form = substitute(form(second, z), {z: moved})
    found = (square(x) > 0, eq(form(first, x), low * square(x)))
    facts = (
        Specialise(Assume(bounded(second, high)), moved),
        same_sums(moved_form, form(first, x), given, using),
        compared(least * size, x[i] ** 2, given, using),
        compared(-size, size),
        *(taken_out({size: factor}, i, d) for factor in (-1, least)),
    )
    given = (d >= 1, *given, low > 0, bounded(second, high), *found)
    then = Solve(high >= low * least, given, facts)
    return Choose(Assume(attained(first, low, x)), then, x)


_INVERSE = DIAGONAL[1]
LARGEST = _largest()
LEAST = grows(
    hessian,
    lam,
    effective,
    lam_eff,
    damping[i],
    (_INVERSE, BETWEEN[0]),
    (*at_both(_INVERSE), Specialise(Assume(BETWEEN[0]), i)),
    least_q,
)


# -- points ----------------------------------------------------------------------------------------


def matrix_of(one, aside, other):
    """Return the symmetric matrix with two entries on its diagonal, and one beside it."""
    first, second = (Indicator(And(eq(i, at), eq(j, at))) for at in (1, 2))
    return SequenceOf(one * first + other * second + aside * (1 - first - second), i, j)


def diagonal(one, other):
    """Return the matrix with these two entries on its diagonal."""
    return matrix_of(one, 0, other)


def vector(one, other):
    """Return the vector with these two entries."""
    return entries((one, other), i)


def sums_at(values, sums, size):
    """Argue what sums are at some values, each written out; their number of terms is `size`."""
    others = {symbol: value for symbol, value in values.items() if symbol != size}
    at = (substitute(substitute(one, {size: values[size]}), others) for one in sums)
    return tuple(written_out(one) for one in at if isinstance(one, sp.Sum))


def breaks(given, says, values):
    """Argue that there are values which satisfy hypotheses and break a conclusion."""
    values = {symbol: sp.sympify(value) for symbol, value in values.items()}
    conditions = (*given, denied(says))
    symbols = sorted(unbound(And(*conditions)), key=str)
    using = sums_at(values, sums_in(conditions), d)
    return by_values(inhabited(symbols, conditions), values, (), using)


def met_at(shown, given, values):
    """Return an argument, with one that values satisfy its hypotheses, whose sums have d terms."""
    return met_for(d, shown, given, values)


def met_for(size, shown, given, values):
    """Return an argument, with one that values satisfy its hypotheses; see `sums_at`."""
    values = {symbol: sp.sympify(value) for symbol, value in values.items()}
    return met(shown, given, values, sums_at(values, sums_in(given), size))


def sums_in(conditions):
    """Return the sums of conditions that are in no other sum, once each."""
    return sorted(set().union(*(c.atoms(sp.Sum) for c in conditions)), key=str)


# -- the leading eigenvector -----------------------------------------------------------------------

EIGENVECTOR = (d >= 1, eigenvector())


def _form_of_eigenvector():
    """Argue that v_1^T H v_1 is lambda |v_1|^2."""
    each = Solve(
        eq(sp.Sum(v[i] * H[i, j] * v[j], (j, 1, d)), lam * v[i] ** 2),
        (*EIGENVECTOR, *HERE_I),
        (Specialise(Assume(eigenvector()), i), taken_out({H[i, j] * v[j]: v[i]}, j, d)),
    )
    says = eq(form(hessian, v), lam * square(v))
    return Solve(says, EIGENVECTOR, (AddUp(each, i, 1, d), taken_out({v[i] ** 2: lam}, i, d)))


FORM = _form_of_eigenvector()
NOT_NEGATIVE = (
    compared(-(v[i] ** 2) * damping[i] ** 2, v[i] ** 2 * damping[i] ** 2),
    taken_out({v[i] ** 2 * damping[i] ** 2: -1}, i, d),
)
ALONG_V = SequenceOf(damping[i] * v[i], i)
KEPT_ALONG_V = same_sums(
    substitute(form(effective, z), {z: ALONG_V}),
    form(hessian, v),
    (inverse(root, damping),),
    at_both(inverse(root, damping)),
)
BELOW_TOP = (Specialise(Assume(bounded(effective, lam_eff)), ALONG_V), KEPT_ALONG_V)


def above_threshold(given, length):
    """Argue that H_eff has an eigenvalue above 2 / eta where (J.6) fails; v_1 has length 1."""
    return Solve(eta * lam_eff > 2, given, (length, FORM, *BELOW_TOP, *NOT_NEGATIVE))


IS_COORDINATE = Every(i, eq(v[i], Indicator(eq(i, k))))


def along_coordinate(says, given, using, damped=DAMPED):
    """Argue what is left of (J.4), which has `damped`, if v_1 is a coordinate vector."""
    entry = Specialise(Assume(IS_COORDINATE), i)
    terms = (v[i] ** 2, damped.function)
    sums = (only_term(term, i, d, k, (IS_COORDINATE,), (entry,)) for term in terms)
    at_k = (Specialise(Assume(condition), k) for condition in (*using, IS_COORDINATE))
    return Solve(says, given, (*sums, *at_k))


# -- thresholds ------------------------------------------------------------------------------------

MEANS = in_all(And(q[i] >= 0, eq(damping[i] ** 4, q[i] + eps)))
CLIPPED = in_all(And(p[i] >= 0, eq(q[i], sp.Min(p[i], thresh))))
ALL_ABOVE = in_all(p[i] >= thresh)
CAP = sp.sqrt(thresh + eps)  # the most that a root of q_t^mod + epsilon can be


def at_i(*conditions):
    """Return what some conditions on every coordinate say of i."""
    return tuple(Specialise(Assume(condition), i) for condition in conditions)


_RULE = (eps > 0, thresh >= 0, inverse(root, damping), MEANS, CLIPPED)
_DAMPING = v[i] ** 2 * damping[i] ** 2
BOUNDS = (
    compared(_DAMPING, CAP * v[i] ** 2, _RULE, at_i(*_RULE[2:])),
    taken_out({v[i] ** 2: CAP}, i, d, (eps > 0, thresh >= 0)),
    compared(CAP * v[i] ** 2, _DAMPING, (*_RULE, ALL_ABOVE), at_i(*_RULE[2:], ALL_ABOVE)),
)

_SMALLER = in_all(And(q_less[i] >= 0, q_less[i] <= q[i], eq(damping_less[i] ** 4, q_less[i] + eps)))
TIGHTER = (inverse(root_less, damping_less), _SMALLER)
DAMPED_LESS = total(v[i] ** 2 * damping_less[i] ** 2)
_TIGHTER = (eps > 0, inverse(root, damping), MEANS, *TIGHTER)


def _roots(index, less, *more):
    """Argue that a smaller second moment has a smaller root, in a coordinate."""
    at = tuple(Specialise(Assume(condition), index) for condition in _TIGHTER[1:])
    given = (*_TIGHTER, *inside(index).args, *more)
    fourth = Solve(less(damping_less[index] ** 4, damping[index] ** 4), given, at)
    squares = Solve(less(damping_less[index] ** 2, damping[index] ** 2), given, (fourth,))
    return (squares, *at)


SMALLER_AT_K = (*inside(k).args, sp.Ne(v[k], 0), q_less[k] < q[k])


def _less_damped():
    """Argue that a smaller threshold lowers the damping along v_1, by its term k."""
    less = v[i] ** 2 * damping_less[i] ** 2
    given = (*_TIGHTER, *SMALLER_AT_K, *HERE_I)
    each = Solve(less <= _DAMPING, given, _roots(i, sp.Le))
    return AddUp(each, i, 1, d, strict_at=k, using=_roots(k, sp.Lt, q_less[k] < q[k]))


LESS_DAMPED = _less_damped()
LESS_CLIPPED = grows(
    effective,
    lam_eff,
    less_clipped,
    lam_less,
    damping_less[i] * root[i],
    _TIGHTER,
    (*_roots(i, sp.Le), *at_both(_TIGHTER[1]), *at_both(TIGHTER[0])),
    sp.S.One,
)


# -- one step --------------------------------------------------------------------------------------


def grows_along(moved, image, is_eigenvector):
    """Argue that a step of RMSprop from Q^{1/2} w takes coordinate k further from 0."""
    given = (d >= 1, *inside(k).args, is_eigenvector, inverse(root, damping), sp.Ne(w[k], 0))
    positive = Specialise(Assume(inverse(root, damping)), k)
    stepped = moved - eta * root[k] ** 2 * image
    facts = (
        taken_out({H[k, j] * root[j] * w[j]: root[k]}, j, d),
        Specialise(Assume(is_eigenvector), k),
        positive,
    )
    multiplied = Solve(eq(stepped, (1 - eta * lam_eff) * moved), given, facts)
    further = Solve((1 - eta * lam_eff) ** 2 > 1, (eta * lam_eff > 2,))
    return Solve(
        sp.Abs(stepped) > sp.Abs(moved),
        (*given, eta * lam_eff > 2),
        (multiplied, further, positive),
    )
