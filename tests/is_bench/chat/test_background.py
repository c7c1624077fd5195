from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from is_bench.chat.background import running_loop


def test_everybody_has_the_same_running_loop() -> None:
    with ThreadPoolExecutor(8) as pool:
        loops = set(pool.map(lambda _: running_loop(), range(8)))
    (loop,) = loops
    assert loop.is_running()
