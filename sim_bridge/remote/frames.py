"""Arrays and a counter that two processes share through files in memory.

Bytes are copied in by the server and out by the client, so that no picture changes under a reader
and the memory taken is that of one observation, however many of them the caller keeps.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

_ALIGNMENT = 64
_NUMBER = struct.Struct("<q")

Array = npt.NDArray[Any]


class FrameWriter:
    """The writing side."""

    def __init__(self, path: Path) -> None:
        """`path` is made when there is something to write."""
        self._path = path
        self._memory: mmap.mmap | None = None

    def write(self, arrays: Sequence[Array]) -> list[list[Any]]:
        """Write `arrays`; tells where each one lies, as [offset, dtype, shape]."""
        places, size = [], 0
        for array in arrays:
            places.append([size, array.dtype.str, list(array.shape)])
            size += -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
        memory = self._grown(size)
        for array, (offset, _, _) in zip(arrays, places, strict=True):
            _array(memory, offset, array.dtype.str, array.shape)[...] = array
        return places

    def close(self) -> None:
        """Give the memory back; the file stays until its folder goes."""
        if self._memory is not None:
            self._memory.close()
            self._memory = None

    def _grown(self, size: int) -> mmap.mmap:
        if self._memory is None or len(self._memory) < size:
            self.close()
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                # Claims the memory now: a full file system is an error here, and no signal later.
                os.posix_fallocate(descriptor, 0, max(size, mmap.PAGESIZE))
                self._memory = mmap.mmap(descriptor, max(size, mmap.PAGESIZE))
            finally:
                os.close(descriptor)
        return self._memory


class FrameReader:
    """The reading side."""

    def __init__(self, path: Path) -> None:
        """`path` is the writer's."""
        self._path = path
        self._memory: mmap.mmap | None = None

    def read(self, places: Sequence[Sequence[Any]]) -> list[Array]:
        """Copies of the arrays that the writer put at `places`."""
        end = max((offset + _size(dtype, shape) for offset, dtype, shape in places), default=0)
        if self._memory is None or len(self._memory) < end:
            self.close()
            with self._path.open("rb") as file:
                self._memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        memory = self._memory
        return [_array(memory, offset, dtype, shape).copy() for offset, dtype, shape in places]

    def close(self) -> None:
        """Give the memory back."""
        if self._memory is not None:
            self._memory.close()
            self._memory = None


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


def _size(dtype: str, shape: Sequence[int]) -> int:
    return int(np.dtype(dtype).itemsize * np.prod(shape, dtype=np.int64))
