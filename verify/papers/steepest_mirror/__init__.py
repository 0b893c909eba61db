"""How steepest-mirror is attacked, topic by topic.

`CHECKS` has what is written by hand where nothing else shows in plain Python what fails.
"""

from verify.papers.steepest_mirror import plain

CHECKS = {
    "steepest-mirror/thm-4.3-step-two-zeros": (plain.two_factors_vanish, "0 0 1 1"),
}
