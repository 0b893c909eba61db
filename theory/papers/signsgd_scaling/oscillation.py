"""Scaling-law analysis of SignSGD: section H.2, large steps, and what F.3 makes of them.

rho = eta sqrt(lambda B) is at least 1 and k** the first time at which |delta| <= eta. In units of
eta the residual is x and r = 1 / rho at most 1.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Between, Generalise, Give, Hide, Lemma, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Instead, Source
from theory.existence import by_values, given_by
from theory.language import DEFINES, integers, reals
from theory.orders import Order
from theory.papers.signsgd_scaling import iterated_drift_argument as iterated
from theory.papers.signsgd_scaling import (
    lattice_argument,
    loss_argument,
    oscillation_argument,
    threshold_argument,
    unstable_coordinate_argument,
    unstable_denial,
)
from theory.papers.signsgd_scaling import notation as paper
from theory.papers.signsgd_scaling.burn_in import FIRST_STEPS, MOVES, first_time
from theory.papers.signsgd_scaling.dynamics import rho, up
from theory.papers.signsgd_scaling.notation import SECOND, eta
from theory.places import HERE
from theory.quantifiers import Every, Some, denied, inhabited

j, k = integers("j k")
z, y, a, v = reals("z y a v")
p, p0, E, psi, T, beta = reals("p p_0 E psi T beta")
r, x = reals("r x")  # in units of eta
HALF = sp.Rational(1, 2)

after = paper.delta
now, then = paper.now, paper.then
STEP = (eta > 0, sp.Or(sp.Eq(then, now - eta), sp.Eq(then, now + eta)))
SIZES = sp.Or(sp.Eq(sp.Abs(then), sp.Abs(now) - eta), sp.Eq(sp.Abs(then), sp.Abs(now) + eta))
SIZES_OR_ACROSS = sp.Or(
    sp.Eq(sp.Abs(then), sp.Abs(sp.Abs(now) - eta, evaluate=False)),
    sp.Eq(sp.Abs(then), sp.Abs(now) + eta),
)
HALF_A_STEP = sp.Max(sp.Abs(now), sp.Abs(then)) >= eta / 2
LARGE = (r > 0, r <= 1)

EQ_22 = Claim(
    id="signsgd-scaling/eq-22",
    title="Burn-in time for large steps",
    source=Source(appendix="appendix F.1, (22)"),
    words="k** is the first time at which the residual is at most eta in size.",
    printed=ForAll(
        given={
            "section 2": (paper.eta > 0,),
            "(18)": (MOVES,),
            HERE: first_time(paper.eta),
        },
        says=DEFINES,
        instances=FIRST_STEPS,
    ),
)

# -- lemma F.2 -------------------------------------------------------------------------------------

EDGE = sp.erfc(1 / sp.sqrt(2)) / 2  # Phi(-1)
BACK = paper.steps_up(sp.Abs(paper.x))
AT_RESIDUAL = sp.Abs(paper.x) * sp.sqrt(paper.lam * paper.B) / sp.sqrt(2)
AWAY = {
    "section 2": (paper.eta > 0, paper.B >= 1),
    "assumption B.2": (paper.lam > 0,),
    "appendix H.2": (paper.eta * sp.sqrt(paper.lam * paper.B) >= 1,),
    HERE: (sp.Abs(paper.x) > paper.eta,),
}
_AWAY = tuple(hypothesis for given in AWAY.values() for hypothesis in given)


def _everywhere(says):
    """Return that something holds at every residual before k**."""
    holds = sp.Implies(sp.And(*_AWAY), says, evaluate=False)
    for symbol in (paper.x, paper.lam, paper.B, paper.eta):
        holds = Every(symbol, holds)
    return holds


_towards = reals("p")  # bound: the probability with which the walk steps towards 0
_AT_LEAST_P0 = (_towards >= 1 - EDGE, _towards <= 1)
_STEPS_AWAY = 1 - _towards <= BACK
_EACH_WALK = Every(_towards, sp.Implies(sp.And(*_AT_LEAST_P0), _STEPS_AWAY, evaluate=False))
_ONE_WALK = Some(_towards, sp.And(*_AT_LEAST_P0, _everywhere(_STEPS_AWAY)))
ONE_WALK, EACH_WALK = "there is such a walk", "every such walk"
_AT_2 = {**dict.fromkeys((paper.eta, paper.B, paper.lam), sp.S.One), paper.x: sp.Integer(2)}

_POSITIVE = tuple(
    loss_argument.lemma(loss_argument.TAIL, {loss_argument.z: at})
    for at in (AT_RESIDUAL, 1 / sp.sqrt(2))
)
_ONE_WALK_SHOWN = by_values(_ONE_WALK, {_towards: sp.S.One}, (), _POSITIVE)
_NOT_EACH_WALK = given_by(
    inhabited(_AT_2, (*_AWAY, denied(_EACH_WALK))),
    {**_AT_2, _towards: 1 - EDGE},
    (),
    (Lemma("erfc(sqrt 2)"), Lemma("erfc(1 / sqrt 2)"), *_POSITIVE),
)

STEP_DOMINATES = Claim(
    id="signsgd-scaling/lem-F.2-step-dominates",
    title="Comparison with a biased walk",
    source=Source(appendix="appendix H.2, proof of lemma F.2"),
    words="Before k** the size of the residual dominates a walk that steps towards 0 with "
    "probability at least Phi(1).",
    printed=Ambiguous(
        "whether the residual dominates some walk that steps towards 0 with probability at least "
        "Phi(1), or every one",
        {ONE_WALK: States(_ONE_WALK), EACH_WALK: States(_EACH_WALK, AWAY)},
    ),
    because={"": ByReading({ONE_WALK: _ONE_WALK_SHOWN})},
    against={"": ByReading({EACH_WALK: _NOT_EACH_WALK})},
    instead={
        "": ByReading(
            {
                EACH_WALK: Instead(
                    ForAll(given=AWAY, says=BACK <= EDGE),
                    words="it is dominated by the walk with probability Phi(1)",
                    because=Solve(
                        BACK <= EDGE,
                        _AWAY,
                        (Put(Lemma("erfc falls"), {y: AT_RESIDUAL, v: 1 / sp.sqrt(2)}),),
                    ),
                )
            }
        )
    },
    lemmas={
        "erfc falls": ForAll(sp.erfc(y) <= sp.erfc(v), given=(y >= v,)),
        loss_argument.TAIL: loss_argument.LEMMAS[loss_argument.TAIL],
        "erfc(sqrt 2)": ForAll(sp.Lt(sp.erfc(sp.sqrt(2)), sp.Rational(1, 10), evaluate=False)),
        "erfc(1 / sqrt 2)": ForAll(
            sp.Gt(sp.erfc(1 / sp.sqrt(2)), sp.Rational(1, 5), evaluate=False)
        ),
    },
    note="To dominate, the residual has to step away from 0 at least as often as the walk. Some "
    "walk never does; that bounds k** from below. From above it takes that the residual is "
    "dominated, as it is, by the walk with Phi(1). The lattice has l >= 0, so that |theta*| is its "
    "largest place, from which that walk has to go up, too: l is to be any integer.",
)

# -- proposition F.4 -------------------------------------------------------------------------------

LARGE_STEPS = (paper.eta * sp.sqrt(paper.lam * paper.B),)
ALONE = {"section 2": (paper.eta > 0, paper.B >= 1), "assumption B.2": (paper.lam > 0,)}
OF_ONE = (paper.lam, paper.B, paper.eta)
LARGER = sp.Max(*(sp.Abs(paper.error(paper.k + more, paper.j)) for more in (0, 1)))
_OF_PATH = (*OF_ONE, paper.k, paper.j, paper.iterate, paper.target)
LARGER_IS_LARGE = Order(LARGER, eta, "at least", _OF_PATH)
SIZE_LEFT, SIZE_STAYS = (
    [
        States(says, {**ALONE, **places, HERE: (*own, *large)})
        for large in paper.sizes(large=LARGE_STEPS)
    ]
    for says, places, own in (
        (
            Order(
                *(paper.moment(after, paper.later), eta**2, "at most"),
                (after, paper.later, *OF_ONE),
            ),
            {"(22)": (sp.Abs(after) <= eta,)},
            (paper.later >= 0,),
        ),
        (LARGER_IS_LARGE, {"(18)": (paper.moved(paper.k),)}, (paper.k >= 0,)),
    )
)


_GIVEN_FIRST = [
    States(
        Order(
            *(paper.given_arrival(paper.burn, paper.later, after), eta**2, "at most"),
            (after, paper.burn, paper.later, *OF_ONE),
        ),
        {
            **ALONE,
            "(22)": (sp.Abs(after) <= eta,),
            "(21)": (paper.burn >= 0, paper.arrives_at(paper.burn, after) > 0),
            HERE: (paper.later >= 0, *large),
        },
    )
    for large in paper.sizes(large=LARGE_STEPS)
]
GIVEN_LARGE, GIVEN_FIRST = "on k_j**, as it is said from there on", "on k_j*, as is printed"
_CONDITION = (
    "on which time the mean is conditioned: on k_j*, the first time in R_j, which is printed, or "
    "on k_j**, from which on it is said, by (22) and by theorem H.4, its proof"
)
first, t_steps = integers("m t")
_UNITS = (x, 1 / r**2, sp.S.One, sp.S.One)
_THEN = paper.SQUARE_GIVEN(*_UNITS, first, t_steps)
_ARRIVES = paper.BURN_IN(*_UNITS, first)
ON_K_STAR = "given k*, in units of eta"


def one_is_large(given):
    """Argue that one of two consecutive residuals is at least eta / 2."""
    return Between(LARGER, eta, HALF, None, _OF_PATH, given)


PROP_F_4 = Claim(
    id="signsgd-scaling/prop-F.4",
    title="Oscillation",
    source=Source(appendix="appendix F.1, proposition F.4, and H.2"),
    words="From k** on the second moment is at most of the order eta^2, and of two consecutive "
    "residuals one has at least the order eta.",
    printed={
        "second moment": Ambiguous(
            _CONDITION,
            {
                GIVEN_LARGE: paper.up_to_constants(*SIZE_LEFT),
                GIVEN_FIRST: paper.up_to_constants(*_GIVEN_FIRST),
            },
        ),
        "two consecutive residuals": paper.up_to_constants(*SIZE_STAYS),
    },
    lemmas={
        **oscillation_argument.LEMMAS_FOR_ANY,
        "second moment, in units of eta": ForAll(
            given=(*LARGE, x >= -1, x <= 1, k >= 0),
            instances={k: (0, 1, 2, 3, 6, 11, 20)},
            says=SECOND(x, r, k) <= 2,
        ),
        ON_K_STAR: ForAll(
            given=(r > 0, r <= 2, x >= -1, x <= 1, first >= 0, t_steps >= 0),
            instances={first: (0, 1, 2, 4, 7, 12), t_steps: (0, 1, 2, 3, 6, 12, 20)},
            says=_THEN <= 5 * _ARRIVES,
        ),
    },
    because={
        "second moment": ByReading(
            {
                (GIVEN_LARGE, paper.ANY_CONSTANT): oscillation_argument.STAYS_FOR_ANY,
                (GIVEN_LARGE, paper.SOME_CONSTANT): oscillation_argument.STAYS_FOR_LARGE,
                GIVEN_FIRST: ByHand((ON_K_STAR,)),
            }
        ),
        "two consecutive residuals": ByReading(
            {
                paper.ANY_CONSTANT: one_is_large((eta > 0, paper.moved(paper.k))),
                paper.SOME_CONSTANT: Hide(
                    one_is_large((*SIZE_STAYS[1].given[:-1], LARGE_STEPS[0] >= 1)),
                    {SIZE_STAYS[1].given[-1]: sp.S.One},
                    (Solve(sp.Gt(sp.S.One, 0, evaluate=False)),),
                    {
                        **dict.fromkeys((paper.eta, paper.B, paper.lam, paper.j), sp.S.One),
                        paper.k: sp.S.Zero,
                        paper.target: SequenceOf(sp.S.Zero, paper.i),
                        paper.iterate: SequenceOf(paper.i, paper.i, paper.j),
                    },
                ),
            }
        ),
    },
    uses=("signsgd-scaling/thm-H.4", "signsgd-scaling/prop-F.4-step-abs"),
    note="From any residual at k**, delta, which a coordinate may start at, with the constant 20 "
    "for rho at least 1 and 20 + e + 32 / c for rho at least c. Given k*, both times are counted "
    "from k**, and k* is one that has a positive chance, before or after t. The lemma is that for "
    "rho at least 1/2; the largest value seen is 4.01 eta^2.",
    symbols={first: "k_j*, counted from k_j**", t_steps: "steps after k_j**"},
)

STEP_ABS = Claim(
    id="signsgd-scaling/prop-F.4-step-abs",
    title="Sizes of consecutive residuals",
    source=Source(appendix="appendix H.2, proof of proposition F.4"),
    words="The size of the residual changes by eta in each step, so that one of two is at least "
    "eta / 2.",
    printed={
        "sizes change by eta": ForAll(given=STEP, says=SIZES),
        "one is at least eta / 2": ForAll(given=STEP, says=HALF_A_STEP),
    },
    instead={
        "sizes change by eta": Instead(
            ForAll(given=STEP, says=SIZES_OR_ACROSS),
            meant=Source(appendix="appendix F.1, (18)"),
        ),
    },
    note="Bars around |delta_k| - eta are missing: by (18) a step leads to delta_k - eta or "
    "delta_k + eta, and across 0 from |delta_k| to eta - |delta_k|. The bound eta / 2 of the next "
    "line is what follows with them; as printed, even eta would. Proposition F.4 stands.",
)

# -- theorem H.4 -----------------------------------------------------------------------------------

THM_H_4 = Claim(
    id="signsgd-scaling/thm-H.4",
    title="Bounded second moment after the burn-in",
    source=Source(appendix="appendix H.2, theorem H.4"),
    words="For rho >= 1 the second moment stays below a constant times eta^2 from k** on.",
    printed=oscillation_argument.STAYS_BOUNDED,
    lemmas={
        **oscillation_argument.LEMMAS,
        "with the constant 2, in units of eta": ForAll(
            given=(*LARGE, x >= -1, x <= 1, k >= 0),
            instances={k: (0, 1, 2, 3, 6, 11, 20)},
            says=SECOND(x, r, k) <= 2,
        ),
    },
    because={"": oscillation_argument.STAYS},
    whole_proof=True,
    note="From any residual at k**, of which |delta| <= eta is known. The constant of the printed "
    "proof is about 935, or 17 with the supremum as it is; here it is 20, and the largest value "
    "seen is 1.03.",
)

_P0 = 1 - sp.erfc(1 / sp.sqrt(2)) / 2
_A, _DELTA = paper.rate, paper.delta
A_AND_PSI = (
    paper.eq(_A, sp.log(_P0 / (1 - _P0)) / 2),
    paper.eq(paper.shrink, _P0 * sp.exp(-_A) + (1 - _P0) * sp.exp(_A)),
)
_PSI = {"appendix H.2, a and psi": A_AND_PSI}
_LARGE = {
    "section 2": (paper.eta > 0, paper.B >= 1),
    "assumption B.2": (paper.lam > 0,),
    "theorem H.4": (paper.eta * sp.sqrt(paper.lam * paper.B) >= 1,),
    **_PSI,
}


def _size(at):
    """Return W at an error."""
    return sp.exp(_A * sp.Abs(at) / paper.eta)


def _f(right):
    """Return f of the chance of a step towards 0."""
    return right * sp.exp(-_A) + (1 - right) * sp.exp(_A)


_RIGHT = 1 - paper.steps_up(sp.Abs(_DELTA))
_MEAN = (1 - paper.steps_up(_DELTA)) * _size(_DELTA - paper.eta) + paper.steps_up(_DELTA) * _size(
    _DELTA + paper.eta
)
_OUTSIDE, _INSIDE = sp.Abs(_DELTA) >= paper.eta, sp.Abs(_DELTA) <= paper.eta

STEP_DRIFT = Claim(
    id="signsgd-scaling/thm-H.4-step-drift",
    title="Exponential moments contract far out",
    source=Source(appendix="appendix H.2, from the definition of a to the display after (41)"),
    words="With W = exp(a |delta| / eta), E^a = sqrt(p_0 / q_0): W shrinks by psi = 2 sqrt(p_0 "
    "q_0) in the mean where |delta| >= eta, and is at most exp(2 a) after a step from |delta| <= "
    "eta.",
    printed={
        "psi": ForAll(
            sp.And(
                paper.eq(paper.shrink, 2 * sp.sqrt(_P0 * (1 - _P0))),
                *(paper.shrink > 0, paper.shrink < 1, _A > 0),
            ),
            _PSI,
        ),
        "f at the chance of a step towards 0": ForAll(
            _f(_RIGHT) <= paper.shrink, {**_LARGE, HERE: (_OUTSIDE,)}
        ),
        "(41)": ForAll(paper.shrink * _size(_DELTA) >= _MEAN, {**_LARGE, HERE: (_OUTSIDE,)}),
        "from inside": ForAll(sp.exp(2 * _A) >= _MEAN, {**_LARGE, HERE: (_INSIDE,)}),
        "everywhere": ForAll(paper.shrink * _size(_DELTA) + sp.exp(2 * _A) >= _MEAN, _LARGE),
    },
    lemmas={
        "sizes step by eta far out": ForAll(given=(*STEP, sp.Abs(now) >= eta), says=SIZES),
        "steps lead towards 0 at least as often as at the edge": ForAll(
            given=(x >= 1, rho >= 1), says=up(x * rho, 1) <= EDGE
        ),
        "mean of the factor": ForAll(
            given=(E >= 1, p0 <= p, p <= 1, p0 >= HALF),
            says=p / E + (1 - p) * E <= p0 / E + (1 - p0) * E,
        ),
        "psi, the square": ForAll(
            given=(p0 >= HALF, p0 < 1),
            where={E: sp.sqrt(p0 / (1 - p0))},
            says=sp.Eq(p0 / E + (1 - p0) * E, 2 * sp.sqrt(p0 * (1 - p0))),
        ),
        "psi below 1": ForAll(given=(p0 > HALF, p0 <= 1), says=4 * p0 * (1 - p0) < 1),
        "from |delta| <= eta": ForAll(
            given=(*STEP, sp.Abs(now) <= eta), says=sp.Abs(then) <= 2 * eta
        ),
    },
    because={
        name: ByHand()
        for name in (
            *("psi", "f at the chance of a step towards 0", "(41)", "from inside"),
            "everywhere",
        )
    },
)

STEP_ITERATE = Claim(
    id="signsgd-scaling/thm-H.4-step-iterate",
    title="Iterated drift inequality",
    source=Source(appendix="appendix H.2, (42)"),
    words="A sequence with w_(k+1) <= psi w_k + b, psi < 1, stays below w_0 + b / (1 - psi).",
    printed=States(
        sp.And(iterated.W[iterated.T] <= iterated.UNROLLED, iterated.UNROLLED <= iterated.END),
        {"appendix H.2": iterated.PLACE, HERE: iterated.OWN},
    ),
    lemmas=iterated.LEMMAS,
    because={"": iterated.ITERATED},
)

A, Z = paper.rate, paper.z
ceiling, share = reals("u_1 q_0")
_f, _top = Z**2 * sp.exp(-A * Z), 4 * sp.exp(-2) / A**2
_below = sp.Implies(Z >= 0, _f <= _top, evaluate=False)
_higher = Some(Z, sp.And(Z >= 0, _f > ceiling))
_least = Every(ceiling, sp.Implies(ceiling < _top, _higher, evaluate=False))
_part = A * Z / 2 * sp.exp(1 - A * Z / 2)
_at_most = Solve(
    _below,
    (A > 0,),
    (
        Put(Solve(share**2 <= 1, (share >= 0, share <= 1)), {share: _part}),
        Put(Lemma("u exp(1 - u)"), {v: 1 - A * Z / 2}),
        Put(Lemma("exp is positive"), {v: 1 - A * Z / 2}),
        Put(Lemma("exp is positive"), {v: -2 * sp.S.One}),
        Put(Lemma("exp of a difference"), {v: A * Z}),
    ),
)
_nearly = Give(Solve(substitute(_higher.body, {Z: 2 / A}), (A > 0, ceiling < _top)), _higher, 2 / A)
H_2 = "appendix H.2"

STEP_CONSTANT = Claim(
    id="signsgd-scaling/thm-H.4-step-constant",
    title="Squares below exponentials",
    source=Source(appendix="appendix H.2, after (42)"),
    words="sup x^2 exp(-a x) = 4 / (a^2 e^2) over x >= 0, so x^2 <= (4 e^2 / a^2) exp(a x), and "
    "delta^2 <= (4 e^2 / a^2) eta^2 W(delta) for W(delta) = exp(a |delta| / eta).",
    printed={
        "supremum": States(sp.And(Every(Z, _below), _least), {H_2: (A > 0,)}),
        "for every x": ForAll(
            4 * sp.exp(2) / A**2 * sp.exp(A * Z) >= Z**2, {H_2: (A > 0,), HERE: (Z >= 0,)}
        ),
        "for the error": ForAll(
            paper.delta**2 <= 4 * sp.exp(2) / A**2 * eta**2 * sp.exp(A * sp.Abs(paper.delta) / eta),
            {H_2: (A > 0, eta > 0)},
        ),
    },
    lemmas={
        "u exp(1 - u)": ForAll((1 - v) * sp.exp(v) <= 1),
        "exp is positive": ForAll(sp.Gt(sp.exp(v), 0, evaluate=False)),
        "exp of a difference": ForAll(
            sp.Eq(sp.exp(-v), sp.exp(-2) * sp.exp(2 - v), evaluate=False)
        ),
        "the bound": ForAll(4 * sp.exp(2) / A**2 * sp.exp(A * Z) >= Z**2, given=(A > 0, Z >= 0)),
    },
    because={
        "supremum": Solve(
            sp.And(Every(Z, _below), _least),
            (A > 0,),
            (
                Generalise(_at_most, Z),
                Generalise(Solve(_least.body, (A > 0,), (_nearly,)), ceiling),
            ),
        ),
        "for the error": Solve(
            paper.delta**2 <= 4 * sp.exp(2) / A**2 * eta**2 * sp.exp(A * sp.Abs(paper.delta) / eta),
            (A > 0, eta > 0),
            (Put(Lemma("the bound"), {Z: sp.Abs(paper.delta) / eta}),),
        ),
    },
    note="The bound has e^2 on the other side than the supremum: it is e^4 times as large, and "
    "holds all the more.",
)

# -- the threshold j* ------------------------------------------------------------------------------

SOME_STABLE, ANY_LARGE_D = "some coordinates are stable", "any large d"

TXT_JSTAR = Claim(
    id="signsgd-scaling/txt-jstar-size",
    title="Number of unstable coordinates",
    source=Source(appendix="appendix B.2.1, unstable regime"),
    words="Where eta k and eta sqrt(B) are at least of order 1, the last coordinate with rho_j "
    ">= 2 is of the order (eta sqrt(B))^(2 / beta).",
    printed=Ambiguous(
        "whether some coordinates are stable, as the loss is split into the coordinates up to j* "
        "and those beyond, or the dimension may be any large one, as in theorem B.4",
        {
            SOME_STABLE: paper.up_to_constants(*threshold_argument.UNSTABLE),
            ANY_LARGE_D: threshold_argument.ANY_D,
        },
    ),
    lemmas=threshold_argument.LEMMAS,
    because={
        "": ByReading(
            {
                (SOME_STABLE, name): why
                for name, why in threshold_argument.UNSTABLE_SHOWN.options.items()
            }
        )
    },
    against={
        "": ByReading(
            {(ANY_LARGE_D, name): why for name, why in threshold_argument.ANY_D_FAILS.items()}
        )
    },
    instead=Instead(
        threshold_argument.UNSTABLE[1],
        because=threshold_argument.UNSTABLE_SHOWN.options[paper.SOME_CONSTANT],
        words="j* is below d",
    ),
    note="That there is one with rho_j >= 2 is assumed. Where all d coordinates are unstable, j* "
    "is d, however large eta sqrt(B) is: lambda_j = (1 + j^2)^-2 with eta >= 2 (1 + d^2), B = 1.",
)


STEP_JSTAR = Claim(
    id="signsgd-scaling/thm-F.10-step-jstar",
    title="Definition of the threshold",
    source=Source(appendix="appendix F.3.2, proof of theorem F.10"),
    words="j* is the largest j with rho_j = eta sqrt(lambda_j B) at most of order 1; it is of the "
    "order (eta sqrt(B))^(2/beta), up to j* all rho_j are at least, and beyond at most of order 1.",
    printed={
        **threshold_argument.PRINTED,
        **{
            name: paper.up_to_constants(*threshold_argument.PRINTED[name])
            for name in threshold_argument.AGAINST
        },
    },
    lemmas=threshold_argument.LEMMAS,
    because={"beyond it": threshold_argument.BEYOND_IT},
    against=threshold_argument.AGAINST,
    instead={
        "size": Instead(
            threshold_argument.MEANT["size"],
            meant=Source(appendix="appendix B.2.1, unstable regime"),
            because=threshold_argument.SIZE_OF_IT,
            words="j* is the largest j with rho_j at least of order 1",
        ),
        "up to it": Instead(
            threshold_argument.MEANT["up to it"],
            meant=Source(appendix="appendix B.2.1, unstable regime"),
            because=threshold_argument.UP_TO_IT,
            words="j* is the largest j with rho_j at least of order 1",
        ),
    },
    note="rho_j falls with j, so that the largest j with rho_j <= K is the last one, d, once rho_d "
    "is as small, and rho_d tends to 0 with d. With rho_j >= K in the definition j* is of the "
    "order (eta sqrt(B))^(2 / beta) and the proof goes on as written.",
)

STEP_FIXED_K = Claim(
    id="signsgd-scaling/thm-F.10-step-fixed-k",
    title="Second moment of unstable coordinates at a fixed step",
    source=Source(appendix="appendix F.3.2, proof of theorem F.10"),
    words="For rho_j = eta sqrt(lambda_j B) at least of order 1 the second moment at a given step "
    "is of the order eta^2.",
    printed=paper.up_to_constants(*unstable_denial.OF_COORDINATE),
    lemmas={**unstable_coordinate_argument.LEMMAS, **unstable_denial.LEMMAS},
    against={"": unstable_denial.COORDINATE_FAILS},
    instead=unstable_coordinate_argument.INSTEAD,
    uses=("signsgd-scaling/prop-F.4",),
    note="If |theta*| is a multiple of eta, the residual is near 0 at every second step: from eta "
    "it is not 0 after one step only if a standard normal exceeds rho_j. Of two consecutive steps "
    "the second moments add up to at least eta^2 / 2. With alpha = beta all |theta*_j| are 1: for "
    "alpha = 3, eta = 1/8, B = 1e6 the loss is 0.0012 eta^2 at step 40 and 0.60 eta^2 at step 41.",
    symbols=lattice_argument.SYMBOLS,
)
