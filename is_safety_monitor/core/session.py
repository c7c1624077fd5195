"""Guard session: consumes inputs and produces verdicts, identically online and in replay.

Every input arrives through one of the methods, in order, with its time where the time matters.
Each call is logged, so that another session with the same calls returns the same verdicts.
"""

from __future__ import annotations

from collections.abc import Sequence

from is_bench.calls import SkillCall
from is_bench.facts import FactSet
from is_bench.guard_log import (
    PlanChecked,
    StateHeard,
    StepEnded,
    StepJudged,
    TaskBegun,
    TaskRequest,
    VisionReply,
)
from is_bench.recognised import RecognisedObject, recognise_objects, table_of
from is_bench.scenarios import Annotations
from is_bench.verdict import (
    GuardMode,
    PlanVerdict,
    TaskVerdict,
    Verdict,
)
from is_safety_monitor.core.assembly import Task, make_guard
from is_safety_monitor.core.bounds import check_room
from is_safety_monitor.core.description import judged_by
from is_safety_monitor.core.evidence import Changes
from is_safety_monitor.core.goals import (
    Goal,
    Judgement,
    invalid_goal_verdict,
    is_long,
    truncated_call,
    truncated_goal,
)
from is_safety_monitor.core.guard import CRASH, WORLD_STATE, Guard
from is_safety_monitor.core.received_states import Report, newcomers, things_of
from is_safety_monitor.core.refusals import (
    NOT_READY,
    STOP_TEXT,
    STOPPED,
    refusal_id,
    refused_plan,
    refused_step,
    unknown_task,
    with_refused_state,
)
from is_safety_monitor.core.session_state import SessionState
from is_safety_monitor.core.supervision import SkillRun
from is_safety_monitor.core.task_state import TaskState
from is_safety_monitor.core.verdicts import own_verdict
from kb.adviser import Adviser

__all__ = ["NOT_READY", "STOPPED", "STOP_TEXT", "Goal", "Judgement", "Session"]


class Session(SessionState):
    """A guard over its whole life, with all its tasks.

    Not thread-safe: one caller at a time.
    """

    # Inputs

    def set_task(
        self,
        request: TaskRequest,
        *,
        annotations: Annotations | None = None,
        problem: str = "",
        adviser: Adviser | None = None,
        recognised: Sequence[RecognisedObject] | None = None,
    ) -> TaskVerdict | None:
        """Begin an episode and forget the last one.  None: the guard is off, nothing is judged.

        `annotations` are for the knowledge "scenario" alone; `problem` says why the caller cannot
        describe the task, which is then blocked.  `adviser` replaces the language model of the
        settings, `recognised` replaces the recognition of the objects of the request.
        """
        self._begin(request.episode)
        self._owner = request.owner
        by, off = judged_by(self.settings, self.base), self.settings.mode is GuardMode.OFF
        things, guard, said = tuple(recognised or ()), None, TaskState()
        try:
            if recognised is None:
                described = things_of(request, self._evidence.latest)
                things = recognise_objects(described, self.settings.domain.labels)
            if not off:
                task = Task(request, table_of(things), annotations, problem)
                guard = make_guard(self.settings, self.base, task, adviser)
                said = TaskState(guard.assess(request.instruction))
                self._evidence.judged_by(guard)
                said = self._on_first_state(guard, said)
        except Exception as error:  # noqa: BLE001  # whatever broke, no task may begin
            guard, said = None, TaskState(None if off else unknown_task(request, error))
        self.guard = guard
        self._record_task_state(said.about(things))
        why = "" if guard is not None else said.why
        opinion = None if guard is None else guard.opinion
        self._note(TaskBegun(request, by, why, things, opinion))
        return self._task_state.verdict

    def receive_state(
        self,
        report: Report,
        arrived: Sequence[RecognisedObject] | None = None,
        *,
        seen_ns: int | None = None,
        refused: str = "",
    ) -> TaskVerdict | None:
        """Accept or reject a world state; returns the task verdict if this state blocks the task.

        Objects that it names for the first time in the episode are known from then on; `arrived`
        replaces their recognition.  `seen_ns` is the observation time on the guard's clock; None:
        the stamp of the state.  `refused` is the reason for rejecting the state; empty: valid.
        """
        seen_ns = report.stamp_ns if seen_ns is None else seen_ns
        if refused:
            self._note(StateHeard(report.episode, report.stamp_ns, (), seen_ns, refused), report)
            self._evidence.reject(report, refused)
            return None
        new, wrong = tuple(arrived or ()), None
        try:
            new = self._recognised(report, arrived)
            if new and self.guard is not None:
                self.guard.extend(self.guard.objects.joined(table_of(new)))
        except Exception as error:  # noqa: BLE001  # a state with things that cannot be read is none
            new, wrong = (), error
        self._note(StateHeard(report.episode, report.stamp_ns, new, seen_ns), report)
        self._evidence.accept(report, seen_ns, self.guard)
        self._evidence.unreadable = self._evidence.unreadable or wrong
        return self._rejection_at_first_state()

    # Verdicts

    def judge(
        self,
        goal: Goal,
        now_ns: int,
        refusal: str = "",
        *,
        may_hold: bool = False,
        accepted: bool | None = None,
        opinion: VisionReply | None = None,
    ) -> Judgement:
        """Judge a goal; one that is not blocked counts as running.

        `refusal` is the reason why no goal is accepted at present, if any.  `accepted` states
        whether the goal was accepted, where that is known already.  `opinion` is the reply of a
        vision guard model, if one was asked; it can only make the verdict stricter.
        """
        goal = truncated_goal(goal) if is_long(goal) else goal
        verdict, enforced = self._judged(goal, now_ns, refusal, may_hold=may_hold)
        if opinion is not None and verdict is not None and self.guard is not None:
            verdict = self.guard.advised(verdict, goal.call, opinion)
            enforced = enforced or self.guard.stops(verdict)
        taken = not enforced if accepted is None else accepted
        if taken:
            self._mark_dispatched(goal, now_ns)
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
        """Record the end of an accepted goal: succeeded, failed, or None for an unknown result.

        States that are stamped before `finished_ns` do not show its effect.
        """
        goal = truncated_goal(goal)
        self.moving = max(0, self.moving - 1)  # the log may lack its beginning
        if ok is not None:
            self._evidence.ended(finished_ns, self._changes(goal))
            if self.guard is not None and goal.episode == self._episode:
                self.guard.forwarded(goal.index, goal.call, ok=ok, now_ns=now_ns)
        if not self.moving:
            self._run = None
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

    def recheck_before_dispatch(self, goal: Goal, now_ns: int) -> str:
        """Why an allowed goal must not be dispatched after all; empty if it may be."""
        guard, run = self.guard, self._run
        if self.stopped:
            return STOP_TEXT
        if self.settings.mode is not GuardMode.ENFORCE:
            return ""
        if guard is None or run is None or goal.episode != self._episode:
            return "the task has changed since the skill was judged"
        if not guard.stages.action:
            return ""
        why = self._evidence.missing_reason(guard.limits.max_age_ns, now_ns)
        return why or self._worse(guard, run, self._evidence.known(now_ns), now_ns)

    def cancel_reason(self, now_ns: int) -> str:
        """Why the running skill must be canceled in the current state; empty if it need not be.

        Changes that the skill causes itself are ignored.
        """
        guard, run = self.guard, self._run
        if guard is None or run is None or self.settings.mode is not GuardMode.ENFORCE:
            return ""
        if run.call.is_done:
            return ""  # nothing moves
        try:
            facts = run.unexplained(self._evidence.known(now_ns))
        except Exception as error:  # noqa: BLE001  # whatever broke, what is not watched must stop
            return f"internal error while monitoring {run.call} ({type(error).__name__}: {error})"
        return "" if facts is None else self._worse(guard, run, facts, now_ns)

    def _worse(self, guard: Guard, run: SkillRun, facts: FactSet, now_ns: int) -> str:
        """The first violation of a skill in `facts` that was absent when it was allowed."""
        if facts == run.start:
            return ""
        before = guard.objections(run.call, run.start, now_ns)
        new = guard.objections(run.call, facts, now_ns).items() - before.items()
        return "" if not new else f"{run.call} canceled: {min(new)[1]}"

    def check_plan(self, episode: str, plan: Sequence[SkillCall], now_ns: int) -> PlanVerdict:
        """The predicted verdict on each step of a plan; all are blocked without a valid state."""
        plan = tuple(map(truncated_call, plan))
        self._note(PlanChecked(episode, plan, now_ns))
        if self.guard is None or episode != self._episode or not self.is_current():
            why = "no task or no world state for this episode; set the task, publish the state"
            return refused_plan(plan, NOT_READY, why)
        if self._refusal is not None and self.settings.mode is GuardMode.ENFORCE:
            return refused_plan(plan, NOT_READY, self._task_state.why)
        try:
            return self.guard.check_plan(plan, self._evidence.known(now_ns), now_ns)
        except Exception as error:  # noqa: BLE001  # whatever broke, an unjudged plan must not pass
            why = f"internal error while checking the plan ({type(error).__name__}: {error})"
            return refused_plan(plan, CRASH, why)

    def _judged(
        self, goal: Goal, now_ns: int, refusal: str, *, may_hold: bool
    ) -> tuple[Verdict | None, bool]:
        """The verdict on a goal, if any, and whether it blocks the goal."""
        if self.stopped:
            return own_verdict(goal.index, goal.call, STOPPED, STOP_TEXT), True
        if refusal:
            return own_verdict(goal.index, goal.call, refusal_id(refusal), refusal), True
        if self.settings.mode is GuardMode.OFF:
            return None, False
        enforce = self.settings.mode is GuardMode.ENFORCE
        if self.guard is None or goal.episode != self._episode:
            why = f"no task set for episode {goal.episode!r}; call set_task"
            return own_verdict(goal.index, goal.call, NOT_READY, why), enforce
        if self._refusal is not None and enforce and not goal.call.is_done:
            return refused_step(goal.index, goal.call, self._refusal), True
        if self.moving:
            why = "another skill is still running, so its effect is not known yet"
            return own_verdict(goal.index, goal.call, WORLD_STATE, why), enforce
        try:
            verdict = self._guard_verdict(self.guard, goal, now_ns, may_hold=may_hold)
        except Exception as error:  # noqa: BLE001  # whatever broke, an unjudged step must not pass
            why = f"internal error while judging {goal.call} ({type(error).__name__}: {error})"
            verdict = own_verdict(goal.index, goal.call, CRASH, why)
        return verdict, self.guard.stops(verdict)

    def _guard_verdict(self, guard: Guard, goal: Goal, now_ns: int, *, may_hold: bool) -> Verdict:
        wrong = invalid_goal_verdict(goal, guard.domain, guard.objects)
        if wrong is not None:
            return guard.refused(wrong, goal.call)
        unreadable = self._evidence.unreadable_because()
        if unreadable:
            return own_verdict(goal.index, goal.call, WORLD_STATE, unreadable)
        if self._evidence.unreadable is not None:
            raise self._evidence.unreadable
        facts, age = None, 0
        if self.is_current():
            facts, age = self._evidence.known(now_ns), self._evidence.age_ns(now_ns)
        said = guard.judge(goal.index, goal.call, facts, age, now_ns, may_hold=may_hold)
        refused = self._evidence.rejection
        return with_refused_state(said, refused) if refused else said

    def _begin(self, episode: str) -> None:
        """Forget what was known of the last episode."""
        self._episode = episode
        self.guard = None
        self._record_task_state(TaskState())
        self._run = None
        self._evidence.begin(episode, self.settings.fact_age_ns)

    def _mark_dispatched(self, goal: Goal, now_ns: int) -> None:
        """Count an allowed goal as running from now on."""
        self.moving += 1
        self._run = None
        if self.guard is not None and goal.episode == self._episode:
            tracker = self.guard.tracker
            known = self._evidence.known(now_ns)
            self._run = SkillRun(goal.call, tracker.model, self.guard.objects, known, goal.text)

    def _changes(self, goal: Goal) -> Changes | None:
        """The possible changes of a goal that has ended; None if they are not tracked."""
        run = self._run
        if run is None or goal.episode != self._episode or goal.call != run.call:
            return None
        return lambda: run.changes

    def _on_first_state(self, guard: Guard, task_state: TaskState) -> TaskState:
        """The task reassessed once a state of the episode is there."""
        if not self._evidence.has_state():
            return task_state
        seen_ns = self._evidence.seen_ns
        return task_state.reassess(guard, self._evidence.known(seen_ns), seen_ns)

    def _rejection_at_first_state(self) -> TaskVerdict | None:
        """The task verdict if the first state of the episode blocks the task."""
        guard, before = self.guard, self._task_state
        if guard is None or before.is_observed or before.refused:
            return None
        try:
            self._record_task_state(self._on_first_state(guard, before))
        except Exception as error:  # noqa: BLE001  # whatever broke, no step of the task may pass
            self._evidence.unreadable = error
        return self._task_state.verdict if self._task_state.refused else None

    def _recognised(
        self, report: Report, arrived: Sequence[RecognisedObject] | None
    ) -> tuple[RecognisedObject, ...]:
        """The things that a state names for the first time in the episode.

        `arrived` are those, if they were recognized before.  Raises InputError for too many.
        """
        if self.guard is None or not report.is_of(self._episode):
            return tuple(arrived or ())
        known = self.guard.objects.by_name
        new = newcomers(report, known)
        check_room(len(known), len(new))
        if arrived is not None:
            return tuple(arrived)
        return recognise_objects(new, self.guard.domain.labels) if new else ()
