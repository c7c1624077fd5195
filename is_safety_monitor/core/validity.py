"""Validates calls: known skill, known objects, text consistent with the call.

Names are compared as they are: a name that only looks like a known one, or begins like one, is
unknown.
"""

from __future__ import annotations

from is_bench.calls import MOST_CHARACTERS, SkillCall, parse_call
from is_bench.domain import Domain
from is_bench.errors import InputError, SyntaxProblem
from is_bench.objects import ObjectTable

INVALID = "invalid_call"
"""The id of the guard's own constraint: only what the robot can be asked to do is forwarded."""
DISAGREEING = "disagreeing_text"
"""The id of the guard's own constraint: the words of a request ask for what is requested."""
_MOST_SHOWN = 200
"""Characters of a text that are quoted."""


def invalid(call: SkillCall, domain: Domain, objects: ObjectTable) -> str:
    """Why `call` cannot be asked of a robot of `domain` among `objects`; empty if it can."""
    try:
        domain.check(call, objects)
    except InputError as error:
        return why_invalid(error, call)
    return ""


def why_invalid(error: InputError, call: SkillCall) -> str:
    """What is wrong with `call`, by the `error` that its check has raised."""
    for name in (call.skill, *call.arguments):
        shown = name[:_MOST_SHOWN]
        if not shown.isascii():
            return f"{error.message}; {shown!a} has characters beyond ASCII"
    return error.message


def disagreement(text: str, call: SkillCall, domain: Domain, objects: ObjectTable) -> str:
    """Why `text` cannot be the words for `call`; empty if it can.

    Only a text that is itself a call can disagree.  Where planners' texts are read loosely, its
    arguments may be parts of names, but not the names of other things.
    """
    if len(text) > MOST_CHARACTERS:
        return f"the text has more than {MOST_CHARACTERS} characters; shorten it"
    try:
        worded = parse_call(text)
    except SyntaxProblem:
        return ""
    is_call = "(" in text or worded.is_done
    if not is_call or worded == call or (domain.loose_text and _means(worded, call, objects)):
        return ""
    return f"action text {text[:_MOST_SHOWN]} contradicts the call {call}"


def _means(worded: SkillCall, call: SkillCall, objects: ObjectTable) -> bool:
    """Whether `worded` may be a loose way of writing `call`."""
    if worded.skill != call.skill or len(worded.arguments) != len(call.arguments):
        return False
    return not _others(worded, call, objects)


def _others(worded: SkillCall, call: SkillCall, objects: ObjectTable) -> bool:
    """Whether an argument of `worded` names exactly another thing than that of `call`."""
    pairs = zip(worded.arguments, call.arguments, strict=False)
    return any(said != meant and said in objects.by_name for said, meant in pairs)
