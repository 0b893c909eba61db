"""Corollary 5.5, its proof in F.5, and lemma F.21: the mass around a median after two steps.

m_0 is a median of X_0 and alpha may jump there: a_- and a_+ are its limits from the left and from
the right. The line is cut at m_0 - 2 a_-, m_0 and m_0 + 2 a_+ into A, B, C, D, which also name
their masses. Pr(X_2 <= m_0) is the mean over X_0 of a quarter of the number of two-step branches
that end at or below m_0, so a bound on that number for each start is a bound for every law.
"""

import sympy as sp

from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ByReading, Claim, ForAll, Instead, Source
from theory.hints import Try
from theory.language import FunctionSymbol, Lipschitz, StrictlyIncreasing, function, reals
from theory.papers.instability_flatness import examples_argument
from theory.papers.instability_flatness import mass_argument as argument
from theory.papers.instability_flatness.notation import (
    ABOVE,
    STEP_SIZE,
    WALK,
    F,
    L,
    after,
    alpha,
    m,
    z,
)
from theory.places import HERE
from theory.values import PiecewiseLinear

T: FunctionSymbol = function("T")
m0, a_minus, a_plus, x, y = reals("m_0 a_- a_+ x y")

left_edge, right_edge = m0 - 2 * a_minus, m0 + 2 * a_plus
IN_A = (x <= left_edge,)
IN_B = (x > left_edge, x <= m0)
IN_C = (x > m0, x <= right_edge)


def one_sided(*starts):
    """Return that a_- and a_+ are the limits of alpha at m_0, at every point that is visited."""
    points = [after(start, *signs) for start in starts for signs in ((), (1,), (-1,))]
    limits = sp.And(
        a_minus > 0,
        a_minus <= alpha(m0),
        alpha(m0) <= a_plus,
        *(sp.Or(p >= m0, alpha(p) < a_minus) for p in points),
        *(sp.Or(p <= m0, alpha(p) > a_plus) for p in points),
    )
    return (limits,)


def from_region(region, says):
    """Return a statement about a start in a region."""
    return ForAll(given={**WALK, "corollary 5.5": one_sided(x), HERE: tuple(region)}, says=says)


HALF = sp.Rational(1, 2)


STRICT, WEAK, BELOW = "B < C, > 1/2, <= m_0", "B <= C, >= 1/2, <= m_0", "B < C, > 1/2, < m_0"
LOST_BARS = "which of < and <=, > and >= stand in the last sentence"


def in_particular(says):
    """Return a statement on laws with B < C, or B <= C, for each reading of the relations."""
    compared = {STRICT: STRICTLY_LESS, WEAK: argument.B <= argument.C}
    compared[BELOW] = compared[STRICT]
    return Damaged(
        LOST_BARS,
        {
            reading: States(
                says[reading],
                given={
                    **WALK,
                    HERE: (*argument.LIMITS, *argument.MEDIAN, b_and_c),
                },
            )
            for reading, b_and_c in compared.items()
        },
    )


def later_median(says):
    """Return what is said of m if it is a median of X_2."""
    return sp.Implies(argument.IS_LATER_MEDIAN, says, evaluate=False)


AFTER_TWO = argument.AFTER_TWO
STRICTLY_LESS = argument.B < argument.C
ON_FIRST_STEPS = {
    "F_2 is a probability": ForAll(
        sp.And(F(alpha, x, z, 2) >= 0, F(alpha, x, z, 2) <= 1), given=WALK
    ),
    "from A": from_region(IN_A, F(alpha, x, m0, 2) >= 1),
    "from B": from_region(IN_B, F(alpha, x, m0, 2) >= sp.Rational(3, 4)),
    "from C": from_region(IN_C, F(alpha, x, m0, 2) >= sp.Rational(1, 4)),
}
ON_MEDIANS = {
    "Pr(X_2 >= m) is a probability": ForAll(
        sp.And(ABOVE(alpha, x, m, 2) >= 0, ABOVE(alpha, x, m, 2) <= 1), given=WALK
    ),
    "not below from A": from_region(IN_A, ABOVE(alpha, x, m0, 2) <= 0),
    "not below from B": from_region(IN_B, ABOVE(alpha, x, m0, 2) <= sp.Rational(1, 4)),
    "not below from C": from_region(IN_C, ABOVE(alpha, x, m0, 2) <= sp.Rational(3, 4)),
    "from m_0 on": ForAll(
        ABOVE(alpha, x, m, 2) <= ABOVE(alpha, x, m0, 2), given=(*STEP_SIZE, m >= m0)
    ),
}

AT_MOST_C = (*argument.MEDIAN, argument.B <= argument.C)
MEDIANS_BELOW, MEDIANS_SHOWN = (
    examples_argument.at_limits(shown, *argument.MEDIAN, STRICTLY_LESS)
    for shown in (argument.MEDIANS, argument.AT_OR_BELOW)
)

COR_5_5 = Claim(
    id="instability-flatness/cor-5.5",
    title="Mass conditions for the median after two steps",
    source=Source("section 5.3, corollary 5.5", "appendix F.5"),
    words="After two steps at least the mass A + 3B/4 + C/4 lies at or below m_0; if B < C this is "
    "more than 1/2, and then every median is below m_0.",
    printed={
        "bound": States(
            AFTER_TWO >= argument.BOUND,
            given={**WALK, HERE: (*argument.LIMITS, *argument.MEDIAN)},
        ),
        "F_2(m_0)": in_particular(
            {
                STRICT: AFTER_TWO > HALF,
                WEAK: AFTER_TWO >= HALF,
                BELOW: AFTER_TWO > HALF,
            }
        ),
        "every median": in_particular(
            {
                STRICT: later_median(m <= m0),
                WEAK: later_median(m <= m0),
                BELOW: later_median(m < m0),
            }
        ),
    },
    lemmas={**ON_FIRST_STEPS, **ON_MEDIANS},
    because={
        "bound": examples_argument.at_limits(argument.AT_LEAST, *argument.MEDIAN),
        "F_2(m_0)": ByReading(
            {
                **dict.fromkeys(
                    (STRICT, BELOW),
                    examples_argument.at_limits(
                        argument.MORE_THAN_HALF, *argument.MEDIAN, STRICTLY_LESS
                    ),
                ),
                WEAK: examples_argument.at_limits(argument.AT_LEAST_HALF, *AT_MOST_C),
            }
        ),
        "every median": ByReading({BELOW: MEDIANS_BELOW, STRICT: MEDIANS_SHOWN}),
    },
    note="F_2(m_0) is the mean of that of the walk from x over the law of X_0, and A, B and C are "
    "its masses. All four strings from A, three from B and one from C end below m_0 itself. With B "
    "= C an upper median of X_2 may lie above m_0.",
)

# -- the proof -----------------------------------------------------------------------------------

left_twice, left_right = after(x, -1, -1), after(x, -1, 1)
right_left, right_twice = after(x, 1, -1), after(x, 1, 1)
ENDS = (left_twice, left_right, right_left, right_twice)


def steps_ordered(sign, *given):
    """Return that x + sign alpha(x) grows with x."""
    return ForAll(given=(*STEP_SIZE, x < y, *given), says=after(x, sign) < after(y, sign))


def patterns(says, *given):
    """Return a statement about the four two-step patterns from x."""
    return ForAll(given={**WALK, HERE: given}, says=says)


# 3.09 at m_0 = 10, so that all up to 3.82 is in A
STEEP_IN_A = PiecewiseLinear.through({0: 1, 1: 3}, 1, "1/100")

STEP_T_INCREASING = Claim(
    id="instability-flatness/cor-5.5-step-T-increasing",
    title="Both one-step maps increase",
    source=Source(appendix="appendix F.5, case A"),
    words="x - alpha(x) and x + alpha(x) increase with x; therefore two steps to the left end at "
    "or below right then left, and this and left then right at or below two steps to the right.",
    printed={
        "T_+ increases": steps_ordered(1),
        "T_- increases": steps_ordered(-1),
        "two left below right then left": patterns(left_twice <= right_left),
        "right then left below two right": patterns(right_left <= right_twice),
        "left then right below two right": patterns(left_right <= right_twice),
    },
    instead={
        "T_- increases": Instead(
            steps_ordered(-1, L < 1, Lipschitz(alpha, L)),
            words="leave it out, as case A needs only what is shown below; x - alpha(x) increases "
            "if all slopes of alpha are below 1 (condition 5.8), which corollary 5.5 does not ask",
        ),
        "two left below right then left": Instead(
            patterns(left_twice <= right_twice),
            words="no pattern ends above two steps to the right: neither two to the left, here, "
            "nor the other two, as printed; that is all that case A needs",
        ),
    },
    because={
        "T_- increases": Try({alpha: STEEP_IN_A, x: 0, y: 1}),
        "two left below right then left": Try({alpha: STEEP_IN_A, x: 0}),
    },
    note="The points 0 and 1 lie in A: for m_0 = 10 both one-sided values are alpha(10) = 3.09, "
    "and A ends at 3.82. T_-(x) = x - alpha(x) falls where alpha has a slope above 1, and the "
    "corollary does not exclude that. Case A can do without it: it needs only that no pattern "
    "ends above two steps to the right, which holds for every alpha that increases.",
)

STEP_CASE_A = Claim(
    id="instability-flatness/cor-5.5-step-case-A",
    title="From A two steps to the right stay at or below m_0",
    source=Source(appendix="appendix F.5, case A"),
    words="From A one step to the right ends at or below m_0 - a_- and two end at or below m_0.",
    printed={
        "one step": from_region(IN_A, sp.And(after(x, 1) <= m0 - a_minus, m0 - a_minus < m0)),
        "two steps": from_region(IN_A, right_twice <= m0),
        "left is below right": patterns(after(x, -1) < after(x, 1)),
        "all four patterns": from_region(IN_A, sp.And(*(pattern <= m0 for pattern in ENDS))),
    },
    note="That both maps increase is a step of its own.",
)

STEP_CASE_B = Claim(
    id="instability-flatness/cor-5.5-step-case-B",
    title="From B all patterns but one end below the start",
    source=Source(appendix="appendix F.5, case B"),
    words="Of the four patterns only two steps to the right can end above the start.",
    printed={
        "three patterns below the start": patterns(
            sp.And(left_twice < x, left_right < x, right_left < x)
        ),
        "three patterns at or below m_0": from_region(
            IN_B, sp.And(left_twice <= m0, left_right <= m0, right_left <= m0)
        ),
    },
)


def from_c(says, *given):
    """Return a statement about a start in C."""
    return States(says, given={**WALK, HERE: (argument.RIGHT_LIMIT, *IN_C, *given)})


LOST_BAR = "whether < or <= stands in the display; < is what is left of both"


BARS = {"<": sp.Lt, "<=": sp.Le}


def lost_bar(statement):
    """Return a statement with < and with <=."""
    return Damaged(LOST_BAR, {name: statement(less) for name, less in BARS.items()})


END_OF_TWO_STEPS = {
    "from the end of two steps": ForAll(
        F(alpha, x, m0, 2) >= sp.Rational(1, 4), given={**WALK, HERE: (left_twice <= m0,)}
    ),
}
STEP_CASE_C = Claim(
    id="instability-flatness/cor-5.5-step-case-C",
    title="From C two steps to the left reach m_0",
    source=Source(appendix="appendix F.5, case C"),
    words="In C alpha is at least a_+. Two steps to the left from there end at or below x - 2 a_+, "
    "hence at or below m_0, which has the probability 1/4.",
    printed={
        "alpha": lost_bar(lambda less: from_c(less(a_plus, alpha(x)))),
        "two steps": lost_bar(lambda less: from_c(less(left_twice, x - 2 * a_plus))),
        "x - 2 a_+": lost_bar(lambda less: ForAll(less(x - 2 * a_plus, m0), given=IN_C)),
        "two steps end at m_0 or below": from_c(left_twice <= m0),
        "probability": from_c(F(alpha, x, m0, 2) >= sp.Rational(1, 4)),
    },
    lemmas=END_OF_TWO_STEPS,
    because={
        "alpha": ByReading(
            {
                name: examples_argument.in_c(argument.above_limit(less))
                for name, less in BARS.items()
            }
        ),
        "two steps end at m_0 or below": examples_argument.in_c(argument.REACHES),
        "probability": examples_argument.in_c(argument.FROM_C),
    },
    against={
        "two steps": ByReading(
            {
                name: examples_argument.out_of_c(less(left_twice, x - 2 * a_plus))
                for name, less in BARS.items()
            }
        )
    },
    instead={
        "two steps": Instead(
            from_region((*IN_C, after(x, -1) > m0), left_twice <= x - 2 * a_plus),
            words="with <= in place of <, where the first step stays above m_0; where it does "
            "not, m_0 is reached and the second step only leads further left",
        ),
    },
    note="The first step may land below m_0, where alpha may be smaller than a_+: here alpha(3) "
    "= 5/2 leads from 3 to 1/2, where alpha is 5/4 and not 2. The second step then starts at or "
    "below m_0 and can only end further left, so the end is right anyway.",
)

# -- the outline and the prose -------------------------------------------------------------------


OUTLINED = {  # the regions, each with a start in it for m_0 = a_- = a_+ = 2
    "A": (argument.IN_A, sp.Integer(-3)),
    "B": (argument.IN_B, sp.Integer(1)),
    "C": (argument.IN_C, sp.Integer(6)),
    "D": (argument.IN_D, sp.Integer(8)),
}
AT_MOST = {
    "three branches at most": (sp.Rational(3, 4), ENDS[-1:]),
    "one branch at most": (sp.Rational(1, 4), ENDS[1:]),
    "no branch": (sp.S.Zero, ENDS),
}
FEW_BRANCHES = {
    name: patterns(F(alpha, x, m0, 2) <= share, *(end > m0 for end in above))
    for name, (share, above) in AT_MOST.items()
}
BOUND_OF_COROLLARY = {  # in place of a half: the least share, why, and in words
    "C": (
        sp.Rational(1, 4),
        argument.FROM_C,
        "write “after two updates all of A, at least three quarters of B and at least a quarter of "
        "C lie at or below m_0, of D perhaps nothing; if the mass of B is at most that of C, this "
        "is at least half of all mass, and a median lies at or below m_0”",
    ),
    "D": (
        sp.S.Zero,
        argument.FROM_D,
        "nothing from D, as corollary 5.5 itself has it; see C for the whole sentence",
    ),
}
OUTLINE = Claim(
    id="instability-flatness/cor-5.5-outline",
    title="Outline: half of every region ends below the median",
    source=Source(appendix="appendix F.3, outline of corollary 5.5"),
    words="From each of the regions at least half the mass lies below m_0 after two steps, so that "
    "the median does not increase.",
    printed={
        **{
            f"half from {name}": States(
                argument.FROM_START,
                given={**WALK, "corollary 5.5": argument.LIMITS, HERE: region},
            )
            for name, (region, _) in OUTLINED.items()
        },
        "the median does not increase": Ambiguous(
            "whether the condition of the corollary is meant, which the outline leaves out",
            {
                "any law": States(
                    AFTER_TWO >= HALF,
                    given={**WALK, HERE: (*argument.LIMITS, *argument.MEDIAN)},
                ),
                "laws with B < C": States(
                    later_median(m <= m0),
                    given={
                        **WALK,
                        HERE: (*argument.LIMITS, *argument.MEDIAN, argument.B < argument.C),
                    },
                ),
            },
        ),
    },
    lemmas={**ON_FIRST_STEPS, **ON_MEDIANS, **FEW_BRANCHES, **END_OF_TWO_STEPS},
    because={
        **{
            f"half from {name}": examples_argument.in_region(
                argument.half_from(region, f"from {name}"), region, start
            )
            for name, (region, start) in OUTLINED.items()
            if name in "AB"
        },
        "the median does not increase": ByReading({"laws with B < C": MEDIANS_SHOWN}),
    },
    against={
        **{
            f"half from {name}": examples_argument.out_of_region(argument.FROM_START, region, start)
            for name, (region, start) in OUTLINED.items()
            if name in "CD"
        },
        "the median does not increase": ByReading(
            {"any law": examples_argument.median_rises(AFTER_TWO >= HALF)}
        ),
    },
    instead={
        **{
            f"half from {name}": Instead(
                States(
                    F(alpha, x, m0, 2) >= least,
                    given={**WALK, "corollary 5.5": argument.LIMITS, HERE: OUTLINED[name][0]},
                ),
                because=examples_argument.in_region(shown, *OUTLINED[name]),
                words=words,
            )
            for name, (least, shown, words) in BOUND_OF_COROLLARY.items()
        },
        "the median does not increase": Instead(
            States(
                AFTER_TWO >= HALF,
                given={**WALK, HERE: (*argument.LIMITS, *AT_MOST_C)},
            ),
            because=examples_argument.at_limits(argument.AT_LEAST_HALF, *AT_MOST_C),
            words="add the hypothesis B <= C of corollary 5.5; then a median is at or below m_0",
        ),
    },
    breaks_at="No proof is given here. That of corollary 5.5, in appendix F.5, counts a quarter of "
    "C and nothing of D; this sentence of the outline counts a half of each.",
    note="From 6 two steps lead to 0, 4, 4 or 16, and only 0 is at most m_0 = 2. From A two steps "
    "to the right stay at or below m_0, B is the rest up to m_0, C is (m_0, m_0 + 2 a_+], D the "
    "rest. Corollary 5.5 is right: its bound A + 3B/4 + C/4 has a quarter of C, nothing of D, and "
    "it asks for B < C, without which the median may rise. All this fails with an alpha that is "
    "continuous at m_0.",
)


FAR, CLOSE_BY, EVERYWHERE = "in A and D", "in B and C", "on the whole line"
COMPARED = {
    FAR: argument.A > argument.D,
    EVERYWHERE: argument.BELOW > argument.ABOVE_MEDIAN,
    CLOSE_BY: argument.B > argument.C,
}
COR_5_5_PROSE = Claim(
    id="instability-flatness/cor-5.5-prose",
    title="More mass below the median moves it to the left",
    source=Source("section 5.3, after corollary 5.5"),
    words="If a little more mass lies below the median than above it, the median moves to the left "
    "in two steps.",
    printed=Ambiguous(
        "the sentence does not say where on the line the mass is compared",
        {
            where: States(
                AFTER_TWO > HALF, given={**WALK, HERE: (*argument.LIMITS, *argument.MEDIAN, more)}
            )
            for where, more in COMPARED.items()
        },
    ),
    lemmas={**ON_FIRST_STEPS, **FEW_BRANCHES, **END_OF_TWO_STEPS},
    because={
        "": ByReading(
            {FAR: examples_argument.at_limits(argument.FAR_BELOW, *argument.MEDIAN, COMPARED[FAR])}
        )
    },
    against={
        "": ByReading(
            {
                where: examples_argument.median_rises(AFTER_TWO > HALF, COMPARED[where])
                for where in (EVERYWHERE, CLOSE_BY)
            }
        )
    },
    note="Where the sentence fails, it fails for a law with three values, the median among them. "
    "For a law without atoms A + B = C + D, so that A > D says the same as B < C: more mass far "
    "below the median than far above it, or more just above it than just below.",
)

# -- lemma F.21 ----------------------------------------------------------------------------------

LEM_F_21 = Claim(
    id="instability-flatness/lem-F.21",
    title="Median under increasing maps",
    source=Source(appendix="appendix F.10, lemma F.21"),
    words="A strictly increasing map takes a median to a median of the image.",
    printed=States(
        argument.UNDER_MAP.says,
        given={HERE: (StrictlyIncreasing(T), *argument.is_median(m))},
    ),
    because={"": examples_argument.UNDER_MAP},
    note="The law P is that of X.",
)
