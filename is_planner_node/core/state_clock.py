"""Since when the world has been as it is."""

from __future__ import annotations

from typing import Any

from is_bench.messages import nanoseconds_of


class StateClock:
    """Follows the states of the world, most of which only repeat the one before."""

    def __init__(self) -> None:
        """No state is known."""
        self._key: tuple[str, int] = ("", -1)
        self._first_ns = 0
        self._latest_ns = 0

    def tell(self, state: Any) -> None:
        """A WorldState has come; one with the same episode and step says the same again."""
        self._latest_ns = nanoseconds_of(state.header.stamp)
        key = (state.episode_id, int(state.step))
        if key != self._key:
            self._key, self._first_ns = key, self._latest_ns

    def since(self, episode_id: str, finished_ns: int) -> int | None:
        """When the latest state was told first [ns].

        None before a state of that episode is known that is not older than `finished_ns`.
        """
        if self._key[0] != episode_id or self._latest_ns < finished_ns:
            return None
        return self._first_ns
