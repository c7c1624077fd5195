"""Which is_bench this is."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


def version_of(package: str) -> str | None:
    """The installed version of a package; None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


@cache
def package_version() -> str:
    """The version of is_bench, from package.xml by way of the installed metadata; read once."""
    return version_of("is_bench") or "unknown"
