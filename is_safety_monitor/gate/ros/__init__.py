"""The ROS side of the driver gate: its actions, and the guard's permits."""
