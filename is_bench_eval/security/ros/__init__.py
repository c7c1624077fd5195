"""Policies of the nodes, made where ROS is."""
