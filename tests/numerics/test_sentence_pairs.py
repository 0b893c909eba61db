"""Pairs of sentences: GLUE's files made here, and pairs of Python's topics."""

import pytest

from numerics import sentence_pairs as pairs
from numerics.local_data import VARIABLE, MissingData
from numerics.sentence_pairs import Pair

HEAD = "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (tmp_path / "mrpc").mkdir()
    return tmp_path


def test_mrpc_is_read(folder):
    (folder / "mrpc" / "train.tsv").write_text(
        f'\ufeff{HEAD}1\t7\t8\tHe said "so.\tHe said it.\n0\t7\t8\tYes.\tNo.\n', encoding="utf-8"
    )
    (folder / "mrpc" / "dev.tsv").write_text("index\tsentence1\tsentence2\tlabel\n0\ta\tb\t1\n")
    train, test = pairs.mrpc()
    assert train == [Pair('He said "so.', "He said it.", 1), Pair("Yes.", "No.", 0)]
    assert test == [Pair("a", "b", 1)]


def test_missing_and_damaged_files_are_said(folder):
    (folder / "mrpc" / "train.tsv").write_text("a\tb\n1\t2\n")
    with pytest.raises(MissingData, match=r"MRPC \(GLUE\) is not complete: dev\.tsv missing"):
        pairs.mrpc()
    (folder / "mrpc" / "dev.tsv").write_text(HEAD)
    with pytest.raises(ValueError, match=r"train\.tsv has no columns #1 String"):
        pairs.mrpc()
    for line in ("1\t7\t8\tonly one", "2\t7\t8\ta\tb"):
        (folder / "mrpc" / "train.tsv").write_text(f"{HEAD}{line}\n")
        with pytest.raises(ValueError, match=r"train\.tsv, line 2: no two sentences"):
            pairs.mrpc()


def test_word_pieces_come_from_the_local_copy(folder):
    few = [Pair("Plays well", "play", 1), Pair("a", "b", 0)]
    with pytest.raises(MissingData, match=r"vocab\.txt missing"):
        pairs.in_pieces(few)
    (folder / "bert-base-uncased").mkdir()
    words = ["[PAD]", "[CLS]", "[SEP]", "[UNK]", "play", "##s", "well"]
    (folder / "bert-base-uncased" / "vocab.txt").write_text("\n".join(words))
    found = pairs.in_pieces(few)
    assert found.inputs["input_ids"].tolist() == [[1, 4, 5, 6, 2, 4, 2], [1, 3, 2, 3, 2, 0, 0]]
    assert found.inputs["token_type_ids"][0].tolist() == [0, 0, 0, 0, 0, 1, 1]
    assert found.inputs["attention_mask"][1].tolist() == [1, 1, 1, 1, 1, 0, 0]
    assert found.labels.tolist() == [1, 0]


def test_topics_are_told_apart():
    words = pairs.of_topics(200, topics=6, part=0)
    other = pairs.of_topics(200, topics=6, part=1)
    assert not set(words.topics) & set(other.topics)
    assert words.numbers == other.numbers
    found = pairs.about_topics(words, 3, 40, 20, length=5, seed=0)
    ids = found.train.inputs["input_ids"]
    assert ids.shape == (40, 13)
    assert int(ids.max()) < words.count
    assert set(found.train.labels.tolist()) == {0, 1, 2}
    assert (len(found.test), found.classes) == (20, 3)


def test_pieces_to_test_with_are_others():
    topic = tuple(f"w{number}" for number in range(40))
    words = pairs.Words((topic,), {})
    for test, allowed in ((False, topic[:30]), (True, topic[30:])):
        found = pairs.of_one_topic(words, 1, 50, length=4, test=test, seed=0)
        assert {w for pair in found for w in f"{pair.first} {pair.second}".split()} <= set(allowed)
