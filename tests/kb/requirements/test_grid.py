from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest

from tests.kb.requirements.grid import (
    DEEDS,
    ENDS,
    FORBIDDING,
    KEEPING,
    OBLIGING,
    ONCE,
    ONLY,
    RUNNING,
    TRIGGERS,
    WHILES,
    Deed,
    afters,
    befores,
    said,
    soons,
    withins,
)

Read = Callable[[str], list[str]]


def sentences(
    frame: str, ways: Callable[[Deed], Iterable[str]]
) -> Iterator[tuple[str, Deed, Deed]]:
    """A frame with each way to say when, ahead of it and behind it, over changing deeds."""
    for number, both in enumerate(zip(*map(ways, TRIGGERS), strict=True), len(frame)):
        deed, place = DEEDS[number % len(DEEDS)], number // 2 % 2
        main, way = said(frame, deed), both[place]
        yield (f"{way}, {main}." if number % 2 else f"{main} {way}."), deed, TRIGGERS[place]


@pytest.mark.parametrize("frame", OBLIGING)
def test_what_is_demanded_before_or_after_a_step_means_the_same_in_every_frame(
    read: Read, frame: str
) -> None:
    for text, deed, trigger in sentences(frame, befores):
        assert (text, read(text)) == (text, [f"before {trigger.step}: {deed.result}"])
    for text, deed, trigger in sentences(frame, afters):
        assert (text, read(text)) == (text, [f"after {trigger.step}: {deed.result}"])


@pytest.mark.parametrize("frame", OBLIGING)
def test_what_is_due_in_time_means_the_same_in_every_frame(read: Read, frame: str) -> None:
    for ways, bound in ((soons, 1), (withins, 2)):
        for text, deed, trigger in sentences(frame, ways):
            due = f"after {trigger.step} within {bound} steps: {deed.result}"
            assert (text, read(text)) == (text, [due])
    for text, deed, _ in sentences(frame, lambda _: ENDS):
        assert (text, read(text)) == (text, [f"before DONE: {deed.result}"])


@pytest.mark.parametrize("frame", FORBIDDING)
def test_what_is_forbidden_means_the_same_in_every_frame(read: Read, frame: str) -> None:
    for text, deed, _ in sentences(frame, lambda _: ["ever"]):
        plain = text.replace(" ever.", ".").removeprefix("ever, ")
        assert (plain, read(plain)) == (plain, [f"before {deed.step}: (or)"])
    for text, deed, _ in sentences(frame, lambda _: WHILES):
        assert (text, read(text)) == (text, [f"before {deed.step}: (not {RUNNING})"])
    for text, deed, trigger in sentences(frame, lambda t: [f"until you have {t.perfect}"]):
        assert (text, read(text)) == (text, [f"before {deed.step}: {trigger.result}"])


@pytest.mark.parametrize("frame", ONLY)
def test_what_may_be_done_only_then_means_the_same_in_every_frame(read: Read, frame: str) -> None:
    for deed in DEEDS:
        for way in WHILES:
            text = f"{said(frame, deed)} {way}."
            assert (text, read(text)) == (text, [f"before {deed.step}: {RUNNING}"])


@pytest.mark.parametrize("frame", ONCE)
def test_what_may_be_done_only_once_means_the_same_in_every_frame(read: Read, frame: str) -> None:
    for deed in DEEDS:
        text = f"{said(frame, deed)}."
        assert (text, read(text)) == (text, [f"after {deed.step} never {deed.step}"])


@pytest.mark.parametrize("frame", KEEPING)
def test_what_has_to_stay_so_means_the_same_in_every_frame(read: Read, frame: str) -> None:
    for deed in DEEDS[:2]:
        begin = deed.step.replace("TOGGLE_OFF", "TOGGLE_ON").replace("CLOSE", "OPEN")
        for way in WHILES:
            found = read(f"{said(frame, deed)} {way}.")
            assert (frame, way, found) == (
                frame,
                way,
                [f"before {begin}: (not {RUNNING})", f"before TOGGLE_ON(sink): {deed.result}"],
            )


@pytest.mark.parametrize(
    "remark",
    [
        "it smells otherwise",
        "the seedlings need the light",
        "that sock bleeds colour",
        "I'm not heating the street",
        "they spoil each other",
        "the children are sitting there",
        "my grandmother lives here",
        "someone tripped over it",
    ],
)
def test_remarks_are_set_aside(read: Read, remark: str) -> None:
    plain = read("Never open the fridge while the oven is on.")
    assert read(f"Never open the fridge while the oven is on, {remark}.") == plain
    assert read(f"{remark}, so never open the fridge while the oven is on.") == plain


@pytest.mark.parametrize(
    "remark",
    ["the oven must not be hot", "the milk must go in the flurb", "nobody moves the flurb"],
)
def test_what_demands_something_is_no_remark(read: Read, remark: str) -> None:
    found = read(f"Never open the fridge while the oven is on, {remark}.")
    assert len(found) > 1 or found[0].startswith("?")


@pytest.mark.parametrize(
    "text",
    [
        "Be gentle with it.",
        "Treat it with care.",
        "You must wipe it slowly.",
        "Be sparing with the stuff.",
    ],
)
def test_a_manner_is_told_to_be_unread(read: Read, text: str) -> None:
    assert read(f"Wipe the table with the sponge. {text}") == [f"? {text[:-1]}"]
