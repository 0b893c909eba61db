"""The argument for theorem 4.3.

Where two factors vanish, each coordinate of x = g(w) and its derivative along every direction do.
So the gradient of f(g(w)) vanishes, and of its second derivative along a direction v only the sum
over l of (slope of f in l) times (second derivative of x_l) is left. Take a coordinate c in which
f has a slope at 0 and a direction v that moves only the two factors, and only there: then the sum
has one term, whose sign is that of the entries of v.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    AddUp,
    Assume,
    Choose,
    Definition,
    Generalise,
    Give,
    Induct,
    Known,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.language import eq, integers, reals, sequence
from theory.papers.steepest_mirror.notation import (
    CURVATURE,
    FIRST,
    GRADIENT,
    HESSIAN,
    ORIGIN,
    OTHERS_IN_EVERY_COORDINATE,
    SECOND,
    SLOPE,
    STEEP,
    TWO_FACTORS,
    L,
    bend_term,
    ell,
    f,
    form,
    g,
    gradient_term,
    hessian_term,
    i,
    in_all,
    is_point,
    j,
    k,
    m,
    n,
    over_coordinates,
    product,
    saddle,
    saddle_of_factors,
    somewhere,
    stationary,
    u,
    v,
    vanishes,
    w,
    within,
    x,
    y,
)
from theory.quantifiers import Some, denied
from theory.sequences import Indicator

OTHERS = OTHERS_IN_EVERY_COORDINATE
c = integers("c")
s = reals("s")
a = sequence("a")

SAME_GRADIENT, SAME_HESSIAN = (
    Definition("the gradient at a point"),
    Definition("the Hessian at a point"),
)
NO_FIRST, MORE_FIRST = (
    Definition("the derivative of no product"),
    Definition("the derivative of a product"),
)
NO_SECOND, MORE_SECOND = (
    Definition("the second derivative of no product"),
    Definition("the second derivative of a product"),
)
GRADIENT_IN_FACTORS = Definition("the gradient in the factors")
HESSIAN_IN_FACTORS = Definition("the Hessian in the factors")


def by_induction(says, given=(), base=(), step=()):
    """Argue by induction on m from 0 on; `base` and `step` are the facts that each needs."""
    return Induct(
        says,
        m,
        0,
        base=Solve(substitute(says, {m: sp.S.Zero}), given, base),
        step=Solve(substitute(says, {m: m + 1}), (*given, m >= 0, *And.make_args(says)), step),
    )


def implies(condition, then):
    """Return an implication that sympy leaves alone."""
    return Implies(condition, then, evaluate=False)


def product_of(factors):
    """Argue how the product of some factors in coordinate l is made, from none on."""
    return tuple(Put(argument, {w: factors}) for argument in (NO_PRODUCT, MORE_PRODUCT))


def derivatives_of(factors, moves):
    """Argue how the derivatives of such a product along a direction are made."""
    made = (NO_FIRST, MORE_FIRST, NO_SECOND, MORE_SECOND)
    return tuple(Put(argument, {w: factors, v: moves}) for argument in made)


# -- sums and products -------------------------------------------------------------------------

ZEROS = SequenceOf(sp.S.Zero, k)
NO_SUM = by_induction(
    eq(sp.Sum(0, (k, 1, m)), 0),
    base=(Put(Known("sum of no terms"), {a: ZEROS}),),
    step=(Put(Known("sum with one more term"), {a: ZEROS}),),
)
NO_PRODUCT = Put(Known("product of no terms"), {a: SequenceOf(w[k, ell], k)})
MORE_PRODUCT = Put(Known("product with one more term"), {a: SequenceOf(w[k, ell], k)})


NO_SUM_OVER_ONE = Solve(eq(over_coordinates(0, k), 0), (n >= 1,), (Put(NO_SUM, {m: n}),))
NO_SUM_OVER_TWO = Solve(
    eq(over_coordinates(0, k, ell), 0),
    (n >= 1,),
    (AddUp(NO_SUM_OVER_ONE, ell, 1, n), NO_SUM_OVER_ONE),
)


# -- where w_i = w_j = 0, for i < j ------------------------------------------------------------


def at_coordinate(condition, coordinate=ell):
    """Argue for one coordinate what is assumed of every one."""
    return Specialise(Assume(condition), coordinate)


PAIR = (*TWO_FACTORS.args, vanishes(i), vanishes(j))
TWO_VANISH = (i >= 1, i < j, j <= L, vanishes(i), vanishes(j))
STEEP_AT_C = (*within(c, n).args, sp.Ne(GRADIENT(f, n, ORIGIN, c), 0))
GIVEN = (*TWO_VANISH, *STEEP_AT_C)
INSIDE = within(ell, n).args

# for every direction v the products of the first m factors and their derivatives vanish
STOPPED = by_induction(
    And(
        implies(m >= i, eq(product(w, m, ell), 0)),
        implies(m >= j, eq(FIRST(w, v, m, ell), 0)),
    ),
    (*TWO_VANISH, *INSIDE),
    step=(MORE_PRODUCT, MORE_FIRST, at_coordinate(vanishes(i)), at_coordinate(vanishes(j))),
)
AT_ORIGIN = Generalise(
    Solve(
        implies(within(k, n), eq(product(w, L, k), 0)), TWO_VANISH, (Put(STOPPED, {m: L, ell: k}),)
    ),
    k,
)
SAME_SLOPES = Solve(
    eq(GRADIENT(f, n, g(w), ell), GRADIENT(f, n, ORIGIN, ell)),
    TWO_VANISH,
    (AT_ORIGIN, Put(SAME_GRADIENT, {x: g(w), y: ORIGIN})),
)
ENDS = Put(STOPPED, {m: L})
NO_GRADIENT = Generalise(
    Solve(
        eq(SLOPE(f, n, L, w, v), 0),
        GIVEN,
        (
            GRADIENT_IN_FACTORS,
            AddUp(Solve(eq(gradient_term(w, v), 0), (*GIVEN, *INSIDE), (ENDS,)), ell, 1, n),
            NO_SUM_OVER_ONE,
        ),
    ),
    v,
)

# -- the direction in which the second derivative is negative ------------------------------------


def direction(size):
    """Return v with v_ic = 1, v_jc = size, and 0 elsewhere."""
    return SequenceOf(
        Indicator(And(eq(k, i), eq(ell, c))) + size * Indicator(And(eq(k, j), eq(ell, c))), k, ell
    )


UNIT, MOVED = direction(sp.S.One), direction(s)


def along(argument, *directions):
    """Argue for one direction after the other, in coordinate c."""
    return tuple(Put(argument, {v: one, ell: c}) for one in directions)


FACTORS = (*GIVEN, OTHERS)
NEXT = (*within(m + 1, L).args, sp.Ne(m + 1, i), sp.Ne(m + 1, j))
NOT_ZERO = Specialise(
    Solve(
        in_all(ell, n, sp.Ne(w[m + 1, ell], 0)),
        (OTHERS, *NEXT),
        (Specialise(Assume(OTHERS), m + 1),),
    ),
    c,
)
AT_C = {ell: c}
BEFORE = by_induction(
    implies(And(m < i, m <= L), sp.Ne(product(w, m, c), 0)),
    FACTORS,
    base=(Put(NO_PRODUCT, AT_C),),
    step=(Put(MORE_PRODUCT, AT_C), NOT_ZERO),
)
FIRST_UNIT, FIRST_MOVED = (FIRST(w, one, m, c) for one in (UNIT, MOVED))
BETWEEN = by_induction(
    implies(
        And(m < j, m <= L),
        And(
            implies(m < i, eq(FIRST_UNIT, 0)),
            implies(m >= i, sp.Ne(FIRST_UNIT, 0)),
            eq(FIRST_MOVED, FIRST_UNIT),
        ),
    ),
    FACTORS,
    base=along(NO_FIRST, UNIT, MOVED),
    step=(*along(MORE_FIRST, UNIT, MOVED), BEFORE, NOT_ZERO, *along(STOPPED, UNIT)),
)
SECOND_UNIT, SECOND_MOVED = (SECOND(w, one, m, c) for one in (UNIT, MOVED))
BEFORE_BOTH = by_induction(
    implies(And(m < j, m <= L), And(eq(SECOND_UNIT, 0), eq(SECOND_MOVED, 0))),
    FACTORS,
    base=along(NO_SECOND, UNIT, MOVED),
    step=(*along(MORE_SECOND, UNIT, MOVED), BETWEEN),
)
AFTER_BOTH = by_induction(
    implies(And(m >= j, m <= L), sp.Ne(SECOND_UNIT, 0)),
    FACTORS,
    step=(*along(MORE_SECOND, UNIT), BETWEEN, BEFORE_BOTH, NOT_ZERO),
)
SCALED = by_induction(
    implies(And(m >= j, m <= L), eq(SECOND_MOVED, s * SECOND_UNIT)),
    FACTORS,
    step=(
        *along(MORE_SECOND, UNIT, MOVED),
        BETWEEN,
        BEFORE_BOTH,
        *along(STOPPED, UNIT, MOVED),
    ),
)
ELSEWHERE = by_induction(
    implies(sp.Ne(ell, c), eq(SECOND(w, MOVED, m, ell), 0)),
    TWO_VANISH,
    base=(Put(NO_SECOND, {v: MOVED}),),
    step=(Put(MORE_SECOND, {v: MOVED}),),
)

SIZE = s * GRADIENT(f, n, ORIGIN, c) * SECOND(w, UNIT, L, c)
WITH_SIZE = (*FACTORS, SIZE < 0)
AT_THE_END = (Put(SCALED, {m: L}), Put(SAME_SLOPES, {ell: c}))
BENDS = AddUp(
    Solve(
        bend_term(w, MOVED) <= 0,
        (*WITH_SIZE, *INSIDE),
        (*AT_THE_END, SAME_SLOPES, Put(ELSEWHERE, {m: L})),
    ),
    ell,
    1,
    n,
    strict_at=c,
    using=AT_THE_END,
)
FLAT = AddUp(
    AddUp(
        Solve(eq(hessian_term(w, MOVED), 0), (*GIVEN, *INSIDE), (Put(ENDS, {v: MOVED}),)), k, 1, n
    ),
    ell,
    1,
    n,
)
NEGATIVE = Solve(
    CURVATURE(f, n, L, w, MOVED) < 0,
    WITH_SIZE,
    (Put(HESSIAN_IN_FACTORS, {v: MOVED}), FLAT, NO_SUM_OVER_TWO, BENDS, NO_SUM_OVER_ONE),
)
FALLS = Give(NEGATIVE, Some(v, CURVATURE(f, n, L, w, v) < 0), MOVED)
FALLS_SOMEWHERE = Solve(
    FALLS.says,
    FACTORS,
    (
        Put(FALLS, {s: -GRADIENT(f, n, ORIGIN, c) * SECOND(w, UNIT, L, c)}),
        Put(AFTER_BOTH, {m: L}),
    ),
)


def for_any_pair(says, argument, given):
    """Argue for i != j what is argued for i < j."""
    turned = Put(argument, {i: j, j: i})
    return Solve(says, given, (argument, turned))


def at_steep(says, given, *using):
    """Argue what does not speak of c, a coordinate in which f has a slope at 0."""
    return Choose(Assume(STEEP), Solve(says, (*STEEP_AT_C, *given), using), c)


SADDLES = for_any_pair(
    saddle_of_factors(w),
    at_steep(saddle_of_factors(w), (*TWO_VANISH, OTHERS), NO_GRADIENT, FALLS_SOMEWHERE),
    (STEEP, *PAIR, OTHERS),
)

# -- the points are new --------------------------------------------------------------------------

STEEP_THERE = somewhere(ell, n, sp.Ne(GRADIENT(f, n, g(w), ell), 0))
NEW = for_any_pair(
    denied(saddle(g(w))),
    at_steep(
        denied(saddle(g(w))),
        TWO_VANISH,
        Give(
            Solve(
                And(within(c, n), sp.Ne(GRADIENT(f, n, g(w), c), 0)),
                GIVEN,
                (Put(SAME_SLOPES, {ell: c}),),
            ),
            STEEP_THERE,
            c,
        ),
    ),
    (STEEP, *PAIR),
)

# -- saddle points of f stay -----------------------------------------------------------------------

IS_FIRST = Indicator(eq(k, 1))
FACTORED = SequenceOf(1 + IS_FIRST * (x[ell] - 1), k, ell)  # w_1 = x, and all other factors are 1
IN_FIRST = SequenceOf(IS_FIRST * u[ell], k, ell)  # moves w_1 alone, along u
POINT_OF = by_induction(
    And(
        implies(m <= 0, eq(product(FACTORED, m, ell), 1)),
        implies(m >= 1, eq(product(FACTORED, m, ell), x[ell])),
    ),
    base=product_of(FACTORED)[:1],
    step=product_of(FACTORED)[1:],
)
MOVES = by_induction(
    And(
        implies(m <= 0, eq(FIRST(FACTORED, IN_FIRST, m, ell), 0)),
        implies(m >= 1, eq(FIRST(FACTORED, IN_FIRST, m, ell), u[ell])),
        eq(SECOND(FACTORED, IN_FIRST, m, ell), 0),
    ),
    base=derivatives_of(FACTORED, IN_FIRST),
    step=(*derivatives_of(FACTORED, IN_FIRST), POINT_OF),
)
SADDLE_AT_X = And.make_args(saddle(x))
IS_SADDLE = (L >= 1, n >= 1, stationary(x))
IS_POINT = Generalise(
    Solve(
        implies(within(k, n), eq(product(FACTORED, L, k), x[k])),
        (L >= 1,),
        (Put(POINT_OF, {m: L, ell: k}),),
    ),
    k,
)
NO_SLOPE = Solve(
    eq(GRADIENT(f, n, g(FACTORED), ell), 0),
    (*IS_SADDLE, *INSIDE),
    (IS_POINT, Put(SAME_GRADIENT, {x: g(FACTORED), y: x}), at_coordinate(stationary(x))),
)
STATIONARY = Generalise(
    Solve(
        eq(SLOPE(f, n, L, FACTORED, v), 0),
        IS_SADDLE,
        (
            Put(GRADIENT_IN_FACTORS, {w: FACTORED}),
            AddUp(
                Solve(eq(gradient_term(FACTORED, v), 0), (*IS_SADDLE, *INSIDE), (NO_SLOPE,)),
                ell,
                1,
                n,
            ),
            NO_SUM_OVER_ONE,
        ),
    ),
    v,
)
MOVED_ALONG = Put(MOVES, {m: L})
SAME_FORM = AddUp(
    AddUp(
        Solve(
            eq(hessian_term(FACTORED, IN_FIRST), HESSIAN(f, n, x, ell, k) * u[ell] * u[k]),
            (L >= 1, n >= 1),
            (
                IS_POINT,
                Put(SAME_HESSIAN, {x: g(FACTORED), y: x, m: k}),
                MOVED_ALONG,
                Put(MOVED_ALONG, {ell: k}),
            ),
        ),
        k,
        1,
        n,
    ),
    ell,
    1,
    n,
)
BENT = Solve(
    CURVATURE(f, n, L, FACTORED, IN_FIRST) < 0,
    (*IS_SADDLE, form(x, u) < 0),
    (
        Put(HESSIAN_IN_FACTORS, {w: FACTORED, v: IN_FIRST}),
        SAME_FORM,
        AddUp(
            Solve(
                eq(bend_term(FACTORED, IN_FIRST), 0), (*IS_SADDLE, *INSIDE), (NO_SLOPE, MOVED_ALONG)
            ),
            ell,
            1,
            n,
        ),
        NO_SUM_OVER_ONE,
    ),
)
BENT_SOMEWHERE = Choose(
    Assume(Some(u, form(x, u) < 0)),
    Give(BENT, Some(v, CURVATURE(f, n, L, FACTORED, v) < 0), IN_FIRST),
    u,
)
STAYS = Some(w, And(is_point(w, x), saddle_of_factors(w)))
SOME_STAYS = at_steep(
    STAYS,
    (L >= 1, *SADDLE_AT_X),
    Give(
        Solve(
            substitute(STAYS.body, {w: FACTORED}),
            (L >= 1, n >= 1, *SADDLE_AT_X),
            (IS_POINT, STATIONARY, BENT_SOMEWHERE),
        ),
        STAYS,
        FACTORED,
    ),
)
