"""Persists and restores the episode across restarts.

Every log entry of the session is written to the journal.  If the episode cannot be restored or
written, all goals are blocked; `problem` states why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from is_bench.errors import InputError
from is_bench.guard_log import (
    NOWHERE,
    Entry,
    EpisodeEnded,
    StepEnded,
    StepJudged,
    TaskBegun,
    TaskRequest,
)
from is_safety_monitor.core.episode_journal import Record
from is_safety_monitor.core.goals import Goal
from is_safety_monitor.core.log_player import goal_key
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Session
from is_safety_monitor.core.session_restore import AnnotationsOf, restore
from is_safety_monitor.state_files import BusyFile, FolderLock, GoalRecord, JournalFile

BUSY = "a skill was running when the guard stopped, and its driver has not reported idle"
_ANEW = "set a task with take_over, or end the episode"


class EpisodePersistence:
    """Restores an episode, and writes its journal from then on."""

    def __init__(self, folder: Path) -> None:
        """`folder` is made if it is not there.

        Raises InputError if another guard uses the folder, OSError if it is not writable.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FolderLock(folder)
        self._session: Session | None = None
        self._journal = JournalFile(folder, self._is_state_valid)
        self._busy = BusyFile(folder)
        self._moving: Counter[Goal] = Counter()
        """The running goals of this process."""
        self._last: Goal | None = None
        """The last goal of the episode that was sent."""
        self._left: tuple[Goal, ...] = ()
        """Goals that an earlier process may have left running."""
        self._is_busy = False
        self._lost = ""
        """Why the obligations from before the restart are lost."""
        self._unwritten = ""
        """Why the journal cannot be written."""

    @property
    def problem(self) -> str:
        """Why all goals are blocked, in any mode; empty if they are not."""
        return (BUSY if self._is_busy else "") or self._lost or self._unwritten

    @property
    def is_busy(self) -> bool:
        """Whether a skill of an earlier process may still be running."""
        return self._is_busy

    def objection(self, request: TaskRequest) -> str:
        """Why persistence prevents a task from beginning; empty if it does not."""
        if self._is_busy:
            return BUSY
        return "" if request.take_over else self._lost

    def open(self, session: Session, annotations_of: AnnotationsOf) -> None:
        """Restore a fresh `session` from the journal, and append its entries from then on."""
        in_flight: tuple[Goal, ...] = ()
        records: list[Record] = []
        try:
            records = self._journal.read()
            in_flight = restore(session, records, annotations_of)
            self._journal.resume(records)
        except (InputError, OSError) as error:
            self._mark_lost(session, str(error))
        self._left = (*in_flight, *self._goals_missing_from_journal(session, records))
        self._is_busy = self._is_busy or bool(self._left)
        self._session, session.watch = session, self.append

    def append(self, entry: Entry, report: Report | None) -> None:
        """Append an entry to the journal."""
        if isinstance(entry, TaskBegun):
            self._lost = self._unwritten = ""
        place = NOWHERE if self._session is None else self._session.place
        self._write(lambda: self._journal.note(Record(entry, report, place)))
        if isinstance(entry, TaskBegun | EpisodeEnded) and self._last is not None:
            self._last = None
            self._write_busy(sync=True)
        elif isinstance(entry, StepJudged) and entry.accepted:
            self._last = goal_key(entry)
            self._moving[self._last] += 1
            self._write_busy(sync=True)  # before the goal is sent
        elif isinstance(entry, StepEnded):
            self._moving[goal_key(entry)] -= 1
            self._write_busy(sync=False)

    def idle(self, session: Session, now_ns: int, stamp_ns: int) -> None:
        """Record that the skills of an earlier process have ended; they count as failed.

        `now_ns` is on the guard's clock, `stamp_ns` the same time on the clock of stamps.
        """
        left, self._left, self._is_busy = self._left, (), False
        for goal in left[: session.moving]:
            session.ended(goal, now_ns, ok=False, finished_ns=stamp_ns)
        self._moving.clear()
        self._write_busy(sync=True)

    def discard_lost_episode(self) -> bool:
        """Discard a lost episode; returns whether there was one and it could be discarded."""
        if not self._lost or self._is_busy:
            return False
        self._write(self._journal.discard)
        self._lost, self._last = "", None
        self._write_busy(sync=True)
        return True

    def close(self, session: Session) -> None:
        """Stop writing the entries of `session`; the files stay."""
        session.watch = None
        self._journal.close()
        self._busy.close()
        self._lock.close()

    def _is_state_valid(self) -> bool:
        return self._session is None or not self._session.state_rejection

    def _goals_missing_from_journal(
        self, session: Session, records: list[Record]
    ) -> tuple[Goal, ...]:
        """The goals that were sent, and that the journal lacks: a power failure has cut it off."""
        sent = {goal_key(r.entry) for r in records if isinstance(r.entry, StepJudged)}
        try:
            record = self._busy.read()
        except (InputError, OSError) as error:
            self._is_busy = True
            self._mark_lost(session, str(error))
            return ()
        self._last = record.last
        lacking = [*record.running, *([] if record.last is None else [record.last])]
        lost = next((goal for goal in lacking if goal not in sent), None)
        if lost is not None:
            self._mark_lost(session, f"the journal lacks {lost.call}, which was sent")
        return tuple(goal for goal in record.running if goal not in sent)

    def _mark_lost(self, session: Session, why: str) -> None:
        session.forget()
        session.moving = 0
        self._lost = self._lost or f"obligations from before the restart are lost ({why}); {_ANEW}"

    def _write_busy(self, *, sync: bool) -> None:
        record = GoalRecord(tuple(self._moving.elements()), self._last)
        self._write(lambda: self._busy.write(record, sync=sync))

    def _write(self, write: Callable[[], None]) -> None:
        try:
            write()
        except (InputError, OSError) as error:
            self._unwritten = f"the episode journal cannot be written ({error}); {_ANEW}"
