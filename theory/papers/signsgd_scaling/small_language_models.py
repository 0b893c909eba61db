"""What figures 2, 6 and 7 show, with a small language model and text that ships with Python.

Claims of our own. The figures need a LLaMA of 1e8 parameters and up to 1e10 tokens and stay
unchecked without them. Here a small LLaMA learns the bytes of the topics of Python's `help()`; what
is seen there says nothing about the figures' models.
"""

import sympy as sp

from theory.claim import Claim, Observed, Source
from theory.language import reals

TOPICS = {
    "data": "bytes of the topics of Python's help(), pieces of 32",
    "network": "LLaMA of two layers of width 32",
    "optimiser": "SignSGD",
}
collapse, linear = reals("collapse linear")
small, large, widens = reals("small large widens")
square, alone, proportional = reals("square alone proportional")


def on_topics(figure, effect, measures, **more):
    """Return what a figure shows, to be observed on topics."""
    return Observed(f"{figure} on topics", {**TOPICS, **more}, effect, measures)


def nearer(one, other):
    """Return that one number is nearer to 0 than another."""
    above = sp.And(one < other, -one < other)
    return sp.Or(above, sp.And(one < -other, -one < -other))


BATCHES = Claim(
    id="signsgd-scaling/ours-fig-2-topics",
    title="Figure 2 on Python's topics: two effects of the batch size",
    source=Source("figure 2, section 4.1", "appendix D.2"),
    words="Loss curves for four batch sizes, each with a plateau of its own, are fitted better by "
    "a power of eta K sqrt(B) than of eta K; the plateaus lie nearer to a line in 1/sqrt(B) than "
    "to one in 1/B.",
    printed={
        "time grows with sqrt(B)": on_topics(
            "figure 2",
            collapse < 1,
            {collapse: "squared residuals of the fit in eta K sqrt(B), over those in eta K"},
            sizes=(2, 4, 8, 16),
        ),
        "noise falls with sqrt(B)": on_topics(
            "figure 2",
            linear > 0,
            {linear: "R^2 of the plateaus against 1/sqrt(B), less that against 1/B"},
            sizes=(2, 4, 8, 16),
        ),
    },
    note="Both fits have as many parameters: four plateaus, a factor and an exponent. Learning "
    "rate and steps are a choice.",
)

LARGE_BATCHES = Claim(
    id="signsgd-scaling/ours-fig-6-topics",
    title="Figure 6b on Python's topics: large batches of SignSGD and SGD",
    source=Source(appendix="appendix D.4, figure 6b"),
    words="At a fixed data budget and the best rate of each, SignSGD ends with a lower loss than "
    "SGD at a small and at a large batch size, and the gap is wider at the large one.",
    printed={
        "SignSGD is ahead": on_topics(
            "figure 6",
            sp.And(small > 0, large > 0),
            {
                small: "loss of SGD, less that of SignSGD, at B = 8",
                large: "loss of SGD, less that of SignSGD, at B = 64",
            },
            budget=2048,
        ),
        "the gap widens": on_topics(
            "figure 6",
            widens > 0,
            {widens: "gap between the losses at B = 64, less that at B = 8"},
            budget=2048,
        ),
    },
    note="The budget is 2,048 pieces of text. Rates are the best of a grid on another seed, for "
    "each batch size. Exponents of the data, figure 6a, are not looked at.",
)

SQUARE_ROOT = Claim(
    id="signsgd-scaling/ours-fig-7-topics",
    title="Figure 7 on Python's topics: the loss at equal eta / sqrt(B)",
    source=Source(appendix="appendix D.5, figure 7"),
    words="At a fixed data budget the loss changes less where a batch four times as large goes "
    "with twice the rate than where the rate stays, or grows by four.",
    printed={
        "less than at the same rate": on_topics(
            "figure 7",
            nearer(square, alone),
            {
                square: "loss at 2 eta and B = 32, less that at eta and B = 8",
                alone: "loss at eta and B = 32, less that at eta and B = 8",
            },
            budget=2048,
        ),
        "less than in proportion": on_topics(
            "figure 7",
            nearer(square, proportional),
            {
                square: "loss at 2 eta and B = 32, less that at eta and B = 8",
                proportional: "loss at 4 eta and B = 32, less that at eta and B = 8",
            },
            budget=2048,
        ),
    },
    note="The budget is 2,048 pieces of text, eta the best rate of a grid at B = 8, on another "
    "seed.",
)
