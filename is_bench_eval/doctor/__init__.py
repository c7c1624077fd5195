"""`is-bench doctor`: what is wrong with an install, a ROS graph or a dataset, and what to do."""
