"""Platform-independent digest of a ROS message.

Serialized messages do not serve: what pads them to alignment is not initialized.  The digest is
taken over the fields in the order of CDR, little-endian, without padding.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Callable
from functools import lru_cache
from typing import Any

Sink = Callable[[bytes], None]
Writer = Callable[[Any, Sink], None]

_CODES = {
    "boolean": "?",
    "char": "B",
    "float": "f",
    "double": "d",
    **{
        f"{sign}int{bits}": code
        for bits, code in ((8, "b"), (16, "h"), (32, "i"), (64, "q"))
        for sign, code in (("", code), ("u", code.upper()))
    },
}
"""Of `struct`, for the types of ROS."""
_COUNT = struct.Struct("<I")
_MANY = re.compile(r"sequence<(?P<items>.+?)(, \d+)?>|(?P<fixed>.+)\[\d+\]")


def digest_of(message: Any) -> bytes:
    """SHA-256 of a ROS message [32 bytes]."""
    found = hashlib.sha256()
    _write_message(message, found.update)
    return found.digest()


def _write_message(message: Any, put: Sink) -> None:
    kind: Any = type(message)
    for name, write in _fields(kind):
        write(getattr(message, name), put)


@lru_cache(maxsize=1024)
def _fields(kind: Any) -> tuple[tuple[str, Writer], ...]:
    described = kind.get_fields_and_field_types()
    return tuple((name, _writer(of)) for name, of in described.items())


def _writer(of: str) -> Writer:
    many = _MANY.fullmatch(of)
    if many is not None:
        return _items(many["items"] or many["fixed"], counted=many["fixed"] is None)
    if of in _CODES:
        pack = struct.Struct("<" + _CODES[of]).pack
        return lambda value, put: put(pack(value))
    if of == "octet":
        return lambda value, put: put(value)
    if of.startswith(("string", "wstring")):
        return _write_text
    return _write_message


def _items(of: str, *, counted: bool) -> Writer:
    code, write = _CODES.get(of), _writer(of)

    def write_items(values: Any, put: Sink) -> None:
        if counted:
            put(_COUNT.pack(len(values)))
        if code is not None:
            put(_packed(code, values))
            return
        for value in values:
            write(value, put)

    return write_items


def _packed(code: str, values: Any) -> bytes:
    if hasattr(values, "tobytes"):  # array.array and numpy's, of exactly the field's type
        return bytes(values.tobytes())
    return struct.pack(f"<{len(values)}{code}", *values)


def _write_text(value: str, put: Sink) -> None:
    text = value.encode("utf-8", "surrogatepass")
    put(_COUNT.pack(len(text)) + text)
