"""Effects of the skills on the symbolic world, as in the released IS-Bench primitives.

Each primitive takes a `Context` and its objects, changes the state, or raises `SkillFailed` with
the state unchanged (but for the oddities that `world.quirks` names).  Sources: the released
primitives of IS-Bench over OmniGibson 1.1.1, compared plan by plan.
"""
