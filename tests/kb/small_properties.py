"""A property table of four properties, to which tests add statements."""

from __future__ import annotations

from kb.properties import PropertyTable

SMALL = """
properties:
- id: burns
  about: fire
  means: It burns.
  implies: [warm]
  excludes: [stony]
- id: warm
  about: fire
  means: It is warm.
  contained: true
- id: stony
  about: fire
  means: It is stone.
- id: spare
  about: fire
  means: It is for users.
  open: true
"""


def table(text: str) -> PropertyTable:
    return PropertyTable({}, (), {}).joined(SMALL + text, "small.yaml")
