"""What a guard knows of the world: which states count, and what skills made doubtful."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from is_bench.errors import InputError
from is_bench.facts import Atom, FactSet
from is_safety_monitor.core.fact_memory import FactMemory
from is_safety_monitor.core.guard import Guard
from is_safety_monitor.core.reports import Report
from is_safety_monitor.core.screening import ContentScreen

Changes = Callable[[], Iterable[Atom]]
"""Which facts a skill may have changed; found out when that counts."""


class Evidence:
    """The states of the world that a guard was told of, in one episode after the other."""

    def __init__(self, max_age_ns: int) -> None:
        """Facts that were seen more than `max_age_ns` ago are unknown; 0: they do not age."""
        self.latest: Report | None = None
        self.unreadable: Exception | None = None
        """Why the latest state could not be read."""
        self.refused = ""
        """Why the last state that came in was not believed; empty if it was."""
        self._seen_ns = 0
        self.begin("", max_age_ns)

    def begin(self, episode: str, max_age_ns: int) -> None:
        """Forget what was known of the last episode, but for the latest state."""
        self._episode = episode
        self._memory = FactMemory(max_age_ns)
        self._facts: FactSet | None = None
        """What is known, where that does not depend on the time."""
        self._is_ours = self.latest is not None and self.latest.is_of(episode)
        """Whether the latest state is of this episode."""
        self._screen: ContentScreen | None = None
        self._closed = False
        self._finished_ns = 0
        self._holds: list[int] = []
        self._doubts: list[tuple[int, Changes]] = []
        """Of skills, whose effects no state has shown since."""
        self.unreadable = None
        self.refused = ""

    def forget(self) -> None:
        """Forget the latest state, too."""
        self.latest, self._is_ours = None, False

    def judged_by(self, guard: Guard | None) -> None:
        """From now on `guard` judges; the latest state is looked at again."""
        self._screen = None if guard is None else ContentScreen(guard.domain)
        if self.latest is not None:
            self.take_in(self.latest, self._seen_ns, guard)

    def refuse(self, report: Report, why: str) -> None:
        """A state is not believed: what is known stays as it is, and grows stale."""
        if report.is_of(self._episode):
            self.refused = why

    def take_in(self, report: Report, seen_ns: int, guard: Guard | None) -> None:
        """Believe a state, which was so at `seen_ns`, on the guard's clock."""
        self.latest, self._seen_ns = report, seen_ns
        self._is_ours = report.is_of(self._episode)
        if not self._is_ours:
            return
        self.refused = ""
        try:
            facts, observed = report.read()
            if self._screen is not None and guard is not None:
                self._screen.check(facts, guard.objects.by_name)
            self._settle_doubts(report, closed=facts.closed)
            self._memory.report(facts, report.stamp_ns, observed, seen_ns)
            self._closed = facts.closed
            self._keep_view()
            self.unreadable = None
        except Exception as error:  # noqa: BLE001  # a state that cannot be read is none
            self.unreadable = error

    def is_current(self) -> bool:
        """Whether the latest state is of this episode and shows what the last skill did."""
        return (
            self._is_ours
            and self.latest is not None
            and self.latest.stamp_ns >= self._finished_ns
            and self._seen_ns >= max(self._holds, default=self._seen_ns)
        )

    def is_in_sight(self) -> bool:
        """Whether there is a readable state of this episode."""
        return self._is_ours and self.unreadable is None

    def hold(self, since_ns: int) -> None:
        """Rely on no state from before `since_ns`, on the guard's clock."""
        self._holds.append(since_ns)

    def release(self, since_ns: int) -> None:
        """No longer do what `hold` of `since_ns` began."""
        if since_ns in self._holds:
            self._holds.remove(since_ns)

    def ended(self, finished_ns: int, changes: Changes | None) -> None:
        """A skill ended at `finished_ns`, on the clock of stamps, and may have made `changes`.

        They are unknown until they are seen from then on.
        """
        self._finished_ns = finished_ns
        if changes is None:
            return
        self._doubts.append((finished_ns, changes))
        if not self._closed:
            self._apply_doubts()

    @property
    def seen_ns(self) -> int:
        """When the world was as the latest state says, on the guard's clock."""
        return self._seen_ns

    @property
    def holds(self) -> tuple[int, ...]:
        """The times from before which no state is relied on."""
        return tuple(self._holds)

    def age_ns(self, now_ns: int) -> int:
        """How old the latest state is."""
        return now_ns - self._seen_ns

    def known(self, now_ns: int) -> FactSet:
        """What is known of the world."""
        return self._memory.view(now_ns) if self._facts is None else self._facts

    def lacking(self, max_age_ns: int, now_ns: int) -> str:
        """Why nothing can be told of the world now; empty if it can.  No age counts as too old: 0.

        That no state has come since the last skill does not count: the skill waits for none.
        """
        if self.unreadable is not None:
            return self.unreadable_because() or f"the last state cannot be read: {self.unreadable}"
        age_ns = self.age_ns(now_ns)
        if not max_age_ns or age_ns <= max_age_ns:
            return ""
        return f"the last view of the world is {age_ns / 1e9:.1f} s old by now"

    def unreadable_because(self) -> str:
        """Why nothing is known by the latest state, where it says nothing that could be so."""
        wrong = self.unreadable
        if not isinstance(wrong, InputError):
            return ""
        return f"the last state of the world cannot be relied on: {wrong}; nothing may move"

    def _settle_doubts(self, report: Report, *, closed: bool) -> None:
        """Let a state of a closed world, which says everything, take the place of doubts."""
        if closed:
            self._doubts = [one for one in self._doubts if one[0] > report.stamp_ns]
        else:
            self._apply_doubts()

    def _apply_doubts(self) -> None:
        for finished_ns, changes in self._doubts:
            self._memory.doubt(changes(), finished_ns)
        self._doubts = []
        self._keep_view()

    def _keep_view(self) -> None:
        self._facts = None if self._memory.max_age_ns else self._memory.view(self._seen_ns)
