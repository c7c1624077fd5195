"""The form of policies, by the rules of SROS2's policy schema 0.2.0."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench_eval.security.policy import Enclave, Profile, Rights, policy_xml

RULE = {"enum": ["ALLOW", "DENY"]}


def of(tag: str, children: dict[str, Any], **attributes: Any) -> dict[str, Any]:
    """An element with attributes (`required` are those that must be there), and its children."""
    required = attributes.pop("required", [])
    return {
        "properties": {
            "tag": {"const": tag},
            "attributes": {
                "properties": attributes,
                "required": required,
                "additionalProperties": False,
            },
            "children": children,
        }
    }


def some(*kinds: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "minItems": 1, "items": {"anyOf": list(kinds)}}


def one(kind: dict[str, Any]) -> dict[str, Any]:
    return {**some(kind), "maxItems": 1}


NOTHING = {"maxItems": 0}
TEXT: dict[str, Any] = {"type": "string"}


def listing(group: str, single: str, *rights: str) -> dict[str, Any]:
    return of(group, some(of(single, NOTHING)), **dict.fromkeys(rights, RULE))


PROFILE = of(
    "profile",
    {
        "items": {
            "anyOf": [
                listing("topics", "topic", "publish", "subscribe"),
                listing("services", "service", "reply", "request"),
                listing("actions", "action", "call", "execute"),
            ]
        }
    },
    ns=TEXT,
    node=TEXT,
    required=["ns", "node"],
)
ENCLAVE = of("enclave", some(of("profiles", some(PROFILE))), path=TEXT, required=["path"])
POLICY = of(
    "policy", one(of("enclaves", some(ENCLAVE))), version={"const": "0.2.0"}, required=["version"]
)


def tree(element: ET.Element) -> dict[str, Any]:
    return {
        "tag": element.tag,
        "attributes": dict(element.attrib),
        "children": [tree(child) for child in element],
    }


def check_form(text: str) -> None:
    """Raises jsonschema.ValidationError for what SROS2 would refuse."""
    jsonschema.validate(tree(ET.fromstring(text)), POLICY)


GOOD = policy_xml([Enclave("/a", (Profile("n", Rights(publish=("x", "y"), call=("z",))),))])


def test_a_policy_has_the_form_of_the_schema() -> None:
    check_form(GOOD)
    root = ET.fromstring(GOOD)
    assert [topic.text for topic in root.iter("topic")] == ["x", "y"]
    assert root.find(".//actions").attrib == {"call": "ALLOW"}  # type: ignore[union-attr]  # it is there


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('version="0.2.0"', 'version="0.1.0"'),
        ('path="/a"', ""),
        ('publish="ALLOW"', 'publish="PERHAPS"'),
        ('publish="ALLOW"', 'call="ALLOW"'),
        ("<topic>x</topic>", "<service>x</service>"),
        ('ns="/"', ""),
    ],
)
def test_the_check_of_the_form_finds_what_is_wrong(old: str, new: str) -> None:
    assert old in GOOD
    with pytest.raises(jsonschema.ValidationError):
        check_form(GOOD.replace(old, new))


NAMES = st.lists(st.from_regex(r"/?[a-z_][a-z_/]{0,8}", fullmatch=True), max_size=3).map(tuple)
RIGHTS = st.builds(Rights, NAMES, NAMES, NAMES, NAMES, NAMES, NAMES)


@given(RIGHTS)
def test_any_rights_make_a_policy_that_lists_each_name_once(rights: Rights) -> None:
    text = policy_xml([Enclave("/e", (Profile("n", rights),))])
    check_form(text)
    listed = [
        group.attrib for group in ET.fromstring(text).iter() if "ALLOW" in group.attrib.values()
    ]
    assert all(len(attributes) == 1 for attributes in listed)


@given(RIGHTS, RIGHTS)
def test_rights_add_up(one_side: Rights, other: Rights) -> None:
    assert (one_side + other).publish == one_side.publish + other.publish
    assert (one_side + other).call == one_side.call + other.call
