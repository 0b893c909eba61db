"""The arguments for the proof of lemma E.1: the bounds of its monotone cases, and with x_0 inside.

Both rest on a run of intervals on which f is monotone: from `start` to every number up to `last`
the integral is between the sum without the last value and the one without the first value.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import (
    Argument,
    Assume,
    Cut,
    Generalise,
    Induct,
    Known,
    LastTerm,
    Put,
    Solve,
    Specialise,
)
from theory.existence import known_of, met
from theory.known_facts import rises_and_falls
from theory.language import eq, function, reals
from theory.papers.signsgd_scaling import unimodal_argument as lemma
from theory.papers.signsgd_scaling.notation import d, j, peak, supremum, z
from theory.papers.signsgd_scaling.notation import unimodal as f
from theory.papers.signsgd_scaling.unimodal_argument import n, y
from theory.places import HERE
from theory.quantifiers import Every

v = reals("v")
_one = sp.S.One
_BOUNDED = (d >= 1, lemma.NOT_NEGATIVE, *lemma.IS_SUPREMUM)


def area(low, high):
    """Return the integral of f."""
    return sp.Integral(f(v), (v, low, high))


def values(low, high):
    """Return the sum of the values of f."""
    return sp.Sum(f(j), (j, low, high))


def last_value(low, high):
    """Argue that a sum has its last value more than the sum before it, which may be empty."""

    def says(end):
        return eq(values(low, end), values(low, end - 1) + f(end))

    none = Solve(says(low), (), (LastTerm(values(low, low)), LastTerm(values(low, low - 1))))
    step = Solve(says(n + 1), (n >= low,), (LastTerm(values(low, n + 1), (n >= low,)),))
    return Put(Induct(says(n), n, low, base=none, step=step), {n: sp.sympify(high)})


def first_value(low, high):
    """Argue that a sum has its first value more than the sum after it, which may be empty."""

    def says(end):
        return eq(values(low, end), f(low) + values(low + 1, end))

    none = Solve(says(low), (), (LastTerm(values(low, low)), LastTerm(values(low + 1, low))))
    sums = last_value(low, n + 1), last_value(low + 1, n + 1)
    step = Solve(says(n + 1), (says(n), n >= low), sums)
    return Put(Induct(says(n), n, low, base=none, step=step), {n: sp.sympify(high)})


def joined(low, middle, high):
    """Argue that a sum from 1 or 2 is that up to a place from 1 on and that beyond it."""

    def says(end):
        return eq(values(low, end), values(low, middle) + values(middle + 1, end))

    there = (middle >= 1,)
    none = LastTerm(values(middle + 1, middle)), first_value(_one, middle)
    base = Solve(says(middle), there, none)
    sums = last_value(low, n + 1), last_value(middle + 1, n + 1)
    step = Solve(says(n + 1), (says(n), n >= middle, *there), sums)
    return Put(Induct(says(n), n, middle, base=base, step=step), {n: sp.sympify(high)})


def between(low, middle, high):
    """Return that three terms are in order."""
    return And(sp.Le(low, middle, evaluate=False), sp.Le(middle, high, evaluate=False))


@dataclass(frozen=True)
class Monotone:
    """What a case of the proof assumes of f, and where its mode is.

    Args:
        of_lemma: the hypotheses that are those of the lemma.
        own: those of the case.
        top: the mode.
    """

    of_lemma: tuple[Any, ...]
    own: tuple[Any, ...]
    top: Any

    @property
    def given(self) -> tuple[Any, ...]:
        """All hypotheses."""
        return (*self.of_lemma, *self.own)

    @property
    def directions(self) -> tuple[Any, Any]:
        """That f does not fall up to the mode, and does not rise from there on."""
        return rises_and_falls(f, _one, self.top, d)

    def known(self, what: str, **places: Any) -> Argument:
        """Return what is known of the integrals of f, at places."""
        named = {"p": _one, "q": d, "m": self.top, **places}
        of_f = {reals(name): sp.sympify(value) for name, value in named.items()}
        fact = Known(f"integrals of a function that rises and then falls: {what}")
        return Cut(Put(fact, {function("f"): f, **of_f}), tuple(map(self._direction, (0, 1))))

    def _direction(self, number: int) -> Argument:
        """Argue for a direction: between equal ends there is nothing to show."""
        says = self.directions[number]
        if says in self.given:
            return Assume(says)
        inner = says.body
        return Generalise(Generalise(Solve(inner.body), inner.args[0]), says.args[0])

    def compared(self, *places: Any) -> tuple[Argument, ...]:
        """Argue how f compares at two places, in this order, and with its bounds at either."""
        every = tuple(says for says in self.directions if says in self.given)
        both = tuple(Specialise(Specialise(Assume(e), places[0]), places[1]) for e in every)
        bounds = (lemma.NOT_NEGATIVE, lemma.AT_MOST)
        return (*both, *(Specialise(Assume(e), at) for e in bounds for at in places))

    def piece(self, low: Any, high: Any, bounds: tuple[Any, Any], *where: Any) -> Argument:
        """Argue that the integral over an interval is its length times something in between."""
        least, most = bounds
        inside = And(least <= f(y), f(y) <= most)
        says = Implies(And(low <= y, y <= high), inside, evaluate=False)
        at = (*self.compared(low, y), *self.compared(y, high), *self.compared(low, high))
        every = Generalise(Solve(says, (*self.given, *where), at), y)
        return Cut(self.known("bounds", a=low, c=high, l=least, h=most), (every,))

    def show(self, says: Any, *using: Argument, where: tuple[Any, ...] = ()) -> Argument:
        """Argue for a conclusion from the hypotheses of the case."""
        return Solve(says, (*self.given, *where), using)


@dataclass(frozen=True)
class Run:
    """A run of intervals of length 1 on which f is monotone.

    Args:
        case: what is assumed.
        start, last: its ends.
        rises: whether f rises on it; otherwise it falls.
    """

    case: Monotone
    start: Any
    last: Any
    rises: bool

    def says(self, end: Any) -> Any:
        """Return the bounds of the integral up to an end."""
        ends = values(self.start, end - 1), values(self.start + 1, end)
        low, high = ends if self.rises else reversed(ends)
        says = between(low, area(self.start, end), high)
        return Implies(end <= self.last, says, evaluate=False)

    def up_to(self, end: Any) -> Argument:
        """Argue for the bounds up to an end."""
        return Put(self._every, {n: sp.sympify(end)})

    @property
    def _every(self) -> Argument:
        case, start, last = self.case, self.start, self.last
        after = n + 1
        sums = last_value(start, n), last_value(start + 1, after)
        ends = (f(n), f(after)) if self.rises else (f(after), f(n))
        there = (n >= start, after <= last)
        step = Solve(
            self.says(after),
            (*case.given, self.says(n), n >= start),
            (
                *sums,
                case.piece(n, after, ends, *there),
                case.known("two intervals", a=start, b=n, c=after),
                *case.compared(n, after),
            ),
        )
        none = (
            LastTerm(values(start, start - 1)),
            LastTerm(values(start + 1, start)),
            case.piece(start, start, (sp.S.Zero, supremum), start <= last),
        )
        base = case.show(self.says(start), *none)
        return Induct(self.says(n), n, start, base=base, step=step)


_CONSTANT = Put(
    Known("one value below a point and another one from there on"),
    {reals("u"): _one, reals("w"): _one, y: sp.S.Zero},
)
_IS_ONE = tuple(Specialise(Assume(known_of(_CONSTANT, f)), at) for at in (z, y, _one))


class Steps:
    """The steps of a case, by clause: what is printed, and the arguments.

    Args:
        case: what is assumed.
        point: values at which a constant function satisfies that.
    """

    def __init__(self, case: Monotone, point: Mapping[Any, Any]) -> None:
        self.case, self.point = case, {supremum: 1, z: 1, **point}
        self.printed: dict[str, States] = {}
        self.shown: dict[str, Argument] = {}

    def add(self, name: str, says: Any, *using: Argument, of: tuple[Any, ...] = ()) -> None:
        """Add a clause, for all j of a range if there is one: its ends, of which the point is."""
        given = {"lemma E.1": self.case.of_lemma, HERE: (*self.case.own, *within(*of))}
        point = {**self.point, j: of[0].subs(self.point)} if of else self.point
        self.printed[name] = States(says, given)
        every = self.printed[name].given
        self.shown[name] = met(Solve(says, every, using), every, point, _IS_ONE, {f: _CONSTANT})


def within(*ends):
    """Return that j is between two ends; without them nothing."""
    return (j >= ends[0], j <= ends[1]) if ends else ()


# -- a monotone function ---------------------------------------------------------------------------

_whole, _total = area(1, d), values(1, d)


def _monotone(number, case, rises):
    """Return the steps for a function that rises, or falls, from 1 to d."""
    steps = Steps(case, {d: 2})
    pieces = (sp.S.One, d - 1)
    up_to_d = Run(case, _one, d, rises).up_to(d)

    def ordered(one, middle, other):
        return between(one, middle, other) if rises else between(other, middle, one)

    inside = Implies(And(j <= z, z <= j + 1), ordered(f(j), f(z), f(j + 1)), evaluate=False)
    at_z = (*case.compared(j, z), *case.compared(z, j + 1))
    every = Generalise(case.show(inside, *at_z, where=within(*pieces)), z)
    steps.add(f"{number}, values", Every(z, inside), every, of=pieces)
    if rises:  # for the other case it is not printed
        over = case.piece(j, j + 1, (f(j), f(j + 1)), *within(*pieces))
        steps.add(f"{number}, integrals", between(f(j), area(j, j + 1), f(j + 1)), over, of=pieces)
        ends = And(f(1) <= supremum, f(d) <= supremum)
        steps.add(f"{number}, ends", ends, *case.compared(_one, d))
    steps.add(f"{number}, sums", ordered(values(1, d - 1), _whole, values(2, d)), up_to_d)
    added = up_to_d, last_value(_one, d), first_value(_one, d)
    steps.add(f"{number}, with all values", ordered(_whole + f(1), _total, _whole + f(d)), *added)
    steps.add(number, lemma.STATED, *added, *case.compared(_one, d))
    return steps


_RISING = Monotone(_BOUNDED, (rises_and_falls(f, _one, d, d)[0],), d)
_FALLING = Monotone(_BOUNDED, (rises_and_falls(f, _one, _one, d)[1],), _one)
_CASES = _monotone("(1)", _RISING, True), _monotone("(2)", _FALLING, False)
MONOTONE = {name: says for steps in _CASES for name, says in steps.printed.items()}
MONOTONE_SHOWN = {name: shown for steps in _CASES for name, shown in steps.shown.items()}

# -- the mode inside -------------------------------------------------------------------------------

_k = sp.floor(peak)
_INSIDE = Monotone((*_BOUNDED, *lemma.UNIMODAL), (peak > 1, peak < d), peak)
_around = area(_k, _k + 1)
_both = f(_k) + f(_k + 1)
_least, _most = sp.Min(f(_k), f(_k + 1)), sp.Max(f(_k), f(_k + 1))
_outside = values(1, _k - 1) + values(_k + 2, d)
_RUNS = (
    Run(_INSIDE, _one, _k, True).up_to(_k),
    Run(_INSIDE, _k + 1, d, False).up_to(d),
    _INSIDE.known("two intervals", a=_one, b=_k, c=_k + 1),
    _INSIDE.known("two intervals", a=_one, b=_k + 1, c=d),
)
_SUMS = (joined(_one, _k, d), last_value(_one, _k), first_value(_k + 1, d))
_AT_K = (*_INSIDE.compared(_k, _k + 1), _INSIDE.piece(_k, _k + 1, (_least, supremum)))


def _by_pieces():
    """Argue that the integral is the sum of those over the unit intervals."""

    def pieces(end):
        return sp.Sum(area(j, j + 1), (j, 1, end))

    def more(end):
        return Implies(end < d, eq(pieces(end), pieces(end - 1) + area(end, end + 1)))

    def all_of(end):
        return Implies(end <= d, eq(area(1, end), pieces(end - 1)))

    def term(index, *where):
        return _INSIDE.piece(index, index + 1, (sp.S.Zero, supremum), index >= 1, index < d, *where)

    given = _INSIDE.given
    own = (*given, n >= 1, n + 1 < d)
    last = Solve(more(n + 1), (*given, n >= 1), (LastTerm(pieces(n + 1), own, (term(j),)),))
    one = LastTerm(pieces(_one), (*given, d > 1), (term(j),))
    first = Solve(more(_one), given, (one, LastTerm(pieces(sp.S.Zero))))
    every_last = Induct(more(n), n, 1, base=first, step=last)
    step = Solve(
        all_of(n + 1),
        (*given, all_of(n), n >= 1),
        (every_last, _INSIDE.known("two intervals", a=_one, b=n, c=n + 1), term(n)),
    )
    none = _INSIDE.piece(_one, _one, (sp.S.Zero, supremum))
    start = Solve(all_of(_one), given, (LastTerm(pieces(sp.S.Zero)), none))
    return Put(Induct(all_of(n), n, 1, base=start, step=step), {n: d})


def _interior():
    """Return the steps for a mode inside."""
    steps = Steps(_INSIDE, {d: 4, peak: sp.Rational(5, 2)})
    before, after = (_one, _k - 1), (_k + 2, d)
    later = (_k + 1, d - 1)

    def piece(low, rises, ends):
        bounds = (f(low), f(low + 1)) if rises else (f(low + 1), f(low))
        return _INSIDE.piece(low, low + 1, bounds, *within(*ends))

    steps.add("(3), k", And(_k >= 1, _k <= d - 1, _k <= peak, peak <= _k + 1))
    steps.add("(3a), before", f(j) <= area(j, j + 1), piece(j, True, before), of=before)
    steps.add("(3a), after", f(j) <= area(j - 1, j), piece(j - 1, False, after), of=after)
    steps.add("(3a), sums", sp.Le(_outside, _whole - _around, evaluate=False), *_RUNS)
    bound = sp.Le(_total, _whole + (_both - _around), evaluate=False)
    steps.add("(3a), all values", bound, *_RUNS, *_SUMS)
    inside = Implies(And(_k <= z, z <= _k + 1), sp.Ge(f(z), _least), evaluate=False)
    at_z = (*_INSIDE.compared(_k, z), *_INSIDE.compared(z, _k + 1))
    steps.add("(3a), least value", Every(z, inside), Generalise(_INSIDE.show(inside, *at_z), z))
    steps.add("(3a), left over", between(_both - _around, _most, supremum), *_AT_K)
    above = sp.Le(_total, _whole + supremum, evaluate=False)
    steps.add("(3a)", above, *_RUNS, *_SUMS, *_AT_K)
    by_pieces = eq(_whole, sp.Sum(area(j, j + 1), (j, 1, d - 1)))
    steps.add("(3b), pieces", by_pieces, _by_pieces())
    steps.add("(3b), before", area(j, j + 1) <= f(j + 1), piece(j, True, before), of=before)
    steps.add("(3b), after", area(j, j + 1) <= f(j), piece(j, False, later), of=later)
    inner = (
        *(joined(sp.Integer(2), _k, d - 1), first_value(_one, d), last_value(sp.Integer(2), d)),
        *_INSIDE.compared(_one, d),
    )
    sums = between(_whole - _around, values(2, d - 1), _total)
    steps.add("(3b), sums", sums, *_RUNS, *inner)
    steps.add("(3b), around the mode", _around <= supremum, *_AT_K)
    below = sp.Le(_whole, _total + supremum, evaluate=False)
    steps.add("(3b)", below, *_RUNS, *inner, *_AT_K)
    return steps


_STEPS = _interior()
INTERIOR, INTERIOR_SHOWN = _STEPS.printed, _STEPS.shown
