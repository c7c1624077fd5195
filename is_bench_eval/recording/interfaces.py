"""The text of the ROS interface definitions, for those who read and write bags without ROS."""

from __future__ import annotations

from pathlib import Path

PACKAGE = "is_bench_interfaces"
KINDS = ("msg", "srv", "action")

_PACKAGE_HOME = Path(__file__).resolve().parents[1]
# An installed package carries a copy (see setup.py); a source tree, also one that is installed in
# editable mode, has the definitions themselves.
_HOMES = (
    _PACKAGE_HOME / "_interfaces",
    _PACKAGE_HOME.parent / "ros2_ws" / "src" / PACKAGE,
)


def interface_files() -> dict[str, str]:
    """Every definition's text by its full name, such as "is_bench_interfaces/msg/Verdict".

    Raises:
        FileNotFoundError: the installation is damaged: it holds no definitions.
    """
    for home in _HOMES:
        found = {
            f"{PACKAGE}/{kind}/{path.stem}": path.read_text(encoding="utf-8")
            for kind in KINDS
            for path in sorted((home / kind).glob(f"*.{kind}"))
        }
        if found:
            return found
    raise FileNotFoundError(f"no definitions of {PACKAGE} in {' or '.join(map(str, _HOMES))}")
