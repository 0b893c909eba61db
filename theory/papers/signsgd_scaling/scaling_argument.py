"""Theorem F.6: the loss before T = d^(beta/2) and after it, for any growth R of the noise.

With J = T^(2/beta) the signal is of the order J^(1 - alpha), as that of the coordinates from J to
2 J is. For T = x d^(beta/2), x >= 1, it lies between d^(1 - alpha) exp(-a x) and the same with
another a, as that of the coordinates from d/2 to d does, and a power of x does not matter.

Constants of the argument are symbols with what is needed of them as hypotheses, until `CHOSEN`
gives them values.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Cut, Generalise, Put, Solve
from theory.binders import substitute
from theory.claim import ForAll
from theory.existence import whatever
from theory.language import eq, reals
from theory.papers.signsgd_scaling import scaling_noise_argument
from theory.papers.signsgd_scaling.loss_argument import (
    FALLS,
    POSITIVE,
    K,
    g,
    lemma,
    n,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import (
    B,
    alpha,
    beta,
    d,
    eta,
    expected_loss,
    high,
    j,
    k,
    low,
    s,
)
from theory.papers.signsgd_scaling.scaling_coordinate_argument import (
    FAST,
    GIVEN,
    IN_RANGE,
    LATE,
    SLOW,
    UNIT,
    T,
    W,
    f,
    h,
    i,
)
from theory.papers.signsgd_scaling.scaling_coordinate_argument import LEAST_NOISE as LEAST_UNIT
from theory.papers.signsgd_scaling.scaling_noise_argument import (
    LEAST_NOISE,
    MOST_NOISE,
    R,
    m,
    noises,
    omega,
    room,
)
from theory.papers.signsgd_scaling.scaling_sums_argument import (
    DECAY,
    DECAYED,
    LOSS_AT_MOST,
    NOISE_OF_LOSS,
    SIGNAL_OF_LOSS,
    A,
    J,
    powers,
    rate,
    summable,
)
from theory.quantifiers import inhabited

MOST, LEAST, left, q = reals("most least left q")
SIGNAL = T ** (-2 * s)
AGE = T / d ** (beta / 2)
LATE_SIGNAL = T**-1 * d ** (-beta / 2 * (2 * s - 1))

LEMMAS = {
    **scaling_noise_argument.LEMMAS,
    "J to the beta/2": ForAll(sp.Eq((v ** (2 / beta)) ** (beta / 2), v), given=(v > 0, beta > 1)),
    "J is at least 1": ForAll(v ** (2 / beta) >= 1, given=(v >= 1, beta > 1)),
    "J is at most d/2": ForAll(
        h / 2 >= J,
        given=(J > 0, beta > 1, h >= 1, J ** (beta / 2) <= (h / 2) ** (beta / 2)),
    ),
    "a power of d/2": ForAll(
        eq((h / 2) ** (beta / 2), 2 ** (-beta / 2) * h ** (beta / 2)), given=(h >= 1, beta > 1)
    ),
    "J to the 1 - alpha": ForAll(
        sp.Eq((v ** (2 / beta)) ** (1 - alpha), v ** (-2 * s)),
        given=(v > 0, beta > 1, sp.Eq(s, (alpha - 1) / beta)),
    ),
    "J to the 1 - beta/2": ForAll(
        sp.Eq((v ** (2 / beta)) ** room, v ** (2 / beta - 1)), given=(v > 0, beta > 1)
    ),
    "J coordinates": ForAll(
        sp.Eq(J * (3 * J) ** -alpha, 3**-alpha * J ** (1 - alpha)), given=(J > 0, alpha > 1)
    ),
}

# -- constants -------------------------------------------------------------------------------------

DECAYING = (*SLOW, rate > 0, 2 * rate <= g, DECAY, A >= 0)
WEIGHT = 2 * A * (alpha - 1) >= high * sp.exp(LATE) * K
NEEDED = (
    *(*FAST, *DECAYING, WEIGHT, MOST >= A, MOST * rate >= 2 * A),
    *(f**2 * omega <= MOST, 4 * f * 2 ** (beta / 2) <= MOST, MOST >= 1, LEAST > 0, LEAST <= 1),
    *(LEAST_UNIT >= 4 * LEAST, 3**-alpha * low * sp.exp(-4 * f) >= 8 * LEAST, rate >= 2 * LEAST),
)
STEP = (eta > 0, B >= 1, k >= 0)
SIGNAL_LEAST = (low > 0, 3**-alpha * low * sp.exp(-4 * f) >= 8 * LEAST)
CONSTANTS = inhabited((g, f, rate, K, A), NEEDED)
loss = expected_loss(d)

# -- signals that can be summed --------------------------------------------------------------------

_a, _c, _d, _e, _q = reals("a_0 c_0 d_0 e_0 q_0")
_weighed = Solve(
    high * _q * _c * _e / 2 <= A * left * (alpha - 1) * _d,
    (
        *(_e <= left * _a, _q * _a <= K * _d, 2 * A * (alpha - 1) >= high * _c * K),
        *(high > 0, _q >= 0, _c >= 0, _d >= 0, left >= 0),
    ),
)


def summable_by(at, share, given, using):
    """Argue that the signals of coordinates can be summed, for a share of A.

    Args:
        at: J.
        share: what is left of all of them.
        given: hypotheses.
        using: shows that exp(-g T N) is at most the share of exp(-h J^(beta/2) N), N = n^(-beta/2).
    """
    of_n = n ** (-beta / 2)
    own, decay = sp.exp(-g * T * of_n), sp.exp(-rate * at ** (beta / 2) * of_n)
    every = (*GIVEN, *DECAYING, WEIGHT, *given)
    one = substitute(summable(n), {A: A * share, J: at})
    weighed = {_q: n**-alpha, _c: sp.exp(LATE), _e: own, _a: decay, _d: (n + at) ** -alpha}
    shown = Solve(
        Implies(And(*IN_RANGE), one, evaluate=False),
        every,
        (
            Solve(own <= share * decay, (*every, *IN_RANGE), using),
            Put(DECAYED, {i: n, J: at}),
            lemma(POSITIVE, {v: LATE}),
            lemma(POSITIVE, {v: -rate * AGE}),
            Put(_weighed, {**weighed, left: share}),
        ),
    )
    return Generalise(Put(shown, {n: j}), j)


# -- before d^(beta/2) -----------------------------------------------------------------------------


def meant(time):
    """Return what J is for T, with what is known of it where T is at most (d/2)^(beta/2)."""
    own = (eq(J ** (1 - alpha), time ** (-2 * s)), eq(J**room, time ** (2 / beta - 1)))
    return (J >= 1, eq(time, J ** (beta / 2)), d >= 2 * J, *own)


J_CONDITIONS = meant(T)
SOME_J = inhabited((J,), J_CONDITIONS)
_early_signals = summable_by(
    J,
    sp.S.One,
    (J >= 1, eq(T, J ** (beta / 2))),
    (lemma(FALLS, {y: g * T * n ** (-beta / 2), v: rate * T * n ** (-beta / 2)}),),
)
_is_J = (J >= 1, eq(T, J ** (beta / 2)), eq(J ** (1 - alpha), SIGNAL))
EARLY_AT_MOST = Cut(
    Solve(
        loss <= MOST * (SIGNAL + UNIT * R),
        (
            *(*STEP, *_is_J, MOST_NOISE, R >= 0, MOST >= A, f**2 * omega <= MOST, f >= 4),
            loss <= A * J ** (1 - alpha) + f**2 * UNIT * noises(d),
        ),
    ),
    (Cut(LOSS_AT_MOST, (_early_signals,)),),
)
NOISE_AT_LEAST = whatever(
    LEAST_NOISE,
    Cut(
        Solve(
            loss >= 2 * LEAST * UNIT * R,
            (
                *(*STEP, R >= 0, *LEAST_NOISE.body.args, LEAST > 0, LEAST_UNIT >= 4 * LEAST),
                loss >= LEAST_UNIT * UNIT * powers(m),
            ),
        ),
        (NOISE_OF_LOSS,),
    ),
)
_early_signal = Cut(
    Solve(
        loss >= 2 * LEAST * J ** (1 - alpha),
        (
            J >= 1,
            alpha > 1,
            loss >= substitute(SIGNAL_OF_LOSS.says.rhs, {W: sp.S.One}),
            LEAST > 0,
            *SIGNAL_LEAST,
        ),
        (lemma("J coordinates"), lemma(POSITIVE, {v: -4 * f})),
    ),
    (
        Cut(
            Put(SIGNAL_OF_LOSS, {W: sp.S.One}),
            (
                Solve(T * J ** (-beta / 2) <= 1, (*STEP, *_is_J[:2])),
                Solve(And(J > 0, sp.Min(d, 2) <= 2 * J), (J >= 1,)),
            ),
        ),
    ),
)
EARLY_AT_LEAST = Cut(
    Solve(
        loss >= LEAST * (SIGNAL + UNIT * R),
        (
            *(*STEP, *_is_J, R >= 0, LEAST > 0),
            *(loss >= 2 * LEAST * UNIT * R, loss >= 2 * LEAST * J ** (1 - alpha)),
        ),
    ),
    (NOISE_AT_LEAST, _early_signal),
)
