"""Which claims a command is about."""

from __future__ import annotations

from verify.claims import catalogue
from verify.cli.output import warn
from verify.errors import RunError


def of_paper(paper: str | None) -> list[str]:
    """Return the ids of a paper's claims, or all ids.

    Raises:
        UnknownId: there is no such paper.
        RunError: there is one, but none of its files can be read.
    """
    ids = list(catalogue.index())
    if paper is None:
        return ids
    papers = {p.lower(): p for p in catalogue.papers()}
    wanted = paper.lower().replace("_", "-")
    matches = (
        [papers[wanted]]
        if wanted in papers
        else [p for low, p in papers.items() if low.startswith(wanted)]
    )
    if len(matches) != 1:
        unread = [problem.words for problem in catalogue.problems() if problem.paper == wanted]
        if unread:
            raise RunError("; ".join(unread))
        raise catalogue.UnknownId(
            f"no paper is called {paper!r}; there are: {', '.join(papers.values())}"
        )
    return [i for i in ids if i.startswith(f"{matches[0]}/")]


def unread(ids: list[str], everything: bool) -> list[str]:
    """Return what could not be read of the papers that are looked at, and warn of the rest.

    Args:
        ids: the claims that are looked at.
        everything: whether they are all that could be read.
    """
    papers = {i.partition("/")[0] for i in ids}
    errors = []
    for problem in catalogue.problems():
        if everything or problem.paper in papers:
            errors.append(problem.words)
        else:
            warn(problem.words)
    return errors


def named(patterns: list[str]) -> list[str]:
    """Return the ids that are meant, and warn of what could not be read.

    Raises:
        UnknownId: nothing, or more than one thing, is called so.
    """
    for problem in catalogue.problems():
        warn(problem.words)
    return catalogue.resolve(patterns)
