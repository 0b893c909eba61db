"""Rays along which hypotheses hold from some scale on.

On a ray every symbol is a constant, or a constant times a power of one scale that grows through the
twelfth powers of integers, so that roots of it are whole numbers, too. A sequence is a power of its
index, or of that times one of the scale. Of symbols that no hypothesis is about a ray says nothing:
it is one for all of their values.

Nothing is sampled: a hypothesis counts only if it holds at every large scale, by the leading terms
of its sides (`verify.truth.rays`), or for all entries of a sequence by a solver. Of a size that is
at most, or at least, of order 1 that is so for some constant; of one that is small or large enough
for each constant, as it must be where it counts that a statement fails: it vanishes or grows along
the ray, or stays at a constant of it that may be as large as it has to be (`THRESHOLD`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Implies, Not, Or

from theory.binders import SequenceOf, exchanged, is_binder, substitute, symbol_of, unbound
from theory.language import FunctionSymbol
from theory.orders import Bounded, Large, Magnitude
from theory.quantifiers import Every, Some
from verify.kernel.conditions import conjuncts, ge
from verify.kernel.questions import RejectedArgument, Solver
from verify.kernel.smt import Disagreement
from verify.truth.rays import CONSTANT, NoRate, Rate, signed_rate
from verify.variants.exponents import NEXT_TO_NOTHING, drawn_exponents
from verify.variants.fixed import Supremum, in_formulas, some_number

SCALE = sp.Symbol("scale", positive=True)
_REAL = sp.Symbol("scale", real=True)  # the same, for a solver
THRESHOLD = sp.Dummy("threshold", positive=True)  # one number along a ray, above any that is given
POWERS = (0, 0, 1, -1, 2, -2, 4, -4, sp.Rational(1, 2), sp.Rational(-1, 2))  # 0 twice as often
STEPS = (0, 0, 1, 2, 4, sp.Rational(1, 2))  # of what must be a whole number
REALS = (1, 1, 2, sp.Rational(1, 2), sp.Rational(3, 2), 3, 4, 0, -1)
WHOLE = (1, 2, 0, 3)
CONSTANTS = (1, 2, 3, sp.Rational(3, 2), 4, sp.Rational(1, 2), sp.Rational(5, 4), 5, 0, -1)
NEGATIVE = (-1, -2, sp.Rational(-1, 2))  # more of what no hypothesis bounds from below
STARTS = 160  # how often a ray is looked for
TRIED = 100  # values that are tried each time
TOGETHER = 4  # of these, powers for all symbols that may grow
RAYS = 30  # that are returned
PATIENCE = 120  # how often in vain
MOVES_LAST = 4  # every so many times, what must move gets its value after all others
STILL = 4  # one in so many rays moves as little as it may
HALF = 0.5  # how often what is at an edge is tried first, and one symbol after the other
STEPS_OF_SOLVER = 400_000
_LITTLE = sp.Rational(1, 10**12)  # the exponent of a threshold, where its sign is looked for
SIGNS = {
    sp.Gt: (1,),
    sp.Ge: (1, 0),
    sp.Lt: (-1,),
    sp.Le: (-1, 0),
    sp.Eq: (0,),
    sp.Ne: (1, -1),
}
Values = Mapping[Any, Any]


@dataclass(frozen=True)
class Path:
    """A ray: what stands for some symbols and sequences, in terms of `SCALE`."""

    values: tuple[tuple[Any, Any], ...]

    def at(self, expression: Any) -> Any:
        """Return what an expression is along the ray."""
        try:
            return simplified(substitute(expression, dict(self.values)))
        except ValueError:  # sympy refuses to compare what has no value
            return sp.nan

    def is_constant(self, symbol: Any) -> bool:
        """Return whether the ray fixes a symbol."""
        return SCALE not in sp.sympify(dict(self.values).get(symbol, 0)).free_symbols

    def __str__(self) -> str:
        return ", ".join(f"{symbol} = {value}" for symbol, value in self.values)


NONE = Path(())  # that fixes nothing


def simplified(e: Any) -> Any:
    """Return a term in which sympy has put powers together, as it may where all have values."""
    if is_binder(e) or not e.args or isinstance(e, (sp.Symbol, sp.Indexed)):
        return e
    if isinstance(e, Relational):
        return type(e)(*map(simplified, e.args), evaluate=False)
    if isinstance(e, sp.Expr):
        parts = tuple(map(simplified, e.args))
        if isinstance(e, (sp.floor, sp.ceiling)) and parts[0].has(sp.zoo, sp.oo, sp.nan):
            return sp.nan  # sympy refuses to round what has no value
        return e.func(*parts)
    return e


@lru_cache(maxsize=2**12)
def growth(term: Any) -> tuple[Rate, int] | None:
    """Return the rate of a term along a ray and its sign, `None` where the rules do not give it.

    Dummies stand for positive constants, whatever these are, a threshold for one that is as large
    as it has to be: it exceeds numbers, and no other constant, as that may depend on it.

    >>> growth(SCALE - 2 * SCALE**2), growth(sp.S.Zero)
    ((Rate(power=2, logs=0), -1), (Rate(power=0, logs=0), 0))
    >>> growth(sp.Max(0, SCALE - SCALE**2)), growth(SCALE / 9 - THRESHOLD * SCALE)
    ((Rate(power=0, logs=0), 0), (Rate(power=1, logs=0), -1))
    """
    if term == 0:
        return CONSTANT, 0
    if term.has(sp.nan, sp.zoo, sp.oo, sp.I):
        return None
    constants = {s: sp.S.Zero for s in term.free_symbols if isinstance(s, sp.Dummy)}
    if constants.keys() == {THRESHOLD} and not _is_transformed(term):
        constants[THRESHOLD] = _LITTLE
    try:
        (power, logs), sign = signed_rate(term, {**constants, SCALE: sp.S.One})
        if power.is_Rational:
            power = power.limit_denominator(int(1 / sp.sqrt(_LITTLE)))
        return Rate(power, logs), sign
    except NoRate:
        other = exchanged(term, _in_the_end) if term.has(sp.Max, sp.Min) else term
        other = exchanged(other, _without_sum) if term.has(sp.Sum, sp.Integral) else other
        return None if other == term else growth(simplified(other))


def _is_transformed(term: Any) -> bool:
    """Return whether it counts by what power of a threshold a term in it moves.

    It does in an exponent, and under a function of what does not move with the scale.
    """
    plain = (sp.Max, sp.Min, sp.Abs)
    functions = (e for e in sp.preorder_traversal(term) if isinstance(e, sp.Function))
    inside = (e.args[0] for e in functions if not isinstance(e, plain))
    rates = (growth(e) for e in inside if THRESHOLD in e.free_symbols)
    if any(rate is None or rate[0].power == 0 for rate in rates):
        return True
    return any(THRESHOLD in e.exp.free_symbols for e in term.atoms(sp.Pow))


def _without_sum(e: Any) -> Any:
    """Return a term of the order of a sum over 1, ..., n of powers with factors.

    Up to which factor is not said, if the terms are not all the same. What has factors of one sign
    must outgrow what has factors of the other, if there are both. An integral from 1 to n is of
    that order, too, if n grows.

    >>> n = sp.Symbol("n", integer=True)
    >>> _without_sum(sp.Sum(n + 1 / n**2, (n, 1, SCALE))), _without_sum(sp.Sum(2, (n, 1, SCALE)))
    (_factor*(scale**2 + 1), 2*scale)
    """
    if not isinstance(e, (sp.Sum, sp.Integral)) or len(e.limits) != 1 or len(e.limits[0]) != 3:
        return None
    index, low, high = e.limits[0]
    last, more = growth(high), growth(simplified(high - 1))
    if low != 1 or last is None or more is None or more[1] < 0:
        return None
    if isinstance(e, sp.Integral) and not last[0] > CONSTANT:
        return None
    own = sp.Dummy(positive=True)
    body = sp.expand(simplified(substitute(e.function, {index: own})))
    if body == 0:
        return sp.S.Zero
    if own not in body.free_symbols and isinstance(e, sp.Sum):
        return body * high
    found = [_of_power(term, own, high) for term in sp.Add.make_args(body)]
    if None in found:
        return None
    known = [one for one in found if one is not None and one[1] != 0]
    parts = [sp.Add(*(term for term, own in known if own == sign)) for sign in (1, -1)]
    larger = _the_larger(*(part for part in parts if part != 0)) if known else sp.S.Zero
    return None if larger is None else larger * sp.Dummy("factor", positive=True)


def _the_larger(one: Any, other: Any = None) -> Any:
    """Return the one of two terms of different signs that outgrows the other, `None` if none does.

    >>> _the_larger(SCALE, -(SCALE**2)), _the_larger(SCALE, -SCALE)
    (-scale**2, None)
    """
    if other is None:
        return one
    rates = [growth(simplified(term)) for term in (one, other)]
    if rates[0] is None or rates[1] is None or rates[0][0] == rates[1][0]:
        return None
    return one if rates[0][0] > rates[1][0] else other


def _of_power(term: Any, own: Any, high: Any) -> tuple[Any, int] | None:
    """Return what the sum of a factor times a power grows like, and the sign of the factor."""
    factor, power = term.as_independent(own, as_Add=False)
    base, exponent = power.as_base_exp() if power != 1 else (own, sp.S.Zero)
    known = growth(factor)
    if base != own or not exponent.is_Rational or known is None:
        return None
    if exponent == -1:
        return factor * (1 + sp.log(high)), known[1]
    return factor * (high ** (exponent + 1) if exponent > -1 else 1), known[1]


def _in_the_end(e: Any) -> Any:
    """Return the member that a maximum or a minimum is at every large scale, if it is known."""
    if not isinstance(e, (sp.Max, sp.Min)):
        return None
    best, *others = e.args
    for other in others:
        more = growth(simplified(sp.expand(other - best)))
        if more is None:
            return None
        if (more[1] > 0) is isinstance(e, sp.Max):
            best = other
    return best


def eventually(condition: Any, at: Path) -> bool | None:
    """Return whether a condition holds at every large scale, or fails there; `None` if unknown."""
    if condition in (sp.true, sp.false):
        return bool(condition)
    if isinstance(condition, And):
        return _all(eventually(part, at) for part in condition.args)
    if isinstance(condition, Or):
        return _not(_all(_not(eventually(part, at)) for part in condition.args))
    if isinstance(condition, Not):
        return _not(eventually(condition.args[0], at))
    if isinstance(condition, Implies):
        premise, then = (eventually(part, at) for part in condition.args)
        return _not(_all((premise, _not(then))))
    if isinstance(condition, Magnitude):
        return _of_size(condition, at)
    if isinstance(condition, Supremum):
        return _is_supremum(condition, at)
    if isinstance(condition, Every):
        return _for_all(substitute(condition, dict(at.values)))
    if isinstance(condition, Some):
        symbol, body = condition.args
        numbers = map(sp.Integer, WHOLE if type(symbol) is sp.Symbol else ())
        there = (eventually(substitute(body, {symbol: number}), at) for number in numbers)
        return True if any(there) else None
    if type(condition) not in SIGNS:
        return None
    left, right = (at.at(side) for side in condition.args)
    if growth(left) is None or growth(right) is None:
        return None
    found = growth(simplified(sp.expand(left - right)))
    return None if found is None else found[1] in SIGNS[type(condition)]


def _all(parts: Iterable[bool | None]) -> bool | None:
    known = tuple(parts)
    return False if False in known else None if None in known else True


def _not(known: bool | None) -> bool | None:
    return None if known is None else not known


def _is_supremum(condition: Supremum, at: Path) -> bool | None:
    """Return whether a symbol stands for the supremum of a term over a range that is not empty."""
    values = dict(at.values)
    over = condition.of.at(values)
    start, more = growth(over.low), growth(simplified(sp.expand(over.high - over.low)))
    there = start is not None and start[1] > 0 and more is not None and more[1] >= 0
    known = there and values.get(condition.symbol) == some_number(condition, values, SCALE)
    return True if known else None


def _of_size(size: Magnitude, at: Path) -> bool | None:
    term = at.at(size.args[0])
    if size.chosen and term.free_symbols == {THRESHOLD}:
        term = term.xreplace({THRESHOLD: SCALE})
    found = growth(term)
    if found is None:
        return None
    rate, sign = found
    if isinstance(size, Large):
        return sign > 0 and bool(rate > CONSTANT if size.chosen else rate >= CONSTANT)
    if sign == 0 or (sign < 0 and not isinstance(size, Bounded)):
        return True
    return bool(rate < CONSTANT if size.chosen else rate <= CONSTANT)


@lru_cache(maxsize=2**10)
def _for_all(condition: Any) -> bool | None:
    """Return whether a condition on all values of symbols holds far out.

    A solver shows that it does at every scale from 1 on.
    """
    symbols, body = set(), condition
    while isinstance(body, Every):
        symbols.add(body.args[0])
        body = body.body
    if unbound(body) - symbols - {SCALE} or not all(type(s) is sp.Symbol for s in symbols):
        return None
    known = _of_powers(body, symbols)
    if known is not None:
        return known or None
    if any(SCALE in power.exp.free_symbols for power in body.atoms(sp.Pow)):
        return None  # no solver knows much of these
    try:
        says = _put_together(body).xreplace({SCALE: _REAL})
        Solver(STEPS_OF_SOLVER).shows((ge(_REAL, 1),), says)
    except (RejectedArgument, Disagreement):
        return None
    return True


def _of_powers(body: Any, symbols: Iterable[Any]) -> bool | None:
    """Return whether, far out, a multiple of a power is less than another one for all of its bases.

    These go from 1 to an end, if there is one. It is `None` of what is no such comparison.

    >>> j = sp.Symbol("j", integer=True)
    >>> ranges = (j >= 1, (j >= 1) & (j <= 2), (j >= 1) & (j <= SCALE), j >= 2)
    >>> [_of_powers(sp.Implies(r, 1 / j <= 2 / j**2, evaluate=False), [j]) for r in ranges]
    [False, True, False, None]
    """
    if not isinstance(body, Implies) or not isinstance(body.args[1], (sp.Le, sp.Ge, sp.Lt, sp.Gt)):
        return None
    premise, says = conjuncts(body.args[:1]), body.args[1]
    base = next((s for s in symbols if sp.Ge(s, 1) in premise), None)
    if base is None:
        return None
    less, more = (_as_powers(side, base) for side in (says.lts, says.gts))
    if less is None or more is None:
        return _of_one_power(says, base)
    if less[0] < 0 or more[0] <= 0:
        return None
    factor, of_scale, of_base = less[0] / more[0], less[1] - more[1], less[2] - more[2]
    if of_base > 0 and factor != 0:  # the end of the range counts, otherwise its start
        ends = (_as_powers(g.rhs, base) for g in premise if isinstance(g, sp.Le) and g.lhs == base)
        last = next((end for end in ends if end is not None and end[0] > 0 and end[2] == 0), None)
        if last is None:
            return False
        factor, of_scale = factor * last[0] ** of_base, of_scale + last[1] * of_base
    if factor == 0 or of_scale != 0:
        return bool(factor == 0 or of_scale < 0)
    return bool(factor < 1 or (factor == 1 and not isinstance(says, (sp.Lt, sp.Gt))))


def _of_one_power(says: Any, base: Any) -> bool | None:
    """Return whether a comparison holds for all positive bases, if its sides have a fixed ratio.

    >>> j = sp.Symbol("j", integer=True)
    >>> _of_one_power(j**-SCALE <= 2 * j**-SCALE, j), _of_one_power(j**-SCALE <= 2 / j, j)
    (True, None)
    """
    own = sp.Dummy("base", positive=True)
    less, more = (side.xreplace({base: own}) for side in (says.lts, says.gts))
    ratio = sp.powsimp(less / more, combine="exp") if more.is_positive else sp.nan
    if not ratio.is_Rational:
        return None
    return bool(ratio < 1 or (ratio == 1 and not isinstance(says, (sp.Lt, sp.Gt))))


def _as_powers(term: Any, base: Any) -> tuple[Any, Any, Any] | None:
    """Return the number, and the exponents of the scale and of a positive base in a product.

    >>> j = sp.Symbol("j", integer=True)
    >>> _as_powers(3 * sp.sqrt(SCALE / j), j), _as_powers(1 + j, j)
    ((3, 1/2, -1/2), None)
    """
    own = sp.Dummy("base", positive=True)
    factor, of_base = simplified(term.xreplace({base: own})).as_coeff_exponent(own)
    number, of_scale = factor.as_coeff_exponent(SCALE)
    rational = all(n.is_Rational for n in (number, of_scale, of_base))
    return (number, of_scale, of_base) if rational else None


def _one_by_one(condition: Any) -> Iterator[Any]:
    """Yield what a condition on all entries of sequences consists of, each part by itself."""
    if isinstance(condition, Every) and isinstance(condition.body, Implies):
        premise, then = condition.body.args
        for part in then.args if isinstance(then, And) else (then,):
            yield Every(condition.args[0], Implies(premise, part, evaluate=False))
    else:
        yield condition


def _put_together(condition: Any) -> Any:
    """Return a condition on an entry of a sequence with the powers of its index as one power."""
    if isinstance(condition, Implies):
        return Implies(condition.args[0], _put_together(condition.args[1]), evaluate=False)
    return simplified(condition)


@lru_cache(maxsize=2**8)
def rays(
    given: tuple[Any, ...],
    constants: frozenset[Any],
    start: Path,
    moves: Any = None,
    most: int = RAYS,
) -> tuple[Path, ...]:
    """Return some rays along which hypotheses hold.

    Args:
        given: the hypotheses.
        constants: the symbols that must not grow.
        start: what is chosen before: the rays go on from there.
        moves: a symbol that must not be constant, if one is.
        most: how many.
    """
    search = _Search(tuple(conjuncts(given)), constants, moves)
    if not search.may_start(dict(start.values)):
        return ()
    found: list[Path] = []
    in_vain = 0
    for attempt in range(STARTS):
        moves_last, still = attempt % MOVES_LAST == 1, attempt % STILL == STILL - 1
        path = search.run(dict(start.values), random.Random(attempt), moves_last, still)
        if path is None or path in found:
            in_vain += 1
        else:
            in_vain = 0
            found.append(path)
        if len(found) == most or in_vain == PATIENCE:
            break
    return tuple(found)


class _Search:
    """Looks for rays, one symbol after the other, and goes back where a hypothesis fails.

    Args:
        given: the hypotheses, conjunctions taken apart.
        constants: the symbols that must not grow.
        moves: a symbol that must not be constant, if one is.
    """

    def __init__(self, given: Sequence[Any], constants: frozenset[Any], moves: Any) -> None:
        given = in_formulas(given)
        self.given = {part: unbound(part) for g in given for part in _one_by_one(g)}
        self.constants = constants
        self.moves = moves
        self.equations = dict(equations(given))
        self.suprema = {g.symbol: g for g in given if isinstance(g, Supremum)}
        self.thresholds = any(isinstance(g, Magnitude) and g.chosen for g in self.given)
        self.offered = [e for g in given if isinstance(g, Or) for e in equations(g.args)]
        symbols = frozenset[Any]().union(*self.given.values())
        self.reals = {s for s in symbols if self._may_grow(s) and not s.is_integer}
        self.last: Any = None  # the real that gets its value after all others, if one does
        self.still = False
        self.left = 0

    def run(
        self,
        values: dict[Any, Any],
        chance: random.Random,
        moves_last: bool = False,
        still: bool = False,
    ) -> Path | None:
        """Return a ray that goes on from some values, if one is found in few steps.

        Args:
            values: these.
            chance: draws others.
            moves_last: whether the real that must move gets its value after all others.
            still: whether symbols are constant as long as no hypothesis says otherwise.
        """
        self.left = TRIED
        self.last = None
        self.still = still
        reals = [s for s in sorted(self.reals - set(values), key=str) if s != self.moves]
        if reals and chance.random() < HALF:
            self.last = chance.choice(reals)
        if moves_last and self.moves in self.reals - set(values):
            self.last = self.moves
        return self._go_on(values, chance)

    def may_start(self, values: Values) -> bool:
        """Return whether some values satisfy the hypotheses that speak of nothing else."""
        known = [g for g, of in self.given.items() if of <= set(values)]
        return all(eventually(g, _path(values)) for g in known)

    def _go_on(self, values: dict[Any, Any], chance: random.Random) -> Path | None:
        symbol = self._next(values)
        if symbol is None:
            path = _path(values)
            return path if all(eventually(g, path) for g in self.given) else None
        for powers in self._powers(symbol, values, chance):
            further = {**values, **powers}
            self.left -= 1
            if self.left < 0:
                return None
            about = dict.fromkeys(g for s in powers for g in self._decided(s, further))
            if all(eventually(g, _path(further)) for g in about):
                found = self._go_on(further, chance)
                if found is not None or self.left < 0:
                    return found
        candidates = self._candidates(symbol, values, chance)
        for value in filter(_is_whole, candidates) if symbol_of(symbol).is_integer else candidates:
            self.left -= 1
            if self.left < 0:
                return None
            further = {**values, symbol: value}
            if symbol in self.constants and THRESHOLD in unbound(value):
                continue  # how large a size has to be may depend on it
            if all(eventually(g, _path(further)) for g in self._decided(symbol, further)):
                found = self._go_on(further, chance)
                if found is not None or self.left < 0:
                    return found
        return None

    def _decided(self, symbol: Any, values: Values) -> list[Any]:
        """Return the hypotheses that speak of a symbol, and of none that has no value."""
        return [g for g, of in self.given.items() if symbol in of and of <= set(values)]

    def _next(self, values: Values) -> Any:
        """Return the symbol that gets a value next, `None` if all that need one have it."""
        late = {self.last}
        open_ = [sorted(of - set(values) - late, key=str) for of in self.given.values()]
        missing = [few for few in open_ if few]
        # what may grow, and how fast, depends on the constants
        of_constants = [own for few in missing if (own := [s for s in few if s in self.constants])]
        if not of_constants and self.moves not in (None, self.last, *values, *self.suprema):
            return self.moves
        if not missing:
            return None if self.last in values else self.last
        missing = of_constants or missing
        fewest = min(missing, key=lambda few: (len(few), str(few)))
        ready = [s for s in fewest if self._determined(s, values)]
        depend = {*self.equations, *self.suprema, *(s for s, _ in self.offered)}
        return (ready or [s for s in fewest if s not in depend] or fewest)[0]

    def _powers(
        self, symbol: Any, values: Values, chance: random.Random
    ) -> Iterator[dict[Any, Any]]:
        """Yield powers of the scale for all symbols that may grow, if a symbol is one of them."""
        found = {s for of in self.given.values() for s in of - set(values) if self._may_grow(s)}
        found.discard(self.last)
        if self.still or symbol not in found or len(found) < 2 or chance.random() < HALF:
            return
        choices: dict[Any, tuple[Any, ...]] = {}
        for own in sorted(found, key=str):
            choices[own] = STEPS if own.is_integer else POWERS
        if self.moves in choices:
            choices[self.moves] = tuple(power for power in choices[self.moves] if power)
        if self.thresholds and chance.random() < HALF:
            choices |= {s: _beside(p, s.is_integer) for s, p in choices.items()}
        try:
            given = [substitute(g, values) for g in self.given]
        except ValueError:  # sympy compares nothing that has no value, in a maximum
            return
        for powers in drawn_exponents(given, SCALE, choices, chance, TOGETHER):
            yield {s: _of_exponent(power) for s, power in powers.items()}

    def _may_grow(self, symbol: Any) -> bool:
        """Return whether a symbol is for a number that nothing determines, and may grow."""
        is_number = type(symbol) is sp.Symbol and symbol not in self.constants
        return is_number and symbol not in {*self.equations, *self.suprema}

    def _determined(self, symbol: Any, values: Values) -> bool:
        if symbol in self.suprema:
            return unbound(self.suprema[symbol]) <= {*values, symbol}
        return symbol in self.equations and unbound(self.equations[symbol]) <= set(values)

    def _candidates(self, symbol: Any, values: Values, chance: random.Random) -> list[Any]:
        if symbol in self.suprema:
            known = self._determined(symbol, values)
            found = some_number(self.suprema[symbol], values, SCALE) if known else None
            return [] if found is None or not self._may_be(symbol, found) else [found]
        if self._determined(symbol, values):
            return [_path(values).at(self.equations[symbol])]
        if isinstance(symbol, sp.IndexedBase):
            return (
                self._sequences(symbol, values, chance) if has_one_index(symbol, self.given) else []
            )
        offered = [e for s, e in self.offered if s == symbol and unbound(e) <= set(values)]
        if offered:
            chance.shuffle(offered)
            return [_path(values).at(e) for e in offered]
        if isinstance(symbol, FunctionSymbol):
            return []
        near = symbol == self.last or chance.random() < HALF
        edges = self._edges(symbol, values) if near else []
        if symbol == self.moves:
            edges = [edge for edge in edges if edge.has(SCALE)]
        if self.still and symbol != self.moves and symbol not in self.constants:
            return self._constants_first(symbol, edges, chance)
        if edges:
            found = edges
        elif symbol in self.constants:
            found = list(WHOLE if symbol.is_integer else CONSTANTS)
            found += [] if symbol.is_integer or self._has_a_bound(symbol) else NEGATIVE
        else:
            powers = STEPS if symbol.is_integer else POWERS
            exponent = chance.choice(powers if symbol != self.moves else [p for p in powers if p])
            found = [SCALE**exponent]
            if exponent == 0:
                found = list(WHOLE if symbol.is_integer else REALS)
                if symbol.is_integer and self.thresholds and chance.random() < HALF:
                    found = [THRESHOLD]
            elif not symbol.is_integer:
                found.append(-(SCALE**exponent))
                if self.thresholds and chance.random() < HALF:
                    found = [f * SCALE**exponent for f in (THRESHOLD, 1 / THRESHOLD)]
            others = [SCALE**p for p in powers if p != exponent]
            found += others if symbol != self.moves else [o for o in others if o != 1]
        mixed = symbol in self.constants and chance.random() < HALF
        first = 0 if edges or mixed else 1
        head, rest = found[:first], found[first:]
        chance.shuffle(rest)
        return [sp.sympify(v) for v in (*head, *rest)]

    def _may_be(self, symbol: Any, value: Any) -> bool:
        return symbol not in self.constants or SCALE not in unbound(value)

    def _constants_first(self, symbol: Any, edges: list[Any], chance: random.Random) -> list[Any]:
        """Return values that do not move with the scale, and then others."""
        found = [THRESHOLD] if self.thresholds else []
        found += WHOLE if symbol.is_integer else REALS
        found += [edge for edge in edges if not edge.has(SCALE)]
        chance.shuffle(found)
        moving = [edge for edge in edges if edge.has(SCALE)]
        moving += [SCALE**p for p in (STEPS if symbol.is_integer else POWERS) if p]
        return [*map(sp.sympify, found), *moving]

    def _has_a_bound(self, symbol: Any) -> bool:
        """Return whether a hypothesis says that a symbol is more than something."""
        return any(isinstance(g, (sp.Gt, sp.Ge)) and g.gts == symbol for g in self.given)

    def _edges(self, symbol: Any, values: Values) -> list[Any]:
        """Return where inequalities are equalities, and sizes of order 1, if all else is known.

        Where one is strict, what may grow is close to that: it tends to it from the right side.
        """
        path, found = _path(values), []
        for g in self.given:
            for one, other in (g.args, g.args[::-1]) if isinstance(g, Relational) else ():
                if one in (symbol, sp.Abs(symbol)) and unbound(other) <= set(values):
                    end = path.at(other)
                    found += [end, -end] if one != symbol else [end]
                    if isinstance(g, (sp.Lt, sp.Gt)) and self._may_grow(symbol):
                        found += _close_to(end, g.lts == one)
            if not isinstance(g, (Relational, Magnitude)) or not self.given[g] <= {*values, symbol}:
                continue
            end = _of_order_one(g, symbol, path)
            found += [] if end is None else [end, 2 * end]
            if isinstance(g, Magnitude) and g.chosen and self._may_grow(symbol):
                size = THRESHOLD if isinstance(g, Large) else 1 / THRESHOLD
                end = _of_order_one(g, symbol, path, size)
                found += [] if end is None else [end]
        return found

    def _sequences(self, symbol: Any, values: Values, chance: random.Random) -> list[Any]:
        """Return zeros, and powers of an index by which entries or their products are bounded.

        Where hypotheses are about single entries only, these may also grow or fall with the scale.
        """
        index = sp.Symbol("entry", integer=True)
        bounds = {
            _path(values).at(power.exp)
            for g in self.given
            for power in g.atoms(sp.Pow)
            if isinstance(power.base, sp.Symbol) and unbound(power.exp) <= set(values)
        }
        known = sorted({p for p in bounds if p.is_Rational or unbound(p) == {SCALE}}, key=str)
        halves = {(p - q) / 2 for p in known for q in known}
        factors = [sp.S.One]
        if symbol not in self.constants and not any(
            isinstance(g, Every) and symbol in of for g, of in self.given.items()
        ):
            factors = [SCALE**power for power in dict.fromkeys(POWERS)]
        exponents = sorted({*known, *halves}, key=str) or [sp.S.Zero] * (len(factors) > 1)
        found = [SequenceOf(f * index**p, index) for p in exponents for f in factors]
        found.append(SequenceOf(sp.S.Zero, index))
        chance.shuffle(found)
        edges = [SequenceOf(edge, index) for edge in self._entry_edges(symbol, values, index)]
        chance.shuffle(edges)
        return [*edges, *found] if chance.random() < HALF else [*found, *edges]

    def _entry_edges(self, symbol: Any, values: Values, index: Any) -> Iterator[Any]:
        """Yield what entries of a sequence are at most or at least, if all else is known."""
        for g in self.given:
            if not isinstance(g, Every) or not isinstance(g.body, Implies):
                continue
            own, says = g.args[0], g.body.args[1]
            for one, other in (says.args, says.args[::-1]) if isinstance(says, Relational) else ():
                is_entry = isinstance(one, sp.Indexed) and one.args == (symbol, own)
                if is_entry and unbound(other) <= {*values, own}:
                    yield _path(values).at(substitute(other, {own: index}))


def _beside(powers: Iterable[Any], whole: bool) -> tuple[Any, ...]:
    """Return exponents, and those that stand for the same with a factor of a threshold.

    A threshold may be an integer, its inverse is none.
    """
    factors = (0, 1) if whole else (0, 1, -1)
    return tuple(p + q * NEXT_TO_NOTHING for p in powers for q in factors)


def _of_exponent(power: Any) -> Any:
    """Return a power of the scale, with the power of a threshold that an exponent stands for.

    >>> _of_exponent(sp.Rational(1, 2)), _of_exponent(2 - NEXT_TO_NOTHING)
    (sqrt(scale), scale**2/_threshold)
    """
    own = sp.Rational(round(2 * power), 2)
    return SCALE**own * THRESHOLD ** ((power - own) / NEXT_TO_NOTHING)


def _close_to(end: Any, below: bool) -> list[Any]:
    """Return terms that tend to one that is not 0, from below or from above.

    >>> _close_to(SCALE, True), _close_to(sp.S.Zero, True)
    ([scale - 1], [])
    """
    if end == 0 or growth(end) is None:
        return []
    return [simplified(sp.expand(end + (-1 if below else 1) * sp.Abs(end) / SCALE))]


def _of_order_one(condition: Any, symbol: Any, path: Path, size: Any = sp.S.One) -> Any:
    """Return where two sides are equal, or a size is so, if their ratio is a power of a symbol."""
    own = sp.Dummy("own", positive=True)
    sides = condition.args if isinstance(condition, Relational) else (condition.args[0], size)
    left, right = (path.at(substitute(side, {symbol: own})) for side in sides)
    ratio = simplified(left / right) if right != 0 else sp.nan
    factor, power = ratio.as_independent(own, as_Add=False)
    base, exponent = power.as_base_exp()
    if base != own or not exponent.is_Rational or factor == 0 or factor.has(sp.nan, sp.zoo, sp.oo):
        return None
    return simplified(sp.Abs(factor) ** (-1 / exponent))


def has_one_index(sequence: Any, parts: Iterable[Any]) -> bool:
    """Return whether a sequence has one index wherever it stands in some conditions."""
    entries = (e for part in parts for e in part.atoms(sp.Indexed) if e.base == sequence)
    return all(len(e.indices) == 1 for e in entries)


def equations(given: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the symbols that equations determine, each with what it is.

    >>> x, y, z = sp.symbols("x y z", real=True)
    >>> list(equations([sp.Eq(x, y**2), sp.Eq(x - y, z - x, evaluate=False), sp.Eq(x * y, z * x)]))
    [(x, y**2), (y, 2*x - z)]
    """
    for condition in conjuncts(given):
        if not isinstance(condition, sp.Eq):
            continue
        for one, other in (condition.args, condition.args[::-1]):
            if isinstance(one, sp.Symbol) and one not in unbound(other):
                yield one, other
                break
        else:
            yield from _one_term(condition)


def _one_term(equation: Any) -> Iterator[tuple[Any, Any]]:
    """Yield a real that is a term of an equation by itself, and what it is."""
    gap = sp.expand(equation.lhs - equation.rhs) if not equation.has(sp.Piecewise) else sp.S.Zero
    for sign in (1, -1):
        for term in sorted(sp.Add.make_args(sign * gap), key=str):
            rest = term - sign * gap
            if type(term) is sp.Symbol and not term.is_integer and term not in unbound(rest):
                yield term, rest
                return


def _is_whole(value: Any) -> bool:
    """Return whether a value is an integer wherever the scale is a twelfth power of one.

    A threshold is one, too: it may be as large as one likes.

    >>> _is_whole(SCALE - 2 * THRESHOLD), _is_whole(SCALE / THRESHOLD), _is_whole(SCALE / 2)
    (True, False, False)
    """
    return all(map(_is_whole_term, sp.Add.make_args(sp.sympify(value))))


def _is_whole_term(value: Any) -> bool:
    rest, of_scale = value.as_coeff_exponent(SCALE)
    number, of_threshold = rest.as_coeff_exponent(THRESHOLD)
    is_power = of_threshold.is_Integer and of_threshold >= 0
    return number.is_Integer and (12 * of_scale).is_Integer and of_scale >= 0 and bool(is_power)


def _path(values: Values) -> Path:
    return Path(tuple(sorted(values.items(), key=lambda pair: str(pair[0]))))
