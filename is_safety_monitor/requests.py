"""From what a guard is sent to what its session takes, within bounds.

A guard keeps what it was asked, in its history and its log.  What is longer than the bounds is cut,
and marked as cut: such a call is none that a robot has, and is refused as any unknown one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from is_bench.calls import SkillCall
from is_bench.errors import InputError
from is_bench.guard_log import TaskRequest
from is_bench.guard_log_messages import wash_rules_of
from is_bench.messages import Message, call_of, descriptions_of
from is_bench.recognised import ObjectDescription
from is_bench.world import WashRule
from is_safety_monitor.core.bounds import (
    MOST_ABILITIES,
    MOST_INSTRUCTION,
    MOST_OBJECTS,
    MOST_STEPS,
    MOST_WASH_RULES,
)
from is_safety_monitor.core.goals import MOST_NAME, Goal, cut, kept_call, kept_goal


def goal_of(message: Message) -> Goal:
    """The goal in an ExecuteSkill goal."""
    return kept_goal(
        Goal(
            episode=message.episode_id,
            request=message.request_id,
            index=int(message.index),
            call=call_of(message),
            text=message.action,
        )
    )


def too_long(goal: Goal) -> str:
    """Why nobody could be told what becomes of a goal; empty if its client can be."""
    if len(goal.request) <= MOST_NAME:
        return ""
    return f"the goal's request_id has more than {MOST_NAME} characters; shorten it"


def plan_of(messages: Sequence[Message]) -> tuple[SkillCall, ...]:
    """The calls of a plan; of one that is too long a single call, which says so and is no skill."""
    if len(messages) > MOST_STEPS:
        return (SkillCall(f"... ({len(messages)} steps, more than {MOST_STEPS}; divide the plan)"),)
    return tuple(kept_call(call_of(message)) for message in messages)


def task_request_of(message: Message) -> TaskRequest:
    """The task in a SetTask request; raises InputError where it is beyond the bounds."""
    if not message.episode_id:
        raise InputError("the episode has no name; give episode_id a name of your own")
    _check("episode_id", message.episode_id, MOST_NAME)
    _check("task", message.task, MOST_NAME)
    _check("owner", message.owner, MOST_NAME)
    _check("instruction", message.instruction, MOST_INSTRUCTION)
    _check("list of objects", message.objects, MOST_OBJECTS)
    _check("list of wash rules", message.wash_rules, MOST_WASH_RULES)
    objects = descriptions_of(message.objects)
    wash_rules = wash_rules_of(message.wash_rules)
    _check_objects(objects)
    _check_wash_rules(wash_rules)
    return TaskRequest(
        episode=message.episode_id,
        task=message.task,
        instruction=message.instruction,
        objects=objects,
        wash_rules=wash_rules,
        owner=message.owner,
        take_over=bool(message.take_over),
    )


def refused_request_of(message: Message) -> TaskRequest:
    """What is kept of a SetTask request that cannot be read."""
    instruction = cut(message.instruction, MOST_INSTRUCTION)
    episode, task, owner = cut(message.episode_id), cut(message.task), cut(message.owner)
    take_over = bool(message.take_over)
    return TaskRequest(episode, task, instruction, owner=owner, take_over=take_over)


def _check_objects(objects: Iterable[ObjectDescription]) -> None:
    for thing in objects:
        _check("name of an object", thing.name, MOST_NAME)
        _check(f"label of {thing.name}", thing.label, MOST_NAME)
        _check(f"synset of {thing.name}", thing.synset, MOST_NAME)
        _check(f"list of abilities of {thing.name}", thing.abilities, MOST_ABILITIES)
        for ability in thing.abilities:
            _check(f"ability of {thing.name}", ability, MOST_NAME)


def _check_wash_rules(rules: Iterable[WashRule]) -> None:
    for rule in rules:
        _check("tool of a wash rule", rule.tool, MOST_NAME)
        _check("substance of a wash rule", rule.substance, MOST_NAME)
        _check("list of conditions of a wash rule", rule.conditions, MOST_NAME)
        for kind, value in rule.conditions:
            _check("condition of a wash rule", f"{kind} {value}", MOST_NAME)


def _check(what: str, value: str | Sequence[object], most: int) -> None:
    if len(value) > most:
        unit = "characters" if isinstance(value, str) else "entries"
        raise InputError(f"the {what} has {len(value)} {unit}, more than {most}; shorten it")
