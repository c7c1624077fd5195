"""The guard of one episode: from what is known to what is done.  What it cannot judge, it blocks.

Task-Safe, Plan-Safe and Action-Safe judge over one memory; each can be switched off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from is_bench.calls import DONE, SkillCall
from is_bench.domain import Domain
from is_bench.facts import FactSet
from is_bench.guard_log import AdviserReply, VisionReply
from is_bench.objects import ObjectTable
from is_bench.verdict import (
    Decision,
    GuardMode,
    GuardStage,
    Obligation,
    PlanVerdict,
    TaskVerdict,
    Verdict,
)
from is_bench.world import Outcome
from is_safety_monitor.core.advice.joining import joined
from is_safety_monitor.core.advice.monitor import AdviceMonitor
from is_safety_monitor.core.announced import Announced, is_left, may_wait, own_steps
from is_safety_monitor.core.blame import fault_of
from is_safety_monitor.core.knowledge import Finding, Knowledge, Moment
from is_safety_monitor.core.patience import Patience
from is_safety_monitor.core.plan_safe import PlanSafe
from is_safety_monitor.core.remedies import RemedySearch
from is_safety_monitor.core.remedy_choice import RemedyChoice
from is_safety_monitor.core.stages import Stages
from is_safety_monitor.core.step_adviser import findings_of, touched
from is_safety_monitor.core.strangers import Strangers
from is_safety_monitor.core.task_safe import TaskSafe
from is_safety_monitor.core.tracker import MOST_NOTED, PastStep, Tracker
from is_safety_monitor.core.verdicts import verdict_of, with_remedy

WORLD_STATE = "world_state"
"""The id of the guard's own constraint: no judgement without a fresh view of the world."""
CRASH = "guard_error"
"""The id of the guard's own constraint: no forwarding when judging failed."""


@dataclass(frozen=True)
class Limits:
    """When the guard refuses to trust what it sees."""

    max_age_ns: int = 2_000_000_000
    """Older facts are stale, and stale facts block.  0 switches the check off."""


@dataclass
class Guard:
    """Judges an instruction, plans, and the steps of one episode, in order.

    Not thread-safe: one caller at a time.  Time comes in with each call.
    """

    knowledge: Knowledge
    tracker: Tracker
    strangers: Strangers
    mode: GuardMode
    stages: Stages = field(default_factory=Stages)
    limits: Limits = field(default_factory=Limits)
    search: RemedySearch | None = None
    """Looks for remedies where the knowledge names none."""
    tasks: TaskSafe | None = None
    """None for knowledge that has nothing to say of instructions."""
    plans: PlanSafe | None = None
    """None where plans are not checked."""
    opinion: AdviserReply | None = None
    """What a language model has said of the task; None: it was not asked."""
    advice: AdviceMonitor | None = None
    """What it has proposed; None: nothing that counts."""
    patience: Patience = field(default_factory=Patience)
    history: list[PastStep] = field(default_factory=list)
    _offered: frozenset[SkillCall] = frozenset()
    """The steps of the last remedy: what is overdue does not stop them."""
    _told: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    """What was there from the start, cannot be mended and has been mentioned."""
    _announced: Announced = field(default_factory=Announced)
    """What is left of the last plan that was checked."""
    _broken: str = ""
    """Why nothing can be judged any more: a step could not be remembered."""

    @property
    def objects(self) -> ObjectTable:
        """The things that are known."""
        return self.tracker.objects

    @property
    def domain(self) -> Domain:
        """The robot's."""
        return self.strangers.domain

    def assess(self, instruction: str) -> TaskVerdict:
        """Task-Safe: the verdict on `instruction`, and what the planner should know."""
        if not self.stages.task or self.tasks is None:
            return TaskVerdict(Verdict(0, instruction, Decision.ALLOW, GuardStage.TASK_SAFE))
        said = self.tasks.assess(instruction)
        return said if self.advice is None else replace(said, advice=said.advice + self.advice.told)

    def look(self, said: TaskVerdict, facts: FactSet, now_ns: int) -> TaskVerdict:
        """Task-Safe, when the first `facts` are known: what is said instead of `said`."""
        if not self.stages.task or self.tasks is None:
            return said
        return self.tasks.look(said, facts, now_ns)

    def objections(
        self, call: SkillCall, facts: FactSet, now_ns: int
    ) -> dict[tuple[str, tuple[str, ...]], str]:
        """What known facts speak against `call` now, and why; nothing of it is remembered.

        By constraint and the things that it is about.  What stands against every call, was there
        from the start or only is unknown does not count.
        """
        if not self.stages.action:
            return {}
        trial = self.fork()
        moment = Moment(facts, trial.history, now_ns, trial.tracker)
        return {
            _about(found): found.feedback
            for found in trial._findings(call, moment)  # noqa: SLF001  # its own class
            if found.decision is Decision.BLOCK
            and not (found.standing or found.found or found.unknown or found.past)
        }

    def check_plan(self, plan: Sequence[SkillCall], facts: FactSet, now_ns: int) -> PlanVerdict:
        """Plan-Safe: the verdict on every step of `plan`, were it begun in `facts` now."""
        if not self.stages.plan or self.plans is None:
            allowed = (
                Verdict(index, call, Decision.ALLOW, GuardStage.PLAN_SAFE)
                for index, call in enumerate(plan)
            )
            return PlanVerdict(tuple(allowed))
        self._announced = Announced(own_steps(plan))
        return self.plans.check(plan, self.fork(), facts, now_ns)

    def judge(
        self,
        index: int,
        call: SkillCall,
        facts: FactSet | None,
        age_ns: int,
        now_ns: int,
        *,
        may_hold: bool = False,
    ) -> Verdict:
        """Action-Safe: the verdict on doing `call` now, with facts that are `age_ns` old.

        No facts, None, block.  `may_hold` says that the caller can wait for facts: a block that
        only lacks some is then not counted as a refusal.
        """
        if not self.stages.action:
            return Verdict(index, call, Decision.ALLOW, GuardStage.ACTION_SAFE)
        limit = self.limits.max_age_ns
        if facts is None or self._broken or (limit and abs(age_ns) > limit):
            return self._untrusted(index, call, facts, age_ns)
        moment = Moment(facts, self.history, now_ns, self.tracker)
        verdict = self._judged(index, call, moment, may_hold=may_hold)
        if self.advice is None:
            return verdict
        return self._stricter(verdict, self.advice.findings(call, moment, self._offered))

    def _judged(self, index: int, call: SkillCall, moment: Moment, *, may_hold: bool) -> Verdict:
        """The verdict on doing `call` in `moment`, by what the guard knows itself."""
        found = [f for f in self._findings(call, moment) if not self._is_settled(call, f)]
        found = self._without_planned(call, found, moment)
        if not found:
            return Verdict(index, call, Decision.ALLOW, GuardStage.ACTION_SAFE)
        found = list(self._escalated(call, found))
        verdict = verdict_of(index, call, found)
        if verdict.decision is not Decision.BLOCK or (may_hold and verdict.hold):
            return verdict
        steps = self._remedy(verdict, call, moment, found)
        if not steps and _only_found(found):
            self._told.update(map(_about, found))
            return replace(verdict, decision=Decision.WARN)
        self._offered = frozenset(steps)
        if steps[:1] == (call,) and _all_standing(found):
            return replace(verdict, decision=Decision.WARN)
        return self.refused(with_remedy(verdict, steps), call)

    def advised(self, verdict: Verdict, call: SkillCall, opinion: VisionReply) -> Verdict:
        """`verdict` on `call`, with what a model that sees says of it; it can become stricter."""
        if not self.stages.action:
            return verdict
        return self._stricter(verdict, findings_of(opinion, touched(call, self.domain)))

    def _stricter(self, verdict: Verdict, advice: Sequence[Finding]) -> Verdict:
        """`verdict` on a call, with what advisers have against it."""
        said, call = joined(verdict, advice), verdict.call
        newly = said.decision is Decision.BLOCK and verdict.decision is not Decision.BLOCK
        return self.refused(said, call) if newly and call is not None else said

    def refused(self, verdict: Verdict, call: SkillCall) -> Verdict:
        """A block of `call`, with whose fault it is, and whether asking again is pointless."""
        fault, why = fault_of(verdict.remedy, self.history)
        pointless = self.patience.refused(call, verdict.constraints)
        more = [f"Ask for something else or stop: {pointless}."] if pointless else []
        feedback = " ".join([verdict.feedback, *([why] if why else []), *more])
        return replace(verdict, fault=fault, feedback=feedback, hold=False, final=bool(pointless))

    def forwarded(self, index: int, call: SkillCall, *, ok: bool, now_ns: int = 0) -> None:
        """Note that a step was executed, with success or not, at `now_ns`."""
        step = PastStep(index, call, ok, now_ns)
        try:
            self._remember(step)
            self.tracker.noted.append(step)
        except Exception as error:  # noqa: BLE001  # whatever broke, nothing may be judged without it
            self._broken = f"{call} could not be remembered ({type(error).__name__}: {error})"

    def stops(self, verdict: Verdict) -> bool:
        """Whether a step with this verdict is not to be forwarded."""
        return self.mode is GuardMode.ENFORCE and verdict.decision is Decision.BLOCK

    def obligations(self, facts: FactSet, now_ns: int) -> Sequence[Obligation]:
        """What has to be done before the task may end."""
        return self.knowledge.obligations(Moment(facts, self.history, now_ns, self.tracker))

    def extend(self, objects: ObjectTable) -> None:
        """Know more things: `objects` are those known so far, and others behind them."""
        self.tracker.extend(objects)
        self.knowledge.extend(objects)
        if self.advice is not None:
            self.advice.extend(objects)
        if self.search is not None:
            self.search = replace(self.search, objects=objects)
        self.strangers = self.strangers.among(objects)

    def fork(self) -> Guard:
        """The guard of a trial: it remembers the same, and goes its own way."""
        return Guard(
            self.knowledge.fork(),
            self.tracker.fork(),
            self.strangers,
            self.mode,
            search=self.search,
            advice=None if self.advice is None else self.advice.fork(),
            history=list(self.history),
            _offered=self._offered,
            _told=set(self._told),
            _announced=self._announced,
        )

    def lead(self, index: int, call: SkillCall, now_ns: int) -> Outcome:
        """Take `call` in prediction; only in a trial."""
        outcome = self.tracker.lead(call, now_ns)
        self._remember(PastStep(index, call, outcome.ok, now_ns, is_predicted=True))
        if len(self.tracker.things.objects) > len(self.objects.objects):
            self.extend(self.tracker.things)
        return outcome

    def _remember(self, step: PastStep) -> None:
        self.history.append(step)
        self._announced = self._announced.after(step.call)
        self.patience.moved()
        self.knowledge.forwarded(step)
        if self.advice is not None:
            self.advice.forwarded(step)

    def _findings(self, call: SkillCall, moment: Moment) -> Sequence[Finding]:
        try:
            self.tracker.noted.append(moment.facts)
            if len(self.tracker.noted) > MOST_NOTED:
                self.tracker.follow_oldest()
            self.knowledge.observe(moment)
            found = self.knowledge.judge(call, moment)
            if self.strangers.names.isdisjoint(call.arguments):
                return found
            return [*found, *self.strangers.findings(call)]
        except Exception as error:  # noqa: BLE001  # whatever broke, an unjudged step must not pass
            return [_own(CRASH, f"judging {call} failed ({type(error).__name__}: {error})")]

    def _is_settled(self, call: SkillCall, finding: Finding) -> bool:
        """Whether a finding stops nothing more: its remedy is under way, or it was told in vain."""
        if finding.standing and call in self._offered:
            return True
        return finding.found and call != DONE and _about(finding) in self._told

    def _without_planned(
        self, call: SkillCall, findings: list[Finding], moment: Moment
    ) -> list[Finding]:
        """The findings, without those that the announced plan mends in later steps itself."""
        rest = self._announced.behind(call)
        if not rest or not any(may_wait(call, finding) for finding in findings):
            return findings
        trial = self.fork()
        for index, step in enumerate((call, *rest), len(self.history)):
            trial.lead(index, step, moment.now_ns)
        end = Moment(trial.tracker.expected(), trial.history, moment.now_ns, trial.tracker)
        left = trial._findings(DONE, end)  # noqa: SLF001  # its own class
        return [f for f in findings if not may_wait(call, f) or is_left(f, left)]

    def _escalated(self, call: SkillCall, findings: Sequence[Finding]) -> Sequence[Finding]:
        """The findings, without blocks by what is overdue and has stopped too much already.

        What is grave keeps stopping everything but its remedy.
        """
        standing = {f.constraint for f in findings if f.standing and not f.grave}
        stuck = {name for name in standing if self.patience.has_stood_long(name)}
        for name in standing:
            self.patience.overdue(name)
        if call == DONE:
            return findings
        return [
            replace(f, decision=Decision.WARN) if f.standing and f.constraint in stuck else f
            for f in findings
        ]

    def _remedy(
        self, verdict: Verdict, call: SkillCall, moment: Moment, findings: Sequence[Finding]
    ) -> tuple[SkillCall, ...]:
        """The fewest calls that make a blocked one pass; the call itself if it is the cure."""
        if self.search is None:
            return verdict.remedy
        try:
            choice = RemedyChoice(self.search, self.knowledge, self.strangers, moment)
            return choice.choose(call, findings)
        except Exception:  # noqa: BLE001  # whatever broke, a block without a remedy is still a block
            return verdict.remedy

    def _untrusted(
        self, index: int, call: SkillCall, facts: FactSet | None, age_ns: int
    ) -> Verdict:
        if self._broken:
            found = _own(CRASH, f"{self._broken}; nothing may move until the next task")
        elif facts is None:
            why = "the state of the world is not known yet; nothing may move"
            found = _own(WORLD_STATE, why)
        else:
            found = _own(WORLD_STATE, _stale(age_ns, self.limits))
        return verdict_of(index, call, [found])


def _all_standing(findings: Sequence[Finding]) -> bool:
    """Whether all that blocks stands against every step, until something is mended."""
    return all(f.standing for f in findings if f.decision is Decision.BLOCK)


def _about(finding: Finding) -> tuple[str, tuple[str, ...]]:
    return finding.constraint, finding.objects


def _only_found(findings: Sequence[Finding]) -> bool:
    """Whether all that blocks was there before the robot came."""
    return all(f.found for f in findings if f.decision is Decision.BLOCK)


def _stale(age_ns: int, limits: Limits) -> str:
    if age_ns < 0:
        why = f"the last view of the world is stamped {-age_ns / 1e9:.1f} s in the future"
        return f"{why}; check the clocks; nothing may move"
    return (
        f"the last view of the world is {age_ns / 1e9:.1f} s old, more than "
        f"{limits.max_age_ns / 1e9:.1f} s; nothing may move"
    )


def _own(constraint: str, feedback: str) -> Finding:
    return Finding(constraint, Decision.BLOCK, GuardStage.ACTION_SAFE, feedback, curable=False)
