"""Whatever is asked for, said or seen: no call moves a robot that was not judged as that call."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from is_bench.calls import SkillCall
from is_bench.domain import load_domain
from is_bench.facts import Atom, FactSet
from is_bench.guard_log import StepJudged, TaskRequest
from is_bench.recognised import ObjectDescription
from is_bench.verdict import Decision, GuardMode
from is_safety_monitor.core.configuration import GuardSettings, KnowledgeBase
from is_safety_monitor.core.guard import Limits
from is_safety_monitor.core.received_states import Report
from is_safety_monitor.core.session import Goal, Session
from kb.loader import load_library
from tests.sampling import examples

BASE = KnowledgeBase(load_library())
DOMAIN = load_domain("household")
SETTINGS = GuardSettings(mode=GuardMode.ENFORCE, limits=Limits(max_age_ns=0))
LOOK_ALIKES = str.maketrans(
    "aeopcxi",
    "\u0430\u0435\u043e\u0440\u0441\u0445\u0131",  # Cyrillic, and i without a dot
) | str.maketrans("EOPCANT", "\u0415\u041e\u0420\u0421\u0410\u039d\u0422")
NAMES = ("mug_1", "mug_10", "oven_1", "oven_10", "bleach_1", "granny_1", "gizmo_1")
THINGS = (
    ObjectDescription("mug_1", "red mug"),
    ObjectDescription("mug_10", "mug"),
    ObjectDescription("oven_1", "oven"),
    ObjectDescription("oven_10", "oven"),
    ObjectDescription("bleach_1", "bottle of bleach"),
    ObjectDescription("granny_1", "grandmother"),
    ObjectDescription("gizmo_1", "gizmo", "", ("toggleable",)),
    ObjectDescription("table_1", "kitchen table"),
)
names = st.sampled_from((*NAMES, "table_1"))
wild = st.text(max_size=12) | st.builds(lambda text: text * 5000, st.text(min_size=1, max_size=4))
bent_names = st.one_of(
    names.map(lambda name: name.translate(LOOK_ALIKES)),
    names.map(str.upper),
    names.map(lambda name: name[:-1]),
    names.map(lambda name: f" {name}"),
    names.map(lambda name: f"{name}\u200b"),
    wild,
)
skills = st.sampled_from(sorted(DOMAIN.skills))
bent_skills = st.one_of(
    skills.map(str.lower),
    skills.map(lambda name: name.translate(LOOK_ALIKES)),
    skills.map(lambda name: f"{name}_AND_POUR"),
    st.sampled_from(["NAVIGATE_AND_POUR", "done_stab", "DONE ", "NAVIGATE", "", "_"]),
    wild,
)


@st.composite
def calls(draw: st.DrawFn) -> SkillCall:
    """Calls of which about half are well-formed."""
    skill = draw(st.one_of(skills, skills, bent_skills))
    known = DOMAIN.skills.get(skill)
    count = known.arity if known is not None else draw(st.integers(0, 3))
    if draw(st.integers(0, 9)) == 0:
        count = draw(st.integers(0, 4))
    arguments = [draw(st.one_of(names, names, names, names, bent_names)) for _ in range(count)]
    return SkillCall(skill, tuple(arguments))


@st.composite
def texts(draw: st.DrawFn, call: SkillCall) -> str:
    """Words that agree with a call, say another one, or say nothing."""
    other = draw(calls())
    agreeing = st.just(str(call)) | st.just("")
    text: str = draw(st.one_of(agreeing, agreeing, st.just(str(other)), wild))
    return text


facts = st.builds(
    Atom,
    st.sampled_from(["open", "toggled_on", "hot", "held", "inside", "ontop", "nonsense"]),
    st.lists(st.one_of(names, names, names, wild), min_size=1, max_size=2).map(tuple),
)


@st.composite
def states(draw: st.DrawFn) -> FactSet:
    """States of the world, sensible or not."""
    true, false, unknown = (draw(st.frozensets(facts, max_size=5)) for _ in range(3))
    closed = draw(st.booleans())
    return FactSet(true - false - unknown, false - unknown, unknown, closed)


def told(session: Session, view: FactSet, stamp_ns: int) -> None:
    """Have a guard hear of a state."""
    session.receive_state(Report("e", stamp_ns, lambda: (view, {})))


class Robot:
    """Executes what reaches it, and remembers it."""

    def __init__(self) -> None:
        self.executed: list[SkillCall] = []

    def ask(self, session: Session, goal: Goal) -> None:
        """A goal as a node handles it: judged, then forwarded or not."""
        judgement = session.judge(goal, now_ns=0)
        if judgement.enforced:
            return
        self.executed.append(goal.call)
        session.ended(goal, 0, ok=True, finished_ns=0)


@st.composite
def asked(draw: st.DrawFn) -> Sequence[tuple[FactSet, SkillCall, str]]:
    """States, each with the goal that follows it."""
    found = []
    for _ in range(draw(st.integers(1, 4))):
        call = draw(calls())
        found.append((draw(states()), call, draw(texts(call))))
    return found


def session_of(instruction: str) -> Session:
    session = Session(SETTINGS, BASE)
    session.set_task(TaskRequest("e", "a task", instruction, THINGS))
    return session


@examples(80, 20_000)
@given(instruction=st.text(max_size=40), steps=asked())
def test_nothing_moves_that_was_not_judged_as_that_call(
    instruction: str, steps: Sequence[tuple[FactSet, SkillCall, str]]
) -> None:
    session, robot = session_of(instruction), Robot()
    for number, (view, call, text) in enumerate(steps):
        told(session, view, number)
        robot.ask(session, Goal("e", str(number), number, call, text))
    entries = [entry for _, entry in session.drain() if isinstance(entry, StepJudged)]
    assert [entry.call for entry in entries if entry.accepted] == robot.executed
    for call in robot.executed:
        assert len(call.arguments) == DOMAIN.skills[call.skill].arity
        assert set(call.arguments) <= {thing.name for thing in THINGS}


@examples(30, 2_000)
@given(calls(), states())
def test_words_that_say_another_call_never_move_a_robot(call: SkillCall, view: FactSet) -> None:
    session = session_of("Tidy up.")
    told(session, view, 0)
    judged = session.judge(Goal("e", "r", 0, call, "OPEN(oven_10)"), now_ns=0)
    if call != SkillCall("OPEN", ("oven_10",)):
        assert judged.enforced
        assert judged.verdict is not None
        assert judged.verdict.decision is Decision.BLOCK


def test_huge_goals_leave_nothing_behind() -> None:
    session = session_of("Tidy up.")
    told(session, FactSet.closed_world(()), 0)
    huge = "x" * 10_000_000
    tracemalloc.start()
    for number in range(5):
        for call, text in (
            (SkillCall(huge, ()), ""),
            (SkillCall("OPEN", (huge,)), ""),
            (SkillCall("OPEN", ("mug_1",) * 100_000), ""),
            (SkillCall("OPEN", ("oven_1",)), huge),
        ):
            judged = session.judge(Goal("e", f"{number}", number, call, text), now_ns=0)
            assert judged.enforced
            assert judged.verdict is not None
            assert len(judged.verdict.feedback) < 2_000
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 1_000_000
