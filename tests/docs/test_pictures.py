"""The pictures of the embedded world in the docs show what would be drawn now."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tools.reference.pictures import IMAGES, PICTURES, Picture, digest_of, read_record

BY_HAND = {"foxglove_layout.png", "report.png"}
"""Pictures of a screen, which a person takes."""


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.file)
def test_a_picture_shows_what_would_be_drawn_now(picture: Picture) -> None:
    shown = {**picture.record(), "file": digest_of(IMAGES / picture.file)}
    assert read_record()[picture.file] == shown, "run `python -m tools.reference.pictures`"


def test_every_picture_of_the_docs_is_drawn_or_taken_by_hand() -> None:
    files = {path.name for path in IMAGES.iterdir() if path.suffix in {".gif", ".png"}}
    assert files == {picture.file for picture in PICTURES} | BY_HAND


def test_the_record_tells_scenes_and_steps_apart() -> None:
    clip = next(picture for picture in PICTURES if picture.file == "microwave_a_potato.gif")
    other = replace(clip, planner="careless").record()
    assert other["scene"] == clip.record()["scene"]
    assert other["steps"] != clip.record()["steps"]
    assert replace(clip, scenario="mow_the_lawn").record()["scene"] != other["scene"]
