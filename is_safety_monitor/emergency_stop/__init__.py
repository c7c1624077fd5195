"""The emergency stop of a guard: what keeps it, what it does to the robot, and its own process."""
