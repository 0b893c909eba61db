"""Arguments that not everything is what there is some of, as the statement says.

What denies "every a has a b, so that ..." is about some a. The statement gives an a and a b of its
own; the a is moved by one, and what the statement says of all numbers is looked at where its own
numbers are. Whether that denies the mutant the kernel finds out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from theory.arguments import Argument, Assume, Choose, Generalise, Give, Solve, Specialise
from theory.binders import substitute
from theory.quantifiers import Every, Quantified, Some
from verify.kernel.conditions import conjuncts


def not_all(
    contrary: Any, printed: Any, shown: Argument, given: tuple[Any, ...]
) -> Iterator[Argument]:
    """Yield arguments for what denies that everything is something that there is.

    Args:
        contrary: what denies the mutant.
        printed: what the statement says.
        shown: an argument for it.
        given: what may be assumed.
    """
    names: list[Any] = []
    layers: list[Argument] = []
    while isinstance(printed, Some) and type(printed.args[0]) is sp.Symbol:
        bound, body = printed.args
        name = sp.Symbol(f"{bound} of the statement", real=True, integer=bound.is_integer)
        names.append(name)
        layers.append(shown)
        printed = substitute(body, {bound: name})
        shown = Assume(printed)
    if not names or not isinstance(contrary, Some) or type(contrary.args[0]) is not sp.Symbol:
        return
    for place in names:
        known = tuple(_at(part, place, printed) for part in conjuncts((printed,)) if _every(part))
        found = _by(contrary, (names[0] + 1, place), (*given, printed), known)
        for layer, name in zip(reversed(layers), reversed(names), strict=True):
            found = Choose(layer, found, name)
        yield found


def _every(condition: Any) -> bool:
    return isinstance(condition, Every) and type(condition.args[0]) is sp.Symbol


def _at(every: Any, place: Any, printed: Any) -> Argument:
    return Specialise(Solve(every, (printed,)), place)


def _by(
    says: Any, values: tuple[Any, ...], given: tuple[Any, ...], known: tuple[Argument, ...]
) -> Argument:
    """Argue for a condition by these values, of which there is some, one after the other."""
    if isinstance(says, Some) and type(says.args[0]) is sp.Symbol and values:
        at = substitute(says.body, {says.args[0]: values[0]})
        return Give(_by(at, values[1:], given, known), says, values[0])
    if isinstance(says, Every):
        return Generalise(_by(says.body, values, given, known), says.args[0])
    inner = [part for part in says.args if isinstance(part, Quantified)]
    if values and isinstance(says, (sp.And, sp.Or)) and len(inner) == 1:
        known = (*known, _by(inner[0], values, given, known))
    return Solve(says, given, known)
