"""What a domain's skills need, in words for a planner."""

from __future__ import annotations

from dataclasses import dataclass

from is_bench.domain import Domain, Skill
from is_bench.domain.phrases import Phrases, class_words
from is_bench.object_classes import ANYTHING


@dataclass(frozen=True)
class SkillText:
    """A skill as planners are told of it."""

    signature: str
    """`PICK(thing)`; a parameter that not every object fits is followed by its class."""
    meaning: str
    needs: tuple[str, ...]
    """What has to be so, each in words."""


@dataclass(frozen=True)
class DomainText:
    """All skills of a domain, and what the words in them mean."""

    skills: tuple[SkillText, ...]
    glossary: tuple[str, ...]


def domain_text(domain: Domain) -> DomainText:
    """The skills of `domain`, in its order."""
    phrases = Phrases(domain)
    skills = tuple(
        SkillText(
            _signature(skill),
            " ".join(skill.meaning.split()),
            tuple(phrases.say(needed) for needed in skill.requires),
        )
        for skill in domain.skills.values()
    )
    return DomainText(skills, tuple(phrases.glossary()))


def _signature(skill: Skill) -> str:
    told = []
    for parameter in skill.parameters:
        fits_all = parameter.where.text in (ANYTHING.text, "thing", "object")
        told.append(
            parameter.name if fits_all else f"{parameter.name}: {class_words(parameter.where.text)}"
        )
    return f"{skill.name}({', '.join(told)})" if told else skill.name
