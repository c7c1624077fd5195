"""The client: a `Simulator` whose world is in another process."""

from __future__ import annotations

import weakref
from typing import Any

import zmq
from zmq.utils.monitor import recv_monitor_message

from is_bench.calls import SkillCall
from is_bench.facts import FactSet
from is_bench.objects import ObjectTable
from is_bench.scenarios import Scene
from is_bench.views import View
from is_bench.world import Changes, Outcome, Quirks
from sim_bridge.errors import (
    SimulatorError,
    SimulatorFailed,
    SimulatorNotReadyError,
    SimulatorUnavailable,
)
from sim_bridge.remote import protocol, wire
from sim_bridge.remote.frames import FrameReader, Progress
from sim_bridge.remote.process import ServerProcess
from sim_bridge.remote.spec import BackendSpec, Limits
from sim_bridge.remote.watch import Watch

_INTERVAL_S = 0.05
_LOST = zmq.EVENT_DISCONNECTED
_ERRORS = {
    protocol.NOT_READY: SimulatorNotReadyError,
    protocol.REFUSED: SimulatorError,
}


class _Token:
    """A snapshot that the server holds."""

    def __init__(self, number: int) -> None:
        self.number = number


class Connection:
    """A running server and the way to ask it.  Raises SimulatorFailed when it breaks."""

    def __init__(self, spec: BackendSpec) -> None:
        """Start the server and its simulator; raises SimulatorUnavailable if it cannot run."""
        self._limits: Limits = spec.limits
        self._process = ServerProcess(spec)
        folder = self._process.folder
        self._progress = Progress(folder / protocol.PROGRESS)
        self.frames = FrameReader(folder)
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.linger = 0
        # ZeroMQ's own threads answer these, so that a long native call is no missing sign of life.
        self._socket.heartbeat_ivl = int(spec.limits.frozen * 500)
        self._socket.heartbeat_timeout = int(spec.limits.frozen * 1000)
        self._monitor = self._socket.get_monitor_socket(_LOST)
        # Also for a caller who forgets to close: a simulator holds a graphics card's memory.
        self._end = weakref.finalize(
            self, _end, self._process, self._socket, self._monitor, self._context, self._progress
        )
        self._socket.connect(f"ipc://{folder / protocol.SOCKET}")
        try:
            self.server = self._hello(spec)
        except BaseException:
            self.abandon()
            raise

    def ask(self, operation: str, **arguments: Any) -> Any:
        """The server's answer to a request."""
        patience = self._limits.reset if operation == "reset" else self._limits.stall
        return self._ask(patience, {"op": operation, **arguments})

    def check(self) -> None:
        """Raise SimulatorFailed if the process has ended or does not answer any more."""
        ending = self._process.ending()
        if ending:
            raise SimulatorFailed(self._told(f"the simulator's process {ending}"))
        if self._monitor.poll(0) and recv_monitor_message(self._monitor)["event"] == _LOST:
            raise SimulatorFailed(self._told("the simulator's process gives no sign of life"))

    def close(self) -> None:
        """Have the simulator closed, and end its process."""
        try:
            self._ask(self._limits.close, {"op": "close"})
            self._process.wait(self._limits.close)
        except SimulatorError:
            pass  # it is ended all the same
        finally:
            self.abandon()

    def abandon(self) -> None:
        """End the process without asking it."""
        self._end()

    def _hello(self, spec: BackendSpec) -> dict[str, Any]:
        message = {
            "op": "hello",
            "protocol": protocol.PROTOCOL,
            "version": protocol.own_version(),
            "factory": spec.factory,
            "options": dict(spec.options),
        }
        try:
            answer: dict[str, Any] = self._ask(spec.limits.start, message)
        except SimulatorFailed as error:  # it never ran: that will be so the next time too
            raise SimulatorUnavailable(f"the simulator cannot be started: {error}") from error
        return answer

    def _ask(self, patience: float, message: dict[str, Any]) -> Any:
        self.check()
        watch = Watch(patience, _INTERVAL_S, self._progress.value)
        self._socket.send(protocol.pack(message))
        while not self._socket.poll(int(_INTERVAL_S * 1000)):
            self.check()
            if watch.waited(self._progress.value):
                raise SimulatorFailed(
                    self._told(f"{message['op']!r} got no further for {patience:g} s")
                )
        return self._value(protocol.unpack(self._socket.recv()))

    def _value(self, answer: dict[str, Any]) -> Any:
        kind = answer.get("error")
        if kind is None:
            return answer["ok"]
        if kind == protocol.UNAVAILABLE:
            raise SimulatorUnavailable(answer["message"])
        if kind in _ERRORS:
            raise _ERRORS[kind](answer["message"])
        raise SimulatorFailed(self._told(answer["message"]))

    def _told(self, what: str) -> str:
        words = self._process.last_words()
        return f"{what}; its last words:\n{words}" if words else what


def _end(
    process: ServerProcess,
    socket: zmq.Socket[bytes],
    monitor: zmq.Socket[bytes],
    context: zmq.Context[zmq.Socket[bytes]],
    progress: Progress,
) -> None:
    process.end()
    socket.disable_monitor()
    monitor.close(linger=0)
    socket.close(linger=0)
    context.term()
    progress.close()


class RemoteSimulator:
    """A `Simulator` in a process of its own, which `reset` starts when there is none."""

    def __init__(self, spec: BackendSpec) -> None:
        """Nothing is started before the first `reset`."""
        self._spec = spec
        self._connection: Connection | None = None
        self._failure = ""
        self._forgotten: list[int] = []

    def reset(self, scene: Scene, quirks: Quirks, seed: int) -> None:
        """Set up `scene`; starts the process, or another one after a failure."""
        if self._connection is None:
            self._failure = ""
            self._connection = Connection(self._spec)
        self._forgotten.clear()
        self._ask("reset", scene=wire.scene_out(scene), quirks=wire.quirks_out(quirks), seed=seed)

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a call of the scene's domain."""
        return wire.outcome_in(self._ask("execute", call=wire.call_out(call)))

    def change(self, changes: Changes) -> None:
        """Make changes that the robot has no part in."""
        self._ask("change", changes=wire.changes_out(changes))

    def observe(self) -> tuple[View, ...]:
        """What each camera sees now."""
        frames = self._ready().frames
        slot = frames.reserve()
        answer = self._ask("observe", slot=slot)
        if not answer["views"]:
            frames.release(slot)
            return ()
        pictures = iter(frames.read(slot, answer["frames"]))
        return tuple(wire.view_in(view, next(pictures), next(pictures)) for view in answer["views"])

    def objects(self) -> ObjectTable:
        """The objects of the scene, and those that have appeared."""
        return wire.objects_in(self._ask("objects"))

    def facts(self) -> FactSet:
        """What holds now."""
        return wire.facts_in(self._ask("facts"))

    def snapshot(self) -> object:
        """A token for the present state; the server forgets it with the last reference to it."""
        token = _Token(self._ask("snapshot"))
        weakref.finalize(token, self._forgotten.append, token.number).atexit = False
        return token

    def restore(self, snapshot: object) -> None:
        """Return to the state of a token of the same episode."""
        if not isinstance(snapshot, _Token):
            raise SimulatorNotReadyError("this snapshot is not of the present episode")
        self._ask("restore", token=snapshot.number)

    def close(self) -> None:
        """End the process."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.close()

    def check(self) -> None:
        """Raise SimulatorFailed if the process has broken since it was last asked.

        For a caller that asks seldom and wants to know early; cheap.
        """
        connection = self._ready()
        try:
            connection.check()
        except SimulatorFailed as error:
            self._give_up(error)
            raise

    def _ask(self, operation: str, **arguments: Any) -> Any:
        connection = self._ready()
        forget, self._forgotten[:] = list(self._forgotten), []
        try:
            return connection.ask(operation, forget=forget, **arguments)
        except SimulatorFailed as error:
            self._give_up(error)
            raise
        except BaseException as error:
            if not isinstance(error, SimulatorError):  # Ctrl-C between question and answer
                self._give_up(error)
            raise

    def _give_up(self, error: BaseException) -> None:
        if self._connection is not None:
            self._connection.abandon()
            self._connection = None
        self._failure = str(error) or type(error).__name__

    def _ready(self) -> Connection:
        if self._connection is not None:
            return self._connection
        if self._failure:
            raise SimulatorFailed(f"the simulator broke before; call reset: {self._failure}")
        raise SimulatorNotReadyError("the simulator has no world; call reset first")
