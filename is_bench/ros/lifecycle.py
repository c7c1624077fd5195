"""A lifecycle node that rejects invalid transitions instead of failing."""

from __future__ import annotations

from typing import Any

from rclpy.lifecycle import LifecycleNode


class SteadyLifecycleNode(LifecycleNode):
    """A LifecycleNode that answers a wrong transition with a refusal.

    rclpy raises an error in the callback of its service, which ends the process: whoever may call
    change_state could end a guard by asking it to activate twice.
    """

    def _LifecycleNodeMixin__on_change_state(  # noqa: N802  # rclpy's own name of its callback
        self, request: Any, response: Any
    ) -> Any:
        try:
            return super()._LifecycleNodeMixin__on_change_state(request, response)
        except RuntimeError as error:
            self.get_logger().warning(f"a transition is refused: {error}")
            response.success = False
            return response
