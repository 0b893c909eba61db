"""How the notation of theorem 4.3 is attacked: exact differences, and polynomials along a line.

A function of one variable stands for a loss of n by its values at integers:
f(x) = sum of f(l) x_l + sum over l <= k of f(4 l + k) x_l x_k + sum over l < k of x_l^2 x_k, whose
central differences are exact, since no coordinate has a power above 2. A loss that is constructed
is differentiated along lines, as a polynomial, so that one which is none has no derivatives here.
The second meanings expand every loss and differentiate what comes out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import Any

from flint import fmpq, fmpq_poly

from numerics import expanded_derivatives
from numerics.product_hessian import Function, gradient, hessian
from theory.papers.steepest_mirror import notation
from verify.claims.meanings import Construction, Exact
from verify.truth import fraction


def _exact(number: Any) -> fmpq:
    """Return a rational number as flint has it."""
    found = fraction(number) if isinstance(number, fmpq) else number
    return fmpq(found.numerator, found.denominator)


@dataclass(frozen=True)
class Loss:
    """A loss that is constructed: a polynomial of the coordinates."""

    polynomial: Function


def separable(n: Fraction, b: Sequence[Fraction], d: Sequence[Fraction]) -> Loss:
    """Return f(x) = sum over l <= n of b_l x_l + d_l x_l^2 / 2."""
    slopes, curves = _point(b, int(n)), _point(d, int(n))

    def polynomial(x: Sequence[Any]) -> Any:
        return sum((b * z + d * z * z / 2 for b, d, z in zip(slopes, curves, x, strict=True)), 0)

    return Loss(polynomial)


def _loss(f: Callable[[Any], Any] | Loss, n: int) -> Function:
    """Return the loss of n coordinates that a function stands for."""
    if isinstance(f, Loss):
        return f.polynomial
    slopes = {i: _exact(f(fraction(fmpq(i)))) for i in range(1, n + 1)}
    pairs = [(i, k) for i in range(1, n + 1) for k in range(i, n + 1)]
    curves = {(i, k): _exact(f(fraction(fmpq(4 * i + k)))) for i, k in pairs}

    def loss(x: Sequence[fmpq]) -> fmpq:
        linear = sum((slopes[i] * x[i - 1] for i in slopes), fmpq(0))
        quadratic = sum((c * x[i - 1] * x[k - 1] for (i, k), c in curves.items()), linear)
        return sum((x[i - 1] * x[i - 1] * x[k - 1] for i, k in pairs if i < k), quadratic)

    return loss


Derivative = Callable[[int, Function, Sequence[fmpq], Sequence[fmpq]], fmpq]  # order, of, at, along
Partial = Callable[[Any, list[fmpq], list[int]], fmpq]  # of a loss, at a point, in coordinates


def _whole(*numbers: fmpq) -> list[int] | None:
    """Return integers, `None` if some are none, for which nothing is defined."""
    found = [fraction(number) for number in numbers]
    return [int(x) for x in found] if all(x.denominator == 1 for x in found) else None


def _point(x: Any, n: int) -> list[fmpq]:
    return [_exact(x[i]) if i < len(x) else fmpq(0) for i in range(1, n + 1)]


def _partial(way: Partial) -> Exact:
    """Return a meaning of a first or second derivative, 0 in a coordinate that the loss has not."""

    def evaluate(f: Any, n: fmpq, x: Any, *at: fmpq) -> fmpq | None:
        whole = _whole(n, *at)
        if whole is None:
            return None
        size, *places = whole
        if not all(1 <= place <= size for place in places):
            return fmpq(0)
        return way(f, _point(x, size), places)

    return Exact(evaluate)


def _in_coordinates(f: Any, x: list[fmpq], places: list[int]) -> fmpq:
    """Return a derivative from differences, or along lines."""
    if isinstance(f, Loss):
        return _in_directions(f, x, places)
    found = _derivatives(f, len(x), tuple(x), len(places))
    for place in places:
        found = found[place - 1]
    return fmpq(found)


def _expanded(f: Any, x: list[fmpq], places: list[int]) -> fmpq:
    """Return the same derivative from the polynomial that the loss expands to."""
    counted = [place - 1 for place in places]
    return expanded_derivatives.partial(_loss(f, len(x)), x, *counted)


@lru_cache(maxsize=2**4)  # a sum over coordinates asks for every entry
def _derivatives(f: Callable[[Any], Any], n: int, x: tuple[fmpq, ...], order: int) -> Any:
    """Return the gradient or the Hessian of the loss of n coordinates at a point."""
    return (gradient if order == 1 else hessian)(_loss(f, n), x)


def _cell(sequence: Any, row: int, column: int) -> fmpq:
    """Return an entry of a sequence with two indices; those outside of its table vanish."""
    table = sequence.table
    inside = 0 <= row < len(table) and 0 <= column < len(table[row])
    return _exact(table[row][column]) if inside else fmpq(0)


def _along(order: int, function: Function, at: Sequence[fmpq], v: Sequence[fmpq]) -> fmpq:
    """Return a derivative along v: of a polynomial in t, at t = 0."""
    line: Any = [fmpq_poly([a, b]) for a, b in zip(at, v, strict=True)]
    return (fmpq_poly([0]) + function(line))[order] * factorial(order)


def _in_directions(f: Loss, x: list[fmpq], places: list[int]) -> fmpq:
    """Return a first or second derivative in coordinates, the latter by polarisation."""

    def along(*moved: int) -> fmpq:
        v = [fmpq(moved.count(i)) for i in range(1, len(x) + 1)]
        return _along(len(places), f.polynomial, x, v)

    if len(places) == 1:
        return along(*places)
    first, second = places
    return (along(first, second) - along(first) - along(second)) / 2


def _of_product(order: int, along: Derivative) -> Exact:
    """Return a meaning of a derivative of the product of the first factors."""

    def evaluate(w: Any, v: Any, m: fmpq, at: fmpq) -> fmpq | None:
        whole = _whole(m, at)
        if whole is None or whole[0] < 0:
            return None
        count, place = whole
        rows = range(1, count + 1)
        factors, moves = ([_cell(t, r, place) for r in rows] for t in (w, v))
        return along(order, lambda u: prod(u, start=fmpq(1)), factors, moves)

    return Exact(evaluate)


def _of_loss(order: int, along: Derivative) -> Exact:
    """Return a meaning of a derivative of the loss of the factors."""

    def evaluate(f: Any, n: fmpq, depth: fmpq, w: Any, v: Any) -> fmpq | None:
        whole = _whole(n, depth)
        if whole is None or min(whole) < 0:
            return None
        size, count = whole
        outer = _loss(f, size)

        def loss(flat: Sequence[fmpq]) -> fmpq:
            return outer([prod(flat[k::size], start=fmpq(1)) for k in range(size)])

        places = [(r, k) for r in range(1, count + 1) for k in range(1, size + 1)]
        factors, moves = ([_cell(t, r, k) for r, k in places] for t in (w, v))
        return along(order, loss, factors, moves)

    return Exact(evaluate)


WAYS = (_along, expanded_derivatives.along)
PARTIAL = (_partial(_in_coordinates), _partial(_expanded))
MEANINGS = {
    notation.GRADIENT: PARTIAL,
    notation.HESSIAN: PARTIAL,
    notation.FIRST: tuple(_of_product(1, way) for way in WAYS),
    notation.SECOND: tuple(_of_product(2, way) for way in WAYS),
    notation.SLOPE: tuple(_of_loss(1, way) for way in WAYS),
    notation.CURVATURE: tuple(_of_loss(2, way) for way in WAYS),
}

CONSTRUCTIONS = {notation.f: Construction((notation.n, notation.b, notation.d), separable)}
