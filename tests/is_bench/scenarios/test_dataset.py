"""Collections of scenarios, in either format."""

from __future__ import annotations

from pathlib import Path

import pytest

from is_bench.errors import ScenarioProblem, UnknownNameError
from is_bench.scenarios import bundled_dataset, load_dataset
from tests.small_dataset import NAMES, text_of, write_data_folder, write_dataset


def test_a_folder_of_yaml_files_is_a_dataset(tmp_path: Path) -> None:
    dataset = load_dataset(write_dataset(tmp_path / "yaml"))
    assert dataset.names == NAMES
    assert [scenario.name for scenario in dataset] == list(NAMES)
    assert dataset.files(NAMES[0]) == [tmp_path / "yaml" / f"{NAMES[0]}.yaml"]


def test_the_benchmarks_folder_is_a_dataset(tmp_path: Path) -> None:
    dataset = load_dataset(write_data_folder(tmp_path / "data"))
    assert dataset.names == ("cook_apple",)
    assert dataset.get("cook_apple").name == "cook_apple"
    assert [path.name for path in dataset.files("cook_apple")] == [
        "cook_apple.json",
        "problem0.bddl",
    ]


def test_without_a_folder_the_bundled_scenarios_are_meant() -> None:
    assert load_dataset(None).title == bundled_dataset().title


def test_a_scenario_is_read_once_and_only_when_asked_for(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "yaml")
    (folder / "broken.yaml").write_text("{", encoding="utf-8")
    dataset = load_dataset(folder)
    assert dataset.get(NAMES[0]) is dataset.get(NAMES[0])


def test_an_unknown_scenario_is_answered_with_the_nearest(tmp_path: Path) -> None:
    dataset = load_dataset(write_dataset(tmp_path / "yaml"))
    with pytest.raises(UnknownNameError, match="no task is named 'cook_aple'; did you mean cook_"):
        dataset.get("cook_aple")


def test_a_folder_without_scenarios_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioProblem, match=r"no scenario here; expected tasks/\*\.json"):
        load_dataset(tmp_path)


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioProblem, match=r"nowhere: there is no such folder"):
        load_dataset(tmp_path / "nowhere")


def test_the_digest_depends_on_names_and_contents_and_not_on_their_order(tmp_path: Path) -> None:
    dataset = load_dataset(write_dataset(tmp_path / "yaml"))
    digest = dataset.digest(NAMES)
    assert len(digest) == 64
    assert dataset.digest([*reversed(NAMES), NAMES[0]]) == digest
    assert dataset.digest(NAMES[:1]) != digest
    path = tmp_path / "yaml" / f"{NAMES[0]}.yaml"
    path.write_text(text_of(NAMES[0]) + "# changed\n", encoding="utf-8")
    assert dataset.digest(NAMES) != digest


def test_the_digest_covers_the_problem_file(tmp_path: Path) -> None:
    dataset = load_dataset(write_data_folder(tmp_path))
    digest = dataset.digest(dataset.names)
    path = tmp_path / "bddl" / "cook_apple" / "problem0.bddl"
    path.write_text(path.read_text(encoding="utf-8") + "; changed\n", encoding="utf-8")
    assert dataset.digest(dataset.names) != digest
