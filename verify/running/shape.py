"""What stored JSON must look like: one place that decides whether a result can be read.

A shape is a type, an enumeration (of which the value must be a word), `[shape]` for a list,
`{str: shape}` for any names, `{"name": shape, ...}` for an object that has at least these names,
or a tuple of alternatives. `None` is itself.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Any

from verify.evidence import Outcome, Tier, Verdict

Shape = Any
ANY = object
WITNESS = ({str: ANY}, None)
PLACE = {"main": str, "appendix": str}
EVIDENCE = {
    "method": str,
    "outcome": Outcome,
    "tier": Tier,
    "restrictions": [str],
    "witness": WITNESS,
    "instance": {str: str},
    "sides": ([str], None),
    "detail": str,
    "size": int,
    "seed": (int, None),
    "seconds": float,
    "device": str,
    "error": bool,
    "certificate": WITNESS,
}
SAID = {
    "type": str,
    "says": str,
    "hypotheses": [str],
    "where": {str: str},
    "statement": str,
}
SHOWN = {**SAID, "latex": str, "hypotheses_latex": [str], "where_latex": {str: str}}
JUDGED = {"verdict": Verdict, "tier": (Tier, None), "covered": [str], "reason": (str, None)}
FOUND = {
    **JUDGED,
    "severity": (str, None),
    "witness": WITNESS,
    "instance": {str: str},
    "sides": ([str], None),
    "certificate": WITNESS,
}
ABOUT = {
    "title": str,
    "words": str,
    "source": PLACE,
    "note": str,
    "terms": {str: {str: str}},
    "text_uncertain": bool,
    "uses": [str],
}
NAMED = {"name": str, "reading": str}
CODE = {"theory": str, "verify": str}

RESULTS: dict[str, Shape] = {  # by the kind of the item
    "describe": {
        **ABOUT,
        "proof_complete": bool,
        "opaque": bool,
        "statements": {str: {**NAMED, **SHOWN}},
    },
    "replay": {str: ({"evidence": EVIDENCE}, {"refused": str})},
    "confirm": ({"accepted": str}, {"refused": str}),
    "method": {str: EVIDENCE},
    "judge": {
        "headline": int,
        "errors": [str],
        "attacked": str,
        "verdicts": {str: {**FOUND, "evidence": [EVIDENCE]}},
    },
    "mutate": {
        "killed": int,
        "true": int,
        "undecided": int,
        "mutants": [{"statement": str, "change": str, "end": str}],
    },
    "repair": {
        "statements": {
            str: {
                "kept": [
                    {
                        "change": str,
                        "says": str,
                        "hypotheses": [str],
                        "where": {str: str},
                        "verdict": str,
                        "tier": str,
                    }
                ]
            }
        }
    },
    "draw": {str: WITNESS},
}
INSTEAD = {**SAID, **JUDGED}
ENTRY = {  # what `list` and `show` need of a claim
    **ABOUT,
    "paper": str,
    "proof": ("sound", "gap", "unchecked"),
    "lost": [str],
    "code": CODE,
    "source_hash": str,
    "verdict": Verdict,
    "tier": (Tier, None),
    "headline": int,
    "parts": [{**NAMED, **SAID, **JUDGED, "severity": (str, None), "instead": (INSTEAD, None)}],
}
PART = {
    **NAMED,
    **SHOWN,
    **FOUND,
    "plot": WITNESS,
    "instead": ({**SHOWN, **JUDGED, "witness": WITNESS, "instance": {str: str}}, None),
}
CLAIM = {
    **ABOUT,
    "id": str,
    "paper": str,
    "headline": int,
    "verdict": Verdict,
    "lost": [str],
    "proof": ("sound", "gap", "unchecked"),
    "parts": [PART],
    "evidence": [{"part": int, **EVIDENCE}],
    "mutation": WITNESS,
    "repairs": WITNESS,
    "code": CODE,
    "source_hash": str,
    "seconds": float,
}
RUN = {
    "schema_version": int,
    "profile": ("quick", "standard", "full"),
    "seed": int,
    "versions": {str: str},
    "papers": {str: str},
    "errors": [str],
    "claims": [CLAIM],
}


def fits(value: Any, shape: Shape) -> bool:
    """Return whether JSON data has a shape.

    >>> fits({"a": [1, 2]}, {"a": [int]}), fits({"a": [True]}, {"a": [int]})
    (True, False)
    """
    if shape is ANY:
        return True
    if isinstance(shape, tuple):
        return any(fits(value, option) for option in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(entry, shape[0]) for entry in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and _has(value, shape)
    if shape is float:
        return type(value) in (int, float) and math.isfinite(value)
    if isinstance(shape, type) and issubclass(shape, Enum):
        return isinstance(value, str) and value in shape._value2member_map_
    if isinstance(shape, type):
        return type(value) is shape
    return value is shape or (isinstance(shape, str) and value == shape)


def _has(value: dict[str, Any], shape: dict[Any, Shape]) -> bool:
    if str in shape:
        return all(fits(entry, shape[str]) for entry in value.values())
    return all(name in value and fits(value[name], inner) for name, inner in shape.items())


def is_entry(value: Any) -> bool:
    """Return whether data is what `list` and `show` need of a claim."""
    return fits(value, ENTRY) and _has_headline(value)


def is_run(value: Any) -> bool:
    """Return whether data is a run that a report can be made of."""
    return fits(value, RUN) and all(map(_has_headline, value["claims"]))


def _has_headline(claim: dict[str, Any]) -> bool:
    return bool(0 <= claim["headline"] < len(claim["parts"]))
