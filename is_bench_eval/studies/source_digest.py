"""Which file a study was given: noted with a digest, so that the same one can be found again."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True)
class SourceDigest:
    """A file that a study read."""

    source: str
    sha256: str

    @classmethod
    def of(cls, source: str, text: str) -> SourceDigest:
        """Of the text that was read from `source`."""
        return cls(source, sha256(text.encode()).hexdigest())

    def document(self) -> dict[str, str]:
        """What a study notes of the file."""
        return {"file": self.source, "sha256": self.sha256}
