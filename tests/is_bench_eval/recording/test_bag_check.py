"""Whatever is done to a bag after its recording shows."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from is_bench_eval.cli.main import main
from is_bench_eval.recording.bag_check import verify_bag
from is_bench_eval.recording.bag_writer import BagWriter
from is_bench_eval.recording.mcap import McapFile, RawMessage
from is_bench_eval.recording.seal import SEAL, Chain, read_seal, seal_folder
from tests.small_dataset import write_dataset

Change = Callable[[list[RawMessage]], list[RawMessage]]


@pytest.fixture
def bag(recorded: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(recorded, tmp_path / "bag"))


def messages(bag: Path) -> list[RawMessage]:
    return list(McapFile(bag / "bag.mcap").messages())


def rewritten(bag: Path, change: Change, folder: Path) -> Path:
    """The bag written anew with other messages, under the seal of the first recording."""
    writer = BagWriter(folder / "bag")
    for message in change(messages(bag)):
        writer.write(message.channel.topic, message.data, message.stamp_ns)
    writer.close()
    shutil.copy(bag / SEAL, folder / "bag" / SEAL)
    return folder / "bag"


def test_a_bag_that_nobody_touched_is_intact(recorded: Path) -> None:
    found = verify_bag(recorded)
    assert found.faults == ()
    assert found.messages == len(messages(recorded)) > 20
    assert re.fullmatch(r"[0-9a-f]{64}", found.seal)


@settings(max_examples=60, deadline=None)
@given(place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_any_bit_that_is_flipped_shows(
    recorded: Path, tmp_path_factory: pytest.TempPathFactory, place: float, bit: int
) -> None:
    copy = tmp_path_factory.mktemp("flipped") / "bag"
    shutil.copytree(recorded, copy)
    file = copy / "bag.mcap"
    data = bytearray(file.read_bytes())
    data[int(place * len(data))] ^= 1 << bit
    file.write_bytes(data)
    assert "bag.mcap has other bytes" in verify_bag(copy).faults


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda found: [*found[:3], *found[4:]], "missing: message 4 of those recorded"),
        (lambda found: [*found[:3], *found[2:]], "added: message"),
        (
            lambda found: [*found[:5], found[6], found[5], *found[7:]],
            "the order of the messages was changed, from message 6 ",
        ),
        (
            lambda found: [*found[:5], found[5]._replace(data=found[5].data + b"\0"), *found[6:]],
            "changed: message 6 (",
        ),
        (
            lambda found: [*found[:5], found[5]._replace(stamp_ns=77), *found[6:]],
            "changed: message 6 (",
        ),
    ],
    ids=["drop", "repeat", "swap", "bytes", "time"],
)
def test_it_tells_which_message_was_changed(
    recorded: Path, tmp_path: Path, change: Change, said: str
) -> None:
    faults = verify_bag(rewritten(recorded, change, tmp_path)).faults
    assert any(fault.startswith(said) for fault in faults), faults


def test_it_tells_that_the_last_messages_are_missing(recorded: Path, tmp_path: Path) -> None:
    count = len(messages(recorded))
    faults = verify_bag(rewritten(recorded, lambda found: found[:-2], tmp_path)).faults
    named = f"message {count - 1} of those recorded, message {count} of those recorded"
    assert f"missing: {named}" in faults


def test_a_bag_written_anew_with_the_same_messages_says_so(recorded: Path, tmp_path: Path) -> None:
    copy = rewritten(recorded, lambda found: found, tmp_path)
    file = copy / "bag.mcap"
    file.write_bytes(file.read_bytes().replace(b"rosbags-", b"sobgars-", 1))
    faults = verify_bag(copy).faults
    assert "bag.mcap has other bytes" in faults
    assert any(fault.endswith("are as they were recorded, in their order") for fault in faults)


@st.composite
def chains(draw: st.DrawFn) -> tuple[list[tuple[str, int, bytes]], list[tuple[str, int, bytes]]]:
    """Two different sequences of messages."""
    message = st.tuples(st.sampled_from("ab"), st.integers(0, 3), st.binary(max_size=2))
    one = draw(st.lists(message, max_size=5))
    other = draw(st.lists(message, max_size=5).filter(lambda listed: listed != one))
    return one, other


@given(chains())
def test_other_messages_make_another_chain(
    both: tuple[list[tuple[str, int, bytes]], list[tuple[str, int, bytes]]],
) -> None:
    heads = set()
    for listed in both:
        chain = Chain()
        for topic, stamp, data in listed:
            chain.add(topic, "kind", stamp, data)
        heads.add(chain.head)
    assert len(heads) == 2


def test_files_that_go_or_come_are_named(bag: Path) -> None:
    (bag / "metadata.yaml").unlink()
    (bag / "other.txt").write_text("?")
    faults = verify_bag(bag).faults
    assert "metadata.yaml is missing" in faults
    assert "other.txt was added" in faults


def test_a_recording_that_was_killed_is_not_closed(tmp_path: Path) -> None:
    writer = BagWriter(tmp_path / "bag")
    writer.write("/is_bench/verdicts", b"123", 5)
    writer.flush()
    writer.write("/is_bench/verdicts", b"456", 6)  # still in memory when the process is killed
    found = verify_bag(tmp_path / "bag")
    assert found.messages == 1
    assert found.faults[0].startswith("not closed")
    writer.close()
    assert verify_bag(tmp_path / "bag").faults == ()


def test_a_seal_that_was_taken_away_or_broken_shows(bag: Path) -> None:
    text = (bag / SEAL).read_text()
    (bag / SEAL).write_text(text[:-20])
    assert "is broken" in verify_bag(bag).faults[0]
    (bag / SEAL).unlink()
    assert verify_bag(bag).faults == (f"the seal ({SEAL}) was taken away",)
    metadata = bag / "metadata.yaml"
    metadata.write_text(metadata.read_text().replace("is_bench_head", "other_head"))
    assert verify_bag(bag).faults[0].startswith("not sealed")


def test_a_changed_digest_in_the_seal_shows(bag: Path) -> None:
    document = json.loads((bag / SEAL).read_text())
    document["messages"][2] = "0" * 16
    (bag / SEAL).write_text(json.dumps(document))
    assert verify_bag(bag).faults == (
        f"{SEAL} was changed: its digests are not those of its chain",
    )


def test_a_bag_that_was_sealed_anew_shows_where_its_seal_is_kept(bag: Path) -> None:
    kept = verify_bag(bag).seal
    forged = Chain()
    for message in messages(bag):
        forged.add(message.channel.topic, message.channel.kind, message.stamp_ns, message.data)
    (bag / "note.txt").write_text("forged")
    assert seal_folder(bag, forged).digest != kept
    assert verify_bag(bag).faults == ()  # who can rewrite everything can forge
    assert verify_bag(bag, kept).faults == (f"the seal that you give is another: {kept}",)


def test_a_run_notes_the_seals_of_its_bags(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, folder = tmp_path / "out", write_dataset(tmp_path / "small")
    assert main(["eval", "--dataset", str(folder), "--out", str(out), "--record"]) == 0
    bag = out / "bags" / "run_0"
    noted = json.loads((out / "bags.json").read_text())
    seal = read_seal(bag)
    assert seal is not None
    assert noted == {"run_0": {"messages": len(seal.digests), "seal": seal.digest}}
    capsys.readouterr()
    assert main(["verify", str(bag)]) == 0
    assert capsys.readouterr().out == (
        f"{bag}: intact, {len(seal.digests)} messages, seal {seal.digest}\n"
    )
    chain = Chain()
    for message in McapFile(bag / "run_0.mcap").messages():
        chain.add(message.channel.topic, message.channel.kind, message.stamp_ns, message.data)
    (bag / "note.txt").write_text("forged")
    seal_folder(bag, chain)
    assert main(["verify", str(bag)]) == 1
    assert f"its run noted another seal: {seal.digest}" in capsys.readouterr().out


def bad_paths(folder: Path) -> Iterator[Path]:
    yield folder / "nowhere"
    (folder / "empty").mkdir()
    yield folder / "empty"
    (folder / "file.txt").write_text("")
    yield folder / "file.txt"


def test_what_is_no_bag_is_bad_input(tmp_path: Path) -> None:
    assert [main(["verify", str(path)]) for path in bad_paths(tmp_path)] == [2, 2, 2]


@pytest.mark.parametrize("seal", ["abc", "g" * 64, "a" * 65])
def test_what_is_no_seal_is_bad_input(
    seal: str, bag: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(bag), "--seal", seal]) == 2
    shown = capsys.readouterr()
    assert "is no seal; give the 64 hexadecimal digits" in shown.err
    assert shown.out == ""
