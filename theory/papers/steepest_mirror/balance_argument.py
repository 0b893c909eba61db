"""What the flow (5) makes of the balance of two of L factors, in coordinate l.

The derivative of |w_i|^q is q sign(w_i) |w_i|^(q-1) times the velocity of w_i: of powers q > 1, and
of q = 1 at almost every time if sign(0) = 0, since a factor that stays 0 rests. The part without
decay is the same for all factors.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Clause, Generalise, Lemma, Put, Solve, Specialise
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.steepest_mirror.coordinates import (
    L_P,
    L,
    alpha,
    ell,
    factor_entry,
    i,
    in_all,
    inverse_metric,
    j,
    lam,
    n,
    q,
    slope,
    steepest,
    w,
    within,
)
from theory.papers.steepest_mirror.coordinates import others as others_of_one
from theory.papers.steepest_mirror.products_argument import (
    BALANCED,
    BALANCED_EVERYWHERE,
    SIZE,
    SQUARES,
    VALUES,
    WITH_THE_OTHERS,
    all_moved,
    direction_of,
    form,
    others,
    x_of,
)
from theory.quantifiers import Every
from theory.rewriting import by_arithmetic

s, rest, whole = reals("s P x_l")
PAIR = (q >= 1, *within(i, L).args, *within(j, L).args)
GAP = sp.Abs(w[i, ell]) ** q - sp.Abs(w[j, ell]) ** q


def velocity(number):
    """Return the velocity (5) of coordinate l of a factor."""
    return direction_of(slope * others(number)) - alpha * w[number, ell]


def pull(number):
    """Return sign(w_i) |w_i|^(q-1) times the steepest direction of the slope in w_i."""
    return steepest(w[number, ell]) * steepest(slope * others(number))


def rate(number):
    """Return the derivative of |w_i|^q along the flow."""
    return q * steepest(w[number, ell]) * velocity(number)


IN_X, OF_DECAY = "the pull of a factor is that of x", "the power of a factor falls by decay"
LEMMAS = {
    IN_X: ForAll(
        eq(steepest(s) * steepest(slope * rest), steepest(whole) * steepest(slope)),
        given=(q >= 1, eq(rest * s, whole)),
    ),
    OF_DECAY: ForAll(eq(steepest(s) * s, sp.Abs(s) ** q), given=(q >= 1,)),
}


def in_x(number):
    """Argue that the pull of a factor is that of x."""
    here = {s: w[number, ell], rest: others(number), whole: x_of()}
    with_others = WITH_THE_OTHERS if number == i else Put(WITH_THE_OTHERS, {i: number})
    values = VALUES if number == i else Put(VALUES, {i: number})
    return Solve(
        eq(pull(number), steepest(x_of()) * steepest(slope)),
        (q >= 1, L >= 1, *within(number, L).args),
        (Put(Lemma(IN_X), here), with_others, values),
    )


SMOOTH = (sp.Or(q > 1, sp.And(*(sp.Ne(w[number, ell], 0) for number in (i, j)))),)
RATE_SAYS = eq(rate(i) - rate(j), -q * alpha * GAP)
RATE = Solve(
    RATE_SAYS,
    PAIR,
    (in_x(i), in_x(j), *(Put(Lemma(OF_DECAY), {s: w[number, ell]}) for number in (i, j))),
)

BALANCE_KEPT = eq(rate(i), rate(j))
WHICH = PAIR[1:]
KEPT = Solve(BALANCE_KEPT, (*PAIR, eq(alpha, 0)), (in_x(i), in_x(j)))

# -- the start w_1 = 0, w_i = lambda ---------------------------------------------------------------

AT_START = (
    in_all(ell, n, eq(w[1, ell], 0)),
    in_all(
        ell,
        n,
        Every(j, Implies(And(within(j, L), sp.Ne(j, 1)), eq(w[j, ell], lam), evaluate=False)),
    ),
)
SIZES = (n >= 1, q >= 1, L >= 1, lam > 0)
OF_POWER = {lam: lam**q}
START_BALANCED = substitute(BALANCED_EVERYWHERE, OF_POWER)
CONSTANT = lam ** (q * (L - 1))
START_COERCIVE = sp.Ge(form(all_moved()), CONSTANT * SQUARES, evaluate=False)
AT_ZERO = in_all(ell, n, eq(all_moved(), CONSTANT))
NO_POWER, POWER_OF_SIZE, TWO_POWERS, METRIC_AT_0 = (
    "the power of 0",
    "the power of a size",
    "the power of a power",
    "|w_1|^q = 0 in (14)",
)
START_LEMMAS = {
    NO_POWER: ForAll(eq(sp.Abs(s) ** q, 0), given=(q >= 1, eq(s, 0))),
    POWER_OF_SIZE: ForAll(eq(sp.Abs(s) ** q, lam**q), given=(q >= 1, lam > 0, eq(s, lam))),
    TWO_POWERS: ForAll(
        And(lam**q > 0, eq(substitute(lam ** (L - 1), OF_POWER), CONSTANT)),
        given=(q >= 1, L >= 1, lam > 0),
    ),
    METRIC_AT_0: ForAll(
        eq(inverse_metric(s, lam), lam ** (L - 1)), given=(L >= 1, lam > 0, eq(s, 0))
    ),
}
_zero, _others = (Specialise(Assume(start), ell) for start in AT_START)
_they = Solve(AT_START[1].body.args[1], (*AT_START, *within(ell, n).args), (_others,))
_in_pair = Solve(
    BALANCED.body.func(*substitute(BALANCED, OF_POWER).body.args, evaluate=False),
    (*SIZES, *AT_START, *within(ell, n).args),
    (
        _zero,
        Specialise(
            Solve(AT_START[1].body.args[1], (*AT_START, *within(ell, n).args), (_others,)), j
        ),
        Put(Lemma(NO_POWER), {s: w[1, ell]}),
        Put(Lemma(POWER_OF_SIZE), {s: w[j, ell]}),
    ),
)
_here = Generalise(_in_pair, j)
IS_BALANCED = Generalise(Solve(START_BALANCED.body, (*SIZES, *AT_START), (_here,)), ell)
IS_COERCIVE = Solve(
    START_COERCIVE,
    (*SIZES, START_BALANCED),
    (Put(Clause("steepest-mirror/cor-4.9", "coercive"), OF_POWER), Lemma(TWO_POWERS)),
)
_metric = Solve(
    AT_ZERO.body,
    (*SIZES, *AT_START),
    (
        Put(Clause("steepest-mirror/eq-14", "inverse metric"), OF_POWER),
        Put(Lemma(METRIC_AT_0), {s: SIZE, **OF_POWER}),
        Specialise(IS_BALANCED, ell),
        _zero,
        Put(Lemma(NO_POWER), {s: w[1, ell]}),
        Lemma(TWO_POWERS),
    ),
)
IS_MET = Generalise(_metric, ell)

# -- the display in the proof ----------------------------------------------------------------------

OF_A_FACTOR = steepest(factor_entry) * steepest(slope * others_of_one)
SECOND_LINE = eq(rate(i) - rate(j), -pull(i) + pull(j) - q * alpha * GAP)
_same_pull = Solve(eq(pull(i), pull(j)), PAIR, (in_x(i), in_x(j)))
_d, _e, _u, _v, _y, _z = reals("d_i d_j u_i u_j y_i y_j")
_w, _other = w[i, ell], w[j, ell]
SPLIT = by_arithmetic(
    SECOND_LINE,
    PAIR,
    Solve(
        eq(
            q * _u * (-_d - alpha * _w) - q * _v * (-_e - alpha * _other),
            -_u * _d + _v * _e - q * alpha * (_y - _z),
        ),
        (eq(_u * _d, _v * _e), eq(_u * _w, _y), eq(_v * _other, _z)),
    ),
    {
        _u: steepest(_w),
        _d: steepest(slope * others(i)),
        _y: sp.Abs(_w) ** q,
        _v: steepest(_other),
        _e: steepest(slope * others(j)),
        _z: sp.Abs(_other) ** q,
    },
    (_same_pull, *(Put(Lemma(OF_DECAY), {s: w[number, ell]}) for number in (i, j))),
)


def in_signs(*sizes):
    """Return that the pull of a factor has the signs of all that it is made of, and some sizes."""
    signs = sp.Mul(*map(sp.sign, (factor_entry, others_of_one, slope)))
    return ForAll(eq(OF_A_FACTOR, signs * sp.Mul(*(sp.Abs(u) ** (q - 1) for u in sizes))), L_P)


MIDDLE_LINE = in_signs(others_of_one)
MIDDLE_LINE_MEANT = in_signs(factor_entry, others_of_one, slope)
LAST_LINE = ForAll(
    eq(OF_A_FACTOR, steepest(factor_entry * others_of_one) * steepest(slope)), given=L_P
)
