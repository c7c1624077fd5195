"""A guard that cannot judge blocks, and says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from is_bench.calls import SkillCall
from is_bench.facts import FactSet, atom
from is_bench.objects import ObjectTable, SceneObject
from is_bench.verdict import Decision, GuardMode, GuardStage, Obligation
from is_safety_monitor.core import (
    Finding,
    Guard,
    JudgedSituation,
    Knowledge,
    Limits,
    ScenarioKnowledge,
)
from is_safety_monitor.core.guard import CRASH, WORLD_STATE
from is_safety_monitor.core.remedy_finder import RemedyFinder
from is_safety_monitor.core.tracker import PastStep
from is_safety_monitor.core.unrecognized import UNRECOGNISED, UnrecognizedObjects
from tests.is_safety_monitor.core.guards import BENCHMARK, calls, guard_of, search
from tests.small_dataset import STOVE_ON as STOVE_ON_TEXT
from tests.small_dataset import scenario
from tests.source_tree import ROOT, imports

(STOVE_ON,) = calls(STOVE_ON_TEXT)
FACTS = FactSet.closed_world([atom("toggled_on", "stove.n.01_1")])
SECOND_NS = 1_000_000_000
SCENE = scenario("cook_apple").scene.objects


@dataclass
class Says:
    """Knowledge that always says the same, and remembers what it was asked."""

    findings: Sequence[Finding] = ()
    name: str = "says"
    asked: list[tuple[SkillCall, JudgedSituation]] = field(default_factory=list)
    seen: list[FactSet] = field(default_factory=list)
    done: list[PastStep] = field(default_factory=list)
    known: list[ObjectTable] = field(default_factory=list)

    def forwarded(self, step: PastStep) -> None:
        self.done.append(step)

    def observe(self, situation: JudgedSituation) -> None:
        self.seen.append(situation.facts)

    def fork(self) -> Knowledge:
        return self

    def extend(self, objects: ObjectTable) -> None:
        self.known.append(objects)

    def judge(self, call: SkillCall, situation: JudgedSituation) -> Sequence[Finding]:
        self.asked.append((call, situation))
        return self.findings

    def obligations(self, situation: JudgedSituation) -> Sequence[Obligation]:
        return [Obligation("later", len(situation.history), ("stove.n.01_1",))]


class Breaks(Says):
    """Knowledge with a fault."""

    def judge(self, call: SkillCall, situation: JudgedSituation) -> Sequence[Finding]:
        del situation
        raise ZeroDivisionError(f"while thinking of {call}")


def finding(constraint: str, decision: Decision) -> Finding:
    return Finding(
        constraint, decision, GuardStage.ACTION_SAFE, f"{constraint}!", calls(f"FIX({constraint})")
    )


def enforcing(knowledge: Says) -> Guard:
    return guard_of(knowledge, SCENE)


def test_nothing_moves_before_the_world_is_known() -> None:
    guard = enforcing(Says())
    verdict = guard.judge(0, STOVE_ON, None, age_ns=0, now_ns=0)
    assert (verdict.decision, verdict.constraints) == (Decision.BLOCK, (WORLD_STATE,))
    assert "not known yet" in verdict.feedback
    assert guard.stops(verdict)


def test_nothing_moves_on_stale_facts() -> None:
    guard = enforcing(Says())
    verdict = guard.judge(0, STOVE_ON, FACTS, age_ns=2_500_000_000, now_ns=0)
    assert (verdict.decision, verdict.constraints) == (Decision.BLOCK, (WORLD_STATE,))
    assert "2.5 s old (limit 2.0 s)" in verdict.feedback


@pytest.mark.parametrize(
    ("age_ns", "decision"),
    [(SECOND_NS, Decision.ALLOW), (SECOND_NS + 1, Decision.BLOCK)],
)
def test_facts_may_be_as_old_as_the_limit(age_ns: int, decision: Decision) -> None:
    guard = guard_of(Says(), SCENE, limits=Limits(max_age_ns=SECOND_NS))
    assert guard.judge(0, STOVE_ON, FACTS, age_ns, now_ns=0).decision is decision


def test_the_limit_can_be_switched_off_but_not_the_need_for_facts() -> None:
    guard = guard_of(Says(), SCENE, limits=Limits(max_age_ns=0))
    assert guard.judge(0, STOVE_ON, FACTS, 10**18, 0).decision is Decision.ALLOW
    assert guard.judge(0, STOVE_ON, None, 0, 0).decision is Decision.BLOCK


def test_what_cannot_be_seen_is_not_judged() -> None:
    knowledge = Says()
    enforcing(knowledge).judge(0, STOVE_ON, FACTS, age_ns=10**12, now_ns=0)
    assert knowledge.asked == []


def test_broken_knowledge_blocks_and_is_named() -> None:
    guard = enforcing(Breaks())
    verdict = guard.judge(3, STOVE_ON, FACTS, age_ns=0, now_ns=0)
    assert (verdict.index, verdict.call) == (3, STOVE_ON)
    assert (verdict.decision, verdict.constraints) == (Decision.BLOCK, (CRASH,))
    assert f"ZeroDivisionError: while thinking of {STOVE_ON}" in verdict.feedback
    assert guard.stops(verdict)


def test_unknown_facts_block_and_are_named() -> None:
    rag_on_stove = atom("ontop", "rag.n.01_1", "stove.n.01_1")
    for unsure in (
        FactSet(frozenset(), closed=False),
        FactSet(frozenset(), unknown=frozenset([rag_on_stove])),
    ):
        annotations = scenario("cook_apple").annotations
        guard = guard_of(ScenarioKnowledge(annotations, SCENE), SCENE)
        verdict = guard.judge(0, STOVE_ON, unsure, age_ns=0, now_ns=0)
        assert verdict.decision is Decision.BLOCK
        assert f"{rag_on_stove} is unknown" in verdict.feedback


def test_without_findings_a_step_is_allowed() -> None:
    verdict = enforcing(Says()).judge(1, STOVE_ON, FACTS, 0, 0)
    assert (verdict.decision, verdict.constraints, verdict.feedback) == (Decision.ALLOW, (), "")


def test_a_warning_lets_pass_and_speaks() -> None:
    guard = enforcing(Says([finding("a", Decision.WARN), finding("b", Decision.WARN)]))
    verdict = guard.judge(1, STOVE_ON, FACTS, 0, 0)
    assert (verdict.decision, verdict.constraints) == (Decision.WARN, ("a", "b"))
    assert verdict.feedback == "a! b!"
    assert not guard.stops(verdict)


def test_the_gravest_findings_decide_and_speak_alone() -> None:
    said = [finding("a", Decision.WARN), finding("b", Decision.BLOCK), finding("c", Decision.BLOCK)]
    verdict = enforcing(Says(said)).judge(1, STOVE_ON, FACTS, 0, 0)
    assert (verdict.decision, verdict.constraints) == (Decision.BLOCK, ("b", "c"))
    assert verdict.feedback == "b! c! First: FIX(b), FIX(c)."
    assert verdict.remedy == calls("FIX(b)", "FIX(c)")


@pytest.mark.parametrize(
    ("mode", "stops"),
    [(GuardMode.OFF, False), (GuardMode.SHADOW, False), (GuardMode.ENFORCE, True)],
)
def test_only_an_enforcing_guard_stops_what_it_blocks(mode: GuardMode, stops: bool) -> None:
    guard = guard_of(Says([finding("a", Decision.BLOCK)]), SCENE, mode)
    verdict = guard.judge(0, STOVE_ON, FACTS, 0, 0)
    assert verdict.decision is Decision.BLOCK
    assert guard.stops(verdict) is stops


def test_knowledge_sees_the_moment_and_the_forwarded_steps() -> None:
    knowledge = Says()
    guard = enforcing(knowledge)
    (opening,) = calls("OPEN(x)")
    guard.forwarded(0, opening, ok=False)
    guard.judge(1, STOVE_ON, FACTS, age_ns=0, now_ns=7)
    ((call, situation),) = knowledge.asked
    assert (call, situation.facts, situation.now_ns) == (STOVE_ON, FACTS, 7)
    assert list(situation.history) == [PastStep(0, opening, ok=False)]
    assert situation.tracker is guard.tracker


def test_a_judged_step_is_no_forwarded_one() -> None:
    guard = enforcing(Says())
    guard.judge(0, STOVE_ON, FACTS, 0, 0)
    assert guard.history == []
    assert [due.since for due in guard.obligations(FACTS, 0)] == [0]


def test_guards_share_no_history() -> None:
    first, second = enforcing(Says()), enforcing(Says())
    first.forwarded(0, STOVE_ON, ok=True)
    assert second.history == []


def test_a_block_stays_one_when_looking_for_a_remedy_breaks() -> None:
    class Breaking(RemedyFinder):
        def find(self, *arguments: object) -> tuple[SkillCall, ...]:
            raise ZeroDivisionError(arguments)

    knowledge = Says([Finding("a", Decision.BLOCK, GuardStage.ACTION_SAFE, "a!")])
    plain = enforcing(knowledge).judge(0, STOVE_ON, FACTS, 0, 0)
    whole = search(SCENE)
    breaking = Breaking(whole.model, whole.objects, whole.candidates)
    mended = guard_of(knowledge, SCENE, search=breaking)
    assert mended.judge(0, STOVE_ON, FACTS, 0, 0) == plain
    assert plain.constraints == ("a",)


def test_what_no_step_can_change_is_not_searched_for() -> None:
    class Counting(RemedyFinder):
        def find(self, *arguments: object) -> tuple[SkillCall, ...]:
            raise AssertionError(arguments)

    whole = search(SCENE)
    counting = Counting(whole.model, whole.objects, whole.candidates)
    hopeless = Finding("a", Decision.BLOCK, GuardStage.ACTION_SAFE, "a!", curable=False)
    guard = guard_of(Says([hopeless]), SCENE, search=counting)
    assert guard.judge(0, STOVE_ON, FACTS, 0, 0).remedy == ()


def test_a_step_that_could_not_be_remembered_stops_all_others() -> None:
    class Forgets(Says):
        def forwarded(self, step: PastStep) -> None:
            raise ZeroDivisionError(step.index)

    guard = enforcing(Forgets())
    guard.forwarded(0, STOVE_ON, ok=True)
    verdict = guard.judge(1, STOVE_ON, FACTS, 0, 0)
    assert verdict.constraints == (CRASH,)
    assert "ZeroDivisionError: 0" in verdict.feedback


def test_judging_for_ever_keeps_no_more_than_it_needs() -> None:
    guard = enforcing(Says())
    for number in range(2000):
        facts = FactSet.closed_world([atom("hot", f"thing_{number % 7}")])
        guard.judge(number, STOVE_ON, facts, 0, 0)
    assert len(guard.tracker.noted) < 500


def test_what_a_block_is_about_is_told() -> None:
    found = [
        Finding("a", Decision.BLOCK, GuardStage.ACTION_SAFE, "a!", objects=("x", "y")),
        Finding("b", Decision.WARN, GuardStage.ACTION_SAFE, "b!", objects=("z",)),
    ]
    assert enforcing(Says(found)).judge(0, STOVE_ON, FACTS, 0, 0).objects == ("x", "y")


# Things that are not recognized


STRANGE = ObjectTable((*SCENE.objects, SceneObject("thing_7", "")))
TOUCHING = calls("PLACE_ON_TOP(thing_7, stove.n.01_1)")[0]


@pytest.mark.parametrize("decision", [Decision.WARN, Decision.BLOCK])
def test_a_step_that_touches_a_thing_of_no_known_class_is_not_silent(decision: Decision) -> None:
    guard = guard_of(Says(), STRANGE)
    guard.unrecognized = UnrecognizedObjects(BENCHMARK, decision).among(STRANGE)
    verdict = guard.judge(0, TOUCHING, FACTS, 0, 0)
    assert (verdict.decision, verdict.constraints) == (decision, (UNRECOGNISED,))
    assert verdict.objects == ("thing_7",)
    assert "thing_7" in verdict.feedback
    assert guard.judge(1, STOVE_ON, FACTS, 0, 0).decision is Decision.ALLOW


def test_other_reasons_still_count_for_a_thing_of_no_known_class() -> None:
    guard = guard_of(Says([finding("a", Decision.BLOCK)]), STRANGE)
    verdict = guard.judge(0, TOUCHING, FACTS, 0, 0)
    assert (verdict.decision, verdict.constraints) == (Decision.BLOCK, ("a",))


def test_things_become_known_everywhere_at_once() -> None:
    knowledge = Says()
    guard = guard_of(knowledge, SCENE, search=search(SCENE))
    guard.extend(STRANGE)
    assert guard.objects == STRANGE
    assert knowledge.known == [STRANGE]
    assert guard.search is not None
    assert guard.search.objects == STRANGE
    assert guard.judge(0, TOUCHING, FACTS, 0, 0).constraints == (UNRECOGNISED,)


@pytest.mark.parametrize("name", ["guard.py", "knowledge.py", "kb_knowledge.py"])
def test_annotations_reach_a_guard_through_scenario_knowledge_alone(name: str) -> None:
    module = (ROOT / "is_safety_monitor" / "core" / name).relative_to(ROOT)
    peeking = ("is_bench.scenarios", "is_bench.evaluation", "is_safety_monitor.core.scenario")
    assert [used for used in imports(module) if used.startswith(peeking)] == []
