"""Where a guard keeps on disk what has to survive a restart."""

from __future__ import annotations

import os
from pathlib import Path

NO_STATE = "none"
"""The parameter's value for a guard that keeps nothing on disk."""
_DEFAULT_HOME = "~/.ros"


def state_folder(parameter: str, namespace: str) -> Path | None:
    """The folder for the parameter `state_dir` of a node in `namespace`; None: nothing is kept.

    Empty: `is_bench`, and the namespace below it, under the ROS home (`ROS_HOME`, else `~/.ros`),
    so that two guards with namespaces of their own share no file.  The folder need not exist.
    """
    if parameter == NO_STATE:
        return None
    if parameter:
        return Path(parameter).expanduser()
    home = os.environ.get("ROS_HOME") or _DEFAULT_HOME
    return Path(home).expanduser().joinpath("is_bench", *namespace.strip("/").split("/"))
