"""Limits in seconds that do not hang on what else the machine does."""


def at_rest(seconds, yardstick, usual):
    """Return what a measured time would be on two cores at rest.

    Args:
        seconds: what was measured.
        yardstick: what plain work of the same kind took at the same time.
        usual: what that takes on two cores at rest; a faster machine is given no credit.
    """
    return seconds / max(1, yardstick / usual)
