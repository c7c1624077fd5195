"""Settings of a language-model endpoint."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from is_bench.errors import InputError

MOST_KEY_BYTES = 10_000


@dataclass(frozen=True)
class Prices:
    """Prices per million tokens, all in the same currency."""

    prompt: float
    completion: float

    @classmethod
    def of(cls, prompt: float | None, completion: float | None) -> Prices | None:
        """None if neither is given.  Raises InputError if one is missing."""
        if prompt is None and completion is None:
            return None
        if prompt is None or completion is None:
            raise InputError("give both prices, of prompt tokens and of completion tokens")
        return cls(prompt, completion)

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float:
        """The cost of one request and its reply."""
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1e6


@dataclass(frozen=True)
class Timeouts:
    """In seconds."""

    connect_s: float = 10.0
    read_s: float = 120.0
    """Longest wait for the first part of a response, and between parts."""
    deadline_s: float = 300.0
    """From the start of the first attempt to the end of the response, including retries."""


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible endpoint and a model."""

    url: str
    """The base URL, such as http://localhost:8000/v1."""
    model: str
    key_variable: str = "OPENAI_API_KEY"
    """The environment variable with the key; unset for servers without keys."""
    key_file: Path | None = None
    """A file with only the key, readable only by its owner; it overrides the variable."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further request fields for this server, such as the reasoning effort; a value of None
    omits a field that would be sent otherwise."""
    prices: Prices | None = None
    """None: unknown."""
    timeouts: Timeouts = Timeouts()
    retries: int = 4
    """Further attempts after no connection, 408, 409, 429 and 5xx."""

    def __post_init__(self) -> None:
        """Raises InputError for an invalid URL, or one that contains a secret."""
        parts = urlsplit(self.url)
        if parts.username is not None or parts.password is not None or parts.query:
            raise InputError(  # not quoted: it may be a key
                "the endpoint's URL contains a user name, a password or a query; pass the key in "
                "an environment variable or a file"
            )
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise InputError(
                f"the endpoint {self.url!r} is not a valid URL; expected for example "
                "http://localhost:8000/v1"
            )

    @property
    def key(self) -> str:
        """The key; empty if there is none.  Raises InputError for a file that cannot be used."""
        if self.key_file is not None:
            return _key_in(self.key_file)
        return os.environ.get(self.key_variable, "").strip()


def _key_in(path: Path) -> str:
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            data = file.read(MOST_KEY_BYTES + 1)
    except OSError as error:
        raise InputError(f"the key file {path} cannot be read: {error.strerror}") from error
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise InputError(
            f"the key file {path} is accessible to other users (mode {stat.S_IMODE(mode):03o}); "
            f"run: chmod 600 {path}"
        )
    try:
        key = data.decode("ascii").strip()
    except UnicodeDecodeError:
        key = ""
    if not key or len(data) > MOST_KEY_BYTES or any(not 32 < ord(c) < 127 for c in key):
        raise InputError(f"the key file {path} must contain one word of printable ASCII")
    return key
