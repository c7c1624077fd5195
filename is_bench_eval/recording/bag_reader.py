"""Reading bags that may never have been closed, be damaged, or not be ours."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from is_bench.errors import InputError, Place
from is_bench_eval.recording.mcap import Channel, McapFile

METADATA = "metadata.yaml"
BAGS = "bags"
"""The folder of a run's bags, in that of the run."""


class BagProblem(InputError):
    """A path that is no bag, or a bag of which nothing can be read."""


class BagMessage(NamedTuple):
    """A message of a bag."""

    topic: str
    """As in the root namespace."""
    stamp_ns: int
    """When it was received."""
    message: Any
    namespace: str = ""
    """Of the recorded nodes: "/a" for a message of /a/is_bench/verdicts; "": the root."""


@dataclass
class Bag:
    """What a bag holds of some topics, as far as it can be read."""

    path: Path
    messages: list[BagMessage] = field(default_factory=list)
    """In the order of their receipt."""
    topics: set[str] = field(default_factory=set)
    """All that the bag declares; those that were asked for as in the root namespace."""
    notices: list[str] = field(default_factory=list)
    """What is wrong with the bag."""

    def of(self, topic: str) -> Iterator[BagMessage]:
        """The messages of one topic."""
        return (found for found in self.messages if found.topic == topic)

    def by_namespace(self) -> Iterator[Bag]:
        """What each robot's namespace holds, as a bag of its own; the notices are shared."""
        for namespace in sorted({found.namespace for found in self.messages}):
            own = [found for found in self.messages if found.namespace == namespace]
            yield Bag(self.path, own, self.topics, self.notices)


def bag_files(path: Path) -> list[Path]:
    """The MCAP files of the bag `path`, a folder or such a file; raises BagProblem."""
    if not path.exists():
        raise BagProblem("there is no such bag", Place(str(path)))
    files = sorted(path.glob("*.mcap")) if path.is_dir() else [path]
    if not files and (bags := sorted((path / BAGS).glob("*/*.mcap"))):
        raise BagProblem(f"this is the folder of a run; give {bags[0].parent}", Place(str(path)))
    if not files or (files == [path] and path.suffix != ".mcap"):
        other = " (bags in SQLite are not read; ros2 bag convert makes MCAP of them)"
        has_other = path.suffix == ".db3" or any(path.glob("*.db3"))
        what = "holds no MCAP file" if path.is_dir() else "is no MCAP file"
        raise BagProblem(f"{what}{other if has_other else ''}", Place(str(path)))
    return files


def read_bag(path: Path, topics: Collection[str]) -> Bag:
    """The messages of `topics` in the bag `path`; raises BagProblem if there is no bag.

    Topics are named as in the root namespace, and found in any.
    What is wrong with the bag is in its notices; what can be read nevertheless is.
    """
    bag = Bag(path)
    if path.is_dir() and not (path / METADATA).exists():
        bag.notices.append(f"there is no {METADATA}: the recording was not closed")
    for file in bag_files(path):
        _read_file(file, topics, bag)
    bag.messages.sort(key=lambda found: found.stamp_ns)
    return bag


def _read_file(path: Path, topics: Collection[str], bag: Bag) -> None:
    file, unreadable = McapFile(path), 0
    try:
        for raw in file.messages():
            topic = in_root(raw.channel.topic, topics)
            if topic not in topics:
                continue
            try:
                message = _store(raw.channel).deserialize_cdr(raw.data, raw.channel.kind)
            except Exception:  # noqa: BLE001  # the bytes may be anything
                unreadable += 1
            else:
                namespace = raw.channel.topic.removesuffix(topic)
                bag.messages.append(BagMessage(topic, raw.stamp_ns, message, namespace))
    except OSError as error:
        raise BagProblem(f"cannot be read: {error.strerror}", Place(str(path))) from None
    bag.topics |= {in_root(channel.topic, topics) for channel in file.channels}
    if file.problem:
        bag.notices.append(f"{path.name} cannot be read to its end: {file.problem}")
    if unreadable:
        bag.notices.append(f"{path.name}: {unreadable} messages cannot be read")


def in_root(name: str, topics: Collection[str]) -> str:
    """The one of `topics` that `name` is in some namespace; `name` if it is none of them."""
    return next((topic for topic in topics if name.endswith(topic)), name)


@lru_cache(maxsize=256)  # bags may come from anybody; one has some 30 channels
def _store(channel: Channel) -> Any:
    """The types of a channel, by the definitions in the bag itself: it may be an older one."""
    store = get_typestore(Stores.EMPTY)
    found = get_types_from_msg(channel.definition, channel.kind)
    store.register({name: kind for name, kind in found.items() if name not in store.types})
    return store
