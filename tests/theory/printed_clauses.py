"""The printed clauses that are proved, by the record, and what their hypotheses narrow."""

from collections import defaultdict
from dataclasses import replace
from functools import cache

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Implies

from theory.argument_language import States
from theory.arguments import Argument, Lemma
from theory.binders import is_binder
from theory.claim import ForAll, Role
from theory.places import HERE
from theory.stated import gives_a_value
from verify.claims import catalogue
from verify.evidence import Evidence, Outcome, RationalValue, Tier, Verdict
from verify.judging.arguments import argued
from verify.methods import refuters
from verify.methods.apply import apply_method
from verify.methods.task import PROFILES
from verify.record import committed
from verify.variants.weakened import without_using

POINT = Evidence("search", Outcome.UNKNOWN, Tier.SEARCH, witness={"x": RationalValue("1")})
TAKEN = Evidence("derivation", Outcome.HOLDS, Tier.EXACT, certificate={})


def _proved_statements(one):
    return {
        key.part
        for key, statement in one.statements.items()
        if not key.instead and statement.verdicts[one.profile][0] is Verdict.PROVED
    }


PROVED = {i: parts for i, one in committed.load().items() if (parts := _proved_statements(one))}


def proved_clauses(claim_id):
    """Return a claim, and of what it prints the statements that are proved, of every reading."""
    claim = catalogue.load(claim_id)
    parts = [claim.parts[number] for number in sorted(PROVED[claim_id])]
    return claim, [part for part in parts if part.role is Role.PRINTED]


# -- numbers -----------------------------------------------------------------------------------


def numbers(statement):
    """Return what bounds ranges by numbers in a statement, by the place where it stands.

    These are relations in hypotheses, and in what implications assume, that have a number on a
    side, beside a term or as a factor of an inequality, or speak of one quantity alone and say
    more than its sign; and sums, integrals and the like with a number as the upper end.
    """
    found = defaultdict(set)
    if not isinstance(statement, (ForAll, States)):
        return found
    for place, hypotheses in statement.places:
        for hypothesis in hypotheses:
            found[place] |= {str(r) for r in hypothesis.atoms(Relational) if _has_a_number(r)}
            found[place] |= _ranges(hypothesis)
    for part in sp.preorder_traversal(statement.says):
        if isinstance(part, Implies):
            assumed = part.args[0].atoms(Relational)
            found[HERE] |= {str(r) for r in assumed if _has_a_number(r)}
    for formula in (statement.says, *getattr(statement, "where", {}).values()):
        found[HERE] |= _ranges(formula)
    return {place: some for place, some in found.items() if some}


def _has_a_number(relation):
    terms = [term for side in relation.args for term in sp.Add.make_args(side) if term != 0]
    if any(term.is_number for term in terms):
        return True
    unequal = not isinstance(relation, (sp.Eq, sp.Ne))
    if unequal and any(abs(term.as_coeff_Mul()[0]) != 1 for term in terms):
        return True
    quantities = set().union(*map(_quantities, terms))
    return len(quantities) == 1 and not set(terms) <= {q * s for q in quantities for s in (1, -1)}


def _quantities(term):
    """Return the symbols, entries of sequences and values of heads of which a term is made."""
    if isinstance(term, (sp.Symbol, sp.Indexed, AppliedUndef)):
        return {term}
    return set().union(*map(_quantities, term.args))


def _ranges(formula):
    return {
        str((symbol, *ends))
        for part in sp.preorder_traversal(formula)
        if is_binder(part)
        for symbol, *ends in part.limits
        if len(ends) == 2 and _is_bounded(*ends)
    }


def _is_bounded(low, high):
    return (high.is_number and high != sp.oo) or (low.is_number and low not in (0, 1, -sp.oo))


# -- hypotheses that are not needed ------------------------------------------------------------


@cache
def idle(claim_id):
    """Return the hypotheses of a claim's own sentence without which a clause is still proved.

    One without which a formula of the clause has no value is needed for that.
    """
    claim, parts = proved_clauses(claim_id)
    return {
        str(without)
        for part in parts
        if isinstance(part.statement, (ForAll, States))
        for without, less in without_each_own_hypothesis(part)
        if not gives_a_value(without, part.statement) and is_proved(claim, less)
    }


def without_each_own_hypothesis(part):
    """Yield each hypothesis of a clause's own sentence, and the clause without it.

    An argument for it assumes it no more.
    """
    places = dict(part.statement.places)
    own = places.get(HERE, ())
    for number, hypothesis in enumerate(own):
        less = {**places, HERE: (*own[:number], *own[number + 1 :])}
        because = part.because
        if isinstance(because, Argument):
            because = without_using(because, [hypothesis])
        yield (
            hypothesis,
            replace(part, statement=replace(part.statement, given=less), because=because),
        )


def is_proved(claim, part):
    """Return whether a statement in the place of a printed one is proved.

    What an argument rests on is taken for proved.
    """
    if isinstance(part.because, Argument):
        leaves = (*map(Lemma, claim.lemmas), *claim.rests_on.values())
        taken = dict.fromkeys(leaves, TAKEN)
        found = argued(claim, part, taken, [POINT], PROFILES["quick"])
        return any(piece.outcome is Outcome.HOLDS for piece in found)
    for method in refuters():
        found = apply_method(claim, part.statement, method.name, variant=True, hint=part.hint)
        if found.proves or found.outcome is Outcome.FAILS:
            return found.proves
    return False
