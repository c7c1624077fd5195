"""Belief state from valid world states; facts changed by skills become unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from is_bench.durations import NS_PER_S
from is_bench.errors import InputError
from is_bench.facts import Atom, FactSet
from is_safety_monitor.core.fact_memory import FactMemory
from is_safety_monitor.core.guard import Guard
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.state_screening import ContentScreen

Changes = Callable[[], Iterable[Atom]]
"""The facts that a skill may have changed; computed on demand."""


class Evidence:
    """The belief state of a guard, in one episode after the other."""

    def __init__(self, max_age_ns: int) -> None:
        """Facts that were seen more than `max_age_ns` ago are unknown; 0: they do not age."""
        self.latest: Report | None = None
        self.unreadable: Exception | None = None
        """Why the latest state could not be read."""
        self.rejection = ""
        """Why the last received state was rejected; empty if it was valid."""
        self._seen_ns = 0
        self.begin("", max_age_ns)

    def begin(self, episode: str, max_age_ns: int) -> None:
        """Forget what was known of the last episode, but for the latest state."""
        self._episode = episode
        self._memory = FactMemory(max_age_ns)
        self._facts: FactSet | None = None
        """The known facts, if they do not depend on the time."""
        self._is_ours = self.latest is not None and self.latest.is_of(episode)
        """Whether the latest state is of this episode."""
        self._screen: ContentScreen | None = None
        self._closed = False
        self._finished_ns = 0
        self._holds: list[int] = []
        self._unseen_changes: list[tuple[int, Changes]] = []
        """Ends of skills whose effects no state has shown since, with their possible changes."""
        self.unreadable = None
        self.rejection = ""

    def forget(self) -> None:
        """Forget the latest state, too."""
        self.latest, self._is_ours = None, False

    def judged_by(self, guard: Guard | None) -> None:
        """Use the domain and objects of `guard` from now on; the latest state is read again."""
        self._screen = None if guard is None else ContentScreen(guard.domain)
        if self.latest is not None:
            self.accept(self.latest, self._seen_ns, guard)

    def reject(self, report: Report, why: str) -> None:
        """Reject a state: the known facts stay as they are, and become stale."""
        if report.is_of(self._episode):
            self.rejection = why

    def accept(self, report: Report, seen_ns: int, guard: Guard | None) -> None:
        """Accept a state that was observed at `seen_ns`, on the guard's clock."""
        self.latest, self._seen_ns = report, seen_ns
        self._is_ours = report.is_of(self._episode)
        if not self._is_ours:
            return
        self.rejection = ""
        try:
            facts, observed = report.read()
            if self._screen is not None and guard is not None:
                self._screen.check(facts, guard.objects.by_name)
            self._resolve_unknowns(report, closed=facts.closed)
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

    def has_state(self) -> bool:
        """Whether there is a readable state of this episode."""
        return self._is_ours and self.unreadable is None

    def hold(self, since_ns: int) -> None:
        """Ignore states from before `since_ns`, on the guard's clock."""
        self._holds.append(since_ns)

    def release(self, since_ns: int) -> None:
        """Undo `hold` of `since_ns`."""
        if since_ns in self._holds:
            self._holds.remove(since_ns)

    def ended(self, finished_ns: int, changes: Changes | None) -> None:
        """Record that a skill ended at `finished_ns`, on the clock of stamps.

        Its possible `changes` are unknown until they are observed from then on.
        """
        self._finished_ns = finished_ns
        if changes is None:
            return
        self._unseen_changes.append((finished_ns, changes))
        if not self._closed:
            self._invalidate_changed()

    @property
    def seen_ns(self) -> int:
        """Observation time of the latest state, on the guard's clock."""
        return self._seen_ns

    @property
    def holds(self) -> tuple[int, ...]:
        """The times before which states are ignored."""
        return tuple(self._holds)

    def age_ns(self, now_ns: int) -> int:
        """Age of the latest state."""
        return now_ns - self._seen_ns

    def known(self, now_ns: int) -> FactSet:
        """What is known of the world."""
        return self._memory.view(now_ns) if self._facts is None else self._facts

    def missing_reason(self, max_age_ns: int, now_ns: int) -> str:
        """Why no valid fresh state is available; empty if one is.  `max_age_ns` 0: no age limit.

        A missing state since the last skill does not count: the skill waits for none.
        """
        if self.unreadable is not None:
            why = f"the last world state cannot be read: {self.unreadable}"
            return self.unreadable_because() or why
        age_ns = self.age_ns(now_ns)
        if not max_age_ns or age_ns <= max_age_ns:
            return ""
        return f"world state is {age_ns / NS_PER_S:.1f} s old"

    def unreadable_because(self) -> str:
        """Why the latest state is invalid; empty if it is valid."""
        wrong = self.unreadable
        if not isinstance(wrong, InputError):
            return ""
        return f"the last world state is invalid: {wrong}; all goals are blocked"

    def _resolve_unknowns(self, report: Report, *, closed: bool) -> None:
        """Drop the unknown changes that a closed-world state shows; invalidate them otherwise."""
        if closed:
            self._unseen_changes = [one for one in self._unseen_changes if one[0] > report.stamp_ns]
        else:
            self._invalidate_changed()

    def _invalidate_changed(self) -> None:
        for finished_ns, changes in self._unseen_changes:
            self._memory.invalidate(changes(), finished_ns)
        self._unseen_changes = []
        self._keep_view()

    def _keep_view(self) -> None:
        self._facts = None if self._memory.max_age_ns else self._memory.view(self._seen_ns)
