"""ResNet, ViT, BERT and LLaMA by name and size: classes of `transformers`, built from a config.

Printed sizes have the names that people call them by, and there is a small one of each family for
small data. Weights are random with a seed of their own; nothing is ever downloaded. A trained
network is read from a local copy only, see `numerics.local_data`. Numbers are in float32, in which
such networks are trained.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from torch import nn

from numerics import local_data
from numerics.local_data import MissingData

PACKAGE = "transformers"
FILES = ("config.json", "model.safetensors")  # of a trained network, in a folder of its own

_SMALL_RESNET = {"embedding_size": 8, "hidden_sizes": [8, 16], "depths": [1, 1]}
_RESNET_20 = {"embedding_size": 16, "hidden_sizes": [16, 32, 64], "depths": [3, 3, 3]}
_LARGE = [256, 512, 1024, 2048]
RESNETS: dict[str, dict[str, Any]] = {
    "small": {**_SMALL_RESNET, "layer_type": "basic"},
    "resnet-18": {
        "embedding_size": 64,
        "hidden_sizes": [64, 128, 256, 512],
        "depths": [2, 2, 2, 2],
        "layer_type": "basic",
    },
    "resnet-20": {**_RESNET_20, "layer_type": "basic"},
    "resnet-50": {"embedding_size": 64, "hidden_sizes": _LARGE, "depths": [3, 4, 6, 3]},
}
FOR_SMALL_IMAGES = ("small", "resnet-20")  # begin with 3 x 3 filters and no pooling
TRANSFORMERS: dict[str, tuple[int, int, int, int]] = {  # width, layers, heads, inner width
    "small": (32, 2, 4, 64),
    "vit-large": (1024, 24, 16, 4096),
    "bert-base": (768, 12, 12, 3072),
    "llama-100m": (768, 12, 12, 2048),
}
PATCHES = {"small": (8, 2), "vit-large": (224, 16)}  # pixels of an image and of a patch, per side
WORDS = 30_522  # of BERT-base
TOKENS = 32_000  # of the first LLaMA


class MissingLibrary(MissingData):
    """The library of these networks is not installed."""


def resnet(name: str, classes: int, *, channels: int = 3, seed: int) -> nn.Module:
    """Return a ResNet; those for small images begin with 3 x 3 filters in place of 7 x 7.

    Of `resnet-20` shortcuts to more channels are 1 x 1 filters.

    >>> count(resnet("resnet-20", 10, seed=0))
    272474
    """
    library = _library()
    config = library.ResNetConfig(**RESNETS[name], num_channels=channels, num_labels=classes)
    return _built(lambda: _stemmed(library.ResNetForImageClassification(config), name), seed)


def vit(name: str, classes: int, *, channels: int = 3, seed: int) -> nn.Module:
    """Return a Vision Transformer for images of the size in `PATCHES`."""
    library = _library()
    pixels, patch = PATCHES[name]
    shape = {"image_size": pixels, "patch_size": patch, "num_channels": channels}
    config = library.ViTConfig(**_shape(name), **shape, num_labels=classes)
    return _built(lambda: library.ViTForImageClassification(config), seed)


def bert(name: str, labels: int, *, words: int = WORDS, length: int = 512, seed: int) -> nn.Module:
    """Return a BERT that classifies pairs of sentences of up to `length` words."""
    library = _library()
    shape = {"vocab_size": words, "max_position_embeddings": length}
    config = library.BertConfig(**_shape(name), **shape, num_labels=labels)
    return _built(lambda: library.BertForSequenceClassification(config), seed)


def llama(
    name: str, *, tokens: int = TOKENS, shared_keys: int = 1, length: int = 2048, seed: int
) -> nn.Module:
    """Return a LLaMA that predicts the next token; output and input embedding are the same.

    Args:
        name: its size.
        tokens: how many there are.
        shared_keys: how many heads of queries share a head of keys.
        length: of the longest text.
        seed: of its weights.
    """
    library = _library()
    _, _, heads, _ = TRANSFORMERS[name]
    config = library.LlamaConfig(
        **_shape(name),
        vocab_size=tokens,
        num_key_value_heads=heads // shared_keys,
        max_position_embeddings=length,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=None,
    )
    return _built(lambda: library.LlamaForCausalLM(config), seed)


def trained(kind: str, folder: str, classes: int, *, seed: int) -> nn.Module:
    """Return a trained network from a local copy, with a new last layer for so many classes.

    Args:
        kind: a class of `transformers`, such as `ViTForImageClassification`.
        folder: the folder in that of the user.
        classes: what is to be told apart.
        seed: of the new layer.

    Raises:
        MissingData: there is no local copy, or no library.
        ValueError: the files are damaged, or of another network.
    """
    library = _library()
    place = local_data.files(f"a trained {kind}", folder, FILES)[0].parent
    how = {"num_labels": classes, "ignore_mismatched_sizes": True, "local_files_only": True}
    _check(place, kind)

    def read() -> nn.Module:
        try:
            return with_new_head(getattr(library, kind).from_pretrained(place, **how), classes)
        except Exception as wrong:  # the library and its reader have many kinds of errors
            raise ValueError(f"{folder} holds no {kind}: {wrong}") from wrong

    return _built(read, seed)


def with_new_head(network: nn.Module, classes: int) -> nn.Module:
    """Replace the last layer of a classifier by a new one, with weights of normal size."""
    head: Any = network.classifier
    last: Any = head[-1] if isinstance(head, nn.Sequential) else head
    new = nn.Linear(last.in_features, classes)
    if isinstance(head, nn.Sequential):
        head[-1] = new
    else:
        network.classifier = new
    return network


def replaced_head(network: nn.Module, classes: int, seed: int) -> nn.Module:
    """Replace the last layer of a classifier, with a seed."""
    return _built(lambda: with_new_head(network, classes), seed)


def count(network: nn.Module) -> int:
    """Return the number of parameters."""
    return sum(p.numel() for p in network.parameters())


def _shape(name: str) -> dict[str, int]:
    width, layers, heads, inner = TRANSFORMERS[name]
    return {
        "hidden_size": width,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "intermediate_size": inner,
    }


def _stemmed(network: nn.Module, name: str) -> nn.Module:
    if name in FOR_SMALL_IMAGES:
        stem: Any = network.resnet.embedder  # type: ignore[union-attr]
        first = stem.embedder.convolution
        new = nn.Conv2d(first.in_channels, first.out_channels, 3, padding=1, bias=False)
        nn.init.kaiming_normal_(new.weight, mode="fan_out", nonlinearity="relu")
        stem.embedder.convolution = new
        stem.pooler = nn.Identity()
    return network


def _built(make: Callable[[], nn.Module], seed: int) -> nn.Module:
    """Return what is made with this seed, whatever the state of torch's own generator is."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return make()


def _check(place: Path, kind: str) -> None:
    try:
        config = json.loads((place / FILES[0]).read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise ValueError(f"{place.name}/{FILES[0]} is damaged: {wrong}") from wrong
    family = str(config.get("model_type", "")) if isinstance(config, dict) else ""
    if not family or not kind.lower().startswith(family):
        raise ValueError(f"{place.name}/{FILES[0]} is of {family or 'no network'}, not of a {kind}")


def _library() -> Any:
    if find_spec(PACKAGE) is None:
        raise MissingLibrary(f"the package {PACKAGE} is missing; pip install 'thmcheck[networks]'")
    import transformers  # seconds, which only these networks need

    return transformers
