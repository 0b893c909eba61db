"""How often Python looks for circles of objects that nobody uses."""

import gc

# formulas hold few, and at Python's own pace 7 % of the time of building all claims went into it
RARELY = (50_000, 20, 20)


def collect_rarely() -> None:
    """Let this process look for circles as seldom as suits formulas."""
    gc.set_threshold(*RARELY)
