"""Orders of magnitude: the ratio of both sides along the rays of a regime.

The regime is a cone in the exponents of the variables. Its extreme rays and their sum are
computed from the regime's inequalities; along each of them the ratio is enclosed at growing
scales. A bounded, flat ratio on every ray supports the claim; a drifting one leaves it open, with
its slope: finitely many points never refute "there is a constant".
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import log10
from typing import Any

import sympy as sp
from flint import arb

from reports.results import Evidence, Outcome, Tier
from theory.claim import SameOrder
from verify.meanings import primary
from verify.task import Task
from verify.truth import Undecided, Undefined, enclose

NAME = "orders"
TIER = Tier.SEARCH
DECADES = (1, 2, 3, 4, 5, 6)
FLAT = 0.01  # change of log10(ratio) per decade, over the last three decades


def run(task: Task) -> Evidence:
    """Follow the ratio along every extreme ray, for all tried values of the constants."""
    statement = task.statement
    if not isinstance(statement, SameOrder):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    rays = extreme_rays(statement)
    if not rays:
        return Evidence(NAME, Outcome.UNKNOWN, TIER, detail="the regime has no ray")
    reading = primary(task.meanings)
    worst, where, count = 0.0, "", 0
    for values in product(*statement.constants.values()):
        constants = dict(zip(statement.constants, map(_fraction, values), strict=True))
        for ray in rays:
            try:
                levels = [
                    _log_ratio(statement, constants, ray, decade, reading) for decade in DECADES
                ]
            except (Undefined, Undecided) as reason:
                return Evidence(NAME, Outcome.UNKNOWN, TIER, detail=f"ray {ray}: {reason}")
            count += len(levels)
            drift = (levels[-1] - levels[-4]) / 3
            bad = {"same": abs(drift), "at most": drift, "at least": -drift}[statement.relation]
            if bad > worst:
                worst, where = bad, f"ray {dict(zip(statement.variables, ray, strict=True))}"
    outcome = Outcome.HOLDS if worst <= FLAT else Outcome.UNKNOWN
    detail = f"the ratio drifts by at most {worst:.3g} decades per decade {where}".rstrip()
    return Evidence(
        NAME, outcome, TIER, restrictions=(f"{len(rays)} rays to scale 1e{DECADES[-1]}",),
        witness={}, detail=detail, size=count,
    )  # fmt: skip


def extreme_rays(statement: SameOrder) -> list[tuple[Fraction, ...]]:
    """Return the extreme rays of the regime in exponents, and their sum.

    A variable grows like scale**e with e >= 0, and each monomial inequality of the regime is a
    linear inequality of the exponents.

    Raises:
        ValueError: an inequality of the regime is not between monomials of the variables.
    """
    size = len(statement.variables)
    rows = [sp.Matrix([[-int(i == j) for j in range(size)]]) for i in range(size)]
    for inequality in statement.regime:
        smaller, larger = inequality.lhs, inequality.rhs
        if isinstance(inequality, (sp.Ge, sp.Gt)):
            smaller, larger = larger, smaller
        ratio = sp.powsimp(smaller / larger)
        powers = [sp.simplify(v * sp.diff(ratio, v) / ratio) for v in statement.variables]
        if not all(p.is_Rational for p in powers):
            raise ValueError(f"{inequality} is not between monomials of {statement.variables}")
        rows.append(sp.Matrix([powers]))
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
    return [tuple(_fraction(entry) for entry in ray) for ray in rays]


def _log_ratio(
    statement: SameOrder, constants: dict[Any, Fraction], ray: Any, decade: int, reading: Any
) -> float:
    scales = {
        v: sp.Integer(10) ** (decade * sp.Rational(e.numerator, e.denominator))
        for v, e in zip(statement.variables, ray, strict=True)
    }
    ratio = (statement.left / statement.right).subs(scales, simultaneous=True)
    value = arb(enclose(ratio, constants, reading))
    if not value > 0:
        raise Undecided(f"the ratio is not positive at scale 1e{decade}")
    return log10(float(value.mid()))


def _fraction(number: Any) -> Fraction:
    exact = sp.Rational(number)
    return Fraction(int(exact.p), int(exact.q))
