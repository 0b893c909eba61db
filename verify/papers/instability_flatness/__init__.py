"""How instability-flatness is attacked, topic by topic.

`CHECKS` has what is written by hand where nothing else shows in plain Python what fails.
"""

from verify.papers.instability_flatness import plain

CHECKS = {
    "instability-flatness/prop-F.11": (plain.bounds_leave_room, "1 1/2 3"),
    "instability-flatness/thm-5.4-outline": (plain.bounds_leave_room, "1 1/2 3"),
    "instability-flatness/txt-5.6-prose": (plain.crossing_leaves_room, "1 1/2 2 1 2"),
    "instability-flatness/txt-107-instances": (
        plain.p_values_fit,
        "107 0.5905 1.50e-53 0.5485 5.42e-45",
    ),
    "instability-flatness/txt-existence-period2-step-continuity": (
        plain.two_steps_change_little,
        "-1 2 1 1/2",
    ),
}
