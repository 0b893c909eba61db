"""Sections B.3 and G.2.1: the best loss for a given budget of data and batch size, in exponents."""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import Put, Solve
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Source
from theory.language import reals
from theory.orders import Large, Small
from theory.papers.signsgd_scaling import (
    budget_denial,
    lattice_argument,
    laws,
    one_coordinate_denial,
    sgd_budget_argument,
    unstable_denial,
)
from theory.papers.signsgd_scaling import notation as n
from theory.papers.signsgd_scaling.laws import (
    CASES,
    RIGHT_LIMITS,
    STEP_LIMITS,
    B,
    D,
    a,
    b,
    beta,
    eps,
    eta,
    order,
    s,
)
from theory.papers.signsgd_scaling.notation import (
    B_SGD,
    B_SGN,
    E_SGD,
    E_SGN,
    E_SGN_FEW,
    E_SGN_LOG,
)
from theory.places import HERE


def at_batch(head, arguments, given, optimum):
    """Return that the least loss over the learning rate is of the printed order."""
    return ForAll(
        given=(*given, b >= 0, b <= 1),
        says=sp.Eq(head(*arguments, b), order(optimum)),
    )


WITHIN = b < sp.Rational(2, 3)
BURN_IN = b <= sp.Rational(2, 3)  # eta K >= 1 is possible with eta sqrt(B) <= 1
HEADS = (E_SGN, E_SGN_LOG, E_SGN_FEW)
EASY = ((), (s >= sp.Rational(1, 2),), (s * beta + 1 >= beta,))  # alpha >= beta, where it says so
SATURATED = (B / D) ** (2 * s)


def two_cases(number, at=at_batch, extra_small=(), extra_large=()):
    """Return what is said of exponents in both cases of theorem G.3, for one case of beta."""
    _, arguments, given, optimum, _ = CASES[number]
    limit = order(STEP_LIMITS[number])
    head = HEADS[number]
    return (
        at(head, arguments, (*given, b <= limit, *extra_small), optimum),
        at(head, arguments, (*given, b >= limit, *extra_large), SATURATED),
    )


def at_least(head, arguments, given, optimum):
    """Return that the least loss over the learning rate is at least of the printed order."""
    return ForAll(
        given=(*given, b >= 0, b <= 1),
        says=sp.Ge(head(*arguments, b), order(optimum), evaluate=False),
    )


_FIXED = {"appendix G.2.1": (n.eq(n.D, n.k * n.B),)}
_BELOW, _ABOVE = "B below the critical size", "B above the critical size"
_RATES = (n.eta > 0, n.eta * sp.sqrt(n.B) <= laws.LIMIT)
_OF_BETA = ((n.beta > 2,), (sp.Eq(n.beta, 2), n.D >= 2), (n.beta < 2,))


def _as_printed(quantity):
    """Return a power law in the symbols of the paper."""
    return quantity.subs(laws.ell, sp.log(n.D))


def _law(number, smaller):
    """Return the printed loss."""
    return _as_printed(CASES[number][3]) if smaller else (n.B / n.D) ** (2 * s)


def least_of_sign(number, smaller):
    """Return the clauses on SignSGD at a data budget and a batch size.

    Args:
        number: of the case of beta.
        smaller: whether the batch size is up to the critical one, or from there on.
    """
    critical, law = _as_printed(STEP_LIMITS[number]), _law(number, smaller)
    loss, step = n.expected_loss(n.d), n.eta * sp.sqrt(n.B)
    size = n.B / critical if smaller else critical / n.B
    range_of_b = (Small if smaller else Large)(n.B / critical)
    own = (*_OF_BETA[number], n.k >= 1, Small(step), range_of_b)
    known = (*_OF_BETA[number], n.k >= 1, n.B >= 1, n.eq(n.D, n.k * n.B), size <= laws.LIMIT)
    attained = (
        laws.attained(loss, law, (n.eta,), (n.D, n.B, n.k), known, _RATES, serves)
        for serves in (False, True)
    )
    end = n.d ** (n.beta / 2)
    return {
        laws.NO_BETTER: laws.no_better(loss, law, _FIXED, own, (*n.OVER, n.D), step * n.k, end),
        laws.ATTAINED: n.up_to_constants(*attained),
    }


_G3 = {
    f"{CASES[number][0][1]}, {name}: ": (number, part)
    for number in range(3)
    for part, name in enumerate((_BELOW, _ABOVE))
}
_G3_CLAUSES = {
    clause.format(prefix): printed
    for prefix, (number, part) in _G3.items()
    for clause, printed in least_of_sign(number, part == 0).items()
}
_POINTS = (budget_denial.SMALL_BATCH, budget_denial.LARGE_BATCH)


def in_words(limit):
    """Return a power as words.

    >>> in_words(RIGHT_LIMITS[0]), in_words(RIGHT_LIMITS[2])
    ('D^(2/(2 s + 1))', 'D^(beta/(beta s + 1))')
    """
    base, exponent = _as_printed(limit).as_base_exp()
    power = sp.Pow(base, sp.cancel(exponent), evaluate=False)
    return str(power).replace("**", "^").replace("*", " ")


def up_to(number, smaller):
    """Return in words up to which batch size theorem G.3 holds, in a case of beta."""
    return f"the smaller of D^(2/3) and {in_words(RIGHT_LIMITS[number])}" if smaller else "D^(2/3)"


THM_G_3 = Claim(
    id="signsgd-scaling/thm-G.3",
    title="Best loss of SignSGD at a given batch size",
    source=Source("section 3", "appendix B.3.3 and G.2.1, theorem G.3"),
    words="For a fixed data budget and eta sqrt(B) below a constant, the best learning rate gives "
    "the loss of theorem G.1 up to a critical batch size and (B / D)^(2s) beyond it.",
    printed=_G3_CLAUSES,
    lemmas={
        **budget_denial.LEMMAS,
        **{
            f"{prefix}exponents": two_cases(number, at_least)[part]
            for prefix, (number, part) in _G3.items()
        },
    },
    because={
        laws.NO_BETTER.format(prefix): ByHand(
            (f"{prefix}exponents",), reading=(laws.LARGE_D, n.SOME_CONSTANT)
        )
        for prefix in _G3
    },
    against={
        laws.ATTAINED.format(prefix): budget_denial.against(
            CASES[number][0][1],
            _law(number, part == 0),
            _G3_CLAUSES[laws.ATTAINED.format(prefix)].options,
            _POINTS[part],
        )
        for prefix, (number, part) in _G3.items()
    },
    instead={
        laws.ATTAINED.format(prefix): Instead(
            two_cases(
                number,
                extra_small=(b <= order(RIGHT_LIMITS[number]), BURN_IN, *EASY[number]),
                extra_large=(BURN_IN, *EASY[number]),
            )[part],
            words="where the learning rate also ends the burn-in, eta K >= 1: for B up to "
            + up_to(number, part == 0),
        )
        for prefix, (number, part) in _G3.items()
    },
    # of theorem G.1 its first lines alone, the law of theorem F.6 at K = D / B
    uses=("signsgd-scaling/thm-F.6",),
    breaks_at="Where etatilde is chosen: the proof asks for eta sqrt(B) at most of order 1 alone. "
    "That the law of theorem F.6, with which it starts, needs eta K at least of order 1 too is "
    "left out.",
    note="For s = 3/2, D = m^20 and B = m^14, below the critical size m^15, eta <= K_0 m^(-7) and "
    "K = m^6 leave eta K <= K_0 / m: the first coordinate keeps a loss near 1/2, where C_0 "
    "m^(-15) is printed. So it is for B above D^(2/3). Up to there the theorem holds in exponents "
    "(alpha >= beta), but for large s: with beta > 2 and s > 1 the loss is sqrt(B) / D from "
    "D^(2/(2s+1)) on, as theorem G.5 has it.",
    symbols={
        eps: "small exponent that stands for the logarithm, log D = D^epsilon",
        budget_denial.t: "20th root of D",
    },
)

_CRITICAL = n.D ** (s / (s + 1))
_OF_SGD = (n.eta > 0, n.eta <= laws.LIMIT)


def least_of_sgd(case, law, size, smaller):
    """Return the clauses on SGD at a data budget and a batch size.

    Args:
        case: its name.
        law: of the least loss.
        size: the batch size over the critical one, or the other way round.
        smaller: whether it is the first of these.
    """
    loss, prefix = n.sgd_loss(n.d), f"{case}: "
    own = (Small if smaller else Large)(n.B / _CRITICAL)
    range_of_b = size <= laws.LIMIT
    conditions = (n.k >= 1, n.B >= 1, n.eq(n.D, n.k * n.B), range_of_b)
    time, end = n.eta * n.k, n.d**n.beta
    return {
        laws.NO_BETTER.format(prefix): laws.no_better(
            loss, law, _FIXED, (n.k >= 1, Small(n.eta), own), (*n.OVER, n.D), time, end
        ),
        laws.ATTAINED.format(prefix): laws.attained(
            loss, law, (n.eta,), (n.D, n.B, n.k), conditions, _OF_SGD
        ),
    }


_G4_CLAUSES = {
    **least_of_sgd(_BELOW, n.D ** (-s / (s + 1)), n.B / _CRITICAL, True),
    **least_of_sgd(_ABOVE, (n.B / n.D) ** s, _CRITICAL / n.B, False),
}
_G4_BELOW, _G4_ABOVE = (laws.NO_BETTER.format(f"{case}: ") for case in (_BELOW, _ABOVE))
_ATTAINED_BELOW, _ATTAINED_ABOVE = (laws.ATTAINED.format(f"{case}: ") for case in (_BELOW, _ABOVE))

THM_G_4 = Claim(
    id="signsgd-scaling/thm-G.4",
    title="Best loss of SGD at a given batch size",
    source=Source(appendix="appendix B.3.3 and G.2.1, theorem G.4"),
    words="For a fixed data budget and eta below a constant, the best learning rate gives "
    "D^(-s/(s+1)) for B up to D^(s/(s+1)) and (B / D)^s beyond it.",
    printed=_G4_CLAUSES,
    lemmas={**one_coordinate_denial.LEMMAS, **sgd_budget_argument.LEMMAS_AT_BATCH},
    because={
        _G4_BELOW: sgd_budget_argument.no_better_below(_G4_CLAUSES[_G4_BELOW]),
        _G4_ABOVE: sgd_budget_argument.no_better_above(_G4_CLAUSES[_G4_ABOVE]),
        _ATTAINED_BELOW: sgd_budget_argument.attained_below(_G4_CLAUSES[_ATTAINED_BELOW]),
        _ATTAINED_ABOVE: sgd_budget_argument.attained_above(_G4_CLAUSES[_ATTAINED_ABOVE]),
    },
    against={
        _G4_BELOW: ByReading(
            one_coordinate_denial.against(_G4_CLAUSES[_G4_BELOW], one_coordinate_denial.SMALL_BATCH)
        ),
        _G4_ABOVE: ByReading(
            {
                **one_coordinate_denial.against(
                    _G4_CLAUSES[_G4_ABOVE], one_coordinate_denial.LARGE_BATCH
                ),
                **one_coordinate_denial.against_any_constant(_G4_CLAUSES[_G4_ABOVE]),
            }
        ),
    },
    uses=("signsgd-scaling/thm-E.4#eta k up to d^beta",),
    note="Attained by an eta of the order of B D^(-s/(s+1)), and above the critical size by a "
    "constant one. With one coordinate, lambda_1 = theta_1* = 1 and s = 1/2, K = m^6 steps have "
    "with B = 1 and eta = m^-3 a loss of at most m^-3 (D^(-1/3) is m^-2), with B = m^6 and eta = "
    "m^-2 of at most m^-4 ((B / D)^s is m^-3); one step with eta = 1 and B = D has 1 / (2 D).",
)


def best_up_to(limit, least=E_SGN):
    """Return that the least loss keeps the order of B = 1 exactly up to a batch size."""
    best = least(s, 0)
    kept = Implies(b <= limit, sp.Eq(least(s, b), best), evaluate=False)
    return sp.And(kept, Implies(b > limit, least(s, b) > best, evaluate=False))


def linear_rule(rate):
    """Return that learning rates in proportion to B keep the least loss of SGD, in exponents.

    Args:
        rate: the learning rate for B = 1, for a data budget.
    """
    program = laws.sgd_program(laws.FIXED_DATA)
    at = {laws.a: -laws.order(B * rate)}
    feasible = (f.subs(at) <= 0 for f in program.feasible)
    loss = sp.Max(*(sp.expand(f.subs(at)) for f in program.objectives))
    return sp.And(*feasible, sp.Eq(loss, E_SGD(s, 0)))


def critical(limit):
    """Return that this is the critical batch size of SignSGD."""
    return ForAll(given=(s > 0, b >= 0, b <= 1), says=best_up_to(limit))


SIGN_LIMIT, SGD_LIMIT = 2 * s / (2 * s + 1), s / (s + 1)
BURN_IN_LIMIT = 2 / (2 * s + 1)

TXT_CRITICAL_SGN = Claim(
    id="signsgd-scaling/txt-critical-batch-sgn",
    title="Critical batch size of SignSGD",
    source=Source(appendix="appendix B.3.3"),
    words="The best loss for D data keeps its order up to the batch size D^(2s/(2s+1)).",
    printed=ForAll(
        given={
            "section 2 and assumption B.3": n.TASK,
            "theorem B.4": (n.alpha >= n.beta, n.beta > 2),
            HERE: (b >= 0, b <= 1),
        },
        says=best_up_to(SIGN_LIMIT),
    ),
    instead=Instead(
        critical(sp.Min(SIGN_LIMIT, BURN_IN_LIMIT)),
        words="the smaller of D^(2s/(2s+1)), where the noise sets in, and D^(2/(2s+1)), up to "
        "which a learning rate of that size ends the burn-in",
    ),
    uses=(
        "signsgd-scaling/thm-G.3#beta > 2, B below the critical size: no choice does better",
        "signsgd-scaling/thm-G.3#beta > 2, B below the critical size: attained",
    ),
    note="The claim is read in exponents, B = D^b and K = D^(1-b), for beta > 2. Equation (1) and "
    "theorem 3.1 need eta K >= 1, else the loss is of order 1; B.3.3 minimises over eta <= 1 / "
    "sqrt(B) only. The best eta is D^(b/2 - 2s/(2s+1)), at which eta K = D^(1/(2s+1) - b/2) falls "
    "below order 1 for b > 2/(2s+1). So for s > 1 a larger eta is needed there, and its noise eta "
    "/ sqrt(B) raises the loss.",
)

TXT_CRITICAL_SGD = Claim(
    id="signsgd-scaling/txt-critical-batch-sgd",
    title="Critical batch size of SGD",
    source=Source(appendix="appendix B.3.3"),
    words="The best loss for D data keeps its order up to the batch size D^(s/(s+1)), below which "
    "learning rates in proportion to the batch size have it.",
    printed={
        **_G4_CLAUSES,
        "critical size": ForAll(
            best_up_to(SGD_LIMIT, E_SGD),
            {"section 2 and assumption B.3": n.TASK, HERE: (b >= 0, b <= 1)},
        ),
        "linear scaling rule": ForAll(
            linear_rule(D**-SGD_LIMIT),
            {"section 2 and assumption B.3": n.TASK, HERE: (b >= 0, b <= SGD_LIMIT)},
        ),
    },
    lemmas=THM_G_4.lemmas,
    because=THM_G_4.because,
    against=THM_G_4.against,
    uses=("signsgd-scaling/thm-G.4",),
    note="The cases are those of theorem G.4. The critical size is where they meet; that and the "
    "rule are read in exponents, B = D^b, with eta = B D^(-s/(s+1)).",
)

_BOTH = (2 * s + 1) * (s + 1)
NU = s / _BOTH
RIGHT_NU = sp.Min(s, 2 + s - 2 * s**2) / _BOTH


def quotient(nu):
    """Return that the exponents of the critical batch sizes differ by nu, for beta > 2."""
    return ForAll(
        given={
            "section 2 and assumption B.3": n.TASK,
            "theorem B.4": (n.alpha >= n.beta, n.beta > 2),
        },
        says=sp.Eq(B_SGN(s) - B_SGD(s), nu),
    )


TXT_NU = Claim(
    id="signsgd-scaling/txt-nu-exponent",
    title="Quotient of the critical batch sizes",
    source=Source(appendix="appendix B.3.3"),
    words="The critical batch sizes differ by the factor D^nu, nu = s / ((2s+1)(s+1)) > 0.",
    printed={
        "nu is positive": ForAll(given={"section 2 and assumption B.3": n.TASK}, says=NU > 0),
        "quotient of the printed sizes": ForAll(
            given={"section 2 and assumption B.3": n.TASK}, says=sp.Eq(SIGN_LIMIT - SGD_LIMIT, NU)
        ),
        "quotient of the critical sizes": quotient(NU),
    },
    instead={
        "quotient of the critical sizes": Instead(
            quotient(RIGHT_NU), words="nu = min(s, 2 + s - 2 s^2) / ((2s+1)(s+1))"
        )
    },
    uses=("signsgd-scaling/txt-critical-batch-sgn", "signsgd-scaling/txt-critical-batch-sgd"),
    note="The best risk at B is the least over eta <~ 1/sqrt(B). For eta K <~ 1 it is of order 1 "
    "(B.3.1), so that only eta K >~ 1 counts, as in B.3.2. At the best eta this ends at B = "
    "D^(2/(2s+1)), before D^(2s/(2s+1)) for s > 1. For s <= 1 nu is as printed; from s = (1 + "
    "sqrt(17))/4, about 1.28, it is not positive, and SGD has the larger critical size.",
)


def larger(*given):
    """Return that SignSGD has the larger critical batch size, for beta > 2."""
    return ForAll(
        given={
            "section 2 and assumption B.3": n.TASK,
            "theorem B.4": (n.alpha >= n.beta, n.beta > 2),
            HERE: given,
        },
        says=B_SGN(s) > B_SGD(s),
    )


TXT_LARGER = Claim(
    id="signsgd-scaling/txt-larger-critical-batch",
    title="SignSGD has the larger critical batch size",
    source=Source("abstract; section 1", "appendix B.3.3 and D.4"),
    words="SignSGD keeps its best order of loss up to larger batch sizes than SGD.",
    quote="SignSGD admits a substantially larger critical batch size than SGD",
    printed=larger(),
    instead=Instead(
        larger(2 * s**2 - s < 2),
        words="for beta > 2 and s below (1 + sqrt(17))/4, about 1.28; from there on it does not",
    ),
    uses=("signsgd-scaling/txt-critical-batch-sgn", "signsgd-scaling/txt-critical-batch-sgd"),
    note="Read in powers of D, for beta > 2. As B.3.3 prints the sizes, D^(2s/(2s+1)) and "
    "D^(s/(s+1)), SignSGD has the larger one for every s. But for s > 1 the burn-in ends its best "
    "order at D^(2/(2s+1)) already, and from s = (1 + sqrt(17))/4 on that is at most D^(s/(s+1)). "
    "What fails is the size in B.3.3; this goes with it.",
)

# -- the phase diagram -----------------------------------------------------------------------------

_SCALING = (n.D ** (1 - a - b) >= 1, n.D ** (b / 2 - a) <= 1)  # eta K and eta sqrt(B)
_TRIANGLE = (b / 2 <= a, a <= 1 - b)

_p = reals("p")
_exponent = Solve(_p >= 0, (n.D > 1, n.D**_p >= 1))
_no_exponent = Solve(_p <= 0, (n.D > 1, n.D**_p <= 1))
_INSIDE = Solve(
    sp.And(*_TRIANGLE),
    (n.D > 1, *_SCALING),
    (Put(_exponent, {_p: 1 - a - b}), Put(_no_exponent, {_p: b / 2 - a})),
)

TXT_TRIANGLE = Claim(
    id="signsgd-scaling/txt-phase-triangle",
    title="The scaling regime in the phase diagram",
    source=Source("figure 1a", "appendix B.3.1"),
    words="With eta = D^-a and B = D^b the scaling regime is b/2 <= a <= 1 - b.",
    printed={
        "inside": ForAll(given=(n.D > 1, *_SCALING), says=sp.And(*_TRIANGLE)),
        "all of it": ForAll(given=(n.D >= 1, *_TRIANGLE), says=sp.And(*_SCALING)),
    },
    because={"inside": _INSIDE},
    note="eta K = D^(1 - a - b) is at least 1 and eta sqrt(B) = D^(b/2 - a) at most 1; other "
    "constants move the edges by a multiple of 1 / log D.",
)

TXT_UNSTABLE = Claim(
    id="signsgd-scaling/txt-unstable-suboptimal",
    title="The unstable regime is not better",
    source=Source(appendix="appendix B.3.1"),
    words="Where eta sqrt(B) is at least of order 1, the loss is at least of the order T^(-2s) + "
    "eta / sqrt(B) that the scaling law would have, since eta^2 is at least eta / sqrt(B).",
    printed={
        "eta^2 against eta / sqrt(B)": ForAll(
            given=(eta > 0, B >= 1, eta * sp.sqrt(B) >= 1),
            says=eta**2 >= eta / sp.sqrt(B),
        ),
        "loss": n.up_to_constants(*unstable_denial.NOT_BETTER),
    },
    lemmas={**unstable_denial.LEMMAS, **lattice_argument.LEMMAS},
    against={"loss": unstable_denial.NOT_BETTER_FAILS},
    instead={"loss": lattice_argument.LOWER_INSTEAD},
    uses=("signsgd-scaling/thm-F.10",),
    note="At alpha = beta, eta = 1 and odd k a coordinate is at its target unless one of its steps"
    " from there goes wrong, which is rare for a large B: with k = 2 h + 1 the loss is at most "
    "2 (h + 1)^3 d / B, far below eta / sqrt(B) if d is far below sqrt(B); see theorem F.10. Two "
    "consecutive losses add up to order eta^2 at least, and so to that of eta / sqrt(B); of "
    "T^(-2s) this says nothing.",
    symbols=lattice_argument.SYMBOLS,
)

_LAWS = (
    (n.eta * sp.sqrt(n.B) * n.k) ** (-2 * s) + n.eta / sp.sqrt(n.B),
    (n.D * n.eta / sp.sqrt(n.B)) ** (-2 * s) + n.eta / sp.sqrt(n.B),
)

TXT_SQRT_RULE = Claim(
    id="signsgd-scaling/txt-sqrt-rule",
    title="The square root rule",
    source=Source(appendix="appendix B.3.1 and B.3.3"),
    words="In the scaling regime the loss for D data depends on eta and B through eta / sqrt(B) "
    "only; up to the critical batch size the rule keeps the best order.",
    printed={
        "the law depends on eta / sqrt(B)": ForAll(
            given={
                "section 2": (n.eta > 0, n.B >= 1, n.k >= 0),
                "section 2 and assumption B.3": n.TASK,
                "appendix B.3": (sp.Eq(n.D, n.k * n.B),),
                "where the law has a value": (sp.Ne(n.k, 0),),
            },
            says=sp.Eq(*_LAWS),
        ),
        "keeps the best order up to the critical size": ForAll(
            given={
                "section 2 and assumption B.3": n.TASK,
                "theorem B.4": (n.alpha >= n.beta, n.beta > 2),
                HERE: (b >= 0, b <= SIGN_LIMIT),
            },
            says=sp.Eq(E_SGN(s, b), E_SGN(s, 0)),
        ),
    },
    instead={
        "keeps the best order up to the critical size": Instead(
            ForAll(
                given=(s > 0, b >= 0, b <= SIGN_LIMIT, b <= BURN_IN_LIMIT),
                says=sp.Eq(E_SGN(s, b), E_SGN(s, 0)),
            ),
            words="for B up to D^(2s/(2s+1)) and up to D^(2/(2s+1)), whichever is smaller: above "
            "the latter eta K falls below order 1",
        )
    },
    uses=(
        "signsgd-scaling/thm-G.3#beta > 2, B below the critical size: no choice does better",
        "signsgd-scaling/thm-G.3#beta > 2, B below the critical size: attained",
    ),
    note="The claim is read in exponents, B = D^b and K = D^(1-b), for beta > 2. The rule has eta "
    "= D^(b/2 - 2s/(2s+1)), so that eta K = D^(1/(2s+1) - b/2): for b > 2/(2s+1), here D^(-1/20), "
    "the burn-in does not end, and the loss stays of order 1. What is compared is the best loss of "
    "all eta with eta K >= 1, which for s > 1 is larger there, too.",
)


def gap(order_of_gap, *given):
    """Return that the loss gap between SGD and SignSGD is positive and of this order at D^b."""
    says = sp.And(E_SGN(s, b) < E_SGD(s, b), sp.Eq(E_SGD(s, b), order_of_gap))
    return ForAll(given=(s > 0, b >= 0, b < 1, *given), says=says)


def difference_grows(*given):
    """Return that the two laws with constants 1 differ more for a larger batch."""
    says = sp.Derivative((B / D) ** s - (B / D) ** (2 * s), B) > 0
    return ForAll(given=(B > 0, B <= D, s > 0, *given), says=says)


CONSTANT = "constant"
PHASES = (
    (CONSTANT, E_SGD(s, 0), (b <= SGD_LIMIT,)),
    ("like B^s", order((B / D) ** s), (b >= SGD_LIMIT, b <= SIGN_LIMIT)),
    ("beyond", order((B / D) ** s), (b >= SIGN_LIMIT,)),
)

ANY_BATCH, IN_SCALING_REGIME = "any batch size", "below D^(2/3)"

TXT_THREE_PHASES = Claim(
    id="signsgd-scaling/txt-three-phase-gap",
    title="Three phases of the gap",
    source=Source(appendix="appendix B.3.3"),
    words="The loss of SGD less that of SignSGD stays of one order for B up to D^(s/(s+1)), grows "
    "like B^s up to D^(2s/(2s+1)), and goes on growing beyond that.",
    printed={
        **{
            name: Ambiguous(
                "whether any batch size is meant, or those of the scaling regime, in which eta K "
                ">= 1 and eta sqrt(B) <= 1 are possible",
                {ANY_BATCH: gap(rate, *given), IN_SCALING_REGIME: gap(rate, *given, WITHIN)},
            )
            for name, rate, given in PHASES
        },
        "growth of the difference of the two laws": Ambiguous(
            "whether the batch size may come close to the data budget",
            {
                "(B / D)^s is below 1/2": difference_grows((B / D) ** s < sp.Rational(1, 2)),
                "any one up to it": difference_grows(),
            },
        ),
    },
    instead={
        name: ByReading(
            dict.fromkeys(
                (ANY_BATCH, IN_SCALING_REGIME) if name == CONSTANT else (ANY_BATCH,),
                Instead(
                    gap(rate, *given, BURN_IN, b < 2 / (s + 1)),
                    words="for B up to D^(2/3), below D^(2/(s+1))",
                ),
            )
        )
        for name, rate, given in PHASES
    },
    uses=(
        "signsgd-scaling/thm-G.3#beta > 2, B below the critical size: no choice does better",
        "signsgd-scaling/thm-G.3#beta > 2, B below the critical size: attained",
        "signsgd-scaling/thm-G.3#beta > 2, B above the critical size: no choice does better",
        "signsgd-scaling/thm-G.3#beta > 2, B above the critical size: attained",
        "signsgd-scaling/thm-G.4",
    ),
    note="In exponents, beta > 2, alpha >= beta. SignSGD's loss is the least one with eta sqrt(B) "
    "<= 1 and eta K >= 1, the burn-in of theorem 3.1; the formula printed for it (theorem G.3) "
    "leaves out the second. From D^(2/(s+1)) on, and above D^(2/3), its loss is not the smaller "
    "one. In powers of D the growth does not slow. In the last part both losses are laws with "
    "constants 1.",
)
