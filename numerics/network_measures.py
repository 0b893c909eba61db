"""What is measured of trained networks: how far they moved, and balances.

A balance of a pair of matrices is | |Q|_q^q - |K|_q^q |, norms over entries, q = 1 or 2: queries
and keys of a layer, as in appendix H of steepest-mirror.
"""

from __future__ import annotations

from pathlib import Path

from torch import Tensor, nn

from numerics import local_data

ATTENTIONS = (("q_proj", "k_proj"), ("query", "key"))  # how queries and keys are called


def weights(network: nn.Module) -> list[Tensor]:
    """Return copies of all parameters; counters and averages of normalisations are none."""
    return [w.detach().clone() for w in network.parameters()]


def moved(network: nn.Module, start: list[Tensor]) -> tuple[float, float]:
    """Return L1 and L2 norm of the distance of all parameters from where they were."""
    ends = (w.detach() for w in network.parameters())
    off = [(w - old).double() for w, old in zip(ends, start, strict=True)]
    l1 = sum(float(part.abs().sum()) for part in off)
    return l1, sum(float(part.square().sum()) for part in off) ** 0.5


def balance(queries: Tensor, keys: Tensor, q: int) -> float:
    """Return | |Q|_q^q - |K|_q^q | of two matrices.

    >>> import torch
    >>> balance(torch.tensor([[1.0, -2.0]]), torch.tensor([[0.5]]), 2)
    4.75
    """
    one, other = (m.double().abs().pow(q).sum() for m in (queries, keys))
    return float((one - other).abs())


def balances(network: nn.Module, q: int) -> list[float]:
    """Return the balance of queries and keys of every layer of a Transformer."""
    found = []
    for layer in network.modules():
        for names in ATTENTIONS:
            queries, keys = (getattr(layer, name, None) for name in names)
            if isinstance(queries, nn.Linear) and isinstance(keys, nn.Linear):
                found.append(balance(queries.weight.detach(), keys.weight.detach(), q))
    return found


def stored_balances(model: str, folder: str) -> dict[int, list[float]]:
    """Return, for q = 1 and 2, the balances of all layers of a LLaMA from a local copy.

    Matrices are read one at a time, so that a large network needs no memory of its size.

    Raises:
        MissingData: there is no local copy, or no library.
        ValueError: a file is damaged, or holds no queries and keys.
    """
    paths = local_data.matching(model, folder, "*.safetensors")
    found: dict[int, list[float]] = {1: [], 2: []}
    places = {name: path for path in paths for name in _names(path)}
    for name in sorted(places, key=_by_layer):
        if not name.endswith("q_proj.weight"):
            continue
        other = name.replace("q_proj", "k_proj")
        if other not in places:
            raise ValueError(f"{folder} has {name} and no {other}")
        queries, keys = (_tensor(places[one], one) for one in (name, other))
        for q, values in found.items():
            values.append(balance(queries, keys, q))
    if not found[1]:
        raise ValueError(f"{folder} holds no queries and keys")
    return found


def _by_layer(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split(".") if part.isdigit())


def _names(path: Path) -> list[str]:
    return [name for name in _opened(path) if ".q_proj." in name or ".k_proj." in name]


def _opened(path: Path) -> list[str]:
    from safetensors import SafetensorError, safe_open  # come with transformers

    try:
        with safe_open(path, framework="pt") as stored:
            return list(stored.keys())
    except SafetensorError as wrong:
        raise ValueError(f"{path.name} is damaged: {wrong}") from wrong


def _tensor(path: Path, name: str) -> Tensor:
    from safetensors import safe_open

    with safe_open(path, framework="pt") as stored:
        found: Tensor = stored.get_tensor(name)
    return found
