from __future__ import annotations

from pathlib import Path

from is_safety_monitor.health.claim import StateClaim

GID = bytes(range(1, 17))


def test_the_first_guard_of_a_folder_knows_of_nobody(tmp_path: Path) -> None:
    claim = StateClaim(tmp_path / "state")
    assert claim.is_held
    assert claim.dead == b""


def test_after_the_end_of_a_guard_the_next_one_knows_its_id(tmp_path: Path) -> None:
    first = StateClaim(tmp_path)
    first.note(GID)
    first.release()  # as the kernel does when a process is killed
    assert StateClaim(tmp_path).dead == GID[:12]


def test_while_a_guard_lives_nobody_is_taken_for_dead(tmp_path: Path) -> None:
    first = StateClaim(tmp_path)
    first.note(GID)
    second = StateClaim(tmp_path)
    assert not second.is_held
    assert second.dead == b""
    second.note(bytes(16))
    first.release()
    assert StateClaim(tmp_path).dead == GID[:12]


def test_without_a_folder_nothing_is_known_or_noted() -> None:
    claim = StateClaim(None)
    claim.note(GID)
    assert (claim.is_held, claim.dead) == (False, b"")


def test_a_damaged_note_names_nobody(tmp_path: Path) -> None:
    (tmp_path / "guard.lock").write_bytes(b"short")
    assert StateClaim(tmp_path).dead == b""
