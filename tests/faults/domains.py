"""ROS domains for faults that are not done in a test of pytest's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from is_bench_eval.engines.ros_domains import free_domain
from tests.ros.harness import Ros


@contextmanager
def fresh_ros() -> Iterator[Ros]:
    """Nodes in a domain that nobody is in; child processes that start meanwhile are in it, too."""
    domain = free_domain()
    domain.release()
    os.environ["ROS_DOMAIN_ID"] = str(domain.number)
    ros = Ros(domain.number)
    try:
        yield ros
    finally:
        ros.close()
