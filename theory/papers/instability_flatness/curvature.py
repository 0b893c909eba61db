"""Sections 5.1, F.1 and F.2: the envelope U of the curvature of higher order, and its proxies.

L is the loss, lambda_1 the top eigenvalue of its Hessian and v_1 the eigenvector. On a line the
loss is a polynomial; where directions matter it has two parameters and v_1 = (1, 0).
"""

from itertools import pairwise

import sympy as sp

from theory.argument_language import States
from theory.arguments import Assume, Generalise, Give, Solve
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Missing, Source
from theory.existence import met
from theory.language import eq, integers, le, reals, rounds_to
from theory.papers.instability_flatness.notation import (
    along_v1,
    continuous,
    derivative,
    farthest,
    x,
)
from theory.places import HERE
from theory.quantifiers import Every, Some, denied

# -- the envelope (F.1) ----------------------------------------------------------------------------

rho, p, q, v, l1, l2 = reals("rho p q v lambda_1 lambda_2")
g1, g2, X, Y = reals("g_1 g_2 X Y")
l_top = reals("lambda")
d = reals("d_0 d_1 d_2 d_3 d_4 d_5 d_6 d_7")  # derivatives of the loss along v_1


def along(count):
    """Return the loss on the line theta + rho v_1, with derivatives up to order count."""
    return sum(d[n] * rho**n / sp.factorial(n) for n in range(count + 1))


def even(line):
    """Return L(theta + rho v) + L(theta - rho v) - 2 L(theta) for a loss on a line."""
    return sp.expand(line + line.subs(rho, -rho) - 2 * line.subs(rho, 0))


loss, curved = sp.Function("loss"), reals("D_vv")
QUADRATIC = {loss(X, Y): g1 * X + g2 * Y + (l1 * X**2 + l2 * Y**2) / 2}  # theta is at (0, 0)
SECOND_ORDER = l1 * p**2 + l2 * q**2  # D^2 L(v, v)
BOTH_WAYS = loss(rho * p, rho * q) + loss(-rho * p, -rho * q) - 2 * loss(0, 0)
UNIT_VECTOR = {p: (1 - v**2) / (1 + v**2), q: 2 * v / (1 + v**2)}  # (p, q), and v = 0 is v_1
CONE = (l1 > 0, l1 > l2, sp.Abs(v) < 1, rho > 0)
Q, S, Q2, S2 = reals("Q S Q' S'")  # fourth and sixth derivative along v_1


def envelope(fourth, sixth):
    """Return sup |fourth rho^2 / 12 + sixth rho^4 / 360| / rho^2 over 0 < rho <= rho_0."""
    return sp.Max(sp.Abs(fourth / 12), sp.Abs(fourth / 12 + sixth * farthest**2 / 360))


def grows(*given):
    """Return that the envelope does not fall when the derivatives of even order increase."""
    return ForAll(
        given=(farthest > 0, *given),
        says=envelope(Q2, S2) >= envelope(Q, S),
    )


ONE_ORDER, IN_SIZE = "one that is positive gets larger", "all get larger in size"
INCREASE = {  # each with what else makes the envelope grow
    ONE_ORDER: (
        (sp.Or(sp.And(Q > 0, Q2 >= Q, eq(S2, S)), sp.And(S > 0, S2 >= S, eq(Q2, Q))),),
        (Q >= 0, S >= 0),
    ),
    IN_SIZE: ((sp.Abs(Q2) >= sp.Abs(Q), sp.Abs(S2) >= sp.Abs(S)), (Q * S >= 0, Q2 * S2 >= 0)),
}
FINITE, REMOVED = "finite", "the quadratic term is taken away"
POSITIVE, GROWS = "strictly positive", "grows with the even orders"
SOME_ORDER = "those with a fourth or a sixth derivative along v_1"

bound = reals("C_4")
TAKEN_AWAY = {"half of lambda_1 rho^2": l1 / 2, "lambda_1 rho^2, as in the expansion": l1}
A_CONE = (l1 > 0, l1 > l2, farthest > 0, sp.Ne(q, 0), sp.Abs(q) < 1)
IN_CONE = SECOND_ORDER.subs(p**2, 1 - q**2)


def finite(taken):
    """Return that the quotient is bounded at a unit vector (p, q) other than v_1."""
    left = sp.Abs(IN_CONE * rho**2 - taken * rho**2)
    bounded = sp.Implies(sp.And(rho > 0, rho <= farthest), left <= bound * rho**4, evaluate=False)
    return Some(bound, Every(rho, bounded))


def infinite(taken):
    """Argue that no bound serves for lambda = (1, 0) at q = 1/10: not at a small rho."""
    point = {l1: sp.S.One, l2: sp.S.Zero, farthest: sp.S.One, q: sp.Rational(1, 10)}
    broken, near = denied(finite(taken)), 1 / (20 + 10 * sp.Abs(bound))
    some = substitute(broken, point).body
    beyond = Give(Solve(substitute(some.body, {rho: near})), some, near)
    for_every_bound = Generalise(Solve(some, (), (beyond,)), bound)
    return met(Assume(broken), (*A_CONE, broken), point, (for_every_bound,)).point


IN_FULL = Instead(
    ForAll(
        eq(BOTH_WAYS, curved * rho**2),
        given=CONE,
        where={**QUADRATIC, **UNIT_VECTOR, curved: SECOND_ORDER},
    ),
    words="take away D^2 L(v, v) rho^2, which is lambda_1 rho^2 at v = v_1",
)
POSITIVE_WITH_ORDERS = ForAll(given=(farthest > 0, sp.Ne(Q**2 + S**2, 0)), says=envelope(Q, S) > 0)

EQ_F_1 = Claim(
    id="instability-flatness/eq-F.1",
    title="Envelope of the even remainder",
    source=Source("section 5.1", "appendix F.1, (F.1)"),
    words="A possible U, for illustration: the mean over a small cone around v_1 of the supremum "
    "over 0 < rho <= rho_0 of |L(theta + rho v) + L(theta - rho v) - 2 L(theta) - lambda_1 rho^2 / "
    "2| / rho^4: what is left once the quadratic term is taken away, positive, and growing with "
    "the even orders.",
    printed={
        FINITE: Ambiguous(
            "(F.1) takes away half of what the expansion below it has",
            {name: States(finite(taken), A_CONE) for name, taken in TAKEN_AWAY.items()},
        ),
        REMOVED: ForAll(
            eq(BOTH_WAYS, l1 * rho**2 / 2), given=CONE, where={**QUADRATIC, **UNIT_VECTOR}
        ),
        POSITIVE: Ambiguous(
            "of which losses it is said",
            {
                "all": ForAll(given=(farthest > 0,), says=envelope(Q, S) > 0),
                SOME_ORDER: POSITIVE_WITH_ORDERS,
            },
        ),
        GROWS: Ambiguous(
            "what it is that increases, the even-order content",
            {name: grows(*larger) for name, (larger, _) in INCREASE.items()},
        ),
    },
    against={
        FINITE: ByReading({name: infinite(taken) for name, taken in TAKEN_AWAY.items()}),
    },
    lemmas={
        "elsewhere in the cone it is less than lambda_1 rho^2": ForAll(
            curved < l1,
            given=(l1 > l2, sp.Ne(q, 0)),
            where={curved: IN_CONE},
        ),
    },
    instead={
        FINITE: IN_FULL,
        REMOVED: IN_FULL,
        GROWS: ByReading(
            {name: Instead(grows(*larger, *more)) for name, (larger, more) in INCREASE.items()}
        ),
    },
    breaks_at="No proof is given. What counts is that the same lambda_1 rho^2 is taken away for "
    "every v of the cone. That it is half of it is a misprint: the expansion below the display, "
    "for v = v_1, has it in full.",
    note="The factor 1/2 is a misprint: the expansion below (F.1) has lambda_1 rho^2. What counts: "
    "with the factor 1, too, the supremum is infinite at every other v, where D^2 L(v, v) < "
    "lambda_1: at q = 1/10, lambda_1 = 1 and lambda_2 = 0 the quotient is 1 / (100 rho^2). Nothing "
    "tested uses (F.1). The last two parts are about v_1: the supremum of |Q/12 + S rho^2 / 360| "
    "is at an end.",
    symbols={
        loss(X, Y): "a quadratic loss, from its value at theta, X along v_1 and Y across it",
        g1: "its slope along v_1",
        g2: "its slope across v_1",
        v: "a number that tells the directions of the cone apart, 0 for v_1 itself",
        p: "the coordinate along v_1 of such a direction, a unit vector",
        q: "its coordinate across v_1",
        bound: "a bound of the quotient",
        curved: "the second derivative of the loss along this direction, D^2 L(v, v) in the words",
        l1: "the top eigenvalue of the Hessian",
        l2: "the other eigenvalue of the Hessian",
        Q: "the fourth derivative of the loss along v_1",
        S: "the sixth derivative",
        Q2: "the fourth derivative of another loss",
        S2: "the sixth derivative of that loss",
    },
)

most = reals("C_6")
SIX_DERIVATIVES = (
    *(Every(x, derivative(one, x, other(x))) for one, other in pairwise(along_v1)),
    Every(x, continuous(along_v1[-1], x)),
)
IS_TOP = eq(l_top, along_v1[2](0))
NEAR = sp.And(rho > 0, rho <= farthest)
SYMMETRIC = along_v1[0](rho) + along_v1[0](-rho) - 2 * along_v1[0](0)
REMAINDER = le(sp.Abs(SYMMETRIC - l_top * rho**2 - along_v1[4](0) * rho**4 / 12), most * rho**6)

EQ_F_1_TAYLOR = Claim(
    id="instability-flatness/eq-F.1-taylor",
    title="Taylor expansion of the symmetric difference",
    source=Source(appendix="appendix F.1, after (F.1)"),
    words="Along v_1 the symmetric difference is lambda_1 rho^2 + D^4 L[v^4] rho^4 / 12 up to the "
    "order rho^6.",
    printed=States(
        Some(
            most,
            Some(
                farthest,
                sp.And(farthest > 0, Every(rho, sp.Implies(NEAR, REMAINDER, evaluate=False))),
            ),
        ),
        given={HERE: (*SIX_DERIVATIVES, IS_TOP)},
    ),
    lemmas={
        "losses of degree seven": ForAll(
            where={l1: d[2], Q: d[4]},
            says=sp.Eq(
                even(along(7)) - l1 * rho**2 - Q * rho**4 / 12, d[6] * rho**6 / 360, evaluate=False
            ),
        ),
    },
    because={"": ByHand()},
    note="The lemma is about a loss of degree seven on the line: the remainder is one term.",
)

# -- the surrogate (F.2) ---------------------------------------------------------------------------

h = reals("h")
c30, c21, c12, c40, c31, c22 = reals("c_30 c_21 c_12 c_40 c_31 c_22")
THIRD = c30 * X**3 / 6 + c21 * X**2 * Y / 2 + c12 * X * Y**2 / 2
LOSS = l1 * X**2 / 2 + l2 * Y**2 / 2 + THIRD
LOSS += c40 * X**4 / 24 + c31 * X**3 * Y / 6 + c22 * X**2 * Y**2 / 4


def top(hessian):
    """Return the larger eigenvalue of a symmetric 2 x 2 matrix."""
    half = (hessian[0, 0] - hessian[1, 1]) / 2
    return hessian.trace() / 2 + sp.sqrt(half**2 + hessian[0, 1] ** 2)


ON_A_LINE = even(sp.diff(along(7), rho, 2)).subs(rho, h)  # second difference of L''
TOP = top(sp.hessian(LOSS, (X, Y)).subs({X: h, Y: 0}))
SURROGATE = sp.diff(TOP, h, 2).subs(h, 0)

EQ_F_2 = Claim(
    id="instability-flatness/eq-F.2",
    title="Second difference of the top eigenvalue",
    source=Source(appendix="appendix F.1, (F.2)"),
    words="The second difference of lambda_1 at distance h along v_1 equals D^4 L[v_1^4] up to "
    "the order h^2, so the limit for small h is that derivative.",
    printed={
        "one parameter": ForAll(
            given=(h > 0,),
            says=sp.Eq(ON_A_LINE / h**2, d[4] + d[6] * h**2 / 12, evaluate=False),
        ),
        "two parameters": ForAll(given=(l1 > l2,), says=sp.Eq(SURROGATE, c40)),
    },
    instead={
        "two parameters": Instead(
            ForAll(
                given=(l1 > l2,),
                says=sp.Eq(SURROGATE, c40 + 2 * c21**2 / (l1 - l2)),
            ),
            words="the limit is D^4 L[v_1^4] + 2 D^3 L[v_1, v_1, v_2]^2 / (lambda_1 - lambda_2)",
        ),
    },
    breaks_at="No proof is given: that the quotient equals the quartic term up to the order h^2 is "
    "stated. The second difference of lambda_1 has one more term, of the order of the quartic one, "
    "since the eigenvector turns.",
    note="The left side is the limit for h to 0: the second derivative in h of the larger "
    "eigenvalue of the Hessian at theta + h v_1, for a loss of two parameters. It has a term more "
    "than D^4 L, as the eigenvector turns at the rate D^3 L[v_1, v_1, v_2] / (lambda_1 - "
    "lambda_2); with more parameters there is one for each other eigenvector. On a line, where "
    "nothing can turn, (F.2) is right.",
    symbols={
        l1: "the top eigenvalue of the Hessian, of eigenvector v_1",
        d[4]: "the fourth derivative of L, on a line",
        d[6]: "the sixth derivative of L, on a line",
        l2: "the other eigenvalue of the Hessian, of eigenvector v_2",
        c40: "D^4 L[v_1^4]",
        c22: "D^4 L[v_1, v_1, v_2, v_2]",
        c30: "D^3 L[v_1^3]",
        c21: "D^3 L[v_1, v_1, v_2]",
        c12: "D^3 L[v_1, v_2, v_2]",
    },
)

d40, d31, d22, d13, d04 = reals("d_40 d_31 d_22 d_13 d_04")
FOURTH = (
    d40 * g1**4
    + 4 * d31 * g1**3 * g2
    + 6 * d22 * g1**2 * g2**2
    + 4 * d13 * g1 * g2**3
    + d04 * g2**4
)


def same_as_proxy(*given):
    """Return that along the gradient, scaled to length 1, the derivative is that along v_1."""
    return ForAll(
        given=(sp.Ne(g1**2 + g2**2, 0), *given),
        says=sp.Eq(FOURTH, d40 * (g1**2 + g2**2) ** 2),
    )


TXT_PROXY_DIRECTION = Claim(
    id="instability-flatness/txt-proxy-direction",
    title="Fourth derivative along the gradient for U",
    source=Source(appendix="appendix F.2, with F.1"),
    words="The fourth derivative along the gradient stands for U, which is about v_1.",
    printed=Missing("the recorded training runs, to correlate the two"),
    lemmas={
        "the same number, exact agreement": same_as_proxy(),
        "the same number, exact agreement, instead": same_as_proxy(sp.Eq(g2, 0)),
        "positive where the derivative along v_1 is, exact agreement": ForAll(
            given=(sp.Ne(g1**2 + g2**2, 0), d40 > 0),
            says=FOURTH > 0,
        ),
        "positive where the derivative along v_1 is, exact agreement, instead": ForAll(
            given=(sp.Ne(g1, 0), sp.Eq(g2, 0), d40 > 0),
            says=FOURTH > 0,
        ),
    },
    note="Two parameters, v_1 = (1, 0). Nothing ties the two derivatives together unless the "
    "gradient lies along v_1; the metric of the experiments takes quotients of the proxy and its "
    "logarithm, for which it has to be positive.",
    symbols={
        g1: "the gradient's coordinate along v_1",
        g2: "its coordinate along v_2, across v_1",
        d40: "D^4 L[v_1^4]",
        d31: "D^4 L[v_1, v_1, v_1, v_2]",
        d22: "D^4 L[v_1, v_1, v_2, v_2]",
        d13: "D^4 L[v_1, v_2, v_2, v_2]",
        d04: "D^4 L[v_2^4]",
    },
)

# -- table F.2 and figures F.17, F.18 --------------------------------------------------------------

r_p, r_s, angle = reals("r_P r_s omega")
n = integers("n")  # number of pairs
SEEDS = (  # events, then correlation and p-value of Pearson and of Spearman
    (43, "0.4902", "8.48e-4", "0.5193", "3.59e-4"),
    (39, "0.8368", "3.23e-11", "0.6840", "1.58e-6"),
    (28, "0.5957", "8.24e-4", "0.5348", "3.37e-3"),
    (28, "0.6984", "3.58e-5", "0.6218", "4.12e-4"),
    (34, "0.5028", "2.44e-3", "0.7317", "8.80e-7"),
    (57, "0.2995", "2.36e-2", "0.3157", "1.67e-2"),
    (15, "0.6317", "1.15e-2", "0.6429", "9.74e-3"),
    (27, "0.6743", "1.15e-4", "0.6099", "7.31e-4"),
    (21, "0.7917", "1.90e-5", "0.7987", "1.42e-5"),
    (40, "0.6291", "1.37e-5", "0.6270", "1.50e-5"),
    (65, "0.5716", "6.59e-7", "0.5314", "5.25e-6"),
    (42, "0.5117", "5.33e-4", "0.6999", "2.50e-7"),
    (37, "0.4572", "4.45e-3", "0.4720", "3.18e-3"),
    (42, "0.8128", "6.26e-11", "0.5856", "4.62e-5"),
    (38, "0.7632", "2.52e-8", "0.6700", "4.21e-6"),
)
ALL = ("0.5905", "1.50e-53", "0.5485", "5.42e-45")
EVENTS = sum(seed[0] for seed in SEEDS)
HALF_A_UNIT = sp.Rational(1, 20000)  # of the fourth decimal


def p_value(correlation):
    """Return the two-sided p-value of a correlation of n pairs, by the t-distribution."""
    half = (n - 2) / 2
    share = sp.gamma(half + sp.Rational(1, 2)) / (sp.sqrt(sp.pi) * sp.gamma(half))
    tail = (angle, sp.asin(correlation), sp.pi / 2)
    return 2 * share * sp.Integral(sp.cos(angle) ** (n - 3), tail)


def fits(count, pearson, p_pearson, spearman, p_spearman):
    """Return that both printed p-values follow from the correlations of count events."""
    return ForAll(
        where={n: count},
        says=sp.And(
            rounds_to(p_value(r_p), p_pearson, {r_p: near(pearson)}),
            rounds_to(p_value(r_s), p_spearman, {r_s: near(spearman)}),
        ),
    )


def near(correlation):
    """Return the interval that a printed correlation allows."""
    middle = sp.Rational(correlation)
    return middle - HALF_A_UNIT, middle + HALF_A_UNIT


TAB_F_2 = Claim(
    id="instability-flatness/tab-F.2",
    title="Correlations of curvature changes with sharpness",
    source=Source(appendix="appendix F.2, table F.2"),
    words="Pearson and Spearman correlations with their p-values, for 15 seeds and for all events "
    "together.",
    printed=Missing("the recorded events of the 15 networks trained on fMNIST"),
    lemmas={
        **{f"seed {number}, {seed[0]} events": fits(*seed) for number, seed in enumerate(SEEDS, 1)},
        f"all seeds, {EVENTS} events": fits(EVENTS, *ALL),
    },
    note="The table prints no number of events. In each row one number alone fits both p-values, "
    "and the fifteen of them add up to 556, which is also the one that fits the last row.",
)

A_POINT, A_PHASE = "a point", "a phase"
TXT_107_INSTANCES = Claim(
    id="instability-flatness/txt-107-instances",
    title="Number of events that were correlated",
    source=Source(appendix="appendix F.2, with the last row of table F.2"),
    words="There are 107 instances of instability, where lambda_1 is above the limit, and for each "
    "of them the change in curvature is computed, which gives the pairs for the correlations.",
    printed=Ambiguous(
        "what an instance is: a point, as it is defined, or an unstable phase, as its peak is "
        "counted for 107 in E.8, with a pair for every epoch of it",
        {
            A_POINT: fits(107, *ALL),
            A_PHASE: ForAll(
                where={n: sp.Integer(EVENTS)},
                says=sp.And(n >= 107, *fits(EVENTS, *ALL).says.args),
            ),
        },
    ),
    uses=("instability-flatness/tab-F.2",),
    note="With 107 pairs the pooled p-values would be 2e-11 and 1e-9; the printed ones take 556, "
    "which is also the sum of those that fit the rows. How many epochs the phases have is printed "
    "nowhere; there is at least one in each.",
    symbols={
        n: "the number of events",
        r_p: "Pearson's correlation over all seeds",
        r_s: "Spearman's correlation over all seeds",
    },
)

FIG_F_17 = Claim(
    id="instability-flatness/fig-F.17",
    title="Curvature changes against sharpness",
    source=Source(appendix="appendix F.2, figure F.17"),
    words="The change of the proxy from step to step grows with the sharpness, for every seed.",
    printed=Missing("the recorded events of the 15 networks trained on fMNIST"),
)

FIG_F_18 = Claim(
    id="instability-flatness/fig-F.18",
    title="Signs of the curvature changes",
    source=Source(appendix="appendix F.2, figure F.18"),
    words="The sums of signs of successive changes of the proxy vary around 0.",
    printed=Missing("the recorded events of the 15 networks trained on fMNIST"),
)
