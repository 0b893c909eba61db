"""Products of all factors but one, in coordinate l, and what balance makes of them.

The flow moves x = w_1 ... w_L by what each factor moves, times the product of the others. Where
all factors but the first have one size, |w_j|^q = |w_1|^q + lambda, these products have two sizes.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    AddUp,
    Assume,
    Clause,
    Induct,
    Known,
    LastTerm,
    Lemma,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.language import eq, reals, sequence
from theory.papers.steepest_mirror.coordinates import (
    L,
    ell,
    factor,
    i,
    in_all,
    inverse_metric,
    j,
    k,
    lam,
    n,
    product,
    q,
    slope,
    steepest,
    w,
    within,
)
from theory.papers.steepest_mirror.coordinates import (
    number as m,
)
from theory.papers.steepest_mirror.coordinates import (
    point as x,
)
from theory.quantifiers import Every
from theory.sequences import Indicator
from theory.sum_arguments import counted, taken_out

a = sequence("a")
one, other = reals("a b")
SIZE = sp.Abs(w[1, ell]) ** q
LARGER = SIZE + lam


def unless(number, at):
    """Return a factor in coordinate l, and 1 in place of that with a number."""
    return Indicator(eq(at, number)) + Indicator(sp.Ne(at, number)) * w[at, ell]


def others(number, last=L):
    """Return the product of the first factors but one, in coordinate l."""
    return sp.Product(unless(number, factor), (factor, 1, last))


def moved(number):
    """Return what a factor with a speed of 1 against the slope moves x by, to the power q."""
    return sp.Abs(others(number)) ** q


def all_moved(last=L):
    """Return the sum of this over the first factors."""
    return sp.Sum(moved(i), (i, 1, last))


BALANCED = Every(
    j,
    Implies(And(within(j, L), sp.Ne(j, 1)), eq(sp.Abs(w[j, ell]) ** q - SIZE, lam), evaluate=False),
)
LEMMAS = {
    "a power of a product": ForAll(
        eq(sp.Abs(one * other) ** q, sp.Abs(one) ** q * sp.Abs(other) ** q), given=(q >= 1,)
    )
}


def others_made(number):
    """Argue how the product of the others is made, one factor after the other."""
    entry = SequenceOf(unless(number, k), k)
    kinds = ("product of no terms", "product with one more term")
    return tuple(Put(Known(kind), {a: entry}) for kind in kinds)


def has_value(term):
    """Return that a term has a value."""
    return eq(term, term)


def others_have_values():
    """Argue that the product of the others has a value."""
    none, more = others_made(i)
    says = has_value(others(i, m))
    return Induct(
        says,
        m,
        0,
        base=Solve(substitute(says, {m: sp.S.Zero}), (), (none,)),
        step=Solve(substitute(says, {m: m + 1}), (m >= 0, says), (more,)),
    )


VALUES = Put(others_have_values(), {m: L})
GIVEN = (q >= 1, lam >= 0, L >= 1, BALANCED)
HAS_VALUE = sp.Or(LARGER > 0, L >= 2)  # of one factor, the inverse metric has 0^(-1) elsewhere


def power_of(number):
    """Return the power of the product of the others, of the first m factors."""
    return sp.Abs(others(number, m)) ** q


def size_of_others(number, says, start, base, *given):
    """Argue by induction on m, from a start on, what size the product of the others has."""
    _, more = others_made(number)
    longer = Put(Lemma("a power of a product"), {one: others(number, m), other: w[m + 1, ell]})
    return Induct(
        says,
        m,
        start,
        base=Solve(substitute(says, {m: sp.sympify(start)}), (*GIVEN, *given), base),
        step=Solve(
            substitute(says, {m: m + 1}),
            (*GIVEN, *given, m >= start, says),
            (more, longer, Specialise(Assume(BALANCED), m + 1)),
        ),
    )


def first_made(number):
    """Argue what the product of the others is, of one factor."""
    none, more = others_made(number)
    return none, Put(more, {m: 0})


OF_THE_FIRST = size_of_others(
    sp.S.One,
    Implies(m <= L, eq(power_of(sp.S.One), LARGER ** (m - 1)), evaluate=False),
    1,
    first_made(sp.S.One),
)
BEFORE = size_of_others(
    i,
    Implies(And(m <= L, m < i), eq(power_of(i), SIZE * LARGER ** (m - 1)), evaluate=False),
    1,
    first_made(i),
    i >= 2,
)
OF_ANOTHER = size_of_others(
    i,
    Implies(m <= L, eq(power_of(i), SIZE * LARGER ** (m - 2)), evaluate=False),
    i,
    (Put(others_made(i)[1], {m: i - 1}), Put(BEFORE, {m: i - 1})),
    i >= 2,
)

MORE = "with one more term"
PRODUCT_SAYS = eq(sp.Abs(product(w, L, ell)) ** q, SIZE * LARGER ** (L - 1))


def power_of_all():
    """Argue what size the product of all factors has."""
    entry = SequenceOf(w[k, ell], k)
    none, more = (Put(Known(f"product {kind}"), {a: entry}) for kind in ("of no terms", MORE))
    size = sp.Abs(product(w, m, ell)) ** q
    says = Implies(m <= L, eq(size, SIZE * LARGER ** (m - 1)), evaluate=False)
    longer = Put(Lemma("a power of a product"), {one: product(w, m, ell), other: w[m + 1, ell]})
    every = Induct(
        says,
        m,
        1,
        base=Solve(substitute(says, {m: sp.S.One}), GIVEN, (none, Put(more, {m: 0}))),
        step=Solve(
            substitute(says, {m: m + 1}),
            (*GIVEN, m >= 1, says),
            (more, longer, Specialise(Assume(BALANCED), m + 1)),
        ),
    )
    return Solve(PRODUCT_SAYS, GIVEN, (Put(every, {m: L}),))


_TOTAL = Implies(
    m <= L, eq(all_moved(m), LARGER ** (L - 1) + (m - 1) * SIZE * LARGER ** (L - 2)), evaluate=False
)
_ADDED = Induct(
    _TOTAL,
    m,
    1,
    base=Solve(
        substitute(_TOTAL, {m: sp.S.One}),
        (*GIVEN, HAS_VALUE),
        (LastTerm(all_moved(sp.S.One), (q >= 1, L >= 1), (VALUES,)), Put(OF_THE_FIRST, {m: L})),
    ),
    step=Solve(
        substitute(_TOTAL, {m: m + 1}),
        (*GIVEN, HAS_VALUE, m >= 1, _TOTAL),
        (
            LastTerm(all_moved(m + 1), (q >= 1, L >= 1, m >= 1), (VALUES,)),
            Put(OF_ANOTHER, {m: L, i: m + 1}),
        ),
    ),
)
METRIC = Solve(
    eq(all_moved(), inverse_metric(SIZE, lam)), (*GIVEN, HAS_VALUE), (Put(_ADDED, {m: L}),)
)


# -- the form of the inverse Hessian of R ----------------------------------------------------------

BALANCED_EVERYWHERE = in_all(ell, n, BALANCED)
COERCIVE = "the inverse metric is at least its value at 0"
COERCIVE_LEMMA = {
    COERCIVE: ForAll(inverse_metric(one, lam) >= lam ** (L - 1), given=(one >= 0, lam > 0, L >= 1))
}


def form(entry):
    """Return the form that a diagonal matrix gives at x."""
    return sp.Sum(entry * x[ell] ** 2, (ell, 1, n))


IN_COORDINATE = Solve(
    all_moved() * x[ell] ** 2 >= lam ** (L - 1) * x[ell] ** 2,
    (n >= 1, q >= 1, lam > 0, L >= 1, BALANCED_EVERYWHERE, *within(ell, n).args),
    (
        Specialise(Assume(BALANCED_EVERYWHERE), ell),
        Clause("steepest-mirror/eq-14", "inverse metric"),
        Put(Lemma(COERCIVE), {one: SIZE}),
    ),
)
SQUARES = sp.Sum(x[ell] ** 2, (ell, 1, n))
COERCIVE_FORM = sp.Ge(form(all_moved()), lam ** (L - 1) * SQUARES, evaluate=False)
IS_COERCIVE = Solve(
    COERCIVE_FORM,
    (n >= 1, q >= 1, lam > 0, L >= 1, BALANCED_EVERYWHERE),
    (
        AddUp(IN_COORDINATE, ell, 1, n),
        taken_out({x[ell] ** 2: lam ** (L - 1)}, ell, n),
    ),
)

# -- speeds by the chain rule ----------------------------------------------------------------------

DIRECTION = "the direction of a factor, in coordinate l"


def direction_of(gradient):
    """Return the velocity of a factor against its gradient, without weight decay."""
    return -steepest(gradient)


CHAIN_LEMMA = {
    DIRECTION: ForAll(
        eq(one * direction_of(other * one), sp.Abs(one) ** q * direction_of(other)),
        given=(q >= 1,),
    )
}
BY_CHAIN_RULE = sp.Sum(others(i) * direction_of(slope * others(i)), (i, 1, L))
CHAIN_RULE_SAYS = eq(BY_CHAIN_RULE, -steepest(slope) * all_moved())
CHAIN_RULE = Solve(
    CHAIN_RULE_SAYS,
    (q >= 1, L >= 1),
    (
        AddUp(
            Solve(
                eq(others(i) * direction_of(slope * others(i)), -steepest(slope) * moved(i)),
                (q >= 1, L >= 1),
                (Put(Lemma(DIRECTION), {one: others(i), other: slope}), VALUES),
            ),
            i,
            1,
            L,
        ),
        taken_out({moved(i): -steepest(slope)}, i, L, (q >= 1, L >= 1), (VALUES,)),
    ),
)

# -- factors of one size: lambda = 0 ---------------------------------------------------------------

SAME_SIZE = substitute(BALANCED, {lam: sp.S.Zero})
FIRST = sp.Abs(w[1, ell])


def x_of(last=L):
    """Return the product of the first factors, in coordinate l."""
    return product(w, last, ell)


_all = SequenceOf(w[k, ell], k)
NO_FACTOR = Put(Known("product of no terms"), {a: _all})
MORE_FACTORS = Put(Known("product with one more term"), {a: _all})
_NO_OTHER, _MORE_OTHERS = others_made(i)
_before = Implies(m < i, eq(others(i, m), x_of(m)), evaluate=False)
_after = eq(others(i, m) * w[i, ell], x_of(m))
_UP_TO_IT = Induct(
    _before,
    m,
    0,
    base=Solve(substitute(_before, {m: sp.S.Zero}), (i >= 1,), (NO_FACTOR, _NO_OTHER)),
    step=Solve(
        substitute(_before, {m: m + 1}), (i >= 1, m >= 0, _before), (MORE_FACTORS, _MORE_OTHERS)
    ),
)
WITH_THE_OTHERS = Put(
    Induct(
        _after,
        m,
        i,
        base=Solve(
            substitute(_after, {m: i}),
            (i >= 1,),
            tuple(Put(fact, {m: i - 1}) for fact in (_UP_TO_IT, MORE_FACTORS, _MORE_OTHERS)),
        ),
        step=Solve(
            substitute(_after, {m: m + 1}), (i >= 1, m >= i, _after), (MORE_FACTORS, _MORE_OTHERS)
        ),
    ),
    {m: L},
)
GIVEN_SAME = (q >= 1, L >= 1, SAME_SIZE)
_POWER = Implies(m <= L, eq(sp.Abs(x_of(m)), FIRST**m), evaluate=False)
SIZE_OF_X = Put(
    Induct(
        _POWER,
        m,
        1,
        base=Solve(
            substitute(_POWER, {m: sp.S.One}), GIVEN_SAME, (NO_FACTOR, Put(MORE_FACTORS, {m: 0}))
        ),
        step=Solve(
            substitute(_POWER, {m: m + 1}),
            (*GIVEN_SAME, m >= 1, _POWER),
            (MORE_FACTORS, Specialise(Assume(SAME_SIZE), m + 1)),
        ),
    ),
    {m: L},
)
EXPONENT = q * (L - 1) / L
ROOTS = "the power of the product of the others"
FLOW_LEMMAS = {
    **CHAIN_LEMMA,
    ROOTS: ForAll(eq((one**L / one) ** q, (one**L) ** EXPONENT), given=(one > 0, q >= 1, L >= 1)),
}
AWAY = sp.Ne(x_of(), 0)


def with_decay(number):
    """Return what a factor moves x by, with decoupled weight decay of strength 1."""
    return others(number) * (direction_of(slope * others(number)) - w[number, ell])


_moves = -(sp.Abs(x_of()) ** EXPONENT) * steepest(slope)
_others = Solve(
    eq(sp.Abs(others(i)), FIRST**L / FIRST),
    (*GIVEN_SAME, AWAY, *within(i, L).args),
    (WITH_THE_OTHERS, SIZE_OF_X, Specialise(Assume(SAME_SIZE), i)),
)
FLOW_SAYS = eq(
    sp.Sum(with_decay(i), (i, 1, L)),
    -L * sp.Abs(x_of()) ** EXPONENT * steepest(slope) - L * x_of(),
)
FLOW = Solve(
    FLOW_SAYS,
    (*GIVEN_SAME, AWAY),
    (
        AddUp(
            Solve(
                eq(with_decay(i), _moves - x_of()),
                (*GIVEN_SAME, AWAY, *within(i, L).args),
                (
                    Put(Lemma(DIRECTION), {one: others(i), other: slope}),
                    Put(Lemma(ROOTS), {one: FIRST}),
                    _others,
                    SIZE_OF_X,
                    WITH_THE_OTHERS,
                ),
            ),
            i,
            1,
            L,
        ),
        counted(_moves - x_of(), i, L),
    ),
)

# -- weight decay of factors of one size -----------------------------------------------------------

SAME_SIZES = in_all(ell, n, SAME_SIZE)
HALF_SQUARES = sp.Sum(w[i, ell] ** 2 / 2, (i, 1, L))
SECOND_POWER = "the second power of a factor"
DECAY_LEMMAS = {
    SECOND_POWER: ForAll(eq((one**L) ** (2 / L), one**2), given=(one >= 0, L >= 1)),
}


def over_coordinates(term):
    """Return the sum over all coordinates."""
    return sp.Sum(term, (ell, 1, n))


def decay_is(value, *using, given=()):
    """Argue that half the squared norm of the factors is the sum of a value over coordinates."""
    each = AddUp(
        Solve(
            eq(w[i, ell] ** 2 / 2, FIRST**2 / 2),
            (*GIVEN_SAME, *within(i, L).args),
            (Specialise(Assume(SAME_SIZE), i),),
        ),
        i,
        1,
        L,
    )
    here = Solve(
        eq(HALF_SQUARES, value),
        (n >= 1, q >= 1, L >= 1, *given, SAME_SIZES, *within(ell, n).args),
        (
            Specialise(Assume(SAME_SIZES), ell),
            each,
            counted(FIRST**2 / 2, i, L),
            SIZE_OF_X,
            Put(Lemma(SECOND_POWER), {one: FIRST}),
            *using,
        ),
    )
    return AddUp(here, ell, 1, n)
