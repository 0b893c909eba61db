"""Section 7 and appendix G: the Hessian of a mini-batch as one with noise, and its top eigenvector.

H_mb = H_emp + E / sqrt(B) with a symmetric noise matrix E. The alignment of the leading
eigenvectors is that of large matrices, for a Hessian of rank one: noise whose eigenvalues fill
[-r, r] leaves the squared inner product gamma(lambda, r).
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import AddUp, Solve
from theory.choices import Ambiguous, Damaged
from theory.claim import Claim, ForAll, Missing, Source
from theory.language import eq, reals, rounds_to
from theory.papers.instability_flatness.preconditioning_argument import diagonal, met_at, vector
from theory.papers.instability_flatness.training_symbols import (
    OVERLAP,
    H_emp,
    along_v,
    batch,
    d,
    drift_v,
    eta,
    gradient,
    inside,
    j,
    k,
    lam,
    noise_matrix,
    noise_v,
    r,
    r_next,
    sigma_e,
    xi,
)
from theory.places import HERE
from theory.sum_arguments import combined, taken_out


def overlap(spike, radius):
    """Derive the squared inner product from the transform of the semicircle law on [-r, r].

    S(z) = 2 (z - sqrt(z^2 - r^2)) / r^2; with u = z - sqrt(z^2 - r^2), z = (u + r^2 / u) / 2, and
    lambda S(z) = 1 says u = r^2 / (2 lambda). Then S' = 2 / r^2 / (dz / du), and the product is
    -1 / (lambda^2 S').
    """
    u = sp.Symbol("u", real=True)
    slope = 2 / radius**2 / sp.diff((u + radius**2 / u) / 2, u)
    at = radius**2 / (2 * spike)
    return sp.Piecewise(((-1 / (spike**2 * slope)).subs(u, at), 2 * spike > radius), (0, True))


SETTING = {"appendix G, the model": (batch > 0, sigma_e > 0, d >= 1)}
NOISE = sigma_e / sp.sqrt(batch)
WHY = (
    "what sigma^2 is: by the text of appendix G the variance of each entry of E, so that its "
    "eigenvalues fill an interval that grows with the size, or that of the semicircle law, as in "
    "appendix C"
)
EACH, SEMICIRCLE = "variance of an entry", "variance of the semicircle law"
ALIGNMENT = Ambiguous(
    WHY,
    {EACH: OVERLAP(lam, 2 * NOISE * sp.sqrt(d)), SEMICIRCLE: OVERLAP(lam, 2 * NOISE)},
)
FACTOR = Damaged(
    "the factor before sigma / sqrt(B) in the condition of (G.1)", {"1": sp.S.One, "2": sp.S(2)}
)
FORMULA = 1 - sigma_e**2 / (batch * lam**2)

EQ_G_1 = Claim(
    id="instability-flatness/eq-G.1",
    title="Alignment of the leading eigenvectors",
    source=Source(appendix="appendix G, (G.1)"),
    words="The squared alignment of the leading eigenvectors of the Hessians of a mini-batch and "
    "of all samples is 1 - sigma^2 / (B lambda^2) above a threshold for lambda, and else 0.",
    printed={
        "above the threshold": ForAll(
            eq(ALIGNMENT, FORMULA), given={**SETTING, HERE: (lam > FACTOR * NOISE,)}
        ),
        "otherwise": ForAll(eq(ALIGNMENT, 0), given={**SETTING, HERE: (lam <= FACTOR * NOISE,)}),
    },
    note="With the variance of an entry the bulk is wider by sqrt(P), P parameters, and sigma^2 "
    "becomes P sigma^2 in formula and threshold. With that of the semicircle law the threshold "
    "is sigma / sqrt(B); at 2 sigma / sqrt(B), the edge of the bulk and the bound that the text "
    'after (G.1) names twice, gamma is 3/4, and "otherwise 0" is false.',
)

TEXT, FLOOR = "2 sigma / sqrt(B), as the text says twice", "sigma / sqrt(B), by which it scales"
THRESHOLD = Ambiguous(
    "which multiple of sigma / sqrt(B) is the noise floor, the one threshold of both sentences",
    {TEXT: 2 * NOISE, FLOOR: NOISE},
)

TXT_G1_THRESHOLD = Claim(
    id="instability-flatness/txt-G1-threshold",
    title="The noise floor of the leading eigenvector",
    source=Source(appendix="appendix G, after (G.1)"),
    words="Alignment is preserved where lambda is above the noise floor, which scales as sigma / "
    "sqrt(B); below this threshold the leading eigenvector cannot be told from noise.",
    printed={
        "preserved": ForAll(ALIGNMENT > 0, given={**SETTING, HERE: (lam > THRESHOLD,)}),
        "lost": ForAll(eq(ALIGNMENT, 0), given={**SETTING, HERE: (lam < THRESHOLD,)}),
    },
    uses=("instability-flatness/eq-G.1",),
    note="Between sigma / sqrt(B) and 2 sigma / sqrt(B) the eigenvector is aligned in part, up to "
    "3/4, and its eigenvalue lies outside of the bulk.",
)

top_value, variance, images = reals("lambda_emp variance images")
AT_128 = variance / (images * top_value**2)
USUAL = {top_value: (10, 10), variance: ("0.01", "0.01"), images: (128, 128)}
SHARE = sp.Rational(1, 100 * 128)
SIZES = sp.Or(*(eq(d, size) for size in (28480, 47892, 335277, 271117)))

TXT_G_NUMERIC = Claim(
    id="instability-flatness/txt-G-numeric",
    title="Misalignment in practice",
    source=Source(appendix="appendix G, non-negligible deviation in practice"),
    words="For lambda = 10, sigma^2 = 0.01 and B = 128 the correction is a power of ten; the "
    "misalignment is at most 1%.",
    printed={
        "order of the correction": Damaged(
            "the exponent of 10",
            {
                "-6": ForAll(rounds_to(AT_128, "1e-6", USUAL)),
                "-7": ForAll(rounds_to(AT_128, "1e-7", USUAL)),
            },
        ),
        "at most 1%": Ambiguous(
            WHY,
            {
                EACH: ForAll(
                    1 - OVERLAP(10, 2 * sp.sqrt(SHARE * d)) <= sp.Rational(1, 100),
                    given={"appendix K.2, parameters of a network": (SIZES,)},
                ),
                SEMICIRCLE: ForAll(1 - OVERLAP(10, 2 * sp.sqrt(SHARE)) <= sp.Rational(1, 100)),
            },
        ),
    },
    uses=("instability-flatness/eq-G.1",),
    note="The correction is 7.8e-7. With the variance of an entry it is multiplied by the number "
    "of parameters: 2.2% for the 28,480 of the smallest network.",
    symbols={
        top_value: "lambda_1",
        variance: "sigma^2",
        images: "B",
    },
)

# -- the recursion ---------------------------------------------------------------------------------

ROW = (H_emp[k, j] + noise_matrix[k, j] / sp.sqrt(batch)) * r[j]
FROM_GRADIENT = (
    eq(
        gradient[k],
        sp.Sum(ROW, (j, 1, d)) + xi[k],
    ),
    eq(r_next, r[k] - eta * gradient[k]),
)
HESSIAN_PART = sp.Sum(H_emp[k, j] * r[j], (j, 1, d))
NOISE_PART = sp.Sum(noise_matrix[k, j] * r[j], (j, 1, d))
RECURSION = States(
    eq(
        r_next,
        r[k] - eta * HESSIAN_PART - eta / sp.sqrt(batch) * NOISE_PART - eta * xi[k],
    ),
    given={
        HERE: (d >= 1, inside(k), batch > 0),
        "appendix G, gradient of a mini-batch and step": FROM_GRADIENT,
    },
)
IN_PARTS = {H_emp[k, j] * r[j]: sp.S.One, noise_matrix[k, j] * r[j]: 1 / sp.sqrt(batch)}
SPLIT = AddUp(
    Solve(
        eq(ROW, combined(IN_PARTS)),
        (d >= 1, batch > 0, *inside(j).args),
    ),
    j,
    1,
    d,
)


EQ_G_2 = Claim(
    id="instability-flatness/eq-G.2",
    title="The recursion of SGD with a noisy Hessian",
    source=Source(appendix="appendix G, (G.2)"),
    words="A step takes r to (I - eta H_emp) r - eta / sqrt(B) E r - eta xi.",
    printed=RECURSION,
    because={
        "": met_at(
            Solve(
                RECURSION.says, RECURSION.given, (SPLIT, taken_out(IN_PARTS, j, d, (batch > 0,)))
            ),
            RECURSION.given,
            {
                d: 1,
                k: 1,
                batch: 1,
                eta: 1,
                H_emp: diagonal(0, 0),
                noise_matrix: diagonal(0, 0),
                r: vector(0, 0),
                r_next: 0,
                xi: vector(0, 0),
                gradient: vector(0, 0),
            },
        )
    },
    note="One coordinate of the vectors.",
)

# -- along the leading eigenvector -----------------------------------------------------------------


def projected(of_hessian, of_gradient):
    """Return (G.2) along the top eigenvector of H_emp, for noise with these two parts."""
    return (1 - eta * lam) * along_v - eta / sp.sqrt(batch) * of_hessian - eta * of_gradient


MEAN_STEP = (projected(drift_v, noise_v) + projected(-drift_v, -noise_v)) / 2
GAMMA = OVERLAP(lam, 2 * NOISE)
FADES = eq(MEAN_STEP, sp.sqrt(GAMMA) * (1 - eta * lam) * along_v)

TXT_G_ATTENUATION = Claim(
    id="instability-flatness/txt-G-attenuation",
    title="Attenuation by the noise",
    source=Source(appendix="appendix G, after (G.2)"),
    words="On the top eigenspace of H_emp the noise only attenuates the dominant direction, by "
    "sqrt(gamma).",
    printed=Ambiguous(
        "what is attenuated: the projected recursion, in the mean, or what the eigenvector of a "
        "mini-batch sees of a distance along that of H_emp",
        {
            "the recursion": ForAll(FADES, given={**SETTING, HERE: (eta > 0, eta * lam > 2)}),
            "the eigenvector": ForAll(
                And(sp.sqrt(GAMMA) > 0, sp.sqrt(GAMMA) < 1),
                given={**SETTING, HERE: (lam > 2 * NOISE,)},
            ),
        },
    ),
    note="Noise of mean zero that does not depend on r leaves the mean of the projected recursion "
    "as it is without noise; two opposite values of it stand for its law.",
)

# -- section 7 -------------------------------------------------------------------------------------

TXT_SGD_CARRIES_OVER = Claim(
    id="instability-flatness/txt-sgd-carries-over",
    title="The leading eigenstructure of a mini-batch",
    source=Source("section 7"),
    words="By random-matrix arguments the leading eigenstructure of the Hessian of a mini-batch "
    "is close to that of all samples.",
    printed={
        "as (G.1) has it": ForAll(
            sigma_e**2 / (batch * lam**2) >= 1 - ALIGNMENT,
            given={**SETTING, "appendix G, lambda_1 above 2 sigma / sqrt(B)": (lam > 2 * NOISE,)},
        ),
        "closely": Missing("how close is meant, and sigma^2 and lambda_1 of the networks"),
    },
    uses=("instability-flatness/eq-G.1",),
    note="As (G.1) has it: the misalignment is at most sigma^2 / (B lambda^2), for every lambda "
    "above the threshold of appendix G.",
)
