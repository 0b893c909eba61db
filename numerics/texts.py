"""Texts for language models: what Python says of itself, and local copies of plain text.

`pydoc_data.topics`, which ships with Python, is the text of `help()` on the language: 79 topics and
465,000 characters with Python 3.11, so what it holds depends on the version. Tokens are bytes, or
those of a `tokenizer.json` beside the local copy.
"""

from __future__ import annotations

import torch
from torch import Tensor

from numerics import local_data
from numerics.network_training import NO_LABEL, Examples

BYTES = 256
LOCAL = ("text for language models", "text", "*.txt")  # see `local_data.matching`
TOKENIZER = "tokenizer.json"


def python_topics() -> dict[str, str]:
    """Return the topics of Python's `help()`, by name.

    >>> "lambda" in python_topics()
    True
    """
    from pydoc_data.topics import topics

    return {name: topics[name] for name in sorted(topics)}


def in_bytes(text: str) -> Tensor:
    """Return a text as its bytes.

    >>> in_bytes("aé").tolist()
    [97, 195, 169]
    """
    return torch.frombuffer(bytearray(text.encode("utf-8")), dtype=torch.uint8).long()


def local() -> tuple[Tensor, int]:
    """Return the tokens of the local copy, one text after the other, and how many kinds there are.

    Raises:
        MissingData: there is no local copy.
        ValueError: a file is no text in UTF-8, or the tokenizer is damaged.
    """
    texts = []
    paths = local_data.matching(*LOCAL)
    for path in paths:
        try:
            texts.append(path.read_text(encoding="utf-8"))
        except UnicodeDecodeError as wrong:
            raise ValueError(f"{path.name} is no text in UTF-8: {wrong}") from wrong
    rules = paths[0].with_name(TOKENIZER)
    if not rules.exists():
        return in_bytes("\n".join(texts)), BYTES
    from tokenizers import Tokenizer  # comes with transformers

    try:
        tokenizer = Tokenizer.from_str(rules.read_text(encoding="utf-8"))
    except Exception as wrong:  # the library raises no narrower one
        raise ValueError(f"{TOKENIZER} is damaged: {wrong}") from wrong
    ids = [torch.tensor(tokenizer.encode(text).ids) for text in texts]
    return torch.cat(ids), tokenizer.get_vocab_size()


def blocks(tokens: Tensor, length: int) -> Examples:
    """Return pieces of a text, one after the other; the label of a token is the next one.

    >>> blocks(torch.arange(7), 3).labels
    tensor([[1, 2, 3],
            [4, 5, 6]])
    """
    many = (len(tokens) - 1) // length
    if many < 1:
        raise ValueError(f"a text of {len(tokens)} tokens has no piece of {length} and the next")
    ids, after = (tokens[off : off + many * length].reshape(many, length) for off in (0, 1))
    return Examples({"input_ids": ids}, after)


def masked(tokens: Tensor, length: int, mask: int, share: float, *, seed: int) -> Examples:
    """Return pieces of a text in which a share of the tokens is masked; these are the labels."""
    many = len(tokens) // length
    if many < 1:
        raise ValueError(f"a text of {len(tokens)} tokens has no piece of {length}")
    ids = tokens[: many * length].reshape(many, length)
    hidden = torch.rand(ids.shape, generator=torch.Generator().manual_seed(seed)) < share
    return Examples(
        {"input_ids": ids.masked_fill(hidden, mask)}, ids.masked_fill(~hidden, NO_LABEL)
    )
