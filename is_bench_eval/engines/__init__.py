"""What runs episodes: this process, or real ROS 2 nodes."""
