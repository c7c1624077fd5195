"""Whether a bag is what was recorded, and if not, what was changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from is_bench.durations import NS_PER_S
from is_bench_eval.recording.bag_reader import METADATA, bag_files
from is_bench_eval.recording.mcap import McapFile, RawMessage
from is_bench_eval.recording.run_seals import sealed_in_run
from is_bench_eval.recording.seal import HEAD, SEAL, Chain, Seal, file_hashes, read_seal

MOST_NAMED = 5
"""How many changes of one kind are named."""


@dataclass(frozen=True)
class Verified:
    """What is known of a bag."""

    path: Path
    messages: int
    """How many can be read."""
    seal: str
    """The digest of its seal; empty without one."""
    faults: tuple[str, ...]
    """In what it is not what was recorded; empty of an intact bag."""


def verify_bag(path: Path, kept: str = "") -> Verified:
    """Compare a bag with its seal, and that with `kept`, a seal's digest from elsewhere (or "").

    Raises BagProblem where there is no bag.
    """
    files = bag_files(path)
    folder = path if path.is_dir() else path.parent
    chain, seen, problems = Chain(), list[RawMessage](), list[str]()
    for file in map(McapFile, files):
        for raw in file.messages():
            chain.add(raw.channel.topic, raw.channel.kind, raw.stamp_ns, raw.data)
            seen.append(raw._replace(data=b""))
        if file.problem:
            problems.append(f"{file.path.name} cannot be read to its end: {file.problem}")
    try:
        seal = read_seal(folder)
    except ValueError as error:
        seal, broken = None, [f"{SEAL} is broken: {error}"]
    else:
        broken = [] if seal else list(_without_seal(folder))
    faults = [*broken, *problems]
    if seal is not None:
        faults = [*_differences(folder, seal, chain, seen), *problems]
        faults += _otherwise_sealed(folder, seal, kept)
    return Verified(path, len(seen), seal.digest if seal else "", tuple(faults))


def _without_seal(folder: Path) -> Iterator[str]:
    metadata = folder / METADATA
    if not metadata.exists():
        yield "not closed: the recording was killed, or its end was taken away"
    elif HEAD in metadata.read_text(encoding="utf-8", errors="replace"):
        yield f"the seal ({SEAL}) was taken away"
    else:
        yield "not sealed: it was not recorded by is_bench, or by an older one"


def _differences(
    folder: Path, seal: Seal, chain: Chain, seen: Sequence[RawMessage]
) -> Iterator[str]:
    hashes = file_hashes(folder)
    for name in sorted(seal.files.keys() - hashes.keys()):
        yield f"{name} is missing"
    for name in sorted(hashes.keys() - seal.files.keys()):
        yield f"{name} was added"
    changed = sorted(name for name, found in hashes.items() if seal.files.get(name, found) != found)
    for name in changed:
        yield f"{name} has other bytes"
    if chain.head != seal.head:
        yield from _changes(seal.digests, chain.digests, seen)
    elif tuple(chain.digests) != seal.digests:
        yield f"{SEAL} was changed: its digests are not those of its chain"
    elif changed or seal.files.keys() != hashes.keys():
        yield f"the {len(seen)} messages themselves are as they were recorded, in their order"


def _changes(old: Sequence[str], new: Sequence[str], seen: Sequence[RawMessage]) -> Iterator[str]:
    """Which messages are missing, were added, changed or moved."""
    if sorted(old) == sorted(new):
        first = next((n for n, (a, b) in enumerate(zip(old, new, strict=True)) if a != b), None)
        if first is None:
            yield f"the chain's head in {SEAL} is not that of the messages"
        else:
            yield f"the order of the messages was changed, from {_name(first, seen)} on"
        return
    start = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    start = min(len(old), len(new)) if start is None else start
    lost, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    found: dict[str, list[str]] = {"changed": [], "missing": [], "added": []}
    matcher = SequenceMatcher(None, old[start:], new[start:], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        gone = [n for n in range(start + a, start + b) if lost[old[n]]] if tag != "equal" else []
        here = [n for n in range(start + c, start + d) if come[new[n]]] if tag != "equal" else []
        both = min(len(gone), len(here))
        found["changed"] += [_name(n, seen) for n in here[:both]]
        found["missing"] += [f"message {n + 1} of those recorded" for n in gone[both:]]
        found["added"] += [_name(n, seen) for n in here[both:]]
    for what, names in found.items():
        if names:
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            yield f"{what}: {', '.join(names[:MOST_NAMED])}{more}"


def _name(number: int, seen: Sequence[RawMessage]) -> str:
    message = seen[number]
    return f"message {number + 1} ({message.channel.topic} at {message.stamp_ns / NS_PER_S:.3f} s)"


def _otherwise_sealed(folder: Path, seal: Seal, kept: str) -> Iterator[str]:
    """Whether the bag was sealed anew, as far as anything outside it tells."""
    noted = sealed_in_run(folder)
    if noted is not None and noted != seal.digest:
        yield f"its run noted another seal: {noted}"
    if kept and kept.lower() != seal.digest:
        yield f"the seal that you give is another: {kept}"
    metadata = folder / METADATA
    if metadata.exists():
        text = metadata.read_text(encoding="utf-8", errors="replace")
        if seal.head not in text:
            yield f"{METADATA} has another head of the chain"
