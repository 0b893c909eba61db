"""Mutants that follow from what is shown, so that they are no stronger than it.

    the same conclusion is shown elsewhere, under no more hypotheses
    a hypothesis that was dropped follows from the others, or the conclusion does where it fails,
        or it is about a symbol that nothing else is about, and some value of that satisfies it
    a function is said to have a property that follows from another one which it has
    an order holds with plain constants where a hypothesis fails that was dropped
    an order that is to be uniform in a symbol, too, which equations determine by those on which
        its constants may depend

A solver shows each of these; whether the statement holds is another matter. An order whose right
side was changed the way in which it is only more generous, but for constants (`bounded`), is no
mutant: nothing was strengthened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.binders import exchanged, substitute, unbound, with_limits
from theory.definedness import connected, rebuilt, requirements
from theory.language import RisesSmoothly, StrictlyIncreasing
from theory.orders import Large, Magnitude, Order, Theta
from theory.quantifiers import Every, Quantified, Some, denied
from theory.statements import ForAll, SameOrder, Statement
from verify.kernel.conditions import all_of, conjuncts, eq, ge, gt, le, lt, same, without
from verify.kernel.questions import RejectedArgument, Solver
from verify.kernel.smt import Disagreement
from verify.variants.bounded import Bounds
from verify.variants.paths import simplified

STEPS = 400_000  # units of z3 for each question
NUMBERS = tuple(map(sp.Integer, (0, 1, -1)))
DEEPEST = 2  # of the quantifiers that a number is put in
MOST_TERMS = 4  # of a sum that is written out
NEAR_0 = range(-3, 3)  # integers
FOLLOWS_FROM = {StrictlyIncreasing: RisesSmoothly}  # a property of a function from another one
SERVES = {True: sp.Integer(16), False: sp.Rational(1, 16)}  # what is large and small enough


def follows(mutant: States, statement: States) -> str | None:
    """Return why a mutant of a statement follows from it, `None` if that is not shown."""
    dropped = without(conjuncts(statement.given), mutant.given)
    if mutant.says == statement.says:
        alone = _without_need(mutant, dropped) or _in_two_cases(mutant, dropped)
        return alone or _at_another_value(mutant, statement, dropped)
    if dropped or not (isinstance(mutant.says, Order) and isinstance(statement.says, Order)):
        return None
    new, old = mutant.says, statement.says
    if new.sides == old.sides and new.relation == old.relation:
        return _determined(mutant, new.over - old.over, old)
    return None


def drops_what_follows(mutant: Statement, statement: Statement) -> bool:
    """Return whether all that was changed is that properties of functions go without saying.

    >>> from dataclasses import replace
    >>> from theory.language import Apply, function
    >>> f, x = function("f"), sp.Symbol("x", real=True)
    >>> given = (StrictlyIncreasing(f), RisesSmoothly(f))
    >>> one, fewer = (ForAll(Apply(f, x) < 1, given=g) for g in (given, given[1:]))
    >>> drops_what_follows(fewer, one), drops_what_follows(replace(fewer, given=given[:1]), one)
    (True, False)
    """
    if not _conclude_the_same(mutant, statement):
        return False
    known, printed = (frozenset(conjuncts(_given(one))) for one in (mutant, statement))
    dropped = without(printed, known)
    if not dropped or without(known, printed):
        return False
    stronger = ((FOLLOWS_FROM.get(type(property_)), property_) for property_ in dropped)
    return all(kind is not None and kind(*property_.args) in known for kind, property_ in stronger)


def is_said(mutant: Statement, others: Iterable[Statement]) -> bool:
    """Return whether one of other statements says the same under no more hypotheses.

    >>> x, y = sp.symbols("x y", real=True)
    >>> is_said(ForAll(y > x, given=(x < 0, y > 1)), [ForAll(y > x, given=(x < 0,))])
    True
    """
    return any(
        _conclude_the_same(mutant, other) and not without(conjuncts(_given(other)), _given(mutant))
        for other in others
    )


def _given(statement: Statement) -> tuple[Any, ...]:
    """Return the hypotheses of a statement on all numbers."""
    return tuple(statement.given) if isinstance(statement, (ForAll, States)) else ()


def _conclude_the_same(one: Statement, other: Statement) -> bool:
    """Return whether statements on all numbers differ in nothing but their hypotheses."""
    if isinstance(one, ForAll) and isinstance(other, ForAll):
        return (one.says, one.where, one.instances) == (other.says, other.where, other.instances)
    return isinstance(one, States) and isinstance(other, States) and one.says == other.says


def shown_elsewhere(mutant: States, proved: Iterable[States]) -> str | None:
    """Return that a mutant is a statement of the claim that holds, if it is one."""
    for statement in proved:
        more = without(conjuncts(statement.given), mutant.given)
        if not more and same(mutant.says, statement.says):
            return "another statement of the claim says so"
    return None


def needs_fewer(mutant: ForAll, statement: ForAll) -> bool:
    """Return whether a statement about numbers implies what it says without some hypotheses.

    >>> x, y = sp.symbols("x y", real=True)
    >>> needs_fewer(ForAll(x > -1, given=(x > 0,)), ForAll(x > -1, given=(x > 0, y > 1)))
    True
    """
    if mutant.where or not _conclude_the_same(mutant, statement):
        return False
    dropped = without(conjuncts(statement.given), mutant.given)
    return _without_need(mutant, dropped) is not None


def is_enough(mutant: ForAll | States, bound: Any) -> bool:
    """Return whether a statement holds wherever it holds under one more condition.

    >>> x, y = sp.symbols("x y", real=True)
    >>> statement = ForAll(y > 0, given=(x * y >= 1, sp.sqrt(x) >= y))
    >>> is_enough(statement, x > 0), is_enough(statement, x > 1)
    (True, False)
    """
    alone = _without_need(mutant, [bound])
    if alone is None and isinstance(mutant, States):
        alone = _in_two_cases(mutant, [bound])
    return alone is not None


def says_positive(given: Iterable[Any], term: Any) -> bool:
    """Return whether hypotheses say that a term is positive.

    >>> x, y = sp.symbols("x y", real=True)
    >>> says_positive([x > y, y >= 0], x), says_positive([x > y], x)
    (True, False)
    """
    return _is_positive(_with_constants(tuple(given)), term)


def _same_order_elsewhere(mutant: States, bound: Any) -> bool:
    """Return whether an order holds where a condition does not, there with plain constants.

    The larger of two constants above serves in both cases, and the smaller of two below, as the
    right side is not negative.

    >>> x, y = sp.symbols("x y", real=True)
    >>> order = Order(x, y**2, "at most", (x, y))
    >>> _same_order_elsewhere(States(order, given=(x >= 0, x**2 <= 5 * x)), x > 0)
    True
    >>> _same_order_elsewhere(States(order, given=(x >= 0,)), x > 2)
    False
    """
    assert isinstance(mutant.says, Order)
    left, right = mutant.says.sides
    if right.has(Theta):
        return False
    low, high = SERVES[False], SERVES[True]
    sides = {"at least": (ge(left, low * right),), "at most": (le(left, high * right),)}
    inside = sides.get(mutant.says.relation, (*sides["at least"], *sides["at most"]))
    given = (*_with_constants(mutant.given), *of_values(mutant.given))
    has_sign = shown(given, ge(right, 0))
    return has_sign and shown(given, connected(sp.Or, (bound, all_of(inside))))


def _without_need(mutant: ForAll | States, dropped: list[Any]) -> str | None:
    """Return that the other hypotheses imply what was dropped, if they do.

    Where a constant serves, one may be chosen that does; for every constant it must be shown.
    """
    plain = [h for h in dropped if not isinstance(h, Magnitude)]
    if not dropped or len(plain) < len(dropped):
        return None
    given = (*_with_constants(mutant.given), *of_values(mutant.given))
    if _follow((*given, *_of_ends(mutant.given), *_of_some(mutant.given)), all_of(plain)):
        return f"what was dropped follows from the other hypotheses: {dropped[0]}"
    if len(plain) == 1 and any(shown(given, there) for there in _about_it_alone(plain[0], mutant)):
        return f"what was dropped is so for some value of what nothing else is about: {dropped[0]}"
    return None


def _follow(given: tuple[Any, ...], says: Any) -> bool:
    """Return whether a condition follows from others, from all of them or from few.

    A solver cannot be asked about many powers at once. So it is asked, too, whether one condition
    in which there are some, or on all values, is enough beside those that are plain.

    >>> x, y, p = sp.symbols("x y p", real=True)
    >>> many = [sp.sqrt(x + n) ** p / (y + n) >= 1 for n in range(9)]
    >>> shown((*many, y * sp.Max(1, x**p) >= 1), y > 0)
    False
    >>> _follow((*many, y * sp.Max(1, x**p) >= 1), y > 0), _follow((*many, y <= x**p), y > 0)
    (True, False)
    """
    if shown(given, says):
        return True
    plain = tuple(g for g in given if _is_plain(g))
    others = (g for g in given if not _is_plain(g) and unbound(g) & unbound(says))
    return any(shown((*plain, other), says) for other in others)


def _is_plain(condition: Any) -> bool:
    """Return whether a condition is free of sums, quantities and powers but of integers."""
    powers = condition.atoms(sp.Pow)
    other = (Quantified, Implies, AppliedUndef, sp.Sum, sp.Product, sp.Integral, sp.Function)
    return all(power.exp.is_Integer for power in powers) and not condition.has(*other)


def _of_ends(given: Iterable[Any]) -> Iterator[Any]:
    """Yield what conditions on every integer of a range say of the ends of the range.

    >>> j, d = sp.symbols("j d", integer=True)
    >>> inside = sp.And(sp.Ge(j, 1), sp.Le(j, d))
    >>> list(_of_ends([Every(j, sp.Implies(inside, j**2 <= 9 * d, evaluate=False))]))
    [Implies(1 <= d, 1 <= 9*d), Implies((d >= 1) & (d <= d), d**2 <= 9*d)]
    """
    for condition in conjuncts(given):
        if not isinstance(condition, Every) or not isinstance(condition.body, Implies):
            continue
        index, body = condition.args
        bounds = [b for b in conjuncts(body.args[:1]) if isinstance(b, (sp.Ge, sp.Le))]
        for end in (b.rhs for b in bounds if b.lhs == index and index not in unbound(b.rhs)):
            yield substitute(body, {index: end})


def _of_some(given: Iterable[Any]) -> Iterator[Any]:
    """Yield what is so of the numbers that there are to be, each under a name of its own.

    >>> j, d = sp.symbols("j d", integer=True)
    >>> list(_of_some([Some(j, sp.And(sp.Ge(j, 1), sp.Le(j, d)))]))
    [some j 0 >= 1, some j 0 <= d]
    """
    for number, condition in enumerate(conjuncts(given)):
        if isinstance(condition, Some) and type(condition.args[0]) is sp.Symbol:
            symbol, body = condition.args
            kind = {"integer": True} if symbol.is_integer else {"real": True}
            own = sp.Symbol(f"some {symbol} {number}", **kind)
            plain = (part for part in conjuncts((body,)) if not part.has(Quantified))
            yield from (substitute(part, {symbol: own}) for part in plain)


def _about_it_alone(dropped: Any, mutant: ForAll | States) -> Iterator[Any]:
    """Yield what a condition is for values of a symbol that nothing else in a statement is about.

    The value may depend on what a hidden constant may depend on.
    """
    about = frozenset().union(unbound(mutant.says), *map(unbound, mutant.given))
    own = unbound(dropped) - about
    if len(own) != 1 or not isinstance(dropped, Relational):
        return
    (symbol,) = own
    variable = mutant.says.over if isinstance(mutant.says, Order) else frozenset()
    values = [*NUMBERS, sp.Integer(2)]
    if isinstance(dropped, sp.Eq) and symbol in dropped.args and not symbol.is_integer:
        values.insert(0, dropped.rhs if dropped.lhs == symbol else dropped.lhs)
    for value in values:
        if symbol not in unbound(value) and variable.isdisjoint(unbound(value)):
            yield dropped.func(
                *(substitute(s, {symbol: value}) for s in dropped.args), evaluate=False
            )


def _in_two_cases(mutant: States, dropped: list[Any]) -> str | None:
    """Return that the conclusion holds also where what was dropped does not, if it is shown.

    If there is to be some number, a few are tried; where a count is left with few values, each is,
    and for an order both sides have to be 0 there, or plain constants serve.
    """
    if any(isinstance(h, Magnitude) for h in dropped):
        return None
    given = (*conjuncts(mutant.given), *of_values(mutant.given))
    wanted = all_of(dropped)
    words = f"the other hypotheses are enough where what was dropped fails: {dropped[0]}"
    for says in () if isinstance(mutant.says, Order) else _instances(mutant.says, DEEPEST):
        if shown(given, connected(sp.Or, (wanted, says))):
            return words
    if isinstance(mutant.says, Order) and _same_order_elsewhere(mutant, wanted):
        return words
    left = fewer_left(dropped[0]) if len(dropped) == 1 else None
    if left is None or not shown(given, ge(left[0], 0)):
        return None  # what is no count may be negative
    return words if all(_holds_at(mutant, left[0], n) for n in left[1]) else None


def _instances(says: Any, depth: int) -> Iterator[Any]:
    """Yield conditions that are enough for another one: some numbers, and free what is bound.

    An implication holds if what it assumes, with the ends of ranges in place of the ranges, does
    not, or implies its conclusion.
    """
    if isinstance(says, Every) and isinstance(says.args[0], (sp.Symbol, sp.IndexedBase)):
        yield from _instances(says.body, depth)
        return
    yield says
    if isinstance(says, Implies):
        premise = conjuncts(says.args[:1])
        ends = [end for end in _of_ends(premise) if not end.has(AppliedUndef)]
        plain = [part for part in premise if not part.has(Quantified)]
        for then in (sp.false, says.args[1]) if ends else ():
            yield connected(Implies, (all_of((*plain, *ends)), then))
    elif isinstance(says, And):
        parts = [part for part in says.args if isinstance(part, Quantified)]
        beside = [part for part in says.args if part not in parts]
        for inner in _instances(parts[0], depth) if len(parts) == 1 else ():
            yield all_of((*beside, inner))
    elif depth and isinstance(says, Some) and type(says.args[0]) is sp.Symbol:
        for number in NUMBERS:
            yield from _instances(substitute(says.body, {says.args[0]: number}), depth - 1)


def _at_another_value(mutant: States, statement: States, dropped: list[Any]) -> str | None:
    """Return that a statement where a bound is as large as it may be implies the mutant.

    Where x <= t is a hypothesis, and what was dropped is about x, the statement is looked at for
    x = t, as far as its hypotheses still hold there.

    >>> x, y = sp.symbols("x y", real=True)
    >>> statement = States(y >= x, given=(y >= x, x > 0, y > 1))
    >>> mutant = States(y >= x, given=(y >= x, y > 1))
    >>> _at_another_value(mutant, statement, [x > 0])
    'it is what is printed for x = y, and the other hypotheses'
    """
    if len(dropped) != 1 or not isinstance(dropped[0], Relational) or mutant.says.has(Order):
        return None
    given = tuple(conjuncts(mutant.given))
    for symbol, value in _largest_values(given, unbound(dropped[0])):
        here = {symbol: value}
        needed = [substitute(g, here) for g in conjuncts(statement.given) if symbol in unbound(g)]
        known = tuple(g for g in given if isinstance(g, Relational))
        if shown(known, all_of(needed)) and shown(
            (*known, substitute(statement.says, here)), mutant.says
        ):
            return f"it is what is printed for {symbol} = {value}, and the other hypotheses"
    return None


def _largest_values(given: Iterable[Any], symbols: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield reals and the terms that they are at most."""
    for bound in given:
        if isinstance(bound, (sp.Le, sp.Ge)):
            less, more = bound.lts, bound.gts
            is_real = type(less) is sp.Symbol and not less.is_integer
            if is_real and less in symbols and less not in unbound(more):
                yield less, more


def fewer_left(bound: Any) -> tuple[Any, range] | None:
    """Return a count, and which values of it a lower bound excludes.

    >>> fewer_left(sp.Symbol("n", integer=True) >= 2)
    (n, range(0, 2))
    """
    if not isinstance(bound, (sp.Ge, sp.Gt)):
        return None
    n, least = bound.args
    if type(n) is not sp.Symbol or not n.is_integer or not isinstance(least, sp.Integer):
        return None
    return n, range(int(least) + isinstance(bound, sp.Gt))


def _holds_at(mutant: States, n: Any, number: int) -> bool:
    """Return whether a mutant is shown where a count has a value, or nothing satisfies it there."""
    values = {n: sp.Integer(number)}
    if isinstance(mutant.says, Order):
        mutant = States(_with_any_constant(mutant.says), mutant.given)
    given, says = (
        _written_out(substitute(part, values)) for part in (all_of(mutant.given), mutant.says)
    )
    left = tuple(conjuncts((given,)))
    if given == sp.false or any(shown(left, one) for one in _instances(says, DEEPEST)):
        return True
    others = ((one, tuple(h for h in left if h != one)) for one in left)
    return any(shown(rest, denied(one)) for one, rest in others if isinstance(one, Relational))


def _with_any_constant(order: Order) -> Any:
    """Return a condition under which an order holds with any constant and any quantity for Theta.

    >>> x, y = sp.symbols("x y", real=True)
    >>> _with_any_constant(Order(x, sp.exp(-Theta(y)), "at most", (x, y)))
    (x <= 0) & (exp(-q) >= 0)
    """
    left, right = order.sides
    if order.has(Theta):
        try:
            _, _, right = order.with_quantity()
        except ValueError:
            return sp.false  # several quantities
    above, below = (le(left, 0), ge(right, 0)), (ge(left, 0), le(right, 0))
    return all_of({"at most": above, "at least": below}.get(order.relation, (*above, *below)))


def _written_out(e: Any) -> Any:
    """Return an expression with the terms of its sums and products that have none or few.

    What can be said of no value at all is not true of some, and what of each is true of all. Of a
    range without a number nothing is true of some, and everything is of all; and that nothing is
    below a number, or above it, is said in vain.

    >>> x, i, a = sp.Symbol("x", real=True), sp.Symbol("i", integer=True), sp.IndexedBase("a")
    >>> _written_out(Some(a, sp.And(sp.Sum(a[i] ** 2, (i, 1, 0)) > 0, x > 1)))
    False
    >>> y, inside = sp.Symbol("y", real=True), sp.And(x >= 1, x <= 0, a[1] > x)
    >>> _written_out(Every(y, sp.Implies(y < a[1], Some(x, inside))))
    False
    """

    def terms(part: Any) -> Any:
        if isinstance(part, Quantified):
            body = _decided(part.func, part.args[0], _written_out(part.body))
            return body if body in (sp.true, sp.false) else part.func(part.args[0], body)
        if not isinstance(part, (sp.Sum, sp.Product)):
            return None
        *inner, (index, low, high) = part.limits
        function = with_limits(part.func, part.function, inner) if inner else part.function
        if not (low.is_Integer and high.is_Integer and -1 <= high - low < MOST_TERMS):
            return None
        places = range(int(low), int(high) + 1)
        each = [_written_out(substitute(function, {index: sp.Integer(p)})) for p in places]
        return rebuilt(sp.Add if isinstance(part, sp.Sum) else sp.Mul, each)

    return exchanged(e, terms)


def _decided(kind: Any, symbol: Any, body: Any) -> Any:
    """Return what is said of some value, or of each, or what that comes to if it is seen."""
    if type(symbol) is not sp.Symbol:
        return body
    if kind is Some:
        return sp.false if _is_empty(symbol, conjuncts((body,))) else body
    if not isinstance(body, Implies):
        return body
    premise, then = body.args
    if _is_empty(symbol, conjuncts((premise,))):
        return sp.true
    return sp.false if then == sp.false and _is_one_sided(symbol, premise) else body


def _is_empty(symbol: Any, conditions: Iterable[Any]) -> bool:
    """Return whether conditions leave no number between the ends that they give to a symbol.

    >>> x = sp.Symbol("x", real=True)
    >>> _is_empty(x, [x >= 1, x < 1]), _is_empty(x, [x >= 1, x <= 1])
    (True, False)
    """
    low, high = [], []
    for bound in conditions:
        if not isinstance(bound, (sp.Lt, sp.Le, sp.Gt, sp.Ge)):
            continue
        strict = isinstance(bound, (sp.Lt, sp.Gt))
        if bound.lts == symbol and bound.gts.is_Rational:
            high.append((bound.gts, not strict))
        elif bound.gts == symbol and bound.lts.is_Rational:
            low.append((bound.lts, strict))
    if not low or not high:
        return False
    (least, above), (most, below) = max(low), min(high)
    return bool(least > most) or (least == most and (above or not below))


def _is_one_sided(symbol: Any, condition: Any) -> bool:
    """Return whether some number satisfies a condition: one beyond a number, whatever that is."""
    if not isinstance(condition, (sp.Lt, sp.Le, sp.Gt, sp.Ge)) or symbol not in condition.args:
        return False
    (end,) = set(condition.args) - {symbol} or {symbol}
    return symbol not in unbound(end) and not requirements(end) and not end.has(AppliedUndef)


def _with_constants(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return hypotheses in which those on sizes have their constants."""
    found: list[Any] = []
    for number, hypothesis in enumerate(conjuncts(given)):
        if isinstance(hypothesis, Magnitude) and hypothesis.chosen:
            found.append(hypothesis.bound(SERVES[isinstance(hypothesis, Large)]))
        elif isinstance(hypothesis, Magnitude):
            constant = sp.Symbol(f"constant {number}", real=True)
            found += (gt(constant, 0), hypothesis.bound(constant))
        else:
            found.append(hypothesis)
    return tuple(found)


def of_values(given: Iterable[Any]) -> tuple[Any, ...]:
    """Return what holds of powers, and of terms of sums, wherever hypotheses on them do.

    A power has a value where its base is positive, or 0 and the exponent not negative, or negative
    and the exponent an integer; of that it is said that no two integers near 0 enclose it. A sum
    has a value where each of its terms has one: no denominator of any of them is 0.

    >>> x, y = sp.symbols("x y", real=True)
    >>> of_values([x**y >= 2])[0].args[0]
    x > 0
    >>> i, n, a = sp.Symbol("i", integer=True), sp.Symbol("n", integer=True), sp.IndexedBase("a")
    >>> of_values([sp.Sum(1 / a[i], (i, 1, n)) > 2])
    (for every i: Implies((i >= 1) & (i <= n), Ne(a[i], 0)),)
    """
    plain = [g for g in conjuncts(given) if isinstance(g, (Relational, Magnitude))]
    needed = {n for g in plain for side in g.args for n in requirements(side) if n[0] == "power"}
    powers = [_of_power(*n[1:]) for n in sorted(needed, key=str)]
    sums = (
        part
        for g in plain
        if isinstance(g, Relational)
        for side in g.args
        for part in _of_terms(side)
    )
    return tuple(dict.fromkeys((*powers, *sums)))


def _of_terms(term: Any) -> Iterator[Any]:
    """Yield that no denominator in the terms of sums vanishes, if the sums are under no binder."""
    if isinstance(term, sp.Sum) and len(term.limits) == 1 and len(term.limits[0]) == 3:
        index, low, high = term.limits[0]
        inside = all_of((ge(index, low), le(index, high)))
        needed = [n[1] for n in requirements(term.function) if n[0] == "nonzero"]
        for part in sorted((n for n in needed if index in unbound(n)), key=str):
            nonzero = sp.Ne(part, 0, evaluate=False)
            yield Every(index, connected(Implies, (inside, nonzero)))
    elif isinstance(term, (sp.Add, sp.Mul, sp.Pow, sp.Abs)):
        for part in term.args:
            yield from _of_terms(part)


def _of_power(base: Any, exponent: Any) -> Any:
    gaps = [connected(sp.Or, (le(exponent, n), ge(exponent, n + 1))) for n in NEAR_0]
    zero = all_of((le(base, 0), ge(base, 0), ge(exponent, 0)))
    return connected(sp.Or, (gt(base, 0), zero, all_of((lt(base, 0), *gaps))))


def _determined(mutant: States, added: frozenset[Any], old: Order) -> str | None:
    """Return that what became variable depends on constants alone, if equations say so.

    Two values of it are equal that satisfy the hypotheses on it and on the same constants.

    >>> s, t, x = sp.symbols("s t x", real=True)
    >>> order = Order(x**t, x**s, "same", (x,))
    >>> _determined(States(order, given=(sp.Eq(s, (t - 1) / 2),)), frozenset({t}), order)
    'the hypotheses determine t by constants'
    """
    free = frozenset().union(unbound(old), *map(unbound, mutant.given))
    constants = free - old.over - added
    about = constants | added
    plain = [
        g for g in conjuncts(mutant.given) if isinstance(g, Relational) and unbound(g) <= about
    ]
    if not added or not all(type(symbol) is sp.Symbol for symbol in added):
        return None
    if not added <= {s for g in plain if isinstance(g, sp.Eq) for s in unbound(g)}:
        return None
    others = {s: sp.Symbol(f"another {s}", real=True, integer=s.is_integer) for s in added}
    given = (*plain, *(substitute(g, others) for g in plain))
    if shown(given, all_of(eq(s, other) for s, other in others.items())):
        return f"the hypotheses determine {', '.join(sorted(map(str, added)))} by constants"
    return None


def no_stronger(mutant: Statement, statement: Statement) -> bool:
    """Return whether only the right side of an order was changed, the way it is more generous.

    It grew where it bounds from above, or shrank where from below, but for constant factors.

    >>> from theory.orders import Small
    >>> x, y = sp.symbols("x y", real=True)
    >>> given = (x > 0, y >= 1, Small(x * y))
    >>> say = lambda right: States(Order(y, right, "at least", (x, y)), given)
    >>> [no_stronger(say(x**p), say(1)) for p in (sp.Rational(1, 8), -sp.Rational(1, 8))]
    [True, False]
    """
    new, old = _order_of(mutant), _order_of(statement)
    if new is None or old is None or new[:2] != old[:2]:
        return False
    base, exponent = factor_between(old.right, new.right).as_base_exp()
    if not isinstance(base, sp.Symbol) or not exponent.is_Rational:
        return False
    given = _with_constants(new.given)
    if not shown(given, gt(base, 0)):
        return False
    if _is_one_power(new, old, base) and _is_positive(given, old.right):
        return True
    if new.relation == "same":
        return False
    grows = (new.relation == "at most") == (exponent > 0)
    if isinstance(statement, SameOrder):
        return shown(given, ge(base, 1) if grows else le(base, 1))
    if not _is_positive(given, old.right, or_zero=True):
        return False
    over = frozenset(new.key[1])
    return Bounds(new.given, over, lambda says: implies(new.given, says)).is_bounded(
        base, above=not grows
    )


def _is_one_power(new: _Sides, old: _Sides, base: Any) -> bool:
    """Return whether both quotients of the sides are powers of a symbol, up or down alike.

    If one of them is between constants, or below or above one, so is the other one.
    """
    powers = [simplified(sides.left / sides.right).as_base_exp() for sides in (new, old)]
    if any(own != base or not exponent.is_Rational for own, exponent in powers):
        return False
    return bool(powers[0][1] * powers[1][1] > 0)


def implies(given: Iterable[Any], says: Any) -> bool:
    """Return whether hypotheses imply a condition, as far as a solver is asked about few of them.

    >>> x, y = sp.symbols("x y", real=True)
    >>> implies([x**y >= 2, y > 1], y >= 0), implies([y > 1], y >= 2)
    (True, False)
    """
    known = _with_constants(tuple(given))
    return shown(tuple(g for g in known if _is_plain(g)), says)


def factor_between(old: Any, new: Any) -> Any:
    """Return by what a term was multiplied; sympy may leave powers apart whose exponents cancel.

    >>> x, y, p, q = sp.symbols("x y p q", real=True)
    >>> old = x ** (2 * p - 1 + 2 / q)
    >>> factor_between(old, rebuilt(sp.Mul, (old, y)))
    y
    """
    before, after = (list(sp.Mul.make_args(side)) for side in (old, new))
    for factor in before:
        if factor not in after:
            return simplified(new / old)
        after.remove(factor)
    return simplified(sp.Mul(*after))


def _is_positive(given: tuple[Any, ...], term: Any, or_zero: bool = False) -> bool:
    """Return whether hypotheses say that a term is positive, by its factors where it has some.

    >>> x, p = sp.symbols("x p", real=True)
    >>> _is_positive((x >= 2,), x**p * sp.log(x) ** (1 / p)), _is_positive((x >= 1,), sp.log(x))
    (True, False)
    """
    if isinstance(term, sp.Mul):
        return all(_is_positive(given, factor, or_zero) for factor in term.args)
    if isinstance(term, sp.Pow) and not term.exp.is_Integer:
        return _is_positive(given, term.base)
    if isinstance(term, sp.exp):  # wherever it has a value
        (inner,) = term.args
        return shown(given, eq(inner, inner))
    if isinstance(term, sp.log):
        (inner,) = term.args
        return shown(given, ge(inner, 1) if or_zero else gt(inner, 1))
    return shown(given, ge(term, 0) if or_zero else gt(term, 0))


class _Sides(NamedTuple):
    """An order that a statement is about: its left side, its relation and its variables first."""

    left: Any
    key: tuple[Any, ...]
    relation: str
    right: Any
    given: tuple[Any, ...]


def _order_of(statement: Statement) -> _Sides | None:
    """Return the order that a statement is about; the sides of a `SameOrder` are positive."""
    if isinstance(statement, SameOrder):
        key = (statement.relation, *statement.variables)
        given = (*statement.regime, *statement.given)
        return _Sides(statement.left, key, statement.relation, statement.right, given)
    if isinstance(statement, States) and isinstance(statement.says, Order):
        order = statement.says
        key = (order.relation, order.over, statement.given)
        return _Sides(order.sides[0], key, order.relation, order.sides[1], statement.given)
    return None


def shown(given: tuple[Any, ...], says: Any) -> bool:
    """Return whether a solver soon sees that a condition follows from hypotheses."""
    try:
        Solver(STEPS).shows(given, says)
    except (RejectedArgument, Disagreement):
        return False
    return True
