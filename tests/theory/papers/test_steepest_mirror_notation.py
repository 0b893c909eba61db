"""The definitions of the notation, compared with a program that differentiates."""

import random

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.binders import SequenceOf, substitute, unbound
from theory.papers.steepest_mirror import notation, saddle_points
from theory.papers.steepest_mirror.notation import DEFINITIONS, NOTATION
from theory.quantifiers import Every, Quantified
from theory.sequences import Indicator

T = sp.Symbol("t", real=True)
X = sp.symbols("X1 X2 X3", real=True)
N, DEPTH = 3, 3
EQUATIONS = [name for name, d in DEFINITIONS.items() if isinstance(d.says, sp.Eq)]
DEPENDS = [name for name in EQUATIONS if any(isinstance(g, Every) for g in DEFINITIONS[name].given)]
LOSS = saddle_points.LOSS


class Point:
    """Numbers for everything that a definition speaks of, and a polynomial for f."""

    def __init__(self, seed):
        draw = random.Random(seed)

        def table(*sizes):
            if not sizes:
                return sp.Rational(draw.randint(-6, 6), draw.choice((1, 2, 3)))
            return [table(*sizes[1:]) for _ in range(sizes[0])]

        monomials = [sp.prod(c) for c in sp.utilities.iterables.multiset_combinations(X * 2, 2)]
        monomials += [*X, X[0] ** 3, X[0] * X[1] * X[2] ** 2, sp.S.One]
        self.f = sum(table() * monomial for monomial in monomials)
        self.entries = {
            notation.w: table(DEPTH, N),
            notation.v: table(DEPTH, N),
            notation.x: table(N),
            notation.b: table(N),
            notation.d: table(N),
        }
        self.entries[notation.y] = self.entries[notation.x]
        self.numbers = {
            notation.n: N,
            notation.L: DEPTH,
            notation.m: draw.randint(0, DEPTH - 1),
            notation.ell: draw.randint(1, N),
            notation.k: draw.randint(1, N),
        }
        self.heads = {
            notation.GRADIENT: self.gradient,
            notation.HESSIAN: self.hessian,
            notation.FIRST: lambda w, v, m, at: self.along(w, v, m, at, 1),
            notation.SECOND: lambda w, v, m, at: self.along(w, v, m, at, 2),
            notation.SLOPE: lambda f, n, depth, w, v: self.loss(depth, w, v, 1),
            notation.CURVATURE: lambda f, n, depth, w, v: self.loss(depth, w, v, 2),
        }

    def value(self, e):
        """Return the value of a term."""
        if e.is_Rational:
            return e
        if isinstance(e, sp.Symbol):
            return sp.Integer(self.numbers[e])
        if isinstance(e, sp.Indexed):
            return self.entry(e.base, *e.indices)
        if isinstance(e, (sp.Sum, sp.Product)):
            join = sum if isinstance(e, sp.Sum) else sp.prod
            *inner, (index, low, high) = e.limits
            body = e.func(e.function, *inner) if inner else e.function
            numbers = range(int(self.value(low)), int(self.value(high)) + 1)
            return join(self.value(substitute(body, {index: sp.Integer(i)})) for i in numbers)
        if isinstance(e, Indicator):
            return sp.Integer(self.holds(e.args[0]))
        if e.func in self.heads:
            return self.heads[e.func](*e.args)
        return e.func(*map(self.value, e.args))

    def entry(self, sequence, *at):
        if isinstance(sequence, SequenceOf):
            return self.value(sequence[tuple(at)])
        found = self.entries[sequence]
        for index in at:
            found = found[int(self.value(sp.sympify(index))) - 1]
        return found

    def holds(self, condition):
        return bool(condition.func(*map(self.value, condition.args)))

    def at(self, expression, point):
        return expression.subs({X[i]: self.entry(point, i + 1) for i in range(N)})

    def gradient(self, _f, _n, point, at):
        return self.at(sp.diff(self.f, X[int(self.value(at)) - 1]), point)

    def hessian(self, _f, _n, point, *both):
        return self.at(sp.diff(self.f, *(X[int(self.value(at)) - 1] for at in both)), point)

    def moved(self, w, v, last, at):
        numbers = range(1, int(self.value(last)) + 1)
        return sp.prod(self.entry(w, i, at) + T * self.entry(v, i, at) for i in numbers)

    def along(self, w, v, last, at, order):
        return sp.diff(self.moved(w, v, last, at), T, order).subs(T, 0)

    def loss(self, depth, w, v, order):
        moved = {X[i]: self.moved(w, v, depth, sp.Integer(i + 1)) for i in range(N)}
        return sp.diff(self.f.subs(moved), T, order).subs(T, 0)


@pytest.mark.parametrize("name", EQUATIONS)
def test_a_definition_is_what_its_quantities_mean(name):
    for seed in range(2):
        assert Point(seed).holds(DEFINITIONS[name].says)


@pytest.mark.parametrize("name", [name for name in EQUATIONS if name not in DEPENDS])
def test_another_definition_is_not(name):
    says = DEFINITIONS[name].says
    other = sp.Eq(says.lhs, 2 * says.rhs + 1, evaluate=False)
    assert not any(Point(seed).holds(other) for seed in range(2))


def test_there_are_losses_with_given_slopes():
    for seed in range(3):
        point = Point(seed)
        entries = point.entries
        point.f = sum(
            entries[notation.b][i] * X[i] + entries[notation.d][i] * X[i] ** 2 / 2 for i in range(N)
        )
        inner = DEFINITIONS[LOSS].says
        while isinstance(inner, (Quantified, Implies)):
            inner = inner.args[1]
        assert isinstance(inner, And)
        assert all(map(point.holds, inner.args))


def test_what_is_printed_uses_the_notation_alone():
    named = {entry.thing for entry in NOTATION}
    for part in saddle_points.THM_4_3.parts:
        assert isinstance(part.statement, States)
        for formula in (part.statement.says, *part.statement.given):
            free = {e for e in sp.preorder_traversal(formula) if isinstance(e, sp.Function)}
            assert {e.func for e in free} <= named
            assert unbound(formula) <= named


def test_the_notation_says_what_each_thing_is():
    kinds = {str(entry.thing): entry.kind for entry in NOTATION}
    assert kinds["f"] == "function"
    assert kinds["w"] == "sequence"
    assert kinds["L"] == "integer"
    assert kinds["Gradient"] == "head"
    assert all(entry.meaning and entry.place for entry in NOTATION)
    assert len(kinds) == len(NOTATION)


def test_an_example_is_what_its_words_say():
    """The first loss is x_1, the second (x_2^2 - x_1^2) / 2 - x_2."""
    for example, words in (
        (saddle_points.FLAT, X[0]),
        (saddle_points.STUCK, (X[1] ** 2 - X[0] ** 2) / 2 - X[1]),
    ):
        point = Point(0)
        found = 0
        for at in (1, 2):
            point.numbers[notation.ell] = at
            slope, curve = map(point.value, map(sp.sympify, (example.slopes, example.curves)))
            found += slope * X[at - 1] + curve * X[at - 1] ** 2 / 2
        assert sp.expand(found - words) == 0
