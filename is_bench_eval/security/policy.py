"""Policies as SROS2 reads them (policy schema 0.2.0); what is not allowed is denied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from xml.etree import ElementTree as ET

SCHEMA = (0, 2, 0)
"""Version of the policy schema."""
ALLOW = "ALLOW"

_KINDS = {
    "publish": ("topics", "topic"),
    "subscribe": ("topics", "topic"),
    "reply": ("services", "service"),
    "request": ("services", "service"),
    "execute": ("actions", "action"),
    "call": ("actions", "action"),
}
"""Of each right, the element that lists its names, and that of a name."""


@dataclass(frozen=True)
class Rights:
    """The names that a node may use, by what it does with them.

    A name without a slash in front is in the node's namespace; "~/" stands for the node's own.
    """

    publish: tuple[str, ...] = ()
    subscribe: tuple[str, ...] = ()
    reply: tuple[str, ...] = ()
    """Services that it serves."""
    request: tuple[str, ...] = ()
    execute: tuple[str, ...] = ()
    """Actions that it serves."""
    call: tuple[str, ...] = ()

    def __add__(self, other: Rights) -> Rights:
        """The rights of both."""
        return Rights(
            *(getattr(self, each.name) + getattr(other, each.name) for each in fields(self))
        )


@dataclass(frozen=True)
class Profile:
    """What one node may do."""

    node: str
    rights: Rights
    namespace: str = "/"


@dataclass(frozen=True)
class Enclave:
    """What shares an identity: the nodes of a process and of those that it starts."""

    path: str
    """Such as "/is_bench/guard"."""
    profiles: tuple[Profile, ...]


def policy_xml(enclaves: Iterable[Enclave]) -> str:
    """The policy file of some enclaves."""
    root = ET.Element("policy", version=".".join(map(str, SCHEMA)))
    listed = ET.SubElement(root, "enclaves")
    for enclave in enclaves:
        profiles = ET.SubElement(ET.SubElement(listed, "enclave", path=enclave.path), "profiles")
        for profile in enclave.profiles:
            _add_profile(profiles, profile)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, "unicode") + "\n"


def _add_profile(parent: ET.Element, profile: Profile) -> None:
    element = ET.SubElement(parent, "profile", ns=profile.namespace, node=profile.node)
    for right, (group, single) in _KINDS.items():
        names = sorted(set(getattr(profile.rights, right)))
        if names:
            listed = ET.SubElement(element, group, {right: ALLOW})
            for name in names:
                ET.SubElement(listed, single).text = name
