"""Questions to solvers: no question has an answer that an evaluation contradicts."""

import threading
import time
from fractions import Fraction

import pytest
import sympy as sp
from sympy.logic.boolalg import Or

from theory.claim import ForAll
from theory.language import Lipschitz, Positive, StrictlyIncreasing, function, integers, reals
from verify.kernel import second_solver, smt
from verify.kernel.total import Outside, total

x, y, q, a = reals("x y q a")
n, m = integers("n m")
f = function("f")
UNITS = 2_000_000


def eq(left, right):
    return sp.Eq(left, right, evaluate=False)


TRUE = [
    ForAll(given=(1 / (y - 3) >= 1, x >= y), says=x > 3),
    ForAll(says=sp.Abs(x + y) <= sp.Abs(x) + sp.Abs(y)),
    ForAll(given=(x >= 0,), says=sp.sqrt(1 + x) <= 1 + x / 2),
    ForAll(says=sp.floor(x) <= x + 1),
    ForAll(given=(x > 0,), says=eq(x ** (q / 2) * sp.sqrt(x**q), x**q)),
    ForAll(given=(x > 1, q > 0), says=x**q > 1),
    ForAll(given=(sp.Ne(x, 0), eq(y, x**n)), says=eq(x ** (2 * n + 3), x**3 * y**2)),
    ForAll(given=(n >= 0,), says=x ** (2 * n) >= 0),
    ForAll(given=(x < 0,), says=sp.Ne(x ** (n - m), 0)),
    ForAll(given=(StrictlyIncreasing(f), x < y), says=f(x) < f(y)),
    ForAll(given=(Lipschitz(f, a), x < y), says=f(y) - f(x) <= a * (y - x)),
    ForAll(given=(Positive(f),), says=f(f(x)) > 0),
    ForAll(given=(2 * n > 1,), says=n >= 1),
    ForAll(given=(x >= 0,), says=eq(sp.Piecewise((x, x > 0), (0, x <= 0)), x)),
]
FALSE = [
    ForAll(given=(Or(sp.Eq(y, 3), 1 / (y - 3) >= 1), x >= y), says=x > 3),
    ForAll(given=(sp.Ne(x, 0),), says=sp.sqrt(1 + x) <= 1 + x / 2),
    ForAll(given=(sp.Ne(x, 0),), says=eq(x ** (q / 2) * sp.sqrt(x**q), x**q)),
    ForAll(given=(x >= 0, a >= 3, x ** (a - 1) >= 0), says=x > 0),
    ForAll(given=(sp.Ne(x, 0),), says=x ** (n + m) > 0),
    ForAll(given=(sp.Ne(x, 0), n >= 1, x <= 1), says=x ** (3 * n) <= 1 / x),
    ForAll(says=x ** (2 * n) >= 0),
    ForAll(given=(n >= 0,), says=eq(x ** (n + 1), x**n)),
    ForAll(given=(x**a >= 1,), says=x > 0),
    ForAll(given=(Positive(f), x < y), says=f(x) < f(y)),
    ForAll(given=(Lipschitz(f, 2), x < y), says=f(y) - f(x) <= y - x),
    ForAll(given=(n > a, a >= 0), says=n >= a + 1),
    ForAll(says=eq(sp.Piecewise((x, x > 0), (2 * x, x < 0)), x) | (x < 0)),
    ForAll(says=sp.floor(x) > x - 1 + sp.Rational(1, 100)),
]


@pytest.mark.parametrize("statement", TRUE, ids=lambda s: str((s.given, s.says)))
def test_true_statements_have_no_solution_by_either_solver(statement):
    text = smt.question(total(statement))
    assert smt.ask(text, UNITS)[0] == "unsat"
    assert second_solver.second_opinion(text, 200_000) != "sat"


@pytest.mark.parametrize("statement", FALSE, ids=lambda s: str((s.given, s.says)))
def test_false_statements_are_not_refused_a_solution(statement):
    text = smt.question(total(statement))
    assert smt.ask(text, UNITS)[0] != "unsat"
    assert second_solver.second_opinion(text, 200_000) != "unsat"


def test_no_name_of_a_symbol_is_one_of_ours():
    for name in ("u1", "t1", "root!0", "inverse!0", "to_real"):
        s = sp.Symbol(name, real=True)
        claim = ForAll(given=(x >= 0, sp.sqrt(x) >= 1), says=s >= 1)
        assert smt.ask(smt.question(total(claim)), UNITS)[0] == "sat"
    for name in ("a|b", "a\\b", "a\nb"):
        s = sp.Symbol(name, real=True)
        with pytest.raises(Outside):
            smt.question(total(ForAll(says=s > 0)))


def test_no_product_has_a_single_factor():
    text = smt.question(total(TRUE[2]))
    assert "(* " not in text.replace("(* u", "").replace("(* (/", "").replace("(* t", "")


def test_a_model_gives_values_to_symbols():
    answer, pairs = smt.ask(smt.question(total(ForAll(says=sp.Ne(x, 7)))), UNITS)
    assert answer == "sat"
    assert dict(pairs)[smt.name_of(x)] == Fraction(7)


@pytest.mark.parametrize(
    ("says", "answer"),
    [(Or(n <= m, n >= m + 1), "unsat"), (Or(n <= m, n >= m + 2), "sat"), (n * n >= n, "unsat")],
)
def test_between_two_integers_there_is_none(says, answer):
    text = smt.question(total(ForAll(says)), whole=True)
    assert smt.ask(text, UNITS, core=True)[0] == answer


CUBES = """(declare-const x Int) (declare-const y Int) (declare-const z Int)
(assert (and (> x 0) (> y 0) (> z 0) (= (+ (* x x x) (* y y y)) (* z z z))))"""


def test_z3_is_interrupted_after_processor_time_that_it_does_not_count(monkeypatch):
    monkeypatch.setattr(smt, "UNITS_PER_SECOND", 5 * 10**12)
    before = time.process_time()
    assert smt._ask(CUBES, 10**12, core=False) == (("unknown", ()), True)
    assert time.process_time() - before < 5


def test_a_try_after_which_others_follow_gets_less_time_for_its_units(monkeypatch):
    monkeypatch.setattr(smt, "UNITS_PER_SECOND", 10**12 / 5)
    before = time.process_time()
    assert smt._ask(CUBES, 10**12, core=False, hurried=True) == (("unknown", ()), True)
    assert time.process_time() - before < 4


def test_what_was_decided_in_one_way_is_known_and_what_was_not_is_none():
    text = "(declare-const of_this_test Real) (assert (< of_this_test 0.0))"
    assert smt.earlier_answer(text) is None
    assert smt.ask(text, UNITS)[0] == smt.earlier_answer(text) == "sat"
    assert smt.ask(CUBES, 10**4)[0] == "unknown"
    assert smt.earlier_answer(CUBES) is None


def test_units_end_a_question_before_the_clock_does():
    assert smt._ask(CUBES, 10**4, core=False) == (("unknown", ()), False)


def test_z3_is_not_interrupted_where_others_keep_the_machine_busy(monkeypatch):
    monkeypatch.setattr(smt, "UNITS_PER_SECOND", 10**12)
    monkeypatch.setattr(smt, "_clock", lambda: lambda: 0.0)  # time passes, z3 gets none of it
    script = "(declare-const x Real) (assert (< (+ (* x x) 1) (* 2 x)))"
    assert smt.ask(script, 10**6)[0] == "unsat"


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="only Linux tells it apart")
def test_what_other_threads_do_is_not_counted():
    spent, done = smt._clock(), threading.Event()

    def work():
        while time.thread_time() < 0.2:
            pass
        done.set()

    threading.Thread(target=work).start()
    before = spent()
    assert done.wait(60)
    assert spent() - before < 0.1


def test_a_model_does_not_depend_on_what_was_asked_before(monkeypatch):
    text = "; of this test alone\n"
    monkeypatch.setattr(smt, "_ask", lambda text, rlimit, core, _: (("sat", (("x", core),)), False))
    assert [smt.ask(text, UNITS, core)[1] for core in (True, False, True)] == [
        (("x", core),) for core in (True, False, True)
    ]


def test_an_answer_without_a_model_is_none(monkeypatch):
    def without(_):
        raise smt.z3.Z3Exception("model is not available")

    monkeypatch.setattr(smt.z3.Solver, "model", without)
    assert smt._ask("(declare-const x Real) (assert (< x 0.0))", UNITS, core=False) == (
        ("unknown", ()),
        False,
    )


@pytest.mark.parametrize(("interrupted", "times"), [(True, 2), (False, 1)])
def test_what_the_clock_has_ended_is_asked_again(interrupted, times, monkeypatch):
    text, asked = f"; of this test, {interrupted}\n", []

    def answer(*question):
        asked.append(question)
        return ("unknown", ()), interrupted

    monkeypatch.setattr(smt, "_ask", answer)
    assert [smt.ask(text, 1)[0] for _ in range(2)] == ["unknown"] * 2
    assert asked == [(text, 1, False, False)] * times
    monkeypatch.setattr(smt, "_ask", lambda *_: (("unsat", ()), False))
    assert [smt.ask(text, units)[0] for units in (2, 1, 3)] == ["unsat"] * 3
