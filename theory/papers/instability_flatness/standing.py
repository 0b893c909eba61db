"""The conditions under which the paper is written, by the places that state them.

They are ranges of its symbols, what its definitions say, and the regimes of its appendices, where
"much larger" is a thousand times; a claim has them under the same place. What a claim of the paper
states itself stands there and not here.
"""

from theory.language import eq
from theory.papers.instability_flatness import (
    alignment,
    bulk,
    clipped,
    gradient_step,
    gronwall,
    leading_eigenvector,
    mass,
    minibatch_hessian,
    preconditioning,
    preconditioning_argument,
    sums_of_products,
    surplus,
    tails,
    two_step_cycle,
)
from theory.papers.instability_flatness.notation import k, t

STANDING = {
    "section 4.1.2": (
        *gradient_step.ORDER["section 4.1.2"],
        *gradient_step.CHANGE["section 4.1.2, z is convex"],
    ),
    "section 5.2, equation (4)": (surplus.SIGN,),
    "section 5.3, lemma 5.10": tails.TYPICAL["lemma 5.10"],
    "section 6, (10)": (clipped.thresh >= 0, preconditioning_argument.CLIPPED),
    "section 8.1, (11)": clipped.ALONG["(11)"],
    "appendix C": (*bulk.EDGE["appendix C, the semicircle law"], bulk.sigma_e > 0),
    "appendix E.4": (
        *alignment.ILL["appendix E.4, ill-conditioned"],
        *alignment.EIGENVALUE["appendix E.4, lambda is v^T H v for a unit vector v"],
        *alignment.POSITIVE["appendix E.4, lambda_1 > 0"],
        *alignment.E_2["equation (E.2)"],
        *leading_eigenvector.DEVIATES["appendix E.4, both vectors have length 1"],
        *leading_eigenvector.HAS_PSI["equation (E.3), which has psi"],
    ),
    "(E.2)": alignment.E_2["equation (E.2)"],
    "(E.3)": leading_eigenvector.HAS_PSI["equation (E.3), which has psi"],
    "appendix E.5": two_step_cycle.CONVEX,
    "appendix E.6": sums_of_products.dominates(sums_of_products.ti, sums_of_products.tj)[
        "appendix E.6, one product dominates"
    ],
    "corollary 5.5": mass.one_sided(mass.x),
    "appendix F.8": (*gronwall.NEIGHBOURHOOD, *tails.NEARBY, t >= k),
    "appendix G": (
        *minibatch_hessian.SETTING["appendix G, the model"],
        *minibatch_hessian.FROM_GRADIENT,
    ),
    "appendix I": (
        *preconditioning.Q_T["appendix I, Q_t and its parts"],
        *preconditioning.POSITIVE["appendix I, moments and epsilon"],
        *preconditioning.SPECTRA,
        *preconditioning.ENTRIES,
        *clipped.UNIT,
        *clipped.LEADING["appendix I, v_1 and its eigenvalue"],
        *preconditioning_argument.top(
            clipped.effective, clipped.lam_eff, preconditioning_argument.y
        ),
    ),
    "appendix J": preconditioning_argument.TIGHTER,
    "appendix K.2": (eq(minibatch_hessian.d, 28480),),
}
