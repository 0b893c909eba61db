"""The dependency graph of a paper's numbered results as an inline SVG with links to their sections.

Of claims an arrow leads from each to every one whose printed proof leans on it: along `uses`, and
from the steps `X-step-*` to X. In the drawing the claims about a result are in its box, and an
arrow passes over what has no number. Columns are numbered by the longest chain of arrows behind a
result, main theorems are on top of theirs, and a box is the higher the more results lean on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

import networkx as nx

from reports import numbered
from reports.palette import ink
from reports.results import ClaimResult
from reports.uses import use_of
from verify.evidence import Proof

ROW, GAP, PAD = 24, 70, 8  # least height of a row, room for arrows, padding of a label
BETWEEN = 4  # between two boxes
MORE, MOST = 2, 8  # by how much a box is higher for each claim that it carries, up to how many
CHARACTER = 7.2  # width of a character of a label
SWEEPS = 12  # of ordering columns by the mean place of their neighbours
LONGEST = 14  # characters of a name
WIDEST = 1120  # the room for arrows shrinks, to LEAST at the least, where a drawing is wider
LEAST = 22
SHORT = {
    "Theorem": "Thm.",
    "Proposition": "Prop.",
    "Corollary": "Cor.",
    "Lemma": "Lem.",
}


def dependencies(claims: Sequence[ClaimResult]) -> nx.DiGraph:
    """Return the claims with an arrow from each to those whose proof leans on it; no cycles.

    Where claims lean on each other in a circle, the last arrow of the circle is left out.
    """
    graph = nx.DiGraph()
    graph.add_nodes_from(claim.id for claim in claims)
    for claim in claims:
        used = (use_of(use)[0] for use in claim.uses)
        graph.add_edges_from((one, claim.id) for one in used if one in graph)
        whole, step, _ = claim.id.partition("-step-")
        if step and whole in graph:
            graph.add_edge(claim.id, whole)
    return _without_cycles(graph)


def _without_cycles(graph: nx.DiGraph) -> nx.DiGraph:
    """Return a graph after the last arrow of each of its circles was left out."""
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    while not nx.is_directed_acyclic_graph(graph):
        graph.remove_edge(*nx.find_cycle(graph)[-1])
    return graph


@dataclass(frozen=True)
class Kin:
    """What a claim's printed proof leans on, and what leans on it."""

    leans_on: tuple[str, ...]
    carries: tuple[str, ...]


def kin(claims: Sequence[ClaimResult]) -> dict[str, Kin]:
    """Return, for each claim, its ancestors and descendants in the order of the paper."""
    return _kin(claims, nx.ancestors, nx.descendants)


def near(claims: Sequence[ClaimResult]) -> dict[str, Kin]:
    """Return, for each claim, what it leans on and carries with nothing between them."""
    return _kin(claims, nx.DiGraph.predecessors, nx.DiGraph.successors)


def _kin(
    claims: Sequence[ClaimResult],
    behind: Callable[[nx.DiGraph, str], Iterable[str]],
    ahead: Callable[[nx.DiGraph, str], Iterable[str]],
) -> dict[str, Kin]:
    graph = dependencies(claims)
    place = {claim.id: number for number, claim in enumerate(claims)}

    def ordered(found: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(found, key=place.__getitem__))

    return {name: Kin(ordered(behind(graph, name)), ordered(ahead(graph, name))) for name in graph}


@dataclass(frozen=True)
class Box:
    """A numbered result in the drawing.

    Args:
        result: what it is called, the claims that are it, and the worst verdict on them.
        others: the claims that are only about it, such as the steps of its proof.
    """

    result: numbered.Numbered
    others: tuple[ClaimResult, ...]

    @property
    def claims(self) -> tuple[ClaimResult, ...]:
        """All its claims."""
        return self.result.claims + self.others

    @property
    def proof(self) -> str:
        """What is known of its printed proof: that of the worst of its claims."""
        claims = self.result.claims
        if any(claim.lost for claim in claims):
            return "lost"
        worst_first = (Proof.GAP, Proof.REPAIRABLE, Proof.UNCHECKED, Proof.SOUND)
        return next(str(p) for p in worst_first if any(c.proof is p for c in claims))


def folded(claims: Sequence[ClaimResult]) -> tuple[nx.DiGraph, dict[str, Box]]:
    """Return the graph of the numbered results, without circles, and the box of each."""
    results = {one.name: one for one in numbered.numbered(claims)}
    about = {}
    for claim in claims:
        known = numbered.number(claim)
        if known is not None and known.result in results:
            about[claim.id] = known.result
    boxes = {}
    for name, result in results.items():
        others = (claim for claim in claims if about.get(claim.id) == name)
        boxes[name] = Box(result, tuple(c for c in others if c not in result.claims))
    graph = nx.DiGraph()
    graph.add_nodes_from(results)
    whole = dependencies(claims)
    for one, name in about.items():
        graph.add_edges_from((name, other) for other in _next(whole, one, about) if other != name)
    return _without_cycles(graph), boxes


def _next(graph: nx.DiGraph, start: str, about: Mapping[str, str]) -> set[str]:
    """Return the results whose proofs lean on a claim, by itself or by what has no number."""
    found, seen, left = set(), {start}, [start]
    while left:
        for other in set(graph.successors(left.pop())) - seen:
            seen.add(other)
            if other in about:
                found.add(about[other])
            else:
                left.append(other)
    return found


def svg(claims: Sequence[ClaimResult], title: str) -> str:
    """Return the drawing; results without arrows are left out, steps stand in a badge.

    Returns:
        An `<svg>` element, empty text if no result leans on another.
    """
    graph, boxes = folded(claims)
    graph.remove_nodes_from([name for name in graph if not graph.degree(name)])
    if not graph:
        return ""
    labels = {one: _label(boxes[one]) for one in graph}
    main = {one for one in graph if _is_main(boxes[one])}
    columns = _columns(graph, [name for name in boxes if name in graph], main)
    heights = {one: ROW + MORE * min(len(nx.descendants(graph, one)), MOST) for one in graph}
    places, width, height = _places(columns, labels, heights)
    fallen = {(a, b) for a, b in graph.edges if _falls(boxes[a], boxes[b])}
    arrows = sorted(graph.edges, key=lambda edge: (places[edge[0]], places[edge[1]]))
    parts = [
        f'<svg class="graph" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="group" aria-label="{escape(title)}">',
        *(_arrow(places[a], places[b], a, b, (a, b) in fallen) for a, b in arrows),
        *(_node(boxes[name], place, labels[name]) for name, place in places.items()),
        "</svg>",
    ]
    return "\n".join(parts)


@dataclass(frozen=True, order=True)
class Node:
    """Where a node is drawn: its column, its left upper corner, its width and its height."""

    column: int
    y: int
    x: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        """Where arrows begin and end."""
        return self.y + (self.height - BETWEEN) // 2


def _is_main(box: Box) -> bool:
    """Return whether a result is a theorem of the main text."""
    known = numbered.number(box.result.claims[0])
    return known is not None and known.kind == "Theorem" and not known.order[0]


def _falls(source: Box, target: Box) -> bool:
    """Return whether a proof falls with what fails: that of a result, or of a step of its proof."""
    fails = {one.id for one in source.claims}
    return any(fails & {*one.lost} for one in target.claims)


def _columns(graph: nx.DiGraph, order: Sequence[str], main: Set[str]) -> list[list[str]]:
    """Return the nodes of each column, main theorems on top, so that few arrows cross."""
    depth = {}
    for number, generation in enumerate(nx.topological_generations(graph)):
        depth.update(dict.fromkeys(generation, number))
    for one in graph:  # what leans on nothing stands just before what leans on it
        if not graph.in_degree(one):
            depth[one] = min(depth[after] for after in graph.successors(one)) - 1
    columns: list[list[str]] = [[] for _ in range(max(depth.values()) + 1)]
    for name in order:
        columns[depth[name]].append(name)
    for sweep in range(SWEEPS):
        forwards = sweep % 2 == 0
        rows = {n: (at + 0.5) / len(c) for c in columns for at, n in enumerate(c)}
        for column in columns if forwards else reversed(columns):
            near = graph.predecessors if forwards else graph.successors
            means = {n: _mean([rows[other] for other in near(n)], rows[n]) for n in column}
            column.sort(key=lambda n: (n not in main, means[n]))
            rows.update({n: (at + 0.5) / len(column) for at, n in enumerate(column)})
    return columns


def _mean(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise


def _places(
    columns: Sequence[Sequence[str]], labels: Mapping[str, str], heights: Mapping[str, int]
) -> tuple[dict[str, Node], int, int]:
    tallest = max(sum(heights[one] for one in column) for column in columns)
    widths = [
        max((round(CHARACTER * len(labels[one])) for one in column), default=0) + 2 * PAD
        for column in columns
    ]
    room = WIDEST - sum(widths) - 2 * PAD
    gap = min(GAP, max(LEAST, room // max(len(columns) - 1, 1)))
    places, x = {}, PAD
    for number, (column, widest) in enumerate(zip(columns, widths, strict=True)):
        y = PAD
        for one in column:
            places[one] = Node(number, y, x, widest, heights[one])
            y += heights[one]
        x += widest + gap
    return places, x - gap + PAD, tallest + 2 * PAD


def _label(box: Box) -> str:
    """Return what a result is called, and how many claims are about it and fail."""
    called = box.result.name
    for word, short in SHORT.items():
        called = called.replace(f"{word} ", f"{short} ")
    called = called if len(called) <= LONGEST else called[: LONGEST - 1] + "…"
    fails = sum(one.verdict.fails for one in box.others)
    badge = f" +{len(box.others)}" if box.others else ""
    return called + badge + (f" ✗{fails}" if fails else "")


def _arrow(start: Node, end: Node, source: str, target: str, falls: bool) -> str:
    x1, y1 = start.x + start.width, start.middle
    x2, y2 = end.x, end.middle
    bend = max((x2 - x1) // 2, LEAST // 2)
    broken = " lost" if falls else ""
    return (
        f'<path class="arrow{broken}" data-from="{escape(source)}" '
        f'data-to="{escape(target)}" '
        f'd="M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"/>'
    )


def _node(box: Box, place: Node, label: str) -> str:
    first, verdict = box.result.claims[0], box.result.verdict
    words = f"{box.result.name}: {verdict.value}, proof {box.proof}"
    return (
        f'<a class="node {box.proof}" href="#{quote(first.id)}" '
        f'data-id="{escape(box.result.name)}">'
        f"<title>{escape(words)}</title>"
        f'<rect x="{place.x}" y="{place.y}" width="{place.width}" '
        f'height="{place.height - BETWEEN}" rx="4" fill="{verdict.colour}"/>'
        f'<text x="{place.x + PAD}" y="{place.middle + 4}" fill="{ink(verdict.colour)}">'
        f"{escape(label)}</text></a>"
    )
