"""Applies log entries to a session (replay, restore)."""

from __future__ import annotations

from dataclasses import replace

from is_bench.guard_log import (
    Entry,
    EpisodeEnded,
    Forgotten,
    HoldBegun,
    HoldEnded,
    ModeChanged,
    StateHeard,
    StepEnded,
    StepJudged,
    StopReset,
    StopSet,
    TaskBegun,
)
from is_bench.scenarios import Annotations
from is_bench.verdict import GuardMode, TaskVerdict
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.recorded_advice import ReplayAdviser
from is_safety_monitor.core.session import Goal, Judgement, Session


def apply(
    session: Session,
    entry: Entry,
    report: Report | None = None,
    annotations: Annotations | None = None,
) -> None:
    """Apply any entry, whatever the session answers; checked plans are skipped.

    `report` is the world state that a `StateHeard` names; without it, the entry is skipped.
    `annotations` are those of the task that a `TaskBegun` begins.
    """
    if isinstance(entry, TaskBegun):
        begin_task(session, entry, annotations)
    elif isinstance(entry, StepJudged):
        judge_goal(session, entry)
    elif not isinstance(entry, StateHeard):
        apply_event(session, entry)
    elif report is not None:
        apply_state(session, entry, report)


def begin_task(
    session: Session, entry: TaskBegun, annotations: Annotations | None = None, problem: str = ""
) -> TaskVerdict | None:
    """Begin the task of `entry` by the settings and the knowledge base of `session`.

    No language model is asked: its recorded reply is used.  `problem` is the reason why the task
    cannot be guarded today, beside the problem in the entry.
    """
    adviser = ReplayAdviser(entry.opinion) if entry.opinion else None
    settings = session.settings
    if adviser is not None:
        settings = replace(settings, advice=adviser.advice)
    session.settings = replace(settings, endpoint="")
    return session.set_task(
        entry.request,
        annotations=annotations,
        problem=entry.problem or problem,
        adviser=adviser,
        recognised=entry.objects,
    )


def apply_state(session: Session, entry: StateHeard, report: Report) -> TaskVerdict | None:
    """Apply the world state that `entry` names; returns the task verdict if it blocks the task.

    The stamp replaces the observation time of states that were logged without one.
    """
    seen_ns = entry.seen_ns or report.stamp_ns
    return session.receive_state(report, entry.arrived, seen_ns=seen_ns, refused=entry.refused)


def judge_goal(session: Session, entry: StepJudged) -> Judgement:
    """The judgement of the session on a goal, which is accepted if it was then."""
    return session.judge(
        goal_of(entry),
        entry.now_ns,
        entry.refusal,
        may_hold=entry.may_hold,
        accepted=entry.accepted,
        opinion=entry.opinion,
    )


def apply_event(session: Session, entry: Entry) -> None:
    """Apply an input event; queries are skipped."""
    if isinstance(entry, StepEnded):
        goal = goal_of(entry)
        session.ended(goal, entry.now_ns, ok=entry.ok, finished_ns=entry.finished_ns)
    elif isinstance(entry, HoldBegun):
        session.hold(entry.now_ns)
    elif isinstance(entry, HoldEnded):
        session.release(entry.now_ns)
    elif isinstance(entry, EpisodeEnded):
        session.end_episode(entry.episode, entry.owner, entry.now_ns)
    elif isinstance(entry, ModeChanged):
        session.set_mode(GuardMode(entry.mode), entry.reason, entry.now_ns, entry.until_ns)
    elif isinstance(entry, StopSet):
        session.stop()
    elif isinstance(entry, StopReset):
        session.reset()
    elif isinstance(entry, Forgotten):
        session.forget()


def goal_of(entry: StepJudged | StepEnded) -> Goal:
    """The goal that an entry is about."""
    text = entry.text if isinstance(entry, StepJudged) else ""
    return Goal(entry.episode, entry.request, entry.index, entry.call, text)


def goal_key(entry: StepJudged | StepEnded) -> Goal:
    """The goal by the fields that are logged at both its start and its end."""
    return replace(goal_of(entry), text="")
