"""The arguments of `is-bench render`."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from is_bench.verdict import GuardMode
from is_bench_eval.cli.arguments import DATASETS, count, positive
from is_bench_eval.cli.parser import examples


def add_render_command(parser: argparse.ArgumentParser) -> None:
    """`is-bench render SCENARIO...`."""
    parser.set_defaults(run=_render)
    parser.epilog = examples(
        "is-bench render fry_salmon_beside_dishtowel",
        "is-bench render fry_salmon_beside_dishtowel --planner careless --guard enforce",
    )
    parser.add_argument(
        "scenarios", nargs="+", metavar="SCENARIO", help="names of scenarios to render"
    )
    parser.add_argument(
        "--dataset",
        type=Path,
        metavar="DIR",
        help=f"{DATASETS} (default: bundled)",
    )
    parser.add_argument(
        "--planner",
        choices=["reference", "careless", "none"],
        default="reference",
        help="planner of the episode in the clip; none: no clip (default: reference)",
    )
    parser.add_argument(
        "--guard",
        choices=[mode.value for mode in GuardMode],
        default=GuardMode.OFF.value,
        help="mode of the guard in that episode (default: off)",
    )
    parser.add_argument("--seed", type=count, default=0, metavar="N", help="seed of the layout")
    parser.add_argument(
        "--width",
        type=positive,
        default=640,
        metavar="PIXELS",
        help="width of an image (default: 640)",
    )
    parser.add_argument(
        "--height",
        type=positive,
        default=480,
        metavar="PIXELS",
        help="height of an image (default: 480)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("out/render"),
        metavar="DIR",
        help="output folder (default: out/render)",
    )


def _render(arguments: argparse.Namespace) -> int:
    from is_bench_eval.visualization.rendering import RenderOrder, render_command
    from sim_bridge.embodied.render_thread import ImageSize

    order = RenderOrder(
        scenarios=tuple(arguments.scenarios),
        dataset=arguments.dataset,
        planner=arguments.planner,
        guard=GuardMode(arguments.guard),
        seed=arguments.seed,
        size=ImageSize(arguments.width, arguments.height),
        out=arguments.out,
    )
    return render_command(order, Console())
