"""The footage of episodes as it stands in report.html: a script element of JSON for each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from is_bench_eval.console.text import all_visible
from is_bench_eval.pages.html import script_json
from is_bench_eval.recording.footage_files import read_footage

_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")


@dataclass(frozen=True)
class FootageScript:
    """What the page's script reads when the episode is opened."""

    index: int
    """Of the episode in the report."""
    document: Mapping[str, Any]
    """The parts of the footage that the script knows."""

    @property
    def json(self) -> str:
        """What stands in the script element."""
        return script_json(self.document)

    def picture_at(self, moment: int) -> str | None:
        """The picture after so many steps, or the last one before it; None if there is none."""
        places = self.document["at"][: moment + 1]
        pictures = self.document["pictures"]
        if not places or not 0 <= places[-1] < len(pictures):
            return None
        return str(pictures[places[-1]])


def footage_scripts(run: Path, records: Sequence[Mapping[str, Any]]) -> list[FootageScript]:
    """The footage that is kept in the folder of a run; what cannot be read is left out."""
    found = []
    for index, record in enumerate(records):
        document = read_footage(run, record["task"], record["plan_index"])
        if document is not None and (shown := _shown(document)) is not None:
            found.append(FootageScript(index, shown))
    return found


def _shown(document: Mapping[str, Any]) -> dict[str, Any] | None:
    """The parts that the script knows; None if they are not as is_bench writes them."""
    try:
        return {
            **{name: [_picture(text) for text in document[name]] for name in _PICTURES},
            **{name: [int(number) for number in document[name]] for name in _PLACES},
            "cameras": all_visible([str(name) for name in document["cameras"]]),
            "due": all_visible([[_due(one) for one in due] for due in document["due"]]),
            "talk": all_visible([_exchange(one) for one in document["talk"]]),
        }
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


_PICTURES = ("pictures", "strips")
_PLACES = ("at", "strip_at")


def _picture(text: str) -> str:
    if not _BASE64.fullmatch(text):
        raise ValueError("a picture is base64")
    return text


def _due(one: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "constraint": str(one["constraint"]),
        "since": int(one["since"]),
        "objects": [str(name) for name in one["objects"]],
    }


def _exchange(one: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "moment": int(one["moment"]),
        "said": [
            {"role": str(m["role"]), "text": str(m["text"]), "pictures": int(m["pictures"])}
            for m in one["said"]
        ],
        "reply": str(one["reply"]),
        "error": str(one["error"]),
        "tokens": [int(one["usage"]["prompt_tokens"]), int(one["usage"]["completion_tokens"])],
    }
