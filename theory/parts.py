"""The parts of an expression, each once, however often it stands in it.

The formula of a walk with n steps has the position after each step many times: some thousand
different parts stand in 2^n places. sympy's own traversals go through the places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def parts_of(expression: Any) -> Iterator[Any]:
    """Yield an expression and its parts, each where it first stands, outer ones first.

    >>> import sympy as sp
    >>> x = sp.Symbol("x")
    >>> list(parts_of(sp.sin(x) + sp.sin(x) ** 2))
    [sin(x)**2 + sin(x), sin(x)**2, sin(x), x, 2]
    """
    seen: set[Any] = set()
    waiting = [expression]
    while waiting:
        part = waiting.pop()
        if part not in seen:
            seen.add(part)
            yield part
            waiting.extend(reversed(part.args))


def of_kinds(expression: Any, *kinds: type) -> frozenset[Any]:
    """Return the parts of some kinds: what `expression.atoms(*kinds)` is."""
    return frozenset(part for part in parts_of(expression) if isinstance(part, kinds))


def with_parts(expression: Any, change: Callable[[Any], Any]) -> Any:
    """Return an expression with every part changed, inner ones first, each once.

    Args:
        expression: what is built again, with `func(*args)`, where a part of it has changed.
        change: given a part, the parts of which have been changed, returns what it becomes.
    """
    known: dict[Any, Any] = {}

    def changed(part: Any) -> Any:
        if part not in known:
            arguments = tuple(map(changed, part.args))
            known[part] = change(part if arguments == part.args else part.func(*arguments))
        return known[part]

    return changed(expression)
