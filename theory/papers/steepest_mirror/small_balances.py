"""What table 3 says of queries and keys, with a small language model: a claim of our own.

The table needs the weights of LLaMA models and stays unchecked without them. Here a small LLaMA
learns half of the topics of Python's `help()` and is then fine-tuned on the others; what is seen
there says nothing about the table's models.
"""

import sympy as sp

from theory.claim import Claim, Observed, Source
from theory.language import reals

delta1, delta2, worst1, worst2 = reals("Delta_L1 Delta_L2 worst_L1 worst_L2")

TOPICS = {
    "data": "bytes of the topics of Python's help(), by turns to train and to fine-tune",
    "network": "LLaMA of two layers of width 32, four heads of queries and one of keys",
    "optimiser": "AdamW with decay 0.1, rate 3e-3 to train and 3e-4 to fine-tune",
}
CHANGE = "change by fine-tuning of ||Q|_{} - |K|_{}|, {} the layers"


def on_topics(effect, **measures):
    """Return what is said of balances, to be observed on topics."""
    named = {symbol: measures[symbol.name] for symbol in effect.free_symbols}
    return Observed("balances on topics", TOPICS, effect, named)


MEASURES = {
    "Delta_L1": CHANGE.format("1", "1", "mean over"),
    "Delta_L2": CHANGE.format("2^2", "2^2", "mean over"),
    "worst_L1": CHANGE.format("1", "1", "largest of"),
    "worst_L2": CHANGE.format("2^2", "2^2", "largest of"),
}

BALANCES = Claim(
    id="steepest-mirror/ours-tab-3-topics",
    title="Table 3 on Python's topics: balances of queries and keys of a small LLaMA",
    source=Source(appendix="appendix H, table 3"),
    words="By fine-tuning with AdamW the imbalance of query and key matrices shrinks, in L_1 and "
    "in L_2, in every layer, and more so in L_1.",
    printed={
        "it shrinks": on_topics(sp.And(delta1 < 0, delta2 < 0), **MEASURES),
        "in every layer": on_topics(sp.And(worst1 < 0, worst2 < 0), **MEASURES),
        "more so in L_1": on_topics(delta1 < delta2, **MEASURES),
    },
    note="How the base models of table 3 became the instruct models is not printed, so that rates, "
    "steps and decay are a choice. The last clause compares numbers of different degree in the "
    "weights, as the table does.",
)
