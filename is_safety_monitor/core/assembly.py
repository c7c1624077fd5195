"""Builds a guard from settings and a task request."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.chat.client import answer_cache
from is_bench.chat.endpoint import Endpoint
from is_bench.domain import TransitionModel
from is_bench.errors import InputError, UnknownNameError
from is_bench.guard_log import TaskRequest
from is_bench.objects import ObjectTable
from is_bench.scenarios import Annotations
from is_bench.world import quirks_of
from is_safety_monitor.core.advice.asking import Advising
from is_safety_monitor.core.advice_remedies import AdviceRemedies
from is_safety_monitor.core.candidates import Candidates
from is_safety_monitor.core.configuration import KNOWLEDGE, GuardSettings, KnowledgeBase
from is_safety_monitor.core.guard import Guard
from is_safety_monitor.core.kb_knowledge import NO_WISHES, KbKnowledge
from is_safety_monitor.core.knowledge import Knowledge
from is_safety_monitor.core.mentions import landmarks, named_things
from is_safety_monitor.core.plan_safe import PlanSafe
from is_safety_monitor.core.recorded_advice import recorded_reply
from is_safety_monitor.core.remedy_finder import RemedyFinder
from is_safety_monitor.core.request_check import RequestChecker
from is_safety_monitor.core.request_reading import RequestReading, read_task
from is_safety_monitor.core.request_simulation import RequestSimulation
from is_safety_monitor.core.requested_states import RequestedStates
from is_safety_monitor.core.retry_budget import RetryCounter
from is_safety_monitor.core.scenario_knowledge import ScenarioKnowledge
from is_safety_monitor.core.skill_mapping import SkillMapping
from is_safety_monitor.core.task_advice import TaskAdvice
from is_safety_monitor.core.task_safe import (
    NO_OPINION,
    NOTHING_RESTATED,
    Search,
    TaskSafe,
    retrieved,
)
from is_safety_monitor.core.tracker import Tracker
from is_safety_monitor.core.unrecognized import UnrecognizedObjects
from is_safety_monitor.core.violation_forecast import ViolationForecast
from kb.adviser import Adviser, LanguageModelAdviser


@dataclass(frozen=True)
class Task:
    """What was told of a task, and the things of its scene as they were recognized."""

    request: TaskRequest
    objects: ObjectTable
    annotations: Annotations | None = None
    """Only for the guard that peeks."""
    problem: str = ""
    """Why the task cannot be guarded; empty where it can."""


def make_guard(
    settings: GuardSettings,
    base: KnowledgeBase,
    task: Task,
    adviser: Adviser | None = None,
) -> Guard:
    """The guard of a task.

    `adviser` stands in for the language model of the settings.  Raises UnknownNameError for a
    knowledge that does not exist, InputError for one that lacks what it judges by and for a task
    that has a problem.
    """
    if task.problem:
        raise InputError(task.problem)
    if settings.knowledge not in KNOWLEDGE:
        raise UnknownNameError("guard knowledge", settings.knowledge, KNOWLEDGE)
    if settings.knowledge == "kb":
        return _kb_guard(settings, base, task, adviser or language_model(settings))
    if task.annotations is None:
        raise InputError("knowledge 'scenario' needs the scenario's conditions; none were given")
    knowledge = ScenarioKnowledge(task.annotations, task.objects)
    return _assembled(settings, task, _model(settings, task), knowledge)


def language_model(settings: GuardSettings) -> Adviser | None:
    """The language model of an episode, with a budget of its own; None where none is named."""
    if not settings.endpoint or not settings.stages.task:
        return None
    if not settings.model:
        raise InputError(f"the endpoint {settings.endpoint} needs the name of a model")
    endpoint = Endpoint(settings.endpoint, settings.model)
    return LanguageModelAdviser(endpoint, cache=answer_cache())


def _kb_guard(
    settings: GuardSettings, base: KnowledgeBase, task: Task, adviser: Adviser | None
) -> Guard:
    """The guard that judges by a knowledge base."""
    instruction, objects = task.request.instruction, task.objects
    task_reading = read_task(instruction, objects, settings.domain, base.labels)
    reading, stated = task_reading.request, task_reading.stated
    known = (*base.constraints, *stated)
    model = _model(settings, task)
    knowledge = KbKnowledge(known, objects, model, reading.wishes, reading.persons, base.compiled)
    guard = _assembled(settings, task, model, knowledge, base.search, reading.wishes)
    opinion, restated = NO_OPINION, NOTHING_RESTATED
    if adviser is not None:
        task_at_hand = Advising(instruction, objects, model, task_reading, known, settings.advice)
        opinion = task_at_hand.ask(adviser, retrieved(base.search, instruction))
        restated = task_at_hand.restated(opinion)
        guard.opinion = recorded_reply(opinion, settings.advice)
        guard.advice = task_at_hand.monitor(opinion, restated.constraints)
    own = frozenset(constraint.id for constraint in stated)
    guard.tasks = TaskSafe(
        base.constraints,
        knowledge,
        base.search,
        opinion,
        stated,
        task_reading.unread,
        restated=restated,
        unread_requests=task_reading.unread_requests,
        wishes=RequestChecker(RequestSimulation(reading.asked, model, guard, own)),
        scene_advice=_scene_advice(settings, base, task, guard, knowledge, reading),
    )
    return guard


def _scene_advice(
    settings: GuardSettings,
    base: KnowledgeBase,
    task: Task,
    guard: Guard,
    knowledge: KbKnowledge,
    reading: RequestReading,
) -> TaskAdvice | None:
    """What picks the advice on a task; None without the retrieval that ranks it."""
    if base.search is None or guard.search is None:
        return None
    told = task.request.instruction, task.objects, settings.domain
    named, idle, model = named_things(*told), landmarks(*told), guard.tracker.model
    return TaskAdvice(
        ViolationForecast(reading.asked, named, knowledge, model, task.objects, idle),
        {constraint.id: constraint for constraint in base.constraints},
        AdviceRemedies(guard.search, guard.unrecognized),
        knowledge.groundable,
        settings.advice_limit,
    )


def _model(settings: GuardSettings, task: Task) -> TransitionModel:
    return TransitionModel(settings.domain, quirks_of(settings.world), task.request.wash_rules)


def _assembled(
    settings: GuardSettings,
    task: Task,
    model: TransitionModel,
    knowledge: Knowledge,
    search: Search | None = None,
    wishes: RequestedStates = NO_WISHES,
) -> Guard:
    domain, objects = settings.domain, task.objects
    candidates = Candidates(SkillMapping(domain))
    return Guard(
        knowledge,
        Tracker(model, objects),
        UnrecognizedObjects(domain, settings.unrecognised).among(objects),
        settings.mode,
        settings.stages,
        settings.limits,
        search=RemedyFinder(model, objects, candidates, wishes.held),
        plans=PlanSafe(domain, search),
        retries=RetryCounter(settings.budget),
    )
