"""report.html: one file that needs nothing else, to open, to send or to print.

Everything that a run wrote is foreign text here.  The template escapes it, the script shows it as
text only, and the page's own policy lets the browser run nothing but the script that we put there.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2

from is_bench_eval.report.causes import cause_rows
from is_bench_eval.report.figures import hazard_rows, metric_rows, percent
from is_bench_eval.report.outcomes import (
    SCORINGS,
    could_not_run,
    guard_acts,
    outcome,
    scorings_differ,
    title_of,
)
from is_bench_eval.report.setting import setting_of
from is_bench_eval.report.visible import all_visible

STYLES = ("page.css", "episodes.css", "timeline.css")
SCRIPTS = ("dom.js", "timeline.js", "details.js", "episodes.js")


def render_report(
    manifest: Mapping[str, Any], summary: Mapping[str, Any], records: Sequence[Mapping[str, Any]]
) -> str:
    """The report of a run as an HTML page.

    Raises KeyError, TypeError or ValueError if the documents are not those of a run.
    """
    manifest, summary, records = (all_visible(part) for part in (manifest, summary, records))
    setting = setting_of(manifest)
    data = {"guard": setting.guard, "episodes": [_episode(record) for record in records]}
    return _template().render(
        setting=setting,
        manifest=manifest,
        summary=summary,
        found=len(records),
        metrics=metric_rows(summary),
        hazards=hazard_rows(records),
        causes=cause_rows(summary),
        scorings=SCORINGS,
        data=_script_json(data),
        style=_assets(STYLES),
        script=_assets(SCRIPTS),
        style_hash=style_hash(_assets(STYLES)),
        script_hash=style_hash(_assets(SCRIPTS)),
    )


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("is_bench_eval.report", "assets"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = percent
    return environment.get_template("report.html")


@cache
def _assets(names: tuple[str, ...]) -> str:
    folder = files("is_bench_eval.report") / "assets"
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def style_hash(text: str) -> str:
    """How a content security policy names an inline style or script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


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
