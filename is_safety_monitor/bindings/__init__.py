"""A robot's own interfaces behind the guard: messages of any type become calls and facts.

Pure, but for `bindings.ros`.
"""
