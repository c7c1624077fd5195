from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from is_bench.scenarios import load_dataset
from is_bench.verdict import GuardMode
from is_bench.views import View
from is_bench_eval.cli.main import main
from is_bench_eval.episodes.episode import run_episode
from is_bench_eval.episodes.footage import StepView
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_bench_eval.visualization.drawing import color_of, picture_of, sheet
from sim_bridge.backends import EmbeddedSimulator
from sim_bridge.embodied.render_thread import RenderThread

pytestmark = pytest.mark.usefixtures("render_thread")

SCENARIO = "fry_salmon_beside_dishtowel"
SMALL = ("--width", "160", "--height", "120")


def test_render_writes_every_view_twice_both_sheets_and_a_clip(tmp_path: Path) -> None:
    assert main(["render", SCENARIO, *SMALL, "--out", str(tmp_path)]) == 0
    names = [*("top", "north", "south", "east", "west"), "views"]
    pictures = {f"{SCENARIO}_{name}{boxes}.png" for name in names for boxes in ("", "_boxes")}
    assert {path.name for path in tmp_path.iterdir()} == {*pictures, f"{SCENARIO}.gif"}
    with Image.open(tmp_path / f"{SCENARIO}_top.png") as picture:
        assert picture.size == (160, 120)


def test_a_clip_shows_the_start_every_step_and_what_the_robot_does_between(tmp_path: Path) -> None:
    assert main(["render", SCENARIO, *SMALL, "--out", str(tmp_path)]) == 0
    with Image.open(tmp_path / f"{SCENARIO}.gif") as clip:
        assert clip.n_frames > 4 + len(load_dataset(None).get(SCENARIO).plans.reference)
        assert clip.info["loop"] == 0


def test_the_planner_none_makes_no_clip(tmp_path: Path) -> None:
    assert main(["render", SCENARIO, *SMALL, "--planner", "none", "--out", str(tmp_path)]) == 0
    assert not list(tmp_path.glob("*.gif"))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((SCENARIO, "--width", "5"), "pictures of width 5: choose one from 16 to 1600"),
        (("nowhere",), "no scenario is named 'nowhere'"),
        ((SCENARIO, "--dataset", "nothing_here"), "there is no such folder"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["render", *arguments, "--out", str(out)]) == 2
    assert complaint in " ".join(capsys.readouterr().err.split())
    assert not out.exists()


def episode_views(
    render_thread: RenderThread, watched: bool
) -> tuple[object, list[tuple[View, ...]]]:
    seen: list[tuple[View, ...]] = []

    def watch(step_view: StepView) -> None:
        seen.append(step_view.look())

    run = RunSpec(planner="careless", guard=GuardMode.ENFORCE)
    scenario = load_dataset(None).get(SCENARIO)
    spec = EpisodeSpec(0, SCENARIO, 0)
    if watched:
        episode = run_episode(
            run, spec, scenario, simulator=EmbeddedSimulator(render_thread), watch=watch
        )
    else:
        episode = run_episode(run, spec, scenario)
    return (episode.trace, episode.guard), seen


def test_a_scenario_of_another_bundled_dataset_is_found_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["render", "cat_on_the_stove", "--out", str(tmp_path)]) == 2
    assert "it is in --dataset dynamic" in capsys.readouterr().err


def test_looking_at_an_episode_changes_nothing_of_it(render_thread: RenderThread) -> None:
    watched, views = episode_views(render_thread, watched=True)
    unwatched, _ = episode_views(render_thread, watched=False)
    assert watched == unwatched
    assert len(views) > 3


def test_boxes_are_drawn_where_they_are(render_thread: RenderThread) -> None:
    _, seen = episode_views(render_thread, watched=True)
    view = seen[0][0]
    box = next(box for box in view.boxes if box.name.startswith("salmon"))
    marked = picture_of(view, boxes=True)
    assert marked.getpixel((box.right - 1, (box.top + box.bottom) // 2)) == color_of(box.name)
    assert picture_of(view).tobytes() == view.rgb.tobytes()


def test_a_sheet_has_room_for_all(render_thread: RenderThread) -> None:
    _, seen = episode_views(render_thread, watched=True)
    assert sheet(seen[0]).size == (3 * 640 + 12, 2 * 480 + 6)


def test_rendering_changes_no_result_and_keeps_a_clip_of_each_episode(tmp_path: Path) -> None:
    tasks = f"{SCENARIO},bake_two_pizzas"
    run = ["eval", "--planner", "careless", "--guard", "enforce", "--tasks", tasks, "--out"]
    for flag, name in (("--render", "with"), ("--no-render", "without")):
        assert main([*run, str(tmp_path / name), flag]) == 0
    kept = [(tmp_path / name / "results.jsonl").read_bytes() for name in ("with", "without")]
    assert kept[0] == kept[1]
    clips = sorted(path.name for path in (tmp_path / "with" / "clips").iterdir())
    assert clips == ["bake_two_pizzas_0.gif", f"{SCENARIO}_0.gif"]
    assert not (tmp_path / "without" / "clips").exists()
