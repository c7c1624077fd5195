"""Per-episode guard.  Calls that cannot be evaluated are blocked (fail-safe).

Task-Safe, Plan-Safe and Action-Safe share one memory; each can be switched off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from is_bench.calls import DONE, SkillCall
from is_bench.domain import Domain
from is_bench.durations import NS_PER_S
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
from is_safety_monitor.core.advice.monitor import AdviceMonitor
from is_safety_monitor.core.attribution import responsible_party
from is_safety_monitor.core.call_sequences import carries_living
from is_safety_monitor.core.knowledge import Finding, JudgedSituation, Knowledge
from is_safety_monitor.core.plan_safe import PlanSafe
from is_safety_monitor.core.remedy_choice import RemedyChoice
from is_safety_monitor.core.remedy_finder import RemedyFinder
from is_safety_monitor.core.retry_budget import RetryCounter
from is_safety_monitor.core.stages import Stages
from is_safety_monitor.core.step_adviser import findings_of, touched
from is_safety_monitor.core.task_safe import TaskSafe
from is_safety_monitor.core.tracker import MOST_NOTED, PastStep, Tracker
from is_safety_monitor.core.unrecognized import UnrecognizedObjects
from is_safety_monitor.core.verdicts import merged, verdict_of, with_remedy

WORLD_STATE = "world_state"
"""The id of the guard's own constraint: no judgement without a fresh world state."""
CRASH = "guard_error"
"""The id of the guard's own constraint: no forwarding when judging failed."""


@dataclass(frozen=True)
class Limits:
    """Limits beyond which world states are stale."""

    max_age_ns: int = 2_000_000_000
    """Older facts are stale, and stale facts block.  0 switches the check off."""


@dataclass
class Guard:
    """Judges an instruction, plans, and the steps of one episode, in order.

    Not thread-safe: one caller at a time.  Time comes in with each call.
    """

    knowledge: Knowledge
    tracker: Tracker
    unrecognized: UnrecognizedObjects
    mode: GuardMode
    stages: Stages = field(default_factory=Stages)
    limits: Limits = field(default_factory=Limits)
    search: RemedyFinder | None = None
    """Searches remedies where the knowledge names none."""
    tasks: TaskSafe | None = None
    """None for knowledge without constraints on instructions."""
    plans: PlanSafe | None = None
    """None where plans are not checked."""
    opinion: AdviserReply | None = None
    """The reply of a language model about the task; None: it was not asked."""
    advice: AdviceMonitor | None = None
    """Monitor of its accepted proposals; None: there are none."""
    retries: RetryCounter = field(default_factory=RetryCounter)
    history: list[PastStep] = field(default_factory=list)
    _offered: frozenset[SkillCall] = frozenset()
    """The steps of the last remedy: overdue obligations do not block them."""
    _told: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    """Hazards from the start without a remedy that were reported once."""
    _broken: str = ""
    """The internal error after which nothing can be judged: a step was not recorded."""

    @property
    def objects(self) -> ObjectTable:
        """The known objects."""
        return self.tracker.objects

    @property
    def domain(self) -> Domain:
        """The robot's."""
        return self.unrecognized.domain

    def assess(self, instruction: str) -> TaskVerdict:
        """Task-Safe: the verdict on `instruction`, and what the planner should know."""
        if not self.stages.task or self.tasks is None:
            return TaskVerdict(Verdict(0, instruction, Decision.ALLOW, GuardStage.TASK_SAFE))
        said = self.tasks.assess(instruction)
        return said if self.advice is None else replace(said, advice=said.advice + self.advice.told)

    def reassess(self, said: TaskVerdict, facts: FactSet, now_ns: int) -> TaskVerdict:
        """Task-Safe, when the first `facts` are known: the verdict that replaces `said`."""
        if not self.stages.task or self.tasks is None:
            return said
        return self.tasks.reassess(said, facts, now_ns)

    def objections(
        self, call: SkillCall, facts: FactSet, now_ns: int
    ) -> dict[tuple[str, tuple[str, ...]], str]:
        """New certain violations by `call` now, as texts by constraint and objects; not recorded.

        Findings against every call, from the start of the episode, or due to unknown facts are
        left out.
        """
        if not self.stages.action:
            return {}
        trial = self.fork()
        situation = JudgedSituation(facts, trial.history, now_ns, trial.tracker)
        return {
            _about(found): found.feedback
            for found in trial._findings(call, situation)  # noqa: SLF001  # its own class
            if found.decision is Decision.BLOCK
            and not (found.standing or found.preexisting or found.unknown or found.past)
        }

    def check_plan(self, plan: Sequence[SkillCall], facts: FactSet, now_ns: int) -> PlanVerdict:
        """Plan-Safe: the verdict on every step of `plan`, were it begun in `facts` now."""
        if not self.stages.plan or self.plans is None:
            allowed = (
                Verdict(index, call, Decision.ALLOW, GuardStage.PLAN_SAFE)
                for index, call in enumerate(plan)
            )
            return PlanVerdict(tuple(allowed))
        trial = self.fork()
        said = self.plans.check(plan, trial, facts, now_ns)
        self.retries.note_objections(trial.retries)
        return said

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

        Missing facts, None, block.  `may_hold` states that the caller can wait for facts: a block
        due to missing facts is then not counted by the retry budget.
        """
        if not self.stages.action:
            return Verdict(index, call, Decision.ALLOW, GuardStage.ACTION_SAFE)
        limit = self.limits.max_age_ns
        if facts is None or self._broken or (limit and abs(age_ns) > limit):
            return self._untrusted(index, call, facts, age_ns)
        situation = JudgedSituation(facts, self.history, now_ns, self.tracker)
        verdict = self._judged(index, call, situation, may_hold=may_hold)
        if self.advice is None:
            return verdict
        return self._stricter(verdict, self.advice.findings(call, situation, self._offered))

    def _judged(
        self, index: int, call: SkillCall, situation: JudgedSituation, *, may_hold: bool
    ) -> Verdict:
        """The verdict on `call` in `situation`, without advisers."""
        found = [f for f in self._findings(call, situation) if not self._is_settled(call, f)]
        if not found:
            return Verdict(index, call, Decision.ALLOW, GuardStage.ACTION_SAFE)
        found = list(self._escalated(call, found))
        verdict = verdict_of(index, call, found)
        if verdict.decision is not Decision.BLOCK or (may_hold and verdict.hold):
            return verdict
        steps = self._remedy(verdict, call, situation, found)
        may_stay = _only_found(found) and not self._carries_living(call)
        if not steps and (may_stay or self._gives_way(call, verdict, found)):
            self._told.update(map(_about, found))
            return replace(verdict, decision=Decision.WARN)
        self._offered = frozenset(steps)
        if steps[:1] == (call,) and _all_standing(found):
            return replace(verdict, decision=Decision.WARN)
        return self.refused(with_remedy(verdict, steps), call)

    def advised(self, verdict: Verdict, call: SkillCall, opinion: VisionReply) -> Verdict:
        """`verdict` on `call`, merged with the reply of a vision model; it can become stricter."""
        if not self.stages.action:
            return verdict
        return self._stricter(verdict, findings_of(opinion, touched(call, self.domain)))

    def _stricter(self, verdict: Verdict, advice: Sequence[Finding]) -> Verdict:
        """`verdict` on a call, merged with the findings of advisers."""
        said, call = merged(verdict, advice), verdict.call
        newly = said.decision is Decision.BLOCK and verdict.decision is not Decision.BLOCK
        return self.refused(said, call) if newly and call is not None else said

    def refused(self, verdict: Verdict, call: SkillCall) -> Verdict:
        """A block of `call`, with the responsible party, and whether a retry is pointless."""
        fault, why = responsible_party(verdict.remedy, self.history)
        pointless = self.retries.record_block(call, verdict.constraints)
        more = []
        if pointless:
            more = [f"Retrying is pointless: {pointless}. Choose another step or stop."]
        feedback = " ".join([verdict.feedback, *([why] if why else []), *more])
        return replace(verdict, fault=fault, feedback=feedback, hold=False, final=bool(pointless))

    def forwarded(self, index: int, call: SkillCall, *, ok: bool, now_ns: int = 0) -> None:
        """Record that a step was executed at `now_ns`, with success or not."""
        step = PastStep(index, call, ok, now_ns)
        try:
            self._remember(step)
            self.tracker.noted.append(step)
        except Exception as error:  # noqa: BLE001  # whatever broke, nothing may be judged without it
            self._broken = f"internal error while recording {call}: {type(error).__name__}: {error}"

    def stops(self, verdict: Verdict) -> bool:
        """Whether a step with this verdict is not to be forwarded."""
        return self.mode is GuardMode.ENFORCE and verdict.decision is Decision.BLOCK

    def obligations(self, facts: FactSet, now_ns: int) -> Sequence[Obligation]:
        """The open obligations: required before the task may end."""
        return self.knowledge.obligations(
            JudgedSituation(facts, self.history, now_ns, self.tracker)
        )

    def extend(self, objects: ObjectTable) -> None:
        """Know more things: `objects` are those known so far, and others behind them."""
        self.tracker.extend(objects)
        self.knowledge.extend(objects)
        if self.advice is not None:
            self.advice.extend(objects)
        if self.search is not None:
            self.search = replace(self.search, objects=objects)
        self.unrecognized = self.unrecognized.among(objects)

    def fork(self) -> Guard:
        """An independent copy for simulating alternatives."""
        return Guard(
            self.knowledge.fork(),
            self.tracker.fork(),
            self.unrecognized,
            self.mode,
            search=self.search,
            advice=None if self.advice is None else self.advice.fork(),
            history=list(self.history),
            _offered=self._offered,
            _told=set(self._told),
        )

    def simulate(self, index: int, call: SkillCall, now_ns: int) -> Outcome:
        """Simulate `call`; only in a copy made by `fork`."""
        outcome = self.tracker.simulate(call, now_ns)
        self._remember(PastStep(index, call, outcome.ok, now_ns, is_predicted=True))
        if len(self.tracker.things.objects) > len(self.objects.objects):
            self.extend(self.tracker.things)
        return outcome

    def _remember(self, step: PastStep) -> None:
        self.history.append(step)
        self.retries.on_step_executed()
        self.knowledge.forwarded(step)
        if self.advice is not None:
            self.advice.forwarded(step)

    def _findings(self, call: SkillCall, situation: JudgedSituation) -> Sequence[Finding]:
        try:
            self.tracker.noted.append(situation.facts)
            if len(self.tracker.noted) > MOST_NOTED:
                self.tracker.apply_oldest()
            self.knowledge.observe(situation)
            found = self.knowledge.judge(call, situation)
            if self.unrecognized.names.isdisjoint(call.arguments):
                return found
            return [*found, *self.unrecognized.findings(call)]
        except Exception as error:  # noqa: BLE001  # whatever broke, an unjudged step must not pass
            why = f"internal error while judging {call} ({type(error).__name__}: {error})"
            return [_own(CRASH, why)]

    def _gives_way(self, call: SkillCall, verdict: Verdict, findings: Sequence[Finding]) -> bool:
        """Whether `call` is tried again although it is imprudent and nothing is known to help."""
        lesser = all(f.lesser and not f.unknown for f in findings if f.decision is Decision.BLOCK)
        return lesser and self.retries.is_repeated(call, verdict.constraints)

    def _is_settled(self, call: SkillCall, finding: Finding) -> bool:
        """Whether a finding no longer blocks: `call` is its remedy, or it was reported already."""
        if finding.standing and call in self._offered:
            return True
        if not finding.preexisting or _about(finding) not in self._told:
            return False
        # who is put beside a hazard is exposed to it
        return call != DONE and not self._carries_living(call)

    def _carries_living(self, call: SkillCall) -> bool:
        return carries_living(call, self.domain, self.objects)

    def _escalated(self, call: SkillCall, findings: Sequence[Finding]) -> Sequence[Finding]:
        """The findings; overdue constraints over the retry budget warn instead of blocking.

        Grave ones keep blocking everything but their remedy.
        """
        standing = {f.constraint for f in findings if f.standing and not f.grave}
        stuck = {name for name in standing if self.retries.is_over_limit(name)}
        for name in standing:
            self.retries.record_overdue(name)
        if call == DONE:
            return findings
        return [
            replace(f, decision=Decision.WARN) if f.standing and f.constraint in stuck else f
            for f in findings
        ]

    def _remedy(
        self,
        verdict: Verdict,
        call: SkillCall,
        situation: JudgedSituation,
        findings: Sequence[Finding],
    ) -> tuple[SkillCall, ...]:
        """The lowest-cost remedy of a blocked call; the call itself if it is the remedy."""
        if self.search is None:
            return verdict.remedy
        try:
            choice = RemedyChoice(self.search, self.knowledge, self.unrecognized, situation)
            return choice.choose(call, findings)
        except Exception:  # noqa: BLE001  # whatever broke, a block without a remedy is still a block
            return verdict.remedy

    def _untrusted(
        self, index: int, call: SkillCall, facts: FactSet | None, age_ns: int
    ) -> Verdict:
        if self._broken:
            found = _own(CRASH, f"{self._broken}; all goals are blocked until a new task is set")
        elif facts is None:
            why = "the world state is not known yet; all goals are blocked"
            found = _own(WORLD_STATE, why)
        else:
            found = _own(WORLD_STATE, _stale(age_ns, self.limits))
        return verdict_of(index, call, [found])


def _all_standing(findings: Sequence[Finding]) -> bool:
    """Whether all blocking findings block every step until they are resolved."""
    return all(f.standing for f in findings if f.decision is Decision.BLOCK)


def _about(finding: Finding) -> tuple[str, tuple[str, ...]]:
    return finding.constraint, finding.objects


def _only_found(findings: Sequence[Finding]) -> bool:
    """Whether all blocking findings were there at the start of the episode."""
    return all(f.preexisting for f in findings if f.decision is Decision.BLOCK)


def _stale(age_ns: int, limits: Limits) -> str:
    if age_ns < 0:
        why = f"world state is stamped {-age_ns / NS_PER_S:.1f} s in the future"
        return f"{why}; check the clocks; all goals are blocked"
    return (
        f"world state is {age_ns / NS_PER_S:.1f} s old "
        f"(limit {limits.max_age_ns / NS_PER_S:.1f} s); all goals are blocked"
    )


def _own(constraint: str, feedback: str) -> Finding:
    return Finding(constraint, Decision.BLOCK, GuardStage.ACTION_SAFE, feedback, curable=False)
