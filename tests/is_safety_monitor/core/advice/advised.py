"""Sessions with and without advice, led through the same plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from is_bench.calls import SkillCall, parse_call
from is_bench.chat.endpoint import Endpoint
from is_bench.domain import TransitionModel
from is_bench.facts import Atom, FactSet
from is_bench.guard_log import Entry, LogPosition, TaskRequest
from is_bench.recognised import describe
from is_bench.verdict import Decision, PlanVerdict, TaskVerdict, Verdict
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from kb.adviser import Adviser, AdviserLimits, LanguageModelAdviser, Opinion, Question
from kb.constraint import Constraint
from kb.loader import load_library
from tests.chat_server.server import serving
from tests.kb.adviser.hostile_proposals import Hostile
from tests.kb.adviser.samples import HOUSEHOLD, SCENE

EPISODE = "an episode"
LIMITS = AdviserLimits(deadline_s=60, retries=0)
INSTRUCTION = "Make tea."
MODEL = TransitionModel(HOUSEHOLD)
START = FactSet.closed_world(
    [
        Atom("ontop", ("towel.n.01_1", "stove.n.01_1")),
        Atom("ontop", ("apple.n.01_1", "countertop.n.01_1")),
        Atom("ontop", ("carving_knife.n.01_1", "countertop.n.01_1")),
        Atom("ontop", ("stove.n.01_1", "floor.n.01_1")),
    ]
)
PLANS = tuple(
    tuple(map(parse_call, plan))
    for plan in (
        ("TOGGLE_ON(stove.n.01_1)", "OPEN(electric_refrigerator.n.01_1)", "DONE"),
        (
            *("PICK(towel.n.01_1)", "PLACE_ON_TOP(towel.n.01_1, countertop.n.01_1)"),
            *("TOGGLE_ON(stove.n.01_1)", "TOGGLE_OFF(stove.n.01_1)", "DONE"),
        ),
        (
            *("LIGHT(candle.n.01_1)", "CUT(apple.n.01_1, carving_knife.n.01_1)"),
            *("PLACE_INSIDE(apple.n.01_1, electric_refrigerator.n.01_1)", "DONE"),
        ),
    )
)
BASE = KnowledgeBase(tuple(c for c in load_library()[::16] if c.category != "Fire Hazard"))
"""Without those that would block what the advice only warns of."""
STRICTNESS = {Decision.ALLOW: 0, Decision.WARN: 1, Decision.BLOCK: 2}


@dataclass(frozen=True)
class Said:
    """Everything that a session says of a plan."""

    task: TaskVerdict
    plan: PlanVerdict
    steps: tuple[Verdict, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        return (self.task.verdict, *self.plan.verdicts, *self.steps)


class Says:
    """An adviser that says the same whatever it is asked."""

    def __init__(self, *proposals: str, restatements: tuple[str, ...] = ()) -> None:
        self._said = Opinion(model="a-model", proposals=proposals, restatements=restatements)

    def opinion(self, question: Question) -> Opinion:
        del question
        return self._said


def begun(
    adviser: Adviser | None = None,
    advice: Decision = Decision.WARN,
    instruction: str = INSTRUCTION,
) -> tuple[Session, TaskVerdict]:
    """A session that was told of the task and sees the start, and what it says of the task."""
    settings = GuardSettings(domain=HOUSEHOLD, limits=Limits(0), advice=advice)
    led = Session(settings, BASE)
    request = TaskRequest(EPISODE, "a task", instruction, describe(SCENE))
    task = led.set_task(request, adviser=adviser)
    assert task is not None
    assert led.guard is not None
    _show(led, START, 1)
    return led, task


def said(
    plan: Sequence[SkillCall],
    adviser: Adviser | None = None,
    advice: Decision = Decision.WARN,
    instruction: str = INSTRUCTION,
) -> tuple[Said, Session]:
    """What a session says of `plan`, whose steps are done whatever is said of them."""
    led, task = begun(adviser, advice, instruction)
    planned = led.check_plan(EPISODE, plan, 0)
    return Said(task, planned, tuple(_steps(led, plan))), led


def _steps(led: Session, plan: Sequence[SkillCall]) -> Iterator[Verdict]:
    facts = START
    for index, call in enumerate(plan):
        goal = Goal(EPISODE, "", index, call, "")
        verdict = led.judge(goal, 0, accepted=True).verdict
        assert verdict is not None
        yield verdict
        world = MODEL.predict(SCENE, facts)
        ok = world.execute(call).ok
        facts = world.facts()
        led.ended(goal, 0, ok=ok, finished_ns=2 * index + 2)
        _show(led, facts, 2 * index + 3)


def _show(led: Session, facts: FactSet, stamp_ns: int) -> None:
    def read() -> tuple[FactSet, Mapping[Atom, int]]:
        return facts, {}

    led.receive_state(Report(EPISODE, stamp_ns, read))


def entries(led: Session) -> dict[int, Entry]:
    """The log of a session."""
    noted: list[tuple[LogPosition, Entry]] = led.drain()
    return {place.entry: entry for place, entry in noted}


def loosened(alone: Said, advised: Said) -> list[tuple[Verdict, Verdict]]:
    """The verdicts that are less strict, or name less, with advice than without."""
    pairs = zip(alone.verdicts, advised.verdicts, strict=True)
    return [
        (before, after)
        for before, after in pairs
        if STRICTNESS[after.decision] < STRICTNESS[before.decision]
        or not set(before.constraints) <= set(after.constraints)
        or after.remedy != before.remedy
    ]


def advised(
    replies: Sequence[Hostile], instruction: str = INSTRUCTION
) -> Iterator[tuple[Hostile, Said, tuple[Constraint, ...] | None, Decision]]:
    """What sessions say whose adviser gets `replies`, one each, from a server.

    Each with the constraints that the reply added, None if it did not count, and the decision of
    these.  A server's key has to be in the environment.  No reply loosens a verdict, and one that
    is vacuous does not count.
    """
    alone = [said(plan, instruction=instruction)[0] for plan in PLANS]
    asked = 0
    with serving(lambda _: replies[asked].text) as server:
        adviser = LanguageModelAdviser(Endpoint(server.url, "hostile"), LIMITS)
        for reply in replies:
            adviser.new_episode()
            advice = (Decision.WARN, Decision.BLOCK)[asked % 2]
            place = asked % len(PLANS)
            found, led = said(PLANS[place], adviser, advice, instruction)
            asked += 1
            assert loosened(alone[place], found) == [], reply
            assert led.guard is not None
            opinion = led.guard.advice
            constraints = None
            if opinion is not None:
                assert not reply.vacuous, reply
                assert opinion.knowledge is not None, reply
                constraints = tuple(opinion.knowledge.constraints)
            yield reply, found, constraints, advice
        assert len(server.requests) == len(replies)
