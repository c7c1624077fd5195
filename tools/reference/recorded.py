"""The parameters of the nodes as `tools.reference.record_parameters` found them on running nodes.

The reference is made from the recording, so that it needs no ROS; a test over ROS compares the
recording with the nodes.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

RECORDING = Path(__file__).with_name("parameters.json")


@dataclass(frozen=True)
class Parameter:
    """A parameter that a node declares."""

    name: str
    default: str
    values: str
    """The allowed values: a range or an enumeration; empty: any of the default's type."""
    meaning: str


def parameters() -> dict[str, list[Parameter]]:
    """The declared parameters of each node, by name."""
    recorded = json.loads(RECORDING.read_text(encoding="utf-8"))
    return {node: [Parameter(**row) for row in rows] for node, rows in recorded.items()}


def write_parameters(found: dict[str, list[Parameter]]) -> None:
    """Replace the recording."""
    rows = {node: [asdict(row) for row in rows] for node, rows in sorted(found.items())}
    RECORDING.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
