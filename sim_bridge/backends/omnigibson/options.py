"""What a user may choose about OmniGibson."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from is_bench.errors import InputError

CAMERA_MODES = ("external", "moving", "none")


@dataclass(frozen=True)
class OmniGibsonOptions:
    """The options of the backend; plain data, as they travel to the server."""

    scenes: str = ""
    """IS-Bench's `data/scenes`: scene files as MODEL/json/MODEL_task_NAME_0_0_template.json."""
    scene_model: str = ""
    """The scene to load; empty: the first of the task's."""
    cameras: str = ""
    """IS-Bench's `data/cameras/camera.json`; empty: cameras stand around the task's objects."""
    camera_mode: str = "external"
    """`external`: five cameras that stay.  `moving`: the viewer's camera visits five places, as the
    benchmark does it, and the world goes on meanwhile.  `none`: no pictures."""
    width: int = 1280
    height: int = 720
    focal_length: float = 17.0
    """In mm, over the camera's aperture of 20.955 mm."""
    robot_config: str = "fetch_primitives.yaml"
    """Which of OmniGibson's example configurations describes the robot, which is invisible."""
    settle_steps: int = 30
    """Simulation steps after each change, 1/30 s each."""
    sampling_online: bool = False
    """Place the objects anew when there is no scene file; slow, and may fail."""
    headless: bool = True
    gpu: str = ""
    """The graphics card's number; empty: Isaac Sim chooses."""

    def __post_init__(self) -> None:
        if self.camera_mode not in CAMERA_MODES:
            raise InputError(
                f"camera_mode is {self.camera_mode!r}; choose one of {', '.join(CAMERA_MODES)}"
            )
        for name in ("width", "height", "settle_steps"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for name in ("scenes", "cameras"):
            path = getattr(self, name)
            if path and not Path(path).exists():
                raise InputError(f"{name} is {path!r}, which does not exist")


def read_options(data: Mapping[str, Any]) -> OmniGibsonOptions:
    """The options in `data`; raises InputError for an unknown name or a wrong type or value."""
    known = {field.name: field for field in fields(OmniGibsonOptions)}
    for name, value in data.items():
        if name not in known:
            raise InputError(f"there is no option {name!r}; known: {', '.join(known)}")
        wanted = type(known[name].default)
        number = wanted is float and type(value) is int
        if type(value) is not wanted and not number:
            raise InputError(
                f"the option {name} is {value!r}; it must be of type {wanted.__name__}"
            )
    return OmniGibsonOptions(**data)
