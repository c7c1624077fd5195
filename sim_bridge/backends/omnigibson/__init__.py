"""OmniGibson: the benchmark's own simulator, in its own process and Python.

Nothing here imports OmniGibson before a simulator is made, and nothing outside `api` and `compat`
imports it at all.  `docs/how-to/omnigibson.md` tells what of this was run on what.
"""
