"""Parses adviser replies; tolerates malformed output.

Only offered ids are used, and only as additions.  Proposals, restatements and doubts are kept as
texts within limits of number and size; `kb.adviser.proposals` and `kb.adviser.restatements` parse
them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence

from is_bench.chat import ChatReplyProblem
from is_bench.chat.json_replies import objects_in
from is_bench.printable import printable_line
from kb.adviser.doubting import MOST_DOUBTS, MOST_WHY
from kb.adviser.opinion import Opinion

MOST_REASON = 300
"""Most characters of a reason that are kept."""
MOST_PROPOSALS = 8
"""Most proposals of a reply that are kept."""
MOST_CHARACTERS = 4000
"""Most characters of a proposal's JSON text."""
MOST_REPLY = 100_000
"""Most characters of a reply."""
_FIELDS = frozenset({"relevant", "refuse", "reason", "proposals", "restatements", "doubts"})


def read_reply(
    text: str,
    offered: Collection[str],
    unread: Sequence[str] = (),
    read: Sequence[str] = (),
) -> Opinion:
    """The reply in `text`, with only ids of `offered`, and restatements of `unread` sentences.

    Sentences that were `read` may be doubted, and those that are may be restated.  Text, code
    fences and reasoning around the JSON object are skipped; of several objects the last one is
    used.  Raises ChatReplyProblem.
    """
    if len(text) > MOST_REPLY:
        raise ChatReplyProblem(f"the model's reply is longer than {MOST_REPLY} characters")
    found = [each for each in objects_in(text) if _FIELDS & each.keys()]
    if not found:
        raise ChatReplyProblem("the model's reply has no JSON object with an opinion")
    said = found[-1]
    named = said.get("relevant", [])
    if not isinstance(named, list):
        raise ChatReplyProblem("the model's reply has no list of relevant constraints")
    refuse = said.get("refuse") or ""
    known = [each for each in dict.fromkeys(map(_text, named)) if each in offered]
    refused = _text(refuse) if _text(refuse) in offered else ""
    strange = any(_text(each) not in offered for each in named) or (refuse and not refused)
    proposals, lost = _proposals(said)
    sentences = dict(enumerate((*unread, *read), 1))
    doubts, idle = _doubts(said, {n: text for n, text in sentences.items() if n > len(unread)})
    open_ones = {n: text for n, text in sentences.items() if n <= len(unread) or n in doubts}
    restatements, vain = _restatements(said, open_ones)
    notes = ["the model named constraints that were not offered"] if strange else []
    return Opinion(
        relevant=tuple(known),
        refuse=refused,
        reason=printable_line(_text(said.get("reason")), MOST_REASON) if known or refused else "",
        note="; ".join([*notes, *lost, *idle, *vain]),
        proposals=proposals,
        restatements=(*doubts.values(), *restatements),
    )


def _proposals(said: Mapping[str, object]) -> tuple[tuple[str, ...], list[str]]:
    """The proposals within limits, and the problems of the others."""
    given = said.get("proposals") or []
    if not isinstance(given, list):
        return (), ["the model's proposals are not a list"]
    kept: list[str] = []
    for each in given[:MOST_PROPOSALS]:
        text = _json(each)
        if text and len(text) <= MOST_CHARACTERS:
            kept.append(text)
    lost = len(given) - len(kept)
    problem = f"{lost} of the model's {len(given)} proposals were surplus, too long or not objects"
    return tuple(kept), [problem] if lost else []


def _doubts(
    said: Mapping[str, object], read: Mapping[int, str]
) -> tuple[dict[int, str], list[str]]:
    """The doubts of `read` sentences by their numbers, and the problems of the others."""
    given = said.get("doubts") or []
    if not isinstance(given, list):
        return {}, ["the model's doubts are not a list"]
    kept: dict[int, str] = {}
    for each in given:
        number = _number(each)
        why = printable_line(_text(each.get("why")), MOST_WHY) if isinstance(each, dict) else ""
        if why and number in read and number not in kept and len(kept) < MOST_DOUBTS:
            text = json.dumps({"sentence": read[number], "doubt": why})
            kept |= {number: text} if len(text) <= MOST_CHARACTERS else {}
    lost = len(given) - len(kept)
    problem = f"{lost} of the model's {len(given)} doubts were surplus, without reason or of no"
    return kept, [f"{problem} sentence that was read"] if lost else []


def _restatements(
    said: Mapping[str, object], sentences: Mapping[int, str]
) -> tuple[tuple[str, ...], list[str]]:
    """The restatements of `sentences`, the first of each, and the problems of the others."""
    given = said.get("restatements") or []
    if not isinstance(given, list):
        return (), ["the model's restatements are not a list"]
    kept: dict[int, str] = {}
    lost = 0
    for each in given:
        number = _number(each)
        if number not in sentences or number in kept:
            lost += 1
            continue
        text = _json({"sentence": sentences[number], "lines": each.get("lines")})
        if text and len(text) <= MOST_CHARACTERS:
            kept[number] = text
        else:
            lost += 1
    problem = f"{lost} of the model's {len(given)} restatements were too long or of no sentence"
    return tuple(kept.values()), [problem] if lost else []


def _number(each: object) -> int:
    """The number of the sentence that an entry is about; 0: of none."""
    number = each.get("sentence") if isinstance(each, dict) else None
    return number if type(number) is int else 0


def _json(value: object) -> str:
    """The JSON text of an object; empty for anything else, and for too deep nesting."""
    if not isinstance(value, dict):
        return ""
    try:
        return json.dumps(value)
    except RecursionError:
        return ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
