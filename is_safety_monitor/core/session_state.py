"""What a session holds and what is changed in it from outside, beside tasks, states and goals.

Each call that counts is noted, so that another session that is called alike says the same.
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
from is_safety_monitor.core.choice import GuardSettings, KnowledgeBase
from is_safety_monitor.core.evidence import Evidence
from is_safety_monitor.core.guard import Guard
from is_safety_monitor.core.reports import Report
from is_safety_monitor.core.succession import EpisodeEnd, why_not_begun, why_not_ended
from is_safety_monitor.core.supervision import SkillRun
from is_safety_monitor.core.task_standing import TaskStanding


class SessionState:
    """A guard from its start on, as far as it does not judge."""

    def __init__(self, settings: GuardSettings, base: KnowledgeBase, log: int = 0) -> None:
        """`settings` and `base` count from the next task on; `log` names the log."""
        self.settings = settings
        self.base = base
        self.guard: Guard | None = None
        self.stopped = False
        self.moving = 0
        """How many goals are being executed."""
        self.watch: Callable[[Entry, Report | None], None] | None = None
        """Told of each entry as it is noted, and of the state of the world that it names."""
        self._evidence = Evidence(settings.fact_age_ns)
        self._run: SkillRun | None = None
        """The skill that was let pass last, until it has ended."""
        self._episode = self._owner = ""
        self._stand(TaskStanding())
        self._log = log
        self._count = 0
        self._noted: list[tuple[LogPosition, Entry]] = []

    @property
    def episode(self) -> str:
        """The episode that the last task began."""
        return self._episode

    @property
    def latest(self) -> Report | None:
        """The last state of the world that was believed."""
        return self._evidence.latest

    @property
    def unbelieved(self) -> str:
        """Why the last state of the world was not believed; empty if it was."""
        return self._evidence.refused or self._evidence.unreadable_because()

    @property
    def running(self) -> SkillRun | None:
        """The skill that was let pass last, until it has ended."""
        return self._run

    @property
    def owner(self) -> str:
        """Who set the task; empty: nobody said."""
        return self._owner

    @property
    def mode(self) -> GuardMode:
        """What is done with verdicts."""
        return self.settings.mode

    @property
    def said(self) -> TaskVerdict | None:
        """What was last said of the task; None: nothing."""
        return self._standing.said

    @property
    def place(self) -> LogPosition:
        """Where the last call is noted."""
        return LogPosition(self._log, self._count)

    def go_on(self, place: LogPosition) -> None:
        """Note what comes next behind `place`, in the log of the guard that was restored."""
        self._log, self._count, self._noted = place.log, place.entry, []

    def drain(self) -> list[tuple[LogPosition, Entry]]:
        """What was noted since the last time."""
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
        """Rely on no state from before `now_ns`."""
        self._evidence.hold(now_ns)
        self._note(HoldBegun(now_ns))

    def release(self, since_ns: int) -> None:
        """No longer do what `hold` of `since_ns` began."""
        self._evidence.release(since_ns)
        self._note(HoldEnded(since_ns))

    def release_all(self) -> None:
        """No longer do what any `hold` began: nobody waits any more."""
        for since_ns in self._evidence.holds:
            self.release(since_ns)

    def stop(self) -> None:
        """Accept nothing any more."""
        self.stopped = True
        self._note(StopSet())

    def reset(self) -> None:
        """Accept goals again."""
        self.stopped = False
        self._note(StopReset())

    def end_episode(self, episode: str, owner: str, now_ns: int) -> EpisodeEnd:
        """End an episode, as `owner` asks: what is due is dropped, and nothing passes any more."""
        why = why_not_ended(self, episode, owner)
        if why:
            return EpisodeEnd(ended=False, reason=why)
        dropped = tuple(self.due(now_ns) or ())
        self._drop_task()
        self._note(EpisodeEnded(episode, owner, now_ns))
        return EpisodeEnd(ended=True, dropped=dropped)

    def set_mode(self, mode: GuardMode, reason: str, now_ns: int, until_ns: int = 0) -> None:
        """Do something else with verdicts from now on; `reason` says why, and who asks.

        A guard that was off when the task began knows nothing of it, whatever the mode is later.
        """
        self.settings = replace(self.settings, mode=mode)
        if self.guard is not None:
            self.guard.mode = mode
        self._note(ModeChanged(mode.value, reason, now_ns, until_ns))

    def forget(self) -> None:
        """Forget the task and the world, as a guard does that is taken down."""
        self._evidence.forget()
        self._drop_task()
        self._note(Forgotten())

    def objection(self, request: TaskRequest, now_ns: int) -> str:
        """Why a task cannot begin while the present one goes on; empty if it can."""
        why = why_not_begun(self, request, now_ns)
        if why:
            self._note(TaskRefused(request.episode, why))
        return why

    def obligations(self, episode: str, now_ns: int) -> Sequence[Obligation] | None:
        """What has to be done before the task may end; None: that cannot be told."""
        if self.guard is None or episode != self._episode or not self.is_current():
            return None
        return self.due(now_ns)

    def due(self, now_ns: int) -> Sequence[Obligation] | None:
        """What is due by all that is known, be it current or not; None: that cannot be told."""
        if self.guard is None:
            return ()
        try:
            return self.guard.obligations(self._evidence.known(now_ns), now_ns)
        except Exception:  # noqa: BLE001  # whatever broke, nobody can tell what is due
            return None

    def _drop_task(self) -> None:
        self.guard = None
        self._episode = self._owner = ""
        self._stand(TaskStanding())

    def _stand(self, standing: TaskStanding) -> None:
        """Note how the task stands."""
        self._standing = standing
        self._refusal = standing.said.verdict if standing.said and standing.refused else None

    def _note(self, entry: Entry, report: Report | None = None) -> None:
        self._count += 1
        self._noted.append((self.place, entry))
        if self.watch is not None:
            self.watch(entry, report)
