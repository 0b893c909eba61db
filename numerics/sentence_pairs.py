"""Pairs of sentences with a label, for BERT: MRPC in the files of GLUE, and pairs made of a text.

MRPC asks whether two sentences mean the same. What is made of Python's topics is easier: both
pieces of text come from one topic, and the question is from which, or from which half of some
topics. Words are the most frequent ones of all topics; MRPC has the word pieces of the `vocab.txt`
in the folder of the trained BERT.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import torch

from numerics import local_data
from numerics.network_training import Examples, Split

PAD, BEGIN, END, MASK, OTHER = range(5)  # tokens before all words
MRPC = ("MRPC (GLUE)", "mrpc", ("train.tsv", "dev.tsv"))  # see `local_data.files`
PIECES = ("the word pieces of BERT-base", "bert-base-uncased", ("vocab.txt",))
COLUMNS = (("#1 String", "#2 String", "Quality"), ("sentence1", "sentence2", "label"))
_WORD = re.compile(r"[a-z]+")


@dataclass(frozen=True)
class Pair:
    """Two sentences and their label."""

    first: str
    second: str
    label: int


def mrpc() -> tuple[list[Pair], list[Pair]]:
    """Return MRPC's pairs to train on and to validate with.

    Raises:
        MissingData: there is no local copy.
        ValueError: a file is none of this data set.
    """
    train, test = (read(path) for path in local_data.files(*MRPC))
    return train, test


def read(path: Path) -> list[Pair]:
    """Return the pairs of a file of GLUE: a line each, columns between tabs, named in the first.

    Raises:
        ValueError: a column is missing, or a line is damaged.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    head = lines[0] if lines else []
    names = next((names for names in COLUMNS if set(names) <= set(head)), None)
    if names is None:
        known = " or ".join(", ".join(columns) for columns in COLUMNS)
        raise ValueError(f"{path.name} has no columns {known}")
    where = [head.index(name) for name in names]
    pairs = []
    for number, line in enumerate(lines[1:], 2):
        if len(line) != len(head) or line[where[2]] not in ("0", "1"):
            raise ValueError(f"{path.name}, line {number}: no two sentences with a label 0 or 1")
        pairs.append(Pair(line[where[0]], line[where[1]], int(line[where[2]])))
    return pairs


def in_pieces(pairs: list[Pair], length: int = 128) -> Examples:
    """Return pairs in the word pieces of BERT-base.

    Raises:
        MissingData: there is no local copy of the word pieces, or no library.
    """
    path = local_data.files(*PIECES)[0]
    try:
        from tokenizers import BertWordPieceTokenizer  # comes with transformers
    except ImportError as missing:
        raise local_data.MissingData(
            "the package tokenizers is missing; pip install 'thmcheck[networks]'"
        ) from missing
    tokenizer = BertWordPieceTokenizer(str(path), lowercase=True)
    tokenizer.enable_truncation(length)
    found = [tokenizer.encode(pair.first, pair.second) for pair in pairs]
    return _examples([f.ids for f in found], [f.type_ids for f in found], pairs)


# -- made of Python's topics -----------------------------------------------------------------------


@dataclass(frozen=True)
class Words:
    """The words of topics, and the numbers of the most frequent words of all of them."""

    topics: tuple[tuple[str, ...], ...]
    numbers: dict[str, int]

    @property
    def count(self) -> int:
        """Return how many tokens there are."""
        return OTHER + 1 + len(self.numbers)


def of_topics(size: int, topics: int, part: int, parts: int = 2) -> Words:
    """Return the words of Python's longest topics: every `parts`-th, from the `part`-th on.

    The `size` most frequent words of all topics have numbers, whatever the part is.

    >>> words = of_topics(100, topics=3, part=1)
    >>> len(words.topics), words.count
    (3, 105)
    """
    from pydoc_data.topics import topics as of_python  # as `texts.python_topics` has them

    found = [_WORD.findall(of_python[name].lower()) for name in sorted(of_python)]
    often = Counter(word for words in found for word in words).most_common(size)
    numbers = {word: OTHER + 1 + number for number, (word, _) in enumerate(often)}
    found.sort(key=len, reverse=True)
    return Words(tuple(map(tuple, found[part::parts][:topics])), numbers)


def of_one_topic(
    words: Words, classes: int, count: int, *, length: int, test: bool, seed: int
) -> list[Pair]:
    """Return pairs of pieces of one topic each; the label is the class of the topic.

    Topic number n is of class n modulo `classes`. Pieces to train on come from the first three
    quarters of a topic, those to test with from the rest.

    Args:
        words: of what topics.
        classes: how many there are.
        count: how many pairs.
        length: words of a piece.
        test: whether the pairs are to test with.
        seed: of all choices.
    """
    generator = torch.Generator().manual_seed(seed)

    def below(most: int) -> int:
        return int(torch.randint(most, (1,), generator=generator))

    pairs = []
    for _ in range(count):
        number = below(len(words.topics))
        topic = words.topics[number]
        cut = 3 * len(topic) // 4
        part = topic[cut:] if test else topic[:cut]
        firsts = [below(len(part) - length + 1) for _ in range(2)]
        one, other = (" ".join(part[first : first + length]) for first in firsts)
        pairs.append(Pair(one, other, number % classes))
    return pairs


def in_words(words: Words, pairs: list[Pair]) -> Examples:
    """Return pairs as numbers of words: begin, first, end, second, end.

    >>> few = Words((), {"a": 5})
    >>> in_words(few, [Pair("a b", "a", 1)]).inputs["input_ids"]
    tensor([[1, 5, 4, 2, 5, 2]])
    """
    ids, types = [], []
    for pair in pairs:
        parts = [
            [words.numbers.get(w, OTHER) for w in s.split()] for s in (pair.first, pair.second)
        ]
        ids.append([BEGIN, *parts[0], END, *parts[1], END])
        types.append([0] * (len(parts[0]) + 2) + [1] * (len(parts[1]) + 1))
    return _examples(ids, types, pairs)


def about_topics(
    words: Words, classes: int, train: int, test: int, *, length: int, seed: int
) -> Split:
    """Return pairs `of_one_topic` to train on and to test with."""
    parts = [
        in_words(words, of_one_topic(words, classes, count, length=length, test=late, seed=seed))
        for late, count in ((False, train), (True, test))
    ]
    return Split(parts[0], parts[1], classes, f"pieces of {len(words.topics)} of Python's topics")


def _examples(ids: list[list[int]], types: list[list[int]], pairs: list[Pair]) -> Examples:
    """Return rows of tokens, filled up to the length of the longest."""
    longest = max(map(len, ids))
    rows = torch.full((len(ids), longest), PAD)
    kinds, seen = torch.zeros_like(rows), torch.zeros_like(rows)
    for row, (one, kind) in enumerate(zip(ids, types, strict=True)):
        rows[row, : len(one)] = torch.tensor(one)
        kinds[row, : len(one)] = torch.tensor(kind)
        seen[row, : len(one)] = 1
    inputs = {"input_ids": rows, "token_type_ids": kinds, "attention_mask": seen}
    return Examples(inputs, torch.tensor([pair.label for pair in pairs]))
