"""The gradients of the loss on N samples, and (1) with them in the form of (A.3) and (A.4).

They are means of those of one sample. The samples stand in one string, sample s = 1, ..., N from
place (s - 1) d on. That sums over samples and over inputs may be exchanged is shown by induction on
the number of inputs.
"""

import sympy as sp

from theory.arguments import AddUp, Induct, LastTerm, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.existence import met
from theory.language import eq, integers, reals, sequence
from theory.papers.less_data.notation import N, a, clip, d, eta, i, j, w, x
from theory.papers.less_data.vector_argument import k, linear, over
from theory.sum_arguments import has_value

sample = integers("s'")
factors, share = sequence("g"), reals("p_n")
SIZES = (d >= 2, N >= 1)
ROW = (*SIZES, i >= 1, i <= d)


def entry(index):
    """Return an input of a sample."""
    return x[(sample - 1) * d + index - 1]


def total(term):
    """Return a sum over all samples."""
    return sp.Sum(term, (sample, 1, N))


LABEL = entry(1) * entry(2)
PRE = over(w[j] * entry(j), j)  # w.x


def image(row):
    """Return an entry of M w, for M the empirical moment matrix."""
    return over(total(LABEL * entry(row) * entry(j)) / N * w[j], j)


Q = over(w[i] * image(i))
SLOPE_A = total(-LABEL * PRE**2 / 2) / N
SLOPE_W = total(-a * (LABEL * PRE * entry(i))) / N
IN_A = eq(SLOPE_A, -Q / 2)
IN_W = eq(SLOPE_W, -a * image(i))


def divided(vector):
    """Return entry i of a vector over its norm."""
    return vector / sp.sqrt(over(vector**2))


MOVED = w[i] + eta * a * image(i)
OF_A = eq(sp.Max(-1, sp.Min(1, a - eta * SLOPE_A)), clip(a + eta / 2 * Q))
OF_W = eq(divided(w[i] - eta * SLOPE_W), divided(MOVED))
HAS_NORM = over(MOVED**2) > 0

# -- sums over samples and inputs ------------------------------------------------------------------


def _before(last):
    return sp.Sum(w[j] * entry(j), (j, 1, last))


def _exchanged(last):
    one_by_one = sp.Sum(w[j] * total(factors[sample] * entry(j)), (j, 1, last))
    return eq(one_by_one, total(factors[sample] * _before(last)))


def _with_next(last, terms, *given):
    """Argue how both sides grow by an input."""
    each = Solve(
        eq(factors[sample] * _before(last), sum(factor * e for e, factor in terms.items())),
        (N >= 1, *given, sample >= 1, sample <= N),
        (LastTerm(_before(last), given),),
    )
    inner = has_value(total(factors[sample] * entry(j)), (N >= 1,))
    return (
        LastTerm(_exchanged(last).args[0], (N >= 1, *given), (inner,)),
        AddUp(each, sample, 1, N),
        linear(terms, sample, N),
    )


def _terms(last):
    return {factors[sample] * entry(last): w[last]}


_ONE = sp.S.One
EXCHANGED = Induct(
    _exchanged(k),
    k,
    1,
    base=Solve(substitute(_exchanged(k), {k: _ONE}), (N >= 1,), _with_next(_ONE, _terms(_ONE))),
    step=Solve(
        _exchanged(k + 1),
        (N >= 1, k >= 1, _exchanged(k)),
        _with_next(k + 1, {factors[sample] * _before(k): _ONE, **_terms(k + 1)}, k >= 1),
    ),
)


def _with_factors(term):
    """Argue that sums with some factor of each sample may be exchanged."""
    return Put(EXCHANGED, {factors: SequenceOf(term, sample), k: d})


def _shared(term, index):
    """Argue that 1 / N may stand before a sum over the inputs."""
    return Put(linear({term: share}, index), {share: 1 / N})


# -- both gradients --------------------------------------------------------------------------------

_in_row = w[j] * total(LABEL * entry(i) * entry(j))
_each_in_row = Solve(
    eq(total(LABEL * entry(i) * entry(j)) / N * w[j], _in_row / N),
    (*ROW, j >= 1, j <= d),
    (has_value(total(LABEL * entry(i) * entry(j)), (N >= 1,)),),
)
IMAGE = Solve(
    eq(image(i), total(LABEL * entry(i) * PRE) / N),
    ROW,
    (
        AddUp(_each_in_row, j, 1, d),
        _shared(_in_row, j),
        _with_factors(LABEL * entry(i)),
    ),
)
_in_form = w[i] * total(LABEL * PRE * entry(i))
_each_in_form = Solve(eq(w[i] * image(i), _in_form / N), ROW, (IMAGE,))
FORM = Solve(
    eq(Q, total(LABEL * PRE**2) / N),
    SIZES,
    (
        AddUp(_each_in_form, i, 1, d),
        _shared(_in_form, i),
        _with_factors(LABEL * PRE),
    ),
)
IN_A_SHOWN = Solve(IN_A, SIZES, (FORM, linear({LABEL * PRE**2: -sp.Rational(1, 2)}, sample, N)))
IN_W_SHOWN = Solve(IN_W, ROW, (IMAGE, linear({LABEL * PRE * entry(i): -a}, sample, N)))
OF_A_SHOWN = Solve(OF_A, SIZES, (IN_A_SHOWN,))
_each_square = Solve(eq((w[i] - eta * SLOPE_W) ** 2, MOVED**2), ROW, (IN_W_SHOWN,))
_SOME_NORM = (*ROW, HAS_NORM)
_shown = Solve(OF_W, _SOME_NORM, (IN_W_SHOWN, AddUp(_each_square, i, 1, d)))
_ones = tuple(LastTerm(sp.Sum(1, (i, 1, last))) for last in (2, 1))
OF_W_SHOWN = met(
    _shown,
    _SOME_NORM,
    {
        d: 2,
        N: 1,
        i: 1,
        a: 0,
        eta: 0,
        w: SequenceOf(sp.S.One, i),
        x: SequenceOf(sp.S.One, i),
    },
    _ones,
)
