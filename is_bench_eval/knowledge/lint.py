"""`is-bench kb lint`: checks constraint files, and says what they hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from is_bench.domain import Domain, load_domain
from is_bench.errors import InputError, Place
from is_bench_eval.console.tables import plain_table
from is_bench_eval.console.text import counted
from is_safety_monitor.core.lint import Problem, Severity, lint
from is_safety_monitor.core.lint.problem import error
from kb.constraint import Composition, Constraint, ConstraintType
from kb.loader import LIBRARY_DOMAIN, load_files, load_library

CLEAN, FOUND = 0, 1
"""Exit codes."""


def lint_command(paths: Sequence[Path], domain: Domain | None, console: Console) -> int:
    """Check the files, or the library; returns 1 if there is any error.  Raises InputError.

    The files name skills and predicates of `domain`, in which their examples are run; None: those
    of the library.
    """
    own = load_files(paths, domain) if paths else load_library()
    among = load_library() if paths else ()
    problems = found_problems(own, domain) if paths else list(lint(own))
    by_id = {constraint.id: constraint for constraint in (*among, *own)}
    for problem in problems:
        console.print(_line(problem, by_id[problem.constraint]), soft_wrap=True)
    console.print(_table(own))
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    console.print(
        f"{counted(len(own), 'constraint')}, "
        f"{counted(sum(len(c.examples) for c in own), 'example')}, "
        f"{counted(errors, 'error')}, {counted(len(problems) - errors, 'warning')}"
    )
    return FOUND if errors else CLEAN


def found_problems(own: Sequence[Constraint], domain: Domain | None) -> list[Problem]:
    """What is wrong with a user's constraints, beside those of the library.

    `domain` has their skills and predicates; None: that of the library.
    """
    return [*_taken_ids(own), *lint(own, load_library(), domain or load_domain(LIBRARY_DOMAIN))]


def check_own_constraints(paths: Sequence[Path], domain: Domain) -> None:
    """Raise InputError if `kb lint --domain` finds an error in a user's files."""
    try:
        own = load_files(paths, domain)
    except InputError as refused:
        hint = f"check it with is-bench kb lint --domain {domain.name} FILE"
        raise InputError(f"{refused.message} ({hint})", refused.place) from None
    by_id = {constraint.id: constraint for constraint in own}
    errors = [found for found in found_problems(own, domain) if found.severity is Severity.ERROR]
    for problem in errors[:1]:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        message = f"{problem.constraint}: {problem.message}{more}; is-bench kb lint lists all"
        raise InputError(message, _place(by_id.get(problem.constraint, own[0])))


def _taken_ids(own: Sequence[Constraint]) -> Iterator[Problem]:
    """Ids that the library has already: a guard refuses a file with one."""
    library = {constraint.id: constraint.source_file for constraint in load_library()}
    for constraint in own:
        there = library.get(constraint.id)
        if there is not None and Path(there).resolve() != Path(constraint.source_file).resolve():
            yield error(constraint.id, "the library has a constraint of this id; choose another")


def _line(problem: Problem, constraint: Constraint) -> Text:
    style = "red" if problem.severity is Severity.ERROR else "yellow"
    return Text.assemble(
        f"{_place(constraint)}: ",
        (problem.severity.value, style),
        f": {problem.constraint}: {problem.message}",
    )


def _place(constraint: Constraint) -> Place:
    """Where the constraint begins."""
    text = Path(constraint.source_file).read_text(encoding="utf-8")
    match = re.search(rf"^\s*- id: {re.escape(constraint.id)}\s*$", text, re.MULTILINE)
    line = text.count("\n", 0, match.end()) + 1 if match else 0
    return Place(constraint.source_file, line)


def _table(constraints: Sequence[Constraint]) -> Table:
    """How many constraints there are of each type and composition."""
    table = plain_table("composition", *(kind.value for kind in ConstraintType), "all")
    counts = Counter((constraint.composition, constraint.kind) for constraint in constraints)
    for composition in Composition:
        row = [counts[composition, kind] for kind in ConstraintType]
        table.add_row(composition.value, *map(str, row), str(sum(row)))
    total = [
        sum(counts[composition, kind] for composition in Composition) for kind in ConstraintType
    ]
    table.add_row("all", *map(str, total), str(sum(total)), style="bold")
    return table
