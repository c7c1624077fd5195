"""A mapping with an undo log; O(1) snapshots, cheap restore."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_Change = tuple[K, V | None, V | None]
_Changes = list[list[_Change[K, V]]]


@dataclass(eq=False)
class Snapshot(Generic[K, V]):
    """A restorable state of a `VersionedDict`; opaque to its users."""

    parent: Snapshot[K, V] | None
    depth: int
    changes: list[_Change[K, V]] = field(default_factory=list)
    """The changes from the parent to this state, in order: (key, old value, new value)."""


class VersionedDict(Generic[K, V]):
    """A mapping with snapshots.

    Snapshots form a tree.  `snapshot()` is O(1); `restore(s)` walks from the present state to `s`
    over their common ancestor, undoing and redoing changes: O(changes on this path).
    Setting a key to None removes it.
    """

    def __init__(self, values: Mapping[K, V]) -> None:
        """Start from a copy of `values`."""
        self._values: dict[K, V] = dict(values)
        self._here: Snapshot[K, V] = Snapshot(None, 0)
        self._pending: list[_Change[K, V]] = []
        self.version = 0
        """Increases with every change, including restored ones; for caches of derived values."""

    def get(self, key: K) -> V | None:
        """The value of `key`, or None."""
        return self._values.get(key)

    def set(self, key: K, value: V | None) -> None:
        """Set `key` to `value`; None removes it."""
        old = self._values.get(key)
        if old == value:
            return
        self._pending.append((key, old, value))
        self._put(key, value)

    def items(self) -> Iterator[tuple[K, V]]:
        """The keys with their values, in no particular order."""
        return iter(self._values.items())

    def snapshot(self) -> Snapshot[K, V]:
        """A token for the present state."""
        if self._pending:
            here = Snapshot(self._here, self._here.depth + 1, self._pending)
            self._here, self._pending = here, []
        return self._here

    def restore(self, target: Snapshot[K, V]) -> None:
        """Return to the state of `target`, a token of this mapping; otherwise ValueError."""
        undo, redo = self._path_to(target)
        for changes in (self._pending, *undo):
            for key, old, _ in reversed(changes):
                self._put(key, old)
        for changes in reversed(redo):
            for key, _, new in changes:
                self._put(key, new)
        self._here, self._pending = target, []

    def _path_to(self, target: Snapshot[K, V]) -> tuple[_Changes[K, V], _Changes[K, V]]:
        """The changes to undo and to redo, each from the deepest up to the common ancestor."""
        undo: _Changes[K, V] = []
        redo: _Changes[K, V] = []
        up, down = self._here, target
        while up is not down:
            deeper, path = (up, undo) if up.depth > down.depth else (down, redo)
            if deeper.parent is None:
                raise ValueError("the snapshot belongs to another mapping")
            path.append(deeper.changes)
            if deeper is up:
                up = deeper.parent
            else:
                down = deeper.parent
        return undo, redo

    def _put(self, key: K, value: V | None) -> None:
        self.version += 1
        if value is None:
            self._values.pop(key, None)
        else:
            self._values[key] = value
