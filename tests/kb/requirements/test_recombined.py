"""Sentences in pieces: whatever is said, reading it raises nothing."""

from __future__ import annotations

import random

import yaml

from is_bench.reading import read_instruction
from kb.requirements import read_requirements
from tests.kb.requirements.test_blind_sentences import FOLDER, Scene, scene_of
from tests.sampling import SOAK

COUNT = 20_000 if SOAK else 400


def _scenes() -> list[tuple[Scene, list[str]]]:
    documents = [yaml.safe_load(p.read_text("utf-8")) for p in sorted(FOLDER.glob("*.yaml"))]
    return [(scene_of(d["scene"]), [case["text"] for case in d["cases"]]) for d in documents]


def test_recombined_sentences_are_read_or_reported() -> None:
    scenes = _scenes()
    draw = random.Random(0)
    texts = [text for _, own in scenes for text in own]
    words = [word for text in texts for word in text.split()]
    for _ in range(COUNT):
        scene, _ = draw.choice(scenes)
        head, tail = draw.choice(texts).split(), draw.choice(texts).split()
        cut = [*head[: draw.randrange(len(head))], *tail[draw.randrange(len(tail)) :]]
        salad = draw.choices(words, k=draw.randrange(1, 25))
        text = " ".join(draw.choice((cut, salad)))
        read_requirements(text, scene.objects, scene.domain)
        read_instruction(text, scene.objects, scene.domain)


def test_a_state_that_nothing_brings_about_is_no_obstacle() -> None:
    scene = next(scene for scene, _ in _scenes() if "dishwasher" in str(scene.objects))
    text = "dirty plates in the dishwasher, dont start it yet its half empty"
    read_requirements(text, scene.objects, scene.domain)
