"""The conclusion of an argument, and whether that is a printed clause or denies one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory import arguments as data
from theory.definedness import connected
from theory.orders import Magnitude, Order
from theory.quantifiers import Every, Some, denied
from verify.kernel.arguments import logic, means, orders
from verify.kernel.arguments.facts import Fact, Reader, Stated, check_fact, made
from verify.kernel.conditions import conjuncts, gt, same, unbound_in, without
from verify.kernel.questions import RejectedArgument, Solver
from verify.kernel.total import kind

RULES: Mapping[Any, Any] = {
    data.Met: logic.met,
    data.Assume: logic.assume,
    data.Put: logic.put,
    data.Solve: logic.solve_,
    data.Rewrite: logic.rewrite,
    data.Cut: logic.cut,
    data.Choose: logic.choose,
    data.Give: logic.give,
    data.Generalise: logic.generalise,
    data.Specialise: logic.specialise,
    data.Induct: logic.induct,
    data.Average: means.average,
    data.Expect: means.expect,
    data.AddUp: means.add_up,
    data.Integrate: means.integrate_,
    data.Split: means.split,
    data.LastTerm: means.last_term,
    data.Reindex: means.reindex,
    data.Between: orders.between,
    data.Open: orders.open_,
    data.Hide: orders.hide,
}

Reads = Callable[[data.Argument], Fact]


def conclusion(argument: data.Argument, leaves: Mapping[Any, Stated], solver: Solver) -> Fact:
    """Return what an argument shows, if each of its leaves holds.

    Raises:
        RejectedArgument: a step does not follow, or a leaf is missing.
        Disagreement: two solvers contradict each other.
    """
    return _reader(frozenset(leaves.items()), solver).fact(argument)


@lru_cache(maxsize=2**4)  # the readings of a clause have most arguments in common
def _reader(leaves: frozenset[tuple[Any, Stated]], solver: Solver) -> Reader:
    return Reader(dict(leaves), solver, RULES)


def establishes(fact: Fact, given: Iterable[Any], says: Any) -> None:
    """Check that a fact is a printed clause, under no more than the printed hypotheses.

    An order may be shown uniformly in more.

    Raises:
        RejectedArgument: it is not.
    """
    check_fact(fact)
    shown = fact.says
    if isinstance(shown, Order) and isinstance(says, Order) and shown.over >= says.over:
        shown = shown.uniform_in(says.over)  # its constants depend on less
    if not same(shown, says):
        raise RejectedArgument(f"it concludes {fact.says}, not {says}")
    if more := without(fact.given, given):
        raise RejectedArgument(f"it also assumes {more[0]}")
    printed = conjuncts(given)
    chosen = any(isinstance(g, Magnitude) and g.chosen for g in printed)
    if chosen and (fewer := without(printed, fact.given)):  # nothing may satisfy it, too
        raise RejectedArgument(f"a constant that serves is not shown to do so with {fewer[0]}")


def shows_inhabited(
    argument: data.Argument, fact: Fact, given: Iterable[Any], shown: Reads
) -> bool:
    """Return whether an argument also shows that something satisfies printed hypotheses.

    `Met` says so by an argument of its own. `Hide` gives a point at which all hypotheses of its
    conclusion hold; it shows nothing of those that are printed beside them.

    Args:
        argument: the whole argument.
        fact: what it concludes.
        given: the printed hypotheses.
        shown: returns what an argument shows.

    Raises:
        RejectedArgument: that is what it should show, and it does not.
    """
    if isinstance(argument, data.Met):
        _, there = _of_some(_whatever_holds(shown(argument.point)))
        _check_said(given, (there,))
        return True
    return isinstance(argument, data.Hide) and not without(conjuncts(given), fact.given)


def shows_empty(argument: data.Contradictory, given: Iterable[Any], shown: Reads) -> Fact:
    """Return what two arguments conclude that deny each other, under printed hypotheses alone.

    Whatever satisfied these would satisfy both conclusions.

    Raises:
        RejectedArgument: they do not deny each other, or assume more.
    """
    one, other = shown(argument.of), shown(argument.other)
    for fact in (one, other):
        if isinstance(fact.says, Order) or any(isinstance(g, Magnitude) for g in fact.given):
            raise RejectedArgument(f"what {fact.says} assumes and says are no conditions")
        establishes(fact, given, fact.says)
    if not same(denied(one.says), other.says):
        raise RejectedArgument(f"{one.says} is not denied by {other.says}")
    return made((*one.given, *other.given), connected(And, (one.says, other.says)), one, other)


def refutes(fact: Fact, given: Iterable[Any], says: Any) -> None:
    """Check that a fact gives values that satisfy printed hypotheses and break the conclusion.

    It says so of the symbols of the statement by their names, in whatever order. Of an order it
    says that for every positive constant there are such values; on the constant depends nothing on
    which those of the order may depend. A constant that is larger than those of an order and of its
    Theta, and than what they divide by, breaks it with these, too.

    Raises:
        RejectedArgument: it does not.
    """
    hypotheses, (_, there) = conjuncts(given), _of_some(_whatever_holds(fact))
    if isinstance(says, Order):
        there, broken = _whatever_the_constant(there, hypotheses, says)
        here = conjuncts((there,))
        hypotheses = [_sized(h, here) if isinstance(h, Magnitude) else h for h in hypotheses]
        denial = min(broken, key=lambda b: len(without(conjuncts((b,)), here)))
    else:
        denial = denied(says)
    _check_said((*hypotheses, denial), (there, fact.says))


def _whatever_holds(fact: Fact) -> Any:
    """Return the conclusion of a fact, which must assume nothing."""
    check_fact(fact)
    if fact.given:
        raise RejectedArgument(f"it assumes {fact.given[0]}")
    return fact.says


def _check_said(conditions: Iterable[Any], said: Iterable[Any]) -> None:
    """Check that conditions are among what is said."""
    if lacking := without(conjuncts(conditions), said):
        raise RejectedArgument(f"it does not say that {lacking[0]}")


def _of_some(says: Any) -> tuple[set[Any], Any]:
    """Return what is said of some values, and of which symbols."""
    symbols = set()
    while isinstance(says, Some):
        symbols.add(says.args[0])
        says = says.body
    return symbols, says


def _whatever_the_constant(there: Any, given: list[Any], order: Order) -> tuple[Any, list[Any]]:
    """Return what is said of some values for every constant, and what breaks the order with it."""
    if not (isinstance(there, Every) and isinstance(there.body, Implies)):
        raise RejectedArgument("it does not say so for every constant")
    constant, (positive, says) = there.args[0], there.body.args
    symbols, says = _of_some(says)
    of_statement = unbound_in((*given, order))
    if kind(constant) != "real" or not same(positive, gt(constant, 0)):
        raise RejectedArgument(f"{constant} is not any positive number")
    if constant in of_statement | symbols or symbols & (of_statement - order.over):
        raise RejectedArgument("what the constants may depend on is chosen after them")
    try:
        return says, order.broken(constant)
    except ValueError as reason:
        raise RejectedArgument(str(reason)) from None


def _sized(size: Magnitude, here: list[Any]) -> Any:
    """Return a hypothesis on a size with the positive number that is said to be its constant."""
    numbers = {n for c in here for n in c.args if isinstance(n, sp.Rational) and n > 0}
    bounds = [bound for bound in map(size.bound, numbers) if not without((bound,), here)]
    if size.chosen or not bounds:
        raise RejectedArgument(f"with which constant is it that {size}?")
    return bounds[0]
