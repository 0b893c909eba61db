"""What the notation means: SignSGD by the chain of one coordinate, in balls and on a window, SGD by
the independent noises of its steps and by powers of one step, optimal exponents by the linear
program, in rationals, and sums over coordinates term by term, in balls."""

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any

import sympy as sp
from flint import arb, fmpq

from numerics import sgd_moments, sign_chain
from numerics.linear_program import least_maximum
from numerics.power_sums import enclosed_sum
from theory.papers.signsgd_scaling import laws, notation, sums
from theory.power_laws import Program, best_choice, exponent, kept_up_to, sides_of
from theory.values import as_fraction
from verify.claims.meanings import Approximate, Exact, Formula, OnTheWay
from verify.papers.signsgd_scaling import plain
from verify.truth import Undecided

MANY = 100_000  # steps of SGD, in balls


def _index(end: Any) -> int:
    """Return the last integer up to an end of a sum.

    Raises:
        Undecided: the ball leaves it open.
    """
    integer = arb(end).floor().unique_fmpz()
    if integer is None:
        raise Undecided("which integer is the last one up to", end)
    return int(integer)


def sum_to(term: Callable[[arb], arb], first: Any, last: Any) -> arb:
    """Return a sum of terms that are not negative over the integers between two ends.

    Raises:
        Undecided: one of them is not known, or a ball around the sum is too wide.
    """
    found = enclosed_sum(term, _index(first), _index(last))
    if found is None:
        raise Undecided("a sum up to", last, "in so few blocks")
    return found


def _decay(a: Any, b: Any, x: Any, m: Any, d: Any) -> arb | None:
    a, b, x = arb(a), arb(b), arb(x)
    return sum_to(lambda j: j**-a * (-x * j**-b).exp(), m, d)


def _noise(a: Any, x: Any, d: Any) -> arb | None:
    a, x = arb(a), arb(x)
    return sum_to(lambda j: -(j**-a) * (-x * j**-a).expm1(), 1, d)


def _is_run(steps: Any, eigenvalue: Any, batch: Any, eta: Any) -> bool:
    """Return whether there is a chain of so many steps, for balls."""
    return sign_chain.is_count(steps) and bool(eigenvalue > 0 and batch > 0 and eta > 0)


def _walk(start: Any, eigenvalue: Any, batch: Any, eta: Any) -> sign_chain.Walk:
    """Return the chain of an error in balls, in units of eta."""
    lean = sign_chain.lean_of_width(1 / (arb(eigenvalue * batch).sqrt() * eta))
    return sign_chain.Walk(start / eta, lean)


def _in_balls(start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any) -> arb | None:
    """Return E delta_k^2 by the chain backwards from its last step."""
    if not _is_run(steps, eigenvalue, batch, eta):
        return None
    return _walk(start, eigenvalue, batch, eta).second_moment(int(steps.numerator)) * eta**2


def _on_a_window(
    start: float, eigenvalue: float, batch: float, eta: float, steps: float
) -> tuple[float, float]:
    """Return E delta_k^2 by the law of the chain, moved on in floating point."""
    if not (0 <= steps <= sign_chain.MAX_STEPS and eigenvalue > 0 and batch > 0 and eta > 0):
        return float("nan"), float("inf")
    rate = (eigenvalue * batch) ** 0.5
    found = sign_chain.second_moments(start, eta, rate, (int(steps),))
    value, dropped = float(found.values[0, 0]), float(found.dropped[0, 0])
    rounding = sign_chain.STEP_ROUNDING * (steps + 1) * (value + eta**2)
    return value + dropped / 2, dropped / 2 + rounding


def _stays_away(
    radius: Any, start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any
) -> arb | None:
    """Return the chance to be outside of a radius before each step, by the chain in balls."""
    if not _is_run(steps, eigenvalue, batch, eta):
        return None
    if steps == 0:
        return arb(1)
    walk = _walk(start, eigenvalue, batch, eta)
    return 1 - walk.reaches(sign_chain.within(radius / eta), int(steps.numerator) - 1)


def _stays_away_on_a_window(
    radius: float, start: float, eigenvalue: float, batch: float, eta: float, steps: float
) -> tuple[float, float]:
    """Return that chance by the law of the chain, moved on in floating point."""
    if not (0 <= steps <= sign_chain.MAX_STEPS and eigenvalue > 0 and batch > 0 and eta > 0):
        return float("nan"), float("inf")
    if steps == 0:
        return 1.0, 0.0
    rate = (eigenvalue * batch) ** 0.5
    edge = radius + sign_chain.ON_EDGE * eta
    found = sign_chain.hitting_probabilities(start, eta, rate, edge, (int(steps) - 1,))
    value, dropped = float(found.values[0, 0]), float(found.dropped[0, 0])
    rounding = sign_chain.STEP_ROUNDING * (steps + 1) * 2
    return 1 - value - dropped / 2, dropped / 2 + rounding


def _in_region(eigenvalue: Any, batch: Any, eta: Any) -> Callable[[Any], bool | None]:
    """Return what tells whether a position, in units of eta, is in R_j."""

    def settled(at: Any) -> bool | None:
        square = (at * eta) ** 2 * eigenvalue * batch
        return True if square <= 1 else False if square > 1 else None

    return settled


def _arrival(
    start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any, power: int
) -> arb | None:
    """Return E (delta_k / eta)^power on the paths whose burn-in time is k, in balls."""
    if not _is_run(steps, eigenvalue, batch, eta):
        return None

    settled = _in_region(eigenvalue, batch, eta)
    return _walk(start, eigenvalue, batch, eta).arrival(settled, int(steps.numerator), power)


def _square_given(
    start: Any, eigenvalue: Any, batch: Any, eta: Any, first: Any, steps: Any
) -> arb | None:
    """Return E delta_t^2 on the paths with a burn-in time, by the chain backwards, in balls."""
    if not (_is_run(steps, eigenvalue, batch, eta) and sign_chain.is_count(first)):
        return None
    walk, settled = _walk(start, eigenvalue, batch, eta), _in_region(eigenvalue, batch, eta)
    square = walk.square_on_arrival(settled, int(first.numerator), int(steps.numerator))
    return square * eta**2


def _square_given_on_a_window(
    start: float, eigenvalue: float, batch: float, eta: float, first: float, steps: float
) -> tuple[float, float]:
    """Return E delta_t^2 on these paths by the law of the chain, moved on in floating point."""
    most = sign_chain.MAX_STEPS
    if not (0 <= min(first, steps) <= max(first, steps) <= most and eigenvalue > 0 and batch > 0):
        return float("nan"), float("inf")
    if eta <= 0:
        return float("nan"), float("inf")
    rate = (eigenvalue * batch) ** 0.5
    edge = 1 / rate + sign_chain.ON_EDGE * eta
    square = sign_chain.square_on_arrival(start, eta, rate, edge, int(first), int(steps))
    return square, sign_chain.STEP_ROUNDING * (first + steps + 1) * (square + eta**2)


def _burns_in(start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any) -> arb | None:
    """Return the chance that k is the burn-in time, by the chain backwards, in balls."""
    return _arrival(start, eigenvalue, batch, eta, steps, 0)


def _square_at(start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any) -> arb | None:
    """Return E delta_k^2 on the paths with this burn-in time, by the chain backwards, in balls."""
    square = _arrival(start, eigenvalue, batch, eta, steps, 2)
    return None if square is None else square * eta**2


def _arrival_on_a_window(
    start: float, eigenvalue: float, batch: float, eta: float, steps: float
) -> tuple[float, float]:
    """Return the chance that k is the burn-in time, and E delta_k^2 on these paths, in floats."""
    if not (0 <= steps <= sign_chain.MAX_STEPS and eigenvalue > 0 and batch > 0 and eta > 0):
        return float("nan"), float("nan")
    rate = (eigenvalue * batch) ** 0.5
    return sign_chain.arrival(start, eta, rate, 1 / rate + sign_chain.ON_EDGE * eta, int(steps))


def _burns_in_on_a_window(
    start: float, eigenvalue: float, batch: float, eta: float, steps: float
) -> tuple[float, float]:
    """Return that chance by the law of the chain, moved on in floating point."""
    chance, _ = _arrival_on_a_window(start, eigenvalue, batch, eta, steps)
    return chance, sign_chain.STEP_ROUNDING * (steps + 1)


def _square_at_on_a_window(
    start: float, eigenvalue: float, batch: float, eta: float, steps: float
) -> tuple[float, float]:
    """Return E delta_k^2 on these paths by the law of the chain, moved on in floating point."""
    _, square = _arrival_on_a_window(start, eigenvalue, batch, eta, steps)
    return square, sign_chain.STEP_ROUNDING * (steps + 1) * (square + eta**2)


def _escapes(
    radius: Any, start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any
) -> arb | None:
    """Return the chance to be outside of a radius at some step, by the chain in balls."""
    if not _is_run(steps, eigenvalue, batch, eta):
        return None
    walk = _walk(start, eigenvalue, batch, eta)
    return walk.reaches(sign_chain.beyond(radius / eta), int(steps.numerator))


def _escapes_on_a_window(
    radius: float, start: float, eigenvalue: float, batch: float, eta: float, steps: float
) -> tuple[float, float]:
    """Return that chance by the law of the chain, moved on in floating point."""
    if not (0 <= steps <= sign_chain.MAX_STEPS and eigenvalue > 0 and batch > 0 and eta > 0):
        return float("nan"), float("inf")
    rate = (eigenvalue * batch) ** 0.5
    edge = radius + sign_chain.ON_EDGE * eta
    found = sign_chain.hitting_probabilities(start, eta, rate, edge, (int(steps),), outside=True)
    value, dropped = float(found.values[0, 0]), float(found.dropped[0, 0])
    rounding = sign_chain.STEP_ROUNDING * (steps + 1) * 2
    return value + dropped / 2, dropped / 2 + rounding


def _of_sgd(start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any) -> Any:
    """Return E delta_k^2 of SGD, after many steps in balls."""
    is_many = isinstance(steps, fmpq) and steps > sign_chain.MAX_STEPS
    if not is_many or steps > MANY or steps.denominator > 1 or batch == 0 or eigenvalue / batch < 0:
        return _of_sgd_mix(1, 0, start, eigenvalue, batch, eta, steps)
    moments = sgd_moments.coordinate(arb(start), arb(eta), arb(eigenvalue), arb(batch))
    return next(islice(moments, int(steps.numerator), None))


def _of_sgd_mix(
    a: Any, b: Any, start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any
) -> Any:
    """Return E (a delta_k + b xi_k)^2 of SGD: the square of the mean, and each noise alone."""
    if not sign_chain.is_count(steps) or batch == 0 or eigenvalue / batch < 0:
        return None
    mean, weights = sgd_moments.unrolled(start, eta, eigenvalue, int(steps.numerator))
    noise = sum((a * w) ** 2 for w in weights) + b**2
    return (a * mean) ** 2 + noise * eigenvalue / batch


def _of_sgd_in_powers(start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any) -> Any:
    """Return E delta_k^2 of SGD by a power of the step that moments make."""
    return _of_sgd_mix_in_powers(1, 0, start, eigenvalue, batch, eta, steps)


def _of_sgd_mix_in_powers(
    a: Any, b: Any, start: Any, eigenvalue: Any, batch: Any, eta: Any, steps: Any
) -> Any:
    """Return E (a delta_k + b xi_k)^2 of SGD: a last step, of another kind, after a power of one.

    Raises:
        Undecided: there are more steps than `MANY`.
    """
    if not (isinstance(steps, fmpq) and steps.denominator == 1 and steps >= 0):
        return None
    if batch == 0 or eigenvalue / batch < 0:
        return None
    if steps > MANY:
        raise Undecided(f"{steps} steps of SGD")
    number = fmpq if steps <= sign_chain.MAX_STEPS else arb
    variance = eigenvalue / batch
    step, last = (
        sgd_moments.Step(factor**2 * number(1), weight**2 * variance * number(1))
        for factor, weight in ((1 - eta * eigenvalue, eta), (number(1) * a, number(1) * b))
    )
    return last.after(sgd_moments.repeated(step, int(steps.numerator))).of(start * start)


def _formula(program: Any, parameters: tuple[Any, ...]) -> Formula:
    found = laws.least(program)
    return Formula(lambda *values: found.xreplace(dict(zip(parameters, values, strict=True))))


def _solved(program: Any, parameters: tuple[Any, ...]) -> Exact:
    """Return the least loss at rational parameters, 0 where nothing is feasible."""

    def evaluate(*values: fmpq) -> Fraction:
        at = {p: sp.Rational(v) for p, v in zip(parameters, values, strict=True)}
        rows = [
            [_affine(f.subs(at), program.free) for f in functions]
            for functions in (program.objectives, program.feasible)
        ]
        best = least_maximum(*rows)
        return Fraction(0) if best is None else best

    return Exact(evaluate)


def _critical(program: Any) -> Formula:
    found = kept_up_to(program, laws.b, (laws.s,))
    return Formula(lambda s: found.xreplace({laws.s: s}))


def _critical_solved(program: Any) -> Exact:
    """Return the largest b up to 1 at which some learning rate does as well as for b = 0."""

    def evaluate(s: fmpq) -> Fraction:
        at, unknowns = {laws.s: sp.Rational(str(s))}, (*program.free, laws.b)
        objectives, feasible = (
            [f.subs(at) for f in functions] for functions in (program.objectives, program.feasible)
        )
        start = {laws.b: sp.S.Zero}
        best = least_maximum(
            [_affine(f.subs(start), program.free) for f in objectives],
            [_affine(f.subs(start), program.free) for f in feasible],
        )
        limits = (*(f - sp.Rational(best) for f in objectives), *feasible, -laws.b, laws.b - 1)
        found = least_maximum([_affine(-laws.b, unknowns)], [_affine(f, unknowns) for f in limits])
        assert found is not None  # b = 0 is possible
        return -found

    return Exact(evaluate)


def _affine(function: Any, unknowns: tuple[Any, ...]) -> list[Fraction]:
    """Return the coefficients of an affine function and its constant."""
    polynomial = sp.Poly(function, *unknowns)
    coefficients = [polynomial.coeff_monomial(u) for u in (*unknowns, 1)]
    return [as_fraction(c) for c in coefficients]


def _at_best(program: Program, parameters: tuple[Any, ...]) -> Callable[..., OnTheWay]:
    """Return what gives what a least loss is made of: powers of D at the best learning rate."""

    def rows(*values: Fraction) -> OnTheWay:
        at = {p: sp.Rational(v) for p, v in zip(parameters, values, strict=True)}
        best = best_choice(program, at)
        if best is None:
            return
        known = {**at, **dict.fromkeys(program.free, best)}
        limited = [side for one in program.constraints for side in sides_of(one)]
        for shown in (laws.eta, *limited, *sp.Add.make_args(program.loss)):
            if not shown.is_number:
                order = exponent(shown, program.scales).subs(known)
                yield shown, sp.Eq(laws.b, at[laws.b], evaluate=False), f"D^({order})"

    return rows


MEANINGS = {
    notation.MOMENT: (Exact(_in_balls), Approximate(_on_a_window)),
    notation.AWAY: (Exact(_stays_away, probability=True), Approximate(_stays_away_on_a_window)),
    notation.BURN_IN: (Exact(_burns_in, probability=True), Approximate(_burns_in_on_a_window)),
    notation.BURN_IN_SQUARE: (Exact(_square_at), Approximate(_square_at_on_a_window)),
    notation.SQUARE_GIVEN: (Exact(_square_given), Approximate(_square_given_on_a_window)),
    notation.ESCAPE: (Exact(_escapes, probability=True), Approximate(_escapes_on_a_window)),
    notation.SGD: (Exact(_of_sgd), Exact(_of_sgd_in_powers)),
    notation.SGD_MIX: (Exact(_of_sgd_mix), Exact(_of_sgd_mix_in_powers)),
    sums.DECAY_SUM: (Exact(_decay),),
    sums.NOISE_SUM: (Exact(_noise),),
    **{
        head: (_formula(program, parameters), _solved(program, parameters))
        for head, program, parameters in laws.OPTIMA
    },
    **{head: (_critical(program), _critical_solved(program)) for head, program in laws.CRITICAL},
}
ON_THE_WAY = {
    head: _at_best(program, parameters)
    for head, program, parameters in (laws.SIGN_DATA, laws.SGD_DATA)
}
PLAIN = {
    notation.MOMENT: plain.second_moment,
    notation.SGD: plain.sgd_moment,
    notation.AWAY: plain.stays_away,
    notation.E_SGN: plain.best_of_sign_descent,
    notation.E_SGD: plain.best_of_gradient_descent,
    notation.B_SGN: plain.critical_size_of_sign_descent,
    notation.B_SGD: plain.critical_size_of_gradient_descent,
}
