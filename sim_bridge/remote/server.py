"""The server: runs one simulator and does what its client asks, until the client goes.

`python -m sim_bridge.remote.server FOLDER`, which nobody types: the client does it.  Everything of
the simulator happens in the main thread, as Isaac Sim demands.
"""

from __future__ import annotations

import faulthandler
import os
import platform
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import zmq

from is_bench.errors import IsBenchError
from is_bench.views import View
from sim_bridge.errors import SimulatorNotReadyError, SimulatorUnavailable
from sim_bridge.remote import protocol, wire
from sim_bridge.remote.frames import FrameWriter, Progress
from sim_bridge.remote.spec import find_factory
from sim_bridge.simulator import Simulator

Message = dict[str, Any]


class Service:
    """A simulator, asked by messages."""

    def __init__(self, frames: FrameWriter, progress: Callable[[], None]) -> None:
        """There is no simulator before the "hello"."""
        self._frames = frames
        self._progress = progress
        self._simulator: Simulator | None = None
        self._snapshots: dict[int, object] = {}
        self._taken = 0
        self._operations: dict[str, Callable[[Message], Any]] = {
            "hello": self._hello,
            "reset": self._reset,
            "execute": self._execute,
            "change": lambda m: self._ready().change(wire.changes_in(m["changes"])),
            "observe": self._observe,
            "objects": lambda _: wire.objects_out(self._ready().objects()),
            "facts": lambda _: wire.facts_out(self._ready().facts()),
            "snapshot": lambda _: self._snapshot(),
            "restore": self._restore,
            "close": lambda _: self._close(),
        }

    def answer(self, message: Message) -> Message:
        """Do what `message` asks."""
        try:
            for token in message.get("forget", ()):
                self._snapshots.pop(token, None)
            return {"ok": self._operations[message["op"]](message)}
        except SimulatorNotReadyError as error:
            return _error(protocol.NOT_READY, str(error))
        except SimulatorUnavailable as error:
            return _error(protocol.UNAVAILABLE, str(error))
        except IsBenchError as error:
            return _error(protocol.REFUSED, str(error))
        except Exception as error:  # noqa: BLE001  # whatever the simulator throws, the client must know
            traceback.print_exc()
            return _error(protocol.FAILED, f"{type(error).__name__}: {error}")

    def _hello(self, message: Message) -> Message:
        theirs, ours = message["version"], protocol.own_version()
        if message["protocol"] != protocol.PROTOCOL or (theirs and ours and theirs != ours):
            raise SimulatorUnavailable(
                f"the simulator's Python has is_bench {ours or 'of unknown version'} (protocol "
                f"{protocol.PROTOCOL}), the bridge has {theirs or 'one of unknown version'} "
                f"(protocol {message['protocol']}); install the same version in both"
            )
        factory = find_factory(message["factory"])
        self._simulator = factory(message["options"], self._progress)
        return {"python": platform.python_version(), "version": ours, "pid": os.getpid()}

    def _reset(self, message: Message) -> None:
        self._snapshots.clear()
        scene, quirks = wire.scene_in(message["scene"]), wire.quirks_in(message["quirks"])
        self._ready().reset(scene, quirks, message["seed"])

    def _execute(self, message: Message) -> Message:
        return wire.outcome_out(self._ready().execute(wire.call_in(message["call"])))

    def _observe(self, message: Message) -> Message:
        views = self._ready().observe()
        return {
            "views": [wire.view_out(view) for view in views],
            "frames": self._frames.write(message["slot"], _arrays(views)),
        }

    def _snapshot(self) -> int:
        snapshot = self._ready().snapshot()
        self._taken += 1
        self._snapshots[self._taken] = snapshot
        return self._taken

    def _restore(self, message: Message) -> None:
        if message["token"] not in self._snapshots:
            raise SimulatorNotReadyError("this snapshot is not of the present episode")
        self._ready().restore(self._snapshots[message["token"]])

    def _close(self) -> None:
        self._snapshots.clear()
        if self._simulator is not None:
            self._simulator.close()

    def _ready(self) -> Simulator:
        if self._simulator is None:
            raise SimulatorNotReadyError("the simulator has not been started; say hello first")
        return self._simulator


def serve(folder: Path) -> None:
    """Answer the client that made `folder`, until it says "close"."""
    progress = Progress(folder / protocol.PROGRESS)
    frames = FrameWriter(folder)
    service = Service(frames, progress.advance)
    with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
        socket.linger = 1000
        socket.bind(f"ipc://{folder / protocol.SOCKET}")
        operation = ""
        while operation != "close":
            message = protocol.unpack(socket.recv())
            operation = message["op"]
            answer = service.answer(message)
            progress.advance()
            socket.send(protocol.pack(answer))
    frames.close()
    progress.close()


def _arrays(views: tuple[View, ...]) -> list[Any]:
    return [array for view in views for array in (view.rgb, view.segmentation)]


def _error(kind: str, message: str) -> Message:
    return {"error": kind, "message": message}


def _end_with_parent() -> None:
    """End this process when its client is gone: a simulator holds a graphics card's memory."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def main() -> None:
    """Serve in the folder that the command line names."""
    faulthandler.enable()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    serve(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
