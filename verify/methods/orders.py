"""Orders of magnitude: the ratio of both sides along the rays of a regime, at its corners, exactly.

It decides statements that two quantities are of the same order, or one at most of the order of the
other, throughout a regime. The regime is a cone in the exponents of the variables. Its extreme rays
and their sum are computed from the regime's inequalities, its corners by trying small values.

    refuted     a ray on which the two sides have different rates, or a point of the regime at
                which one side is positive and the other is not (see `verify.truth.rays`)
    proved      c * right <= left <= C * right for constants that a hint names, by the exact
                methods
    supported   the ratio is flat over the last decades of every ray, for even and odd integers

This is sound because a ratio that is bounded from both sides has the same rate along every ray of
the regime, and rates are computed by rules that refuse where leading terms may cancel. Without a
point of the regime nothing is refuted and nothing is followed. A ratio that drifts without a rule
for its rate leaves the statement open, with the slope.

Example:

    >>> from theory.statements import SameOrder
    >>> from theory.language import reals
    >>> from verify.methods import METHODS
    >>> from verify.methods.task import Task
    >>> x = reals("x")
    >>> found = METHODS["orders"].apply(Task(SameOrder(1 + x, x, regime=(x >= 1,), variables=(x,))))
    >>> print(found.outcome, found.restrictions)
    holds ('1 rays to scale 1e6',)

Reference: G. H. Hardy, "Orders of infinity", Cambridge University Press 1910; D. Gruntz, "On
computing limits in a symbolic manipulation system", ETH Zurich 1996.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import sympy as sp
from flint import arb

from theory.binders import substitute
from theory.hints import Within
from theory.statements import SameOrder
from theory.values import Ray, as_fraction
from verify.claims.meanings import Interpretation, interpretations, primary
from verify.claims.witness import witness
from verify.evidence import Outcome, Tier
from verify.kernel.proofs import order_bounds
from verify.kernel.total import Outside
from verify.methods.base import Finding
from verify.methods.method import Method
from verify.methods.task import Task
from verify.truth import NoValue, Truth, Undecided, enclose, evaluate
from verify.truth.rays import NoRate, corners, objection, slopes

DECADES = (1, 2, 3, 4, 5, 6)
FLAT = 0.01  # change of log10(ratio) per decade, over the last three decades


def _decide_whole(task: Task) -> Finding:
    """Look for an objection, then for a proof, then follow the ratio along every ray."""
    statement = task.statement
    assert isinstance(statement, SameOrder), "it takes no other statements"
    cases = list(_cases(statement))
    return _refuted(task, cases) or _proved(task, statement) or _followed(task, statement, cases)


@dataclass(frozen=True)
class Constants:
    """Values of the constants that are tried, with the rays and the corners of the regime.

    Args:
        rays: one exponent for each variable.
        corners: points of the regime with small values of the variables, smallest first; they and
            the rays give values to the constants, too.
    """

    statement: SameOrder
    constants: dict[Any, Fraction]
    rays: list[tuple[Fraction, ...]]
    corners: list[dict[Any, Any]]

    def along(self, ray: tuple[Fraction, ...]) -> dict[Any, Any]:
        """Return a ray with the constants."""
        exponents = zip(self.statement.variables, map(Ray, ray), strict=True)
        return {**self.constants, **dict(exponents)}


def _cases(statement: SameOrder) -> Iterator[Constants]:
    """Yield a case for all values of the constants that the hypotheses allow."""
    for values in product(*statement.constants.values()):
        rationals = (as_fraction(sp.Rational(value)) for value in values)
        constants = dict(zip(statement.constants, rationals, strict=True))
        if all(evaluate(g, constants) is Truth.TRUE for g in statement.given):
            try:
                rays = extreme_rays(statement, constants)
            except NoRate:  # the regime is no cone in exponents; its points still count
                rays = []
            yield Constants(statement, constants, rays, list(corners(statement, constants)))


def _refuted(task: Task, cases: list[Constants]) -> Finding | None:
    both = interpretations(task.meanings)
    for case in cases:
        for values in (*map(case.along, case.rays), *case.corners):
            reasons = [objection(case.statement, values, interpretation) for interpretation in both]
            if all(reasons):
                where, detail = witness(values), str(reasons[0])
                return Finding(Outcome.FAILS, detail, witness=where, tier=Tier.EXACT)
    return None


def _proved(task: Task, statement: SameOrder) -> Finding | None:
    hint = task.hint
    if not isinstance(hint, Within):
        return None
    try:
        proofs = [task.prove(bound) for bound in order_bounds(statement, hint)]
    except Outside:
        return None
    found = [p for p in proofs if p is not None]
    if len(found) < len(proofs):
        return None
    return Finding(
        Outcome.HOLDS,
        f"the ratio lies between {hint.low} and {hint.high}",
        witness=found[0].witness,
        certificate={"kind": "order", "parts": [p.certificate for p in found]},
        tier=max((p.tier for p in found), key=lambda tier: tier.rank),
    )


def _followed(task: Task, statement: SameOrder, cases: list[Constants]) -> Finding:
    interpretation = primary(task.meanings)
    worst, where, count = 0.0, "", 0
    ray_count, base = 0, None
    if not cases:
        detail = "the hypotheses allow none of the values that are tried for the constants"
        return Finding(Outcome.UNKNOWN, detail)
    for case in cases:
        if not case.corners or not case.rays:
            return Finding(Outcome.UNKNOWN, "no ray from a small point")
        base, rays = case.corners[0], case.rays
        ray_count += len(rays)
        for ray, parity in product(rays, _parities(statement)):
            try:
                levels = [
                    _log_ratio(statement, base, ray, decade, parity, interpretation)
                    for decade in DECADES
                ]
            except NoValue as reason:
                return Finding(Outcome.UNKNOWN, f"ray {ray}: {reason}")
            count += len(levels)
            drift = (levels[-1] - levels[-4]) / 3
            bad = {"same": abs(drift), "at most": drift, "at least": -drift}[statement.relation]
            if bad > worst:
                worst, where = bad, f"ray {dict(zip(statement.variables, ray, strict=True))}"
    return Finding(
        Outcome.HOLDS if worst <= FLAT else Outcome.UNKNOWN,
        f"the ratio drifts by at most {worst:.3g} decades per decade {where}".rstrip(),
        witness=witness(base or {}),
        restrictions=(f"{ray_count} rays to scale 1e{DECADES[-1]}",),
        size=count,
    )


def _parities(statement: SameOrder) -> tuple[int | None, ...]:
    return (0, 1) if any(v.is_integer for v in statement.variables) else (None,)


def extreme_rays(
    statement: SameOrder, constants: Mapping[Any, Fraction]
) -> list[tuple[Fraction, ...]]:
    """Return the extreme rays of the regime in exponents, and their sum.

    A variable grows like scale**e with e >= 0, and each monomial inequality of the regime is a
    linear inequality of the exponents.

    Raises:
        NoRate: an inequality of the regime is not between monomials of the variables.
    """
    size = len(statement.variables)
    numbers = {c: sp.Rational(str(value)) for c, value in constants.items()}
    rows = [sp.Matrix([[-int(i == j) for j in range(size)]]) for i in range(size)]
    rows += [sp.Matrix([row]) for row in slopes(statement, numbers)]
    rays: list[Any] = []
    for chosen in combinations(rows, size - 1):
        kernel = sp.Matrix.vstack(*chosen).nullspace() if chosen else [sp.Matrix([1])]
        if len(kernel) != 1:
            continue
        for ray in (kernel[0], -kernel[0]):
            if all((row * ray)[0] <= 0 for row in rows):
                scaled = ray / max(abs(entry) for entry in ray)
                if list(scaled) not in rays:
                    rays.append(list(scaled))
    if len(rays) > 1:
        total = [sum(entries) for entries in zip(*rays, strict=True)]
        rays.append([entry / max(total) for entry in total])
    return [tuple(as_fraction(entry) for entry in ray) for ray in rays]


def _log_ratio(
    statement: SameOrder,
    base: dict[Any, Any],
    ray: Any,
    decade: int,
    parity: int | None,
    interpretation: Interpretation,
) -> float:
    point = dict(base)
    for variable, exponent in zip(statement.variables, ray, strict=True):
        value = sp.Rational(str(base[variable])) * sp.Integer(10) ** (
            decade * sp.Rational(str(exponent))
        )
        if variable.is_integer:
            value = sp.Integer(max(2 * int(value / 2) + (parity or 0), 1))
        point[variable] = value
    values = {s: sp.sympify(v) for s, v in point.items()}
    rounded = any(v.is_integer for v in statement.variables)
    if rounded and not all(_is_met(substitute(b, values)) for b in statement.regime):
        raise Undecided(f"no whole numbers of the regime were found at scale 1e{decade}")
    left, right = (
        arb(enclose(substitute(side, values), {}, interpretation))
        for side in (statement.left, statement.right)
    )
    ratio = left / right
    if not ratio > 0:
        raise Undecided(f"the ratio is not positive at scale 1e{decade}")
    return float((ratio.log() / arb(10).log()).mid())


def _is_met(bound: Any) -> bool:
    return evaluate(bound, {}) in (Truth.TRUE, Truth.AGREES)


METHOD = Method(
    name="orders",
    tier=Tier.SEARCH,
    handles="Statements that two quantities are of the same order throughout a regime.",
    decide=_decide_whole,
    cost=70,
    takes=(SameOrder,),
    refutes=20,
    needs_proofs=True,
)
