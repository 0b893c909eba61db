"""The types of statements: what can be true or false, as data.

ForAll       for all values of its symbols that satisfy `given`, `says` holds
SameOrder    two quantities agree up to constants over a regime
    States       the same in the language of arguments; see `theory.argument_language`
Observed     the content of a figure or table, judged by effect size
Missing      nothing that can be tested; names what would be needed
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property, lru_cache, partial
from itertools import product
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import ITE, And, BooleanAtom, Equivalent, Implies, Not, Or

from theory.argument_language import States
from theory.binders import exchanged, free_in, substitute
from theory.calculus import differentiated, summed
from theory.definedness import NOTHING, Requirements, facts_of
from theory.frozen import frozen
from theory.language import DEFINES, Defines, Each, is_head, on_sides, settled
from theory.places import placed
from theory.quantifiers import Quantified
from theory.well_formed import (
    IllFormed,
    applied_in,
    check_derivatives,
    check_members,
    check_names,
    check_variables,
    condition,
    number,
    quantified,
    term,
)


@frozen
class ForAll:
    """For all values of its free symbols that satisfy every member of `given`, `says` holds.

    Args:
        says: the conclusion, a sympy relation or a Boolean combination of relations, or
            `DEFINES` for a definition, of which only inhabitation is shown.
        given: the hypotheses, each a sympy relation or predicate: a tuple, or a mapping from the
            places where they stand to tuples, `{"condition 5.3": COND_5_3, HERE: (n >= 1,)}`. The
            statement has them as one tuple.
        where: abbreviations, kept readable and mutable; later ones may use earlier ones. A key
            is a symbol or an applied function (`R(x)`), which may stand inside `Derivative`.
        instances: values at which an index is tried; the claimed range of the index is what
            `given` says of it.

    Attributes:
        places: the hypotheses by place, as pairs of a place and a tuple; no part of what is
            claimed.

    Raises:
        IllFormed: a symbol of the statement is free in one place and bound in another, or is not
            simply real or integer; or see `well_formed`.

    >>> from theory.language import reals
    >>> from theory.places import HERE
    >>> x, y, r = reals("x y r")
    >>> claim = ForAll(x < r, given={"assumption 1": (y > 0,), HERE: (x > 0,)}, where={r: x + y})
    >>> claim.symbols, claim.given
    ((x, y), (y > 0, x > 0))
    """

    says: Any
    given: Any = ()
    where: Mapping[Any, Any] = field(default_factory=dict)
    instances: Mapping[sp.Symbol, tuple[Any, ...]] = field(default_factory=dict)
    places: tuple[tuple[str, tuple[Any, ...]], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if isinstance(self.says, tuple):
            raise IllFormed(
                "the conclusion is a tuple; a statement is about all of its free symbols, which "
                "are not listed: write ForAll(says, given=(...))"
            )
        object.__setattr__(self, "places", placed(self.given))
        object.__setattr__(self, "given", tuple(g for _, some in self.places for g in some))
        self._check()

    def _check(self) -> None:
        """Check that it is well formed; see `well_formed`."""
        where = {
            name: term(meaning, f"abbreviation {name}") for name, meaning in self.where.items()
        }
        object.__setattr__(self, "where", where)
        conditions = {"the conclusion": (self.says,), "a hypothesis": self.given}
        parts = [condition(c, role) for role, some in conditions.items() for c in some]
        for part in (*self.given, *(() if self.says == DEFINES else (self.says,))):
            if _has_defines(part):
                raise IllFormed("DEFINES is all of a conclusion, and stands in no formula")
        self._check_abbreviations()
        for index, values in self.instances.items():
            quantified(index)
            for value in values:
                number(value, index)
        self._check_symbols(parts)

    def _check_abbreviations(self) -> None:
        """Check that every abbreviation is used for one thing and does not use itself."""
        later = list(self.where)
        for name, meaning in self.where.items():
            if not isinstance(name, (sp.Symbol, AppliedUndef)):
                raise IllFormed(f"{name!r} is no abbreviation; use a symbol or an applied function")
            if is_head(name.func):
                raise IllFormed(f"{name} is a head, whose meaning stands with the paper's attack")
            term(name, "an abbreviation")
            if len(set(name.args)) < len(name.args) or not all(a.is_Symbol for a in name.args):
                raise IllFormed(f"the abbreviation {name} is no function of different symbols")
            if name in self.instances:
                raise IllFormed(f"{name} has `instances` and is an abbreviation")
            if name.is_integer and not meaning.is_integer:
                raise IllFormed(f"{name} is an integer symbol, but {meaning} need not be one")
            used = [n for n in later if _stands_in(n, meaning)]
            if used:
                raise IllFormed(f"the abbreviation {name} uses {used[0]}, which is not defined yet")
            later.remove(name)

    def _check_symbols(self, parts: list[Any]) -> None:
        """Check that every symbol and every function means one thing."""
        abbreviations = [*self.where, *self.where.values()]
        check_variables([*parts, *abbreviations], [*self.where, *self.instances])
        check_names([*parts, *abbreviations], self.instances)
        unfolded = [self.unfold(part) for part in parts]
        unknown = {a for part in unfolded for a in applied_in(part) if not is_head(a.func)}
        if unknown:
            raise IllFormed(f"{unknown.pop()} is neither in `where` nor made of a Head")
        check_members(unfolded, self.instances)
        check_derivatives(unfolded)

    @cached_property
    def symbols(self) -> tuple[Any, ...]:
        """What the statement quantifies over: reals, integers, sequences, functions, by name."""
        parts = map(self.unfold, (self.says, *self.given))
        free = frozenset().union(*map(free_in, parts))
        members = {s for s in free if isinstance(s, sp.Indexed)}
        sequences = {member.base for member in members}
        scalars = free - members - {sequence.label for sequence in sequences}
        return tuple(sorted(scalars | sequences, key=str))

    @cached_property
    def expanded(self) -> tuple[tuple[dict[sp.Symbol, Any], ForAll], ...]:
        """The statement as `(instance, statement)`, indices replaced, abbreviations unfolded."""
        return tuple(self._expand())

    def _expand(self) -> Iterator[tuple[dict[sp.Symbol, Any], ForAll]]:
        indices = list(self.instances)
        for values in product(*(self.instances[i] for i in indices)):
            instance = dict(zip(indices, map(sp.sympify, values), strict=True))
            given = tuple(settled(_finite(self.unfold(g), instance)) for g in self.given)
            if any(g == sp.false for g in given):
                continue  # this value of the index lies outside the claim
            given = tuple(g for g in given if g != sp.true)
            facts = facts_of(given)
            says = _finite(self.unfold(self.says, facts), instance, facts)
            yield instance, ForAll(says, given)

    def unfold(self, expression: Any, facts: Requirements = NOTHING) -> Any:
        """Replace every abbreviation by what it stands for; no symbol gets caught by a binder."""
        for name in reversed(list(self.where)):
            meaning = {name: self.where[name]}
            change = partial(substitute, values=meaning, facts=facts)
            expression = on_sides(expression, change)
        return expression

    @property
    def formulas(self) -> tuple[Any, ...]:
        """All formulas that it is made of."""
        return (self.says, *self.given, *self.where.values())

    def mapped(self, change: Callable[[Any], Any]) -> ForAll:
        """Return the statement with every formula changed; hypotheses keep their places."""
        return replace(
            self,
            says=change(self.says),
            given={place: tuple(map(change, some)) for place, some in self.places},
            where={name: change(meaning) for name, meaning in self.where.items()},
        )

    def canonical(self) -> str:
        """Return one text that changes whenever the statement or a hypothesis changes."""
        fields = (
            self.says,
            list(self.given),
            [(k, v) for k, v in self.where.items()],
            [(k, tuple(v)) for k, v in self.instances.items()],
        )
        return sp.srepr(fields)


@frozen
class SameOrder:
    """`left` is at most, at least, or of the same order as `right`, up to constants.

    Args:
        left, right: positive quantities.
        regime: monomial inequalities (`eta * sqrt(B) <= 1`) that fix the range of the variables.
        variables: the quantities that grow; everything else is a constant. Of an integer both
            the even and the odd values are looked at.
        constants: the symbols on which the hidden constants may depend, with values to try.
        relation: "same", "at most" or "at least".
        given: what is known of the constants (`beta > 1`).
    """

    left: Any
    right: Any
    regime: tuple[Any, ...]
    variables: tuple[Any, ...]
    constants: Mapping[sp.Symbol, tuple[Any, ...]] = field(default_factory=dict)
    relation: str = "same"
    given: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        if self.relation not in ("same", "at most", "at least"):
            raise IllFormed(f"{self.relation!r} is no relation of orders: same, at most, at least")
        sides = [term(self.left, "the left side"), term(self.right, "the right side")]
        object.__setattr__(self, "left", sides[0])
        object.__setattr__(self, "right", sides[1])
        regime = [condition(r, "the regime") for r in self.regime]
        kinds = (sp.Eq, sp.Le, sp.Lt, sp.Ge, sp.Gt, BooleanAtom)
        if any(not isinstance(r, kinds) for r in regime):
            raise IllFormed("a regime is made of inequalities and equations between monomials")
        given = [condition(g, "a hypothesis") for g in self.given]
        declared = [*self.variables, *self.constants]
        for symbol in declared:
            quantified(symbol)
        for symbol, values in self.constants.items():
            for value in values:
                number(value, symbol)
        check_names([*sides, *regime, *given], declared)
        for parts, allowed in (([*sides, *regime], declared), (given, self.constants)):
            loose = set().union(*(p.free_symbols for p in parts)) - set(allowed)
            if loose:
                names = ", ".join(sorted(map(str, loose)))
                raise IllFormed(
                    f"{names}: sides and regime are made of variables and constants, "
                    "hypotheses of constants"
                )

    @property
    def formulas(self) -> tuple[Any, ...]:
        """All formulas that it is made of."""
        return (self.left, self.right, *self.regime, *self.given)

    def mapped(self, change: Callable[[Any], Any]) -> SameOrder:
        """Return the statement with every formula changed."""
        return replace(
            self,
            left=change(self.left),
            right=change(self.right),
            regime=tuple(map(change, self.regime)),
            given=tuple(map(change, self.given)),
        )

    def canonical(self) -> str:
        """Return one text that changes whenever the statement changes."""
        fields = (self.left, self.right, list(self.regime), list(self.variables))
        constants = [(k, tuple(v)) for k, v in self.constants.items()]
        return sp.srepr((*fields, constants, list(self.given))) + self.relation


@frozen
class Observed:
    """What a figure or table shows, judged by an effect with its uncertainty over seeds.

    Args:
        experiment: the name under which the attack on its paper offers the experiment.
        settings: the settings that the paper states, by name.
        effect: a Boolean over the symbols that the experiment measures.
        measures: what each of these symbols stands for, in words.
        needs: what is missing when nobody can run it here ("a pretrained ViT-Large").
    """

    experiment: str
    settings: Mapping[str, Any]
    effect: Any
    measures: Mapping[Any, str] = field(default_factory=dict)
    needs: str = ""

    def __post_init__(self) -> None:
        check_names([condition(self.effect, "the effect")])

    @property
    def formulas(self) -> tuple[Any, ...]:
        """The one formula that it is made of."""
        return (self.effect,)

    def mapped(self, change: Callable[[Any], Any]) -> Observed:
        """Return the statement with its formula changed."""
        return replace(self, effect=change(self.effect))

    def canonical(self) -> str:
        """Return one text that changes whenever settings or effect change."""
        return f"{self.experiment}|{sorted(self.settings.items())}|{sp.srepr(self.effect)}"


@frozen
class Missing:
    """No statement that can be tested; `what` names the missing thing."""

    what: str

    @property
    def formulas(self) -> tuple[Any, ...]:
        """Nothing: it has no formula."""
        return ()

    def mapped(self, change: Callable[[Any], Any]) -> Missing:
        """Return the statement, which has no formula."""
        return self

    def canonical(self) -> str:
        """Return the text of what is missing."""
        return self.what


Statement = ForAll | SameOrder | States | Observed | Missing


@lru_cache(maxsize=2**12)  # a statement at many points has most of its parts in common
def _has_defines(part: Any) -> bool:
    return bool(part.has(Defines))


def statement_hash(statement: Statement) -> str:
    """Return a hash of a statement with all its hypotheses."""
    text = f"{type(statement).__name__}:{statement.canonical()}"
    return hashlib.sha256(text.encode()).hexdigest()


def check_undecided(statement: Any, about: str) -> None:
    """Check that sympy has left every formula of a statement as it was written.

    Raises:
        IllFormed: a part of it is true or false as it stands.
    """
    role = _decided(statement)
    if role:
        raise IllFormed(
            f"{about}: sympy decided {role} while it was written down; write the relation with "
            "evaluate=False, or says=DEFINES for a definition; where a symbol is declared with "
            "positive=True or the like, declare it by reals(...) and write a hypothesis"
        )


def _decided(statement: Any) -> str:
    """Return which part of a statement is true or false as it stands, if there is one."""
    parts = {"says": "the conclusion", "given": "a hypothesis", "regime": "the regime"}
    for name, role in parts.items():
        found = getattr(statement, name, ())
        formulas = found if isinstance(found, tuple) else (found,)
        if any(map(_is_decided, formulas)):
            return role
    return ""


def _is_decided(formula: Any) -> bool:
    """Return whether a formula, or a part of it, is true or false as it stands."""
    if isinstance(formula, Each):
        return _is_decided(formula.args[0])
    if isinstance(formula, Quantified):
        return _is_decided(formula.body)
    connective = isinstance(formula, (And, Or, Not, Implies, Equivalent, ITE))
    return formula in (sp.true, sp.false) or (connective and any(map(_is_decided, formula.args)))


def _stands_in(name: Any, expression: Any) -> bool:
    """Return whether an abbreviation is used in an expression."""
    if name.is_Symbol:
        return name in expression.free_symbols
    return any(a.func == name.func for a in expression.atoms(AppliedUndef))


def member_as_symbol(part: Any) -> Any | None:
    """Return what an entry of a sequence is at an instance, `None` for what is no entry."""
    return sp.Symbol(str(part), real=True) if isinstance(part, sp.Indexed) else None


def _finite(expression: Any, instance: dict[sp.Symbol, Any], facts: Requirements = NOTHING) -> Any:
    """Expand `Each`, finite sums and products, and differentiate, for given indices.

    The members of sequences become plain real symbols named like them.
    """

    def finish(part: Any) -> Any:
        if isinstance(part, Each):
            return on_sides(part.expand_at(instance, facts), finish)
        part = summed(differentiated(substitute(part, instance, facts), facts), facts)
        return exchanged(part, member_as_symbol, facts)

    return on_sides(expression, finish)
