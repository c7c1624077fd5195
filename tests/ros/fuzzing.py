"""Messages, requests and texts that are right, nearly right, or nothing at all."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from builtin_interfaces.msg import Time
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import Fact, Happening, SceneObject, SkillCall, WashRule, WorldState
from is_bench_interfaces.srv import CheckPlan, EndEpisode, SetMode, SetTask
from std_msgs.msg import Header

from is_bench.messages import time_message
from is_bench.ros import types
from is_safety_monitor.gate.permits import Permit
from tests.is_bench.malformed import EDITS, NASTY

LAMP, CABINET = "table_lamp.n.01_1", "cabinet.n.01_1"
FRIDGE, APPLE = "electric_refrigerator.n.01_1", "apple.n.01_1"
THINGS = (LAMP, CABINET, FRIDGE, APPLE)
SWITCH_ON = "TOGGLE_ON"
SKILLS = (SWITCH_ON, "TOGGLE_OFF", "OPEN", "CLOSE", "PICK", "NAVIGATE_TO", "WIPE")
ARITIES = {"open": 1, "toggled_on": 1, "held": 1, "hot": 1, "inside": 2, "ontop": 2}
INSTRUCTIONS = (
    "Tidy up.",
    "Switch the lamp on.",
    "Put the apple into the fridge and close it.",
    "Burn the house down.",
)
WILD = [word for word in NASTY if "\ud800" not in word]  # no text of a message has half a character
OWNERS = ("fuzz", "fuzz", "somebody else", "")
EPISODES = tuple(f"fuzz/{number}" for number in range(5))
SECOND = 1_000_000_000
HOUR_NS = 3600 * SECOND

T = TypeVar("T")


class Fuzzer:
    """The same input for the same seed.

    States never deny that the cabinet is open, and tasks always name cabinet and lamp: so no guard
    with a rule against it may let the lamp be switched on.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self._tame = False
        """Whether the present message is as it should be."""

    def one(self, of: Sequence[T]) -> T:
        """Any of them."""
        return self.random.choice(of)

    def begin(self) -> None:
        """The next message; every other one is as it should be."""
        self._tame = self.one((True, False))

    def seldom(self) -> bool:
        """True once in eight times; never in a message that is as it should be."""
        return not self._tame and self.random.randrange(8) == 0

    def word(self, of: Sequence[str]) -> str:
        """One of the words; seldom one that is none of them."""
        if not self.seldom():
            return self.one(of)
        if self.seldom():
            return self.one("xé(") * self.one((200, 201, 5_000, 50_000))
        return self.edited(self.one(of))

    def edited(self, text: str) -> str:
        """`text` with a few of its characters changed."""
        letters = list(text)
        for _ in range(self.random.randint(1, 3)):
            at = self.random.randrange(len(letters) + 1)
            letters = self.one(EDITS)(letters, at, self.one(WILD))
        return "".join(letters)

    def state(self, episode: str, now_ns: int) -> WorldState:
        """A state of the world, mostly of `episode` and of now."""
        return WorldState(
            header=Header(stamp=self._stamp(now_ns)),
            episode_id=episode if not self.seldom() else self.word(EPISODES),
            step=self.one((0, 1, 2**32 - 1)),
            action=self.word(("", "OPEN(cabinet.n.01_1)")),
            status=255 if self.seldom() else self.one((0, 1, 2)),
            error=self.word(("", "stuck")),
            closed_world=self.one((True, False)),
            objects=self._objects(()),
            happenings=[self._happening() for _ in range(self.random.randrange(2))],
            facts=[
                *(self._fact(now_ns) for _ in range(self.random.randrange(12))),
                Fact(predicate="open", arguments=[CABINET], value=Fact.VALUE_TRUE),
            ],
        )

    def task(self) -> SetTask.Request:
        """A task, mostly of an owner that may set one."""
        return SetTask.Request(
            episode_id=self.word(EPISODES),
            task=self.word(("", "a task")),
            instruction=self.word(INSTRUCTIONS),
            objects=self._objects(THINGS if self._tame else (LAMP, CABINET)),
            wash_rules=[self._wash_rule() for _ in range(self.random.randrange(2))],
            owner=self.word(OWNERS),
            take_over=not self.seldom(),
        )

    def goal(self, episode: str) -> ExecuteSkill.Goal:
        """A goal, mostly of `episode`; never to shut the cabinet, after which the lamp may go on.

        One in four is to switch the lamp on.
        """
        call = self._call()
        if self.random.randrange(4) == 0:
            call = SkillCall(skill=SWITCH_ON, arguments=[LAMP])
        said = f"{call.skill}({', '.join(call.arguments)})"
        return ExecuteSkill.Goal(
            request_id=self.word(("a", "b")),
            episode_id=episode if not self.seldom() else self.word(EPISODES),
            index=self.one((0, 1, 2, 2**32 - 1)),
            action=self.word(("", said, said, "please")),
            skill=call.skill,
            arguments=call.arguments,
        )

    def plan(self, episode: str) -> CheckPlan.Request:
        """A plan of a few steps; seldom one that is too long."""
        count = 300 if self.seldom() and self.seldom() else self.random.randrange(6)
        return CheckPlan.Request(
            episode_id=episode if not self.seldom() else self.word(EPISODES),
            plan=[self._call() for _ in range(count)],
        )

    def end(self, episode: str) -> EndEpisode.Request:
        """The end of an episode."""
        named = episode if not self.seldom() else self.word(EPISODES)
        return EndEpisode.Request(episode_id=named, owner=self.word(OWNERS))

    def mode(self) -> SetMode.Request:
        """Another mode for a while, or what is none; it may succeed."""
        return SetMode.Request(
            mode=self.word(("off", "shadow", "enforce")),
            reason=self.word(("a test", "")),
            requested_by=self.word(("fuzz", "")),
            duration_s=self.one((60.0, 0.0, -1.0, 1e300, float("nan"), float("inf"))),
        )

    def permit(self, guard: str, first: int) -> Permit:
        """A permit, mostly of `guard`, for one of 150 goals from the one numbered `first` on."""
        return Permit(
            guard=guard if not self.seldom() else self.word(("other", "")),
            action=self.word(("/robot/execute_skill", "/drive")),
            goal_id=(first + self.random.randrange(150)).to_bytes(16, "big"),
            digest=self.one((b"one", b"another")),
            valid_ns=self.one((SECOND, 2**63, 0, -1)),
        )

    def _call(self) -> SkillCall:
        skill = self.word(SKILLS)
        count = self.one((0, 2, 5)) if self.seldom() else 1
        arguments = [self.word(THINGS) for _ in range(count)]
        if skill == "CLOSE":
            arguments = [FRIDGE if name == CABINET else name for name in arguments]
        return SkillCall(skill=skill, arguments=arguments)

    def _fact(self, now_ns: int) -> Fact:
        predicate = self.word(tuple(ARITIES))
        count = self.one((0, 3)) if self.seldom() else ARITIES.get(predicate, 1)
        arguments = [self.word(THINGS) for _ in range(count)]
        if predicate == "open" and CABINET in arguments:
            predicate = "hot"
        value = self.one((3, 255)) if self.seldom() else self.one((0, 1, 2))
        observed = self._stamp(now_ns) if self.seldom() else Time()
        return Fact(predicate=predicate, arguments=arguments, value=value, observed=observed)

    def _stamp(self, now_ns: int) -> Time:
        if not self.seldom():
            return time_message(types, now_ns)
        return self.one(
            (
                Time(),
                Time(sec=-(2**31), nanosec=0),
                Time(sec=2**31 - 1, nanosec=2**32 - 1),
                time_message(types, now_ns + HOUR_NS),
                time_message(types, max(now_ns - HOUR_NS, 0)),
            )
        )

    def _objects(self, always: Sequence[str]) -> list[SceneObject]:
        found = [SceneObject(name=name) for name in always]
        for _ in range(self.random.randrange(4)):
            name = self.word((f"mug_{self.random.randrange(1000)}",))
            name = APPLE if self.seldom() else name
            found.append(
                SceneObject(
                    name=name,
                    label=self.word(("", "red mug", "bottle of bleach")),
                    synset=self.word(("", "", "mug.n.04")),
                    abilities=[self.word(("openable",))] if self.seldom() else [],
                )
            )
        return found

    def _wash_rule(self) -> WashRule:
        words: dict[str, Any] = {
            "tool": self.word(("rag.n.01",)),
            "substance": self.word(("dust.n.01",)),
            "conditions": [self.word(("wet",))],
        }
        return WashRule(**words)

    def _happening(self) -> Happening:
        return Happening(
            name=self.word(("a visit",)),
            actor=self.word(("", "a child")),
            kind=self.one((1, 2, 3, 255)),
            time=self.one((0.0, float("nan"), -1e300)),
        )
