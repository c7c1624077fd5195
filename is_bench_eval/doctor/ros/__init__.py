"""What a process with ROS finds out for the doctor."""
