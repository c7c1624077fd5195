"""Maps the words of a label to a class, by the whole phrase or by its head noun.

English puts the head last ("bread knife"), or before the first preposition ("knife with a wooden
handle").  A class found by a head counts only if the words that are left over cannot change it.
"""

from __future__ import annotations

from dataclasses import replace

from is_bench.recognition import grammar
from is_bench.recognition.containers import CLOSED, NEAREST, PACKED, Containers, is_dangerous
from is_bench.recognition.doses import MEDICINE, dose_of
from is_bench.recognition.labels import number_free, words_of
from is_bench.recognition.lexicon import UNKNOWN, Entry, Lexicon, Recognition, RecognitionMethod
from is_bench.recognition.living import Living
from is_bench.recognition.lots import SOLID_FUELS, are_alike, held_fuel, is_loose, lot_of
from is_bench.recognition.modifiers import Modifiers, is_a, is_food, is_holder, is_participle
from is_bench.recognition.names import simplified
from is_bench.recognition.places import FITTED, FLOOR, OPEN, PLACES, SURFACES, bears_as_whole
from is_bench.recognition.splitting import (
    Splitter,
    any_form,
    clause_start,
    is_sentence,
    is_told_behind,
    paired,
    prepositions,
    until_relative,
    without_count,
)
from is_bench.recognition.states import BEDS, fronted, without_joined
from is_bench.recognition.told import (
    Told,
    drink_vessel,
    is_harmful,
    serves_drinks,
    told_content,
)
from is_bench.recognition.toys import potted, toy_of, toy_of_unknown
from is_bench.taxonomy import taxonomy

Words = tuple[str, ...]


class Matcher:
    """Finds classes by the words of a lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Derive all tables from `lexicon`."""
        self._lexicon = lexicon
        self._modifiers = Modifiers(lexicon)
        self._splitter = Splitter(lexicon)
        self._containers = Containers(lexicon)

    def match(self, label: str) -> Recognition:
        """The class of `label`; UNKNOWN if it is not certain."""
        known = self._of_words(label)
        told = self.told(label)
        if told is not None and (told.decides or not known.is_known):
            return told.vessel
        living = Living(self._lexicon, self._of_words, self._of_phrase)
        if known.is_known:
            return living.instead(label, known)
        somebody = living.told(label)
        thing, colon, _ = label.partition(": ")  # "table card: room two"
        return somebody if somebody.is_known or not colon else self._of_words(thing)

    def told(self, label: str) -> Told | None:
        """The vessel and the dangerous content of which `label` tells; None if of none."""
        words = told_content(label)
        if words is None:
            return None
        plain = self._of_words(words.vessel)
        held = self._harmful(words.content, by_last=serves_drinks(words.vessel, plain.synset))
        if not held.is_known:
            return None
        if serves_drinks(words.vessel, plain.synset):
            return Told(drink_vessel(words.vessel, plain), held, decides=True, for_drinks=True)
        if not is_holder(plain.synset) or (plain.synset in OPEN and not words.is_noted):
            return None
        found = self._of(words_of(words.vessel), held)
        is_own = found is not None and found.is_known
        vessel = found if found is not None and is_own else plain
        return Told(vessel, held, decides=words.is_noted, for_drinks=False, is_own=is_own)

    def _harmful(self, content: str, *, by_last: bool = False) -> Recognition:
        """The class of `content`, or of what it stands in, if that is dangerous.

        `by_last`: its last word may tell it, where nothing else does ("pretzel lye").
        """
        held = self._of_words(content)
        ends = [content.rpartition(" in ")[2]] if " in " in content else []
        if by_last and not held.is_known:
            ends.append(content.rpartition(" ")[2])
        found = (held, *map(self._of_words, ends))
        return next((one for one in found if is_harmful(one.synset)), UNKNOWN)

    def _of_words(self, label: str) -> Recognition:
        """The class of `label`, of which each word counts."""
        words = until_relative(paired(words_of(self._listed_adjectives(simplified(label)))))
        known = self._of_phrase(words)
        at = clause_start(words)
        if known.is_known or at == len(words):
            return known
        thing = self._of_phrase(words[:at])
        told = self._of_phrase(words[at + 1 :])  # "bottle labelled bleach"
        return UNKNOWN if is_holder(thing.synset) and is_dangerous(told.synset) else thing

    def _of_phrase(self, words: Words) -> Recognition:
        """The class of a noun phrase, of which each word counts."""
        if is_sentence(words):
            return UNKNOWN
        known = self._find(words)
        if known is None:
            known = self._phrase(tuple(part for word in words for part in self._parts(word)))
        if not known.is_known and any(len(word) == 1 for word in words):  # "TVstand"
            return self._phrase(self._parts("".join(words)))
        return known

    def _listed_adjectives(self, label: str) -> str:
        """`label` without the comma of "low, wide table"; that of "knife, bread" remains."""
        first, comma, rest = label.partition(",")
        return f"{first} {rest}" if comma and self._modifiers.describes(words_of(first)) else label

    def _parts(self, word: str) -> Words:
        return self._splitter.parts(word)

    def _find(self, words: Words) -> Recognition | None:
        """The class of exactly these words; UNKNOWN if they are known to have none."""
        entry = self._lexicon.find(words) if words else None
        if entry is None:
            return None
        if (
            entry.how is RecognitionMethod.KIND
        ):  # "ketchup bottle": the taxonomy may have more of it
            for start in range(1, len(words)):
                if filled := self._filled(words[start:], self._find(words[:start])):
                    return filled
        return _recognition(words, entry)

    def _phrase(self, words: Words) -> Recognition:
        """The class of a noun phrase."""
        words = without_joined(without_count(words), self._describes)
        if not words:
            return UNKNOWN
        known = self._find(words)
        if known is not None:
            return known
        at, end = prepositions(words)
        is_of = at > 0 and words[at : at + 1] == ("of",)
        if any(word in grammar.CONJUNCTIONS for word in (words if is_of else words[:at])):
            exact = self._find(words[:at])  # "cold and flu capsules with paracetamol"
            if is_of:  # "handful of grapes and raisins"
                exact = exact or self._of(words[:at], self._of_two(words[at + 1 :]))
            return exact or self._of_two(words[:at])
        if at == len(words):
            return self._compound(words)
        for start in range(at):  # "unanchored chest of drawers with a mirror"
            known = self._find(words[start:end])
            if known is not None:
                found = self._modified(words[:start], words[start:end], known)
                if found.is_known:
                    return found
        return self._with_preposition(words[:at], words[at], words[at + 1 :])

    def _of_two(self, words: Words) -> Recognition:
        """The class of a dish of two foods ("walnut and almond cake"), or of two things alike."""
        at = words.index("and") if "and" in words else 0
        first = self._find(words[:at]) if at else None
        dish = self._phrase(words[at + 1 :]) if first and len(words) > at + 2 else UNKNOWN
        if first and is_food(first.synset) and is_a(dish.synset, *grammar.DISHES):
            return dish
        start = at + 1 if grammar.ARTICLES.isdisjoint(words[at + 1 : at + 2]) else at + 2
        pair = [self._phrase(part) for part in (words[:at], words[start:])] if at else []
        is_pair = pair and all(one.is_known for one in pair)
        return pair[0] if is_pair and are_alike(pair[0].synset, pair[1].synset) else UNKNOWN

    def _with_preposition(self, left: Words, preposition: str, right: Words) -> Recognition:
        is_full = bool(left) and left[-1] in grammar.FILLED
        left = left[:-1] if is_full else left
        if not left:
            return UNKNOWN
        while len(left) > 1 and left[-1] in grammar.ADVERBS:  # "hook high on the wall"
            left = left[:-1]
        if len(left) > 1 and not right and is_told_behind(left[-1]):  # "lamp switched on"
            return self._phrase(left[:-1])
        if left[-1] == "corner" and (place := self._corner(left[:-1], preposition, right)):
            return place
        if preposition == "of":
            found = self._of(left, self._phrase(right))
            if found is not None:
                return found
        thing = self._phrase(left)
        if not thing.is_known and len(left) > 1 and is_told_behind(left[-1]):
            thing = self._phrase(left[:-1])  # "towel soaked with oil"
        turned = self._find(right + left) if preposition in {"of", "for"} else None
        if turned and turned.is_known and not is_full and not is_holder(thing.synset):
            return turned
        return thing

    def _corner(self, before: Words, preposition: str, right: Words) -> Recognition | None:
        """The floor of a "corner by the door" or "corner of the room"; None if it is another."""
        is_plain = self._modifiers.may_drop(before, ("corner",), FLOOR)
        is_place = preposition != "of" or grammar.ROOMS.issuperset(right[-1:])
        return (
            Recognition(FLOOR, RecognitionMethod.WORD, "corner") if is_plain and is_place else None
        )

    def _of(self, left: Words, right: Recognition) -> Recognition | None:
        """The class of a portion or container of something; None if it is neither."""
        filled = self._filled(left, right, is_of=True)
        if filled:
            return filled
        loose = right.is_known and is_loose(right.synset)
        is_packed = any_form(left[-1], grammar.PACKETS) and not loose
        of_food = is_food(right.synset) and (is_packed or any_form(left[-1], grammar.JOINTS))
        lots = grammar.PORTIONS | grammar.ROLLS | grammar.PACKS
        if right.is_known and (lot := lot_of(left[-1], right)) is not None:
            return lot
        is_package = any_form(left[-1], grammar.PACKS) and (loose or not right.is_known)
        is_portion = of_food or (any_form(left[-1], lots) and not is_package)
        if is_portion and not (left[:-1] and self._find(left)):
            return self._portion(left[-1], left[:-1], right)
        if bears_as_whole(left, right.synset):
            return right
        is_holding = any_form(left[-1], grammar.PACKETS) or is_holder(self._phrase(left).synset)
        if is_holding and is_dangerous(right.synset):
            if is_a(right.synset, "alcohol.n.01"):  # `attributes` tells what it holds
                return self._phrase(left)
            return self._held(left, right)
        return None

    def _held(self, container: Words, content: Recognition) -> Recognition:
        """The class of a container of a dangerous content: that of the content, if it is closed.

        The lid of a box of slug pellets takes nothing from their hazards.  A bucket of bleach is
        neither.
        """
        if is_a(content.synset, MEDICINE):  # "carton of insulin pens"
            return replace(content, synset=MEDICINE)
        if is_a(content.synset, *SOLID_FUELS) and not any_form(container[-1], grammar.PACKETS):
            return held_fuel(content, self._phrase(container))
        is_closed = any_form(container[-1], grammar.PACKETS | CLOSED | {"bottle"})
        is_closed = is_closed and not is_a(content.synset, "gas.n.02")  # it is under pressure
        may_drop = self._modifiers.may_drop(container[:-1], container, "container.n.01")
        is_carried = is_closed and may_drop and not is_loose(content.synset)
        return content if is_carried else UNKNOWN

    def _portion(self, portion: str, before: Words, whole: Recognition) -> Recognition:
        """The class of a portion ("slice") of something."""
        if not whole.is_known or any(word in grammar.CHANGING for word in before):
            return UNKNOWN
        if is_a(whole.synset, MEDICINE):  # loose pills are granular, a strip of them is not
            return replace(whole, synset=MEDICINE)
        return self._in_state((number_free(portion),), whole) or whole

    def _describes(self, last: str) -> bool:
        """Whether the last word is a modifier ("AppleSliced", "mug red", "vacuum docked")."""
        if last in grammar.POSTNOMINAL:
            return True
        is_told = last in grammar.QUALITIES or (is_participle(last) and not last.endswith(BEDS))
        return is_told and self._lexicon.find((last,)) is None

    def _is_portion(self, words: Words, whole: Recognition) -> bool:
        """Whether the last word is a portion of the preceding words ("bread slice")."""
        last, synset = words[-1], whole.synset
        if any_form(last, grammar.ROLLS):
            known = self._find(words[:-1])
            return known is not None and known.is_known and not is_food(synset)
        if any_form(last, grammar.CUTS | grammar.TRACES):
            return True
        if any_form(last, grammar.LOTS):
            return not is_food(synset)
        if any_form(last, grammar.FORMS):
            return is_food(synset)
        if any_form(last, grammar.POWDERED):
            return is_a(synset, "flavorer.n.01") and not is_a(synset, "condiment.n.01")
        return any_form(last, grammar.DOSES) and is_a(synset, MEDICINE)

    def _compound(self, words: Words) -> Recognition:
        """The class of a phrase whose last word is its head."""
        words = fronted(words, self._describes)
        if len(words) > 1 and words[0] in PACKED:
            thing = self._phrase(words[1:])
            return self._filled((PACKED[words[0]],), thing) or thing
        if len(words) > 1 and words[0] == "potted":
            plant = self._phrase(words[1:])
            return replace(plant, synset=potted(plant.synset))
        known = self._find(words) or self._filled(words[-1:], self._find(words[:-1]))
        if known is not None:
            return known
        found = self._headed(words)
        if found.is_known or len(words) == 1:
            return found
        if words[-1] == "corner":
            return self._corner_of(words[:-1])
        dose = dose_of(words)
        return Recognition(dose, RecognitionMethod.KIND, " ".join(words)) if dose else UNKNOWN

    def _corner_of(self, words: Words) -> Recognition:
        """The place of a "ladder corner", the top of a "desk corner"."""
        whole = self._compound(words)
        if is_a(whole.synset, *PLACES, *SURFACES):
            return whole
        is_part = is_a(whole.synset, *FITTED)
        return UNKNOWN if is_part else Recognition(FLOOR, RecognitionMethod.WORD, "corner")

    def _headed(self, words: Words) -> Recognition:
        """The class of a phrase by the longest known words at its end."""
        for start in range(len(words)):
            if start == len(words) - 1 and (portion := self._portion_of(words)):
                return portion
            plain = self._find(words[start:])
            if plain is not None:
                return self._modified(words[:start], words[start:], plain)
        toy = toy_of_unknown(words[-2]) if len(words) > 1 else ""  # "toy giraffe"
        return Recognition(toy, RecognitionMethod.WORD, " ".join(words[-2:])) if toy else UNKNOWN

    def _portion_of(self, words: Words) -> Recognition | None:
        """The class of "bread slice"; None if the last word is not such a portion."""
        if len(words) == 1 or not any_form(words[-1], grammar.ALL_PORTIONS):
            return None
        whole = self._compound(words[:-1])
        return self._portion(words[-1], (), whole) if self._is_portion(words, whole) else None

    def _modified(self, before: Words, head: Words, plain: Recognition) -> Recognition:
        """The class of `head`, which is `plain`, with the words `before` it."""
        for start in range(len(before)):
            rest = before[start:]
            content = self._find(rest)
            found = (
                self._in_state(rest, plain)
                or self._filled(head, content)
                or self._redundant(rest, content, head)
            )
            if found and self._modifiers.may_drop(before[:start], head, found.synset):
                return found
            is_danger = content is not None and is_dangerous(content.synset)
            is_drunk = content is not None and is_a(content.synset, "alcohol.n.01")
            if content and is_danger and not is_drunk and is_holder(plain.synset):
                is_plain = self._modifiers.may_drop(before[:start], head, plain.synset)
                return self._held(head, content) if is_plain else UNKNOWN
        if plain.is_known and self._modifiers.may_drop(before, head, plain.synset):
            return plain
        return self._toy(before, head, plain)

    def _toy(self, before: Words, head: Words, plain: Recognition) -> Recognition:
        """The class of "stuffed rabbit" and "toy hammer"; UNKNOWN if it is no toy."""
        synset = toy_of(before[-1], plain.synset) if before else ""
        if not (synset and self._modifiers.may_drop(before[:-1], head, synset)):
            return UNKNOWN
        return Recognition(synset, RecognitionMethod.WORD, " ".join((before[-1], *head)))

    def _redundant(
        self, words: Words, known: Recognition | None, head: Words
    ) -> Recognition | None:
        """The class of `words`, if `head` is only its supertype ("feta cheese")."""
        if known is None or not known.is_known or words[-1] in grammar.MATERIALS:
            return None
        named = self._lexicon.named(head)
        is_kind = any(is_a(known.synset, kind) for kind in named)
        return known if is_kind else None

    def _in_state(self, states: Words, whole: Recognition) -> Recognition | None:
        """The taxonomy's class of `whole` when sliced, cooked and so on."""
        if not (whole.is_known and all(state in grammar.STATES for state in states)):
            return None
        spelled = sorted(grammar.STATES[state] for state in states)
        name = "__".join([*spelled, whole.synset.rsplit(".n.", 1)[0]]) + ".n.01"
        matched = " ".join((*states, whole.matched))
        return Recognition(name, RecognitionMethod.WORD, matched) if name in taxonomy() else None

    def _filled(
        self, container: Words, content: Recognition | None, *, is_of: bool = False
    ) -> Recognition | None:
        """The taxonomy's class of a container with this content."""
        if content is None or not content.is_known:
            return None
        entry = self._lexicon.find(container) if len(container) > 1 else None
        outer = number_free(container[-1])
        if entry is not None or outer not in NEAREST:  # "spray bottle"
            outer = self._phrase(container).synset.rsplit(".n.", 1)[0]
        elif not self._modifiers.may_drop(container[:-1], container, "container.n.01"):
            return None
        found = self._containers.composed(outer, content.matched, content.synset, is_of=is_of)
        matched = " ".join((*container, content.matched))
        return Recognition(found, RecognitionMethod.WORD, matched) if found else None


def _recognition(words: Words, entry: Entry) -> Recognition:
    return Recognition(entry.synset, entry.how, " ".join(words)) if entry.synset else UNKNOWN
