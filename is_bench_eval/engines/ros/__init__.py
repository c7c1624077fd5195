"""The ros engine: episodes through real ROS 2 nodes."""
