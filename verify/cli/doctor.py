"""Is everything here that checks need? Versions, GPU, cache, and a tiny test of every method."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Finding:
    """One thing looked at: what, whether it is well, and what was seen."""

    name: str
    well: bool
    seen: str


def findings() -> Iterator[Finding]:
    """Look at everything, one finding at a time."""
    from verify.running.keys import versions

    for package, version in versions().items():
        yield Finding(package, version != "not installed", version)
    yield _gpu()
    yield _cache()
    yield from _methods()


def _gpu() -> Finding:
    import torch

    if torch.cuda.is_available():
        return Finding("GPU", True, torch.cuda.get_device_name(0))
    return Finding("GPU", True, "none; experiments run on the CPU")


def _cache() -> Finding:
    from verify.running.cache import Cache

    trouble: list[str] = []
    cache = Cache(trouble.append)
    cache.put("doctor", {"at": time.time()})
    well = cache.get("doctor") is not None
    cache.close()
    return Finding("cache", well and not trouble, "; ".join(trouble) or str(cache.path))


def _methods() -> Iterator[Finding]:
    """Let every method judge a statement that it must be able to judge."""
    from verify.methods import METHODS
    from verify.methods.task import Task

    for name, (statement, more, expected) in _statements().items():
        if name not in METHODS:
            yield Finding(name, False, "there is no such method")
            continue
        started = time.perf_counter()
        try:
            evidence = METHODS[name].run(Task(statement, **more))
            seen = f"{evidence.outcome.value}: {evidence.detail}"
            well = evidence.outcome == expected and not evidence.error
        except Exception as error:
            seen, well = f"{type(error).__name__}: {error}", False
        yield Finding(name, well, f"{seen} ({time.perf_counter() - started:.2f} s)")
    for name in METHODS.keys() - _statements().keys():
        yield Finding(name, True, "has no self test")


def _statements() -> dict[str, tuple[Any, dict[str, Any], str]]:
    """Return for every method a statement, what it means, and the outcome it must have."""
    import sympy as sp

    from theory.claim import ForAll, Observed, SameOrder
    from theory.language import integers, reals
    from verify.evidence import Evidence, Outcome, Tier

    x, y = reals("x y")
    n, i = integers("n i")
    total = sp.Sum(i, (i, 1, n))
    gauss = sp.Eq(total, n * (n + 1) / 2, evaluate=False)
    square = ForAll((x,), says=(x - 1) ** 2 >= 0)
    wrong = ForAll((x,), given=(x >= 0,), says=x < 1)
    finite = ForAll((n,), given=(n >= 0, n <= 3), says=n**2 <= 3 * n)
    box = ForAll((x,), given=(x >= 0, x <= 1), says=sp.exp(x) > x)
    empty = ForAll((x,), given=(x > 0, x < 0), says=x > 1)
    identity = ForAll((x, y), says=sp.Eq((x + y) ** 2, x**2 + 2 * x * y + y**2, evaluate=False))
    order = SameOrder(1 + x, x, regime=(x >= 1,), variables=(x,))
    counted = ForAll((n,), given=(n >= 1,), says=gauss, instances={n: (1,)}, invariants={n: gauss})
    seen = Observed("nothing", {}, sp.true)

    def nothing(*_: Any, **__: Any) -> Evidence:
        return Evidence("experiment", Outcome.HOLDS, Tier.EXPERIMENT, detail="it ran")

    return {
        "vacuity": (empty, {}, "holds"),
        "enumeration": (finite, {}, "holds"),
        "solver": (square, {}, "holds"),
        "derivation": (identity, {}, "holds"),
        "induction": (counted, {}, "holds"),
        "balls": (box, {}, "holds"),
        "orders": (order, {}, "holds"),
        "search": (wrong, {}, "fails"),
        "experiment": (seen, {"experiments": {"nothing": nothing}}, "holds"),
    }
