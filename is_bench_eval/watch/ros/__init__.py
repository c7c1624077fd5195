"""A live guard, heard over ROS."""
