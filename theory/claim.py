"""The claim model: what a paper says, as data.

A claim is one frozen module-level constant of a module of its paper. It carries no
verdict: verdicts are computed elsewhere from evidence. What it is written with can all be
imported from here, the types of statements (`theory.statements`) too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, partial
from typing import Any

import sympy as sp

from theory.arguments import Argument, Clause, clauses_of, lemmas_of
from theory.binders import substitute
from theory.choices import Choice, ChosenStatement, Picked, has_choices, readings
from theory.frozen import frozen
from theory.hints import Hint, check_hint
from theory.language import DEFINES, on_sides, settled
from theory.statements import ForAll, Missing, Observed, SameOrder, Statement, check_undecided
from theory.well_formed import IllFormed, quantified, term

__all__ = [
    "ByHand",
    "Claim",
    "ForAll",
    "Instead",
    "Missing",
    "Observed",
    "Part",
    "Role",
    "SameAs",
    "SameOrder",
    "Source",
    "Special",
    "as_source",
]


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
class Instead:
    """What holds where the printed form fails.

    Args:
        statement: the form that holds, a statement like any other.
        meant: the place in the paper that shows that this form was meant, if there is one. Only a
            form that differs from the printed one at one or two places can have been meant.
        words: the same in a few words, for a formula that is too long for a summary.
        because: how it is shown, where no method reaches it without help: an argument, which the
            kernel checks like that for a clause, or a hint for methods.
    """

    statement: Statement
    meant: Source | str | None = None
    words: str = ""
    because: Argument | Hint | None = None

    def __post_init__(self) -> None:
        if self.because is not None and not isinstance(self.because, Argument):
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
class ByReading:
    """A reason, or what holds instead, for each of several readings, by an option of theirs.

    Where one choice point is not enough the options of several stand in a tuple.
    """

    options: Mapping[str | tuple[str, ...], Argument | ByHand | Hint | Instead]

    def of(self, picked: Picked) -> Argument | ByHand | Hint | Instead | None:
        """Return what stands for a reading, or `None`."""
        names = {name for _, name in picked}
        fits = (why for taken, why in self.options.items() if names.issuperset(_taken(taken)))
        return next(fits, None)

    @property
    def names(self) -> set[str]:
        """The options of choice points that it knows."""
        return {name for taken in self.options for name in _taken(taken)}


def _taken(options: str | tuple[str, ...]) -> tuple[str, ...]:
    return (options,) if isinstance(options, str) else options


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
        because: how it is shown, where no method reaches it without help.
        against: of a clause: how it fails, where no method finds a point.
        instead: of a clause: what holds where it fails.
        is_instead: whether it is what holds where a clause fails.
    """

    name: str
    statement: Statement
    role: Role = Role.PRINTED
    clause: str = ""
    picked: Picked = ()
    special: Special | None = None
    because: Argument | ByHand | Hint | None = None
    against: Argument | None = None
    instead: Instead | None = None
    is_instead: bool = False

    @property
    def hint(self) -> Hint | None:
        """What helps methods to show it."""
        return self.because if isinstance(self.because, Hint) else None

    @property
    def reading(self) -> str:
        """How the choice points are read, in words; empty if there are none."""
        return "; ".join(name for _, name in self.picked)

    @property
    def better(self) -> Part | None:
        """What holds instead, as the part that it would be."""
        if self.instead is None:
            return None
        return replace(
            self,
            statement=self.instead.statement,
            because=self.instead.because,
            against=None,
            instead=None,
            is_instead=True,
        )


@frozen
class Claim:
    """One claim of one paper.

    Args:
        id: `paper/name`, a literal string, also the command-line argument and report anchor.
        title: a few words.
        source: where the paper says it; a text is a place in its main text.
        words: what it says, in our own words.
        quote: the words of the page, where it has no formula for what it asserts; what is printed
            is then our reading of them, and reports say so.
        printed: all that the page asserts and nothing else: a statement, or several by name, which
            must all hold; they may contain choice points. `SameAs` where the page says it again.
        lemmas: statements of our own by name, from which clauses follow.
        because: name -> how it is shown, where no method reaches it without help. Of a clause that
            is an argument (see `theory.arguments`), which the kernel checks, one for each of
            several readings (`ByReading`), or lemmas that give
            it by hand; of a clause, a special case or a lemma a hint for methods (`theory.hints`).
        against: clause -> how it fails, where no method finds a point: an argument that there are
            values which satisfy its hypotheses and break it, or that nothing satisfies them
            (`Contradictory`).
        special: special cases of clauses by name; they never prove a clause.
        instead: clause -> what holds where it fails, one for each of several readings if they
            differ (`ByReading`); without a name for the only clause.
        uses: `paper/name`, or `paper/name#clause`, of what the printed proof uses; with
            ` -> own clause` behind it (`paper/name# -> own clause` of all of it) where only the
            proof of that clause does.
        whole_proof: the claims `<id>-step-*` cover every step of the printed proof.
        breaks_at: in words: which line of the printed proof the counterexample breaks, where no
            claim says so, or that the page gives no proof; for the reader, like the note.
        note: a remark for the reader of the report; no verdict reads it.
        symbols: symbol -> what it stands for, in words, of symbols of our own, those of lemmas and
            of what holds instead; what is printed has those of the paper's notation.

    Raises:
        IllFormed: a name is used twice or belongs to no clause, or sympy has decided a formula.
    """

    id: str
    title: str
    source: Source | str
    words: str
    printed: Statement | Mapping[str, Statement] | SameAs
    lemmas: Mapping[str, Statement] = field(default_factory=dict)
    because: Mapping[str, Argument | ByHand | ByReading | Hint] = field(default_factory=dict)
    against: Mapping[str, Argument | ByReading] = field(default_factory=dict)
    special: Mapping[str, Special] = field(default_factory=dict)
    instead: Instead | Mapping[str, Instead | ByReading] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    whole_proof: bool = False
    breaks_at: str = ""
    quote: str = ""
    note: str = ""
    symbols: Mapping[Any, str] = field(default_factory=dict)

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
        found = [
            Part(
                name,
                read,
                clause=name,
                picked=picked,
                because=_in_reading(self.because.get(name), picked),
                against=_in_reading(self.against.get(name), picked),
                instead=_in_reading(self._insteads.get(name), picked),
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
                because=self.hints.get(name),
                against=None,
                instead=None,
            )
            for name, special in self.special.items()
            for part in found
            if part.clause == special.clause
        ]
        lemmas = [
            Part(name, lemma, Role.LEMMA, because=self.hints.get(name))
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
        """The arguments for its clauses, against them, and for what holds instead."""
        return [reason for reason in self._reasons if isinstance(reason, Argument)]

    @property
    def _reasons(self) -> list[Any]:
        """What stands in `because` and `against`, of every reading, and in what holds instead."""
        found: list[Any] = []
        for entry in self._insteads.values():
            some: Any = entry.options.values() if isinstance(entry, ByReading) else (entry,)
            found += (one.because for one in some)
        for reason in (*self.because.values(), *self.against.values()):
            found += reason.options.values() if isinstance(reason, ByReading) else (reason,)
        return found

    @property
    def _insteads(self) -> Mapping[str, Any]:
        """What holds instead, by name of the clause."""
        return {"": self.instead} if isinstance(self.instead, Instead) else self.instead

    @property
    def hints(self) -> dict[str, Hint]:
        """The hints how to show clauses, special cases and lemmas, by name."""
        return {name: hint for name, hint in self.because.items() if isinstance(hint, Hint)}

    def _check_fields(self) -> None:
        """Check that texts stand where texts are needed, and names where they belong to things."""
        for name in ("id", "title", "words", "breaks_at", "quote", "note"):
            value = getattr(self, name)
            if not isinstance(value, str):
                raise IllFormed(f"{self.id}: {name} is a text, not {value!r}")
        if not isinstance(self.source, Source):
            raise IllFormed(f"{self.id}: source is a text or a Source, not {self.source!r}")
        for name in ("lemmas", "because", "against", "special", "symbols"):
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
            if not isinstance(reason, (Argument, ByHand, ByReading, Hint)):
                raise IllFormed(
                    f"{self.id}: {name!r} is because of `{reason}`, no argument and no hint"
                )
        for clause, denial in self.against.items():
            if not isinstance(denial, (Argument, ByReading)):
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
        options = {name for choice in known.values() for name in choice.names}
        for reason in (*self.because.values(), *self.against.values(), *self._insteads.values()):
            if isinstance(reason, ByReading) and (loose := reason.names - options):
                raise IllFormed(f"{self.id}: {min(loose)!r} is no option of a choice point")
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
        by_hand = [reason for reason in self._reasons if isinstance(reason, ByHand)]
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


def _stipulates(statement: Statement) -> bool:
    """Return whether a statement is a definition or an assumption."""
    return isinstance(statement, ForAll) and statement.says == DEFINES


def _in_reading(reason: Any, picked: Picked) -> Any:
    """Return the reason that is named for a reading, if there is one."""
    return reason.of(picked) if isinstance(reason, ByReading) else reason
