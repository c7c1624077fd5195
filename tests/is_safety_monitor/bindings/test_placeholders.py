from __future__ import annotations

from is_safety_monitor.bindings.checking import check_bindings
from is_safety_monitor.bindings.drafting import draft
from is_safety_monitor.bindings.placeholders import unfinished
from tests.is_safety_monitor.bindings.samples import GRAPH, Table, read


def test_a_file_without_placeholders_is_finished() -> None:
    assert list(unfinished(read())) == []


def test_a_draft_warns_of_its_placeholders_and_marks() -> None:
    text = draft("robot", GRAPH, Table())
    warnings = check_bindings(read(text), Table()).warnings
    assert [warning.partition(":")[0] for warning in warnings[-3:-1]] == ["thing_1", "somewhere"]
    first = next(n for n, line in enumerate(text.splitlines(), 1) if "TODO" in line)
    assert warnings[-1].startswith(f"TODO remains in lines {first}, ")


def test_a_mark_counts_in_comments_alone() -> None:
    marked = "bindings: 1\nrobot: TODO list\nthings: # TODO: name them\n  mug_1: {label: mug}\n"
    (warning,) = unfinished(read(marked))
    assert warning.startswith("TODO remains in line 3;")
