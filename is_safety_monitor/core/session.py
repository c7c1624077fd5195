"""What a guard says, from what it is told: the one way to drive a guard, live and in a replay.

Everything that counts comes in by one of the methods, in order, with the time where time counts.
Each call is noted, so that another session that is called alike says the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.calls import SkillCall
from is_bench.facts import FactSet
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
    StepOpinion,
    StopReset,
    StopSet,
    TaskBegun,
    TaskRequest,
)
from is_bench.recognised import RecognisedObject, recognise_objects, table_of
from is_bench.scenarios import Annotations
from is_bench.verdict import (
    GuardMode,
    Obligation,
    PlanVerdict,
    TaskVerdict,
    Verdict,
)
from is_safety_monitor.core.assembly import Task, make_guard
from is_safety_monitor.core.choice import GuardSettings, KnowledgeBase
from is_safety_monitor.core.description import judged_by
from is_safety_monitor.core.fact_memory import FactMemory
from is_safety_monitor.core.goals import (
    Goal,
    Judgement,
    is_long,
    kept_call,
    kept_goal,
    wrong_goal,
)
from is_safety_monitor.core.guard import CRASH, WORLD_STATE, Guard
from is_safety_monitor.core.refusals import (
    NOT_READY,
    STOP_TEXT,
    STOPPED,
    refused_plan,
    refused_step,
    unknown_task,
)
from is_safety_monitor.core.reports import Report, newcomers, things_of
from is_safety_monitor.core.task_standing import TaskStanding
from is_safety_monitor.core.verdicts import own_verdict
from kb.adviser import Adviser

__all__ = ["NOT_READY", "STOPPED", "STOP_TEXT", "Goal", "Judgement", "Session"]


class Session:
    """A guard from its start on, over all its tasks.

    Not thread-safe: one caller at a time.
    """

    def __init__(self, settings: GuardSettings, base: KnowledgeBase, log: int = 0) -> None:
        """`settings` and `base` count from the next task on; `log` names the log."""
        self.settings = settings
        self.base = base
        self.guard: Guard | None = None
        self.latest: Report | None = None
        self.stopped = False
        self.moving = 0
        """How many goals are being executed."""
        self._memory = FactMemory(settings.fact_age_ns)
        self._facts: FactSet | None = None
        """What is known, where that does not depend on the time."""
        self._episode = ""
        self._stand(TaskStanding())
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
    def said(self) -> TaskVerdict | None:
        """What was last said of the task; None: nothing."""
        return self._standing.said

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
        request: TaskRequest,
        *,
        annotations: Annotations | None = None,
        problem: str = "",
        adviser: Adviser | None = None,
        recognised: Sequence[RecognisedObject] | None = None,
    ) -> TaskVerdict | None:
        """Begin an episode; what was known of the last one is forgotten.  None: nothing is judged.

        `annotations` are for the knowledge "scenario" alone; `problem` says why the caller cannot
        describe the task, which is then blocked.  `adviser` stands in for the language model of
        the settings, `recognised` for recognising the things of the request.
        """
        self._begin(request.episode)
        by, off = judged_by(self.settings, self.base), self.settings.mode is GuardMode.OFF
        things, guard, said = tuple(recognised or ()), None, TaskStanding()
        try:
            if recognised is None:
                described = things_of(request, self.latest)
                things = recognise_objects(described, self.settings.domain.labels)
            if not off:
                task = Task(request, table_of(things), annotations, problem)
                guard = make_guard(self.settings, self.base, task, adviser)
                said = TaskStanding(guard.assess(request.instruction))
                said = self._in_sight(guard, said)
        except Exception as error:  # noqa: BLE001  # whatever broke, no task may begin
            guard, said = None, TaskStanding(None if off else unknown_task(request, error))
        self.guard = guard
        self._stand(said.about(things))
        why = "" if guard is not None else said.why
        opinion = None if guard is None else guard.opinion
        self._note(TaskBegun(request, by, why, things, opinion))
        return self._standing.said

    def heard(
        self, report: Report, arrived: Sequence[RecognisedObject] | None = None
    ) -> TaskVerdict | None:
        """Take in a state of the world; what is said of the task now, if that refuses it.

        Things that it names for the first time in the episode become known from then on; `arrived`
        stands in for recognising them.
        """
        new, wrong = tuple(arrived or ()), None
        try:
            if arrived is None:
                new = self._recognised(report)
            if new and self.guard is not None:
                self.guard.extend(self.guard.objects.joined(table_of(new)))
        except Exception as error:  # noqa: BLE001  # a state with things that cannot be read is none
            new, wrong = (), error
        self._note(StateHeard(report.episode, report.stamp_ns, new))
        self._take_in(report)
        self._unreadable = self._unreadable or wrong
        return self._refused_in_sight()

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
        self.latest = self.guard = None
        self._stand(TaskStanding())
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
        opinion: StepOpinion | None = None,
    ) -> Judgement:
        """What becomes of a goal; one that is not refused counts as being executed.

        `refusal` says why no goal can be accepted at present, if so.  `accepted` says whether the
        goal was accepted, where that is known already.  `opinion` is what a model that sees says
        of the goal, if one was asked; it can only make the verdict stricter.
        """
        goal = kept_goal(goal) if is_long(goal) else goal
        verdict, enforced = self._judged(goal, now_ns, refusal, may_hold=may_hold)
        if opinion is not None and verdict is not None and self.guard is not None:
            verdict = self.guard.advised(verdict, goal.call, opinion)
            enforced = enforced or self.guard.stops(verdict)
        taken = not enforced if accepted is None else accepted
        self.moving += taken
        noted = StepJudged(
            goal.episode,
            goal.request,
            goal.index,
            goal.call,
            goal.text,
            now_ns,
            refusal=refusal,
            may_hold=may_hold,
            accepted=taken,
            opinion=opinion,
        )
        self._note(noted)
        return Judgement(verdict, enforced)

    def ended(self, goal: Goal, now_ns: int, *, ok: bool | None, finished_ns: int) -> None:
        """A goal that was accepted ended, with success or not (None: nobody knows).

        States that are stamped before `finished_ns` do not show its effect.
        """
        goal = kept_goal(goal)
        self.moving = max(0, self.moving - 1)  # the log may lack its beginning
        if ok is not None:
            self._finished_ns = finished_ns
            if self.guard is not None and goal.episode == self._episode:
                self.guard.forwarded(goal.index, goal.call, ok=ok, now_ns=now_ns)
        noted = StepEnded(
            goal.episode,
            goal.request,
            goal.index,
            goal.call,
            now_ns,
            ok=ok,
            finished_ns=finished_ns,
        )
        self._note(noted)

    def check_plan(self, episode: str, plan: Sequence[SkillCall], now_ns: int) -> PlanVerdict:
        """Say of each step of a plan what would be said of it then; what is unknown is blocked."""
        plan = tuple(map(kept_call, plan))
        self._note(PlanChecked(episode, plan, now_ns))
        if self.guard is None or episode != self._episode or not self.is_current():
            why = "the guard knows no task or no state of the world for this episode"
            return refused_plan(plan, NOT_READY, why)
        if self._refusal is not None and self.settings.mode is GuardMode.ENFORCE:
            return refused_plan(plan, NOT_READY, self._standing.why)
        try:
            return self.guard.check_plan(plan, self._known(now_ns), now_ns)
        except Exception as error:  # noqa: BLE001  # whatever broke, an unjudged plan must not pass
            why = f"checking the plan failed ({type(error).__name__}: {error})"
            return refused_plan(plan, CRASH, why)

    def obligations(self, episode: str, now_ns: int) -> Sequence[Obligation] | None:
        """What has to be done before the task may end; None: that cannot be told."""
        if self.guard is None or episode != self._episode or not self.is_current():
            return None
        try:
            return self.guard.obligations(self._known(now_ns), now_ns)
        except Exception:  # noqa: BLE001  # whatever broke, nobody can tell what is due
            return None

    def _judged(
        self, goal: Goal, now_ns: int, refusal: str, *, may_hold: bool
    ) -> tuple[Verdict | None, bool]:
        """The verdict on a goal, if any, and whether it keeps the goal from being forwarded."""
        if self.stopped:
            return own_verdict(goal.index, goal.call, STOPPED, STOP_TEXT), True
        if refusal:
            return own_verdict(goal.index, goal.call, NOT_READY, refusal), True
        if self.settings.mode is GuardMode.OFF:
            return None, False
        enforce = self.settings.mode is GuardMode.ENFORCE
        if self.guard is None or goal.episode != self._episode:
            why = f"the guard was told of no task for episode {goal.episode!r}; call set_task"
            return own_verdict(goal.index, goal.call, NOT_READY, why), enforce
        if self._refusal is not None and enforce and not goal.call.is_done:
            return refused_step(goal.index, goal.call, self._refusal), True
        if self.moving:
            why = "another skill is still being executed, so its effect is not known yet"
            return own_verdict(goal.index, goal.call, WORLD_STATE, why), enforce
        try:
            verdict = self._guard_verdict(self.guard, goal, now_ns, may_hold=may_hold)
        except Exception as error:  # noqa: BLE001  # whatever broke, an unjudged step must not pass
            why = f"judging {goal.call} failed ({type(error).__name__}: {error})"
            verdict = own_verdict(goal.index, goal.call, CRASH, why)
        return verdict, self.guard.stops(verdict)

    def _guard_verdict(self, guard: Guard, goal: Goal, now_ns: int, *, may_hold: bool) -> Verdict:
        wrong = wrong_goal(goal, guard.domain, guard.objects)
        if wrong is not None:
            return guard.refused(wrong, goal.call)
        if self._unreadable is not None:
            raise self._unreadable
        facts, age = None, 0
        if self.latest is not None and self.is_current():
            facts = self._known(now_ns)
            age = now_ns - self.latest.stamp_ns
        return guard.judge(goal.index, goal.call, facts, age, now_ns, may_hold=may_hold)

    def _begin(self, episode: str) -> None:
        """Forget what was known of the last episode."""
        self._episode = episode
        self.guard = None
        self._stand(TaskStanding())
        self._finished_ns = 0
        self._holds = []
        self._memory = FactMemory(self.settings.fact_age_ns)
        self._facts = self._unreadable = None
        if self.latest is not None:
            self._take_in(self.latest)

    def _in_sight(self, guard: Guard, standing: TaskStanding) -> TaskStanding:
        """How the task stands as soon as a state shows its beginning."""
        latest = self.latest
        if latest is None or latest.episode != self._episode or self._unreadable is not None:
            return standing
        return standing.look(guard, self._known(latest.stamp_ns), latest.stamp_ns)

    def _refused_in_sight(self) -> TaskVerdict | None:
        """What is said of the task in sight of the first state, if that refuses it only now."""
        guard, before = self.guard, self._standing
        if guard is None or before.in_sight or before.refused:
            return None
        try:
            self._stand(self._in_sight(guard, before))
        except Exception as error:  # noqa: BLE001  # whatever broke, no step of the task may pass
            self._unreadable = error
        return self._standing.said if self._standing.refused else None

    def _stand(self, standing: TaskStanding) -> None:
        """Note how the task stands."""
        self._standing = standing
        self._refusal = standing.said.verdict if standing.said and standing.refused else None

    def _recognised(self, report: Report) -> tuple[RecognisedObject, ...]:
        """The things that a state names for the first time in the episode."""
        if self.guard is None or report.episode != self._episode:
            return ()
        new = newcomers(report, self.guard.objects.by_name)
        return recognise_objects(new, self.guard.domain.labels) if new else ()

    def _take_in(self, report: Report) -> None:
        self.latest = report
        if report.episode != self._episode:
            return
        try:
            facts, seen = report.read()
            self._memory.report(facts, report.stamp_ns, seen)
            ageing = bool(self._memory.max_age_ns)
            self._facts = None if ageing else self._memory.view(report.stamp_ns)
            self._unreadable = None
        except Exception as error:  # noqa: BLE001  # a state that cannot be read is none
            self._unreadable = error

    def _known(self, now_ns: int) -> FactSet:
        """What is known of the world."""
        return self._memory.view(now_ns) if self._facts is None else self._facts

    def _note(self, entry: Entry) -> None:
        self._count += 1
        self._noted.append((self.place, entry))
