"""The journal of an episode: what a guard was told and asked in it, as lines of text.

Each line is a checksum and a JSON object: an entry of the guard's log, of a state with its facts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args, get_type_hints
from zlib import crc32

from is_bench.errors import InputError
from is_bench.facts import Atom, FactSet
from is_bench.guard_log import NOWHERE, Entry, LogPosition
from is_safety_monitor.core.plain_values import plain, restored
from is_safety_monitor.core.received_states import Report

_KINDS: dict[str, type[Entry]] = {kind.__name__: kind for kind in get_args(Entry)}
_CHECKSUM = 8
"""Hexadecimal digits at the beginning of a line."""
_READ = "read"
"""The field of a report that is no value."""


class JournalProblem(InputError):
    """A journal cannot be read."""


@dataclass(frozen=True)
class Record:
    """An entry, with the state of the world that it names."""

    entry: Entry
    report: Report | None = None
    """None: it names none."""
    place: LogPosition = NOWHERE
    """In the log of the guard that noted it."""


def line_of(record: Record) -> bytes:
    """The line of a record, with its end."""
    value: dict[str, Any] = {type(record.entry).__name__: plain(record.entry)}
    value["place"] = plain(record.place)
    if record.report is not None:
        value["state"] = _state(record.report)
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()
    return b"%08x %s\n" % (crc32(text), text)


def read_journal(data: bytes) -> list[Record]:
    """The records of a journal; a last line without an end was being written, and is dropped.

    Raises JournalProblem for any other line that is not as it was written.
    """
    *lines, _ = data.split(b"\n")
    return [_record(number, line) for number, line in enumerate(lines, 1)]


def _record(number: int, line: bytes) -> Record:
    checksum, text = line[:_CHECKSUM], line[_CHECKSUM + 1 :]
    if checksum != b"%08x" % crc32(text):
        raise JournalProblem(f"line {number} of the episode's journal is damaged")
    try:
        value = json.loads(text)
        state, place = value.pop("state", None), restored(LogPosition, value.pop("place"))
        ((name, data),) = value.items()
        report = None if state is None else _report(state)
        return Record(restored(_KINDS[name], data), report, place)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise JournalProblem(
            f"line {number} of the episode's journal cannot be read ({error}); "
            "another version may have written it"
        ) from None


# States of the world


def _state(report: Report) -> dict[str, Any]:
    others = {
        field.name: plain(getattr(report, field.name))
        for field in fields(report)
        if field.name != _READ
    }
    try:
        facts, observed = report.read()
    except Exception as error:  # noqa: BLE001  # a state that cannot be read is kept as one
        return {**others, "problem": f"{type(error).__name__}: {error}"}
    seen = [[stamp, *_plain_atom(fact)] for fact, stamp in observed.items()]
    return {
        **others,
        "closed": facts.closed,
        "true": _plain_atoms(facts.true),
        "false": _plain_atoms(facts.false),
        "unknown": _plain_atoms(facts.unknown),
        "observed": seen,
    }


def _report(data: dict[str, Any]) -> Report:
    hints = get_type_hints(Report)
    names = [field.name for field in fields(Report) if field.name in data]
    others = {name: restored(hints[name], data[name]) for name in names}
    if "problem" in data:
        return Report(**others, read=_Unreadable(data["problem"]))
    true, false, unknown = (_atoms(data[name]) for name in ("true", "false", "unknown"))
    facts = FactSet(true, false, unknown, restored(bool, data["closed"]))
    observed = {_atom(fact): restored(int, stamp) for stamp, *fact in data["observed"]}
    return Report(**others, read=lambda: (facts, observed))


@dataclass(frozen=True)
class _Unreadable:
    """Reads a state that could not be read."""

    problem: str

    def __call__(self) -> tuple[FactSet, Mapping[Atom, int]]:
        raise InputError(self.problem)


def _plain_atoms(facts: Iterable[Atom]) -> list[list[str]]:
    return [_plain_atom(fact) for fact in facts]


def _plain_atom(fact: Atom) -> list[str]:
    return [fact.predicate, *fact.arguments]


def _atoms(data: list[list[str]]) -> frozenset[Atom]:
    return frozenset(map(_atom, data))


def _atom(data: list[str]) -> Atom:
    predicate, *arguments = (restored(str, part) for part in data)
    return Atom(predicate, tuple(arguments))
