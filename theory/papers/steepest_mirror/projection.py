"""Sections 3 and B: Bregman divergences, and where flows end in linear regression.

A mirror flow on f(x) = l(Z x) moves grad R(x) by -Z^T l'(Z x) dt, so that grad R(x_end) -
grad R(x_start) = Z^T nu. With the three-point identity

    D(x, s) = D(x, e) + D(e, s) + <grad R(e) - grad R(s), x - e>

the end e of the flow is the point of {Z x = Y} that is nearest to its start s.
"""

from dataclasses import dataclass
from itertools import permutations

import sympy as sp

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.language import DEFINES, Head, reals
from theory.papers.steepest_mirror import projection_argument as bregman_projection

# -- points at which a convex function R is known -------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A point with the value and the gradient of R there."""

    name: str
    at: tuple
    value: sp.Symbol
    slope: tuple


def place(name: str, variables: int = 2) -> Place:
    """Return a point called `name`, all of its numbers unknown."""
    at, slope = (
        sp.symbols(f"{letters}_1:{variables + 1}", real=True) for letters in (name, f"dR_{name}")
    )
    return Place(name, at, reals(f"R_{name}"), slope)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def bregman(p: Place, q: Place):
    """Return D_R(p, q) = R(p) - R(q) - <grad R(q), p - q> (definition B.8)."""
    return p.value - q.value - dot(q.slope, [a - b for a, b in zip(p.at, q.at, strict=True)])


def divergence(p: Place, q: Place):
    """Return the name of D_R(p, q)."""
    return reals(f"D_{p.name}{q.name}")


def divergences(*places: Place) -> dict:
    """Return the names of all divergences between the points, and what they stand for."""
    return {divergence(p, q): bregman(p, q) for p, q in permutations(places, 2)}


def strictly_convex(*places: Place) -> tuple:
    """Say that some strictly convex differentiable R has these values and gradients."""
    return tuple(divergence(p, q) > 0 for p, q in permutations(places, 2))


START, END, OTHER = place("s"), place("e"), place("x")  # x_init, x_infinity, a competitor
NEAR, FAR = divergence(END, START), divergence(OTHER, START)

# inner products as numbers, for any number of variables and samples
value_x, value_e, value_s = reals("R_x R_e R_s")
e_move, s_move, s_way = reals("dR_e.(x-e) dR_s.(x-e) dR_s.(e-s)")
nu_Zx, nu_Ze, nu_Y = reals("nu.Zx nu.Ze nu.Y")
BEYOND = divergence(OTHER, END)


def in_any_dimension(convex, says):
    """State it for grad R(e) = grad R(s) + Z^T nu, where Z x = Y and Z e = Y."""
    return ForAll(
        given=(convex, sp.Eq(nu_Zx, nu_Y), sp.Eq(nu_Ze, nu_Y)),
        where={
            value_s: sp.Integer(0),  # a constant added to R changes no divergence
            e_move: s_move + nu_Zx - nu_Ze,
            BEYOND: value_x - value_e - e_move,
            NEAR: value_e - value_s - s_way,
            FAR: value_x - value_s - s_move - s_way,
        },
        says=says,
    )


THM_3_4 = Claim(
    id="steepest-mirror/thm-3.4",
    title="Where mirror flow ends in linear regression",
    source=Source("section 3, theorem 3.4"),
    words="If the mirror flow on f(Z x) converges to an interpolant, this limit has the smallest "
    "Bregman divergence from the start among all points.",
    printed=States(bregman_projection.NO_FARTHER, given=bregman_projection.LEGENDRE_FLOW),
    against={"": bregman_projection.HALF_WAY},
    instead=Instead(
        in_any_dimension(BEYOND >= 0, NEAR <= FAR),
        meant=Source(appendix="appendix B, theorem B.10, such that Z x = Y"),
        words="the smallest divergence among the points x with Z x = Y",
    ),
    breaks_at="No proof is given: the theorem is quoted from another paper. Theorem B.10 states "
    "it with the constraint.",
    note="Printed is a minimum over the whole space, which is 0 and attained at the start alone: "
    "for R = x^2 / 2, from 0 to the target 2, the point 1 is nearer. R has a gradient at the "
    "limit: (1) has it finite on all of R^n. What holds asks of the other point, too, that "
    "Z x = Y, with inner products as numbers; theorem B.10 has it for any numbers of coordinates.",
    symbols={
        NEAR: "Bregman divergence of the limit e of the flow from its start s",
        FAR: "Bregman divergence of another point x from the start s of the flow",
        BEYOND: "Bregman divergence of that point x from the limit e",
        e_move: "inner product of grad R at e and x - e",
        s_move: "inner product of grad R at s and x - e",
        s_way: "inner product of grad R at s and e - s",
        nu_Zx: "inner product of nu and Z x",
        nu_Ze: "inner product of nu and Z e",
        nu_Y: "inner product of nu and Y",
    },
)

WHICH_F = "the theorem says that f is convex or PL, its heading that f is a loss of Z x"

WHICH_R = (
    "definition B.8 of the divergence has a function R that is finite everywhere, definition B.7 "
    "one that may be infinite, and then the limit may lie on the boundary of its domain"
)

THM_B_10 = Claim(
    id="steepest-mirror/thm-B.10",
    title="The mirror-flow limit is a Bregman projection",
    source=Source(appendix="appendix B, theorem B.10"),
    words="Among the points with Z x = Y the limit of mirror flow, where it exists, is the one "
    "with the smallest Bregman divergence from the start.",
    printed=Ambiguous(
        WHICH_F,
        {
            "f is a loss of Z x": Ambiguous(
                WHICH_R,
                {
                    "R is finite everywhere": States(
                        bregman_projection.NEAREST, given=bregman_projection.REGRESSION
                    ),
                    "R may be infinite": Missing(
                        "the flow up to a limit on the boundary of the domain, where R has "
                        "no gradient and need not be strictly convex"
                    ),
                },
            ),
            "any convex f": States(bregman_projection.NEAREST, given=bregman_projection.ANY_CONVEX),
        },
    ),
    because={"": bregman_projection.IS_NEAREST},
    against={"": bregman_projection.ASIDE},
    note="r is the gradient of R and e the limit; (9) moves r by -Z^T times the gradient of the "
    "loss, so that it moves along the rows of Z, by nu. Every "
    "point with Z x = Y is the limit for some convex f, such as half the squared distance from "
    "it: for R = |x|^2 / 2 and x_1 = 0 the flow goes from 0 to (0, 2), and (0, 1) is nearer.",
)

# -- divergences -----------------------------------------------------------------------------------

x, y, level = reals("x y gamma")

HERE, THERE = place("a", 1), place("b", 1)

DEF_B_8 = Claim(
    id="steepest-mirror/def-B.8",
    title="Bregman divergence",
    source=Source("section 3, theorem 3.4", "appendix B, definition B.8"),
    words="R(x1) - R(x2) - <grad R(x2), x1 - x2>.",
    printed=ForAll(
        given=strictly_convex(START, END),
        where=divergences(START, END),
        says=DEFINES,
    ),
    note="The second point lies inside the domain, where R has a gradient.",
)

DEF_B_9 = Claim(
    id="steepest-mirror/def-B.9",
    title="Bregman function",
    source=Source(appendix="appendix B, definition B.9"),
    words="Strictly convex and continuous on a closed domain, with bounded sets {y: D(x, y) <= "
    "gamma} and D(x, x_i) -> 0 for x_i -> x.",
    printed=ForAll(
        given=(*strictly_convex(HERE, THERE), divergence(HERE, THERE) <= level),
        where=divergences(HERE, THERE),
        says=DEFINES,
    ),
    note="At two points: the first is one of the level set {y: D(x, y) <= gamma} of the other, "
    "which the definition asks to be bounded. As printed level sets range over the whole domain; "
    "they need a gradient at y.",
)

# -- no projection for sign flow -------------------------------------------------------------------

FEATURES, TARGETS = ((0, 1, 1), (1, 1, 2)), (0, 1)
SIGN_LIMIT = Head(
    "xi",
    "first coordinate of the limit of sign flow from 0 on the squared residuals of the "
    "features (0, 1, 1), (1, 1, 2) and targets 0, 1 with two weights",
    latex=r"x_{1,\infty}",
)

REM_B_11 = Claim(
    id="steepest-mirror/rem-B.11",
    title="Steepest flows need not end at a projection",
    source=Source("section 4, after (3)", "appendix B, remark B.11"),
    words="In linear regression the limit of a steepest flow need not be the point of the solution "
    "set that is nearest to the start in some divergence; it is not for any p except 2.",
    printed={
        "it need not": Missing("all divergences from a start, as something to quantify over"),
        "for no p except 2": Missing(
            "where the flow ends for every p other than 2, which is known here for one sign flow "
            "(p infinite) alone, and all divergences from a start"
        ),
    },
    lemmas={
        "the limit depends on the weights": ForAll(
            says=sp.Ne(SIGN_LIMIT(1, 1), SIGN_LIMIT(1, 2), evaluate=False)
        ),
    },
    because={"it need not": ByHand()},
    note="Sign flow from 0 with three variables and two samples. The solution set does not depend "
    "on the weights of the samples, the limit does, so no divergence from the start can "
    "single it out; for mirror flow the limit is the same for all losses of Z x (theorem "
    "B.10). The sentence before theorem B.10 that lists sign flow is read with it. Main text "
    "and appendix credit different papers.",
)
