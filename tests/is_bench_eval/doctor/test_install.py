from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from is_bench.errors import Place, ScenarioProblem
from is_bench_eval.doctor import install
from is_bench_eval.doctor.findings import Severity
from is_bench_eval.doctor.install import (
    check_data,
    check_install,
    check_requirement,
    check_version,
    check_writable,
    modules_of,
)
from is_bench_eval.doctor.requirements import Requirement


def test_this_installation_is_whole() -> None:
    found = {finding.subject: finding for finding in check_install()}
    assert [f for f in found.values() if f.severity is Severity.ERROR] == []
    assert {"Python", "is_bench", "numpy", "rosbags", "taxonomy", "current folder"} <= found.keys()
    assert "pytest" not in found  # which only the tests need


def test_a_source_tree_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(install, "metadata", missing)
    first, *others = check_install()
    assert first.severity is Severity.WARNING
    assert "pip install" in first.remedy
    assert {finding.severity for finding in others} == {Severity.OK}


def test_metadata_of_another_version(tmp_path: Path) -> None:
    package = tmp_path / "package.xml"
    package.write_text("<package><version>1.2.3</version></package>")
    assert check_version("1.2.3", package).severity is Severity.OK
    assert check_version("1.2.3", None).severity is Severity.OK
    stale = check_version("1.2.2", package)
    assert stale.severity is Severity.WARNING
    assert "1.2.2" in stale.message
    assert "1.2.3" in stale.message


def test_a_python_that_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.python_version", lambda: "3.9.1")
    (python,) = (finding for finding in check_install() if finding.subject == "Python")
    assert python.severity is Severity.ERROR
    assert "3.9.1, but >=3.10 is needed" in python.message


def test_a_package_that_is_missing() -> None:
    found = check_requirement(Requirement("no-such-package", ">=1"))
    assert found.severity is Severity.ERROR
    assert found.remedy == "pip install 'no-such-package>=1'"


def test_a_package_of_a_version_that_will_not_do() -> None:
    found = check_requirement(Requirement("rich", "<1"))
    assert found.severity is Severity.ERROR
    assert found.message.endswith("but <1 is needed")


def test_a_package_that_cannot_be_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wrecked.py").write_text("raise RuntimeError('built for another numpy')")
    info = tmp_path / "wrecked-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wrecked\nVersion: 1.0\n")
    (info / "top_level.txt").write_text("wrecked\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = check_requirement(Requirement("wrecked", ""))
    assert found.severity is Severity.ERROR
    assert "`import wrecked` fails: built for another numpy" in found.message


def test_modules_of_a_distribution() -> None:
    assert modules_of("PyYAML") == ["yaml"]
    assert modules_of("no-such-package") == []


def _broken() -> str:
    raise ScenarioProblem("the goal is missing", Place("house.yaml", 3))


def _gone() -> str:
    raise FileNotFoundError(2, "No such file or directory", "taxonomy.json")


def _empty() -> str:
    return install._count([], "scenarios")


def test_data_files_that_are_broken_or_gone() -> None:
    broken = check_data("knowledge base", _broken)
    assert broken.severity is Severity.ERROR
    assert str(broken.place) == "house.yaml:3"
    assert "taxonomy.json" in check_data("taxonomy", _gone).message
    assert "there are no scenarios" in check_data("bundled scenarios", _empty).message


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    assert check_writable(tmp_path).severity is Severity.OK
    found = check_writable(tmp_path / "nowhere")
    assert found.severity is Severity.WARNING
    assert "--out" in found.remedy
