from __future__ import annotations

from pathlib import Path

from is_bench.scenarios import bundled_dataset, load_dataset
from is_bench_eval.doctor.dataset import check_dataset
from is_bench_eval.doctor.findings import Severity
from tests.is_bench_eval.doctor.samples import Sample, by_kind, defects, examined, yaml_defects
from tests.small_dataset import NAMES, write_dataset

UNLOADABLE = "task that cannot be loaded"


def test_a_sound_task_has_no_defects(tmp_path: Path) -> None:
    assert defects(tmp_path) == {}
    assert yaml_defects(tmp_path) == {}


def test_the_bundled_scenarios_have_no_defects() -> None:
    bundled = bundled_dataset()
    folder = Path(bundled.get(bundled.names[0]).source).parent
    bad = [found for found in check_dataset(folder, bundled) if found.severity is not Severity.NOTE]
    assert bad == []


def test_every_task_is_begun(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "scenarios")
    begun: list[str] = []
    assert list(check_dataset(folder, load_dataset(folder), begun.append)) == []
    assert begun == list(NAMES)


def test_a_task_that_cannot_be_loaded(tmp_path: Path) -> None:
    found = defects(tmp_path, lambda task: task.add_condition("(not (eaten apple.n.01_1))"))
    assert found.keys() == {UNLOADABLE}
    finding = found[UNLOADABLE]
    assert finding.severity is Severity.ERROR
    assert finding.subject == "cook_apple"
    assert "no predicate or operator is named 'eaten'" in finding.message
    assert finding.place is not None
    assert finding.place.line


def test_a_task_without_a_problem_file(tmp_path: Path) -> None:
    folder = Sample().write(tmp_path)
    (folder / "bddl" / "cook_apple" / "problem0.bddl").unlink()
    found = examined(folder)
    assert {finding.check for finding in found} == {UNLOADABLE, "unclaimed file"}


def test_one_broken_scenario_does_not_hide_the_others(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "scenarios")
    (folder / f"{NAMES[0]}.yaml").write_text("scenario: [1")
    found = by_kind(examined(folder))
    assert found.keys() == {UNLOADABLE}
    assert found[UNLOADABLE].subject == NAMES[0]
