"""Making an opinion of what a language model has written, whatever that is.

Only ids that were offered count, and only as additions: so a model that errs, or that the text of a
scene has talked into something, can add constraints of the list to what a planner is told, or have
an instruction refused by naming one of them; nothing else.
"""

from __future__ import annotations

from collections.abc import Collection

from is_bench.chat.objects import objects_in
from kb.relevance.opinion import Opinion

MOST_REASON = 300
"""How many characters of a reason are kept."""
_FIELDS = frozenset({"relevant", "refuse", "reason"})


class ReplyProblem(Exception):
    """What the model has written cannot be used; says why, without quoting it."""


def read_reply(text: str, offered: Collection[str]) -> Opinion:
    """The opinion in `text`, in which only ids of `offered` count.

    Words, code fences and thoughts around the JSON object are passed over; of several objects the
    last one counts.  Raises ReplyProblem.
    """
    found = [each for each in objects_in(text) if _FIELDS & each.keys()]
    if not found:
        raise ReplyProblem("the model's reply has no JSON object with an opinion")
    named = found[-1].get("relevant", [])
    if not isinstance(named, list):
        raise ReplyProblem("the model's reply has no list of relevant constraints")
    refuse = found[-1].get("refuse") or ""
    known = [each for each in dict.fromkeys(map(_text, named)) if each in offered]
    refused = _text(refuse) if _text(refuse) in offered else ""
    strange = any(_text(each) not in offered for each in named) or (refuse and not refused)
    return Opinion(
        relevant=tuple(known),
        refuse=refused,
        reason=_one_line(_text(found[-1].get("reason"))) if known or refused else "",
        note="the model named constraints that it was not offered" if strange else "",
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _one_line(text: str) -> str:
    """Printable characters of one line, the most that is kept."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:MOST_REASON]
