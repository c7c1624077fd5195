"""The messages of an MCAP file in the order in which they were written, as far as it can be read.

Bags that were never closed have neither an index nor an end, which libraries ask for; the records
themselves can be read one after the other (https://mcap.dev/spec).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

from rosbags.rosbag2.storage_mcap import DECOMPRESSORS

MAGIC = b"\x89MCAP0\r\n"
_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK, _DATA_END = 3, 4, 5, 6, 15
_HEAD = struct.Struct("<BQ")
_MESSAGE_HEAD = struct.Struct("<HIQQ")
_CHUNK_HEAD = struct.Struct("<QQQI")
_SIZE = struct.Struct("<I")
_LONG = struct.Struct("<Q")
_IDS = struct.Struct("<HH")


class Damage(Exception):
    """The bytes are not those of an MCAP file from here on."""


@dataclass(frozen=True)
class Channel:
    """What the messages of a topic are."""

    topic: str
    kind: str
    """Such as "is_bench_interfaces/msg/Verdict"."""
    definition: str
    """The text of the message's definition."""


class RawMessage(NamedTuple):
    """A message as it was recorded."""

    channel: Channel
    stamp_ns: int
    """When it was received."""
    data: bytes


@dataclass
class McapFile:
    """A file to be read once, from its beginning to its end or to its first damage."""

    path: Path
    problem: str = ""
    """After reading: why not everything could be read."""
    _schemas: dict[int, tuple[str, str]] = field(default_factory=dict)
    _channels: dict[int, Channel] = field(default_factory=dict)

    @property
    def channels(self) -> tuple[Channel, ...]:
        """After reading: the channels that the file declares."""
        return tuple(self._channels.values())

    def messages(self) -> Iterator[RawMessage]:
        """The messages; never raises for what is in the file.  Raises OSError if there is none."""
        with self.path.open("rb") as file:
            if not self.path.stat().st_size:
                self.problem = "it is empty"
                return
            with closing(mmap(file.fileno(), 0, access=ACCESS_READ)) as data:
                try:
                    yield from self._all(data)
                except Damage as damage:
                    self.problem = str(damage)

    def _all(self, data: mmap) -> Iterator[RawMessage]:
        if data[: len(MAGIC)] != MAGIC:
            raise Damage("it does not begin as an MCAP file does")
        at, ended = len(MAGIC), False
        while at < len(data) and not ended:
            kind, start, end = _record(data, at)
            if end > len(data) and kind != _CHUNK:
                raise Damage(f"it breaks off in the record at byte {at}")
            if kind == _CHUNK:
                yield from self._chunk(data, at, start, min(end, len(data)))
            elif kind == _DATA_END:
                ended = True
            else:
                found = self._take(kind, data[start:end], at)
                if found is not None:
                    yield found
            if end > len(data):
                raise Damage(f"it breaks off in the chunk at byte {at}")
            at = end
        if not ended:
            raise Damage("it has no end: it was not closed")

    def _chunk(self, data: mmap, at: int, start: int, end: int) -> Iterator[RawMessage]:
        """The messages of a chunk, also of one that breaks off where it is not compressed."""
        try:
            _, _, size, _ = _CHUNK_HEAD.unpack_from(data, start)
            name, place = _text(data, start + _CHUNK_HEAD.size)
            (packed,) = _LONG.unpack_from(data, place)
        except (struct.error, ValueError):
            raise Damage(f"the chunk at byte {at} cannot be read") from None
        body = data[place + _LONG.size : min(place + _LONG.size + packed, end)]
        if name:
            try:
                body = DECOMPRESSORS[name](body, size)
            except Exception as error:  # noqa: BLE001  # each format has errors of its own
                raise Damage(f"the chunk at byte {at} cannot be unpacked ({error})") from None
        inner = 0
        while inner < len(body):
            kind, first, last = _record(body, inner)
            if last > len(body):
                raise Damage(f"the chunk at byte {at} breaks off")
            found = self._take(kind, body[first:last], at)
            if found is not None:
                yield found
            inner = last

    def _take(self, kind: int, body: bytes, at: int) -> RawMessage | None:
        try:
            if kind == _SCHEMA:
                (number,) = struct.unpack_from("<H", body)
                name, place = _text(body, 2)
                _, place = _text(body, place)
                self._schemas[number] = (name, _text(body, place)[0])
            elif kind == _CHANNEL:
                number, schema = _IDS.unpack_from(body)
                self._channels[number] = Channel(_text(body, 4)[0], *self._schemas[schema])
            elif kind == _MESSAGE:
                number, _, stamp, _ = _MESSAGE_HEAD.unpack_from(body)
                return RawMessage(self._channels[number], stamp, body[_MESSAGE_HEAD.size :])
        except (struct.error, ValueError, KeyError):
            raise Damage(f"a record at byte {at} cannot be read") from None
        return None


def _record(data: mmap | bytes, at: int) -> tuple[int, int, int]:
    """The kind of the record at `at`, and where its content begins and ends."""
    try:
        kind, length = _HEAD.unpack_from(data, at)
    except struct.error:
        raise Damage(f"it breaks off at byte {at}") from None
    start = at + _HEAD.size
    return kind, start, start + length


def _text(data: mmap | bytes, at: int) -> tuple[str, int]:
    """The text at `at`, and where it ends; raises struct.error or ValueError."""
    (length,) = _SIZE.unpack_from(data, at)
    start = at + _SIZE.size
    raw = data[start : start + length]
    if len(raw) != length:
        raise ValueError("the text breaks off")
    return bytes(raw).decode(), start + length
