"""How table 3 is attacked: the stored matrices of the models, where there is a local copy of them.

Each model is looked at by itself, all its layers; nothing is drawn, so there are no intervals.
"""

from __future__ import annotations

from statistics import fmean

from numerics import local_data
from numerics.network_measures import stored_balances
from theory.claim import Observed
from verify.methods.effects import ConfidenceInterval, Measured, by_effect

MODELS = ("Llama-3.1-8B", "Llama-3.2-3B", "Llama-3.2-1B")
TUNED = "{}-Instruct"
STANDARD_ONLY = "reads some 50 GB of weights; run the profile standard or full"


@by_effect
def llama_balances(statement: Observed, *, seed: int, scale: str, device: str) -> Measured | str:
    """Measure the changes of balances, the mean over layers of each model.

    Control: matrices of queries are the larger ones, as they have more rows.
    """
    pairs = [(name, TUNED.format(name)) for name in MODELS]
    for name in (name for pair in pairs for name in pair):
        local_data.matching(name, name, "*.safetensors")
    if scale == "quick":
        return STANDARD_ONLY
    readings, said, layers, seen = [], [], 0, True
    for before, after in pairs:
        old, new = (stored_balances(name, name) for name in (before, after))
        change = {q: [b - a for a, b in zip(old[q], new[q], strict=True)] for q in (1, 2)}
        readings.append({f"Delta_L{q}": exactly(fmean(change[q])) for q in (1, 2)})
        shares = (sum(value < 0 for value in change[q]) / len(change[q]) for q in (1, 2))
        said.append(f"{before}: {', '.join(f'{share:.0%}' for share in shares)} of layers")
        seen &= min(old[1]) > 0
        layers += len(old[1])
    about = f"less than before, in L_1 and in L_2, in {'; '.join(said)}"
    return Measured(tuple(readings), seen, layers, about)


def exactly(value: float) -> ConfidenceInterval:
    """Return a number that was not sampled."""
    return ConfidenceInterval(value, value, value)


EXPERIMENTS = {"llama-balances": llama_balances}
