"""A run as HTML pages that need no server, no network and no JavaScript.

Everything on the page comes from the run's records; whatever is text there is escaped by the
template. The script only filters and traces, and its hash is the only one that the page's own
security policy lets run.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from msgspec import structs

from reports import breaks, check, graph, points, summary
from reports.breaking import BREAK, breakable, in_pieces
from reports.breaks import break_of
from reports.causes import Finding, findings
from reports.change import marked
from reports.consequences import consequences, remarks
from reports.curves import Sides
from reports.decided import ARGUED, BY_ARGUMENT, decided
from reports.doubts import doubts
from reports.drawings import (
    BOTH_SIDES,
    HEIGHT,
    WIDTH,
    Drawing,
    drawing,
    is_of_grid,
    is_of_marks,
    marks,
)
from reports.erratum import escaped
from reports.formulas import mathml
from reports.measured import differing, measured, numbers
from reports.numbered import Numbered, lead, name, numbered
from reports.printable import printable
from reports.prose import prose
from reports.recomputed import AtPoint
from reports.results import (
    ClaimResult,
    ClauseResult,
    PartResult,
    Run,
    Source,
    StatementResult,
    StatementText,
)
from reports.said import called, conclusions, conditions
from reports.weight import NoRepair, no_repair, weight
from verify.evidence import Evidence, Key, Severity, Verdict

_SPACE = "\N{NO-BREAK SPACE}"  # a space within a formula
_NEEDLESS = re.compile(
    r"</(?:li|dt|dd|t[dhr]|tbody|thead)>"  # an end that the next tag says
    r"|\n\s*(?=</?(?:t[dhr]|tbody|thead|table|li|[duo]l|dt|dd|div|p|section|h[1-6])\b)"
    r"|\n(?=</?(?:use|text|path|circle|g|defs)\b)"
    r'| xmlns="http://www.w3.org/2000/svg"'
    r'| font-family="sans-serif" font-size="10" text-anchor="middle" fill="currentColor"'
    r' stroke-linejoin="round"'  # the style sheet says so of drawings
)
_QUOTED = re.compile(  # attributes whose values are numbers or words
    r" (x|y|r|form|scope|stretchy|width|height|text-anchor|colspan|tabindex|role|columnalign|href"
    r'|class|id|data-verdict)="([\w.#-]+)"(?=[ >])'
)
_STYLED = re.compile(r'(<(?:path|use|circle)\b[^<>]*?) style="([^"<>]*)"([^<>]*>)')
MANY = 10  # shapes that have one style
LINE = 140  # characters; a longer formula may not fit into a line and gets a scroll bar of its own
PIECE = 30  # characters of a formula that fit into the line of a telephone
MOST = 300  # characters of a formula in a finding, which has a scroll bar of its own there
NARROW = 45  # characters of a formula that fits into a line of a telephone
FIRST = 5  # findings of a paper that come first
FEW = 4  # further conditions that a finding shows
FIGURES = "Figures and tables"
OVERVIEW, WHOLE = "index.html", "report.html"
NO_PROOF = "no check that could prove it applies to it"
_IDS = re.compile(r"\b(?:[a-z-]+/)?[a-z]+-[\w.-]*\w")
_RESTS = re.compile(rf"{BY_ARGUMENT} (?:'[^']*'|[^;])*")
_DECLINED = re.compile(r"(?:^|; )\w+ does not apply \([^()]*(?:\([^()]*\)[^()]*)*\)")
_CONCLUDES = re.compile(r"argument: it concludes .*?(?=; argument:|$)", re.DOTALL)
_SECTION = re.compile(r"\bsections?\s+(\d+)", re.IGNORECASE)
_APPENDIX = re.compile(r"\bappendi(?:x|ces)\s+([A-Z])\b", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\b(?:theorem|lemma|corollary|proposition|definition|example|remark|assumption)s?\s+"
    r"(\d+|[A-Z])\.",
    re.IGNORECASE,
)
_PICTURE = re.compile(r"\b(?:figure|table)s?\b", re.IGNORECASE)


@dataclass(frozen=True)
class Drawn:
    """A picture with its id and its caption, and what its curves are: words and a formula."""

    svg: Markup
    name: str
    caption: str
    curves: tuple[tuple[str, Markup], ...] = ()


Pictures = Mapping[tuple[str, int], tuple[Drawn, ...]]  # by the claim and the number of the part


@dataclass(frozen=True)
class Paper:
    """What the page shows of one paper.

    Args:
        name: the paper's id.
        claims: its claims in the order of the source.
        counts: how many claims have which verdict.
        results: its numbered results, in its order.
        findings: what fails as printed, what matters most first.
        errata: those of them that are slips of the pen.
        others: the other claims of the paper by verdict.
        groups: the claims by section of the paper.
    """

    name: str
    claims: tuple[ClaimResult, ...]
    counts: tuple[tuple[Verdict, int], ...]
    results: tuple[Numbered, ...]
    findings: tuple[Finding, ...]
    errata: tuple[Finding, ...]
    others: tuple[tuple[Verdict, tuple[ClaimResult, ...]], ...]
    groups: tuple[tuple[str, tuple[ClaimResult, ...]], ...]

    @cached_property
    def graph(self) -> Markup:
        """The dependency graph as SVG, empty if no numbered result leans on another."""
        return Markup(graph.svg(self.claims, f"Which results of {self.name} lean on which"))

    @cached_property
    def drawn(self) -> Pictures:
        """The pictures of what fails, by the claim and the number of the part."""
        return _drawn(self.claims)


def pages(run: Run) -> dict[str, str]:
    """Return the HTML pages of a run by name.

    An overview; of each paper one with its claims, one with how they were checked and one with the
    arguments that prove some of them; one of all.
    """
    papers = _papers(run)
    found = {OVERVIEW: _overview(run, papers)}
    for paper in papers:
        own = structs.replace(run, claims=paper.claims)
        found[file_of(paper.name)] = _page(own, [paper])
        found[checks_of(paper.name)] = _aside_of(own, paper, "checks.html.jinja")
        if any(part.chain for claim in paper.claims for part in claim.parts):
            found[arguments_of(paper.name)] = _aside_of(own, paper, "arguments.html.jinja")
    found[WHOLE] = _page(run, papers)
    return {name: light(text) for name, text in found.items()}


def light(text: str) -> str:
    """Return a page without end tags, line breaks and quotes that HTML does without.

    Styles that many shapes of drawings have stand once in its style sheet.
    """
    return _QUOTED.sub(r" \1=\2", _NEEDLESS.sub("", _with_classes(text)))


def _with_classes(text: str) -> str:
    """Return a page in which frequent styles of shapes are classes.

    >>> shape = '<path d="M 0 0 1 1" style="fill:none"/>'
    >>> _with_classes("<style></style>" + MANY * shape)[:70]
    '<style>svg .s0{fill:none}</style><path d="M 0 0 1 1" class="s0"/><path'
    """
    counts = Counter(match[2] for match in _STYLED.finditer(text))
    often = (style for style, count in counts.most_common() if count >= MANY)
    names = {style: f"s{number}" for number, style in enumerate(often)}
    rules = "".join(f"svg .{name}{{{style}}}" for style, name in names.items())

    def classed(match: re.Match[str]) -> str:
        before, style, after = match.groups()
        return f'{before} class="{names[style]}"{after}' if style in names else match[0]

    return _STYLED.sub(classed, text).replace("</style>", f"{rules}</style>", 1)


def page(run: Run) -> str:
    """Return the HTML page of all claims of a run."""
    return _page(run, _papers(run))


def file_of(paper: str) -> str:
    """Return the name of the page of a paper, which is that of no other page."""
    return f"paper-{paper}.html"


def checks_of(paper: str) -> str:
    """Return the name of the page that says how the claims of a paper were checked."""
    return f"checks-{paper}.html"


def arguments_of(paper: str) -> str:
    """Return the name of the page with the arguments that prove clauses of a paper."""
    return f"arguments-{paper}.html"


def _aside_of(run: Run, paper: Paper, source: str) -> str:
    """Return a page beside that of a paper, without a script."""
    css = Markup(_source("report.css") + _colours())
    template = _environment().get_template(source)
    title = run.papers.get(paper.name) or paper.name
    return _finished(
        template.render(
            claims=paper.claims,
            title=title,
            back=file_of(paper.name),
            weigh=_weigher([paper]),
            no_repair=_repairer([paper]),
            concluded=_concluder(paper.claims),
            css=css,
            drawn=paper.drawn,
        )
    )


def erratum(title: str, claims: Sequence[ClaimResult]) -> str:
    """Return an HTML document to print: every finding on a paper, as printed and as it holds."""
    template = _environment().get_template("erratum.html.jinja")
    return _finished(
        template.render(
            title=title,
            paper=_paper(title, claims),
            disclaimer=summary.DISCLAIMER,
            most=summary.BRIEF,
            css=Markup(_source("erratum.css")),
        )
    )


def _overview(run: Run, papers: Sequence[Paper]) -> str:
    """Return the page that leads to those of the papers."""
    css = Markup(_source("report.css") + _colours())
    template = _environment().get_template("overview.html.jinja")
    return printable(
        template.render(run=run, papers=papers, disclaimer=summary.DISCLAIMER, css=css)
    )


def _page(run: Run, papers: Sequence[Paper]) -> str:
    """Return the HTML page of the claims of some papers."""
    script = _source("report.js")
    text = (
        _environment()
        .get_template("report.html.jinja")
        .render(
            run=run,
            papers=papers,
            verdicts=[v for v in Verdict if any(c.verdict is v for c in run.claims)],
            kin={name: near for paper in papers for name, near in graph.near(paper.claims).items()},
            follows={
                name: found
                for paper in papers
                for name, found in consequences(paper.claims).items()
            },
            names=_names(run.claims),
            drawn={key: some for paper in papers for key, some in paper.drawn.items()},
            breaks={
                claim.id: break_of(claim, paper.claims)
                for paper in papers
                for claim in paper.claims
                if claim.verdict.fails
            },
            weigh=_weigher(papers),
            no_repair=_repairer(papers),
            disclaimer=summary.DISCLAIMER,
            errors_words=summary.ERRORS,
            words=summary.WORDS,
            css=Markup(_source("report.css") + _colours()),
            script=Markup(script),
            script_hash=_policy_hash(script),
        )
    )
    return _finished(text)


def _weigher(papers: Sequence[Paper]) -> Callable[[ClaimResult, Severity], str]:
    """Return what says how much a failure of a claim weighs; see `weight`."""
    claims = {paper.name: paper.claims for paper in papers}
    return lambda claim, severity: weight(claim, severity, claims[claim.paper])


def _repairer(papers: Sequence[Paper]) -> Callable[[ClaimResult], NoRepair]:
    """Return what says of a claim that no repair is known; see `no_repair`."""
    claims = {paper.name: paper.claims for paper in papers}
    return lambda claim: no_repair(claim, claims[claim.paper])


def _concluder(claims: Sequence[ClaimResult]) -> Callable[[ClaimResult, int, int], Markup]:
    """Return what shows the conclusion of a step of an argument by its part and its number.

    Parts are numbered among those of their claim that have an argument. A long conclusion is shown
    where it is the first time and linked to from there on.
    """
    places = [
        (claim, number, at, step.says)
        for claim in claims
        for number, part in enumerate(part for part in claim.parts if part.chain)
        for at, step in enumerate(part.chain, 1)
    ]
    first: dict[str, tuple[ClaimResult, int, int]] = {}
    for claim, number, at, says in places:
        first.setdefault(says.text, (claim, number, at))

    def concluded(claim: ClaimResult, number: int, at: int) -> Markup:
        says = [part for part in claim.parts if part.chain][number].chain[at - 1].says
        if says.latex or not says.text:
            return _formula(says.latex, says.text) if says.text else Markup("a very long formula")
        there, part, step = first[says.text]
        if (there.id, part, step) == (claim.id, number, at):
            return prose(says.text)
        of = "" if (there.id, part) == (claim.id, number) else f" of {name(there)}"
        link = quote(_step_id(there, part, step))
        return Markup('<a href="#{}">what step {}{} says</a>').format(link, step, prose(of))

    return concluded


def _finished(text: str) -> str:
    """Return a page whose long formulas can be broken, and in which everything is printable.

    Spaces within formulas stay.
    """
    return _SPACE.join(map(printable, breakable(text).split(_SPACE)))


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        anchor=quote,
        slug=_slug,
        tidy=summary.tidy,
        in_order=points.in_order,
        example=_example,
        value=points.value,
        point=points.point,
        effort=_effort,
        file_of=file_of,
        prose=prose,
        at=_at,
    )
    environment.tests.update(
        of_sides=lambda plot: isinstance(plot, Sides),
        of_point=lambda found: isinstance(found, AtPoint),
    )
    environment.globals.update(
        zip=zip,
        formula=_formula,
        name=name,
        heading_of=_heading,
        lead=lead,
        brief=_brief,
        told=_told,
        check_groups=check.groups,
        brief_groups=check.brief,
        has_own_lines=check.has_own_lines,
        has_own_numbers=check.has_own_numbers,
        decided=decided,
        doubts=doubts,
        because=_because,
        spoken=_spoken,
        change=_change,
        to_copy=_to_copy,
        aside=_aside,
        checks_of=checks_of,
        arguments_of=arguments_of,
        first=FIRST,
        holds=_holds,
        proof=_proof,
        worst=_worst,
        failure=summary.failure,
        fails=_fails,
        remarks=remarks,
        what_fails=summary.what_fails,
        read_as=summary.read_as,
        is_brief=summary.is_brief,
        most=MOST,
        says_nothing=summary.says_nothing,
        compares_prints=summary.compares_prints,
        holds_elsewhere=summary.holds_elsewhere,
        readings=summary.readings,
        printed_parts=summary.printed_parts,
        has_proof=breaks.has_proof,
        independent=summary.independent,
        choices=summary.choices,
        heading=summary.heading,
        sentence=_sentence,
        repeats=_repeats,
        in_place=_in_place,
        proofs=summary.proofs,
        also_holds=summary.also_holds,
        suggestions=summary.suggestions,
        introduced=summary.introduced,
        terms_of_ours=summary.terms_of_ours,
        key=Key,
        shared_hypotheses=_shared_hypotheses,
        thumbnail=_thumbnail,
        measured=measured,
        measured_numbers=numbers,
        differing=differing,
        beside=_beside,
        bibtex=bibtex,
        undecided_clauses=_undecided_clauses,
        missing=_missing,
        step_id=_step_id,
        aside_parts=_aside_parts,
        called_part=called,
        conclusions=conclusions,
        conditions=conditions,
        claim_at=_claim_at,
    )
    return environment


def _source(name: str) -> str:
    return files("reports").joinpath("templates", name).read_text(encoding="utf-8")


def _policy_hash(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _colours() -> str:
    """Return the colours of the verdicts as style rules: `--refuted` and its like, and classes."""
    own = ";".join(f"--{_slug(v)}:{v.colour}" for v in Verdict)
    return f":root{{{own}}}" + "".join(
        f".{_slug(v)}{{--verdict:var(--{_slug(v)})}}" for v in Verdict
    )


def _slug(verdict: str) -> str:
    return str(verdict).replace(" ", "-")


def _papers(run: Run) -> list[Paper]:
    return [_paper(one, [c for c in run.claims if c.paper == one]) for one in summary.papers(run)]


def _paper(name: str, claims: Sequence[ClaimResult]) -> Paper:
    counts = Counter(claim.verdict for claim in claims if not claim.is_ours)
    groups: dict[str, list[ClaimResult]] = {}
    for claim in claims:
        title = summary.OURS if claim.is_ours else section(claim.source)
        groups.setdefault(title, []).append(claim)
    ordered = sorted(groups.items(), key=lambda entry: _rank(entry[0]))
    found = findings(claims)
    printed = [claim for claim in claims if not claim.is_ours]
    apart = [v for v in Verdict if v not in (Verdict.REFUTED, Verdict.MISPRINTED)]
    others = {v: [c for c in printed if c.verdict is v] for v in sorted(apart, key=_by_rank)}
    return Paper(
        name,
        tuple(claims),
        tuple((verdict, counts[verdict]) for verdict in Verdict if counts[verdict]),
        tuple(numbered(claims)),
        tuple(one for one in found if one.severity is not Severity.TYPOGRAPHIC),
        tuple(one for one in found if one.severity is Severity.TYPOGRAPHIC),
        tuple((verdict, tuple(some)) for verdict, some in others.items() if some),
        tuple((title, tuple(found)) for title, found in ordered),
    )


def _by_rank(verdict: Verdict) -> int:
    return verdict.rank


def section(source: Source) -> str:
    """Return the part of the paper that a claim belongs to.

    >>> section(Source("section 4.1, theorem 4.2", "appendix B"))
    'Section 4'
    >>> section(Source("", "proof of theorem F.1"))
    'Appendix F'
    """
    for place in (source.main, source.appendix):
        if _PICTURE.match(place):
            return FIGURES
        found = _SECTION.search(place) or _APPENDIX.search(place) or _NUMBERED.search(place)
        if found:
            return f"{'Section' if found[1].isdigit() else 'Appendix'} {found[1].upper()}"
    return "Elsewhere"


def _rank(title: str) -> tuple[int, int, str]:
    kind, _, name = title.partition(" ")
    kinds = ("Section", "Figures", "Appendix", "Elsewhere", summary.OURS)
    if title == summary.OURS:
        return kinds.index(summary.OURS), 0, ""
    return kinds.index(kind), int(name) if name.isdigit() else 0, name


def _drawn(claims: Sequence[ClaimResult]) -> Pictures:
    """Return the pictures of parts that fail, by the claim and the number of the part.

    Marks show no more than the values beside them. They are drawn of the part that decides, and
    only where nothing else of the claim is drawn. The map of a grid is shown once, with the part
    that decides if it was measured on it.
    """
    found: dict[tuple[str, int], tuple[Drawn, ...]] = {}
    for claim in claims:
        shown: dict[int, list[Drawn]] = {}
        maps: set[str] = set()
        others = (n for n in range(len(claim.parts)) if n != claim.headline)
        for number in (claim.headline, *others):
            part = claim.parts[number]
            if summary.compares_prints(part.text):  # two numbers are no curves, but marks
                continue
            pictures = [one for one in drawing(part) if one.caption not in maps]
            maps |= {one.caption for one in pictures if is_of_grid(one.caption)}
            shown[number] = [_with_caption(one, part) for one in pictures]
        if not any(shown.values()):
            head = claim.head
            shown = {claim.headline: [_with_caption(one, head) for one in marks(head)]}
        found |= {(claim.id, n): tuple(some) for n, some in shown.items() if some}
    return found


def _with_caption(one: Drawing, part: PartResult) -> Drawn:
    curves = _curves(part, one.caption) if one.caption.startswith(BOTH_SIDES) else ()
    return Drawn(Markup(one.svg), one.name, one.caption, curves)


def _thumbnail(found: Finding, drawn: Pictures) -> Markup:
    """Return a small copy of a picture that the section of one of its claims shows, if any does."""
    for claim in (found.claim, *found.others):
        if shown := drawn.get((claim.id, claim.headline)):
            return Markup(
                '<a class="thumbnail" href="#{}" tabindex="-1" aria-hidden="true">'
                '<svg viewBox="0 0 {} {}" width="168" height="104"><use href="#{}"/></svg></a>'
            ).format(quote(claim.id), WIDTH, HEIGHT, shown[0].name)
    return Markup("")


def _curves(part: PartResult, words: str) -> tuple[tuple[str, Markup], ...]:
    """Return what the curves or marks of a picture with some caption are, each with its formula."""
    found = part.recomputed
    if not isinstance(found, AtPoint):
        return ()
    names = ("left side (blue)", "right side (orange, broken)")
    if is_of_marks(words):
        names = ("left side (blue)", "right side (orange)")
        about = [one for one in (found.printed, *found.relations) if one.text in words]
    elif isinstance(part.plot, Sides):
        about = [one for one in found.relations if one.text == part.plot.about] or [found.printed]
        if any(cut.difference is not None for cut in part.plot.cuts):
            names = ("left side", "right side")
    else:
        return ()
    sides = zip(names, about[0].sides, strict=False) if about else ()
    return tuple((words, _formula(side.latex, side.text)) for words, side in sides)


def _beside(claim: ClaimResult, part: PartResult) -> tuple[Markup, Markup]:
    """Return what is printed and what holds for the front page, with what differs marked."""
    printed, better = _told(claim, part.text, claim.words), _holds(claim, part)
    repair = summary.repaired(part)
    if repair is not None:
        text = repair.instead.text
        one, other = _change(part.text, text)
        plain = mathml(part.text.latex, part.text.says), mathml(text.latex, text.says)
        if plain[0] in printed and plain[1] in better:
            return Markup(printed.replace(plain[0], one)), Markup(better.replace(plain[1], other))
    return printed, better


def bibtex(claim: ClaimResult, run: Run) -> str:
    """Return how to cite the section of a claim."""
    paper = run.papers.get(claim.paper) or claim.paper
    title = escaped(f"{name(claim)} of {paper}: {claim.verdict}")
    return "\n".join(
        (
            f"@misc{{{claim.id},",
            f"  title = {{{{{title}}}}},",
            f"  howpublished = {{{escaped(file_of(claim.paper))}\\#{escaped(claim.id)}}},",
            f"  note = {{{escaped(run.date)} profile {run.profile}, seed {run.seed}}}",
            "}",
        )
    )


def _undecided_clauses(claim: ClaimResult) -> list[ClauseResult]:
    """Return the clauses of a claim on which the reading decides, with what each reading gives."""
    return [one for one in claim.clauses if one.verdict is Verdict.DEPENDS]


def _missing(claim: ClaimResult) -> str:
    """Return what is missing of a claim that was not checked."""
    unchecked = claim.verdict is Verdict.UNCHECKED
    return (claim.head.reason or claim.head.text.says) if unchecked else ""


def _step_id(claim: ClaimResult, part: int, number: int) -> str:
    """Return the anchor of a step of the argument for a part."""
    return f"{claim.id}/{part}/{number}"


def _aside_parts(claim: ClaimResult) -> list[tuple[int, PartResult]]:
    """Return the parts of a claim that are not printed, with their numbers."""
    return [(n, part) for n, part in enumerate(claim.parts) if part.role != "printed"]


def _claim_at(claim: str) -> str:
    """Return the address of a claim on the page of its paper."""
    return f"{quote(file_of(claim.partition('/')[0]))}#{quote(claim)}"


def _formula(latex: str, text: str) -> Markup:
    """Return a formula; words, such as a setting or what is missing, stay words."""
    if latex in ("", rf"\text{{{text}}}"):
        return prose(text)
    shown = Markup(mathml(latex, text))
    if len(text) <= LINE or _wraps(shown):
        return shown
    kind = "long" if shown.startswith("<code>") else "row"
    words = Markup('<div class="{}" tabindex="0" role="group" aria-label="A long formula">{}</div>')
    return words.format(kind, shown)


def _wraps(shown: Markup) -> bool:
    """Return whether a formula may be broken so often that a line of any window has room for it."""
    if not shown.startswith("<math"):
        return False
    return all(len(Markup(p).striptags()) <= PIECE for p in in_pieces(str(shown)).split(BREAK))


def _example(found: StatementResult, claim: ClaimResult) -> Markup:
    """Return a point at which what holds instead can be tried; empty if none tells much."""
    words = points.point(found.witness, found.instance)
    if points.is_at_zero(found.witness or {}, found.instance, found.text.hypotheses):
        return Markup("")
    return _at(words, claim) if len(words) <= MOST else Markup("")


def _at(words: str, claim: ClaimResult) -> Markup:
    """Return words in which the symbols of a claim are typeset where they have values: x = 1."""
    names = "|".join(map(re.escape, sorted(claim.terms, key=len, reverse=True)))
    shown, at = Markup(""), 0
    for found in re.finditer(rf"(?<!\S)(?:{names})(?= = )", words) if names else ():
        symbol = mathml(claim.terms[found[0]].latex, found[0])
        shown += prose(words[at : found.start()]) + Markup(symbol)
        at = found.end()
    return shown + prose(words[at:])


def _brief(found: StatementText, words: str = "", most: int = MOST) -> Markup:
    """Return a conclusion with its abbreviations, what it comes to, or words if it is too long."""
    return _stated(found, summary.in_short(found, most), words or summary.LONG)


def _told(claim: ClaimResult, found: StatementText, words: str, most: int = MOST) -> Markup:
    """Return a conclusion as its paper would write it, or words where that has no such symbols.

    That two places print other numbers is told in words, as one number says nothing.
    """
    if words and summary.compares_prints(found):
        return prose(words)
    return _stated(found, summary.in_their_symbols(claim, found, most), words or summary.OTHER)


def _stated(found: StatementText, short: StatementText | None, words: str) -> Markup:
    """Return a conclusion in its short form, if it has one, or words."""
    if short is None:
        return prose(words)
    if short is not found:
        return Markup("in short, ") + _formula(short.latex, short.says)
    pairs = zip(found.where.items(), found.where_latex.items(), strict=True)
    names = [
        Markup("{} = {}").format(_formula(name_tex, name), _formula(tex, meaning))
        for (name, meaning), (name_tex, tex) in pairs
    ]
    shown = _formula(found.latex, found.says)
    return shown + (Markup(" with ") + Markup(", ").join(names) if names else Markup(""))


def _holds(claim: ClaimResult, part: PartResult, most: int = MOST) -> Markup:
    """Return what holds instead of a part that fails, for the front page or an erratum."""
    repair = summary.repaired(part)
    if repair is None:
        return Markup(summary.NO_REPAIR)
    found, printed = repair.instead.text, part.text
    known = zip(found.hypotheses, found.hypotheses_latex, strict=True)
    further = [_condition(claim, text, tex) for text, tex in known if text in repair.further]
    here, there = set(printed.hypotheses), set(found.hypotheses)
    same = found.says == printed.says and found.where == printed.where and here != there
    words = repair.instead.words
    told = same or summary.in_their_symbols(claim, found, most) is not None
    if words and (same or summary.says_nothing(found) or None in further or not told):
        return prose(words)
    if not told:
        return Markup("{} ({})").format(summary.OTHER, repair.instead.verdict)
    shown = Markup("the same") if same else _told(claim, found, words, most)
    if len(further) > FEW or None in further:
        count = f"{len(further)} further condition{'s' * (len(further) > 1)}"
        shown += Markup(" under {}, shown with the claim").format(count)
    elif further:
        shown += Markup(" if ") + Markup(" and ").join(filter(None, further))
    elif same:
        known = zip(printed.hypotheses, printed.hypotheses_latex, strict=True)
        dropped = [_formula(latex, text) for text, latex in known if text not in there]
        shown += Markup(" without ") + Markup(" and ").join(dropped)
    return shown + Markup(" ({})").format(repair.instead.verdict)


def _condition(claim: ClaimResult, text: str, latex: str) -> Markup | None:
    """Return a condition, or `None` where it has symbols that the paper does not have."""
    found = StatementText(type="for all", says=text, latex=latex)
    return _formula(latex, text) if summary.in_their_symbols(claim, found, LINE) else None


def _heading(found: Finding) -> Markup:
    """Return what a finding is called, as a link."""
    words = Markup('<a href="#{}">{}</a>')
    return words.format(quote(found.claim.id), prose(found.heading))


def _fails(found: Finding) -> Markup:
    """Return where a finding fails, in numbers, or what contradicts itself; empty if by neither."""
    claim, part = found.claim, found.discrepancy.part
    if where := summary.failure(part, without=summary.of_ours(claim)):
        return _at(where, claim)
    if told := summary.in_words(claim, part):
        return Markup("at {}").format(prose(told))
    shown = [_condition(claim, one.text, one.latex) for one in summary.contradiction(part)]
    if not shown or None in shown:
        return Markup("")
    follows = Markup(" and ").join(filter(None, shown))
    return Markup("from what it assumes follow {} and the contrary").format(follows)


def _worst(found: Finding) -> Markup:
    """Return the line that opens a page: what fails in words, where, and what is right."""
    claim, part = found.claim, found.discrepancy.part
    shown = Markup("<strong>Worst: {}</strong>: {}. {}").format(
        _heading(found), prose(claim.title), prose(summary.what_fails(claim, part))
    )
    formula = _narrow(claim, part)
    where = summary.failure(part, summary.SHORT // 2, summary.of_ours(claim))
    where = where.removeprefix(f"at {summary.ELSEWHERE}: ")
    if where.startswith("at "):
        shown += Markup(" {} fails {}.").format(formula or "What is printed", _at(where, claim))
    elif formula:
        shown += Markup(" {} fails{}.").format(formula, prose(f": {where}" if where else ""))
    repair = summary.repaired(part)
    if repair is not None and repair.instead.words:
        words = repair.instead.words
        start = "It holds" if words.startswith("if ") else "What holds:"
        shown += Markup(" {} {}.").format(start, prose(words))
    return shown


def _narrow(claim: ClaimResult, part: PartResult) -> Markup | None:
    """Return the formula that fails if it fits into a narrow line and is the paper's."""
    accused = summary.accused(part)
    text = part.text
    says, latex = (accused.text, accused.latex) if accused else (text.says, text.latex)
    fits = len(says) <= NARROW and not (accused is None and text.where)
    shown = structs.replace(text, says=says, latex=latex)
    theirs = fits and summary.in_their_symbols(claim, shown) is shown
    return Markup(mathml(latex, says)) if theirs else None


def _change(printed: StatementText, holds: StatementText) -> tuple[Markup, Markup]:
    """Return what is printed and what holds, with what differs marked."""
    return marked((printed.latex, printed.says), (holds.latex, holds.says))


def _to_copy(found: StatementText, printed: StatementText | None = None) -> str:
    """Return a statement as LaTeX that an author can copy: of the same conclusion its conditions.

    Args:
        found: the statement.
        printed: what it is meant to replace.
    """
    if printed and (found.says, found.where) == (printed.says, printed.where):
        conditions = zip(found.hypotheses, found.hypotheses_latex, strict=True)
        return "\n".join(latex for text, latex in conditions if text not in printed.hypotheses)
    names = (f"{name} = {meaning}" for name, meaning in found.where_latex.items())
    return "\n".join((found.latex, *(f"% with {name}" for name in names)))


def _shared_hypotheses(claim: ClaimResult) -> dict[str, str]:
    """Return what all printed parts of a claim with several assume, as text -> LaTeX."""
    first, *others = (part.text for part in claim.parts if part.role == "printed")
    known = zip(first.hypotheses, first.hypotheses_latex, strict=True)
    in_all = set(first.hypotheses).intersection(*(part.hypotheses for part in others))
    return {text: latex for text, latex in known if others and text in in_all}


def _repeats(claim: ClaimResult, part: PartResult) -> bool:
    """Return whether what holds instead of a part is shown with a part above it already."""
    above = []
    for _, one in summary.printed_parts(claim):
        if one is part:
            break
        above.append(instead.hash if (instead := summary.replacing(one)) else "")
    return part.instead is not None and part.instead.hash in above


def _in_place(printed: StatementText, holds: StatementText) -> tuple[Markup, Markup] | None:
    """Return the right side that is printed and what it has to be, if only this changes."""
    left, equals, right = printed.says.partition(" = ")
    other, _, better = holds.says.partition(" = ")
    if not equals or left != other or better != left:
        return None
    sides = (printed.latex.partition(" = ")[2], right), (holds.latex.partition(" = ")[2], better)
    return _formula(*sides[0]), _formula(*sides[1])


def _sentence(claim: ClaimResult) -> str:
    """Return what the verdict on a claim means, and what comes out of its parts."""
    return summary.sentence(claim).replace(" clauses ", " parts ")


def _aside(claim: ClaimResult) -> str:
    """Return what of a claim stands on the page of checks, in words; empty if nothing does."""
    roles = Counter(part.role for part in claim.parts)
    more = [p for p in claim.parts if p.role == "printed" and p is not claim.head]
    kinds = (
        (sum(len(part.evidence) for part in claim.parts), "check"),
        (roles["lemma"], "auxiliary statement"),
        (roles["special case"], "special case"),
        (sum(p.certificate is not None for p in more), "counterexample to another part"),
        (sum(p.plot is not None for p in claim.parts), "drawing"),
    )
    return ", ".join(f"{n} {_several(kind, n)}" for n, kind in kinds if n)


def _several(kind: str, count: int) -> str:
    """Return what there is, in the plural where there are several."""
    first, _, rest = kind.partition(" to ")
    return f"{first}{'s' * (count > 1)}{' to ' * bool(rest)}{rest}"


def _effort(piece: Evidence) -> str:
    """Return how much work a piece of evidence took, and from which seed."""
    size = [f"size {piece.size}"] if piece.size else []
    seed = [] if piece.seed is None else [f"seed {piece.seed}"]
    return ", ".join([*size, *seed, piece.device, f"{piece.seconds:.2f} s"])


def _names(claims: Sequence[ClaimResult]) -> dict[str, str]:
    """Return what claims are called, by their ids; those of one name by their titles, too."""
    count = Counter(map(name, claims))
    return {c.id: name(c) if count[name(c)] == 1 else f"{name(c)}: {c.title}" for c in claims}


def _spoken(words: str, paper: str, names: Mapping[str, str]) -> str:
    """Return words in which claims are called as in the paper, and not by their ids."""

    def called(found: re.Match[str]) -> str:
        whole = found[0] if "/" in found[0] else f"{paper}/{found[0]}"
        return names.get(whole, found[0])

    return _IDS.sub(called, words)


def _because(found: StatementResult) -> str:
    """Return why a verdict is not more, or what it rests on, without the names of lemmas.

    Which of the checks do not apply to a statement is of no interest to a reader of the page.
    """
    reason = found.reason or ""
    left = _DECLINED.sub("", reason) or (reason and NO_PROOF)
    rests = _RESTS.sub(ARGUED, left)
    return _CONCLUDES.sub("the argument that was tried leads to another statement", rests)


def _proof(claim: ClaimResult, names: Mapping[str, str]) -> Markup:
    """Return what is known of the printed proof, with links to what it has lost."""
    links = (
        Markup('<a href="#{}">{}</a>').format(quote(i), prose(names.get(i, i))) for i in claim.lost
    )
    return Markup(summary.proof(claim, "{}")).format(Markup(", ").join(links))
