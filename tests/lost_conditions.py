"""Compare claims as they are written with what sympy made of them.

sympy simplifies an expression before anybody can look at it: `Eq(cosh(acosh(x)), x)` is built as
`Eq(x, x)`, and the condition x >= 1 is gone. The source of a claim is evaluated a second time,
without sympy's simplification, and both forms are compared by what has to be true for them to
have a value. A condition counts as lost if it does not follow from the hypotheses either.

What a function of the paper computes (an expansion, an optimum) is taken as it comes.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from textwrap import dedent
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import sympy as sp
from sympy.core.parameters import evaluate

from theory.claim import Claim, ForAll, Observed, SameAs, SameOrder
from theory.definedness import (
    NOTHING,
    Requirement,
    Requirements,
    facts_of,
    follows,
    own_requirements,
    requirements,
)
from theory.language import SYMPY_ERRORS
from theory.statements import Statement

# what computes rather than writes; under `evaluate(False)` it may not end
COMPUTES = {
    "Matrix",
    "Poly",
    "apart",
    "cancel",
    "diff",
    "doit",
    "expand",
    "factor",
    "integrate",
    "limit",
    "nsimplify",
    "piecewise_fold",
    "powsimp",
    "series",
    "simplify",
    "solve",
    "subs",
    "summation",
    "together",
}
BY_CASES = (sp.Piecewise, sp.Integral, sp.Sum, sp.Product, sp.Derivative)


@dataclass(frozen=True)
class LostHypothesis:
    """A condition that a formula of a claim had when it was written and has no longer.

    Args:
        claim, part: the claim's id and the name of its part.
        formula: the formula as it was built.
        condition: the condition in words.
    """

    claim: str
    part: str
    formula: str
    condition: str

    def __str__(self) -> str:
        where = f"{self.claim} {self.part}".rstrip()
        return (
            f"{where}: sympy has removed the condition {self.condition} from {self.formula}; "
            "write it with evaluate=False, or state it as a hypothesis"
        )


def lost_conditions(module: Any) -> Iterator[LostHypothesis]:
    """Yield what the claims of a module have lost while they were built."""
    for name, written in _written(module).items():
        if isinstance(written.printed, SameAs):
            continue  # it is looked at where it is written
        built = getattr(module, name)
        for part, raw in zip(built.parts, written.parts, strict=True):
            for one, other in _pairs(part, raw):
                yield from _compared(built.id, part.name, one, other)


def _pairs(built: Any, written: Any) -> Iterator[tuple[Statement, Statement]]:
    yield built.statement, written.statement
    if built.instead is not None:
        yield built.instead.statement, written.instead.statement


def _compared(
    claim: str, part: str, built: Statement, written: Statement
) -> Iterator[LostHypothesis]:
    facts = facts_of(_hypotheses(built))
    for formula, raw in zip(_formulas(built), _formulas(written), strict=True):
        kept = requirements(formula) | facts
        for needed in sorted(_needed(sp.sympify(raw)), key=str):
            if not follows(needed, kept):
                yield LostHypothesis(claim, part, str(formula), _in_words(needed))


def _hypotheses(statement: Statement) -> tuple[Any, ...]:
    if isinstance(statement, SameOrder):
        return (*statement.given, *statement.regime, *(v > 0 for v in statement.variables))
    return statement.given if isinstance(statement, ForAll) else ()


def _formulas(statement: Statement) -> list[Any]:
    if isinstance(statement, ForAll):
        return [statement.says, *statement.given, *statement.where.values()]
    if isinstance(statement, SameOrder):
        return [statement.left, statement.right, *statement.regime, *statement.given]
    return [statement.effect] if isinstance(statement, Observed) else []


def _needed(written: Any) -> Requirements:
    """Return the requirements of an expression that was built without simplification."""
    if not written.args or isinstance(written, BY_CASES):
        return NOTHING
    own = NOTHING
    if isinstance(written, (sp.Pow, sp.Function)):
        own = own_requirements(written.func, [_simplified(a) for a in written.args])
    return own.union(*map(_needed, written.args))


def _simplified(expression: Any) -> Any:
    """Return an expression as sympy builds it."""
    if isinstance(expression, (sp.Sum, sp.Product, sp.Integral)):
        limits = (tuple(map(_simplified, limit)) for limit in expression.limits)
        return expression.func(_simplified(expression.function), *limits)
    if not expression.args or isinstance(expression, (*BY_CASES, sp.Indexed)):
        return expression
    return expression.func(*map(_simplified, expression.args))


def _in_words(needed: Requirement) -> str:
    kind, term, *more = needed
    words = {"nonzero": f"{term} != 0", "nonnegative": f"{term} >= 0"}
    other = f"that {term}**({more[0]}) has a value" if more else f"that {term} has a value"
    return words.get(kind, other)


def _written(module: Any) -> dict[str, Claim]:
    """Return the claims of a module by name, built from its source without simplification."""
    tree = ast.parse(inspect.getsource(module))
    space = _names(module)
    found = {}
    with _as_written():
        for node in tree.body:
            if not isinstance(node, ast.Assign) or _calls(node) & COMPUTES:
                continue
            here = dict(space)
            try:
                exec(compile(ast.Module([node], []), inspect.getfile(module), "exec"), here)
            except SYMPY_ERRORS:  # without simplification it may not end
                continue  # what it is made of still counts
            for target in (t.id for t in node.targets if isinstance(t, ast.Name)):
                if isinstance(here[target], Claim):
                    found[target] = here[target]
                elif isinstance(here[target], sp.Basic):
                    space[target] = here[target]
    return found


def _names(module: Any) -> dict[str, Any]:
    """Return the names of a module, and of those of ours in it; what computes does so as usual."""
    found = {}
    for name, value in vars(module).items():
        if inspect.ismodule(value) and value.__name__.startswith("theory."):
            found[name] = SimpleNamespace(**_names(value))
        elif _is_function(value) and _computes(value):
            found[name] = _as_usual(value)
        else:
            found[name] = value
    return found


def _calls(node: ast.AST) -> set[str]:
    """Return the names of the functions and methods that a piece of source calls."""
    calls = (call.func for call in ast.walk(node) if isinstance(call, ast.Call))
    return {getattr(function, "attr", getattr(function, "id", "")) for function in calls}


@cache
def _computes(function: Any, callers: frozenset[Any] = frozenset()) -> bool:
    """Return whether a function, or one that it calls, computes or loops instead of writing.

    Functions that call each other do what the others that they call do.
    """
    if not function.__module__.startswith("theory."):
        return False
    if not inspect.isfunction(function):
        return True  # it keeps its results, which must not be those of the second evaluation
    tree = ast.parse(dedent(inspect.getsource(function)))
    names = _calls(tree)
    if any(isinstance(node, (ast.For, ast.While)) for node in ast.walk(tree)):
        return True
    known = callers | {function}
    others = filter(_is_function, map(function.__globals__.get, names))
    called = [other for other in others if other not in known]
    return bool(names & COMPUTES) or any(_computes(other, known) for other in called)


def _is_function(value: Any) -> bool:
    return inspect.isfunction(inspect.unwrap(value)) if callable(value) else False


def _as_usual(function: Any) -> Any:
    """Return a function that builds its expressions as sympy usually does."""

    def call(*args: Any, **options: Any) -> Any:
        with evaluate(True):
            return function(*args, **options)

    return call


@contextmanager
def _as_written() -> Iterator[None]:
    """Build expressions without simplification, and statements without looking at them."""

    def nothing(self: Any) -> None:
        return None

    kinds = (Claim, SameOrder, Observed)
    with evaluate(False):
        patches = [patch.object(kind, "__post_init__", nothing) for kind in kinds]
        patches.append(patch.object(ForAll, "_check", nothing))
        for one in patches:
            one.start()
        try:
            yield
        finally:
            for one in patches:
                one.stop()


def modules() -> dict[str, str]:
    """Return the modules that hold claims, each with the id of one of them."""
    from verify.claims import catalogue

    return {place.module: name for name, place in catalogue.index().items()}
