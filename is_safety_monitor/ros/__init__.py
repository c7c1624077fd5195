"""The ROS side of the guard: what its node serves, hears and publishes."""
