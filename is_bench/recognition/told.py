"""Vessels of which a label tells what is in them, by a note, a mark or a clause.

What is written on a vessel is its content: a lemonade bottle that is marked "thinner" is one that
somebody drinks thinner from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from is_bench.recognition import grammar
from is_bench.recognition.containers import is_dangerous, is_rubbed
from is_bench.recognition.doses import MEDICINE
from is_bench.recognition.labels import LONGEST, words_of
from is_bench.recognition.lexicon import Recognition, RecognitionMethod
from is_bench.recognition.lots import SOLID_FUELS
from is_bench.recognition.modifiers import is_a, is_holder

WATER_BOTTLE = "water_bottle.n.01"
_MARKED = r"(?:re)?-?(?:labelled|labeled|marked|tagged|inscribed|titled)"
_NOTED = (
    r"(?:note|label|sticker|tag|writing|text|inscription|marking|scrawl|scribble|lettering"
    r"|contents?|inside)"
)
_HOLDS = r"(?:holds?|holding|contains?|containing|stores?|storing|carries|has|with)"
_CLAUSE = r"(?:which |that |it )?"
_FILLED = r"(?:filled|refilled|topped)"
_KEPT = r"(?:keeps?|kept|stores?|stored|puts?|poured|decanted|mixed|mixes)"
_TELLS = re.compile(
    r"^(?P<vessel>[^,;:(\"\u201c\u2013]{2,60}?)(?:"
    rf"(?P<mark>[,( ]+(?:\w+ly |hand-? ?)?{_MARKED}(?: by hand| in \w+)?(?: as| with)?[ :]+"
    r"|[,( ]+(?:with )?(?:(?:a|the|its|an|old|new|paper|hand-?written|taped) )*"
    rf"{_NOTED}(?: on it)?(?:,? ?(?:that )?(?:says|reads|saying|reading|tells of))?[: ]+"
    rf"|[,( ]+{_CLAUSE}(?:now |in fact |really |actually ){_HOLDS} "
    rf"|[,( ]+(?:which |that |it ){_HOLDS} "
    r"|[,( ]+(?:now |re)?-?(?:used|reused|kept|set aside|meant) for "
    r"|: *| \(| [\u2013-] |, (?=[^,]+ (?:in it|inside)$))"
    r"|[,( ]+(?:now |re)?-?(?:filled|topped up|half filled|full) (?:with|of) "
    rf"|,? (?:that|which) (?:[\w']+ ){{1,2}}(?:(?:has|had|have) )?{_FILLED} (?:up )?with "
    rf"|,? (?:in|into) which (?:[\w']+ ){{1,2}}(?:(?:has|had|have) )?{_KEPT} "
    rf"|,? {_HOLDS} | of | in which )"
    r"(?P<content>.+)$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"(?: (?:solution|in it|inside(?: it)?|(?:decanted|poured|filled|put|left) (?:in|into) it"
    r"|is (?:kept|stored).*|in there"
    r"|on (?:it|the (?:label|side)|a \w+))"
    r"|[,;].*|[)\"'\u201d\u2019.]+)+$"
)
"""What follows the content: of "paint thinner in it"."""
_BEFORE = re.compile(
    r"^(?:(?:now|only|some|old|leftover|diluted|undiluted|neat|half full of|full of|holds|with|for"
    r"|(?:the |a )?(?:rest|rests|remains|leftovers|last|dregs|bit|drop|little)"
    r" of(?: the| our| some)?)"
    r" |[\"'\u201c\u2018(]+)+",
    re.IGNORECASE,
)
_IN_VESSEL = re.compile(
    r"^(?P<content>[^,;:(]{2,40}?),? "
    r"(?:(?:that (?:is|was) )?(?:kept|stored|decanted|poured|filled|bottled|left|put) )?"
    r"(?:in|into|inside) (?:(?:a|an|the|his|her|old|former|used|plain|clear|unmarked|unlabell?ed"
    r"|plastic|glass|small|large|big|little|what was once a|reused|ordinary|normal) )+"
    r"(?P<vessel>[\w' -]{3,40})$",
    re.IGNORECASE,
)
"""The content stands before the vessel: "lye in an old lemonade bottle"."""
_EMPTIED = re.compile(r"\b(?:empty|emptied|rinsed|without(?! an? | its | the )|free of)\b")
_HELD = {
    "holds_acid": ("acid.n.01", "bottle__of__acid.n.01"),
    "holds_solvent": (
        "acetone.n.01",
        "fuel__can.n.01",
        "gasoline.n.01",
        "bottle__of__lighter_fluid.n.01",
        "isopropyl_alcohol.n.01",
        "lacquer.n.01",
        "rubbing_alcohol.n.01",
        "solvent.n.01",
        "varnish.n.01",
    ),
    "holds_poison": (
        "ammonia_water.n.01",
        "antifreeze.n.01",
        "bleaching_agent.n.01",
        "chlorine.n.01",
        "chlorine__bottle.n.01",
        "bottle__of__bleach_agent.n.01",
        "bottle__of__pesticide.n.01",
        "herbicide.n.01",
        "mothball.n.01",
        "pesticide.n.01",
    ),
}
"""The abilities of a vessel, by the classes of its content."""
_HARMFUL = (
    "bottle__of__lighter_fluid.n.01",
    "bottle__of__lubricant.n.01",
    "bottle__of__pesticide.n.01",
    "fuel__can.n.01",
    "mothball.n.01",
    "isopropyl_alcohol.n.01",
    "linseed_oil.n.01",
    "lubricant.n.01",
)
_HELD_IN_DRINK_VESSELS = {
    **_HELD,
    "holds_poison": (
        *_HELD["holds_poison"],
        "acid.n.01",
        "linseed_oil.n.01",
        "lubricant.n.01",
    ),
    "holds_cleaner": (
        "bottle__of__disinfectant.n.01",
        "cleansing_agent.n.01",
        "hydrogen_peroxide.n.01",
        "detergent.n.02",
        "disinfectant.n.01",
        "polish.n.03",
    ),
}
_STRONG = (
    "bottle__of__disinfectant.n.01",
    "bottle__of__lighter_fluid.n.01",
    "disinfectant.n.01",
    "hydrogen_peroxide.n.01",
)
"""Cleaners and oils of which a mouthful from a drink bottle poisons."""
_DRINKS = grammar.word_set(
    """ale beer cider coke cola cordial drink drinking drinks juice lemonade limonade milk pop
    smoothie soda squash tea tonic water wine whisky whiskey vodka gin rum sport sports brandy
    champagne energy fanta fizz hip kombucha liqueur mineral prosecco schnapps sparkling sprite
    thermos vacuum"""
)
"""Words before "bottle" that tell that one drinks from it."""
_PLAIN = {
    "bottle": WATER_BOTTLE,
    "bottles": WATER_BOTTLE,
    "carton": "carton.n.02",
    "flask": WATER_BOTTLE,
    "jar": "jar.n.01",
    "jug": "jug.n.01",
    "pot": "cup.n.01",
    "tub": "tub.n.02",
}
"""The class of a vessel for food or drinks without what it is named after."""
_BOTTLES = grammar.word_set("bottle bottles carton flask jug")
_OWN = (
    "wine_bottle.n.01",
    "beer_bottle.n.01",
    "pop_bottle.n.01",
    "thermos.n.01",
    "water_bottle.n.01",
)
_CUPS = ("cup.n.01", "mug.n.04", "glass.n.02", "drinking_vessel.n.01", "beaker.n.02")


@dataclass(frozen=True)
class ToldWords:
    """What a label tells, in its words."""

    vessel: str
    content: str
    is_noted: bool
    """Whether a note or mark tells of the content, which no plain "of" or "with" does."""


@dataclass(frozen=True)
class Told:
    """A vessel of which a label tells a dangerous content."""

    vessel: Recognition
    content: Recognition
    decides: bool
    """Whether the vessel's class counts before that of the other words."""
    for_drinks: bool
    """Whether one drinks from the vessel."""
    is_own: bool = False
    """Whether the vessel's class has the content, with its hazards."""

    def abilities(self, synset: str) -> frozenset[str]:
        """Those that the content gives the vessel, which was taken for a `synset`."""
        is_plain = self.for_drinks or is_holder(synset)
        if not is_plain or (self.is_own and self.vessel.synset == synset):
            return frozenset()
        kinds = _HELD_IN_DRINK_VESSELS if self.for_drinks else _HELD
        held = {
            ability for ability, synsets in kinds.items() if is_a(self.content.synset, *synsets)
        }
        is_bottle = self.for_drinks and not is_a(self.vessel.synset, *_CUPS)
        if is_bottle and is_a(self.content.synset, *_STRONG):
            held.add("holds_poison")
        return frozenset(held)


def told_content(label: str) -> ToldWords | None:
    """The vessel and the content of which `label` tells; None if it tells of none."""
    if len(label) > LONGEST or _EMPTIED.search(label):
        return None
    turned = _IN_VESSEL.match(label)
    if turned is not None and _is_named_bottle(turned["vessel"]):
        return ToldWords(turned["vessel"].strip(), _bare(turned["content"]), is_noted=False)
    told = _TELLS.match(label)
    if told is None:
        return None
    content = _bare(told["content"])
    is_noted = told["mark"] is not None
    return ToldWords(told["vessel"].strip(), content, is_noted) if content else None


def _bare(content: str) -> str:
    """`content` without what stands around it."""
    return _BEFORE.sub("", _BEHIND.sub("", content.strip()))


def _is_named_bottle(vessel: str) -> bool:
    """Whether `vessel` is a bottle that is named after a drink."""
    words = words_of(vessel)
    return words[-1:] != () and words[-1] in _BOTTLES and not _DRINKS.isdisjoint(words[:-1])


def serves_drinks(vessel: str, synset: str) -> bool:
    """Whether one drinks from `vessel`, a `synset`, by its words or its class."""
    if synset == "measuring_cup.n.01":
        return False
    if is_a(synset, *_OWN, *_CUPS) or synset.startswith("cup__of__"):
        return True
    return _is_named_bottle(vessel)


def drink_vessel(vessel: str, plain: Recognition) -> Recognition:
    """`plain`, the class of `vessel`, with other content than that it is named after."""
    is_filled = "__of__" in plain.synset or plain.synset == "bottle.n.01" or not plain.is_known
    kind = _PLAIN.get(words_of(vessel)[-1], WATER_BOTTLE) if is_filled else plain.synset
    return Recognition(kind, plain.how if plain.is_known else RecognitionMethod.KIND, vessel)


def is_harmful(synset: str) -> bool:
    """Whether it is dangerous in a vessel of another thing.

    Of medicine and drinks with alcohol the attributes tell.
    """
    if is_a(synset, MEDICINE, "alcohol.n.01", *SOLID_FUELS) and not is_rubbed(synset):
        return False
    return is_dangerous(synset) or is_a(synset, *_HARMFUL)
