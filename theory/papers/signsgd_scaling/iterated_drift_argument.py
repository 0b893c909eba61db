"""What w_(k+1) <= psi w_k + exp(2 a) gives after t steps, (42): by induction, with a closed form.

The sum of psi^i for i < t is (1 - psi^t) / (1 - psi).
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Assume, Cut, Induct, LastTerm, Lemma, Put, Rewrite, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.existence import met
from theory.language import eq, integers, reals
from theory.papers.signsgd_scaling import notation as paper
from theory.quantifiers import Every

A, W, T, PSI = paper.rate, paper.weights, paper.later, paper.shrink
ADDED = sp.exp(2 * A)
m, n = integers("m n")
STEPS = Every(m, Implies(m >= 0, W[m + 1] <= PSI * W[m] + ADDED, evaluate=False))
PLACE = (A > 0, PSI > 0, PSI < 1, W[0] >= 0)
OWN = (STEPS, W[0] <= sp.exp(A), T >= 0)


def powers(last):
    """Return the sum of the powers of psi from the 0th up to one."""
    return sp.Sum(PSI**paper.i, (paper.i, 0, last))


UNROLLED = PSI**T * W[0] + ADDED * powers(T - 1)
END = sp.exp(A) + ADDED / (1 - PSI)

u = reals("u")
NEXT, BELOW_1, GROWS = "one more power", "powers are at most 1", "exponentials are positive"
LEMMAS = {
    NEXT: ForAll(eq(PSI ** (n + 1), PSI * PSI**n), given=(PSI > 0, n >= 0)),
    BELOW_1: ForAll(And(PSI**n <= 1, PSI**n > 0), given=(PSI > 0, PSI < 1, n >= 0)),
    GROWS: ForAll(sp.Gt(sp.exp(u), 0, evaluate=False)),
}
_GIVEN = (PSI > 0, PSI < 1)
_TO_N = (*_GIVEN, n >= 1)
_closed = eq((1 - PSI) * powers(n - 1), 1 - PSI**n)
_CLOSED = Induct(
    _closed,
    n,
    1,
    base=Solve(
        substitute(_closed, {n: sp.S.One}),
        _GIVEN,
        (LastTerm(powers(sp.S.Zero), _GIVEN),),
    ),
    step=Solve(
        substitute(_closed, {n: n + 1}),
        (*_TO_N, _closed),
        (LastTerm(powers(n), _TO_N), Cut(Lemma(NEXT), (Solve(n >= 0, (n >= 1,)),))),
    ),
)
_at_most = (1 - PSI) * W[n] <= (1 - PSI) * PSI**n * W[0] + ADDED * (1 - PSI**n)
_now, _then, _first, _power = reals("w_n w_m w_0 p")
_STEP = Solve(
    (1 - PSI) * _then <= (1 - PSI) * PSI * _power * _first + u * (1 - PSI * _power),
    (
        *_GIVEN,
        (1 - PSI) * _now <= (1 - PSI) * _power * _first + u * (1 - _power),
        _then <= PSI * _now + u,
    ),
)
_AT_MOST = Induct(
    _at_most,
    n,
    0,
    base=Solve(substitute(_at_most, {n: sp.S.Zero}), _GIVEN),
    step=Solve(
        substitute(_at_most, {n: n + 1}),
        (*_GIVEN, n >= 0, STEPS, _at_most),
        (
            Put(_STEP, {_now: W[n], _then: W[n + 1], _first: W[0], _power: PSI**n, u: ADDED}),
            Specialise(Assume(STEPS), n),
            Lemma(NEXT),
        ),
    ),
)
_ALL = (*PLACE, *OWN)
_total, _c = reals("s_n c")
_ENDS = Solve(
    And(_then <= _power * _first + u * _total, _power * _first + u * _total <= _c + u / (1 - PSI)),
    (
        *(PSI > 0, PSI < 1, u > 0, _power > 0, _power <= 1, _first >= 0, _first <= _c),
        eq((1 - PSI) * _total, 1 - _power),
        (1 - PSI) * _then <= (1 - PSI) * _power * _first + u * (1 - _power),
    ),
)
_none = Solve(substitute(_closed, {n: sp.S.Zero}), (PSI > 0,), (LastTerm(powers(sp.Integer(-1))),))
_sum_at_t = Solve(
    substitute(_closed, {n: T}),
    _ALL,
    (Put(_CLOSED, {n: T}), Rewrite(_none, Assume(sp.Eq(0, T, evaluate=False)), _closed, n)),
)
_ITERATED = Solve(
    And(W[T] <= UNROLLED, UNROLLED <= END),
    _ALL,
    (
        Put(
            _ENDS,
            {
                _then: W[T],
                _first: W[0],
                _power: PSI**T,
                u: ADDED,
                _total: powers(T - 1),
                _c: sp.exp(A),
            },
        ),
        _sum_at_t,
        Put(_AT_MOST, {n: T}),
        Put(Lemma(BELOW_1), {n: T}),
        Put(Lemma(GROWS), {u: 2 * A}),
    ),
)
ITERATED = met(
    _ITERATED,
    _ALL,
    {W: SequenceOf(sp.S.Zero, n), A: 1, PSI: sp.Rational(1, 2), T: 0},
    tuple(Put(Lemma(GROWS), {u: sp.Integer(power)}) for power in (1, 2)),
)
