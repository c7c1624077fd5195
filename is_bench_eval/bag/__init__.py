"""Recording runs to rosbag2 bags (MCAP), with ROS and without."""
