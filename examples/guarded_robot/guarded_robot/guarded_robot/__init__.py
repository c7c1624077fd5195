"""A small robot in a kitchen, with interfaces of its own, and a planner for it."""
