"""Planning without ROS: the Protocol, and finding careless plans."""
