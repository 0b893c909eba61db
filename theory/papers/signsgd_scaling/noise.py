"""Section C.2 and assumption B.1: the gradient noise of a batch against Gaussian noise along H.

Two features phi = L z with z standard normal, so that H = L L^T is any covariance; delta is the
distance from the target and epsilon the label noise. The gradient of one sample is
(<phi, delta> - epsilon) phi; moments are taken by replacing powers of independent normals.
"""

from functools import cache

import sympy as sp

from theory.argument_language import States
from theory.arguments import Solve
from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.language import DEFINES, Each, eq, integers, reals, sequence
from theory.orders import Order
from theory.papers.signsgd_scaling import notation as paper
from theory.papers.signsgd_scaling.laws import B
from theory.places import HERE
from theory.quantifiers import Every

a, b, c, g, h, u, v, sigma = reals("a b c g h u v sigma")
z1, z2, noise = sp.symbols("z_1 z_2 epsilon", real=True)

L = sp.Matrix([[a, 0], [b, c]])
H = L * L.T
DELTA = sp.Matrix([u, v])
FEATURES = L * sp.Matrix([z1, z2])
GRADIENT = (FEATURES.dot(DELTA) - sigma * noise) * FEATURES
ENERGY = (DELTA.T * H * DELTA)[0]


@cache
def mean(expression):
    """Return the expectation of a polynomial in independent standard normals."""
    normals = (z1, z2, noise)
    terms = sp.Poly(sp.expand(expression), *normals).terms()
    return sum(factor * sp.prod(map(moment, powers)) for powers, factor in terms)


def moment(power):
    """Return the moment of a standard normal."""
    return sp.Integer(0) if power % 2 else sp.factorial2(power - 1)


def covariance(i, j):
    """Derive an entry of the covariance of the gradient of one sample."""
    centred = GRADIENT - GRADIENT.applyfunc(mean)
    return mean(centred[i] * centred[j])


def of_features(i, j):
    """Derive an entry of the second moments of (phi phi^T - H) delta."""
    centred = (FEATURES * FEATURES.T - H) * DELTA
    return mean(centred[i] * centred[j])


COVARIANCE = (sigma**2 + ENERGY) * H + H * DELTA * DELTA.T * H
ENTRIES = ((0, 0), (0, 1), (1, 1))

# -- the bounds ------------------------------------------------------------------------------------

p, q, x, y = reals("p q x y")
most, least = reals("C c_sigma")
WHITE, ALONG = sp.Matrix([p, q]), sp.Matrix([x, y])  # L^T delta and L^T of any direction
ENERGY_OF, FORM_OF_H = WHITE.dot(WHITE), ALONG.dot(ALONG)
SPREAD = (sigma**2 + ENERGY_OF) * FORM_OF_H + WHITE.dot(ALONG) ** 2
ANY = sp.Matrix([g, h])
WHITENED = dict(zip((p, q, x, y), (*L.T * DELTA, *L.T * ANY), strict=True))
risk = ENERGY_OF / 2 + sigma**2 / 2
NOISY = (least > 0, sigma**2 >= least, risk <= most)


def between(low, high, given=()):
    """Return that a quadratic form is at most another one."""
    return ForAll(given=given, says=sp.Le(low, high, evaluate=False))


# -- in any dimension, for a direction w ----------------------------------------------------------

_w, _v = paper.w, sequence("y")
_l, _m = integers("l m")
_I, _J, _D = paper.i, paper.j, paper.d


def _total(term, index):
    return sp.Sum(term, (index, 1, _D))


def _pulled(row):
    """Return an entry of H delta."""
    return _total(paper.hessian[row, _l] * paper.error(0, _l), _l)


def _form(entries, left, right, row=_J, column=_I):
    """Return left^T A right, for the entries of a matrix and two vectors, by index."""
    return _total(_total(left(row) * entries[row, column] * right(column), column), row)


def _along(entries):
    """Return w^T A w."""
    return _form(entries, lambda row: _w[row], lambda column: _w[column])


def _error(index):
    return paper.error(0, index)


_ENERGY = _form(paper.hessian, _error, _error)
_PRODUCT = _total(_w[_J] * _pulled(_J), _J) ** 2
_within = sp.And(_I >= 1, _I <= _D, _J >= 1, _J <= _D)


def _every_entry(says):
    return Every(_I, Every(_J, sp.Implies(_within, says, evaluate=False)))


_SAMPLE = (paper.iterate, paper.target, paper.hessian, paper.sigma, _D)
_BATCH = (*_SAMPLE[:-1], B, _D)
_OUTER = paper.OUTER(_J, _I, *_SAMPLE[:3], _D)
_ENERGY_AT = _form(paper.hessian, _error, _error, _l, _m)  # beside an entry with indices i and j
_COVARIANCE_AT = (paper.sigma**2 + _ENERGY_AT) * paper.hessian[_J, _I] + _pulled(_J) * _pulled(_I)
IS_COVARIANCE = (
    _every_entry(paper.eq(paper.hessian[_I, _J], paper.hessian[_J, _I])),
    Every(_v, sp.Ge(_form(paper.hessian, *2 * (lambda index: _v[index],)), 0, evaluate=False)),
)
_IS_COVARIANCE = {
    "section 2": (_D >= 1, B >= 1),
    "section 2, H is a covariance matrix": IS_COVARIANCE,
}


def _of_batch(says):
    """Return what is said of all entries of the noise of a batch."""
    return States(_every_entry(says), _IS_COVARIANCE)


def _of_component(says):
    """Return what is said of all components of a vector."""
    within = sp.And(_J >= 1, _J <= _D)
    return States(Every(_J, sp.Implies(within, says, evaluate=False)), _IS_COVARIANCE)


def _of_entries(what, entries=(11, 12, 22)):
    """Return that a clause follows from what is shown of each entry, of two features."""
    return ByHand(tuple(f"{what}, entry {entry}" for entry in entries))


TXT_COVARIANCE = Claim(
    id="signsgd-scaling/txt-c2-covariance",
    title="Covariance of the gradient noise",
    source=Source(appendix="appendix C.2"),
    words="The gradient of the risk is H delta. The noise of a batch of B has the mean 0 and the "
    "covariance ((sigma^2 + delta^T H delta) H + H delta delta^T H) / B, of which sigma^2 H / B "
    "comes from the labels and the rest from the features.",
    printed={
        "gradient": _of_component(paper.eq(paper.RISK_GRADIENT(_J, *_SAMPLE), _pulled(_J))),
        "mean": _of_component(paper.eq(paper.NOISE_MEAN(_J, *_BATCH), 0)),
        "features and labels": _of_batch(
            paper.eq(
                paper.NOISE_PRODUCT(_J, _I, *_BATCH),
                (_OUTER + paper.sigma**2 * paper.hessian[_J, _I]) / B,
            )
        ),
        "features": _of_batch(
            paper.eq(_OUTER, _ENERGY_AT * paper.hessian[_J, _I] + _pulled(_J) * _pulled(_I))
        ),
        "covariance": _of_batch(paper.eq(paper.NOISE_PRODUCT(_J, _I, *_BATCH), _COVARIANCE_AT / B)),
    },
    lemmas={
        **{
            f"mean, entry {i + 1}": ForAll(
                says=sp.Eq(mean(GRADIENT[i]), (H * DELTA)[i], evaluate=False)
            )
            for i in range(2)
        },
        **{
            f"covariance, entry {i + 1}{j + 1}": ForAll(
                given=(B >= 1,),
                says=sp.Eq(covariance(i, j) / B, COVARIANCE[i, j] / B, evaluate=False),
            )
            for i, j in ENTRIES
        },
        **{
            f"features, entry {i + 1}{j + 1}": ForAll(
                says=eq(of_features(i, j), COVARIANCE[i, j] - sigma**2 * H[i, j])
            )
            for i, j in ENTRIES
        },
        **{
            f"labels, entry {i + 1}{j + 1}": ForAll(
                says=eq(covariance(i, j), of_features(i, j) + sigma**2 * H[i, j])
            )
            for i, j in ENTRIES
        },
    },
    because={
        **dict.fromkeys(("gradient", "mean"), _of_entries("mean", (1, 2))),
        "features and labels": _of_entries("labels"),
        "features": _of_entries("features"),
        "covariance": _of_entries("covariance"),
    },
    note="The auxiliary statements are about two features, with any covariance H. The samples of a "
    "batch are independent, which gives 1/B; the noise is what is left when the mean is taken off.",
)

_COVARIANCE = _total(
    _total(_w[_J] * paper.NOISE_PRODUCT(_J, _I, *_BATCH) * _w[_I], _I),
    _J,
)
_RISK = _ENERGY / 2 + paper.sigma**2 / 2  # (3) and after it
_BOUNDED_RISK = sp.Le(_RISK, paper.K, evaluate=False)
_IN_ORDER = Order(
    *(_COVARIANCE, paper.sigma**2 / B * _along(paper.hessian), "same"),
    (B, _D, paper.iterate, paper.target, paper.hessian, paper.sigma, _w),
)

TXT_PSD = Claim(
    id="signsgd-scaling/txt-c2-psd",
    title="The noise is aligned with H",
    source=Source(appendix="appendix C.2"),
    words="H delta delta^T H is at most delta^T H delta times H, so that B times the covariance "
    "lies between sigma^2 + delta^T H delta and sigma^2 + 2 delta^T H delta times H. Bounded risk "
    "bounds delta^T H delta by twice the bound, and then the covariance is of the order of sigma^2 "
    "H / B if sigma is not small.",
    printed={
        "H delta delta^T H": States(
            sp.Le(_PRODUCT, _ENERGY * _along(paper.hessian), evaluate=False),
            _IS_COVARIANCE,
        ),
        "from below": States(
            sp.Ge(
                _COVARIANCE,
                (paper.sigma**2 + _ENERGY) / B * _along(paper.hessian),
                evaluate=False,
            ),
            _IS_COVARIANCE,
        ),
        "from above": States(
            sp.Le(
                _COVARIANCE,
                (paper.sigma**2 + 2 * _ENERGY) / B * _along(paper.hessian),
                evaluate=False,
            ),
            _IS_COVARIANCE,
        ),
        "bounded risk": States(
            sp.Le(_ENERGY, 2 * paper.K, evaluate=False), {HERE: (_BOUNDED_RISK,)}
        ),
        "order of magnitude": paper.up_to_constants(
            *(
                States(_IN_ORDER, {**_IS_COVARIANCE, HERE: (_BOUNDED_RISK, *size)})
                for size in paper.sizes(large=(paper.sigma**2,))
            )
        ),
    },
    lemmas={
        "quadratic form of the covariance": ForAll(
            where=WHITENED,
            says=sp.Eq(ANY.dot(COVARIANCE * ANY), SPREAD, evaluate=False),
        ),
        "lower bound": between((sigma**2 + ENERGY_OF) * FORM_OF_H, SPREAD),
        "upper bound": between(SPREAD, (sigma**2 + 2 * ENERGY_OF) * FORM_OF_H),
        "order of magnitude, from below": between(sigma**2 * FORM_OF_H, SPREAD, NOISY),
        "order of magnitude, from above": between(
            SPREAD, (1 + 4 * most / least) * sigma**2 * FORM_OF_H, NOISY
        ),
    },
    because={
        "H delta delta^T H": ByHand(("lower bound", "upper bound")),
        "from below": ByHand(("quadratic form of the covariance", "lower bound")),
        "from above": ByHand(("quadratic form of the covariance", "upper bound")),
        "bounded risk": Solve(
            sp.Le(_ENERGY, 2 * paper.K, evaluate=False),
            (_BOUNDED_RISK,),
        ),
        "order of magnitude": ByHand(
            ("order of magnitude, from below", "order of magnitude, from above")
        ),
    },
    uses=("signsgd-scaling/txt-c2-covariance", "signsgd-scaling/txt-risk-decomposition"),
    note="A matrix is at most another one where w^T A w is, for every w. The auxiliary statements "
    "are about two features, written in L^T delta and L^T w, where H = L L^T.",
)

s11, s12, s22, low, high, l1, l2 = reals("Sigma_11 Sigma_12 Sigma_22 c C lambda_1 lambda_2")


def positive_semidefinite(one, mixed, two):
    """Return when a symmetric matrix of size 2 is positive semidefinite."""
    return (one >= 0, two >= 0, one * two >= mixed**2)


row, column, features, inner = paper.j, paper.i, paper.d, integers("l")
SIGMA, HESSIAN = paper.covariance[row, column], paper.hessian[row, column]
ABOVE, BELOW = sequence("P"), sequence("Q")
FEW = {features: (1, 2)}


def every_entry(left, right):
    """Return that two matrices have the same entries."""
    same = paper.eq(left, right)
    return Each(Each(same, (column, 1, features)), (row, 1, features))


def square(root):
    """Return an entry of a matrix times its transpose: what is positive semidefinite is one."""
    return sp.Sum(root[row, inner] * root[column, inner], (inner, 1, features))


EQUAL = every_entry(SIGMA, HESSIAN)  # section 2
UP_TO_CONSTANTS = (  # assumption B.1
    *(paper.low > 0, paper.high >= paper.low),
    every_entry(SIGMA - paper.low * HESSIAN, square(ABOVE)),
    every_entry(paper.high * HESSIAN - SIGMA, square(BELOW)),
)
_entry = sp.Piecewise((paper.eigenvalues[row], sp.Eq(row, column)), (0, True))
DIAGONAL = every_entry(HESSIAN, _entry)  # assumption B.2

ASM_B_1 = Claim(
    id="signsgd-scaling/asm-B.1",
    title="Noise aligned with the Hessian",
    source=Source("section 2", "appendix B.1, assumption B.1"),
    words="The gradient noise of a batch is Gaussian with covariance Sigma / B; Sigma is H in the "
    "main text and in appendix F, and between multiples of H in the appendix.",
    printed={
        "section 2": ForAll(given=(features >= 1, EQUAL), says=DEFINES, instances=FEW),
        "assumption B.1": ForAll(
            given=(features >= 1, *UP_TO_CONSTANTS), says=DEFINES, instances=FEW
        ),
    },
    lemmas={
        "each coordinate has noise of the order of its eigenvalue": ForAll(
            says=sp.And(s11 >= low * l1, s11 <= high * l1),
            given=(
                *positive_semidefinite(s11 - low * l1, s12, s22 - low * l2),
                *positive_semidefinite(high * l1 - s11, -s12, high * l2 - s22),
            ),
        ),
    },
    note="That a matrix is at most another one is written as their difference being P P^T. The "
    "weaker form allows noise that is correlated between coordinates and differs from lambda_j / B "
    "by constants; the expected loss is a sum over coordinates and does not see the correlation.",
)

# -- Gaussian or not -------------------------------------------------------------------------------

ONE = (h * z1**2 - h) * u - sigma * noise * sp.sqrt(h) * z1  # one feature of variance h
SECOND, FOURTH = mean(sp.expand(ONE**2)), mean(sp.expand(ONE**4))
EXCESS = (FOURTH - 3 * SECOND**2) / SECOND**2 / B  # cumulants of independent samples add
ONE_FEATURE = (h > 0, sigma > 0, B >= 1)

TXT_SURROGATE = Claim(
    id="signsgd-scaling/txt-gaussian-surrogate",
    title="Gaussian noise as an approximation",
    source=Source(appendix="appendix C.2"),
    words="The noise of a batch is not Gaussian, but approaches a Gaussian as B grows.",
    printed=Missing("in which sense the law of the noise approaches a Gaussian"),
    lemmas={
        "its excess kurtosis is at least 6 / B": ForAll(given=ONE_FEATURE, says=EXCESS >= 6 / B),
        "its excess kurtosis is at most 12 / B": ForAll(given=ONE_FEATURE, says=EXCESS <= 12 / B),
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/txt-c2-covariance",),
    note="One feature of variance h. The excess kurtosis, 0 for a Gaussian, is the measure that "
    "is looked at here. The claim says nothing of small batches.",
)
