"""The conditions under which the paper is written, by the places that state them.

They are ranges of its symbols, what its definitions say, and the regimes of its appendices, where
"much larger" is a thousand times; a claim has them under the same place. What a claim of the paper
states itself stands there and not here.
"""

from theory.papers.instability_flatness import (
    alignment,
    bulk,
    clipped,
    gradient_step,
    gronwall,
    leading_eigenvector,
    map_argument,
    mass,
    minibatch_hessian,
    preconditioning,
    preconditioning_argument,
    sde_view,
    surplus,
    tails,
    two_step_cycle,
)

STANDING = {
    "section 4.1.2": gradient_step.ORDER["section 4.1.2"],
    "section 5.2, equation (4)": (surplus.SIGN,),
    "lemma 5.10": tails.TYPICAL["lemma 5.10"],
    "section 2": (
        *(one for some in sde_view.SETTINGS.values() for one in some),
        *(one for some in clipped.LEADS.values() for one in some),
    ),
    "section 8.1": tuple(one for some in clipped.SQUARES.values() for one in some),
    "section 8.1, (10)": (preconditioning_argument.CLIPPED,),
    "section 8.1, (11)": tuple(
        one for some in clipped.IN_OTHER_WORDS.values() for one in some.given[-2:]
    ),
    "condition 5.8": map_argument.ON_VISITED,
    "appendix C": (*bulk.EDGE["appendix C, the semicircle law"], bulk.sigma_e > 0),
    "appendix E.4": (
        *alignment.EIGENVALUE["appendix E.4, the eigenvector has length 1"],
        *alignment.EIGENVALUE["appendix E.4, lambda_1 is the largest eigenvalue"],
        *alignment.DEVIATES["appendix E.4, u_j = u_j^* (1 + epsilon_j)"],
        *alignment.E_2["equation (E.2)"],
        *leading_eigenvector.DEVIATES["appendix E.4, both vectors have length 1"],
        *leading_eigenvector.HAS_PSI["equation (E.3), which has psi"],
    ),
    "(E.2)": (*alignment.E_2["equation (E.2)"], *alignment.EIGENVALUE["equation (E.2)"]),
    "(E.3)": leading_eigenvector.HAS_PSI["equation (E.3), which has psi"],
    "appendix E.5": two_step_cycle.CONVEX,
    "corollary 5.5": mass.one_sided(mass.x),
    "appendix F.8": (*gronwall.NEIGHBOURHOOD, *tails.NEARBY),
    "appendix G": (
        *(minibatch_hessian.batch > 0, minibatch_hessian.sigma_e > 0, minibatch_hessian.d >= 1),
        *minibatch_hessian.FROM_GRADIENT,
    ),
    "appendix I": (
        *preconditioning.Q_T["appendix I, Q_t and its parts"],
        *preconditioning.POSITIVE["appendix I, moments and epsilon"],
        *preconditioning.SPECTRA,
        *preconditioning.ENTRIES,
        *preconditioning_argument.top(
            clipped.effective, clipped.lam_eff, preconditioning_argument.y
        ),
    ),
    "appendix K.2": (minibatch_hessian.SIZES,),
    "appendix J": clipped.LEADING["appendix J, v_1 and its eigenvalue"],
}
