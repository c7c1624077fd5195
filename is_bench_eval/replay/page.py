"""replay.html: one file that needs nothing else, to open, to send or to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from is_bench.feedback import reasons
from is_bench_eval.console.text import all_visible
from is_bench_eval.console.wording import Wording, readable
from is_bench_eval.pages.html import PAGE_CSS, TABLES_CSS, assets, page_template, policy_hash
from is_bench_eval.recording.results import Record
from is_bench_eval.replay.bags import ReplayedBag
from is_bench_eval.replay.comparing import Difference
from is_bench_eval.replay.player import Rules
from is_bench_eval.replay.records import records
from is_bench_eval.replay.wording import PHRASES, settings_of, summary_line

PACKAGE = "is_bench_eval.replay"
STYLES = (PAGE_CSS, TABLES_CSS, (PACKAGE, "replay.css"))


def render_replay(bags: Sequence[ReplayedBag], rules: Rules | None = None) -> str:
    """The page of replayed bags: first what differs, then every verdict by episode.

    `rules` are those that were other than recorded.
    """
    rows = all_visible(
        [_in_words(record, bag.wording) for bag in bags for record in records([bag])]
    )
    style = assets(*STYLES)
    return page_template(PACKAGE, "replay.html", readable=readable).render(
        title=bags[0].path.name if len(bags) == 1 else f"{len(bags)} bags",
        summary=summary_line(bags),
        settings=all_visible([list(pair) for pair in settings_of(bags, rules or Rules())]),
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
        different=list(_differences(rows)),
        episodes=list(_episodes(rows)),
        style=style,
        style_hash=policy_hash(style),
    )


def _in_words(record: Record, wording: Wording) -> Record:
    """A record whose verdicts give their reasons as reports do: each once, without the remedy."""
    told = {when: _told(record[when], wording) for when in ("recorded", "replayed")}
    return {**record, **told, "why": wording.prose(record["why"])}


def _told(verdict: Record | None, wording: Wording) -> Record | None:
    if verdict is None:
        return None
    told = reasons(verdict["feedback"], verdict["remedy"])
    return {**verdict, "said": [wording.prose(one.text) for one in told]}


def _differences(rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows that differ by the kind of their difference, the most important kind first."""
    for kind, phrases in PHRASES.items():
        listed = [row for row in rows if row["difference"] == kind.value]
        if listed:
            yield {"kind": f"{len(listed)} {phrases[len(listed) > 1]}", "rows": listed}


def _episodes(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for (bag, episode), group in groupby(rows, key=lambda row: (row["bag"], row["episode"])):
        listed = list(group)
        differ = sum(row["difference"] != Difference.NONE.value for row in listed)
        found.append({"bag": bag, "episode": episode, "rows": listed, "differ": differ})
    return found
