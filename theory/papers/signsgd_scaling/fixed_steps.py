"""Section G.2.2: the best loss for a given number of steps, in exponents; the range of G.1."""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Between, Hide
from theory.choices import Ambiguous, Damaged
from theory.claim import ByHand, Claim, ForAll, Instead, SameOrder, Source
from theory.hints import Within
from theory.language import reals
from theory.orders import Large, Order, Small
from theory.papers.signsgd_scaling import laws
from theory.papers.signsgd_scaling import notation as n
from theory.papers.signsgd_scaling.laws import (
    AT_STEPS,
    FEW,
    FIXED_STEPS,
    MANY,
    B,
    K,
    a,
    b,
    beta,
    s,
    sign_loss,
)
from theory.papers.signsgd_scaling.notation import K_SGD, K_SGN, K_SGN_FEW
from theory.places import HERE
from theory.power_laws import exponent, terms

HALF = sp.Rational(1, 2)

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

_TASKS = {
    "SGD": (),
    "beta > 2, s < 1": (n.beta > 2, s < 1),
    "beta > 2, s > 1": (n.beta > 2, s > 1),
    "1 < beta < 2, s < 3/2 - 1/beta": (n.beta < 2, s < sp.Rational(3, 2) - 1 / n.beta),
    "1 < beta < 2, s > 3/2 - 1/beta": (n.beta < 2, s > sp.Rational(3, 2) - 1 / n.beta),
}
_EXACTLY = "exactly"


def _at_steps(law):
    """Return a law with the paper's K for the number of steps."""
    return law.subs(K, n.k)


def _fixed_k(task, name, law, low, high):
    """Return the clauses on batch sizes between K^low and K^high."""
    many = task != "SGD"
    loss = n.expected_loss(n.d) if many else n.sgd_loss(n.d)
    size = n.eta * sp.sqrt(n.B) if many else n.eta
    time, end = (
        (n.eta * sp.sqrt(n.B) * n.k, n.d ** (n.beta / 2)) if many else (n.eta * n.k, n.d**n.beta)
    )
    ends = ((n.k**low < n.B,) if low else ()) + ((n.k**high > n.B,) if high else ())
    given = {"theorem G.5": (n.alpha > n.beta, *_TASKS[task], n.k >= 1, *ends)}
    printed = _at_steps(law)
    prefix = f"{task}, {name}: "
    conditions = (n.alpha > n.beta, *_TASKS[task], n.k >= 1, n.B >= 1, *ends)
    step = (n.eta > 0, size <= laws.LIMIT)
    up_to_constants = laws.no_better(loss, printed, given, (Small(size),), n.OVER, time, end)
    exactly = States(
        sp.Ge(loss, printed, evaluate=False), {**laws.PLACES, **given, HERE: (size <= 1,)}
    )
    return {
        laws.NO_BETTER.format(prefix): Ambiguous(
            "whether = is meant up to constants, as in the proof",
            {"up to constants": up_to_constants, _EXACTLY: exactly},
        ),
        laws.ATTAINED.format(prefix): laws.attained(
            loss, printed, (n.eta,), (n.B, n.k), conditions, step
        ),
    }


SMALL_B, LARGE_B = "small B", "large B"
_CASES = (
    ("SGD", SMALL_B, (B * K) ** (-s / (s + 1)), None, s),
    ("SGD", LARGE_B, K**-s, s, None),
    ("beta > 2, s < 1", SMALL_B, BALANCED, None, STABLE_UNTIL),
    ("beta > 2, s < 1", LARGE_B, K ** (-2 * s), STABLE_UNTIL, 2),
    ("beta > 2, s > 1", SMALL_B, BALANCED, None, BURNED_UNTIL),
    ("beta > 2, s > 1", LARGE_B, 1 / (K * sp.sqrt(B)), BURNED_UNTIL, 2),
    ("1 < beta < 2, s < 3/2 - 1/beta", SMALL_B, BALANCED_FEW, None, STABLE_UNTIL_FEW),
    ("1 < beta < 2, s < 3/2 - 1/beta", LARGE_B, K ** (-2 * s), STABLE_UNTIL_FEW, 2),
    ("1 < beta < 2, s > 3/2 - 1/beta", SMALL_B, BALANCED_FEW, None, BURNED_UNTIL_FEW),
    (
        "1 < beta < 2, s > 3/2 - 1/beta",
        LARGE_B,
        B ** (1 / beta - 1) / K,
        BURNED_UNTIL_FEW,
        2,
    ),
)

THM_G_5 = Claim(
    id="signsgd-scaling/thm-G.5",
    title="Best loss for a given number of steps",
    source=Source(appendix="appendix G.2.2, theorem G.5"),
    words="For K steps the best learning rate gives the balanced loss up to some batch size; "
    "beyond it K^-s for SGD and, up to B = K^2, for SignSGD K^-2s or the noise at eta = 1/K, the "
    "latter for easy tasks.",
    printed={name: part for case in _CASES for name, part in _fixed_k(*case).items()},
    lemmas={
        "SGD, small B, exponents": printed(K_SGD, (s,), (s > 0,), (B * K) ** (-s / (s + 1)), 0, s),
        "SGD, large B, exponents": printed(K_SGD, (s,), (s > 0,), K**-s, s),
        "beta > 2, s < 1, small B, exponents": printed(
            K_SGN, (s,), (*MANY_GIVEN, s < 1), BALANCED, 0, STABLE_UNTIL
        ),
        "beta > 2, s < 1, large B, exponents": printed(
            K_SGN, (s,), (*MANY_GIVEN, s < 1), K ** (-2 * s), STABLE_UNTIL, 2
        ),
        "beta > 2, s > 1, small B, exponents": printed(
            K_SGN, (s,), (s > 1,), BALANCED, 0, BURNED_UNTIL
        ),
        "beta > 2, s > 1, large B, exponents": printed(
            K_SGN, (s,), (s > 1,), 1 / (K * sp.sqrt(B)), BURNED_UNTIL, 2
        ),
        "1 < beta < 2, s < 3/2 - 1/beta, small B, exponents": printed(
            K_SGN_FEW, (s, beta), FEW_LOW, BALANCED_FEW, 0, STABLE_UNTIL_FEW
        ),
        "1 < beta < 2, s < 3/2 - 1/beta, large B, exponents": printed(
            K_SGN_FEW, (s, beta), FEW_LOW, K ** (-2 * s), STABLE_UNTIL_FEW, 2
        ),
        "1 < beta < 2, s > 3/2 - 1/beta, small B, exponents": printed(
            K_SGN_FEW, (s, beta), FEW_HIGH, BALANCED_FEW, 0, BURNED_UNTIL_FEW
        ),
        "1 < beta < 2, s > 3/2 - 1/beta, large B, exponents": printed(
            K_SGN_FEW, (s, beta), FEW_HIGH, B ** (1 / beta - 1) / K, BURNED_UNTIL_FEW, 2
        ),
    },
    because={
        clause.format(f"{task}, {name}: "): ByHand((f"{task}, {name}, exponents",), reading=reading)
        for task, name, *_ in _CASES
        for clause, reading in (
            (laws.NO_BETTER, ("up to constants", laws.LARGE_D, n.SOME_CONSTANT)),
            (laws.ATTAINED, ()),
        )
    },
    uses=(
        "signsgd-scaling/thm-F.6",
        "signsgd-scaling/thm-E.4#eta k up to d^beta",
        "signsgd-scaling/txt-B-le-K2",
    ),
    whole_proof=True,
    note="The auxiliary statements are about exponents of K, from the laws of theorems F.6 and "
    "E.4, with the burn-in eta K >= 1. At s = 1 both cases for beta > 2 agree, and so do those for "
    "beta < 2 at s = 3/2 - 1/beta; beta = 2 is left out.",
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


_N_BEST = {case: _at_steps(rate) for case, rate in BEST.items()}


def _balanced(case, under_root):
    """Return that signal and noise are equal, and both the printed loss."""
    rate, value = _N_BEST[case], _at_steps(TASKS[case][2])
    intrinsic = rate * under_root
    few = intrinsic ** (2 / n.beta - 1) if case == FEW[1] else 1
    noise = rate / sp.sqrt(n.B) * few
    return ForAll(
        given={
            "section 2": (n.B >= 1,),
            "section 2 and assumption B.3": n.TASK,
            "theorem G.5": (n.k >= 1, n.beta < 2 if case == FEW[1] else n.beta > 2),
        },
        says=sp.And(
            sp.Eq(intrinsic ** (-2 * s), value, evaluate=False),
            sp.Eq(noise, value, evaluate=False),
        ),
    )


STEP_BALANCE = Claim(
    id="signsgd-scaling/thm-G.5-step-balance",
    title="The free optimum balances signal and noise",
    source=Source(appendix="appendix G.2.2, proof for SignSGD"),
    words="At eta = B^((1-2s)/(4s+2)) K^(-2s/(2s+1)), or its analogue for beta < 2, signal and "
    "noise are both equal to the balanced loss.",
    printed={
        case: Damaged(
            "whether the root is over B alone, as everywhere else, or over B K",
            {
                "over B": _balanced(case, sp.sqrt(n.B) * n.k),
                "over B K": _balanced(case, sp.sqrt(n.B * n.k)),
            },
        )
        for case in TASKS
    },
)


_FREE = n.B ** ((1 - 2 * s) / (4 * s + 2)) * n.k ** (-2 * s / (2 * s + 1))  # eta*


def _at_free_optimum(quantity):
    """Return that a quantity is B^(1/(2s+1)) K^(-2s/(2s+1)), for beta > 2."""
    return SameOrder(
        quantity,
        n.B ** (1 / (2 * s + 1)) * n.k ** (-2 * s / (2 * s + 1)),
        regime=(n.B >= 1, n.k >= 1),
        variables=(n.B, n.k),
        constants={n.alpha: (4, 5), n.beta: (3, 4), s: (1,)},
        given=(n.alpha > n.beta, n.beta > 2, n.DIFFICULTY),
    )


STEP_ETA_B = Claim(
    id="signsgd-scaling/thm-G.5-step-etaB",
    title="The free optimum against the step size",
    source=Source(appendix="appendix G.2.2, proof for SignSGD, condition 1, beta > 2"),
    words="At the free optimum eta B is B^(1/(2s+1)) K^(-2s/(2s+1)).",
    printed=_at_free_optimum(_FREE * n.B),
    instead=Instead(
        _at_free_optimum(_FREE * sp.sqrt(n.B)),
        meant=Source(appendix="appendix G.2.2, condition 1: its title and the line after it"),
        because=Within(1, 1),
    ),
    note="What condition 1 bounds is eta sqrt(B), and that is what the right side is.",
)


FEW_ALL = TASKS[FEW[1]][1]


def saturated(rate, noise, given, low):
    """Return that this learning rate gives K^-2s for K^low <= B <= K^2."""
    return ForAll(
        given=(*given, b >= low, b <= 2),
        says=sp.Eq(sp.Max(*loss_at(noise, rate)), order(K ** (-2 * s))),
    )


T = n.eta * sp.sqrt(n.B) * n.k
_FEW_FREE = n.B ** (-HALF + beta / (2 * s * beta + 2)) * n.k ** (-1 + beta / (2 * s * beta + 2))


def _case_1(task, values, free, noise, end):
    """Return what case 1 says: the burn-in ends at the free optimum; else eta = 1/B gives K^-2s."""
    law = T ** (-2 * s) + n.eta / sp.sqrt(n.B) * noise
    at_limit = law.subs(n.eta, 1 / n.B)
    common = {
        "variables": (n.B, n.k),
        "constants": values,
        "given": (n.alpha > n.beta, *task, n.DIFFICULTY),
    }
    few = (n.B >= 1, n.k >= 1, n.k**2 >= n.B)
    return {
        "burns in": SameOrder(free * n.k, sp.S.One, regime=few, relation="at least", **common),
        "saturated": SameOrder(at_limit, n.k ** (-2 * s), regime=(*few, n.k**end <= n.B), **common),
    }


_TRIED = {n.alpha: (2, 3), n.beta: (sp.Rational(3, 2), 3), s: (sp.Rational(1, 4),)}
_CASES_1 = {
    "beta > 2": _case_1((n.beta > 2, s < HALF), _TRIED, _FREE, 1, STABLE_UNTIL),
    "1 < beta < 2": _case_1(
        (n.beta > 1, n.beta < 2, s < 1 - 1 / n.beta),
        _TRIED,
        _FEW_FREE,
        T ** (2 / n.beta - 1),
        STABLE_UNTIL_FEW,
    ),
}

STEP_CASE_1 = Claim(
    id="signsgd-scaling/thm-G.5-step-case1",
    title="Case 1: the learning rate where the step size binds",
    source=Source(appendix="appendix G.2.2, proof for SignSGD, both cases 1"),
    words="For s < 1/2 (beta > 2), or s < 1 - 1/beta (beta < 2), the free optimum burns in, and "
    "eta = 1/B gives K^-2s for B between the size at which the step size binds and K^2.",
    printed={
        f"{case}: {name}": clause
        for case, clauses in _CASES_1.items()
        for name, clause in clauses.items()
    },
    lemmas={
        "beta > 2, without beta < alpha: eta = 1/B": saturated(
            1 / B, MANY[0], (s > 0, s < HALF), STABLE_UNTIL
        ),
        "beta > 2, without beta < alpha: eta = B^(-1/2)": saturated(
            B**-HALF, MANY[0], (s > 0, s < HALF), STABLE_UNTIL
        ),
        "1 < beta < 2, without beta < alpha: eta = 1/B": saturated(
            1 / B, FEW[0], (*FEW_ALL, s < 1 - 1 / beta), STABLE_UNTIL_FEW
        ),
        "1 < beta < 2, without beta < alpha: eta = B^(-1/2)": saturated(
            B**-HALF, FEW[0], (*FEW_ALL, s < 1 - 1 / beta), STABLE_UNTIL_FEW
        ),
    },
    note="The hypothesis beta < alpha of the theorem says s > 1 - 1/beta, so neither case occurs. "
    "Without it the learning rate is a misprint: the active constraint is eta sqrt(B) = 1, so eta "
    "is B^(-1/2).",
    symbols=AT_STEPS,
)

D, N, W = reals("D N W")

_UPPER, _LOWER = reals("K_1 K_2")
_BOTH = (n.eta > 0, n.B >= 1, n.k >= 1)
_STABLE, _BURNED = n.eta * sp.sqrt(n.B), n.eta * n.k

TXT_B_LE_K2 = Claim(
    id="signsgd-scaling/txt-B-le-K2",
    title="Batch sizes that can burn in",
    source=Source(appendix="appendix G.2.2, proof for SignSGD"),
    words="eta sqrt(B) at most and eta K at least of order 1 bound B by a constant times K^2.",
    printed=States(
        Order(n.B, n.k**2, "at most", (n.eta, n.B, n.k)),
        {
            "section 2": _BOTH[:-1],
            "theorem G.5": _BOTH[-1:],
            HERE: (Small(_STABLE), Large(_BURNED)),
        },
    ),
    because={
        "": Hide(
            Between(
                *(n.B, n.k**2, None, (_UPPER / _LOWER) ** 2, (n.eta, n.B, n.k)),
                (*_BOTH, _UPPER > 0, _LOWER > 0, _STABLE <= _UPPER, _BURNED >= _LOWER),
            ),
            {Small(_STABLE): _UPPER, Large(_BURNED): _LOWER},
            (),
            dict.fromkeys((n.eta, n.B, n.k, _UPPER, _LOWER), sp.Integer(1)),
        )
    },
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
        words="eta D up to d^(beta/2) sqrt(B), so that eta sqrt(B) K is at most d^(beta/2)",
    ),
    uses=("signsgd-scaling/thm-F.6",),
    note="The printed range bounds eta K, not eta sqrt(B) K, and leaves room for times by which "
    "the signal is exponentially small.",
    symbols={N: "1 / eta", W: "d^(beta/2), up to which the signal is a power law"},
)
