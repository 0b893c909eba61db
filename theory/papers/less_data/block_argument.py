"""One sample among N: moments of w.x and of Z = y (w.x)^2, times a power of a sum of those before.

The N samples follow each other in one string of signs, that of sample s from s d on. T is the sum
of Z_s - mu over the n samples before one, for mu = 2 w_1 w_2, and no sign of that one moves it. So
the signs of one sample average out as if it were alone. The mean of (w.x)^8 is at most 105 |w|^8.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import AddUp, Average, Induct, LastTerm, Put, Solve
from theory.binders import substitute
from theory.language import eq, integers
from theory.papers.less_data import cube_argument as cube
from theory.papers.less_data.cube_argument import after_turn, fourths, squares
from theory.papers.less_data.notation import d, i, w, x
from theory.papers.less_data.vector_argument import counted_once, k, linear
from theory.sequences import In, Indicator, Signs
from theory.sum_arguments import combined

n, start, length, sample, offset = integers("n b l_x s' o")
MU = 2 * w[1] * w[2]
W = squares(d)
STRING = In(x, Signs(length))
BLOCK = (d >= 2, start >= 0, length >= start + d)  # the signs of one sample, from `start` on
AFTER = (n >= 1, eq(start, n * d))  # there are n samples before that one


def mean(term):
    """Return the mean over all strings of signs."""
    return cube.mean(term, length)


def overlap(last):
    """Return w.x of the sample, up to a last term."""
    return cube.overlap(last, start)


SIGNS = {number: x[start + number - 1] for number in (1, 2)}
Z = SIGNS[1] * SIGNS[2] * overlap(d) ** 2

# -- the samples before one ------------------------------------------------------------------------

_first, _second = (x[sample * d + number - 1] for number in (1, 2))
_term = w[i] * x[sample * d + i - 1]
Z_OF_SAMPLE = _first * _second * sp.Sum(_term, (i, 1, d)) ** 2
_centred = Z_OF_SAMPLE - MU


def before(count):
    """Return T, of the samples 0 to count - 1."""
    return sp.Sum(_centred, (sample, 0, count - 1))


T = before(n)
_inside = (d >= 2, i >= 1, i <= d)
TERM_HAS_VALUE = AddUp(Solve(eq(_term, _term), _inside), i, 1, d)
T_HAS_VALUE = AddUp(
    Solve(eq(_centred, _centred), (d >= 2, n >= 1), (TERM_HAS_VALUE,)), sample, 0, n - 1
)
_SAMPLES = (d >= 2, n >= 1, eq(start, n * d), offset >= 0)
_EARLIER = (*_SAMPLES, sample >= 0, sample <= n - 1)
_ends_before = Solve(
    start >= sample * d + d,
    _EARLIER,
    (Solve((n - 1 - sample) * d >= 0, (d >= 2, sample <= n - 1)),),
)


def _stays(term, given, *using):
    """Argue that turning a sign from `start` on changes nothing."""
    return Solve(eq(after_turn(term, start + offset), term), given, using)


_overlap_stays = AddUp(_stays(_term, (*_EARLIER, i >= 1, i <= d), _ends_before), i, 1, d)
T_STAYS = AddUp(
    _stays(_centred, _EARLIER, _ends_before, _overlap_stays, TERM_HAS_VALUE), sample, 0, n - 1
)


def model(power):
    """Return what is assumed where T^power is a factor."""
    return (*BLOCK, *AFTER) if power else BLOCK


def mean_of_power(power):
    """Return the mean of T^power."""
    return mean(T**power) if power else sp.S.One


def _has_value(power):
    return (T_HAS_VALUE,) if power else ()


def _where_turned(power, at):
    """Return facts on T where a sign of the sample is turned."""
    return (Put(T_STAYS, {offset: at}), T_HAS_VALUE) if power else ()


def _vanishes(term, at, given, using):
    return cube.vanishes(term, start + at, given, using, length)


# -- w.x of the sample -----------------------------------------------------------------------------

NOT_NEGATIVE = And(*(sp.Ge(total(k), 0, evaluate=False) for total in (squares, fourths)))
FIRST_SUMS = tuple(LastTerm(total(1)) for total in (squares, fourths))


def next_sums(*given):
    """Argue how the sums of squares and of fourth powers grow by the next term."""
    return tuple(LastTerm(total(k + 1), given) for total in (squares, fourths))


NOT_NEGATIVE_SHOWN = Induct(
    NOT_NEGATIVE,
    k,
    1,
    base=Solve(substitute(NOT_NEGATIVE, {k: sp.S.One}), (), FIRST_SUMS),
    step=Solve(substitute(NOT_NEGATIVE, {k: k + 1}), (k >= 1, NOT_NEGATIVE), next_sums(k >= 1)),
)


def _kept(power, of):
    """Argue that a sign after the first ones averages out."""
    given = (*model(power), k >= 1, k <= d - 1)
    term = w[i] * x[start + i - 1]
    each = Solve(eq(after_turn(term, start + k), term), (*given, i >= 1, i <= k))
    using = (AddUp(each, i, 1, k), cube.has_value(k, start), *_where_turned(power, k))
    return _vanishes(T**power * overlap(k) ** of * x[start + k], k, given, using)


def _grows(power, of):
    """Argue how the mean of T^power (w.x)^of grows by the next term."""
    given = (*model(power), k >= 1, k <= d - 1)
    here = cube.with_sign(of, overlap(k), w[k + 1], x[start + k])
    parts = cube.expanded(of, overlap(k), w[k + 1], x[start + k]).args
    says = eq(T**power * overlap(k + 1) ** of, sp.Add(*(T**power * part for part in parts)))
    facts = (LastTerm(overlap(k + 1), given), here, *_has_value(power))
    return Average(Solve(says, (*given, STRING), facts), x)


def _moment(power, of, last):
    """Return what is known of the mean of T^power (w.x)^of."""
    whole, total = mean(T**power * overlap(last) ** of), squares(last)
    if of == 2:
        return eq(whole, total * mean_of_power(power))
    if of == 4:
        return eq(whole, (3 * total**2 - 2 * fourths(last)) * mean_of_power(power))
    return whole <= {6: 15, 8: 105}[of] * total ** (of // 2)


def _shown(power, of, *lower):
    """Argue for the mean of T^power (w.x)^of, by induction, from those of lower powers."""
    given = model(power)
    every = Implies(k <= d, _moment(power, of, k), evaluate=False)
    alone = Solve(
        eq(T**power * overlap(1) ** of, w[1] ** of * T**power),
        (*given, STRING),
        (LastTerm(overlap(1)), *_has_value(power)),
    )
    inside = (*given, k >= 1, k <= d - 1)
    odd = tuple(_kept(power, number) for number in range(1, of, 2))
    positive = (NOT_NEGATIVE_SHOWN,) if of > 4 else ()
    step = Solve(
        _moment(power, of, k + 1),
        (*inside, _moment(power, of, k)),
        (_grows(power, of), *odd, *lower, *next_sums(*inside), *positive),
    )
    return Induct(
        every,
        k,
        1,
        base=Solve(substitute(every, {k: sp.S.One}), given, (Average(alone, x), *FIRST_SUMS)),
        step=Solve(substitute(every, {k: k + 1}), (*given, k >= 1, every), (step,)),
    )


SECOND = {power: _shown(power, 2) for power in (0, 2)}
FOURTH = {power: _shown(power, 4, SECOND[power]) for power in (0, 2)}
SIXTH = _shown(0, 6, SECOND[0], FOURTH[0])
EIGHTH = _shown(0, 8, SECOND[0], FOURTH[0], SIXTH)

# -- Z of the sample -------------------------------------------------------------------------------


def _where_first(number):
    """Argue how w.x changes when the first or the second sign is turned."""
    turned = after_turn(w[i] * x[start + i - 1], start + number - 1)
    factors = {
        w[i] * x[start + i - 1]: sp.S.One,
        Indicator(eq(i, number)): -2 * w[number] * SIGNS[number],
    }
    each = Solve(eq(turned, combined(factors)), (*BLOCK, i >= 1, i <= d))
    changed = overlap(d) - 2 * w[number] * SIGNS[number]
    once = Put(counted_once(number, i), {k: d})
    return Solve(
        eq(after_turn(overlap(d), start + number - 1), changed),
        BLOCK,
        (AddUp(each, i, 1, d), linear(factors, i), once),
    )


_OVERLAP = cube.has_value(d, start)
_CHANGED = {number: _where_first(number) for number in (1, 2)}


def _mean_of_z(power):
    """Argue that the mean of T^power Z is mu times that of T^power."""
    given, factor = model(power), T**power
    one, two = factor * SIGNS[2] * overlap(d), factor * SIGNS[1] * SIGNS[2]
    facts = {number: _where_turned(power, number - 1) for number in (1, 2)}

    def halved(term, number, twice):
        """Argue for twice the mean of a term, from that with a sign turned."""
        at = start + number - 1
        says = eq(term + after_turn(term, at), twice)
        using = (_OVERLAP, *facts[number])
        both = Average(Solve(says, (*given, STRING), (_CHANGED[number], *using)), x)
        return both, cube.same_mean(term, at, given, using, length)

    return Solve(
        eq(mean(factor * Z), MU * mean_of_power(power)),
        given,
        (
            *halved(factor * Z, 1, 4 * w[1] * one - 4 * w[1] ** 2 * two),
            *halved(one, 2, 2 * w[2] * factor),
            _vanishes(two, 1, given, facts[2]),
        ),
    )


def _square_of_z(power):
    """Argue that the mean of T^power Z^2 is that of T^power (w.x)^4."""
    given, factor = model(power), T**power
    says = eq(factor * Z**2, factor * overlap(d) ** 4)
    same = Solve(says, (*given, STRING), (_OVERLAP, *_has_value(power)))
    return Solve(
        eq(mean(factor * Z**2), (3 * W**2 - 2 * fourths(d)) * mean_of_power(power)),
        given,
        (Average(same, x), Put(FOURTH[power], {k: d})),
    )


MEAN_OF_Z = tuple(_mean_of_z(power) for power in range(4))
SQUARE_OF_Z = {power: _square_of_z(power) for power in (0, 2)}
_no_labels = Solve(eq(Z**4, overlap(d) ** 8), (*BLOCK, STRING), (_OVERLAP,))
FOURTH_OF_Z = Solve(mean(Z**4) <= 105 * W**4, BLOCK, (Average(_no_labels, x), Put(EIGHTH, {k: d})))
