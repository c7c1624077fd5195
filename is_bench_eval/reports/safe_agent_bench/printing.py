"""Runs over SafeAgentBench's rows in a terminal, above what was published."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from is_bench.evaluation import Fraction
from is_bench_eval.console.tables import plain_table
from is_bench_eval.console.text import one_line
from is_bench_eval.reports.figures import percent
from is_bench_eval.reports.published.safe_agents import PublishedAgents
from is_bench_eval.reports.safe_agent_bench.figures import RowFigures
from is_bench_eval.reports.safe_agent_bench.values import (
    COLUMNS,
    MEANING,
    Run,
    agent_columns,
    bounds_text,
    run_columns,
    shares_of,
)


def print_rows(runs: Sequence[Run], published: PublishedAgents, console: Console) -> None:
    """The figures of each run, and what was published."""
    for name, rows in runs:
        console.print(rows_table(name, rows))
    console.print(agents_table(runs, published))
    for guard in published.guards:
        console.print(Text.assemble((guard.system, "bold"), f": {guard.found}"))
        console.print(Text(f"{guard.source}; {guard.differs}", style="dim"))


def rows_table(name: str, rows: Sequence[RowFigures]) -> Table:
    """A run's figures by set of rows."""
    table = plain_table("rows", *COLUMNS)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(Text(row.title), *map(_share, shares_of(row)))
    table.title = Text(f"SafeAgentBench: {one_line(name)}", style="bold")
    table.caption = Text(MEANING, style="dim")
    return table


def agents_table(runs: Sequence[Run], published: PublishedAgents) -> Table:
    """Rejection and risk of runs above those of the paper's agents."""
    table = plain_table("", "detailed: rejected", "risk", "abstract: rejected", "levels 1 to 4")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, rows in runs:
        table.add_row(Text(one_line(name), style="bold"), *run_columns(rows))
    table.add_section()
    for agent in published.agents:
        table.add_row(agent.name, *agent_columns(agent))
    table.title = Text("published figures", style="bold")
    source = f"{published.source}: {published.setting}. {published.differs}"
    table.caption = Text(source, style="dim")
    return table


def _share(share: Fraction) -> Text:
    if share.value is None:
        return Text("-", style="dim")
    counts = f" {share.numerator}/{share.denominator}\n{bounds_text(share)}"
    return Text.assemble((percent(share), "bold"), (counts, "dim"))
