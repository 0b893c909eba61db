"""Second entries of section 5.3 and appendix F of the paper on instability, from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.argument_language import States
from theory.binders import SequenceOf
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import (
    DEFINES,
    Each,
    Lipschitz,
    RisesSmoothly,
    StrictlyIncreasing,
    eq,
    function,
    sequence,
)
from theory.papers.instability_flatness.notation import (
    ABOVE,
    GENERATED,
    PHI,
    STEP_SIZE,
    SUM_BELOW,
    SUM_ZERO,
    F,
    H,
    L,
    N,
    P,
    T,
    T_next,
    a_minus,
    a_plus,
    after,
    alpha,
    eps,
    eps_u,
    f,
    i,
    j,
    k,
    m,
    m0,
    n,
    r,
    s,
    sigma,
    t,
    tau,
    u,
    u1,
    u2,
    v1,
    v2,
    w,
    x,
    y,
    z,
)
from theory.quantifiers import Every, Some, least, median
from theory.sequences import In, Indicator, Law, Mean, Signs

half = sp.Rational(1, 2)
EVEN = (t >= 1, eq(sp.Mod(t, 2), 0))


def le(one, other):
    """Return an inequality that sympy does not decide."""
    return sp.Le(one, other, evaluate=False)


def lt(one, other):
    """Return a strict one."""
    return sp.Lt(one, other, evaluate=False)


def ge(one, other):
    """Return one the other way round."""
    return sp.Ge(one, other, evaluate=False)


def gt(one, other):
    """Return a strict one the other way round."""
    return sp.Gt(one, other, evaluate=False)


def implies(one, other):
    """Return an implication as it is written."""
    return Implies(one, other, evaluate=False)


def mass(condition):
    """Return the mass of X_0 where a condition holds."""
    return Mean(Indicator(condition), x, Law(P))


def at_most(point, time):
    """Return Pr(X_t <= point), X_0 of any law."""
    return Mean(F(alpha, x, point, time), x, Law(P))


def at_least(point, time):
    """Return Pr(X_t >= point)."""
    return Mean(ABOVE(alpha, x, point, time), x, Law(P))


# -- theorem 5.4 -----------------------------------------------------------------------------------

from_u = median(m, lambda point: F(alpha, u, point, t), lambda point: ABOVE(alpha, u, point, t))
POINT_MASS = {
    "at most u": States(ge(F(alpha, u, u, t), half), given=(*STEP_SIZE, t >= 1)),
    "even": States(gt(F(alpha, u, u, t), half), given=(*STEP_SIZE, *EVEN)),
    "medians": States(lt(m, u), given=(*STEP_SIZE, *EVEN, from_u)),
}

# -- its proof: strings of signs -------------------------------------------------------------------

STRING = (*STEP_SIZE, In(s, Signs(n)))


def pair(one, other, size):
    """Return what lemma F.2 says of a string of two signs."""
    return States(
        And(eq(PHI(alpha, x, s, 2) - x, size), lt(size, 0)),
        given=(*STEP_SIZE, eq(s[0], one), eq(s[1], other)),
    )


PAIRS = {
    "+-": pair(1, -1, alpha(x) - alpha(x + alpha(x))),
    "-+": pair(-1, 1, -alpha(x) + alpha(x - alpha(x))),
}

ZERO_SUM = (In(sigma, Signs(n)), eq(H(sigma, n), 0))


def wrapped(sign):
    """Return Overset of sigma."""
    inside = (sigma[i - 1], And(i >= 1, i <= n))
    ends = (sign, eq(i, 0)), (-sign, eq(i, n + 1))
    return SequenceOf(sp.Piecewise(inside, *ends, (0, True)), i)


NEGATIVE = Every(y, lt(PHI(alpha, y, sigma, n), y))
OVERSET = {
    name: States(
        lt(PHI(alpha, x, wrapped(sign), n + 2), x), given=(*STEP_SIZE, *ZERO_SUM, NEGATIVE)
    )
    for name, sign in (("+", 1), ("-", -1))
}


def add(length):
    """Return that s stays negative at x with a zero-sum string tau behind it."""
    both = SequenceOf(sp.Piecewise((s[i], i < n), (tau[i - n], True)), i)
    negative = (In(s, Signs(n)), eq(H(s, n), 0), lt(PHI(alpha, x, s, n), x))
    behind = (In(tau, Signs(length)), eq(H(tau, length), 0))
    return States(lt(PHI(alpha, x, both, n + length), x), given=(*STEP_SIZE, *negative, *behind))


ADD = {"a pair": add(2), "zero-sum strings": add(r)}

# the proof begins with a pair, and lemma F.9 says "if nonempty"; lemma F.8 "possibly empty"
ZERO_SUMS = Ambiguous(
    "a zero-sum string",
    {
        name: States(lt(PHI(alpha, x, s, n), x), given=(*STRING, eq(H(s, n), 0), n >= shortest))
        for name, shortest in (("not empty", 1), ("possibly empty", 0))
    },
)
NEGATIVE_SUMS = States(lt(PHI(alpha, x, s, n), x), given=(*STRING, lt(H(s, n), 0)))
GENERATION = States(eq(GENERATED(s, n), 1), given=(In(s, Signs(n)), eq(H(s, n), 0)))

# lemma F.8; H(s, j + 1) is the sum of s_0 ... s_j
SUM = (In(s, Signs(n)), eq(H(s, n), -N))


def first(place, number):
    """Return that the sums first reach -number at a place."""
    return least(place, And(place >= 0, place < n, eq(H(s, place + 1), -number)))


TWO = (In(s, Signs(n)), k >= 1, first(T, k), first(T_next, k + 1))
FIRST_PASSAGE = {
    "there": States(Some(T, first(T, k)), given=(*SUM, k >= 1, k <= N)),
    "sign": States(
        And(eq(s[T], -1), eq(H(s, T), 1 - k)), given=(In(s, Signs(n)), k >= 1, first(T, k))
    ),
    "first": States(eq(H(s, T), 0), given=(In(s, Signs(n)), first(T, 1))),
    "others": States(eq(H(s, T_next) - H(s, T + 1), 0), given=TWO),
    "in turn": States(T_next > T, given=TWO),
    "last": States(eq(H(s, n) - H(s, T + 1), 0), given=(*SUM, first(T, N))),
}

# -- proposition F.10 and the masses below the start -----------------------------------------------

below = u - eps
THREE_OF_FOUR = [lt(after(u, *signs), below) for signs in ((1, -1), (-1, 1), (-1, -1))]


def gap(relation):
    """Return that F_2(u - epsilon) is at least, or more than, 3/4 for small epsilon."""
    small = And(relation(F(alpha, u, below, 2), sp.Rational(3, 4)), *THREE_OF_FOUR)
    every = Every(eps, implies(And(eps > 0, eps < eps_u), small))
    return States(Some(eps_u, And(eps_u > 0, every)), given=STEP_SIZE)


GAP = Damaged("the sign before 3/4", {"at least": gap(ge), "more": gap(gt)})

SOME_TIME = (*STEP_SIZE, t >= 1)
at_most_zero = SUM_BELOW(t) + SUM_ZERO(t)
MASS = {
    "strings": States(
        lt(PHI(alpha, u, s, t), u),
        given=(*STEP_SIZE, t >= 1, In(s, Signs(t)), le(H(s, t), 0)),
    ),
    "symmetry": States(
        eq(SUM_BELOW(t), Mean(Indicator(H(s, t) > 0), s, Signs(t))), given=(t >= 1,)
    ),
    "a sum of zero": States(gt(SUM_ZERO(t), 0), given=EVEN),
    "below u": Damaged(
        "= or >=; in F.6 >= is lost as =",
        {
            name: States(relation(1 - ABOVE(alpha, u, u, t), at_most_zero), given=SOME_TIME)
            for name, relation in (("=", eq), (">=", ge))
        },
    ),
    "at most u": POINT_MASS["at most u"],
    "even": POINT_MASS["even"],
}

# -- corollary 5.5 ---------------------------------------------------------------------------------


def limit(value, side):
    """Return that alpha has a limit at m_0 from one side."""
    near, away = sp.symbols("delta e", real=True)
    inside = And(side * (y - m0) > 0, side * (y - m0) < near)
    close = Every(y, implies(inside, sp.Abs(alpha(y) - value) < away))
    return Every(away, implies(away > 0, Some(near, And(near > 0, close))))


IN_A = x <= m0 - 2 * a_minus
IN_B = And(x > m0 - 2 * a_minus, x <= m0)
IN_C = And(x > m0, x <= m0 + 2 * a_plus)
MASSES = (
    *STEP_SIZE,
    median(m0, lambda point: mass(x <= point), lambda point: mass(x >= point)),
    limit(a_minus, -1),
    limit(a_plus, 1),
)
IS_B, IS_C = mass(IN_B), mass(IN_C)
after_two = median(m, lambda point: at_most(point, 2), lambda point: at_least(point, 2))
BARS = {"<, >, <": (lt, gt, lt), "<, >, <=": (lt, gt, le), "<=, >=, <=": (le, ge, le)}
LAST_SENTENCE = "the signs of the last sentence"
MASS_CONDITIONS = {
    "bound": States(ge(at_most(m0, 2), mass(IN_A) + 3 * IS_B / 4 + IS_C / 4), given=MASSES),
    "half": Damaged(
        LAST_SENTENCE,
        {
            name: States(more(at_most(m0, 2), half), given=(*MASSES, less(IS_B, IS_C)))
            for name, (less, more, _) in BARS.items()
        },
    ),
    "medians": Damaged(
        LAST_SENTENCE,
        {
            name: States(implies(after_two, left(m, m0)), given=(*MASSES, less(IS_B, IS_C)))
            for name, (less, _, left) in BARS.items()
        },
    ),
}

# -- appendix F.7 to F.10 --------------------------------------------------------------------------

falls = Every(x, Every(y, implies(And(m <= x, x <= y), f(y) <= f(x))))
rises = Every(x, Every(y, implies(And(x <= y, y <= m), f(x) <= f(y))))


def no_plateau(inside):
    """Return that f is constant on no interval of positive length where it is monotone."""
    other = Some(z, And(x <= z, z <= y, sp.Ne(f(z), f(x))))
    return Every(x, Every(y, implies(And(inside, x < y), other)))


def integrals(relation, *given):
    """Return how the integral over J_2 relates to that over J_1, which is as long."""
    over_1, over_2 = (sp.Integral(f(w), (w, *ends)) for ends in ((u1, v1), (u2, v2)))
    lengths = (u1 <= v1, eq(v2 - u2, v1 - u1))
    return States(relation(over_2, over_1), given=(*lengths, *given))


def strict(*given):
    """Return that they differ if the intervals do."""
    return integrals(lt, *given, sp.Ne(u1, u2), u1 < v1)  # the proof: with length above 0


RIGHT = (falls, m <= u1, u2 >= u1, v2 >= v1)
LEFT = (rises, v1 <= m, u2 <= u1, v2 <= v1)
INTEGRALS = {
    "right": integrals(le, *RIGHT),
    "right, strict": strict(*RIGHT, no_plateau(m <= x)),
    "left": integrals(le, *LEFT),
    "left, strict": strict(*LEFT, no_plateau(y <= m)),
}

p, A = sequence("p"), sequence("A")
RECURSION = (
    k >= 1,
    L >= 0,
    L < 1,
    eq(p[0], 0),
    Each(p[j] >= 0, (j, 0, k)),
    Each(A[j] <= A[j + 1], (j, 1, k - 1)),
    Each(le(p[j], A[j] + L * sp.Sum(p[i], (i, 0, j - 1))), (j, 1, k)),
)
GRONWALL = {
    "bound": ForAll(le(p[k], A[k] / (1 - L)), given=RECURSION, instances={k: (1, 2, 3)}),
    "finer": ForAll(
        le(p[k], A[k] * (1 - L**k) / (1 - L)), given=RECURSION, instances={k: (1, 2, 3)}
    ),
}

CONTROL = (L > 0, L < 1, Lipschitz(alpha, L), RisesSmoothly(alpha))
DIGIT = Damaged("the digits of the fraction", {"1/2": half, "3/4": sp.Rational(3, 4)})
vanishes = [eq(alpha(after(x, *signs)), 0) for signs in ((), (1,), (-1,), (1, 1), (1, -1))]
AT_A_POINT = {
    "at least": States(ge(F(alpha, x, x, 2), DIGIT), given=STEP_SIZE),
    "strict": States(Or(gt(F(alpha, x, x, 2), DIGIT), And(*vanishes)), given=STEP_SIZE),
}
KERNEL = {
    "stochastic order": States(
        ge(F(alpha, x, u, 2), F(alpha, y, u, 2)), given=(*STEP_SIZE, *CONTROL, x < y)
    ),
    "nondecreasing": States(
        le(F(alpha, x, u, 2), F(alpha, y, u, 2)), given=(*STEP_SIZE, *CONTROL, x < y)
    ),
}
T_map = function("T")
INCREASING = States(
    median(
        T_map(m),
        lambda point: mass(T_map(x) <= point),
        lambda point: mass(T_map(x) >= point),
    ),
    given=(
        StrictlyIncreasing(T_map),
        median(m, lambda point: mass(x <= point), lambda point: mass(x >= point)),
    ),
)

# -- stipulations ----------------------------------------------------------------------------------

STANDING = ForAll(DEFINES, given=STEP_SIZE)

ENTRIES = {
    "instability-flatness/thm-5.4": POINT_MASS,
    "instability-flatness/thm-5.4-step-mass": MASS,
    "instability-flatness/lem-F.2": PAIRS,
    "instability-flatness/lem-F.4": GENERATION,
    "instability-flatness/lem-F.5": OVERSET,
    "instability-flatness/lem-F.6": ADD,
    "instability-flatness/lem-F.7": ZERO_SUMS,
    "instability-flatness/lem-F.8": FIRST_PASSAGE,
    "instability-flatness/lem-F.9": NEGATIVE_SUMS,
    "instability-flatness/prop-F.10": GAP,
    "instability-flatness/cor-5.5": MASS_CONDITIONS,
    "instability-flatness/lem-F.13": INTEGRALS,
    "instability-flatness/lem-F.14": GRONWALL,
    "instability-flatness/lem-F.16": AT_A_POINT,
    "instability-flatness/lem-F.17": KERNEL,
    "instability-flatness/lem-F.21": INCREASING,
    "instability-flatness/asm-5.3": STANDING,
}
