"""Pieces of Markdown that the generated pages are made of."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

NOTICE = "<!-- made by `python -m tools.reference`; change what it is made from -->"


def page(title: str, *parts: str) -> str:
    """A whole page."""
    return "\n\n".join([NOTICE, f"# {title}", *(part.strip("\n") for part in parts if part)]) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; empty without rows."""
    lines = [f"| {' | '.join(map(cell, row))} |" for row in rows]
    if not lines:
        return ""
    return "\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines])


def cell(text: str) -> str:
    """A text that keeps to its cell, and is read as text where it looks like HTML."""
    return " ".join(re.sub(r"<(?!/?code>)", "&lt;", text).replace("|", "&#124;").split())


def code(text: str) -> str:
    """A text as code; empty stays empty."""
    # A bar within backticks ends the cell on GitHub, and its escape is shown by the site.
    if "|" in text:
        return f"<code>{html.escape(text)}</code>"
    return f"`{text}`" if text else ""
