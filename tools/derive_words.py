"""Derive `is_bench/data/words.json` from WordNet 3.0.

The taxonomy names its classes by WordNet's synsets.  So WordNet has their synonyms, the nouns that
name a kind of them, and the compounds that are not the kind of thing that their last word names
("fire hydrant").  A test derives the table again and compares.

Usage: python tools/derive_words.py [OUTPUT] (needs the Debian package wordnet-base)
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script's own folder is the first there

from is_bench.recognition.labels import number_free
from is_bench.recognition.lexicon import Lexicon, RecognitionMethod, own_phrase, phrase_of, read
from is_bench.recognition.matching import Matcher
from is_bench.taxonomy import taxonomy

WORDNET = Path("/usr/share/wordnet")

ANIMAL, ARTEFACT, BODY, FOOD, OBJECT, PERSON, PLANT, SUBSTANCE = 5, 6, 8, 13, 17, 18, 20, 27
"""Files of WordNet's lexicographers, by number."""

PHYSICAL = frozenset({ANIMAL, ARTEFACT, BODY, FOOD, OBJECT, PERSON, PLANT, SUBSTANCE})
MISLEADING = PHYSICAL - {PERSON}
OF_A_HOME = frozenset({ARTEFACT, FOOD})
"""Every noun there is of use; of plants and substances only those that texts mention."""
MENTIONED = frozenset({OBJECT, PLANT, SUBSTANCE})

USUAL = 2
"""Senses of a noun that count, of those that WordNet orders by use."""

SHARE = 0.75
"""Of the compounds of a noun, that must be kinds of it."""

STEPS = 3
"""A kind is at most so many hypernyms below its class."""

UNWANTED = frozenset({"negro", "negroid", "shit"})
"""Words that no label needs."""

PETS = ("dog.n.01", "domestic_cat.n.01", "cage_bird.n.01")
"""Their kinds are animals; of other animals the household words name those that live with us."""

_TOO_GENERAL = """
    agent aircraft animal_tissue appliance applicator area array art article artifact attachment
    attire band bar barrier block body_covering body_part building building_material causal_agent
    chemical chemical_element circuit commodity component compound compound_lever conduit
    connection consumer_goods container control conveyance covering covering_material craft
    creation decoration device drug drug_of_abuse durables electrical_device electronic_device
    electronic_equipment enclosure equipment excavation facility fixture flavorer fluid food
    foodstuff framework furnishing gear geological_formation grocery holding_device hole
    horizontal_surface implement ingredient instrument instrumentality land line liquid
    living_thing location machine machinery material matter mechanical_device mechanism medicine
    medium memorial memory_device module natural_object nutriment object obstruction opening
    organic_compound organism padding part passage piece plant plant_organ plant_part plate
    platform product protective_covering region representation restraint road rod room
    self-propelled_vehicle shape sheet shelter side solid strip structural_member structure
    substance support supporting_structure surface system thing tool tract unit vascular_plant
    ware way weapon weaponry work
"""
TOO_GENERAL = frozenset(_TOO_GENERAL.split())
"""Lemmas of classes that say little of what is a kind of them."""


@dataclass(frozen=True)
class Meaning:
    """A noun synset of WordNet."""

    lemmas: tuple[str, ...]
    file: int
    """Of the lexicographers."""
    hypernyms: tuple[str, ...]
    is_instance: bool


class WordNet:
    """The nouns of WordNet, by lemma and by offset."""

    def __init__(self, folder: Path) -> None:
        """Reads the files of the database in `folder`."""
        self.senses = dict(_index(folder / "index.noun"))
        self.meanings = dict(_data(folder / "data.noun"))
        self.mentions = dict(_mentions(folder / "cntlist.rev"))
        self._above: dict[str, frozenset[str]] = {}

    def offset(self, synset: str) -> str | None:
        """Where WordNet has a synset of the taxonomy, None for one that it lacks."""
        lemma, number = synset.rsplit(".n.", 1)
        senses = self.senses.get(lemma, [])
        return senses[int(number) - 1] if int(number) <= len(senses) else None

    def above(self, offset: str) -> frozenset[str]:
        """`offset` and everything that it is a kind of."""
        if offset not in self._above:
            found = {offset}
            for hypernym in self.meanings[offset].hypernyms:
                found |= self.above(hypernym)
            self._above[offset] = frozenset(found)
        return self._above[offset]


def _lines(path: Path) -> Iterator[str]:
    # Lines that start with a blank are the license.
    return (line for line in path.read_text("ascii").splitlines() if not line.startswith(" "))


def _index(path: Path) -> Iterator[tuple[str, list[str]]]:
    for line in _lines(path):
        fields = line.split()
        yield fields[0], fields[6 + int(fields[3]) :]


def _data(path: Path) -> Iterator[tuple[str, Meaning]]:
    for line in _lines(path):
        fields = line.split(" | ")[0].split()
        count = int(fields[3], 16)
        lemmas = tuple(fields[4 + 2 * i].lower() for i in range(count))
        first = 5 + 2 * count
        pointers = [
            fields[first + 4 * i : first + 4 * i + 2] for i in range(int(fields[first - 1]))
        ]
        above = tuple(offset for kind, offset in pointers if kind in {"@", "@i"})
        instance = any(kind == "@i" for kind, _ in pointers)
        yield fields[0], Meaning(lemmas, int(fields[1]), above, instance)


def _mentions(path: Path) -> Iterator[tuple[tuple[str, int], int]]:
    """How often texts mention a lemma in a sense; adjectives under sense 0."""
    for line in _lines(path):
        key, sense, count = line.split()
        lemma, kind = key.split("%", 1)
        if kind[0] == "1":
            yield (lemma, int(sense)), int(count)
        elif kind[0] in "35":
            yield (lemma, 0), int(count)


class Derivation:
    """What the table is made of."""

    def __init__(self, wordnet: WordNet, household: Mapping[str, Any]) -> None:
        """`household` is the table of words that are written by hand."""
        self._net = wordnet
        self._household = household
        self._offsets = {s: o for s in taxonomy() if (o := wordnet.offset(s)) is not None}
        self._synsets = {offset: synset for synset, offset in self._offsets.items()}
        self._compounds: dict[str, list[list[str]]] = defaultdict(list)
        for lemma, senses in wordnet.senses.items():
            self._compounds[lemma.rsplit("_", 1)[-1]] += [senses] if "_" in lemma else []
        self._inner = {parent for s in taxonomy() for parent in taxonomy().ancestors(s) - {s}}

    def table(self) -> dict[str, Any]:
        """The whole table."""
        table: dict[str, Any] = {
            "source": "WordNet 3.0, Copyright 2006 by Princeton University; see LICENSE.wordnet",
            "preferred": self._preferred(),
            "adjectives": "|".join(sorted(self._adjectives())),
            "heads": "",
            "words": self._words(),
            "kinds": {},
            "nothing": "",
        }
        table["kinds"] = self._kinds(Lexicon(table, self._household))
        lexicon = Lexicon(table, self._household)
        table["heads"] = "|".join(sorted(self._heads(lexicon)))
        matcher = Matcher(Lexicon(table, self._household))
        table["nothing"] = "|".join(sorted(self._nothing(matcher)))
        return table

    def _adjectives(self) -> set[str]:
        return {
            lemma
            for (lemma, sense), count in self._net.mentions.items()
            if sense == 0 and count and lemma.isalpha() and len(lemma) > 2 and lemma not in UNWANTED
        }

    def _preferred(self) -> dict[str, str]:
        """The synset of each name that several synsets share."""
        shared: dict[str, list[str]] = defaultdict(list)
        for synset in sorted(taxonomy()):
            shared[own_phrase(synset)].append(synset)
        return {
            phrase: min(synsets, key=self._rank)
            for phrase, synsets in sorted(shared.items())
            if len(synsets) > 1
        }

    def _rank(self, synset: str) -> tuple[bool, bool, int]:
        """What comes first is a thing, can be in a scene, is the more usual sense."""
        offset = self._offsets.get(synset)
        physical = offset is None or self._net.meanings[offset].file in PHYSICAL
        number = int(synset.rsplit(".", 1)[1])
        return not physical, not self._is_concrete(synset), number

    def _is_concrete(self, synset: str) -> bool:
        return bool(taxonomy().abilities(synset)) or synset not in self._inner

    def _words(self) -> dict[str, str]:
        """The other lemmas of each synset, unless a synset is called so or means it more."""
        best: dict[str, tuple[bool, int, str]] = {}
        for synset, offset in sorted(self._offsets.items()):
            if self._net.meanings[offset].file not in PHYSICAL and synset in self._inner:
                continue
            for lemma in self._net.meanings[offset].lemmas:
                number = self._number(lemma, offset)
                if 0 < number <= USUAL:
                    key = (not self._is_concrete(synset), number, synset)
                    best[lemma] = min(best.get(lemma, key), key)
        own = {own_phrase(synset) for synset in taxonomy()}
        named = ((phrase_of(lemma), synset) for lemma, (_, _, synset) in best.items())
        return _by_synset((phrase, synset) for phrase, synset in named if phrase not in own)

    def _number(self, lemma: str, offset: str) -> int:
        """The sense of `lemma` that `offset` is, from 1; 0 if it is none."""
        senses = self._net.senses.get(re.sub(r"\(.*\)$", "", lemma), [])
        return senses.index(offset) + 1 if offset in senses else 0

    def _kinds(self, lexicon: Lexicon) -> dict[str, str]:
        """The nouns that name a kind of a class, by their first usual sense that is physical."""
        found: list[tuple[str, str]] = []
        for lemma, senses in sorted(self._net.senses.items()):
            known = lexicon.find(tuple(phrase_of(lemma).split())) is not None
            if known or lemma in lexicon.adjectives or len(lemma) < 3:
                continue
            for number, offset in enumerate(senses[:USUAL], 1):
                if self._net.meanings[offset].file in PHYSICAL:
                    if synset := self._class_of(lemma, number, offset):
                        found.append((phrase_of(lemma), self._by_head(lemma, synset, lexicon)))
                    break
        return _by_synset(found)

    def _by_head(self, lemma: str, synset: str, lexicon: Lexicon) -> str:
        """The class of the last word if that says more: "pearl barley" is barley, a grain."""
        last = lemma.rsplit("_", 1)[-1]
        head = lexicon.find((last,)) if last != lemma else None
        if head is None or not head.synset or not self._is_head(last, head.synset):
            return synset
        return head.synset if taxonomy().is_a(head.synset, synset) else synset

    def _class_of(self, lemma: str, number: int, offset: str) -> str:
        """The class that a sense is a kind of, "" if there is none or it says little."""
        meaning = self._net.meanings[offset]
        if any(self._net.offset(pet) in self._net.above(offset) for pet in PETS):
            return "animal.n.01"
        mentioned = meaning.file in MENTIONED and self._net.mentions.get((lemma, number), 0) > 0
        if meaning.is_instance or not (meaning.file in OF_A_HOME or mentioned):
            return ""
        synset = self._nearest(offset)
        if synset.rsplit(".n.", 1)[0] in TOO_GENERAL:
            return ""
        nearest = self._offsets.get(synset)
        return synset if nearest and self._net.meanings[nearest].file in PHYSICAL else ""

    def _nearest(self, offset: str) -> str:
        """The first synset of the taxonomy above `offset`, at most STEPS away."""
        level = [offset]
        for _ in range(STEPS):
            level = [above for below in level for above in self._net.meanings[below].hypernyms]
            known = [self._synsets[above] for above in level if above in self._synsets]
            if known:
                return min(known, key=lambda s: (not self._is_concrete(s), known.index(s)))
        return ""

    def _heads(self, lexicon: Lexicon) -> Iterator[str]:
        """The artefacts and foods of which any noun before them makes a kind."""
        for phrase, entry in lexicon.phrases.items():
            senses = self._net.senses.get(phrase, [])
            singular = lexicon.find((number_free(phrase),))  # "glass" has meanings, "glasses" one
            if not senses or entry.how is RecognitionMethod.KIND or singular != entry:
                continue
            of_home = self._net.meanings[senses[0]].file in OF_A_HOME
            if entry.synset and of_home and self._is_head(phrase, entry.synset):
                yield phrase

    def _is_head(self, noun: str, synset: str) -> bool:
        """Whether nearly all compounds with `noun` as their last word are kinds of `synset`."""
        if len(self._net.senses.get(noun, [])) == 1:
            return True
        if synset.rsplit(".n.", 1)[0] in TOO_GENERAL:
            return False
        kinds = [self._is_kind(senses, synset) for senses in self._compounds.get(noun, [])]
        return sum(kinds) >= max(1, SHARE * len(kinds))

    def _is_common(self, senses: list[str]) -> bool:
        return not any(self._net.meanings[offset].is_instance for offset in senses)

    def _is_kind(self, senses: list[str], synset: str) -> bool:
        """Whether any of `senses` is `synset` or a kind of it."""
        known = [self._offsets[s] for s in _upwards(synset) if s in self._offsets]
        return any(known[0] in self._net.above(offset) for offset in senses)

    def _nothing(self, matcher: Matcher) -> Iterator[str]:
        """The nouns that are no kind of what their parts seem to name."""
        for lemma, senses in sorted(self._net.senses.items()):
            words = phrase_of(lemma)
            named = {self._net.meanings[offset].file for offset in senses}
            # "Cold water" is a figure of speech; in a scene it is water.  But words that are
            # written as one are never the sum of their parts ("childhood").
            if not UNWANTED.isdisjoint(words.split()):
                continue
            if not self._is_common(senses) or (" " in words and not named & MISLEADING):
                continue
            seeming = matcher.match(words)
            is_whole = not seeming.is_known or seeming.matched == words
            if not is_whole and not self._is_kind(senses, seeming.synset):
                yield words


def _upwards(synset: str) -> Iterator[str]:
    """`synset` and what it is a kind of, the nearest first."""
    above = taxonomy().ancestors(synset)
    yield from sorted(above, key=lambda s: (-len(taxonomy().ancestors(s)), s))


def _by_synset(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    grouped: dict[str, set[str]] = defaultdict(set)
    for phrase, synset in pairs:
        if phrase and UNWANTED.isdisjoint(phrase.split()):
            grouped[synset].add(phrase)
    return {synset: "|".join(sorted(grouped[synset])) for synset in sorted(grouped)}


def derive() -> dict[str, Any]:
    """The table that the package ships."""
    return Derivation(WordNet(WORDNET), read("household_words.json")).table()


def render(table: Mapping[str, Any]) -> str:
    """One class a line, so that a change reads well in a diff."""
    return json.dumps(table, indent=1) + "\n"


if __name__ == "__main__":
    default = Path(__file__).parent.parent / "is_bench" / "data" / "words.json"
    Path(sys.argv[1] if len(sys.argv) > 1 else default).write_text(render(derive()))
