"""A counterexample with everything that is computed from it, as a reader checks it by hand."""

from __future__ import annotations

from fractions import Fraction

from verify.evidence import JsonStruct

SIZE = "size"  # what goes to infinity along a ray


class Term(JsonStruct, frozen=True, kw_only=True):
    """A term and its value.

    Args:
        text, latex: the term.
        exact: its value as a rational number, or the words for what is no number; empty where it
            is irrational or long.
        decimals: its value rounded; empty where it is a whole number, or no number.
    """

    text: str
    latex: str
    exact: str = ""
    decimals: str = ""

    @property
    def value(self) -> str:
        """The value as one reads it, empty if it is not known.

        >>> Term(text="x", latex="x", exact="1/4", decimals="0.25").value
        '1/4 = 0.25'
        >>> Term(text="x", latex="x", exact="1/3", decimals="0.3333333333").value
        '1/3 ≈ 0.3333333333'
        """
        if not self.exact or not self.decimals:
            return self.exact or (self.decimals and f"≈ {self.decimals}")
        return f"{self.exact} {'=' if self.is_terminating else '≈'} {self.decimals}"

    @property
    def is_terminating(self) -> bool:
        """Whether the decimals are the exact value."""
        try:
            return Fraction(self.exact) == Fraction(self.decimals)
        except ValueError:
            return False


class Condition(JsonStruct, frozen=True, kw_only=True):
    """A condition at a point.

    Args:
        text, latex: the condition.
        sides: of a relation: both sides with their values, as far as these are known.
        holds: whether it does; `None` if that was not decided.
    """

    text: str
    latex: str
    sides: tuple[Term, ...] = ()
    holds: bool | None = None


class AtPoint(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="point"):
    """What is computed at a point.

    Args:
        symbols: every symbol with its value.
        within: abbreviations, quantities that no formula defines, and terms of both sides.
        assumed: the hypotheses.
        printed: the conclusion.
        relations: those in a conclusion that is no relation itself.
        broken: the one of them for which it fails, as text; empty if that is not known.
    """

    symbols: tuple[Term, ...]
    within: tuple[Term, ...] = ()
    assumed: tuple[Condition, ...] = ()
    printed: Condition
    relations: tuple[Condition, ...] = ()
    broken: str = ""


class AtSize(JsonStruct, frozen=True, kw_only=True):
    """What is computed at one point of a ray.

    Args:
        size: how far out it is.
        variables: their values.
        assumed: whether every bound of the regime holds there; `None` if that was not decided.
        left, right: both sides, in decimals; empty where they are not known.
        ratio: left over right.
    """

    size: int
    variables: tuple[Term, ...]
    assumed: bool | None
    left: str
    right: str
    ratio: str


class AlongRay(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="ray"):
    """What is computed along a ray, on which both sides of an order drift apart.

    So is what fails whatever number one may choose, at several of them.

    Args:
        constants: every constant with its value.
        left, right: both sides; their values are formulas in the one number that may be chosen,
            if these show that it fails for every positive one, or else not given.
        sizes: points of the ray.
        about: what has these sizes.
    """

    constants: tuple[Term, ...]
    left: Term
    right: Term
    sizes: tuple[AtSize, ...]
    about: str = SIZE

    @property
    def in_general(self) -> str:
        """For which numbers both sides are known by formulas, in words; empty if for none."""
        return f"for every {self.about.removesuffix(' =')} > 0" if self.left.exact else ""


class Step(JsonStruct, frozen=True, kw_only=True):
    """A step of an argument.

    Args:
        title: what its conditions are: taken, assumed, or what follows.
        shown: the conditions.
    """

    title: str
    shown: tuple[Condition, ...]


class Steps(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="steps"):
    """Why a statement fails, where no numbers show it: an argument in a few steps."""

    steps: tuple[Step, ...]


Recomputed = AtPoint | AlongRay | Steps


class Link(JsonStruct, frozen=True, kw_only=True):
    """A step of an argument for a clause.

    Args:
        rule: what the rule says, in words, or what it is that is judged elsewhere.
        about: the name of what is judged elsewhere.
        claim: the claim that it is a clause of, if it is one.
        says: what it concludes, without LaTeX if that is long; empty if it is very long.
        uses: the numbers of the steps that it needs, the first is 1.
    """

    rule: str
    about: str = ""
    claim: str = ""
    says: Condition
    uses: tuple[int, ...] = ()
