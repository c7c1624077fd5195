"""The definitions are found without ROS, and the bag library understands them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from is_bench_eval.recording import interfaces
from is_bench_eval.recording.interfaces import interface_files
from tests.source_tree import INTERFACES, ROOT


def test_every_definition_is_found() -> None:
    expected = {
        f"is_bench_interfaces/{path.parent.name}/{path.stem}": path.read_text(encoding="utf-8")
        for path in INTERFACES.glob("*/*")
        if path.suffix in {".msg", ".srv", ".action"}
    }
    assert "is_bench_interfaces/msg/Verdict" in expected
    assert interface_files() == expected


def test_a_damaged_installation_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interfaces, "_HOMES", (ROOT / "nowhere",))
    with pytest.raises(FileNotFoundError, match=re.escape(str(ROOT / "nowhere"))):
        interface_files()


def test_a_verdict_survives_a_bag() -> None:
    store = get_typestore(Stores.ROS2_JAZZY)
    for name, text in interface_files().items():
        if "/msg/" in name:
            store.register(get_types_from_msg(text, name))
    types: dict[str, Any] = {**store.types}
    stamp = types["builtin_interfaces/msg/Time"](sec=1, nanosec=2)

    def call(skill: str, *arguments: str) -> Any:
        return types["is_bench_interfaces/msg/SkillCall"](skill=skill, arguments=list(arguments))

    verdict_type = types["is_bench_interfaces/msg/Verdict"]
    verdict = verdict_type(
        header=types["std_msgs/msg/Header"](stamp=stamp, frame_id=""),
        episode_id="e1",
        request_id="r1",
        index=3,
        action="TOGGLE_ON(stove.n.01_1)",
        call=call("TOGGLE_ON", "stove.n.01_1"),
        decision=verdict_type.BLOCK,
        module="action_safe",
        constraints=["fire"],
        feedback="move the rag first",
        remedy=[call("PLACE_ON_TOP", "rag.n.01_1", "floor.n.01_1")],
        objects=["stove.n.01_1", "rag.n.01_1"],
        fault="planner",
        unknown_facts=["open(door.n.01_1)"],
        final=True,
        mode="enforce",
        enforced=True,
        decision_time_ns=12_345,
        log=6,
        log_entry=7,
    )
    packed = store.serialize_cdr(verdict, verdict.__msgtype__)
    assert store.deserialize_cdr(packed, verdict.__msgtype__) == verdict
