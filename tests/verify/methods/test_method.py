"""What a method declares of itself."""

from dataclasses import replace

import pytest
import sympy as sp

from theory.argument_language import States
from theory.claim import ForAll
from theory.language import Head, function, integers, reals, sequence
from theory.orders import Bounded, Large, LargeEnough, Order, Small, SmallEnough, Theta
from theory.quantifiers import Every, Some, inhabited, least, median
from theory.sequences import In, Indicator, Law, Mean, Signs, Sphere
from theory.statements import Missing, Observed, SameOrder
from theory.well_formed import IllFormed
from verify.evidence import Outcome, Tier
from verify.methods import METHODS, applied_last, refuters, samplers
from verify.methods.base import Finding
from verify.methods.method import KINDS, Method, Needless
from verify.methods.task import Task

PROVERS = METHODS["induction"].provers

x, y = reals("x y")
k, n = integers("k n")
s, P = sequence("s"), function("P")
Q = Head("Q", "a quantity")
LESS = x < y
# all that only arguments handle, as a condition each; a hypothesis where it is no conclusion
ONLY_IN_ARGUMENTS = {
    "every": Every(y, x + y > x),
    "some": Some(y, x**2 >= y),
    "inhabited": inhabited((y,), (y > x,)),
    "least": least(n, n**2 >= x),
    "median": median(
        x,
        lambda m: Mean(Indicator(y <= m), y, Law(P)),
        lambda m: Mean(Indicator(y >= m), y, Law(P)),
    ),
    "mean over strings": Mean(s[0], s, Signs(3)) >= 0,
    "mean over a sphere": Mean(s[1], s, Sphere(3)) >= 0,
    "mean under a law": Mean(sp.Abs(y), y, Law(P)) > x,
    "probability": Mean(Indicator(y > x), y, Law(P)) <= 1,
    "member": In(s, Signs(n)),
    "indicator": Indicator(x > 0) > y,
    "head of a sequence": Q(s) > x,
    "member of symbolic index": s[n] > x,
    "order": Order(x**2, x**2 + y**2, "at most", (x,)),
    "Theta": Order(x**2, Theta(x**2), "same", (x,)),
    **{kind.__name__: kind(x) for kind in (Small, Large, Bounded, SmallEnough, LargeEnough)},
}
STATEMENTS = {
    ForAll: [ForAll(LESS), ForAll(n**2 >= n, given=(n >= 0, n <= 3))],
    SameOrder: [SameOrder(x, 2 * x, regime=(x >= 1,), variables=(x,))],
    Observed: [Observed("no such experiment", {}, LESS, {x: "-"})],
    States: [States(LESS)],
    Missing: [Missing("-")],
}


def stated(condition):
    """Return a statement of a condition, or of a hypothesis that is no conclusion."""
    if isinstance(condition, (Small, Large, Bounded)):
        return States(LESS, given=(condition,))
    return States(condition)


OF_LAWS = {"median", "mean under a law", "probability"}  # which fail, or not, at laws with atoms


@pytest.mark.parametrize("name", ONLY_IN_ARGUMENTS)
def test_no_method_but_atoms_is_applied_to_what_only_arguments_handle(name):
    condition = ONLY_IN_ARGUMENTS[name]
    with pytest.raises(IllFormed):  # so that it cannot get there inside of a statement
        ForAll(condition)
    for method in METHODS.values():
        assert (States in method.takes) is (method.name == "atoms")
        found = method.apply(Task(stated(condition)))
        decides = name in OF_LAWS and method.name == "atoms"
        assert (found.outcome is not Outcome.NOT_APPLICABLE) is decides
        assert not found.proves


@pytest.mark.parametrize("kind", KINDS)
def test_a_method_is_applied_to_the_kinds_of_statements_that_it_declares(kind):
    seen = []

    def decide(task):
        seen.append(task.statement)
        return Finding(Outcome.HOLDS)

    for method in METHODS.values():
        unseeing = replace(method, decide=decide)
        for statement in STATEMENTS[kind]:
            seen.clear()
            outcome = unseeing.apply(Task(statement)).outcome
            declared = Outcome.HOLDS if kind in method.takes else Outcome.NOT_APPLICABLE
            assert (outcome, len(seen)) == (declared, kind in method.takes)


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
