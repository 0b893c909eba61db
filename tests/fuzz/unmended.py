"""The engine with one class of its errors back in it, to see whether generated statements find it.

Each entry of `UNMENDED` takes back, in a few lines, what makes one class of wrong verdicts
impossible; its docstring starts with the number of the class and says what is believed then. What
looks for proofs and what accepts them use the same functions, so that both are misled alike. Where
a second layer would still protect, the entry takes that back, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from typing import Any
from unittest import mock

import sympy as sp
from flint import acb

import verify.judging.assemble
import verify.variants.mutants
import verify.variants.repairs  # noqa: F401  (with these two the whole engine is loaded)
from property_tests.strategies import edge_cases, intervals
from theory import binders, definedness, well_formed
from theory.language import FunctionHypothesis, FunctionSymbol
from verify.kernel import cases, induction, points, proofs, smt, total
from verify.kernel.algebra import Algebra
from verify.methods import assumptions, base, search
from verify.truth import NoValue, Truth, functions, integrals, powers, rays
from verify.truth.points import finite

ENGINE = ("theory", "property_tests", "verify")


class Changes:
    """Replaces parts of the engine; closing the stack brings them back."""

    def __init__(self, stack: ExitStack) -> None:
        self.stack = stack

    def attribute(self, owner: Any, name: str, new: Any) -> None:
        """Replace an attribute of a module or a class.

        Raises:
            AttributeError: there is none of that name.
        """
        self.stack.enter_context(mock.patch.object(owner, name, new))

    def function(self, home: Any, name: str, new: Any) -> None:
        """Replace a function in its own module and in all that have imported it by name.

        Raises:
            AttributeError: its module has none of that name.
        """
        old = getattr(home, name)
        for module in engine():
            for known in [key for key, value in vars(module).items() if value is old]:
                self.attribute(module, known, new)


def engine() -> list[Any]:
    """Return all modules of the engine."""
    return [module for name, module in sys.modules.items() if name.split(".")[0] in ENGINE]


def forget() -> None:
    """Empty the caches of the engine."""
    for module in engine():
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@contextmanager
def unmended(name: str) -> Iterator[None]:
    """Let a class of errors back into the engine of this process.

    Args:
        name: one of the keys of `UNMENDED`.
    """
    with ExitStack() as stack:
        stack.callback(forget)
        UNMENDED[name](Changes(stack))
        forget()
        yield


# -- the classes ----------------------------------------------------------------------------------


def partial_terms(change: Changes) -> None:
    """1: every term has a value everywhere."""
    change.attribute(total, "defined", lambda term, sure: sp.true)


def predicates(change: Changes) -> None:
    """2: a property of a function is a premise, wherever it stands."""
    at, whole = total._at, total.total

    def assumed(condition: Any, wanted: bool, sure: bool) -> Any:
        if isinstance(condition, FunctionHypothesis):
            return sp.true if wanted else sp.false
        return at(condition, wanted, sure)

    def with_premises(statement: Any) -> Any:
        found = whole(statement)
        parts = (statement.says, *statement.given)
        premises = set().union(*(part.atoms(FunctionHypothesis) for part in parts))
        given = dict.fromkeys((*found.given, *sorted(premises, key=str)))
        return total.Total(found.symbols, tuple(given), found.says)

    change.attribute(total, "_at", assumed)
    change.function(total, "total", with_premises)


def undecided(change: Changes) -> None:
    """3: what is not decided, in a case or at a point, is true."""
    decides, every_point = cases.Case.decides, points.every_point

    def agreeing(statement: Any, interpretation: Any) -> Iterator[Any]:
        for point, truth in every_point(statement, interpretation):
            yield point, Truth.TRUE if truth in (Truth.UNKNOWN, Truth.AGREES) else truth

    change.attribute(cases.Case, "decides", lambda self, c: decides(self, c) is not False)
    change.function(points, "every_point", agreeing)


def singularities(change: Changes) -> None:
    """4: terms and integrands are smooth between two places, and what divides is nowhere zero."""
    known = Algebra.sign

    def sign(self: Any, term: Any) -> str | None:
        found = known(self, term)
        above = self._sum_sign(self.lowest(term).above) if found in (">=", "<=") else None
        return {">=": "+", "<=": "-"}[found] if above in ("+", "-") else found

    def at_zero(self: Any, term: Any, unknown: int) -> Any:
        above, below = (self._sum_at_zero(side, unknown) for side in (term.above, term.below))
        return self.multiply(above, self.inverse(below))

    change.attribute(Algebra, "smooth", lambda self, term: True)
    change.attribute(Algebra, "sign", sign)
    change.attribute(Algebra, "at_zero", at_zero)


def branch_cuts(change: Changes) -> None:
    """5: an integrand is holomorphic on every complex ball, and the real part is the integral."""

    def blind(self: Any, z: acb, analytic: bool) -> acb:
        try:
            return acb(self._value(z, True))
        except (NoValue, RecursionError):
            return integrals.NOTHING

    def on_complex(self: Any, value: acb) -> acb:
        return finite(getattr(value, self.name)())

    change.attribute(integrals.Integrand, "__call__", blind)
    change.attribute(functions.Elementary, "on_complex", on_complex)
    change.attribute(powers, "_complex_power", lambda base, exponent: finite(base.pow(exponent)))


def integer_steps(change: Changes) -> None:
    """6: an integer above a real number is a whole step above it."""
    known = cases._whole_edge

    def edge(algebra: Any, end: Any, strict: bool, low: bool) -> Any:
        beyond = algebra.add(end, algebra.constant(-1 if low else 1))
        return known(algebra, end, strict, low) or (end if strict else beyond)

    change.attribute(cases, "_whole_edge", edge)


def real_index(change: Changes) -> None:
    """6: what passes from k to k + 1 holds for every k, also for a real one."""
    change.attribute(induction, "kind", lambda symbol: "integer")


def kinds(change: Changes) -> None:
    """6: assumptions of symbols are dropped, also by the kernel; floats and one name for two."""

    def kind(symbol: Any) -> str:
        if isinstance(symbol, FunctionSymbol):
            return "function"
        return "integer" if symbol.is_integer else "real"

    change.attribute(well_formed, "_check_symbol", lambda symbol: None)
    change.attribute(well_formed, "_check_constant", lambda value: None)
    change.function(well_formed, "check_names", lambda parts, declared=(): None)
    change.function(total, "kind", kind)


def empty_regimes(change: Changes) -> None:
    """7: every regime has a point."""
    known = rays.corners

    def corners(statement: Any, constants: Any) -> Iterator[Any]:
        inhabited = False
        for corner in known(statement, constants):
            inhabited = True
            yield corner
        if not inhabited:
            yield {**constants, **dict.fromkeys(statement.variables, Fraction(1))}

    change.function(rays, "corners", corners)


def shrinking_rays(change: Changes) -> None:
    """7: quantities may shrink along a ray."""
    inside = rays.stays_inside
    change.function(rays, "stays_inside", lambda s, e, c: inside(s, tuple(map(abs, e)), c))


def random_points(change: Changes) -> None:
    """8: random points are telling enough, and they are drawn from the lower end on."""
    change.function(edge_cases, "edge_points", lambda statement, evaluator, limit: iter(()))
    change.attribute(intervals, "_step", lambda n, places: Fraction(abs(n) % places))


def instances(change: Changes) -> None:
    """9: what holds at the instances that were tried holds for every value of an index."""
    change.function(proofs, "left_out", lambda statement: ())


def capture(change: Changes) -> None:
    """10: no symbol is both free and bound, neither as written nor after a substitution."""
    change.function(well_formed, "check_names", lambda parts, declared=(): None)
    change.attribute(binders, "_fresh", lambda symbol, binder, values: symbol)


def antecedents(change: Changes) -> None:
    """11: what an implication assumes can be satisfied; provers look for no such point either."""
    for module in (assumptions, base, search):
        change.attribute(module, "assumed_in", lambda says: [])


def exponents(change: Changes) -> None:
    """14: powers come apart, and have the roots of it, whatever the sign of the base."""

    def split(self: Any, base: Any, exponent: Any) -> str:
        factors = []
        for coefficient, term in smt._exponent_terms(exponent):
            power = self.number(base) if term == 1 else self._unknown_power(base, term)
            if coefficient.q > 1:
                root = self._root(power, int(coefficient.q))
                raised = smt._product([root] * int(coefficient.q))
                self.sides.append(f"(and (>= {root} 0.0) (= {raised} {power}))")
            factors.append(self._rational_power(power, int(coefficient.p), int(coefficient.q)))
        return smt._product(factors)

    change.attribute(smt.Script, "_symbolic_power", split)


def written_form(change: Changes) -> None:
    """14: terms mean what sympy makes of them when an abbreviation or an index is put in."""
    known = definedness.rebuilt

    def rebuilt(kind: Any, args: Any, facts: Any = definedness.NOTHING) -> Any:
        return kind(*args) if issubclass(kind, sp.Expr) else known(kind, args, facts)

    change.function(definedness, "rebuilt", rebuilt)


UNMENDED: dict[str, Callable[[Changes], None]] = {
    entry.__name__.replace("_", "-"): entry
    for entry in (
        partial_terms,
        predicates,
        undecided,
        singularities,
        branch_cuts,
        integer_steps,
        real_index,
        kinds,
        empty_regimes,
        shrinking_rays,
        random_points,
        instances,
        capture,
        antecedents,
        exponents,
        written_form,
    )
}
