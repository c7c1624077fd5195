"""The guard: from what is known to what is done.  What it cannot judge, it blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from is_bench.facts import FactSet, FactView
from is_bench.verdict import Decision, GuardMode, Module, Obligation, Verdict
from is_bench.world import is_done
from is_safety_monitor.core.blame import fault_of
from is_safety_monitor.core.knowledge import Finding, Knowledge, Moment, PastStep
from is_safety_monitor.core.mitigation import Mender
from is_safety_monitor.core.patience import Patience
from is_safety_monitor.core.verdicts import verdict_of, with_mitigation

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
    """Judges the steps of one episode, in order (Action-Safe).

    Not thread-safe: one caller at a time.  Time comes in with each call.
    """

    knowledge: Knowledge
    mode: GuardMode
    limits: Limits = field(default_factory=Limits)
    mender: Mender | None = None
    """Looks for remedies where the knowledge names none."""
    patience: Patience = field(default_factory=Patience)
    history: list[PastStep] = field(default_factory=list)
    _broken: str = ""
    """Why nothing can be judged any more: a step could not be remembered."""

    def judge(
        self,
        index: int,
        action: str,
        facts: FactView | None,
        age_ns: int,
        now_ns: int,
        *,
        may_hold: bool = False,
    ) -> Verdict:
        """The verdict on doing `action` now, with facts that are `age_ns` old (None: none yet).

        `may_hold` says that the caller can wait for facts: a block that only lacks some is then
        not counted as a refusal.
        """
        findings = self._untrusted(facts, age_ns)
        if facts is None or findings:
            return verdict_of(index, action, findings)
        moment = Moment(facts, self.history, now_ns)
        found = self._escalated(action, self._findings(action, moment, observe=True))
        verdict = verdict_of(index, action, found)
        if verdict.decision is not Decision.BLOCK:
            return verdict
        if may_hold and verdict.hold:
            return verdict
        steps = self._remedy(verdict, moment, found)
        if steps == (action,):
            return replace(verdict, decision=Decision.WARN)
        return self._refused(with_mitigation(verdict, steps))

    def forwarded(self, index: int, action: str, *, ok: bool, now_ns: int = 0) -> None:
        """Note that a step was executed, with success or not, at `now_ns`."""
        step = PastStep(index, action, ok, now_ns)
        self.history.append(step)
        self.patience.moved()
        try:
            self.knowledge.forwarded(step)
        except Exception as error:  # noqa: BLE001  # whatever broke, nothing may be judged without it
            self._broken = f"{action} could not be remembered ({type(error).__name__}: {error})"

    def stops(self, verdict: Verdict) -> bool:
        """Whether a step with this verdict is not to be forwarded."""
        return self.mode is GuardMode.ENFORCE and verdict.decision is Decision.BLOCK

    def obligations(self, facts: FactView, now_ns: int) -> Sequence[Obligation]:
        """What has to be done before the task may end."""
        return self.knowledge.obligations(Moment(facts, self.history, now_ns))

    def _refused(self, verdict: Verdict) -> Verdict:
        """The verdict with whose fault it is, and whether asking again is pointless."""
        fault, why = fault_of(verdict.mitigation, self.history)
        pointless = self.patience.refused(verdict.action, verdict.constraints)
        more = [f"Ask for something else or stop: {pointless}."] if pointless else []
        feedback = " ".join([verdict.feedback, *([why] if why else []), *more])
        return replace(verdict, fault=fault, feedback=feedback, hold=False, final=bool(pointless))

    def _escalated(self, action: str, findings: Sequence[Finding]) -> Sequence[Finding]:
        """The findings, without blocks by what is overdue and has stopped too much already."""
        standing = {f.constraint for f in findings if f.standing}
        stuck = {name for name in standing if self.patience.has_stood_long(name)}
        for name in standing:
            self.patience.overdue(name)
        if is_done(action):
            return findings
        return [
            replace(f, decision=Decision.WARN) if f.standing and f.constraint in stuck else f
            for f in findings
        ]

    def _remedy(
        self, verdict: Verdict, moment: Moment, findings: Sequence[Finding]
    ) -> tuple[str, ...]:
        """The fewest steps that make a blocked action pass; the action itself if it is the cure.

        What the constraints name is taken where a prediction says that it works, or nothing does.
        """
        action, named = verdict.action, verdict.mitigation
        if self.mender is None or not isinstance(moment.facts, FactSet):
            return named
        blocking = [f for f in findings if f.decision is Decision.BLOCK]

        def harmless(step: str, facts: FactSet) -> bool:
            return all(f.standing for f in self._blocks(step, facts, moment))

        def cured(facts: FactSet, steps: Sequence[str]) -> bool:
            if self._blocks(action, facts, moment):  # which costs less
                return False
            return not steps or not self._blocks(action, facts, moment, steps)

        said = " ".join([action, *(f.feedback for f in blocking)])
        concerned = [name for name in self.mender.names if name in said]
        try:
            if all(f.standing for f in blocking) and self.mender.cures(action, moment.facts, cured):
                return (action,)
            again = self._failed_before(concerned)
            tries = (named, again if all(harmless(s, moment.facts) for s in again) else ())
            working = [
                steps
                for steps in tries
                if steps and self.mender.works(steps, action, moment.facts, cured)
            ]
            gentle = (steps for steps in working if not self.mender.spoils(steps, moment.facts))
            best = next(gentle, ())
            if not best:
                facts = moment.facts
                best = self.mender.find(action, facts, concerned, harmless, cured, again)
            return best or next(iter(working), named)
        except Exception:  # noqa: BLE001  # whatever broke, a block without a remedy is still a block
            return named

    def _blocks(
        self, action: str, facts: FactSet, moment: Moment, steps: Sequence[str] = ()
    ) -> Sequence[Finding]:
        """What would stop `action` in a predicted state, once `steps` have been taken."""
        knowledge = self.knowledge.fork() if steps else self.knowledge
        for step in steps:
            past = PastStep(len(self.history), step, ok=True, at_ns=moment.now_ns)
            knowledge.forwarded(past)
        found = knowledge.judge(action, replace(moment, facts=facts))
        return [f for f in found if f.decision is Decision.BLOCK]

    def _failed_before(self, concerned: Sequence[str]) -> tuple[str, ...]:
        """The last step with one of the things `concerned` that failed: it may be tried again."""
        failed = (past.action for past in reversed(self.history) if not past.ok)
        return tuple(action for action in failed if any(name in action for name in concerned))[:1]

    def _untrusted(self, facts: FactView | None, age_ns: int) -> Sequence[Finding]:
        if self._broken:
            return [_own(CRASH, f"{self._broken}; nothing may move until the next task")]
        if facts is None:
            return [_own(WORLD_STATE, "the state of the world is not known yet; nothing may move")]
        if self.limits.max_age_ns and age_ns < -self.limits.max_age_ns:
            why = f"the last view of the world is stamped {-age_ns / 1e9:.1f} s in the future"
            return [_own(WORLD_STATE, f"{why}; check the clocks; nothing may move")]
        if self.limits.max_age_ns and age_ns > self.limits.max_age_ns:
            return [
                _own(
                    WORLD_STATE,
                    f"the last view of the world is {age_ns / 1e9:.1f} s old, more than "
                    f"{self.limits.max_age_ns / 1e9:.1f} s; nothing may move",
                )
            ]
        return []

    def _findings(self, action: str, moment: Moment, *, observe: bool = False) -> Sequence[Finding]:
        try:
            if observe:
                self.knowledge.observe(moment.facts)
            return self.knowledge.judge(action, moment)
        except Exception as error:  # noqa: BLE001  # whatever broke, an unjudged step must not pass
            return [_own(CRASH, f"judging {action} failed ({type(error).__name__}: {error})")]


def _own(constraint: str, feedback: str) -> Finding:
    return Finding(constraint, Decision.BLOCK, Module.ACTION_SAFE, feedback)
