"""Proper names in labels: of persons and animals, and of the owners of things."""

from __future__ import annotations

import re
from collections.abc import Collection

from is_bench.recognition import grammar

_BEHIND_NAME = r"(?=$|[,(]| (?:with|without|in|on|at|by|from|after|who|asleep|lying|sitting)\b)"
_NAMED = re.compile(r"(?P<kind>[a-z][a-z' -]*[a-z]) [A-Z][a-z]+(?: [A-Z][a-z]+)?" + _BEHIND_NAME)
"""Tomcat Tiger; boy Ben, 10 years old."""
_TITLED = re.compile(r"(?:[a-z]+ )?(?:Mr|Mrs|Ms|Miss|Dr)\.? [A-Z][a-z]+" + _BEHIND_NAME)
_TITLE_OF_OWNER = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Dr)\.? (?=[A-Z][a-z]+'s?\b)")
_OUT_OF_REACH = re.compile(
    r",? \(?out of (?:(?:the |a )?(?:baby|child|children|kid|toddler|dog|cat)s?'?s? )?reach\)?"
)
_OUT_OF_DATE = re.compile(r"\bout[- ]of[- ]date\b")
_SIZED = re.compile(
    r",? (?:(?:about|roughly|almost) )?"
    r"(?:the size of|as (?:big|large|small|tiny) as|no (?:bigger|larger) than)"
    r" [^,]*"
)
"""It tells no thing ("sugar balls the size of marbles")."""
_ROUND = re.compile(r"(?<=\w) round(?= (?:the|a|an|my|our) )")
"""A preposition, where no thing is round ("fence round the pond")."""
_KEPT = re.compile(
    r" (?:held|jammed|left|propped|pulled|stuck|wedged)(?= (?:ajar|closed|open|shut)$)"
)
"""Before a state, they leave it as it is ("fire door wedged open")."""
_BREED = re.compile(r"(?P<kind>(?:[A-Z][a-z]+ ){1,2})[A-Z][a-z]+" + _BEHIND_NAME)
"""Labrador Rex; Jack Russell Rufus."""
_OWNED = (
    r"(?:(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?[A-Z]\w+'s? )?(?:the |a |an |our |my |his |her |their )?"
)
_CALLED = re.compile(
    rf"[A-Z]\w+(?: and [A-Z]\w+)?(?:,| the) {_OWNED}(?P<kind>\w[^,]*)(?<!'s)(?=$|,)"
)
"""Jonas, wheelchair user; Coco the parakeet; Kiwi, Tim's parrot."""
_IN_BRACKETS = re.compile(
    r"(?!Food|Milk|Treat)[A-Z][a-z]+(?<![^s]s) \(" + _OWNED + r"(?P<kind>[^()]+)\)$"
)
"""Coco (parrot)."""
_STATED = re.compile(
    r"[A-Z][a-z]+(?: with (?:her|his) \w+ in (?:plaster|a cast|a sling)\b|"
    r" in (?:her|his) (?:baby walker|high ?chair|playpen|bouncer|pushchair|stroller|buggy|pram)\b|"
    r", (?:(?:who|whom|on crutches|(?:fast|sound|half|still|already) asleep|with [A-Z][a-z]+|"
    r"in (?:bed|(?:her|his|a) (?:bed|cot|wheelchair|bath|pram))|upstairs|downstairs)\b|"
    r"(?:\w+ (?:months?|weeks?) )?"
    rf"(?:{'|'.join(sorted(grammar.STATES_OF_PERSONS))})\b))"
)
"""Mila, asleep; Lena, six months pregnant; Ana, who runs the shop."""
_THE = r"(?:the|her|his)"
_AT = r"table|desk|window|till|counter|door|sink|stove|workbench|piano|computer"
_ON = r"sofa|couch|chair|armchair|stool|bed|floor|phone|bench|rug|mat|ladder|roof|toilet|steps|lawn"
_IN = r"apron|bed|bath|shower|chair|armchair|kitchen|garden|coat|hammock|pool|uniform"
_BUSY = re.compile(
    r"[A-Z][a-z]+(?: and [A-Z][a-z]+)?(?:, (?:(?:already|just|still|busy|fast) )?(?:[a-z]{3,}ing|"
    rf"asleep|out|at {_THE} (?:\w+ )?(?:{_AT})|on {_THE} (?:\w+ )?(?:{_ON})|"
    rf"in (?:an?|{_THE}) (?:\w+ )?(?:{_IN}))\b|"
    rf",? with (?:an?|{_THE}|[A-Z][a-z]+,?) (?:[\w ,-]+ )?"
    r"(?:on|in) (?:her|his) (?:arms?|lap|hip|back|hands?)\b|"
    r", with (?:an?|her|his) (?:mug|cup|book|phone|headphones|stick|tray))"
)
"""Pieter, peeling potatoes; Mei, fast asleep; Carla with Nico on her arm."""
_DESCRIBED = re.compile(rf"[A-Z][a-z]+, (?:{'|'.join(sorted(grammar.OF_THE_LIVING))})\b")
"""Lea, pregnant."""


def named_person(label: str) -> str:
    """The words that tell of a person by a title or a state ("Mrs Lind"); "" if none do."""
    patterns = (_TITLED, _DESCRIBED, _STATED, _BUSY)
    person = next(filter(None, (pattern.match(label) for pattern in patterns)), None)
    return person[0] if person else ""


def kin_named(
    words: tuple[str, ...], vocabulary: Collection[str], adjectives: Collection[str]
) -> str:
    """The words of a person of the family with a name ("uncle Bashir", "old aunt Vera"); "": none.

    `vocabulary` and `adjectives` are known words, which are no names.
    """
    is_described = bool(words) and (words[0] in adjectives or words[0] in grammar.OF_THE_LIVING)
    told = words[1:] if is_described else words
    if len(told) != 2 or told[0] not in grammar.KIN:
        return ""
    is_name = told[1] not in vocabulary and told[1] not in adjectives
    return " ".join(words) if is_name else ""


def named_kind(label: str) -> str:
    """The kind of somebody with a name ("parakeet" of "Coco the parakeet"); "" if none is named."""
    named = _NAMED.match(label) or _CALLED.match(label) or _BREED.match(label)
    is_order = label.split(" ", 1)[0].lower() in grammar.ORDERS
    return named["kind"].strip().lower() if named and not is_order else ""


def kind_in_brackets(label: str) -> str:
    """The kind of somebody that stands in brackets ("Coco (parrot)"); "" if none does."""
    named = _IN_BRACKETS.match(label)
    return named["kind"].strip().lower() if named else ""


def simplified(label: str) -> str:
    """`label` without the title of an owner and "out of reach"; "out of date" is "expired"."""
    bare = _OUT_OF_REACH.sub("", _TITLE_OF_OWNER.sub("", label))
    bare = _KEPT.sub("", _ROUND.sub(" around", _SIZED.sub("", bare)))
    return _OUT_OF_DATE.sub("expired", bare)
