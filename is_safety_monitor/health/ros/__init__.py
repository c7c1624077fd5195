"""The ROS side of health: the watch on the graph, diagnostics, and log lines."""
