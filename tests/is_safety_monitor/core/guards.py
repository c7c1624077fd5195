"""Guards and sessions over small scenes, for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from is_bench.calls import SkillCall, parse_call
from is_bench.domain import Domain, TransitionModel, load_domain
from is_bench.facts import Atom, FactSet
from is_bench.guard_log import TaskRequest
from is_bench.objects import ObjectTable, make_object, synset_of
from is_bench.recognised import ObjectDescription, describe
from is_bench.verdict import Decision, GuardMode, Verdict
from is_safety_monitor.core.candidates import Candidates
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.guard import Guard, Limits
from is_safety_monitor.core.knowledge import JudgedSituation, Knowledge
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.remedy_finder import RemedyFinder
from is_safety_monitor.core.session import Goal, Judgement, Session
from is_safety_monitor.core.skill_mapping import SkillMapping
from is_safety_monitor.core.tracker import Tracker
from is_safety_monitor.core.unrecognized import UnrecognizedObjects
from kb.constraint import Constraint

BENCHMARK = load_domain("is_bench")
EPISODE = "an episode"
SECOND_NS = 1_000_000_000


def table(*names: str) -> ObjectTable:
    """Things whose names tell their synsets."""
    return ObjectTable(tuple(make_object(name, synset_of(name)) for name in names))


def calls(*texts: str) -> tuple[SkillCall, ...]:
    return tuple(map(parse_call, texts))


def texts(steps: Iterable[SkillCall]) -> tuple[str, ...]:
    return tuple(map(str, steps))


def model(domain: Domain = BENCHMARK) -> TransitionModel:
    return TransitionModel(domain)


def situation(facts: FactSet, objects: ObjectTable, now_ns: int = 0) -> JudgedSituation:
    """A moment before which nothing was done."""
    return JudgedSituation(facts, (), now_ns, Tracker(model(), objects))


def search(
    objects: ObjectTable, wanted: frozenset[Atom] = frozenset(), domain: Domain = BENCHMARK
) -> RemedyFinder:
    return RemedyFinder(model(domain), objects, Candidates(SkillMapping(domain)), wanted)


def guard_of(
    knowledge: Knowledge,
    objects: ObjectTable,
    mode: GuardMode = GuardMode.ENFORCE,
    domain: Domain = BENCHMARK,
    **more: Any,
) -> Guard:
    """A guard without remedies, unless a `search` is among `more`."""
    unrecognized = UnrecognizedObjects(domain, Decision.WARN).among(objects)
    return Guard(knowledge, Tracker(model(domain), objects), unrecognized, mode, **more)


class Driven:
    """A session that is shown states and asked, a second apart."""

    def __init__(
        self,
        objects: Iterable[ObjectDescription] | ObjectTable,
        constraints: tuple[Constraint, ...] = (),
        instruction: str = "Tidy up.",
        **settings: Any,
    ) -> None:
        chosen = {"domain": BENCHMARK, "limits": Limits(0), **settings}
        self.session = Session(GuardSettings(**chosen), KnowledgeBase(constraints))
        described = describe(objects) if isinstance(objects, ObjectTable) else tuple(objects)
        request = TaskRequest(EPISODE, "a task", instruction, described)
        self.said = self.session.set_task(request)
        self._standing = frozenset({Atom("inroom", (described[0].name, "a_room"))})
        self.seconds = 0
        self.steps = 0
        self.see()

    def see(
        self, *true: Atom, new: Iterable[ObjectDescription] = (), closed: bool = True
    ) -> Driven:
        """Show a state in which exactly these facts hold, and one that nobody minds."""
        facts = FactSet(frozenset(true) | self._standing, closed=closed)

        def read() -> tuple[FactSet, Mapping[Atom, int]]:
            return facts, {}

        self.seconds += 1
        self.session.receive_state(Report(EPISODE, self.seconds * SECOND_NS, read, tuple(new)))
        return self

    def goal(self, call: SkillCall | str, text: str = "") -> Goal:
        asked = parse_call(call) if isinstance(call, str) else call
        return Goal(EPISODE, str(self.steps), self.steps, asked, text)

    def ask(self, call: SkillCall | str, text: str = "") -> Judgement:
        """Ask whether something may be done, and do not do it."""
        judgement = self.session.judge(self.goal(call, text), 0, accepted=False)
        self.steps += 1
        return judgement

    def verdict(self, call: SkillCall | str, text: str = "") -> Verdict:
        verdict = self.ask(call, text).verdict
        assert verdict is not None
        return verdict

    def do(self, call: str, *true: Atom, ok: bool = True) -> Driven:
        """Do something, whatever is said of it, after which exactly these facts hold."""
        goal = self.goal(call)
        self.session.judge(goal, 0, accepted=True)
        self.steps += 1
        stamp = self.seconds * SECOND_NS + 1
        self.session.ended(goal, 0, ok=ok, finished_ns=stamp)
        return self.see(*true)
