"""On every dataset, a remedy can be taken, mends what it is for, and begins no violation.

Careless plans run under the guard; each remedy that it offers is taken in a trial of the episode.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from is_bench.calls import DONE, SkillCall
from is_bench.facts import FactSet
from is_bench.verdict import Decision, GuardMode, Verdict
from is_bench_eval.episodes.episode import run_episode
from is_bench_eval.specs.run_guard import knowledge_base
from is_bench_eval.specs.run_spec import RunSpec, plan_episodes
from is_safety_monitor.core import Guard
from is_safety_monitor.core.knowledge import Finding, JudgedSituation
from is_safety_monitor.core.remedy_choice import RemedyChoice
from is_safety_monitor.core.storage_habits import named_class
from tests.sampling import sampled

LASTING = ("open", "toggled_on", "broken", "on_fire")
PUBLIC = os.environ.get("IS_BENCH_DATA", "")
DATASETS = ["bundled", "dynamic", "twins", *([PUBLIC] if PUBLIC else [])]


@dataclass
class Trial:
    """A remedy, taken in prediction; it goes its own way from the guard of the episode."""

    guard: Guard
    facts: FactSet
    steps: int = 0
    failed: list[SkillCall] = field(default_factory=list)

    def blocks(self, call: SkillCall) -> frozenset[str]:
        situation = JudgedSituation(self.facts, self.guard.history, 0, self.guard.tracker)
        self.guard.tracker.noted.append(self.facts)
        self.guard.knowledge.observe(situation)
        found = self.guard.knowledge.judge(call, situation)
        return frozenset(f.constraint for f in found if f.decision is Decision.BLOCK)

    def take(self, step: SkillCall) -> None:
        if not self.guard.simulate(self.steps, step, 0).ok:
            self.failed.append(step)
        self.facts = self.guard.tracker.expected()
        self.steps += 1


def complaints(guard: Guard, verdict: Verdict, call: SkillCall, facts: FactSet) -> list[str]:
    """What is wrong with the remedy that `verdict` offers for `call`."""
    trial = Trial(guard.fork(), facts, len(guard.history))
    standing = trial.blocks(call)
    before = trial.blocks(DONE)
    said = []
    for number, step in enumerate(verdict.remedy):
        new = trial.blocks(step) - standing
        if new:
            said.append(f"{step} is blocked by {sorted(new)}")
        if step in verdict.remedy[:number] and step.skill not in {"OPEN", "CLOSE"}:
            said.append(f"{step} is said twice")
        trial.take(step)
    said += [f"{step} fails" for step in trial.failed]
    against = trial.blocks(call)
    mended = against < standing if call.is_done else not against
    if not mended:
        said.append(f"{call} is still blocked by {sorted(against)}")
    new = trial.blocks(DONE) - before
    if new:
        said.append(f"{sorted(new)} has become due")
    left = sorted(fact for fact in trial.facts.true - facts.true if fact.predicate in LASTING)
    airs = named_class("ventilates")
    things = guard.objects.by_name
    return said + [f"{f} is left" for f in left if not airs.contains(things[f.arguments[0]])]


def careless_remedies(
    dataset: str, one_in: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[str], list[Sequence[SkillCall]]]:
    """What is wrong with the remedies offered in a sample of episodes, and the remedies."""
    said: list[str] = []
    offered: list[Sequence[SkillCall]] = []
    original = Guard.judge

    def judge(
        self: Guard,
        index: int,
        call: SkillCall,
        facts: FactSet | None,
        age_ns: int,
        now_ns: int,
        *,
        may_hold: bool = False,
    ) -> Verdict:
        verdict = original(self, index, call, facts, age_ns, now_ns, may_hold=may_hold)
        blocked = verdict.decision is Decision.BLOCK and verdict.remedy and not verdict.unknown
        if blocked and facts is not None:
            offered.append(verdict.remedy)
            said.extend(
                f"{call} after {', '.join(map(str, verdict.remedy))}: {complaint}"
                for complaint in complaints(self, verdict, call, facts)
            )
        return verdict

    monkeypatch.setattr(Guard, "judge", judge)
    _report_errors(monkeypatch, said)
    run = RunSpec(dataset=Path(dataset), planner="careless", guard=GuardMode.ENFORCE)
    scenarios, episodes = plan_episodes(run, None)
    bases = {}
    for episode in sampled(episodes, one_in):
        scenario = scenarios.get(episode.task)
        domain = scenario.scene.domain
        if domain.name not in bases:
            bases[domain.name] = knowledge_base(run, domain)
        run_episode(run, episode, scenario, bases[domain.name])
    return said, offered


def _report_errors(monkeypatch: pytest.MonkeyPatch, said: list[str]) -> None:
    """Note why the search for a remedy broke; the guard goes on without one."""
    original = RemedyChoice.choose

    def choose(
        self: RemedyChoice, call: SkillCall, findings: Sequence[Finding]
    ) -> tuple[SkillCall, ...]:
        try:
            return original(self, call, findings)
        except Exception as error:
            said.append(f"{call}: {error!r}")
            raise

    monkeypatch.setattr(RemedyChoice, "choose", choose)


@pytest.mark.parametrize("dataset", DATASETS)
def test_no_remedy_does_harm(dataset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said, offered = careless_remedies(dataset, 10, monkeypatch)
    assert offered
    assert "\n".join(said) == ""
