"""Values of the quantities of papers at points that a run has met, and with what they change."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from random import Random

import sympy as sp
from flint import arb, fmpq
from sympy.core.function import AppliedUndef

from tests.whole_run import whole_run
from theory.argument_language import States
from theory.language import SYMPY_ERRORS, FunctionSymbol, function
from theory.statements import ForAll, statement_hash
from theory.values import PiecewiseLinear
from verify.claims import catalogue
from verify.claims.meanings import evaluable
from verify.claims.statements import heads, meanings, statements
from verify.claims.witness import WitnessError, index_values, point_of
from verify.truth import NoValue, enclose, fraction

POINTS = 12  # applications of a head whose arguments are tried
STEPS = (Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(3))
TRIED = 100  # values of its arguments from which one of them is moved
FUNCTIONS = 12  # functions that take the place of another one
DRAWN = 60  # values of all arguments at once, near those that were met
FAR = 3  # from which they are at most


@cache
def known_heads():
    """Return the heads that have a meaning, by paper, name and number of arguments.

    Each has all meanings that stand beside its own, and the arguments of one application.
    """
    found = {}
    for claim_id in catalogue.index():
        claim = catalogue.load(claim_id)
        for _, statement in statements(claim):
            known = meanings(claim, statement) if heads(statement) else {}
            for applied in _applied_in(statement):
                if applied.func in known:
                    key = (claim.paper, str(applied.func), len(applied.args))
                    found.setdefault(key, (applied.func, known, applied.args))
    return dict(sorted(found.items()))


def _applied_in(statement):
    if not isinstance(statement, (ForAll, States)):
        return []
    formulas = (*statement.given, statement.says, *getattr(statement, "where", {}).values())
    return sorted(set().union(*(f.atoms(AppliedUndef) for f in formulas)), key=str)


@cache
def _met():
    """Return the values of arguments to which statements apply each head at points of the run."""
    found = defaultdict(dict)
    for result in whole_run().claims:
        if result.id not in catalogue.index():
            continue
        claim = catalogue.load(result.id)
        for part, seen in zip(claim.parts, result.parts, strict=False):
            statement = part.statement
            if not isinstance(statement, ForAll) or statement_hash(statement) != seen.hash:
                continue
            known = evaluable(meanings(claim, statement)) if heads(statement) else {}
            for piece in seen.evidence if known else ():
                for applied, values in _applied_at(statement, piece, known):
                    key = (claim.paper, str(applied.func), len(values))
                    found[key][str(values)] = values
    return {key: tuple(some.values()) for key, some in found.items()}


def _applied_at(statement, piece, known):
    """Yield the applications of heads in a statement with the values of their arguments."""
    for instance, expanded in statement.expanded if piece.witness is not None else ():
        if index_values(instance) != dict(piece.instance):
            continue
        try:
            point = point_of(expanded, piece.witness)
        except (WitnessError, KeyError):
            return
        for applied in _applied_in(expanded):
            values = tuple(_value(argument, point, known) for argument in applied.args)
            if None not in values:
                yield applied, values


def _value(argument, point, known):
    """Return a function, or an exact number, that stands for an argument at a point."""
    if isinstance(argument, FunctionSymbol):
        value = point.get(argument)
        return value if isinstance(value, PiecewiseLinear) else None
    try:
        number = enclose(argument, point, known)
    except NoValue:
        return None
    return fraction(number) if isinstance(number, fmpq) else None


@cache
def _functions(paper):
    """Return functions that a run has met in the place of one."""
    met = {
        str(value): value
        for (of, *_), some in _met().items()
        for values in some
        for value in values
        if of == paper and isinstance(value, PiecewiseLinear)
    }
    return tuple(met.values())[:: max(1, len(met) // FUNCTIONS)]


def is_met(key):
    """Return whether the run has met values of the arguments of a head."""
    return key in _met()


def unmoved(key):
    """Return the places of the arguments of a head with which alone its value changes nowhere."""
    return [place for place in range(key[2]) if not _changes(key, place)]


def _changes(key, place):
    head, known, _ = known_heads()[key]
    met = _met()[key]
    points = list(met[:: max(1, len(met) // POINTS)])
    moved = (other for values in points for n in range(key[2]) for other in _moved(key, values, n))
    for values in chain(islice(chain(points, moved), TRIED), _drawn(key, points)):
        here = _at(head, values, known)
        if here is None:
            continue
        for other in _moved(key, values, place):
            there = _at(head, other, known)
            if there is not None and not arb(here).overlaps(arb(there)):
                return True
    return False


def _drawn(key, points):
    """Yield values of arguments that are all moved at once, by whole numbers."""
    random = Random(str(key))
    for values in (random.choice(points) for _ in range(DRAWN)):
        yield tuple(
            random.choice(_functions(key[0]))
            if isinstance(value, PiecewiseLinear)
            else value + random.randint(-FAR, FAR)
            for value in values
        )


def _moved(key, values, place):
    """Yield values of arguments with another one at a place."""
    now = values[place]
    is_function = isinstance(now, PiecewiseLinear)
    for other in _functions(key[0]) if is_function else (now + step for step in STEPS):
        yield (*values[:place], other, *values[place + 1 :])


def _at(head, values, known):
    """Return the value of a head at exact arguments, `None` where it has none."""
    point, arguments = {}, []
    for place, value in enumerate(values):
        if isinstance(value, PiecewiseLinear):
            arguments.append(function(f"f{place}"))
            point[arguments[-1]] = value
        else:
            arguments.append(sp.Rational(value.numerator, value.denominator))
    try:
        return enclose(head(*arguments), point, evaluable(known), precision=64)
    except (NoValue, *SYMPY_ERRORS):  # a formula that is derived for other arguments
        return None
