from __future__ import annotations

from sim_bridge.remote.watch import Watch


def test_the_patience_ends_after_as_many_waits_as_fit_into_it() -> None:
    watch = Watch(patience=1.0, interval=0.25, progress=0)
    assert [watch.waited(0) for _ in range(4)] == [False, False, False, True]


def test_progress_starts_the_count_anew() -> None:
    watch = Watch(patience=0.5, interval=0.25, progress=0)
    assert [watch.waited(p) for p in (0, 1, 1, 2, 2, 2)] == [False] * 5 + [True]
