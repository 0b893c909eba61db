"""Bound symbols: nothing is captured, and their names do not matter."""

from dataclasses import replace

import pytest
import sympy as sp

from tests.verify.methods.applied import outcomes
from theory.binders import is_binder, substitute
from theory.calculus import summed
from theory.claim import ForAll, SameOrder
from theory.definedness import rebuilt
from theory.language import (
    Each,
    integers,
    reals,
    rounds_to,
    sequence,
)
from theory.well_formed import IllFormed
from verify.claims import catalogue

x, y, z, t = reals("x y z t")
i, j, k, n = integers("i j k n")
p = sequence("p")


@pytest.mark.parametrize(
    "build",
    [
        lambda: ForAll(
            where={y: x - i},
            given=(i >= 5,),
            says=sp.Eq(sp.Sum(y + i, (i, 1, 3)), 3 * x, evaluate=False),
        ),
        lambda: ForAll(
            where={y: x - i}, says=sp.Eq(sp.Sum(y + i, (i, 1, 3)), 3 * x, evaluate=False)
        ),
        lambda: ForAll(given=(t > 0,), says=sp.Integral(t * x, (t, 0, 1)) <= x),
        lambda: ForAll(says=Each(p[k] >= 0, (k, 0, 3)), instances={k: (2,)}),
        lambda: ForAll(where={x: y}, says=rounds_to(x + y, "1", {y: ("0", "1")})),
        lambda: ForAll(says=sp.Sum(x * i, (i, i, 3)) > 0),
        lambda: SameOrder(x, sp.Integral(x, (x, 0, 1)), regime=(), variables=(x,)),
    ],
)
def test_no_symbol_is_both_free_and_bound(build):
    with pytest.raises(IllFormed, match=r"is bound in .* and free elsewhere"):
        build()


def test_substitution_renames_what_would_capture():
    total = sp.Sum(y + i, (i, 1, 3))
    assert summed(substitute(total, {y: x - i})) == 3 * x - 3 * i + 6
    area = sp.Integral(y * t, (t, 0, y))
    assert substitute(area, {y: t}).doit() == t**3 / 2
    assert substitute(sp.Sum(i * y, (i, 1, i)), {i: k}) == sp.Sum(i * y, (i, 1, k))
    nested = sp.Sum(sp.Sum(y * i * j, (j, 1, i)), (i, 1, 2))
    assert summed(substitute(nested, {y: i + j})) == sp.expand((i + j) * (1 + 2 * 1 + 2 * 2))
    box = rounds_to(x + y, "1", {y: ("0", "1")})
    assert substitute(box, {x: y}).free_symbols == {y}


def renamed(expression, rename):
    """Give every bound symbol the name that `rename` says of it and of the binders around it."""

    def walk(e, depth, names):
        if not e.args or isinstance(e, sp.IndexedBase):
            return names.get(e, e)
        if not is_binder(e):
            return rebuilt(e.func, [walk(a, depth, names) for a in e.args])
        limits = []
        for symbol, *ends in reversed(e.limits):
            ends = [walk(end, depth, names) for end in ends]
            fresh = sp.Symbol(rename(symbol, depth), **symbol._assumptions_orig)
            names, depth = {**names, symbol: fresh}, depth + 1
            limits.insert(0, sp.Tuple(fresh, *ends))
        body = walk(e.args[0], depth, names)
        return e.rebound(body, limits) if hasattr(e, "rebound") else e.func(body, *limits)

    return walk(expression, 0, {})


def plain(expression):
    return renamed(expression, lambda symbol, depth: f"bound{depth}")


WITH_BINDERS = [
    ForAll(
        given=(n >= 1,),
        instances={n: (1, 3)},
        where={y: x + n},
        says=sp.Sum(y * i, (i, 1, n)) >= sp.Sum(sp.Sum(i * j * y, (j, 1, i)), (i, 1, n)),
    ),
    ForAll(
        instances={n: (1, 2)},
        given=(n >= 1, Each(sp.And(p[j] >= 0, Each(p[i] <= p[j], (i, 0, j))), (j, 0, n))),
        says=sp.Product(1 + p[j], (j, 0, n)) >= 1,
    ),
    ForAll(given=(x > 0,), says=sp.Integral(sp.Integral(t * z, (z, 0, t)), (t, 0, x)) > 0),
    ForAll(says=sp.Sum(i * j + x, (j, 1, i), (i, 1, 3)) >= 3 * x),
    ForAll(says=rounds_to(x + y * z, "1.0", {y: ("0", "1"), z: ("1", "2")})),
    ForAll(given=(x > 0, k >= 1), says=sp.Sum(x**i, (i, 1, k)) > 0),
]


@pytest.mark.parametrize("at", range(len(WITH_BINDERS)))
@pytest.mark.parametrize(
    "rename",
    [
        lambda symbol, depth: f"{symbol}_{depth}",
        lambda symbol, depth: "xyzq"[::-1][depth] + "'",
        lambda symbol, depth: f"{symbol}'",
    ],
)
def test_the_names_of_bound_symbols_do_not_matter(at, rename):
    statement = WITH_BINDERS[at]
    other = replace(
        statement,
        says=renamed(statement.says, rename),
        given=tuple(renamed(g, rename) for g in statement.given),
    )
    for (_, one), (_, two) in zip(statement.expanded, other.expanded, strict=True):
        assert plain(one.says) == plain(two.says)
        assert [plain(g) for g in one.given] == [plain(g) for g in two.given]
    first, second = outcomes(statement), outcomes(other)
    for name in first:
        assert (first[name].outcome, first[name].tier) == (second[name].outcome, second[name].tier)


def test_no_claim_depends_on_the_names_of_its_bound_symbols():
    count = 0
    for name in catalogue.index():
        for part in catalogue.load(name).parts:
            statement = part.statement
            if not isinstance(statement, ForAll):
                continue
            formulas = (statement.says, *statement.given)
            if any(is_binder(e) for formula in formulas for e in sp.preorder_traversal(formula)):
                count += 1
                says, *given = (renamed(e, lambda s, d: f"{s}_bound{d}") for e in formulas)
                other = replace(statement, says=says, given=tuple(given))
                for (_, one), (_, two) in zip(statement.expanded, other.expanded, strict=True):
                    assert plain(one.says) == plain(two.says), name
    assert count > 50
