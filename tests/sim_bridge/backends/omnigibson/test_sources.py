"""Every name and call of OmniGibson's that the backend makes is in the sources of 1.1.1.

The sources come from PyPI, once; without a way there these tests are skipped.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from sim_bridge.backends.omnigibson import percepts
from sim_bridge.backends.omnigibson.cameras import MODALITIES
from tests.sim_bridge.backends.omnigibson import fake_states, surface
from tests.sim_bridge.backends.omnigibson.sources import Sources, parameters, refusal

ROOT = Path(__file__).parents[4]
NAME = "omnigibson-1.1.1"
SHA256 = "e2ae0db99c9e4b3e89afab611cbd67327bc3e82dcb9057bbad54e12e714e8251"
STATES = sorted(
    {
        *percepts.UNARY.values(),
        *percepts.OF_SUBSTANCES.values(),
        *percepts.OF_PAIRS.values(),
        *surface.OTHER_STATES,
    }
)


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    archive = ROOT / "out" / "sources" / f"{NAME}.tar.gz"
    if not archive.is_file():
        archive.parent.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "-q"]
        options = ["--no-deps", "--no-binary", ":all:", "--no-build-isolation", "--retries", "1"]
        done = subprocess.run(
            [*pip, *options, "-d", str(archive.parent), NAME.replace("-", "==")],
            capture_output=True,
            check=False,
            text=True,
            timeout=120,
        )
        if not archive.is_file():
            reason = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
            pytest.skip(f"{NAME} cannot be had from PyPI: {reason}")
    assert hashlib.sha256(archive.read_bytes()).hexdigest() == SHA256
    folder = tmp_path_factory.mktemp("sources")
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            content = tar.extractfile(member)
            path = (folder / member.name).resolve()
            if content is not None and path.is_relative_to(folder.resolve()):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())
    return Sources(folder / NAME)


@pytest.mark.parametrize("name", sorted(surface.CALLS))
def test_every_call_is_one_that_omnigibson_takes(sources: Sources, name: str) -> None:
    function = sources.function(name)
    for positional, named in surface.CALLS[name]:
        assert refusal(function, positional, named) == ""


@pytest.mark.parametrize("scope", sorted(surface.MEMBERS))
def test_every_member_exists(sources: Sources, scope: str) -> None:
    assert set(surface.MEMBERS[scope]) - sources.names(scope) == set()


@pytest.mark.parametrize("state", STATES)
def test_every_state_class_is_exported(sources: Sources, state: str) -> None:
    assert state in sources.names("omnigibson.object_states")


def test_every_predicate_is_told_by_the_state_that_omnigibson_tells_it_by(
    sources: Sources,
) -> None:
    (table,) = (
        node.value
        for node in ast.walk(sources.module("omnigibson.utils.bddl_utils"))
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SUPPORTED_PREDICATES"
    )
    assert isinstance(table, ast.Dict)
    theirs = {
        ast.literal_eval(key): ast.unparse(value.args[0]).removeprefix("object_states.")
        for key, value in zip(table.keys, table.values, strict=True)
        if key is not None and isinstance(value, ast.Call)
    }
    ours = {**percepts.UNARY, **percepts.OF_SUBSTANCES, **percepts.OF_PAIRS}
    assert ours.items() <= theirs.items()
    assert set(theirs) - set(ours) == {"burnt"}  # which no BDDL domain has


def test_every_modality_is_one_of_a_vision_sensor(sources: Sources) -> None:
    text = ast.unparse(sources.scope("omnigibson.sensors.vision_sensor:VisionSensor"))
    assert all(f"'{modality}'" in text for modality in MODALITIES)


@pytest.mark.parametrize("state", STATES)
def test_the_fake_state_takes_what_the_real_one_takes(sources: Sources, state: str) -> None:
    fake = getattr(fake_states, state)
    real = _class_named(sources, state)
    for kind in ("_get_value", "_set_value"):
        plain = getattr(fake, kind)
        defined = [n for n in real.body if isinstance(n, ast.FunctionDef) and n.name == kind]
        if not defined or plain is getattr(fake_states.State, kind):
            continue
        names = [name for name in inspect.signature(plain).parameters if name != "self"]
        assert names == parameters(defined[0]), f"{state}.{kind}"


def test_the_robots_configuration_has_what_is_changed_in_it(sources: Sources) -> None:
    import yaml

    path = sources._root / "omnigibson" / "configs" / "fetch_primitives.yaml"
    config = yaml.safe_load(path.read_text())
    assert {"env", "render", "scene", "robots", "task"} <= set(config)
    assert config["scene"]["type"] == "InteractiveTraversableScene"


def test_nothing_else_of_omnigibson_is_touched() -> None:
    listed = {name.rpartition(".")[2].rpartition(":")[2] for name in surface.CALLS}
    listed |= {member for members in surface.MEMBERS.values() for member in members}
    listed |= {*STATES, *surface.OF_OTHERS}
    own = set()
    for path in [*(ROOT / "sim_bridge").rglob("*.py"), *(ROOT / "is_bench").rglob("*.py")]:
        own |= _defined(ast.parse(path.read_text(encoding="utf-8")))
    unlisted = {
        f"{path.name}: {node.attr}"
        for path in (ROOT / "sim_bridge/backends/omnigibson").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr not in own | listed
    }
    assert unlisted == set()


def _defined(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self":
            found |= {node.attr} if isinstance(node.ctx, ast.Store) else set()
    return found


def _class_named(sources: Sources, state: str) -> ast.ClassDef:
    folder = sources._root / "omnigibson" / "object_states"
    for path in sorted(folder.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name == state:
                return node
    raise LookupError(state)
