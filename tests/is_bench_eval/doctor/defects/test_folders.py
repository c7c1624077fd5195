from __future__ import annotations

from pathlib import Path

from tests.is_bench_eval.doctor.samples import Sample, by_kind, examined
from tests.small_dataset import write_dataset


def test_a_misnamed_folder(tmp_path: Path) -> None:
    folder = Sample().write(tmp_path)
    (folder / "bddl" / "cook_apple").rename(folder / "bddl" / "cook_apple_8")
    found = by_kind(examined(folder))
    assert found.keys() == {"misnamed folder"}
    finding = found["misnamed folder"]
    assert finding.subject == "cook_apple"
    assert str(finding.place) == str(folder / "bddl" / "cook_apple_8" / "problem0.bddl")


def test_folders_that_no_task_claims(tmp_path: Path) -> None:
    folder = Sample().write(tmp_path)
    (folder / "bddl" / "empty").mkdir()
    (folder / "bddl" / "spare").mkdir()
    (folder / "bddl" / "spare" / "problem0.bddl").write_text("(define (problem spare-0))")
    found = examined(folder)
    assert {finding.check for finding in found} == {"unclaimed file"}
    assert [finding.subject for finding in found] == ["empty", "spare"]
    assert "there is no problem0.bddl" in found[0].message
    assert found[1].message == "no task has this problem"


def test_a_scenario_of_another_suffix_is_not_read(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "scenarios")
    (folder / "cook_apple.yaml").rename(folder / "cook_apple.yml")
    found = by_kind(examined(folder))
    assert found.keys() == {"unclaimed file"}
    assert found["unclaimed file"].subject == "cook_apple.yml"
