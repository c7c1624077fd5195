"""Footage files: JSON in the folder `episodes`, one file an episode that has more to show.

    {"pictures": [base64, ...], "at": [index of the picture at each moment, ...],
     "strips": [base64, ...], "strip_at": [...], "cameras": [name, ...],
     "due": [[{"constraint", "since", "objects"}, ...] at each moment, ...],
     "talk": [{"moment", "said": [{"role", "text", "pictures"}], "reply", "error", "usage"}, ...]}

Moment 0 is the start, moment n the end of the step with index n - 1.  Pictures are WebP; equal ones
are kept once.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from is_bench_eval.episodes.footage import Footage
from is_bench_eval.recording.output_paths import file_name

FOLDER = "episodes"


def footage_file(folder: Path, task: str, plan_index: int) -> Path:
    """Where the footage of an episode is, in a run's folder of them."""
    return folder / f"{file_name(task)}_{plan_index}.json"


def write_footage(path: Path, footage: Footage) -> None:
    """Write the file, whole or not at all; none where there is nothing to show."""
    if footage.empty:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(_document(footage)), "utf-8", errors="backslashreplace")
    partial.replace(path)


def read_footage(run: Path, task: str, plan_index: int) -> dict[str, Any] | None:
    """What was kept of an episode of the run in a folder; None: nothing that can be read."""
    path = footage_file(run / FOLDER, task, plan_index)
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return document if isinstance(document, dict) else None


def _document(footage: Footage) -> dict[str, Any]:
    pictures, at = _distinct(footage.pictures)
    strips, strip_at = _distinct(footage.strips)
    return {
        "pictures": pictures,
        "at": at,
        "strips": strips,
        "strip_at": strip_at,
        "cameras": list(footage.cameras),
        "due": [
            [
                {"constraint": o.constraint, "since": o.since, "objects": list(o.objects)}
                for o in due
            ]
            for due in footage.due
        ],
        "talk": [asdict(exchange) for exchange in footage.talk],
    }


def _distinct(pictures: Sequence[bytes]) -> tuple[list[str], list[int]]:
    """Each picture once, and which of them is there at each moment."""
    numbers = {picture: number for number, picture in enumerate(dict.fromkeys(pictures))}
    return [b64encode(one).decode() for one in numbers], [numbers[one] for one in pictures]
