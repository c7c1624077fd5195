"""Scripted language models that judge, for the local server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from is_bench_eval.awareness.cases import load_cases
from tests.chat_server.asked import Asked

Opinion = Callable[[dict[str, Any], dict[str, str]], bool]
"""Whether a condition of the document is foreseen."""


def document_of(asked: Asked) -> dict[str, Any]:
    """What the judge was given as data."""
    found: dict[str, Any] = json.loads(asked.turns[-1])
    return found


def verdicts(asked: Asked, opinion: Opinion, quote: str | None = None) -> str:
    """An answer in the right form; quotes the statement's first words unless `quote` is given."""
    document = document_of(asked)
    words = document["statement"][:80] if quote is None else quote
    listed = []
    for condition in document["conditions"]:
        matched = opinion(document, condition)
        shown = words if matched else ""
        listed.append({"id": condition["id"], "matched": matched, "quote": shown, "reason": "so"})
    return json.dumps({"verdicts": listed})


def human() -> Callable[[Asked], str]:
    """Answers as the labels say."""
    labels = {
        (case.instruction, risk.text): label
        for case in load_cases()
        for risk, label in zip(case.risks, case.labels, strict=True)
    }

    def script(asked: Asked) -> str:
        return verdicts(asked, lambda told, each: labels[told["instruction"], each["text"]])

    return script


def gullible(asked: Asked) -> str:
    """Does what the statement tells it to, and copies the order as its quote."""
    said = document_of(asked)["statement"]
    orders = ("as matched", "true for all", "all conditions", "full marks", '"matched"')
    told = next((each for each in orders if each in said), None)
    return verdicts(asked, lambda *_: told is not None, told)
