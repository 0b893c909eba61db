"""Appendices C and E: when explicit decay of a product gives a time-varying mirror flow.

Theorem C.6 needs the gradient fields of the product G = w_1 ... w_L and of h = |w|^2 to commute:
[grad G, grad h] = (D grad h) grad G - (D grad G) grad h = 0.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Part, Source
from theory.language import integers, reals

P, w1, w2, w3 = reals("P w_1 w_2 w_3")
L = integers("L")


def both_orders(w):
    """Derive (D grad h) grad G and (D grad G) grad h for the product G and h = |w|^2."""
    product = sp.Matrix([sp.prod(w)])
    decay = sp.Matrix([sum(v**2 for v in w)])
    first, second = product.jacobian(w).T, decay.jacobian(w).T
    return second.jacobian(w) * first, first.jacobian(w) * second


def both_components(P, L):
    """Derive one component of each at any depth, where P is the product of the other factors.

    The field grad h is 2 w; along it P, of degree L - 1 in w, changes as d/ds P(s w) at s = 1.
    """
    s = sp.Symbol("s", positive=True)
    return 2 * P, 2 * sp.diff(s ** (L - 1) * P, s).subs(s, 1)


APPENDIX = "appendix: two factors only"

TXT_TIME_VARYING_DEPTH = Claim(
    id="steepest-mirror/txt-time-varying-depth",
    title="Decay and product commute for two factors only",
    source=Source("section 4, after table 1", "appendix E, after corollary E.6; theorem C.6"),
    words="Coupled decay of gradient flow fits into a time-varying mirror flow for two factors; "
    "for more factors the hypothesis of theorem C.6 fails.",
    statement=(
        Part(
            "gradient flow at every depth commutes",
            ForAll((P, L), given=(L >= 2,), says=sp.Eq(*both_components(P, L), evaluate=False)),
            reading="main text: q = 2 is exempt whatever the depth",
            instead=Instead(
                ForAll(
                    (P, L),
                    given=(L >= 2, sp.Eq(P * (L - 2), 0)),
                    says=sp.Eq(*both_components(P, L), evaluate=False),
                ),
                meant=Source(appendix="appendix E, after corollary E.6"),
            ),
        ),
        Part(
            "two factors commute",
            ForAll(
                (w1, w2),
                says=sp.And(
                    *(
                        sp.Eq(one, other, evaluate=False)
                        for one, other in zip(*both_orders(sp.Matrix([w1, w2])), strict=True)
                    )
                ),
            ),
            reading=APPENDIX,
        ),
        Part(
            "three factors do not",
            ForAll(
                (w1, w2, w3),
                given=(sp.Ne(w2 * w3, 0),),
                says=sp.Ne(*(order[0] for order in both_orders(sp.Matrix([w1, w2, w3])))),
            ),
            reading=APPENDIX,
        ),
        Part(
            "nor does any larger number",
            ForAll(
                (P, L),
                given=(L >= 3, sp.Ne(P, 0)),
                says=sp.Ne(*both_components(P, L)),
            ),
            reading=APPENDIX,
        ),
    ),
    text_uncertain=True,
    note="The main text exempts q = 2 from its remark that decay gives no time-varying flow and "
    "names no depth; the appendix restricts the exemption to two factors. What is judged is the "
    "hypothesis of theorem C.6.",
)
