"""`is-bench domain check FILE`: how a domain is understood, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from is_bench.domain import load_domain
from is_bench.domain.summary import (
    DomainSummary,
    ObjectSummary,
    PredicateSummary,
    SkillSummary,
    domain_summary,
)
from is_bench_eval.console.tables import plain_table
from is_bench_eval.console.text import counted, one_line

OK = 0


def check_command(name_or_file: str, names: Sequence[str], console: Console) -> int:
    """Show what the domain says, and what objects called `names` are taken for.

    Warnings are no errors: the domain can be used.  Raises InputError for one that cannot be read.
    """
    summary = domain_summary(load_domain(name_or_file), names)
    _print(console, f"{summary.name}: {summary.title}", style="bold")
    _skills(console, summary.skills)
    _predicates(console, summary.predicates)
    _objects(console, summary.objects)
    for warning in summary.warnings:
        _print(console, f"warning: {warning}", style="yellow")
    _print(console, _counts(summary))
    return OK


def _skills(console: Console, skills: Sequence[SkillSummary]) -> None:
    """The domain's own skills in full; those of the domains it extends by name."""
    for skill in skills:
        if not skill.is_own:
            continue
        _print(console, f"{skill.call}: {skill.meaning}")
        listed = (("requires", skill.requires), ("effect", skill.effects), ("kind of", skill.kinds))
        for label, texts in listed:
            for text in texts:
                _print(console, f"{label}: {text}", indent="    ")
    inherited = [skill.call for skill in skills if not skill.is_own]
    if inherited:
        _print(console, f"skills of the package: {', '.join(inherited)}")


def _predicates(console: Console, predicates: Sequence[PredicateSummary]) -> None:
    table = plain_table("predicate", "arguments", "sort", "words")
    own = [predicate for predicate in predicates if predicate.is_own]
    for predicate in own:
        cells = (Text(predicate.name), str(predicate.arity), predicate.sort)
        table.add_row(*cells, _lines(predicate.words))
    if own:
        console.print(table)
    inherited = [predicate.name for predicate in predicates if not predicate.is_own]
    if inherited:
        _print(console, f"predicates of the package: {', '.join(inherited)}")


def _objects(console: Console, objects: Sequence[ObjectSummary]) -> None:
    if not objects:
        return
    table = plain_table("object", "recognised as", "perhaps meant")
    for thing in objects:
        known = Text(thing.synset) if thing.synset else Text("not recognised", style="yellow")
        table.add_row(Text(one_line(thing.name)), known, Text(", ".join(thing.suggestions)))
    console.print(table)


def _counts(summary: DomainSummary) -> str:
    known = sum(bool(thing.synset) for thing in summary.objects)
    objects = f", {known} of {len(summary.objects)} objects recognised" if summary.objects else ""
    return (
        f"{counted(len(summary.skills), 'skill')}, "
        f"{counted(len(summary.predicates), 'predicate')}{objects}, "
        f"{counted(len(summary.warnings), 'warning')}"
    )


def _lines(texts: Iterable[str]) -> Text:
    return Text("\n".join(map(one_line, texts)))


def _print(console: Console, text: str, style: str = "", indent: str = "") -> None:
    whole = Text(one_line(text), style=style)
    if console.is_terminal:
        console.print(Padding(whole, (0, 0, 0, len(indent))))
    else:  # one line each, for programs
        console.print(Text(indent) + whole, soft_wrap=True)
