"""The ros engine: episodes through real ROS 2 nodes, judged from what the simulator published.

By default the node classes are composed in this process, over real DDS.  With `--nodes external`
(what eval.launch.py does) they run as processes of their own, and only the evaluator is here.
Threading: everything happens while this thread spins the one executor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import rclpy
from is_bench_interfaces.action import RunEpisode
from is_bench_interfaces.srv import EndEpisode, GetObligations, ResetWorld
from rclpy.context import Context
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future

from is_bench.domain import Domain
from is_bench.durations import seconds_to_ns
from is_bench.evaluation import Ending, Status, Trace, TraceStep, judge, metrics
from is_bench.evaluation.judge import Verdicts
from is_bench.events import Occurrence
from is_bench.guard_log_messages import task_of
from is_bench.messages import (
    STATUS_OF,
    call_of,
    metrics_message,
    obligation_of,
    verdict_of,
)
from is_bench.ros import graph, types
from is_bench.ros.clocks import clock_ns
from is_bench.ros.middleware import make_room_for_pictures
from is_bench.ros.spinning import RosTimeout, end_node, make_executor, spin_once, spin_until
from is_bench.scenarios import Dataset, Scenario
from is_bench.verdict import GuardMode
from is_bench_eval.engines.ros.composition import ComposedNodes, parameters
from is_bench_eval.engines.ros.duplicate_servers import duplicate_servers
from is_bench_eval.engines.ros.evaluator import Awaited, EvaluatorNode
from is_bench_eval.engines.ros.footage import RosFootage
from is_bench_eval.engines.ros.guard_messages import (
    check_guard,
    plan_verdicts_of,
    task_verdict_of,
    unlike,
)
from is_bench_eval.engines.ros.hand_over import hand_over
from is_bench_eval.engines.ros.recorder_discovery import undiscovered
from is_bench_eval.engines.ros_domains import ros_domain
from is_bench_eval.episodes.episode import Episode, episode_id
from is_bench_eval.episodes.guard import GuardRecord
from is_bench_eval.errors import EpisodeFailed
from is_bench_eval.recording.node import BagRecorder
from is_bench_eval.recording.output_paths import OutputPaths
from is_bench_eval.specs.run_guard import KnowledgeBases, guard_settings
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_planner_node.core.report_messages import report_of

ANSWER_S = 10.0
"""How long a service or an action server may take to answer."""
RESET_S = 2000.0
"""How long a reset may take: longer than any simulator's own limit, which says more."""
EPISODE_S = 7200.0
"""How long an episode may take."""
STATE_S = 5.0
"""How long the published states and verdicts of a finished episode may take to arrive."""

_COUNTED = (graph.VERDICTS, graph.TASK_VERDICTS, graph.PLAN_VERDICTS, graph.GUARD_TASKS)
"""Topics on which nothing repeats: what the evaluator has received is in the bag, too."""

_Found = TypeVar("_Found")

_ENDINGS = {
    RunEpisode.Result.ENDED_DONE: Ending.DONE,
    RunEpisode.Result.ENDED_PLAN: Ending.PLAN_EXHAUSTED,
    RunEpisode.Result.ENDED_BUDGET: Ending.BUDGET,
    RunEpisode.Result.ENDED_REFUSED: Ending.REFUSED,
}


class RosEngine:
    """Runs episodes through ROS, until it is closed."""

    def __init__(self, run: RunSpec, dataset: Dataset, outputs: OutputPaths) -> None:
        """`outputs` says whether a bag of the nodes' messages and footage are kept, and where."""
        self._run = run
        self._dataset = dataset
        self._nodes: list[Node] = []
        self._scores: list[Verdicts] = []
        self._failed = 0
        self._context = Context()
        make_room_for_pictures()
        rclpy.init(
            context=self._context,
            domain_id=ros_domain(),
            signal_handler_options=SignalHandlerOptions.NO,
        )
        self._executor = make_executor(self._context)
        self._evaluator = self._add(EvaluatorNode(context=self._context))
        bases = KnowledgeBases()
        self._footage: RosFootage | None = None
        """None: none is kept."""
        if outputs.footage is not None:
            self._footage = RosFootage(run, self._evaluator, self._spin_while_waiting, bases)
        self._composed: ComposedNodes | None = None
        """None: the nodes are in other processes."""
        if self._run.nodes == "composed":
            self._composed = ComposedNodes(run, dataset, self._context, bases)
            for node in self._composed.nodes:
                self._add(node)
        self._recorder: BagRecorder | None = None
        if outputs.bag is not None:
            pictures = parameters(cameras=bool(run.render))
            self._recorder = self._add(BagRecorder(outputs.bag, context=self._context, **pictures))

    def close(self) -> None:
        """Finish the bag and take the nodes down."""
        evaluator = self._evaluator
        own, external = self._recorder is not None, self._run.nodes == "external"
        hand_over(self._executor, evaluator, evaluator.metrics, own=own, external=external)
        if self._recorder is not None and self._scores:
            self._complete(self._recorder)
        for node in reversed(self._nodes):
            self._executor.remove_node(node)
            end_node(node)
        self._executor.shutdown()
        rclpy.try_shutdown(context=self._context)

    def _complete(self, recorder: BagRecorder) -> None:
        """Let the recorder take up what it is still to receive."""
        expected = {topic: self._evaluator.received[topic] for topic in _COUNTED}
        for topic, count in {**expected, graph.METRICS: len(self._scores)}.items():
            try:
                self._wait(recorder.wait_for(topic, count), STATE_S, "the recorder")
            except RosTimeout:
                why = f"the bag lacks messages of /{topic}: fewer than {count} reached the recorder"
                self._evaluator.get_logger().warning(why)

    def run(self, episode: EpisodeSpec) -> Episode:
        """Run an episode; raises EpisodeFailed or RosTimeout when the infrastructure fails it."""
        scenario = self._dataset.get(episode.task)
        try:
            result = self._play(episode)
        except Exception:
            self._failed += 1
            raise
        self._publish_metrics(scenario, result)
        return result

    def _add(self, node: Any) -> Any:
        self._nodes.append(node)
        self._executor.add_node(node)
        return node

    def _play(self, episode: EpisodeSpec) -> Episode:
        name = episode_id(episode)
        scenario = self._dataset.get(episode.task)
        domain = scenario.scene.domain
        if self._composed is not None:
            self._composed.guard(domain)
        self._check_alone()
        self._check_recorder()
        self._evaluator.begin(name)
        if self._footage is not None:
            self._footage.begin()
        try:
            self._reset(name, episode)
            result = self._run_planner(name, episode)
            trace = self._trace(result, scenario)
            report = next(map(report_of, result.report), None)
            record = self._guard_record(name, domain, list(result.plan_steps))
            found = Episode(episode, trace, record, report, self._run.world)
            if self._footage is None:
                return found
            footage = self._footage.footage(scenario, trace, record, int(result.exchanges))
            return replace(found, footage=footage)
        finally:
            self._end(name)

    def _end(self, name: str) -> None:
        """Tell the guard that the episode is over, however it went: nothing of it is due any more.

        A guard that cannot be told says so when the next task is set.
        """
        client = self._evaluator.ends
        if self._run.guard is GuardMode.OFF or not client.service_is_ready():
            return
        request = EndEpisode.Request(episode_id=name, owner=graph.EVALUATION)
        with suppress(RosTimeout):
            answer: Any = self._wait(client.call_async(request), ANSWER_S, "the guard")
            if not answer.ended:
                why = f"the guard goes on with episode {name}: {answer.reason}"
                self._evaluator.get_logger().warning(why)

    def _check_alone(self) -> None:
        found = "; ".join(duplicate_servers(self._evaluator))
        if found:
            raise EpisodeFailed(f"the ROS graph is not this run's alone: {found}; end the others")

    def _check_recorder(self) -> None:
        """Wait until the recorder hears everybody; raises EpisodeFailed if it never does."""
        if self._recorder is None:
            return
        look = partial(undiscovered, self._run, self._recorder.discovered_publishers)
        if not self._spin_while_waiting(lambda: not look(), ANSWER_S):
            raise EpisodeFailed(
                f"the recorder did not discover, within {ANSWER_S:g} s, a publisher of {look()}"
            )

    def _reset(self, name: str, episode: EpisodeSpec) -> None:
        client = self._evaluator.reset
        if not client.service_is_ready() and not client.wait_for_service(timeout_sec=ANSWER_S):
            raise EpisodeFailed(f"no simulator serves /{graph.RESET_WORLD}; is sim_bridge running?")
        request = ResetWorld.Request(
            episode_id=name, task=episode.task, world=self._run.world, seed=self._run.seed
        )
        answer: Any = self._wait(
            client.call_async(request), RESET_S, "the simulator's reset", client.service_is_ready
        )
        if not answer.success:
            raise EpisodeFailed(f"the simulator refused the scenario: {answer.message}")
        self._evaluator.begun(answer.state)

    def _run_planner(self, name: str, episode: EpisodeSpec) -> Any:
        client = self._evaluator.episodes
        if not client.server_is_ready() and not client.wait_for_server(timeout_sec=ANSWER_S):
            raise EpisodeFailed(
                f"no planner serves /{graph.RUN_EPISODE}; is is_planner_node running?"
            )
        goal = RunEpisode.Goal(
            episode_id=name,
            task=episode.task,
            planner=self._run.planner,
            plan=list(episode.plan),
            world=self._run.world,
            max_steps=self._run.max_steps,
        )
        handle: Any = self._wait(client.send_goal_async(goal), ANSWER_S, "the planner")
        if not handle.accepted:
            raise EpisodeFailed("the planner node is busy with another episode")
        answer: Any = self._wait(
            handle.get_result_async(), EPISODE_S, "the planner", client.server_is_ready
        )
        if answer.result.error:
            raise EpisodeFailed(answer.result.error)
        return answer.result

    def _trace(self, result: Any, scenario: Scenario) -> Trace:
        """From the states that the simulator published, and the planner's word of the rest."""
        statuses = [STATUS_OF[int(code)] for code in result.statuses]
        calls = [call_of(message) if message.skill else None for message in result.calls]
        asked = list(zip(calls, statuses, strict=True))
        executed = sum(c is not None and status is not Status.BLOCKED for c, status in asked)
        guarded = self._run.guard is not GuardMode.OFF
        arrived = self._evaluator.wait_for(
            Awaited(
                last_step=executed,
                verdicts=sum(call is not None for call in calls) if guarded else 0,
                tasks=int(guarded),
                plans=int(result.plans_checked),
                truth=bool(scenario.script.sense_faults),
            )
        )
        self._wait(arrived, STATE_S, "the publisher of the last world state or verdict")
        number = 0
        steps = []
        for index, (call, status) in enumerate(asked):
            action = result.actions[index]
            before = after = self._evaluator.moment(number)
            occurrences: tuple[Occurrence, ...] = ()
            if call is not None and status is not Status.BLOCKED:
                number += 1
                after = self._evaluator.moment(number)
                occurrences = after.occurrences
                self._check_same(action, number)
            steps.append(
                TraceStep(
                    index,
                    action,
                    status,
                    result.errors[index],
                    before.facts,
                    after.facts,
                    occurrences,
                    before.told,
                    after.told,
                    call,
                )
            )
        start = self._evaluator.moment(0)
        return Trace(start.facts, tuple(steps), _ENDINGS[result.ending], start.occurrences)

    def _check_same(self, action: str, number: int) -> None:
        seen = self._evaluator.states[number].action
        if seen != action:
            raise EpisodeFailed(
                f"step {number} was {action!r} to the planner, {seen!r} to the robot"
            )

    def _guard_record(
        self, name: str, domain: Domain, plan_steps: Sequence[int]
    ) -> GuardRecord | None:
        """What the guard said; `plan_steps` are the indices that its plan verdicts are about."""
        self._check_guard(domain)
        if self._run.guard is GuardMode.OFF:
            return None
        client = self._evaluator.obligations
        if not client.service_is_ready() and not client.wait_for_service(timeout_sec=ANSWER_S):
            raise EpisodeFailed(
                f"no guard serves /{graph.OBLIGATIONS}; is is_safety_monitor running?"
            )
        answer = self._ask_obligations(GetObligations.Request(episode_id=name))
        said = sorted((verdict_of(message) for message in self._evaluator.verdicts), key=_index)
        due = tuple(obligation_of(due) for due in answer.obligations)
        stages = self._run.guard_stages
        task = task_verdict_of(self._evaluator.tasks[-1]) if stages.task else None
        plans = tuple(plan_verdicts_of(self._evaluator.plans, plan_steps)) if stages.plan else ()
        return GuardRecord(tuple(said), due, task, plans)

    def _check_guard(self, domain: Domain) -> None:
        """Raise EpisodeFailed if the guard was another one than the run asks for."""
        modes = {message.mode for message in self._evaluator.verdicts}
        if modes - {self._run.guard.value}:
            raise unlike("mode", ", ".join(sorted(modes)), self._run.guard.value)
        if self._run.guard is GuardMode.OFF:
            return
        begun = task_of(self._evaluator.begun_tasks[0])
        check_guard(begun, guard_settings(self._run, domain))

    def _ask_obligations(self, request: GetObligations.Request) -> Any:
        """The guard's answer, once it has seen the final state."""
        clock = self._evaluator.get_clock()
        deadline = clock.now().nanoseconds + seconds_to_ns(STATE_S)
        while True:
            future = self._evaluator.obligations.call_async(request)
            answer: Any = self._wait(future, ANSWER_S, "the guard")
            if answer.known:
                return answer
            if clock.now().nanoseconds > deadline:
                raise EpisodeFailed(
                    "the guard has not seen the final state; what is due is unknown"
                )
            spin_once(self._executor, 0.02)

    def _publish_metrics(self, scenario: Scenario, episode: Episode) -> None:
        self._scores.append(judge(scenario, episode.trace))
        self._evaluator.metrics.publish(
            metrics_message(
                types,
                metrics(score.faithful for score in self._scores),
                metrics(score.strict for score in self._scores),
                len(self._scores),
                self._failed,
                clock_ns(self._evaluator),
            )
        )

    def _spin_while_waiting(self, look: Callable[[], _Found], seconds: float) -> _Found:
        """Let the nodes work until `look` finds something, or time is up; what it found last."""
        clock = self._evaluator.get_clock()
        deadline = clock.now().nanoseconds + seconds_to_ns(seconds)
        while not (found := look()) and clock.now().nanoseconds <= deadline:
            spin_once(self._executor, 0.02)
        return found

    def _wait(
        self,
        future: Future,
        seconds: float,
        what: str,
        is_there: Callable[[], bool] = lambda: True,
    ) -> object:
        executor, node = self._executor, self._evaluator
        return spin_until(executor, node, future, seconds, what, is_there=is_there)


def _index(verdict: Any) -> int:
    index: int = verdict.index
    return index
