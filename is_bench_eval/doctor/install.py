"""Is everything installed that is_bench needs?"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version

from is_bench.errors import IsBenchError
from is_bench.scenarios import bundled_dataset
from is_bench.taxonomy import taxonomy
from is_bench_eval.doctor.findings import Finding, Severity
from is_bench_eval.interfaces import interface_files
from kb.loader import load_library

OLDEST_PYTHON = (3, 10)


def check_install() -> Iterator[Finding]:
    """Python, the required packages, and the data that the package carries."""
    running = ".".join(map(str, sys.version_info[:3]))
    fine = sys.version_info >= OLDEST_PYTHON
    yield Finding(
        Severity.OK if fine else Severity.ERROR,
        "Python",
        running,
        remedy="" if fine else "use Python 3.10 or newer",
    )
    yield from _packages()
    yield from _data()


def _packages() -> Iterator[Finding]:
    try:
        wanted = requires("is_bench") or []
    except PackageNotFoundError:
        remedy = "pip install . or make setup"
        yield Finding(Severity.ERROR, "is_bench", "is not installed", remedy=remedy)
        return
    yield Finding(Severity.OK, "is_bench", version("is_bench"))
    for requirement in wanted:
        if "extra ==" in requirement:
            continue
        match = re.match(r"[\w.-]+", requirement)
        name = match[0] if match else requirement
        try:
            yield Finding(Severity.OK, name, version(name))
        except PackageNotFoundError:
            remedy = f"pip install '{requirement}'"
            yield Finding(Severity.ERROR, name, "is not installed", remedy=remedy)


def _data() -> Iterator[Finding]:
    try:
        dataset = bundled_dataset()
        scenarios = sum(1 for _ in dataset)
        parts = {
            "taxonomy": f"{sum(1 for _ in taxonomy())} synsets",
            "bundled scenarios": f"{scenarios} load",
            "knowledge base": f"{len(load_library())} constraints load",
            "interfaces": f"{len(interface_files())} definitions",
        }
    except (IsBenchError, OSError, ValueError) as error:
        remedy = "install is_bench again"
        yield Finding(Severity.ERROR, "package data", str(error), remedy=remedy)
        return
    if not scenarios:
        remedy = "install is_bench again"
        yield Finding(Severity.ERROR, "bundled scenarios", "there are none", remedy=remedy)
    for subject, message in parts.items():
        yield Finding(Severity.OK, subject, message)
