"""How signsgd-scaling is attacked, topic by topic.

`CHECKS` has what is written by hand where nothing else shows in plain Python what fails.
"""

from verify.papers.signsgd_scaling import plain

CHECKS = {
    "signsgd-scaling/asm-F.3": (plain.never_escapes, "1/2 1 4 1/4"),
    "signsgd-scaling/thm-F.6#beta > 2, T up to d^(beta/2)": (plain.loss_is_of_order, "4 10"),
    "signsgd-scaling/thm-G.3#beta > 2, B below the critical size: attained": (
        plain.best_loss_fits,
        "1 1 15 14 3/4 0 3/4",
    ),
    "signsgd-scaling/thm-G.3#beta > 2, B above the critical size: attained": (
        plain.best_loss_fits,
        "1 1 15 18 3/4 0 3/10",
    ),
    "signsgd-scaling/thm-G.3#beta = 2, B above the critical size: attained": (
        plain.best_loss_fits,
        "1 1 15 18 3/4 1/4 3/10",
    ),
    "signsgd-scaling/thm-G.3#1 < beta < 2, B above the critical size: attained": (
        plain.best_loss_fits,
        "1 1 15 18 3/4 0 6/25",
    ),
    "signsgd-scaling/thm-G.3#1 < beta < 2, B below the critical size: attained": (
        plain.best_loss_fits,
        "1 1 15 14 3/4 0 3/5",
    ),
    "signsgd-scaling/thm-G.5-step-case1#beta > 2: burns in": (plain.s_leaves_room, "4 3"),
    "signsgd-scaling/thm-G.5-step-case1#beta > 2: saturated": (plain.s_leaves_room, "4 3"),
    "signsgd-scaling/thm-G.5-step-case1#1 < beta < 2: burns in": (plain.s_leaves_room, "2 3/2"),
    "signsgd-scaling/thm-G.5-step-case1#1 < beta < 2: saturated": (plain.s_leaves_room, "2 3/2"),
}
