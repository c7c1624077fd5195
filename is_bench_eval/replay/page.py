"""replay.html: one file that needs nothing else, to open, to send or to print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

import jinja2

from is_bench_eval.replay.bags import ReplayedBag
from is_bench_eval.replay.comparing import Difference
from is_bench_eval.replay.records import records
from is_bench_eval.replay.wording import summary_line
from is_bench_eval.report.page import style_hash
from is_bench_eval.report.visible import all_visible

STYLES = (("is_bench_eval.report", "page.css"), ("is_bench_eval.replay", "replay.css"))


def render_replay(bags: Sequence[ReplayedBag]) -> str:
    """The page of replayed bags: first what differs, then every verdict by episode."""
    rows = all_visible(list(records(bags)))
    style = _style()
    return _template().render(
        title=bags[0].path.name if len(bags) == 1 else f"{len(bags)} bags",
        summary=summary_line(bags),
        bags=all_visible(
            [
                {
                    "path": str(bag.path),
                    "verdicts": len(bag.pairs),
                    "same": bag.counts[Difference.NONE],
                    "notices": bag.notices,
                }
                for bag in bags
            ]
        ),
        different=[row for row in rows if row["difference"] != Difference.NONE.value],
        episodes=list(_episodes(rows)),
        style=style,
        style_hash=style_hash(style),
    )


def _episodes(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for (bag, episode), group in groupby(rows, key=lambda row: (row["bag"], row["episode"])):
        listed = list(group)
        differ = sum(row["difference"] != Difference.NONE.value for row in listed)
        found.append({"bag": bag, "episode": episode, "rows": listed, "differ": differ})
    return found


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("is_bench_eval.replay", "assets"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("replay.html")


@cache
def _style() -> str:
    return "\n".join(
        (files(package) / "assets" / name).read_text(encoding="utf-8") for package, name in STYLES
    )
