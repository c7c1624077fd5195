"""Deciding that a simulator's process hangs, from what is seen of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Watch:
    """Watches one call.

    Counts waits in which nothing happened, not time: when the whole machine stands still, so does
    the caller, and nobody is to blame.
    """

    patience: float
    """Seconds without progress that are allowed."""
    interval: float
    """Seconds that one wait lasts."""
    progress: int
    """The simulator's progress when the call was made."""
    idle: int = 0
    """Waits since it last got on."""

    def waited(self, progress: int) -> bool:
        """Note one wait; tells whether the patience is at an end."""
        if progress != self.progress:
            self.progress = progress
            self.idle = 0
            return False
        self.idle += 1
        return self.idle * self.interval >= self.patience
