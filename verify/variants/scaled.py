"""Rays that start at a point at which the hypotheses are known to hold.

Integers and sequences stay what they are at the point, so that sums are written out; every real is
what it is there times a power of the scale, or what an equation says that it is. So a power too
much is seen where all that is printed stays as it is if several reals are multiplied together. As
everywhere, a ray counts only if every hypothesis holds at every large scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

import sympy as sp

from theory.argument_language import States
from theory.binders import substitute, unbound
from theory.orders import Order
from theory.well_formed import IllFormed
from verify.judging.at_strings import Beyond
from verify.kernel.conditions import conjuncts
from verify.variants.concrete import Ground
from verify.variants.orders import fails_on
from verify.variants.paths import SCALE, Path, equations, eventually

POWERS = (0, 1, -1, 2, -2)
MOST = 5  # reals that no equation determines
TRIED = 400  # choices of powers
RAYS = 60  # of these, on which the hypotheses hold, that are looked at


def fails_from(statement: States, point: Mapping[Any, Any], moves: Any = None) -> str | None:
    """Return why an order fails along a ray from a point, `None` if no such ray shows that.

    Args:
        statement: the order.
        point: values of what is in it, at which hypotheses hold.
        moves: the symbol by powers of which it differs from one that holds, if it does.

    >>> x, y = sp.symbols("x y", real=True)
    >>> at = {x: sp.Integer(3), y: sp.Integer(2)}
    >>> print(fails_from(States(Order(x + y, x * y, "at most", (x, y)), (x > y, y > 0)), at))
    the left side is of order 3 + 2/scale, the right side of order 6/scale, where x = 3, y = 2/scale
    """
    about = about_reals(statement, point) if isinstance(statement.says, Order) else None
    if about is None:
        return None
    broken = (fails_on(path, about.says, (), (), {}) for path in rays_from(about, point, moves))
    return next(filter(None, broken), None)


def about_reals(statement: States, point: Mapping[Any, Any]) -> States | None:
    """Return what an order says if integers and sequences are as at a point.

    It is `None` if something is left that is not about reals alone.

    >>> n, i = sp.symbols("n i", integer=True)
    >>> x = sp.Symbol("x", real=True)
    >>> order = Order(sp.Sum(x * i, (i, 1, n)), x, "at most", (x, n))
    >>> about_reals(States(order), {n: 2}).says.sides
    (3*x, x)
    """
    order = statement.says
    fixed = {s: sp.sympify(v) for s, v in point.items() if type(s) is not sp.Symbol or s.is_integer}
    ground = Ground({}, {}, frozenset())
    try:
        given = [ground.value(substitute(g, fixed)) for g in conjuncts(statement.given)]
        left, right = (ground.value(substitute(side, fixed)) for side in order.sides)
        over = order.over - fixed.keys()
        found = States(Order(left, right, order.relation, over), tuple(conjuncts(given)))
    except (Beyond, IllFormed):
        return None
    free = frozenset().union(unbound(found.says), *map(unbound, found.given))
    return found if all(type(s) is sp.Symbol and not s.is_integer for s in free) else None


def rays_from(statement: States, point: Mapping[Any, Any], moves: Any = None) -> Iterator[Path]:
    """Yield some rays from a point on which all hypotheses hold, those with few powers first.

    Args:
        statement: an order about reals.
        point: what they are at the scale 1.
        moves: the real that must move, if one is known.

    >>> x, y, z = sp.symbols("x y z", real=True)
    >>> order = States(Order(x * y, z, "at most", (x, y, z)), (sp.Eq(z, x * y), z >= 3))
    >>> print(next(rays_from(order, {x: sp.Integer(3), y: sp.Integer(1)}, y)))
    x = 3, y = scale, z = 3*scale
    """
    tried = islice(_paths(statement, point), TRIED)
    found = (p for p in tried if moves is None or not p.is_constant(moves))
    yield from islice((p for p in found if all(eventually(g, p) for g in statement.given)), RAYS)


def _paths(statement: States, point: Mapping[Any, Any]) -> Iterator[Path]:
    """Yield the rays, whether or not the hypotheses hold on them."""
    order, given = statement.says, statement.given
    free = frozenset().union(unbound(order), *map(unbound, given))
    determined = dict(equations(given))
    own = sorted(free - determined.keys(), key=str)
    ready = all(unbound(term) <= set(own) for term in determined.values())
    if not ready or not set(own) <= point.keys() or len(own) > MOST:
        return
    axes = [POWERS if symbol in order.over else POWERS[:1] for symbol in own]
    for powers in sorted(product(*axes), key=lambda at: sum(map(abs, at))):
        values = {s: point[s] * SCALE**power for s, power in zip(own, powers, strict=True)}
        there = Path(tuple(values.items()))
        values |= {s: there.at(term) for s, term in determined.items()}
        path = Path(tuple(sorted(values.items(), key=lambda pair: str(pair[0]))))
        if all(path.is_constant(s) for s in free - order.over):
            yield path
