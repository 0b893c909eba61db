"""Two meanings of a head are compared before a proof by one of them counts."""

from fractions import Fraction

from theory.claim import ForAll
from theory.language import Each, Head, integers, reals
from verify.claims.meanings import Exact, Formula
from verify.evidence import Outcome
from verify.methods import METHODS
from verify.methods.agreement import disagreement
from verify.methods.apply import accepted
from verify.methods.task import PROFILES, Task

x, y = reals("x y")
k = integers("k")
SQUARE = Head("Sq", "the square of a number")
POSITIVE = ForAll(SQUARE(x) >= 0, given=(x >= 1,))
BY_FORMULA = Formula(lambda a: a**2)


def by(evaluate):
    return {SQUARE: (BY_FORMULA, Exact(evaluate))}


def rational(value):
    return Fraction(int(value.numerator), int(value.denominator))


RIGHT = by(lambda a: rational(a) ** 2)
WRONG = by(lambda a: rational(a) ** 2 + (1 if a > 1 else 0))
ELSEWHERE = by(lambda a: rational(a) ** 2 + (1 if a < 0 else 0))


def test_meanings_are_compared_on_the_domain_alone():
    assert disagreement(Task(POSITIVE, RIGHT)) is None
    assert disagreement(Task(POSITIVE, ELSEWHERE)) is None
    assert "the meanings of Sq differ" in disagreement(Task(POSITIVE, WRONG))
    assert disagreement(Task(POSITIVE, {SQUARE: (BY_FORMULA,)})) is None


def test_abbreviations_and_instances_are_unfolded():
    r = reals("r")
    claim = ForAll(r >= 0, given=(x >= k, k >= 1), where={r: SQUARE(x)}, instances={k: (1, 2)})
    assert "differ" in disagreement(Task(claim, WRONG))
    inside = ForAll(Each(SQUARE(k * x) >= 0, (k, 1, 2)), given=(x >= 1,))
    assert disagreement(Task(inside, WRONG)) is None  # the index belongs to the statement alone


def test_no_proof_counts_where_they_differ():
    for meanings, outcome in ((RIGHT, Outcome.HOLDS), (WRONG, Outcome.UNKNOWN)):
        task = Task(POSITIVE, meanings, PROFILES["standard"])
        proofs = [
            p
            for p in (m.apply(task) for m in METHODS["induction"].provers)
            if p.certificate is not None
        ]
        assert proofs
        assert {accepted(task, proof).outcome for proof in proofs} == {outcome}
