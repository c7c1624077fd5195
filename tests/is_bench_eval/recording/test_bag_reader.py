"""Bags are read as far as they can be read, whatever has become of them."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rosbags.rosbag2 import CompressionMode, Reader, StoragePlugin, Writer
from rosbags.rosbag2.enums import CompressionFormat

from is_bench_eval.recording.bag_reader import BagProblem, bag_files, read_bag
from is_bench_eval.recording.bag_writer import BagWriter, make_typestore
from is_bench_eval.recording.mcap import McapFile, RawMessage
from is_bench_eval.recording.topics import GUARD_TOPICS
from is_bench_eval.replay.bags import replay_bag
from is_bench_eval.replay.player import Player

KIND = "is_bench_interfaces/msg/Metrics"


def test_the_messages_are_those_that_the_library_reads(recorded: Path) -> None:
    ours = [(raw.channel.topic, raw.stamp_ns, raw.data) for raw in raws(recorded / "bag.mcap")]
    with Reader(recorded) as reader:
        theirs = [(c.topic, stamp, bytes(data)) for c, stamp, data in reader.messages()]
    assert ours == theirs


def raws(path: Path) -> list[RawMessage]:
    file = McapFile(path)
    found = list(file.messages())
    assert file.problem == ""
    return found


def test_compressed_chunks_are_read(tmp_path: Path) -> None:
    store = make_typestore()
    writer = Writer(tmp_path / "bag", version=9, storage_plugin=StoragePlugin.MCAP)
    writer.set_compression(CompressionMode.STORAGE, CompressionFormat.ZSTD)
    writer.open()
    connection = writer.add_connection("/is_bench/metrics", KIND, typestore=store)
    for number in range(50):
        writer.write(connection, number, b"message" * 20)
    writer.close()
    file = McapFile(tmp_path / "bag" / "bag.mcap")
    assert [raw.stamp_ns for raw in file.messages()] == list(range(50))


@settings(max_examples=40, deadline=None)
@given(share=st.floats(0, 1, exclude_max=True))
def test_of_a_file_that_breaks_off_the_beginning_is_read(
    recorded: Path, tmp_path_factory: pytest.TempPathFactory, share: float
) -> None:
    whole = (recorded / "bag.mcap").read_bytes()
    path = tmp_path_factory.mktemp("cut") / "bag.mcap"
    path.write_bytes(whole[: int(share * len(whole))])
    file = McapFile(path)
    found = list(file.messages())
    everything = list(McapFile(recorded / "bag.mcap").messages())
    assert found == everything[: len(found)]
    assert file.problem or len(found) == len(everything)


def test_nothing_is_lost_of_a_chunk_that_breaks_off(tmp_path: Path) -> None:
    writer = BagWriter(tmp_path / "bag")
    for number in range(10):
        writer.write("/is_bench/metrics", b"x" * 100, number)
    writer.flush()
    path = tmp_path / "bag" / "bag.mcap"
    data = path.read_bytes()
    at = [place for place in range(len(data)) if data[place : place + 100] == b"x" * 100]
    path.write_bytes(data[: at[7] + 50])
    assert [raw.stamp_ns for raw in McapFile(path).messages()] == list(range(7))
    writer.close()


@settings(max_examples=40, deadline=None)
@given(share=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255))
def test_a_damaged_bag_is_replayed_or_refused_and_never_crashes(
    recorded: Path, tmp_path_factory: pytest.TempPathFactory, share: float, byte: int
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "bag"
    shutil.copytree(recorded, path)
    data = bytearray((path / "bag.mcap").read_bytes())
    data[int(share * len(data))] = byte
    (path / "bag.mcap").write_bytes(data)
    with suppress(BagProblem):
        replay_bag(path, Player())


def test_a_bag_that_was_not_closed_is_read_and_says_so(recorded: Path, tmp_path: Path) -> None:
    path = Path(shutil.copytree(recorded, tmp_path / "bag"))
    (path / "metadata.yaml").unlink()
    whole = (path / "bag.mcap").read_bytes()
    (path / "bag.mcap").write_bytes(whole[: len(whole) // 2])
    bag = read_bag(path, GUARD_TOPICS)
    assert bag.messages
    assert bag.notices[0].endswith("the recording was not closed")
    assert bag.notices[1].startswith("bag.mcap cannot be read to its end: ")
    assert bag.notices[1].endswith("breaks off")


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", b"\x89MCAP0\r\n"])
def test_what_is_no_mcap_file_says_why(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "bag.mcap").write_bytes(content)
    with pytest.raises(BagProblem, match=r"nothing can be replayed: bag\.mcap cannot be read"):
        replay_bag(tmp_path / "bag.mcap", Player())


def test_a_foreign_bag_says_so(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "bag", version=9, storage_plugin=StoragePlugin.MCAP)
    writer.open()
    kind = "std_msgs/msg/String"
    connection = writer.add_connection("/chatter", kind, msgdef="string data\n", rihs01="RIHS01_0")
    writer.write(connection, 1, b"\0\1\0\0\1\0\0\0\0")
    writer.close()
    with pytest.raises(BagProblem, match="no bag of is_bench"):
        replay_bag(tmp_path / "bag", Player())


def test_a_bag_in_sqlite_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "bag.db3").write_bytes(b"")
    with pytest.raises(BagProblem, match="ros2 bag convert"):
        read_bag(tmp_path, GUARD_TOPICS)


def test_the_folder_of_a_run_names_its_bag(tmp_path: Path) -> None:
    bag = tmp_path / "bags" / "run_0"
    bag.mkdir(parents=True)
    (bag / "run_0.mcap").write_bytes(b"")
    with pytest.raises(BagProblem, match=f"the folder of a run; give {bag}$"):
        bag_files(tmp_path)
