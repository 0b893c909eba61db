"""How instability-flatness is attacked, topic by topic.

`CHECKS` has what is written by hand where nothing else shows in plain Python what fails.
"""

from verify.papers.instability_flatness import plain, rising_medians

_WALK = "1 590 1/2 1/164 101"
CHECKS = {
    "instability-flatness/txt-davis-kahan-form": (plain.sine_is_bounded, "-1000"),
    "instability-flatness/prop-F.11": (plain.bounds_leave_room, "1 1/2 3"),
    "instability-flatness/thm-5.4-outline": (plain.bounds_leave_room, "1 1/2 3"),
    "instability-flatness/thm-5.6-i#a fall by c": (rising_medians.falls_by_least_rate, _WALK),
    "instability-flatness/thm-5.6-ii#every median": (rising_medians.envelope_is_above, _WALK),
    "instability-flatness/thm-5.6-outline#dominated": (rising_medians.envelope_is_above, _WALK),
    "instability-flatness/thm-5.6-outline#medians from a point": (
        rising_medians.falls_by_least_rate,
        _WALK,
    ),
    "instability-flatness/thm-5.6-outline#medians of X_t": (rising_medians.falls, _WALK),
    "instability-flatness/thm-5.6-outline#the envelope": (
        rising_medians.falls_by_least_rate,
        _WALK,
    ),
    "instability-flatness/thm-5.6-step-F.4#the bound at the median": (
        rising_medians.falls_by_rate,
        _WALK,
    ),
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
