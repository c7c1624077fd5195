"""The parameters of the sim_bridge node."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rclpy.node import Node

from is_bench.ros.parameter_overrides import check_overrides
from is_bench.ros.parameters import declare, declare_scenarios
from sim_bridge.backends import SIMULATORS
from sim_bridge.camera_settings import ALL_TOPICS, CameraSettings, parse_topics
from sim_bridge.embodied.camera import MOST_PIXELS
from sim_bridge.embodied.render_thread import ImageSize


@dataclass(frozen=True)
class BridgeParameters:
    """What the node was started with."""

    dataset: Path | None
    """The folder of the scenarios; None: the bundled ones."""
    domain: str
    """Their domain, by name or file; empty: their own."""
    simulator: str
    """One of SIMULATORS."""
    heartbeat_s: float
    cameras: CameraSettings
    image_size: ImageSize


def declare_parameters(node: Node) -> BridgeParameters:
    """Declare every parameter on `node`; raises InputError for a wrong value or name."""
    dataset, domain = declare_scenarios(node)
    found = BridgeParameters(
        dataset=dataset,
        domain=domain,
        simulator=declare(node, "sim", "embedded", "simulator", choices=tuple(SIMULATORS)),
        heartbeat_s=declare(
            node,
            "heartbeat_s",
            0.5,
            "seconds after which an unchanged world state is published again",
            limits=(0.05, 10.0),
        ),
        cameras=_cameras(node),
        image_size=_image_size(node),
    )
    check_overrides(node)
    return found


def _cameras(node: Node) -> CameraSettings:
    topics = declare(
        node,
        "camera_topics",
        ALL_TOPICS,
        "camera topics to publish, separated by commas; empty: none",
    )
    quality = declare(
        node, "jpeg_quality", 90, "JPEG quality of compressed images", limits=(1, 100)
    )
    rate = declare(
        node,
        "frame_rate_hz",
        0.0,
        "rate at which images of an unchanged world are published again [Hz]; 0: never",
        limits=(0.0, 100.0),
    )
    return CameraSettings(parse_topics(topics), quality, rate)


def _image_size(node: Node) -> ImageSize:
    most_width, most_height = MOST_PIXELS
    return ImageSize(
        declare(node, "width", 640, "width of the images [pixels]", limits=(16, most_width)),
        declare(node, "height", 480, "height of the images [pixels]", limits=(16, most_height)),
    )
