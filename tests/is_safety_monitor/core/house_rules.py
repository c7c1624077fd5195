"""Rules of a house that several tests give a guard; a line of `constraints:` goes before them."""

from __future__ import annotations

HEAT_OFF = """\
  - id: heat_off
    text: A stove that stays on burns what comes near; turn it off.
    category: Fire Hazard
    severity: critical
    source: a house rule
    composition: order
    type: temporal
    where: {x: stove.n.01}
    after: TOGGLE_ON(x)
    require: (not (toggled_on ?x))
    mend: TOGGLE_OFF(x)
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
SHUT_CABINETS = """\
  - id: shut_cabinets
    text: An open cabinet is walked into, so close it after use.
    category: Collision Hazard
    severity: minor
    source: a house rule
    composition: order
    type: temporal
    where: {x: cabinet.n.01}
    after: OPEN(x)
    require: (not (open ?x))
    mend: CLOSE(x)
    examples: {violated: [{steps: [DONE]}], satisfied: [{steps: [DONE]}]}
"""
