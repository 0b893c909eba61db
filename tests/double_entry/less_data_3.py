"""Second entries of the paper on less data: (A.13) and corollary 2, the times of both phases."""

import sympy as sp

from tests.double_entry.less_data import half
from tests.double_entry.less_data_2 import at_most, count, inputs, quarter, slow
from theory.choices import Ambiguous
from theory.papers.less_data.notation import C, accuracy, c0, log_term

UNIVERSAL, CONSTANTS = (c0 > 0, c0 < sp.sqrt(3) / 2, C > 0), (c0, C)
in_sum = (count * inputs) ** quarter * accuracy
deviation = C * (sp.sqrt(inputs * log_term / count) + inputs * log_term / count)


def last_term(norm_bound):
    """Return the last one of the terms of which a_* is the least, which it is "in particular"."""
    return sp.sqrt(c0 / (64 * norm_bound * sp.sqrt(count) * sp.sqrt(inputs)))


def least_term(norm_bound):
    """Return the least of all four terms."""
    stable = slow / (2 * norm_bound)
    near = slow / (32 * norm_bound * sp.sqrt(inputs))
    return sp.Min(1, stable, near, last_term(norm_bound))


def with_log(left, right, **more):
    """Return an order that hides log(2 d / delta), as where B is of an order, or does not."""
    grows = (accuracy, slow)
    hidden = at_most(left, right, *grows, fixed=(*CONSTANTS, log_term), given=UNIVERSAL)
    shown = at_most(left, right, log_term, *grows, fixed=CONSTANTS, given=UNIVERSAL)
    return Ambiguous(
        "whether log(2 d / delta) is hidden", {"hidden": hidden, "not hidden": shown, **more}
    )


def second_time(size):
    """Return what is at least T_2, a ceiling, with log(16 d / epsilon)."""
    return 2 * slow / size * (accuracy + 4 * sp.log(2)) + 1


def rate_of(size):
    """Return what is said of T_2, log(d / delta)^(1/2) hidden as theorem 1 has it, or otherwise."""
    time = second_time(size)
    root = at_most(
        *(time, slow * in_sum * sp.sqrt(log_term)),
        *(log_term, accuracy, slow),
        fixed=CONSTANTS,
        given=UNIVERSAL,
    )
    return with_log(time, slow * in_sum, root=root)


RATES = {
    "T_1": at_most(
        2 * least_term(1 + deviation) * slow / c0 * sp.sqrt(count) + 1,  # a ceiling, too
        slow * (count / inputs) ** quarter,
        *(log_term, slow),
        fixed=CONSTANTS,
        given=UNIVERSAL,
    ),
    "T_2": Ambiguous(
        "whether a_* is the least of its four terms or the last one, as it is in particular",
        {"least": rate_of(least_term(1 + deviation)), "last": rate_of(last_term(1 + deviation))},
    ),
}

# -- corollary 2, from section 5.1 and the end of appendix A.5 -------------------------------------

# T of section 5.1, and T(a_*) of appendix A.5 without what is hidden in front of its first term
total = slow * sp.sqrt(count) / sp.sqrt(inputs) + slow * sp.sqrt(inputs) * accuracy


def time_of(size):
    """Return T(a_*), T_1 and T_2 together."""
    return slow * size * sp.sqrt(count) + 2 * slow * accuracy / size


# theorem 1 has a_* at most of this order, and a smaller one takes longer
of_theorem_1 = 1 / ((count * inputs) ** quarter * log_term**half)
NUMBER_OF_STEPS = Ambiguous(
    "whose a_* it is, as that of theorem 1 is not the one of appendix A.5",
    {
        "of theorem 1": Ambiguous(
            "whether log(2 d / delta) is hidden",
            {
                "hidden": at_most(time_of(of_theorem_1), total, accuracy, slow, fixed=(log_term,)),
                "not hidden": at_most(time_of(of_theorem_1), total, log_term, accuracy, slow),
            },
        ),
        # where the bound of the norm has no 1, as E y x x^T is 0 there
        "of appendix A.5": with_log(time_of(least_term(deviation)), total),
    },
)

ENTRIES = {"less-data/eq-A.13": RATES, "less-data/cor-2": NUMBER_OF_STEPS}
