"""What a report draws of a counterexample, as data: cuts through the witness, ratios along a ray.

    sides   both sides of the broken relation along one symbol, all others as in the witness
    ratio   the logarithm of left / right against the logarithm of the scale along a ray

Witnesses that are functions or sequences need no data here, they are drawn from their entries.
All abscissae are exact rationals, so that every sampled point could be a witness itself. What is
undefined or undecided is a gap (`None`). The work is bounded by counts and never by time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy as sp
from flint import arb, fmpq
from msgspec import structs
from sympy.core.function import AppliedUndef

from reports.curves import Cut, Functions, Heights, LargestViolation, Plot, Ratio, Sides, State
from theory.claim import Claim
from theory.statements import ForAll, SameOrder, Statement
from theory.values import PiecewiseLinear, Ray, as_fraction
from verify.claims.catalogue import attack_table
from verify.claims.meanings import Interpretation, interpretations
from verify.claims.statements import meanings
from verify.claims.witness import (
    decode_value,
    encode_value,
    instance_of,
    point_of,
    values_in,
    witness,
)
from verify.display.broken import SIGNS, broken_relation
from verify.display.compared import compared_along
from verify.display.text import text
from verify.errors import FROM_A_PAPER
from verify.evidence import Key, PiecewiseLinearValue, Witness
from verify.judging.certificate import CertificateError, part_of
from verify.truth import NoValue, Truth, enclose, evaluate, truths_at, violation
from verify.truth.rays import objection

POINTS = 50  # per cut, and a few: round steps, the witness, the sides of jumps
COSTLY_POINTS = 26  # where a quantity is computed by a program, an integral or a long sum
SYMBOLS = 8  # more symbols than this are not looked at
HALVINGS = 3  # how closely the end of the failure is looked for before a cut is laid
TRIED = 3  # of more than two symbols, so many are tried for the one cut that is drawn
DIGITS = 6  # significant digits of what is drawn
DECADES = 8  # how far a ratio is followed along its ray
TELLING = 2  # how much larger than the witness the largest violation must be, to be shown
LARGE = 1e300  # numbers beyond are gaps
JUMP = 0.1  # of the height of a curve: smaller changes between two points are not looked into
LOOKED_INTO = 4  # large changes of a side, at most
SHARPER = 6  # halvings; a change that is half as large after them is a jump
INSIDE = 4  # a cut needs so many points that satisfy the hypotheses

Point = dict[Any, Any]
Drawn = Mapping[Any, Callable[..., tuple[str, PiecewiseLinear] | None]]  # by the head
SIDES = ("left", "right")
ORDERS = {"same": "≍", "at most": "≲", "at least": "≳"}


def plots(claim: Claim, certificates: Mapping[Key, Any]) -> dict[Key, Plot | None]:
    """Return what can be drawn of confirmed counterexamples of a claim, by the same keys."""
    found: dict[Key, Plot | None] = {}
    drawn = attack_table(claim.id, "DRAWN") if certificates else {}
    for key, certificate in certificates.items():
        try:
            part = part_of(certificate, claim)
        except CertificateError:  # the claim has changed since
            found[key] = None
            continue
        statement = part.statement
        known = interpretations(meanings(claim, statement))
        values, instance = values_in(certificate["witness"]), certificate["instance"]
        shown = plot(statement, values, instance, known)
        shown = shown or _of_heads(statement, values, instance, drawn)
        found[key] = shown or compared_along(claim, part)
    return found


def plot(
    statement: Statement,
    values: Witness,
    instance: Mapping[str, str],
    interpretations: Sequence[Interpretation],
) -> Plot | None:
    """Return what can be drawn of a confirmed counterexample.

    Args:
        statement: what the counterexample refutes.
        values: the witness.
        instance: the values of the indices there.
        interpretations: all in which the counterexample was confirmed; the last is drawn.

    Returns:
        `None` if there is nothing to draw; never raises.
    """
    try:
        if isinstance(statement, SameOrder):
            return _of_order(statement, values, interpretations)
        if isinstance(statement, ForAll):
            if not values:
                return _of_printed_numbers(statement, interpretations)
            return _of_relation(statement, values, instance, interpretations)
    except FROM_A_PAPER:  # its heads may not expect every number, and a verdict needs no picture
        return None
    return None


def _of_printed_numbers(
    statement: ForAll, interpretations: Sequence[Interpretation]
) -> Sides | None:
    """Return both sides along one of several printed numbers.

    Nothing is printed of other numbers: one alone is no line, and none of them fails most.
    """
    numbers = {
        name: as_fraction(value) for name, value in statement.where.items() if value.is_Rational
    }
    if len(numbers) < 2:
        return None
    others = {name: value for name, value in statement.where.items() if name not in numbers}
    positive = (name > 0 for name, value in numbers.items() if value > 0)
    about_any = replace(statement, where=others, given=(*statement.given, *positive))
    found = _of_relation(about_any, witness(numbers), {}, interpretations)
    return None if found is None else structs.replace(found, largest=None)


def _of_heads(
    statement: Statement, values: Witness, instance: Mapping[str, str], drawn: Drawn
) -> Functions | None:
    """Return the functions that a conclusion speaks of by its heads, `None` if there are none.

    Args:
        statement, values, instance: what is refuted, and where.
        drawn: what makes a function, with its name, of the values of a head's arguments.
    """
    if not drawn or not isinstance(statement, ForAll):
        return None
    found: dict[str, PiecewiseLinearValue] = {}
    try:
        expanded = instance_of(statement, dict(instance))
        point = point_of(expanded, values)
        heads = expanded.unfold(expanded.says).atoms(AppliedUndef)
        for head in sorted((one for one in heads if one.func in drawn), key=text):
            made = drawn[head.func](*(point.get(a, a) for a in head.args))
            if made is not None:
                value = encode_value(made[1])
                assert isinstance(value, PiecewiseLinearValue)
                found[made[0]] = value
    except FROM_A_PAPER:  # a verdict needs no picture
        return None
    return Functions(found) if found else None


# -- what is drawn ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Scene:
    """Two sides around a witness.

    Args:
        left, right, sign: the relation.
        symbols: the scalar symbols along which the witness may be moved.
        state: says of a point "fails", "holds", "outside" (of the hypotheses) or "undecided", in
            an interpretation.
        costly: points are dear.
    """

    left: Any
    right: Any
    sign: str
    symbols: tuple[Any, ...]
    point: Point
    state: Callable[[Point, Interpretation], State]
    interpretations: Sequence[Interpretation]
    costly: bool

    @property
    def interpretation(self) -> Interpretation:
        """The interpretation that is drawn."""
        return self.interpretations[-1]

    def state_at(self, point: Point) -> State:
        """Return the state of a point in the interpretation that is drawn."""
        try:
            return self.state(point, self.interpretation)
        except FROM_A_PAPER:  # a head's program may not expect every number
            return "undecided"

    def sides_at(self, point: Point, state: str) -> tuple[Any, Any]:
        """Return both sides; programs are asked only where the hypotheses hold."""
        if self.costly and state not in ("fails", "holds"):
            return None, None
        left, right = (
            _enclosed(side, point, self.interpretation) for side in (self.left, self.right)
        )
        return left, right

    def moved(self, symbol: Any, value: Fraction) -> Point:
        """Return the witness with another value of one symbol."""
        return {**self.point, symbol: value}


def _of_relation(
    statement: ForAll,
    values: Witness,
    instance: Mapping[str, str],
    interpretations: Sequence[Interpretation],
) -> Sides | None:
    expanded = instance_of(statement, dict(instance))
    point: Point = dict(point_of(expanded, values))
    relation = broken_relation(expanded.says, point, interpretations[-1])
    if relation is None:
        return None

    def state(point: Point, interpretation: Interpretation) -> State:
        truth_of = truths_at(point, interpretation)
        given = [truth_of(h) for h in expanded.given]
        if any(truth in (Truth.FALSE, Truth.UNDEFINED) for truth in given):
            return "outside"
        if any(truth is not Truth.TRUE for truth in given):
            return "undecided"
        return _STATES.get(truth_of(expanded.says), "undecided")

    left, right = relation.args
    scene = Scene(
        left,
        right,
        sign=SIGNS[type(relation)],
        symbols=_movable(relation, point),
        point=point,
        state=state,
        interpretations=interpretations,
        costly=_costly(expanded.says, *expanded.given),
    )
    about = "" if relation is expanded.says else text(relation)
    return _sides(scene, about)


_STATES: dict[Truth, State] = {Truth.FALSE: "fails", Truth.TRUE: "holds"}


def _movable(expression: Any, point: Point) -> tuple[Any, ...]:
    """Return the symbols of an expression that have a rational value."""
    free = sorted(expression.free_symbols, key=str)
    return tuple(s for s in free if isinstance(point.get(s), Fraction))


def _costly(*conditions: Any) -> bool:
    costly = (AppliedUndef, sp.Integral, sp.Sum, sp.Product)
    return any(condition.has(*costly) for condition in conditions)


def _of_order(
    statement: SameOrder, values: Witness, interpretations: Sequence[Interpretation]
) -> Plot | None:
    point: Point = {
        symbol: decode_value(values[str(symbol)])
        for symbol in (*statement.constants, *statement.variables)
    }
    if any(isinstance(value, Ray) for value in point.values()):
        return _ratio(statement, point, interpretations[-1])

    def state(point: Point, interpretation: Interpretation) -> State:
        if any(
            evaluate(bound, point, interpretation) is not Truth.TRUE for bound in statement.regime
        ):
            return "outside"
        return "holds" if objection(statement, point, interpretation) is None else "fails"

    left, right = statement.left, statement.right
    scene = Scene(
        left,
        right,
        sign=ORDERS[statement.relation],
        symbols=tuple(s for s in _movable(left + right, point) if s in statement.variables),
        point=point,
        state=state,
        interpretations=interpretations,
        costly=_costly(left, right),
    )
    return _sides(scene, "")


# -- a ratio along a ray ----------------------------------------------------------------------


def _ratio(statement: SameOrder, point: Point, interpretation: Interpretation) -> Ratio | None:
    """Follow left / right along a ray, at whole decades of the scale, or half ones between reals.

    The constants are as in the witness.
    """
    powers = {v: sp.Rational(str(point[v].exponent)) for v in statement.variables}
    constants = {c: sp.Rational(str(point[c])) for c in statement.constants}
    quotient = (statement.left / statement.right).subs(constants)
    parts = 1 if any(v.is_integer for v in powers) else 2
    decades = [sp.Rational(n, parts) for n in range(DECADES * parts + 1)]
    ratios = []
    for decade in decades:
        scaled = {v: sp.Integer(10) ** (decade * p) for v, p in powers.items()}
        value = _enclosed(quotient.subs(scaled, simultaneous=True), {}, interpretation)
        positive = value is not None and bool(value > 0)
        ratios.append(_drawn(arb(value).log() / arb(10).log()) if positive else None)
    if sum(r is not None for r in ratios) < INSIDE:
        return None
    return Ratio(
        relation=ORDERS[statement.relation],
        ray={str(v): str(point[v].exponent) for v in statement.variables},
        scale=tuple(float(decade) for decade in decades),
        ratio=tuple(ratios),
    )


# -- cuts through the witness -----------------------------------------------------------------


@dataclass(frozen=True)
class Sample:
    """One point of a cut: its abscissa, both sides (`None` is a gap), and its state."""

    at: Fraction
    left: Any
    right: Any
    state: State


def _sides(scene: Scene, about: str) -> Sides | None:
    """Cut along every symbol if there are one or two, along the most telling one if there are more.

    The most telling cut shows where the failure ends, or else it has the most room.
    """
    reaches = {symbol: _reach(scene, symbol) for symbol in scene.symbols[:SYMBOLS]}
    few = len(scene.symbols) <= 2
    order = list(reaches)
    if not few:
        order = sorted(order, key=lambda s: (not reaches[s].ends, -reaches[s].inside))[:TRIED]
    cuts: dict[Any, list[Sample]] = {}
    for symbol in order:
        samples = _samples(scene, symbol, reaches[symbol])
        if _worth_drawing(scene, samples, 1 if about else 2):
            cuts[symbol] = samples
            if not few:
                break
    if not cuts:
        return None
    return Sides(
        relation=scene.sign,
        about=about,
        cuts=tuple(_cut(scene, symbol, samples) for symbol, samples in cuts.items()),
        largest=_largest(scene, cuts),
    )


@dataclass(frozen=True)
class Reach:
    """How far a cut goes, and what the steps that found it met.

    Args:
        low, high: ends of the interval.
        ends: the conclusion holds somewhere.
        inside: how many steps satisfied the hypotheses.
    """

    low: Fraction
    high: Fraction
    ends: bool
    inside: int


def _reach(scene: Scene, symbol: Any) -> Reach:
    """Go away from the witness in growing steps until something changes, and a bit farther."""
    start, whole = scene.point[symbol], bool(symbol.is_integer)
    far = max(abs(start), Fraction(8 if whole else 1))
    extent: list[Fraction] = []
    states: list[str] = []
    for sign in (-1, 1):
        reached, before = far, Fraction(0)
        for step in _steps(start, far, whole, 4 if scene.costly else 2):
            states.append(scene.state_at(scene.moved(symbol, start + sign * step)))
            if states[-1] != "fails":
                edge = step if whole else _edge(scene, symbol, sign, before, step)
                margin = Fraction(9, 8) if states[-1] == "outside" else Fraction(3, 2)
                reached = max(edge * margin, (abs(start) or Fraction(1)) / 16)
                break
            before = step
        extent.append(reached)
    inside = sum(state in ("fails", "holds") for state in states)
    if not inside:  # the hypotheses pin the symbol
        extent = [far, far]
    return Reach(start - extent[0], start + extent[1], "holds" in states, inside)


def _edge(scene: Scene, symbol: Any, sign: int, near: Fraction, beyond: Fraction) -> Fraction:
    """Return a distance a little beyond the one at which the statement stops failing."""
    for _ in range(HALVINGS):
        middle = (near + beyond) / 2
        fails = scene.state_at(scene.moved(symbol, scene.point[symbol] + sign * middle)) == "fails"
        near, beyond = (middle, beyond) if fails else (near, middle)
    return beyond


def _steps(start: Fraction, far: Fraction, whole: bool, factor: int) -> Iterator[Fraction]:
    """Yield growing distances up to `far`: from a fraction of `start`, or of 1 if that is 0."""
    step = Fraction(1) if whole else (min(abs(start), Fraction(1, 2)) or Fraction(1)) / 32
    for _ in range(20):
        yield min(step, far)
        if step >= far:
            return
        step *= factor


def _samples(scene: Scene, symbol: Any, reach: Reach) -> list[Sample]:
    """Evaluate both sides at round abscissae and at the witness."""
    start, wanted = scene.point[symbol], COSTLY_POINTS if scene.costly else POINTS
    step = _round_step((reach.high - reach.low) / wanted)
    if symbol.is_integer:
        step = Fraction(max(1, math.ceil(step)))
    first, last = math.floor(reach.low / step), math.ceil(reach.high / step)
    grid = sorted({start, *(step * k for k in range(first, last + 1))})
    found = [_sample(scene, symbol, at) for at in grid]
    return found if symbol.is_integer else _with_jumps(scene, symbol, found)


def _sample(scene: Scene, symbol: Any, at: Fraction) -> Sample:
    point = scene.moved(symbol, at)
    state = scene.state_at(point)
    return Sample(at, *scene.sides_at(point, state), state)


def _with_jumps(scene: Scene, symbol: Any, samples: list[Sample]) -> list[Sample]:
    """Put a gap where a side jumps."""
    found = {sample.at: sample for sample in samples}
    for side in SIDES:
        height = _rise(side, *samples)
        large = [pair for pair in pairwise(samples) if _rise(side, *pair) > JUMP * height]
        for low, high in large[:LOOKED_INTO]:
            found |= {sample.at: sample for sample in _jump(scene, symbol, side, low, high)}
    return [found[at] for at in sorted(found)]


def _jump(scene: Scene, symbol: Any, side: str, low: Sample, high: Sample) -> list[Sample]:
    """Return points around a gap if most of a side's change survives halving its interval."""
    ends, change = (low, high), _rise(side, low, high)
    for _ in range(SHARPER):
        middle = _sample(scene, symbol, (low.at + high.at) / 2)
        first = _rise(side, low, middle) >= _rise(side, middle, high)
        low, high = (low, middle) if first else (middle, high)
    if _rise(side, low, high) <= change / 2:
        return []
    gap = Sample((low.at + high.at) / 2, None, None, low.state)
    return [sample for sample in (low, gap, high) if sample not in ends]


def _rise(side: str, *samples: Sample) -> float:
    """Return the largest less the least value of a side, 0 where one is missing or too large."""
    values = [_drawn(getattr(sample, side)) for sample in samples]
    known = [value for value in values if value is not None]
    if len(samples) == 2 and len(known) < 2:
        return 0.0
    return max(known, default=0.0) - min(known, default=0.0)


def _round_step(least: Fraction) -> Fraction:
    """Return the least of 1, 2 and 5 times a power of ten that is not below `least`.

    >>> _round_step(Fraction(3, 100)), _round_step(Fraction(60))
    (Fraction(1, 20), Fraction(100, 1))
    """
    power = Fraction(10) ** (math.floor(math.log10(least)) - 1)
    return next(m * power for m in (1, 2, 5, 10, 20, 50, 100, 200) if m * power >= least)


def _worth_drawing(scene: Scene, samples: list[Sample], few: int) -> bool:
    """Return whether something changes along a cut, and enough of it satisfies the hypotheses.

    Hypotheses that pin the witness are no obstacle where there are at most `few` symbols.
    """
    inside = sum(s.state in ("fails", "holds") for s in samples)
    exact = _exactness(samples)
    drawn = {(_drawn(s.left, exact), _drawn(s.right, exact)) for s in samples}
    changes = sum(None not in pair for pair in drawn) > 1
    return changes and (inside >= INSIDE or len(scene.symbols) <= few)


def _exactness(samples: list[Sample]) -> float:
    """Return how well the sides of a cut must be known: to a fraction of its height."""
    sizes = (abs(float(arb(v).mid())) for s in samples for v in (s.left, s.right) if v is not None)
    return max((size for size in sizes if size < LARGE), default=0.0) / 50


def _cut(scene: Scene, symbol: Any, samples: list[Sample]) -> Cut:
    width = samples[-1].at - samples[0].at
    largest = max(abs(samples[0].at), abs(samples[-1].at))
    digits = DIGITS + max(0, math.floor(math.log10(largest / width)))
    exact = _exactness(samples)
    left, right = (tuple(_drawn(getattr(s, side), exact) for s in samples) for side in SIDES)
    return Cut(
        symbol=str(symbol),
        integer=bool(symbol.is_integer),
        at=tuple(float(f"{float(s.at):.{digits - 1}e}") + 0.0 for s in samples),
        left=left,
        right=right,
        difference=_difference(samples) if _look_alike(left, right) else None,
        state=tuple(s.state for s in samples),
        witness=[s.at for s in samples].index(scene.point[symbol]),
    )


def _look_alike(left: Heights, right: Heights) -> bool:
    """Return whether the two sides differ by too little to be told apart in a picture."""
    pairs = [(a, b) for a, b in zip(left, right, strict=True) if a is not None and b is not None]
    values = [v for pair in pairs for v in pair]
    apart = max((abs(a - b) for a, b in pairs), default=0.0)
    return apart <= 0.01 * (max(values, default=0.0) - min(values, default=0.0))


def _difference(samples: list[Sample]) -> Heights:
    gaps = [None in (s.left, s.right) for s in samples]
    pairs = zip(samples, gaps, strict=True)
    return tuple(None if gap else _drawn(s.left - s.right) for s, gap in pairs)


# -- the largest violation --------------------------------------------------------------------


def _largest(scene: Scene, cuts: Mapping[Any, list[Sample]]) -> LargestViolation | None:
    """Return the sampled point that breaks the relation most, if that says more than the witness.

    Where both sides have the signs that they have at the witness, or are equal there.
    """
    symbol, samples = next(iter(cuts.items()))
    own = next(sample for sample in samples if sample.at == scene.point[symbol])
    least = relative(own.left, own.right)
    if least is None:
        return None
    found: list[tuple[float, int, Any, Sample]] = []
    for symbol, samples in cuts.items():
        for sample in samples:
            size = relative(sample.left, sample.right)
            alike = least == 0 or _signs(sample) == _signs(own)
            if sample.state == "fails" and size is not None and alike and size > TELLING * least:
                found.append((-size, len(found), symbol, sample))
    for size, _, symbol, sample in sorted(found, key=lambda entry: entry[:2])[:3]:
        point = scene.moved(symbol, sample.at)
        sides = violation(
            sp.Le(scene.left, scene.right, evaluate=False), point, scene.interpretation
        )
        if sides and all(
            scene.state(point, interpretation) == "fails"
            for interpretation in scene.interpretations
        ):
            scalars = {s: v for s, v in point.items() if not hasattr(v, "knots")}
            left, right = sides
            return LargestViolation(
                point=witness(scalars),
                sides=(left, right),
                relative=_drawn(arb(-size)),
                at_witness=_drawn(arb(least)),
            )
    return None


def relative(left: Any, right: Any) -> float | None:
    """Return how far apart two sides are: against the smaller one, or the larger if signs differ.

    >>> relative(fmpq(3), fmpq(2)), relative(fmpq(1), fmpq(-1)), relative(fmpq(1), fmpq(0))
    (0.5, 2.0, 1.0)
    """
    if left is None or right is None:
        return None
    gap, sizes = abs(arb(left) - arb(right)), [abs(arb(left)), abs(arb(right))]
    if gap == 0:
        return 0.0
    same_sign = bool(arb(left) * arb(right) > 0)
    pick = min if same_sign else max
    quotient = gap / pick(sizes, key=lambda size: float(size.mid()))
    return float(quotient.mid()) if quotient.is_finite() else None


def _signs(sample: Sample) -> tuple[int, int]:
    left, right = arb(sample.left), arb(sample.right)
    return (left > 0) - (left < 0), (right > 0) - (right < 0)


# -- numbers ----------------------------------------------------------------------------------


def _enclosed(expression: Any, point: Mapping[Any, Any], interpretation: Interpretation) -> Any:
    """Return the value of an expression, `None` where it is undefined, undecided or complex."""
    try:
        value = enclose(expression, point, interpretation)
    except (NoValue, FROM_A_PAPER):  # a head's program may not expect every number
        return None
    return value if isinstance(value, (fmpq, arb)) else None


def _drawn(value: fmpq | arb | None, exact: float = 0.0) -> float | None:
    """Return a number as it is drawn; a gap if it is too large or not known well enough.

    Args:
        value: a rational or a ball.
        exact: how large the radius of the ball may be; a four-digit number always is good enough.
    """
    if value is None:
        return None
    ball = arb(value)
    if not abs(ball) < LARGE:
        return None
    number = float(ball.mid())
    if float(ball.rad()) > max(exact, abs(number) * 1e-4):
        return None
    return float(f"{number:.{DIGITS - 1}e}") + 0.0
