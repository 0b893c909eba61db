"""The claim model: what a paper says, as data.

A claim is one frozen module-level constant of a module of its paper. It carries no
verdict: verdicts are computed elsewhere from evidence. A statement is one of

    ForAll       for all values of its symbols that satisfy `given`, `says` holds
    SameOrder    two quantities agree up to constants over a regime
    Observed     the content of a figure or table, judged by effect size
    Missing      nothing that can be tested; names what would be needed
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, partial
from itertools import product
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import ITE, And, BooleanAtom, Equivalent, Implies, Not, Or

from theory.argument_language import States
from theory.arguments import Argument, Clause, clauses_of, lemmas_of
from theory.binders import exchanged, substitute
from theory.calculus import differentiated, summed
from theory.choices import Choice, ChosenStatement, Picked, has_choices, readings
from theory.definedness import NOTHING, Requirements, facts_of
from theory.frozen import frozen
from theory.hints import Hint, Keeps
from theory.language import DEFINES, Defines, Each, is_head, on_sides, settled
from theory.places import placed
from theory.well_formed import (
    IllFormed,
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
class Source:
    """Where the paper says it: a place in the main text, one in the appendix, or both."""

    main: str = ""
    appendix: str = ""

    def __str__(self) -> str:
        return "; ".join(filter(None, (self.main, self.appendix)))


def as_source(place: Source | str) -> Source:
    """Return a place; a text is one in the main text."""
    return Source(place) if isinstance(place, str) else place


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
            if part.has(Defines):
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
        unknown = {a for part in unfolded for a in part.atoms(AppliedUndef) if not is_head(a.func)}
        if unknown:
            raise IllFormed(f"{unknown.pop()} is neither in `where` nor made of a Head")
        check_members(unfolded, self.instances)
        check_derivatives(unfolded)

    @cached_property
    def symbols(self) -> tuple[Any, ...]:
        """What the statement quantifies over: reals, integers, sequences, functions, by name."""
        parts = map(self.unfold, (self.says, *self.given))
        free = set().union(*(part.free_symbols for part in parts))
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
                raise IllFormed(
                    f"{_names(loose)}: sides and regime are made of variables and constants, "
                    "hypotheses of constants"
                )

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

    def mapped(self, change: Callable[[Any], Any]) -> Missing:
        """Return the statement, which has no formula."""
        return self

    def canonical(self) -> str:
        """Return the text of what is missing."""
        return self.what


Statement = ForAll | SameOrder | States | Observed | Missing


@frozen
class Instead:
    """What holds where the printed form fails.

    Args:
        statement: the form that holds, a statement like any other.
        meant: the place in the paper that shows that this form was meant, if there is one.
        words: the same in a few words, for a formula that is too long for a summary.
        because: a hint how to show it.
    """

    statement: Statement
    meant: Source | str | None = None
    words: str = ""
    because: Hint | None = None

    def __post_init__(self) -> None:
        if self.because is not None:
            check_hint(self.because, self.statement)
        if self.meant is not None:
            object.__setattr__(self, "meant", as_source(self.meant))
        if self.meant == Source():
            raise IllFormed("`meant` names no place that shows that this form was meant")


@frozen
class Special:
    """A special case of a printed clause, whose statement is computed from the clause.

    Args:
        given: further hypotheses.
        values: symbol -> the term that it is.
        clause: which clause, where there are several.
    """

    given: tuple[Any, ...] = ()
    values: Mapping[Any, Any] = field(default_factory=dict)
    clause: str = ""

    def of(self, statement: Statement) -> Statement:
        """Return the special case of a statement.

        Raises:
            IllFormed: the statement is not made of formulas, or a value is none for its symbol.
        """
        for symbol, value in self.values.items():
            quantified(symbol)
            if symbol.is_integer and not term(value, f"the value of {symbol}").is_integer:
                raise IllFormed(f"{value} is no value of {symbol}, which needs an integer")
        values = {symbol: sp.sympify(value) for symbol, value in self.values.items()}
        put = partial(on_sides, change=partial(substitute, values=values))
        if isinstance(statement, ForAll):
            if set(values) & set(statement.where):
                raise IllFormed("a special case gives a value to an abbreviation")
            case = statement.mapped(put)
            return replace(
                case,
                given={**dict(case.places), "special case": self.given},
                instances={i: v for i, v in case.instances.items() if i not in values},
            )
        if isinstance(statement, SameOrder):
            if set(values) - set(statement.constants):
                raise IllFormed("of an order only the constants can be given values")
            constants = {s: v for s, v in statement.constants.items() if s not in values}
            order = replace(statement.mapped(put), constants=constants)
            fixed = tuple(g for g in self.given if g.free_symbols <= set(constants))
            varied = tuple(g for g in self.given if g not in fixed)
            given = tuple(g for g in map(settled, order.given) if g != sp.true)
            return replace(order, regime=(*order.regime, *varied), given=(*given, *fixed))
        raise IllFormed("only a statement that is made of formulas has special cases")

    @property
    def conditions(self) -> tuple[str, ...]:
        """What it adds to the hypotheses, in words."""
        return (*(f"{s} = {v}" for s, v in self.values.items()), *map(str, self.given))


@frozen
class ByHand:
    """Lemmas that give a clause, but by a step that nothing here checks.

    Args:
        lemmas: names of lemmas of the claim; none means all of them.
        reading: options of choice points without which they do not give it.
    """

    lemmas: tuple[str, ...] = ()
    reading: tuple[str, ...] = ()


@frozen
class SameAs:
    """A paper states it twice: what is printed is what another claim prints."""

    claim: Claim


class Role(StrEnum):
    """What a statement of a claim is."""

    PRINTED = "printed"
    SPECIAL = "special case"
    LEMMA = "lemma"


@dataclass(frozen=True)
class Part:
    """One statement of a claim as it is judged: without choice points.

    Args:
        name: of the clause, the special case or the lemma.
        statement: what is judged.
        role: which of the three it is.
        clause: of a clause its name, of a special case that of its clause.
        picked: how the choice points of the clause are read.
        special: of a special case: what it adds.
        instead: of a clause: what holds where it fails.
        hint: what helps to show it.
    """

    name: str
    statement: Statement
    role: Role = Role.PRINTED
    clause: str = ""
    picked: Picked = ()
    special: Special | None = None
    instead: Instead | None = None
    hint: Hint | None = None

    @property
    def reading(self) -> str:
        """How the choice points are read, in words; empty if there are none."""
        return "; ".join(name for _, name in self.picked)

    @property
    def better(self) -> Part | None:
        """What holds instead, as the part that it would be."""
        if self.instead is None:
            return None
        statement, hint = self.instead.statement, self.instead.because
        return replace(self, statement=statement, hint=hint, instead=None)


@frozen
class Claim:
    """One claim of one paper.

    Args:
        id: `paper/name`, a literal string, also the command-line argument and report anchor.
        title: a few words.
        source: where the paper says it; a text is a place in its main text.
        words: what it says, in our own words.
        printed: all that the page asserts and nothing else: a statement, or several by name, which
            must all hold; they may contain choice points. `SameAs` where the page says it again.
        lemmas: statements of our own by name, from which clauses follow.
        because: name -> how it is shown, where no method reaches it without help. Of a clause that
            is an argument (see `theory.arguments`), which the kernel checks, or lemmas that give
            it by hand; of a clause, a special case or a lemma a hint for methods (`theory.hints`).
        against: clause -> how it fails, where no method finds a point: an argument that there are
            values which satisfy its hypotheses and break it.
        special: special cases of clauses by name; they never prove a clause.
        instead: clause -> what holds where it fails; without a name for the only clause.
        uses: `paper/name`, or `paper/name#clause`, of what the printed proof uses.
        whole_proof: the claims `<id>-step-*` cover every step of the printed proof.
        note: a remark for the reader of the report; no verdict reads it.
        legend: what symbols stand for that are not the paper's own, in words.

    Raises:
        IllFormed: a name is used twice or belongs to no clause, or sympy has decided a formula.
    """

    id: str
    title: str
    source: Source | str
    words: str
    printed: Statement | Mapping[str, Statement] | SameAs
    lemmas: Mapping[str, Statement] = field(default_factory=dict)
    because: Mapping[str, Argument | ByHand | Hint] = field(default_factory=dict)
    against: Mapping[str, Argument] = field(default_factory=dict)
    special: Mapping[str, Special] = field(default_factory=dict)
    instead: Instead | Mapping[str, Instead] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    whole_proof: bool = False
    note: str = ""
    legend: Mapping[Any, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", as_source(self.source))
        self._check_fields()
        self._check_kinds()
        self._take_over()
        self._check_names()
        self._check_choices()
        self._check_hints()
        for part in self.parts:
            for statement in (part.statement, part.instead and part.instead.statement):
                if part.role is not Role.SPECIAL:
                    check_undecided(statement, f"{self.id}: {part.name or 'the claim'}")

    @property
    def paper(self) -> str:
        """The paper's id, the part before the slash."""
        return self.id.partition("/")[0]

    @property
    def clauses(self) -> Mapping[str, Any]:
        """What is printed, by name of the clause; a plain statement is one without a name."""
        if isinstance(self.printed, SameAs):
            return self.printed.claim.clauses
        return self.printed if isinstance(self.printed, Mapping) else {"": self.printed}

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Every statement that is judged: the clauses in all readings, special cases, lemmas."""
        instead = {"": self.instead} if isinstance(self.instead, Instead) else self.instead
        hints = self.hints
        found = [
            Part(
                name,
                read,
                clause=name,
                picked=picked,
                instead=instead.get(name),
                hint=hints.get(name),
            )
            for name, statement in self.clauses.items()
            for picked, read in readings(statement)
        ]
        cases = [
            replace(
                part,
                name=name,
                statement=special.of(part.statement),
                role=Role.SPECIAL,
                special=special,
                instead=None,
                hint=hints.get(name),
            )
            for name, special in self.special.items()
            for part in found
            if part.clause == special.clause
        ]
        lemmas = [
            Part(name, lemma, Role.LEMMA, hint=hints.get(name))
            for name, lemma in self.lemmas.items()
        ]
        return (*found, *cases, *lemmas)

    @property
    def rests_on(self) -> dict[str, Clause]:
        """The clauses of other claims that its arguments rest on, by their addresses."""
        found = {leaf.address: leaf for a in self.arguments for leaf in clauses_of(a)}
        return dict(sorted(found.items()))

    @property
    def arguments(self) -> list[Argument]:
        """The arguments for its clauses and against them."""
        both = (*self.because.values(), *self.against.values())
        return [argument for argument in both if isinstance(argument, Argument)]

    @property
    def hints(self) -> dict[str, Hint]:
        """The hints how to show clauses, special cases and lemmas, by name."""
        return {name: hint for name, hint in self.because.items() if isinstance(hint, Hint)}

    def _check_fields(self) -> None:
        """Check that texts stand where texts are needed, and names where they belong to things."""
        for name in ("id", "title", "words", "note"):
            value = getattr(self, name)
            if not isinstance(value, str):
                raise IllFormed(f"{self.id}: {name} is a text, not {value!r}")
        if not isinstance(self.source, Source):
            raise IllFormed(f"{self.id}: source is a text or a Source, not {self.source!r}")
        for name in ("lemmas", "because", "against", "special", "legend"):
            value = getattr(self, name)
            if not isinstance(value, Mapping):
                raise IllFormed(
                    f"{self.id}: {name} is no mapping but {value!r}; write {name}={{NAME: ...}}, "
                    "a plain statement being the clause ''"
                )

    def _check_kinds(self) -> None:
        """Check that statements stand where statements are needed."""
        several = self.printed if isinstance(self.printed, Mapping) else {"": self.printed}
        for name, statement in (*several.items(), *self.lemmas.items()):
            if not isinstance(name, str):
                raise IllFormed(f"{self.id}: {name!r} is no name of a statement")
            again = isinstance(statement, SameAs) and statement is self.printed
            if not again and not isinstance(statement, (Statement, ChosenStatement)):
                raise IllFormed(
                    f"{self.id}: {name or 'what is printed'} is no statement but `{statement}`; "
                    "write ForAll(...), SameOrder(...), Observed(...) or Missing(...)"
                )
        for name, reason in self.because.items():
            if not isinstance(reason, (Argument, ByHand, Hint)):
                raise IllFormed(
                    f"{self.id}: {name!r} is because of `{reason}`, no argument and no hint"
                )
        for clause, denial in self.against.items():
            if not isinstance(denial, Argument):
                raise IllFormed(f"{self.id}: {clause!r} fails by `{denial}`, no argument")
        if isinstance(self.uses, str):
            raise IllFormed(f'{self.id}: `uses` is a tuple; write uses=("{self.uses}",)')

    def _take_over(self) -> None:
        """Take from another claim what belongs to a statement that is printed twice."""
        if not isinstance(self.printed, SameAs):
            return
        other = self.printed.claim
        if any((self.lemmas, self.because, self.against, self.special, self.instead)):
            raise IllFormed(f"{self.id}: lemmas and so on stand with {other.id}, which it repeats")
        if other.paper != self.paper:
            raise IllFormed(f"{self.id}: {other.id} is of another paper")
        for name in ("lemmas", "because", "against", "special", "instead"):
            object.__setattr__(self, name, getattr(other, name))

    def _check_choices(self) -> None:
        """Check that choice points stand in clauses alone, and that one reason is one."""
        known: dict[str, Choice] = {}
        for part in self.parts:
            for choice, _ in part.picked:
                if known.setdefault(choice.why, choice) != choice:
                    raise IllFormed(
                        f"{self.id}: two choice points have the reason {choice.why!r} and other "
                        "options; what is chosen at one place is chosen at all"
                    )
            for statement in (part.instead and part.instead.statement, part.statement):
                if statement is not None and has_choices(statement):
                    raise IllFormed(
                        f"{self.id}: {part.name or 'the claim'} has a choice point "
                        "outside of what is printed"
                    )
        for name in self.clauses:
            read = [p for p in self.parts if p.role is Role.PRINTED and p.clause == name]
            kinds = {_stipulates(part.statement) for part in read}
            if len(kinds) > 1:
                raise IllFormed(f"{self.id}: some readings of {name or 'it'} only define something")

    def _check_names(self) -> None:
        """Check that every name is used once, and that what is about a clause names one."""
        names = [*self.clauses, *self.special, *self.lemmas]
        twice = sorted(name for name in names if names.count(name) > 1)
        if twice:
            raise IllFormed(f"{self.id}: two statements are called {twice[0]!r}; rename one")
        if not self.clauses:
            raise IllFormed(
                f"{self.id}: nothing is printed; write Missing(...) for what is missing"
            )
        alone = {} if isinstance(self.instead, Instead) else self.instead
        of_special = (special.clause for special in self.special.values())
        argued = (name for name in self.because if name not in self.hints)
        about = [*argued, *self.against, *alone, *of_special]
        loose = [name for name in about if name not in self.clauses]
        if isinstance(self.instead, Instead) and "" not in self.clauses:
            raise IllFormed(f"{self.id}: say of which clause it holds instead")
        if loose:
            known = ", ".join(map(repr, self.clauses))
            raise IllFormed(f"{self.id}: {loose[0]!r} is no clause; there are {known}")
        for name in self.hints:
            if name not in names:
                raise IllFormed(f"{self.id}: a hint is for {name!r}, which is no statement of it")
        by_hand = [reason for reason in self.because.values() if isinstance(reason, ByHand)]
        for argument in (*by_hand, *self.arguments):
            named = argument.lemmas if isinstance(argument, ByHand) else lemmas_of(argument)
            for name in named:
                if name not in self.lemmas:
                    raise IllFormed(f"{self.id}: {name!r} is no lemma of the claim")

    def _check_hints(self) -> None:
        """Check that every hint is one for its statement."""
        for part in self.parts:
            if part.hint is not None:
                try:
                    check_hint(part.hint, part.statement)
                except IllFormed as reason:
                    raise IllFormed(f"{self.id}: {part.name or 'the claim'}: {reason}") from None


def check_hint(hint: Hint, statement: Any) -> None:
    """Check that a hint is one for a statement.

    Raises:
        IllFormed: the statement is of another type, it has not the symbols of the hint, or the hint
            is no condition that could stand among its hypotheses.
    """
    if not isinstance(hint, Hint):
        raise IllFormed(f"`{hint}` is no hint; write Keeps(index, ...) or Within(low, high)")
    kind: Any = ForAll if isinstance(hint, Keeps) else SameOrder
    if not isinstance(statement, kind):
        raise IllFormed(
            f"{type(hint).__name__} is a hint for a {kind.__name__}, not for a "
            f"{type(statement).__name__}"
        )
    if isinstance(statement, ForAll) and statement.says == DEFINES:
        raise IllFormed("a hint helps to prove something, and a definition has nothing to prove")
    if isinstance(hint, Keeps) and set(statement.instances) != {hint.index}:
        raise IllFormed(f"{hint.index} is not the one index for which there are `instances`")
    try:
        beside = replace(statement, given=(*statement.given, hint.condition))
    except IllFormed as reason:
        raise IllFormed(f"the hint cannot stand beside the hypotheses: {reason}") from None
    if has_choices(beside):
        raise IllFormed("choice points stand in what is printed, not in a hint")
    if isinstance(beside, ForAll) and (loose := set(beside.symbols) - set(statement.symbols)):
        raise IllFormed(f"{_names(loose)}: the statement is not about this, but the hint is")


def _names(symbols: Collection[Any]) -> str:
    return ", ".join(sorted(map(str, symbols)))


def _stipulates(statement: Statement) -> bool:
    """Return whether a statement is a definition or an assumption."""
    return isinstance(statement, ForAll) and statement.says == DEFINES


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
    connective = isinstance(formula, (And, Or, Not, Implies, Equivalent, ITE))
    return formula in (sp.true, sp.false) or (connective and any(map(_is_decided, formula.args)))


def _stands_in(name: Any, expression: Any) -> bool:
    """Return whether an abbreviation is used in an expression."""
    if name.is_Symbol:
        return name in expression.free_symbols
    return any(a.func == name.func for a in expression.atoms(AppliedUndef))


def _member_as_symbol(part: Any) -> Any | None:
    return sp.Symbol(str(part), real=True) if isinstance(part, sp.Indexed) else None


def _finite(expression: Any, instance: dict[sp.Symbol, Any], facts: Requirements = NOTHING) -> Any:
    """Expand `Each`, finite sums and products, and differentiate, for given indices.

    The members of sequences become plain real symbols named like them.
    """

    def finish(part: Any) -> Any:
        if isinstance(part, Each):
            return on_sides(part.expand_at(instance, facts), finish)
        part = summed(differentiated(substitute(part, instance, facts), facts), facts)
        return exchanged(part, _member_as_symbol, facts)

    return on_sides(expression, finish)
