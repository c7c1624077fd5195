"""One episode in this process: planner, guard, simulator, and what is gathered of it."""
