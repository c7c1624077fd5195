"""The gate beside a robot's driver, and the guard's side of it.

On the guard's side: `issuing`.  Everything else is the gate, a process of its own.
"""
