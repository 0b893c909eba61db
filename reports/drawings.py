"""The pictures of a failing part as inline SVG: cuts, ratios, functions, sequences; or marks.

Everything is drawn from the part's record alone. Text of a claim never reaches matplotlib, which
would read `$` as mathematics and complain about glyphs: a placeholder stands for it until the
picture is finished and takes the escaped text. The same record gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from html import escape
from io import StringIO
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from reports.curves import Cut, Functions, Ratio, Sides
from reports.measured import Measured, grids, measured
from reports.recomputed import AlongRay, AtPoint, Condition, Term
from reports.results import PartResult
from verify.evidence import Grid, PiecewiseLinearValue, RationalValue, Witness

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT = 420, 260  # pixels
LIMIT = 15_000  # bytes; a picture that is larger is left out
NAME = 40  # characters of a name that are shown
ROW = 56  # of a term that has a row of its own
FUNCTIONS = 4  # of a witness that are drawn
KNOTS = 120  # of a function that are drawn
INK = "#010203"  # stands for the colour of the text around the picture
SIDES = ("left side", "right side")
LEFT, RIGHT, FAILS, OUTSIDE = "#2f86d1", "#d9772b", "#d64545", "#888888"
BOTH_SIDES = "Both sides"
MARKS = f"{BOTH_SIDES} as marks on a line"
ON_THE_WAY = 4  # quantities that are marked beside both sides
TENTH = 0.1  # of a pixel, to which places are rounded
SHADE = 0.14  # of a region, which has an edge of its full colour
MAP = "A map"
LEVELS = 12  # of a map
SIGNS = frozenset("=≠≤<≥>≍≲≳")
# what drawing raises of data that no run has written, such as a file that was changed by hand
UNDRAWABLE = (
    ArithmeticError,  # a number that is too large for a float
    AttributeError,  # a value of another kind than its relation needs
    IndexError,  # a curve without points
    KeyError,  # a symbol without a value
    TypeError,  # a gap where a number is needed
    ValueError,  # a text that is no number, an axis without a length
)


class Drawing(NamedTuple):
    """A picture, its id, and in words what it shows, as those hear it who cannot see it.

    It is labelled by a caption beside it with its id and a `c`.
    """

    svg: str
    name: str
    caption: str


def drawing(part: PartResult) -> list[Drawing]:
    """Return the pictures of a failing part or of an experiment, best first.

    Pictures that cannot be drawn are left out. Ids within a picture are unique on a page, as
    long as no part is drawn twice.
    """
    return _drawn(part, _sketches) if part.verdict.fails or measured(part) else []


def marks(part: PartResult) -> list[Drawing]:
    """Return both sides of the relation that fails as marks on a line, if it is known."""
    return _drawn(part, _marked) if part.verdict.fails else []


def _drawn(
    part: PartResult, sketched: Callable[[PartResult], Iterator[Callable[[Picture], None]]]
) -> list[Drawing]:
    seed = json.dumps([part.certificate, part.hash, part.name, part.reading], sort_keys=True)
    try:
        sketches = list(sketched(part))
    except UNDRAWABLE:
        return []
    found = []
    for number, sketch in enumerate(sketches):
        digest = hashlib.sha256(f"{seed}{number}".encode()).digest()
        prefix = "d" + base64.b32encode(digest)[:6].decode().lower()
        with _style():
            picture = Picture()
            try:
                sketch(picture)
            except UNDRAWABLE:
                continue
            svg = picture.svg(prefix)
        if len(svg.encode()) <= LIMIT:
            found.append(Drawing(svg, prefix, f"{picture.title}. {picture.description}"))
    return found


def is_of_marks(caption: str) -> bool:
    """Return whether a caption is that of both sides as marks, of one relation that it names."""
    return caption.startswith(MARKS)


def is_of_grid(caption: str) -> bool:
    """Return whether a caption is that of the map of a grid."""
    return caption.startswith(MAP)


def _marked(part: PartResult) -> Iterator[Callable[[Picture], None]]:
    """Yield what draws the marks of a part."""
    if failing := _failing_relation(part):
        yield partial(_marks, relation=failing[0], terms=failing[1])


def _sketches(part: PartResult) -> Iterator[Callable[[Picture], None]]:
    """Yield what draws a part: what it is about comes first, a density or how its sides differ."""
    witness = dict(sorted((part.witness or {}).items()))
    functions = {n: v for n, v in witness.items() if isinstance(v, PiecewiseLinearValue)}
    if isinstance(part.plot, Functions):
        functions = part.plot.values | functions
    others = ", ".join(
        f"{legible(name)} = {legible(value.value)}"
        for name, value in witness.items()
        if isinstance(value, RationalValue)
    )
    densities = [name for name, value in functions.items() if _is_density(value)]
    shown = sorted(functions, key=lambda name: name not in densities)[:FUNCTIONS]
    drawn = {
        n: partial(_function, name=legible(n), value=functions[n], others=others) for n in shown
    }
    yield from (drawn[name] for name in shown if name in densities)
    if isinstance(part.plot, Sides):
        pinned = all(map(_is_pinned, part.plot.cuts)) and _failing_relation(part)
        for cut in () if pinned else part.plot.cuts:  # marks say more than a line through one point
            follows = part.plot.follows and legible(part.plot.follows)
            about, names = part.plot.relation, part.plot.names
            yield partial(_cut, cut=cut, relation=about, follows=follows, names=names)
    if isinstance(part.plot, Ratio):
        yield partial(_ratio, plot=part.plot)
    elif isinstance(part.recomputed, AlongRay) and len(part.recomputed.sizes) > 2:
        yield partial(_at_sizes, found=part.recomputed)
    yield from (partial(_grid, grid=grid) for grid in grids(part))
    if numbers := [one for one in measured(part) if one.is_finite]:
        yield partial(_measured, numbers=numbers)
    yield from (drawn[name] for name in shown if name not in densities)
    sequences = {n: v for n, v in _sequences(witness).items() if len(v) > 2}
    for name, values in sequences.items():
        if len(set(values.values())) > 1:
            yield partial(_sequence, name=legible(name), values=values)


def legible(text: Any, longest: int = NAME) -> str:
    """Return a text of a claim as a short line of printable characters.

    >>> legible("a" * 50)[-3:], legible("x\\n\\x00y")
    ('aa…', 'x y')
    """
    printable = "".join(c if c.isprintable() else " " for c in str(text)[: 4 * longest])
    line = " ".join(printable.split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


class Picture:
    """One pair of axes with room for a legend, the texts of a claim that belong into it.

    Attributes:
        title, description: for those who cannot see the picture.
    """

    def __init__(self) -> None:
        from matplotlib.figure import Figure  # not above: it takes long, and `list` must not wait

        self.title = ""
        self.description = ""
        self._texts: list[str] = []
        self.figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72))
        self.axes: Axes = self.figure.add_axes((0.16, 0.16, 0.79, 0.66))
        for side in ("top", "right"):
            self.axes.spines[side].set_visible(False)
        for background in (self.figure.patch, self.axes.patch):
            background.set_visible(False)
        self.axes.locator_params(nbins=6)

    def text(self, of_claim: str) -> str:
        """Return a placeholder for a text that is put in at the end."""
        self._texts.append(of_claim)
        return f"@{len(self._texts) - 1}@"

    def svg(self, prefix: str) -> str:
        """Return the finished picture; all its ids begin with `prefix`."""
        raw = StringIO()
        handles, labels = self.axes.get_legend_handles_labels()
        self.figure.legend(
            handles,
            labels,
            loc="upper left",
            ncols=3,
            frameon=False,
            columnspacing=1.4,
            handlelength=1.8,
            borderaxespad=0.1,
        )
        keys = ("Date", "Creator", "Format", "Type")
        self.figure.savefig(raw, format="svg", metadata=dict.fromkeys(keys))
        body = _tidied(raw.getvalue(), prefix)
        body = re.sub(r"@(\d+)@", lambda match: escape(self._texts[int(match[1])]), body)
        return (
            f'<svg id="{prefix}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" class="drawing" '
            f'aria-labelledby="{prefix}c" font-family="sans-serif" font-size="10" '
            f'text-anchor="middle" fill="currentColor" stroke-linejoin="round">\n{body}</svg>'
        )


def _style() -> Any:
    """Return a context in which matplotlib draws the same for everybody."""
    import matplotlib

    ours: dict[Any, Any] = {
        "svg.hashsalt": "thmcheck",
        "svg.fonttype": "none",  # text stays text: small, selectable, of the page's font
        "text.parse_math": False,
        "font.size": 10,
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": INK,
        "xtick.color": INK,
        "ytick.color": INK,
        "axes.linewidth": 0.7,
        "lines.linewidth": 1.8,
        "legend.fontsize": 10,
        "path.simplify": False,
    }
    defaults: dict[Any, Any] = dict(matplotlib.rcParamsDefault)
    plain = {k: v for k, v in defaults.items() if not k.startswith(("backend", "toolbar"))}
    return matplotlib.rc_context({**plain, **ours})


def _tidied(svg: str, prefix: str) -> str:
    """Return what is inside an `<svg>` of matplotlib, small and safe to put into a page.

    Its style sheet would apply to the whole page, its fonts are the page's business, most of its
    ids and groups serve nobody, and tenths of a pixel are enough. Ids are numbered, a pair of
    coordinates that follows another is a line to it without being called one, and what has no
    colour has that of the picture.
    """
    body = svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]
    for unwanted in (r"<!--.*?-->", r"<metadata>.*?</metadata>", r"<style.*?</style>"):
        body = re.sub(unwanted, "", body, flags=re.DOTALL)
    used = dict.fromkeys(re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", body))
    numbered = {name: f"{prefix}{number}" for number, name in enumerate(used)}

    def tag(match: re.Match[str]) -> str:
        text = " ".join(match[0].split()).replace("xlink:href", "href").replace(INK, "currentColor")
        text = re.sub(r"font-family: [^;\"]*;? ?| transform=\"rotate\(-0 [^)]*\)\"", "", text)
        text = text.replace("font-size: 10px; ", "").replace("; stroke-dashoffset: 0", "")
        text = re.sub(r" (?:d|x|y)=\"[^\"]*\"", lambda places: _rounded(places[0], 1), text)
        text = _rounded(text, 2)
        text = re.sub(r" id=\"([^\"]+)\"", lambda i: i[0] if i[1] in used else "", text)
        if text.startswith("<use"):  # what is used has a stroke of its own
            text = re.sub(r"; stroke: [^\"]*", "", text)
        text = re.sub(r"; fill: currentColor(?=[;\"])| style=\"fill: currentColor\"", "", text)
        text = re.sub(r" style=\"text-anchor: (\w+)\"", r' text-anchor="\1"', text)
        if text.startswith("<text") and "text-anchor" not in text:
            text = text.replace("<text", '<text text-anchor="start"')
        text = text.replace(' text-anchor="middle"', "")
        text = re.sub(r"; stroke-line(?:join: miter|cap: square)", "", text)
        text = re.sub(r" style=\"[^\"]*\"", lambda style: re.sub("(?<=[:;]) ", "", style[0]), text)
        text = re.sub(r" d=\"[ML\d.\sz-]+\"", lambda d: _straight(d[0].replace(" L ", " ")), text)
        text = re.sub(
            r"<path( id=\"[^\"]+\") d=\"M 0 ([\d.]+) C [^\"]*\"", r'<circle\1 r="\2"', text
        )
        return re.sub(r"(url\(#|href=\"#| id=\")([^)\"]+)", lambda i: i[1] + numbered[i[2]], text)

    body = re.sub(r"<[^>]+>", tag, body)
    return re.sub(r"\s*\n\s*", "\n", _ungrouped(body)).lstrip()


def _straight(d: str) -> str:
    """Return the line of a path without points that lie on the way between others.

    >>> _straight(' d="M 0 0 1 1 2 2 3 0 "')
    ' d="M 0 0 2 2 3 0 "'
    """
    found = re.fullmatch(r" d=\"M ([-\d. ]+)\"", d)
    words = found[1].split() if found else []
    points = list(zip(words[::2], words[1::2], strict=True)) if len(words) % 2 == 0 else []
    if len(points) < 3:
        return d
    kept, passed = points[:1], [points[1]]
    for point in points[2:]:
        if not all(_is_between(one, kept[-1], point) for one in passed):
            kept.append(passed[-1])
            passed = []
        passed.append(point)
    return f' d="M {" ".join(map(" ".join, (*kept, points[-1])))} "'


def _is_between(point: Sequence[str], first: Sequence[str], last: Sequence[str]) -> bool:
    """Return whether a point is on the way from one to another, but for a tenth of a pixel."""
    (x, y), (a, b), (c, d) = (map(float, one) for one in (point, first, last))
    length = math.hypot(c - a, d - b)
    along = (x - a) * (c - a) + (y - b) * (d - b)
    off = abs((x - a) * (d - b) - (y - b) * (c - a))
    return 0 <= along <= length**2 and off <= TENTH * length


def _rounded(text: str, digits: int) -> str:
    """Return a text whose numbers have at most some digits behind the point."""
    longer = rf"(?<![#\w.])-?\d+\.\d{{{digits + 1},}}"
    return re.sub(longer, lambda number: f"{round(float(number[0]), digits):g}", text)


def _ungrouped(body: str) -> str:
    """Take away groups without attributes and the empty definitions."""
    kept: list[bool] = []

    def group(match: re.Match[str]) -> str:
        if match[0] != "</g>":
            kept.append(match[0] != "<g>")
            return match[0] if kept[-1] else ""
        return match[0] if kept.pop() else ""

    body = re.sub(r"<g\b[^>]*/>", "", body)
    return re.sub(r"<defs>\s*</defs>", "", re.sub(r"<g\b[^>]*>|</g>", group, body))


# -- what can be drawn ------------------------------------------------------------------------


def _cut(
    picture: Picture,
    cut: Cut,
    relation: str,
    follows: str = "",
    names: tuple[str, str] | None = None,
) -> None:
    """Draw both sides of a relation along one symbol, the others as in the counterexample.

    Args:
        picture, cut, relation: what is drawn, and where.
        follows: what of the others is not, but follows from what is assumed.
        names: of both sides, where these are no formulas of the claim.
    """
    from matplotlib.colors import to_rgb

    axes, name = picture.axes, legible(cut.symbol)
    sign = relation if relation in SIGNS else "?"
    at, states, own = cut.at, cut.state, cut.witness
    one, other = ("left side", "right side") if names is None else map(legible, names)
    curves = {one: (cut.left, LEFT, "-"), f"{sign} {other}": (cut.right, RIGHT, "--")}
    if cut.difference is not None:
        curves = {"left side − right side": (cut.difference, LEFT, "-")}
        axes.axhline(0, color=RIGHT, linestyle="--", label=f"{sign} 0")
    inside = [n for n, state in enumerate(states) if state in ("fails", "holds")]
    seen = inside if len(inside) > 2 else range(len(at))
    scale = _Scale([values[n] for values, *_ in curves.values() for n in seen])
    for label, (values, colour, line) in curves.items():
        heights = [scale(value) for value in values]
        dots = "o" if cut.integer else None
        shown = label if names is None else picture.text(label)
        axes.plot(at, heights, line, color=colour, label=shown, marker=dots, markersize=3.5)
        axes.plot(at[own], heights[own], "o", color=colour, markersize=6)
    axes.axvline(at[own], color=INK, linewidth=1, linestyle=":", label="counterexample")
    for state, colour, label in (
        ("fails", FAILS, "the claim fails"),
        ("outside", OUTSIDE, "outside the hypotheses"),
    ):
        for low, high in _runs(at, [s == state for s in states]):
            faded = (*to_rgb(colour), SHADE)
            axes.axvspan(low, high, facecolor=faded, edgecolor=colour, linewidth=0.8, label=label)
            label = ""
    axes.set_xlim(at[0], at[-1])
    scale.apply(axes)
    axes.set_xlabel(picture.text(name))
    axes.set_ylabel("both sides" if cut.difference is None else "left side − right side")
    sides = ", ".join(
        f"{label} {values[own]:g}"
        for label, (values, *_) in curves.items()
        if values[own] is not None
    )
    given = "" if names is None else "Both sides are what the lines of Python compare. "
    but = f"but {follows}, which follows from what is assumed, " if follows else ""
    picture.title = f"{BOTH_SIDES} along {name}"
    picture.description = (
        f"Claimed is {one} {sign} {other}. {given}{name} goes from {at[0]:g} to {at[-1]:g}, all "
        f"other symbols {but}are as in the counterexample at {name} = {at[own]:g}: {sides}. "
        f"{states.count('fails')} of {len(states)} sampled points break the claim, "
        f"{states.count('outside')} do not satisfy its hypotheses."
    )


def _ratio(picture: Picture, plot: Ratio) -> None:
    """Draw the ratio of both sides against the scale along a ray, on logarithmic axes."""
    axes = picture.axes
    scale, ratio = plot.scale, plot.ratio
    known = [(x, y) for x, y in zip(scale, ratio, strict=True) if y is not None]
    (x_0, y_0), (x_1, y_1) = known[-2:]
    slope = (y_1 - y_0) / (x_1 - x_0)
    axes.plot(
        scale,
        _gaps(ratio),
        "o-",
        color=LEFT,
        markersize=3.5,
        label=f"left side / right side, slope {slope:.2g} at the end",
    )
    axes.axhline(known[0][1], color=RIGHT, linestyle="--", label="the same order")
    axes.set_xlim(scale[0], scale[-1])
    heights = [y for _, y in known]
    _limits(axes, min(heights), max(heights))
    _decades(axes.xaxis, scale[-1] - scale[0])
    _decades(axes.yaxis, max(heights) - min(heights))
    ray = sorted(plot.ray.items())
    growth = ", ".join(f"{legible(name)} {_growth(legible(power))}" for name, power in ray)
    axes.set_xlabel(picture.text(f"scale, where {growth}"[: 2 * NAME]))
    axes.set_ylabel("left side / right side")
    sign = plot.relation if plot.relation in SIGNS else "?"
    picture.title = "The ratio of both sides along a ray"
    picture.description = (
        f"Claimed is left side {sign} right side up to constants. Along {growth} the ratio goes "
        f"from 10^{known[0][1]:.3g} at scale 10^{known[0][0]:g} to 10^{y_1:.3g} at scale "
        f"10^{x_1:g}; it ends with slope {slope:.3g} on logarithmic axes."
    )


def _at_sizes(picture: Picture, found: AlongRay) -> None:
    """Draw both sides against the size of what may be chosen, on logarithmic axes if they can."""
    sizes = [math.log10(one.size) for one in found.sizes]
    exact = [
        [Decimal(side) for side in sides]
        for sides in zip(*((one.left, one.right) for one in found.sizes), strict=True)
    ]
    positive = min(map(min, exact)) > 0
    left, right = ([float(side.log10() if positive else side) for side in sides] for sides in exact)
    picture.axes.plot(sizes, left, "o-", color=LEFT, markersize=3.5, label="left side")
    picture.axes.plot(sizes, right, "s--", color=RIGHT, markersize=3.5, label="right side")
    low, high = min(*left, *right), max(*left, *right)
    picture.axes.set_xlim(sizes[0], sizes[-1])
    _limits(picture.axes, low, high)
    _decades(picture.axes.xaxis, sizes[-1] - sizes[0])
    if positive:
        _decades(picture.axes.yaxis, high - low)
    about = legible(found.about.removesuffix(" ="))
    picture.axes.set_xlabel(picture.text(about))
    ends = (
        f"left side {one.left}, right side {one.right} where {about} is {one.size}"
        for one in (found.sizes[0], found.sizes[-1])
    )
    picture.title = f"{BOTH_SIDES} at several sizes"
    picture.description = f"What is printed fails whatever {about} is: {'; '.join(ends)}."


def _measured(picture: Picture, numbers: Sequence[Measured]) -> None:
    """Draw what an experiment measured, with its intervals, and where the paper's number lies."""
    axes = picture.axes
    rows = range(len(numbers))
    for row, one in zip(rows, numbers, strict=True):
        label = "measured, with its interval" if not row else ""
        axes.plot([one.low, one.high], [row, row], "|-", color=LEFT, markersize=10, label=label)
        axes.plot(one.value, row, "o", color=LEFT, markersize=6)
    for limit in dict.fromkeys(one.limit for one in numbers if one.limit is not None):
        axes.axvline(limit, color=RIGHT, linestyle="--", label=f"the paper's number {limit:g}")
    axes.set_ylim(-0.7, len(numbers) - 0.3)
    axes.set_yticks(list(rows), [f"{row + 1}" for row in rows])
    axes.set_xlabel(picture.text(", ".join(dict.fromkeys(legible(one.name) for one in numbers))))
    axes.set_ylabel("series")
    axes.margins(x=0.1)
    picture.title = "What was measured, beside what the paper has"
    asked = ", ".join(
        dict.fromkeys(f"{legible(one.name)} {one.asked}" for one in numbers if one.asked)
    )
    found = "; ".join(f"{legible(one.name)} = {one}" for one in numbers)
    picture.description = f"Asked for is {asked or 'an effect'}. Measured: {found}."


def _grid(picture: Picture, grid: Grid) -> None:
    """Draw what was measured on a grid as a map of levels, with the lines across it."""
    axes, (across, up) = picture.axes, grid.at
    known = sorted(value for row in grid.values for value in row if value is not None)
    top = known[(len(known) - 1) * 9 // 10]  # the tenth above it has one colour
    levels = [known[0] + (top - known[0]) * n / LEVELS for n in range(LEVELS + 1)]
    heights = [[math.nan if value is None else value for value in row] for row in grid.values]
    drawn = axes.contourf(across, up, heights, levels, cmap="viridis_r", extend="max")
    for number, (name, points) in enumerate(grid.lines.items()):
        style = ("--", ":", "-.")[number % 3]
        label = picture.text(legible(name)) + " " * len(name)  # room for what stands there at last
        axes.plot(*zip(*points, strict=True), style, color=FAILS, linewidth=1.4, label=label)
    axes.set_xlim(across[0], across[-1])
    axes.set_ylim(up[0], up[-1])
    _decades(axes.xaxis, across[-1] - across[0])
    _decades(axes.yaxis, up[-1] - up[0])
    axes.set_xlabel(picture.text(legible(grid.names[0])))
    axes.set_ylabel(picture.text(legible(grid.names[1])))
    axes.set_position((0.14, 0.16, 0.68, 0.66))
    bar = picture.figure.colorbar(drawn, cax=picture.figure.add_axes((0.85, 0.16, 0.03, 0.66)))
    _decades(bar.ax.yaxis, top - known[0])
    best = min(
        (value, x, y)
        for y, row in zip(up, grid.values, strict=True)
        for x, value in zip(across, row, strict=True)
        if value is not None
    )
    picture.title = f"{MAP} of the {legible(grid.quantity)}"
    picture.description = (
        f"Measured at {len(across)} values of {legible(grid.names[0])} and "
        f"{len(up)} of {legible(grid.names[1])}; the least, {10 ** best[0]:.3g}, is at "
        f"{10 ** best[1]:.3g} and {10 ** best[2]:.3g}, the largest is {10 ** known[-1]:.3g}; "
        "it is infinite where there is no colour. "
        f"Lines: {', '.join(map(legible, grid.lines)) or 'none'}."
    )


def _failing_relation(part: PartResult) -> tuple[Condition, tuple[Term, ...]] | None:
    """Return the relation that fails at a point, with terms of it, or `None` if it is not known."""
    found = part.recomputed
    if not isinstance(found, AtPoint):
        return None
    for one in (found.printed, *found.relations):
        counts = one is found.printed or one.text == found.broken
        known = len(one.sides) == 2 and None not in map(_number, one.sides)
        if counts and known and one.holds is False:
            terms = {term.text: term for term in found.within if term.text in one.text}
            return one, tuple(t for t in terms.values() if _number(t) is not None)[:ON_THE_WAY]
    return None


def _number(term: Term) -> Fraction | None:
    """Return the value of a term, `None` if it is not known."""
    try:
        return Fraction(term.exact or term.decimals)
    except ValueError:
        return None


def _sign(found: Condition) -> str:
    """Return the sign between both sides of a relation."""
    left, right = found.sides
    sign = found.text.removeprefix(left.text).removesuffix(right.text).strip()
    return {"<=": "≤", ">=": "≥", "!=": "≠"}.get(sign, sign if sign in SIGNS else "?")


def _is_pinned(cut: Cut) -> bool:
    """Return whether the hypotheses hold nowhere on a cut but at the counterexample."""
    return sum(state != "outside" for state in cut.state) == 1


def _marks(picture: Picture, relation: Condition, terms: Sequence[Term]) -> None:
    """Draw both sides of a relation as marks on a line, with terms that are in them below."""
    axes = picture.axes
    sign, rows = _sign(relation), (*relation.sides, *terms)
    values = [float(number) for number in map(_number, rows) if number is not None]
    scale = _Scale(values)
    left, right, *_ = places = [scale(value) for value in values]
    scale.apply(axes, axes.xaxis)
    low, high = axes.get_xlim()
    styles = [(LEFT, "o", SIDES[0]), (RIGHT, "s", f"{sign} {SIDES[1]}")]
    styles += [(OUTSIDE, "D", "in it" if not row else "") for row, _ in enumerate(terms)]
    for row, (place, term, (colour, mark, label)) in enumerate(
        zip(places, rows, styles, strict=True)
    ):
        axes.axhline(-row, color=OUTSIDE, linewidth=0.5, alpha=0.5)
        axes.plot([place], [-row], mark, color=colour, markersize=7, label=label)
        text = picture.text(_with_value(term, ROW, SIDES[row] if row < len(SIDES) else ""))
        axes.text(low, 0.18 - row, f" {text}", va="bottom")
    if left == right:
        axes.axvline(left, color=FAILS, linewidth=3, alpha=0.5, label="the claim fails: equal")
    else:
        label = "the claim fails by this"
        axes.axvspan(*sorted((left, right)), color=FAILS, alpha=SHADE, linewidth=0, label=label)
    axes.set_position((0.05, 0.16, 0.9, 0.66))
    axes.set_xlim(low, high)
    axes.set_ylim(0.4 - len(rows), 0.9)
    axes.set_yticks([])
    axes.set_xlabel("value")
    sides = ", ".join(
        f"{name} {_value(side)}" for name, side in zip(SIDES, relation.sides, strict=True)
    )
    among = "; ".join(map(_with_value, terms))
    picture.title = MARKS
    picture.description = (
        f"At the counterexample this fails: {relation.text}, with {sides}."
        f"{f' In it: {among}.' if among else ''}"
    )


def _with_value(term: Term, longest: int = 2 * NAME, instead: str = "") -> str:
    """Return a term with its value, a number as it is.

    Args:
        term: the term.
        longest: how many characters may be shown.
        instead: what stands for a term that is longer; it is cut short if nothing does.
    """
    if term.text == term.value:
        return term.value
    shown = _value(term)
    room = max(longest - len(shown), 1)
    text = instead if instead and len(term.text) > room else legible(term.text, room)
    return f"{text} {shown}"


def _value(term: Term) -> str:
    return term.value if term.value.startswith("≈") else f"= {term.value}"


def _growth(exponent: str) -> str:
    """Return how a quantity grows along a ray, in words."""
    if exponent == "0":
        return "is constant"
    return "= scale" if exponent == "1" else f"= scale^({exponent})"


def _function(picture: Picture, name: str, value: PiecewiseLinearValue, others: str) -> None:
    """Draw a piecewise-linear function, with its median if it is a density."""
    axes = picture.axes
    knots, values = (list(map(Fraction, numbers)) for numbers in (value.knots, value.values))
    left, right = Fraction(value.left), Fraction(value.right)
    tail = (knots[-1] - knots[0]) * Fraction(3, 10) or max(abs(knots[0]), Fraction(1))
    drops = [(tail * n / 10, left * tail * n / 10) for n in range(10, 0, -1)]
    before = [
        (knots[0] - x, values[0] ** 2 / (values[0] + d) if values[0] > 0 else values[0] - d)
        for x, d in drops
    ]
    inner = list(zip(knots, values, strict=True))
    if len(inner) > KNOTS:
        inner = [inner[n * (len(inner) - 1) // (KNOTS - 1)] for n in range(KNOTS)]
    after = (knots[-1] + tail, values[-1] + right * tail)
    points = [(float(x), float(y)) for x, y in (*before, *inner, after)]
    xs, ys = zip(*points, strict=True)
    axes.plot(xs, ys, color=LEFT, label="the function")
    if len(knots) <= 24:
        axes.plot(
            *zip(*((float(x), float(y)) for x, y in inner), strict=True),
            "o",
            color=LEFT,
            markersize=4,
        )
    corners = f"{len(knots)} {'corner' if len(knots) == 1 else 'corners'}"
    about = f"The piecewise-linear function {name} with {corners}"
    median = _median(knots, values, left, right)
    if median is not None:
        axes.fill_between(xs, ys, color=LEFT, alpha=0.14, linewidth=0)
        axes.axvline(median, color=RIGHT, linestyle="--", label="median")
        mode = float(max(inner, key=itemgetter(1))[0])
        axes.axvline(mode, color=OUTSIDE, linestyle=":", label="mode")
        about = (
            f"The density {name} with {corners}, the mode {mode:.6g} and the median {median:.6g}"
        )
    axes.set_xlim(xs[0], xs[-1])
    _limits(axes, min(ys), max(ys))
    axes.set_xlabel(picture.text(f"argument of {name}"))
    axes.set_ylabel(picture.text(f"value of {name}"))
    picture.title = f"The function {name} of the counterexample"
    values_at = "; ".join(f"{float(x):.4g}: {float(y):.4g}" for x, y in inner[:12])
    picture.description = f"{about}, values {values_at}.{f' Beside it {others}.' if others else ''}"


def _is_density(value: PiecewiseLinearValue) -> bool:
    """Return whether a function looks like a density: it is 0 outside of some interval."""
    return {value.left, value.right, *value.values[:1], *value.values[-1:]} == {"0"}


def _median(
    knots: list[Fraction], values: list[Fraction], left: Fraction, right: Fraction
) -> float | None:
    """Return the median of a function that is a density, `None` if it is none."""
    pieces = list(zip(knots, knots[1:], values, values[1:], strict=False))
    masses = [(b - a) * (f + g) / 2 for a, b, f, g in pieces]
    if any((left, right, values[0], values[-1])) or min(values) < 0 or sum(masses) != 1:
        return None
    below = [sum(masses[:n], Fraction(0)) for n in range(len(masses) + 1)]
    at = bisect_left(below, Fraction(1, 2)) - 1
    a, b, f, g = map(float, pieces[at])
    rest, slope = float(Fraction(1, 2) - below[at]), (g - f) / (b - a)
    # f t + slope t^2 / 2 = rest, in the form that does not cancel
    return a + 2 * rest / (f + math.sqrt(max(f * f + 2 * slope * rest, 0.0)))


def _sequences(witness: Witness) -> dict[str, dict[int, float]]:
    """Return the members of sequences by name and index: `X[0]`, `X[1]`, ..."""
    found: dict[str, dict[int, float]] = {}
    for name, value in witness.items():
        member = re.fullmatch(r"(.{1,80})\[([0-9]{1,4})\]", name)
        if member and isinstance(value, RationalValue):
            found.setdefault(member[1], {})[int(member[2])] = float(Fraction(value.value))
    return dict(sorted(found.items()))


def _sequence(picture: Picture, name: str, values: dict[int, float]) -> None:
    """Draw a sequence against its index."""
    axes = picture.axes
    index, heights = zip(*sorted(values.items()), strict=True)
    axes.plot(index, heights, "o-", color=LEFT, markersize=4.5, label="the sequence")
    axes.set_xticks(index[:: 1 + len(index) // 12])
    _limits(axes, min(heights), max(heights))
    axes.set_xlabel(picture.text(f"index of {name}"))
    axes.set_ylabel(picture.text(f"{name} at the index"))
    picture.title = f"The sequence {name} of the counterexample"
    listed = ", ".join(f"{h:.4g}" for h in heights[:20])
    picture.description = f"{name} from index {index[0]} to {index[-1]}: {listed}."


# -- axes -------------------------------------------------------------------------------------


class _Scale:
    """How heights are drawn: as they are, or logarithmically if they are positive and far apart.

    Few values far off, as near a pole, do not decide what is seen of the others.
    """

    def __init__(self, values: Sequence[float | None]) -> None:
        known = sorted(v for v in values if v is not None)
        self.log = known[0] > 0 and known[-1] > 1000 * known[0]
        heights = [math.log10(v) for v in known] if self.log else known
        cut = len(heights) // 12
        low, high = heights[cut], heights[-1 - cut]
        far = 3 * (high - low)
        self.low = heights[0] if heights[0] > low - far else low
        self.high = heights[-1] if heights[-1] < high + far else high

    def __call__(self, value: float | None) -> float:
        """Return the height of a value; a gap is nan."""
        if value is None or (self.log and value <= 0):
            return math.nan
        return math.log10(value) if self.log else value

    def apply(self, axes: Axes, axis: Any = None) -> None:
        """Set the limits and the labels of an axis, the vertical one if none is named."""
        low, high = _margins(self.low, self.high)
        (axes.set_ylim if axis is None else axes.set_xlim)(low, high)
        if self.log:
            _decades(axis or axes.yaxis, self.high - self.low)


def _gaps(values: Sequence[float | None]) -> list[float]:
    return [math.nan if value is None else value for value in values]


def _limits(axes: Axes, low: float, high: float) -> None:
    axes.set_ylim(*_margins(low, high))


def _margins(low: float, high: float) -> tuple[float, float]:
    """Return limits of an axis that leave room on both sides."""
    margin = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
    return low - margin, high + margin


def _decades(axis: Any, span: float) -> None:
    """Label an axis of logarithms with the numbers themselves."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    whole = span >= 2
    axis.set_major_locator(MaxNLocator(8, integer=whole))
    superscript = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

    def label(exponent: float, _: Any) -> str:
        if whole:
            return "10" + str(round(exponent)).translate(superscript)
        return f"{10**exponent:.3g}"

    axis.set_major_formatter(FuncFormatter(label))


def _runs(at: Sequence[float], chosen: Sequence[bool]) -> Iterator[tuple[float, float]]:
    """Yield the intervals of neighbouring chosen abscissae, out to the middle of the next gap."""
    edges = [at[0], *((a + b) / 2 for a, b in pairwise(at)), at[-1]]
    start = None
    for number, is_chosen in enumerate((*chosen, False)):
        if is_chosen and start is None:
            start = number
        if not is_chosen and start is not None:
            yield edges[start], edges[number]
            start = None
