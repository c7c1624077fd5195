"""The parameters in the reference are those that the nodes declare."""

from __future__ import annotations

from tools.reference.record_parameters import recorded_parameters
from tools.reference.recorded import parameters


def test_the_reference_has_the_parameters_that_the_nodes_declare(domain: int) -> None:
    del domain  # the nodes run in it
    assert parameters() == recorded_parameters(), (
        "run `tools/ros_env.sh python -m tools.reference.record_parameters`, "
        "then `.venv/bin/python -m tools.reference`"
    )
