from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from is_bench.calls import parse_call
from is_bench.facts import FactSet, atom
from is_bench.guard_log import Entry, StepJudged, TaskRequest
from is_bench.recognised import describe
from is_bench.verdict import Obligation
from is_safety_monitor.core import log_player
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase, open_knowledge_base
from is_safety_monitor.core.episode_journal import Record, line_of, read_journal
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Judgement, Session
from is_safety_monitor.core.session_restore import restore
from is_safety_monitor.state_files import JournalFile
from kb.loader import load_library
from tests.is_safety_monitor.core.guards import BENCHMARK, EPISODE, SECOND_NS, table

FRIDGE, STOVE, RAG = "electric_refrigerator.n.01_1", "stove.n.01_1", "rag.n.01_1"
SCENE = table(FRIDGE, STOVE, RAG, "countertop.n.01_1")
SETTINGS = GuardSettings(domain=BENCHMARK, limits=Limits(0))
BASE = KnowledgeBase(tuple(c for c in load_library() if "refrig" in c.id or "stove" in c.id))
STATES = (
    (),
    (atom("open", FRIDGE),),
    (atom("toggled_on", STOVE),),
    (atom("open", FRIDGE), atom("toggled_on", STOVE), atom("ontop", RAG, STOVE)),
)
STEPS = (
    f"OPEN({FRIDGE})",
    f"CLOSE({FRIDGE})",
    f"TOGGLE_ON({STOVE})",
    f"TOGGLE_OFF({STOVE})",
    f"PLACE_ON_TOP({RAG}, {STOVE})",
    "DONE",
)
happenings = st.one_of(
    st.tuples(st.just("see"), st.integers(0, len(STATES) - 1), st.booleans()),
    st.tuples(st.just("do"), st.integers(0, len(STEPS) - 1), st.booleans()),
    st.tuples(st.just("ask"), st.integers(0, len(STEPS) - 1), st.booleans()),
)


class Recorded:
    """A session whose journal is kept, and what it said to each entry of it."""

    def __init__(self, base: KnowledgeBase = BASE) -> None:
        self.session = Session(SETTINGS, base)
        self.records: list[Record] = []
        self.session.watch = self._note
        request = TaskRequest(EPISODE, "a task", "Tidy up.", describe(SCENE), owner="me")
        self.session.set_task(request)
        self.said: dict[int, Judgement] = {}
        self.now_ns = self.steps = 0

    def _note(self, entry: Entry, report: Report | None) -> None:
        self.records.append(Record(entry, report, self.session.place))

    def see(self, state: int, closed: bool) -> None:
        self.now_ns += SECOND_NS
        facts = FactSet(frozenset(STATES[state]), closed=closed)
        self.session.receive_state(Report(EPISODE, self.now_ns, lambda: (facts, {})))

    def ask(self, step: int, accepted: bool) -> Goal:
        goal = Goal(EPISODE, str(self.steps), self.steps, parse_call(STEPS[step]))
        said = self.session.judge(goal, self.now_ns, accepted=accepted)
        self.said[len(self.records) - 1] = said
        self.steps += 1
        return goal

    def do(self, step: int, ok: bool) -> None:
        goal = self.ask(step, accepted=True)
        self.now_ns += SECOND_NS
        self.session.ended(goal, self.now_ns, ok=ok, finished_ns=self.now_ns)

    def happen(self, what: str, which: int, flag: bool) -> None:
        {"see": self.see, "do": self.do}.get(what, lambda n, _: self.ask(n, False))(which, flag)

    def due(self) -> set[Obligation]:
        return set(self.session.due(self.now_ns) or ())


def fresh(base: KnowledgeBase = BASE) -> Session:
    return Session(SETTINGS, base)


def again(records: list[Record]) -> list[Record]:
    return read_journal(b"".join(map(line_of, records)))


@settings(max_examples=15, deadline=None)
@given(st.lists(happenings, min_size=3, max_size=12), st.data())
def test_a_session_restored_at_any_point_says_the_same_from_there_on(
    happened: list[tuple[str, int, bool]], data: st.DataObject
) -> None:
    first = Recorded()
    for what, which, flag in happened:
        first.happen(what, which, flag)
    cut = data.draw(st.integers(1, len(first.records)))
    second = fresh()
    restore(second, again(first.records[:cut]), lambda _: None)
    for number, record in enumerate(first.records[cut:], cut):
        if isinstance(record.entry, StepJudged):
            assert log_player.judge_goal(second, record.entry) == first.said[number]
        elif record.report is not None:
            second.receive_state(record.report, record.entry.arrived)  # type: ignore[union-attr]  # a StateHeard
        else:
            log_player.apply_event(second, record.entry)
    assert set(second.due(first.now_ns) or ()) == first.due()
    assert (second.episode, second.owner, second.moving) == (EPISODE, "me", first.session.moving)


@settings(max_examples=15, deadline=None)
@given(st.lists(happenings, min_size=3, max_size=14))
def test_a_journal_file_without_replaced_states_restores_the_same(
    tmp_path_factory: pytest.TempPathFactory, happened: list[tuple[str, int, bool]]
) -> None:
    folder = tmp_path_factory.mktemp("state")
    first, written = Recorded(), JournalFile(folder)
    for what, which, flag in [*happened, ("ask", 0, False)]:
        first.happen(what, which, flag)
    for record in first.records:
        written.note(record)
    kept = JournalFile(folder).read()
    assert len(kept) <= len(first.records)
    second = fresh()
    restore(second, kept, lambda _: None)
    probe = Goal(EPISODE, "probe", first.steps, parse_call("DONE"))
    said = [s.judge(probe, first.now_ns, accepted=False) for s in (second, first.session)]
    assert said[0] == said[1]
    assert set(second.due(first.now_ns) or ()) == first.due()


def test_a_goal_that_had_not_ended_is_named() -> None:
    first = Recorded()
    first.see(0, closed=True)
    first.do(0, ok=True)
    goal = first.ask(2, accepted=True)
    session = fresh()
    assert restore(session, again(first.records), lambda _: None) == (goal,)
    assert session.moving == 1


def test_an_episode_goes_on_by_the_constraints_it_began_with(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(_OWN, encoding="utf-8")
    stages = SETTINGS.stages
    first = Recorded(open_knowledge_base((own,), stages, domain=BENCHMARK))
    first.see(0, closed=True)
    first.do(2, ok=True)
    first.see(2, closed=True)
    assert "stove_off" in {item.constraint for item in first.due()}
    session = fresh()
    restore(session, again(first.records), lambda _: None)
    assert "stove_off" in {item.constraint for item in session.due(first.now_ns) or ()}
    assert session.base is BASE  # of the next task


def test_the_log_goes_on_where_it_ended() -> None:
    first = Recorded()
    first.see(0, closed=True)
    first.do(0, ok=True)
    session = fresh()
    restore(session, again(first.records), lambda _: None)
    assert session.place == first.session.place
    assert session.drain() == []


def test_settings_stay_those_of_the_session() -> None:
    first = Recorded()
    session = Session(replace(SETTINGS, endpoint="http://nowhere.invalid", model="m"), BASE)
    restore(session, again(first.records), lambda _: None)
    assert session.settings.endpoint == "http://nowhere.invalid"
    assert session.guard is not None


def test_what_a_guard_that_peeks_was_shown_is_asked_for_by_the_task() -> None:
    asked: list[Any] = []
    restore(fresh(), again(Recorded().records), asked.append)
    assert asked == ["a task"]


_OWN = """
constraints:
  - id: stove_off
    text: A stove is switched off again.
    category: Fire Hazard
    severity: critical
    source: a house rule
    composition: environment
    type: temporal
    where: {s: stove.n.01}
    after: TOGGLE_ON(s)
    require: (not (toggled_on ?s))
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
