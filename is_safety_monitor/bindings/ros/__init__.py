"""The ROS side of bindings: servers, clients, topics and subscriptions of types found by name."""
