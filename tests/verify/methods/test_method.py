"""What a method declares of itself."""

from dataclasses import replace

import pytest

from theory.claim import ForAll
from theory.language import integers, reals
from verify.evidence import Outcome, Tier
from verify.methods import METHODS, applied_last, refuters, samplers
from verify.methods.base import Finding
from verify.methods.method import Method, Needless
from verify.methods.task import Task

PROVERS = METHODS["induction"].provers

x = reals("x")
k = integers("k")


def test_methods_are_applied_from_the_cheapest_to_the_dearest():
    assert [method.cost for method in METHODS.values()] == sorted(m.cost for m in METHODS.values())
    assert list(METHODS).index("vacuity") < list(METHODS).index("solver")
    assert [method.refutes for method in refuters()] == sorted(
        method.refutes for method in refuters()
    )
    assert [method.cost for method in PROVERS] == sorted(method.cost for method in PROVERS)
    needless = [method.needless for method in applied_last()]
    assert needless == sorted(needless, key=list(Needless).index)


def test_methods_are_found_by_what_they_declare():
    assert METHODS["vacuity"] in applied_last()
    assert METHODS["enumeration"] not in applied_last()
    assert METHODS["search"] in refuters()
    assert not {METHODS["vacuity"], METHODS["experiment"]} & {*refuters()}
    assert {METHODS[name] for name in ("enumeration", "solver", "derivation")} <= {*PROVERS}
    assert not {METHODS[name] for name in ("search", "induction", "orders")} & {*PROVERS}
    assert METHODS["search"] in samplers()
    assert METHODS["solver"] not in samplers()
    assert METHODS["experiment"].uses_gpu
    assert METHODS["vacuity"].shows_empty


def test_only_a_method_that_declares_it_has_statements_proved():
    def decide(task):
        found = task.prove(ForAll(says=(x - 1) ** 2 >= 0))
        return Finding(Outcome.UNKNOWN, found.method)

    method = Method("told", Tier.EXACT, "-", decide, cost=1, needs_proofs=True, provers=PROVERS)
    assert METHODS[method.apply(Task(THREE)).detail] in PROVERS
    with pytest.raises(TypeError, match="declares `needs_proofs`"):
        replace(method, provers=()).apply(Task(THREE))


THREE = ForAll(given=(k >= 1, x > 0), says=k * x > 0, instances={k: (1, 2, 3)})
