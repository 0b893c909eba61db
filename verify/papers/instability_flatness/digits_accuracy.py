"""How accuracy and flatness of small networks are attacked: trained on digits until they fit.

Five layers with 32 hidden units learn 200 images until all of them are classified correctly; the
accuracy is that on all other images. Seeds choose images and starts, and all differences are taken
seed by seed; seeds with a run that does not fit are left out, and counted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from numerics import image_sets
from numerics.curvature import leading
from numerics.multilayer import Multilayer, Samples
from numerics.multilayer_training import (
    FITS,
    Fit,
    Step,
    adaptive,
    descent,
    fitted,
    noisy_descent,
    random_vectors,
)
from verify.methods.effects import FAIR, Measured, geometric, mean, once

IMAGES = 200
HIDDEN = (32,) * 4
LOWEST, LOW, LARGE = 0.025, 0.04, 0.2
COMPARED = (("60", 0, 1), ("90", 1, 2), ("end", 2, 3), ("whole", 0, 3))  # never is duration 0
PATIENCE = 40  # steps times learning rate, after which training is given up
BATCH = 32
NOISY = ((0.05, 1.0), (0.2, 0.5))  # rate and factor of the noise, eta alpha^2 is the same
ADAPTIVE = {"rms": ((0.0, 0.99), False), "adam": ((0.9, 0.999), True)}
SMALL_RATE, LARGE_RATE, THRESHOLD = 3e-4, 3e-3, 1e-6
ADAPTIVE_STEPS = 600
ORDER = 30  # Lanczos steps
DIRECTIONS = 200  # batches of which the mean gradient is compared with that of all samples
LIMITS = (
    f"{IMAGES} of scikit-learn's digits and a network of five layers in place of the images and "
    "networks of the figure, and learning rates for these",
)


@dataclass(frozen=True)
class Runs:
    """Networks to be trained, one a seed: starts `[draws, p]`, own images, and all others."""

    network: Multilayer
    train: Samples
    rest: Samples
    start: Tensor
    seed: int

    @classmethod
    def of(cls, draws: int, seed: int, device: str) -> Runs:
        """Return `draws` of them."""
        train, rest = image_sets.digits(draws, IMAGES, seed=3 * seed, device=device)
        network = Multilayer((64, *HIDDEN, 10))
        start = network.start(draws, 3 * seed + 1, device)
        return cls(network, train, rest, start, 3 * seed + 2)

    def descent(self, rate: float) -> Step:
        """Return a step of gradient descent."""
        return descent(self.network, self.train, rate)

    def noisy(self, rate: float, noise: float = 1.0) -> Step:
        """Return a step of SGD, with its noise times a factor."""
        return noisy_descent(
            self.network, self.train, rate, batch=BATCH, noise=noise, seed=self.seed
        )

    def fitted(
        self, step: Step, rate: float, start: Tensor | None = None, accuracy: float = FITS
    ) -> Fit:
        """Return where steps at a rate lead, until the training accuracy is reached."""
        most = round(PATIENCE / rate)
        theta = self.start if start is None else start
        return fitted(self.network, self.train, theta, step, most=most, accuracy=accuracy)

    def lowered(self, step: Step, rate: float, accuracy: float) -> Fit:
        """Return the end of gradient descent at the low rate, begun at an accuracy."""
        early = self.fitted(step, rate, accuracy=accuracy)
        return self.fitted(self.descent(LOW), LOW, early.theta)

    def accuracy(self, fit: Fit) -> Tensor:
        """Return the share of the other images that is classified correctly `[draws]`."""
        return self.network.accuracy(fit.theta, self.rest).cpu()

    def sharpness(self, fit: Fit) -> Tensor:
        """Return the largest eigenvalue of the Hessian on the training images `[draws]`."""
        product = self.network.curvature(fit.theta, self.train).product
        start = random_vectors(fit.theta, self.seed)
        return leading(product, start, ORDER, 1).values[:, 0].cpu()

    def unbiased(self) -> bool:
        """Return whether gradients of batches are in the mean those of all samples."""
        whole, step = self.descent(1.0)(self.start), self.noisy(1.0)
        off = torch.stack([(step(self.start) - whole).mean(0) for _ in range(DIRECTIONS)])
        width = off.std(0) / math.sqrt(DIRECTIONS)
        moved = width > 0
        return bool(((off.mean(0)[moved] / width[moved]).abs() < FAIR).all())


def both(*fits: Fit) -> Tensor:
    """Return which seeds fit in all of the trainings `[draws]`."""
    return torch.stack([fit.fits for fit in fits]).all(0).cpu()


def counted(kept: Tensor) -> str:
    """Say how many seeds there are."""
    return f"{int(kept.sum())} of {len(kept)} seeds fit in all trainings"


def sweep(runs: Runs) -> Measured:
    """Measure the accuracy at two rates below the limit of stability and one above it.

    Control: 2 over the sharpness that the lowest rate ends with lies between these rates.
    """
    lowest, low, large = (runs.fitted(runs.descent(r), r) for r in (LOWEST, LOW, LARGE))
    kept = both(lowest, low, large)
    first, now, high = (runs.accuracy(fit)[kept] for fit in (lowest, low, large))
    limit = geometric(2 / runs.sharpness(lowest)[kept])
    return Measured(
        ({"flat": mean(now - first), "rise": mean(high - now)},),
        limit.low > LOW and limit.high < LARGE,
        int(sum(fit.steps.sum() for fit in (lowest, low, large))),
        f"accuracy {float(first.mean()):.4f} at {LOWEST:g}, {float(now.mean()):.4f} at {LOW:g}, "
        f"{float(high.mean()):.4f} at {LARGE:g}; limit {limit}; {counted(kept)}",
        LIMITS,
    )


def phases_of(runs: Runs, step: Step, optimiser: str) -> Measured:
    """Measure sharpness and accuracy at the end by how long a large rate lasted.

    They are compared between neighbouring durations, and between throughout and never.

    Control: gradient descent at the low rate throughout ends below the limit of stability.
    """
    none = runs.fitted(runs.descent(LOW), LOW)
    some, more, whole = (runs.lowered(step, LARGE, share) for share in (0.6, 0.9, FITS))
    kept = both(none, some, more, whole)
    sharp = [runs.sharpness(fit)[kept] for fit in (none, some, more, whole)]
    right = [runs.accuracy(fit)[kept] for fit in (none, some, more, whole)]
    measured = {}
    for name, short, long in COMPARED:
        measured[f"sharp_{name}"] = geometric(sharp[long] / sharp[short])
        measured[f"better_{name}"] = mean(right[long] - right[short])
    pairs = zip(sharp, right, strict=True)
    means = "; ".join(f"{geometric(s).value:.3g} and {float(a.mean()):.4f}" for s, a in pairs)
    return Measured(
        (measured,),
        geometric(sharp[0] * LOW / 2).high < 1,
        int(sum(fit.steps.sum() for fit in (none, some, more, whole))),
        f"sharpness and accuracy at the end, with {optimiser} at {LARGE:g} never, until 60%, until "
        f"90% of the images are learnt, throughout: {means}; {counted(kept)}",
        LIMITS,
    )


def flattening(runs: Runs) -> Measured:
    """Measure what gradient descent at a large rate leaves behind."""
    return phases_of(runs, runs.descent(LARGE), "gradient descent")


def flattening_with_batches(runs: Runs) -> Measured:
    """Measure what SGD at a large rate leaves behind."""
    return phases_of(runs, runs.noisy(LARGE), f"batches of {BATCH}")


def temperature(runs: Runs) -> Measured:
    """Measure what a larger rate gains in accuracy at equal eta alpha^2.

    Control: the mean gradient of batches is that of all samples.
    """
    small, large = (runs.fitted(runs.noisy(rate, noise), rate) for rate, noise in NOISY)
    kept = both(small, large)
    one, other = (runs.accuracy(fit)[kept] for fit in (small, large))
    return Measured(
        ({"gain": mean(other - one)},),
        runs.unbiased(),
        int(small.steps.sum() + large.steps.sum()),
        f"accuracy {float(one.mean()):.4f} at rate and factor {NOISY[0]}, "
        f"{float(other.mean()):.4f} at {NOISY[1]}, batches of {BATCH}; {counted(kept)}",
        LIMITS,
    )


def adaptive_accuracy(runs: Runs) -> Measured:
    """Measure what a larger rate and a threshold gain for RMSprop and Adam.

    Control: all of them learn more than nine tenths of the images.
    """
    measured, said, kept_all, size, learnt = {}, [], [], 0, []
    for name, (betas, corrected) in ADAPTIVE.items():
        fits = []
        for rate, clip in (
            (SMALL_RATE, math.inf),
            (LARGE_RATE, math.inf),
            (SMALL_RATE, THRESHOLD),
        ):
            step = adaptive(
                runs.network,
                runs.train,
                runs.start,
                rate,
                betas=betas,
                clip=clip,
                corrected=corrected,
            )
            fits.append(fitted(runs.network, runs.train, runs.start, step, most=ADAPTIVE_STEPS))
        kept = both(*fits)
        base, faster, capped = (runs.accuracy(fit)[kept] for fit in fits)
        measured[f"{name}_rate"] = mean(faster - base)
        measured[f"{name}_clip"] = mean(capped - base)
        said.append(f"{name} {base.mean():.4f}, {faster.mean():.4f}, {capped.mean():.4f}")
        kept_all.append(counted(kept))
        size += int(sum(fit.steps.sum() for fit in fits))
        learnt += [runs.network.accuracy(fit.theta, runs.train).cpu() for fit in fits]
    return Measured(
        (measured,),
        all(mean(share).low > 0.9 for share in learnt),
        size,
        f"accuracy at {SMALL_RATE:g}, at {LARGE_RATE:g}, and with the threshold {THRESHOLD:g}: "
        f"{'; '.join(said)}; {'; '.join(kept_all)}",
        LIMITS,
    )


EXPERIMENTS = {
    "figure 6 on digits": once(sweep, Runs.of, 40),
    "figure 7 on digits": once(flattening, Runs.of, 40),
    "figure 8 on digits": once(temperature, Runs.of, 80),
    "figure 9 on digits": once(flattening_with_batches, Runs.of, 40),
    "figure 10 on digits": once(adaptive_accuracy, Runs.of, 40),
}
