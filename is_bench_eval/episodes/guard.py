"""The guard of one episode in this process: a session, told and asked what a node would be.

Its clock stands still (`NOW_NS`), so that nothing gets old; states are stamped by the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from is_bench.calls import SkillCall
from is_bench.chat.images import encode
from is_bench.facts import Atom, FactSet
from is_bench.guard_log import TaskRequest, VisionReply
from is_bench.recognised import describe
from is_bench.scenarios import Annotations
from is_bench.verdict import Decision, GuardMode, Obligation, PlanVerdict, TaskVerdict, Verdict
from is_bench.views import View
from is_bench_eval.episodes.journal import GoalEnded, Journal, Logged, Said, StateShown
from is_bench_eval.errors import EpisodeFailed
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Judgement, Session
from is_safety_monitor.core.step_adviser import StepAdviser, in_words, little_known_objects

NOW_NS = 0


@dataclass(frozen=True)
class GuardRecord:
    """What the guard said in an episode."""

    decisions: tuple[Verdict, ...]
    """On every goal (Action-Safe)."""
    open_obligations: tuple[Obligation, ...]
    task: TaskVerdict | None = None
    """On the instruction; None where the stage was off."""
    plans: tuple[PlanVerdict, ...] = ()
    """On every plan that was proposed, the first one first."""


class EpisodeGuard:
    """Leads a session through one episode, and writes down what it is told and says."""

    def __init__(
        self,
        session: Session,
        request: TaskRequest,
        journal: Journal,
        sight: StepAdviser | None = None,
    ) -> None:
        """`session` is used for this episode alone; `request` is all that it is told of it.

        `sight` is asked about steps of which little is known; None: nobody is.
        """
        self._session = session
        self._request = request
        self._journal = journal
        self._sight = sight
        self._decisions: list[Verdict] = []
        self._task: TaskVerdict | None = None
        self._plans: list[PlanVerdict] = []

    @property
    def enforces(self) -> bool:
        """Whether what is blocked is not done."""
        return self._session.settings.mode is GuardMode.ENFORCE

    def heard(self, state: StateShown) -> None:
        """Show it a state of the world."""
        told = state.told

        def read() -> tuple[FactSet, Mapping[Atom, int]]:
            return told, {}

        described = describe(state.objects)
        stamp = self._journal.now_ns
        refused = self._session.receive_state(Report(self._request.episode, stamp, read, described))
        self._write_log()
        if refused is not None:
            self._note_task(refused)

    def begin(self, annotations: Annotations) -> TaskVerdict | None:
        """Tell it of the task; what it says, or None where it does not judge instructions.

        `annotations` are shown to a guard that peeks, and to no other.  Raises EpisodeFailed if it
        cannot guard the task.
        """
        peeks = self._session.settings.knowledge == "scenario"
        found = self._session.set_task(self._request, annotations=annotations if peeks else None)
        self._write_log()
        if self._session.guard is None:
            why = found.verdict.feedback if found is not None else "it is off"
            raise EpisodeFailed(f"the guard cannot guard the task: {why}")
        if found is None or not self._session.settings.stages.task:
            return None
        self._note_task(found)
        return found

    def _note_task(self, found: TaskVerdict) -> None:
        """Write down what it says of the task."""
        self._task = found
        refused = found.verdict.decision is Decision.BLOCK
        self._journal.note(Said(found, self._session.place, enforced=refused and self.enforces))

    @property
    def checks_plans(self) -> bool:
        """Whether it looks at whole plans."""
        return self._session.settings.stages.plan

    def check_plan(self, plan: Sequence[tuple[int, SkillCall]]) -> PlanVerdict:
        """What it says of a plan, of which each call stands at an index among the planner's steps.

        The verdicts have the indices of the planner's steps.
        """
        calls = tuple(call for _, call in plan)
        said = self._session.check_plan(self._request.episode, calls, NOW_NS)
        self._write_log()
        self._journal.note(Said(said, self._session.place))
        listed = zip(plan, said.verdicts, strict=True)
        of_steps = tuple(replace(verdict, index=index) for (index, _), verdict in listed)
        found = replace(said, verdicts=of_steps)
        self._plans.append(found)
        return found

    def judge(
        self,
        index: int,
        call: SkillCall,
        text: str,
        look: Callable[[], Sequence[View]] = tuple,
    ) -> Judgement:
        """What becomes of a step; one that is not refused is being executed from now on.

        `look` shows what the cameras see before it.
        """
        opinion = self._opinion(call, look)
        goal = self._goal(index, call, text)
        judgement = self._session.judge(goal, NOW_NS, opinion=opinion)
        self._write_log()
        if judgement.verdict is not None:
            self._decisions.append(judgement.verdict)
            enforced = judgement.enforced
            self._journal.note(Said(judgement.verdict, self._session.place, enforced=enforced))
        return judgement

    def _opinion(self, call: SkillCall, look: Callable[[], Sequence[View]]) -> VisionReply | None:
        """What the model that sees says of a step; None where it is not asked."""
        guard = self._session.guard
        if self._sight is None or guard is None:
            return None
        if not little_known_objects(call, guard.domain, guard.objects):
            return None
        pictures = [encode(view.rgb).data for view in look()]
        action = in_words(call, guard.domain, guard.objects)
        return self._sight.ask(self._request.instruction, action, pictures)

    def ended(self, goal: GoalEnded, *, ok: bool) -> None:
        """Tell it that a goal was carried out, which the state of the present time shows."""
        self._session.ended(
            self._goal(goal.index, goal.call, goal.text),
            NOW_NS,
            ok=ok,
            finished_ns=self._journal.now_ns,
        )
        self._write_log()

    def due(self) -> tuple[Obligation, ...]:
        """What has to be done now before the task may end, as far as it can tell."""
        return tuple(self._session.obligations(self._request.episode, NOW_NS) or ())

    def record(self) -> GuardRecord:
        """What it said; the episode ends.  Raises EpisodeFailed if it cannot tell what is due."""
        due = self._session.obligations(self._request.episode, NOW_NS)
        if due is None:
            raise EpisodeFailed("the guard cannot tell what is due at the end")
        self._session.end_episode(self._request.episode, self._request.owner, NOW_NS)
        self._write_log()
        return GuardRecord(tuple(self._decisions), tuple(due), self._task, tuple(self._plans))

    def _goal(self, index: int, call: SkillCall, text: str) -> Goal:
        return Goal(self._request.episode, "", index, call, text)

    def _write_log(self) -> None:
        for place, entry in self._session.drain():
            self._journal.note(Logged(place, entry))
