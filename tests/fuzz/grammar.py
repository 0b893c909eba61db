"""Random statements of a small grammar, most of them of nothing in particular."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies, Not, Or

from tests.fuzz.case import Case
from theory.claim import ForAll
from theory.language import integers, reals

REALS = reals("x y z")
INTEGERS = integers("n m k")
KINDS = (sp.Ge, sp.Ge, sp.Le, sp.Gt, sp.Lt, sp.Eq, sp.Ne)
MOST_OPERATIONS = 30


def number(rng: Random) -> Any:
    """Return a small rational."""
    return sp.Rational(rng.randint(-4, 5), rng.choice((1, 1, 1, 2, 3)))


def term(rng: Random, symbols: list[Any], depth: int) -> Any:
    """Return a random term."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(symbols) if rng.random() < 0.75 else number(rng)
    a = term(rng, symbols, depth - 1)
    kind = rng.randrange(16)
    if kind < 5:
        return a + term(rng, symbols, depth - 1) * rng.choice((1, 1, -1, 2))
    if kind < 8:
        return a * term(rng, symbols, depth - 1)
    if kind == 8:
        return a**2
    if kind == 9:
        return a / (1 + term(rng, symbols, depth - 1) ** 2)
    if kind == 10:
        return 1 / (a if a.free_symbols else a**2 + 1)
    if kind == 11:
        return sp.Abs(a)
    if kind == 12:
        return sp.sqrt(rng.choice((a, sp.Abs(a) + 1, a**2 + rng.randint(0, 2))))
    if kind == 13:
        return sp.exp(rng.choice((a, -(a**2)))) if depth < 3 else a**3
    if kind == 14:
        return sp.log(rng.choice((a, 1 + a**2, 1 + sp.Abs(a))))
    return rng.choice((sp.Max, sp.Min))(a, term(rng, symbols, depth - 1))


def hypothesis(rng: Random, symbols: list[Any]) -> Any:
    """Return a random hypothesis: a range of one symbol, most of the time."""
    s = rng.choice(symbols)
    kind = rng.randrange(8)
    if kind < 4:
        return rng.choice((sp.Gt, sp.Ge, sp.Lt, sp.Le))(s, rng.choice((0, 0, 1, -1, 2)))
    if kind == 4 and len(symbols) > 1:
        a, b = rng.sample(symbols, 2)
        return rng.choice((sp.Gt, sp.Ge))(a, b)
    if kind == 5:
        return sp.Ne(s, number(rng))
    if kind == 6:
        return Or(s > rng.randint(0, 2), s < rng.randint(-3, 0))
    return rng.choice(KINDS)(term(rng, symbols, 1), number(rng), evaluate=False)


def squares(rng: Random, symbols: list[Any]) -> tuple[Any, Any]:
    """Return two sides of which the first is not the smaller one wherever both are defined."""
    a, b = term(rng, symbols, 2), term(rng, symbols, 2)
    return rng.choice(
        (
            (a**2 + b**2, 2 * a * b),
            (sp.Abs(a) + sp.Abs(b), sp.Abs(a + b)),
            (sp.Max(a, b), a),
            ((a + b) ** 2, a**2 + b * (2 * a)),
            (sp.exp(a), 1 + a),
            (a**2 + 1, 2 * sp.Abs(a)),
            (sp.sqrt(a**2 + b**2), sp.Abs(a)),
            (a, a - b**2),
        )
    )


def relation(rng: Random, symbols: list[Any]) -> Any:
    """Return a random relation that sympy leaves as it is written."""
    if rng.random() < 0.55:
        left, right = squares(rng, symbols)
        kind = rng.choice((sp.Ge, sp.Ge, sp.Ge, sp.Gt))
    else:
        left, right = term(rng, symbols, 3), term(rng, symbols, 2)
        kind = rng.choice(KINDS)
    if rng.random() < 0.15:
        left, right, kind = sp.expand(left), right, rng.choice((kind, sp.Ge))
    return kind(left, right, evaluate=False)


def kept(rng: Random, symbols: list[Any], make: Callable[[Random, list[Any]], Any]) -> Any:
    """Return the first condition drawn that is short, of real terms, and undecided by sympy."""
    while True:
        try:
            condition = make(rng, symbols)
        except ValueError:  # sympy does not order complex numbers
            continue
        if condition in (sp.true, sp.false) or sp.count_ops(condition) > MOST_OPERATIONS:
            continue
        if condition.free_symbols and not condition.has(sp.I, sp.zoo, sp.nan, sp.oo):
            return condition


def grammar(rng: Random) -> Case:
    """Return a random statement of one to three symbols."""
    pool = [*REALS, *REALS, *INTEGERS] if rng.random() < 0.5 else [*REALS]
    symbols = sorted({rng.choice(pool) for _ in range(rng.randint(1, 3))}, key=str)
    says = kept(rng, symbols, relation)
    other = kept(rng, symbols, hypothesis)
    shape = rng.randrange(10)
    if shape == 0:
        says = Or(says, other, evaluate=False)
    elif shape == 1:
        says = Implies(other, says, evaluate=False)
    elif shape == 2:
        says = Implies(Not(says, evaluate=False), other, evaluate=False)
    elif shape == 3:
        says = And(says, kept(rng, symbols, relation), evaluate=False)
    given = tuple(kept(rng, symbols, hypothesis) for _ in range(rng.randint(0, 3)))
    return Case("grammar", ForAll(says=says, given=given))
