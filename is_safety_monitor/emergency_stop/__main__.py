"""`python -m is_safety_monitor.emergency_stop`: the process that a guard starts beside it."""

from is_safety_monitor.emergency_stop.node import main

main()
