"""Only certificates of proofs are accepted, and none that was changed."""

import copy

import pytest
import sympy as sp

from theory.choices import Damaged
from theory.claim import Claim, ForAll, Instead, SameOrder, Source
from theory.hints import Keeps, Within
from theory.language import Each, integers, reals, sequence
from verify.evidence import Key
from verify.kernel.proofs import Effort, RejectedProof, accept, contradictory
from verify.methods import METHODS
from verify.methods.apply import apply_to_claim, confirmed
from verify.methods.task import PROFILES, Task

x, y, a, b = reals("x y a b")
n, k, j = integers("n k j")
X = sequence("X")
EFFORT = Effort(2_000_000, second=100_000, anchors=3)


def eq(left, right):
    return sp.Eq(left, right, evaluate=False)


STATEMENTS = {
    "solver": ForAll(given=(x > 0, y > 0), says=x**2 + y**2 >= 2 * x * y),
    "derivation": ForAll(given=(x > 0,), says=sp.exp(x) > 1 + x),
    "enumeration": ForAll(given=(n >= 1, n <= 5), says=2**n > n),
    "balls": ForAll(given=(x >= 0, x <= 1), says=sp.cos(x) > sp.Rational(1, 2)),
    "induction": ForAll(
        given=(k >= 1, X[0] >= 0, Each(X[j] >= X[j - 1], (j, 1, k))),
        says=X[k] >= 0,
        instances={k: (1, 2)},
    ),
    "orders": SameOrder(left=a + 1, right=a, regime=(a >= 1,), variables=(a,)),
    "vacuity": ForAll(given=(x > 1, x < 0), says=x > 5),
}
HINTS = {"induction": Keeps(k, X[k] >= 0), "orders": Within(1, 2)}


def certificate_of(method):
    task = Task(STATEMENTS[method], hint=HINTS.get(method))
    evidence = METHODS[method].apply(task)
    assert evidence.certificate is not None, evidence
    return evidence.certificate


@pytest.mark.parametrize("method", STATEMENTS)
def test_what_a_method_finds_is_accepted(method):
    found = certificate_of(method)
    confirmed(STATEMENTS[method], found, {}, PROFILES["standard"], HINTS.get(method))


@pytest.mark.parametrize("method", STATEMENTS)
def test_a_certificate_proves_no_other_statement(method):
    certificate = certificate_of(method)
    for other, statement in STATEMENTS.items():
        if other != method:
            with pytest.raises(RejectedProof):
                confirmed(statement, certificate, {}, PROFILES["quick"], HINTS.get(other))


def changes(data):
    """Yield data with one leaf changed or one member left out."""
    if isinstance(data, dict):
        for key in data:
            yield {k: v for k, v in data.items() if k != key}
            for changed in changes(data[key]):
                yield {**data, key: changed}
    elif isinstance(data, (list, tuple)):
        for number, member in enumerate(data):
            yield [*data[:number], *data[number + 1 :]]
            for changed in changes(member):
                yield [*data[:number], changed, *data[number + 1 :]]
    elif isinstance(data, bool):
        yield not data
    elif isinstance(data, int):
        yield data + 1
        yield "1"
    elif isinstance(data, str):
        yield data + " "
        yield ""
    yield None


@pytest.mark.parametrize("method", STATEMENTS)
def test_a_changed_certificate_proves_nothing_false(method):
    """A change that still fits is no harm: what is checked is what the statement needs."""
    certificate = certificate_of(method)
    refused = accepted = 0
    for changed in changes(copy.deepcopy(certificate)):
        try:
            confirmed(STATEMENTS[method], changed, {}, PROFILES["quick"], HINTS.get(method))
            accepted += 1
        except RejectedProof:
            refused += 1
    assert refused > accepted
    assert refused >= 5


@pytest.mark.parametrize(
    "says",
    [
        x**2 + y**2 > 2 * x * y,
        x**2 + y**2 >= 2 * x * y + sp.Rational(1, 10**6),
        eq(1 / (x - y), 1 / (x - y)),
    ],
    ids=str,
)
def test_no_certificate_of_a_true_statement_proves_its_false_neighbours(says):
    false = ForAll(given=(x > 0, y > 0), says=says)
    for method in ("solver", "derivation"):
        evidence = METHODS[method].apply(Task(STATEMENTS["solver"]))
        with pytest.raises(RejectedProof):
            accept(false, evidence.certificate, {}, EFFORT)


def test_instances_are_a_proof_of_these_only():
    claim = ForAll(given=(k >= 1,), says=2**k > k, instances={k: (1, 2, 3)})
    evidence = METHODS["enumeration"].apply(Task(claim))
    assert accept(claim, evidence.certificate, {}, EFFORT) == ("k in {1, 2, 3}",)
    finite = ForAll(given=(k >= 1, k < 4), says=2**k > k, instances={k: (1, 2, 3)})
    assert accept(finite, METHODS["enumeration"].apply(Task(finite)).certificate, {}, EFFORT) == ()


def test_hypotheses_of_some_instances_show_nothing_of_the_others():
    claim = ForAll(given=(k >= 1, x * (k - 1) > 0), says=x > 5, instances={k: (1,)})
    evidence = METHODS["vacuity"].apply(Task(claim))
    if evidence.certificate is not None:
        with pytest.raises(RejectedProof):
            contradictory(claim, evidence.certificate, EFFORT)


@pytest.mark.parametrize(
    ("method", "hint"),
    [
        ("induction", None),
        ("induction", Within(1, 2)),
        ("induction", Keeps(k, X[k] >= 1)),
        ("induction", Keeps(k, sp.And(X[k] >= 0, x > 0))),
        ("induction", Keeps(j, X[j] >= 0)),
        ("orders", None),
        ("orders", Keeps(k, k >= 1)),
        ("orders", Within(1, 1)),
        ("orders", Within(-1, 2)),
        ("orders", Within(1, a + 1)),
    ],
    ids=str,
)
def test_nothing_is_assumed_of_a_hint(method, hint):
    certificate = certificate_of(method)
    with pytest.raises(RejectedProof):
        accept(STATEMENTS[method], certificate, {}, EFFORT, hint)


@pytest.mark.parametrize("low", [0, -1])
def test_constants_of_an_order_are_positive(low):
    claim = SameOrder(1 / a, a**2, regime=(a >= 1,), variables=(a,), relation="at least")
    assert METHODS["orders"].apply(Task(claim, hint=Within(low, low + 2))).certificate is None


def test_what_holds_instead_of_two_readings_is_tried_once():
    readings = Damaged("the sign", {"<": ForAll(x < 0), "<=": ForAll(x <= 0)})
    holds = Instead(STATEMENTS["solver"])
    claim = Claim("given/statement", "", Source(), "", readings, instead={"": holds})
    keys = [Key(number, instead) for number in (0, 1) for instead in (False, True)]
    found = apply_to_claim(claim, "search", keys)
    assert set(found) == set(keys)
    first, again = found[Key(0, instead=True)], found[Key(1, instead=True)]
    assert (again.size, again.witness, again.detail) == (first.size, first.witness, first.detail)
    assert again.seconds == 0 < first.seconds
    assert found[Key(0)].detail != found[Key(1)].detail
