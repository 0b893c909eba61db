"""How the burn-in time is attacked: the absorbed chain, in balls and on a window."""

from numerics import sign_chain
from theory.papers.signsgd_scaling import burn_in
from verify.papers.signsgd_scaling.dynamics import in_balls, on_a_window

MEANINGS = {
    burn_in.HITS: (
        in_balls(sign_chain.Walk.hits),
        on_a_window(sign_chain.hitting_probabilities),
    ),
}
