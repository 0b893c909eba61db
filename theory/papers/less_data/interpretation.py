"""Sections 4.1, 4.2, 5.1, A.4.3 and A.5: what the paper reads out of its theorems."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Solve
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Missing, SameOrder, Source
from theory.existence import by_values
from theory.hints import Try
from theory.language import reals
from theory.papers.less_data import direct_argument as direct
from theory.papers.less_data import sparsity_argument as sparsity
from theory.papers.less_data import start_argument as start
from theory.papers.less_data.notation import (
    PR_POP,
    C,
    N,
    accuracy,
    c0,
    d,
    eta,
    limit,
    log_term,
    samples,
    target,
)
from theory.papers.less_data.rates import (
    FEWER_STEPS,
    LOGARITHMS,
    WITH_DELTA,
    in_orders,
)
from theory.places import HERE
from theory.quantifiers import Every, Some

HALF = sp.Rational(1, 2)
SIZES = (N >= 1, d >= 3)

# -- the number of samples -------------------------------------------------------------------------

SAVING = Claim(
    id="less-data/txt-thm1-saving",
    title="Fewer samples save steps",
    source=Source("section 4.2, after theorem 1"),
    words="A smaller N leads to a direct saving in the number of steps; without phase 1 it is "
    "O(sqrt(m) log(d / epsilon)), by lemma 6.",
    printed={
        "bound of theorem 1": ForAll(
            says=(N * d) ** sp.Rational(1, 4) < (samples * d) ** sp.Rational(1, 4),
            given={"theorem 1": (d >= 3, d <= N), HERE: (samples > N,)},
        ),
        "number of steps": FEWER_STEPS,
        "without phase 1, T_2 of lemma 6": direct.IN_ORDER,
    },
    lemmas=direct.LEMMAS,
    because={"without phase 1, T_2 of lemma 6": direct.IN_ORDER_SHOWN},
    uses=("less-data/thm-1", "less-data/lem-6#time", "less-data/lem-9"),
    note="Without phase 1 the a_0 and w_0 of lemma 6 are those of the start, a being |a_0|. That "
    "|a_0| is at least of the order 1 / sqrt(m), and at most 1, that a_0 and q have one sign, and "
    "that alpha_0^2 is at least 1 / (4 d), each happens with some probability only; the sentence "
    "names none of these.",
)

SCALES_SQRT_N = Claim(
    id="less-data/txt-thm3-scales-sqrtN",
    title="The time of phase 1 scales as the root of the number of samples",
    source=Source("section 4.2, proof sketch", "appendix A.2, theorem 3"),
    words="For fixed eta and a_* the number of steps of phase 1 scales as sqrt(N).",
    printed=Ambiguous(
        "whether the bound of the number of steps scales so, or that number",
        {
            "the bound": SameOrder(
                2 * target * sp.sqrt(N) / (eta * c0),
                sp.sqrt(N),
                regime=(N >= 1,),
                variables=(N,),
                constants={eta: (HALF,), target: (HALF,), c0: (HALF,)},
                given=(eta > 0, target > 0, c0 > 0),
            ),
            "the number": Missing("a lower bound of the number of steps of phase 1"),
        },
    ),
    uses=("less-data/thm-3",),
    note="Theorem 3 has no upper bound of N. For N far above d^2 q is about 2 w_1 w_2, whatever N "
    "is, so that by lemma 4 the number stays bounded.",
)

WHOLE_RANGE = "for all numbers of samples that theorem 1 admits, d^2 with them"
BELOW_END = "for fewer than d^2 samples"


def stronger(end):
    """Return that the signal of d samples and more is stronger, up to an end."""
    return ForAll(
        says=1 / sp.sqrt(N) > 1 / d, given={"theorem 1": (d >= 3, d <= N, d**2 >= N), HERE: end}
    )


SMALL_N = Claim(
    id="less-data/txt-small-N-restriction",
    title="The signal of phase 1 is stronger",
    source=Source(appendix="appendix A.4.3"),
    words="Phase 1 grows a by a signal of about 1/sqrt(N), stronger than that of the population, "
    "which is only of the order 1/d.",
    printed=Ambiguous(
        "whether it is said to be stronger on the whole range of theorem 1, d to d^2 samples, or "
        "but for its end",
        {WHOLE_RANGE: stronger(()), BELOW_END: stronger((d**2 > N,))},
    ),
    because={"": ByReading({WHOLE_RANGE: Try({d: 3, N: 9})})},
    breaks_at="No proof is given: two orders of magnitude are compared.",
    note="For d^2 samples both are the same, 1/d, and up to constants they are for N of the order "
    "d^2. That the signals are of these orders is the subject of the claim on the signal of the "
    "population at the start.",
)

bias, least, from_N = reals("eta_b eta_0 N_0")
_holds = Implies(And(bias >= least, from_N <= N), bias > limit / sp.sqrt(N), evaluate=False)
_from_some = Some(from_N, And(from_N > 0, Every(bias, Every(N, _holds))))
_OF_BIAS = And(least > 0, limit > 0)
IS_LARGER = Every(least, Every(limit, Implies(_OF_BIAS, _from_some, evaluate=False)))
_GIVEN = (least > 0, limit > 0, bias >= least, 1 + (limit / least) ** 2 <= N)
_is_larger = Solve(
    bias > limit / sp.sqrt(N),
    _GIVEN,
    (
        Solve(
            least * sp.sqrt(N) > limit,
            _GIVEN,
            (Solve((least * sp.sqrt(N)) ** 2 > limit**2, _GIVEN),),
        ),
    ),
)

STRONGER = Claim(
    id="less-data/txt-stronger-than-cornacchia-eta",
    title="A constant bias against that of a sample",
    source=Source("section 4.2"),
    words="A bias of the order 1 is larger by any factor than the bias O(1/sqrt(N)) of N samples, "
    "unless N is unreasonably small.",
    printed=States(IS_LARGER),
    because={"": by_values(IS_LARGER, {from_N: 1 + (limit / least) ** 2}, (), (_is_larger,))},
    note="If the bias eta_b, eta on the page, is at least a constant eta_0, it exceeds K_0/sqrt(N) "
    "from some number N_0 of samples on, whatever K_0 is; 1 + (K_0 / eta_0)^2 serves. For N = 1 it "
    "need not: there K_0 / sqrt(N) is K_0. That the cited work has such a bias is not checked.",
)

FOOTNOTE_7 = Claim(
    id="less-data/txt-footnote-7",
    title="A better bound of phase 2",
    source=Source(appendix="footnote 7, appendix A.3"),
    words="The bound of T_2 is likely improvable to O(log(1 / a_0)).",
    printed=Missing("on what the constant may depend: d, epsilon and eta, or none of them"),
    note="It is said to be likely. Until w has turned, q is of the order 1/d and moves a by about "
    "eta / d a step.",
)

# -- the signal at the start -----------------------------------------------------------------------

POPULATION_BOOTSTRAP = Claim(
    id="less-data/txt-population-bootstrap-1-over-d",
    title="The signal of the population at the start",
    source=Source("section 4.2, proof sketch", "appendix A.4.3"),
    words="At the start |q| is of the order 1/sqrt(N) on the samples, and of the order 1/d in the "
    "population.",
    printed={
        "on the samples": start.OF_ORDER,
        "population, at least": ForAll(
            says=1 - PR_POP(d, 1 / (10 * d)) >= HALF,
            given={HERE: (d >= 3,)},
            instances={d: (3, 4, 5, 10, 100)},
        ),
        "population, at most": ForAll(
            says=PR_POP(d, 2 / sp.sympify(d)) >= HALF,
            given={HERE: (d >= 3,)},
            instances={d: (3, 4, 5, 10, 100)},
        ),
    },
    because={"on the samples": start.OF_ORDER_SHOWN},
    uses=("less-data/lem-1",),
    note="On d to d^2 samples |q| sqrt(N) lies between two constants with a probability that is "
    "bounded from below: 1/2 and 1000 serve. For more samples q tends to that of the population. "
    "There it is 1/2 at least, and 1/10 and 2 are constants that serve for the d that are tried.",
)

RANDOM_GRADIENT = Claim(
    id="less-data/txt-random-gradient-theta",
    title="The gradient of the output weight with random labels",
    source=Source("section 5.1"),
    words="With random labels the gradient of the output weight is of the order 1/sqrt(N) at the "
    "start.",
    printed={
        "at least": start.OFTEN_AS_LARGE,
        "at most": start.RARELY_LARGE,
    },
    because={"at least": start.OFTEN_AS_LARGE_SHOWN, "at most": start.RARELY_LARGE_SHOWN},
    uses=("less-data/cor-5",),
    note="The gradient is -q / 2, and around the initialisation is read as at it. The page gives "
    "no constants: for some c |q| is at least c / sqrt(N) with a probability bounded from below, "
    "and for every c with one of the order 1 / c^2 at most, by the second moment of q. c = "
    "1/sqrt(2) of corollary 5 serves, and 3 / c^2.",
)

INDEPENDENT_OF_LABEL = Claim(
    id="less-data/txt-phase1-independent-of-label",
    title="Phase 1 hardly depends on the true labels",
    source=Source("section 4.2, after theorem 1"),
    words="The analysis of phase 1 relies primarily on the anti-concentration of the moment "
    "matrix, which is largely independent of the true labels.",
    printed={
        "anti-concentration": start.SAME_LEVEL,
        "what the analysis relies on": Missing(
            "what it is to rely primarily on one of several facts: the proof of phase 1 also uses "
            "the bound of the norm of the moment matrix, lemma 5, with random labels corollary 6"
        ),
    },
    because={"anti-concentration": start.SAME_LEVEL_SHOWN},
    uses=("less-data/lem-1", "less-data/cor-5"),
    note="That it is largely independent is read so: one c serves for which |q| is at least c / "
    "sqrt(N) with the probability p_PZ(c) of lemma 1, with the true labels and with random ones. "
    "The laws themselves need not be the same.",
)

PHASE_1 = "of the bias in phase 1, of which section 4.1.3 and the sentences before speak"
BOTH = "of both phases, without which no gap would follow"
ANALYSIS = "the analysis is independent of k"

INDEPENDENT_OF_K = Claim(
    id="less-data/txt-analysis-independent-of-k",
    title="The analysis does not depend on the number of inputs in the parity",
    source=Source("sections 4.1.3 and 4.2"),
    words="Unlike a bias of each input, which enters with its k-th power, the analysis is "
    "independent of k, which suggests that the gap is there for k up to d.",
    printed={
        ANALYSIS: Ambiguous(
            "which analysis is meant",
            {
                PHASE_1: States(sparsity.SECOND, given={"section 2": sparsity.SIZES}),
                BOTH: States(sparsity.HAS_ENTRY, given={"section 2": sparsity.SIZES}),
            },
        ),
        "the gap is there for k up to d": Missing("networks trained on parities of k inputs"),
    },
    because={ANALYSIS: ByReading({PHASE_1: sparsity.SECOND_SHOWN})},
    against={ANALYSIS: ByReading({BOTH: sparsity.NO_ENTRY})},
    note="In phase 1 the second moment of Z is the same for all k. Phase 2 needs an entry of the "
    "population matrix that is not 0; for k = d = 3 there is none. The parity is that of the first "
    "k inputs. Figure 14, which is said to confirm the gap, has k = d.",
)

SQ_CSQ = Claim(
    id="less-data/txt-sq-csq-all-discrete",
    title="Statistical queries on discrete problems",
    source=Source("section 4.1.1"),
    words="For all discrete problems, such as sparse parity and modular addition, the lower bounds "
    "by correlational and by statistical queries coincide.",
    printed=Missing("what a discrete problem is, and both lower bounds of it"),
)

# -- random labels ---------------------------------------------------------------------------------

NORM = C * (sp.sqrt(log_term / d) + log_term / d)  # B for N = d^2
LEAST = sp.Min(
    1,
    1 / (2 * eta * NORM),
    1 / (32 * eta * NORM * sp.sqrt(d)),
    sp.sqrt(c0 / (64 * NORM * d * sp.sqrt(d))),
)
AT_LARGEST = LEAST * d / eta + 2 / (eta * LEAST) * accuracy
LARGEST_BOUND = sp.sqrt(d) / eta + sp.sqrt(d) / eta * accuracy

RANDOM_CASES = Claim(
    id="less-data/txt-random-cases",
    title="Random labels with d^2 samples",
    source=Source(appendix="appendix A.5, after lemma 12"),
    words="For N = d^2 and random labels in phase 1 the number of steps is O(N^(1/4) / eta + "
    "N^(1/4) / eta log(d / epsilon)).",
    printed=Ambiguous(
        LOGARITHMS,
        {
            "hidden": in_orders(AT_LARGEST, LARGEST_BOUND, (d, accuracy), WITH_DELTA),
            "not hidden": in_orders(AT_LARGEST, LARGEST_BOUND, (d, log_term, accuracy)),
        },
    ),
    uses=("less-data/cor-2",),
    note="N^(1/4) is sqrt(d). The case of fewer samples is corollary 2.",
)
