from __future__ import annotations

from pathlib import Path

import pytest

from is_bench.domain import Domain, SourceText, load_domain
from is_bench.domain.loading import domain_from_texts
from is_safety_monitor.core.configuration import KnowledgeBase, open_knowledge_base
from is_safety_monitor.core.rule_changes import changed_skills, lost_constraints
from is_safety_monitor.core.stages import Stages

RULE = """
  - id: {id}
    text: A stove is switched off again.
    category: Fire Hazard
    severity: {severity}
    source: a house rule
    composition: environment
    type: temporal
    decision: {decision}
    where: {{s: stove.n.01}}
    after: TOGGLE_ON(s)
    require: (not (toggled_on ?s))
    examples: {{violated: [{{steps: [DONE]}}], satisfied: [{{steps: [DONE]}}]}}
"""
LATER = RULE.format(id="later", severity="minor", decision="block")


def base(folder: Path, *rules: str) -> KnowledgeBase:
    file = folder / "own.yaml"
    file.write_text("constraints:" + "".join(rules), encoding="utf-8")
    return open_knowledge_base((file,), Stages.of(["action"]))


def rule(severity: str, decision: str = "block") -> str:
    return RULE.format(id="stove_off", severity=severity, decision=decision)


def test_without_its_file_a_critical_constraint_is_lost(tmp_path: Path) -> None:
    none = open_knowledge_base((), Stages.of(["action"]))
    assert lost_constraints(base(tmp_path, rule("critical")), none) == ("stove_off",)


def test_a_constraint_that_is_not_critical_may_go(tmp_path: Path) -> None:
    none = open_knowledge_base((), Stages.of(["action"]))
    assert lost_constraints(base(tmp_path, rule("major")), none) == ()


@pytest.mark.parametrize("other", [rule("critical", "warn"), rule("minor")])
def test_a_critical_constraint_cannot_become_milder(tmp_path: Path, other: str) -> None:
    before = base(tmp_path, rule("critical"))
    assert lost_constraints(before, base(tmp_path, other)) == ("stove_off",)


def test_more_constraints_lose_nothing(tmp_path: Path) -> None:
    before = base(tmp_path, rule("critical"))
    assert lost_constraints(before, base(tmp_path, LATER, rule("critical"))) == ()


def domain(effect: str) -> Domain:
    text = (
        "domain: mine\ntitle: Mine\nextends: household\nskills:\n"
        f"  PICK: {{meaning: take it, parameters: {{it: handled}}, effects: ['{effect}']}}\n"
    )
    return domain_from_texts([SourceText("mine.yaml", text)])


def test_a_skill_with_other_effects_is_a_change() -> None:
    changed = changed_skills(domain("(held ?it)"), domain("(not (held ?it))"))
    assert changed == ("PICK",)
    assert changed_skills(load_domain("household"), domain("(held ?it)")) == ("PICK",)


def test_the_same_text_read_again_is_none() -> None:
    assert changed_skills(domain("(held ?it)"), domain("(held ?it)")) == ()
