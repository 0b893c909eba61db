"""What figures 1, 2, 4 and 5 show, on small images that ship with a library: claims of our own.

The figures themselves need Fashion-MNIST and stay unchecked without it. Here the same network
learns scikit-learn's digits; what is seen there says nothing about the figures' own data.
"""

import sympy as sp

from theory.choices import Ambiguous
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
away, back, once, reduced = reals("away back once reduced")
less, same, more, double = reals("less same more double")
less_within, same_within, more_within, double_within = reals(
    "less_within same_within more_within double_within"
)


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
    "six steps before. Steps at 0.2 eta turn them back: the first one does, six of them do, and "
    "further than six steps at eta.",
    printed={
        "away": on_digits(
            "figure 4", away > 0, {away: "similarity over the steps before, less that over these"}
        ),
        "back": on_digits(
            "figure 4", back > 0, {back: "what the similarity gains by six steps at 0.2 eta"}
        ),
        "at once": on_digits(
            "figure 4", once > 0, {once: "what the similarity gains by one step at 0.2 eta"}
        ),
        "by the reduction": on_digits(
            "figure 4",
            reduced > 0,
            {reduced: "similarity after six steps at 0.2 eta, less that after six steps at eta"},
        ),
    },
    note="The text has the reduction reverse the rotation immediately. Six steps at eta gain "
    "similarity, too, as the instability ends: that it is the reduction shows in the comparison "
    "with them, and that it is immediate in the first step.",
)

LARGER = {
    less: ("0.5 to 0.8", "rotation by two steps at 0.8 eta, less that at 0.5 eta", less_within),
    same: ("0.8 to 1", "rotation by two steps at eta, less that at 0.8 eta", same_within),
    more: ("1 to 1.25", "rotation by two steps at 1.25 eta, less that at eta", more_within),
    double: ("1.25 to 2", "rotation by two steps at 2 eta, less that at 1.25 eta", double_within),
}


def larger(symbol, measure, within):
    """Return that a larger rate turns eigenvectors further: always, or within a regime."""
    measure_within = (
        f"{measure}, over runs in which both rates are above 2 / lambda; with the other sign over "
        "those in which both are below"
    )
    return Ambiguous(
        "the caption has larger rates turn further, and calls it the monotonicity of section 4.1: "
        "there a larger rate turns further above 2 / lambda, and a smaller one below",
        {
            "larger rates turn further": on_digits("figure 5", symbol > 0, {symbol: measure}),
            "rates further from 2 / lambda do, on the same side of it": on_digits(
                "figure 5", within > 0, {within: measure_within}
            ),
        },
    )


ROTATION = Claim(
    id="instability-flatness/ours-fig-5-digits",
    title="Figure 5 on digits: larger rates turn eigenvectors further",
    source=Source("section 4.2, figure 5"),
    words="From the state three steps before the end of an instability, two steps turn the three "
    "leading eigenvectors the further, the larger the rate is; or the further it is from "
    "2 / lambda, on the same side.",
    printed={
        name: larger(symbol, measure, within) for symbol, (name, measure, within) in LARGER.items()
    },
    note="Two steps are those of the figure's third panel; all later ones, of its fourth, are not "
    "looked at. lambda is the sharpness of the state that all rates start from.",
)
