"""Section 3 and appendix C: products under gradient flow as mirror flow, hyperbolic entropy.

Gradient flow on the factors of x = g(w) moves x by dx = -(dg dg^T) f'(x) dt, so that it is the
mirror flow d R'(x) = -f'(x) dt exactly if R''(x) is the inverse of dg dg^T along the trajectory.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Choose, Generalise, Give, Lemma, Put, Solve
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Missing, Source
from theory.existence import at_values, by_values, given_by
from theory.language import DEFINES, Head, StrictlyIncreasing, eq, function, integers, reals
from theory.papers.steepest_mirror.coordinates import first, second
from theory.papers.steepest_mirror.coordinates import x as xl
from theory.quantifiers import Every, Some, denied

x, y, m, w, lam, u, v = reals("x y m w lambda u v")
slope, dw = reals("f' dw")  # f': the slope f'(x); dw: velocity of a factor
R = sp.Function("R", real=True)
alpha = function("alpha")

METRIC = Head(
    "metric",
    "-f'(x) / (dx/dt) along gradient flow on x = m w, which R''(x) has to be",
    latex=r"\left.-\tfrac{f'(x)}{\dot x}\right|",
)


def rates(*factors):
    """Derive gradient flow on the factors of x: dw_i/dt = -f'(x) dx/dw_i."""
    return tuple(-slope * sp.diff(sp.prod(factors), factor) for factor in factors)


def metric(*factors):
    """Derive -f'(x) / (dx/dt) for gradient flow on the factors of x (chain rule)."""
    names = sp.symbols(f"w:{len(factors)}", real=True)
    speed = sum(
        sp.diff(sp.prod(names), name) * rate
        for name, rate in zip(names, rates(*names), strict=True)
    )
    return sp.cancel(-slope / speed).subs(dict(zip(names, factors, strict=True)))


def printed_potential(x, lam, m, w):
    """Return one coordinate of eq. (2), all three terms under the sum and its factor 1/2."""
    terms = x * sp.asinh(x / lam) - sp.sqrt(x**2 + 2 * lam**2) - x * sp.log((m + w) / (m - w))
    return terms / 2


def potential_half_on_first_term(x, lam, m, w):
    """Return one coordinate of eq. (2), the factor 1/2 on its first term only."""
    return x * sp.asinh(x / lam) / 2 - sp.sqrt(x**2 + 2 * lam**2) - x * sp.log((m + w) / (m - w))


def entropy(x, lam, m, w):
    """Integrate 1 / sqrt(4 x^2 + lam^2) twice, with slope 0 at x = m w."""
    terms = x * sp.asinh(2 * x / lam) - sp.sqrt(x**2 + lam**2 / 4) - x * sp.log((m + w) / (m - w))
    return terms / 2


DEF_3_1 = Claim(
    id="steepest-mirror/def-3.1",
    title="Legendre function",
    source=Source("section 3, definition 3.1", "appendix B, definition B.7"),
    words="Differentiable and strictly convex inside its domain, with a gradient that diverges at "
    "the boundary.",
    printed={
        "on the whole line, by its derivative alpha": ForAll(
            given=(StrictlyIncreasing(alpha), x < y), says=DEFINES
        ),
        "with boundary 0: the derivative log(x) passes every level -y": ForAll(
            given=(x > 0, x <= sp.exp(-y), sp.log(x) <= -y), says=DEFINES
        ),
    },
    note="One coordinate. Without a boundary the second condition is empty.",
)

BALANCED = {lam: m**2 - w**2}
U_V = {m: (u + v) / 2, w: (u - v) / 2, lam: u * v}  # u = m + w, v = m - w
SLOPE = sp.Derivative(R(x), x)
CURVATURE = sp.Derivative(R(x), (x, 2))


def along_the_flow(potential, says):
    """State something of a potential at a point x = m w of the flow, |w| < m."""
    return ForAll(
        given=(u > 0, v > 0, sp.Eq(x, (u**2 - v**2) / 4)),
        where={**U_V, R(x): potential(x, lam, m, w)},
        says=says,
    )


THEOREM_4_8 = Source("theorem 4.8 with L = 2 and q = 2: R'' = 1 / sqrt(4 x^2 + lambda^2)")


def follows_flow(potential):
    """State that R'' is the inverse of the speed m^2 + w^2 of x = m w, per slope of f."""
    value = potential(xl, lam, first, second)
    return ForAll(
        given={
            "example 3.2": (sp.Abs(second) < first, sp.Eq(lam, first**2 - second**2)),
            "example 3.2: gradient flow on x = m w": (sp.Eq(xl, first * second),),
        },
        says=sp.Eq(sp.Derivative(value, (xl, 2)), 1 / (first**2 + second**2), evaluate=False),
    )


EX_3_2 = Claim(
    id="steepest-mirror/ex-3.2",
    title="Legendre function of gradient flow on m w",
    source=Source("section 3, example 3.2, (2)"),
    words="Gradient flow on x = m w with |w| < m at the start is the mirror flow of a hyperbolic "
    "entropy in x / lambda, lambda = m^2 - w^2, with a linear term that depends on the start.",
    printed=Ambiguous(
        "the sum carries no brackets",
        {
            "the factor 1/2 on all terms": follows_flow(printed_potential),
            "the factor 1/2 on the first term": follows_flow(potential_half_on_first_term),
        },
    ),
    lemmas={
        "what holds has slope zero at the start": along_the_flow(
            entropy, sp.Eq(SLOPE, 0, evaluate=False)
        ),
    },
    instead=Instead(follows_flow(entropy), meant=THEOREM_4_8),
    breaks_at="No proof is given: the function is stated. The paper that is cited beside it is "
    "cited for the two norms between which it interpolates.",
    note="One coordinate, at any time: m^2 - w^2 is kept. arcsinh(x / a) goes with sqrt(x^2 + "
    "a^2), which the print misses for every a, and the flow needs a = lambda / 2. The linear term "
    "does not change the flow. That R is a Bregman function is theorem 4.8 for q = 2, L = 2.",
    symbols={u: "m + w", v: "m - w"},
)

# -- what eq. (2) interpolates, started at w = 0 ---------------------------------------------------


def limits(potential, inside, rest):
    """Return what makes a potential behave like |x| for small lambda and x^2 for large lambda.

    Args:
        potential: `(x, lam, m, w) -> R(x)`.
        inside, rest: 2 R'(x) = log(inside) + rest at lambda = 1.
    """
    kernel = potential(x, sp.Integer(1), 1, 0)
    named = {R(x): kernel}
    return {
        "lambda only sets the scale": ForAll(
            given=(lam > 0,),
            says=sp.Eq(potential(x, lam, 1, 0), lam * kernel.subs(x, x / lam), evaluate=False),
        ),
        "slope": ForAll(
            given=(x >= 0,),
            where=named,
            says=sp.Eq(2 * SLOPE, sp.log(inside) + rest, evaluate=False),
        ),
        "far out the slope is log(x) / 2 up to bounded terms": ForAll(
            given=(x >= 0,),
            says=sp.And(inside >= 2 * x, inside <= 4 * x + 1, rest >= 0, rest <= 1),
        ),
        "at 0 the potential is a parabola": ForAll(
            given=(sp.Eq(x, 0),), where=named, says=sp.And(sp.Eq(SLOPE, 0), CURVATURE > 0)
        ),
    }


ROOT = sp.sqrt(x**2 + 1)
GAIN, LOSS = (x**3 + 2 * x) / ROOT**3, 2 * x / sp.sqrt(x**2 + 2) ** 3
PRINTED_KERNEL = {R(x): printed_potential(x, sp.Integer(1), 1, 0)}
PRINTED_LIMITS = {
    **limits(printed_potential, x + ROOT, x / ROOT - x / sp.sqrt(x**2 + 2)),
    "Bregman: divergences have bounded sublevel sets": ForAll(
        given=(x >= 1,),
        where=PRINTED_KERNEL,
        says=sp.And(sp.Eq(2 * x * CURVATURE, GAIN - LOSS), GAIN >= 1, sp.Rational(1, 2) >= LOSS),
    ),
}
LIMIT_NAMES = tuple(PRINTED_LIMITS)

eps, scale, level, bound = reals("epsilon Lambda_0 gamma K")
AT_ZERO = sp.Integer(0)
BALANCE = {"example 3.2": (lam > 0,)}


def of_2(x):
    """Return one coordinate of eq. (2) as printed, started at w = 0."""
    return (x * sp.asinh(x / lam) - sp.sqrt(x**2 + 2 * lam**2)) / 2


def near(term, limit, side, start=None):
    """Return that a term is as close to its limit as eps for every lambda on one side.

    Args:
        term, limit: what is close to what.
        side: lambda below or above a scale.
        start: the factors at the start and what is assumed of them; none stand in the term if None.
    """
    close = Implies(And(lam > 0, side), sp.Abs(term - limit) <= eps, evaluate=False)
    if start is not None:
        close = Implies(And(side, start), sp.Abs(term - limit) <= eps, evaluate=False)
        close = Every(first, Every(second, close))
    some = Some(scale, And(scale > 0, Every(lam, close)))
    return Every(eps, Implies(eps > 0, some, evaluate=False))


SMALL, LARGE = sp.Lt(lam, scale), sp.Gt(lam, scale)
START = And(sp.Abs(second) < first, eq(lam, first**2 - second**2))
LEVEL = sp.log((first + second) / (first - second))
LINEAR = xl * LEVEL / 2
L1_LIMIT, L2_LIMIT = sp.Abs(xl) / 2, (1 - 1 / (2 * sp.sqrt(2))) * xl**2 / 2


def for_small(rest=0):
    """Return what is near |x| / 2 for small lambda."""
    return (of_2(xl) - rest) / sp.log(1 / lam)


def for_large(rest=0):
    """Return what is near a multiple of x^2 / 2 for large lambda."""
    return lam * (of_2(xl) - of_2(AT_ZERO) - rest)


# a start for which the linear term is what is wanted: log((m + w) / (m - w)) = c
c = reals("c")


def with_level(lam, c):
    """Return the factors of a start with m^2 - w^2 = lambda and log((m + w) / (m - w)) = c."""
    up, down = sp.sqrt(lam) * sp.exp(c / 2) / 2, sp.sqrt(lam) * sp.exp(-c / 2) / 2
    return {first: up + down, second: up - down}


ANY_LEVEL, LOG_POSITIVE = "starts with any linear term", "a logarithm that is positive"
LEVELS = {
    ANY_LEVEL: ForAll(
        given=(lam > 0,),
        says=And(*(at_values(says, with_level(lam, c)) for says in (*START.args, eq(LEVEL, c)))),
    ),
    LOG_POSITIVE: ForAll(given=(lam > 0, lam < 1), says=sp.log(1 / lam) > 0),
}


def far_off(says, at_lam, at_c):
    """Argue that a linear term takes the potential at x = 1 away from a norm by at least 1.

    Args:
        says: that it stays near for every start.
        at_lam: a lambda on the side of the scale that is asked for.
        at_c: log((m + w) / (m - w)) there.
    """
    fails = denied(says)
    at_point = at_values(fails.body.body, {xl: sp.S.One, eps: sp.S.Half})
    every = next(part for part in sp.preorder_traversal(at_point) if isinstance(part, Every))
    there = next(part for part in every.body.args if isinstance(part, Some))
    level = eq(c, at_c)
    using = (Put(Lemma(ANY_LEVEL), {lam: at_lam}), Put(Lemma(LOG_POSITIVE), {lam: BELOW}))
    shown = by_values(there, {lam: at_lam, **with_level(at_lam, c)}, (scale > 0, level), using)
    some_level = Give(Solve(eq(at_c, at_c), (scale > 0,), using), Some(c, level), at_c)
    always = Generalise(Solve(every.body, (), (Choose(some_level, shown, c),)), scale)
    return given_by(fails, {xl: sp.S.One, eps: sp.S.Half}, (), (always,))


SAYS_L1 = Every(xl, near(for_small(LINEAR), L1_LIMIT, SMALL, START))
SAYS_L2 = Every(xl, near(for_large(LINEAR), L2_LIMIT, LARGE, START))
BELOW, ABOVE = scale / (2 * scale + 2), scale + 1
AT_1 = of_2(sp.S.One)
NOT_L1 = far_off(SAYS_L1, BELOW, 2 * AT_1.subs(lam, BELOW) + sp.log(1 / BELOW))
NOT_L2 = far_off(SAYS_L2, ABOVE, 2 * (AT_1 - of_2(AT_ZERO)).subs(lam, ABOVE) + 2 / ABOVE)


SLOPE_OF_2 = (sp.asinh(xl / lam) + xl / sp.sqrt(xl**2 + lam**2)) / 2 - xl / (
    2 * sp.sqrt(xl**2 + 2 * lam**2)
)


def distance_of_2(x, y):
    """Return the Bregman divergence of eq. (2), in one coordinate."""
    return of_2(x) - of_2(y) - SLOPE_OF_2.subs(xl, y) * (x - y)


WHICH_START = "example 3.2 has any |w| < m at the start; the linear term of (2) is 0 only for w = 0"
FROM_0, ANY_START = "started at w = 0", "any start with |w| < m"

INTERPOLATION = Claim(
    id="steepest-mirror/txt-ex3.2-interpolation",
    title="Hyperbolic entropy between L1 and L2",
    source=Source("section 3, after (2)"),
    words="For lambda to 0 the potential (2) biases like the L1 norm, for lambda to infinity like "
    "the L2 norm, and it is a Bregman function.",
    printed={
        "L1 for lambda to 0": Ambiguous(
            WHICH_START,
            {
                FROM_0: States(near(for_small(), L1_LIMIT, SMALL)),
                ANY_START: States(SAYS_L1),
            },
        ),
        "L2 for lambda to infinity": Ambiguous(
            WHICH_START,
            {
                FROM_0: States(near(for_large(), L2_LIMIT, LARGE)),
                ANY_START: States(SAYS_L2),
            },
        ),
        "Bregman: strictly convex": ForAll(
            given=BALANCE,
            where={R(xl): of_2(xl)},
            says=sp.Derivative(R(xl), (xl, 2)) > 0,
        ),
        "Bregman: bounded level sets": States(
            Every(
                level,
                Some(
                    bound,
                    Every(
                        y,
                        Implies(distance_of_2(xl, y) <= level, sp.Abs(y) <= bound, evaluate=False),
                    ),
                ),
            ),
            given=BALANCE,
        ),
    },
    lemmas={**PRINTED_LIMITS, **LEVELS},
    because={
        "L1 for lambda to 0": ByHand(LIMIT_NAMES[:3], reading=(FROM_0,)),
        "L2 for lambda to infinity": ByHand((LIMIT_NAMES[0], LIMIT_NAMES[3]), reading=(FROM_0,)),
        "Bregman: bounded level sets": ByHand((LIMIT_NAMES[4],)),
    },
    against={
        "L1 for lambda to 0": ByReading({ANY_START: NOT_L1}),
        "L2 for lambda to infinity": ByReading({ANY_START: NOT_L2}),
    },
    note="One coordinate. With R(x) = lambda K(x / lambda) at w = 0 the slope for small lambda is "
    "log(x / lambda) / 2 plus bounded terms, for large lambda that of a parabola. Any other start "
    "adds the linear term -x log((m + w) / (m - w)) / 2, of any size for each lambda: as w tends "
    "to m = 1, R / log(1 / lambda) tends to max(-x, 0). Bregman divergences do not depend on it.",
    symbols={c: "log((m + w) / (m - w)) at the start"},
)

# -- when a reparameterisation gives a mirror flow -------------------------------------------------

BRACKET = Head(
    "bracket",
    "squared length of the Lie bracket of the gradients of a1 a2 a3 and b1 b2 b3",
    latex=r"\left|[\nabla g_1, \nabla g_2]\right|^2",
)
z, t = reals("z t")
L = integers("L")
FACTORS = reals("a1 a2 a3 b1 b2 b3")
M, W = (sp.Function(name, real=True) for name in "MW")


def bracket(*factors):
    """Derive the bracket dY X - dX Y of the gradient fields of two products (definition C.2)."""
    names = sp.symbols(f"w:{len(factors)}", real=True)
    half = len(names) // 2
    x_field, y_field = (
        sp.Matrix([sp.diff(sp.prod(part), name) for name in names])
        for part in (names[:half], names[half:])
    )
    difference = y_field.jacobian(names) * x_field - x_field.jacobian(names) * y_field
    return sp.expand(difference.dot(difference)).subs(dict(zip(names, factors, strict=True)))


def squared_gradient(*factors):
    """Derive |dx/dw|^2 for the product x of the factors."""
    return sum(sp.diff(sp.prod(factors), factor) ** 2 for factor in factors)


def balanced_gradient(depth):
    """Return |dx/dw|^2 where w_1^2 = z and every other w_j^2 = z + lam: leave each out once."""
    return (z + lam) ** (depth - 1) + (depth - 1) * z * (z + lam) ** (depth - 2)


LENGTH = squared_gradient(m, w, z)
PAIR_VANISHES = sp.Or(
    sp.And(sp.Eq(m, 0), sp.Eq(w, 0)),
    sp.And(sp.Eq(m, 0), sp.Eq(z, 0)),
    sp.And(sp.Eq(w, 0), sp.Eq(z, 0)),
)

THM_C_5 = Claim(
    id="steepest-mirror/thm-C.5",
    title="Commuting regular reparameterisations give mirror flows",
    source=Source(appendix="appendix C, definitions C.1 to C.3, assumption C.4, theorem C.5"),
    words="Gradient flow through a commuting, regular reparameterisation is a mirror flow whose "
    "Legendre function depends on the start and on the reparameterisation only.",
    printed=Missing(
        "a Legendre function R of n variables that exists, f and g as functions of several "
        "variables, and curves on a submanifold along which they are differentiated"
    ),
    lemmas={
        "commuting: products of three factors": ForAll(says=sp.Eq(BRACKET(*FACTORS), 0)),
        "regular: balanced products, lambda > 0": ForAll(
            given=(L >= 2, z >= 0, lam > 0), says=balanced_gradient(L) > 0
        ),
        "not regular exactly where two of three factors vanish": ForAll(
            says=sp.Or(
                sp.And(sp.Eq(LENGTH, 0), PAIR_VANISHES),
                sp.And(LENGTH > 0, sp.Not(PAIR_VANISHES)),
            ),
        ),
        "complete flow: one coordinate of m w, u = m + w, v = m - w": ForAll(
            where={
                M(t): (u * sp.exp(-t) + v * sp.exp(t)) / 2,
                W(t): (u * sp.exp(-t) - v * sp.exp(t)) / 2,
            },
            says=sp.And(
                sp.Eq(sp.Derivative(M(t), t), -W(t)),
                sp.Eq(sp.Derivative(W(t), t), -M(t)),
                sp.Eq(M(t) ** 2 - W(t) ** 2, u * v),
            ),
        ),
        "mirror flow of m w: the metric depends on x and lambda only": ForAll(
            given=(sp.Abs(w) < m,),
            where={**BALANCED, x: m * w},
            says=sp.Eq(METRIC(m, w), 1 / sp.sqrt(4 * x**2 + lam**2)),
        ),
    },
    note="The paper cites this theorem and uses it for products of factors, which are checked. Two "
    "coordinates of three factors for the bracket, which vanishes at any depth because "
    "different coordinates share no factor; one coordinate for the rest.",
)
