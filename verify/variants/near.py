"""Points near the one at which an argument has the hypotheses met.

Where a hypothesis was dropped, what that is about may be anything, and all else stays as it is at
the point; or integers and sequences stay, and every real may be anything. Little is left to be
tried then, though each hypothesis is evaluated again, as everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy as sp

from theory.argument_language import States
from theory.binders import substitute, unbound
from theory.quantifiers import Some
from theory.well_formed import IllFormed
from verify.claims.meanings import Meanings
from verify.claims.statements import heads
from verify.errors import FROM_A_PAPER
from verify.judging.at_strings import Beyond
from verify.kernel.conditions import conjuncts, without
from verify.variants.concrete import Frame, Ground, broken_among
from verify.variants.later import Entries

TRIES = 600  # values of reals for each choice of what may be anything


def fails_near(
    mutant: States, printed: States, meanings: Meanings, point: Mapping[Any, Any]
) -> str | None:
    """Return in words a point near a known one at which a mutant fails, if one is found.

    Args:
        mutant: the changed statement.
        printed: the statement, whose hypotheses hold at the point.
        meanings: of the heads.
        point: values of what is in the statement.

    >>> x, y, eta = sp.symbols("x y eta", real=True)
    >>> printed = States(eta * x <= eta * y, (x <= y, eta > 0))
    >>> at = {x: sp.Integer(1), y: sp.Integer(2), eta: sp.Integer(1)}
    >>> fails_near(States(printed.says, (x <= y,)), printed, {}, at)
    'every hypothesis holds and the conclusion does not, where x = 1, y = 2, eta = -1/2'
    """
    if not point or not heads(mutant) <= set(meanings):
        return None
    for open_ in _may_be_anything(mutant, printed):
        fixed = {s: sp.sympify(v) for s, v in point.items() if s not in open_}
        found = _fails_at(mutant, meanings, fixed, open_)
        if found is not None:
            values = ", ".join((*(f"{s} = {v}" for s, v in fixed.items()), *filter(None, (found,))))
            return f"every hypothesis holds and the conclusion does not, where {values}"
    return None


def _may_be_anything(mutant: States, printed: States) -> Iterator[frozenset[Any]]:
    """Yield what need not be as at the point: what was dropped is about, alone, or every real."""
    dropped = without(conjuncts(printed.given), mutant.given)
    free = frozenset().union(unbound(mutant.says), *map(unbound, mutant.given))
    about = frozenset[Any]().union(*map(unbound, dropped)) & free
    reals = frozenset(s for s in free if type(s) is sp.Symbol and not s.is_integer)
    own = frozenset(s for s in about if not s.is_integer)
    each = (frozenset({s}) for s in sorted(own, key=str))
    yield from dict.fromkeys((own, *each, reals))


def _fails_at(
    mutant: States, meanings: Meanings, fixed: Mapping[Any, Any], open_: frozenset[Any]
) -> str | None:
    """Return in words the values of what is not fixed, with which a mutant fails."""
    things = {s: Entries(str(s)) for s in open_ if isinstance(s, sp.IndexedBase)}
    ground = Ground(meanings, things, frozenset({Some}))
    try:
        at = States(substitute(mutant.says, fixed))
        given = [ground.value(substitute(g, fixed)) for g in conjuncts(mutant.given)]
    except (Beyond, IllFormed, FROM_A_PAPER):
        return None
    if sp.false in given:
        return None
    frame = Frame(things, tuple(conjuncts(given)), sp.true, {**meanings, **ground.meanings})
    return broken_among([(frame, TRIES)], at)
