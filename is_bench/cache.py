"""File cache in the user's cache folder.

Each file is written atomically, with a checksum: a damaged file counts as absent.  File-system
errors are not raised; with an unusable folder, nothing is cached.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

OVERRIDE = "IS_BENCH_CACHE"
"""The environment variable that names the cache folder."""
_CHECKSUM_BYTES = hashlib.sha256().digest_size


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """`IS_BENCH_CACHE`, else `is_bench` in the user's cache folder; None for a user without one."""
    if named := environment.get(OVERRIDE):
        return Path(named)
    xdg = Path(environment.get("XDG_CACHE_HOME", ""))
    if xdg.is_absolute():  # the XDG standard has relative ones ignored
        return xdg / "is_bench"
    if sys.platform == "win32" and "LOCALAPPDATA" in environment:
        return Path(environment["LOCALAPPDATA"]) / "is_bench" / "cache"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "is_bench"


def content_key(*parts: str | bytes | memoryview) -> str:
    """Hex digest of `parts`, unambiguous in their boundaries."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


@dataclass(frozen=True)
class FileCache:
    """A sub-folder of the cache folder with files named by their keys."""

    folder: Path | None
    """None: nothing is cached."""
    kind: str
    """The name of the sub-folder, such as "vectors"."""
    most: int = 32
    """Most files; the oldest are deleted first."""

    def read(self, key: str) -> bytes | None:
        """The payload of `key`; None if there is none, or if the file is damaged."""
        path = self._path(key)
        if path is None:
            return None
        try:
            data = path.read_bytes()
        except OSError:
            return None
        checksum, payload = data[:_CHECKSUM_BYTES], data[_CHECKSUM_BYTES:]
        return payload if hashlib.sha256(payload).digest() == checksum else None

    def write(self, key: str, payload: bytes) -> bool:
        """Store `payload` under `key`; returns whether that was possible."""
        path = self._path(key)
        if path is None:
            return False
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _replace(path, hashlib.sha256(payload).digest() + payload)
        except OSError:
            return False
        self._forget_oldest(path.parent)
        return True

    def forget(self, key: str) -> None:
        """Delete the file of `key`."""
        path = self._path(key)
        if path is not None:
            with suppress(OSError):
                path.unlink()

    def _path(self, key: str) -> Path | None:
        return None if self.folder is None else self.folder / self.kind / key

    def _forget_oldest(self, folder: Path) -> None:
        with suppress(OSError):  # another process may be at the same
            if len(os.listdir(folder)) <= self.most:  # noqa: PTH208  # many times as fast
                return
            files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
            for path in files[: -self.most]:
                path.unlink()


def _replace(path: Path, data: bytes) -> None:
    """Write `data` to `path` atomically."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
