"""What `import thmcheck` offers beside the words that claims are written in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.claims import catalogue
from verify.errors import RunError

if TYPE_CHECKING:
    from reports.results import ClaimResult
    from theory.claim import Claim


def load(claim_id: str) -> Claim:
    """Return a claim: what the paper says, as data.

    Args:
        claim_id: its id; as on the command line a unique prefix in any letter case will do.

    Raises:
        UnknownId: no claim, or more than one, is called so.
    """
    return catalogue.load(_one(claim_id))


def check(claim_id: str, profile: str = "quick", seed: int = 0) -> ClaimResult:
    """Check a claim now, by every method, in a worker process.

    A script calls it below `if __name__ == "__main__":`, because its worker reads the script too.

    Args:
        claim_id: its id; as on the command line a unique prefix in any letter case will do.
        profile: "quick", "standard" or "full": how much work every check may do.
        seed: the same seed gives the same verdict and witness.

    Raises:
        UnknownId: no claim, or more than one, is called so.
        ValueError: there is no such profile.
        RunError: our own evidence contradicts itself, or the claim cannot be built.
    """
    from verify.record import committed
    from verify.running import run
    from verify.running.options import Options

    name = _one(claim_id)
    if profile not in committed.PROFILES:
        raise ValueError(f"profile {profile!r}: not one of {', '.join(committed.PROFILES)}")
    others = run.known_from(committed.load())
    options = Options(profile, seed, fresh=True)
    found = run.run([name], options, certificates=committed.certificates(), others=others)
    if found.errors:
        raise RunError("; ".join(found.errors))
    return found.claims[0]


def _one(claim_id: str) -> str:
    names = catalogue.resolve([claim_id])
    if len(names) != 1:
        some = ", ".join(names[:5])
        raise catalogue.UnknownId(f"{claim_id!r} stands for {len(names)} claims: {some}, ...")
    return names[0]
