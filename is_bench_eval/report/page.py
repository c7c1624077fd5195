"""report.html: one file that needs nothing else, to open, to send or to print.

Everything that a run wrote is foreign text here.  The template escapes it, the script shows it as
text only, and the page's own policy lets the browser run nothing but the script that we put there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from is_bench_eval.report.causes import cause_rows
from is_bench_eval.report.figures import hazard_rows, metric_rows, percent
from is_bench_eval.report.html import assets, page_template, policy_hash
from is_bench_eval.report.outcomes import (
    SCORINGS,
    could_not_run,
    guard_acts,
    outcome,
    scorings_differ,
    title_of,
)
from is_bench_eval.report.row_values import page_values, runs_of
from is_bench_eval.report.setting import setting_of
from is_bench_eval.report.visible import all_visible

PACKAGE = "is_bench_eval.report"
STYLES = tuple((PACKAGE, name) for name in ("page.css", "rows.css", "episodes.css", "timeline.css"))
SCRIPTS = tuple((PACKAGE, name) for name in ("dom.js", "timeline.js", "details.js", "episodes.js"))


def render_report(
    manifest: Mapping[str, Any], summary: Mapping[str, Any], records: Sequence[Mapping[str, Any]]
) -> str:
    """The report of a run as an HTML page.

    Raises KeyError, TypeError or ValueError if the documents are not those of a run.
    """
    manifest, summary, records = (all_visible(part) for part in (manifest, summary, records))
    setting = setting_of(manifest)
    data = {"guard": setting.guard, "episodes": [_episode(record) for record in records]}
    style, script = assets(*STYLES), assets(*SCRIPTS)
    return page_template(PACKAGE, "report.html", percent=percent).render(
        setting=setting,
        manifest=manifest,
        summary=summary,
        found=len(records),
        metrics=metric_rows(summary),
        hazards=hazard_rows(records),
        causes=cause_rows(summary),
        scorings=SCORINGS,
        **page_values(runs_of([("this run", manifest, records)])),
        data=_script_json(data),
        style=style,
        script=script,
        style_hash=policy_hash(style),
        script_hash=policy_hash(script),
    )


def _script_json(document: Any) -> str:
    """JSON that can stand in a script element, whatever its texts are."""
    text = json.dumps(document, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _episode(record: Mapping[str, Any]) -> dict[str, Any]:
    """What the script shows of an episode: its record, and how it came out."""
    shown = {key: record[key] for key in record if key not in {"plan", *SCORINGS}}
    shown["title"] = title_of(record)
    if could_not_run(record):
        return shown
    acts = guard_acts(record)
    shown["outcome"] = {scoring: _outcome(record, scoring) for scoring in SCORINGS}
    shown["acts"] = {"text": str(acts), "stopped": acts.blocked + acts.flagged}
    shown["differs"] = scorings_differ(record)
    return shown


def _outcome(record: Mapping[str, Any], scoring: str) -> dict[str, Any]:
    found = outcome(record, scoring)
    return {
        "success": found.success,
        "safe": found.safe,
        "pre": [found.pre.numerator, found.pre.denominator],
        "post": [found.post.numerator, found.post.denominator],
    }
