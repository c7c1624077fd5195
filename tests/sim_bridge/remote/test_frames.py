from __future__ import annotations

from pathlib import Path

import numpy as np

from sim_bridge.remote.frames import Array, FrameReader, FrameWriter, Progress


def test_arrays_of_any_size_and_type_come_back(tmp_path: Path) -> None:
    writer, reader = FrameWriter(tmp_path / "frames"), FrameReader(tmp_path / "frames")
    for size in (3, 1000, 5):
        arrays: list[Array] = [
            np.arange(size, dtype=np.int32),
            np.full((size, 2, 3), 7, dtype=np.uint8),
        ]
        came = reader.read(writer.write(arrays))
        for array, copy in zip(arrays, came, strict=True):
            assert np.array_equal(array, copy)
            assert array.dtype == copy.dtype
    writer.close()
    reader.close()


def test_arrays_that_were_read_do_not_change_with_the_next_ones(tmp_path: Path) -> None:
    writer, reader = FrameWriter(tmp_path / "frames"), FrameReader(tmp_path / "frames")
    (first,) = reader.read(writer.write([np.zeros(10)]))
    writer.write([np.ones(10)])
    assert not first.any()


def test_progress_is_seen_on_the_other_side(tmp_path: Path) -> None:
    one, other = Progress(tmp_path / "progress"), Progress(tmp_path / "progress")
    one.advance()
    one.advance()
    assert other.value == 2
