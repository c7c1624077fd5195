"""What a client has sent to the server."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    """By their names in lower case."""

    @property
    def streaming(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def messages(self) -> list[dict[str, Any]]:
        found = self.body.get("messages", [])
        return found if isinstance(found, list) else []

    @property
    def turns(self) -> list[str]:
        """What was said in each turn."""
        return [_text(each.get("content")) for each in self.messages]

    @property
    def text(self) -> str:
        """Everything that was said, in one text."""
        return "\n".join(self.turns)

    @property
    def pictures(self) -> list[bytes]:
        """The encoded pictures of all turns."""
        urls = [
            part["image_url"]["url"]
            for each in self.messages
            if isinstance(each.get("content"), list)
            for part in each["content"]
            if part.get("type") == "image_url"
        ]
        return [base64.b64decode(url.partition("base64,")[2]) for url in urls]


def _text(content: Any) -> str:
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict) and "text" in part]
        return "\n".join(str(part["text"]) for part in parts)
    return content if isinstance(content, str) else ""
