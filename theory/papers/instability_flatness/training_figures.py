"""Figures 1, 2, 4 to 10, D.11 and I.20: what they show of trained networks, at printed settings.

Fashion-MNIST, CIFAR10 and the training code are not at hand, so nothing is trained here.
"""

import sympy as sp

from theory.claim import Claim, Observed, Source
from theory.language import reals

MLP = {"network": "MLP, five layers of 32 units", "data": "Fashion-MNIST, four classes"}
VGG = {"network": "VGG10", "data": "CIFAR10, 5,000 images"}
FMNIST = "Fashion-MNIST and the training code"
CIFAR = "CIFAR10, the training code and days of a GPU"

low, high, limit = reals("low high limit")
now, then = reals("now then")


FIG_1 = Claim(
    id="instability-flatness/fig-1",
    title="Oscillations separate stable and unstable phases",
    source=Source("section 3.1, figure 1"),
    words="The distance of the parameters from their mean over two steps is larger in unstable "
    "phases than in stable ones.",
    printed=Observed(
        "figure 1",
        {**MLP, "optimiser": "gradient descent on all samples"},
        low < high,
        {
            low: "largest distance |theta - theta^a| in stable phases",
            high: "least distance in unstable phases",
        },
        FMNIST,
    ),
)

FIG_2 = Claim(
    id="instability-flatness/fig-2",
    title="An instability and its end",
    source=Source("section 3.2, figure 2", "appendix D.2, figure D.12"),
    words="The sharpness reaches 2 / eta at epoch 131, falls near epoch 149, and is below by 154.",
    printed=Observed(
        "figure 2",
        {**MLP, "epochs": (131, 149, 154)},
        sp.And(high >= limit, now > high / 2, then < limit),
        {
            high: "sharpness at epoch 131",
            now: "sharpness at epoch 148",
            then: "sharpness at epoch 154",
            limit: "2 / eta",
        },
        FMNIST,
    ),
)

FIG_D_11 = Claim(
    id="instability-flatness/fig-D.11",
    title="Smaller steps along unstable directions",
    source=Source("section 3.1", "appendix D.1, figure D.11"),
    words="Steps scaled by 0, 0.25, 0.5 or 0.75 along eigenvectors with eta lambda_i > 2 stabilise "
    "the training; steps along these alone destabilise it.",
    printed=Observed(
        "figure D.11",
        {**MLP, "factors": (0, 0.25, 0.5, 0.75)},
        sp.And(low < limit, high > limit),
        {
            low: "largest sharpness with scaled steps",
            high: "largest sharpness with steps along unstable directions alone",
            limit: "2 / eta, with the room that the phases of figure 1 leave",
        },
        FMNIST,
    ),
)

FIG_4 = Claim(
    id="instability-flatness/fig-4",
    title="Eigenvectors turn away in an instability and come back",
    source=Source("section 4.2, figure 4"),
    words="The leading eigenvectors turn away during an instability, and back where the rate is "
    "lowered to 0.2 eta.",
    printed=Observed(
        "figure 4",
        {**MLP, "lowered rate": "0.2 eta"},
        sp.And(now < low, then > now),
        {
            low: "similarity of the leading eigenvectors before the instability",
            now: "similarity during the instability",
            then: "similarity after the rate was lowered",
        },
        FMNIST,
    ),
)

FIG_5 = Claim(
    id="instability-flatness/fig-5",
    title="Larger rates turn eigenvectors further",
    source=Source("section 4.2, figure 5", "appendix E.9, figure E.16"),
    words="From one state, rates of 0.5, 0.8, 1, 1.25 and 2 times eta turn the leading "
    "eigenvectors the further the larger they are.",
    printed=Observed(
        "figure 5",
        {**MLP, "rates": (0.5, 0.8, 1, 1.25, 2)},
        low < high,
        {
            low: "rotation of the leading eigenvectors at a rate",
            high: "rotation at the next larger rate",
        },
        FMNIST,
    ),
)

FIG_6 = Claim(
    id="instability-flatness/fig-6",
    title="Accuracy rises above the limit of stability",
    source=Source("section 6.3, figure 6"),
    words="Validation accuracy is flat for rates below 2 / lambda and rises above.",
    printed=Observed(
        "figure 6",
        {"networks": "MLP on Fashion-MNIST, VGG10 on CIFAR10", "factors": (1.1, 1.6)},
        sp.And(sp.Abs(now - low) < high - now, high > now),
        {
            low: "mean accuracy at the lowest rates",
            now: "mean accuracy just below the limit",
            high: "largest mean accuracy above the limit",
        },
        f"{FMNIST}, {CIFAR}",
    ),
)

FIG_7 = Claim(
    id="instability-flatness/fig-7",
    title="Progressive flattening",
    source=Source("sections 6.3 and 6.4, figure 7"),
    words="The longer a network is trained at a large rate before 0.021, the lower its sharpness "
    "and the higher its accuracy at the end.",
    printed=Observed(
        "figure 7",
        {**VGG, "low rate": 0.021, "large rates": (0.0537, 5.9), "thresholds": (60, 70, 80, 90)},
        sp.And(high < low, then > now),
        {
            low: "sharpness at the end after a short time at a large rate",
            high: "sharpness at the end after a long time",
            now: "accuracy at the end after a short time",
            then: "accuracy at the end after a long time",
        },
        CIFAR,
    ),
)

FIG_8 = Claim(
    id="instability-flatness/fig-8",
    title="Larger rates at equal temperature",
    source=Source("section 7.2, figure 8"),
    words="At equal eta alpha^2 the larger rate generalises better.",
    printed=Observed(
        "figure 8",
        {**VGG, "batch": 32, "kept": "eta alpha^2"},
        high > low,
        {
            low: "validation accuracy at a rate and factor of the noise",
            high: "that at a larger rate with the same eta alpha^2",
        },
        CIFAR,
    ),
    uses=("instability-flatness/eq-9",),
)

FIG_9 = Claim(
    id="instability-flatness/fig-9",
    title="Progressive flattening with SGD",
    source=Source("section 7.3, figure 9"),
    words="The longer SGD at a large rate lasts before gradient descent at 0.021, the lower the "
    "sharpness and the higher the accuracy; SGD ends above gradient descent.",
    printed=Observed(
        "figure 9",
        {**VGG, "batch": 32, "low rate": 0.021, "seeds": 5},
        sp.And(high < low, then > now),
        {
            low: "sharpness at the end after a short time of SGD",
            high: "sharpness at the end after a long time",
            now: "accuracy at the end with gradient descent throughout",
            then: "accuracy at the end with SGD in the first phase",
        },
        CIFAR,
    ),
)

FIG_10 = Claim(
    id="instability-flatness/fig-10",
    title="Clipped-Ada on CIFAR10",
    source=Source("section 8.2, figure 10"),
    words="For RMSprop and Adam, with all samples or batches, larger rates and smaller thresholds "
    "improve the validation accuracy.",
    printed=Observed(
        "figure 10",
        {**VGG, "optimisers": "RMSprop and Adam", "seeds": 5},
        sp.And(high > low, then > now),
        {
            low: "mean accuracy at a rate",
            high: "mean accuracy at a larger rate",
            now: "mean accuracy without a threshold",
            then: "mean accuracy with a tight threshold",
        },
        CIFAR,
    ),
    uses=("instability-flatness/eq-10",),
)

FIG_I_20 = Claim(
    id="instability-flatness/fig-I.20",
    title="Gradient descent and RMSprop in one dimension",
    source=Source(appendix="appendix I, figure I.20"),
    words="On a quadratic loss of one parameter with a large curvature gradient descent jumps the "
    "valley further and further; RMSprop settles.",
    printed=Observed(
        "figure I.20",
        {"loss": "quadratic, one parameter, two curvatures"},
        sp.And(high > low, then < now),
        {
            low: "distance from the minimum at the start of gradient descent, large curvature",
            high: "distance at its end",
            now: "distance at the start of RMSprop, large curvature",
            then: "distance at its end",
        },
        "the two curvatures, the rates and beta_2 of the figure, which the text does not give",
    ),
    uses=("instability-flatness/txt-valley-jumping",),
)

TXT_EOS = Claim(
    id="instability-flatness/txt-EoS",
    title="Edge of stability",
    source=Source("sections 2 and 3", "appendix A"),
    words="The sharpness rises to 2 / eta and then stays at or just above it.",
    printed=Observed(
        "edge of stability",
        {**MLP, "optimiser": "gradient descent on all samples"},
        sp.And(low < limit, high >= limit),
        {
            low: "sharpness at the start",
            high: "mean sharpness after it has first reached the limit",
            limit: "2 / eta",
        },
        FMNIST,
    ),
)
