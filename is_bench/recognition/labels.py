"""The words of a label: of a name in code, of a simulator's object id, of a phrase."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 200
"""Characters; a longer text is no label."""

MOST_WORDS = 20
"""A label of more words is a sentence."""

IRREGULAR = {
    "children": "child",
    "dice": "die",
    "feet": "foot",
    "fungi": "fungus",
    "cacti": "cactus",
    "geese": "goose",
    "lice": "louse",
    "men": "man",
    "mice": "mouse",
    "oxen": "ox",
    "teeth": "tooth",
    "women": "woman",
}

_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_SYNSET_ENDING = re.compile(r"\.n\.\d\d(_\d+)?\s*$")
_SERIAL = re.compile(r"(?=.*\d)[0-9a-f]{4,}|\d+[a-z]*")
_NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_AGED = re.compile(
    r"[A-Z][\w'-]+ *(?:\(|, *)(?:aged? |who is )?"
    rf"(?:(?:\d{{1,3}}|{_NUMBERS})[ -]?(?:months?|mos?|weeks?|years?|yrs?)(?:[ -]old)?"
    rf"|1[01]\d|\d{{1,2}}|{_NUMBERS})(?: and a half)?\)?"
)
_CHILD = re.compile(rf"[A-Z][\w'-]+ *(?:\(|, *)(?:aged? )?(?:[1-9]|1[0-2]|{_NUMBERS}) *(?:$|[,)])")
_PART = re.compile(r"[A-Z]{2,}s(?![A-Za-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[^\W\d_]+|\d+")


def words_of(text: str) -> tuple[str, ...]:
    """The words of `text` in lower case, without instance numbers; none if it is no label.

    "CoffeeMachine_2", "coffee-machine" and "CoffeeMachine|+01.2|+0.9|-0.3" are all ("coffee",
    "machine").  A possessive keeps its ending ("mom's").
    """
    if len(text) > LONGEST:
        return ()
    text = _SYNSET_ENDING.sub("", _object_of(_plain(text)))
    text = re.split("[,;@#]", _ASIDE.sub(" ", text))[0]
    words = [word for chunk in re.split(r"[^\w']+|_", text) for word in _parts(chunk)]
    while len(words) > 1 and (words[-1].isdigit() or _is_letter(words[-1])):
        words.pop()
    return tuple(words) if len(words) <= MOST_WORDS else ()


def is_name_with_age(text: str) -> bool:
    """Whether `text` is the name of a person, with the age ("Mia (3 years)")."""
    aged = _AGED.match(text.strip()) if len(text) <= LONGEST else None
    behind = text.strip()[aged.end() :] if aged is not None else "?"
    return behind[:1] in {"", ","} or behind.startswith((" and ", " with ", " who "))


def is_name_of_child(text: str) -> bool:
    """Whether `text` begins with a name and a number of a child's age ("Leo, eight")."""
    return len(text) <= LONGEST and _CHILD.match(text.strip()) is not None


def number_free(word: str) -> str:
    """A form that singular and plural share; no English word need look like it.

    For words of labels; `is_bench.reading.stems.stem` is for sentences, and takes verbs apart, too.
    """
    word = word.removesuffix("'s")
    word = IRREGULAR.get(word, word)
    if len(word) > 5 and word.endswith("men"):
        return word[:-3] + "man"
    if len(word) <= 3:
        return word
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if len(word) > 3 and word.endswith(("se", "xe", "ze", "che", "she", "oe", "ie", "ve", "fe")):
        word = word[:-1]
    if word.endswith("v"):
        return word[:-1] + "f"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "i"
    return word


def _plain(text: str) -> str:
    """`text` in compatibility form and without accents, its apostrophes all of one kind."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return re.sub("[\u2018\u2019\u02bc`]", "'", bare)


def _object_of(text: str) -> str:
    """The part of a simulator's id or of a scene path that names the object itself."""
    if "|" in text:  # AI2-THOR: kind|x|y|z, and for a part of a thing kind|x|y|z|kind of part
        separator = "|"
    elif "/" in text and " " not in text:  # a path in a scene graph
        separator = "/"
    else:
        return text
    named = [part for part in text.split(separator) if re.search(r"[^\W\d_]{2}", part)]
    return named[-1] if named else ""


def _parts(chunk: str) -> list[str]:
    """The words of a chunk that holds no separators: CamelCase is split, a serial dropped."""
    bare = chunk.strip("'")
    if not bare or (_SERIAL.fullmatch(bare.lower()) and not bare.isdigit()):
        return []
    if "'" in bare:
        owner = bare.casefold().removesuffix("'s")
        return [owner.replace("'", "") + ("'s" if bare.casefold().endswith("'s") else "")]
    if chunk.endswith("s'"):
        return [bare.casefold()[:-1] + "'s"]
    return [word.casefold() for word in _PART.findall(bare)]


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isascii()
