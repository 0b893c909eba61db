"""The printed clauses that are proved, by the record, and the hypotheses that they do not need.

A comparison of printed numbers to which nothing else is objected counts among them: it is shown.
"""

import json
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import sympy as sp
from sympy.logic.boolalg import Implies, Or

from theory.argument_language import States
from theory.arguments import Argument, Lemma, Solve
from theory.claim import ForAll, Role
from theory.definedness import connected
from theory.language import Each
from theory.quantifiers import Every, denied
from theory.stated import conjuncts, gives_a_value, is_own
from verify.claims import catalogue
from verify.claims.page import is_of_printed_numbers, objections
from verify.evidence import Evidence, Outcome, RationalValue, Tier, Verdict
from verify.judging import arguments
from verify.judging.arguments import argued
from verify.methods import refuters
from verify.methods.apply import apply_method
from verify.methods.task import PROFILES
from verify.record import committed
from verify.variants.weakened import without_using

POINT = Evidence("search", Outcome.UNKNOWN, Tier.SEARCH, witness={"x": RationalValue("1")})
TAKEN = Evidence("derivation", Outcome.HOLDS, Tier.EXACT, certificate={})
# hypotheses of a claim's own sentence by the place of the page that prints them: under "printed"
# those without which a clause is proved, too, under "wider" those with wider ones in their place
_LISTED = Path(__file__).parent / "printed_idle.json"
IDLE = json.loads(_LISTED.read_text(encoding="utf-8"))


def _proved_statements(claim_id, one):
    verdicts = {
        key.part: statement.verdicts[one.profile][0]
        for key, statement in one.statements.items()
        if not key.instead
    }
    return {
        number
        for number, verdict in verdicts.items()
        if verdict is Verdict.PROVED
        or (verdict is Verdict.SUPPORTED and _is_only_compared(catalogue.load(claim_id), number))
    }


def _is_only_compared(claim, number):
    part = claim.parts[number]
    return is_of_printed_numbers(part.statement) and len(objections(claim, part)) == 1


PROVED = {i: parts for i, one in committed.load().items() if (parts := _proved_statements(i, one))}


def proved_clauses(claim_id):
    """Return a claim, and of what it prints the statements that are proved, of every reading."""
    claim = catalogue.load(claim_id)
    parts = [claim.parts[number] for number in sorted(PROVED[claim_id])]
    return claim, [part for part in parts if part.role is Role.PRINTED]


@contextmanager
def taking_what_is_rested_on(points=True):
    """Take for true what arguments rest on beside what they assume.

    Something satisfies fewer or wider hypotheses if it satisfies the printed ones, and no
    definition is changed. What takes more steps than most claims is not looked for. Without points
    what an argument shows counts as shown even if it were false at one.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arguments, "_point_in", lambda *_: {})
        patch.setattr(arguments, "_is_met", lambda *_: True)
        patch.setattr(arguments, "_uncompared", lambda *_: ())
        if not points:
            patch.setattr(arguments, "untrue", lambda *_, **__: {})
        patch.setattr(arguments, "STEPS", 1_000_000)
        yield


# -- hypotheses that are not needed ------------------------------------------------------------


@cache
def idle(claim_id):
    """Return what a claim's own sentence assumes or allows without need.

    That are hypotheses without which a clause is still proved, but for those without which a
    formula of the clause has no value; and what "or" adds to what is assumed or concluded.
    """
    claim, parts = proved_clauses(claim_id)
    found = set()
    for part in parts:
        if isinstance(part.statement, (ForAll, States)):
            less = without_each_own_hypothesis(claim, part)
            found |= {str(h) for h, one in less if _is_idle(claim, part, h, one)}
            found |= {
                words for words, one in without_each_way(claim, part) if is_proved(claim, one)
            }
    return found


def _is_idle(claim, part, hypothesis, less):
    return not gives_a_value(hypothesis, part.statement) and is_proved(claim, less)


def own_hypotheses(claim, part):
    """Yield the hypotheses of a claim's own sentence, and the others beside each, by place.

    Those at a place that names the result which the claim is are of its own sentence, too.
    """
    places = dict(part.statement.places)
    for place, some in places.items():
        if is_own(claim, place):
            for number, hypothesis in enumerate(some):
                others = (*some[:number], *some[number + 1 :])
                yield hypothesis, {**places, place: others}, place


def without_each_own_hypothesis(claim, part):
    """Yield each hypothesis of a clause's own sentence, and the clause without it.

    An argument for it assumes it no more.
    """
    for hypothesis, less, _ in own_hypotheses(claim, part):
        because = part.because
        if isinstance(because, Argument):
            because = without_using(because, [hypothesis])
        statement = replace(part.statement, given=less)
        yield hypothesis, replace(part, statement=statement, because=because)


def without_each_way(claim, part):
    """Yield each member of an "or" in words, and a clause that is proved if it is idle.

    A member of a hypothesis is if the other members hold wherever it does; a member of what is
    concluded if the others follow without it.
    """
    for hypothesis, less, _ in own_hypotheses(claim, part):
        for member, _, needless in ways(hypothesis):
            statement = replace(part.statement, given=less, says=needless)
            yield f"{member} in {hypothesis}", replace(part, statement=statement, because=None)
    for concluded in conjuncts(part.statement.says):
        for member, rest, _ in ways(concluded):
            because = part.because
            if isinstance(because, Solve):
                because = replace(because, says=rest)
            statement = replace(part.statement, says=rest)
            one = replace(part, statement=statement, because=because)
            yield f"{member} in {concluded}", one


def ways(condition):
    """Yield each member of an "or", the condition without it, and that this is as wide.

    The "or" may stand under "for every", for each entry, or behind "if".

    >>> x = sp.Symbol("x", real=True)
    >>> [(member, rest) for member, rest, _ in ways(sp.Or(x > 1, x < 0))]
    [(x > 1, x < 0), (x < 0, x > 1)]
    """
    if isinstance(condition, Or):
        for member in sorted(condition.args, key=sp.default_sort_key):
            rest = connected(Or, [one for one in condition.args if one != member])
            yield member, rest, connected(Or, (rest, denied(member)))
    elif isinstance(condition, Every):
        symbol, body = condition.args
        yield from ((m, Every(symbol, r), Every(symbol, n)) for m, r, n in ways(body))
    elif isinstance(condition, Each):
        body, *ranges = condition.args
        yield from ((m, Each(r, *ranges), Each(n, *ranges)) for m, r, n in ways(body))
    elif isinstance(condition, Implies):
        premise, then = condition.args
        for member, *others in ways(then):
            yield member, *(Implies(premise, one, evaluate=False) for one in others)


def wider(claim_id):
    """Return the hypotheses of a claim's own sentence that can be wider, with the widest found.

    A clause is still proved with these, as it is with what is wider than an idle one.
    """
    claim, parts = proved_clauses(claim_id)
    found = {}
    for part in parts:
        if isinstance(part.statement, (ForAll, States)):
            for narrow, wide, more in with_each_wider(claim, part):
                if is_proved(claim, more):
                    found[str(narrow)] = str(wide)
    return found


def with_each_wider(claim, part):
    """Yield each own hypothesis that has a wider form, that form, and the clause with it."""
    for narrow, less, place in own_hypotheses(claim, part):
        for wide in widened(narrow):
            because = part.because
            if isinstance(because, Argument):
                because = without_using(because, [narrow], [wide])
            given = {**less, place: (*less[place], wide)}
            statement = replace(part.statement, given=given)
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
