"""Theorem 4.3: the saddle points that the product of L factors in n coordinates introduces.

x = g(w) = w_1 ... w_L, coordinate by coordinate. S is the set of all w of which exactly two factors
vanish. The theorem assumes a slope of f at x = 0, which is where g takes all of S.

Two losses show that readings of it fail, both in two coordinates and of the form f(x) = sum of
b_l x_l + d_l x_l^2 / 2:

    f = x_1                            at w_1 = w_2 = 0, w_3 = (0, 1): the Hessian vanishes
    f = -x_1^2 / 2 + x_2^2 / 2 - x_2   at w_1 = w_2 = (0, 1), where x = (0, 1) is a saddle point of
                                       f, but no direction of the factors bends f downwards
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import (
    AddUp,
    Argument,
    Assume,
    Choose,
    Definition,
    Generalise,
    Give,
    Met,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Source
from theory.language import eq, reals
from theory.papers.steepest_mirror import saddles_argument, two_entries_argument
from theory.papers.steepest_mirror.notation import (
    CRITICAL,
    CURVATURE,
    DEFINITIONS,
    GRADIENT,
    ORIGIN,
    OTHERS_IN_EVERY_COORDINATE,
    OTHERS_NOT_ZERO,
    STEEP,
    TWO_FACTORS,
    L,
    b,
    bend_term,
    d,
    ell,
    f,
    form,
    g,
    gradient_term,
    hessian_term,
    i,
    j,
    k,
    m,
    n,
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
)
from theory.papers.steepest_mirror.saddles_argument import (
    GRADIENT_IN_FACTORS,
    HESSIAN_IN_FACTORS,
    MORE_FIRST,
    MORE_PRODUCT,
    MORE_SECOND,
    NO_FIRST,
    NO_PRODUCT,
    NO_SECOND,
    NO_SUM_OVER_ONE,
    NO_SUM_OVER_TWO,
)
from theory.places import HERE
from theory.quantifiers import Some, denied
from theory.sequences import Indicator

ONE, TWO = Indicator(eq(ell, 1)), Indicator(eq(ell, 2))
LOSS = "f = sum of b_l x_l + d_l x_l^2 / 2"


@dataclass(frozen=True)
class Example:
    """A loss in two coordinates, with factors.

    Args:
        slopes, curves: b and d, by the coordinate l.
        values: what stands for the symbols of a statement, the loss aside.
    """

    slopes: Any
    curves: Any
    values: Mapping[Any, Any]

    @property
    def exists(self):
        """The argument that there is such a loss."""
        return Put(Definition(LOSS), self._parameters)

    @property
    def is_loss(self):
        """The condition that f is the loss."""
        return substitute(DEFINITIONS[LOSS].says, self._parameters).body

    @property
    def _parameters(self):
        return {n: sp.Integer(2), b: SequenceOf(self.slopes, ell), d: SequenceOf(self.curves, ell)}

    @property
    def inside(self):
        """The hypotheses that f is the loss and l a coordinate."""
        return (self.is_loss, *within(ell, 2).args)

    def at(self, formula):
        """Return a formula at this example."""
        return substitute(formula, self.values)

    def derivatives(self, point):
        """Argue what the derivatives of f are at a point, in the coordinates l and k."""
        in_one = Specialise(Specialise(Assume(self.is_loss), point), ell)
        in_both = substitute(self.is_loss.body.body.args[1], {x: point})
        return Specialise(Solve(in_both, self.inside, (in_one,)), k)

    def slopes_at(self, point):
        """Argue what the slopes of f are at a point, in the coordinate l."""
        return Put(self.derivatives(point), {k: ell})

    @property
    def products(self):
        """How products of the factors are made and how they move along v, in coordinate l."""
        made = [Put(of, {w: self.values[w]}) for of in (NO_PRODUCT, NO_FIRST, NO_SECOND)]
        for of in (MORE_PRODUCT, MORE_FIRST, MORE_SECOND):
            for count in range(self.values[L]):
                made.append(Put(of, {w: self.values[w], m: sp.Integer(count)}))
        return tuple(made)

    def never_negative(self, terms, bends):
        """Argue that the second derivative along every v is not negative.

        Args:
            terms: the argument that no term of its double sum is negative.
            bends: the argument that the terms of the other sum vanish.
        """
        moves = {symbol: self.values[symbol] for symbol in (n, L, w)}
        argument = Solve(
            self.at(CURVATURE(f, n, L, w, v)) >= 0,
            (self.is_loss,),
            (
                Put(HESSIAN_IN_FACTORS, moves),
                over_coordinates(over_coordinates(terms, k), ell),
                over_coordinates(bends, ell),
                Put(NO_SUM_OVER_ONE, {n: 2}),
                Put(NO_SUM_OVER_TWO, {n: 2}),
            ),
        )
        return Generalise(argument, v)

    def shows(self, wanted, *using):
        """Argue that this example satisfies conditions.

        Args:
            wanted: the conditions.
            using: arguments that it does, under the hypothesis that f is the loss.
        """
        argument: Argument = Solve(self.at(wanted), (self.is_loss,), using)
        left = dict(self.values)
        while left:
            symbol, value = left.popitem()
            wanted = Some(symbol, wanted)
            argument = Give(argument, substitute(wanted, left), value)
        return Choose(self.exists, Give(argument, Some(f, wanted), f), f)

    def denies(self, given, says, *using):
        """Argue that this example satisfies some hypotheses and breaks a conclusion."""
        return self.shows(And(*given, denied(says)), *using)


def over_coordinates(argument, index):
    """Argue for the sum over two coordinates what is argued for every term."""
    return AddUp(argument, index, 1, 2)


def given_at(some, value, *given_and_using):
    """Argue that something is so at a value."""
    return Give(Solve(substitute(some.body, {some.args[0]: value}), *given_and_using), some, value)


BOTH = within(k, 2).args

# -- w_k != 0 read as: w_k is not the zero vector --------------------------------------------------

FLAT = Example(
    slopes=ONE,
    curves=sp.S.Zero,
    values={
        n: sp.Integer(2),
        L: sp.Integer(3),
        i: sp.Integer(1),
        j: sp.Integer(2),
        w: SequenceOf(Indicator(eq(k, 3)) * TWO, k, ell),
    },
)
_there, _steep, _others = map(FLAT.at, (g(w), STEEP, OTHERS_NOT_ZERO))
_premise, _somewhere = _others.body.args
ZERO_VECTORS = FLAT.denies(
    (STEEP, TWO_FACTORS, i <= n, j <= n, vanishes(i), vanishes(j), OTHERS_NOT_ZERO),
    saddle_of_factors(w),
    given_at(_steep, sp.S.One, (FLAT.is_loss,), (Put(FLAT.slopes_at(ORIGIN), {ell: 1}),)),
    *(Generalise(Solve(FLAT.at(vanishes(number).body)), ell) for number in (i, j)),
    Generalise(
        Solve(
            _others.body,
            using=(given_at(_somewhere, sp.Integer(2), _premise.args),),
        ),
        k,
    ),
    FLAT.never_negative(
        Solve(
            FLAT.at(hessian_term(w, v)) >= 0,
            (*FLAT.inside, *BOTH),
            (FLAT.derivatives(_there),),
        ),
        Solve(
            eq(FLAT.at(bend_term(w, v)), 0),
            FLAT.inside,
            (FLAT.slopes_at(_there), *FLAT.products),
        ),
    ),
)

# -- every w that g takes to a saddle point of f ---------------------------------------------------

STUCK = Example(
    slopes=-TWO,
    curves=TWO - ONE,
    values={n: sp.Integer(2), L: sp.Integer(2), w: SequenceOf(TWO, k, ell)},
)
SADDLE = replace(STUCK, values={n: sp.Integer(2), L: sp.Integer(1), x: SequenceOf(TWO, ell)})


def has_slope_at_origin(example):
    """Argue that a loss has a slope at x = 0, in coordinate 2."""
    slope = Put(example.slopes_at(ORIGIN), {ell: 2})
    return given_at(example.at(STEEP), sp.Integer(2), (example.is_loss,), (slope,))


def flat_at(example, point, *products):
    """Argue that a loss has no slope in coordinate l of a point, by what its products are."""
    using = (example.slopes_at(example.at(point)), *products)
    return Solve(example.at(stationary(point)).body, (example.is_loss,), using)


def falls_along_first(example, point):
    """Argue that a loss bends downwards along coordinate 1 at a point."""
    falls = example.at(Some(u, form(point, u) < 0))
    bends = example.derivatives(example.at(point))
    first = SequenceOf(ONE, ell)
    down = Solve(
        substitute(falls.body.lhs.function, {u: first}) <= 0, (*example.inside, *BOTH), (bends,)
    )
    at_first = Put(bends, {ell: 1, k: 1})
    down_in_first = AddUp(Put(down, {ell: 1}), k, 1, 2, strict_at=1, using=(at_first,))
    total = AddUp(over_coordinates(down, k), ell, 1, 2, strict_at=1, using=(down_in_first,))
    return given_at(falls, first, (example.is_loss,), (total, Put(NO_SUM_OVER_TWO, {n: 2})))


def at_saddle(example, point, *products):
    """Argue that a loss has a slope at x = 0, and a saddle point of definition D.1 at a point."""
    flat = Generalise(flat_at(example, point, *products), ell)
    return has_slope_at_origin(example), flat, falls_along_first(example, point)


NOT_ALL_STAY = STUCK.denies(
    (STEEP, L >= 1, saddle(g(w))),
    saddle_of_factors(w),
    *at_saddle(STUCK, g(w), *STUCK.products),
    STUCK.never_negative(
        Solve(
            STUCK.at(hessian_term(w, v)) >= 0,
            (*STUCK.inside, *BOTH),
            (STUCK.derivatives(STUCK.at(g(w))), *STUCK.products),
        ),
        Solve(
            eq(STUCK.at(bend_term(w, v)), 0),
            STUCK.inside,
            (flat_at(STUCK, g(w), *STUCK.products),),
        ),
    ),
)
THERE_IS_ONE = SADDLE.shows(And(STEEP, saddle(x), L >= 1), *at_saddle(SADDLE, x))

# -- the gradient in the factors, one coordinate ---------------------------------------------------

f1 = reals("f'")  # the slope of f, in one coordinate
FACTORS = reals("w_1 w_2 w_3")
COUNTS = (2, 3)


def entries(factors):
    """Derive the gradient of f(w_1 ... w_L) in the factors, of one coordinate."""
    return [f1 * sp.diff(sp.Mul(*factors), one) for one in factors]


def as_printed(factors):
    """Return the gradient as printed: the sum over i of the products of the others."""
    return f1 * sum(sp.Mul(*(other for other in factors if other != one)) for one in factors)


def entry_of_first(count, value):
    """Return what the gradient's entry of w_1 is for so many factors."""
    factors = FACTORS[:count]
    return ForAll(says=sp.Eq(entries(factors)[0], value, evaluate=False))


STEP_GRADIENT = Claim(
    id="steepest-mirror/thm-4.3-step-gradient",
    title="Gradient of a product of factors",
    source=Source(appendix="appendix D, proof of theorem D.2, first display"),
    words="The gradient in the factors is the slope of f times the sum over i of the products of "
    "all factors but w_i.",
    printed={
        f"{count} factors, in w_1": entry_of_first(count, as_printed(FACTORS[:count]))
        for count in COUNTS
    },
    instead={
        f"{count} factors, in w_1": Instead(
            entry_of_first(count, f1 * sp.Mul(*FACTORS[1:count])),
            meant=Source(appendix="appendix D, theorem D.2, the sentence after the display"),
            words="the entry of the gradient for w_i is f' times the product of all w_j with j "
            "other than i, without a sum",
        )
        for count in COUNTS
    },
    note="The sum adds up what belongs to different factors. The entry of w_i is the i-th term "
    "alone, and only so does a vanishing gradient make two factors vanish, as the next sentence "
    "says: for w_1 = -w_2 = 1 the sum is 0.",
    symbols={
        f1: "slope of the loss f at the product",
        **{w: f"factor {k}" for k, w in enumerate(FACTORS, 1)},
    },
)


# -- critical points -------------------------------------------------------------------------------

HAS_SLOPE = somewhere(ell, n, sp.Ne(GRADIENT(f, n, g(w), ell), 0))
TWO_ZEROS = Some(i, Some(j, And(TWO_FACTORS, vanishes(i), vanishes(j))))
APART = Example(
    slopes=ONE,
    curves=sp.S.Zero,
    values={n: sp.Integer(2), L: sp.Integer(2), w: SequenceOf(TWO, k, ell)},
)
_there, _steep, _has_slope = map(APART.at, (g(w), STEEP, HAS_SLOPE))
_nowhere = denied(APART.at(TWO_ZEROS))
_entries = next(part for part in _nowhere.body.body.args if isinstance(part, Some))
_is_steep = given_at(_steep, sp.S.One, (APART.is_loss,), (Put(APART.slopes_at(ORIGIN), {ell: 1}),))
_is_steep_there = given_at(
    _has_slope, sp.S.One, (APART.is_loss,), (Put(APART.slopes_at(_there), {ell: 1}),)
)
_is_critical = Generalise(
    Solve(
        APART.at(CRITICAL.body),
        (APART.is_loss,),
        (
            Put(GRADIENT_IN_FACTORS, {symbol: APART.values[symbol] for symbol in (n, L, w)}),
            over_coordinates(
                Solve(
                    eq(APART.at(gradient_term(w, v)), 0),
                    APART.inside,
                    (APART.slopes_at(_there), *APART.products),
                ),
                ell,
            ),
            Put(NO_SUM_OVER_ONE, {n: 2}),
        ),
    ),
    v,
)
NO_TWO_ZEROS = APART.denies(
    (STEEP, HAS_SLOPE, CRITICAL),
    TWO_ZEROS,
    _is_steep,
    _is_steep_there,
    _is_critical,
    Generalise(
        Generalise(Solve(_nowhere.body.body, (), (given_at(_entries, sp.Integer(2)),)), j), i
    ),
)
IS_CRITICAL = APART.shows(And(STEEP, CRITICAL, L >= 1), _is_steep, _is_critical)
W_I = "w_i = 0 can say that a vector is zero, or that its entries are, in one coordinate at a time"
FACTORS_EXIST = {"section 4, x = w_1 ... w_L": (L >= 1,)}

STEP_TWO_ZEROS = Claim(
    id="steepest-mirror/thm-4.3-step-two-zeros",
    title="Critical points of a product have two vanishing factors",
    source=Source(appendix="appendix D, proof of theorem D.2, after the first display"),
    words="Where f has a slope, the gradient in the factors vanishes only if two factors do.",
    printed=Ambiguous(
        W_I,
        {
            "two of the vectors": States(
                TWO_ZEROS, given={"theorem D.2": (STEEP,), HERE: (HAS_SLOPE, CRITICAL)}
            ),
            "two entries, in each coordinate in which f has a slope": States(
                two_entries_argument.IN_EVERY_COORDINATE,
                given={"theorem D.2": (STEEP,), HERE: (CRITICAL,), **FACTORS_EXIST},
            ),
        },
    ),
    because={"": Met(two_entries_argument.TWO_ENTRIES, IS_CRITICAL)},
    against={"": NO_TWO_ZEROS},
    note="Of vectors, as in theorem D.2, f = x_1 with w_1 = w_2 = (0, 1) breaks it: where f has a "
    "slope, in coordinate 1, both factors vanish, but neither is the zero vector. Of entries, as "
    "the blocks of the Hessian are written, it is true, and theorem 4.3 does not need more.",
)

# -- the theorem ----------------------------------------------------------------------------------

W_K = "of a vector w_k, w_k != 0 can say that it is not the zero vector, or that no entry is 0"
I_J = "i and j are printed as members of [n], the coordinates, and number the factors, [L]"
STAY = "saddle points of f are points x and not factors w"
IN_S = (
    STEEP,
    Ambiguous(
        I_J,
        {
            "any two of the L factors": TWO_FACTORS,
            "two of the first n factors": sp.And(TWO_FACTORS, i <= n, j <= n),
        },
    ),
    vanishes(i),
    vanishes(j),
    Ambiguous(
        W_K, {"no entry is 0": OTHERS_IN_EVERY_COORDINATE, "not the zero vector": OTHERS_NOT_ZERO}
    ),
)
THM_4_3 = Claim(
    id="steepest-mirror/thm-4.3",
    title="Saddle points of products",
    source=Source("section 4, theorem 4.3", "appendix D, theorem D.2"),
    words="If the loss f has a slope at x = 0, the points where exactly two of the factors vanish "
    "are saddle points of the loss of the factors, which do not come from saddle points of f; and "
    "those that do are saddle points, too.",
    printed={
        "the points of S are saddle points": States(saddle_of_factors(w), given={HERE: IN_S}),
        "none of them comes from a saddle point of f": States(
            denied(saddle(g(w))), given={HERE: IN_S}
        ),
        "saddle points of f stay": Ambiguous(
            STAY,
            {
                "each x comes from some w that is one": States(
                    saddles_argument.STAYS, {HERE: (STEEP, saddle(x)), **FACTORS_EXIST}
                ),
                "each w that gives such an x is one": States(
                    saddle_of_factors(w), {HERE: (STEEP, saddle(g(w))), **FACTORS_EXIST}
                ),
            },
        ),
    },
    because={
        "the points of S are saddle points": saddles_argument.SADDLES,
        "none of them comes from a saddle point of f": saddles_argument.NEW,
        "saddle points of f stay": Met(saddles_argument.SOME_STAYS, THERE_IS_ONE),
    },
    against={
        "the points of S are saddle points": ZERO_VECTORS,
        "saddle points of f stay": NOT_ALL_STAY,
    },
    uses=(
        "steepest-mirror/def-D.1",
        "steepest-mirror/thm-4.3-step-two-zeros",
        "steepest-mirror/thm-4.3-step-eigenvalues#the block is indefinite",
    ),
    note="S is printed with `for all i, j` and read as all points of this form, since in the proof "
    "exactly two factors vanish. A Hessian is not positive semidefinite if v^T H v < 0 for some v. "
    "What fails does so for f = x_1 at w_1 = w_2 = 0, w_3 = (0, 1), where the Hessian is 0, and "
    "for f = (x_2^2 - x_1^2) / 2 - x_2 with the saddle point (0, 1) at w_1 = w_2 = (0, 1).",
)
