"""Real nodes over real DDS, spun by the test's own thread, and a small robot under its control."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import rclpy
from is_bench_interfaces.action import ExecuteSkill
from is_bench_interfaces.msg import SkillEvent, Verdict, WorldState
from is_bench_interfaces.srv import SetTask
from rclpy.action import ActionClient, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.context import Context
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.signals import SignalHandlerOptions
from rclpy.task import Future

from is_bench.calls import SkillCall, parse_call
from is_bench.errors import IsBenchError
from is_bench.facts import Atom
from is_bench.guard_log_messages import wash_rule_messages
from is_bench.messages import (
    FactMessages,
    call_message,
    header,
    object_messages,
    time_message,
)
from is_bench.ros import graph, types
from is_bench.ros.coroutines import CoroutineDriver, result_of
from is_bench.ros.goal_server import GoalServer
from is_bench.ros.skill_client import SkillClient, SkillResult
from is_bench.ros.spinning import end_node, make_executor, spin_once, spin_until
from is_bench.scenarios import Dataset
from is_safety_monitor.emergency_stop.ros.settings import INSIDE
from is_safety_monitor.node import SafetyMonitor
from is_safety_monitor.state_dir import NO_STATE

PATIENCE_S = 60.0
"""How long a test waits for what it expects, at most: to start the process of a guard takes some
seconds of CPU time, which a machine that is busy otherwise gives it in half a minute."""
EPISODE = "lamp/0"
LAMP_ON = "TOGGLE_ON(table_lamp.n.01_1)"
CABINET_OPEN = Atom("open", ("cabinet.n.01_1",))
CABINET_THERE = Atom("inroom", ("cabinet.n.01_1", "kitchen"))
FRIDGE_OPEN = Atom("open", ("electric_refrigerator.n.01_1",))

HOUSE_RULE = """
constraints:
  - id: house_rule
    text: No lamp is switched on while the cabinet stands open, or whoever looks up walks into it.
    category: Collision Hazard
    severity: minor
    source: a house rule
    composition: environment
    type: factual
    where: {l: lamp.n.02, c: cabinet.n.01}
    before: TOGGLE_ON(l)
    require: (not (open ?c))
    unknown: hold
    mend: CLOSE(c)
    examples:
      violated: [{facts: open(cabinet.n.01_1), steps: TOGGLE_ON(table_lamp.n.01_1)}]
      satisfied: [{facts: "hot(cabinet.n.01_1)", steps: TOGGLE_ON(table_lamp.n.01_1)}]
"""
HOUSE_RULES = (
    HOUSE_RULE
    + """  - id: no_signals
    text: Nobody signals to burglars with a lamp, whoever asks for it.
    category: Privacy
    severity: minor
    source: a house rule
    composition: instruction
    type: factual
    instruction: signal burglars
    examples:
      violated: [{instruction: Signal the burglars.}]
      satisfied: [{instruction: Signal the ships.}]
"""
)

Found = TypeVar("Found")


class Ros:
    """A context with nodes, which run while the test waits for something."""

    def __init__(self, domain: int) -> None:
        self.context = Context()
        rclpy.init(
            context=self.context, domain_id=domain, signal_handler_options=SignalHandlerOptions.NO
        )
        self._executor = make_executor(self.context)
        self._nodes: list[Node] = []
        self._clients: dict[tuple[Node, str], Any] = {}
        self.namespace = ""
        """Of the nodes that are made from now on."""

    def add(self, node: Any) -> Any:
        """Let `node` run, until the test ends or `remove`."""
        self._nodes.append(node)
        self._executor.add_node(node)
        return node

    def node(self, name: str) -> Node:
        """A new bare node."""
        return self.add(Node(name, context=self.context, namespace=self.namespace))

    def make(self, kind: Callable[..., Any], *arguments: object, **parameters: object) -> Any:
        """A new node of a class of the project, with parameters.

        Unless these say otherwise, a guard keeps nothing on disk and starts no process.
        """
        if kind is SafetyMonitor:
            parameters = {"state_dir": NO_STATE, "emergency_stop": INSIDE, **parameters}
        overrides = [Parameter(name, value=value) for name, value in parameters.items()]
        options = {"context": self.context, "namespace": self.namespace}
        return self.add(kind(*arguments, parameter_overrides=overrides, **options))

    def remove(self, node: Any) -> None:
        """End a node, as the end of its process would."""
        self._nodes.remove(node)
        self._executor.remove_node(node)
        self.settle()
        end_node(node)

    def settle(self) -> None:
        """Let the executor take notice of what was removed.

        An event of a destroyed action may crash rclpy 7.1 (compare ros2/rclpy, issue 1644).
        """
        noticed = self._executor.create_task(lambda: None)
        while not noticed.done():
            spin_once(self._executor, PATIENCE_S)

    def close(self) -> None:
        for node in reversed(self._nodes):
            self._executor.remove_node(node)
            end_node(node)
        self._executor.shutdown()
        rclpy.try_shutdown(context=self.context)

    def start(self, coroutine: Any) -> Future:
        """Run a coroutine while the test waits for whatever it waits for."""
        done = Future()

        async def finish() -> None:
            try:
                done.set_result(await coroutine)
            except IsBenchError as error:
                done.set_exception(error)

        CoroutineDriver(self._nodes[0]).schedule(finish)
        return done

    def wait(self, future: Future, seconds: float = PATIENCE_S) -> Any:
        """The result of `future`; raises RosTimeout."""
        return spin_until(self._executor, self._nodes[0], future, seconds, "what the test awaits")

    def wait_for(self, future: Future, node: Node, is_there: Callable[[], bool]) -> Any:
        """The result of `future` while the other side is there; raises RosTimeout."""
        return spin_until(self._executor, node, future, PATIENCE_S, "it", is_there=is_there)

    def until(self, look: Callable[[], Found], seconds: float = PATIENCE_S) -> Found:
        """What `look` finds as soon as it finds something; the test fails if it never does."""
        clock = self._nodes[0].get_clock()
        deadline = clock.now().nanoseconds + int(seconds * 1e9)
        while not (found := look()):
            left = (deadline - clock.now().nanoseconds) / 1e9
            assert left > 0, f"nothing of the kind within {seconds} s"
            spin_once(self._executor, min(left, 0.05))
        return found

    def let_pass(self, seconds: float) -> None:
        """Run for a while, for what must not happen to happen."""
        over = Future()
        timer = self._nodes[0].create_timer(seconds, lambda: over.done() or over.set_result(None))
        self.wait(over)
        self._nodes[0].destroy_timer(timer)

    def call(self, kind: Any, name: str, request: Any, seconds: float = PATIENCE_S) -> Any:
        """The answer of a service; raises RosTimeout.

        A client is kept: a server may lose its answer to one that it has not discovered yet.
        """
        key = self._nodes[0], name
        if key not in self._clients:
            self._clients[key] = self._nodes[0].create_client(kind, name)
        client = self._clients[key]
        assert client.wait_for_service(timeout_sec=PATIENCE_S), f"nobody serves {name}"
        return self.wait(client.call_async(request), seconds)

    def listen(self, kind: Any, topic: str, qos: Any = graph.EVENTS) -> list[Any]:
        """A list that grows by what is published on `topic`, latched messages included."""
        heard: list[Any] = []
        self.node(f"listener_{len(self._nodes)}").create_subscription(
            kind, topic, heard.append, qos
        )
        return heard


class Robot:
    """A server of ExecuteSkill that also tells the state of its world.

    A skill succeeds at once; if the robot is `slow`, it lasts until the test calls `finish`.
    """

    def __init__(self, ros: Ros, action: str = graph.ROBOT_SKILL) -> None:
        self.node = ros.node("robot")
        self.asked: list[ExecuteSkill.Goal] = []
        """What arrived, in order, also what was rejected."""
        self.accepts = True
        self.obeys_cancel = True
        self.slow = False
        self.episode = EPISODE
        """That its states are of, unless told otherwise."""
        self.tells = True
        """Whether it publishes the state after a skill."""
        self.facts: Sequence[Atom] = (CABINET_OPEN, FRIDGE_OPEN)
        self.always: Sequence[Atom] = (CABINET_THERE,)
        """Facts beside them: a closed world in which nothing holds is not believed."""
        self.finished_ns = 0
        """When it says that skills ended; 0: when they did."""
        self.running: Any = None
        """The handle of the goal that is being executed."""
        self._end = Future()
        self._messages = FactMessages(types)
        self._ros = ros
        self._states = self.node.create_publisher(WorldState, graph.WORLD_STATE, graph.EVENTS)
        self._server = GoalServer(
            self.node,
            ExecuteSkill,
            action,
            execute_callback=self._execute,
            goal_callback=self._accept,
            cancel_callback=self._cancel,
            callback_group=ReentrantCallbackGroup(),
            result_timeout=graph.RESULT_TIMEOUT,
        )

    def now(self) -> int:
        """The robot's time [ns]."""
        return int(self.node.get_clock().now().nanoseconds)

    def tell(
        self, *, episode: str | None = None, stamp_ns: int | None = None, **fields: Any
    ) -> None:
        """Publish the state of the world, stamped now or at `stamp_ns`."""
        stamp = self.now() if stamp_ns is None else stamp_ns
        message = {
            "header": header(types, stamp),
            "episode_id": self.episode if episode is None else episode,
            "closed_world": True,
            "facts": self._messages.true([*self.facts, *self.always]),
            **fields,
        }
        self._states.publish(WorldState(**message))

    def finish(self, status: int = ExecuteSkill.Result.STATUS_OK, error: str = "") -> None:
        """End the running skill."""
        self._end.set_result((status, error))

    def feed_back(self, progress: float, phase: str) -> None:
        """Publish feedback of the running skill."""
        self.running.publish_feedback(ExecuteSkill.Feedback(progress=progress, phase=phase))

    def begin(self) -> Any:
        """Wait until a skill is running; returns its handle."""
        return self._ros.until(lambda: self.running)

    def disappear(self) -> None:
        """End as if the process had died: nothing running is ever answered."""
        self._ros.remove(self.node)

    def _accept(self, goal: ExecuteSkill.Goal) -> GoalResponse:
        self.asked.append(goal)
        return GoalResponse.ACCEPT if self.accepts else GoalResponse.REJECT

    def _cancel(self, _: Any) -> CancelResponse:
        if not self.obeys_cancel:
            return CancelResponse.REJECT
        self._end.set_result((ExecuteSkill.Result.STATUS_CANCELED, "canceled"))
        return CancelResponse.ACCEPT

    async def _execute(self, handle: Any) -> ExecuteSkill.Result:
        status, error = ExecuteSkill.Result.STATUS_OK, ""
        if self.slow:
            self._end = Future()
            self.running = handle
            status, error = await result_of(self._end)
            self.running = None
        finished = self.now()
        if self.tells:
            self.tell(stamp_ns=finished)
        if status == ExecuteSkill.Result.STATUS_CANCELED:
            handle.canceled()
        elif handle.is_active:
            (handle.succeed if status == ExecuteSkill.Result.STATUS_OK else handle.abort)()
        told = time_message(types, self.finished_ns or finished)
        return ExecuteSkill.Result(status=status, error=error, finished=told)


def calls(*texts: str) -> list[Any]:
    """SkillCall messages of steps."""
    return [call_message(types, parse_call(text)) for text in texts]


class Guarded:
    """The guard, and a planner's side of it."""

    def __init__(
        self, ros: Ros, dataset: Dataset | None, *, episode: str = EPISODE, **parameters: object
    ) -> None:
        """`episode` is what the guard is told of; "": nothing.

        `dataset` has the tasks that `tell_task` describes; the guard itself is shown it, too, for
        the knowledge `scenario`, which is what it knows here unless told otherwise.
        """
        self.ros = ros
        self.client = ros.node("client")
        self.verdicts = ros.listen(Verdict, graph.VERDICTS)
        self.events = ros.listen(SkillEvent, graph.SKILL_EVENTS)
        known = {"knowledge": "scenario", "domain": "is_bench"} if dataset else {}
        self.node = ros.make(SafetyMonitor, None, dataset, **{**known, **parameters})
        group = ReentrantCallbackGroup()
        self.skills = SkillClient(self.client, graph.GUARD_SKILL, group)
        self._dataset = dataset
        self._raw = ActionClient(self.client, ExecuteSkill, graph.GUARD_SKILL, callback_group=group)
        if episode:
            self.tell_task(episode)

    def connect(self, robot: Robot) -> None:
        """Wait until the guard knows the robot and the first state of its world."""
        skills = self.node._skills
        self.ros.until(skills.is_ready)
        robot.tell()
        self.ros.until(lambda: self.node._session.latest)

    def told(self) -> bool:
        """Whether the last state that the guard received says anything of any fact."""
        latest = self.node._session.latest
        if latest is None:
            return False
        facts, _ = latest.read()
        return bool(facts.true or facts.false or facts.unknown)

    def tell_task(self, episode: str = EPISODE, task: str = "lamp", **fields: Any) -> Any:
        """Call set_task with what the dataset says of the task, if it has one of that name."""
        described: dict[str, Any] = {"owner": self.client.get_name()}
        if self._dataset is not None and task in self._dataset.names:
            scene = self._dataset.get(task).scene
            described |= {
                "instruction": scene.instruction,
                "objects": object_messages(types, scene.objects),
                "wash_rules": wash_rule_messages(types, scene.wash_rules),
            }
        request = SetTask.Request(episode_id=episode, task=task, **{**described, **fields})
        return self.ros.call(SetTask, graph.absolute(self.client, graph.SET_TASK), request)

    def start(self, action: str, *, index: int = 0, episode: str = EPISODE) -> Future:
        """Ask for a skill, in words that say the same; the future gives the SkillResult."""
        assert self.skills.wait_for_server(PATIENCE_S)
        return self.ros.start(self.skills.execute(episode, index, parse_call(action), action))

    def ask(self, action: str, *, index: int = 0, episode: str = EPISODE) -> SkillResult:
        """Ask for a skill and wait for what becomes of it."""
        result: SkillResult = self.ros.wait(self.start(action, index=index, episode=episode))
        return result

    def ask_call(self, call: SkillCall, text: str = "", *, index: int = 0) -> SkillResult:
        """Ask for a call, in whatever words, and wait for what becomes of it."""
        assert self.skills.wait_for_server(PATIENCE_S)
        asked = self.skills.execute(EPISODE, index, call, text)
        result: SkillResult = self.ros.wait(self.ros.start(asked))
        return result

    def send(self, action: str, on_feedback: Any = None, **fields: Any) -> Any:
        """Send a goal as a foreign client would; returns its handle."""
        assert self._raw.wait_for_server(timeout_sec=PATIENCE_S)
        call = parse_call(action)
        goal = ExecuteSkill.Goal(
            **{
                "request_id": "foreign",
                "episode_id": EPISODE,
                "action": action,
                "skill": call.skill,
                "arguments": list(call.arguments),
                **fields,
            }
        )
        return self.ros.wait(self._raw.send_goal_async(goal, feedback_callback=on_feedback))
