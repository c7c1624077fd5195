from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from is_bench.domain import TransitionModel, load_domain
from is_bench.objects import ObjectTable
from is_bench.reading.wordings import wordings
from is_bench.reading.words import lexicon, stops
from is_safety_monitor.core.kb_knowledge import KbKnowledge
from kb.requirements import read_requirements
from tests.kb.requirements.meanings import MEANINGS

Read = Callable[[str], list[str]]
fixed = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)

# What generated sentences are made of, with what it means


@dataclass(frozen=True)
class Deed:
    """Something that is done, in the forms of its verb, with its step and its result."""

    base: str
    gerund: str
    perfect: str
    step: str
    result: str
    undo: str = ""


@dataclass(frozen=True)
class Condition:
    """A state in words, as a fact, and the steps that begin and end it."""

    subject: str
    adjective: str
    fact: str
    begin: str
    end: str

    @property
    def words(self) -> str:
        return f"the {self.subject} is {self.adjective}"


def door(noun: str, name: str) -> list[Deed]:
    opened, closed = f"(open {name})", f"(not (open {name}))"
    return [
        Deed(f"open the {noun}", f"opening the {noun}", f"have opened the {noun}",
             f"OPEN({name})", opened, f"CLOSE({name})"),
        Deed(f"close the {noun}", f"closing the {noun}", f"have shut the {noun}",
             f"CLOSE({name})", closed, f"OPEN({name})"),
    ]  # fmt: skip


def switch(noun: str, name: str) -> list[Deed]:
    on, off = f"(toggled_on {name})", f"(not (toggled_on {name}))"
    return [
        Deed(f"turn on the {noun}", f"switching the {noun} on", f"have turned the {noun} on",
             f"TOGGLE_ON({name})", on, f"TOGGLE_OFF({name})"),
        Deed(f"turn the {noun} off", f"turning off the {noun}", f"have switched the {noun} off",
             f"TOGGLE_OFF({name})", off, f"TOGGLE_ON({name})"),
    ]  # fmt: skip


DOORS = {"fridge": "electric_refrigerator", "window": "window", "dishwasher": "dishwasher"}
SWITCHES = {"stove": "stove", "tap": "sink", "kettle": "electric_kettle", "lamp": "table_lamp"}
DEEDS = [
    *(deed for noun, name in DOORS.items() for deed in door(noun, name)),
    *(deed for noun, name in SWITCHES.items() for deed in switch(noun, name)),
    Deed("put the sponge on the table", "putting the sponge onto the table",
         "have put the sponge on the table", "PLACE_ON_TOP(sponge, breakfast_table)",
         "(ontop sponge breakfast_table)"),
    Deed("wipe the table with the towel", "wiping the table with the towel",
         "have wiped the table with the towel", "WIPE(breakfast_table, hand_towel)",
         "(not (covered breakfast_table water|dirt))"),
]  # fmt: skip
CONDITIONS = [
    *(Condition(n, "open", f"(open {d})", f"OPEN({d})", f"CLOSE({d})") for n, d in DOORS.items()),
    *(
        Condition(n, "on", f"(toggled_on {s})", f"TOGGLE_ON({s})", f"TOGGLE_OFF({s})")
        for n, s in SWITCHES.items()
    ),
]
deeds = st.sampled_from(DEEDS)
conditions = st.sampled_from(CONDITIONS)
steps = st.integers(1, 30)


def apart(one: str, other: str) -> bool:
    """Whether two texts name no object both."""
    names = {*DOORS.values(), *SWITCHES.values(), "sponge", "breakfast_table", "hand_towel"}
    return not any(name in one and name in other for name in names)


def opposite(fact: str) -> str:
    return fact[5:-1] if fact.startswith("(not") else f"(not {fact})"


# Generated sentences are read back


@given(first=deeds, then=deeds, form=st.integers(0, 5))
@fixed
def test_before(read: Read, first: Deed, then: Deed, form: int) -> None:
    if not apart(first.step + first.result, then.step):
        return
    sentence = (
        f"Before {then.gerund}, {first.base}.",
        f"{first.base} before you {then.base}",
        f"Do not {then.base} before {first.gerund}.",
        f"Never {then.base} until you {first.perfect}.",
        f"You must not {then.base} without {first.gerund} first.",
        f"First {first.base}, then {then.base}.",
    )[form]
    assert read(sentence) == [f"before {then.step}: {first.result}"]


@given(first=deeds, then=deeds, count=steps, form=st.integers(0, 5))
@fixed
def test_within(read: Read, first: Deed, then: Deed, count: int, form: int) -> None:
    if not apart(first.step, then.step + then.result):
        return
    bound = f"within {count} steps"
    sentence, expected = (
        (f"{then.base} {bound} of {first.gerund}.", bound),
        (f"{then.base} no later than {count} seconds after {first.gerund}.", f"within {count} s"),
        (f"At most {count} steps after {first.gerund}, {then.base}.", bound),
        (f"As soon as you {first.perfect}, {then.base}.", "within 1 steps"),
        (f"{then.base} right after {first.gerund}.", "within 1 steps"),
        (f"After {first.gerund}, {then.base}.", ""),
    )[form]
    when = f"after {first.step} {expected}".strip()
    is_wiped = then.step.startswith("WIPE") and not expected
    # What is not dirty is to be wiped, too.
    wiped = f"before DONE done {then.step} until {first.step}"
    assert read(sentence) == [wiped if is_wiped else f"{when}: {then.result}"]


@given(deed=deeds, form=st.integers(0, 4))
@fixed
def test_never(read: Read, deed: Deed, form: int) -> None:
    words = ("Never", "Don't", "Under no circumstances", "You must not", "Nobody may")[form]
    assert read(f"{words} {deed.base}.") == [f"before {deed.step}: (or)"]


@given(deed=deeds, condition=conditions, form=st.integers(0, 5))
@fixed
def test_while(read: Read, deed: Deed, condition: Condition, form: int) -> None:
    fact, words = condition.fact, condition.words
    sentence, demanded = (
        (f"Never {deed.base} while {words}.", opposite(fact)),
        (f"If {words}, do not {deed.base}.", opposite(fact)),
        (f"While {words}, you must never {deed.base}.", opposite(fact)),
        (f"Do not {deed.base} unless {words}.", fact),
        (f"Only {deed.base} when {words}.", fact),
        (f"You may {deed.base} only while {words}.", fact),
    )[form]
    assume(demanded != deed.result)  # a step that needs what it alone brings about
    assert read(sentence) == [f"before {deed.step}: {demanded}"]


@given(first=deeds, then=deeds, end=deeds, count=steps, form=st.integers(0, 3))
@fixed
def test_never_after(  # each a part of the sentence
    read: Read, first: Deed, then: Deed, end: Deed, count: int, form: int
) -> None:
    sentence, rest = (
        (f"After {first.gerund}, never {then.base}.", ""),
        (f"Once you {first.perfect}, do not {then.base} until you {end.perfect}.",
         f" until {end.step}"),
        (f"Do not {then.base} within {count} steps of {first.gerund}.", f" within {count} steps"),
        (f"Wait at least {count} seconds after {first.gerund} before {then.gerund}.",
         f" within {count} s"),
    )[form]  # fmt: skip
    assert read(sentence) == [f"after {first.step} never {then.step}{rest}"]


@given(one=conditions, other=conditions, form=st.integers(0, 3))
@fixed
def test_kept_while(read: Read, one: Condition, other: Condition, form: int) -> None:
    if one == other:
        return
    state = f"the {one.subject} {one.adjective}"
    sentence = (
        f"Keep {state} while {other.words}.",
        f"The {one.subject} must stay {one.adjective} as long as {other.words}.",
        f"As long as {other.words}, leave {state}.",
        f"I want the {one.subject} to stay {one.adjective} while {other.words}.",
    )[form]
    assert read(sentence) == [
        f"before {one.end}: (not {other.fact})",
        f"before {other.begin}: {one.fact}",
    ]


@given(deed=deeds, kept=conditions, count=steps)
@fixed
def test_kept_after(read: Read, deed: Deed, kept: Condition, count: int) -> None:
    state, time = f"the {kept.subject} {kept.adjective}", f"within {count} steps"
    assert read(f"After {deed.gerund}, keep {state} for {count} steps.") == [
        f"after {deed.step} never {kept.end} {time}",
        f"after {deed.step} {time} keep: {kept.fact}",
    ]


@given(one=conditions, other=conditions, form=st.integers(0, 2))
@fixed
def test_together(read: Read, one: Condition, other: Condition, form: int) -> None:
    if one == other or one.adjective != other.adjective:
        return
    both = f"the {one.subject} and the {other.subject}"
    sentence = (
        f"Never have {both} {one.adjective} together.",
        f"{both} must never be {one.adjective} at the same time.",
        f"Don't leave {both} {one.adjective} simultaneously.",
    )[form]
    assert set(read(sentence)) == {
        f"before {one.begin}: (not {other.fact})",
        f"before {other.begin}: (not {one.fact})",
    }


@given(condition=conditions, form=st.integers(0, 3))
@fixed
def test_at_the_end(read: Read, condition: Condition, form: int) -> None:
    subject, adjective = condition.subject, condition.adjective
    sentence, fact = (
        (f"Make sure the {subject} is {adjective} at the end.", condition.fact),
        (f"Never leave the {subject} {adjective}.", opposite(condition.fact)),
        (f"The {subject} must be {adjective} before you leave.", condition.fact),
        (f"See to it that the {subject} is not {adjective}.", opposite(condition.fact)),
    )[form]
    assert read(sentence) == [f"before DONE: {fact}"]


# Every word counts

UNKNOWN = ("zorblax", "loud", "yesterday", "gloves", "carefulness")


@given(sentence=st.sampled_from(sorted(MEANINGS)), word=st.sampled_from(UNKNOWN), data=st.data())
@fixed
def test_a_sentence_with_a_word_that_is_not_understood_is_unread(
    read: Read, sentence: str, word: str, data: st.DataObject
) -> None:
    if ", but first " in sentence:
        return  # the task before it may be understood in part
    words = sentence.split()
    place = data.draw(st.integers(0, len(words) - 1))
    found = read(" ".join((*words[:place], word, *words[place:])))
    told = [text for text in found if text.startswith("?")]
    assert told


# Any text is good

SIGNS = " ".join(lexicon()["marks"].values()).replace("|", " ").split()
VERBS = [
    word for word in wordings(load_domain("is_bench"), is_stating=True).requests if "_" not in word
]
CUES = lexicon()["cues"].split()
NOUNS = ["knife", "towel", "hot", "two", "steps", ",", ".", *DOORS, *SWITCHES]
WORDS = sorted({*VERBS, *stops(), *SIGNS, *CUES, *NOUNS})


@given(text=st.text(max_size=200))
@fixed
def test_any_text_is_good(kitchen: ObjectTable, text: str) -> None:
    read_requirements(text, kitchen)


@given(words=st.lists(st.sampled_from(WORDS), max_size=40))
@settings(fixed, max_examples=150)
def test_any_words_make_constraints_that_can_be_grounded(
    kitchen: ObjectTable, words: list[str]
) -> None:
    found = read_requirements(" ".join(words), kitchen)
    assert found == read_requirements(" ".join(words), kitchen)
    KbKnowledge(found.constraints, kitchen, TransitionModel(load_domain("household")))


@given(words=st.lists(st.sampled_from(WORDS), max_size=40))
@settings(fixed, max_examples=150)
def test_a_cue_is_read_or_told(words: list[str]) -> None:
    """Where there are no objects at all nothing can be read, so every cue is told."""
    found = read_requirements(" ".join(words), ObjectTable(()))
    assert all(str(c.before) == "(DONE,)" or c.before for c in found.constraints)
    if "never" in words and "." not in words and len(words) < 30 and "to" not in words:
        assert found.constraints or found.unread
