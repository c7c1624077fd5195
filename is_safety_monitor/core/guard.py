"""The guard: from what is known to what is done.  What it cannot judge, it blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from is_bench.facts import FactSet, FactView
from is_bench.verdict import Decision, GuardMode, Module, Obligation, Verdict
from is_safety_monitor.core.knowledge import Finding, Knowledge, Moment, PastStep
from is_safety_monitor.core.mitigation import Mender

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
    """Judges the steps of one episode, in order.

    Not thread-safe: one caller at a time.  Time comes in with each call.
    """

    knowledge: Knowledge
    mode: GuardMode
    limits: Limits = field(default_factory=Limits)
    mender: Mender | None = None
    """Looks for remedies where the knowledge names none."""
    history: list[PastStep] = field(default_factory=list)

    def judge(
        self, index: int, action: str, facts: FactView | None, age_ns: int, now_ns: int
    ) -> Verdict:
        """The verdict on doing `action` now, with facts that are `age_ns` old (None: none yet)."""
        findings = self._untrusted(facts, age_ns)
        if facts is None or findings:
            return _verdict(index, action, findings)
        moment = Moment(facts, self.history, now_ns)
        verdict = _verdict(index, action, self._findings(action, moment))
        if verdict.decision is Decision.BLOCK and not verdict.mitigation:
            return self._mended(verdict, moment)
        return verdict

    def forwarded(self, index: int, action: str, *, ok: bool, now_ns: int = 0) -> None:
        """Note that a step was executed, with success or not, at `now_ns`."""
        self.history.append(PastStep(index, action, ok, now_ns))

    def stops(self, verdict: Verdict) -> bool:
        """Whether a step with this verdict is not to be forwarded."""
        return self.mode is GuardMode.ENFORCE and verdict.decision is Decision.BLOCK

    def obligations(self, facts: FactView, now_ns: int) -> Sequence[Obligation]:
        """What has to be done before the task may end."""
        return self.knowledge.obligations(Moment(facts, self.history, now_ns))

    def _mended(self, verdict: Verdict, moment: Moment) -> Verdict:
        """The same verdict, with the steps that would make its action pass, if they are found."""
        if self.mender is None or not isinstance(moment.facts, FactSet):
            return verdict

        def passes(action: str, facts: FactSet) -> bool:
            then = Moment(facts, moment.history, moment.now_ns)
            return all(f.decision is not Decision.BLOCK for f in self._findings(action, then))

        said = f"{verdict.action} {verdict.feedback}"
        concerned = [name for name in self.mender.names if name in said]
        try:
            steps = self.mender.find(verdict.action, moment.facts, concerned, passes)
        except Exception:  # noqa: BLE001  # whatever broke, a block without a remedy is still a block
            return verdict
        if not steps:
            return verdict
        return replace(
            verdict, mitigation=steps, feedback=f"{verdict.feedback} First: {', '.join(steps)}."
        )

    def _untrusted(self, facts: FactView | None, age_ns: int) -> Sequence[Finding]:
        if facts is None:
            return [_own(WORLD_STATE, "the state of the world is not known yet; nothing may move")]
        if self.limits.max_age_ns and age_ns > self.limits.max_age_ns:
            return [
                _own(
                    WORLD_STATE,
                    f"the last view of the world is {age_ns / 1e9:.1f} s old, more than "
                    f"{self.limits.max_age_ns / 1e9:.1f} s; nothing may move",
                )
            ]
        return []

    def _findings(self, action: str, moment: Moment) -> Sequence[Finding]:
        try:
            return self.knowledge.judge(action, moment)
        except Exception as error:  # noqa: BLE001  # whatever broke, an unjudged step must not pass
            return [_own(CRASH, f"judging {action} failed ({type(error).__name__}: {error})")]


def _own(constraint: str, feedback: str) -> Finding:
    return Finding(constraint, Decision.BLOCK, Module.ACTION_SAFE, feedback)


def _verdict(index: int, action: str, findings: Sequence[Finding]) -> Verdict:
    """All findings in one verdict; the gravest decides."""
    if not findings:
        return Verdict(index, action, Decision.ALLOW, Module.ACTION_SAFE)
    blocking = [finding for finding in findings if finding.decision is Decision.BLOCK]
    counted = blocking or findings
    return Verdict(
        index=index,
        action=action,
        decision=Decision.BLOCK if blocking else Decision.WARN,
        module=counted[0].module,
        constraints=tuple(finding.constraint for finding in counted),
        feedback=" ".join(finding.feedback for finding in counted),
        mitigation=tuple(step for finding in counted for step in finding.mitigation),
    )
