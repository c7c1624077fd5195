from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from is_bench.errors import InputError
from is_bench_eval.doctor import examination as command
from is_bench_eval.doctor.examination import SOUND, UNSOUND, examine
from is_bench_eval.doctor.findings import Severity
from is_bench_eval.doctor.ros_process import ros_finding
from tests.is_bench_eval.doctor.samples import Sample
from tests.small_dataset import RAG, write_dataset


@pytest.fixture(autouse=True)
def ros(monkeypatch: pytest.MonkeyPatch) -> list[Severity]:
    """What is found of ROS, which other tests are about: a list to change."""
    told = [Severity.WARNING]
    monkeypatch.setattr(
        command, "check_ros", lambda: [ros_finding(severity, "rclpy", "hm") for severity in told]
    )
    return told


def run(dataset: Path | None) -> tuple[int, str]:
    output = io.StringIO()
    code = examine(dataset, Console(file=output, width=120))
    return code, output.getvalue()


def test_warnings_are_no_errors() -> None:
    code, text = run(None)
    assert code == SOUND
    assert text.endswith("doctor: 1 warning\n")
    assert "Dataset" not in text


def test_a_ros_that_does_not_work_is_an_error(ros: list[Severity]) -> None:
    ros[:] = [Severity.ERROR]
    assert run(None)[0] == UNSOUND


def test_a_sound_dataset(tmp_path: Path) -> None:
    code, text = run(write_dataset(tmp_path / "scenarios"))
    assert code == SOUND
    assert "3 tasks, 3 without errors or warnings: nothing is wrong" in text


def test_a_dataset_with_defects_that_runs_nevertheless(tmp_path: Path) -> None:
    sample = Sample()
    sample.add_condition(f"(not (frozen {RAG}))")
    code, text = run(sample.write(tmp_path))
    assert code == SOUND
    assert "tasks/cook_apple.json:" in text
    assert "1 task, 0 without errors or warnings: 2 warnings" in text


def test_a_dataset_with_a_task_that_cannot_be_loaded(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "scenarios")
    (folder / "broken.yaml").write_text("scenario: 2")
    code, text = run(folder)
    assert code == UNSOUND
    assert "error: task that cannot be loaded (1)" in text
    assert "broken.yaml:1:1: the document: " in text


def test_what_is_no_dataset_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no scenario here"):
        run(tmp_path)
    with pytest.raises(InputError, match="there is no such folder"):
        run(tmp_path / "nowhere")


def test_a_folder_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(command, "load_dataset", refuse)
    with pytest.raises(InputError, match="cannot be read: Permission denied"):
        run(tmp_path)
