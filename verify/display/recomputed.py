"""Everything that is computed at a counterexample: its hypotheses, both sides, what is in them.

The values are those of the replay: exact as long as all numbers are rational and otherwise
enclosed in balls, of which the digits that are certain are shown. Heads have the meaning that the
replay evaluates last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb, fmpq
from msgspec.structs import replace
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from reports import recomputed as records
from reports.points import value as in_words
from reports.recomputed import AtPoint, AtSize, Condition, Recomputed, Term
from theory.claim import Claim
from theory.statements import ForAll, SameOrder, Statement
from theory.values import PiecewiseLinear, as_fraction
from verify.claims.catalogue import attack_table
from verify.claims.meanings import Interpretation, OnTheWay, interpretations
from verify.claims.statements import meanings
from verify.claims.witness import decode_value, encode_value, instance_of, point_of, values_in
from verify.display.along_ray import along_ray
from verify.display.broken import broken_relation
from verify.display.text import latex, text
from verify.errors import FROM_A_PAPER
from verify.evidence import Key, Witness
from verify.judging.certificate import CertificateError, part_of
from verify.truth import NoValue, Truth, enclose, truths_at

LONGEST = 40  # characters of a rational number that is shown exactly
DIGITS = 10  # of a number in decimals
WITHIN = 12  # terms of both sides that are shown
NOTHING: Mapping[Any, Any] = {}
KNOWN = {Truth.TRUE: True, Truth.FALSE: False}

Evaluator = Callable[[Any], Any]  # the value of a term, `None` if it is not known
Behind = Mapping[Any, Callable[..., OnTheWay]]  # what the value of a head is made of, by the head


def recomputed(claim: Claim, certificates: Mapping[Key, Any]) -> dict[Key, Recomputed]:
    """Return what is computed at confirmed counterexamples to a claim, by the same keys."""
    found = {}
    behind = attack_table(claim.id, "ON_THE_WAY") if certificates else {}
    for key, certificate in certificates.items():
        try:
            statement = part_of(certificate, claim).statement
        except CertificateError:  # the claim has changed since
            continue
        known = interpretations(meanings(claim, statement))[-1]
        values = values_in(certificate["witness"])
        try:
            shown = recompute(statement, values, certificate["instance"], known, behind)
        except FROM_A_PAPER:  # a head's program may not expect every number
            continue
        if shown is not None:
            found[key] = shown
    return found


def recompute(
    statement: Statement,
    values: Witness,
    instance: Mapping[str, str],
    interpretation: Interpretation,
    behind: Behind = NOTHING,
) -> Recomputed | None:
    """Return what is computed at a counterexample, or `None` if no point and no ray refutes it.

    Args:
        statement: what it refutes.
        values: the witness.
        instance: the values of the indices there.
        interpretation: what heads mean.
        behind: what else is shown of the values of heads.
    """
    if isinstance(statement, SameOrder):
        return _of_order(statement, values, interpretation)
    if not isinstance(statement, ForAll):
        return None
    expanded = instance_of(statement, dict(instance))
    point = dict(point_of(expanded, values))
    indices = [Term(text=name, latex=name, exact=number) for name, number in instance.items()]
    as_written = not statement.instances and set(map(str, statement.symbols)) == set(values)
    shown = statement if as_written else expanded
    found = _at_point(shown, point, interpretation, indices, _worked_out(shown, expanded))
    value = _evaluator(shown, point, interpretation)
    return replace(found, within=(*found.within, *_made_of(shown.says, value, behind)))


def _made_of(says: Any, value: Evaluator, behind: Behind) -> Iterator[Term]:
    """Yield what the values of the heads of a conclusion are made of."""
    for head in sorted(says.atoms(AppliedUndef), key=text):
        values = [value(argument) for argument in head.args]
        if head.func in behind and all(isinstance(one, fmpq) for one in values):
            for term, where, found in behind[head.func](*map(as_fraction, values)):
                words, formula = text(where), latex(where)
                yield Term(
                    text=f"{text(term)} at {words}",
                    latex=rf"{latex(term)} \text{{ at }} {formula}",
                    exact=found,
                )


def _worked_out(statement: ForAll, expanded: ForAll) -> dict[Any, Any]:
    """Return the conditions of a statement as they are evaluated: derivatives are carried out."""
    found = {statement.says: expanded.says}
    if len(statement.given) == len(expanded.given):
        found |= dict(zip(statement.given, expanded.given, strict=True))
    return found


def _at_point(
    statement: ForAll,
    point: Mapping[Any, Any],
    interpretation: Interpretation,
    indices: Iterable[Term] = (),
    worked_out: Mapping[Any, Any] = NOTHING,
) -> AtPoint:
    """Return what is computed of a statement without instances; abbreviations stay as written."""
    value = _evaluator(statement, point, interpretation)
    truth_of = truths_at(point, interpretation)

    def condition(formula: Any) -> Condition:
        meant = worked_out[formula] if formula in worked_out else statement.unfold(formula)
        alike = isinstance(formula, Relational) and len(meant.args) == 2
        pairs = zip(formula.args, meant.args, strict=True) if alike else ()
        return Condition(
            text=text(formula),
            latex=latex(formula),
            sides=tuple(term(side, value(whole)) for side, whole in pairs),
            holds=KNOWN.get(truth_of(meant)),
        )

    alone = isinstance(statement.says, Relational)
    inside = () if alone else sorted(statement.says.atoms(Relational), key=text)
    broken = None if alone else _broken(statement, point, interpretation)
    return AtPoint(
        symbols=(*indices, *_symbols(point)),
        within=tuple(_within(statement, value)),
        assumed=tuple(condition(hypothesis) for hypothesis in statement.given),
        printed=condition(statement.says),
        relations=tuple(condition(one) for one in inside if _is_known(value, one)),
        broken="" if broken is None else text(broken),
    )


def _broken(statement: ForAll, point: Mapping[Any, Any], interpretation: Interpretation) -> Any:
    """Return the relation for which a conclusion fails, as it is written."""
    inside = statement.says.atoms(Relational)
    whole = broken_relation(statement.unfold(statement.says), point, interpretation)
    return next((one for one in inside if statement.unfold(one) == whole), None)


def _of_order(
    statement: SameOrder, values: Witness, interpretation: Interpretation
) -> Recomputed | None:
    """Return what is computed of an order: at points of a ray, or at the one that breaks it."""
    witness = {name: decode_value(value) for name, value in values.items()}
    ray = along_ray(statement, witness)
    if ray is not None:
        left, right = (
            Term(text=text(s), latex=latex(s)) for s in (statement.left, statement.right)
        )
        sizes = (
            _at_size(statement, n, {**ray.constants, **ray.at(n)}, interpretation)
            for n in ray.sizes
        )
        return records.AlongRay(
            constants=tuple(_symbols(ray.constants)), left=left, right=right, sizes=tuple(sizes)
        )
    point = {s: witness[str(s)] for s in (*statement.constants, *statement.variables)}
    if not all(isinstance(number, Fraction) for number in point.values()):
        return None
    given = (*statement.given, *statement.regime)
    at = _at_point(
        ForAll(sp.Le(statement.left, statement.right, evaluate=False), given), point, interpretation
    )
    shown = Condition(
        text=f"{text(statement.left)} against {text(statement.right)}",
        latex="",
        sides=at.printed.sides,
        holds=False,
    )
    return AtPoint(symbols=at.symbols, within=at.within, assumed=at.assumed, printed=shown)


def _at_size(
    statement: SameOrder, size: int, point: Mapping[Any, Any], interpretation: Interpretation
) -> AtSize:
    truth_of = truths_at(point, interpretation)
    bounds = [truth_of(bound) for bound in statement.regime]
    left, right = (
        _enclosed(side, point, interpretation) for side in (statement.left, statement.right)
    )
    known = left is not None and right is not None and right != 0
    return AtSize(
        size=size,
        variables=tuple(_symbols({s: point[s] for s in statement.variables})),
        assumed=all(t is Truth.TRUE for t in bounds) if Truth.UNKNOWN not in bounds else None,
        left=decimals(left),
        right=decimals(right),
        ratio=decimals(arb(left) / arb(right)) if known else "",
    )


def _symbols(point: Mapping[Any, Any]) -> Iterator[Term]:
    """Yield the symbols of a point with their values."""
    for symbol, value in point.items():
        if isinstance(value, Fraction):
            yield term(symbol, fmpq(value.numerator, value.denominator))
        elif isinstance(value, PiecewiseLinear):
            words = in_words(encode_value(value))
            yield Term(text=text(symbol), latex=latex(symbol), exact=words)
        else:
            found = _enclosed(symbol, point, {})
            yield Term(
                text=text(symbol),
                latex=latex(symbol),
                exact=in_words(encode_value(value)),
                decimals=decimals(found),
            )


def _within(statement: ForAll, value: Evaluator) -> Iterator[Term]:
    """Yield abbreviations, then heads and terms of both sides, as far as they have values."""
    for one in _on_the_way(statement):
        number = value(one)
        if number is not None:
            yield term(one, number)


def _on_the_way(statement: ForAll) -> Iterator[Any]:
    """Yield abbreviations, then heads and terms of both sides of what is printed."""
    named = [name for name in statement.where if name.is_Symbol]
    relations = statement.says.atoms(Relational) or {statement.says}
    sides = [side for relation in sorted(relations, key=text) for side in relation.args]
    shown = {*sides}
    terms = list(named)
    for side in sides:
        terms += sorted(side.atoms(AppliedUndef), key=text)
        terms += side.args if isinstance(side, (sp.Add, sp.Mul, sp.Max, sp.Min)) else ()
    for one in terms:
        if one in shown or (one.is_Atom and one not in named):
            continue
        if isinstance(one, sp.Mul) and one.could_extract_minus_sign():
            one = -one
        shown.add(one)
        if one.free_symbols:
            yield one
        if len(shown) > WITHIN + len(sides):
            return


def _evaluator(
    statement: ForAll, point: Mapping[Any, Any], interpretation: Interpretation
) -> Evaluator:
    """Return what evaluates terms of a statement at a point."""

    def value(term: Any) -> Any:
        try:
            whole = statement.unfold(term)
        except (TypeError, AttributeError, ValueError):  # a side that is no term
            return None
        return _enclosed(whole, point, interpretation)

    return value


def _enclosed(term: Any, point: Mapping[Any, Any], interpretation: Interpretation) -> Any:
    """Return the value of a term, or `None` if it has none or it cannot be enclosed."""
    try:
        return enclose(term, point, interpretation)
    except NoValue:
        return None


def _is_known(value: Evaluator, relation: Any) -> bool:
    return all(value(side) is not None for side in relation.args)


def term(formula: Any, value: Any) -> Term:
    """Return a term with its value, `None` if that is not known."""
    exact = str(value) if isinstance(value, fmpq) else ""
    short = exact if len(exact) <= LONGEST else ""
    whole = short and value.denominator == 1
    return Term(
        text=text(formula),
        latex=latex(formula),
        exact=short,
        decimals="" if whole else decimals(value),
    )


def decimals(value: Any) -> str:
    """Return a number in decimals, as many as are certain and as are shown; empty if none is.

    >>> decimals(fmpq(1, 3)), decimals(fmpq(5, 4)), decimals(fmpq(-7)), decimals(None)
    ('0.3333333333', '1.25', '-7', '')
    """
    if value is None:
        return ""
    ball = arb(value)
    if ball.contains(0) and not ball.is_exact():
        return f"within {arb(ball.rad()).str(1, radius=False)} of 0"
    shown = ball.str(DIGITS, radius=False)
    return _without_zeros(shown) if any(digit.isdigit() for digit in shown) else ""


def _without_zeros(shown: str) -> str:
    """Return a number without the zeros that it ends in."""
    digits, sign, power = shown.partition("e")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return f"{digits}{sign}{power}"
