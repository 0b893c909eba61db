"""Section 8.1 and appendix J: Clipped-Ada, and when its steps are unstable.

q_t^mod is the smaller one of the second moment and a threshold. Effective curvature along the
leading eigenvector v_1 of the Hessian is, by (J.4), lambda |v_1|^2 over the mean of the roots of
q_t^mod + epsilon with the weights v_{1,i}^2; H_eff has its largest eigenvalue elsewhere.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Solve
from theory.choices import Ambiguous, Damaged
from theory.claim import ByReading, Claim, ForAll, Instead, Source
from theory.language import eq, reals
from theory.papers.instability_flatness import preconditioning_argument as argument
from theory.papers.instability_flatness.preconditioning import Q_T, over_root, values_of
from theory.papers.instability_flatness.preconditioning_argument import (
    DAMPED,
    DAMPED_WHOLE,
    IS_COORDINATE,
    bounded,
    effective,
    form,
    hessian,
    square,
)
from theory.papers.instability_flatness.training_symbols import (
    H,
    damping_less,
    eps,
    eta,
    inside,
    k,
    lam,
    lam_eff,
    lam_less,
    lam_v,
    lam_v_less,
    m_i,
    p,
    p_i,
    q,
    q_i,
    q_less,
    root,
    root_less,
    theta,
    thresh,
    v,
)
from theory.places import HERE

# -- the rule --------------------------------------------------------------------------------------

CAPPED = eq(q_i, sp.Min(p_i, thresh))
SQUARES = {"section 8.1: p is a mean of squares, epsilon a small constant": (p_i >= 0, eps > 0)}
THRESHOLD = {"(10): a root of the threshold": (thresh >= 0,)}

EQ_10 = Claim(
    id="instability-flatness/eq-10",
    title="Clipped-Ada",
    source=Source("section 8.1, (10)"),
    words="The second moment is capped by a threshold. Where it is above, the step gets larger, "
    "elsewhere it stays that of Adam.",
    printed={
        "larger steps where the threshold is exceeded": ForAll(
            sp.Abs(over_root(q_i)) > sp.Abs(over_root(p_i)),
            given={**SQUARES, **THRESHOLD, HERE: (CAPPED, p_i > thresh, sp.Ne(m_i, 0))},
        ),
        "Adam elsewhere": ForAll(
            eq(theta - eta * over_root(q_i), theta - eta * over_root(p_i)),
            given={**SQUARES, HERE: (CAPPED, p_i <= thresh)},
        ),
    },
)

# -- effective curvature ---------------------------------------------------------------------------

LEADING = {"appendix J, v_1 and its eigenvalue": (argument.eigenvector(), square(v) > 0)}
POWER = "the power of q_t^mod + epsilon, in (11), (J.4), (J.5) and (J.6)"
ROOT, NO_ROOT = "root of q + epsilon", "q + epsilon itself"
DAMPED_BY = {ROOT: DAMPED, NO_ROOT: DAMPED_WHOLE}


def j_4(damped):
    """Return (J.4), with what is in its denominator."""
    return eq(lam_v, lam * square(v) / damped)


def quotient(matrix):
    """Return that lambda_eff is v_1^T M v_1 / v_1^T v_1."""
    return eq(lam_v, form(matrix, v) / square(v))


def whole(row, column):
    """Return an entry of Q H Q."""
    return root[row] ** 2 * H[row, column] * root[column] ** 2


ROOTS, WHOLES = "Q^(1/2) H Q^(1/2)", "Q H Q"
EXPONENTS = {ROOTS: effective, WHOLES: whole}
FROM_J_3 = {
    (name, power): States(j_4(damped), given={**Q_T, **LEADING, HERE: (quotient(matrix),)})
    for name, matrix in EXPONENTS.items()
    for power, damped in DAMPED_BY.items()
}
ONES = {H: argument.matrix_of(1, 1, 1), v: argument.vector(1, 1), lam: 2}
AT_ONES = {**values_of(1, sp.Rational(1, 2)), **ONES}
BY_J_3 = {ROOTS: sp.Rational(9, 2), WHOLES: sp.Rational(25, 2)}
AT_IDENTITY = {**values_of(1, 1), H: argument.diagonal(1, 1), v: argument.vector(1, 0), lam: 1}


def cleared(damped):
    """Return (J.4) times its denominator."""
    return eq(lam_v * damped, lam * square(v))


def quotient_of_h(damped):
    """Return that (J.4) is v_1^T H v_1 over its denominator, with an argument."""
    statement = States(
        cleared(damped),
        given={**Q_T, **LEADING, HERE: (eq(lam_v * damped, form(hessian, v)),)},
    )
    shown = Solve(statement.says, statement.given, (argument.FORM,))
    return statement, argument.met_at(shown, statement.given, {**AT_IDENTITY, lam_v: 1})


QUOTIENTS = {power: quotient_of_h(damped) for power, damped in DAMPED_BY.items()}


def by_h(damped):
    """Return what holds instead: (J.4) is v_1^T H v_1 over its own denominator."""
    defines = eq(lam_v, form(hessian, v) / damped)
    statement = States(j_4(damped), given={**Q_T, **LEADING, HERE: (defines,)})
    shown = Solve(statement.says, statement.given, (argument.FORM,))
    return statement, argument.met_at(shown, statement.given, {**AT_IDENTITY, lam_v: 1})


def instead_of_j_3(power, matrix):
    """Return (J.4) from v_1^T H v_1 over the quotient that its denominator is."""
    statement, because = by_h(DAMPED_BY[power])
    words = f"with v_1^T H v_1 / v_1^T {matrix} v_1 in the place of (J.3)"
    return Instead(statement, words=words, because=because)


EQ_11 = Claim(
    id="instability-flatness/eq-11",
    title="Effective curvature along the leading eigenvector",
    source=Source("section 8.1, (11)", "appendix J, (J.3) and (J.4)"),
    words="The quotient (J.3) of Q H Q at v_1 is lambda over the mean of a power of q_t^mod + "
    "epsilon, its root or itself, with the weights v_{1,i}^2.",
    printed=Damaged(
        "the matrix between v_1^T and v_1 in (J.3)",
        {
            name: Damaged(POWER, {power: FROM_J_3[name, power] for power in DAMPED_BY})
            for name in EXPONENTS
        },
    ),
    against={
        "": ByReading(
            {
                (name, power): argument.breaks(
                    statement.given, statement.says, {**AT_ONES, lam_v: BY_J_3[name]}
                )
                for (name, power), statement in FROM_J_3.items()
            }
        )
    },
    instead={
        "": ByReading(
            {ROOT: instead_of_j_3(ROOT, "Q^{-1}"), NO_ROOT: instead_of_j_3(NO_ROOT, "Q^{-2}")}
        )
    },
    breaks_at="Between (J.3) and (J.4): expanding the preconditioner is said to give (J.4), but "
    "(J.3) has Q on both sides of H, over v_1^T v_1, and (J.4) is v_1^T H v_1 over v_1^T Q^{-1} "
    "v_1, or over v_1^T Q^{-2} v_1.",
    note="Here H has entries 1, v_1 is (1, 1), Q is diag(1, 4): (J.3) is 25/2 with Q H Q, 9/2 with "
    "Q^{1/2} H Q^{1/2}, but (J.4) is 2 (1 + 1) / (1 + 1/4) = 16/5 with the root and 64/17 without. "
    "It is another quotient, v_1^T H v_1 over v_1^T Q^{-1} v_1 or v_1^T Q^{-2} v_1. With Q^{1/2} "
    "and the root, or Q and none, the two agree where v_1 is a coordinate vector.",
)

BELOW_TOP = States(
    lam <= lam_eff * DAMPED,
    given={
        **Q_T,
        "appendix J, v_1 and its eigenvalue": (argument.eigenvector(),),
        HERE: (eq(square(v), 1), bounded(effective, lam_eff)),
    },
)

OURS_EQ_11 = Claim(
    id="instability-flatness/ours-eq-11-quotient",
    title="The quotient that (J.4) is",
    source=Source(appendix="appendix J, (J.4)"),
    words="(J.4) is v_1^T H v_1 / v_1^T Q^{-1} v_1, the quotient of H_eff at Q^{-1/2} v_1, so at "
    "most its largest eigenvalue; without the root it is v_1^T H v_1 / v_1^T Q^{-2} v_1.",
    printed={
        "quotient": QUOTIENTS[ROOT][0],
        "quotient, without the root": QUOTIENTS[NO_ROOT][0],
        "at most the largest eigenvalue": BELOW_TOP,
    },
    because={
        "quotient": QUOTIENTS[ROOT][1],
        "quotient, without the root": QUOTIENTS[NO_ROOT][1],
        "at most the largest eigenvalue": argument.met_at(
            Solve(BELOW_TOP.says, BELOW_TOP.given, (argument.FORM, *argument.BELOW_TOP)),
            BELOW_TOP.given,
            {**AT_IDENTITY, lam_eff: 1},
        ),
    },
)

J_4 = {"(J.4)": (cleared(DAMPED),)}
AT_COORDINATE = (inside(k), IS_COORDINATE)


def j_5(power, divisor):
    """Return (J.5), what (J.4) is for a coordinate vector, with an argument for it."""
    damped = DAMPED_BY[power]
    given = {**Q_T, "(J.4)": (cleared(damped),), HERE: AT_COORDINATE}
    statement = States(eq(lam_v, lam / divisor), given=given)
    using = statement.given[1:4:2]
    shown = argument.along_coordinate(statement.says, statement.given, using, damped)
    at = {**AT_IDENTITY, lam_v: 1, k: 1}
    return statement, argument.met_at(shown, statement.given, at)


J_5 = {ROOT: j_5(ROOT, sp.sqrt(q[k] + eps)), NO_ROOT: j_5(NO_ROOT, q[k] + eps)}

EQ_J_5 = Claim(
    id="instability-flatness/eq-J.5",
    title="Effective curvature along a coordinate",
    source=Source(appendix="appendix J, (J.5)"),
    words="If v_1 is the coordinate vector e_i, (J.4) is lambda over the root of q_i + epsilon, or "
    "over q_i + epsilon itself, with the power that (J.4) has.",
    printed=Damaged(POWER, {power: statement for power, (statement, _) in J_5.items()}),
    because={"": ByReading({power: shown for power, (_, shown) in J_5.items()})},
    note="The power is not legible in (J.4) and (J.5); they agree with either one.",
)

# -- stability -------------------------------------------------------------------------------------

UNSTABLE = eta * lam > 2 * DAMPED
ALONG = {"(11)": (eq(lam_v, lam / DAMPED), DAMPED > 0)}
LENGTH_1 = {**LEADING, **ALONG, **J_4}  # (11) and (J.4) agree where v_1 has length 1
STABLE = States(
    eta * lam_eff <= 2,
    given={
        **Q_T,
        **LENGTH_1,
        "appendix I, largest eigenvalue of H_eff": argument.top(effective, lam_eff, argument.y),
        HERE: (eta > 0, eta * lam < 2 * DAMPED),
    },
)
RANK_ONE = {
    **values_of(1, 2),
    H: argument.matrix_of(9, 12, 16),
    v: argument.vector(sp.Rational(3, 5), sp.Rational(4, 5)),
    lam: 25,
    lam_v: sp.Rational(625, 73),
    lam_eff: 13,
    argument.y: argument.vector(3, 2),
    eta: sp.Rational(1, 5),
}
ABOVE = States(
    eta * lam_eff > 2,
    given={
        **Q_T,
        **LENGTH_1,
        "appendix I, largest eigenvalue of H_eff": (bounded(effective, lam_eff),),
        HERE: (eta > 0, UNSTABLE),
    },
)
HAS_LENGTH_1 = Solve(eq(square(v), 1), (*ALONG["(11)"], *J_4["(J.4)"], eta > 0, UNSTABLE))


def in_other_words(damped):
    """Return that the condition is eta lambda_eff < 2, with what is in the denominator of (11)."""
    holds = eta * lam < 2 * damped
    return States(
        And(Implies(eta * lam_v < 2, holds), Implies(holds, eta * lam_v < 2)),
        given={**Q_T, "(11)": (eq(lam_v, lam / damped), damped > 0)},
    )


IN_OTHER_WORDS = {power: in_other_words(damped) for power, damped in DAMPED_BY.items()}
STABLE_ALONG = States(
    eta * lam_v <= 2, given={**Q_T, **ALONG, HERE: (eta > 0, eta * lam < 2 * DAMPED)}
)
UNSTABLE_ALONG = States(eta * lam_v > 2, given={**Q_T, **ALONG, HERE: (eta > 0, UNSTABLE)})
OF_STEP, ALONG_V = "of the step, as in appendix I", "along v_1, as lambda_eff is"


def of_what(step, along):
    """Return the readings of a case of the condition."""
    return Ambiguous("what is stable or unstable", {OF_STEP: step, ALONG_V: along})


def along_v(statement, rate):
    """Argue for a case along v_1, which is the condition in terms of lambda_eff."""
    shown = Solve(statement.says, statement.given)
    return argument.met_at(shown, statement.given, {**AT_IDENTITY, lam_v: 1, eta: rate})


EQ_J_6 = Claim(
    id="instability-flatness/eq-J.6",
    title="The stability condition of Clipped-Ada",
    source=Source("section 8.1", "appendix J, (J.6)"),
    words="eta lambda below twice the mean of the roots of q_t^mod + epsilon is eta lambda_eff < 2 "
    "and the condition for stability; above, there is instability.",
    printed={
        "in terms of lambda_eff": Damaged(POWER, IN_OTHER_WORDS),
        "unstable above": of_what(ABOVE, UNSTABLE_ALONG),
        "stable below": of_what(STABLE, STABLE_ALONG),
    },
    because={
        "in terms of lambda_eff": ByReading(
            {power: along_v(statement, 1) for power, statement in IN_OTHER_WORDS.items()}
        ),
        "unstable above": ByReading(
            {
                OF_STEP: argument.met_at(
                    argument.above_threshold(ABOVE.given, HAS_LENGTH_1),
                    ABOVE.given,
                    {**AT_IDENTITY, lam_v: 1, lam_eff: 1, eta: 3},
                ),
                ALONG_V: along_v(UNSTABLE_ALONG, 3),
            }
        ),
        "stable below": ByReading({ALONG_V: along_v(STABLE_ALONG, 1)}),
    },
    against={
        "stable below": ByReading({OF_STEP: argument.breaks(STABLE.given, STABLE.says, RANK_ONE)})
    },
    uses=("instability-flatness/txt-I-heff#RMSprop",),
    note="RMSprop, with the root; a step is unstable where eta lambda_max(H_eff) > 2. (J.4) is "
    "below that eigenvalue, also for a Hessian of rank one: H = 25 v v^T, v = (3/5, 4/5), Q = "
    "diag(1, 1/4), eta = 1/5: (J.6) says 5 < 5.84, but eta lambda_max(H_eff) is 13/5.",
)

# -- thresholds ------------------------------------------------------------------------------------

WEIGHTS = {"appendix J, v_1 is an eigenvector": (square(v) > 0,)}
REACH = {
    "every second moment is above the threshold": (argument.ALL_ABOVE,),
    "any second moments": (),
}
WHY = "for which second moments the cases are meant; the text states no condition on them"
LENGTH = square(v)
CASES = {
    "above 1, milder suppression": (DAMPED > LENGTH, (thresh > 1,)),
    "1, as for gradient descent": (
        And(DAMPED >= LENGTH, LENGTH + eps * LENGTH >= DAMPED),
        (eq(thresh, 1),),
    ),
    "below 1, larger steps": (DAMPED < LENGTH, (thresh < 1, thresh + eps < 1)),
}


def case(name, reading):
    """Return what is said of a threshold, in a reading."""
    says, given = CASES[name]
    rule = (thresh >= 0, argument.CLIPPED)
    return States(says, given={**Q_T, **WEIGHTS, "(10)": rule, HERE: (*REACH[reading], *given)})


def moments(threshold, moment, entry):
    """Return a point with this threshold, second moments and entries of Q_t^{-1/2}."""
    least = min(threshold, moment)
    return {
        **values_of(entry, entry),
        eps: entry**4 - least,
        q: argument.vector(least, least),
        p: argument.vector(moment, moment),
        thresh: threshold,
        v: argument.vector(1, 0),
    }


POINTS = {
    "above 1, milder suppression": moments(2, 3, 2),
    "1, as for gradient descent": moments(1, 1, 2),
    "below 1, larger steps": moments(0, 1, sp.Rational(1, 2)),
}


def by_bounds(name, reading):
    """Return the argument for a case in a reading."""
    statement = case(name, reading)
    shown = Solve(statement.says, statement.given, argument.BOUNDS[: len(REACH[reading]) + 2])
    return argument.met_at(shown, statement.given, POINTS[name])


def broken_by_small_moments(name, threshold):
    """Return the argument against a case, for second moments that vanish."""
    statement = case(name, "any second moments")
    at = {**moments(0, 0, sp.Rational(1, 2)), thresh: threshold}
    return ByReading({"any second moments": argument.breaks(statement.given, statement.says, at)})


TXT_QTHRESH_LABELS = Claim(
    id="instability-flatness/txt-qthresh-labels",
    title="What the threshold does",
    source=Source("section 8.1, list"),
    words="Without a cap the step is Adam's, with its full suppression; above 1 suppression is "
    "milder, at 1 there is the stability limit of gradient descent, below 1 steps are larger.",
    printed={
        "no cap": ForAll(
            eq(theta - eta * over_root(sp.Min(p_i, thresh)), theta - eta * over_root(p_i)),
            given={**SQUARES, HERE: (p_i <= thresh,)},
        ),
        **{name: Ambiguous(WHY, {r: case(name, r) for r in REACH}) for name in CASES},
    },
    because={
        name: ByReading(
            {
                reading: by_bounds(name, reading)
                for reading in REACH
                if REACH[reading] or name == "below 1, larger steps"
            }
        )
        for name in CASES
    },
    against={
        "above 1, milder suppression": broken_by_small_moments("above 1, milder suppression", 2),
        "1, as for gradient descent": broken_by_small_moments("1, as for gradient descent", 1),
    },
    uses=("instability-flatness/eq-J.6#in terms of lambda_eff",),
    note="(J.6) is the condition of gradient descent, eta lambda < 2, where the mean of the roots "
    "of q_t^mod + epsilon is 1. A second moment below the threshold stays as it is: with small "
    "gradients every threshold leaves Adam's larger steps. For a threshold below 1 epsilon is "
    "small enough.",
)

# -- a smaller threshold ---------------------------------------------------------------------------

LESS_AT_K = (*argument.TIGHTER, inside(k), sp.Ne(v[k], 0), q_less[k] < q[k])
LESS_DAMPED = States(argument.DAMPED_LESS < DAMPED, given={**Q_T, HERE: LESS_AT_K})
STAYS = States(
    eta * lam_less > 2,
    given={
        **Q_T,
        HERE: (
            *argument.TIGHTER,
            argument.attained(effective, lam_eff, argument.x),
            bounded(argument.less_clipped, lam_less),
            eta > 0,
            eta * lam_eff > 2,
        ),
    },
)
LEADS = {"section 2: rates, which are positive, are at most 2 / lambda_max": (lam > 0,)}
INCREASES = States(
    lam_v_less > lam_v,
    given={
        **Q_T,
        **ALONG,
        **LEADS,
        HERE: (
            *LESS_AT_K,
            argument.DAMPED_LESS > 0,
            eq(lam_v_less, lam / argument.DAMPED_LESS),
        ),
    },
)
TIGHTENED = {
    **values_of(2, 2),
    q: argument.vector(15, 15),
    eps: 1,
    q_less: argument.vector(0, 0),
    damping_less: argument.vector(1, 1),
    root_less: argument.vector(1, 1),
    v: argument.vector(1, 0),
    k: 1,
    H: argument.diagonal(4, 4),
    lam_eff: 1,
    lam_less: 4,
    argument.x: argument.vector(1, 0),
    eta: 3,
}

tighter = reals("q'^thresh")
WHICH_MOMENTS = "of which second moments it is said; the text states no condition on them"
GET_SMALLER = "one that v_1 meets gets smaller by the threshold"
ANY_MOMENTS = "any, also those below both thresholds"
CUT = {**SQUARES, **LEADS, HERE: (tighter >= 0, thresh > tighter)}
_damping, _of_larger = (sp.sqrt(sp.Min(p_i, one) + eps) for one in (tighter, thresh))

TXT_CLIP_MONOTONE = Claim(
    id="instability-flatness/txt-clip-monotone",
    title="A smaller threshold makes steps less stable",
    source=Source("section 8.1", "appendix J, after (J.6)"),
    words="A smaller q_t^mod lowers the effective damping, and with it the limit of stability; a "
    "smaller threshold raises lambda_eff; an unstable step stays unstable.",
    printed={
        "less damping along v_1": LESS_DAMPED,
        "lambda_eff grows": Ambiguous(
            WHICH_MOMENTS,
            {
                GET_SMALLER: INCREASES,
                ANY_MOMENTS: ForAll(lam / _damping > lam / _of_larger, CUT),
            },
        ),
        "unstable steps stay unstable": STAYS,
    },
    because={
        "less damping along v_1": argument.met_at(
            argument.LESS_DAMPED, LESS_DAMPED.given, TIGHTENED
        ),
        "lambda_eff grows": ByReading(
            {
                GET_SMALLER: argument.met_at(
                    Solve(INCREASES.says, INCREASES.given, (argument.LESS_DAMPED,)),
                    INCREASES.given,
                    {**TIGHTENED, lam: 4, lam_v: 1, lam_v_less: 4},
                )
            }
        ),
        "unstable steps stay unstable": argument.met_at(
            Solve(STAYS.says, STAYS.given, (argument.LESS_CLIPPED,)), STAYS.given, TIGHTENED
        ),
    },
    note="Less damping where a second moment that v_1 meets gets smaller. The reading of any "
    "second moments is shown to fail in one dimension. lambda_eff is that of (11), with lambda > "
    "0. The top eigenvalue of H_eff does not fall where it is positive.",
    symbols={tighter: "the smaller threshold"},
)
