"""What only arguments speak of: it is substituted without capture, and no method misreads it."""

from fractions import Fraction

import pytest
import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.binders import SequenceOf, is_binder, substitute, unbound, with_limits
from theory.claim import ForAll
from theory.known_facts import KNOWN_FACTS
from theory.language import Head, StrictlyIncreasing, function, integers, reals, sequence
from theory.normal_form import normal
from theory.orders import Bounded, Large, Order, Small, Theta
from theory.quantifiers import Every, Some
from theory.sequences import In, Indicator, Law, Mean, Signs
from theory.well_formed import IllFormed, check_free_or_bound
from verify.kernel import smt
from verify.kernel.total import Outside, Total, defined, holds, hypotheses
from verify.truth import Truth, evaluate

x, y, z = reals("x y z")
i, j, k, n, t = integers("i j k n t")
s, r = sequence("s"), sequence("r")
f, g = function("f"), function("g")
h = Head("h", "anything")
STRINGS = Signs(t)

CONDITIONS = (
    Some(y, y > x),
    Every(y, y > x),
    In(s, STRINGS),
    Small(x),
    Large(x),
    Bounded(x),
    Order(x, x, "same", (x,)),
)
TERMS = (Mean(Indicator(s[0] > x), s, STRINGS), Indicator(x > 0), Theta(x), SequenceOf(x, i))


@pytest.mark.parametrize(
    ("expression", "values", "wanted"),
    [
        (Some(y, h(x, y) > 0), {x: y}, Some(z, h(y, z) > 0)),
        (Some(y, h(x, y) > 0), {y: x}, Some(y, h(x, y) > 0)),
        (Every(n, h(x, n) > 0), {x: n}, Every(k, h(n, k) > 0)),
        (Some(g, f(x) > g(x)), {f: g}, Some(f, g(x) > f(x))),
        (Every(s, h(s, r) > s[n]), {r: s}, Every(r, h(r, s) > r[n])),
        (Every(s, h(s) > x), {x: s[0]}, Every(r, h(r) > s[0])),
        (Mean(h(s, x), s, Signs(n)), {x: s[n], n: t}, Mean(h(r, s[n]), r, Signs(t))),
        (Mean(h(s), s, Signs(t)), {s: r}, Mean(h(s), s, Signs(t))),
        (In(s, Signs(t)), {s: SequenceOf(-s[i], i)}, In(SequenceOf(-s[j], j), Signs(t))),
        (s[n + 1], {s: SequenceOf(i * x, i)}, (n + 1) * x),
        (h(s, s[j]), {s: SequenceOf(r[i + 1], i), j: k}, h(SequenceOf(r[n + 1], n), r[k + 1])),
        (SequenceOf(s[i] + x, i), {x: i}, SequenceOf(s[j] + i, j)),
        (SequenceOf(s[i], i), {}, s),
        (sp.Sum(h(j, s), (j, 1, n)), {s: SequenceOf(j * i, i)}, None),
        (s[n, t], {s: SequenceOf(i - x * j, i, j)}, n - x * t),
        (s[j, i], {s: SequenceOf(r[i, j], i, j)}, r[j, i]),
        (SequenceOf(s[i, j], i, j), {}, s),
        (SequenceOf(s[i, j] + x, i, j), {x: j}, SequenceOf(s[i, k] + j, i, k)),
        (SequenceOf(s[i, x + n], i), {n: i}, SequenceOf(s[k, x + i], k)),
        (sp.Product(s[i, j], (i, 1, n)), {s: r, j: i}, sp.Product(r[k, i], (k, 1, n))),
    ],
)
def test_substitution_captures_nothing(expression, values, wanted):
    found = substitute(expression, values)
    if wanted is not None:
        assert normal(found) == normal(wanted)
    brought = set().union(*(unbound(v) for key, v in values.items() if key in unbound(expression)))
    assert unbound(found) == (unbound(expression) - set(values)) | brought
    assert all(limit[0] not in unbound(found) for limit in getattr(found, "limits", ()))


def test_every_node_is_made_of_its_parts():
    for node in (*CONDITIONS, *TERMS, STRINGS):
        assert node.func(*node.args) == node
        assert hash(node) == hash(node.func(*node.args))
        assert str(node)
    assert not any(map(is_binder, CONDITIONS[2:]))
    assert TERMS[0].free_symbols == {x, t}
    assert Some(y, y > x).free_symbols == {x}


def test_every_node_is_shown_as_a_formula():
    shown = " ".join(
        map(sp.latex, (*CONDITIONS, *TERMS, Order(x, y, "at most"), sp.exp(-Theta(x))))
    )
    assert all(word not in shown for word in ("Mean", "Some", "operatorname{Signs", "args"))
    for sign in (
        r"\exists",
        r"\forall",
        r"\in",
        r"\lesssim",
        r"\asymp",
        r"\Theta",
        r"\{-1, 1\}^{t}",
    ):
        assert sign in shown
    assert shown.count("{") == shown.count("}")


@pytest.mark.parametrize("condition", CONDITIONS, ids=str)
def test_no_method_misreads_a_condition(condition):
    point = {x: Fraction(1), t: 1}
    assert evaluate(condition, point) is Truth.UNKNOWN
    assert evaluate(And(condition, x > 0), point) is Truth.UNKNOWN
    with pytest.raises(IllFormed, match="only arguments"):
        ForAll(says=condition)
    with pytest.raises(IllFormed, match="only arguments"):
        ForAll(says=x > 0, given=(condition,))
    for wanted in (True, False):
        with pytest.raises(Outside):
            holds(condition, sure=wanted)
    assert hypotheses((condition,)) == ()
    with pytest.raises(Outside):
        smt.question(Total((x,), (), condition))


@pytest.mark.parametrize("term", TERMS, ids=str)
def test_no_method_misreads_a_term(term):
    assert evaluate(sp.Gt(term, 0, evaluate=False), {x: Fraction(1)}) is Truth.UNKNOWN
    with pytest.raises(IllFormed, match="only arguments"):
        ForAll(says=sp.Gt(term, 0, evaluate=False))
    with pytest.raises(Outside):
        defined(term, sure=True)
    with pytest.raises(Outside):
        smt.question(Total((x,), (), sp.Gt(term, 0, evaluate=False)))


def test_no_method_is_given_a_sequence_as_an_argument_or_a_symbolic_index():
    for says in (h(s) > 0, h(SequenceOf(x, i)) > 0, s[n] > 0):
        with pytest.raises(IllFormed, match=r"only arguments|by `instances`"):
            ForAll(says=says)
        States(says)
    with pytest.raises(Outside):
        smt.question(Total((n,), (), s[n] > 0))


def test_what_is_left_out_of_a_question_is_refused_where_all_is_needed():
    statement = Total((x,), (h(x) > 0, x > 1), x > 0)
    assert smt.ask(smt.question(statement), 100_000)[0] == "unsat"
    with pytest.raises(Outside):
        smt.question(statement, whole=True)


def test_the_primitive_is_one():
    """With alpha(z) = exp(z) the primitive is -exp(-z), which satisfies what the fact says."""
    says = KNOWN_FACTS["primitive of 1/alpha"].statement.says
    symbol, condition = says.args
    assert StrictlyIncreasing(symbol) in condition.args
    (inner,) = {e.args[1] for e in condition.atoms(Every) if not isinstance(e.args[1], Every)}
    first, second = sorted(unbound(inner), key=str)[-2:]
    for a in (-2, 0, Fraction(1, 2)):
        for b in (-1, 0, 3):
            point = {first: sp.Rational(a), second: sp.Rational(b)}
            at = inner.xreplace(point).replace(
                lambda e: hasattr(e, "func") and e.func.__name__ == "Apply",
                lambda e: -sp.exp(-e.args[1]) if e.args[0] == symbol else sp.exp(e.args[1]),
            )
            assert bool(at)


def test_a_mean_under_a_law_is_over_reals():
    below = Indicator(x <= y)
    statement = States(Mean(below, x, Law(f)) <= 1)
    assert set(unbound(statement.says)) == {y, f}
    with pytest.raises(IllFormed):
        ForAll(Mean(below, x, Law(f)) <= 1)
    for member, law in ((i, f), (s, f), (x, y)):
        with pytest.raises(IllFormed):
            States(Mean(below, member, Law(law)) <= 1)


TWICE = sp.Piecewise((2, sp.Eq(i, k)), (1, True))


@pytest.mark.parametrize(
    "moved",
    [
        sp.Sum(x * sp.Product(TWICE, (i, 1, n)), (k, 1, t)),  # i would be free
        sp.Product(x * sp.Sum(TWICE, (i, 1, n)), (i, 1, t)),  # and here the outer one
        sp.piecewise_fold(x * sp.Product(TWICE, (i, 1, n))),
        sp.Piecewise((sp.Sum(h(i), (i, 1, n)), h(i) > 0), (0, True)),
        sp.Integral(x * sp.Integral(sp.Piecewise((1, y > x), (2, True)), (y, 0, 1)), (x, 0, 1)),
    ],
)
def test_cases_that_were_moved_out_of_what_binds_their_symbol_are_refused(moved):
    for statement in (States, ForAll):
        with pytest.raises(IllFormed, match=r"which its value binds.*with_limits"):
            statement(sp.Eq(moved, z, evaluate=False))


def test_cases_stay_where_they_are_with_the_limits_of_a_sum():
    product = sp.Product(TWICE, (i, 1, n))
    kept = with_limits(sp.Sum, x * product, [(k, 1, t)])
    for term in (kept, sp.Max(product, 3), x * kept):
        assert unbound(term) <= {k, n, t, x}
        States(sp.Eq(term, z, evaluate=False))


@pytest.mark.parametrize(
    ("says", "given"),
    [
        (And(x > 0, Every(x, x**2 >= 0)), ()),
        (Every(y, y > x), (y > 0,)),
        (x > 0, (Every(x, h(x, y) > y),)),
        (h(s) > x, (Every(s, h(s) > 0),)),
        (Some(g, h(g) > x), (StrictlyIncreasing(g),)),
        (sp.Sum(n, (n, 1, k)) > n, ()),
        (sp.Sum(n, (n, 1, k), (k, 1, t)) > k + n, ()),
        (Mean(h(s), s, Signs(t)) > s[0], ()),
        (Mean(Indicator(y > 0), y, Law(f)) <= y, ()),
        (h(SequenceOf(r[i], i)) > i, ()),
    ],
)
def test_no_symbol_is_both_free_and_bound(says, given):
    stated = States(says, {"section 1": given})
    check_free_or_bound(stated.formulas)
    assert stated.formulas != (says, *given)
    assert list(map(normal, stated.formulas)) == list(map(normal, (says, *given)))
    assert dict(stated.places) == ({"section 1": stated.given} if given else {})


def test_what_gets_another_name_captures_nothing():
    primed = integers("n'")
    stated = States(Every(n, Some(primed, n + primed > k)), (n > 0,))
    assert stated.says == Every(integers("n''"), Some(primed, integers("n''") + primed > k))


def test_a_symbol_may_be_bound_in_several_places():
    says, given = And(Every(y, y**2 + x > 0), Some(y, y > x)), Every(y, h(x, y) > 0)
    assert States(says, (given,)).formulas == (says, given)
