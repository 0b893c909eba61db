"""Definitions of a paper's notation, attacked against what its quantities mean.

Only an argument can handle most of them. So their integers are given small values, and then larger
ones as long as that is quick, and their sequences a few strings of numbers; what is left is about
reals and functions, and the methods that try points look for one at which the meanings break it.
That there is a function is compared at the function that the paper's attack constructs.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import And, Not

from reports.points import point as shown_point
from theory.argument_language import States
from theory.binders import substitute, unbound
from theory.definedness import connected, rebuilt
from theory.language import DEFINES, FunctionSymbol
from theory.orders import Large, Magnitude
from theory.quantifiers import Every, Some
from theory.statements import ForAll
from verify.claims.meanings import (
    Approximate,
    Construction,
    Constructions,
    Formula,
    Meanings,
    interpretations,
)
from verify.claims.statements import heads
from verify.errors import FROM_A_PAPER
from verify.evidence import Evidence, Outcome, Tier
from verify.judging.at_strings import NONE
from verify.judging.instances import MOST, Hypotheses, instances
from verify.kernel.conditions import conjuncts, gt, is_sequence, unbound_in
from verify.kernel.questions import RejectedArgument, Solver
from verify.methods import refuters
from verify.methods.method import Method
from verify.methods.task import PROFILES, Task

SMALL = (1, 2, 3, 0)
FEW = 10  # points at which one of many mutants is
LOOKED_AT = 500  # points that are looked at for a mutant, or for what an argument concludes
IN_VAIN = 30  # of these after which one is given up of which nothing can be stated
BUDGET = replace(PROFILES["quick"], examples=20)
COMPARED = replace(BUDGET, examples=5)  # reals and functions at each of many points


class NotADefinition(Exception):
    """A definition says nothing of a quantity, or not what it means."""


def agrees(
    name: str, definition: States, meanings: Meanings, constructions: Constructions = NONE
) -> bool:
    """Return whether a definition is one, and was compared with what its heads mean, and is that.

    It is one if it says what a head is: see `is_definition`. It is compared with every meaning of a
    head, and each comparison must come to a decision. One that says that there is a function is
    compared at the function that is constructed.

    Raises:
        NotADefinition: it is about no head, or at some point it is not what they mean.
    """
    made = constructions.items() if isinstance(definition.says, Some) else ()
    agreed = _agrees(name, definition, of_heads(definition, meanings), frozenset(made))
    return agreed and is_definition(definition)


def of_heads(statement: States, meanings: Meanings) -> frozenset[tuple[Any, Any]]:
    """Return the meanings of a statement's heads, as part of the key of what is kept of it.

    They are all meanings, where a formula may speak of other heads.
    """
    found = {head: meanings[head] for head in heads(statement) if head in meanings}
    every = (meaning for several in found.values() for meaning in several)
    is_formula = any(isinstance(meaning, Formula) for meaning in every)
    return frozenset((meanings if is_formula else found).items())


def is_definition(definition: States) -> bool:
    """Return whether a statement says what a head is, and nothing that would have to be shown.

    It equates a head, at different symbols and numbers, with a term of these symbols in which the
    head does not stand, or stands one step before: at n where it is defined at n + 1; or with
    itself at other arguments, which says on what of them it depends.

    Or it says that there is a function, and of some heads, each in one equation, what they are at
    that function: a term without heads.
    """
    says = definition.says
    if isinstance(says, Some):
        return _says_what_is_made(*says.args)
    if not _says_what_it_is(says):
        return False
    return _says_on_what_it_depends(says) or unbound(says.rhs) <= unbound(says.lhs)


def _says_on_what_it_depends(says: Any) -> bool:
    return isinstance(says.rhs, AppliedUndef) and bool(says.rhs.func == says.lhs.func)


def may_contradict(one: States, other: States, solver: Solver) -> bool:
    """Return whether two definitions may give a head two values at the same arguments.

    They do not if they are about different heads, or if no arguments satisfy the hypotheses of
    both: 0 and n + 1 for n >= 0 are never the same. Functions and sequences may always be the same.
    """
    pair = (one.says, other.says)
    if any(isinstance(says, Some) for says in pair) or one.says.lhs.func != other.says.lhs.func:
        return False
    if any(map(_says_on_what_it_depends, pair)):
        return True
    numbers = [s for s in unbound_in((one.says, *one.given)) if isinstance(s, sp.Symbol)]
    apart = {s: sp.Symbol(f"{s} of one", real=True, integer=s.is_integer) for s in numbers}
    given, left = (substitute(p, apart) for p in (connected(And, one.given), one.says.lhs))
    same = [
        rebuilt(sp.Eq, both)
        for both in zip(left.args, other.says.lhs.args, strict=True)
        if not any(map(is_sequence, both))
    ]
    never = connected(Not, (connected(And, (given, *other.given, *same)),))
    try:
        solver.shows((), never)
    except RejectedArgument:
        return True
    return False


def _says_what_it_is(says: Any) -> bool:
    if not isinstance(says, sp.Eq) or not isinstance(says.lhs, AppliedUndef):
        return False
    head, value = says.lhs, says.rhs
    plain = [argument for argument in head.args if not _is_number(argument)]
    steps = [place for place, argument in enumerate(head.args) if _step(argument) is not None]
    if len(set(plain)) < len(plain) or not all(_is_plain(a) or _step(a) is not None for a in plain):
        return False
    if isinstance(value, AppliedUndef) and value.func == head.func:
        return all(map(_is_plain, value.args))
    again = [applied for applied in value.atoms(AppliedUndef) if applied.func == head.func]
    return all(
        any(applied.args[place] == _step(head.args[place]) for place in steps) for applied in again
    )


def _says_what_is_made(function: Any, condition: Any) -> bool:
    found = list(_taken_apart(condition))
    if not all(_says_what_it_is(says) and function in says.lhs.args for _, says in found):
        return False
    plain = [part for premises, says in found for part in (*premises, says.rhs)]
    return len({says.lhs.func for _, says in found}) == len(found) and not any(
        part.has(AppliedUndef) or function in unbound(part) for part in plain
    )


def _taken_apart(condition: Any, premises: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Yield of what a condition on every value consists, after the premises that it has."""
    if isinstance(condition, Every):
        yield from _taken_apart(condition.body, premises)
    elif isinstance(condition, sp.Implies):
        premise, then = condition.args
        yield from _taken_apart(then, (*premises, premise))
    elif isinstance(condition, sp.And):
        for part in condition.args:
            yield from _taken_apart(part, premises)
    else:
        yield premises, condition


def _is_number(argument: Any) -> bool:
    return isinstance(argument, sp.Integer)


def _is_plain(argument: Any) -> bool:
    return isinstance(argument, (FunctionSymbol, sp.IndexedBase, sp.Symbol))


def _step(argument: Any) -> Any:
    """Return n of an argument n + 1; `None` of any other."""
    if isinstance(argument, sp.Add) and isinstance(argument - 1, sp.Symbol):
        return argument - 1
    return None


@functools.lru_cache(maxsize=2**8)  # the same for every clause and reading that rests on it
def _agrees(
    name: str,
    definition: States,
    known_meanings: frozenset[tuple[Any, Any]],
    known_constructions: frozenset[tuple[Any, Construction]],
) -> bool:
    meanings, constructions = dict(known_meanings), dict(known_constructions)
    about = heads(definition)
    if not about:
        raise NotADefinition(f"the definition of {name} is about no quantity of the paper")
    if not about <= set(meanings):
        return False
    made: Constructions = {}
    if isinstance(definition.says, Some):  # there is one, if what is constructed is one
        function, says = definition.says.args
        if function not in constructions:
            return False
        definition, made = replace(definition, says=says), {function: constructions[function]}
    is_compared = False
    for interpretation in interpretations(meanings):
        alone = {head: (meaning,) for head, meaning in interpretation.items()}
        points = instances(definition, alone, made=made)
        decided = [_decided(name, s, known) for s, known in points]
        for s, known in instances(definition, alone, made=made, far=True):
            _decided(name, s, known)
        if any(isinstance(interpretation[head], Approximate) for head in about):
            continue  # it can object; that two sides are equal it cannot decide
        if not decided or not all(decided):
            return False
        is_compared = True
    return is_compared


def _decided(name: str, statement: ForAll, meanings: Meanings) -> bool:
    """Return whether some method finds that a definition holds where it was tried.

    Raises:
        NotADefinition: one finds that it fails.
    """
    for method in refuters():
        try:
            found = method.apply(Task(statement, meanings, COMPARED))
        except FROM_A_PAPER:  # a meaning that breaks there says nothing
            return False
        if found.outcome is Outcome.FAILS:
            what = f"the definition of {name} is not what its quantities mean"
            raise NotADefinition(f"{what}: {found.detail}")
        if found.outcome is Outcome.HOLDS:
            return True
    return False


def is_met(given: tuple[Any, ...], meanings: Meanings, constructions: Constructions = NONE) -> bool:
    """Return whether a point is found that satisfies hypotheses, heads by their meanings.

    It may be one with functions that are constructed. Of a hypothesis on a size it counts that it
    holds with some constant. A head without a meaning satisfies nothing.
    """
    given = tuple(_possible(g) if isinstance(g, Magnitude) else g for g in conjuncts(given))
    statement = States(sp.true, given)
    if not heads(statement) <= set(meanings):
        return False
    free = frozenset().union(*map(unbound, given))
    made = frozenset(pair for pair in constructions.items() if pair[0] in free)
    return _is_met(statement, of_heads(statement, meanings), made)


@functools.lru_cache(maxsize=2**8)  # the same for every reading that differs in what it concludes
def _is_met(
    statement: States,
    known_meanings: frozenset[tuple[Any, Any]],
    known_constructions: frozenset[tuple[Any, Construction]],
) -> bool:
    meanings, made = dict(known_meanings), dict(known_constructions)
    for functions in (NONE, made) if made else (NONE,):
        for found, known in instances(statement, meanings, SMALL, functions, sampled=(Some,)):
            if not found.given:
                return True
            task = Task(replace(found, says=DEFINES), known, BUDGET)
            if any(method.apply(task).witness is not None for method in refuters()):
                return True
    return False


def _possible(size: Magnitude) -> Any:
    """Return that a hypothesis on a size holds with some constant, positive for one from below."""
    (term,) = size.args
    low = sp.S.Zero if isinstance(size, Large) else rebuilt(sp.Add, (term, -sp.S.One))
    return gt(term, low)


def objection(statement: States, meanings: Meanings) -> str | None:
    """Return why a statement fails, heads by their meanings, at a point that was tried, if it does.

    A conclusion that has no value there does not hold. Of quantifiers those count of which all
    values are looked at; a few are enough where one decides, as it does if some value satisfies a
    hypothesis, or if one breaks a conclusion on every value.
    """
    for found, piece, _ in tried(statement, meanings, FEW):
        if piece.outcome is Outcome.FAILS and piece.tier is not Tier.EXPERIMENT:
            where = shown_point(piece.witness, piece.instance) or "the only point"
            return f"{piece.method} at {where}, where it says {found.says}"
    return None


def tried(
    statement: States, meanings: Meanings, few: int = MOST, far: bool = False
) -> Iterator[tuple[ForAll, Evidence, Meanings]]:
    """Yield a statement at values of its integers and sequences, and what methods say of it there.

    With it come the meanings of its heads there. A conclusion of several parts is taken apart.

    Args:
        statement, meanings: the statement, and what its heads mean.
        few: at how many values methods are applied to a part.
        far: whether at large integers.
    """
    if not heads(statement) <= set(meanings):
        return
    budget = COMPARED if far else BUDGET
    parts = (replace(statement, says=says) for says in conjuncts((statement.says,)))
    same = Hypotheses(statement.given)
    at_points = partial(
        instances, meanings=meanings, sampled=(Every,), assumed=(Some,), hypotheses=same, far=far
    )
    points = (
        islice(at_points(p, most=LOOKED_AT, hopeless=IN_VAIN), None if far else few) for p in parts
    )
    for found, known in chain.from_iterable(points):
        for method in _quick():
            try:
                yield found, method.apply(Task(found, known, budget, variant=True)), known
            except FROM_A_PAPER:  # a meaning that breaks there says nothing
                break


def _quick() -> list[Method]:
    """Return the methods that refute, up to the first that tries points.

    One of many mutants is not worth what the others take.
    """
    methods = refuters()
    first = next(number for number, method in enumerate(methods) if method.samples)
    return methods[: first + 1]
