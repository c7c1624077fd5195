"""A simulator in a process of its own: the server that runs it, and the client that is it.

The simulator's Python need not be the caller's, and needs no ROS.  Both sides talk over a Unix
socket; pictures go through shared memory.
"""
