"""Whether a form that holds can be what a form that fails was meant to be: a slip of the pen apart.

A misprint is small. At one or two places of the formula something else is printed than what was
meant, and what is no number may be so wherever it occurs; most of every formula is the same, and
no side of a relation is another one altogether; and what was meant has no further hypothesis and
speaks of nothing new. Any other form that holds, however true, says nothing of the one that fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Or

from theory.argument_language import States
from theory.definedness import rebuilt
from theory.orders import Order
from theory.statements import ForAll, SameOrder, Statement
from verify.claims.notation import symbols_in

PLACES = 2  # of a formula that one misprint may change
MATCHED = 3  # arguments of a sum and the like that are matched in every order
UNORDERED = (sp.Add, sp.Mul, And, Or, sp.Max, sp.Min)
TURNED = {sp.Gt: sp.Lt, sp.Ge: sp.Le, sp.Lt: sp.Gt, sp.Le: sp.Ge}

REST = sp.Symbol("_", real=True)  # stands for what is around or inside of what differs

Place = tuple[Any, Any]  # what is printed there, and what is meant


def is_misprint(printed: Statement, meant: Statement) -> bool:
    """Return whether what is printed can be a misprint of what is meant.

    >>> from theory.language import reals
    >>> x, y = reals("x y")
    >>> printed = ForAll(x * y <= x**2 + 2 * y**2, given=(x > 0,))
    >>> is_misprint(printed, ForAll(x * y <= 2 * x**2 + 2 * y**2, given=(x > 0,)))
    True
    >>> is_misprint(printed, ForAll(x**2 - x + 1 > 0, given=(x > 0,)))
    False
    >>> is_misprint(printed, ForAll(x * y <= x**2 + 2 * y**2, given=(x > 0, y > x)))
    False
    """
    if type(printed) is not type(meant) or not _speaks_of_no_more(printed, meant):
        return False
    if isinstance(printed, SameOrder) and isinstance(meant, SameOrder):
        same = set(printed.variables) == set(meant.variables)
        given = (*printed.given, *printed.regime), (*meant.given, *meant.regime)
        return same and _is_slip([_order(printed)], [_order(meant)], *given)
    if isinstance(printed, States) and isinstance(meant, States):
        return _is_slip([printed.says], [meant.says], printed.given, meant.given)
    if isinstance(printed, ForAll) and isinstance(meant, ForAll):
        return printed.instances == meant.instances and (
            _as_written(printed, meant) or _unfolded(printed, meant)
        )
    return False


def _speaks_of_no_more(printed: Statement, meant: Statement) -> bool:
    """Return whether all symbols and heads of what is meant are in what is printed."""
    short = set(getattr(printed, "where", {}))  # what was given by a term may be free
    return symbols_in(meant) <= symbols_in(printed) | short


def _order(statement: SameOrder) -> Order:
    return Order(statement.left, statement.right, statement.relation, statement.variables)


def _as_written(printed: ForAll, meant: ForAll) -> bool:
    """Return whether it is a misprint with all abbreviations as they stand."""
    if not set(meant.where) <= set(printed.where):
        return False
    old, new = ([s.says, *(s.where[name] for name in meant.where)] for s in (printed, meant))
    return _is_slip(old, new, printed.given, meant.given)


def _unfolded(printed: ForAll, meant: ForAll) -> bool:
    """Return whether it is a misprint with what abbreviations stand for."""
    given = (tuple(map(s.unfold, s.given)) for s in (printed, meant))
    return _is_slip([printed.unfold(printed.says)], [meant.unfold(meant.says)], *given)


def _is_slip(
    printed: Sequence[Any], meant: Sequence[Any], given: Sequence[Any], needed: Sequence[Any]
) -> bool:
    """Return whether formulas differ at few places, and agree in most of what they consist of.

    Args:
        printed, meant: what is said, in order.
        given, needed: under which hypotheses, in any order; there may be fewer of the latter.
    """
    old, new = (
        [h for h in one if h not in other] for one, other in ((given, needed), (needed, given))
    )
    if len(new) > min(len(old), MATCHED):
        return False
    return any(
        _few_places(tuple(zip((*printed, *some), (*meant, *new), strict=True)))
        for some in permutations(old, len(new))
    )


def _few_places(pairs: Sequence[Place]) -> bool:
    places: list[Place] = []
    for one, other in pairs:
        found = differing(one, other)
        if 2 * _cost(found)[0] > _size(one) + _size(other) or not _sides_agree(one, other):
            return False
        places += found
    numbers = [place for place in places if all(part.is_number for part in place)]
    return len(numbers) + len(set(places) - set(numbers)) <= PLACES


def _sides_agree(printed: Any, meant: Any) -> bool:
    """Return whether no side of a relation is another one altogether, as in A = A for A = B.

    What is one symbol or number may be meant to be any term but one in which the other side stands.
    """
    if isinstance(printed, Relational) and isinstance(meant, Relational):
        orders = (meant.args, meant.args[::-1])
        return any(all(map(_is_alike, printed.args, sides, reversed(sides))) for sides in orders)
    if isinstance(printed, (And, Or)) and printed.func == meant.func:
        old = [part for part in printed.args if part not in meant.args]
        new = [part for part in meant.args if part not in printed.args]
        if len(old) == len(new) <= MATCHED:
            return any(all(map(_sides_agree, old, some)) for some in permutations(new))
        return not old or not new
    if printed.func == meant.func and len(printed.args) == len(meant.args):
        return all(map(_sides_agree, printed.args, meant.args))
    return True


def _is_alike(printed: Any, meant: Any, other: Any) -> bool:
    """Return whether one side can be a misprint of another one, beside the other side meant."""
    if 5 * _cost(differing(printed, meant))[0] < 4 * (_size(printed) + _size(meant)):
        return True
    within = any(part == other for part in sp.preorder_traversal(meant))
    return 1 in (_size(printed), _size(meant)) and not within


@lru_cache(maxsize=2**12)
def differing(printed: Any, meant: Any) -> tuple[Place, ...]:
    """Return the places at which two formulas differ: as few and as small ones as are found.

    >>> x, y = sp.symbols("x y", real=True)
    >>> differing(x**2 + 3 * y, x**2 - 3 * y)
    ((3, -3),)
    """
    if printed == meant:
        return ()
    found: list[tuple[Place, ...]] = [((printed, meant),)]
    if isinstance(printed, Relational) and isinstance(meant, Relational):
        found += _relations(printed, meant)
    for kind in UNORDERED:
        if isinstance(printed, kind) or isinstance(meant, kind):
            found += _unordered(kind, printed, meant)
    if any(part == meant for part in sp.preorder_traversal(printed)):
        found.append(((printed.xreplace({meant: REST}), REST),))
    if any(part == printed for part in sp.preorder_traversal(meant)):
        found.append(((REST, meant.xreplace({printed: REST})),))
    if printed.is_Pow or meant.is_Pow:
        powers = printed.as_base_exp(), meant.as_base_exp()
        found.append(_one_by_one(*powers))
    if printed.func == meant.func and len(printed.args) == len(meant.args) > 0:
        found.append(_one_by_one(printed.args, meant.args))
    return min(found, key=_cost)


def _relations(printed: Any, meant: Any) -> list[tuple[Place, ...]]:
    """Return the places at which two relations differ, the sign between the sides being one."""
    kinds = () if printed.func == meant.func else ((_sign(printed), _sign(meant)),)
    found = [(*kinds, *_one_by_one(printed.args, meant.args))]
    if meant.func in TURNED:
        turned = rebuilt(TURNED[meant.func], meant.args[::-1])
        kinds = () if printed.func == turned.func else ((_sign(printed), _sign(turned)),)
        found.append((*kinds, *_one_by_one(printed.args, turned.args)))
    return found


def _sign(relation: Any) -> Any:
    return sp.Symbol(relation.func.__name__)


def _unordered(kind: Any, printed: Any, meant: Any) -> list[tuple[Place, ...]]:
    """Return the places at which two sums, products and so on differ, whatever their order."""
    both = [Counter(e.args if isinstance(e, kind) else (e,)) for e in (printed, meant)]
    old, new = (tuple((one - other).elements()) for one, other in (both, reversed(both)))
    if (old, new) == ((printed,), (meant,)):
        return []  # neither of them is of this kind in more than name
    rest = _joined(kind, old), _joined(kind, new)
    less = _cost((rest,)) < _cost(((printed, meant),))
    found: list[tuple[Place, ...]] = [differing(*rest) if less else (rest,)]
    if len(old) == len(new) <= MATCHED:
        found += [_one_by_one(old, order) for order in permutations(new)]
    return found


def _joined(kind: Any, parts: tuple[Any, ...]) -> Any:
    return rebuilt(kind, parts) if parts else kind.identity


def _one_by_one(printed: Sequence[Any], meant: Sequence[Any]) -> tuple[Place, ...]:
    pairs = zip(printed, meant, strict=True)
    return tuple(place for one, other in pairs for place in differing(one, other))


def _cost(places: tuple[Place, ...]) -> tuple[int, int]:
    """Return a key that is least for the smallest difference."""
    return sum(_size(part) for place in places for part in place), len(places)


def _size(e: Any) -> int:
    """Return how many symbols, numbers and operations a formula consists of."""
    return 1 + sum(map(_size, e.args))
