"""How the law of the walk from a density is attacked: traced backwards, and moved forwards."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import lcm
from typing import Any

from flint import arb, fmpq

from numerics import density_walk, linear_pieces
from theory.papers.instability_flatness import laws, notation
from theory.values import Algebraic, PiecewiseLinear
from verify.claims.meanings import AfterSteps, Exact
from verify.papers.instability_flatness import plain
from verify.truth import Undecided, fraction

MOST_DRAWN = 4  # steps after which a density is drawn
Profile = Callable[..., density_walk.Profile]
Between = Callable[..., tuple[Fraction, ...] | None]


def _refuse_rounded(alpha: Any) -> None:
    if isinstance(alpha, PiecewiseLinear) and alpha.rounding:
        raise Undecided("the corners of alpha are rounded")


def _of_law(evaluate: Callable[..., Any]) -> Exact:
    """Return a meaning for a quantity of X_t: undefined if f is no density.

    It is not decided where alpha is visited left of its first knot and `evaluate` says so.
    """

    def defined(alpha: Any, f: Any, t: fmpq, *more: Any) -> Any:
        if not density_walk.is_density(f):
            return None
        _refuse_rounded(alpha)
        try:
            return evaluate(alpha, f, int(t.numerator), *more)
        except density_walk.LeftTail as reason:
            raise Undecided(str(reason)) from reason

    return Exact(defined)


def _increasing(evaluate: Callable[[Fraction], Fraction], x: fmpq | arb) -> Fraction | arb:
    """Return the value of an increasing function at a rational, or an enclosure on a ball."""
    if isinstance(x, fmpq):
        return evaluate(fraction(x))
    return _between(*(evaluate(fraction(end.fmpq())) for end in (x.lower(), x.upper())))


def _between(low: Fraction, high: Fraction) -> arb:
    return arb(fmpq(low.numerator, low.denominator)).union(
        arb(fmpq(high.numerator, high.denominator))
    )


def _cdf(cdf: density_walk.Cdf, between: Between) -> Exact:
    """Return a meaning for Pr(X_t <= x), which is enclosed where alpha is a hyperbola."""

    def ends(alpha: Any, f: Any, t: int, x: Fraction) -> tuple[Fraction, ...]:
        try:
            return (cdf(alpha, f, t, x),) * 2
        except density_walk.LeftTail:
            found = between(alpha, f, t, x) if alpha.positive else None
            if found is None:
                raise
            return found

    def evaluate(alpha: Any, f: Any, t: int, x: fmpq | arb) -> Fraction | arb:
        low, high = (ends(alpha, f, t, y)[side] for side, y in enumerate(linear_pieces.ends_of(x)))
        return low if low == high else _between(low, high)

    return _of_law(evaluate)


def _median(cdf: density_walk.Cdf) -> Exact:
    def evaluate(alpha: Any, f: Any, steps: int) -> Algebraic | Fraction:
        low, high, (a, b, c) = density_walk.median_equation(cdf, alpha, f, steps)
        width = high - low
        if a + b * width + c * width**2 <= Fraction(1, 2):
            return high
        equation = (a - Fraction(1, 2) - b * low + c * low**2, b - 2 * c * low, c)
        size = lcm(*(number.denominator for number in equation))
        return Algebraic(tuple(int(number * size) for number in equation), low, high)

    return _of_law(evaluate)


def _mode(profile: Profile, which: Callable[[Any], Fraction]) -> Exact:
    return _of_law(lambda alpha, f, t: which(profile(alpha, f, t)))


def _prefixes(steps: int) -> Iterator[tuple[int, ...]]:
    """Yield all strings of so many signs but two.

    Raises:
        Undecided: there are no such strings.
    """
    if steps < 2:
        raise Undecided(f"there is no string of {steps - 2} signs")
    return product((1, -1), repeat=steps - 2)


def _mode_of_prefixes(profile: Profile, which: Callable[[Any], Fraction], of: Any) -> Exact:
    def evaluate(alpha: Any, f: Any, steps: int) -> Fraction:
        prefixes = _prefixes(steps)
        return of(which(profile(alpha, f, steps - 2, prefix)) for prefix in prefixes)

    return _of_law(evaluate)


def _least_cdf(cdf: density_walk.Cdf) -> Exact:
    def evaluate(alpha: Any, f: Any, steps: int, x: fmpq | arb) -> Fraction | arb:
        prefixes = list(_prefixes(steps))
        return _increasing(lambda y: min(cdf(alpha, f, steps, y, p) for p in prefixes), x)

    return _of_law(evaluate)


def _plateau(cdf: density_walk.Cdf) -> Exact:
    return _of_law(
        lambda alpha, f, t: Fraction(int(density_walk.plateau_at_median(cdf, alpha, f, t)))
    )


def _of_density(profile: Profile, which: Callable[[Any], Fraction]) -> Exact:
    """Return a meaning for a quantity of the density of X_t, where that is all of its law."""

    return _of_law(lambda alpha, f, t: which(_with_density(profile(alpha, f, t))))


def _with_density(profile: density_walk.Profile) -> density_walk.Profile:
    """Return a profile that is all of a law.

    Raises:
        Undecided: mass may be on a point.
    """
    if not density_walk.has_density(profile):
        raise Undecided("the law of X_t may have atoms")
    return profile


def _first(profile: density_walk.Profile) -> Fraction:
    return density_walk.support(profile)[0]


def _last(profile: density_walk.Profile) -> Fraction:
    return density_walk.support(profile)[1]


def _moment(profile: Profile) -> Exact:
    def evaluate(alpha: Any, f: Any, steps: int, k: fmpq) -> Fraction:
        found = _with_density(profile(alpha, f, steps))
        return density_walk.moment(found, int(k.numerator), density_walk.mean(found))

    return _of_law(evaluate)


def _drawn(alpha: Any, f: Any, t: Any, *_: Any) -> tuple[str, PiecewiseLinear] | None:
    """Return the density f_t of X_t, if it has no jumps and is seen to be another one than f.

    Raises:
        LeftTail: alpha is a hyperbola where it is visited.
    """
    steps = int(t)
    if not (1 <= steps <= MOST_DRAWN and density_walk.is_density(f)):
        return None
    rows = density_walk.profile_forward(alpha, f, steps)
    heights = dict(rows)
    if any(heights[x] != height for x, height in rows):
        return None
    return f"f_{steps}", PiecewiseLinear.through(heights, 0, 0)


def _valley(profile: Profile) -> Exact:
    return _of_law(lambda alpha, f, t: density_walk.deepest_valley(profile(alpha, f, t)))


def _with_corners(evaluate: Callable[..., Any]) -> Exact:
    """Return a meaning for a quantity that is worked out from the corners of alpha."""

    def defined(alpha: Any, *more: Any) -> Any:
        _refuse_rounded(alpha)
        return evaluate(alpha, *more)

    return Exact(defined)


def _image(alpha: Any, x: fmpq | arb, *signs: fmpq) -> Fraction | arb:
    """Return where the signs lead, on a ball only if the one-step maps increase."""
    steps = [int(sign.numerator) for sign in signs]
    if isinstance(x, arb) and not all(density_walk.keeps_order(alpha, step) for step in steps):
        raise Undecided("a one-step map may turn round within the ball")

    def lead(y: Fraction) -> Fraction:
        for step in steps:
            y += step * alpha(y)
        return y

    return _increasing(lead, x)


def _least_slope(alpha: Any, x: fmpq | arb, radius: fmpq) -> Fraction | arb:
    """Return the least slope within a radius, on a ball an enclosure."""
    (a, b), r = linear_pieces.ends_of(x), fraction(radius)
    try:
        least = density_walk.least_slope(alpha, a - r, b + r)
        if a == b:
            return least
        if b - r >= a + r:
            raise Undecided("the ball is wider than the radius")
        return _between(least, density_walk.least_slope(alpha, b - r, a + r))
    except density_walk.LeftTail as reason:
        raise Undecided(str(reason)) from reason


def _preimage(alpha: Any, x: fmpq | arb, *signs: fmpq) -> Fraction | arb | None:
    """Return the point that the signs lead to x, or an enclosure of it."""
    low, high = linear_pieces.ends_of(x)
    for sign in reversed(signs):
        ends = [density_walk.preimage(alpha, int(sign.numerator), y) for y in (low, high)]
        if ends[0] is None or ends[1] is None:
            return None
        low, high = ends[0][0], ends[1][1]
    return low if low == high else _between(low, high)


CDFS = (density_walk.cdf_backward, density_walk.cdf_forward)
BETWEEN: tuple[Between, ...] = (
    partial(density_walk.cdf_between, density_walk.preimage),
    linear_pieces.cdf_between,
)
PROFILES = (density_walk.profile_forward, density_walk.profile_backward)
MEANINGS = {
    notation.CDF: tuple(map(_cdf, CDFS, BETWEEN)),
    notation.MEDIAN: tuple(map(_median, CDFS)),
    notation.FIRST_MODE: tuple(_mode(of, density_walk.least_mode) for of in PROFILES),
    notation.LAST_MODE: tuple(_mode(of, density_walk.last_mode) for of in PROFILES),
    notation.FIRST_OF_PREFIXES: tuple(
        _mode_of_prefixes(of, density_walk.least_mode, min) for of in PROFILES
    ),
    notation.LAST_OF_PREFIXES: tuple(
        _mode_of_prefixes(of, density_walk.last_mode, max) for of in PROFILES
    ),
    notation.LEAST_CDF: tuple(map(_least_cdf, CDFS)),
    notation.ESS_SUP: tuple(_of_density(of, _last) for of in PROFILES),
    notation.ESS_INF: tuple(_of_density(of, _first) for of in PROFILES),
    notation.MOMENT: tuple(map(_moment, PROFILES)),
    notation.EXPECTED: tuple(_of_density(of, density_walk.mean) for of in PROFILES),
    notation.PLATEAU: tuple(map(_plateau, CDFS)),
    laws.VALLEY: tuple(map(_valley, PROFILES)),
    laws.END: (Exact(density_walk.right_end),),
    laws.RATE: (_of_law(density_walk.drift_rate),),
    notation.LEAST_SLOPE: tuple(map(_with_corners, (_least_slope, linear_pieces.least_slope))),
    notation.IMAGE: tuple(map(_with_corners, (_image, linear_pieces.image))),
    notation.PREIMAGE: tuple(map(_with_corners, (_preimage, linear_pieces.preimage))),
}
DRAWN = dict.fromkeys(
    (laws.VALLEY, notation.FIRST_MODE, notation.LAST_MODE, notation.MEDIAN, notation.CDF), _drawn
)
PLAIN = {
    notation.CDF: AfterSteps(plain.cdf, plain.after),
    notation.MEDIAN: AfterSteps(plain.median, plain.after),
    notation.LEAST_SLOPE: plain.least_slope,
    notation.IMAGE: plain.image,
    notation.FIRST_MODE: AfterSteps(plain.peak, plain.after),
    notation.LAST_MODE: AfterSteps(plain.last_peak, plain.after),
    notation.FIRST_OF_PREFIXES: AfterSteps(plain.peak, plain.after, only=2, less=2),
    notation.LAST_OF_PREFIXES: AfterSteps(plain.last_peak, plain.after, only=2, less=2),
    notation.LEAST_CDF: AfterSteps(plain.cdf, plain.after, only=2),
    notation.PREIMAGE: plain.back,
    notation.PLATEAU: AfterSteps(plain.plateau, plain.after),
    notation.ESS_SUP: AfterSteps(plain.ess_sup, plain.after),
    notation.ESS_INF: AfterSteps(plain.ess_inf, plain.after),
    notation.EXPECTED: AfterSteps(plain.mean, plain.after),
    notation.MOMENT: AfterSteps(plain.central_moment, plain.after),
    laws.VALLEY: AfterSteps(plain.valley, plain.after),
}
