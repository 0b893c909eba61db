"""Why an order of magnitude fails: at a point, or along a ray of its hypotheses.

No finite number of points refutes "there is a constant". What does:

    a point at which one side has no value, or where signs or zeros leave no constant over
    a ray along which the left side grows as is known, and the right side otherwise

What is known of a left side: its own rate, by the rules of `verify.truth.rays`, after definitions
of the notation for the first steps; an integral over a fixed range grows like its integrand, and
others have bounds (`over_ranges`). Or an order that is proved, whose hypotheses hold along the ray
and whose left side is the same there; so a mutant falls that contradicts what is proved. A right
side may have bounds, too, where its rate is not known. Where heads can be evaluated on the ray,
balls must show the ratio of both sides move as the rates say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import sympy as sp
from flint import arb
from sympy.core.function import AppliedUndef

from theory.argument_language import States
from theory.binders import SequenceOf, exchanged, substitute, unbound
from theory.definedness import connected
from theory.orders import (
    Bounded,
    Large,
    LargeEnough,
    Magnitude,
    Order,
    Small,
    SmallEnough,
    Theta,
)
from theory.quantifiers import denied
from theory.sequences import Indicator
from theory.well_formed import IllFormed
from verify.claims.meanings import Formula, Meanings, primary, unfold
from verify.kernel.conditions import all_of, conjuncts, ge, gt, le, lt, same, without
from verify.truth import NoValue, enclose
from verify.truth.rays import CONSTANT
from verify.variants.consequences import factor_between, implies
from verify.variants.entries import with_entries_as_reals
from verify.variants.fixed import is_some_number
from verify.variants.over_ranges import bounds
from verify.variants.paths import (
    NONE,
    SCALE,
    THRESHOLD,
    Path,
    equations,
    eventually,
    growth,
    has_one_index,
    rays,
    simplified,
)

SCALES = (2**12, 2**24)  # at which balls look at the ratio of both sides
MOST_TERMS = 5  # of a sum that is written out
FIRST = 4  # rays that are looked at before more are looked for
STEPS = 3  # of a recursion, which definitions take back to the first value
NO_VALUES = (sp.zoo, sp.nan, sp.oo, sp.S.NegativeInfinity)
# these have values where not all of their parts do
PARTIAL = (sp.Piecewise, Indicator, sp.Indexed, sp.Sum, sp.Product)


class Known(NamedTuple):
    """What is known of the left side of an order along a ray: it is of the order of a term.

    Args:
        relation: as in `Order`.
        term: along the ray.
        words: how it is known.
    """

    relation: str
    term: Any
    words: str


def at_points(statement: States) -> States:
    """Return what an order says at one point, where its constants are as they serve best.

    Hypotheses on sizes say that some constant serves. One that is small enough has to be so for
    each constant: it is zero or negative. None is large enough for each.
    """
    order = statement.says
    if not isinstance(order, Order) or order.has(Theta):
        return statement
    left, right = order.sides
    above = _bounds(left, right)
    below = _bounds(right, left)
    serves = {"at most": (above,), "at least": (below,), "same": (above, below)}[order.relation]
    valued = [ge(sp.Abs(side, evaluate=False), 0) for side in order.sides]
    given = [_at_a_point(g) if isinstance(g, Magnitude) else g for g in conjuncts(statement.given)]
    return States(all_of((*valued, *serves)), tuple(given))


def _bounds(one: Any, other: Any) -> Any:
    """Return that a term is at most some positive multiple of another one."""
    equal = all_of((ge(other, 0), le(one, 0)))
    return connected(sp.Or, (gt(other, 0), equal, all_of((lt(other, 0), lt(one, 0)))))


def _at_a_point(size: Magnitude) -> Any:
    (term,) = size.args
    if isinstance(size, Large):
        return sp.false if size.chosen else gt(term, 0)
    return le(term, 0) if size.chosen else ge(sp.Abs(term, evaluate=False), 0)


def outside(mutant: States, printed: States) -> tuple[States, ...]:
    """Return a mutant where a hypothesis fails that was dropped, if it is known where, or as it is.

    Within all hypotheses of what holds nothing is to be found.
    """
    dropped = without(conjuncts(printed.given), mutant.given)
    fails = [tuple(_fails(h, mutant.given)) for h in dropped]
    try:
        return tuple(replace(mutant, given=(*mutant.given, f)) for f in sum(fails, ())) or (mutant,)
    except IllFormed:
        return (mutant,)


def _fails(hypothesis: Any, given: tuple[Any, ...]) -> Iterator[Any]:
    """Yield where a hypothesis fails; of one on a size, where it does in the end along a ray.

    What is no more said to be large need not be positive, unless others say so.
    """
    if not isinstance(hypothesis, Magnitude):
        yield denied(hypothesis)
        return
    (term,) = hypothesis.args
    if isinstance(hypothesis, Large):
        kinds: tuple[type[Magnitude], ...] = (SmallEnough, Small)
    else:
        kinds = (LargeEnough, Large)
        term = sp.Abs(term, evaluate=False) if isinstance(hypothesis, Bounded) else term
    yield from (kind(term) for kind in (kinds if hypothesis.chosen else kinds[:1]))
    if isinstance(hypothesis, Large) and not implies(given, gt(term, 0)):
        yield le(term, 0)


def moved(mutant: States, printed: States) -> tuple[Any, ...]:
    """Return the symbols one of which must move along a ray for a changed order to fail.

    It is the one by a power of which the right side was multiplied, or in which the order is
    uniform and was not; or one on the right side of what is the same order and was only a bound.
    Nothing is known of other changes: `None` stands for no symbol.
    """
    new, old = mutant.says, printed.says
    if not (isinstance(new, Order) and isinstance(old, Order)):
        return (None,)
    more = tuple(s for s in new.over if s not in old.over)
    if more:
        return more
    if new.relation != old.relation:
        free = unbound(new.sides[1])
        return (None, *sorted((s for s in new.over if s in free), key=str))
    base, _ = factor_between(old.sides[1], new.sides[1]).as_base_exp()
    return (base if isinstance(base, sp.Symbol) else None,)


def along_rays(
    statement: States,
    proved: Iterable[States],
    definitions: Iterable[States],
    meanings: Meanings,
    moves: Any = None,
) -> str | None:
    """Return why an order fails along a ray, `None` if no ray shows that.

    Args:
        statement: the order.
        proved: statements that hold.
        definitions: of the paper's notation.
        meanings: of its heads.
        moves: the symbol by powers of which it differs from one that holds, if it does.
    """
    order = statement.says
    if not isinstance(order, Order):
        return None
    free = frozenset().union(unbound(order), *map(unbound, statement.given))
    known = [s for s in proved if isinstance(s, States) and isinstance(s.says, Order)]
    constants = free - order.over
    paths = _soon_and_later(statement.given, constants, moves)
    for path in (longer for one in paths for longer in _completed(one, order, constants)):
        broken = fails_on(path, order, known, tuple(definitions), meanings)
        if broken is not None:
            return broken
    about_reals = with_entries_as_reals(statement)
    if about_reals is None:
        return None
    return along_rays(about_reals, (), definitions, meanings, moves)


def has_no_value(statement: States, needed: Any) -> str | None:
    """Return along which ray hypotheses hold and an order lacks what it needs to have values.

    Args:
        statement: the order.
        needed: a condition.

    >>> x, y = sp.symbols("x y", real=True)
    >>> order = Order(1, y ** sp.Rational(-1, 8), "at most", (x, y))
    >>> has_no_value(States(order, (LargeEnough(x), y >= 0)), y > 0)
    'it has no value where x = scale**2, y = 0'
    >>> has_no_value(States(order, (LargeEnough(x * y), x > 0)), y > 0)
    """
    for one in (statement, with_entries_as_reals(statement)):
        if one is None or needed == sp.true or implies(one.given, needed):
            continue
        given = (*one.given, denied(needed))
        free = frozenset().union(unbound(one.says), *map(unbound, given))
        found = rays(given, free - one.says.over, NONE, None, 1)
        if found:
            return f"it has no value where {found[0]}"
    return None


def fails_on(
    path: Path,
    order: Order,
    proved: Sequence[States],
    definitions: tuple[States, ...],
    meanings: Meanings,
) -> str | None:
    """Return why an order fails along a ray on which the hypotheses hold, `None` if unknown.

    Args:
        path: the ray.
        order: of both sides.
        proved: orders that hold.
        definitions: of the paper's notation.
        meanings: of its heads.
    """
    right = _inside(order.sides[1], path)
    if right is None:
        return None
    left = path.at(order.sides[0])
    for side, term in (("left", left), ("right", right)):
        if term.has(*NO_VALUES) and not order.has(*PARTIAL):
            return f"the {side} side has no value where {path}"
    grows_like = _with_rate(_written_out(right))
    others = [("same", grows_like)]
    if growth(grows_like) is None:
        others += bounds(grows_like)
    for fact in _known_of(left, path, proved, definitions, meanings):
        for relation, other in others:
            other = _told_by(fact, left, other)
            broken = _contradicts(order, fact, other, relation)
            if broken and _moves_so(left, right, fact.term / other, meanings):
                size = f"of order {right}" if relation == "same" else f"{relation} of order {other}"
                return f"{fact.words}, the right side {size}, where {path}"
    return None


def _told_by(fact: Known, left: Any, right: Any) -> Any:
    """Return a term of the order of a right side: a power of the left side is that of its order.

    >>> number = sp.Function("sup of y over [1, 2]")(SCALE)
    >>> _told_by(Known("same", SCALE**2, ""), number, 3 * SCALE * number**-2)
    3/scale**3
    """
    if fact.relation != "same" or not is_some_number(left):
        return right
    factor, power = right.as_independent(left, as_Add=False)
    base, exponent = power.as_base_exp()
    return factor * fact.term**exponent if base == left and exponent.is_Rational else right


def _soon_and_later(
    given: tuple[Any, ...], constants: frozenset[Any], moves: Any
) -> Iterator[Path]:
    """Yield rays; it may take long to find all, and one of the first may serve."""
    first = rays(given, constants, NONE, moves, FIRST)
    yield from first
    if len(first) == FIRST:
        yield from rays(given, constants, NONE, moves)[FIRST:]


def _completed(path: Path, order: Order, constants: frozenset[Any]) -> Iterator[Path]:
    """Yield a ray that fixes also what no hypothesis is about: constants, and sequences, as 0.

    Then also other numbers, as 1 and as 0.
    """
    free = {s for s in unbound(order) if s not in dict(path.values)}
    missing = sorted((s for s in free & constants if isinstance(s, sp.Symbol)), key=str)
    path = Path((*path.values, *((s, sp.S.One) for s in missing)))
    yield path
    sequences = sorted((s for s in free if isinstance(s, sp.IndexedBase)), key=str)
    if sequences and all(has_one_index(s, (order,)) for s in sequences):
        zeros = SequenceOf(sp.S.Zero, sp.Symbol("entry", integer=True))
        yield Path((*path.values, *((s, zeros) for s in sequences)))
    numbers = sorted((s for s in free - constants if type(s) is sp.Symbol), key=str)
    for value in (sp.S.One, sp.S.Zero) if numbers and not sequences else ():
        yield Path((*path.values, *((s, value) for s in numbers)))


def _inside(right: Any, path: Path) -> Any:
    """Return a right side along a ray, with terms of its order in place of `Theta`.

    What that stands for is its term times what is between constants along the ray, so that one of
    these serves where no rate depends on it; of a term that is not known to be positive there is
    `None`.
    """
    if isinstance(right, Theta):
        return path.at(right.args[0])
    if not right.has(Theta):
        return path.at(right)
    if isinstance(right, sp.Mul):
        factors = [_inside(factor, path) for factor in right.args]
        return None if None in factors else simplified(sp.Mul(*factors))

    def multiple(e: Any) -> Any:
        if not isinstance(e, Theta):
            return None
        term = path.at(e.args[0])
        known = growth(term)
        if known is None or known[1] <= 0:
            return None
        return sp.Dummy("constant", positive=True) * (sp.S.One if known[0] == CONSTANT else term)

    found = exchanged(right, multiple)
    return None if found.has(Theta) else path.at(found)


def _known_of(
    left: Any,
    path: Path,
    proved: Iterable[States],
    definitions: tuple[States, ...],
    meanings: Meanings,
) -> Iterator[Known]:
    formulas = {h: m for h, m in primary(meanings).items() if isinstance(m, Formula)}
    plain = simplified(unfold(_written_out(left), formulas))
    stepped = first_steps(plain, definitions)
    own = _without_rounding(_with_rate(stepped))
    rate = growth(own)
    if rate is None:  # its terms may cancel
        own = simplified(sp.expand(own))
        rate = growth(own)
    if rate is not None:
        own = own if rate[1] != 0 else sp.S.Zero
        places = own.free_symbols - {SCALE, THRESHOLD}
        anywhere = " at every place of its integral" if places else ""
        yield Known("same", own, f"the left side is of order {own}{anywhere}")
    else:
        for relation, bound in dict.fromkeys((*bounds(plain), *bounds(stepped))):
            yield Known(relation, bound, f"the left side is {relation} of order {bound}")
    for statement in proved:
        order = statement.says
        there = _ray_of(statement, path)
        if there is None or not same(there.at(order.sides[0]), left):
            continue
        word = "" if order.relation == "same" else f"{order.relation} "
        term = _inside(order.sides[1], there)
        if term is None:
            continue
        yield Known(order.relation, term, f"the left side is proved to be of order {word}{term}")


def _ray_of(statement: States, path: Path) -> Path | None:
    """Return the ray as one along which the hypotheses of a statement that holds are satisfied.

    What these determine takes the value that they give it.
    """
    determined = {symbol for symbol, _ in equations(statement.given)}
    kept = Path(tuple(pair for pair in path.values if pair[0] not in determined))
    order = statement.says
    free = frozenset().union(unbound(order), *map(unbound, statement.given))
    constants = free - order.over
    if not all(kept.is_constant(symbol) for symbol in constants):
        return None
    return next(iter(rays(statement.given, constants, kept)), None)


def first_steps(term: Any, definitions: tuple[States, ...]) -> Any:
    """Return a term or a relation in which heads at the first steps are as definitions have it."""

    def defined(e: Any) -> Any:
        if not isinstance(e, AppliedUndef):
            return None
        for definition in definitions:
            found = _by(definition, e)
            if found is not None:
                return found
        return None

    term = exchanged(term, _with_positive_index)
    for _ in range(STEPS):
        term = simplified(exchanged(term, defined))
    return term


def _with_positive_index(e: Any) -> Any:
    """Return a sum from 1 on with an index that is known to be positive."""
    if not isinstance(e, sp.Sum) or len(e.limits) != 1 or e.limits[0][1] != 1:
        return None
    index, low, high = e.limits[0]
    own = sp.Dummy(str(index), positive=True)
    return sp.Sum(substitute(e.function, {index: own}), (own, low, high))


def _by(definition: States, applied: Any) -> Any:
    """Return what a definition says of a head at its arguments, if it says so there."""
    says = definition.says
    if not isinstance(says, sp.Eq) or says.lhs.func != applied.func:
        return None
    values: dict[Any, Any] = {}
    for pattern, argument in zip(says.lhs.args, applied.args, strict=True):
        step = pattern - 1 if isinstance(pattern, sp.Add) else None
        if isinstance(pattern, sp.Symbol):
            symbol, value = pattern, argument
        elif isinstance(step, sp.Symbol) and argument.is_integer:
            symbol, value = step, argument - 1
        elif pattern == argument:
            continue
        else:
            return None
        if values.setdefault(symbol, value) != value:
            return None
    given = (substitute(g, values) for g in definition.given)
    return substitute(says.rhs, values) if all(eventually(g, NONE) for g in given) else None


def _with_rate(term: Any) -> Any:
    """Return a term that grows like another one, without integrals over ranges of one rate.

    An integral over a fixed range is of the order of its integrand at any place of the range, if
    the rules give one rate and one sign for all places, as they do where it is above 0. Where the
    ratio of both ends is fixed, the range is so for the variable divided by the lower one.
    """

    def at_a_place(e: Any) -> Any:
        if not isinstance(e, sp.Integral) or len(e.limits) != 1 or len(e.limits[0]) != 3:
            return None
        variable, low, high = e.limits[0]
        if low == high:
            return sp.S.Zero
        place = sp.Dummy("place", positive=True)  # another one for each integral
        inner = e.function.xreplace({variable: place})
        if not (low.is_Rational and high.is_Rational):
            inner = low * e.function.xreplace({variable: low * place})
            low, high = _of_one_rate(low, high)
        if not 0 < low < high:
            return None
        return None if growth(simplified(inner)) is None else inner

    return simplified(exchanged(term, at_a_place))


def _of_one_rate(low: Any, high: Any) -> tuple[Any, Any]:
    """Return 1 and the ratio of two positive ends of a range if that is a number, otherwise zeros.

    >>> _of_one_rate(SCALE / 4, SCALE), _of_one_rate(SCALE, SCALE**2)
    ((1, 4), (0, 0))
    """
    start = growth(low)
    ratio = simplified(high / low) if start is not None and start[1] > 0 else sp.S.Zero
    return (sp.S.One, ratio) if ratio.is_Rational else (sp.S.Zero, sp.S.Zero)


def _without_rounding(term: Any) -> Any:
    """Return a product that grows like another one, of which factors are rounded.

    Such a factor grows like what is rounded if that does, and is 1 if that is rounded up and falls
    to 0 from above.
    """
    if isinstance(term, sp.Mul):
        return sp.Mul(*map(_without_rounding, term.args))
    if isinstance(term, sp.Pow) and term.exp.is_Rational:
        return _without_rounding(term.base) ** term.exp
    inner = growth(term.args[0]) if isinstance(term, (sp.floor, sp.ceiling)) else None
    if inner is None:
        return term
    rate, sign = inner
    if rate > CONSTANT and sign != 0:
        return term.args[0]
    falls = rate < CONSTANT and sign > 0
    return sp.S.One if falls and isinstance(term, sp.ceiling) else sp.S.Zero if sign == 0 else term


def _written_out(term: Any) -> Any:
    """Return a term with the terms of its sums over few fixed integers."""

    def terms(e: Any) -> Any:
        if not isinstance(e, sp.Sum) or len(e.limits) != 1:
            return None
        index, low, high = e.limits[0]
        if not (low.is_Integer and high.is_Integer and high - low < MOST_TERMS):
            return None
        places = range(int(low), int(high) + 1)
        return sp.Add(*(substitute(e.function, {index: sp.Integer(place)}) for place in places))

    return simplified(exchanged(term, terms))


def _contradicts(order: Order, known: Known, right: Any, relation: str = "same") -> bool:
    """Return whether no constant is left over, as what is known of both sides has it.

    Args:
        order: of both sides.
        known: of the left side.
        right: a term of the order of the right side.
        relation: how the right side is of that order.
    """
    above = known.relation != "at most" and "at least" not in (order.relation, relation)
    below = known.relation != "at least" and "at most" not in (order.relation, relation)
    signs = [_sign(term) for term in (known.term, right)]
    if 0 in signs:
        return (above and signs == [1, 0]) or (below and signs == [0, 1])
    ratio = growth(simplified(known.term / right))
    if ratio is None:  # what both sides have in common may stand in each term
        ratio = growth(simplified(sp.expand(known.term / right)))
    if ratio is None or ratio[1] <= 0 or 1 not in signs or -1 in signs:
        return False
    return bool((above and ratio[0] > CONSTANT) or (below and ratio[0] < CONSTANT))


def _sign(term: Any) -> int | None:
    """Return the sign of a term far out, by its rate or by a bound from below, if it is known."""
    known = growth(term)
    if known is not None:
        return known[1]
    return 1 if any(relation == "at least" for relation, _ in bounds(term)) else None


def _moves_so(left: Any, right: Any, known: Any, meanings: Meanings) -> bool:
    """Return whether balls, where they say something, show the ratio move as the rates say.

    Args:
        left, right: the sides along the ray.
        known: what is known of their ratio.
        meanings: of their heads.
    """
    if known.has(*NO_VALUES) or 0 in (known, right):
        return True
    try:
        early, late = (_ratio(left, right, scale, meanings) for scale in SCALES)
    except NoValue:
        return True
    ratio = growth(simplified(known))
    up = ratio is not None and ratio[0] > CONSTANT
    return not (late < early if up else late > early)


def _ratio(left: Any, right: Any, scale: int, meanings: Meanings) -> arb:
    one, other = (_enclosed(side, scale, meanings) for side in (left, right))
    return one / other


def _enclosed(term: Any, scale: int, meanings: Meanings) -> arb:
    """Enclose a term at a scale; no powers are written out whose exponents are as large.

    >>> _enclosed(3 ** (SCALE**2), 2**24, {}) > 0
    True
    """
    if any(SCALE in power.exp.free_symbols for power in term.atoms(sp.Pow)):
        return arb(enclose(term, {SCALE: Fraction(scale)}, primary(meanings)))
    return arb(enclose(term.xreplace({SCALE: sp.Integer(scale)}), {}, primary(meanings)))
