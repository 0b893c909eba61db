"""thmcheck finds out which claims of a theory paper are true: the public API in one screen."""

from theory.claim import Claim, ForAll, Instead, Missing, Observed, Part, SameOrder, Source
from theory.language import DEFINES, Each, Head, function, integers, reals, rounds_to, sequence
from verify.api import check, load
from verify.claims.meanings import Approximate, Exact, Formula

__all__ = [
    "DEFINES",
    "Approximate",
    "Claim",
    "Each",
    "Exact",
    "ForAll",
    "Formula",
    "Head",
    "Instead",
    "Missing",
    "Observed",
    "Part",
    "SameOrder",
    "Source",
    "check",
    "function",
    "integers",
    "load",
    "reals",
    "rounds_to",
    "sequence",
]
