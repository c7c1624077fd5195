"""Whatever a guard is told and asked, its log has another guard say the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from is_bench.calls import DONE, SkillCall, parse_call
from is_bench.facts import Atom, FactSet, atom
from is_bench.guard_log import Entry
from is_bench.scenarios import Scenario, bundled_dataset
from is_bench.verdict import Advice, Decision, GuardMode, GuardStage, TaskVerdict, Verdict
from is_bench_eval.replay.comparing import Difference, pairs
from is_bench_eval.replay.log import Answer, GuardLog
from is_bench_eval.replay.player import Player, Rules
from is_safety_monitor.core.configuration import GuardSettings, open_knowledge_base
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from is_safety_monitor.core.stages import Stages
from kb.adviser import Adviser, Opinion, Question

SECOND = 1_000_000_000
RULES_ALONE = Stages(task=False, plan=False)
"""Retrieval would cost most of the time, and has tests of its own."""


@dataclass
class Live:
    """A guard in front of a robot, with all that a bag would hold of it."""

    scenario: Scenario
    session: Session
    now_ns: int = 0
    entries: dict[int, Entry] = field(default_factory=dict)
    reports: dict[int, Report] = field(default_factory=dict)
    answers: dict[int, Answer] = field(default_factory=dict)
    running: list[Goal] = field(default_factory=list)

    def log(self) -> GuardLog:
        self.entries |= {place.entry: entry for place, entry in self.session.drain()}
        return GuardLog(1, self.entries, self.reports, self.answers)

    def task(self, episode: str, speaker: Adviser | None = None) -> TaskVerdict:
        found = self.session.set_task(self.scenario.request(episode), adviser=speaker)
        assert found is not None
        enforcing = self.session.settings.mode is GuardMode.ENFORCE
        enforced = enforcing and found.verdict.decision is Decision.BLOCK
        self.say((found.verdict,), found.advice, enforced=enforced)
        return found

    def state(self, episode: str, facts: FactSet, late_ns: int) -> None:
        report = Report(episode, self.now_ns - late_ns, lambda: (facts, no_stamps()))
        refused = self.session.receive_state(report)
        self.reports[self.session.place.entry] = report
        if refused is not None:
            self.say((refused.verdict,), refused.advice, enforced=True)

    def ask(self, episode: str, call: SkillCall, refusal: str, *, may_hold: bool) -> None:
        goal = Goal(episode, "", len(self.answers), call, str(call))
        judged = self.session.judge(goal, self.now_ns, refusal, may_hold=may_hold)
        assert judged.verdict is not None
        self.say((judged.verdict,), (), enforced=judged.enforced)
        if not judged.enforced:
            self.running.append(goal)

    def end(self, ok: bool | None) -> None:
        if self.running:
            goal = self.running.pop()
            self.session.ended(goal, self.now_ns, ok=ok, finished_ns=self.now_ns)

    def plan(self, episode: str, plan: Sequence[SkillCall]) -> None:
        found = self.session.check_plan(episode, plan, self.now_ns)
        self.say(found.verdicts, found.considered)

    def say(
        self,
        verdicts: Sequence[Verdict],
        beside: tuple[Advice | str, ...],
        *,
        enforced: bool = False,
    ) -> None:
        told = tuple(replace(verdict, hold=False) for verdict in verdicts)
        if told:
            self.answers[self.session.place.entry] = Answer(told, beside, enforced)


def no_stamps() -> Mapping[Atom, int]:
    return {}


def live(stages: Stages = RULES_ALONE) -> Live:
    scenario = bundled_dataset().get("microwave_potato_without_foil")
    domain = scenario.scene.domain
    given = GuardSettings(
        GuardMode.ENFORCE,
        stages=stages,
        limits=Limits(2 * SECOND),
        domain=domain,
        fact_age_ns=5 * SECOND,
    )
    base = open_knowledge_base((), stages, domain=domain)
    return Live(scenario, Session(given, base, log=1))


SCENE = bundled_dataset().get("microwave_potato_without_foil")
FACTS = sorted(SCENE.scene.facts)
PLANNED = tuple(map(parse_call, (*SCENE.plans.reference, *SCENE.plans.careless[0])))
CALLS = (*PLANNED, DONE, SkillCall("NONSENSE"), PLANNED[0]._replace(arguments=("nothing.n.01_1",)))

EPISODES = ("a", "a", "a", "b")
Call = Callable[[Live], object]

fact_sets = st.lists(st.sampled_from((0, 1, 1, 1, 2)), min_size=len(FACTS), max_size=len(FACTS))
asking = st.builds(
    lambda e, action, refusal, hold: lambda it: it.ask(e, action, refusal, may_hold=hold),
    st.sampled_from(EPISODES),
    st.sampled_from(CALLS),
    st.sampled_from(("", "", "", "", "there is no robot")),
    st.booleans(),
)
calls: st.SearchStrategy[Call] = st.one_of(
    asking,
    asking,
    st.builds(
        lambda e, values, closed, late: lambda it: it.state(e, facts_of(values, closed), late),
        st.sampled_from(EPISODES),
        fact_sets,
        st.booleans(),
        st.sampled_from((0, 0, SECOND, 3 * SECOND)),
    ),
    st.builds(lambda ok: lambda it: it.end(ok), st.sampled_from((True, True, False, None))),
    st.sampled_from(
        (
            lambda it: it.task("a"),
            lambda it: it.task("b"),
            lambda it: it.plan("a", CALLS[:2]),
            lambda it: it.session.stop(),
            lambda it: it.session.reset(),
            lambda it: it.session.reset(),
            lambda it: it.session.hold(it.now_ns),
            lambda it: it.session.release(it.now_ns),
            lambda it: it.session.forget(),
        )
    ),
)


def facts_of(values: Sequence[int], closed: bool) -> FactSet:
    def those(wanted: int) -> frozenset[Atom]:
        return frozenset(fact for fact, value in zip(FACTS, values, strict=True) if value == wanted)

    return FactSet(those(1), those(0), those(2), closed)


@settings(
    max_examples=30,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),  # what is found is told by the log, not by its length
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(st.tuples(calls, st.integers(0, SECOND), st.booleans()), min_size=15, max_size=40))
def test_a_log_says_all_that_decides(told: list[tuple[Call, int, bool]]) -> None:
    it = live()
    it.state("a", ALL, 0)
    it.task("a")
    for call, later, seen in told:
        call(it)
        if seen:
            it.end(ok=True)
            it.state(it.session.episode, ALL, 0)
        else:
            it.now_ns += later
    log = it.log()
    found = list(pairs(log, Player().play(log)))
    assert [pair for pair in found if pair.difference is not Difference.NONE] == []
    assert len(found) == sum(len(answer.verdicts) for answer in it.answers.values())


ALL = facts_of([1] * len(FACTS), closed=True)


def test_facts_age_as_they_did() -> None:
    it = live()
    it.session.settings = replace(it.session.settings, limits=Limits(0))
    it.state("a", ALL, 0)
    it.task("a")
    it.now_ns = 6 * SECOND  # facts are unknown after 5
    it.ask("a", parse_call(SCENE.plans.careless[0][1]), "", may_hold=False)
    (said,) = it.answers[it.session.place.entry].verdicts
    assert said.unknown
    log = it.log()
    assert {pair.difference for pair in pairs(log, Player().play(log))} == {Difference.NONE}


BURNT = """
constraints:
  - id: burnt_microwave
    text: A microwave that was in a fire is not switched on.
    category: Fire Hazard
    severity: major
    source: a house rule
    composition: environment
    type: causal
    where: {m: microwave.n.02}
    hazard: (and (toggled_on ?m) (cooked ?m))
    asked: block
    examples:
      violated:
        - {facts: ["cooked(microwave.n.02_1)"], steps: ["TOGGLE_ON(microwave.n.02_1)"]}
      satisfied:
        - {facts: ["hot(microwave.n.02_1)"], steps: ["TOGGLE_ON(microwave.n.02_1)"]}
"""


def refused_in_sight(tmp_path: Path) -> Live:
    """A guard that accepts a task, and refuses it as soon as it sees the microwave."""
    rules = tmp_path / "rules.yaml"
    rules.write_text(BURNT, encoding="utf-8")
    stages = Stages(plan=False)
    it = live(stages)
    it.session.base = open_knowledge_base((rules,), stages, domain=it.session.settings.domain)
    scene = replace(it.scenario.scene, instruction="Turn on the microwave.")
    it.scenario = replace(it.scenario, scene=scene)
    assert it.task("a").verdict.decision is Decision.ALLOW
    seen = FactSet.closed_world([atom("cooked", "microwave.n.02_1")])
    it.state("a", seen, 0)
    it.ask("a", PLANNED[0], "", may_hold=False)
    return it


def test_a_task_that_the_first_state_refuses_is_refused_again(tmp_path: Path) -> None:
    it = refused_in_sight(tmp_path)
    log = it.log()
    found = list(pairs(log, Player().play(log)))
    assert [pair.difference for pair in found] == [Difference.NONE] * 3
    refused, step = found[1:]
    assert refused.replayed is not None
    assert refused.replayed.module is GuardStage.TASK_SAFE
    assert [pair.replayed.constraints for pair in (refused, step) if pair.replayed] == [
        ("burnt_microwave",)
    ] * 2


def test_a_task_that_is_refused_no_more_by_the_rules_of_today_is_told_of(tmp_path: Path) -> None:
    log = refused_in_sight(tmp_path).log()
    found = list(pairs(log, Player(Rules(constraint_files=())).play(log)))
    assert [pair.difference for pair in found[1:]] == [Difference.DECISION] * 2
    assert [pair.conditional for pair in found[1:]] == [False, True]


class Refusing:
    """A language model that refuses the first thing that it is offered."""

    def opinion(self, question: Question) -> Opinion:
        first, second = (each.id for each in question.offered[:2])
        return Opinion((second,), first, "I would rather not", model="a-model")


@pytest.mark.parametrize("mode", [GuardMode.SHADOW, GuardMode.ENFORCE])
def test_what_a_language_model_said_is_not_asked_for_again(mode: GuardMode) -> None:
    it = live(Stages())
    it.session.settings = replace(it.session.settings, mode=mode)
    found = it.task("a", Refusing())
    assert "I would rather not" in found.verdict.feedback
    log = it.log()
    (pair,) = pairs(log, Player().play(log))
    assert pair.difference is Difference.NONE
