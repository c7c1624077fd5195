"""How much a guard takes of one message: what is beyond is refused, with the reason.

So nobody keeps a guard busy for long, or fills its memory.  The facts that it remembers are bounded
where it remembers them (`fact_memory`), names and arguments of a call with the call (`goals`), and
files where they are read (`is_bench.documents.read_bounded`).
"""

from __future__ import annotations

MOST_STEPS = 200
"""Of a plan."""
MOST_OBJECTS = 10_000
"""Of a scene."""
MOST_ABILITIES = 200
"""Of a thing."""
MOST_INSTRUCTION = 20_000
"""Characters of an instruction."""
MOST_WASH_RULES = 1_000
"""Of a task."""
