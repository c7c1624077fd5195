"""What waits for a service or a subscription when it is destroyed."""

from __future__ import annotations

import time
from typing import Any

import pytest
from std_msgs.msg import Empty
from std_srvs.srv import Trigger

from is_bench.ros import graph
from is_bench.ros.retiring import retire_service, retire_subscription
from tests.ros.harness import Ros

pytestmark = pytest.mark.ros

WAITING = 10
ARRIVED_S = 0.3
"""Until what was sent waits in the executor, which does not spin meanwhile."""


def test_requests_that_wait_for_a_retired_service_are_dropped(
    ros: Ros, capfd: pytest.CaptureFixture[str]
) -> None:
    node, asked = ros.node("server"), []
    beside = node.create_publisher(Empty, "beside", 1)

    def serve(request: Any, response: Any) -> Any:
        asked.append(request)
        beside.publish(Empty())  # raises where it was destroyed, as the service was
        return response

    service = node.create_service(Trigger, "asked", serve, qos_profile=graph.REQUESTS)
    client = ros.node("client").create_client(Trigger, "asked", qos_profile=graph.REQUESTS)
    ros.until(client.service_is_ready)
    ros.wait(client.call_async(Trigger.Request()))
    assert len(asked) == 1
    answers = [client.call_async(Trigger.Request()) for _ in range(WAITING)]
    time.sleep(ARRIVED_S)
    retire_service(node, service)
    node.destroy_publisher(beside)
    ros.let_pass(ARRIVED_S)
    assert len(asked) == 1
    assert not any(answer.done() for answer in answers)
    assert "FATAL" not in capfd.readouterr().err


def test_messages_that_wait_for_a_retired_subscription_are_dropped(
    ros: Ros, capfd: pytest.CaptureFixture[str]
) -> None:
    node, heard = ros.node("listener"), []

    def hear(message: Empty) -> None:
        heard.append(message)
        subscription.get_publisher_count()  # raises InvalidHandle where it was destroyed

    def end(_: Any, response: Any) -> Any:
        retire_subscription(node, subscription)
        return response

    subscription = node.create_subscription(Empty, "told", hear, graph.EVENTS)
    node.create_service(Trigger, "end", end)
    teller = ros.node("teller")
    publisher = teller.create_publisher(Empty, "told", graph.EVENTS)
    client = teller.create_client(Trigger, "end")
    ros.until(lambda: publisher.get_subscription_count() and client.service_is_ready())
    ros.let_pass(ARRIVED_S)  # the executor knows both
    ended = client.call_async(Trigger.Request())
    time.sleep(ARRIVED_S)
    for _ in range(WAITING):
        publisher.publish(Empty())
    time.sleep(ARRIVED_S)
    ros.wait(ended)
    ros.let_pass(ARRIVED_S)
    assert heard == []
    assert "FATAL" not in capfd.readouterr().err
