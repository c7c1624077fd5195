"""What all pages share: each is one file that needs nothing else, made from a package's assets."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2

Asset = tuple[str, str]
"""A package, and the name of a file in its folder `assets`."""
SHARED = "is_bench_eval.pages"
"""Its assets are open to all templates: `head.html` needs page_title, style and the hashes."""
PAGE_CSS: Asset = (SHARED, "page.css")
TABLES_CSS: Asset = (SHARED, "tables.css")
"""What pages have in common: how they look, and how their tables do."""


@cache
def page_template(package: str, name: str, **filters: Callable[..., str]) -> jinja2.Template:
    """A template among the assets of `package`, which escapes whatever it is given."""
    folders = (package, SHARED)
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader([jinja2.PackageLoader(each, "assets") for each in folders]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(filters)
    return environment.get_template(name)


@cache
def assets(*listed: Asset) -> str:
    """The texts of assets, one after the other."""
    found = (files(package) / "assets" / name for package, name in listed)
    return "\n".join(file.read_text(encoding="utf-8") for file in found)


def policy_hash(text: str) -> str:
    """How a content security policy names an inline style or script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def script_json(document: Any) -> str:
    """JSON that can stand in a script element, whatever its texts are."""
    text = json.dumps(document, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def along(share: float) -> str:
    """Where a share lies on an axis, as an SVG length."""
    return f"{100 * share:.2f}%"
