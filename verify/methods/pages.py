"""A page for each method, made from what it declares and says of itself, and their index."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from inspect import cleandoc
from pathlib import Path

from verify.methods import METHODS, refuters
from verify.methods.base import EachInstance
from verify.methods.method import KINDS, Method

FOLDER = Path("docs") / "methods"
INDEX = "README.md"
HEAD = """# The methods

These pages are made by `make docs` from the files in `verify/methods`; a change belongs there.

A method decides a statement in its own way and says what it found: that the statement holds, that
it fails at a point, that it could not decide, or that the statement is none of its kind. What says
that a statement holds on all of its range comes with a certificate, and counts as a proof only if
`verify/kernel` accepts that; a point at which a statement fails is evaluated again from its
certificate alone. The examples are run by the tests and by `thmcheck doctor`.

Methods are applied from the cheapest to the dearest; the cost gives the order and has no unit.

| method | tier | handles | cost |
|---|---|---|---|
"""
TAIL = """
To add a method, write one file `verify/methods/NAME.py` that declares it, with a `METHOD` of that
name (`verify/methods/method.py` says what there is to declare) and a docstring with four parts:
what it decides, why this is sound, an example, and a reference. There is no list to extend.
`verify/methods/base.py` goes through the instances of a statement; a method decides one of them at
a time.
"""
_PARTS = re.compile(
    r"(?P<title>[^\n]+)\n\n(?P<decides>.+?)\n\n(?P<sound>This is sound .+?)\n\n"
    r"Example:\n\n(?P<example> {4}>>> .+?)\n\nReference: (?P<source>.+)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Explained:
    """What a method says of itself.

    Args:
        title: its name and what it is, in one line.
        decides: which statements it can decide, and how.
        sound: why what it says is so.
        example: lines of an interactive session in which `METHOD` is the method.
        source: where it comes from in the literature.
    """

    title: str
    decides: str
    sound: str
    example: str
    source: str


def explained(method: Method) -> Explained:
    """Return the parts of a method's docstring.

    Raises:
        ValueError: one is missing, or they stand in another order.
    """
    said = cleandoc(import_module(_module(method)).__doc__ or "")
    parts = _PARTS.fullmatch(said)
    if parts is None:
        raise ValueError(
            f"{_module(method)}: its docstring has a title, what it decides, a paragraph that "
            "begins `This is sound`, `Example:` and `Reference:`, in this order"
        )
    return Explained(**{**parts.groupdict(), "example": cleandoc(parts["example"])})


def pages() -> dict[str, str]:
    """Return every page as Markdown, by the name of its file."""
    rows = "".join(
        f"| [{m.name}]({m.name}.md) | {m.tier.value} | {m.handles} | {m.cost} |\n"
        for m in METHODS.values()
    )
    return {INDEX: HEAD + rows + TAIL, **{f"{m.name}.md": _page(m) for m in METHODS.values()}}


def _page(method: Method) -> str:
    said = explained(method)
    place = _module(method).replace(".", "/") + ".py"
    facts = "\n".join(f"- {name}: {fact}" for name, fact in _facts(method).items())
    return f"""# {said.title}

{facts}
- code: [{place}](../../{place}), from which `make docs` makes this page
- [all methods]({INDEX})

## What it decides

{said.decides}

## Why that is sound

{said.sound}

## Example

```python
{said.example}
```

## Reference

{said.source}
"""


def _facts(method: Method) -> dict[str, str]:
    """Return what a method declares, by its heading."""
    places, refuting = list(METHODS), refuters()
    objects = "never"
    if method in refuting:
        objects = f"{refuting.index(method) + 1} of {len(refuting)}"
    each = isinstance(method.decide, EachInstance)
    facts = {
        "handles": method.handles,
        "takes": "; ".join(KINDS[kind] for kind in method.takes),
        "declines": "; ".join(words for kind, words in KINDS.items() if kind not in method.takes),
        "tier": method.tier.value,
        "decides": "each instance by itself" if each else "the statement as a whole",
        "applied to a claim": f"{places.index(method.name) + 1} of {len(places)}",
        "applied to find an objection": objects,
    }
    if method.needless is not None:
        facts["left out by the quick profile"] = f"where {method.needless.value}"
    if method.proves_for_others:
        facts["proves"] = "also what other methods need"
    if method.needs_proofs:
        facts["needs"] = f"proofs by {', '.join(prover.name for prover in method.provers)}"
    if method.uses_gpu:
        facts["GPU"] = "used if there is one"
    return facts


def _module(method: Method) -> str:
    return f"verify.methods.{method.name}"


def write() -> None:
    """Write every page, and remove those of methods that are gone."""
    made = pages()
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.md"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
