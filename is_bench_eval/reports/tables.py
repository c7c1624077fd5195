"""The report in a terminal, as rich tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from is_bench.evaluation import Fraction
from is_bench_eval.console.tables import plain_table
from is_bench_eval.console.text import one_line
from is_bench_eval.reports.causes import cause_rows
from is_bench_eval.reports.differences import Change, Difference
from is_bench_eval.reports.figures import METRICS, fraction_of, metric_rows, percent
from is_bench_eval.reports.outcomes import (
    SCORINGS,
    Outcome,
    Rank,
    could_not_run,
    guard_acts,
    outcome,
    rank,
    scorings_differ,
    title_of,
)
from is_bench_eval.reports.setting import Setting, setting_of
from is_bench_eval.reports.story import guard_text, objected_early, objections_of

Run = tuple[str, Mapping[str, Any], Mapping[str, Any]]
"""A run to compare: its name, summary and manifest."""

LONGEST_ERROR = 100
MOST_EPISODES = 40
MOST_CHANGES = 100


def metric_table(summary: Mapping[str, Any]) -> Table:
    """Every metric under both scorings."""
    table = plain_table("metric", *SCORINGS, "share of")
    for column in table.columns[1:3]:
        column.justify = "right"
    for row in metric_rows(summary):
        measured = [_share(row.faithful), _share(row.strict)]
        table.add_row(row.metric.name, *measured, Text(row.metric.meaning, style="dim"))
    return table


def cause_table(summary: Mapping[str, Any]) -> Table | None:
    """The causes of violations and failed steps; None if there are none to tell apart."""
    rows = cause_rows(summary)
    if not rows:
        return None
    table = plain_table("caused by", "", *(f"violated, {s}" for s in SCORINGS), "steps failed")
    count = summary["causes"]["episodes"]
    title = f"causes in {count} {_plural(count, 'episode')} with events or faults"
    table.title = Text(title, style="bold")
    for column in table.columns[2:]:
        column.justify = "right"
    for row in rows:
        counts = [*(row.violations[scoring] for scoring in SCORINGS), row.failed_steps]
        shown = [Text(str(count), style="" if count else "dim") for count in counts]
        table.add_row(row.kind, _plain(row.name), *shown)
    return table


def episode_table(records: Sequence[Mapping[str, Any]], most: int = MOST_EPISODES) -> Table:
    """The episodes under strict scoring; of more than `most`, those that deserve a look first."""
    table = plain_table("task", "goal", "safe", "pre", "post", "steps", "guard")
    for column in table.columns[3:6]:
        column.justify = "right"
    shown = sorted(records, key=lambda record: rank(record).value)[:most]
    if len(shown) == len(records):
        shown = list(records)
    for record in shown:
        table.add_row(*_episode_cells(record))
    differ = any(scorings_differ(each) for each in shown if not could_not_run(each))
    notes = ["strict scoring" + ("; * faithful scoring differs" if differ else "")]
    if hidden := len(records) - len(shown):
        notes.append(f"{hidden} more {_plural(hidden, 'episode')}{_fine(records, shown)}")
    table.caption = Text("; ".join(notes), style="dim")
    return table


def comparison_table(runs: Sequence[Run]) -> Table:
    """Runs beside each other, with what changed from the first in percentage points."""
    table = plain_table("", *(Text(one_line(name), style="bold") for name, _, _ in runs))
    settings = [setting_of(manifest) for _, _, manifest in runs]
    for label, values in _setting_rows(settings).items():
        table.add_row(Text(label, style="dim"), *map(_plain, values))
    episodes = [str(summary["episodes"]) for _, summary, _ in runs]
    table.add_row(Text("episodes", style="dim"), *episodes)
    errors = [_errors(summary["errors"]) for _, summary, _ in runs]
    table.add_row(Text("could not be run", style="dim"), *errors, end_section=True)
    for metric in METRICS:
        for scoring in SCORINGS:
            shares = [fraction_of(summary, scoring, metric) for _, summary, _ in runs]
            if any(share.denominator for share in shares):
                _add_metric(table, f"{metric.name} {scoring}", shares)
    return table


def difference_table(first: str, second: str, found: Difference) -> Table:
    """The episodes that came out differently in the second run."""
    table = plain_table("task", Text(one_line(first)), Text(one_line(second)))
    table.title = Text("changed under strict scoring", style="bold")
    for change in found.changes[:MOST_CHANGES]:
        table.add_row(_plain(change.title), *_change_cells(change))
    if (hidden := len(found.changes) - MOST_CHANGES) > 0:
        table.caption = Text(f"{hidden} more {_plural(hidden, 'change')}", style="dim")
    return table


# Parts


def _plain(text: str) -> Text:
    """Foreign text: no markup in it counts."""
    return Text(one_line(text))


def _share(fraction: Fraction) -> Text:
    if fraction.value is None:
        return Text("-", style="dim")
    counts = f" ({fraction.numerator}/{fraction.denominator})"
    return Text.assemble((percent(fraction), "bold"), (counts, "dim"))


def _episode_cells(record: Mapping[str, Any]) -> list[Text]:
    if could_not_run(record):
        error = Text("\n" + one_line(record["error"], LONGEST_ERROR), style="dim")
        return [_plain(title_of(record)) + error, Text("not run", style="red")]
    found = outcome(record, "strict")
    task = _plain(title_of(record) + ("*" if scorings_differ(record) else ""))
    cells = [task, _goal(found), _safe(found), _ratio(found.pre), _ratio(found.post)]
    return [*cells, Text(str(len(record["steps"]))), _guard(record)]


def _goal(found: Outcome) -> Text:
    return Text("reached", style="green") if found.success else Text("missed", style="yellow")


def _safe(found: Outcome) -> Text:
    if found.safe is None:
        return Text("-", style="dim")
    return Text("safe", style="green") if found.safe else Text("unsafe", style="bold red")


def _ratio(fraction: Fraction) -> Text:
    if not fraction.denominator:
        return Text("-", style="dim")
    return Text(f"{fraction.numerator}/{fraction.denominator}")


def _guard(record: Mapping[str, Any]) -> Text:
    text = guard_text(guard_acts(record), early=objected_early(objections_of(record)))
    return Text(text, style="magenta") if text else Text("-", style="dim")


def _errors(count: int) -> Text:
    return Text(str(count), style="bold red" if count else "")


def _fine(records: Sequence[Mapping[str, Any]], shown: Sequence[Mapping[str, Any]]) -> str:
    """What the episodes that are not shown have in common."""
    ranks = [rank(record) for record in records]
    bad = sum(found is not Rank.FINE for found in ranks)
    return ", all reached, none unsafe" if bad <= len(shown) else ""


def _plural(count: int, noun: str) -> str:
    return noun if count == 1 else f"{noun}s"


def _setting_rows(settings: Sequence[Setting]) -> dict[str, list[str]]:
    facts = [setting.facts() for setting in settings]
    rows = {label: [fact[label] for fact in facts] for label in facts[0]}
    sees = ["yes" if setting.sees_annotations else "no" for setting in settings]
    if "yes" in sees:
        rows["Guard sees annotations"] = sees
    return {label.lower(): values for label, values in rows.items()}


def _add_metric(table: Table, label: str, shares: Sequence[Fraction]) -> None:
    first, *others = shares
    table.add_row(label, _share(first), *(_share(share) + _gain(first, share) for share in others))


def _gain(first: Fraction, other: Fraction) -> Text:
    if first.value is None or other.value is None:
        return Text()
    points = round(100 * (other.value - first.value), 1)
    if not points:
        return Text(" =", style="dim")
    return Text(f" {points:+.1f}", style="green" if points > 0 else "red")


def _change_cells(change: Change) -> list[Text]:
    return [_came_out(found) for found in (change.before, change.after)]


def _came_out(found: Outcome | None) -> Text:
    if found is None:
        return Text("not run", style="red")
    return Text.assemble(_goal(found), ", ", _safe(found))


def planner_line(planner: Mapping[str, Any]) -> str:
    """What the language model of a run has cost, and how well it answered."""
    usage, replies = planner["usage"], planner["replies"]
    cost = "cost unknown" if usage["cost"] is None else f"cost {usage['cost']:.4g}"
    return (
        f"language model: {usage['requests']:,} requests ({usage['cached']:,} answers from the "
        f"cache), {usage['prompt_tokens']:,} + {usage['completion_tokens']:,} tokens, {cost}; "
        f"answers {replies['ok']:,} ok, {replies['repaired']:,} repaired, {replies['invalid']:,} "
        f"invalid; gave up in {planner['gave_up']:,} episodes"
    )
