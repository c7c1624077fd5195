"""The manifest says what made a run."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from is_bench.version import package_version
from is_bench.world import CATALOGUE
from is_bench_eval.cli.main import main
from kb.loader import load_library
from kb.retrieval import open_retriever
from tests.small_dataset import STOVE_ON, write_data_folder, write_dataset
from tests.source_tree import ROOT


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "small")


def manifest(dataset: Path, *options: str) -> Any:
    """The manifest of a new run."""
    out = dataset.parent / f"out_{len(list(dataset.parent.iterdir()))}"
    assert main(["eval", "--dataset", str(dataset), "--out", str(out), *options]) == 0
    return json.loads((out / "manifest.json").read_text(encoding="utf-8"))


def sha256(dataset: Path, *options: str) -> str:
    found = manifest(dataset, *options)["dataset"]["sha256"]
    assert isinstance(found, str)
    assert len(found) == 64
    return found


def test_given_and_defaulted_arguments_are_told_apart(dataset: Path) -> None:
    options = ["--guard", "shadow", "--seed", "5", "--tasks", "cook_apple"]
    arguments = manifest(dataset, *options)["arguments"]
    assert arguments["given"] == {
        "dataset": str(dataset),
        "guard": "shadow",
        "seed": 5,
        "tasks": "cook_apple",
    }
    assert arguments["defaulted"].keys().isdisjoint(arguments["given"])
    assert arguments["defaulted"].items() >= {"planner": "reference", "engine": "direct"}.items()


def test_giving_a_default_is_giving(dataset: Path) -> None:
    arguments = manifest(dataset, "--engine", "direct")["arguments"]
    assert arguments["given"]["engine"] == "direct"
    assert "engine" not in arguments["defaulted"]


def test_what_was_run_is_described(dataset: Path) -> None:
    found = manifest(dataset, "--seed", "9", "--tasks", "cook_apple,store_apple")
    assert found["is_bench"] == ET.parse(ROOT / "package.xml").findtext("version")
    assert (found["seed"], found["engine"], found["simulator"]) == (9, "direct", "embedded")
    assert (found["dataset"]["tasks"], found["dataset"]["episodes"]) == (2, 2)
    assert str(dataset) in found["dataset"]["title"]
    assert {"python", "platform", "is_bench"} <= found["versions"].keys()


@pytest.mark.parametrize(("world", "on"), [("released", True), ("corrected", False)])
def test_every_switch_of_the_world_is_explained(world: str, on: bool, dataset: Path) -> None:
    found = manifest(dataset, "--world", world)["world"]
    assert found["name"] == world
    assert found["switches"] == {
        name: {"on": on, "means": meaning[world]} for name, meaning in CATALOGUE.items()
    }


@pytest.mark.parametrize(
    ("options", "peeks"),
    [
        ([], False),
        (["--guard-knowledge", "scenario", "--guard", "shadow"], True),
        (["--guard-knowledge", "scenario", "--guard", "enforce"], True),
        (["--guard-knowledge", "kb", "--guard", "enforce"], False),
    ],
)
def test_a_guard_that_sees_annotations_is_told(
    options: list[str], peeks: bool, dataset: Path
) -> None:
    assert manifest(dataset, *options)["guard"]["sees_annotations"] is peeks


def test_the_parts_of_a_guard_that_are_in_use_are_told(dataset: Path) -> None:
    guarded = manifest(dataset, "--guard", "shadow")["guard"]
    assert guarded["retrieval"] == open_retriever(load_library()).method
    assert guarded["adviser"] is None
    assert (guarded["domain"], guarded["unrecognised"]) == ("is_bench", "warn")
    alone = manifest(dataset, "--guard", "shadow", "--guard-stages", "action")["guard"]
    assert alone["retrieval"] is None
    assert manifest(dataset)["guard"]["retrieval"] is None
    peeking = ["--guard", "shadow", "--guard-knowledge", "scenario"]
    assert manifest(dataset, *peeking)["guard"]["retrieval"] is None


def test_a_users_domain_is_told_with_the_hash_of_its_file(dataset: Path, tmp_path: Path) -> None:
    assert manifest(dataset)["domains"] == [{"name": "is_bench", "files": []}]
    assert manifest(dataset, "--domain", "household")["domains"][0]["name"] == "household"
    path = tmp_path / "mine.yaml"
    path.write_text("domain: my_robot\nextends: is_bench\n")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    found = manifest(dataset, "--domain", str(path), "--guard", "shadow")
    assert found["domains"] == [
        {"name": "my_robot", "files": [{"name": "mine.yaml", "sha256": digest}]}
    ]
    assert found["guard"]["domain"] == "my_robot"
    assert found["arguments"]["given"]["domain"] == str(path)


def test_the_hash_is_that_of_the_files(dataset: Path) -> None:
    before = sha256(dataset)
    assert sha256(dataset) == before
    path = dataset / "cook_apple.yaml"
    path.write_text(path.read_text() + "# changed\n")
    assert sha256(dataset) != before


def test_the_hash_is_that_of_the_tasks_that_run(dataset: Path) -> None:
    chosen = ["--tasks", "fetch_knife,store_apple"]
    before = sha256(dataset, *chosen)
    assert sha256(dataset, "--tasks", "store_apple,fetch_knife") == before
    assert sha256(dataset, "--tasks", "store_apple") != before
    path = dataset / "cook_apple.yaml"
    path.write_text(path.read_text() + "# changed\n")
    assert sha256(dataset, *chosen) == before


@pytest.mark.parametrize("name", ["tasks/cook_apple.json", "bddl/cook_apple/problem0.bddl"])
def test_each_file_of_the_benchmark_format_counts(name: str, tmp_path: Path) -> None:
    data = write_data_folder(tmp_path / "data")
    before = sha256(data)
    with (data / name).open("a") as file:
        file.write("\n")
    assert sha256(data) != before


def test_the_plans_of_a_file_count(dataset: Path, tmp_path: Path) -> None:
    assert manifest(dataset)["dataset"]["plans_sha256"] is None
    plans = tmp_path / "plans"
    seen = set()
    for steps in ([], [STOVE_ON], [STOVE_ON, "DONE"]):
        plans.write_text(json.dumps({"task": "cook_apple", "plan": steps}))
        found = manifest(dataset, "--planner", f"plans:{plans}")["dataset"]
        assert len(found["plans_sha256"]) == 64
        seen.add(found["plans_sha256"])
    assert len(seen) == 3


def test_the_version_comes_from_package_xml() -> None:
    assert package_version() == ET.parse(ROOT / "package.xml").findtext("version")
