"""The symbols of tasks, data, networks and settings in sections 1 to 5 and appendix B.

Letters that section 4.2 has in another sense bear an index here, such as k of a parity, k_S.
"""

import sympy as sp

from theory.claim import Source
from theory.language import function, integers, reals, sequence
from theory.notation import Named

compute, steps, batch = reals("compute steps batch")
phases, sizes = integers("T"), sequence("n_S")
total, growth = reals("total growth")
link = function("phi")
feature = reals("z_r")
chosen, support = sequence("s_S"), integers("k_S")
examples, tokens, inputs = integers("k_c tokens n_c")
query = sequence("x_q")
first, second, largest, prime, base, digits = integers("x_m z_m N_m p b D")
label, quotient = integers("y_m q_m")
fan_in, weight = reals("d_in W_ij")
mlp_batch, transformer_batch, sim_batch = integers("B_MLP B_T B_SIM")
beta_1, beta_2, step, parity_tests, sim_tests = reals("beta_1 beta_2 r_eta n_parity n_SIM")


def variance_of_uniform(inputs):
    """Return the variance of a weight that is uniform on [-1/sqrt(d_in), 1/sqrt(d_in)]."""
    end = 1 / sp.sqrt(inputs)
    return sp.Integral(weight**2 / (2 * end), (weight, -end, end))


_COMPUTE = Source("sections 1 and 2")
_TASK = Source("section 2")
_TASK_B = Source("section 2", "appendix B.1")
_SETTING = Source(appendix="appendix B.1")
NOTATION = (
    Named(compute, "variable", "compute of a training, in samples", _COMPUTE),
    Named(steps, "variable", "number of steps", _COMPUTE),
    Named(batch, "variable", "samples in a step", _COMPUTE),
    Named(phases, "variable", "number of phases", _TASK),
    Named(sizes, "variable", "number of samples of each phase", _TASK),
    Named(
        total,
        "variable",
        "samples seen in all phases, as a share of those of the online run",
        _SETTING,
    ),
    Named(
        growth,
        "variable",
        "ratio of the sizes of successive phases",
        Source(appendix="appendix B.2.2"),
    ),
    Named(link, "variable", "the link function", _TASK_B),
    Named(feature, "variable", "overlap of the input with the feature", Source("section 5.1")),
    Named(chosen, "variable", "1 for the members of S, else 0", _TASK),
    Named(support, "variable", "k, number of members of S", _TASK),
    Named(examples, "variable", "k, number of examples in a sequence", _TASK_B),
    Named(tokens, "variable", "length of a sequence", _TASK_B),
    Named(inputs, "variable", "dimension of an input in a sequence", _TASK_B),
    Named(query, "variable", "the last input of a sequence", _TASK_B),
    Named(first, "variable", "one of the numbers that are added", _TASK),
    Named(second, "variable", "the other one", _TASK),
    Named(largest, "variable", "N, how many numbers there are", _TASK),
    Named(prime, "variable", "p, the modulus", _TASK),
    Named(base, "variable", "b, the base in which numbers are written", _TASK),
    Named(digits, "variable", "number of digits", _TASK),
    Named(label, "variable", "the sum modulo p", _TASK),
    Named(quotient, "variable", "how often p goes into the sum", _TASK),
    Named(fan_in, "variable", "number of inputs of a layer", _TASK_B),
    Named(weight, "variable", "a weight of a layer at the start", _TASK_B),
    Named(mlp_batch, "variable", "batch size without attention", _SETTING),
    Named(transformer_batch, "variable", "batch size of Transformers", _SETTING),
    Named(sim_batch, "variable", "batch size for the single-index model", _SETTING),
    Named(beta_1, "variable", "decay of the mean of AdamW", _SETTING),
    Named(beta_2, "variable", "decay of its mean square", _SETTING),
    Named(step, "variable", "factor between learning rates of a sweep", _SETTING),
    Named(parity_tests, "variable", "size of the test set for parity", _SETTING),
    Named(sim_tests, "variable", "size of that for the single-index model", _SETTING),
)
