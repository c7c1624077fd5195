"""Requirements that were not read, and requests and remarks that only look like them."""

import pytest

from is_bench.reading.remarks import is_firm, speaks_of_requirements
from is_bench.reading.words import sentences


@pytest.mark.parametrize(
    "text",
    [
        "Not before noon with the mower.",
        "The chest only opens if grandma nods.",
        "Nothing fizzy in there, ever.",
        "You have to jiggle it.",
        "House rule: shoes off.",
    ],
)
def test_what_speaks_of_a_requirement_is_firm(text: str) -> None:
    assert is_firm(text)


@pytest.mark.parametrize(
    "text",
    [
        "A plate, a glass and his fork.",
        "Guests at six, tree lights on, leave them.",
        "Noah, three months old, goes down for his nap in five minutes.",
        "Give the toilet a good squirt, it can work in while I make lunch.",
    ],
)
def test_requests_and_remarks_are_not(text: str) -> None:
    assert not is_firm(text)


@pytest.mark.parametrize(
    ("text", "may_state"),
    [
        ("Close it before you open the other one.", True),
        ("Put the cup on the table.", False),
        ("It has to be shut.", True),
    ],
)
def test_what_may_state_a_requirement_has_to_be_read_or_told(text: str, may_state: bool) -> None:
    assert speaks_of_requirements(sentences(text)[0].words) is may_state
