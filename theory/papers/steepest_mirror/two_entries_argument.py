"""The argument for the step of theorem D.2: where f has a slope, two entries vanish.

Take a coordinate c in which f has a slope, at factors where the gradient of f(g(w)) vanishes. Along
a direction that moves only entries in c, the derivative of the product w_1c ... w_Lc is zero then.
Along w itself it is L times the product, so that some w_pc is zero; along w_pc alone it is the
product of the other entries, so that another one is zero, too.
"""

import sympy as sp
from sympy.logic.boolalg import And, Not

from theory.arguments import AddUp, Assume, Choose, Generalise, Give, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.language import eq, integers
from theory.papers.steepest_mirror.notation import (
    CRITICAL,
    FIRST,
    GRADIENT,
    TWO_FACTORS,
    L,
    ell,
    f,
    g,
    gradient_term,
    i,
    in_all,
    j,
    k,
    m,
    n,
    product,
    somewhere,
    v,
    w,
    within,
)
from theory.papers.steepest_mirror.saddles_argument import (
    AT_C,
    GRADIENT_IN_FACTORS,
    INSIDE,
    MORE_FIRST,
    MORE_PRODUCT,
    NO_FIRST,
    NO_PRODUCT,
    NO_SUM_OVER_ONE,
    by_induction,
    c,
    implies,
)
from theory.quantifiers import Some
from theory.sequences import Indicator

p = integers("p")
IN_C = Indicator(eq(ell, c))
ALONG_W = SequenceOf(w[k, ell] * IN_C, k, ell)
ALONG_ENTRY = SequenceOf(Indicator(eq(k, p)) * IN_C, k, ell)
SLOPE_AT_C = sp.Ne(GRADIENT(f, n, g(w), c), 0)
HERE = (CRITICAL, L >= 1, *within(c, n).args, SLOPE_AT_C)


def two_entries(coordinate):
    """Return that the entries of two factors vanish in a coordinate."""
    zeros = (eq(w[number, coordinate], 0) for number in (i, j))
    return Some(i, Some(j, And(TWO_FACTORS, *zeros)))


TWO = two_entries(c)

# -- the derivative along a direction that moves entries in c ------------------------------------


def no_derivative(direction):
    """Argue that the derivative of the product in c is zero along a direction."""
    term = gradient_term(w, direction)
    at_c = GRADIENT(f, n, g(w), c) * FIRST(w, direction, L, c)
    elsewhere = by_induction(
        implies(sp.Ne(ell, c), eq(FIRST(w, direction, m, ell), 0)),
        base=(Put(NO_FIRST, {v: direction}),),
        step=(Put(MORE_FIRST, {v: direction}),),
    )
    sums = (
        AddUp(
            Solve(
                relation,
                (condition, L >= 0, *within(c, n).args, *INSIDE),
                (Put(elsewhere, {m: L}),),
            ),
            *(ell, 1, n),
            strict_at=c,
        )
        for relation, condition in ((term >= 0, at_c > 0), (term <= 0, at_c < 0))
    )
    return Solve(
        eq(FIRST(w, direction, L, c), 0),
        HERE,
        (
            Specialise(Assume(CRITICAL), direction),
            Put(GRADIENT_IN_FACTORS, {v: direction}),
            *sums,
            NO_SUM_OVER_ONE,
        ),
    )


def made(direction):
    """Argue how the derivative in c is made along a direction."""
    return tuple(Put(argument, {v: direction, ell: c}) for argument in (NO_FIRST, MORE_FIRST))


ALL_OF_IT = by_induction(
    eq(FIRST(w, ALONG_W, m, c), m * product(w, m, c)),
    base=made(ALONG_W)[:1],
    step=(*made(ALONG_W)[1:], Put(MORE_PRODUCT, AT_C)),
)
NO_PRODUCT_LEFT = Solve(
    eq(product(w, L, c), 0), HERE, (no_derivative(ALONG_W), Put(ALL_OF_IT, {m: L}))
)

# -- one entry that vanishes -----------------------------------------------------------------------

_zero = eq(w[p, c], 0)
_some_zero = somewhere(p, m, _zero)
_one_more = somewhere(p, m + 1, _zero)
_last = substitute(_one_more.body, {p: m + 1})
ONE_VANISHES = by_induction(
    implies(eq(product(w, m, c), 0), _some_zero),
    base=(Put(NO_PRODUCT, AT_C),),
    step=(
        Put(MORE_PRODUCT, AT_C),
        Give(Solve(_last, (m >= 0, eq(w[m + 1, c], 0))), _one_more, m + 1),
        Choose(
            Assume(_some_zero),
            Give(
                Solve(And(within(p, m + 1), _zero), (*within(p, m).args, _zero)),
                _one_more,
                p,
            ),
            p,
        ),
    ),
)

# -- and another ---------------------------------------------------------------------------------

IS_ZERO = (*within(p, L).args, _zero)
OTHERS = in_all(k, L, implies(sp.Ne(k, p), sp.Ne(w[k, c], 0)))
_pair = And(within(p, L), within(k, L), sp.Ne(p, k), _zero, eq(w[k, c], 0))
_both = Give(
    Give(
        Solve(_pair, (*_pair.args,)),
        Some(j, And(within(p, L), within(j, L), sp.Ne(p, j), _zero, eq(w[j, c], 0))),
        k,
    ),
    TWO,
    p,
)
NO_OTHER = Generalise(Solve(OTHERS.body, (Not(TWO), *IS_ZERO), (_both,)), k)
_next = Solve(
    implies(And(m >= 0, m + 1 <= L, sp.Ne(m + 1, p)), sp.Ne(w[m + 1, c], 0)),
    (OTHERS,),
    (Specialise(Assume(OTHERS), m + 1),),
)
BEFORE_IT = by_induction(
    implies(And(m < p, m <= L), sp.Ne(product(w, m, c), 0)),
    (OTHERS,),
    base=(Put(NO_PRODUCT, AT_C),),
    step=(Put(MORE_PRODUCT, AT_C), _next),
)
_moved = FIRST(w, ALONG_ENTRY, m, c)
FROM_IT_ON = by_induction(
    implies(m <= L, And(implies(m < p, eq(_moved, 0)), implies(m >= p, sp.Ne(_moved, 0)))),
    (OTHERS, p >= 1),
    base=made(ALONG_ENTRY)[:1],
    step=(*made(ALONG_ENTRY)[1:], BEFORE_IT, _next),
)
ANOTHER = Solve(
    TWO,
    (*HERE, *IS_ZERO),
    (NO_OTHER, Put(FROM_IT_ON, {m: L}), no_derivative(ALONG_ENTRY)),
)
IN_EVERY_COORDINATE = in_all(ell, n, implies(sp.Ne(GRADIENT(f, n, g(w), ell), 0), two_entries(ell)))
AT_ONE = Solve(
    implies(And(within(c, n), SLOPE_AT_C), TWO),
    (CRITICAL, L >= 1),
    (
        Choose(
            Solve(
                somewhere(p, L, _zero),
                HERE,
                (NO_PRODUCT_LEFT, Put(ONE_VANISHES, {m: L})),
            ),
            ANOTHER,
            p,
        ),
    ),
)
TWO_ENTRIES = Generalise(
    Solve(IN_EVERY_COORDINATE.body, (CRITICAL, L >= 1), (Put(AT_ONE, {c: ell}),)), ell
)
