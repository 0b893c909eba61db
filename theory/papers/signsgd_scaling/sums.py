"""Lemma E.1: a sum over integers against the integral of a unimodal function.

f is given by its values f_j at 1, ..., d and by its integrals I_j over [j, j + 1]. Where f does
not fall, f_j <= I_j <= f_(j+1); where it does not rise, f_(j+1) <= I_j <= f_j; over the interval
with the mode I lies between the smaller of the two values and the supremum M.
"""

import sympy as sp

from theory.argument_language import States
from theory.claim import Claim, ForAll, Instead, Source
from theory.hints import Keeps
from theory.language import Each, Head, function, integers, reals, sequence
from theory.papers.signsgd_scaling import unimodal_argument, unimodal_steps_argument
from theory.papers.signsgd_scaling.notation import d

f, integral = sequence("f"), sequence("I")
M, x, y, mode = reals("M x y x_0")
left, right, first, last, at_left, at_right, over = reals("P Q f_1 f_d f_k f_k1 I_k")
i, j, n = integers("i j n")
STEPS = {n: (1, 2, 3, 4)}

# sums over coordinates, opaque because d may be very large; ends are rounded down
DECAY_SUM = Head(
    "DecaySum",
    "sum over j from m to d of j^(-a) exp(-x j^(-b)); a, b, x, m, d",
    latex=r"\textstyle\sum_{j=#4}^{#5} j^{-#1} e^{-#3 j^{-#2}}",
)
NOISE_SUM = Head(
    "NoiseSum",
    "sum over j from 1 to d of j^(-a) (1 - exp(-x j^(-a))); a, x, d",
    latex=r"\textstyle\sum_{j=1}^{#3} j^{-#1} (1 - e^{-#2 j^{-#1}})",
)

FALLING = (
    n >= 1,
    Each(f[j] >= 0, (j, 1, n + 1)),
    Each(sp.And(f[j + 1] <= integral[j], integral[j] <= f[j]), (j, 1, n)),
)
RISING = (
    n >= 1,
    Each(f[j] >= 0, (j, 1, n + 1)),
    Each(sp.And(f[j] <= integral[j], integral[j] <= f[j + 1]), (j, 1, n)),
)
TOTAL = sp.Sum(f[i], (i, 1, n + 1)) - sp.Sum(integral[i], (i, 1, n))
FALLS = sp.And(f[n + 1] <= TOTAL, f[1] >= TOTAL)
RISES = sp.And(f[1] <= TOTAL, f[n + 1] >= TOTAL)


def monotone(given, says):
    """Return a bound on sum minus integral from 1 to n + 1, for every n."""
    return ForAll(given=given, says=says, instances=STEPS)


def kept(bounds):
    """Return the hints that such bounds are kept as they are, by name."""
    return {name: Keeps(n, bound.says) for name, bound in bounds.items()}


INTERIOR = (
    first >= 0,
    last >= 0,
    first <= at_left,
    last <= at_right,
    sp.Min(at_left, at_right) <= over,
    over <= M,
    at_left <= M,
    at_right <= M,
    first <= left,
    left <= at_left,
    last <= right,
    right <= at_right,
)

NO_MODE_INSIDE = {
    "no mode inside, falling": monotone(FALLING, FALLS),
    "no mode inside, rising": monotone(RISING, RISES),
}

LEM_E_1 = Claim(
    id="signsgd-scaling/lem-E.1",
    title="A sum against an integral",
    source=Source(appendix="appendix E, lemma E.1"),
    words="For a unimodal f >= 0 on [1, d] the sum of f over the integers differs from its "
    "integral by the supremum of f at most.",
    printed=States(unimodal_argument.STATED, unimodal_argument.GIVEN),
    lemmas={
        **NO_MODE_INSIDE,
        "mode inside": ForAll(
            given=INTERIOR,
            says=sp.Abs(left + right - over) <= M,
        ),
        "d = 1": ForAll(given=(first >= 0, first <= M), says=sp.Abs(first - 0) <= M),
    },
    because={"": unimodal_argument.SHOWN, **kept(NO_MODE_INSIDE)},
    whole_proof=True,
    note="That f is integrable follows from the rest. Auxiliary statements follow the printed "
    "proof, f by its values and its integrals over unit intervals: with the mode in (k, k + 1), P "
    "is sum minus integral on [1, k] and Q that on [k + 1, d], so that they differ by P + Q - I_k "
    "on [1, d].",
)

PLACES = (x >= 1, x < y, y <= d)
UNIMODAL = (
    mode >= 1,
    mode <= d,
    function("f")(x) >= 0,
    function("f")(y) >= 0,
    sp.Implies(y <= mode, function("f")(x) <= function("f")(y)),
    sp.Implies(x >= mode, function("f")(x) >= function("f")(y)),
)


def labelled(at, says):
    """Return that a unimodal f with its mode at an end is monotone in the given direction."""
    return ForAll(given=(*PLACES, *UNIMODAL, sp.Eq(mode, at)), says=says)


GROWS = function("f")(x) <= function("f")(y)
DROPS = function("f")(x) >= function("f")(y)
THE_LEMMA = Source(appendix="appendix E, lemma E.1, where x_0 is introduced")

STEP_LABELS = Claim(
    id="signsgd-scaling/lem-E.1-step-labels",
    title="Directions in the monotone cases",
    source=Source(appendix="appendix E, proof of lemma E.1, cases (1) and (2)"),
    words="With its mode at 1 the function does not fall, with its mode at d it does not rise.",
    printed={
        "mode at 1": labelled(1, GROWS),
        "mode at d": labelled(d, DROPS),
    },
    instead={
        "mode at 1": Instead(labelled(1, DROPS), THE_LEMMA),
        "mode at d": Instead(labelled(d, GROWS), THE_LEMMA),
    },
    note="The two labels are exchanged. Both directions are treated, so nothing is lost.",
    symbols={function("f"): "what is summed; it rises up to its mode and then falls", y: "a place"},
)

STEP_MONOTONE = Claim(
    id="signsgd-scaling/lem-E.1-step-monotone",
    title="The displayed bounds in the monotone cases",
    source=Source(appendix="appendix E, proof of lemma E.1, cases (1) and (2)"),
    words="For a rising f the sum without f(d) is at most the integral and that at most the sum "
    "without f(1); adding f(d) and f(1) bounds the whole sum. For a falling f the ends change "
    "places.",
    printed=unimodal_steps_argument.MONOTONE,
    because=unimodal_steps_argument.MONOTONE_SHOWN,
    note="Which of the two cases has its mode at 1 is another claim.",
)

STEP_INTERIOR = Claim(
    id="signsgd-scaling/lem-E.1-step-interior",
    title="The bounds with the mode inside",
    source=Source(appendix="appendix E, proof of lemma E.1, case (3)"),
    words="With the mode in [k, k + 1], all values but f(k) and f(k+1) sum to at most the integral "
    "without [k, k + 1], f(k) + f(k+1) minus that piece is at most the larger value, and the other "
    "pieces are at most the sum of the values from 2 to d - 1.",
    printed=unimodal_steps_argument.INTERIOR,
    because=unimodal_steps_argument.INTERIOR_SHOWN,
    note="k is the integer part of x_0.",
)
