"""The generated pages of docs/reference, by file name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tools.reference.commands import command_page
from tools.reference.formats import format_page
from tools.reference.interfaces import interface_page

PAGES: Mapping[str, Callable[[], str]] = {
    "cli.md": command_page,
    "file_formats.md": format_page,
    "ros_interfaces.md": interface_page,
}
