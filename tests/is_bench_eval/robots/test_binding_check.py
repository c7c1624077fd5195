from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from is_bench.errors import InputError
from is_bench_eval.cli.main import main
from is_bench_eval.robots import binding_check
from is_safety_monitor.bindings import installed
from tests.is_safety_monitor.bindings.samples import FILE, GRAPH, TYPES, with_line


@pytest.fixture(autouse=True)
def types(monkeypatch: pytest.MonkeyPatch) -> None:
    """The types of the sample, in place of those that are installed."""

    def load(name: str) -> Any:
        parts = {part: TYPES.get(f"{name}.{part}") for part in ("goal", "result", "request")}
        parts["response"] = TYPES.get(f"{name}.response")
        if name not in TYPES and not any(parts.values()):
            raise InputError(f"{name} is not installed")
        found = {
            part.capitalize(): SimpleNamespace(get_fields_and_field_types=_teller(fields))
            for part, fields in parts.items()
        }
        return SimpleNamespace(get_fields_and_field_types=_teller(TYPES.get(name)), **found)

    monkeypatch.setattr(installed, "load_type", load)


def _teller(fields: Any) -> Callable[[], Any]:
    return lambda: fields


def check(path: Path, text: str = FILE, **options: Any) -> tuple[int, str]:
    path.write_text(text, encoding="utf-8")
    shown = io.StringIO()
    console = Console(file=shown, width=200)
    seconds = options.get("seconds")
    return binding_check.check_command(path, "household", seconds, console), shown.getvalue()


def test_a_good_file_is_explained(tmp_path: Path) -> None:
    code, shown = check(tmp_path / "robot.yaml")
    assert code == 0
    assert "navigate: guarded/navigate_to_pose -> navigate_to_pose" in shown
    assert "the region that holds pose" in shown
    assert "assumed: not broken(lamp_1)\n" in shown
    assert "assumed: not on_fire(*) (7 facts)\n" in shown
    assert shown.rstrip().endswith("checked file and message types: 0 errors, 1 warning")


def test_a_fault_has_its_place_and_stands_before_the_tables(tmp_path: Path) -> None:
    code, shown = check(tmp_path / "robot.yaml", with_line("reason: error_msg", "reason: error_ms"))
    assert code == 1
    error = shown.splitlines()[1]
    assert error.startswith("error: ")
    assert "did you mean error_msg" in error
    assert "robot.yaml:" in error
    assert "1 error," in shown.splitlines()[-1]


def test_a_service_and_a_source_of_one_name_have_tables_of_their_own(tmp_path: Path) -> None:
    text = with_line("  joints:\n", "  lamp:\n")
    _, shown = check(tmp_path / "robot.yaml", text)
    service, source = shown.split("\nlamp: ")[1:]
    assert "TOGGLE_ON if it is true" in service
    assert "fridge_door" not in service
    assert "fridge_door" in source.partition("\ncamera: ")[0]
    assert "TOGGLE_ON" not in source


def test_the_graph_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding_check, "_look", lambda _: GRAPH)
    assert check(tmp_path / "robot.yaml", seconds=0.1)[0] == 0
    monkeypatch.setattr(binding_check, "_look", lambda _: {**GRAPH, "srv": {}})
    code, shown = check(tmp_path / "robot.yaml", seconds=0.1)
    assert code == 1
    assert "no service that the robot serves is named 'lamp'" in shown


def test_a_first_file_is_never_written_over_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding_check, "_look", lambda _: GRAPH)
    out, console = tmp_path / "first.yaml", Console(file=io.StringIO())
    assert binding_check.init_command(out, "r", 0.1, console) == 0
    written = out.read_text(encoding="utf-8")
    with pytest.raises(InputError, match="is there already"):
        binding_check.init_command(out, "r", 0.1, console)
    assert out.read_text(encoding="utf-8") == written


def test_a_graph_without_a_robot_gives_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plumbing = {"srv": {"/node/get_parameters": ["rcl_interfaces/srv/GetParameters"]}}
    monkeypatch.setattr(binding_check, "_look", lambda _: plumbing)
    out = tmp_path / "first.yaml"
    with pytest.raises(InputError, match="no action, service or topic of a robot"):
        binding_check.init_command(out, "r", 0.1, Console(file=io.StringIO()))
    assert not out.exists()


def test_a_draft_that_cannot_be_written_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding_check, "_look", lambda _: GRAPH)
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        binding_check.init_command(
            tmp_path / "nowhere" / "first.yaml", "r", 0.1, Console(file=io.StringIO())
        )


def in_robot_1(kind: str) -> dict[str, Any]:
    return {f"/robot_1{name}": types for name, types in GRAPH[kind].items()}


def test_a_draft_in_a_namespace_has_names_relative_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        binding_check, "_look", lambda _: {kind: in_robot_1(kind) for kind in GRAPH}
    )
    out, shown = tmp_path / "first.yaml", io.StringIO()
    binding_check.init_command(out, "r", 0.1, Console(file=shown, width=200), "/robot_1")
    assert "    robot: navigate_to_pose\n" in out.read_text(encoding="utf-8")
    assert "begins with" not in shown.getvalue()
    with pytest.raises(InputError, match=r"in /robot_7 within 0\.1 s, but others"):
        binding_check.init_command(None, "r", 0.1, Console(file=shown), "/robot_7")


def test_a_draft_says_which_namespace_all_names_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        binding_check, "_look", lambda _: {kind: in_robot_1(kind) for kind in GRAPH}
    )
    shown = io.StringIO()
    binding_check.init_command(tmp_path / "first.yaml", "r", 0.1, Console(file=shown, width=200))
    assert "with --namespace /robot_1 it fits" in shown.getvalue()


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf", "soon"])
def test_a_time_to_observe_that_is_none_is_refused(
    seconds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["binding", "init", "--seconds", seconds])
    assert "is no number of seconds from 0 to 3600" in capsys.readouterr().err


def test_a_draft_is_checked_with_warnings_until_it_is_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = {**GRAPH["msg"], "/lidar": ["sensor_msgs/msg/LaserScan"]}
    monkeypatch.setattr(binding_check, "_look", lambda _: {**GRAPH, "msg": more})
    out, shown = tmp_path / "first.yaml", io.StringIO()
    binding_check.init_command(out, "r", 0.1, Console(file=shown, width=200))
    assert "2 interfaces not drafted" in shown.getvalue()
    code, text = check(out, out.read_text(encoding="utf-8"))
    assert code == 0
    assert "warning: thing_1: a placeholder" in text
    assert "warning: somewhere: a placeholder" in text
    assert "warning: TODO remains in lines" in text


def test_the_command_line_reaches_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "robot.yaml"
    path.write_text(FILE, encoding="utf-8")
    assert main(["binding", "check", str(path)]) == 0
    assert "0 errors" in capsys.readouterr().out
    path.write_text(with_line("preempts: true", "preempt: true"), encoding="utf-8")
    assert main(["binding", "check", str(path)]) == 2
    assert "did you mean preempts" in capsys.readouterr().err
