"""What can be drawn of a counterexample, besides what its witness says itself."""

from __future__ import annotations

from typing import Literal

from verify.evidence import JsonStruct, PiecewiseLinearValue, Witness

Heights = tuple[float | None, ...]  # `None` is a gap
State = Literal["fails", "holds", "outside", "undecided"]


class Cut(JsonStruct, frozen=True):
    """Both sides of a relation along one symbol, the others as in the witness.

    Args:
        symbol, integer: the symbol, and whether it is an integer.
        at: the sampled abscissae, in rising order.
        left, right: both sides there.
        difference: left - right, where a picture could not tell them apart.
        state: what the statement is there; "outside" of the hypotheses.
        witness: the number of the sample that is the witness.
    """

    symbol: str
    integer: bool
    at: tuple[float, ...]
    left: Heights
    right: Heights
    difference: Heights | None
    state: tuple[State, ...]
    witness: int


class LargestViolation(JsonStruct, frozen=True):
    """The sampled point that breaks the relation most, if twice as much as the witness.

    Args:
        point: the values of the scalar symbols; functions are as in the witness.
        sides: both sides there.
        relative: |left - right| over the smaller of |left| and |right|, or over the larger if
            their signs differ.
        at_witness: the same at the witness.
    """

    point: Witness
    sides: tuple[str, str]
    relative: float | None
    at_witness: float | None


class Sides(JsonStruct, frozen=True, tag_field="kind", tag="sides"):
    """Both sides of a relation, along one symbol or two.

    Args:
        relation: its sign.
        about: the relation, if the conclusion has several; else empty.
        cuts: one or two.
        largest: where it is broken most, if that is elsewhere.
        follows: what is not as in the witness but follows from an equation that is assumed.
        names: of both sides, where what is drawn is no relation of the claim but what lines of
            Python compare; else not given.
    """

    relation: str
    about: str
    cuts: tuple[Cut, ...]
    largest: LargestViolation | None
    follows: str = ""
    names: tuple[str, str] | None = None


class Ratio(JsonStruct, frozen=True, tag_field="kind", tag="ratio"):
    """log10 of left / right against log10 of the scale along a ray.

    Args:
        relation: its sign.
        ray: variable -> its exponent.
        scale, ratio: the curve.
    """

    relation: str
    ray: dict[str, str]
    scale: tuple[float, ...]
    ratio: Heights


class Functions(JsonStruct, frozen=True, tag_field="kind", tag="functions"):
    """Functions that an argument chooses against a statement, or of which a conclusion speaks.

    Args:
        values: the functions by their names, in the order in which they are drawn.
    """

    values: dict[str, PiecewiseLinearValue]


Plot = Sides | Ratio | Functions
