"""Leading a guard through a log once more."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from is_bench.domain import SourceText, restored_domain
from is_bench.errors import InputError
from is_bench.guard_log import (
    Entry,
    ModeChanged,
    PlanChecked,
    RecordedSettings,
    StateHeard,
    StepJudged,
    TaskBegun,
)
from is_bench.scenarios import Annotations, Dataset
from is_bench.verdict import Decision, GuardMode, Obligation, TaskVerdict
from is_bench_eval.console.interrupts import uninterrupted
from is_bench_eval.replay.log import Answer, GuardLog
from is_safety_monitor.core import log_player
from is_safety_monitor.core.configuration import (
    GuardSettings,
    KnowledgeBase,
    recorded_knowledge_base,
)
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.retry_budget import RetryBudget
from is_safety_monitor.core.session import Session
from is_safety_monitor.core.stages import Stages
from kb.retrieval import embedder_in


@dataclass(frozen=True)
class Rules:
    """What is to be other than it was."""

    constraint_files: tuple[SourceText, ...] | None = None
    """In place of those that the guard was given beside the library."""
    mode: GuardMode | None = None
    stages: Stages | None = None
    dataset: Dataset | None = None
    """Scenarios of guards that used annotations, which are not in the bag."""

    def stages_of(self, by: RecordedSettings) -> Stages:
        """The stages of a guard of settings `by`."""
        return self.stages or Stages.of(by.stages.split(","))


@dataclass(frozen=True)
class Replayed:
    """What the guard says today to an entry of its log."""

    number: int
    entry: TaskBegun | StateHeard | StepJudged | PlanChecked
    answer: Answer | None
    """None: it cannot be told, or nothing is judged."""
    why_not: str = ""
    """Why it cannot be told."""

    @property
    def episode(self) -> str:
        """The episode that the entry is about."""
        entry = self.entry
        return entry.request.episode if isinstance(entry, TaskBegun) else entry.episode


class Progress(Protocol):
    """Is told how far a replay is, in entries of guards' logs."""

    def expect(self, more: int) -> None:
        """So many more are to be played."""
        ...

    def advance(self) -> None:
        """One more was played."""
        ...


@dataclass
class Player:
    """Plays logs by `rules`; knowledge bases are read once."""

    rules: Rules = field(default_factory=Rules)
    progress: Progress | None = None
    _bases: dict[Hashable, KnowledgeBase] = field(default_factory=dict, init=False, repr=False)

    def play(self, log: GuardLog) -> Iterator[Replayed]:
        """What the guard of `log` says to each entry that asks for something, in order.

        Raises InputError where today's rules cannot be read.
        """
        first = next((e for e in log.entries.values() if isinstance(e, TaskBegun)), None)
        if first is None:
            return
        if self.progress is not None:
            self.progress.expect(len(log.entries))
        with uninterrupted():
            run = _Run(log, self, first)
        for number, entry in log.entries.items():
            with uninterrupted():
                found = run.take(number, entry)
            if self.progress is not None:
                self.progress.advance()
            if found is not None:
                yield found

    def standing(self, log: GuardLog) -> Iterator[tuple[int, Sequence[Obligation] | None]]:
        """After each entry of `log` its number, and what is due then; None: that cannot be told."""
        first = next((e for e in log.entries.values() if isinstance(e, TaskBegun)), None)
        if first is None:
            return
        with uninterrupted():
            run = _Run(log, self, first)
        for number, entry in log.entries.items():
            with uninterrupted():
                run.take(number, entry)
                due = run.due()
            yield number, due

    def knowledge_base(self, by: RecordedSettings) -> KnowledgeBase:
        """What a guard of settings `by` knows today."""
        own = self.rules.constraint_files
        files = by.constraint_files if own is None else own
        stages, embedder = self.rules.stages_of(by), embedder_in(by.retrieval)
        key = (files, stages, by.domain, by.domain_files, embedder)
        if key not in self._bases:
            domain = restored_domain(by.domain, by.domain_files)
            self._bases[key] = recorded_knowledge_base(files, stages, domain, embedder)
        return self._bases[key]


class _Run:
    """A session and what is missing of its log."""

    def __init__(self, log: GuardLog, player: Player, first: TaskBegun) -> None:
        self._log = log
        self._rules = player.rules
        self._base = player.knowledge_base
        self._session = self._new(first.judged_by)
        self._by = first.judged_by
        self._next = 1
        self._now_ns = 0
        """The latest time that the guard has reckoned with."""
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
        self._now_ns = max(self._now_ns, getattr(entry, "now_ns", 0))
        self._session.drain()
        if isinstance(entry, StateHeard):
            return self._hear(number, entry)
        if isinstance(entry, TaskBegun):
            return self._begin(number, entry)
        if isinstance(entry, StepJudged | PlanChecked):
            answer = self._asked(entry)
            why_not = self._gap or self._blind
            return Replayed(number, entry, None if why_not else answer, why_not)
        if isinstance(entry, ModeChanged):
            entry = replace(entry, mode=self._mode(entry.mode).value)
        log_player.apply_event(self._session, entry)
        return None

    def due(self) -> Sequence[Obligation] | None:
        """What is due now; None: that cannot be told."""
        if self._gap or self._blind:
            return None
        return self._session.due(self._now_ns)

    def _hear(self, number: int, entry: StateHeard) -> Replayed | None:
        """Take in a state; what is said of the task now, if that refuses it then or today."""
        report = self._log.reports.get(number)
        if report is not None:
            self._blind = ""
            refused = log_player.apply_state(self._session, entry, report)
            if refused is None and number not in self._log.answers:
                return None
            said = self._session.task_verdict
            answer = None if said is None or self._gap else self._task_answer(said)
            return Replayed(number, entry, answer, self._gap)
        self._blind = f"the world state of entry {number} is missing"
        if entry.episode == self._session.episode:
            self._gap = self._gap or self._blind
        return None

    def _begin(self, number: int, entry: TaskBegun) -> Replayed | None:
        self._by = entry.judged_by
        self._gap = ""
        session = self._session
        session.settings, session.base = self._settings(self._by), self._base(self._by)
        annotations, why_not = self._annotations(entry)
        found = log_player.begin_task(session, entry, annotations, why_not)
        if why_not:
            self._gap = why_not
            return Replayed(number, entry, None, why_not)
        if found is None:
            return None
        return Replayed(number, entry, self._task_answer(found))

    def _task_answer(self, found: TaskVerdict) -> Answer:
        refused = found.verdict.decision is Decision.BLOCK
        enforced = refused and self._session.settings.mode is GuardMode.ENFORCE
        return Answer((found.verdict,), found.advice, enforced)

    def _annotations(self, entry: TaskBegun) -> tuple[Annotations | None, str]:
        """The annotations that the guard used, or why they are missing."""
        if entry.problem or entry.judged_by.knowledge != "scenario":
            return None, ""
        if self._rules.dataset is None:
            return None, (
                "the guard used annotations of the scenario, absent in the bag; give --dataset"
            )
        try:
            return self._rules.dataset.get(entry.request.task).annotations, ""
        except InputError as error:
            return None, str(error)

    def _asked(self, entry: StepJudged | PlanChecked) -> Answer | None:
        if isinstance(entry, PlanChecked):
            found = self._session.check_plan(entry.episode, entry.plan, entry.now_ns)
            return Answer(found.verdicts, found.considered)
        judgement = log_player.judge_goal(self._session, entry)
        if judgement.verdict is None:
            return None
        return Answer((judgement.verdict,), enforced=judgement.enforced)

    def _new(self, by: RecordedSettings) -> Session:
        return Session(self._settings(by), self._base(by))

    def _settings(self, by: RecordedSettings) -> GuardSettings:
        return GuardSettings(
            mode=self._mode(by.mode),
            knowledge=by.knowledge,
            stages=self._rules.stages_of(by),
            limits=Limits(by.max_state_age_ns),
            budget=RetryBudget(*by.retry_budget),
            domain=restored_domain(by.domain, by.domain_files),
            world=by.world,
            unrecognised=Decision(by.unrecognised),
            advice_limit=by.advice_limit,
            fact_age_ns=by.max_fact_age_ns,
        )

    def _mode(self, recorded: str) -> GuardMode:
        """As the rules say; but of a guard that was off, the bag does not tell the scene."""
        mode = GuardMode(recorded)
        return mode if mode is GuardMode.OFF else self._rules.mode or mode


def _gap(first: int, last: int) -> str:
    if first == last:
        return f"entry {first} of the guard's log is missing"
    return f"entries {first} to {last} of the guard's log are missing"
