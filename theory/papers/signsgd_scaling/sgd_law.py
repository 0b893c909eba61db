"""Equation (6) and theorem E.4 as they are printed: the expected loss of SGD.

Against hypotheses that hold up to any constant stands one step of size 1 from the error 1, in one
coordinate with eigenvalue 1: what is left is the noise 1 / B, and the law is 1 at least.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Cut, LastTerm, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading, Claim, Source
from theory.existence import at_values, by_values, denial
from theory.language import integers, reals
from theory.orders import QUANTITY, Magnitude, Order, Theta
from theory.papers.signsgd_scaling import sgd_end_argument, sgd_sums_argument
from theory.papers.signsgd_scaling.loss_argument import POSITIVE, lemma, v, y
from theory.papers.signsgd_scaling.notation import (
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    SETTING,
    SOME_CONSTANT,
    B,
    alpha,
    beta,
    d,
    eigenvalues,
    eta,
    high,
    k,
    low,
    s,
    sgd_loss,
    sizes,
    target,
    up_to_constants,
)
from theory.papers.signsgd_scaling.one_coordinate_denial import after_one_step
from theory.papers.signsgd_scaling.sgd_sums_argument import (
    STEP_SIZE,
    WITH_BRACKET,
    WITHOUT_BRACKET,
    with_constants,
)
from theory.places import HERE

ONE, HALF = sp.S.One, sp.Rational(1, 2)
LOSS = sgd_loss(d)
SIGNAL, NOISE = (eta * k) ** -s, eta / B
END = eta * k * d**-beta
BRACKET_LAW = 1 - (eta * k) ** -(1 - 1 / beta)
LATE_SIGNAL = (eta * k) ** -1 * d ** (-beta * (s - 1)) * sp.exp(-Theta(END))
ONE_BIG_STEP = {alpha: 2 * ONE, beta: 2 * ONE, low: ONE, high: ONE, s: HALF}
C, share = reals("K u")
m, entry = integers("m l")
_next = sp.floor(C / share) + 1
_enough = Solve(sp.And(_next >= 1, _next * share > C), (C > 0, share > 0))


def law(right, small=(), large=()):
    """Return a law of the loss, for every constant in its hypotheses and for one that serves."""
    places = {"section 2": (*SETTING, DIFFICULTY), "assumptions 2.1 and B.3": POWER_LAWS}
    order = Order(LOSS, right, "same", OVER)
    return [States(order, {**places, HERE: some}) for some in sizes((eta, *small), large)]


def fails_for_large_batches(statement, least=ONE, using=()):
    """Argue against a law: a step of size 1 leads one coordinate to its target, up to noise.

    Args:
        statement: the law, with any constants in its hypotheses.
        least: what it is at least at the point, which may depend on the constant that is denied.
        using: facts that show that.
    """
    large = sp.floor(C / least) + 1
    point = {
        eta: ONE,
        B: m,
        k: ONE,
        d: ONE,
        eigenvalues: SequenceOf(ONE, entry),
        target: SequenceOf(ONE, entry),
    }
    sized = [g for g in statement.given if isinstance(g, Magnitude)]

    def at_point(e):
        return at_values(substitute(e, ONE_BIG_STEP), point)

    step = (LastTerm(at_point(LOSS), (m >= 1,)), *after_one_step(m))
    far = (m >= 1, m * least > C, C > 0)

    def show(says):
        found = by_values(says, point, far, (*step, *using))
        enough = Put(_enough, {share: least})
        ends = Solve(sp.And(large >= 1, large * least > C), (C > 0,), (enough, *using))
        return Cut(Put(found, {m: large}), (ends,))

    return denial([statement], dict.fromkeys(sized, ONE), ONE_BIG_STEP, C, show, side=1)


EQ_6_LAW = law(SIGNAL + NOISE, (END,), (eta * k,))
E_4_EARLY = law(SIGNAL + NOISE * BRACKET_LAW, (END,), (eta * k,))
E_4_LATE = law(LATE_SIGNAL + NOISE, (), (END,))
EARLY, LATE = "eta k up to d^beta", "eta k from d^beta on"

EQ_6 = Claim(
    id="signsgd-scaling/eq-6",
    title="Scaling law of SGD",
    source=Source(appendix="appendix B.1, (6)"),
    words="For eta below a constant and eta k between 1 and d^beta the expected loss is of the "
    "order (eta k)^(-s) + eta / B.",
    printed=up_to_constants(*EQ_6_LAW),
    lemmas=sgd_sums_argument.LEMMAS,
    because={
        "": ByReading(
            {
                SOME_CONSTANT: with_constants(
                    EQ_6_LAW[1], WITHOUT_BRACKET, (STEP_SIZE, ONE, ONE), 2 * ONE
                )
            }
        )
    },
    against={"": fails_for_large_batches(EQ_6_LAW[0])},
    uses=("signsgd-scaling/thm-E.4#eta k up to d^beta",),
    note="For eta up to 1 / (2 C), by (14) and (15). The signal is at most a loss of gradient flow "
    "at a constant times eta k, and at least one; the noise is at most eta / B times a sum of "
    "j^(-beta), and the first coordinate has a share of eta / B. At eta = 1 a single step can "
    "remove the signal.",
)

THM_E_4 = Claim(
    id="signsgd-scaling/thm-E.4",
    title="Scaling law of SGD with corrections",
    source=Source(appendix="appendix E.2, theorem E.4"),
    words="The expected loss is of the order (eta k)^(-s) + eta / B (1 - (eta k)^(-(1 - 1/beta))) "
    "up to eta k = d^beta, and (eta k)^(-1) d^(-beta (s-1)) exp(-Theta(eta k d^(-beta))) + eta / B "
    "from there on.",
    printed={EARLY: up_to_constants(*E_4_EARLY), LATE: up_to_constants(*E_4_LATE)},
    lemmas=sgd_end_argument.LEMMAS,
    because={
        EARLY: ByReading(
            {
                SOME_CONSTANT: with_constants(
                    E_4_EARLY[1], WITH_BRACKET, (STEP_SIZE, ONE, 2 * ONE), 2 * ONE
                )
            }
        ),
        LATE: ByReading(
            {
                SOME_CONSTANT: with_constants(
                    E_4_LATE[1], sgd_end_argument.ORDER, (STEP_SIZE, ONE), ONE
                )
            }
        ),
    },
    against={
        EARLY: fails_for_large_batches(E_4_EARLY[0]),
        LATE: fails_for_large_batches(
            E_4_LATE[0],
            sp.exp(-C),
            (
                lemma(POSITIVE, {v: -C}),
                lemma("exp falls", {y: C, v: QUANTITY}),
            ),
        ),
    },
    uses=(
        "signsgd-scaling/lem-E.3",
        "signsgd-scaling/lem-E.5",
        "signsgd-scaling/eq-16",
        "signsgd-scaling/lem-E.1",
        "signsgd-scaling/thm-E.4-step-explicit-constant# -> eta k from d^beta on",
    ),
    note="For eta up to 1 / (2 C). Up to d^beta as in (6); from eta k = 2 on the bracket is at "
    "least a constant. Later, with X = eta k d^(-beta), the signal lies between d^(1 - alpha) "
    "exp(-a X) with two a: the root of exp(-2 c X) is a factor of every term, and coordinates from "
    "d/2 on are enough from below. For any eta up to a constant SGD need not be stable.",
)
