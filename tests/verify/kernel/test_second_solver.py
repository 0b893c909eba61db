"""The second solver answers in a process of its own, which ends with what takes too long."""

import os
import resource
import signal
import sys

import pytest
import sympy as sp

from theory.claim import ForAll
from theory.language import integers, reals
from verify.kernel import cvc5_answer, second_solver, smt
from verify.kernel.second_solver import Cvc5, second_opinion
from verify.kernel.total import total

IS_FALSE = "(assert (= 1 2))"
IS_TRUE = "(assert (= 1 1))"
UNITS = 10_000


@pytest.fixture
def cvc5():
    process = Cvc5()
    yield process
    process.close()


def asked(cvc5, text=IS_FALSE, units=UNITS):
    return cvc5.ask(text, units, "light")


def test_one_process_answers_many_questions_none_of_which_knows_another(cvc5):
    found = []
    for text in (f"(declare-const x Int){IS_FALSE}", f"(declare-const x Real){IS_TRUE}"):
        found += [asked(cvc5, text) for _ in range(3)]
    process = cvc5._process
    assert found == ["unsat"] * 3 + ["sat"] * 3
    assert asked(cvc5) == "unsat"
    assert cvc5._process is process


def test_another_process_is_started_after_some_questions(cvc5, monkeypatch):
    monkeypatch.setattr(second_solver, "MOST", 2)
    processes = set()
    for _ in range(5):
        assert asked(cvc5) == "unsat"
        processes.add(cvc5._process.pid)
    assert len(processes) == 3


def test_another_process_is_started_where_one_was_killed(cvc5):
    assert asked(cvc5) == "unsat"
    killed = cvc5._process
    killed.send_signal(signal.SIGKILL)
    assert asked(cvc5) == "unknown"  # it was asked nothing
    assert killed.returncode == -signal.SIGKILL
    assert asked(cvc5) == "unsat"


def test_a_question_whose_answer_was_not_waited_for_gives_no_answer_to_the_next(cvc5, monkeypatch):
    assert asked(cvc5) == "unsat"

    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(cvc5._process.stdout, "readline", interrupted)
    with pytest.raises(KeyboardInterrupt):
        asked(cvc5)
    assert asked(cvc5, IS_TRUE) == "sat"


def test_a_process_that_was_forked_asks_one_of_its_own(cvc5):
    assert asked(cvc5) == "unsat"
    process = cvc5._process
    cvc5._owner = os.getppid()  # as in a process that was forked from another one
    assert asked(cvc5, IS_TRUE) == "sat"
    assert cvc5._process is not process
    assert process.poll() is None
    process.kill()
    process.communicate()


def test_a_program_that_does_not_run_is_an_error(cvc5, monkeypatch, tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit(3)")
    monkeypatch.setattr(cvc5_answer, "__file__", str(broken))
    with pytest.raises(RuntimeError, match="status 3"):
        asked(cvc5)


def test_without_cvc5_there_is_no_second_opinion_but_an_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "cvc5", None)
    monkeypatch.setattr(cvc5_answer, "_end_after", lambda seconds: None)
    (reply,) = cvc5_answer.replies([f'["{IS_FALSE}", 7, 1, "light"]'])
    assert "cvc5" in reply["broken"]


def test_what_takes_too_long_is_unknown_and_the_next_question_is_answered(cvc5, monkeypatch):
    monkeypatch.setattr(second_solver, "SECONDS", 1)
    i, j, k = integers("i j k")
    text = smt.question(total(ForAll(says=sp.Ne(i**3 + j**3 + k**3, 114))))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    assert asked(cvc5, text, 10**9) == "unknown"  # these units last for minutes
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert spent < 3
    assert asked(cvc5) == "unsat"


def test_what_takes_too_much_memory_is_unknown(monkeypatch):
    def exhausted(manager):
        raise MemoryError

    monkeypatch.setattr("cvc5.Solver", exhausted)
    assert cvc5_answer.answer(IS_TRUE, 7, "light") == "unknown"


@pytest.mark.parametrize(
    ("ways", "found"),
    [(("full",), "unknown"), (("full", "light"), "unsat"), (cvc5_answer.LINEARISATIONS, "unsat")],
)
def test_it_is_asked_in_one_way_after_the_other(ways, found, monkeypatch):
    monkeypatch.setattr(cvc5_answer, "LINEARISATIONS", ways)
    second_opinion.cache_clear()
    b, c, e, f, m, r, s = reals("b c e f m r s")
    given = (b >= 1, c > 0, e > 0, f > 0, r > 0, m > 0, s >= 0, r <= c * m**2, f**2 >= c)
    says = s * e * sp.sqrt(b * r) <= m * e * f * s * sp.sqrt(b)
    assert second_opinion(smt.question(total(ForAll(given=given, says=says))), 20_000) == found


def test_a_script_that_it_cannot_read_is_an_error_and_the_next_one_is_answered(cvc5):
    with pytest.raises(RuntimeError, match="nonsense"):
        asked(cvc5, "(assert (nonsense))")
    assert asked(cvc5) == "unsat"
