"""Leading a guard through a log once more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial

from is_bench.errors import InputError
from is_bench.guard_log import (
    ConstraintText,
    Entry,
    Forgotten,
    HoldBegun,
    HoldEnded,
    JudgedBy,
    PlanChecked,
    StateHeard,
    StepEnded,
    StepJudged,
    StopReset,
    StopSet,
    TaskBegun,
)
from is_bench.scenarios import Annotations, Dataset, Plans, Scenario, Scene
from is_bench.verdict import Decision, GuardMode
from is_bench_eval.replay.log import Answer, GuardLog
from is_safety_monitor.core.choice import (
    GuardSettings,
    KnowledgeBase,
    make_cascade,
    recorded_knowledge_base,
)
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.opinions import Repeating
from is_safety_monitor.core.patience import RetryBudget
from is_safety_monitor.core.session import Goal, Session
from is_safety_monitor.core.stages import Stages


@dataclass(frozen=True)
class Rules:
    """What is to be other than it was."""

    constraint_files: tuple[ConstraintText, ...] | None = None
    """In place of those that the guard was given beside the library."""
    mode: GuardMode | None = None
    stages: Stages | None = None
    dataset: Dataset | None = None
    """Where guards that peeked at annotations find them; they are not in the bag."""


@dataclass(frozen=True)
class Replayed:
    """What the guard says today to an entry of its log."""

    number: int
    entry: TaskBegun | StepJudged | PlanChecked
    answer: Answer | None
    """None: it cannot be told, or nothing is judged."""
    why_not: str = ""
    """Why it cannot be told."""


@dataclass
class Player:
    """Plays logs by `rules`; knowledge bases are read once."""

    rules: Rules = field(default_factory=Rules)

    def play(self, log: GuardLog) -> Iterator[Replayed]:
        """What the guard of `log` says to each entry that asks for something, in order.

        Raises InputError where today's rules cannot be read.
        """
        first = next((e for e in log.entries.values() if isinstance(e, TaskBegun)), None)
        if first is None:
            return
        run = _Run(log, self.rules, first)
        for number, entry in log.entries.items():
            found = run.take(number, entry)
            if found is not None:
                yield found


@cache
def _base(own: tuple[ConstraintText, ...], stages: Stages) -> KnowledgeBase:
    return recorded_knowledge_base(own, stages)


class _Run:
    """A session and what is missing of its log."""

    def __init__(self, log: GuardLog, rules: Rules, first: TaskBegun) -> None:
        self._log = log
        self._rules = rules
        self._session = self._new(first.judged_by)
        self._by = first.judged_by
        self._next = 1
        self._gap = ""
        """Why nothing can be told before the next task."""
        self._blind = ""
        """Why the latest state of the world is not known."""

    def take(self, number: int, entry: Entry) -> Replayed | None:
        """Go on by an entry; what is said to it, if it asks for something."""
        if number != self._next:
            self._session = self._new(self._by)
            self._gap = _gap(self._next, number - 1)
        self._next = number + 1
        self._session.drain()
        if isinstance(entry, StateHeard):
            self._hear(number, entry)
            return None
        if isinstance(entry, TaskBegun):
            return self._begin(number, entry)
        if isinstance(entry, StepJudged | PlanChecked):
            answer = self._asked(entry)
            why_not = self._gap or self._blind
            return Replayed(number, entry, None if why_not else answer, why_not)
        self._happen(entry)
        return None

    def _hear(self, number: int, entry: StateHeard) -> None:
        report = self._log.reports.get(number)
        if report is not None:
            self._blind = ""
            self._session.heard(report)
            return
        self._blind = f"the state of the world of entry {number} is missing"
        if entry.episode == self._session.episode:
            self._gap = self._gap or self._blind

    def _begin(self, number: int, entry: TaskBegun) -> Replayed | None:
        self._by = entry.judged_by
        self._gap = ""
        session = self._session
        session.settings, session.base = self._settings(self._by), self._knowledge_base(self._by)
        scenario, problem, why_not = self._scenario(entry)
        make = None
        if scenario is not None:
            asked = Repeating(entry.opinion) if entry.opinion else None
            make = partial(make_cascade, session.settings, scenario, relevance=asked)
        found = session.set_task(entry.episode, entry.task, make, problem)
        if why_not:
            self._gap = why_not
            return Replayed(number, entry, None, why_not)
        if found is None:
            return None
        refused = found.verdict.decision is Decision.BLOCK
        enforced = refused and session.settings.mode is GuardMode.ENFORCE
        return Replayed(number, entry, Answer((found.verdict,), found.advice, enforced))

    def _scenario(self, entry: TaskBegun) -> tuple[Scenario | None, str, str]:
        """The scenario, or why there was none, or why it cannot be had today."""
        if entry.problem:
            return None, entry.problem, ""
        scene = Scene(
            name=entry.task,
            instruction=entry.instruction,
            room="",
            objects=entry.objects,
            facts=frozenset(),
            wash_rules=entry.wash_rules,
        )
        nothing = Annotations(goal=(), goal_source="", process=(), termination=())
        if entry.judged_by.knowledge != "scenario":
            return Scenario(scene, nothing, Plans(), "a bag"), "", ""
        if self._rules.dataset is None:
            why = "the guard peeked at the scenario, which is not in the bag; name its --dataset"
            return None, why, why
        try:
            annotations = self._rules.dataset.get(entry.task).annotations
        except InputError as error:
            return None, str(error), str(error)
        return Scenario(scene, annotations, Plans(), "a bag"), "", ""

    def _asked(self, entry: StepJudged | PlanChecked) -> Answer | None:
        if isinstance(entry, PlanChecked):
            found = self._session.check_plan(entry.episode, entry.plan, entry.now_ns)
            return Answer(found.verdicts, found.considered)
        judgement = self._session.judge(
            _goal(entry),
            entry.now_ns,
            entry.refusal,
            may_hold=entry.may_hold,
            accepted=entry.accepted,
        )
        if judgement.verdict is None:
            return None
        return Answer((judgement.verdict,), enforced=judgement.enforced)

    def _happen(self, entry: Entry) -> None:
        session = self._session
        if isinstance(entry, StepEnded):
            session.ended(_goal(entry), entry.now_ns, ok=entry.ok, finished_ns=entry.finished_ns)
        elif isinstance(entry, HoldBegun):
            session.hold(entry.now_ns)
        elif isinstance(entry, HoldEnded):
            session.release(entry.now_ns)
        elif isinstance(entry, StopSet):
            session.stop()
        elif isinstance(entry, StopReset):
            session.reset()
        elif isinstance(entry, Forgotten):
            session.forget()

    def _new(self, by: JudgedBy) -> Session:
        return Session(self._settings(by), by.max_fact_age_ns, self._knowledge_base(by))

    def _settings(self, by: JudgedBy) -> GuardSettings:
        return GuardSettings(
            mode=self._mode(by),
            knowledge=by.knowledge,
            stages=self._stages(by),
            limits=Limits(by.max_state_age_ns),
            budget=RetryBudget(*by.retry_budget),
        )

    def _mode(self, by: JudgedBy) -> GuardMode:
        """As the rules say; but of a guard that was off, the bag does not tell the scene."""
        mode = GuardMode(by.mode)
        return mode if mode is GuardMode.OFF else self._rules.mode or mode

    def _knowledge_base(self, by: JudgedBy) -> KnowledgeBase:
        own = self._rules.constraint_files
        return _base(by.constraint_files if own is None else own, self._stages(by))

    def _stages(self, by: JudgedBy) -> Stages:
        return self._rules.stages or Stages.of(by.stages.split(","))


def _goal(entry: StepJudged | StepEnded) -> Goal:
    return Goal(entry.episode, entry.request, entry.index, entry.action)


def _gap(first: int, last: int) -> str:
    if first == last:
        return f"entry {first} of the guard's log is missing"
    return f"entries {first} to {last} of the guard's log are missing"
