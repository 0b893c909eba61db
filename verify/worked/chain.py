"""The argument for a clause as a chain: what each step concludes, by which rule, from which."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reports.recomputed import Condition, Link
from theory.arguments import (
    LEAVES,
    Argument,
    Assume,
    Choose,
    Clause,
    Cut,
    Generalise,
    Give,
    Met,
    Put,
    Rewrite,
    Solve,
    Specialise,
    needed,
)
from theory.claim import Claim, Part
from verify.display.text import latex, text
from verify.judging.arguments import reads

TYPESET = 160  # characters of a conclusion that is shown as LaTeX; longer ones are text
LONGEST = 2000  # of one that is shown
PLAIN = (Met, Assume, Cut, Put, Solve, Rewrite, Generalise, Specialise, Give, Choose)


def chain_of(claim: Claim, part: Part) -> tuple[Link, ...]:
    """Return the argument for a clause, what it starts from first; empty if there is none.

    Steps of logic and of a solver that lead to another step are a part of that one.
    """
    argument = part.because
    if not isinstance(argument, Argument):
        return ()
    read = reads(claim, argument)
    behind: dict[int, tuple[int, ...]] = {}  # the numbers of the links that a step comes from
    found: list[Link] = []
    for step in _in_order(argument):
        uses = tuple(sorted({number for one in needed(step) for number in behind[id(one)]}))
        if isinstance(step, PLAIN) and step is not argument:
            behind[id(step)] = uses
        else:
            found.append(_link(step, read(step).says, uses))
            behind[id(step)] = (len(found),)
    return tuple(found)


def _link(step: Argument, says: Any, uses: tuple[int, ...]) -> Link:
    return Link(
        rule=_rule(step),
        about=_about(step),
        claim=step.claim if isinstance(step, Clause) else "",
        says=_shown(says),
        uses=uses,
    )


def _in_order(argument: Argument) -> Iterator[Argument]:
    """Yield the steps of an argument, each once and after all that it needs."""
    done: set[int] = set()
    work = [(argument, False)]
    while work:
        step, ready = work.pop()
        if id(step) in done:
            continue
        if ready:
            done.add(id(step))
            yield step
        else:
            work.append((step, True))
            work += ((one, False) for one in reversed(list(needed(step))))


def _rule(step: Argument) -> str:
    """Return what a rule says of itself."""
    assert step.__doc__ is not None
    return step.__doc__.splitlines()[0]


def _about(step: Any) -> str:
    """Return the name of what is judged elsewhere."""
    if not isinstance(step, LEAVES):
        return ""
    return step.address if isinstance(step, Clause) else step.name


def _shown(says: Any) -> Condition:
    words = text(says)
    if len(words) > LONGEST:
        return Condition(text="", latex="")
    return Condition(text=words, latex=latex(says) if len(words) <= TYPESET else "")
