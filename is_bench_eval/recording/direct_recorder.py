"""Recording the direct engine: the messages that the nodes would have sent, without ROS."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from is_bench.evaluation import Status
from is_bench.events import Occurrence, OccurrenceKind
from is_bench.facts import FactSet
from is_bench.guard_log import LogPosition, TaskBegun
from is_bench.guard_log_messages import entry_message
from is_bench.messages import (
    STATUS,
    FactMessages,
    VerdictContext,
    advice_message,
    call_message,
    happening_message,
    header,
    object_messages,
    recognised_messages,
    time_message,
    verdict_message,
)
from is_bench.verdict import Decision, PlanVerdict, TaskVerdict, Verdict
from is_bench_eval.episodes.episode import Episode, episode_id
from is_bench_eval.episodes.journal import STEP_NS, GoalEnded, Logged, Note, Said, StateShown
from is_bench_eval.recording import topics
from is_bench_eval.recording.bag_writer import BagWriter
from is_bench_eval.specs.run_spec import RunSpec
from is_planner_node.core.conversation_messages import exchange_message

_PACKAGES = {"Time": "builtin_interfaces", "Header": "std_msgs"}
_NAMES = (
    "Advice",
    "Fact",
    "GuardEvent",
    "GuardTask",
    "Happening",
    "Header",
    "ModelExchange",
    "ModelTurn",
    "Opinion",
    "PlanVerdict",
    "RecognisedObject",
    "SceneObject",
    "SkillCall",
    "SkillEvent",
    "SourceFile",
    "StepOpinion",
    "TaskVerdict",
    "Time",
    "Verdict",
    "WashRule",
    "WorldState",
)


class DirectRecorder:
    """Writes episodes to a bag, until it is closed.

    All guards of a bag share one log, and its episodes one made-up clock: whoever runs an episode
    lets it begin at `now_ns`.
    """

    def __init__(self, path: Path, run: RunSpec) -> None:
        """`path` is the bag's folder; it must not exist yet."""
        self._run = run
        self._writer = BagWriter(path)
        found = {
            name: self._writer.store.types[
                f"{_PACKAGES.get(name, 'is_bench_interfaces')}/msg/{name}"
            ]
            for name in _NAMES
        }
        self._types: Any = SimpleNamespace(**found)
        self.now_ns = 0
        """After everything that has been recorded."""
        self._entries = 0

    def close(self) -> None:
        """Finish the bag."""
        self._writer.close()

    def record(self, episode: Episode) -> None:
        """Append an episode that has ended, as its journal tells it."""
        pages = _Pages(self._types, episode, self._run, self._entries)
        noted = ((note.at_ns, *told) for note in episode.journal for told in pages.messages(note))
        for at_ns, topic, message in sorted([*noted, *pages.conversation()], key=itemgetter(0)):
            self._writer.write_message(topic, message, at_ns)
        self._entries = pages.entries
        if episode.journal:
            self.now_ns = max(self.now_ns, episode.journal[-1].at_ns + STEP_NS)
        self._writer.flush()


class _Pages:
    """The messages that an episode's journal amounts to."""

    def __init__(self, types: Any, episode: Episode, run: RunSpec, entries: int) -> None:
        """`entries` is how many entries the log has already."""
        self._types = types
        self._run = run
        self._episode = episode
        self._name = episode_id(episode.spec)
        self._facts = FactMessages(types)
        self._before = entries
        self.entries = entries

    def messages(self, note: Note) -> Iterator[tuple[str, Any]]:
        """The messages of what happened at a time, each with its topic."""
        what, at = note.what, note.at_ns
        if isinstance(what, StateShown):
            yield from self._states(what, at)
        elif isinstance(what, GoalEnded):
            yield topics.SKILL_EVENTS, self._event(what, at)
        elif isinstance(what, Logged):
            self.entries += 1
            topic = topics.GUARD_TASKS if isinstance(what.entry, TaskBegun) else topics.GUARD_LOG
            yield topic, entry_message(self._types, what.entry, self._moved(what.place), at)
        else:
            yield from self._said(what, at)

    def conversation(self) -> Iterator[tuple[int, str, Any]]:
        """The exchanges with the planner's model, each stamped as what happened before it."""
        journal = self._episode.journal
        start_ns = journal[0].at_ns if journal else 0
        ended = [(n.what.index, n.at_ns) for n in journal if isinstance(n.what, GoalEnded)]
        for exchange in self._episode.footage.talk:
            past = (at_ns for index, at_ns in ended if index < exchange.moment)
            at_ns = max(past, default=start_ns)
            message = exchange_message(self._types, exchange, self._name, at_ns)
            yield at_ns, topics.CONVERSATION, message

    def _moved(self, place: LogPosition) -> LogPosition:
        """The place in the bag's log of one in the log of this episode's guard."""
        return LogPosition(0, self._before + place.entry)

    # States and goals

    def _states(self, state: StateShown, at_ns: int) -> Iterator[tuple[str, Any]]:
        """What is told of a state, and the truth where that may be another."""
        public = [
            found for found in state.occurrences if found.kind is not OccurrenceKind.SENSE_FAULT
        ]
        yield topics.WORLD_STATE, self._state(state, state.told, public, at_ns)
        if state.truth is not None:
            yield topics.WORLD_TRUTH, self._state(state, state.truth, state.occurrences, at_ns)

    def _state(
        self, state: StateShown, facts: FactSet, occurrences: Iterable[Occurrence], at_ns: int
    ) -> Any:
        made, after = self._facts, state.after
        decided = [] if facts.closed else made.false(facts.false)
        return self._types.WorldState(
            header=header(self._types, at_ns),
            episode_id=self._name,
            step=state.number,
            action=after.text if after else "",
            status=STATUS[after.status] if after else 0,
            error=after.error if after else "",
            closed_world=facts.closed,
            objects=object_messages(self._types, state.objects),
            happenings=[happening_message(self._types, made, found) for found in occurrences],
            facts=[*made.true(facts.true), *decided, *made.unknown(facts.unknown)],
        )

    def _event(self, goal: GoalEnded, at_ns: int) -> Any:
        now = time_message(self._types, at_ns)
        return self._types.SkillEvent(
            header=header(self._types, at_ns),
            source="guard" if goal.status is Status.BLOCKED else "executor",
            episode_id=self._name,
            request_id="",
            index=goal.index,
            action=goal.text,
            call=call_message(self._types, goal.call),
            status=STATUS[goal.status],
            error=goal.error,
            cause=goal.cause,
            received=now,
        )

    # What the guard says

    def _said(self, said: Said, at_ns: int) -> Iterator[tuple[str, Any]]:
        context = VerdictContext(
            self._name,
            self._run.guard,
            at_ns,
            enforced=said.enforced,
            place=self._moved(said.place),
        )
        if isinstance(said.what, Verdict):
            yield topics.VERDICTS, verdict_message(self._types, said.what, context)
        elif isinstance(said.what, PlanVerdict):
            yield topics.PLAN_VERDICTS, self._plan(said.what, context)
        else:
            yield from self._task(said.what, context)

    def _task(self, found: TaskVerdict, context: VerdictContext) -> Iterator[tuple[str, Any]]:
        verdict = verdict_message(self._types, found.verdict, context)
        if found.verdict.decision is not Decision.ALLOW:
            yield topics.VERDICTS, verdict
        message = self._types.TaskVerdict(
            header=verdict.header,
            episode_id=self._name,
            verdict=verdict,
            advice=[advice_message(self._types, advice) for advice in found.advice],
            objects=recognised_messages(self._types, found.objects),
        )
        yield topics.TASK_VERDICTS, message

    def _plan(self, found: PlanVerdict, context: VerdictContext) -> Any:
        return self._types.PlanVerdict(
            header=header(self._types, context.stamp_ns),
            episode_id=self._name,
            verdicts=[verdict_message(self._types, v, context) for v in found.verdicts],
            considered=list(found.considered),
        )
