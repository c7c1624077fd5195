"""The last message of an evaluation, handed over to recorders in other processes."""

from __future__ import annotations

from time import sleep

from rclpy.duration import Duration
from rclpy.executors import Executor
from rclpy.node import Node
from rclpy.publisher import Publisher

from is_bench.durations import NS_PER_S
from is_bench.ros.clocks import clock_ns
from is_bench.ros.spinning import spin_once

HAND_OVER_S = 5.0
"""How long a recorder in another process has to take the last message."""
DISCOVERY_S = 2.0
"""How long such a recorder has to be discovered."""
TAKE_S = 0.3
"""How long it has to take up what it has acknowledged: a reader may drop what a writer leaves."""
RECORDER = "bag_recorder"


def hand_over(
    executor: Executor, node: Node, publisher: Publisher, *, own: bool, external: bool
) -> None:
    """Stay until every recorder has what was published last, within bounds.

    `own` says whether one of them is in this process, `external` whether others may be elsewhere.
    """
    began = clock_ns(node)
    while True:
        recorders = node.get_node_names().count(RECORDER)
        unseen = external and recorders == int(own)
        waited_s = (clock_ns(node) - began) / NS_PER_S
        enough = publisher.get_subscription_count() >= recorders + int(unseen)
        if enough or waited_s > (DISCOVERY_S if unseen else HAND_OVER_S):
            break
        spin_once(executor, 0.05)
    if publisher.get_subscription_count():
        publisher.wait_for_all_acked(Duration(seconds=HAND_OVER_S))
        if external:
            sleep(TAKE_S)
