"""Whether this installation is whole: Python, packages, data files, a place to write to."""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.metadata import (
    PackageNotFoundError,
    metadata,
    packages_distributions,
    requires,
    version,
)
from pathlib import Path
from xml.etree import ElementTree as ET

from is_bench.errors import InputError, Place
from is_bench.scenarios import bundled_dataset
from is_bench.scenarios.yaml_scenario import scenario_schema
from is_bench.taxonomy import taxonomy
from is_bench_eval.doctor.findings import Area, Finding, Severity
from is_bench_eval.doctor.requirements import Requirement, requirements
from is_bench_eval.recording.interfaces import interface_files
from kb.loader import load_library

PACKAGE = "is_bench"
REINSTALL = "install the package again: `pip install .`, or `make setup` in the source tree"


def check_install() -> Iterator[Finding]:
    """What is right and wrong with the installation."""
    try:
        declared = metadata(PACKAGE)
    except PackageNotFoundError:
        message = "not installed: this runs from a source tree, and nothing says what it needs"
        yield _found(Severity.WARNING, PACKAGE, message, REINSTALL)
    else:
        yield _check_python(declared["Requires-Python"] or "")
        yield check_version(version(PACKAGE), package_xml())
        for requirement in requirements(requires(PACKAGE) or ()):
            yield check_requirement(requirement)
    for name, load in DATA.items():
        yield check_data(name, load)
    yield check_writable(Path.cwd())


def check_version(installed: str, package: Path | None) -> Finding:
    """Whether the installed metadata are those of the code: of its package.xml, if it has one."""
    written = None if package is None else ET.parse(package).findtext("version")  # noqa: S314  # our own file
    if written is None or written == installed:
        return _found(Severity.OK, PACKAGE, installed)
    message = f"the metadata say {installed}, package.xml says {written}"
    place = None if package is None else Place(str(package))
    return _found(Severity.WARNING, PACKAGE, message, REINSTALL, place)


def package_xml() -> Path | None:
    """The package.xml beside the code, in a source tree; None elsewhere."""
    path = Path(__file__).resolve().parents[2] / "package.xml"
    return path if path.is_file() else None


def check_requirement(requirement: Requirement) -> Finding:
    """Whether a required package is there, in a version that will do, and can be imported."""
    remedy = f"pip install '{requirement}'"
    try:
        found = version(requirement.name)
    except PackageNotFoundError:
        return _found(Severity.ERROR, requirement.name, "not installed", remedy)
    if not requirement.allows(found):
        message = f"{found}, but {requirement.bounds} is needed"
        return _found(Severity.ERROR, requirement.name, message, remedy)
    for module in modules_of(requirement.name):
        try:
            import_module(module)
        except Exception as error:  # noqa: BLE001  # a broken package raises what it likes
            message = f"{found} is there, but `import {module}` fails: {error}"
            return _found(Severity.ERROR, requirement.name, message, remedy)
    return _found(Severity.OK, requirement.name, found)


def modules_of(distribution: str) -> list[str]:
    """The public top-level modules that an installed distribution brings."""
    return [
        module
        for module, owners in packages_distributions().items()
        if _plain(distribution) in map(_plain, owners)
        and module.isidentifier()
        and not module.startswith("_")
    ]


def check_data(name: str, load: Callable[[], str]) -> Finding:
    """Whether data files of the package can be read; `load` says what there is."""
    try:
        return _found(Severity.OK, name, load())
    except InputError as error:
        return _found(Severity.ERROR, name, error.message, REINSTALL, error.place)
    except (OSError, ValueError, KeyError) as error:
        return _found(Severity.ERROR, name, f"cannot be read: {error}", REINSTALL)


def check_writable(folder: Path) -> Finding:
    """Whether files can be written into `folder`."""
    subject = "current folder"
    try:
        with tempfile.TemporaryFile(dir=folder):
            return _found(Severity.OK, subject, f"{folder} can be written to")
    except OSError as error:
        message = f"{folder} cannot be written to: {error.strerror}"
        remedy = "give results a place elsewhere: is-bench eval --out DIR"
        return _found(Severity.WARNING, subject, message, remedy)


def _taxonomy() -> str:
    return f"{sum(1 for _ in taxonomy())} synsets"


def _schema() -> str:
    return f"version {scenario_schema()['properties']['scenario']['const']}"


def _scenarios() -> str:
    return _count(list(bundled_dataset()), "scenarios")


def _constraints() -> str:
    return _count(load_library(), "constraints")


def _interfaces() -> str:
    return _count(list(interface_files()), "definitions")


DATA: dict[str, Callable[[], str]] = {
    "taxonomy": _taxonomy,
    "scenario schema": _schema,
    "bundled scenarios": _scenarios,
    "knowledge base": _constraints,
    "interface definitions": _interfaces,
}
"""The data files of the package: how they are read, and what there is in them."""


def _count(things: Sequence[object], noun: str) -> str:
    if not things:
        raise ValueError(f"there are no {noun}")
    return f"{len(things)} {noun}"


def _check_python(bounds: str) -> Finding:
    found = platform.python_version()
    if Requirement("Python", bounds).allows(found):
        return _found(Severity.OK, "Python", found)
    return _found(Severity.ERROR, "Python", f"{found}, but {bounds} is needed", REINSTALL)


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def _found(
    severity: Severity, subject: str, message: str, remedy: str = "", place: Place | None = None
) -> Finding:
    return Finding(severity, Area.INSTALL, "install", subject, message, place, remedy)
