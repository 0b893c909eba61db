"""What `import thmcheck` offers beside the words that claims are written in."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from verify.claims import catalogue
from verify.claims.source_mistakes import mistake_in
from verify.errors import NotBuilt, RunError

if TYPE_CHECKING:
    from reports.results import ClaimResult
    from theory.claim import Claim
    from theory.statements import ForAll
    from theory.values import Value


def show_in_notebooks() -> None:
    """Let IPython show claims and results with their formulas, if this process runs in it."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        return
    from reports.notebook import html as html_of_result
    from reports.results import ClaimResult
    from theory.claim import Claim
    from theory.notebook import html as html_of_claim

    html = shell.display_formatter.formatters["text/html"]
    html.for_type(Claim, html_of_claim)
    html.for_type(ClaimResult, html_of_result)


def load(claim_id: str) -> Claim:
    """Return a claim: what the paper says, as data.

    Args:
        claim_id: its id; as on the command line a unique prefix in any letter case will do.

    Raises:
        UnknownId: no claim, or more than one, is called so.
        NotBuilt: the claim cannot be built; says where and why.
    """
    return catalogue.load(_one(claim_id))


def check(claim: Claim | str, profile: str = "quick", seed: int = 0) -> ClaimResult:
    """Check a claim now, by every method.

    A claim of a file is checked in a worker process, which has limits of time and memory and
    always finds the same witness. A claim that was written in this process is checked in it.

    Args:
        claim: a claim, or the id of one; as on the command line a unique prefix in any letter
            case will do.
        profile: "quick", "standard" or "full": how much work every check may do.
        seed: the same seed gives the same verdict.

    Raises:
        UnknownId: no claim, or more than one, is called so.
        ValueError: there is no such profile.
        RunError: our own evidence contradicts itself, or the claim cannot be built.
    """
    from verify.record import committed
    from verify.running.options import Options

    if profile not in committed.PROFILES:
        raise ValueError(f"profile {profile!r}: not one of {', '.join(committed.PROFILES)}")
    if isinstance(claim, str) or _stands_in_a_file(claim):
        name = _one(claim if isinstance(claim, str) else claim.id)
        with _without_main():
            return _checked(name, Options(profile, seed, fresh=True))
    with catalogue.holding(claim):
        return _checked(claim.id, Options(profile, seed, engine="here", fresh=True))


def find_counterexample(statement: ForAll, seed: int = 0) -> dict[str, Value] | None:
    """Return exact values that satisfy every hypothesis and break the conclusion.

    The methods that object to changed statements look for one, until one of them proves the
    statement. What they find counts only if its exact evaluation confirms it.

    Args:
        statement: a `ForAll` without heads.
        seed: the same seed gives the same points of the search.

    Returns:
        By name the value of every symbol, indices with `instances` included: a `Fraction`, an
        `Algebraic` number or a `PiecewiseLinear` function. `None` if nothing was found, which
        does not mean that the statement holds.

    Raises:
        TypeError: it is no `ForAll`.
        IllFormed: sympy has decided it while it was written down.
        NotBuilt: it says something else than it looks like.
        ValueError: it has a head, which nothing here can evaluate.
    """
    from sympy.logic.boolalg import Boolean

    from theory.claim import Claim, Source
    from theory.frozen import written_at
    from theory.statements import ForAll, check_undecided
    from verify.claims.statements import is_opaque
    from verify.evidence import Key, Outcome
    from verify.methods import refuters
    from verify.methods.apply import apply_to_claim

    if not isinstance(statement, ForAll):
        way_out = f"ForAll({statement})" if isinstance(statement, Boolean) else "a ForAll"
        raise TypeError(
            f"`{statement!s:.80}`, a {type(statement).__name__}, is no ForAll, which alone has "
            f"counterexamples; write find_counterexample({way_out})"
        )
    source, line = written_at(statement)
    mistake = mistake_in(Path(source), line, written="ForAll")
    if mistake:
        raise NotBuilt(mistake)
    if is_opaque(statement):
        raise ValueError("the statement has a head; check its claim, beside which its meaning is")
    check_undecided(statement, "the statement")
    claim = Claim("given/statement", "", Source(), "", statement)
    for method in refuters():
        (evidence,) = apply_to_claim(claim, method.name, [Key(0)], seed=seed).values()
        if evidence.proves:
            return None
        if evidence.outcome is Outcome.FAILS and evidence.witness is not None:
            found = _confirmed(claim, evidence.instance, evidence.witness)
            if found is not None:
                return found
    return None


def _confirmed(claim: Claim, instance: Any, witness: Any) -> dict[str, Value] | None:
    """Return the values of a witness if an evaluation confirms that they refute a claim."""
    from verify.claims.witness import decode_value
    from verify.evidence import RationalValue
    from verify.judging.certificate import CertificateError, make, replay

    try:
        replay(make(claim.id, claim.parts[0], instance, witness), claim.id, claim.parts[0], {})
    except CertificateError:
        return None
    indices = {index: RationalValue(value) for index, value in instance.items()}
    return {name: decode_value(entry) for name, entry in {**indices, **witness}.items()}


def _stands_in_a_file(claim: Claim) -> bool:
    """Return whether a claim is the one of that id in its file."""
    try:
        return claim.id in catalogue.index() and catalogue.load(claim.id) is claim
    except NotBuilt:
        return False


def _checked(name: str, options: Any) -> ClaimResult:
    """Check one claim.

    Raises:
        RunError: our own evidence contradicts itself, or the claim cannot be built.
    """
    from verify.record import committed
    from verify.running import run

    others = run.known_from(committed.load())
    found = run.run([name], options, certificates=committed.certificates(), others=others)
    if found.errors:
        raise RunError("; ".join(found.errors))
    return found.claims[0]


@contextmanager
def _without_main() -> Iterator[None]:
    """Keep workers from running the script or notebook that started them.

    A new process imports the main module of its parent, for what it may have to unpickle; our
    workers unpickle nothing of it, and a script without a guard would start them without end.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _one(claim_id: str) -> str:
    names = catalogue.resolve([claim_id])
    if len(names) != 1:
        some = ", ".join(names[:5])
        raise catalogue.UnknownId(f"{claim_id!r} stands for {len(names)} claims: {some}, ...")
    return names[0]
