"""A run in which everything that can be text is hostile."""

from reports.results import (
    ClaimResult,
    ClauseResult,
    Code,
    Instead,
    LegendEntry,
    MutantResult,
    Mutation,
    PartResult,
    Run,
    Source,
    StatementText,
)
from verify.evidence import Evidence, Key, Outcome, RationalValue, RayValue, Severity, Tier, Verdict

SHORT = (
    "<script>window.harmed = 1</script>",
    "</a><img src=x onerror='window.harmed = 1'>",
    '"><svg onload="window.harmed = 1">',
    "</style></script><iframe src='javascript:alert(1)'></iframe>",
    "{{ 7 * 7 }} {% raw %}",
    r"\text{</math><script>window.harmed = 1</script>}",
    r"\frac{1}{{{ \href{javascript:alert(1)}{x}",
    "]]> <!-- &lt; &amp;",
)
UNSEEN = "".join(
    map(
        chr,
        (
            *range(32),
            *range(0x7F, 0xA0),
            0xAD,
            0x34F,
            0x61C,
            0x115F,
            0x200B,
            0x200E,
            0x200F,
            *range(0x2028, 0x202F),
            *range(0x2060, 0x2070),
            0x2800,
            0x3164,
            0xD800,
            0xDFFF,
            0xE000,
            0xFE0F,
            0xFEFF,
            *range(0xFFF9, 0xFFFD),
            0xFFFE,
            0xFFFF,
            0x1F3F4,
            0xE0061,
            0xE0100,
            0x10FFFF,
        ),
    )
)
TEXTS = (*SHORT, "x + " * 2500, "{" * 5000, f"\x1b[31m[red]{UNSEEN}\x1b]0;title\x07")


def claim(number: int, text: str) -> ClaimResult:
    """Return a refuted claim with one text wherever there may be one."""
    name = f"paper{text[:40]}/{number}{text[:60]}"
    witness = {text: RationalValue(text), "f": RayValue(text)}
    piece = Evidence(
        "search",
        Outcome.FAILS,
        Tier.SEARCH,
        restrictions=(text,),
        witness=witness,
        instance={text: text},
        sides=(text, text),
        detail=text,
    )
    statement = StatementText(
        type=text,
        says=text,
        latex=text,
        hypotheses=(text,),
        hypotheses_latex=(text,),
        where={text: text},
        where_latex={text: text},
    )
    instead = Instead(
        text=statement,
        hash=text,
        verdict=Verdict.PROVED,
        tier=Tier.EXACT,
        covered=(text,),
        reason=text,
        meant=Source(text, text),
        words=text,
        witness=witness,
    )
    part = PartResult(
        name=text,
        reading=text,
        text=statement,
        hash=text,
        verdict=Verdict.REFUTED,
        tier=Tier.EXACT,
        covered=(text,),
        evidence=(piece,),
        reason=text,
        severity=Severity.CONCLUSION,
        witness=witness,
        instance={text: text},
        sides=(text, text),
        certificate={"digest": text},
        instead=instead,
    )
    return ClaimResult(
        id=name,
        paper=name.partition("/")[0],
        title=text,
        words=text,
        source=Source(text, text),
        note=text,
        sentence=text,
        clauses=(
            ClauseResult(name=text, verdict=Verdict.REFUTED, readings={text: Verdict.REFUTED}),
        ),
        terms={text: LegendEntry(text, text)},
        parts=(part, part),
        headline=0,
        verdict=Verdict.REFUTED,
        uses=(text,),
        lost=(name,),
        mutation=Mutation(
            killed=1,
            true=2,
            undecided=0,
            mutants=tuple(
                MutantResult(k, text, "true", text) for k in (Key(0), Key(1, instead=True))
            ),
        ),
        code=Code(text, text),
    )


def run() -> Run:
    """Return the run."""
    claims = tuple(claim(number, text) for number, text in enumerate(TEXTS))
    papers = {claim.paper: TEXTS[0] for claim in claims}
    return Run(
        profile="quick",
        seed=0,
        versions={"python": TEXTS[0]},
        claims=claims,
        errors=TEXTS,
        papers=papers,
    )
