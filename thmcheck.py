"""thmcheck finds out which claims of a theory paper are true: the public API in one screen."""

from importlib.util import find_spec
from pathlib import Path


def _check_names() -> None:
    """Look whether what is imported under our names is ours.

    Raises:
        ImportError: names the folder or file that is in the way, and the way out.
    """
    for name in ("theory", "numerics", "property_tests", "verify", "reports"):
        found = find_spec(name)
        origin = Path(found.origin).resolve() if found is not None and found.origin else None
        if origin is not None and origin.parent.parent != Path(__file__).resolve().parent:
            clash = origin.parent if origin.name == "__init__.py" else origin
            raise ImportError(
                f"{clash} hides the package `{name}` of thmcheck; rename it, or keep its folder "
                "off the search path: the command `thmcheck` and `python -P -m thmcheck` do"
            )


_check_names()
if __name__ == "__main__":
    from verify.cli.main import main

    main()
else:
    from theory.choices import Ambiguous, Damaged
    from theory.claim import (
        ByHand,
        Claim,
        ForAll,
        Instead,
        Missing,
        Observed,
        SameAs,
        SameOrder,
        Source,
        Special,
    )
    from theory.hints import Keeps, Within
    from theory.language import DEFINES, Each, Head, function, integers, reals, rounds_to, sequence
    from theory.places import HERE
    from verify.api import check, find_counterexample, load, show_in_notebooks
    from verify.claims.meanings import Approximate, Exact, Formula
    from verify.claims.refusals import explain_refusals
    from verify.evidence import Evidence, Outcome, Tier

    show_in_notebooks()
    explain_refusals()

__all__ = [
    "DEFINES",
    "HERE",
    "Ambiguous",
    "Approximate",
    "ByHand",
    "Claim",
    "Damaged",
    "Each",
    "Evidence",
    "Exact",
    "ForAll",
    "Formula",
    "Head",
    "Instead",
    "Keeps",
    "Missing",
    "Observed",
    "Outcome",
    "SameAs",
    "SameOrder",
    "Source",
    "Special",
    "Tier",
    "Within",
    "check",
    "find_counterexample",
    "function",
    "integers",
    "load",
    "reals",
    "rounds_to",
    "sequence",
]
