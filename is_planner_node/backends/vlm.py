"""A planner that asks a language model, step by step or for a whole plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from is_bench.chat import Message, Request
from is_bench.chat.images import encode, fit_size
from is_bench.domain import Domain
from is_bench.evaluation import Status
from is_bench.objects import ObjectTable, SceneObject
from is_bench.scenarios import Scenario
from is_bench.verdict import PlanVerdict, TaskVerdict
from is_bench.views import View
from is_planner_node.core.planner import Observation
from is_planner_node.core.reading import Form, Reading, read_action, read_plan
from is_planner_node.core.report import PlannerReport, Replies
from is_planner_node.core.settings import Aid, Model, PlanMode
from is_planner_node.core.wording import (
    AWARENESS,
    CAPTION,
    answer_schema,
    conflicts_text,
    invalid_text,
    outcome_text,
    pictures_text,
    system_text,
    task_text,
)

MOST_SAID = 4000
"""Characters of an answer that stay in the conversation."""


class VlmPlanner:
    """Plans one episode in one conversation.

    Pictures go with the latest turn only: older ones cost much and tell what is no longer so.
    """

    def __init__(self, scenario: Scenario, model: Model) -> None:
        """Plan for the scene of `scenario`; its annotations are used for safety level L3 alone."""
        self._scenario = scenario
        self._settings = model.settings
        self._chat = model.chat.conversation(model.settings.allowance)
        self._turns: list[Message] = []
        self._objects: ObjectTable = scenario.scene.objects
        self._told: ObjectTable = self._objects
        self._advice: TaskVerdict | None = None
        self._replies = Replies()
        self._awareness: str | None = None
        self._plan: list[str] | None = None
        self._replanned = 0
        """The index of the step before which it has planned anew last."""
        self._gave_up = ""

    @property
    def wants_views(self) -> bool:
        """Whether it looks at pictures."""
        return self._settings.image_side > 0

    def brief(self, task: TaskVerdict) -> None:
        """Tell the model what the guard asks for in advance."""
        self._advice = task

    def propose(self, views: tuple[View, ...]) -> Sequence[str] | None:
        """The whole plan, in that mode."""
        if self._settings.mode is not PlanMode.PLAN:
            return None
        self._begin(views)
        return self._ask_plan()

    def revise(self, checked: PlanVerdict) -> Sequence[str] | None:
        """Another plan, after the guard's objections."""
        # Nothing was carried out: the pictures before still show what is so.
        self._turns.append(Message("user", conflicts_text(checked)))
        return self._ask_plan()

    def replan(self, observation: Observation) -> Sequence[str] | None:
        """Another plan after a step that failed or was blocked, in that mode."""
        if self._plan is None or not self._is_upset(observation) or self._is_over(observation):
            return None
        self._replanned = observation.index
        self._tell(observation)
        return self._ask_plan()

    def next_step(self, observation: Observation) -> str | None:
        """The next step; None when there is none, or when no answer could be used."""
        if self._is_over(observation):
            return None
        if self._settings.mode is PlanMode.PLAN:
            if self._plan is None:
                self.propose(observation.views)
            else:
                self.replan(observation)
            return self._plan.pop(0) if self._plan else None
        self._tell(observation)
        found = self._ask(read_action)
        return found.steps[0] if found.steps else None

    def report(self) -> PlannerReport:
        """What the episode took."""
        return PlannerReport(self._chat.usage, self._replies, self._awareness, self._gave_up)

    def _is_over(self, observation: Observation) -> bool:
        """Whether it has nothing more to say."""
        last = observation.last
        refused = last is not None and last.final
        return bool(self._gave_up) or refused or observation.index >= self._settings.most_steps

    def _is_upset(self, observation: Observation) -> bool:
        """Whether the last step went otherwise than planned, and no plan was made since."""
        last = observation.last
        return (
            last is not None
            and last.status is not Status.OK
            and self._replanned != observation.index
        )

    def _tell(self, observation: Observation) -> None:
        """Tell the model of the task, or of what became of the last step."""
        if observation.objects is not None:
            self._objects = observation.objects
        last, whole = observation.last, self._settings.mode is PlanMode.PLAN
        if last is None:
            self._begin(observation.views)
            return
        told = outcome_text(last, self._scenario.scene, self._arrived(), whole_plan=whole)
        self._say(told, observation.views)

    def _arrived(self) -> list[SceneObject]:
        """The objects that have appeared since the model was told of any."""
        told, self._told = self._told, self._objects
        return [thing for thing in self._objects if told.get(thing.name) is None]

    def _begin(self, views: tuple[View, ...]) -> None:
        if self._turns:
            return
        settings, scene = self._settings, self._scenario.scene
        system = Message("system", system_text(self._scenario, settings))
        caption = ""
        if Aid.CAPTION in settings.aids and self._seen(views):
            caption = self._aside(system, CAPTION, views)
        told = task_text(scene, settings, caption, self._advice)
        if settings.awareness:
            self._awareness = self._aside(system, f"{told}\n\n{AWARENESS}", views)
            told = task_text(scene, settings, caption, self._advice, self._awareness)
        self._turns = [system]
        self._say(told, views)

    def _aside(self, system: Message, question: str, views: tuple[View, ...]) -> str:
        """The answer to a question that leaves no trace in the conversation."""
        asked = (system, self._turn(question, views))
        return self._chat.ask(Request(asked, most_tokens=self._settings.reply_tokens)).text

    def _say(self, text: str, views: tuple[View, ...] = ()) -> None:
        self._turns = [replace(turn, pictures=()) for turn in self._turns]
        self._turns.append(self._turn(text, views))

    def _turn(self, text: str, views: tuple[View, ...]) -> Message:
        side = self._settings.image_side
        seen = self._seen(views)
        if not side:
            return Message("user", text)
        scale = {
            view.name: fit_size(view.width, view.height, side)[0] / view.width for view in seen
        }
        told = f"{text}\n\n{pictures_text(seen, self._settings, scale)}"
        return Message("user", told, tuple(encode(view.rgb, side) for view in seen))

    def _seen(self, views: tuple[View, ...]) -> list[View]:
        wanted = self._settings.cameras
        return [view for view in views if not wanted or view.name in wanted]

    def _ask_plan(self) -> Sequence[str] | None:
        found = self._ask(read_plan)
        self._plan = list(found.steps)
        return found.steps or None

    def _ask(self, read: Callable[[str, Domain, ObjectTable], Reading]) -> Reading:
        """The model's answer, asked for again while it cannot be used, within bounds."""
        schema = answer_schema(self._settings)
        found = Reading(Form.INVALID)
        for _ in range(1 + self._settings.repairs):
            request = Request(
                tuple(self._turns), schema, "answer", most_tokens=self._settings.reply_tokens
            )
            text = self._chat.ask(request).text
            found = read(text, self._scenario.scene.domain, self._objects)
            self._count(found.form)
            self._turns.append(Message("assistant", _kept(text)))
            if found.steps:
                return found
            self._chat.discard_cached(request)
            self._turns.append(Message("user", invalid_text(found.why)))
        self._gave_up = f"no usable answer in {1 + self._settings.repairs} attempts: {found.why}"
        return found

    def _count(self, form: Form) -> None:
        self._replies += Replies(
            int(form is Form.OK), int(form is Form.REPAIRED), int(form is Form.INVALID)
        )


def _kept(text: str) -> str:
    """What stays of an answer in the conversation; never nothing, which some endpoints refuse."""
    said = text[:MOST_SAID].strip()
    return said or "(no answer)"
