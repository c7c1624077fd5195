"""`is-bench doctor`: what is wrong with an install, a ROS graph, a dataset; each with a remedy."""
