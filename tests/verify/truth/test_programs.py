"""The program of a head is asked once for the same arguments and precision."""

import pytest
from flint import arb, ctx, fmpq

from verify.claims.meanings import Approximate, Exact
from verify.truth.outcomes import Undecided, Undefined
from verify.truth.programs import told


@pytest.fixture
def asked():
    """What a program was asked, and the program."""
    calls = []

    def program(*arguments):
        calls.append(arguments)
        if arguments[0] == 0:
            raise ZeroDivisionError("0")
        return None if arguments[0] < 0 else arguments[0]

    return calls, program


def test_the_same_arguments_are_asked_once(asked):
    calls, program = asked
    halves = [told(Exact(program), [fmpq(1, 2)], "head") for _ in range(3)]
    assert (halves, len(calls)) == ([fmpq(1, 2)] * 3, 1)


def test_balls_with_another_radius_are_other_arguments(asked):
    calls, program = asked
    balls = [arb(2), arb(2, 1e-9), arb(2, 1e-9), arb(2, 2e-9)]
    found = [told(Exact(program), [ball], "head") for ball in balls]
    assert [(v.mid(), v.rad()) for v in found] == [(b.mid(), b.rad()) for b in balls]
    assert len(calls) == 3


def test_at_another_precision_a_program_is_asked_again(asked):
    calls, program = asked
    for bits in (53, 100, 53):
        with ctx.workprec(bits):
            told(Exact(program), [fmpq(1)], "head")
    assert len(calls) == 2


def test_programs_do_not_share_what_they_say():
    one = [told(Exact(lambda x, n=n: x + n), [fmpq(1)], "head") for n in range(3)]
    assert one == [1, 2, 3]


def test_an_error_is_not_remembered(asked):
    calls, program = asked
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            told(Exact(program), [fmpq(0)], "head")
    assert len(calls) == 2


def test_where_there_is_no_value_nothing_is_computed(asked):
    _, program = asked
    with pytest.raises(Undefined, match="head is not defined"):
        told(Exact(program), [fmpq(-1)], "head")
    with pytest.raises(Undecided, match="has no meaning"):
        told(program, [fmpq(1)], "head")


def test_a_program_in_floats_needs_sharp_arguments():
    half = Approximate(lambda x: (x / 2, 1e-9))
    assert told(half, [arb(1)], "head").contains(fmpq(1, 2))
    with pytest.raises(Undecided, match="50 bits"):
        told(half, [arb(1, 1e-9)], "head")
