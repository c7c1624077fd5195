"""Writing a rosbag2 folder (MCAP) with the `rosbags` library: `ros2 bag info` opens it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rosbags.interfaces import (
    Qos,
    QosDurability,
    QosHistory,
    QosLiveliness,
    QosReliability,
    QosTime,
)
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.rosbag2.storage_mcap import McapWriter
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from is_bench_eval.recording.interfaces import interface_files
from is_bench_eval.recording.seal import HEAD, Chain, seal_folder
from is_bench_eval.recording.topics import STATIC_TRANSFORMS, bag_topics

_FOREVER = QosTime(2147483647, 4294967295)
_LATCHED = [
    Qos(
        history=QosHistory.KEEP_LAST,
        depth=100,
        reliability=QosReliability.RELIABLE,
        durability=QosDurability.TRANSIENT_LOCAL,
        deadline=_FOREVER,
        lifespan=_FOREVER,
        liveliness=QosLiveliness.AUTOMATIC,
        liveliness_lease_duration=_FOREVER,
        avoid_ros_namespace_conventions=False,
    )
]


def make_typestore() -> Any:
    """The messages of ROS 2 Jazzy and of is_bench_interfaces."""
    store = get_typestore(Stores.ROS2_JAZZY)
    types: dict[str, Any] = {}
    for name, text in interface_files().items():
        if "/msg/" in name:
            types.update(get_types_from_msg(text, name))
    store.register(types)
    return store


class BagWriter:
    """Writes serialized messages of the recorded topics, until it is closed."""

    def __init__(self, path: Path, *, cameras: bool = False, namespace: str = "/") -> None:
        """`path` is the bag's folder; it must not exist yet.

        With `cameras` it has their topics, too.  `namespace` is that of the recorded nodes.
        """
        self._topics = {
            topic if topic == STATIC_TRANSFORMS else namespace.rstrip("/") + topic: kind
            for topic, kind in bag_topics(cameras=cameras).items()
        }
        self.store = make_typestore()
        self._writer = Writer(path, version=9, storage_plugin=StoragePlugin.MCAP)
        self._path = path
        self._chain = Chain()
        self._unwritten = False
        path.parent.mkdir(parents=True, exist_ok=True)
        self._writer.open()
        self._connections = {
            topic: self._writer.add_connection(
                topic, kind, typestore=self.store, offered_qos_profiles=_LATCHED
            )
            for topic, kind in self._topics.items()
        }

    def close(self) -> None:
        """Finish the bag and seal it; only then has it its metadata."""
        self._writer.set_custom_data(HEAD, self._chain.head)
        self._writer.close()
        seal_folder(self._path, self._chain)

    def flush(self) -> None:
        """Have everything on the disk: what is there when the process is killed can be read."""
        storage = self._writer.storage
        if self._unwritten and isinstance(storage, McapWriter):
            storage.close_chunk()
            storage.bio.flush()
            self._unwritten = False

    def write(self, topic: str, data: bytes, stamp_ns: int) -> None:
        """Append a message in CDR form, received at `stamp_ns`; `topic` has the namespace."""
        self._writer.write(self._connections[topic], stamp_ns, data)
        self._chain.add(topic, self._topics[topic], stamp_ns, data)
        self._unwritten = True

    def write_message(self, topic: str, message: Any, stamp_ns: int) -> None:
        """Append a message of this writer's type store."""
        self.write(topic, self.store.serialize_cdr(message, self._topics[topic]), stamp_ns)
