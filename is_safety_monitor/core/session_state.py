"""Session data and the operations on it other than tasks, states and goals.

Each call is logged, so that another session with the same calls returns the same verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from is_bench.guard_log import (
    Entry,
    EpisodeEnded,
    Forgotten,
    HoldBegun,
    HoldEnded,
    LogPosition,
    ModeChanged,
    StopReset,
    StopSet,
    TaskRefused,
    TaskRequest,
)
from is_bench.verdict import GuardMode, Obligation, TaskVerdict
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.evidence import Evidence
from is_safety_monitor.core.guard import Guard
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.succession import EpisodeEnd, why_not_begun, why_not_ended
from is_safety_monitor.core.supervision import SkillRun
from is_safety_monitor.core.task_state import TaskState


class SessionState:
    """The part of a guard session that does not judge."""

    def __init__(self, settings: GuardSettings, base: KnowledgeBase, log: int = 0) -> None:
        """`settings` and `base` apply from the next task on; `log` identifies the log."""
        self.settings = settings
        self.base = base
        self.guard: Guard | None = None
        self.stopped = False
        self.moving = 0
        """Number of running goals."""
        self.watch: Callable[[Entry, Report | None], None] | None = None
        """Called with each log entry, and with the world state that the entry names."""
        self._evidence = Evidence(settings.fact_age_ns)
        self._run: SkillRun | None = None
        """The skill that was let pass last, until it has ended."""
        self._episode = self._owner = ""
        self._record_task_state(TaskState())
        self._log = log
        self._count = 0
        self._noted: list[tuple[LogPosition, Entry]] = []

    @property
    def episode(self) -> str:
        """The episode that the last task began."""
        return self._episode

    @property
    def latest(self) -> Report | None:
        """The last valid world state."""
        return self._evidence.latest

    @property
    def state_rejection(self) -> str:
        """Why the last world state was rejected; empty if it was valid."""
        return self._evidence.rejection or self._evidence.unreadable_because()

    @property
    def running(self) -> SkillRun | None:
        """The skill that was let pass last, until it has ended."""
        return self._run

    @property
    def owner(self) -> str:
        """Who set the task; empty: not stated."""
        return self._owner

    @property
    def mode(self) -> GuardMode:
        """How verdicts are enforced."""
        return self.settings.mode

    @property
    def task_verdict(self) -> TaskVerdict | None:
        """The last verdict on the task; None: no task, or the guard is off."""
        return self._task_state.verdict

    @property
    def place(self) -> LogPosition:
        """Position of the last log entry."""
        return LogPosition(self._log, self._count)

    def go_on(self, place: LogPosition) -> None:
        """Continue the log of the restored guard after `place`."""
        self._log, self._count, self._noted = place.log, place.entry, []

    def drain(self) -> list[tuple[LogPosition, Entry]]:
        """The log entries since the last call."""
        noted, self._noted = self._noted, []
        return noted

    def is_current(self) -> bool:
        """Whether the latest state is of this episode and shows what the last skill did."""
        return self._evidence.is_current()

    def lacks_state(self) -> bool:
        """Whether a goal cannot be judged yet, but perhaps soon."""
        judging = self.guard is not None and self.settings.mode is not GuardMode.OFF
        return judging and not self.moving and not self.is_current()

    def hold(self, now_ns: int) -> None:
        """Ignore states from before `now_ns`."""
        self._evidence.hold(now_ns)
        self._note(HoldBegun(now_ns))

    def release(self, since_ns: int) -> None:
        """Undo `hold` of `since_ns`."""
        self._evidence.release(since_ns)
        self._note(HoldEnded(since_ns))

    def release_all(self) -> None:
        """Undo every `hold`: no goal is waiting any more."""
        for since_ns in self._evidence.holds:
            self.release(since_ns)

    def stop(self) -> None:
        """Set the emergency stop: reject all goals."""
        self.stopped = True
        self._note(StopSet())

    def reset(self) -> None:
        """Accept goals again."""
        self.stopped = False
        self._note(StopReset())

    def end_episode(self, episode: str, owner: str, now_ns: int) -> EpisodeEnd:
        """End an episode for `owner`: drop its open obligations and reject further goals."""
        why = why_not_ended(self, episode, owner)
        if why:
            return EpisodeEnd(ended=False, reason=why)
        dropped = tuple(self.due(now_ns) or ())
        self._drop_task()
        self._note(EpisodeEnded(episode, owner, now_ns))
        return EpisodeEnd(ended=True, dropped=dropped)

    def set_mode(self, mode: GuardMode, reason: str, now_ns: int, until_ns: int = 0) -> None:
        """Change how verdicts are enforced; `reason` states why, and who requested it.

        A guard that was off when the task began does not know the task, whatever the mode later.
        """
        self.settings = replace(self.settings, mode=mode)
        if self.guard is not None:
            self.guard.mode = mode
        self._note(ModeChanged(mode.value, reason, now_ns, until_ns))

    def forget(self) -> None:
        """Forget the task and the world state, as at shutdown."""
        self._evidence.forget()
        self._drop_task()
        self._note(Forgotten())

    def objection(self, request: TaskRequest, now_ns: int) -> str:
        """Why a task cannot begin during the present one; empty if it can."""
        why = why_not_begun(self, request, now_ns)
        if why:
            self.task_rejected(request, why)
        return why

    def task_rejected(self, request: TaskRequest, why: str) -> None:
        """Record that a task was rejected and the present one remains."""
        self._note(TaskRefused(request.episode, why))

    def obligations(self, episode: str, now_ns: int) -> Sequence[Obligation] | None:
        """The open obligations of the episode; None: unknown."""
        if self.guard is None or episode != self._episode or not self.is_current():
            return None
        return self.due(now_ns)

    def due(self, now_ns: int) -> Sequence[Obligation] | None:
        """The open obligations by all known facts, current or not; None: unknown."""
        if self.guard is None:
            return ()
        try:
            return self.guard.obligations(self._evidence.known(now_ns), now_ns)
        except Exception:  # noqa: BLE001  # whatever broke, nobody can tell what is due
            return None

    def _drop_task(self) -> None:
        self.guard = None
        self._episode = self._owner = ""
        self._record_task_state(TaskState())

    def _record_task_state(self, task_state: TaskState) -> None:
        """Store the state of the task."""
        self._task_state = task_state
        self._refusal = (
            task_state.verdict.verdict if task_state.verdict and task_state.refused else None
        )

    def _note(self, entry: Entry, report: Report | None = None) -> None:
        self._count += 1
        self._noted.append((self.place, entry))
        if self.watch is not None:
            self.watch(entry, report)
