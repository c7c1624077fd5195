"""The ROS side of the emergency stop: its node's interfaces, and the guard's link to it."""
