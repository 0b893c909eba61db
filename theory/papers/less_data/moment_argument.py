"""The argument for (A.7) and for the step of lemma 10: fourth moments of q and of q - mu.

Of one sample Z - mu has the variance v, from W^2 to 3 W^2 for W = |w|^2, and a fourth moment of 848
W^4 at most. T is the sum of Z - mu over n samples: its mean is 0, that of T^2 is n v and, by
induction, that of T^4 at most 1696 n^2 W^4. N q is T + N mu, and 3 * 1696 is less than 3^8.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Average, Cut, Induct, LastTerm, Put, Reindex, Solve
from theory.binders import SequenceOf, substitute
from theory.language import eq, reals
from theory.papers.less_data import block_argument as block
from theory.papers.less_data import cube_argument as cube
from theory.papers.less_data.block_argument import MU, T, W, before, n, sample
from theory.papers.less_data.cube_argument import LEAVE_ROOM, fourths
from theory.papers.less_data.notation import N, d, x
from theory.papers.less_data.vector_argument import k
from theory.rewriting import by_arithmetic, rewritten
from theory.sequences import In, Signs

GIVEN = (d >= 2, N >= 1)
OF_CENTRED, OF_ANY = sp.Integer(1696), sp.Integer(5088)  # fourth moments over squares of second


def mean(term):
    """Return the mean over all samples."""
    return cube.mean(term, N * d)


# -- the variance of one sample --------------------------------------------------------------------

VARIANCE = 3 * W**2 - 2 * fourths(d) - MU**2
BOUNDS = Solve(
    And(VARIANCE >= W**2, VARIANCE <= 3 * W**2, MU**2 <= W**2),
    (d >= 2,),
    (Put(LEAVE_ROOM, {k: d}), Put(block.NOT_NEGATIVE_SHOWN, {k: d})),
)

# -- one sample more -------------------------------------------------------------------------------

old, new, less = reals("t_n z_n m_n")
_change = new - less
_fourth_of_change = Solve(
    _change**4 <= 8 * new**4 + 8 * less**4,
    (),
    (Solve(_change**2 <= 2 * new**2 + 2 * less**2), Solve((new**2 - less**2) ** 2 >= 0)),
)
_fourth_of_both = Solve(
    (old + _change) ** 4
    <= sp.expand(old**4 + 4 * old**3 * _change + 10 * old**2 * _change**2)
    + 16 * new**4
    + 16 * less**4,
    (),
    (Solve((2 * old * _change - _change**2) ** 2 >= 0), _fourth_of_change),
)
_STEP = (*GIVEN, n >= 1, n <= N - 1)
_fits = Solve(
    And(n * d >= 0, N * d >= n * d + d),
    _STEP,
    (Solve((N - n - 1) * d >= 0, _STEP), Solve(n * d >= 0, _STEP)),
)
ONE_FITS = Solve(N * d >= d, GIVEN, (Solve((N - 1) * d >= 0, GIVEN),))


def _known(start, given, fits, arguments):
    """Return what arguments show of the sample whose signs begin at a place."""
    at = {block.start: start, block.length: N * d}
    return tuple(Solve(substitute(a.says, at), given, (Put(a, at), fits)) for a in arguments)


def _in_the_mean(says, given, fits, using):
    """Argue for a relation of means from that for each string."""
    return Average(Solve(says, (*given, In(x, Signs(N * d))), using), x, using=(fits,))


def _moments(count):
    """Return what is shown of T for the first samples."""
    t = before(count)
    return And(
        eq(mean(t), 0),
        eq(mean(t**2), count * VARIANCE),
        mean(t**4) <= 1696 * count**2 * W**4,
    )


def _grown(count, start, known, given, fits, fourth):
    """Argue for the means of T, T^2 and T^4 of the first samples from their last one.

    Args:
        count: how many there are.
        start: where the signs of the last one begin.
        known: facts on T with all of them.
        given, fits: where this is so, and that there are as many signs.
        fourth: the argument for the fourth power of a sum, in `old`, `new` and `less`.
    """
    t = before(count)
    values = {old: T, new: substitute(block.Z, {block.start: start}), less: MU}
    first = old not in fourth.says.free_symbols
    at = {symbol: values[symbol] for symbol in ((new, less) if first else (old, new, less))}
    total = (0 if first else old) + _change
    facts = (*known, Put(cube.has_value(d, block.start), {block.start: start}))
    equations = (eq(t**power, substitute(sp.expand(total**power), at)) for power in (1, 2))
    bound = t**4 <= substitute(fourth.says.args[1], at)
    return (
        *(_in_the_mean(says, given, fits, facts) for says in equations),
        _in_the_mean(bound, given, fits, (*facts, Put(fourth, at))),
    )


_only = LastTerm(before(1), (d >= 2,), (block.TERM_HAS_VALUE,))
_of_first = _known(
    sp.S.Zero, GIVEN, ONE_FITS, (block.MEAN_OF_Z[0], block.SQUARE_OF_Z[0], block.FOURTH_OF_Z)
)
_base = Solve(
    _moments(sp.S.One),
    GIVEN,
    (
        *_grown(sp.S.One, sp.S.Zero, (_only,), GIVEN, ONE_FITS, _fourth_of_change),
        *_of_first,
        BOUNDS,
    ),
)

size, spread, mean_square, count = reals("W_2 v_n m_2 c_n")
_SIZES = (count >= 1, spread >= size, spread <= 3 * size, mean_square >= 0, mean_square <= size)
_room = Solve(
    10 * count * spread**2 + 1680 * size**2 + 16 * mean_square**2
    <= 1696 * (2 * count + 1) * size**2,
    _SIZES,
    (
        Solve(mean_square**2 <= size**2, _SIZES),
        Solve(
            count * spread**2 <= 9 * count * size**2,
            _SIZES,
            (Solve(spread**2 <= 9 * size**2, _SIZES),),
        ),
        Solve(count * size**2 >= 0, _SIZES),
    ),
)
_ROOM_AT = {size: W**2, spread: VARIANCE, mean_square: MU**2}
_more = LastTerm(before(n + 1), (d >= 2, n >= 1), (block.TERM_HAS_VALUE,))
_one, _two, _four = _grown(n + 1, n * d, (_more, block.T_HAS_VALUE), _STEP, _fits, _fourth_of_both)
_of_next = _known(
    n * d,
    _STEP,
    _fits,
    (*block.MEAN_OF_Z, *block.SQUARE_OF_Z.values(), block.FOURTH_OF_Z),
)
_KNOWN = (*_STEP, _moments(n))
_more_of_fourth = Solve(
    mean(before(n + 1) ** 4) <= mean(T**4) + 10 * n * VARIANCE**2 + 1680 * W**4 + 16 * MU**4,
    _KNOWN,
    (_four, *_of_next),
)
_step = Solve(
    _moments(n + 1),
    _KNOWN,
    (
        Solve(eq(mean(before(n + 1)), 0), _KNOWN, (_one, _of_next[0])),
        Solve(
            eq(mean(before(n + 1) ** 2), (n + 1) * VARIANCE),
            _KNOWN,
            (_two, *_of_next[:2], _of_next[4]),
        ),
        Solve(
            mean(before(n + 1) ** 4) <= 1696 * (n + 1) ** 2 * W**4,
            _KNOWN,
            (_more_of_fourth, Put(_room, {**_ROOM_AT, count: n}), BOUNDS),
        ),
    ),
)
_every = Implies(n <= N, _moments(n), evaluate=False)
_up_to_n = Induct(
    _every,
    n,
    1,
    base=Solve(substitute(_every, {n: sp.S.One}), GIVEN, (_base,)),
    step=Solve(substitute(_every, {n: n + 1}), (*GIVEN, n >= 1, _every), (_step,)),
)
MOMENTS = Solve(_moments(N), GIVEN, (Put(_up_to_n, {n: N}),))

# -- q - mu ----------------------------------------------------------------------------------------


def together(count):
    """Return the sum of Z over the first samples."""
    return sp.Sum(block.Z_OF_SAMPLE, (sample, 0, count - 1))


def _shifted(count):
    return eq(together(count), before(count) + count * MU)


def _last_terms(count, *given):
    value = (block.TERM_HAS_VALUE,)
    return tuple(LastTerm(of(count), (d >= 2, *given), value) for of in (together, before))


_shifts = Induct(
    _shifted(n),
    n,
    1,
    base=Solve(_shifted(sp.S.One), (d >= 2,), _last_terms(sp.S.One)),
    step=Solve(_shifted(n + 1), (d >= 2, n >= 1, _shifted(n)), _last_terms(n + 1, n >= 1)),
)
SUM, ALL = together(N), before(N)
Q = SUM / N
OF_SUM = (Put(_shifts, {n: N}), Put(block.T_HAS_VALUE, {n: N}))
_AT_N = {size: W**2, spread: VARIANCE, count: N}
_smaller = (size >= 0, count >= 1, spread >= size)
_ratio_of_centred = Solve(
    1696 * count**2 * size**2 <= OF_CENTRED * (count * spread) ** 2,
    _smaller,
    (Solve(spread**2 >= size**2, _smaller),),
)
_of_all = Solve(
    mean(ALL**4) <= OF_CENTRED * mean(ALL**2) ** 2,
    GIVEN,
    (MOMENTS, Put(_ratio_of_centred, _AT_N), BOUNDS),
)


def _mean_of_deviation(power):
    """Argue that the mean of a power of q - mu is that of T / N."""
    equal = Solve(eq(new**power, old**power), (eq(new, old),))
    shown = Solve(eq(Q - MU, ALL / N), GIVEN, OF_SUM)
    here = Cut(Put(equal, {new: Q - MU, old: ALL / N}), (shown,))
    says = eq((Q - MU) ** power, (ALL / N) ** power)
    return _in_the_mean(says, GIVEN, ONE_FITS, (here,))


def _deviates(ratio):
    return N**2 * mean((Q - MU) ** 4) <= ratio * (N * mean((Q - MU) ** 2)) ** 2


_deviation = Solve(
    _deviates(OF_CENTRED),
    GIVEN,
    (_of_all, *map(_mean_of_deviation, (2, 4)), Solve(N**2 > 0, GIVEN)),
)
_square_of_second = Solve((N * mean((Q - MU) ** 2)) ** 2 >= 0, GIVEN)
OF_DEVIATION = Solve(_deviates(3**8), GIVEN, (_deviation, _square_of_second))

# -- q ---------------------------------------------------------------------------------------------

_fourthOF_SUM = Solve(
    (old + less) ** 4 <= 3 * old**4 + 8 * old**2 * less**2 + less**4 + 4 * old * less**3,
    (),
    (Solve((old**2 - old * less) ** 2 >= 0),),
)
_PARTS = {old: ALL, less: N * MU}
_squared = _in_the_mean(
    eq(SUM**2, substitute(sp.expand((old + less) ** 2), _PARTS)), GIVEN, ONE_FITS, OF_SUM
)
_to_fourth = _in_the_mean(
    substitute(_fourthOF_SUM.says.args[1], _PARTS) >= SUM**4,
    GIVEN,
    ONE_FITS,
    (*OF_SUM, Put(_fourthOF_SUM, _PARTS)),
)
SECOND_MOMENT = N * VARIANCE + N**2 * MU**2
SECOND_OF_SUM = Solve(eq(SECOND_MOMENT, mean(SUM**2)), GIVEN, (_squared, MOMENTS))
_not_less = (*_smaller, mean_square >= 0)
_ratio = Solve(
    5088 * count**2 * size**2 + 8 * count**3 * spread * mean_square + count**4 * mean_square**2
    <= OF_ANY * (count * spread + count**2 * mean_square) ** 2,
    _not_less,
    (
        Solve(spread**2 >= size**2, _smaller),
        Solve(count**3 * spread * mean_square >= 0, _not_less),
    ),
)
_RATIO_AT = {**_AT_N, mean_square: MU**2}
_conditions = (substitute(condition, _RATIO_AT) for condition in _ratio.given)
_ratio_here = Cut(
    Put(_ratio, _RATIO_AT),
    tuple(Solve(c, GIVEN, (BOUNDS,)) for c in _conditions if c != sp.true),
)
_fourth_moment = Solve(
    mean(SUM**4) <= 5088 * N**2 * W**4 + 8 * N**3 * VARIANCE * MU**2 + N**4 * MU**4,
    GIVEN,
    (_to_fourth, MOMENTS),
)
_by_second = mean(SUM**4) <= OF_ANY * SECOND_MOMENT**2
_chain = reals("first second third")
FOURTH_OF_SUM = rewritten(
    by_arithmetic(
        _by_second,
        GIVEN,
        Solve(_chain[0] <= _chain[2], (_chain[0] <= _chain[1], _chain[1] <= _chain[2])),
        dict(zip(_chain, (*_fourth_moment.says.args, _by_second.args[1]), strict=True)),
        (_fourth_moment, _ratio_here),
    ),
    _by_second,
    SECOND_MOMENT,
    SECOND_OF_SUM,
)
_SAME = SequenceOf(x[sample], sample)
SUM_HAS_VALUE = Solve(eq(SUM, SUM), GIVEN, OF_SUM)


def _times(power):
    """Argue for the mean of a power of q without its denominator."""
    outside = Reindex(mean(Q**power), _SAME, _SAME, given=GIVEN, using=(ONE_FITS, SUM_HAS_VALUE))
    return Solve(eq(N**power * mean(Q**power), mean(SUM**power)), GIVEN, (outside,))


_fourth_of_q, _of_second = mean(Q**4), mean(Q**2) ** 2
_of_q = Solve(
    _fourth_of_q <= OF_ANY * _of_second,
    GIVEN,
    (
        Solve(
            N**4 * _fourth_of_q <= N**4 * OF_ANY * _of_second,
            GIVEN,
            (FOURTH_OF_SUM, *map(_times, (2, 4))),
        ),
        Solve(N**4 > 0, GIVEN),
    ),
)
OF_Q = Solve(_fourth_of_q <= 3**8 * _of_second, GIVEN, (_of_q,))
