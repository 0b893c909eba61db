"""The engine is right about generated statements, and the harness would see it if it were not."""

import ast
import json
from concurrent.futures import Future
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
import sympy as sp
from two_processes import outputs

from tests.fuzz import soak, wrong
from tests.fuzz.case import Case, Refused
from tests.fuzz.generate import case, shapes
from tests.fuzz.numbers import Answer, WithPi
from tests.fuzz.reference import Judge
from tests.fuzz.rewriting import REWRITINGS
from tests.fuzz.truth import ground
from theory.claim import ForAll
from theory.language import Lipschitz, Positive, StrictlyIncreasing, function, integers, reals
from theory.values import Algebraic, PiecewiseLinear
from theory.well_formed import IllFormed
from verify.evidence import Evidence, Outcome, RationalValue, Tier
from verify.methods import METHODS

HERE = Path(__file__).parent
SEED = 20_000
x, y, z, t = reals("x y z t")
n, i = integers("n i")
f = function("f")
TRUE, FALSE, UNDEFINED, UNDECIDED = Answer
HALF_TURN = WithPi(Fraction(0), Fraction(1, 2))


@pytest.mark.long
def test_the_engine_is_right_about_150_statements():
    progress = soak.Progress(SEED, fresh=True)
    soak.run(SEED, range(150), 2, progress, limit=30)
    rows = list(progress.rows.values())
    assert [line for row in rows for line in soak.lines_of(SEED, row)] == []
    found = soak.figures(SEED, rows)
    assert found["lost"] <= 1
    assert found["true proved"] > found["true"] / 4
    assert found["false refuted"] > found["false"] / 4


# -- statements -----------------------------------------------------------------------------------


def test_a_case_is_fixed_by_its_seed_and_number():
    code = (
        "from tests.fuzz.generate import case\n"
        "from tests.fuzz.wrong import shown_of\n"
        "for number in range(90):\n"
        "    try: print(shown_of(case(3, number)), case(3, number).known)\n"
        "    except ValueError as refused: print(refused)\n"
    )
    assert len(outputs(code)) == 1


def test_enough_of_the_statements_are_true():
    known = []
    for number in range(0, 1200, 2):
        try:
            known.append(case(SEED, number).known)
        except Refused:
            continue
    assert known.count(True) >= 0.4 * (known.count(True) + known.count(False))
    assert known.count(False) >= 0.3 * len(known)


@pytest.mark.parametrize("shape", shapes(), ids=lambda shape: shape.__name__)
def test_no_shape_is_mistaken_about_its_own_statements(shape):
    for number in range(8):
        try:
            made = shape(Random(f"{SEED}/{number}"))
        except ValueError:  # refused when it is built
            continue
        if not isinstance(made.statement, ForAll):
            continue
        for form in (made.statement, *made.rewritings):
            found = ground(form, Random(number), random_points=100)
            assert not (made.known and found.bad), wrong.shown_of(made)
            assert not (made.vacuous and found.inhabitant), wrong.shown_of(made)


@pytest.mark.parametrize("rewriting", REWRITINGS[:3])
def test_another_form_is_false_where_the_first_one_is(rewriting):
    seen = 0
    for number in range(60):
        try:
            statement = case(SEED, number).statement
        except Refused:
            continue
        if not isinstance(statement, ForAll):
            continue
        bad = ground(statement, Random(number), random_points=50).bad
        if bad is not None:
            seen += 1
            before, after = (Judge(s).at(bad) for s in (statement, rewriting(statement)))
            assert before == after, wrong.shown_of(Case("", statement))
    assert seen > 10


def test_renaming_keeps_terms_that_sympy_would_simplify():
    statement = ForAll(says=sp.Eq(sp.Mul(x, 1 / x, evaluate=False), 1, evaluate=False))
    (u,) = REWRITINGS[3](statement).symbols
    assert Judge(REWRITINGS[3](statement)).at({u: Fraction(0)}) == (TRUE, UNDEFINED)


# -- the second evaluation ------------------------------------------------------------------------


def test_the_second_opinion_shares_no_code_with_the_engine():
    for name in ("numbers", "reference", "truth", "rewriting", "shapes_first", "grammar"):
        tree = ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))
        modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert all(m.split(".")[0] not in ("verify", "property_tests") for m in modules if m)


def rel(kind, left, right):
    return kind(left, right, evaluate=False)


RISING = PiecewiseLinear((Fraction(0),), (Fraction(1),), Fraction(1), Fraction(2))
ROOT = Algebraic((-2, 0, 1), Fraction(1), Fraction(2))


@pytest.mark.parametrize(
    ("condition", "point", "expected"),
    [
        (sp.Or(x > 1, 1 / y > 0), {x: 2, y: 0}, TRUE),
        (sp.Or(x > 1, 1 / y > 0), {x: 0, y: 0}, UNDEFINED),
        (sp.And(x > 1, 1 / y > 0), {x: 0, y: 0}, FALSE),
        (sp.Implies(1 / y > 0, x > 1), {x: 2, y: 0}, TRUE),
        (sp.Implies(x > 1, 1 / y > 0), {x: 0, y: 0}, TRUE),
        (rel(sp.Eq, sp.tan(x) * sp.cos(x), sp.sin(x)), {x: HALF_TURN}, UNDEFINED),
        (sp.cos(x) < 1, {x: HALF_TURN}, TRUE),
        (x ** (y / 2) < 0, {x: -3, y: 2}, TRUE),
        (x ** (y / 2) < 0, {x: -3, y: 1}, UNDEFINED),
        (rel(sp.Eq, x**n, 1), {x: 0, n: 0}, TRUE),
        (x**n > 0, {x: 0, n: -1}, UNDEFINED),
        (rel(sp.Eq, x**2, 2), {x: ROOT}, UNDECIDED),
        (sp.sqrt(2) + sp.sqrt(3) > sp.sqrt(5 + 2 * sp.sqrt(6)) * x, {x: 1}, UNDECIDED),
        (sp.sqrt(2) + sp.sqrt(3) > sp.sqrt(5 + 2 * sp.sqrt(6)) - x, {x: 10**-25}, TRUE),
        (sp.asin(x) > 0, {x: 2}, UNDEFINED),
        (sp.acosh(x) >= 0, {x: 1}, TRUE),
        (sp.gamma(x) > 0, {x: -1}, UNDEFINED),
        (sp.log(x) < 0, {x: 0}, UNDEFINED),
        (rel(sp.Gt, sp.Piecewise((1, x > 1), (2, x < 0)), sp.Integer(0)), {x: 1}, UNDEFINED),
        (sp.floor(x) > sp.Rational(-3, 2), {x: Fraction(-1, 2)}, TRUE),
        (rel(sp.Gt, sp.Sum(1 / (i - x), (i, 1, 3)), sp.Integer(0)), {x: 2}, UNDEFINED),
        (rel(sp.Gt, sp.Integral((t - 1) ** -2, (t, 0, x)), sp.Integer(0)), {x: 2}, UNDEFINED),
        (
            rel(sp.Gt, sp.Integral((t - 1) ** -2, (t, 0, x)), sp.Integer(0)),
            {x: Fraction(1, 2)},
            TRUE,
        ),
        (rel(sp.Lt, sp.Integral(sp.acos(t), (t, 0, 1)), 1 + sp.Rational(1, 10**8)), {}, TRUE),
        (rel(sp.Gt, sp.Integral(sp.acos(t), (t, 0, 1)), 1 + sp.Rational(1, 10**8)), {}, FALSE),
        (rel(sp.Gt, sp.Integral(sp.asin(t), (t, 0, 2)), sp.Integer(-9)), {}, UNDEFINED),
        (Positive(f), {f: RISING}, TRUE),
        (StrictlyIncreasing(f), {f: RISING}, TRUE),
        (Lipschitz(f, x), {f: RISING, x: Fraction(3, 2)}, FALSE),
        (f(f(x)) > 6, {f: RISING, x: 1}, TRUE),
        (rel(sp.Eq, sp.exp(10**6) + x, sp.exp(10**6)), {x: 1}, UNDECIDED),
        (sp.acot(x) <= 0, {x: 0}, FALSE),
    ],
)
def test_a_condition_at_a_point(condition, point, expected):
    kinds = (PiecewiseLinear, Algebraic, WithPi)
    values = {s: v if isinstance(v, kinds) else Fraction(v) for s, v in point.items()}
    assert Judge(ForAll(says=condition)).at(values) == (TRUE, expected)


def test_an_abbreviation_is_not_captured():
    with pytest.raises(IllFormed, match="i is bound"):
        ForAll(where={y: x - i}, says=rel(sp.Eq, sp.Sum(y + i, (i, 1, 3)), 3 * x))


@pytest.mark.parametrize(
    ("given", "says", "false"),
    [
        ((sp.Or(sp.Eq(y, 17), 1 / (y - 17) >= 1), x >= y), x > 17, True),
        ((sp.Or(sp.Eq(y, 17), 1 / (y - 17) >= 1), x >= y), x >= 17, False),
        ((x > 0, sp.Ne(x, 5000)), sp.atan(1 / (5000 - x)) > 0, True),
        ((n >= 0,), 2**n >= n**2, True),
        ((x > 0, x <= sp.Rational(101, 100)), 2**x <= 2, True),
        ((sp.Eq(y, 2 * x + 1),), sp.Ne(y, x), True),
        ((Positive(f),), StrictlyIncreasing(f), True),
        ((StrictlyIncreasing(f), x < y), f(x) < f(y), False),
        ((), rel(sp.Gt, (3 * x - 7) ** 2, 0), True),
        ((), x**2 + y**2 >= 2 * x * y, False),
    ],
)
def test_points_find_what_is_false(given, says, false):
    statement = ForAll(says=says, given=given)
    assert (ground(statement, Random(0)).bad is not None) is false


# -- an engine that is wrong ----------------------------------------------------------------------

WRONG = ForAll(given=(x > 0,), says=x > 1)
FALSE_CASE = Case("control", WRONG)
TRUE_CASE = Case("control", ForAll(given=(x > 0,), says=x**2 + 1 > x))
WITNESS = {"x": RationalValue("1")}


def engine_with(monkeypatch, liar, evidence):
    """Let one method of the engine say something else."""
    honest = wrong.apply_method

    def lying(claim, statement, method, **options):
        return evidence() if method == liar else honest(claim, statement, method, **options)

    monkeypatch.setattr(wrong, "apply_method", lying)


def kinds(made, method):
    return {w.kind for w in wrong.examine(made, seed=1).wrong if w.method == method}


def test_a_method_that_proves_everything_is_seen(monkeypatch):
    def says_unsat():
        return Evidence("solver", Outcome.HOLDS, Tier.SOLVER, witness=WITNESS, certificate={})

    assert not kinds(FALSE_CASE, "solver")
    engine_with(monkeypatch, "solver", says_unsat)
    assert "proved though false" in kinds(FALSE_CASE, "solver")
    undefined = Case("control", ForAll(says=rel(sp.Ge, 1 / (x - 3) ** 2, 0)))
    assert "proved though undefined" in kinds(undefined, "solver")
    assert "contradiction" in kinds(FALSE_CASE, "verdict")


def test_a_method_that_refutes_everything_is_seen(monkeypatch):
    engine_with(
        monkeypatch,
        "balls",
        lambda: Evidence("balls", Outcome.FAILS, Tier.BALL, witness=WITNESS),
    )
    assert kinds(TRUE_CASE, "balls") == {"the certificate of a refutation is refused"}
    monkeypatch.setattr(wrong, "replay", lambda *arguments: "accepted")
    assert kinds(TRUE_CASE, "balls") == {"refuted though the conclusion is true there"}
    outside = Case("control", ForAll(given=(x > 1,), says=x > 2))
    assert kinds(outside, "balls") == {"refuted though a hypothesis is false there"}
    assert kinds(FALSE_CASE, "balls") == set()


def test_vacuity_of_an_inhabited_domain_is_seen(monkeypatch):
    engine_with(
        monkeypatch,
        "vacuity",
        lambda: Evidence("vacuity", Outcome.HOLDS, Tier.SOLVER, certificate={}),
    )
    assert "vacuous though inhabited" in kinds(TRUE_CASE, "vacuity")


def test_a_method_that_raises_is_seen(monkeypatch):
    def breaks():
        raise RuntimeError("no idea")

    engine_with(monkeypatch, "derivation", breaks)
    assert kinds(TRUE_CASE, "derivation") == {"raises"}


def test_forms_that_contradict_each_other_are_seen():
    made = Case("control", TRUE_CASE.statement, rewritings=(WRONG,))
    assert "equivalent forms proved and refuted" in kinds(made, wrong.DIFFERENT_METHODS)


def test_a_search_that_skips_the_end_of_a_range_is_seen(monkeypatch):
    made = Case("control", ForAll(given=(x >= 0, x <= 4), says=rel(sp.Lt, 2**x, 16)))
    passing = Evidence("search", Outcome.HOLDS, Tier.SEARCH, restrictions=("20 points",))
    nothing = Evidence("solver", Outcome.NOT_APPLICABLE, Tier.SOLVER)
    monkeypatch.setattr(
        wrong, "apply_method", lambda c, s, method, **o: passing if method == "search" else nothing
    )
    assert kinds(made, "search") == {"skips an end or a small integer"}


def test_a_shape_that_is_mistaken_is_seen():
    made = Case("control", FALSE_CASE.statement, known=True)
    assert kinds(made, "the shape itself") == {"wrong truth"}


def test_every_method_is_asked():
    found = wrong.examine(TRUE_CASE, seed=1)
    assert set(METHODS) <= set(found.seconds)
    assert found.wrong == []


# -- the soak -------------------------------------------------------------------------------------


def test_a_soak_goes_on_where_it_was_killed():
    progress = soak.Progress(5, fresh=True)
    for number in (0, 1, 2):
        progress.add(json.dumps({"number": number, "shape": "x", "refused": "why"}))
    with progress.path.open("a", encoding="utf-8") as file:
        file.write('{"number": 3, "sha')
    assert sorted(soak.Progress(5, fresh=False).rows) == [0, 1, 2]
    text = progress.path.read_text(encoding="utf-8")
    progress.path.write_text(text.replace('"source": "', '"source": "other'), encoding="utf-8")
    assert soak.Progress(5, fresh=False).rows == {}


@pytest.mark.parametrize("error", [TimeoutError(), RuntimeError("the worker died")])
def test_a_case_that_gets_stuck_costs_itself(error):
    future: Future[str] = Future()
    future.set_exception(error)
    row = json.loads(soak.answer(4, future))
    assert row["number"] == 4
    assert row["lost"]


def test_a_case_can_be_repeated_by_its_number():
    once, again = (json.loads(soak.judged(SEED, 21)) for _ in range(2))
    for row in (once, again):
        del row["seconds"]
    assert once == again


def test_figures_count_what_is_wrong():
    rows = [json.loads(soak.judged(SEED, number)) for number in (1, 3)]
    rows[0]["wrong"] = [
        {"method": "solver", "kind": "proved though false", "detail": "x = 0", "statement": "x > 0"}
    ]
    found = soak.figures(SEED, rows)
    assert found["wrong cases"] == 1
    assert found["methods"]["solver"]["wrong"] == 1
    assert f"--seed {SEED} --only 1" in found["wrong"][0]
    assert "**1 with a wrong outcome**" in soak.table(found)[0]
