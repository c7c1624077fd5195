"""A log leads a session to where it led the first one."""

from __future__ import annotations

from is_bench.calls import parse_call
from is_bench.facts import FactSet, atom
from is_bench.guard_log import Entry, PlanChecked, StateHeard, TaskRequest
from is_bench.recognised import describe
from is_safety_monitor.core import log_player
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from kb.loader import load_library
from tests.is_safety_monitor.core.guards import BENCHMARK, EPISODE, SECOND_NS, calls, table

FRIDGE = "electric_refrigerator.n.01_1"
SCENE = table(FRIDGE, "countertop.n.01_1")
BASE = KnowledgeBase(tuple(c for c in load_library() if "refrigerator" in c.id))
OPEN = parse_call(f"OPEN({FRIDGE})")
REPORT = Report(EPISODE, 2 * SECOND_NS, lambda: (FactSet.closed_world([atom("open", FRIDGE)]), {}))


def session() -> Session:
    return Session(GuardSettings(domain=BENCHMARK, limits=Limits(0)), BASE)


def recorded() -> tuple[Session, list[tuple[Entry, Report | None]]]:
    """A session in which the refrigerator was opened, and its log."""
    first, log = session(), list[tuple[Entry, Report | None]]()
    first.watch = lambda entry, report: log.append((entry, report))
    first.set_task(TaskRequest(EPISODE, "a task", "Tidy up.", describe(SCENE)))
    first.receive_state(Report(EPISODE, SECOND_NS, lambda: (FactSet.closed_world([]), {})))
    goal = Goal(EPISODE, "0", 0, OPEN)
    first.judge(goal, SECOND_NS)
    first.ended(goal, SECOND_NS, ok=True, finished_ns=SECOND_NS)
    first.receive_state(REPORT)
    first.check_plan(EPISODE, calls("DONE"), 2 * SECOND_NS)
    return first, log


def test_a_session_that_is_told_the_entries_of_another_has_the_same_due() -> None:
    first, log = recorded()
    other = session()
    for entry, report in log:
        log_player.apply(other, entry, report)
    due = first.due(2 * SECOND_NS)
    assert due
    assert other.due(2 * SECOND_NS) == due


def heard_again(log: list[tuple[Entry, Report | None]]) -> list[type[Entry]]:
    """The kinds of entries that a session notes when it is told a log."""
    other, heard = session(), list[type[Entry]]()
    other.watch = lambda entry, _report: heard.append(type(entry))
    for entry, report in log:
        log_player.apply(other, entry, report)
    return heard


def test_a_state_without_its_facts_is_skipped() -> None:
    _, log = recorded()
    assert heard_again(log).count(StateHeard) == 2
    assert StateHeard not in heard_again([(entry, None) for entry, _ in log])


def test_a_checked_plan_is_skipped() -> None:
    _, log = recorded()
    assert PlanChecked in [type(entry) for entry, _ in log]
    assert PlanChecked not in heard_again(log)
