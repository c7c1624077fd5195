"""OmniGibson in its own process and Python, set up by a file that the user writes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from is_bench.errors import InputError, Place
from sim_bridge.errors import SimulatorUnavailable
from sim_bridge.remote.client import RemoteSimulator
from sim_bridge.remote.spec import BackendSpec, Limits
from sim_bridge.simulator import Simulator

SETTINGS = "IS_BENCH_OMNIGIBSON"
"""The environment variable that names the file; config/omnigibson.yaml is one to start from."""

FACTORY = "sim_bridge.backends.omnigibson.simulator:serve_omnigibson"
PATIENCE = Limits(start=60.0, frozen=1.0, stall=120.0, reset=1800.0, close=30.0)
"""Loading a scene, or filling a vessel, is one long call within which nothing can be reported."""


def remote_omnigibson() -> Simulator:
    """OmniGibson as the file that SETTINGS names describes it."""
    named = os.environ.get(SETTINGS)
    if not named:
        raise SimulatorUnavailable(
            f"set the environment variable {SETTINGS} to a file that says where OmniGibson's "
            "Python is; config/omnigibson.yaml is one to start from (docs/how-to/omnigibson.md)"
        )
    return RemoteSimulator(read_settings(Path(named)))


def read_settings(path: Path) -> BackendSpec:
    """The simulator that the file at `path` describes; raises InputError."""
    place = Place(str(path))
    try:
        data: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, yaml.YAMLError) as error:
        raise InputError(f"cannot read the settings of OmniGibson: {error}", place) from error
    if not isinstance(data, Mapping) or not isinstance(data.get("python"), str):
        raise InputError("expected a map with at least `python`, a path", place)
    limits, options = data.get("limits") or {}, data.get("options") or {}
    try:
        patience = Limits(**{**vars(PATIENCE), **{k: float(v) for k, v in limits.items()}})
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"`limits` is wrong: {error}", place) from error
    environment = {str(k): str(v) for k, v in (data.get("environment") or {}).items()}
    return BackendSpec(FACTORY, options, data["python"], environment, patience)
