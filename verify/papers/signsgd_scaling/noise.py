"""The gradient of a batch and its noise, by means of polynomials in independent normals.

The features are Gaussian with covariance H, the noise of the labels is independent of them; where H
is no covariance matrix nothing has a value. Samples of a batch are independent.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq

from numerics import gaussian_moments
from numerics.gaussian_moments import Polynomial, added, multiplied
from theory.papers.signsgd_scaling import notation
from verify.claims.meanings import Exact


class _Sample:
    """Features and the error of the labels as polynomials; the last normal is that error."""

    def __init__(self, lower: Any, variances: Any, errors: list[Fraction], sigma: Fraction) -> None:
        size = len(variances)
        self.variances = [*variances, sigma**2]
        units = [tuple(int(m == n) for n in range(size + 1)) for m in range(size + 1)]
        self.features: list[Polynomial] = [dict(zip(units, row, strict=False)) for row in lower]
        self.offset: Polynomial = {units[-1]: Fraction(-1)}
        for feature, error in zip(self.features, errors, strict=True):
            self.offset = added(self.offset, feature, error)

    def mean(self, polynomial: Polynomial) -> Fraction:
        """Return the mean of a polynomial."""
        return gaussian_moments.mean(polynomial, self.variances)

    def covariance(self, one: Polynomial, other: Polynomial) -> Fraction:
        """Return the mean of the product of two polynomials less their means."""
        return self.mean(multiplied(one, other)) - self.mean(one) * self.mean(other)

    def gradient(self, j: int) -> Polynomial:
        """Return entry j of the gradient of half of the squared error."""
        return multiplied(self.offset, self.features[j - 1])


def _sample(iterate: Any, target: Any, hessian: Any, sigma: fmpq, d: fmpq) -> _Sample | None:
    if not (isinstance(sigma, fmpq) and isinstance(d, fmpq) and d.denominator == 1 and d >= 1):
        return None
    places = range(1, int(d.numerator) + 1)
    parts = gaussian_moments.taken_apart(
        [[_entry(hessian.table, i, j) for j in places] for i in places]
    )
    if parts is None:
        return None
    errors = [_entry(iterate.table, 0, j) - (target[j] if j < len(target) else 0) for j in places]
    return _Sample(*parts, errors, Fraction(int(sigma.numerator), int(sigma.denominator)))


def _entry(table: Any, i: int, j: int) -> Fraction:
    inside = i < len(table) and j < len(table[i])
    return Fraction(table[i][j]) if inside else Fraction(0)


def _place(index: Any, d: fmpq) -> int | None:
    inside = isinstance(index, fmpq) and index.denominator == 1 and 1 <= index <= d
    return int(index.numerator) if inside else None


def _gradient(index: Any, *of: Any) -> Fraction | None:
    sample, j = _sample(*of), _place(index, of[-1])
    return None if sample is None or j is None else sample.mean(sample.gradient(j))


def _of_batch(index: Any, iterate: Any, target: Any, hessian: Any, *of: Any) -> Fraction | None:
    """Return the mean of the gradient of a sample less the one of the risk, which is its mean."""
    sigma, batch, d = of
    sample, j = _sample(iterate, target, hessian, sigma, d), _place(index, d)
    if sample is None or j is None or not batch > 0:
        return None
    gradient = sample.gradient(j)
    centred = added(gradient, {(0,) * len(sample.variances): -sample.mean(gradient)})
    return sample.mean(centred)


def _noise(
    one: Any, other: Any, iterate: Any, target: Any, hessian: Any, *of: Any
) -> Fraction | None:
    """Return the covariance of two entries of the gradient of a sample over the batch size."""
    sigma, batch, d = of
    sample = _sample(iterate, target, hessian, sigma, d)
    j, i = _place(one, d), _place(other, d)
    if sample is None or j is None or i is None or not (isinstance(batch, fmpq) and batch > 0):
        return None
    size = Fraction(int(batch.numerator), int(batch.denominator))
    return sample.covariance(sample.gradient(j), sample.gradient(i)) / size


def _outer(
    one: Any, other: Any, iterate: Any, target: Any, hessian: Any, d: fmpq
) -> Fraction | None:
    """Return the same of (phi phi^T - H) delta: what the gradient is without errors of labels."""
    sample = _sample(iterate, target, hessian, fmpq(0), d)
    j, i = _place(one, d), _place(other, d)
    if sample is None or j is None or i is None:
        return None
    return sample.covariance(sample.gradient(j), sample.gradient(i))


MEANINGS = {
    notation.RISK_GRADIENT: (Exact(_gradient),),
    notation.NOISE_MEAN: (Exact(_of_batch),),
    notation.NOISE_PRODUCT: (Exact(_noise),),
    notation.OUTER: (Exact(_outer),),
}
