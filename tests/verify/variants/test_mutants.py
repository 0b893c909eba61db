"""Mutants: each kind is made, and ends killed, true or undecided."""

import sympy as sp

from theory.claim import Claim, ForAll, Source
from theory.hints import Keeps
from theory.language import integers, reals
from verify.claims import catalogue
from verify.variants.mutants import mutants, mutate

x, y = reals("x y")
k = integers("k")


def claim(statement):
    return Claim("toy/x", "toy", Source("here"), "toy", statement)


def test_every_kind_of_mutant_is_made_and_dies():
    tight = claim(ForAll(given=(x >= 0, y >= 0), says=2 * sp.sqrt(x * y) <= x + y))
    changes = {m.change for m in mutants(tight.parts[0].statement)}
    assert {"strict", "turned round", "right side tightened by an eighth"} <= changes
    assert sum(c.startswith("without") for c in changes) == 2
    report = mutate(tight)
    assert report.undecided == 0
    assert report.true == 0
    assert report.killed == len(changes)


def test_a_loose_statement_has_a_true_mutant():
    report = mutate(claim(ForAll(given=(x >= 1,), says=x**2 + 3 >= x)))
    true = [mutant.change for mutant in report.mutants if mutant.end == "true"]
    assert "strict" in true


def test_mutants_are_tried_with_the_hint_of_what_is_printed():
    kept = 2**k >= k
    loose = Claim(
        *("toy/x", "toy", Source("here"), "toy"),
        printed=ForAll(kept, given=(k >= 1,), instances={k: (1, 2)}),
        because={"": Keeps(k, 2**k >= k + 1)},
    )
    ends = {mutant.change: (mutant.end, mutant.by) for mutant in mutate(loose).mutants}
    end, by = ends["strict"]
    assert end == "true"
    assert by.startswith("induction")


def test_equalities_lose_their_coefficients_and_exponents():
    report = mutate(claim(ForAll(says=sp.Eq((x + y) ** 2, x**2 + 2 * x * y + y**2))))
    assert report.undecided == report.true == 0
    assert report.killed >= 4


def test_clauses_that_an_argument_proves_have_mutants():
    found = mutate(catalogue.load("instability-flatness/thm-5.4"))
    assert found.killed > 10
    assert {m.statement.part for m in found.mutants} == {0, 1, 2}
