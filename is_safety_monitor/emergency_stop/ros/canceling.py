"""Canceling whatever a robot executes, without knowing of any goal."""

from __future__ import annotations

from collections.abc import Iterable

from action_msgs.srv import CancelGoal
from rclpy.callback_groups import CallbackGroup
from rclpy.client import Client
from rclpy.node import Node
from rclpy.task import Future

SETTLED_NS = 500_000_000
"""How long after its discovery a server knows its clients."""


def cancel_service(action: str) -> str:
    """Name of the service that cancels goals of an action."""
    return f"{action}/_action/cancel_goal"


class RobotCanceler:
    """Asks the servers of a robot's actions to cancel all their goals.

    A server that was just discovered may not know its client yet: it hears a request, but waits in
    vain to be able to answer.  An emergency puts up with that; what is not urgent comes later.
    """

    def __init__(self, node: Node, group: CallbackGroup, actions: Iterable[str]) -> None:
        """`actions` are the names that the robot serves."""
        self._clients = {
            action: node.create_client(CancelGoal, cancel_service(action), callback_group=group)
            for action in actions
        }
        self._asked: dict[Client, Future] = {}
        self._seen_ns: dict[str, int] = {}
        """Since when somebody serves an action."""
        self._known: frozenset[str] = frozenset()
        """Actions whose server has had the time to know us."""

    def look(self, now_ns: int) -> None:
        """See which servers are there, by a monotonic clock."""
        for action, client in self._clients.items():
            if client.service_is_ready():
                self._seen_ns.setdefault(action, now_ns)
            else:
                self._seen_ns.pop(action, None)
        seen = self._seen_ns.items()
        self._known = frozenset(name for name, since in seen if now_ns - since >= SETTLED_NS)

    def cancel_all(self) -> None:
        """Ask every server that is there; one that did not answer the last time is asked again."""
        for client in self._clients.values():
            self._ask(client)

    def cancel_again(self) -> None:
        """Ask those servers that have had the time to know us."""
        for action in self._known:
            self._ask(self._clients[action])

    @property
    def unseen(self) -> tuple[str, ...]:
        """Actions whose server is missing or was discovered only now."""
        return tuple(action for action in self._clients if action not in self._known)

    @property
    def is_answered(self) -> bool:
        """Whether every server that was asked has answered."""
        return all(asked.done() for asked in self._asked.values())

    def _ask(self, client: Client) -> None:
        before = self._asked.pop(client, None)
        if before is not None and not before.done():
            client.remove_pending_request(before)
        if client.service_is_ready():
            # Neither an id nor a time: all goals.
            self._asked[client] = client.call_async(CancelGoal.Request())
