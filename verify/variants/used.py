"""Orders that fail along a ray by what another claim proves, one that the claim goes back to.

A theorem on what the best choice comes to uses the law of every choice: that tells how the left
side grows along a ray. What is used is believed only once it is shown, and shown only once some
ray would be one along which the order fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from reports.uses import use_of
from theory.argument_language import States
from theory.claim import Claim, Role
from theory.orders import Order
from verify.claims import catalogue
from verify.claims.statements import part_at, statements
from verify.errors import NotBuilt
from verify.evidence import Key, Verdict
from verify.methods.task import Budget
from verify.variants.judged import judged

DEEPEST = 2  # claims that a claim uses, and those that they use
MOST = 3  # orders that are shown


class Used(NamedTuple):
    """An order of another claim."""

    claim: Claim
    key: Key
    says: States


def fails_by_what_it_uses(
    claim: Claim,
    fails: Callable[[tuple[States, ...]], str | None],
    budget: Budget,
    seed: int,
) -> str | None:
    """Return why an order of a claim fails, `None` if nothing that the claim uses shows that.

    Args:
        claim: the claim.
        fails: returns why it would fail if some other orders hold.
        budget, seed: how hard it is tried to show those.
    """
    known = list(orders_used(claim))
    if not known or fails(tuple(one.says for one in known)) is None:
        return None
    alone = ((one, broken) for one in known if (broken := fails((one.says,))) is not None)
    for number, (one, broken) in enumerate(alone):
        if is_proved(one, budget, seed):
            return f"{broken}, as {one.claim.id} has it"
        if number + 1 == MOST:
            break
    return None


def is_proved(used: Used, budget: Budget, seed: int) -> bool:
    """Return whether the kernel has a proof of an order."""
    found = judged(used.claim, budget, seed, only=(used.key,)).found
    return found.verdicts[used.key].verdict is Verdict.PROVED


def orders_used(claim: Claim, deepest: int = DEEPEST) -> Iterator[Used]:
    """Yield the orders that clauses of other claims say which a claim uses, or they use.

    Args:
        claim: the claim.
        deepest: how far it is followed what is used.
    """
    seen = {claim.id}
    claims = [claim]
    for _ in range(deepest):
        claims = list(_each_once((use for one in claims for use in _uses(one)), seen))
        for one in claims:
            for key, says in statements(one):
                is_order = isinstance(says, States) and isinstance(says.says, Order)
                if isinstance(says, States) and is_order and _is_printed(one, key):
                    yield Used(one, key, says)


def _is_printed(claim: Claim, key: Key) -> bool:
    return part_at(claim, key).role is Role.PRINTED


def _uses(claim: Claim) -> tuple[str, ...]:
    return (
        *(use_of(use)[0] for use in claim.uses),
        *(leaf.claim for leaf in claim.rests_on.values()),
    )


def _each_once(names: Iterable[str], seen: set[str]) -> Iterator[Claim]:
    for name in names:
        if name in seen or name not in catalogue.index():
            continue
        seen.add(name)
        try:
            yield catalogue.load(name)
        except NotBuilt:
            continue
