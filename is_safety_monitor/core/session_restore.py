"""Restores a session from the journal of an episode after a restart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from is_bench.domain import Domain, restored_domain
from is_bench.guard_log import (
    HoldBegun,
    HoldEnded,
    LogPosition,
    RecordedSettings,
    StateHeard,
    StepEnded,
    StepJudged,
    TaskBegun,
)
from is_bench.scenarios import Annotations
from is_safety_monitor.core import log_player
from is_safety_monitor.core.configuration import KnowledgeBase, recorded_knowledge_base
from is_safety_monitor.core.episode_journal import Record
from is_safety_monitor.core.session import Goal, Session

_RESTORED = TaskBegun | StateHeard | StepJudged | StepEnded | HoldBegun | HoldEnded
"""The entries that an episode is restored from."""
AnnotationsOf = Callable[[str], Annotations | None]
"""The annotations of a task, for a guard with `knowledge: scenario`."""


def restore(
    session: Session, records: Iterable[Record], annotations_of: AnnotationsOf
) -> tuple[Goal, ...]:
    """Restore the session from the journal; returns the unfinished goals.

    The episode continues with the domain and the constraints that it began with, with the other
    settings of `session`, and in the same log.  Emergency stops and mode changes are not restored.
    Raises InputError where domain and constraints cannot be read today.
    """
    settings, base = session.settings, session.base
    in_flight: Counter[Goal] = Counter()
    places: list[LogPosition] = []
    for record in records:
        places.append(record.place)
        entry, annotations = record.entry, None
        if isinstance(entry, TaskBegun):
            domain = _domain(settings.domain, entry.judged_by)
            session.settings = replace(settings, domain=domain)
            session.base = _base(session, base, settings.domain, entry.judged_by)
            annotations = annotations_of(entry.request.task)
        if isinstance(entry, _RESTORED):
            log_player.apply(session, entry, record.report, annotations)
        if isinstance(entry, StepJudged):
            in_flight[log_player.goal_key(entry)] += entry.accepted
        elif isinstance(entry, StepEnded):
            in_flight[log_player.goal_key(entry)] -= 1
    session.settings, session.base = settings, base
    if places:
        session.go_on(max(places, key=lambda place: place.entry))
    session.release_all()
    return tuple(in_flight.elements())


def _domain(domain: Domain, by: RecordedSettings) -> Domain:
    same = domain.name == by.domain and domain.sources == by.domain_files
    return domain if same else restored_domain(by.domain, by.domain_files)


def _base(
    session: Session, base: KnowledgeBase, domain: Domain, by: RecordedSettings
) -> KnowledgeBase:
    """The constraints that the episode began with; read again only if they differ."""
    settings = session.settings
    if base.own == by.constraint_files and settings.domain is domain:
        return base
    return recorded_knowledge_base(
        by.constraint_files, settings.stages, settings.domain, settings.embedder
    )
