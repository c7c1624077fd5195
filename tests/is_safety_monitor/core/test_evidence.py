"""What a guard knows of the world by the states that it hears, and what it does not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import parse_call
from is_bench.facts import Atom, FactSet, Truth, atom
from is_bench.guard_log import StateHeard, TaskRequest
from is_bench.recognised import describe
from is_bench.verdict import Decision
from is_safety_monitor.core import log_player
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.evidence import Evidence
from is_safety_monitor.core.fact_memory import MOST_FACTS
from is_safety_monitor.core.guard import WORLD_STATE, Limits
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from tests.is_safety_monitor.core.guards import BENCHMARK, EPISODE, SECOND_NS, table

OVEN, FRIDGE, RAG = "oven.n.01_1", "electric_refrigerator.n.01_1", "rag.n.01_1"
SCENE = table(OVEN, FRIDGE, RAG)
OPEN, THERE = atom("open", OVEN), atom("inroom", OVEN, "kitchen")


def report(stamp_ns: int, *true: Atom, closed: bool = True, episode: str = EPISODE) -> Report:
    facts = FactSet(frozenset(true), closed=closed)
    return Report(episode, stamp_ns, lambda: (facts, {}))


def kitchen(max_age_ns: int = 0) -> Session:
    session = Session(GuardSettings(domain=BENCHMARK, limits=Limits(max_age_ns)), KnowledgeBase(()))
    session.set_task(TaskRequest(EPISODE, "a task", "Tidy up.", describe(SCENE)))
    return session


def goal(text: str, index: int = 0) -> Goal:
    return Goal(EPISODE, str(index), index, parse_call(text))


def said(session: Session, text: str, now_ns: int) -> str:
    verdict = session.judge(goal(text), now_ns, accepted=False).verdict
    assert verdict is not None
    assert verdict.constraints in ((), (WORLD_STATE,))
    assert (verdict.decision is Decision.BLOCK) == bool(verdict.constraints)
    return verdict.feedback


def known(session: Session, fact: Atom, now_ns: int = 0) -> Truth:
    return session._evidence.known(now_ns).truth(fact)


# Refused states


@given(st.lists(st.tuples(st.integers(0, 100), st.booleans(), st.booleans()), max_size=8))
def test_a_state_that_is_not_believed_never_changes_what_is_known(
    heard: list[tuple[int, bool, bool]],
) -> None:
    one, other = Evidence(0), Evidence(0)
    one.begin(EPISODE, 0)
    other.begin(EPISODE, 0)
    for stamp, opened, believed in heard:
        state = report(stamp, THERE, *([OPEN] if opened else []))
        if believed:
            one.accept(state, stamp, None)
            other.accept(state, stamp, None)
        else:
            one.reject(state, "for a reason")
    assert one.known(100) == other.known(100)
    assert one.latest == other.latest
    assert one.is_current() == other.is_current()


def test_the_reason_stands_in_the_refusal_when_nothing_newer_is_known() -> None:
    session = kitchen(SECOND_NS)
    session.receive_state(report(1, THERE), seen_ns=0)
    session.receive_state(report(2, OPEN), seen_ns=2 * SECOND_NS, refused="it is forged")
    assert said(session, f"OPEN({OVEN})", SECOND_NS // 2) == ""
    why = said(session, f"OPEN({OVEN})", 2 * SECOND_NS)
    assert why.endswith("; the last world state was rejected: it is forged")


def test_what_was_refused_then_is_refused_in_a_replay() -> None:
    session, again = kitchen(), kitchen()
    for state, why in ((report(1, THERE), ""), (report(2, OPEN), "it is forged")):
        session.drain()
        session.receive_state(state, seen_ns=7, refused=why)
        ((_, entry),) = session.drain()
        assert isinstance(entry, StateHeard)
        assert (entry.seen_ns, entry.refused) == (7, why)
        log_player.apply_state(again, entry, state)
    assert known(again, OPEN) is known(session, OPEN) is Truth.FALSE


# Ages


def test_the_age_of_a_state_counts_from_when_it_was_seen_on_the_guards_clock() -> None:
    session = kitchen(SECOND_NS)
    session.receive_state(report(3600 * SECOND_NS, THERE), seen_ns=0)
    assert said(session, f"OPEN({OVEN})", SECOND_NS) == ""
    assert "2.0 s old" in said(session, f"OPEN({OVEN})", 2 * SECOND_NS)


def test_facts_age_on_the_guards_clock() -> None:
    evidence = Evidence(SECOND_NS)
    evidence.begin(EPISODE, SECOND_NS)
    evidence.accept(report(3600 * SECOND_NS, OPEN, closed=False), 0, None)
    assert evidence.known(SECOND_NS).truth(OPEN) is Truth.TRUE
    assert evidence.known(SECOND_NS + 1).truth(OPEN) is Truth.UNKNOWN


def test_a_state_that_names_no_episode_is_about_the_one_that_runs() -> None:
    session = kitchen()
    session.receive_state(report(1, OPEN, THERE, episode=""))
    assert session.is_current()
    assert known(session, OPEN) is Truth.TRUE


# Content


def test_a_state_that_says_what_nobody_could_say_blocks_until_a_better_one_comes() -> None:
    session = kitchen()
    session.receive_state(report(1, atom("open", "oven.n.01_2")))
    assert "unknown object 'oven.n.01_2'" in said(session, f"OPEN({OVEN})", 0)
    session.receive_state(report(2, THERE))
    assert said(session, f"OPEN({OVEN})", 0) == ""


def test_too_many_facts_make_a_state_unreadable_and_those_before_stay_known() -> None:
    evidence = Evidence(0)
    evidence.begin(EPISODE, 0)
    evidence.accept(report(1, OPEN, closed=False), 1, None)
    many = (atom("open", f"thing_{number}") for number in range(MOST_FACTS))
    evidence.accept(report(2, *many, closed=False), 2, None)
    assert f"more than {MOST_FACTS} facts" in evidence.unreadable_because()
    assert evidence.known(2).truth(OPEN) is Truth.TRUE


# After a skill


def do(session: Session, text: str, finished_ns: int) -> None:
    session.judge(goal(text), 0, accepted=True)
    session.ended(goal(text), 0, ok=True, finished_ns=finished_ns)


def test_what_a_skill_may_change_is_unknown_until_it_is_seen_again() -> None:
    session = kitchen()
    session.receive_state(report(1, OPEN, THERE, closed=False))
    session.receive_state(report(2, atom("open", FRIDGE), closed=False))
    do(session, f"CLOSE({OVEN})", 3)
    assert known(session, OPEN) is Truth.UNKNOWN
    session.receive_state(report(4, closed=False))  # it came after the skill, and says nothing
    assert session.is_current()
    assert known(session, OPEN) is Truth.UNKNOWN
    assert known(session, atom("open", FRIDGE)) is Truth.TRUE
    session.receive_state(report(3, OPEN, closed=False))
    assert known(session, OPEN) is Truth.TRUE


def test_a_fact_seen_before_the_end_of_a_skill_does_not_count_after_it() -> None:
    session = kitchen()
    session.receive_state(report(1, THERE))
    do(session, f"OPEN({OVEN})", 5)
    facts = FactSet(frozenset(), frozenset({OPEN}), closed=False)
    session.receive_state(Report(EPISODE, 6, lambda: (facts, {OPEN: 4})))
    assert known(session, OPEN) is Truth.UNKNOWN


def test_a_closed_world_after_a_skill_says_everything() -> None:
    session = kitchen()
    session.receive_state(report(1, THERE))
    do(session, f"OPEN({OVEN})", 2)
    session.receive_state(report(2, THERE))
    assert known(session, OPEN) is Truth.FALSE
