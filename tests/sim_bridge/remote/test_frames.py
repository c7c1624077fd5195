from __future__ import annotations

import gc
from pathlib import Path

import numpy as np

from sim_bridge.remote.frames import Array, FrameReader, FrameWriter, Progress


def test_arrays_of_any_size_and_type_come_back(tmp_path: Path) -> None:
    writer, reader = FrameWriter(tmp_path), FrameReader(tmp_path)
    for size in (3, 1000, 5):
        arrays: list[Array] = [
            np.arange(size, dtype=np.int32),
            np.full((size, 2, 3), 7, dtype=np.uint8),
        ]
        slot = reader.reserve()
        came = reader.read(slot, writer.write(slot, arrays))
        for array, copy in zip(arrays, came, strict=True):
            assert np.array_equal(array, copy)
            assert array.dtype == copy.dtype
            assert not copy.flags.writeable
    writer.close()


def test_a_slot_is_written_anew_when_nothing_of_it_is_held(tmp_path: Path) -> None:
    writer, reader = FrameWriter(tmp_path), FrameReader(tmp_path)
    first = reader.reserve()
    (array,) = reader.read(first, writer.write(first, [np.zeros(10)]))
    part = array[2:4].reshape(2, 1)
    del array
    gc.collect()
    second = reader.reserve()
    assert second != first
    writer.write(second, [np.ones(10)])
    assert not part.any()
    del part
    gc.collect()
    assert reader.reserve() == first


def test_a_slot_that_nothing_was_read_from_is_free_again(tmp_path: Path) -> None:
    reader = FrameReader(tmp_path)
    slot = reader.reserve()
    reader.release(slot)
    assert reader.reserve() == slot


def test_progress_is_seen_on_the_other_side(tmp_path: Path) -> None:
    one, other = Progress(tmp_path / "progress"), Progress(tmp_path / "progress")
    one.advance()
    one.advance()
    assert other.value == 2
