"""What the nodes share of ROS: message classes, topics and QoS, executors, the skill client.

The pure packages never import this one.
"""
