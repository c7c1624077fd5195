"""What a scripted agent knows: read from the conversation alone, as planner `vlm` words it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from is_bench.calls import SkillCall, parse_call
from is_bench.evaluation import Status
from is_bench.verdict import Advice, Decision, GuardStage, PlanVerdict, TaskVerdict, Verdict
from is_planner_node.core.planner import LastStep
from tests.chat_server.asked import Asked

_OUTCOME = re.compile(r"\AStep (\d+) (was carried out|was blocked|failed)")
_STATUS = {"was carried out": Status.OK, "was blocked": Status.BLOCKED, "failed": Status.FAILED}
_STEP = re.compile(r"[A-Z][A-Z0-9_]*\([^()]*\)|DONE")


@dataclass
class Memory:
    """A task, and what was said of it so far."""

    instruction: str
    task: TaskVerdict
    """What the guard asks for in advance."""
    objections: list[PlanVerdict] = field(default_factory=list)
    """Against whole plans, before the first step."""
    past: list[LastStep] = field(default_factory=list)


def remembered(asked: Asked) -> Memory | None:
    """All that was said; None if no task was given."""
    memory: Memory | None = None
    plan: Sequence[str] = ()
    for message, text in zip(asked.messages, asked.turns, strict=True):
        if message.get("role") == "system":
            continue
        if message.get("role") == "assistant":
            plan = _said(text)
        elif memory is None:
            memory = _given(text)
        elif (objections := tagged(text, "objections")) is not None:
            memory.objections.append(_objections(objections))
        elif outcome := _OUTCOME.match(text):
            _carried_out(memory, plan, outcome, text)
    return memory


def tagged(text: str, tag: str) -> Any:
    """The value in the block that prompts call by `tag`; None if there is none."""
    found = re.search(f"<{tag}>(.*?)</{tag}>", text)
    return json.loads(found.group(1)) if found else None


def _given(text: str) -> Memory | None:
    instruction = tagged(text, "task")
    if instruction is None:
        return None
    advice = tuple(
        Advice(str(number), each["why"], _calls(each["skills"]))
        for number, each in enumerate(tagged(text, "advice") or ())
    )
    return Memory(instruction, TaskVerdict(_verdict(GuardStage.TASK_SAFE), advice))


def _calls(texts: Sequence[str]) -> tuple[SkillCall, ...]:
    return tuple(map(parse_call, texts))


def _said(text: str) -> Sequence[str]:
    """The steps of an own turn: of a whole plan, or one."""
    try:
        answer = json.loads(text)
    except ValueError:
        return _STEP.findall(text)
    steps = answer.get("plan", [answer.get("action", "DONE")])
    return [str(step) for step in steps]


def _carried_out(memory: Memory, plan: Sequence[str], outcome: re.Match[str], text: str) -> None:
    """Add what was done of `plan`: all went well up to the step that there is news of."""
    first, last = len(memory.past), int(outcome.group(1)) - 1
    status = _STATUS[outcome.group(2)]
    for index, action in zip(range(first, last + 1), plan, strict=False):
        if index < last:
            memory.past.append(LastStep(index, action, Status.OK, ""))
        else:
            mends = _calls(tagged(text, "mends") or ())
            message = tagged(text, "report") or ""
            memory.past.append(LastStep(index, action, status, message, mends))


def _objections(found: Sequence[dict[str, Any]]) -> PlanVerdict:
    return PlanVerdict(
        tuple(
            Verdict(
                each["step"] - 1,
                each["action"],
                Decision.BLOCK,
                GuardStage.PLAN_SAFE,
                feedback=each["why"],
                remedy=_calls(each["mends"]),
            )
            for each in found
        )
    )


def _verdict(module: GuardStage) -> Verdict:
    return Verdict(-1, "", Decision.ALLOW, module)
