"""The statements of arguments: those of `ForAll`, and what only an argument can handle.

Heads may have sequences as arguments, members of sequences may have symbolic indices, and there are
means over sets of sequences, quantifiers, orders and magnitudes. `ForAll` refuses all of these, so
that no method can misread them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from functools import lru_cache
from itertools import islice
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import ITE, And, Equivalent

from theory.binders import SequenceOf, body_of, is_binder, rebound, told_apart
from theory.definedness import rebuilt, requirements
from theory.frozen import frozen
from theory.language import FunctionSymbol, is_head
from theory.orders import Magnitude, Order, Theta
from theory.places import placed
from theory.quantifiers import Quantified
from theory.sequences import In, Indicator, Law, Mean, Signs, Sphere
from theory.well_formed import IllFormed, check_cases, check_real, condition, quantified, term

_PLACE = sp.Symbol("_", real=True)  # stands for a term that has been checked


@frozen
class States:
    """For all values of what is free in it: the hypotheses imply the conclusion.

    An `Order` may stand only as the whole conclusion, a `Theta` only on its right side; `Small`,
    `Large` and `Bounded` only as a hypothesis by themselves.

    Args:
        says: the conclusion.
        given: the hypotheses, by place like those of a `ForAll`.

    Attributes:
        places: the hypotheses by place, as pairs of a place and a tuple; no part of what is
            claimed.

    Raises:
        IllFormed: a part is no condition that an argument can handle.
    """

    says: Any
    given: Any = ()
    places: tuple[tuple[str, tuple[Any, ...]], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", placed(self.given))
        object.__setattr__(self, "given", tuple(g for _, some in self.places for g in some))
        check_condition(self.says, order=True)
        for hypothesis in self.given:
            check_condition(hypothesis)
        parts = [p for h in self.given for p in (h.args if isinstance(h, And) else (h,))]
        for part in (self.says, *(p for p in parts if not isinstance(p, Magnitude))):
            if _has_magnitude(part):
                raise IllFormed(f"{part}: small, large and bounded only as a hypothesis by itself")
        check_kinds((self.says, *self.given))
        self._tell_apart()

    def _tell_apart(self) -> None:
        """Rename what is bound, so that no symbol is both free and bound."""
        says, *given = told_apart((self.says, *self.given))
        parts = iter(given)
        told = tuple((place, tuple(islice(parts, len(some)))) for place, some in self.places)
        object.__setattr__(self, "says", says)
        object.__setattr__(self, "given", tuple(given))
        object.__setattr__(self, "places", told)

    @property
    def formulas(self) -> tuple[Any, ...]:
        """All formulas that it is made of."""
        return (self.says, *self.given)

    def mapped(self, change: Callable[[Any], Any]) -> States:
        """Return the statement with every formula changed; hypotheses keep their places."""
        given = {place: tuple(map(change, some)) for place, some in self.places}
        return replace(self, says=change(self.says), given=given)

    def canonical(self) -> str:
        """Return one text that changes whenever the statement or a hypothesis changes."""
        return sp.srepr((self.says, list(self.given)))


def check_condition(value: Any, order: bool = False) -> None:
    """Check that a condition is one that an argument can handle.

    Raises:
        IllFormed: it is not.
    """
    if isinstance(value, sp.Basic):
        _check_condition(value, order)
    else:
        condition(value, "a condition")  # says what it is instead of one


@lru_cache(maxsize=2**12, typed=True)  # the facts of an argument have most hypotheses in common
def _check_condition(value: Any, order: bool) -> None:
    if isinstance(value, Order) and order:
        left, right = value.args[:2]
        if left.has(Theta):
            raise IllFormed(f"Theta on the left of {value}: name the quantity, for all its values")
        if sum(isinstance(part, Theta) for part in sp.preorder_traversal(right)) > 1:
            raise IllFormed(f"two quantities of some size in {value}: name one of them")
        check_term(left)
        check_term(_without_thetas(right))
        for symbol in value.over:
            quantified(symbol)
        return
    condition(_narrow(value), "a condition")


@lru_cache(maxsize=2**12, typed=True)
def check_term(value: Any) -> None:
    """Check that a term is one that an argument can handle.

    Raises:
        IllFormed: it is not.
    """
    term(_narrow(value), "a term")


def is_whole(term: Any) -> bool:
    """Return whether a term is an integer wherever it has a value, by its form alone.

    >>> n = sp.Symbol("n", integer=True)
    >>> is_whole(sp.floor(n / 2) + n**2), is_whole(n / 2)
    (True, False)
    """
    if isinstance(term, (sp.Integer, sp.floor, sp.ceiling, sp.sign, Indicator)):
        return True
    if isinstance(term, sp.Symbol):
        return bool(term.is_integer)
    if isinstance(term, sp.Pow):
        return is_whole(term.base) and isinstance(term.exp, sp.Integer) and term.exp >= 0
    if isinstance(term, sp.Piecewise):
        return all(is_whole(value) for value, _ in term.args)
    kinds = (sp.Add, sp.Mul, sp.Max, sp.Min, sp.Abs)
    return isinstance(term, kinds) and all(map(is_whole, term.args))


@lru_cache(maxsize=2**12, typed=True)
def check_sequence(value: Any) -> None:
    """Check that something is a sequence: a symbol for one, or one given by a formula.

    Raises:
        IllFormed: it is not.
    """
    if isinstance(value, SequenceOf):
        formula, *indices = value.args
        for index in indices:
            quantified(index)
        if requirements(formula):
            raise IllFormed(f"{value}: an entry may have no value")
        if not all(map(is_whole, indices)):
            raise IllFormed(f"{value}: an index is an integer")
        if len(set(indices)) != len(indices) or not indices:
            raise IllFormed(f"{value}: one index, or several that differ")
        check_term(formula)
    elif not isinstance(value, sp.IndexedBase):
        raise IllFormed(f"{value} is no sequence")
    else:
        quantified(value)


def check_kinds(parts: Any) -> None:
    """Check that no two symbols, functions, sequences or heads have one name.

    A sequence with one index is another thing than one with two.

    Raises:
        IllFormed: names the two.
    """
    known: dict[str, Any] = {}
    counts: dict[Any, int] = {}
    for part in parts:
        for name, thing in _things_by_name(part):
            if known.setdefault(name, thing) != thing:
                raise IllFormed(f"two different things are called {thing}; rename one of them")
        for base, count in _counted(part):
            if counts.setdefault(base, count) != count:
                raise IllFormed(f"{base} has {count} indices here and {counts[base]} there")


def _without_thetas(expression: Any) -> Any:
    """Return an expression with the term inside of every `Theta` for it, each of them checked."""
    thetas = expression.atoms(Theta)
    for theta in thetas:
        check_term(theta.args[0])
    return expression.xreplace(dict.fromkeys(thetas, _PLACE))


@lru_cache(maxsize=2**12)
def _things(e: Any) -> frozenset[Any]:
    if isinstance(e, (sp.Symbol, sp.IndexedBase)):
        return frozenset({e})
    own = frozenset({e.func} if isinstance(e, AppliedUndef) else ())
    return own.union(*map(_things, e.args))


@lru_cache(maxsize=2**12)
def _things_by_name(e: Any) -> tuple[tuple[str, Any], ...]:
    """Return the symbols, functions and sequences of an expression, each with its name."""
    return tuple((str(thing), thing) for thing in _things(e))


@lru_cache(maxsize=2**12)
def _has_magnitude(e: Any) -> bool:
    return bool(e.has(Magnitude))


@lru_cache(maxsize=2**12)
def _counted(e: Any) -> frozenset[tuple[Any, int]]:
    """Return the sequences in an expression, each with the number of its indices."""
    found = set()
    for part in sp.preorder_traversal(e):
        if isinstance(part, sp.Indexed):
            found.add((part.base, len(part.indices)))
        elif isinstance(part, (In, Mean)) and isinstance(part.args[-1], (Signs, Sphere)):
            found.add((part.args[-2], 1))  # the entries of a string have one index
    return frozenset(found)


@lru_cache(maxsize=2**14, typed=True)
def _narrow(e: Any) -> Any:
    """Return an expression with plain ones for the parts that only arguments handle.

    Raises:
        IllFormed: such a part is not as it has to be.
    """
    if isinstance(e, Quantified):
        quantified(e.args[0])
        check_condition(e.body)
        return sp.true
    if isinstance(e, Magnitude):
        check_term(e.args[0])
        return sp.true
    if isinstance(e, In):
        check_sequence(e.args[0])
        _check_set(e.args[1])
        return sp.true
    if isinstance(e, Indicator):
        check_condition(e.args[0])
        return _PLACE
    if isinstance(e, Mean):
        check_term(e.body)
        quantified(e.args[1])
        _check_members(e.args[1], e.args[2])
        return _PLACE
    if isinstance(e, sp.Indexed):
        _check_index(e)
        return _PLACE
    if isinstance(e, (sp.Derivative, sp.Subs)):
        raise IllFormed(f"{e}: write what the derivative is")
    if isinstance(e, AppliedUndef):
        return _head(e)
    if not getattr(e, "args", ()) or isinstance(e, (sp.Symbol, sp.IndexedBase)):
        return e
    if isinstance(e, sp.Piecewise):
        check_cases(e)
    if isinstance(e, (Equivalent, ITE)):
        raise IllFormed(f"{e}: write the implications of which it is made")
    if is_binder(e):
        limits = [sp.Tuple(symbol, *map(_narrow, ends)) for symbol, *ends in e.limits]
        return rebound(e, _narrow(body_of(e)), limits)
    return rebuilt(e.func, [_narrow(part) for part in e.args])


def _head(e: Any) -> Any:
    if not is_head(e.func):
        raise IllFormed(f"{e} is not made of a Head")
    check_real(e.func)
    for argument in e.args:
        if isinstance(argument, (sp.IndexedBase, SequenceOf)):
            check_sequence(argument)
        elif not isinstance(argument, FunctionSymbol):
            check_term(argument)
    return _PLACE


def _check_members(member: Any, members: Any) -> None:
    """Check that a mean is over sequences of a set, or over the reals under a law."""
    if not isinstance(members, Law):
        check_sequence(member)
        _check_set(members, (Signs, Sphere))
    elif not isinstance(members.args[0], FunctionSymbol):
        raise IllFormed(f"{members}: a law is named by a function")
    elif isinstance(member, (sp.IndexedBase, FunctionSymbol)) or member.is_integer:
        raise IllFormed(f"{members}: a mean under a law is over a real number, not over {member}")


def _check_set(members: Any, kinds: Any = (Signs,)) -> None:
    if not isinstance(members, kinds):
        raise IllFormed(f"{members} is no finite set of sequences; write Signs(length)")
    check_term(members.args[0])
    if not is_whole(members.args[0]):
        raise IllFormed(f"{members}: a length is an integer")


def _check_index(member: Any) -> None:
    if not isinstance(member.base, sp.IndexedBase):
        raise IllFormed(f"{member}: write the entry of {member.base}")
    check_sequence(member.base)
    for index in member.indices:
        check_term(index)
        if not is_whole(index):
            raise IllFormed(f"{member}: {index} need not be an integer")
