"""Induction: an invariant that holds at the first value of an index, survives a step, and suffices.

It proves statements over an unbounded integer index for which a hint names an invariant. Three
obligations (see `verify.kernel.induction`) are statements without a range of the index: the
hypotheses give the invariant at the first value, the invariant and the hypotheses give it at the
next one, and with it the conclusion follows. The other exact methods prove them.

This is sound because the three together are the principle of induction, for every value of the
index and not only for the instances that are tried. The kernel derives them anew from the statement
and checks the certificate of each. An obligation that is not proved leaves the statement open:
another invariant might do.

Example:

    >>> import sympy as sp
    >>> from theory.statements import ForAll
    >>> from theory.hints import Keeps
    >>> from theory.language import integers
    >>> from verify.methods import METHODS
    >>> from verify.methods.task import Task
    >>> n, i = integers("n i")
    >>> gauss = sp.Eq(sp.Sum(i, (i, 1, n)), n * (n + 1) / 2, evaluate=False)
    >>> claim = ForAll(given=(n >= 1,), says=gauss, instances={n: (1,)})
    >>> print(METHODS["induction"].apply(Task(claim, hint=Keeps(n, gauss))).outcome)
    holds

Reference: R. W. Floyd, "Assigning meanings to programs", Proceedings of Symposia in Applied
Mathematics 19 (1967).
"""

from __future__ import annotations

from typing import Any

from theory.hints import Keeps
from verify.evidence import Outcome, Tier
from verify.kernel.induction import obligations
from verify.kernel.total import Outside
from verify.methods.base import LONGEST, Finding
from verify.methods.method import Method
from verify.methods.task import Task


def _decide_whole(task: Task) -> Finding:
    """Prove the three obligations of an index that has an invariant."""
    hint = task.hint
    if not isinstance(hint, Keeps):
        return Finding(Outcome.NOT_APPLICABLE)
    kept = {hint.index: hint.kept}
    certificate: dict[str, Any] = {"kind": "induction"}
    tier, witness, instance = Tier.EXACT, None, {}
    try:
        for name, obligation in obligations(task.universal, hint):
            found = task.prove(obligation)
            if found is None:
                detail = f"the {name} is not proved: {obligation.says}"
                return Finding(Outcome.UNKNOWN, detail[:LONGEST])
            certificate[name] = found.certificate
            if found.tier is not Tier.EXACT:
                tier = found.tier
            if name == "start":
                witness, instance = found.witness, found.instance
    except Outside as reason:
        return Finding(Outcome.NOT_APPLICABLE, str(reason))
    return Finding(
        Outcome.HOLDS,
        f"start, step and end are proved of {kept}"[:LONGEST],
        witness=witness,
        instance=instance,
        certificate=certificate,
        size=3,
        tier=tier,
    )


METHOD = Method(
    name="induction",
    tier=Tier.EXACT,
    handles="Statements over an unbounded integer index for which a hint names an invariant.",
    decide=_decide_whole,
    cost=50,
    refutes=60,
    needs_proofs=True,
)
