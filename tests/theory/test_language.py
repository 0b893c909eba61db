"""What statements are made of: what is refused, and what substitution leaves as it is."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

from theory.binders import is_binder, substitute
from theory.calculus import differentiated, summed
from theory.claim import Claim, ForAll, Observed, SameOrder, Source
from theory.definedness import UNDEFINED, connected, facts_of, rebuilt, requirements
from theory.language import (
    DEFINES,
    Each,
    Head,
    Lipschitz,
    function,
    integers,
    reals,
    rounds_to,
    sequence,
)
from theory.places import HERE
from theory.statements import statement_hash
from theory.well_formed import IllFormed
from verify.claims import catalogue
from verify.claims.meanings import Formula, unfold
from verify.evidence import Outcome, Tier
from verify.methods import METHODS
from verify.methods.task import Task
from verify.truth import Truth, evaluate

x, y, z, t = reals("x y z t")
i, j, k, n = integers("i j k n")
p = sequence("p")
f = function("f")
Square = sp.Function("Square")
Speed = Head("Pace", "how fast something is")


def outcomes(statement):
    """Return what every method but the experiment says of a statement."""
    return {name: METHODS[name].apply(Task(statement)) for name in METHODS if name != "experiment"}


def is_proved(statement):
    return any(
        e.outcome is Outcome.HOLDS and e.tier is not Tier.SEARCH and not e.restrictions
        for name, e in outcomes(statement).items()
        if name != "vacuity"
    )


# -- symbols and numbers --------------------------------------------------------------------

w = sp.Symbol("w", positive=True)
REFUSED = {
    "a positive symbol": (lambda: w + 1 / w >= 2, "write reals.'w'. and the hypothesis w > 0"),
    "a non-zero symbol": (lambda: sp.Ne(sp.Symbol("c", real=True, nonzero=True) * x, 1), "Ne.c, 0"),
    "an even integer": (lambda: sp.Symbol("m", even=True) >= x, "assumed to be even"),
    "a complex symbol": (lambda: sp.Ne(sp.Symbol("c", complex=True), x), "assumed to be complex"),
    "a symbol without a kind": (lambda: sp.Symbol("b") > 0, "write reals.'b'. or integers"),
    "a dummy": (lambda: sp.Dummy("d", real=True) > 0, "is a Dummy"),
    "a float": (lambda: 0.1 * x > 0.3, r"write sp.Rational\(1, 10\)"),
    "a float in a case": (lambda: sp.Piecewise((x, x > 0.5), (1, True)) > 0, r"Rational\(1, 2\)"),
    "the imaginary unit": (lambda: sp.Ne(x, sp.I, evaluate=False), "imaginary unit"),
    "infinity": (lambda: sp.Lt(x, sp.oo, evaluate=False), "no number"),
    "no number": (lambda: sp.Eq(x, sp.nan, evaluate=False), "no number"),
    "complex infinity": (lambda: sp.Eq(x, sp.zoo, evaluate=False), "no number"),
    "a bool": (lambda: x == y, "Python's False"),
    "a string": (lambda: "x > 0", "no condition but 'x > 0', a str"),
    "a term": (lambda: x, "a term where a condition is needed"),
    "an exclusive or": (lambda: sp.Xor(x > 0, y > 0), "use And, Or, Not"),
    "a symbol as a condition": (lambda: sp.And(x, y > 0), "a condition is needed"),
    "a matrix": (
        lambda: sp.Eq(
            sp.Matrix([x]).det(), sp.Determinant(sp.MatrixSymbol("A", 2, 2)), evaluate=False
        ),
        "no statement can have",
    ),
    "a predicate of sympy": (lambda: sp.Q.positive(x), "use And, Or, Not"),
    "a derivative without a rule": (
        lambda: sp.Eq(sp.Derivative(sp.floor(x), x), y, evaluate=False),
        "no rule gives",
    ),
    "a limit": (lambda: sp.Limit(1 / x, x, sp.oo) >= y, "no statement can have"),
    "a real index of a sum": (lambda: sp.Sum(y * z, (z, 1, 3)) > 0, "one of the integers"),
    "a real index of a range": (lambda: Each(y > z, (z, 1, 3)), "one of the integers"),
    "an integer under an integral": (lambda: sp.Integral(y * n, (n, 0, 3)) > 0, "of the reals"),
    "an integral without ends": (lambda: sp.Integral(y, y) > x, "needs both ends"),
    "a positive bound symbol": (lambda: sp.Integral(w * x, (w, 0, 1)) > 0, "assumed to be posi"),
    "a float as a limit": (lambda: sp.Integral(y * x, (y, 0, 0.5)) > 0, r"Rational\(1, 2\)"),
    "a derivative by an integer": (
        lambda: sp.Eq(sp.Derivative(n**2 * x, n), x, evaluate=False),
        "only a real symbol",
    ),
    "a function without argument": (lambda: sp.Gt(x, f + 1, evaluate=False), "number is needed"),
    "a function without meaning": (lambda: sp.Function("R", real=True)(x) > 0, "made of a Head"),
    "a function with assumptions": (
        lambda: sp.Function("R", positive=True)(x) >= 0 + x,
        "carries assumptions",
    ),
}


@pytest.mark.parametrize("of", REFUSED)
def test_what_no_statement_can_have_is_refused_with_a_way_out(of):
    build, words = REFUSED[of]
    says = build()
    with pytest.raises(IllFormed, match=words):
        ForAll(says)


@pytest.mark.parametrize("of", REFUSED)
def test_it_is_refused_among_the_hypotheses_too(of):
    build, words = REFUSED[of]
    given = build()
    with pytest.raises(IllFormed, match=words):
        ForAll(given=(given,), says=x**2 >= 0)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"where": {z: 0.1 * x}}, r"abbreviation z: 0.1.* write sp.Rational\(1, 10\)"),
        ({"where": {z: x > 0}}, "stands where a term"),
        ({"where": {z: "x"}}, "no term but 'x'"),
        ({"where": {n: x / 2}}, "n is an integer symbol"),
        ({"where": {z: x + z}}, "uses z, which is not defined yet"),
        ({"where": {z: x + t, t: 2 * z}}, "uses t, which is not defined yet"),
        ({"where": {sp.Function("R")(x): sp.Function("R")(x - 1)}}, "not defined yet"),
        ({"where": {x + 1: y}}, "no abbreviation"),
        ({"where": {sp.Function("R")(2): y}}, "no function of different symbols"),
        ({"where": {sp.Function("R")(x, x): y}}, "no function of different symbols"),
        ({"where": {z: x}, "given": (sp.Derivative(x * z, z) > 0,)}, "z is no variable"),
        ({"where": {sp.Symbol("q"): x}}, "q has no kind"),
        ({"instances": {sp.Symbol("q", positive=True): (1,)}}, "assumed to be positive"),
        ({"instances": {"x": (1,)}}, "cannot quantify"),
        ({"given": x > 0}, r"write given=\(x > 0,\)"),
        ({"given": {"lemma 1": x > 0}}, r"write given=\(x > 0,\)"),
        ({"given": {x: (x > 0,)}}, "x is no place"),
        ({"says": (x, y), "given": x < y}, r"not listed: write ForAll\(says, given="),
        ({"instances": {n: (1, 1.5)}}, r"write sp.Rational\(3, 2\)"),
        ({"instances": {n: (1, sp.Rational(1, 2))}}, "needs an integer"),
        ({"instances": {n: (1, sp.oo)}}, "no number"),
        ({"says": x < 1, "given": (integers("x") > 0,)}, "two different things are called x"),
        ({"says": x < 1, "given": (sequence("x")[1] > 0,)}, "two different things are called x"),
        ({"given": (p[1] > reals("p"),)}, "two different things are called p"),
        ({"given": (p[1] > sp.Symbol("p[0]", real=True),)}, "like a member"),
        ({"given": (p[n] > 0,)}, "give n values"),
        ({"given": (sp.Sum(p[i], (i, 1, n)) > 0,)}, "give i values"),
        ({"given": (Each(x > i, (i, 1, n)),)}, "give n values"),
    ],
)
def test_the_other_parts_of_a_statement(more, words):
    with pytest.raises(IllFormed, match=words):
        ForAll(**{"says": x**2 >= 0, **more})


ALLOWED = [
    ForAll(given=(x > 0,), says=x + 1 / x >= 2),
    ForAll(says=sp.Eq(sp.Integral(sp.exp(-(y**2)), (y, -sp.oo, sp.oo)), x, evaluate=False)),
    ForAll(says=sp.Sum(2 ** (-i), (i, 0, sp.oo)) > x),
    ForAll(says=sp.ITE(x > 1, sp.Equivalent(x > 2, n > 2), sp.Not(x > n))),
    ForAll(given=(Lipschitz(f, x),), says=f(x) >= sp.Piecewise((sp.pi, x > 0), (0, True))),
    ForAll(
        given=(n >= 1, Each(p[j] >= 0, (j, 0, n))),
        instances={n: (1, 2)},
        says=sp.Sum(p[j], (j, 0, n)) >= 0,
    ),
    ForAll(where={sp.Function("R")(x): x**2}, says=sp.Derivative(sp.Function("R")(x), x) < 1),
    ForAll(says=rounds_to(2 * x, "0.7", {x: ("0.3", "0.4")})),
]


@pytest.mark.parametrize("at", range(len(ALLOWED)))
def test_what_statements_are_made_of_is_allowed(at):
    assert ALLOWED[at].expanded


def test_orders_and_effects_are_read_as_strictly():
    for build in (
        lambda: SameOrder(w, w + 1, regime=(), variables=(w,)),
        lambda: SameOrder(x + 0.5, x, regime=(), variables=(x,)),
        lambda: SameOrder(x * y, x, regime=(), variables=(x,)),
        lambda: SameOrder(x * y, x, regime=(), variables=(x,), constants={y: (0.5,)}),
        lambda: SameOrder(x, x, regime=(), variables=(x,), relation="smaller"),
        lambda: Observed("e", {}, x > 0.5),
        lambda: Observed("e", {}, True),
        lambda: Observed("e", {}, w > 1),
    ):
        with pytest.raises(IllFormed):
            build()


# -- what a statement quantifies over, and where its hypotheses stand -------------------------

SYMBOLS = [
    (ForAll(x < y), (x, y)),
    (ForAll(y < x, given=(t > 0,)), (t, x, y)),
    (ForAll(DEFINES, given=(Lipschitz(f, x),)), (f, x)),
    (ForAll(Speed(f, x) > f(y)), (f, x, y)),
    (ForAll(p[n] > x, given=(n >= 1,), instances={n: (1, 2)}), (n, p, x)),
    (ForAll(Each(p[j] > p[j + 1], (j, 0, 3))), (p,)),
    (ForAll(sp.Sum(p[i], (i, 1, n)) > 0, instances={n: (1, 2)}), (n, p)),
    (ForAll(z > t, where={z: x + 1, t: z - y}), (x, y)),
    (ForAll(Square(y) >= 0, where={Square(x): x**2}), (y,)),
    (ForAll(x > 0, where={z: y}), (x,)),
    (ForAll(x > 0, instances={n: (1, 2)}), (x,)),
    (ForAll(sp.Integral(t * x, (t, 0, 1)) <= x), (x,)),
    (ForAll(rounds_to(2 * x, "0.7", {x: ("0.3", "0.4")})), ()),
]


@pytest.mark.parametrize(("statement", "symbols"), SYMBOLS)
def test_a_statement_quantifies_over_what_is_free_in_it(statement, symbols):
    assert statement.symbols == symbols


def test_places_are_kept_and_change_nothing_else():
    flat = ForAll(x < y, given=(y > 1, x < 1, x > 0))
    apart = ForAll(x < y, given={"assumption 1": (y > 1,), HERE: (x < 1, x > 0), "lemma 2": ()})
    assert flat.places == ((HERE, (y > 1, x < 1, x > 0)),)
    assert apart.places == (("assumption 1", (y > 1,)), (HERE, (x < 1, x > 0)))
    assert apart == flat
    assert statement_hash(apart) == statement_hash(flat)
    assert statement_hash(ForAll(x < y, given=(x < 1, y > 1, x > 0))) != statement_hash(flat)
    assert ForAll(x < y).places == ()


# -- capture ----------------------------------------------------------------------------------


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


def test_an_abbreviation_of_a_function_is_unfolded_at_every_argument():
    square = sp.Function("S", real=True)
    both = ForAll(where={square(x): x**2}, says=square(2 * x) > square(square(x)))
    assert both.expanded[0][1].says == sp.Gt(4 * x**2, x**4)
    inside = ForAll(where={square(z): z**2}, says=sp.Integral(square(t), (t, 0, x)) > 0)
    assert inside.expanded[0][1].says.lhs == sp.Integral(t**2, (t, 0, x))


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


# -- definedness --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "values", "undefined_at"),
    [
        ((x - 1) / y, {y: x - 1}, {x: 1}),
        (k * sp.log(x), {k: 0}, {x: 0}),
        (k / x, {k: 0}, {x: 0}),
        ((x - k) / (x - 1), {k: 1}, {x: 1}),
        (sp.log(x) - k * sp.log(x), {k: 1}, {x: -1}),
        (sp.cosh(y), {y: sp.acosh(x)}, {x: 0}),
        (sp.exp(y), {y: sp.log(x)}, {x: -1}),
        (y**2, {y: sp.sqrt(x)}, {x: -1}),
        (1 / y, {y: 1 / x}, {x: 0}),
        (x**y * x**z, {z: -y}, {x: 0, y: 1}),
        (k * sp.Piecewise((x, x > 0)), {k: 0}, {x: 0}),
        (1 / (k - 1) + x, {k: 1}, {x: 0}),
        (k * sp.tan(x) + x, {k: 0}, {}),
        (sp.Max(y, x - 1) * 0 + x, {}, {}),
        (sp.sin(y), {y: sp.asin(x)}, {x: 2}),
    ],
)
def test_substitution_keeps_the_conditions_for_a_value(term, values, undefined_at):
    expected = requirements(term)
    found = substitute(term, {s: sp.sympify(v) for s, v in values.items()})
    assert requirements(found) or not expected
    point = {s: Fraction(v) for s, v in undefined_at.items()}
    if point:
        same = sp.Eq(found, found, evaluate=False)
        assert evaluate(same, point) in (Truth.UNDEFINED, Truth.UNKNOWN)


def test_what_the_hypotheses_rule_out_may_be_simplified():
    ratio = (x - 1) / y
    assert substitute(ratio, {y: x - 1}) != 1
    assert substitute(ratio, {y: x - 1}, facts_of((x > 2,))) == 1
    assert substitute(ratio, {y: x - 1}, facts_of((x >= 0,))) != 1
    assert substitute(z / y, {y: z}, facts_of((sp.Ne(z, 0),))) == 1
    free = ForAll(where={y: x - 1}, says=sp.Eq((x - 1) / y, 1, evaluate=False))
    assert not is_proved(free)
    assert is_proved(replace(free, given=(x > 1,)))


@pytest.mark.parametrize(
    ("given", "needed"),
    [
        ((x >= 0,), ("nonzero", x)),
        ((x > 0,), ("nonzero", x - 1)),
        ((x >= 1,), ("nonzero", x - 1)),
        ((x * y > 0,), ("nonnegative", x)),
        ((sp.Or(x > 0, y > 0),), ("nonzero", x)),
        ((sp.Ne(x * y, 1),), ("nonzero", x)),
        ((x > -1,), ("nonnegative", x)),
        ((x**2 >= 1,), ("nonnegative", x)),
        ((x + y > 0,), ("nonnegative", x)),
        ((x >= 0,), ("power", x, y)),
        ((sp.Ne(x, 0), y >= 0), ("power", x, y)),
    ],
)
def test_facts_are_no_wishes(given, needed):
    from theory.definedness import follows

    assert not follows(needed, facts_of(given))


def test_sympy_decides_no_condition_that_may_have_no_value():
    partial = 1 / x > 0
    for kind, args in (
        (sp.Or, (partial, 1 / x <= 0)),
        (sp.Implies, (partial, partial)),
        (sp.Or, (sp.Not(partial), partial)),
    ):
        assert connected(kind, args) not in (sp.true, sp.false)
    statement = ForAll(given=(sp.Eq(k, 1),), instances={k: (1,)}, says=sp.Or(k / x > 0, 1 / x <= 0))
    assert statement.expanded[0][1].says != sp.true
    assert not is_proved(statement)


def test_an_instance_is_left_out_only_where_a_hypothesis_is_false():
    kept = ForAll(given=(1 / (k - 1) > 0,), says=x > x + k, instances={k: (1, 2)})
    assert [instance[k] for instance, _ in kept.expanded] == [1, 2]
    gone = ForAll(given=(k >= 2,), says=x > x + k, instances={k: (1, 2)})
    assert [instance[k] for instance, _ in gone.expanded] == [2]


def test_sums_are_those_of_the_integers_between_their_ends():
    assert summed(sp.Sum(i, (i, 5, 2))) == 0
    assert summed(sp.Product(i, (i, 5, 2))) == 1
    assert requirements(summed(sp.Sum(1 / (i - 2), (i, 1, 300)))) == {("nonzero", sp.Integer(0))}
    assert requirements(UNDEFINED)
    half = Each(p[j] >= 0, (j, 0, k / 2)).expand_at({k: 3})
    assert half == sp.And(p[0] >= 0, p[1] >= 0)
    assert Each(p[j] >= 0, (j, sp.Rational(1, 2), k)).expand_at({k: 1}) == (p[1] >= 0)


@pytest.mark.parametrize(
    ("body", "nowhere"),
    [
        (sp.log(x), -1),
        (sp.Abs(x), 0),
        (sp.Max(x, 0), 0),
        (sp.Piecewise((x, x > 0), (0, True)), 0),
        (sp.atanh(x), 2),
        (x ** sp.Rational(3, 2), 0),
        (sp.acosh(x), -2),
        (x * sp.log(y), 5),
        (sp.log(sp.log(x)), sp.Rational(1, 2)),
    ],
)
def test_a_derivative_has_no_value_where_the_function_has_none(body, nowhere):
    order = 2 if body == x * sp.log(y) else 1
    slope = differentiated(sp.Derivative(body, (x, order)))
    given = (sp.Eq(x, nowhere), y < 0)
    for value in (0, 1, sp.Rational(-1, 2), sp.Rational(-1, 3), -2):
        assert not is_proved(ForAll(given=given, says=sp.Eq(slope, value, evaluate=False)))


def test_derivatives_are_still_found_where_there_is_one():
    for body, slope, given in (
        (sp.log(x), 1 / x, (x > 0,)),
        (sp.Max(x, 0) ** 2, 2 * x, (x > 0,)),
        (sp.Abs(x), -1, (x < 0,)),
        (x**3, 3 * x**2, ()),
    ):
        assert is_proved(
            ForAll(given=given, says=sp.Eq(sp.Derivative(body, x), slope, evaluate=False))
        )


def test_what_holds_at_a_point_alone_says_nothing_of_its_surroundings():
    root = {z: sp.sqrt(x)}
    says = sp.Eq(sp.Derivative(z**2, x), 1, evaluate=False)
    assert not is_proved(ForAll(given=(x >= 0,), where=root, says=says))
    assert is_proved(ForAll(given=(x > 0,), where=root, says=says))


def test_a_derivative_by_cases_needs_what_the_cases_have_in_common():
    says = sp.Eq(sp.Derivative(sp.Max(x, 0) * y / z, x), 1, evaluate=False)
    assert not is_proved(ForAll(given=(x > 0,), where={z: y}, says=says))
    assert is_proved(ForAll(given=(x > 0, y > 0), where={z: y}, says=says))


def test_members_of_sequences_and_heads_hide_no_denominator():
    for term in (p[0], Speed(y)):
        says = sp.Eq(term * x / z, term, evaluate=False)
        (_, found), *_ = ForAll(where={z: x}, says=says).expanded
        found = unfold(found.says, {Speed: Formula(lambda u: u**2)})
        assert found.lhs.has(1 / x)


# -- heads --------------------------------------------------------------------------------------

HOMES = """
from theory.language import Head
from theory.places import HERE
OWN = Head("Speed", "what the {} paper means by it")
"""


def defined_in(module):
    space = {"__name__": module}
    exec(HOMES.format(module), space)
    return space["OWN"]


def test_a_head_belongs_to_its_module():
    one, other = defined_in("first"), defined_in("second")
    assert one != other
    assert one(x) != other(x)
    assert str(one(x)) == str(other(x)) == "Speed(x)"
    assert sp.srepr(one(x)) == sp.srepr(other(x))
    assert {one: 1, other: 2}[one] == 1
    assert (one(x).func.words, other(x).func.words) != (one.words, one.words)
    assert defined_in("first")(x) == one(x)
    with pytest.raises(IllFormed, match="two different things are called Speed"):
        ForAll(says=one(x) > other(x))


def test_no_paper_has_two_heads_of_one_name():
    known = {}
    for name in catalogue.index():
        for part in catalogue.load(name).parts:
            if isinstance(part.statement, (ForAll, SameOrder)):
                for applied in _applied(part.statement):
                    key = (name.partition("/")[0], applied.func.__name__)
                    assert known.setdefault(key, applied.func) == applied.func, key
    assert len(known) > 20


def _applied(statement):
    from sympy.core.function import AppliedUndef

    if isinstance(statement, SameOrder):
        formulas = (statement.left, statement.right, *statement.regime)
    else:
        formulas = (statement.says, *statement.given, *statement.where.values())
    own = {name.func for name in getattr(statement, "where", ()) if name.args}
    return {a for e in formulas for a in e.atoms(AppliedUndef) if a.func not in own}


def test_a_claim_that_sympy_decided_is_refused():
    for says, given in ((sp.Eq(x, x), ()), (x > 1, (sp.Ge(x, x),)), (x > 1, (sp.true,))):
        with pytest.raises(ValueError, match="sympy decided"):
            Claim("p/c", "", Source(), "", ForAll(given=given, says=says))


def test_the_words_of_a_head_are_found_again():
    head = Head("Width", "how wide it is", latex=r"\omega")
    assert (head.words, head.symbol) == ("how wide it is", r"\omega")
    assert sp.latex(head(x) ** 2) == r"\omega\left(x\right)^{2}"


def test_a_formula_captures_nothing_of_its_arguments():
    area = Head("Area", "the integral of t x over t from 0 to 1")
    meaning = Formula(lambda v: sp.Integral(t * v, (t, 0, 1)))
    assert meaning.build(t).doit() == t / 2
    assert unfold(area(t) + 1, {area: meaning}).doit() == t / 2 + 1
    assert evaluate(sp.Eq(area(t), 3), {t: Fraction(6)}, {area: meaning}) is not Truth.FALSE
    assert evaluate(sp.Eq(area(t), 2), {t: Fraction(6)}, {area: meaning}) is Truth.FALSE
    assert meaning == Formula(meaning.build)


def test_a_meaning_brings_its_conditions_along():
    below, root = Head("Below", "x less one"), Head("Root", "the square root")
    reading = {below: Formula(lambda v: v - 1), root: Formula(lambda v: sp.sqrt(v))}
    assert requirements(unfold((x - 1) / below(x), reading)) == {("nonzero", x - 1)}
    assert requirements(unfold(root(x) ** 2, reading)) == {("nonnegative", x)}
    assert unfold(sp.Ge(below(root(x)), x - 1), reading) == sp.Ge(sp.sqrt(x) - 1, x - 1)
    decided = unfold(sp.Ge(below(x), x - 1), reading)
    assert decided == sp.Ge(x - 1, x - 1, evaluate=False)


def test_a_term_of_a_sum_without_a_value_stays_one():
    total = sp.Sum(1 / (i * (i + 3)), (i, -4, 2))
    ((_, expanded),) = ForAll(given=(x >= 5,), says=sp.Gt(x, total, evaluate=False)).expanded
    assert evaluate(expanded.says, {x: Fraction(5)}) is Truth.UNDEFINED
