"""Two meanings of a head say the same of points drawn at random."""

import random
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import pytest
from flint import arb, fmpq

from numerics import linear_pieces
from theory.papers.instability_flatness import notation as walk
from theory.papers.signsgd_scaling import notation as sgd
from theory.papers.steepest_mirror import notation as derivatives
from theory.values import PiecewiseLinear
from verify.papers.instability_flatness import laws
from verify.papers.instability_flatness import notation as walk_meanings
from verify.papers.signsgd_scaling import notation as sgd_meanings
from verify.papers.steepest_mirror import notation as derivative_meanings
from verify.truth import Undecided

WALK = {**laws.MEANINGS, **walk_meanings.MEANINGS}


def number(draw):
    return fmpq(draw.randint(-9, 9), draw.choice((1, 2, 3)))


def positive_function(draw):
    knots = sorted({Fraction(draw.randint(-9, 9), 2) for _ in range(3)})
    values = (Fraction(draw.randint(1, 9), 3) for _ in knots)
    left, right = (Fraction(draw.randint(0, 3), 5) for _ in range(2))
    return PiecewiseLinear(tuple(knots), tuple(values), left, right)


def value(meaning, arguments):
    """Return a value, or Undecided where it is not computed."""
    try:
        return meaning.evaluate(*arguments)
    except ArithmeticError:
        return Undecided


def ball_of(found):
    return found if isinstance(found, arb) else arb(fmpq(found.numerator, found.denominator))


def agree(meanings, *arguments):
    """Return whether two meanings, where both decide, have values, equal or with a common ball."""
    one, other = (value(meaning, arguments) for meaning in meanings)
    if Undecided in (one, other):
        return True
    if isinstance(one, arb) or isinstance(other, arb):
        return ball_of(one).overlaps(ball_of(other))
    return one == other


@pytest.mark.parametrize("seed", range(60))
def test_meanings_of_the_walk_agree(seed):
    draw = random.Random(seed)
    alpha, x = positive_function(draw), number(draw)
    ball, radius = arb(x, 2.0**-50), abs(number(draw))
    signs = [fmpq(draw.choice((1, -1))) for _ in range(draw.randint(0, 4))]
    string, steps = [Fraction(int(sign)) for sign in signs], fmpq(draw.randint(-1, 5))
    assert agree(WALK[walk.PHI], alpha, x, string, steps)
    assert agree(WALK[walk.H], string, steps)
    for at in (x, ball):
        assert agree(WALK[walk.IMAGE], alpha, at, *signs)
        assert agree(WALK[walk.LEAST_SLOPE], alpha, at, radius)
    assert agree(WALK[walk.PREIMAGE], alpha, x, *signs)


def test_a_preimage_is_led_back():
    signs = (fmpq(1), fmpq(-1), fmpq(1))
    flat = PiecewiseLinear.through({0: 1, 1: "3/2", 2: 2}, "1/4", "1/2")
    found = linear_pieces.preimage(flat, fmpq(5), *signs)
    assert linear_pieces.image(flat, fmpq(found.numerator, found.denominator), *signs) == 5
    steep = PiecewiseLinear.through({0: 1, 1: 3}, 0, 0)
    assert linear_pieces.preimage(steep, fmpq(1), fmpq(-1)) is None


@pytest.mark.parametrize("length", range(9))
def test_the_same_strings_are_generated(length):
    for string in product((Fraction(1), Fraction(-1)), repeat=length):
        assert agree(WALK[walk.GENERATED], string, fmpq(length))


@pytest.mark.parametrize("seed", range(40))
def test_meanings_of_sgd_agree(seed):
    draw = random.Random(seed)
    start, curvature, batch, eta, a, b = (number(draw) for _ in range(6))
    steps = fmpq(draw.choice((-1, 0, 1, 2, 7, 401)))
    mixed = min(steps, fmpq(7))
    assert agree(sgd_meanings.MEANINGS[sgd.SGD], start, curvature, batch, eta, steps)
    assert agree(sgd_meanings.MEANINGS[sgd.SGD_MIX], a, b, start, curvature, batch, eta, mixed)


@pytest.mark.parametrize("seed", range(12))
def test_derivatives_agree(seed):
    draw = random.Random(seed)
    size, depth = draw.randint(1, 3), draw.randint(1, 3)
    at = [Fraction(draw.randint(-4, 4), 3) for _ in range(size + 1)]
    w, v = (
        SimpleNamespace(table=[[Fraction(draw.randint(-4, 4)) for _ in at] for _ in range(4)])
        for _ in range(2)
    )
    known = derivative_meanings.MEANINGS
    for f in (lambda i: i * i - 3 * i, derivative_meanings.separable(Fraction(size), at, at)):
        n, count = fmpq(size), fmpq(depth)
        assert agree(known[derivatives.SLOPE], f, n, count, w, v)
        assert agree(known[derivatives.CURVATURE], f, n, count, w, v)
        for i in range(size + 2):
            assert agree(known[derivatives.GRADIENT], f, n, at, fmpq(i))
            assert agree(known[derivatives.HESSIAN], f, n, at, fmpq(i), fmpq(1))
            assert agree(known[derivatives.FIRST], w, v, count, fmpq(i))
            assert agree(known[derivatives.SECOND], w, v, count, fmpq(i))
