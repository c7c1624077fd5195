#!/usr/bin/env bash
# Succeeds when a ROS installation is sourced that interpreter $1 can use; then no wheels are needed.
[ -n "${ROS_DISTRO:-}" ] && "$1" -c 'import rclpy' 2>/dev/null
