"""Section 5.3 and F.4: how far the walk from a point has moved to the left.

Strings, walks and their sums are those of `strings`.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Average, Cut, Generalise, Give, Lemma, Solve
from theory.binders import substitute
from theory.choices import Ambiguous, Damaged
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Missing, Source
from theory.hints import Keeps
from theory.language import Each, eq, le, reals, sequence
from theory.papers.instability_flatness import (
    contraction_argument,
    examples_argument,
    gap_argument,
    kernel_argument,
)
from theory.papers.instability_flatness.drift import (
    CONSTANTS,
    DRIFTS,
    DROP,
    GAP,
    NEGATIVE_SUM,
    NET,
    ZERO_SUM,
    drift,
)
from theory.papers.instability_flatness.notation import (
    GENERATED,
    STEP_SIZE,
    SUM_BELOW,
    SUM_ZERO,
    WALK,
    F,
    H,
    X,
    after,
    alpha,
    c0,
    c1,
    eps,
    eps_u,
    j,
    n,
    s,
    signs,
    t,
    u,
    walk,
    x,
    y,
)
from theory.papers.instability_flatness.string_argument import (
    FALLS,
    FIRST_RETURN,
    MEAN_OF_A_STEP,
    SAME_SIDE,
    end,
    is_string,
    zero_sum,
)
from theory.papers.instability_flatness.strings import x1, x2
from theory.places import HERE
from theory.quantifiers import Every, Some
from theory.sequences import Mean, Signs

AT_X = {x1: x + alpha(x), x2: x - alpha(x)}
AT_LEAST_THREE_QUARTERS = "which of > and >= stands before 3/4"


def landing(start):
    """Return where up and down, down and up, and down twice lead."""
    return tuple(after(start, *signs) for signs in ((1, -1), (-1, 1), (-1, -1)))


def three_of_four(below):
    """Return that three of the four strings of two signs end below some point."""
    return sp.And(*(end < below for end in landing(u)))


GAPS = (
    alpha(u + alpha(u)) - alpha(u),
    alpha(u) - alpha(u - alpha(u)),
    alpha(u) + alpha(u - alpha(u)),
)
SMALL_GAP = ForAll(
    sp.And(F(alpha, u, u - eps, 2) >= sp.Rational(3, 4), three_of_four(u - eps)),
    given={**WALK, HERE: (eps > 0, eps < sp.Min(*GAPS))},
)


def for_small_gaps(relation):
    """Return that for every small epsilon F_2(u - epsilon) is at least, or more than, 3/4."""
    small = sp.And(relation(F(alpha, u, u - eps, 2), sp.Rational(3, 4)), three_of_four(u - eps))
    inside = sp.And(eps > 0, eps < eps_u)
    every = Every(eps, sp.Implies(inside, small, evaluate=False))
    return States(Some(eps_u, sp.And(eps_u > 0, every)), given=WALK)


def for_some_gap(says, leaf):
    """Argue that the least of the three gaps is small enough."""
    least_gap = sp.Min(*GAPS)
    condition = substitute(says.args[1], {eps_u: least_gap})
    (every,) = (part for part in condition.args if isinstance(part, Every))
    shown = Generalise(Solve(every.body, STEP_SIZE, (leaf,)), eps)
    return Give(Solve(condition, STEP_SIZE, (shown,)), says, least_gap)


THREE_QUARTERS = Damaged(
    AT_LEAST_THREE_QUARTERS, {">": for_small_gaps(sp.Gt), ">=": for_small_gaps(sp.Ge)}
)
BY_LEAST_GAP = ByReading(
    {">=": for_some_gap(for_small_gaps(sp.Ge).says, Lemma("below the least gap"))}
)
NOT_MORE = ByReading(
    {
        ">": examples_argument.none_is_small_enough(
            for_small_gaps(sp.Gt).says, "the fourth string ends above"
        )
    }
)
ON_GAPS = {
    "below the least gap": SMALL_GAP,
    "the fourth string ends above": ForAll(
        F(alpha, u, u - eps, 2) <= sp.Rational(3, 4), given={**WALK, HERE: (eps > 0,)}
    ),
}

PROP_F_10 = Claim(
    id="instability-flatness/prop-F.10",
    title="Two-step contraction with a gap",
    source=Source(appendix="appendix F.4, proposition F.10"),
    words="There is an epsilon_u > 0 such that for every smaller epsilon F_2(u - epsilon) >= 3/4, "
    "and three of the four strings of two signs end below u - epsilon.",
    printed=THREE_QUARTERS,
    lemmas=ON_GAPS,
    because={"": BY_LEAST_GAP},
    against={"": NOT_MORE},
    note="The proposition itself asks only for a strictly increasing alpha; that it is positive, "
    "as condition 5.3 has it, is needed for all three gaps. The fourth string ends above u, so "
    "that F_2(u - epsilon) is 3/4.",
)

# -- a uniform gap -------------------------------------------------------------------------------


def rises(left, right):
    """Say that alpha grows at the rate c_1 at least between two points, whichever is left."""
    grows = alpha(right) - alpha(left) - c1 * (right - left)
    return sp.And(
        sp.Implies(left <= right, grows >= 0),
        sp.Implies(right <= left, grows <= 0),
    )


EVEN_TIME = (t >= 1, contraction_argument.IS_EVEN)
OF_STRING = (*gap_argument.BOUNDS, *EVEN_TIME, is_string(s, t))
SAME_OR_LOWER = end(s, t, u) <= u - t * c1 * c0 / 2


def everywhere(says, *given):
    """Return a statement under the bounds on all of R."""
    return States(says, given={**WALK, HERE: given})


def indicator(condition):
    """Return 1 where the condition holds, else 0."""
    return sp.Piecewise((1, condition), (0, True))


PRIMITIVE = {contraction_argument.G: "a primitive of 1/alpha: its slope is 1/alpha"}

PROP_F_11 = Claim(
    id="instability-flatness/prop-F.11",
    title="Uniform gap under global lower bounds",
    source=Source(appendix="appendix F.4, proposition F.11"),
    words="With alpha >= c_0 and alpha' >= c_1 every string of t signs with the sum zero drops by "
    "(t/2) c_1 c_0 at least, with a negative sum by c_0 more for each unmatched minus; so "
    "F_t(u - epsilon) >= 1/2 + Pr(S_t = 0)/2 for smaller epsilon.",
    printed={
        "sum zero": everywhere(SAME_OR_LOWER, *OF_STRING, eq(H(s, t), 0)),
        "negative sum": everywhere(
            end(s, t, u) <= u - t * c1 * c0 / 2 - c0 * sp.Abs(H(s, t)), *OF_STRING, H(s, t) < 0
        ),
        "gap": everywhere(
            F(alpha, u, u - eps, t) >= SUM_BELOW(t) + SUM_ZERO(t),
            *gap_argument.BOUNDS,
            *EVEN_TIME,
            eps > 0,
            eps < t * c1 * c0 / 2,
        ),
        "probability of a sum of at most zero": States(
            contraction_argument.AT_MOST_ZERO.says, given={HERE: EVEN_TIME}
        ),
    },
    because={"probability of a sum of at most zero": contraction_argument.AT_MOST_ZERO},
    against=dict.fromkeys(("sum zero", "negative sum", "gap"), gap_argument.NOTHING),
    instead={
        "sum zero": Instead(drift(ZERO_SUM), because=DRIFTS),
        "negative sum": Instead(drift(NEGATIVE_SUM), because=DRIFTS),
        "gap": Instead(drift(GAP), because=DRIFTS),
    },
    uses=("instability-flatness/prop-F.11-step-greedy",),
    note="On all of R the two bounds exclude each other: with alpha' >= c_1 alpha is at most 0 at "
    "u - alpha(u)/c_1. What holds instead, at every t, asks for them on the visited range "
    "only and is proved with a primitive G of 1/alpha, of which the claims on the other proof show "
    "what is used. The last part is on a string and its opposite, with the sums S_t and -S_t.",
    symbols=PRIMITIVE,
)


def visited(steps):
    """Return the bounds at X_0, ..., X_steps and on the slopes between them (up to 4 steps)."""
    return (
        *CONSTANTS,
        Each(alpha(X[j]) >= c0, (j, 0, steps)),
        *(Each(rises(X[j], X[j + gap]), (j, 0, steps - gap)) for gap in (1, 2, 3, 4)),
        *walk(steps),
    )


SHORT = Claim(
    id="instability-flatness/prop-F.11-short-strings",
    title="Drop along strings of two and of four signs",
    source=Source(appendix="appendix F.4, proposition F.11"),
    words="A string of two or four signs whose sum is -k <= 0 ends at least c_0 c_1 t/2 + c_0 k "
    "lower, with the bounds c_0 and c_1 only at the points of the walk.",
    printed=ForAll(
        says=sp.Implies(NET <= 0, X[t] <= X[0] - DROP + c0 * NET),
        given=(t >= 1, *visited(t)),
        instances={t: (2, 4), c1: (sp.Rational(1, 4), sp.Rational(1, 2))},
    ),
    note="Tried for t = 2 and 4 with c_1 = 1/4 and 1/2. The same as in the other proof of "
    "proposition F.11, without a primitive of 1/alpha. Bounds at the points of the walk are "
    "enough for strings of any length, since alpha may be made linear between them.",
)

NESTED = (*visited(4), *(sp.Eq(s[j], sign) for j, sign in enumerate((1, 1, -1, -1))))
pluses = sequence("p")  # p_t pluses among the first t signs: every pair of opposite signs has one
COUNT = (sp.Eq(pluses[0], 0), Each(sp.Eq(pluses[j + 1], pluses[j] + (1 + s[j]) / 2), (j, 0, t - 1)))


def pairs(says, *given):
    """Return a statement on the signs alone."""
    return ForAll(says=says, given=(t >= 1, *given, signs(t), *COUNT), instances={t: (2, 4, 6)})


COUNTED = Keeps(t, sp.Eq(pluses[t], (t + NET) / 2))

STEP_GREEDY = Claim(
    id="instability-flatness/prop-F.11-step-greedy",
    title="Pairs of opposite signs and what they contribute",
    source=Source(appendix="appendix F.4, proof of proposition F.11"),
    words="The signs fall into t/2 pairs of opposite signs, next to each other, and each pair at x "
    "contributes a drop of c_1 alpha(x), and so of c_1 c_0, at least. Of a negative sum |S_t| "
    "minuses are left, each with a drop of c_0 at least.",
    printed={
        "up, down, side by side": ForAll(
            says=sp.And(alpha(x) - alpha(x1) <= -c1 * alpha(x), -c1 * alpha(x) <= -c0 * c1),
            where=AT_X,
            given=(*CONSTANTS, alpha(x) >= c0, rises(x, x1)),
        ),
        "down, up, side by side": ForAll(
            says=sp.And(alpha(x2) - alpha(x) <= -c1 * alpha(x), -c1 * alpha(x) <= -c0 * c1),
            where=AT_X,
            given=(*CONSTANTS, alpha(x) >= c0, rises(x2, x)),
        ),
        "the outer pair of up, up, down, down": ForAll(
            says=alpha(X[0]) - alpha(X[3]) <= -c0 * c1, given=NESTED
        ),
        "t/2 pairs where the sum is zero": pairs(
            sp.Implies(sp.Eq(NET, 0), sp.Eq(pluses[t], t / 2))
        ),
        "minuses that are left": pairs(
            sp.Implies(NET < 0, sp.Eq(t - 2 * pluses[t], sp.Abs(NET), evaluate=False))
        ),
        "a minus that is left": ForAll(after(x, -1) - x <= -c0, given=(alpha(x) >= c0,)),
    },
    lemmas={
        "t/2 pairs where it is not positive": pairs(
            sp.Implies(NET <= 0, sp.Eq(pluses[t], t / 2)), sp.Eq(sp.Mod(t, 2), 0)
        ),
        "t/2 pairs where it is not positive, instead": pairs(
            sp.Implies(NET <= 0, sp.Eq(pluses[t], (t + NET) / 2))
        ),
    },
    because={
        "t/2 pairs where the sum is zero": COUNTED,
        "minuses that are left": COUNTED,
        "t/2 pairs where it is not positive, instead": COUNTED,
    },
    instead={
        "the outer pair of up, up, down, down": Instead(
            ForAll(says=X[4] - X[0] <= -2 * c0 * c1, given=NESTED),
            words="write “the t signs of a string with the sum 0 contribute together a drop of at "
            "least (t/2) c_1 c_0 if alpha >= c_0 and alpha' >= c_1 on the visited range”, here for "
            "up, up, down, down; for strings of any length this is shown without pairs, by a "
            "primitive of 1 / alpha, see what holds in place of proposition F.11",
        ),
    },
    note="alpha >= c_0 and alpha' >= c_1 are asked where the walk is; on all of R no alpha has "
    "both. In up, up, down, down only the inner signs stand side by side; the outer ones are "
    "not matched at one state, and contribute less than c_1 c_0 here. There are (t - |S_t|)/2"
    " pairs: none in two downs. That Z_t <= b - t c / 2 for even t is shown without pairs at "
    "theorem 5.6 (i).",
    symbols={
        pluses: "p[t] is how many of the first t signs are pluses",
    },
)

# -- the outline ---------------------------------------------------------------------------------

NONPOSITIVE_SUM = (is_string(s, n), n >= 1, H(s, n) <= 0)

OUTLINE = Claim(
    id="instability-flatness/thm-5.4-outline",
    title="Outline of point-mass contraction",
    source=Source(appendix="appendix F.3"),
    words="Two opposite steps lead to the left. Every zero-sum string is made of such steps by "
    "wrapping and appending, which keeps strings negative; so every string of a sum of at most "
    "zero ends below its start. Of the four strings of two signs three do, so that F_2(u - "
    "epsilon) >= 3/4 for small epsilon. With alpha >= c_0 > 0 and alpha' >= c_1 > 0 the gap is "
    "(t/2) c_0 c_1 at least.",
    printed={
        "adjacent cancellations": ForAll(
            sp.And(after(x, 1, -1) < x, after(x, -1, 1) < x), given=WALK
        ),
        "zero-sum strings": States(eq(GENERATED(s, n), 1), given={HERE: zero_sum(s, n)}),
        "strings of a sum of at most zero": States(
            end(s, n) < x, given={**WALK, HERE: NONPOSITIVE_SUM}
        ),
        "three of four": ForAll(three_of_four(u), given=WALK),
        "two steps": THREE_QUARTERS,
        "gap": everywhere(SAME_OR_LOWER, *OF_STRING, H(s, t) <= 0),
    },
    lemmas={"first return": FIRST_RETURN, **ON_GAPS},
    because={
        "zero-sum strings": ByHand(("first return",)),
        "first return": SAME_SIDE,
        "strings of a sum of at most zero": FALLS,
        "two steps": BY_LEAST_GAP,
    },
    against={"two steps": NOT_MORE, "gap": gap_argument.NOTHING},
    instead={"gap": Instead(drift(GAP), because=DRIFTS)},
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.9"),
    breaks_at="In its last sentence: c_0 and c_1 bound alpha and its slope on all of R, but with a "
    "slope of at least c_1 > 0 alpha falls below 0 far to the left.",
    note="The bounds exclude each other on all of R, as in proposition F.11; what holds instead "
    "asks for them on the visited range.",
    symbols=PRIMITIVE,
)

# -- section 5.3 ---------------------------------------------------------------------------------

bound = reals("c_X")
SIZE = sp.Abs(end(s, t, u))
MEAN_SIZE = Mean(SIZE, s, Signs(t))
IS_FINITE = Some(bound, le(MEAN_SIZE, bound))
BY_STRINGS = Average(Solve(le(SIZE, SIZE), (is_string(s, t), t >= 0)), s)
HAS_MEAN = Solve(eq(MEAN_SIZE, MEAN_SIZE), (t >= 0,), (BY_STRINGS,))
POINT, LAW = "a point, as in theorem 5.4", "of any law, as in corollary 5.5"

MARTINGALE = Claim(
    id="instability-flatness/txt-martingale",
    title="A martingale that leans to the left",
    source=Source("section 5.3, before theorem 5.4"),
    words="X_t is a martingale: it has a finite mean, and the mean of X_{t+1} given X_t is X_t. Of "
    "two opposite steps the one down starts further to the right and is larger.",
    printed={
        "mean of a step": States(
            eq(Mean(end(s, 1), s, Signs(1)), x),
            given=WALK,
        ),
        "finite mean": Ambiguous(
            "what X_0 is; the walk is introduced without saying it",
            {
                POINT: States(IS_FINITE, given={**WALK, HERE: (t >= 0,)}),
                LAW: Missing(
                    "that E |X_t| is finite is assumed nowhere, and means without a value"
                ),
            },
        ),
        "up, down": ForAll(sp.And(x + alpha(x) > x, alpha(x + alpha(x)) > alpha(x)), given=WALK),
        "down, up": ForAll(sp.And(x > x - alpha(x), alpha(x) > alpha(x - alpha(x))), given=WALK),
    },
    because={
        "mean of a step": MEAN_OF_A_STEP,
        "finite mean": ByReading({POINT: Cut(Give(BY_STRINGS, IS_FINITE, MEAN_SIZE), (HAS_MEAN,))}),
    },
    note="x is X_t. From a point X_t has finitely many values. From a law E|X_t| can be infinite: "
    "where the density of X_0 is e^-x for x > 0 and alpha(x) = e^x, that of alpha(X_0) is, and "
    "so E|X_1|.",
)

KERNEL = Claim(
    id="instability-flatness/txt-kernel",
    title="Kernel of t steps",
    source=Source("section 5.3, notation"),
    words="One step has mass 1/2 at either end; t steps, one after another, have mass 2^-t at the "
    "end of each string of t signs.",
    printed={
        "one step": ForAll(
            eq(
                F(alpha, x, y, 1), (indicator(x - alpha(x) <= y) + indicator(x + alpha(x) <= y)) / 2
            ),
            given=WALK,
        ),
        "no step": ForAll(eq(F(alpha, x, y, 0), indicator(x <= y)), given=WALK),
        "one step more": States(kernel_argument.AFTER_A_STEP, given={**WALK, HERE: (t >= 0,)}),
    },
    because={"one step more": kernel_argument.ONE_STEP_MORE},
    note="A kernel is given by its masses on the half-lines up to y. F is the mean over the "
    "strings of t signs: K^(t) is that, too, as at t = 0 no step is made and K carries the mean "
    "over t signs to that over t + 1.",
)
