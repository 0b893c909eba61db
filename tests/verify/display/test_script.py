"""The lines of plain Python that a report prints, run as a reader would."""

import contextlib
import io
import json
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
import sympy as sp
from sympy.core.function import AppliedUndef

from theory.claim import ForAll, SameOrder
from theory.language import (
    Head,
    Lipschitz,
    Positive,
    RisesSmoothly,
    RoundsTo,
    StrictlyIncreasing,
    UnimodalDensity,
    function,
    integers,
    reals,
    rounds_to,
)
from theory.values import Algebraic, PiecewiseLinear, Ray
from verify.claims import catalogue
from verify.claims.meanings import AfterSteps
from verify.claims.witness import witness
from verify.display.script import LINES, WIDE, NoScript, cleaned, script, scripts
from verify.evidence import plain
from verify.judging.certificate import make, part_of

RECORDED = Path(__file__).parents[3] / "verify" / "record" / "certificates"
WITHOUT = (RoundsTo,)  # what plain Python has no form for

x, y, beta, lam, slope = reals("x y beta lambda f'")
n, j = integers("n j")
f = function("f")
TENT = PiecewiseLinear(
    tuple(map(Fraction, (0, 1, 2))), tuple(map(Fraction, (0, 1, 0))), Fraction(0), Fraction(0)
)
RISING = PiecewiseLinear((Fraction(0),), (Fraction(1),), Fraction(1, 2), Fraction(1, 3))


def lines(statement, point, instance=()):
    return script(statement, {"instance": dict(instance), "witness": plain(witness(point))})


def output(source):
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(source, "script", "exec"), {})
    return shown.getvalue().splitlines()


def told(source):
    """Return what the lines say of the conclusion, or that a hypothesis fails."""
    try:
        return output(source)[-1]
    except AssertionError:
        return "assumes too much"


def refutations(paper):
    """Return the committed refutations of a paper: statement, certificate, heads in Python."""
    found = {}
    for path in sorted((RECORDED / paper).glob("*.json")):
        certificate = json.loads(path.read_text())
        if "witness" in certificate:
            name = certificate["claim"]
            statement = part_of(certificate, catalogue.load(name)).statement
            found[path.stem] = statement, certificate, catalogue.attack_table(name, "PLAIN")
    return found


@pytest.mark.parametrize("paper", sorted(path.name for path in RECORDED.iterdir()))
def test_only_what_has_no_form_in_plain_python_has_no_lines(paper):
    for name, (statement, certificate, known) in refutations(paper).items():
        if isinstance(statement, ForAll):
            formulas = [statement.unfold(one) for one in (statement.says, *statement.given)]
            heads = {head.func for one in formulas for head in one.atoms(AppliedUndef)}
            if heads <= set(known) and not any(one.has(*WITHOUT) for one in formulas):
                assert script(statement, certificate, known), name


FAILS = {
    "names that python has not": (ForAll(lam > slope, given=(slope > 0,)), {lam: 1, slope: 2}),
    "an inverse of an integer": (
        ForAll(1 / n >= 1, given=(n >= 1,)),
        {n: 2},
    ),
    "a sum of inverses": (
        ForAll(sp.Sum(1 / j, (j, 1, n)) < sp.Rational(25, 12), given=(n >= 0,)),
        {n: 4},
    ),
    "an empty sum": (ForAll(sp.Sum(1 / j, (j, 1, n)) > 0, given=(n >= 0,)), {n: 0}),
    "a product": (ForAll(sp.Product(j * x, (j, 1, n)) < 6), {n: 3, x: 1}),
    "equal but for round-off": (
        ForAll(sp.Ne(sp.sqrt(x) * sp.sqrt(y), sp.sqrt(6)), given=(x > 0, y > 0)),
        {x: 2, y: 3},
    ),
    "a power": (ForAll(x**beta < x, given=(x >= 1,)), {x: 4, beta: Fraction(1, 2) + 1}),
    "an integer to a negative power": (ForAll(2 ** (-n) > sp.Rational(1, 8)), {n: 3}),
    "a function": (
        ForAll(f(x) < f(y), given=(StrictlyIncreasing(f), Positive(f), Lipschitz(f, 1), x >= y)),
        {f: RISING, x: -1, y: -1},
    ),
    "a function without corners": (
        ForAll(f(x) < f(y), given=(RisesSmoothly(f), x >= y)),
        {f: PiecewiseLinear(RISING.knots[:1], RISING.values[:1], *2 * (Fraction(1),)), x: 1, y: 1},
    ),
    "a density": (ForAll(f(x) > 0, given=(UnimodalDensity(f, y),)), {f: TENT, x: 2, y: 1}),
    "cases": (
        ForAll(
            sp.Implies(sp.And(x > 0, y > 0), sp.Piecewise((1, x > y), (0, True)) * sp.sign(x) >= 1)
        ),
        {x: 1, y: 2},
    ),
    "one of two, several times": (
        ForAll(sp.Not(sp.And(sp.Or(x > 0, y > 2), sp.Or(x > 1, y > 1), x + y > 0))),
        {x: 1, y: 2},
    ),
    "an integral": (ForAll(sp.Integral(x**2, (x, 0, y)) < 9, given=(y > 0,)), {y: 3}),
    "a derivative": (ForAll(sp.Derivative(x**3 * y, (x, 2)) < 12 * y), {x: 2, y: 1}),
    "a printed number": (ForAll(rounds_to(x, "1.50", {})), {x: Fraction(152, 100)}),
    "rounding": (ForAll(sp.Max(sp.floor(x), sp.Abs(y)) / 2 > 1), {x: Fraction(5, 2), y: -2}),
}


@pytest.mark.parametrize("of", FAILS)
def test_lines_tell_of_each_formula_whether_it_holds(of):
    statement, point = FAILS[of]
    point = {s: v if isinstance(v, PiecewiseLinear) else Fraction(v) for s, v in point.items()}
    assert told(lines(statement, point)) == "fails"
    opposite = ForAll(sp.Not(statement.says), given=statement.given)
    assert told(lines(opposite, point)) == "holds"


def test_a_broken_hypothesis_is_told():
    assert told(lines(ForAll(x > 0, given=(x > 1,)), {x: Fraction(-1)})) == "assumes too much"
    constant = PiecewiseLinear((Fraction(0),), (Fraction(1),), Fraction(0), Fraction(0))
    for hypothesis in (StrictlyIncreasing(f), RisesSmoothly(f), Lipschitz(f, -1)):
        broken = lines(ForAll(f(x) < 0, given=(hypothesis,)), {f: constant, x: Fraction(0)})
        assert told(broken) == "assumes too much"
    off = ForAll(f(x) < 0, given=(UnimodalDensity(f, 0),))  # it falls from 1 on
    assert told(lines(off, {f: TENT, x: Fraction(0)})) == "assumes too much"
    with pytest.raises(NoScript):  # it is 0 nowhere
        lines(off, {f: constant, x: Fraction(0)})


def test_hypotheses_stand_together_and_long_lines_are_cut():
    given = tuple(2 * y > -i for i in range(30))
    source = lines(ForAll(sum(sp.sin(i * x) for i in range(30)) > 9, given), {x: Fraction(1), y: 1})
    assert told(source) == "fails"
    assert source.count("assert") <= 10
    assert max(map(len, source.splitlines())) <= WIDE


def test_brackets_that_change_nothing_go():
    assert cleaned("(((a) or (b)) and (not ((c < (d)))))") == "(a or b) and not c < d"
    assert cleaned("(f((x)) - (y - (z)))*((2))") == "(f(x) - (y - z))*2"
    assert cleaned("(lambda i: (1 if (i) else 2))(3)") == "(lambda i: 1 if i else 2)(3)"


def test_an_algebraic_number_is_found_as_a_root():
    root = Algebraic((-2, 0, 1), Fraction(1), Fraction(2))
    statement = ForAll(sp.Ne(x**2, 2), given=(x > 0,))
    assert told(lines(statement, {x: root})) == "fails"


def test_an_abbreviation_has_a_line_and_an_instance_a_value():
    statement = ForAll(slope < x, where={slope: x + y**n}, given=(y > 0,), instances={n: (2, 3)})
    point = {x: Fraction(0), y: Fraction(1)}
    assert told(lines(statement, point, {"n": "3"})) == "fails"
    shown = lines(ForAll(slope < x, where={slope: x + y}, given=(y > 0,)), point)
    assert "f_prime = x + y" in shown


def test_an_order_is_compared_at_three_sizes():
    statement = SameOrder(x, sp.sqrt(y), (x >= y,), (x, y), relation="at most")
    shown = output(lines(statement, {x: Ray(Fraction(1)), y: Ray(Fraction(1))}))
    assert shown[-1] == "fails"
    ratios = [float(line.split()[-1]) for line in shown if line.startswith("n = ")]
    assert len(ratios) == 3
    assert all(far > 3 * near for near, far in pairwise(ratios))


@pytest.mark.parametrize(
    "statement",
    [
        ForAll(
            sp.Derivative(y**2, y) > sp.Integral(x * lam, (x, 0, 1), (lam, 0, 1)), given=(y > 0,)
        ),
        ForAll(rounds_to(y, "1.0", {x: (0, 1)})),
        ForAll(
            y > 2, tuple(sum((sp.sin(k * y) for k in range(1, i)), y) > -i for i in range(LINES))
        ),
    ],
    ids=["two integrals", "a rounding", "too long"],
)
def test_what_has_no_form_gives_no_lines(statement):
    with pytest.raises(NoScript):
        lines(statement, {y: Fraction(1)})


AREA = Head("Area", "x times y")


def times(a, b):
    total = 0
    for _ in range(int(a)):
        total += b
    return total


def area(a, b):
    """The area of a rectangle."""
    assert min(a, b) > 0
    return times(a, b)


def test_a_head_stands_with_what_it_calls():
    statement = ForAll(AREA(x, y) < 6, given=(x > 0,))
    certificate = {"instance": {}, "witness": plain(witness({x: Fraction(2), y: Fraction(3)}))}
    source = script(statement, certificate, {AREA: area})
    assert source.index("def times") < source.index("def area") < source.index("area(x, y)")
    assert told(source) == "fails"
    with pytest.raises(NoScript):
        script(statement, certificate)


def widened(a, f):
    """The density after a step by a to either side."""
    return [(x + s * a, k / 2) for x, k in f for s in (1, -1)]


def mass(f, x):
    """The mass up to x."""
    return sum(k * max(x - a, 0) ** 2 for a, k in f) / 2


MASS = Head("Mass", "the mass up to x after t steps")


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_a_law_after_some_steps_has_one_name(steps):
    below = MASS(x, f, steps, y)
    statement = ForAll(sp.Ne(2 * below, 1), given=(UnimodalDensity(f, y), below > 0, x > 0))
    point = {x: Fraction(1, 3), y: Fraction(1), f: TENT}
    certificate = {"instance": {}, "witness": plain(witness(point))}
    source = script(statement, certificate, {MASS: AfterSteps(mass, widened)})
    assert source.count("widened(") == (steps and steps + 1)
    assert told(source) == "fails"


@pytest.mark.parametrize("head", [AfterSteps(mass, widened, only=2), AfterSteps(mass, widened, 2)])
def test_a_head_that_is_no_function_of_the_law_at_that_time_has_no_lines(head):
    statement = ForAll(MASS(x, f, 1, y) < 0, given=(UnimodalDensity(f, y),))
    point = {x: Fraction(1, 3), y: Fraction(1), f: TENT}
    certificate = {"instance": {}, "witness": plain(witness(point))}
    with pytest.raises(NoScript):
        script(statement, certificate, {MASS: head})


def test_a_symbol_takes_the_name_of_no_function():
    area_, max_, times_ = reals("area max times")
    point = {area_: Fraction(2), max_: Fraction(3), times_: Fraction(1)}
    certificate = {"instance": {}, "witness": plain(witness(point))}
    statement = ForAll(AREA(area_, max_) < sp.Max(times_, area_), given=(max_ > 2,))
    assert told(script(statement, certificate, {AREA: area})) == "fails"


def test_lines_run_by_themselves(tmp_path):
    path = tmp_path / "check.py"
    path.write_text(lines(*FAILS["a sum of inverses"]), encoding="utf-8")
    shown = subprocess.run(
        [sys.executable, "-I", path], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert shown.stdout.splitlines()[-1] == "fails"
    assert not shown.stderr


def test_a_stale_certificate_has_no_lines():
    claim = catalogue.load("steepest-mirror/cor-4.14")
    certificate = make(claim.id, claim.parts[0], {}, witness({x: Fraction(1)}))
    assert scripts(claim, {"key": {**certificate, "statement": "0" * 64}}) == {}


@pytest.mark.parametrize("size", [3, 5])
def test_a_single_comparison_with_a_number_shows_both_sides(size):
    shown = output(lines(ForAll(sp.Eq(x, size, evaluate=False)), {x: Fraction(4)}))
    assert shown == [f"left 4.0 right {size}.0 difference {4 - size}.0", "fails"]
