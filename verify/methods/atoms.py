"""Atoms: laws that take finitely many values, for statements about all laws.

It tries a statement about means, probabilities and medians under any law, which only an argument
can prove, at laws with up to four atoms: for fixed simple masses the places of the atoms are
unknown reals like any others, a mean is a sum over them, and a search looks for places, numbers and
functions that satisfy every hypothesis and break the conclusion.

This is sound because such a law is one of those that the statement speaks of, and the point is
exact: every hypothesis is certainly true there and the conclusion is certainly false. That none was
found supports the statement and proves nothing: a law with a density is no law with atoms.

Example:

    >>> from theory.argument_language import States
    >>> from theory.language import function, reals
    >>> from theory.sequences import Law, Mean
    >>> from verify.methods import METHODS
    >>> from verify.methods.task import Task
    >>> x, P = reals("x"), function("P")
    >>> moment = lambda power: Mean(x**power, x, Law(P))
    >>> claim = States(moment(4) <= 3 * moment(2) ** 2)
    >>> found = METHODS["atoms"].apply(Task(claim))
    >>> print(found.outcome, found.witness["P"].places, found.witness["P"].masses)
    fails ('1', '0') ('1/4', '3/4')

Reference: G. Winkler, "Extreme points of moment sets", Mathematics of Operations Research 13
(1988): where n means are prescribed, laws with at most n + 1 atoms are the extreme ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from theory.argument_language import States
from theory.statements import ForAll
from theory.well_formed import IllFormed
from verify.claims.laws import SHAPES, Masses, at_masses, laws_in, opened, with_laws
from verify.claims.meanings import evaluable
from verify.claims.statements import heads
from verify.claims.witness import WitnessError
from verify.evidence import Outcome, Tier
from verify.methods.base import Finding, Instance
from verify.methods.method import Method, Needless
from verify.methods.search import conclude, looked_for
from verify.methods.task import Task

MOST = 16  # choices of masses, for several laws together
FEWEST = 30  # points for each


def _decide(task: Task) -> Finding:
    """Look for laws at which a statement fails, those with the fewest and simplest atoms first."""
    assert isinstance(task.statement, States)
    laws = laws_in(task.statement)
    if not laws or not heads(task.statement) <= set(task.meanings):
        return Finding(Outcome.NOT_APPLICABLE)
    try:
        statement = opened(task.statement)
        tried = [(masses, at_masses(statement, masses)) for masses in _shapes(laws)]
    except IllFormed:
        return Finding(Outcome.NOT_APPLICABLE, "more is said than what means are")
    share = max(task.budget.examples // len(tried), FEWEST)
    findings: list[Finding] = []
    for masses, expanded in tried:
        findings.append(_at(expanded, masses, task, share))
        if findings[-1].outcome is not Outcome.HOLDS:
            return replace(findings[-1], size=sum(found.size for found in findings))
    found = conclude([f for f in findings if f.witness is not None] or findings)
    if found.outcome is not Outcome.HOLDS:
        return replace(found, witness=None)
    return replace(found, restrictions=("laws with up to four atoms", *found.restrictions))


def _shapes(laws: Sequence[Any]) -> list[Mapping[Any, Masses]]:
    """Return masses for the atoms of all laws, few and simple ones first."""
    places = sorted(product(range(len(SHAPES)), repeat=len(laws)), key=lambda at: (sum(at), at))
    return [dict(zip(laws, (SHAPES[n] for n in at), strict=True)) for at in places[:MOST]]


def _at(expanded: ForAll, masses: Mapping[Any, Masses], task: Task, examples: int) -> Finding:
    """Look for places of atoms with these masses, and for what else the statement is about."""
    instance = Instance(expanded, replace(task, statement=expanded))
    found = looked_for(instance, evaluable(task.meanings), examples)
    if found.witness is None:
        return found
    try:
        return replace(found, witness=with_laws(found.witness, masses))
    except WitnessError as reason:
        if found.outcome is Outcome.FAILS:
            return Finding(Outcome.UNKNOWN, f"it fails, but {reason}", size=found.size, seeded=True)
        return replace(found, witness=None)


METHOD = Method(
    name="atoms",
    tier=Tier.SEARCH,
    handles="Means, probabilities and medians under laws, without a condition on all or some "
    "values of something beside them.",
    decide=_decide,
    takes=(States,),
    cost=85,
    needless=Needless.PROVED,
    samples=True,
)
