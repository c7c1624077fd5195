"""What is installed is complete, and is declared as pip, rosdep and colcon want it."""

from __future__ import annotations

import ast
import re
import runpy
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import setuptools
from catkin_pkg.package import parse_package

from tests.source_tree import INTERFACES, PACKAGES, ROOT, imports, is_ros, modules, top_level

PACKAGE_FILES = [ROOT / "package.xml", INTERFACES / "package.xml"]
PIP_NAMES = {"PIL": "pillow", "yaml": "pyyaml", "faiss": "faiss-cpu", "zmq": "pyzmq"}
"""Where a distribution is not named as what it is imported as."""

OF_THE_SIMULATOR = {"omnigibson", "torch"}
"""Packages of OmniGibson's own Python; only its backend imports them."""

DEFINITIONS = sorted(
    path for kind in ("msg", "srv", "action") for path in INTERFACES.rglob(f"*.{kind}")
)


@pytest.fixture(scope="module")
def metadata() -> dict[str, Any]:
    """What setup.py tells setuptools."""
    told: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setuptools, "setup", told.update)
        runpy.run_path(str(ROOT / "setup.py"))
    return told


def version() -> str:
    return ET.parse(PACKAGE_FILES[0]).findtext("version") or ""


@pytest.mark.parametrize("path", PACKAGE_FILES, ids=["is_bench", "is_bench_interfaces"])
def test_package_xml_is_valid(path: Path) -> None:
    # colcon takes an ament_python package with an invalid package.xml for a plain Python one.
    warnings: list[str] = []
    package = parse_package(str(path), warnings=warnings)
    package.validate(warnings)
    assert warnings == []
    assert package.version == version()


def test_the_version_is_written_in_package_xml_alone(metadata: dict[str, Any]) -> None:
    assert metadata["version"] == version()
    others = [Path(name) for name in ("setup.py", "setup.cfg", "pyproject.toml")]
    written = re.compile(rf"__version__ = [\"']|[\"']{re.escape(version())}[\"']")
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in [*others, *modules()]}
    assert [path for path, text in texts.items() if written.search(text)] == []


def test_every_third_party_import_is_declared(metadata: dict[str, Any]) -> None:
    extras = metadata.get("extras_require", {}).values()
    requirements = [*metadata["install_requires"], *(line for extra in extras for line in extra)]
    pip = {re.split(r"[^\w.-]", line)[0].lower().replace("_", "-") for line in requirements}
    rosdep = {depend.text for depend in ET.parse(PACKAGE_FILES[0]).iter("exec_depend")}

    launch = [path.relative_to(ROOT) for path in (ROOT / "launch").glob("*.py")]
    undeclared = set()
    for module in [*modules(), *launch]:
        for package in {top_level(name) for name in imports(module)}:
            if package in sys.stdlib_module_names or package in PACKAGES:
                continue
            if package in OF_THE_SIMULATOR and "omnigibson" in module.parts:
                continue
            pip_name = PIP_NAMES.get(package, package).replace("_", "-")
            declared = package in rosdep if is_ros(package) else pip_name in pip
            if not declared:
                undeclared.add(f"{module}: {package}")
    assert undeclared == set()


def test_pip_and_rosdep_ask_for_the_same(metadata: dict[str, Any]) -> None:
    pip = {
        re.split(r"\W", line)[0].lower().removeprefix("py") for line in metadata["install_requires"]
    }
    keys = {depend.text or "" for depend in ET.parse(PACKAGE_FILES[0]).iter("exec_depend")}
    python = {key.removeprefix("python3-") for key in keys if key.startswith("python3-")}
    rosdep = {{"pil": "pillow"}.get(name, name).removesuffix("-pip") for name in python}
    assert rosdep == pip


def test_console_scripts_exist(metadata: dict[str, Any]) -> None:
    missing = []
    for script in metadata["entry_points"]["console_scripts"]:
        module, _, function = script.split("=")[1].strip().partition(":")
        path = ROOT / (module.replace(".", "/") + ".py")
        tree = ast.parse(path.read_text(encoding="utf-8")) if path.is_file() else ast.Module([], [])
        if function not in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}:
            missing.append(script)
    assert missing == []


@pytest.mark.parametrize(("folder", "pattern"), [("launch", "*.launch.py"), ("config", "*.*")])
def test_launch_and_config_files_are_shared(
    folder: str, pattern: str, metadata: dict[str, Any]
) -> None:
    present = {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).glob(pattern)}
    assert present
    assert set(dict(metadata["data_files"])[f"share/is_bench/{folder}"]) == present


def test_ament_finds_the_package(metadata: dict[str, Any]) -> None:
    shared = dict(metadata["data_files"])
    marker = "share/ament_index/resource_index/packages"
    assert shared[marker] == ["resource/is_bench"]
    assert shared["share/is_bench"] == ["package.xml"]
    assert (ROOT / "resource" / "is_bench").is_file()


def test_every_folder_with_code_is_a_package() -> None:
    folders = {ROOT / module.parent for module in modules()}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


@pytest.mark.slow
def test_a_wheel_carries_all_code_data_and_definitions(tmp_path: Path) -> None:
    tree, wheels = tmp_path / "tree", tmp_path / "wheels"
    # What is built or tested there is not wanted, and setuptools would leave its own files here.
    unwanted = shutil.ignore_patterns(
        ".*", "__pycache__", "build", "install", "log", "out", "tests"
    )
    shutil.copytree(ROOT, tree, ignore=unwanted)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--no-index", "--wheel-dir", wheels, tree], check=True)

    (wheel,) = wheels.glob("*.whl")
    assert wheel.name.startswith(f"is_bench-{version()}-")
    packed = set(zipfile.ZipFile(wheel).namelist())
    sources = {
        path.relative_to(ROOT).as_posix()
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    definitions = {
        f"is_bench_eval/_interfaces/{path.relative_to(INTERFACES).as_posix()}"
        for path in DEFINITIONS
    }
    assert sources | definitions <= packed
    assert {
        name for name in packed if name.startswith(("tests/", "benchmarks/", "tools/"))
    } == set()


@pytest.mark.parametrize("path", DEFINITIONS, ids=lambda path: path.name)
def test_every_field_of_an_interface_is_explained(path: Path) -> None:
    bare = []
    before = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        is_field = line and not line.startswith(("#", "---"))
        if is_field and "#" not in line and not before.startswith("#"):
            bare.append(line)
        is_constant = is_field and "=" in line.split("#")[0]
        if not is_constant:  # the constants of a field stand between its comment and itself
            before = line
    assert bare == []
