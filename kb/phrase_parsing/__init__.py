"""Finds phrases of constraints in instructions: a small parser of clauses, pronouns and negation.

Phrases such as `{give} {sharp} to +{child}` say which requests a constraint forbids, whatever is in
the scene.  What an instruction asks for in a scene is read by `is_bench.reading`.
"""
