"""The conditions under which the paper is written, by the places that state them.

They are ranges of its symbols and the setup of its proofs; a claim has them under the same place.
What a claim of the paper states itself stands there and not here.
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.language import eq
from theory.papers.less_data import (
    chance_argument,
    direct_argument,
    gradient_argument,
    phase_one,
    sign_argument,
)
from theory.papers.less_data import sign_stability_argument as model
from theory.papers.less_data.contraction import AFTER
from theory.papers.less_data.contraction_argument import moved
from theory.papers.less_data.cube_argument import CUBE
from theory.papers.less_data.neuron import BEST, UNIT
from theory.papers.less_data.notation import (
    B,
    C,
    N,
    a,
    a_next,
    across,
    aligned,
    alpha,
    alpha0,
    c0,
    d,
    delta,
    eps,
    eta,
    gains,
    i,
    j,
    log_term,
    norm,
    opposite,
    p_all,
    parity,
    q,
    s_step,
    target,
    u_side,
    w,
)
from theory.papers.less_data.task_notation import fan_in
from theory.quantifiers import Every

OVERLAPS_MOVE = Every(s_step, Implies(s_step >= 0, moved(s_step), evaluate=False))  # (A.3) for M
STANDING = {
    "section 2": (parity >= 1, d >= parity),  # parities of k of d entries
    "appendix A.1": (
        *(N >= 1, d >= 1, d >= 2),  # two entries make the label
        *(i >= 1, i <= d, j >= 1, j <= d),
        CUBE,
        UNIT,
        *BEST,
        eq(model.dot(w, w), 1),
        *model.MODEL,
        *phase_one.UPDATES,
        eq(a_next, AFTER),
        OVERLAPS_MOVE,
    ),
    "(A.4)": (gradient_argument.HAS_NORM,),  # by which it divides
    "theorem 1": direct_argument.SIZES["theorem 1"],  # eta is of the order 1 there
    "theorem 1 as restated": (
        *(d >= 3, d <= N, d**2 >= N, N >= 1),
        *(eta > 0, eta <= sp.Rational(1, 2), p_all > 0, p_all < 1),
    ),
    "lemma 2": (sign_argument.SYMMETRIC, sign_argument.NEVER_0),
    "theorem 3, the definition of T_*": phase_one.FIRST,
    "theorem 3": (target > 0, target <= 1, sp.Abs(q) <= norm),  # q = w^T M w, w a unit vector
    "lemma 5 and corollary 4": (delta > 0, delta < 1, C > 0, B > 0, *chance_argument.BOUNDED),
    "lemma 6": (
        *(eps > 0, eps < sp.Rational(1, 2)),
        *(alpha >= 0, alpha <= 1),
        *direct_argument.SIZES["lemma 6"],
    ),
    "lemma 9": direct_argument.SIZES["lemma 9, its event"],
    "proof of lemma 6": (
        *(eq(u_side**2 + opposite**2 + across**2, 1), across >= 0),
        *(a <= 1, gains[0] <= 1),  # a is |a|
    ),
    "lemma 10": (p_all > 0, *chance_argument.happens_with(aligned, p_all)),
    "appendix B.1": (fan_in >= 1,),
    "appendix A.4.3": (
        *(c0 > 0, c0 < sp.sqrt(3) / 2, C > 0, B >= 1, log_term > sp.log(2 * d)),
        *(target > 0, eps > 0, eps < sp.Rational(1, 2), N >= 1),
        *(delta > 0, delta < 1),
        *(alpha0 > 0, alpha0**2 >= 1 / (4 * d)),
    ),
}
