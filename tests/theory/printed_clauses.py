"""The printed clauses that are proved, by the record, and the hypotheses that they do not need."""

from dataclasses import replace
from functools import cache

import sympy as sp

from theory.argument_language import States
from theory.arguments import Argument, Lemma
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


def wider(claim_id):
    """Return the hypotheses of a claim's own sentence that can be wider, with the wider ones.

    A clause is still proved with these, as it is without those that are idle.
    """
    claim, parts = proved_clauses(claim_id)
    found = {}
    for part in parts:
        if isinstance(part.statement, (ForAll, States)):
            for narrow, wide, more in with_each_wider(part):
                if is_proved(claim, more):
                    found[str(narrow)] = str(wide)
    return found


def with_each_wider(part):
    """Yield each own hypothesis that has a wider form, that form, and the clause with it."""
    places = dict(part.statement.places)
    own = places.get(HERE, ())
    for number, narrow in enumerate(own):
        for wide in widened(narrow):
            places[HERE] = (*own[:number], wide, *own[number + 1 :])
            because = part.because
            if isinstance(because, Argument):
                because = without_using(because, [narrow], [wide])
            statement = replace(part.statement, given=dict(places))
            yield narrow, wide, replace(part, statement=statement, because=because)


def widened(hypothesis):
    """Yield what an inequality is with <= for <, from one integer further on, or from 0 on."""
    if not isinstance(hypothesis, (sp.Gt, sp.Ge, sp.Lt, sp.Le)):
        return
    low, high = hypothesis.lts, hypothesis.gts
    strict = isinstance(hypothesis, (sp.Gt, sp.Lt))
    if strict:
        yield sp.Le(low, high, evaluate=False)
    elif low.is_integer and high.is_integer:
        yield sp.Le(low - 1, high, evaluate=False)
    if low.is_number and low > 0:
        yield (sp.Lt if strict else sp.Le)(0, high, evaluate=False)


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
