"""A robot, its things and its task that no dataset knows of: the guard is told of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from is_bench_interfaces.msg import Fact, GuardEvent, GuardTask, SceneObject, Verdict
from is_bench_interfaces.srv import CheckPlan
from rclpy.parameter import Parameter

from is_bench.calls import SkillCall
from is_bench.evaluation import Status
from is_bench.facts import Atom
from is_bench.ros import graph
from is_bench.scenarios import dataset as dataset_module
from tests.ros.harness import EPISODE, Guarded, Robot, Ros, calls

pytestmark = pytest.mark.ros

DOMAIN = """
domain: barista
title: A robot that serves coffee
extends: household
inherit: [DONE, NAVIGATE_TO, OPEN, CLOSE, TOGGLE_ON, TOGGLE_OFF]
predicates:
  wet: {arguments: 1, words: ["{0} is wet"]}
skills:
  SERVE:
    meaning: serve a drink to a guest
    parameters: {cup: moved, guest: person}
    effects: [(in_hands_of ?cup ?guest)]
    duration: 20
labels: {tamperator: toaster.n.02}
"""
RULES = """
constraints:
  - id: nothing_wet
    text: Nothing wet is served, or the guest's clothes get stained.
    category: Tripping Hazard
    severity: minor
    source: a house rule
    composition: environment
    type: factual
    where: {c: cup.n.01, g: person.n.01}
    before: SERVE(c, g)
    require: (not (wet ?c))
    examples:
      violated: [{facts: wet(cup.n.01_1), steps: "SERVE(cup.n.01_1, person.n.01_1)"}]
      satisfied: [{facts: hot(cup.n.01_1), steps: "SERVE(cup.n.01_1, person.n.01_1)"}]
"""
ACTION = "/cafe/arm/do_it"
GUEST, CUP, SHELF, GADGET = "guest_4", "cup_10", "shelf_1", "gadget_7"
THINGS = [
    SceneObject(name=GUEST, label="guest", synset="person.n.01"),
    SceneObject(name=CUP, label="blue cup"),
    SceneObject(name=SHELF, label="wall shelf"),
    SceneObject(name=GADGET, label="zorgl"),
]
SERVE = SkillCall("SERVE", (CUP, GUEST))
WET = [Fact(predicate="wet", arguments=[CUP], value=1)]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """The user's own files, as parameters of the guard."""
    (tmp_path / "barista.yaml").write_text(DOMAIN, encoding="utf-8")
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    return {
        "domain": str(tmp_path / "barista.yaml"),
        "knowledge_base": str(tmp_path / "rules.yaml"),
    }


@pytest.fixture(autouse=True)
def _no_dataset(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a dataset was read")

    monkeypatch.setattr(dataset_module.Dataset, "get", fail)


@pytest.fixture
def robot(ros: Ros) -> Robot:
    made = Robot(ros, ACTION)
    made.always = (Atom("inroom", ("cup_10", "cafe")),)
    made.facts = ()
    return made


@pytest.fixture
def guard(ros: Ros, robot: Robot, files: dict[str, str]) -> Guarded:
    guarded = Guarded(ros, None, episode="", robot_action=ACTION, **files)
    guarded.tell_task(instruction="Serve the guest a coffee.", objects=THINGS)
    guarded.connect(robot)
    return guarded


def test_a_task_is_accepted_by_what_is_said_of_it(
    ros: Ros, robot: Robot, files: dict[str, str]
) -> None:
    begun = ros.listen(GuardTask, graph.GUARD_TASKS)
    guard = Guarded(ros, None, episode="", robot_action=ACTION, **files)
    guard.connect(robot)
    answer = guard.tell_task(instruction="Serve the guest a coffee.", objects=THINGS)
    assert answer.accepted
    known = {thing.object.name: (thing.recognised_as, thing.how) for thing in answer.recognised}
    assert known[GUEST] == ("person.n.01", "given")
    assert known[CUP][0].startswith("cup.")
    assert known[GADGET] == ("", "not recognised")
    (task,) = ros.until(lambda: begun)
    assert (task.domain, task.domain_files[-1].text) == ("barista", DOMAIN)
    assert [thing.object for thing in task.objects] == THINGS


def test_what_may_pass_reaches_the_robot_as_it_was_judged(guard: Guarded, robot: Robot) -> None:
    assert guard.ask_call(SERVE, "a coffee for the gentleman", index=5).status is Status.OK
    (seen,) = robot.asked
    assert (seen.skill, list(seen.arguments)) == (SERVE.skill, list(SERVE.arguments))
    assert (seen.action, seen.index) == ("a coffee for the gentleman", 5)


def test_what_breaks_a_rule_of_the_users_own_is_refused(guard: Guarded, robot: Robot) -> None:
    robot.tell(facts=WET)
    guard.ros.until(guard.told)
    refused = guard.ask_call(SERVE)
    assert refused.status is Status.BLOCKED
    assert refused.message.startswith("Nothing wet is served")
    assert robot.asked == []
    (verdict,) = guard.ros.until(lambda: guard.verdicts)
    assert (verdict.call.skill, list(verdict.call.arguments)) == (SERVE.skill, [*SERVE.arguments])
    assert CUP in verdict.objects


WRONG = {
    "another skill": (SkillCall("JUGGLE", (CUP,)), ""),
    "a skill of the extended domain alone": (SkillCall("CUT", (CUP, SHELF)), ""),
    "a skill in lower case": (SkillCall("serve", SERVE.arguments), ""),
    "a skill with its arguments": (SkillCall(f"SERVE({CUP}, {GUEST})"), ""),
    "no skill": (SkillCall(""), ""),
    "too few arguments": (SkillCall("SERVE", (CUP,)), ""),
    "too many arguments": (SkillCall("OPEN", (SHELF, CUP)), ""),
    "an empty argument": (SkillCall("SERVE", (CUP, "")), ""),
    "a thing that is not there": (SkillCall("OPEN", ("oven_1",)), ""),
    "the beginning of a name": (SkillCall("SERVE", ("cup_1", GUEST)), ""),
    "a name with a space": (SkillCall("SERVE", (f"{CUP} ", GUEST)), ""),
    "a name with a look-alike": (SkillCall("SERVE", ("сup_10", GUEST)), ""),  # noqa: RUF001  # the letter is the point
    "a skill with a look-alike": (SkillCall("SЕRVE", SERVE.arguments), ""),  # noqa: RUF001  # the letter is the point
    "an end that is none": (SkillCall("DONE_STAB", (GUEST,)), ""),
    "an end of something": (SkillCall("DONE", (GUEST,)), ""),
    "a name of ten million letters": (SkillCall("SERVE", ("c" * 10_000_000, GUEST)), ""),
    "a skill of a million letters": (SkillCall("S" * 1_000_000, SERVE.arguments), ""),
    "a hundred thousand arguments": (SkillCall("SERVE", (CUP,) * 100_000), ""),
}
DISAGREEING = {
    "words of another skill": (SERVE, f"TOGGLE_ON({GADGET})"),
    "words of another argument": (SERVE, f"SERVE({CUP}, {SHELF})"),
    "words in another order": (SERVE, f"serve({GUEST}, {CUP})"),
    "words of ten million letters": (SERVE, "x" * 10_000_000),
}


@pytest.mark.parametrize("case", [*WRONG, *DISAGREEING])
def test_what_is_no_call_of_this_robot_never_reaches_it(
    case: str, guard: Guarded, robot: Robot, ros: Ros
) -> None:
    logged = ros.listen(GuardEvent, graph.GUARD_LOG, graph.LOG)
    refused = guard.ask_call(*(WRONG | DISAGREEING)[case])
    assert refused.status is Status.BLOCKED
    assert refused.message
    assert not refused.message.startswith("judging")  # it did not crash
    (verdict,) = ros.until(lambda: guard.verdicts)
    expected = "invalid_call" if case in WRONG else "disagreeing_text"
    assert list(verdict.constraints) == [expected]
    ros.until(lambda: [entry for entry in logged if entry.kind == GuardEvent.KIND_JUDGED])
    for message in (*guard.verdicts, *guard.events, *logged):
        assert len(str(message)) < 20_000
    assert guard.ask_call(SERVE, index=1).status is Status.OK
    assert [(goal.index, goal.skill) for goal in robot.asked] == [(1, "SERVE")]


@pytest.mark.parametrize("field", ["episode_id", "request_id"])
def test_endless_names_of_a_request_are_not_kept(
    field: str, guard: Guarded, robot: Robot, ros: Ros
) -> None:
    logged = ros.listen(GuardEvent, graph.GUARD_LOG, graph.LOG)
    assert not guard.send(str(SERVE), **{field: "e" * 10_000_000}).accepted
    ros.until(lambda: [entry for entry in logged if entry.kind == GuardEvent.KIND_JUDGED])
    for message in (*guard.verdicts, *guard.events, *logged):
        assert len(str(message)) < 20_000
    assert robot.asked == []


def test_a_thing_of_no_known_class_is_told_of(guard: Guarded, robot: Robot) -> None:
    call = SkillCall("OPEN", (GADGET,))
    assert guard.ask_call(call).status is Status.OK
    (verdict,) = guard.ros.until(lambda: guard.verdicts)
    assert verdict.decision == Verdict.WARN
    assert "unrecognised_object" in verdict.constraints
    assert GADGET in verdict.objects
    assert len(robot.asked) == 1


def test_a_thing_of_no_known_class_may_be_kept_from_the_robot(
    ros: Ros, robot: Robot, files: dict[str, str]
) -> None:
    guard = Guarded(ros, None, episode="", robot_action=ACTION, unrecognised="block", **files)
    guard.tell_task(instruction="Serve the guest a coffee.", objects=THINGS)
    guard.connect(robot)
    refused = guard.ask_call(SkillCall("OPEN", (GADGET,)))
    assert refused.status is Status.BLOCKED
    assert GADGET in refused.message
    assert robot.asked == []
    assert guard.ask_call(SERVE, index=1).status is Status.OK


def test_a_thing_that_arrives_later_can_be_named(guard: Guarded, robot: Robot, ros: Ros) -> None:
    call = SkillCall("SERVE", ("cup_11", GUEST))
    assert guard.ask_call(call).status is Status.BLOCKED
    logged = ros.listen(GuardEvent, graph.GUARD_LOG, graph.LOG)
    robot.tell(objects=[SceneObject(name="cup_11", label="small cup")])

    def arrived() -> list[Any]:
        return [thing for entry in logged for thing in entry.arrived]

    (thing,) = ros.until(arrived)
    assert thing.recognised_as.startswith("cup.")
    assert guard.ask_call(call, index=1).status is Status.OK
    wet = Fact(predicate="wet", arguments=["cup_11"], value=1)
    robot.tell(facts=[wet])
    ros.until(guard.told)
    assert guard.ask_call(call, index=2).message.startswith("Nothing wet is served")


def test_a_plan_is_calls_as_well(guard: Guarded, robot: Robot) -> None:
    robot.tell(facts=WET)
    guard.ros.until(guard.told)
    plan = [*calls(f"OPEN({SHELF})", str(SERVE)), *calls("JUGGLE(x)", "DONE")]
    request = CheckPlan.Request(episode_id=EPISODE, plan=plan)
    answer = guard.ros.call(CheckPlan, graph.CHECK_PLAN, request)
    assert not answer.accepted
    blocked = {v.index: list(v.constraints) for v in answer.verdicts if v.decision == Verdict.BLOCK}
    assert blocked[1] == ["nothing_wet"]
    assert blocked[2] == ["invalid_call"]
    assert robot.asked == []


def test_a_plan_without_end_is_not_accepted(guard: Guarded) -> None:
    request = CheckPlan.Request(episode_id=EPISODE, plan=calls(f"OPEN({SHELF})") * 1_200)
    answer = guard.ros.call(CheckPlan, graph.CHECK_PLAN, request)
    assert not answer.accepted
    (said,) = answer.verdicts
    assert "1200 steps" in said.feedback


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"instruction": "x" * 1_000_000}, "instruction has 1000000 characters"),
        ({"objects": [THINGS[0], THINGS[0]]}, f"two objects of the task are called {GUEST!r}"),
        ({"objects": [SceneObject(label="cup")]}, "has no name"),
        ({"objects": [SceneObject(name="c" * 1_000)]}, "has 1000 characters"),
        ({"episode": ""}, "the episode has no name"),
    ],
)
def test_a_task_that_cannot_be_read_is_refused(
    ros: Ros, files: dict[str, str], fields: dict[str, Any], said: str
) -> None:
    guard = Guarded(ros, None, episode="", **files)
    answer = guard.tell_task(**fields)
    assert not answer.accepted
    assert said in answer.verdict.feedback


def test_another_domain_holds_from_the_next_task_on(ros: Ros, robot: Robot, guard: Guarded) -> None:
    pick = SkillCall("PICK", (CUP,))
    assert guard.ask_call(pick).status is Status.BLOCKED
    (result,) = guard.node.set_parameters([Parameter("domain", value="houshold")])
    assert not result.successful
    assert "did you mean household" in result.reason
    rules = [Parameter("domain", value="household"), Parameter("knowledge_base", value="")]
    assert guard.node.set_parameters_atomically(rules).successful
    assert guard.ask_call(pick, index=1).status is Status.BLOCKED
    guard.tell_task("cafe/1", objects=THINGS)
    robot.tell(episode="cafe/1")
    ros.until(guard.node._session.is_current)
    asked = guard.skills.execute("cafe/1", 0, pick)
    assert ros.wait(ros.start(asked)).status is Status.OK


def test_the_household_is_guarded_without_any_file(ros: Ros) -> None:
    robot = Robot(ros)
    robot.facts, robot.always = (), (Atom("inroom", ("mug_2", "kitchen")),)
    guard = Guarded(ros, None, episode="")
    things = [SceneObject(name="mug_2", label="red mug"), SceneObject(name="table_1")]
    assert guard.tell_task(instruction="Bring me the red mug.", objects=things).accepted
    guard.connect(robot)
    assert guard.ask_call(SkillCall("PICK", ("mug_2",)), "take the mug").status is Status.OK
    assert [goal.skill for goal in robot.asked] == ["PICK"]


def test_a_guard_asks_the_robot_that_it_is_told_of_and_no_other(
    ros: Ros, robot: Robot, guard: Guarded
) -> None:
    other = Robot(ros)
    assert guard.ask_call(SERVE).status is Status.OK
    assert len(robot.asked) == 1
    assert other.asked == []
    robot.disappear()
    ros.until(lambda: not guard.node._skills.is_ready())
    ros.until(lambda: guard.node._arbiter.obstacle() == "")  # for a while, two told the state
    refused = guard.ask_call(SERVE, index=1)
    assert refused.message == f"no action server for {ACTION}; is the robot driver running?"
