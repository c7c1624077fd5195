"""The memory of a guard over restarts: what it wrote down, and what it may do until that is clear.

A session tells of every entry that it notes.  Where what was known cannot be restored, or cannot be
written, nothing moves: `problem` says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from is_bench.errors import InputError
from is_bench.guard_log import NOWHERE, Entry, StepEnded, StepJudged, TaskBegun, TaskRequest
from is_safety_monitor.core.episode_journal import Record
from is_safety_monitor.core.goals import Goal
from is_safety_monitor.core.log_player import goal_key
from is_safety_monitor.core.reports import Report
from is_safety_monitor.core.session import Session
from is_safety_monitor.core.session_restore import AnnotationsOf, restore
from is_safety_monitor.state_files import BusyFile, FolderLock, JournalFile

BUSY = "a skill was being executed when the guard went down; its driver has not said it is idle"
_ANEW = "set a task with take_over, or end the episode"


class EpisodeMemory:
    """Restores an episode, and writes it down from then on."""

    def __init__(self, folder: Path) -> None:
        """`folder` is made if it is not there.

        Raises InputError if another guard keeps its state there, OSError if nobody can.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = FolderLock(folder)
        self._session: Session | None = None
        self._journal = JournalFile(folder, self._is_believed)
        self._busy = BusyFile(folder)
        self._moving: Counter[Goal] = Counter()
        """The goals that are being executed, as far as this process knows."""
        self._left: tuple[Goal, ...] = ()
        """Those that an earlier process may have left running."""
        self._is_busy = False
        self._lost = ""
        """Why what was due is not known."""
        self._unwritten = ""
        """Why what happens cannot be written down."""

    @property
    def problem(self) -> str:
        """Why nothing may move, in any mode; empty if it may."""
        return (BUSY if self._is_busy else "") or self._lost or self._unwritten

    @property
    def is_busy(self) -> bool:
        """Whether a skill that an earlier process has sent may still be running."""
        return self._is_busy

    def objection(self, request: TaskRequest) -> str:
        """Why a task cannot begin, as far as the memory goes; empty if it can."""
        if self._is_busy:
            return BUSY
        return "" if request.take_over else self._lost

    def open(self, session: Session, annotations_of: AnnotationsOf) -> None:
        """Have a fresh `session` know what was written, and write down what it is told next."""
        in_flight: tuple[Goal, ...] = ()
        records: list[Record] = []
        try:
            records = self._journal.read()
            in_flight = restore(session, records, annotations_of)
            self._journal.resume(records)
        except (InputError, OSError) as error:
            self._lose(session, str(error))
        self._left = (*in_flight, *self._unmentioned(session, records))
        self._is_busy = self._is_busy or bool(self._left)
        self._session, session.watch = session, self.note

    def note(self, entry: Entry, report: Report | None) -> None:
        """Write an entry down."""
        if isinstance(entry, TaskBegun):
            self._lost = self._unwritten = ""
        place = NOWHERE if self._session is None else self._session.place
        self._write(lambda: self._journal.note(Record(entry, report, place)))
        if isinstance(entry, StepJudged) and entry.accepted:
            self._moving[goal_key(entry)] += 1
            self._write_busy(sync=True)  # before the goal is sent
        elif isinstance(entry, StepEnded):
            self._moving[goal_key(entry)] -= 1
            self._write_busy(sync=False)

    def idle(self, session: Session, now_ns: int, stamp_ns: int) -> None:
        """Nothing runs any more that an earlier process has sent; it counts as having failed.

        `now_ns` is on the guard's clock, `stamp_ns` the same time on the clock of stamps.
        """
        left, self._left, self._is_busy = self._left, (), False
        for goal in left[: session.moving]:
            session.ended(goal, now_ns, ok=False, finished_ns=stamp_ns)
        self._moving.clear()
        self._write_busy(sync=True)

    def end_lost(self) -> bool:
        """Begin anew where what was due is not known; whether that was so and could be."""
        if not self._lost or self._is_busy:
            return False
        self._write(self._journal.discard)
        self._lost = ""
        return True

    def close(self, session: Session) -> None:
        """Write down no more of `session`; the files stay."""
        session.watch = None
        self._journal.close()
        self._busy.close()
        self._lock.close()

    def _is_believed(self) -> bool:
        return self._session is None or not self._session.state_rejection

    def _unmentioned(self, session: Session, records: list[Record]) -> tuple[Goal, ...]:
        """The goals that were sent, and that the journal lacks: a power failure has cut it off."""
        sent = {goal_key(r.entry) for r in records if isinstance(r.entry, StepJudged)}
        try:
            missing = tuple(goal for goal in self._busy.read() if goal not in sent)
        except (InputError, OSError) as error:
            self._is_busy = True
            self._lose(session, str(error))
            return ()
        if missing:
            self._lose(session, f"the journal lacks {missing[0].call}, which was sent last")
        return missing

    def _lose(self, session: Session, why: str) -> None:
        session.forget()
        session.moving = 0
        self._lost = self._lost or f"what was due before the restart is not known ({why}); {_ANEW}"

    def _write_busy(self, *, sync: bool) -> None:
        self._write(lambda: self._busy.write(self._moving.elements(), sync=sync))

    def _write(self, write: Callable[[], None]) -> None:
        try:
            write()
        except (InputError, OSError) as error:
            self._unwritten = f"the episode cannot be written down ({error}); {_ANEW}"
