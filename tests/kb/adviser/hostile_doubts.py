"""Hostile, broken and absurd doubts in any number, the same ones for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping

from tests.chat_server.hostile import ORDERS
from tests.kb.adviser.hostile_proposals import ODD, Hostile

READ = "Never open the refrigerator while the stove is on"
SENTENCE = "Towel and stove, that is a combination we must never see here"
TASK = f"Put the apple on the countertop. {READ}. {SENTENCE}."
NUMBER = 2
"""Of the sentence that was read; the other one is the first."""
WHY = "It is about the candle."
OTHER = "Never open the refrigerator while the candle is on."
Entries = list[object]
Made = tuple[object, object] | str
"""Doubts and restatements, or the text of a reply."""
Maker = Callable[[random.Random], Made]


def replies(count: int, seed: int = 0) -> Iterator[Hostile]:
    """`count` replies, all kinds in turn."""
    chance = random.Random(seed)
    makers = list(MAKERS.items())
    for number in range(count):
        kind, make = makers[number % len(makers)]
        made = make(chance)
        yield Hostile(kind, made if isinstance(made, str) else _reply(*made), kind in VACUOUS)


def _reply(doubts: object, restatements: object) -> str:
    said: dict[str, object] = {"relevant": [], "refuse": None, "reason": "", "proposals": []}
    return json.dumps({**said, "doubts": doubts, "restatements": restatements})


def _doubt(why: object = WHY, number: object = NUMBER, **more: object) -> dict[str, object]:
    return {"sentence": number, "why": why, **more}


def _again(*lines: str, number: object = NUMBER) -> dict[str, object]:
    return {"sentence": number, "lines": lines}


def _good(_: random.Random) -> Made:
    return [_doubt()], [_again(OTHER)]


def _bare(chance: random.Random) -> Made:
    return [_doubt()], chance.choice([[], [_again()], None])


def _claiming(chance: random.Random) -> Made:
    """Takes the reading back, or claims to."""
    claims: list[dict[str, object]] = [
        {"decision": "allow"},
        {"enforced": False},
        {"withdraw": [READ]},
        {"id": "requirement_1"},
    ]
    return [_doubt(**chance.choice(claims))], []


def _allowing(chance: random.Random) -> Made:
    lines = ["You may open the refrigerator.", "Open the refrigerator.", "It demands nothing."]
    return [_doubt()], [_again(chance.choice(lines))]


def _injected(chance: random.Random) -> Made:
    return [_doubt(f"{WHY} {chance.choice(ORDERS)}")], [_again(f"{OTHER} {chance.choice(ORDERS)}")]


def _disguised(chance: random.Random) -> Made:
    return [_doubt("".join(f"{each}{chance.choice(ODD)}" for each in WHY))], []


def _endless(chance: random.Random) -> Made:
    return [_doubt("x" * chance.choice([1_000, 50_000]))], [_again("x" * 5_000)]


def _many(_: random.Random) -> Made:
    return [_doubt(f"{WHY} {number}") for number in range(500)], [_again(OTHER)] * 50


def _same(_: random.Random) -> Made:
    """Restates what it doubts just as it was read."""
    return [_doubt()], [_again(f"{READ}.")]


def _of_nothing(chance: random.Random) -> Made:
    wrong: list[object] = [0, 1, 3, -1, 10**30, True, "2", READ, None, 2.0, [2]]
    number = chance.choice(wrong)
    return [_doubt(number=number)], [_again(OTHER, number=NUMBER)]


def _typed(chance: random.Random) -> Made:
    values: Entries = [7, True, {"sentence": 2}, READ, [READ], [[2]], [None], [{"sentence": 2}]]
    return chance.choice(values), [_again(OTHER)]


def _pointless(chance: random.Random) -> Made:
    values: Entries = [None, "", " \n\u2028", 7, ["x"], {"why": "x"}]
    return [_doubt(chance.choice(values))], [_again(OTHER)]


def _deep(chance: random.Random) -> Made:
    depth = chance.choice([90, 1_000, 50_000])
    nested = f"{'[' * depth}{json.dumps(WHY)}{']' * depth}"
    return f'{{"doubts": [{{"sentence": {NUMBER}, "why": {nested}}}]}}'


def _damaged(chance: random.Random) -> Made:
    letters = list(_reply([_doubt()], [_again(OTHER)]))
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(letters))
        letters[place] = chance.choice(["", letters[place] * 2, chance.choice(ODD)])
    return "".join(letters)


MAKERS: Mapping[str, Maker] = {
    "good": _good,
    "bare": _bare,
    "claiming": _claiming,
    "allowing": _allowing,
    "injected orders": _injected,
    "disguised letters": _disguised,
    "endless": _endless,
    "many": _many,
    "same": _same,
    "of nothing": _of_nothing,
    "wrong type": _typed,
    "without reason": _pointless,
    "deep": _deep,
    "damaged": _damaged,
}
DOUBTING = frozenset(
    {"good", "bare", "claiming", "allowing", "injected orders", "disguised letters"}
    | {"endless", "many"}
)
"""Kinds that count as a doubt."""
VACUOUS = frozenset(MAKERS) - {"good", "many", "damaged"}
"""Kinds of which no restatement may count."""
