"""Sections 4.2 and A.1: the quadratic neuron, its loss and its projected updates.

z is w.x, for one sample. The loss is the mean over samples, and so are its derivatives: the mean of
y z^2 is q, that of y z x_i is entry i of M w.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import Cut, Put, Solve
from theory.claim import Claim, ForAll, Instead, Source
from theory.existence import met
from theory.language import DEFINES, eq
from theory.papers.less_data import cube_argument, vector_argument
from theory.papers.less_data import gradient_argument as slopes
from theory.papers.less_data.notation import (
    a,
    best1,
    best2,
    d,
    elsewhere,
    f,
    i,
    other,
    rest,
    w1,
    w2,
    x1,
    y,
    z,
)
from theory.places import HERE

HALF = sp.Rational(1, 2)
PRE = w1 * x1 + elsewhere
UNIT = eq(w1**2 + w2**2 + rest**2, 1)
IN_BOX = (a >= -1, a <= 1)
BEST = tuple(eq(sp.Abs(weight), 1 / sp.sqrt(2)) for weight in (best1, best2))


def main_text(pre):
    """Return the neuron of section 4.2."""
    return a * pre**2 / 2 - 1


def appendix(pre):
    """Return the neuron of appendix A.1."""
    return a * pre**2 / 2


def loss(neuron, pre):
    """Return the correlation loss of one sample."""
    return -y * neuron(pre)


DEF_QUADRATIC_NEURON = Claim(
    id="less-data/def-quadratic-neuron",
    title="One quadratic neuron",
    source=Source("section 4.2", "appendix A.1"),
    words="The neuron returns a (w.x)^2 / 2, in the main text less 1, for a unit vector w.",
    printed={
        name: ForAll(says=DEFINES, given={"appendix A.1": (UNIT,), HERE: (eq(f, neuron(z)),)})
        for name, neuron in (("main text", main_text), ("appendix", appendix))
    },
    lemmas={
        "both have the same gradients: in a": ForAll(
            says=eq(
                sp.Derivative(loss(main_text, z), a),
                sp.Derivative(loss(appendix, z), a),
            )
        ),
    },
    note="The constant changes the loss by the mean of y, and no gradient. After an update |a| is "
    "at most 1; at the start it is normal.",
)

EQ_1 = Claim(
    id="less-data/eq-1",
    title="Projected gradient descent",
    source=Source("section 4.2, (1)", "appendix A.1, (A.3) and (A.4)"),
    words="The output weight moves by eta q / 2 and is clipped to [-1, 1]; the input weights move "
    "by eta a M w and are normalised.",
    printed={
        "gradient in a, main text": ForAll(
            says=eq(sp.Derivative(loss(main_text, z), a), -y * z**2 / 2)
        ),
        "gradient in a, appendix": ForAll(
            says=eq(sp.Derivative(loss(appendix, z), a), -y * z**2 / 2)
        ),
        "gradient in w, main text": ForAll(
            says=eq(sp.Derivative(loss(main_text, PRE), w1), -a * (y * PRE * x1))
        ),
        "gradient in w, appendix": ForAll(
            says=eq(sp.Derivative(loss(appendix, PRE), w1), -a * (y * PRE * x1))
        ),
        "gradient in a, of N samples": States(slopes.IN_A, given={"appendix A.1": slopes.SIZES}),
        "gradient in w, of N samples": States(slopes.IN_W, given={"appendix A.1": slopes.ROW}),
        "(A.3)": States(slopes.OF_A, given={"appendix A.1": slopes.SIZES}),
        "(A.4)": States(
            slopes.OF_W,
            given={"appendix A.1": slopes.ROW, "(A.4) has a value": (slopes.HAS_NORM,)},
        ),
    },
    because={
        "gradient in a, of N samples": slopes.IN_A_SHOWN,
        "gradient in w, of N samples": slopes.IN_W_SHOWN,
        "(A.3)": slopes.OF_A_SHOWN,
        "(A.4)": slopes.OF_W_SHOWN,
    },
    note="The loss of N samples is the mean of theirs, and so are its derivatives. Both sides of "
    "(A.3) and (A.4) are (1) with these gradients, and what the appendix prints.",
)

GRADIENT_OF_A = Claim(
    id="less-data/txt-gradient-of-a",
    title="The gradient of the output weight",
    source=Source("section 4.2, proof sketch"),
    words="The gradient of a is q = w^T M w with the moment matrix M of the samples.",
    printed=ForAll(says=eq(sp.Derivative(loss(main_text, z), a), y * z**2)),
    instead=Instead(
        ForAll(says=eq(sp.Derivative(loss(main_text, z), a), -y * z**2 / 2)),
        meant=Source(appendix="appendix A.1, (A.3)"),
        words="-w^T M w / 2",
    ),
    breaks_at="It is itself a line of a sketch; (A.3) of the appendix has the step a + (eta / 2) "
    "w^T M w instead.",
    note="The loss is -y (a z^2 / 2 - 1), the correlation loss of section 4.2 with sigma(z) = "
    "z^2 / 2, for one sample, of which w^T M w is y z^2. Its derivative in a is -w^T M w / 2. If "
    "the sign is that of the update, which goes against the gradient, the factor 1/2 is left.",
)

# -- the population --------------------------------------------------------------------------------

LOSS = -a * w1 * w2
EIGENVALUES = {"eigenvalue 1": 1, "eigenvalue -1": -1}

EQ_M = Claim(
    id="less-data/eq-M-population",
    title="The population moment matrix",
    source=Source("section 4.2, proof sketch", "appendices A.1 and A.3, lemma 5"),
    words="E y x x^T = e_1 e_2^T + e_2 e_1^T, whose eigenvectors are (e_1 + e_2) / sqrt(2) with "
    "the eigenvalue 1, (e_1 - e_2) / sqrt(2) with -1, and all that is orthogonal to both with 0; "
    "its norm is 1.",
    printed={
        "entries": States(cube_argument.ENTRY, given={"appendix A.1": cube_argument.INSIDE}),
        **{
            name: States(
                eq(vector_argument.image(other), value * other[i]),
                given={
                    "appendix A.1": (d >= 2, i >= 1, i <= d),
                    HERE: vector_argument.along(value),
                },
            )
            for name, value in EIGENVALUES.items()
        },
        "eigenvalue 0": States(
            eq(vector_argument.image(other), 0),
            given={
                "appendix A.1": (d >= 2, i >= 1, i <= d),
                HERE: vector_argument.ORTHOGONAL,
            },
        ),
        "norm": States(
            sp.Abs(vector_argument.form(other)) <= vector_argument.square(other),
            given={"appendix A.1": (d >= 2,)},
        ),
        "norm, attained": States(vector_argument.ATTAINED, given={"appendix A.1": (d >= 2,)}),
    },
    because={
        "entries": cube_argument.ENTRY_SHOWN,
        **{name: vector_argument.eigenvector(value) for name, value in EIGENVALUES.items()},
        "eigenvalue 0": vector_argument.NULL_VECTOR,
        "norm": vector_argument.NORM,
        "norm, attained": vector_argument.ATTAINED_SHOWN,
    },
)

AT_MINIMISER = (*IN_BOX, UNIT, eq(LOSS, -HALF))
_product = Solve(sp.Abs(w1 * w2) >= HALF, AT_MINIMISER)
_squares = Solve(
    And(eq(w1**2, HALF), eq(w2**2, HALF), eq(rest, 0)),
    AT_MINIMISER,
    (_product, Solve((sp.Abs(w1) - sp.Abs(w2)) ** 2 >= 0)),
)
_root = Solve(eq(sp.Abs(w1), 1 / sp.sqrt(2)), (eq(w1**2, HALF),))
MINIMISER = Solve(
    And(eq(sp.Abs(w1), 1 / sp.sqrt(2)), eq(sp.Abs(w2), 1 / sp.sqrt(2)), eq(rest, 0)),
    AT_MINIMISER,
    (_squares, Cut(_root, (_squares,)), Cut(Put(_root, {w1: w2}), (_squares,))),
)

TXT_GLOBAL_MINIMIZER = Claim(
    id="less-data/txt-global-minimizer",
    title="Minimisers of the population loss",
    source=Source("section 4.2", "appendix A.1"),
    words="At a minimiser of the population loss, among the weights to which the updates project, "
    "|w_1| = |w_2| = 1/sqrt(2) and all other input weights vanish.",
    printed={
        "least loss": ForAll(says=LOSS >= -HALF, given={"appendix A.1": (UNIT,), HERE: IN_BOX}),
        "at a minimiser": States(
            MINIMISER.says,
            given={"appendix A.1": (UNIT,), HERE: (*IN_BOX, eq(LOSS, -HALF))},
        ),
    },
    because={
        "at a minimiser": met(
            MINIMISER, AT_MINIMISER, {a: 1, w1: 1 / sp.sqrt(2), w2: 1 / sp.sqrt(2), rest: 0}
        )
    },
    uses=("less-data/eq-M-population",),
    note="The population loss is -a w^T M w / 2 = -a w_1 w_2; -1/2 is attained.",
)
