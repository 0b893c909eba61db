"""What has to be true for a term to have a value, and how to build terms without losing it.

sympy simplifies while it builds: x/x becomes 1, 0*log(x) becomes 0, and the condition under which
the term has a value is gone. `requirements` lists such conditions; `rebuilt` makes an expression
from its parts, simplified only as far as no condition is lost on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import And, BooleanFunction, Implies, Not, Or

UNDEFINED = sp.Pow(0, -1, evaluate=False)  # a term without a value
TOTAL = (
    sp.Abs,
    sp.sign,
    sp.Max,
    sp.Min,
    sp.exp,
    sp.sin,
    sp.cos,
    sp.sinh,
    sp.cosh,
    sp.tanh,
    sp.sech,
    sp.asinh,
    sp.atan,
    sp.acot,
    sp.erf,
    sp.erfc,
    sp.floor,
    sp.ceiling,
    sp.Heaviside,
)
LONG_COMPARED = (sp.Sum, sp.Indexed)  # in members of a maximum: for long, and in vain
NO_VALUES = (sp.nan, sp.zoo, sp.oo, -sp.oo, sp.I)

Requirement = tuple[Any, ...]
Requirements = frozenset[Requirement]
NOTHING: Requirements = frozenset()


@lru_cache(maxsize=2**16)
def requirements(expression: Any) -> Requirements:
    """Return what must be true for an expression to have a value, as facts that can be compared.

    A fact is `("nonzero", term)`, `("nonnegative", term)`, `("power", base, exponent)`, or
    `("value", term)` for a term whose definedness has no simple form.

    >>> x = sp.Symbol("x", real=True)
    >>> sorted(requirements(sp.log(x) / (2 - 2 * x)), key=str)
    [('nonnegative', x), ('nonzero', x - 1), ('nonzero', x)]
    """
    if not expression.args:
        return frozenset({("value", expression)}) if expression in NO_VALUES else NOTHING
    if isinstance(expression, (sp.Piecewise, sp.Integral, sp.Sum, sp.Product, sp.Derivative)):
        return _of_whole(expression)
    if getattr(expression, "binds_or_hides", False):  # what its parts need, it need not
        inner = any(map(requirements, expression.args)) or not expression.always_has_a_value
        return frozenset({("value", expression)}) if inner else NOTHING
    return own_requirements(expression.func, expression.args).union(
        *map(requirements, expression.args)
    )


def _of_whole(expression: Any) -> Requirements:
    """Return the requirement of a term whose parts need values at some points only."""
    parts = [a for arg in expression.args for a in getattr(arg, "args", ())]
    gap = isinstance(expression, sp.Piecewise) and expression.args[-1].cond != sp.true
    calculus = isinstance(expression, (sp.Integral, sp.Derivative))
    partial = gap or calculus or any(map(requirements, (*expression.args[:1], *parts)))
    return frozenset({("value", expression)}) if partial else NOTHING


def own_requirements(kind: Any, args: Sequence[Any]) -> Requirements:
    """Return what a function asks of its arguments, which have values."""
    if kind is sp.Pow:
        return _of_power(*args)
    if kind is sp.log:
        return _nonnegative(args[0]) | _nonzero(args[0])
    if kind is sp.acosh:
        return _nonnegative(args[0] - 1)
    if kind is sp.Mod:
        return _nonzero(args[1])
    if not issubclass(kind, sp.Function) or kind in TOTAL or _is_number(kind, args):
        return NOTHING
    return frozenset({("value", kind(*args, evaluate=False))})


def _is_number(kind: Any, args: Sequence[Any]) -> bool:
    """Return whether a function of closed terms is a real number."""
    if issubclass(kind, AppliedUndef) or any(a.free_symbols or requirements(a) for a in args):
        return False
    value = kind(*args)
    return bool(value.is_extended_real and value.is_finite)


def _of_power(base: Any, exponent: Any) -> Requirements:
    if _is_positive(base) or (exponent.is_Integer and exponent >= 0):
        return NOTHING
    if exponent.is_integer and not base.free_symbols and base.is_zero is False:
        return NOTHING
    if exponent.is_Integer:
        return _nonzero(base)
    if exponent.is_Rational:
        return _nonnegative(base) | (_nonzero(base) if exponent < 0 else NOTHING)
    return frozenset({("power", base, exponent)})


def _nonzero(term: Any) -> Requirements:
    if term.is_Mul:
        return NOTHING.union(*map(_nonzero, term.args))
    if isinstance(term, sp.Abs) or (term.is_Pow and term.exp.is_Rational and term.exp != 0):
        return _nonzero(term.args[0])
    if _is_positive(term) or (not term.free_symbols and term.is_zero is False):
        return NOTHING
    if term.is_Add:
        term = term.primitive()[1]
        term = -term if term.could_extract_minus_sign() else term
    return frozenset({("nonzero", term)})


def _nonnegative(term: Any) -> Requirements:
    if _is_nonnegative(term):
        return NOTHING
    if term.is_Mul:
        term = sp.Mul(*(f for f in term.args if not _is_positive(f)))
    elif term.is_Add:
        term = term.primitive()[1]
    return frozenset({("nonnegative", term)})


def _is_positive(term: Any, facts: Requirements = NOTHING) -> bool:
    """Return whether a term that has a value is positive, by its form and by facts."""
    if not term.free_symbols:
        return bool(term.is_positive)
    if isinstance(term, sp.exp):
        return True
    if term.is_Pow and _is_positive(term.base, facts):
        return True
    if term.is_Mul and all(_is_positive(f, facts) for f in term.args):
        return True
    if term.is_Add and _is_above(term, facts):
        return True
    return bool(facts) and _nonzero(term) <= facts and _is_nonnegative(term, facts)


def _is_nonnegative(term: Any, facts: Requirements = NOTHING) -> bool:
    """Return whether a term that has a value is not negative, by its form and by facts."""
    if not term.free_symbols:
        return bool(term.is_nonnegative)
    if isinstance(term, (sp.Abs, sp.exp)) or ("nonnegative", term) in facts:
        return True
    if term.is_Pow:
        even = term.exp.is_Rational and (not term.exp.is_Integer or int(term.exp) % 2 == 0)
        return bool(even) or _is_nonnegative(term.base, facts)
    if term.is_Mul:
        return all(_is_nonnegative(f, facts) for f in term.args)
    return term.is_Add and (
        all(_is_nonnegative(t, facts) for t in term.args) or _is_above(term, facts)
    )


def _is_above(total: Any, facts: Requirements) -> bool:
    """Return whether a sum is positive: a known one from below, with a positive rest."""
    if all(_is_nonnegative(t, facts) for t in total.args):
        return any(_is_positive(t, facts) for t in total.args)
    known = (f[1] for f in facts if f[0] == "nonnegative" and f[1].is_Add)
    rests = (total - k for k in known if not (total - k).free_symbols)
    return any(bool(rest.is_positive) for rest in rests)


def follows(needed: Requirement, facts: Requirements) -> bool:
    """Return whether a requirement is met wherever the facts are true."""
    kind, term, *more = needed
    if needed in facts:
        return True
    if kind == "nonzero":
        return _is_positive(term, facts) or _is_positive(-term, facts)
    if kind == "nonnegative":
        return _is_nonnegative(term, facts)
    if kind != "power":
        return False
    (exponent,) = more
    whole = bool(exponent.is_integer)
    return _is_positive(term, facts) or (
        (whole or _is_nonnegative(term, facts)) and _is_nonnegative(exponent, facts)
    )


def facts_of(hypotheses: Iterable[Any]) -> Requirements:
    """Return what is true of terms wherever all hypotheses are.

    >>> x, q = sp.symbols("x q", real=True)
    >>> facts = facts_of((x > 0, q >= 2))
    >>> follows(("power", x, q), facts), follows(("nonzero", q - 1), facts)
    (True, True)
    """
    found = NOTHING
    for hypothesis in hypotheses:
        if isinstance(hypothesis, And):
            found |= facts_of(hypothesis.args)
        elif isinstance(hypothesis, (sp.Gt, sp.Ge, sp.Lt, sp.Le)):
            above = hypothesis.gts - hypothesis.lts
            found |= _nonnegative(above)
            if isinstance(hypothesis, (sp.Gt, sp.Lt)):
                found |= _nonzero(above)
            if above.is_Add and any(t.is_Rational and t < 0 for t in above.args):
                found |= facts_of([sp.Gt(above - above.as_coeff_Add()[0], 0, evaluate=False)])
        elif isinstance(hypothesis, sp.Ne):
            found |= _nonzero(hypothesis.lhs - hypothesis.rhs)
    return found


# -- building ---------------------------------------------------------------------------------


def rebuilt(kind: Any, args: Sequence[Any], facts: Requirements = NOTHING) -> Any:
    """Return `kind(*args)`, left as it is written where sympy's own form has lost a requirement.

    Relations are decided only between rational numbers, and connectives only by constants. What
    follows from `facts`, see `facts_of`, may be lost.

    >>> x = sp.Symbol("x", real=True)
    >>> rebuilt(sp.Mul, (x, 1 / x)), rebuilt(sp.Mul, (x, 1 / sp.exp(x)))
    (x/x, x*exp(-x))
    """
    return _rebuilt(kind, facts, *args)


@lru_cache(maxsize=2**15, typed=True)  # sympy compares all members of a maximum anew each time
def _rebuilt(kind: Any, facts: Requirements, *args: Any) -> Any:
    if issubclass(kind, Relational):
        return kind(*args, evaluate=all(side.is_Rational for side in args))
    if issubclass(kind, sp.Piecewise):
        return _cases(args)
    if issubclass(kind, ExprCondPair):
        return _case(*args)
    if kind in (And, Or, Not, Implies):
        return connected(kind, args)
    if issubclass(kind, BooleanFunction) or not issubclass(kind, sp.Expr):
        return kind(*args)
    if issubclass(kind, (sp.Max, sp.Min)) and any(map(_is_long_compared, args)):
        return _extreme(kind, args)
    try:
        found = kind(*args)
    except TypeError:  # sympy compares log(0) with 0, in a power of 0
        return kind(*args, evaluate=False)
    if not issubclass(kind, (sp.Add, sp.Mul, sp.Pow, sp.Max, sp.Min, sp.Function)):
        return found
    if found.has(sp.zoo, sp.nan, sp.oo, sp.S.NegativeInfinity):
        return kind(*args, evaluate=False)  # 1/0 stays what it is: a term without a value
    needed = own_requirements(kind, args).union(*map(requirements, args))
    lost = needed - requirements(found)
    return found if all(follows(r, facts) for r in lost) else kind(*args, evaluate=False)


def connected(kind: Any, args: Iterable[Any]) -> Any:
    """Return a connective of conditions that sympy does not simplify beyond true and false.

    sympy takes `Or(c, Not(c))` for true, which it is not where c has no value.
    """
    args = tuple(args)
    if kind is Not:
        (inner,) = args
        return ~inner if inner in (sp.true, sp.false) else Not(inner, evaluate=False)
    if kind is Implies:
        condition, then = args
        if condition == sp.false or then == sp.true:
            return sp.true
        return then if condition == sp.true else Implies(condition, then, evaluate=False)
    settles, idle = (sp.false, sp.true) if kind is And else (sp.true, sp.false)
    members = dict.fromkeys(
        m for a in args if a != idle for m in (a.args if isinstance(a, kind) else (a,))
    )
    if settles in members:
        return settles
    if len(members) < 2:
        return next(iter(members), idle)
    return _in_order(kind, tuple(members))


def _is_long_compared(member: Any) -> bool:
    """Return whether sympy would compare a term for long and in vain, or refuse to compare it."""
    return bool(member.has(*LONG_COMPARED) or (member.is_number and member.has(sp.Product)))


def _extreme(kind: Any, args: Iterable[Any]) -> Any:
    """Return a maximum or a minimum of members of which only rational numbers are compared."""
    members = [m for a in args for m in (a.args if isinstance(a, kind) else (a,))]
    numbers = [m for m in members if m.is_Rational]
    others = [m for m in members if not m.is_Rational]
    best = [max(numbers) if kind is sp.Max else min(numbers)] if numbers else []
    return kind(*others, *best, evaluate=False)


@lru_cache(maxsize=2**12)  # to put many conditions in order takes long
def _in_order(kind: Any, members: tuple[Any, ...]) -> Any:
    return sp.Basic.__new__(kind, *sp.core.sorting.ordered(members))


def _cases(pairs: Iterable[Any]) -> Any:
    """Return a case distinction without the cases that are out of the question."""
    kept = []
    for value, condition in (pair.args for pair in pairs):
        if condition == sp.false:
            continue
        kept.append((value, condition))
        if condition == sp.true:
            break
    if not kept:
        return UNDEFINED
    if kept[0][1] == sp.true:
        return kept[0][0]
    return sp.Basic.__new__(sp.Piecewise, *(_case(*pair) for pair in kept))


def _case(value: Any, condition: Any) -> Any:
    """Return a case as it is written.

    sympy moves a case distinction out of a condition, also out of what binds a symbol of it.
    """
    return sp.Tuple.__new__(ExprCondPair, value, condition)
