"""The expected loss of SGD: the second moment of every coordinate, summed in balls."""

from __future__ import annotations

from typing import Any

from flint import arb

from theory.papers.signsgd_scaling import sgd
from verify.claims.meanings import Exact
from verify.papers.signsgd_scaling.notation import sum_to


def _loss(alpha: Any, beta: Any, rate: Any, time: Any, batch: Any, d: Any) -> arb | None:
    """Return the loss; `rate` is the inverse learning rate."""
    alpha, beta, rate, time, batch = map(arb, (alpha, beta, rate, time, batch))

    def term(j: arb) -> arb:
        eigenvalue = j**-beta
        left = 2 * rate * time * (-eigenvalue / rate).log1p()
        noise = -left.expm1() / (rate * batch * (2 - eigenvalue / rate))
        return (j**-alpha * left.exp() + eigenvalue * noise) / 2

    return sum_to(term, 1, d)


def _late(a: Any, b: Any, x: Any, d: Any) -> arb | None:
    a, b, x, end = arb(a), arb(b), arb(x), arb(d)
    return sum_to(lambda j: j**-a * (-x * (j**-b - end**-b)).exp(), 1, d)


MEANINGS = {sgd.LOSS: (Exact(_loss),), sgd.LATE_SUM: (Exact(_late),)}
