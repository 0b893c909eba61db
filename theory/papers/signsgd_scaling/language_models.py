"""Section 4 and appendix D: language models, and the numbers that their figures print."""

import sympy as sp

from theory.argument_language import States
from theory.arguments import (
    Clause,
    Cut,
    Definition,
    Generalise,
    Give,
    Induct,
    Lemma,
    Put,
    Solve,
)
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Missing, Observed, SameOrder, Source
from theory.existence import by_values
from theory.language import DEFINES, reals, rounds_to
from theory.papers.signsgd_scaling import laws
from theory.papers.signsgd_scaling import notation as n
from theory.papers.signsgd_scaling.laws import (
    B,
    b,
    eta,
    s,
)
from theory.papers.signsgd_scaling.notation import E_SGD, E_SGN
from theory.places import HERE
from theory.quantifiers import Every, Some, denied, inhabited

TRAINED = (
    "language models of 1e8 parameters trained on up to 1e10 tokens: text of that length in the "
    "folder text of THMCHECK_DATA, and some 12 hours of a data-centre GPU for each run"
)

fitted, L0, C1, C2, C3, power = reals("F L_0 C_1 C_2 C_3 a_F")
POSITIVE = (C1 > 0, C2 >= 0, C3 > 0, power > 0)
T, G = reals("T G")
TIME = n.eta * sp.sqrt(n.B) * n.k

EQ_2 = Claim(
    id="signsgd-scaling/eq-2",
    title="The law that is fitted",
    source=Source("section 4.2, (2)"),
    words="F(k, B) is L_0 + C_1 (C_2 + sqrt(B) k eta)^(-a) + C_3 eta / sqrt(B), with five free "
    "parameters.",
    printed=ForAll(
        given={
            "section 2": (n.eta > 0, n.B >= 1, n.k >= 0),
            HERE: (n.eq(fitted, L0 + C1 * (C2 + TIME) ** -power + C3 * n.eta / sp.sqrt(n.B)),),
        },
        says=DEFINES,
    ),
    lemmas={
        "of the order of the scaling law once T >= 1": SameOrder(
            C1 * (C2 + T) ** -power + C3 / G,
            T**-power + 1 / G,
            regime=(T >= 1, G >= 1),
            variables=(T, G),
            constants={C1: (1,), C2: (0, 2), C3: (1,), power: (sp.Rational(1, 2), 1)},
            given=POSITIVE,
        ),
    },
    note="In the auxiliary statement T = eta sqrt(B) k, G = sqrt(B) / eta, the parameters are "
    "positive: up to L_0 it is the scaling law of theorem 3.1 for a = 2 s. The exponent is free in "
    "the fit, so that it does not test 2 s.",
    symbols={
        fitted: "the loss of the fit",
        L0: "irreducible loss",
        C1: "parameter of the signal",
        C2: "parameter of the signal, too",
        C3: "parameter of the noise",
        power: "a, the exponent of the signal",
        T: "eta sqrt(B) k",
        G: "sqrt(B) / eta",
    },
)

share, factor = reals("share factor")

TXT_4X = Claim(
    id="signsgd-scaling/txt-4x",
    title="Prediction for four times the steps",
    source=Source("section 4.2, after figure 3"),
    words="The law fitted to the first 25% of the run with B = 64 predicts the rest of it, up to "
    "four times the steps.",
    printed={
        "steps of the run over steps of the fit": ForAll(
            where={share: sp.Rational(25, 100), factor: 1 / share}, says=sp.Eq(factor, 4)
        ),
        "accuracy": Missing(TRAINED),
    },
    lemmas={
        "further steps over steps of the fit": ForAll(
            where={share: sp.Rational(25, 100), factor: (1 - share) / share},
            says=sp.Eq(factor, 4),
        ),
        "further steps over steps of the fit, instead": ForAll(
            where={share: sp.Rational(25, 100), factor: (1 - share) / share},
            says=sp.Eq(factor, 3),
        ),
    },
    symbols={
        share: "part of the run that the law is fitted to",
        factor: "steps that are predicted over steps of the fit",
    },
)

# -- figure 2 --------------------------------------------------------------------------------------

mix = reals("mix")
HALF = sp.Rational(1, 2)
ROOT_LAW = [1 / sp.sqrt(size) for size in (64, 128, 256, 512)]
INVERSE_LAW = [sp.Rational(1, size) for size in (64, 128, 256, 512)]
DATA = [16 * ((1 - mix) * r + mix * 8 * i) for r, i in zip(ROOT_LAW, INVERSE_LAW, strict=True)]


def products(one, other):
    """Return the sum of products of two centred data sets."""
    means = [sum(data) / len(data) for data in (one, other)]
    return sp.expand(sum((x - means[0]) * (y - means[1]) for x, y in zip(one, other, strict=True)))


def r_squared(data, law):
    """Return numerator and denominator of the R^2 of a line in the law."""
    return products(data, law) ** 2, sp.expand(products(data, data) * products(law, law))


ABOVE, BELOW = r_squared(DATA, ROOT_LAW)
OTHER, OTHER_BELOW = r_squared(DATA, INVERSE_LAW)
PRINTED = (sp.Rational(98905, 100000) * BELOW <= ABOVE, sp.Rational(98915, 100000) * BELOW >= ABOVE)


BETTER_FIT = ForAll(
    given=(mix >= 0, mix <= 1, *PRINTED),
    says=sp.expand(ABOVE * OTHER_BELOW) > sp.expand(OTHER * BELOW),
)


collapse, linear = reals("collapse linear")
PRETRAINING = {
    "network": "LLaMA of about 1e8 parameters",
    "optimiser": "SignSGD",
    "B": (64, 128, 256, 512),
    "tokens": "up to 1e10",
}

FIG_2 = Claim(
    id="signsgd-scaling/fig-2",
    title="Effects of the batch size in language models",
    source=Source("figure 2, section 4.1", "appendix D.2"),
    words="Loss curves for four batch sizes collapse against eta K sqrt(B), and their plateaus lie "
    "on a line in 1/sqrt(B).",
    printed={
        "curves": Observed(
            "figure 2",
            PRETRAINING,
            collapse < 1,
            {collapse: "squared residuals of the fit in eta K sqrt(B), over those in eta K"},
            needs=TRAINED,
        ),
        "plateaus": Observed(
            "figure 2",
            PRETRAINING,
            linear > 0,
            {linear: "R^2 of the plateaus against 1/sqrt(B), less that against 1/B"},
            needs=TRAINED,
        ),
    },
    note="That curves collapse and lie on a line is read as in contrast to eta K and to 1/B, of "
    "which the text speaks.",
)

TXT_FIG_2 = Claim(
    id="signsgd-scaling/txt-fig2-r2",
    title="What the printed R^2 tells",
    source=Source("figure 2c, section 4.1"),
    words="With R^2 = 0.9891 against 1/sqrt(B) the plateaus follow 1/sqrt(B), in contrast to 1/B.",
    printed={
        "R^2 against 1/B": Missing("the four fitted plateaus"),
    },
    lemmas={
        "mixtures of both laws with the printed R^2, R^2 shows it": BETTER_FIT,
    },
    note="Plateaus at B = 64, 128, 256, 512 that are (1 - mix) times the first law and mix times "
    "the second, both scaled to 1 at B = 64. Data that follow 1/B exactly have R^2 = 0.982 against "
    "1/sqrt(B), so that 0.9891 from four points does not separate the two laws.",
    symbols={mix: "weight of 1/B in the four plateaus; 1/sqrt(B) has the weight 1 - mix"},
)

# -- other figures ---------------------------------------------------------------------------------

FIG_3 = Claim(
    id="signsgd-scaling/fig-3",
    title="Prediction of loss curves",
    source=Source("figure 3, section 4.2"),
    words="The law fitted to parts of the runs with B = 64 and 128 predicts the rest of them and "
    "the run with B = 256.",
    printed=Missing(TRAINED),
    uses=("signsgd-scaling/eq-2",),
)

FIG_6 = Claim(
    id="signsgd-scaling/fig-6",
    title="Data exponents and batch sizes of language models",
    source=Source(appendix="appendix D.4, figure 6"),
    words="The best loss falls like D^-1.04 with SignSGD and D^-0.67 with SGD; for large batches "
    "their gap widens.",
    printed=Missing(TRAINED),
)

rate, size, level = reals("eta_0 B_0 level")


def slope(quantity, value):
    """Return that a quantity of eta and B is constant along a line with this slope in the figure.

    Its axes are b = log_D B and a = -log_D eta; eta_0 and B_0 are a point of the line.
    """
    along = n.eq(sp.log(rate) - sp.log(eta), value * (sp.log(B) - sp.log(size)))
    same = n.eq(quantity(eta, B), quantity(rate, size))
    return ForAll(sp.Equivalent(same, along), given=(eta > 0, B > 0, rate > 0, size > 0))


FIG_7 = Claim(
    id="signsgd-scaling/fig-7",
    title="Phase diagram of language models",
    source=Source(appendix="appendix D.5, figure 7"),
    words="Contours of the loss have the slope -1/2, along which eta / sqrt(B) is constant; the "
    "boundary of the scaling regime has the slope 1/2, along which eta sqrt(B) is.",
    printed={
        "slope of constant eta / sqrt(B)": slope(lambda eta, B: eta / sp.sqrt(B), -HALF),
        "slope of constant eta sqrt(B)": slope(lambda eta, B: eta * sp.sqrt(B), HALF),
        "measured slopes": Missing(TRAINED),
    },
    note="Axes b and a as in figure 1a, eta = D^-a and B = D^b, so that slopes are ratios of "
    "differences of -log eta and log B.",
    symbols={rate: "learning rate at another point", size: "batch size at another point"},
)

SCALED = (eta > 0, B > 0, n.z > 0)


def keeps_ratio(rate):
    """Return that eta / sqrt(B) stays when B is multiplied by a factor and eta by this one."""
    return ForAll(
        given=SCALED,
        says=sp.Eq(rate * eta / sp.sqrt(n.z * B), eta / sp.sqrt(B), evaluate=False),
    )


TXT_PROPORTIONAL = Claim(
    id="signsgd-scaling/txt-d5-proportional",
    title="Learning rate for a larger batch",
    source=Source(appendix="appendix D.5"),
    words="A larger batch needs a proportionally larger learning rate for the same loss; larger "
    "learning rates need smaller batches to stay in the scaling regime.",
    printed={
        "same loss": Ambiguous(
            "whether proportional is said of B itself or along the curves of constant "
            "eta / sqrt(B), of which the sentence before speaks",
            {
                "eta grows with sqrt(B)": keeps_ratio(sp.sqrt(n.z)),
                "eta grows with B": keeps_ratio(n.z),
            },
        ),
        "largest batch size of the scaling regime": ForAll(
            given=(eta > 0, n.z > 1), says=(n.z * eta) ** -2 < eta**-2
        ),
    },
    note="B grows by the factor x, and eta in the last part. The scaling regime has "
    "eta sqrt(B) <= 1, so B up to eta^-2.",
)

# -- against the theory ----------------------------------------------------------------------------

v = reals("v")
SGN, SGD = 2 * (1 - v) / (2 - v), 1 - v  # 2s/(2s+1) and s/(s+1) with v = 1/(s+1)
ALL = {v: (0, 1)}

TXT_D_4 = Claim(
    id="signsgd-scaling/txt-d4-predicted-by-theory",
    title="Measured data exponents against the theory",
    source=Source(appendix="appendix D.4"),
    words="That SignSGD has a larger data exponent than SGD, 1.04 against 0.67, is what the theory "
    "predicts.",
    printed={
        "the theory has the larger exponent for SignSGD": ForAll(
            given={"section 2 and assumption B.3": n.TASK}, says=2 * s / (2 * s + 1) > s / (s + 1)
        ),
        "measured exponents": Missing(TRAINED),
    },
    lemmas={
        "SGD: some s gives 0.67": ForAll(says=rounds_to(SGD, "0.67", ALL)),
        "SignSGD, beta > 2: some s gives 1.04": ForAll(says=rounds_to(SGN, "1.04", ALL)),
        "SignSGD, beta > 2: what the s of 0.67 gives": ForAll(
            says=rounds_to(SGN, "0.80", {v: (sp.Rational(325, 1000), sp.Rational(335, 1000))}),
        ),
        "SignSGD, beta < 2: some s beta gives 1.04": ForAll(says=rounds_to(1 - v, "1.04", ALL)),
    },
    uses=("signsgd-scaling/thm-G.1", "signsgd-scaling/thm-G.2"),
    note="The sign of the difference is predicted, the values are not: all exponents of the theory "
    "are below 1, and the s of 0.67 gives 0.80 for SignSGD.",
    symbols={v: "1/(s + 1), or 1/(s beta + 1) if beta < 2; from 0 to 1 as s falls to 0"},
)

lam, width = reals("lambda_1 b_0")
UP_TO_CRITICAL, SOME_RANGE = "up to the printed critical size", "some powers of the data budget"
_KEPT = "the best order is kept until the step size or the burn-in is in the way"
_BOTH = sp.Min(2 * s / (2 * s + 1), 2 / (2 * s + 1))
_in_range = sp.And(b >= 0, b <= width)
_same = sp.Eq(E_SGN(s, b), E_SGN(s, 0), evaluate=False)
_RANGE = Some(width, sp.And(width > 0, Every(b, sp.Implies(_in_range, _same, evaluate=False))))
_at_both = substitute(_RANGE.body, {width: _BOTH})
_kept = next(part for part in _at_both.args if isinstance(part, Every))
_each = Generalise(Solve(_kept.body, n.TASK, (Lemma(_KEPT),)), b)
_KEEPS = Cut(
    Give(Solve(_at_both, n.TASK, (_each,)), _RANGE, _BOTH),
    (Solve(sp.Ne(2 * s + 1, 0), n.TASK),),
)

# -- SGD at learning rates that are not tuned -----------------------------------------------------

ONE_RATE, IN_PROPORTION = "at one learning rate", "at learning rates in proportion to it"
_rate, _bound, _from = reals("eta_0 S_0 B_0")  # learning rate over batch size, of S, of B
_FIXED = {"section 2": (n.eta > 0,), "assumption B.2": (n.lam > 0,)}
_GROWING = {"assumption B.2": (n.lam > 0,)}


def _diverges(moment):
    """Return that at any data budget a second moment exceeds a bound from some batch size on.

    The batch size depends on the bound and not on the data, of which each step takes B.
    """
    large = sp.And(n.B >= 1, _from <= n.B, n.k >= 1, n.eq(n.D, n.k * n.B))
    beyond = laws.every((n.D, n.B, n.k), sp.Implies(large, moment >= _bound, evaluate=False))
    return Every(_bound, Some(_from, beyond))


_at_one_rate = States(_diverges(n.sgd(n.k)), _FIXED)
_grown = _diverges(n.sgd(n.k, rate=_rate * n.B))
_at_growing_rates = States(Every(_rate, sp.Implies(_rate > 0, _grown, evaluate=False)), _GROWING)
_STEP = (n.eta > 0, n.lam > 0, n.B >= 1)
_RECURSION = Clause("signsgd-scaling/eq-13", "recursion")
_NO_STEP = Definition("SGD before the first step")
_not_negative = Induct(
    n.sgd(n.k) >= 0,
    *(n.k, 0),
    Solve(n.sgd(0) >= 0, _STEP, (_NO_STEP,)),
    Solve(n.sgd(n.k + 1) >= 0, (*_STEP, n.k >= 0, n.sgd(n.k) >= 0), (_RECURSION,)),
)
_own_noise = Solve(
    n.sgd(n.k + 1) >= n.eta**2 * n.lam / n.B, (*_STEP, n.k >= 0), (_RECURSION, _not_negative)
)
_enough = _bound / (_rate**2 * n.lam)
_own = Put(_own_noise, {n.k: n.k - 1, n.eta: _rate * n.B})
_DIVERGES = by_values(_at_growing_rates.says, {_from: _enough}, (n.lam > 0,), (_own,))
_ones = dict.fromkeys((n.eta, n.lam, n.x), sp.S.One)
_any_size = sp.Max(1, _from)
_STAYS = by_values(
    inhabited(_ones, (n.eta > 0, n.lam > 0, denied(_at_one_rate.says))),
    {**_ones, n.k: sp.S.One, _bound: sp.Integer(3), n.B: _any_size, n.D: _any_size},
    (),
    (
        Put(_RECURSION, {**_ones, n.k: sp.S.Zero, n.B: _any_size}),
        Put(_NO_STEP, {**_ones, n.B: _any_size}),
    ),
)


_OF_SIGNS = {  # where the least loss of SignSGD is that of E_SGN
    "section 2 and assumption B.3": n.TASK,
    "theorem B.4": (n.alpha >= n.beta, n.beta > 2),
}

TXT_SGD_DIVERGES = Claim(
    id="signsgd-scaling/txt-sgd-diverges",
    title="SGD at large batch sizes",
    source=Source("section 1, figure 1c; section 3", "appendix B.3.3"),
    words="For a fixed data budget the loss of SGD diverges as the batch size increases, that of "
    "SignSGD stays stable over a wide range.",
    printed={
        "SGD": Ambiguous(
            "what it means that the loss diverges with the batch size, and at which learning "
            "rates: appendix B.3.3 tunes them, figure 1c names none",
            {
                "it leaves its best order": ForAll(
                    given={
                        "section 2 and assumption B.3": n.TASK,
                        HERE: (b > s / (s + 1), b <= 1),
                    },
                    says=E_SGD(s, b) > E_SGD(s, 0),
                ),
                "it exceeds every constant": ForAll(
                    given={
                        "section 2 and assumption B.3": n.TASK,
                        HERE: (b > s / (s + 1), b <= 1),
                    },
                    says=E_SGD(s, b) > 0,
                ),
                ONE_RATE: _at_one_rate,
                IN_PROPORTION: _at_growing_rates,
            },
        ),
        "SignSGD": Ambiguous(
            "how wide the range is over which SignSGD keeps its best order",
            {
                UP_TO_CRITICAL: ForAll(
                    given={
                        **_OF_SIGNS,
                        HERE: (b >= 0, b <= 2 * s / (2 * s + 1)),
                    },
                    says=sp.Eq(E_SGN(s, b), E_SGN(s, 0)),
                ),
                SOME_RANGE: States(_RANGE, _OF_SIGNS),
            },
        ),
    },
    lemmas={
        _KEPT: ForAll(_same, given=(s > 0, b >= 0, b <= _BOTH)),
        "one step of SGD expands the error where eta lambda_1 > 2": ForAll(
            given=(lam > 0, eta > 2 / lam), says=(1 - eta * lam) ** 2 > 1
        ),
    },
    because={
        "SGD": ByReading({IN_PROPORTION: _DIVERGES}),
        "SignSGD": ByReading({SOME_RANGE: _KEEPS}),
    },
    against={"SGD": ByReading({ONE_RATE: _STAYS})},
    uses=(
        "signsgd-scaling/thm-G.3#beta > 2, B below the critical size: no choice does better",
        "signsgd-scaling/thm-G.3#beta > 2, B below the critical size: attained",
        "signsgd-scaling/thm-G.4",
    ),
    note="In exponents, B = D^b; SignSGD for alpha >= beta > 2. With the learning rate tuned for "
    "each batch size, as in appendix B.3.3, the best loss of SGD rises to order 1 at B = D and no "
    "further. At rates that are not tuned it is the second moment of a coordinate, after k = D/B "
    "steps.",
)
