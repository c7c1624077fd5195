"""The lowest layer of is_bench: skills, facts, the symbolic world, scenarios and evaluation.

Nothing in this package (but its `ros` folder, which it never imports) knows of ROS, and nothing
reads a clock: time comes in as integer nanoseconds.
"""
