"""Seals of bags: what was recorded, in a form that shows every later change.

A seal is a file in the bag's folder.  It has a digest of every message in the order of writing, the
head of the hash chain over them, and the hashes of the folder's other files.  Its own digest says
all of it in one line, to be kept elsewhere: whoever can rewrite a bag can seal it anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from is_bench.cache import content_key

SEAL = "seal.json"
HEAD = "is_bench_head"
"""The key in the metadata's custom data under which the chain's head stands, too."""
_FORMAT = 1
_SHORT = 8
"""Bytes of a message's digest that a seal keeps: enough to tell which message was changed."""


@dataclass
class Chain:
    """The hash chain over the messages of a bag: each link holds the one before."""

    digests: list[str] = field(default_factory=list)
    """The beginning of each message's digest, in hexadecimal."""
    _link: bytes = b""

    def add(self, topic: str, kind: str, stamp_ns: int, data: bytes) -> None:
        """Append a message in CDR form, received at `stamp_ns`."""
        digest = hashlib.sha256()
        for text in (topic, kind):
            encoded = text.encode()
            digest.update(len(encoded).to_bytes(8, "little"))
            digest.update(encoded)
        digest.update(stamp_ns.to_bytes(8, "little"))
        digest.update(data)
        found = digest.digest()
        self._link = hashlib.sha256(self._link + found).digest()
        self.digests.append(found[:_SHORT].hex())

    @property
    def head(self) -> str:
        """The last link, in hexadecimal; empty without any message."""
        return self._link.hex()


@dataclass(frozen=True)
class Seal:
    """What a bag was when it was closed."""

    head: str
    digests: tuple[str, ...]
    files: Mapping[str, str]
    """SHA-256 of each other file in the folder, by its name."""

    @property
    def digest(self) -> str:
        """The seal in one line."""
        listed = [text for item in sorted(self.files.items()) for text in item]
        return content_key(self.head, *self.digests, "files", *listed)


def seal_folder(folder: Path, chain: Chain) -> Seal:
    """Write the seal of the bag in `folder`, whose files are all there."""
    seal = Seal(chain.head, tuple(chain.digests), file_hashes(folder))
    document = {
        "format": _FORMAT,
        "head": seal.head,
        "files": dict(seal.files),
        "messages": list(seal.digests),
    }
    partial = folder / f".{SEAL}.partial"
    partial.write_text(json.dumps(document, indent=0) + "\n", encoding="utf-8")
    partial.replace(folder / SEAL)
    return seal


def read_seal(folder: Path) -> Seal | None:
    """The seal in `folder`; None if there is none.  Raises ValueError for one that is broken."""
    try:
        text = (folder / SEAL).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    return _seal_of(json.loads(text))


def file_hashes(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file in `folder`, but for the seal, by its name."""
    return {
        path.name: _hash(path)
        for path in sorted(folder.iterdir())
        if path.name != SEAL and path.is_file()
    }


def _hash(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _seal_of(document: Any) -> Seal:
    if not isinstance(document, dict) or document.get("format") != _FORMAT:
        raise ValueError(f"it is not of format {_FORMAT}")
    head, files, digests = (document.get(key) for key in ("head", "files", "messages"))
    if (
        not isinstance(head, str)
        or not isinstance(files, dict)
        or not isinstance(digests, list)
        or not all(isinstance(text, str) for text in (*files.values(), *digests))
    ):
        raise ValueError("it has not the parts of a seal")
    return Seal(head, tuple(digests), files)
