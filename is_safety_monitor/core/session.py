"""What a guard says, from what it is told: the guard node without ROS, led by its log in a replay.

Everything that counts comes in by one of the methods, in order, with the time where time counts.
Each call is noted, so that another session that is called alike says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from is_bench.guard_log import (
    Entry,
    Forgotten,
    HoldBegun,
    HoldEnded,
    LogPlace,
    PlanChecked,
    StateHeard,
    StepEnded,
    StepJudged,
    StopReset,
    StopSet,
    TaskBegun,
)
from is_bench.verdict import (
    Decision,
    GuardMode,
    Module,
    Obligation,
    PlanVerdict,
    TaskVerdict,
    Verdict,
)
from is_safety_monitor.core.cascade import Cascade
from is_safety_monitor.core.choice import GuardSettings, KnowledgeBase
from is_safety_monitor.core.description import judged_by, task_begun
from is_safety_monitor.core.fact_memory import FactMemory
from is_safety_monitor.core.guard import CRASH, WORLD_STATE
from is_safety_monitor.core.reports import Report

STOPPED = "emergency_stop"
NOT_READY = "guard_not_ready"
"""Ids of the guard's own constraints."""
Make = Callable[[KnowledgeBase], Cascade]
"""Makes the guard of a task from what is known at that time."""
STOP_TEXT = "the emergency stop is set; reset it with /is_bench/guard/reset"


@dataclass(frozen=True)
class Goal:
    """A step that somebody asks for."""

    episode: str
    request: str
    index: int
    action: str


@dataclass(frozen=True)
class Judgement:
    """What becomes of a goal."""

    verdict: Verdict | None
    """None: nothing is judged."""
    enforced: bool
    """Whether the goal is not to be forwarded."""

    @property
    def can_wait(self) -> bool:
        """Whether the goal may pass once facts are known, and not before."""
        return self.enforced and self.verdict is not None and self.verdict.hold


class Session:
    """A guard from its start on, over all its tasks.

    Not thread-safe: one caller at a time.
    """

    def __init__(
        self, settings: GuardSettings, fact_age_ns: int, base: KnowledgeBase, log: int = 0
    ) -> None:
        """`log` names the log; facts that were seen `fact_age_ns` ago are unknown (0: never)."""
        self.settings = settings
        self.base = base
        """What it knows from the next task on."""
        self.guard: Cascade | None = None
        self.latest: Report | None = None
        self.stopped = False
        self.moving = 0
        """How many goals are being executed."""
        self._fact_age_ns = fact_age_ns
        self._memory = FactMemory(fact_age_ns)
        self._episode = ""
        self._unreadable: Exception | None = None
        """Why the latest state could not be read."""
        self._finished_ns = 0
        self._holds: list[int] = []
        self._log = log
        self._count = 0
        self._noted: list[tuple[LogPlace, Entry]] = []

    @property
    def episode(self) -> str:
        """The episode that the last task began."""
        return self._episode

    @property
    def place(self) -> LogPlace:
        """Where the last call is noted."""
        return LogPlace(self._log, self._count)

    def drain(self) -> list[tuple[LogPlace, Entry]]:
        """What was noted since the last time."""
        noted, self._noted = self._noted, []
        return noted

    # What it is told

    def set_task(
        self,
        episode: str,
        task: str,
        make: Make | None,
        problem: str = "",
    ) -> TaskVerdict | None:
        """Begin an episode; what was known of the last one is forgotten.  None: nothing is judged.

        `make` makes the guard of the task; None: there is no such task, and `problem` says why.
        """
        self._episode = episode
        self.guard = None
        self._finished_ns = 0
        self._holds = []
        self._memory = FactMemory(self._fact_age_ns)
        if self.latest is not None:
            self._take_in(self.latest)
        by = judged_by(self.settings, self._fact_age_ns, self.base)
        if self.settings.mode is GuardMode.OFF:
            self._note(TaskBegun(episode, task, by))
            return None
        guard = None
        try:
            guard = make(self.base) if make is not None else None
            found = guard.assess() if guard is not None else _unknown_task(task, problem)
            self.guard = guard
        except Exception as error:  # noqa: BLE001  # whatever broke, no task may begin
            found = _unknown_task(task, str(error) or type(error).__name__)
        if guard is None:
            self._note(TaskBegun(episode, task, by, found.verdict.feedback))
        else:
            self._note(task_begun(episode, task, guard.scene, by, guard.opinion))
        return found

    def heard(self, report: Report) -> None:
        """Take in a state of the world."""
        self._note(StateHeard(report.episode, report.stamp_ns))
        self._take_in(report)

    def is_current(self) -> bool:
        """Whether the latest state is of this episode and shows what the last skill did."""
        latest = self.latest
        return (
            latest is not None
            and latest.episode == self._episode
            and latest.stamp_ns >= max([self._finished_ns, *self._holds])
        )

    def lacks_state(self) -> bool:
        """Whether a goal cannot be judged yet, but perhaps soon."""
        judging = self.guard is not None and self.settings.mode is not GuardMode.OFF
        return judging and not self.moving and not self.is_current()

    def hold(self, now_ns: int) -> None:
        """Rely on no state from before `now_ns`."""
        self._holds.append(now_ns)
        self._note(HoldBegun(now_ns))

    def release(self, since_ns: int) -> None:
        """No longer do what `hold` of `since_ns` began."""
        if since_ns in self._holds:
            self._holds.remove(since_ns)
        self._note(HoldEnded(since_ns))

    def stop(self) -> None:
        """Accept nothing any more."""
        self.stopped = True
        self._note(StopSet())

    def reset(self) -> None:
        """Accept goals again."""
        self.stopped = False
        self._note(StopReset())

    def forget(self) -> None:
        """Forget the task and the world, as a guard does that is taken down."""
        self.latest, self.guard = None, None
        self._note(Forgotten())

    # What it says

    def judge(
        self,
        goal: Goal,
        now_ns: int,
        refusal: str = "",
        *,
        may_hold: bool = False,
        accepted: bool | None = None,
    ) -> Judgement:
        """What becomes of a goal; one that is not refused counts as being executed.

        `refusal` says why no goal can be accepted at present, if so.  `accepted` says whether the
        goal was accepted, where that is known already.
        """
        verdict, enforced = self._judged(goal, now_ns, refusal, may_hold=may_hold)
        taken = not enforced if accepted is None else accepted
        self.moving += taken
        noted = StepJudged(
            goal.episode,
            goal.request,
            goal.index,
            goal.action,
            now_ns,
            refusal=refusal,
            may_hold=may_hold,
            accepted=taken,
        )
        self._note(noted)
        return Judgement(verdict, enforced)

    def ended(self, goal: Goal, now_ns: int, *, ok: bool | None, finished_ns: int) -> None:
        """A goal that was accepted ended, with success or not (None: nobody knows).

        States that are stamped before `finished_ns` do not show its effect.
        """
        self.moving = max(0, self.moving - 1)  # the log may lack its beginning
        if ok is not None:
            self._finished_ns = finished_ns
            if self.guard is not None and goal.episode == self._episode:
                self.guard.forwarded(goal.index, goal.action, ok=ok, now_ns=now_ns)
        noted = StepEnded(
            goal.episode,
            goal.request,
            goal.index,
            goal.action,
            now_ns,
            ok=ok,
            finished_ns=finished_ns,
        )
        self._note(noted)

    def check_plan(self, episode: str, plan: Sequence[str], now_ns: int) -> PlanVerdict:
        """Say of each step of a plan what would be said of it then; what is unknown is blocked."""
        self._note(PlanChecked(episode, tuple(plan), now_ns))
        if self.guard is None or episode != self._episode or not self.is_current():
            why = "the guard knows no task or no state of the world for this episode"
            listed = (
                own_verdict(index, step, NOT_READY, why, Module.PLAN_SAFE)
                for index, step in enumerate(plan)
            )
            return PlanVerdict(tuple(listed))
        return self.guard.check_plan(list(plan), self._memory.view(now_ns), now_ns)

    def obligations(self, episode: str, now_ns: int) -> Sequence[Obligation] | None:
        """What has to be done before the task may end; None: that cannot be told."""
        if self.guard is None or episode != self._episode or not self.is_current():
            return None
        return self.guard.obligations(self._memory.view(now_ns), now_ns)

    def _judged(
        self, goal: Goal, now_ns: int, refusal: str, *, may_hold: bool
    ) -> tuple[Verdict | None, bool]:
        """The verdict on a goal, if any, and whether it keeps the goal from being forwarded."""
        if self.stopped:
            return own_verdict(goal.index, goal.action, STOPPED, STOP_TEXT), True
        if refusal:
            return own_verdict(goal.index, goal.action, NOT_READY, refusal), True
        if self.settings.mode is GuardMode.OFF:
            return None, False
        enforce = self.settings.mode is GuardMode.ENFORCE
        if self.guard is None or goal.episode != self._episode:
            why = f"the guard was told of no task for episode {goal.episode!r}; call set_task"
            return own_verdict(goal.index, goal.action, NOT_READY, why), enforce
        if self.moving:
            why = "another skill is still being executed, so its effect is not known yet"
            return own_verdict(goal.index, goal.action, WORLD_STATE, why), enforce
        try:
            verdict = self._guard_verdict(self.guard, goal, now_ns, may_hold=may_hold)
        except Exception as error:  # noqa: BLE001  # whatever broke, an unjudged step must not pass
            why = f"judging {goal.action} failed ({type(error).__name__}: {error})"
            verdict = own_verdict(goal.index, goal.action, CRASH, why)
        return verdict, self.guard.stops(verdict)

    def _guard_verdict(self, guard: Cascade, goal: Goal, now_ns: int, *, may_hold: bool) -> Verdict:
        if self._unreadable is not None:
            raise self._unreadable
        facts, age = None, 0
        if self.latest is not None and self.is_current():
            facts = self._memory.view(now_ns)
            age = now_ns - self.latest.stamp_ns
        return guard.judge(goal.index, goal.action, facts, age, now_ns, may_hold=may_hold)

    def _take_in(self, report: Report) -> None:
        self.latest = report
        if report.episode != self._episode:
            return
        try:
            facts, seen = report.read()
            self._memory.report(facts, report.stamp_ns, seen)
            self._unreadable = None
        except Exception as error:  # noqa: BLE001  # a state that cannot be read is none
            self._unreadable = error

    def _note(self, entry: Entry) -> None:
        self._count += 1
        self._noted.append((self.place, entry))


def _unknown_task(task: str, why: str) -> TaskVerdict:
    return TaskVerdict(own_verdict(0, task, NOT_READY, why, Module.TASK_SAFE))


def own_verdict(
    index: int, action: str, constraint: str, feedback: str, module: Module = Module.ACTION_SAFE
) -> Verdict:
    """A block for a reason of the guard's own."""
    return Verdict(index, action, Decision.BLOCK, module, (constraint,), feedback)
