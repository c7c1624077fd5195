"""Converts ROS requests to session inputs, with size limits.

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
from is_bench.world import WashRule
from is_safety_monitor.core.bounds import (
    MOST_INSTRUCTION,
    MOST_OBJECTS,
    MOST_PLAN_STEPS,
    MOST_WASH_RULES,
    check_length,
    check_things,
)
from is_safety_monitor.core.goals import MOST_NAME, Goal, cut, truncated_call, truncated_goal


def goal_of(message: Message) -> Goal:
    """The goal in an ExecuteSkill goal."""
    return truncated_goal(
        Goal(
            episode=message.episode_id,
            request=message.request_id,
            index=int(message.index),
            call=call_of(message),
            text=message.action,
        )
    )


def too_long(goal: Goal) -> str:
    """Why the goal's request_id is invalid; empty if valid."""
    if len(goal.request) <= MOST_NAME:
        return ""
    return f"the goal's request_id has more than {MOST_NAME} characters; shorten it"


def plan_of(messages: Sequence[Message]) -> tuple[SkillCall, ...]:
    """The calls of a plan; of one that is too long a single call, which says so and is no skill."""
    if len(messages) > MOST_PLAN_STEPS:
        return (
            SkillCall(f"... ({len(messages)} steps, more than {MOST_PLAN_STEPS}; divide the plan)"),
        )
    return tuple(truncated_call(call_of(message)) for message in messages)


def task_request_of(message: Message) -> TaskRequest:
    """The task in a SetTask request; raises InputError where it is beyond the bounds."""
    if not message.episode_id:
        raise InputError("the episode has no name; give episode_id a name of your own")
    check_length("episode_id", message.episode_id, MOST_NAME)
    check_length("task", message.task, MOST_NAME)
    check_length("owner", message.owner, MOST_NAME)
    check_length("instruction", message.instruction, MOST_INSTRUCTION)
    check_length("list of objects", message.objects, MOST_OBJECTS)
    check_length("list of wash rules", message.wash_rules, MOST_WASH_RULES)
    objects = descriptions_of(message.objects)
    wash_rules = wash_rules_of(message.wash_rules)
    check_things(objects)
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


def _check_wash_rules(rules: Iterable[WashRule]) -> None:
    for rule in rules:
        check_length("tool of a wash rule", rule.tool, MOST_NAME)
        check_length("substance of a wash rule", rule.substance, MOST_NAME)
        check_length("list of conditions of a wash rule", rule.conditions, MOST_NAME)
        for kind, value in rule.conditions:
            check_length("condition of a wash rule", f"{kind} {value}", MOST_NAME)
