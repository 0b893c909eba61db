"""What is drawn of a counterexample: data that is exact where it can be, small, and the same."""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import odd_papers
import pytest
import sympy as sp
from two_processes import outputs

from reports.curves import Plot, Sides
from reports.results import Run
from theory.claim import ForAll, SameOrder
from theory.language import Head, function, integers, reals
from theory.values import PiecewiseLinear, Ray
from verify.claims import catalogue
from verify.claims.meanings import Approximate, Exact, interpretations
from verify.claims.statements import meanings
from verify.claims.witness import values_in, witness
from verify.display import plots
from verify.display.plots import plot, relative
from verify.evidence import from_json, to_json
from verify.record import committed
from verify.running import run as running
from verify.running.drawings import drawn as with_drawings
from verify.running.options import Options

CERTIFICATES = Path(__file__).parents[3] / "verify" / "record" / "certificates"
x, y, z, u, v = reals("x y z u v")
n = integers("n")


def as_read(plot):
    """Return a plot as whoever reads the JSON of a run finds it; every field is checked."""
    text = to_json(plot)
    assert from_json(text, Plot | None) == plot
    return json.loads(text)


def drawn(statement, values, interpretation=None, instance=None):
    exact = {
        symbol: Fraction(value) if isinstance(value, (int, str)) else value
        for symbol, value in values.items()
    }
    return as_read(plot(statement, witness(exact), instance or {}, (interpretation or {},)))


def le(left, right):
    return sp.Le(left, right, evaluate=False)


# -- both sides along a symbol ----------------------------------------------------------------


def test_one_symbol_is_one_cut_with_the_witness_and_the_end_of_the_failure():
    found = drawn(ForAll(given=(x >= 0,), says=x**2 <= 1), {x: 2})
    (cut,) = found["cuts"]
    assert (found["kind"], found["relation"], found["about"]) == ("sides", "≤", "")
    assert (cut["symbol"], cut["integer"], cut["difference"]) == ("x", False, None)
    assert cut["at"] == sorted(set(cut["at"]))
    assert 20 < len(cut["at"]) <= 61
    assert cut["at"][cut["witness"]] == 2
    for at, left, right, state in zip(
        cut["at"], cut["left"], cut["right"], cut["state"], strict=True
    ):
        assert left == pytest.approx(at**2, rel=1e-5)
        assert right == 1
        assert state == ("outside" if at < 0 else "holds" if at <= 1 else "fails")
    assert {"holds", "fails"} <= set(cut["state"])


def test_two_symbols_are_two_cuts_and_more_are_the_one_where_the_failure_ends():
    two = drawn(ForAll(given=(x >= 0,), says=le(x + y, 1)), {x: 1, y: 2})
    assert [cut["symbol"] for cut in two["cuts"]] == ["x", "y"]
    given = (x >= 0, sp.Eq(u, 1), sp.Eq(v, 1), y >= 5)
    more = drawn(
        ForAll(given=given, says=le(x * u * v, y)),
        dict.fromkeys((u, v), 1) | {x: 6, y: 5},
    )
    assert [cut["symbol"] for cut in more["cuts"]] == ["x"]
    assert "holds" in more["cuts"][0]["state"]


def test_what_is_undefined_is_a_gap():
    (cut,) = drawn(ForAll(says=sp.sqrt(x) + 1 / (x - 2) <= x), {x: Fraction(5, 2)})["cuts"]
    gaps = [at for at, left in zip(cut["at"], cut["left"], strict=True) if left is None]
    assert gaps
    assert all(at < 0 or at == 2 for at in gaps)
    states = {cut["state"][cut["at"].index(at)] for at in gaps}
    assert states == {"undecided"}


def test_a_jump_is_a_gap_and_a_steep_rise_is_none():
    step = sp.Piecewise((2, x < sp.Rational(3, 10)), (5, True))
    (cut,) = drawn(ForAll(says=step <= sp.sin(x)), {x: 1})["cuts"]
    gaps = [at for at, left in zip(cut["at"], cut["left"], strict=True) if left is None]
    assert gaps == [pytest.approx(0.3, abs=0.01)]
    (cut,) = drawn(ForAll(says=1000 * x**9 <= 1), {x: 1})["cuts"]
    assert None not in cut["left"]


def test_integers_are_moved_in_whole_steps():
    found = drawn(ForAll(given=(n >= 1,), says=n**2 <= 20), {n: 5})
    (cut,) = found["cuts"]
    assert cut["integer"]
    assert all(at == int(at) for at in cut["at"])


def test_the_broken_part_of_a_conclusion_is_drawn():
    says = sp.And(x >= 0, sp.Implies(x >= 1, x <= 3))
    found = drawn(ForAll(says=says), {x: 4})
    assert (found["relation"], found["about"]) == ("≤", "x <= 3")
    either = drawn(ForAll(says=sp.Or(x > 9, x < 3)), {x: 4})
    assert either["relation"] in "<>"
    assert "holds" in either["cuts"][0]["state"]


def test_instances_and_functions_stay_as_in_the_witness():
    f = function("f")
    bend = PiecewiseLinear((Fraction(0),), (Fraction(0),), Fraction(1), Fraction(3))
    statement = ForAll(given=(n >= 1,), says=le(f(x), n * x), instances={n: (1, 2)})
    found = drawn(statement, {f: bend, x: 1}, instance={"n": "2"})
    (cut,) = found["cuts"]
    assert cut["symbol"] == "x"
    ones = [i for i, at in enumerate(cut["at"]) if at == 1]
    assert [(cut["left"][i], cut["right"][i]) for i in ones] == [(3, 2)]


def test_sides_that_look_alike_come_with_their_difference():
    says = le(1000 * x + 1, 1000 * x + x / 10**9)
    (cut,) = drawn(ForAll(given=(x >= 0,), says=says), {x: 1000})["cuts"]
    assert cut["difference"][cut["witness"]] == pytest.approx(1, rel=1e-5)


def test_hypotheses_that_pin_the_witness_do_not_hide_it():
    (cut,) = drawn(ForAll(given=(sp.Eq(x**2, 4), x > 0), says=x <= 1), {x: 2})["cuts"]
    assert cut["state"].count("fails") == 1
    assert cut["state"][cut["witness"]] == "fails"


def test_numbers_far_from_zero_are_told_apart():
    far = 10**9
    says = sp.Or(x < far, x > far + 1)
    (cut,) = drawn(ForAll(given=(x > far - 1, x < far + 2), says=says), {x: far})["cuts"]
    assert len(set(cut["at"])) == len(cut["at"])


@pytest.mark.parametrize(
    "statement",
    [
        ForAll(says=sp.Lt(2, 1, evaluate=False)),
        ForAll(given=(x > 2,), says=sp.Lt(2, 1, evaluate=False)),
    ],
)
def test_nothing_is_drawn_where_nothing_moves(statement):
    assert drawn(statement, {x: 3} if statement.symbols else {}) is None


def printed(numbers):
    """Return what is drawn of the printed numbers a > b that are said to be in order."""
    says = x <= (y if y in numbers else 1)
    return drawn(ForAll(says=says, where={s: sp.Integer(n) for s, n in numbers.items()}), {})


def test_one_printed_number_is_not_drawn_and_of_several_none_fails_most():
    assert printed({x: 5}) is None
    found = printed({x: 5, y: 4})
    assert [cut["symbol"] for cut in found["cuts"]] == ["x", "y"]
    assert found["largest"] is None
    assert drawn(ForAll(given=(x > 0, y > 0), says=x <= y), {x: 5, y: 4})["largest"]


def test_no_exception_escapes():
    loud = Head("Loud", "complains outside its domain")

    def evaluate(value):
        if value > 3:
            raise RuntimeError("out of range")
        return value

    statement = ForAll(says=loud(x) <= 1)
    found = drawn(statement, {x: 2}, {loud: Exact(evaluate)})
    (cut,) = found["cuts"]
    assert all((left is None) == (at > 3) for at, left in zip(cut["at"], cut["left"], strict=True))
    assert plot(statement, {}, {}, ({},)) is None
    assert plot(statement, witness({x: Fraction(2)}), {"k": "7"}, ({},)) is None


def test_a_program_is_asked_only_where_the_hypotheses_hold():
    asked = []
    head = Head("Asked", "remembers its arguments")

    def evaluate(value):
        asked.append(value)
        return value, 1e-9

    statement = ForAll(given=(x >= 1,), says=head(x) <= 1)
    found = drawn(statement, {x: 2}, {head: Approximate(evaluate)})
    assert min(asked) >= 1
    (cut,) = found["cuts"]
    assert len(cut["at"]) <= plots.COSTLY_POINTS + 3


# -- the largest violation --------------------------------------------------------------------


def test_the_largest_violation_is_an_exact_point():
    found = drawn(ForAll(given=(x >= 0, x <= 3), says=le(x**2, y)), {x: 2, y: 3})
    largest = found["largest"]
    assert largest["at_witness"] == pytest.approx(1 / 3, rel=1e-5)
    assert largest["relative"] > 2 * largest["at_witness"]
    values = {s: Fraction(entry["value"]) for s, entry in largest["point"].items()}
    assert set(values) == {"x", "y"}
    left, right = (Fraction(side) for side in largest["sides"])
    assert (left, right) == (values["x"] ** 2, values["y"])
    assert left > right > 0
    assert 0 <= values["x"] <= 3


def test_a_violation_that_is_hardly_larger_is_not_shown():
    given = (x >= 2, x <= Fraction(21, 10))
    assert drawn(ForAll(given=given, says=x <= 1), {x: 2})["largest"] is None


def test_every_reading_must_confirm_the_largest_violation():
    head = Head("Twice", "two meanings that differ far out")
    statement = ForAll(given=(x >= 1,), says=head(x) <= 1)
    low, high = (
        {head: Exact(lambda value: value if value < 3 else value * 0 + 1)},
        {head: Exact(lambda value: value)},
    )
    found = plot(statement, witness({x: Fraction(3, 2)}), {}, (low, high))
    assert Fraction(found.largest.point["x"].value) < 3


def test_relative_size_is_that_of_a_factor():
    assert relative(plots.fmpq(6), plots.fmpq(2)) == 2
    assert relative(plots.fmpq(0), plots.fmpq(0)) == 0
    assert relative(None, plots.fmpq(1)) is None


# -- orders of magnitude ----------------------------------------------------------------------


def test_a_ray_is_a_ratio_against_the_scale():
    statement = SameOrder(x**2 / y, x, (x >= 1,), (x, y), constants={u: (2,)})
    found = drawn(statement, {x: Ray(Fraction(1)), y: Ray(Fraction(1, 2)), u: 2})
    assert (found["kind"], found["relation"]) == ("ratio", "≍")
    assert found["ray"] == {"x": "1", "y": "1/2"}
    assert found["scale"] == [k / 2 for k in range(17)]
    assert found["ratio"] == pytest.approx([k / 4 for k in range(17)])


def test_a_ratio_that_is_not_positive_is_a_gap():
    found = drawn(SameOrder(x**2 - 100, x, (x >= 1,), (x,)), {x: Ray(Fraction(1))})
    assert found["ratio"][:3] == [None, None, None]
    assert None not in found["ratio"][3:]


def test_a_point_that_refutes_an_order_is_a_cut():
    found = drawn(SameOrder(x - 1, x, (x >= 1,), (x,)), {x: 1})
    (cut,) = found["cuts"]
    assert (found["relation"], cut["state"][cut["witness"]]) == ("≍", "fails")


# -- as a whole -------------------------------------------------------------------------------


def test_a_report_draws_what_a_run_has_found_and_it_comes_back(tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        bare = running.run(["plain/lem-2", "plain/lem-3"], Options(jobs=1))
        found = with_drawings(bare, Options(jobs=1))
    assert all(part.plot is None for claim in bare.claims for part in claim.parts)
    assert with_drawings(bare, Options(jobs=1)) == bare  # where no claim is called so
    kinds = [[type(part.plot) for part in claim.parts] for claim in found.claims]
    assert kinds == [[Sides], [Sides, type(None)]]
    assert Run.from_json(found.to_json()) == found


TWICE = """
from fractions import Fraction
import sympy as sp
from theory.claim import ForAll
from theory.language import reals
from verify.claims.witness import values_in, witness
from verify.evidence import to_json
from verify.display.plots import plot
x, y, z = reals("x y z")
says = sp.And(sp.exp(x * z) <= y, sp.Ne(x, 0), x + z < 9)
point = {x: Fraction(2), y: Fraction(1), z: Fraction(1, 3)}
print(to_json(plot(ForAll(given=(x >= 1,), says=says), witness(point), {}, ({},))))
"""


def test_two_processes_draw_the_same():
    printed = outputs(TWICE)
    assert len(printed) == 1
    assert '"kind":"sides"' in printed.pop()


def test_recorded_counterexamples_can_be_drawn():
    certificates = sorted(committed.certificates().items())[::17]
    kinds = []
    for claim_id, by_key in certificates:
        claim = catalogue.load(claim_id)
        for key, certificate in by_key.items():
            statement = claim.parts[key.part].statement
            found = plot(
                statement,
                values_in(certificate["witness"]),
                certificate["instance"],
                interpretations(meanings(claim, statement)),
            )
            as_read(found)
            kinds.append(type(found))
    assert kinds.count(Sides) > len(kinds) / 3


def test_a_density_after_some_steps_is_drawn_where_the_conclusion_speaks_of_it():
    claim = catalogue.load("instability-flatness/lem-5.9-claim-consequence")
    path = CERTIFICATES / "instability-flatness" / "lem-5.9-claim-consequence@0.json"
    (found,) = plots.plots(claim, {"0": json.loads(path.read_text())}).values()
    (density,) = found.values.values()
    assert list(found.values) == ["f_2"]
    knots, heights = (list(map(Fraction, numbers)) for numbers in (density.knots, density.values))
    sides = zip(pairwise(knots), pairwise(heights), strict=True)
    assert sum((b - a) * (c + d) / 2 for (a, b), (c, d) in sides) == 1


@pytest.mark.parametrize(
    ("steps", "density"),
    [
        (0, {0: 0, 1: 1, 2: 0}),  # f itself
        (9, {0: 0, 1: 1, 2: 0}),  # too many corners
        (2, {0: 0, 1: 2, 2: 0}),  # no density
    ],
)
def test_what_is_no_other_density_is_not_drawn(steps, density):
    drawn = catalogue.attack_table("instability-flatness/lem-5.9-claim-consequence", "DRAWN")
    alpha = PiecewiseLinear.through({-99: 1}, "1/100", "1/100")
    one = next(iter(drawn.values()))
    assert one(alpha, PiecewiseLinear.through(density, 0, 0), steps) is None
