"""Bound symbols: nothing is captured, and their names do not matter."""

from dataclasses import replace

import pytest
import sympy as sp

from tests.verify.methods.applied import outcomes
from theory.argument_language import States
from theory.arguments import Assume
from theory.binders import SequenceOf, body_of, is_binder, rebound, substitute
from theory.binders import renamed as with_name
from theory.calculus import summed
from theory.claim import ForAll, SameOrder
from theory.definedness import rebuilt
from theory.language import (
    Each,
    Head,
    function,
    integers,
    reals,
    rounds_to,
    sequence,
)
from theory.normal_form import normal
from theory.orders import Order, Small, Theta
from theory.quantifiers import Every, Some, least, median
from theory.sequences import In, Indicator, Law, Mean, Signs, Sphere
from theory.well_formed import IllFormed
from verify.claims import catalogue
from verify.kernel.arguments.conclusion import conclusion, establishes
from verify.kernel.questions import RejectedArgument, Solver, _texts
from verify.kernel.total import Outside

x, y, z, t = reals("x y z t")
i, j, k, n = integers("i j k n")
p = sequence("p")
alpha, Q = function("alpha"), Head("Q", "a quantity")


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
        if not e.args or isinstance(e, (sp.Symbol, sp.IndexedBase)):
            return names.get(e, e)
        if not is_binder(e):
            return rebuilt(e.func, [walk(a, depth, names) for a in e.args])
        limits = []
        for symbol, *ends in reversed(e.limits):
            ends = [walk(end, depth, names) for end in ends]
            fresh = with_name(symbol, rename(symbol, depth))
            names, depth = {**names, symbol: fresh}, depth + 1
            limits.insert(0, sp.Tuple(fresh, *ends))
        return rebound(e, walk(body_of(e), depth, names), limits)

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


def chance(condition):
    return Mean(Indicator(condition), t, Law(alpha))


def at_least(one, other):
    return sp.Ge(one, other, evaluate=False)


# a statement with every binder of which an argument speaks: does it hold, says a solver
WITH_ALL_BINDERS = {
    "every": (Every(y, at_least(x + y**2, x)), False),
    "some": (Some(y, y > x), False),
    "either": (sp.Or(Every(y, y > x), sp.Not(Every(z, z > x))), True),
    "a name within its own scope": (Every(y, sp.And(y > x, Some(y, y > x))), False),
    "a function": (sp.Or(Every(alpha, alpha(x) > 0), Some(alpha, alpha(x) <= 0)), False),
    "a sequence": (sp.Or(Some(p, p[i] > x), sp.Not(Some(p, p[i] > x))), True),
    "least": (sp.Implies(least(n, n > x), n > x), True),
    "median": (
        sp.Implies(
            median(x, lambda m: chance(t <= m), lambda m: chance(t >= m)),
            at_least(2 * chance(t <= x), 1),
        ),
        True,
    ),
    "mean over strings": (
        at_least(Mean(p[0] + x, p, Signs(n)), Mean(p[0] + x, p, Signs(n))),
        False,
    ),
    "mean over a sphere": (sp.Eq(Mean(p[1], p, Sphere(n)), 0, evaluate=False), False),
    "mean under a law": (at_least(chance(t > x), chance(t > x)), True),
    "mean of a mean": (at_least(Mean(t * Mean(t, t, Law(alpha)), t, Law(alpha)), 0), False),
    "a set": (sp.Implies(In(SequenceOf(p[j], j), Signs(n)), In(p, Signs(n))), False),
    "two indices": (at_least(Q(SequenceOf(i - j, i, j)), Q(SequenceOf(i - j, i, j))), True),
    "a sum": (at_least(sp.Sum(p[j], (j, 0, n)) + x, x), False),
    "sums of sums": (
        at_least(
            sp.Sum(sp.Sum(i * j + x, (j, 1, i)), (i, 1, n)) * sp.Sum(p[j], (j, 0, n)),
            sp.Product(1 + p[j], (j, 0, n)),
        ),
        False,
    ),
    "an endless sum": (at_least(sp.Sum(x**j, (j, 0, sp.oo)), 0), False),
    "an integral": (sp.Integral(sp.exp(t * x), (t, 0, 1)) > x, False),
}
OTHER_NAMES = [
    lambda symbol, depth: f"{symbol}_{depth}",
    lambda symbol, depth: f"{'zyxwvu'[depth]}{depth}",  # in another order
    lambda symbol, depth: f"{symbol}'",
]


def shows(condition, given=()):
    """Return whether a solver shows a condition."""
    try:
        Solver(1_000_000).shows(given, condition)
    except RejectedArgument:
        return False
    return True


@pytest.mark.parametrize("name", WITH_ALL_BINDERS)
@pytest.mark.parametrize("rename", OTHER_NAMES)
def test_no_argument_depends_on_the_names_of_bound_symbols(name, rename):
    condition, holds = WITH_ALL_BINDERS[name]
    other = renamed(condition, rename)
    assert other != condition
    assert normal(other) == normal(condition)
    assert (shows(condition), shows(other)) == (holds, holds)
    for one, two in ((condition, other), (other, condition)):
        fact = conclusion(Assume(one), {}, Solver(0))
        establishes(fact, (two,), two)


@pytest.mark.parametrize("rename", OTHER_NAMES)
def test_no_order_depends_on_the_names_of_bound_symbols(rename):
    total = sp.Sum(p[j] ** 2, (j, 0, n))
    for order in (Order(total, x, "same", (x, n)), Order(x, Theta(total), "at most", (x,))):
        other = renamed(order, rename)
        assert other != order
        assert normal(other) == normal(order)
    size = Small(total)
    assert normal(renamed(size, rename)) == normal(size) != size


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


SHARE = 12  # of the claims that speak of such things one in so many is looked at, by its place


RENAMINGS = (lambda s, d: f"{s}_bound{d}", lambda s, d: f"a{9 - d}_{s}")  # in another order


def test_no_question_of_a_claim_depends_on_the_names_of_its_bound_symbols():
    found = []
    for name in sorted(catalogue.index()):
        for part in catalogue.load(name).parts:
            if isinstance(part.statement, States) and not isinstance(part.statement.says, Order):
                formulas = (*part.statement.given, part.statement.says)
                if any(is_binder(e) for f in formulas for e in sp.preorder_traversal(f)):
                    found.append((name, part.statement))
    looked_at = found[::SHARE]
    assert len(looked_at) > 15
    for name, statement in looked_at:
        # both are built anew, as a formula may be written in a way that sympy does not keep
        one, other = (
            statement.mapped(lambda f, rename=rename: renamed(f, rename)) for rename in RENAMINGS
        )
        assert other != one, name
        one, two = map(_asked, (one, other))
        assert one == two, name


def _asked(statement):
    """Return what a solver is asked of a statement, and whether anything can be asked."""
    try:
        return _texts(tuple(g for g in statement.given), statement.says, ())
    except Outside as reason:
        return str(reason)[:10]


def test_what_values_do_not_concern_stays_as_it_is():
    p, q = sp.IndexedBase("p"), sp.IndexedBase("q")
    R = sp.Function("R")
    formula = sp.Sum(p[i] * y, (i, 0, n)) + R(x) + sp.sqrt(z / x)
    for values in ({t: x}, {i: n}, {q: p}):
        assert substitute(formula, values) is formula
    for values in ({n: k}, {p: q}, {R(t): t**2}, {z: t}):
        assert substitute(formula, values) != formula
