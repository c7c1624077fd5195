"""Durable file writes (fsync)."""

from __future__ import annotations

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Sync a folder (fsync) so that new and renamed entries persist after a power failure.

    Raises OSError, also on file systems that cannot sync folders.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
