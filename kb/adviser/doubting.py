"""The part of the adviser's prompt that shows how requirements were read, and asks for doubts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from is_bench.printable import printable_line
from kb.adviser.opinion import ReadRequirement

MOST_DOUBTS = 8
"""Most doubts of a reply that are kept."""
MOST_WHY = 200
"""Most characters of the reason for a doubt that are kept."""
MOST_SENTENCE = 400
"""Most characters of a sentence that are shown; the instruction has all of it."""
MOST_READING = 600
"""Most characters of a reading that are shown."""
CUT = " ..."
_TEXT = """\
The program has read the sentences in "read" itself, each with its "number", its "text" and its \
"reading": the rules that it enforces for it, all of them together. Compare each reading with its \
sentence. Answer also with
- "doubts": for each of these sentences whose reading says something else an object with \
"sentence", its number, and "why", in a few words what the reading has wrong; at most {most}, most \
often none.
Say a sentence that you doubt again in "restatements" as well, by its number, if the forms can say \
it; no other sentence of "read".
How to compare:
- "before A: S" means that S must hold whenever the robot is about to do A; "before A: first B" \
that it must have done B; "never A" that it must not do A; "after A, by the end: S" that S must \
hold at the end if it did A; "after A, at every step: S" that S holds from A on; "at the end" is \
when the robot has finished; "if S" says when a rule applies; "until A" what ends it. !(x) is \
anything but x. What ends in "..." is cut: that is nothing to doubt.
- Doubt a reading if a robot that keeps to it could still break the sentence, or if it forbids or \
demands what the sentence does not: another thing, another time, another order, the opposite, or \
a part is left out.
- Other words for the same are no reason, nor is how the rules are divided, that a rule names each \
way to do something, or that the demand seems unwise. A doubt takes nothing back: the reading is \
enforced all the same."""


def doubting() -> str:
    """How to doubt readings."""
    return _TEXT.format(most=MOST_DOUBTS)


def shown(read: Sequence[ReadRequirement], first: int) -> list[dict[str, object]]:
    """Requirements for the prompt, numbered from `first` on."""
    return [
        {
            "number": number,
            "text": printable_line(one.sentence, MOST_SENTENCE, CUT),
            "reading": list(_within(one.rules)),
        }
        for number, one in enumerate(read, first)
    ]


def _within(rules: Sequence[str]) -> Iterator[str]:
    """`rules` up to `MOST_READING`."""
    left = MOST_READING
    for rule in rules:
        yield printable_line(rule, left, CUT)
        left -= len(rule)
        if left <= 0:
            return
