"""Section G.2.2: the best loss for a given number of steps, in exponents; the range of G.1."""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, SameOrder, Source
from theory.hints import Within
from theory.language import reals
from theory.papers.signsgd_scaling.laws import (
    AT_STEPS,
    BURNED_IN,
    FEW,
    FIXED_STEPS,
    MANY,
    SGD_STEPS,
    SIGN_STEPS,
    SIGN_STEPS_FEW,
    STABLE,
    B,
    K,
    a,
    b,
    beta,
    eta,
    met_up_to,
    s,
    sign_loss,
)
from theory.power_laws import exponent, terms

K_SIGN, K_FEW, K_SGD = (optimum[0] for optimum in (SIGN_STEPS, SIGN_STEPS_FEW, SGD_STEPS))
HALF = sp.Rational(1, 2)
alpha = reals("alpha")

MANY_GIVEN = (s > HALF,)  # beta < alpha says s > 1 - 1/beta, which is at least 1/2 here
FEW_GIVEN = (beta > 1, beta < 2, s > 1 - 1 / beta)


def order(quantity):
    """Return the exponent of a power law at a fixed number of steps."""
    return exponent(quantity, FIXED_STEPS)


def printed(head, arguments, given, value, low, high=None):
    """Return that the least loss is of the printed order for K^low <= B <= K^high."""
    ends = (b >= low,) if high is None else (b >= low, b <= high)
    return ForAll(given=(*given, *ends), says=sp.Eq(head(*arguments, b), order(value)))


BALANCED, BALANCED_FEW = (B * K) ** (-2 * s / (2 * s + 1)), (B * K) ** (-s * beta / (s * beta + 1))
STABLE_UNTIL, STABLE_UNTIL_FEW = 2 * s, 2 * s + 2 / beta - 1
BURNED_UNTIL, BURNED_UNTIL_FEW = 2 / (2 * s - 1), beta / (s * beta - beta + 1)
TURN = sp.Rational(3, 2) - 1 / beta
FEW_LOW, FEW_HIGH = (*FEW_GIVEN, s < TURN), (*FEW_GIVEN, s > TURN)

THM_G_5 = Claim(
    id="signsgd-scaling/thm-G.5",
    title="Best loss for a given number of steps",
    source=Source(appendix="appendix G.2.2, theorem G.5"),
    words="For K steps the best learning rate gives the balanced loss up to some batch size; "
    "beyond it K^-s for SGD and, up to B = K^2, for SignSGD K^-2s or the noise at eta = 1/K, the "
    "latter for easy tasks.",
    printed=Missing("not yet from the page"),
    lemmas={
        "SGD, B up to K^s": printed(K_SGD, (s,), (s > 0,), (B * K) ** (-s / (s + 1)), 0, s),
        "SGD, B beyond K^s": printed(K_SGD, (s,), (s > 0,), K**-s, s),
        "beta > 2, s < 1, small B": printed(
            K_SIGN, (s,), (*MANY_GIVEN, s < 1), BALANCED, 0, STABLE_UNTIL
        ),
        "beta > 2, s < 1, large B": printed(
            K_SIGN, (s,), (*MANY_GIVEN, s < 1), K ** (-2 * s), STABLE_UNTIL, 2
        ),
        "beta > 2, s > 1, small B": printed(K_SIGN, (s,), (s > 1,), BALANCED, 0, BURNED_UNTIL),
        "beta > 2, s > 1, large B": printed(
            K_SIGN, (s,), (s > 1,), 1 / (K * sp.sqrt(B)), BURNED_UNTIL, 2
        ),
        "1 < beta < 2, s < 3/2 - 1/beta, small B": printed(
            K_FEW, (s, beta), FEW_LOW, BALANCED_FEW, 0, STABLE_UNTIL_FEW
        ),
        "1 < beta < 2, s < 3/2 - 1/beta, large B": printed(
            K_FEW, (s, beta), FEW_LOW, K ** (-2 * s), STABLE_UNTIL_FEW, 2
        ),
        "1 < beta < 2, s > 3/2 - 1/beta, small B": printed(
            K_FEW, (s, beta), FEW_HIGH, BALANCED_FEW, 0, BURNED_UNTIL_FEW
        ),
        "1 < beta < 2, s > 3/2 - 1/beta, large B": printed(
            K_FEW, (s, beta), FEW_HIGH, B ** (1 / beta - 1) / K, BURNED_UNTIL_FEW, 2
        ),
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/thm-F.6", "signsgd-scaling/thm-E.4", "signsgd-scaling/txt-B-le-K2"),
    whole_proof=True,
    note="In exponents, from the laws of theorems F.6 and E.4, with the burn-in eta K >= 1 and d "
    "so large that eta sqrt(B) K stays below d^(beta/2). Here the burn-in is part of the "
    "optimisation, unlike in theorem G.3. At s = 1 both cases for beta > 2 agree, and so do those "
    "for beta < 2 at s = 3/2 - 1/beta; beta = 2 is left out.",
)

# -- the proof -------------------------------------------------------------------------------------

BEST = {
    MANY[1]: B ** ((1 - 2 * s) / (4 * s + 2)) * K ** (-2 * s / (2 * s + 1)),
    FEW[1]: B ** (-HALF + beta / (2 * s * beta + 2)) * K ** (-1 + beta / (2 * s * beta + 2)),
}
TASKS = {
    MANY[1]: (MANY[0], (s > 0,), BALANCED),
    FEW[1]: (FEW[0], (s > 0, beta > 1, beta < 2), BALANCED_FEW),
}


def loss_at(noise, rate):
    """Return the exponents of signal and noise of the loss at a learning rate."""
    return [t.subs(a, -order(rate)) for t in terms(sign_loss(noise), FIXED_STEPS)]


STEP_BALANCE = Claim(
    id="signsgd-scaling/thm-G.5-step-balance",
    title="The free optimum balances signal and noise",
    source=Source(appendix="appendix G.2.2, proof for SignSGD"),
    words="At eta = B^((1-2s)/(4s+2)) K^(-2s/(2s+1)), or its analogue for beta < 2, signal and "
    "noise are both of the order of the balanced loss.",
    printed=Missing("not yet from the page"),
    lemmas={
        case: ForAll(
            given=given,
            says=sp.And(*(sp.Eq(term, order(value)) for term in loss_at(noise, BEST[case]))),
        )
        for case, (noise, given, value) in TASKS.items()
    },
    because={"": ByHand()},
    note="The displays have the root over B K; it is read as eta sqrt(B) K, as everywhere else.",
)

AT_BEST = B ** (1 / (2 * s + 1)) * K ** (-2 * s / (2 * s + 1))

STEP_ETA_B = Claim(
    id="signsgd-scaling/thm-G.5-step-etaB",
    title="The free optimum against the step size",
    source=Source(appendix="appendix G.2.2, proof for SignSGD, condition 1, beta > 2"),
    words="At the free optimum eta B is B^(1/(2s+1)) K^(-2s/(2s+1)).",
    printed=ForAll(given=(s > 0,), says=sp.Eq(order(BEST[MANY[1]] * B), order(AT_BEST))),
    instead=Instead(
        ForAll(given=(s > 0,), says=sp.Eq(order(BEST[MANY[1]] * sp.sqrt(B)), order(AT_BEST))),
        meant=Source(appendix="appendix G.2.2, condition 1: its title and the line after it"),
    ),
    note="What condition 1 bounds is eta sqrt(B), and that is what the right side is.",
    legend=AT_STEPS,
)


def until(condition, rate, given, limit):
    """Return that a constraint holds at a learning rate exactly for B up to K^limit."""
    says = met_up_to(condition, order(rate), FIXED_STEPS, limit)
    return ForAll(given=(*given, b >= 0), says=says)


def always(condition, rate, given):
    """Return that eta K >= 1 holds at a learning rate for every batch size."""
    return ForAll(given=(*given, b >= 0), says=order(condition.lhs).subs(a, -order(rate)) >= 0)


FEW_ALL, FEW_EASY = TASKS[FEW[1]][1], (*TASKS[FEW[1]][1], s > 1 - 1 / beta)

STEP_CONDITIONS = Claim(
    id="signsgd-scaling/thm-G.5-step-conditions",
    title="Batch sizes at which the free optimum is allowed",
    source=Source(appendix="appendix G.2.2, proof for SignSGD, conditions 1 and 2"),
    words="The free optimum has eta sqrt(B) below a constant for B up to K^(2s) and burns in for B "
    "up to K^(2/(2s-1)), which binds first exactly for s > 1; for beta < 2 the same with "
    "K^(2s+2/beta-1), K^(beta/(s beta-beta+1)) and s > 3/2 - 1/beta.",
    printed=Missing("not yet from the page"),
    lemmas={
        "beta > 2: step size": until(STABLE, BEST[MANY[1]], (s > 0,), STABLE_UNTIL),
        "beta > 2: burn-in, s > 1/2": until(BURNED_IN, BEST[MANY[1]], (s > HALF,), BURNED_UNTIL),
        "beta > 2: burn-in, s <= 1/2": always(BURNED_IN, BEST[MANY[1]], (s > 0, s <= HALF)),
        "beta > 2: which binds first": ForAll(
            given=(s > HALF,),
            says=sp.And(
                sp.Or(s >= 1, STABLE_UNTIL < BURNED_UNTIL),
                sp.Or(s <= 1, STABLE_UNTIL > BURNED_UNTIL),
            ),
        ),
        "beta < 2: step size": until(STABLE, BEST[FEW[1]], FEW_ALL, STABLE_UNTIL_FEW),
        "beta < 2: burn-in, s > 1 - 1/beta": until(
            BURNED_IN, BEST[FEW[1]], FEW_EASY, BURNED_UNTIL_FEW
        ),
        "beta < 2: burn-in, s <= 1 - 1/beta": always(
            BURNED_IN, BEST[FEW[1]], (*FEW_ALL, s <= 1 - 1 / beta)
        ),
        "beta < 2: which binds first": ForAll(
            given=FEW_EASY,
            says=sp.And(
                sp.Or(s >= TURN, STABLE_UNTIL_FEW < BURNED_UNTIL_FEW),
                sp.Or(s <= TURN, STABLE_UNTIL_FEW > BURNED_UNTIL_FEW),
            ),
        ),
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/thm-G.5-step-balance", "signsgd-scaling/thm-G.5-step-etaB"),
    note="In exponents: each constraint holds if, and only if, B is at most of that order.",
)


def saturated(rate, noise, given, low):
    """Return that this learning rate gives K^-2s for K^low <= B <= K^2."""
    return ForAll(
        given=(*given, b >= low, b <= 2),
        says=sp.Eq(sp.Max(*loss_at(noise, rate)), order(K ** (-2 * s))),
    )


def at_edge(laws, given, value):
    """Return that the loss, a sum of these power laws, is of the printed order."""
    return ForAll(given=given, says=sp.Eq(sp.Max(*laws), order(value)))


SGD_BEST = B ** (1 / (s + 1)) * K ** (-s / (s + 1))


def sgd_at(rate):
    """Return the exponents of signal and noise of SGD at a learning rate."""
    return [order(term.subs(eta, rate)) for term in ((eta * K) ** (-s), eta / B)]


STEP_EDGES = Claim(
    id="signsgd-scaling/thm-G.5-step-edges",
    title="Loss where a constraint binds",
    source=Source(appendix="appendix G.2.2, proofs for SGD and for SignSGD, cases 3"),
    words="SGD: eta = B^(1/(s+1)) K^(-s/(s+1)) balances, is below 1 for B up to K^s, and eta = 1 "
    "gives K^-s beyond. SignSGD, where the burn-in binds: eta = 1/K gives 1/(K sqrt(B)), or "
    "B^(1/beta - 1)/K for beta < 2.",
    printed=Missing("not yet from the page"),
    lemmas={
        "SGD: balance": ForAll(
            given=(s > 0,),
            says=sp.And(
                *(sp.Eq(term, order((B * K) ** (-s / (s + 1)))) for term in sgd_at(SGD_BEST))
            ),
        ),
        "SGD: step size": ForAll(
            given=(s > 0, b >= 0),
            says=sp.And(sp.Or(order(SGD_BEST) > 0, b <= s), sp.Or(order(SGD_BEST) <= 0, b > s)),
        ),
        "SGD: eta = 1": at_edge(sgd_at(K**0), (s > 0, b >= s), K**-s),
        "SignSGD, beta > 2: eta = 1/K": at_edge(
            loss_at(MANY[0], 1 / K), (s > 1, b >= BURNED_UNTIL), 1 / (K * sp.sqrt(B))
        ),
        "SignSGD, 1 < beta < 2: eta = 1/K": at_edge(
            loss_at(FEW[0], 1 / K),
            (*FEW_HIGH, b >= BURNED_UNTIL_FEW),
            B ** (1 / beta - 1) / K,
        ),
    },
    because={"": ByHand()},
    note="In exponents. That no other learning rate does better is part of the theorem.",
)

HARD = (beta > 2, alpha > beta, (alpha - 1) / beta < HALF)
SHOWN = Source(appendix="appendix G.2.2, case 1: the constraint named as active in the same place")

STEP_CASE_1 = Claim(
    id="signsgd-scaling/thm-G.5-step-case1",
    title="Case 1: the learning rate where the step size binds",
    source=Source(appendix="appendix G.2.2, proof for SignSGD, both cases 1"),
    words="For s < 1/2 (beta > 2), or s < 1 - 1/beta (beta < 2), eta = 1/B gives K^-2s for B "
    "between the size at which the step size binds and K^2.",
    printed={
        "beta > 2": saturated(1 / B, MANY[0], (s > 0, s < HALF), STABLE_UNTIL),
        "1 < beta < 2": saturated(1 / B, FEW[0], (*FEW_ALL, s < 1 - 1 / beta), STABLE_UNTIL_FEW),
    },
    lemmas={
        "beta > 2, with beta < alpha, as the theorem supposes": ForAll(
            given=(*HARD, b >= 0),
            where={s: (alpha - 1) / beta},
            says=order(BEST[MANY[1]] * K) >= 0,
        ),
        "1 < beta < 2, with beta < alpha, as the theorem supposes": ForAll(
            given=(beta > 1, beta < 2, alpha > beta, (alpha - 1) / beta < 1 - 1 / beta, b >= 0),
            where={s: (alpha - 1) / beta},
            says=order(BEST[FEW[1]] * K) >= 0,
        ),
    },
    instead={
        "beta > 2": Instead(
            saturated(B**-HALF, MANY[0], (s > 0, s < HALF), STABLE_UNTIL), meant=SHOWN
        ),
        "1 < beta < 2": Instead(
            saturated(B**-HALF, FEW[0], (*FEW_ALL, s < 1 - 1 / beta), STABLE_UNTIL_FEW),
            meant=SHOWN,
        ),
    },
    note="The active constraint is eta sqrt(B) = 1, so eta is B^(-1/2). The hypothesis beta < "
    "alpha of the theorem says s > 1 - 1/beta, so neither case 1 occurs.",
    legend=AT_STEPS,
)

D, N, W = reals("D N W")
c1, c2 = reals("c_1 c_2")

TXT_B_LE_K2 = Claim(
    id="signsgd-scaling/txt-B-le-K2",
    title="Batch sizes that can burn in",
    source=Source(appendix="appendix G.2.2, proof for SignSGD"),
    words="eta sqrt(B) below a constant and eta K above one bound B by a constant times K^2.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as encoded": ForAll(
            given=(eta > 0, B > 0, K > 0, c1 > 0, c2 > 0, eta * sp.sqrt(B) <= c1, eta * K >= c2),
            says=c2 * sp.sqrt(B) / K <= c1,
        ),
    },
    because={"": ByHand()},
)

IN_RANGE = (B <= N**2, D >= N * B)
INTRINSIC = D / (N * sp.sqrt(B))  # eta sqrt(B) K with eta = 1/N and K = D/B


def below_d(*regime):
    """Return that eta sqrt(B) K is at most of the order W = d^(beta/2)."""
    return SameOrder(INTRINSIC, W, regime=regime, variables=(D, N, B, W), relation="at most")


THM_G_1_RANGE = Claim(
    id="signsgd-scaling/thm-G.1-range",
    title="The range of theorem G.1",
    source=Source(appendix="appendix G.1, theorem G.1"),
    words="eta D up to d^(beta/2) B, and eta sqrt(B) below a constant, put eta sqrt(B) K where "
    "the scaling law of theorem F.6 holds.",
    printed=below_d(*IN_RANGE, D / N <= W * B),
    instead=Instead(
        below_d(*IN_RANGE, W * sp.sqrt(B) >= D / N),
        meant=Source(appendix="appendix F.2, theorem F.6, the ranges in (24) to (26)"),
        because=Within(1, 1),
    ),
    uses=("signsgd-scaling/thm-F.6",),
    note="The printed range bounds eta K, not eta sqrt(B) K, and leaves room for times by which "
    "the signal is exponentially small.",
    legend={N: "1 / eta", W: "d^(beta/2), up to which the signal is a power law"},
)
