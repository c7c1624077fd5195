"""What five views cost: MuJoCo's default settings, everything off, ours, through the server.

The first two draw the very parts of the same scene in a plain MuJoCo model, once with MuJoCo's
default quality, two lights that cast shadows and a floor that mirrors, and once with all of that
off.  Ours is what planners get: pictures, without segmentation.  An observation has that, too.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing

os.environ.setdefault("MUJOCO_GL", "egl")

import mujoco
import numpy as np

from is_bench.scenarios import Scene, load_dataset
from is_bench.world import RELEASED
from sim_bridge.embodied.body import Body
from sim_bridge.embodied.camera import FIELD, Camera
from sim_bridge.embodied.compose import Composition, compose
from sim_bridge.embodied.render_thread import ImageSize, RenderThread
from sim_bridge.embodied.renderer import Renderer
from sim_bridge.embodied.shape import Part
from sim_bridge.embodied.simulator import EmbeddedSimulator
from sim_bridge.remote.embedded import remote_embedded
from sim_bridge.simulator import Simulator

SIZE = ImageSize(640, 480)
SCENARIO = "bake_two_pizzas"


def in_turn(works: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median time of each work in milliseconds; they take turns, so that all have the same."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            began = time.perf_counter()
            work()
            if number:  # the first round warms up
                times[name].append((time.perf_counter() - began) * 1000)
    return {name: statistics.median(listed) for name, listed in times.items()}


def geom(part: Part) -> str:
    """A part in MJCF, standing upright: its form and size are what costs."""
    x, y, z = (max(half, 0.001) for half in part.half)
    size = (
        f"{x:.4f} {z:.4f}" if part.form in ("cylinder", "capsule") else f"{x:.4f} {y:.4f} {z:.4f}"
    )
    at = " ".join(f"{value:.4f}" for value in part.center)
    color = " ".join(f"{value:.3f}" for value in part.color)
    return f'<geom type="{part.form}" size="{size}" pos="{at}" rgba="{color}"/>'


def plain_model(parts: list[Part], *, quality: bool) -> mujoco.MjModel:
    """The parts in a model of their own."""
    samples, shadow, mirror = (4, 4096, 0.3) if quality else (0, 0, 0)
    return mujoco.MjModel.from_xml_string(f"""
    <mujoco>
      <visual><quality offsamples="{samples}" shadowsize="{shadow}"/>
        <global offwidth="{SIZE.width}" offheight="{SIZE.height}" fovy="{FIELD}"/></visual>
      <asset><texture name="t" type="2d" builtin="checker" width="64" height="64"/>
        <material name="floor" texture="t" reflectance="{mirror}"/></asset>
      <worldbody>
        <light castshadow="{str(quality).lower()}" pos="0 0 4"/>
        <light castshadow="{str(quality).lower()}" pos="2 2 4"/>
        <geom type="plane" size="5 5 .1" pos="0 0 -.07" material="floor"/>
        {"".join(map(geom, parts))}
      </worldbody>
    </mujoco>""")


def plain(
    stack: ExitStack, parts: list[Part], cameras: tuple[Camera, ...], *, quality: bool
) -> Callable[[], None]:
    """Draws five pictures with MuJoCo's own Renderer."""
    model = plain_model(parts, quality=quality)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    view = mujoco.MjvCamera()
    view.distance = 1.0
    renderer = stack.enter_context(mujoco.Renderer(model, SIZE.height, SIZE.width))
    flags = renderer.scene.flags
    for flag in (mujoco.mjtRndFlag.mjRND_SHADOW, mujoco.mjtRndFlag.mjRND_REFLECTION):
        flags[flag] = int(quality)

    def draw() -> None:
        for camera in cameras:
            view.lookat[:] = camera.position + camera.forward
            view.elevation = float(np.degrees(np.arcsin(np.clip(camera.forward[2], -1, 1))))
            renderer.update_scene(data, view)
            renderer.render()

    return draw


def ours(stack: ExitStack, whole: Composition, cameras: tuple[Camera, ...]) -> Callable[[], None]:
    """Draws five pictures as the embedded simulator does, from parts to arrays."""
    renderer = stack.enter_context(closing(Renderer(SIZE.width, SIZE.height)))
    owners = [0] * len(whole.parts)

    def draw() -> None:
        renderer.show(whole.parts, whole.groups, owners)
        for camera in cameras:
            renderer.picture(camera)

    return draw


def observation(stack: ExitStack, simulator: Simulator, scene: Scene) -> Callable[[], object]:
    """Everything that five views have: pictures, segmentation, boxes."""
    stack.callback(simulator.close)
    simulator.reset(scene, RELEASED, 0)
    return lambda: [view.boxes for view in simulator.observe()]


def main() -> None:
    """Print times and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    scene = load_dataset(None).get(SCENARIO).scene
    with ExitStack() as stack:
        render_thread = stack.enter_context(closing(RenderThread(SIZE)))
        facts = frozenset(scene.world().facts())
        body = Body(scene, facts, render_thread)
        whole = compose(body.room, body.arrange(facts, None), facts)
        draw = {
            "MuJoCo's defaults": plain(stack, whole.parts, body.cameras, quality=True),
            "everything off": plain(stack, whole.parts, body.cameras, quality=False),
            "ours": ours(stack, whole, body.cameras),
        }
        look = {
            "observation": observation(stack, EmbeddedSimulator(render_thread), scene),
            "through a server": observation(stack, remote_embedded(SIZE), scene),
        }
        ms = in_turn(draw, rounds) | in_turn(look, 2 * rounds)
    print(f"five cameras, {SIZE.width}x{SIZE.height}, {len(whole.parts)} parts ({SCENARIO})")
    for name, other in (
        ("MuJoCo's defaults", "MuJoCo's defaults"),
        ("everything off", "MuJoCo's defaults"),
        ("ours", "MuJoCo's defaults"),
        ("ours", "everything off"),
        ("observation", "ours"),
        ("through a server", "observation"),
    ):
        print(f"{name:18} {ms[name]:8.1f} ms   {ms[name] / ms[other]:6.3f} of {other}")


if __name__ == "__main__":
    main()
