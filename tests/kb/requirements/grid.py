"""Modal frames, contents and triggers, whose combinations all mean the same as the plainest one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Deed:
    """Something that is done, in the forms of its verb, with its step and its result."""

    active: str
    thing: str
    part: str
    gerund: str
    perfect: str
    state: str
    step: str
    result: str


DEEDS = (
    Deed("turn the stove off", "the stove", "turned off", "turning the stove off",
         "turned the stove off", "off", "TOGGLE_OFF(stove)", "(not (toggled_on stove))"),
    Deed("close the window", "the window", "closed", "closing the window",
         "closed the window", "closed", "CLOSE(window)", "(not (open window))"),
    Deed("put the sponge on the table", "the sponge", "put on the table",
         "putting the sponge on the table", "put the sponge on the table", "on the table",
         "PLACE_ON_TOP(sponge, breakfast_table)", "(ontop sponge breakfast_table)"),
)  # fmt: skip
TRIGGERS = (
    Deed("open the fridge", "the fridge", "opened", "opening the fridge", "opened the fridge",
         "open", "OPEN(electric_refrigerator)", "(open electric_refrigerator)"),
    Deed("turn on the lamp", "the lamp", "turned on", "turning on the lamp",
         "turned on the lamp", "on", "TOGGLE_ON(table_lamp)", "(toggled_on table_lamp)"),
)  # fmt: skip
WHILES = tuple(
    f"{sign} the tap is running"
    for sign in ("while", "when", "if", "as long as", "so long as", "whenever", "all the while")
)
RUNNING = "(toggled_on sink)"

# What demands a deed, forbids it, allows it only sometimes or only once, and what demands a state.
OBLIGING = (
    "{A}", "please {A}", "you must {A}", "you should {A}", "you have to {A}", "you are to {A}",
    "make sure to {A}", "make sure you {A}", "see to it that you {A}", "remember to {A}",
    "don't forget to {A}", "I want you to {A}", "I'd like you to {A}", "I ask you to {A}",
    "always {A}", "you always {A}", "you had better {A}", "you've got to {A}", "could you {A}",
    "in this house you always {A}", "{T} must be {P}", "{T} should be {P}", "{T} has to be {P}",
    "{T} needs to be {P}", "{T} is to be {P}", "{T} gets {P}", "{T} always gets {P}",
    "{T} has got to be {P}", "{T} is supposed to be {P}", "make sure {T} is {P}",
    "see to it that {T} gets {P}", "I want to see that {T} is {P}", "I want {T} to be {P}",
    "I'd like to have {T} {P}", "get {T} {P}", "in our house {T} always gets {P}",
    "here {T} has to be {P}", "for safety {T} must be {P}",
)  # fmt: skip
FORBIDDING = (
    "never {A}", "don't {A}", "do not ever {A}", "you must never {A}", "you should not {A}",
    "you may not {A}", "you can't {A}", "you can never {A}", "you are never to {A}",
    "I don't want you to {A}", "make sure you don't {A}", "be careful not to {A}",
    "nobody may {A}", "no one is to {A}", "under no circumstances {A}",
    "at no point should you {A}", "on no account {A}", "I'd rather you didn't {A}",
    "you're not allowed to {A}", "avoid {G}", "refrain from {G}", "no {G}",
    "{T} must not be {P}", "{T} may never be {P}", "{T} can't be {P}", "{T} is never to be {P}",
    "{T} is never {P}", "{T} never gets {P}", "{T} does not get {P}",
    "make sure {T} is not {P}", "make sure {T} doesn't get {P}",
    "in this house {T} is never {P}",
)  # fmt: skip
ONLY = (
    "only {A}", "{A} only", "you may only {A}", "you may {A} only", "you are only allowed to {A}",
    "{T} may only be {P}", "{T} may be {P} only", "{T} is only to be {P}", "{T} can only be {P}",
)  # fmt: skip
ONCE = (
    "{A} only once", "only {A} once", "{A} no more than once", "{A} at most once",
    "never {A} twice", "don't {A} more than once", "{T} is to be {P} only once",
    "{T} may only be {P} once", "{T} must not be {P} more than once", "{A} just once",
    "{T} can be {P} at most once", "you may only {A} once", "{A} a single time",
    "{A} once and no more", "{A} only once today", "{A} only once for that",
    "make sure to {A} only once", "{T} may not be {P} a second time",
)  # fmt: skip
KEEPING = (
    "keep {T} {S}", "leave {T} {S}", "{T} stays {S}", "{T} must stay {S}", "{T} should remain {S}",
    "{T} is to stay {S}", "{T} is always to stay {S}", "{T} is supposed to stay {S}",
    "{T} must be kept {S}", "I want {T} to stay {S}", "I'd like {T} to remain {S}",
    "make sure {T} stays {S}", "you must keep {T} {S}", "let {T} stay {S}",
)  # fmt: skip


def said(frame: str, deed: Deed) -> str:
    """A frame with a deed in it."""
    forms = {"A": deed.active, "T": deed.thing, "P": deed.part, "G": deed.gerund}
    return frame.format(**forms, S=deed.state)


def befores(deed: Deed) -> Iterator[str]:
    """Ways to say "before" a deed."""
    yield from (f"{sign} {deed.gerund}" for sign in ("before", "prior to", "ahead of"))
    yield from (f"before you {verb}{deed.active}" for verb in ("", "go and ", "even "))
    yield f"before you start {deed.gerund}"
    yield f"before {deed.thing} gets {deed.part}"
    yield f"before {deed.thing} has been {deed.part}"
    yield f"by the time you {deed.active}"


def afters(deed: Deed) -> Iterator[str]:
    """Ways to say "after" a deed."""
    yield f"after {deed.gerund}"
    yield f"after having {deed.perfect}"
    yield f"once you are done {deed.gerund}"
    yield f"once you have {deed.perfect}"
    yield f"after you have {deed.perfect}"


def soons(deed: Deed) -> Iterator[str]:
    """Ways to say that there is nothing in between."""
    for sign in ("right after", "straight away after", "immediately after", "directly after"):
        yield f"{sign} {deed.gerund}"
    for sign in ("as soon as", "the moment", "the minute", "the second"):
        yield f"{sign} you have {deed.perfect}"


def withins(deed: Deed) -> Iterator[str]:
    """Ways to say that there are at most two steps in between."""
    yield f"within two steps of {deed.gerund}"
    yield f"two steps after {deed.gerund} at the latest"
    for sign in ("within", "no later than", "at most", "no more than"):
        yield f"{sign} two steps after you have {deed.perfect}"


ENDS = (
    "at the end", "in the end", "when you are done", "by the time you are finished",
    "before you leave", "at the end of it all", "when everything is done", "after all that",
    "once that's all done", "when the job is done", "when all is said and done",
)  # fmt: skip
