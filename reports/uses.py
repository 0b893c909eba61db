"""What a printed proof uses: a claim, or a clause of it, for all of a claim or for one clause."""

from __future__ import annotations


def use_of(use: str) -> tuple[str, str, str]:
    """Return the claim that is used, the clause of it, and the clause in whose proof it is used.

    >>> use_of("p/thm-1"), use_of("p/lem-2#upper"), use_of("p/lem-2#upper -> late")
    (('p/thm-1', '', ''), ('p/lem-2', 'upper', ''), ('p/lem-2', 'upper', 'late'))
    """
    used, _, rest = use.partition("#")
    clause, _, own = rest.partition("-> ")
    return used, clause.strip(), own
