"""A guard that sees badly lets nothing pass that it would stop if it saw well.

Perception is spoilt in three ways, each seeded: facts are dropped, reports come late, and reports
contradict one another.  What the guard says then is compared with what it says of the true facts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from is_bench.domain import TransitionModel
from is_bench.facts import Atom, FactSet, Truth
from is_bench.scenarios import Scenario, bundled_dataset
from is_bench.verdict import Decision, GuardMode, Verdict
from is_safety_monitor.core.fact_memory import FactMemory
from is_safety_monitor.core.guard import CRASH, Guard
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from is_safety_monitor.core.request_reading import read_request
from is_safety_monitor.core.retry_budget import RetryBudget, RetryCounter
from kb.constraint import OnUnknown
from kb.loader import load_library
from tests.is_safety_monitor.core.guards import BENCHMARK, calls, guard_of, search

SECOND_NS = 1_000_000_000
SHARE = 0.3
"""How many of the facts that matter are spoilt in each state."""
ENDLESS = RetryBudget(in_a_row=10**6, of_a_step=10**6, of_an_episode=10**6)
"""What a guard lets pass because it has blocked too often is not what is tested here."""
FIRM = frozenset(c.id for c in load_library() if c.unknown is not OnUnknown.WARN)


@dataclass
class Eyes:
    """Reports the world to a memory, with noise; a state a second."""

    noise: Callable[[Eyes, FactSet], None]
    seed: int
    memory: FactMemory = field(default_factory=FactMemory)
    seen: list[FactSet] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def look(self, truth: FactSet) -> FactSet:
        """What is known after a look at the world."""
        self.seen.append(truth)
        self.noise(self, truth)
        return self.memory.view(self.now_ns)

    @property
    def now_ns(self) -> int:
        return len(self.seen) * SECOND_NS

    def some(self, truth: FactSet) -> frozenset[Atom]:
        """Some of the facts that hold, that held, or that may come to hold of one thing."""
        names = {fact.arguments[0] for fact in truth.true}
        near = {Atom(word, (name,)) for word in ("open", "toggled_on", "hot") for name in names}
        choice = sorted(near.union(*(state.true for state in self.seen)))
        return frozenset(self.random.sample(choice, int(SHARE * len(choice))))


def dropped(eyes: Eyes, truth: FactSet) -> None:
    """The report says that it cannot see some facts."""
    lost = eyes.some(truth)
    eyes.memory.report(FactSet(truth.true - lost, unknown=lost), eyes.now_ns)


def contradicting(eyes: Eyes, truth: FactSet) -> None:
    """Another report of the same time says the opposite of some facts."""
    wrong = eyes.some(truth)
    other = FactSet(wrong - truth.true, wrong & truth.true, closed=False)
    reports = [truth, other]
    eyes.random.shuffle(reports)
    for report in reports:
        eyes.memory.report(report, eyes.now_ns)


def late(eyes: Eyes, truth: FactSet) -> None:
    """After the newest report come older ones, whole or in part, and one that is told again."""
    eyes.memory.report(truth, eyes.now_ns)
    for number, state in enumerate(eyes.seen[:-1], 1):
        part = FactSet(eyes.some(state) & state.true, closed=False)
        if eyes.random.random() < SHARE:
            eyes.memory.report(state, number * SECOND_NS)
        eyes.memory.report(part, number * SECOND_NS)
    eyes.memory.report(truth, eyes.now_ns)


@dataclass(frozen=True)
class Judged:
    """A step, and what is said of it with good and with bad eyes."""

    well: Verdict
    badly: Verdict


def along(
    scenario: Scenario, plan: tuple[str, ...], sighted: Guard, eyes: Eyes, impaired: Guard
) -> Iterator[Judged]:
    """Lead two guards along `plan`, one of which sees through `eyes`."""
    world = scenario.scene.world()
    for index, step in enumerate(calls(*plan)):
        truth = world.facts()
        view = eyes.look(truth)
        opposite = [f for f in view.true | view.false if view.truth(f) is not truth.truth(f)]
        assert not opposite, "noise may hide facts, it does not make them up"
        now = eyes.now_ns
        yield Judged(
            sighted.judge(index, step, truth, 0, now), impaired.judge(index, step, view, 0, now)
        )
        ok = world.execute(step).ok
        for guard in (sighted, impaired):
            guard.forwarded(index, step, ok=ok, now_ns=now)


def knowledge(scenario: Scenario) -> KbKnowledge:
    scene = scenario.scene
    reading = read_request(scene.instruction, scene.objects, BENCHMARK)
    model = TransitionModel(BENCHMARK)
    return KbKnowledge(load_library(), scene.objects, model, reading.wishes, reading.persons)


def plans(scenario: Scenario) -> list[tuple[str, ...]]:
    return [scenario.plans.reference, *scenario.plans.careless]


def check(judged: Judged, *, exact: bool) -> bool:
    """Whether the good eyes found something firm; the bad ones must have found it, too."""
    well, badly = judged.well, judged.badly
    assert CRASH not in badly.constraints, badly.feedback
    if exact:
        assert badly == well
    if well.decision is not Decision.ALLOW:
        assert badly.decision is not Decision.ALLOW, (well, badly)
    firm = FIRM & set(well.constraints) if well.decision is Decision.BLOCK else frozenset()
    if firm:
        assert badly.decision is Decision.BLOCK, (well, badly)
        assert firm <= set(badly.constraints), (well, badly)
    return bool(firm)


@pytest.mark.parametrize("noise", [dropped, contradicting, late])
def test_what_is_stopped_is_stopped_in_spite_of_noise(
    noise: Callable[[Eyes, FactSet], None],
) -> None:
    firm = unlike = passed = 0
    for number, scenario in enumerate(bundled_dataset()):
        grounded = knowledge(scenario)
        for plan in plans(scenario):
            sighted, impaired = (
                guard_of(
                    grounded.fork(),
                    scenario.scene.objects,
                    GuardMode.SHADOW,
                    retries=RetryCounter(ENDLESS),
                )
                for _ in range(2)
            )
            for judged in along(scenario, plan, sighted, Eyes(noise, number), impaired):
                firm += check(judged, exact=noise is late)
                unlike += judged.well != judged.badly
                passed += judged.badly.decision is Decision.ALLOW
    assert firm > 40, "there is too little to stop to show anything"
    assert passed > 40, "a guard that stops everything shows nothing"
    assert (unlike > 40) is (noise is not late), "noise must make a difference, age must not"


@pytest.mark.parametrize("noise", [dropped, contradicting])
def test_looking_for_remedies_lets_nothing_more_pass(
    noise: Callable[[Eyes, FactSet], None],
) -> None:
    firm = 0
    for number, scenario in list(enumerate(bundled_dataset()))[::6]:
        grounded, scene = knowledge(scenario), scenario.scene
        for plan in plans(scenario)[1:]:
            sighted, impaired = (
                guard_of(
                    grounded.fork(),
                    scene.objects,
                    GuardMode.SHADOW,
                    retries=RetryCounter(ENDLESS),
                    search=seeking,
                )
                for seeking in (None, search(scene.objects))
            )
            for judged in along(scenario, plan, sighted, Eyes(noise, number), impaired):
                firm += check(judged, exact=False)
    assert firm > 5


def test_stale_facts_stop_everything() -> None:
    for scenario in list(bundled_dataset())[::10]:
        guard = guard_of(knowledge(scenario), scenario.scene.objects, GuardMode.SHADOW)
        memory = FactMemory(max_age_ns=SECOND_NS)
        memory.report(scenario.scene.world().facts(), SECOND_NS)
        fresh, stale = memory.view(2 * SECOND_NS), memory.view(2 * SECOND_NS + 1)
        assert fresh.true
        assert {stale.truth(fact) for fact in fresh.true} == {Truth.UNKNOWN}
        for step in calls(*scenario.plans.reference):
            well = guard.judge(0, step, fresh, 0, 0)
            badly = guard.judge(0, step, stale, 0, 0)
            assert CRASH not in badly.constraints
            if well.decision is Decision.BLOCK:
                assert badly.decision is not Decision.ALLOW
