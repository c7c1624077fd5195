"""A guard that was restored in the middle of an episode is replayed over its restart."""

from __future__ import annotations

from pathlib import Path

from is_bench.calls import parse_call
from is_bench.facts import FactSet, atom
from is_bench.guard_log import Entry, StateHeard, TaskRequest
from is_bench.recognised import describe
from is_bench_eval.replay.log import Answer, GuardLog
from is_bench_eval.replay.player import Player
from is_safety_monitor.core.configuration import GuardSettings, open_knowledge_base
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from is_safety_monitor.core.stages import Stages
from is_safety_monitor.episode_persistence import EpisodePersistence
from tests.is_safety_monitor.core.guards import BENCHMARK, EPISODE, SECOND_NS, table

FRIDGE, RAG = "electric_refrigerator.n.01_1", "rag.n.01_1"
STAGES = Stages.of(["action"])
BASE = open_knowledge_base((), STAGES)


class Bag:
    """What a recorder keeps of a guard over its lives."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._entries: dict[int, Entry] = {}
        self._reports: dict[tuple[str, int], Report] = {}
        self._answers: dict[int, Answer] = {}
        self._now_ns = 0
        self._steps = 0

    def live(self, *steps: str) -> None:
        """A guard starts, does steps, and dies."""
        settings = GuardSettings(domain=BENCHMARK, limits=Limits(0), stages=STAGES)
        session = Session(settings, BASE, log=self._now_ns)
        memory = EpisodePersistence(self._folder)
        memory.open(session, lambda _: None)
        if session.guard is None:
            session.set_task(TaskRequest(EPISODE, "t", "", describe(table(FRIDGE, RAG))))
        for step in steps:
            self._see(session)
            goal = Goal(EPISODE, str(self._steps), self._steps, parse_call(step))
            verdict = session.judge(goal, self._now_ns, accepted=True)
            assert verdict.verdict is not None
            said = Answer((verdict.verdict,), enforced=verdict.enforced)
            self._answers[session.place.entry] = said
            session.ended(goal, self._now_ns, ok=True, finished_ns=self._now_ns)
            self._steps += 1
        for place, entry in session.drain():
            self._entries[place.entry] = entry
        memory.close(session)

    def _see(self, session: Session) -> None:
        self._now_ns += SECOND_NS
        opened = (atom("open", FRIDGE),) if self._steps else ()
        facts = FactSet(frozenset((atom("nextto", RAG, FRIDGE), *opened)))
        report = Report(EPISODE, self._now_ns, lambda: (facts, {}))
        self._reports[EPISODE, self._now_ns] = report
        session.receive_state(report)

    def log(self) -> GuardLog:
        """What it has of the guard's log."""
        reports = {
            number: self._reports[entry.episode, entry.stamp_ns]
            for number, entry in self._entries.items()
            if isinstance(entry, StateHeard)
        }
        return GuardLog(0, self._entries, reports, self._answers)


def test_a_restored_guard_is_replayed_over_its_restart(tmp_path: Path) -> None:
    bag = Bag(tmp_path)
    bag.live(f"OPEN({FRIDGE})", f"GRASP({RAG})")
    bag.live("DONE")
    log = bag.log()
    assert list(log.entries) == list(range(1, len(log.entries) + 1))
    played = {found.number: found.answer for found in Player().play(log)}
    assert {number: played[number] for number in log.answers} == log.answers
    (last,) = log.answers[max(log.answers)].verdicts
    assert "close_refrigerator_after_use" in last.constraints  # of the life before
