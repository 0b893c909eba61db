"""What figures 6 to 10 show, on small images that ship with a library: claims of our own.

The figures themselves need Fashion-MNIST, CIFAR10 and days of a GPU, and stay unchecked. Here a
small network learns scikit-learn's digits; what is seen there says nothing about the figures.
"""

import sympy as sp

from theory.claim import Claim, Observed, Source
from theory.language import reals

DIGITS = {
    "data": "scikit-learn's digits, 200 images to learn, 1,597 to validate",
    "network": "five layers with 32 hidden units, ReLU, cross-entropy",
    "end": "all images are learnt",
}
FULL = {**DIGITS, "optimiser": "gradient descent on all samples"}
BATCHES = {**DIGITS, "optimiser": "SGD, batches of 32"}

flat, rise, gain = reals("flat rise gain")
sharp = reals("sharp_60 sharp_90 sharp_end sharp_whole")
better = reals("better_60 better_90 better_end better_whole")
rms_rate, rms_clip, adam_rate, adam_clip = reals("rms_rate rms_clip adam_rate adam_clip")

SWEEP = Claim(
    id="instability-flatness/ours-fig-6-digits",
    title="Figure 6 on digits: accuracy below and above the limit of stability",
    source=Source("section 6.3, figure 6"),
    words="Between learning rates of 0.025 and 0.04, below the limit of stability, the accuracy "
    "changes by less than it rises to 0.2, above it.",
    printed=Observed(
        "figure 6 on digits",
        {**FULL, "rates": (0.025, 0.04, 0.2)},
        sp.And(flat < rise, -flat < rise, rise > 0),
        {
            flat: "accuracy at 0.04, less that at 0.025",
            rise: "accuracy at 0.2, less that at 0.04",
        },
    ),
)

# How long the large rate lasts, shorter and longer: the neighbours, and the two ends.
DURATIONS = (
    ("never", "until 60%"),
    ("until 60%", "until 90%"),
    ("until 90%", "throughout"),
    ("never", "throughout"),
)


def by_duration(figure, settings):
    """Return what the duration of a large rate changes, clause by clause."""
    rates = {**settings, "large rate": 0.2, "low rate": 0.04}
    name = f"{figure} on digits"
    sharpness = {
        f"sharpness, {long} against {short}": Observed(
            name, rates, s < 1, {s: f"sharpness at the end, {long} at it over {short}"}
        )
        for s, (short, long) in zip(sharp, DURATIONS, strict=True)
    }
    accuracy = {
        f"accuracy, {long} against {short}": Observed(
            name, rates, a > 0, {a: f"accuracy at the end, {long} at it less {short}"}
        )
        for a, (short, long) in zip(better, DURATIONS, strict=True)
    }
    return sharpness | accuracy


FLATTENING = Claim(
    id="instability-flatness/ours-fig-7-digits",
    title="Figure 7 on digits: progressive flattening",
    source=Source("sections 6.3 and 6.4, figure 7"),
    words="The longer the large rate lasts, never, until 60% or 90% of the images are learnt, or "
    "throughout, the lower is the sharpness at the end and the higher the accuracy.",
    printed=by_duration("figure 7", FULL),
)

TEMPERATURE = Claim(
    id="instability-flatness/ours-fig-8-digits",
    title="Figure 8 on digits: larger rates at equal temperature",
    source=Source("section 7.2, figure 8"),
    words="At equal eta alpha^2, the rate 0.2 with half of the noise generalises better than 0.05 "
    "with all of it.",
    printed=Observed(
        "figure 8 on digits",
        {**BATCHES, "rates and factors": ((0.05, 1), (0.2, 0.5))},
        gain > 0,
        {gain: "accuracy at the larger rate, less that at the smaller one"},
    ),
)

FLATTENING_WITH_SGD = Claim(
    id="instability-flatness/ours-fig-9-digits",
    title="Figure 9 on digits: progressive flattening with SGD",
    source=Source("section 7.3, figure 9"),
    words="The longer SGD at a large rate lasts before gradient descent at a low one, never, until "
    "60% or 90% of the images are learnt, or throughout, the lower is the sharpness at the end and "
    "the higher the accuracy.",
    printed=by_duration("figure 9", BATCHES),
    note="That gradient descent and SGD reach a similar sharpness, as section 7.3 adds, is not "
    "looked at: how similar, and at which rate gradient descent runs, is not said.",
)

ADAPTIVE = {
    "RMSprop, rate": (rms_rate, "RMSprop at 0.003 less RMSprop at 0.0003"),
    "RMSprop, threshold": (rms_clip, "RMSprop with the threshold less RMSprop without"),
    "Adam, rate": (adam_rate, "Adam at 0.003 less Adam at 0.0003"),
    "Adam, threshold": (adam_clip, "Adam with the threshold less Adam without"),
}

CLIPPED_ADA = Claim(
    id="instability-flatness/ours-fig-10-digits",
    title="Figure 10 on digits: Clipped-Ada",
    source=Source("section 8.2, figure 10"),
    words="With all samples, a rate of 0.003 in place of 0.0003, and at 0.0003 a threshold of "
    "10^-6, improve the accuracy of RMSprop and Adam.",
    printed={
        clause: Observed(
            "figure 10 on digits",
            {**DIGITS, "optimiser": "Clipped-Ada on all samples", "threshold": "10^-6"},
            symbol > 0,
            {symbol: f"accuracy of {measure}"},
        )
        for clause, (symbol, measure) in ADAPTIVE.items()
    },
)
