"""What figures 1, 2, 4 and 5 show, on small images that ship with a library: claims of our own.

The figures themselves need Fashion-MNIST and stay unchecked without it. Here the same network
learns scikit-learn's digits; what is seen there says nothing about the figures' own data.
"""

import sympy as sp

from theory.claim import Claim, Observed, Source
from theory.language import reals

DIGITS = {
    "data": "scikit-learn's digits, 200 images",
    "network": "five layers with 32 hidden units, ReLU, cross-entropy",
    "optimiser": "gradient descent on all samples",
    "rate": "0.1",
}

ratio, order, low, high = reals("ratio order low high")
start, peak, after, level = reals("start peak after level")
away, back = reals("away back")
less, same, more, double = reals("less same more double")


def on_digits(figure, effect, measures):
    """Return what a figure shows, to be observed on digits."""
    return Observed(f"{figure} on digits", DIGITS, effect, measures)


RATIO = {ratio: "mean distance in steps above 2 / eta, over that in steps below it"}
ORDER = {order: "share of pairs of steps, one above and one below, in which the first is larger"}
EXTREMES = {
    low: "largest distance |theta - theta^a| in steps below 2 / eta",
    high: "least distance in steps above it",
}

OSCILLATIONS = Claim(
    id="instability-flatness/ours-fig-1-digits",
    title="Figure 1 on digits: oscillations above and below the limit of stability",
    source=Source("section 3.1, figure 1"),
    words="In steps in which the sharpness is above 2 / eta, the distance of the parameters from "
    "their mean over two steps is larger than in other steps: in the mean, and in each of them.",
    printed={
        "in the mean": on_digits("figure 1", ratio > 1, RATIO),
        "in most pairs of steps": on_digits("figure 1", order > sp.Rational(1, 2), ORDER),
        "in all steps": on_digits("figure 1", low < high, EXTREMES),
    },
)

UNIT = "in units of 2 / eta"

EPISODES = Claim(
    id="instability-flatness/ours-fig-2-digits",
    title="Figure 2 on digits: the sharpness rises to the limit of stability and falls",
    source=Source("section 3.2, figure 2"),
    words="The sharpness begins below 2 / eta, goes beyond it, and is below it again within twelve "
    "steps of its peak; in the first fifty steps after it has reached 2 / eta, its mean is above.",
    printed={
        "episode": on_digits(
            "figure 2",
            sp.And(start < 1, peak > 1, after < 1),
            {
                start: f"sharpness at the start, {UNIT}",
                peak: f"largest sharpness, {UNIT}",
                after: f"least sharpness in the twelve steps after that, {UNIT}",
            },
        ),
        "at the edge": on_digits(
            "figure 2", level >= 1, {level: f"mean sharpness after it has reached it, {UNIT}"}
        ),
    },
)

TURNING = Claim(
    id="instability-flatness/ours-fig-4-digits",
    title="Figure 4 on digits: eigenvectors turn away, and back at a lower rate",
    source=Source("section 4.2, figure 4"),
    words="In six steps of an instability the three leading eigenvectors turn further than in the "
    "six steps before; six steps at 0.2 eta turn them back.",
    printed={
        "away": on_digits(
            "figure 4", away > 0, {away: "similarity over the steps before, less that over these"}
        ),
        "back": on_digits(
            "figure 4", back > 0, {back: "what the similarity gains by six steps at 0.2 eta"}
        ),
    },
)

LARGER = {
    less: ("0.5 to 0.8", "rotation by two steps at 0.8 eta, less that at 0.5 eta"),
    same: ("0.8 to 1", "rotation by two steps at eta, less that at 0.8 eta"),
    more: ("1 to 1.25", "rotation by two steps at 1.25 eta, less that at eta"),
    double: ("1.25 to 2", "rotation by two steps at 2 eta, less that at 1.25 eta"),
}

ROTATION = Claim(
    id="instability-flatness/ours-fig-5-digits",
    title="Figure 5 on digits: larger rates turn eigenvectors further",
    source=Source("section 4.2, figure 5"),
    words="From the state three steps before the end of an instability, two steps turn the three "
    "leading eigenvectors the further, the larger the rate is.",
    printed={
        name: on_digits("figure 5", symbol > 0, {symbol: measure})
        for symbol, (name, measure) in LARGER.items()
    },
)
