"""Arguments for appendix E.4: how far the estimate of the leading eigenvalue is off.

With D = z'' Theta^2 + z' Theta, where Theta is the product of all parameters, x^T H x is D times
the square of the sum of x_j / theta_j, less z' Theta times the sum of (x_j / theta_j)^2. The
estimate is D / psi^2, or D (1 + A) / psi^2 with the deviations of the eigenvector; where A is from
-1 to 0 both are between D times the square of the sum of v_j / theta_j and D / psi^2.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import (
    AddUp,
    Assume,
    Between,
    Choose,
    Cut,
    Generalise,
    Give,
    Induct,
    Known,
    LastTerm,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute, unbound
from theory.existence import by_values, met
from theory.known_facts import KNOWN_FACTS
from theory.language import eq, integers, reals, sequence
from theory.orders import Order
from theory.papers.instability_flatness.eigenvector_argument import (
    AT_J,
    BEST,
    CONDITION,
    INSIDE,
    INVERSE_SQUARES,
    INVERSES,
    LARGEST,
    NO_TERMS,
    NONE_IS_0,
    NORMALISED,
    POSITIVE,
    PSI,
    THETA,
    A,
    D,
    c,
    in_parts,
    square_sum,
    valued,
)
from theory.papers.instability_flatness.polarity_notation import (
    UNIT,
    ddz,
    deviation,
    dz,
    in_all,
    inside,
    j,
    k,
    lam,
    n,
    total,
    v,
    vartheta,
)
from theory.papers.instability_flatness.preconditioning_argument import sums_at, sums_in
from theory.quantifiers import Every, Some, denied, inhabited
from theory.sequences import Indicator, entries
from theory.sum_arguments import combined, only_term

x, _y, _a = map(sequence, ("x_H", "y_H", "a"))
CURVED, SLOPE = ddz * THETA**2, dz * THETA


def form(at):
    """Return x^T H x."""
    return D * total(at[j] / vartheta[j]) ** 2 - SLOPE * total((at[j] / vartheta[j]) ** 2)


IS_EIGENVECTOR = in_all(CONDITION, k)
IS_LARGEST = Every(x, sp.Le(form(x), lam * total(x[j] ** 2), evaluate=False))
DEVIATES = in_all(eq(v[j], BEST * (1 + deviation[j])))
ESTIMATE = D * PSI**-2
WITH_DEVIATION = D * (1 + A) * PSI**-2

# -- sums ------------------------------------------------------------------------------------------

_SHARES, FOURTHS = total((v[j] / vartheta[j]) ** 2), total(vartheta[j] ** -4)
_LENGTH, _WIDTHS = total(v[j] ** 2), total(v[j] ** 2 * vartheta[j] ** 2)


def _has_product():
    """Argue that the product of all parameters has a value."""
    last = integers("last")
    kinds = ("product of no terms", "product with one more term")
    (index,) = KNOWN_FACTS[kinds[1]].statement.given[0].free_symbols
    none, more = (Put(Known(kind), {_a: vartheta}) for kind in kinds)
    up_to = substitute(THETA, {n: last})
    says = eq(up_to, up_to)
    step = Solve(substitute(says, {last: last + 1}), (last >= 0, says), (Put(more, {index: last}),))
    every = Induct(says, last, 0, Solve(substitute(says, {last: sp.S.Zero}), (), (none,)), step)
    return Solve(eq(THETA, THETA), (n >= 1,), (Put(every, {last: n}),))


HAS_PRODUCT = _has_product()
_d, _s, _i, _w = reals("d_E s_E i_E w_E")


def _summed():
    """Argue what (E.2) gives, times v_k and summed over k."""
    condition = in_all(eq((lam + _s / vartheta[k] ** 2) * v[k], _d * _i / vartheta[k]), k)
    left, right = {v[j] ** 2: lam, _SHARES.function: _s}, {v[j] / vartheta[j]: _d * _i}
    at = (Specialise(Assume(condition), j), *AT_J)
    each = Solve(eq(combined(left), combined(right)), (*INSIDE, condition), at)
    facts = (AddUp(each, j, 1, n), in_parts(left), in_parts(right), *map(valued, (_LENGTH,)))
    says = eq(lam * _LENGTH + _s * _SHARES, _d * _i * INVERSES)
    return Solve(says, (*NORMALISED, condition), facts)


FORM_IS = Solve(
    eq(lam, D * INVERSES**2 - SLOPE * _SHARES),
    (*NORMALISED, UNIT, IS_EIGENVECTOR),
    (
        Put(_summed(), {_d: D, _s: SLOPE, _i: INVERSES}),
        *(HAS_PRODUCT, valued(INVERSES), valued(_SHARES)),
    ),
)


def _are_inverse(last):
    """Return that the first entries of y are 1 / theta_j."""
    here = And(j >= 1, j <= last)
    return Every(j, Implies(here, eq(_y[j] * vartheta[j], 1), evaluate=False))


def _inverses_exist():
    """Argue that there is a sequence of the 1 / theta_j, entry by entry."""
    last = integers("last")

    def says(end):
        return Implies(end <= n, Some(_y, _are_inverse(end)), evaluate=False)

    more = SequenceOf(_y[j] * Indicator(sp.Ne(j, last + 1)) + _w * Indicator(eq(j, last + 1)), j)
    inverse = Some(_w, eq(_w, vartheta[last + 1] ** -1))
    not_0 = Specialise(Assume(NONE_IS_0), last + 1)
    given = (NONE_IS_0, last >= 0, last + 1 <= n)
    number = Solve(substitute(inverse.args[1], {_w: vartheta[last + 1] ** -1}), given, (not_0,))
    found = substitute(_are_inverse(last + 1), {_y: more})
    before = (_are_inverse(last), inverse.args[1])
    each = Solve(found.body, (*given, *before), (Specialise(Assume(before[0]), j), not_0))
    found_one = Give(Generalise(each, j), Some(_y, _are_inverse(last + 1)), more)
    with_number = Choose(Give(number, inverse, 1 / vartheta[last + 1]), found_one, _w)
    chosen = Choose(Assume(Some(_y, _are_inverse(last))), with_number, _y)
    step = Solve(says(last + 1), (NONE_IS_0, last >= 0, says(last)), (chosen, not_0))
    base = Give(Generalise(Solve(_are_inverse(0).body), j), Some(_y, _are_inverse(0)), _y)
    every = Induct(says(last), last, 0, Solve(says(sp.S.Zero), (NONE_IS_0,), (base,)), step)
    return Solve(Some(_y, _are_inverse(n)), NORMALISED, (Put(every, {last: n}),))


def _not_less_than_at_inverses():
    """Argue that the eigenvalue is no less than the quotient where x_j is 1 / theta_j."""
    at = (Specialise(Assume(_are_inverse(n)), j), *AT_J)
    same = {
        _y[j] ** 2: vartheta[j] ** -2,
        _y[j] / vartheta[j]: vartheta[j] ** -2,
        (_y[j] / vartheta[j]) ** 2: vartheta[j] ** -4,
    }
    each = (Solve(eq(*pair), (*INSIDE, _are_inverse(n)), at) for pair in same.items())
    sums = (AddUp(one, j, 1, n) for one in each)
    says = lam * INVERSE_SQUARES >= D * INVERSE_SQUARES**2 - SLOPE * FOURTHS
    facts = (Specialise(Assume(IS_LARGEST), _y), *sums, HAS_PRODUCT, POSITIVE, valued(FOURTHS))
    there = Solve(says, (*NORMALISED, IS_LARGEST, _are_inverse(n)), facts)
    return Choose(_inverses_exist(), there, _y)


def _fourths_are_less():
    """Argue that a sum of squares of positive numbers is at most the square of their sum."""
    top = integers("last")

    def sums(end):
        return tuple(substitute(one, {n: end}) for one in (total(vartheta[j] ** -2), FOURTHS))

    def says(end):
        squares, fourths = sums(end)
        less = And(squares >= 0, fourths >= 0, sp.Le(fourths, squares**2, evaluate=False))
        return Implies(end <= n, less, evaluate=False)

    def last_terms(end, *more):
        return tuple(LastTerm(one, (NONE_IS_0, end <= n, *more), AT_J) for one in sums(end))

    every = Induct(
        says(top),
        top,
        1,
        base=Solve(says(sp.S.One), (NONE_IS_0,), last_terms(sp.S.One)),
        step=Solve(says(top + 1), (NONE_IS_0, top >= 1, says(top)), last_terms(top + 1, top >= 1)),
    )
    less = And(FOURTHS >= 0, FOURTHS <= INVERSE_SQUARES**2)
    return Solve(less, NORMALISED, (Put(every, {top: n}),))


def _shares_are_less():
    """Argue that the sum of (v_j / theta_j)^2 is at most that of theta_j^-2."""
    own = v[j] ** 2 * Indicator(eq(j, k))
    each = Solve(sp.Le(own, v[j] ** 2, evaluate=False), INSIDE)
    alone = only_term(own, j, n, k, (), ())
    one = Solve(v[k] ** 2 <= 1, (*NORMALISED, *inside(k).args, UNIT), (AddUp(each, j, 1, n), alone))
    less = Solve(
        sp.Le(_SHARES.function, vartheta[j] ** -2, evaluate=False),
        (*INSIDE, UNIT),
        (Put(one, {k: j}), *AT_J),
    )
    return Solve(_SHARES <= INVERSE_SQUARES, (*NORMALISED, UNIT), (AddUp(less, j, 1, n), POSITIVE))


def _shares_are_positive():
    """Argue that the sum of (v_j / theta_j)^2 is positive."""
    apart = square_sum(
        _SHARES - 2 * c * _LENGTH + c**2 * _WIDTHS,
        (v[j] / vartheta[j] - c * v[j] * vartheta[j]) ** 2,
        {_SHARES.function: sp.S.One, _LENGTH.function: -2 * c, _WIDTHS.function: c**2},
    )
    each = Solve(sp.Le(0, _WIDTHS.function, evaluate=False), INSIDE)
    widths = Solve(_WIDTHS >= 0, NORMALISED, (AddUp(each, j, 1, n), NO_TERMS))
    given = (*NORMALISED, UNIT)
    return Solve(_SHARES > 0, given, (widths, Put(apart, {c: 1 / (_WIDTHS + 1)}), valued(_SHARES)))


SHARES = (_shares_are_less(), _shares_are_positive())
BELOW = (_not_less_than_at_inverses(), _fourths_are_less())


def _along():
    """Argue what 1 + A is."""
    parts = {v[j] / vartheta[j]: PSI, vartheta[j] ** -2: -(PSI**2)}
    at = (Specialise(Assume(DEVIATES), j), *AT_J, POSITIVE)
    each = Solve(eq(A.function, combined(parts)), (*INSIDE, DEVIATES), at)
    facts = (AddUp(each, j, 1, n), in_parts(parts), POSITIVE, valued(INVERSES))
    return Solve(eq(1 + A, PSI * INVERSES), (*NORMALISED, DEVIATES), facts)


ALONG = _along()

# -- the estimate is more --------------------------------------------------------------------------

EIGENVALUE = (n >= 2, NONE_IS_0, ddz >= 0, UNIT, IS_EIGENVECTOR, IS_LARGEST)
NOT_OPPOSITE = sp.Ge(A, -1, evaluate=False)
OF_DEVIATION = (DEVIATES, NOT_OPPOSITE)
_S, _Q, _F, _C, _l, _p, _e = reals("S_E Q_E F_E C_E l_E p_E e_E")  # p is 1 + A
_SQUARE = _p**2 * _S
_VALUES = {_S: INVERSE_SQUARES, _Q: _SHARES, _F: FOURTHS, _C: CURVED, _s: SLOPE, _l: lam}
_SUMS = (*map(valued, (INVERSES, _SHARES, FOURTHS)), HAS_PRODUCT, POSITIVE)

# p^2 S is the square of the sum of v_j / theta_j; p is 1 + A, or its size where there is no A
_ROOT = sp.Abs(INVERSES) * PSI
_UP_TO_1 = {
    _ROOT: Solve(
        And(_ROOT >= 0, _ROOT <= 1, eq(_ROOT**2 * INVERSE_SQUARES, INVERSES**2)),
        (*NORMALISED, UNIT),
        (*_SUMS, LARGEST),
    ),
    1 + A: Solve(
        And(1 + A >= 0, 1 + A <= 1, eq((1 + A) ** 2 * INVERSE_SQUARES, INVERSES**2)),
        (*NORMALISED, UNIT, *OF_DEVIATION),
        (*_SUMS, LARGEST, ALONG),
    ),
}


_t = reals("t_E")
_CURVES = Put(Solve(ddz * _t**2 >= 0, (ddz >= 0,)), {_t: THETA})


def _of_names(shown, root, given, says):
    """Return what a lemma on numbers shows of the sums and of a root."""
    is_root = _UP_TO_1[root]
    form = substitute(_NUMBERS[-1], {**_VALUES, _p: root})
    is_form = Solve(form, given, (FORM_IS, is_root, *_SUMS))
    facts = (is_form, *BELOW, *SHARES, *_SUMS, is_root, _CURVES)
    symbols = And(*shown.given).free_symbols
    values = {name: value for name, value in {**_VALUES, _p: root}.items() if name in symbols}
    return Solve(says, given, (Cut(Put(shown, values), facts), *_SUMS))


# the estimates are between D p^2 S and D S, where p is from 0 to 1
_NUMBERS = (_S > 0, _p >= 0, _p <= 1, _Q > 0, _C >= 0, eq(_l, (_C + _s) * _SQUARE - _s * _Q))
_BOTH = ((_C + _s) * _S, (_C + _s) * _p * _S)
_STEPS = ((_SQUARE, _p * _S), (_p * _S, _S))
_SHORTER = Solve(_p**2 <= _p, (_p >= 0, _p <= 1))
_BETWEEN = (
    *(Solve(sp.Le(*pair), (_S > 0, _p >= 0, _p <= 1), (_SHORTER,)) for pair in _STEPS),
    *(
        Solve((_C + _s) * low <= (_C + _s) * high, (_C + _s >= 0, sp.Le(low, high)))
        for low, high in _STEPS
    ),
)


def _less():
    """Argue in numbers that the estimates are more than the eigenvalue, for positive z' Theta."""
    given = (*_NUMBERS, _s > 0)
    below = Solve(sp.Lt(_l, (_C + _s) * _SQUARE), given)
    return Solve(And(*(sp.Lt(_l, one) for one in _BOTH)), given, (*_BETWEEN, below))


_LEAST = (_l * _S >= (_C + _s) * _S**2 - _s * _F, _F >= 0, _F <= _S**2, _Q <= _S)
_SMALL = (sp.Ne(_s, 0), _C > 0, -4 * _s <= _C)


def _near():
    """Argue in numbers that the estimates are off by at most 2 |z' / (z'' Theta)| of it.

    The eigenvalue is at least z'' Theta^2 S for positive z' Theta and at least D S otherwise; the
    estimates are off by at most |z' Theta| S.
    """
    given = (*_NUMBERS, *_LEAST, *_SMALL)
    rises, falls = (*given, _s > 0), (*given, _s < 0)
    says = And(_l > 0, *(sp.Abs(one - _l) * _C <= 2 * sp.Abs(_s) * _l for one in _BOTH))

    def at_least(factor, case):
        return Solve(_l >= factor * _S, case, (Solve(_l * _S >= factor * _S**2, case),))

    above, below = at_least(_C, rises), at_least(_C + _s, falls)
    up = Solve(_l <= (_C + _s) * _SQUARE, rises)
    down = Solve(_l + _s * _S <= (_C + _s) * _SQUARE, falls)
    wide = Solve(2 * _l >= _S * _C, falls, (below,))
    over = (
        Solve(And(one >= _l, one - _l <= _s * _S), rises, (above, up, *_BETWEEN)) for one in _BOTH
    )
    under = (
        Solve(And(one <= _l, _l - one <= -_s * _S), falls, (below, down, *_BETWEEN))
        for one in _BOTH
    )
    scaled = (
        Solve(_s * _S * _C <= _s * _l, (_s > 0, _l >= _C * _S)),
        Solve(-_s * _S * _C <= -2 * _s * _l, (_s < 0, 2 * _l >= _S * _C)),
    )
    cases = (
        Solve(says, rises, (above, *over, scaled[0])),
        Solve(says, falls, (wide, below, *under, scaled[1])),
    )
    return Solve(says, given, cases)


LESS, NEAR = _less(), _near()

# -- statements, and arguments for them ------------------------------------------------------------

PLAIN, DEVIATED = "D psi^-2", "D (1 + A) psi^-2"
OF = {PLAIN: (ESTIMATE, ()), DEVIATED: (WITH_DEVIATION, OF_DEVIATION)}
_ROOTS = {PLAIN: _ROOT, DEVIATED: 1 + A}
OVER = (n, vartheta, v, deviation, ddz, dz, lam)
SIZE = sp.Abs(SLOPE) / CURVED  # |z'| / |z'' Theta|
SMALL_SLOPE = (sp.Ne(CURVED, 0), -4 * SLOPE <= CURVED)


def is_more_argued(name):
    """Argue that an estimate is more than the eigenvalue, for positive z' Theta."""
    estimate, further = OF[name]
    given = (*EIGENVALUE, *further, SLOPE > 0)
    return met_by(_of_names(LESS, _ROOTS[name], given, lam < estimate), given, EQUAL)


def is_close(name, given):
    """Return that an estimate is off by a multiple of |z' / (z'' Theta)| of the eigenvalue."""
    off = sp.Abs(OF[name][0] - lam) / lam
    return States(Order(off, SIZE, "at most", _over(name)), given=given)


def _over(name):
    return tuple(one for one in OVER if OF[name][1] or one != deviation)


def is_close_argued(name, sign):
    """Argue for this where z' Theta is positive, or z' small."""
    estimate, further = OF[name]
    given = (*EIGENVALUE, *further, sign, *SMALL_SLOPE)
    shown = _of_names(NEAR, _ROOTS[name], given, And(lam > 0, CURVED > 0, _off(estimate)))
    near = Put(_RELATIVE, {_e: estimate, _l: lam, _C: CURVED, _s: SLOPE})
    left, right = is_close(name, ()).says.args[:2]
    within = Between(left, right, None, 2, _over(name), given, (shown, near))
    return met_by(within, given, EQUAL)


def _off(estimate):
    return sp.Abs(estimate - lam) * CURVED <= 2 * sp.Abs(SLOPE) * lam


_RELATIVE = Solve(
    sp.Le(sp.Abs(_e - _l) / _l, 2 * (sp.Abs(_s) / _C), evaluate=False),
    (_l > 0, _C > 0, sp.Abs(_e - _l) * _C <= 2 * sp.Abs(_s) * _l),
)

# -- points ----------------------------------------------------------------------------------------


def point(parameters, vector, deviations):
    """Return values of the sequences, and of how many entries they have."""
    size = len(parameters)
    sequences = {vartheta: parameters, v: vector, deviation: deviations}
    return {n: sp.Integer(size)} | {of: entries(some, j) for of, some in sequences.items()}


_HALF = sp.Rational(1, 2)
EQUAL = point((1,) * 4, (_HALF,) * 4, (0,) * 4) | {
    lam: sp.Integer(19),
    ddz: sp.Integer(4),
    dz: sp.Integer(1),
    deviation: SequenceOf(Indicator(eq(j, 0)), j),  # 0 from entry 1 on
}
# of z'' = 1, z' = 24 the Hessian is ((16, 12), (12, 9)), which is 25 v v^T
OPPOSITE = point((-3, 4), (sp.Rational(-4, 5), sp.Rational(-3, 5)), (0, -2)) | {
    lam: sp.Integer(25),
    ddz: sp.Integer(1),
    dz: sp.Integer(24),
}


def values_at(values, conditions):
    """Argue what the sums of conditions are at some values, and the product of the parameters."""
    size, entry = values[n], values[vartheta]
    kinds = ("product of no terms", "product with one more term")
    none, more = (Put(Known(kind), {_a: entry}) for kind in kinds)
    (index,) = KNOWN_FACTS[kinds[1]].statement.given[0].free_symbols
    product = (none, *(Put(more, {index: sp.Integer(last)}) for last in range(size)))
    return (*product, *sums_at(values, sums_in(conditions), n))


def met_by(shown, given, values):
    """Return an argument, with one that values satisfy its hypotheses."""
    free = unbound(And(*given))
    values = {symbol: value for symbol, value in values.items() if symbol in free}
    return met(shown, given, values, values_at(values, given))


def is_not_more(name):
    """Argue against it for any sign of z' Theta."""
    estimate, further = OF[name]
    return breaks((*EIGENVALUE, *further, sp.Ne(SLOPE, 0)), lam < estimate, OPPOSITE)


def breaks(given, says, values):
    """Argue that there are values which satisfy hypotheses and break a conclusion."""
    conditions = (*given, denied(says))
    symbols = sorted(unbound(And(*conditions)), key=str)
    using = values_at(values, conditions)
    return by_values(inhabited(symbols, conditions), values, (), using)
