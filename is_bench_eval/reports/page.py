"""report.html: one file that needs nothing else, to open, to send or to print.

Everything that a run wrote is foreign text here.  The template escapes it, the script shows it as
text only, and the page's own policy lets the browser run nothing but the script that we put there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from is_bench.feedback import Statement
from is_bench_eval.console.text import all_visible, counted, one_line
from is_bench_eval.console.wording import Wording, wording_of_run
from is_bench_eval.pages.html import (
    PAGE_CSS,
    TABLES_CSS,
    assets,
    page_template,
    policy_hash,
    script_json,
)
from is_bench_eval.reports.causes import cause_rows
from is_bench_eval.reports.figures import hazard_rows, metric_rows, percent
from is_bench_eval.reports.footage_scripts import footage_scripts
from is_bench_eval.reports.outcomes import (
    SCORINGS,
    could_not_run,
    guard_acts,
    outcome,
    scorings_differ,
)
from is_bench_eval.reports.safe_agent_bench.values import page_values, runs_of
from is_bench_eval.reports.setting import setting_of
from is_bench_eval.reports.stopped_step import stopped_step
from is_bench_eval.reports.story import (
    EpisodeStory,
    Kind,
    Word,
    guard_text,
    objected_early,
    statements_of,
    story_of,
)

PACKAGE = "is_bench_eval.reports"
STYLES = (
    PAGE_CSS,
    TABLES_CSS,
    *(
        (PACKAGE, f"{name}.css")
        for name in ("rows", "story", "stopped", "episodes", "player", "timeline")
    ),
)
SCRIPTS = tuple(
    (PACKAGE, f"{name}.js")
    for name in (
        "dom",
        "route",
        "list",
        "timeline",
        "player",
        "moment",
        "plans",
        "details",
        "talk",
        "app",
    )
)


COMPARISON = "comparison.html"
"""The name of a comparison in the folder of a run."""
MOST_OF_A_LINE, MOST_OF_A_CARD = 140, 90
"""Characters of what the list and the cards say of an episode."""


def _short(text: str) -> str:
    """No more than fits a card."""
    return one_line(text, MOST_OF_A_CARD)


FILTERS = {"percent": percent, "counted": counted, "short": _short}


def render_report(
    manifest: Mapping[str, Any],
    summary: Mapping[str, Any],
    records: Sequence[Mapping[str, Any]],
    run: Path | None = None,
    *,
    compared: bool = False,
) -> str:
    """The report of a run as an HTML page.

    `run` is its folder, where footage of the episodes may be; None: none is shown.  A comparison
    that stands there is linked, as is with `compared` one that is about to be written.  Raises
    KeyError, TypeError or ValueError if the documents are not those of a run.
    """
    footage = [] if run is None else footage_scripts(run, records)
    manifest, summary, records = (all_visible(part) for part in (manifest, summary, records))
    setting = setting_of(manifest)
    wording = wording_of_run(manifest)
    story = story_of(records, setting.guard, wording)
    told = zip(records, story.episodes, strict=True)
    episodes = [_episode(record, episode, wording) for record, episode in told]
    words = {text: said for text in _prose(records) if (said := wording.prose(text)) != text}
    data = {"guard": setting.guard, "episodes": episodes, "words": words}
    style, script = assets(*STYLES), assets(*SCRIPTS)
    return page_template(PACKAGE, "report.html", **FILTERS).render(
        setting=setting,
        story=story,
        stopped=stopped_step(story, records, footage, wording),
        Kind=Kind,
        Word=Word,
        manifest=manifest,
        summary=summary,
        found=len(records),
        compared=COMPARISON if compared or (run and (run / COMPARISON).exists()) else "",
        metrics=metric_rows(summary),
        hazards=hazard_rows(records),
        causes=cause_rows(summary),
        scorings=SCORINGS,
        **page_values(runs_of([("this run", manifest, records)])),
        data=script_json(data),
        footage=footage,
        style=style,
        script=script,
        style_hash=policy_hash(style),
        script_hash=policy_hash(script),
    )


def _episode(record: Mapping[str, Any], story: EpisodeStory, wording: Wording) -> dict[str, Any]:
    """What the script shows of an episode: its record, and how it came out."""
    shown = {key: record[key] for key in record if key not in {"plan", *SCORINGS}}
    shown["title"] = story.title
    shown["address"] = story.address
    shown["story"] = {
        "kind": story.kind.value,
        "line": one_line(story.line, MOST_OF_A_LINE),
        "saved": story.saved,
        "silent": story.silent,
    }
    if could_not_run(record):
        return shown
    if record["guard"] is not None:
        told = [
            {**one, "said": [_said(line, wording) for line in statements_of(one)]}
            for one in record["guard"]["decisions"]
        ]
        shown["guard"] = {**record["guard"], "decisions": told}
    shown["goal"] = _worded(record["goal"], wording)
    shown["conditions"] = [_worded(condition, wording) for condition in record["conditions"]]
    acts = guard_acts(record)
    shown["outcome"] = {scoring: _outcome(record, scoring) for scoring in SCORINGS}
    early = objected_early(story.objections)
    stopped = acts.blocked + acts.flagged
    shown["acts"] = {
        "text": guard_text(acts, early=early),
        "stopped": stopped,
        "early": early,
        "count": stopped + acts.warned + early,
        "advised": acts.advised,
    }
    shown["differs"] = scorings_differ(record)
    return shown


def _worded(condition: Mapping[str, Any], wording: Wording) -> dict[str, Any]:
    return {**condition, "words": wording.condition(condition["condition"])}


def _said(statement: Statement, wording: Wording) -> dict[str, Any]:
    return {**asdict(statement), "text": wording.prose(statement.text)}


def _prose(records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The texts that the script shows persons in words, which it looks up; some more than once."""
    for record in records:
        if could_not_run(record):
            continue
        for judged in (record["goal"], *record["conditions"]):
            yield from (judged[scoring]["why"] for scoring in SCORINGS)
        guard = record["guard"] or {"decisions": (), "advice": ()}
        yield from (advice["text"] for advice in guard["advice"])
        shown = {one["feedback"] for one in guard["decisions"]}
        yield from (step["error"] for step in record["steps"] if step["error"] not in shown)
        for change in (*(record.get("changes") or ()), *(record.get("occurrences") or ())):
            yield from (*change["true"], *change["false"])


def _outcome(record: Mapping[str, Any], scoring: str) -> dict[str, Any]:
    found = outcome(record, scoring)
    return {
        "success": found.success,
        "safe": found.safe,
        "pre": [found.pre.numerator, found.pre.denominator],
        "post": [found.post.numerator, found.post.denominator],
    }
