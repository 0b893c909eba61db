"""Sections B.3.2 and G.1: the best loss for a given budget of data, in exponents."""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Source
from theory.language import function, reals
from theory.orders import Large, Small
from theory.papers.signsgd_scaling import laws, one_coordinate_denial, sgd_budget_argument
from theory.papers.signsgd_scaling import notation as n
from theory.papers.signsgd_scaling.laws import (
    BURNED_IN,
    CASES,
    FIXED_DATA,
    SIGN_DATA,
    B,
    a,
    b,
    beta,
    ell,
    eta,
    met_up_to,
    order,
    s,
    sign_program,
)

gamma = eta / sp.sqrt(B)  # the effective learning rate of SignSGD


def no_better(program, optimum, given, extra=()):
    """Return that no feasible choice of eta and B makes the loss of a smaller order."""
    feasible = tuple(f <= 0 for f in program.feasible)
    return ForAll(
        given=(*given, b >= 0, b <= 1, *feasible, *extra),
        says=sp.Max(*program.objectives) >= order(optimum),
    )


def attained(program, optimum, rate, given):
    """Return that this effective learning rate and B = 1 are feasible and attain it."""
    at = {a: -order(rate), b: 0}
    feasible = [f.subs(at) <= 0 for f in program.feasible]
    loss = sp.Max(*(f.subs(at) for f in program.objectives))
    return ForAll(given=given, says=sp.And(*feasible, loss <= order(optimum)))


_BUDGET = {"appendix G.1": (n.eq(n.D, n.k * n.B),)}
_EARLY = n.B ** sp.Max((n.beta - n.alpha) / (2 * n.alpha) + 1, 1)
_TIME, _STABLE_SIZE = n.eta * n.D, n.eta * sp.sqrt(n.B)
_END = n.d ** (n.beta / 2) * n.B
ON_PATHS, IN_THE_MEAN = "the loss on every path", "the expected loss"


def _bounded(of):
    """Return a statement about what is bounded."""
    choices = {ON_PATHS: n.largest_loss(n.d), IN_THE_MEAN: n.expected_loss(n.d)}
    return Ambiguous(
        "what it means that the loss is at most of order 1",
        {name: of(loss) for name, loss in choices.items()},
    )


def _least_of_sign(case):
    """Return the clauses on a case of beta: the least loss, from both sides."""
    (_, name), _, _, optimum, _ = case
    law = optimum.subs(ell, sp.log(n.D))
    of_beta = {"beta > 2": n.beta > 2, "beta = 2": sp.Eq(n.beta, 2), "1 < beta < 2": n.beta < 2}
    many, limit = n.expected_loss(n.d), laws.LIMIT

    def no_better(bounded):
        range_of_g1 = (
            of_beta[name],
            n.D >= 2,
            Large(_TIME / _EARLY),
            Small(_TIME / _END),
            Small(_STABLE_SIZE),
            Small(bounded),
        )
        time, end = n.eta * sp.sqrt(n.B) * n.k, n.d ** (n.beta / 2)
        return laws.no_better(many, law, _BUDGET, range_of_g1, (*n.OVER, n.D), time, end)

    def attained(bounded):
        step = (
            *(n.eta > 0, n.B >= 1, n.k >= 0, n.eq(n.D, n.k * n.B)),
            *(_TIME * limit >= _EARLY, limit * _END >= _TIME),
            *(limit >= _STABLE_SIZE, bounded <= laws.CONSTANT),
        )
        long = sp.Ge(n.d ** (n.beta / 2), n.D, evaluate=False)
        conditions = (of_beta[name], n.D >= 2)
        return laws.of_dimension(
            *(
                laws.attained(many, law, (n.eta, n.B, n.k), (n.D,), (*conditions, *more), step)
                for more in ((), (long,))
            )
        )

    prefix = f"{name}: "
    return {
        laws.NO_BETTER.format(prefix): _bounded(no_better),
        laws.ATTAINED.format(prefix): _bounded(attained),
    }


THM_G_1 = Claim(
    id="signsgd-scaling/thm-G.1",
    title="Data scaling of SignSGD",
    source=Source("section 3", "appendix B.3.2 and G.1, theorem G.1"),
    words="Over learning rate and batch size the least loss is of the order D^(-2s/(2s+1)) for "
    "beta > 2, with D / log D for D at beta = 2, and D^(-s beta/(s beta + 1)) for beta < 2.",
    printed={name: part for case in CASES for name, part in _least_of_sign(case).items()},
    lemmas={
        **{
            f"{case}, exponents: no choice does better": no_better(
                sign_program(noise, FIXED_DATA), optimum, given
            )
            for (noise, case), _, given, optimum, _ in CASES
        },
        **{
            f"{case}, exponents: attained": attained(
                sign_program(noise, FIXED_DATA), optimum, rate, given
            )
            for (noise, case), _, given, optimum, rate in CASES
        },
    },
    because={
        clause.format(f"{case}: "): ByHand(
            (f"{case}, exponents: {clause.format('')}",),
            reading=(IN_THE_MEAN, laws.LARGE_D, n.SOME_CONSTANT),
        )
        for (_, case), *_ in CASES
        for clause in (laws.NO_BETTER, laws.ATTAINED)
    },
    uses=("signsgd-scaling/thm-F.6",),
    note="The auxiliary statements are about exponents of D, from the law of theorem F.6, which "
    "holds for eta D up to d^(beta/2) sqrt(B), where the theorem has B; log D is D^epsilon; they "
    "attain the least loss with B = 1. A loss that is bounded on every path keeps eta K and so the "
    "choice of B bounded.",
)

_risk = function("E_D")
_rate, _batch, _low, _high, _size = reals("eta' B' c_E C_E K_0")


def _feasible(rate, batch):
    """Return that a step size and a batch size burn in and are stable, up to a constant."""
    return (
        *(rate > 0, batch >= 1, batch <= n.D),
        *(_size * rate * n.D / batch >= 1, rate * sp.sqrt(batch) <= _size),
    )


def _for_others(says):
    """Return that something holds for every step size and batch size that are allowed."""
    allowed = sp.And(*_feasible(_rate, _batch))
    return laws.every((_rate, _batch), Implies(allowed, says, evaluate=False))


_gamma = _rate / sp.sqrt(_batch)
_of_rate = (n.D * _gamma) ** (-2 * s) + _gamma
_other, _chosen = _risk(_gamma), _risk(n.eta / sp.sqrt(n.B))
_LAW_HOLDS = _for_others(sp.And(_low * _of_rate <= _other, _other <= _high * _of_rate))
_LEAST = _for_others(_chosen <= _other)


def _of_best_rate(left):
    """Return that something at the best effective learning rate is of the printed order."""
    exponent = -2 * s / (2 * s + 1)
    fits = sp.And(n.D >= 1, *_feasible(n.eta, n.B), _LAW_HOLDS, _LEAST)
    least, most = reals("c_g C_g")
    ends = sp.And(least * n.D**exponent <= left, left <= most * n.D**exponent)
    holds = laws.every((n.D, _risk, n.eta, n.B), Implies(fits, ends, evaluate=False))
    serve = laws.some((least, most), (least > 0, most >= least, holds))
    constants = sp.And(_low > 0, _high >= _low, _size > 0)
    says = laws.every((_low, _high, _size), Implies(constants, serve, evaluate=False))
    return States(says, {"section 2 and assumption B.3": n.TASK, "appendix B.3.2": (n.beta > 2,)})


TXT_GAMMA_SGN = Claim(
    id="signsgd-scaling/txt-gamma-sgn",
    title="Best effective learning rate of SignSGD",
    source=Source(appendix="appendix B.3.2"),
    words="The best eta / sqrt(B) and the least loss are both of the order D^(-2s/(2s+1)).",
    printed={
        "effective learning rate": _of_best_rate(n.eta / sp.sqrt(n.B)),
        "least loss": _of_best_rate(_chosen),
    },
    lemmas={
        "exponents": ForAll(
            given=(
                s > 0,
                b >= 0,
                *(f <= 0 for f in SIGN_DATA[1].feasible),
                sp.Max(*SIGN_DATA[1].objectives) <= order(CASES[0][3]),
            ),
            says=sp.Eq(order(gamma), order(CASES[0][4])),
        ),
    },
    because={
        "effective learning rate": ByHand(("exponents",)),
        "least loss": ByHand(("exponents",)),
    },
    uses=("signsgd-scaling/thm-G.1",),
    note="Of every loss that lies between two multiples of (D etatilde)^(-2s) + etatilde, etatilde "
    "= eta / sqrt(B), where eta K and eta sqrt(B) satisfy the conditions, K = D / B, as appendix "
    "B.3.1 has it, and of every choice that is the best of these. The lemma is about exponents of "
    "D: every choice that attains the least loss has this eta / sqrt(B).",
)


def allowed(condition, rate, limit, given):
    """Return that a constraint holds at an effective learning rate exactly up to a batch size."""
    says = met_up_to(condition, order(rate) + b / 2, FIXED_DATA, order(limit))
    return ForAll(given=(*given, b >= 0, b <= 1), says=says)


def burn_in(limits, *numbers):
    """Return that the burn-in allows these batch sizes, by case of beta."""
    return {
        case: allowed(BURNED_IN, rate, limits[number], given)
        for number in numbers
        for (_, case), _, given, _, rate in (CASES[number],)
    }


_SGD_LAW = n.D ** (-s / (s + 1))
_NO_BETTER_SGD = laws.no_better(
    n.sgd_loss(n.d),
    _SGD_LAW,
    _BUDGET,
    (n.D >= 1, Small(n.eta)),
    (*n.OVER, n.D),
    n.eta * n.k,
    n.d**n.beta,
)
_OF_SGD = (n.eta > 0, n.B >= 1, n.k >= 0, n.eq(n.D, n.k * n.B), n.eta <= laws.LIMIT)
_ATTAINED_BY_SGD = laws.attained(
    n.sgd_loss(n.d), _SGD_LAW, (n.eta, n.B, n.k), (n.D,), (n.D >= 1,), _OF_SGD
)

THM_G_2 = Claim(
    id="signsgd-scaling/thm-G.2",
    title="Data scaling of SGD",
    source=Source(appendix="appendix B.3.2 and G.1, theorem G.2"),
    words="Over learning rate and batch size the least loss of SGD is of the order D^(-s/(s+1)).",
    printed={
        laws.NO_BETTER.format(""): _NO_BETTER_SGD,
        laws.ATTAINED.format(""): _ATTAINED_BY_SGD,
    },
    lemmas={**one_coordinate_denial.LEMMAS, **sgd_budget_argument.LEMMAS},
    because={
        laws.NO_BETTER.format(""): sgd_budget_argument.no_better_with_any_batch(_NO_BETTER_SGD),
        laws.ATTAINED.format(""): sgd_budget_argument.attained_with_any_batch(_ATTAINED_BY_SGD),
    },
    against={
        laws.NO_BETTER.format(""): ByReading(
            {
                **one_coordinate_denial.against(_NO_BETTER_SGD, one_coordinate_denial.SMALL_BATCH),
                **one_coordinate_denial.against_any_constant(_NO_BETTER_SGD),
            }
        )
    },
    uses=("signsgd-scaling/thm-E.4#eta k up to d^beta",),
    note="Attained in floor(D) steps, by an eta of the order of D^(-s/(s+1)). With one coordinate, "
    "lambda_1 = theta_1* = 1 and s = 1/2, K = D = m^6 steps with B = 1 and eta = m^-3 have a loss "
    "of at most m^-3, where the theorem has m^-2; one step with eta = 1 and B = D has 1 / (2 D).",
)

TXT_SGN_FASTER = Claim(
    id="signsgd-scaling/txt-sgn-faster",
    title="SignSGD has the larger printed data exponent",
    source=Source("section 3", "appendix B.3.2"),
    words="The data exponent that is printed for the least loss of SignSGD is strictly larger than "
    "the one that is printed for SGD.",
    printed={
        "beta >= 2": ForAll(
            given={"section 2 and assumption B.3": n.TASK},
            says=2 * s / (2 * s + 1) > s / (s + 1),
        ),
        "1 < beta < 2": ForAll(
            given={"section 2 and assumption B.3": n.TASK, "theorem G.1": (beta < 2,)},
            says=s * beta / (s * beta + 1) > s / (s + 1),
        ),
    },
    uses=("signsgd-scaling/thm-G.1", "signsgd-scaling/thm-G.2"),
    note="At beta = 2 the loss has a logarithm, too, which changes no exponent. Whether the least "
    "losses have these exponents is for theorems G.1 and G.2 to say: in one coordinate that of SGD "
    "falls faster than the exponent that is printed for it.",
)
