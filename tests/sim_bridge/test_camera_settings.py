"""The choice of camera topics."""

from __future__ import annotations

import pytest

from is_bench.errors import UnknownNameError
from sim_bridge.camera_settings import ALL_TOPICS, CameraTopic, parse_topics


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("", set()),
        (" ", set()),
        ("tf", {CameraTopic.TRANSFORMS}),
        (" image_raw, compressed ,", {CameraTopic.IMAGE, CameraTopic.COMPRESSED}),
        (ALL_TOPICS, set(CameraTopic)),
    ],
)
def test_topics_are_named_with_commas(text: str, topics: set[CameraTopic]) -> None:
    assert parse_topics(text) == topics


def test_an_unknown_topic_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean image_raw"):
        parse_topics("image_rew")
