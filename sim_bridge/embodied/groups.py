"""Groups of parts, which can be hidden one by one."""

BODY, NORTH, EAST, WEST, LINES, GHOST = range(6)
"""What has a body, each wall, lines on the floor, light and steam."""
