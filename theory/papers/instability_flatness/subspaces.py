"""Appendix B: similarity of subspaces by their principal angles, and Lanczos iteration.

With the principal angles phi_1, ..., phi_m in [0, pi / 2] the distance is h = (sum phi_i^2)^{1/2}
and the similarity the cosine of h over its scale, 1 for equal subspaces.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import AddUp, Argument, Assume, Known, LastTerm, Lemma, Put, Solve, Specialise
from theory.binders import substitute
from theory.choices import Damaged
from theory.claim import ByReading, Claim, ForAll, Observed, Source
from theory.existence import met
from theory.language import eq, reals
from theory.papers.instability_flatness.preconditioning_argument import vector
from theory.papers.instability_flatness.training_symbols import angles, i, rank, wider
from theory.places import HERE
from theory.quantifiers import Every
from theory.sum_arguments import counted

INSIDE = (i >= 1, i <= rank)
RIGHT = sp.pi / 2


def every(condition):
    """Say something of every principal angle."""
    return Every(i, Implies(And(*INSIDE), condition, evaluate=False))


def squares(of):
    """Return the squared distance h^2."""
    return sp.Sum(of[i] ** 2, (i, 1, rank))


def between(of):
    """Return that angles are principal angles."""
    return every(And(of[i] >= 0, of[i] <= RIGHT))


SCALES = {"root of m": sp.sqrt(rank), "m": rank, "1": sp.S.One}
WHAT = "what divides h in the formula of the similarity"


def scaled(of, scale):
    """Return h over its scale."""
    return sp.sqrt(squares(of)) / SCALES[scale]


def similarity(of, scale):
    """Return the cosine of h over its scale."""
    return sp.cos(scaled(of, scale))


ANGLES = {"(B.1), principal angles": (rank >= 1, between(angles))}
APART = (between(wider), squares(angles) < squares(wider))


def in_unit(scale):
    """Return that similarity and score are between 0 and 1."""
    ell = similarity(angles, scale)
    return States(And(ell >= 0, ell <= 1, 1 - ell >= 0, 1 - ell <= 1), given=ANGLES)


FOR_LINES = States(
    eq(sp.cos(sp.sqrt(substitute(squares(angles), {rank: sp.S.One}))), sp.cos(angles[1])),
    given={HERE: (angles[1] >= 0, angles[1] <= RIGHT)},
)


def increases(scale):
    """Return that the score grows with the distance."""
    return States(
        1 - similarity(wider, scale) > 1 - similarity(angles, scale), given={**ANGLES, HERE: APART}
    )


# -- arguments -------------------------------------------------------------------------------------


def at(index, *conditions):
    """Return what some conditions say of one angle."""
    return tuple(Specialise(Assume(condition), index) for condition in conditions)


def bounds(of):
    """Argue that h^2 lies between 0 and m (pi / 2)^2."""
    given = (rank >= 1, between(of), *INSIDE)
    facts = at(i, between(of))
    return (
        AddUp(Solve(of[i] ** 2 <= RIGHT**2, given, facts), i, 1, rank),
        AddUp(Solve(sp.Ge(of[i] ** 2, 0, evaluate=False), given, facts), i, 1, rank),
        counted(RIGHT**2, i, rank),
        counted(sp.S.Zero, i, rank),
    )


def in_range(of, scale):
    """Argue that h over its scale is an angle of at most pi / 2."""
    says = And(scaled(of, scale) >= 0, scaled(of, scale) <= RIGHT)
    return Solve(says, (rank >= 1, between(of)), (*bounds(of), PI))


PI = Lemma("pi is positive")
FALLS = Known("the cosine falls")
x, y = reals("x y")


def unit_shown(scale):
    """Argue that the similarity lies between cos(pi / 2) and cos(0)."""
    z = scaled(angles, scale)
    ends = (Put(FALLS, {x: sp.S.Zero, y: z}), Put(FALLS, {x: z, y: RIGHT}))
    statement = in_unit(scale)
    return at_point(
        Solve(statement.says, statement.given, (in_range(angles, scale), *ends)), statement
    )


def lines_shown():
    """Argue that the sum over one angle is its square."""
    one = substitute(squares(angles), {rank: sp.S.One})
    same = Solve(eq(sp.sqrt(one), angles[1]), FOR_LINES.given, (LastTerm(one),))
    return at_point(Solve(FOR_LINES.says, FOR_LINES.given, (same,)), FOR_LINES)


def increase_shown(scale):
    """Argue that h over its scale grows with h, and that the cosine falls."""
    statement = increases(scale)
    given = statement.given
    one, other = scaled(angles, scale), scaled(wider, scale)
    larger = Solve(one < other, given, (*bounds(angles), *bounds(wider)))
    facts = (larger, in_range(angles, scale), in_range(wider, scale))
    return at_point(
        Solve(statement.says, given, (*facts, Put(FALLS, {x: one, y: other}))), statement
    )


def at_point(argument: Argument, statement: States) -> Argument:
    """Return an argument, with subspaces that satisfy the hypotheses of a statement."""
    values = {rank: 1, angles: vector(0, 0), wider: vector(1, 0)}
    sums = tuple(
        LastTerm(substitute(squares(of), {**values, rank: sp.S.One})) for of in (angles, wider)
    )
    return met(argument, statement.given, values, (PI, *sums))


EQ_B_1 = Claim(
    id="instability-flatness/eq-B.1",
    title="Misalignment of two subspaces",
    source=Source(appendix="appendix B.2, (B.1)"),
    words="One minus the cosine of the scaled Grassmannian distance lies between 0 and 1, is that "
    "of the angle for lines, and grows as the subspaces diverge.",
    printed={
        "between 0 and 1": Damaged(WHAT, {scale: in_unit(scale) for scale in SCALES}),
        "cosine for lines": FOR_LINES,
        "grows": Damaged(WHAT, {scale: increases(scale) for scale in SCALES}),
    },
    lemmas={"pi is positive": ForAll(sp.Gt(sp.pi, 3, evaluate=False))},
    because={
        "between 0 and 1": ByReading({"root of m": unit_shown("root of m")}),
        "cosine for lines": lines_shown(),
        "grows": ByReading({"root of m": increase_shown("root of m")}),
    },
    note="The root of m is what makes orthogonal subspaces of any dimension have the score 1.",
)

# -- algorithm 1 -----------------------------------------------------------------------------------

plain, single, selective, bound = reals("plain single selective bound")
SETTINGS = {"gamma_max": "sqrt(1/2)", "gamma_min": 1e-14, "order": 100}
OF_ALGORITHM_1 = {selective: "largest entry of U^T U - I with algorithm 1"}

ALG_1 = Claim(
    id="instability-flatness/alg-1",
    title="Lanczos with selective orthogonalisation",
    source=Source(appendix="appendix B.1, algorithm 1"),
    words="A second orthogonalisation where the first one cancels much gives an orthonormal basis, "
    "and makes Lanczos iteration with one Gram-Schmidt pass a step more stable.",
    printed={
        "orthonormal basis": Observed(
            "Lanczos-MPK",
            SETTINGS,
            effect=And(selective < plain, selective < bound),
            measures={
                **OF_ALGORITHM_1,
                plain: "the same without orthogonalisation",
                bound: "round-off times the size of the matrix",
            },
        ),
        "more stable than one pass": Observed(
            "Lanczos-MPK and one pass",
            SETTINGS,
            effect=selective < single,
            measures={
                **OF_ALGORITHM_1,
                single: "the same with one pass of Gram-Schmidt at every step",
            },
        ),
    },
    note="On matrices with a bulk near 0 and few outliers, and on matrices of low rank, as "
    "degenerate Hessians are: there the second pass is made, and with one pass the basis is lost. "
    "On the first kind one pass is enough. w is orthogonalised against all vectors so far, the "
    "current one included. The cost is not looked at.",
)
