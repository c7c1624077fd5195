"""Arrays and a counter that two processes share through files in memory.

The server copies pictures into a slot, the client maps them from there: nothing is copied again.
A slot is written anew when nobody holds an array of it any more, so that no picture changes under
its reader, and there are as many slots as observations are kept at a time.
"""

from __future__ import annotations

import mmap
import os
import struct
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sim_bridge.remote.protocol import FRAMES

_ALIGNMENT = 64
_NUMBER = struct.Struct("<q")
_READ_FLAGS = mmap.MAP_SHARED | mmap.MAP_POPULATE  # all at once, not page by page

Array = npt.NDArray[Any]


class FrameWriter:
    """The writing side."""

    def __init__(self, folder: Path) -> None:
        """Slots are files in `folder`, made when there is something to write."""
        self._folder = folder
        self._slots: dict[int, mmap.mmap] = {}

    def write(self, slot: int, arrays: Sequence[Array]) -> list[list[Any]]:
        """Write `arrays` into `slot`; tells where each one lies, as [offset, dtype, shape]."""
        places, size = [], 0
        for array in arrays:
            places.append([size, array.dtype.str, list(array.shape)])
            size += -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
        memory = self._grown(slot, size)
        for array, (offset, _, _) in zip(arrays, places, strict=True):
            _array(memory, offset, array.dtype.str, array.shape)[...] = array
        return places

    def close(self) -> None:
        """Give the memory back; the files stay until their folder goes."""
        for memory in self._slots.values():
            memory.close()
        self._slots.clear()

    def _grown(self, slot: int, size: int) -> mmap.mmap:
        known = self._slots.get(slot)
        if known is not None and len(known) >= size:
            return known
        descriptor = os.open(slot_path(self._folder, slot), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            # Claims the memory now: a full file system is an error here, and no signal later.
            os.posix_fallocate(descriptor, 0, max(size, mmap.PAGESIZE))
            grown = mmap.mmap(descriptor, max(size, mmap.PAGESIZE))
        finally:
            os.close(descriptor)
        if known is not None:
            known.close()
        self._slots[slot] = grown
        return grown


class FrameReader:
    """The reading side, which says where to write."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the writer's."""
        self._folder = folder
        self._free: list[int] = []
        self._made = 0

    def reserve(self) -> int:
        """A slot that nobody reads any more."""
        if self._free:
            return self._free.pop()
        self._made += 1
        return self._made

    def release(self, slot: int) -> None:
        """Give back a slot that nothing was read from."""
        self._free.append(slot)

    def read(self, slot: int, places: Sequence[Sequence[Any]]) -> list[Array]:
        """The arrays that the writer put at `places` of a reserved slot; they cannot be changed.

        The slot is free again when the last of them, and of arrays made from them, is gone.
        """
        with slot_path(self._folder, slot).open("rb") as file:
            memory = mmap.mmap(file.fileno(), 0, flags=_READ_FLAGS, prot=mmap.PROT_READ)
        weakref.finalize(memory, self._free.append, slot).atexit = False
        return [_array(memory, offset, dtype, shape) for offset, dtype, shape in places]


def slot_path(folder: Path, slot: int) -> Path:
    """The file of a slot."""
    return folder / f"{FRAMES}{slot}"


class Progress:
    """A number that one process raises and the other watches; needs no lock and no waiting."""

    def __init__(self, path: Path) -> None:
        """Share the number in `path`; makes it if there is none."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.ftruncate(descriptor, _NUMBER.size)
            self._memory = mmap.mmap(descriptor, _NUMBER.size)
        finally:
            os.close(descriptor)

    def advance(self) -> None:
        """Say that something was done."""
        _NUMBER.pack_into(self._memory, 0, self.value + 1)

    @property
    def value(self) -> int:
        """How often something was done."""
        number: int = _NUMBER.unpack_from(self._memory)[0]
        return number

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()


def _array(memory: mmap.mmap, offset: int, dtype: str, shape: Sequence[int]) -> Array:
    array: Array = np.ndarray(tuple(shape), np.dtype(dtype), memory, offset)
    return array
