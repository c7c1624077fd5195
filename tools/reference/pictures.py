"""The pictures of the embedded world in docs/images: `python -m tools.reference.pictures`.

`pictures.json` beside them keeps what each picture shows, as digests of geometry and steps.  A test
compares these with what would be drawn now, so that a picture cannot age unnoticed.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from is_bench.scenarios import Scenario, load_dataset
from is_bench.verdict import GuardMode
from is_bench.world import quirks_of
from is_bench_eval.episodes.episode import run_episode
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_bench_eval.visualization.rendering import NO_CLIP, RenderOrder, render_command
from sim_bridge.embodied.arrangement import arrange
from sim_bridge.embodied.compose import compose
from sim_bridge.embodied.render_thread import ImageSize
from sim_bridge.embodied.room_model import make_room_model
from sim_bridge.embodied.shape import Part

IMAGES = Path(__file__).parents[2] / "docs" / "images"
RECORD = IMAGES / "pictures.json"
VIEWS, BOXES = "_views.png", "_views_boxes.png"
"""The ends of the names of what `is-bench render` writes beside a clip."""
DIGITS = 3
"""Of lengths in meters and of colors from 0 to 1: less is not seen."""


@dataclass(frozen=True)
class Picture:
    """A picture of docs/images, and how it is drawn."""

    file: str
    scenario: str
    dataset: str = "bundled"
    part: str = VIEWS
    planner: str = NO_CLIP
    guard: GuardMode = GuardMode.OFF
    width: int = 480
    """Of a camera's image, in pixels; the height is three quarters of it."""

    def record(self) -> dict[str, str]:
        """What the picture shows: digests of the scene, and of a clip's steps."""
        scenario = load_dataset(Path(self.dataset)).get(self.scenario)
        shown = {"scene": _digest(_seen(scenario))}
        if self.planner != NO_CLIP:
            shown["steps"] = _digest(self._steps(scenario))
        return shown

    def draw(self, folder: Path) -> Path:
        """Draw it with all that belongs to its scenario; raises RenderingUnavailableError."""
        order = RenderOrder(
            scenarios=(self.scenario,),
            dataset=Path(self.dataset),
            planner=self.planner,
            guard=self.guard,
            seed=0,
            size=ImageSize(self.width, self.width * 3 // 4),
            out=folder,
        )
        render_command(order, Console())
        return folder / f"{self.scenario}{self.part}"

    def _steps(self, scenario: Scenario) -> Iterator[str]:
        run = RunSpec(planner=self.planner, guard=self.guard, seed=0)
        episode = run_episode(run, EpisodeSpec(0, scenario.name, 0), scenario)
        for step in episode.trace.steps:
            yield f"{step.action} {step.status.value}"


def _clip(scenario: str, **more: object) -> Picture:
    values = {"planner": "reference", "file": f"{scenario}.gif", **more}
    return Picture(scenario=scenario, part=".gif", **values)  # type: ignore[arg-type]  # fields


PICTURES = (
    *(
        Picture(f"{name}{VIEWS}", name)
        for name in (
            "hang_fresh_towels",
            "mow_the_lawn",
            "warm_milk_on_the_stove",
            "wash_the_jerseys",
        )
    ),
    Picture("views_boxes.png", "fry_salmon_beside_dishtowel", part=BOXES),
    _clip("fry_salmon_beside_dishtowel"),
    _clip("microwave_a_potato"),
    _clip("warm_milk_on_the_stove"),
    _clip("dog_knocks_the_vase_over", dataset="dynamic", width=640),
    _clip(
        "cat_on_the_stove",
        file="guard_stops_the_stove.gif",
        dataset="dynamic",
        planner="careless",
        guard=GuardMode.ENFORCE,
        width=512,
    ),
)


def _seen(scenario: Scenario) -> Iterator[str]:
    """The parts of the scene at the start, and of every shape that may appear in it."""
    facts = scenario.scene.world(quirks_of("released")).facts().true
    room = make_room_model(scenario.scene, facts, 0)
    for name, shape in sorted(room.shapes.items()):
        yield name
        yield from map(_text, shape.parts)
    yield from map(_text, compose(room, arrange(room, facts), facts).parts)


def _text(part: Part) -> str:
    numbers = [*part.center, *part.half, *part.color, part.spin, *(part.along or ())]
    # Adding zero makes a zero of a negative zero.
    rounded = [round(number, DIGITS) + 0.0 for number in numbers]
    return f"{part.form} {part.finish} {part.when} {part.axis} {part.label} {rounded}"


def _digest(lines: Iterator[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def digest_of(path: Path) -> str:
    """The digest of a picture's file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def read_record() -> dict[str, dict[str, str]]:
    """What the pictures of docs/images show, by file; empty before the first drawing."""
    if not RECORD.is_file():
        return {}
    found: dict[str, dict[str, str]] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Draw the pictures that show something else than they would now."""
    kept, written = read_record(), {}
    for picture in PICTURES:
        shown, path = picture.record(), IMAGES / picture.file
        if kept.get(picture.file) != {**shown, "file": digest_of(path)}:
            with TemporaryDirectory() as folder:
                shutil.copyfile(picture.draw(Path(folder)), path)
        written[picture.file] = {**shown, "file": digest_of(path)}
    RECORD.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
