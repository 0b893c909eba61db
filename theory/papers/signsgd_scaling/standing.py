"""The conditions under which the paper is written, by the places that state them.

They are ranges of its symbols, its updates, and what Theta stands for in a proof; a claim has them
under the same place. What a claim of the paper states itself stands there and not here.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.language import eq
from theory.papers.signsgd_scaling import (
    batch_limits,
    decoupled,
    entry_argument,
    kernels,
    linear_kernel_argument,
    loss_terms,
    noise,
    oscillation,
    sgd_late_argument,
    stability_argument,
)
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    GRADIENT_FLOW,
    POWER_LAWS,
    SETTING,
    B,
    D,
    K,
    R,
    arrives_at,
    beta,
    burn,
    covariance,
    d,
    decays,
    delta,
    effective,
    eigenvalues,
    eta,
    fastest,
    hessian,
    high,
    hits,
    i,
    j,
    k,
    lam,
    longest,
    low,
    moved,
    r,
    shrink,
    slowest,
    t,
    weights,
    x,
)
from theory.quantifiers import Every

_IN_RANGE = And(j >= 1, j <= d)
_DECAY = (
    fastest * eta * k * sp.sqrt(B * eigenvalues[j]),
    slowest * eta * k * sp.sqrt(B * eigenvalues[j]),
)
_THETA = (_DECAY[0] <= decays[j], decays[j] <= _DECAY[1])
_HALF_WIDTH = 1 / sp.sqrt(lam * B)

STANDING = {
    "section 2": (
        *SETTING,
        *noise.IS_COVARIANCE,
        *(j >= 1, j <= d),
        *(beta > 1, DIFFICULTY),
        Every(
            j,
            Every(
                i,
                Implies(
                    And(j >= 1, j <= d, i >= 1, i <= d),
                    eq(covariance[j, i], hessian[j, i]),
                    evaluate=False,
                ),
            ),
        ),
    ),
    "appendix B.1": (j >= 1, j <= d),
    "appendix B.2.1": (x > 0,),  # "we assume theta_0 > 0", with the target 0
    "theorem 3.1": (d >= 2,),  # d >> 1 says that d is not 1, and more
    "section 2, (4)": (*decoupled.SIGNSGD, *decoupled.FROM_0),
    "assumption B.2": (lam > 0, eigenvalues[j] > 0, *decoupled.DIAGONAL, noise.DIAGONAL),
    "assumptions 2.1 and B.3": (
        *POWER_LAWS,
        DIFFICULTY,
        GRADIENT_FLOW,
        low * j**-beta <= lam,
        lam <= high * j**-beta,
    ),
    "appendix B.2.1, the linear system": stability_argument.SYSTEM,
    "appendix B.3 and G.1": (eq(D, B * k), B >= 1, effective > 0),
    **{
        f"proof of theorem G.1, case {number}": batch_limits.near(case)
        for number, case in enumerate(batch_limits.CASES, 1)
    },
    "appendix G.2.1": (eq(D, B * k),),
    "appendix C.1.1": (r >= 0, kernels.NOT_RISING),
    "assumption C.3": (R > 0, r > 0),
    "appendix C.1.2": linear_kernel_argument.SPECTRUM[1:],
    "appendix E.1": (t > 0,),
    "appendix E.1, (9)": (GRADIENT_FLOW,),
    "appendix E.2, (12)": (eta > 0, B >= 1, k >= 0, lam > 0),
    "appendix E.2, after (14)": sgd_late_argument.STEP_SIZE,
    # the noise of (18) is Gaussian, so that a sign is 1 or -1 with probability 1
    "(18)": (Every(k, Implies(k >= 0, moved(k), evaluate=False)),),
    # delta is the residual at k_j*, which the walk reaches, on a path for the first time
    "(21)": (
        *(burn >= 0, arrives_at(burn) > 0, arrives_at(burn, delta) > 0),
        sp.Abs(delta) <= _HALF_WIDTH,
        *entry_argument.IS_FIRST,
    ),
    "(22)": (sp.Abs(delta) <= eta,),  # and here at k_j**
    "(32)": (fastest > 0, slowest >= fastest, *loss_terms.IN_TIME),
    "(34)": (K > 0, *loss_terms.SMALLEST, *loss_terms.LARGEST),
    "(35)": (longest > 0,),
    "(39)": (
        *(fastest > 0, slowest >= fastest),
        *_THETA,
        Every(j, Implies(_IN_RANGE, And(*_THETA), evaluate=False)),
    ),
    "lemma H.3": (hits >= 1,),
    "appendix H.2": (weights[0] >= 0, shrink > 0, shrink < 1, *oscillation.A_AND_PSI),
}
